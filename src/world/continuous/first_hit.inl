// SPDX-License-Identifier: MIT
//
// The first time of impact on the path of a fast body.
//
// swept bounds -> indexes, tree of path bounds -> pairs with little relative motion are culled
//                                                   |
//                                                   v
//                       sweeps, the nearest pair first, as long as one may have a sooner time of impact
//
// Relative motion decides: two that move together, as most fast bodies do, cannot pass through each other in this step,
// and an overlap is left to the contacts of the next. It is compared with the thickness of the body against a static or
// kinematic one; of two dynamic bodies with both, and only if one would get past the other.
//
// Bodies that touch at the start of the step have contacts, which have responded already: a time of impact there would
// stop all sliding. But a contact knows one feature, and a body that turns or moves on collides with others. So the
// whole body is swept from a lifted position: out of all that it touches along the contact normals, by penetration and
// a slop. Sliding does not close on a surface a slop below, and sweeps find the rest. A body has one lift against all
// static and kinematic colliders for the whole step. Two dynamic bodies have one for each pair, until one of them has
// an event: that makes their contact void.

#ifndef AXES
#include "continuous2.h"
#include "lift_planes2.h"
#include <math.h>

#include "../../math/dim2.h"
#endif

#define HIT_FAST 0.05f   // of half the thickness: after an event, the least relative motion that is swept
#define PAST 0.5         // of the distance of the centres of two that touch
#define LIFT_PART 0.25f  // of half the thickness: so much deeper bodies may penetrate, if IMPI_LIFT_SLOP is not less

enum
{
    FEW_NEAR = 64,
    WAITING = 64
};

// Two colliders that may collide, with a lower bound of their time of impact.
typedef struct prospect
{
    int32_t mine, its;
    double soonest;
    bool asked;  // the bound is of the colliders, and not only of the bodies' bounding circles
    DVec lift;   // of the first
} prospect;

// Search for the first time of impact on a path.
typedef struct lookout
{
    World* w;
    Path* path;
    double now;
    DRot q;  // of the body now
    FNI(path_frame) frame;
    bool framed;  // it is slender, and has a frame
    Box box;      // swept bounds of the body
    int32_t count;
    prospect waiting[WAITING];
} lookout;

// The path of another body; on one that is still, where that is as the step ends.
static const Path* path_of_other(const lookout* l, int32_t body, Path* made)
{
    if (!l->path->still)
    {
        return FNI(path_of)(l->w, body, made);
    }
    FNI(path_begin)(l->w, body, made);
    FNI(path_stop)(made, 1.0, FNI(dvec_none)(), FNI(dspin_none)());
    return made;
}

// Whether what a body may hit is held by nothing that it does.
static bool is_fixed_to(const lookout* l, int32_t body)
{
    return l->path->still || l->w->bodies.data[body].kind != IMP_BODY_DYNAMIC;
}

// Upper bound of the motion of any point of A in the rest of the step, as B sees it: in the frame that moves and turns
// with B, by the greater of its speeds at both ends.
static double motion_seen(const Path* a, const Path* b, double now)
{
    double rest = 1.0 - now;
    DVec v = FNI(dsub)(a->thing.velocity, b->thing.velocity);
    DSpin spin = b->thing.spin;
    double turning = FNI(dspin_length)(FNI(dspin_sub)(a->thing.spin, spin)) * a->thing.size;
    DVec r = FNI(dsub)(FNI(thing_at)(&a->thing, now), FNI(thing_at)(&b->thing, now));
    DVec from = FNI(dsub)(v, FNI(dspin_velocity)(spin, r));
    DVec to = FNI(dsub)(from, FNI(dspin_velocity)(FNI(dspin_scale)(spin, rest), v));
    double most = FNI(ddot)(from, from) > FNI(ddot)(to, to) ? FNI(ddot)(from, from) : FNI(ddot)(to, to);
    return (sqrt(most) + turning) * rest;
}

