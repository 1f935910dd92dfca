// SPDX-License-Identifier: MIT
//
// Worlds of space for tests: made of few words, and compared with closed forms.

#ifndef KIT3_H
#define KIT3_H

#include <math.h>
#include <stdio.h>

#include "impinge/world3.h"
#include "support.h"

#define DT (1.0f / 60.0f)
#define G 10.0f
#define SUB_STEP (DT / 4.0f)
#define SLOP 0.005f  // most depth or height of a body at rest [m]

/// Compares two numbers and prints both.
#define shows(a, op, b)                                                                                                \
    do                                                                                                                 \
    {                                                                                                                  \
        printf("    %s: %.9g, %.9g\n", #a " " #op " " #b, (double)(a), (double)(b));                                   \
        assert_number(a, op, b);                                                                                       \
    } while (0)

/// Compares a number with the wanted one, within a tolerance, and prints all three.
#define near_to(x, wanted, most)                                                                                       \
    do                                                                                                                 \
    {                                                                                                                  \
        double off = fabs((double)(x) - (double)(wanted));                                                             \
        printf("    %s: %.9g, wanted %.9g, off %.3g of %.3g\n", #x, (double)(x), (double)(wanted), off,                \
               (double)(most));                                                                                        \
        assert_number(off, <=, (double)(most));                                                                        \
    } while (0)

static inline imp3_vec vec(float x, float y, float z)
{
    const imp3_vec r = {x, y, z};
    return r;
}

static inline float length_of(imp3_vec v)
{
    return sqrtf(imp3_vec_dot(v, v));
}

static inline imp3_world* new_world(imp3_vec gravity, const imp_jobs* jobs)
{
    imp3_world* w;
    imp3_world_def def = imp3_world_default();
    def.gravity = gravity;
    def.jobs = jobs;
    assert_int_equal(imp3_world_make(&def, &w), IMP_OK);
    return w;
}

static inline void run(imp3_world* w, int32_t steps)
{
    for (int32_t i = 0; i < steps; ++i)
    {
        assert_int_equal(imp3_world_step(w, DT), IMP_OK);
    }
}

static inline imp_body add_body(imp3_world* w, int32_t kind, imp3_vec at, imp3_vec velocity)
{
    imp_body body;
    imp3_body_def def = imp3_body_default();
    def.kind = kind;
    def.pose.p = at;
    def.velocity = velocity;
    assert_int_equal(imp3_world_add_body(w, &def, &body), IMP_OK);
    return body;
}

static inline imp_collider wear(imp3_world* w, imp_body body, const imp3_shape* shape, float friction,
                                float restitution)
{
    imp_collider collider;
    imp3_collider_def def = imp3_collider_default();
    def.density = 1000.0f;
    def.material.friction = friction;
    def.material.restitution = restitution;
    assert_int_equal(imp3_world_add_collider(w, body, shape, &def, &collider), IMP_OK);
    return collider;
}

static inline void wear_sphere(imp3_world* w, imp_body body, imp3_vec center, float radius, float friction,
                               float restitution)
{
    imp3_shape sphere;
    assert_int_equal(imp3_sphere_make(center, radius, &sphere), IMP_OK);
    (void)wear(w, body, &sphere, friction, restitution);
}

static inline imp_body add_ball(imp3_world* w, imp3_vec at, imp3_vec velocity, float radius, float friction,
                                float restitution)
{
    imp_body body = add_body(w, IMP_BODY_DYNAMIC, at, velocity);
    wear_sphere(w, body, vec(0.0f, 0.0f, 0.0f), radius, friction, restitution);
    return body;
}

static inline imp_body add_wall(imp3_world* w, imp3_vec at, imp3_vec normal, float friction, float restitution)
{
    imp3_shape wall;
    assert_int_equal(imp3_half_space_make(normal, 0.0f, &wall), IMP_OK);
    imp_body body = add_body(w, IMP_BODY_STATIC, at, vec(0.0f, 0.0f, 0.0f));
    (void)wear(w, body, &wall, friction, restitution);
    return body;
}

static inline imp_body add_ground(imp3_world* w, imp3_vec normal, float friction, float restitution)
{
    return add_wall(w, vec(0.0f, 0.0f, 0.0f), normal, friction, restitution);
}

static inline imp3_body_state state_of(const imp3_world* w, imp_body body)
{
    imp3_body_state s;
    assert_int_equal(imp3_world_get_body(w, body, &s), IMP_OK);
    return s;
}

static inline uint64_t hash_of(const imp3_world* w)
{
    uint64_t hash;
    assert_int_equal(imp3_world_hash(w, &hash), IMP_OK);
    return hash;
}

#endif
