// SPDX-License-Identifier: MIT
//
// Colliders: the shapes of bodies, made, removed and changed, and their boxes in the indexes.
//
//     collider -> index of all (pairs)         -> number
//              -> index of non-dynamic ones    -> fixed, for sweeps and neighbours
//              -> copy relative to the body's centre of mass, of dynamic ones, for sweeps

#ifndef AXES
#include "../../motion/one_way2.h"
#include "../../shape/compound2.h"
#include "../../shape/extent2.h"
#include "body2.h"
#include <float.h>
#include <string.h>

#include "../../math/dim2.h"
#endif

imp_status FNI(reserve_colliders)(World* w, int64_t count)
{
    bool short_of = impi_array_reserve(&w->colliders, &w->allocator, count) ||
                    impi_array_reserve(&w->step.moved_numbers, &w->allocator, count) ||
                    impi_array_reserve(&w->step.moved_boxes, &w->allocator, count);
    return short_of ? impi_error(IMP_ERR_MEMORY, 0) : IMP_OK;
}

// The lower of two simple bounds.
float FNI(collider_extent)(const Collider* c, Vec middle)
{
    const Pose frame = FN(pose_identity)();
    Compound compound = FNI(collider_compound)(c);
    float extent =
        FNI(compound_extent)(&compound) + FNI(compound_radius)(&compound) + sqrtf(FN(vec_dot)(middle, middle));
    Box box;
    if (!FNI(collider_bounds)(c, &frame, &box))
    {
        Vec corner = FN(vec_sub)(middle, box.lower), upper = FN(vec_sub)(box.upper, middle);
        for (int k = 0; k < AXES; ++k)
        {
            SET_AT(corner, k, fabsf(AT(corner, k)) > fabsf(AT(upper, k)) ? AT(corner, k) : AT(upper, k));
        }
        float farthest = sqrtf(FN(vec_dot)(corner, corner));
        extent = farthest < extent ? farthest : extent;
    }
    return extent;
}

void FNI(collider_measure)(Collider* c)
{
    Mass m;
    c->middle = FNI(vec_none)();
    c->extent = FNI(collider_extent)(c, c->middle);
    c->inner = c->convex ? FNI(endless_thickness)(&c->shape) : 0.1f * c->compound.reach;
    if (!c->convex || FN(shape_mass)(&c->shape, 1.0f, &m))
    {
        return;
    }
    c->middle = m.centroid;
    c->extent = FNI(collider_extent)(c, c->middle);
    c->inner = FNI(shape_thickness)(&c->shape, m.centroid);
}

imp_status FNI(collider_copy_centered)(World* w, Collider* c)
{
    if (w->bodies.data[c->body].kind != IMP_BODY_DYNAMIC)
    {
        return IMP_OK;
    }
    return c->convex ? FNI(shape_copy)(&c->shape, &w->allocator, &c->centered.shape)
                     : FNI(compound_copy)(&c->compound, &w->allocator, &c->centered.compound);
}

void FNI(collider_free)(const World* w, Collider* c)
{
    if (c->convex)
    {
        FN(shape_free)(&c->shape);
        FN(shape_free)(&c->centered.shape);
    }
    else
    {
        FN(compound_free)(&c->compound);
        FN(compound_free)(&c->centered.compound);
        FNI(bulk_free)(c->bulk, &w->allocator);
        FNI(bend_free)(c->bend, &w->allocator);
    }
}

imp_status FNI(body_own_centered)(World* w, int32_t body)
{
    for (int32_t i = w->bodies.data[body].first; i >= 0; i = w->colliders.data[i].next)
    {
        Collider* c = &w->colliders.data[i];
        Shape own;
        if (c->shares_centered && FNI(shape_copy)(&c->shape, &w->allocator, &own))
        {
            return IMP_ERR_MEMORY;
        }
        if (c->shares_centered)
        {
            FN(shape_free)(&c->centered.shape);
            c->centered.shape = own;
            c->shares_centered = false;
            if (c->is_centered)
            {
                FNI(shape_tell_from)(&c->centered.shape, &c->shape, w->bodies.data[body].middle);
            }
        }
    }
    return IMP_OK;
}

