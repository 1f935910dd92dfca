// SPDX-License-Identifier: MIT
//
// Shared by the readers of meshes: bytes and words from blocks, and a mesh that grows.

#ifndef IMPINGE_IO_MESH_READER_H
#define IMPINGE_IO_MESH_READER_H

#include "io/mesh.h"

enum
{
    IO_BLOCK_SIZE = 1 << 16,
    IO_WORD_MAX = 64  // characters of a word or number that anybody looks at
};

typedef struct io_polygon_run
{
    size_t first;  // of its corners in the mesh, which are a fan until the end
    int32_t count;
} io_polygon_run;

typedef struct io_mesh_reader
{
    io_mesh* mesh;
    const io_stream* stream;
    io_error* error;
    double scale;

    // Polygons of more than three corners, and the one that is under way.
    io_polygon_run* runs;
    size_t run_count, run_capacity;
    int32_t ring_first, ring_last, ring_count;
    int32_t highest, highest_line;  // index of a corner

    uint64_t done;  // bytes that the stream has given
    size_t at, end;
    int32_t line;
    char word[IO_WORD_MAX];
    char block[IO_BLOCK_SIZE];
} io_mesh_reader;

/// An error at this line of the file; returns the status.
io_status io_mesh_fail(io_mesh_reader* reader, io_status status, const char* format, ...);

/// Fetches the next block, when all of the last one is taken. False at the end, or when it cannot be read: then
/// reader->error->status is not IO_OK.
bool io_mesh_fetch(io_mesh_reader* reader);

/// The next byte without taking it; -1 at the end.
static inline int io_mesh_peek(io_mesh_reader* reader)
{
    return reader->at < reader->end || io_mesh_fetch(reader) ? (unsigned char)reader->block[reader->at] : -1;
}

/// Takes `count` bytes; false when there are not so many.
bool io_mesh_take(io_mesh_reader* reader, size_t count, unsigned char* out);

/// Takes the next character of a text: whatever ends a line is '\n'. -1 at the end.
int io_mesh_character(io_mesh_reader* reader);

/// The next word of this line into reader->word, cut where it is too long; false when the line has no more. A backslash
/// at the end of a line continues it.
bool io_mesh_word(io_mesh_reader* reader);

/// The next word, of whatever line; false at the end of the file.
bool io_mesh_next_word(io_mesh_reader* reader);

/// Passes over the rest of the line, and its end; false at the end of the file.
bool io_mesh_skip_line(io_mesh_reader* reader);

/// Whether the word is this one, in small or capital letters.
bool io_mesh_word_is(const io_mesh_reader* reader, const char* word);

/// A decimal number that begins a text, and where it ends: within two ulp of a double, and the nearest one where it has up
/// to 15 digits and a small exponent. It knows no locale, no infinity, no NaN. null when there is none.
const char* io_mesh_number(const char* text, double* out);

/// The word as a number, all of it; false when it is none.
bool io_mesh_word_number(const io_mesh_reader* reader, double* out);

/// Adds a point of the file.
io_status io_mesh_point(io_mesh_reader* reader, const double xyz[3]);

/// Adds a corner to the polygon that is under way.
io_status io_mesh_corner(io_mesh_reader* reader, int64_t index);
io_status io_mesh_end_polygon(io_mesh_reader* reader);

/// Ends the mesh: faces have the points that they name, there are some, and polygons that are not convex are cut anew.
io_status io_mesh_finish(io_mesh_reader* reader);

io_status io_mesh_read_obj(io_mesh_reader* reader);
io_status io_mesh_read_stl(io_mesh_reader* reader);
io_status io_mesh_read_ply(io_mesh_reader* reader);

#endif
