// SPDX-License-Identifier: MIT
#include "pairs2.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "oracle2.h"

const char* const sort2_names[SORT2_COUNT] = {"circle",  "point",         "segment",      "zero segment",
                                              "capsule", "box",           "flat box",     "oriented box",
                                              "polygon", "round polygon", "large polygon"};

const char* const style2_names[STYLE2_COUNT] = {"random",   "grid",   "boundary",      "sizes",  "far",    "nested",
                                                "parallel", "sliver", "near parallel", "corner", "extreme"};

// What the library takes: nothing between 0 and 2^-60.
static float tidy(double value)
{
    return fabs(value) < 0x1p-59 ? 0.0f : (float)value;
}

static imp2_vec vec(double x, double y)
{
    imp2_vec v = {tidy(x), tidy(y)};
    return v;
}

static double spread(test_rng* rng, double size)
{
    return size * (2.0 * test_rng_unit(rng) - 1.0);
}

static imp2_vec somewhere(test_rng* rng, double size, bool grid)
{
    if (grid)
    {
        return vec(test_rng_int(rng, -8, 8) * 0.125, test_rng_int(rng, -8, 8) * 0.125);
    }
    return vec(spread(rng, size), spread(rng, size));
}

static float some_radius(test_rng* rng, double size, bool grid)
{
    return grid ? (float)test_rng_int(rng, 1, 8) * 0.125f : tidy(size * (0.05 + test_rng_unit(rng)));
}

static imp2_rot some_turn(test_rng* rng, bool grid)
{
    static const float turns[12][2] = {{1, 0}, {0, 1},        {-1, 0}, {0, -1}, {0.6f, 0.8f}, {0.8f, -0.6f},
                                       {1, 0}, {-0.6f, 0.8f}, {1, 0},  {0, 1},  {1, 0},       {0.8f, 0.6f}};
    imp2_rot q;
    if (grid)
    {
        int i = test_rng_int(rng, 0, 11);
        q.c = turns[i][0];
        q.s = turns[i][1];
        return q;
    }
    double angle = spread(rng, 3.2);
    q.c = tidy(cos(angle));
    q.s = tidy(sin(angle));
    return q;
}

static int compare_vec(const void* left, const void* right)
{
    const imp2_vec *a = left, *b = right;
    if (a->x != b->x)
    {
        return a->x < b->x ? -1 : 1;
    }
    return a->y < b->y ? -1 : a->y > b->y;
}

int pair2_hull(imp2_vec* points, int count)
{
    imp2_vec chain[256];
    qsort(points, (size_t)count, sizeof *points, compare_vec);
    int n = 0;
    for (int pass = 0; pass < 2; pass++)
    {
        int start = n;
        for (int k = 0; k < count; k++)
        {
            imp2_vec c = points[pass ? count - 1 - k : k];
            while (n - start >= 2)
            {
                imp2_vec a = chain[n - 2], b = chain[n - 1];
                double turn = ((double)b.x - (double)a.x) * ((double)c.y - (double)b.y) -
                              ((double)b.y - (double)a.y) * ((double)c.x - (double)b.x);
                if (turn > 0.0)
                {
                    break;
                }
                n--;
            }
            chain[n++] = c;
        }
        n--;
    }
    n = n < 1 ? 1 : n;
    for (int i = 0; i < n; i++)
    {
        points[i] = chain[i];
    }
    return n;
}

// Points on an ellipse, or the hull of points on the grid.
static void make_polygon(test_rng* rng, int lo, int hi, float radius, double size, bool grid, imp2_shape* out)
{
    imp2_vec points[64];
    int count = test_rng_int(rng, lo, hi);
    if (grid && hi <= IMP2_SMALL_COUNT)
    {
        for (int i = 0; i < count; i++)
        {
            points[i] = somewhere(rng, size, true);
        }
        count = pair2_hull(points, count);
    }
    else
    {
        imp2_vec center = somewhere(rng, size * 0.5, grid);
        double wide = size * (0.3 + test_rng_unit(rng)), high = size * (0.3 + test_rng_unit(rng));
        double tilt = spread(rng, 3.2), start = spread(rng, 3.2);
        for (int i = 0; i < count; i++)
        {
            double angle = start + (i + 0.8 * test_rng_unit(rng)) * 6.283185307179586 / count;
            double x = wide * cos(angle), y = high * sin(angle);
            points[i] =
                vec((double)center.x + x * cos(tilt) - y * sin(tilt), (double)center.y + x * sin(tilt) + y * cos(tilt));
        }
        count = pair2_hull(points, count);
    }
    imp_status status = imp2_polygon_make(points, count, radius, NULL, out, NULL);
    assert_int_equal(status, IMP_OK);
}

