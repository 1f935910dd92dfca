// SPDX-License-Identifier: MIT
//
// The scene broad: many boxes, and who touches whom.
//
// Boxes have edges from 0.5 to 1.5 and lie evenly, in random order, so that each has about 1.9 pairs. In a frame every
// one moves by up to 0.1 on each axis. `mixed` has one box in a hundred ten times larger, `spread` sizes over four
// orders of magnitude; both with about as many pairs.
//
// Of ours all kinds of indexes take part, and with peers all that were found; where more than one did, the fastest of
// each side are held against each other.

#include "broad.h"

#include "base/cpu.h"
#include "impinge/broad.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct
{
    const char* name;
    int kind;
} KINDS[] = {
    {"tree", IMP_INDEX_TREE},
    {"sweep", IMP_INDEX_SWEEP},
    {"grid", IMP_INDEX_GRID},
};

static const broad_side* const PEERS[] = {
#ifdef IMP_PEER_BOX2D
    &BROAD_BOX2D,
#endif
#ifdef IMP_PEER_BOX3D
    &BROAD_BOX3D,
#endif
#ifdef IMP_PEER_BULLET
    &BROAD_BULLET,
#endif
#ifdef IMP_PEER_CGAL
    &BROAD_CGAL,
#endif
#ifdef IMP_PEER_FCL
    &BROAD_FCL,
#endif
    NULL,
};

enum
{
    KIND_COUNT = sizeof KINDS / sizeof KINDS[0],
    PEER_COUNT = sizeof PEERS / sizeof PEERS[0] - 1
};

typedef int64_t queries(void* side, int32_t first, int32_t end);

typedef struct racer
{
    const broad_side* side;
    const char* name;  // of the kind of index, or of the peer
    void* state;
    bool ours;
    int level;
    int frame_count;
    queries* queries;
    double seconds;
    int runs[BENCH_BLOCKS];
    int64_t found[BENCH_BLOCKS];  // in the second round, when frames come from where they come from in all later ones
} racer;

typedef struct contest
{
    bench* b;
    const char* row;
    broad_work work;
    racer racers[BENCH_SIDES_MAX];
    int count;
    bool elapsed;  // threads take part
} contest;

static void fill_box(float* out, int axes, const double* center, double edge, bench_rng* rng)
{
    for (int k = 0; k < axes; ++k)
    {
        double half = 0.5 * edge * bench_rng_range(rng, 0.5, 1.5);
        out[k] = (float)(center[k] - half);
        out[axes + k] = (float)(center[k] + half);
    }
}

static void work_make(broad_work* w, int axes, int32_t count, const char* sizes)
{
    bench_rng rng = {42};
    size_t width = 2 * (size_t)axes;
    bool mixed = strcmp(sizes, "mixed") == 0, spread = strcmp(sizes, "spread") == 0;
    *w = (broad_work){.axes = axes, .count = count};
    w->boxes = bench_alloc((uint64_t)count, width * sizeof(float));
    double* edges = bench_alloc((uint64_t)count, sizeof *edges);
    double volume = 0.0;
    for (int32_t i = 0; i < count; ++i)
    {
        edges[i] = mixed && i % 100 == 0 ? 10.0 : spread ? pow(10.0, bench_rng_range(&rng, -2.0, 2.0)) : 1.0;
        volume += pow(edges[i], axes);
    }
    // Pairs of two of the same size: count^2 / 2 (2 edge)^axes / side^axes.
    double side = pow(volume * pow(2.0, axes - 1) / 1.9, 1.0 / axes);
    for (int32_t i = 0; i < count; ++i)
    {
        double center[3];
        for (int k = 0; k < axes; ++k)
        {
            center[k] = bench_rng_range(&rng, 0.0, side);
        }
        fill_box(w->boxes + (size_t)i * width, axes, center, edges[i], &rng);
    }
    w->frame_count = count < 1000000 ? BENCH_BLOCKS : BENCH_BLOCKS / 4;
    for (int f = 0; f < w->frame_count; ++f)
    {
        w->frames[f] = bench_alloc((uint64_t)count, width * sizeof(float));
        const float* last = f ? w->frames[f - 1] : w->boxes;
        for (int32_t i = 0; i < count; ++i)
        {
            for (int k = 0; k < axes; ++k)
            {
                size_t at = (size_t)i * width + (size_t)k;
                float by = (float)(bench_rng_range(&rng, -0.1, 0.1) * fmin(edges[i], 1.0));
                w->frames[f][at] = last[at] + by;
                w->frames[f][at + (size_t)axes] = last[at + (size_t)axes] + by;
            }
        }
    }
    w->areas = bench_alloc(BROAD_QUERIES, width * sizeof(float));
    w->rays = bench_alloc(BROAD_QUERIES, width * sizeof(float));
    w->spots = bench_alloc(BROAD_QUERIES, width * sizeof(float));
    for (int32_t i = 0; i < BROAD_QUERIES; ++i)
    {
        double a[3], b[3];
        for (int k = 0; k < axes; ++k)
        {
            a[k] = bench_rng_range(&rng, 0.0, side);
            b[k] = bench_rng_range(&rng, 0.0, side);
            w->rays[(size_t)i * width + (size_t)k] = (float)a[k];
            w->rays[(size_t)i * width + (size_t)(axes + k)] = (float)bench_rng_range(&rng, -20.0, 20.0);
        }
        fill_box(w->areas + (size_t)i * width, axes, a, 5.0, &rng);
        fill_box(w->spots + (size_t)i * width, axes, b, 1.0, &rng);
    }
    free(edges);
}

