// SPDX-License-Identifier: MIT
//
// Distance fields of meshes: distances and sides against the nearest triangle and the winding number, at random points; the
// same bits again; and what cannot have a field.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "impinge/narrow3.h"
#include "narrow/field3.h"
#include "oracle/meshes3.h"
#include "oracle/solids3.h"
#include "support.h"

enum
{
    POINTS = 4000
};

/// How far a field is off, in cells.
typedef struct field_errors
{
    double band, beyond, side;  // within the band; outside of it; the farthest from the surface that a side was wrong
    double slope;  // of the gradient against the way from the nearest point, where that is beyond a cell: a cosine
} field_errors;

static imp3_vec random_point(test_rng* rng, const imp3_compound* mesh, const imp3_box* box, float cell, bool near)
{
    imp3_vec p, off;
    p.x = test_rng_range(rng, box->lower.x - 6.0f * cell, box->upper.x + 6.0f * cell);
    p.y = test_rng_range(rng, box->lower.y - 6.0f * cell, box->upper.y + 6.0f * cell);
    p.z = test_rng_range(rng, box->lower.z - 6.0f * cell, box->upper.z + 6.0f * cell);
    off.x = test_rng_range(rng, -2.0f, 2.0f) * cell;
    off.y = test_rng_range(rng, -2.0f, 2.0f) * cell;
    off.z = test_rng_range(rng, -2.0f, 2.0f) * cell;
    int part = test_rng_int(rng, 0, mesh->part_count - 1);
    float u = test_rng_range(rng, 0.0f, 1.0f), v = test_rng_range(rng, 0.0f, 1.0f - u);
    imp3_shape t;
    assert_int_equal(imp3_compound_part(mesh, part, &t), IMP_OK);
    if (near)
    {
        p = imp3_vec_add(
            t.a, imp3_vec_add(imp3_vec_scale(imp3_vec_sub(t.b, t.a), u), imp3_vec_scale(imp3_vec_sub(t.c, t.a), v)));
        p = imp3_vec_add(p, off);
    }
    return p;
}

static field_errors measure_field(const imp3_compound* mesh, float cell, test_rng* rng)
{
    field_errors r = {0.0, 0.0, 0.0, 1.0};
    const imp3_pose here = imp3_pose_identity();
    imp3_pose pose;
    const imp3_vec axis = {0.48f, 0.6f, 0.64f}, at = {3.0f, -2.0f, 1.0f};
    pose.p = imp3_vec_scale(at, cell);
    assert_int_equal(imp3_rot_make(axis, 1.0f, &pose.q), IMP_OK);
    imp3_box box;
    assert_int_equal(imp3_compound_bounds(mesh, &here, &box), IMP_OK);
    uint64_t count = test_n(POINTS);
    for (uint64_t i = 0; i < count; ++i)
    {
        imp3_vec own = random_point(rng, mesh, &box, cell, i % 2), gradient;
        imp3_vec p = imp3_pose_apply(pose, own);
        imp3_mesh_near near;
        int32_t found;
        bool inside;
        float distance;
        assert_int_equal(imp3_mesh_nearest(mesh, &pose, p, 1, &near, &found), IMP_OK);
        assert_int_equal(imp3_mesh_contains(mesh, &pose, p, &inside, NULL), IMP_OK);
        assert_int_equal(imp3_mesh_field_distance(mesh, &pose, p, &distance, &gradient), IMP_OK);
        double exact = inside ? -(double)near.distance : (double)near.distance;
        double off = fabs((double)distance - exact) / (double)cell, far = fabs(exact) / (double)cell;
        double* worst = far < 1.25 ? &r.band : &r.beyond;
        *worst = off > *worst ? off : *worst;
        r.side = (distance < 0.0f) != inside && far > r.side ? far : r.side;
        if (far > 0.25 && far < 1.25)
        {
            imp3_vec way = imp3_vec_sub(p, near.point);
            double cosine = (double)imp3_vec_dot(way, gradient) / exact;
            r.slope = cosine < r.slope ? cosine : r.slope;
        }
        assert_number(fabs((double)imp3_vec_dot(gradient, gradient) - 1.0), <, 1e-5);
    }
    return r;
}

