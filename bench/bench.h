// SPDX-License-Identifier: MIT
//
// What every scene of the benchmark shares: its registration, the clock, and the report.
//
// A scene measures and hands in entries, one per figure. Ours and the peer's runs are interleaved: in every round each
// side runs all blocks of the work once, and of each block the fastest of all rounds counts, so that whatever else the
// machine does falls on both alike and drops out.

#ifndef IMP_BENCH_H
#define IMP_BENCH_H

#include <stdbool.h>
#include <stdint.h>

enum
{
    BENCH_BLOCKS = 16,  // parts of a run that are timed apart
    BENCH_ROUNDS_MIN = 5,
    BENCH_SIDES_MAX = 12,
    BENCH_PATIENCE = 20  // seconds: whoever has taken longer is done after two rounds
};

typedef struct bench_entry
{
    char name[80];
    double value;  // ours; NAN when there is none
    char unit[16];
    const char* peer;  // null when there is none: then the next two do not count
    const char* peer_commit;
    double peer_value;
    double bar;    // ours / peer's may be at most this; NAN when there is none
    bool spoiled;  // our answers were wrong: then no bar holds
} bench_entry;

typedef struct bench
{
    bool quick;           // fewer cases and rounds, for a look
    const char* streams;  // folder of recorded streams; null for none
    const char* only;     // measure only what has this in its name; null for everything
    bool json;            // figures are kept for the end
    int entry_count, entry_capacity;
    bench_entry* entries;
} bench;

/// Hands in a figure. Ratio and `holds` follow from it.
void bench_report(bench* b, const bench_entry* entry);

/// Entry without peer and bar; fill in the rest.
bench_entry bench_entry_make(const char* scene, const char* row, const char* figure, double value, const char* unit);

/// Hands in an entry whose value may be at most a limit, which has a name of its own where a peer's would stand.
void bench_report_limit(bench* b, bench_entry entry, const char* name, double limit);

/// Whether something of this name is to be measured.
bool bench_wanted(const bench* b, const char* name);

/// One side of a comparison: run does the block-th of BENCH_BLOCKS parts of the work.
typedef struct bench_side
{
    void (*run)(void* context, int block);
    void* context;
    double seconds;                 // result: sum over the blocks of the fastest round
    void (*before)(void* context);  // done before each round, not timed; or null
    bool elapsed;                   // what counts is the time that passes: for those who use several threads
} bench_side;

/// Runs all sides in turn, rounds times, the first side changing. Counts the processor time of the calling thread,
/// or the time that passes.
void bench_interleave(bench_side* sides, int side_count, int rounds);

/// Where results go that nobody reads, so that the compiler computes them.
void bench_keep(double value);

/// Items with room for one more: themselves, or twice the room and zeroed.
void* bench_room_for_one(void* items, int32_t count, int32_t* capacity, uint64_t size);

void* bench_alloc(uint64_t count, uint64_t size);  // zeroed; ends the program when there is no memory

/// SplitMix64 (Steele et al. 2014).
typedef struct bench_rng
{
    uint64_t state;
} bench_rng;

uint64_t bench_rng_next(bench_rng* rng);
double bench_rng_range(bench_rng* rng, double lo, double hi);

typedef struct bench_scene
{
    const char* name;
    const char* what;
    void (*run)(bench* b);
} bench_scene;

void bench_pairs2(bench* b);
void bench_pairs3(bench* b);
void bench_regions2(bench* b);  // rows of pairs2 about regions
void bench_broad(bench* b);
void bench_streams(bench* b);
void bench_world2(bench* b);
void bench_world3(bench* b);
void bench_joints(bench* b);
void bench_joints2(bench* b);  // its rows of the plane
void bench_tunnelling(bench* b);
void bench_whips(bench* b);
void bench_shaken(bench* b);
void bench_stands(bench* b);
void bench_fast(bench* b);
void bench_particles(bench* b);
void bench_mesh(bench* b);
void bench_concave(bench* b);

#endif
