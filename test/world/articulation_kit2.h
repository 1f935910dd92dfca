// SPDX-License-Identifier: MIT
//
// What articulation_kit.inl asks of a dimension, in the plane.

#ifndef ARTICULATION_KIT2_H
#define ARTICULATION_KIT2_H

#include "kit_plane.h"

#define BENT 3.0f  // most of each angle

enum
{
    TURN = IMP2_AXIS_TURN
};

static inline imp2_joint_def hinge(void)
{
    imp2_joint_def def = imp2_joint_default();
    def.axes[TURN].kind = IMP_AXIS_FREE;
    return def;
}

// Twice the energy of rotation.
static inline double turning_energy(const imp2_body_state* s)
{
    return (double)s->inertia * s->angular_velocity * s->angular_velocity;
}

static inline float inertia_about_z(const imp2_world* world, imp_body body)
{
    imp2_body_state s;
    assert_int_equal(imp2_world_get_body(world, body, &s), IMP_OK);
    return s.inertia;
}

#endif
