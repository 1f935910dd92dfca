// SPDX-License-Identifier: MIT
//
// Contacts of two meshes by their distance fields: boxes against the closed form, a ball in a bowl, the same from either
// side and at every scale, near before they touch, thin things that only triangles know of, one inside of the other; and that
// overlap, contacts and distance agree.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "impinge/narrow3.h"
#include "oracle/solids3.h"
#include "support.h"

enum
{
    FOUND_MOST = 32
};

typedef struct found_contacts
{
    imp3_compound_contacts all;
    imp3_part_manifold manifolds[FOUND_MOST];
} found_contacts;

static void collide(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b, const imp3_pose* pose_b,
                    float margin, found_contacts* out)
{
    memset(out, 0, sizeof *out);
    out->all.manifolds = out->manifolds;
    out->all.capacity = FOUND_MOST;
    assert_int_equal(imp3_compound_collide(a, pose_a, b, pose_b, margin, &out->all), IMP_OK);
}

static imp3_pose pose_at(float x, float y, float z)
{
    imp3_pose r = imp3_pose_identity();
    r.p.x = x;
    r.p.y = y;
    r.p.z = z;
    return r;
}

static void boxes_touch_as_boxes(void** state)
{
    (void)state;
    const imp3_pose here = imp3_pose_identity();
    imp3_compound plate = test_solid_mesh(test_solid_box(1.0f, 1.0f, 0.5f), 0.05f);
    imp3_compound cube = test_solid_mesh(test_solid_box(0.5f, 0.5f, 0.5f), 0.05f);
    test_rng rng = {test_seed()};
    for (uint64_t i = 0, count = test_n(40); i < count; ++i)
    {
        float x = test_rng_range(&rng, -0.45f, 0.45f), y = test_rng_range(&rng, -0.45f, 0.45f);
        float depth = test_rng_range(&rng, -0.02f, 0.02f), angle = test_rng_range(&rng, -3.0f, 3.0f);
        const imp3_vec up = {0.0f, 0.0f, 1.0f};
        imp3_pose pose = pose_at(x * 0.4f, y * 0.4f, 1.0f - depth);
        assert_int_equal(imp3_rot_make(up, angle, &pose.q), IMP_OK);
        found_contacts found;
        collide(&plate, &here, &cube, &pose, 0.03f, &found);
        // Points of the plate beside the cube may be near to its edges, too.
        const imp3_manifold* m = &found.manifolds[0].manifold;
        assert_number(found.all.count, >, 0);
        for (int32_t k = 1; k < found.all.count; ++k)
        {
            m = found.manifolds[k].manifold.depth > m->depth ? &found.manifolds[k].manifold : m;
        }
        assert_number(fabs((double)m->depth - (double)depth), <, 1e-4);
        assert_number(m->normal.z, >, 0.9999f);
        assert_int_equal(m->count, 4);
        imp3_vec middle = {0.0f, 0.0f, 0.0f};
        for (int k = 0; k < 4; ++k)
        {
            imp3_vec arm = imp3_vec_sub(m->points[k].point, pose.p);
            // At the sides of the cube, if not at its corners.
            double far = hypot((double)arm.x, (double)arm.y);
            assert_number(far, >, 0.49);
            assert_number(far, <, 0.72);
            assert_number(fabs((double)m->points[k].depth - (double)depth), <, 1e-4);
            middle = imp3_vec_add(middle, arm);
        }
        assert_number(hypot((double)middle.x, (double)middle.y), <, 0.5);
    }
    imp3_compound_free(&plate);
    imp3_compound_free(&cube);
}

/// The torque-free push of all manifolds: their normals, weighted by how deep they are.
static imp3_vec mean_normal(const found_contacts* found, float margin)
{
    imp3_vec sum = {0.0f, 0.0f, 0.0f};
    for (int32_t i = 0; i < found->all.count; ++i)
    {
        const imp3_manifold* m = &found->manifolds[i].manifold;
        sum = imp3_vec_add(sum, imp3_vec_scale(m->normal, m->depth + margin));
    }
    return imp3_vec_scale(sum, 1.0f / sqrtf(imp3_vec_dot(sum, sum)));
}

