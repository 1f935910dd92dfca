// SPDX-License-Identifier: MIT
//
// The scene streams: boxes as an engine had them, step by step, played again to an index and to the broad phase of that
// engine. README.md says how a file looks.
//
// Before the race this library plays each stream once alone: which pairs end is what the peers are told.

#define _POSIX_C_SOURCE 200809L

#include "streams.h"

#include "base/cpu.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const stream_side* const PEERS[] = {
#ifdef IMP_PEER_BOX2D
    &STREAMS_BOX2D,
#endif
#ifdef IMP_PEER_BOX3D
    &STREAMS_BOX3D,
#endif
    NULL,
};

typedef struct reader
{
    const int32_t* words;
    int64_t count, at;
} reader;

static const int32_t* take(reader* r, int64_t count)
{
    const int32_t* here = r->words + r->at;
    r->at += count;
    return count >= 0 && r->at <= r->count ? here : NULL;
}

// Records of an id, a kind where there is one, and a box, taken apart.
static bool take_boxes(reader* r, int32_t count, int axes, const int32_t** ids, const int32_t** kinds,
                       const float** boxes, const stream* s)
{
    int head = kinds ? 2 : 1, width = head + 2 * axes;
    const int32_t* from = take(r, (int64_t)count * width);
    if (!from)
    {
        return false;
    }
    int32_t* parts = bench_alloc((uint64_t)count * (uint64_t)width + 1, sizeof *parts);
    float* sides = (float*)(void*)(parts + (size_t)head * (size_t)count);
    *ids = parts;
    *boxes = sides;
    if (kinds)
    {
        *kinds = parts + count;
    }
    for (int32_t i = 0; i < count; ++i, from += width)
    {
        if (from[0] < 0 || from[0] >= s->id_count || (kinds && (from[1] < 0 || from[1] > STREAM_DYNAMIC)))
        {
            return false;
        }
        parts[i] = from[0];
        if (kinds)
        {
            parts[count + i] = from[1];
        }
        memcpy(sides + (size_t)i * 2 * (size_t)axes, from + head, 2 * (size_t)axes * sizeof *sides);
    }
    return true;
}

static bool take_step(reader* r, stream* s, stream_step* step)
{
    const int32_t* counts = take(r, 3);
    if (!counts)
    {
        return false;
    }
    step->death_count = counts[0];
    step->birth_count = counts[1];
    step->move_count = counts[2];
    step->deaths = take(r, counts[0]);
    for (int32_t i = 0; i < counts[0] && step->deaths; ++i)
    {
        step->deaths = step->deaths[i] >= 0 && step->deaths[i] < s->id_count ? step->deaths : NULL;
    }
    return step->deaths &&
           take_boxes(r, counts[1], s->axes, &step->births, &step->birth_kinds, &step->birth_boxes, s) &&
           take_boxes(r, counts[2], s->axes, &step->moves, NULL, &step->move_boxes, s);
}

static bool read_stream(const char* path, stream* s)
{
    FILE* file = fopen(path, "rb");
    if (!file)
    {
        return false;
    }
    long size = fseek(file, 0, SEEK_END) ? -1 : ftell(file);
    rewind(file);
    s->memory = bench_alloc(size > 0 ? (uint64_t)size : 1, 1);
    bool good = size >= 16 && fread(s->memory, 1, (size_t)size, file) == (size_t)size;
    fclose(file);
    const int32_t* head = s->memory;
    if (!good || head[0] != 0x53504d49 || head[1] < 2 || head[1] > 3 || head[2] < 2 || head[3] < 1)
    {
        return false;
    }
    s->axes = head[1];
    s->step_count = head[2];
    s->id_count = head[3];
    s->steps = bench_alloc((uint64_t)s->step_count, sizeof *s->steps);
    reader r = {head, size / 4, 4};
    for (int32_t i = 0; i < s->step_count && good; ++i)
    {
        good = take_step(&r, s, &s->steps[i]);
    }
    return good;
}

static void free_stream(stream* s)
{
    for (int32_t i = 0; i < s->step_count && s->steps; ++i)
    {
        free((void*)(uintptr_t)s->steps[i].births);
        free((void*)(uintptr_t)s->steps[i].moves);
        free(s->steps[i].ended);
    }
    free(s->steps);
    free(s->memory);
}

static void keep_ended(void* context, imp_pair pair)
{
    stream_step* step = context;
    if ((step->ended_count & (step->ended_count - 1)) == 0)
    {
        size_t capacity = step->ended_count ? 2 * (size_t)step->ended_count : 1;
        step->ended = realloc(step->ended, capacity * sizeof *step->ended);
    }
    step->ended[step->ended_count++] = pair;
}

// Which pairs end in each step.
static void prepare(stream* s, const stream_side* ours)
{
    void* side = ours->make(s, impi_cpu_level());
    ours->reset(side);
    for (int32_t i = 0; i < s->step_count; ++i)
    {
        ours->step(side, &s->steps[i], keep_ended, &s->steps[i]);
    }
    ours->free(side);
}

typedef struct actor
{
    const stream_side* side;
    const stream* stream;
    void* state;
    int64_t begun;
} actor;

// The first step puts everything in, and is not timed.
static void start_round(void* context)
{
    actor* a = context;
    a->side->reset(a->state);
    a->begun = a->side->step(a->state, &a->stream->steps[0], NULL, NULL);
}

