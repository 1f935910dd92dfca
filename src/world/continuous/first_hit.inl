// SPDX-License-Identifier: MIT
//
// What a fast body hits first on its path: continuous collision by times of impact.
//
// box around the path -> indexes, tree of path bounds -> what moves little against it is left out
//                                                                      |
//                     of what is left, the nearest first: sweeps, as long as something may be hit sooner
//
// Two that move together, and most of what is fast does, cannot pass through each other in this step, and the contacts
// of the next one see to what overlaps: it is the relative motion that counts. Where one gives no way, it is against
// the thickness of the other; of two that give way, against both, and only if one would get past the other.
//
// What touches as the step begins has contacts, which have said what is to become of it: to stop it there would hold
// everything that slides. But contacts know one feature, and a body that turns or goes on hits others. So a body is
// swept, whole, beside where it is: lifted out of all that it touches along the normals of its contacts, by their
// penetration and a slop. What slides does not close on a surface that is a slop below it; what it hits there, it
// hits. There is one lift of a body against all that gives no way, for the whole step. Of two that give way, each pair
// has its own, until one of them has an event: then what the contact has said is void.

#ifndef AXES
#include "continuous2.h"
#include "lift_planes2.h"
#include <math.h>

#include "../../math/dim2.h"
#endif

#define HIT_FAST 0.05f    // of half the thickness: after an event, the least motion that counts
#define PAST 0.5          // of the distance of the middles of two that touch
#define LIFT_SLOP 0.001f  // of the unit: so much deeper in what they touch bodies may get, or if that is less,
#define LIFT_PART 0.25f   // of half the thickness

enum
{
    FEW_NEAR = 64,
    WAITING = 64
};

// Two colliders that may hit each other, and no sooner than then.
typedef struct prospect
{
    int32_t mine, its;
    double soonest;
    bool asked;  // whether that is known of the colliders, and not only of circles around the bodies
    DVec lift;   // of mine
} prospect;

// A body that looks for what it hits.
typedef struct lookout
{
    World* w;
    Path* path;
    double now;
    bool alone;  // no other thread reads paths
    int32_t count;
    prospect waiting[WAITING];
} lookout;

// No two points of the bodies move farther against each other in the rest of the step. Where B does not give way, it is
// what A does as seen from there, turned by the faster of both ends.
static double motion_between(const Path* a, const Path* b, double now, bool fixed)
{
    DVec v = FNI(dsub)(a->thing.velocity, b->thing.velocity);
    double rest = 1.0 - now;
    if (!fixed)
    {
        double turning =
            FNI(dspin_length)(a->thing.spin) * a->thing.size + FNI(dspin_length)(b->thing.spin) * b->thing.size;
        return (sqrt(FNI(ddot)(v, v)) + turning) * rest;
    }
    DSpin spin = b->thing.spin;
    double turning = FNI(dspin_length)(FNI(dspin_sub)(a->thing.spin, spin)) * a->thing.size;
    DVec r = FNI(dsub)(FNI(thing_at)(&a->thing, now), FNI(thing_at)(&b->thing, now));
    DVec from = FNI(dsub)(v, FNI(dspin_velocity)(spin, r));
    DVec to = FNI(dsub)(from, FNI(dspin_velocity)(FNI(dspin_scale)(spin, rest), v));
    double most = FNI(ddot)(from, from) > FNI(ddot)(to, to) ? FNI(ddot)(from, from) : FNI(ddot)(to, to);
    return (sqrt(most) + turning) * rest;
}

// When circles around two bodies touch first; infinity for never.
static double time_of_circles(const Path* a, const Path* b, double now)
{
    DVec apart = FNI(dsub)(FNI(thing_at)(&b->thing, now), FNI(thing_at)(&a->thing, now));
    DVec v = FNI(dsub)(b->thing.velocity, a->thing.velocity);
    double reach = (a->thing.size + b->thing.size) * (1.0 + 0x1p-18), beyond = FNI(ddot)(apart, apart) - reach * reach;
    double along = FNI(ddot)(apart, v), speed = FNI(ddot)(v, v), root = along * along - speed * beyond;
    if (!(beyond > 0.0))
    {
        return now;
    }
    double when = along < 0.0 && root >= 0.0 ? beyond / (sqrt(root) - along) * (1.0 - 0x1p-18) : INFINITY;
    return when <= 1.0 - now ? now + when : INFINITY;
}

