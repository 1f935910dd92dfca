// SPDX-License-Identifier: MIT
//
// Mass of shapes of space. Simple ones against closed forms; rounded boxes, cylinders and cones against slices summed
// up; all other rounded ones by what they must add up to when they are cut: for a convex thing in two convex parts, the
// parts and the cut are told by volume + volume = volume + volume, and so for every moment, with any radius around
// each.

#include <math.h>
#include <string.h>

#include "impinge/shape3.h"
#include "support.h"

#define PI 3.14159265358979323846

static double greatest(imp3_mass m)
{
    return fmax(fmax((double)m.inertia.xx, (double)m.inertia.yy), (double)m.inertia.zz);
}

static void assert_near(const char* what, double value, double truth, double most)
{
    if (!(fabs(value - truth) <= most))
    {
        fail_msg("%s: %.10g, not %.10g, off by %.3g, allowed %.3g", what, value, truth, fabs(value - truth), most);
    }
}

// Within 4 ulp of its own size.
static void assert_close(const char* what, float value, double truth)
{
    assert_near(what, (double)value, truth, 4.0 * 0x1p-23 * fabs(truth));
}

// The principal axes are a rotation, their moments rise, and they make up the inertia.
static void assert_axes(const imp3_mass* m)
{
    const double a[3][3] = {{(double)m->axes.x.x, (double)m->axes.y.x, (double)m->axes.z.x},
                            {(double)m->axes.x.y, (double)m->axes.y.y, (double)m->axes.z.y},
                            {(double)m->axes.x.z, (double)m->axes.y.z, (double)m->axes.z.z}};
    const double along[3] = {(double)m->principal.x, (double)m->principal.y, (double)m->principal.z};
    const double inertia[3][3] = {{(double)m->inertia.xx, (double)m->inertia.xy, (double)m->inertia.zx},
                                  {(double)m->inertia.xy, (double)m->inertia.yy, (double)m->inertia.yz},
                                  {(double)m->inertia.zx, (double)m->inertia.yz, (double)m->inertia.zz}};
    assert_true(along[0] <= along[1] && along[1] <= along[2] && along[0] >= 0.0);
    imp3_pose pose = {{0, 0, 0}, m->axes};
    assert_int_equal(imp3_pose_check(&pose), IMP_OK);
    for (int i = 0; i < 3; i++)
    {
        for (int k = 0; k < 3; k++)
        {
            double sum = 0.0;
            for (int r = 0; r < 3; r++)
            {
                sum += a[i][r] * along[r] * a[k][r];
            }
            assert_near("axes diag axes^T", inertia[i][k], sum, 4.0 * 0x1p-23 * greatest(*m));
        }
    }
}

static imp3_mass mass_of(const imp3_shape* s)
{
    imp3_mass m;
    assert_int_equal(imp3_shape_mass(s, 1.0f, &m), IMP_OK);
    assert_true(m.mass >= m.volume && m.mass <= m.volume);
    assert_axes(&m);
    return m;
}

static imp3_vec some_vec(test_rng* rng, float size)
{
    imp3_vec r = {test_rng_range(rng, -size, size), test_rng_range(rng, -size, size), test_rng_range(rng, -size, size)};
    return r;
}

static imp3_rot some_rot(test_rng* rng)
{
    imp3_rot q;
    imp3_vec axis = some_vec(rng, 1.0f);
    axis.x += 2.0f;
    assert_int_equal(imp3_rot_make(axis, test_rng_range(rng, -3.0f, 3.0f), &q), IMP_OK);
    return q;
}

