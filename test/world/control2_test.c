// SPDX-License-Identifier: MIT
//
// control.inl, for the plane; and what needs its world from within: explosions by their definition, the index after a
// shift.

#include "kit_plane.h"
#include "scenes2.h"
#include "world_probe2.h"

#include "broad/index2.h"

#define FARTHEST 1.5709
#define TURN_MISSED 0x1p-20

static imp2_shape moved_ball(imp2_vec middle)
{
    imp2_shape r;
    assert_int_equal(imp2_circle_make(middle, 0.5f, &r), IMP_OK);
    return r;
}

static float across_ball(float radius)
{
    return 2.0f * radius;
}

// The index is whole, its boxes are around what they are of, and those of then have come along.
static void check_boxes(const imp2_world* world)
{
    const imp2_index* index = probe_index(world);
    const imp2i_tree* tree = &index->tree;
    const char* fault = imp2i_tree_fault(tree, index->place, index->number_count);
    if (fault)
    {
        fail_msg("%s", fault);
    }
    for (int32_t i = 0; i < probe_figures_of(world).colliders; ++i)
    {
        const probe_collider c = probe_collider_at(world, i);
        int32_t place = index->place[c.number];
        imp2_box box, now = imp2i_block_get(&tree->now[place >> 4], place & 15);
        imp2_box then = imp2i_block_get(&tree->then[place >> 4], place & 15);
        assert_int_equal(imp2_compound_bounds(&c.shape, &c.pose, &box), IMP_OK);
        assert_number(now.lower.x, <=, box.lower.x);
        assert_number(now.lower.y, <=, box.lower.y);
        assert_number(now.upper.x, >=, box.upper.x);
        assert_number(now.upper.y, >=, box.upper.y);
        assert_number(fabsf(then.lower.x - now.lower.x), <, 9.0f);
        assert_number(fabsf(then.upper.y - now.upper.y), <, 9.0f);
    }
}

#include "math/dim2.h"

#include "control.inl"

#include "math/dim_end.h"

// All shapes, against the definition: nearest points of the pair test, supports to both sides.
static void explodes_by_the_definition(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(150), pushed = 0;
    double worst = 0.0;
    for (uint64_t i = 0; i < count; ++i)
    {
        imp2_world* world = new_world(0.0f);
        imp2_vec away = {i % 2 ? 0x1p20f : 0.0f, 0.0f};
        imp2_shape shapes[12];
        imp_body bodies[12];
        for (int k = 0; k < 12; ++k)
        {
            imp2_vec points[5];
            for (int m = 0; m < 5; ++m)
            {
                float size = test_rng_range(&rng, 0.2f, 1.0f);
                points[m] = imp2_pose_apply(scene_pose(0.0f, 0.0f, 1.2566f * (float)m), (imp2_vec){0.7f, 0.2f * size});
            }
            assert_int_equal(imp2_polygon_make(points, test_rng_int(&rng, 1, 3), 0.25f, NULL, &shapes[k], NULL),
                             IMP_OK);
            float x = 0.25f * (float)test_rng_int(&rng, -24, 24);
            float y = 0.25f * (float)test_rng_int(&rng, -24, 24);
            imp2_pose pose = scene_pose(x + away.x, y, test_rng_range(&rng, -3.0f, 3.0f));
            bodies[k] = scene_body(world, IMP_BODY_DYNAMIC, pose, &shapes[k], (scene_matter){1.0f, 0.0f, 0.0f, 0.0f});
        }
        imp2_explosion e = {.center = away, .radius = 2.0f, .falloff = 4.0f, .impulse_per_length = 5.0f};
        e.center.x += 0.125f;
        assert_int_equal(imp2_world_explode(world, &e), IMP_OK);
        for (int k = 0; k < 12; ++k)
        {
            imp2_body_state s = scene_state(world, bodies[k]);
            imp2_pose pose = {imp2_vec_sub(s.pose.p, e.center), s.pose.q}, here = imp2_pose_identity();
            imp2_vec low, high;
            imp2_mass mass;
            assert_int_equal(imp2_shape_mass(&shapes[k], 1.0f, &mass), IMP_OK);
            imp2_vec middle = imp2_pose_apply(pose, mass.centroid);
            imp2_nearest n;
            imp2_shape dot = scene_ball(0.0f);
            assert_int_equal(imp2_distance(&dot, &here, &shapes[k], &pose, &n), IMP_OK);
            if (n.distance < 0.0f || s.mass == 0.0f)
            {
                continue;
            }
            imp2_vec across = imp2_vec_left(n.normal);
            assert_int_equal(imp2_shape_support(&shapes[k], &pose, across, &high, NULL), IMP_OK);
            assert_int_equal(imp2_shape_support(&shapes[k], &pose, imp2_vec_negate(across), &low, NULL), IMP_OK);
            float length = imp2_vec_dot(imp2_vec_sub(high, low), across);
            float part = n.distance < 2.0f ? 1.0f : n.distance < 6.0f ? 1.0f - (n.distance - 2.0f) / 4.0f : 0.0f;
            imp2_vec push = imp2_vec_scale(n.normal, 5.0f * part * length), got = imp2_vec_scale(s.velocity, s.mass);
            float spin = s.inertia > 0.0f ? imp2_vec_cross(imp2_vec_sub(n.point_b, middle), push) / s.inertia : 0.0f;
            double scale = (double)(1.0f + fabsf(push.x) + fabsf(push.y));
            worst = fmax(worst, (fabs((double)got.x - push.x) + fabs((double)got.y - push.y)) / scale);
            worst = fmax(worst, fabs((double)spin - s.angular_velocity) / (1.0 + fabs((double)spin)));
            pushed += part > 0.0f;
        }
        imp2_world_free(world);
    }
    printf("%d pushes off by %.1e\n", (int)pushed, worst);
    assert_number(pushed, >, 4 * count);
    assert_number(worst, <, 1e-5);
    test_report("control2 explodes", count);
}

