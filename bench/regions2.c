// SPDX-License-Identifier: MIT
//
// Rows of pairs2 about regions: outlines of 10 000 vertices cut into convex parts, against earcut (JavaScript, run by
// node), which makes triangles of them; and outlines of 100 000 against a second.
//
// smooth   flowers of 3 to 12 lobes, random Fourier series, half of those with a round hole
// band     strips of even width along a curve: each corner that bends inwards faces one that bends outwards, so no
//          diagonal serves two, and half as many parts as triangles are the least there can be. It has no bar for parts.
// rough    stars, combs, spirals
//
// A region counts as wrong when imp2_region_load, which checks a cut in full, refuses its cut.

#define _POSIX_C_SOURCE 200809L

#include "bench.h"

#include "impinge/impinge2.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum
{
    OUTLINES_MAX = 24,
    PARTS_OF_SERIES = 8,
    ROUNDS_REGION = 9
};

typedef struct outline
{
    imp2_vec* points;
    int32_t counts[2], ring_count;
    int32_t parts;
    double triangles;  // the peer's
    bool wrong;
} outline;

typedef struct outline_set
{
    outline at[OUTLINES_MAX];
    int count;
    double peer_seconds;
} outline_set;

static const double TURN = 6.283185307179586;

static outline* add_outline(outline_set* set, int32_t n, int32_t in_hole)
{
    outline* o = &set->at[set->count++];
    o->points = bench_alloc((uint64_t)n, sizeof *o->points);
    o->counts[0] = n - in_hole;
    o->counts[1] = in_hole;
    o->ring_count = in_hole > 0 ? 2 : 1;
    return o;
}

static void put_point(imp2_vec* p, double x, double y)
{
    p->x = (float)x;
    p->y = (float)y;
}

static void add_flower(outline_set* set, int32_t n, int lobes, double amplitude)
{
    outline* o = add_outline(set, n, 0);
    for (int32_t i = 0; i < n; ++i)
    {
        double angle = TURN * i / n, r = 1.0 + amplitude * cos(lobes * angle);
        put_point(&o->points[i], r * cos(angle), r * sin(angle));
    }
}

/// A Fourier series around a circle, perhaps with an eighth of the points in a round hole.
static void add_series(outline_set* set, int32_t n, bool hole, bench_rng* rng)
{
    double size[PARTS_OF_SERIES], phase[PARTS_OF_SERIES], sum = 0.0;
    for (int k = 0; k < PARTS_OF_SERIES; ++k)
    {
        size[k] = bench_rng_range(rng, 0.0, 1.0);
        phase[k] = bench_rng_range(rng, 0.0, TURN);
        sum += size[k];
    }
    outline* o = add_outline(set, n, hole ? n / 8 : 0);
    for (int32_t i = 0; i < n; ++i)
    {
        bool inner = i >= o->counts[0];
        double angle = inner ? TURN * (i - o->counts[0]) / o->counts[1] : TURN * i / o->counts[0], r = 1.0;
        for (int k = 0; k < PARTS_OF_SERIES; ++k)
        {
            r += 0.7 * size[k] / sum * cos((k + 1) * angle + phase[k]);
        }
        r = inner ? 0.25 : r;
        put_point(&o->points[i], r * cos(angle), r * sin(angle));
    }
}

static void add_band(outline_set* set, int32_t n, double width, double waves)
{
    outline* o = add_outline(set, n, 0);
    int32_t half = n / 2;
    for (int32_t i = 0; i < n; ++i)
    {
        double x = 10.0 * (i < half ? i : n - 1 - i) / half, slope = waves * cos(waves * x);
        double out = (i < half ? -width : width) / sqrt(1.0 + slope * slope);
        put_point(&o->points[i], x - slope * out, sin(waves * x) + out);
    }
}

static void add_star(outline_set* set, int32_t n, double inner, double wild, bench_rng* rng)
{
    outline* o = add_outline(set, n, 0);
    for (int32_t i = 0; i < n; ++i)
    {
        double angle = TURN * i / n, r = (i & 1 ? 1.0 : inner) + bench_rng_range(rng, 0.0, wild);
        put_point(&o->points[i], r * cos(angle), r * sin(angle));
    }
}

