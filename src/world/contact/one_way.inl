// SPDX-License-Identifier: MIT
//
// One-way colliders of a world: bodies that come to their side rest on it, all others pass.
//
//     manifold that begins -> normal to the side, and not deep, or it came from there -> held: a row
//                          -> else inside: no row
//
// A held manifold stays held as long as its normal is to the side, however deep it gets. Each manifold has its
// own state, as a body may stand on one part of a collider and be in another; from part to part it goes as deep as it
// is held. But a body that is deeper in any part than the tolerance and is held by none passes all of them, until
// nothing of it is in any: with all its own parts, and all colliders of its body, else it would hang in a floor by its
// arms. That is a state of the contact, as is dropping through, until the two are apart.
//
// An overlap that is deep at once, as that of fast bodies, is swept from the poses of the step before, as both may have
// moved. It is held if the first contact was on the side. Tried and dropped: asking velocities; after a bounce, or if a
// body was pushed or put elsewhere, they do not say where it came from.
//
// Normals and rotations are those at which a manifold was made, so that a repeated call decides the same. All is
// decided from saved state: the states, and the poses of the step before, which are those of the body sims when a step
// begins.

#ifndef AXES
#include "../../math/trig.h"
#include "../../motion/one_way2.h"
#include "contact2.h"
#include <float.h>

#include "../../math/dim2.h"
#endif

// The depth up to which a body counts as resting on the collider.
static float tolerance_of_collider(const World* w, const Collider* c)
{
    return c->tolerance > 0.0f ? c->tolerance : FNI(world_near)(w);
}

void FNI(one_way_note)(const World* w, Contact* c)
{
    bool a = c->solved && FNI(is_one_way)(w->colliders.data[c->collider_a].one_way);
    bool b = c->solved && FNI(is_one_way)(w->colliders.data[c->collider_b].one_way);
    int kept = a || b ? c->one_way & ~(IMPI_ONE_WAY_A | IMPI_ONE_WAY_B) : 0;
    c->one_way = (uint8_t)((a ? IMPI_ONE_WAY_A : 0) | (b ? IMPI_ONE_WAY_B : 0) | kept);
}

// Whether a normal from A to B is to the side of each one-way collider, at these rotations.
static bool both_faced(const Collider* a, Rot turn_a, const Collider* b, Rot turn_b, Vec normal)
{
    const DVec n = FNI(dvec_of)(normal);
    return (!FNI(is_one_way)(a->one_way) || FNI(one_way_faces)(a->one_way, turn_a, n)) &&
           (!FNI(is_one_way)(b->one_way) || FNI(one_way_faces)(b->one_way, turn_b, FNI(dnegate)(n)));
}

// The decision about a contact.
typedef struct one_way_decision
{
    const World* w;
    const Contact* c;
    const Collider *a, *b;
    float tolerance;
    float held;  // how deep it is in the parts that hold it
    bool passing, dropped, holding;
} one_way_decision;

// The motion of a collider through the step before.
static CompoundMover mover_before(const World* w, const Collider* c, const Compound* compound, Vec origin)
{
    const Body* b = &w->bodies.data[c->body];
    // A body that was made since the step began has not moved.
    Pose before = b->move_flags & IMPI_NEW ? b->pose : w->previous_poses.data[c->body];
    CompoundMover r = {.compound = compound, .pose = before, .motion = FN(vec_sub)(b->pose.p, before.p)};
    r.turn = FNI(spin_of)(FNI(dturn_between)(before.q, b->pose.q));
    r.pose.p = FNI(vec_tidied)(FN(vec_sub)(before.p, origin));
    return r;
}

// Whether the two came into contact on the side, in the step before.
static bool came_from_side(const one_way_decision* d)
{
    const Compound a = FNI(collider_compound)(d->a), b = FNI(collider_compound)(d->b);
    Vec origin = d->w->bodies.data[d->a->body].pose.p;
    CompoundMover mover_a = mover_before(d->w, d->a, &a, origin);
    CompoundMover mover_b = mover_before(d->w, d->b, &b, origin);
    CompoundHit hit;
    bool is_hit = !FN(compound_time_of_impact)(&mover_a, &mover_b, &hit) && hit.hit.kind == IMP_SWEEP_HIT;
    Rot turn_a = d->w->bodies.data[d->a->body].pose.q, turn_b = d->w->bodies.data[d->b->body].pose.q;
    return is_hit && both_faced(d->a, turn_a, d->b, turn_b, hit.hit.normal);
}

