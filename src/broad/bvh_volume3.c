// SPDX-License-Identifier: MIT
//
// Bounding volumes of triangles: spheres, oriented boxes, and which of all is the tightest for what its test costs.
// Each is found in doubles, and rounded outward.
//
// A sphere is the smallest around a few of the corners: at first those that are extreme along some directions (Larsson
// 2008), then also the farthest from the sphere so far, until that is within 1 % of the sphere's radius: no sphere
// around all is smaller than the smallest around some. An oriented box has the axes along which the surface spreads
// most and least (Gottschalk, Lin and Manocha 1996), and where those are no better, those of the frame.

#include "bvh_volume3.h"

#include "../math/principal3.h"
#include "../math/round.h"

#include <math.h>
#include <string.h>

enum
{
    DIRECTIONS = 13,  // through the faces, corners and edges of a cube
    CORE_ROUNDS = 4,  // of adding the farthest corner
    CORE = 2 * DIRECTIONS + CORE_ROUNDS
};

#define NEAR_OPTIMAL 1.01

/// Rotations are off by less than this times their arm, rounded to floats.
#define TURN_OFF 0x1p-21

static imp3i_dvec corner_of_some(const imp3i_bvh_some* some, int32_t k)
{
    int32_t i = some->first + k / 3;
    i = some->order ? some->order[i] : i;
    return imp3i_dvec_of(some->triangles->points[some->triangles->corners[3 * (size_t)i + (size_t)(k % 3)]]);
}

// Spheres

typedef struct sphere
{
    imp3i_dvec center;
    double square;  // of its radius
} sphere;

static double square_between(imp3i_dvec a, imp3i_dvec b)
{
    imp3i_dvec d = imp3i_dsub(a, b);
    return imp3i_ddot(d, d);
}

static bool is_outside(const sphere* s, imp3i_dvec p)
{
    return square_between(p, s->center) > s->square * (1.0 + 0x1p-40);
}

/// The smallest sphere whose boundary has up to four points. Those that depend on others to rounding are not asked.
static sphere sphere_through(const imp3i_dvec* p, int count)
{
    sphere s = {p[0], 0.0};
    imp3i_dvec edge[3], across[3];
    double square[3];
    // The centre is the first point plus a step in the span of the edges that is half as long along each as the edge.
    imp3i_dvec step = imp3i_dvec_none();
    int used = 0;
    for (int i = 1; i < count; ++i)
    {
        edge[used] = imp3i_dsub(p[i], p[0]);
        imp3i_dvec rest = edge[used];
        for (int k = 0; k < used; ++k)
        {
            rest = imp3i_dadd_scaled(rest, across[k], -imp3i_ddot(rest, across[k]) / square[k]);
        }
        double whole = imp3i_ddot(edge[used], edge[used]);
        square[used] = imp3i_ddot(rest, rest);
        if (square[used] > 0x1p-60 * whole)
        {
            across[used] = rest;
            double missing = 0.5 * whole - imp3i_ddot(step, edge[used]);
            step = imp3i_dadd_scaled(step, rest, missing / imp3i_ddot(rest, edge[used]));
            ++used;
        }
    }
    s.center = imp3i_dadd(p[0], step);
    s.square = imp3i_ddot(step, step);
    return s;
}

/// The smallest sphere around a few points (Welzl 1991, with loops for its recursion).
static sphere sphere_around(const imp3i_dvec* p, int count)
{
    sphere s = sphere_through(p, 1);
    for (int i = 1; i < count; ++i)
    {
        if (!is_outside(&s, p[i]))
        {
            continue;
        }
        imp3i_dvec on[4] = {p[i], p[i], p[i], p[i]};
        s = sphere_through(on, 1);
        for (int j = 0; j < i; ++j)
        {
            if (!is_outside(&s, p[j]))
            {
                continue;
            }
            on[1] = p[j];
            s = sphere_through(on, 2);
            for (int k = 0; k < j; ++k)
            {
                if (!is_outside(&s, p[k]))
                {
                    continue;
                }
                on[2] = p[k];
                s = sphere_through(on, 3);
                for (int l = 0; l < k; ++l)
                {
                    if (is_outside(&s, p[l]))
                    {
                        on[3] = p[l];
                        s = sphere_through(on, 4);
                    }
                }
            }
        }
    }
    return s;
}

