// SPDX-License-Identifier: MIT
//
// Nets: groups of joints with too many loops to be solved whole, as rows in lanes (motion/joint_net.inl).
//
//     joints of nets -> points, and all other rows -> each of both coloured                  as a step begins
//     points <- where bodies are as a step begins; their arms follow in lanes                each sub-step
//     rows <- joint_rows.inl                                                                 each sub-step
//
// Impulses are those of the last step, which joints keep.

#ifndef AXES
#include "solver2.h"
#include <math.h>
#include <string.h>

#include "../../math/dim2.h"
#endif

#define HERTZ 60.0f   // of joints in passes that push, or a quarter of the sub-steps,
#define DAMPING 2.0f  // and their damping ratio
#define ENOUGH 0.5f   // of turning, for a joint of which nobody else wants to know how far it has turned [rad]

// Whether a joint holds a point and drives nothing along the axes that it holds.
static bool holds_point(const JointDef* def)
{
    bool held = true;
    for (int32_t k = 0; k < AXES; ++k)
    {
        const imp_axis* a = &def->axes[k];
        held &=
            a->kind == IMP_AXIS_LOCKED && !a->motor && !(a->stiffness > 0.0f || a->damping > 0.0f || a->hertz > 0.0f);
    }
    return held;
}

static bool is_net(const World* w, const JointNode* n)
{
    return w->joints.groups.data[n->group].net;
}

// Solver bodies of a joint: A and B, each its mover, or the complement of one that joints do not move.
static impi_row_bodies bodies_of_joint(const World* w, const Joint* j)
{
    const int32_t bodies[2] = {j->body_a, j->body_b};
    int32_t places[2];
    for (int32_t i = 0; i < 2; ++i)
    {
        int32_t mover = bodies[i] >= 0 ? w->bodies.data[bodies[i]].mover : 0;
        places[i] = mover > 0 && w->joints.node_of.data[mover] > 0 ? mover : ~mover;
    }
    const impi_row_bodies r = {places[0], places[1]};
    return r;
}

static void list_joint(World* w, int32_t joint)
{
    const Joint* j = &w->joints.all.data[joint];
    const impi_row_bodies bodies = bodies_of_joint(w, j);
    bool point = holds_point(&j->def);
    int32_t rows = FNI(joint_row_count)(&j->def) - (point ? AXES : 0);
    impi_colours *points = &w->joints.point_colours, *singles = &w->joints.row_colours;
    const NetJoint n = {joint, point ? points->bodies.count : -1, singles->bodies.count, rows};
    w->joints.net.data[w->joints.net.count++] = n;
    if (point)
    {
        points->bodies.data[points->bodies.count++] = bodies;
    }
    for (int32_t k = 0; k < rows; ++k)
    {
        singles->bodies.data[singles->bodies.count++] = bodies;
    }
}

// Counts joints and rows of nets.
static int64_t count_joints(const World* w, int64_t* rows)
{
    int64_t count = 0;
    *rows = 0;
    for (int32_t i = 0; i < w->joints.groups.count; ++i)
    {
        const JointGroup* g = &w->joints.groups.data[i];
        count += g->net ? (int64_t)g->count + g->loops : 0;
    }
    *rows = count * DIMI(JOINT_ROWS);
    return count;
}

imp_status FNI(nets_reserve)(World* w)
{
    int64_t rows, joints = count_joints(w, &rows), places = (int64_t)w->movers.count + 1;
    w->joints.net.count = 0;
    w->joints.point_colours.whole = w->joints.row_colours.whole = true;
    if (joints == 0)
    {
        return IMP_OK;
    }
    if (impi_array_reserve(&w->joints.net, &w->allocator, joints) ||
        impi_colours_reserve(&w->joints.point_colours, &w->allocator, joints, places) ||
        impi_colours_reserve(&w->joints.row_colours, &w->allocator, rows, places))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    w->joints.point_colours.bodies.count = w->joints.row_colours.bodies.count = 0;
    for (int32_t i = 0; i < w->joints.nodes.count; ++i)
    {
        const JointNode* n = &w->joints.nodes.data[i];
        if (n->joint >= 0 && is_net(w, n))
        {
            list_joint(w, n->joint);
        }
    }
    for (int32_t i = 0; i < w->joints.groups.count; ++i)
    {
        const JointGroup* g = &w->joints.groups.data[i];
        for (int32_t k = 0; g->net && k < g->loops; ++k)
        {
            const JointLoop* l = &w->joints.loops.data[g->first_loop + k];
            if (l->coupling < 0)
            {
                list_joint(w, l->joint);
            }
        }
    }
    impi_colours_find(&w->joints.point_colours, (int32_t)places);
    impi_colours_find(&w->joints.row_colours, (int32_t)places);
    bool short_of = impi_array_reserve(&w->joints.points, &w->allocator, w->joints.point_colours.blocks.count) ||
                    impi_array_reserve(&w->joints.singles, &w->allocator, w->joints.row_colours.blocks.count);
    return short_of ? impi_error(IMP_ERR_MEMORY, 0) : IMP_OK;
}

