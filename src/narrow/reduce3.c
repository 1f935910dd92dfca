// SPDX-License-Identifier: MIT
//
// Reduction of a manifold to four points (reduce3.h has the rule). A score is worked out for all points, and the first
// point that comes near enough to the best one is taken: a choice among equals by their order, which names give, and
// not by their last bits. The state of the step before is not known here, and not needed for that.

#include "reduce3.h"

#include "../math/lanes.h"
#include "../math/tolerance.h"

#include <math.h>
#include <stdbool.h>

/// Of distances and areas, what is more than this part of the best is as good.
#define EQUAL_AREA 0.95f
#define EQUAL_SQUARE 0.9025f

/// A triangle narrower than this part of its length is a line.
#define SLIVER 0x1p-10f

/// A fourth point adds at least this part of the triangle.
#define WORTH_ADDING 0x1p-6f

/// How far a manifold may turn until it is made anew [rad]: points are reached that are higher by this part of how far
/// they are off.
#define REACHED 0x1p-6f

/// Points that are off the plane of three by less than this part of the size are of two faces.
#define OF_FACES 0x1p-12f

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

/// The same for the nearest place on the line between two: by what is turned, and by the gap there.
static inline float sinks_beside(const imp3i_points* p, int32_t point, int32_t from, int32_t to, float turn)
{
    float along_u = p->u[to] - p->u[from], along_v = p->v[to] - p->v[from];
    float at_u = p->u[point] - p->u[from], at_v = p->v[point] - p->v[from];
    float square = along_u * along_u + along_v * along_v, dot = at_u * along_u + at_v * along_v;
    float part = dot > 0.0f && square > 0.0f ? (dot < square ? dot / square : 1.0f) : 0.0f;
    float off_u = at_u - part * along_u, off_v = at_v - part * along_v;
    return turn * sqrtf(off_u * off_u + off_v * off_v) + p->gap[from] + part * (p->gap[to] - p->gap[from]) -
           p->gap[point];
}

/// Twice the area of a triangle, positive on the left.
static inline float twice_area(const imp3i_points* p, int32_t a, int32_t b, int32_t c)
{
    return (p->u[b] - p->u[a]) * (p->v[c] - p->v[a]) - (p->v[b] - p->v[a]) * (p->u[c] - p->u[a]);
}

/// The same in the triangle of three, however that turns; infinite beside it.
static inline float sinks_within(const imp3i_points* p, int32_t point, const int32_t of[3])
{
    float all = twice_area(p, of[0], of[1], of[2]), gap = 0.0f;
    bool within = fabsf(all) > 0.0f;
    for (int32_t k = 0; k < 3 && within; ++k)
    {
        float part = twice_area(p, of[(k + 1) % 3], of[(k + 2) % 3], point) / all;
        within = part >= 0.0f;
        gap += part * p->gap[of[k]];
    }
    return within ? gap - p->gap[point] : INFINITY;
}

float imp3i_sinks(const imp3i_points* p, int32_t point, const int32_t* chosen, int32_t count, float turn)
{
    float least = INFINITY;
    for (int32_t k = 0; k < count; ++k)
    {
        for (int32_t i = 0; i <= k; ++i)
        {
            float beside = sinks_beside(p, point, chosen[i], chosen[k], turn);
            least = beside < least ? beside : least;
        }
        // Three are the same each time; of four each leaves out another one.
        const int32_t of[3] = {chosen[(k + 1) % count], chosen[(k + 2) % count], chosen[(k + 3) % count]};
        float within = count > 2 ? sinks_within(p, point, of) : INFINITY;
        least = within < least ? within : least;
    }
    return least;
}

/// Whether all are those of two faces: of one plane. Of a line or a point none is.
static bool are_of_faces(const imp3i_points* p, const int32_t* chosen, int32_t count, float little)
{
    float all = count > 2 ? twice_area(p, chosen[0], chosen[1], chosen[2]) : 0.0f;
    bool flat = fabsf(all) > 0.0f;
    for (int32_t i = 0; i < p->count && flat; ++i)
    {
        float second = twice_area(p, chosen[2], chosen[0], i) / all,
              third = twice_area(p, chosen[0], chosen[1], i) / all;
        float gap = p->gap[chosen[0]], up = second * (p->gap[chosen[1]] - gap) + third * (p->gap[chosen[2]] - gap);
        flat = fabsf(p->gap[i] - gap - up) <= little;
    }
    return flat;
}

/// After the deepest, those that would come deepest beside the ones before. Points in one place count once.
static int32_t choose_sinking(const imp3i_points* p, float tie, int32_t chosen[4])
{
    int32_t count = 1;
    for (bool found = true; count < 4 && found;)
    {
        float sinks[IMP3I_POINTS_MAX], most = -INFINITY;
        for (int32_t i = 0; i < p->count; ++i)
        {
            bool apart = true;
            for (int32_t k = 0; k < count && apart; ++k)
            {
                float u = p->u[i] - p->u[chosen[k]], v = p->v[i] - p->v[chosen[k]];
                apart = u * u + v * v > 4.0f * tie * tie;
            }
            sinks[i] = apart ? imp3i_sinks(p, i, chosen, count, REACHED) : -INFINITY;
            most = sinks[i] > most ? sinks[i] : most;
        }
        int32_t i = 0;
        found = most > -INFINITY;
        for (; found && sinks[i] < most - REACHED * tie; ++i)
        {
        }
        chosen[count] = i;
        count += found;
    }
    return count;
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

int32_t imp3i_reduce_corners(imp3i_points* p, float size, int32_t chosen[4])
{
    int32_t count = imp3i_reduce(p, size, chosen);
    bool enough = p->count <= count || are_of_faces(p, chosen, count, OF_FACES * size);
    return enough ? count : choose_sinking(p, IMPI_CONTACT_TIE * size, chosen);
}
