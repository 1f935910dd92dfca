// SPDX-License-Identifier: MIT
//
// Groups of a bounding volume hierarchy from its nodes. Narrow, a group is the children of a node. Wide, nodes are put
// together so that the surfaces of all groups have the least sum there is, which is what a query may expect to test:
// from the leaves up, for each node and number of slots, what is below it costs at least when it is told to a group by
// so many slots or fewer (Ylitie, Karras and Laine 2017). A group has a price of its own besides: it takes memory.
//
// Tried and dropped: opening the child of greatest surface while there is room. It leaves groups just above the leaves
// with six children of sixteen, and twice as many groups.

#include "../math/lanes.h"
#include "bvh_nodes3.h"

#include <string.h>

enum
{
    MOST = IMP3I_BVH_CHILDREN
};

#define GROUP_PRICE 1e-4f  // as a share of the root's surface

static double surface_of_node(const imp3i_bvh_node* node)
{
    double x = (double)node->box.upper.x - node->box.lower.x, y = (double)node->box.upper.y - node->box.lower.y,
           z = (double)node->box.upper.z - node->box.lower.z;
    return x * y + y * z + z * x;
}

static const imp3i_bvh_costs LEAF_COSTS = {1,
                                           {0.0f, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY,
                                            INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY,
                                            INFINITY}};

static const imp3i_bvh_costs* costs_of(const imp3i_bvh_node* nodes, const imp3i_bvh_costs* costs, int32_t node)
{
    return nodes[node].children ? &costs[node] : &LEAF_COSTS;
}

/// Lanes that have moved up by one place, behind the last of those before.
static inline impi_lanes move_up(impi_lanes before, impi_lanes lanes)
{
    return impi_lanes_mix(impi_lanes_mix(before, 3, 3, lanes, 0, 0), 0, 2, lanes, 1, 2);
}

/// Two leaves: nothing is below them.
static void join_leaves(imp3i_bvh_costs* out)
{
    const impi_lanes none = impi_lanes_splat(INFINITY);
    out->count = 2;
    impi_lanes_store(out->of, impi_lanes_set(INFINITY, 0.0f, INFINITY, INFINITY));
    for (int32_t i = 4; i < MOST; i += 4)
    {
        impi_lanes_store(out->of + i, none);
    }
}

/// Two things after each other: each has at least one slot. The result may stand for one of them.
static void join_costs(const imp3i_bvh_costs* a, const imp3i_bvh_costs* b, imp3i_bvh_costs* out)
{
    const imp3i_bvh_costs *more = a->count < b->count ? b : a, *less = a->count < b->count ? a : b;
    const int32_t count = a->count + b->count < MOST ? a->count + b->count : MOST, rows = (count + 3) / 4;
    const impi_lanes none = impi_lanes_splat(INFINITY);
    impi_lanes moved[MOST / 4], sums[MOST / 4];
    for (int32_t i = 0; i < rows; ++i)
    {
        moved[i] = impi_lanes_load(more->of + 4 * i);
        sums[i] = none;
    }
    for (int32_t k = 0; k < less->count; ++k)
    {
        const impi_lanes with = impi_lanes_splat(less->of[k]);
        for (int32_t i = rows - 1; i >= 0; --i)
        {
            moved[i] = move_up(i ? moved[i - 1] : none, moved[i]);
            sums[i] = impi_lanes_min(impi_lanes_add(moved[i], with), sums[i]);
        }
    }
    out->count = count;
    for (int32_t i = 0; i < MOST / 4; ++i)
    {
        impi_lanes_store(out->of + 4 * i, i < rows ? sums[i] : none);
    }
}

void imp3i_bvh_cost_nodes(const imp3i_bvh_node* nodes, int32_t count, imp3i_bvh_costs* costs)
{
    double root = surface_of_node(&nodes[0]);
    for (int32_t n = count - 1; n >= 0; --n)
    {
        imp3i_bvh_costs* own = &costs[n];
        const int32_t child = nodes[n].child, children = nodes[n].children;
        if (!children)
        {
            continue;
        }
        if (nodes[child].children || nodes[child + 1].children)
        {
            join_costs(costs_of(nodes, costs, child), costs_of(nodes, costs, child + 1), own);
        }
        else
        {
            join_leaves(own);
        }
        for (int32_t k = 2; k < children; ++k)
        {
            join_costs(own, costs_of(nodes, costs, child + k), own);
        }
        float share = root > 0.0 ? (float)(surface_of_node(&nodes[n]) / root) : 0.0f;
        own->of[0] = own->of[own->count - 1] + share + GROUP_PRICE;
        const impi_lanes most = impi_lanes_splat(own->of[0]);
        for (int i = 0; i < own->count; i += 4)
        {
            impi_lanes_store(own->of + i, impi_lanes_min(impi_lanes_load(own->of + i), most));
        }
    }
}

