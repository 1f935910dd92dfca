// SPDX-License-Identifier: MIT
//
// The solver of a world, as a step calls it.

#ifndef AXES
#include "../contact/contact2.h"
#include "../joint/joint2.h"

#include "../../math/dim2.h"
#endif

/// Updates the gaps of rows as a step begins. In w->collide.unsettled are then the contacts that are to be collided, as
/// their manifolds have expired or as they have none. Returns false when these are most: then rows are given up, and a
/// pass over all contacts writes them back.
bool FNI(rows_follow)(World* w);

/// Takes bodies through sub-steps, and reports the touch and impact events of rows.
void FNI(solve)(World* w, int32_t sub_steps);

// part_deep.inl

/// Room for the pushes of a step, also of those that wake in it. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status FNI(part_deep_reserve)(World* w);

/// Moves solver bodies apart that lie deep in each other.
void FNI(part_deep)(World* w, float time);

/// Whether a node is solved in lanes.
static inline bool FNI(is_node_in_lanes)(const World* w, int32_t node)
{
    const JointGroup* g = &w->joints.groups.data[w->joints.nodes.data[node].group];
    return w->joints.batches.data[g->batch].stride > 1;
}

// joint_rows.inl

/// One end of a joint in a sub-step.
typedef struct JointEnd
{
    Vec center, arm;  // of the anchor from the centre
    Rot frame;
    Vec velocity;  // of the centre
    Spin spin;
    float inverse_mass;
    Inertia inverse_inertia;
    bool drifts;  // it moves and is in no tree
} JointEnd;

/// An end of a joint as it moves now.
typedef struct JointMotion
{
    Spin spin;
    Vec velocity;  // of the anchor
    Vec bend;      // what turning adds to that in a second,
    Spin twirl;    // and to the spin
} JointMotion;

/// The motion of end B of a joint against end A.
typedef struct JointBend
{
    Spin spin;    // of A
    Vec rate;     // of the anchors
    Vec bend;     // their acceleration by turning,
    Spin twirl;   // and that of the turn
    float scale;  // of second derivatives in biases
} JointBend;

static inline JointMotion FNI(joint_motion)(Vec velocity, Spin spin, Spin twirl, Vec arm)
{
    const Vec turning = FNI(spin_velocity)(spin, arm);
    const Vec bend = FN(vec_add)(FNI(spin_velocity)(spin, turning), FNI(spin_velocity)(twirl, arm));
    const JointMotion r = {spin, FN(vec_add)(velocity, turning), bend, twirl};
    return r;
}

/// The end of a joint at a body, or at the world; of new poses.
JointEnd FNI(joint_end)(const World* w, int32_t body, const Pose* frame);

/// Whether a spring or a motor drives an axis.
static inline bool FNI(is_axis_driven)(const imp_axis* a)
{
    return a->motor || a->stiffness > 0.0f || a->damping > 0.0f || a->hertz > 0.0f;
}

/// The rows of a joint at the present poses, DIMI(JOINT_ROWS) at most, equally many for all of a step, which begins with
/// `first`.
/// Returns how many.
int32_t FNI(joint_rows)(const World* w, Joint* j, bool first, JointRow* out);

/// Adds to the biases of rows in passes that push what a sub-step along tangents parts the anchors by, as their bodies turn
/// now: half of it times the second derivative of a row's value.
void FNI(joint_bend)(const World* w, const Joint* j, JointRow* rows, int32_t count);

/// The number of rows of a joint.
int32_t FNI(joint_row_count)(const JointDef* def);

/// The number of rows of an axis: one that holds or limits its value, and one that drives it.
static inline int32_t FNI(axis_row_count)(const imp_axis* a)
{
    return (a->kind != IMP_AXIS_FREE ? 1 : 0) + (FNI(is_axis_driven)(a) ? 1 : 0);
}

/// Makes the rows of an axis that are begun: each says how the value changes.
void FNI(axis_rows)(const World* w, const imp_axis* a, float answer, JointRow* rows);

/// The row of one axis at the present poses without bounds, and the response of its bodies to a unit impulse. The turn
/// that counts whole turns is updated.
/// Returns the value: a turn of any size is as precise as the poses.
double FNI(joint_part)(const World* w, Joint* j, int32_t axis, JointRow* out, float* answer);

/// Keeps the greatest force and torque of a joint in a step; what is out of range is none.
void FNI(joint_keep_most)(Joint* j);

/// The Jacobian of a row for one of its bodies.
static inline void FNI(joint_jacobian)(const JointRow* row, bool is_a, float* out)
{
    Spin turn = is_a ? row->turn_a : row->turn_b;
    for (int32_t k = 0; k < AXES; ++k)
    {
        out[k] = is_a ? -AT(row->along, k) : AT(row->along, k);
    }
    for (int32_t k = 0; k < DIMI(FREEDOMS) - AXES; ++k)
    {
        float of = FNI(spin_numbers)(&turn)[k];
        out[AXES + k] = is_a ? -of : of;
    }
}

