// SPDX-License-Identifier: MIT
#include "oracle/outlines2.h"

#include <math.h>
#include <stdio.h>

static void begin(test_rng* rng, outlines2* o)
{
    o->count = 0;
    o->large = o->plain = false;
    o->outlines = (imp2_outlines){o->points, o->counts, 0, test_rng_int(rng, 0, 1)};
}

static void add_point(outlines2* o, double x, double y)
{
    assert_true(o->count < OUTLINES2_POINTS);
    o->points[o->count++] = (imp2_vec){(float)x, (float)y};
}

// Closes the ring of the points since the last one.
static void end_ring(outlines2* o)
{
    int32_t before = 0;
    for (int32_t i = 0; i < o->outlines.ring_count; i++)
    {
        before += o->counts[i];
    }
    assert_true(o->outlines.ring_count < OUTLINES2_RINGS);
    o->counts[o->outlines.ring_count++] = o->count - before;
}

static void scribble(test_rng* rng, outlines2* o)
{
    // Points of a coarse grid in any order: nearly everything crosses, touches or repeats.
    int size = test_rng_int(rng, 1, 5);
    for (int ring = test_rng_int(rng, 1, 3); ring > 0; ring--)
    {
        for (int i = test_rng_int(rng, 1, 7); i > 0; i--)
        {
            add_point(o, test_rng_int(rng, 0, size), test_rng_int(rng, 0, size));
        }
        end_ring(o);
    }
}

static void tiles(test_rng* rng, outlines2* o)
{
    // Triangles and squares of a grid, each a ring of its own, some twice, some the other way round.
    int size = test_rng_int(rng, 1, 6), chance = test_rng_int(rng, 1, 9);
    for (int y = 0; y < size; y++)
    {
        for (int x = 0; x < size; x++)
        {
            const int corners[4][2] = {{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}};
            for (int half = 0; half < 2; half++)
            {
                for (int times = test_rng_int(rng, 0, 9) < chance ? test_rng_int(rng, 1, 8) / 7 + 1 : 0; times > 0;
                     times--)
                {
                    int turned = test_rng_int(rng, 0, 1), start = test_rng_int(rng, 0, 2);
                    bool square = half == 0 && test_rng_int(rng, 0, 3) == 0;
                    for (int k = 0; k < (square ? 4 : 3); k++)
                    {
                        int step = (turned ? 5 - k + start : k + start) % (square ? 4 : 3);
                        int corner = square ? step : (step + 2 * half) % 4;
                        add_point(o, corners[corner][0], corners[corner][1]);
                    }
                    end_ring(o);
                }
            }
        }
    }
    if (o->outlines.ring_count == 0)
    {
        scribble(rng, o);
    }
}

// Around the origin in rising angle: never crosses. wild is how far points may lie apart.
static void star(test_rng* rng, outlines2* o, int n, double radius, double wild, bool backwards)
{
    double phase = test_rng_unit(rng);
    for (int i = 0; i < n; i++)
    {
        double angle = 6.283185307179586 * ((backwards ? n - i : i) + phase) / n;
        double r = radius * (1.0 + wild * (test_rng_unit(rng) - 0.5));
        add_point(o, r * cos(angle), r * sin(angle));
    }
    end_ring(o);
}

static void nested(test_rng* rng, outlines2* o)
{
    int n = test_rng_int(rng, 3, 12);
    double radius = 10.0;
    for (int ring = test_rng_int(rng, 1, 6); ring > 0; ring--, radius *= 0.5)
    {
        // Inner ones stay within cos(pi / n) of the radius; half of them touch nothing.
        star(rng, o, n + 2, radius, 0.2, test_rng_int(rng, 0, 1));
    }
}

static void comb(test_rng* rng, outlines2* o)
{
    int teeth = test_rng_int(rng, 1, 40);
    double slant = test_rng_int(rng, 0, 2) * 0.5 * teeth, thin = test_rng_int(rng, 0, 1) ? 1e-6 : 0.5;
    for (int i = 0; i < teeth; i++)
    {
        add_point(o, i, 0);
        add_point(o, i + slant + 0.25, test_rng_int(rng, 1, 3));
        add_point(o, i + thin, 0);
    }
    add_point(o, teeth + slant, -1);
    add_point(o, -1, -1);
    end_ring(o);
}

static void spiral(test_rng* rng, outlines2* o)
{
    int n = test_rng_int(rng, 2, 60), turns = test_rng_int(rng, 1, 4);
    double wide = test_rng_int(rng, 0, 1) ? 0.001 : 0.4;
    for (int i = 0; i < 2 * n; i++)
    {
        int k = i < n ? i : 2 * n - 1 - i;
        double angle = 6.283185307179586 * turns * k / n, r = 1.0 + 6.0 * turns * k / n + (i < n ? 0.0 : wide);
        add_point(o, r * cos(angle), r * sin(angle));
    }
    end_ring(o);
}