static void balls_lie_in_bowls(void** state)
{
    (void)state;
    const float cell = 0.04f, margin = 0.01f;
    imp3_compound bowl = test_solid_mesh(test_solid_bowl(1.0, 64, 33), cell);
    imp3_compound ball = test_solid_mesh(test_solid_ball(0.95, 48, 24), cell);
    const imp3_pose here = imp3_pose_identity();
    found_contacts one, other;
    imp3_pose pose = pose_at(0.0f, 0.0f, -0.055f);
    collide(&bowl, &here, &ball, &pose, margin, &one);
    assert_number(one.all.count, >, 4);
    assert_number(fabs((double)one.all.depth - 0.005), <, 0.1 * (double)cell);
    assert_number(mean_normal(&one, margin).z, >, 0.999f);
    collide(&ball, &pose, &bowl, &here, margin, &other);
    assert_int_equal(one.all.count, other.all.count);
    assert_number(fabs((double)one.all.depth - (double)other.all.depth), <, 1e-6);
    assert_number(imp3_vec_dot(mean_normal(&one, margin), mean_normal(&other, margin)), <, -0.9999f);
    imp3_compound_free(&bowl);
    imp3_compound_free(&ball);
}

static void scales_are_the_same(void** state)
{
    (void)state;
    found_contacts at[2];
    const float scales[2] = {1.0f, 1024.0f};
    for (int k = 0; k < 2; ++k)
    {
        float s = scales[k];
        imp3_compound one = test_solid_mesh(test_solid_torus((double)s, 0.3 * (double)s, 32, 16), 0.0625f * s);
        imp3_pose here = imp3_pose_identity(), there = pose_at(1.40625f * s, 0.0f, 0.0f);
        const imp3_vec x = {1.0f, 0.0f, 0.0f};
        assert_int_equal(imp3_rot_make(x, 1.5f, &there.q), IMP_OK);
        collide(&one, &here, &one, &there, 0.0625f * s, &at[k]);
        imp3_compound_free(&one);
    }
    assert_number(at[0].all.count, >, 0);
    assert_int_equal(at[0].all.count, at[1].all.count);
    for (int32_t i = 0; i < at[0].all.count; ++i)
    {
        const imp3_manifold *one = &at[0].manifolds[i].manifold, *other = &at[1].manifolds[i].manifold;
        assert_int_equal(one->count, other->count);
        assert_true(one->depth * 1024.0f == other->depth);
        for (int32_t k = 0; k < one->count; ++k)
        {
            assert_true(one->points[k].id == other->points[k].id);
            assert_true(one->points[k].point.x * 1024.0f == other->points[k].point.x);
        }
    }
}

static void what_crosses_has_a_contact(void** state)
{
    (void)state;
    // A spike whose tip is through a plate, with no feature of either inside of the other but edges.
    imp3_compound plate = test_solid_mesh(test_solid_box(1.0f, 1.0f, 0.1f), 0.1f);
    imp3_compound rod = test_solid_mesh(test_solid_box(0.1f, 0.1f, 2.0f), 0.1f);
    const imp3_pose here = imp3_pose_identity();
    test_rng rng = {test_seed()};
    for (uint64_t i = 0, count = test_n(60); i < count; ++i)
    {
        imp3_vec axis = {test_rng_range(&rng, -1.0f, 1.0f), 0.5f, 0.25f};
        axis = imp3_vec_scale(axis, 1.0f / sqrtf(imp3_vec_dot(axis, axis)));
        float angle = test_rng_range(&rng, -3.0f, 3.0f), up = test_rng_range(&rng, -2.0f, 2.0f);
        float aside = test_rng_range(&rng, -1.3f, 1.3f);
        imp3_pose pose = pose_at(aside, 0.2f, up);
        assert_int_equal(imp3_rot_make(axis, angle, &pose.q), IMP_OK);
        bool overlap;
        found_contacts found;
        assert_int_equal(imp3_compound_overlap(&plate, &here, &rod, &pose, &overlap), IMP_OK);
        collide(&plate, &here, &rod, &pose, 0.0f, &found);
        assert_true(!overlap || found.all.count > 0);
        if (!overlap)
        {
            assert_number(found.all.depth, <, 0.05f);  // half a cell
        }
    }
    imp3_compound_free(&plate);
    imp3_compound_free(&rod);
}

/// Overlap, contacts without a margin, and distance say the same of two meshes. Returns whether they overlap.
static bool all_agree(const imp3_compound* a, const imp3_pose* at_a, const imp3_compound* b, const imp3_pose* at_b)
{
    bool overlap;
    found_contacts found;
    imp3_compound_nearest nearest;
    assert_int_equal(imp3_compound_overlap(a, at_a, b, at_b, &overlap), IMP_OK);
    assert_int_equal(imp3_compound_distance(a, at_a, b, at_b, &nearest), IMP_OK);
    collide(a, at_a, b, at_b, 0.0f, &found);
    assert_int_equal(overlap, nearest.nearest.distance <= 0.0f);
    assert_int_equal(overlap, found.all.count > 0);
    assert_true(overlap || found.all.depth <= 0.0f);
    assert_true(!overlap || found.all.depth >= 0.0f);
    return overlap;
}

