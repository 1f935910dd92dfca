// SPDX-License-Identifier: MIT
//
// Bodies moved otherwise than by forces: target poses, explosions, shifts of the origin.
//
// A target is reached by what a step makes of a velocity: every sub-step turns by the arc tangent of angular velocity
// times its length, not by that product, so the angular velocity is found from its tangent.
//
// An explosion pushes each collider at its nearest point, in the direction from the centre to there, by an impulse for
// each metre (in space square metre) of its silhouette across that direction: a wave along it reaches nothing else. Colliders between do not
// matter; to find out what is seen of what would cost more than it shows.
//
// Another origin changes poses and the boxes of the index, and nothing else: manifolds, impulses and sleep are relative
// to bodies. Boxes are shifted where they are. Rounding is monotone, so boxes that overlapped still do; those that
// begin to are looked for in all pairs, once, with the next step.

#ifndef AXES
#include "../../broad/index2.h"
#include "../../math/trig.h"
#include "../../shape/shape2.h"
#include "../../shape/extent2.h"
#include "body2.h"
#include <float.h>
#include <math.h>

#include "../../math/dim2.h"
#endif

imp_status FN(world_set_target_pose)(World* w, imp_body body, const Pose* target, float time)
{
    int32_t slot;
    imp_status status = FNI(open_body)(w, body, &slot);
    if (status)
    {
        return status;
    }
    int32_t fault = FNI(pose_fault)(target), fault_time = impi_number_fault_negative(time);
    fault_time = fault_time ? fault_time : time == 0.0f ? IMP_ERR_RANGE : 0;
    if (fault || fault_time)
    {
        return fault ? impi_error(fault, 3) : impi_error(fault_time, 4);
    }
    const Body* b = &w->bodies.data[slot];
    Rot from = b->pose.q, to = target->q;
    Vec turned = FN(vec_sub)(FN(rot_apply)(to, b->middle), FN(rot_apply)(from, b->middle));
    Vec path = FN(vec_add)(FN(vec_sub)(target->p, b->pose.p), turned);
    int32_t sub_steps = FNI(sub_steps)(w, time);
    float h = time / (float)sub_steps;
    Vec velocity = FNI(vec_divide)(path, time);
    Spin spin = FNI(spin_towards)(from, to, h, sub_steps);
    if (FNI(vec_fault_large)(velocity) || FNI(spin_fault_large)(spin))
    {
        return impi_error(IMP_ERR_RANGE, 0);
    }
    return FN(world_set_velocity)(w, body, velocity, spin);
}

static void explode_at(World* w, const Explosion* e, const Collider* c)
{
    // All is relative to the centre, so that it is as exact far from the world's origin as near it.
    Body* b = &w->bodies.data[c->body];
    Vec between = FN(vec_sub)(b->pose.p, e->center);
    Pose pose = {FNI(vec_tidied)(between), b->pose.q}, here = FN(pose_identity)();
    const Shape dot = FNI(shape_of_point)();
    Compound compound = FNI(collider_compound)(c), point;
    CompoundNearest found;
    (void)FN(compound_of_shape)(&dot, &point);
    if (FN(compound_distance)(&compound, &pose, &point, &here, &found) ||
        found.nearest.distance > e->radius + e->falloff)
    {
        return;
    }
    Vec middle = FN(pose_apply)(pose, b->middle), at = found.nearest.point_a;
    Vec direction = FN(vec_negate)(found.nearest.normal);
    if (found.nearest.distance < 0.0f)
    {
        float length = sqrtf(FN(vec_dot)(middle, middle));
        direction = FN(vec_scale)(middle, length > 0.0f ? 1.0f / length : 0.0f);
        at = middle;
    }
    float beyond = found.nearest.distance - e->radius, part = beyond > 0.0f ? 1.0f - beyond / e->falloff : 1.0f;
    float across = FNI(compound_silhouette)(&compound, pose.q, direction);
    Vec push = FN(vec_scale)(direction, FNI(explosion_strength)(e) * part * across);
    Vec velocity = FN(vec_add)(b->velocity, FN(vec_scale)(push, b->inverse_mass));
    Spin lever = FNI(spin_lever)(FN(vec_sub)(at, middle), push);
    Spin spin = FNI(spin_add)(b->spin, FNI(inertia_apply)(FNI(inverse_inertia_now)(b), lever));
    imp_body body = {impi_pool_id(&w->body_pool, c->body)};
    (void)FN(world_set_velocity)(w, body, velocity, spin);  // no push if it is out of range
}

