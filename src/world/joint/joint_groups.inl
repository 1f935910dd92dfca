// SPDX-License-Identifier: MIT
//
// Groups: bodies that joints tie together, as trees (motion/joint_tree.inl) and the joints that close loops of them.
//
// The root of a tree is the body that a joint ties to what does not move, with the lowest joint; else the one with most
// joints, ties by lowest number. The others follow breadth first, by joints in the order of the body's list, so a
// parent comes before its children. Where joints are left, which close loops, joints that hold more axes come first
// (Prim, with a queue for each number of axes): loops have as few rows as they can, and a group is a net the later. What
// does not move counts as one body.
//
// Couplings tie joints that no joint ties: then a group is of several trees, one after the other.

#ifndef AXES
#include "joint2.h"
#include <string.h>

#include "../../math/dim2.h"
#endif

// Whether joints move a body.
static bool is_moved(const World* w, int32_t body)
{
    return body >= 0 && w->bodies.data[body].mover > 0 && w->bodies.data[body].kind == IMP_BODY_DYNAMIC;
}

// The body at the other end of a joint, or -1 if it is none that joints move.
static int32_t other_end(const World* w, const Joint* j, int32_t body)
{
    int32_t other = j->body_a == body ? j->body_b : j->body_a;
    return is_moved(w, other) ? other : -1;
}

static void add_node(World* w, JointGroup* g, int32_t body, int32_t joint, int32_t parent)
{
    const JointNode node = {.mover = w->bodies.data[body].mover, .body = body, .joint = joint};
    const TreeBody in_tree = {.parent = parent};
    w->joints.node_of.data[node.mover] = g->count + 1;
    w->joints.nodes.data[w->joints.nodes.count++] = node;
    w->joints.tree.data[w->joints.tree.count++] = in_tree;
    g->low = node.mover < g->low ? node.mover : g->low;
    ++g->count;
}

// Adds all bodies that joints tie to those of the group, from one of them on.
static void grow_group(World* w, JointGroup* g, int32_t from)
{
    for (int32_t i = from; i < g->count; ++i)
    {
        int32_t body = w->joints.nodes.data[g->first + i].body;
        for (int32_t k = w->bodies.data[body].first_joint; k >= 0; k = FNI(next_joint)(&w->joints.all.data[k], body))
        {
            int32_t other = other_end(w, &w->joints.all.data[k], body);
            if (other >= 0 && w->joints.node_of.data[w->bodies.data[other].mover] == 0)
            {
                add_node(w, g, other, k, i);
            }
        }
    }
}

// The number of joints that close loops of bodies found from one on.
static int32_t count_loops(const World* w, const JointGroup* g, int32_t from)
{
    int32_t ends = 0, fixed = 0;
    for (int32_t i = from; i < g->count; ++i)
    {
        int32_t body = w->joints.nodes.data[g->first + i].body;
        for (int32_t k = w->bodies.data[body].first_joint; k >= 0; k = FNI(next_joint)(&w->joints.all.data[k], body))
        {
            bool ends_here = other_end(w, &w->joints.all.data[k], body) < 0;
            ends += ends_here ? 0 : 1;
            fixed += ends_here ? 1 : 0;
        }
    }
    return ends / 2 + fixed - (g->count - from) + (fixed > 0 ? 0 : 1);
}

static int32_t count_held(const Joint* j)
{
    int32_t held = 0;
    for (int32_t i = 0; i < DIMI(JOINT_AXES); ++i)
    {
        held += j->def.axes[i].kind != IMP_AXIS_FREE ? 1 : 0;
    }
    return held;
}

// Queues of joints that lead from a tree on, by how many axes they hold: 2 * joint, and 1 more where B is in the tree.
typedef struct JointQueues
{
    int32_t *next, first[DIMI(JOINT_AXES) + 1], last[DIMI(JOINT_AXES) + 1];
} JointQueues;

