// SPDX-License-Identifier: MIT
//
// Vectors of the plane component by component, for code that knows no components. vec3.h has the same functions.

#ifndef IMP2I_VEC_H
#define IMP2I_VEC_H

#include "check.h"
#include "dvec2.h"

#include <math.h>

/// The sum of the sizes of its components: no vector is longer.
static inline float imp2i_vec_taxicab(imp2_vec v)
{
    return fabsf(v.x) + fabsf(v.y);
}

/// Whether no component is larger.
static inline bool imp2i_vec_within(imp2_vec v, float most)
{
    return fabsf(v.x) <= most && fabsf(v.y) <= most;
}

static inline bool imp2i_vec_equal(imp2_vec a, imp2_vec b)
{
    return a.x == b.x && a.y == b.y;
}

/// Divided by a number.
static inline imp2_vec imp2i_vec_divide(imp2_vec v, float k)
{
    const imp2_vec r = {v.x / k, v.y / k};
    return r;
}

/// a + k b.
static inline imp2_vec imp2i_vec_add_scaled(imp2_vec a, imp2_vec b, float k)
{
    const imp2_vec r = {a.x + b.x * k, a.y + b.y * k};
    return r;
}

/// As every call accepts it.
static inline imp2_vec imp2i_vec_tidied(imp2_vec v)
{
    const imp2_vec r = {impi_tidy(v.x), impi_tidy(v.y)};
    return r;
}

/// Without what is locked: a bit for each axis.
static inline imp2_vec imp2i_vec_locked(imp2_vec v, uint32_t locks)
{
    const imp2_vec r = {locks & 1 ? 0.0f : v.x, locks >> 1 & 1 ? 0.0f : v.y};
    return r;
}

/// Around a point, so far to all sides.
static inline imp2_box imp2i_box_around(imp2_vec center, float reach)
{
    const imp2_box r = {{center.x - reach, center.y - reach}, {center.x + reach, center.y + reach}};
    return r;
}

/// Whether two boxes come as near as that along all axes.
static inline bool imp2i_boxes_near(imp2_box a, imp2_box b, float near)
{
    return a.lower.x - near <= b.upper.x && b.lower.x - near <= a.upper.x && a.lower.y - near <= b.upper.y &&
           b.lower.y - near <= a.upper.y;
}

/// Makes a box the bounds of itself and another.
static inline void imp2i_box_grow(imp2_box* box, imp2_box with)
{
    box->lower.x = with.lower.x < box->lower.x ? with.lower.x : box->lower.x;
    box->lower.y = with.lower.y < box->lower.y ? with.lower.y : box->lower.y;
    box->upper.x = with.upper.x > box->upper.x ? with.upper.x : box->upper.x;
    box->upper.y = with.upper.y > box->upper.y ? with.upper.y : box->upper.y;
}

/// A box in doubles.
typedef struct imp2i_dbox
{
    double x0, y0, x1, y1;
} imp2i_dbox;

/// A box in doubles by its corners.
static inline imp2i_dbox imp2i_dbox_of(imp2i_dvec lower, imp2i_dvec upper)
{
    const imp2i_dbox r = {lower.x, lower.y, upper.x, upper.y};
    return r;
}

static inline bool imp2i_boxes_meet(imp2_box a, const imp2i_dbox* b)
{
    return a.lower.x <= b->x1 && b->x0 <= a.upper.x && a.lower.y <= b->y1 && b->y0 <= a.upper.y;
}

/// Its components, for what saves them.
static inline float* imp2i_vec_numbers(imp2_vec* v)
{
    return &v->x;
}

#endif
