// SPDX-License-Identifier: MIT
//
// JSON to a tree, by cJSON. cJSON is called once per file with the C library's memory; its result is copied into the
// tree and given back at once. Faults of syntax get a line number; values have none, since cJSON does not keep it.

#include "io/tree.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <string.h>

// cJSON needs about 80 bytes per value, so their number is bounded before it starts.
static bool too_many_values(const char* bytes, size_t size)
{
    int64_t values = 0;
    for (size_t i = 0; i < size; i++)
    {
        values += bytes[i] == ',' || bytes[i] == '[' || bytes[i] == '{';
    }
    return values > IO_NODE_MAX;
}

static int32_t line_of(const char* bytes, const char* at)
{
    int32_t line = 1;
    for (; bytes < at; bytes++)
    {
        line += *bytes == '\n';
    }
    return line;
}

static bool only_numbers(const cJSON* array)
{
    for (const cJSON* item = array->child; item; item = item->next)
    {
        if (!cJSON_IsNumber(item))
        {
            return false;
        }
    }
    return array->child != NULL;
}

static bool fill_numbers(io_arena* arena, const cJSON* array, io_node* node)
{
    size_t count = 0;
    for (const cJSON* item = array->child; item; item = item->next)
    {
        count++;
    }
    double* numbers = io_arena_take(arena, count * sizeof *numbers);
    if (!numbers)
    {
        return false;
    }
    node->numbers = numbers;
    node->count = (int32_t)count;
    for (const cJSON* item = array->child; item; item = item->next)
    {
        *numbers++ = item->valuedouble;
    }
    return true;
}

static io_node* copy_value(io_arena* arena, const cJSON* value)
{
    io_node* node = io_arena_take(arena, sizeof *node);
    if (!node)
    {
        return NULL;
    }
    node->name = value->string ? io_arena_copy(arena, value->string, strlen(value->string)) : "";
    node->text = "";
    if (cJSON_IsString(value))
    {
        node->kind = IO_TEXT;
        node->length = strlen(value->valuestring);
        node->text = io_arena_copy(arena, value->valuestring, node->length);
    }
    else if (cJSON_IsNumber(value) || cJSON_IsBool(value))
    {
        node->kind = cJSON_IsNumber(value) ? IO_NUMBER : IO_BOOL;
        node->number = cJSON_IsNumber(value) ? value->valuedouble : cJSON_IsTrue(value);
    }
    else if (cJSON_IsArray(value) || cJSON_IsObject(value))
    {
        node->kind = cJSON_IsArray(value) ? IO_LIST : IO_MAP;
        if (cJSON_IsArray(value) && only_numbers(value) && !fill_numbers(arena, value, node))
        {
            return NULL;
        }
    }
    return node->name && node->text ? node : NULL;
}

// Copies depth first with a stack of its own: a file decides how deep it nests.
static io_status copy_tree(const cJSON* root, io_tree* tree, io_error* error)
{
    const cJSON* values[IO_DEPTH_MAX];  // what is copied at each depth
    io_node* nodes[IO_DEPTH_MAX];
    int32_t depth = 0;
    values[0] = root;
    tree->root = nodes[0] = copy_value(&tree->arena, root);
    if (!nodes[0])
    {
        return io_error_set(error, IO_ERR_MEMORY, 0, "out of memory");
    }
    for (;;)
    {
        const cJSON* next = NULL;
        bool down = values[depth]->child && !nodes[depth]->numbers;
        if (down)
        {
            if (depth + 1 == IO_DEPTH_MAX)
            {
                return io_error_set(error, IO_ERR_LIMIT, 0, "values are nested too deeply");
            }
            next = values[depth]->child;
        }
        else
        {
            while (depth > 0 && !values[depth]->next)
            {
                depth--;
            }
            if (depth == 0)
            {
                return IO_OK;
            }
            next = values[depth]->next;
        }
        io_node* node = copy_value(&tree->arena, next);
        if (!node)
        {
            return io_error_set(error, IO_ERR_MEMORY, 0, "out of memory");
        }
        *(down ? &nodes[depth]->child : &nodes[depth]->next) = node;
        depth += down;
        nodes[depth - 1]->count++;
        values[depth] = next;
        nodes[depth] = node;
    }
}

io_status io_tree_parse_json(const char* bytes, size_t size, const imp_allocator* allocator, io_tree* out,
                             io_error* error)
{
    if (size > IO_FILE_SIZE_MAX || too_many_values(bytes, size))
    {
        return io_error_set(error, IO_ERR_LIMIT, 0, "larger than %d MB, or more than %d values", IO_FILE_SIZE_MAX >> 20,
                            IO_NODE_MAX);
    }
    const char* end = bytes;
    errno = 0;
    cJSON* root = cJSON_ParseWithLengthOpts(bytes, size, &end, 0);
    if (!root)
    {
        // cJSON does not tell a lack of memory from a fault of the file; malloc does.
        bool memory = errno == ENOMEM;
        const char* at = end && end >= bytes && end <= bytes + size ? end : bytes;
        return io_error_set(error, memory ? IO_ERR_MEMORY : IO_ERR_SYNTAX, line_of(bytes, at), "%s",
                            memory ? "out of memory" : "not JSON from here on");
    }
    io_status status = IO_OK;
    while (end < bytes + size && *end && strchr(" \t\r\n", *end))
    {
        end++;
    }
    io_tree tree = {.root = NULL};
    io_arena_init(&tree.arena, allocator);
    if (end < bytes + size)
    {
        status = io_error_set(error, IO_ERR_SYNTAX, line_of(bytes, end), "something follows the end of the JSON");
    }
    else
    {
        status = copy_tree(root, &tree, error);
    }
    cJSON_Delete(root);
    if (status != IO_OK)
    {
        io_arena_free(&tree.arena);
        return status;
    }
    *out = tree;
    return IO_OK;
}
