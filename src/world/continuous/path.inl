// SPDX-License-Identifier: MIT
//
// Paths of bodies through a step.

#ifndef AXES
#include "continuous2.h"
#include "../../math/trig.h"
#include <math.h>

#include "../../math/dim2.h"
#endif

#define FREE_FALL 0.25  // of what gravity adds in a step: below it, contacts held the body
#define PATH_DOUBT 0x1p-21f

bool FNI(body_bounces)(const World* w, const Body* b)
{
    bool springy = false;
    for (int32_t k = b->first; k >= 0 && !springy; k = w->colliders.data[k].next)
    {
        springy = impi_is_springy(w->colliders.data[k].material.restitution);
    }
    return springy;
}

// Velocity that gravity adds in a step, or none if contacts held the body in this one.
static DVec gravity_in_step(const World* w, const Body* b, DVec path, DVec end)
{
    double time = FNI(step_time)(w), part = time * time * (double)b->gravity;
    DVec fall = FNI(dscale)(FNI(dvec_of)(w->gravity), part);
    double falls = FNI(ddot)(FNI(dsub)(end, path), fall), all = FNI(ddot)(fall, fall);
    return w->solver.sub_step_count == 1 || falls >= FREE_FALL * all ? fall : FNI(dvec_none)();
}

// Sub-steps of gravity follow a parabola, but their final velocity is half a sub-step ahead of it. Velocities on a path
// are those of the parabola, so that a bounce comes back to its height.
void FNI(path_begin)(const World* w, int32_t body, Path* out)
{
    const Body* b = &w->bodies.data[body];
    const BodySim* sim = &w->sims.data[body];
    const Path fresh = {.body = body, .collider = -1, .other = -1};
    const SweptThing none = {.until = 1.0, .answer = IMP_RESPONSE_BOUNCE};
    *out = fresh;
    out->thing = none;
    out->inner = FNI(solid_thickness)(b);
    out->swept = sim->swept && !b->bullet;
    SweptThing* t = &out->thing;
    t->q = FNI(drot_of)(sim->pose.q);
    t->at = FNI(dadd)(FNI(dvec_of)(sim->pose.p), FNI(drot_apply)(t->q, FNI(dvec_of)(b->middle)));
    t->size = b->extent;
    out->start = t->at;
    if (b->mover == 0)
    {
        return;
    }
    const SolverBody* m = &w->solver.bodies.data[b->mover];
    double time = FNI(step_time)(w);
    t->velocity = FNI(dvec_locked)(FNI(dvec_of)(FNI(solver_moved)(m)), b->locks);
    out->end = FNI(dvec_locked)(FNI(dscale)(FNI(dvec_of)(FNI(solver_velocity)(m)), time), b->locks);
    out->end_spin = FNI(dspin_scale)(FNI(dspin_of)(FNI(solver_spin)(m)), time);
    t->spin =
        FNI(dturn_of_step)(FNI(solver_turned)(m), FNI(solver_spin)(m), w->solver.row_step.h, w->solver.sub_step_count);
    if (b->kind == IMP_BODY_DYNAMIC)
    {
        out->inverse_masses = FNI(dvec_locked)(FNI(dvec_all)((double)b->inverse_mass), b->locks);
        t->inverse_inertia = FNI(dinertia_of)(FNI(inverse_inertia_now)(b));
        out->fall = FNI(dvec_locked)(gravity_in_step(w, b, t->velocity, out->end), b->locks);
        out->end = FNI(dadd_scaled)(out->end, out->fall, 0.5 / w->solver.sub_step_count);
    }
}

const Path* FNI(path_of)(const World* w, int32_t body, Path* made)
{
    int32_t mover = w->bodies.data[body].mover;
    if (mover > 0 && FNI(has_path)(&w->solver.bodies.data[mover]))
    {
        return FNI(own_path)(w, mover);
    }
    FNI(path_begin)(w, body, made);
    return made;
}

bool FNI(path_reserve)(World* w, int32_t mover)
{
    int32_t* at = &w->continuous.path_tree.path_of.data[mover];
    if (*at < 0 && w->continuous.paths.count < w->continuous.paths_most)
    {
        *at = w->continuous.paths.count++;
    }
    return *at >= 0;
}

const Path* FNI(path_keep)(World* w, int32_t body, Path* made)
{
    int32_t mover = w->bodies.data[body].mover;
    bool has = mover > 0 && FNI(has_path)(&w->solver.bodies.data[mover]);
    if (!has && (mover == 0 || !FNI(path_reserve)(w, mover)))
    {
        FNI(path_begin)(w, body, made);
        return made;
    }
    if (!has)
    {
        FNI(path_begin)(w, body, FNI(own_path)(w, mover));
        w->solver.bodies.data[mover].fast = IMPI_PACE_OWN;
    }
    return FNI(own_path)(w, mover);
}

