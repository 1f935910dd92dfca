// SPDX-License-Identifier: MIT
//
// How far single colliders of a body move in a step.
//
// A body is as fast as its fastest point and as thin as its thinnest collider. Of a body of several colliders both are
// seldom in one place: the foot of a falling tree hardly moves. A collider that moves by less than half of its own
// thickness cannot pass through anything, whatever the others do.
//
// The middle of a collider moves straight on as it begins to, but for the second order of the turn of its body; around
// the middle there is a sphere, which its own turning leaves as it is.

#ifndef AXES
#include "continuous2.h"
#include <math.h>

#include "../../math/dim2.h"
#endif

#define COLLIDER_DOUBT 0x1p-18f
#define SMALL_TURN 0.5f  // [rad] in a step: beyond it only the magnitude of a turn is known

// Invariant: not less than the second order of a turn, half of its square, with what a small turn is rounded up by.
#define BEND 0.75f

static float vec_length_of(Vec v)
{
    return sqrtf(FN(vec_dot)(v, v));
}

Spin FNI(turn_in_step)(const World* w, const SolverBody* m)
{
    return FNI(turn_bound)(FNI(solver_turned)(m), FNI(spin_scale)(FNI(solver_spin)(m), (float)FNI(step_time)(w)));
}

// In the frame of a body that turns, the speed of a point that does not turn is the greatest at one of both ends.
float FNI(collider_path_length)(const World* w, const Collider* c, const Body* fixed, float most)
{
    const SolverBody at_rest = FNI(solver_body_of)(FNI(vec_none)(), FNI(spin_none)());
    const Body* b = &w->bodies.data[c->body];
    const SolverBody* m = b->mover > 0 ? &w->solver.bodies.data[b->mover] : &at_rest;
    const SolverBody* k = fixed && fixed->mover > 0 ? &w->solver.bodies.data[fixed->mover] : &at_rest;
    Spin turn = FNI(turn_in_step)(w, m), its = FNI(turn_in_step)(w, k), against = FNI(spin_sub)(turn, its);
    float turned = FNI(spin_length)(turn), turned_against = FNI(spin_length)(against);
    if (!(turned < SMALL_TURN) || !(FNI(spin_length)(its) < SMALL_TURN))
    {
        return most;
    }
    Vec arm = FN(rot_apply)(w->sims.data[c->body].pose.q, FN(vec_sub)(c->middle, b->middle));
    Vec moved = FN(vec_sub)(FNI(solver_moved)(m), FNI(solver_moved)(k));
    Vec begin = FN(vec_add)(moved, FNI(spin_velocity)(against, arm)), end = begin;
    if (fixed)
    {
        begin = FN(vec_sub)(begin, FNI(spin_velocity)(its, FN(vec_sub)(b->center, fixed->center)));
        end = FN(vec_sub)(begin, FNI(spin_velocity)(its, moved));
    }
    float from = vec_length_of(begin), to = vec_length_of(end);
    float length = (from > to ? from : to) + turned_against * (BEND * turned * vec_length_of(arm) + c->extent);
    return length < most ? length : most;
}

bool FNI(box_misses_parts)(const Collider* c, const Box* box)
{
    if (c->convex)
    {
        return false;
    }
    double radius = FNI(compound_radius)(&c->compound);  // not in the boxes of parts
    DBox around;
    for (int k = 0; k < AXES; ++k)
    {
        SET_DAT(around, k, (double)AT(box->lower, k) - radius);
        SET_DAT(around, AXES + k, (double)AT(box->upper, k) + radius);
    }
    return FNI(part_near)(&c->compound, &around, 0) >= c->compound.part_count;
}