static void distances_are_near(void** state)
{
    (void)state;
    const test_thread thread = {10.0, 2.5, 0.0, 0.0, 4, 48};
    test_rng rng = {test_seed()};
    for (int k = 0; k < 5; ++k)
    {
        float cell = k == 4 ? 0.3f : 0.06f;
        test_solid solid = k == 0   ? test_solid_box(1.0f, 0.7f, 0.5f)
                           : k == 1 ? test_solid_ball(1.0, 40, 20)
                           : k == 2 ? test_solid_torus(1.0, 0.35, 40, 20)
                           : k == 3 ? test_solid_bowl(1.0, 40, 20)
                                    : test_solid_bolt(&thread);
        imp3_compound mesh = test_solid_mesh(solid, cell);
        field_errors e = measure_field(&mesh, cell, &rng);
        printf("    solid %d: %.4f cells in the band, %.3f beyond, sides wrong up to %.4f, slope %.4f\n", k, e.band,
               e.beyond, e.side, e.slope);
        assert_number(e.band, <, 0.5);
        assert_number(e.side, <, 0.02);
        assert_number(e.beyond, <, 6.1);
        imp3_compound_free(&mesh);
    }
    test_report("points", 5 * test_n(POINTS));
}

/// Compares all that a field has, but for where it is in memory.
static void fields_are_same(const imp3_compound* one, const imp3_compound* other)
{
    const imp3i_field *a = imp3i_compound_block_of(one)->field, *b = imp3i_compound_block_of(other)->field;
    assert_int_equal(a->brick_count, b->brick_count);
    assert_int_equal(a->feature_count, b->feature_count);
    assert_int_equal(a->part_count, b->part_count);
    size_t samples = (size_t)a->brick_count * IMP3I_BRICK_SAMPLES;
    assert_memory_equal(a->samples, b->samples, samples * sizeof *a->samples);
    assert_memory_equal(a->near, b->near, samples * sizeof *a->near);
    assert_memory_equal(a->parts, b->parts, (size_t)a->part_count * sizeof *a->parts);
    assert_memory_equal(a->features, b->features, (size_t)a->feature_count * sizeof *a->features);
}

/// Ends of a leaf in the own grid of a field, moved by so many cells, as lanes and as doubles have them. Returns how
/// many are near by one and not by the other.
static int32_t compare_ends(const imp3i_field* f, int32_t leaf, imp3_vec moved)
{
    const float per_cell = (float)f->per_cell;
    const imp3i_into_grid into = {
        {{per_cell, 0.0f, 0.0f}, {0.0f, per_cell, 0.0f}, {0.0f, 0.0f, per_cell}},
        {moved.x - f->low.x * per_cell, moved.y - f->low.y * per_cell, moved.z - f->low.z * per_cell}};
    int32_t differ = 0;
    imp3i_asked_ends lanes;
    const int32_t first = f->first_end[leaf];
    imp3i_field_ask_ends(f, &into, f->ends + first, f->first_end[leaf + 1] - first, &lanes);
    for (int32_t i = leaf * IMP3I_FEATURE_FANOUT; i < (leaf + 1) * IMP3I_FEATURE_FANOUT && i < f->feature_count; ++i)
    {
        const imp3i_mesh_feature* n = &f->features[i];
        const imp3_vec ends[2] = {n->a, n->b};
        const int places[2] = {n->end_a, n->end_b};
        for (int k = 0; k < 2; ++k)
        {
            const imp3i_ends* four = &f->ends[first + places[k] / 4];
            imp3i_field_value value;
            assert_true(four->at[0][places[k] % 4] == ends[k].x && four->at[1][places[k] % 4] == ends[k].y &&
                        four->at[2][places[k] % 4] == ends[k].z);
            const imp3i_dvec at = imp3i_dadd_scaled(imp3i_dvec_of(ends[k]), imp3i_dvec_of(moved), (double)f->cell);
            const bool near = imp3i_field_ask_near(f, at, &value), near_by_lanes = (lanes.near >> places[k] & 1u) != 0;
            differ += near != near_by_lanes || (near && (value.sample < 0) != (lanes.sample[places[k]] < 0));
            if (near && near_by_lanes && value.sample >= 0 && lanes.sample[places[k]] >= 0)
            {
                assert_number(fabs(value.distance * f->per_cell - (double)lanes.distance[places[k]]), <, 1e-3);
            }
        }
    }
    return differ;
}

