// SPDX-License-Identifier: MIT
//
// Recordings of worlds: calls as bytes, for writing and reading alike, and the writer (record_begin.inl starts one).
//
//     head | words, bytes | call: answers of hooks, arguments, result | snapshot | words, bytes | call ...
//
// A call is written when it has succeeded, as words of which zeros cost little (bytes.h), by itself: nothing before it
// need be read. Only the states of bodies are differences, from those that were written last.
//
// A call that is made of others, as an explosion is of velocities, is written as those. Answers of hooks are kept until
// the call that asked is written. A step that is repeated for lack of memory asks again about manifolds; earlier
// answers are dropped then, so that a replay, which is asked once, gets the ones that counted.

#ifndef AXES
#include "record2.h"
#include "../../base/alloc.h"
#include "snapshot2.h"
#include <string.h>

#include "../../math/dim2.h"
#endif

static void visit_any(impi_bytes* b, int32_t* number)
{
    impi_visit_word(b, (uint32_t*)number);
}

static void visit_surface(impi_bytes* b, imp_surface* s)
{
    impi_visit_float(b, &s->friction, NULL);
    impi_visit_float(b, &s->restitution, NULL);
    impi_visit_float(b, &s->rolling_resistance, NULL);
    impi_visit_float(b, &s->tangent_speed, NULL);
}

static void visit_pose(impi_bytes* b, Pose* pose)
{
    FNI(visit_vec)(b, &pose->p, NULL);
    FNI(visit_rot)(b, &pose->q);
}

static void visit_body_def(impi_bytes* b, BodyDef* d)
{
    visit_any(b, &d->kind);
    visit_pose(b, &d->pose);
    FNI(visit_vec)(b, &d->velocity, NULL);
    FNI(visit_spin)(b, &d->angular_velocity, NULL);
    impi_visit_float(b, &d->linear_damping, NULL);
    impi_visit_float(b, &d->angular_damping, NULL);
    impi_visit_word(b, &d->locks);
    impi_visit_bool(b, &d->asleep);
    impi_visit_bool(b, &d->no_sleep);
    impi_visit_bool(b, &d->bullet);
    impi_visit_long(b, &d->user);
}

static void visit_collider_def(impi_bytes* b, ColliderDef* d)
{
    impi_visit_float(b, &d->density, NULL);
    FNI(visit_material)(b, &d->material);
    impi_visit_word(b, &d->filter.category);
    impi_visit_word(b, &d->filter.mask);
    impi_visit_word(b, &d->group);
    impi_visit_bool(b, &d->sensor);
    impi_visit_bool(b, &d->touches_non_dynamic);
    FNI(visit_vec)(b, &d->one_way, NULL);
    impi_visit_float(b, &d->tolerance, NULL);
    Vec belt = FNI(belt_of)(d);
    FNI(visit_belt)(b, &belt);
    FNI(belt_tell)(d, belt);
    impi_visit_long(b, &d->user);
}

static void visit_collider_shape(impi_bytes* b, Call* c, const imp_allocator* allocator)
{
    impi_visit_bool(b, &c->convex);
    if (c->convex)
    {
        FNI(visit_shape)(b, &c->shape, allocator);
    }
    else
    {
        FNI(visit_compound)(b, &c->compound, allocator);
    }
}

static void visit_answers(impi_bytes* b, Answers* answers, const imp_allocator* allocator)
{
    int32_t count = answers->count;
    impi_visit_count(b, &count, 2);
    if (b->reading)
    {
        impi_visit_memory(b, impi_array_reserve(answers, allocator, count));
        answers->count = b->bad ? 0 : count;
    }
    for (int32_t i = 0; i < answers->count && !b->bad; ++i)
    {
        Answer* a = &answers->data[i];
        if (b->reading)
        {
            memset(a, 0, sizeof *a);
        }
        impi_visit_int(b, &a->hook, 0, IMPI_HOOK_COUNT - 1);
        impi_visit_bool(b, &a->yes);
        if (a->hook != IMPI_HOOK_FILTER)
        {
            visit_surface(b, &a->surface);
        }
    }
}

