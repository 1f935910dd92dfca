// SPDX-License-Identifier: MIT
//
// Concave things that hold each other: a burr puzzle of six pieces, which stays together until its key is drawn; chains of
// hooks; bowls in each other; a heap of chairs. By convex parts and by distance fields.

#include <stdlib.h>

#include "kit3.h"
#include "oracle/things3.h"

enum
{
    PIECES = 6,
    LINKS = 8,
    BOWLS = 20,
    CHAIRS = 50,
    CONTACTS_MOST = 20000
};

#define CELL 0.1f        // of the burr [m]
#define AIR 0.001f       // around each of its pieces [m]
#define STILL 1e-6       // energy of what is at rest [J/kg]
#define BURR_WEIGHT 900  // about [N]

static imp3_world* world_of(int32_t sub_steps)
{
    imp3_world_def def = imp3_world_default();
    imp3_world* w;
    def.gravity.z = -G;
    def.sub_steps = sub_steps;
    assert_int_equal(imp3_world_make(&def, &w), IMP_OK);
    return w;
}

static imp_body put(imp3_world* w, const imp3_compound* c, int32_t kind, imp3_pose pose, float friction)
{
    imp3_body_def def = imp3_body_default();
    imp3_collider_def worn = imp3_collider_default();
    imp_collider collider;
    imp_body body;
    def.kind = kind;
    def.pose = pose;
    worn.density = 1000.0f;
    worn.material.friction = friction;
    assert_int_equal(imp3_world_add_body(w, &def, &body), IMP_OK);
    assert_int_equal(imp3_world_add_compound(w, body, c, &worn, &collider), IMP_OK);
    return body;
}

/// With a field, or taken apart.
static imp3_compound thing_of(test_solid s, bool fitted, float grain)
{
    imp3_compound mesh = test_solid_mesh(s, fitted ? grain : 0.0f), set;
    const imp3_decompose_choice choice = {grain, 0};
    if (fitted)
    {
        return mesh;
    }
    assert_int_equal(imp3_mesh_decompose(&mesh, &choice, NULL, NULL, &set, NULL), IMP_OK);
    imp3_compound_free(&mesh);
    return set;
}

/// Energy of motion for each kilogram; turning with the greatest inertia.
static double motion_of(const imp3_world* w, const imp_body* bodies, int32_t count)
{
    double energy = 0.0, mass = 0.0;
    for (int32_t k = 0; k < count; ++k)
    {
        const imp3_body_state s = state_of(w, bodies[k]);
        const double spin = (double)imp3_vec_dot(s.angular_velocity, s.angular_velocity);
        const double most = fmax((double)s.inertia.xx, fmax((double)s.inertia.yy, (double)s.inertia.zz));
        energy += 0.5 * ((double)s.mass * (double)imp3_vec_dot(s.velocity, s.velocity) + most * spin);
        mass += (double)s.mass;
    }
    return mass > 0.0 ? energy / mass : 0.0;
}

static double deepest_of(const imp3_world* w)
{
    imp3_world_contact* contacts = malloc(CONTACTS_MOST * sizeof *contacts);
    assert_non_null(contacts);
    int32_t count;
    double most = -1.0;
    assert_int_equal(imp3_world_contacts(w, contacts, CONTACTS_MOST, &count), IMP_OK);
    for (int32_t i = 0; i < count; ++i)
    {
        for (int32_t k = 0; k < contacts[i].manifold.count; ++k)
        {
            most = fmax(most, (double)contacts[i].manifold.points[k].depth);
        }
    }
    free(contacts);
    return most;
}

static bool any_awake(const imp3_world* w)
{
    imp_world_stats stats;
    assert_int_equal(imp3_world_stats(w, &stats), IMP_OK);
    return stats.awake > 0;
}

/// Steps until all sleep, at most so many; how many it took.
static int32_t settle(imp3_world* w, int32_t most)
{
    int32_t steps = 0;
    while (steps < most && any_awake(w))
    {
        run(w, 1);
        ++steps;
    }
    return steps;
}

// The burr

static imp3_compound pieces[2][PIECES];

static int make_pieces(void** state)
{
    (void)state;
    test_cells cells[PIECES];
    test_cells_burr(cells);
    for (int k = 0; k < 2 * PIECES; ++k)
    {
        const int of = k % PIECES;
        bool fitted = k >= PIECES;
        pieces[fitted][of] = thing_of(test_solid_cells(&cells[of], (double)CELL, (double)AIR), fitted,
                                      fitted ? 10.0f * AIR : 0.5f * AIR);
    }
    return 0;
}

static int free_pieces(void** state)
{
    (void)state;
    for (int k = 0; k < 2 * PIECES; ++k)
    {
        imp3_compound_free(&pieces[k / PIECES][k % PIECES]);
    }
    return 0;
}

/// It lies on the ground, and sleeps.
static imp3_world* lay_burr(bool fitted, imp_body bodies[PIECES])
{
    imp3_world* w = world_of(0);
    (void)add_ground(w, vec(0.0f, 0.0f, 1.0f), 0.6f, 0.0f);
    for (int k = 0; k < PIECES; ++k)
    {
        imp3_pose pose = imp3_pose_identity();
        pose.p.z = 3.0f * CELL;
        bodies[k] = put(w, &pieces[fitted][k], IMP_BODY_DYNAMIC, pose, 0.4f);
    }
    shows(settle(w, 600), <, 600);
    return w;
}

