// SPDX-License-Identifier: MIT
//
// Rows of joints: from the axes of a joint at the present poses to Jacobians, values, bounds and softness. How they are
// solved is elsewhere (solve_joints.inl).

#ifndef AXES
#include "../joint/joint_axes2.h"
#include "solver2.h"
#include <math.h>

#include "../../math/dim2.h"
#endif

// One end of a joint in a sub-step.
typedef struct joint_end
{
    Vec center, arm;  // of the anchor from the centre
    Vec velocity;
    Spin spin;
    Rot frame;
} joint_end;

static joint_end end_of_body(const World* w, int32_t body, const Pose* frame)
{
    joint_end r = {.center = frame->p, .frame = frame->q};
    if (body < 0)
    {
        return r;
    }
    const Body* b = &w->bodies.data[body];
    Vec arm = FN(rot_apply)(b->pose.q, FN(vec_sub)(frame->p, b->middle));
    r.frame = FNI(rot_turned)(frame->q, b->pose.q);
    r.center = b->center;
    if (b->mover > 0)
    {
        const SolverBody* m = &w->solver.bodies.data[b->mover];
        const Rot turned = FNI(solver_turned)(m);
        arm = FN(rot_apply)(turned, arm);
        r.frame = FNI(rot_turned)(r.frame, turned);
        r.center = FN(vec_add)(b->center, FNI(solver_moved)(m));
        r.velocity = FNI(solver_velocity)(m);
        r.spin = FNI(solver_spin)(m);
    }
    r.arm = arm;
    return r;
}

// Adds the rows of an axis: what holds it or limits it, and what drives it.
static int32_t add_axis(const World* w, const imp_axis* a, JointRow row, float answer, JointRow* out)
{
    float h = w->solver.row_step.h;
    int32_t count = 0;
    float hertz = 6.2831853f * a->hertz, mass = answer > 0.0f ? 1.0f / answer : 0.0f;
    float stiff = a->hertz > 0.0f ? mass * hertz * hertz : a->stiffness;
    float damped = a->hertz > 0.0f ? 2.0f * mass * a->damping_ratio * hertz : a->damping;
    if (a->kind != IMP_AXIS_FREE)
    {
        JointRow held = row;
        bool limited = a->kind == IMP_AXIS_LIMITED && a->lower < a->upper;
        bool above = row.value - a->lower > a->upper - row.value;
        held.value -= a->kind == IMP_AXIS_LOCKED ? 0.0f : limited && above ? a->upper : a->lower;
        held.least = limited && !above ? 0.0f : -INFINITY;
        held.most = limited && above ? 0.0f : INFINITY;
        held.speculative = limited && (above ? held.value < 0.0f : held.value > 0.0f);
        out[count++] = held;
    }
    if (stiff > 0.0f || damped > 0.0f || a->motor)
    {
        JointRow drive = row;
        drive.value -= a->target;
        drive.rate = a->speed;
        drive.stiff = stiff;
        drive.damped = damped;
        drive.driven = true;
        drive.most = a->most > 0.0f ? a->most * h : INFINITY;
        drive.least = -drive.most;
        out[count++] = drive;
    }
    return count;
}

static float answer_of_end(const World* w, int32_t body, Vec along, Spin turn)
{
    if (body < 0)
    {
        return 0.0f;
    }
    const BodySim* s = &w->sims.data[body];
    return s->inverse_mass * FN(vec_dot)(along, along) +
           FNI(spin_dot)(turn, FNI(inertia_apply)(s->inverse_inertia, turn));
}

float FNI(joint_row_answer)(const World* w, const Joint* j, const JointRow* row)
{
    return answer_of_end(w, j->body_a, row->along, row->turn_a) + answer_of_end(w, j->body_b, row->along, row->turn_b);
}

int32_t FNI(joint_rows)(const World* w, Joint* j, JointRow* out)
{
    const joint_end a = end_of_body(w, j->body_a, &j->def.frame_a), b = end_of_body(w, j->body_b, &j->def.frame_b);
    Vec apart = FN(vec_sub)(FN(vec_add)(FN(vec_sub)(b.center, a.center), b.arm), a.arm);
    Vec reach = FN(vec_add)(a.arm, apart);
    float values[DIMI(TURN_AXES)];
    Spin about[DIMI(TURN_AXES)];
    int32_t count = 0;
    FNI(joint_turns)(a.frame, b.frame, j->turn, values, about);
    j->turn = impi_number_fault_large(values[0]) ? 0.0f : values[0];
    for (int32_t i = 0; i < DIMI(JOINT_AXES); ++i)
    {
        const imp_axis* axis = &j->def.axes[i];
        if (axis->kind == IMP_AXIS_FREE && !axis->motor && !(axis->stiffness > 0.0f) && !(axis->damping > 0.0f) &&
            !(axis->hertz > 0.0f))
        {
            continue;
        }
        JointRow row = {.value = 0.0f};
        if (i < AXES)
        {
            row.along = FNI(frame_axis)(a.frame, i);
            row.value = FN(vec_dot)(row.along, apart);
        }
        else if (i < AXES + DIMI(TURN_AXES))
        {
            row.turn_a = row.turn_b = about[i - AXES];
            row.value = values[i - AXES];
        }
        else
        {
            row.value = sqrtf(FN(vec_dot)(apart, apart));
            row.along = row.value > 0.0f ? FN(vec_scale)(apart, 1.0f / row.value) : FNI(frame_axis)(a.frame, 0);
        }
        if (i < AXES || i == DIM(AXIS_DISTANCE))
        {
            row.turn_a = FNI(spin_lever)(reach, row.along);
            row.turn_b = FNI(spin_lever)(b.arm, row.along);
        }
        count += add_axis(w, axis, row, FNI(joint_row_answer)(w, j, &row), &out[count]);
    }
    return count;
}

Vec FNI(joint_arm)(const World* w, const Joint* j, bool is_a)
{
    return end_of_body(w, is_a ? j->body_a : j->body_b, is_a ? &j->def.frame_a : &j->def.frame_b).arm;
}

void FNI(joint_jacobian)(const JointRow* row, bool is_a, float* out)
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
