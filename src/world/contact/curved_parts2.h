// SPDX-License-Identifier: MIT
//
// Curvature of a shape for its contacts: in the plane only its radius.

#ifndef IMP2I_CURVED_PARTS_H
#define IMP2I_CURVED_PARTS_H

#include "../world2.h"

/// The part of an arm to a point of contact that does not turn with its body.
static inline float imp2i_still_arm(const imp2_shape* s, imp2_pose pose, imp2_vec point, imp2_vec outward)
{
    (void)pose;
    (void)point;
    (void)outward;
    return s->radius;
}

/// Whether the points of a manifold stand for a disc.
static inline bool imp2i_is_disc(const imp2_shape* a, const imp2_shape* b, const imp2_manifold* m)
{
    (void)a;
    (void)b;
    (void)m;
    return false;
}

#endif