static void sliver(test_rng* rng, outlines2* o)
{
    // Two nearly parallel zigzags that share their ends.
    int n = test_rng_int(rng, 2, 12);
    float heights[16];
    for (int i = 0; i <= n; i++)
    {
        heights[i] = (float)test_rng_int(rng, -2, 2);
        add_point(o, i, (double)heights[i]);
    }
    for (int i = n - 1; i > 0; i--)
    {
        add_point(o, i, (double)heights[i] + 1e-6 * test_rng_int(rng, 0, 2));
    }
    end_ring(o);
}

static void smooth(test_rng* rng, outlines2* o)
{
    int n = test_rng_int(rng, 3, 300);
    double a = 0.4 * test_rng_unit(rng), b = 0.4 * test_rng_unit(rng), p = 6.28 * test_rng_unit(rng);
    int k = test_rng_int(rng, 2, 9);
    bool backwards = test_rng_int(rng, 0, 1);
    for (int i = 0; i < n; i++)
    {
        double angle = 6.283185307179586 * (backwards ? n - i : i) / n;
        double r = 1.0 + a * cos(k * angle) + b * sin(2.0 * angle + p);
        add_point(o, r * cos(angle), r * sin(angle));
    }
    end_ring(o);
}

static void blocks(test_rng* rng, outlines2* o)
{
    // A staircase up and another down, on a grid; spikes and points in the middle of sides.
    int n = test_rng_int(rng, 1, 12), y = 0;
    for (int x = 0; x < n; x++)
    {
        y = test_rng_int(rng, 1, 4);
        add_point(o, n - x, y);
        add_point(o, n - x - (test_rng_int(rng, 0, 1) ? 0.5 : 1.0), y);
        add_point(o, n - x - 1, y);
        if (test_rng_int(rng, 0, 3) == 0)
        {
            add_point(o, n - x - 1, y + 3);
            add_point(o, n - x - 1, y);
        }
    }
    add_point(o, 0, 0);
    add_point(o, n, 0);
    end_ring(o);
}

static void rays(test_rng* rng, outlines2* o)
{
    // Points of very different sizes along a few rays that are the same but for the last bits: doubles cannot tell.
    imp2_vec along = {test_rng_range(rng, 1, 2), test_rng_range(rng, 1, 2)};
    for (int i = test_rng_int(rng, 3, 7); i > 0; i--)
    {
        imp2_vec v = along;
        v.y = test_rng_int(rng, 0, 1) ? nextafterf(v.y, 0.0f) : v.y;
        double size = ldexp(test_rng_int(rng, 0, 3) ? 1.0 : -1.0, test_rng_int(rng, -25, 25));
        add_point(o, (double)v.x * size, (double)v.y * size);
    }
    end_ring(o);
    o->plain = true;
}

static void large(test_rng* rng, outlines2* o)
{
    star(rng, o, test_rng_int(rng, 400, 2000), 10.0, test_rng_unit(rng), test_rng_int(rng, 0, 1));
    o->large = o->plain = true;
}

static const struct
{
    const char* name;
    void (*draw)(test_rng* rng, outlines2* o);
    int share;
} families[] = {
    {"scribble", scribble, 30}, {"tiles", tiles, 12},  {"nested", nested, 6}, {"comb", comb, 4},  {"spiral", spiral, 4},
    {"sliver", sliver, 10},     {"smooth", smooth, 2}, {"blocks", blocks, 8}, {"rays", rays, 10}, {"large", large, 1},
};

enum
{
    FAMILY_COUNT = sizeof families / sizeof families[0]
};

const char* outlines2_draw(test_rng* rng, outlines2* o)
{
    int total = 0;
    for (int i = 0; i < FAMILY_COUNT; i++)
    {
        total += families[i].share;
    }
    int at = test_rng_int(rng, 0, total - 1), family = 0;
    while (at >= families[family].share)
    {
        at -= families[family++].share;
    }
    begin(rng, o);
    families[family].draw(rng, o);
    // Far away, huge, tiny: rounding may make edges cross or points meet.
    int how = o->plain ? 3 : test_rng_int(rng, 0, 9);
    double scale = how == 0 ? 0x1p-50 : how == 1 ? 0x1p50 : 1.0, away = how == 2 ? 0x1p21 : 0.0;
    for (int32_t i = 0; i < o->count; i++)
    {
        o->points[i].x = (float)((double)o->points[i].x * scale + away);
        o->points[i].y = (float)((double)o->points[i].y * scale + away * 0.75);
        // What is smaller than a number may be.
        o->points[i].x = fabsf(o->points[i].x) < IMP_MAGNITUDE_MIN ? 0.0f : o->points[i].x;
        o->points[i].y = fabsf(o->points[i].y) < IMP_MAGNITUDE_MIN ? 0.0f : o->points[i].y;
    }
    return families[family].name;
}

void outlines2_print(const outlines2* o)
{
    printf("fill %d\n", (int)o->outlines.fill);
    for (int32_t r = 0, i = 0; r < o->outlines.ring_count && o->count <= 200; r++)
    {
        printf("ring %d:", (int)r);
        for (int32_t end = i + o->counts[r]; i < end; i++)
        {
            printf(" {%a, %a}", (double)o->points[i].x, (double)o->points[i].y);
        }
        printf("\n");
    }
}
