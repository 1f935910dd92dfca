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

#define LEAST_GAIN 4.0f     // of what is touched against itself: with less, own masses do
#define LEAST_PART 0.0625f  // what is held by what does not move counts no more than as so many times the tree
#define MOST_PARTS 1.5f     // of the masses of a tree, as its touched bodies count them

enum
{
    FREE = DIMI(FREEDOMS),
    SYMMETRIC = AXES * (AXES + 1) / 2,                              // numbers of velocities among themselves,
    TURNS = DIMI(TURNINGS) * (DIMI(TURNINGS) + 1) / 2,              // and of spins
    TURN_IMPULSE = DIMI(TOUCH_IMPULSE) - 4 + (AXES < 3 ? AXES : 0)  // place of the first lever
};

// The place of a number among those of a symmetric matrix: the diagonal, then neighbours, then the corner.
static int32_t place_of_symmetric(int32_t i, int32_t k, int32_t n)
{
    int32_t low = i < k ? i : k, high = i < k ? k : i;
    return i == k ? i : high == low + 1 ? n + low : 2 * n - 1;
}

static int32_t place_of_answer(int32_t i, int32_t k)
{
    int32_t low = i < k ? i : k, high = i < k ? k : i;
    return high < AXES   ? place_of_symmetric(i, k, AXES)
           : low >= AXES ? SYMMETRIC + place_of_symmetric(i - AXES, k - AXES, DIMI(TURNINGS))
                         : SYMMETRIC + TURNS + low * DIMI(TURNINGS) + high - AXES;
}

static void write_answer(float m[FREE][FREE], bool bears, Touch* out)
{
    for (int32_t i = 0; i < FREE; ++i)
    {
        for (int32_t k = 0; k <= i; ++k)
        {
            out->answer[place_of_answer(i, k)] = m[i][k];
        }
    }
    out->answer[DIMI(TIES)] = bears ? 1.0f : 0.0f;
}

// The answer of a body alone, as its rows have it.
static void find_own_answer(const World* w, int32_t mover, float out[FREE][FREE])
{
    const BodySim* s = &w->sims.data[w->movers.data[mover - 1]];
    memset(out, 0, FREE * sizeof *out);
    for (int32_t k = 0; k < AXES; ++k)
    {
        out[k][k] = s->inverse_mass;
    }
    for (int32_t k = 0; k < DIMI(TURNINGS); ++k)
    {
        Spin unit = FNI(spin_none)();
        FNI(spin_numbers)(&unit)[k] = 1.0f;
        Spin column = FNI(inertia_apply)(s->inverse_inertia, unit);
        for (int32_t i = 0; i < DIMI(TURNINGS); ++i)
        {
            out[AXES + i][AXES + k] = FNI(spin_numbers)(&column)[i];
        }
    }
}

