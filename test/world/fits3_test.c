// SPDX-License-Identifier: MIT
//
// Meshes with distance fields in worlds: a nut on a bolt advances by its pitch, stays by its friction or runs down with less,
// a chain of rings holds, gears keep their ratio, fast ones too, and a snapshot and threads go on with the same bits.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit3.h"
#include "oracle/solids3.h"

enum
{
    NUT_STEPS = 20,
    FAST_STEPS = 6,
    BYTES_MOST = 1 << 22
};

#define CELL 0.00025f

/// A bolt M20 x 2.5 that stands, and its nut with a gap of 0.1 mm.
typedef struct bolt_scene
{
    imp3_world* w;
    imp_body body;
} bolt_scene;

static imp3_compound bolt_mesh, nut_mesh;

static int make_meshes(void** state)
{
    (void)state;
    const test_thread bolt = {0.010, 0.0025, 0.0, 0.0, 8, 96}, nut = {0.010, 0.0025, 0.0001, 0.015, 4, 84};
    bolt_mesh = test_solid_mesh(test_solid_bolt(&bolt), CELL);
    nut_mesh = test_solid_mesh(test_solid_nut(&nut), CELL);
    return 0;
}

static int free_meshes(void** state)
{
    (void)state;
    imp3_compound_free(&bolt_mesh);
    imp3_compound_free(&nut_mesh);
    return 0;
}

static bolt_scene bolt_and_nut(float friction, float gravity)
{
    bolt_scene s;
    imp3_world_def def = imp3_world_default();
    def.gravity.z = -gravity;
    def.length_unit = 0.01f;
    def.sub_steps = 8;
    def.no_sleep = true;
    assert_int_equal(imp3_world_make(&def, &s.w), IMP_OK);
    imp3_collider_def collider = imp3_collider_default();
    imp_collider made;
    collider.density = 7800.0f;
    collider.material.friction = friction;
    imp_body ground = add_body(s.w, IMP_BODY_STATIC, vec(0.0f, 0.0f, 0.0f), vec(0.0f, 0.0f, 0.0f));
    s.body = add_body(s.w, IMP_BODY_DYNAMIC, vec(0.0f, 0.0f, -0.00009f), vec(0.0f, 0.0f, 0.0f));
    assert_int_equal(imp3_world_add_compound(s.w, ground, &bolt_mesh, &collider, &made), IMP_OK);
    assert_int_equal(imp3_world_add_compound(s.w, s.body, &nut_mesh, &collider, &made), IMP_OK);
    return s;
}

/// Half a cell is the most that they may overlap.
static void overlap_is_small(const bolt_scene* s)
{
    const imp3_pose here = imp3_pose_identity();
    imp3_body_state state = state_of(s->w, s->body);
    imp3_compound_contacts found = {0};
    assert_int_equal(imp3_compound_collide(&bolt_mesh, &here, &nut_mesh, &state.pose, 0.0f, &found), IMP_OK);
    assert_number(found.depth, <=, 0.5f * CELL);
}

static void nuts_advance_by_a_pitch(void** state)
{
    (void)state;
    bolt_scene s = bolt_and_nut(0.02f, G);
    double angle = 0.0, start = 0.0, end = 0.0;
    int64_t steps = (int64_t)test_n(NUT_STEPS);
    steps = steps < 340 ? steps : 340;
    for (int64_t i = 0; i < steps; ++i)
    {
        const imp3_vec spin = {0.0f, 0.0f, 3.0f};
        imp3_body_state now = state_of(s.w, s.body);
        assert_int_equal(imp3_world_set_velocity(s.w, s.body, now.velocity, spin), IMP_OK);
        imp3_rot before = now.pose.q;
        run(s.w, 1);
        now = state_of(s.w, s.body);
        angle += (double)imp3_vec_dot(imp3_vec_cross(before.x, now.pose.q.x), vec(0.0f, 0.0f, 1.0f));
        start = i < 5 ? (double)now.pose.p.z : start;
        angle = i < 5 ? 0.0 : angle;
        end = (double)now.pose.p.z;
        if (i % 10 == 9)
        {
            overlap_is_small(&s);
        }
    }
    // It may lie anywhere within the gap.
    near_to((end - start), angle / TEST_TURN * 0.0025, 0.0001 + 0.02 * fabs(angle) / TEST_TURN * 0.0025);
    imp3_world_free(s.w);
}

