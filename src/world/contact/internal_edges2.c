// SPDX-License-Identifier: MIT
//
// internal_edges.inl, for the plane; and what differs there: faces are sides, edges are ends of them, and a point where a
// face only goes on is left out.

#include "../../broad/index2.h"
#include "../../motion/one_way2.h"
#include "../../narrow/compound_pair2.h"
#include "../../narrow/contact_id2.h"
#include "contact2.h"

#include <math.h>
#include <string.h>

#define SUNK 0.01f  // [length units]: a body that rests on something is not deeper in it

#include "../../math/dim2.h"

#include "internal_edges.inl"

#include "internal_edges_hits.inl"

#include "../../math/dim_end.h"

static bool has_sharp_edges(const imp2_compound* c, int32_t part)
{
    const imp2_shape* s = &c->parts[part];
    return s->radius <= 0.0f && s->count > 1;
}

static imp2i_dvec support_of(const imp2_shape* s, imp2i_dvec n)
{
    int32_t vertex;
    return imp2i_dadd_scaled(imp2i_support(s, n, &vertex), n, (double)s->radius);
}

static double nearest_of(const imp2_shape* s, imp2i_dvec point, imp2i_dvec* out)
{
    imp2i_point_gap gap;
    imp2i_point_query(s, point, &gap);
    *out = imp2i_dadd_scaled(gap.on_core, gap.normal, (double)s->radius);
    return gap.separation;
}

static void ways_along_face(imp2i_dvec normal, imp2i_dvec out[EDGE_WAYS])
{
    out[0].x = -normal.y;
    out[0].y = normal.x;
    out[1] = imp2i_dnegate(out[0]);
}

static int32_t face_count_of(const imp2_shape* s)
{
    return imp2i_side_count(s);
}

// The ends of a segment are no faces.
static bool face_normal_at(const imp2_shape* s, int32_t k, imp2i_dvec* out)
{
    imp2i_outline o = imp2i_outline_of(s);
    const imp2_vec normal = {o.normal_x[k], o.normal_y[k]};
    *out = imp2i_dunit_of(normal);
    return s->count > 2 || k % 2 == 0;
}

static imp2i_dvec front_of(const imp2_shape* s)
{
    const imp2i_dvec r = {s->normal_x[0], s->normal_y[0]};
    return r;
}

// Manifolds

// A search of normals of the sides of a placed pair.
typedef struct side_search
{
    own_search* own;
    imp2i_relative rel;
    double least;  // distance along a normal
} side_search;

// A side of a pair, in A's frame, out of its owner.
typedef struct placed_side
{
    imp2i_dvec from, along, normal;
    double length, radius;
} placed_side;

static placed_side place_side(const side_search* s, const imp2i_walk_side* side)
{
    const imp2_shape* of = side->on_b ? s->own->b : s->own->a;
    imp2i_outline o = imp2i_outline_of(of);
    int32_t i = side->side, next = i + 1 < o.sides ? i + 1 : 0;
    const imp2i_dvec p = {o.x[i], o.y[i]}, q = {o.x[next], o.y[next]};
    placed_side r;
    r.from = side->on_b ? imp2i_place_b(&s->rel, o.x[i], o.y[i]) : p;
    imp2i_dvec to = side->on_b ? imp2i_place_b(&s->rel, o.x[next], o.y[next]) : q;
    r.normal = side->on_b ? imp2i_dnegate(side->normal) : side->normal;
    r.along.x = -r.normal.y;
    r.along.y = r.normal.x;
    r.length = imp2i_ddot(r.along, imp2i_dsub(to, r.from));
    r.radius = (double)of->radius;
    return r;
}