static void boxes_and_spheres(void** state)
{
    (void)state;
    imp3_shape s;
    imp3_box box = {{-1, 2, 3}, {1, 5, 7}};
    assert_int_equal(imp3_box_make(box, &s), IMP_OK);
    imp3_mass m;
    assert_int_equal(imp3_shape_mass(&s, 0.5f, &m), IMP_OK);
    assert_close("volume", m.volume, 24.0);
    assert_close("mass", m.mass, 12.0);
    assert_close("xx", m.inertia.xx, 25.0);
    assert_close("yy", m.inertia.yy, 20.0);
    assert_close("zz", m.inertia.zz, 13.0);
    assert_number(m.inertia.xy, ==, 0.0f);
    assert_number(m.centroid.y, ==, 3.5f);
    assert_number(m.principal.x, ==, m.inertia.zz);
    assert_number(m.axes.x.z, ==, 1.0f);
    assert_number(m.axes.y.y, ==, 1.0f);
    assert_number(m.axes.z.x, ==, -1.0f);
    imp3_vec center = {1, -2, 3};
    assert_int_equal(imp3_sphere_make(center, 2.0f, &s), IMP_OK);
    m = mass_of(&s);
    assert_close("volume", m.volume, 32.0 / 3.0 * PI);
    assert_close("inertia", m.inertia.xx, 0.4 * 4.0 * 32.0 / 3.0 * PI);
    assert_number(m.inertia.xx, ==, m.inertia.zz);
    assert_number(m.centroid.y, ==, -2.0f);
    imp3_rot one = imp3_pose_identity().q;
    assert_memory_equal(&m.axes, &one, sizeof one);
    // Equal moments keep the axes of the frame, turned or not.
    imp3_vec half = {1, 1, 1};
    test_rng rng = {test_seed()};
    for (int i = 0; i < 2000; i++)
    {
        assert_int_equal(imp3_oriented_box_make(center, half, some_rot(&rng), 0.25f * (float)(i % 2), &s), IMP_OK);
        m = mass_of(&s);
        assert_memory_equal(&m.axes, &one, sizeof one);
    }
}

static void capsules_cylinders_and_cones(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(2000);
    for (uint64_t i = 0; i < count; i++)
    {
        double size = exp2((double)test_rng_int(&rng, -20, 20)), r = size * (0.1 + test_rng_unit(&rng));
        imp3_vec a = some_vec(&rng, (float)(size * 2.0)), b = some_vec(&rng, (float)(size * 2.0));
        if (i % 3 == 0)
        {
            b.x = a.x;
            b.y = a.y;
        }
        double x = (double)b.x - (double)a.x, y = (double)b.y - (double)a.y, z = (double)b.z - (double)a.z;
        double h = sqrt(x * x + y * y + z * z), along, across, volume, at = 0.5, rr = (double)(float)r;
        imp3_shape s;
        if (i % 4 == 0)
        {
            assert_int_equal(imp3_capsule_make(a, b, (float)r, &s), IMP_OK);
            double rod = PI * rr * rr * h, ball = 4.0 / 3.0 * PI * rr * rr * rr;
            volume = rod + ball;
            along = rod * rr * rr / 2.0 + ball * rr * rr * 0.4;
            across = rod * (rr * rr / 4.0 + h * h / 12.0) + ball * (0.4 * rr * rr + h * h / 4.0 + 3.0 / 8.0 * h * rr);
        }
        else if (i % 4 == 1)
        {
            assert_int_equal(imp3_cylinder_make(a, b, (float)r, 0.0f, &s), IMP_OK);
            volume = PI * rr * rr * h;
            along = volume * rr * rr / 2.0;
            across = volume * (3.0 * rr * rr + h * h) / 12.0;
        }
        else
        {
            double top = i % 4 == 2 ? 0.0 : (double)(float)(r * test_rng_unit(&rng));
            assert_int_equal(imp3_cone_make(a, b, (float)r, (float)top, 0.0f, &s), IMP_OK);
            // The whole cone less its tip, or told in the differences of powers.
            double p2 = rr * rr + rr * top + top * top;
            double p4 = rr * rr * rr * rr + rr * rr * rr * top + rr * rr * top * top + rr * top * top * top +
                        top * top * top * top;
            volume = PI * h * p2 / 3.0;
            at = (rr * rr + 2.0 * rr * top + 3.0 * top * top) / (4.0 * p2);
            double second = PI * h * h * h * (rr * rr + 3.0 * rr * top + 6.0 * top * top) / 30.0;
            along = PI * h * p4 / 10.0;
            across = 0.5 * along + second - volume * at * at * h * h;
        }
        imp3_mass m = mass_of(&s);
        assert_close("volume", m.volume, volume);
        assert_near("centroid", (double)m.centroid.x, (double)a.x + at * x, 8.0 * 0x1p-23 * size);
        assert_near("centroid", (double)m.centroid.z, (double)a.z + at * z, 8.0 * 0x1p-23 * size);
        double n = x / h, least = fmin(along, across), most = fmax(along, across);
        assert_close("xx", m.inertia.xx, along * n * n + across * (1.0 - n * n));
        assert_near("xy", (double)m.inertia.xy, (along - across) * n * y / h, 4.0 * 0x1p-23 * most);
        assert_close("least", m.principal.x, least);
        assert_close("most", m.principal.z, most);
    }
    test_report("mass3: solids of revolution", count);
}

