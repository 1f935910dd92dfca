// SPDX-License-Identifier: MIT
//
// compound_near.inl, for space; two placed compounds, and what one-sided surfaces let collide.

#include "compound_pair3.h"
#include "mesh_near3.h"

#include <math.h>
#include <string.h>

/// What is nearer than this part of the scale to what is asked for is near: more than any test of pairs may be off.
#define NEAR_SLACK 0x1p-17

/// A frame is a pose to this part of a length.
#define NEAR_FRAME 0x1p-17

/// A point in the middle of a core.
static imp3i_dvec middle_of(const imp3_shape* s)
{
    imp3i_dvec a = imp3i_dvec_of(s->a), b = imp3i_dvec_of(s->b);
    switch (s->kind)
    {
    case IMP3_SHAPE_BOX: return imp3i_drot_apply(imp3i_drot_of(s->turn), imp3i_dscale(imp3i_dadd(a, b), 0.5));
    case IMP3_SHAPE_HULL: return imp3i_dvec_of(imp3i_hull_of(s)->center);
    case IMP3_SHAPE_SPHERE: return a;
    case IMP3_SHAPE_TRIANGLE: return imp3i_ddivide(imp3i_dadd(imp3i_dadd(a, b), imp3i_dvec_of(s->c)), 3.0);
    default: return s->count == 1 ? a : imp3i_dscale(imp3i_dadd(a, b), 0.5);
    }
}

// Which pairs are near

/// The shape of a single one as a probe goes through the other's tree, in its own axes.
static void imp3i_start_walk(imp3i_part_walk* w, const imp3i_compound_pair* c, bool on_b, const imp3i_dbox* around,
                             double distance)
{
    const imp3_compound *in = on_b ? c->b : c->a, *other = on_b ? c->a : c->b;
    if (in->kind != IMP3_COMPOUND_TRIANGLES || !imp3i_is_single(other) || other->parts->kind == IMP3_SHAPE_HALF_SPACE)
    {
        imp3i_part_walk_start(w, in, around);
        return;
    }
    const bool sharp = other->parts->kind != IMP3_SHAPE_BOX && !(other->parts->radius > 0.0f);
    imp3_volume volume = sharp ? imp3i_volume_of_box(imp3i_whole_box(c, !on_b), imp3_pose_identity().q)
                               : imp3i_volume_of_shape(other->parts);
    double more = (double)other->parts->radius + (double)imp3i_compound_block_of(in)->radius + distance;
    imp3i_probe probe;
    imp3i_probe_of(&volume, on_b ? &c->a_in_b : &c->b_in_a, (float)(more * (1.0 + NEAR_FRAME) + NEAR_SLACK * c->scale),
                   &probe);
    imp3i_part_walk_start_probe(w, in, around, &probe);
}

/// A triangle, and a convex shape as its frame sees it.
typedef struct seen_shape
{
    const imp3_shape* shape;
    const imp3i_frame* frame;
    imp3i_dtriangle triangle;
    double far;  // cores that are farther apart are not near
} seen_shape;

/// Whether a unit direction separates them, the shape ahead.
static bool is_shape_ahead(const seen_shape* s, imp3i_dvec n)
{
    int32_t vertex;
    imp3i_dvec lowest = imp3i_support(s->shape, imp3i_dnegate(imp3i_drot_apply_inverse(s->frame->turn, n)), &vertex);
    double low = imp3i_ddot(imp3i_dadd(imp3i_drot_apply(s->frame->turn, lowest), s->frame->shift), n);
    for (int k = 0; k < 3; ++k)
    {
        if (low - imp3i_ddot(s->triangle.corners[k], n) <= s->far)
        {
            return false;
        }
    }
    return true;
}

