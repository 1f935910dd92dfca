// SPDX-License-Identifier: MIT
//
// imp3_triangles_cross against exact fractions: the yes or no always, one plane or not always, the segment in doubles.

#include <string.h>

#include "math/predicate3.h"
#include "narrow/brute3.h"
#include "oracle/oracle3.h"

static imp3_vec on_grid(test_rng* rng, int size, float unit)
{
    imp3_vec v = {(float)test_rng_int(rng, -size, size) * unit, (float)test_rng_int(rng, -size, size) * unit,
                  (float)test_rng_int(rng, -size, size) * unit};
    return v;
}

static float nudge(test_rng* rng, float value)
{
    int way = test_rng_int(rng, -1, 1);
    value = way ? nextafterf(value, (float)way * INFINITY) : value;
    return fabsf(value) < 0x1p-60f ? 0.0f : value;
}

static imp3_vec nudge_all(test_rng* rng, imp3_vec v)
{
    imp3_vec r = {nudge(rng, v.x), nudge(rng, v.y), nudge(rng, v.z)};
    return r;
}

/// A combination of three corners, rounded.
static imp3_vec combine(const imp3_vec t[3], float u, float v)
{
    imp3_vec r = imp3_vec_add(t[0], imp3_vec_scale(imp3_vec_sub(t[1], t[0]), u));
    return imp3_vec_add(r, imp3_vec_scale(imp3_vec_sub(t[2], t[0]), v));
}

static void make(test_rng* rng, uint64_t i, imp3_vec a[3], imp3_vec b[3])
{
    float size = i % 3 ? 1.0f : (float)pow(10.0, 12.0 * test_rng_unit(rng) - 6.0);
    for (int k = 0; k < 3; ++k)
    {
        a[k] = brute_within(rng, size);
        b[k] = brute_within(rng, size);
    }
    switch (i % 8)
    {
    case 0:  // the grid: everything that can be degenerate
    case 1:
        for (int k = 0; k < 3; ++k)
        {
            a[k] = on_grid(rng, i % 16 < 8 ? 1 : 2, 0.5f);
            b[k] = on_grid(rng, i % 16 < 8 ? 1 : 2, 0.5f);
        }
        break;
    case 2:  // a corner of b on a, to rounding
        b[0] = nudge_all(rng, combine(a, test_rng_range(rng, -0.1f, 1.0f), test_rng_range(rng, -0.1f, 1.0f)));
        break;
    case 3:  // a side of b through a side of a, to rounding
    {
        float u = test_rng_range(rng, -0.1f, 1.1f);
        imp3_vec on = combine(a, u, 0.0f);
        b[1] = nudge_all(rng, imp3_vec_sub(imp3_vec_scale(on, 2.0f), b[0]));
        break;
    }
    case 4:  // in one plane, to rounding
        for (int k = 0; k < 3; ++k)
        {
            b[k] = combine(a, test_rng_range(rng, -1.0f, 2.0f), test_rng_range(rng, -1.0f, 2.0f));
            b[k] = i % 16 < 8 ? nudge_all(rng, b[k]) : b[k];
        }
        break;
    case 5:  // in one plane, exactly
        for (int k = 0; k < 3; ++k)
        {
            a[k].z = b[k].z = 0.25f;
            int axis = (int)(i / 8 % 3);
            imp3_vec v = a[k], w = b[k];
            a[k].x = axis == 0 ? v.x : axis == 1 ? v.y : v.z;
            a[k].y = axis == 0 ? v.y : axis == 1 ? v.z : v.x;
            a[k].z = axis == 0 ? v.z : axis == 1 ? v.x : v.y;
            b[k].x = axis == 0 ? w.x : axis == 1 ? w.y : w.z;
            b[k].y = axis == 0 ? w.y : axis == 1 ? w.z : w.x;
            b[k].z = axis == 0 ? w.z : axis == 1 ? w.x : w.y;
        }
        break;
    case 6:  // corners in common
        b[0] = a[test_rng_int(rng, 0, 2)];
        b[1] = i % 16 < 8 ? b[1] : a[test_rng_int(rng, 0, 2)];
        break;
    default: break;
    }
}

