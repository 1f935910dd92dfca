// SPDX-License-Identifier: MIT
//
// Meshes, hulls and convex parts as shapes of a scene of space, and what a mesh becomes that moves.

#ifndef IMPINGE_IO_SPACE_MESH_H
#define IMPINGE_IO_SPACE_MESH_H

#include "io/mesh.h"
#include "io/reader.h"

/// A list of [x, y, z], `what` in messages, which must have one or more.
io_status io_points3(io_reader* reader, const io_node* list, const char* what, io_mesh* out);

/// The mesh of a shape, from a file beside the scene or from its "points" and "triangles"; on error nothing is held.
io_status io_space_mesh(io_reader* reader, const io_node* node, io_mesh* out);

/// Shapes of JSON of our own, of the kinds "hull", "mesh" and "parts".
io_status io_space_read_hull(io_reader* reader, const io_node* node, imp3_shape* out);
io_status io_space_read_mesh(io_reader* reader, const io_node* node, io_collider3* out);
io_status io_space_read_parts(io_reader* reader, const io_node* node, io_collider3* out);

/// The "bends" of a shape that is a mesh, null when it has none.
io_status io_space_read_bends(io_reader* reader, const io_node* node, const io_mesh* mesh, const io_bend** out);

/// The weights of a foreign file's node over time (io/mesh_foreign.h). Those that cannot be used leave no targets.
io_status io_space_read_weights(io_reader* reader, const io_node* node, io_morph* out);

/// A mesh that bends by such morphs, which are in the arena already: copies the mesh there.
io_status io_bend_make(io_reader* reader, const imp3_triangles* mesh, const io_morph* morphs, int32_t count,
                       const io_bend** out);

/// Makes the targets and the weights of a wave, which has a length, a period and a way; false for want of memory.
bool io_morph_make_wave(io_arena* arena, const imp3_vec* points, int32_t count, io_morph* wave);

/// Makes triangles of it; a note tells what is left out.
io_status io_space_triangles(io_reader* reader, const io_node* node, const char* name, const imp3_triangles* triangles,
                             imp3_compound* out);

/// The collider that a mesh is made into.
typedef struct io_worn
{
    const char* name;
    const imp3_triangles* triangles;
    int32_t as;     ///< IO_WEAR_...
    bool has_mass;  ///< its body is dynamic
} io_worn;

/// The shape or the compound of a collider that moves, or is convex, and its density for the mass of the solid; *made is
/// false when it has none, with a note that says why.
io_status io_space_wear(io_reader* reader, const io_worn* worn, io_collider3* out, bool* made);

#endif
