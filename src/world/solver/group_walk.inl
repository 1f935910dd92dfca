// SPDX-License-Identifier: MIT
//
// Walks over a group: motions of its nodes, and its joints one by one, each with its rows.

#ifndef AXES
#include "group_solver2.h"
#include <string.h>

#include "../../math/dim2.h"
#endif

/// A joint of a group, or a coupling, and its rows.
typedef struct GroupJoint
{
    int32_t next;            // of the walk: nodes, then loops
    Joint* joint;            // or NULL
    Coupling* coupling;      // or NULL
    int32_t row, rows;       // the first, and how many
    int32_t bodies[4];       // nodes at the ends of its rows, or -1,
    int32_t ends;            // and how many ends these have
    int32_t node_a, node_b;  // nodes of the joint, or -1
} GroupJoint;

static inline JointNode* FNI(group_node)(const GroupSolver* s, int32_t node)
{
    return &s->w->joints.nodes.data[s->g->first + node];
}

static inline const Body* FNI(group_body)(const GroupSolver* s, int32_t node)
{
    return &s->w->bodies.data[FNI(group_node)(s, node)->body];
}

/// The next joint of a walk that begins with zeros: those of nodes to their parents, then loops. Returns false at its
/// end.
static inline bool FNI(group_next_joint)(const GroupSolver* s, GroupJoint* j)
{
    const JointMemory* of = &s->w->joints;
    while (j->next < s->g->count && FNI(group_node)(s, j->next)->joint < 0)
    {
        j->next += 1;
    }
    if (j->next == s->g->count + s->g->loops)
    {
        return false;
    }
    j->row += j->rows;
    if (j->next < s->g->count)
    {
        const JointNode* n = FNI(group_node)(s, j->next);
        const int32_t bodies[4] = {j->next, s->tree.bodies[j->next].parent, -1, -1};
        memcpy(j->bodies, bodies, sizeof bodies);
        j->joint = &of->all.data[n->joint];
        j->coupling = NULL;
        j->ends = 2;
        j->node_a = bodies[j->joint->body_a == n->body ? 0 : 1];
        j->node_b = bodies[j->joint->body_a == n->body ? 1 : 0];
    }
    else
    {
        const JointLoop* l = &of->loops.data[s->g->first_loop + j->next - s->g->count];
        memcpy(j->bodies, l->nodes, sizeof l->nodes);
        j->joint = l->coupling < 0 ? &of->all.data[l->joint] : NULL;
        j->coupling = l->coupling < 0 ? NULL : &of->couplings.data[l->coupling];
        j->ends = 4;
        j->node_a = l->nodes[0];
        j->node_b = l->nodes[1];
    }
    j->rows = j->joint ? FNI(joint_row_count)(&j->joint->def) : FNI(axis_row_count)(&j->coupling->def.axis);
    j->next += 1;
    return true;
}

/// A velocity of a node.
static inline void FNI(group_motion)(const GroupSolver* s, const float* velocities, int32_t node, Vec* velocity,
                                     Spin* spin)
{
    float v[DIMI(FREEDOMS)];
    FNI(group_velocity)(s, velocities, node, v);
    FNI(split_freedoms)(v, velocity, spin);
}

/// Changes the velocity of the body of a node.
static inline void FNI(group_kick)(const GroupSolver* s, int32_t node, Vec velocity, Spin spin)
{
    const int32_t mover = FNI(group_node)(s, node)->mover;
    FNI(body_force_kick)(&s->w->solver.forces.data[mover], &s->w->solver.bodies.data[mover], velocity, spin);
}
