// SPDX-License-Identifier: MIT
//
// Vectors of space component by component, for code that knows no components. vec2.h has the same functions.

#ifndef IMP3I_VEC_H
#define IMP3I_VEC_H

#include "check3.h"

#include <math.h>

/// The sum of the sizes of its components: no vector is longer.
static inline float imp3i_vec_taxicab(imp3_vec v)
{
    return fabsf(v.x) + fabsf(v.y) + fabsf(v.z);
}

/// Whether no component is larger.
static inline bool imp3i_vec_within(imp3_vec v, float most)
{
    return fabsf(v.x) <= most && fabsf(v.y) <= most && fabsf(v.z) <= most;
}

static inline bool imp3i_vec_equal(imp3_vec a, imp3_vec b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/// Divided by a number.
static inline imp3_vec imp3i_vec_divide(imp3_vec v, float k)
{
    const imp3_vec r = {v.x / k, v.y / k, v.z / k};
    return r;
}

/// a + k b.
static inline imp3_vec imp3i_vec_add_scaled(imp3_vec a, imp3_vec b, float k)
{
    const imp3_vec r = {a.x + b.x * k, a.y + b.y * k, a.z + b.z * k};
    return r;
}

/// As every call accepts it.
static inline imp3_vec imp3i_vec_tidied(imp3_vec v)
{
    const imp3_vec r = {impi_tidy(v.x), impi_tidy(v.y), impi_tidy(v.z)};
    return r;
}

/// Without what is locked: a bit for each axis.
static inline imp3_vec imp3i_vec_locked(imp3_vec v, uint32_t locks)
{
    const imp3_vec r = {locks & 1 ? 0.0f : v.x, locks >> 1 & 1 ? 0.0f : v.y, locks >> 2 & 1 ? 0.0f : v.z};
    return r;
}

/// Around a point, so far to all sides.
static inline imp3_box imp3i_box_around(imp3_vec center, float reach)
{
    const imp3_box r = {{center.x - reach, center.y - reach, center.z - reach},
                        {center.x + reach, center.y + reach, center.z + reach}};
    return r;
}

/// Whether two boxes come as near as that along all axes.
static inline bool imp3i_boxes_near(imp3_box a, imp3_box b, float near)
{
    return a.lower.x - near <= b.upper.x && b.lower.x - near <= a.upper.x && a.lower.y - near <= b.upper.y &&
           b.lower.y - near <= a.upper.y && a.lower.z - near <= b.upper.z && b.lower.z - near <= a.upper.z;
}

/// Makes a box the bounds of itself and another.
static inline void imp3i_box_grow(imp3_box* box, imp3_box with)
{
    box->lower.x = with.lower.x < box->lower.x ? with.lower.x : box->lower.x;
    box->lower.y = with.lower.y < box->lower.y ? with.lower.y : box->lower.y;
    box->lower.z = with.lower.z < box->lower.z ? with.lower.z : box->lower.z;
    box->upper.x = with.upper.x > box->upper.x ? with.upper.x : box->upper.x;
    box->upper.y = with.upper.y > box->upper.y ? with.upper.y : box->upper.y;
    box->upper.z = with.upper.z > box->upper.z ? with.upper.z : box->upper.z;
}

/// A box in doubles.
typedef struct imp3i_dbox
{
    imp3i_dvec lower, upper;
} imp3i_dbox;

/// A box in doubles by its corners.
static inline imp3i_dbox imp3i_dbox_of(imp3i_dvec lower, imp3i_dvec upper)
{
    const imp3i_dbox r = {lower, upper};
    return r;
}

static inline bool imp3i_boxes_meet(imp3_box a, const imp3i_dbox* b)
{
    return a.lower.x <= b->upper.x && b->lower.x <= a.upper.x && a.lower.y <= b->upper.y && b->lower.y <= a.upper.y &&
           a.lower.z <= b->upper.z && b->lower.z <= a.upper.z;
}

/// Its components, for what saves them.
static inline float* imp3i_vec_numbers(imp3_vec* v)
{
    return &v->x;
}

#endif