/// Teeth whose tips lie `slant` teeth further.
static void add_comb(outline_set* set, int32_t n, double slant)
{
    outline* o = add_outline(set, n, 0);
    for (int32_t i = 0; i < n - 2; ++i)
    {
        put_point(&o->points[i], i / 2 + (i & 1 ? slant + 0.25 : 0.0), i & 1);
    }
    put_point(&o->points[n - 2], n / 2 + slant, -1.0);
    put_point(&o->points[n - 1], -1.0, -1.0);
}

static void add_spiral(outline_set* set, int32_t n, double turns)
{
    outline* o = add_outline(set, n, 0);
    for (int32_t i = 0; i < n; ++i)
    {
        double angle = TURN * turns * (i < n / 2 ? i : n - 1 - i) / (n / 2), r = angle + (i < n / 2 ? 1.0 : 3.0);
        put_point(&o->points[i], r * cos(angle), r * sin(angle));
    }
}

static void make_smooth(outline_set* set, int32_t n)
{
    static const int lobes[] = {3, 5, 8, 12};
    static const double amplitudes[] = {0.1, 0.3, 0.6};
    bench_rng rng = {3};
    for (int i = 0; i < 12; ++i)
    {
        add_flower(set, n, lobes[i / 3], amplitudes[i % 3]);
    }
    for (int i = 0; i < 8; ++i)
    {
        add_series(set, n, i & 1, &rng);
    }
}

static void make_bands(outline_set* set, int32_t n)
{
    add_band(set, n, 0.1, 1.0);
    add_band(set, n, 0.05, 3.0);
}

static void make_rough(outline_set* set, int32_t n)
{
    bench_rng rng = {5};
    add_star(set, n, 0.5, 0.0, &rng);
    add_star(set, n, 0.5, 1.0, &rng);
    add_comb(set, n, 0.0);
    add_comb(set, n, n / 4);
    add_spiral(set, n, 7.0);
}

static void free_outlines(outline_set* set)
{
    for (int i = 0; i < set->count; ++i)
    {
        free(set->at[i].points);
    }
    memset(set, 0, sizeof *set);
}

static imp_status cut_outline(const outline* o, imp2_compound* out)
{
    const imp2_outlines outlines = {o->points, o->counts, o->ring_count, IMP_FILL_EVEN_ODD};
    return imp2_region_make(&outlines, NULL, out, NULL);
}

static void cut_block(void* context, int block)
{
    outline_set* set = context;
    for (int i = block; i < set->count; i += BENCH_BLOCKS)
    {
        imp2_compound c;
        if (cut_outline(&set->at[i], &c) == IMP_OK)
        {
            bench_keep((double)c.part_count);
            imp2_compound_free(&c);
        }
    }
}

static void judge_outlines(outline_set* set)
{
    for (int i = 0; i < set->count; ++i)
    {
        outline* o = &set->at[i];
        imp2_compound c;
        o->wrong = cut_outline(o, &c) != IMP_OK;
        if (!o->wrong)
        {
            const imp2_region_cut cut = {c.vertices, c.ring_starts, c.loop_starts, c.loop, c.ring_count, c.part_count};
            o->parts = c.part_count;
            o->wrong = imp2_region_load(&cut, NULL, NULL) != IMP_OK;
            imp2_compound_free(&c);
        }
    }
}

#ifdef IMP_PEER_EARCUT

static bool write_outlines(const outline_set* set, FILE* file)
{
    int32_t count = set->count;
    bool good = fwrite(&count, sizeof count, 1, file) == 1;
    for (int i = 0; i < set->count && good; ++i)
    {
        const outline* o = &set->at[i];
        size_t rings = (size_t)o->ring_count, points = (size_t)o->counts[0] + (size_t)o->counts[1];
        good = fwrite(&o->ring_count, sizeof o->ring_count, 1, file) == 1 &&
               fwrite(o->counts, sizeof o->counts[0], rings, file) == rings &&
               fwrite(o->points, sizeof o->points[0], points, file) == points;
    }
    return good;
}

