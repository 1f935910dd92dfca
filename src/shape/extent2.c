// SPDX-License-Identifier: MIT
//
// How large shapes are: the thickness around a point, the silhouette across a direction, and what two shapes have between
// them that pass each other. Planar, as what lies across a direction is one line here, and a plane in space.

#include "extent2.h"

#include "shape2.h"

#include <float.h>
#include <math.h>

float imp2i_shape_thickness(const imp2_shape* shape, imp2_vec point)
{
    const imp2i_outline o = imp2i_outline_of(shape);
    float nearest = shape->count > 2 ? FLT_MAX : 0.0f;
    for (int32_t i = 0; i < o.sides && shape->count > 2; ++i)
    {
        float height = o.normal_x[i] * (o.x[i] - point.x) + o.normal_y[i] * (o.y[i] - point.y);
        nearest = height < nearest ? height : nearest;
    }
    return nearest + shape->radius;
}

double imp2i_extent_along(const imp2_shape* shape, imp2i_dvec direction)
{
    const imp2i_outline o = imp2i_outline_of(shape);
    double low = INFINITY, high = -INFINITY;
    for (int32_t i = 0; i < (o.sides > 1 ? o.sides : 1); ++i)
    {
        double x = direction.x * o.x[i] + direction.y * o.y[i];
        low = x < low ? x : low;
        high = x > high ? x : high;
    }
    return high - low + 2.0 * shape->radius;
}

// From where to where something reaches along an axis.
typedef struct projection
{
    float low, high;
} projection;

static projection project_core(const imp2_shape* shape, imp2_vec axis)
{
    const imp2i_outline o = imp2i_outline_of(shape);
    projection r = {FLT_MAX, -FLT_MAX};
    for (int32_t i = 0; i < shape->count; ++i)
    {
        float along = o.x[i] * axis.x + o.y[i] * axis.y;
        r.low = along < r.low ? along : r.low;
        r.high = along > r.high ? along : r.high;
    }
    return r;
}

float imp2i_compound_silhouette(const imp2_compound* compound, imp2_rot q, imp2_vec direction)
{
    imp2_vec across = imp2_rot_apply_inverse(q, imp2_vec_left(direction));
    projection all = {FLT_MAX, -FLT_MAX};
    for (int32_t i = 0; i < compound->part_count; ++i)
    {
        const projection part = project_core(&compound->parts[i], across);
        all.low = part.low < all.low ? part.low : all.low;
        all.high = part.high > all.high ? part.high : all.high;
    }
    return all.high - all.low + (compound->kind == IMP2_COMPOUND_SHAPE ? 2.0f * compound->parts->radius : 0.0f);
}

// A placed shape, along an axis of some length, times that.
static projection project_shape(const imp2_shape* shape, const imp2_pose* pose, imp2_vec axis, float length)
{
    const projection core = project_core(shape, imp2_rot_apply_inverse(pose->q, axis));
    float at = imp2_vec_dot(pose->p, axis), around = shape->radius * length;
    const projection r = {at + core.low - around, at + core.high + around};
    return r;
}

float imp2i_shapes_pass(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b, const imp2_pose* pose_b,
                        imp2_vec along, float length)
{
    const imp2_vec across = imp2_vec_left(along);
    const projection of_a = project_shape(a, pose_a, across, length), of_b = project_shape(b, pose_b, across, length);
    return of_b.low - of_a.high > of_a.low - of_b.high ? of_b.low - of_a.high : of_a.low - of_b.high;
}
