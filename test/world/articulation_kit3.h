// SPDX-License-Identifier: MIT
//
// What articulation_kit.inl asks of a dimension, in space.

#ifndef ARTICULATION_KIT3_H
#define ARTICULATION_KIT3_H

#include "kit_space.h"

#define BENT 1.2f  // most of each angle

enum
{
    TURN = IMP3_AXIS_TWIST
};

// Twist is about x of its frames, which is z of the bodies.
static inline imp3_joint_def hinge(void)
{
    imp3_joint_def def = imp3_joint_default();
    const imp3_rot q = {{0.0f, 0.0f, 1.0f}, {1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}};
    def.axes[TURN].kind = IMP_AXIS_FREE;
    def.frame_a.q = def.frame_b.q = q;
    return def;
}

// Twice the energy of rotation.
static inline double turning_energy(const imp3_body_state* s)
{
    const imp3_vec w = imp3_rot_apply_inverse(s->pose.q, s->angular_velocity);
    const imp3_inertia* i = &s->inertia;
    return (double)i->xx * w.x * w.x + (double)i->yy * w.y * w.y + (double)i->zz * w.z * w.z +
           2.0 * ((double)i->xy * w.x * w.y + (double)i->yz * w.y * w.z + (double)i->zx * w.z * w.x);
}

static inline float inertia_about_z(const imp3_world* world, imp_body body)
{
    imp3_body_state s;
    assert_int_equal(imp3_world_get_body(world, body, &s), IMP_OK);
    return s.inertia.zz;
}

#endif