// How far the middles of two may be apart along their surfaces where they touch.
static double slack_of(const Path* a, const Path* b)
{
    return a->thing.size + b->thing.size - (double)a->inner - (double)b->inner;
}

// Whether two that give way are beside or behind each other as the step ends, or would be if nothing held them. If not,
// their middles are still on the sides from which they came: the contacts of the next step part them as they should.
static bool gets_past(const Path* a, const Path* b)
{
    DVec v = FNI(dsub)(b->thing.velocity, a->thing.velocity);
    DVec apart = FNI(dsub)(FNI(thing_at)(&b->thing, 1.0), FNI(thing_at)(&a->thing, 1.0));
    double thick = (double)a->inner + (double)b->inner;
    return FNI(ddot)(apart, v) >= -(PAST * thick + slack_of(a, b)) * sqrt(FNI(ddot)(v, v));
}

// Whether the middles of two come nearer to each other, or may be beside each other.
static bool come_nearer(const Path* a, const Path* b, double now)
{
    DVec v = FNI(dsub)(b->thing.velocity, a->thing.velocity);
    DVec apart = FNI(dsub)(FNI(thing_at)(&b->thing, now), FNI(thing_at)(&a->thing, now));
    return FNI(ddot)(apart, v) < slack_of(a, b) * sqrt(FNI(ddot)(v, v));
}

// Whether what is left of the step is enough for two bodies to pass through each other. Two that give way may overlap
// as far as their middles are safe: contacts part them again, and there are many such pairs.
static bool may_pass(const lookout* l, const Path* b, double motion, bool fixed)
{
    const Path* a = l->path;
    if (fixed)
    {
        // What has had an event may have another one, and each time go on a little.
        return motion > (double)(a->turned ? HIT_FAST * a->inner : IMPI_FAST * a->inner);
    }
    return FNI(is_bullet)(a) || FNI(is_bullet)(b)
               ? motion > 0.0
               : !FNI(events_exhausted)(l->w) && motion > (double)(IMPI_SOFT * (a->inner + b->inner)) &&
                     come_nearer(a, b, l->now) && gets_past(a, b);
}

// How much deeper what is so deep in something may get: never half as deep as its middle is.
static double lift_slop(const World* w, float inner, double depth)
{
    double most = (double)(LIFT_SLOP * w->unit), part = LIFT_PART * ((double)inner - (depth > 0.0 ? 2.0 * depth : 0.0));
    return part < most ? part > 0.0 ? part : 0.0 : most;
}

static void add_lift_plane(FNI(lift_planes) * p, DVec normal, double depth, int32_t its)
{
    if (!(depth > 0.0) || (p->count == IMPI_LIFT_PLANES_MOST && !(depth > p->data[IMPI_LIFT_PLANES_MOST - 1].depth)))
    {
        return;
    }
    int32_t at = p->count < IMPI_LIFT_PLANES_MOST ? p->count++ : IMPI_LIFT_PLANES_MOST - 1;
    for (; at > 0 && (depth > p->data[at - 1].depth || (!(depth < p->data[at - 1].depth) && its < p->data[at - 1].its));
         --at)
    {
        p->data[at] = p->data[at - 1];
    }
    p->data[at].normal = normal;
    p->data[at].depth = depth;
    p->data[at].its = its;
}

