// SPDX-License-Identifier: MIT
//
// Rows of joints: from the axes of a joint at the present poses to Jacobians, values, bounds and softness. How they are
// solved is elsewhere (solve_joints.inl).

#ifndef AXES
#include "../joint/joint_axes2.h"
#include "axis_row.h"
#include "solver2.h"
#include <math.h>

#include "../../math/dim2.h"
#endif

JointEnd FNI(joint_end)(const World* w, int32_t body, const Pose* frame)
{
    JointEnd r = {.center = frame->p, .frame = frame->q};
    if (body < 0)
    {
        return r;
    }
    const Body* b = &w->bodies.data[body];
    const BodySim* sim = &w->sims.data[body];
    int32_t node = b->mover > 0 ? w->joints.node_of.data[b->mover] : 0;
    Rot q = b->pose.q;
    r.center = b->center;
    r.inverse_mass = sim->inverse_mass;
    r.inverse_inertia = sim->inverse_inertia;
    if (b->mover > 0)
    {
        const SolverBody* m = &w->solver.bodies.data[b->mover];
        r.velocity = FNI(solver_velocity)(m);
        r.spin = FNI(solver_spin)(m);
        r.drifts = node == 0;
        q = node > 0 ? w->joints.nodes.data[node - 1].q : FNI(rot_turned)(q, FNI(solver_turned)(m));
        r.center = node > 0 ? w->joints.nodes.data[node - 1].center : FN(vec_add)(b->center, FNI(solver_moved)(m));
    }
    r.arm = FN(rot_apply)(q, FN(vec_sub)(frame->p, b->middle));
    r.frame = FNI(rot_carried)(frame->q, q);
    return r;
}

int32_t FNI(joint_row_count)(const JointDef* def)
{
    int32_t count = 0;
    for (int32_t i = 0; i < DIMI(JOINT_AXES); ++i)
    {
        count += FNI(axis_row_count)(&def->axes[i]);
    }
    return count + (FNI(has_cone)(def) ? 1 : 0);
}

static void take_axis_row(const impi_axis_row* r, bool driven, JointRow* row)
{
    row->value = r->value;
    row->least = r->least;
    row->most = r->most;
    row->softness = r->softness;
    row->push = row->pull = r->push;
    row->relax = r->relax;
    row->bounded = r->bounded;
    row->speculative = r->waits;
    row->driven = driven;
    row->bends &= !driven && !r->waits;
}

void FNI(axis_rows)(const World* w, const imp_axis* a, float answer, JointRow* rows)
{
    const float h = w->solver.row_step.h;
    const bool driven = FNI(is_axis_driven)(a), held = a->kind != IMP_AXIS_FREE;
    JointRow* drive = &rows[held ? 1 : 0];
    if (held)
    {
        const impi_axis_row r = impi_held_row(a, rows->value, h, answer);
        take_axis_row(&r, false, rows);
    }
    if (driven)
    {
        const impi_axis_row r = impi_driven_row(a, drive->value, h, answer);
        take_axis_row(&r, true, drive);
    }
}

// Keeps how far a joint has turned: what follows counts on from it, so it has a value.
static void keep_turn(Joint* j, float turn)
{
    j->turn = impi_number_fault_large(turn) ? 0.0f : turn;
}

// Values of turning, and their axes. Where no row needs them, the turn is computed once a step, and in between by
// its rate before.
static void find_turns(const World* w, Joint* j, const JointEnd* a, const JointEnd* b, bool first, float* values,
                       Spin* about)
{
    bool used = first || FNI(has_cone)(&j->def);
    for (int32_t i = 0; i < DIMI(TURN_AXES); ++i)
    {
        used |= FNI(axis_row_count)(&j->def.axes[AXES + i]) > 0;
    }
    if (used)
    {
        FNI(joint_turns)(&j->def, a->frame, b->frame, j->turn, values, about);
        j->twist = about[0];
    }
    else
    {
        values[0] = j->turn + w->solver.row_step.h * FNI(spin_dot)(FNI(spin_sub)(b->spin, a->spin), j->twist);
    }
    keep_turn(j, values[0]);
}

static JointMotion motion_of_end(const World* w, int32_t body, Vec arm)
{
    const int32_t mover = body >= 0 ? w->bodies.data[body].mover : 0;
    const Spin none = FNI(spin_none)();
    if (mover <= 0)
    {
        return FNI(joint_motion)(FNI(vec_none)(), none, none, arm);
    }
    const Spin spin = FNI(solver_spin)(&w->solver.bodies.data[mover]);
    return FNI(joint_motion)
    (FNI(solver_velocity)(&w->solver.bodies.data[mover]), spin,
     FNI(body_force_bends)(&w->solver.forces.data[mover], w->sims.data[body].inverse_inertia, spin), arm);
}

void FNI(joint_bend)(const World* w, const Joint* j, JointRow* rows, int32_t count)
{
    const JointMotion a = motion_of_end(w, j->body_a, j->arm_a), b = motion_of_end(w, j->body_b, j->arm_b);
    const JointBend of = FNI(joint_bend_between)(&a, &b, w->solver.row_step.h);
    for (int32_t k = 0; k < count; ++k)
    {
        JointRow* row = &rows[k];
        const bool angle = !FNI(vec_bits)(row->along) && !row->bounded && !row->driven;
        if (row->bends || angle)
        {
            const float bend = angle        ? FNI(spin_dot)(row->turn_b, of.twirl)
                               : row->turns ? FNI(bend_of_axis)(&of, row->along, j->apart)
                                            : FNI(bend_of_distance)(&of, row->along, j->apart);
            row->push = row->pull + of.scale * bend;
        }
    }
}

