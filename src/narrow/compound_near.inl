// SPDX-License-Identifier: MIT
//
// Broad phase of two compounds: near pairs of their parts.
//
// Two traversals. In order: the parts of A near B's bounds, and for each the parts of B near its box; for lists, which
// are sorted (law 10). By cost: both trees at once, the cheaper pairs first, while they may cost less than the best so
// far (branch and bound); for minima. A list of pairs is never stored.

#ifndef AXES
#include "compound_pair3.h"

#include <math.h>
#include <string.h>

#include "../math/dim3.h"
#endif

/// Range of the search for a distance around a box, in sizes of it.
#define FAR 4.0

imp_status FNI(compound_pair_status)(const Compound* a, const Pose* pose_a, const Compound* b, const Pose* pose_b)
{
    const int32_t faults[4] = {FNI(compound_fault)(a), FNI(pose_fault)(pose_a), FNI(compound_fault)(b),
                               FNI(pose_fault)(pose_b)};
    for (int k = 0; k < 4; ++k)
    {
        if (faults[k])
        {
            return impi_error(faults[k], k + 1);
        }
    }
    return IMP_OK;
}

static int32_t levels_of(const PartTree* tree)
{
    return tree ? tree->levels : 1;
}

static Box tree_box(const Compound* c, const PartTree* tree, int32_t level, int32_t index)
{
    return tree ? tree->boxes[level][index] : FNI(part_box)(c, index);
}

/// A distance with the radii, and a margin for rounding between frames and for the length of a rotation.
static double grow_by(const CompoundPair* c, double distance)
{
    return (distance + c->radius) * (1.0 + 0x1p-18) + 0x1p-40 * c->scale;
}

Near FNI(near_start)(const CompoundPair* c, double distance)
{
    Near n;
    memset(&n, 0, sizeof n);
    n.i = -1;
    n.j = c->b->part_count;
    n.apart = grow_by(c, distance);
    const PartTree* tree = FNI(part_tree_of)(c->b, false);
    n.around_b = FNI(box_of_b)(c, tree_box(c->b, tree, levels_of(tree) - 1, 0), n.apart);
    return n;
}

bool FNI(near_next)(const CompoundPair* c, Near* n)
{
    ++n->j;
    for (;;)
    {
        if (n->i >= 0 && n->j < c->b->part_count)
        {
            n->j = FNI(part_near)(c->b, &n->around_part, n->j);
        }
        if (n->i >= 0 && n->j < c->b->part_count)
        {
            return true;
        }
        n->i = n->i + 1 < c->a->part_count ? FNI(part_near)(c->a, &n->around_b, n->i + 1) : c->a->part_count;
        if (n->i >= c->a->part_count)
        {
            return false;
        }
        n->around_part = FNI(box_of_a)(c, FNI(part_box)(c->a, n->i), n->apart);
        n->j = 0;
    }
}

bool FNI(nearby_list)(const CompoundPair* c, double distance, Nearby* out)
{
    bool of_b = FNI(is_single)(c->a);
    const Compound *in = of_b ? c->b : c->a, *other = of_b ? c->a : c->b;
    if (!FNI(is_single)(other) || FNI(is_single)(in))
    {
        return false;
    }
    // As in FNI(near_next).
    double by = grow_by(c, distance);
    Box box = FNI(part_box)(other, 0);
    out->of_b = of_b;
    out->around = of_b ? FNI(box_of_a)(c, box, by) : FNI(box_of_b)(c, box, by);
    out->count = 0;
    for (int32_t k = 0; (k = FNI(part_near)(in, &out->around, k)) < in->part_count; ++k)
    {
        if (out->count == DIMI(NEARBY_MOST))
        {
            return false;
        }
        out->parts[out->count++] = k;
    }
    return true;
}

/// Number of boxes of a level: the leaves, divided by four for each level and rounded up.
static int32_t box_count(const Compound* c, int32_t level)
{
    return (int32_t)(((int64_t)FNI(leaf_count)(c) + ((int64_t)1 << (2 * level)) - 1) >> (2 * level));
}

