// SPDX-License-Identifier: MIT
//
// Pairs of compounds against the arbiters: yes and no against the exact oracle part by part, the depth of the whole
// against the union by brute force, the push by moving, and what the answers say of each other.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "narrow/compound_pair2.h"
#include "oracle/check2.h"
#include "oracle/compounds2.h"
#include "support.h"

enum
{
    ROOM = 400
};

static imp2_part_manifold manifolds[ROOM];

static void demand(bool holds, const char* what, const compounds2* pair)
{
    if (!holds)
    {
        compounds2_print(pair);
        fail_msg("%s", what);
    }
}

static imp2_compound_contacts collide(const compounds2* pair, float margin)
{
    imp2_compound_contacts contacts = {manifolds, ROOM, 0, {0, 0}, 0};
    assert_int_equal(imp2_compound_collide(&pair->a, &pair->pose_a, &pair->b, &pair->pose_b, margin, &contacts),
                     IMP_OK);
    return contacts;
}

static double unit_error(imp2_vec n)
{
    return fabs(sqrt((double)n.x * n.x + (double)n.y * n.y) - 1.0);
}

static void answers_agree_with_the_oracle(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(6000);
    for (uint64_t i = 0; i < count; i++)
    {
        compounds2 pair;
        compounds2_series(&rng, i, &pair);
        imp2_vec still = {0, 0};
        double separation, ulp = compounds2_ulp(&pair);
        int relation = compounds2_relate(&pair, still, &separation);
        bool overlap;
        imp2_compound_nearest n;
        assert_int_equal(imp2_compound_overlap(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, &overlap), IMP_OK);
        assert_int_equal(imp2_compound_distance(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b, &n), IMP_OK);
        demand(overlap == (relation >= 0), "overlap", &pair);
        demand((n.nearest.distance <= 0.0f) == overlap, "distance: sign", &pair);
        demand(relation < 1 || n.nearest.distance < 0.0f, "distance: 0 though deeper", &pair);
        demand(relation >= 0 || fabs((double)n.nearest.distance - separation) <= 8.0 * ulp, "distance: length", &pair);
        demand(unit_error(n.nearest.normal) < 1e-6, "distance: unit", &pair);
        demand(n.part_a >= 0 && n.part_a < pair.a.part_count && n.part_b >= 0 && n.part_b < pair.b.part_count,
               "distance: parts", &pair);
        imp2_compound_contacts c = collide(&pair, 0.0f);
        demand((c.count > 0) == overlap, "collide: count", &pair);
        demand(c.count == 0 || fabs((double)c.depth + n.nearest.distance) <= 16.0 * ulp, "collide: depth", &pair);
        int32_t touching = 0;
        for (int32_t a = 0; a < pair.a.part_count; ++a)
        {
            for (int32_t b = 0; b < pair.b.part_count; ++b)
            {
                bool touch;
                (void)imp2_overlap(&pair.a.parts[a], &pair.pose_a, &pair.b.parts[b], &pair.pose_b, &touch);
                if (touch)
                {
                    demand(touching < c.count && manifolds[touching].part_a == a && manifolds[touching].part_b == b,
                           "collide: pairs", &pair);
                    const imp2_manifold* m = &manifolds[touching].manifold;
                    demand(m->count > 0 && m->depth >= 0.0f && unit_error(m->normal) < 1e-6, "collide: manifold",
                           &pair);
                    if ((double)m->depth > c.depth + 40.0 * ulp)
                    {
                        printf("pair %d %d: depth %.9g, whole %.9g, normal %g %g, whole %g %g\n", a, b,
                               (double)m->depth, (double)c.depth, (double)m->normal.x, (double)m->normal.y,
                               (double)c.normal.x, (double)c.normal.y);
                    }
                    demand((double)m->depth <= c.depth + 40.0 * ulp, "collide: deeper than the whole", &pair);
                    ++touching;
                }
            }
        }
        demand(touching == c.count, "collide: too many", &pair);
        compounds2_free(&pair);
    }
    test_report("compound2: against the oracle", count);
}

// Boxes never say more than the distance, and some of it, as far as they look: all of a compound is within its reach.
static void boxes_tell_how_far(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 7};
    uint64_t count = test_n(6000), told = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        compounds2 pair;
        compounds2_series(&rng, i, &pair);
        imp2_vec none = {0, 0}, way = {test_rng_range(&rng, -8.0f, 8.0f), test_rng_range(&rng, -8.0f, 8.0f)};
        pair.pose_b.p = imp2_vec_add(pair.pose_b.p, imp2_vec_scale(way, pair.a.reach + pair.b.reach));
        double separation, ulp = compounds2_ulp(&pair);
        (void)compounds2_relate(&pair, none, &separation);
        imp2i_compound_pair couple = imp2i_compound_pair_of(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b);
        double room = imp2i_boxes_apart(&couple, 0.0);
        double around = separation - 2.0 * ((double)pair.a.reach + pair.b.reach + couple.radius);
        demand(room >= 0.0 && (room <= 0.0 || room <= separation + ulp), "too far", &pair);
        const imp2_pose own = {{0.0f, 0.0f}, {1.0f, 0.0f}};
        bool of_b = pair.b.part_count <= pair.a.part_count;
        imp2_box lesser;
        assert_int_equal(imp2_compound_bounds(of_b ? &pair.b : &pair.a, &own, &lesser), IMP_OK);
        double x = (double)lesser.upper.x - lesser.lower.x, y = (double)lesser.upper.y - lesser.lower.y;
        double look = x > y ? x : y;
        demand(room >= (0.25 * around < look ? 0.25 * around : look) - 4.0 * ulp, "too near", &pair);
        told += room > 0.0;
        compounds2_free(&pair);
    }
    assert_true(told > count / 2);
    test_report("compound2: how far boxes are", count);
}