/// How far a body has turned about z since another state.
static double turned_between(const imp3_body_state* before, const imp3_body_state* now)
{
    const imp3_vec axis = {0.0f, 0.0f, 1.0f}, x = before->pose.q.x, to = now->pose.q.x;
    return atan2((double)imp3_vec_dot(imp3_vec_cross(x, to), axis), (double)imp3_vec_dot(x, to));
}

/// Of what turns about z, for the most part.
static double energy_about_z(const imp3_body_state* s)
{
    double speed = (double)length_of(s->velocity), spin = (double)length_of(s->angular_velocity);
    return 0.5 * (double)s->mass * speed * speed + 0.5 * (double)s->inertia.zz * spin * spin;
}

// A step with 1.7 rad is taken in parts: the nut neither goes through the thread nor jams, and gains nothing.
static void fast_nuts_stay_in_the_thread(void** state)
{
    (void)state;
    const float spins[4] = {-9.0f, 20.0f, 45.0f, 100.0f};
    for (int k = 0; k < 4; ++k)
    {
        bolt_scene s = bolt_and_nut(0.0f, 0.0f);
        double angle = 0.0, energy = 0.0;
        const imp3_vec spin = {0.0f, 0.0f, spins[k]};
        assert_int_equal(imp3_world_set_velocity(s.w, s.body, vec(0.0f, 0.0f, 0.0f), spin), IMP_OK);
        const imp3_body_state start = state_of(s.w, s.body);
        for (int i = 0; i < FAST_STEPS; ++i)
        {
            const imp3_body_state before = state_of(s.w, s.body);
            run(s.w, 1);
            const imp3_body_state now = state_of(s.w, s.body);
            angle += turned_between(&before, &now);
            energy = fmax(energy, energy_about_z(&now));
            overlap_is_small(&s);
        }
        const imp3_body_state end = state_of(s.w, s.body);
        shows(energy, <=, energy_about_z(&start));
        shows(fabs(angle), >, 0.75 * fabs((double)spins[k]) * FAST_STEPS * (double)DT);
        near_to((double)end.pose.p.z - (double)start.pose.p.z, angle / TEST_TURN * 0.0025, 0.00025);
        imp3_world_free(s.w);
    }
}

// More than a turn in each step: the number of parts is bounded, and the nut still goes along the thread, to its end.
static void nuts_at_400_rad_stay_in_the_thread(void** state)
{
    (void)state;
    bolt_scene s = bolt_and_nut(0.0f, 0.0f);
    const imp3_vec spin = {0.0f, 0.0f, 400.0f};
    assert_int_equal(imp3_world_set_velocity(s.w, s.body, vec(0.0f, 0.0f, 0.0f), spin), IMP_OK);
    const imp3_body_state start = state_of(s.w, s.body);
    double angle = 0.0;
    for (int i = 0; i < 4; ++i)
    {
        run(s.w, 1);
        const imp3_body_state now = state_of(s.w, s.body);
        angle += (double)now.angular_velocity.z * (double)DT;
        overlap_is_small(&s);
        shows(energy_about_z(&now), <=, energy_about_z(&start));
        near_to((double)now.pose.p.z - (double)start.pose.p.z, angle / TEST_TURN * 0.0025, 0.0005);
    }
    shows(angle, >, 0.75 * 400.0 * 4.0 * (double)DT);
    imp3_world_free(s.w);
}

// It locks above 0.0375: the lead angle is 2.48 degrees, and flanks lean by 30. Below it runs down, and does not jam.
static void nuts_stay_by_friction(void** state)
{
    (void)state;
    const float frictions[3] = {0.05f, 0.01f, 0.0f};
    for (int k = 0; k < 3; ++k)
    {
        bolt_scene s = bolt_and_nut(frictions[k], G);
        run(s.w, 10);
        imp3_body_state before = state_of(s.w, s.body);
        run(s.w, NUT_STEPS);
        imp3_body_state after = state_of(s.w, s.body);
        double turned = (double)imp3_vec_dot(imp3_vec_cross(before.pose.q.x, after.pose.q.x), vec(0.0f, 0.0f, 1.0f));
        double sunk = (double)before.pose.p.z - (double)after.pose.p.z;
        overlap_is_small(&s);
        if (k == 0)
        {
            shows(fabs(sunk), <, 5e-6);
            shows(fabs(turned), <, 0.004);
        }
        else
        {
            // Faster than when it began.
            shows(sunk, >, 1e-4);
            shows(-turned, >, 0.25);
            shows(-(double)after.angular_velocity.z, >, -(double)before.angular_velocity.z);
        }
        imp3_world_free(s.w);
    }
}

