// SPDX-License-Identifier: MIT
//
// Replay: a recording is played call by call into a world of the caller's.
//
// Nothing that is read is trusted: a call goes through the same checks as it did when it was recorded. Hooks are
// answered from the recording; a missing answer is a difference, as is one that nobody asked for.

#ifndef AXES
#include "../../base/alloc.h"
#include "record2.h"
#include "snapshot2.h"
#include <string.h>

#include "../../math/dim2.h"
#endif

struct Replay
{
    imp_allocator allocator;
    World* world;  // the caller's
    const uint8_t* bytes;
    int32_t count, at;
    Answers answers;  // for the hooks of the present call
    int32_t next_answer;
    int32_t resume;  // of a step that lacked memory to end: where its answers go on
    bool asked_otherwise;
    LastStates last;
    ReplayReport report;
};

static Answer answer_of(void* user, int32_t hook)
{
    Replay* r = (Replay*)user;
    Answer none = {hook, true, {0.0f, 0.0f, 0.0f, 0.0f}};
    if (r->next_answer < r->answers.count && r->answers.data[r->next_answer].hook == hook)
    {
        return r->answers.data[r->next_answer++];
    }
    r->asked_otherwise = true;
    return none;
}

static bool filter_again(void* user, imp_collider a, imp_collider b)
{
    (void)a;
    (void)b;
    return answer_of(user, IMPI_HOOK_FILTER).yes;
}

static imp_surface combine_again(void* user, const imp_material* a, const imp_material* b)
{
    (void)a;
    (void)b;
    return answer_of(user, IMPI_HOOK_MIX).surface;
}

static bool solve_again(void* user, const WorldContact* contact, imp_surface* surface)
{
    (void)contact;
    Answer answer = answer_of(user, IMPI_HOOK_SOLVE);
    *surface = answer.surface;
    return answer.yes;
}

// Hooks from before the recording have had their say: their answers are in the snapshot.
static imp_status set_hooks(Replay* r, int32_t bits, bool said)
{
    Hooks hooks = {.user = r};
    hooks.filter = bits >> IMPI_HOOK_FILTER & 1 ? filter_again : NULL;
    hooks.combine = bits >> IMPI_HOOK_MIX & 1 ? combine_again : NULL;
    hooks.pre_solve = bits >> IMPI_HOOK_SOLVE & 1 ? solve_again : NULL;
    r->world->hooks = said ? hooks : r->world->hooks;
    return said ? IMP_OK : FN(world_set_hooks)(r->world, &hooks);
}

static imp_status load_again(Replay* r, const Call* c)
{
    r->last.count = 0;
    return FN(world_load)(r->world, c->bytes, c->byte_count);
}

static imp_status add_body_again(World* w, const Call* c, uint64_t* result)
{
    imp_body made = {0};
    imp_status status = FN(world_add_body)(w, &c->body, &made);
    *result = made.id;
    return status;
}

static imp_status add_collider_again(World* w, const Call* c, uint64_t* result)
{
    imp_body body = {c->handle};
    imp_collider made = {0};
    imp_status status = c->convex ? FN(world_add_collider)(w, body, &c->shape, &c->collider, &made)
                                  : FN(world_add_compound)(w, body, &c->compound, &c->collider, &made);
    *result = made.id;
    return status;
}

static imp_status add_joint_again(World* w, const Call* c, uint64_t* result)
{
    imp_joint made = {0};
    imp_status status = FN(world_add_joint)(w, &c->joint, &made);
    *result = made.id;
    return status;
}

static imp_status add_coupling_again(World* w, const Call* c, uint64_t* result)
{
    imp_coupling made = {0};
    imp_status status = FN(world_add_coupling)(w, &c->coupling, &made);
    *result = made.id;
    return status;
}

static imp_status set_axis_again(World* w, const Call* c)
{
    const imp_joint joint = {c->handle};
    int32_t axis = c->numbers[0];
    return axis >= 0 && axis < DIMI(JOINT_AXES) ? FN(world_set_axis)(w, joint, axis, &c->joint.axes[axis])
                                                : impi_error(IMP_ERR_FORMAT, 1);
}

