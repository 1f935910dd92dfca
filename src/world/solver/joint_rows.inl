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

#define BETA 0.3f     // of the value of a held row that a sub-step takes away
#define LITTLE 1e-6f  // softness of held rows, of what they answer: rows that repeat each other have an answer

// One end of a joint in a sub-step.
typedef struct joint_end
{
    Vec center, arm;  // of the anchor from the centre
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
    int32_t node = b->mover > 0 ? w->joints.node_of.data[b->mover] : 0;
    Rot q = b->pose.q;
    r.center = b->center;
    if (node > 0)
    {
        q = w->joints.nodes.data[node - 1].q;
        r.center = w->joints.nodes.data[node - 1].center;
    }
    else if (b->mover > 0)
    {
        const SolverBody* m = &w->solver.bodies.data[b->mover];
        q = FNI(rot_turned)(q, FNI(solver_turned)(m));
        r.center = FN(vec_add)(b->center, FNI(solver_moved)(m));
    }
    r.arm = FN(rot_apply)(q, FN(vec_sub)(frame->p, b->middle));
    r.spin = FNI(spin_none)();
    if (b->mover > 0)
    {
        r.spin = FNI(solver_spin)(&w->solver.bodies.data[b->mover]);
    }
    r.frame = FNI(rot_carried)(frame->q, q);
    return r;
}

static bool is_axis_driven(const imp_axis* a)
{
    return a->motor || a->stiffness > 0.0f || a->damping > 0.0f || a->hertz > 0.0f;
}

static bool is_axis_used(const imp_axis* a)
{
    return a->kind != IMP_AXIS_FREE || is_axis_driven(a);
}