void FNI(body_share_centered)(World* w, int32_t body)
{
    const Body* b = &w->bodies.data[body];
    Collider* c = b->first >= 0 ? &w->colliders.data[b->first] : NULL;
    Shape shared;
    bool alone = c && c->next < 0 && c->convex && b->kind == IMP_BODY_DYNAMIC && !b->weighted;
    if (alone && !c->shares_centered && FNI(shape_may_share)(&c->shape) &&
        !FNI(shape_share)(w->centered_seen, &c->centered.shape, &w->allocator, &shared))
    {
        FN(shape_free)(&c->centered.shape);
        c->centered.shape = shared;
        c->shares_centered = true;
    }
}

imp_status FNI(collider_find_bulk)(const World* w, Collider* c)
{
    return c->convex ? IMP_OK : FNI(bulk_make)(&c->compound, &w->allocator, &c->bulk);
}

static bool is_fixed(const World* w, const Collider* c)
{
    return w->bodies.data[c->body].kind != IMP_BODY_DYNAMIC;
}

// Adds to an index, and to the list of which collider has which number. Returns IMP_OK or IMP_ERR_MEMORY.
static imp_status add_to_index(const World* w, Index* index, Owners* owners, const Thing* thing, int32_t collider,
                               int32_t* number)
{
    if (impi_array_reserve(owners, &w->allocator, (int64_t)owners->count + 1) || FN(index_add)(index, thing, 1, number))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    owners->count = *number < owners->count ? owners->count : *number + 1;
    owners->data[*number] = collider;
    return IMP_OK;
}

static void remove_fixed(World* w, const Collider* c)
{
    if (is_fixed(w, c))
    {
        (void)FN(index_remove)(w->fixed_index, &c->fixed, 1);
    }
}