/// Has earcut do the same; false when it cannot be run.
static bool run_earcut(outline_set* set, int rounds)
{
    char path[] = "/tmp/impinge-bench-XXXXXX", command[2048];
    int handle = mkstemp(path);
    FILE* file = handle >= 0 ? fdopen(handle, "wb") : NULL;
    bool good = file && write_outlines(set, file);
    good = file && fclose(file) == 0 && good;
    snprintf(command, sizeof command, "'%s' '%s' '%s' %s %d", IMP_NODE, IMP_EARCUT_SCRIPT, IMP_EARCUT_MODULE, path,
             rounds);
    FILE* answers = good ? popen(command, "r") : NULL;
    set->peer_seconds = 0.0;
    for (int i = 0; i < set->count && answers; ++i)
    {
        double milliseconds;
        good = good && fscanf(answers, "%lf %lf", &milliseconds, &set->at[i].triangles) == 2;
        set->peer_seconds += good ? 1e-3 * milliseconds : 0.0;
    }
    good = answers && pclose(answers) == 0 && good;
    unlink(path);
    return good;
}

#else

#define IMP_PEER_EARCUT ""

static bool run_earcut(outline_set* set, int rounds)
{
    (void)set;
    (void)rounds;
    return false;
}

#endif

static void report_set(bench* b, const char* row, void (*make)(outline_set*, int32_t), double bar_parts)
{
    char name[64];
    snprintf(name, sizeof name, "region.10k.%s.", row);
    if (!bench_wanted(b, name))
    {
        return;
    }
    outline_set set = {.count = 0};
    make(&set, 10000);
    judge_outlines(&set);
    bench_side side = {.run = cut_block, .context = &set};
    bench_interleave(&side, 1, b->quick ? BENCH_ROUNDS_MIN : ROUNDS_REGION);
    bool peer = run_earcut(&set, b->quick ? BENCH_ROUNDS_MIN : ROUNDS_REGION);
    double wrong = 0.0;
    const outline* most = &set.at[0];  // parts for each triangle; without the peer, parts
    for (int i = 0; i < set.count; ++i)
    {
        const outline* o = &set.at[i];
        bool more = peer ? o->parts * most->triangles > most->parts * o->triangles : o->parts > most->parts;
        most = more ? o : most;
        wrong += o->wrong;
    }
    snprintf(name, sizeof name, "region.10k.%s", row);
    bench_entry e = bench_entry_make("pairs2", name, "cut", 1e3 * side.seconds / set.count, "ms");
    e.peer = peer ? "earcut" : NULL;
    e.peer_commit = IMP_PEER_EARCUT;
    e.peer_value = 1e3 * set.peer_seconds / set.count;
    e.bar = 1.0;
    e.spoiled = wrong > 0.0;
    bench_report(b, &e);
    bench_entry p = bench_entry_make("pairs2", name, "parts", most->parts, "parts");
    p.peer = e.peer;
    p.peer_commit = e.peer_commit;
    p.peer_value = most->triangles;
    p.bar = bar_parts;
    p.spoiled = e.spoiled;
    bench_report(b, &p);
    bench_entry w = bench_entry_make("pairs2", name, "wrong", wrong, "of all");
    bench_report(b, &w);
    free_outlines(&set);
}

/// The slowest of a hundred thousand vertices, against a second.
static void report_large(bench* b)
{
    if (!bench_wanted(b, "region.100k.cut"))
    {
        return;
    }
    const int32_t n = b->quick ? 50000 : 100000;
    bench_rng rng = {7};
    double slowest = 0.0;
    bool wrong = false;
    for (int i = 0; i < 4; ++i)
    {
        outline_set set = {.count = 0};
        switch (i)
        {
        case 0: add_flower(&set, n, 5, 0.3); break;
        case 1: add_star(&set, n, 0.5, 1.0, &rng); break;
        case 2: add_comb(&set, n, n / 4); break;
        default: add_spiral(&set, n, 20.0); break;
        }
        judge_outlines(&set);
        bench_side side = {.run = cut_block, .context = &set};
        bench_interleave(&side, 1, BENCH_ROUNDS_MIN);
        slowest = fmax(slowest, side.seconds);
        wrong = wrong || set.at[0].wrong;
        free_outlines(&set);
    }
    bench_entry e = bench_entry_make("pairs2", b->quick ? "region.50k" : "region.100k", "cut", 1e3 * slowest, "ms");
    e.peer = "a second";
    e.peer_commit = "";
    e.peer_value = 1000.0;
    e.bar = 1.0;
    e.spoiled = wrong;
    bench_report(b, &e);
}

void bench_regions2(bench* b)
{
    report_set(b, "smooth", make_smooth, 0.3333);
    report_set(b, "band", make_bands, NAN);
    report_set(b, "rough", make_rough, NAN);
    report_large(b);
}
