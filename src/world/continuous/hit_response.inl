// SPDX-License-Identifier: MIT
//
// Velocities of two bodies that hit each other within a step, and what is told of it.
//
// An impulse along the normal parts them by the law of restitution, at one point or, where sides lie on each other, at
// two at once; then friction, never more than what stops the sliding. Gravity acts on what is left of the step, too: a
// body that does not bounce is not to fall into what it has just hit, so the impulse is at least what keeps its path
// out of that. Order of the stages and points as in impulse_response2.c.
//
// What is pushed by something that gives no way, and does not bounce, gives no way to others either as long as it leans
// on that. Of a pile that is hit by a wall, hits between all neighbours would come to the same, but in the limit of
// very many (shock propagation, Guendelman et al. 2003).

#ifndef AXES
#include "continuous2.h"
#include "hit_points2.h"
#include "../../base/sort.h"
#include "../../motion/one_way2.h"
#include "../../motion/impulse_response2.h"
#include <math.h>

#include "../../math/dim2.h"
#endif

#define PARALLEL 0x1p-10     // as normals
#define ALIKE 0x1p-17        // the same, of what goes on as one floor
#define BACKED 0.7           // cosine
#define LOOSE 0.05           // [length units / s]: what leaves so slowly still leans
#define SIDE_MARGIN 0x1p-12  // of both sizes: as far from touching, the second point of two sides is one, too

enum
{
    FEW_BESIDE = 8  // manifolds with each collider beside what is hit
};

// A body while it is hit.
typedef struct hit_side
{
    DVec velocity;  // of the centre, now
    DSpin spin;
    DVec inverse_masses;
    DInertia inverse_inertia;
    DVec arms[2];  // from the centre to the points
} hit_side;

typedef struct hit_points
{
    hit_side a, b;
    DVec normal;
    int32_t count;
} hit_points;

static bool gives_way(const Path* path)
{
    return FNI(dsum)(path->inverse_masses) > 0.0 || FNI(dinertia_some)(path->thing.inverse_inertia);
}

// The inverse mass by which a body is moved: an exhausted one stays where it is.
static double moving_mass(const Path* path)
{
    return path->exhausted ? 0.0 : FNI(dsum)(path->inverse_masses);
}

// Whether it is pushed against what it leans on.
static bool is_supported(const World* w, const Path* path, const hit_side* s, DVec push)
{
    double loose = LOOSE * (double)w->unit * FNI(step_time)(w);
    return path->supported && FNI(ddot)(push, path->support_normal) < -BACKED &&
           FNI(ddot)(s->velocity, path->support_normal) <= path->support_rate + loose;
}

static hit_side side_of(const Path* path, double time)
{
    const hit_side r = {.velocity = FNI(dadd_scaled)(path->end, path->fall, -(1.0 - time)),
                        .spin = path->end_spin,
                        .inverse_masses = path->inverse_masses,
                        .inverse_inertia = path->thing.inverse_inertia};
    return r;
}

static void push_side(hit_side* s, DVec arm, DVec direction, double impulse)
{
    DSpin spun = FNI(dinertia_apply)(s->inverse_inertia, FNI(dspin_lever)(arm, direction));
    s->velocity = FNI(dadd_scaled)(s->velocity, FNI(dmultiply)(direction, s->inverse_masses), impulse);
    s->spin = FNI(dspin_add)(s->spin, FNI(dspin_scale)(spun, impulse));
}

static void push_both(hit_points* p, int32_t i, DVec direction, double impulse)
{
    push_side(&p->a, p->a.arms[i], direction, -impulse);
    push_side(&p->b, p->b.arms[i], direction, impulse);
}

// Velocity of B's point against A's.
static DVec velocity_between_points(const hit_points* p, int32_t i)
{
    DVec by_turning =
        FNI(dsub)(FNI(dspin_velocity)(p->b.spin, p->b.arms[i]), FNI(dspin_velocity)(p->a.spin, p->a.arms[i]));
    return FNI(dadd)(FNI(dsub)(p->b.velocity, p->a.velocity), by_turning);
}

// The same along a direction.
static double parting_at(const hit_points* p, int32_t i, DVec direction)
{
    return FNI(ddot)(velocity_between_points(p, i), direction);
}