imp_status FN(world_explode)(World* w, const Explosion* e)
{
    int32_t fault = FNI(world_fault)(w);
    if (fault || !e)
    {
        return impi_error(fault ? fault : IMP_ERR_NULL, fault ? 1 : 2);
    }
    fault = FNI(vec_fault)(e->center);
    fault = fault ? fault : impi_number_fault_negative(e->radius);
    fault = fault ? fault : impi_number_fault_negative(e->falloff);
    fault = fault ? fault : impi_number_fault_large(FNI(explosion_strength)(e));
    if (fault)
    {
        return impi_error(fault, 2);
    }
    float rounding = 0x1p-20f * (e->radius + e->falloff) + 0x1p-22f * FNI(vec_taxicab)(e->center);
    float reach = e->radius + e->falloff + rounding;
    Box box = FNI(box_around)(e->center, reach);
    int32_t count = 0, *numbers = w->step.moved_numbers.data;  // room for all
    (void)FN(index_query_box)(w->index, &box, &e->filter, numbers, w->step.moved_numbers.capacity, &count);
    for (int32_t i = 0; i < count; ++i)
    {
        const Collider* c = &w->colliders.data[w->collider_of.data[numbers[i]]];
        if (!c->sensor && w->bodies.data[c->body].kind == IMP_BODY_DYNAMIC)
        {
            explode_at(w, e, c);
        }
    }
    return IMP_OK;
}

static Vec shifted(Vec p, Vec offset)
{
    return FNI(vec_tidied)(FN(vec_sub)(p, offset));
}

imp_status FN(world_shift_origin)(World* w, Vec offset)
{
    int32_t fault = FNI(world_fault)(w), fault_offset = FNI(vec_fault)(offset);
    if (fault || fault_offset)
    {
        return fault ? impi_error(fault, 1) : impi_error(fault_offset, 2);
    }
    bool beyond = false;
    for (int32_t i = 0; i < w->bodies.count; ++i)
    {
        bool used = w->body_pool.data[i].next == IMPI_SLOT_USED;
        beyond |= used && FNI(vec_fault)(shifted(w->bodies.data[i].pose.p, offset)) != 0;
    }
    for (int32_t i = 0; i < w->joints.all.count; ++i)
    {
        const Joint* j = &w->joints.all.data[i];
        bool used = w->joints.pool.data[i].next == IMPI_SLOT_USED && j->body_a < 0;
        beyond |= used && FNI(vec_fault)(shifted(j->def.frame_a.p, offset)) != 0;
    }
    if (beyond)
    {
        return impi_error(IMP_ERR_RANGE, 2);
    }
    for (int32_t i = 0; i < w->joints.all.count; ++i)
    {
        Joint* j = &w->joints.all.data[i];
        j->def.frame_a.p = j->body_a < 0 ? shifted(j->def.frame_a.p, offset) : j->def.frame_a.p;
    }
    ++w->joints.changes;
    w->shifted |= !FNI(index_shift)(w->index, offset);
    for (int32_t i = 0; i < w->bodies.count; ++i)
    {
        Body* b = &w->bodies.data[i];
        if (w->body_pool.data[i].next == IMPI_SLOT_USED)
        {
            Vec* sim = &w->sims.data[i].pose.p;
            b->pose.p = shifted(b->pose.p, offset);
            *sim = shifted(*sim, offset);
            b->rest.p = FN(vec_sub)(b->rest.p, offset);
            b->center = FN(pose_apply)(b->pose, b->middle);
            FNI(body_refresh)(w, i);
        }
    }
    for (int32_t i = 0; i < w->events.impacts.count; ++i)
    {
        w->events.impacts.data[i].point = FN(vec_sub)(w->events.impacts.data[i].point, offset);
    }
    IMPI_RECORD(w, SHIFT, .first = offset);
    return IMP_OK;
}
