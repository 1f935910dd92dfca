// SPDX-License-Identifier: MIT
//
// Moves bodies apart that lie deep in each other: once a step, by poses; velocities stay.
//
// Regions find themselves whether they lie deep in each other (contact/deep2.c). Convex shapes do when they were made
// or put so, or are pushed into each other (depth_made): their row has their depth without the part that they were made
// overlapping by, so it holds them as they lie, and stays what it is for bodies that are pushed together. That part
// only becomes less.
//
// The pushes of a step solve "each pair parts by its depth, but no farther than at the greatest speed, and no pair is
// pushed into each other" by projected Gauss-Seidel, with shares by inverse mass, forth and back over the manifolds in
// the order of bodies. Those with what does not move have the last word. No body is pushed faster than at the greatest
// speed, whatever contacts it is in. So what lies in a heap moves no faster than by its velocity and that speed, and when
// it has parted it flies nowhere. In a box that is too full all come to rest as they lie.
//
// Tried and dropped: rows without any depth; a column sinks under its weight faster than it is pushed apart. Four
// passes; a row of fifty takes three times as long. Depths of a part of the thickness left
// to rows: along a row their speeds add up to some m/s. Rows made from contacts, and taken one after the other: half as
// long again, as each waits for memory and for the row before.

#ifndef AXES
#include "solver2.h"
#include <math.h>
#include <string.h>

#include "../../math/dim2.h"
#endif

enum
{
    PUSH_PASSES = 8,  // a row of fifty parts as fast as its ends may go
    PUSH_PARTS = 8,   // of a pass, whose rows are taken in turn: rows of one body that follow each other wait
    PUSH_PART = 256   // rows of a part at least: within a part pushes go from row to row in one pass
};

// A number above zero, or zero, without a branch: neither is likelier.
static float above_zero(float x)
{
    return 0.5f * (x + fabsf(x));
}

// The share of another push that a body takes, from none to all, up to the greatest speed.
static float room_for(Vec push, Vec by, float most)
{
    float square = FN(vec_dot)(by, by), along = FN(vec_dot)(push, by);
    float rest = most * most - FN(vec_dot)(push, push);
    float part = (sqrtf(along * along + square * above_zero(rest)) - along) / square;
    part = part < 1.0f ? part : 1.0f;  // also where no push is wanted
    return part > 0.0f ? part : 0.0f;  // squares of tiny pushes are rounded to nothing
}

// Both take the same part of the push, so that the centre of all stays where it is.
static void push_by_row(Vec* pushes, const PushRow* r, float most)
{
    Vec a = pushes[r->a], b = pushes[r->b];
    float wanted = r->wanted - FN(vec_dot)(FN(vec_sub)(b, a), r->normal);
    wanted = above_zero(wanted);
    Vec by_a = FN(vec_scale)(r->share_a, wanted), by_b = FN(vec_scale)(r->share_b, wanted);
    Vec to_a = FN(vec_add)(a, by_a), to_b = FN(vec_add)(b, by_b);
    float square_a = FN(vec_dot)(to_a, to_a), square_b = FN(vec_dot)(to_b, to_b);
    if ((square_a > square_b ? square_a : square_b) > most * most)
    {
        float room_a = room_for(a, by_a, most), room_b = room_for(b, by_b, most);
        float part = room_a < room_b ? room_a : room_b;
        to_a = FN(vec_add)(a, FN(vec_scale)(by_a, part));
        to_b = FN(vec_add)(b, FN(vec_scale)(by_b, part));
    }
    pushes[r->a] = to_a;
    pushes[r->b] = to_b;
}

// One pass over rows, forth or back. Each part is passed along its rows, and the parts in turn.
static void push_by_rows(World* w, int32_t first, int32_t end, bool forth, float most)
{
    int32_t count = end - first, parts = count / PUSH_PART < PUSH_PARTS ? count / PUSH_PART : PUSH_PARTS;
    int32_t part = parts > 1 ? (count + parts - 1) / parts : count;
    for (int32_t i = 0; i < part; ++i)
    {
        for (int32_t k = forth ? first + i : end - 1 - i; k >= first && k < end; k += forth ? part : -part)
        {
            push_by_row(w->solver.pushes.data, &w->solver.push_rows.data[k], most);
        }
    }
}

