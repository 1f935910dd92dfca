// SPDX-License-Identifier: MIT
//
// What is known of contacts with a surface before any is looked for: how far normals of the whole lean from those of its
// triangles, which of these have no contact, and the normals among which contacts are looked for. Held against what
// tells the same without that: each normal asked for itself, each pair collided, all axes of a pair.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "impinge/mesh3.h"
#include "narrow/compound_pair3.h"
#include "support.h"

enum
{
    AROUND = 24,
    ACROSS = 12,
    SIDE = 9
};

#define MARGIN 0.05

/// A torus with bumps, of which a corner may be missing.
static imp3_compound bumpy_torus(test_rng* rng, bool open)
{
    imp3_vec points[AROUND * ACROSS];
    int32_t corners[6 * AROUND * ACROSS], count = 0;
    imp3_compound r;
    for (int k = 0; k < AROUND * ACROSS; ++k)
    {
        int i = k / ACROSS, j = k % ACROSS, i1 = (i + 1) % AROUND, j1 = (j + 1) % ACROSS;
        double u = 6.283185307179586 * i / AROUND, v = 6.283185307179586 * j / ACROSS;
        double tube = 0.7 + 0.04 * test_rng_unit(rng), far = 2.0 + tube * cos(v);
        points[k].x = (float)(far * cos(u));
        points[k].y = (float)(far * sin(u));
        points[k].z = (float)(tube * sin(v));
        const int32_t quad[6] = {i * ACROSS + j, i1 * ACROSS + j,  i1 * ACROSS + j1,
                                 i * ACROSS + j, i1 * ACROSS + j1, i * ACROSS + j1};
        memcpy(corners + count, quad, sizeof quad);
        count += open && k == 0 ? 0 : 6;
    }
    const imp3_triangles t = {points, AROUND * ACROSS, corners, count / 3, 0.0f, false, false, {0, 0, 0, false}};
    assert_int_equal(imp3_triangles_make(&t, NULL, &r, NULL), IMP_OK);
    return r;
}

static imp3_compound hills(test_rng* rng)
{
    float heights[SIDE * SIDE];
    imp3_compound r;
    for (int k = 0; k < SIDE * SIDE; ++k)
    {
        heights[k] = test_rng_range(rng, 0.0f, 0.4f);
    }
    const imp3_heights h = {heights, NULL, SIDE, SIDE, 1.0f, 1.0f, false};
    assert_int_equal(imp3_height_field_make(&h, NULL, &r), IMP_OK);
    return r;
}

static imp3i_dvec random_direction(test_rng* rng)
{
    for (;;)
    {
        double x = test_rng_range(rng, -1.0f, 1.0f), y = test_rng_range(rng, -1.0f, 1.0f);
        double z = test_rng_range(rng, -1.0f, 1.0f);
        const imp3i_dvec v = {x, y, z};
        double square = imp3i_ddot(v, v);
        if (square > 0.01 && square <= 1.0)
        {
            return imp3i_ddivide(v, sqrt(square));
        }
    }
}

/// Asks of normals near that of a face whether they are of the whole. Returns the greatest lean of those that are, as a
/// part of what is told.
static double lean_of_own(const imp3_compound* c, int32_t part, test_rng* rng, int tries)
{
    imp3_shape t;
    double told = imp3i_surface_lean(imp3i_compound_block_of(c), part), most = 0.0;
    assert_int_equal(imp3_compound_part(c, part, &t), IMP_OK);
    imp3i_dvec face = imp3i_dunit_of(t.normal);
    for (int k = 0; k < tries && told < INFINITY; ++k)
    {
        imp3i_dvec off = random_direction(rng);
        double far = (double)test_rng_range(rng, 0.0f, k % 4 == 0 ? 4.0f : 1.5f) * told;
        imp3i_dvec n = imp3i_dadd_scaled(k & 1 ? imp3i_dnegate(face) : face, off, far);
        n = imp3i_ddivide(n, sqrt(imp3i_ddot(n, n)));
        double along = fabs(imp3i_ddot(n, face)), lean = sqrt(1.0 - along * along) / along;
        if (along > 0.0 && imp3i_normal_is_own(c, part, imp3i_dvec_none(), n, 0.0, IMP3I_LEVEL_RISE))
        {
            most = lean / told > most ? lean / told : most;
        }
    }
    return most;
}

static void normals_lean_no_farther(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 360};
    double most = 0.0;
    uint64_t known = 0;
    for (uint64_t k = 0; k < test_n(4); ++k)
    {
        imp3_compound c = k % 2 ? hills(&rng) : bumpy_torus(&rng, false);
        for (int32_t i = 0; i < c.part_count; ++i)
        {
            imp3_shape part;
            if (imp3_compound_part(&c, i, &part) == IMP_OK)
            {
                double lean = lean_of_own(&c, i, &rng, 40);
                assert_number(lean, <=, 1.0);
                most = lean > most ? lean : most;
                known += imp3i_surface_lean(imp3i_compound_block_of(&c), i) < INFINITY;
            }
        }
        imp3_compound_free(&c);
    }
    assert_number(known, >, 500);
    assert_number(most, >, 0.5);  // and the bound is one that is nearly reached
    test_report("triangles whose normals lean as told", known);
}

