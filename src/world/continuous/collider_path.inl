// SPDX-License-Identifier: MIT
//
// Paths of single colliders of a body in a step.
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

FNI(body_motion) FNI(body_motion_of)(const World* w, int32_t body, const Body* fixed)
{
    const SolverBody at_rest = FNI(solver_body_of)(FNI(vec_none)(), FNI(spin_none)());
    const Body* b = &w->bodies.data[body];
    const SolverBody* m = b->mover > 0 ? &w->solver.bodies.data[b->mover] : &at_rest;
    const bool moves = fixed && fixed->mover > 0;
    FNI(body_motion) r;
    r.body = b;
    r.fixed = fixed;
    r.q = w->sims.data[body].pose.q;
    r.turn = r.against = FNI(turn_in_step)(w, m);
    r.its = FNI(spin_none)();
    r.moved = FNI(solver_moved)(m);
    r.late = r.carried = FNI(vec_none)();
    if (moves)
    {
        const SolverBody* k = &w->solver.bodies.data[fixed->mover];
        r.its = FNI(turn_in_step)(w, k);
        r.against = FNI(spin_sub)(r.turn, r.its);
        r.moved = FN(vec_sub)(r.moved, FNI(solver_moved)(k));
        r.carried = FNI(spin_velocity)(r.its, FN(vec_sub)(b->center, fixed->center));
        r.late = FNI(spin_velocity)(r.its, r.moved);
    }
    r.turned = FNI(spin_length)(r.turn);
    r.turned_against = FNI(spin_length)(r.against);
    r.small = r.turned < SMALL_TURN && FNI(spin_length)(r.its) < SMALL_TURN;
    return r;
}

Vec FNI(collider_arm)(const FNI(body_motion) * m, const Collider* c)
{
    return FN(rot_apply)(m->q, FN(vec_sub)(c->middle, m->body->middle));
}

// In the frame of a body that turns, the speed of a point that does not turn is the greatest at one of both ends.
float FNI(collider_path_length)(const FNI(body_motion) * m, const Collider* c, Vec arm, float most)
{
    if (!m->small)
    {
        return most;
    }
    Vec begin = FN(vec_sub)(FN(vec_add)(m->moved, FNI(spin_velocity)(m->against, arm)), m->carried);
    Vec end = FN(vec_sub)(begin, m->late);
    float from = vec_length_of(begin), to = vec_length_of(end);
    float length = (from > to ? from : to) + m->turned_against * (BEND * m->turned * vec_length_of(arm) + c->extent);
    return length < most ? length : most;
}

bool FNI(box_misses_parts)(const Collider* c, const Box* box)
{
    if (c->convex)
    {
        return false;
    }
    const Compound* of = &c->compound;
    const Box whole = FNI(node_box)(of, false, FNI(node_root)(of, false));
    const float radius = FNI(compound_radius)(of);  // not in the boxes of parts
    bool apart = false;
    DBox around;
    for (int k = 0; k < AXES; ++k)
    {
        double low = (double)AT(box->lower, k) - (double)radius, up = (double)AT(box->upper, k) + (double)radius;
        apart |= low > (double)AT(whole.upper, k) || up < (double)AT(whole.lower, k);
        SET_DAT(around, k, low);
        SET_DAT(around, AXES + k, up);
    }
    return apart || FNI(part_near)(of, &around, 0) >= of->part_count;
}

bool FNI(collider_misses_parts)(const World* w, const FNI(body_motion) * m, const Collider* c, Vec arm,
                                const Collider* its, float most)
{
    const Body *b = m->body, *fixed = m->fixed;
    if (its->convex || !(m->turned < SMALL_TURN))
    {
        return false;
    }
    Vec apart = FN(vec_sub)(b->center, fixed->pose.p), moved = FNI(vec_none)();
    Vec from = FN(rot_apply_inverse)(fixed->pose.q, FN(vec_add)(apart, arm));
    float reach = c->extent + IMPI_LIFT_SLOP * w->unit;
    if (fixed->mover > 0)
    {
        reach += FNI(collider_path_length)(m, c, arm, most);
    }
    else
    {
        moved = FN(vec_add)(m->moved, FNI(spin_velocity)(m->turn, arm));
        moved = FN(rot_apply_inverse)(fixed->pose.q, moved);
        reach += BEND * m->turned * m->turned * vec_length_of(arm);
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