// Upper bound of the relative motion of any two points: as one of two dynamic bodies sees the other, or in the world.
// A body that rides on a bar that turns fast hardly moves in the frame of the bar.
static double relative_motion_bound(const Path* a, const Path* b, double now, bool fixed)
{
    double least = motion_seen(a, b, now);
    if (!fixed)
    {
        DVec v = FNI(dsub)(a->thing.velocity, b->thing.velocity);
        double turning =
            FNI(dspin_length)(a->thing.spin) * a->thing.size + FNI(dspin_length)(b->thing.spin) * b->thing.size;
        double other = motion_seen(b, a, now), both = (sqrt(FNI(ddot)(v, v)) + turning) * (1.0 - now);
        least = other < least ? other : least;
        least = both < least ? both : least;
    }
    return least;
}

// Time of impact of circles that are apart by this, rounded down; infinity for never.
static double circles_toi(DVec apart, DVec v, double reach, double now)
{
    double beyond = FNI(ddot)(apart, apart) - reach * reach;
    double along = FNI(ddot)(apart, v), speed = FNI(ddot)(v, v), root = along * along - speed * beyond;
    if (!(beyond > 0.0))
    {
        return now;
    }
    double when = along < 0.0 && root >= 0.0 ? beyond / (sqrt(root) - along) * (1.0 - 0x1p-18) : INFINITY;
    return when <= 1.0 - now ? now + when : INFINITY;
}

// The same of the bounding circles of two bodies.
static double bounding_circles_toi(const Path* a, const Path* b, double now)
{
    DVec apart = FNI(dsub)(FNI(thing_at)(&b->thing, now), FNI(thing_at)(&a->thing, now));
    DVec v = FNI(dsub)(b->thing.velocity, a->thing.velocity);
    return circles_toi(apart, v, (a->thing.size + b->thing.size) * (1.0 + 0x1p-18), now);
}

// The greatest distance along the surface between the centres of two that touch.
static double tangential_slack(const Path* a, const Path* b)
{
    return a->thing.size + b->thing.size - (double)a->inner - (double)b->inner;
}

// Whether two dynamic bodies would be beside or past each other at the end of the step. If not, their centres are still
// on the sides from which they came: the contacts of the next step part them as they should.
static bool ends_past(const Path* a, const Path* b)
{
    DVec v = FNI(dsub)(b->thing.velocity, a->thing.velocity);
    DVec apart = FNI(dsub)(FNI(thing_at)(&b->thing, 1.0), FNI(thing_at)(&a->thing, 1.0));
    double thick = (double)a->inner + (double)b->inner;
    return FNI(ddot)(apart, v) >= -(PAST * thick + tangential_slack(a, b)) * sqrt(FNI(ddot)(v, v));
}

// Whether the centres of two approach, or may be beside each other.
static bool centres_approach(const Path* a, const Path* b, double now)
{
    DVec v = FNI(dsub)(b->thing.velocity, a->thing.velocity);
    DVec apart = FNI(dsub)(FNI(thing_at)(&b->thing, now), FNI(thing_at)(&a->thing, now));
    return FNI(ddot)(apart, v) < tangential_slack(a, b) * sqrt(FNI(ddot)(v, v));
}

// Whether two bodies may pass through each other in the rest of the step. Two dynamic ones may overlap as long as their
// centres do not pass: contacts part them again, and there are many such pairs.
static bool path_may_pass(const lookout* l, const Path* b, double motion, bool fixed)
{
    const Path* a = l->path;
    if (a->still && l->w->bodies.data[b->body].kind == IMP_BODY_DYNAMIC && !FNI(is_bullet)(a) && !FNI(is_bullet)(b))
    {
        return false;
    }
    if (fixed)
    {
        // After an event there may be others, each after a little more motion.
        return motion > (double)(a->turned ? HIT_FAST * a->inner : IMPI_FAST * a->inner);
    }
    return FNI(is_bullet)(a) || FNI(is_bullet)(b)
               ? motion > 0.0
               : !FNI(events_exhausted)(l->w) && motion > (double)(IMPI_SOFT * (a->inner + b->inner)) &&
                     centres_approach(a, b, l->now) && ends_past(a, b);
}

