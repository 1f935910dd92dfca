// SPDX-License-Identifier: MIT
//
// What articulation_kit.inl asks of a dimension, in the plane.

#ifndef ARTICULATION_KIT2_H
#define ARTICULATION_KIT2_H

#include "hinge_kit2.h"

#define BENT 3.0f  // most of each angle

static inline float inertia_about_z(const imp2_world* world, imp_body body)
{
    imp2_body_state s;
    assert_int_equal(imp2_world_get_body(world, body, &s), IMP_OK);
    return s.inertia;
}

#endif