/// A small thing inside of a large one is pushed out of it, also from its very middle.
static void what_is_inside_leaves(void** state)
{
    (void)state;
    imp3_compound box = test_solid_mesh(test_solid_box(1.0f, 1.2f, 1.4f), 0.1f);
    imp3_compound ball = test_solid_mesh(test_solid_ball(0.2, 16, 9), 0.05f);
    const imp3_pose here = imp3_pose_identity();
    const imp3_vec starts[2] = {{0.5f, 0.1f, -0.2f}, {0.0f, 0.0f, 0.0f}};
    for (int k = 0; k < 2; ++k)
    {
        imp3_world* w = new_world(vec(0.0f, 0.0f, 0.0f), NULL);
        imp3_collider_def collider = imp3_collider_default();
        imp_collider made;
        imp_body ground = add_body(w, IMP_BODY_STATIC, vec(0.0f, 0.0f, 0.0f), vec(0.0f, 0.0f, 0.0f));
        imp_body body = add_body(w, IMP_BODY_DYNAMIC, starts[k], vec(0.0f, 0.0f, 0.0f));
        assert_int_equal(imp3_world_add_compound(w, ground, &box, &collider, &made), IMP_OK);
        assert_int_equal(imp3_world_add_compound(w, body, &ball, &collider, &made), IMP_OK);
        run(w, 120);
        imp3_body_state s = state_of(w, body);
        imp3_compound_contacts found = {0};
        assert_int_equal(imp3_compound_collide(&box, &here, &ball, &s.pose, 0.0f, &found), IMP_OK);
        shows(length_of(s.pose.p), >, 0.5f);
        shows(found.depth, <, 0.05f);
        shows(length_of(s.velocity), <, 4.0f);
        imp3_world_free(w);
    }
    imp3_compound_free(&box);
    imp3_compound_free(&ball);
}

static void snapshots_have_fields(void** state)
{
    (void)state;
    bolt_scene s = bolt_and_nut(0.05f, G);
    run(s.w, 5);
    uint8_t* bytes = malloc(BYTES_MOST);
    assert_non_null(bytes);
    int32_t count;
    imp3_world* again = new_world(vec(0.0f, 0.0f, 0.0f), NULL);
    assert_int_equal(imp3_world_save(s.w, bytes, BYTES_MOST, &count), IMP_OK);
    assert_int_equal(imp3_world_load(again, bytes, count), IMP_OK);
    run(s.w, 5);
    run(again, 5);
    imp3_body_state one = state_of(s.w, s.body), other = state_of(again, s.body);
    assert_memory_equal(&one.pose, &other.pose, sizeof one.pose);
    imp3_world_free(again);
    free(bytes);
    imp3_world_free(s.w);
}

static void chains_hold(void** state)
{
    (void)state;
    enum
    {
        LINKS = 4
    };
    imp3_compound ring = test_solid_mesh(test_solid_torus(0.1, 0.02, 24, 12), 0.008f);
    imp3_world_def def = imp3_world_default();
    imp3_world* w;
    def.gravity.z = -G;
    def.length_unit = 0.1f;
    assert_int_equal(imp3_world_make(&def, &w), IMP_OK);
    imp_body links[LINKS];
    for (int k = 0; k < LINKS; ++k)
    {
        imp3_body_def body = imp3_body_default();
        imp3_collider_def collider = imp3_collider_default();
        imp_collider made;
        body.kind = k == 0 ? IMP_BODY_STATIC : IMP_BODY_DYNAMIC;
        body.pose.p.z = -0.159f * (float)k;
        const imp3_vec x = {1.0f, 0.0f, 0.0f}, y = {0.0f, 1.0f, 0.0f};
        assert_int_equal(imp3_rot_make(k % 2 ? x : y, (float)(0.25 * TEST_TURN), &body.pose.q), IMP_OK);
        collider.density = 1000.0f;
        assert_int_equal(imp3_world_add_body(w, &body, &links[k]), IMP_OK);
        assert_int_equal(imp3_world_add_compound(w, links[k], &ring, &collider, &made), IMP_OK);
    }
    run(w, (int32_t)test_n(60));
    for (int k = 1; k < LINKS; ++k)
    {
        imp3_body_state s = state_of(w, links[k]);
        near_to(s.pose.p.z, -0.16 * k, 0.004 * k);
        shows(length_of(s.velocity), <, 0.05f);
    }
    imp3_world_free(w);
    imp3_compound_free(&ring);
}

/// A gear about z: teeth are waves of a circle, or involutes of one.
typedef struct test_gear
{
    double radius, tooth;  // half the depth of a tooth [m]
    int teeth;
    double shift;  // [teeth]
    bool involute;
} test_gear;

