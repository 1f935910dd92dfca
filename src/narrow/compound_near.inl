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

/// A distance with the radii, and a margin for rounding between frames and for the length of a rotation.
static double grow_by(const CompoundPair* c, double distance)
{
    return (distance + c->radius) * (1.0 + 0x1p-18) + 0x1p-40 * c->scale;
}

Near FNI(near_start)(const CompoundPair* c, double distance)
{
    Near n;
    n.by_boxes = false;
    n.i = -1;
    n.j = c->b->part_count;
    n.distance = distance;
    n.apart = grow_by(c, distance);
    DBox around = FNI(box_of_b)(c, FNI(whole_box)(c, true), n.apart);
    FNI(start_walk)(&n.walk_a, c, false, &around, distance);
    return n;
}

bool FNI(near_next)(const CompoundPair* c, Near* n)
{
    for (;;)
    {
        if (n->i >= 0 && !FNI(is_single)(c->b))
        {
            n->j = FNI(part_walk_next)(&n->walk_b);
            if (n->j < c->b->part_count)
            {
                if (n->by_boxes || FNI(may_be_near)(c, n->i, n->j, n->distance))
                {
                    return true;
                }
                continue;
            }
        }
        n->i = FNI(part_walk_next)(&n->walk_a);
        if (n->i >= c->a->part_count)
        {
            return false;
        }
        if (FNI(is_single)(c->b))
        {
            n->j = 0;
            if (n->by_boxes || FNI(may_be_near)(c, n->i, 0, n->distance))
            {
                return true;
            }
            continue;
        }
        Box part = FNI(is_single)(c->a) ? FNI(whole_box)(c, false) : FNI(part_box)(c->a, n->i);
        DBox around = FNI(box_of_a)(c, part, n->apart);
        FNI(start_walk)(&n->walk_b, c, true, &around, n->distance);
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
    PartWalk walk;
    FNI(part_walk_start)(&walk, in, &out->around);
    for (int32_t k; (k = FNI(part_walk_next)(&walk)) < in->part_count;)
    {
        if (out->count == DIMI(NEARBY_MOST))
        {
            return false;
        }
        out->parts[out->count++] = k;
    }
    return true;
}

double FNI(box_distance)(const void* context, DBox a, DBox b)
{
    (void)context;
    return sqrt(FNI(boxes_square)(a, b));
}

/// A node that may be nearer than the best.
typedef struct waiting_node
{
    double square;
    int32_t node;
} waiting_node;

double FNI(boxes_apart)(const CompoundPair* c, double enough)
{
    // Descends the one with more parts, nearest first; the other is a box.
    bool of_b = c->b->part_count > c->a->part_count;
    const Compound* in = of_b ? c->b : c->a;
    Box whole = FNI(whole_box)(c, !of_b);
    DBox box = of_b ? FNI(box_of_a)(c, whole, grow_by(c, 0.0)) : FNI(box_of_b)(c, whole, grow_by(c, 0.0));
    waiting_node stack[(DIMI(NODE_CHILDREN) - 1) * DIMI(NODE_DEPTH) + 1];
    double most = FAR * FNI(box_extent)(box), least = most * most, enough_square = enough > 0.0 ? enough * enough : 0.0;
    int32_t waiting = 1, children[DIMI(NODE_CHILDREN)];
    stack[0].node = FNI(node_root)(in, false);
    stack[0].square = FNI(boxes_square)(FNI(box_grown)(FNI(node_box)(in, false, stack[0].node), 0.0), box);
    while (waiting > 0 && least > enough_square)
    {
        const waiting_node next = stack[--waiting];
        if (impi_node_level(next.node) == 0 || !(next.square < least))
        {
            least = next.square < least ? next.square : least;
            continue;
        }
        int32_t count = FNI(node_children)(in, false, next.node, children), base = waiting;
        for (int32_t k = 0; k < count; ++k)
        {
            waiting_node child;
            child.node = children[k];
            child.square = FNI(boxes_square)(FNI(box_grown)(FNI(node_box)(in, false, child.node), 0.0), box);
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
    s->border = border;
    s->bound = bound;
    s->context = context;
    s->single_a = FNI(is_single)(c->a);
    s->single_b = FNI(is_single)(c->b);
    if (s->single_a)
    {
        s->box_a = FNI(box_grown)(FNI(node_box)(c->a, border, FNI(node_root)(c->a, border)), 0.0);
    }
    if (s->single_b)
    {
        s->box_b = FNI(box_of_b)(c, FNI(node_box)(c->b, border, FNI(node_root)(c->b, border)), grow_by(c, 0.0));
    }
    s->count = 1;
    const NodePair root = {0.0, FNI(node_root)(c->a, border), FNI(node_root)(c->b, border)};
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

/// Splits a pair at one of its nodes, on the stack, dearest first.
static void split_nodes(PairSearch* s, NodePair p, DBox a, DBox b, bool on_a, double most)
{
    const CompoundPair* c = s->pair;
    const Compound* on = on_a ? c->a : c->b;
    int32_t children[DIMI(NODE_CHILDREN)], base = s->count;
    double by = grow_by(c, 0.0);
    // From the last, so that the first of equals ends up on top.
    for (int32_t k = FNI(node_children)(on, s->border, on_a ? p.node_a : p.node_b, children) - 1; k >= 0; --k)
    {
        NodePair q = p;
        Box box = FNI(node_box)(on, s->border, children[k]);
        if (AT(box.lower, 0) > AT(box.upper, 0))
        {
            continue;  // nothing on the outline
        }
        if (on_a)
        {
            q.node_a = children[k];
            a = FNI(box_grown)(box, 0.0);
        }
        else
        {
            q.node_b = children[k];
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
        NodePair p = s->stack[--s->count];
        bool leaf_a = impi_node_level(p.node_a) == 0, leaf_b = impi_node_level(p.node_b) == 0;
        if (!(p.cost <= most))
        {
            continue;
        }
        if (leaf_a && leaf_b)
        {
            *i = impi_node_index(p.node_a);
            *j = impi_node_index(p.node_b);
            return true;
        }
        DBox a = s->single_a ? s->box_a : FNI(box_grown)(FNI(node_box)(c->a, s->border, p.node_a), 0.0);
        DBox b = s->single_b ? s->box_b : FNI(box_of_b)(c, FNI(node_box)(c->b, s->border, p.node_b), grow_by(c, 0.0));
        split_nodes(s, p, a, b, leaf_b || (!leaf_a && FNI(box_extent)(a) >= FNI(box_extent)(b)), most);
    }
    return false;
}