static void the_push_parts_the_whole(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 1};
    uint64_t count = test_n(6000), judged = 0, between = 0;
    double worst_push = 0.0, worst_depth = 0.0;
    for (uint64_t i = 0; i < count; i++)
    {
        compounds2 pair;
        compounds2_series(&rng, i, &pair);
        imp2_compound_contacts c = collide(&pair, 0.0f);
        if (c.count > 0)
        {
            double ulp = compounds2_ulp(&pair), separation;
            imp2_vec push = imp2_vec_scale(c.normal, c.depth);
            (void)compounds2_relate(&pair, push, &separation);
            worst_push = fabs(separation) / ulp > worst_push ? fabs(separation) / ulp : worst_push;
            demand(fabs(separation) <= 16.0 * ulp, "push", &pair);
            double open = compounds2_depth(&pair, true), closed = compounds2_depth(&pair, false);
            if (open < INFINITY)
            {
                double low = open - c.depth, high = c.depth - closed;
                double error = low > high ? low : high;
                worst_depth = error / ulp > worst_depth ? error / ulp : worst_depth;
                if (error > 8.0 * ulp)
                {
                    printf("depth %.9g, brute force %.9g to %.9g\n", (double)c.depth, open, closed);
                }
                demand(error <= 8.0 * ulp, "depth", &pair);
                ++judged;
                between += closed - open > 16.0 * ulp;
            }
        }
        compounds2_free(&pair);
    }
    printf("worst: push %.2f ulp, depth %.2f ulp; %d judged, %d with cracks\n", worst_push, worst_depth, (int)judged,
           (int)between);
    test_report("compound2: the push", judged);
}

// What longer runs have found.

static imp2_compound chain(const imp2_vec* points, int32_t count)
{
    imp2_polyline line = {points, count, false, false};
    imp2_compound c;
    assert_int_equal(imp2_chain_make(&line, NULL, &c, NULL), IMP_OK);
    return c;
}

static void an_arc_is_left_at_a_corner_of_two_sides(void** state)
{
    (void)state;
    const imp2_vec points[4] = {{-1, 0}, {-0.375f, 0}, {0.125f, 0.375f}, {0.375f, 0.125f}};
    compounds2 pair = {.pose_a = {{0.125f, 0}, {1, 0}}, .pose_b = {{-0.625f, -0.125f}, {-1, 0}}};
    assert_int_equal(imp2_circle_make((imp2_vec){-0.625f, 0}, 1.0f, &pair.shape_b), IMP_OK);
    assert_int_equal(imp2_compound_of_shape(&pair.shape_b, &pair.b), IMP_OK);
    pair.a = chain(points, 4);
    imp2_compound_contacts c = collide(&pair, 0.0f);
    assert_true(fabs((double)c.depth - compounds2_depth(&pair, true)) < 1e-6);
    compounds2_free(&pair);
}

static void a_way_out_does_not_lead_in(void** state)
{
    (void)state;
    const imp2_vec of_a[5] = {{-1, 0}, {-0.375f, 0.125f}, {0.125f, 0.5f}, {0.875f, 0.5f}, {1.375f, 0.5f}};
    const imp2_vec of_b[5] = {{-1, 0}, {-0.75f, 0.125f}, {-0.125f, 0.25f}, {0.125f, 0.25f}, {0.625f, 0.25f}};
    compounds2 pair = {.pose_a = {{-0.125f, -0.25f}, {1, 0}}, .pose_b = {{0.625f, -0.25f}, {0, -1}}};
    pair.a = chain(of_a, 5);
    pair.b = chain(of_b, 5);
    imp2_compound_contacts c = collide(&pair, 0.0f);
    double separation;
    (void)compounds2_relate(&pair, imp2_vec_scale(c.normal, c.depth), &separation);
    assert_number(c.count, >, 0);
    assert_number(separation, >, -16.0 * compounds2_ulp(&pair));
    compounds2_free(&pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_agree_with_the_oracle), cmocka_unit_test(boxes_tell_how_far),
        cmocka_unit_test(the_push_parts_the_whole),      cmocka_unit_test(an_arc_is_left_at_a_corner_of_two_sides),
        cmocka_unit_test(a_way_out_does_not_lead_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
