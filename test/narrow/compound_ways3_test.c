// SPDX-License-Identifier: MIT
//
// The way out of sets in space against brute force over all pairs of parts: an L against an L, a U round a post, a key in a
// lock, crosses. The depth is the least there is, nothing is left inside after the move; small cases are exact; and what
// overlaps, has contacts, and has a distance of 0 or less is the same, of sets and of meshes.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "impinge/narrow3.h"
#include "narrow/brute3.h"
#include "oracle/oracle3.h"
#include "oracle/things3.h"
#include "oracle/ways3.h"

enum
{
    SETS = 6,
    BOXES_MOST = 6
};

enum
{
    SET_L,
    SET_U,
    SET_POST,
    SET_KEY,
    SET_LOCK,
    SET_CROSS
};

typedef struct box_list
{
    int32_t count;
    float at[BOXES_MOST][6];
} box_list;

static const box_list LISTS[SETS] = {
    {2, {{0.0f, 0.0f, 0.0f, 1.0f, 0.3f, 0.3f}, {0.0f, 0.3f, 0.0f, 0.3f, 1.0f, 0.3f}}},
    {3,
     {{-1.0f, -0.3f, -0.2f, 1.0f, 0.0f, 0.2f},
      {-1.0f, 0.0f, -0.2f, -0.6f, 1.0f, 0.2f},
      {0.6f, 0.0f, -0.2f, 1.0f, 1.0f, 0.2f}}},
    {1, {{-0.5f, -0.5f, -1.0f, 0.5f, 0.5f, 1.0f}}},
    {3,
     {{-0.1f, -0.5f, -0.1f, 0.1f, 1.0f, 0.1f},
      {0.1f, 0.6f, -0.1f, 0.4f, 0.8f, 0.1f},
      {-0.4f, -0.9f, -0.1f, 0.4f, -0.5f, 0.1f}}},
    {6,
     {{-1.0f, 0.0f, -0.5f, -0.12f, 1.5f, 0.5f},
      {0.45f, 0.0f, -0.5f, 1.0f, 1.5f, 0.5f},
      {-0.12f, 0.0f, 0.12f, 0.45f, 1.5f, 0.5f},
      {-0.12f, 0.0f, -0.5f, 0.45f, 1.5f, -0.12f},
      {0.12f, 0.0f, -0.12f, 0.45f, 0.55f, 0.12f},
      {-0.12f, 1.1f, -0.12f, 0.45f, 1.5f, 0.12f}}},
    {3,
     {{-1.0f, -0.2f, -0.2f, 1.0f, 0.2f, 0.2f},
      {-0.2f, -1.0f, -0.2f, 0.2f, 1.0f, 0.2f},
      {-0.2f, -0.2f, -1.0f, 0.2f, 0.2f, 1.0f}}},
};

static const int PAIRS[][2] = {{SET_L, SET_L},         {SET_POST, SET_U}, {SET_LOCK, SET_KEY}, {SET_U, SET_L},
                               {SET_CROSS, SET_CROSS}, {SET_U, SET_U},    {SET_L, SET_CROSS},  {SET_LOCK, SET_L}};

static imp3_compound sets[SETS];

static int make_sets(void** state)
{
    (void)state;
    for (int k = 0; k < SETS; ++k)
    {
        imp3_shape shapes[BOXES_MOST];
        for (int32_t i = 0; i < LISTS[k].count; ++i)
        {
            const float* v = LISTS[k].at[i];
            const imp3_box box = {{v[0], v[1], v[2]}, {v[3], v[4], v[5]}};
            assert_int_equal(imp3_box_make(box, &shapes[i]), IMP_OK);
        }
        assert_int_equal(imp3_compound_make(shapes, LISTS[k].count, NULL, &sets[k]), IMP_OK);
    }
    return 0;
}

static int free_sets(void** state)
{
    (void)state;
    for (int k = 0; k < SETS; ++k)
    {
        imp3_compound_free(&sets[k]);
    }
    return 0;
}

static imp3_pose pose_at(float x, float y, float z)
{
    imp3_pose r = imp3_pose_identity();
    r.p.x = x;
    r.p.y = y;
    r.p.z = z;
    return r;
}

