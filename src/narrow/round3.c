// SPDX-License-Identifier: MIT
//
// Contacts of spheres and capsules: with each other and with half-spaces here; with triangles, boxes and hulls in files
// of their own. Spheres against spheres, capsules and triangles are tried in floats first.

#include "round3.h"

static bool collide_lines(const imp3i_round* r, imp3_manifold* out)
{
    imp3i_line a = {imp3i_drot_apply(r->qa, imp3i_dvec_of(r->a->a)), {0.0, 0.0, 0.0}, IMP3I_NAME_EDGE, {0, 0}};
    imp3i_way w;
    if (r->a->count == 2)
    {
        a.along = imp3i_dsub(imp3i_drot_apply(r->qa, imp3i_dvec_of(r->a->b)), a.from);
        a.ends[1] = 1;
    }
    else if (r->b->count == 1)
    {
        w.s = w.t = 0.0;
        w.end_a = w.end_b = 0;
        w.way = imp3i_dsub(r->line.from, a.from);
        w.square = imp3i_ddot(w.way, w.way);
        return imp3i_touch_line(r, &a, &w, out);
    }
    imp3i_nearest_lines(&a, &r->line, &w);
    return imp3i_touch_line(r, &a, &w, out);
}

static bool collide_half_space(const imp3i_round* r, imp3_manifold* out)
{
    imp3i_dvec n = imp3i_dvec_of(r->a->normal);
    imp3i_dvec on_plane = imp3i_drot_apply(r->qa, imp3i_dscale(n, (double)r->a->offset / imp3i_ddot(n, n)));
    n = imp3i_drot_normal(r->qa, n);
    n = imp3i_dscale(n, 1.0 / sqrt(imp3i_ddot(n, n)));
    imp3i_ground ground = {n, {0.0, 0.0}, IMP3I_NAME_FACE, 0, 0};
    ground.heights[0] = imp3i_ddot(n, imp3i_dsub(r->line.from, on_plane));
    ground.heights[1] = ground.heights[0] + imp3i_ddot(n, r->line.along);
    double height = ground.heights[1] < ground.heights[0] ? ground.heights[1] : ground.heights[0];
    double distance = height - r->radii;
    if (fabs(distance) <= IMPI_DOUBLE_DOUBT * r->scale)
    {
        return false;
    }
    if (distance > r->margin)
    {
        return imp3i_write_apart(out);
    }
    imp3i_stretch s = imp3i_whole_stretch();
    s.high = r->b->count == 2 ? 1.0 : 0.0;
    return imp3i_touch_face(r, n, distance, &ground, &s, out);
}

/// In doubles; B is round.
static bool collide_in_doubles(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b,
                               const imp3_pose* pose_b, float margin, bool flip, imp3_manifold* out)
{
    imp3i_round r;
    r.flip = flip;
    r.a = a;
    r.b = b;
    r.pose_a = pose_a;
    imp3i_drot q = imp3i_drot_of(pose_b->q);
    imp3i_dvec shift = imp3i_dsub(imp3i_dvec_of(pose_b->p), imp3i_dvec_of(pose_a->p));
    r.qa = imp3i_drot_of(pose_a->q);
    r.line.from = imp3i_dadd(imp3i_drot_apply(q, imp3i_dvec_of(b->a)), shift);
    r.line.along = imp3i_dvec_none();
    r.line.name = IMP3I_NAME_EDGE;
    r.line.ends[0] = 0;
    r.line.ends[1] = (uint32_t)b->count - 1;
    if (b->count == 2)
    {
        r.line.along = imp3i_drot_apply(q, imp3i_dsub(imp3i_dvec_of(b->b), imp3i_dvec_of(b->a)));
    }
    r.radius_b = b->radius;
    r.radii = (double)a->radius + r.radius_b;
    r.margin = margin;
    r.scale = (double)a->reach + b->reach + r.radii + imp3i_dnorm1(shift);
    switch (a->kind)
    {
    case IMP3_SHAPE_SPHERE:
    case IMP3_SHAPE_CAPSULE: return collide_lines(&r, out);
    case IMP3_SHAPE_TRIANGLE: return imp3i_collide_triangle_round(&r, out);
    case IMP3_SHAPE_BOX: return imp3i_collide_box_round(&r, out);
    case IMP3_SHAPE_HULL: return imp3i_collide_hull_round(&r, out);
    case IMP3_SHAPE_HALF_SPACE: return collide_half_space(&r, out);
    default: return false;
    }
}

bool imp3i_collide_round(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b, const imp3_pose* pose_b,
                         float margin, imp3_manifold* out)
{
    // The round one as B; of two that are, the one of a single point.
    bool flip = !imp3i_is_round(b) || (b->count == 2 && a->count == 1);
    const imp3_shape *first = flip ? b : a, *last = flip ? a : b;
    const imp3_pose *pose_first = flip ? pose_b : pose_a, *pose_last = flip ? pose_a : pose_b;
    if (last->count == 1 && imp3i_is_round(first) &&
        imp3i_collide_round_sphere(first, pose_first, last, pose_last, margin, flip, out))
    {
        return true;
    }
    if (last->count == 1 && first->kind == IMP3_SHAPE_TRIANGLE &&
        imp3i_collide_triangle_sphere(first, pose_first, last, pose_last, margin, flip, out))
    {
        return true;
    }
    return collide_in_doubles(first, pose_first, last, pose_last, margin, flip, out);
}
