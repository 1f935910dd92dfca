// SPDX-License-Identifier: MIT
//
// Convex hulls of clouds of many sorts. Each hull is looked at as a surface (Euler's formula, edges, links, convex
// faces), as the hull of its cloud (no point outside, no corner lost), and where nothing was joined but what lies
// exactly in one plane, as the exact hull, in the integers of GMP.

#include <gmp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

#include "impinge/impinge.h"
#include "impinge/shape3.h"
#include "math/predicate3.h"
#include "shape/kept3.h"
#include "shape/shape3.h"

enum
{
    POINTS_MAX = 400,
    SORT_COUNT = 18
};

static const char* const sort_names[SORT_COUNT] = {"ball",
                                                   "cube",
                                                   "sphere",
                                                   "lattice",
                                                   "cube, k ulp off",
                                                   "plane, k ulp off",
                                                   "cone",
                                                   "prism",
                                                   "doubled",
                                                   "flat",
                                                   "line",
                                                   "needle",
                                                   "mixture",
                                                   "turned cube",
                                                   "faces of a turned cube",
                                                   "thin plate",
                                                   "tiny among large",
                                                   "lattice of seven"};

static float from_ulp(float x, int k)
{
    for (; k > 0; --k)
    {
        x = nextafterf(x, 1e30f);
    }
    for (; k < 0; ++k)
    {
        x = nextafterf(x, -1e30f);
    }
    return x;
}

static imp3_vec in_cube(test_rng* rng)
{
    const imp3_vec v = {test_rng_range(rng, -1, 1), test_rng_range(rng, -1, 1), test_rng_range(rng, -1, 1)};
    return v;
}

static imp3_vec in_ball(test_rng* rng, bool on_sphere)
{
    for (;;)
    {
        imp3_vec v = in_cube(rng);
        double square = (double)v.x * v.x + (double)v.y * v.y + (double)v.z * v.z;
        if (square <= 1.0 && square > 0.01)
        {
            float k = on_sphere ? (float)(1.0 / sqrt(square)) : 1.0f;
            const imp3_vec r = {v.x * k, v.y * k, v.z * k};
            return r;
        }
    }
}

static imp3_vec on_lattice(test_rng* rng, int most)
{
    const imp3_vec v = {(float)test_rng_int(rng, -most, most), (float)test_rng_int(rng, -most, most),
                        (float)test_rng_int(rng, -most, most)};
    return v;
}

static imp3_vec turned(imp3_vec v, const double q[9])
{
    const imp3_vec r = {(float)(q[0] * v.x + q[1] * v.y + q[2] * v.z), (float)(q[3] * v.x + q[4] * v.y + q[5] * v.z),
                        (float)(q[6] * v.x + q[7] * v.y + q[8] * v.z)};
    return r;
}

static void random_turn(test_rng* rng, double q[9])
{
    double w = test_rng_unit(rng) - 0.5, x = test_rng_unit(rng) - 0.5, y = test_rng_unit(rng) - 0.5,
           z = test_rng_unit(rng) - 0.4, s = 2.0 / (w * w + x * x + y * y + z * z);
    const double r[9] = {1 - s * (y * y + z * z), s * (x * y - w * z),     s * (x * z + w * y),
                         s * (x * y + w * z),     1 - s * (x * x + z * z), s * (y * z - w * x),
                         s * (x * z - w * y),     s * (y * z + w * x),     1 - s * (x * x + y * y)};
    memcpy(q, r, sizeof r);
}

static imp3_vec on_cube(test_rng* rng)
{
    imp3_vec v = in_cube(rng);
    float side = test_rng_int(rng, 0, 1) ? 1.0f : -1.0f;
    int axis = test_rng_int(rng, 0, 2);
    v.x = axis == 0 ? side : v.x;
    v.y = axis == 1 ? side : v.y;
    v.z = axis == 2 ? side : v.z;
    return v;
}

static imp3_vec corner_of_cube(int i)
{
    const imp3_vec v = {i & 1 ? 1.0f : -1.0f, i & 2 ? 1.0f : -1.0f, i & 4 ? 1.0f : -1.0f};
    return v;
}

static imp3_vec one_point(test_rng* rng, int sort, int i, int n, const double q[9], const imp3_vec* earlier)
{
    double angle = 6.283185307179586 * i / (n > 1 ? n - 1 : 1);
    imp3_vec v = in_cube(rng);
    switch (sort)
    {
    case 0: return in_ball(rng, false);
    case 2: return in_ball(rng, true);
    case 3: return on_lattice(rng, 3);
    case 4:
        v = i < 8 ? corner_of_cube(i) : on_cube(rng);
        v.x = from_ulp(v.x, test_rng_int(rng, -2, 2));
        v.y = from_ulp(v.y, test_rng_int(rng, -2, 2));
        return v;
    case 5: v.z = from_ulp(1.0f + 0.5f * v.x, test_rng_int(rng, -1, 1)); return v;
    case 6:
        v.x = i ? (float)cos(angle) : 0.0f;
        v.y = i ? (float)sin(angle) : 0.0f;
        v.z = i ? 0.0f : 2.0f;
        return v;
    case 7:
        angle = 6.283185307179586 * (i / 2) / ((n + 1) / 2);
        v.x = (float)cos(angle);
        v.y = (float)sin(angle);
        v.z = i & 1 ? 1.0f : -1.0f;
        return turned(v, q);
    case 8: return i > 3 && test_rng_int(rng, 0, 1) ? earlier[test_rng_int(rng, 0, i - 1)] : in_ball(rng, false);
    case 9:
        v = on_lattice(rng, 20);
        v.z = 2.0f * v.x - 3.0f * v.y + 1.0f;
        return v;
    case 10:
        v.y = v.x = (float)test_rng_int(rng, -50, 50);
        v.z = -2.0f * v.x;
        return v;
    case 11:
        v.x *= 0x1p-18f;
        v.y *= 0x1p-20f;
        return turned(v, q);
    case 12: return i % 3 == 0 ? on_lattice(rng, 1) : i % 3 == 1 ? on_cube(rng) : in_ball(rng, true);
    case 13: return turned(corner_of_cube(i & 7), q);
    case 14: return turned(i < 8 ? corner_of_cube(i) : on_cube(rng), q);
    case 15:
        v = i < 8 ? corner_of_cube(i) : on_cube(rng);
        v.z *= 0x1p-21f;
        return turned(v, q);
    case 16:
        if (i & 1)
        {
            v.x = 1.0f + v.x * 0x1p-18f;
            v.y = 1.0f + v.y * 0x1p-19f;
            v.z = 1.0f + v.z * 0x1p-20f;
        }
        return v;
    case 17: return on_lattice(rng, 1);
    default: return v;
    }
}