// Whether the other's side that faces a side, or its only point, lies over it somewhere, within the margin.
static bool lies_over(const side_search* s, const imp2i_gap* gap, const placed_side* side)
{
    const own_search* own = s->own;
    imp2i_dvec tip = in_body(&own->q->sides[0], gap->axis.on_b ? gap->on_a : gap->on_b);
    bool point = imp2i_is_point(gap->axis.on_b ? own->a : own->b);
    imp2i_dvec first = imp2i_dsub(point ? tip : gap->incident_ends[0], side->from);
    imp2i_dvec last = imp2i_dsub(point ? tip : gap->incident_ends[1], side->from);
    double p = imp2i_ddot(side->along, first), q = imp2i_ddot(side->along, last);
    double least = own->margin + (double)own->a->radius + (double)own->b->radius;
    double little = own->q->flush, low = p < q ? p : q, high = p < q ? q : p, length = high - low;
    low = low > 0.0 ? low : 0.0;
    high = high < side->length ? high : side->length;
    // Heights of the other's side over both ends of what they share.
    double height = imp2i_ddot(side->normal, first), rise = imp2i_ddot(side->normal, imp2i_dsub(last, first));
    double at_low = length > little ? (low - p) / (q - p) : 0.0, at_high = length > little ? (high - p) / (q - p) : 1.0;
    return high >= low - little && (height + rise * at_low <= least || height + rise * at_high <= least);
}

// Reduces a manifold along a side to what lies over it, as deep as the two are there.
static void reduce_to_faces(const side_search* s, const placed_side* side, imp2_manifold* m)
{
    const own_search* own = s->own;
    int32_t count = 0;
    for (int32_t k = 0; k < m->count; ++k)
    {
        // A point is half-way between the surfaces.
        imp2i_dvec at = imp2i_dsub(in_body(&own->q->sides[0], imp2i_dvec_of(m->points[k].point)), side->from);
        double distance = 2.0 * (imp2i_ddot(side->normal, at) - side->radius);
        if (distance <= own->margin)
        {
            m->points[count] = m->points[k];
            m->points[count++].depth = 0.0f - (float)distance;
        }
    }
    m->count = count;
    m->depth = count > 0 ? m->points[imp2i_deepest_point(m)].depth : 0.0f;
}

static void try_normal(void* context, const imp2i_walk_side* side)
{
    side_search* s = (side_search*)context;
    const own_search* own = s->own;
    const imp2_pose* at = &own->q->sides[0].at;
    imp2i_gap gap;
    imp2_manifold m;
    memset(&gap, 0, sizeof gap);
    gap.axis.separation = (float)side->separation;
    gap.axis.side = side->side;
    gap.axis.support = side->support;
    gap.axis.on_b = side->on_b;
    imp2i_gap_along(own->a, imp2i_pose_a(at), own->b, &s->rel, &gap);
    double distance = (double)gap.distance;
    const placed_side lower = place_side(s, side);
    if (distance > s->least && distance <= own->margin && lower.length > 0.0 && lies_over(s, &gap, &lower))
    {
        imp2i_manifold_of_gap(own->a, at, own->b, (float)own->margin, &gap, &m);
        reduce_to_faces(s, &lower, &m);
        imp2i_dvec n = imp2i_ddivide(gap.normal, sqrt(imp2i_ddot(gap.normal, gap.normal)));
        s->least = takes_manifold(s->own, n, distance, &m) ? distance : s->least;
    }
}

static void search_normals(own_search* s)
{
    const edge_side* sides = s->q->sides;
    side_search p = {s, imp2i_relative_of(imp2i_pose_a(&sides[0].at), imp2i_pose_b(&sides[0].at, &sides[1].at)),
                     -INFINITY};
    imp2i_walk(s->a, s->b, &p.rel, false, try_normal, &p);
    imp2i_walk(s->a, s->b, &p.rel, true, try_normal, &p);
}

// Points

static bool is_flush_below(const edge_question* q, const imp2_shape* shape, imp2i_dvec point, imp2i_dvec n)
{
    return is_flush_at(shape, point, n, q->flush);
}

// The reach of a side of a part beyond a point, along the side.
static double reach_beyond(const edge_side* of, int32_t i, imp2i_dvec point, imp2i_dvec way)
{
    imp2i_outline o = imp2i_outline_of(&of->compound->parts[of->part]);
    int32_t next = i + 1 < o.sides ? i + 1 : 0;
    const imp2i_dvec ends[2] = {{o.x[i], o.y[i]}, {o.x[next], o.y[next]}};
    imp2i_dvec at = in_body(of, point), along = normal_in_body(of, way);
    double first = imp2i_ddot(along, imp2i_dsub(ends[0], at)), last = imp2i_ddot(along, imp2i_dsub(ends[1], at));
    return first > last ? first : last;
}

