// SPDX-License-Identifier: MIT
//
// Joints of a world, for this sub-room and the ones below it.

#ifndef AXES
#include "../body/body2.h"

#include "../../math/dim2.h"
#endif

/// Whether a joint keeps the colliders of two bodies from meeting.
bool FNI(are_joined)(const World* w, int32_t body_a, int32_t body_b);

/// The fault of a definition, or 0.
int32_t FNI(joint_def_fault)(const JointDef* d);

/// The same of an axis.
int32_t FNI(axis_fault)(const imp_axis* a);

/// The frame of a joint at one of its ends, in the world; the body may be -1.
Pose FNI(joint_frame)(const World* w, int32_t body, const Pose* frame);

/// Puts a new joint into the lists of its bodies; A may be -1.
void FNI(joint_link)(World* w, int32_t joint, int32_t body_a, int32_t body_b);

/// Ends the joints that have borne too much in a step. There is room for all.
void FNI(joints_break)(World* w);

/// Wakes what sleeps at a joint whose other body moves, once movers have changed. Returns whether it has woken a body.
bool FNI(joints_wake)(World* w);

/// The values of a joint's axes at the present poses.
void FNI(joint_values)(const World* w, const Joint* j, float* values);

/// Finds the trees of the joints between bodies that move. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status FNI(joints_group)(World* w);

/// The group of a mover, or null.
static inline const JointGroup* FNI(group_of_mover)(const World* w, int32_t mover)
{
    bool tied = w->joints.groups.count > 0 && mover > 0 && mover < w->joints.node_of.count;
    int32_t node = tied ? w->joints.node_of.data[mover] : 0;
    return node > 0 ? &w->joints.groups.data[w->joints.nodes.data[node - 1].group] : NULL;
}

// wheels.inl

/// The joint of a wheel; statuses are those of the call that adds wheels.
imp_status FNI(wheel_joint)(const World* w, imp_body chassis, imp_body wheel, Vec left, Vec up, JointDef* out);

/// Adds all wheels, or none.
imp_status FNI(wheels_add)(World* w, imp_body chassis, Vec left, Vec up, const imp_wheel* wheels, int32_t count,
                           imp_joint* joints);

// coupling.inl

/// The fault of a definition, but for its joints; or 0.
int32_t FNI(coupling_def_fault)(const imp_coupling_def* d);

/// Puts a new coupling into the lists of its joints.
void FNI(coupling_link)(World* w, int32_t coupling, int32_t joint_a, int32_t joint_b);

/// Removes the couplings of a joint.
void FNI(couplings_drop)(World* w, int32_t joint);

/// Keeps the greatest force of a coupling in a step.
void FNI(coupling_keep_most)(Coupling* c);

/// Ends the couplings that have borne too much in a step.
void FNI(couplings_break)(World* w);

/// Wakes what sleeps at a coupling one of whose bodies moves, as a step begins: none has borne anything in it.
void FNI(couplings_wake)(World* w);

/// The next coupling in the list of a joint.
static inline int32_t FNI(next_coupling)(const Coupling* c, int32_t joint)
{
    return c->joint_a == joint ? c->next_a : c->next_b;
}

/// The next joint in the list of a body.
static inline int32_t FNI(next_joint)(const Joint* j, int32_t body)
{
    return j->body_a == body ? j->next_a : j->next_b;
}