static float accepted(float x)
{
    return fabsf(x) < 0x1p-60f ? 0.0f : x;
}

/// A cloud of a sort; every third is scaled by 2^-40 to 2^40, every fifth lies elsewhere.
static int32_t make_cloud(test_rng* rng, int sort, int most, imp3_vec* points)
{
    double q[9];
    random_turn(rng, q);
    int32_t n = test_rng_int(rng, 1, most);
    float scale = test_rng_int(rng, 0, 2) ? 1.0f : ldexpf(1.0f, test_rng_int(rng, -40, 40));
    imp3_vec shift = {0, 0, 0};
    if (test_rng_int(rng, 0, 4) == 0)
    {
        shift = on_lattice(rng, 100);
    }
    for (int32_t i = 0; i < n; ++i)
    {
        points[i] = one_point(rng, sort, i, n, q, points);
    }
    for (int32_t i = 0; i < n; ++i)
    {
        points[i].x = accepted((points[i].x + shift.x) * scale);
        points[i].y = accepted((points[i].y + shift.y) * scale);
        points[i].z = accepted((points[i].z + shift.z) * scale);
    }
    return n;
}

// ---- an oracle in whole numbers ------------------------------------------------------------------------------------

static void set_whole(mpz_t out, float x)
{
    int exponent;
    float part = frexpf(x, &exponent);
    mpz_set_si(out, (long)ldexpf(part, 24));
    mpz_mul_2exp(out, out, (mp_bitcnt_t)(exponent + 100));
}

static int whole_orientation(imp3_vec a, imp3_vec b, imp3_vec c, imp3_vec d)
{
    mpz_t m[3][3], from, left, right, sum;
    const imp3_vec to[3] = {b, c, d};
    mpz_inits(from, left, right, sum, NULL);
    for (int i = 0; i < 3; i++)
    {
        const float at[3] = {to[i].x, to[i].y, to[i].z}, start[3] = {a.x, a.y, a.z};
        for (int k = 0; k < 3; k++)
        {
            mpz_init(m[i][k]);
            set_whole(m[i][k], at[k]);
            set_whole(from, start[k]);
            mpz_sub(m[i][k], m[i][k], from);
        }
    }
    for (int k = 0; k < 3; k++)
    {
        int u = (k + 1) % 3, v = (k + 2) % 3;
        mpz_mul(left, m[0][u], m[1][v]);
        mpz_submul(left, m[0][v], m[1][u]);
        mpz_addmul(sum, left, m[2][k]);
    }
    int sign = mpz_sgn(sum);
    for (int i = 0; i < 9; i++)
    {
        mpz_clear(m[i / 3][i % 3]);
    }
    mpz_clears(from, left, right, sum, NULL);
    return sign;
}

static void orientation_is_exact(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(20000), zero = 0;
    imp3_vec p[POINTS_MAX];
    for (uint64_t i = 0; i < count; i++)
    {
        int32_t n = make_cloud(&rng, (int)(i % SORT_COUNT), 40, p);
        imp3_vec v[4];
        for (int k = 0; k < 4; k++)
        {
            v[k] = p[test_rng_int(&rng, 0, n - 1)];
        }
        if (i % 7 == 0)  // the far ends of the range
        {
            v[0].x = 0x1p60f;
            v[1].y = -0x1p-60f;
        }
        int sign = whole_orientation(v[0], v[1], v[2], v[3]);
        zero += sign == 0;
        assert_int_equal(imp3i_orientation(v[0], v[1], v[2], v[3]), sign);
        assert_int_equal(imp3i_orientation(v[1], v[0], v[2], v[3]), -sign);
        assert_int_equal(imp3i_orientation(v[1], v[2], v[3], v[0]), -sign);
        bool line = true;  // four points of general position tell
        for (int k = 0; k < 8 && line; k++)
        {
            const imp3_vec far = {k & 1 ? 0x1.234p9f : 0.5f, k & 2 ? 0x1.77p8f : -2.0f, k & 4 ? 0x1.9p7f : 3.0f};
            line = whole_orientation(v[0], v[1], v[2], far) == 0;
        }
        assert_int_equal(imp3i_collinear(v[0], v[1], v[2]), line);
    }
    test_report("hull3: orientation, of which flat", zero);
    test_report("hull3: orientation", count);
}

// ---- the surface ---------------------------------------------------------------------------------------------------

typedef struct vec3l
{
    long double x, y, z;
} vec3l;

static vec3l of_vec(imp3_vec v)
{
    const vec3l r = {v.x, v.y, v.z};
    return r;
}