static imp_status call_again(Replay* r, const Call* c, uint64_t* result)
{
    World* w = r->world;
    imp_body body = {c->handle};
    imp_collider collider = {c->handle};
    imp_joint joint = {c->handle};
    imp_coupling coupling = {c->handle};
    switch (c->kind)
    {
#define CALL(name, recorded, again)                                                                                    \
    case IMPI_CALL_##name:                                                                                             \
        return again;
#include "../body/calls.inl"
#undef CALL
    default: return impi_error(IMP_ERR_FORMAT, 1);
    }
}

// Notes a difference; the first one stays.
static void differ(Replay* r, int32_t difference)
{
    if (r->report.difference == IMP_REPLAY_SAME)
    {
        r->report.difference = difference;
        r->report.step = r->report.steps;
    }
}

// Compares the states of bodies in the recording with those in the world.
static void compare_states(Replay* r, impi_bytes* b)
{
    const World* w = r->world;
    int32_t count = 0;
    impi_visit_count(b, &count, 0);
    if (b->bad || count != w->bodies.count)
    {
        differ(r, IMP_REPLAY_HASH);
        return;
    }
    for (int32_t i = 0; i < count && !b->bad; ++i)
    {
        bool used = false;
        float numbers[DIM(FIELD_COUNT)];
        FNI(body_numbers)(&w->bodies.data[i], numbers);
        impi_visit_bool(b, &used);
        for (int32_t k = 0; used && k < DIM(FIELD_COUNT); ++k)
        {
            uint32_t word = 0, here;
            impi_visit_near(b, &word, r->last.data[i * DIM(FIELD_COUNT) + k]);
            r->last.data[i * DIM(FIELD_COUNT) + k] = word;
            memcpy(&here, &numbers[k], sizeof here);
            if (word != here && r->report.difference == IMP_REPLAY_SAME)
            {
                differ(r, IMP_REPLAY_BODY);
                r->report.body.id = impi_pool_id(&w->body_pool, i);
                r->report.field = k;
                r->report.replayed = numbers[k];
                memcpy(&r->report.recorded, &word, sizeof word);
            }
        }
    }
}

static bool is_of_solve(const Replay* r, int32_t answer)
{
    return r->answers.data[answer].hook == IMPI_HOOK_SOLVE;
}

static imp_status play_call(Replay* r, Call* call, impi_bytes* b)
{
    uint64_t result = call->result;
    bool states = call->kind == IMPI_CALL_STEP && call->flag;
    if (states && FNI(reserve_states)(&r->last, &r->allocator, r->world->bodies.count))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    r->next_answer = r->resume;
    r->asked_otherwise = false;
    imp_status status = call_again(r, call, &result);
    if (imp_status_fault(status) == IMP_ERR_MEMORY)
    {
        // A step that is repeated asks again about manifolds, and about nothing else.
        for (r->resume = r->next_answer; r->resume > 0 && is_of_solve(r, r->resume - 1);)
        {
            --r->resume;
        }
        return status;
    }
    r->resume = 0;
    ++r->report.calls;
    r->report.steps += call->kind == IMPI_CALL_STEP;
    if (status || result != call->result)
    {
        differ(r, IMP_REPLAY_CALL);
    }
    if (r->asked_otherwise || r->next_answer != r->answers.count)
    {
        differ(r, IMP_REPLAY_HOOK);
    }
    if (call->kind == IMPI_CALL_STEP)
    {
        uint64_t hash = 0;
        (void)FN(world_hash)(r->world, &hash);
        if (states)
        {
            compare_states(r, b);
        }
        if (hash != call->result)
        {
            differ(r, IMP_REPLAY_HASH);
        }
    }
    return b->bad ? impi_error(IMP_ERR_FORMAT, 1) : IMP_OK;
}

static void free_parts(Replay* r)
{
    imp_allocator allocator = r->allocator;
    impi_array_free(&r->answers, &allocator);
    impi_array_free(&r->last, &allocator);
    impi_alloc_free(&allocator, r, 1, sizeof *r);
}

