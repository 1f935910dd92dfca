// SPDX-License-Identifier: MIT
//
// The second half of `impinge study`: who might touch, among many things that move. Each way of finding the pairs of
// boxes is a kind of index; of the grid, the size of its blocks is what is studied.

#ifndef IMPINGE_TOOLS_STUDY_BLOCKS_H
#define IMPINGE_TOOLS_STUDY_BLOCKS_H

#include <stdio.h>

#include "io/io.h"

enum
{
    BLOCKS_EVEN = 0,
    BLOCKS_CROWDS,
    BLOCKS_SPREADS,
    BLOCKS_COUNTS = 7,         // 100 to 100,000 things
    BLOCKS_QUICK = 3,          // those of them that a quick study looks at
    BLOCKS_LADDER = 7,         // sizes of blocks: half the mean thing, and each twice the last
    BLOCKS_BRUTE_MAX = 10000,  // beyond, everything against everything is counted, not run
    BLOCKS_WAYS = 4,
    BLOCKS_GRID = 3,  // the last one
    BLOCKS_SAMPLE = 40
};

typedef struct blocks_way
{
    const char* key;
    const char* name;
    int32_t kind;
    const char* idea;  // a few sentences
    const char* use;   // when to take it
    const char* source;
} blocks_way;

extern const blocks_way blocks_ways[BLOCKS_WAYS];
extern const char* const blocks_spreads[BLOCKS_SPREADS];

/// Means over the frames.
typedef struct blocks_run
{
    double tests;  // of two boxes; 0 where blocks are too large to be tried
    double ns;     // to move all and list the pairs; 0 when it was not run
} blocks_run;

/// As many things, spread in one way.
typedef struct blocks_row
{
    int32_t spread, things;
    double pairs;  // that overlap
    blocks_run ways[BLOCKS_WAYS];
    blocks_run ladder[BLOCKS_LADDER];
    int32_t fewest, fastest;  // places in the ladder: by tests, by time
    double rule;              // size of block that the rule tells [m]
    blocks_run ruled;         // with blocks of this size
} blocks_row;

typedef struct study_blocks
{
    blocks_row rows[BLOCKS_SPREADS * BLOCKS_COUNTS];
    int32_t row_count;
    double base, visit, test;  // what the rule is made of [ns]
    double fill;               // things that a block should hold
    bool agree;                // all ways list as many pairs
    imp2_box sample[BLOCKS_SAMPLE];
} study_blocks;

/// Size of a block of the ladder [m]; things have a mean width and height of 1 m.
double blocks_size(int32_t step);

imp_status study_blocks_run(bool quick, study_blocks* out);

void study_blocks_report(FILE* out, const study_blocks* blocks);

/// A JSON value.
void study_blocks_json(FILE* out, const study_blocks* blocks);

#endif