static vec3l minus(vec3l a, vec3l b)
{
    const vec3l r = {a.x - b.x, a.y - b.y, a.z - b.z};
    return r;
}

static vec3l cross(vec3l a, vec3l b)
{
    const vec3l r = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return r;
}

static long double dot(vec3l a, vec3l b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static const char* fault_text;

#define HOLDS(condition)                                                                                               \
    do                                                                                                                 \
    {                                                                                                                  \
        if (!(condition))                                                                                              \
        {                                                                                                              \
            fault_text = #condition;                                                                                   \
            return false;                                                                                              \
        }                                                                                                              \
    } while (0)

static imp3_vec vertex(const imp3i_hull* h, int32_t i)
{
    const imp3_vec v = {h->x[i], h->y[i], h->z[i]};
    return v;
}

static bool equal(imp3_vec a, imp3_vec b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool before(imp3_vec a, imp3_vec b)
{
    return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
}

static bool edges_hold(const imp3i_hull* h)
{
    int32_t used[2][3 * POINTS_MAX];
    memset(used, 0, sizeof used);
    HOLDS(h->edge_count <= 3 * POINTS_MAX && h->starts[0] == 0 && h->starts[h->face_count] == 2 * h->edge_count);
    for (int32_t f = 0; f < h->face_count; f++)
    {
        int32_t first = h->starts[f], end = h->starts[f + 1];
        HOLDS(end - first >= 3);
        for (int32_t k = first; k < end; k++)
        {
            int32_t from = h->corners[k], to = h->corners[k + 1 < end ? k + 1 : first], side = h->sides[k];
            int32_t e = side < 0 ? -1 - side : side;
            HOLDS(from >= 0 && from < h->vertex_count && e >= 0 && e < h->edge_count);
            const imp3i_edge* edge = &h->edges[e];
            HOLDS(used[side < 0][e]++ == 0);
            HOLDS(side < 0 ? edge->from == to && edge->to == from && edge->right == f
                           : edge->from == from && edge->to == to && edge->left == f);
            for (int32_t l = first; l < k; l++)
            {
                HOLDS(h->corners[l] != from);
            }
        }
    }
    for (int32_t e = 0; e < h->edge_count; e++)
    {
        HOLDS(used[0][e] == 1 && used[1][e] == 1 && h->edges[e].left != h->edges[e].right);
        for (int32_t g = 0; g < e && h->dimension == 3 && h->edge_count < 200; g++)
        {
            const imp3i_edge *a = &h->edges[e], *b = &h->edges[g];
            HOLDS(!((a->left == b->left && a->right == b->right) || (a->left == b->right && a->right == b->left)));
        }
    }
    return true;
}

static bool links_hold(const imp3i_hull* h)
{
    HOLDS(h->links[0] == 0 && h->links[h->vertex_count] == 2 * h->edge_count);
    for (int32_t v = 0; v < h->vertex_count; v++)
    {
        HOLDS(h->links[v + 1] - h->links[v] >= h->dimension);
    }
    for (int32_t e = 0; e < h->edge_count; e++)
    {
        for (int side = 0; side < 2; side++)
        {
            int32_t from = side ? h->edges[e].to : h->edges[e].from, to = side ? h->edges[e].from : h->edges[e].to;
            int found = 0;
            for (int32_t k = h->links[from]; k < h->links[from + 1]; k++)
            {
                found += h->neighbours[k] == to;
            }
            HOLDS(found == 1);
        }
    }
    return true;
}

static double extent_of(const imp3_vec* p, int32_t n)
{
    double extent = 0.0;
    for (int axis = 0; axis < 3; axis++)
    {
        double least = INFINITY, most = -INFINITY;
        for (int32_t i = 0; i < n; i++)
        {
            double x = axis == 0 ? p[i].x : axis == 1 ? p[i].y : p[i].z;
            least = fmin(least, x);
            most = fmax(most, x);
        }
        extent = fmax(extent, most - least);
    }
    return extent;
}

static bool faces_hold(const imp3i_hull* h, double extent)
{
    double far = 0.0;  // planes are rounded to floats where they are
    for (int32_t v = 0; v < h->vertex_count; v++)
    {
        HOLDS(v == 0 || before(vertex(h, v - 1), vertex(h, v)) || h->dimension == 2);
        far = fmax(far, sqrt((double)h->x[v] * h->x[v] + (double)h->y[v] * h->y[v] + (double)h->z[v] * h->z[v]));
    }
    HOLDS(h->slack >= 0.0f && h->slack <= 0x1p-20 * extent + 0x1p-22 * far);
    for (int32_t f = 0; f < h->face_count; f++)
    {
        const vec3l n = {h->normal_x[f], h->normal_y[f], h->normal_z[f]};
        HOLDS(fabsl(dot(n, n) - 1) < 0x1p-22L);
        int32_t first = h->starts[f], count = h->starts[f + 1] - first;
        for (int32_t k = 0; k < count; k++)
        {
            vec3l a = of_vec(vertex(h, h->corners[first + k]));
            vec3l u = minus(of_vec(vertex(h, h->corners[first + (k + 1) % count])), a);
            vec3l v = minus(of_vec(vertex(h, h->corners[first + (k + 2) % count])), a);
            HOLDS(dot(n, cross(u, v)) > 0);
            long double height = dot(n, a) - (long double)h->plane[f];
            HOLDS(fabsl(height) <= (long double)h->slack * (1 + 0x1p-40L) + 0x1p-48L * (long double)far);
            for (int32_t l = 0; l < count; l++)
            {
                vec3l w = minus(of_vec(vertex(h, h->corners[first + l])), a);
                long double side = dot(n, cross(u, w));
                HOLDS(side >= 0 || -side <= 0x1p-18L * (long double)extent * sqrtl(dot(u, u)));
            }
        }
        for (int32_t v = 0; v < h->vertex_count; v++)
        {
            long double height = dot(n, of_vec(vertex(h, v))) - (long double)h->plane[f];
            HOLDS(height <= (long double)h->slack * (1 + 0x1p-40L) + 0x1p-48L * (long double)far);
        }
    }
    for (int32_t v = h->vertex_count; v % IMP3I_HULL_LANES; v++)
    {
        HOLDS(h->x[v] == h->x[h->vertex_count - 1] && h->z[v] == h->z[h->vertex_count - 1]);
    }
    for (int32_t f = h->face_count; f % IMP3I_HULL_LANES; f++)
    {
        HOLDS(h->normal_x[f] == h->normal_x[h->face_count - 1] && h->plane[f] == h->plane[h->face_count - 1]);
    }
    return true;
}

// ---- the hull of its cloud -----------------------------------------------------------------------------------------

static long double segment_distance(vec3l p, vec3l a, vec3l b)
{
    vec3l u = minus(b, a), w = minus(p, a);
    long double t = dot(u, u) > 0 ? dot(u, w) / dot(u, u) : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    const vec3l off = {w.x - t * u.x, w.y - t * u.y, w.z - t * u.z};
    return sqrtl(dot(off, off));
}

static long double triangle_distance(vec3l p, vec3l a, vec3l b, vec3l c)
{
    vec3l n = cross(minus(b, a), minus(c, a));
    bool above = dot(cross(minus(b, a), minus(p, a)), n) >= 0 && dot(cross(minus(c, b), minus(p, b)), n) >= 0 &&
                 dot(cross(minus(a, c), minus(p, c)), n) >= 0 && dot(n, n) > 0;
    if (above)
    {
        return fabsl(dot(n, minus(p, a))) / sqrtl(dot(n, n));
    }
    return fminl(segment_distance(p, a, b), fminl(segment_distance(p, b, c), segment_distance(p, c, a)));
}

/// How far a point is from the surface.
static long double surface_distance(const imp3i_hull* h, vec3l p)
{
    long double least = INFINITY;
    for (int32_t f = 0; f < h->face_count; f++)
    {
        const int32_t* c = h->corners + h->starts[f];
        for (int32_t k = 2; k < h->starts[f + 1] - h->starts[f]; k++)
        {
            long double d =
                triangle_distance(p, of_vec(vertex(h, c[0])), of_vec(vertex(h, c[k - 1])), of_vec(vertex(h, c[k])));
            least = d < least ? d : least;
        }
    }
    return least;
}

/// The solid angle that the surface fills around a point: 4 pi inside, 0 outside (van Oosterom and Strackee 1983).
static long double solid_angle(const imp3i_hull* h, vec3l p)
{
    long double sum = 0;
    for (int32_t f = 0; f < h->face_count; f++)
    {
        const int32_t* c = h->corners + h->starts[f];
        for (int32_t k = 2; k < h->starts[f + 1] - h->starts[f]; k++)
        {
            vec3l u = minus(of_vec(vertex(h, c[0])), p), v = minus(of_vec(vertex(h, c[k - 1])), p);
            vec3l w = minus(of_vec(vertex(h, c[k])), p);
            long double a = sqrtl(dot(u, u)), b = sqrtl(dot(v, v)), d = sqrtl(dot(w, w));
            sum += 2 * atan2l(dot(u, cross(v, w)), a * b * d + dot(u, v) * d + dot(v, w) * a + dot(w, u) * b);
        }
    }
    return sum;
}

/// Every point is a vertex, or in the hull, or at most the tolerance out of it.
static bool cloud_holds(const imp3i_hull* h, const imp3_vec* p, int32_t n, double extent)
{
    for (int32_t v = 0; v < h->vertex_count; v++)
    {
        bool given = false;
        for (int32_t i = 0; i < n && !given; i++)
        {
            given = equal(p[i], vertex(h, v));
        }
        HOLDS(given);
    }
    for (int32_t i = 0; i < n; i++)
    {
        bool outside = false;
        for (int32_t f = 0; f < h->face_count && !outside; f++)
        {
            const vec3l normal = {h->normal_x[f], h->normal_y[f], h->normal_z[f]};
            outside = dot(normal, of_vec(p[i])) > (long double)h->plane[f] - (long double)h->slack;
        }
        HOLDS(!outside || surface_distance(h, of_vec(p[i])) <= 0x1.01p-20L * (long double)extent ||
              (h->dimension == 3 && solid_angle(h, of_vec(p[i])) > 6));
    }
    return true;
}

/// Whether it is the exact hull: all faces flat, convex, without a point above, and no two in one plane.
static bool exact_holds(const imp3i_hull* h, const imp3_vec* p, int32_t n)
{
    for (int32_t f = 0; f < h->face_count; f++)
    {
        const int32_t* c = h->corners + h->starts[f];
        int32_t count = h->starts[f + 1] - h->starts[f];
        imp3_vec a = vertex(h, c[0]), b = vertex(h, c[1]), d = vertex(h, c[2]);
        for (int32_t i = 0; i < n; i++)
        {
            HOLDS(whole_orientation(a, b, d, p[i]) <= 0);
        }
        for (int32_t k = 3; k < count; k++)
        {
            HOLDS(whole_orientation(a, b, d, vertex(h, c[k])) == 0);
        }
    }
    for (int32_t e = 0; e < h->edge_count; e++)
    {
        const int32_t* l = h->corners + h->starts[h->edges[e].left];
        int32_t right = h->edges[e].right;
        bool bent = false;
        for (int32_t k = h->starts[right]; k < h->starts[right + 1]; k++)
        {
            bent = bent ||
                   whole_orientation(vertex(h, l[0]), vertex(h, l[1]), vertex(h, l[2]), vertex(h, h->corners[k])) < 0;
        }
        HOLDS(bent);
    }
    return true;
}

static bool sphere_holds(const imp3_shape* s, const imp3i_hull* h)
{
    vec3l center = of_vec(h->center);
    HOLDS(equal(s->a, h->center));
    HOLDS(h->inner >= 0.0f && isfinite(h->inner));
    if (h->inner > 0.0f)
    {
        HOLDS(fabsl(solid_angle(h, center) - 12.566370614359172L) < 1e-3L);
        HOLDS(surface_distance(h, center) >= (long double)h->inner);
    }
    return true;
}

static bool report_holds(const imp3_shape* s, const imp3_hull_report* r, const imp3_vec* p, int32_t n)
{
    int32_t same = 0;
    for (int32_t i = 0; i < n; i++)
    {
        bool found = false;
        for (int32_t v = 0; v < s->count && !found; v++)
        {
            imp3_vec at;
            HOLDS(imp3_shape_vertex(s, v, &at) == IMP_OK);
            found = equal(at, p[i]);
        }
        same += found;
    }
    HOLDS(r->welded == same - s->count);
    HOLDS(r->welded + r->inside + s->count == n && r->merged >= 0 && r->inside >= 0);
    long double reach = 0;
    for (int32_t v = 0; v < s->count; v++)
    {
        imp3_vec at;
        HOLDS(imp3_shape_vertex(s, v, &at) == IMP_OK);
        reach = fmaxl(reach, dot(of_vec(at), of_vec(at)));
    }
    HOLDS((long double)s->reach * s->reach >= reach && (long double)s->reach * s->reach <= reach * (1 + 0x1p-20L));
    return true;
}

/// The dimension, by all triples and quadruples with the first corner found.
static int dimension_of(const imp3_vec* p, int32_t n)
{
    int32_t b = 0, c = 0;
    while (b < n && equal(p[b], p[0]))
    {
        ++b;
    }
    while (b < n && c < n && imp3i_collinear(p[0], p[b], p[c]))
    {
        ++c;
    }
    int32_t d = 0;
    while (b < n && c < n && d < n && whole_orientation(p[0], p[b], p[c], p[d]) == 0)
    {
        ++d;
    }
    return b == n ? 0 : c == n ? 1 : d == n ? 2 : 3;
}

static bool hull_holds(const imp3_shape* s, const imp3_hull_report* r, const imp3_vec* p, int32_t n, bool exact)
{
    HOLDS(r->dimension == dimension_of(p, n));
    HOLDS(s->kind == (r->dimension == 0   ? IMP3_SHAPE_SPHERE
                      : r->dimension == 1 ? IMP3_SHAPE_CAPSULE
                                          : IMP3_SHAPE_HULL));
    if (!report_holds(s, r, p, n))
    {
        return false;
    }
    if (r->dimension < 2)
    {
        HOLDS(s->count == r->dimension + 1);
        return true;
    }
    const imp3i_hull* h = (const imp3i_hull*)s->block;
    double extent = extent_of(p, n);
    HOLDS(h->vertex_count == s->count && h->dimension == r->dimension);
    HOLDS(h->vertex_count - h->edge_count + h->face_count == 2);
    if (!edges_hold(h) || !links_hold(h) || !faces_hold(h, extent) || !cloud_holds(h, p, n, extent))
    {
        return false;
    }
    if (r->dimension == 2)
    {
        return true;
    }
    return sphere_holds(s, h) && (!exact || exact_holds(h, p, n));
}

// ---- the tests -----------------------------------------------------------------------------------------------------

static void print_cloud(const imp3_vec* p, int32_t n)
{
    for (int32_t i = 0; i < n; i++)
    {
        printf("  {%a, %a, %a},\n", (double)p[i].x, (double)p[i].y, (double)p[i].z);
    }
}

/// On a lattice nothing is nearly flat: hulls there are exact.
static bool is_lattice(int sort)
{
    return sort == 3 || sort == 17;
}

static void clouds_of_all_sorts(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 1};
    uint64_t count = test_n(5000), wrong = 0, solid = 0;
    imp3_vec p[POINTS_MAX];
    for (uint64_t i = 0; i < count; i++)
    {
        int sort = (int)(i % SORT_COUNT);
        int32_t n = make_cloud(&rng, sort, i % 64 == 0 ? POINTS_MAX : i % 4 == 0 ? 60 : 14, p);
        imp3_shape s;
        imp3_hull_report r;
        assert_int_equal(imp3_hull_make(p, n, 0.25f, NULL, &s, &r), IMP_OK);
        assert_true(s.radius == 0.25f);
        solid += r.dimension == 3;
        if (!hull_holds(&s, &r, p, n, is_lattice(sort)))
        {
            if (wrong++ < 5)
            {
                printf("%s, %d points, case %d: %s\n", sort_names[sort], (int)n, (int)i, fault_text);
                print_cloud(p, n < 20 ? n : 0);
            }
        }
        imp3_shape_free(&s);
    }
    test_report("hull3: clouds, of which solid", solid);
    test_report("hull3: clouds", count);
    assert_int_equal(wrong, 0);
}

/// Clouds in general position: the exact hull, but where chance has made two triangles nearly flat.
static void exact_in_general_position(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 2};
    uint64_t count = test_n(600), joined = 0;
    imp3_vec p[POINTS_MAX];
    for (uint64_t i = 0; i < count; i++)
    {
        int32_t n = make_cloud(&rng, (int)(i % 3), 30, p);
        imp3_shape s;
        imp3_hull_report r;
        assert_int_equal(imp3_hull_make(p, n, 0.0f, NULL, &s, &r), IMP_OK);
        joined += r.dimension == 3 && !exact_holds((const imp3i_hull*)s.block, p, n);
        imp3_shape_free(&s);
    }
    test_report("hull3: general position", count);
    assert_number(joined, <=, count / 100);
}

