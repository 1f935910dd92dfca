// SPDX-License-Identifier: MIT
//
// A file as a plain tree: the hand-over between the half of a reader that knows bytes (XML by expat, JSON by cJSON; in
// a browser its own parsers) and the half that knows what the file means, which is our C and the same everywhere.
//
//   XML   an element is an IO_MAP: its attributes come first, as IO_TEXT, then its child elements; its own text is in
//         `text` when it has no child elements.
//   JSON  objects are IO_MAP, arrays IO_LIST. An array of nothing but numbers has no children: they lie in `numbers`.

#ifndef IMPINGE_IO_TREE_H
#define IMPINGE_IO_TREE_H

#include "io/memory.h"

enum
{
    IO_NULL,
    IO_BOOL,
    IO_NUMBER,
    IO_TEXT,
    IO_LIST,
    IO_MAP
};

enum
{
    IO_DEPTH_MAX = 64,           // of nested elements or values
    IO_NODE_MAX = 8 << 20,       // per file
    IO_FILE_SIZE_MAX = 64 << 20  // [bytes]
};

typedef struct io_node
{
    int32_t kind;
    int32_t line;           // 0 when unknown
    int32_t count;          // children, or numbers
    const char* name;       // element, attribute or member; "" in an array
    const char* text;       // of IO_TEXT, and of elements without children; never null
    size_t length;          // of text
    double number;          // of IO_NUMBER; 0 or 1 of IO_BOOL
    const double* numbers;  // of an IO_LIST of numbers, else null
    struct io_node* child;  // first
    struct io_node* next;   // sibling
} io_node;

typedef struct io_tree
{
    io_arena arena;
    io_node* root;
} io_tree;

/// What went wrong, and where.
typedef enum io_status
{
    IO_OK = 0,
    IO_ERR_MEMORY,
    IO_ERR_FILE,     ///< cannot be read or written
    IO_ERR_SYNTAX,   ///< not XML, not JSON
    IO_ERR_MEANING,  ///< well formed, but not what it should be
    IO_ERR_LIMIT     ///< larger or deeper than a reader is willing to follow
} io_status;

typedef struct io_error
{
    io_status status;
    int32_t line;  ///< 0 when unknown
    char file[512];
    char path[256];  ///< element path such as layers[2].objects[17]; may be empty
    char text[256];
} io_error;

/// Reads XML or JSON, whichever the first byte that is not blank says.
io_status io_tree_parse(const char* bytes, size_t size, const imp_allocator* allocator, io_tree* out, io_error* error);
io_status io_tree_parse_xml(const char* bytes, size_t size, const imp_allocator* allocator, io_tree* out,
                            io_error* error);
io_status io_tree_parse_json(const char* bytes, size_t size, const imp_allocator* allocator, io_tree* out,
                             io_error* error);
void io_tree_free(io_tree* tree);

/// The first child of that name, or null; null has no children.
const io_node* io_node_get(const io_node* node, const char* name);

bool io_node_is(const io_node* node, const char* name);

/// Text of the child, or `otherwise` when there is none.
const char* io_node_text(const io_node* node, const char* name, const char* otherwise);

/// A number, also one written as text; false when it is none, or not finite.
bool io_node_number(const io_node* node, double* out);

/// Reads one decimal number at *text and moves *text behind it. No hexadecimal, no infinity, no NaN.
bool io_text_number(const char** text, double* out);

/// Status, line and text of an error; file and path are left alone. Returns status.
io_status io_error_set(io_error* error, io_status status, int32_t line, const char* format, ...);

/// "file:line: text", "file: path: text", or whatever of them is known, in one line.
void io_error_print(const io_error* error, char* out, size_t size);

#endif