// A needle and a plate know their least moment as well as the others.
static void extremes_of_proportion(void** state)
{
    (void)state;
    imp3_shape s;
    imp3_vec a = {-0x1p20f, 0, 0}, b = {0x1p20f, 0x1p10f, 3};
    assert_int_equal(imp3_cylinder_make(a, b, 0x1p-20f, 0.0f, &s), IMP_OK);
    imp3_mass m = mass_of(&s);
    double h = sqrt(0x1p42 + 0x1p20 + 9.0), volume = PI * 0x1p-40 * h;
    assert_close("least", m.principal.x, volume * 0x1p-41);
    assert_close("most", m.principal.z, volume * h * h / 12.0);
    imp3_box box = {{0, 0, 0}, {0x1p20f, 0x1p-20f, 0x1p-10f}};
    assert_int_equal(imp3_box_make(box, &s), IMP_OK);
    m = mass_of(&s);
    assert_close("least", m.principal.x, 0x1p-10 * (0x1p-40 + 0x1p-20) / 12.0);
    assert_close("most", m.principal.z, 0x1p-10 * (0x1p40 + 0x1p-20) / 12.0);
}

// The sum of a function over [0, 1] by Simpson's rule, for slices.
enum
{
    STEPS = 2000
};

static double weight_of(int i)
{
    return (i == 0 || i == STEPS ? 1.0 : i % 2 ? 4.0 : 2.0) / (3.0 * STEPS);
}

// Of a rounded box along one of its axes: slices are rounded rectangles.
static void slice_box(double a, double b, double c, double r, double* volume, double* second)
{
    double flat = b * c + 2.0 * r * (b + c) + PI * r * r;
    *volume = flat * a;
    *second = flat * a * a * a / 12.0;
    for (int i = 0; i <= STEPS; i++)
    {
        double angle = 0.5 * PI * i / STEPS, rest = r * cos(angle), x = 0.5 * a + r * sin(angle);
        double area = (b * c + 2.0 * rest * (b + c) + PI * rest * rest) * r * cos(angle) * 0.5 * PI * weight_of(i);
        *volume += 2.0 * area;
        *second += 2.0 * area * x * x;
    }
}

static void rounded_boxes(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    for (uint64_t i = 0; i < test_n(60); i++)
    {
        imp3_vec half = {test_rng_range(&rng, 0.1f, 3.0f), test_rng_range(&rng, 0.1f, 3.0f),
                         test_rng_range(&rng, 0.1f, 3.0f)};
        half.x = i % 5 == 0 ? 0.0f : half.x;
        half.y = i % 10 == 0 ? 0.0f : half.y;
        half.z = i % 20 == 0 ? 0.0f : half.z;
        float r = test_rng_range(&rng, 0.01f, 3.0f);
        imp3_vec center = {0, 0, 0};
        imp3_shape s;
        assert_int_equal(imp3_oriented_box_make(center, half, imp3_pose_identity().q, r, &s), IMP_OK);
        imp3_mass m = mass_of(&s);
        double a = 2.0 * (double)half.x, b = 2.0 * (double)half.y, c = 2.0 * (double)half.z, volume, xx, yy, zz;
        slice_box(a, b, c, (double)r, &volume, &xx);
        assert_close("volume", m.volume, volume);
        slice_box(b, c, a, (double)r, &volume, &yy);
        slice_box(c, a, b, (double)r, &volume, &zz);
        assert_close("volume", m.volume, volume);
        assert_close("xx", m.inertia.xx, yy + zz);
        assert_close("yy", m.inertia.yy, zz + xx);
        assert_close("zz", m.inertia.zz, xx + yy);
    }
}