// Points that are read belong to the call.
static void visit_points(impi_bytes* b, Call* c, const imp_allocator* allocator)
{
    impi_visit_count(b, &c->point_count, AXES);
    if (b->reading && c->point_count > 0)
    {
        const size_t count = (size_t)c->point_count;
        c->points = b->bad ? NULL : (const Vec*)impi_alloc_resize(allocator, NULL, 0, count, sizeof(Vec));
        impi_visit_memory(b, c->points ? IMP_OK : IMP_ERR_MEMORY);
        c->point_count = b->bad ? 0 : c->point_count;
    }
    // Visits that write change nothing.
    Vec* points = (Vec*)(uintptr_t)c->points;
    for (int32_t k = 0; k < c->point_count && !b->bad; ++k)
    {
        FNI(visit_vec)(b, &points[k], NULL);
    }
}

// The fields of a call that calls.inl names.
#define NOTHING
#define RESULT impi_visit_long(b, &c->result);
#define NUMBER impi_visit_float(b, &c->number, NULL);
#define SPIN FNI(visit_spin)(b, &c->spin, NULL);
#define FLAG impi_visit_bool(b, &c->flag);
#define HOOKS impi_visit_int(b, &c->numbers[0], 0, (1 << IMPI_HOOK_COUNT) - 1);
#define NUMBERS visit_any(b, &c->numbers[0]), visit_any(b, &c->numbers[1]);
#define VECTORS FNI(visit_vec)(b, &c->first, NULL), FNI(visit_vec)(b, &c->second, NULL);
#define POSE visit_pose(b, &c->pose);
#define SURFACE visit_surface(b, &c->surface);
#define BODY visit_body_def(b, &c->body);
#define COLLIDER visit_collider_def(b, &c->collider);
#define JOINT FNI(visit_joint_def)(b, &c->joint);
#define COUPLING FNI(visit_coupling_def)(b, &c->coupling);
#define MASS FNI(visit_mass)(b, &c->mass);
#define GEOMETRY visit_collider_shape(b, c, allocator);
#define POINTS visit_points(b, c, allocator);

static void visit_arguments(impi_bytes* b, Call* c, const imp_allocator* allocator)
{
    switch (c->kind)
    {
#define CALL(name, recorded, again)                                                                                    \
    case IMPI_CALL_##name:                                                                                             \
        recorded break;
#include "../body/calls.inl"
#undef CALL
    default: break;
    }
}

void FNI(visit_call)(impi_bytes* b, Call* call, Answers* answers, const imp_allocator* allocator)
{
    impi_visit_int(b, &call->kind, 0, IMPI_CALL_COUNT - 1);
    impi_visit_long(b, &call->handle);
    visit_answers(b, answers, allocator);
    visit_arguments(b, call, allocator);
}

imp_status FNI(reserve_states)(LastStates* last, const imp_allocator* allocator, int32_t bodies)
{
    int64_t count = (int64_t)bodies * DIM(FIELD_COUNT);
    if (impi_array_reserve(last, allocator, count))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    for (; last->count < count; ++last->count)
    {
        last->data[last->count] = 0;
    }
    return IMP_OK;
}

static void write_states(impi_bytes* b, const World* w, LastStates* last)
{
    int32_t count = w->bodies.count;
    impi_visit_count(b, &count, 0);
    for (int32_t i = 0; i < count; ++i)
    {
        bool used = w->body_pool.data[i].next == IMPI_SLOT_USED;
        float numbers[DIM(FIELD_COUNT)];
        FNI(body_numbers)(&w->bodies.data[i], numbers);
        impi_visit_bool(b, &used);
        for (int32_t k = 0; used && k < DIM(FIELD_COUNT); ++k)
        {
            uint32_t word, *before = &last->data[i * DIM(FIELD_COUNT) + k];
            memcpy(&word, &numbers[k], sizeof word);
            impi_visit_near(b, &word, *before);
            *before = b->to ? word : *before;
        }
    }
}

