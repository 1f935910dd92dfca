// SPDX-License-Identifier: MIT
//
// Curvature of a shape for its contacts.

#ifndef IMP3I_CURVED_PARTS_H
#define IMP3I_CURVED_PARTS_H

#include "../world3.h"

static inline bool imp3i_has_axis(const imp3_shape* s)
{
    return s->kind == IMP3_SHAPE_CYLINDER || s->kind == IMP3_SHAPE_CONE;
}

/// The part of an arm along the normal to a point of contact that does not turn with its body: the radius, and of a
/// cylinder or a cone, whose point stays where it is as it rolls, the part from the axis to the point.
static inline float imp3i_still_arm(const imp3_shape* s, imp3_pose pose, imp3_vec point, imp3_vec outward)
{
    if (!imp3i_has_axis(s))
    {
        return s->radius;
    }
    imp3i_dvec axis = imp3i_drot_apply(imp3i_drot_of(pose.q), imp3i_axis_of(s));
    imp3i_dvec from = imp3i_dsub(imp3i_dvec_of(point), imp3i_pose_place(pose, s->a));
    double along = imp3i_ddot(from, axis) / imp3i_ddot(axis, axis);
    imp3i_dvec across = imp3i_dsub(from, imp3i_dscale(axis, along));
    double arm = imp3i_ddot(across, imp3i_dvec_of(outward));
    return arm > (double)s->radius ? (float)arm : s->radius;
}

/// Whether the points of one side are four a quarter apart on the rim of an end.
static inline bool imp3i_are_on_rim(const imp3_shape* s, const imp3_manifold* m, bool of_b)
{
    uint32_t ends = 0;
    bool all = imp3i_has_axis(s) && m->count == IMP3_POINT_MAX;
    for (int32_t k = 0; k < IMP3_POINT_MAX && all; ++k)
    {
        uint32_t name = of_b ? imp3i_name_of_b(m->points[k].id) : imp3i_name_of_a(m->points[k].id);
        all = imp3i_is_name_of(name, IMP3I_NAME_VERTEX) && name < 2 * IMP3I_RIM_POINTS &&
              name % IMP3I_RIM_POINTS < IMP3_POINT_MAX;
        ends |= 1u << name / IMP3I_RIM_POINTS % 2;
    }
    return all && ends < 3;
}

/// Whether the points of a manifold stand for a disc: all of an end of a cylinder or a cone touches.
static inline bool imp3i_is_disc(const imp3_shape* a, const imp3_shape* b, const imp3_manifold* m)
{
    return imp3i_are_on_rim(a, m, false) || imp3i_are_on_rim(b, m, true);
}

#endif
