// SPDX-License-Identifier: MIT
//
// Collision response: impulses of an event within a step, and the touches and impacts that report it.
//
// A normal impulse parts both bodies by their restitution, at one point or, where sides lie on each other, at all that
// bound what they share, at once; then friction, never more than stops the sliding. Gravity acts on the rest of the step, too: the impulse is at
// least what keeps a body that does not bounce from falling into the other one. Order of stages and points as in
// impulse_response2.c.
//
// Shock propagation (Guendelman et al. 2003): a body that an immovable one pushes without a bounce is immovable to
// others as long as it is supported by that. In a pile that a wall pushes, events between all neighbours would come to
// the same, but only in the limit of very many.

#ifndef AXES
#include "continuous2.h"
#include "hit_points2.h"
#include "../../base/sort.h"
#include "../../motion/one_way2.h"
#include "../../motion/impulse_response2.h"
#include <math.h>

#include "../../math/dim2.h"
#endif

#define PARALLEL 0x1p-10     // 1 - cosine of normals
#define ALIKE 0x1p-17        // the same, of neighbours in one floor
#define BACKED 0.7           // cosine of an impulse against the support
#define LOOSE 0.05           // [length units / s]: slower separation is still supported
#define SIDE_MARGIN 0x1p-12  // of the lesser size: gap up to which a second point counts

enum
{
    FEW_BESIDE = 8  // manifolds with each neighbour
};

// A body during the response.
typedef struct hit_side
{
    DVec velocity;  // of the centre, at the event
    DSpin spin;
    DVec inverse_masses;
    DInertia inverse_inertia;
    DVec arms[DIMI(RESPONSE_POINTS)];  // from the centre to the points
} hit_side;

typedef struct hit_points
{
    hit_side a, b;
    DVec normal;
    int32_t count;
} hit_points;

static bool is_movable(const Path* path)
{
    return FNI(dsum)(path->inverse_masses) > 0.0 || FNI(dinertia_some)(path->thing.inverse_inertia);
}

// Inverse mass for separation: 0 of an exhausted body, which stays where it is.
static double separation_inverse_mass(const Path* path)
{
    return path->exhausted ? 0.0 : FNI(dsum)(path->inverse_masses);
}

// Whether an impulse pushes a body against its support.
static bool is_supported(const World* w, const Path* path, const hit_side* s, DVec push)
{
    double loose = LOOSE * (double)w->unit * FNI(step_time)(w);
    return path->supported && FNI(ddot)(push, path->support_normal) < -BACKED &&
           FNI(ddot)(s->velocity, path->support_normal) <= path->support_rate + loose;
}

// The inertia turns with the body, and so does the spin, which keeps the energy: a rod would gain much by a spin of one
// orientation with the inertia of another.
static hit_side hit_side_at(const Path* path, double time)
{
    const SweptThing* t = &path->thing;
    const hit_side r = {.velocity = FNI(dadd_scaled)(path->end, path->fall, -(1.0 - time)),
                        .spin = FNI(dspin_turned)(path->end_spin, t->spin, time - 1.0),
                        .inverse_masses = path->inverse_masses,
                        .inverse_inertia = FNI(dinertia_turned)(t->inverse_inertia, t->spin, time - t->since)};
    return r;
}

static void apply_impulse_to_side(hit_side* s, DVec arm, DVec direction, double impulse)
{
    DSpin spun = FNI(dinertia_apply)(s->inverse_inertia, FNI(dspin_lever)(arm, direction));
    s->velocity = FNI(dadd_scaled)(s->velocity, FNI(dmultiply)(direction, s->inverse_masses), impulse);
    s->spin = FNI(dspin_add)(s->spin, FNI(dspin_scale)(spun, impulse));
}

static void apply_impulse_to_both(hit_points* p, int32_t i, DVec direction, double impulse)
{
    apply_impulse_to_side(&p->a, p->a.arms[i], direction, -impulse);
    apply_impulse_to_side(&p->b, p->b.arms[i], direction, impulse);
}

// Velocity of B's point relative to A's.
static DVec relative_point_velocity(const hit_points* p, int32_t i)
{
    DVec by_turning =
        FNI(dsub)(FNI(dspin_velocity)(p->b.spin, p->b.arms[i]), FNI(dspin_velocity)(p->a.spin, p->a.arms[i]));
    return FNI(dadd)(FNI(dsub)(p->b.velocity, p->a.velocity), by_turning);
}