/// Whether a box comes nearer than a distance to a half-space; frame is that of the box, as the half-space sees it.
static bool is_box_near_plane(const imp3_shape* plane, const imp3i_frame* frame, imp3_box box, double far)
{
    imp3i_dvec n = imp3i_dvec_of(plane->normal), along = imp3i_drot_apply_inverse(frame->turn, n);
    const imp3i_dbox around = imp3i_box_grown(box, 0.0);
    imp3i_dvec half = imp3i_dscale(imp3i_dsub(around.upper, around.lower), 0.5);
    double middle = imp3i_ddot(along, imp3i_dadd(around.lower, half)) + imp3i_ddot(n, frame->shift);
    double extent = fabs(along.x) * half.x + fabs(along.y) * half.y + fabs(along.z) * half.z;
    return !(middle - extent - (double)plane->offset > far);
}

/// Whether two parts are farther apart than that along the way between the middles of their boxes: it tells most of
/// those that boxes do not, for much less than a distance.
static bool are_middles_apart(const imp3i_compound_pair* c, int32_t i, int32_t j, imp3_box a, imp3_box b, double far)
{
    imp3_shape room_a, room_b;
    const imp3_shape *part_a = imp3i_part_ref(c->a, i, &room_a), *part_b = imp3i_part_ref(c->b, j, &room_b);
    imp3i_dvec at = imp3i_dscale(imp3i_dadd(imp3i_dvec_of(a.lower), imp3i_dvec_of(a.upper)), 0.5);
    imp3i_dvec to = imp3i_dscale(imp3i_dadd(imp3i_dvec_of(b.lower), imp3i_dvec_of(b.upper)), 0.5);
    imp3i_dvec way = imp3i_dsub(imp3i_dadd(imp3i_drot_apply(c->b_in_a.turn, to), c->b_in_a.shift), at);
    double length = sqrt(imp3i_ddot(way, way));
    if (!(length > far))
    {
        return false;
    }
    int32_t vertex;
    imp3i_dvec n = imp3i_ddivide(way, length), back = imp3i_dnegate(imp3i_drot_apply_inverse(c->b_in_a.turn, n));
    double apart = imp3i_ddot(n, c->b_in_a.shift) - imp3i_ddot(n, imp3i_support(part_a, n, &vertex)) -
                   imp3i_ddot(back, imp3i_support(part_b, back, &vertex));
    return apart - (double)part_a->radius - (double)part_b->radius > far;
}

/// Whether boxes of two parts are near along the axes of that compound along which they have not been compared, too,
/// and along the way between their middles.
static bool are_parts_near(const imp3i_compound_pair* c, int32_t i, int32_t j, double far)
{
    const bool single_a = imp3i_is_single(c->a), single_b = imp3i_is_single(c->b);
    const imp3_box a = single_a ? c->box_a : imp3i_part_box(c->a, i);
    const imp3_box b = single_b ? c->box_b : imp3i_part_box(c->b, j);
    const bool plane_a = single_a && c->a->parts->kind == IMP3_SHAPE_HALF_SPACE;
    const bool plane_b = single_b && c->b->parts->kind == IMP3_SHAPE_HALF_SPACE;
    if (plane_a || plane_b)
    {
        return (plane_a && plane_b) || (plane_a ? is_box_near_plane(c->a->parts, &c->b_in_a, b, far)
                                                : is_box_near_plane(c->b->parts, &c->a_in_b, a, far));
    }
    const imp3i_dbox own = imp3i_box_grown(single_b ? b : a, 0.0);
    const imp3i_dbox other = single_b ? imp3i_box_of_a(c, a, far) : imp3i_box_of_b(c, b, far);
    return !(imp3i_boxes_square(own, other) > 0.0) && !are_middles_apart(c, i, j, a, b, far);
}