static bool same_hull(const imp3_shape* a, const imp3_shape* b)
{
    HOLDS(a->kind == b->kind && a->count == b->count && a->reach == b->reach && equal(a->a, b->a) && equal(a->b, b->b));
    if (!a->block)
    {
        return true;
    }
    const imp3i_hull *g = (const imp3i_hull*)a->block, *h = (const imp3i_hull*)b->block;
    size_t from = (size_t)((const char*)g->x - (const char*)g);
    HOLDS(g->size == h->size && g->edge_count == h->edge_count && g->face_count == h->face_count);
    HOLDS(g->inner == h->inner && g->slack == h->slack && equal(g->center, h->center));
    HOLDS(memcmp(g->x, h->x, (size_t)g->vertex_count * sizeof(float)) == 0);
    HOLDS(memcmp(g->plane, h->plane, (size_t)g->face_count * sizeof(float)) == 0);
    HOLDS(memcmp(g->edges, h->edges, (size_t)g->edge_count * sizeof(imp3i_edge)) == 0);
    HOLDS(memcmp(g->corners, h->corners, 2 * (size_t)g->edge_count * sizeof(int32_t)) == 0);
    HOLDS(memcmp(g->sides, h->sides, 2 * (size_t)g->edge_count * sizeof(int32_t)) == 0);
    HOLDS(memcmp(g->neighbours, h->neighbours, 2 * (size_t)g->edge_count * sizeof(int32_t)) == 0);
    HOLDS(from < g->size);
    return true;
}

