// SPDX-License-Identifier: MIT
//
// How far one of two meshes has to be pushed along a direction until it has left the other.

#ifndef IMP3I_MESH_PUSH_H
#define IMP3I_MESH_PUSH_H

#include "mesh_near3.h"
#include "mesh_pair3.h"

enum
{
    IMP3I_PUSH_STACK = 2 * IMP3I_BVH_DEPTH * IMP3I_BVH_CHILDREN
};

/// One of the two meshes.
typedef struct imp3i_push_side
{
    const imp3_compound* mesh;
    const imp3i_compound_block* block;
    const imp3i_bvh* tree;
    imp3i_drot turn;
    imp3i_dvec shift;      // from A's position
    imp3i_frame to_other;  // its frame as seen from the other one's
    imp3i_drot seen;       // its axes as seen along the direction
    imp3i_dvec seen_shift;
    imp3_vec motion;  // of the other one, in its frame
    imp3i_dvec move;  // the same
    int32_t link;     // the leaf whose triangles are there
    imp3i_dtriangle triangles[IMP3I_BVH_CHILDREN];
} imp3i_push_side;

typedef struct imp3i_push_task
{
    float leave;
    int32_t slots[2];
} imp3i_push_task;

typedef struct imp3i_push
{
    imp3i_push_side sides[2];
    double scale;       // of coordinates
    imp3i_drot axes;    // the first is the direction
    double length;      // in the end the answer
    imp3i_dvec normal;  // unit, of the features that part last, in the world
    int32_t parts[2];   // that do; of the last answer at the start
    int32_t leaves;     // pairs of leaves that were looked at
    int32_t count;
    imp3i_push_task tasks[IMP3I_PUSH_STACK];
} imp3i_push;

/// Two meshes that overlap.
void imp3i_push_start(imp3i_push* push, const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                      const imp3_pose* pose_b);

/// The last time at which B, moving along a direction of about unit length, touches A: push->length, with the normal and the
/// parts. False as soon as that is enough or more: then it is a time at which they touch.
bool imp3i_push_along(imp3i_push* push, imp3_vec direction, double enough);

/// The least float of a push, about length long, after which nothing touches: what rounding of the place leaves is added.
float imp3i_parting_depth(const imp3i_mesh_couple* couple, imp3_vec direction, double length);

#endif
