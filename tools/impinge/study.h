// SPDX-License-Identifier: MIT
//
// The command `impinge study`: which ways of telling whether two rectangles touch are right, and what they cost. The
// truth is imp2_overlap, which is exact. Everything but the times comes out the same on every machine.

#ifndef IMPINGE_TOOLS_STUDY_H
#define IMPINGE_TOOLS_STUDY_H

#include <stdio.h>

#include "io/io.h"
#include "study_blocks.h"
#include "study_rectangle.h"

enum
{
    STUDY_WAYS = 11,
    STUDY_FAMILIES = 5,
    STUDY_BARELY = 4,  // the last one: pairs within rounding of touching, which totals leave out
    STUDY_CASES_MAX = 24,
    STUDY_SHOWN_MAX = 4,  // pairs kept for each way and kind of mistake
    STUDY_FAMILY_PAIRS = 20000
};

/// What times are taken over.
enum
{
    STUDY_FAR = 0,  // the circles are apart
    STUDY_NEAR,     // the circles meet, the rectangles do not
    STUDY_TOUCHING,
    STUDY_MIXED,  // a third of each, in random order
    STUDY_SETS
};

/// Two rectangles, once more as the shapes that imp2_overlap takes, and whether they touch.
typedef struct study_pair
{
    study_rectangle a, b;
    imp2_shape shape_a, shape_b;
    bool touch;
} study_pair;

/// A way of asking. Either one pair at a time or, when ask is null, all at once.
typedef struct study_way
{
    const char* key;
    const char* form;  // its number in the study
    const char* name;
    const char* idea;  // a few sentences
    const char* use;   // when to take it
    const char* source;
    bool published;
    bool counts;  // tells its operations
    imp_status (*ask)(const study_pair* pair, bool* out, int32_t* operations);
} study_way;

extern const study_way study_ways[STUDY_WAYS];
extern const char* const study_families[STUDY_FAMILIES];
extern const char* const study_sets[STUDY_SETS];

/// A pair that has a name.
typedef struct study_case
{
    const char* name;
    const char* what;
    study_pair pair;
    bool answers[STUDY_WAYS];
} study_case;

typedef struct study_count
{
    int32_t right, false_yes, false_no;
} study_count;

typedef struct study_result
{
    int32_t touching[STUDY_FAMILIES];  // of STUDY_FAMILY_PAIRS
    study_count counts[STUDY_WAYS][STUDY_FAMILIES];
    double operations[STUDY_WAYS];  // mean over the families, as in the totals
    int32_t fewest[STUDY_WAYS], most[STUDY_WAYS];
    double times[STUDY_WAYS][STUDY_SETS];  // [ns per pair]
    study_case cases[STUDY_CASES_MAX];
    int32_t case_count;
    study_pair shown[STUDY_WAYS][STUDY_SHOWN_MAX];  // random pairs that the way gets wrong
    int32_t shown_count[STUDY_WAYS];
    study_blocks blocks;
} study_result;

/// A random number between two (SplitMix64, Steele et al. 2014).
double study_draw(uint64_t* state, double low, double high);

/// Sums over the families, without STUDY_BARELY.
study_count study_total(const study_result* result, int32_t way);

/// What the figures say of a way, in one sentence.
void study_verdict(const study_result* result, int32_t way, char* out, size_t room);

/// Makes a pair and asks for the truth.
imp_status study_pair_make(study_rectangle a, study_rectangle b, study_pair* out);

/// Fills in the pairs that have names.
imp_status study_cases_make(study_result* out);

/// Answers of a way for count pairs. operations is one number a pair, 0 where the way does not tell.
imp_status study_ask(int32_t way, const study_pair* pairs, int32_t count, bool* answers, int32_t* operations);

/// The whole study. A quick one looks at fewer things that move, and at times less often.
imp_status study_run(bool quick, study_result* out);

void study_report(FILE* out, const study_result* result);
void study_json(FILE* out, const study_result* result);
io_status study_page(const char* path, const study_result* result, io_error* error);

#endif