static void order_does_not_matter(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 3};
    uint64_t count = test_n(1500), wrong = 0;
    imp3_vec p[POINTS_MAX];
    for (uint64_t i = 0; i < count; i++)
    {
        int32_t n = make_cloud(&rng, (int)(i % SORT_COUNT), i % 32 == 0 ? POINTS_MAX : 30, p);
        imp3_shape a, b;
        imp3_hull_report r, q;
        assert_int_equal(imp3_hull_make(p, n, 0.0f, NULL, &a, &r), IMP_OK);
        for (int32_t k = n - 1; k > 0; k--)
        {
            int32_t other = test_rng_int(&rng, 0, k);
            imp3_vec swap = p[k];
            p[k] = p[other];
            p[other] = swap;
        }
        assert_int_equal(imp3_hull_make(p, n, 0.0f, NULL, &b, &q), IMP_OK);
        if (!same_hull(&a, &b) || memcmp(&r, &q, sizeof r) != 0)
        {
            if (wrong++ < 5)
            {
                printf("%s, %d points: %s\n", sort_names[i % SORT_COUNT], (int)n, fault_text);
            }
        }
        imp3_shape_free(&a);
        imp3_shape_free(&b);
    }
    test_report("hull3: orders", count);
    assert_int_equal(wrong, 0);
}

