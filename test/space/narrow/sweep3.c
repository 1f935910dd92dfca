// SPDX-License-Identifier: MIT
//
// Time of impact of two shapes of space: in closed form where both move straight, or spin about their centers; else by
// conservative advancement (Mirtich 1996).

#include "sweep3.h"

#include "compound_pair3.h"

#include "../base/status.h"

enum
{
    ADVANCES_MAX = 64
};

#define NEAR_ENOUGH 0x1p-22  // of the scale

// Both movers, relative to the start of A.
typedef struct sweep
{
    const imp3_shape *a, *b;
    imp3i_dpose pose_a, pose_b;
    imp3i_dvec motion_a, motion_b;
    imp3i_dspin turn_a, turn_b;
} sweep;

static imp3i_dpose pose_at(imp3i_dpose pose, imp3i_dvec motion, imp3i_dspin turn, double time)
{
    const imp3i_dpose r = {imp3i_drot_spun(pose.q, turn, time), imp3i_dadd_scaled(pose.p, motion, time)};
    return r;
}

static double gap_at(const sweep* s, double time, imp3i_gap* gap)
{
    return imp3i_gap_between(s->a, pose_at(s->pose_a, s->motion_a, s->turn_a, time), s->b,
                             pose_at(s->pose_b, s->motion_b, s->turn_b, time), gap);
}

static bool is_turned(const imp3_shape* shape, imp3i_dspin turn)
{
    return imp3i_dspin_some(turn) && shape->reach > 0.0f;
}

// Closing speed at the point between both surfaces.
static double closing_at(const sweep* s, double time, const imp3i_gap* gap)
{
    imp3i_dvec at_a = imp3i_dadd_scaled(s->pose_a.p, s->motion_a, time),
               at_b = imp3i_dadd_scaled(s->pose_b.p, s->motion_b, time);
    imp3i_dvec a = imp3i_dadd(s->motion_a, imp3i_dspin_velocity(s->turn_a, imp3i_dsub(gap->between, at_a)));
    imp3i_dvec b = imp3i_dadd(s->motion_b, imp3i_dspin_velocity(s->turn_b, imp3i_dsub(gap->between, at_b)));
    return imp3i_ddot(imp3i_dsub(a, b), gap->normal);
}

// Time at which a gap closes in straight motion; above 1 for never.
static double straight_time(const sweep* s, double distance, const imp3i_gap* gap)
{
    imp3i_dvec v = imp3i_dsub(s->motion_b, s->motion_a);
    if (s->a->kind == IMP3_SHAPE_HALF_SPACE || s->b->kind == IMP3_SHAPE_HALF_SPACE)
    {
        double closing = -imp3i_ddot(v, gap->normal);
        return closing > 0.0 ? distance / closing : 2.0;
    }
    double radii = (double)s->a->radius + (double)s->b->radius, far = distance + radii;
    double along = far * imp3i_ddot(v, gap->normal), speed = imp3i_ddot(v, v), beyond = distance * (far + radii);
    double root = along * along - speed * beyond;
    return along < 0.0 && root >= 0.0 ? beyond / (sqrt(root) - along) : 2.0;
}

// The same with rotation.
static double turned_time(const sweep* s, double distance, double scale)
{
    imp3i_dvec v = imp3i_dsub(s->motion_b, s->motion_a);
    double speed = sqrt(imp3i_ddot(v, v)) + imp3i_dspin_length(s->turn_a) * (double)s->a->reach +
                   imp3i_dspin_length(s->turn_b) * (double)s->b->reach;
    double time = 0.0;
    imp3i_gap gap;
    for (int32_t i = 0; i < ADVANCES_MAX && distance > NEAR_ENOUGH * scale && time <= 1.0 && speed > 0.0; ++i)
    {
        time += distance / speed;
        distance = gap_at(s, time < 1.0 ? time : 1.0, &gap);
    }
    return speed > 0.0 ? time : 2.0;
}

