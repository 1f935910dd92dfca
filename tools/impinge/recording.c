// SPDX-License-Identifier: MIT
//
// Recordings as files.

#include "recording.h"

#include <inttypes.h>

#include "clock.h"

static io_status fault(io_error* error, const char* path, io_status status, const char* what)
{
    snprintf(error->file, sizeof error->file, "%s", path);
    error->path[0] = 0;
    return io_error_set(error, status, 0, "%s", what);
}

static bool write_bytes(void* user, const uint8_t* bytes, int32_t count)
{
    return fwrite(bytes, 1, (size_t)count, (FILE*)user) == (size_t)count;
}

FILE* recording_begin(imp2_world* world, const char* path, io_error* error)
{
    FILE* file = fopen(path, "wb");
    imp_sink sink = {write_bytes, file};
    imp_status status = file ? imp2_world_record(world, &sink, 1) : IMP_ERR_SPACE;
    if (status)
    {
        (void)fault(error, path, IO_ERR_FILE, "the recording cannot be written");
        if (file)
        {
            fclose(file);
        }
        return NULL;
    }
    return file;
}

io_status recording_end(imp2_world* world, FILE* file, const char* path, io_error* error)
{
    imp_status status = imp2_world_record(world, NULL, 0);
    bool written = fclose(file) == 0 && !status;
    return written ? IO_OK : fault(error, path, IO_ERR_FILE, "the recording could not be written to its end");
}

FILE* recording3_begin(imp3_world* world, const char* path, io_error* error)
{
    FILE* file = fopen(path, "wb");
    imp_sink sink = {write_bytes, file};
    imp_status status = file ? imp3_world_record(world, &sink, 1) : IMP_ERR_SPACE;
    if (status)
    {
        (void)fault(error, path, IO_ERR_FILE, "the recording cannot be written");
        if (file)
        {
            fclose(file);
        }
        return NULL;
    }
    return file;
}

io_status recording3_end(imp3_world* world, FILE* file, const char* path, io_error* error)
{
    imp_status status = imp3_world_record(world, NULL, 0);
    bool written = fclose(file) == 0 && !status;
    return written ? IO_OK : fault(error, path, IO_ERR_FILE, "the recording could not be written to its end");
}

static imp_status play3(const uint8_t* bytes, int32_t count, const imp_jobs* jobs, replay_result* out)
{
    imp3_replay* replay;
    imp3_replay_report r = {.ended = false};
    imp3_world_def def = {.jobs = jobs};
    imp3_world* world = NULL;
    double before = clock_ms();
    imp_status status = imp3_world_make(&def, &world);
    status = status ? status : imp3_replay_make(bytes, count, world, &replay);
    if (status)
    {
        imp3_world_free(world);
        return status;
    }
    while (!status && !r.ended)
    {
        status = imp3_replay_step(replay, &r);
    }
    out->ms = clock_ms() - before;
    out->dimension = 3;
    out->report =
        (imp2_replay_report){r.calls, r.steps, r.ended, r.difference, r.step, r.body, r.field, r.recorded, r.replayed};
    (void)imp3_world_stats(world, &out->stats);
    (void)imp3_world_hash(world, &out->hash);
    imp3_replay_free(replay);
    imp3_world_free(world);
    return status;
}

static imp_status play(const uint8_t* bytes, int32_t count, imp2_world* world, replay_result* out)
{
    imp2_replay* replay;
    double before = clock_ms();
    imp_status status = imp2_replay_make(bytes, count, world, &replay);
    if (status)
    {
        return status;
    }
    while (!status && !out->report.ended)
    {
        status = imp2_replay_step(replay, &out->report);
    }
    out->ms = clock_ms() - before;
    (void)imp2_world_stats(world, &out->stats);
    (void)imp2_world_hash(world, &out->hash);
    imp2_replay_free(replay);
    return status;
}

