// SPDX-License-Identifier: MIT
//
// Reading of a world: definitions as they are now, lists of bodies and colliders, the hash of all bodies.

#ifndef AXES
#include "query2.h"
#include "../../base/hash.h"

#include "../../math/dim2.h"
#endif

imp_status FN(world_get_def)(const World* w, WorldDef* out)
{
    if (!w || !out)
    {
        return impi_error(IMP_ERR_NULL, w ? 2 : 1);
    }
    WorldDef def = {
        .gravity = w->gravity, .length_unit = w->unit, .sub_steps = w->sub_steps, .continuous_steps = w->hits};
    def.no_sleep = w->sleepless;
    def.no_continuous = w->discrete;
    def.impact_speed = w->impact_speed;
    *out = def;
    return IMP_OK;
}

imp_status FN(world_has_body)(const World* w, imp_body body, bool* out)
{
    if (!w || !out)
    {
        return impi_error(IMP_ERR_NULL, w ? 3 : 1);
    }
    *out = FNI(find_body)(w, body) >= 0;
    return IMP_OK;
}

imp_status FN(world_has_collider)(const World* w, imp_collider collider, bool* out)
{
    if (!w || !out)
    {
        return impi_error(IMP_ERR_NULL, w ? 3 : 1);
    }
    *out = impi_pool_find(&w->collider_pool, collider.id) >= 0;
    return IMP_OK;
}

imp_status FN(world_get_body_def)(const World* w, imp_body body, BodyDef* out)
{
    if (!w || !out)
    {
        return impi_error(IMP_ERR_NULL, w ? 3 : 1);
    }
    int32_t slot = FNI(find_body)(w, body);
    if (slot < 0)
    {
        return impi_error(IMP_ERR_HANDLE, 2);
    }
    const Body* b = &w->bodies.data[slot];
    BodyDef def = {
        .kind = b->kind, .pose = b->pose, .velocity = b->velocity, .angular_velocity = b->spin, .locks = b->locks};
    def.linear_damping = b->damping;
    def.angular_damping = b->spin_damping;
    def.asleep = b->island_next >= 0;
    def.no_sleep = b->sleepless;
    def.bullet = b->bullet;
    def.user = b->user;
    *out = def;
    return IMP_OK;
}

// The slot of a collider whose out is argument 3.
static imp_status find_collider(const World* w, imp_collider collider, const void* out, int32_t* at)
{
    *at = w ? impi_pool_find(&w->collider_pool, collider.id) : -1;
    return !w        ? impi_error(IMP_ERR_NULL, 1)
           : !out    ? impi_error(IMP_ERR_NULL, 3)
           : *at < 0 ? impi_error(IMP_ERR_HANDLE, 2)
                     : IMP_OK;
}

imp_status FN(world_get_collider_def)(const World* w, imp_collider collider, ColliderDef* out)
{
    int32_t at;
    imp_status status = find_collider(w, collider, out, &at);
    if (status)
    {
        return status;
    }
    const Collider* c = &w->colliders.data[at];
    ColliderDef def = {.density = c->density, .material = c->material, .filter = c->filter, .group = c->group};
    def.sensor = c->sensor;
    def.touches_non_dynamic = c->touches_non_dynamic;
    def.one_way = c->one_way;
    def.tolerance = c->tolerance;
    FNI(belt_tell)(&def, c->belt);
    def.user = c->user;
    *out = def;
    return IMP_OK;
}

imp_status FN(world_get_shape)(const World* w, imp_collider collider, Shape* out)
{
    int32_t at;
    imp_status status = find_collider(w, collider, out, &at);
    if (status || !w->colliders.data[at].convex)
    {
        return status ? status : impi_error(IMP_ERR_SHAPE, 2);
    }
    return FNI(shape_copy)(&w->colliders.data[at].shape, &w->allocator, out);
}

imp_status FN(world_get_compound)(const World* w, imp_collider collider, Compound* out)
{
    int32_t at;
    imp_status status = find_collider(w, collider, out, &at);
    if (status || w->colliders.data[at].convex)
    {
        return status ? status : impi_error(IMP_ERR_COMPOUND, 2);
    }
    return FNI(compound_share)(&w->colliders.data[at].compound, &w->allocator, out);
}

imp_status FN(world_bodies)(const World* w, imp_body* bodies, int32_t capacity, int32_t* count)
{
    imp_status status = FNI(list_status)(w, bodies, capacity, count, 2);
    if (status)
    {
        return status;
    }
    *count = w->body_pool.used;
    int32_t found = 0;
    for (int32_t i = 0; i < w->bodies.count && *count <= capacity; ++i)
    {
        if (w->body_pool.data[i].next == IMPI_SLOT_USED)
        {
            bodies[found++].id = impi_pool_id(&w->body_pool, i);
        }
    }
    return *count > capacity ? impi_error(IMP_ERR_SPACE, 3) : IMP_OK;
}

