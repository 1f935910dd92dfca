// SPDX-License-Identifier: MIT
//
// Bounds of the paths of single bodies through a step: what is cheap to compute and to compare.
//
// A path bound is a box around the body as the step begins, with the motion of its centre: in floats, in the axes of
// the world. A slender body has a frame as well, which moves and turns with it: there it rests, in its own bounds. A
// bar that turns leaves most of the box around it empty, and one test of boxes finds what is in it.
//
// Fixed is short for static or kinematic here.

#ifndef AXES
#include "continuous2.h"
#include <math.h>
#include <string.h>

#include "../../math/dim2.h"
#endif

#define FRAME_DOUBT 0x1p-18

float FNI(thickness_of_fixed)(const World* w, const Body* b)
{
    bool solid = true;
    for (int32_t k = b->first; k >= 0 && solid; k = w->colliders.data[k].next)
    {
        solid = w->colliders.data[k].convex;
    }
    return solid ? b->inner : 0.0f;
}

float FNI(path_bound_length)(const World* w, const Body* b, const SolverBody* m)
{
    Vec moved = FNI(solver_moved)(m);
    return sqrtf(FN(vec_dot)(moved, moved)) + FNI(spin_length)(FNI(turn_in_step)(w, m)) * b->extent;
}

// A box around a collider at the start of the step: the index has it, unless the body has crept on since.
static bool box_at_start(const World* w, const Collider* c, bool rests, Box* out)
{
    Thing thing;
    if (rests && c->number >= 0 && !FN(index_get)(w->index, c->number, &thing))
    {
        *out = thing.box;
        return true;
    }
    return !FNI(collider_box)(c, &w->sims.data[c->body].pose, out);
}

// Cuts the bound of a slender body, at the start of the step and with the motion of its points around the centre, to
// the boxes of its colliders: beside a falling tree the sphere around it is empty.
static void cut_to_colliders(const World* w, int32_t body, float more, Box* bound)
{
    const Body* b = &w->bodies.data[body];
    Box all = FNI(empty_box)(), box;
    const bool rests = memcmp(&b->rest, &w->sims.data[body].pose, sizeof b->rest) == 0;
    for (int32_t k = b->first; k >= 0; k = w->colliders.data[k].next)
    {
        if (!box_at_start(w, &w->colliders.data[k], rests, &box))
        {
            return;
        }
        all = FNI(boxes_joined)(all, box);
    }
    for (int k = 0; k < AXES; ++k)
    {
        float lower = AT(all.lower, k) - more, upper = AT(all.upper, k) + more;
        SET_AT(bound->lower, k, lower > AT(bound->lower, k) ? lower : AT(bound->lower, k));
        SET_AT(bound->upper, k, upper < AT(bound->upper, k) ? upper : AT(bound->upper, k));
    }
}

PathBound FNI(path_bound_of)(const World* w, int32_t body)
{
    const SolverBody at_rest = FNI(solver_body_of)(FNI(vec_none)(), FNI(spin_none)());
    const Body* b = &w->bodies.data[body];
    const SolverBody* m = b->mover > 0 ? &w->solver.bodies.data[b->mover] : &at_rest;
    Vec moved = FNI(solver_moved)(m);
    float turning = FNI(spin_length)(FNI(turn_in_step)(w, m)) * b->extent;
    float doubt = IMPI_BOUND_DOUBT * FNI(sum_of_magnitudes)(b->center, moved);
    PathBound r = {FNI(box_around)(b->center, b->extent + doubt),
                   {moved, moved},
                   turning,
                   b->bullet                  ? IMPI_INNER_BULLET
                   : w->sims.data[body].swept ? IMPI_INNER_SWEPT
                                              : b->inner};
    if (b->first >= 0 && FNI(is_slender)(b))
    {
        cut_to_colliders(w, body, turning + IMPI_LIFT_SLOP * w->unit + doubt + IMPI_BOUND_DOUBT * b->extent, &r.box);
    }
    return r;
}

PathBound FNI(path_bound_from)(const Path* path)
{
    const SweptThing* t = &path->thing;
    DVec at = FNI(thing_at)(t, 0.0);
    Vec v = FNI(vec_tidy)(t->velocity), from = FNI(vec_tidy)(at);
    float turning = (float)(FNI(dspin_length)(t->spin) * t->size) * (1.0f + 0x1p-20f) + 0x1p-20f * FNI(vec_taxicab)(v);
    float more = (float)t->size + IMPI_BOUND_DOUBT * FNI(sum_of_magnitudes)(from, v);
    float inner = FNI(is_bullet)(path) ? IMPI_INNER_BULLET : path->swept ? IMPI_INNER_SWEPT : path->inner;
    const PathBound r = {FNI(box_around)(from, more), {v, v}, turning, inner};
    return r;
}

Box FNI(path_bound_swept)(const PathBound* s)
{
    const Box end = {FN(vec_add)(s->box.lower, s->motion.lower), FN(vec_add)(s->box.upper, s->motion.upper)};
    return FNI(boxes_joined)(s->box, end);
}

