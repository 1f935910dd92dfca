// SPDX-License-Identifier: MIT
//
// Compounds whose corners are integers, times a power of two, and whose turns are quarter turns: where everything about
// them can be known.

#ifndef IMP_TEST_FIGURES2_H
#define IMP_TEST_FIGURES2_H

#include "impinge/narrow2.h"
#include "support.h"

typedef struct spot
{
    int64_t x, y;
} spot;

typedef enum sort
{
    RINGS = 0,
    CELLS,
    BOX,
    CONVEX,
    FAN,
    SORTS
} sort;

/// A compound on integers, and how it stands.
typedef struct figure
{
    imp2_compound compound;
    imp2_shape shape;
    int quarter, x, y;
    float unit;
} figure;

/// A figure of a sort, from random numbers, times a unit. Where it stands is left to the caller.
void figure_make(test_rng* rng, int kind, float unit, figure* f);

/// A region that is a convex polygon, cut into triangles around its first corner. Returns whether there is one.
bool figure_fan(const imp2_vec* points, int32_t count, imp2_compound* out);

/// Where a corner of a part lies, in units; and the pose of all.
spot figure_place(const figure* f, float x, float y);
imp2_pose figure_pose(const figure* f);

/// Whether a vector, of any length, has the direction of a unit vector.
bool figure_along(double x, double y, imp2_vec n);

/// Whether n is the normal of a side of the outline, times sign.
bool figure_has_normal(const figure* f, imp2_vec n, double sign);

void figure_print(const char* name, const figure* f);

#endif
