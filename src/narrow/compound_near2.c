// SPDX-License-Identifier: MIT
//
// Broad phase of two compounds: near pairs of their parts.
//
// Two traversals. In order: the parts of A near B's bounds, and for each the parts of B near its box; for lists, which
// are sorted (law 10). By cost: both trees at once, the cheaper pairs first, while they may cost less than the best so
// far (branch and bound); for minima. A list of pairs is never stored.

#include "compound_pair2.h"

#include "impinge/narrow2.h"

#include <math.h>

/// Least sine of the angle between a one-sided segment and a normal that it may push along.
#define LEAST_PUSH 0x1p-10

/// Range of the search for a distance around a box, in sizes of it.
#define FAR 4.0

imp_status imp2i_compound_pair_status(const imp2_compound* a, const imp2_pose* pose_a, const imp2_compound* b,
                                      const imp2_pose* pose_b)
{
    const int32_t faults[4] = {imp2i_compound_fault(a), imp2i_pose_fault(pose_a), imp2i_compound_fault(b),
                               imp2i_pose_fault(pose_b)};
    for (int k = 0; k < 4; ++k)
    {
        if (faults[k])
        {
            return impi_error(faults[k], k + 1);
        }
    }
    return IMP_OK;
}

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
static bool is_before(const imp2_shape* segment, const imp2_pose* pose, const imp2_shape* part,
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
    return (!c->a->one_sided || is_before(a, &c->pose_a, b, &c->pose_b, c->scale)) &&
           (!c->b->one_sided || is_before(b, &c->pose_b, a, &c->pose_a, c->scale));
}

bool imp2i_may_push(const imp2i_compound_pair* c, int32_t i, int32_t j, imp2i_dvec n)
{
    imp2i_dvec back = imp2i_dnegate(imp2i_direction_in_b(&c->rel, n));
    const imp2_shape *a = &c->a->parts[i], *b = &c->b->parts[j];
    // A segment's first normal is to its right.
    bool may_a = !c->a->one_sided || n.x * a->normal_x[0] + n.y * a->normal_y[0] > LEAST_PUSH;
    return may_a && (!c->b->one_sided || back.x * b->normal_x[0] + back.y * b->normal_y[0] > LEAST_PUSH);
}

static imp2i_dbox grown(imp2_box box, double by)
{
    imp2i_dbox r = {(double)box.lower.x - by, (double)box.lower.y - by, (double)box.upper.x + by,
                    (double)box.upper.y + by};
    return r;
}

/// Bounds of a box that is turned by (c, s) and moved.
static imp2i_dbox turned_box(imp2_box box, double c, double s, double tx, double ty, double by)
{
    double x = 0.5 * ((double)box.lower.x + box.upper.x), y = 0.5 * ((double)box.lower.y + box.upper.y);
    double wide = 0.5 * ((double)box.upper.x - box.lower.x), high = 0.5 * ((double)box.upper.y - box.lower.y);
    double half_x = fabs(c) * wide + fabs(s) * high + by, half_y = fabs(s) * wide + fabs(c) * high + by;
    double mx = c * x - s * y + tx, my = s * x + c * y + ty;
    imp2i_dbox r = {mx - half_x, my - half_y, mx + half_x, my + half_y};
    return r;
}

/// A box of B's tree in A's frame, rounded outward.
static imp2i_dbox box_of_b(const imp2i_compound_pair* c, imp2_box box, double by)
{
    return turned_box(box, c->rel.c, c->rel.s, c->rel.tx, c->rel.ty, by);
}

/// A box of A's tree in B's frame. The inverse is that of the unit rotation, which is within 2^-19.
static imp2i_dbox box_of_a(const imp2i_compound_pair* c, imp2_box box, double by)
{
    double size = 1.0 / (c->rel.c * c->rel.c + c->rel.s * c->rel.s), q = c->rel.c * size, s = c->rel.s * size;
    return turned_box(box, q, -s, -(q * c->rel.tx + s * c->rel.ty), s * c->rel.tx - q * c->rel.ty, by);
}

/// The tree of the parts, or of their sides on the outline; null for a single shape.
static const imp2i_part_tree* part_tree_of(const imp2_compound* c, bool border)
{
    const imp2i_compound_block* block = (const imp2i_compound_block*)c->block;
    return block ? (border ? &block->border : &block->parts) : NULL;
}

static int32_t levels_of(const imp2i_part_tree* tree)
{
    return tree ? tree->levels : 1;
}

