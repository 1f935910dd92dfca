// SPDX-License-Identifier: MIT
//
// Queries of a world in space: ray casts, shape casts, overlaps, nearest colliders.
//
// Queries see colliders as they are now, also between a call that has moved one and the next step. They find sleeping
// bodies, but no disabled ones, and sensors on demand. Results are those of the pair tests (narrow2.h) for each
// collider: yes and no are exact. The query shape is a compound; imp3_compound_of_shape makes one of any convex shape.
//
// Hits come by time or distance, then by the place of the collider in the world, which is the order in which colliders
// were added as long as none is taken away. In manifolds, hits and distances, A is the collider.
//
// Nothing is kept and no memory is needed: calls with a const world may run at the same time on any number of threads,
// while no other call changes it.

#ifndef IMPINGE_WORLD_QUERY3_H
#define IMPINGE_WORLD_QUERY3_H

#include "world3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A ray, from origin to origin + motion; a zero motion asks about the origin alone.
typedef struct imp3_ray_def
{
    imp3_vec origin, motion;  ///< [m]
} imp3_ray_def;

/// A compound that lies somewhere.
typedef struct imp3_placed
{
    const imp3_compound* compound;
    imp3_pose pose;
} imp3_placed;

/// A collider that a ray or a cast hits.
typedef struct imp3_world_hit
{
    imp_collider collider;
    imp_body body;
    int32_t part;         ///< of the collider; 0 for a convex one
    int32_t part_thrown;  ///< of the cast compound; 0 for a ray
    imp3_hit hit;         ///< IMP_SWEEP_HIT, _TOUCH or _OVERLAP
} imp3_world_hit;

/// A collider that is near.
typedef struct imp3_world_near
{
    imp_collider collider;
    imp_body body;
    int32_t part;      ///< of the collider; 0 for a convex one
    int32_t part_own;  ///< of the query's compound
    imp3_nearest nearest;
} imp3_world_near;

/// The first colliders that a ray hits. With room for one that is the nearest; with room for many it is all, if some
/// room is left.
///
/// query     null for a zeroed one
/// hits      room for capacity of them: how many are wanted at most. With few the search ends early.
/// count     how many were found
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE (query->max_distance),
///           IMP_ERR_HANDLE (query->exclude_body), IMP_ERR_COUNT (capacity below 1)
/// exact     as imp3_sweep
/// cost      O(log n) in practice
IMP_API imp_status imp3_world_cast_ray(const imp3_world* world, const imp3_ray_def* ray, const imp_world_query* query,
                                       imp3_world_hit* hits, int32_t capacity, int32_t* count);

/// The first colliders that a moving compound hits; otherwise as imp3_world_cast_ray. A collider that it touches at the
/// start is hit if the two close. Internal edges between flush colliders are not hit: a compound that slides along
/// tiles hits obstacles on them.
///
/// thrown    it may turn, too
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_COMPOUND, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE,
///           IMP_ERR_ROTATION, IMP_ERR_RANGE (a turn beyond +-2^10 rad), IMP_ERR_HANDLE, IMP_ERR_COUNT
/// exact     as imp3_sweep; with a turn as imp3_time_of_impact
IMP_API imp_status imp3_world_cast_compound(const imp3_world* world, const imp3_compound_mover* thrown,
                                            const imp_world_query* query, imp3_world_hit* hits, int32_t capacity,
                                            int32_t* count);

/// The same for a convex shape.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_SHAPE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_ROTATION,
///           IMP_ERR_RANGE, IMP_ERR_HANDLE, IMP_ERR_COUNT
/// exact     as imp3_world_cast_compound
IMP_API imp_status imp3_world_cast_shape(const imp3_world* world, const imp3_mover* thrown,
                                         const imp_world_query* query, imp3_world_hit* hits, int32_t capacity,
                                         int32_t* count);

/// The colliders that a placed thing has a point in common with, by their places.
///
/// query     null for a zeroed one
/// colliders room for capacity of them; null when capacity is 0
/// count     how many there are
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_COMPOUND, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE,
///           IMP_ERR_ROTATION, IMP_ERR_HANDLE, IMP_ERR_COUNT (capacity below 0), IMP_ERR_SPACE when there are more than
///           capacity: then only count is written
/// exact     yes
/// cost      O(log n + found) in practice
IMP_API imp_status imp3_world_overlap(const imp3_world* world, const imp3_placed* placed, const imp_world_query* query,
                                      imp_collider* colliders, int32_t capacity, int32_t* count);

/// The same for an upright box.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_ORDER, IMP_ERR_HANDLE,
///           IMP_ERR_COUNT, IMP_ERR_SPACE
IMP_API imp_status imp3_world_overlap_box(const imp3_world* world, const imp3_box* box, const imp_world_query* query,
                                          imp_collider* colliders, int32_t capacity, int32_t* count);

/// The same for a point: the colliders under it.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_HANDLE, IMP_ERR_COUNT,
///           IMP_ERR_SPACE
IMP_API imp_status imp3_world_overlap_point(const imp3_world* world, imp3_vec point, const imp_world_query* query,
                                            imp_collider* colliders, int32_t capacity, int32_t* count);

/// The colliders that are nearest to a placed thing, by distance; those that overlap it, by depth, come first.
///
/// query     null for a zeroed one; with query->max_distance, only what is no farther away
/// found     room for capacity of them: how many are wanted at most. With few the search ends early.
/// count     how many were found
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_COMPOUND, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE,
///           IMP_ERR_ROTATION, IMP_ERR_HANDLE, IMP_ERR_COUNT (capacity below 1)
/// exact     as imp3_distance
/// cost      O(log n + capacity) in practice
IMP_API imp_status imp3_world_nearest(const imp3_world* world, const imp3_placed* placed, const imp_world_query* query,
                                      imp3_world_near* found, int32_t capacity, int32_t* count);

/// The same for a point.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_HANDLE, IMP_ERR_COUNT
IMP_API imp_status imp3_world_nearest_point(const imp3_world* world, imp3_vec point, const imp_world_query* query,
                                            imp3_world_near* found, int32_t capacity, int32_t* count);

#ifdef __cplusplus
}
#endif

#endif