// The same along a direction: positive when they separate along the normal.
static double separating_speed_at(const hit_points* p, int32_t i, DVec direction)
{
    return FNI(ddot)(relative_point_velocity(p, i), direction);
}

// Its change at one point by a unit impulse at another (inverse effective mass).
static double inverse_effective_mass(const hit_points* p, int32_t i, int32_t k, DVec d)
{
    const hit_side *a = &p->a, *b = &p->b;
    return FNI(ddot)(FNI(dmultiply)(d, d), FNI(dadd)(a->inverse_masses, b->inverse_masses)) +
           FNI(dinertia_response_at)(a->inverse_inertia, FNI(dspin_lever)(a->arms[i], d),
                                     FNI(dspin_lever)(a->arms[k], d)) +
           FNI(dinertia_response_at)(b->inverse_inertia, FNI(dspin_lever)(b->arms[i], d),
                                     FNI(dspin_lever)(b->arms[k], d));
}

static Pose pose_from_origin(const Path* path, double time, DVec origin)
{
    return FNI(thing_pose)(&path->thing, time, FNI(dsub)(FNI(thing_at)(&path->thing, time), origin));
}

// Contact points of an event: on sides that lie on each other those that bound what they share.
typedef struct hit_ends
{
    DVec normal, at[DIMI(RESPONSE_POINTS)];
    int32_t count;
} hit_ends;

static void add_manifold_ends(hit_ends* e, const Manifold* m, double off)
{
    DVec n = e->normal;
    bool parallel = FNI(ddot)(FNI(dvec_of)(m->normal), n) > 1.0 - off;
    for (int32_t k = 0; k < m->count && parallel; ++k)
    {
        FNI(take_end)(e->at, &e->count, n, FNI(dvec_of)(m->points[k].point));
    }
}

static void add_compound_ends(hit_ends* e, const Compound* a, const Pose* pose_a, const Compound* b, const Pose* pose_b,
                              float margin)
{
    PartManifold found[FEW_BESIDE];
    int32_t count = 1;
    imp_status status = FNI(is_single)(a) && FNI(is_single)(b)
                            ? FN(collide)(a->parts, pose_a, b->parts, pose_b, margin, &found[0].manifold)
                            : FNI(compound_manifolds)(a, pose_a, b, pose_b, margin, -1, found, FEW_BESIDE, &count);
    for (int32_t k = 0; k < count && k < FEW_BESIDE && !status; ++k)
    {
        add_manifold_ends(e, &found[k].manifold, ALIKE);
    }
}

// Adds points on neighbours that are flush with a static or kinematic collider, as a side on it is on them, too.
static void add_neighbour_ends(World* w, const Path* path, double time, float margin, hit_ends* e)
{
    const Collider *a = &w->colliders.data[path->collider], *b = &w->colliders.data[path->other];
    const Body* body = &w->bodies.data[b->body];
    int32_t numbers[IMPI_BESIDE_MOST], count = 0;
    DVec origin = FNI(thing_at)(&path->thing, time);
    Pose pose = pose_from_origin(path, time, origin), at = FNI(thing_pose)(&path->thing, time, origin);
    const Compound compound = FNI(collider_swept)(a);
    Box box;
    if (!b->has_neighbours || body->kind == IMP_BODY_DYNAMIC || FN(compound_bounds)(&compound, &at, &box))
    {
        return;
    }
    box = FNI(world_box)(w, box);
    if (FN(index_query_box)(w->fixed_index, &box, &a->filter, numbers, IMPI_BESIDE_MOST, &count))
    {
        return;
    }
    for (int32_t i = 0; i < count; ++i)
    {
        const Collider* beside = &w->colliders.data[w->fixed_of.data[numbers[i]]];
        const Compound there = FNI(collider_compound)(beside);
        if (beside != b && !beside->sensor && FNI(moves_alike)(body, &w->bodies.data[beside->body]) &&
            !FNI(is_one_way)(beside->one_way) && FNI(may_meet)(w, a, beside))
        {
            Path made;
            Pose pose_there = pose_from_origin(FNI(path_of)(w, beside->body, &made), time, origin);
            add_compound_ends(e, &compound, &pose, &there, &pose_there, margin + IMPI_FLUSH * w->unit);
        }
    }
}

