// SPDX-License-Identifier: MIT
//
// Polygons of space into triangles: along the axis from which they look largest they are polygons of the plane. A convex
// one becomes a fan around its first corner; of any other, ears are cut off one by one. Corners stand in a ring that
// is closed by links, and only those that turn inward can lie in an ear.

#include <math.h>

#include "io/mesh.h"

enum
{
    TESTS_MAX = 1 << 24  // of a corner in an ear, for one polygon; what is left then is cut as it falls
};

typedef struct ring
{
    const double* flat;  // x, y of each corner; it runs counter-clockwise
    int32_t* next;
    int32_t count;
    int64_t tests;
} ring;

static double turn_of(const double* flat, int32_t a, int32_t b, int32_t c)
{
    const double *p = flat + 2 * a, *q = flat + 2 * b, *r = flat + 2 * c;
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
}

// Newell's normal; its largest component tells the axis.
static void flatten(const imp3_vec* points, const int32_t* corners, int32_t count, double* flat)
{
    double n[3] = {0, 0, 0};
    imp3_vec origin = points[corners[0]];
    for (int32_t i = 0; i < count; i++)
    {
        imp3_vec p = points[corners[i]], q = points[corners[i + 1 < count ? i + 1 : 0]];
        double a[3] = {(double)p.x - (double)origin.x, (double)p.y - (double)origin.y, (double)p.z - (double)origin.z};
        double b[3] = {(double)q.x - (double)origin.x, (double)q.y - (double)origin.y, (double)q.z - (double)origin.z};
        for (int k = 0; k < 3; k++)
        {
            int x = (k + 1) % 3, y = (k + 2) % 3;
            n[k] += a[x] * b[y] - a[y] * b[x];
        }
    }
    int axis = fabs(n[0]) > fabs(n[1]) ? 0 : 1;
    axis = fabs(n[2]) >= fabs(n[axis]) ? 2 : axis;
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (int32_t i = 0; i < count; i++)
    {
        imp3_vec p = points[corners[i]];
        double xyz[3] = {(double)p.x, (double)p.y, (double)p.z};
        flat[2 * i] = xyz[n[axis] < 0 ? v : u];
        flat[2 * i + 1] = xyz[n[axis] < 0 ? u : v];
    }
}

static bool is_convex(const double* flat, int32_t count)
{
    bool convex = true;
    for (int32_t i = 0; i < count && convex; i++)
    {
        int32_t j = i + 1 < count ? i + 1 : 0, k = j + 1 < count ? j + 1 : 0;
        convex = turn_of(flat, i, j, k) >= 0 && (i == 0 || j == 0 || turn_of(flat, 0, i, j) > 0);
    }
    return convex;
}

static bool is_same(const double* flat, int32_t a, int32_t b)
{
    return flat[2 * a] == flat[2 * b] && flat[2 * a + 1] == flat[2 * b + 1];
}

// Whether the corner behind `a` can be cut off: it turns, and no other corner lies in the triangle or on it. One that is at
// a corner of the triangle may (outlines with holes pass such places twice).
static bool is_ear(ring* r, int32_t a)
{
    int32_t b = r->next[a], c = r->next[b];
    if (!(turn_of(r->flat, a, b, c) > 0))
    {
        return false;
    }
    bool ear = true;
    for (int32_t before = c, i = r->next[c]; i != a && ear; before = i, i = r->next[i])
    {
        r->tests++;
        bool inward = turn_of(r->flat, before, i, r->next[i]) <= 0;
        ear = !inward || is_same(r->flat, i, a) || is_same(r->flat, i, b) || is_same(r->flat, i, c) ||
              turn_of(r->flat, a, b, i) < 0 || turn_of(r->flat, b, c, i) < 0 || turn_of(r->flat, c, a, i) < 0;
    }
    return ear;
}

bool io_mesh_cut(const imp3_vec* points, const int32_t* corners_of, int32_t count, int32_t* corners, double* flat,
                 int32_t* chain)
{
    flatten(points, corners_of, count, flat);
    bool clean = true, convex = is_convex(flat, count);
    ring r = {.flat = flat, .next = chain, .count = count};
    for (int32_t i = 0; i < count; i++)
    {
        chain[i] = i + 1 < count ? i + 1 : 0;
    }
    int32_t a = 0, written = 0;
    for (int32_t tried = 0; r.count > 2;)
    {
        bool last = r.count == 3, stuck = tried >= r.count || r.tests > TESTS_MAX;
        if (convex || last || stuck || is_ear(&r, a))
        {
            int32_t b = chain[a], c = chain[b];
            clean = clean && (convex || !stuck) && (!last || convex || turn_of(flat, a, b, c) > 0);
            corners[written++] = corners_of[a];
            corners[written++] = corners_of[b];
            corners[written++] = corners_of[c];
            chain[a] = c;
            r.count--;
            tried = 0;
            continue;
        }
        a = chain[a];
        tried++;
    }
    return clean;
}