void pair2_shape(test_rng* rng, int sort, float size, bool grid, imp2_shape* out)
{
    double s = (double)size;
    imp2_vec center = somewhere(rng, s * 0.5, grid);
    if (test_rng_int(rng, 0, 1))
    {
        center = vec(0.0, 0.0);
    }
    imp2_vec a = somewhere(rng, s, grid), b = somewhere(rng, s, grid);
    imp2_box box = {{fminf(a.x, b.x), fminf(a.y, b.y)}, {fmaxf(a.x, b.x), fmaxf(a.y, b.y)}};
    imp2_vec half = {fabsf(b.x), fabsf(b.y)};
    imp_status status = IMP_OK;
    switch (sort)
    {
    case SORT2_CIRCLE: status = imp2_circle_make(center, some_radius(rng, s, grid), out); break;
    case SORT2_POINT: status = imp2_circle_make(center, 0.0f, out); break;
    case SORT2_SEGMENT: status = imp2_segment_make(a, b, out); break;
    case SORT2_ZERO_SEGMENT: status = imp2_segment_make(a, a, out); break;
    case SORT2_CAPSULE: status = imp2_capsule_make(a, b, some_radius(rng, s, grid), out); break;
    case SORT2_BOX: status = imp2_box_make(box, out); break;
    case SORT2_FLAT_BOX:
        if (test_rng_int(rng, 0, 1))
        {
            box.upper.x = box.lower.x;
        }
        else
        {
            box.upper.y = box.lower.y;
        }
        status = imp2_box_make(box, out);
        break;
    case SORT2_ORIENTED_BOX: status = imp2_oriented_box_make(center, half, some_turn(rng, grid), out); break;
    case SORT2_POLYGON: make_polygon(rng, 3, 8, 0.0f, s, grid, out); break;
    case SORT2_ROUND_POLYGON: make_polygon(rng, 3, 8, some_radius(rng, 0.5 * s, grid), s, grid, out); break;
    default: make_polygon(rng, 9, test_rng_int(rng, 0, 7) ? 16 : 48, 0.0f, s, grid, out); break;
    }
    assert_int_equal(status, IMP_OK);
}

// A shape flattened to a millionth along y. Its own points make a polygon that can be flattened.
static void flatten(test_rng* rng, int sort, float size, imp2_shape* out)
{
    imp2_shape plump;
    pair2_shape(rng, sort, size, false, &plump);
    if (plump.count < 3)
    {
        *out = plump;
        return;
    }
    imp2_vec points[64];
    for (int i = 0; i < plump.count; i++)
    {
        imp2_vec v = oracle2_vertex(&plump, i);
        points[i] = vec((double)v.x, (double)v.y * 1e-6);
    }
    int count = pair2_hull(points, plump.count);
    float radius = plump.radius > 0.0f ? tidy((double)plump.radius * 1e-6) : 0.0f;
    imp_status status = imp2_polygon_make(points, count, radius, NULL, out, NULL);
    assert_int_equal(status, IMP_OK);
    imp2_shape_free(&plump);
}

static imp2_vec placed_vertex(const imp2_shape* shape, imp2_rot q, imp2_vec p, int index)
{
    imp2_vec v = oracle2_vertex(shape, index);
    double c = (double)q.c, s = (double)q.s;
    return vec(c * (double)v.x - s * (double)v.y + (double)p.x, s * (double)v.x + c * (double)v.y + (double)p.y);
}

static float nudge(test_rng* rng, float value, int most)
{
    int steps = test_rng_int(rng, -most, most);
    for (int i = 0; i < abs(steps); i++)
    {
        value = nextafterf(value, steps > 0 ? FLT_MAX : -FLT_MAX);
    }
    return tidy((double)value);
}

