// SPDX-License-Identifier: MIT
//
// Takes apart what lies deep in each other (contact/deep2.c): poses are moved, once a step, and velocities stay.
//
// The pushes of a step solve "each pair parts by its depth, but no farther than at the greatest speed" by projected
// Gauss-Seidel, with shares by inverse mass, forth and back over the contacts. No body is pushed faster than at the
// greatest speed, whatever contacts it is in. So what lies in a heap moves no faster than by its velocity and that
// speed, and when it has parted it flies nowhere.

#ifndef AXES
#include "solver2.h"
#include <math.h>

#include "../../math/dim2.h"
#endif

enum
{
    PUSH_PASSES = 4
};

static bool parts_now(const Contact* c)
{
    return c->deep > 0.0f && c->row_count > 0;
}

static float share_of(const World* w, int32_t body)
{
    return w->sims.data[body].row > 0 ? w->sims.data[body].inverse_mass : 0.0f;
}

// How deep two still are: less by their centres' motion along the way out since that was found.
static float depth_left(const World* w, const Contact* c)
{
    const BodySim *a = &w->sims.data[c->body_a], *b = &w->sims.data[c->body_b];
    const SolverBody *m = &w->solver.bodies.data[w->bodies.data[c->body_a].mover],
                     *n = &w->solver.bodies.data[w->bodies.data[c->body_b].mover];
    Vec was = FN(vec_sub)(FN(vec_add)(c->poses.between, FN(rot_apply)(c->poses.turn_b, b->middle)),
                          FN(rot_apply)(c->poses.turn_a, a->middle));
    Vec now = FN(vec_sub)(FN(vec_add)(FN(vec_sub)(b->pose.p, a->pose.p), FN(rot_apply)(b->pose.q, b->middle)),
                          FN(rot_apply)(a->pose.q, a->middle));
    now = FN(vec_add)(now, FN(vec_sub)(FNI(solver_moved)(n), FNI(solver_moved)(m)));
    return c->deep - FN(vec_dot)(FN(vec_sub)(now, was), c->cache.manifold.normal);
}

// How much of another push a body takes, from none to all, before it is pushed at the greatest speed.
static float room_for(Vec push, Vec by, float most)
{
    float square = FN(vec_dot)(by, by), along = FN(vec_dot)(push, by);
    float rest = most * most - FN(vec_dot)(push, push);
    float part = square > 0.0f ? (sqrtf(along * along + square * (rest > 0.0f ? rest : 0.0f)) - along) / square : 1.0f;
    return part < 1.0f ? part : 1.0f;
}

// What a body of a contact has of a push, along its free axes.
static Vec share_of_push(const World* w, int32_t body, Vec n, float part)
{
    return FNI(vec_locked)(FN(vec_scale)(n, part), w->bodies.data[body].locks);
}

// Both take the same part of the push, so that the centre of all stays where it is.
static void push_contact(World* w, const Contact* c, float most)
{
    float share_a = share_of(w, c->body_a), share_b = share_of(w, c->body_b), all = share_a + share_b;
    Vec n = c->cache.manifold.normal;
    Vec *a = &w->solver.pushes.data[w->bodies.data[c->body_a].mover],
        *b = &w->solver.pushes.data[w->bodies.data[c->body_b].mover];
    float left = depth_left(w, c), wanted = (left < most ? left : most) - FN(vec_dot)(FN(vec_sub)(*b, *a), n);
    if (!(wanted > 0.0f) || !(all > 0.0f))
    {
        return;
    }
    Vec by_a = share_of_push(w, c->body_a, n, -wanted * share_a / all);
    Vec by_b = share_of_push(w, c->body_b, n, wanted * share_b / all);
    float room_a = share_a > 0.0f ? room_for(*a, by_a, most) : 1.0f;
    float room_b = share_b > 0.0f ? room_for(*b, by_b, most) : 1.0f;
    float part = room_a < room_b ? room_a : room_b;
    *a = share_a > 0.0f ? FN(vec_add)(*a, FN(vec_scale)(by_a, part)) : *a;
    *b = share_b > 0.0f ? FN(vec_add)(*b, FN(vec_scale)(by_b, part)) : *b;
}

imp_status FNI(part_deep_reserve)(World* w)
{
    return w->deep_contacts > 0 ? impi_array_reserve(&w->solver.pushes, &w->allocator, (int64_t)w->movers.count + 1)
                                : IMP_OK;
}

void FNI(part_deep)(World* w, float time)
{
    if (w->deep_contacts == 0)
    {
        return;
    }
    float most = w->solver.row_step.push_speed * time;
    for (int32_t i = 0; i <= w->movers.count; ++i)
    {
        w->solver.pushes.data[i] = FNI(vec_none)();
    }
    for (int32_t pass = 0; pass < PUSH_PASSES; ++pass)
    {
        for (int32_t i = 0; i < w->awake.count; ++i)
        {
            int32_t at = pass % 2 == 0 ? i : w->awake.count - 1 - i;
            const Contact* c = &w->contacts.data[w->awake.data[at].slot];
            if (parts_now(c))
            {
                push_contact(w, c, most);
            }
        }
    }
    for (int32_t i = 1; i <= w->movers.count; ++i)
    {
        SolverBody* m = &w->solver.bodies.data[i];
        FNI(solver_set_moved)
        (m, FN(vec_add)(FNI(solver_moved)(m), w->solver.pushes.data[i]), FNI(solver_turned)(m));
    }
}