// A bound of how far any point of one has come towards the other in the step before.
static float motion_before(const one_way_decision* d)
{
    const Body *a = &d->w->bodies.data[d->a->body], *b = &d->w->bodies.data[d->b->body];
    const CompoundMover mover_a = mover_before(d->w, d->a, NULL, a->pose.p);
    const CompoundMover mover_b = mover_before(d->w, d->b, NULL, a->pose.p);
    Vec motion = FN(vec_sub)(mover_b.motion, mover_a.motion);
    return sqrtf(FN(vec_dot)(motion, motion)) + FNI(spin_length)(mover_a.turn) * a->extent +
           FNI(spin_length)(mover_b.turn) * b->extent;
}

static float deepest_of(const Cache* t)
{
    return t->manifold.points[FNI(deepest_point)(&t->manifold)].depth;
}

static bool is_faced_by(const one_way_decision* d, const Cache* t)
{
    return both_faced(d->a, d->c->poses.turn_a, d->b, d->c->poses.turn_b, t->manifold.normal);
}

static bool is_held_now(const one_way_decision* d, const Cache* t)
{
    if (d->dropped || !is_faced_by(d, t))
    {
        return false;
    }
    if (t->side == IMPI_SIDE_HELD || d->passing)
    {
        return t->side == IMPI_SIDE_HELD;
    }
    // A body that rocks on a floor of many parts leaves one and comes down on another.
    float least = d->tolerance + d->held;
    return deepest_of(t) <= least || (t->side == IMPI_SIDE_APART &&
                                      ((d->holding && deepest_of(t) <= least + motion_before(d)) || came_from_side(d)));
}

// Takes over the states of the body's other colliders, in their contacts with the one-way collider.
static void take_sibling_states(one_way_decision* d, const Collider* one_way, const Collider* c)
{
    for (int32_t k = d->w->bodies.data[c->body].first; k >= 0; k = d->w->colliders.data[k].next)
    {
        const Collider* sibling = &d->w->colliders.data[k];
        const Contact* other = sibling != c ? FNI(contact_in)(d->w, &d->w->awake, one_way, sibling) : NULL;
        if (other && other->one_way)
        {
            d->passing |= other->one_way & IMPI_ONE_WAY_PASSING;
            d->dropped |= other->one_way & IMPI_ONE_WAY_DROPPED;
        }
    }
}

// Whether a body passes through a one-way collider already.
static bool goes_through(const World* w, const Collider* one_way, const Collider* c)
{
    one_way_decision d = {.w = w};
    if (FNI(is_one_way)(one_way->one_way))
    {
        take_sibling_states(&d, one_way, c);
    }
    return d.passing || d.dropped;
}

bool FNI(one_way_passes)(const World* w, const Collider* a, const Collider* b, Vec normal)
{
    return !both_faced(a, w->bodies.data[a->body].pose.q, b, w->bodies.data[b->body].pose.q, normal) ||
           goes_through(w, a, b) || goes_through(w, b, a);
}

static one_way_decision one_way_decision_of(const World* w, const Contact* c)
{
    one_way_decision d = {
        .w = w, .c = c, .a = &w->colliders.data[c->collider_a], .b = &w->colliders.data[c->collider_b]};
    float tolerance_a = c->one_way & IMPI_ONE_WAY_A ? tolerance_of_collider(w, d.a) : FLT_MAX;
    float tolerance_b = c->one_way & IMPI_ONE_WAY_B ? tolerance_of_collider(w, d.b) : FLT_MAX;
    d.tolerance = tolerance_a < tolerance_b ? tolerance_a : tolerance_b;
    d.dropped = c->one_way & IMPI_ONE_WAY_DROPPED;
    d.passing = c->one_way & IMPI_ONE_WAY_PASSING;
    d.holding = c->one_way & IMPI_ONE_WAY_HOLDING;
    for (const Cache* t = c->manifold_count > 0 ? &c->cache : NULL; t; t = FNI(next_cache)(w, c, t))
    {
        d.held = t->side == IMPI_SIDE_HELD && deepest_of(t) > d.held ? deepest_of(t) : d.held;
    }
    if (c->manifold_count > 0 && (c->one_way & IMPI_ONE_WAY_A))
    {
        take_sibling_states(&d, d.a, d.b);
    }
    if (c->manifold_count > 0 && (c->one_way & IMPI_ONE_WAY_B))
    {
        take_sibling_states(&d, d.b, d.a);
    }
    d.passing = d.passing && !FNI(contact_holds)(w, c);
    return d;
}

