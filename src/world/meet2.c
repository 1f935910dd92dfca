// SPDX-License-Identifier: MIT
//
// What a fast body meets first on its way.
//
//     box around the way -> indexes, tree of strides -> who moves little against it is left out
//                                                                      |
//                        of what is left, the nearest first: sweeps, as long as something may be met sooner
//
// Two that move together, and most of what is fast does, cannot pass through each other in this step, and the contacts
// of the next one see to what overlaps: it is the relative motion that counts. Where one gives no way, it is against the
// thickness of the other; of two that give way, against both, and only if one would get past the other.
//
// What touched, or nearly, as the step began has contacts, which have already said what is to become of it; to stop it
// there would hold everything that slides. Of those only the core is asked, a small circle in the middle of a convex
// shape, which may not pass through anything. That ends when one of the two is hit: then what the contact has said is
// void; but not of compounds, whose way out takes long to find. A core is asked, too, of what meets a seam, or lies in
// something of which it has no contact that holds it.

#include "seams2.h"
#include "ways2.h"

#include <math.h>

#define CORE_LEAST 0.01f  // of half the thickness
#define HIT_FAST 0.05f    // the same: of what has been hit, the least motion that counts
#define PAST 0.5          // of the distance of the middles of two that touch

enum
{
    FEW_NEAR = 64,
    WAITING = 64
};

// Two colliders that may meet, and no sooner than then.
typedef struct prospect
{
    int32_t mine, its;
    double soonest;
    bool asked;           // whether that is known of the colliders, and not only of circles around the bodies
    bool by_core, first;  // whether only a core is swept, and whose
    float core;
} prospect;

// A body that looks ahead.
typedef struct lookout
{
    imp2_world* w;
    imp2i_way* way;
    double now;
    bool alone;  // no other thread reads ways
    int32_t count;
    prospect waiting[WAITING];
} lookout;

// No two points of the bodies move farther against each other in the rest of the step. Where B does not give way, it is
// what A does as seen from there, turned by the faster of both ends.
static double motion_between(const imp2i_way* a, const imp2i_way* b, double now, bool fixed)
{
    imp2i_dvec v = imp2i_dsub(a->thing.velocity, b->thing.velocity);
    double rest = 1.0 - now;
    if (!fixed)
    {
        double turning = fabs(a->thing.spin) * a->thing.size + fabs(b->thing.spin) * b->thing.size;
        return (sqrt(imp2i_ddot(v, v)) + turning) * rest;
    }
    double spin = b->thing.spin, turning = fabs(a->thing.spin - spin) * a->thing.size;
    imp2i_dvec r = imp2i_dsub(imp2i_thing_at(&a->thing, now), imp2i_thing_at(&b->thing, now));
    imp2i_dvec from = {v.x + spin * r.y, v.y - spin * r.x};
    imp2i_dvec to = {from.x + spin * rest * v.y, from.y - spin * rest * v.x};
    double most = imp2i_ddot(from, from) > imp2i_ddot(to, to) ? imp2i_ddot(from, from) : imp2i_ddot(to, to);
    return (sqrt(most) + turning) * rest;
}

// When circles around two bodies touch first; infinity for never.
static double time_of_circles(const imp2i_way* a, const imp2i_way* b, double now)
{
    imp2i_dvec apart = imp2i_dsub(imp2i_thing_at(&b->thing, now), imp2i_thing_at(&a->thing, now));
    imp2i_dvec v = imp2i_dsub(b->thing.velocity, a->thing.velocity);
    double reach = (a->thing.size + b->thing.size) * (1.0 + 0x1p-18), beyond = imp2i_ddot(apart, apart) - reach * reach;
    double along = imp2i_ddot(apart, v), speed = imp2i_ddot(v, v), root = along * along - speed * beyond;
    if (!(beyond > 0.0))
    {
        return now;
    }
    double when = along < 0.0 && root >= 0.0 ? beyond / (sqrt(root) - along) * (1.0 - 0x1p-18) : INFINITY;
    return when <= 1.0 - now ? now + when : INFINITY;
}

