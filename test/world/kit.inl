// SPDX-License-Identifier: MIT
//
// Worlds of both dimensions for tests that are written once: y is up, turns are about z, and what is z lies in a line
// or a row that space has beside. Included with the words of a dimension, after support.h and the public headers; the
// wrapper says what is not the same: at, turn_about, any_turn, spin_about, turn_between, strength_of, ball_of, box_of,
// judge.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DT (1.0f / 60.0f)

static inline World* new_world(float gravity)
{
    WorldDef def = FN(world_default)();
    World* world;
    def.gravity = at(0.0f, -gravity, 0.0f);
    assert_int_equal(FN(world_make)(&def, &world), IMP_OK);
    return world;
}

static inline void run(World* world, int32_t steps)
{
    for (int32_t i = 0; i < steps; ++i)
    {
        assert_int_equal(FN(world_step)(world, DT), IMP_OK);
    }
}

// The same; what is kept of contacts in the end is judged.
static inline void run_judged(World* world, int32_t steps)
{
    run(world, steps);
    judge(world);
}

static inline BodyState state_of(const World* world, imp_body body)
{
    BodyState s;
    assert_int_equal(FN(world_get_body)(world, body, &s), IMP_OK);
    return s;
}

static inline uint64_t hash_of(const World* world)
{
    uint64_t hash;
    assert_int_equal(FN(world_hash)(world, &hash), IMP_OK);
    return hash;
}

static inline imp_world_stats stats_of(const World* world)
{
    imp_world_stats stats;
    assert_int_equal(FN(world_stats)(world, &stats), IMP_OK);
    return stats;
}

static inline imp_touch_events touches_of(const World* world)
{
    imp_touch_events touches;
    assert_int_equal(FN(world_touch_events)(world, &touches), IMP_OK);
    return touches;
}

static inline bool is_awake(const World* world, imp_body body)
{
    return state_of(world, body).awake;
}

static inline float length_of(Vec v)
{
    return sqrtf(FN(vec_dot)(v, v));
}

static inline float distance_of(Vec a, Vec b)
{
    return length_of(FN(vec_sub)(a, b));
}

static inline Pose pose_of(Vec p, float angle)
{
    Pose pose = {p, turn_about(angle)};
    return pose;
}

static inline ColliderDef matter_of(float density, float friction, float restitution, float rolling)
{
    ColliderDef def = FN(collider_default)();
    def.density = density;
    def.material.friction = friction;
    def.material.restitution = restitution;
    def.material.rolling_resistance = rolling;
    return def;
}

static inline imp_body add_of(World* world, const BodyDef* def, const Shape* shape, const ColliderDef* worn)
{
    imp_body body;
    assert_int_equal(FN(world_add_body)(world, def, &body), IMP_OK);
    assert_int_equal(FN(world_add_collider)(world, body, shape, worn, NULL), IMP_OK);
    return body;
}

// A body without a shape, and a shape for one.
static inline imp_body add_bare(World* world, int32_t kind, Vec p)
{
    imp_body body;
    BodyDef def = FN(body_default)();
    def.kind = kind;
    def.pose.p = p;
    assert_int_equal(FN(world_add_body)(world, &def, &body), IMP_OK);
    return body;
}

static inline imp_collider wear(World* world, imp_body body, const Shape* shape, const ColliderDef* worn)
{
    imp_collider collider;
    assert_int_equal(FN(world_add_collider)(world, body, shape, worn, &collider), IMP_OK);
    return collider;
}

// A body with one shape.
static inline imp_body add_with(World* world, int32_t kind, Pose pose, const Shape* shape, const ColliderDef* worn,
                                imp_collider* out)
{
    imp_body body;
    BodyDef def = FN(body_default)();
    def.kind = kind;
    def.pose = pose;
    assert_int_equal(FN(world_add_body)(world, &def, &body), IMP_OK);
    assert_int_equal(FN(world_add_collider)(world, body, shape, worn, out), IMP_OK);
    return body;
}

static inline imp_body add(World* world, int32_t kind, Vec p, const Shape* shape)
{
    return add_with(world, kind, pose_of(p, 0.0f), shape, NULL, NULL);
}

// A floor of 80 m, the upper side of which is at 0.
static inline imp_body add_floor(World* world)
{
    const Shape slab = box_of(40.0f, 1.0f, 40.0f);
    return add(world, IMP_BODY_STATIC, at(0.0f, -1.0f, 0.0f), &slab);
}

// Component k of where a body is.
static inline float place_of(const World* world, imp_body body, int k)
{
    const Vec p = state_of(world, body).pose.p;
    return AT(p, k);
}
