// SPDX-License-Identifier: MIT
//
// Brute force in doubles for pairs of placed cores that are hulls of a few points: the distance by every point, segment
// and triangle of the points, the depth by every axis that a face of their difference could have. Slow, short, and
// nothing of the library's but the vertices.

#ifndef IMP_TEST_BRUTE3_H
#define IMP_TEST_BRUTE3_H

#include <math.h>
#include <stdio.h>

#include "impinge/narrow3.h"
#include "shape/shape3.h"
#include "support.h"

#define BRUTE_MOST 64

typedef struct brute_core
{
    int count;
    double radius;
    imp3i_dvec points[BRUTE_MOST];
} brute_core;

static inline brute_core brute_place(const imp3_shape* s, const imp3_pose* pose)
{
    brute_core r;
    r.count = s->count;
    r.radius = s->radius;
    for (int i = 0; i < s->count; ++i)
    {
        r.points[i] = imp3i_dadd(imp3i_drot_apply(imp3i_drot_of(pose->q), imp3i_vertex(s, i)), imp3i_dvec_of(pose->p));
    }
    return r;
}

static inline double brute_length(imp3i_dvec v)
{
    return sqrt(imp3i_ddot(v, v));
}

static inline double brute_to_segment(imp3i_dvec p, imp3i_dvec a, imp3i_dvec b)
{
    imp3i_dvec d = imp3i_dsub(b, a), to = imp3i_dsub(p, a);
    double square = imp3i_ddot(d, d), t = square > 0.0 ? imp3i_ddot(to, d) / square : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return brute_length(imp3i_dadd_scaled(to, d, -t));
}

static inline double brute_to_triangle(imp3i_dvec p, imp3i_dvec a, imp3i_dvec b, imp3i_dvec c)
{
    imp3i_dvec u = imp3i_dsub(b, a), v = imp3i_dsub(c, a), w = imp3i_dsub(p, a);
    double uu = imp3i_ddot(u, u), uv = imp3i_ddot(u, v), vv = imp3i_ddot(v, v), wu = imp3i_ddot(w, u),
           wv = imp3i_ddot(w, v);
    double area = uu * vv - uv * uv;
    if (area > 1e-12 * uu * vv)
    {
        double s = (vv * wu - uv * wv) / area, t = (uu * wv - uv * wu) / area;
        if (s >= 0.0 && t >= 0.0 && s + t <= 1.0)
        {
            imp3i_dvec n = imp3i_dcross(u, v);
            return fabs(imp3i_ddot(w, n)) / brute_length(n);
        }
    }
    double least = brute_to_segment(p, a, b), other = brute_to_segment(p, b, c), last = brute_to_segment(p, c, a);
    least = other < least ? other : least;
    return last < least ? last : least;
}

/// From a point to the hull of points, if it is outside; if it is inside, to some triangle of them.
static inline double brute_to_hull(imp3i_dvec p, const brute_core* c)
{
    double least = brute_length(imp3i_dsub(p, c->points[0]));
    for (int i = 0; i < c->count; ++i)
    {
        for (int j = i + 1; j < c->count; ++j)
        {
            double d = brute_to_segment(p, c->points[i], c->points[j]);
            least = d < least ? d : least;
            for (int k = j + 1; k < c->count; ++k)
            {
                d = brute_to_triangle(p, c->points[i], c->points[j], c->points[k]);
                least = d < least ? d : least;
            }
        }
    }
    return least;
}

/// How far core B begins beyond where core A ends, along a unit direction.
static inline double brute_along(const brute_core* a, const brute_core* b, imp3i_dvec n)
{
    double end = -INFINITY, begin = INFINITY;
    for (int i = 0; i < a->count; ++i)
    {
        double x = imp3i_ddot(a->points[i], n);
        end = x > end ? x : end;
    }
    for (int i = 0; i < b->count; ++i)
    {
        double x = imp3i_ddot(b->points[i], n);
        begin = x < begin ? x : begin;
    }
    return begin - end;
}

static inline void brute_try_axis(const brute_core* a, const brute_core* b, imp3i_dvec n, double* best)
{
    double length = brute_length(n);
    if (length > 1e-9)
    {
        for (int side = -1; side <= 1; side += 2)
        {
            double x = brute_along(a, b, imp3i_dscale(n, side / length));
            *best = x > *best ? x : *best;
        }
    }
}

/// The greatest separation along any axis across two edges: minus the depth of the cores where that is negative. Cores
/// of one point each have none.
static inline double brute_separation(const brute_core* a, const brute_core* b)
{
    imp3i_dvec edges[300];
    int count = 0;
    const brute_core* cores[2] = {a, b};
    for (int which = 0; which < 2; ++which)
    {
        const brute_core* c = cores[which];
        for (int i = 0; i < c->count; ++i)
        {
            for (int j = i + 1; j < c->count && count < 300; ++j)
            {
                edges[count++] = imp3i_dsub(c->points[j], c->points[i]);
            }
        }
    }
    double best = -INFINITY;
    for (int i = 0; i < count; ++i)
    {
        for (int j = i + 1; j < count; ++j)
        {
            brute_try_axis(a, b, imp3i_dcross(edges[i], edges[j]), &best);
        }
    }
    return best;
}

/// From the segment or point B to the hull A, the cores apart: the distance is convex along the segment.
static inline double brute_line_distance(const brute_core* a, const brute_core* b)
{
    if (b->count == 1)
    {
        return brute_to_hull(b->points[0], a);
    }
    double low = 0.0, high = 1.0;
    imp3i_dvec d = imp3i_dsub(b->points[1], b->points[0]);
    for (int step = 0; step < 70; ++step)
    {
        double s = low + (high - low) * 0.4, t = low + (high - low) * 0.6;
        bool left = brute_to_hull(imp3i_dadd_scaled(b->points[0], d, s), a) <
                    brute_to_hull(imp3i_dadd_scaled(b->points[0], d, t), a);
        high = left ? t : high;
        low = left ? low : s;
    }
    return brute_to_hull(imp3i_dadd_scaled(b->points[0], d, 0.5 * (low + high)), a);
}

/// A direction of length 1.
static inline imp3_vec brute_direction(test_rng* rng)
{
    for (;;)
    {
        imp3_vec v = {test_rng_range(rng, -1.0f, 1.0f), test_rng_range(rng, -1.0f, 1.0f),
                      test_rng_range(rng, -1.0f, 1.0f)};
        float square = imp3_vec_dot(v, v);
        if (square > 0.01f && square <= 1.0f)
        {
            return imp3_vec_scale(v, 1.0f / sqrtf(square));
        }
    }
}

static inline imp3_vec brute_within(test_rng* rng, float size)
{
    imp3_vec v = {test_rng_range(rng, -size, size), test_rng_range(rng, -size, size), test_rng_range(rng, -size, size)};
    return v;
}

static inline imp3_pose brute_pose(test_rng* rng, float size)
{
    imp3_pose pose;
    float angle = test_rng_range(rng, -3.0f, 3.0f);
    imp3_vec axis = brute_direction(rng), place = brute_within(rng, size);
    assert_int_equal(imp3_pose_make(place, axis, angle, &pose), IMP_OK);
    return pose;
}

#endif
