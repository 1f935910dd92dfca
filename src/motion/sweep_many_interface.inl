// SPDX-License-Identifier: MIT
//
// Sweep of many things through a step, as its files see it:
//
//     sweep_many.inl       arguments, the order of events, memory
//     toi_pair.inl         time of impact of two things
//     toi_bound2.c         a lower bound of it
//     sweep_response.inl   collision response
//
// A path is straight between two events. Position and time of the last event, and the velocity, are kept in doubles;
// everything else follows. Pairs are computed in the frame of one of the two, so that being far from the origin costs
// no precision, and a long path only that of its direction.

#ifndef AXES
#include "../math/dvec2.h"
#include "../shape/compound2.h"
#include "impinge/motion2.h"

#include "../math/dim2.h"
#endif

/// Skin, as a part of both sizes: the gap that is left between things that touch and stay together, so that the next
/// query finds them apart.
#define IMPI_SKIN 0x1p-20

/// Most that a thing may turn in a step [rad].
#define IMPI_SPIN_MAX 1024.0

/// A thing on its path.
typedef struct SweptThing
{
    const Compound* compound;
    DVec at;        // its origin, at time `since`
    DRot q;         // rotation at `since`; as given while the thing does not turn, else of unit length
    double since;   // start of the path
    DVec velocity;  // per step
    DSpin spin;
    double inverse_mass, restitution;
    DInertia inverse_inertia;
    double size;         // no point is farther from the origin
    bool stands;         // stopped, as it had all its events
    double until;        // time of that; else 1
    DVec last_velocity;  // before that
    DSpin last_spin;
    DBox around;  // bounds about the origin; of all rotations, if it may turn
    imp_filter filter;
    int32_t answer;
    bool stopped;  // with IMP_RESPONSE_STOP: its own motion has ended, others may still push it
    int32_t events;
    int32_t last_event;  // the last reported, or -1
    // The surface of the last slide, if it does not give way: normal out of it, least speed along that, and position.
    bool leans;
    DVec lean_normal, lean_at;
    double lean_rate;
} SweptThing;

/// A time of impact.
typedef struct Toi
{
    int32_t kind;  // IMP_SWEEP_HIT, _TOUCH, _OVERLAP; or _NEVER
    int32_t part_a, part_b;
    double time;
    double gap;         // at that time; negative for an overlap
    DVec normal;        // unit, from A to B
    DVec arm_a, arm_b;  // from the origins to the contact point
} Toi;

/// Position of the origin at a time.
static inline DVec FNI(thing_at)(const SweptThing* m, double time)
{
    return FNI(dadd_scaled)(m->at, m->velocity, time - m->since);
}

/// Whether it responds to impacts: it stops, slides or bounces.
static inline bool FNI(thing_answers)(const SweptThing* m)
{
    return m->answer != IMP_RESPONSE_FIRM && m->answer != IMP_RESPONSE_PASS;
}

/// Whether turning changes its outline; that of a circle about its origin does not.
static inline bool FNI(turns)(const SweptThing* m)
{
    return FNI(dspin_some)(m->spin) && m->compound->reach > 0.0f;
}

/// Rotation at a time.
DRot FNI(thing_turned)(const SweptThing* m, double time);

/// Pose at a time with the origin at a given position, for pair tests.
Pose FNI(thing_pose)(const SweptThing* m, double time, DVec at);

/// The sizes of two things together. What has no end counts as large as the other.
static inline double FNI(sizes_of)(const SweptThing* a, const SweptThing* b)
{
    const double most = IMP_MAGNITUDE_MAX, size_a = a->size < most ? a->size : b->size,
                 size_b = b->size < most ? b->size : a->size;
    return size_a + size_b;
}

/// The gap that is left between two things that stay together.
static inline double FNI(skin_of)(const SweptThing* a, const SweptThing* b)
{
    return IMPI_SKIN * FNI(sizes_of)(a, b);
}

/// Depth of overlap that must be there from the start. Less may come from rounding, and from the skin on the other
/// side.
static inline double FNI(deep_of)(const SweptThing* a, const SweptThing* b)
{
    return 4.0 * FNI(skin_of)(a, b) + 0x1p-12 * (a->size < b->size ? a->size : b->size);
}

/// Relative velocity of B against A at a point, by the arms from their origins.
DVec FNI(velocity_between)(const SweptThing* a, const SweptThing* b, DVec arm_a, DVec arm_b);

/// Closing speed at a point, along a unit vector from A to B.
double FNI(closing)(const SweptThing* a, const SweptThing* b, DVec n, DVec arm_a, DVec arm_b);

/// Time of impact of two paths from a time on; if there is none, gap and normal are those of the overlap at the start.
/// False where numbers are too large.
bool FNI(toi_pair)(const SweptThing* a, const SweptThing* b, double now, Toi* out);

/// Lower bound of the time of impact of two paths: between now and 1, or infinity where that is not before `enough`, or
/// where two single shapes overlap by no more than `little` and part. Quick; now where it knows nothing.
/// *overlap is an upper bound of the depth; 0 where it knows nothing.
double FNI(toi_bound)(const SweptThing* a, const SweptThing* b, double now, double enough, double little,
                      double* overlap);

/// Parting speed that keeps a turning thing from an impact again soon: from a bound of how much the closing speed grows
/// in that time, by the turn of the normal and of both surfaces. At most the closing speed, so that it adds no energy.
double FNI(arc_between)(const SweptThing* a, const SweptThing* b, const Toi* met, double closing);

/// Moves two things that stay together a skin apart; each by its share of both inverse masses.
void FNI(leave_skin)(SweptThing* a, SweptThing* b, const Toi* met, double mass_a, double mass_b);

/// Collision response of two things at their time of impact, neither of which passes.
void FNI(answer_both)(SweptThing* a, SweptThing* b, const Toi* met);