// The part of a push that A takes, by inverse mass.
static float part_of_a(const Rows* rows, int32_t k)
{
    float a = rows->a[k] > 0 ? rows->mass_a[k] : 0.0f, b = rows->b[k] > 0 ? rows->mass_b[k] : 0.0f;
    return a + b > 0.0f ? a / (a + b) : 0.5f;
}

// A row wants two to be pushed apart by what is left of how deep they lie. Those that do not may not be pushed into each
// other farther than there is a gap.
static void set_push_row(const World* w, int32_t lane, float most, PushRow* out)
{
    const Rows* rows = &w->solver.rows.data[lane / IMPI_ROW_LANES];
    int32_t k = lane % IMPI_ROW_LANES;
    float part = part_of_a(rows, k);
    PushRow r = {.a = impi_place_of(rows->a[k]), .b = impi_place_of(rows->b[k]), .normal = FNI(row_normal)(rows, k)};
    r.lane = lane;
    Vec moved_a = FNI(solver_moved)(&w->solver.bodies.data[r.a]);
    Vec moved_b = FNI(solver_moved)(&w->solver.bodies.data[r.b]);
    float parted = FN(vec_dot)(FN(vec_sub)(moved_b, moved_a), r.normal);
    float depth = w->solver.lanes.data[lane].deep, left = depth - FNI(row_least_gap)(rows, k) - parted;
    r.wanted = left < depth ? left : depth;
    r.wanted = r.wanted < most ? r.wanted : most;
    r.share_a = FNI(vec_locked)(FN(vec_scale)(r.normal, -part), w->sims.data[rows->body_a[k]].locks);
    r.share_b = FNI(vec_locked)(FN(vec_scale)(r.normal, 1.0f - part), w->sims.data[rows->body_b[k]].locks);
    *out = r;
}

// Prefetches what the push rows of a block need of bodies.
static void prefetch_bodies_of(const World* w, const Rows* rows)
{
    for (uint32_t lanes = rows->used; lanes != 0; lanes &= lanes - 1)
    {
        const int32_t k = impi_lowest_bit(lanes);
        impi_prefetch(&w->sims.data[rows->body_a[k]].locks);
        impi_prefetch(&w->sims.data[rows->body_b[k]].locks);
        impi_prefetch(&w->solver.bodies.data[impi_place_of(rows->a[k])]);
        impi_prefetch(&w->solver.bodies.data[impi_place_of(rows->b[k])]);
    }
}

// Rows are listed by the first of their bodies, those of two that rows move before those of one.
static int32_t list_of_row(const World* w, const Rows* rows, int32_t k)
{
    int32_t a = rows->a[k], b = rows->b[k];
    return a > 0 && b > 0 ? (a < b ? a : b) : w->movers.count + impi_place_of(a > 0 ? a : b);
}

// Makes rows of all manifolds: those of two bodies that rows move first, of which it returns the count, then those of
// one that they move; in the order of bodies, so that a pass goes along a row of them.
static int32_t set_push_rows(World* w, float most)
{
    int32_t lists = 2 * w->movers.count + 1, *at = w->solver.push_lists.data, first = 0, both = 0;
    memset(at, 0, (size_t)lists * sizeof *at);
    for (int32_t i = 0; i < w->solver.rows.count; ++i)
    {
        const Rows* rows = &w->solver.rows.data[i];
        for (uint32_t lanes = rows->used; lanes != 0; lanes &= lanes - 1)
        {
            at[list_of_row(w, rows, impi_lowest_bit(lanes))] += 1;
        }
    }
    for (int32_t i = 0; i < lists; ++i)
    {
        int32_t count = at[i];
        at[i] = first;
        first += count;
        both = i < w->movers.count ? first : both;
    }
    for (int32_t i = 0; i < w->solver.rows.count; ++i)
    {
        const Rows* rows = &w->solver.rows.data[i];
        if (i + 1 < w->solver.rows.count)
        {
            prefetch_bodies_of(w, rows + 1);
        }
        for (uint32_t lanes = rows->used; lanes != 0; lanes &= lanes - 1)
        {
            int32_t k = impi_lowest_bit(lanes), row = at[list_of_row(w, rows, k)]++;
            set_push_row(w, i * IMPI_ROW_LANES + k, most, &w->solver.push_rows.data[row]);
        }
    }
    w->solver.push_rows.count = first;
    return both;
}