static void queue_joints(const World* w, JointQueues* q, int32_t body)
{
    for (int32_t k = w->bodies.data[body].first_joint; k >= 0; k = FNI(next_joint)(&w->joints.all.data[k], body))
    {
        const Joint* j = &w->joints.all.data[k];
        int32_t way = 2 * k + (j->body_b == body ? 1 : 0), held = count_held(j);
        if (other_end(w, j, body) >= 0)
        {
            *(q->first[held] < 0 ? &q->first[held] : &q->next[q->last[held]]) = way;
            q->last[held] = way;
            q->next[way] = -1;
        }
    }
}

// The next joint that leads on, of those that hold most; or -1.
static int32_t take_joint(JointQueues* q)
{
    int32_t held = DIMI(JOINT_AXES);
    while (held > 0 && q->first[held] < 0)
    {
        --held;
    }
    int32_t way = q->first[held];
    q->first[held] = way < 0 ? -1 : q->next[way];
    return way;
}

// The same as grow_group, by joints that hold most.
static void grow_by_held(World* w, JointGroup* g, int32_t from)
{
    JointQueues q = {.next = w->joints.queued.data};
    for (int32_t i = 0; i <= DIMI(JOINT_AXES); ++i)
    {
        q.first[i] = -1;
    }
    queue_joints(w, &q, w->joints.nodes.data[g->first + from].body);
    for (int32_t way = take_joint(&q); way >= 0; way = take_joint(&q))
    {
        const Joint* j = &w->joints.all.data[way / 2];
        int32_t body = way % 2 ? j->body_b : j->body_a, other = other_end(w, j, body);
        if (w->joints.node_of.data[w->bodies.data[other].mover] == 0)
        {
            add_node(w, g, other, way / 2, w->joints.node_of.data[w->bodies.data[body].mover] - 1);
            queue_joints(w, &q, other);
        }
    }
}

// The root of the bodies that have been found from one on, and its joint to what does not move, or -1.
static int32_t find_root(const World* w, const JointGroup* g, int32_t from, int32_t* fixed)
{
    int32_t root = -1, most = -1, lowest = -1;
    for (int32_t i = from; i < g->count; ++i)
    {
        const JointNode* node = &w->joints.nodes.data[g->first + i];
        int32_t count = 0;
        for (int32_t k = w->bodies.data[node->body].first_joint; k >= 0; ++count)
        {
            const Joint* j = &w->joints.all.data[k];
            if (other_end(w, j, node->body) < 0 && (lowest < 0 || k < lowest))
            {
                lowest = k;
            }
            k = FNI(next_joint)(j, node->body);
        }
        if (count > most || (count == most && node->body < root))
        {
            most = count;
            root = node->body;
        }
    }
    if (lowest >= 0)
    {
        const Joint* j = &w->joints.all.data[lowest];
        root = is_moved(w, j->body_a) ? j->body_a : j->body_b;
    }
    *fixed = lowest;
    return root;
}

static void clear_group(World* w, JointGroup* g, int32_t from)
{
    for (int32_t i = from; i < g->count; ++i)
    {
        w->joints.node_of.data[w->joints.nodes.data[g->first + i].mover] = 0;
    }
    w->joints.nodes.count = w->joints.tree.count = g->first + from;
    g->count = from;
}

// Adds a body and the tree that it is part of.
static void add_tree(World* w, JointGroup* g, int32_t body)
{
    int32_t from = g->count, fixed;
    add_node(w, g, body, -1, -1);
    grow_group(w, g, from);
    int32_t root = find_root(w, g, from, &fixed);
    bool loops = count_loops(w, g, from) > 0;
    clear_group(w, g, from);
    add_node(w, g, root, fixed, -1);
    (loops ? grow_by_held : grow_group)(w, g, from);
}

