// SPDX-License-Identifier: MIT
//
// compound_near.inl, for space; two placed compounds, and what one-sided surfaces let collide.

#include "compound_pair3.h"

#include <math.h>
#include <string.h>

#include "../math/dim3.h"

#include "compound_near.inl"

#include "../math/dim_end.h"

imp3i_compound_pair imp3i_compound_pair_of(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                                           const imp3_pose* pose_b)
{
    imp3i_compound_pair c;
    memset(&c, 0, sizeof c);
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
    c.scale = (double)a->reach + (double)b->reach + imp3i_dnorm1(c.shift);
    c.scale += imp3i_is_single(a) ? (double)a->parts->radius : 0.0;
    c.scale += imp3i_is_single(b) ? (double)b->parts->radius : 0.0;
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
        imp3_box a = imp3i_part_box(c->a, s->i), b = imp3i_part_box(c->b, s->j);
        bool some = a.lower.x <= a.upper.x && b.lower.x <= b.upper.x;
        if (some &&
            s->leaves.bound(s->leaves.context, imp3i_box_grown(a, 0.0), imp3i_box_of_b(c, b, grow_by(c, 0.0))) <= most)
        {
            *i = s->i;
            *j = s->j;
            return true;
        }
    }
}

// One-sided surfaces

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

/// Whether the middle of one part is not behind the face of a triangle.
static bool is_before_face(const imp3_shape* triangle, imp3i_drot q, const imp3_shape* part, imp3i_drot q_part,
                           imp3i_dvec shift)
{
    imp3i_dvec m = imp3i_dadd(imp3i_drot_apply(q_part, middle_of(part)), shift);
    imp3i_dvec n = imp3i_drot_normal(q, imp3i_dvec_of(triangle->normal));
    return imp3i_ddot(n, imp3i_dsub(m, imp3i_drot_apply(q, imp3i_dvec_of(triangle->a)))) >= 0.0;
}

bool imp3i_parts_may_collide(const imp3i_compound_pair* c, int32_t i, int32_t j)
{
    if (!c->a->one_sided && !c->b->one_sided)
    {
        return true;
    }
    imp3_shape room_a, room_b;
    const imp3_shape *a = imp3i_part_ref(c->a, i, &room_a), *b = imp3i_part_ref(c->b, j, &room_b);
    return (!c->a->one_sided || is_before_face(a, c->qa, b, c->qb, c->shift)) &&
           (!c->b->one_sided || is_before_face(b, c->qb, a, c->qa, imp3i_dnegate(c->shift)));
}