// Planes of the contact of two colliders, as seen by the first.
static void add_planes_of(const World* w, int32_t mine, int32_t its, const Contact* contact, float inner,
                          FNI(lift_planes) * p)
{
    for (const Cache* t = &contact->cache; t; t = FNI(next_cache)(w, contact, t))
    {
        const Cache now = FNI(cache_now)(w, t);
        DVec n = FNI(dunit_of)(now.manifold.normal);
        float depth = -INFINITY;
        for (int32_t k = 0; k < now.manifold.count; ++k)
        {
            depth = now.manifold.points[k].depth > depth ? now.manifold.points[k].depth : depth;
        }
        add_lift_plane(p, contact->collider_a == mine ? FNI(dnegate)(n) : n, (double)depth + lift_slop(w, inner, depth),
                       its);
    }
}

// The contact of two colliders that touch, unless it lets through; null where there is none.
static const Contact* touch_between(const World* w, const Collider* a, const Collider* b)
{
    const Contact* contact = FNI(contact_between)(w, a, b);
    return contact && contact->manifold_count > 0 && !FNI(one_way_waits)(w, contact) ? contact : NULL;
}

// Whether the caller, or a one-way surface, lets what touches pass.
static bool is_let_through(const Contact* touched)
{
    return touched && touched->row_count == 0 && !FNI(is_carried)(touched, &touched->cache);
}

static void add_planes_between(const World* w, int32_t body, int32_t its, FNI(lift_planes) * p)
{
    const Body* own = &w->bodies.data[body];
    for (int32_t k = own->first; k >= 0; k = w->colliders.data[k].next)
    {
        const Contact* touched = touch_between(w, &w->colliders.data[k], &w->colliders.data[its]);
        if (touched && !is_let_through(touched))
        {
            add_planes_of(w, k, its, touched, own->inner, p);
        }
    }
}

// A collider on the path of its body.
typedef struct swept_collider
{
    SweptThing thing;
    Compound compound;
} swept_collider;

static void sweep_as(const Collider* c, const Path* path, DVec lift, swept_collider* out)
{
    out->thing = path->thing;
    out->thing.at = FNI(dadd_scaled)(out->thing.at, lift, 1.0);
    out->compound = FNI(collider_swept)(c);
    out->thing.compound = &out->compound;
}

// Whether two bounce that may not pass through each other.
static bool may_bounce(const lookout* l, const Path* other, double motion, bool fixed)
{
    const Path* path = l->path;
    return (path->swept || other->swept) && !FNI(events_exhausted)(l->w) &&
           motion > (double)FNI(least_bounce)(l->w, l->now) && (fixed || come_nearer(path, other, l->now));
}

static CompoundMover mover_of_swept(const swept_collider* s, double now, Vec origin)
{
    const SweptThing* t = &s->thing;
    double rest = 1.0 - now;
    DVec at = FNI(dsub)(FNI(thing_at)(t, now), FNI(dvec_of)(origin));
    CompoundMover r = {.compound = t->compound, .pose = FNI(thing_pose)(t, now, at)};
    r.motion = FNI(vec_of)(FNI(dscale)(t->velocity, rest));
    r.turn = FNI(spin_of)(FNI(dspin_scale)(t->spin, rest));
    return r;
}

// Whether what was hit is an internal edge (internal_edges2.c); if something else is hit behind it, that is what is
// hit.
static bool is_internal_edge(const lookout* l, const Collider* a, const swept_collider* swept_a, const Collider* b,
                             const swept_collider* swept_b, Toi* met)
{
    if (!b->has_neighbours)
    {
        return false;
    }
    double rest = 1.0 - l->now;
    const Vec origin = FNI(vec_tidy)(FNI(thing_at)(&swept_b->thing, l->now));
    DVec point = FNI(dadd_scaled)(FNI(thing_at)(&swept_a->thing, met->time), met->arm_a, 1.0);
    const CompoundMover stands = mover_of_swept(swept_b, l->now, origin),
                        moves = mover_of_swept(swept_a, l->now, origin);
    CompoundHit hit = {.part_a = met->part_b, .part_b = met->part_a};
    hit.hit.kind = met->kind;
    hit.hit.time = (float)((met->time - l->now) / rest);
    hit.hit.normal = FNI(vec_tidy)(FNI(dnegate)(met->normal));
    hit.hit.point = FNI(vec_tidy)(FNI(dsub)(point, FNI(dvec_of)(origin)));
    const CompoundHit before = hit;
    FNI(edges_correct_sweep)(l->w, b, &stands, a, &moves, &hit);
    bool other = hit.hit.time > before.hit.time || hit.part_a != before.part_a || hit.part_b != before.part_b ||
                 !FNI(vec_equal)(hit.hit.normal, before.hit.normal);
    if (hit.hit.kind == IMP_SWEEP_NEVER || !other)
    {
        return hit.hit.kind == IMP_SWEEP_NEVER;
    }
    met->kind = hit.hit.kind;
    met->part_a = hit.part_b;
    met->part_b = hit.part_a;
    met->time = l->now + (double)hit.hit.time * rest;
    met->gap = 0.0;
    met->normal = FNI(dnegate)(FNI(dunit_of)(hit.hit.normal));
    point = FNI(dadd_scaled)(FNI(dvec_of)(origin), FNI(dvec_of)(hit.hit.point), 1.0);
    met->arm_a = FNI(dsub)(point, FNI(thing_at)(&swept_a->thing, met->time));
    met->arm_b = FNI(dsub)(point, FNI(thing_at)(&swept_b->thing, met->time));
    return false;
}