static void lanes_ask_as_doubles(void** state)
{
    (void)state;
    const test_thread thread = {10.0, 2.5, 0.0, 0.0, 4, 48};
    imp3_compound mesh = test_solid_mesh(test_solid_bolt(&thread), 0.3f);
    const imp3i_field* f = imp3i_compound_block_of(&mesh)->field;
    test_rng rng = {test_seed()};
    const imp3_vec nowhere = {0.0f, 0.0f, 0.0f};
    int32_t differ = 0, leaves = imp3i_field_nodes(f, 0);
    for (int32_t leaf = 0; leaf < leaves; ++leaf)
    {
        assert_int_equal(compare_ends(f, leaf, nowhere), 0);
        for (int k = 0; k < 8; ++k)
        {
            imp3_vec moved;
            moved.x = test_rng_range(&rng, -9.0f, 9.0f);
            moved.y = test_rng_range(&rng, -9.0f, 9.0f);
            moved.z = test_rng_range(&rng, -9.0f, 9.0f);
            differ += compare_ends(f, leaf, moved);
        }
    }
    // On the face of a cell either is right.
    assert_number(differ, <, 1 + leaves / 16);
    imp3_compound_free(&mesh);
}

static bool is_in_grid(const imp3i_field* f, imp3i_dvec at)
{
    const double x = at.x - (double)f->low.x, y = at.y - (double)f->low.y, z = at.z - (double)f->low.z;
    const double cell = (double)f->cell;
    return x >= 0.0 && y >= 0.0 && z >= 0.0 && x < f->cells[0] * cell && y < f->cells[1] * cell &&
           z < f->cells[2] * cell;
}

/// A point that a field says is far is so, and it says so of all in its grid that are beyond two diagonals of a brick.
static void what_is_far_is_told(void** state)
{
    (void)state;
    const test_thread thread = {10.0, 2.5, 0.0, 0.0, 4, 48};
    const imp3_pose here = imp3_pose_identity();
    test_rng rng = {test_seed()};
    for (int k = 0; k < 3; ++k)
    {
        const float cell = k == 2 ? 0.3f : 0.06f;
        imp3_compound mesh = test_solid_mesh(k == 0   ? test_solid_box(1.0f, 0.7f, 0.5f)
                                             : k == 1 ? test_solid_bowl(1.0, 40, 20)
                                                      : test_solid_bolt(&thread),
                                             cell);
        const imp3i_field* f = imp3i_compound_block_of(&mesh)->field;
        imp3_box box;
        assert_int_equal(imp3_compound_bounds(&mesh, &here, &box), IMP_OK);
        for (uint64_t i = 0; i < test_n(POINTS); ++i)
        {
            const imp3_vec p = random_point(&rng, &mesh, &box, cell, i % 2);
            const imp3i_dvec at =
                imp3i_dadd(imp3i_dvec_of(p), imp3i_dvec_of(imp3i_compound_block_of(&mesh)->field_shift));
            imp3_mesh_near near;
            int32_t found;
            bool inside;
            assert_int_equal(imp3_mesh_nearest(&mesh, &here, p, 1, &near, &found), IMP_OK);
            assert_int_equal(imp3_mesh_contains(&mesh, &here, p, &inside, NULL), IMP_OK);
            const double exact = inside ? 0.0 : (double)near.distance, unit = (double)cell;
            const double sure = exact - 2.0 * 0.8661 * (double)IMP3I_BRICK_CELLS * unit;
            assert_false(imp3i_field_is_far(f, at, exact + 1e-3 * unit));
            assert_true(sure < 0.0 || !is_in_grid(f, at) || imp3i_field_is_far(f, at, sure));
        }
        imp3_compound_free(&mesh);
    }
}