static void leans_are_unknown_where_they_are(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 361};
    imp3_compound c = bumpy_torus(&rng, true);
    const imp3i_compound_block* b = imp3i_compound_block_of(&c);
    int32_t unknown = 0;
    for (int32_t i = 0; i < c.part_count; ++i)
    {
        unknown += imp3i_surface_lean(b, i) == INFINITY;
    }
    assert_in_range(unknown, 12, 30);  // around the border
    imp3_vec points[AROUND * ACROSS];
    for (int32_t k = 0; k < b->point_count; ++k)
    {
        points[b->given[k]] = b->points[k];
    }
    assert_int_equal(imp3_mesh_move(&c, points, AROUND * ACROSS, NULL), IMP_OK);
    for (int32_t i = 0; i < c.part_count; ++i)
    {
        assert_true(imp3i_surface_lean(b, i) == INFINITY);  // points that move may bend it
    }
    imp3_compound_free(&c);
}

// Shapes on a surface

static void make_shape(int kind, imp3_shape* out)
{
    const imp3_vec none = {0.0f, 0.0f, 0.0f}, left = {-0.3f, 0.0f, 0.0f}, right = {0.3f, 0.0f, 0.0f};
    const imp3_box box = {{-0.3f, -0.25f, -0.35f}, {0.3f, 0.25f, 0.35f}};
    imp3_vec points[24];
    for (int k = 0; k < 24; ++k)
    {
        double z = (2.0 * k + 1.0) / 24 - 1.0, across = 0.4 * sqrt(1.0 - z * z), turn = 2.399963 * k;
        points[k].x = (float)(across * cos(turn));
        points[k].y = (float)(across * sin(turn));
        points[k].z = (float)(0.4 * z);
    }
    switch (kind)
    {
    case 0: assert_int_equal(imp3_sphere_make(none, 0.4f, out), IMP_OK); break;
    case 1: assert_int_equal(imp3_capsule_make(left, right, 0.2f, out), IMP_OK); break;
    case 2: assert_int_equal(imp3_box_make(box, out), IMP_OK); break;
    default: assert_int_equal(imp3_hull_make(points, 24, 0.0f, NULL, out, NULL), IMP_OK); break;
    }
}

/// The shape on a triangle, one of its sides or its corners, or a little in it, turned at random.
static imp3_pose pose_on_part(test_rng* rng, const imp3_compound* c, const imp3_shape* shape)
{
    imp3_pose r = imp3_pose_identity();
    imp3_shape t;
    imp3_quat turn;
    imp3_vec lowest;
    while (imp3_compound_part(c, test_rng_int(rng, 0, c->part_count - 1), &t))
    {
    }
    turn.x = test_rng_range(rng, -1.0f, 1.0f);
    turn.y = test_rng_range(rng, -1.0f, 1.0f);
    turn.z = test_rng_range(rng, -1.0f, 1.0f);
    turn.w = test_rng_range(rng, 0.1f, 1.0f);
    assert_int_equal(imp3_rot_of_quat(turn, &r.q), IMP_OK);
    assert_int_equal(imp3_shape_support(shape, &r, imp3_vec_negate(t.normal), &lowest, NULL), IMP_OK);
    const imp3_vec at[3] = {t.a, t.b, t.c};
    imp3_vec middle = imp3_vec_add(imp3_vec_add(at[0], at[test_rng_int(rng, 0, 1)]), at[test_rng_int(rng, 0, 1) * 2]);
    float up = test_rng_range(rng, -0.05f, 0.04f) - imp3_vec_dot(lowest, t.normal);
    r.p = imp3_vec_add(imp3_vec_scale(middle, 1.0f / 3.0f), imp3_vec_scale(t.normal, up));
    return r;
}

/// Pairs of a case: seen and not, and how often it was told that there is nothing.
typedef struct seen_counts
{
    uint64_t pairs, apart, none, far;
} seen_counts;

static void look_at_pair(const imp3i_compound_pair* c, int32_t i, int32_t j, bool of_b, imp3i_part_answers* seen,
                         imp3i_part_answers* unseen, seen_counts* counts)
{
    imp3_manifold m, plain;
    imp3i_placed_parts p;
    float distance;
    int32_t part = of_b ? j : i;
    int sight = imp3i_look_at_parts(c, &seen->seen, part, MARGIN);
    int kind = imp3i_part_manifold_of(c, i, j, (float)MARGIN, seen, &m);
    int kind_plain = imp3i_part_manifold_of(c, i, j, (float)MARGIN, unseen, &plain);
    assert_int_equal(kind, kind_plain);
    assert_memory_equal(&m, &plain, sizeof m);
    imp3_nearest nearest;
    imp3i_place_parts(c, i, j, &p);
    assert_int_equal(imp3_distance(&p.a, &c->pose_a, &p.b, &c->pose_b, &nearest), IMP_OK);
    distance = nearest.distance;
    if (sight != IMP3I_SIGHT_NEAR || imp3i_are_seen_apart(c, &seen->seen, part))
    {
        assert_number(distance, >, 0.0f);
    }
    if (sight == IMP3I_SIGHT_FAR)
    {
        assert_number(distance, >, (float)MARGIN);
    }
    ++counts->pairs;
    counts->apart += sight != IMP3I_SIGHT_NEAR;
    counts->none += sight >= IMP3I_SIGHT_NONE;
    counts->far += sight == IMP3I_SIGHT_FAR;
}