// How far the middles of two may be apart along their surfaces where they touch.
static double slack_of(const imp2i_way* a, const imp2i_way* b)
{
    return a->thing.size + b->thing.size - (double)a->inner - (double)b->inner;
}

// Whether two that give way are beside or behind each other as the step ends, or would be if nothing held them. If not,
// their middles are still on the sides from which they came: the contacts of the next step part them as they should.
static bool gets_past(const imp2i_way* a, const imp2i_way* b)
{
    imp2i_dvec v = imp2i_dsub(b->thing.velocity, a->thing.velocity);
    imp2i_dvec apart = imp2i_dsub(imp2i_thing_at(&b->thing, 1.0), imp2i_thing_at(&a->thing, 1.0));
    double thick = (double)a->inner + (double)b->inner;
    return imp2i_ddot(apart, v) >= -(PAST * thick + slack_of(a, b)) * sqrt(imp2i_ddot(v, v));
}

// Whether the middles of two come nearer to each other, or may be beside each other.
static bool come_nearer(const imp2i_way* a, const imp2i_way* b, double now)
{
    imp2i_dvec v = imp2i_dsub(b->thing.velocity, a->thing.velocity);
    imp2i_dvec apart = imp2i_dsub(imp2i_thing_at(&b->thing, now), imp2i_thing_at(&a->thing, now));
    return imp2i_ddot(apart, v) < slack_of(a, b) * sqrt(imp2i_ddot(v, v));
}

// Whether what is left of the step is enough for two bodies to pass through each other. Two that give way may overlap
// as far as their middles are safe: contacts part them again, and there are many such pairs.
static bool may_pass(const lookout* l, const imp2i_way* b, double motion, bool fixed)
{
    const imp2i_way* a = l->way;
    if (fixed)
    {
        // What has been hit may be hit again, and each time go on a little.
        return motion > (double)(a->turned ? HIT_FAST * a->inner : IMP2I_FAST * a->inner);
    }
    return imp2i_is_bullet(a) || imp2i_is_bullet(b)
               ? motion > 0.0
               : !imp2i_events_spent(l->w) && motion > (double)(IMP2I_SOFT * (a->inner + b->inner)) &&
                     come_nearer(a, b, l->now) && gets_past(a, b);
}

imp2i_contact* imp2i_contact_between(const imp2_world* w, const imp2i_collider* a, const imp2i_collider* b)
{
    imp2i_contact* awake = imp2i_contact_in(w, &w->awake, a, b);
    return awake ? awake : imp2i_contact_in(w, &w->asleep, a, b);
}

// A collider on the way of its body, or its core.
typedef struct swept_collider
{
    imp2i_thing thing;
    imp2_compound compound;
    imp2_shape core;
} swept_collider;

// How deep two that touch are in each other.
static float depth_of(const imp2_world* w, const imp2i_contact* contact)
{
    float depth = 0.0f;
    for (const imp2i_touch* t = &contact->touch; t; t = imp2i_next_touch(w, contact, t))
    {
        const imp2i_touch now = imp2i_touch_now(w, t);
        for (int32_t k = 0; k < now.manifold.count; ++k)
        {
            depth = now.manifold.points[k].depth > depth ? now.manifold.points[k].depth : depth;
        }
    }
    return depth;
}

// How large the core is: what already is in something has a smaller one, so that its middle stays out of it.
static float core_in(const imp2i_collider* c, float depth)
{
    float core = IMP2I_CORE * (c->inner - depth), least = CORE_LEAST * c->inner;
    return core > least ? core : least;
}

// As deep as this, cores are still outside.
static float safe_depth(const imp2i_collider* a, const imp2i_collider* b, bool first)
{
    return IMP2I_CORE * (first ? a->inner : b->inner);
}

// With a core, the collider is only that.
static void sweep_as(const imp2_world* w, const imp2i_collider* c, const imp2i_way* way, float core,
                     swept_collider* out)
{
    out->thing = way->thing;
    out->compound = imp2i_collider_swept(c);
    imp2_vec middle = imp2_vec_sub(c->middle, w->bodies.data[c->body].middle);
    if (core > 0.0f && !imp2_circle_make(middle, core, &out->core))
    {
        (void)imp2_compound_of_shape(&out->core, &out->compound);
    }
    out->thing.compound = &out->compound;
}