static void work_free(broad_work* w)
{
    for (int f = 0; f < w->frame_count; ++f)
    {
        free(w->frames[f]);
    }
    free(w->boxes);
    free(w->areas);
    free(w->rays);
    free(w->spots);
}

static void keep_found(racer* r, int block, int64_t found)
{
    r->found[block] = r->runs[block]++ < 2 ? found : r->found[block];
}

// Pairs from scratch are one block: it cannot be cut.
static void run_all(void* context, int block)
{
    racer* r = context;
    if (block == 0)
    {
        keep_found(r, block, r->side->all(r->state));
    }
}

static void run_frame(void* context, int block)
{
    racer* r = context;
    if (block < r->frame_count)
    {
        keep_found(r, block, r->side->frame(r->state, block));
    }
}

static void run_queries(void* context, int block)
{
    racer* r = context;
    int32_t part = BROAD_QUERIES / BENCH_BLOCKS;
    keep_found(r, block, r->queries(r->state, block * part, (block + 1) * part));
}

static int64_t total(const racer* r)
{
    int64_t sum = 0;
    for (int i = 0; i < BENCH_BLOCKS; ++i)
    {
        sum += r->found[i];
    }
    return sum;
}

// Times those racers that can do it; the seconds of the others are NAN.
static void run_race(contest* race, void (*run)(void* context, int block), bool (*able)(racer* r, const contest* race))
{
    bench_side timed[BENCH_SIDES_MAX];
    int count = 0;
    for (int i = 0; i < race->count; ++i)
    {
        racer* r = &race->racers[i];
        r->seconds = NAN;
        memset(r->runs, 0, sizeof r->runs);
        memset(r->found, 0, sizeof r->found);
        if (able(r, race))
        {
            timed[count++] = (bench_side){.run = run, .context = r, .elapsed = race->elapsed};
        }
    }
    bench_interleave(timed, count, BENCH_ROUNDS_MIN);
    for (int i = 0; i < count; ++i)
    {
        ((racer*)timed[i].context)->seconds = timed[i].seconds;
    }
}

static bool able_all(racer* r, const contest* race)
{
    (void)race;
    return !r->ours || r->level == impi_cpu_level();
}

static bool able_frame(racer* r, const contest* race)
{
    r->frame_count = race->work.frame_count;
    if (r->side->frame)
    {
        r->side->fill(r->state, true);
    }
    return r->side->frame != NULL;
}

static bool able_queries(racer* r, const contest* race)
{
    return able_all(r, race) && r->queries;
}

static const racer* fastest(const contest* race, bool ours, int level)
{
    const racer* best = NULL;
    for (int i = 0; i < race->count; ++i)
    {
        const racer* r = &race->racers[i];
        bool takes_part = r->ours == ours && (!ours || r->level == level) && !isnan(r->seconds);
        best = takes_part && (!best || r->seconds < best->seconds) ? r : best;
    }
    return best;
}

static bench_entry entry_of(const contest* race, const char* figure, const char* more, double ours, const racer* peer,
                            double theirs)
{
    char name[40];
    snprintf(name, sizeof name, "%.20s%s%.12s", figure, *more ? "." : "", more);
    bench_entry e = bench_entry_make("broad", race->row, name, ours, "ns");
    if (peer)
    {
        e.peer = peer->name;
        e.peer_commit = peer->side->commit;
        e.peer_value = theirs;
    }
    return e;
}

