// SPDX-License-Identifier: MIT
//
// Random outlines to try: families that cross, touch and overlap, and others that never cross, at common sizes and at
// the limits.

#ifndef IMP_TEST_OUTLINES2_H
#define IMP_TEST_OUTLINES2_H

#include "impinge/compound2.h"
#include "support.h"

enum
{
    OUTLINES2_POINTS = 4096,
    OUTLINES2_RINGS = 512
};

typedef struct outlines2
{
    imp2_vec points[OUTLINES2_POINTS];
    int32_t counts[OUTLINES2_RINGS];
    imp2_outlines outlines;  // points to the arrays above
    int32_t count;           // of points
    bool large;              // too many edges to look at all pairs; it does not cross
    bool plain;              // is not to be moved and scaled
} outlines2;

/// Fills in outlines of any family; returns its name.
const char* outlines2_draw(test_rng* rng, outlines2* o);

void outlines2_print(const outlines2* o);

#endif
