// SPDX-License-Identifier: MIT
//
// Closed meshes of known size for tests of fits: boxes, balls, bowls, tori, and a bolt with its nut.
//
// All are surfaces of revolution about z, but for the box: rings of `around` points each, from a function of the angle and
// of the place along the outline. A thread is a radius that depends on both: flanks of 60 degrees, crest and root flat, as
// ISO 68 has it.

#ifndef IMP_TEST_SOLIDS3_H
#define IMP_TEST_SOLIDS3_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "impinge/mesh3.h"

typedef struct test_solid
{
    imp3_vec* points;
    int32_t* corners;
    int32_t point_count, count;
} test_solid;

/// A point of an outline: how far from the axis, and how high.
typedef struct test_outline
{
    double radius, height;
} test_outline;

typedef test_outline (*test_outline_at)(const void* context, double angle, int32_t ring, int32_t rings);

#define TEST_TURN 6.283185307179586

/// The benchmark, which has no test to fail, makes the same solids.
static inline void test_solid_must(bool good)
{
    if (!good)
    {
        abort();
    }
}

/// A float that every call accepts.
static inline float test_solid_number(double x)
{
    return fabs(x) < 0x1p-40 ? 0.0f : (float)x;
}

/// Rings of an outline that goes from bottom to top outside. Closed, it goes on inside, back to where it began; else ends
/// are points on the axis.
static inline test_solid test_solid_turned(test_outline_at at, const void* context, int32_t around, int32_t rings,
                                           bool closed)
{
    test_solid r;
    int32_t strips = closed ? rings : rings - 1;
    r.point_count = around * rings + (closed ? 0 : 2);
    r.points = malloc((size_t)r.point_count * sizeof *r.points);
    r.corners = malloc(3 * (size_t)(2 * around * (strips + 1)) * sizeof *r.corners);
    test_solid_must(r.points && r.corners);
    for (int32_t k = 0; k < rings; ++k)
    {
        for (int32_t i = 0; i < around; ++i)
        {
            double angle = TEST_TURN * i / around;
            test_outline o = at(context, angle, k, rings);
            const imp3_vec p = {test_solid_number(o.radius * cos(angle)), test_solid_number(o.radius * sin(angle)),
                                test_solid_number(o.height)};
            r.points[k * around + i] = p;
        }
    }
    r.count = 0;
    for (int32_t k = 0; k < strips; ++k)
    {
        for (int32_t i = 0; i < around; ++i)
        {
            int32_t j = (i + 1) % around, up = (k + 1) % rings;
            const int32_t six[6] = {k * around + i, k * around + j,  up * around + j,
                                    k * around + i, up * around + j, up * around + i};
            memcpy(r.corners + 3 * r.count, six, sizeof six);
            r.count += 2;
        }
    }
    for (int32_t i = 0; i < around && !closed; ++i)
    {
        int32_t j = (i + 1) % around, last = (rings - 1) * around, bottom = around * rings;
        const int32_t six[6] = {bottom, j, i, bottom + 1, last + i, last + j};
        memcpy(r.corners + 3 * r.count, six, sizeof six);
        r.count += 2;
    }
    if (!closed)
    {
        const imp3_vec low = {0.0f, 0.0f, r.points[0].z}, high = {0.0f, 0.0f, r.points[(rings - 1) * around].z};
        r.points[around * rings] = low;
        r.points[around * rings + 1] = high;
    }
    return r;
}

static inline void test_solid_free(test_solid* s)
{
    free(s->points);
    free(s->corners);
}

/// A mesh of it, and with a cell above 0 its field; the solid is freed.
static inline imp3_compound test_solid_mesh(test_solid s, float cell)
{
    imp3_triangles t;
    imp3_triangles_report report;
    imp3_compound mesh;
    memset(&t, 0, sizeof t);
    t.points = s.points;
    t.point_count = s.point_count;
    t.corners = s.corners;
    t.count = s.count;
    test_solid_must(imp3_triangles_make(&t, NULL, &mesh, &report) == IMP_OK);
    test_solid_free(&s);
    test_solid_must(cell <= 0.0f || imp3_mesh_add_field(&mesh, cell) == IMP_OK);
    return mesh;
}

