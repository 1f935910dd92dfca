// SPDX-License-Identifier: MIT
//
// How the other rooms read a compound of space: its parts by where they are, its fault, and which normals are its own.

#ifndef IMP3I_COMPOUND_H
#define IMP3I_COMPOUND_H

#include "../base/references.h"
#include "../broad/bvh_walk3.h"
#include "field3.h"
#include "impinge/compound3.h"
#include "moments3.h"
#include "part_tree3.h"
#include "shape3.h"

enum
{
    IMP3I_TILE = 4,                                 // cells of a height field along a side of a tile
    IMP3I_TILE_PARTS = 2 * IMP3I_TILE * IMP3I_TILE  // triangles of a tile
};

/// The head of a compound's block. Parts of a set are the leaves of the tree, in the order of a curve through space; of a
/// height field a leaf is a tile. Triangles have no such tree: they stand in the order of their bounding volume hierarchy.
typedef struct imp3i_compound_block
{
    imp_allocator allocator;
    size_t size;
    int32_t references;  // who holds it: the maker's caller, worlds
    imp3i_part_tree tree;
    int32_t leaves;    // of the tree; triangles
    int32_t* sources;  // which shape or triangle each part was made of; of a height field which tile each leaf is

    imp3_shape* parts;  // of a set; hulls have memory of their own
    bool weighed;       // the set stands for a solid that it was made of, and weighs as much
    imp3i_dvec centroid;
    imp3i_moments solid;  // told from the centroid

    // Triangles: part i has the corners corners[3 i] to corners[3 i + 2]; around point k are the parts around[first[k]]
    // to around[first[k + 1] - 1], but nobody knows of a soup. Point k is the one that was given as given[k], of so many.
    imp3_vec* points;
    int32_t *corners, *first, *around, *given;
    uint8_t* leans;  // how far normals of the whole lean from those of each part's face, as imp3i_surface_lean tells
    int32_t point_count, given_count;
    imp3i_bvh bvh;
    float radius;
    bool closed;  // each edge has two triangles, which run along it there and back
    bool bent;    // imp3_mesh_move has moved points: another mesh of the same triangles would have another tree
    imp3i_field* field;    // shared with what is told from another origin; null for none
    imp3_vec field_shift;  // from a point of the mesh to the same one of its field

    // A height field
    float* heights;
    uint8_t* holes;         // null for none
    int32_t* leaf_of;       // of each tile
    int32_t columns, rows;  // of samples
    float step_x, step_y;
} imp3i_compound_block;

static inline const imp3i_compound_block* imp3i_compound_block_of(const imp3_compound* c)
{
    return (const imp3i_compound_block*)c->block;
}

/// The tree over triangles, and what is in it; null for what is no mesh.
static inline const imp3i_bvh* imp3i_bvh_of(const imp3_compound* c)
{
    return c->kind == IMP3_COMPOUND_TRIANGLES ? &imp3i_compound_block_of(c)->bvh : NULL;
}

static inline imp3i_bvh_triangles imp3i_bvh_triangles_of(const imp3_compound* c)
{
    const imp3i_compound_block* b = imp3i_compound_block_of(c);
    const imp3i_bvh_triangles r = {b->points, b->corners, c->part_count};
    return r;
}

/// One more reference to the memory of a compound, which imp3_compound_free gives back.
static inline imp3_compound imp3i_compound_refer(const imp3_compound* c)
{
    imp3i_compound_block* b = (imp3i_compound_block*)c->block;
    if (b)
    {
        (void)impi_references_add(&b->references, 1);
    }
    return *c;
}

/// 0, IMP_ERR_NULL or IMP_ERR_COMPOUND.
static inline int32_t imp3i_compound_fault(const imp3_compound* c)
{
    if (!c)
    {
        return IMP_ERR_NULL;
    }
    bool known = (uint32_t)c->kind - IMP3_COMPOUND_SET <= IMP3_COMPOUND_SHAPE - IMP3_COMPOUND_SET;
    bool kept = c->kind == IMP3_COMPOUND_SHAPE ? c->part_count == 1 && !imp3i_shape_fault(c->parts) : c->block != NULL;
    return known && kept && c->part_count >= 1 ? 0 : IMP_ERR_COMPOUND;
}