/// Corners that are extreme along directions. Returns how many.
static int find_extremes(const imp3i_bvh_some* some, imp3i_dvec out[CORE])
{
    static const double direction[DIRECTIONS][3] = {{1, 0, 0},  {0, 1, 0},   {0, 0, 1}, {1, 1, 1},  {1, 1, -1},
                                                    {1, -1, 1}, {1, -1, -1}, {1, 1, 0}, {1, -1, 0}, {1, 0, 1},
                                                    {1, 0, -1}, {0, 1, 1},   {0, 1, -1}};
    double low[DIRECTIONS], high[DIRECTIONS];
    int32_t corners = 3 * some->count;
    for (int d = 0; d < DIRECTIONS; ++d)
    {
        low[d] = INFINITY;
        high[d] = -INFINITY;
    }
    for (int32_t k = 0; k < corners; ++k)
    {
        imp3i_dvec v = corner_of_some(some, k);
        for (int d = 0; d < DIRECTIONS; ++d)
        {
            double at = v.x * direction[d][0] + v.y * direction[d][1] + v.z * direction[d][2];
            if (at < low[d])
            {
                low[d] = at;
                out[2 * d] = v;
            }
            if (at > high[d])
            {
                high[d] = at;
                out[2 * d + 1] = v;
            }
        }
    }
    return 2 * DIRECTIONS;
}

imp3i_ball imp3i_bvh_ball_of(const imp3i_bvh_some* some)
{
    imp3i_dvec core[CORE];
    int32_t corners = 3 * some->count;
    int count = 0;
    if (corners <= CORE - CORE_ROUNDS)
    {
        for (; count < corners; ++count)
        {
            core[count] = corner_of_some(some, count);
        }
    }
    else
    {
        count = find_extremes(some, core);
    }
    imp3i_ball ball = {imp3i_vec_none(), INFINITY};
    for (int round = 0; round <= CORE_ROUNDS; ++round)
    {
        sphere s = sphere_around(core, count);
        imp3_vec center = imp3i_vec_of(s.center);
        imp3i_dvec at = imp3i_dvec_of(center), farthest = at;
        double most = 0.0;
        for (int32_t k = 0; k < corners; ++k)
        {
            imp3i_dvec v = corner_of_some(some, k);
            double square = square_between(v, at);
            farthest = square > most ? v : farthest;
            most = square > most ? square : most;
        }
        float radius = impi_round_up(sqrt(most) * (1.0 + 0x1p-48));
        if (radius < ball.radius)
        {
            ball.center = center;
            ball.radius = radius;
        }
        if (most <= s.square * NEAR_OPTIMAL * NEAR_OPTIMAL || count == CORE)
        {
            break;
        }
        core[count++] = farthest;
    }
    return ball;
}

// Oriented boxes

