// SPDX-License-Identifier: MIT
//
// Collision response of two things at their time of impact.
//
// A thing with IMP_RESPONSE_STOP loses its own motion at the first impact; then, if the two still close, an impulse
// along the normal parts them (Newton's law of restitution), shared by their masses. Tried for things that stop: the
// frame of the obstacle, so that they go on with it; but then a standing thing is dragged along by a sliding one. No
// pushes at all: but then a crate stops whoever pushes it. And an end of their motion at every impact: then a thing on
// a lift stops at the lightest obstacle, and is pushed, and stops.
//
// A thing that slides into the corner of two walls would bounce between them, in ever shorter events. So it keeps the
// last surface, and if its new velocity leads into that again, from the same position, it takes the velocity that both
// allow: in the plane that is one.

#ifndef AXES
#include "along2.h"
#include "sweep_many2.h"
#include <math.h>

#include "../math/dim2.h"
#endif

/// A turning thing moves on an arc, and the thing that it pushes goes straight: they would collide again at once, and
/// again. So the two part a little, by what the arc bends in this part of a step.
#define AHEAD 0.125

/// The shares of an impulse.
typedef struct shares
{
    double mass_a, mass_b;  // inverse ones
    DInertia inertia_a, inertia_b;
    double all;  // parting speed for a unit impulse: the inverse effective mass
} shares;

static shares share_between(const SweptThing* a, const SweptThing* b, DSpin lever_a, DSpin lever_b)
{
    bool moves_a = FNI(thing_answers)(a), moves_b = FNI(thing_answers)(b);
    const DInertia none = FNI(dinertia_none)();
    shares s = {moves_a ? a->inverse_mass : 0.0, moves_b ? b->inverse_mass : 0.0, moves_a ? a->inverse_inertia : none,
                moves_b ? b->inverse_inertia : none, 0.0};
    s.all = s.mass_a + s.mass_b + FNI(dinertia_response)(s.inertia_a, lever_a) +
            FNI(dinertia_response)(s.inertia_b, lever_b);
    if (!(s.all > 0.0))
    {
        s.mass_a = moves_a ? 1.0 : 0.0;
        s.mass_b = moves_b ? 1.0 : 0.0;
        s.all = s.mass_a + s.mass_b;
    }
    return s;
}

double FNI(arc_between)(const SweptThing* a, const SweptThing* b, const Toi* met, double closing)
{
    if (!FNI(turns)(a) && !FNI(turns)(b))
    {
        return 0.0;
    }
    double spin = FNI(dspin_length)(a->spin) + FNI(dspin_length)(b->spin);
    double sliding = FNI(dcross_length)(met->normal, FNI(velocity_between)(a, b, met->arm_a, met->arm_b));
    double size = a->size < b->size ? a->size : b->size;
    double arc = 0.5 * AHEAD * spin * (2.0 * sliding + spin * size);
    return arc < closing ? arc : closing;
}

/// Angular velocity after an impulse at a lever, limited to what can be swept.
static DSpin spin_after(DSpin spin, DInertia inverse, DSpin lever, double impulse)
{
    DSpin change = FNI(dinertia_apply)(inverse, FNI(dspin_scale)(lever, impulse));
    return FNI(dspin_limit)(FNI(dspin_add)(spin, change), IMPI_SPIN_MAX);
}

static void end_motion(SweptThing* m)
{
    if (m->answer == IMP_RESPONSE_STOP && !m->stopped)
    {
        m->velocity = FNI(dvec_none)();
        m->spin = FNI(dspin_none)();
        m->stopped = true;
    }
}

/// Keeps the surface along which a thing slides, n out of it; or stays in the corner between it and the one kept.
static void lean_on(SweptThing* m, DVec n, bool gives_way, double near)
{
    if (m->answer == IMP_RESPONSE_BOUNCE || gives_way)
    {
        m->leans = false;
        return;
    }
    DVec moved = FNI(dsub)(m->at, m->lean_at), n0 = m->lean_normal;
    double rate = FNI(ddot)(n, m->velocity), speed = sqrt(FNI(ddot)(m->velocity, m->velocity));
    if (m->leans && FNI(ddot)(moved, moved) <= near * near &&
        FNI(ddot)(n0, m->velocity) < m->lean_rate - 0x1p-40 * speed)
    {
        (void)FNI(corner_of)(n, rate, n0, m->lean_rate, &m->velocity);
    }
    m->leans = true;
    m->lean_normal = n;
    m->lean_rate = rate;
    m->lean_at = m->at;
}

void FNI(leave_skin)(SweptThing* a, SweptThing* b, const Toi* met, double mass_a, double mass_b)
{
    double missing = FNI(skin_of)(a, b) - met->gap, masses = mass_a + mass_b;
    if (missing > 0.0 && met->gap >= -FNI(deep_of)(a, b) && masses > 0.0)
    {
        a->at = FNI(dadd_scaled)(a->at, met->normal, -missing * (mass_a / masses));
        b->at = FNI(dadd_scaled)(b->at, met->normal, missing * (mass_b / masses));
    }
}

void FNI(answer_both)(SweptThing* a, SweptThing* b, const Toi* met)
{
    DVec n = met->normal;
    DSpin lever_a = FNI(dspin_lever)(met->arm_a, n), lever_b = FNI(dspin_lever)(met->arm_b, n);
    shares s = share_between(a, b, lever_a, lever_b);
    end_motion(a);
    end_motion(b);
    double closing = FNI(closing)(a, b, n, met->arm_a, met->arm_b), bounce = 0.0;
    if (closing > 0.0)
    {
        double bounce_a = a->answer == IMP_RESPONSE_BOUNCE ? a->restitution : 0.0;
        double bounce_b = b->answer == IMP_RESPONSE_BOUNCE ? b->restitution : 0.0;
        bounce = bounce_a > bounce_b ? bounce_a : bounce_b;
        double parting = bounce > 0.0 ? closing * bounce : FNI(arc_between)(a, b, met, closing);
        double impulse = (closing + parting) / s.all;
        a->velocity = FNI(dadd_scaled)(a->velocity, n, -impulse * s.mass_a);
        b->velocity = FNI(dadd_scaled)(b->velocity, n, impulse * s.mass_b);
        a->spin = spin_after(a->spin, s.inertia_a, lever_a, -impulse);
        b->spin = spin_after(b->spin, s.inertia_b, lever_b, impulse);
    }
    if (!(bounce > 0.0) || met->gap < -FNI(skin_of)(a, b))
    {
        FNI(leave_skin)(a, b, met, s.mass_a, s.mass_b);
    }
    double near = 64.0 * FNI(skin_of)(a, b);
    lean_on(a, FNI(dnegate)(n), s.mass_b > 0.0 || FNI(dinertia_some)(s.inertia_b), near);
    lean_on(b, n, s.mass_a > 0.0 || FNI(dinertia_some)(s.inertia_a), near);
}
