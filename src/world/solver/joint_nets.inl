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
#define ENOUGH 0.5f   // of turning, for a joint whose angle nothing else reads [rad]

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

// Lanes, when groups have been found

static void write_vec(float (*to)[IMPI_ROW_LANES], int32_t lane, Vec v)
{
    for (int32_t k = 0; k < AXES; ++k)
    {
        to[k][lane] = AT(v, k);
    }
}

static Vec read_vec(float (*from)[IMPI_ROW_LANES], int32_t lane)
{
    Vec v = FNI(vec_none)();
    for (int32_t k = 0; k < AXES; ++k)
    {
        SET_AT(v, k, from[k][lane]);
    }
    return v;
}

static NetRows* row_of_net(const World* w, int32_t row, int32_t* lane)
{
    int32_t at = w->joints.row_colours.lanes.data[row];
    *lane = at % IMPI_ROW_LANES;
    return &w->joints.singles.data[at / IMPI_ROW_LANES];
}

static void set_point(World* w, const NetJoint* n)
{
    const Joint* j = &w->joints.all.data[n->joint];
    int32_t at = w->joints.point_colours.lanes.data[n->point], lane = at % IMPI_ROW_LANES;
    NetPoints* p = &w->joints.points.data[at / IMPI_ROW_LANES];
    p->joint[lane] = n->joint;
    p->body_a[lane] = j->body_a;
    p->body_b[lane] = j->body_b;
    write_vec(p->at_a, lane, j->def.frame_a.p);
    write_vec(p->at_b, lane, j->def.frame_b.p);
    p->alone[lane] = n->rows == 0 ? 1.0f : 0.0f;
    p->turned[lane] = j->turned;
    for (int32_t k = 0; k < AXES; ++k)
    {
        p->impulse[k][lane] = j->impulses[k];
    }
}

static void clear_net_lanes(World* w)
{
    for (int32_t i = 0; i < w->joints.point_colours.blocks.count; ++i)
    {
        NetPoints* p = &w->joints.points.data[i];
        memset(p, 0, sizeof *p);
        for (int32_t k = 0; k < IMPI_ROW_LANES; ++k)
        {
            p->a[k] = p->b[k] = ~0;
            p->joint[k] = p->body_a[k] = p->body_b[k] = -1;
        }
    }
    for (int32_t i = 0; i < w->joints.row_colours.blocks.count; ++i)
    {
        NetRows* r = &w->joints.singles.data[i];
        memset(r, 0, sizeof *r);
        for (int32_t k = 0; k < IMPI_ROW_LANES; ++k)
        {
            r->a[k] = r->b[k] = ~0;
        }
    }
}

static void set_net_lanes(World* w)
{
    clear_net_lanes(w);
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
            int32_t lane;
            NetRows* r = row_of_net(w, n->first + k, &lane);
            r->impulse[lane] = impulses[(n->point >= 0 ? AXES : 0) + k];
        }
    }
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
    if (impi_array_reserve(&w->joints.points, &w->allocator, w->joints.point_colours.blocks.count) ||
        impi_array_reserve(&w->joints.singles, &w->allocator, w->joints.row_colours.blocks.count))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    set_net_lanes(w);
    return IMP_OK;
}

// Setting of lanes, as a step begins

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

// The solver body of an end: its mover, or the complement of one that joints do not move.
static int32_t place_of_end(const World* w, int32_t body)
{
    int32_t row = body >= 0 ? w->sims.data[body].row : 0, mover = row < 0 ? ~row : row;
    return mover > 0 && w->joints.node_of.data[mover] > 0 ? mover : ~mover;
}

// The centre of a body and the arm of a point in it. A point in the world is its own centre.
static Vec find_arm(const World* w, int32_t body, Vec at, Vec* center)
{
    *center = at;
    if (body < 0)
    {
        return FNI(vec_none)();
    }
    const BodySim* s = &w->sims.data[body];
    *center = FN(pose_apply)(s->pose, s->middle);
    return FN(rot_apply)(s->pose.q, FN(vec_sub)(at, s->middle));
}

