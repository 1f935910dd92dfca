// SPDX-License-Identifier: MIT
//
// Groups of a bounding volume hierarchy from its nodes. Narrow, a group is the children of a node. Wide, it is those of
// a node, of which the inner one of greatest surface is opened, its children in its place, for as long as they fit (Wald,
// Benthin and Boulos 2008): a ray or box that comes to the group would most likely have come to it.

#include "bvh_nodes3.h"

static double surface_of_node(const imp3i_bvh_node* node)
{
    double x = (double)node->box.upper.x - node->box.lower.x, y = (double)node->box.upper.y - node->box.lower.y,
           z = (double)node->box.upper.z - node->box.lower.z;
    return x * y + y * z + z * x;
}

/// The children of a node's group. Returns how many.
static int32_t open_node(const imp3i_bvh_node* nodes, int32_t node, bool wide, int32_t out[IMP3I_BVH_CHILDREN])
{
    double surface[IMP3I_BVH_CHILDREN];
    int32_t count = 0, from = node, at = 0, opened = nodes[node].children;
    if (opened == 0)
    {
        out[count++] = node;  // the root is a leaf
    }
    while (opened > 0)
    {
        // The children take the place of their node.
        int32_t more = count ? opened - 1 : opened;
        for (int32_t i = count - 1; i > at; --i)
        {
            out[i + more] = out[i];
            surface[i + more] = surface[i];
        }
        for (int32_t k = 0; k < opened; ++k)
        {
            out[at + k] = nodes[from].child + k;
            surface[at + k] = surface_of_node(&nodes[nodes[from].child + k]);
        }
        count += more;
        double most = -1.0;
        opened = 0;
        for (int32_t i = 0; wide && i < count; ++i)
        {
            const imp3i_bvh_node* n = &nodes[out[i]];
            if (n->children && count + n->children - 1 <= IMP3I_BVH_CHILDREN && surface[i] > most)
            {
                most = surface[i];
                at = i;
                from = out[i];
                opened = n->children;
            }
        }
    }
    return count;
}

void imp3i_bvh_plan_groups(const imp3i_bvh_node* nodes, bool wide, imp3i_bvh_plan* plan)
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
        int32_t child[IMP3I_BVH_CHILDREN], count = open_node(nodes, node, wide, child);
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