/// A hull of its own vertices is itself.
static void vertices_are_enough(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 4};
    uint64_t count = test_n(1000);
    imp3_vec p[POINTS_MAX];
    for (uint64_t i = 0; i < count; i++)
    {
        int sort = (int)(i % SORT_COUNT);
        int32_t n = make_cloud(&rng, sort, 60, p);
        imp3_shape a, b;
        imp3_hull_report r;
        assert_int_equal(imp3_hull_make(p, n, 0.0f, NULL, &a, NULL), IMP_OK);
        n = a.count;
        for (int32_t v = 0; v < n; v++)
        {
            assert_int_equal(imp3_shape_vertex(&a, v, &p[v]), IMP_OK);
        }
        assert_int_equal(imp3_hull_make(p, n, 0.0f, NULL, &b, &r), IMP_OK);
        if (is_lattice(sort))
        {
            assert_true(same_hull(&a, &b));
        }
        assert_true(b.count <= a.count);
        imp3_shape_free(&a);
        imp3_shape_free(&b);
    }
    test_report("hull3: hulls of hulls", count);
}

static void check_counts(const imp3_vec* p, int32_t n, int32_t vertices, int32_t edges, int32_t faces)
{
    imp3_shape s;
    imp3_hull_report r;
    assert_int_equal(imp3_hull_make(p, n, 0.0f, NULL, &s, &r), IMP_OK);
    assert_int_equal(s.kind, IMP3_SHAPE_HULL);
    const imp3i_hull* h = (const imp3i_hull*)s.block;
    assert_int_equal(h->vertex_count, vertices);
    assert_int_equal(h->edge_count, edges);
    assert_int_equal(h->face_count, faces);
    assert_true(hull_holds(&s, &r, p, n, false));
    imp3_shape_free(&s);
}

static void a_turned_cube_has_six_faces(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 5};
    imp3_vec p[POINTS_MAX];
    for (int i = 0; i < 300; i++)
    {
        double q[9];
        random_turn(&rng, q);
        int32_t n = i % 2 ? 8 : 300;
        for (int32_t k = 0; k < n; k++)
        {
            p[k] = turned(k < 8 ? corner_of_cube(k) : on_cube(&rng), q);
        }
        check_counts(p, n, 8, 12, 6);
    }
}

