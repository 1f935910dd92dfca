// SPDX-License-Identifier: MIT
//
// Separation bounds: how far two colliders without a manifold may still move until there may be one.
//
// What was found between the two when they were collided is used up by their motion since. Until it is, the contact is
// left alone, and continuous collision takes its two for apart.

#ifndef AXES
#include "contact2.h"
#include "../../math/dim2.h"
#endif

// What turns moves its points by no more than 3/2 of that for each unit from the origin.
static float turning_reach(const BodySim* s)
{
    return 1.5f * (s->extent + fabsf(s->middle.x) + fabsf(s->middle.y));
}

float FNI(separation_left)(const World* w, const Contact* c, const Pose* a, const Pose* b)
{
    if (!c->made || !(c->separation > 0.0f))
    {
        return 0.0f;
    }
    Vec moved = FN(vec_sub)(FN(vec_sub)(b->p, a->p), c->poses.between);
    float turned_a = fabsf(FNI(sine_between)(c->poses.turn_a, a->q)) * turning_reach(&w->sims.data[c->body_a]);
    float turned_b = fabsf(FNI(sine_between)(c->poses.turn_b, b->q)) * turning_reach(&w->sims.data[c->body_b]);
    return c->separation - (fabsf(moved.x) + fabsf(moved.y) + (turned_a + turned_b));
}

float FNI(motion_bound)(const World* w, int32_t body)
{
    const BodySim* s = &w->sims.data[body];
    const SolverBody* m = &w->solver.bodies.data[w->bodies.data[body].place];
    float sine = m->c > 0.0f ? fabsf(m->s) : 2.0f, around = fabsf(s->middle.x) + fabsf(s->middle.y);
    return fabsf(m->moved_x) + fabsf(m->moved_y) + sine * (turning_reach(s) + 2.0f * around);
}

bool FNI(surely_apart)(const World* w, const Collider* a, const Collider* b, int32_t* from)
{
    int32_t at = w->collide.separation.count > 0
                     ? impi_contact_list_find_from(&w->awake, FNI(pair_of_colliders)(a, b), from)
                     : -1;
    return at >= 0 && w->collide.separation.data[at] > FNI(motion_bound)(w, a->body) + FNI(motion_bound)(w, b->body);
}