// How that changes at one point for a unit of impulse at another.
static double change_at(const hit_points* p, int32_t i, int32_t k, DVec d)
{
    const hit_side *a = &p->a, *b = &p->b;
    return FNI(ddot)(FNI(dmultiply)(d, d), FNI(dadd)(a->inverse_masses, b->inverse_masses)) +
           FNI(dinertia_response_at)(a->inverse_inertia, FNI(dspin_lever)(a->arms[i], d),
                                     FNI(dspin_lever)(a->arms[k], d)) +
           FNI(dinertia_response_at)(b->inverse_inertia, FNI(dspin_lever)(b->arms[i], d),
                                     FNI(dspin_lever)(b->arms[k], d));
}

static Pose pose_beside(const Path* path, double time, DVec origin)
{
    return FNI(thing_pose)(&path->thing, time, FNI(dsub)(FNI(thing_at)(&path->thing, time), origin));
}

// Points of a hit: on sides that lie on each other two, those that are farthest from each other.
typedef struct hit_ends
{
    DVec normal, at[2];
    int32_t count;
} hit_ends;

static void take_ends(hit_ends* e, const Manifold* m, double off)
{
    DVec n = e->normal;
    bool parallel = FNI(ddot)(FNI(dvec_of)(m->normal), n) > 1.0 - off;
    for (int32_t k = 0; k < m->count && parallel; ++k)
    {
        FNI(take_end)(e->at, &e->count, n, FNI(dvec_of)(m->points[k].point));
    }
}

static void take_ends_of(hit_ends* e, const Compound* a, const Pose* pose_a, const Compound* b, const Pose* pose_b,
                         float margin)
{
    PartManifold found[FEW_BESIDE];
    int32_t count = 1;
    imp_status status = FNI(is_single)(a) && FNI(is_single)(b)
                            ? FN(collide)(a->parts, pose_a, b->parts, pose_b, margin, &found[0].manifold)
                            : FNI(compound_manifolds)(a, pose_a, b, pose_b, margin, found, FEW_BESIDE, &count);
    for (int32_t k = 0; k < count && k < FEW_BESIDE && !status; ++k)
    {
        take_ends(e, &found[k].manifold, ALIKE);
    }
}

// What lies beside the one that stands, and flush with it: what hits that hits them, too.
static void take_ends_beside(World* w, const Path* path, double time, float margin, hit_ends* e)
{
    const Collider *a = &w->colliders.data[path->collider], *b = &w->colliders.data[path->other];
    const Body* body = &w->bodies.data[b->body];
    int32_t numbers[IMPI_BESIDE_MOST], count = 0;
    DVec origin = FNI(thing_at)(&path->thing, time);
    Pose pose = pose_beside(path, time, origin), at = FNI(thing_pose)(&path->thing, time, origin);
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
            Pose pose_there = pose_beside(FNI(path_of)(w, beside->body, &made), time, origin);
            take_ends_of(e, &compound, &pose, &there, &pose_there, margin + IMPI_FLUSH * w->unit);
        }
    }
}

// Where two bodies hit each other: at the point that was foreseen, or at both ends of sides that lie on each other.
static hit_points points_of(World* w, const Path* path, const Path* other, double time)
{
    const Toi* toi = &path->met;
    hit_points p = {.a = side_of(path, time), .b = side_of(other, time), .normal = toi->normal, .count = 1};
    DVec origin = FNI(thing_at)(&path->thing, time);
    DVec to_b = FNI(dsub)(origin, FNI(thing_at)(&other->thing, time));
    p.a.arms[0] = toi->arm_a;
    p.b.arms[0] = FNI(dadd_scaled)(to_b, toi->arm_a, 1.0);
    const Shape* part_a = &path->thing.compound->parts[toi->part_a];
    const Shape* part_b = &other->thing.compound->parts[toi->part_b];
    Manifold m;
    Pose pose_a = pose_beside(path, time, origin), pose_b = pose_beside(other, time, origin);
    float margin = (float)(SIDE_MARGIN * (path->thing.size < other->thing.size ? path->thing.size : other->thing.size));
    if (FN(collide)(part_a, &pose_a, part_b, &pose_b, margin, &m))
    {
        return p;
    }
    hit_ends ends = {.normal = p.normal};
    take_ends(&ends, &m, PARALLEL);
    if (ends.count > 0)
    {
        take_ends_beside(w, path, time, margin, &ends);
    }
    for (int32_t k = 0; k < ends.count && ends.count == 2; ++k)
    {
        p.a.arms[k] = ends.at[k];
        p.b.arms[k] = FNI(dadd_scaled)(to_b, ends.at[k], 1.0);
        p.count = k + 1;
    }
    return p;
}

