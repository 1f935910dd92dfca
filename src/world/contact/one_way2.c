// SPDX-License-Identifier: MIT
//
// One-way colliders of a world of the plane: what comes to their side lies on it, all else passes.
//
//     manifold that begins -> normal to the side, and not deep, or it came from there -> held: a row
//                          -> else inside: no row
//
// What is held stays so as long as its normal is to the side, however deep it is pressed. Each manifold has its own
// state, as a thing may stand on one part of a collider and be in another; from part to part it goes as deep as it is
// held. But what is deeper in any part than the tolerance and is held by none passes all of them, until nothing of it
// is in any: with all its own parts, and all colliders of its body, else it would hang in a floor by its arms. That is
// a state of the contact, as is what is dropped through, until nothing of the two is near.
//
// What is deep at once, as fast things are, is swept from where the step before found both: the two may have moved. It
// is held when they first touched on the side. Asking velocities instead was dropped: after a bounce, or where a body
// was pushed or put elsewhere, they do not say where it came from.
//
// Normals and rotations are those of when a manifold was made, so that it does not matter how often it is asked. All is
// decided from what is saved: the states, and the poses of the step before, which are the stances when a step begins.

#include "../../math/trig.h"
#include "../../motion/one_way2.h"
#include "contact2.h"

#include <float.h>

// How deep something may be and still be taken as lying on it.
static float tolerance_of_collider(const imp2_world* w, const imp2i_collider* c)
{
    return c->tolerance > 0.0f ? c->tolerance : imp2i_world_near(w);
}

void imp2i_one_way_note(const imp2_world* w, imp2i_contact* c)
{
    bool a = c->solved && imp2i_is_one_way(w->colliders.data[c->collider_a].one_way);
    bool b = c->solved && imp2i_is_one_way(w->colliders.data[c->collider_b].one_way);
    int kept = a || b ? c->one_way & ~(IMP2I_ONE_WAY_A | IMP2I_ONE_WAY_B) : 0;
    c->one_way = (uint8_t)((a ? IMP2I_ONE_WAY_A : 0) | (b ? IMP2I_ONE_WAY_B : 0) | kept);
}

// Whether those that are one-way are met from their sides, turned like that. The normal is from A to B.
static bool both_face(const imp2i_collider* a, imp2_rot turn_a, const imp2i_collider* b, imp2_rot turn_b,
                      imp2_vec normal)
{
    const imp2i_dvec n = {normal.x, normal.y};
    return (!imp2i_is_one_way(a->one_way) || imp2i_one_way_faces(a->one_way, turn_a, n)) &&
           (!imp2i_is_one_way(b->one_way) || imp2i_one_way_faces(b->one_way, turn_b, imp2i_dnegate(n)));
}

// A contact that is decided.
typedef struct deciding
{
    const imp2_world* w;
    const imp2i_contact* c;
    const imp2i_collider *a, *b;
    float tolerance;
    float held;  // how deep it is where it is held
    bool passing, dropped, holding;
} deciding;

// The way of a collider through the step before.
static imp2_compound_mover mover_before(const imp2_world* w, const imp2i_collider* c, const imp2_compound* compound,
                                        imp2_vec origin)
{
    const imp2i_body* b = &w->bodies.data[c->body];
    // What was made since the step began has come from nowhere.
    imp2_pose before = b->news & IMP2I_NEW ? b->pose : w->befores.data[c->body];
    imp2_compound_mover r = {compound, before, imp2_vec_sub(b->pose.p, before.p), 0.0f};
    double s = (double)before.q.c * b->pose.q.s - (double)before.q.s * b->pose.q.c;
    r.turn = (float)impi_atan2_d(s, (double)before.q.c * b->pose.q.c + (double)before.q.s * b->pose.q.s);
    r.pose.p.x = impi_tidy(before.p.x - origin.x);
    r.pose.p.y = impi_tidy(before.p.y - origin.y);
    return r;
}

// Whether the two first touched on the side, in the step before.
static bool came_from_side(const deciding* d)
{
    const imp2_compound a = imp2i_collider_compound(d->a), b = imp2i_collider_compound(d->b);
    imp2_vec origin = d->w->bodies.data[d->a->body].pose.p;
    imp2_compound_mover mover_a = mover_before(d->w, d->a, &a, origin);
    imp2_compound_mover mover_b = mover_before(d->w, d->b, &b, origin);
    imp2_compound_hit hit;
    bool met = !imp2_compound_time_of_impact(&mover_a, &mover_b, &hit) && hit.hit.kind == IMP_SWEEP_HIT;
    imp2_rot turn_a = d->w->bodies.data[d->a->body].pose.q, turn_b = d->w->bodies.data[d->b->body].pose.q;
    return met && both_face(d->a, turn_a, d->b, turn_b, hit.hit.normal);
}