static void memory_may_be_out(void** state)
{
    (void)state;
    test_allocator memory;
    memset(&memory, 0, sizeof memory);
    memory.fail_at = -1;
    imp_allocator allocator = test_allocator_get(&memory);
    imp3_compound first = test_solid_mesh(test_solid_torus(1.0, 0.4, 24, 12), 0.15f);
    test_solid solid = test_solid_torus(1.0, 0.4, 24, 12);
    imp3_triangles t;
    memset(&t, 0, sizeof t);
    t.points = solid.points;
    t.point_count = solid.point_count;
    t.corners = solid.corners;
    t.count = solid.count;
    imp3_compound mesh;
    assert_int_equal(imp3_triangles_make(&t, &allocator, &mesh, NULL), IMP_OK);
    int64_t blocks = memory.live_blocks;
    imp_status status = IMP_OK;
    int fails = 0;
    do
    {
        memory.fail_at = memory.calls + fails;
        status = imp3_mesh_add_field(&mesh, 0.15f);
        assert_true(status == IMP_OK || imp_status_fault(status) == IMP_ERR_MEMORY);
        fails += status != IMP_OK;
        assert_int_equal(memory.live_blocks, blocks + (status == IMP_OK));
    } while (status != IMP_OK);
    assert_number(fails, >=, 4);
    fields_are_same(&first, &mesh);
    // Again, in the place of the first.
    memory.fail_at = -1;
    assert_int_equal(imp3_mesh_add_field(&mesh, 0.15f), IMP_OK);
    assert_int_equal(memory.live_blocks, blocks + 1);
    fields_are_same(&first, &mesh);
    imp3_compound_free(&mesh);
    assert_int_equal(memory.live_blocks, 0);
    imp3_compound_free(&first);
    test_solid_free(&solid);
}

static int32_t fault_of_field(imp3_compound* mesh, float cell)
{
    return imp_status_fault(imp3_mesh_add_field(mesh, cell));
}

