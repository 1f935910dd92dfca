// SPDX-License-Identifier: MIT
//
// Ways of bodies through a step.

#include "continuous2.h"

#include "../../math/trig.h"

#include <math.h>

#define FREE_FALL 0.25  // of what gravity adds in a step: what has got less was held
#define WAY_DOUBT 0x1p-21f

bool imp2i_body_springs(const imp2_world* w, const imp2i_body* b)
{
    bool springs = false;
    for (int32_t k = b->first; k >= 0 && !springs; k = w->colliders.data[k].next)
    {
        springs = imp2i_is_springy(w->colliders.data[k].material.restitution);
    }
    return springs;
}

// How far a body has turned in a step: that is told up to whole turns, and the spin tells how many sub-steps made of it.
static double turn_of(const imp2_world* w, const imp2i_motion* m)
{
    double turn = impi_atan2_d((double)m->s, (double)m->c), whole = 6.283185307179586;
    double a_sub_step = (double)m->spin * (double)w->solver.row_step.h;
    double expected = fabs(a_sub_step) * w->solver.sub_step_count < 2.0
                          ? turn
                          : impi_atan2_d(a_sub_step, 1.0) * w->solver.sub_step_count;
    double turns = (expected - turn) / whole;
    return turn + whole * (double)(int32_t)(turns < 0.0 ? turns - 0.5 : turns + 0.5);
}

// What gravity adds to the velocity in a step, if it has done so in this one: what lies is held by its contacts.
static imp2i_dvec fall_of(const imp2_world* w, const imp2i_body* b, imp2i_dvec way, imp2i_dvec end)
{
    double time = imp2i_step_time(w), part = time * time * (double)b->gravity;
    imp2i_dvec fall = {(double)w->gravity.x * part, (double)w->gravity.y * part}, none = {0.0, 0.0};
    double falls = imp2i_ddot(imp2i_dsub(end, way), fall), all = imp2i_ddot(fall, fall);
    return w->solver.sub_step_count == 1 || falls >= FREE_FALL * all ? fall : none;
}

// Sub-steps of gravity make a parabola, but not with the velocity that they end with: that is half a sub-step ahead. What
// is measured on the way is taken from the parabola, so that a bounce comes back to its height.
void imp2i_way_begin(const imp2_world* w, int32_t body, imp2i_way* out)
{
    const imp2i_body* b = &w->bodies.data[body];
    const imp2i_stance* stance = &w->stances.data[body];
    const imp2i_way fresh = {.body = body, .collider = -1, .other = -1};
    const imp2i_thing none = {.until = 1.0, .answer = IMP_ANSWER_BOUNCE};
    *out = fresh;
    out->thing = none;
    out->inner = b->bullet ? 0.0f : b->inner;
    out->eager = stance->swept && !b->bullet;
    imp2i_thing* t = &out->thing;
    t->c = stance->pose.q.c;
    t->s = stance->pose.q.s;
    t->at.x = (double)stance->pose.p.x + (t->c * b->middle.x - t->s * b->middle.y);
    t->at.y = (double)stance->pose.p.y + (t->s * b->middle.x + t->c * b->middle.y);
    t->size = b->extent;
    out->start = t->at;
    if (b->place == 0)
    {
        return;
    }
    const imp2i_motion* m = &w->solver.motions.data[b->place];
    double time = imp2i_step_time(w);
    bool free_x = !(b->locks & IMP2_LOCK_X), free_y = !(b->locks & IMP2_LOCK_Y);
    t->velocity.x = free_x ? m->moved_x : 0.0;
    t->velocity.y = free_y ? m->moved_y : 0.0;
    out->end.x = free_x ? (double)m->x * time : 0.0;
    out->end.y = free_y ? (double)m->y * time : 0.0;
    out->end_spin = (double)m->spin * time;
    t->spin = m->s < 0.0f || m->s > 0.0f || m->c < 0.0f ? turn_of(w, m) : 0.0;
    if (b->kind == IMP_BODY_DYNAMIC)
    {
        out->mass_x = free_x ? b->inverse_mass : 0.0;
        out->mass_y = free_y ? b->inverse_mass : 0.0;
        t->inverse_inertia = b->inverse_inertia;
        out->fall = fall_of(w, b, t->velocity, out->end);
        out->fall.x = free_x ? out->fall.x : 0.0;
        out->fall.y = free_y ? out->fall.y : 0.0;
        out->end = imp2i_dadd_scaled(out->end, out->fall, 0.5 / w->solver.sub_step_count);
    }
}

const imp2i_way* imp2i_way_of(const imp2_world* w, int32_t body, imp2i_way* made)
{
    int32_t place = w->bodies.data[body].place;
    if (place > 0 && imp2i_has_way(&w->solver.motions.data[place]))
    {
        return imp2i_own_way(w, place);
    }
    imp2i_way_begin(w, body, made);
    return made;
}

