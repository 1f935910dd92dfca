// SPDX-License-Identifier: MIT
//
// Reduction of a manifold to four points (reduce3.h has the rule). A score is worked out for all points, and the first
// point that comes near enough to the best one is taken: a choice among equals by their order, which names give, and
// not by their last bits. The state of the step before is not known here, and not needed for that.

#include "reduce3.h"

#include "../math/lanes.h"
#include "../math/tolerance.h"

#include <stdbool.h>

/// Of distances and areas, what is more than this part of the best is as good.
#define EQUAL_AREA 0.95f
#define EQUAL_SQUARE 0.9025f

/// A triangle narrower than this part of its length is a line.
#define SLIVER 0x1p-10f

/// A fourth point adds at least this part of the triangle.
#define WORTH_ADDING 0x1p-6f

typedef struct point_scores
{
    float of[IMP3I_POINTS_MAX + 8];
    impi_lanes most;
} point_scores;

static inline void start_scores(point_scores* s)
{
    s->most = impi_lanes_splat(-INFINITY);
}

/// Scores come in blocks of eight, so that the usual number of points needs no branch.
static inline void keep_scores(point_scores* s, int32_t i, impi_lanes four)
{
    impi_lanes_store(s->of + i, four);
    s->most = impi_lanes_max(s->most, four);
}

static inline float greatest_score(const point_scores* s)
{
    float value;
    (void)impi_lanes_greatest(s->most, &value);
    return value;
}

/// There is one.
static inline int32_t first_as_good(const point_scores* s, float least)
{
    impi_lanes leasts = impi_lanes_splat(least);
    int32_t i = 0, below;
    do
    {
        below = impi_lanes_less(impi_lanes_load(s->of + i), leasts);
        below |= impi_lanes_less(impi_lanes_load(s->of + i + 4), leasts) << 4;
        i += 8;
    } while (below == 255);
    return i - 8 + impi_lowest_bit(~(uint32_t)below);
}

/// Twice the area of the triangle of a side and each of four points, positive on the left.
static inline impi_lanes area_beside(const imp3i_points* p, int32_t from, int32_t to, int32_t i)
{
    impi_lanes u = impi_lanes_sub(impi_lanes_load(p->u + i), impi_lanes_splat(p->u[from]));
    impi_lanes v = impi_lanes_sub(impi_lanes_load(p->v + i), impi_lanes_splat(p->v[from]));
    impi_lanes along = impi_lanes_splat(p->u[to] - p->u[from]), up = impi_lanes_splat(p->v[to] - p->v[from]);
    return impi_lanes_sub(impi_lanes_mul(along, v), impi_lanes_mul(up, u));
}

static inline int32_t choose_deepest(const imp3i_points* p, float tie)
{
    point_scores s;
    start_scores(&s);
    for (int32_t i = 0; i < p->count + (-p->count & 7); i += 4)
    {
        keep_scores(&s, i, impi_lanes_sub(impi_lanes_splat(0.0f), impi_lanes_load(p->gap + i)));
    }
    return first_as_good(&s, greatest_score(&s) - tie);
}

/// Its squared distance into *square.
static inline int32_t choose_farthest(const imp3i_points* p, int32_t from, float* square)
{
    point_scores s;
    start_scores(&s);
    for (int32_t i = 0; i < p->count + (-p->count & 7); i += 4)
    {
        impi_lanes u = impi_lanes_sub(impi_lanes_load(p->u + i), impi_lanes_splat(p->u[from]));
        impi_lanes v = impi_lanes_sub(impi_lanes_load(p->v + i), impi_lanes_splat(p->v[from]));
        keep_scores(&s, i, impi_lanes_mul_add(u, u, impi_lanes_mul(v, v)));
    }
    *square = greatest_score(&s);
    return first_as_good(&s, *square * EQUAL_SQUARE);
}

/// The area into *area.
static inline int32_t choose_third(const imp3i_points* p, const int32_t chosen[4], float* area)
{
    point_scores s;
    start_scores(&s);
    for (int32_t i = 0; i < p->count + (-p->count & 7); i += 4)
    {
        keep_scores(&s, i, impi_lanes_abs(area_beside(p, chosen[0], chosen[1], i)));
    }
    *area = greatest_score(&s);
    return first_as_good(&s, *area * EQUAL_AREA);
}

/// How much it adds into *area.
static inline int32_t choose_fourth(const imp3i_points* p, const int32_t chosen[4], float* area)
{
    point_scores s;
    start_scores(&s);
    float u1 = p->u[chosen[1]] - p->u[chosen[0]], v1 = p->v[chosen[1]] - p->v[chosen[0]];
    float u2 = p->u[chosen[2]] - p->u[chosen[0]], v2 = p->v[chosen[2]] - p->v[chosen[0]];
    bool left = u1 * v2 - v1 * u2 > 0.0f;
    int32_t second = left ? chosen[2] : chosen[1], third = left ? chosen[1] : chosen[2];  // clockwise: outside is left
    for (int32_t i = 0; i < p->count + (-p->count & 7); i += 4)
    {
        impi_lanes most = area_beside(p, chosen[0], second, i);
        most = impi_lanes_max(most, area_beside(p, second, third, i));
        keep_scores(&s, i, impi_lanes_max(most, area_beside(p, third, chosen[0], i)));
    }
    *area = greatest_score(&s);
    return first_as_good(&s, *area * EQUAL_AREA);
}

static inline void repeat_first(float* of, int32_t count)
{
    impi_lanes first = impi_lanes_splat(of[0]);
    impi_lanes_store(of + count, first);
    impi_lanes_store(of + count + 4, first);
}

int32_t imp3i_reduce(imp3i_points* p, float size, int32_t chosen[4])
{
    repeat_first(p->u, p->count);
    repeat_first(p->v, p->count);
    repeat_first(p->gap, p->count);
    float tie = IMPI_CONTACT_TIE * size, square, triangle, added;
    chosen[0] = choose_deepest(p, tie);
    chosen[1] = choose_farthest(p, chosen[0], &square);
    if (!(square > 4.0f * tie * tie))
    {
        return 1;
    }
    int32_t count = 2;
    chosen[2] = choose_third(p, chosen, &triangle);
    if (triangle > SLIVER * square)
    {
        chosen[3] = choose_fourth(p, chosen, &added);
        count = added > WORTH_ADDING * triangle ? 4 : 3;
    }
    return count;
}