// How far a point of the half plane is from the outline of a half of a cone on the axis from 0 to h.
static double outline_distance(double z, double out, double h, double a, double b)
{
    double least = z >= 0.0 && z <= h && out * h <= a * h + (b - a) * z ? 0.0 : INFINITY;
    const double ends[4][2] = {{0, 0}, {0, a}, {h, b}, {h, 0}};
    for (int k = 0; k < 3; k++)
    {
        double x = ends[k + 1][0] - ends[k][0], y = ends[k + 1][1] - ends[k][1], square = x * x + y * y;
        double t = square > 0.0 ? ((z - ends[k][0]) * x + (out - ends[k][1]) * y) / square : 0.0;
        t = fmin(1.0, fmax(0.0, t));
        least = fmin(least, hypot(z - ends[k][0] - t * x, out - ends[k][1] - t * y));
    }
    return least;
}

static void rounded_cones(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    for (uint64_t i = 0; i < test_n(24); i++)
    {
        double h = (double)test_rng_range(&rng, 0.1f, 3.0f), a = (double)test_rng_range(&rng, 0.0f, 3.0f);
        double b = (double)test_rng_range(&rng, 0.0f, 3.0f), r = (double)test_rng_range(&rng, 0.01f, 2.0f);
        a = i % 4 == 0 ? 0.0 : a;
        b = i % 4 == 1 ? 0.0 : i % 4 == 2 ? a : b;
        h = i % 8 == 7 ? 0.0 : h;
        imp3_vec from = {0, 0, 0}, to = {0, 0, (float)h};
        imp3_shape s;
        assert_int_equal(i % 4 == 2 ? imp3_cylinder_make(from, to, (float)a, (float)r, &s)
                                    : imp3_cone_make(from, to, (float)a, (float)b, (float)r, &s),
                         IMP_OK);
        double volume = 0.0, first = 0.0, second = 0.0, fourth = 0.0, length = h + 2.0 * r;
        for (int k = 0; k <= STEPS; k++)
        {
            double angle = PI * k / STEPS, z = 0.5 * h - 0.5 * length * cos(angle), low = 0.0, high = 8.0;
            for (int step = 0; step < 48; step++)
            {
                double middle = 0.5 * (low + high);
                bool in = outline_distance(z, middle, h, a, b) <= r;
                low = in ? middle : low;
                high = in ? high : middle;
            }
            double area = PI * low * low * 0.5 * length * sin(angle) * PI * weight_of(k);
            volume += area;
            first += area * z;
            second += area * z * z;
            fourth += 0.25 * area * low * low;
        }
        imp3_mass m = mass_of(&s);
        double middle = first / volume, along = i % 8 == 7 ? (double)m.inertia.xx : (double)m.inertia.zz;
        assert_near("volume", (double)m.volume, volume, 1e-5 * volume);
        assert_near("along", along, 2.0 * fourth, 2e-5 * fourth);
        assert_near("across", (double)m.inertia.yy, fourth + second - volume * middle * middle,
                    1e-5 * (fourth + second));
        if (i % 8 != 7)
        {
            assert_near("centroid", (double)m.centroid.z, middle, 1e-5 * length);
        }
    }
}

// Volume, and the moments about the origin, which add up.
typedef struct sums
{
    double part[10];
} sums;

static sums sums_of(const imp3_shape* s, double sign, sums to)
{
    imp3_mass m = mass_of(s);
    double v = (double)m.volume, x = (double)m.centroid.x, y = (double)m.centroid.y, z = (double)m.centroid.z;
    double half = 0.5 * ((double)m.inertia.xx + (double)m.inertia.yy + (double)m.inertia.zz);
    const double part[10] = {v,
                             v * x,
                             v * y,
                             v * z,
                             half - (double)m.inertia.xx + v * x * x,
                             half - (double)m.inertia.yy + v * y * y,
                             half - (double)m.inertia.zz + v * z * z,
                             v * x * y - (double)m.inertia.xy,
                             v * y * z - (double)m.inertia.yz,
                             v * z * x - (double)m.inertia.zx};
    for (int k = 0; k < 10; k++)
    {
        to.part[k] += sign * part[k];
    }
    return to;
}

