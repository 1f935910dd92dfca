// SPDX-License-Identifier: MIT
//
// What can be asked of a compound that is placed somewhere: mass against rational arithmetic, inside against the exact
// oracle part by part, the nearest place against all edges of the outline.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <gmp.h>

#include "impinge/compound2.h"
#include "oracle/oracle2.h"
#include "support.h"

enum
{
    POINTS_MAX = 400
};

static imp2_vec points[POINTS_MAX];
static int32_t counts[3];

// A region: a star or a flower, perhaps with a hole that is one too; thin, far away or large at times.
static bool draw_region(test_rng* rng, imp2_compound* out)
{
    int32_t n = test_rng_int(rng, 3, 150), rings = test_rng_int(rng, 1, 2), total = 0;
    double wild = test_rng_int(rng, 0, 2) * 0.3, flat = test_rng_int(rng, 0, 3) ? 1.0 : 1e-4;
    double scale = ldexp(1.0, test_rng_int(rng, 0, 3) ? 0 : test_rng_int(rng, -30, 29));
    double away = test_rng_int(rng, 0, 4) ? 0.0 : 100.0;
    for (int32_t r = 0; r < rings; r++)
    {
        counts[r] = n;
        for (int32_t i = 0; i < n; i++)
        {
            double angle = 6.283185307179586 * (i + 0.125) / n;
            double radius = (r ? 0.3 : 1.0) * (1.0 + wild * (test_rng_unit(rng) - 0.5)) * scale;
            imp2_vec v = {(float)(radius * cos(angle) + away * scale), (float)(radius * sin(angle) * flat)};
            points[total++] = v;
        }
    }
    const imp2_outlines outlines = {points, counts, rings, IMP_FILL_EVEN_ODD};
    imp_status status = imp2_region_make(&outlines, NULL, out, NULL);
    assert_true(!status || imp_status_fault(status) == IMP_ERR_CROSSING || imp_status_fault(status) == IMP_ERR_EMPTY);
    return status == IMP_OK;
}

static void draw_chain(test_rng* rng, imp2_compound* out)
{
    int32_t n = test_rng_int(rng, 2, 40);
    for (int32_t i = 0; i < n; i++)
    {
        imp2_vec v = {test_rng_range(rng, -10, 10), (float)test_rng_int(rng, -3, 3)};
        points[i] = v;
    }
    const imp2_polyline line = {points, n, test_rng_int(rng, 0, 1), false};
    assert_int_equal(imp2_chain_make(&line, NULL, out, NULL), IMP_OK);
}

static imp2_pose draw_pose(test_rng* rng, float reach)
{
    imp2_pose pose = imp2_pose_identity();
    int how = test_rng_int(rng, 0, 3);
    if (how > 0)
    {
        pose.p.x = test_rng_range(rng, -reach, reach);
        pose.p.y = test_rng_range(rng, -reach, reach);
    }
    if (how > 1)
    {
        imp2_rot_make(test_rng_range(rng, -3, 3), &pose.q);
    }
    return pose;
}

// Mass

// Area and moments of the rings about the first vertex, 2^-168 and so on left out by working with rationals throughout.
typedef struct exact_mass
{
    mpq_t area, x, y, polar;
} exact_mass;

static void set_difference(mpq_t out, float a, float b)
{
    static mpq_t t;
    static bool ready;
    if (!ready)
    {
        mpq_init(t);
        ready = true;
    }
    mpq_set_d(out, (double)a);
    mpq_set_d(t, (double)b);
    mpq_sub(out, out, t);
}

static void add_product(mpq_t sum, mpq_t a, mpq_t b)
{
    static mpq_t t;
    static bool ready;
    if (!ready)
    {
        mpq_init(t);
        ready = true;
    }
    mpq_mul(t, a, b);
    mpq_add(sum, sum, t);
}

// Triangle (first, a, b): twice the area c; sums 2 area, 6 area x, 6 area y, 12 times the polar moment.
static void add_triangle(exact_mass* m, imp2_vec o, imp2_vec a, imp2_vec b)
{
    mpq_t ax, ay, bx, by, c, t, u;
    mpq_inits(ax, ay, bx, by, c, t, u, NULL);
    set_difference(ax, a.x, o.x);
    set_difference(ay, a.y, o.y);
    set_difference(bx, b.x, o.x);
    set_difference(by, b.y, o.y);
    mpq_mul(c, ax, by);
    mpq_mul(t, ay, bx);
    mpq_sub(c, c, t);
    mpq_add(m->area, m->area, c);
    mpq_add(t, ax, bx);
    add_product(m->x, c, t);
    mpq_add(u, ay, by);
    add_product(m->y, c, u);
    mpq_mul(t, ax, ax);
    add_product(t, ay, ay);
    add_product(t, bx, bx);
    add_product(t, by, by);
    add_product(t, ax, bx);
    add_product(t, ay, by);
    add_product(m->polar, c, t);
    mpq_clears(ax, ay, bx, by, c, t, u, NULL);
}

