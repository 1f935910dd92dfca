// SPDX-License-Identifier: MIT
//
// Looking things up in a tree.

#include "io/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/inflate.h"

static io_status parse(const char* bytes, size_t size, const imp_allocator* allocator, io_tree* out, io_error* error)
{
    size_t i = size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    while (i < size && strchr(" \t\r\n", bytes[i]) && bytes[i])
    {
        i++;
    }
    if (i == size)
    {
        return io_error_set(error, IO_ERR_SYNTAX, 1, "the file is empty");
    }
    // UTF-16 XML starts with a byte order mark; JSON is UTF-8 only.
    bool xml = bytes[i] == '<' || bytes[i] == '\xff' || bytes[i] == '\xfe';
    if (!xml && bytes[i] != '{' && bytes[i] != '[')
    {
        return io_error_set(error, IO_ERR_SYNTAX, 1, "neither XML nor JSON");
    }
    return (xml ? io_tree_parse_xml : io_tree_parse_json)(bytes, size, allocator, out, error);
}

// How much is in a packed file, its last four bytes say.
static io_status parse_packed(const char* bytes, size_t size, const imp_allocator* allocator, io_tree* out,
                              io_error* error)
{
    const uint8_t* end = (const uint8_t*)bytes + size;
    size_t whole = end[-4] | (size_t)end[-3] << 8 | (size_t)end[-2] << 16 | (size_t)end[-1] << 24, capacity = 0;
    if (whole > IO_FILE_SIZE_MAX)
    {
        return io_error_set(error, IO_ERR_LIMIT, 0, "larger than %d MB when unpacked", IO_FILE_SIZE_MAX >> 20);
    }
    imp_allocator memory = io_allocator(allocator);
    char* room = io_grow(&memory, NULL, &capacity, whole + 1, 1);
    io_status status = room ? io_inflate((const uint8_t*)bytes, size, &memory, (uint8_t*)room, whole) : IO_ERR_MEMORY;
    status = status == IO_ERR_MEMORY ? io_error_set(error, IO_ERR_MEMORY, 0, "out of memory")
             : status                ? io_error_set(error, IO_ERR_SYNTAX, 0, "packed by gzip, and broken or cut short")
                                     : parse(room, whole, allocator, out, error);
    io_release(&memory, room, capacity, 1);
    return status;
}

io_status io_tree_parse(const char* bytes, size_t size, const imp_allocator* allocator, io_tree* out, io_error* error)
{
    enum
    {
        LEAST = 18  // bytes of a packed file
    };
    bool packed = size >= LEAST && bytes[0] == '\x1f' && bytes[1] == '\x8b';
    return (packed ? parse_packed : parse)(bytes, size, allocator, out, error);
}

void io_tree_free(io_tree* tree)
{
    if (tree->root)
    {
        io_arena_free(&tree->arena);
    }
    tree->root = NULL;
}

const io_node* io_node_get(const io_node* node, const char* name)
{
    for (const io_node* child = node ? node->child : NULL; child; child = child->next)
    {
        if (strcmp(child->name, name) == 0)
        {
            return child;
        }
    }
    return NULL;
}

bool io_node_is(const io_node* node, const char* name)
{
    return strcmp(node->name, name) == 0;
}

const char* io_node_text(const io_node* node, const char* name, const char* otherwise)
{
    const io_node* child = io_node_get(node, name);
    return child && (child->kind == IO_TEXT || (child->kind == IO_MAP && child->length > 0)) ? child->text : otherwise;
}

bool io_text_number(const char** text, double* out)
{
    const char* start = *text;
    while (*start == ' ' || *start == '\t' || *start == '\r' || *start == '\n')
    {
        start++;
    }
    // strtod alone would also take "inf", "nan" and "0x1p3".
    size_t length = strspn(start, "+-.0123456789eE");
    char copy[64];
    if (length == 0 || length >= sizeof copy)
    {
        return false;
    }
    memcpy(copy, start, length);
    copy[length] = 0;
    char* end;
    double value = strtod(copy, &end);
    if (end == copy || !isfinite(value))
    {
        return false;
    }
    *text = start + (end - copy);
    *out = value;
    return true;
}

bool io_node_number(const io_node* node, double* out)
{
    if (!node)
    {
        return false;
    }
    if (node->kind == IO_NUMBER && isfinite(node->number))
    {
        *out = node->number;
        return true;
    }
    if (node->kind == IO_TEXT)
    {
        const char* text = node->text;
        double value;
        if (io_text_number(&text, &value) && text[strspn(text, " \t\r\n")] == 0)
        {
            *out = value;
            return true;
        }
    }
    return false;
}