io_status replay_file(const char* path, int32_t threads, replay_result* out, io_error* error)
{
    char* bytes;
    size_t size, capacity;
    imp_allocator allocator = io_allocator(NULL);
    snprintf(error->file, sizeof error->file, "%s", path);
    io_status status = io_file_read(NULL, path, &allocator, &bytes, &size, &capacity, error);
    if (status)
    {
        return status;
    }
    *out = (replay_result){.threads = 1, .dimension = 2};
    imp_pool* pool = NULL;
    imp_jobs jobs = {.workers = NULL};
    imp_status made = threads != 1 ? imp_pool_make(threads, NULL, &pool) : IMP_OK;
    made = made || !pool ? made : imp_pool_jobs(pool, &jobs);
    imp2_world_def def = {.jobs = pool && !made ? &jobs : NULL};
    imp2_world* world = NULL;
    made = made ? made : imp2_world_make(&def, &world);
    out->threads = def.jobs ? jobs.workers(jobs.user) : 1;
    made = made ? made : size > INT32_MAX ? IMP_ERR_COUNT : play((const uint8_t*)bytes, (int32_t)size, world, out);
    imp2_world_free(world);
    if (imp_status_fault(made) == IMP_ERR_FORMAT)
    {
        made = play3((const uint8_t*)bytes, (int32_t)size, def.jobs, out);
    }
    imp_pool_free(pool);
    io_release(&allocator, bytes, capacity, 1);
    switch (imp_status_fault(made))
    {
    case IMP_OK: return IO_OK;
    case IMP_ERR_MEMORY: return fault(error, path, IO_ERR_MEMORY, imp_status_text(made));
    case IMP_ERR_VERSION: return fault(error, path, IO_ERR_MEANING, "a recording of another version");
    default: return fault(error, path, IO_ERR_MEANING, "not a recording, or a damaged one");
    }
}

static const char* const FIELDS[IMP2_FIELD_COUNT] = {"x", "y", "cosine", "sine", "velocity x", "velocity y", "spin"};

static const char* const FIELDS3[IMP3_FIELD_COUNT] = {
    "x",     "y",     "z",     "q.x.x",      "q.x.y",      "q.x.z",      "q.y.x",  "q.y.y",  "q.y.z",
    "q.z.x", "q.z.y", "q.z.z", "velocity x", "velocity y", "velocity z", "spin x", "spin y", "spin z"};

static const char* field_name(const replay_result* r)
{
    return (r->dimension == 3 ? FIELDS3 : FIELDS)[r->report.field];
}

void replay_report(FILE* out, const char* path, const replay_result* r)
{
    const imp2_replay_report* t = &r->report;
    fprintf(out, "%s: recording\n", path);
    fprintf(out, "%d steps in %d calls, %d bodies at the end; played in %.1f ms on %d thread%s\n", (int)t->steps,
            (int)t->calls, (int)r->stats.bodies, r->ms, (int)r->threads, r->threads == 1 ? "" : "s");
    fprintf(out, "state hash %016" PRIx64 "\n", r->hash);
    switch (t->difference)
    {
    case IMP_REPLAY_SAME: fprintf(out, "the same to the last bit\n"); break;
    case IMP_REPLAY_CALL: fprintf(out, "differs after step %d: a call has another result\n", (int)t->step); break;
    case IMP_REPLAY_HOOK: fprintf(out, "differs in step %d: something else is asked\n", (int)t->step); break;
    case IMP_REPLAY_BODY:
        fprintf(out, "differs in step %d: body %" PRIu64 ", %s: recorded %.9g, here %.9g\n", (int)t->step, t->body.id,
                field_name(r), (double)t->recorded, (double)t->replayed);
        break;
    default: fprintf(out, "differs in step %d\n", (int)t->step); break;
    }
}

void replay_json(FILE* out, const replay_result* r)
{
    const imp2_replay_report* t = &r->report;
    fprintf(out, "{\n  \"impinge\": \"replay\",\n  \"steps\": %d,\n  \"calls\": %d,\n  \"same\": %s,\n", (int)t->steps,
            (int)t->calls, t->difference ? "false" : "true");
    if (t->difference)
    {
        fprintf(out, "  \"differs\": {\"step\": %d", (int)t->step);
        if (t->difference == IMP_REPLAY_BODY)
        {
            fprintf(out, ", \"body\": %" PRIu64 ", \"field\": \"%s\", \"recorded\": %.9g, \"replayed\": %.9g",
                    t->body.id, field_name(r), (double)t->recorded, (double)t->replayed);
        }
        fprintf(out, "},\n");
    }
    fprintf(out, "  \"hash\": \"%016" PRIx64 "\",\n  \"threads\": %d,\n  \"time\": {\"play_ms\": %.3f}\n}\n", r->hash,
            (int)r->threads, r->ms);
}
