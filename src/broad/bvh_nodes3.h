// SPDX-License-Identifier: MIT
//
// Bounding volume hierarchies while they are built: nodes one by one, over the boxes of triangles.
//
// A builder parts a run of triangles, from all of them down to what a leaf may have; a way of doing that (bins, middle,
// octants, Morton) puts the run in order, and says where its pieces end. Every tree is built on upright boxes, whatever
// volumes its nodes get in the end.
//
// Items lie in two arrays: a split that knows how long its pieces are writes them to the other array, so that each item is
// moved once, and a run tells in which of both it stands. Of Morton codes only the codes are put in order.

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
    int32_t* order;                 // which triangle is where in the tree
    imp3i_bvh_item *items, *spare;  // as many as there are triangles; Morton has no spare ones
    uint64_t* codes;                // Morton: of each item, above its number; room for twice as many, else null
    imp3i_bvh_node* nodes;          // room for twice as many as there are triangles
    int32_t node_count;
    int32_t depth;    // of the root
    imp3_box bounds;  // around all
    float unit;       // 1 by its longest side
} imp3i_bvh_builder;

/// A run of items that is to be parted. Both arrays are whole: the run is items[first] to
/// items[first + count - 1], and as many are free in spare.
typedef struct imp3i_bvh_run
{
    int32_t first, count;
    imp3i_bvh_item *items, *spare;
} imp3i_bvh_run;

static inline void imp3i_bvh_run_swap(imp3i_bvh_run* run)
{
    imp3i_bvh_item* items = run->items;
    run->items = run->spare;
    run->spare = items;
}

/// Parts two or more items: ends of the pieces, none of which is empty. ends[0] and ends[1] come as halves of the count. The
/// arrays of the run are exchanged if its pieces stand in the other one. Returns how many there are, 2 or more.
typedef int32_t (*imp3i_bvh_split)(const imp3i_bvh_builder* b, imp3i_bvh_run* run, int32_t ends[IMP3I_BVH_PIECES]);

int32_t imp3i_bvh_split_bins(const imp3i_bvh_builder* b, imp3i_bvh_run* run, int32_t ends[IMP3I_BVH_PIECES]);
int32_t imp3i_bvh_split_middle(const imp3i_bvh_builder* b, imp3i_bvh_run* run, int32_t ends[IMP3I_BVH_PIECES]);
int32_t imp3i_bvh_split_octants(const imp3i_bvh_builder* b, imp3i_bvh_run* run, int32_t ends[IMP3I_BVH_PIECES]);
int32_t imp3i_bvh_split_morton(const imp3i_bvh_builder* b, imp3i_bvh_run* run, int32_t ends[IMP3I_BVH_PIECES]);

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

/// What is below a node costs at least when it takes up to 1, 2, ... slots of the group above it, which is no less with more
/// than `count`.
typedef struct imp3i_bvh_costs
{
    int32_t count;
    float of[IMP3I_BVH_CHILDREN];
} imp3i_bvh_costs;

/// Costs of all nodes; those of leaves, which cost nothing, are not written.
void imp3i_bvh_cost_nodes(const imp3i_bvh_node* nodes, int32_t count, imp3i_bvh_costs* costs);

/// Wide groups by what nodes cost, narrow ones for null. Room for as many as there are nodes, and one more, in each array.
void imp3i_bvh_plan_groups(const imp3i_bvh_node* nodes, const imp3i_bvh_costs* costs, imp3i_bvh_plan* plan);

/// Memory of a tree with its def, counts and bounds set, and its arrays in it; false when it is out.
bool imp3i_bvh_make_room(imp3i_bvh* tree, const imp_allocator* allocator);

/// As imp3i_bvh_build, of some of the triangles, with so many nodes above the root: the triangles of the tree count from 0.
imp_status imp3i_bvh_build_some(const imp3_bvh_choice* def, const imp3i_bvh_triangles* triangles, int32_t depth,
                                const imp_allocator* allocator, int32_t* order, imp3i_bvh* out);

/// The measure of each group, by which parts that have sunk are found.
void imp3i_bvh_measure_groups(const imp3i_bvh* tree, float* out);

#endif
