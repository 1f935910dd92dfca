// SPDX-License-Identifier: MIT
//
// Pages that are one file: a template, which the build turns into bytes, with data written into it.

#ifndef IMPINGE_TOOLS_PAGE_H
#define IMPINGE_TOOLS_PAGE_H

#include <stdio.h>

#include "io/io.h"
#include "io/mesh.h"

typedef void page_data_writer(FILE* file, const void* data);

/// Writes the template, and in place of its mark what write_data_to writes.
io_status page_write(const char* path, const unsigned char* page, size_t size, page_data_writer* write_data_to,
                     const void* data, io_error* error);

/// Whether a page can be written there, before what it shows takes minutes; the file is there then.
io_status page_try(const char* path, io_error* error);

/// Bytes in base 64, little-endian, as a member: "name":"...".
typedef struct page_bytes
{
    FILE* file;
    uint32_t bits;
    int have;  // bytes in bits
} page_bytes;

page_bytes page_bytes_begin(FILE* file, const char* name);
void page_put_word(page_bytes* out, uint32_t word);
void page_put_float(page_bytes* out, float value);
void page_put_vec(page_bytes* out, imp3_vec v);
void page_bytes_end(page_bytes* out);

/// "name":[x,y,z]
void page_write_vec(FILE* file, const char* name, imp3_vec v);

/// "points":"...","corners":"...": places as floats, three numbers of points for each triangle.
void page_write_mesh(FILE* file, const io_mesh* mesh);

/// The triangles of a collider of space, or its lines, as the library's debug drawing has them: x,y,z of all corners.
bool page_write_drawing(FILE* file, const io_collider3* collider, imp3_pose pose, bool lines);

#endif