imp_status FNI(collider_enter)(World* w, int32_t collider)
{
    Collider* c = &w->colliders.data[collider];
    Box box;
    imp_status status = FNI(collider_box)(c, &w->bodies.data[c->body].rest, &box);
    if (status)
    {
        return status;
    }
    Thing thing = {FNI(world_box)(w, box), 0, c->filter};
    if (is_fixed(w, c) && add_to_index(w, w->fixed_index, &w->fixed_of, &thing, collider, &c->fixed))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    if (add_to_index(w, w->index, &w->collider_of, &thing, collider, &c->number))
    {
        remove_fixed(w, c);
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    if (is_fixed(w, c))
    {
        FNI(neighbours_note)(w, collider, &thing.box);
    }
    return IMP_OK;
}

imp_status FNI(colliders_enter_fixed)(World* w)
{
    for (int32_t i = 0; i < w->colliders.count; ++i)
    {
        Collider* c = &w->colliders.data[i];
        Thing thing;
        if (w->collider_pool.data[i].next != IMPI_SLOT_USED || c->number < 0 || !is_fixed(w, c) ||
            FN(index_get)(w->index, c->number, &thing))
        {
            continue;
        }
        Box box;
        bool known = !FNI(collider_box)(c, &w->bodies.data[c->body].rest, &box);
        thing.box = known ? FNI(world_box)(w, box) : thing.box;
        if (add_to_index(w, w->fixed_index, &w->fixed_of, &thing, i, &c->fixed))
        {
            return impi_error(IMP_ERR_MEMORY, 0);
        }
        FNI(neighbours_note)(w, i, &thing.box);
    }
    return IMP_OK;
}

void FNI(collider_move_fixed)(World* w, const Collider* c, const Box* box)
{
    // A collider out of the index has no number of its own.
    if (c->number >= 0 && is_fixed(w, c))
    {
        (void)FN(index_move)(w->fixed_index, &c->fixed, box, 1);
        FNI(neighbours_note)(w, (int32_t)(c - w->colliders.data), box);
    }
}

// Removes from the indexes, by the numbers that it has or had.
static void remove_from_indexes(World* w, const Collider* c)
{
    (void)FN(index_remove)(w->index, &c->number, 1);
    remove_fixed(w, c);
}

void FNI(collider_leave)(World* w, int32_t collider)
{
    Collider* c = &w->colliders.data[collider];
    if (c->number >= 0)
    {
        remove_from_indexes(w, c);
        c->number = -1;
    }
}

void FNI(body_refresh)(World* w, int32_t body)
{
    const Body* b = &w->bodies.data[body];
    for (int32_t i = b->first; i >= 0; i = w->colliders.data[i].next)
    {
        Box box;
        if (!FNI(collider_box)(&w->colliders.data[i], &b->rest, &box))
        {
            box = FNI(world_box)(w, box);
            (void)FN(index_move)(w->index, &w->colliders.data[i].number, &box, 1);
            FNI(collider_move_fixed)(w, &w->colliders.data[i], &box);
        }
    }
}

void FNI(collider_drop)(World* w, int32_t collider)
{
    const Vec none = FNI(vec_none)();
    // The lanes of its contacts can no longer be found. A body that no step has seen has no lanes.
    if (!(w->bodies.data[w->colliders.data[collider].body].move_flags & IMPI_NEW))
    {
        FNI(make_stale)(w, IMPI_STALE_LANES);
    }
    FNI(one_way_count)(w, w->colliders.data[collider].one_way, none);
    w->sensor_count -= w->colliders.data[collider].sensor;
    w->springy_count -= impi_is_springy(w->colliders.data[collider].material.restitution);
    FNI(bend_stop)(w, &w->colliders.data[collider]);
    w->field_count -= FNI(has_field)(&w->colliders.data[collider]);
    FNI(collider_leave)(w, collider);
    FNI(collider_free)(w, &w->colliders.data[collider]);
    (void)impi_pool_give_back(&w->collider_pool, impi_pool_id(&w->collider_pool, collider));
}

void FNI(one_way_begin)(World* w)
{
    for (int32_t i = 0; i < w->bodies.count && w->one_ways > 0; ++i)
    {
        const Body* b = &w->bodies.data[i];
        bool put = b->move_flags & (IMPI_ARRIVED | IMPI_NEW);
        w->previous_poses.data[i] = put ? b->pose : w->sims.data[i].pose;
    }
}

void FNI(one_way_count)(World* w, Vec before, Vec now)
{
    bool none = w->one_ways == 0;
    w->one_ways += FNI(is_one_way)(now) - FNI(is_one_way)(before);
    if (none)
    {
        FNI(one_way_begin)(w);  // the step may have begun without poses saved
    }
}

ColliderDef FN(collider_default)(void)
{
    const ColliderDef def = {.density = 1.0f, .material = imp_material_default()};
    return def;
}

void FNI(collider_record)(World* w, int32_t collider, const ColliderDef* def)
{
    const Collider* c = &w->colliders.data[collider];
    if (w->recorder)
    {
        Call call = {.kind = IMPI_CALL_ADD_COLLIDER, .collider = *def};
        call.result = impi_pool_id(&w->collider_pool, collider);
        call.handle = impi_pool_id(&w->body_pool, c->body);
        call.convex = c->convex;
        call.shape = c->shape;
        call.compound = c->compound;
        FNI(record_call)(w, &call);
    }
}

// Adds a collider whose shape is filled in; the world owns that from now on, or it is freed.
static imp_status add_collider(World* w, int32_t body, Collider* c, const ColliderDef* def, imp_collider* out)
{
    const Vec none = FNI(vec_none)();
    imp_collider handle;
    c->body = body;
    if (FNI(reserve_colliders)(w, (int64_t)w->colliders.count + 1) || FNI(collider_copy_centered)(w, c) ||
        FNI(body_own_centered)(w, body) || FNI(collider_find_bulk)(w, c) ||
        impi_pool_take(&w->collider_pool, &w->allocator, &handle.id))
    {
        FNI(collider_free)(w, c);
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    Body* b = &w->bodies.data[body];
    int32_t at = impi_pool_find(&w->collider_pool, handle.id);
    c->next = b->first;
    c->number = -1;
    c->density = def->density;
    c->material = def->material;
    c->filter = def->filter;
    c->group = def->group;
    c->sensor = def->sensor;
    c->touches_non_dynamic = def->touches_non_dynamic;
    c->one_way = def->one_way;
    c->tolerance = def->tolerance;
    c->belt = FNI(belt_of)(def);
    c->user = def->user;
    FNI(collider_measure)(c);
    w->colliders.count = w->collider_pool.count;
    w->colliders.data[at] = *c;
    const Body before = *b;
    b->first = at;
    imp_status status = FNI(body_update_mass)(w, body) ? impi_error(IMP_ERR_RANGE, 4) : IMP_OK;
    imp_status entered = status || b->disabled ? IMP_OK : FNI(collider_enter)(w, at);
    bool full = imp_status_fault(entered) == IMP_ERR_MEMORY;
    status = status ? status : full ? entered : entered ? impi_error(imp_status_fault(entered), 3) : IMP_OK;
    if (status)
    {
        b->first = before.first;
        (void)FNI(body_update_mass)(w, body);  // copies of the others relative to the old centre
        *b = before;
        impi_pool_untake(&w->collider_pool, handle.id);
        FNI(collider_free)(w, &w->colliders.data[at]);
        return status;
    }
    FNI(body_share_centered)(w, body);
    FNI(neighbours_note_siblings)(w, at);
    FNI(one_way_count)(w, none, def->one_way);
    w->sensor_count += c->sensor;
    w->springy_count += impi_is_springy(c->material.restitution);
    w->field_count += FNI(has_field)(c);
    // A body that was made asleep sleeps on while it is put together.
    if (b->island_next != body || !(b->move_flags & IMPI_NEW))
    {
        FNI(body_wake)(w, body);
    }
    FNI(body_note_arrival)(w, body);
    FNI(collider_record)(w, at, def);
    if (out)
    {
        *out = handle;
    }
    return IMP_OK;
}

// Common checks of both functions below: the fault of anything but the shape.
static imp_status collider_status(const World* w, imp_body body, const ColliderDef* def, int32_t* slot)
{
    imp_status status = FNI(open_body)(w, body, slot);
    int32_t fault = status ? 0 : impi_number_fault_negative(def->density);
    fault = status || fault ? fault : impi_material_fault(&def->material);
    fault = status || fault ? fault : FNI(vec_fault)(def->one_way);
    fault = status || fault ? fault : impi_number_fault_negative(def->tolerance);
    fault = status || fault ? fault : FNI(vec_fault_large)(FNI(belt_of)(def));
    return fault ? impi_error(fault, 4) : status;
}

imp_status FN(world_add_collider)(World* w, imp_body body, const Shape* shape, const ColliderDef* def,
                                  imp_collider* out)
{
    int32_t slot;
    const ColliderDef standard = FN(collider_default)();
    def = def ? def : &standard;
    imp_status status = collider_status(w, body, def, &slot);
    int32_t fault = status ? 0 : FNI(shape_fault)(shape);
    if (status || fault)
    {
        return status ? status : impi_error(fault, 3);
    }
    Collider c;
    memset(&c, 0, sizeof c);
    c.convex = true;
    if (FNI(shape_share)(w->shapes_seen, shape, &w->allocator, &c.shape))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    return add_collider(w, slot, &c, def, out);
}

imp_status FN(world_add_compound)(World* w, imp_body body, const Compound* compound, const ColliderDef* def,
                                  imp_collider* out)
{
    int32_t slot;
    const ColliderDef standard = FN(collider_default)();
    def = def ? def : &standard;
    imp_status status = collider_status(w, body, def, &slot);
    int32_t fault = status ? 0 : FNI(compound_fault)(compound);
    if (status || fault)
    {
        return status ? status : impi_error(fault, 3);
    }
    if (compound->kind == DIM(COMPOUND_SHAPE))
    {
        return FN(world_add_collider)(w, body, compound->parts, def, out);
    }
    Collider c;
    memset(&c, 0, sizeof c);
    fault = imp_status_fault(FNI(compound_share)(compound, &w->allocator, &c.compound));
    if (fault)
    {
        return fault == IMP_ERR_MEMORY ? impi_error(fault, 0) : impi_error(fault, 3);
    }
    return add_collider(w, slot, &c, def, out);
}

imp_status FN(world_remove_collider)(World* w, imp_collider collider)
{
    int32_t at;
    imp_status status = FNI(open_collider)(w, collider, &at);
    if (status)
    {
        return status;
    }
    int32_t body = w->colliders.data[at].body, *link = &w->bodies.data[body].first;
    while (*link != at)
    {
        link = &w->colliders.data[*link].next;
    }
    *link = w->colliders.data[at].next;
    if (FNI(body_mass_status)(w, body, w->bodies.data[body].kind))
    {
        *link = at;
        return impi_error(IMP_ERR_RANGE, 2);
    }
    FNI(body_wake)(w, body);
    FNI(collider_drop)(w, at);
    (void)FNI(body_update_mass)(w, body);
    IMPI_RECORD(w, REMOVE_COLLIDER, .handle = collider.id);
    return IMP_OK;
}

imp_status FNI(open_collider)(const World* w, imp_collider collider, int32_t* at)
{
    int32_t fault = FNI(world_fault)(w);
    *at = fault ? -1 : impi_pool_find(&w->collider_pool, collider.id);
    return fault ? impi_error(fault, 1) : *at < 0 ? impi_error(IMP_ERR_HANDLE, 2) : IMP_OK;
}

imp_status FN(world_get_collider)(const World* w, imp_collider collider, imp_body* body, uint64_t* user)
{
    int32_t at = w ? impi_pool_find(&w->collider_pool, collider.id) : -1;
    if (at < 0)
    {
        return w ? impi_error(IMP_ERR_HANDLE, 2) : impi_error(IMP_ERR_NULL, 1);
    }
    const Collider* c = &w->colliders.data[at];
    if (body)
    {
        body->id = impi_pool_id(&w->body_pool, c->body);
    }
    if (user)
    {
        *user = c->user;
    }
    return IMP_OK;
}

imp_status FN(world_set_filter)(World* w, imp_collider collider, const imp_filter* filter, uint32_t group)
{
    int32_t at;
    imp_status status = FNI(open_collider)(w, collider, &at);
    if (status)
    {
        return status;
    }
    const imp_filter all = {0, 0};
    Collider* c = &w->colliders.data[at];
    Collider old = *c;
    c->filter = filter ? *filter : all;
    c->group = group;
    if (old.number >= 0)
    {
        // A new number begins all its contacts anew. The old one is removed once there is a new one.
        if (FNI(collider_enter)(w, at))
        {
            *c = old;
            return impi_error(IMP_ERR_MEMORY, 0);
        }
        remove_from_indexes(w, &old);
    }
    FNI(body_wake)(w, c->body);
    FNI(body_note_arrival)(w, c->body);
    const ColliderDef def = {.filter = c->filter, .group = group};
    IMPI_RECORD(w, SET_FILTER, .handle = collider.id, .collider = def);
    return IMP_OK;
}

imp_status FN(world_set_density)(World* w, imp_collider collider, float density)
{
    int32_t at;
    imp_status status = FNI(open_collider)(w, collider, &at);
    int32_t fault = status ? 0 : impi_number_fault_negative(density);
    if (status || fault)
    {
        return status ? status : impi_error(fault, 3);
    }
    Collider* c = &w->colliders.data[at];
    if (FNI(body_own_centered)(w, c->body))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    const float before = c->density;
    c->density = density;
    if (FNI(body_update_mass)(w, c->body))
    {
        c->density = before;
        return impi_error(IMP_ERR_RANGE, 3);
    }
    FNI(body_share_centered)(w, c->body);
    FNI(body_wake)(w, c->body);
    IMPI_RECORD(w, SET_DENSITY, .handle = collider.id, .collider = {.density = density});
    return IMP_OK;
}

imp_status FN(world_set_collider_user)(World* w, imp_collider collider, uint64_t user)
{
    int32_t at;
    imp_status status = FNI(open_collider)(w, collider, &at);
    if (status)
    {
        return status;
    }
    w->colliders.data[at].user = user;
    IMPI_RECORD(w, SET_COLLIDER_USER, .handle = collider.id, .collider = {.user = user});
    return IMP_OK;
}

// Frees the copies relative to the centre, which non-dynamic bodies do not have.
static void free_centered(World* w, const Body* b)
{
    for (int32_t i = b->first; i >= 0; i = w->colliders.data[i].next)
    {
        Collider* c = &w->colliders.data[i];
        if (c->convex)
        {
            FN(shape_free)(&c->centered.shape);
        }
        else
        {
            FN(compound_free)(&c->centered.compound);
        }
        c->is_centered = c->shares_centered = false;
    }
}

static imp_status make_centered(World* w, const Body* b)
{
    imp_status status = IMP_OK;
    for (int32_t i = b->first; i >= 0 && !status; i = w->colliders.data[i].next)
    {
        status = FNI(collider_copy_centered)(w, &w->colliders.data[i]);
    }
    return status;
}

// Adds to the indexes under new numbers. The old ones are saved, two for each collider, in the order of the list.
static imp_status renumber(World* w, const Body* b, int32_t* numbers)
{
    imp_status status = IMP_OK;
    int32_t* old = numbers;
    for (int32_t i = b->first; i >= 0; i = w->colliders.data[i].next)
    {
        Collider* c = &w->colliders.data[i];
        *old++ = c->number;
        *old++ = c->fixed;
        c->number = -1;
        status = status || b->disabled ? status : FNI(collider_enter)(w, i);
    }
    for (int32_t i = b->first; i >= 0 && status; i = w->colliders.data[i].next)
    {
        FNI(collider_leave)(w, i);
        w->colliders.data[i].number = *numbers++;
        w->colliders.data[i].fixed = *numbers++;
    }
    return status;
}

imp_status FNI(body_change_kind)(World* w, int32_t body, int32_t kind)
{
    Body* b = &w->bodies.data[body];
    const int32_t was = b->kind;
    int64_t count = 0;
    for (int32_t i = b->first; i >= 0; i = w->colliders.data[i].next)
    {
        ++count;
    }
    if (impi_array_reserve(&w->step.moved_numbers, &w->allocator, 2 * count))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    const int32_t* numbers = w->step.moved_numbers.data;
    b->kind = kind;
    if ((was != IMP_BODY_DYNAMIC && make_centered(w, b)) || renumber(w, b, w->step.moved_numbers.data))
    {
        b->kind = was;
        if (was != IMP_BODY_DYNAMIC)
        {
            free_centered(w, b);
        }
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    b->kind = was;
    for (int32_t i = b->first; i >= 0; i = w->colliders.data[i].next, numbers += 2)
    {
        Collider old = w->colliders.data[i];
        old.number = numbers[0];
        old.fixed = numbers[1];
        if (old.number >= 0)
        {
            remove_from_indexes(w, &old);
        }
    }
    b->kind = kind;
    if (kind != IMP_BODY_DYNAMIC)
    {
        free_centered(w, b);
    }
    for (int32_t i = b->first; i >= 0; i = w->colliders.data[i].next)
    {
        FNI(bend_stop)(w, &w->colliders.data[i]);
    }
    FNI(make_stale)(w, IMPI_STALE_LANES);
    return IMP_OK;
}
