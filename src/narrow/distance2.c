// SPDX-License-Identifier: MIT
//
// Overlap, distance: the two questions that need no contact points.

#include "../math/tolerance.h"
#include "pair2.h"

#include <math.h>

/// Two circles, by squares.
static bool circles_overlap(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b, const imp2_pose* pose_b)
{
    imp2i_dpose pa = imp2i_pose_a(pose_a), pb = imp2i_pose_b(pose_a, pose_b);
    double ax = a->x[0], ay = a->y[0], bx = b->x[0], by = b->y[0];
    double x = (pb.c * bx - pb.s * by) - (pa.c * ax - pa.s * ay) + pb.x;
    double y = (pb.s * bx + pb.c * by) - (pa.s * ax + pa.c * ay) + pb.y;
    double radii = (double)a->radius + b->radius;
    double scale = imp2i_scale(a, pa, b, pb);
    double value = x * x + y * y - radii * radii, doubt = IMPI_DOUBLE_DOUBT * scale * scale;
    if (value > doubt || value < -doubt)
    {
        return value < 0.0;
    }
    return imp2i_relation(a, pose_a, b, pose_b) >= 0;
}

/// Two cores of at least two vertices. The distance is only measured when the radii matter.
static bool polygons_overlap(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b, const imp2_pose* pose_b)
{
    imp2i_dpose pa = imp2i_pose_a(pose_a), pb = imp2i_pose_b(pose_a, pose_b);
    imp2i_relative rel = imp2i_relative_of(pa, pb);
    imp2i_axis axis;
    imp2i_sides sides;
    float along = imp2i_axis_of(a, b, &rel, &sides, &axis), radii = a->radius + b->radius;
    float doubt = IMPI_FLOAT_DOUBT * imp2i_scale(a, pa, b, pb);
    if (along > doubt || along + radii < -doubt)
    {
        return along < 0.0f;
    }
    if (radii > 0.0f)
    {
        imp2i_gap gap;
        imp2i_gap_of(a, pose_a, b, pose_b, 0.0f, &gap);
        return gap.relation >= 0;
    }
    return imp2i_relation(a, pose_a, b, pose_b) >= 0;
}

imp_status imp2_overlap(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b, const imp2_pose* pose_b,
                        bool* out)
{
    imp_status status = imp2i_pair_status(a, pose_a, b, pose_b);
    if (status || !out)
    {
        return status ? status : impi_error(IMP_ERR_NULL, 5);
    }
    bool point_a = imp2i_is_point(a), point_b = imp2i_is_point(b);
    if (imp2i_is_upright(a, pose_a) && imp2i_is_upright(b, pose_b))
    {
        *out = imp2i_upright_relation(a, pose_a->p, b, pose_b->p) >= 0;
    }
    else if (point_a && point_b)
    {
        *out = circles_overlap(a, pose_a, b, pose_b);
    }
    else if (point_a || point_b)
    {
        imp2i_gap gap;
        imp2i_gap_of(a, pose_a, b, pose_b, 0.0f, &gap);
        *out = gap.relation >= 0;
    }
    else
    {
        *out = polygons_overlap(a, pose_a, b, pose_b);
    }
    return IMP_OK;
}

imp_status imp2_distance(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b, const imp2_pose* pose_b,
                         imp2_nearest* out)
{
    imp_status status = imp2i_pair_status(a, pose_a, b, pose_b);
    if (status || !out)
    {
        return status ? status : impi_error(IMP_ERR_NULL, 5);
    }
    imp2i_gap gap;
    imp2i_gap_of(a, pose_a, b, pose_b, INFINITY, &gap);
    double x = pose_a->p.x, y = pose_a->p.y;
    out->distance = gap.distance;
    out->normal.x = (float)gap.normal.x;
    out->normal.y = (float)gap.normal.y;
    out->point_a.x = (float)(x + gap.on_a.x + gap.normal.x * a->radius);
    out->point_a.y = (float)(y + gap.on_a.y + gap.normal.y * a->radius);
    out->point_b.x = (float)(x + gap.on_b.x - gap.normal.x * b->radius);
    out->point_b.y = (float)(y + gap.on_b.y - gap.normal.y * b->radius);
    return IMP_OK;
}