static int64_t write_call(uint8_t* to, int64_t end, const World* w, const Call* call)
{
    // Visits that write change nothing.
    Call* c = (Call*)(uintptr_t)call;
    Writer* r = FNI(writer_of)(w);
    impi_bytes b = impi_bytes_to(to, end);
    FNI(visit_call)(&b, c, &r->answers, &w->allocator);
    if (call->kind == IMPI_CALL_STEP && call->flag)
    {
        write_states(&b, w, &r->last);
    }
    return b.at;
}

// The sink is the caller's, as hooks are.
bool FNI(record_send)(World* w, const uint8_t* bytes, int32_t count)
{
    w->hooked = true;
    bool taken = FNI(writer_of)(w)->sink.write(FNI(writer_of)(w)->sink.user, bytes, count);
    w->hooked = false;
    return taken;
}

imp_status FNI(record_write)(World* w, const Call* call)
{
    Writer* r = FNI(writer_of)(w);
    if (call->flag && call->kind == IMPI_CALL_STEP && FNI(reserve_states)(&r->last, &w->allocator, w->bodies.count))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    int64_t size = write_call(NULL, 0, w, call), most = IMPI_CALL_HEAD + size;
    if (most > INT32_MAX || impi_array_reserve(&r->room, &w->allocator, most))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    (void)write_call(r->room.data + IMPI_CALL_HEAD, size, w, call);
    impi_put_word(r->room.data, (uint32_t)size);
    impi_put_word(r->room.data + 4, (uint32_t)call->byte_count);
    bool taken = FNI(record_send)(w, r->room.data, (int32_t)most) &&
                 (call->byte_count == 0 || FNI(record_send)(w, call->bytes, call->byte_count));
    return taken ? IMP_OK : impi_error(IMP_ERR_SPACE, 2);
}

static void record_call(World* w, const Call* told)
{
    Writer* r = FNI(writer_of)(w);
    Call call = *told;
    if (call.kind == IMPI_CALL_STEP)
    {
        (void)FN(world_hash)(w, &call.result);
        r->steps = r->states > 0 ? (r->steps + 1) % r->states : 0;
        call.flag = r->states > 0 && r->steps == 0;
    }
    // A step that lacked memory to end has begun all the same: calls before it is repeated cannot be recorded.
    r->ended = !r->ended && w->step.stepping ? impi_error(IMP_ERR_MEMORY, 0) : r->ended;
    if (!r->ended)
    {
        r->ended = FNI(record_write)(w, &call);
    }
    r->answers.count = 0;
    r->settled = -1;
    // States of bodies that were written say nothing about another world.
    r->last.count = call.kind == IMPI_CALL_LOAD ? 0 : r->last.count;
}

static void record_answer(World* w, int32_t hook, bool yes, const imp_surface* surface)
{
    Writer* r = FNI(writer_of)(w);
    const imp_surface none = {0.0f, 0.0f, 0.0f, 0.0f};
    Answer answer = {hook, yes, surface ? *surface : none};
    if (r->ended || impi_array_reserve(&r->answers, &w->allocator, (int64_t)r->answers.count + 1))
    {
        r->ended = r->ended ? r->ended : impi_error(IMP_ERR_MEMORY, 0);
        return;
    }
    r->answers.data[r->answers.count++] = answer;
}

static void record_settling(World* w)
{
    Writer* r = FNI(writer_of)(w);
    r->settled = r->settled < 0 ? r->answers.count : r->settled;
    r->answers.count = r->settled;
}

static void record_settled(World* w)
{
    FNI(writer_of)(w)->settled = -1;
}

static imp_status record_end(World* w)
{
    Writer* r = FNI(writer_of)(w);
    imp_status status = r->ended;
    impi_array_free(&r->answers, &w->allocator);
    impi_array_free(&r->last, &w->allocator);
    impi_array_free(&r->room, &w->allocator);
    impi_alloc_free(&w->allocator, r, 1, sizeof *r);
    w->recorder = NULL;
    return status;
}

Writer FNI(writer_of_sink)(const imp_sink* sink, int32_t states)
{
    const Writer r = {.recorder = {record_call, record_answer, record_settling, record_settled, record_end},
                      .sink = *sink,
                      .states = states,
                      .settled = -1};
    return r;
}