static void assert_none(sums rest, double size, double volume)
{
    for (int k = 0; k < 10; k++)
    {
        double unit = volume * (k == 0 ? 1.0 : k < 4 ? size : size * size);
        assert_near("cut", rest.part[k], 0.0, 16.0 * 0x1p-23 * unit);
    }
}

static imp3_shape hull_of(const imp3_vec* points, int32_t count, float radius)
{
    imp3_shape s;
    assert_int_equal(imp3_hull_make(points, count, radius, NULL, &s, NULL), IMP_OK);
    return s;
}

// Two tetrahedra on both sides of a triangle, where the line between their tips passes through it.
static void cut_solids_add_up(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(400);
    for (uint64_t i = 0; i < count; i++)
    {
        imp3_vec p[5] = {some_vec(&rng, 2.0f), some_vec(&rng, 2.0f), some_vec(&rng, 2.0f)};
        float u = test_rng_range(&rng, 0.1f, 0.4f), w = test_rng_range(&rng, 0.1f, 0.4f);
        imp3_vec up = some_vec(&rng, 2.0f),
                 mid = imp3_vec_add(imp3_vec_add(imp3_vec_scale(p[0], 1 - u - w), imp3_vec_scale(p[1], u)),
                                    imp3_vec_scale(p[2], w));
        p[3] = imp3_vec_add(mid, up);
        p[4] = imp3_vec_sub(mid, imp3_vec_scale(up, test_rng_range(&rng, 0.2f, 2.0f)));
        const imp3_vec other[4] = {p[0], p[1], p[2], p[4]};
        float r = i % 4 == 0 ? 0.0f : test_rng_range(&rng, 0.01f, 2.0f);
        imp3_shape whole = hull_of(p, 5, r), one = hull_of(p, 4, r), two = hull_of(other, 4, r), cut;
        assert_int_equal(imp3_triangle_make(p[0], p[1], p[2], r, &cut), IMP_OK);
        sums none = {{0.0}}, rest = sums_of(&whole, 1.0, none);
        double volume = rest.part[0];
        rest = sums_of(&cut, 1.0, sums_of(&one, -1.0, sums_of(&two, -1.0, rest)));
        assert_none(rest, 5.0, volume);
        imp3_shape* hulls[3] = {&whole, &one, &two};
        for (int k = 0; k < 3; k++)
        {
            imp3_shape_free(hulls[k]);
        }
    }
    test_report("mass3: solids cut", count);
}

// A rectangle is two triangles and a segment; a flat hull of the same corners is the rectangle; a box is a hull.
static void cut_flat_things_add_up(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    for (uint64_t i = 0; i < test_n(400); i++)
    {
        imp3_vec half = {test_rng_range(&rng, 0.1f, 3.0f), test_rng_range(&rng, 0.1f, 3.0f), 0.0f};
        float r = test_rng_range(&rng, 0.01f, 2.0f);
        imp3_rot q = some_rot(&rng);
        imp3_vec center = some_vec(&rng, 1.0f), v[8];
        imp3_shape box, one, two, segment;
        assert_int_equal(imp3_oriented_box_make(center, half, q, r, &box), IMP_OK);
        for (int k = 0; k < 4; k++)
        {
            assert_int_equal(imp3_shape_vertex(&box, k, &v[k]), IMP_OK);
        }
        assert_int_equal(imp3_triangle_make(v[0], v[1], v[2], r, &one), IMP_OK);
        assert_int_equal(imp3_triangle_make(v[3], v[1], v[2], r, &two), IMP_OK);
        assert_int_equal(imp3_capsule_make(v[1], v[2], r, &segment), IMP_OK);
        sums none = {{0.0}}, rest = sums_of(&box, 1.0, none);
        double volume = rest.part[0];
        rest = sums_of(&segment, 1.0, sums_of(&one, -1.0, sums_of(&two, -1.0, rest)));
        assert_none(rest, 5.0, volume);
        half.z = half.x;
        assert_int_equal(imp3_oriented_box_make(center, half, q, r, &box), IMP_OK);
        for (int k = 0; k < 8; k++)
        {
            assert_int_equal(imp3_shape_vertex(&box, k, &v[k]), IMP_OK);
        }
        imp3_shape hull = hull_of(v, 8, r);
        rest = sums_of(&box, 1.0, none);
        volume = rest.part[0];
        assert_none(sums_of(&hull, -1.0, rest), 5.0, volume);
        imp3_shape_free(&hull);
    }
}

