// SPDX-License-Identifier: MIT
//
// Closed solids that tests take apart: see closed_solids3.h.

#include "closed_solids3.h"

#include "world/kit3.h"

#include <math.h>
#include <string.h>

#define TURN 6.283185307179586

closed_solid closed_made;

void closed_put_point(double x, double y, double z)
{
    closed_made.points[closed_made.point_count++] = vec((float)x, (float)y, (float)z);
}

void closed_put_triangle(int32_t a, int32_t b, int32_t c)
{
    int32_t* at = &closed_made.corners[3 * closed_made.count++];
    at[0] = a;
    at[1] = b;
    at[2] = c;
}

/// A sheet of rows and columns of points, from `first` on; rows or columns may go around.
static void put_sheet(int32_t first, int32_t rows, int32_t columns, bool around)
{
    for (int32_t i = 0; i < (around ? rows : rows - 1); ++i)
    {
        for (int32_t k = 0; k < columns; ++k)
        {
            int32_t next = (i + 1) % rows, beside = (k + 1) % columns;
            int32_t a = first + i * columns + k, b = first + next * columns + k;
            int32_t c = first + next * columns + beside, d = first + i * columns + beside;
            closed_put_triangle(a, b, c);
            closed_put_triangle(a, c, d);
        }
    }
}

/// An outline in the plane of x and y, closed_made thick. It is seen from its first corner, or from the origin.
static void make_prism(const double (*outline)[2], int32_t count, double height, bool around_origin)
{
    closed_made.point_count = closed_made.count = 0;
    for (int32_t k = 0; k < count; ++k)
    {
        closed_put_point(outline[k][0], outline[k][1], 0.0);
        closed_put_point(outline[k][0], outline[k][1], height);
    }
    for (int32_t k = 0; k < count; ++k)
    {
        int32_t a = 2 * k, b = 2 * ((k + 1) % count);
        closed_put_triangle(a, b, b + 1);
        closed_put_triangle(a, b + 1, a + 1);
        if (around_origin)
        {
            closed_put_triangle(2 * count, b, a);
            closed_put_triangle(2 * count + 1, a + 1, b + 1);
        }
    }
    closed_put_point(0.0, 0.0, 0.0);
    closed_put_point(0.0, 0.0, height);
}

void closed_l(void)
{
    const double outline[6][2] = {{-0.2, -0.2}, {1.0, -0.2}, {1.0, 0.2}, {0.2, 0.2}, {0.2, 1.0}, {-0.2, 1.0}};
    make_prism(outline, 6, 0.4, true);
}

void closed_u(void)
{
    const double outline[8][2] = {{0.0, 0.0}, {3.0, 0.0}, {3.0, 2.0}, {2.0, 2.0},
                                  {2.0, 1.0}, {1.0, 1.0}, {1.0, 2.0}, {0.0, 2.0}};
    const int32_t face[6][3] = {{0, 5, 7}, {5, 6, 7}, {0, 1, 4}, {0, 4, 5}, {1, 3, 4}, {1, 2, 3}};
    make_prism(outline, 8, 1.0, false);
    for (int k = 0; k < 6; ++k)
    {
        closed_put_triangle(2 * face[k][0], 2 * face[k][2], 2 * face[k][1]);
        closed_put_triangle(2 * face[k][0] + 1, 2 * face[k][1] + 1, 2 * face[k][2] + 1);
    }
}

void closed_gear(int32_t teeth)
{
    double outline[256][2];
    for (int32_t k = 0; k < 4 * teeth; ++k)
    {
        double angle = TURN / (4 * teeth) * k, radius = (k & 3) == 1 || (k & 3) == 2 ? 1.25 : 1.0;
        outline[k][0] = radius * cos(angle);
        outline[k][1] = radius * sin(angle);
    }
    make_prism((const double(*)[2])outline, 4 * teeth, 0.3, true);
}

void closed_torus(int32_t rows, int32_t columns)
{
    closed_made.point_count = closed_made.count = 0;
    for (int32_t k = 0; k < rows * columns; ++k)
    {
        double a = TURN * (k / columns) / rows, b = TURN * (k % columns) / columns, far = 1.0 + 0.35 * cos(b);
        closed_put_point(far * cos(a), far * sin(a), 0.35 * sin(b));
    }
    put_sheet(0, rows, columns, true);
}

void closed_spring(int32_t turns, int32_t rows, int32_t columns)
{
    closed_made.point_count = closed_made.count = 0;
    int32_t last = turns * rows;
    for (int32_t k = 0; k < (last + 1) * columns; ++k)
    {
        double a = TURN * (k / columns) / rows, b = TURN * (k % columns) / columns, far = 1.0 + 0.15 * cos(b);
        closed_put_point(far * cos(a), far * sin(a), 0.15 * sin(b) + 0.5 * (k / columns) / rows);
    }
    put_sheet(0, last + 1, columns, false);
    for (int32_t k = 1; k + 1 < columns; ++k)
    {
        closed_put_triangle(0, k, k + 1);
        closed_put_triangle(last * columns, last * columns + k + 1, last * columns + k);
    }
}