// The fastest of ours against the fastest peer, with the bar; then all of ours, and all peers, where there are several.
// Returns what ours took for one operation, in ns.
static double report(const contest* race, const char* figure, int level, double per, double bar, bool same)
{
    const racer *ours = fastest(race, true, level), *peer = fastest(race, false, 0);
    double scale = 1e9 / per, our_time = ours->seconds * scale;
    bench_entry e = entry_of(race, figure, "", our_time, peer, peer ? peer->seconds * scale : 0.0);
    e.bar = bar;
    for (int i = 0; i < race->count && same; ++i)
    {
        const racer* r = &race->racers[i];
        e.spoiled = e.spoiled || (!isnan(r->seconds) && total(r) != total(ours));
    }
    bench_report(race->b, &e);
    if (same)
    {
        e = entry_of(race, figure, "found", (double)total(ours), peer, peer ? (double)total(peer) : 0.0);
        e.unit[0] = '\0';
        bench_report(race->b, &e);
    }
    int peers = 0;
    for (int i = 0; i < race->count; ++i)
    {
        peers += !race->racers[i].ours && !isnan(race->racers[i].seconds);
    }
    for (int i = 0; i < race->count; ++i)
    {
        const racer* r = &race->racers[i];
        bool listed = r->ours ? KIND_COUNT > 1 && r->level == level : peers > 1;
        if (listed && !isnan(r->seconds))
        {
            e = r->ours ? entry_of(race, figure, r->name, r->seconds * scale, peer, peer ? peer->seconds * scale : 0.0)
                        : entry_of(race, figure, r->name, our_time, r, r->seconds * scale);
            bench_report(race->b, &e);
        }
    }
    return our_time;
}

static void add_racer(contest* race, const broad_side* side, const char* name, int kind, int level, bool ours)
{
    void* state = side->make(&race->work, kind, level);
    race->racers[race->count++] = (racer){.side = side, .name = name, .state = state, .ours = ours, .level = level};
}

static void add_racers(contest* race)
{
    int axes = race->work.axes;
    const broad_side* ours = axes == 2 ? &BROAD_OURS2 : &BROAD_OURS3;
    race->count = 0;
    for (int k = 0; k < KIND_COUNT; ++k)
    {
        add_racer(race, ours, KINDS[k].name, KINDS[k].kind, impi_cpu_level(), true);
        if (impi_cpu_level() > IMPI_LEVEL_FOUR)
        {
            add_racer(race, ours, KINDS[k].name, KINDS[k].kind, IMPI_LEVEL_FOUR, true);
        }
    }
    for (int p = 0; p < PEER_COUNT; ++p)
    {
        if (PEERS[p]->axes == axes)
        {
            add_racer(race, PEERS[p], PEERS[p]->name, 0, 0, false);
        }
    }
}

typedef struct bar_set
{
    double all, frame, frame_sse2;
} bar_set;

static void run_frames(contest* race, const bar_set* bars)
{
    int level = impi_cpu_level();
    double per = (double)race->work.count * race->work.frame_count;
    run_race(race, run_frame, able_frame);
    report(race, "frame", level, per, level > IMPI_LEVEL_FOUR ? bars->frame : bars->frame_sse2, true);
    if (level > IMPI_LEVEL_FOUR)
    {
        report(race, "frame.sse2", IMPI_LEVEL_FOUR, per, bars->frame_sse2, true);
    }
}

// Single operations. The memory is that of the first of all kinds, the tree.
static void run_singles(contest* race)
{
    for (int i = 0; i < race->count; ++i)
    {
        // As it is after all boxes have been put in at once.
        racer* r = &race->racers[i];
        r->seconds = NAN;
        if (r->side->fill)
        {
            r->side->fill(r->state, false);
        }
    }
    double bytes = (double)race->racers[0].side->bytes(race->racers[0].state) / race->work.count;
    bench_report_limit(race->b, bench_entry_make("broad", race->row, "bytes", bytes, "B"), "limit",
                       race->work.axes == 2 ? 100.0 : 130.0);
    static const char* const NAMES[] = {"query", "ray", "insert", "move"};
    for (int q = 0; q < 4; ++q)
    {
        for (int i = 0; i < race->count; ++i)
        {
            const broad_side* side = race->racers[i].side;
            race->racers[i].queries = q == 0 ? side->query : q == 1 ? side->ray : q == 2 ? side->insert : side->move;
        }
        run_race(race, run_queries, able_queries);
        report(race, NAMES[q], impi_cpu_level(), BROAD_QUERIES, q == 0 ? NAN : 1.0 / 1.3, q == 0);
    }
}

