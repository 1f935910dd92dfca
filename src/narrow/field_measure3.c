// SPDX-License-Identifier: MIT
//
// Bricks of a distance field that something of the surface is near to, and the distances of their samples.
//
// Each triangle goes through the bricks that it is near to, and there through the samples within the band around it; what
// is farther from it than another triangle is seldom measured. Distances are computed in doubles and rounded once; of equally
// near triangles the first counts, and no order of work is seen in the result. Triangles are shared out to nobody: 70,000 take
// less than a second.

#include "field_build3.h"

#include "../math/round.h"

#include <math.h>

/// From the middle of a brick to its corners [cells].
#define BRICK_RADIUS (0.8660254037844387 * (double)IMP3I_BRICK_CELLS)

/// Whole numbers from first to last.
typedef struct number_range
{
    int32_t first, last;
} number_range;

/// Which of `count` steps along an axis, from low on, are within the band around what lies between two places.
static number_range steps_near(double low, double step, int32_t count, double from, double to)
{
    double first = imp3i_field_ceil((from - low) / step - 0x1p-16),
           last = imp3i_field_floor((to - low) / step + 0x1p-16);
    number_range r;
    r.first = (int32_t)(first > 0.0 ? (first < count ? first : count) : 0.0);
    r.last = (int32_t)(last < count - 1.0 ? (last > -1.0 ? last : -1.0) : count - 1.0);
    return r;
}

/// A triangle as its bricks see it.
typedef struct banded_triangle
{
    imp3i_dtriangle t;
    int32_t part;
    imp3i_dvec normal;  // unit, or none
    imp3i_dvec middle;
    double radius;              // around the middle
    double lower[3], upper[3];  // with the band
} banded_triangle;

static banded_triangle banded_triangle_of(const imp3i_field_build* w, int32_t part)
{
    banded_triangle r;
    r.t = imp3i_built_triangle(w, part);
    r.part = part;
    const imp3i_dvec* v = r.t.corners;
    imp3i_dvec n = imp3i_dcross(imp3i_dsub(v[1], v[0]), imp3i_dsub(v[2], v[0]));
    double length = sqrt(imp3i_ddot(n, n)), square = 0.0;
    r.normal = length > 0.0 ? imp3i_ddivide(n, length) : imp3i_dvec_none();
    r.middle = imp3i_ddivide(imp3i_dadd(imp3i_dadd(v[0], v[1]), v[2]), 3.0);
    for (int k = 0; k < 3; ++k)
    {
        const double at[3] = {v[k].x, v[k].y, v[k].z};
        imp3i_dvec arm = imp3i_dsub(v[k], r.middle);
        square = imp3i_ddot(arm, arm) > square ? imp3i_ddot(arm, arm) : square;
        for (int axis = 0; axis < 3; ++axis)
        {
            r.lower[axis] = k == 0 || at[axis] < r.lower[axis] ? at[axis] : r.lower[axis];
            r.upper[axis] = k == 0 || at[axis] > r.upper[axis] ? at[axis] : r.upper[axis];
        }
    }
    r.radius = sqrt(square) * (1.0 + 0x1p-40);
    for (int axis = 0; axis < 3; ++axis)
    {
        r.lower[axis] -= w->band;
        r.upper[axis] += w->band;
    }
    return r;
}

static imp3i_dvec middle_of_brick(const imp3i_field_build* w, int32_t x, int32_t y, int32_t z)
{
    double brick = (double)IMP3I_BRICK_CELLS * (double)w->cell;
    const imp3i_dvec r = {(double)w->low.x + (x + 0.5) * brick, (double)w->low.y + (y + 0.5) * brick,
                          (double)w->low.z + (z + 0.5) * brick};
    return r;
}