static void find_hit(const sweep* s, imp3_vec origin, imp3_hit* out)
{
    imp3i_gap gap;
    double distance = gap_at(s, 0.0, &gap), time = 0.0;
    const imp3_hit none = {.kind = IMP_SWEEP_NEVER};
    *out = none;
    if (distance <= 0.0)
    {
        bool comes = closing_at(s, 0.0, &gap) > 0.0;
        out->kind = distance < 0.0 ? IMP_SWEEP_OVERLAP : comes ? IMP_SWEEP_TOUCH : IMP_SWEEP_REST;
        out->depth = distance < 0.0 ? -gap.distance : 0.0f;
        if (out->kind == IMP_SWEEP_REST)
        {
            return;
        }
    }
    else
    {
        double scale = imp3i_dnorm1(s->pose_b.p) + imp3i_dnorm1(s->motion_a) + imp3i_dnorm1(s->motion_b) +
                       (double)s->a->reach + (double)s->b->reach + (double)s->a->radius + (double)s->b->radius;
        bool turns = is_turned(s->a, s->turn_a) || is_turned(s->b, s->turn_b);
        time = turns ? turned_time(s, distance, scale) : straight_time(s, distance, &gap);
        if (!(time <= 1.0))
        {
            return;
        }
        (void)gap_at(s, time, &gap);
        out->kind = IMP_SWEEP_HIT;
        out->time = (float)time;
    }
    out->normal = imp3i_vec_tidy(gap.normal);
    out->point = imp3i_vec_tidy(imp3i_dadd(imp3i_dvec_of(origin), gap.between));
}

static imp_status sweep_both(const imp3_compound_mover* a, const imp3_compound_mover* b, imp3_compound_hit* out)
{
    if (!a || !b || !out)
    {
        return impi_error(IMP_ERR_NULL, !a ? 1 : !b ? 2 : 3);
    }
    imp_status status = imp3i_compound_pair_status(a->compound, &a->pose, b->compound, &b->pose);
    int32_t fault_a = imp3i_mover_fault(&a->pose, a->motion, a->turn, IMP3I_TURN_MAX);
    int32_t fault_b = imp3i_mover_fault(&b->pose, b->motion, b->turn, IMP3I_TURN_MAX);
    if (status || fault_a || fault_b)
    {
        return status ? status : fault_a ? impi_error(fault_a, 1) : impi_error(fault_b, 2);
    }
    const sweep s = {
        a->compound->parts,       b->compound->parts,       imp3i_pose_a(&a->pose),  imp3i_pose_b(&a->pose, &b->pose),
        imp3i_dvec_of(a->motion), imp3i_dvec_of(b->motion), imp3i_dspin_of(a->turn), imp3i_dspin_of(b->turn)};
    out->part_a = out->part_b = 0;
    find_hit(&s, a->pose.p, &out->hit);
    return IMP_OK;
}

imp_status imp3_compound_time_of_impact(const imp3_compound_mover* a, const imp3_compound_mover* b,
                                        imp3_compound_hit* out)
{
    return sweep_both(a, b, out);
}

imp_status imp3_compound_sweep(const imp3_compound_mover* a, const imp3_compound_mover* b, imp3_compound_hit* out)
{
    return sweep_both(a, b, out);
}

imp_status imp3_compound_cast(const imp3_compound* target, const imp3_pose* pose_target, const imp3_compound* thrown,
                              const imp3_pose* pose, imp3_vec motion, imp3_compound_hit* out)
{
    if (!pose_target || !pose)
    {
        return impi_error(IMP_ERR_NULL, pose ? 2 : 4);
    }
    const imp3_compound_mover a = {.compound = target, .pose = *pose_target},
                              b = {.compound = thrown, .pose = *pose, .motion = motion};
    return sweep_both(&a, &b, out);
}

imp_status imp3_compound_ray(const imp3_compound* target, const imp3_pose* pose_target, imp3_vec origin,
                             imp3_vec motion, imp3_compound_hit* out)
{
    const imp3_shape dot = imp3i_shape_of_point();
    const imp3_compound point = {IMP3_COMPOUND_SHAPE, 1, 0.0f, &dot};
    imp3_pose at = imp3_pose_identity();
    at.p = origin;
    return imp3_compound_cast(target, pose_target, &point, &at, motion, out);
}
