// SPDX-License-Identifier: MIT
//
// Meshes in the many formats that Assimp reads: glTF, 3MF, FBX, Collada and others. It is asked in a child process with
// limits on time and memory, and loaded nowhere else; what it finds comes back through a pipe as a PLY, which our own
// reader reads. So whatever it does with a file, nothing worse comes of it than a file that cannot be read.

#ifndef IMPINGE_IO_MESH_FOREIGN_H
#define IMPINGE_IO_MESH_FOREIGN_H

#include <stdio.h>

#include "io/mesh.h"

/// Writes a file as a PLY, or fails: then it writes a line that says why, or nothing, and the result is false. It runs in
/// a process of its own.
typedef bool io_mesh_worker(const char* path, FILE* out);

typedef struct io_mesh_limits
{
    unsigned seconds;  ///< of processor time, and of time
    uint64_t bytes;    ///< of memory
} io_mesh_limits;

// The shadow of an address sanitizer takes terabytes of addresses: a child has no limit of memory then.
#if defined __SANITIZE_ADDRESS__
#define IO_MESH_UNLIMITED
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define IO_MESH_UNLIMITED
#endif
#endif

/// Whether the file's name ends as those of a format do that Assimp reads.
bool io_mesh_is_foreign(const char* path);

/// Reads such a file: all meshes of all nodes, where these place them, as one. Lines and points are left out, skins and
/// animations are at rest. Coordinates are metres where the file says its unit (FBX, 3MF, Collada), times the scale; axes
/// are what Assimp makes of them.
///
/// returns   as io_mesh_load; IO_ERR_FILE also when this program was built without Assimp, IO_ERR_MEANING also when the
///           child crashed, IO_ERR_LIMIT when it took too long or too much
io_status io_mesh_load_foreign(const char* path, double scale, const imp_allocator* allocator, io_mesh* out,
                               io_error* error);

/// The same with any worker.
io_status io_mesh_load_apart(const char* path, double scale, io_mesh_worker* worker, const io_mesh_limits* limits,
                             const imp_allocator* allocator, io_mesh* out, io_error* error);

/// The same, but in parts: all meshes of the file one behind the other, each in its own frame, and a tree that tells how
/// many points each has and which nodes place them:
///
///   {"points": [8, 24], "targets": [0, 2], "nodes": [{"name": "crate", "parent": -1, "place": [12 numbers, row by row],
///    "meshes": [0], "told": {the node's extras, and extensions among them},
///    "morph": {"targets": 2, "times": [s, rising], "weights": [of each target, key by key]}}]}
///
/// Behind the points of a mesh are those of its morph targets, where they are at a weight of 1. A node that is not
/// animated has no "morph". Assimp tells weights at keys alone, and none below 0.
///
/// Parents come before their children, and places are in the world, with lengths in the file's unit: `out->unit`, 0 for
/// metres. On error both are untouched.
io_status io_mesh_load_nodes(const char* path, double scale, const imp_allocator* allocator, io_mesh* out,
                             io_tree* nodes, io_error* error);

/// The same with any worker, which writes that tree as a line before the PLY.
io_status io_mesh_load_nodes_apart(const char* path, double scale, io_mesh_worker* worker, const io_mesh_limits* limits,
                                   const imp_allocator* allocator, io_mesh* out, io_tree* nodes, io_error* error);

/// The workers that ask Assimp, for all as one and for parts. Their PLY says metres per
/// unit in a comment behind the format, where the file has a unit.
bool io_mesh_assimp(const char* path, FILE* out);
bool io_mesh_assimp_nodes(const char* path, FILE* out);

/// Metres per unit of a 3MF: what its model says, else a millimetre, which is what the standard takes then.
double io_mesh_3mf_unit(const char* path);

#endif
