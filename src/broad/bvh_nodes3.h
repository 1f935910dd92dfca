// SPDX-License-Identifier: MIT
//
// Bounding volume hierarchies while they are built: nodes one by one, over the boxes of triangles.
//
// A builder parts a run of triangles, from all of them down to what a leaf may have; a way of doing that (bins, middle,
// octants, Morton) puts the run in order, and says where its pieces end. Every tree is built on upright boxes, whatever
// volumes its nodes get in the end.
//
// There is room for twice as many items as there are, and each run has as many free places as it has items. So a split
// moves each item once, what is below its cut to where the run is and what is beyond to its free places: these, and
// what has become free in the run, are the room that its pieces have. Morton sorts codes, and moves no item.

#ifndef IMP3I_BVH_NODES_H
#define IMP3I_BVH_NODES_H

#include "../math/lanes.h"
#include "bvh3.h"

enum
{
    IMP3I_BVH_PIECES = 8,      // most of a node
    IMP3I_BVH_DEPTH_FREE = 64  // nodes that are deeper than this are parted in halves of the count
};

/// A triangle: its box, and its number as a float, which is exact as there are no more than 2^24. Two times four lanes.
typedef struct imp3i_bvh_item
{
    float lower[3], number;
    float upper[3], spare;
} imp3i_bvh_item;

/// Triangles first to first + count - 1. A leaf has no children; those of a node follow each other, and come after it.
typedef struct imp3i_bvh_node
{
    imp3_box box;
    int32_t first, count;
    int32_t child, children;
} imp3i_bvh_node;

/// A box by the lanes of its ends; the fourth lane is not meant.
typedef struct imp3i_lane_box
{
    impi_lanes lower, upper;
} imp3i_lane_box;

static inline imp3i_lane_box imp3i_no_lane_box(void)
{
    imp3i_lane_box r = {impi_lanes_splat(INFINITY), impi_lanes_splat(-INFINITY)};
    return r;
}

static inline void imp3i_lane_box_grow(imp3i_lane_box* box, impi_lanes lower, impi_lanes upper)
{
    box->lower = impi_lanes_min(lower, box->lower);
    box->upper = impi_lanes_max(upper, box->upper);
}

static inline void imp3i_lane_box_grow_item(imp3i_lane_box* box, const imp3i_bvh_item* item)
{
    imp3i_lane_box_grow(box, impi_lanes_load(item->lower), impi_lanes_load(item->upper));
}

/// A point as x, y, y, z: lanes 0, 1 and 3, as there may be nothing behind its last float.
static inline impi_lanes imp3i_lanes_of_point(const imp3_vec* point)
{
    return impi_lanes_load_two(&point->x, &point->y);
}

/// The box around a triangle, likewise.
static inline imp3i_lane_box imp3i_lane_box_of_corners(const imp3_vec* points, const int32_t* corner)
{
    const impi_lanes from = imp3i_lanes_of_point(&points[corner[0]]);
    imp3i_lane_box box = {from, from};
    for (int k = 1; k < 3; ++k)
    {
        const impi_lanes point = imp3i_lanes_of_point(&points[corner[k]]);
        imp3i_lane_box_grow(&box, point, point);
    }
    return box;
}

/// A box of lanes 0, 1 and 3 as one of lanes 0 to 2.
static inline imp3i_lane_box imp3i_lane_box_close(const imp3i_lane_box* box)
{
    imp3i_lane_box r = {impi_lanes_mix(box->lower, 0, 1, box->lower, 3, 3),
                        impi_lanes_mix(box->upper, 0, 1, box->upper, 3, 3)};
    return r;
}