static imp3_corners corners_of(const imp3_vec p[3])
{
    imp3_corners r = {p[0], p[1], p[2]};
    return r;
}

/// Whether all six lie in one plane.
static bool in_one_plane(const imp3_vec a[3], const imp3_vec b[3])
{
    const imp3_vec p[6] = {a[0], a[1], a[2], b[0], b[1], b[2]};
    for (int i = 1; i < 6; ++i)
    {
        for (int j = i + 1; j < 6; ++j)
        {
            for (int k = j + 1; k < 6; ++k)
            {
                if (imp3i_orientation(p[0], p[i], p[j], p[k]) != 0)
                {
                    return false;
                }
            }
        }
    }
    return true;
}

static double to_triangle(imp3i_dvec p, const imp3_vec t[3])
{
    return brute_to_triangle(p, imp3i_dvec_of(t[0]), imp3i_dvec_of(t[1]), imp3i_dvec_of(t[2]));
}

static double largest_of(const imp3_vec a[3], const imp3_vec b[3])
{
    double largest = 0.0;
    for (int k = 0; k < 6; ++k)
    {
        imp3_vec v = k < 3 ? a[k] : b[k - 3];
        largest = fmax(largest, fmax(fabs((double)v.x), fmax(fabs((double)v.y), fabs((double)v.z))));
    }
    return largest;
}

/// The ends lie on both, and no point where a side goes well through the other triangle is beyond them.
static const char* find_fault(const imp3_vec a[3], const imp3_vec b[3], const imp3_crossing* c)
{
    oracle3_body body_a = oracle3_points(a, 3, 0.0f), body_b = oracle3_points(b, 3, 0.0f);
    if (c->crosses != (oracle3_relation(&body_a, &body_b) >= 0))
    {
        return "yes or no";
    }
    if (c->coplanar != in_one_plane(a, b))
    {
        return "one plane";
    }
    if (!c->crosses)
    {
        return imp3i_vec_bits(c->from) || imp3i_vec_bits(c->to) ? "not zero" : NULL;
    }
    double near = 8.0 * 0x1p-23 * largest_of(a, b);
    imp3i_dvec from = imp3i_dvec_of(c->from), to = imp3i_dvec_of(c->to);
    if (to_triangle(from, a) > near || to_triangle(from, b) > near || to_triangle(to, a) > near ||
        to_triangle(to, b) > near)
    {
        return "end not on both";
    }
    for (int k = 0; k < 6 && !c->coplanar; ++k)
    {
        const imp3_vec *own = k < 3 ? a : b, *other = k < 3 ? b : a;
        imp3i_dvec p = imp3i_dvec_of(own[k % 3]), q = imp3i_dvec_of(own[(k + 1) % 3]), o = imp3i_dvec_of(other[0]);
        imp3i_dvec n = imp3i_dcross(imp3i_dsub(imp3i_dvec_of(other[1]), o), imp3i_dsub(imp3i_dvec_of(other[2]), o));
        double h0 = imp3i_ddot(n, imp3i_dsub(p, o)), h1 = imp3i_ddot(n, imp3i_dsub(q, o));
        if (h0 * h1 < 0.0 && fabs(h0 - h1) > 1e-3 * brute_length(n) * brute_length(imp3i_dsub(q, p)))
        {
            imp3i_dvec x = imp3i_dadd_scaled(p, imp3i_dsub(q, p), h0 / (h0 - h1));
            if (to_triangle(x, other) < 1e-12 * largest_of(a, b) && brute_to_segment(x, from, to) > near)
            {
                return "segment too short";
            }
        }
    }
    return NULL;
}