// How much deeper a body at a depth may penetrate: never to half the depth of its centre.
static double lift_slop(const World* w, float inner, double depth)
{
    double most = (double)(IMPI_LIFT_SLOP * w->unit),
           part = LIFT_PART * ((double)inner - (depth > 0.0 ? 2.0 * depth : 0.0));
    return part < most ? part > 0.0 ? part : 0.0 : most;
}

void FNI(lift_plane_add)(FNI(lift_planes) * p, DVec normal, double depth, int32_t its)
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

// Adds separating planes of the contact of two colliders, with normals towards the first.
static void add_contact_planes(const World* w, int32_t mine, int32_t its, const Contact* contact, float inner,
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
        depth += contact->deep;
        FNI(lift_plane_add)
        (p, contact->collider_a == mine ? FNI(dnegate)(n) : n, (double)depth + lift_slop(w, inner, depth), its);
    }
}

// The contact of two colliders that touch; null without one, or if a one-way surface waits.
static const Contact* touching_contact_between(const World* w, const Collider* a, const Collider* b)
{
    const Contact* contact = FNI(contact_between)(w, a, b);
    return contact && contact->manifold_count > 0 && !FNI(one_way_waits)(w, contact) ? contact : NULL;
}

// Whether a hook or a one-way surface has disabled the contact.
static bool is_disabled_contact(const Contact* touched)
{
    return touched && touched->row_count == 0 && !FNI(is_carried)(touched, &touched->cache);
}

static void add_body_planes(const World* w, int32_t body, int32_t its, FNI(lift_planes) * p)
{
    const Body* own = &w->bodies.data[body];
    for (int32_t k = own->first; k >= 0; k = w->colliders.data[k].next)
    {
        const Contact* touched = touching_contact_between(w, &w->colliders.data[k], &w->colliders.data[its]);
        if (touched && !is_disabled_contact(touched))
        {
            add_contact_planes(w, k, its, touched, own->inner, p);
        }
    }
}

// A collider, swept on the path of its body.
typedef struct swept_collider
{
    SweptThing thing;
    Compound compound;
} swept_collider;

static void make_swept_collider(const Collider* c, const Path* path, DVec lift, swept_collider* out)
{
    out->thing = path->thing;
    out->thing.at = FNI(dadd_scaled)(out->thing.at, lift, 1.0);
    out->compound = FNI(collider_swept)(c);
    out->thing.compound = &out->compound;
}

// Whether two that cannot pass through each other are swept to bounce.
static bool is_swept_to_bounce(const lookout* l, const Path* other, double motion, bool fixed)
{
    const Path* path = l->path;
    return (path->swept || other->swept) && !FNI(events_exhausted)(l->w) &&
           motion > (double)FNI(least_bounce)(l->w, l->now) && (fixed || centres_approach(path, other, l->now));
}

static CompoundMover mover_of_swept_collider(const swept_collider* s, double now, Vec origin)
{
    const SweptThing* t = &s->thing;
    double rest = 1.0 - now;
    DVec at = FNI(dsub)(FNI(thing_at)(t, now), FNI(dvec_of)(origin));
    CompoundMover r = {.compound = t->compound, .pose = FNI(thing_pose)(t, now, at)};
    r.motion = FNI(vec_of)(FNI(dscale)(t->velocity, rest));
    r.turn = FNI(spin_of)(FNI(dspin_scale)(t->spin, rest));
    return r;
}

// Whether a hit is only an internal edge (internal_edges.inl); a later hit behind it replaces the hit.
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
    const CompoundMover stands = mover_of_swept_collider(swept_b, l->now, origin),
                        moves = mover_of_swept_collider(swept_a, l->now, origin);
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
    make_swept_collider(&l->w->colliders.data[p->mine], l->path, p->lift, swept_a);
    make_swept_collider(&l->w->colliders.data[p->its], other, FNI(dvec_none)(), swept_b);
    return FNI(toi_pair)(&swept_a->thing, &swept_b->thing, l->now, met);
}