// No point of one has come farther towards the other in the step before.
static float motion_before(const deciding* d)
{
    const imp2i_body *a = &d->w->bodies.data[d->a->body], *b = &d->w->bodies.data[d->b->body];
    const imp2_compound_mover mover_a = mover_before(d->w, d->a, NULL, a->pose.p);
    const imp2_compound_mover mover_b = mover_before(d->w, d->b, NULL, a->pose.p);
    imp2_vec motion = imp2_vec_sub(mover_b.motion, mover_a.motion);
    return sqrtf(imp2_vec_dot(motion, motion)) + fabsf(mover_a.turn) * a->extent + fabsf(mover_b.turn) * b->extent;
}

static float deepest_of(const imp2i_touch* t)
{
    float first = t->manifold.points[0].depth, last = t->manifold.points[t->manifold.count - 1].depth;
    return first > last ? first : last;
}

static bool is_faced_by(const deciding* d, const imp2i_touch* t)
{
    return both_face(d->a, d->c->poses.turn_a, d->b, d->c->poses.turn_b, t->manifold.normal);
}

static bool is_held_now(const deciding* d, const imp2i_touch* t)
{
    if (d->dropped || !is_faced_by(d, t))
    {
        return false;
    }
    if (t->way == IMP2I_WAY_HELD || d->passing)
    {
        return t->way == IMP2I_WAY_HELD;
    }
    // What rocks on a floor of many parts leaves one and comes down on another.
    float least = d->tolerance + d->held;
    return deepest_of(t) <= least || (t->way == IMP2I_WAY_APART &&
                                      ((d->holding && deepest_of(t) <= least + motion_before(d)) || came_from_side(d)));
}

// What other colliders of a body are to one that is one-way.
static void ask_siblings(deciding* d, const imp2i_collider* one_way, const imp2i_collider* c)
{
    for (int32_t k = d->w->bodies.data[c->body].first; k >= 0; k = d->w->colliders.data[k].next)
    {
        const imp2i_collider* sibling = &d->w->colliders.data[k];
        const imp2i_contact* other = sibling != c ? imp2i_contact_in(d->w, &d->w->awake, one_way, sibling) : NULL;
        if (other && other->one_way)
        {
            d->passing |= other->one_way & IMP2I_ONE_WAY_PASSING;
            d->dropped |= other->one_way & IMP2I_ONE_WAY_DROPPED;
        }
    }
}

// Whether a body goes through a one-way collider already.
static bool goes_through(const imp2_world* w, const imp2i_collider* one_way, const imp2i_collider* c)
{
    deciding d = {.w = w};
    if (imp2i_is_one_way(one_way->one_way))
    {
        ask_siblings(&d, one_way, c);
    }
    return d.passing || d.dropped;
}

bool imp2i_one_way_passes(const imp2_world* w, const imp2i_collider* a, const imp2i_collider* b, imp2_vec normal)
{
    return !both_face(a, w->bodies.data[a->body].pose.q, b, w->bodies.data[b->body].pose.q, normal) ||
           goes_through(w, a, b) || goes_through(w, b, a);
}

static deciding deciding_of(const imp2_world* w, const imp2i_contact* c)
{
    deciding d = {.w = w, .c = c, .a = &w->colliders.data[c->collider_a], .b = &w->colliders.data[c->collider_b]};
    float tolerance_a = c->one_way & IMP2I_ONE_WAY_A ? tolerance_of_collider(w, d.a) : FLT_MAX;
    float tolerance_b = c->one_way & IMP2I_ONE_WAY_B ? tolerance_of_collider(w, d.b) : FLT_MAX;
    d.tolerance = tolerance_a < tolerance_b ? tolerance_a : tolerance_b;
    d.dropped = c->one_way & IMP2I_ONE_WAY_DROPPED;
    d.passing = c->one_way & IMP2I_ONE_WAY_PASSING;
    d.holding = c->one_way & IMP2I_ONE_WAY_HOLDING;
    for (const imp2i_touch* t = c->touch_count > 0 ? &c->touch : NULL; t; t = imp2i_next_touch(w, c, t))
    {
        d.held = t->way == IMP2I_WAY_HELD && deepest_of(t) > d.held ? deepest_of(t) : d.held;
    }
    if (c->touch_count > 0 && (c->one_way & IMP2I_ONE_WAY_A))
    {
        ask_siblings(&d, d.a, d.b);
    }
    if (c->touch_count > 0 && (c->one_way & IMP2I_ONE_WAY_B))
    {
        ask_siblings(&d, d.b, d.a);
    }
    d.passing = d.passing && !imp2i_contact_holds(w, c);
    return d;
}