static void place_ends(Joint* j, const JointEnd* a, const JointEnd* b)
{
    j->arm_a = a->arm;
    j->arm_b = b->arm;
    j->apart = FN(vec_sub)(FN(vec_add)(FN(vec_sub)(b->center, a->center), b->arm), a->arm);
}

// The rate of a row by an end that moves and is in no tree.
static float drift_of_end(const JointEnd* e, Vec along, Spin turn)
{
    return e->drifts ? FN(vec_dot)(along, e->velocity) + FNI(spin_dot)(turn, e->spin) : 0.0f;
}

// A row of a joint whose directions are known: how fast what is in no tree changes it, and what its bodies answer.
static float finish_row(const JointEnd* a, const JointEnd* b, JointRow* row)
{
    row->drift = drift_of_end(b, row->along, row->turn_b) - drift_of_end(a, row->along, row->turn_a);
    return FNI(end_response)(a->inverse_mass, a->inverse_inertia, row->along, row->turn_a) +
           FNI(end_response)(b->inverse_mass, b->inverse_inertia, row->along, row->turn_b);
}

// Begins with how the value of an axis changes. Returns what the bodies answer along it.
static float begin_axis(const Joint* j, const JointEnd* a, const JointEnd* b, const float* values, const Spin* about,
                        int32_t axis, JointRow* out)
{
    static const JointRow NONE = {.value = 0.0f};
    *out = NONE;
    if (axis < AXES)
    {
        out->along = FNI(frame_axis)(a->frame, axis);
        out->value = FN(vec_dot)(out->along, j->apart);
    }
    else if (axis < AXES + DIMI(TURN_AXES))
    {
        out->turn_a = out->turn_b = about[axis - AXES];
        out->value = values[axis - AXES];
    }
    else
    {
        out->value = sqrtf(FN(vec_dot)(j->apart, j->apart));
        out->along = out->value > 0.0f ? FN(vec_scale)(j->apart, 1.0f / out->value) : FNI(frame_axis)(a->frame, 0);
    }
    if (axis < AXES || axis == DIM(AXIS_DISTANCE))
    {
        FNI(row_levers)(j->arm_a, j->arm_b, j->apart, out->along, &out->turn_a, &out->turn_b);
        out->bends = true;
        out->turns = axis < AXES;
    }
    return finish_row(a, b, out);
}

// The row of a cone: what is left of the swing stays above zero.
static int32_t cone_row(const World* w, const Joint* j, const JointEnd* a, const JointEnd* b, const float* values,
                        const Spin* about, JointRow* out)
{
    const imp_axis inside = {.kind = IMP_AXIS_LIMITED, .upper = INFINITY};
    JointRow row = {.value = 0.0f};
    float y, z;
    FNI(cone_of)(&j->def, &y, &z);
    row.value = FNI(inside_cone)(y, z, a->frame, values, about, &row.turn_a);
    row.turn_b = row.turn_a;
    *out = row;
    FNI(axis_rows)(w, &inside, finish_row(a, b, out), out);
    return 1;
}

int32_t FNI(joint_rows)(const World* w, Joint* j, bool first, JointRow* out)
{
    const JointEnd a = FNI(joint_end)(w, j->body_a, &j->def.frame_a), b = FNI(joint_end)(w, j->body_b, &j->def.frame_b);
    float values[DIMI(TURN_AXES)];
    Spin about[DIMI(TURN_AXES)];
    int32_t count = 0;
    place_ends(j, &a, &b);
    find_turns(w, j, &a, &b, first, values, about);
    for (int32_t i = 0; i < DIMI(JOINT_AXES); ++i)
    {
        int32_t rows = FNI(axis_row_count)(&j->def.axes[i]);
        float answer = 0.0f;
        for (int32_t k = 0; k < rows; ++k)
        {
            answer = begin_axis(j, &a, &b, values, about, i, &out[count + k]);
        }
        FNI(axis_rows)(w, &j->def.axes[i], answer, &out[count]);
        count += rows;
    }
    return FNI(has_cone)(&j->def) ? count + cone_row(w, j, &a, &b, values, about, &out[count]) : count;
}

double FNI(joint_part)(const World* w, Joint* j, int32_t axis, JointRow* out, float* answer)
{
    const JointEnd a = FNI(joint_end)(w, j->body_a, &j->def.frame_a), b = FNI(joint_end)(w, j->body_b, &j->def.frame_b);
    const double whole = 6.283185307179586;
    float values[DIMI(TURN_AXES)];
    Spin about[DIMI(TURN_AXES)];
    place_ends(j, &a, &b);
    FNI(joint_turns)(&j->def, a.frame, b.frame, 0.0f, values, about);
    const double turn = values[0] + whole * floor(((double)j->turn - values[0]) / whole + 0.5);
    keep_turn(j, (float)turn);
    *answer = begin_axis(j, &a, &b, values, about, axis, out);
    return axis == AXES ? turn : out->value;
}

void FNI(joint_keep_most)(Joint* j)
{
    j->force = FNI(vec_fault_large)(j->force) ? FNI(vec_none)() : j->force;
    j->torque = FNI(spin_fault_large)(j->torque) ? FNI(spin_none)() : j->torque;
    const float force = sqrtf(FN(vec_dot)(j->force, j->force)), torque = FNI(spin_length)(j->torque);
    j->most_force = force > j->most_force ? force : j->most_force;
    j->most_torque = torque > j->most_torque ? torque : j->most_torque;
}