#define GEAR_PRESSURE (20.0 / 360.0 * TEST_TURN)  // angle at the pitch circle
#define GEAR_BACKLASH 0.02                        // of the width of a tooth

static double involute_of(double pressure)
{
    return tan(pressure) - pressure;
}

/// The radius at which a tooth of involute flanks ends, at an angle from its middle. Below their base circle flanks are radial.
static double involute_radius(const test_gear* g, double angle)
{
    const double base = g->radius * cos(GEAR_PRESSURE), at_pitch = 0.25 * TEST_TURN / g->teeth * (1.0 - GEAR_BACKLASH);
    double low = g->radius - 1.25 * g->tooth, high = g->radius + g->tooth;
    for (int i = 0; i < 40; ++i)
    {
        const double middle = 0.5 * (low + high), along = middle > base ? acos(base / middle) : 0.0;
        const bool inside = angle < at_pitch + involute_of(GEAR_PRESSURE) - involute_of(along);
        low = inside ? middle : low;
        high = inside ? high : middle;
    }
    return low;
}

static test_outline gear_outline(const void* context, double angle, int32_t ring, int32_t rings)
{
    const test_gear* g = context;
    const double turn = g->teeth * angle - TEST_TURN * g->shift;
    const double wave = g->involute ? involute_radius(g, fabs(remainder(turn, TEST_TURN)) / g->teeth)
                                    : g->radius + g->tooth * cos(turn);
    const test_outline r = {wave, 0.01 * (2.0 * ring / (rings - 1) - 1.0)};
    return r;
}

static imp_body add_gear(imp3_world* w, const test_gear* g, float x)
{
    imp3_compound mesh = test_solid_mesh(test_solid_turned(gear_outline, g, (g->involute ? 24 : 12) * g->teeth, 3, false), 0.001f);
    imp3_body_def def = imp3_body_default();
    imp3_collider_def collider = imp3_collider_default();
    imp_collider made;
    imp_body body;
    def.kind = IMP_BODY_DYNAMIC;
    def.pose.p.x = x;
    def.locks = IMP3_LOCK_X | IMP3_LOCK_Y | IMP3_LOCK_Z | IMP3_LOCK_TURN_X | IMP3_LOCK_TURN_Y;
    collider.density = 1000.0f;
    collider.material.friction = 0.1f;
    assert_int_equal(imp3_world_add_body(w, &def, &body), IMP_OK);
    assert_int_equal(imp3_world_add_compound(w, body, &mesh, &collider, &made), IMP_OK);
    imp3_compound_free(&mesh);
    return body;
}

/// Turns 10 teeth against 20 with a load on these. Returns the hash of the world; *apart is how far both are from the
/// ratio of their teeth, in teeth.
static uint64_t run_gears(const imp_jobs* jobs, float speed, int64_t steps, double* turned, double* apart)
{
    const test_gear small = {0.04, 0.004, 10, 0.0, false}, large = {0.08, 0.004, 20, 0.5, false};
    imp3_world_def def = imp3_world_default();
    imp3_world* w;
    def.gravity = vec(0.0f, 0.0f, 0.0f);
    def.length_unit = 0.1f;
    def.jobs = jobs;
    assert_int_equal(imp3_world_make(&def, &w), IMP_OK);
    imp_body driver = add_gear(w, &small, 0.0f), driven = add_gear(w, &large, 0.1205f);
    double angles[2] = {0.0, 0.0};
    for (int64_t i = 0; i < steps; ++i)
    {
        const imp3_body_state before[2] = {state_of(w, driver), state_of(w, driven)};
        assert_int_equal(imp3_world_set_velocity(w, driver, vec(0.0f, 0.0f, 0.0f), vec(0.0f, 0.0f, speed)), IMP_OK);
        assert_int_equal(imp3_world_apply_torque(w, driven, vec(0.0f, 0.0f, 0.002f)), IMP_OK);
        run(w, 1);
        const imp3_body_state now[2] = {state_of(w, driver), state_of(w, driven)};
        for (int k = 0; k < 2; ++k)
        {
            angles[k] += turned_between(&before[k], &now[k]);
        }
        *apart = fmax(i == 0 ? 0.0 : *apart, fabs(10.0 * angles[0] + 20.0 * angles[1]) / TEST_TURN);
    }
    *turned = angles[0];
    uint64_t hash;
    assert_int_equal(imp3_world_hash(w, &hash), IMP_OK);
    imp3_world_free(w);
    return hash;
}

