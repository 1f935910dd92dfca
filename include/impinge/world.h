// SPDX-License-Identifier: MIT
//
// What worlds of the plane (world2.h) and of space have in common.

#ifndef IMPINGE_WORLD_H
#define IMPINGE_WORLD_H

#include "jobs.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A body of a world; zero is none. The handle of a body that is gone is refused for ever.
typedef struct imp_body
{
    uint64_t id;  ///< below 2^53
} imp_body;

/// A shape that a body wears; zero is none.
typedef struct imp_collider
{
    uint64_t id;  ///< below 2^53
} imp_collider;

/// What moves a body.
enum
{
    IMP_BODY_STATIC = 0,  ///< nothing
    IMP_BODY_KINEMATIC,   ///< its velocity, which no contact changes
    IMP_BODY_DYNAMIC,     ///< forces and contacts
    IMP_BODY_KIND_COUNT
};

/// What a surface is made of. Of two that meet, friction is the geometric mean of both, restitution and rolling the
/// larger one, and surface speeds add up.
typedef struct imp_material
{
    float friction;     ///< Coulomb's coefficient, 0 or more
    float restitution;  ///< bounce: 0 none, 1 all
    float rolling;      ///< what resists rolling: lever arm of the normal force [m]; 0 or more
    float belt;         ///< how fast the surface runs, to the left of the outward normal [m/s]
} imp_material;

/// Two colliders that have begun to touch, or have ceased to. A collider that is gone ends what it has begun.
typedef struct imp_touch
{
    imp_collider a, b;
} imp_touch;

/// What has happened in the last step, in the memory of the world: good until its next call that is not const. The order
/// depends on the calls alone.
typedef struct imp_touches
{
    const imp_touch* begun;
    const imp_touch* ended;
    int32_t begun_count, ended_count;
} imp_touches;

/// Figures of a world.
typedef struct imp_world_stats
{
    int32_t bodies, awake;        ///< bodies, and those that are not asleep and not static
    int32_t colliders, contacts;  ///< pairs of colliders whose boxes touch
    int32_t rows;                 ///< manifolds that the last step solved
    int32_t colours;              ///< groups of them
    uint64_t hash;                ///< of poses and velocities of all bodies: two runs with the same hash are the same
} imp_world_stats;

#ifdef __cplusplus
}
#endif

#endif