static void a_turned_prism_has_its_faces(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 6};
    imp3_vec p[POINTS_MAX];
    for (int i = 0; i < 200; i++)
    {
        double q[9];
        random_turn(&rng, q);
        int32_t sides = test_rng_int(&rng, 3, 60);
        for (int32_t k = 0; k < 2 * sides; k++)
        {
            double angle = 6.283185307179586 * (k / 2) / sides;
            const imp3_vec v = {(float)cos(angle), (float)sin(angle), k & 1 ? 1.0f : -1.0f};
            p[k] = turned(v, q);
        }
        check_counts(p, 2 * sides, 2 * sides, 3 * sides, sides + 2);
    }
}

static void points_on_faces_and_edges_are_no_vertices(void** state)
{
    (void)state;
    imp3_vec p[125];
    for (int i = 0; i < 125; i++)
    {
        const imp3_vec v = {(float)(i % 5), (float)(i / 5 % 5), (float)(i / 25)};
        p[i] = v;
    }
    check_counts(p, 125, 8, 12, 6);
    const imp3_vec octahedron[9] = {{2, 0, 0},  {-2, 0, 0}, {0, 2, 0}, {0, -2, 0}, {0, 0, 2},
                                    {0, 0, -2}, {1, 1, 0},  {1, 0, 1}, {0, 1, 1}};
    check_counts(octahedron, 9, 6, 12, 8);
}

// A face so narrow that its cross product cancels in doubles: its normal must come from exact arithmetic.
static void a_sliver_has_its_own_normal(void** state)
{
    (void)state;
    const float far = 0x1.000002p30f, near = 0x1.8p-30f;
    const imp3_vec p[4] = {{near, near, 0}, {far, far, 0}, {far * 0.5f, far * 0.5f, 0}, {1, 1, far}};
    imp3_shape s;
    imp3_hull_report r;
    assert_int_equal(imp3_hull_make(p, 4, 0.0f, NULL, &s, &r), IMP_OK);
    assert_true(hull_holds(&s, &r, p, 4, false));
    imp3_shape_free(&s);
    test_rng rng = {test_seed() + 8};
    for (int i = 0; i < 2000; i++)
    {
        imp3_vec q[5];
        imp3_vec along = in_cube(&rng);
        for (int k = 0; k < 5; k++)
        {
            float at = ldexpf(test_rng_range(&rng, 1.0f, 2.0f), test_rng_int(&rng, -30, 0));
            const imp3_vec v = {along.x * at, along.y * at, k == 4 ? 1.0f : along.z * at};
            q[k] = v;
        }
        assert_int_equal(imp3_hull_make(q, 5, 0.0f, NULL, &s, &r), IMP_OK);
        if (!hull_holds(&s, &r, q, 5, false))
        {
            print_cloud(q, 5);
            fail_msg("%s", fault_text);
        }
        imp3_shape_free(&s);
    }
}

static void flat_clouds(void** state)
{
    (void)state;
    const imp3_vec p[7] = {{0, 0, 0}, {4, 0, 4}, {4, 3, 4}, {0, 3, 0}, {2, 0, 2}, {1, 1, 1}, {4, 3, 4}};
    imp3_shape s;
    imp3_hull_report r;
    assert_int_equal(imp3_hull_make(p, 7, 0.5f, NULL, &s, &r), IMP_OK);
    const imp3i_hull* h = (const imp3i_hull*)s.block;
    assert_int_equal(r.dimension, 2);
    assert_int_equal(r.welded, 1);
    assert_int_equal(r.inside, 2);
    assert_int_equal(h->face_count, 2);
    assert_true(h->inner == 0.0f);
    assert_true(h->normal_x[0] == -h->normal_x[1] && h->normal_y[0] == -h->normal_y[1] && h->plane[0] == 0.0f);
    assert_true(hull_holds(&s, &r, p, 7, false));
    imp3_shape_free(&s);

    assert_int_equal(imp3_hull_make(p, 1, 0.5f, NULL, &s, &r), IMP_OK);
    assert_int_equal(s.kind, IMP3_SHAPE_SPHERE);
    const imp3_vec line[4] = {{1, 1, 1}, {3, 3, 3}, {1, 1, 1}, {2, 2, 2}};
    assert_int_equal(imp3_hull_make(line, 4, 0.5f, NULL, &s, &r), IMP_OK);
    assert_int_equal(s.kind, IMP3_SHAPE_CAPSULE);
    assert_true(s.a.x == 1.0f && s.b.x == 3.0f);
    assert_int_equal(r.dimension, 1);
    assert_int_equal(r.welded, 1);
    assert_int_equal(r.inside, 1);
}

static void every_allocation_fails(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 7};
    imp3_vec p[POINTS_MAX];
    int failures = 0;
    for (int i = 0; i < 2 * SORT_COUNT; i++)
    {
        int32_t n = make_cloud(&rng, i % SORT_COUNT, POINTS_MAX, p);
        for (int64_t fail_at = 0;; fail_at++)
        {
            test_allocator counter = {.fail_at = fail_at, .fail_ever = (i & 1) == 1};
            imp_allocator allocator = test_allocator_get(&counter);
            imp3_shape s, untouched;
            imp3_hull_report r, r_untouched;
            memset(&s, 0xa5, sizeof s);
            memset(&r, 0xa5, sizeof r);
            untouched = s;
            r_untouched = r;
            imp_status status = imp3_hull_make(p, n, 0.0f, &allocator, fail_at & 1 ? &s : NULL, &r);
            if (counter.calls <= fail_at)
            {
                assert_int_equal(status, IMP_OK);
                if (fail_at & 1)
                {
                    imp3_shape_free(&s);
                }
                assert_int_equal(counter.live_blocks, 0);
                break;
            }
            failures++;
            assert_int_equal(imp_status_fault(status), IMP_ERR_MEMORY);
            assert_int_equal(imp_status_argument(status), 4);
            assert_memory_equal(&s, &untouched, sizeof s);
            assert_memory_equal(&r, &r_untouched, sizeof r);
            assert_int_equal(counter.live_blocks, 0);
            assert_int_equal(counter.live_bytes, 0);
        }
    }
    test_report("hull3: failing allocations", (uint64_t)failures);
}

