// SPDX-License-Identifier: MIT
//
// The frontier of a walk through trees: what has been found and not yet looked at, and what comes next of it.
//
// A task is some children of a group, each with one and the same thing: a slot of another tree, a ray, a point. Depth
// first, the frontier is a stack; breadth first a queue; best first a heap, the least key first. It has room for the
// deepest tree depth first, as what is taken is one child, and the others stay where they are. Queue and heap may be
// full: what does not fit goes on the stack, which is emptied first. So a walk never fails, and needs no memory but this.
// Tasks with equal keys are taken in the order in which they were put.
//
// The triangles near a probe, in rising order, are gone through by a walk of a group for each level, which is 40 times
// smaller.

#ifndef IMP3I_BVH_WALK_H
#define IMP3I_BVH_WALK_H

#include "bvh3.h"

enum
{
    IMP3I_WALK_STACK = IMP3I_BVH_CHILDREN * (IMP3I_BVH_DEPTH + 1),  // sixteen tasks for each level
    IMP3I_WALK_WAITING = 1024                                       // in the queue or heap
};

typedef struct imp3i_bvh_task
{
    float key;
    int32_t group;   // whose children they are
    int32_t with;    // what they are to be held against; the caller's business
    uint32_t lanes;  // which children, below bit 16; bits above are the caller's
} imp3i_bvh_task;

typedef struct imp3i_bvh_frontier
{
    int32_t order;  // IMP3_WALK_...
    int32_t stacked, waiting, head;
    uint32_t puts;
    imp3i_bvh_task stack[IMP3I_WALK_STACK];
    imp3i_bvh_task queue[IMP3I_WALK_WAITING];
    uint32_t number[IMP3I_WALK_WAITING];  // of a heap's tasks: when they were put
} imp3i_bvh_frontier;

/// Begins with nothing to do. Arrays stay as they are: they mean nothing yet.
void imp3i_bvh_frontier_start(imp3i_bvh_frontier* f, int32_t order);

/// Adds a task with some lanes; with none it is left out.
void imp3i_bvh_frontier_put(imp3i_bvh_frontier* f, imp3i_bvh_task task);

/// Takes the next child: a task with one lane, and with the caller's bits. False when there is none left.
bool imp3i_bvh_frontier_take(imp3i_bvh_frontier* f, imp3i_bvh_task* out);

/// Triangles under children that meet a probe, in rising order.
typedef struct imp3i_bvh_part_walk
{
    const imp3i_bvh* tree;
    imp3i_probe probe;
    int32_t next, end;  // of the leaf that was opened last: what is still to be told
    int32_t open;       // groups that were opened
    int32_t group[IMP3I_BVH_DEPTH + 1];
    uint16_t lanes[IMP3I_BVH_DEPTH + 1];  // children of each that are still to be opened
} imp3i_bvh_part_walk;

/// Begins with those from a triangle on. The probe may be made less on the way.
void imp3i_bvh_part_walk_start(imp3i_bvh_part_walk* w, const imp3i_bvh* tree, const imp3i_probe* probe, int32_t from);

/// The next triangle; -1 when there is none left.
int32_t imp3i_bvh_part_walk_next(imp3i_bvh_part_walk* w);

#endif