/// The door of functions whose first arguments are a placed compound.
static inline imp_status imp3i_placed_compound_status(const imp3_compound* c, const imp3_pose* pose)
{
    int32_t fault = imp3i_compound_fault(c);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    fault = imp3i_pose_fault(pose);
    return fault ? impi_error(fault, 2) : IMP_OK;
}

/// Part i as a shape. False where a height field has none.
bool imp3i_part_at(const imp3_compound* c, int32_t i, imp3_shape* out);

/// The box around part i with its radius, rounded outward; inside out where a height field has none.
imp3_box imp3i_part_box(const imp3_compound* c, int32_t i);

/// The same by reference; room is for what has to be made. Not of what is none.
static inline const imp3_shape* imp3i_part_ref(const imp3_compound* c, int32_t i, imp3_shape* room)
{
    if (c->parts)
    {
        return &c->parts[i];
    }
    (void)imp3i_part_at(c, i, room);
    return room;
}

/// The same as far as a part is round: of a triangle of a surface only that it is one, and its radius.
static inline const imp3_shape* imp3i_part_roundness(const imp3_compound* c, int32_t i, imp3_shape* room)
{
    if (c->parts)
    {
        return &c->parts[i];
    }
    room->kind = IMP3_SHAPE_TRIANGLE;
    room->count = 3;
    room->radius = imp3i_compound_block_of(c)->radius;
    return room;
}

/// The greatest radius of a part.
static inline float imp3i_compound_radius(const imp3_compound* c)
{
    float radius = c->kind == IMP3_COMPOUND_SHAPE ? c->parts->radius : imp3i_compound_block_of(c)->radius;
    for (int32_t i = 0; i < c->part_count && c->kind == IMP3_COMPOUND_SET; ++i)
    {
        radius = c->parts[i].radius > radius ? c->parts[i].radius : radius;
    }
    return radius;
}

/// Whether the box of part i of a compound that is not a single shape meets a box.
static inline bool imp3i_part_overlaps(const imp3_compound* c, int32_t i, const imp3i_dbox* box)
{
    return imp3i_boxes_meet(imp3i_part_box(c, i), box);
}

/// The first part from part `from` on that may have a point in a box of the compound's frame, touching included; part_count
/// when there is none. The part's own box, with its radius, meets the other; of a mesh so do the volumes above it.
int32_t imp3i_part_near(const imp3_compound* c, const imp3i_dbox* box, int32_t from);

/// All parts near a box, in rising order, as imp3i_part_near has them:
///
///     imp3i_part_walk walk;
///     imp3i_part_walk_start(&walk, c, &box);
///     for (int32_t i; (i = imp3i_part_walk_next(&walk)) < c->part_count;)
typedef struct imp3i_part_walk
{
    const imp3_compound* compound;
    imp3i_dbox box;
    int32_t next;               // of all but triangles: the part after the last
    imp3i_bvh_part_walk parts;  // of triangles
} imp3i_part_walk;

void imp3i_part_walk_start(imp3i_part_walk* w, const imp3_compound* c, const imp3i_dbox* box);

/// Makes the box less on the way.
void imp3i_part_walk_shrink(imp3i_part_walk* w, const imp3i_dbox* box);

/// The same of a mesh, of which only triangles are wanted that a probe may meet too.
void imp3i_part_walk_start_probe(imp3i_part_walk* w, const imp3_compound* c, const imp3i_dbox* box,
                                 const imp3i_probe* probe);

int32_t imp3i_part_walk_next(imp3i_part_walk* w);

// Nodes of what finds parts (impi_node_at). On level 0 a node is a leaf: a part, of a height field a tile. Above, it is a
// box of the tree; of a mesh, on level 1, a slot of its bounding volume hierarchy, one more than its number.

enum
{
    IMP3I_NODE_CHILDREN = IMP3I_BVH_CHILDREN,  // most of a node
    IMP3I_NODE_DEPTH = IMP3I_BVH_DEPTH + 1     // most nodes above a leaf
};