/// Second moments of the surface about its centre; of what has no area, of its corners.
static void find_spread(const imp3i_bvh_some* some, double out[3][3])
{
    double sum[2][10];
    memset(sum, 0, sizeof sum);
    imp3i_dvec from = corner_of_some(some, 0);
    for (int32_t i = 0; i < some->count; ++i)
    {
        imp3i_dvec v[4];
        for (int k = 0; k < 3; ++k)
        {
            v[k] = imp3i_dsub(corner_of_some(some, 3 * i + k), from);
        }
        v[3] = imp3i_dscale(imp3i_dadd(imp3i_dadd(v[0], v[1]), v[2]), 1.0 / 3.0);
        double area = imp3i_dcross_length(imp3i_dsub(v[1], v[0]), imp3i_dsub(v[2], v[0]));
        // Over a triangle the mean of a square is that of 9 at the middle and 1 at each corner.
        for (int k = 0; k < 4; ++k)
        {
            double weight[2] = {area * (k < 3 ? 1.0 / 12.0 : 0.75), k < 3 ? 1.0 : 0.0};
            const double x[3] = {v[k].x, v[k].y, v[k].z};
            for (int w = 0; w < 2; ++w)
            {
                sum[w][9] += weight[w];
                for (int a = 0; a < 3; ++a)
                {
                    sum[w][6 + a] += weight[w] * x[a];
                    sum[w][a] += weight[w] * x[a] * x[a];
                    sum[w][3 + a] += weight[w] * x[a] * x[(a + 1) % 3];
                }
            }
        }
    }
    const double* s = sum[0][9] > 0.0 ? sum[0] : sum[1];
    for (int a = 0; a < 3; ++a)
    {
        int b = (a + 1) % 3;
        out[a][a] = s[a] / s[9] - s[6 + a] / s[9] * (s[6 + a] / s[9]);
        out[a][b] = out[b][a] = s[3 + a] / s[9] - s[6 + a] / s[9] * (s[6 + b] / s[9]);
    }
}

/// The axes along which a surface spreads most and least.
static imp3i_drot spread_axes(const imp3i_bvh_some* some)
{
    double spread[3][3], v[3][3];
    find_spread(some, spread);
    imp3i_principal_axes(spread, v);
    imp3i_drot r = {{v[0][0], v[1][0], v[2][0]}, {v[0][1], v[1][1], v[2][1]}, {v[0][2], v[1][2], v[2][2]}};
    return r;
}

/// Half of a box's surface over four.
static double surface_of_half(imp3i_dvec half)
{
    return half.x * half.y + half.y * half.z + half.z * half.x;
}

/// Axes of unit length and right-handed, as floats; those of the frame where that is none.
static imp3_rot floats_of_axes(imp3i_drot axes)
{
    imp3i_drot unit = imp3i_drot_unit(axes);
    imp3_rot r = imp3i_rot_of(unit), none = imp3_pose_identity().q;
    imp3i_dvec z = imp3i_dcross(imp3i_dvec_of(r.x), imp3i_dvec_of(r.y));
    return imp3i_ddot(z, imp3i_dvec_of(r.z)) > 0.5 ? r : none;
}

/// From where to where something goes along three axes.
typedef struct bvh_span
{
    imp3i_dvec low, high;
} bvh_span;

static inline bvh_span no_span(void)
{
    bvh_span r = {imp3i_dvec_all(INFINITY), imp3i_dvec_all(-INFINITY)};
    return r;
}

static inline void grow_span(bvh_span* span, imp3i_dvec v)
{
    span->low.x = v.x < span->low.x ? v.x : span->low.x;
    span->low.y = v.y < span->low.y ? v.y : span->low.y;
    span->low.z = v.z < span->low.z ? v.z : span->low.z;
    span->high.x = v.x > span->high.x ? v.x : span->high.x;
    span->high.y = v.y > span->high.y ? v.y : span->high.y;
    span->high.z = v.z > span->high.z ? v.z : span->high.z;
}