static inline test_solid test_solid_box(float x, float y, float z)
{
    static const int32_t corners[36] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                        2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    test_solid r;
    r.point_count = 8;
    r.count = 12;
    r.points = malloc(8 * sizeof *r.points);
    r.corners = malloc(sizeof corners);
    test_solid_must(r.points && r.corners);
    for (int k = 0; k < 8; ++k)
    {
        const imp3_vec p = {k & 1 ? x : -x, k & 2 ? y : -y, k & 4 ? z : -z};
        r.points[k] = p;
    }
    memcpy(r.corners, corners, sizeof corners);
    return r;
}

static inline test_outline test_ball_outline(const void* context, double angle, int32_t ring, int32_t rings)
{
    double up = TEST_TURN * 0.5 * (ring + 1) / (rings + 1), radius = *(const double*)context;
    const test_outline r = {radius * sin(up), -radius * cos(up)};
    (void)angle;
    return r;
}

/// A ball; its flat ends are as wide as one of its strips is high.
static inline test_solid test_solid_ball(double radius, int32_t around, int32_t rings)
{
    test_solid r = test_solid_turned(test_ball_outline, &radius, around, rings, false);
    r.points[around * rings].z = (float)-radius;
    r.points[around * rings + 1].z = (float)radius;
    return r;
}

static inline test_outline test_torus_outline(const void* context, double angle, int32_t ring, int32_t rings)
{
    const double* radii = context;
    double up = TEST_TURN * ring / rings;
    const test_outline r = {radii[0] + radii[1] * cos(up), radii[1] * sin(up)};
    (void)angle;
    return r;
}

static inline test_solid test_solid_torus(double radius, double thick, int32_t around, int32_t rings)
{
    const double radii[2] = {radius, thick};
    return test_solid_turned(test_torus_outline, radii, around, rings, true);
}

/// A bowl: a half ball of its radius is taken out of a cylinder that is half as wide again.
static inline test_outline test_bowl_outline(const void* context, double angle, int32_t ring, int32_t rings)
{
    double radius = *(const double*)context, up = TEST_TURN * 0.25 * (ring - 2) / (rings - 3);
    test_outline r = {1.5 * radius, ring == 0 ? -1.5 * radius : 0.0};
    if (ring >= 2)
    {
        r.radius = ring == rings - 1 ? radius * 0x1p-10 : radius * cos(up);
        r.height = -radius * sin(up);
    }
    (void)angle;
    return r;
}

static inline test_solid test_solid_bowl(double radius, int32_t around, int32_t rings)
{
    return test_solid_turned(test_bowl_outline, &radius, around, rings, false);
}

/// A thread: ridges of 60 degrees with flat crests and roots, of a bolt; grown along its normal it is that of a nut, which
/// is `outer` wide.
typedef struct test_thread
{
    double radius, pitch, grown, outer;
    int32_t pitches, around;
} test_thread;

enum
{
    TEST_THREAD_ROWS = 4  // corners of a ridge
};

static inline imp3_vec test_thread_point(const test_thread* t, int32_t row, int32_t column, bool outside)
{
    const double slope = sqrt(3.0), more = t->grown / (t->pitch * slope);
    const double crest = 0.0625 + more, root = 0.375 + more;  // half widths of the ridge [pitches]
    const double at[TEST_THREAD_ROWS] = {0.5 - root, 0.5 - crest, 0.5 + crest, 0.5 + root};
    bool high = row % TEST_THREAD_ROWS == 1 || row % TEST_THREAD_ROWS == 2;
    double radius = t->radius + t->grown - (high ? 0.0 : 0.3125 * t->pitch * slope);
    double angle = TEST_TURN * column / t->around, turns = (double)column / t->around;
    double height = row / TEST_THREAD_ROWS + at[row % TEST_THREAD_ROWS] + turns - t->pitches / 2 - 0.5;
    radius = outside ? t->outer : radius;
    const imp3_vec r = {test_solid_number(radius * cos(angle)), test_solid_number(radius * sin(angle)),
                        test_solid_number(height * t->pitch)};
    return r;
}

static inline void test_solid_quad(test_solid* s, int32_t a, int32_t b, int32_t c, int32_t d)
{
    const int32_t six[6] = {a, b, c, a, c, d};
    memcpy(s->corners + 3 * s->count, six, sizeof six);
    s->count += 2;
}