// Whether a pair of colliders comes before another one: sooner, or at the same time and lower, so that neither the order
// of sweeps matters nor that of an index.
static bool is_sooner_pair(double time, int32_t mine, int32_t its, double other_time, int32_t other_mine,
                           int32_t other_its)
{
    bool same = !(time < other_time) && !(time > other_time);
    return time < other_time || (same && (its < other_its || (its == other_its && mine < other_mine)));
}

static bool is_sooner_hit(const Path* path, double time, int32_t mine, int32_t its)
{
    return path->other < 0 || is_sooner_pair(time, mine, its, path->met.time, path->collider, path->other);
}

static bool is_first_hit(const lookout* l, int32_t mine, int32_t its, const Toi* met)
{
    const Collider *a = &l->w->colliders.data[mine], *b = &l->w->colliders.data[its];
    return met->kind != IMP_SWEEP_NEVER && is_sooner_hit(l->path, met->time, mine, its) &&
           !FNI(one_way_passes)(l->w, a, b, FNI(vec_tidy)(met->normal));
}

static float lesser_thickness(const Collider* a, const Collider* b)
{
    return a->inner < b->inner ? a->inner : b->inner;
}

// Raises the lower bound of a time of impact. Returns whether it may be sooner than the hit found so far.
static bool tighten_toi_bound(const lookout* l, const Path* other, prospect* p)
{
    const Collider *a = &l->w->colliders.data[p->mine], *b = &l->w->colliders.data[p->its];
    swept_collider swept_a, swept_b;
    double latest = l->path->other >= 0 ? l->path->met.time : 1.0, overlap;
    make_swept_collider(a, l->path, p->lift, &swept_a);
    make_swept_collider(b, other, FNI(dvec_none)(), &swept_b);
    double little = PAST * (double)lesser_thickness(a, b);
    double soonest = FNI(toi_bound)(&swept_a.thing, &swept_b.thing, l->now, latest, little, &overlap);
    p->soonest = soonest > p->soonest ? soonest : p->soonest;
    return p->soonest <= latest;
}

// The lift of a collider against what is static or kinematic. A body is lifted out of the deepest of its contacts; a
// collider of several by no more than half of its own thickness, or it would be lifted through what it hits.
static DVec fixed_lift(const lookout* l, const Collider* c)
{
    DVec lift = l->path->lift;
    double length = sqrt(FNI(ddot)(lift, lift)), most = 0.5 * (double)c->inner + (double)(IMPI_LIFT_SLOP * l->w->unit);
    bool one = !l->w->bodies.data[c->body].several;
    return one || !(length > most) ? lift : FNI(dscale)(lift, most / length);
}

// Whether the step is taken in parts for two by their fields (fits3.c): a nut would be swept all the time.
static bool is_in_parts(const World* w, const Collider* a, const Collider* b)
{
    const Contact* c = w->field_count > 1 ? FNI(contact_between)(w, a, b) : NULL;
    return c && FNI(is_fit)(w, c);
}

// Whether two colliders may collide; sets their lift.
static bool may_collide_on_path(const lookout* l, prospect* p, const Path* other)
{
    World* w = l->w;
    const Collider *a = &w->colliders.data[p->mine], *b = &w->colliders.data[p->its];
    // Colliders that bend are kept apart by their contacts, which look ahead.
    if (a->sensor || b->sensor || FNI(collider_bends)(a) || FNI(collider_bends)(b) ||
        !impi_filters_agree(impi_filter_of(a->filter), impi_filter_of(b->filter)))
    {
        return false;
    }
    const Contact* touched = touching_contact_between(w, a, b);
    if (is_in_parts(w, a, b) || is_disabled_contact(touched) || !FNI(may_meet)(w, a, b))
    {
        return false;
    }
    if (is_fixed_to(l, other->body))
    {
        p->lift = fixed_lift(l, a);
    }
    else if (touched && !l->path->turned && !other->turned)
    {
        FNI(lift_planes) planes = {0};
        add_contact_planes(w, p->mine, p->its, touched, lesser_thickness(a, b), &planes);
        p->lift = FNI(least_lift)(&planes);
    }
    return tighten_toi_bound(l, other, p);
}