bool FNI(collider_misses_parts)(const World* w, const Collider* c, const Collider* its, float most)
{
    const SolverBody at_rest = FNI(solver_body_of)(FNI(vec_none)(), FNI(spin_none)());
    const Body *b = &w->bodies.data[c->body], *fixed = &w->bodies.data[its->body];
    const SolverBody* m = b->mover > 0 ? &w->solver.bodies.data[b->mover] : &at_rest;
    Spin turn = FNI(turn_in_step)(w, m);
    float turned = FNI(spin_length)(turn);
    if (its->convex || !(turned < SMALL_TURN))
    {
        return false;
    }
    Vec arm = FN(rot_apply)(w->sims.data[c->body].pose.q, FN(vec_sub)(c->middle, b->middle));
    Vec apart = FN(vec_sub)(b->center, fixed->pose.p), moved = FNI(vec_none)();
    Vec from = FN(rot_apply_inverse)(fixed->pose.q, FN(vec_add)(apart, arm));
    float reach = c->extent + IMPI_LIFT_SLOP * w->unit;
    if (fixed->mover > 0)
    {
        reach += FNI(collider_path_length)(w, c, fixed, most);
    }
    else
    {
        moved = FN(vec_add)(FNI(solver_moved)(m), FNI(spin_velocity)(turn, arm));
        moved = FN(rot_apply_inverse)(fixed->pose.q, moved);
        reach += BEND * turned * turned * vec_length_of(arm);
    }
    float sizes = FNI(vec_taxicab)(apart) + FNI(vec_taxicab)(b->center) + FNI(vec_taxicab)(arm);
    const Box start = FNI(box_around)(from, reach + COLLIDER_DOUBT * (sizes + its->compound.reach + reach));
    const Box end = {FN(vec_add)(start.lower, moved), FN(vec_add)(start.upper, moved)};
    const Box swept = FNI(boxes_joined)(start, end);
    return FNI(box_misses_parts)(its, &swept);
}

FNI(collider_path) FNI(collider_path_of)(const World* w, const Path* path, DRot q, int32_t collider)
{
    const Collider* c = &w->colliders.data[collider];
    const Body* b = &w->bodies.data[path->body];
    const SweptThing* t = &path->thing;
    FNI(collider_path) r;
    r.collider = collider;
    r.arm = FNI(drot_apply)(q, FNI(dsub)(FNI(dvec_of)(c->middle), FNI(dvec_of)(b->middle)));
    r.velocity = FNI(dadd)(t->velocity, FNI(dspin_velocity)(t->spin, r.arm));
    r.turned = FNI(dspin_length)(t->spin);
    r.far = sqrt(FNI(ddot)(r.arm, r.arm));
    r.extent = (double)c->extent * (1.0 + 0x1p-18);
    r.inner = b->bullet ? 0.0f : c->inner;
    return r;
}

double FNI(collider_paths_length)(const FNI(collider_path) * a, const FNI(collider_path) * b, double rest)
{
    DVec v = FNI(dsub)(b->velocity, a->velocity);
    return (sqrt(FNI(ddot)(v, v)) + FNI(collider_path_bend)(a, 1.0) + FNI(collider_path_bend)(b, 1.0) +
            a->turned * a->extent + b->turned * b->extent) *
           rest;
}

double FNI(collider_path_against)(const FNI(collider_path) * a, const Path* path, const Path* fixed, double now)
{
    double rest = 1.0 - now;
    DSpin its = fixed->thing.spin, against = FNI(dspin_sub)(path->thing.spin, its);
    DVec v = FNI(dsub)(path->thing.velocity, fixed->thing.velocity);
    DVec apart = FNI(dsub)(FNI(thing_at)(&path->thing, now), FNI(thing_at)(&fixed->thing, now));
    DVec begin = FNI(dadd)(FNI(dsub)(v, FNI(dspin_velocity)(its, apart)), FNI(dspin_velocity)(against, a->arm));
    DVec end = FNI(dsub)(begin, FNI(dspin_velocity)(FNI(dspin_scale)(its, rest), v));
    double from = FNI(ddot)(begin, begin), to = FNI(ddot)(end, end);
    return (sqrt(from > to ? from : to) + FNI(dspin_length)(against) * (0.5 * a->turned * a->far + a->extent)) * rest;
}
