// SPDX-License-Identifier: MIT
//
// What kit.inl asks of a dimension, in the plane.

#ifndef KIT_PLANE_H
#define KIT_PLANE_H

#include <math.h>

#include "manifolds2.h"

static inline imp2_vec at(float x, float y, float z)
{
    (void)z;
    const imp2_vec r = {x, y};
    return r;
}

static inline imp2_rot turn_about(float angle)
{
    imp2_rot q;
    assert_int_equal(imp2_rot_make(angle, &q), IMP_OK);
    return q;
}

static inline float spin_about(float spin)
{
    return spin;
}

static inline imp2_rot any_turn(test_rng* rng, float most)
{
    return turn_about(test_rng_range(rng, -most, most));
}

/// Of a velocity of rotation: about z, and all of it.
static inline float spin_left(float spin)
{
    return spin;
}

static inline float spin_size(float spin)
{
    return fabsf(spin);
}

static inline double turn_between(imp2_rot a, imp2_rot b)
{
    return fabs(atan2((double)a.c * b.s - (double)a.s * b.c, (double)a.c * b.c + (double)a.s * b.s));
}

static inline imp2_shape ball_of(float radius)
{
    imp2_shape r;
    assert_int_equal(imp2_circle_make(at(0.0f, 0.0f, 0.0f), radius, &r), IMP_OK);
    return r;
}

static inline imp2_shape box_of(float x, float y, float z)
{
    (void)z;
    imp2_shape r;
    const imp2_box box = {{-x, -y}, {x, y}};
    assert_int_equal(imp2_box_make(box, &r), IMP_OK);
    return r;
}

static inline float* strength_of(imp2_explosion* e)
{
    return &e->impulse_per_length;
}

static inline void judge(const imp2_world* world)
{
    manifolds_hold(world);
}

#endif