static bool sweep_pair(const lookout* l, const prospect* p, const Path* other, swept_collider* swept_a,
                       swept_collider* swept_b, Toi* met)
{
    sweep_as(&l->w->colliders.data[p->mine], l->path, p->lift, swept_a);
    sweep_as(&l->w->colliders.data[p->its], other, FNI(dvec_none)(), swept_b);
    return FNI(toi_pair)(&swept_a->thing, &swept_b->thing, l->now, met);
}

// Of what is hit at the same time, the lower collider counts: it does not matter which one is looked at first.
static bool is_sooner_hit(const Path* path, double time, int32_t mine, int32_t its)
{
    bool same = !(time < path->met.time) && !(time > path->met.time);
    return path->other < 0 || time < path->met.time ||
           (same && (its < path->other || (its == path->other && mine < path->collider)));
}

static bool counts(const lookout* l, int32_t mine, int32_t its, const Toi* met)
{
    const Collider *a = &l->w->colliders.data[mine], *b = &l->w->colliders.data[its];
    return met->kind != IMP_SWEEP_NEVER && is_sooner_hit(l->path, met->time, mine, its) &&
           !FNI(one_way_passes)(l->w, a, b, FNI(vec_tidy)(met->normal));
}

static float thinner_of(const Collider* a, const Collider* b)
{
    return a->inner < b->inner ? a->inner : b->inner;
}

// Whether they may be hit before what has been found; then also when, at least.
static bool may_be_sooner(const lookout* l, const Path* other, prospect* p)
{
    const Collider *a = &l->w->colliders.data[p->mine], *b = &l->w->colliders.data[p->its];
    swept_collider swept_a, swept_b;
    double enough = l->path->other >= 0 ? l->path->met.time : 1.0, overlap;
    sweep_as(a, l->path, p->lift, &swept_a);
    sweep_as(b, other, FNI(dvec_none)(), &swept_b);
    double little = PAST * (double)thinner_of(a, b);
    double soonest = FNI(toi_bound)(&swept_a.thing, &swept_b.thing, l->now, enough, little, &overlap);
    p->soonest = soonest > p->soonest ? soonest : p->soonest;
    return p->soonest <= enough;
}

// Whether two colliders may hit each other; then also by what lift they are swept.
static bool may_be_hit(const lookout* l, prospect* p, const Path* other)
{
    World* w = l->w;
    const Collider *a = &w->colliders.data[p->mine], *b = &w->colliders.data[p->its];
    if (a->sensor || b->sensor || !impi_filters_agree(impi_filter_of(a->filter), impi_filter_of(b->filter)))
    {
        return false;
    }
    const Contact* touched = touch_between(w, a, b);
    if (is_let_through(touched) || !FNI(may_meet)(w, a, b))
    {
        return false;
    }
    if (w->bodies.data[other->body].kind != IMP_BODY_DYNAMIC)
    {
        p->lift = l->path->lift;
    }
    else if (touched && !l->path->turned && !other->turned)
    {
        FNI(lift_planes) planes = {0};
        add_planes_of(w, p->mine, p->its, touched, thinner_of(a, b), &planes);
        p->lift = FNI(least_lift)(&planes);
    }
    return may_be_sooner(l, other, p);
}

