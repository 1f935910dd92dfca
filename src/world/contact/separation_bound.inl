// SPDX-License-Identifier: MIT
//
// Separation bounds: how far two colliders without a manifold may still move until there may be one.
//
// The separation that was found as they were collided is used up by their motion since. Until it is, the contact is not
// collided, and continuous collision takes the two as apart.

#ifndef AXES
#include "contact2.h"
#include <math.h>

#include "../../math/dim2.h"
#endif

// A rotation moves a point by at most 3/2 of its sine for each unit from the origin.
static float turning_reach(const BodySim* s)
{
    float reach = s->extent;
    for (int k = 0; k < AXES; ++k)
    {
        reach += fabsf(AT(s->middle, k));
    }
    return 1.5f * reach;
}

float FNI(separation_left)(const World* w, const Contact* c, const Pose* a, const Pose* b)
{
    if (!c->made || !(c->separation > 0.0f))
    {
        return 0.0f;
    }
    Vec moved = FN(vec_sub)(FN(vec_sub)(b->p, a->p), c->poses.between);
    float turned_a = FNI(spin_length)(FNI(turn_near)(c->poses.turn_a, a->q)) * turning_reach(&w->sims.data[c->body_a]);
    float turned_b = FNI(spin_length)(FNI(turn_near)(c->poses.turn_b, b->q)) * turning_reach(&w->sims.data[c->body_b]);
    return c->separation - (FNI(vec_taxicab)(moved) + (turned_a + turned_b));
}

float FNI(separation_used)(const World* w, int32_t body)
{
    const BodySim* s = &w->sims.data[body];
    const SolverBody* m = &w->solver.bodies.data[w->bodies.data[body].mover];
    float sine = FNI(spin_length)(FNI(turn_near)(FN(pose_identity)().q, FNI(solver_turned)(m)));
    return FNI(vec_taxicab)(FNI(solver_moved)(m)) + sine * (turning_reach(s) + 2.0f * FNI(vec_taxicab)(s->middle));
}

float FNI(separation_of_pair)(const World* w, const Collider* a, const Collider* b, int32_t* from)
{
    int32_t at = w->collide.separation.count > 0
                     ? impi_contact_list_find_from(&w->awake, FNI(pair_of_colliders)(a, b), from)
                     : -1;
    return at >= 0 ? w->collide.separation.data[at] : -INFINITY;
}