// The inverse of (1 - share) I + share O^-1 by the inverse of I (own) and by O, which may be singular: U - U (U + V)^-1 U,
// where U = O / share, V = own / (1 - share).
static void share_answer(float own[FREE][FREE], float share, float o[FREE][FREE])
{
    double low[FREE][FREE], u[FREE][FREE], solved[FREE][FREE];
    for (int32_t i = 0; i < FREE; ++i)
    {
        for (int32_t k = 0; k < FREE; ++k)
        {
            u[i][k] = 0.5 * ((double)o[i][k] + (double)o[k][i]) / (double)share;
        }
    }
    for (int32_t i = 0; i < FREE; ++i)
    {
        for (int32_t k = 0; k <= i; ++k)
        {
            double sum = u[i][k] + (double)own[i][k] / (1.0 - (double)share);
            for (int32_t m = 0; m < k; ++m)
            {
                sum -= low[i][m] * low[k][m];
            }
            low[i][k] = i > k ? sum * low[k][k] : sum > 0.0 ? 1.0 / sqrt(sum) : 0.0;
        }
    }
    for (int32_t k = 0; k < FREE; ++k)
    {
        for (int32_t i = 0; i < FREE; ++i)
        {
            double sum = u[i][k];
            for (int32_t m = 0; m < i; ++m)
            {
                sum -= low[i][m] * solved[m][k];
            }
            solved[i][k] = sum * low[i][i];
        }
    }
    for (int32_t i = 0; i < FREE; ++i)
    {
        for (int32_t k = 0; k <= i; ++k)
        {
            double sum = u[i][k];
            for (int32_t m = 0; m < FREE; ++m)
            {
                sum -= solved[m][i] * solved[m][k];
            }
            o[i][k] = o[k][i] = (float)sum;
        }
    }
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

// Whether contacts of a group count what hangs at its bodies.
static void begin_group(World* w, JointGroup* g)
{
    float least, all;
    g->touched = 0;
    for (int32_t i = g->first; i < g->first + g->count; ++i)
    {
        g->touched += w->joints.nodes.data[i].touched ? 1 : 0;
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
        for (int32_t k = 0; k < g->count && g->bears; ++k)
        {
            asked[k] |= w->joints.nodes.data[g->first + k].touched;
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

// The batches of a span of movers.
typedef struct touches_of_span
{
    World* w;
    int32_t first, end;
    bool warm;
} touches_of_span;

static touches_of_span touches_at(World* w, int32_t first, int32_t count, bool warm)
{
    touches_of_span r = {w, 0, 0, warm};
    if (w->joints.trees > 0)
    {
        r.first = FNI(batch_from)(w, first);
        r.end = FNI(batch_from)(w, first + count);
    }
    return r;
}

static void write_touches(World* w, const JointBatch* b, int32_t lane, const float* answers)
{
    const JointGroup* g = &w->joints.groups.data[b->groups[lane]];
    for (int32_t i = 0; i < g->count && g->bears; ++i)
    {
        const JointNode* n = &w->joints.nodes.data[g->first + i];
        if (!n->touched)
        {
            continue;
        }
        float o[FREE][FREE], own[FREE][FREE];
        for (int32_t k = 0; k < FREE * FREE; ++k)
        {
            o[k / FREE][k % FREE] = answers[((int64_t)i * FREE * FREE + k) * b->stride + lane];
        }
        find_own_answer(w, n->mover, own);
        if (g->share < 1.0f)
        {
            share_answer(own, g->share, o);
        }
        const float least = LEAST_PART * w->bodies.data[n->body].mass / g->mass;
        for (int32_t k = 0; k < FREE * FREE; ++k)
        {
            o[k / FREE][k % FREE] += least * own[k / FREE][k % FREE];
        }
        write_answer(o, true, &w->solver.touches.data[n->mover]);
    }
}

static void respond_job(void* context, int32_t job)
{
    const touches_of_span* of = (const touches_of_span*)context;
    World* w = of->w;
    JointBatch* b = &w->joints.batches.data[of->first + job];
    if (!b->bears || b->responds)
    {
        return;
    }
    const GroupSolver s = FNI(batch_open)(w, b);
    float* answers = w->joints.answers.data + b->answers;
    s.passes->respond(&s.tree, w->joints.asked.data + s.g->first, answers);
    b->responds = true;
    for (int32_t i = 0; i < b->count; ++i)
    {
        write_touches(w, b, i, answers);
    }
}

bool FNI(touches_follow)(World* w, const imp_jobs* jobs, int32_t first, int32_t count)
{
    touches_of_span of = touches_at(w, first, count, false);
    bool any = false;
    for (int32_t i = of.first; i < of.end && !any; ++i)
    {
        any = w->joints.batches.data[i].bears && !w->joints.batches.data[i].responds;
    }
    if (any)
    {
        for (int32_t i = first; i < first + count; ++i)
        {
            int32_t node = w->joints.node_of.data[i] - 1;
            const JointNode* n = node >= 0 ? &w->joints.nodes.data[node] : NULL;
            if (!n || !n->touched || !w->joints.groups.data[n->group].bears)
            {
                float own[FREE][FREE];
                find_own_answer(w, i, own);
                write_answer(own, false, &w->solver.touches.data[i]);
            }
        }
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
    const bool turned = FNI(solver_has_turned)(m);
    Spin spin;
    const Vec velocity = FNI(body_force_without)(&w->solver.forces.data[n->mover], m, &spin);
    const Inertia inertia = FNI(inertia_turned)(b->inertia, turned ? n->q : b->pose.q);
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
static void take_back_pass(World* w, const JointNode* n)
{
    Touch* t = &w->solver.touches.data[n->mover];
    float by[FREE];
    for (int32_t k = 0; k < FREE; ++k)
    {
        by[k] = 0.0f;
        for (int32_t e = 0; e < FREE; ++e)
        {
            by[k] -= t->answer[place_of_answer(k, e)] * *impulse_of(t, e);
        }
    }
    change_velocity(&w->solver.bodies.data[n->mover], by);
}

static void take_job(void* context, int32_t job)
{
    const touches_of_span* of = (const touches_of_span*)context;
    World* w = of->w;
    const JointBatch* b = &w->joints.batches.data[of->first + job];
    for (int32_t lane = 0; lane < b->count && b->bears; ++lane)
    {
        const JointGroup* g = &w->joints.groups.data[b->groups[lane]];
        for (int32_t i = g->first; i < g->first + g->count && g->bears; ++i)
        {
            const JointNode* n = &w->joints.nodes.data[i];
            if (n->touched && of->warm)
            {
                take_from_body(w, n);
            }
            else if (n->touched)
            {
                take_back_pass(w, n);
            }
        }
    }
}

bool FNI(touches_take)(World* w, const imp_jobs* jobs, int32_t first, int32_t count, bool warm)
{
    touches_of_span of = touches_at(w, first, count, warm);
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

static Touch* touch_of_node(const GroupSolver* s, int32_t node)
{
    const JointNode* n = &s->w->joints.nodes.data[s->g->first + node];
    return s->g->bears && n->touched ? &s->w->solver.touches.data[n->mover] : NULL;
}

void FNI(touches_add)(const GroupSolver* batch)
{
    for (int32_t lane = 0; lane < batch->batch->count && batch->batch->bears; ++lane)
    {
        const GroupSolver s = batch->tree.lanes > 1 ? FNI(batch_group)(batch, lane) : *batch;
        for (int32_t i = 0; i < s.g->count; ++i)
        {
            Touch* t = touch_of_node(&s, i);
            for (int32_t k = 0; k < FREE && t; ++k)
            {
                s.tree.momentum[((int64_t)i * FREE + k) * s.tree.stride] += *impulse_of(t, k);
            }
        }
        if (batch->tree.lanes == 1)
        {
            return;
        }
    }
}

bool FNI(touches_some)(const GroupSolver* s)
{
    bool some = false;
    for (int32_t i = 0; i < s->g->count && s->g->bears; ++i)
    {
        Touch* t = touch_of_node(s, i);
        for (int32_t k = 0; k < FREE && t; ++k)
        {
            some |= *impulse_of(t, k) < 0.0f || *impulse_of(t, k) > 0.0f;
        }
    }
    return some;
}

void FNI(touches_end)(const GroupSolver* s)
{
    World* w = s->w;
    for (int32_t i = 0; i < s->g->count && s->g->bears; ++i)
    {
        Touch* t = touch_of_node(s, i);
        if (t)
        {
            int32_t mover = w->joints.nodes.data[s->g->first + i].mover;
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
}