static Contact* contact_of(const World* w, const PushRow* r)
{
    return &w->contacts.data[w->solver.lanes.data[r->lane].contact];
}

// Convex shapes note how far they were pushed apart. Those that were pushed into each other, as passes are few, lie as
// deep in each other now: no row gives them a velocity for it. Their manifold expires.
static void note_pushes(World* w, int32_t count)
{
    for (int32_t i = 0; i < count; ++i)
    {
        const PushRow* r = &w->solver.push_rows.data[i];
        if (i + 2 * IMPI_AHEAD < count)
        {
            impi_prefetch(&w->solver.lanes.data[r[2 * IMPI_AHEAD].lane]);
        }
        if (i + IMPI_AHEAD < count)
        {
            const Contact* next = contact_of(w, r + IMPI_AHEAD);
            impi_prefetch(&next->convex);
            impi_prefetch(&next->pushed);
        }
        float apart = FN(vec_dot)(FN(vec_sub)(w->solver.pushes.data[r->b], w->solver.pushes.data[r->a]), r->normal);
        float gap = r->wanted < 0.0f ? r->wanted : 0.0f;
        float pushed = w->solver.lanes.data[r->lane].deep > 0.0f ? apart : apart < gap ? apart - gap : 0.0f;
        if (pushed != 0.0f && contact_of(w, r)->convex)
        {
            contact_of(w, r)->pushed = pushed;
            w->solver.block_events.data[r->lane / IMPI_ROW_LANES].moved |= 1u << r->lane % IMPI_ROW_LANES;
        }
    }
}

// Pushes part joints: their groups are closed.
static void close_pushed(World* w)
{
    for (int32_t i = 0; i < w->joints.nodes.count; ++i)
    {
        const JointNode* n = &w->joints.nodes.data[i];
        w->joints.groups.data[n->group].moved |= FNI(vec_bits)(w->solver.pushes.data[n->mover]) != 0;
    }
    for (int32_t i = 0; i < w->joints.groups.count; ++i)
    {
        JointGroup* g = &w->joints.groups.data[i];
        if (g->moved)
        {
            (void)FNI(joints_close)(w, g);
            g->moved = false;
        }
    }
}

imp_status FNI(part_deep_reserve)(World* w)
{
    bool short_of =
        w->deep_contacts > 0 &&
        (impi_array_reserve(&w->solver.pushes, &w->allocator, (int64_t)w->bodies.count + 1) ||
         impi_array_reserve(&w->solver.push_lists, &w->allocator, 2 * (int64_t)w->bodies.count + 1) ||
         impi_array_reserve(&w->solver.push_rows, &w->allocator, (int64_t)w->awake.count + w->caches.count));
    return short_of ? impi_error(IMP_ERR_MEMORY, 0) : IMP_OK;
}

void FNI(part_deep)(World* w, float time)
{
    w->solver.pushes.count = w->deep_contacts > 0 ? w->movers.count + 1 : 0;
    if (w->deep_contacts == 0)
    {
        return;
    }
    float most = w->solver.row_step.push_speed * time;
    for (int32_t i = 0; i < w->solver.pushes.count; ++i)
    {
        w->solver.pushes.data[i] = FNI(vec_none)();
    }
    int32_t both = set_push_rows(w, most);
    for (int32_t pass = 0; pass < PUSH_PASSES; ++pass)
    {
        push_by_rows(w, 0, both, pass % 2 == 0, most);
        push_by_rows(w, both, w->solver.push_rows.count, pass % 2 == 0, most);
    }
    note_pushes(w, both);
    for (int32_t i = 1; i <= w->movers.count; ++i)
    {
        SolverBody* m = &w->solver.bodies.data[i];
        FNI(solver_set_moved)
        (m, FN(vec_add)(FNI(solver_moved)(m), w->solver.pushes.data[i]), FNI(solver_turned)(m));
    }
    close_pushed(w);
}