static imp2_box tree_box(const imp2_compound* c, const imp2i_part_tree* tree, int32_t level, int32_t index)
{
    return tree ? tree->boxes[level][index] : imp2i_part_box(c, index);
}

/// A distance with the radii, and a margin for rounding between frames and for the length of a rotation.
static double grow_by(const imp2i_compound_pair* c, double distance)
{
    return (distance + c->radius) * (1.0 + 0x1p-18) + 0x1p-40 * c->scale;
}

imp2i_near imp2i_near_start(const imp2i_compound_pair* c, double distance)
{
    imp2i_near n = {.i = -1, .j = c->b->part_count, .apart = grow_by(c, distance)};
    const imp2i_part_tree* tree = part_tree_of(c->b, false);
    n.around_b = box_of_b(c, tree_box(c->b, tree, levels_of(tree) - 1, 0), n.apart);
    return n;
}

bool imp2i_near_next(const imp2i_compound_pair* c, imp2i_near* n)
{
    ++n->j;
    for (;;)
    {
        if (n->i >= 0 && n->j < c->b->part_count)
        {
            n->j = imp2i_part_near(c->b, &n->around_part, n->j);
        }
        if (n->i >= 0 && n->j < c->b->part_count)
        {
            return true;
        }
        n->i = n->i + 1 < c->a->part_count ? imp2i_part_near(c->a, &n->around_b, n->i + 1) : c->a->part_count;
        if (n->i >= c->a->part_count)
        {
            return false;
        }
        n->around_part = box_of_a(c, imp2i_part_box(c->a, n->i), n->apart);
        n->j = 0;
    }
}

bool imp2i_nearby_list(const imp2i_compound_pair* c, double distance, imp2i_nearby* out)
{
    bool of_b = imp2i_is_single(c->a);
    const imp2_compound *in = of_b ? c->b : c->a, *other = of_b ? c->a : c->b;
    if (!imp2i_is_single(other) || imp2i_is_single(in))
    {
        return false;
    }
    // As in imp2i_near_next.
    double by = grow_by(c, distance);
    imp2_box box = imp2i_part_box(other, 0);
    out->of_b = of_b;
    out->around = of_b ? box_of_a(c, box, by) : box_of_b(c, box, by);
    out->count = 0;
    for (int32_t k = 0; (k = imp2i_part_near(in, &out->around, k)) < in->part_count; ++k)
    {
        if (out->count == IMP2I_NEARBY_MOST)
        {
            return false;
        }
        out->parts[out->count++] = k;
    }
    return true;
}

/// Number of boxes of a level: the parts, divided by four for each level and rounded up.
static int32_t box_count(const imp2_compound* c, int32_t level)
{
    return (int32_t)(((int64_t)c->part_count + ((int64_t)1 << (2 * level)) - 1) >> (2 * level));
}

static double extent(imp2i_dbox b)
{
    double x = b.x1 - b.x0, y = b.y1 - b.y0;
    return x > y ? x : y;
}

static double square_between(imp2i_dbox a, imp2i_dbox b)
{
    double x = a.x0 > b.x1 ? a.x0 - b.x1 : b.x0 > a.x1 ? b.x0 - a.x1 : 0.0;
    double y = a.y0 > b.y1 ? a.y0 - b.y1 : b.y0 > a.y1 ? b.y0 - a.y1 : 0.0;
    return x * x + y * y;
}

double imp2i_box_distance(const void* context, imp2i_dbox a, imp2i_dbox b)
{
    (void)context;
    return sqrt(square_between(a, b));
}

/// A box of a tree that may be nearer than the best.
typedef struct waiting_box
{
    double square;
    int32_t level, index;
} waiting_box;