// A body of a joint that is in no group yet, or -1.
static int32_t body_without(const World* w, const Joint* j)
{
    const int32_t bodies[2] = {j->body_a, j->body_b};
    int32_t found = -1;
    for (int32_t i = 0; i < 2 && found < 0; ++i)
    {
        bool moved = is_moved(w, bodies[i]) && w->joints.node_of.data[w->bodies.data[bodies[i]].mover] == 0;
        found = moved ? bodies[i] : -1;
    }
    return found;
}

// A body that couplings of a joint tie to its bodies and that is in no group yet, or -1.
static int32_t find_coupled(const World* w, int32_t joint)
{
    int32_t found = -1;
    for (int32_t i = w->joints.all.data[joint].first_coupling; i >= 0 && found < 0;)
    {
        const Coupling* c = &w->joints.couplings.data[i];
        found = body_without(w, &w->joints.all.data[c->joint_a == joint ? c->joint_b : c->joint_a]);
        i = FNI(next_coupling)(c, joint);
    }
    return found;
}

// The same of the bodies of a group, from one of them on: all before have none.
static int32_t find_next_tree(const World* w, const JointGroup* g, int32_t* from)
{
    for (; *from < g->count; ++*from)
    {
        int32_t body = w->joints.nodes.data[g->first + *from].body;
        for (int32_t k = w->bodies.data[body].first_joint; k >= 0; k = FNI(next_joint)(&w->joints.all.data[k], body))
        {
            int32_t found = find_coupled(w, k);
            if (found >= 0)
            {
                return found;
            }
        }
    }
    return -1;
}

static int32_t node_of_body(const World* w, int32_t body)
{
    return is_moved(w, body) ? w->joints.node_of.data[w->bodies.data[body].mover] - 1 : -1;
}

// Whether a joint has the body of a node.
static bool has_body(const Joint* j, int32_t body)
{
    return j->body_a == body || j->body_b == body;
}

// Lists a coupling once: at the first of its nodes, from the first of its joints that has this.
static void list_coupling(World* w, int32_t coupling, int32_t joint, int32_t node, int32_t body)
{
    const Coupling* c = &w->joints.couplings.data[coupling];
    const Joint *a = &w->joints.all.data[c->joint_a], *b = &w->joints.all.data[c->joint_b];
    const int32_t nodes[4] = {node_of_body(w, a->body_a), node_of_body(w, a->body_b), node_of_body(w, b->body_a),
                              node_of_body(w, b->body_b)};
    bool first = joint == c->joint_a || !has_body(a, body);
    for (int32_t i = 0; i < 4; ++i)
    {
        first &= nodes[i] < 0 || nodes[i] >= node;
    }
    if (first)
    {
        const JointLoop loop = {-1, coupling, {nodes[0], nodes[1], nodes[2], nodes[3]}};
        w->joints.loops.data[w->joints.loops.count++] = loop;
    }
}

// Widens the range of movers of a group by a body of its joints.
static void reach_body(const World* w, JointGroup* g, int32_t body)
{
    int32_t mover = body >= 0 ? w->bodies.data[body].mover : 0;
    g->from = mover > 0 && mover < g->from ? mover : g->from;
    g->to = mover > g->to ? mover : g->to;
}

// Lists the joints of a group that are not in its trees, and its couplings.
static void list_loops(World* w, JointGroup* g)
{
    g->first_loop = w->joints.loops.count;
    for (int32_t i = 0; i < g->count; ++i)
    {
        const JointNode* node = &w->joints.nodes.data[g->first + i];
        for (int32_t k = w->bodies.data[node->body].first_joint; k >= 0;)
        {
            const Joint* j = &w->joints.all.data[k];
            int32_t other = other_end(w, j, node->body);
            reach_body(w, g, j->body_a);
            reach_body(w, g, j->body_b);
            int32_t at = other >= 0 ? w->joints.node_of.data[w->bodies.data[other].mover] - 1 : -1;
            bool in_tree = node->joint == k || (at >= 0 && w->joints.nodes.data[g->first + at].joint == k);
            if (!in_tree && at < i)
            {
                bool first = j->body_a == node->body;
                const JointLoop loop = {k, -1, {first ? i : at, first ? at : i, -1, -1}};
                w->joints.loops.data[w->joints.loops.count++] = loop;
            }
            for (int32_t c = j->first_coupling; c >= 0; c = FNI(next_coupling)(&w->joints.couplings.data[c], k))
            {
                list_coupling(w, c, k, i, node->body);
            }
            k = FNI(next_joint)(j, node->body);
        }
    }
    g->loops = w->joints.loops.count - g->first_loop;
}