static void check_number(const char* name, float found, mpq_t wanted, double size)
{
    mpq_t error;
    mpq_init(error);
    mpq_set_d(error, (double)found);
    mpq_sub(error, error, wanted);
    double off = fabs(mpq_get_d(error));
    mpq_clear(error);
    if (!(off <= 4.0 * fmax(0x1p-23 * size, 0x1p-149)))
    {
        fail_msg("%s: %a instead of %a, %g ulp", name, (double)found, mpq_get_d(wanted), off / (0x1p-23 * size));
    }
}

static void check_mass(const imp2_compound* c)
{
    exact_mass m;
    mpq_t t, u;
    mpq_inits(m.area, m.x, m.y, m.polar, t, u, NULL);
    imp2_vec o = c->vertices[0];
    double largest = 0.0;
    for (int32_t r = 0; r < c->ring_count; r++)
    {
        int32_t start = c->ring_starts[r], end = c->ring_starts[r + 1];
        for (int32_t i = start; i < end; i++)
        {
            imp2_vec v = c->vertices[i];
            add_triangle(&m, o, v, c->vertices[i + 1 < end ? i + 1 : start]);
            largest = fmax(largest, fmax(fabs((double)v.x), fabs((double)v.y)));
        }
    }
    imp2_mass found;
    assert_int_equal(imp2_compound_mass(c, 3.0f, &found), IMP_OK);
    mpq_div(m.x, m.x, m.area);
    mpq_div(m.y, m.y, m.area);
    mpq_set_ui(t, 1, 3);
    mpq_mul(m.x, m.x, t);
    mpq_mul(m.y, m.y, t);
    mpq_set_ui(t, 1, 2);
    mpq_mul(m.area, m.area, t);
    check_number("area", found.area, m.area, mpq_get_d(m.area));
    // About the centroid: polar - area (x^2 + y^2), all times the density.
    mpq_set_ui(t, 1, 12);
    mpq_mul(m.polar, m.polar, t);
    mpq_set_ui(u, 0, 1);
    add_product(u, m.x, m.x);
    add_product(u, m.y, m.y);
    mpq_mul(u, u, m.area);
    mpq_sub(m.polar, m.polar, u);
    mpq_set_ui(t, 3, 1);
    mpq_mul(m.polar, m.polar, t);
    mpq_mul(m.area, m.area, t);
    check_number("mass", found.mass, m.area, mpq_get_d(m.area));
    check_number("inertia", found.inertia, m.polar, mpq_get_d(m.polar));
    mpq_set_d(t, (double)o.x);
    mpq_add(m.x, m.x, t);
    mpq_set_d(t, (double)o.y);
    mpq_add(m.y, m.y, t);
    check_number("centroid", found.centroid.x, m.x, largest);
    check_number("centroid", found.centroid.y, m.y, largest);
    mpq_clears(m.area, m.x, m.y, m.polar, t, u, NULL);
}

static void mass_of_regions(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(150), done = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        imp2_compound c;
        if (draw_region(&rng, &c))
        {
            check_mass(&c);
            imp2_compound_free(&c);
            done++;
        }
    }
    assert_true(done > count / 2);
    test_report("compound2: masses", done);
}

static void mass_of_the_rest(void** state)
{
    (void)state;
    // A chain: no area, and the middle of its length; a shape: its own.
    const imp2_vec corner[3] = {{0, 0}, {4, 0}, {4, 2}};
    const imp2_polyline line = {corner, 3, false, false};
    imp2_compound c;
    imp2_mass mass, own;
    assert_int_equal(imp2_chain_make(&line, NULL, &c, NULL), IMP_OK);
    assert_int_equal(imp2_compound_mass(&c, 2.0f, &mass), IMP_OK);
    assert_number(mass.area, ==, 0.0f);
    assert_number(mass.mass, ==, 0.0f);
    assert_number(mass.inertia, ==, 0.0f);
    assert_number(fabsf(mass.centroid.x - 8.0f / 3.0f), <, 1e-6f);
    assert_number(fabsf(mass.centroid.y - 1.0f / 3.0f), <, 1e-6f);
    imp2_compound_free(&c);
    imp2_shape shape;
    const imp2_vec a = {1, 2}, b = {3, -1};
    assert_int_equal(imp2_capsule_make(a, b, 0.5f, &shape), IMP_OK);
    assert_int_equal(imp2_compound_of_shape(&shape, &c), IMP_OK);
    assert_int_equal(imp2_compound_mass(&c, 2.0f, &mass), IMP_OK);
    assert_int_equal(imp2_shape_mass(&shape, 2.0f, &own), IMP_OK);
    assert_memory_equal(&mass, &own, sizeof own);
}

// Points

static bool oracle_contains(const imp2_shape* shape, const imp2_pose* pose, const imp2_vec* point)
{
    oracle2_body body = oracle2_shape(shape, pose), dot = oracle2_point(point);
    oracle2_answer answer;
    oracle2_relate(&body, &dot, &answer);
    return answer.sign <= 0;
}

static int32_t oracle_part(const imp2_compound* c, const imp2_pose* pose, const imp2_vec* point)
{
    for (int32_t i = 0; i < c->part_count; i++)
    {
        if (oracle_contains(&c->parts[i], pose, point))
        {
            return i;
        }
    }
    return -1;
}

