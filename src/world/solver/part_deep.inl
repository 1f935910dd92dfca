// SPDX-License-Identifier: MIT
//
// Takes apart what lies deep in each other: poses are moved, once a step, and velocities stay.
//
// Regions that lie deep in each other tell so themselves (contact/deep2.c). Convex shapes do when they were made or
// put so, or are pushed into each other (depth_made): their row has their depth without the part that they were made
// overlapping by, so it holds them as they lie, and stays what it is for bodies that are pressed. That part only
// becomes less.
//
// The pushes of a step solve "each pair parts by its depth, but no farther than at the greatest speed, and no pair is
// pushed into each other" by projected Gauss-Seidel, with shares by inverse mass, forth and back over the manifolds.
// Those with what does not move have the last word. No body is pushed faster than at the greatest speed, whatever
// contacts it is in. So what lies in a heap moves no faster than by its velocity and that speed, and when it has parted
// it flies nowhere. In a box that is too full all come to rest as they lie.
//
// Tried and dropped: rows without any depth; a column sinks under its weight faster than it is pushed apart. Four
// passes; a row of fifty takes three times as long. Depths of a part of the thickness left
// to rows: along a row their speeds add up to some m/s.

#ifndef AXES
#include "solver2.h"
#include <math.h>
#include <string.h>

#include "../../math/dim2.h"
#endif

enum
{
    PUSH_PASSES = 8  // a row of fifty parts as fast as its ends may go
};

static float share_of(const BodySim* s)
{
    return s->row > 0 ? s->inverse_mass : 0.0f;
}

// The solver body.
static int32_t place_of(const BodySim* s)
{
    return s->row < 0 ? ~s->row : s->row;
}

// How far the centres of two have parted along the normal of a manifold since it was made.
static float parted_along(const World* w, const Contact* c, Vec normal)
{
    const BodySim *a = &w->sims.data[c->body_a], *b = &w->sims.data[c->body_b];
    const SolverBody *m = &w->solver.bodies.data[place_of(a)], *n = &w->solver.bodies.data[place_of(b)];
    Vec was = FN(vec_sub)(FN(vec_add)(c->poses.between, FN(rot_apply)(c->poses.turn_b, b->middle)),
                          FN(rot_apply)(c->poses.turn_a, a->middle));
    Vec now = FN(vec_sub)(FN(vec_add)(FN(vec_sub)(b->pose.p, a->pose.p), FN(rot_apply)(b->pose.q, b->middle)),
                          FN(rot_apply)(a->pose.q, a->middle));
    now = FN(vec_add)(now, FN(vec_sub)(FNI(solver_moved)(n), FNI(solver_moved)(m)));
    return FN(vec_dot)(FN(vec_sub)(now, was), normal);
}

// How far two are to be pushed apart: by what is left of how deep they lie. Those that do not may not be pushed into
// each other farther than there is a gap.
static float push_wanted(const World* w, const Contact* c, const Cache* t)
{
    float depth = t->depth[FNI(deepest_made)(t)] + c->deep - parted_along(w, c, t->manifold.normal);
    return depth < c->deep ? depth : c->deep;
}

// How much of another push a body takes, from none to all, before it is pushed at the greatest speed.
static float room_for(Vec push, Vec by, float most)
{
    float square = FN(vec_dot)(by, by), along = FN(vec_dot)(push, by);
    float rest = most * most - FN(vec_dot)(push, push);
    if (!(square > 0.0f))
    {
        return 1.0f;
    }
    if (!(rest > 0.0f) && !(along < 0.0f))
    {
        return 0.0f;
    }
    float part = (sqrtf(along * along + square * (rest > 0.0f ? rest : 0.0f)) - along) / square;
    return part < 1.0f ? part : 1.0f;
}

// Both take the same part of the push, so that the centre of all stays where it is.
static void push_by_row(Vec* pushes, const PushRow* r, float most)
{
    Vec a = pushes[r->a], b = pushes[r->b];
    float wanted = r->wanted - FN(vec_dot)(FN(vec_sub)(b, a), r->normal);
    if (!(wanted > 0.0f))
    {
        return;
    }
    Vec by_a = FN(vec_scale)(r->share_a, wanted), by_b = FN(vec_scale)(r->share_b, wanted);
    Vec to_a = FN(vec_add)(a, by_a), to_b = FN(vec_add)(b, by_b);
    if (FN(vec_dot)(to_a, to_a) > most * most || FN(vec_dot)(to_b, to_b) > most * most)
    {
        float room_a = room_for(a, by_a, most), room_b = room_for(b, by_b, most);
        float part = room_a < room_b ? room_a : room_b;
        to_a = FN(vec_add)(a, FN(vec_scale)(by_a, part));
        to_b = FN(vec_add)(b, FN(vec_scale)(by_b, part));
    }
    pushes[r->a] = to_a;
    pushes[r->b] = to_b;
}

