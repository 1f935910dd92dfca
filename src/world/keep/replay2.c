// SPDX-License-Identifier: MIT
//
// Recordings of worlds of the plane, played: call by call into a world of the caller's.
//
// Nothing that is read is trusted: a call goes through the same door as it did when it was recorded. Hooks are answered
// from the recording; what it has no answer for is a difference, as is an answer that nobody asked for.

#include "../../base/alloc.h"
#include "record2.h"
#include "snapshot2.h"

#include <string.h>

struct imp2_replay
{
    imp_allocator allocator;
    imp2_world* world;  // the caller's
    const uint8_t* bytes;
    int32_t count, at;
    imp2i_answers answers;  // to the hooks of the call that is made
    int32_t next_answer;
    int32_t resume;  // of a step that had not the memory to end: where its answers go on
    bool asked_otherwise;
    imp2i_last_states last;
    imp2_replay_report report;
};

// Hooks

static imp2i_answer answer_of(void* user, int32_t hook)
{
    imp2_replay* r = (imp2_replay*)user;
    imp2i_answer none = {hook, true, {0.0f, 0.0f, 0.0f, 0.0f}};
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
    return answer_of(user, IMP2I_HOOK_FILTER).yes;
}

static imp_surface mix_again(void* user, const imp_material* a, const imp_material* b)
{
    (void)a;
    (void)b;
    return answer_of(user, IMP2I_HOOK_MIX).surface;
}

static bool solve_again(void* user, const imp2_world_contact* contact, imp_surface* surface)
{
    (void)contact;
    imp2i_answer answer = answer_of(user, IMP2I_HOOK_SOLVE);
    *surface = answer.surface;
    return answer.yes;
}

// Hooks that were there when the recording began have had their say: what they said is in the snapshot.
static imp_status set_hooks(imp2_replay* r, int32_t bits, bool said)
{
    imp2_hooks hooks = {.user = r};
    hooks.filter = bits >> IMP2I_HOOK_FILTER & 1 ? filter_again : NULL;
    hooks.mix = bits >> IMP2I_HOOK_MIX & 1 ? mix_again : NULL;
    hooks.pre_solve = bits >> IMP2I_HOOK_SOLVE & 1 ? solve_again : NULL;
    r->world->hooks = said ? hooks : r->world->hooks;
    return said ? IMP_OK : imp2_world_set_hooks(r->world, &hooks);
}

// Calls

static imp_status load_again(imp2_replay* r, const imp2i_call* c)
{
    r->last.count = 0;
    return imp2_world_load(r->world, c->bytes, c->byte_count);
}

static imp_status add_body_again(imp2_world* w, const imp2i_call* c, uint64_t* result)
{
    imp_body made = {0};
    imp_status status = imp2_world_add_body(w, &c->body, &made);
    *result = made.id;
    return status;
}

static imp_status add_collider_again(imp2_world* w, const imp2i_call* c, uint64_t* result)
{
    imp_body body = {c->handle};
    imp_collider made = {0};
    imp_status status = c->convex ? imp2_world_add_collider(w, body, &c->shape, &c->collider, &made)
                                  : imp2_world_add_compound(w, body, &c->compound, &c->collider, &made);
    *result = made.id;
    return status;
}

static imp_status call_again(imp2_replay* r, const imp2i_call* c, uint64_t* result)
{
    imp2_world* w = r->world;
    imp_body body = {c->handle};
    imp_collider collider = {c->handle};
    switch (c->kind)
    {
#define CALL(name, recorded, again)                                                                                    \
    case IMP2I_CALL_##name:                                                                                            \
        return again;
#include "../body/calls.inl"
#undef CALL
    default: return impi_error(IMP_ERR_FORMAT, 1);
    }
}

// The first difference stays.
static void differ(imp2_replay* r, int32_t difference)
{
    if (r->report.difference == IMP_REPLAY_SAME)
    {
        r->report.difference = difference;
        r->report.step = r->report.steps;
    }
}