static int by_key(const void* a, const void* b)
{
    const imp_pair *p = a, *q = b;
    return p->a != q->a ? (p->a > q->a) - (p->a < q->a) : (p->b > q->b) - (p->b < q->b);
}

// After coarse rounding: contacts are those of all pairs of boxes that touch, also of those that rounding has brought
// together, and memory that fails meanwhile is no loss.
static void shifts_and_misses_no_pair(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(60), brought = 0;
    for (uint64_t i = 0; i < count; ++i)
    {
        test_allocator memory = {.fail_at = -1};
        imp_allocator allocator = test_allocator_get(&memory);
        imp2_world_def def = {.allocator = &allocator};
        imp2_world* world;
        assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
        imp2_shape ball = scene_ball(0.25f);
        for (int k = 0; k < 60; ++k)
        {
            float x = test_rng_range(&rng, -6.0f, 6.0f);
            float y = test_rng_range(&rng, -6.0f, 6.0f);
            scene_body(world, IMP_BODY_DYNAMIC, scene_pose(x, y, 0.0f), &ball, (scene_matter){1.0f, 0.0f, 0.0f, 0.0f});
        }
        scene_run(world, 1, DT);
        int32_t before = scene_stats(world).contacts;
        float far = ldexpf(1.0f, test_rng_int(&rng, 18, 24));  // there a float has steps of 2^-5 to 2
        assert_int_equal(imp2_world_shift_origin(world, (imp2_vec){far, -far}), IMP_OK);
        check_boxes(world);
        memory.fail_at = memory.calls + test_rng_int(&rng, 0, 3);
        imp_status status = imp2_world_step(world, DT);
        memory.fail_at = -1;
        if (status)
        {
            assert_int_equal(imp_status_fault(status), IMP_ERR_MEMORY);
            scene_run(world, 1, DT);
        }
        // Boxes as they were when the step found its pairs are those of then.
        imp_pair want[2048], got[2048];
        int32_t wanted = 0, there = 0;
        const imp2_index* index = probe_index(world);
        const imp2i_tree* tree = &index->tree;
        for (int32_t a = 0; a < index->number_count; ++a)
        {
            for (int32_t b = a + 1; b < index->number_count; ++b)
            {
                int32_t p = index->place[a], q = index->place[b];
                if (imp2_box_overlap(imp2i_block_get(&tree->then[p >> 4], p & 15),
                                     imp2i_block_get(&tree->then[q >> 4], q & 15)))
                {
                    assert_true(wanted < 2048);
                    want[wanted++] = (imp_pair){a, b};
                }
            }
        }
        probe_contact c;
        for (; probe_contact_at(world, there, &c); ++there)
        {
            assert_in_range(there, 0, 2047);
            got[there] = c.numbers;
        }
        qsort(got, (size_t)there, sizeof *got, by_key);
        assert_int_equal(there, wanted);
        assert_memory_equal(got, want, (size_t)wanted * sizeof *want);
        brought += there > before;
        imp2_world_free(world);
        assert_int_equal(memory.live_blocks, 0);
    }
    printf("pairs brought together in %d of %d worlds\n", (int)brought, (int)count);
    assert_true(brought > count / 4);
    test_report("control2 shifts", count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {CONTROL_TESTS, cmocka_unit_test(explodes_by_the_definition),
                                       cmocka_unit_test(shifts_and_misses_no_pair)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
