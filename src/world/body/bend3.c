// SPDX-License-Identifier: MIT
//
// Colliders that bend, over time (bend3.h has the why).

#include "body3.h"

#include "../../base/alloc.h"

#include <math.h>
#include <string.h>

static imp3i_compound_block* block_of(const imp3i_collider* c)
{
    return (imp3i_compound_block*)c->compound.block;
}

static bool collider_used(const imp3_world* w, int32_t i)
{
    return w->collider_pool.data[i].next == IMPI_SLOT_USED;
}

// Whether the points of a collider may go on in a step.
static bool goes_on(const imp3_world* w, const imp3i_collider* c)
{
    return imp3i_collider_bends(c) && imp3i_body_active(&w->bodies.data[c->body]);
}

// Life

void imp3i_bend_free(imp3i_bend* b, const imp_allocator* allocator)
{
    if (b)
    {
        impi_alloc_free(allocator, b->base, 2 * (size_t)b->count, sizeof *b->base);
        impi_alloc_free(allocator, b, 1, sizeof *b);
    }
}

imp_status imp3i_bend_make(const imp3_world* w, imp3i_collider* c)
{
    imp3i_bend* b = (imp3i_bend*)impi_alloc_resize(&w->allocator, NULL, 0, 1, sizeof *b);
    if (!b)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    memset(b, 0, sizeof *b);
    const size_t count = (size_t)imp3i_compound_block_of(&c->compound)->point_count;
    imp3_compound own;
    b->base = (imp3_vec*)impi_alloc_resize(&w->allocator, NULL, 0, 2 * count, sizeof *b->base);
    b->count = b->base ? (int32_t)count : 0;
    if (!b->base || imp3i_compound_copy(&c->compound, &w->allocator, &own))
    {
        imp3i_bend_free(b, &w->allocator);
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    b->target = b->base + count;
    imp3i_compound_block* block = (imp3i_compound_block*)own.block;
    block->bent = true;
    imp3i_field_release(block->field);
    block->field = NULL;
    memcpy(b->base, block->points, count * sizeof *b->base);
    memcpy(b->target, b->base, count * sizeof *b->base);
    imp3_compound_free(&c->compound);
    c->compound = own;
    c->bend = b;
    return IMP_OK;
}

static void begin_bending(imp3_world* w, imp3i_collider* c)
{
    w->bodies.data[c->body].bends += 1;
    w->bends += 1;
    w->movers_changed = true;
    imp3i_make_stale(w, IMPI_STALE_ROWS);
}

static void end_bending(imp3_world* w, imp3i_collider* c)
{
    w->bodies.data[c->body].bends -= 1;
    w->bends -= 1;
    w->movers_changed = true;
}

void imp3i_bend_stop(imp3_world* w, imp3i_collider* c)
{
    if (imp3i_collider_bends(c))
    {
        c->bend->left = 0.0f;
        c->bend->moved = false;
        end_bending(w, c);
    }
}

bool imp3i_bend_count(imp3_world* w, const imp3i_collider* c)
{
    const bool bends = imp3i_collider_bends(c);
    w->bodies.data[c->body].bends += bends;
    w->bends += bends;
    return !bends || w->bodies.data[c->body].kind == IMP_BODY_KINEMATIC;
}

// Motion

// The points of a collider have moved: what is found from them follows. A body that bends has its centre at its origin.
static void follow_points(imp3_world* w, imp3i_collider* c)
{
    imp3i_body* body = &w->bodies.data[c->body];
    imp3i_triangles_bend(&c->compound);
    imp3i_collider_measure(c);
    body->extent = 0.0f;
    for (int32_t k = body->first; k >= 0; k = w->colliders.data[k].next)
    {
        const imp3i_collider* of = &w->colliders.data[k];
        const float extent = imp3i_vec_bits(of->middle) ? imp3i_collider_extent(of, body->middle) : of->extent;
        body->extent = extent > body->extent ? extent : body->extent;
    }
}

// Moves points by a share of their way; the whole of it ends exactly at the target.
static void move_points(imp3i_collider* c, float share)
{
    imp3_vec* points = block_of(c)->points;
    for (int32_t k = 0; k < c->bend->count; ++k)
    {
        const imp3_vec to = c->bend->target[k], way = imp3_vec_sub(to, points[k]);
        points[k] = share < 1.0f ? imp3i_vec_tidied(imp3_vec_add(points[k], imp3_vec_scale(way, share))) : to;
    }
}

static float farthest_way(const imp3i_collider* c)
{
    const imp3_vec* points = imp3i_compound_block_of(&c->compound)->points;
    float most = 0.0f;
    for (int32_t k = 0; k < c->bend->count; ++k)
    {
        const imp3_vec way = imp3_vec_sub(c->bend->target[k], points[k]);
        const float square = imp3_vec_dot(way, way);
        most = square > most ? square : most;
    }
    return sqrtf(most);
}

// Puts the box of a collider that bends into the indexes, grown by some length in that of pairs.
static void put_box(imp3_world* w, const imp3i_collider* c, float by)
{
    imp3_box box;
    if (c->number >= 0 && !imp3i_collider_box(c, &w->bodies.data[c->body].rest, &box))
    {
        box = imp3i_world_box(w, box);
        const imp3_box wide = imp3i_grow_box(box, by);
        (void)imp3_index_move(w->index, &c->number, &wide, 1);
        imp3i_collider_move_fixed(w, c, &box);
    }
}

// The farthest way of a dynamic body in a step.
static float farthest_body(const imp3_world* w, float time)
{
    const float gravity = sqrtf(imp3_vec_dot(w->gravity, w->gravity));
    float most = 0.0f;
    for (int32_t i = 0; i < w->bodies.count; ++i)
    {
        const imp3i_body* b = &w->bodies.data[i];
        if (w->body_pool.data[i].next == IMPI_SLOT_USED && b->kind == IMP_BODY_DYNAMIC && imp3i_body_active(b))
        {
            const float speed = sqrtf(imp3_vec_dot(b->velocity, b->velocity)) + imp3i_spin_length(b->spin) * b->extent +
                                fabsf(b->gravity) * gravity * time;
            most = speed > most ? speed : most;
        }
    }
    return most * time;
}

// Which part of what is left of its way a collider goes in some time.
static float share_of(const imp3i_bend* b, float time)
{
    return b->left > time ? time / b->left : 1.0f;
}

void imp3i_bends_grow(imp3_world* w, float time)
{
    const float bodies = w->bends > 0 ? farthest_body(w, time) : 0.0f;
    for (int32_t i = 0; i < w->colliders.count && w->bends > 0; ++i)
    {
        const imp3i_collider* c = &w->colliders.data[i];
        if (collider_used(w, i) && goes_on(w, c))
        {
            c->bend->way = c->bend->left > 0.0f ? farthest_way(c) : 0.0f;
            put_box(w, c, share_of(c->bend, time) * c->bend->way + bodies);
        }
    }
}

void imp3i_bends_begin(imp3_world* w, float time)
{
    for (int32_t i = 0; i < w->colliders.count && w->bends > 0; ++i)
    {
        imp3i_bend* b = w->colliders.data[i].bend;
        if (collider_used(w, i) && goes_on(w, &w->colliders.data[i]))
        {
            b->share = share_of(b, time);
            b->rate = b->left > 0.0f ? 1.0f / (b->left > time ? b->left : time) : 0.0f;
            b->reach = b->share * b->way;
        }
    }
}

void imp3i_bends_end(imp3_world* w, float time)
{
    for (int32_t i = 0; i < w->colliders.count && w->bends > 0; ++i)
    {
        imp3i_collider* c = &w->colliders.data[i];
        if (!collider_used(w, i) || !goes_on(w, c))
        {
            continue;
        }
        imp3i_bend* b = c->bend;
        b->moved = b->left > 0.0f;
        if (b->moved)
        {
            move_points(c, b->share);
            b->left = b->left > time ? b->left - time : 0.0f;
            follow_points(w, c);
        }
        else
        {
            end_bending(w, c);
        }
        put_box(w, c, 0.0f);
    }
}

// Calls

static imp_status bend_status(const imp3_world* w, const imp3i_collider* c, const imp3_vec* points, int32_t count,
                              float time)
{
    if (c->convex || c->compound.kind != IMP3_COMPOUND_TRIANGLES)
    {
        return impi_error(IMP_ERR_COMPOUND, 2);
    }
    if (w->bodies.data[c->body].kind != IMP_BODY_KINEMATIC)
    {
        return impi_error(IMP_ERR_RANGE, 2);
    }
    const imp3i_compound_block* block = imp3i_compound_block_of(&c->compound);
    if (!points || count != block->given_count)
    {
        return points ? impi_error(IMP_ERR_COUNT, 4) : impi_error(IMP_ERR_NULL, 3);
    }
    for (int32_t k = 0; k < count; ++k)
    {
        const int32_t fault = imp3i_vec_fault(points[k]);
        if (fault)
        {
            return impi_error(fault, 3);
        }
    }
    const int32_t fault = impi_number_fault_negative(time);
    bool far = false;
    for (int32_t k = 0; k < block->point_count && !fault && time > 0.0f; ++k)
    {
        const imp3_vec way = imp3_vec_sub(points[block->given[k]], block->points[k]);
        far = far || imp3i_vec_fault_large(imp3i_vec_divide(way, time));
    }
    return fault ? impi_error(fault, 5) : far ? impi_error(IMP_ERR_RANGE, 0) : IMP_OK;
}

// Manifolds of a surface that has jumped cannot be found again: a snapshot has them as they are.
static void keep_contacts(imp3_world* w, const impi_contact_list* list, int32_t collider)
{
    for (int32_t i = 0; i < list->count; ++i)
    {
        imp3i_contact* c = &w->contacts.data[list->data[i].slot];
        if ((c->collider_a == collider || c->collider_b == collider) && !c->sensor)
        {
            c->corrected = true;
            c->separation = 0.0f;
        }
    }
}

static void jump(imp3_world* w, int32_t at)
{
    imp3i_collider* c = &w->colliders.data[at];
    c->bend->left = 0.0f;
    c->bend->moved = true;
    move_points(c, 1.0f);
    follow_points(w, c);
    put_box(w, c, 0.0f);
    keep_contacts(w, &w->awake, at);
    keep_contacts(w, &w->asleep, at);
    imp3i_wake_neighbours(w, c->body);
    imp3i_body_note_arrival(w, c->body);
}

imp_status imp3i_bend_set(imp3_world* w, imp_collider collider, const imp3_vec* points, int32_t count, float time)
{
    int32_t at;
    imp_status status = imp3i_open_collider(w, collider, &at);
    imp3i_collider* c = status ? NULL : &w->colliders.data[at];
    status = status ? status : bend_status(w, c, points, count, time);
    if (status)
    {
        return status;
    }
    if (!c->bend && imp3i_bend_make(w, c))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    if (!imp3i_collider_bends(c))
    {
        begin_bending(w, c);
    }
    const int32_t* given = imp3i_compound_block_of(&c->compound)->given;
    for (int32_t k = 0; k < c->bend->count; ++k)
    {
        c->bend->target[k] = points[given[k]];
    }
    c->bend->left = time;
    if (time == 0.0f)
    {
        jump(w, at);
    }
    const imp3i_call call = {
        .kind = IMPI_CALL_SET_POINTS, .handle = collider.id, .number = time, .points = points, .point_count = count};
    imp3i_record_call(w, &call);
    return IMP_OK;
}

imp_status imp3_world_set_target_points(imp3_world* world, imp_collider collider, const imp3_vec* points, int32_t count,
                                        float time)
{
    return imp3i_bend_set(world, collider, points, count, time);
}