static void never_wrong(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(16000), crossing = 0, flat = 0;
    int wrong = 0;
    for (uint64_t i = 0; i < count; ++i)
    {
        imp3_vec a[3], b[3];
        make(&rng, i, a, b);
        imp3_corners corners_a = corners_of(a), corners_b = corners_of(b);
        imp3_crossing answer, turned;
        memset(&answer, 0x5a, sizeof answer);
        assert_int_equal(imp3_triangles_cross(&corners_a, &corners_b, &answer), IMP_OK);
        assert_int_equal(imp3_triangles_cross(&corners_b, &corners_a, &turned), IMP_OK);
        const char* fault = find_fault(a, b, &answer);
        fault = fault                                                                    ? fault
                : turned.crosses != answer.crosses || turned.coplanar != answer.coplanar ? "turned"
                                                                                         : NULL;
        if (fault && wrong++ < 4)
        {
            printf("%s, case %d\n", fault, (int)i);
            for (int k = 0; k < 6; ++k)
            {
                imp3_vec v = k < 3 ? a[k] : b[k - 3];
                printf("  %s {%a, %a, %a}\n", k < 3 ? "a" : "b", (double)v.x, (double)v.y, (double)v.z);
            }
            printf("  got %d, one plane %d, {%.9g, %.9g, %.9g} to {%.9g, %.9g, %.9g}\n", answer.crosses,
                   answer.coplanar, (double)answer.from.x, (double)answer.from.y, (double)answer.from.z,
                   (double)answer.to.x, (double)answer.to.y, (double)answer.to.z);
        }
        crossing += answer.crosses;
        flat += answer.coplanar;
    }
    printf("crossing: %d of %d, in one plane: %d\n", (int)crossing, (int)count, (int)flat);
    test_report("triangles3: against fractions", count);
    assert_int_equal(wrong, 0);
    assert_true(count < 1000 || (crossing > count / 5 && crossing < count - count / 5 && flat > count / 20));
}

static void known_cases(void** state)
{
    (void)state;
    imp3_corners a = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, b = {{1, 1, -1}, {1, 1, 1}, {1, 5, 0}};
    imp3_crossing c;
    assert_int_equal(imp3_triangles_cross(&a, &b, &c), IMP_OK);
    assert_true(c.crosses && !c.coplanar);
    double low = fmin((double)c.from.y, (double)c.to.y), high = fmax((double)c.from.y, (double)c.to.y);
    assert_true(c.from.x == 1.0f && c.to.x == 1.0f && c.from.z == 0.0f && c.to.z == 0.0f);
    assert_number(low, ==, 1.0);
    assert_number(high, ==, 3.0);
    imp3_corners point = {{1, 1, 0}, {1, 1, 0}, {1, 1, 0}};  // in one plane with anything that it touches
    assert_int_equal(imp3_triangles_cross(&a, &point, &c), IMP_OK);
    assert_true(c.crosses && c.coplanar && c.from.x == 1.0f && c.to.y == 1.0f);
    imp3_corners above = {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}};
    assert_int_equal(imp3_triangles_cross(&a, &above, &c), IMP_OK);
    assert_true(!c.crosses && !c.coplanar);
    imp3_crossing was = c;
    imp3_corners bad = {{1, 1, 1}, {NAN, 1, 1}, {1, 1, 1}};
    assert_int_equal(imp3_triangles_cross(&a, &bad, &c) & 0xff, IMP_ERR_NAN);
    assert_int_equal(imp_status_argument(imp3_triangles_cross(&a, &bad, &c)), 2);
    assert_int_equal(imp3_triangles_cross(NULL, &a, &c) & 0xff, IMP_ERR_NULL);
    assert_int_equal(imp_status_argument(imp3_triangles_cross(&a, &a, NULL)), 3);
    assert_memory_equal(&c, &was, sizeof c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(known_cases), cmocka_unit_test(never_wrong)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
