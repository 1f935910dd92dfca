// SPDX-License-Identifier: MIT
//
// Hits of a walker among obstacles.
//
// Pair tests find the hits of each obstacle; these rules decide which of them count:
//
// - An obstacle that penetrates the soft shape at the start blocks the walker where it would get nearer; otherwise only
//   the core is swept past it: else the floor of a pit would hide its wall.
// - A one-way obstacle counts where it is hit from its side: the normal is within 60 degrees of that, and the core is
//   no deeper in it than its tolerance. So a walker that comes up through it is not caught before it is clear of it.
//
// All choices are minima, with ties to the lower id, so the order of the list does not matter.

#ifndef AXES
#include "obstacles2.h"
#include "../math/check.h"
#include "../math/trig.h"
#include "../shape/kept2.h"
#include "one_way2.h"
#include <math.h>
#include <stddef.h>

#include "../math/dim2.h"
#endif

/// Least part of the path by which a closing motion gets nearer.
#define CLOSING 0x1p-17

enum
{
    PARTS_FEW = 8  // most parts for exact bounds
};

static int32_t obstacle_fault(const Obstacle* o)
{
    int32_t fault = FNI(compound_fault)(o->compound);
    fault = fault ? fault : FNI(pose_fault)(&o->pose);
    fault = fault ? fault : FNI(vec_fault_large)(o->velocity);
    fault = fault ? fault : FNI(spin_fault_large)(o->angular_velocity);
    fault = fault ? fault : impi_number_fault_negative(o->inverse_mass);
    fault = fault ? fault : FNI(vec_fault)(o->one_way);
    fault = fault ? fault : impi_number_fault_negative(o->tolerance);
    fault = fault ? fault : FNI(surface_fault)(o);
    return fault ? fault : o->id == 0 ? IMP_ERR_HANDLE : 0;
}

// Bounds of an obstacle: with many parts, of all its rotations.
static int32_t bound_obstacle(const Compound* c, const Pose* pose, Box* out)
{
    if (c->part_count <= PARTS_FEW)
    {
        return imp_status_fault(FN(compound_bounds)(c, pose, out));
    }
    double reach = c->reach * (1.0 + 0x1p-18) + FNI(dnorm1)(FNI(dvec_of)(pose->p)) * 0x1p-22;
    for (int k = 0; k < AXES; ++k)
    {
        SET_AT(out->lower, k, (float)((double)AT(pose->p, k) - reach));
        SET_AT(out->upper, k, (float)((double)AT(pose->p, k) + reach));
    }
    return 0;
}

imp_status FNI(obstacles_add)(Obstacles* list, const imp_allocator* allocator, const CharacterHooks* hooks,
                              const Obstacle* told, Vec origin, const Box* around)
{
    WalkObstacle o = {.told = *told};
    int32_t fault = obstacle_fault(told);
    fault = fault ? fault : bound_obstacle(told->compound, &told->pose, &o.box);
    if (!fault && !FN(box_overlap)(*around, o.box))
    {
        return IMP_OK;
    }
    if (!fault && hooks && hooks->filter)
    {
        if (!hooks->filter(hooks->user, &o.told))
        {
            return IMP_OK;
        }
        o.told.compound = told->compound;
        fault = obstacle_fault(&o.told);
    }
    fault = fault ? fault : imp_status_fault(impi_array_reserve(list, allocator, (int64_t)list->count + 1));
    if (fault)
    {
        return fault;
    }
    Pose* pose = &o.told.pose;
    pose->p = FNI(vec_tidy)(FNI(dsub)(FNI(dvec_of)(pose->p), FNI(dvec_of)(origin)));
    o.compound = *told->compound;
    o.told.compound = NULL;
    o.moves = (FNI(vec_bits)(o.told.velocity) | FNI(spin_bits)(o.told.angular_velocity)) != 0;
    fault = bound_obstacle(&o.compound, pose, &o.box);
    if (!fault)
    {
        list->data[list->count++] = o;
    }
    return fault;
}

void FNI(walker_wear)(Walker* w, const Shape* shape, double skin)
{
    const Pose here = FN(pose_identity)();
    w->core = *shape;
    w->skin = skin;
    w->soft = FNI(shape_grown)(shape, (float)(0.5 * skin));
    (void)FN(shape_bounds)(&w->soft, &here, &w->bounds);
}

static Pose pose_of(const Walker* w)
{
    const Pose r = {FNI(vec_tidy)(w->at), FN(pose_identity)().q};
    return r;
}

