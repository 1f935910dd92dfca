// SPDX-License-Identifier: MIT
//
// Steps in parts: what fits into each other by distance fields, and moves fast, has its contacts found several times.
//
// A nut that turns is held on all sides by what it touches: a sweep along its path would stop it all the time, and tells
// nothing of the way along the thread; so there is none of two with fields whose boxes meet. Contacts do, but only as far as their normals and arms hold. So a step with a fast
// fit is taken in so many parts that in each of them the two turn and slide against each other by little, with contacts
// that were found there. Sub-steps are shared out to the parts: a nut at 100 rad/s takes 14 of them, each with one, and
// goes along the thread to its end. In one part it goes through the thread above 8 rad/s.
//
// All of the world takes the parts, as islands may join in any of them. What does not fit is hardly slower: its contacts
// are kept.

#include "fits3.h"

#include "../../math/spin3.h"

#include <math.h>

enum
{
    STEP_PARTS_MOST = 24  // a nut at 400 rad/s turns by 0.28 rad in each, and stays in its thread
};

#define FIT_TURN 0.125  // [rad]: contacts of a fit hold for so much of a turn
#define FIT_WAY 0.5     // [half the thickness of the lesser one]: and for so much of a way

/// The velocity of a body at a point of the world.
static imp3i_dvec body_velocity_at(const imp3i_body* b, imp3i_dvec point)
{
    imp3i_dvec arm = imp3i_dsub(point, imp3i_dvec_of(b->center));
    return imp3i_dadd(imp3i_dvec_of(b->velocity), imp3i_dcross(imp3i_dvec_of(b->spin), arm));
}

static double speed_of(imp3i_dvec v)
{
    return sqrt(imp3i_ddot(v, v));
}

/// The greatest speed of one body against the other where they touch.
static double sliding_of(const imp3_world* w, const imp3i_contact* c, const imp3i_body* a, const imp3i_body* b)
{
    double fastest = 0.0;
    for (const imp3i_cache* t = &c->cache; t; t = imp3i_next_cache(w, c, t))
    {
        // Points are relative to A's position.
        imp3i_dvec point = imp3i_dadd(imp3i_dvec_of(a->pose.p), imp3i_dvec_of(t->manifold.points[0].point));
        double speed = speed_of(imp3i_dsub(body_velocity_at(b, point), body_velocity_at(a, point)));
        fastest = speed > fastest ? speed : fastest;
    }
    return fastest;
}

/// Parts that two want: by their turn, and by their way where they touch, or may.
static double parts_of_fit(const imp3_world* w, const imp3i_contact* c, double time)
{
    const imp3i_body *a = &w->bodies.data[c->body_a], *b = &w->bodies.data[c->body_b];
    double thick_a = (double)w->colliders.data[c->collider_a].inner,
           thick_b = (double)w->colliders.data[c->collider_b].inner, thick = thick_a < thick_b ? thick_a : thick_b;
    imp3i_dvec apart = imp3i_dsub(imp3i_dvec_of(b->velocity), imp3i_dvec_of(a->velocity));
    imp3i_dvec spin = imp3i_dsub(imp3i_dvec_of(b->spin), imp3i_dvec_of(a->spin));
    double way = c->manifold_count > 0 ? sliding_of(w, c, a, b)
                                       : speed_of(apart) + speed_of(imp3i_dvec_of(a->spin)) * (double)a->extent +
                                             speed_of(imp3i_dvec_of(b->spin)) * (double)b->extent;
    if (c->manifold_count == 0 && c->made && time * way < (double)c->separation)
    {
        return 1.0;
    }
    double by_turn = time * speed_of(spin) / FIT_TURN, by_way = thick > 0.0 ? time * way / (FIT_WAY * thick) : 1.0;
    return by_turn > by_way ? by_turn : by_way;
}

int32_t imp3i_parts_of_step(const imp3_world* w, float time)
{
    double most = 1.0;
    for (int32_t i = 0; i < w->awake.count && w->field_count > 1; ++i)
    {
        const imp3i_contact* c = &w->contacts.data[w->awake.data[i].slot];
        double parts = imp3i_is_fit(w, c) ? parts_of_fit(w, c, (double)time) : 1.0;
        most = parts > most ? parts : most;
    }
    // The least whole number that is not less.
    int32_t parts = most < (double)STEP_PARTS_MOST ? (int32_t)most : STEP_PARTS_MOST;
    return parts + ((double)parts < most && parts < STEP_PARTS_MOST);
}

#undef FIT_TURN
#undef FIT_WAY
