// SPDX-License-Identifier: MIT
//
// impinge-bench [NAME] [--json] [--quick] [--only TEXT] [--streams FOLDER]: runs one scene or all and prints the
// figures: as a table for people, row by row as they come, or in the end as one JSON array for machines. Exit 0 when it
// ran, whatever the figures; 2 when it was called wrongly.

#define _POSIX_C_SOURCE 200809L

#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const bench_scene SCENES[] = {
    {"pairs2", "two convex shapes in the plane: contacts, distance, sweeps, impact times, rays", bench_pairs2},
    {"pairs3", "two convex shapes in space: contacts, distance, casts, impact times, rays, hulls", bench_pairs3},
    {"broad", "many boxes in the plane and in space: who touches whom", bench_broad},
    {"streams", "boxes as they were in an engine, step by step (--streams FOLDER)", bench_streams},
    {"world2", "worlds of the plane: milliseconds a step, and how well things stand, slide and bounce", bench_world2},
    {"world3", "worlds in space: the same", bench_world3},
    {"joints", "joints in the plane and in space: how far apart they are, and what each costs in a sub-step", bench_joints},
    {"tunnelling", "fast bodies and thin walls in the plane: how many pass through", bench_tunnelling},
    {"whips", "chains whipped at thin walls in the plane: what passes through, and what stays open", bench_whips},
    {"fast", "what is fast meets what is there in the plane: too deep, out, lost, deflected", bench_fast},
    {"stands", "what was built to stand in the plane: how much of it falls", bench_stands},
    {"shaken", "piles in a box that is shaken fast: what it costs that nothing passes", bench_shaken},
    {"particles", "particles in the plane and in space: flight over a floor, grains in a box", bench_particles},
    {"concave", "concave meshes that move: heaps of parts, a nut on a bolt, fields (MESHES=FOLDER)", bench_concave},
    {"mesh", "meshes: trees over triangles, and what they are asked (MESHES=FOLDER)", bench_mesh},
};

enum
{
    SCENE_COUNT = sizeof SCENES / sizeof SCENES[0]
};

void* bench_room_for_one(void* items, int32_t count, int32_t* capacity, uint64_t size)
{
    if (count < *capacity)
    {
        return items;
    }
    *capacity = 2 * *capacity + 64;
    void* more = bench_alloc((uint64_t)*capacity, size);
    if (count > 0)
    {
        memcpy(more, items, (size_t)((uint64_t)count * size));
    }
    free(items);
    return more;
}

void* bench_alloc(uint64_t count, uint64_t size)
{
    void* block = count <= SIZE_MAX ? calloc((size_t)count, (size_t)size) : NULL;
    if (!block)
    {
        fprintf(stderr, "impinge-bench: no memory\n");
        exit(1);
    }
    return block;
}