float imp2i_least_bounce(const imp2_world* w, double now)
{
    return (float)((double)w->row_step.bounce_speed * imp2i_step_time(w) * (1.0 - now));
}

// Whether two bounce that may not pass through each other.
static bool may_bounce(const lookout* l, const imp2i_way* other, double motion, bool fixed)
{
    const imp2i_way* way = l->way;
    return (way->eager || other->eager) && !imp2i_events_spent(l->w) &&
           motion > (double)imp2i_least_bounce(l->w, l->now) && (fixed || come_nearer(way, other, l->now));
}

static imp2_compound_mover mover_of_swept(const swept_collider* s, double now, imp2_vec origin)
{
    const imp2i_thing* t = &s->thing;
    double rest = 1.0 - now;
    imp2i_dvec at = imp2i_dsub(imp2i_thing_at(t, now), imp2i_dvec_of(origin));
    imp2_compound_mover r = {.compound = t->compound, .pose = imp2i_thing_pose(t, now, at)};
    r.motion.x = (float)(t->velocity.x * rest);
    r.motion.y = (float)(t->velocity.y * rest);
    r.turn = (float)(t->spin * rest);
    return r;
}

// Whether what was met is a seam (seams2.c); if something else is met behind it, that is what is met.
static bool is_seam(const lookout* l, const imp2i_collider* a, const swept_collider* swept_a, const imp2i_collider* b,
                    const swept_collider* swept_b, imp2i_foreseen* met)
{
    if (!b->company)
    {
        return false;
    }
    double rest = 1.0 - l->now;
    const imp2_vec origin = imp2i_vec_tidy(imp2i_thing_at(&swept_b->thing, l->now));
    imp2i_dvec point = imp2i_dadd_scaled(imp2i_thing_at(&swept_a->thing, met->time), met->arm_a, 1.0);
    const imp2_compound_mover stands = mover_of_swept(swept_b, l->now, origin),
                              moves = mover_of_swept(swept_a, l->now, origin);
    imp2_compound_hit hit = {.part_a = met->part_b, .part_b = met->part_a};
    hit.hit.kind = met->kind;
    hit.hit.time = (float)((met->time - l->now) / rest);
    hit.hit.normal = imp2i_vec_tidy(imp2i_dnegate(met->normal));
    hit.hit.point = imp2i_vec_tidy(imp2i_dsub(point, imp2i_dvec_of(origin)));
    const imp2_compound_hit before = hit;
    imp2i_seam_of_sweep(l->w, b, &stands, a, &moves, origin, &hit);
    bool other = hit.hit.time > before.hit.time || hit.part_a != before.part_a || hit.part_b != before.part_b;
    if (hit.hit.kind == IMP_SWEEP_NEVER || !other)
    {
        return hit.hit.kind == IMP_SWEEP_NEVER;
    }
    met->kind = hit.hit.kind;
    met->part_a = hit.part_b;
    met->part_b = hit.part_a;
    met->time = l->now + (double)hit.hit.time * rest;
    met->gap = 0.0;
    met->normal = imp2i_dnegate(imp2i_dunit_of(hit.hit.normal));
    point = imp2i_dadd_scaled(imp2i_dvec_of(origin), imp2i_dvec_of(hit.hit.point), 1.0);
    met->arm_a = imp2i_dsub(point, imp2i_thing_at(&swept_a->thing, met->time));
    met->arm_b = imp2i_dsub(point, imp2i_thing_at(&swept_b->thing, met->time));
    return false;
}

// With a core of the first one, or below 0, of the second.
static bool sweep_pair(const lookout* l, const imp2i_collider* a, const imp2i_collider* b, const imp2i_way* other,
                       float core, swept_collider* swept_a, swept_collider* swept_b, imp2i_foreseen* met)
{
    sweep_as(l->w, a, l->way, core, swept_a);
    sweep_as(l->w, b, other, -core, swept_b);
    return imp2i_foresee(&swept_a->thing, &swept_b->thing, l->now, met);
}