// Contact points of an event: that of the time of impact, or those of sides that lie on each other.
static hit_points find_hit_points(World* w, const Path* path, const Path* other, double time)
{
    const Toi* toi = &path->met;
    hit_points p = {.a = hit_side_at(path, time), .b = hit_side_at(other, time), .normal = toi->normal, .count = 1};
    DVec origin = FNI(thing_at)(&path->thing, time);
    DVec to_b = FNI(dsub)(origin, FNI(thing_at)(&other->thing, time));
    p.a.arms[0] = toi->arm_a;
    p.b.arms[0] = FNI(dadd_scaled)(to_b, toi->arm_a, 1.0);
    Shape room_a, room_b;
    const Shape* part_a = FNI(part_ref)(path->thing.compound, toi->part_a, &room_a);
    const Shape* part_b = FNI(part_ref)(other->thing.compound, toi->part_b, &room_b);
    Manifold m;
    Pose pose_a = pose_from_origin(path, time, origin), pose_b = pose_from_origin(other, time, origin);
    float margin = (float)(SIDE_MARGIN * (path->thing.size < other->thing.size ? path->thing.size : other->thing.size));
    if (FN(collide)(part_a, &pose_a, part_b, &pose_b, margin, &m))
    {
        return p;
    }
    hit_ends ends = {.normal = p.normal};
    add_manifold_ends(&ends, &m, PARALLEL);
    if (ends.count > 0)
    {
        add_neighbour_ends(w, path, time, margin, &ends);
    }
    for (int32_t k = 0; k < ends.count && ends.count >= 2; ++k)
    {
        p.a.arms[k] = ends.at[k];
        p.b.arms[k] = FNI(dadd_scaled)(to_b, ends.at[k], 1.0);
        p.count = k + 1;
    }
    return p;
}

static imp_surface surface_of_event(World* w, const Path* path)
{
    const Collider *a = &w->colliders.data[path->collider], *b = &w->colliders.data[path->other];
    const Contact* c = FNI(contact_between)(w, a, b);
    return c && c->solved ? c->surface : FNI(surface_of)(w, &a->material, &b->material);
}

// The surface velocity of a collider, in the world.
static Vec belt_of_collider(const World* w, int32_t collider)
{
    const Collider* c = &w->colliders.data[collider];
    return FN(rot_apply)(w->bodies.data[c->body].pose.q, c->belt);
}

// Change of normal velocity that each point needs, by restitution, gravity and turning. Returns whether one bounces.
static bool wanted_velocity_changes(const World* w, const hit_points* p, const Path* path, const Path* other,
                                    double time, double restitution, double wanted[DIMI(RESPONSE_POINTS)])
{
    bool bounces = false;
    DVec fall_between = FNI(dsub)(other->fall, path->fall);
    for (int32_t i = 0; i < p->count; ++i)
    {
        double closing = -separating_speed_at(p, i, p->normal);
        double closing_later = closing - FNI(ddot)(fall_between, p->normal) * 0.5 * (1.0 - time);
        bool bounce = restitution > 0.0 && closing >= (double)w->solver.row_step.bounce_speed * FNI(step_time)(w);
        double arc =
            closing > 0.0 && !bounce ? FNI(arc_between)(&path->thing, &other->thing, &path->met, closing) : 0.0;
        wanted[i] = closing > 0.0 ? closing * (bounce ? 1.0 + restitution : 1.0) : 0.0;
        wanted[i] = (wanted[i] > closing_later ? wanted[i] : closing_later) + arc;
        bounces |= bounce;
    }
    return bounces;
}