// Moves B along the true normal until they touch, to rounding; or until the cores do, under the radii.
static void bring_to_touching(test_rng* rng, pair2* pair)
{
    oracle2_body a = oracle2_shape(&pair->a, &pair->pose_a), b = oracle2_shape(&pair->b, &pair->pose_b);
    oracle2_answer answer;
    oracle2_relate(&a, &b, &answer);
    double way = answer.separation;
    if (test_rng_int(rng, 0, 7) == 0)
    {
        way += (double)pair->a.radius + (double)pair->b.radius;
    }
    imp2_vec* p = &pair->pose_b.p;
    *p = vec((double)p->x - way * answer.normal_x, (double)p->y - way * answer.normal_y);
}

// As near to touching as floats allow, and a nudge.
static void push_to_boundary(test_rng* rng, pair2* pair)
{
    bring_to_touching(rng, pair);
    bring_to_touching(rng, pair);
    pair->pose_b.p.x = nudge(rng, pair->pose_b.p.x, 3);
    pair->pose_b.p.y = nudge(rng, pair->pose_b.p.y, 3);
}

// On the grid a push along an axis is exact, and makes two things touch exactly.
static void snap_to_touching(test_rng* rng, pair2* pair)
{
    oracle2_body a = oracle2_shape(&pair->a, &pair->pose_a), b = oracle2_shape(&pair->b, &pair->pose_b);
    oracle2_answer answer;
    oracle2_relate(&a, &b, &answer);
    if (answer.normal_x * answer.normal_y == 0.0 && test_rng_int(rng, 0, 3))
    {
        bring_to_touching(rng, pair);
    }
}

void pair2_make(test_rng* rng, int sort_a, int sort_b, int style, pair2* out)
{
    out->sort_a = sort_a;
    out->sort_b = sort_b;
    out->style = style;
    bool grid = style == STYLE2_GRID || style == STYLE2_PARALLEL || (style == STYLE2_CORNER && test_rng_int(rng, 0, 1));
    float size_a = 1.0f, size_b = 1.0f;
    if (style == STYLE2_SIZES)
    {
        size_a = (float)pow(10.0, spread(rng, 6.0));
        size_b = test_rng_int(rng, 0, 1) ? size_a : (float)pow(10.0, spread(rng, 6.0));
    }
    else if (style == STYLE2_EXTREME)
    {
        size_a = (float)exp2(spread(rng, 50.0));
        size_b = test_rng_int(rng, 0, 2) ? (float)exp2(spread(rng, 50.0)) : size_a;
    }
    else if (!grid)
    {
        size_a = (float)exp2(spread(rng, 3.0));
        size_b = (float)exp2(spread(rng, 3.0));
    }
    if (style == STYLE2_NESTED)
    {
        size_b = size_a * 0.1f;
    }
    if (style == STYLE2_SLIVER)
    {
        flatten(rng, sort_a, size_a, &out->a);
        flatten(rng, sort_b, size_b, &out->b);
    }
    else
    {
        pair2_shape(rng, sort_a, size_a, grid, &out->a);
        pair2_shape(rng, sort_b, size_b, grid, &out->b);
    }
    double far_away = style == STYLE2_FAR ? pow(10.0, 3.0 + 4.0 * test_rng_unit(rng)) : (double)size_a;
    far_away = style == STYLE2_EXTREME && test_rng_int(rng, 0, 1) ? exp2(spread(rng, 50.0)) : far_away;
    out->pose_a.p = somewhere(rng, far_away, grid);
    out->pose_a.q = some_turn(rng, grid);
    out->pose_b.q = some_turn(rng, grid);
    double reach = (double)out->a.reach + (double)out->b.reach + (double)out->a.radius + (double)out->b.radius;
    double angle = spread(rng, 3.2), distance = reach * 1.2 * test_rng_unit(rng);
    if (style == STYLE2_NESTED)
    {
        distance *= 0.2;
    }
    imp2_vec p = out->pose_a.p;
    out->pose_b.p = vec((double)p.x + distance * cos(angle), (double)p.y + distance * sin(angle));
    switch (style)
    {
    case STYLE2_GRID:
        out->pose_b.p = somewhere(rng, 1.0, true);
        snap_to_touching(rng, out);
        break;
    case STYLE2_PARALLEL:
        out->pose_b.p = somewhere(rng, 1.0, true);
        out->pose_b.q = out->pose_a.q;
        snap_to_touching(rng, out);
        break;
    case STYLE2_SLIVER:
        out->pose_b.q = test_rng_int(rng, 0, 1) ? out->pose_a.q : out->pose_b.q;
        if (test_rng_int(rng, 0, 1))
        {
            push_to_boundary(rng, out);
        }
        break;
    case STYLE2_NEAR_PARALLEL:
        out->pose_b.q = out->pose_a.q;
        out->pose_b.q.c = nudge(rng, out->pose_b.q.c, 4);
        out->pose_b.q.s = nudge(rng, out->pose_b.q.s, 4);
        if (imp2_pose_check(&out->pose_b) != IMP_OK)
        {
            out->pose_b.q = out->pose_a.q;  // nudged too far from unit length
        }
        push_to_boundary(rng, out);
        break;
    case STYLE2_CORNER:
    {
        imp2_vec zero = {0.0f, 0.0f};
        imp2_vec u = placed_vertex(&out->a, out->pose_a.q, p, test_rng_int(rng, 0, out->a.count - 1));
        imp2_vec v = placed_vertex(&out->b, out->pose_b.q, zero, test_rng_int(rng, 0, out->b.count - 1));
        out->pose_b.p = vec((double)u.x - (double)v.x, (double)u.y - (double)v.y);
        if (!grid)
        {
            out->pose_b.p.x = nudge(rng, out->pose_b.p.x, 1);
        }
        break;
    }
    case STYLE2_BOUNDARY: push_to_boundary(rng, out); break;
    case STYLE2_SIZES:
    case STYLE2_FAR:
    case STYLE2_EXTREME:
        if (test_rng_int(rng, 0, 1))
        {
            push_to_boundary(rng, out);
        }
        break;
    default: break;
    }
}

