// SPDX-License-Identifier: MIT
//
// What a moving thing meets among obstacles.
//
// The pair tests answer for each obstacle; here is what is asked of them, and which answers count:
//
// - What is in the soft skin at the start holds the thing back where it would get nearer, and is passed by its core
//   where it would not: otherwise the wall of a pit would be hidden by its floor.
// - A one-way obstacle counts where it is met from its side: the normal is within 60 degrees of that, and the core is
//   not in it deeper than its tolerance. So what has come up through it is not caught before it is clear of it.
//
// All that is chosen is a least one, with ties to the lower id, so the order of the list does not matter.

#include "obstacles2.h"

#include "../math/check.h"
#include "../math/trig.h"
#include "../shape/compound2.h"
#include "../shape/shape2.h"
#include "one_way2.h"

#include <math.h>
#include <stddef.h>

/// Getting nearer by less than this part of the way is none.
#define CLOSING 0x1p-17

enum
{
    PARTS_FEW = 8  // whose bounds are asked for
};

static int32_t obstacle_fault(const imp2_obstacle* o)
{
    int32_t fault = imp2i_compound_fault(o->compound);
    fault = fault ? fault : imp2i_pose_fault(&o->pose);
    fault = fault ? fault : imp2i_vec_fault_large(o->velocity);
    fault = fault ? fault : impi_number_fault_large(o->spin);
    fault = fault ? fault : impi_number_fault_negative(o->inverse_mass);
    fault = fault ? fault : imp2i_vec_fault(o->one_way);
    fault = fault ? fault : impi_number_fault_negative(o->tolerance);
    fault = fault ? fault : impi_number_fault_large(o->belt);
    return fault ? fault : o->id == 0 ? IMP_ERR_HANDLE : 0;
}

// A box around an obstacle: of what has many parts, around all ways in which it could be turned.
static int32_t bound_obstacle(const imp2_compound* c, const imp2_pose* pose, imp2_box* out)
{
    if (c->part_count <= PARTS_FEW)
    {
        return imp_status_fault(imp2_compound_bounds(c, pose, out));
    }
    double reach = c->reach * (1.0 + 0x1p-18) + (fabs((double)pose->p.x) + fabs((double)pose->p.y)) * 0x1p-22;
    out->lower.x = (float)(pose->p.x - reach);
    out->lower.y = (float)(pose->p.y - reach);
    out->upper.x = (float)(pose->p.x + reach);
    out->upper.y = (float)(pose->p.y + reach);
    return 0;
}