int32_t FNI(axis_row_count)(const imp_axis* a)
{
    return (a->kind != IMP_AXIS_FREE ? 1 : 0) + (is_axis_driven(a) ? 1 : 0);
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
    if (is_axis_driven(a))
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

// The rate of a row by an end that moves and is in no tree.
static float drift_of_end(const World* w, int32_t body, const JointRow* row, bool is_a)
{
    int32_t mover = body >= 0 ? w->bodies.data[body].mover : 0;
    if (mover == 0 || w->joints.node_of.data[mover] > 0)
    {
        return 0.0f;
    }
    const SolverBody* m = &w->solver.bodies.data[mover];
    float rate = FN(vec_dot)(row->along, FNI(solver_velocity)(m)) +
                 FNI(spin_dot)(is_a ? row->turn_a : row->turn_b, FNI(solver_spin)(m));
    return is_a ? -rate : rate;
}

// Softness and biases. A spring or a motor pulls as it does in both passes.
static void soften_row(const World* w, float answer, JointRow* row)
{
    float h = w->solver.row_step.h, hard = row->damped + h * row->stiff;
    row->bounded = row->least > -INFINITY || row->most < INFINITY;
    row->softness = hard > 0.0f ? 1.0f / (h * hard) : LITTLE * answer;
    row->relax = row->speculative             ? row->value / h
                 : row->driven && hard > 0.0f ? (row->stiff * row->value - row->damped * row->rate) / hard
                 : row->driven                ? -row->rate
                                              : 0.0f;
    row->push = row->speculative || row->driven ? row->relax : BETA / h * row->value;
    row->pull = row->push;
}

int32_t FNI(axis_rows)(const World* w, const imp_axis* a, const JointRow* row, float answer, JointRow* out)
{
    int32_t count = add_axis(w, a, *row, answer, out);
    for (int32_t k = 0; k < count; ++k)
    {
        out[k].bends &= !out[k].speculative && !out[k].driven;
        soften_row(w, answer, &out[k]);
    }
    return count;
}

// Keeps how far a joint has turned: what follows counts on from it, so it has a value.
static void keep_turn(Joint* j, float turn)
{
    j->turn = impi_number_fault_large(turn) ? 0.0f : turn;
}

// Values of turning, and their axes. Where no row needs them, the turn is told once a step, and what it has become by
// its rate before.
static void find_turns(const World* w, Joint* j, const joint_end* a, const joint_end* b, bool first, float* values,
                       Spin* about)
{
    bool used = first || FNI(has_cone)(&j->def);
    for (int32_t i = 0; i < DIMI(TURN_AXES); ++i)
    {
        used |= is_axis_used(&j->def.axes[AXES + i]);
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

// An end of a joint as it moves now.
typedef struct moving_end
{
    Spin spin;
    Vec velocity;  // of the anchor
    Vec bend;      // what turning adds to that in a second
} moving_end;

static moving_end motion_of_end(const World* w, int32_t body, Vec arm)
{
    moving_end r = {.spin = FNI(spin_none)()};
    int32_t mover = body >= 0 ? w->bodies.data[body].mover : 0;
    if (mover > 0)
    {
        const SolverBody* m = &w->solver.bodies.data[mover];
        r.spin = FNI(solver_spin)(m);
        Vec turning = FNI(spin_velocity)(r.spin, arm);
        r.velocity = FN(vec_add)(FNI(solver_velocity)(m), turning);
        r.bend = FNI(spin_velocity)(r.spin, turning);
    }
    return r;
}

void FNI(joint_bend)(const World* w, const Joint* j, JointRow* rows, int32_t count)
{
    const moving_end a = motion_of_end(w, j->body_a, j->arm_a), b = motion_of_end(w, j->body_b, j->arm_b);
    float h = w->solver.row_step.h, fastest = FNI(spin_length)(a.spin), other = FNI(spin_length)(b.spin);
    fastest = h * (fastest > other ? fastest : other);
    const float scale = 0.5f * h / (1.0f + 0.5f * fastest * fastest);  // what turns far goes a shorter way
    const Vec rate = FN(vec_sub)(b.velocity, a.velocity), bend = FN(vec_sub)(b.bend, a.bend);
    for (int32_t k = 0; k < count; ++k)
    {
        JointRow* row = &rows[k];
        float sum = FN(vec_dot)(row->along, bend);
        if (!row->bends)
        {
            continue;
        }
        if (row->turns)
        {
            const Vec turned = FNI(spin_velocity)(a.spin, row->along);
            sum += 2.0f * FN(vec_dot)(turned, rate) + FN(vec_dot)(FNI(spin_velocity)(a.spin, turned), j->apart);
        }
        else
        {
            float length = sqrtf(FN(vec_dot)(j->apart, j->apart)), along = FN(vec_dot)(row->along, rate);
            sum += length > 0.0f ? (FN(vec_dot)(rate, rate) - along * along) / length : 0.0f;
        }
        row->push = row->pull + scale * sum;
    }
}

static void place_ends(Joint* j, const joint_end* a, const joint_end* b)
{
    j->arm_a = a->arm;
    j->arm_b = b->arm;
    j->apart = FN(vec_sub)(FN(vec_add)(FN(vec_sub)(b->center, a->center), b->arm), a->arm);
}

// A row of a joint whose directions are known: how fast what is in no tree changes it, and what its bodies answer.
static void finish_row(const World* w, const Joint* j, JointRow* row, float* answer)
{
    row->drift = drift_of_end(w, j->body_a, row, true) + drift_of_end(w, j->body_b, row, false);
    *answer =
        answer_of_end(w, j->body_a, row->along, row->turn_a) + answer_of_end(w, j->body_b, row->along, row->turn_b);
}

// How the value of an axis changes, and what the bodies answer along it.
static JointRow row_of_axis(const World* w, const Joint* j, Rot frame, const float* values, const Spin* about,
                            int32_t axis, float* answer)
{
    JointRow row = {.value = 0.0f};
    if (axis < AXES)
    {
        row.along = FNI(frame_axis)(frame, axis);
        row.value = FN(vec_dot)(row.along, j->apart);
    }
    else if (axis < AXES + DIMI(TURN_AXES))
    {
        row.turn_a = row.turn_b = about[axis - AXES];
        row.value = values[axis - AXES];
    }
    else
    {
        row.value = sqrtf(FN(vec_dot)(j->apart, j->apart));
        row.along = row.value > 0.0f ? FN(vec_scale)(j->apart, 1.0f / row.value) : FNI(frame_axis)(frame, 0);
    }
    if (axis < AXES || axis == DIM(AXIS_DISTANCE))
    {
        row.turn_a = FNI(spin_lever)(FN(vec_add)(j->arm_a, j->apart), row.along);
        row.turn_b = FNI(spin_lever)(j->arm_b, row.along);
        row.bends = true;
        row.turns = axis < AXES;
    }
    finish_row(w, j, &row, answer);
    return row;
}

// The row of a cone: what is left of the swing stays above zero.
static int32_t cone_row(const World* w, const Joint* j, Rot frame, const float* values, const Spin* about, JointRow* out)
{
    const imp_axis inside = {.kind = IMP_AXIS_LIMITED, .upper = INFINITY};
    JointRow row = {.value = 0.0f};
    float answer;
    row.value = FNI(inside_cone)(&j->def, frame, values, about, &row.turn_a);
    row.turn_b = row.turn_a;
    finish_row(w, j, &row, &answer);
    return FNI(axis_rows)(w, &inside, &row, answer, out);
}

int32_t FNI(joint_rows)(const World* w, Joint* j, bool first, JointRow* out)
{
    const joint_end a = end_of_body(w, j->body_a, &j->def.frame_a), b = end_of_body(w, j->body_b, &j->def.frame_b);
    float values[DIMI(TURN_AXES)], answer;
    Spin about[DIMI(TURN_AXES)];
    int32_t count = 0;
    place_ends(j, &a, &b);
    find_turns(w, j, &a, &b, first, values, about);
    for (int32_t i = 0; i < DIMI(JOINT_AXES); ++i)
    {
        if (is_axis_used(&j->def.axes[i]))
        {
            const JointRow row = row_of_axis(w, j, a.frame, values, about, i, &answer);
            count += FNI(axis_rows)(w, &j->def.axes[i], &row, answer, &out[count]);
        }
    }
    return FNI(has_cone)(&j->def) ? count + cone_row(w, j, a.frame, values, about, &out[count]) : count;
}

double FNI(joint_part)(const World* w, Joint* j, int32_t axis, JointRow* out, float* answer)
{
    const joint_end a = end_of_body(w, j->body_a, &j->def.frame_a), b = end_of_body(w, j->body_b, &j->def.frame_b);
    const double whole = 6.283185307179586;
    float values[DIMI(TURN_AXES)];
    Spin about[DIMI(TURN_AXES)];
    place_ends(j, &a, &b);
    FNI(joint_turns)(&j->def, a.frame, b.frame, 0.0f, values, about);
    const double turn = values[0] + whole * floor(((double)j->turn - values[0]) / whole + 0.5);
    keep_turn(j, (float)turn);
    *out = row_of_axis(w, j, a.frame, values, about, axis, answer);
    return axis == AXES ? turn : out->value;
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

void FNI(joint_keep_most)(Joint* j)
{
    j->force = FNI(vec_fault_large)(j->force) ? FNI(vec_none)() : j->force;
    j->torque = FNI(spin_fault_large)(j->torque) ? FNI(spin_none)() : j->torque;
    float whole = sqrtf(FN(vec_dot)(j->force, j->force)), torque = FNI(spin_length)(j->torque);
    j->most_force = whole > j->most_force ? whole : j->most_force;
    j->most_torque = torque > j->most_torque ? torque : j->most_torque;
}