void pair2_free(pair2* pair)
{
    imp2_shape_free(&pair->a);
    imp2_shape_free(&pair->b);
}

void pair2_series(test_rng* rng, uint64_t i, pair2* out)
{
    int sort_a = (int)(i % SORT2_COUNT);
    int sort_b = (int)(i / SORT2_COUNT % SORT2_COUNT);
    // Not in step with the sorts, so that a short series meets all styles too.
    int style = (int)((i + i / SORT2_COUNT + i / (SORT2_COUNT * SORT2_COUNT)) % STYLE2_COUNT);
    pair2_make(rng, sort_a, sort_b, style, out);
}

void pair2_print_shape(const char* name, const imp2_shape* shape)
{
    printf("  %s: kind %d, radius %a, vertices {", name, shape->kind, (double)shape->radius);
    for (int i = 0; i < shape->count; i++)
    {
        imp2_vec v = oracle2_vertex(shape, i);
        printf("%s{%a, %a}", i ? ", " : "", (double)v.x, (double)v.y);
    }
    printf("}\n");
}

static void print_pose(const char* name, imp2_pose pose)
{
    printf("  %s: p {%a, %a}, q {%a, %a}\n", name, (double)pose.p.x, (double)pose.p.y, (double)pose.q.c,
           (double)pose.q.s);
}

void pair2_print(const pair2* pair)
{
    printf("  %s against %s, %s\n", sort2_names[pair->sort_a], sort2_names[pair->sort_b], style2_names[pair->style]);
    pair2_print_shape("a", &pair->a);
    print_pose("pose_a", pair->pose_a);
    pair2_print_shape("b", &pair->b);
    print_pose("pose_b", pair->pose_b);
    oracle2_body a = oracle2_shape(&pair->a, &pair->pose_a), b = oracle2_shape(&pair->b, &pair->pose_b);
    oracle2_answer truth;
    oracle2_relate(&a, &b, &truth);
    double ulp = oracle2_ulp(&pair->a, &pair->pose_a, &pair->b, &pair->pose_b);
    printf("  true separation %.9g (sign %d, %.3g ulp), normal {%.9g, %.9g}\n", truth.separation, truth.sign,
           truth.separation / ulp, truth.normal_x, truth.normal_y);
}
