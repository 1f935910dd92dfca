// SPDX-License-Identifier: MIT
//
// Contacts of trees of joints count what hangs at the bodies that they touch: a light foot under a heavy body is no light
// thing. Within a pass a row moves its bodies by their own answers (motion/row_touch.inl); then those who hang there follow,
// by the tree's answer to the same impulses.
//
// Rows of one tree do not see each other's impulses within a pass. So that all of them together do not give more than is
// wanted, each body counts as its own mass and a share of what hangs at it,
//
//     M = (1 - s) I + s O^-1,   s = part / (bodies that are touched)
//
// for the response O of the tree at it (motion/joint_response.inl). No motion has less energy in the tree than in the sum of
// its shares, O^-1 / count of each: so passes come to rest. The own masses beside them are counted twice where what is
// touched is a large part of a tree; `part` leaves room for that. One body that is touched has O itself.
//
// Tried and dropped: own masses alone, by which plates of 1 kg under 1 t sink by 50 mm, and throw it off.
//
// Source: mass splitting after Tonge, Benevolenski, Voroshilov 2012; here of trees, and by their own response.

#ifndef AXES
#include "group_solver2.h"
#include <math.h>
#include <string.h>

#include "../../math/dim2.h"
#endif

#define LEAST_GAIN 2.0f     // of what is touched against itself: with less, own masses do
#define LEAST_PART 0.0625f  // what is held by what does not move counts no more than as so many times the tree
#define MOST_PARTS 1.5f     // of the masses of a tree, as its touched bodies count them

enum
{
    FREE = DIMI(FREEDOMS),
    SYMMETRIC = AXES * (AXES + 1) / 2,                              // numbers of velocities among themselves
    TURN_IMPULSE = DIMI(TOUCH_IMPULSE) - 4 + (AXES < 3 ? AXES : 0)  // place of the first lever
};

// Places of the numbers of a matrix in what rows know of it.
typedef struct answer_places
{
    int32_t at[FREE][FREE];
} answer_places;

static answer_places find_places(void)
{
    answer_places r;
    for (int32_t i = 0; i < FREE; ++i)
    {
        for (int32_t k = 0; k <= i; ++k)
        {
            r.at[i][k] = r.at[k][i] = i < AXES ? impi_place_of_symmetric(i, k, AXES)
                                      : k >= AXES
                                          ? SYMMETRIC + impi_place_of_symmetric(i - AXES, k - AXES, DIMI(TURNINGS))
                                          : SYMMETRIC + DIMI(INERTIA_FIELDS) + k * DIMI(TURNINGS) + i - AXES;
        }
    }
    return r;
}

// Marks the nodes that have contacts.
static void mark_touched(World* w)
{
    for (int32_t i = 0; i < w->joints.nodes.count; ++i)
    {
        w->joints.nodes.data[i].touched = false;
    }
    for (int32_t i = 0; i < w->solver.colours.blocks.count * IMPI_ROW_LANES; ++i)
    {
        const Lane* lane = &w->solver.lanes.data[i];
        const int32_t ends[2] = {lane->bodies.a, lane->bodies.b};
        for (int32_t e = 0; e < 2 && lane->contact >= 0; ++e)
        {
            int32_t node = ends[e] > 0 ? w->joints.node_of.data[ends[e]] - 1 : -1;
            if (node >= 0)
            {
                w->joints.nodes.data[node].touched = true;
            }
        }
    }
}

// The part of what hangs at its touched bodies that contacts of a group count.
static float part_of_group(const World* w, const JointGroup* g, float* least, float* all, float* mass)
{
    float touched = 0.0f;
    *least = *all = *mass = 0.0f;
    for (int32_t i = g->first; i < g->first + g->count; ++i)
    {
        const JointNode* n = &w->joints.nodes.data[i];
        float own = w->bodies.data[n->body].mass;
        *mass += own;
        *all += own;
        *all += n->joint >= 0 && w->joints.tree.data[i].parent < 0 ? INFINITY : 0.0f;
        touched += n->touched ? own : 0.0f;
        *least = n->touched && (*least == 0.0f || own < *least) ? own : *least;
    }
    float part = MOST_PARTS - touched / *all;
    return part < 1.0f && g->touched > 1 ? part : 1.0f;
}