static void look_at_colliders(const lookout* l, prospect* p, const Path* other)
{
    const Collider *a = &l->w->colliders.data[p->mine], *b = &l->w->colliders.data[p->its];
    swept_collider swept_a, swept_b;
    Toi met;
    bool sound = sweep_pair(l, p, other, &swept_a, &swept_b, &met);
    // What is in something already, and is not held by its contact, is lifted out of it.
    if (sound && met.kind == IMP_SWEEP_NEVER && met.gap < 0.0)
    {
        p->lift = FNI(dadd_scaled)(p->lift, met.normal, met.gap - lift_slop(l->w, thinner_of(a, b), -met.gap));
        sound = may_be_sooner(l, other, p) && sweep_pair(l, p, other, &swept_a, &swept_b, &met);
    }
    if (sound && counts(l, p->mine, p->its, &met) && !is_internal_edge(l, a, &swept_a, b, &swept_b, &met) &&
        counts(l, p->mine, p->its, &met))
    {
        l->path->met = met;
        l->path->met_lift = p->lift;
        l->path->collider = p->mine;
        l->path->other = p->its;
    }
}

static const Path* path_of_other(const lookout* l, int32_t body, Path* made)
{
    bool keeps = l->alone && l->w->bodies.data[body].kind == IMP_BODY_DYNAMIC;
    return keeps ? FNI(path_keep)(l->w, body, made) : FNI(path_of)(l->w, body, made);
}

// Looks at what waits, the nearest first, as long as it may be hit before what has been found: asks for a better bound
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
        if (l->path->other >= 0 && next->soonest > l->path->met.time)
        {
            break;
        }
        Path made;
        const Path* other = path_of_other(l, l->w->colliders.data[next->its].body, &made);
        bool asked = next->asked;
        next->asked = true;
        if (asked)
        {
            look_at_colliders(l, next, other);
        }
        if (asked || !may_be_hit(l, next, other))
        {
            *next = l->waiting[--l->count];
        }
    }
    l->count = 0;
}

// Everything that two bodies wear, or but one collider of the other, waits.
static void consider_colliders(lookout* l, int32_t body, int32_t collider, double soonest)
{
    const World* w = l->w;
    for (int32_t k = w->bodies.data[l->path->body].first; k >= 0; k = w->colliders.data[k].next)
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

// Whether anything of a body may be hit.
static void consider_body(lookout* l, int32_t body, int32_t collider)
{
    Path made;
    const Path* other = path_of_other(l, body, &made);
    bool fixed = l->w->bodies.data[body].kind != IMP_BODY_DYNAMIC;
    double motion = motion_between(l->path, other, l->now, fixed);
    if (!may_pass(l, other, motion, fixed) && !may_bounce(l, other, motion, fixed))
    {
        return;
    }
    double soonest = time_of_circles(l->path, other, l->now);
    if (soonest <= 1.0 && !(l->path->other >= 0 && soonest > l->path->met.time))
    {
        consider_colliders(l, body, collider, soonest);
    }
}

static void look_at_fast_fixed(lookout* l, const Box* box)
{
    for (int32_t i = 0; i < l->w->continuous.fast_fixed.count; ++i)
    {
        const FastFixed* near = &l->w->continuous.fast_fixed.data[i];
        if (FN(box_overlap)(near->box, *box))
        {
            consider_body(l, near->body, near->collider);
        }
    }
}

// Dynamic bodies that do not move. False where there was not the room.
static bool look_at_sleepers(lookout* l, const Box* box, int32_t* found, int32_t room)
{
    const World* w = l->w;
    int32_t count = 0;
    if (FN(index_query_box)(w->index, box, NULL, found, room, &count))
    {
        return count <= room;
    }
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t collider = w->collider_of.data[found[i]], body = w->colliders.data[collider].body;
        if (FNI(is_sleeper)(&w->bodies.data[body]))
        {
            consider_body(l, body, collider);
        }
    }
    return true;
}