static void sweep_prospect(const lookout* l, prospect* p, const Path* other)
{
    const Collider *a = &l->w->colliders.data[p->mine], *b = &l->w->colliders.data[p->its];
    swept_collider swept_a, swept_b;
    Toi met;
    bool sound = sweep_pair(l, p, other, &swept_a, &swept_b, &met);
    // A penetration without a contact that holds it is lifted, too.
    if (sound && met.kind == IMP_SWEEP_NEVER && met.gap < 0.0)
    {
        p->lift = FNI(dadd_scaled)(p->lift, met.normal, met.gap - lift_slop(l->w, lesser_thickness(a, b), -met.gap));
        sound = tighten_toi_bound(l, other, p) && sweep_pair(l, p, other, &swept_a, &swept_b, &met);
    }
    if (sound && is_first_hit(l, p->mine, p->its, &met) && !is_internal_edge(l, a, &swept_a, b, &swept_b, &met) &&
        is_first_hit(l, p->mine, p->its, &met))
    {
        l->path->met = met;
        l->path->met_lift = p->lift;
        l->path->collider = p->mine;
        l->path->other = p->its;
    }
}

// Goes through pending pairs, the nearest first, as long as one may have a sooner time of impact: first tightens its
// bound, then sweeps.
static void sweep_pending(lookout* l)
{
    while (l->count > 0)
    {
        int32_t at = 0;
        for (int32_t i = 1; i < l->count; ++i)
        {
            const prospect *a = &l->waiting[i], *b = &l->waiting[at];
            at = is_sooner_pair(a->soonest, a->mine, a->its, b->soonest, b->mine, b->its) ? i : at;
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
            sweep_prospect(l, next, other);
        }
        if (asked || !may_collide_on_path(l, next, other))
        {
            *next = l->waiting[--l->count];
        }
    }
    l->count = 0;
}

// Two bodies of which pairs of colliders may collide.
typedef struct body_prospect
{
    const Path* other;
    DRot q;          // of the other one now
    bool fixed;      // it is static or kinematic
    bool however;    // all pairs count, however slow they are
    double soonest;  // of the bodies
    double slack;    // how far colliders may be lifted
} body_prospect;

static void add_prospect(lookout* l, int32_t mine, int32_t its, double soonest)
{
    const prospect next = {.mine = mine, .its = its, .soonest = soonest};
    if (l->count == WAITING)
    {
        sweep_pending(l);
    }
    l->waiting[l->count++] = next;
}

// Whether two colliders may pass through each other, by their own motion and thickness.
static bool colliders_may_pass(const lookout* l, const body_prospect* p, const FNI(collider_path) * a,
                               const FNI(collider_path) * b)
{
    if (p->fixed)
    {
        double motion = FNI(collider_path_against)(a, l->path, p->other, l->now);
        return motion > (double)(l->path->turned ? HIT_FAST * a->inner : IMPI_FAST * a->inner);
    }
    double motion = FNI(collider_paths_length)(a, b, 1.0 - l->now);
    return a->inner > 0.0f && b->inner > 0.0f ? motion > (double)(IMPI_SOFT * (a->inner + b->inner)) : motion > 0.0;
}