// Turned points have the same mass, turned.
static void turning_turns_the_mass(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    for (uint64_t i = 0; i < test_n(300); i++)
    {
        imp3_vec points[40], turned[40], shift = some_vec(&rng, 2.0f);
        int count = test_rng_int(&rng, 4, 40);
        imp3_rot q = some_rot(&rng);
        for (int k = 0; k < count; k++)
        {
            points[k] = some_vec(&rng, 1.0f);
            turned[k] = imp3_vec_add(imp3_rot_apply(q, points[k]), shift);
        }
        float r = (float)(i % 3) * 0.3f;
        imp3_shape a = hull_of(points, count, r), b = hull_of(turned, count, r);
        imp3_mass m = mass_of(&a), n = mass_of(&b);
        double size = greatest(m);
        assert_near("volume", (double)n.volume, (double)m.volume, 1e-6 * (double)m.volume + 1e-6);
        imp3_vec at = imp3_vec_add(imp3_rot_apply(q, m.centroid), shift);
        assert_near("centroid", (double)n.centroid.x, (double)at.x, 1e-5);
        assert_near("least", (double)n.principal.x, (double)m.principal.x, 1e-5 * size);
        assert_near("middle", (double)n.principal.y, (double)m.principal.y, 1e-5 * size);
        assert_near("most", (double)n.principal.z, (double)m.principal.z, 1e-5 * size);
        imp3_shape_free(&a);
        imp3_shape_free(&b);
    }
}

static void nothing_weighs_nothing(void** state)
{
    (void)state;
    imp3_shape s[7];
    imp3_vec a = {1, 2, 3}, b = {3, 2, 3}, c = {1, 5, 3}, mid = {2, 2, 3};
    imp3_vec square[4] = {{0, 0, 1}, {2, 0, 1}, {2, 2, 1}, {0, 2, 1}};
    imp3_box flat = {{1, 1, 3}, {3, 3, 3}};
    assert_int_equal(imp3_capsule_make(a, b, 0.0f, &s[0]), IMP_OK);
    assert_int_equal(imp3_triangle_make(a, b, mid, 0.0f, &s[1]), IMP_OK);
    assert_int_equal(imp3_cylinder_make(mid, mid, 2.0f, 0.0f, &s[2]), IMP_OK);
    assert_int_equal(imp3_cone_make(a, b, 0.0f, 0.0f, 0.0f, &s[3]), IMP_OK);
    assert_int_equal(imp3_box_make(flat, &s[4]), IMP_OK);
    assert_int_equal(imp3_triangle_make(a, b, c, 0.0f, &s[5]), IMP_OK);
    s[6] = hull_of(square, 4, 0.0f);
    const imp3_vec middles[7] = {mid, mid, mid, mid, {2, 2, 3}, {5.0f / 3.0f, 3, 3}, {1, 1, 1}};
    imp3_rot one = imp3_pose_identity().q;
    for (int i = 0; i < 7; i++)
    {
        imp3_mass m = mass_of(&s[i]);
        assert_number(m.volume, ==, 0.0f);
        assert_number(m.principal.z, ==, 0.0f);
        assert_number(m.inertia.xx + m.inertia.yy + m.inertia.zz, ==, 0.0f);
        assert_memory_equal(&m.axes, &one, sizeof one);
        assert_near("x", (double)m.centroid.x, (double)middles[i].x, 1e-6);
        assert_near("y", (double)m.centroid.y, (double)middles[i].y, 1e-6);
        assert_near("z", (double)m.centroid.z, (double)middles[i].z, 1e-6);
    }
    imp3_shape_free(&s[6]);
}

