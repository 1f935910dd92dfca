// SPDX-License-Identifier: MIT
//
// What JavaScript has parsed, to a tree: in the place of expat and cJSON. What comes in was written by our own code,
// but is read like any file: every length is checked against what is left.

#include "host.h"

#include <string.h>

typedef struct cursor
{
    const char* at;
    size_t left;
    io_arena* arena;
    int32_t nodes;
    io_status status;
} cursor;

static const char* take(cursor* c, size_t size)
{
    if (size > c->left)
    {
        c->status = c->status ? c->status : IO_ERR_SYNTAX;
        return NULL;
    }
    const char* at = c->at;
    c->at += size;
    c->left -= size;
    return at;
}

static uint32_t take_count(cursor* c)
{
    uint32_t count = 0;
    const char* bytes = take(c, sizeof count);
    if (bytes)
    {
        memcpy(&count, bytes, sizeof count);
    }
    return count;
}

static int32_t take_byte(cursor* c)
{
    const char* byte = take(c, 1);
    return byte ? *byte : 0;
}

static void* room(cursor* c, size_t size)
{
    void* block = c->status ? NULL : io_arena_take(c->arena, size);
    c->status = c->status ? c->status : block ? IO_OK : IO_ERR_MEMORY;
    return block;
}

static const char* take_text(cursor* c, size_t* length)
{
    *length = take_count(c);
    const char* bytes = take(c, *length);
    const char* copy = bytes ? io_arena_copy(c->arena, bytes, *length) : "";
    c->status = c->status ? c->status : copy ? IO_OK : IO_ERR_MEMORY;
    return copy;
}

/// One node without its children; *children is how many follow.
static io_node* take_node(cursor* c, uint32_t* children)
{
    *children = 0;
    size_t unused;
    io_node* node = room(c, sizeof *node);
    if (!node || ++c->nodes > IO_NODE_MAX)
    {
        c->status = c->status ? c->status : IO_ERR_LIMIT;
        return NULL;
    }
    node->kind = take_byte(c);
    node->name = take_text(c, &unused);
    node->text = "";
    if (node->kind == IO_NUMBER || node->kind == IO_BOOL)
    {
        const char* number = take(c, sizeof node->number);
        if (number)
        {
            memcpy(&node->number, number, sizeof node->number);
        }
    }
    else if (node->kind == IO_TEXT || node->kind == IO_LIST || node->kind == IO_MAP)
    {
        node->text = take_text(c, &node->length);
    }
    if (node->kind == IO_LIST || node->kind == IO_MAP)
    {
        uint32_t count = take_count(c);
        bool numbers = take_byte(c) == 1;
        const char* bytes = numbers && count <= c->left / sizeof(double) ? take(c, count * sizeof(double)) : NULL;
        double* values = bytes ? room(c, count * sizeof *values) : NULL;
        if (values)
        {
            memcpy(values, bytes, count * sizeof *values);
            node->numbers = values;
            node->count = (int32_t)count;
        }
        else if (numbers || count > c->left)
        {
            c->status = c->status ? c->status : IO_ERR_SYNTAX;
        }
        *children = numbers ? 0 : count;
    }
    return c->status ? NULL : node;
}

static io_status parse(const char* bytes, size_t size, const imp_allocator* allocator, io_tree* out, io_error* error)
{
    io_tree tree = {.root = NULL};
    io_arena_init(&tree.arena, allocator);
    cursor c = {.at = bytes + 1, .left = size - 1, .arena = &tree.arena};
    io_node* open[IO_DEPTH_MAX];
    io_node** place[IO_DEPTH_MAX];  // where the next child goes
    uint32_t left[IO_DEPTH_MAX];
    int32_t depth = 0;
    tree.root = open[0] = take_node(&c, &left[0]);
    place[0] = tree.root ? &tree.root->child : NULL;
    while (!c.status && depth >= 0)
    {
        if (left[depth] == 0)
        {
            --depth;
        }
        else if (depth + 1 == IO_DEPTH_MAX)
        {
            c.status = IO_ERR_LIMIT;
        }
        else
        {
            --left[depth];
            io_node* node = take_node(&c, &left[depth + 1]);
            if (node)
            {
                *place[depth] = node;
                place[depth] = &node->next;
                open[depth]->count++;
                open[++depth] = node;
                place[depth] = &node->child;
            }
        }
    }
    if (c.status)
    {
        io_arena_free(&tree.arena);
        return io_error_set(error, c.status, 0, "%s",
                            c.status == IO_ERR_MEMORY  ? "out of memory"
                            : c.status == IO_ERR_LIMIT ? "larger or deeper than is read"
                                                       : "not a tree");
    }
    *out = tree;
    return IO_OK;
}

io_status io_tree_parse_xml(const char* bytes, size_t size, const imp_allocator* allocator, io_tree* out,
                            io_error* error)
{
    return parse(bytes, size, allocator, out, error);
}

io_status io_tree_parse_json(const char* bytes, size_t size, const imp_allocator* allocator, io_tree* out,
                             io_error* error)
{
    return parse(bytes, size, allocator, out, error);
}