void imp2i_one_way_decide(const imp2_world* w, imp2i_contact* c)
{
    const deciding d = deciding_of(w, c);
    bool inside = false, deep = false, holds = false;
    for (imp2i_touch* t = c->touch_count > 0 ? &c->touch : NULL; t; t = imp2i_next_touch(w, c, t))
    {
        bool held = is_held_now(&d, t), overlaps = deepest_of(t) >= 0.0f;
        inside |= overlaps && !held;
        deep |= deepest_of(t) > d.tolerance && !held;
        holds |= held;
        t->way = held ? IMP2I_WAY_HELD : overlaps ? IMP2I_WAY_INSIDE : IMP2I_WAY_APART;
    }
    bool passing = !holds && (deep || (d.passing && inside));
    int kept = (d.dropped ? IMP2I_ONE_WAY_DROPPED : 0) | (passing ? IMP2I_ONE_WAY_PASSING : 0) |
               (holds ? IMP2I_ONE_WAY_HOLDING : 0);
    c->one_way = (uint8_t)((c->one_way & (IMP2I_ONE_WAY_A | IMP2I_ONE_WAY_B)) | kept);
}

bool imp2i_one_way_waits(const imp2_world* w, const imp2i_contact* c)
{
    bool waits = c->one_way && !(c->one_way & IMP2I_ONE_WAY_DROPPED);
    for (const imp2i_touch* t = &c->touch; t && waits; t = imp2i_next_touch(w, c, t))
    {
        waits = t->way == IMP2I_WAY_APART;
    }
    return waits;
}

static void note_in_list(imp2_world* w, const impi_contact_list* list, int32_t collider)
{
    for (int32_t i = 0; i < list->count; ++i)
    {
        imp2i_contact* c = &w->contacts.data[list->data[i].place];
        if ((c->collider_a == collider || c->collider_b == collider) && imp2i_contact_whole(w, c))
        {
            imp2i_one_way_note(w, c);
        }
    }
}

imp_status imp2_world_set_one_way(imp2_world* w, imp_collider collider, imp2_vec one_way, float tolerance)
{
    int32_t at;
    imp_status status = imp2i_open_collider(w, collider, &at);
    int32_t fault = status ? 0 : imp2i_vec_fault(one_way), fault_tolerance = impi_number_fault_negative(tolerance);
    if (status || fault || fault_tolerance)
    {
        return status ? status : fault ? impi_error(fault, 3) : impi_error(fault_tolerance, 4);
    }
    imp2i_collider* c = &w->colliders.data[at];
    imp2i_wake_neighbours(w, c->body);
    imp2i_one_way_count(w, c->one_way, one_way);
    c->one_way = one_way;
    c->tolerance = tolerance;
    note_in_list(w, &w->awake, at);
    note_in_list(w, &w->asleep, at);
    imp2i_body_wake(w, c->body);
    imp2i_wake_neighbours(w, c->body);  // whom it holds now, as those whom it held before
    w->rows_stale = true;
    const imp2_collider_def def = {.one_way = one_way, .tolerance = tolerance};
    IMP2I_RECORD(w, SET_ONE_WAY, .handle = collider.id, .collider = def);
    return IMP_OK;
}

// Lets a body through what it stands on, of the contacts in a list. Returns whether there was any.
static bool drop_in_list(imp2_world* w, const impi_contact_list* list, int32_t body)
{
    bool any = false;
    for (int32_t i = 0; i < list->count; ++i)
    {
        imp2i_contact* c = &w->contacts.data[list->data[i].place];
        int under = c->body_a == body ? IMP2I_ONE_WAY_B : c->body_b == body ? IMP2I_ONE_WAY_A : 0;
        if ((c->one_way & under) && imp2i_contact_holds(w, c))
        {
            c->one_way |= IMP2I_ONE_WAY_DROPPED;
            any = true;
        }
    }
    return any;
}

imp_status imp2_world_drop_through(imp2_world* w, imp_body body)
{
    int32_t place;
    imp_status status = imp2i_open_body(w, body, &place);
    if (status)
    {
        return status;
    }
    bool awake = drop_in_list(w, &w->awake, place), asleep = drop_in_list(w, &w->asleep, place);
    if (awake || asleep)
    {
        imp2i_body_wake(w, place);
        w->rows_stale = true;
    }
    IMP2I_RECORD(w, DROP_THROUGH, .handle = body.id);
    return IMP_OK;
}
