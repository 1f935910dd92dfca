// SPDX-License-Identifier: MIT
//
// What kit.inl asks of a dimension, in space.

#ifndef KIT_SPACE_H
#define KIT_SPACE_H

#include <math.h>

#include "impinge/impinge3.h"
#include "support.h"

static inline imp3_vec at(float x, float y, float z)
{
    const imp3_vec r = {x, y, z};
    return r;
}

static inline imp3_rot turn_about(float angle)
{
    imp3_rot q;
    assert_int_equal(imp3_rot_make(at(0.0f, 0.0f, 1.0f), angle, &q), IMP_OK);
    return q;
}

static inline imp3_vec spin_about(float spin)
{
    return at(0.0f, 0.0f, spin);
}

static inline imp3_rot any_turn(test_rng* rng, float most)
{
    imp3_rot q;
    float x = test_rng_range(rng, -1.0f, 1.0f), y = test_rng_range(rng, -1.0f, 1.0f);
    float angle = test_rng_range(rng, -most, most);
    assert_int_equal(imp3_rot_make(at(x, y, 0.5f), angle, &q), IMP_OK);
    return q;
}

/// Of a velocity of rotation: about z, and all of it.
static inline float spin_left(imp3_vec spin)
{
    return spin.z;
}

static inline float spin_size(imp3_vec spin)
{
    return sqrtf(imp3_vec_dot(spin, spin));
}

// By the length of a chord between turned axes, which is exact for small turns, too.
static inline double turn_between(imp3_rot a, imp3_rot b)
{
    imp3_vec x = imp3_vec_sub(a.x, b.x), y = imp3_vec_sub(a.y, b.y), z = imp3_vec_sub(a.z, b.z);
    double squares = (double)imp3_vec_dot(x, x) + (double)imp3_vec_dot(y, y) + (double)imp3_vec_dot(z, z);
    double half = sqrt(squares / 8.0);
    return 2.0 * asin(half < 1.0 ? half : 1.0);
}

static inline imp3_shape ball_of(float radius)
{
    imp3_shape r;
    assert_int_equal(imp3_sphere_make(at(0.0f, 0.0f, 0.0f), radius, &r), IMP_OK);
    return r;
}

static inline imp3_shape box_of(float x, float y, float z)
{
    imp3_shape r;
    const imp3_box box = {{-x, -y, -z}, {x, y, z}};
    assert_int_equal(imp3_box_make(box, &r), IMP_OK);
    return r;
}

static inline float* strength_of(imp3_explosion* e)
{
    return &e->impulse_per_area;
}

static inline void judge(const imp3_world* world)
{
    (void)world;
}

#endif