imp_status imp2i_obstacles_add(imp2i_obstacles* list, const imp_allocator* allocator, const imp2_character_hooks* hooks,
                               const imp2_obstacle* told, imp2_vec origin, const imp2_box* around)
{
    imp2i_obstacle o = {.told = *told};
    int32_t fault = obstacle_fault(told);
    fault = fault ? fault : bound_obstacle(told->compound, &told->pose, &o.box);
    if (!fault && !imp2_box_overlap(*around, o.box))
    {
        return IMP_OK;
    }
    if (!fault && hooks && hooks->look)
    {
        if (!hooks->look(hooks->user, &o.told))
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
    imp2_pose* pose = &o.told.pose;
    const imp2i_dvec p = {(double)pose->p.x - origin.x, (double)pose->p.y - origin.y};
    pose->p = imp2i_vec_tidy(p);
    o.compound = *told->compound;
    o.told.compound = NULL;
    o.moves = o.told.velocity.x != 0.0f || o.told.velocity.y != 0.0f || o.told.spin != 0.0f;
    fault = bound_obstacle(&o.compound, pose, &o.box);
    if (!fault)
    {
        list->data[list->count++] = o;
    }
    return fault;
}

void imp2i_walker_wear(imp2i_walker* w, const imp2_shape* shape, double skin)
{
    const imp2_pose here = imp2_pose_identity();
    w->core = w->soft = *shape;
    w->skin = skin;
    w->soft.radius = shape->radius + (float)(0.5 * skin);
    w->soft.kind = shape->count == 1 ? IMP2_SHAPE_CIRCLE : shape->count == 2 ? IMP2_SHAPE_CAPSULE : IMP2_SHAPE_POLYGON;
    (void)imp2_shape_bounds(&w->soft, &here, &w->bounds);
}

static imp2_pose pose_of(const imp2i_walker* w)
{
    const imp2_pose r = {imp2i_vec_tidy(w->at), {1.0f, 0.0f}};
    return r;
}

imp2i_dvec imp2i_obstacle_velocity(const imp2i_obstacle* o, imp2i_dvec point, double time)
{
    imp2i_dvec v = imp2i_dvec_of(o->told.velocity), arm = imp2i_dsub(point, imp2i_dvec_of(o->told.pose.p));
    double spin = o->told.spin, turn = spin * time;
    if (fabs(turn) < 0x1p-20)
    {
        v.x -= spin * arm.y;
        v.y += spin * arm.x;
        return v;
    }
    double s, c;
    impi_sincos_d(turn, &s, &c);
    v.x += (c * arm.x - s * arm.y - arm.x) / time;
    v.y += (s * arm.x + c * arm.y - arm.y) / time;
    return v;
}

void imp2i_obstacles_advance(imp2i_obstacles* list, double time)
{
    for (int32_t i = 0; i < list->count; ++i)
    {
        imp2i_obstacle* o = &list->data[i];
        if (!o->moves || time <= 0.0)
        {
            continue;
        }
        imp2_pose* pose = &o->told.pose;
        pose->p = imp2i_vec_tidy(imp2i_dadd_scaled(imp2i_dvec_of(pose->p), imp2i_dvec_of(o->told.velocity), time));
        if (o->told.spin != 0.0f)
        {
            double s, c;
            impi_sincos_d(o->told.spin * time, &s, &c);
            imp2i_dvec q = {c * pose->q.c - s * pose->q.s, s * pose->q.c + c * pose->q.s};
            double length = sqrt(imp2i_ddot(q, q));
            pose->q.c = impi_tidy((float)(q.x / length));
            pose->q.s = impi_tidy((float)(q.y / length));
        }
    }
}

static bool is_one_way(const imp2i_obstacle* o)
{
    return imp2i_is_one_way(o->told.one_way);
}

static bool is_dropped(const imp2i_obstacle* o, const imp2i_walker* w)
{
    bool r = false;
    for (int i = 0; i < 4; ++i)
    {
        r = r || w->dropped[i] == o->told.id;
    }
    return r;
}

// Whether a one-way obstacle is met from its side.
static bool is_faced(const imp2i_obstacle* o, imp2i_dvec normal)
{
    return imp2i_one_way_faces(o->told.one_way, o->told.pose.q, normal);
}

static double tolerance_of(const imp2i_obstacle* o, const imp2i_walker* w)
{
    return o->told.tolerance > 0.0f ? (double)o->told.tolerance : w->skin;
}

static void sweep_shape(const imp2i_obstacle* o, const imp2_shape* shape, const imp2i_walker* w, imp2i_dvec motion,
                        double time, imp2_hit* out)
{
    const imp2_vec velocity = o->told.velocity;
    const imp2_hit none = {.kind = IMP_SWEEP_NEVER};
    imp2_compound own;
    (void)imp2_compound_of_shape(shape, &own);
    imp2_compound_mover a = {&o->compound, o->told.pose, {0.0f, 0.0f}, 0.0f};
    imp2_compound_mover b = {&own, pose_of(w), {(float)motion.x, (float)motion.y}, 0.0f};
    imp2_compound_hit hit;
    a.motion.x = (float)(velocity.x * time);
    a.motion.y = (float)(velocity.y * time);
    a.turn = (float)(o->told.spin * time);
    imp_status status = a.turn == 0.0f ? imp2_compound_sweep(&a, &b, &hit) : imp2_compound_time_of_impact(&a, &b, &hit);
    *out = status ? none : hit.hit;
}

// Whether a way leads nearer to an obstacle where that is.
static bool closes(const imp2i_obstacle* o, const imp2_hit* hit, imp2i_dvec motion, double time)
{
    imp2i_dvec u = imp2i_obstacle_velocity(o, imp2i_dvec_of(hit->point), time);
    imp2i_dvec way = imp2i_dadd_scaled(motion, u, -time);
    return imp2i_ddot(imp2i_dvec_of(hit->normal), way) < -CLOSING * sqrt(imp2i_ddot(way, way));
}

// Whether one obstacle is met, and where.
static bool meets(const imp2i_obstacle* o, const imp2i_walker* w, imp2i_dvec motion, double time, imp2i_bump* out)
{
    imp2_hit hit;
    sweep_shape(o, &w->soft, w, motion, time, &hit);
    if (hit.kind == IMP_SWEEP_OVERLAP)
    {
        bool deep = hit.depth > (float)(0.5 * w->skin + tolerance_of(o, w));
        bool counts = !is_one_way(o) || (!deep && is_faced(o, imp2i_dvec_of(hit.normal)));
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
        (is_one_way(o) && !is_faced(o, imp2i_dvec_of(hit.normal))))
    {
        return false;
    }
    out->time = hit.time;
    out->normal = imp2i_dunit_of(hit.normal);
    out->point = imp2i_dvec_of(hit.point);
    out->depth = hit.depth;
    return true;
}

static imp2_box box_along(const imp2i_walker* w, imp2i_dvec motion, double margin)
{
    const double x0 = w->at.x + (motion.x < 0.0 ? motion.x : 0.0), x1 = w->at.x + (motion.x > 0.0 ? motion.x : 0.0);
    const double y0 = w->at.y + (motion.y < 0.0 ? motion.y : 0.0), y1 = w->at.y + (motion.y > 0.0 ? motion.y : 0.0);
    const imp2_box r = {{(float)(x0 + w->bounds.lower.x - margin), (float)(y0 + w->bounds.lower.y - margin)},
                        {(float)(x1 + w->bounds.upper.x + margin), (float)(y1 + w->bounds.upper.y + margin)}};
    return r;
}

bool imp2i_bump_first(const imp2i_obstacles* list, const imp2i_walker* w, imp2i_dvec motion, double time,
                      imp2i_bump* out)
{
    const imp2i_bump none = {.obstacle = -1};
    double length = sqrt(imp2i_ddot(motion, motion));
    imp2_box box = box_along(w, motion, w->skin + 0x1p-20 * length);
    *out = none;
    for (int32_t i = 0; i < list->count; ++i)
    {
        const imp2i_obstacle* o = &list->data[i];
        imp2i_bump b = {.obstacle = i, .id = o->told.id};
        if (o->through || (!o->moves && !imp2_box_overlap(box, o->box)) || is_dropped(o, w) ||
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

bool imp2i_bump_nearest(const imp2i_obstacles* list, const imp2i_walker* w, imp2i_dvec velocity, double reach,
                        imp2i_bump* out)
{
    const imp2i_dvec still = {0.0, 0.0};
    const imp2i_bump none = {.obstacle = -1};
    imp2_box box = box_along(w, still, reach);
    imp2_pose pose = pose_of(w);
    imp2_compound own;
    (void)imp2_compound_of_shape(&w->core, &own);
    *out = none;
    for (int32_t i = 0; i < list->count; ++i)
    {
        const imp2i_obstacle* o = &list->data[i];
        imp2_compound_nearest near;
        if (o->through || (!o->moves && !imp2_box_overlap(box, o->box)) || is_dropped(o, w) ||
            imp2_compound_distance(&o->compound, &o->told.pose, &own, &pose, &near) ||
            !((double)near.nearest.distance < reach))
        {
            continue;
        }
        imp2i_dvec n = imp2i_dunit_of(near.nearest.normal), point = imp2i_dvec_of(near.nearest.point_a);
        imp2i_dvec away = imp2i_dsub(velocity, imp2i_obstacle_velocity(o, point, 0.0));
        if (is_one_way(o) &&
            (!is_faced(o, n) || imp2i_ddot(n, away) > 0.0 || -(double)near.nearest.distance > tolerance_of(o, w)))
        {
            continue;
        }
        double depth = -(double)near.nearest.distance;
        if (out->obstacle < 0 || depth > out->depth || (depth >= out->depth && o->told.id < out->id))
        {
            const imp2i_bump b = {0.0, n, point, depth, i, o->told.id};
            *out = b;
        }
    }
    return out->obstacle >= 0;
}

bool imp2i_obstacle_near(const imp2i_obstacle* o, const imp2i_walker* w, double distance)
{
    imp2_pose pose = pose_of(w);
    imp2_compound own;
    imp2_compound_nearest near;
    (void)imp2_compound_of_shape(&w->core, &own);
    return !imp2_compound_distance(&o->compound, &o->told.pose, &own, &pose, &near) &&
           (double)near.nearest.distance < distance;
}