void FNI(one_way_decide)(const World* w, Contact* c)
{
    const one_way_decision d = one_way_decision_of(w, c);
    bool inside = false, deep = false, holds = false;
    for (Cache* t = c->manifold_count > 0 ? &c->cache : NULL; t; t = FNI(next_cache)(w, c, t))
    {
        bool held = is_held_now(&d, t), overlaps = deepest_of(t) >= 0.0f;
        inside |= overlaps && !held;
        deep |= deepest_of(t) > d.tolerance && !held;
        holds |= held;
        t->side = held ? IMPI_SIDE_HELD : overlaps ? IMPI_SIDE_INSIDE : IMPI_SIDE_APART;
    }
    bool passing = !holds && (deep || (d.passing && inside));
    int kept = (d.dropped ? IMPI_ONE_WAY_DROPPED : 0) | (passing ? IMPI_ONE_WAY_PASSING : 0) |
               (holds ? IMPI_ONE_WAY_HOLDING : 0);
    c->one_way = (uint8_t)((c->one_way & (IMPI_ONE_WAY_A | IMPI_ONE_WAY_B)) | kept);
}

bool FNI(one_way_waits)(const World* w, const Contact* c)
{
    bool waits = c->one_way && !(c->one_way & IMPI_ONE_WAY_DROPPED);
    for (const Cache* t = &c->cache; t && waits; t = FNI(next_cache)(w, c, t))
    {
        waits = t->side == IMPI_SIDE_APART;
    }
    return waits;
}

static void note_in_list(World* w, const impi_contact_list* list, int32_t collider)
{
    for (int32_t i = 0; i < list->count; ++i)
    {
        Contact* c = &w->contacts.data[list->data[i].slot];
        if ((c->collider_a == collider || c->collider_b == collider) && FNI(contact_is_whole)(w, c))
        {
            FNI(one_way_note)(w, c);
        }
    }
}

imp_status FN(world_set_one_way)(World* w, imp_collider collider, Vec one_way, float tolerance)
{
    int32_t at;
    imp_status status = FNI(open_collider)(w, collider, &at);
    int32_t fault = status ? 0 : FNI(vec_fault)(one_way), fault_tolerance = impi_number_fault_negative(tolerance);
    if (status || fault || fault_tolerance)
    {
        return status ? status : fault ? impi_error(fault, 3) : impi_error(fault_tolerance, 4);
    }
    Collider* c = &w->colliders.data[at];
    FNI(wake_neighbours)(w, c->body);
    FNI(one_way_count)(w, c->one_way, one_way);
    c->one_way = one_way;
    c->tolerance = tolerance;
    note_in_list(w, &w->awake, at);
    note_in_list(w, &w->asleep, at);
    FNI(body_wake)(w, c->body);
    FNI(wake_neighbours)(w, c->body);  // bodies that it holds now, as the ones it held before
    FNI(make_stale)(w, IMPI_STALE_ROWS);
    const ColliderDef def = {.one_way = one_way, .tolerance = tolerance};
    IMPI_RECORD(w, SET_ONE_WAY, .handle = collider.id, .collider = def);
    return IMP_OK;
}

// Lets a body drop through the one-way colliders it stands on, in a list of contacts. Returns whether there was any.
static bool drop_in_list(World* w, const impi_contact_list* list, int32_t body)
{
    bool any = false;
    for (int32_t i = 0; i < list->count; ++i)
    {
        Contact* c = &w->contacts.data[list->data[i].slot];
        int under = c->body_a == body ? IMPI_ONE_WAY_B : c->body_b == body ? IMPI_ONE_WAY_A : 0;
        if ((c->one_way & under) && FNI(contact_holds)(w, c))
        {
            c->one_way |= IMPI_ONE_WAY_DROPPED;
            any = true;
        }
    }
    return any;
}

imp_status FN(world_drop_through)(World* w, imp_body body)
{
    int32_t slot;
    imp_status status = FNI(open_body)(w, body, &slot);
    if (status)
    {
        return status;
    }
    bool awake = drop_in_list(w, &w->awake, slot), asleep = drop_in_list(w, &w->asleep, slot);
    if (awake || asleep)
    {
        FNI(body_wake)(w, slot);
        FNI(make_stale)(w, IMPI_STALE_ROWS);
    }
    IMPI_RECORD(w, DROP_THROUGH, .handle = body.id);
    return IMP_OK;
}