/// The number of a point of a wall; after a turn a row is that of the next ridge.
static inline int32_t test_thread_corner(const test_thread* t, int32_t row, int32_t column)
{
    bool turned = column == t->around;
    return (row + (turned ? TEST_THREAD_ROWS : 0)) * t->around + (turned ? 0 : column);
}

/// One wall of it, from number `first` on, that faces outward or inward. Ends are ramps that climb by a pitch.
static inline void test_thread_wall(const test_thread* t, test_solid* s, int32_t first, bool smooth, bool inward)
{
    int32_t rows = t->pitches * TEST_THREAD_ROWS;
    for (int32_t k = 0; k < rows; ++k)
    {
        for (int32_t i = 0; i < t->around; ++i)
        {
            s->points[first + k * t->around + i] = test_thread_point(t, k, i, smooth);
        }
    }
    for (int32_t i = 0; i < t->around; ++i)
    {
        for (int32_t k = 0; k + 1 + (i + 1 == t->around ? TEST_THREAD_ROWS : 0) < rows; ++k)
        {
            int32_t a = first + test_thread_corner(t, k, i), b = first + test_thread_corner(t, k, i + 1);
            int32_t c = first + test_thread_corner(t, k + 1, i + 1), d = first + test_thread_corner(t, k + 1, i);
            test_solid_quad(s, inward ? b : a, inward ? a : b, inward ? d : c, inward ? c : d);
        }
    }
}

static inline test_solid test_thread_start(const test_thread* t, int32_t walls)
{
    test_solid r;
    int32_t wall = t->pitches * TEST_THREAD_ROWS * t->around;
    r.point_count = walls * wall + 2;
    r.count = 0;
    r.points = malloc((size_t)r.point_count * sizeof *r.points);
    r.corners = malloc(3 * (size_t)(2 * walls * (wall + 2 * t->around + 2 * TEST_THREAD_ROWS)) * sizeof *r.corners);
    test_solid_must(r.points && r.corners);
    return r;
}

/// A point of the rim of an end, as a number of a wall: around once, and then along the step to where it began.
static inline int32_t test_thread_rim(const test_thread* t, bool top, int32_t i)
{
    int32_t last = t->pitches * TEST_THREAD_ROWS - 1, step = i - t->around + 1;
    i = i == t->around + TEST_THREAD_ROWS ? 0 : i;
    step = i == 0 ? 0 : step;
    if (step <= 0)
    {
        return (top ? last : 0) * t->around + i;
    }
    return top ? (last - step) * t->around + t->around - 1 : (TEST_THREAD_ROWS + 1 - step) * t->around;
}

/// A bolt; fans close its ends.
static inline test_solid test_solid_bolt(const test_thread* t)
{
    test_solid r = test_thread_start(t, 1);
    test_thread_wall(t, &r, 0, false, false);
    for (int32_t end = 0; end < 2; ++end)
    {
        int32_t middle = r.point_count - 2 + end;
        const imp3_vec at = {0.0f, 0.0f, (float)(t->pitch * 0.5 * ((end ? t->pitches : -t->pitches) + (end ? 0 : 1)))};
        r.points[middle] = at;
        for (int32_t i = 0; i < t->around + TEST_THREAD_ROWS; ++i)
        {
            int32_t one = test_thread_rim(t, end, i), other = test_thread_rim(t, end, i + 1);
            const int32_t three[3] = {middle, end ? one : other, end ? other : one};
            memcpy(r.corners + 3 * r.count++, three, sizeof three);
        }
    }
    return r;
}

/// Its nut: a ring with the thread inside.
static inline test_solid test_solid_nut(const test_thread* t)
{
    test_solid r = test_thread_start(t, 2);
    int32_t wall = t->pitches * TEST_THREAD_ROWS * t->around;
    test_thread_wall(t, &r, 0, false, true);
    test_thread_wall(t, &r, wall, true, false);
    r.point_count -= 2;
    for (int32_t i = 0; i < t->around + TEST_THREAD_ROWS; ++i)
    {
        int32_t a = test_thread_rim(t, true, i), b = test_thread_rim(t, true, i + 1);
        test_solid_quad(&r, a, wall + a, wall + b, b);
        a = test_thread_rim(t, false, i);
        b = test_thread_rim(t, false, i + 1);
        test_solid_quad(&r, b, wall + b, wall + a, a);
    }
    return r;
}

#endif
