// SPDX-License-Identifier: MIT
//
// Pairs of spheres and half-spaces: gap, overlap, manifold of one point, nearest points.

#include "batch_kernels3.h"
#include "compound_pair3.h"
#include "quick3.h"

#include "../base/status.h"

imp_status imp3i_pair_status(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b, const imp3_pose* pose_b)
{
    const int32_t faults[4] = {imp3i_shape_fault(a), imp3i_pose_fault(pose_a), imp3i_shape_fault(b),
                               imp3i_pose_fault(pose_b)};
    for (int k = 0; k < 4; ++k)
    {
        if (faults[k])
        {
            return impi_error(faults[k], k + 1);
        }
    }
    return IMP_OK;
}

static imp3i_dvec center_of(const imp3_shape* s, imp3i_dpose pose)
{
    return imp3i_dadd(pose.p, imp3i_drot_apply(pose.q, imp3i_dvec_of(s->center)));
}

// The unit normal of a half-space in the world.
static imp3i_dvec normal_of(const imp3_shape* s, imp3i_dpose pose)
{
    imp3i_dvec n = imp3i_drot_apply(pose.q, imp3i_dvec_of(s->normal));
    return imp3i_ddivide(n, sqrt(imp3i_ddot(n, n)));
}

double imp3i_gap_between(const imp3_shape* a, imp3i_dpose pose_a, const imp3_shape* b, imp3i_dpose pose_b,
                         imp3i_gap* out)
{
    const imp3i_dvec at = center_of(a, pose_a), way = imp3i_dsub(center_of(b, pose_b), at), any = {1.0, 0.0, 0.0};
    bool half_a = a->kind == IMP3_SHAPE_HALF_SPACE, half_b = b->kind == IMP3_SHAPE_HALF_SPACE;
    double length = sqrt(imp3i_ddot(way, way));
    imp3i_dvec n = length > 0.0 ? imp3i_ddivide(way, length) : any;
    n = half_a ? normal_of(a, pose_a) : half_b ? imp3i_dnegate(normal_of(b, pose_b)) : n;
    double along = half_a || half_b ? imp3i_ddot(way, n) : length;
    double distance = half_a && half_b ? INFINITY : along - (double)a->radius - (double)b->radius;
    out->distance = (float)distance;
    out->normal = n;
    // The nearest point of a half-space lies below the center of the sphere.
    out->between = half_a ? imp3i_dadd_scaled(imp3i_dadd(at, way), n, -(double)b->radius - 0.5 * distance)
                          : imp3i_dadd_scaled(at, n, (double)a->radius + 0.5 * distance);
    return distance;
}

void imp3i_gap_estimate(const imp3_shape* a, imp3i_dpose pose_a, const imp3_shape* b, imp3i_dpose pose_b, float far,
                        imp3i_gap* out)
{
    (void)far;
    (void)imp3i_gap_between(a, pose_a, b, pose_b, out);
}

void imp3i_gap_of(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b, const imp3_pose* pose_b, float far,
                  imp3i_gap* out)
{
    (void)far;
    (void)imp3i_gap_between(a, imp3i_pose_a(pose_a), b, imp3i_pose_b(pose_a, pose_b), out);
}

imp_status imp3_overlap(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b, const imp3_pose* pose_b,
                        bool* out)
{
    imp_status status = imp3i_pair_status(a, pose_a, b, pose_b);
    imp3i_gap gap;
    if (!status)
    {
        imp3i_gap_of(a, pose_a, b, pose_b, 0.0f, &gap);
        *out = gap.distance <= 0.0f;
    }
    return status;
}

imp_status imp3_collide(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b, const imp3_pose* pose_b,
                        float margin, imp3_manifold* out)
{
    imp_status status = imp3i_pair_status(a, pose_a, b, pose_b);
    int32_t fault = status ? 0 : impi_number_fault_negative(margin);
    if (status || fault)
    {
        return status ? status : impi_error(fault, 5);
    }
    imp3i_gap gap;
    imp3_manifold m = {.count = 0};
    imp3i_gap_of(a, pose_a, b, pose_b, margin, &gap);
    if (gap.distance <= margin)
    {
        bool half_a = a->kind == IMP3_SHAPE_HALF_SPACE, half_b = b->kind == IMP3_SHAPE_HALF_SPACE;
        m.normal = imp3i_vec_tidy(gap.normal);
        m.depth = -gap.distance;
        m.count = 1;
        m.points[0].point = imp3i_vec_tidy(imp3i_dadd(imp3i_dvec_of(pose_a->p), gap.between));
        m.points[0].depth = -gap.distance;
        m.points[0].id = imp3i_contact_id(half_a   ? IMP3I_VERTEX_ON_SIDE_A
                                          : half_b ? IMP3I_VERTEX_ON_SIDE_B
                                                   : IMP3I_TWO_VERTICES);
    }
    *out = m;
    return IMP_OK;
}