// In the frame of a body that turns, the path of a point is no longer than by the greater of its speeds at both ends.
float FNI(path_bound_against)(const World* w, const Body* b, const Body* fixed)
{
    const SolverBody at_rest = FNI(solver_body_of)(FNI(vec_none)(), FNI(spin_none)());
    const SolverBody* m = b->mover > 0 ? &w->solver.bodies.data[b->mover] : &at_rest;
    const SolverBody* k = fixed->mover > 0 ? &w->solver.bodies.data[fixed->mover] : &at_rest;
    Spin turn = FNI(turn_in_step)(w, k);
    float against = FNI(spin_length)(FNI(spin_sub)(FNI(turn_in_step)(w, m), turn)) * b->extent;
    Vec r = FN(vec_sub)(b->center, fixed->center), moved = FN(vec_sub)(FNI(solver_moved)(m), FNI(solver_moved)(k));
    Vec begin = FN(vec_sub)(moved, FNI(spin_velocity)(turn, r));
    Vec end = FN(vec_sub)(begin, FNI(spin_velocity)(turn, moved));
    float from = FN(vec_dot)(begin, begin), to = FN(vec_dot)(end, end);
    return sqrtf(from > to ? from : to) + against;
}

// Bounds of a body about its centre, in its own frame. False where floats do not suffice.
static bool own_bounds(const World* w, const Body* b, Box* out)
{
    const Pose at_origin = FN(pose_identity)();
    Box all = FNI(empty_box)(), box;
    for (int32_t k = b->first; k >= 0; k = w->colliders.data[k].next)
    {
        if (FNI(collider_bounds)(&w->colliders.data[k], &at_origin, &box))
        {
            return false;
        }
        all = FNI(boxes_joined)(all, box);
    }
    out->lower = FN(vec_sub)(all.lower, b->middle);
    out->upper = FN(vec_sub)(all.upper, b->middle);
    return true;
}

bool FNI(path_frame_of)(const World* w, const Path* path, double now, FNI(path_frame)* out)
{
    const Body* b = &w->bodies.data[path->body];
    const SweptThing* t = &path->thing;
    Box own;
    if (!FNI(is_slender)(b) || b->first < 0 || !own_bounds(w, b, &own))
    {
        return false;
    }
    double more = (double)(IMPI_LIFT_SLOP * w->unit) + FRAME_DOUBT * ((double)FNI(vec_taxicab)(b->middle) + t->size);
    out->now = now;
    out->at = FNI(thing_at)(t, now);
    out->moved = FNI(dscale)(t->velocity, 1.0 - now);
    out->q = FNI(thing_turned)(t, now);
    out->turn = FNI(dspin_scale)(t->spin, 1.0 - now);
    out->turned = FNI(dspin_length)(out->turn);
    for (int k = 0; k < AXES; ++k)
    {
        SET_DAT(out->own, k, (double)AT(own.lower, k) - more);
        SET_DAT(out->own, AXES + k, (double)AT(own.upper, k) + more);
    }
    return true;
}

// A bound as seen from a frame: where its middle is, how that begins to move, and how far off it anything may be.
typedef struct frame_view
{
    DVec from, moved;
    double reach;
} frame_view;

// In a frame that turns at a rate, what moves straight on begins to move by its motion against that frame, and bends
// off by no more than half of its greatest acceleration there.
static frame_view view_in_frame(const FNI(path_frame) * f, const PathBound* s, bool round)
{
    const Vec half = FN(vec_scale)(FN(vec_sub)(s->box.upper, s->box.lower), 0.5f);
    const Vec spread = FN(vec_scale)(FN(vec_sub)(s->motion.upper, s->motion.lower), 0.5f);
    const DVec middle = FNI(dvec_of)(FN(vec_add)(s->box.lower, half)),
               motion = FNI(dvec_of)(FN(vec_add)(s->motion.lower, spread));
    DVec apart = FNI(dsub)(FNI(dadd_scaled)(middle, motion, f->now), f->at);
    DVec moved = FNI(dsub)(FNI(dscale)(motion, 1.0 - f->now), f->moved);
    DVec begin = FNI(dsub)(moved, FNI(dspin_velocity)(f->turn, apart));
    double far = sqrt(FNI(ddot)(apart, apart)), path = sqrt(FNI(ddot)(moved, moved));
    double bend = 0.5 * f->turned * (2.0 * path + f->turned * (far + path));
    double size = round ? (double)AT(half, 0) : sqrt((double)FN(vec_dot)(half, half));
    double off = sqrt((double)FN(vec_dot)(spread, spread));
    const frame_view r = {FNI(drot_apply_inverse)(f->q, apart), FNI(drot_apply_inverse)(f->q, begin),
                          size + off + bend + FRAME_DOUBT * (far + path + size + off + bend + FNI(dnorm1)(middle))};
    return r;
}

bool FNI(path_frame_misses)(const FNI(path_frame) * f, const PathBound* s, bool round)
{
    const frame_view v = view_in_frame(f, s, round);
    bool misses = false;
    for (int k = 0; k < AXES; ++k)
    {
        double start = DAT(v.from, k), stop = start + DAT(v.moved, k);
        misses |= (start < stop ? start : stop) - v.reach > DAT(f->own, AXES + k) ||
                  (start > stop ? start : stop) + v.reach < DAT(f->own, k);
    }
    return misses;
}
