// SPDX-License-Identifier: MIT
//
// The figures of a row of pairs2 and pairs3.
//
// Speed says little without quality, so each row has three more figures, taken from the answers of both sides:
//   yes    how many pairs touch or hit; the two should be close
//   wrong  of the pairs that an arbiter looks at, those where an answer is wrong beyond doubt: yes and no confused, a hit
//          that is late, or none where there is one
//   error  there, the largest error of a depth or distance, or the largest gap that is left at a hit [m]

#ifndef IMP_BENCH_PAIRS_H
#define IMP_BENCH_PAIRS_H

#include "bench.h"

typedef struct pairs_quality
{
    int32_t yes, wrong;
    double error;
} pairs_quality;

typedef struct pairs_side
{
    const char *name, *commit;  // of a peer; null when there is none
    double nanoseconds;         // per pair
    pairs_quality quality;
} pairs_side;

/// Hands in the four figures of a row. bar is NAN for none.
void pairs_report(bench* b, const char* scene, const char* row, const pairs_side* ours, const pairs_side* peer,
                  double bar);

#endif