// Plays the next call, which has to be a snapshot if it is the first. If it lacks memory, nothing has been done.
static imp_status play_next(Replay* r, bool first)
{
    const uint8_t* head = r->bytes + r->at;
    int64_t left = (int64_t)r->count - r->at - IMPI_CALL_HEAD;
    int64_t size = left >= 0 ? impi_get_word(head) : 0, more = left >= 0 ? impi_get_word(head + 4) : 0;
    if (left < 0 || size + more > left)
    {
        return impi_error(IMP_ERR_FORMAT, 1);
    }
    Call call = {.bytes = head + IMPI_CALL_HEAD + size, .byte_count = (int32_t)more};
    impi_bytes b = impi_bytes_from(head + IMPI_CALL_HEAD, size);
    r->answers.count = 0;
    FNI(visit_call)(&b, &call, &r->answers, &r->allocator);
    imp_status status = b.no_memory ? impi_error(IMP_ERR_MEMORY, 0) : b.bad ? impi_error(IMP_ERR_FORMAT, 1) : IMP_OK;
    status = !status && first && call.kind != IMPI_CALL_LOAD ? impi_error(IMP_ERR_FORMAT, 1) : status;
    status = status ? status : play_call(r, &call, &b);
    FN(shape_free)(&call.shape);
    FN(compound_free)(&call.compound);
    impi_alloc_free(&r->allocator, (void*)(uintptr_t)call.points, (size_t)call.point_count, sizeof(Vec));
    r->at += status ? 0 : (int32_t)(IMPI_CALL_HEAD + size + more);
    return status;
}

imp_status FN(replay_make)(const uint8_t* bytes, int32_t count, World* world, Replay** out)
{
    int32_t fault = FNI(world_fault)(world);
    if (!bytes || fault || !out)
    {
        return !bytes ? impi_error(IMP_ERR_NULL, 1) : fault ? impi_error(fault, 3) : impi_error(IMP_ERR_NULL, 4);
    }
    if (count < IMPI_RECORD_HEAD)
    {
        return impi_error(IMP_ERR_COUNT, 2);
    }
    if (impi_get_word(bytes) != DIMI(RECORD_KIND) || impi_get_word(bytes + 4) != IMPI_RECORD_VERSION)
    {
        return impi_error(impi_get_word(bytes) != DIMI(RECORD_KIND) ? IMP_ERR_FORMAT : IMP_ERR_VERSION, 1);
    }
    Replay* r = (Replay*)impi_alloc_resize(&world->allocator, NULL, 0, 1, sizeof *r);
    if (!r)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    memset(r, 0, sizeof *r);
    r->allocator = world->allocator;
    r->world = world;
    r->bytes = bytes;
    r->count = count;
    r->at = IMPI_RECORD_HEAD;
    // A recording begins with a world, or it is not played.
    imp_status status = play_next(r, true);
    if (!status)
    {
        (void)set_hooks(r, 0, true);
    }
    if (status || r->report.difference)
    {
        free_parts(r);
        return status ? status : impi_error(IMP_ERR_FORMAT, 1);
    }
    *out = r;
    return IMP_OK;
}

void FN(replay_free)(Replay* r)
{
    // Nothing is done within a hook of the world that is played.
    if (r && !r->world->hooked)
    {
        (void)FN(world_set_hooks)(r->world, NULL);
        free_parts(r);
    }
}

imp_status FN(replay_step)(Replay* r, ReplayReport* report)
{
    if (!r || !report)
    {
        return impi_error(IMP_ERR_NULL, r ? 2 : 1);
    }
    if (r->world->hooked)
    {
        return impi_error(IMP_ERR_BUSY, 1);
    }
    imp_status status = IMP_OK;
    for (int32_t steps = r->report.steps; !status && r->at < r->count && r->report.steps == steps;)
    {
        status = play_next(r, false);
    }
    r->report.ended = r->at == r->count;
    *report = status ? *report : r->report;
    return status;
}