bool imp2i_way_room(imp2_world* w, int32_t place)
{
    int32_t* at = &w->continuous.stride_tree.way_of.data[place];
    if (*at < 0 && w->continuous.ways.count < w->continuous.ways_most)
    {
        *at = w->continuous.ways.count++;
    }
    return *at >= 0;
}

const imp2i_way* imp2i_way_keep(imp2_world* w, int32_t body, imp2i_way* made)
{
    int32_t place = w->bodies.data[body].place;
    bool has = place > 0 && imp2i_has_way(&w->solver.motions.data[place]);
    if (!has && (place == 0 || !imp2i_way_room(w, place)))
    {
        imp2i_way_begin(w, body, made);
        return made;
    }
    if (!has)
    {
        imp2i_way_begin(w, body, imp2i_own_way(w, place));
        w->solver.motions.data[place].fast = IMP2I_PACE_OWN;
    }
    return imp2i_own_way(w, place);
}

static void advance_to(imp2i_way* way, double time)
{
    imp2i_thing* t = &way->thing;
    double c, s;
    imp2i_thing_rotation(t, time, &c, &s);
    double length = sqrt(c * c + s * s);
    t->at = imp2i_thing_at(t, time);
    t->c = c / length;
    t->s = s / length;
    t->since = time;
    way->turned = true;
}

void imp2i_way_turn(imp2i_way* way, double time, imp2i_dvec end, double spin)
{
    double most = IMP2I_SPIN_MAX;
    way->end = end;
    way->end_spin = spin;
    if (way->spent)
    {
        return;
    }
    advance_to(way, time);
    way->thing.spin = spin > most ? most : spin < -most ? -most : spin;
    way->thing.velocity = imp2i_dadd_scaled(end, way->fall, -0.5 * (1.0 - time));
}

void imp2i_way_stop(imp2i_way* way, double time, imp2i_dvec with, double spin)
{
    const imp2i_dvec none = {0.0, 0.0};
    advance_to(way, time);
    // The velocity that it is told to have does not change by that.
    way->end = imp2i_dadd_scaled(way->end, way->fall, -(1.0 - time));  // in time that is lost nothing falls
    way->fall = none;
    way->thing.velocity = with;
    way->thing.spin = spin;
    way->spent = true;
}

void imp2i_way_finish(const imp2_world* w, const imp2i_way* way)
{
    const imp2i_body* b = &w->bodies.data[way->body];
    const imp2_rot* before = &w->stances.data[way->body].pose.q;
    imp2i_motion* m = &w->solver.motions.data[b->place];
    imp2i_dvec moved = imp2i_dsub(imp2i_thing_at(&way->thing, 1.0), way->start);
    double time = imp2i_step_time(w), c, s;
    imp2i_thing_rotation(&way->thing, 1.0, &c, &s);
    m->moved_x = (float)moved.x;
    m->moved_y = (float)moved.y;
    m->c = (float)(c * before->c + s * before->s);
    m->s = (float)(s * before->c - c * before->s);
    imp2i_dvec end = imp2i_dadd_scaled(way->end, way->fall, -0.5 / w->solver.sub_step_count);
    m->x = (float)(end.x / time);
    m->y = (float)(end.y / time);
    m->spin = (float)(way->end_spin / time);
}

bool imp2i_way_collider_box(const imp2i_way* way, const imp2i_collider* c, imp2i_dvec motion, double from, double to,
                            imp2_box* out)
{
    const imp2i_thing* t = &way->thing;
    imp2i_dvec at = imp2i_thing_at(t, from);
    double turn = fabs(t->spin) * (to - from), bulge = (turn < 2.0 ? turn : 2.0) * t->size;
    const imp2_pose pose = imp2i_thing_pose(t, from, at);
    const imp2_compound swept = imp2i_collider_swept(c);
    if (c->convex ? imp2i_shape_box(swept.parts, &pose, out) : imp2_compound_bounds(&swept, &pose, out))
    {
        return false;
    }
    float x = (float)(motion.x * (to - from)), y = (float)(motion.y * (to - from)), more = (float)bulge;
    float far = fabsf(pose.p.x) + fabsf(pose.p.y) + fabsf(x) + fabsf(y) + (float)t->size;
    more += WAY_DOUBT * far;
    out->lower.x += (x < 0.0f ? x : 0.0f) - more;
    out->lower.y += (y < 0.0f ? y : 0.0f) - more;
    out->upper.x += (x > 0.0f ? x : 0.0f) + more;
    out->upper.y += (y > 0.0f ? y : 0.0f) + more;
    return far < 0x1p60f;
}

bool imp2i_way_box(const imp2_world* w, const imp2i_way* way, double from, double to, imp2_box* out)
{
    imp2_box all = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}}, box;
    bool sound = true;
    for (int32_t k = w->bodies.data[way->body].first; k >= 0 && sound; k = w->colliders.data[k].next)
    {
        sound = imp2i_way_collider_box(way, &w->colliders.data[k], way->thing.velocity, from, to, &box);
        all = sound ? imp2i_boxes_joined(all, box) : all;
    }
    *out = all;
    return sound && all.lower.x <= all.upper.x;
}
