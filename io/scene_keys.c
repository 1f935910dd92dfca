// SPDX-License-Identifier: MIT
//
// Members of an object of a scene: those that set a field, and those that are read otherwise, by name and type.

#include "reader.h"

#include <string.h>

static bool is_of_type(const io_node* node, char type)
{
    switch (type)
    {
    case 't': return node->kind == IO_TEXT;
    case 'b': return node->kind == IO_BOOL;
    case 'n': return node->kind == IO_NUMBER;
    case 'm': return node->kind == IO_MAP;
    case 'l': return node->kind == IO_LIST;
    default: return true;
    }
}

static const char* type_text(char type)
{
    switch (type)
    {
    case 't': return "text";
    case 'b': return "true or false";
    case 'n': return "a number";
    case 'm': return "members in {...}";
    default: return "a list in [...]";
    }
}

// The word of a list that a name is, with its letter; null when there is none.
static const char* find_word(const char* known, const char* name)
{
    size_t length = strlen(name);
    while (known && (strncmp(known + 1, name, length) != 0 || (known[1 + length] && known[1 + length] != ' ')))
    {
        known = strchr(known, ' ');
        known = known ? known + 1 : NULL;
    }
    return known;
}

static io_status set_member(io_reader* reader, const io_node* node, const io_key* key, void* out)
{
    const io_key here = io_key_in(key, reader->scene->dimension);
    char wants[64];
    io_key_wants(&here, wants, sizeof wants);
    return node->kind == IO_TEXT || !io_key_set(&here, node, out)
               ? io_fail(reader, IO_ERR_MEANING, node, "'%.40s' must be %s", node->name, wants)
               : IO_OK;
}

io_status io_scene_keys(io_reader* reader, const io_node* node, const io_key* keys, const char* known, void* out)
{
    for (const io_node* child = node->child; child; child = child->next)
    {
        const io_key* key = keys;
        while (key && key->name && strcmp(key->name, child->name) != 0)
        {
            key++;
        }
        const char* word = find_word(known, child->name);
        if (key && key->name)
        {
            io_status status = set_member(reader, child, key, out);
            if (status)
            {
                return status;
            }
        }
        else if (!word)
        {
            return io_fail(reader, IO_ERR_MEANING, child, "unknown member '%.40s'", child->name);
        }
        else if (!is_of_type(child, *word))
        {
            return io_fail(reader, IO_ERR_MEANING, child, "'%.40s' must be %s", child->name, type_text(*word));
        }
    }
    return IO_OK;
}

io_status io_scene_set(io_reader* reader, const io_node* node, const io_key* keys, void* out)
{
    io_status status = IO_OK;
    for (; keys->name && !status; keys++)
    {
        const io_node* child = io_node_get(node, keys->name);
        status = child ? set_member(reader, child, keys, out) : IO_OK;
    }
    return status;
}

io_status io_scene_members(io_reader* reader, const io_node* node, const char* known)
{
    return io_scene_keys(reader, node, NULL, known, NULL);
}