static void play_block(void* context, int block)
{
    actor* a = context;
    int64_t rest = a->stream->step_count - 1;
    for (int64_t i = 1 + rest * block / BENCH_BLOCKS; i < 1 + rest * (block + 1) / BENCH_BLOCKS; ++i)
    {
        a->begun += a->side->step(a->state, &a->stream->steps[i], NULL, NULL);
    }
}

// Whether less than a tenth of what may move does.
static bool at_rest(const stream* s)
{
    int64_t alive = 0, moves = 0, all = 0;
    for (int32_t i = 0; i < s->step_count; ++i)
    {
        alive += s->steps[i].birth_count - s->steps[i].death_count;
        all += i > 0 ? alive : 0;
        moves += i > 0 ? s->steps[i].move_count : 0;
    }
    return 10 * moves < all;
}

static void race_stream(bench* b, const stream* s, const stream_side* ours, const stream_side* peer)
{
    const struct
    {
        const char* figure;
        int level;
        double bar;
    } LEVELS[] = {
        {"step", impi_cpu_level(), impi_cpu_level() > IMPI_LEVEL_FOUR ? 0.1 : 0.2},
        {"step.avx2", IMPI_LEVEL_AVX2, 0.1},
        {"step.sse2", IMPI_LEVEL_FOUR, 0.2},
    };
    enum
    {
        LEVEL_COUNT = sizeof LEVELS / sizeof LEVELS[0]
    };
    actor actors[LEVEL_COUNT + 1];
    bench_side timed[LEVEL_COUNT + 1];
    int count = 0;
    int which[LEVEL_COUNT];
    for (int k = 0; k < LEVEL_COUNT; ++k)
    {
        if (k == 0 || LEVELS[k].level < impi_cpu_level())
        {
            which[count] = k;
            actors[count++] = (actor){ours, s, ours->make(s, LEVELS[k].level), 0};
        }
    }
    int levels = count;
    if (peer)
    {
        actors[count++] = (actor){peer, s, peer->make(s, 0), 0};
    }
    for (int k = 0; k < count; ++k)
    {
        timed[k] = (bench_side){.run = play_block, .context = &actors[k], .before = start_round};
    }
    bench_interleave(timed, count, BENCH_ROUNDS_MIN);

    double scale = 1e6 / (s->step_count - 1);
    for (int k = 0; k < levels; ++k)
    {
        bench_entry e = bench_entry_make("streams", s->name, LEVELS[which[k]].figure, timed[k].seconds * scale, "us");
        if (peer)
        {
            e.peer = peer->name;
            e.peer_commit = peer->commit;
            e.peer_value = timed[levels].seconds * scale;
            e.bar = at_rest(s) ? 1.0 : LEVELS[which[k]].bar;
            e.spoiled = actors[k].begun != actors[levels].begun;
        }
        bench_report(b, &e);
    }
    bench_entry e = bench_entry_make("streams", s->name, "begun", (double)actors[0].begun, "");
    if (peer)
    {
        e.peer = peer->name;
        e.peer_commit = peer->commit;
        e.peer_value = (double)actors[levels].begun;
    }
    bench_report(b, &e);
    for (int k = 0; k < count; ++k)
    {
        actors[k].side->free(actors[k].state);
    }
}

static void run_file(bench* b, const char* path, const char* name)
{
    stream s = {.axes = 0};
    char full[80];
    snprintf(s.name, sizeof s.name, "%.*s", (int)strcspn(name, "."), name);
    snprintf(full, sizeof full, "streams.%s", s.name);
    if (!bench_wanted(b, full))
    {
        return;
    }
    if (read_stream(path, &s))
    {
        const stream_side *ours = s.axes == 2 ? &STREAMS_OURS2 : &STREAMS_OURS3, *peer = NULL;
        for (int p = 0; PEERS[p]; ++p)
        {
            peer = PEERS[p]->axes == s.axes ? PEERS[p] : peer;
        }
        prepare(&s, ours);
        race_stream(b, &s, ours, peer);
    }
    else
    {
        fprintf(stderr, "impinge-bench: no stream: %s\n", path);
    }
    free_stream(&s);
}

static int compare_names(const void* a, const void* b)
{
    return strcmp(a, b);
}

void bench_streams(bench* b)
{
    enum
    {
        FILES_MAX = 100,
        NAME_MAX_HERE = 256
    };
    static char names[FILES_MAX][NAME_MAX_HERE];
    DIR* folder = b->streams ? opendir(b->streams) : NULL;
    size_t count = 0;
    for (struct dirent* e = folder ? readdir(folder) : NULL; e && count < FILES_MAX; e = readdir(folder))
    {
        const char* end = strrchr(e->d_name, '.');
        if (end && strcmp(end, ".stream") == 0)
        {
            snprintf(names[count++], NAME_MAX_HERE, "%s", e->d_name);
        }
    }
    if (folder)
    {
        closedir(folder);
    }
    qsort(names, count, NAME_MAX_HERE, compare_names);
    for (size_t i = 0; i < count; ++i)
    {
        char path[4096];
        snprintf(path, sizeof path, "%.3000s/%.255s", b->streams, names[i]);
        run_file(b, path, names[i]);
    }
}