/// How many slots each child of a node has, when all together have up to so many.
static void share_slots(const imp3i_bvh_node* nodes, const imp3i_bvh_costs* costs, int32_t node, int32_t slots,
                        int32_t out[IMP3I_BVH_PIECES])
{
    imp3i_bvh_costs sum[IMP3I_BVH_PIECES - 1];
    const imp3i_bvh_costs* sums[IMP3I_BVH_PIECES - 1] = {costs_of(nodes, costs, nodes[node].child)};
    const int32_t child = nodes[node].child, children = nodes[node].children;
    int32_t all = 0;
    for (int32_t k = 0; k < children; ++k)
    {
        out[k] = costs_of(nodes, costs, child + k)->count;
        all += out[k];
    }
    if (all <= slots)
    {
        return;  // enough for each
    }
    for (int32_t k = 1; k + 1 < children; ++k)
    {
        join_costs(sums[k - 1], costs_of(nodes, costs, child + k), &sum[k]);
        sums[k] = &sum[k];
    }
    for (int32_t k = children - 1; k > 0; --k)
    {
        const imp3i_bvh_costs *own = costs_of(nodes, costs, child + k), *before = sums[k - 1];
        float least = INFINITY;
        int32_t best = 1;
        slots = slots < before->count + own->count ? slots : before->count + own->count;
        for (int32_t taken = slots > before->count ? slots - before->count : 1; taken <= own->count && taken < slots;
             ++taken)
        {
            float cost = before->of[slots - taken - 1] + own->of[taken - 1];
            best = cost < least ? taken : best;
            least = cost < least ? cost : least;
        }
        out[k] = best;
        slots -= best;
    }
    out[0] = slots;
}

/// The children of a node's group. Returns how many.
static int32_t open_node(const imp3i_bvh_node* nodes, const imp3i_bvh_costs* costs, int32_t node,
                         int32_t out[IMP3I_BVH_CHILDREN])
{
    struct
    {
        int32_t node, slots;
    } stack[MOST + IMP3I_BVH_PIECES];
    int32_t count = 0, waiting = 0, slots = MOST, share[IMP3I_BVH_PIECES] = {0};
    for (;;)
    {
        if (costs)
        {
            share_slots(nodes, costs, node, slots, share);
        }
        for (int32_t k = nodes[node].children - 1; k >= 0; --k)
        {
            stack[waiting].node = nodes[node].child + k;
            stack[waiting++].slots = share[k];
        }
        // Down to the next one that is worth opening.
        for (node = -1; waiting > 0 && node < 0;)
        {
            int32_t next = stack[--waiting].node;
            slots = stack[waiting].slots;
            bool inner = costs && nodes[next].children;
            slots = inner && costs[next].count < slots ? costs[next].count : slots;
            if (inner && costs[next].of[slots - 1] < costs[next].of[0])
            {
                node = next;
            }
            else
            {
                out[count++] = next;
            }
        }
        if (node < 0)
        {
            return count;
        }
        while (slots > 1 && costs[node].of[slots - 2] <= costs[node].of[slots - 1])
        {
            --slots;
        }
    }
}

void imp3i_bvh_plan_groups(const imp3i_bvh_node* nodes, const imp3i_bvh_costs* costs, imp3i_bvh_plan* plan)
{
    struct
    {
        int32_t node, slot, depth;
    } stack[IMP3I_BVH_DEPTH * (IMP3I_BVH_CHILDREN - 1) + 1];
    int32_t waiting = 1;
    stack[0].node = 0;
    stack[0].slot = -1;
    stack[0].depth = 1;
    plan->groups = plan->slots = plan->leaves = plan->depth = 0;
    while (waiting > 0)
    {
        int32_t node = stack[--waiting].node, slot = stack[waiting].slot, depth = stack[waiting].depth;
        int32_t child[IMP3I_BVH_CHILDREN] = {0}, count = 1;  // the root may be a leaf
        if (nodes[node].children)
        {
            count = open_node(nodes, costs, node, child);
        }
        if (slot >= 0)
        {
            plan->link[slot] = plan->groups;
        }
        plan->depth = depth > plan->depth ? depth : plan->depth;
        plan->first[plan->groups++] = plan->slots;
        for (int32_t i = count - 1; i >= 0; --i)
        {
            const imp3i_bvh_node* n = &nodes[child[i]];
            int32_t at = plan->slots + i;
            plan->node[at] = child[i];
            if (n->children)
            {
                stack[waiting].node = child[i];
                stack[waiting].slot = at;
                stack[waiting++].depth = depth + 1;
            }
            else
            {
                plan->link[at] = imp3i_bvh_leaf(n->first, n->count);
                ++plan->leaves;
            }
        }
        plan->slots += count;
    }
    plan->first[plan->groups] = plan->slots;
}