// Whether a collider surely misses the boxes of all parts of another one on its path.
static bool path_misses_parts(const lookout* l, const body_prospect* p, const FNI(collider_path) * a, int32_t its)
{
    const Collider* c = &l->w->colliders.data[its];
    if (c->convex || !p->fixed)
    {
        return false;
    }
    double rest = 1.0 - l->now;
    const SweptThing *t = &l->path->thing, *fixed = &p->other->thing;
    bool moves = l->w->bodies.data[p->other->body].mover > 0;
    DVec at = FNI(dadd)(FNI(dsub)(FNI(thing_at)(t, l->now), FNI(thing_at)(fixed, l->now)), a->arm);
    double reach = a->extent + p->slack;
    reach += moves ? FNI(collider_path_against)(a, l->path, p->other, l->now) : FNI(collider_path_bend)(a, rest);
    DVec from = FNI(drot_apply_inverse)(p->q, at);
    DVec moved = moves ? FNI(dvec_none)() : FNI(drot_apply_inverse)(p->q, FNI(dscale)(a->velocity, rest));
    Box box;
    for (int k = 0; k < AXES; ++k)
    {
        double start = DAT(from, k), end = start + DAT(moved, k);
        double more = reach + 0x1p-17 * (fabs(start) + fabs(end) + reach + (double)c->compound.reach);
        SET_AT(box.lower, k, (float)((start < end ? start : end) - more));
        SET_AT(box.upper, k, (float)((start > end ? start : end) + more));
    }
    return FNI(box_misses_parts)(c, &box);
}

// Whether a collider surely misses the swept bounds of the whole body.
static bool misses_body(const lookout* l, const body_prospect* p, const FNI(collider_path) * b)
{
    double rest = 1.0 - l->now;
    DVec from = FNI(dadd)(FNI(thing_at)(&p->other->thing, l->now), b->arm);
    double reach = b->extent + FNI(collider_path_bend)(b, rest) + p->slack;
    bool misses = false;
    for (int k = 0; k < AXES; ++k)
    {
        double start = DAT(from, k), end = start + rest * DAT(b->velocity, k), more = reach + 0x1p-18 * fabs(start);
        misses |= (start < end ? start : end) - more > (double)AT(l->box.upper, k) ||
                  (start > end ? start : end) + more < (double)AT(l->box.lower, k);
    }
    return misses;
}

// Adds pairs of all colliders of the body and one of the other.
static void add_pairs_with(lookout* l, const body_prospect* p, int32_t its)
{
    const World* w = l->w;
    const FNI(collider_path) b = FNI(collider_path_of)(w, p->other, p->q, its);
    if (!p->fixed && misses_body(l, p, &b))
    {
        return;
    }
    double rest = 1.0 - l->now;
    DVec apart =
        FNI(dadd)(FNI(dsub)(FNI(thing_at)(&p->other->thing, l->now), FNI(thing_at)(&l->path->thing, l->now)), b.arm);
    for (int32_t k = w->bodies.data[l->path->body].first; k >= 0; k = w->colliders.data[k].next)
    {
        const FNI(collider_path) a = FNI(collider_path_of)(w, l->path, l->q, k);
        double reach = a.extent + b.extent + FNI(collider_path_bend)(&a, rest) + FNI(collider_path_bend)(&b, rest);
        double soonest =
            circles_toi(FNI(dsub)(apart, a.arm), FNI(dsub)(b.velocity, a.velocity), reach + p->slack, l->now);
        soonest = soonest > p->soonest ? soonest : p->soonest;
        if (soonest <= 1.0 && !(l->path->other >= 0 && soonest > l->path->met.time) &&
            (p->however || colliders_may_pass(l, p, &a, &b)) && !path_misses_parts(l, p, &a, its))
        {
            add_prospect(l, k, its, soonest);
        }
    }
}

// Adds pairs of all colliders of two bodies, or of one collider of the other.
static void add_collider_prospects(lookout* l, const body_prospect* p, int32_t collider)
{
    const World* w = l->w;
    const Body *other = &w->bodies.data[p->other->body], *own = &w->bodies.data[l->path->body];
    int32_t first = other->first, mine = own->first;
    bool one = !own->several && (p->fixed || !other->several);
    for (int32_t o = collider >= 0 ? collider : first; o >= 0; o = collider >= 0 ? -1 : w->colliders.data[o].next)
    {
        if (one)
        {
            add_prospect(l, mine, o, p->soonest);
        }
        else
        {
            add_pairs_with(l, p, o);
        }
    }
}

