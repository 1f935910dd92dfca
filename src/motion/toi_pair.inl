// SPDX-License-Identifier: MIT
//
// Time of impact of two things, from a time within a step on.
//
//     sweep of compounds, in A's frame      in floats; early or late by rounding of the whole path
//       hit      -> root of the gap         by Newton steps: the gap is measured where they are near, so its error is
//                                           that of their sizes
//       overlap  -> do they close?          yes: impact now. No: sweep on from where they would be apart
//       touch    -> the same
//
// Two things that have just collided touch, but for rounding: an ulp of overlap or of gap. So the next impact may not
// depend on that: overlap, touch and a tiny gap are one state, of which only the direction counts. A hit from a tiny
// gap that hardly closes is the surface along which a thing slides, whose normal is known in floats: the sweep goes on
// past it without the closing part of the motion; where something turns, from that time on and a skin away, so that a
// corner about which it turns is not hit again and again. That finds the hits behind it: a wall at the end of a floor
// of the same compound, or the other end of a turning thing.

#ifndef AXES
#include "../math/check.h"
#include "../math/tolerance.h"
#include "../math/trig.h"
#include "pair_gap2.h"
#include "sweep_many2.h"
#include <math.h>

#include "../math/dim2.h"
#endif

#define SLIDES 0x1p-22    // closing part of the motion below which a thing slides along a surface
#define RESTS 0x1p-40     // the same where it touches
#define DOUBTFUL 0x1p-15  // part of a path within which floats cannot tell the first hit

enum
{
    LOOKS_MAX = 8,
    NEWTON_MAX = 6
};

/// Two things, in A's frame.
typedef struct pair_ahead
{
    const SweptThing *a, *b;
    double now;
    DVec velocity;  // of B against A
    DSpin turn_a, turn_b;
    double speed;  // bound of the closing speed of any two points
    double sizes, skin, deep;
} pair_ahead;

DRot FNI(thing_turned)(const SweptThing* m, double time)
{
    return FNI(drot_spun)(m->q, m->spin, time - m->since);
}

DVec FNI(velocity_between)(const SweptThing* a, const SweptThing* b, DVec arm_a, DVec arm_b)
{
    DVec turning = FNI(dsub)(FNI(dspin_velocity)(b->spin, arm_b), FNI(dspin_velocity)(a->spin, arm_a));
    return FNI(dadd)(FNI(dsub)(b->velocity, a->velocity), turning);
}

double FNI(closing)(const SweptThing* a, const SweptThing* b, DVec n, DVec arm_a, DVec arm_b)
{
    return -FNI(ddot)(n, FNI(velocity_between)(a, b, arm_a, arm_b));
}

Pose FNI(thing_pose)(const SweptThing* m, double time, DVec at)
{
    const Pose r = {FNI(vec_tidy)(at), FNI(rot_of)(FNI(thing_turned)(m, time))};
    return r;
}

// Position of B, relative to A.
static DVec apart_at(const pair_ahead* p, double time)
{
    return FNI(dsub)(FNI(thing_at)(p->b, time), FNI(thing_at)(p->a, time));
}

// Sweeps B from a position relative to A over the rest of the step.
static bool sweep_rest(const pair_ahead* p, DVec from, DVec velocity, CompoundHit* out)
{
    double rest = 1.0 - p->now;
    Vec motion = FNI(vec_of)(FNI(dscale)(velocity, rest));
    Pose pose_a = FNI(thing_pose)(p->a, p->now, FNI(dvec_none)()), pose_b = FNI(thing_pose)(p->b, p->now, from);
    if (!FNI(turns)(p->a) && !FNI(turns)(p->b))
    {
        return FN(compound_cast)(p->a->compound, &pose_a, p->b->compound, &pose_b, motion, out) == IMP_OK;
    }
    const CompoundMover a = {p->a->compound, pose_a, FNI(vec_none)(), FNI(spin_of)(FNI(dspin_scale)(p->turn_a, rest))};
    const CompoundMover b = {p->b->compound, pose_b, motion, FNI(spin_of)(FNI(dspin_scale)(p->turn_b, rest))};
    return FN(compound_time_of_impact)(&a, &b, out) == IMP_OK;
}