// All threads of the machine against one, by the time that passes.
static void run_threads(contest* race)
{
    imp_pool* pool;
    imp_jobs jobs;
    if (imp_pool_make(0, NULL, &pool))
    {
        return;
    }
    imp_pool_jobs(pool, &jobs);
    contest threads = {.b = race->b, .row = race->row, .work = race->work, .elapsed = true};
    for (int i = 0; i < 2 * KIND_COUNT; ++i)
    {
        threads.work.jobs = i % 2 ? &jobs : NULL;
        add_racer(&threads, race->racers[0].side, KINDS[i / 2].name, KINDS[i / 2].kind, impi_cpu_level(), true);
    }
    for (int frames = 0; frames < 2; ++frames)
    {
        double per = race->work.count * (frames ? (double)race->work.frame_count : 1.0);
        run_race(&threads, frames ? run_frame : run_all, frames ? able_frame : able_all);
        for (int i = 0; i < 2 * KIND_COUNT; i += 2)
        {
            const racer *one = &threads.racers[i], *all = one + 1;
            char figure[40];
            snprintf(figure, sizeof figure, "%s.threads%d", frames ? "frame" : "all", (int)jobs.workers(jobs.user));
            bench_entry e = entry_of(race, figure, one->name, all->seconds * 1e9 / per, NULL, 0.0);
            e.peer = "1 thread";
            e.peer_commit = "";
            e.peer_value = one->seconds * 1e9 / per;
            e.spoiled = total(one) != total(all);
            bench_report(race->b, &e);
        }
    }
    for (int i = 0; i < threads.count; ++i)
    {
        threads.racers[i].side->free(threads.racers[i].state);
    }
    imp_pool_free(pool);
}

// Returns the time of pairs from scratch for one thing, or NAN.
static double run_row(bench* b, int axes, int32_t count, const char* sizes, const char* count_name, bool everything,
                      bar_set bars)
{
    char row[40];
    snprintf(row, sizeof row, "%dd.%s.%s", axes, sizes, count_name);
    char name[80];
    snprintf(name, sizeof name, "broad.%s", row);
    if (!bench_wanted(b, name))
    {
        return NAN;
    }
    static contest race;
    race.b = b;
    race.row = row;
    work_make(&race.work, axes, count, sizes);
    add_racers(&race);
    run_race(&race, run_all, able_all);
    double time = report(&race, "all", impi_cpu_level(), count, bars.all, true);
    if (everything)
    {
        run_frames(&race, &bars);
        run_singles(&race);
        run_threads(&race);
    }
    for (int i = 0; i < race.count; ++i)
    {
        race.racers[i].side->free(race.racers[i].state);
    }
    work_free(&race.work);
    return time;
}

void bench_broad(bench* b)
{
    static const struct
    {
        int32_t count;
        const char* name;
        bar_set even[2];  // in the plane, in space
    } SIZES[] = {
        {10000, "10k", {{NAN, NAN, NAN}, {NAN, NAN, NAN}}},
        {100000, "100k", {{1.0 / 8, 1.0 / 12, 1.0 / 6}, {1.0 / 8, 1.0 / 12, 1.0 / 6}}},
        {1000000, "1M", {{1.0 / 20, 1.0 / 15, NAN}, {1.0 / 8, 1.0 / 15, NAN}}},
    };
    const bar_set uneven = {1.0 / 3, NAN, NAN};
    for (int axes = 2; axes <= 3; ++axes)
    {
        double times[3] = {NAN, NAN, NAN};
        for (int i = 0; i < (b->quick ? 2 : 3); ++i)
        {
            times[i] = run_row(b, axes, SIZES[i].count, "even", SIZES[i].name, true, SIZES[i].even[axes - 2]);
            run_row(b, axes, SIZES[i].count, "mixed", SIZES[i].name, i == 1, uneven);
            run_row(b, axes, SIZES[i].count, "spread", SIZES[i].name, i == 1, uneven);
        }
        if (!isnan(times[0]) && !isnan(times[2]))
        {
            char row[16];
            snprintf(row, sizeof row, "%dd.even", axes);
            double growth = times[2] / times[0];
            bench_entry exponent = bench_entry_make("broad", row, "all.exponent", log(growth) / log(100.0), "");
            bench_report_limit(b, bench_entry_make("broad", row, "all.growth", growth, "x"), "limit", 2.0);
            bench_report(b, &exponent);
        }
    }
}