uint64_t bench_rng_next(bench_rng* rng)
{
    uint64_t z = rng->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

double bench_rng_range(bench_rng* rng, double lo, double hi)
{
    return lo + (hi - lo) * (double)(bench_rng_next(rng) >> 11) * 0x1p-53;
}

void bench_keep(double value)
{
    static volatile double sink;
    sink = sink + value;
}

static double seconds_now(bool elapsed)
{
    struct timespec now;
    clock_gettime(elapsed ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void bench_interleave(bench_side* sides, int side_count, int rounds)
{
    double best[BENCH_SIDES_MAX][BENCH_BLOCKS], taken[BENCH_SIDES_MAX] = {0};
    rounds = rounds < BENCH_ROUNDS_MIN ? BENCH_ROUNDS_MIN : rounds;
    for (int round = 0; round < rounds; ++round)
    {
        for (int k = 0; k < side_count; ++k)
        {
            int s = (k + round) % side_count;
            if (sides[s].before)
            {
                sides[s].before(sides[s].context);
            }
            for (int block = 0; block < BENCH_BLOCKS && (round < 2 || taken[s] < (double)BENCH_PATIENCE); ++block)
            {
                double start = seconds_now(sides[s].elapsed);
                sides[s].run(sides[s].context, block);
                double time = seconds_now(sides[s].elapsed) - start;
                taken[s] += time;
                best[s][block] = round == 0 ? time : fmin(best[s][block], time);
            }
        }
    }

    for (int s = 0; s < side_count; ++s)
    {
        sides[s].seconds = 0.0;
        for (int block = 0; block < BENCH_BLOCKS; ++block)
        {
            sides[s].seconds += best[s][block];
        }
    }
}

bool bench_wanted(const bench* b, const char* name)
{
    return !b->only || strstr(name, b->only);
}

bench_entry bench_entry_make(const char* scene, const char* row, const char* figure, double value, const char* unit)
{
    bench_entry e = {.value = value, .peer_value = NAN, .bar = NAN};
    snprintf(e.unit, sizeof e.unit, "%s", unit);
    snprintf(e.name, sizeof e.name, "%s.%s%s%s", scene, row, *figure ? "." : "", figure);
    return e;
}

void bench_report_limit(bench* b, bench_entry entry, const char* name, double limit)
{
    entry.peer = name;
    entry.peer_commit = "";
    entry.peer_value = limit;
    entry.bar = 1.0;
    bench_report(b, &entry);
}

static void print_number(double value, const char* form, const char* none)
{
    if (isfinite(value))
    {
        printf(form, value);
    }
    else
    {
        printf("%s", none);
    }
}

static double entry_ratio(const bench_entry* e)
{
    return e->peer && e->peer_value > 0.0 ? e->value / e->peer_value : NAN;
}

// Without a bar, or without the peer to hold it against, nothing holds or fails. A bar of 0 is none, whatever the peer has.
static const char* entry_holds(const bench_entry* e, const char* yes, const char* no, const char* unknown)
{
    if (e->peer && e->bar <= 0.0)
    {
        return e->value > 0.0 ? no : yes;
    }
    bool comparable = e->peer && !isnan(e->bar) && !isnan(e->peer_value) && !isnan(e->value);
    return !comparable ? unknown : e->value <= e->bar * e->peer_value && !e->spoiled ? yes : no;
}

static void print_text(const char* text)
{
    printf(text ? "\"%s\"" : "null", text);
}

static void print_json(const bench* b)
{
    printf("[");
    for (int i = 0; i < b->entry_count; ++i)
    {
        const bench_entry* e = &b->entries[i];
        printf("%s\n  {\"name\": \"%s\", \"value\": ", i ? "," : "", e->name);
        print_number(e->value, "%.6g", "null");
        printf(", \"unit\": \"%s\", \"peer\": ", e->unit);
        print_text(e->peer);
        printf(", \"peer_commit\": ");
        print_text(e->peer ? e->peer_commit : NULL);
        printf(", \"peer_value\": ");
        print_number(e->peer ? e->peer_value : NAN, "%.6g", "null");
        printf(", \"ratio\": ");
        print_number(entry_ratio(e), "%.4f", "null");
        printf(", \"bar\": ");
        print_number(e->bar, "%g", "null");
        printf(", \"holds\": %s}", entry_holds(e, "true", "false", "null"));
    }
    printf("\n]\n");
}

static void print_head(void)
{
    printf("%-44s %12s %-6s %12s  %-10s %7s %5s  %s\n", "", "ours", "", "peer's", "peer", "ratio", "bar", "holds");
}

static void print_row(const bench_entry* e)
{
    printf("%-44s ", e->name);
    print_number(e->value, "%12.6g", "           -");
    printf(" %-6s ", e->unit);
    print_number(e->peer ? e->peer_value : NAN, "%12.6g", "           -");
    printf("  %-10s ", e->peer ? e->peer : "-");
    print_number(entry_ratio(e), "%7.3f", "      -");
    printf(" ");
    print_number(e->bar, "%5.2f", "    -");
    printf("  %s\n", entry_holds(e, "yes", "NO", "-"));
    fflush(stdout);
}

void bench_report(bench* b, const bench_entry* entry)
{
    if (!b->json)
    {
        print_row(entry);
        return;
    }
    if (b->entry_count == b->entry_capacity)
    {
        b->entry_capacity = 2 * b->entry_capacity + 32;
        b->entries = realloc(b->entries, (size_t)b->entry_capacity * sizeof *b->entries);
        if (!b->entries)
        {
            fprintf(stderr, "impinge-bench: no memory\n");
            exit(1);
        }
    }
    b->entries[b->entry_count++] = *entry;
}

static int usage(void)
{
    fprintf(
        stderr,
        "usage: impinge-bench [NAME] [--json] [--quick] [--only TEXT] [--streams FOLDER]\n       impinge-bench list\n");
    return 2;
}

int main(int argc, char** argv)
{
    bench b = {0};
    const char* name = NULL;
    for (int i = 1; i < argc; ++i)
    {
        if (strcmp(argv[i], "--json") == 0)
        {
            b.json = true;
        }
        else if (strcmp(argv[i], "--quick") == 0)
        {
            b.quick = true;
        }
        else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc)
        {
            b.only = argv[++i];
        }
        else if (strcmp(argv[i], "--streams") == 0 && i + 1 < argc)
        {
            b.streams = argv[++i];
        }
        else if (argv[i][0] != '-' && !name)
        {
            name = argv[i];
        }
        else
        {
            return usage();
        }
    }

    if (name && strcmp(name, "list") == 0)
    {
        for (int i = 0; i < SCENE_COUNT; ++i)
        {
            printf("%-10s %s\n", SCENES[i].name, SCENES[i].what);
        }
        return 0;
    }

    bool found = false;
    for (int i = 0; i < SCENE_COUNT; ++i)
    {
        if (!name || strcmp(name, SCENES[i].name) == 0)
        {
            if (!found && !b.json)
            {
                print_head();
            }
            found = true;
            SCENES[i].run(&b);
        }
    }
    if (!found)
    {
        fprintf(stderr, "impinge-bench: no scene '%s'; 'impinge-bench list' names them\n", name);
        return 2;
    }

    if (b.json)
    {
        print_json(&b);
    }
    free(b.entries);
    return 0;
}