/// The oriented box with these axes around what goes so far along them.
static imp3i_obb obb_of_span(const bvh_span* span, imp3_rot turn)
{
    imp3i_drot q = imp3i_drot_of(turn);
    imp3i_dvec middle = imp3i_dscale(imp3i_dadd(span->low, span->high), 0.5);
    imp3i_obb r;
    r.turn = turn;
    r.center = imp3i_vec_of(imp3i_drot_apply(q, middle));
    // Seen from the centre as it was rounded, and through axes that are not quite of unit length or square.
    imp3i_dvec at = imp3i_drot_apply_inverse(q, imp3i_dvec_of(r.center));
    imp3i_dvec up = imp3i_dsub(span->high, at), down = imp3i_dsub(at, span->low);
    imp3i_dvec half = {up.x > down.x ? up.x : down.x, up.y > down.y ? up.y : down.y, up.z > down.z ? up.z : down.z};
    double slack = TURN_OFF * (imp3i_dnorm1(half) + 0x1p-20 * imp3i_dnorm1(at));
    r.half.x = impi_round_up(half.x + slack);
    r.half.y = impi_round_up(half.y + slack);
    r.half.z = impi_round_up(half.z + slack);
    return r;
}

imp3i_obb imp3i_bvh_obb_along(const imp3i_bvh_some* some, imp3_rot turn)
{
    const imp3i_drot q = imp3i_drot_of(turn);
    bvh_span span = no_span();
    for (int32_t k = 0; k < 3 * some->count; ++k)
    {
        grow_span(&span, imp3i_drot_apply_inverse(q, corner_of_some(some, k)));
    }
    return obb_of_span(&span, turn);
}

imp3i_obb imp3i_bvh_obb_of(const imp3i_bvh_some* some)
{
    const imp3_rot upright = imp3_pose_identity().q, turn = floats_of_axes(spread_axes(some));
    imp3i_drot q = imp3i_drot_of(turn);
    bvh_span turned = no_span(), straight = no_span();
    for (int32_t k = 0; k < 3 * some->count; ++k)
    {
        imp3i_dvec v = corner_of_some(some, k);
        grow_span(&straight, v);
        grow_span(&turned, imp3i_drot_apply_inverse(q, v));
    }
    imp3i_dvec a = imp3i_dsub(turned.high, turned.low), b = imp3i_dsub(straight.high, straight.low);
    bool tighter = surface_of_half(a) < surface_of_half(b);
    return obb_of_span(tighter ? &turned : &straight, tighter ? turn : upright);
}

// All

double imp3i_bvh_surface(const imp3_volume* v)
{
    const double pi = 3.14159265358979323846;
    return v->kind == IMP3_VOLUME_SPHERE ? 4.0 * pi * (double)v->half.x * v->half.x
                                         : 8.0 * surface_of_half(imp3i_dvec_of(v->half));
}

/// a - b, no less than it is; exact where doubles can have it.
static double difference_up(double a, double b)
{
    double s = a - b, back = s - a;
    double off = (a - (s - back)) - (b + back);  // of two numbers the difference has an exact rest (Knuth 1969)
    return off > 0.0 ? s * (1.0 + 0x1p-52) : s;
}

imp3_volume imp3i_bvh_volume_of_box(imp3_box box)
{
    imp3_volume r;
    r.kind = IMP3_VOLUME_BOX;
    r.turn = imp3_pose_identity().q;
    for (int k = 0; k < 3; ++k)
    {
        double low = (double)((float*)(void*)&box.lower)[k], high = (double)((float*)(void*)&box.upper)[k];
        float center = (float)(0.5 * (low + high));
        double up = difference_up(high, (double)center), down = difference_up((double)center, low);
        ((float*)(void*)&r.center)[k] = center;
        ((float*)(void*)&r.half)[k] = impi_round_up(up > down ? up : down);
    }
    return r;
}

imp3_volume imp3i_bvh_volume_of_ball(imp3i_ball ball)
{
    imp3_volume r;
    r.kind = IMP3_VOLUME_SPHERE;
    r.center = ball.center;
    r.half = imp3i_vec_none();
    r.half.x = ball.radius;
    r.turn = imp3_pose_identity().q;
    return r;
}

imp3_volume imp3i_bvh_volume_of_obb(imp3i_obb obb)
{
    imp3_volume r;
    r.kind = IMP3_VOLUME_ORIENTED;
    r.center = obb.center;
    r.half = obb.half;
    r.turn = obb.turn;
    return r;
}