// Solves and applies normal impulses, then friction, then rolling resistance.
static void solve_event_impulses(hit_points* p, const imp_surface* surface, DVec belt,
                                 const double wanted[DIMI(RESPONSE_POINTS)], double time_of_step,
                                 double impulse[DIMI(RESPONSE_POINTS)])
{
    DVec n = p->normal;
    double k[DIMI(RESPONSE_POINTS)][DIMI(RESPONSE_POINTS)], least[DIMI(RESPONSE_POINTS)], all = 0.0;
    for (int32_t i = 0; i < DIMI(RESPONSE_POINTS); ++i)
    {
        least[i] = i < p->count && wanted[i] > 0.0 ? wanted[i] : 0.0;
        for (int32_t j = 0; j < DIMI(RESPONSE_POINTS); ++j)
        {
            k[i][j] = i < p->count && j < p->count ? inverse_effective_mass(p, i, j, n) : 0.0;
        }
    }
    FNI(share_normals)(p->count, k, least, impulse);
    for (int32_t i = 0; i < p->count; ++i)
    {
        apply_impulse_to_both(p, i, n, impulse[i]);
    }
    for (int32_t i = 0; i < p->count; ++i)
    {
        DVec t = FNI(friction_axis)(n, FNI(dadd_scaled)(relative_point_velocity(p, i), belt, -time_of_step));
        double resists = inverse_effective_mass(p, i, i, t), most = (double)surface->friction * impulse[i];
        double sliding = separating_speed_at(p, i, t) - FNI(belt_along)(surface, belt, t) * time_of_step;
        double stop = resists > 0.0 ? -sliding / resists : 0.0;
        apply_impulse_to_both(p, i, t, stop > most ? most : stop < -most ? -most : stop);
    }
    DInertia resists = FNI(dinertia_add)(p->a.inverse_inertia, p->b.inverse_inertia);
    for (int32_t i = 0; i < p->count; ++i)
    {
        all += impulse[i];
    }
    double most = (double)surface->rolling_resistance * all;
    DSpin stop = FNI(dspin_limit)(FNI(dinertia_solve)(resists, FNI(dspin_sub)(p->a.spin, p->b.spin)), most);
    p->a.spin = FNI(dspin_sub)(p->a.spin, FNI(dinertia_apply)(p->a.inverse_inertia, stop));
    p->b.spin = FNI(dspin_add)(p->b.spin, FNI(dinertia_apply)(p->b.inverse_inertia, stop));
}

// Reports

EventPair FNI(event_pair_of)(const World* w, int32_t a, int32_t b)
{
    int32_t number_a = w->colliders.data[a].number, number_b = w->colliders.data[b].number;
    const EventPair r = {{number_a, number_b}, a, b, false}, turned = {{number_b, number_a}, b, a, false};
    return number_a < number_b ? r : turned;
}

static void record_event(World* w, const Path* path, const hit_points* p, double closing,
                         const double impulse[DIMI(RESPONSE_POINTS)], double time)
{
    double step = FNI(step_time)(w), speed = closing / step;
    int32_t hardest = 0;
    for (int32_t i = 1; i < p->count; ++i)
    {
        hardest = impulse[i] > impulse[hardest] ? i : hardest;
    }
    DVec at = FNI(dadd_scaled)(FNI(thing_at)(&path->thing, time), p->a.arms[hardest], 1.0);
    EventPair met = FNI(event_pair_of)(w, path->collider, path->other);
    float sign = met.collider_a == path->collider ? 1.0f : -1.0f;
    for (int32_t i = 0; i < p->count; ++i)
    {
        met.parted |= separating_speed_at(p, i, p->normal) > 0x1p-20 * closing;
    }
    w->continuous.event_pairs.data[w->continuous.event_pairs.count++] = met;
    if (w->impact_speed > 0.0f && speed >= (double)w->impact_speed)
    {
        Impact impact = {{impi_pool_id(&w->collider_pool, met.collider_a)},
                         {impi_pool_id(&w->collider_pool, met.collider_b)},
                         FNI(vec_of)(at),
                         FN(vec_scale)(FNI(vec_of)(p->normal), sign),
                         (float)speed,
                         (float)(impulse[hardest] / step)};
        w->events.impacts.data[w->events.impacts.count++] = impact;
    }
}

// Marks the contact of two colliders as touching; without one, reports that they began and ended to touch.
static void report_event_touches(World* w, const EventPair* met, bool parted)
{
    const Collider *a = &w->colliders.data[met->collider_a], *b = &w->colliders.data[met->collider_b];
    Contact* c = FNI(contact_between)(w, a, b);
    const imp_touch touch = {{impi_pool_id(&w->collider_pool, met->collider_a)},
                             {impi_pool_id(&w->collider_pool, met->collider_b)}};
    if (c)
    {
        FNI(contact_set_touching)(w, c, true);  // the next step reports its end
    }
    else if (parted)
    {
        w->events.begun_touches.data[w->events.begun_touches.count++] = touch;
        w->events.ended_touches.data[w->events.ended_touches.count++] = touch;
    }
}

const impi_keyed* FNI(events_in_order)(World* w, const EventPair* met, int32_t count)
{
    impi_keyed* keys = w->continuous.event_keys.data;
    for (int32_t i = 0; i < count; ++i)
    {
        keys[i].key = impi_contact_key_of(met[i].numbers);
        keys[i].value = i;
    }
    impi_sort(keys, keys + count, count);
    return keys;
}

