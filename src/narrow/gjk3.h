// SPDX-License-Identifier: MIT
//
// The nearest points of two cores of space, none of them a half-space.

#ifndef IMP3I_GJK_H
#define IMP3I_GJK_H

#include "quick3.h"

/// Cores nearer than this part of the scale count as meeting: what parts them is rounding.
#define IMP3I_GJK_NEARLY 0x1p-46

/// Where rounding has stopped the search before the nearest points were found, cores nearer than this part of the scale
/// are measured along axes instead: there the two differ by less than is promised.
#define IMP3I_GJK_STALLED 0x1p-22

/// What is known about two cores.
enum
{
    IMP3I_CORES_APART = 0,  // their nearest points
    IMP3I_CORES_FAR,        // that they are farther apart than was asked for
    IMP3I_CORES_MEET,       // that they have a point in common, beyond doubt
    IMP3I_CORES_NEARLY      // that they meet or nearly: which, doubles cannot tell
};

typedef struct imp3i_closest
{
    imp3i_dvec between;  // from A's nearest point to B's; when far, the direction along which they are
    imp3i_dvec on_a;
    double distance;  // the length of between; when far, a lower bound
    double bound;     // a lower bound of the distance, along between
    double above;     // an upper bound of it, whatever rounding has done to between; not when far
} imp3i_closest;

/// Looks for the nearest points, and stops as soon as the cores are known to be farther apart than far. cache may be
/// null.
int imp3i_gjk(const imp3i_pair* p, double far, imp3_cache* cache, imp3i_closest* out);

/// Depth of two cores that have a point in common beyond doubt and are no half-spaces, by the polytope inside their
/// difference. False when it got full before that was certain.
bool imp3i_penetration_expanded(const imp3i_pair* p, imp3i_gap* out);

/// How two shapes lie, one of them at least a cylinder or a cone and none a half-space: -1 apart, 0 with a common point
/// and nothing known of how deep, 1 deeper. Apart or not is right but where the distance is less than 2^-45 of the scale,
/// and the same in either order but where it is about a quarter of that.
int imp3i_relation_curved(const imp3i_pair* p);

/// imp3i_pair_status, quick where there is nothing to say.
static inline imp_status imp3i_pair_door(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b,
                                         const imp3_pose* pose_b)
{
    bool fine = !imp3i_shape_fault(a) && !imp3i_shape_fault(b) && pose_a && pose_b && imp3i_quick_door(pose_a, pose_b);
    return fine ? IMP_OK : imp3i_pair_status(a, pose_a, b, pose_b);
}

#endif