// Lists the touched nodes of a group, and finds whether contacts count what hangs at its bodies.
static void begin_group(World* w, JointGroup* g)
{
    float least, all;
    g->touched = 0;
    for (int32_t i = g->first; i < g->first + g->count; ++i)
    {
        if (w->joints.nodes.data[i].touched)
        {
            w->joints.touched.data[g->first + g->touched++] = i;
        }
    }
    g->bears = false;
    if (!g->net && g->touched > 0)
    {
        g->share = part_of_group(w, g, &least, &all, &g->mass) / (float)g->touched;
        g->bears = g->share * (all - least) > (LEAST_GAIN - 1.0f) * least;
    }
}

// Marks the nodes from touched bodies of a batch up to its root.
static void mark_asked(World* w, const JointBatch* b)
{
    const JointGroup* first = &w->joints.groups.data[b->groups[0]];
    bool* asked = w->joints.asked.data + first->first;
    memset(asked, 0, (size_t)first->count * sizeof *asked);
    for (int32_t i = 0; i < b->count; ++i)
    {
        const JointGroup* g = &w->joints.groups.data[b->groups[i]];
        for (int32_t k = 0; k < g->touched && g->bears; ++k)
        {
            asked[w->joints.touched.data[g->first + k] - g->first] = true;
        }
    }
    for (int32_t k = first->count - 1; k > 0; --k)
    {
        int32_t parent = w->joints.tree.data[first->first + k].parent;
        if (asked[k] && parent >= 0)
        {
            asked[parent] = true;
        }
    }
}

void FNI(touches_begin)(World* w)
{
    if (w->joints.trees == 0)
    {
        return;
    }
    mark_touched(w);
    memset(w->solver.touches.data, 0, ((size_t)w->movers.count + 1) * sizeof *w->solver.touches.data);
    for (int32_t i = 0; i < w->joints.batches.count; ++i)
    {
        JointBatch* b = &w->joints.batches.data[i];
        b->bears = b->responds = b->touched = false;
        for (int32_t k = 0; k < b->count; ++k)
        {
            begin_group(w, &w->joints.groups.data[b->groups[k]]);
            b->bears |= w->joints.groups.data[b->groups[k]].bears;
            b->touched |= w->joints.groups.data[b->groups[k]].touched > 0;
        }
        if (b->bears)
        {
            mark_asked(w, b);
        }
    }
}

// Asks for the answers of touched bodies: bodies that only lead to them have no share.
static void ask_answers(const World* w, const JointBatch* b, const bool* asked, float* answers)
{
    const JointGroup* first = &w->joints.groups.data[b->groups[0]];
    const int32_t stride = b->stride;
    for (int32_t i = 0; i < first->count; ++i)
    {
        float* of = answers + (int64_t)i * DIMI(RESPONSE_NUMBERS) * stride;
        for (int32_t k = DIMI(RESPONSE_MASS); k < DIMI(RESPONSE_NUMBERS) && asked[i]; ++k)
        {
            for (int32_t lane = 0; lane < stride; ++lane)
            {
                of[k * stride + lane] = k == DIMI(RESPONSE_SHARE) ? 1.0f : 0.0f;
            }
        }
    }
    for (int32_t lane = 0; lane < b->count; ++lane)
    {
        const JointGroup* g = &w->joints.groups.data[b->groups[lane]];
        for (int32_t k = 0; k < g->touched && g->bears; ++k)
        {
            const int32_t node = w->joints.touched.data[g->first + k];
            const int32_t body = w->joints.nodes.data[node].body;
            Inertia inertia = w->sims.data[body].inverse_inertia;
            float* of = answers + (int64_t)(node - g->first) * DIMI(RESPONSE_NUMBERS) * stride + lane;
            of[DIMI(RESPONSE_MASS) * stride] = w->sims.data[body].inverse_mass;
            for (int32_t m = 0; m < DIMI(INERTIA_FIELDS); ++m)
            {
                of[(DIMI(RESPONSE_INERTIA) + m) * stride] = FNI(inertia_numbers)(&inertia)[m];
            }
            of[DIMI(RESPONSE_SHARE) * stride] = g->share;
            of[DIMI(RESPONSE_LEAST) * stride] = LEAST_PART * w->bodies.data[body].mass / g->mass;
        }
    }
}

