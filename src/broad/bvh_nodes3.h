// SPDX-License-Identifier: MIT
//
// Bounding volume hierarchies while they are built: nodes one by one, over the boxes of triangles.
//
// A builder parts a run of triangles, from all of them down to what a leaf may have; a way of doing that (bins, middle,
// octants, Morton) puts the run in order, and says where its pieces end. Every tree is built on upright boxes, whatever
// volumes its nodes get in the end.

#ifndef IMP3I_BVH_NODES_H
#define IMP3I_BVH_NODES_H

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

typedef struct imp3i_bvh_builder
{
    imp3_bvh_choice def;
    const imp3i_bvh_triangles* triangles;
    imp3i_bvh_item *items, *spare;  // as many as there are triangles
    uint64_t* codes;                // Morton: of each item, above its number; room for twice as many, else null
    imp3i_bvh_node* nodes;          // room for twice as many as there are triangles
    int32_t node_count;
    int32_t depth;    // of the root
    imp3_box bounds;  // around all
    float unit;       // 1 by its longest side
} imp3i_bvh_builder;

/// A run of items that is to be parted, and how many nodes are above it.
typedef struct imp3i_bvh_run
{
    int32_t first, count, depth;
} imp3i_bvh_run;

/// Parts two or more items: ends of the pieces, none of which is empty. Returns how many there are, 2 or more.
typedef int32_t (*imp3i_bvh_split)(imp3i_bvh_builder* b, imp3i_bvh_run run, int32_t ends[IMP3I_BVH_PIECES]);

int32_t imp3i_bvh_split_bins(imp3i_bvh_builder* b, imp3i_bvh_run run, int32_t ends[IMP3I_BVH_PIECES]);
int32_t imp3i_bvh_split_middle(imp3i_bvh_builder* b, imp3i_bvh_run run, int32_t ends[IMP3I_BVH_PIECES]);
int32_t imp3i_bvh_split_octants(imp3i_bvh_builder* b, imp3i_bvh_run run, int32_t ends[IMP3I_BVH_PIECES]);
int32_t imp3i_bvh_split_morton(imp3i_bvh_builder* b, imp3i_bvh_run run, int32_t ends[IMP3I_BVH_PIECES]);

/// Puts all items in the order of their Morton codes.
void imp3i_bvh_sort_morton(imp3i_bvh_builder* b, int32_t count);

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