/// Whether a part and a triangle are not told apart by a look from the nearest point of the triangle to the middle of the
/// part, or along its normal. Of other parts boxes tell.
static bool imp3i_may_be_near(const imp3i_compound_pair* c, int32_t i, int32_t j, double distance)
{
    bool on_b = c->a->parts != NULL;
    const imp3_compound *in = on_b ? c->b : c->a, *other = on_b ? c->a : c->b;
    imp3_shape room;
    seen_shape s;
    if (in->parts)
    {
        return are_parts_near(c, i, j, (distance + c->radius) * (1.0 + NEAR_FRAME) + NEAR_SLACK * c->scale);
    }
    s.shape = imp3i_part_ref(other, on_b ? i : j, &room);
    s.frame = on_b ? &c->a_in_b : &c->b_in_a;
    const imp3i_compound_block* b = imp3i_compound_block_of(in);
    int32_t points[3];
    if (s.shape->kind == IMP3_SHAPE_HALF_SPACE || !imp3i_surface_corners(b, on_b ? j : i, points))
    {
        return true;
    }
    for (int k = 0; k < 3; ++k)
    {
        s.triangle.corners[k] = imp3i_dvec_of(imp3i_surface_point(b, points[k]));
    }
    s.far = (distance + (double)s.shape->radius + (double)b->radius) * (1.0 + NEAR_FRAME) + NEAR_SLACK * c->scale;
    imp3i_dvec middle = imp3i_dadd(imp3i_drot_apply(s.frame->turn, middle_of(s.shape)), s.frame->shift), nearest;
    double away = sqrt(imp3i_triangle_nearest(&s.triangle, middle, &nearest));
    imp3i_dvec way = imp3i_dsub(middle, nearest);
    if (away > s.far && is_shape_ahead(&s, imp3i_ddivide(way, away)))
    {
        return false;
    }
    imp3i_dvec n = imp3i_dcross(imp3i_dsub(s.triangle.corners[1], s.triangle.corners[0]),
                                imp3i_dsub(s.triangle.corners[2], s.triangle.corners[0]));
    double length = sqrt(imp3i_ddot(n, n));
    return !(length > 0.0 && is_shape_ahead(&s, imp3i_ddivide(n, imp3i_ddot(n, way) < 0.0 ? -length : length)));
}

#include "../math/dim3.h"

#include "compound_near.inl"

#include "../math/dim_end.h"

imp3i_compound_pair imp3i_compound_pair_of(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                                           const imp3_pose* pose_b)
{
    imp3i_compound_pair c;
    memset(&c, 0, sizeof c);
    c.slider = -1;
    c.a = a;
    c.b = b;
    c.pose_a = *pose_a;
    c.pose_b = *pose_b;
    c.qa = imp3i_drot_of(pose_a->q);
    c.qb = imp3i_drot_of(pose_b->q);
    c.shift = imp3i_dsub(imp3i_dvec_of(pose_b->p), imp3i_dvec_of(pose_a->p));
    c.q.x = imp3i_drot_solve(c.qa, c.qb.x);
    c.q.y = imp3i_drot_solve(c.qa, c.qb.y);
    c.q.z = imp3i_drot_solve(c.qa, c.qb.z);
    c.t = imp3i_drot_solve(c.qa, c.shift);
    const imp3i_frame b_in_a = {c.q, c.t};
    c.b_in_a = b_in_a;
    c.a_in_b.turn.x = imp3i_drot_solve(c.qb, c.qa.x);
    c.a_in_b.turn.y = imp3i_drot_solve(c.qb, c.qa.y);
    c.a_in_b.turn.z = imp3i_drot_solve(c.qb, c.qa.z);
    c.a_in_b.shift = imp3i_dnegate(imp3i_drot_solve(c.qb, c.shift));
    c.scale = (double)a->reach + (double)b->reach + imp3i_dnorm1(c.shift);
    c.scale += imp3i_is_single(a) ? (double)a->parts->radius : 0.0;
    c.scale += imp3i_is_single(b) ? (double)b->parts->radius : 0.0;
    if (imp3i_is_single(a))
    {
        c.box_a = imp3i_part_box(a, 0);
        c.size_a = imp3i_box_extent(imp3i_box_grown(c.box_a, 0.0));
    }
    if (imp3i_is_single(b))
    {
        c.box_b = imp3i_part_box(b, 0);
        c.size_b = imp3i_box_extent(imp3i_box_grown(c.box_b, 0.0));
    }
    return c;
}