void closed_knot(int32_t rows, int32_t columns)
{
    closed_made.point_count = closed_made.count = 0;
    for (int32_t k = 0; k < rows * columns; ++k)
    {
        double a = TURN * (k / columns) / rows, b = TURN * (k % columns) / columns;
        double far = 2.0 + cos(3.0 * a), out = 0.4 * cos(b), up = 0.4 * sin(b);
        double x = far * cos(2.0 * a), y = far * sin(2.0 * a), z = sin(3.0 * a), level = hypot(x, y);
        closed_put_point(x + out * x / level, y + out * y / level, z + up);
    }
    put_sheet(0, rows, columns, true);
}

void closed_bowl(int32_t around, int32_t rows)
{
    closed_made.point_count = closed_made.count = 0;
    for (int32_t k = 0; k < 2 * rows * around; ++k)
    {
        int32_t row = k / around, up = row < rows ? row : 2 * rows - 1 - row;
        double size = row < rows ? 1.0 : 0.9, a = TURN / 4 * (up + 1) / rows, b = -TURN * (k % around) / around;
        closed_put_point(size * sin(a) * cos(b), size * sin(a) * sin(b), -size * cos(a));
    }
    put_sheet(0, 2 * rows, around, false);
    int32_t bottom = closed_made.point_count;
    closed_put_point(0.0, 0.0, -1.0);
    closed_put_point(0.0, 0.0, -0.9);
    for (int32_t k = 0; k < around; ++k)
    {
        int32_t next = (k + 1) % around, inner = (2 * rows - 1) * around;
        closed_put_triangle(bottom, k, next);
        closed_put_triangle(bottom + 1, inner + next, inner + k);
    }
}

void closed_egg(int32_t rings, int32_t around)
{
    closed_made.point_count = closed_made.count = 0;
    for (int32_t k = 0; k < rings * around; ++k)
    {
        double a = TURN / 2 * (k / around + 1) / (rings + 1), b = -TURN * (k % around) / around;
        closed_put_point(sin(a) * cos(b), 0.8 * sin(a) * sin(b), -0.6 * cos(a) + 0.1 * sin(a));
    }
    put_sheet(0, rings, around, false);
    int32_t low = closed_made.point_count, last = (rings - 1) * around;
    closed_put_point(0.0, 0.0, -0.6);
    closed_put_point(0.0, 0.0, 0.6);
    for (int32_t k = 0; k < around; ++k)
    {
        closed_put_triangle(low, k, (k + 1) % around);
        closed_put_triangle(low + 1, last + (k + 1) % around, last + k);
    }
}

void closed_put_box(double half, bool hollow)
{
    const int32_t sides[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    int32_t first = closed_made.point_count;
    for (int k = 0; k < 8; ++k)
    {
        closed_put_point(k & 1 ? half : -half, k & 2 ? half : -half, k & 4 ? half : -half);
    }
    for (int k = 0; k < 6; ++k)
    {
        const int32_t* s = sides[k];
        closed_put_triangle(first + s[0], first + s[hollow ? 2 : 1], first + s[hollow ? 1 : 2]);
        closed_put_triangle(first + s[0], first + s[hollow ? 3 : 2], first + s[hollow ? 2 : 3]);
    }
}

void closed_hollow(void)
{
    closed_made.point_count = closed_made.count = 0;
    closed_put_box(1.0, false);
    closed_put_box(0.7, true);
}

void closed_heap(test_rng* rng, int32_t boxes)
{
    closed_made.point_count = closed_made.count = 0;
    for (int32_t k = 0; k < boxes; ++k)
    {
        int32_t first = closed_made.point_count;
        closed_put_box((double)test_rng_range(rng, 0.3f, 0.8f), false);
        const imp3_vec by =
            vec(test_rng_range(rng, -0.7f, 0.7f), test_rng_range(rng, -0.7f, 0.7f), test_rng_range(rng, -0.7f, 0.7f));
        for (int32_t i = first; i < closed_made.point_count; ++i)
        {
            closed_made.points[i] = imp3_vec_add(closed_made.points[i], by);
        }
    }
}

void closed_mesh(imp3_compound* out)
{
    imp3_triangles from;
    memset(&from, 0, sizeof from);
    from.points = closed_made.points;
    from.point_count = closed_made.point_count;
    from.corners = closed_made.corners;
    from.count = closed_made.count;
    assert_int_equal(imp3_triangles_make(&from, NULL, out, NULL), IMP_OK);
}