// Distance of a point from all of the outline, and whether it lies on it.
static double outline_distance(const imp2_compound* c, const imp2_pose* pose, imp2_vec point, bool* on)
{
    double best = INFINITY, cosine = (double)pose->q.c, sine = (double)pose->q.s;
    *on = false;
    for (int32_t r = 0; r < c->ring_count; r++)
    {
        int32_t start = c->ring_starts[r], end = c->ring_starts[r + 1];
        for (int32_t i = start; i < end; i++)
        {
            if (c->kind == IMP2_COMPOUND_CHAIN && !c->closed && i + 1 == end)
            {
                break;
            }
            imp2_vec a = c->vertices[i], b = c->vertices[i + 1 < end ? i + 1 : start];
            double ax = cosine * (double)a.x - sine * (double)a.y + (double)pose->p.x;
            double ay = sine * (double)a.x + cosine * (double)a.y + (double)pose->p.y;
            double bx = cosine * (double)b.x - sine * (double)b.y + (double)pose->p.x;
            double by = sine * (double)b.x + cosine * (double)b.y + (double)pose->p.y;
            double ex = bx - ax, ey = by - ay, wx = (double)point.x - ax, wy = (double)point.y - ay;
            double t = fmin(fmax((wx * ex + wy * ey) / (ex * ex + ey * ey), 0.0), 1.0);
            double d = hypot(wx - t * ex, wy - t * ey);
            best = fmin(best, d);
            imp2_shape edge;
            if (!*on && d < 1e-6 * ((double)c->reach + hypot((double)point.x, (double)point.y)))
            {
                assert_int_equal(imp2_segment_make(a, b, &edge), IMP_OK);
                *on = oracle_contains(&edge, pose, &point);
            }
        }
    }
    return best;
}

static void check_point(const imp2_compound* c, const imp2_pose* pose, imp2_vec point)
{
    bool inside, on;
    int32_t part, wanted = oracle_part(c, pose, &point);
    assert_int_equal(imp2_compound_contains(c, pose, point, &inside, &part), IMP_OK);
    if (inside != (wanted >= 0) || part != wanted)
    {
        fail_msg("contains: part %d instead of %d", (int)part, (int)wanted);
    }
    imp2_vec closest;
    float distance;
    assert_int_equal(imp2_compound_closest(c, pose, point, &closest, &distance), IMP_OK);
    double d = outline_distance(c, pose, point, &on);
    double scale = (double)c->reach + d + hypot((double)pose->p.x, (double)pose->p.y), limit = 8.0 * 0x1p-23 * scale;
    if ((distance == 0.0f) != on || (distance < 0.0f) != (inside && !on))
    {
        fail_msg("the sign of %a: inside %d, on the outline %d", (double)distance, inside, on);
    }
    double away = hypot((double)closest.x - (double)point.x, (double)closest.y - (double)point.y);
    if (fabs(fabs((double)distance) - d) > limit || fabs(away - d) > limit)
    {
        fail_msg("distance %a, to the point %a, wanted %a", (double)distance, away, d);
    }
    bool ignored;
    if (outline_distance(c, pose, closest, &ignored) > limit)
    {
        fail_msg("the nearest place is not on the outline");
    }
}

static imp2_vec draw_point(test_rng* rng, const imp2_compound* c, const imp2_pose* pose)
{
    imp2_vec v = c->vertices[test_rng_int(rng, 0, c->ring_starts[c->ring_count] - 1)];
    imp2_vec w = c->vertices[test_rng_int(rng, 0, c->ring_starts[c->ring_count] - 1)];
    int how = test_rng_int(rng, 0, 4);
    float t = (float)test_rng_int(rng, 0, 2) * 0.5f;
    imp2_vec p = {v.x + (w.x - v.x) * t, v.y + (w.y - v.y) * t};
    p = imp2_pose_apply(*pose, p);
    if (how == 0)
    {
        p.x = test_rng_range(rng, -2.0f * c->reach, 2.0f * c->reach);
        p.y = test_rng_range(rng, -2.0f * c->reach, 2.0f * c->reach);
    }
    p.x = how == 1 ? nextafterf(p.x, w.y) : p.x;
    p.x = fabsf(p.x) < IMP_MAGNITUDE_MIN ? 0.0f : p.x;
    p.y = fabsf(p.y) < IMP_MAGNITUDE_MIN ? 0.0f : p.y;
    return p;
}

static void points_and_compounds(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 1};
    uint64_t count = test_n(120), done = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        imp2_compound c;
        bool chain = i % 3 == 2;
        if (chain)
        {
            draw_chain(&rng, &c);
        }
        else if (!draw_region(&rng, &c))
        {
            continue;
        }
        for (int k = 0; k < 8; k++, done++)
        {
            imp2_pose pose = draw_pose(&rng, c.reach);
            check_point(&c, &pose, draw_point(&rng, &c, &pose));
        }
        imp2_compound_free(&c);
    }
    assert_true(done > 3 * count);
    test_report("compound2: points", done);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mass_of_regions),
        cmocka_unit_test(mass_of_the_rest),
        cmocka_unit_test(points_and_compounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