int32_t imp3i_node_root(const imp3_compound* c, bool border);
imp3_box imp3i_node_box(const imp3_compound* c, bool border, int32_t node);

/// The children of a node that is no leaf. Returns how many.
int32_t imp3i_node_children(const imp3_compound* c, bool border, int32_t node, int32_t out[IMP3I_NODE_CHILDREN]);

/// The part that a unit normal n out of part i, at a point of its boundary that is a support along n, leads into: of the
/// other parts that have the point, within `tiny`, and go on beyond it along n by more than `level` of their size, the
/// one that goes on most. -1 when there is none: n is a normal of the whole. All in the compound's frame. Of triangles and
/// height fields the feature along n is asked, and the point does not count.
int32_t imp3i_part_beyond(const imp3_compound* c, int32_t i, imp3i_dvec point, imp3i_dvec n, double tiny, double level);

/// Whether there is none: a normal is one of the whole.
bool imp3i_normal_is_own(const imp3_compound* c, int32_t i, imp3i_dvec point, imp3i_dvec n, double tiny, double level);

/// A neighbour that rises less than this part of its size does not go on beyond a face.
#define IMP3I_LEVEL_RISE 0x1p-12

/// How far normals of the whole lean from those of the front and the back of part i of triangles or a height field, at
/// most: a tangent. Nothing else is one, to IMP3I_LEVEL_RISE. INFINITY where that is not known, as along a border.
double imp3i_surface_lean(const imp3i_compound_block* b, int32_t i);

/// Finds what imp3i_surface_lean tells of triangles that are new, or whose points have all changed a little. The
/// other forgets it.
void imp3i_triangles_find_leans(imp3i_compound_block* b);
void imp3i_triangles_forget_leans(imp3i_compound_block* b);

/// The volume that a closed mesh encloses, or of all parts of a set together, whatever it weighs.
double imp3i_compound_volume(const imp3_compound* c);

/// Lets a set weigh what a mesh encloses.
void imp3i_set_weigh(imp3_compound* set, const imp3_compound* mesh);

/// A block with its arrays laid out by a function, which is called twice: to measure, and to place. Null when memory is
/// out.
imp3i_compound_block* imp3i_compound_block_make(const imp_allocator* allocator,
                                                void (*place)(imp3i_compound_block* head, impi_layout* l,
                                                              const void* context),
                                                const void* context);

/// The order of boxes along a Morton curve through space. Room for count of both.
struct impi_keyed;
void imp3i_order_boxes(const imp3_box* boxes, int32_t count, struct impi_keyed* order, struct impi_keyed* scratch);

/// A triangle of three accepted corners, as imp3_triangle_make has it.
imp3_shape imp3i_triangle_of(imp3_vec a, imp3_vec b, imp3_vec c, float radius);

/// Bounds of three points and a radius, rounded outward.
imp3_box imp3i_box_of_corners(const imp3_vec v[3], float radius);

/// Finds what changes with points or corners of triangles: how far the points are from the origin, the terms of the
/// bounding volume hierarchy, and which parts are around each point.
void imp3i_triangles_follow(imp3i_compound_block* b, float* reach);
void imp3i_triangles_find_around(imp3i_compound_block* b);

/// The corners of part i of triangles or a height field, as numbers of points. False where a height field has none.
bool imp3i_surface_corners(const imp3i_compound_block* b, int32_t i, int32_t out[3]);
imp3_vec imp3i_surface_point(const imp3i_compound_block* b, int32_t point);

/// A height field's part i: its cell, and its corners as numbers of samples. False in a hole and beyond the field.
int32_t imp3i_field_cell(const imp3i_compound_block* b, int32_t i);
bool imp3i_field_corners(const imp3i_compound_block* b, int32_t i, int32_t samples[3]);
imp3_vec imp3i_field_point(const imp3i_compound_block* b, int32_t sample);

/// The parts around a sample: at most six. Returns how many.
int32_t imp3i_field_around(const imp3i_compound_block* b, int32_t sample, int32_t parts[6]);

#endif