static inline imp3_box imp3i_box_of_lanes(const imp3i_lane_box* box)
{
    float low[4], high[4];
    impi_lanes_store(low, box->lower);
    impi_lanes_store(high, box->upper);
    imp3_box r = {{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
    return r;
}

typedef struct imp3i_bvh_builder
{
    imp3_bvh_choice def;
    const imp3i_bvh_triangles* triangles;
    int32_t* order;         // which triangle is where in the tree
    imp3i_bvh_item* items;  // as many as there are triangles, and, but for Morton, room for as many again
    uint64_t* codes;        // Morton: of each item, above its number; room for twice as many, else null
    imp3i_bvh_node* nodes;  // room for twice as many as there are triangles
    int32_t node_count;
    int32_t depth;    // of the root
    imp3_box bounds;  // around all
    float unit;       // 1 by its longest side
} imp3i_bvh_builder;

/// A run of triangles, the first of the tree's order that is in it, and how many; where their items are, and where as
/// many are free. Of Morton codes those from first on are meant.
typedef struct imp3i_bvh_run
{
    int32_t first, count;
    int32_t items, spare;
} imp3i_bvh_run;

/// A piece of a run: how many items, where they are, and where as many are free. Triangles of pieces follow each other.
typedef struct imp3i_bvh_piece
{
    int32_t count, items, spare;
} imp3i_bvh_piece;

/// A run after its items were moved: those below a cut are in its place, those beyond in its free places.
static inline void imp3i_bvh_pieces_of(const imp3i_bvh_run* run, int32_t below, imp3i_bvh_piece pieces[2])
{
    pieces[0].count = below;
    pieces[0].items = run->items;
    pieces[0].spare = run->spare + run->count - below;
    pieces[1].count = run->count - below;
    pieces[1].items = run->spare;
    pieces[1].spare = run->items + below;
}

/// Halves of the count.
static inline void imp3i_bvh_halve(const imp3i_bvh_run* run, imp3i_bvh_piece pieces[2])
{
    const int32_t half = run->count / 2;
    pieces[0].count = half;
    pieces[0].items = run->items;
    pieces[0].spare = run->spare;
    pieces[1].count = run->count - half;
    pieces[1].items = run->items + half;
    pieces[1].spare = run->spare + half;
}

/// Parts two or more items into pieces, none of which is empty. Returns how many, 2 or more; or 0 if it cannot say how,
/// and has moved nothing.
typedef int32_t (*imp3i_bvh_split)(const imp3i_bvh_builder* b, const imp3i_bvh_run* run,
                                   imp3i_bvh_piece pieces[IMP3I_BVH_PIECES]);

int32_t imp3i_bvh_split_bins(const imp3i_bvh_builder* b, const imp3i_bvh_run* run,
                             imp3i_bvh_piece pieces[IMP3I_BVH_PIECES]);
int32_t imp3i_bvh_split_middle(const imp3i_bvh_builder* b, const imp3i_bvh_run* run,
                               imp3i_bvh_piece pieces[IMP3I_BVH_PIECES]);
int32_t imp3i_bvh_split_octants(const imp3i_bvh_builder* b, const imp3i_bvh_run* run,
                                imp3i_bvh_piece pieces[IMP3I_BVH_PIECES]);
int32_t imp3i_bvh_split_morton(const imp3i_bvh_builder* b, const imp3i_bvh_run* run,
                               imp3i_bvh_piece pieces[IMP3I_BVH_PIECES]);

enum
{
    IMP3I_BVH_NUMBER_BITS = 24  // of a triangle, below its Morton code
};

/// Finds the Morton codes of all items, and puts them in order.
void imp3i_bvh_sort_morton(imp3i_bvh_builder* b);

/// The groups of a tree from its nodes: which nodes are the children of each group.
typedef struct imp3i_bvh_plan
{
    int32_t groups, slots, leaves, depth;
    int32_t* first;  // the first slot of each group, and of one more; slots follow each other
    int32_t* node;   // of each slot
    int32_t* link;   // of each slot
} imp3i_bvh_plan;

/// Least costs below a node that takes up to 1, 2, ... slots of the group above it; more than `count` slots save
/// nothing.
typedef struct imp3i_bvh_costs
{
    int32_t count;
    float of[IMP3I_BVH_CHILDREN];
} imp3i_bvh_costs;

/// Costs of all nodes; those of leaves, which cost nothing, are not written.
void imp3i_bvh_cost_nodes(const imp3i_bvh_node* nodes, int32_t count, imp3i_bvh_costs* costs);

/// Wide groups by what nodes cost, narrow ones for null. Room for as many as there are nodes, and one more, in each
/// array.
void imp3i_bvh_plan_groups(const imp3i_bvh_node* nodes, const imp3i_bvh_costs* costs, imp3i_bvh_plan* plan);

/// Memory of a tree with its def, counts and bounds set, and its arrays in it; false when it is out.
bool imp3i_bvh_make_room(imp3i_bvh* tree, const imp_allocator* allocator);

/// As imp3i_bvh_build, of some of the triangles, with so many nodes above the root: the triangles of the tree count
/// from 0.
imp_status imp3i_bvh_build_some(const imp3_bvh_choice* def, const imp3i_bvh_triangles* triangles, int32_t depth,
                                const imp_allocator* allocator, int32_t* order, imp3i_bvh* out);

/// The measure of each group, by which parts that have sunk are found.
void imp3i_bvh_measure_groups(const imp3i_bvh* tree, float* out);

#endif