static imp_surface surface_between(World* w, const Path* path)
{
    const Collider *a = &w->colliders.data[path->collider], *b = &w->colliders.data[path->other];
    const Contact* c = FNI(contact_between)(w, a, b);
    return c && c->solved ? c->surface : FNI(surface_of)(w, &a->material, &b->material);
}

// By how much each point must change its velocity along the normal. Returns whether one of them bounces.
static bool wanted_at(const World* w, const hit_points* p, const Path* path, const Path* other, double time,
                      double restitution, double wanted[2])
{
    bool bounces = false;
    DVec later = FNI(dsub)(other->fall, path->fall);
    for (int32_t i = 0; i < p->count; ++i)
    {
        double closing = -parting_at(p, i, p->normal);
        double soon = closing - FNI(ddot)(later, p->normal) * 0.5 * (1.0 - time);
        bool bounce = restitution > 0.0 && closing >= (double)w->solver.row_step.bounce_speed * FNI(step_time)(w);
        double arc =
            closing > 0.0 && !bounce ? FNI(arc_between)(&path->thing, &other->thing, &path->met, closing) : 0.0;
        wanted[i] = closing > 0.0 ? closing * (bounce ? 1.0 + restitution : 1.0) : 0.0;
        wanted[i] = (wanted[i] > soon ? wanted[i] : soon) + arc;
        bounces |= bounce;
    }
    return bounces;
}

// The impulses of a hit along the normal, and what they do.
static void push_apart(hit_points* p, const imp_surface* surface, const double wanted[2], double time_of_step,
                       double impulse[2])
{
    DVec n = p->normal;
    double k[2][2];
    for (int32_t i = 0; i < 2; ++i)
    {
        k[i][0] = change_at(p, i, 0, n);
        k[i][1] = change_at(p, i, 1, n);
    }
    if (p->count == 2 && wanted[0] > 0.0 && wanted[1] > 0.0 && k[0][0] > 0.0 && k[1][1] > 0.0)
    {
        impi_share_between_points(k, wanted, impulse);
    }
    else
    {
        for (int32_t i = 0; i < p->count; ++i)
        {
            impulse[i] = wanted[i] > 0.0 && k[i][i] > 0.0 ? wanted[i] / k[i][i] : 0.0;
        }
    }
    for (int32_t i = 0; i < p->count; ++i)
    {
        push_both(p, i, n, impulse[i]);
    }
    for (int32_t i = 0; i < p->count; ++i)
    {
        DVec t = FNI(friction_axis)(n, velocity_between_points(p, i));
        double resists = change_at(p, i, i, t), most = (double)surface->friction * impulse[i];
        double sliding = parting_at(p, i, t) - (double)surface->tangent_speed * time_of_step;
        double stop = resists > 0.0 ? -sliding / resists : 0.0;
        push_both(p, i, t, stop > most ? most : stop < -most ? -most : stop);
    }
    DInertia resists = FNI(dinertia_add)(p->a.inverse_inertia, p->b.inverse_inertia);
    double most = (double)surface->rolling_resistance * (impulse[0] + impulse[1]);
    DSpin stop = FNI(dspin_limit)(FNI(dinertia_solve)(resists, FNI(dspin_sub)(p->a.spin, p->b.spin)), most);
    p->a.spin = FNI(dspin_sub)(p->a.spin, FNI(dinertia_apply)(p->a.inverse_inertia, stop));
    p->b.spin = FNI(dspin_add)(p->b.spin, FNI(dinertia_apply)(p->b.inverse_inertia, stop));
}

// What is told

EventPair FNI(event_pair_of)(const World* w, int32_t a, int32_t b)
{
    int32_t number_a = w->colliders.data[a].number, number_b = w->colliders.data[b].number;
    const EventPair r = {{number_a, number_b}, a, b, false}, turned = {{number_b, number_a}, b, a, false};
    return number_a < number_b ? r : turned;
}