// Whether the face of a side goes on into that of a neighbour, beyond a vertex of it, and what lies on it does, too: by
// more than it may move until the neighbour is asked again.
static bool face_goes_on(edge_question* q, bool of_b, const imp2_manifold* m, int32_t k)
{
    edge_side* side = &q->sides[of_b];
    imp2i_dvec n = imp2i_dunit_of(m->normal), along[EDGE_WAYS];
    imp2i_dvec at =
        imp2i_dadd_scaled(imp2i_dvec_of(m->points[k].point), n, (of_b ? -0.5 : 0.5) * (double)m->points[k].depth);
    double reach = (double)q->w->solver.row_step.keep + 2.0 * q->flush;
    int32_t vertex, other;
    if (!may_have_edges(side) || !imp2i_is_vertex_of(m->points[k].id, of_b, &vertex, &other))
    {
        return false;
    }
    const imp2i_dvec point = at;
    at = in_body(side, at);
    n = normal_in_body(side, of_b ? imp2i_dnegate(n) : n);
    list_neighbours(q, side, &at, 1);
    ways_along_face(n, along);
    for (int32_t i = 0; i < EDGE_WAYS && side->count > 0; ++i)
    {
        edge_point beside = {imp2i_dadd_scaled(at, along[i], EDGE_LOOK * q->flush), n, q, side};
        imp2i_dvec way = imp2i_drot_apply(imp2i_drot_of(side->at.q), along[i]);
        imp2i_dvec nearest;
        if (reach_beyond(&q->sides[!of_b], other, point, way) > reach &&
            nearest_of(&side->compound->parts[side->part], beside.at, &nearest) > q->flush &&
            any_neighbour(&beside, is_flush_below) && !any_neighbour(&beside, covers))
        {
            return true;
        }
    }
    return false;
}

static bool trim_manifold(edge_question* q, imp2_manifold* m)
{
    imp2_manifold kept = *m;
    kept.count = 0;
    for (int32_t k = 0; k < m->count; ++k)
    {
        kept.points[kept.count] = m->points[k];
        kept.count += !face_goes_on(q, false, m, k) && !face_goes_on(q, true, m, k);
    }
    if (kept.count == m->count)
    {
        return false;
    }
    for (int32_t k = 0; k < m->count && kept.count == 0; ++k)
    {
        m->points[k].id = imp2i_id_carried(m->points[k].id);
    }
    if (kept.count > 0)
    {
        kept.depth = kept.points[imp2i_deepest_point(&kept)].depth;
        *m = kept;
    }
    return true;
}

// Hits

static bool has_passed_neighbour(const edge_question* q, const imp2_compound_mover* moves, const imp2_compound_hit* hit)
{
    const imp2_world* w = q->w;
    const edge_side* side = &q->sides[0];
    const imp2_pose at = mover_pose_at(moves, hit->hit.time);
    // The mover as it is to the part, where that is now.
    imp2i_drot turn = imp2i_drot_of(side->pose.q),
               own = imp2i_drot_seen(imp2i_drot_of(side->at.q), imp2i_drot_of(at.q));
    const imp2i_drot turned = {turn.c * own.c - turn.s * own.s, turn.s * own.c + turn.c * own.s};
    imp2i_dvec place = imp2i_drot_apply(turn, in_body(side, imp2i_dvec_of(at.p)));
    imp2_pose pose;
    pose.p = imp2i_vec_tidy(imp2i_dadd(imp2i_dvec_of(side->pose.p), place));
    pose.q = imp2i_rot_of(imp2i_drot_unit(turned));
    for (int32_t i = 0; i < side->count; ++i)
    {
        const imp2i_collider* c = &w->colliders.data[side->slots[i]];
        const imp2_compound compound = imp2i_collider_compound(c);
        for (int32_t k = 0; k < compound.part_count; ++k)
        {
            imp2_nearest nearest;
            if (!imp2_distance(&compound.parts[k], &w->bodies.data[c->body].pose, &moves->compound->parts[hit->part_b],
                               &pose, &nearest) &&
                nearest.distance < -SUNK * w->unit)
            {
                return true;
            }
        }
    }
    return false;
}
