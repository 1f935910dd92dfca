// SPDX-License-Identifier: MIT
//
// compound_near.inl, for the plane; two placed compounds, and what one-sided chains let collide.

#include "compound_pair2.h"

#include "impinge/narrow2.h"

#include <math.h>
#include <string.h>

static void imp2i_start_walk(imp2i_part_walk* w, const imp2i_compound_pair* c, bool on_b, const imp2i_dbox* around,
                             double distance)
{
    (void)distance;
    imp2i_part_walk_start(w, on_b ? c->b : c->a, around);
}

/// Boxes tell enough.
static bool imp2i_may_be_near(const imp2i_compound_pair* c, int32_t i, int32_t j, double distance)
{
    (void)c;
    (void)i;
    (void)j;
    (void)distance;
    return true;
}

#include "../math/dim2.h"

#include "compound_near.inl"

#include "../math/dim_end.h"

/// Least sine of the angle between a one-sided segment and a normal that it may push along.
#define LEAST_PUSH 0x1p-10

imp2i_compound_pair imp2i_compound_pair_of(const imp2_compound* a, const imp2_pose* pose_a, const imp2_compound* b,
                                           const imp2_pose* pose_b)
{
    imp2i_compound_pair c = {.a = a, .b = b, .pose_a = *pose_a, .pose_b = *pose_b, .frame = imp2i_pose_a(pose_a)};
    c.rel = imp2i_relative_of(c.frame, imp2i_pose_b(pose_a, pose_b));
    // Regions and chains are sharp.
    c.radius = ((double)a->parts->radius + b->parts->radius) * (2.0 - c.rel.unit_a);
    c.scale = (double)a->reach + b->reach + c.radius + fabs(c.rel.tx) + fabs(c.rel.ty);
    return c;
}

imp2i_compound_pair imp2i_compound_pair_moved(const imp2i_compound_pair* c, imp2i_dvec by)
{
    imp2i_compound_pair moved = *c;
    moved.rel.tx += by.x;
    moved.rel.ty += by.y;
    return moved;
}

/// Whether the centroid of a part is not behind the line of a segment: 1 or 0, or -1 where its mass must decide. The
/// centroid of a convex shape is at least a third of the width from both ends.
static int is_clearly_before(const imp2_shape* segment, const imp2_pose* pose, const imp2_shape* part,
                             const imp2_pose* pose_part, double scale)
{
    imp2i_outline o = imp2i_outline_of(part);
    imp2i_dpose p = imp2i_pose_a(pose), q = imp2i_pose_b(pose, pose_part);
    const imp2i_dvec own = {segment->normal_x[0], segment->normal_y[0]};  // to the right
    imp2i_dvec n = imp2i_turn_out(p, 1.0, own);
    double x = q.c * n.x + q.s * n.y, y = q.c * n.y - q.s * n.x;
    double base = n.x * q.x + n.y * q.y - (own.x * segment->x[0] + own.y * segment->y[0]);
    double low = INFINITY, high = -INFINITY;
    for (int32_t k = 0; k < part->count; ++k)
    {
        double height = x * o.x[k] + y * o.y[k] + base;
        low = height < low ? height : low;
        high = height > high ? height : high;
    }
    double third = (high - low - part->radius) / 3.0, doubt = 8.0 * (double)IMPI_FLOAT_DOUBT * scale;
    return low + third > doubt ? 1 : high - third < -doubt ? 0 : -1;
}

/// Whether the centroid of a part is not behind the line of a segment. Exact. scale is that of the pair.
static bool lies_in_front(const imp2_shape* segment, const imp2_pose* pose, const imp2_shape* part,
                          const imp2_pose* pose_part, double scale)
{
    int clearly = is_clearly_before(segment, pose, part, pose_part, scale);
    imp2_mass mass;
    if (clearly >= 0)
    {
        return clearly > 0;
    }
    (void)imp2_shape_mass(part, 1.0f, &mass);
    return imp2i_side_of(segment, pose, mass.centroid, pose_part) <= 0;
}

bool imp2i_parts_may_collide(const imp2i_compound_pair* c, int32_t i, int32_t j)
{
    const imp2_shape *a = &c->a->parts[i], *b = &c->b->parts[j];
    return (!c->a->one_sided || lies_in_front(a, &c->pose_a, b, &c->pose_b, c->scale)) &&
           (!c->b->one_sided || lies_in_front(b, &c->pose_b, a, &c->pose_a, c->scale));
}

bool imp2i_may_push(const imp2i_compound_pair* c, int32_t i, int32_t j, imp2i_dvec n)
{
    imp2i_dvec back = imp2i_dnegate(imp2i_direction_in_b(&c->rel, n));
    const imp2_shape *a = &c->a->parts[i], *b = &c->b->parts[j];
    // A segment's first normal is to its right.
    bool may_a = !c->a->one_sided || n.x * a->normal_x[0] + n.y * a->normal_y[0] > LEAST_PUSH;
    return may_a && (!c->b->one_sided || back.x * b->normal_x[0] + back.y * b->normal_y[0] > LEAST_PUSH);
}