/// Depth and normal of the whole.
static imp3_compound_contacts whole_of(const imp3_compound* a, const imp3_pose* at_a, const imp3_compound* b,
                                       const imp3_pose* at_b)
{
    imp3_compound_contacts found;
    memset(&found, 0, sizeof found);
    assert_int_equal(imp3_compound_collide(a, at_a, b, at_b, 0.0f, &found), IMP_OK);
    return found;
}

static void the_way_out_is_the_shortest(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t deep = 0, cases = test_n(100);
    double worst = 1.0;
    for (uint64_t i = 0; i < cases; ++i)
    {
        const int* pair = PAIRS[i % (sizeof PAIRS / sizeof *PAIRS)];
        const imp3_compound *a = &sets[pair[0]], *b = &sets[pair[1]];
        imp3_pose at_a = imp3_pose_identity(), at_b = brute_pose(&rng, i % 2 ? 0.3f : 1.0f);
        at_a = i % 3 == 1 ? brute_pose(&rng, 0.0f) : at_a;
        at_b.q = i % 3 == 0 ? at_a.q : at_b.q;  // sides that are parallel
        const double least = ways3_depth(a, &at_a, b, &at_b);
        const imp3_compound_contacts found = whole_of(a, &at_a, b, &at_b);
        const double depth = (double)found.depth, size = (double)a->reach + (double)b->reach;
        const double by[3] = {depth * (double)found.normal.x, depth * (double)found.normal.y,
                              depth * (double)found.normal.z};
        assert_number(fabs(depth - least), <=, 1e-5 * size);
        assert_true(least <= 0.0 || !ways3_inside(a, &at_a, b, &at_b, by, 0x1p-16 * size));
        worst = least > 0.01 ? fmax(worst, depth / least) : worst;
        deep += least > 0.0;
    }
    printf("    %d overlaps, the longest %.6f of the shortest\n", (int)deep, worst);
    assert_number(deep, >, cases / 2);
    test_report("ways out of sets", deep);
}

/// A post in a U, against its side, its bottom and both; a key in its lock.
static void small_cases_are_exact(void** state)
{
    (void)state;
    const imp3_pose here = imp3_pose_identity();
    // The post is 1 wide, the U is 1.2 wide inside: 0.1 of air, less than how far it is moved aside.
    imp3_pose there = pose_at(0.2f, -0.6f, 0.0f);
    imp3_compound_contacts found = whole_of(&sets[SET_POST], &here, &sets[SET_U], &there);
    assert_number(fabs((double)found.depth - 0.1), <=, 1e-6);
    assert_number(found.normal.x, <, -0.999999f);
    // Into its bottom: back is shorter than out of the side.
    there = pose_at(0.0f, -0.45f, 0.0f);
    found = whole_of(&sets[SET_POST], &here, &sets[SET_U], &there);
    assert_number(fabs((double)found.depth - 0.05), <=, 1e-6);
    assert_number(found.normal.y, <, -0.999999f);
    // Into bottom and side at once: the way out leads to the corner between both.
    there = pose_at(0.14f, -0.47f, 0.0f);
    found = whole_of(&sets[SET_POST], &here, &sets[SET_U], &there);
    assert_number(fabs((double)found.depth - 0.05), <=, 1e-6);
    assert_number(fabs((double)found.normal.x + 0.8), <=, 1e-4);
    assert_number(fabs((double)found.normal.y + 0.6), <=, 1e-4);
    // A key is free in its lock; drawn back its bit is held by the ward, and the way is back in.
    there = pose_at(0.0f, 0.05f, 0.0f);
    found = whole_of(&sets[SET_LOCK], &here, &sets[SET_KEY], &there);
    assert_true(found.count == 0 && found.depth == 0.0f);
    there = pose_at(0.0f, -0.1f, 0.0f);
    found = whole_of(&sets[SET_LOCK], &here, &sets[SET_KEY], &there);
    assert_number(fabs((double)found.depth - 0.05), <=, 1e-6);
    assert_number(found.normal.y, >, 0.999999f);
}