// What bodies were like in the recording, beside what they are like here.
static void compare_states(imp2_replay* r, impi_bytes* b)
{
    const imp2_world* w = r->world;
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
        float numbers[IMP2_FIELD_COUNT];
        imp2i_body_numbers(&w->bodies.data[i], numbers);
        impi_visit_bool(b, &used);
        for (int32_t k = 0; used && k < IMP2_FIELD_COUNT; ++k)
        {
            uint32_t word = 0, here;
            impi_visit_near(b, &word, r->last.data[i * IMP2_FIELD_COUNT + k]);
            r->last.data[i * IMP2_FIELD_COUNT + k] = word;
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

static bool is_of_solve(const imp2_replay* r, int32_t answer)
{
    return r->answers.data[answer].hook == IMP2I_HOOK_SOLVE;
}

static imp_status play_call(imp2_replay* r, imp2i_call* call, impi_bytes* b)
{
    uint64_t result = call->result;
    bool states = call->kind == IMP2I_CALL_STEP && call->flag;
    if (states && imp2i_reserve_states(&r->last, &r->allocator, r->world->bodies.count))
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
    r->report.steps += call->kind == IMP2I_CALL_STEP;
    if (status || result != call->result)
    {
        differ(r, IMP_REPLAY_CALL);
    }
    if (r->asked_otherwise || r->next_answer != r->answers.count)
    {
        differ(r, IMP_REPLAY_HOOK);
    }
    if (call->kind == IMP2I_CALL_STEP)
    {
        uint64_t hash = 0;
        (void)imp2_world_hash(r->world, &hash);
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

static void free_parts(imp2_replay* r)
{
    imp_allocator allocator = r->allocator;
    impi_array_free(&r->answers, &allocator);
    impi_array_free(&r->last, &allocator);
    impi_alloc_free(&allocator, r, 1, sizeof *r);
}

// The next call, which has to be a snapshot if it is the first. Of one that needs memory which is not there nothing has
// been done.
static imp_status play_next(imp2_replay* r, bool first)
{
    const uint8_t* head = r->bytes + r->at;
    int64_t left = (int64_t)r->count - r->at - IMP2I_CALL_HEAD;
    int64_t size = left >= 0 ? impi_get_word(head) : 0, more = left >= 0 ? impi_get_word(head + 4) : 0;
    if (left < 0 || size + more > left)
    {
        return impi_error(IMP_ERR_FORMAT, 1);
    }
    imp2i_call call = {.bytes = head + IMP2I_CALL_HEAD + size, .byte_count = (int32_t)more};
    impi_bytes b = impi_bytes_from(head + IMP2I_CALL_HEAD, size);
    r->answers.count = 0;
    imp2i_visit_call(&b, &call, &r->answers, &r->allocator);
    imp_status status = b.no_memory ? impi_error(IMP_ERR_MEMORY, 0) : b.bad ? impi_error(IMP_ERR_FORMAT, 1) : IMP_OK;
    status = !status && first && call.kind != IMP2I_CALL_LOAD ? impi_error(IMP_ERR_FORMAT, 1) : status;
    status = status ? status : play_call(r, &call, &b);
    imp2_shape_free(&call.shape);
    imp2_compound_free(&call.compound);
    r->at += status ? 0 : (int32_t)(IMP2I_CALL_HEAD + size + more);
    return status;
}

imp_status imp2_replay_make(const uint8_t* bytes, int32_t count, imp2_world* world, imp2_replay** out)
{
    int32_t fault = imp2i_world_fault(world);
    if (!bytes || fault || !out)
    {
        return !bytes ? impi_error(IMP_ERR_NULL, 1) : fault ? impi_error(fault, 3) : impi_error(IMP_ERR_NULL, 4);
    }
    if (count < IMP2I_RECORD_HEAD)
    {
        return impi_error(IMP_ERR_COUNT, 2);
    }
    if (impi_get_word(bytes) != IMP2I_RECORD_KIND || impi_get_word(bytes + 4) != IMP2I_RECORD_VERSION)
    {
        return impi_error(impi_get_word(bytes) != IMP2I_RECORD_KIND ? IMP_ERR_FORMAT : IMP_ERR_VERSION, 1);
    }
    imp2_replay* r = (imp2_replay*)impi_alloc_resize(&world->allocator, NULL, 0, 1, sizeof *r);
    if (!r)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    memset(r, 0, sizeof *r);
    r->allocator = world->allocator;
    r->world = world;
    r->bytes = bytes;
    r->count = count;
    r->at = IMP2I_RECORD_HEAD;
    // A recording begins with a world; what begins with anything else is not played.
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

void imp2_replay_free(imp2_replay* r)
{
    // From within a call of the world that is played nothing is done.
    if (r && !r->world->hooked)
    {
        (void)imp2_world_set_hooks(r->world, NULL);
        free_parts(r);
    }
}

imp_status imp2_replay_step(imp2_replay* r, imp2_replay_report* report)
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