// Sets what of a point is the same for all of a step.
static void begin_point(const World* w, NetPoints* p, int32_t lane)
{
    int32_t body_a = p->body_a[lane], body_b = p->body_b[lane], a = place_of_end(w, body_a),
            b = place_of_end(w, body_b);
    Vec center_a, center_b;
    p->a[lane] = a;
    p->b[lane] = b;
    p->mass_a[lane] = mass_of_end(w, a, body_a);
    p->mass_b[lane] = mass_of_end(w, b, body_b);
    write_inertia(p->inertia_a, lane, inertia_of_end(w, a, body_a));
    write_inertia(p->inertia_b, lane, inertia_of_end(w, b, body_b));
    write_vec(p->arm_a, lane, find_arm(w, body_a, read_vec(p->at_a, lane), &center_a));
    write_vec(p->arm_b, lane, find_arm(w, body_b, read_vec(p->at_b, lane), &center_b));
    write_vec(p->between, lane, FN(vec_sub)(center_b, center_a));
}

// Prefetches what the lane of the next block is set from.
static void prefetch_ends(const World* w, const NetPoints* next, int32_t lane)
{
    const int32_t ends[2] = {next->body_a[lane], next->body_b[lane]};
    for (int32_t i = 0; i < 2; ++i)
    {
        for (size_t at = 0; ends[i] >= 0 && at < sizeof(BodySim); at += 64)
        {
            impi_prefetch((const char*)&w->sims.data[ends[i]] + at);
        }
    }
}

static void begin_points(World* w)
{
    int32_t count = w->joints.point_colours.blocks.count;
    for (int32_t i = 0; i < count; ++i)
    {
        NetPoints* p = &w->joints.points.data[i];
        for (int32_t lane = 0; lane < IMPI_ROW_LANES; ++lane)
        {
            if (p->joint[lane] >= 0)
            {
                begin_point(w, p, lane);
            }
            if (i + 1 < count)
            {
                prefetch_ends(w, &p[1], lane);
            }
        }
    }
}

// Sets what of the rows of a joint is the same for all of a step.
static void begin_net_rows(World* w, const NetJoint* n)
{
    const Joint* j = &w->joints.all.data[n->joint];
    int32_t a = place_of_end(w, j->body_a), b = place_of_end(w, j->body_b);
    for (int32_t k = 0; k < n->rows; ++k)
    {
        int32_t lane;
        NetRows* r = row_of_net(w, n->first + k, &lane);
        r->a[lane] = a;
        r->b[lane] = b;
        r->mass_a[lane] = mass_of_end(w, a, j->body_a);
        r->mass_b[lane] = mass_of_end(w, b, j->body_b);
    }
}

