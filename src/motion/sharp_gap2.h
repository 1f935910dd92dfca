// SPDX-License-Identifier: MIT
//
// The gap between polygons, exact where they touch. Only in the plane: the separating axes of polygons are the normals
// of their sides; polyhedra have products of their edges, too.

#ifndef IMP2I_SHARP_GAP_H
#define IMP2I_SHARP_GAP_H

#include "../narrow/pair2.h"

#include <math.h>

/// Separation of sharp shapes along their separating axis, negative for a penetration: exactly 0 where they touch,
/// which a root needs.
static inline double imp2i_gap_of_sharp(const imp2_shape* a, imp2i_dpose pose_a, const imp2_shape* b,
                                        imp2i_dpose pose_b, imp2i_dvec* normal)
{
    imp2i_relative rel;
    imp2i_sides sides;
    imp2i_axis axis;
    double gap = (double)imp2i_axis_between(a, pose_a, b, pose_b, &rel, &sides, &axis);
    imp2i_outline o = imp2i_outline_of(axis.on_b ? b : a);
    imp2i_dpose pose = axis.on_b ? pose_b : pose_a;
    const imp2i_dvec n = {o.normal_x[axis.side], o.normal_y[axis.side]};
    double unit = (axis.on_b ? -1.0 : 1.0) / sqrt((pose.c * pose.c + pose.s * pose.s) * imp2i_ddot(n, n));
    *normal = imp2i_turn_out(pose, unit, n);
    return gap;
}

#endif