static void take_hit(const pair_ahead* p, const CompoundHit* hit, Toi* out)
{
    out->kind = hit->hit.kind;
    out->part_a = hit->part_a;
    out->part_b = hit->part_b;
    out->time = p->now + (double)hit->hit.time * (1.0 - p->now);
    out->gap = -(double)hit->hit.depth;
    out->normal = FNI(dunit_of)(hit->hit.normal);
    out->arm_a = FNI(dvec_of)(hit->hit.point);
    out->arm_b = FNI(dsub)(out->arm_a, apart_at(p, out->time));
}

// The gap of the parts of a hit, measured in place at a time; updates the normal, where they are round or turn.
static double gap_at(const pair_ahead* p, double time, Toi* hit)
{
    Shape room_a, room_b;
    const Shape *a = FNI(part_ref)(p->a->compound, hit->part_a, &room_a),
                *b = FNI(part_ref)(p->b->compound, hit->part_b, &room_b);
    Pose at_a = FNI(thing_pose)(p->a, time, FNI(dvec_none)()), at_b = FNI(thing_pose)(p->b, time, apart_at(p, time));
    DVec normal;
    double distance = FNI(gap_near)(a, &at_a, b, &at_b, &normal);
    bool changes = a->radius > 0.0f || b->radius > 0.0f || FNI(turns)(p->a) || FNI(turns)(p->b);
    if (changes && FNI(ddot)(normal, hit->normal) > 1.0 - 0x1p-10)
    {
        hit->normal = normal;
    }
    return distance;
}

static double closing_of(const pair_ahead* p, const Toi* met)
{
    return FNI(closing)(p->a, p->b, met->normal, met->arm_a, met->arm_b);
}

// Newton steps to the root of the gap. The time may come to lie after the step.
static void come_closer(const pair_ahead* p, Toi* hit)
{
    Toi best = *hit;
    double least = INFINITY, enough = 0x1p-23 * p->sizes;
    for (int k = 0; k < NEWTON_MAX; ++k)
    {
        double gap = gap_at(p, hit->time, hit), closing = closing_of(p, hit);
        bool late = k > 0 && gap < -p->skin && best.gap >= -p->skin;
        if (!late && !(fabs(gap) < least))
        {
            break;
        }
        double time = 0.5 * (best.time + hit->time);  // bisection: with turning, a Newton step may be too long
        if (!late)
        {
            least = fabs(gap);
            hit->gap = gap;
            best = *hit;
            if (least <= enough || closing <= SLIDES * p->speed)
            {
                break;
            }
            time = hit->time + gap / closing;
        }
        hit->time = time > p->now ? time : p->now;
        hit->arm_b = FNI(dsub)(hit->arm_a, apart_at(p, hit->time));
    }
    *hit = best;
}

// The same for all parts. The sweep finds the first of them in floats of the whole path; so it is repeated from shortly
// before, where the path is short. With turning, a sweep is no more precise there.
static void come_to_first(const pair_ahead* p, Toi* hit)
{
    come_closer(p, hit);
    bool parts = p->a->compound->part_count > 1 || p->b->compound->part_count > 1;
    DVec whole = apart_at(p, p->now);
    double far = sqrt(FNI(ddot)(whole, whole)) + p->speed + p->sizes, before = DOUBTFUL * far / p->speed;
    if (!parts || FNI(turns)(p->a) || FNI(turns)(p->b) || !(before < 1.0))
    {
        return;
    }
    double from = hit->time - before > p->now ? hit->time - before : p->now, length = hit->time - from + before;
    DVec at = apart_at(p, from);
    Vec motion = FNI(vec_of)(FNI(dscale)(p->velocity, length));
    Pose pose_a = FNI(thing_pose)(p->a, from, FNI(dvec_none)()), pose_b = FNI(thing_pose)(p->b, from, at);
    CompoundHit again;
    if (FN(compound_cast)(p->a->compound, &pose_a, p->b->compound, &pose_b, motion, &again) ||
        again.hit.kind != IMP_SWEEP_HIT)
    {
        return;
    }
    Toi first = *hit;
    first.part_a = again.part_a;
    first.part_b = again.part_b;
    first.time = from + (double)again.hit.time * length;
    first.normal = FNI(dunit_of)(again.hit.normal);
    first.arm_a = FNI(dvec_of)(again.hit.point);
    first.arm_b = FNI(dsub)(first.arm_a, apart_at(p, first.time));
    come_closer(p, &first);
    if (first.time < hit->time)
    {
        *hit = first;
    }
}