double imp2i_boxes_apart(const imp2i_compound_pair* c, double enough)
{
    // Descends the one with more parts, nearest first; the other is a box.
    bool of_b = c->b->part_count > c->a->part_count;
    const imp2_compound *in = of_b ? c->b : c->a, *other = of_b ? c->a : c->b;
    const imp2i_part_tree *tree = part_tree_of(in, false), *other_tree = part_tree_of(other, false);
    imp2_box whole = tree_box(other, other_tree, levels_of(other_tree) - 1, 0);
    imp2i_dbox box = of_b ? box_of_a(c, whole, grow_by(c, 0.0)) : box_of_b(c, whole, grow_by(c, 0.0));
    waiting_box stack[3 * IMPI_PART_LEVELS + 1] = {{0.0, levels_of(tree), 0}};
    double most = FAR * extent(box), least = most * most, enough_square = enough > 0.0 ? enough * enough : 0.0;
    int32_t waiting = 1;
    while (waiting > 0 && least > enough_square)
    {
        const waiting_box next = stack[--waiting];
        if (next.level == 0 || !(next.square < least))
        {
            least = next.square < least ? next.square : least;
            continue;
        }
        int32_t level = next.level - 1, first = 4 * next.index, count = box_count(in, level), base = waiting;
        for (int32_t k = first; k < first + 4 && k < count; ++k)
        {
            const waiting_box child = {square_between(grown(tree_box(in, tree, level, k), 0.0), box), level, k};
            int32_t at = waiting;
            if (!(child.square < least))
            {
                continue;
            }
            for (++waiting; at > base && stack[at - 1].square < child.square; --at)
            {
                stack[at] = stack[at - 1];
            }
            stack[at] = child;
        }
    }
    return sqrt(least) * (1.0 - 0x1p-17);  // a rotation is not quite a unit long
}

static void start_pair_search(imp2i_search* s, const imp2i_compound_pair* c, bool border, imp2i_bound bound,
                              const void* context)
{
    s->pair = c;
    s->tree_a = part_tree_of(c->a, border);
    s->tree_b = part_tree_of(c->b, border);
    s->bound = bound;
    s->context = context;
    s->count = 1;
    const imp2i_box_pair root = {0.0, levels_of(s->tree_a) - 1, 0, levels_of(s->tree_b) - 1, 0};
    s->stack[0] = root;
}

void imp2i_search_start(imp2i_search* s, const imp2i_compound_pair* c, imp2i_bound bound, const void* context)
{
    start_pair_search(s, c, false, bound, context);
}

void imp2i_search_borders(imp2i_search* s, const imp2i_compound_pair* c, imp2i_bound bound, const void* context)
{
    start_pair_search(s, c, true, bound, context);
}

/// Splits a pair into up to four, on the stack, dearest first.
static void split(imp2i_search* s, imp2i_box_pair p, imp2i_dbox a, imp2i_dbox b, bool on_a, double most)
{
    const imp2i_compound_pair* c = s->pair;
    int32_t level = (on_a ? p.level_a : p.level_b) - 1, first = 4 * (on_a ? p.index_a : p.index_b);
    int32_t count = box_count(on_a ? c->a : c->b, level), base = s->count;
    double by = grow_by(c, 0.0);
    // From the last, so that the first of equals ends up on top.
    for (int32_t k = first + 3 < count ? first + 3 : count - 1; k >= first; --k)
    {
        imp2i_box_pair q = p;
        imp2_box box = on_a ? tree_box(c->a, s->tree_a, level, k) : tree_box(c->b, s->tree_b, level, k);
        if (box.lower.x > box.upper.x)
        {
            continue;  // nothing on the outline
        }
        if (on_a)
        {
            q.level_a = level;
            q.index_a = k;
            a = grown(box, 0.0);
        }
        else
        {
            q.level_b = level;
            q.index_b = k;
            b = box_of_b(c, box, by);
        }
        q.cost = s->bound(s->context, a, b);
        if (!(q.cost <= most))
        {
            continue;
        }
        int32_t at = s->count++;
        for (; at > base && s->stack[at - 1].cost < q.cost; --at)
        {
            s->stack[at] = s->stack[at - 1];
        }
        s->stack[at] = q;
    }
}

bool imp2i_search_next(imp2i_search* s, double most, int32_t* i, int32_t* j)
{
    const imp2i_compound_pair* c = s->pair;
    while (s->count > 0)
    {
        imp2i_box_pair p = s->stack[--s->count];
        if (!(p.cost <= most))
        {
            continue;
        }
        if (p.level_a == 0 && p.level_b == 0)
        {
            *i = p.index_a;
            *j = p.index_b;
            return true;
        }
        imp2i_dbox a = grown(tree_box(c->a, s->tree_a, p.level_a, p.index_a), 0.0);
        imp2i_dbox b = box_of_b(c, tree_box(c->b, s->tree_b, p.level_b, p.index_b), grow_by(c, 0.0));
        split(s, p, a, b, p.level_b == 0 || (p.level_a > 0 && extent(a) >= extent(b)), most);
    }
    return false;
}