// Teeth neither skip nor pass through each other: ten times as fast, too.
static void gears_keep_their_ratio(void** state)
{
    (void)state;
    const float speeds[2] = {4.0f, 40.0f};
    for (int k = 0; k < 2; ++k)
    {
        double turned, apart;
        const int64_t steps = (int64_t)test_n(k ? 10 : 40);
        (void)run_gears(NULL, speeds[k], steps, &turned, &apart);
        shows(turned, >, 0.4 * (double)speeds[k] * (double)DT * (double)steps);
        shows(apart, <, 0.25);
    }
}

/// Turns a gear of 0.08 m against one of 0.16 m that bears a load, in touch in each step. Returns the ratio of what both
/// turn by; *error is that of transmission: how far their pitch circles slide upon each other [m].
static double run_involutes(imp3_world* w, imp_body driver, imp_body driven, float speed, float load, int64_t steps,
                            double* error)
{
    double turned[2] = {0.0, 0.0}, least = 0.0, most = 0.0;
    for (int64_t i = -10; i < steps; ++i)
    {
        const imp3_body_state before[2] = {state_of(w, driver), state_of(w, driven)};
        int32_t touching = 0;
        assert_int_equal(imp3_world_set_velocity(w, driver, vec(0.0f, 0.0f, 0.0f), vec(0.0f, 0.0f, speed)), IMP_OK);
        assert_int_equal(imp3_world_apply_torque(w, driven, vec(0.0f, 0.0f, load)), IMP_OK);
        run(w, 1);
        if (i >= 0)
        {
            const imp3_body_state now[2] = {state_of(w, driver), state_of(w, driven)};
            turned[0] += turned_between(&before[0], &now[0]);
            turned[1] += turned_between(&before[1], &now[1]);
            const double slid = 0.08 * turned[0] + 0.16 * turned[1];
            least = fmin(least, slid);
            most = fmax(most, slid);
            (void)imp3_world_contacts(w, NULL, 0, &touching);  // counts, without room
            assert_int_not_equal(touching, 0);
        }
    }
    *error = most - least;
    return -turned[0] / turned[1];
}

// Half as fast over some twenty teeth; and slowly, with all the error within half a cell of the field.
static void involute_gears_of_20_and_40_turn_as_2_to_1(void** state)
{
    (void)state;
    const test_gear small = {0.08, 0.008, 20, 0.0, true}, large = {0.16, 0.008, 40, 0.5, true};
    imp3_world_def def = imp3_world_default();
    imp3_world* w;
    def.gravity = vec(0.0f, 0.0f, 0.0f);
    def.length_unit = 0.1f;
    assert_int_equal(imp3_world_make(&def, &w), IMP_OK);
    const imp_body driver = add_gear(w, &small, 0.0f), driven = add_gear(w, &large, 0.24f);
    double error;
    near_to(run_involutes(w, driver, driven, 8.0f, 0.02f, (int64_t)test_n(50), &error), 2.0, 0.01);
    near_to(run_involutes(w, driver, driven, 0.9f, 0.2f, (int64_t)test_n(50), &error), 2.0, 0.01);
    shows(error, <, 0.0005);
    imp3_world_free(w);
}

/// The same bits on any number of threads.
static void gears_turn_the_same_on_threads(void** state)
{
    (void)state;
    double turned, apart;
    const uint64_t alone = run_gears(NULL, 20.0f, 6, &turned, &apart);
    imp_pool* pool;
    imp_jobs jobs;
    assert_int_equal(imp_pool_make(3, NULL, &pool), IMP_OK);
    assert_int_equal(imp_pool_jobs(pool, &jobs), IMP_OK);
    assert_true(run_gears(&jobs, 20.0f, 6, &turned, &apart) == alone);
    imp_pool_free(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nuts_advance_by_a_pitch),
        cmocka_unit_test(fast_nuts_stay_in_the_thread),
        cmocka_unit_test(nuts_at_400_rad_stay_in_the_thread),
        cmocka_unit_test(nuts_stay_by_friction),
        cmocka_unit_test(what_is_inside_leaves),
        cmocka_unit_test(snapshots_have_fields),
        cmocka_unit_test(chains_hold),
        cmocka_unit_test(gears_keep_their_ratio),
        cmocka_unit_test(involute_gears_of_20_and_40_turn_as_2_to_1),
        cmocka_unit_test(gears_turn_the_same_on_threads),
    };
    return cmocka_run_group_tests(tests, make_meshes, free_meshes);
}