// Of what is met at the same time, the lower collider counts: it does not matter who is looked at first.
static bool is_sooner_met(const imp2i_way* way, double time, int32_t mine, int32_t its)
{
    bool same = !(time < way->met.time) && !(time > way->met.time);
    return way->other < 0 || time < way->met.time ||
           (same && (its < way->other || (its == way->other && mine < way->collider)));
}

static bool counts(const lookout* l, int32_t mine, int32_t its, const imp2i_foreseen* met)
{
    const imp2i_collider *a = &l->w->colliders.data[mine], *b = &l->w->colliders.data[its];
    return met->kind != IMP_SWEEP_NEVER && is_sooner_met(l->way, met->time, mine, its) &&
           !imp2i_one_way_passes(l->w, a, b, imp2i_vec_tidy(met->normal));
}

// Whether they may be met before what has been found; then also when, at least.
static bool may_be_sooner(const lookout* l, const imp2i_collider* a, const imp2i_collider* b, const imp2i_way* other,
                          prospect* p, double* overlap)
{
    swept_collider swept_a, swept_b;
    float core = p->by_core ? p->first ? p->core : -p->core : 0.0f;
    double enough = l->way->other >= 0 ? l->way->met.time : 1.0;
    sweep_as(l->w, a, l->way, core, &swept_a);
    sweep_as(l->w, b, other, -core, &swept_b);
    double soonest = imp2i_no_sooner(&swept_a.thing, &swept_b.thing, l->now, enough,
                                     p->by_core ? 0.0 : (double)safe_depth(a, b, p->first), overlap);
    p->soonest = soonest > p->soonest ? soonest : p->soonest;
    return p->soonest <= enough;
}

// The same of two that give way. Where they are in each other only their contact can part them, so that they have cores.
static bool may_softly_be_sooner(const lookout* l, const imp2i_collider* a, const imp2i_collider* b,
                                 const imp2i_way* other, prospect* p)
{
    double overlap;
    bool sooner = may_be_sooner(l, a, b, other, p, &overlap);
    if (sooner && !p->by_core && overlap > (double)(HIT_FAST * (a->inner + b->inner)))
    {
        p->by_core = true;
        p->core = core_in(p->first ? a : b, (float)overlap);
        sooner = may_be_sooner(l, a, b, other, p, &overlap);
    }
    return sooner;
}

// Whether two colliders may meet; then also what of them is to be swept.
static bool may_be_met(const lookout* l, prospect* p, const imp2i_way* other)
{
    imp2_world* w = l->w;
    const imp2i_collider *a = &w->colliders.data[p->mine], *b = &w->colliders.data[p->its];
    if (a->sensor || b->sensor || !impi_filters_agree(impi_filter_of(a->filter), impi_filter_of(b->filter)))
    {
        return false;
    }
    const imp2i_contact* contact = imp2i_contact_between(w, a, b);
    bool touched = contact && contact->touch_count > 0 && !imp2i_one_way_waits(w, contact);
    bool void_now = l->way->turned || other->turned;
    bool by_core = touched && (!void_now || !a->convex || !b->convex);
    // The core of the one that is less long speaks for it; what does not move may be as long as it likes.
    bool first = a->convex &&
                 (!b->convex || w->bodies.data[other->body].kind != IMP_BODY_DYNAMIC ||
                  (w->bodies.data[l->way->body].kind == IMP_BODY_DYNAMIC && l->way->thing.size <= other->thing.size));
    // What the caller has refused may be passed through.
    bool refused = touched && contact->row_count == 0 && !imp2i_is_carried(contact, &contact->touch);
    if (refused || (by_core && !a->convex && !b->convex) || !imp2i_may_meet(w, a, b))
    {
        return false;
    }
    p->by_core = by_core;
    p->first = first;
    p->core = by_core ? core_in(first ? a : b, depth_of(w, contact)) : 0.0f;
    bool soft = w->bodies.data[other->body].kind == IMP_BODY_DYNAMIC && l->way->inner > 0.0f && other->inner > 0.0f;
    double overlap;
    return soft ? may_softly_be_sooner(l, a, b, other, p) : may_be_sooner(l, a, b, other, p, &overlap);
}