static void hostile_meshes_are_refused(void** state)
{
    (void)state;
    const imp3_pose here = imp3_pose_identity();
    const imp3_vec origin = {0.0f, 0.0f, 0.0f};
    float distance = 7.0f;
    imp3_compound sheet = test_solid_mesh(test_solid_box(1.0f, 1.0f, 0.03f), 0.0f);
    assert_int_equal(imp_status_fault(imp3_mesh_field_distance(&sheet, &here, origin, &distance, NULL)), IMP_ERR_EMPTY);
    assert_int_equal(fault_of_field(&sheet, 0.05f), IMP_ERR_RANGE);
    assert_int_equal(fault_of_field(&sheet, 0.03f), IMP_OK);
    assert_int_equal(fault_of_field(&sheet, 0.0f), IMP_ERR_RANGE);
    assert_int_equal(fault_of_field(&sheet, -1.0f), IMP_ERR_NEGATIVE);
    assert_int_equal(fault_of_field(&sheet, NAN), IMP_ERR_NAN);
    assert_int_equal(fault_of_field(&sheet, 1e-6f), IMP_ERR_COUNT);
    imp3_compound held = imp3i_compound_refer(&sheet);
    assert_int_equal(fault_of_field(&sheet, 0.03f), IMP_ERR_BUSY);
    imp3_compound_free(&held);
    imp3_compound_free(&sheet);
    test_solid inward = test_solid_box(1.0f, 1.0f, 1.0f);
    for (int32_t i = 0; i < inward.count; ++i)
    {
        int32_t swap = inward.corners[3 * i];
        inward.corners[3 * i] = inward.corners[3 * i + 1];
        inward.corners[3 * i + 1] = swap;
    }
    imp3_compound turned = test_solid_mesh(inward, 0.0f);
    assert_int_equal(fault_of_field(&turned, 0.1f), IMP_ERR_EMPTY);
    imp3_compound_free(&turned);
    test_rng rng = {test_seed()};
    for (int kind = TEST_MESH_CUBE; kind < TEST_MESH_END; ++kind)
    {
        // Whatever it is, it has a field or a reason; asked, it answers.
        test_mesh m = test_mesh_make(&rng, (test_mesh_kind)kind, 200);
        imp3_compound mesh;
        test_mesh_build(&m, test_mesh_tree(0), false, &mesh);
        int32_t fault = fault_of_field(&mesh, 0.08f);
        bool known = fault == IMP_OK || fault == IMP_ERR_EMPTY || fault == IMP_ERR_RANGE || fault == IMP_ERR_COUNT;
        assert_true(known);
        if (!fault)
        {
            assert_int_equal(imp3_mesh_field_distance(&mesh, &here, origin, &distance, NULL), IMP_OK);
            assert_true(isfinite(distance));
        }
        imp3_compound_free(&mesh);
        test_mesh_free(&m);
    }
}

static void rows_through_corners_have_sides(void** state)
{
    (void)state;
    // Samples and rows lie in faces, edges and corners of a box: its band and size are whole numbers of cells, and the grid is
    // in the middle around it.
    const float half[3][3] = {{1.0f, 1.0f, 1.0f}, {1.0f, 0.5f, 0.75f}, {0.5f, 2.0f, 0.25f}},
                cells[2] = {0.125f, 0.0625f};
    const imp3_pose here = imp3_pose_identity();
    for (int k = 0; k < 6; ++k)
    {
        const float *h = half[k % 3], cell = cells[k / 3];
        imp3_compound mesh = test_solid_mesh(test_solid_box(h[0], h[1], h[2]), cell);
        const int32_t n[3] = {(int32_t)(h[0] / cell) + 3, (int32_t)(h[1] / cell) + 3, (int32_t)(h[2] / cell) + 3};
        for (int32_t i = 0; i < (2 * n[0] + 1) * (2 * n[1] + 1) * (2 * n[2] + 1); ++i)
        {
            const int32_t x = i % (2 * n[0] + 1) - n[0], y = i / (2 * n[0] + 1) % (2 * n[1] + 1) - n[1];
            const int32_t z = i / (2 * n[0] + 1) / (2 * n[1] + 1) - n[2];
            const imp3_vec p = {(float)x * cell, (float)y * cell, (float)z * cell};
            const float far[3] = {fabsf(p.x) - h[0], fabsf(p.y) - h[1], fabsf(p.z) - h[2]};
            float most = far[0] > far[1] ? far[0] : far[1], distance;
            most = most > far[2] ? most : far[2];
            assert_int_equal(imp3_mesh_field_distance(&mesh, &here, p, &distance, NULL), IMP_OK);
            if (most < 0.0f || most > 0.0f)
            {
                assert_int_equal(distance < 0.0f, most < 0.0f);
            }
            else
            {
                assert_number(fabs((double)distance), <, 1e-6);
            }
        }
        imp3_compound_free(&mesh);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_are_near),         cmocka_unit_test(rows_through_corners_have_sides),
        cmocka_unit_test(lanes_ask_as_doubles),       cmocka_unit_test(memory_may_be_out),
        cmocka_unit_test(hostile_meshes_are_refused), cmocka_unit_test(what_is_far_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
