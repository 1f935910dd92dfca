// SPDX-License-Identifier: MIT
//
// Meshes from files: Wavefront OBJ, STL and PLY, the two last as text and binary. A reader takes a file block by block
// and keeps points and triangles alone: normals, colours, materials and groups are passed over. Points and triangles
// stand in the order of the file; polygons with more than three corners are cut into triangles. What a reader mended or
// left out is counted in the mesh.
//
// Coordinates are read as floats, times a scale: axes stay as they are.

#ifndef IMPINGE_IO_MESH_H
#define IMPINGE_IO_MESH_H

#include "impinge/math3.h"
#include "io/tree.h"

enum
{
    IO_MESH_POINT_MAX = 1 << 27,
    IO_MESH_TRIANGLE_MAX = 1 << 26,  // what a tree takes
    IO_MESH_POLYGON_MAX = 1 << 12    // corners of a polygon
};

enum
{
    IO_MESH_NONE = 0,
    IO_MESH_OBJ,
    IO_MESH_STL,
    IO_MESH_PLY
};

typedef struct io_mesh
{
    imp_allocator allocator;
    imp3_vec* points;
    int32_t* corners;  ///< three indices of points for each triangle
    size_t point_count, corner_count;
    size_t point_capacity, corner_capacity;
    const char* format;    ///< "OBJ", "STL, text"
    double unit;           ///< metres per unit, as the file itself says; 0 when it says none
    int64_t polygons;      ///< that had more than three corners
    int64_t crossed;       ///< of these, those whose outline crosses itself or has no area: cut into a fan
    int64_t thin;          ///< faces with one or two corners, left out
    int64_t tiny;          ///< coordinates below 2^-60, taken for 0
    int64_t unknown;       ///< lines of an OBJ that are none, passed over
    int32_t unknown_line;  ///< the first of them
    int64_t curves;        ///< points, lines, curves and surfaces of an OBJ, left out
    int64_t trailing;      ///< bytes behind the end of a PLY or binary STL
} io_mesh;

/// Source of bytes, and a watcher who is told how far it is.
typedef struct io_stream
{
    /// Up to `room` bytes, 0 at the end; false when it cannot be read.
    bool (*read)(void* user, char* out, size_t room, size_t* count);
    void* user;
    uint64_t size;  ///< of all; 0 when nobody knows
    /// null for nobody; false to stop
    bool (*progress)(void* watcher, uint64_t done, uint64_t size);
    void* watcher;
} io_stream;

/// The kind that a file's name ends in, whether in small or in capital letters; IO_MESH_NONE for any other.
int32_t io_mesh_kind_of(const char* path);

/// Reads a mesh.
///
/// scale     metres per unit of the file, above 0
/// out       the mesh; untouched on error, and nothing is held then
/// returns   IO_OK, IO_ERR_MEMORY, IO_ERR_FILE (also when it was stopped), IO_ERR_SYNTAX, IO_ERR_MEANING, IO_ERR_LIMIT.
///           The error has a line where the file is text; error->file is left alone.
io_status io_mesh_read(int32_t kind, const io_stream* stream, double scale, const imp_allocator* allocator,
                       io_mesh* out, io_error* error);

/// The same for bytes that are at hand.
io_status io_mesh_read_bytes(int32_t kind, const char* bytes, size_t size, const imp_allocator* allocator, io_mesh* out,
                             io_error* error);

/// The same for a regular file of any size, of the kind that its name tells; error->file is its path.
io_status io_mesh_load(const char* path, double scale, bool (*progress)(void*, uint64_t, uint64_t), void* watcher,
                       const imp_allocator* allocator, io_mesh* out, io_error* error);

void io_mesh_free(io_mesh* mesh);

/// Cuts a polygon of 3 corners or more into count - 2 triangles.
///
/// ring      indices of points
/// corners   room for 3 (count - 2) indices
/// memory    work space: room for 2 count doubles and count integers
/// returns   false when the outline crosses itself or has no area: then all are written, but as they fall
/// source    ears (Meisters 1975); corners in line are no ears while there are others, so that neighbours, which have
///           those corners too, stay joined
bool io_mesh_cut(const imp3_vec* points, const int32_t* ring, int32_t count, int32_t* corners, double* flat,
                 int32_t* chain);

#endif
