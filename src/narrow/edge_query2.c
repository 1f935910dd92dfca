// SPDX-License-Identifier: MIT
//
// Internal edges between shapes that are no compound: two parts with their neighbours.
//
// A neighbourhood is a compound like a chain: all sides of its parts count as outline, and compound_edges2.c finds the
// internal ones by geometry. Parts with many vertices are added as a fan of small ones; edges between those are
// internal like those between tiles.

#include "edge_query2.h"

#include "quick2.h"

#include <math.h>
#include <stddef.h>

/// Distance from a contact within which a side may be open, in multiples of flush.
#define FACE 4.0

static void start_neighbourhood(imp2i_edge_neighbourhood* c, const imp2_shape* part)
{
    const imp2_compound alone = {.kind = IMP2_COMPOUND_SHAPE, .part_count = 1, .reach = part->reach};
    c->parts[0] = *part;
    c->compound = alone;
    c->compound.parts = c->parts;
}

void imp2i_edge_query_start(imp2i_edge_query* s, const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b,
                            const imp2_pose* pose_b, double flush)
{
    start_neighbourhood(&s->a, a);
    start_neighbourhood(&s->b, b);
    s->pair = imp2i_compound_pair_of(&s->a.compound, pose_a, &s->b.compound, pose_b);
    s->pair.flush = flush * (2.0 - s->pair.rel.unit_a);
}

/// A point of A's frame in B's.
static imp2i_dvec point_in_b(const imp2i_relative* r, imp2i_dvec p)
{
    double size = 1.0 / (r->c * r->c + r->s * r->s), x = p.x - r->tx, y = p.y - r->ty;
    imp2i_dvec q = {(r->c * x + r->s * y) * size, (r->c * y - r->s * x) * size};
    return q;
}

static void take_in(imp2i_dbox* box, imp2i_dvec p)
{
    box->x0 = p.x < box->x0 ? p.x : box->x0;
    box->y0 = p.y < box->y0 ? p.y : box->y0;
    box->x1 = p.x > box->x1 ? p.x : box->x1;
    box->y1 = p.y > box->y1 ? p.y : box->y1;
}

static imp2i_dbox nothing(void)
{
    const imp2i_dbox r = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    return r;
}

static imp2i_dbox spread(imp2i_dbox box, double by)
{
    const imp2i_dbox r = {box.x0 - by, box.y0 - by, box.x1 + by, box.y1 + by};
    return r;
}

imp2i_dbox imp2i_edge_query_contact_box(const imp2i_edge_query* s, imp2_vec normal, bool of_b)
{
    const imp2i_compound_pair* c = &s->pair;
    const imp2i_dvec world = {normal.x, normal.y};
    imp2i_dvec n = imp2i_normal_in(c, world);
    double unit = 1.0 / sqrt(imp2i_ddot(n, n));
    n.x *= unit;
    n.y *= unit;
    imp2i_face_overlap m = imp2i_overlap_faces(c, 0, 0, n);
    const double ends[2] = {of_b ? m.low_b : m.low, of_b ? m.high_b : m.high};
    double height = of_b ? m.height_b : m.height_a;
    imp2i_dbox box = nothing();
    for (int k = 0; k < 2; ++k)
    {
        const imp2i_dvec p = {n.x * height - n.y * ends[k], n.y * height + n.x * ends[k]};
        take_in(&box, of_b ? point_in_b(&c->rel, p) : p);
    }
    return spread(box, 1.5 * c->flush);
}

imp2i_dbox imp2i_edge_query_face_box(const imp2i_edge_query* s, imp2_vec normal, bool of_b, double reach)
{
    const imp2i_compound_pair* c = &s->pair;
    const imp2i_dvec world = {normal.x, normal.y};
    imp2i_dvec n = imp2i_normal_in(c, world);
    const imp2_shape* own = of_b ? c->b->parts : c->a->parts;
    imp2i_outline o = imp2i_outline_of(own);
    imp2i_dbox box = nothing();
    double top = -INFINITY;
    if (of_b)
    {
        n = imp2i_dnegate(imp2i_direction_in_b(&c->rel, n));
    }
    for (int round = 0; round < 2; ++round)
    {
        for (int32_t k = 0; k < own->count; ++k)
        {
            const imp2i_dvec v = {o.x[k], o.y[k]};
            double height = imp2i_ddot(n, v);
            if (round > 0 && height >= top - c->flush)
            {
                take_in(&box, v);
            }
            top = height > top ? height : top;
        }
    }
    return spread(box, reach + 2.0 * c->flush);
}

