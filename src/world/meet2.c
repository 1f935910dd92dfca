// SPDX-License-Identifier: MIT
//
// What a fast body meets first on its way.
//
//     box around the way -> indexes, tree of ways -> who moves little against it is left out -> sweeps
//
// Two that move together, and most of what is fast does, cannot pass through each other in this step, and the contacts
// of the next one see to what overlaps: it is the relative motion that counts, against the thinner of the two.
//
// What touched, or nearly, as the step began has contacts, which have already said what is to become of it; to stop it
// there would hold everything that slides. Of those only the core is asked, a small circle in the middle of a convex
// shape, which may not pass through anything. That ends when one of the two is hit: then what the contact has said is
// void.

#include "seams2.h"
#include "ways2.h"

#include <math.h>

#define CORE 0.5f
#define SOFT 0.75f  // of the distance of the middles of two that touch

enum
{
    FEW_NEAR = 64
};

// A body that looks ahead.
typedef struct lookout
{
    imp2_world* w;
    imp2i_way* way;
    double now;
    bool others;  // all that is fast is looked at, and not only what comes after it
} lookout;

static int32_t place_of_way(const lookout* l)
{
    return l->w->bodies.data[l->way->body].place;
}

// No two points of the bodies move farther against each other in the rest of the step.
static double motion_between(const imp2i_way* a, const imp2i_way* b, double now)
{
    imp2i_dvec v = imp2i_dsub(b->thing.velocity, a->thing.velocity);
    double turning = fabs(a->thing.spin) * a->thing.size + fabs(b->thing.spin) * b->thing.size;
    return (sqrt(imp2i_ddot(v, v)) + turning) * (1.0 - now);
}

// Whether circles around two bodies touch somewhere on the way.
static bool come_near(const imp2i_way* a, const imp2i_way* b, double now)
{
    imp2i_dvec apart = imp2i_dsub(imp2i_thing_at(&b->thing, now), imp2i_thing_at(&a->thing, now));
    imp2i_dvec v = imp2i_dsub(b->thing.velocity, a->thing.velocity);
    double speed = imp2i_ddot(v, v), reach = (a->thing.size + b->thing.size) * (1.0 + 0x1p-18);
    double when = speed > 0.0 ? -imp2i_ddot(apart, v) / speed : 0.0, rest = 1.0 - now;
    when = when > 0.0 ? (when < rest ? when : rest) : 0.0;
    apart = imp2i_dadd_scaled(apart, v, when);
    return imp2i_ddot(apart, apart) <= reach * reach;
}