static void scaled_things_weigh_scaled(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    for (uint64_t i = 0; i < test_n(300); i++)
    {
        imp3_vec points[12], larger[12];
        for (int k = 0; k < 12; k++)
        {
            points[k] = some_vec(&rng, 1.0f);
            larger[k] = imp3_vec_scale(points[k], 0x1p10f);
        }
        float r = i % 2 ? 0.5f : 0.0f;
        imp3_shape a, b;
        if (i % 3 == 0)
        {
            a = hull_of(points, 12, r);
            b = hull_of(larger, 12, r * 0x1p10f);
        }
        else if (i % 3 == 1)
        {
            assert_int_equal(imp3_triangle_make(points[0], points[1], points[2], r, &a), IMP_OK);
            assert_int_equal(imp3_triangle_make(larger[0], larger[1], larger[2], r * 0x1p10f, &b), IMP_OK);
        }
        else
        {
            assert_int_equal(imp3_cone_make(points[0], points[1], 0.75f, 0.25f, r, &a), IMP_OK);
            assert_int_equal(imp3_cone_make(larger[0], larger[1], 0x3p8f, 0x1p8f, r * 0x1p10f, &b), IMP_OK);
        }
        imp3_mass m = mass_of(&a), n = mass_of(&b);
        assert_number(n.volume, ==, m.volume * 0x1p30f);
        assert_number(n.centroid.y, ==, m.centroid.y * 0x1p10f);
        assert_number(n.inertia.xy, ==, m.inertia.xy * 0x1p50f);
        assert_number(n.principal.x, ==, m.principal.x * 0x1p50f);
        assert_memory_equal(&n.axes, &m.axes, sizeof m.axes);
        imp3_shape_free(&a);
        imp3_shape_free(&b);
    }
}

static void refusals(void** state)
{
    (void)state;
    imp3_vec a = {0, 0, 0}, up = {0, 0, 1}, far = {0x1p60f, 0, 0};
    imp3_shape s, none = {0}, half_space, large;
    assert_int_equal(imp3_sphere_make(a, 1.0f, &s), IMP_OK);
    assert_int_equal(imp3_half_space_make(up, 0.0f, &half_space), IMP_OK);
    assert_int_equal(imp3_sphere_make(far, 0x1p60f, &large), IMP_OK);
    imp3_mass m, before;
    memset(&m, 7, sizeof m);
    before = m;
    assert_int_equal(imp_status_fault(imp3_shape_mass(NULL, 1.0f, &m)), IMP_ERR_NULL);
    assert_int_equal(imp_status_fault(imp3_shape_mass(&none, 1.0f, &m)), IMP_ERR_SHAPE);
    assert_int_equal(imp_status_fault(imp3_shape_mass(&s, 1.0f, NULL)), IMP_ERR_NULL);
    assert_int_equal(imp_status_fault(imp3_shape_mass(&s, -1.0f, &m)), IMP_ERR_NEGATIVE);
    assert_int_equal(imp_status_fault(imp3_shape_mass(&s, NAN, &m)), IMP_ERR_NAN);
    assert_int_equal(imp_status_fault(imp3_shape_mass(&s, 0x1p100f, &m)), IMP_ERR_MAGNITUDE);
    assert_int_equal(imp_status_fault(imp3_shape_mass(&half_space, 1.0f, &m)), IMP_ERR_RANGE);
    assert_int_equal(imp_status_fault(imp3_shape_mass(&large, 1.0f, &m)), IMP_ERR_RANGE);
    assert_memory_equal(&m, &before, sizeof m);
    assert_int_equal(imp3_shape_mass(&s, 0.0f, &m), IMP_OK);
    assert_number(m.mass, ==, 0.0f);
    assert_number(m.volume, >, 4.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_and_spheres),
        cmocka_unit_test(capsules_cylinders_and_cones),
        cmocka_unit_test(extremes_of_proportion),
        cmocka_unit_test(rounded_boxes),
        cmocka_unit_test(rounded_cones),
        cmocka_unit_test(cut_solids_add_up),
        cmocka_unit_test(cut_flat_things_add_up),
        cmocka_unit_test(turning_turns_the_mass),
        cmocka_unit_test(nothing_weighs_nothing),
        cmocka_unit_test(scaled_things_weigh_scaled),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