/// Crossed bars of two parts each: out over the seam of both, where no normal of a pair leads.
static void out_over_seams(void** state)
{
    (void)state;
    imp3_compound mesh = test_solid_mesh(test_solid_hook(0.2, 0.3, 0.04, 8, 8), 0.0f), hook;
    const imp3_decompose_choice choice = {0.005f, 0};
    assert_int_equal(imp3_mesh_decompose(&mesh, &choice, NULL, NULL, &hook, NULL), IMP_OK);
    const imp3_pose here = imp3_pose_identity();
    const imp3_vec up = {0.0f, 0.0f, 1.0f};
    for (int k = 1; k <= 6; ++k)
    {
        imp3_pose there = pose_at(0.0f, 0.0f, -0.62f - 0.01f * (float)k);
        assert_int_equal(imp3_rot_make(up, 1.5707963f, &there.q), IMP_OK);
        const imp3_compound_contacts found = whole_of(&hook, &here, &hook, &there);
        // Back up, by as much as it was put too low.
        assert_number(found.depth, <=, 0.01f * (float)k + 1e-5f);
        assert_number(found.depth, >=, 0.01f * (float)k - 1e-3f);
        assert_number(found.normal.z, >, 0.99f);
    }
    imp3_compound_free(&hook);
    imp3_compound_free(&mesh);
}

/// Crosses of rounded and curved parts: they part, if not by the shortest way, and no pair of parts is deeper than that.
static void round_ones_part(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 2};
    uint64_t deep = 0, cases = test_n(60);
    for (uint64_t i = 0; i < cases; ++i)
    {
        imp3_compound pair[2];
        imp3_pose at[2] = {brute_pose(&rng, 0.0f), brute_pose(&rng, 0.5f)};
        for (int k = 0; k < 2; ++k)
        {
            imp3_shape shapes[3];
            const imp3_vec ends[2] = {{-0.8f, 0.0f, 0.1f}, {0.8f, 0.1f, 0.0f}},
                           along[2] = {{0.0f, -0.7f, 0.0f}, {0.0f, 0.7f, 0.0f}};
            const imp3_vec corners[6] = {{0.2f, 0.0f, -0.8f}, {-0.2f, 0.0f, -0.8f}, {0.0f, 0.2f, -0.8f},
                                         {0.2f, 0.0f, 0.8f},  {-0.2f, 0.0f, 0.8f},  {0.0f, 0.2f, 0.8f}};
            assert_int_equal(imp3_capsule_make(ends[0], ends[1], 0.2f, &shapes[0]), IMP_OK);
            assert_int_equal(imp3_hull_make(corners, 6, 0.1f, NULL, &shapes[1], NULL), IMP_OK);
            assert_int_equal(i % 2 ? imp3_cylinder_make(along[0], along[1], 0.2f, 0.0f, &shapes[2])
                                   : imp3_capsule_make(along[0], along[1], 0.15f, &shapes[2]),
                             IMP_OK);
            assert_int_equal(imp3_compound_make(shapes, 3, NULL, &pair[k]), IMP_OK);
            imp3_shape_free(&shapes[1]);
        }
        const imp3_compound_contacts found = whole_of(&pair[0], &at[0], &pair[1], &at[1]);
        double deepest[2] = {0.0, 0.0};
        for (int after = 0; after < 2; ++after)
        {
            imp3_pose there = at[1];
            there.p = imp3_vec_add(there.p, imp3_vec_scale(found.normal, after ? found.depth : 0.0f));
            for (int k = 0; k < 9; ++k)
            {
                imp3_shape one, other;
                imp3_manifold m;
                assert_int_equal(imp3_compound_part(&pair[0], k / 3, &one), IMP_OK);
                assert_int_equal(imp3_compound_part(&pair[1], k % 3, &other), IMP_OK);
                assert_int_equal(imp3_collide(&one, &at[0], &other, &there, 0.0f, &m), IMP_OK);
                deepest[after] = m.count > 0 ? fmax(deepest[after], (double)m.depth) : deepest[after];
            }
        }
        deep += deepest[0] > 0.0;
        assert_number((double)found.depth, >=, deepest[0] - 1e-5);
        assert_number(deepest[1], <=, 3.0 * 0x1p-16);
        imp3_compound_free(&pair[0]);
        imp3_compound_free(&pair[1]);
    }
    assert_number(deep, >, cases / 2);
    test_report("ways out of rounded sets", deep);
}