static void push_by_rows(World* w, int32_t first, int32_t end, bool forth, float most)
{
    const PushRow* r = w->solver.push_rows.data + (forth ? first : end - 1);
    for (int32_t i = first; i < end; ++i, r += forth ? 1 : -1)
    {
        push_by_row(w->solver.pushes.data, r, most);
    }
}

static void set_push_row(const World* w, int32_t slot, const Contact* c, const Cache* t, float most, PushRow* out)
{
    const BodySim *a = &w->sims.data[c->body_a], *b = &w->sims.data[c->body_b];
    float share_a = share_of(a), share_b = share_of(b), all = share_a + share_b;
    Vec n = t->manifold.normal;
    PushRow r = {.slot = slot, .a = place_of(a), .b = place_of(b), .normal = n, .wanted = push_wanted(w, c, t)};
    r.wanted = r.wanted < most ? r.wanted : most;
    r.lane = t->lane - 1;
    r.convex = c->convex;
    r.deep = FNI(is_deep)(c);
    r.share_a = FNI(vec_locked)(FN(vec_scale)(n, -share_a / all), a->locks);
    r.share_b = FNI(vec_locked)(FN(vec_scale)(n, share_b / all), b->locks);
    *out = r;
}

// Prefetches what the rows of a contact of the list are made from, soon.
static void prefetch_sources(const World* w, int32_t i)
{
    FNI(contact_prefetch)(w, &w->awake, i);
    if (i < w->awake.count)
    {
        const Contact* c = &w->contacts.data[w->awake.data[i].slot];
        if (c->row_count > 0)
        {
            impi_prefetch(&c->cache);
            impi_prefetch((const char*)&c->cache + 64);
            impi_prefetch(&w->sims.data[c->body_a]);
            impi_prefetch(&w->sims.data[c->body_b]);
        }
    }
}

// Makes rows of all manifolds: those of two bodies that rows move first, of which it returns the count, then those of
// one that they move.
static int32_t set_push_rows(World* w, float most)
{
    int32_t both = 0, end = w->awake.count + w->caches.count, first = end;
    PushRow* rows = w->solver.push_rows.data;
    for (int32_t i = 0; i < w->awake.count; ++i)
    {
        prefetch_sources(w, i + IMPI_AHEAD);
        int32_t slot = w->awake.data[i].slot;
        const Contact* c = &w->contacts.data[slot];
        const Cache* t = c->row_count > 0 ? &c->cache : NULL;
        const BodySim *a = &w->sims.data[c->body_a], *b = &w->sims.data[c->body_b];
        bool of_both = t && a->row > 0 && b->row > 0, moves = t && (share_of(a) > 0.0f || share_of(b) > 0.0f);
        for (; t && moves; t = FNI(next_cache)(w, c, t))
        {
            if (FNI(is_row)(c, t))
            {
                set_push_row(w, slot, c, t, most, of_both ? &rows[both++] : &rows[--first]);
            }
        }
    }
    for (int32_t i = first, k = end - 1; i < k; ++i, --k)
    {
        PushRow r = rows[i];
        rows[i] = rows[k];
        rows[k] = r;
    }
    memmove(rows + both, rows + first, (size_t)(end - first) * sizeof *rows);
    w->solver.push_rows.count = both + end - first;
    return both;
}

// Convex shapes note how far they were pushed apart. Those that were pushed into each other, as passes are few, lie as
// deep in each other now: no row gives them a velocity for it. Their manifold expires.
static void note_pushes(World* w, int32_t count)
{
    for (int32_t i = 0; i < count; ++i)
    {
        const PushRow* r = &w->solver.push_rows.data[i];
        float apart = FN(vec_dot)(FN(vec_sub)(w->solver.pushes.data[r->b], w->solver.pushes.data[r->a]), r->normal);
        float gap = r->wanted < 0.0f ? r->wanted : 0.0f;
        float pushed = r->deep ? apart : apart < gap ? apart - gap : 0.0f;
        if (pushed != 0.0f && r->convex)
        {
            w->contacts.data[r->slot].pushed = pushed;
            w->solver.block_events.data[r->lane / IMPI_ROW_LANES].moved |= 1u << r->lane % IMPI_ROW_LANES;
        }
    }
}

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