/// A Jacobian or a velocity of a body, from its numbers.
static inline void FNI(split_freedoms)(const float* numbers, Vec* along, Spin* about)
{
    for (int32_t k = 0; k < AXES; ++k)
    {
        SET_AT(*along, k, numbers[k]);
    }
    for (int32_t k = 0; k < DIMI(FREEDOMS) - AXES; ++k)
    {
        FNI(spin_numbers)(about)[k] = numbers[AXES + k];
    }
}

// coupling_rows.inl

/// The rows of a coupling at the present poses, 2 at most, and their ends.
/// Returns how many.
int32_t FNI(coupling_rows)(const World* w, Coupling* c, JointRow* out);

/// joint_bend for a coupling.
void FNI(coupling_bend)(const World* w, Coupling* c, JointRow* rows, int32_t count);

/// The outward pull of a coupling in the last sub-step at a body of its first or second joint.
float FNI(coupling_pull)(const World* w, const Coupling* c, int32_t part, bool is_a);

/// The rows of couplings in nets, of new poses.
void FNI(net_couplings_follow)(World* w, bool first);

/// One pass over couplings in nets, each by the masses of its bodies.
void FNI(net_couplings_solve)(World* w, bool push);

// group_lanes.inl

/// The passes over groups alike for SIMD lanes of a level (base/cpu.h).
const LanePasses* FNI(lane_passes_at)(int level);

// solve_joints.inl

/// Room for the joints of a step. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status FNI(joints_reserve)(World* w);

/// Makes rows and factors of the joints of a span of solver bodies, of the poses as they are now: as a step begins (first),
/// and after each motion.
void FNI(joints_follow)(World* w, const imp_jobs* jobs, int32_t first, int32_t count, bool first_of_step);

/// Gives each batch scratch of its own.
void FNI(joints_part_scratch)(World* w);

/// The batches of a span of solver bodies use the scratch from that of the first batch of `from` on: spans that are solved
/// one after the other share what a cache has by then.
void FNI(joints_share_scratch)(World* w, int32_t from, int32_t first, int32_t count);

/// Tells the joints of a span of solver bodies their forces and turns, as a step ends.
void FNI(joints_finish)(World* w, const imp_jobs* jobs, int32_t first, int32_t count);

/// Begins a sub-step: trees are solved before contacts, which are warm by then and push what hangs together.
void FNI(joints_begin)(World* w, const imp_jobs* jobs, int32_t first, int32_t count, bool first_of_step);

/// Solves the joints of a span of solver bodies, in the pass with bias (push) or in the one without.
void FNI(solve_joints)(World* w, const imp_jobs* jobs, int32_t first, int32_t count, bool push);

#define IMPI_CLOSINGS 48  // Newton steps; two or three do, but where bodies lie in line, or have turned far

/// Closes the joints of a group whose bodies have been moved one by one, by so many Newton steps at most; velocities
/// stay. Motions before are in w->joints.before, by node; what bars the way of a node is in w->joints.bars. Returns how
/// far they are open, as parts of what they may be: up to 1 they are closed. Nets close by their biases.
float FNI(joints_close_by)(World* w, JointGroup* g, int32_t steps);

/// The same, by as many steps as it takes. Returns whether it is closed.
bool FNI(joints_close)(World* w, JointGroup* g);

// touches.inl

/// Finds which bodies of trees have contacts, and which of them count what hangs at them, as a step begins.
void FNI(touches_begin)(World* w);

/// Finds the responses of bodies of a span to contacts, by the factors of their trees. Returns whether they have
/// changed: then the masses of rows are set anew.
bool FNI(touches_follow)(World* w, const imp_jobs* jobs, int32_t first, int32_t count);

/// Takes what contacts have given to bodies of trees, for the trees to answer: those of a pass, or what a sub-step begins
/// with (warm). Returns whether any body counts what hangs at it.
bool FNI(touches_take)(World* w, const imp_jobs* jobs, int32_t first, int32_t count, bool warm);

// joint_nets.inl

/// Room and lanes for the nets of a step. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status FNI(nets_reserve)(World* w);

/// Takes nets to where bodies are, as a step begins or after a sub-step.
void FNI(nets_follow)(World* w, bool first);

/// Applies the impulses that nets have from the last step.
void FNI(nets_warm)(World* w);

/// One pass over all nets.
void FNI(nets_solve)(World* w, bool push);

/// Gives joints of nets their impulses and forces back, as a step of so much time ends.
void FNI(nets_finish)(World* w, float time);