// Tells touched bodies of a batch their answers.
static void write_answers(World* w, const JointBatch* b, const float* answers)
{
    const answer_places places = find_places();
    const int64_t stride = b->stride;
    for (int32_t lane = 0; lane < b->count; ++lane)
    {
        const JointGroup* g = &w->joints.groups.data[b->groups[lane]];
        for (int32_t n = 0; n < g->touched && g->bears; ++n)
        {
            const int32_t node = w->joints.touched.data[g->first + n];
            const float* of = answers + (node - g->first) * DIMI(RESPONSE_NUMBERS) * stride + lane;
            Touch* t = &w->solver.touches.data[w->joints.nodes.data[node].mover];
            for (int32_t i = 0; i < FREE; ++i)
            {
                for (int32_t k = 0; k <= i; ++k, of += stride)
                {
                    t->answer[places.at[i][k]] = *of;
                }
            }
            t->answer[DIMI(TIES)] = 1.0f;
        }
    }
}

static void respond_job(void* context, int32_t job)
{
    const BatchSpan* of = (const BatchSpan*)context;
    World* w = of->w;
    JointBatch* b = &w->joints.batches.data[of->first + job];
    if (!b->bears || b->responds)
    {
        return;
    }
    const GroupSolver s = FNI(batch_open)(w, b);
    const bool* asked = w->joints.asked.data + s.g->first;
    float* answers = w->joints.answers.data + b->answers;
    ask_answers(w, b, asked, answers);
    s.passes->respond(&s.tree, asked, answers);
    write_answers(w, b, answers);
    b->responds = true;
}

bool FNI(touches_follow)(World* w, const imp_jobs* jobs, int32_t first, int32_t count)
{
    BatchSpan of = FNI(batches_of)(w, first, count, false);
    bool any = false;
    for (int32_t i = of.first; i < of.end && !any; ++i)
    {
        any = w->joints.batches.data[i].bears && !w->joints.batches.data[i].responds;
    }
    if (any)
    {
        impi_spread(jobs, respond_job, &of, of.end - of.first);
    }
    return any;
}

static float* impulse_of(Touch* t, int32_t k)
{
    return &t->impulse[k < AXES ? k : TURN_IMPULSE + k - AXES];
}

static void change_velocity(SolverBody* m, const float* by)
{
    Vec velocity = FNI(solver_velocity)(m);
    Spin spin = FNI(solver_spin)(m);
    for (int32_t k = 0; k < AXES; ++k)
    {
        SET_AT(velocity, k, AT(velocity, k) + by[k]);
    }
    for (int32_t k = 0; k < DIMI(TURNINGS); ++k)
    {
        FNI(spin_numbers)(&spin)[k] += by[AXES + k];
    }
    FNI(solver_set_velocity)(m, velocity, spin);
}

// Turns the velocity that contacts have given a body alone into an impulse on its tree.
static void take_from_body(World* w, const JointNode* n)
{
    Touch* t = &w->solver.touches.data[n->mover];
    const Body* b = &w->bodies.data[n->body];
    SolverBody* m = &w->solver.bodies.data[n->mover];
    Spin spin;
    const Vec velocity = FNI(body_force_without)(&w->solver.forces.data[n->mover], m, &spin);
    const Inertia turning = FNI(body_force_inertia)(&w->solver.forces.data[n->mover]);
    const Inertia inertia =
        FNI(inertia_some)(turning) ? turning : FNI(inertia_turned)(b->inertia, b->pose.q);  // one that does not turn
    Spin lever = FNI(inertia_apply)(inertia, spin);
    for (int32_t k = 0; k < AXES; ++k)
    {
        *impulse_of(t, k) = b->mass * AT(velocity, k);
    }
    for (int32_t k = 0; k < DIMI(TURNINGS); ++k)
    {
        *impulse_of(t, AXES + k) = FNI(spin_numbers)(&lever)[k];
    }
}

