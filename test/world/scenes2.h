// SPDX-License-Identifier: MIT
//
// Scenes for tests of worlds of the plane: bodies in a line or two, and a crowd of everything that there is.

#ifndef IMP_TEST_SCENES2_H
#define IMP_TEST_SCENES2_H

#include "support.h"

#include "impinge/impinge2.h"

/// What most bodies here have in common.
typedef struct scene_matter
{
    float density, friction, restitution, rolling;
} scene_matter;

extern const scene_matter scene_wood;

/// A world with gravity downwards, which tells of impacts from a speed on, if that is not 0.
imp2_world* scene_world(float gravity, float impact_speed);

/// A body without a collider, a collider for one, and a wide floor whose upper side is at 0.
imp_body scene_place(imp2_world* world, int32_t kind, float x, float y);
imp_collider scene_wear(imp2_world* world, imp_body body, const imp2_shape* shape, imp2_collider_def def);
imp_body scene_floor(imp2_world* world);

imp_touch_events scene_touches(const imp2_world* world);

/// A body with one convex shape.
imp_body scene_body(imp2_world* world, int32_t kind, imp2_pose pose, const imp2_shape* shape, scene_matter matter);

/// A body of a definition, with one collider.
imp_body scene_body_with(imp2_world* world, const imp2_body_def* def, const imp2_shape* shape,
                         const imp2_collider_def* worn, imp_collider* out);

/// A dynamic body with defaults.
imp_body scene_dynamic(imp2_world* world, float x, float y, const imp2_shape* shape);

/// Shapes in the middle of their frames.
imp2_shape scene_box(float half_width, float half_height);
imp2_shape scene_ball(float radius);

imp2_pose scene_pose(float x, float y, float angle);

imp2_body_state scene_state(const imp2_world* world, imp_body body);

imp_world_stats scene_stats(const imp2_world* world);
uint64_t scene_hash(const imp2_world* world);

/// Steps; every one must succeed. In the end all manifolds are judged (manifolds2.h).
void scene_run(imp2_world* world, int steps, float time);

/// A basin of a chain, with a region for a floor, into which bodies of all kinds fall: boxes, balls, capsules,
/// polygons, of several colliders, crosses that are not convex, a paddle that turns.
typedef struct scene_crowd
{
    imp2_compound cross;
    imp_body bodies[256];
    int32_t count;
} scene_crowd;

/// Makes it, with so many bodies, from random numbers. Returns the first status that is not IMP_OK.
imp_status scene_crowd_make(scene_crowd* crowd, imp2_world* world, int32_t count, uint64_t seed);
void scene_crowd_free(scene_crowd* crowd);

#endif