// As a step begins

static void clear_bodies(int32_t* a, int32_t* b)
{
    for (int32_t i = 0; i < IMPI_ROW_LANES; ++i)
    {
        a[i] = b[i] = ~0;
    }
}

static void write_vec(float (*to)[IMPI_ROW_LANES], int32_t lane, Vec v)
{
    for (int32_t k = 0; k < AXES; ++k)
    {
        to[k][lane] = AT(v, k);
    }
}

static float mass_of_end(const World* w, int32_t place, int32_t body)
{
    return place > 0 ? w->sims.data[body].inverse_mass : 0.0f;
}

static Inertia inertia_of_end(const World* w, int32_t place, int32_t body)
{
    return place > 0 ? w->sims.data[body].inverse_inertia : FNI(inertia_none)();
}

static void write_inertia(float (*to)[IMPI_ROW_LANES], int32_t lane, Inertia inertia)
{
    for (int32_t k = 0; k < DIMI(INERTIA_FIELDS); ++k)
    {
        to[k][lane] = FNI(inertia_numbers)(&inertia)[k];
    }
}

// The centre of a body and the arm of a place in it, as a step begins.
static Vec find_arm(const World* w, int32_t body, const Pose* frame, Vec* center)
{
    *center = frame->p;
    if (body < 0)
    {
        return FNI(vec_none)();
    }
    const Body* b = &w->bodies.data[body];
    *center = b->center;
    return FN(rot_apply)(b->pose.q, FN(vec_sub)(frame->p, b->middle));
}

static void set_point(World* w, const NetJoint* n)
{
    const Joint* j = &w->joints.all.data[n->joint];
    int32_t at = w->joints.point_colours.lanes.data[n->point], lane = at % IMPI_ROW_LANES;
    const impi_row_bodies bodies = bodies_of_joint(w, j);
    NetPoints* p = &w->joints.points.data[at / IMPI_ROW_LANES];
    Vec center_a, center_b;
    p->a[lane] = bodies.a;
    p->b[lane] = bodies.b;
    p->mass_a[lane] = mass_of_end(w, bodies.a, j->body_a);
    p->mass_b[lane] = mass_of_end(w, bodies.b, j->body_b);
    write_inertia(p->inertia_a, lane, inertia_of_end(w, bodies.a, j->body_a));
    write_inertia(p->inertia_b, lane, inertia_of_end(w, bodies.b, j->body_b));
    write_vec(p->arm_a, lane, find_arm(w, j->body_a, &j->def.frame_a, &center_a));
    write_vec(p->arm_b, lane, find_arm(w, j->body_b, &j->def.frame_b, &center_b));
    write_vec(p->between, lane, FN(vec_sub)(center_b, center_a));
    for (int32_t k = 0; k < AXES; ++k)
    {
        p->impulse[k][lane] = j->impulses[k];
    }
}

static NetRows* row_of_net(const World* w, int32_t row, int32_t* lane)
{
    int32_t at = w->joints.row_colours.lanes.data[row];
    *lane = at % IMPI_ROW_LANES;
    return &w->joints.singles.data[at / IMPI_ROW_LANES];
}

// Sets what of a row is the same for all of a step.
static void set_single(World* w, const NetJoint* n, int32_t k, float impulse)
{
    int32_t lane;
    const Joint* j = &w->joints.all.data[n->joint];
    NetRows* r = row_of_net(w, n->first + k, &lane);
    const impi_row_bodies bodies = bodies_of_joint(w, j);
    r->a[lane] = bodies.a;
    r->b[lane] = bodies.b;
    r->mass_a[lane] = mass_of_end(w, bodies.a, j->body_a);
    r->mass_b[lane] = mass_of_end(w, bodies.b, j->body_b);
    r->impulse[lane] = impulse;
}