static imp3_pose random_pose(test_rng* rng, float far)
{
    imp3_pose pose =
        pose_at(test_rng_range(rng, -far, far), test_rng_range(rng, -far, far), test_rng_range(rng, -far, far));
    imp3_vec axis = {test_rng_range(rng, -1.0f, 1.0f), test_rng_range(rng, -1.0f, 1.0f), 0.5f};
    axis = imp3_vec_scale(axis, 1.0f / sqrtf(imp3_vec_dot(axis, axis)));
    assert_int_equal(imp3_rot_make(axis, test_rng_range(rng, -3.0f, 3.0f), &pose.q), IMP_OK);
    return pose;
}

static void answers_agree(void** state)
{
    (void)state;
    enum
    {
        MESHES = 5
    };
    imp3_compound meshes[MESHES] = {
        test_solid_mesh(test_solid_box(1.0f, 0.7f, 0.5f), 0.2f), test_solid_mesh(test_solid_ball(0.9, 20, 11), 0.2f),
        test_solid_mesh(test_solid_torus(1.0, 0.3, 20, 10), 0.15f),
        test_solid_mesh(test_solid_bowl(0.8, 20, 11), 0.15f), test_solid_mesh(test_solid_box(0.1f, 0.1f, 1.5f), 0.1f)};
    test_rng rng = {test_seed()};
    uint64_t touching = 0, count = test_n(1500);
    for (uint64_t i = 0; i < count; ++i)
    {
        const imp3_compound *a = &meshes[i % MESHES], *b = &meshes[i / MESHES % MESHES];
        const imp3_pose at_a = random_pose(&rng, 0.1f);
        imp3_pose at_b = random_pose(&rng, 1.6f);
        bool apart = !all_agree(a, &at_a, b, &at_b);
        touching += !apart;
        if (apart && i % 4 == 0)
        {
            // Moved on until they touch by less than can be seen.
            imp3_compound_nearest nearest;
            assert_int_equal(imp3_compound_distance(a, &at_a, b, &at_b, &nearest), IMP_OK);
            float way = -nearest.nearest.distance * (1.0f + test_rng_range(&rng, -1e-4f, 1e-4f));
            at_b.p = imp3_vec_add(at_b.p, imp3_vec_scale(nearest.nearest.normal, way));
            touching += all_agree(a, &at_a, b, &at_b);
        }
    }
    assert_number(touching, >, count / 4);
    for (int k = 0; k < MESHES; ++k)
    {
        imp3_compound_free(&meshes[k]);
    }
}

static void one_with_a_field_is_a_surface(void** state)
{
    (void)state;
    // Fields answer where both have one; else triangles do, as of a mesh that has none.
    imp3_compound with = test_solid_mesh(test_solid_box(1.0f, 1.0f, 1.0f), 0.1f);
    imp3_compound without = test_solid_mesh(test_solid_box(1.0f, 1.0f, 1.0f), 0.0f);
    imp3_compound other = test_solid_mesh(test_solid_box(0.5f, 0.5f, 0.5f), 0.0f);
    const imp3_pose here = imp3_pose_identity(), there = pose_at(0.2f, 0.1f, 1.49f), inside = pose_at(0.1f, 0.0f, 0.2f);
    found_contacts one, same;
    collide(&with, &here, &other, &there, 0.01f, &one);
    collide(&without, &here, &other, &there, 0.01f, &same);
    assert_int_equal(one.all.count, same.all.count);
    assert_memory_equal(one.manifolds, same.manifolds, (size_t)one.all.count * sizeof *one.manifolds);
    bool overlap;
    assert_int_equal(imp3_compound_overlap(&with, &here, &other, &inside, &overlap), IMP_OK);
    assert_false(overlap);
    assert_int_equal(imp3_mesh_add_field(&other, 0.1f), IMP_OK);
    assert_int_equal(imp3_compound_overlap(&with, &here, &other, &inside, &overlap), IMP_OK);
    assert_true(overlap);
    collide(&with, &here, &other, &inside, 0.0f, &one);
    assert_int_equal(one.all.count, 1);
    assert_number(one.all.normal.z, >, 0.9f);
    assert_number(one.all.depth, >=, 1.29f);
    imp3_compound_free(&with);
    imp3_compound_free(&without);
    imp3_compound_free(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_touch_as_boxes), cmocka_unit_test(balls_lie_in_bowls),
        cmocka_unit_test(scales_are_the_same),  cmocka_unit_test(what_crosses_has_a_contact),
        cmocka_unit_test(answers_agree),        cmocka_unit_test(one_with_a_field_is_a_surface),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
