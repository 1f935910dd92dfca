// SPDX-License-Identifier: MIT
//
// Many things through a step, as its files see them:
//
//     sweep_many.inl       the door, the order of events, memory
//     toi_pair.inl         when two things meet next
//     toi_bound2.c         until when they cannot have met
//     sweep_response.inl   what becomes of them then
//
// A thing goes straight on between two meetings. Where it was at the last one, when, and its motion are kept in doubles;
// everything else follows. Two things are always looked at from one of them, so that being far from the origin costs
// nothing, and a long way only what its direction does.

#ifndef AXES
#include "../math/dim2.h"
#endif

/// So much of the two sizes is left between things that touch and stay together, so that they are apart for whoever
/// asks next.
#define IMPI_SKIN 0x1p-20

/// Most that a thing may turn in a step [rad].
#define IMPI_SPIN_MAX 1024.0

/// A thing on its way.
typedef struct SweptThing
{
    const Compound* compound;
    DVec at;        // its origin, at time `since`
    DRot q;         // as given, until it turns: then of unit length
    double since;   // at that time it was there, turned so
    DVec velocity;  // in a step
    DSpin spin;
    double inverse_mass, restitution;
    DInertia inverse_inertia;
    double size;         // no point is farther from the origin
    bool stands;         // it had all its meetings
    double until;        // when that was; else 1
    DVec last_velocity;  // and how it moved before
    DSpin last_spin;
    DBox around;  // the origin, while it may not turn; all ways to turn
    imp_filter filter;
    int32_t answer;
    bool stopped;  // it stops, and has: what it does since others have told it
    int32_t events;
    int32_t last_event;  // of which it was told, or -1
    // What it last slid along, if that does not give way: normal away from it, how fast along that it must go at least,
    // and where that was.
    bool leans;
    DVec lean_normal, lean_at;
    double lean_rate;
} SweptThing;

/// A meeting that is foreseen.
typedef struct Toi
{
    int32_t kind;  // IMP_SWEEP_HIT, _TOUCH, _OVERLAP; or _NEVER
    int32_t part_a, part_b;
    double time;
    double gap;         // then; negative for an overlap
    DVec normal;        // unit, from A to B
    DVec arm_a, arm_b;  // from the origins to where they meet
} Toi;

/// Where the origin of a thing is.
static inline DVec FNI(thing_at)(const SweptThing* m, double time)
{
    return FNI(dadd_scaled)(m->at, m->velocity, time - m->since);
}

/// Whether it answers what it meets: it stops, slides or bounces.
static inline bool FNI(thing_answers)(const SweptThing* m)
{
    return m->answer != IMP_RESPONSE_FIRM && m->answer != IMP_RESPONSE_PASS;
}

/// Whether it looks otherwise from moment to moment; a circle about its origin does not.
static inline bool FNI(turns)(const SweptThing* m)
{
    return FNI(dspin_some)(m->spin) && m->compound->reach > 0.0f;
}

/// How a thing is turned at a time.
DRot FNI(thing_turned)(const SweptThing* m, double time);

/// How it stands at a time, for pair tests, told from an origin that puts it at a place.
Pose FNI(thing_pose)(const SweptThing* m, double time, DVec at);

/// The room that is left between two that stay together.
static inline double FNI(skin_of)(const SweptThing* a, const SweptThing* b)
{
    return IMPI_SKIN * (a->size + b->size);
}

/// An overlap as deep as this has been there from the start. Less may come from rounding, and from the room that was
/// left on the other side.
static inline double FNI(deep_of)(const SweptThing* a, const SweptThing* b)
{
    return 4.0 * FNI(skin_of)(a, b) + 0x1p-12 * (a->size < b->size ? a->size : b->size);
}

/// The velocity of B against A at a place, told by the arms from their origins.
DVec FNI(velocity_between)(const SweptThing* a, const SweptThing* b, DVec arm_a, DVec arm_b);

/// How fast two things come together at a place, along a unit vector from A to B.
double FNI(closing)(const SweptThing* a, const SweptThing* b, DVec n, DVec arm_a, DVec arm_b);

/// What two things that go on as they do meet first from a time on; if nothing, gap and normal are how they lie at the
/// beginning, when they overlap. False where their numbers are too large to tell.
bool FNI(toi_pair)(const SweptThing* a, const SweptThing* b, double now, Toi* out);

/// No sooner than this do two things meet that go on as they do: between now and 1, or infinity where that is not before
/// `enough`, or where two single shapes overlap by no more than `little` and part. Quick; of what it does not know it says
/// now.
/// *overlap is how deep they are in each other, at most; 0 of what it does not know.
double FNI(toi_bound)(const SweptThing* a, const SweptThing* b, double now, double enough, double little,
                      double* overlap);

/// How fast what turns has to be left behind, so as not to meet it again soon: from a bound of how much faster the two
/// will come together at the end of that time, by the turn of their normal and of their surfaces. Not faster than they
/// have come, so that no energy comes from it.
double FNI(arc_between)(const SweptThing* a, const SweptThing* b, const Toi* met, double closing);

/// Puts what stays together as far apart as things that do not touch; each by its part of both inverse masses.
void FNI(leave_skin)(SweptThing* a, SweptThing* b, const Toi* met, double mass_a, double mass_b);

/// What becomes of two things that have come to where they meet, and do not pass.
void FNI(answer_both)(SweptThing* a, SweptThing* b, const Toi* met);