static void begin_nets(World* w)
{
    for (int32_t i = 0; i < w->joints.point_colours.blocks.count; ++i)
    {
        NetPoints* p = &w->joints.points.data[i];
        memset(p, 0, sizeof *p);
        clear_bodies(p->a, p->b);
    }
    for (int32_t i = 0; i < w->joints.row_colours.blocks.count; ++i)
    {
        NetRows* r = &w->joints.singles.data[i];
        memset(r, 0, sizeof *r);
        clear_bodies(r->a, r->b);
    }
    for (int32_t i = 0; i < w->joints.net.count; ++i)
    {
        const NetJoint* n = &w->joints.net.data[i];
        const float* impulses = w->joints.all.data[n->joint].impulses;
        if (n->point >= 0)
        {
            set_point(w, n);
        }
        for (int32_t k = 0; k < n->rows; ++k)
        {
            set_single(w, n, k, impulses[(n->point >= 0 ? AXES : 0) + k]);
        }
    }
}

// Each sub-step

// The change of spin by a unit impulse of a row, and the body's answer along the row.
static float turn_end(Inertia inertia, float mass, const float* end, float* turns, int32_t lane)
{
    Spin moment = FNI(spin_none)();
    float answer = 0.0f;
    for (int32_t k = 0; k < DIMI(TURNINGS); ++k)
    {
        FNI(spin_numbers)(&moment)[k] = end[AXES + k];
    }
    Spin turn = FNI(inertia_apply)(inertia, moment);
    for (int32_t k = 0; k < DIMI(TURNINGS); ++k)
    {
        turns[k * IMPI_ROW_LANES + lane] = FNI(spin_numbers)(&turn)[k];
        answer += end[AXES + k] * FNI(spin_numbers)(&turn)[k];
    }
    for (int32_t k = 0; k < AXES; ++k)
    {
        answer += mass * end[k] * end[k];
    }
    return answer;
}

static void write_single(World* w, const NetJoint* n, int32_t k, const JointRow* row)
{
    int32_t lane;
    const Joint* j = &w->joints.all.data[n->joint];
    NetRows* r = row_of_net(w, n->first + k, &lane);
    float ends[2][DIMI(FREEDOMS)];
    FNI(joint_jacobian)(row, true, ends[0]);
    FNI(joint_jacobian)(row, false, ends[1]);
    for (int32_t i = 0; i < 2 * DIMI(FREEDOMS); ++i)
    {
        r->ends[i][lane] = ends[i / DIMI(FREEDOMS)][i % DIMI(FREEDOMS)];
    }
    float answer =
        turn_end(inertia_of_end(w, r->a[lane], j->body_a), r->mass_a[lane], ends[0], r->turns[0], lane) +
        turn_end(inertia_of_end(w, r->b[lane], j->body_b), r->mass_b[lane], ends[1], r->turns[DIMI(TURNINGS)], lane);
    const bool held = !row->driven && !row->speculative;
    r->held[lane] = held ? 1.0f : 0.0f;
    r->softness[lane] = row->driven ? row->softness : 0.0f;
    r->gain[lane] = answer + row->softness > 0.0f ? 1.0f / (answer + row->softness) : 0.0f;
    r->relax[lane] = row->driven ? r->push[lane] : row->relax;  // a spring pulls on as it did
    r->push[lane] = held ? row->value * w->joints.net_step.soft.rate : row->push;
    r->least[lane] = row->least;
    r->most[lane] = row->most;
}

void FNI(nets_follow)(World* w, bool first)
{
    JointRow rows[DIMI(JOINT_ROWS)];
    if (w->joints.net.count == 0)
    {
        return;
    }
    const float fastest = 0.25f * w->solver.row_step.rate;
    w->joints.net_step.soft = impi_softness_of(HERTZ < fastest ? HERTZ : fastest, DAMPING, w->solver.row_step.h);
    if (first)
    {
        begin_nets(w);
    }
    for (int32_t i = 0; i < w->joints.point_colours.blocks.count; ++i)
    {
        w->joints.passes->follow(&w->joints.points.data[i], w->solver.bodies.data, first);
    }
    for (int32_t i = 0; i < w->joints.net.count; ++i)
    {
        const NetJoint* n = &w->joints.net.data[i];
        Joint* j = &w->joints.all.data[n->joint];
        if (n->rows > 0 || (first && j->turned > ENOUGH))
        {
            j->turned = 0.0f;
            (void)FNI(joint_rows)(w, j, first, rows);
        }
        for (int32_t k = 0; k < n->rows; ++k)
        {
            write_single(w, n, k, &rows[(n->point >= 0 ? AXES : 0) + k]);
        }
    }
    FNI(net_couplings_follow)(w, first);
}