void FNI(hits_tell)(World* w)
{
    int32_t count = w->continuous.event_pairs.count;
    const impi_keyed* keys = FNI(events_in_order)(w, w->continuous.event_pairs.data, count);
    for (int32_t i = 0, next; i < count; i = next)
    {
        bool parted = false;
        for (next = i; next < count && keys[next].key == keys[i].key; ++next)
        {
            parted |= w->continuous.event_pairs.data[keys[next].value].parted;
        }
        report_event_touches(w, &w->continuous.event_pairs.data[keys[i].value], parted);
    }
    w->continuous.event_pairs.count = 0;
}

// Response

static void make_immovable(hit_side* s)
{
    s->inverse_masses = FNI(dvec_none)();
    s->inverse_inertia = FNI(dinertia_none)();
}

// After an event without a bounce, an immovable body supports the other one.
static void set_support(Path* path, const hit_points* p, bool by_a)
{
    const hit_side* firm = by_a ? &p->a : &p->b;
    DVec n = by_a ? p->normal : FNI(dnegate)(p->normal);
    DVec at = FNI(dadd)(firm->velocity, FNI(dspin_velocity)(firm->spin, firm->arms[0]));
    path->supported = true;
    path->support_normal = n;
    path->support_rate = FNI(ddot)(at, n);
}

void FNI(hit_respond)(World* w, Path* path, Path* other, double time)
{
    imp_surface surface = surface_of_event(w, path);
    Compound compound_a = FNI(collider_swept)(&w->colliders.data[path->collider]);
    Compound compound_b = FNI(collider_swept)(&w->colliders.data[path->other]);
    path->thing.compound = &compound_a;
    other->thing.compound = &compound_b;
    Path lifted = *path;
    lifted.thing.at = FNI(dadd_scaled)(lifted.thing.at, path->met_lift, 1.0);
    hit_points p = find_hit_points(w, &lifted, other, time);
    bool immovable_a = !is_movable(path), immovable_b = !is_movable(other);
    bool supported_a = !immovable_a && is_supported(w, path, &p.a, FNI(dnegate)(p.normal));
    bool supported_b = !immovable_b && is_supported(w, other, &p.b, p.normal);
    if (supported_a != supported_b && surface.restitution == 0.0f)
    {
        immovable_a = immovable_a || (supported_a && !immovable_b);
        immovable_b = immovable_b || (supported_b && !immovable_a);
        if (immovable_a != immovable_b)
        {
            make_immovable(immovable_a ? &p.a : &p.b);
        }
    }
    double wanted[DIMI(RESPONSE_POINTS)] = {0.0}, impulse[DIMI(RESPONSE_POINTS)] = {0.0};
    double closing = -separating_speed_at(&p, 0, p.normal);
    for (int32_t i = 1; i < p.count; ++i)
    {
        double closing_here = -separating_speed_at(&p, i, p.normal);
        closing = closing_here > closing ? closing_here : closing;
    }
    bool bounces = wanted_velocity_changes(w, &p, path, other, time, (double)surface.restitution, wanted);
    DVec belt = FNI(dvec_of)(FN(vec_sub)(belt_of_collider(w, path->collider), belt_of_collider(w, path->other)));
    solve_event_impulses(&p, &surface, belt, wanted, FNI(step_time)(w), impulse);
    record_event(w, path, &p, closing, impulse, time);
    const Toi met = path->met;
    Path* both[2] = {path, other};
    for (int k = 0; k < 2; ++k)
    {
        const hit_side* s = k ? &p.b : &p.a;
        if (is_movable(both[k]))
        {
            FNI(path_cross)(w, both[k], time);
            FNI(path_turn)(both[k], time, FNI(dadd_scaled)(s->velocity, both[k]->fall, 1.0 - time), s->spin);
        }
    }
    if (!bounces && immovable_a != immovable_b)
    {
        set_support(immovable_a ? other : path, &p, immovable_a);
    }
    // A compound is moved apart even after a bounce: penetration of the whole is dear.
    if (!bounces || compound_a.part_count > 1 || compound_b.part_count > 1)
    {
        FNI(leave_skin)
        (&path->thing, &other->thing, &met, separation_inverse_mass(path), separation_inverse_mass(other));
    }
    path->thing.compound = other->thing.compound = NULL;
}