imp_status FN(world_body_colliders)(const World* w, imp_body body, imp_collider* colliders, int32_t capacity,
                                    int32_t* count)
{
    imp_status status = FNI(list_status)(w, colliders, capacity, count, 3);
    int32_t slot = status ? -1 : FNI(find_body)(w, body);
    if (status || slot < 0)
    {
        return status ? status : impi_error(IMP_ERR_HANDLE, 2);
    }
    int32_t found = 0, first = w->bodies.data[slot].first;
    for (int32_t i = first; i >= 0; i = w->colliders.data[i].next)
    {
        ++found;
    }
    *count = found;
    if (found > capacity)
    {
        return impi_error(IMP_ERR_SPACE, 4);
    }
    found = 0;
    for (int32_t i = first; i >= 0; i = w->colliders.data[i].next)
    {
        colliders[found++].id = impi_pool_id(&w->collider_pool, i);
    }
    return IMP_OK;
}

// The other collider of a contact, if a sensor overlaps it; or none.
static imp_collider overlapped_by(const World* w, const Contact* c, int32_t sensor)
{
    const imp_collider none = {0};
    int32_t own = c->sensor_is_b ? c->collider_b : c->collider_a;
    bool seen = c->sensor && c->inside && own == sensor && FNI(contact_is_whole)(w, c);
    return !seen ? none : c->sensor_is_b ? c->handle_a : c->handle_b;
}

static int32_t list_overlapped(const World* w, int32_t sensor, imp_collider* colliders)
{
    const impi_contact_list* lists[2] = {&w->awake, &w->asleep};
    int32_t found = 0;
    for (int k = 0; k < 2; ++k)
    {
        for (int32_t i = 0; i < lists[k]->count; ++i)
        {
            const imp_collider other = overlapped_by(w, &w->contacts.data[lists[k]->data[i].slot], sensor);
            int32_t at = found;
            found += other.id != 0;
            // By slot, wherever their contacts are.
            for (;
                 colliders && other.id != 0 && at > 0 &&
                 impi_pool_find(&w->collider_pool, colliders[at - 1].id) > impi_pool_find(&w->collider_pool, other.id);
                 --at)
            {
                colliders[at] = colliders[at - 1];
            }
            if (colliders && other.id != 0)
            {
                colliders[at] = other;
            }
        }
    }
    return found;
}

imp_status FN(world_sensor_overlaps)(const World* w, imp_collider sensor, imp_collider* colliders, int32_t capacity,
                                     int32_t* count)
{
    imp_status status = FNI(list_status)(w, colliders, capacity, count, 3);
    int32_t at = status ? -1 : impi_pool_find(&w->collider_pool, sensor.id);
    if (status || at < 0 || !w->colliders.data[at].sensor)
    {
        return status ? status : impi_error(IMP_ERR_HANDLE, 2);
    }
    *count = list_overlapped(w, at, NULL);
    if (*count > capacity)
    {
        return impi_error(IMP_ERR_SPACE, 4);
    }
    (void)list_overlapped(w, at, colliders);
    return IMP_OK;
}

static float* put_numbers(float* to, const float* from, int32_t count)
{
    memcpy(to, from, (size_t)count * sizeof *to);
    return to + count;
}

void FNI(body_numbers)(const Body* b, float* numbers)
{
    Pose pose = b->pose;
    Vec velocity = b->velocity;
    Spin spin = b->spin;
    numbers = put_numbers(numbers, FNI(vec_numbers)(&pose.p), AXES);
    numbers = put_numbers(numbers, FNI(rot_numbers)(&pose.q), DIMI(ROT_FIELDS));
    numbers = put_numbers(numbers, FNI(vec_numbers)(&velocity), AXES);
    (void)put_numbers(numbers, FNI(spin_numbers)(&spin), DIMI(SPIN_FIELDS));
}

imp_status FN(world_hash)(const World* w, uint64_t* out)
{
    if (!w || !out)
    {
        return impi_error(IMP_ERR_NULL, w ? 2 : 1);
    }
    uint64_t hash = IMPI_HASH_START;
    for (int32_t i = 0; i < w->bodies.count; ++i)
    {
        float numbers[DIM(FIELD_COUNT)];
        FNI(body_numbers)(&w->bodies.data[i], numbers);
        for (int32_t k = 0; k < DIM(FIELD_COUNT) && w->body_pool.data[i].next == IMPI_SLOT_USED; ++k)
        {
            hash = impi_hash_float(hash, numbers[k]);
        }
    }
    *out = hash;
    return IMP_OK;
}

imp_status FN(world_stats)(const World* w, imp_world_stats* out)
{
    if (!w || !out)
    {
        return impi_error(IMP_ERR_NULL, w ? 2 : 1);
    }
    imp_world_stats stats = {0};
    stats.bodies = w->body_pool.used;
    stats.colliders = w->collider_pool.used;
    stats.contacts = w->awake.count + w->asleep.count;
    stats.rows = w->solver.row_count;
    stats.colours = w->solver.colour_count;
    memcpy(stats.times, w->times, sizeof stats.times);
    for (int32_t i = 0; i < w->bodies.count; ++i)
    {
        const Body* b = &w->bodies.data[i];
        bool used = w->body_pool.data[i].next == IMPI_SLOT_USED;
        stats.awake += used && b->kind != IMP_BODY_STATIC && b->island_next < 0 && !b->disabled;
    }
    *out = stats;
    return IMP_OK;
}