static void advance_path(Path* path, double time)
{
    SweptThing* t = &path->thing;
    t->q = FNI(drot_unit)(FNI(thing_turned)(t, time));
    t->at = FNI(thing_at)(t, time);
    t->inverse_inertia = FNI(dinertia_turned)(t->inverse_inertia, t->spin, time - t->since);
    t->since = time;
    path->turned = true;
}

void FNI(path_turn)(Path* path, double time, DVec end, DSpin spin)
{
    path->end = end;
    if (path->exhausted)
    {
        path->end_spin = FNI(dspin_turned)(spin, path->thing.spin, 1.0 - time);
        return;
    }
    path->end_spin = spin;
    advance_path(path, time);
    path->thing.spin = FNI(dspin_limit)(spin, IMPI_SPIN_MAX);
    path->thing.velocity = FNI(dadd_scaled)(end, path->fall, -0.5 * (1.0 - time));
}

void FNI(path_stop)(Path* path, double time, DVec with, DSpin spin)
{
    // The spin turns with its body, so that the energy stays: it is turned back to that time.
    DSpin at_stop = FNI(dspin_turned)(path->end_spin, path->thing.spin, time - 1.0);
    path->end_spin = FNI(dspin_turned)(at_stop, spin, 1.0 - time);
    advance_path(path, time);
    // The reported velocity is the one at that time: nothing falls in the time lost.
    path->end = FNI(dadd_scaled)(path->end, path->fall, -(1.0 - time));
    path->fall = FNI(dvec_none)();
    path->thing.velocity = with;
    path->thing.spin = spin;
    path->exhausted = true;
}

void FNI(path_finish)(const World* w, const Path* path)
{
    const Body* b = &w->bodies.data[path->body];
    SolverBody* m = &w->solver.bodies.data[b->mover];
    DVec moved = FNI(dsub)(FNI(thing_at)(&path->thing, 1.0), path->start);
    DRot before = FNI(drot_of)(w->sims.data[path->body].pose.q), after = FNI(thing_turned)(&path->thing, 1.0);
    FNI(solver_set_moved)(m, FNI(vec_of)(moved), FNI(drot_since)(before, after));
    double time = FNI(step_time)(w);
    DVec end = FNI(dadd_scaled)(path->end, path->fall, -0.5 / w->solver.sub_step_count);
    FNI(solver_set_velocity)
    (m, FNI(vec_of)(FNI(ddivide)(end, time)), FNI(spin_of)(FNI(dspin_divide)(path->end_spin, time)));
}

bool FNI(path_collider_box)(const Path* path, const Collider* c, DVec motion, double from, double to, Box* out)
{
    const SweptThing* t = &path->thing;
    DVec at = FNI(thing_at)(t, from);
    double turn = FNI(dspin_length)(t->spin) * (to - from), bulge = (turn < 2.0 ? turn : 2.0) * t->size;
    const Pose pose = FNI(thing_pose)(t, from, at);
    const Compound swept = FNI(collider_swept)(c);
    if (c->convex ? FNI(shape_box)(swept.parts, &pose, out) : FN(compound_bounds)(&swept, &pose, out))
    {
        return false;
    }
    const Vec moved = FNI(vec_of)(FNI(dscale)(motion, to - from));
    float far = FNI(vec_taxicab)(pose.p), more = (float)bulge;
    for (int k = 0; k < AXES; ++k)
    {
        far += fabsf(AT(moved, k));
    }
    far += (float)t->size;
    more += PATH_DOUBT * far;
    for (int k = 0; k < AXES; ++k)
    {
        float by = AT(moved, k);
        SET_AT(out->lower, k, AT(out->lower, k) + ((by < 0.0f ? by : 0.0f) - more));
        SET_AT(out->upper, k, AT(out->upper, k) + ((by > 0.0f ? by : 0.0f) + more));
    }
    return far < 0x1p60f;
}

bool FNI(path_box)(const World* w, const Path* path, double from, double to, Box* out)
{
    Box all = FNI(empty_box)(), box;
    bool sound = true;
    for (int32_t k = w->bodies.data[path->body].first; k >= 0 && sound; k = w->colliders.data[k].next)
    {
        sound = FNI(path_collider_box)(path, &w->colliders.data[k], path->thing.velocity, from, to, &box);
        all = sound ? FNI(boxes_joined)(all, box) : all;
    }
    *out = all;
    return sound && AT(all.lower, 0) <= AT(all.upper, 0);
}