// Whether groups are as they were found: of the same joints, and of the same movers.
static bool are_grouped(const World* w)
{
    const bool none = w->joints.pool.used == 0 && w->joints.groups.count == 0;
    return none || (w->joints.grouped == w->joints.changes && w->joints.node_of.count == w->movers.count + 1);
}

static bool are_some_fragile(const World* w)
{
    bool fragile = false;
    for (int32_t i = 0; i < w->joints.all.count && !fragile; ++i)
    {
        const JointDef* def = &w->joints.all.data[i].def;
        fragile = def->break_force > 0.0f || def->break_torque > 0.0f;
    }
    return fragile;
}

imp_status FNI(joints_group)(World* w)
{
    int64_t movers = (int64_t)w->movers.count + 1, joints = w->joints.all.count;
    w->joints.found = !are_grouped(w);
    w->joints.fragile = w->joints.found ? are_some_fragile(w) : w->joints.fragile;
    for (int32_t i = 0; i < w->joints.all.count && w->joints.fragile; ++i)
    {
        w->joints.all.data[i].most_force = w->joints.all.data[i].most_torque = 0.0f;
    }
    if (!w->joints.found)
    {
        return IMP_OK;
    }
    w->joints.groups.count = w->joints.batches.count = w->joints.nodes.count = w->joints.tree.count = w->joints.loops.count = 0;
    w->joints.node_of.count = 0;
    w->joints.grouped = w->joints.changes;
    if (w->joints.pool.used == 0)
    {
        return IMP_OK;
    }
    if (impi_array_reserve(&w->joints.groups, &w->allocator, joints) ||
        impi_array_reserve(&w->joints.batches, &w->allocator, joints) ||
        impi_array_reserve(&w->joints.nodes, &w->allocator, 2 * joints) ||
        impi_array_reserve(&w->joints.tree, &w->allocator, 2 * joints) ||
        impi_array_reserve(&w->joints.loops, &w->allocator, joints + w->joints.couplings.count) ||
        impi_array_reserve(&w->joints.broken, &w->allocator, joints) ||
        impi_array_reserve(&w->joints.queued, &w->allocator, 2 * joints) ||
        impi_array_reserve(&w->joints.node_of, &w->allocator, movers))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    w->joints.node_of.count = (int32_t)movers;
    memset(w->joints.node_of.data, 0, (size_t)movers * sizeof *w->joints.node_of.data);
    for (int32_t m = 1; m < movers; ++m)
    {
        int32_t body = w->movers.data[m - 1], scanned = 0;
        if (w->joints.node_of.data[m] != 0 || w->bodies.data[body].first_joint < 0 || !is_moved(w, body))
        {
            continue;
        }
        JointGroup g = {.low = m, .from = m, .to = m, .first = w->joints.nodes.count};
        for (; body >= 0; body = find_next_tree(w, &g, &scanned))
        {
            add_tree(w, &g, body);
        }
        list_loops(w, &g);
        for (int32_t i = 0; i < g.count; ++i)
        {
            JointNode* node = &w->joints.nodes.data[g.first + i];
            node->group = w->joints.groups.count;
            w->joints.node_of.data[node->mover] = g.first + i + 1;
        }
        w->joints.groups.data[w->joints.groups.count++] = g;
    }
    return IMP_OK;
}