// Takes back how a body has gone within a pass: its tree answers the impulses.
static void take_back_pass(World* w, const JointNode* n, const answer_places* places)
{
    Touch* t = &w->solver.touches.data[n->mover];
    float by[FREE];
    for (int32_t k = 0; k < FREE; ++k)
    {
        by[k] = 0.0f;
        for (int32_t e = 0; e < FREE; ++e)
        {
            by[k] -= t->answer[places->at[k][e]] * *impulse_of(t, e);
        }
    }
    change_velocity(&w->solver.bodies.data[n->mover], by);
}

static void take_job(void* context, int32_t job)
{
    const BatchSpan* of = (const BatchSpan*)context;
    World* w = of->w;
    const JointBatch* b = &w->joints.batches.data[of->first + job];
    const answer_places places = find_places();
    for (int32_t lane = 0; lane < b->count && b->bears; ++lane)
    {
        const JointGroup* g = &w->joints.groups.data[b->groups[lane]];
        for (int32_t i = 0; i < g->touched && g->bears; ++i)
        {
            const JointNode* n = &w->joints.nodes.data[w->joints.touched.data[g->first + i]];
            if (of->flag)
            {
                take_from_body(w, n);
            }
            else
            {
                take_back_pass(w, n, &places);
            }
        }
    }
}

bool FNI(touches_take)(World* w, const imp_jobs* jobs, int32_t first, int32_t count, bool warm)
{
    BatchSpan of = FNI(batches_of)(w, first, count, warm);
    bool any = false;
    for (int32_t i = of.first; i < of.end && !any; ++i)
    {
        any = w->joints.batches.data[i].bears;
    }
    if (any)
    {
        impi_spread(jobs, take_job, &of, of.end - of.first);
    }
    return any;
}

// In trees

// The touches of a group, as many as it has touched bodies, where these count what hangs at them.
static int32_t touches_of(const JointGroup* g)
{
    return g->bears ? g->touched : 0;
}

static Touch* touch_at(const World* w, const JointGroup* g, int32_t i)
{
    return &w->solver.touches.data[w->joints.nodes.data[w->joints.touched.data[g->first + i]].mover];
}

void FNI(touches_add)(const GroupSolver* s)
{
    const int64_t stride = s->tree.stride;
    for (int32_t lane = 0; lane < s->tree.lanes && s->batch->bears; ++lane)
    {
        const JointGroup* g = s->tree.lanes > 1 ? &s->w->joints.groups.data[s->batch->groups[lane]] : s->g;
        for (int32_t i = 0; i < touches_of(g); ++i)
        {
            Touch* t = touch_at(s->w, g, i);
            float* out = s->tree.momentum + (s->w->joints.touched.data[g->first + i] - g->first) * FREE * stride + lane;
            for (int32_t k = 0; k < FREE; ++k)
            {
                out[k * stride] += *impulse_of(t, k);
            }
        }
    }
}

bool FNI(touches_some)(const GroupSolver* s)
{
    bool some = false;
    for (int32_t i = 0; i < touches_of(s->g); ++i)
    {
        Touch* t = touch_at(s->w, s->g, i);
        for (int32_t k = 0; k < FREE; ++k)
        {
            some |= *impulse_of(t, k) < 0.0f || *impulse_of(t, k) > 0.0f;
        }
    }
    return some;
}

void FNI(touches_end)(const GroupSolver* s)
{
    World* w = s->w;
    for (int32_t i = 0; i < touches_of(s->g); ++i)
    {
        Touch* t = touch_at(w, s->g, i);
        int32_t mover = (int32_t)(t - w->solver.touches.data);
        const BodySim* sim = &w->sims.data[w->movers.data[mover - 1]];
        Vec velocity = FNI(vec_none)();
        Spin lever = FNI(spin_none)();
        for (int32_t k = 0; k < AXES; ++k)
        {
            SET_AT(velocity, k, sim->inverse_mass * *impulse_of(t, k));
        }
        for (int32_t k = 0; k < DIMI(TURNINGS); ++k)
        {
            FNI(spin_numbers)(&lever)[k] = *impulse_of(t, AXES + k);
        }
        FNI(body_force_owe)
        (&w->solver.forces.data[mover], velocity, FNI(inertia_apply)(sim->inverse_inertia, lever));
        memset(t->impulse, 0, sizeof t->impulse);
    }
}