static pair_ahead look_ahead(const SweptThing* a, const SweptThing* b, double now)
{
    pair_ahead p = {.a = a, .b = b, .now = now};
    p.velocity = FNI(dsub)(b->velocity, a->velocity);
    p.turn_a = FNI(turns)(a) ? a->spin : FNI(dspin_none)();
    p.turn_b = FNI(turns)(b) ? b->spin : FNI(dspin_none)();
    p.speed = sqrt(FNI(ddot)(p.velocity, p.velocity)) + FNI(dspin_length)(a->spin) * a->size +
              FNI(dspin_length)(b->spin) * b->size;
    p.sizes = FNI(sizes_of)(a, b);
    p.skin = FNI(skin_of)(a, b);
    p.deep = FNI(deep_of)(a, b);
    return p;
}

/// Whether a hit of a sweep is a slide.
static bool slides_by(const pair_ahead* p, const Toi* met, double closing)
{
    return met->kind == IMP_SWEEP_HIT ? closing <= SLIDES * p->speed && closing * (met->time - p->now) <= 4.0 * p->skin
                                      : closing <= RESTS * p->speed;
}

bool FNI(toi_pair)(const SweptThing* a, const SweptThing* b, double now, Toi* out)
{
    pair_ahead p = look_ahead(a, b, now);
    DVec from = apart_at(&p, now), velocity = p.velocity;
    bool passes = a->answer == IMP_RESPONSE_PASS || b->answer == IMP_RESPONSE_PASS;
    bool turning = FNI(turns)(a) || FNI(turns)(b), inside = false;
    out->kind = IMP_SWEEP_NEVER;
    out->normal = FNI(dvec_none)();
    out->gap = 0.0;
    for (int look = 0; look < LOOKS_MAX; ++look)
    {
        CompoundHit hit;
        Toi met;
        if (!sweep_rest(&p, from, velocity, &hit))
        {
            return false;
        }
        if (hit.hit.kind == IMP_SWEEP_NEVER || hit.hit.kind == IMP_SWEEP_REST)
        {
            return true;
        }
        take_hit(&p, &hit, &met);
        bool here = met.kind != IMP_SWEEP_HIT;
        if (!here)
        {
            Toi lifted = met;
            come_to_first(&p, &met);
            // Touching things that turn part by less than rounding before they close.
            if (look > 0 && turning && closing_of(&p, &met) <= SLIDES * p.speed)
            {
                lifted.gap = gap_at(&p, lifted.time, &lifted);
                met = lifted;
            }
        }
        double closing = closing_of(&p, &met);
        if (met.time > 1.0 || (inside && !here && turning && met.gap < -p.deep))
        {
            return true;  // after the step; or an overlap from the start
        }
        if (passes || !slides_by(&p, &met, closing) || (look == LOOKS_MAX - 1 && closing > 0.0))
        {
            *out = met;
            return true;
        }
        // Sweep on, past the surface of the slide.
        inside = inside || (here && met.gap < -p.deep);
        out->normal = met.gap < out->gap ? met.normal : out->normal;
        out->gap = met.gap < out->gap ? met.gap : out->gap;
        if (here || turning)
        {
            from = FNI(dadd_scaled)(from, velocity, met.time - p.now);
            from = FNI(dadd_scaled)(from, met.normal, 4.0 * p.skin - met.gap);
            p.now = met.time;
        }
        else
        {
            velocity = FNI(dadd_scaled)(velocity, met.normal, (closing > 0.0 ? closing : 0.0) + SLIDES * p.speed);
        }
    }
    return true;
}