static void note_hit(World* w, const Path* path, const hit_points* p, double closing, const double impulse[2],
                     double time)
{
    double step = FNI(step_time)(w), speed = closing / step;
    int32_t hardest = impulse[1] > impulse[0];
    DVec at = FNI(dadd_scaled)(FNI(thing_at)(&path->thing, time), p->a.arms[hardest], 1.0);
    EventPair met = FNI(event_pair_of)(w, path->collider, path->other);
    float sign = met.collider_a == path->collider ? 1.0f : -1.0f;
    for (int32_t i = 0; i < p->count; ++i)
    {
        met.parted |= parting_at(p, i, p->normal) > 0x1p-20 * closing;
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

// The contact of two colliders that have hit each other, or two touches, of which each pair has one.
static void tell_event(World* w, const EventPair* met, bool parted)
{
    const Collider *a = &w->colliders.data[met->collider_a], *b = &w->colliders.data[met->collider_b];
    Contact* c = FNI(contact_between)(w, a, b);
    const imp_touch touch = {{impi_pool_id(&w->collider_pool, met->collider_a)},
                             {impi_pool_id(&w->collider_pool, met->collider_b)}};
    if (c)
    {
        FNI(contact_set_touching)(w, c, true);  // that it has ended is for the next step to say
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
        tell_event(w, &w->continuous.event_pairs.data[keys[i].value], parted);
    }
    w->continuous.event_pairs.count = 0;
}

// What becomes of them

static void stand_firm(hit_side* s)
{
    s->inverse_masses = FNI(dvec_none)();
    s->inverse_inertia = FNI(dinertia_none)();
}

// After a hit without a bounce: the body leans on what gave no way.
static void lean_on_support(Path* path, const hit_points* p, bool by_a)
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
    imp_surface surface = surface_between(w, path);
    Compound compound_a = FNI(collider_swept)(&w->colliders.data[path->collider]);
    Compound compound_b = FNI(collider_swept)(&w->colliders.data[path->other]);
    path->thing.compound = &compound_a;
    other->thing.compound = &compound_b;
    Path lifted = *path;
    lifted.thing.at = FNI(dadd_scaled)(lifted.thing.at, path->met_lift, 1.0);
    hit_points p = points_of(w, &lifted, other, time);
    bool firm_a = !gives_way(path), firm_b = !gives_way(other);
    bool backed_a = !firm_a && is_supported(w, path, &p.a, FNI(dnegate)(p.normal));
    bool backed_b = !firm_b && is_supported(w, other, &p.b, p.normal);
    if (backed_a != backed_b && surface.restitution == 0.0f)
    {
        firm_a = firm_a || (backed_a && !firm_b);
        firm_b = firm_b || (backed_b && !firm_a);
        if (firm_a != firm_b)
        {
            stand_firm(firm_a ? &p.a : &p.b);
        }
    }
    double wanted[2] = {0.0, 0.0}, impulse[2] = {0.0, 0.0}, closing = -parting_at(&p, 0, p.normal);
    closing = p.count == 2 && -parting_at(&p, 1, p.normal) > closing ? -parting_at(&p, 1, p.normal) : closing;
    bool bounces = wanted_at(w, &p, path, other, time, (double)surface.restitution, wanted);
    push_apart(&p, &surface, wanted, FNI(step_time)(w), impulse);
    note_hit(w, path, &p, closing, impulse, time);
    const Toi met = path->met;
    Path* both[2] = {path, other};
    for (int k = 0; k < 2; ++k)
    {
        const hit_side* s = k ? &p.b : &p.a;
        if (gives_way(both[k]))
        {
            FNI(path_cross)(w, both[k], time);
            FNI(path_turn)(both[k], time, FNI(dadd_scaled)(s->velocity, both[k]->fall, 1.0 - time), s->spin);
        }
    }
    if (!bounces && firm_a != firm_b)
    {
        lean_on_support(firm_a ? other : path, &p, firm_a);
    }
    // What touches a compound is asked for the way out of the whole, and that takes long.
    if (!bounces || compound_a.part_count > 1 || compound_b.part_count > 1)
    {
        FNI(leave_skin)(&path->thing, &other->thing, &met, moving_mass(path), moving_mass(other));
    }
    path->thing.compound = other->thing.compound = NULL;
}