double FNI(box_distance)(const void* context, DBox a, DBox b)
{
    (void)context;
    return sqrt(FNI(boxes_square)(a, b));
}

/// A box of a tree that may be nearer than the best.
typedef struct waiting_box
{
    double square;
    int32_t level, index;
} waiting_box;

double FNI(boxes_apart)(const CompoundPair* c, double enough)
{
    // Descends the one with more parts, nearest first; the other is a box.
    bool of_b = c->b->part_count > c->a->part_count;
    const Compound *in = of_b ? c->b : c->a, *other = of_b ? c->a : c->b;
    const PartTree *tree = FNI(part_tree_of)(in, false), *other_tree = FNI(part_tree_of)(other, false);
    Box whole = tree_box(other, other_tree, levels_of(other_tree) - 1, 0);
    DBox box = of_b ? FNI(box_of_a)(c, whole, grow_by(c, 0.0)) : FNI(box_of_b)(c, whole, grow_by(c, 0.0));
    waiting_box stack[3 * IMPI_PART_LEVELS + 1] = {{0.0, levels_of(tree), 0}};
    double most = FAR * FNI(box_extent)(box), least = most * most, enough_square = enough > 0.0 ? enough * enough : 0.0;
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
            const waiting_box child = {FNI(boxes_square)(FNI(box_grown)(tree_box(in, tree, level, k), 0.0), box), level,
                                       k};
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

static void start_pair_search(PairSearch* s, const CompoundPair* c, bool border, PairBound bound, const void* context)
{
    s->pair = c;
    s->tree_a = FNI(part_tree_of)(c->a, border);
    s->tree_b = FNI(part_tree_of)(c->b, border);
    s->bound = bound;
    s->context = context;
    s->count = 1;
    const BoxPair root = {0.0, levels_of(s->tree_a) - 1, 0, levels_of(s->tree_b) - 1, 0};
    s->stack[0] = root;
}

void FNI(search_start)(PairSearch* s, const CompoundPair* c, PairBound bound, const void* context)
{
    start_pair_search(s, c, false, bound, context);
}

void FNI(search_borders)(PairSearch* s, const CompoundPair* c, PairBound bound, const void* context)
{
    start_pair_search(s, c, true, bound, context);
}

/// Splits a pair into up to four, on the stack, dearest first.
static void split_boxes(PairSearch* s, BoxPair p, DBox a, DBox b, bool on_a, double most)
{
    const CompoundPair* c = s->pair;
    int32_t level = (on_a ? p.level_a : p.level_b) - 1, first = 4 * (on_a ? p.index_a : p.index_b);
    int32_t count = box_count(on_a ? c->a : c->b, level), base = s->count;
    double by = grow_by(c, 0.0);
    // From the last, so that the first of equals ends up on top.
    for (int32_t k = first + 3 < count ? first + 3 : count - 1; k >= first; --k)
    {
        BoxPair q = p;
        Box box = on_a ? tree_box(c->a, s->tree_a, level, k) : tree_box(c->b, s->tree_b, level, k);
        if (AT(box.lower, 0) > AT(box.upper, 0))
        {
            continue;  // nothing on the outline
        }
        if (on_a)
        {
            q.level_a = level;
            q.index_a = k;
            a = FNI(box_grown)(box, 0.0);
        }
        else
        {
            q.level_b = level;
            q.index_b = k;
            b = FNI(box_of_b)(c, box, by);
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

bool FNI(search_leaves)(PairSearch* s, double most, int32_t* i, int32_t* j)
{
    const CompoundPair* c = s->pair;
    while (s->count > 0)
    {
        BoxPair p = s->stack[--s->count];
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
        DBox a = FNI(box_grown)(tree_box(c->a, s->tree_a, p.level_a, p.index_a), 0.0);
        DBox b = FNI(box_of_b)(c, tree_box(c->b, s->tree_b, p.level_b, p.index_b), grow_by(c, 0.0));
        split_boxes(s, p, a, b, p.level_b == 0 || (p.level_a > 0 && FNI(box_extent)(a) >= FNI(box_extent)(b)), most);
    }
    return false;
}