void FNI(nets_warm)(World* w)
{
    for (int32_t i = 0; w->joints.net.count > 0 && i < w->joints.point_colours.blocks.count; ++i)
    {
        w->joints.passes->warm(&w->joints.points.data[i], w->solver.bodies.data);
    }
    for (int32_t i = 0; w->joints.net.count > 0 && i < w->joints.row_colours.blocks.count; ++i)
    {
        w->joints.passes->warm_rows(&w->joints.singles.data[i], w->solver.bodies.data);
    }
}

void FNI(nets_solve)(World* w, bool push)
{
    const impi_softness rigid = {0.0f, 1.0f, 0.0f};
    const NetStep step = {push ? w->joints.net_step.soft : rigid, push};
    const impi_colours *points = &w->joints.point_colours, *singles = &w->joints.row_colours;
    for (int32_t i = 0; w->joints.net.count > 0 && i < singles->blocks.count; ++i)
    {
        w->joints.passes->rows(&w->joints.singles.data[singles->order.data[i]], w->solver.bodies.data, &step);
    }
    for (int32_t i = 0; w->joints.net.count > 0 && i < points->blocks.count; ++i)
    {
        w->joints.passes->points(&w->joints.points.data[points->order.data[i]], w->solver.bodies.data, &step);
    }
    if (w->joints.net.count > 0)
    {
        FNI(net_couplings_solve)(w, push);
    }
}

static Spin spin_of_body(const World* w, int32_t body)
{
    int32_t mover = body >= 0 ? w->bodies.data[body].mover : 0;
    return mover > 0 ? FNI(solver_spin)(&w->solver.bodies.data[mover]) : FNI(spin_none)();
}

static float impulse_kept(float impulse)
{
    return impi_number_fault_large(impulse) ? 0.0f : impulse;
}

void FNI(nets_finish)(World* w, float time)
{
    float rate = w->solver.row_step.rate;
    for (int32_t i = 0; i < w->joints.net.count; ++i)
    {
        const NetJoint* n = &w->joints.net.data[i];
        Joint* j = &w->joints.all.data[n->joint];
        j->force = FNI(vec_none)();
        j->torque = FNI(spin_none)();
        j->turned += time * FNI(spin_length)(FNI(spin_sub)(spin_of_body(w, j->body_b), spin_of_body(w, j->body_a)));
        if (n->point >= 0)
        {
            int32_t at = w->joints.point_colours.lanes.data[n->point], lane = at % IMPI_ROW_LANES;
            for (int32_t k = 0; k < AXES; ++k)
            {
                j->impulses[k] = impulse_kept(w->joints.points.data[at / IMPI_ROW_LANES].impulse[k][lane]);
                SET_AT(j->force, k, j->impulses[k] * rate);
            }
        }
        for (int32_t k = 0; k < n->rows; ++k)
        {
            int32_t lane;
            const NetRows* r = row_of_net(w, n->first + k, &lane);
            float impulse = impulse_kept(r->impulse[lane]);
            bool turns = true;
            j->impulses[(n->point >= 0 ? AXES : 0) + k] = impulse;
            for (int32_t m = 0; m < AXES; ++m)
            {
                turns &= r->ends[DIMI(FREEDOMS) + m][lane] == 0.0f;
                SET_AT(j->force, m, AT(j->force, m) + r->ends[DIMI(FREEDOMS) + m][lane] * impulse * rate);
            }
            for (int32_t m = 0; turns && m < DIMI(TURNINGS); ++m)
            {
                FNI(spin_numbers)(&j->torque)[m] += r->ends[DIMI(FREEDOMS) + AXES + m][lane] * impulse * rate;
            }
        }
        FNI(joint_keep_most)(j);
    }
}