// The lift of a body against all that gives no way: what it touches as the step begins is near its path.
static void lift_path(const lookout* l, const Box* box, const int32_t* found, int32_t count)
{
    const World* w = l->w;
    FNI(lift_planes) planes = {0};
    for (int32_t i = 0; i < count; ++i)
    {
        add_planes_between(w, l->path->body, w->fixed_of.data[found[i]], &planes);
    }
    for (int32_t i = 0; i < w->continuous.fast_fixed.count; ++i)
    {
        const FastFixed* near = &w->continuous.fast_fixed.data[i];
        if (FN(box_overlap)(near->box, *box))
        {
            add_planes_between(w, l->path->body, near->collider, &planes);
        }
    }
    l->path->lift = FNI(least_lift)(&planes);
    l->path->lifted = true;
}

// What gives no way; a sleeper is hit only by what comes fast. False where there was not the room.
static bool look_at_fixed(lookout* l, const Box* box, int32_t* found, int32_t room)
{
    const World* w = l->w;
    const Box wide = FNI(grow_box)(*box, w->continuous.slow_fixed);
    bool sleeps = w->bodies.data[l->path->body].place == 0;
    int32_t count = 0;
    if (FN(index_query_box)(w->fixed_index, &wide, NULL, found, room, &count))
    {
        return count <= room;
    }
    if (!l->path->lifted)
    {
        lift_path(l, box, found, count);
    }
    look_at_fast_fixed(l, box);
    for (int32_t i = 0; i < count && !sleeps; ++i)
    {
        int32_t collider = w->fixed_of.data[found[i]], body = w->colliders.data[collider].body;
        const Body* b = &w->bodies.data[body];
        if (b->place == 0 || !(w->solver.bodies.data[b->place].fast > IMPI_PACE_SLOW))
        {
            consider_body(l, body, collider);
        }
    }
    return true;
}

bool FNI(path_first_hit)(World* w, Path* path, double now, bool others, int32_t but)
{
    bool all = others && !path->crowded;  // what looks first leaves the others' paths, and what these have found
    lookout l = {.w = w, .path = path, .now = now, .alone = all};
    int32_t few[FEW_NEAR], *found = others ? w->step.moved_numbers.data : few, count = 0;
    int32_t room = others ? w->step.moved_numbers.capacity : FEW_NEAR, place = w->bodies.data[path->body].place;
    Box box;
    path->other = -1;
    if (path->carried || !FNI(path_box)(w, path, now, 1.0, &box))
    {
        return true;
    }
    bool sound = look_at_fixed(&l, &box, found, room);
    // What is exhausted gives way to nothing but what carries it.
    bool far = sound && place > 0 && !path->exhausted &&
               (all || (w->continuous.path_tree.looks.data[place] & IMPI_LOOKS_OTHERS));
    if (far && w->continuous.path_tree.stands)
    {
        const PathBound bound = FNI(path_bound_from)(path);
        const Reach reach = {(float)(1.0 - now) * (1.0f + 0x1p-20f), FNI(least_bounce)(w, now),
                             FNI(events_exhausted)(w)};
        count = FNI(path_tree_find)(w, &bound, &reach, found, room);
        for (int32_t i = 0; i < count && count <= room; ++i)
        {
            bool looks_too = w->continuous.path_tree.looks.data[found[i]] & IMPI_LOOKS_OTHERS;
            if (found[i] != place && found[i] != but && (all || !looks_too || found[i] > place))
            {
                consider_body(&l, w->movers.data[found[i] - 1], -1);
            }
        }
    }
    far = far && w->sleepers && !(FNI(events_exhausted)(w) && !FNI(is_bullet)(path));
    sound = sound && count <= room && (!far || look_at_sleepers(&l, &box, found, room));
    look_at_waiting(&l);
    return sound;
}
