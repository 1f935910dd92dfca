// SPDX-License-Identifier: MIT
//
// What articulation_kit.inl asks of a dimension, in space.

#ifndef ARTICULATION_KIT3_H
#define ARTICULATION_KIT3_H

#include "hinge_kit3.h"

#define BENT 1.2f  // most of each angle

static inline float inertia_about_z(const imp3_world* world, imp_body body)
{
    imp3_body_state s;
    assert_int_equal(imp3_world_get_body(world, body, &s), IMP_OK);
    return s.inertia.zz;
}

#endif