/// Measures the samples of a brick within the band around a triangle.
static void measure_samples(const imp3i_field_build* w, const banded_triangle* n, const int32_t brick[3], size_t first)
{
    number_range s[3];
    double places[3][IMP3I_BRICK];
    for (int k = 0; k < 3; ++k)
    {
        for (int32_t i = 0; i < IMP3I_BRICK; ++i)
        {
            places[k][i] = imp3i_built_place(w, k, brick[k] * IMP3I_BRICK_CELLS + i);
        }
        s[k] = steps_near(places[k][0], (double)w->cell, IMP3I_BRICK, n->lower[k], n->upper[k]);
    }
    for (int32_t z = s[2].first; z <= s[2].last; ++z)
    {
        for (int32_t y = s[1].first; y <= s[1].last; ++y)
        {
            for (int32_t x = s[0].first; x <= s[0].last; ++x)
            {
                const size_t at = first + (size_t)((z * IMP3I_BRICK + y) * IMP3I_BRICK + x);
                float* square = &w->squares[at];
                imp3i_dvec p = {places[0][x], places[1][y], places[2][z]}, spot;
                imp3i_dvec arm = imp3i_dsub(p, n->middle);
                double most = (double)*square, height = imp3i_ddot(arm, n->normal), far = imp3i_ddot(arm, arm);
                double reach = sqrt(most) + n->radius;
                if (height * height * (1.0 - 0x1p-30) >= most || far * (1.0 - 0x1p-30) >= reach * reach)
                {
                    continue;
                }
                float found = (float)imp3i_triangle_nearest(&n->t, p, &spot);
                w->nearest[at] = found < *square ? n->part : w->nearest[at];
                *square = found < *square ? found : *square;
            }
        }
    }
}

/// Goes through the bricks that a triangle is near to: marks them, or measures their samples.
static void visit_bricks(imp3i_field_build* w, const banded_triangle* n, bool measure)
{
    number_range s[3];
    const double low[3] = {(double)w->low.x, (double)w->low.y, (double)w->low.z};
    double brick = (double)IMP3I_BRICK_CELLS * (double)w->cell, near = w->band + BRICK_RADIUS * (double)w->cell;
    for (int k = 0; k < 3; ++k)
    {
        s[k] = steps_near(low[k], brick, w->bricks[k], n->lower[k] - brick, n->upper[k]);
    }
    for (int32_t z = s[2].first; z <= s[2].last; ++z)
    {
        for (int32_t y = s[1].first; y <= s[1].last; ++y)
        {
            for (int32_t x = s[0].first; x <= s[0].last; ++x)
            {
                imp3i_dvec spot, middle = middle_of_brick(w, x, y, z), arm = imp3i_dsub(middle, n->middle);
                const int32_t at = (z * w->bricks[1] + y) * w->bricks[0] + x, place[3] = {x, y, z};
                double most = near * near * (1.0 + 0x1p-20), all = near + n->radius;
                if ((!measure && w->brick_of[at] == 0) || imp3i_ddot(arm, arm) > all * all * (1.0 + 0x1p-20) ||
                    imp3i_triangle_nearest(&n->t, middle, &spot) > most)
                {
                    continue;
                }
                if (measure)
                {
                    measure_samples(w, n, place, (size_t)w->brick_of[at] * IMP3I_BRICK_SAMPLES);
                }
                else
                {
                    w->brick_of[at] = 0;
                }
            }
        }
    }
}

static void visit_triangles3(imp3i_field_build* w, bool measure)
{
    for (int32_t i = 0; i < w->block->leaves; ++i)
    {
        const banded_triangle n = banded_triangle_of(w, i);
        visit_bricks(w, &n, measure);
    }
}

// Samples

/// Numbers the bricks that are marked.
static void number_bricks(imp3i_field_build* w)
{
    int32_t all = imp3i_field_grid(w->bricks);
    w->brick_count = 0;
    for (int32_t i = 0; i < all; ++i)
    {
        w->brick_of[i] = w->brick_of[i] < 0 ? -1 : w->brick_count++;
    }
}

void imp3i_field_measure_bricks(imp3i_field_build* w)
{
    // A sample beyond the band is at it, and stays so when it is rounded.
    float beyond = impi_round_up(w->band * w->band);
    for (size_t i = 0; i < (size_t)w->brick_count * IMP3I_BRICK_SAMPLES; ++i)
    {
        w->squares[i] = beyond;
        w->nearest[i] = -1;
    }
    visit_triangles3(w, true);
}

void imp3i_field_mark_bricks(imp3i_field_build* w)
{
    visit_triangles3(w, false);
    number_bricks(w);
}