static void look_at_colliders(const lookout* l, const prospect* p, const imp2i_way* other)
{
    const imp2i_collider *a = &l->w->colliders.data[p->mine], *b = &l->w->colliders.data[p->its];
    swept_collider swept_a, swept_b;
    imp2i_foreseen met;
    prospect as = *p;
    bool sound = sweep_pair(l, a, b, other, p->first ? p->core : -p->core, &swept_a, &swept_b, &met);
    bool seam = sound && !p->by_core && counts(l, p->mine, p->its, &met) && is_seam(l, a, &swept_a, b, &swept_b, &met);
    // What is in something already, and is not held by its contact, has at least a core. So has what meets a seam: it
    // may be the corner of what is beside.
    if (sound && !p->by_core && (seam || (met.kind == IMP_SWEEP_NEVER && met.gap < 0.0)) && (a->convex || b->convex))
    {
        as.by_core = true;
        as.core = core_in(p->first ? a : b, seam ? 0.0f : (float)-met.gap);
        double overlap;
        sound = may_be_sooner(l, a, b, other, &as, &overlap) &&
                sweep_pair(l, a, b, other, p->first ? as.core : -as.core, &swept_a, &swept_b, &met);
        seam = false;
    }
    if (!sound || seam || !counts(l, p->mine, p->its, &met))
    {
        return;
    }
    l->way->met = met;
    l->way->collider = p->mine;
    l->way->other = p->its;
    l->way->by_core = as.by_core;
}

static const imp2i_way* way_of_other(const lookout* l, int32_t body, imp2i_way* made)
{
    bool keeps = l->alone && l->w->bodies.data[body].kind == IMP_BODY_DYNAMIC;
    return keeps ? imp2i_way_keep(l->w, body, made) : imp2i_way_of(l->w, body, made);
}

// Looks at what waits, the nearest first, as long as it may be met before what has been found: asks for a better bound
// once, then sweeps.
static void look_at_waiting(lookout* l)
{
    while (l->count > 0)
    {
        int32_t at = 0;
        for (int32_t i = 1; i < l->count; ++i)
        {
            at = l->waiting[i].soonest < l->waiting[at].soonest ? i : at;
        }
        prospect* next = &l->waiting[at];
        if (l->way->other >= 0 && next->soonest > l->way->met.time)
        {
            break;
        }
        imp2i_way made;
        const imp2i_way* other = way_of_other(l, l->w->colliders.data[next->its].body, &made);
        bool asked = next->asked;
        next->asked = true;
        if (asked)
        {
            look_at_colliders(l, next, other);
        }
        if (asked || !may_be_met(l, next, other))
        {
            *next = l->waiting[--l->count];
        }
    }
    l->count = 0;
}

// Everything that two bodies wear, or but one collider of the other, waits.
static void consider_colliders(lookout* l, int32_t body, int32_t collider, double soonest)
{
    const imp2_world* w = l->w;
    for (int32_t k = w->bodies.data[l->way->body].first; k >= 0; k = w->colliders.data[k].next)
    {
        for (int32_t o = collider >= 0 ? collider : w->bodies.data[body].first; o >= 0;
             o = collider >= 0 ? -1 : w->colliders.data[o].next)
        {
            const prospect next = {.mine = k, .its = o, .soonest = soonest};
            if (l->count == WAITING)
            {
                look_at_waiting(l);
            }
            l->waiting[l->count++] = next;
        }
    }
}

// Whether anything of a body may be met.
static void consider_body(lookout* l, int32_t body, int32_t collider)
{
    imp2i_way made;
    const imp2i_way* other = way_of_other(l, body, &made);
    bool fixed = l->w->bodies.data[body].kind != IMP_BODY_DYNAMIC;
    double motion = motion_between(l->way, other, l->now, fixed);
    if (!may_pass(l, other, motion, fixed) && !may_bounce(l, other, motion, fixed))
    {
        return;
    }
    double soonest = time_of_circles(l->way, other, l->now);
    if (soonest <= 1.0 && !(l->way->other >= 0 && soonest > l->way->met.time))
    {
        consider_colliders(l, body, collider, soonest);
    }
}