// Adds the pairs of a body that may collide.
static void add_body_prospects(lookout* l, int32_t body, int32_t collider)
{
    Path made;
    const Path* other = path_of_other(l, body, &made);
    bool fixed = is_fixed_to(l, body);
    double motion = relative_motion_bound(l->path, other, l->now, fixed);
    bool bounces = !l->path->still && is_swept_to_bounce(l, other, motion, fixed);
    if (!bounces && !path_may_pass(l, other, motion, fixed))
    {
        return;
    }
    double soonest = bounding_circles_toi(l->path, other, l->now);
    if (soonest <= 1.0 && !(l->path->other >= 0 && soonest > l->path->met.time))
    {
        DVec lift = l->path->lift;
        const body_prospect p = {.other = other,
                                 .q = FNI(thing_turned)(&other->thing, l->now),
                                 .fixed = fixed,
                                 .however = bounces,
                                 .soonest = soonest,
                                 .slack = (double)(IMPI_LIFT_SLOP * l->w->unit) +
                                          (fixed ? sqrt(FNI(ddot)(lift, lift)) : 0.0)};
        add_collider_prospects(l, &p, collider);
    }
}

static void add_fast_kinematic_prospects(lookout* l, const Box* box)
{
    for (int32_t i = 0; i < l->w->continuous.fast_fixed.count; ++i)
    {
        const FastFixed* near = &l->w->continuous.fast_fixed.data[i];
        if (FN(box_overlap)(near->box, *box))
        {
            add_body_prospects(l, near->body, near->collider);
        }
    }
}

// False without room.
static bool add_sleeper_prospects(lookout* l, const Box* box, int32_t* found, int32_t room)
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
            add_body_prospects(l, body, collider);
        }
    }
    return true;
}

// Lift of a body against all static and kinematic colliders: those that it touches at the start are near its path.
static void find_path_lift(const lookout* l, const Box* box, const int32_t* found, int32_t count)
{
    const World* w = l->w;
    FNI(lift_planes) planes = {0};
    for (int32_t i = 0; i < count; ++i)
    {
        add_body_planes(w, l->path->body, w->fixed_of.data[found[i]], &planes);
    }
    for (int32_t i = 0; i < w->continuous.fast_fixed.count; ++i)
    {
        const FastFixed* near = &w->continuous.fast_fixed.data[i];
        if (FN(box_overlap)(near->box, *box))
        {
            add_body_planes(w, l->path->body, near->collider, &planes);
        }
    }
    l->path->lift = FNI(least_lift)(&planes);
    l->path->lifted = true;
}

// Static and kinematic colliders; a sleeper is swept only against fast ones. False without room.
static bool add_fixed_prospects(lookout* l, const Box* box, int32_t* found, int32_t room)
{
    const World* w = l->w;
    const Box wide = FNI(grow_box)(*box, w->continuous.slow_fixed);
    bool sleeps = w->bodies.data[l->path->body].mover == 0;
    int32_t count = 0;
    if (FN(index_query_box)(w->fixed_index, &wide, NULL, found, room, &count))
    {
        return count <= room;
    }
    if (!l->path->lifted)
    {
        find_path_lift(l, box, found, count);
    }
    add_fast_kinematic_prospects(l, box);
    for (int32_t i = 0; i < count && !sleeps; ++i)
    {
        int32_t collider = w->fixed_of.data[found[i]], body = w->colliders.data[collider].body;
        const Body* b = &w->bodies.data[body];
        if (b->mover == 0 || !(w->solver.bodies.data[b->mover].fast > IMPI_PACE_SLOW))
        {
            add_body_prospects(l, body, collider);
        }
    }
    return true;
}