/// Overlap, contacts without a margin and distance say the same; overlap is what exact arithmetic says of all parts.
static bool all_agree(const imp3_compound* a, const imp3_pose* at_a, const imp3_compound* b, const imp3_pose* at_b)
{
    bool overlap;
    imp3_compound_nearest nearest;
    int relation = -1;
    assert_int_equal(imp3_compound_overlap(a, at_a, b, at_b, &overlap), IMP_OK);
    assert_int_equal(imp3_compound_distance(a, at_a, b, at_b, &nearest), IMP_OK);
    for (int32_t i = 0; i < a->part_count && relation < 0; ++i)
    {
        for (int32_t j = 0; j < b->part_count && relation < 0; ++j)
        {
            imp3_shape part_a, part_b;
            assert_int_equal(imp3_compound_part(a, i, &part_a), IMP_OK);
            assert_int_equal(imp3_compound_part(b, j, &part_b), IMP_OK);
            const oracle3_body one = oracle3_shape(&part_a, at_a), other = oracle3_shape(&part_b, at_b);
            imp3_box box_a, box_b;
            assert_int_equal(imp3_shape_bounds(&part_a, at_a, &box_a), IMP_OK);
            assert_int_equal(imp3_shape_bounds(&part_b, at_b, &box_b), IMP_OK);
            bool near = box_a.lower.x <= box_b.upper.x && box_b.lower.x <= box_a.upper.x &&
                        box_a.lower.y <= box_b.upper.y && box_b.lower.y <= box_a.upper.y &&
                        box_a.lower.z <= box_b.upper.z && box_b.lower.z <= box_a.upper.z;
            relation = near ? oracle3_relation(&one, &other) : -1;
        }
    }
    const imp3_compound_contacts found = whole_of(a, at_a, b, at_b);
    assert_int_equal(overlap, relation >= 0);
    assert_int_equal(overlap, nearest.nearest.distance <= 0.0f);
    assert_int_equal(overlap, found.count > 0);
    return overlap;
}

static void answers_agree(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 1};
    test_solid chair = test_solid_chair();
    for (int32_t k = 0; k < chair.point_count; ++k)
    {
        chair.points[k] = imp3_vec_scale(chair.points[k], 2.0f);
    }
    imp3_compound things[4] = {test_solid_mesh(test_solid_box(0.5f, 0.4f, 0.3f), 0.0f), test_solid_mesh(chair, 0.0f),
                               test_solid_mesh(test_solid_torus(0.5, 0.2, 8, 5), 0.0f),
                               test_solid_mesh(test_solid_hook(0.3, 0.4, 0.08, 4, 4), 0.0f)};
    uint64_t cases = test_n(120), touching = 0;
    for (uint64_t i = 0; i < cases; ++i)
    {
        const uint64_t of_a = i % (SETS + 4), of_b = i / (SETS + 4) % (SETS + 4);
        const imp3_compound *a = of_a < SETS ? &sets[of_a] : &things[of_a - SETS],
                            *b = of_b < SETS ? &sets[of_b] : &things[of_b - SETS];
        const imp3_pose at_a = brute_pose(&rng, 0.1f);
        imp3_pose at_b = brute_pose(&rng, 1.2f);
        bool overlap = all_agree(a, &at_a, b, &at_b);
        touching += overlap;
        if (!overlap)
        {
            // Moved on until they touch by less than can be seen.
            imp3_compound_nearest n;
            assert_int_equal(imp3_compound_distance(a, &at_a, b, &at_b, &n), IMP_OK);
            const float way = -n.nearest.distance * (1.0f + test_rng_range(&rng, -1e-4f, 1e-4f));
            at_b.p = imp3_vec_add(at_b.p, imp3_vec_scale(n.nearest.normal, way));
            touching += all_agree(a, &at_a, b, &at_b);
        }
    }
    assert_number(touching, >, cases / 4);
    test_report("overlap, contacts, distance", cases);
    for (int k = 0; k < 4; ++k)
    {
        imp3_compound_free(&things[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_way_out_is_the_shortest),
        cmocka_unit_test(small_cases_are_exact),
        cmocka_unit_test(out_over_seams),
        cmocka_unit_test(round_ones_part),
        cmocka_unit_test(answers_agree),
    };
    return cmocka_run_group_tests(tests, make_sets, free_sets);
}