static void what_is_left_out_has_no_contact(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 362};
    seen_counts counts = {0, 0, 0, 0};
    for (uint64_t k = 0; k < test_n(96); ++k)
    {
        imp3_compound surface = k % 3 == 2 ? hills(&rng) : bumpy_torus(&rng, k % 3 == 1), single;
        imp3_shape shape;
        imp3i_part_answers seen, unseen;
        make_shape((int)(k / 3 % 4), &shape);
        bool of_b = k / 12 % 2;
        imp3_pose pose = pose_on_part(&rng, &surface, &shape), here = imp3_pose_identity();
        assert_int_equal(imp3_compound_of_shape(&shape, &single), IMP_OK);
        imp3i_compound_pair c = of_b ? imp3i_compound_pair_of(&single, &pose, &surface, &here)
                                     : imp3i_compound_pair_of(&surface, &here, &single, &pose);
        imp3i_part_answers_start(&c, &seen);
        imp3i_part_answers_start(&c, &unseen);
        assert_non_null(seen.seen.surface);
        unseen.seen.surface = NULL;
        imp3i_near near = imp3i_near_start(&c, MARGIN);
        near.by_boxes = true;
        while (imp3i_near_next(&c, &near))
        {
            look_at_pair(&c, near.i, near.j, of_b, &seen, &unseen, &counts);
        }
        imp3_compound_free(&surface);
        imp3_shape_free(&shape);
    }
    assert_number(counts.apart, >, counts.pairs / 2);
    assert_number(counts.none, >, counts.pairs / 3);
    assert_number(counts.far, >, counts.pairs / 8);
    test_report("pairs of a triangle and a shape", counts.pairs);
}

/// The search for the normal of both along which a pair is least deep.
typedef struct own_search
{
    const imp3i_compound_pair* c;
    const imp3i_pair* p;
    int32_t part;
    double apart;
} own_search;

static bool is_own_of_part(void* context, imp3i_dvec n)
{
    own_search* s = (own_search*)context;
    imp3i_dvec own = imp3i_drot_apply_inverse(s->c->qa, n);
    int32_t vertex;
    if (!imp3i_normal_is_own(s->c->a, s->part, imp3i_dvec_none(), own, 0.0, IMP3I_LEVEL_RISE))
    {
        return false;
    }
    imp3i_dvec on_a = imp3i_support_a(s->p, n, &vertex), on_b = imp3i_support_b(s->p, imp3i_dnegate(n), &vertex);
    s->apart = imp3i_ddot(n, imp3i_dsub(on_b, on_a));
    return true;
}

static void leaning_normals_are_all_there_are(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 363};
    uint64_t count = 0;
    for (uint64_t k = 0; k < test_n(16); ++k)
    {
        imp3_compound surface = bumpy_torus(&rng, false), single;
        imp3_shape shape;
        make_shape((int)(k % 4), &shape);
        imp3_pose pose = pose_on_part(&rng, &surface, &shape), here = imp3_pose_identity();
        assert_int_equal(imp3_compound_of_shape(&shape, &single), IMP_OK);
        imp3i_compound_pair c = imp3i_compound_pair_of(&surface, &here, &single, &pose);
        for (imp3i_near near = imp3i_near_start(&c, MARGIN); imp3i_near_next(&c, &near);)
        {
            imp3i_placed_parts p;
            double lean = imp3i_surface_lean(imp3i_compound_block_of(&surface), near.i);
            imp3i_place_parts(&c, near.i, 0, &p);
            own_search all = {&c, &p.pair, near.i, -INFINITY}, leaning = all;
            imp3i_penetration_among(&p.pair, 10.0, is_own_of_part, &all);
            if (lean < INFINITY)
            {
                assert_true(imp3i_leaning_normals(&p.pair, false, lean, 10.0, is_own_of_part, &leaning));
                assert_number(fabs(leaning.apart - all.apart), <=, 1e-9);
                ++count;
            }
        }
        imp3_compound_free(&surface);
        imp3_shape_free(&shape);
    }
    assert_number(count, >, 100);
    test_report("pairs whose best normal is among those that lean little", count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normals_lean_no_farther),
        cmocka_unit_test(leans_are_unknown_where_they_are),
        cmocka_unit_test(what_is_left_out_has_no_contact),
        cmocka_unit_test(leaning_normals_are_all_there_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