DVec FNI(obstacle_velocity)(const WalkObstacle* o, DVec point, double time)
{
    DVec arm = FNI(dsub)(point, FNI(dvec_of)(o->told.pose.p));
    DVec turning = FNI(dspin_mean_velocity)(FNI(dspin_of)(o->told.angular_velocity), arm, time);
    return FNI(dadd)(FNI(dvec_of)(o->told.velocity), turning);
}

void FNI(obstacles_advance)(Obstacles* list, double time)
{
    for (int32_t i = 0; i < list->count; ++i)
    {
        WalkObstacle* o = &list->data[i];
        if (!o->moves || time <= 0.0)
        {
            continue;
        }
        Pose* pose = &o->told.pose;
        pose->p = FNI(vec_tidy)(FNI(dadd_scaled)(FNI(dvec_of)(pose->p), FNI(dvec_of)(o->told.velocity), time));
        if (FNI(spin_bits)(o->told.angular_velocity))
        {
            DRot q = FNI(drot_spun)(FNI(drot_of)(pose->q), FNI(dspin_of)(o->told.angular_velocity), time);
            pose->q = FNI(rot_of)(FNI(drot_unit)(q));
        }
    }
}

static bool is_one_way(const WalkObstacle* o)
{
    return FNI(is_one_way)(o->told.one_way);
}

static bool is_dropped(const WalkObstacle* o, const Walker* w)
{
    bool r = false;
    for (int i = 0; i < 4; ++i)
    {
        r = r || w->dropped[i] == o->told.id;
    }
    return r;
}

// Whether a one-way obstacle is hit from its side.
static bool is_faced(const WalkObstacle* o, DVec normal)
{
    return FNI(one_way_faces)(o->told.one_way, o->told.pose.q, normal);
}

static double tolerance_of(const WalkObstacle* o, const Walker* w)
{
    return o->told.tolerance > 0.0f ? (double)o->told.tolerance : w->skin;
}

static void sweep_shape(const WalkObstacle* o, const Shape* shape, const Walker* w, DVec motion, double time, Hit* out)
{
    const Hit none = {.kind = IMP_SWEEP_NEVER};
    Compound own;
    (void)FN(compound_of_shape)(shape, &own);
    DSpin turn = FNI(dspin_scale)(FNI(dspin_of)(o->told.angular_velocity), time);
    CompoundMover a = {.compound = &o->compound, .pose = o->told.pose, .turn = FNI(spin_of)(turn)};
    CompoundMover b = {.compound = &own, .pose = pose_of(w), .motion = FNI(vec_of)(motion)};
    CompoundHit hit;
    a.motion = FNI(vec_of)(FNI(dscale)(FNI(dvec_of)(o->told.velocity), time));
    imp_status status =
        FNI(spin_bits)(a.turn) ? FN(compound_time_of_impact)(&a, &b, &hit) : FN(compound_sweep)(&a, &b, &hit);
    *out = status ? none : hit.hit;
}

// Whether a path leads nearer to an obstacle at a hit.
static bool closes(const WalkObstacle* o, const Hit* hit, DVec motion, double time)
{
    DVec u = FNI(obstacle_velocity)(o, FNI(dvec_of)(hit->point), time);
    DVec path = FNI(dadd_scaled)(motion, u, -time);
    return FNI(ddot)(FNI(dvec_of)(hit->normal), path) < -CLOSING * sqrt(FNI(ddot)(path, path));
}

// First hit of one obstacle, if any.
static bool meets(const WalkObstacle* o, const Walker* w, DVec motion, double time, Bump* out)
{
    Hit hit;
    sweep_shape(o, &w->soft, w, motion, time, &hit);
    if (hit.kind == IMP_SWEEP_OVERLAP)
    {
        bool deep = hit.depth > (float)(0.5 * w->skin + tolerance_of(o, w));
        bool counts = !is_one_way(o) || (!deep && is_faced(o, FNI(dvec_of)(hit.normal)));
        if (!counts)
        {
            return false;
        }
        if (!closes(o, &hit, motion, time))
        {
            sweep_shape(o, &w->core, w, motion, time, &hit);
            if (hit.kind == IMP_SWEEP_OVERLAP && !closes(o, &hit, motion, time))
            {
                return false;
            }
        }
    }
    if (hit.kind == IMP_SWEEP_NEVER || hit.kind == IMP_SWEEP_REST ||
        (is_one_way(o) && !is_faced(o, FNI(dvec_of)(hit.normal))))
    {
        return false;
    }
    out->time = hit.time;
    out->normal = FNI(dunit_of)(hit.normal);
    out->point = FNI(dvec_of)(hit.point);
    out->depth = hit.depth;
    return true;
}

