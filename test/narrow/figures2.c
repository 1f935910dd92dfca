// SPDX-License-Identifier: MIT
//
// Compounds on small integers.

#include "figures2.h"

#include <math.h>
#include <stdio.h>

enum
{
    RINGS_MAX = 4,
    POINTS_MAX = 80
};

static spot turned(spot v, int quarter)
{
    for (; quarter > 0; --quarter)
    {
        spot r = {-v.y, v.x};
        v = r;
    }
    return v;
}

spot figure_place(const figure* f, float x, float y)
{
    spot v = {(int64_t)lrintf(x / f->unit), (int64_t)lrintf(y / f->unit)};
    v = turned(v, f->quarter);
    v.x += f->x;
    v.y += f->y;
    return v;
}

imp2_pose figure_pose(const figure* f)
{
    static const imp2_rot turns[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    imp2_pose pose = {{(float)f->x * f->unit, (float)f->y * f->unit}, turns[f->quarter]};
    return pose;
}

static bool make_rings(test_rng* rng, float unit, imp2_compound* out)
{
    imp2_vec points[POINTS_MAX];
    int32_t counts[RINGS_MAX];
    int32_t rings = test_rng_int(rng, 1, 3), total = 0;
    for (int32_t r = 0; r < rings; ++r)
    {
        counts[r] = r ? test_rng_int(rng, 3, 4) : test_rng_int(rng, 4, 9);
        int size = r ? 3 : 8, x0 = r ? test_rng_int(rng, -5, 5) : 0, y0 = r ? test_rng_int(rng, -5, 5) : 0;
        for (int32_t k = 0; k < counts[r]; ++k)
        {
            double angle = 6.283185307179586 * k / counts[r], far = (0.25 + 0.75 * test_rng_unit(rng)) * size;
            points[total].x = (float)(x0 + (int)lrint(far * cos(angle))) * unit;
            points[total++].y = (float)(y0 + (int)lrint(far * sin(angle))) * unit;
        }
    }
    imp2_outlines outlines = {points, counts, rings, IMP_FILL_EVEN_ODD};
    return imp2_region_make(&outlines, NULL, out, NULL) == IMP_OK;
}

static bool make_cells(test_rng* rng, float unit, imp2_compound* out)
{
    imp2_vec points[POINTS_MAX];
    int32_t counts[POINTS_MAX / 4], rings = 0;
    int columns = test_rng_int(rng, 1, 5), rows = test_rng_int(rng, 1, 4), size = test_rng_int(rng, 1, 4);
    for (int k = 0; k < columns * rows; ++k)
    {
        int x = (k % columns - 2) * size, y = (k / columns - 2) * size;
        const imp2_vec at[4] = {{(float)x, (float)y},
                                {(float)(x + size), (float)y},
                                {(float)(x + size), (float)(y + size)},
                                {(float)x, (float)(y + size)}};
        if (test_rng_int(rng, 0, 2))
        {
            for (int m = 0; m < 4; ++m)
            {
                points[4 * rings + m] = imp2_vec_scale(at[m], unit);
            }
            counts[rings++] = 4;
        }
    }
    imp2_outlines outlines = {points, counts, rings, IMP_FILL_NON_ZERO};
    return rings > 0 && imp2_region_make(&outlines, NULL, out, NULL) == IMP_OK;
}

bool figure_fan(const imp2_vec* points, int32_t count, imp2_compound* out)
{
    int32_t starts[2] = {0, count}, loop_starts[8] = {0}, loop[24];
    for (int32_t k = 0; k + 2 < count; ++k)
    {
        loop[3 * k] = 0;
        loop[3 * k + 1] = k + 1;
        loop[3 * k + 2] = k + 2;
        loop_starts[k + 1] = 3 * k + 3;
    }
    imp2_region_cut cut = {points, starts, loop_starts, loop, 1, count - 2};
    return imp2_region_load(&cut, NULL, out) == IMP_OK;
}

static bool make_convex(test_rng* rng, float unit, bool fan, figure* f)
{
    imp2_vec points[8];
    int32_t count = test_rng_int(rng, 3, 8);
    for (int32_t k = 0; k < count; ++k)
    {
        double angle = 6.283185307179586 * k / count;
        points[k].x = (float)lrint(6.0 * cos(angle) + test_rng_int(rng, -1, 1)) * unit;
        points[k].y = (float)lrint(6.0 * sin(angle) + test_rng_int(rng, -1, 1)) * unit;
    }
    if (imp2_polygon_make(points, count, 0.0f, NULL, &f->shape, NULL) != IMP_OK)
    {
        return false;
    }
    if (!fan)
    {
        return imp2_compound_of_shape(&f->shape, &f->compound) == IMP_OK;
    }
    for (int32_t k = 0; k < f->shape.count; ++k)
    {
        points[k].x = f->shape.x[k];
        points[k].y = f->shape.y[k];
    }
    return figure_fan(points, f->shape.count, &f->compound);
}

void figure_make(test_rng* rng, int kind, float unit, figure* f)
{
    f->unit = unit;
    f->quarter = test_rng_int(rng, 0, 3);
    for (;;)
    {
        if (kind == RINGS && make_rings(rng, unit, &f->compound))
        {
            return;
        }
        if (kind == CELLS && make_cells(rng, unit, &f->compound))
        {
            return;
        }
        if (kind == BOX)
        {
            int x = test_rng_int(rng, -4, 3), y = test_rng_int(rng, -4, 3);
            imp2_box box = {{(float)x * unit, (float)y * unit},
                            {(float)test_rng_int(rng, x + 1, 4) * unit, (float)test_rng_int(rng, y + 1, 4) * unit}};
            assert_int_equal(imp2_box_make(box, &f->shape), IMP_OK);
            assert_int_equal(imp2_compound_of_shape(&f->shape, &f->compound), IMP_OK);
            return;
        }
        if ((kind == CONVEX || kind == FAN) && make_convex(rng, unit, kind == FAN, f))
        {
            return;
        }
    }
}

void figure_print(const char* name, const figure* f)
{
    printf("%s: kind %d, quarter %d, at %d %d, unit %a\n", name, f->compound.kind, f->quarter, f->x, f->y,
           (double)f->unit);
    for (int32_t r = 0; r < f->compound.ring_count; ++r)
    {
        printf("  ring");
        for (int32_t k = f->compound.ring_starts[r]; k < f->compound.ring_starts[r + 1]; ++k)
        {
            spot v = figure_place(f, f->compound.vertices[k].x, f->compound.vertices[k].y);
            printf(" (%d,%d)", (int)v.x, (int)v.y);
        }
        printf("\n");
    }
    for (int32_t i = 0; i < f->compound.part_count; ++i)
    {
        printf("  part %d", i);
        for (int32_t k = 0; k < f->compound.parts[i].count; ++k)
        {
            spot v = figure_place(f, f->compound.parts[i].x[k], f->compound.parts[i].y[k]);
            printf(" (%d,%d)", (int)v.x, (int)v.y);
        }
        printf("\n");
    }
}

bool figure_along(double x, double y, imp2_vec n)
{
    double size = sqrt(x * x + y * y);
    return fabs(x / size - n.x) < 1e-6 && fabs(y / size - n.y) < 1e-6;
}

bool figure_has_normal(const figure* f, imp2_vec n, double sign)
{
    const imp2_compound* c = &f->compound;
    int32_t rings = c->ring_count ? c->ring_count : 1;
    for (int32_t r = 0; r < rings; ++r)
    {
        int32_t first = c->ring_count ? c->ring_starts[r] : 0,
                end = c->ring_count ? c->ring_starts[r + 1] : c->parts->count;
        for (int32_t k = first; k < end; ++k)
        {
            int32_t next = k + 1 < end ? k + 1 : first;
            spot v = c->ring_count ? figure_place(f, c->vertices[k].x, c->vertices[k].y)
                                   : figure_place(f, c->parts->x[k], c->parts->y[k]);
            spot w = c->ring_count ? figure_place(f, c->vertices[next].x, c->vertices[next].y)
                                   : figure_place(f, c->parts->x[next], c->parts->y[next]);
            if (figure_along(sign * (double)(w.y - v.y), -sign * (double)(w.x - v.x), n))
            {
                return true;
            }
        }
    }
    return false;
}
