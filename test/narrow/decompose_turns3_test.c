// SPDX-License-Identifier: MIT
//
// What decomposition knows of a solid: winding numbers by rays against solid angles, also where shells lie in each other and
// rays run through corners and edges; bounds of how far hulls go out against sampling; and the points that end searches,
// which are in the hull and out of the solid.

#include <math.h>
#include <string.h>

#include "narrow/decompose3.h"
#include "narrow/mesh_near3.h"
#include "world/kit3.h"

#include "closed_solids3.h"

#define LATTICE_STEP 0x1p-15

static void make_some(test_rng* rng, uint64_t k)
{
    switch (k % 5)
    {
    case 0: closed_torus(8, 5); break;
    case 1: closed_hollow(); break;
    case 2: closed_knot(20, 5); break;
    case 3: closed_spring(1, 8, 4); break;
    default: closed_heap(rng, 4);
    }
}

static void start_field(imp3i_depths* field, const imp3_compound* mesh)
{
    const imp3i_dvec origin = {-3.5, -3.5, -3.5};
    assert_int_equal(imp3i_depths_start(field, mesh, origin, LATTICE_STEP, NULL), IMP_OK);
}

static imp3i_dvec in_lattice(const imp3i_depths* f, imp3i_dvec at)
{
    return imp3i_ddivide(imp3i_dsub(at, f->origin), f->step);
}

/// Anywhere, or level with corners, where rays meet them and the edges beside them.
static imp3i_dvec some_point(test_rng* rng, uint64_t k)
{
    imp3i_dvec at = {(double)test_rng_range(rng, -1.5f, 1.5f), (double)test_rng_range(rng, -1.5f, 1.5f),
                     (double)test_rng_range(rng, -1.0f, 1.0f)};
    imp3_vec corner = closed_made.points[test_rng_int(rng, 0, closed_made.point_count - 1)];
    at.y = k % 3 > 0 ? (double)corner.y : at.y;
    at.z = k % 3 > 1 ? (double)corner.z : at.z;
    return at;
}

static void test_turns(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    int32_t most = 0;
    for (uint64_t k = 0; k < test_n(20); ++k)
    {
        imp3_compound mesh;
        imp3i_depths field;
        const imp3_pose here = imp3_pose_identity();
        make_some(&rng, k);
        closed_mesh(&mesh);
        start_field(&field, &mesh);
        for (uint64_t i = 0; i < 200; ++i)
        {
            imp3i_dvec at = some_point(&rng, i);
            imp3_mesh_near near;
            assert_int_equal(imp3i_mesh_nearest(&mesh, &here, at, INFINITY, 1, &near), 1);
            double angles = imp3i_mesh_winding(&mesh, at);
            int32_t turns = imp3i_depths_turns(&field, in_lattice(&field, at));
            if (near.distance > 1e-4f)
            {
                assert_number(fabs((double)turns - angles), <=, 0.25);
                most = turns > most ? turns : most;
            }
        }
        imp3i_depths_end(&field);
        imp3_compound_free(&mesh);
    }
    assert_number(most, >=, 2);
}

static double depth_of(const imp3i_depths* f, imp3i_dvec at)
{
    const imp3_pose here = imp3_pose_identity();
    imp3i_dvec point = imp3i_dadd_scaled(f->origin, at, f->step);
    imp3_mesh_near near;
    assert_int_equal(imp3i_mesh_nearest(f->mesh, &here, point, INFINITY, 1, &near), 1);
    return imp3i_mesh_winding(f->mesh, point) > 0.5 ? 0.0 : (double)near.distance / f->step;
}

/// A hull of random points, measured twice: the second time its witness is known.
static void measure_some(test_rng* rng, imp3i_depths* field)
{
    imp3_vec points[8];
    imp3_shape shape;
    imp3i_bulge bulge, again;
    for (uint64_t i = 0; i < 8; ++i)
    {
        points[i] = imp3i_vec_of(in_lattice(field, some_point(rng, 0)));
    }
    assert_int_equal(imp3_hull_make(points, 8, 0.0f, NULL, &shape, NULL), IMP_OK);
    const imp3i_hull* hull = (const imp3i_hull*)shape.block;
    double within = 0.03 / field->step, enough = 0.1 / field->step;
    assert_int_equal(imp3i_depths_measure(field, hull, within, within, INFINITY, &bulge), IMP_OK);
    assert_number(bulge.least, <=, bulge.most);
    for (int i = 0; i < 60; ++i)
    {
        imp3i_dvec sum = imp3i_dvec_none();
        double total = 0.0;
        for (int k = 0; k < 8; ++k)
        {
            double weight = (double)test_rng_range(rng, 0.0f, 1.0f);
            weight *= weight * weight;
            sum = imp3i_dadd_scaled(sum, imp3i_dvec_of(points[k]), weight);
            total += weight;
        }
        assert_number(depth_of(field, imp3i_ddivide(sum, total)), <=, bulge.most + 1.0);
    }
    for (int time = 0; time < 2; ++time)
    {
        assert_int_equal(imp3i_depths_measure(field, hull, within, enough, enough, &again), IMP_OK);
        assert_number(again.least, <=, bulge.most + 1.0);
        if (again.least > enough)
        {
            assert_number(depth_of(field, again.at), >=, again.least - 1.0);
        }
        assert_true(bulge.least <= enough || again.most > enough);
    }
    imp3_shape_free(&shape);
}

static void test_bounds(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    for (uint64_t k = 0; k < test_n(5); ++k)
    {
        imp3_compound mesh;
        imp3i_depths field;
        make_some(&rng, k);
        closed_mesh(&mesh);
        start_field(&field, &mesh);
        for (int i = 0; i < 6; ++i)
        {
            measure_some(&rng, &field);
        }
        imp3i_depths_end(&field);
        imp3_compound_free(&mesh);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