static void bad_input(void** state)
{
    (void)state;
    imp3_vec p[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    imp3_shape s;
    const imp_allocator none = {NULL, NULL};
    assert_int_equal(imp3_hull_make(NULL, 4, 0.0f, NULL, &s, NULL), IMP_ERR_NULL | 1 << 8);
    assert_int_equal(imp3_hull_make(p, 0, 0.0f, NULL, &s, NULL), IMP_ERR_COUNT | 2 << 8);
    assert_int_equal(imp3_hull_make(p, -1, 0.0f, NULL, &s, NULL), IMP_ERR_COUNT | 2 << 8);
    assert_int_equal(imp3_hull_make(p, IMP3_VERTEX_MAX + 1, 0.0f, NULL, &s, NULL), IMP_ERR_COUNT | 2 << 8);
    assert_int_equal(imp3_hull_make(p, 4, -1.0f, NULL, &s, NULL), IMP_ERR_NEGATIVE | 3 << 8);
    assert_int_equal(imp3_hull_make(p, 4, NAN, NULL, &s, NULL), IMP_ERR_NAN | 3 << 8);
    assert_int_equal(imp3_hull_make(p, 4, 0.0f, &none, &s, NULL), IMP_ERR_NULL | 4 << 8);
    const float bad[4] = {NAN, INFINITY, 0x1p61f, 0x1p-61f};
    for (int i = 0; i < 48; i++)
    {
        imp3_vec kept = p[i / 12];
        float* at[3] = {&p[i / 12].x, &p[i / 12].y, &p[i / 12].z};
        *at[i % 3] = bad[i / 3 % 4];
        int32_t fault = i / 3 % 4 < 2 ? IMP_ERR_NAN : IMP_ERR_MAGNITUDE;
        assert_int_equal(imp3_hull_make(p, 4, 0.0f, NULL, &s, NULL), fault | 1 << 8);
        p[i / 12] = kept;
    }
    assert_int_equal(imp3_hull_make(p, 4, 0.0f, NULL, NULL, NULL), IMP_OK);
}

// Worlds keep one of equal hulls. Some hundred fall on all places of the table, so places change hands, too.
static void equal_hulls_are_shared(void** state)
{
    (void)state;
    enum
    {
        HULLS = 300
    };
    test_rng rng = {test_seed() + 11};
    test_allocator counter = {.fail_at = -1};
    imp_allocator allocator = test_allocator_get(&counter);
    imp3_shape seen[IMP3I_SHAPES_SEEN] = {{0}}, shared[HULLS][2];
    for (int i = 0; i < HULLS; i++)
    {
        imp3_vec p[POINTS_MAX];
        imp3_shape made[2];
        int32_t n = 0;
        while (n < 8)  // fewer may be no hull
        {
            n = make_cloud(&rng, 0, 20, p);
        }
        assert_int_equal(imp3_hull_make(p, n, 0.0f, &allocator, &made[0], NULL), IMP_OK);
        assert_int_equal(imp3_hull_make(p, n, 1.0f, NULL, &made[1], NULL), IMP_OK);
        assert_int_equal(imp3i_shape_share(seen, &made[0], &allocator, &shared[i][0]), IMP_OK);
        assert_int_equal(imp3i_shape_share(seen, &made[1], &allocator, &shared[i][1]), IMP_OK);
        imp3_shape_free(&made[0]);
        imp3_shape_free(&made[1]);
        assert_ptr_equal(shared[i][0].block, shared[i][1].block);
        assert_number(shared[i][1].radius, ==, 1.0f);
        assert_true(i == 0 || shared[i][0].block != shared[i - 1][0].block);
    }
    assert_int_equal(counter.live_blocks, HULLS);
    for (int i = 0; i < 2 * HULLS; i++)
    {
        imp3_shape_free(&shared[i / 2][i % 2]);
    }
    assert_in_range(counter.live_blocks, 1, IMP3I_SHAPES_SEEN);
    for (int i = 0; i < IMP3I_SHAPES_SEEN; i++)
    {
        imp3_shape_free(&seen[i]);
    }
    assert_int_equal(counter.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orientation_is_exact),         cmocka_unit_test(clouds_of_all_sorts),
        cmocka_unit_test(exact_in_general_position),    cmocka_unit_test(order_does_not_matter),
        cmocka_unit_test(vertices_are_enough),          cmocka_unit_test(a_turned_cube_has_six_faces),
        cmocka_unit_test(a_turned_prism_has_its_faces), cmocka_unit_test(points_on_faces_and_edges_are_no_vertices),
        cmocka_unit_test(a_sliver_has_its_own_normal),  cmocka_unit_test(flat_clouds),
        cmocka_unit_test(every_allocation_fails),       cmocka_unit_test(bad_input),
        cmocka_unit_test(equal_hulls_are_shared),
    };
    return cmocka_run_group_tests_name("shape/hull3", tests, NULL, NULL);
}