// Tells anew how far joints have turned that may have turned far since, and have no rows to do so.
static void tell_turns(World* w)
{
    JointRow rows[DIMI(JOINT_ROWS)];
    for (int32_t i = 0; i < w->joints.point_colours.blocks.count; ++i)
    {
        NetPoints* p = &w->joints.points.data[i];
        for (int32_t lane = 0; lane < IMPI_ROW_LANES; ++lane)
        {
            if (p->alone[lane] * p->turned[lane] > ENOUGH)
            {
                p->turned[lane] = 0.0f;
                (void)FNI(joint_rows)(w, &w->joints.all.data[p->joint[lane]], true, rows);
            }
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

static void follow_rows(World* w, const NetJoint* n, bool first)
{
    JointRow rows[DIMI(JOINT_ROWS)];
    Joint* j = &w->joints.all.data[n->joint];
    if (first)
    {
        begin_net_rows(w, n);
    }
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

void FNI(nets_follow)(World* w, bool first)
{
    if (w->joints.net.count == 0)
    {
        return;
    }
    const float fastest = 0.25f * w->solver.row_step.rate;
    w->joints.net_step.soft = impi_softness_of(HERTZ < fastest ? HERTZ : fastest, DAMPING, w->solver.row_step.h);
    if (first)
    {
        begin_points(w);
        tell_turns(w);
    }
    for (int32_t i = 0; i < w->joints.point_colours.blocks.count; ++i)
    {
        w->joints.passes->follow(&w->joints.points.data[i], w->solver.bodies.data, first);
    }
    for (int32_t i = 0; i < w->joints.net.count && (first || w->joints.row_colours.bodies.count > 0); ++i)
    {
        const NetJoint* n = &w->joints.net.data[i];
        if (n->rows > 0 || n->point < 0)
        {
            follow_rows(w, n, first);
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

// Results, as a step ends: joints keep impulses and forces

static float impulse_kept(float impulse)
{
    return impi_number_fault_large(impulse) ? 0.0f : impulse;
}

static Spin spin_of_place(const World* w, int32_t place)
{
    return FNI(solver_spin)(&w->solver.bodies.data[place < 0 ? ~place : place]);
}

// The largest turn of two solver bodies against each other.
static float turn_between_places(const World* w, int32_t a, int32_t b, float time)
{
    return time * FNI(spin_length)(FNI(spin_sub)(spin_of_place(w, b), spin_of_place(w, a)));
}

static void finish_point(World* w, NetPoints* p, int32_t lane, float time)
{
    float rate = w->solver.row_step.rate;
    Joint* j = &w->joints.all.data[p->joint[lane]];
    bool alone = p->alone[lane] > 0.0f;
    for (int32_t k = 0; k < AXES; ++k)
    {
        j->impulses[k] = p->impulse[k][lane] = impulse_kept(p->impulse[k][lane]);
        SET_AT(j->force, k, j->impulses[k] * rate);
    }
    j->torque = FNI(spin_none)();
    j->turned = (alone ? p->turned[lane] : 0.0f) + turn_between_places(w, p->a[lane], p->b[lane], time);
    p->turned[lane] = j->turned;
    if (alone && w->joints.fragile)
    {
        FNI(joint_keep_most)(j);
    }
    else if (alone)
    {
        j->force = FNI(vec_fault_large)(j->force) ? FNI(vec_none)() : j->force;
    }
}

static void finish_points(World* w, float time)
{
    for (int32_t i = 0; i < w->joints.point_colours.blocks.count; ++i)
    {
        NetPoints* p = &w->joints.points.data[i];
        for (int32_t lane = 0; lane < IMPI_ROW_LANES; ++lane)
        {
            if (i + 1 < w->joints.point_colours.blocks.count && p[1].joint[lane] >= 0)
            {
                const char* next = (const char*)&w->joints.all.data[p[1].joint[lane]];
                impi_prefetch(next);
                impi_prefetch(next + 64);
            }
            if (p->joint[lane] >= 0)
            {
                finish_point(w, p, lane, time);
            }
        }
    }
}

// The rows of a joint, after its point.
static void finish_rows(World* w, const NetJoint* n, float time)
{
    float rate = w->solver.row_step.rate;
    Joint* j = &w->joints.all.data[n->joint];
    if (n->point < 0)
    {
        const impi_row_bodies bodies = bodies_of_joint(w, j);
        j->force = FNI(vec_none)();
        j->torque = FNI(spin_none)();
        j->turned += turn_between_places(w, bodies.a, bodies.b, time);
    }
    for (int32_t k = 0; k < n->rows; ++k)
    {
        int32_t lane;
        NetRows* r = row_of_net(w, n->first + k, &lane);
        float impulse = impulse_kept(r->impulse[lane]);
        bool turns = true;
        j->impulses[(n->point >= 0 ? AXES : 0) + k] = r->impulse[lane] = impulse;
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

void FNI(nets_finish)(World* w, float time)
{
    if (w->joints.net.count == 0)
    {
        return;
    }
    finish_points(w, time);
    for (int32_t i = 0; i < w->joints.net.count; ++i)
    {
        const NetJoint* n = &w->joints.net.data[i];
        if (n->rows > 0 || n->point < 0)
        {
            finish_rows(w, n, time);
        }
    }
}
