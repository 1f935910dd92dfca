// SPDX-License-Identifier: MIT
//
// Shortcuts of imp2_collide and imp2_ray for common pairs. Each answers what it can decide with certainty in floats: a
// gap or a depth beyond IMPI_FLOAT_DOUBT of the scale, features that agree with it. Everything else it hands to
// imp2i_collide_any or imp2i_ray_any. They give what that would give, but for rounding.
//
// They are quick because they compute in lanes what could be chosen, and choose at the end: nothing that hangs on the
// numbers is a branch, except whether the shapes are apart. The margin has passed imp2i_quick_margin. The poses must
// pass imp2i_quick_door: those with a circle ask themselves, when the arithmetic is under way, the others have it asked
// before.

#ifndef IMP2I_QUICK_H
#define IMP2I_QUICK_H

#include "../shape/shape2.h"
#include "contact_id2.h"
#include "impinge/narrow2.h"

static inline uint32_t imp2i_contact_id(uint32_t kind, int32_t feature_a, int32_t feature_b)
{
    return kind << 30 | ((uint32_t)feature_a & 0x7fff) << 15 | ((uint32_t)feature_b & 0x7fff);
}

/// The squared lengths of both rotations, for impi_poses_ok.
static inline impi_lanes imp2i_rotation_squares(impi_lanes pose_a, impi_lanes pose_b)
{
    impi_lanes q = impi_lanes_mix(pose_a, 2, 3, pose_b, 2, 3), squares = impi_lanes_mul(q, q);
    return impi_lanes_add(squares, impi_lanes_swap(squares));
}

/// Whether both poses pass the door. False may be a fault of any kind, or none: rotations must be as near to unit
/// length as all are that were rounded or normalised, so that what is missing is a matter of roundings.
static inline bool imp2i_quick_door(const imp2_pose* pose_a, const imp2_pose* pose_b)
{
    impi_lanes a = imp2i_pose_lanes(pose_a), b = imp2i_pose_lanes(pose_b);
    return impi_poses_ok(a, b, imp2i_rotation_squares(a, b));
}

/// Whether a margin passes the door.
static inline bool imp2i_quick_margin(float margin)
{
    return margin >= 0x1p-60f ? margin <= 0x1p60f : margin == 0.0f;
}

/// A box that has area.
static inline bool imp2i_is_plain_box(const imp2_shape* s)
{
    return s->kind == IMP2_SHAPE_BOX && s->count == 4;
}

/// Whether a shape may be trusted to be one, and has so many vertices, all stored in place. Of kinds nothing more is
/// asked: a polygon of one vertex and a radius is a circle, too.
static inline bool imp2i_has_count(const imp2_shape* s, int32_t least, int32_t most)
{
    return (uint32_t)s->kind - IMP2_SHAPE_CIRCLE <= IMP2_SHAPE_POLYGON - IMP2_SHAPE_CIRCLE &&
           (uint32_t)s->count - (uint32_t)least <= (uint32_t)(most - least);
}

/// A shape with area: a box or a polygon.
static inline bool imp2i_is_small_polygon(const imp2_shape* s)
{
    return imp2i_has_count(s, 3, IMP2_SMALL_COUNT);
}

/// A shape of at least two vertices: also a capsule or a segment.
static inline bool imp2i_has_sides(const imp2_shape* s)
{
    return imp2i_has_count(s, 2, IMP2_SMALL_COUNT);
}

/// A circle, a segment or a capsule.
static inline bool imp2i_is_flat(const imp2_shape* s)
{
    return imp2i_has_count(s, 1, 2);
}

static inline bool imp2i_is_circle(const imp2_shape* s)
{
    return imp2i_has_count(s, 1, 1);
}

/// Two boxes that have area.
imp_status imp2i_collide_boxes(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b,
                               const imp2_pose* pose_b, float margin, imp2_manifold* out);

/// Two circles.
imp_status imp2i_collide_circles(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b,
                                 const imp2_pose* pose_b, float margin, imp2_manifold* out);

/// A small polygon and a circle.
imp_status imp2i_collide_polygon_circle(const imp2_shape* polygon, const imp2_pose* pose, const imp2_shape* circle,
                                        const imp2_pose* at, float margin, imp2_manifold* out);

/// A box that has area and a circle.
imp_status imp2i_collide_box_circle(const imp2_shape* box, const imp2_pose* pose, const imp2_shape* circle,
                                    const imp2_pose* at, float margin, imp2_manifold* out);

/// A small polygon and a circle, with the circle as A.
imp_status imp2i_collide_circle_polygon(const imp2_shape* circle, const imp2_pose* at, const imp2_shape* polygon,
                                        const imp2_pose* pose, float margin, imp2_manifold* out);

/// Two shapes that have sides.
imp_status imp2i_collide_polygons(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b,
                                  const imp2_pose* pose_b, float margin, imp2_manifold* out);

/// Two shapes of at most two vertices.
imp_status imp2i_collide_capsules(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b,
                                  const imp2_pose* pose_b, float margin, imp2_manifold* out);

/// Any two shapes, and what is wrong with the call: imp2_collide without shortcuts.
imp_status imp2i_collide_any(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b, const imp2_pose* pose_b,
                             float margin, imp2_manifold* out);

/// A ray at a shape of one vertex.
imp_status imp2i_ray_at_circle(const imp2_shape* circle, const imp2_pose* pose, imp2_vec origin, imp2_vec motion,
                               imp2_hit* out);

/// A ray at a shape of two vertices.
imp_status imp2i_ray_at_capsule(const imp2_shape* capsule, const imp2_pose* pose, imp2_vec origin, imp2_vec motion,
                                imp2_hit* out);

/// A ray at a sharp shape of 2 to IMP2_SMALL_COUNT vertices.
imp_status imp2i_ray_at_sides(const imp2_shape* s, const imp2_pose* pose, imp2_vec origin, imp2_vec motion,
                              imp2_hit* out);

/// Any ray, and what is wrong with the call: imp2_ray without shortcuts.
imp_status imp2i_ray_any(const imp2_shape* target, const imp2_pose* pose, imp2_vec origin, imp2_vec motion,
                         imp2_hit* out);

#endif