// Whether what is left of the step is enough for two bodies to pass through each other. Two that give way may overlap
// as far as their middles are safe: contacts part them again, and there are many such pairs.
static bool may_pass(const imp2i_way* a, const imp2i_way* b, double motion, bool give_way)
{
    float least = a->inner < b->inner ? a->inner : b->inner;
    return motion > (double)(give_way ? SOFT * (a->inner + b->inner) : IMP2I_FAST * least);
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

static void sweep_as(const imp2i_collider* c, const imp2i_way* way, bool by_core, swept_collider* out)
{
    out->thing = way->thing;
    out->compound = imp2i_collider_compound(c);
    if (by_core && !imp2_circle_make(c->middle, CORE * c->inner, &out->core))
    {
        (void)imp2_compound_of_shape(&out->core, &out->compound);
    }
    out->thing.compound = &out->compound;
}

// Whether two bounce that may not pass through each other: what is hit hands on even a little.
static bool may_bounce(const lookout* l, const imp2i_way* other, double motion)
{
    double slowest = (double)l->w->row_step.bounce_speed * imp2i_step_time(l->w) * (1.0 - l->now);
    return (l->way->turned || other->turned) && motion > slowest && (l->way->springy || other->springy);
}

// Whether boxes around two colliders meet, seen from the second one.
static bool cross_ways(const lookout* l, const imp2i_collider* a, const imp2i_collider* b, const imp2i_way* other)
{
    const imp2i_dvec none = {0.0, 0.0};
    imp2_box box_a, box_b;
    imp2i_dvec motion = imp2i_dsub(l->way->thing.velocity, other->thing.velocity);
    return imp2i_way_collider_box(l->way, a, motion, l->now, 1.0, &box_a) &&
           imp2i_way_collider_box(other, b, none, l->now, 1.0, &box_b) && imp2_box_overlap(box_a, box_b);
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

static void look_at_colliders(const lookout* l, int32_t mine, int32_t its, const imp2i_way* other)
{
    imp2_world* w = l->w;
    const imp2i_collider *a = &w->colliders.data[mine], *b = &w->colliders.data[its];
    if (a->sensor || b->sensor || !impi_filters_agree(impi_filter_of(a->filter), impi_filter_of(b->filter)) ||
        !cross_ways(l, a, b, other))
    {
        return;
    }
    const imp2i_contact* contact = imp2i_contact_between(w, a, b);
    bool touched = contact && contact->touch_count > 0 && !imp2i_one_way_waits(w, contact);
    bool void_now = l->way->turned || other->turned;
    bool by_core = touched && !void_now;
    // The core of the one that is less long speaks for it; what does not move may be as long as it likes.
    bool first = a->convex &&
                 (!b->convex || w->bodies.data[other->body].kind != IMP_BODY_DYNAMIC ||
                  (w->bodies.data[l->way->body].kind == IMP_BODY_DYNAMIC && l->way->thing.size <= other->thing.size));
    // What the caller has refused may be passed through.
    if ((touched && contact->row_count == 0) || (by_core && !a->convex && !b->convex) || !imp2i_may_meet(w, a, b))
    {
        return;
    }
    swept_collider swept_a, swept_b;
    imp2i_foreseen met;
    sweep_as(a, l->way, by_core && first, &swept_a);
    sweep_as(b, other, by_core && !first, &swept_b);
    if (!imp2i_foresee(&swept_a.thing, &swept_b.thing, l->now, &met) || met.kind == IMP_SWEEP_NEVER ||
        (l->way->other >= 0 && met.time >= l->way->met.time) ||
        imp2i_one_way_passes(w, a, b, imp2i_vec_tidy(met.normal)) ||
        (!by_core && is_seam(l, a, &swept_a, b, &swept_b, &met)))
    {
        return;
    }
    if (l->way->other < 0 || met.time < l->way->met.time)
    {
        l->way->met = met;
        l->way->collider = mine;
        l->way->other = its;
        l->way->by_core = by_core;
    }
}

// Everything that two bodies wear, or but one collider of the other.
static void look_at_body(const lookout* l, int32_t body, int32_t collider)
{
    imp2_world* w = l->w;
    if (body == l->way->body)
    {
        return;
    }
    imp2i_way made;
    const imp2i_way* other = imp2i_way_of(w, body, &made);
    double motion = motion_between(l->way, other, l->now);
    bool soft = !l->way->springy && !other->springy && w->bodies.data[body].kind == IMP_BODY_DYNAMIC;
    if ((!may_pass(l->way, other, motion, soft) && !may_bounce(l, other, motion)) || !come_near(l->way, other, l->now))
    {
        return;
    }
    for (int32_t k = w->bodies.data[l->way->body].first; k >= 0; k = w->colliders.data[k].next)
    {
        for (int32_t o = collider >= 0 ? collider : w->bodies.data[body].first; o >= 0;
             o = collider >= 0 ? -1 : w->colliders.data[o].next)
        {
            look_at_colliders(l, k, o, other);
        }
    }
}

// What is in an index and has no way of its own: in that of what is fixed, or of the others.
static void look_at_slow(const lookout* l, bool fixed, const int32_t* numbers, int32_t count)
{
    const imp2_world* w = l->w;
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t collider = (fixed ? w->fixed_of.data : w->collider_of.data)[numbers[i]];
        int32_t body = w->colliders.data[collider].body;
        const imp2i_body* b = &w->bodies.data[body];
        bool has_way = b->place > 0 && imp2i_has_way(&w->motions.data[b->place]);
        if (!has_way && (fixed || b->kind == IMP_BODY_DYNAMIC))
        {
            look_at_body(l, body, collider);
        }
    }
}

bool imp2i_way_look(imp2_world* w, imp2i_way* way, double now, bool others)
{
    const lookout l = {w, way, now, others};
    int32_t few[FEW_NEAR], *found = others ? w->moved_numbers.data : few, count = 0;
    int32_t room = others ? w->moved_numbers.capacity : FEW_NEAR;
    imp2_box box;
    way->other = -1;
    if (!imp2i_way_box(w, way, now, 1.0, &box))
    {
        return true;
    }
    count = imp2i_way_tree_find(w, &box, found, room);
    if (count > room)
    {
        return false;
    }
    for (int32_t i = 0; i < count; ++i)
    {
        bool kinematic = w->bodies.data[w->movers.data[found[i] - 1]].kind != IMP_BODY_DYNAMIC;
        if (others || kinematic || found[i] > place_of_way(&l))
        {
            look_at_body(&l, w->movers.data[found[i] - 1], -1);
        }
    }
    const imp2_box wide = imp2i_box_of_slow(w, box);
    for (int fixed = 1; fixed >= 0; --fixed)
    {
        if (imp2_index_query_box(fixed ? w->fixed_index : w->index, &wide, NULL, found, room, &count))
        {
            return count <= room;
        }
        look_at_slow(&l, fixed, found, count);
    }
    return true;
}