static float apart(const imp3_world* w, imp_body a, imp_body b)
{
    return length_of(imp3_vec_sub(state_of(w, a).pose.p, state_of(w, b).pose.p));
}

static void burrs_stay_together(void** state)
{
    (void)state;
    for (int fitted = 0; fitted < 2; ++fitted)
    {
        imp_body bodies[PIECES];
        imp3_world* w = lay_burr(fitted, bodies);
        for (int k = 1; k < PIECES; ++k)
        {
            // Two pieces may be apart by their air and half of that of a third.
            assert_number(apart(w, bodies[0], bodies[k]), <, 6.0f * AIR);
        }
        shows(deepest_of(w), <, (double)AIR);
        assert_number(motion_of(w, bodies, PIECES), <, STILL);
        imp3_world_free(w);
    }
}

/// Whether cells, moved by one along an axis, take places of others.
static bool is_in_the_way(const test_cells* moved, const test_cells* other, int32_t axis, int32_t by)
{
    bool r = false;
    for (int32_t i = 0; i < 6 * 6 * 6 && !r; ++i)
    {
        int32_t at[3] = {i / 36, i / 6 % 6, i % 6};
        bool owned = test_cells_has(moved, at[0], at[1], at[2]);
        at[axis] += by;
        r = owned && test_cells_has(other, at[0], at[1], at[2]);
    }
    return r;
}

/// Which pieces have to go along when one goes by a cell, as bits, by the cells alone.
static unsigned taken_along(const test_cells* cells, int piece, int32_t axis, int32_t by)
{
    unsigned all = 1u << piece, before = 0;
    while (all != before)
    {
        before = all;
        for (int i = 0; i < PIECES; ++i)
        {
            for (int k = 0; k < PIECES; ++k)
            {
                bool pushes = before >> i & 1 && i != k && is_in_the_way(&cells[i], &cells[k], axis, by);
                all |= pushes ? 1u << k : 0u;
            }
        }
    }
    return all;
}

// One piece is held and its neighbour is drawn along its length, by about the weight of the whole. Cells say which can go.
static void only_the_key_can_be_drawn(void** state)
{
    (void)state;
    test_cells cells[PIECES];
    test_cells_burr(cells);
    const int drawn[4] = {0, 2, 3, 5};
    for (int i = 0; i < 8; ++i)
    {
        const int k = drawn[i % 4], held = k ^ 1;
        imp_body bodies[PIECES];
        imp3_world* w = lay_burr(i >= 4, bodies);
        assert_int_equal(imp3_world_set_kind(w, bodies[held], IMP_BODY_STATIC), IMP_OK);
        double deepest = 0.0;
        for (int step = 0; step < 60; ++step)
        {
            const imp3_body_state s = state_of(w, bodies[k]);
            const imp3_vec along = k < 2 ? s.pose.q.x : k < 4 ? s.pose.q.y : s.pose.q.z;
            const imp3_vec force = imp3_vec_scale(along, (float)BURR_WEIGHT);
            assert_int_equal(imp3_world_apply_force(w, bodies[k], force, s.center), IMP_OK);
            run(w, 1);
            deepest = step % 20 == 19 ? fmax(deepest, deepest_of(w)) : deepest;
        }
        bool free = (taken_along(cells, k, k / 2, 1) >> held & 1) == 0;
        assert_true(free == (k == 0));
        if (free)
        {
            shows(apart(w, bodies[k], bodies[held]), >, 6.0f * CELL);
        }
        else
        {
            shows(apart(w, bodies[k], bodies[held]), <, 0.1f * CELL);
            shows(deepest, <, 2.0 * (double)AIR);
        }
        imp3_world_free(w);
    }
}

// Hooks

/// They swing, but none is lost.
static void hooks_hang_in_each_other(void** state)
{
    (void)state;
    const double radius = 0.2, gap = 0.3, thick = 0.04, pitch = 2.0 * radius + gap - 2.0 * thick;
    for (int fitted = 0; fitted < 2; ++fitted)
    {
        imp3_compound hook = thing_of(test_solid_hook(radius, gap, thick, 8, 8), fitted, fitted ? 0.01f : 0.005f);
        const int links = test_n(1) > 1 ? LINKS : fitted ? 4 : 3;
        imp3_world* w = world_of(0);
        imp_body bodies[LINKS];
        for (int k = 0; k < links; ++k)
        {
            imp3_pose pose = imp3_pose_identity();
            pose.p.z = (float)(-pitch * k + (k > 0 ? 0.005 : 0.0));
            assert_int_equal(imp3_rot_make(vec(0.0f, 0.0f, 1.0f), k % 2 ? 1.5707963f : 0.0f, &pose.q), IMP_OK);
            bodies[k] = put(w, &hook, k == 0 ? IMP_BODY_STATIC : IMP_BODY_DYNAMIC, pose, 0.4f);
        }
        const int32_t steps = (int32_t)test_n(60);
        for (int32_t i = 0; i < steps; ++i)
        {
            run(w, 1);
            for (int k = 1; k < links; ++k)
            {
                // One that is lost is a radius lower soon.
                const imp3_vec upper = state_of(w, bodies[k - 1]).pose.p, p = state_of(w, bodies[k]).pose.p;
                assert_number(fabs((double)p.z - (double)upper.z + pitch), <, 0.5 * radius);
                assert_number(hypot((double)p.x - (double)upper.x, (double)p.y - (double)upper.y), <, radius);
            }
        }
        shows(deepest_of(w), <, 0.25 * thick);
        imp3_world_free(w);
        imp3_compound_free(&hook);
    }
}

