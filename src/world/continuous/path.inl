// SPDX-License-Identifier: MIT
//
// Ways of bodies through a step.

#ifndef AXES
#include "continuous2.h"
#include "../../math/dim2.h"
#endif

#define FREE_FALL 0.25  // of what gravity adds in a step: what has got less was held
#define WAY_DOUBT 0x1p-21f

bool FNI(body_springs)(const World* w, const Body* b)
{
    bool springs = false;
    for (int32_t k = b->first; k >= 0 && !springs; k = w->colliders.data[k].next)
    {
        springs = impi_is_springy(w->colliders.data[k].material.restitution);
    }
    return springs;
}

// How far a body has turned in a step: that is told up to whole turns, and the spin tells how many sub-steps made of it.
static double turn_of(const World* w, const SolverBody* m)
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
static DVec fall_of(const World* w, const Body* b, DVec path, DVec end)
{
    double time = FNI(step_time)(w), part = time * time * (double)b->gravity;
    DVec fall = {(double)w->gravity.x * part, (double)w->gravity.y * part}, none = {0.0, 0.0};
    double falls = FNI(ddot)(FNI(dsub)(end, path), fall), all = FNI(ddot)(fall, fall);
    return w->solver.sub_step_count == 1 || falls >= FREE_FALL * all ? fall : none;
}

// Sub-steps of gravity make a parabola, but not with the velocity that they end with: that is half a sub-step ahead. What
// is measured on the way is taken from the parabola, so that a bounce comes back to its height.
void FNI(path_begin)(const World* w, int32_t body, Path* out)
{
    const Body* b = &w->bodies.data[body];
    const BodySim* stance = &w->sims.data[body];
    const Path fresh = {.body = body, .collider = -1, .other = -1};
    const SweptThing none = {.until = 1.0, .answer = IMP_ANSWER_BOUNCE};
    *out = fresh;
    out->thing = none;
    out->inner = b->bullet ? 0.0f : b->inner;
    out->swept = stance->swept && !b->bullet;
    SweptThing* t = &out->thing;
    t->q.c = stance->pose.q.c;
    t->q.s = stance->pose.q.s;
    t->at.x = (double)stance->pose.p.x + (t->q.c * b->middle.x - t->q.s * b->middle.y);
    t->at.y = (double)stance->pose.p.y + (t->q.s * b->middle.x + t->q.c * b->middle.y);
    t->size = b->extent;
    out->start = t->at;
    if (b->place == 0)
    {
        return;
    }
    const SolverBody* m = &w->solver.bodies.data[b->place];
    double time = FNI(step_time)(w);
    bool free_x = !(b->locks & DIM(LOCK_X)), free_y = !(b->locks & DIM(LOCK_Y));
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
        out->end = FNI(dadd_scaled)(out->end, out->fall, 0.5 / w->solver.sub_step_count);
    }
}

const Path* FNI(path_of)(const World* w, int32_t body, Path* made)
{
    int32_t place = w->bodies.data[body].place;
    if (place > 0 && FNI(has_path)(&w->solver.bodies.data[place]))
    {
        return FNI(own_path)(w, place);
    }
    FNI(path_begin)(w, body, made);
    return made;
}

bool FNI(path_reserve)(World* w, int32_t place)
{
    int32_t* at = &w->continuous.path_tree.path_of.data[place];
    if (*at < 0 && w->continuous.paths.count < w->continuous.paths_most)
    {
        *at = w->continuous.paths.count++;
    }
    return *at >= 0;
}

const Path* FNI(path_keep)(World* w, int32_t body, Path* made)
{
    int32_t place = w->bodies.data[body].place;
    bool has = place > 0 && FNI(has_path)(&w->solver.bodies.data[place]);
    if (!has && (place == 0 || !FNI(path_reserve)(w, place)))
    {
        FNI(path_begin)(w, body, made);
        return made;
    }
    if (!has)
    {
        FNI(path_begin)(w, body, FNI(own_path)(w, place));
        w->solver.bodies.data[place].fast = IMPI_PACE_OWN;
    }
    return FNI(own_path)(w, place);
}

static void advance_to(Path* path, double time)
{
    SweptThing* t = &path->thing;
    double c, s;
    FNI(thing_rotation)(t, time, &c, &s);
    double length = sqrt(c * c + s * s);
    t->at = FNI(thing_at)(t, time);
    t->q.c = c / length;
    t->q.s = s / length;
    t->since = time;
    path->turned = true;
}

void FNI(path_turn)(Path* path, double time, DVec end, DSpin spin)
{
    double most = IMPI_SPIN_MAX;
    path->end = end;
    path->end_spin = spin;
    if (path->exhausted)
    {
        return;
    }
    advance_to(path, time);
    path->thing.spin = spin > most ? most : spin < -most ? -most : spin;
    path->thing.velocity = FNI(dadd_scaled)(end, path->fall, -0.5 * (1.0 - time));
}

void FNI(path_stop)(Path* path, double time, DVec with, DSpin spin)
{
    const DVec none = {0.0, 0.0};
    advance_to(path, time);
    // The velocity that it is told to have does not change by that.
    path->end = FNI(dadd_scaled)(path->end, path->fall, -(1.0 - time));  // in time that is lost nothing falls
    path->fall = none;
    path->thing.velocity = with;
    path->thing.spin = spin;
    path->exhausted = true;
}

void FNI(path_finish)(const World* w, const Path* path)
{
    const Body* b = &w->bodies.data[path->body];
    const Rot* before = &w->sims.data[path->body].pose.q;
    SolverBody* m = &w->solver.bodies.data[b->place];
    DVec moved = FNI(dsub)(FNI(thing_at)(&path->thing, 1.0), path->start);
    double time = FNI(step_time)(w), c, s;
    FNI(thing_rotation)(&path->thing, 1.0, &c, &s);
    m->moved_x = (float)moved.x;
    m->moved_y = (float)moved.y;
    m->c = (float)(c * before->c + s * before->s);
    m->s = (float)(s * before->c - c * before->s);
    DVec end = FNI(dadd_scaled)(path->end, path->fall, -0.5 / w->solver.sub_step_count);
    m->x = (float)(end.x / time);
    m->y = (float)(end.y / time);
    m->spin = (float)(path->end_spin / time);
}

bool FNI(path_collider_box)(const Path* path, const Collider* c, DVec motion, double from, double to, Box* out)
{
    const SweptThing* t = &path->thing;
    DVec at = FNI(thing_at)(t, from);
    double turn = fabs(t->spin) * (to - from), bulge = (turn < 2.0 ? turn : 2.0) * t->size;
    const Pose pose = FNI(thing_pose)(t, from, at);
    const Compound swept = FNI(collider_swept)(c);
    if (c->convex ? FNI(shape_box)(swept.parts, &pose, out) : FN(compound_bounds)(&swept, &pose, out))
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

bool FNI(path_box)(const World* w, const Path* path, double from, double to, Box* out)
{
    Box all = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}}, box;
    bool sound = true;
    for (int32_t k = w->bodies.data[path->body].first; k >= 0 && sound; k = w->colliders.data[k].next)
    {
        sound = FNI(path_collider_box)(path, &w->colliders.data[k], path->thing.velocity, from, to, &box);
        all = sound ? FNI(boxes_joined)(all, box) : all;
    }
    *out = all;
    return sound && all.lower.x <= all.upper.x;
}