/// Bounds of a part in the other one's frame.
static imp2i_dbox box_across(const imp2i_compound_pair* c, bool of_b)
{
    const imp2_shape* part = of_b ? c->b->parts : c->a->parts;
    imp2i_outline o = imp2i_outline_of(part);
    imp2i_dbox box = nothing();
    for (int32_t k = 0; k < part->count; ++k)
    {
        const imp2i_dvec v = {o.x[k], o.y[k]};
        take_in(&box, of_b ? imp2i_place_b(&c->rel, o.x[k], o.y[k]) : point_in_b(&c->rel, v));
    }
    return box;
}

imp2i_dbox imp2i_edge_query_reach_box(const imp2i_edge_query* s, double margin, bool of_b)
{
    const imp2i_compound_pair* c = &s->pair;
    const imp2_compound* own = of_b ? c->b : c->a;
    imp2i_dbox other = spread(box_across(c, !of_b), c->radius + margin + 2.0 * c->flush);
    imp2_box box = imp2i_part_box(own, 0);
    double by = margin + 2.0 * c->flush;
    imp2i_dbox r = {box.lower.x - by, box.lower.y - by, box.upper.x + by, box.upper.y + by};
    r.x0 = other.x0 > r.x0 ? other.x0 : r.x0;
    r.y0 = other.y0 > r.y0 ? other.y0 : r.y0;
    r.x1 = other.x1 < r.x1 ? other.x1 : r.x1;
    r.y1 = other.y1 < r.y1 ? other.y1 : r.y1;
    return r;
}

/// Adds a small part, if it overlaps the box.
static void add_piece(imp2i_edge_neighbourhood* c, const imp2_vec* corners, int32_t count, const imp2i_dbox* box)
{
    imp2i_dbox around = nothing();
    for (int32_t k = 0; k < count; ++k)
    {
        const imp2i_dvec v = {corners[k].x, corners[k].y};
        take_in(&around, v);
    }
    bool beside = around.x0 > box->x1 || around.x1 < box->x0 || around.y0 > box->y1 || around.y1 < box->y0;
    if (beside || c->compound.part_count == IMP2I_EDGE_PARTS_MOST)
    {
        return;
    }
    imp2_shape* part = &c->parts[c->compound.part_count++];
    imp2i_shape_fill(part, count == 2 ? IMP2_SHAPE_SEGMENT : IMP2_SHAPE_POLYGON, corners, count, 0.0f, NULL);
    c->compound.reach = part->reach > c->compound.reach ? part->reach : c->compound.reach;
}

static imp2_vec corner_at(const imp2_shape* part, const imp2i_relative* pose, int32_t k)
{
    imp2i_outline o = imp2i_outline_of(part);
    imp2i_dvec v = imp2i_place_b(pose, o.x[k], o.y[k]);
    const imp2_vec r = {impi_tidy((float)v.x), impi_tidy((float)v.y)};
    return r;
}

/// Adds a part, as a fan from its first vertex.
static void add_fan(imp2i_edge_neighbourhood* c, const imp2_shape* part, const imp2i_relative* pose,
                    const imp2i_dbox* box)
{
    imp2_vec corners[IMP2_SMALL_COUNT];
    corners[0] = corner_at(part, pose, 0);
    for (int32_t k = 1;; --k)
    {
        int32_t count = 1;
        while (k < part->count && count < IMP2_SMALL_COUNT)
        {
            corners[count++] = corner_at(part, pose, k++);
        }
        add_piece(c, corners, count, box);
        if (k >= part->count)
        {
            return;
        }
    }
}

void imp2i_edge_query_add(imp2i_edge_query* s, bool to_b, const imp2_compound* other, const imp2i_relative* pose,
                          const imp2i_dbox* box, int32_t except)
{
    imp2i_edge_neighbourhood* c = to_b ? &s->b : &s->a;
    if (c->parts->radius > 0.0f || c->parts->count < 2 || other->parts->radius > 0.0f)
    {
        return;
    }
    imp2i_dbox there = nothing();
    for (int k = 0; k < 4; ++k)
    {
        const imp2i_dvec corner = {k & 1 ? box->x1 : box->x0, k & 2 ? box->y1 : box->y0};
        take_in(&there, point_in_b(pose, corner));
    }
    for (int32_t k = 0; (k = imp2i_part_near(other, &there, k)) < other->part_count; ++k)
    {
        if (k != except && other->parts[k].count >= 2)
        {
            add_fan(c, &other->parts[k], pose, box);
        }
    }
}