// What is fixed, or comes slowly. False where there was not the room.
static bool look_at_fixed(lookout* l, imp2_box box, int32_t* found, int32_t room)
{
    const imp2_world* w = l->w;
    const imp2_box wide = imp2i_grow_box(box, w->slow_fixed);
    int32_t count = 0;
    if (imp2_index_query_box(w->fixed_index, &wide, NULL, found, room, &count))
    {
        return count <= room;
    }
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t collider = w->fixed_of.data[found[i]], body = w->colliders.data[collider].body;
        const imp2i_body* b = &w->bodies.data[body];
        if (b->place == 0 || !(w->motions.data[b->place].fast > IMP2I_PACE_SLOW))
        {
            consider_body(l, body, collider);
        }
    }
    return true;
}

static void look_at_fast_fixed(lookout* l, const imp2_box* box)
{
    for (int32_t i = 0; i < l->w->fast_fixed.count; ++i)
    {
        const imp2i_fast_fixed* near = &l->w->fast_fixed.data[i];
        if (imp2_box_overlap(near->box, *box))
        {
            consider_body(l, near->body, near->collider);
        }
    }
}

// Dynamic bodies that do not move. False where there was not the room.
static bool look_at_sleepers(lookout* l, const imp2_box* box, int32_t* found, int32_t room)
{
    const imp2_world* w = l->w;
    int32_t count = 0;
    if (imp2_index_query_box(w->index, box, NULL, found, room, &count))
    {
        return count <= room;
    }
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t collider = w->collider_of.data[found[i]], body = w->colliders.data[collider].body;
        if (imp2i_is_sleeper(&w->bodies.data[body]))
        {
            consider_body(l, body, collider);
        }
    }
    return true;
}

bool imp2i_way_look(imp2_world* w, imp2i_way* way, double now, bool others, int32_t but)
{
    bool all = others && !way->crowded;  // who looks first leaves the others' ways, and what these have found
    lookout l = {.w = w, .way = way, .now = now, .alone = all};
    int32_t few[FEW_NEAR], *found = others ? w->moved_numbers.data : few, count = 0;
    int32_t room = others ? w->moved_numbers.capacity : FEW_NEAR, place = w->bodies.data[way->body].place;
    imp2_box box;
    way->other = -1;
    if (way->carried || !imp2i_way_box(w, way, now, 1.0, &box))
    {
        return true;
    }
    look_at_fast_fixed(&l, &box);
    if (place == 0)
    {
        look_at_waiting(&l);
        return true;
    }
    // What is spent gives way to nothing but what carries it.
    bool far = !way->spent && (all || (w->stride_tree.looks.data[place] & IMP2I_LOOKS_OTHERS));
    if (far && w->stride_tree.stands)
    {
        const imp2i_stride stride = imp2i_way_stride(way);
        const imp2i_reach reach = {(float)(1.0 - now) * (1.0f + 0x1p-20f), imp2i_least_bounce(w, now),
                                   imp2i_events_spent(w)};
        count = imp2i_strides_find(w, &stride, &reach, found, room);
        for (int32_t i = 0; i < count && count <= room; ++i)
        {
            bool looks_too = w->stride_tree.looks.data[found[i]] & IMP2I_LOOKS_OTHERS;
            if (found[i] != place && found[i] != but && (all || !looks_too || found[i] > place))
            {
                consider_body(&l, w->movers.data[found[i] - 1], -1);
            }
        }
    }
    far = far && w->sleepers && !(imp2i_events_spent(w) && !imp2i_is_bullet(way));
    bool sound =
        count <= room && (!far || look_at_sleepers(&l, &box, found, room)) && look_at_fixed(&l, box, found, room);
    look_at_waiting(&l);
    return sound;
}