// Stacks and heaps

/// Ten times the size of one for soup, by fields: they stand on their feet in each other.
static void bowls_stand_in_each_other(void** state)
{
    (void)state;
    const float wall = 0.04f;
    const int count = test_n(1) > 1 ? BOWLS : BOWLS / 2;
    imp3_compound bowl = thing_of(test_solid_dish(0.8, 0.34, (double)wall, 24), true, 0.015f);
    imp3_world* w = world_of(16);
    imp_body bodies[BOWLS];
    imp3_vec before[BOWLS];
    (void)add_ground(w, vec(0.0f, 0.0f, 1.0f), 0.5f, 0.0f);
    for (int k = 0; k < count; ++k)
    {
        imp3_pose pose = imp3_pose_identity();
        pose.p.z = 0.001f + 2.0f * wall * (float)k;
        bodies[k] = put(w, &bowl, IMP_BODY_DYNAMIC, pose, 0.5f);
    }
    shows(settle(w, 600), <, 600);
    double least = 1.0, most = 0.0;
    for (int k = 0; k < count; ++k)
    {
        const imp3_vec p = state_of(w, bodies[k]).pose.p;
        before[k] = p;
        const double spacing = k > 0 ? (double)p.z - (double)before[k - 1].z : 2.0 * (double)wall;
        least = fmin(least, spacing);
        most = k > 0 ? fmax(most, spacing) : most;
        assert_number(hypot((double)p.x, (double)p.y), <, 0.001);
    }
    shows(most - least, <, 0.002);
    shows(deepest_of(w), <, (double)SLOP);
    // A minute, in which nothing moves; awake as well.
    assert_int_equal(imp3_world_set_no_sleep(w, bodies[0], true), IMP_OK);
    run(w, (int32_t)test_n(40) < 3600 ? (int32_t)test_n(40) : 3600);
    for (int k = 0; k < count; ++k)
    {
        assert_number(length_of(imp3_vec_sub(state_of(w, bodies[k]).pose.p, before[k])), <, 0.001f);
    }
    imp3_world_free(w);
    imp3_compound_free(&bowl);
}

static void chairs_lie_in_a_heap(void** state)
{
    (void)state;
    imp3_compound chair = thing_of(test_solid_chair(), false, 0.003f);
    imp3_world* w = world_of(0);
    imp_body bodies[CHAIRS];
    imp3_vec before[CHAIRS];
    test_rng rng = {test_seed()};
    (void)add_ground(w, vec(0.0f, 0.0f, 1.0f), 0.5f, 0.0f);
    for (int k = 0; k < CHAIRS; ++k)
    {
        imp3_pose pose = imp3_pose_identity();
        const imp3_vec axis = vec(test_rng_range(&rng, -1.0f, 1.0f), test_rng_range(&rng, -1.0f, 1.0f), 0.5f);
        assert_int_equal(imp3_rot_make(axis, test_rng_range(&rng, -3.0f, 3.0f), &pose.q), IMP_OK);
        pose.p = vec(0.95f * (float)(k % 3 - 1), 0.95f * (float)(k / 3 % 3 - 1), 0.95f * (0.7f + (float)(k / 9)));
        bodies[k] = put(w, &chair, IMP_BODY_DYNAMIC, pose, 0.5f);
    }
    shows(settle(w, 600), <=, 600);
    shows(motion_of(w, bodies, CHAIRS), <, STILL);
    shows(deepest_of(w), <, (double)SLOP);
    for (int k = 0; k < CHAIRS; ++k)
    {
        before[k] = state_of(w, bodies[k]).pose.p;
    }
    run(w, (int32_t)test_n(60) < 3600 ? (int32_t)test_n(60) : 3600);
    for (int k = 0; k < CHAIRS; ++k)
    {
        assert_number(length_of(imp3_vec_sub(state_of(w, bodies[k]).pose.p, before[k])), <, 0.001f);
    }
    imp3_world_free(w);
    imp3_compound_free(&chair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(burrs_stay_together),      cmocka_unit_test(only_the_key_can_be_drawn),
        cmocka_unit_test(hooks_hang_in_each_other), cmocka_unit_test(bowls_stand_in_each_other),
        cmocka_unit_test(chairs_lie_in_a_heap),
    };
    return cmocka_run_group_tests(tests, make_pieces, free_pieces);
}
