// SPDX-License-Identifier: MIT
//
// XML to a tree, by expat. Entities that a file declares itself are refused: no map needs them, and they are the way
// to make a short file long.

#include "io/tree.h"

#include <expat.h>
#include <string.h>

typedef struct builder
{
    io_tree tree;
    XML_Parser parser;
    io_error* error;
    io_status status;
    io_node* open[IO_DEPTH_MAX];
    io_node* last[IO_DEPTH_MAX];  // last child so far of each open element
    int32_t depth;
    int32_t nodes;
    char* text;  // of the element that was opened last
    size_t text_length, text_capacity;
} builder;

// expat asks for memory without a user pointer, so the allocator of the call under way waits here.
static _Thread_local const imp_allocator* current;

typedef union header
{
    size_t size;
    char pad[16];
} header;

static void* expat_resize(void* block, size_t size)
{
    header* old = block ? (header*)block - 1 : NULL;
    if (size > SIZE_MAX / 2)
    {
        return NULL;
    }
    header* result = current->resize(current->user, old, old ? old->size : 0, size + sizeof(header));
    if (!result)
    {
        return NULL;
    }
    result->size = size + sizeof(header);
    return result + 1;
}

static void* expat_malloc(size_t size)
{
    return expat_resize(NULL, size);
}

static void expat_free(void* block)
{
    if (block)
    {
        header* old = (header*)block - 1;
        current->resize(current->user, old, old->size, 0);
    }
}

static void stop(builder* b, io_status status, const char* text)
{
    if (b->status == IO_OK)
    {
        b->status = io_error_set(b->error, status, (int32_t)XML_GetCurrentLineNumber(b->parser), "%s", text);
        XML_StopParser(b->parser, XML_FALSE);
    }
}

static io_node* add_node(builder* b, int32_t kind, const char* name)
{
    if (b->nodes >= IO_NODE_MAX)
    {
        stop(b, IO_ERR_LIMIT, "too many elements and attributes");
        return NULL;
    }
    io_node* node = io_arena_take(&b->tree.arena, sizeof *node);
    char* copy = io_arena_copy(&b->tree.arena, name, strlen(name));
    if (!node || !copy)
    {
        stop(b, IO_ERR_MEMORY, "out of memory");
        return NULL;
    }
    node->kind = kind;
    node->line = (int32_t)XML_GetCurrentLineNumber(b->parser);
    node->name = copy;
    node->text = "";
    b->nodes++;
    if (b->depth > 0)
    {
        io_node* parent = b->open[b->depth - 1];
        io_node** last = &b->last[b->depth - 1];
        *(*last ? &(*last)->next : &parent->child) = node;
        *last = node;
        parent->count++;
    }
    else
    {
        b->tree.root = node;
    }
    return node;
}

static void XMLCALL on_start(void* user, const XML_Char* name, const XML_Char** attributes)
{
    builder* b = user;
    if (b->status != IO_OK)
    {
        return;
    }
    if (b->depth == IO_DEPTH_MAX)
    {
        stop(b, IO_ERR_LIMIT, "elements are nested too deeply");
        return;
    }
    b->text_length = 0;
    io_node* node = add_node(b, IO_MAP, name);
    if (!node)
    {
        return;
    }
    b->last[b->depth] = NULL;
    b->open[b->depth++] = node;
    for (; *attributes; attributes += 2)
    {
        io_node* attribute = add_node(b, IO_TEXT, attributes[0]);
        if (!attribute)
        {
            return;
        }
        attribute->length = strlen(attributes[1]);
        attribute->text = io_arena_copy(&b->tree.arena, attributes[1], attribute->length);
        if (!attribute->text)
        {
            attribute->text = "";
            stop(b, IO_ERR_MEMORY, "out of memory");
            return;
        }
    }
}

static void XMLCALL on_end(void* user, const XML_Char* name)
{
    (void)name;
    builder* b = user;
    if (b->status != IO_OK)
    {
        return;
    }
    b->depth--;
    io_node* node = b->open[b->depth];
    bool leaf = !b->last[b->depth] || b->last[b->depth]->kind == IO_TEXT;
    if (leaf && b->text_length > 0)
    {
        const char* text = io_arena_copy(&b->tree.arena, b->text, b->text_length);
        if (!text)
        {
            stop(b, IO_ERR_MEMORY, "out of memory");
            return;
        }
        node->text = text;
        node->length = b->text_length;
    }
    b->text_length = 0;
}

static void XMLCALL on_text(void* user, const XML_Char* text, int length)
{
    builder* b = user;
    if (b->status != IO_OK)
    {
        return;
    }
    size_t need = b->text_length + (size_t)length;
    char* grown = io_grow(&b->tree.arena.allocator, b->text, &b->text_capacity, need, 1);
    if (!grown)
    {
        stop(b, IO_ERR_MEMORY, "out of memory");
        return;
    }
    b->text = grown;
    memcpy(b->text + b->text_length, text, (size_t)length);
    b->text_length = need;
}

static void XMLCALL on_entity(void* user, const XML_Char* name, int is_parameter, const XML_Char* value, int length,
                              const XML_Char* base, const XML_Char* system, const XML_Char* public_id,
                              const XML_Char* notation)
{
    (void)name, (void)is_parameter, (void)value, (void)length, (void)base, (void)system, (void)public_id;
    (void)notation;
    stop(user, IO_ERR_LIMIT, "entity declarations are not read");
}

io_status io_tree_parse_xml(const char* bytes, size_t size, const imp_allocator* allocator, io_tree* out,
                            io_error* error)
{
    if (size > IO_FILE_SIZE_MAX)
    {
        return io_error_set(error, IO_ERR_LIMIT, 0, "larger than %d MB", IO_FILE_SIZE_MAX >> 20);
    }
    builder b = {.error = error};
    io_arena_init(&b.tree.arena, allocator);
    const imp_allocator* outer = current;
    current = &b.tree.arena.allocator;

    XML_Memory_Handling_Suite memory = {expat_malloc, expat_resize, expat_free};
    b.parser = XML_ParserCreate_MM(NULL, &memory, NULL);
    if (!b.parser)
    {
        b.status = io_error_set(error, IO_ERR_MEMORY, 0, "out of memory");
    }
    else
    {
        XML_SetUserData(b.parser, &b);
        XML_SetElementHandler(b.parser, on_start, on_end);
        XML_SetCharacterDataHandler(b.parser, on_text);
        XML_SetEntityDeclHandler(b.parser, on_entity);
        if (XML_Parse(b.parser, bytes, (int)size, XML_TRUE) != XML_STATUS_OK && b.status == IO_OK)
        {
            enum XML_Error code = XML_GetErrorCode(b.parser);
            io_status status = code == XML_ERROR_NO_MEMORY ? IO_ERR_MEMORY : IO_ERR_SYNTAX;
            b.status =
                io_error_set(error, status, (int32_t)XML_GetCurrentLineNumber(b.parser), "%s", XML_ErrorString(code));
        }
        XML_ParserFree(b.parser);
    }
    current = outer;
    io_release(&b.tree.arena.allocator, b.text, b.text_capacity, 1);
    if (b.status != IO_OK)
    {
        io_arena_free(&b.tree.arena);
        return b.status;
    }
    *out = b.tree;
    return IO_OK;
}