/// Builds the tree of a neighbourhood, once it is complete.
static void close_neighbourhood(imp2i_edge_neighbourhood* c)
{
    int32_t count = c->compound.part_count;
    if (count == 1)
    {
        return;
    }
    imp2i_part_tree* tree = &c->block.parts;
    imp2_box* place = c->boxes;
    tree->levels = 0;
    for (int32_t n = count;; n = (n + 3) / 4)
    {
        tree->boxes[tree->levels++] = place;
        place += n;
        if (n == 1)
        {
            break;
        }
    }
    for (int32_t k = 0; k < count; ++k)
    {
        const imp2_compound alone = {.kind = IMP2_COMPOUND_SHAPE, .part_count = 1, .parts = &c->parts[k]};
        tree->boxes[0][k] = imp2i_part_box(&alone, 0);
    }
    imp2i_part_tree_fill(tree, count);
    c->block.border = *tree;
    c->compound.kind = IMP2_COMPOUND_CHAIN;
    c->compound.block = &c->block;
}

static void close_both(imp2i_edge_query* s)
{
    double flush = s->pair.flush;
    close_neighbourhood(&s->a);
    close_neighbourhood(&s->b);
    s->pair = imp2i_compound_pair_of(&s->a.compound, &s->pair.pose_a, &s->b.compound, &s->pair.pose_b);
    s->pair.flush = flush;
}

void imp2i_edge_query_drop_overlapping(imp2i_edge_query* s, const imp2i_dbox* line)
{
    const imp2i_dvec middle = {0.5 * (line->x0 + line->x1), 0.5 * (line->y0 + line->y1)};
    int32_t count = 1;
    for (int32_t k = 1; k < s->a.compound.part_count; ++k)
    {
        imp2i_point_gap gap;
        imp2i_point_query(&s->a.parts[k], middle, &gap);
        s->a.parts[count] = s->a.parts[k];
        count += gap.separation >= -2.0 * s->pair.flush;
    }
    s->a.compound.part_count = count;
}

bool imp2i_edge_query_is_deeper(const imp2i_edge_query* s, double depth)
{
    const imp2i_compound_pair* c = &s->pair;
    for (int32_t k = 1; k < s->a.compound.part_count; ++k)
    {
        imp2i_gap gap;
        imp2i_gap_estimate(&s->a.parts[k], c->frame, s->b.parts, imp2i_pose_b(&c->pose_a, &c->pose_b), 0.0f, &gap);
        if (-(double)gap.distance > depth)
        {
            return true;
        }
    }
    return false;
}

bool imp2i_edge_query_is_open(imp2i_edge_query* s, imp2_vec normal)
{
    const imp2i_dvec world = {normal.x, normal.y};
    close_both(s);
    imp2i_dvec n = imp2i_normal_in(&s->pair, world);
    bool of_b = s->b.compound.part_count > 1;
    return imp2i_is_open(&s->pair, 0, 0, n, true) || imp2i_is_face(&s->pair, 0, 0, n, of_b, FACE * s->pair.flush);
}

bool imp2i_edge_query_align(const imp2i_edge_query* s, bool to_b, float margin, imp2_manifold* m)
{
    const imp2i_compound_pair* c = &s->pair;
    const imp2i_dvec n = {m->normal.x, m->normal.y};
    imp2i_gap along;
    if (!imp2i_gap_aligned(c, 0, 0, imp2i_normal_in(c, n), to_b, &along) || along.distance > margin)
    {
        return false;
    }
    imp2i_manifold_of_gap(s->a.parts, &c->pose_a, s->b.parts, margin, &along, m);
    return true;
}

bool imp2i_edge_query_trim(imp2i_edge_query* s, bool of_b, double reach, imp2_manifold* m)
{
    const imp2i_dvec world = {m->normal.x, m->normal.y};
    imp2_manifold kept = *m;
    kept.count = 0;
    close_both(s);
    for (int32_t k = 0; k < m->count; ++k)
    {
        kept.points[kept.count] = m->points[k];
        kept.count +=
            !imp2i_face_continues(&s->pair, 0, 0, imp2i_normal_in(&s->pair, world), of_b, m->points[k].id, reach);
    }
    bool trimmed = kept.count < m->count;
    for (int32_t k = 0; k < m->count && kept.count == 0; ++k)
    {
        m->points[k].id &= UINT32_MAX >> 2;
    }
    if (trimmed && kept.count > 0)
    {
        kept.depth = kept.points[0].depth;
        *m = kept;
    }
    return trimmed;
}

bool imp2i_edge_query_may_trim(const imp2i_compound_pair* c, int32_t i, int32_t j, bool of_b, const imp2_manifold* m)
{
    const imp2i_dvec world = {m->normal.x, m->normal.y};
    imp2i_dvec n = imp2i_normal_in(c, world);
    bool may = false;
    for (int32_t k = 0; k < m->count && !may; ++k)
    {
        may = imp2i_face_may_continue(c, i, j, n, of_b, m->points[k].id);
    }
    return may;
}

void imp2i_edge_query_replace(imp2i_edge_query* s, float margin, imp2_manifold* out)
{
    close_both(s);
    imp2i_closed_manifold(&s->pair, 0, 0, margin, out);
}