// Parts of leaves

static int32_t parts_of_leaf(const imp3_compound* c)
{
    return c->kind == IMP3_COMPOUND_HEIGHT_FIELD ? IMP3I_TILE_PARTS : 1;
}

void imp3i_part_search_start(imp3i_part_search* s, const imp3i_compound_pair* c, imp3i_pair_bound bound,
                             const void* context)
{
    imp3i_search_start(&s->leaves, c, bound, context);
    s->leaf_a = s->leaf_b = -1;
    s->i = s->j = 0;
}

bool imp3i_part_search_next(imp3i_part_search* s, double most, int32_t* i, int32_t* j)
{
    const imp3i_compound_pair* c = s->leaves.pair;
    int32_t per_a = parts_of_leaf(c->a), per_b = parts_of_leaf(c->b);
    if (per_a == 1 && per_b == 1)
    {
        return imp3i_search_leaves(&s->leaves, most, i, j);
    }
    for (;;)
    {
        if (s->leaf_a >= 0 && ++s->j == (s->leaf_b + 1) * per_b)
        {
            s->j = s->leaf_b * per_b;
            s->leaf_a = ++s->i == (s->leaf_a + 1) * per_a ? -1 : s->leaf_a;
        }
        if (s->leaf_a < 0)
        {
            if (!imp3i_search_leaves(&s->leaves, most, &s->leaf_a, &s->leaf_b))
            {
                return false;
            }
            s->i = s->leaf_a * per_a;
            s->j = s->leaf_b * per_b;
        }
        imp3i_dbox a = s->leaves.single_a ? s->leaves.box_a : imp3i_box_grown(imp3i_part_box(c->a, s->i), 0.0);
        imp3i_dbox b = s->leaves.box_b;
        bool some = a.lower.x <= a.upper.x;
        if (!s->leaves.single_b)
        {
            imp3_box part = imp3i_part_box(c->b, s->j);
            some = some && part.lower.x <= part.upper.x;
            b = imp3i_box_of_b(c, part, grow_by(c, 0.0));
        }
        if (some && s->leaves.bound(s->leaves.context, a, b) <= most)
        {
            *i = s->i;
            *j = s->j;
            return true;
        }
    }
}

// One-sided surfaces

/// Whether the middle of one part is not behind the face of a triangle.
static bool is_before_face(const imp3_shape* triangle, imp3i_drot q, const imp3_shape* part, imp3i_drot q_part,
                           imp3i_dvec shift)
{
    imp3i_dvec m = imp3i_dadd(imp3i_drot_apply(q_part, middle_of(part)), shift);
    imp3i_dvec n = imp3i_drot_normal(q, imp3i_dvec_of(triangle->normal));
    return imp3i_ddot(n, imp3i_dsub(m, imp3i_drot_apply(q, imp3i_dvec_of(triangle->a)))) >= 0.0;
}

bool imp3i_placed_may_collide(const imp3i_compound_pair* c, const imp3_shape* a, const imp3_shape* b)
{
    return (!c->a->one_sided || is_before_face(a, c->qa, b, c->qb, c->shift)) &&
           (!c->b->one_sided || is_before_face(b, c->qb, a, c->qa, imp3i_dnegate(c->shift)));
}

bool imp3i_parts_may_collide(const imp3i_compound_pair* c, int32_t i, int32_t j)
{
    if (!c->a->one_sided && !c->b->one_sided)
    {
        return true;
    }
    imp3_shape room_a, room_b;
    return imp3i_placed_may_collide(c, imp3i_part_ref(c->a, i, &room_a), imp3i_part_ref(c->b, j, &room_b));
}