void imp3i_answer_gathered(const imp3i_kernels* wide, int32_t group, imp3i_gathered* pairs, float margin,
                           imp3i_gathered_room* room, imp3_manifolds* out)
{
    (void)wide;
    (void)group;
    for (int32_t i = 0; i < pairs->count; ++i)
    {
        const imp3_manifold none = {.count = 0};
        room->manifold[i] = none;
        (void)imp3_collide(pairs->each[0][i], &pairs->pose[0][i], pairs->each[1][i], &pairs->pose[1][i], margin,
                           &room->manifold[i]);
    }
    out->each = room->manifold;
}

// Compounds

imp_status imp3i_compound_pair_status(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                                      const imp3_pose* pose_b)
{
    int32_t fault_a = imp3i_compound_fault(a), fault_b = imp3i_compound_fault(b);
    if (fault_a || fault_b)
    {
        return fault_a ? impi_error(fault_a, 1) : impi_error(fault_b, 3);
    }
    return imp3i_pair_status(a->parts, pose_a, b->parts, pose_b);
}

imp3i_compound_pair imp3i_compound_pair_of(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                                           const imp3_pose* pose_b)
{
    const imp3i_compound_pair r = {a, b, pose_a, pose_b};
    return r;
}

double imp3i_boxes_apart(const imp3i_compound_pair* c, double enough)
{
    imp3i_gap gap;
    (void)enough;
    return imp3i_gap_between(c->a->parts, imp3i_pose_a(c->pose_a), c->b->parts, imp3i_pose_b(c->pose_a, c->pose_b),
                             &gap);
}

imp3i_near imp3i_near_start(const imp3i_compound_pair* c, double distance)
{
    const imp3i_near r = {distance, false};
    (void)c;
    return r;
}

bool imp3i_near_next(const imp3i_compound_pair* c, imp3i_near* n)
{
    bool near = !n->asked && imp3i_boxes_apart(c, 0.0) <= n->distance;
    n->asked = true;
    return near;
}

imp_status imp3i_compound_manifolds(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                                    const imp3_pose* pose_b, float margin, imp3_part_manifold* out, int32_t room,
                                    int32_t* count)
{
    imp3_part_manifold m = {.part_a = 0};
    *count = 0;
    imp_status status = imp3i_compound_pair_status(a, pose_a, b, pose_b);
    status = status ? status : imp3_collide(a->parts, pose_a, b->parts, pose_b, margin, &m.manifold);
    if (!status && m.manifold.count > 0)
    {
        *count = 1;
        if (room > 0)
        {
            *out = m;
        }
    }
    return status;
}

imp_status imp3_compound_overlap(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                                 const imp3_pose* pose_b, bool* out)
{
    imp_status status = imp3i_compound_pair_status(a, pose_a, b, pose_b);
    return status ? status : imp3_overlap(a->parts, pose_a, b->parts, pose_b, out);
}

imp_status imp3_compound_distance(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                                  const imp3_pose* pose_b, imp3_compound_nearest* out)
{
    imp_status status = imp3i_compound_pair_status(a, pose_a, b, pose_b);
    if (!status)
    {
        imp3i_gap gap;
        const imp3_compound_nearest none = {.part_a = 0};
        double distance =
            imp3i_gap_between(a->parts, imp3i_pose_a(pose_a), b->parts, imp3i_pose_b(pose_a, pose_b), &gap);
        imp3i_dvec at = imp3i_dadd(imp3i_dvec_of(pose_a->p), gap.between);
        *out = none;
        out->nearest.distance = gap.distance;
        out->nearest.normal = imp3i_vec_tidy(gap.normal);
        out->nearest.point_a = imp3i_vec_tidy(imp3i_dadd_scaled(at, gap.normal, -0.5 * distance));
        out->nearest.point_b = imp3i_vec_tidy(imp3i_dadd_scaled(at, gap.normal, 0.5 * distance));
    }
    return status;
}

imp_status imp3_compound_contains(const imp3_compound* compound, const imp3_pose* pose, imp3_vec point, bool* out,
                                  int32_t* part)
{
    const imp3_shape dot = imp3i_shape_of_point();
    imp3_pose at = imp3_pose_identity();
    at.p = point;
    int32_t fault = imp3i_compound_fault(compound);
    imp_status status = fault ? impi_error(fault, 1) : imp3_overlap(compound->parts, pose, &dot, &at, out);
    if (!status && part)
    {
        *part = *out ? 0 : -1;
    }
    return status;
}