static Box box_along(const Walker* w, DVec motion, double margin)
{
    Box r;
    for (int k = 0; k < AXES; ++k)
    {
        double path = DAT(motion, k), lower = DAT(w->at, k) + (path < 0.0 ? path : 0.0);
        double upper = DAT(w->at, k) + (path > 0.0 ? path : 0.0);
        SET_AT(r.lower, k, (float)(lower + (double)AT(w->bounds.lower, k) - margin));
        SET_AT(r.upper, k, (float)(upper + (double)AT(w->bounds.upper, k) + margin));
    }
    return r;
}

bool FNI(bump_first)(const Obstacles* list, const Walker* w, DVec motion, double time, Bump* out)
{
    const Bump none = {.obstacle = -1};
    double length = sqrt(FNI(ddot)(motion, motion));
    Box box = box_along(w, motion, w->skin + 0x1p-20 * length);
    *out = none;
    for (int32_t i = 0; i < list->count; ++i)
    {
        const WalkObstacle* o = &list->data[i];
        Bump b = {.obstacle = i, .id = o->told.id};
        if (o->through || (!o->moves && !FN(box_overlap)(box, o->box)) || is_dropped(o, w) ||
            !meets(o, w, motion, time, &b))
        {
            continue;
        }
        if (out->obstacle < 0 || b.time < out->time || (b.time <= out->time && b.id < out->id))
        {
            *out = b;
        }
    }
    return out->obstacle >= 0;
}

// Whether an obstacle may be nearer to the core than a distance: exact tests of one answer are cheaper than a distance
// among the parts of a large one.
static bool may_be_nearer(const WalkObstacle* o, const Walker* w, double distance)
{
    const double most = distance * (1.0 + 0x1p-10) + 0x1p-18 * (double)w->core.reach;
    const Shape grown = FNI(shape_grown)(&w->core, (float)most);
    Compound own;
    bool overlap = true;
    Pose pose = pose_of(w);
    (void)FN(compound_of_shape)(&grown, &own);
    return o->compound.part_count <= PARTS_FEW ||
           FN(compound_overlap)(&o->compound, &o->told.pose, &own, &pose, &overlap) || overlap;
}

bool FNI(bump_nearest)(const Obstacles* list, const Walker* w, DVec velocity, double reach, Bump* out)
{
    const Bump none = {.obstacle = -1};
    Box box = box_along(w, FNI(dvec_none)(), reach);
    Pose pose = pose_of(w);
    Compound own;
    (void)FN(compound_of_shape)(&w->core, &own);
    *out = none;
    for (int32_t i = 0; i < list->count; ++i)
    {
        const WalkObstacle* o = &list->data[i];
        CompoundNearest near;
        if (o->through || (!o->moves && !FN(box_overlap)(box, o->box)) || is_dropped(o, w) ||
            !may_be_nearer(o, w, reach) || FN(compound_distance)(&o->compound, &o->told.pose, &own, &pose, &near) ||
            !((double)near.nearest.distance < reach))
        {
            continue;
        }
        DVec n = FNI(dunit_of)(near.nearest.normal), point = FNI(dvec_of)(near.nearest.point_a);
        DVec away = FNI(dsub)(velocity, FNI(obstacle_velocity)(o, point, 0.0));
        if (is_one_way(o) &&
            (!is_faced(o, n) || FNI(ddot)(n, away) > 0.0 || -(double)near.nearest.distance > tolerance_of(o, w)))
        {
            continue;
        }
        double depth = -(double)near.nearest.distance;
        if (out->obstacle < 0 || depth > out->depth || (depth >= out->depth && o->told.id < out->id))
        {
            const Bump b = {0.0, n, point, depth, i, o->told.id};
            *out = b;
        }
    }
    return out->obstacle >= 0;
}

bool FNI(obstacle_near)(const WalkObstacle* o, const Walker* w, double distance)
{
    Pose pose = pose_of(w);
    Compound own;
    CompoundNearest near;
    (void)FN(compound_of_shape)(&w->core, &own);
    return !FN(compound_distance)(&o->compound, &o->told.pose, &own, &pose, &near) &&
           (double)near.nearest.distance < distance;
}
