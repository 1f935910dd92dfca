// SPDX-License-Identifier: MIT
//
// Convex parts held against their solid by sampling: see check_parts3.h.

#include "check_parts3.h"

#include "closed_solids3.h"
#include "world/kit3.h"

#include <math.h>
#include <string.h>

imp3_decompose_choice choice_of_parts(float tolerance)
{
    imp3_decompose_choice def;
    memset(&def, 0, sizeof def);
    def.tolerance = tolerance;
    return def;
}

/// How far a point is out of a solid.
static double out_of_solid(const imp3_compound* mesh, imp3_vec point)
{
    const imp3_pose here = imp3_pose_identity();
    bool inside;
    imp3_mesh_near near;
    int32_t count;
    assert_int_equal(imp3_mesh_contains(mesh, &here, point, &inside, NULL), IMP_OK);
    if (inside)
    {
        return 0.0;
    }
    assert_int_equal(imp3_mesh_nearest(mesh, &here, point, 1, &near, &count), IMP_OK);
    return (double)near.distance;
}

/// A random point of a part: of its surface, or of all of it.
static imp3_vec point_of_part(test_rng* rng, const imp3_shape* part, bool surface)
{
    int32_t corners[1024], faces, count = part->count < 4 ? part->count : 4;
    imp3_vec sum = vec(0.0f, 0.0f, 0.0f);
    double total = 0.0;
    imp3_face face;
    memset(&face, 0, sizeof face);
    face.vertices = corners;
    face.capacity = 1024;
    assert_int_equal(imp3_shape_face_count(part, &faces), IMP_OK);
    assert_int_equal(imp3_shape_face(part, test_rng_int(rng, 0, faces - 1), &face), IMP_OK);
    for (int k = 0; k < (surface ? 3 : count); ++k)
    {
        int32_t at = surface ? corners[test_rng_int(rng, 0, face.count - 1)] : test_rng_int(rng, 0, part->count - 1);
        double weight = 0.001 + test_rng_unit(rng);
        imp3_vec v;
        assert_int_equal(imp3_shape_vertex(part, at, &v), IMP_OK);
        sum = imp3_vec_add(sum, imp3_vec_scale(v, (float)weight));
        total += weight;
    }
    return imp3_vec_scale(sum, (float)(1.0 / total));
}

void check_parts_outwards(test_rng* rng, const imp3_compound* mesh, const imp3_compound* set, double most,
                          int32_t tries)
{
    for (int32_t i = 0; i < set->part_count; ++i)
    {
        for (int32_t k = 0; k < set->parts[i].count; ++k)
        {
            imp3_vec v;
            assert_int_equal(imp3_shape_vertex(&set->parts[i], k, &v), IMP_OK);
            assert_number(out_of_solid(mesh, v), <=, most);
        }
        for (int32_t k = 0; k < tries; ++k)
        {
            imp3_vec v = point_of_part(rng, &set->parts[i], (k & 1) == 0);
            assert_number(out_of_solid(mesh, v), <=, most);
        }
    }
}

void check_parts_inwards(test_rng* rng, const imp3_compound* mesh, const imp3_compound* set, double most, int32_t tries)
{
    const imp3_pose here = imp3_pose_identity();
    for (int32_t i = 0; i < mesh->part_count; ++i)
    {
        imp3_shape triangle;
        assert_int_equal(imp3_compound_part(mesh, i, &triangle), IMP_OK);
        const imp3_vec at[4] = {triangle.a, triangle.b, triangle.c, point_of_part(rng, &triangle, true)};
        for (int k = 0; k < 4 && i < tries; ++k)
        {
            imp3_vec closest;
            float distance;
            assert_int_equal(imp3_compound_closest(set, &here, at[k], &closest, &distance, NULL), IMP_OK);
            assert_number((double)distance, <=, most);
        }
    }
}

void check_parts_weight(const imp3_compound* mesh, const imp3_compound* set)
{
    imp3_mass whole, parts;
    assert_int_equal(imp3_compound_mass(mesh, 2.0f, &whole), IMP_OK);
    assert_int_equal(imp3_compound_mass(set, 2.0f, &parts), IMP_OK);
    const double tiny = 1e-5 * (double)(whole.inertia.xx + whole.inertia.yy + whole.inertia.zz);
    assert_number(fabs((double)parts.mass - (double)whole.mass), <=, 1e-5 * (double)whole.mass);
    assert_number(length_of(imp3_vec_sub(parts.centroid, whole.centroid)), <=, 1e-5f * mesh->reach);
    assert_number(fabs((double)parts.inertia.xx - (double)whole.inertia.xx), <=, tiny);
    assert_number(fabs((double)parts.inertia.yz - (double)whole.inertia.yz), <=, tiny);
}

void check_parts(const char* name, float tolerance, int32_t most_parts)
{
    test_rng rng = {test_seed()};
    imp3_compound mesh, set;
    imp3_decompose_report report;
    imp3_mass mass;
    closed_mesh(&mesh);
    const imp3_decompose_choice def = choice_of_parts(tolerance);
    assert_int_equal(imp3_mesh_decompose(&mesh, &def, NULL, NULL, &set, &report), IMP_OK);
    assert_int_equal(imp3_compound_mass(&mesh, 1.0f, &mass), IMP_OK);
    printf("    %s: %d parts, %.3g out, %.3g in, volume %.4g of %.4g\n", name, (int)report.parts,
           (double)report.outwards, (double)report.inwards, (double)report.volume, (double)report.solid_volume);
    assert_int_equal(report.parts, set.part_count);
    assert_number(report.parts, <=, most_parts);
    assert_number((double)report.outwards, <=, (double)tolerance);
    assert_number(fabs((double)report.solid_volume - (double)mass.volume), <=, 1e-4 * (double)mass.volume);
    assert_number((double)report.volume, >=, 0.9999 * (double)mass.volume);
    check_parts_weight(&mesh, &set);
    double size = (double)mesh.reach;
    assert_number((double)report.inwards, <=, 1e-5 * size);
    check_parts_outwards(&rng, &mesh, &set, (double)tolerance + 1e-6 * size, (int32_t)test_n(12));
    check_parts_inwards(&rng, &mesh, &set, (double)report.inwards + 4e-6 * size, (int32_t)test_n(80));
    imp3_compound_free(&set);
    imp3_compound_free(&mesh);
}