// Whether the body misses another one in the frame of one of the two that is slender.
static bool misses_by_frame(const lookout* l, const PathBound* bound, int32_t body, const PathBound* its)
{
    const World* w = l->w;
    const Body* b = &w->bodies.data[body];
    if (l->framed && !FNI(is_slender)(b) && FNI(path_frame_misses)(&l->frame, its, true))
    {
        return true;
    }
    Path made;
    FNI(path_frame) frame;
    return FNI(is_slender)(b) && FNI(path_frame_of)(w, FNI(path_of)(w, body, &made), l->now, &frame) &&
           FNI(path_frame_misses)(&frame, bound, !FNI(is_slender)(&w->bodies.data[l->path->body]));
}

// Whether joints tie two movers to each other: both move as their group is closed.
static bool is_tied_to(const World* w, int32_t a, int32_t b)
{
    const JointGroup* g = FNI(group_of_mover)(w, a);
    return g && g == FNI(group_of_mover)(w, b);
}

bool FNI(path_first_hit)(World* w, Path* path, double now, bool others, int32_t but)
{
    bool all = others && !path->crowded;  // first searches leave the others' paths and hits alone
    lookout l = {.w = w, .path = path, .now = now, .q = FNI(thing_turned)(&path->thing, now)};
    int32_t few[FEW_NEAR], *found = others ? w->step.moved_numbers.data : few, count = 0;
    int32_t room = others ? w->step.moved_numbers.capacity : FEW_NEAR, mover = w->bodies.data[path->body].mover;
    path->other = -1;
    if (path->carried || !FNI(path_box)(w, path, now, 1.0, &l.box))
    {
        return true;
    }
    bool sound = add_fixed_prospects(&l, &l.box, found, room);
    // An exhausted body has events only with kinematic bodies, which carry it on.
    bool far = sound && mover > 0 && !path->exhausted &&
               (all || (w->continuous.path_tree.looks.data[mover] & IMPI_LOOKS_OTHERS));
    if (far && w->continuous.path_tree.stands)
    {
        PathBound bound = FNI(path_bound_from)(path);
        Reach reach = {(float)(1.0 - now) * (1.0f + 0x1p-20f), FNI(least_bounce)(w, now), FNI(events_exhausted)(w)};
        const Box wide = FNI(grow_box)(l.box, IMPI_LIFT_SLOP * w->unit);
        l.framed = !path->still && FNI(path_frame_of)(w, path, now, &l.frame);
        if (path->still)
        {
            const PathBound stands = {wide, {FNI(vec_none)(), FNI(vec_none)()}, 0.0f, bound.inner};
            const Reach at_end = {0.0f, 0.0f, true};
            bound = stands;
            reach = at_end;
        }
        count = FNI(path_tree_find)(w, &bound, &reach, l.framed ? &l.frame : NULL, found, room);
        for (int32_t i = 0; i < count && count <= room; ++i)
        {
            const PathTree* t = &w->continuous.path_tree;
            bool looks_too = t->looks.data[found[i]] & IMPI_LOOKS_OTHERS;
            const PathBound its = FNI(path_of_leaf)(t, t->leaf_of.data[found[i]]);
            int32_t body = w->movers.data[found[i] - 1];
            if (FN(box_overlap)(FNI(path_bound_swept)(&its), wide) && found[i] != mover && found[i] != but &&
                (all || !looks_too || found[i] > mover) && (path->still || !misses_by_frame(&l, &bound, body, &its)) &&
                !(path->still && is_tied_to(w, mover, found[i])))
            {
                add_body_prospects(&l, body, -1);
            }
        }
    }
    far = far && w->sleepers && !(FNI(events_exhausted)(w) && !FNI(is_bullet)(path));
    sound = sound && count <= room && (!far || add_sleeper_prospects(&l, &l.box, found, room));
    sweep_pending(&l);
    return sound;
}
