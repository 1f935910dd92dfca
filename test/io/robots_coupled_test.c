// SPDX-License-Identifier: MIT
//
// Joints of robots that follow others, and tendons of two: what poses of bodies say of their values, at all times.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/io_command.h"
#include "io/io_support.h"

// A bob of a kilogram that turns about x; rod and place of the joint are those of MJCF.
#define BOB(name, y, more)                                                                                             \
    "<body name='" name "' pos='0 " y " 0'><joint name='" name "' axis='1 0 0' " more "/><geom type='box' "            \
    "size='.1 .1 .1' pos='0 0 -.5' mass='1'/></body>"

// A slide along z.
#define LIFT(name, y, more)                                                                                            \
    "<body name='" name "' pos='0 " y " 0'><joint name='" name "' type='slide' axis='0 0 1' " more "/>"                \
    "<geom size='.1' mass='1'/></body>"

typedef struct robot
{
    io_scene scene;
    io_world3 world;
} robot;

static void make(robot* r, const char* text)
{
    io_error error;
    load_text(&r->scene, text, NULL, NULL);
    assert_int_equal(io_world3_make(&r->scene, NULL, &r->world, &error), IO_OK);
}

static void drop(robot* r)
{
    io_world3_free(&r->world);
    io_scene_free(&r->scene);
}

static imp3_body_state state_of(const robot* r, const char* name)
{
    imp3_body_state s = {.mass = 0};
    int32_t i = 0;
    while (i < r->world.body_count && strcmp(r->world.bodies[i].name, name) != 0)
    {
        i++;
    }
    assert_number(i, <, r->world.body_count);
    assert_int_equal(imp3_world_get_body(r->world.world, r->world.bodies[i].handle, &s), IMP_OK);
    return s;
}

// The turn of a body about x, between a half turn to both sides.
static double turn_of(const robot* r, const char* name)
{
    const imp3_rot q = state_of(r, name).pose.q;
    return atan2((double)q.y.z, (double)q.y.y);
}

static double height_of(const robot* r, const char* name)
{
    return (double)state_of(r, name).pose.p.z;
}

static void step(robot* r)
{
    assert_int_equal(imp3_world_step(r->world.world, 1 / 60.0f), IMP_OK);
}

// A URDF: axes that point against each other, a ratio, an offset, and a follower of a follower. What is released swings,
// and all three as one.
static void mimics_follow_at_all_times(void** state)
{
    (void)state;
    robot r;
    double least = 9, most = -9;
    make(
        &r,
        "<robot name='r'><link name='world'/>"
        "<link name='a'><inertial><origin xyz='0 1 0'/><mass value='2'/><inertia ixx='.1' iyy='.1' izz='.1' ixy='0' "
        "ixz='0' iyz='0'/></inertial></link>"
        "<link name='b'><inertial><mass value='1'/><inertia ixx='.1' iyy='.1' izz='.1' ixy='0' ixz='0' iyz='0'/>"
        "</inertial></link>"
        "<link name='c'><inertial><mass value='1'/><inertia ixx='.1' iyy='.1' izz='.1' ixy='0' ixz='0' iyz='0'/>"
        "</inertial></link>"
        "<joint name='ja' type='continuous'><parent link='world'/><child link='a'/><axis xyz='1 0 0'/></joint>"
        "<joint name='jb' type='continuous'><parent link='world'/><child link='b'/><origin xyz='0 9 0'/>"
        "<axis xyz='-1 0 0'/><mimic joint='ja' multiplier='-.5' offset='.3'/></joint>"
        "<joint name='jc' type='prismatic'><parent link='world'/><child link='c'/><origin xyz='0 5 0'/><axis xyz='0 0 1'/>"
        "<limit lower='-9' upper='9'/><mimic joint='jb' multiplier='2'/></joint></robot>");
    assert_int_equal(r.scene.coupling_count, 2);
    assert_int_equal(count_notes(&r.scene, IO_NOTE_SKIP, "coupl"), 0);
    for (int i = 0; i < 240; i++)
    {
        step(&r);
        const double a = turn_of(&r, "a"), b = -turn_of(&r, "b"), c = height_of(&r, "c");
        // Below a rod that begins level: never more than half a turn.
        assert_number(fabs(b - (-0.5 * a + 0.3)), <, 1e-3);
        assert_number(fabs(c - 2 * b), <, 1e-3);
        least = fmin(least, a);
        most = fmax(most, a);
    }
    assert_number(most - least, >, 1);
    drop(&r);
}

// MJCF counts both from where they are in the beginning: at their refs.
static void equalities_follow_at_all_times(void** state)
{
    (void)state;
    robot r;
    double moved = 0;
    make(&r, "<mujoco><compiler angle='radian'/><worldbody>" BOB("a", "0", "ref='.2'") BOB("b", "3", "ref='-.4'")
                 LIFT("c", "6", "ref='1'") "</worldbody><equality><joint joint1='b' joint2='a' polycoef='.1 -1.5'/>"
                                           "<joint joint1='c' polycoef='.25'/></equality></mujoco>");
    assert_int_equal(r.scene.coupling_count, 1);
    const double c = height_of(&r, "c");
    for (int i = 0; i < 240; i++)
    {
        step(&r);
        const double a = turn_of(&r, "a"), b = turn_of(&r, "b");
        // Turns of the bodies since their places: b - b0 = .1 - 1.5 (a - a0).
        assert_number(fabs(b - (0.1 - 1.5 * a)), <, 1e-3);
        assert_number(fabs(height_of(&r, "c") - c), <, 1e-4);
        moved = fmax(moved, fabs(a));
    }
    assert_number(moved, >, 0.01);
    assert_number(fabs(c - 0.25), <, 1e-6);
    drop(&r);
}

// Of three slides in a row the last is the axis that completes their frame, which may point against it.
static void rows_count_as_their_axes(void** state)
{
    (void)state;
    robot r;
    make(&r, "<mujoco><worldbody><body name='p'><joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/>"
             "<joint name='down' type='slide' axis='0 0 -1'/><geom size='.1' mass='1'/></body>" LIFT(
                 "c", "6",
                 "") "</worldbody><equality><joint joint1='c' joint2='down' polycoef='0 .5'/></equality></mujoco>");
    assert_int_equal(r.scene.joint_count, 2);
    for (int i = 0; i < 60; i++)
    {
        step(&r);
        assert_number(fabs(height_of(&r, "c") + 0.5 * height_of(&r, "p")), <, 1e-3);
    }
    assert_number(height_of(&r, "p"), <, -0.5);
    drop(&r);
}

// Two that hang on one rope: the heavier one goes down to the end of the range, and the sum stays.
static void tendons_hold_limit_and_pull(void** state)
{
    (void)state;
    robot r;
    // Held: z1 + 2 z2 = 0. The one whose rope is doubled weighs twice as much, and a bit.
    make(
        &r,
        "<mujoco><worldbody>" LIFT(
            "a", "0",
            "") "<body name='b' pos='0 3 0'><joint name='b' type='slide' axis='0 0 1'/>"
                "<geom size='.1' mass='3'/></body></worldbody><tendon><fixed name='t'><joint joint='a'/><joint joint='b' coef='2'/>"
                "</fixed></tendon><equality><tendon tendon1='t'/></equality></mujoco>");
    for (int i = 0; i < 60; i++)
    {
        step(&r);
        assert_number(fabs(height_of(&r, "a") + 2 * height_of(&r, "b")), <, 1e-4);
    }
    // Newton: a rises by 2 (3 g - 2 g) / (3 + 4) of both.
    const double wanted = 0.5 * (2 * 9.81 / 7);
    assert_number(fabs(height_of(&r, "a") - wanted), <, 0.02 * wanted);
    drop(&r);
    // Limited: both fall, until the sum is at the end of its range.
    make(
        &r,
        "<mujoco><worldbody>" LIFT("a", "0", "") LIFT(
            "b", "3",
            "damping='1'") "</worldbody><tendon><fixed name='t' range='-1.5 1' limited='true'><joint joint='a'/><joint joint='b'/></fixed>"
                           "</tendon></mujoco>");
    for (int i = 0; i < 120; i++)
    {
        step(&r);
        assert_number(height_of(&r, "a") + height_of(&r, "b"), >, -1.501);
    }
    assert_number(height_of(&r, "a") + height_of(&r, "b"), <, -1.499);
    drop(&r);
    // A spring, and an actuator that pulls the same way: both stiffnesses bear both weights.
    make(
        &r,
        "<mujoco><worldbody>" LIFT("a", "0", "damping='2'") LIFT(
            "b", "3",
            "damping='2'") "</worldbody><default><tendon damping='30'/></default><tendon><fixed name='t' stiffness='100' springlength='.5'>"
                           "<joint joint='a' coef='.5'/><joint joint='b' coef='.5'/></fixed></tendon>"
                           "<actuator><position tendon='t' kp='300' ctrlrange='.1 1'/></actuator></mujoco>");
    for (int i = 0; i < 600; i++)
    {
        step(&r);
    }
    // 100 (s - .5) + 300 (s - .1) = -2 * 9.81, of which each joint gets a half.
    const double sum = (height_of(&r, "a") + height_of(&r, "b")) / 2;
    assert_number(fabs(sum - (80 - 2 * 9.81) / 400), <, 1e-3);
    drop(&r);
}

// Whatever cannot be one is said, and the rest is as it was.
static void what_is_no_coupling_is_said(void** state)
{
    (void)state;
    robot r;
    make(
        &r,
        "<mujoco><worldbody><body><joint type='ball' name='ball'/><geom size='.1'/></body>" BOB("a", "3",
                                                                                                "") BOB("b", "6", "")
            BOB("c", "9",
                "") "</worldbody><tendon><spatial name='s'/><fixed name='three'><joint joint='a'/><joint joint='b'/>"
                    "<joint joint='c'/></fixed><fixed name='zero'><joint joint='a' coef='0'/><joint joint='b'/></fixed>"
                    "<fixed name='idle'><joint joint='a'/><joint joint='c'/></fixed></tendon><equality><tendon tendon1='three'/>"
                    "<joint joint1='a' joint2='b' polycoef='0 1 1'/><joint joint1='a' joint2='ball'/>"
                    "<joint joint1='a' joint2='b'/><joint joint1='b' joint2='a'/></equality>"
                    "<actuator><position tendon='three'/></actuator></mujoco>");
    assert_int_equal(r.scene.coupling_count, 2);
    assert_int_equal(count_notes(&r.scene, IO_NOTE_SKIP, "1 <spatial> of <tendon> that is not of two joints"), 1);
    assert_int_equal(count_notes(&r.scene, IO_NOTE_SKIP, "2 <fixed> of <tendon> that is not of two joints"), 1);
    assert_int_equal(count_notes(&r.scene, IO_NOTE_SKIP, "1 <tendon> of <equality> of more than two joints"), 1);
    assert_int_equal(count_notes(&r.scene, IO_NOTE_SKIP, "1 <joint> of <equality> that is no ratio"), 1);
    assert_int_equal(count_notes(&r.scene, IO_NOTE_SKIP, "1 couplings of a ball"), 1);
    assert_int_equal(count_notes(&r.scene, IO_NOTE_SKIP, "1 <position> of something other"), 1);
    step(&r);
    drop(&r);
}

// A robot that is saved as a scene of our own is the same.
static void saved_robots_are_the_same(void** state)
{
    (void)state;
    robot r[2];
    io_error error;
    char path[200];
    uint64_t hashes[2];
    snprintf(path, sizeof path, "%s/arm.json", test_folder);
    io_scene_init(&r[0].scene, NULL);
    io_scene_init(&r[1].scene, NULL);
    assert_int_equal(io_scene_load(&r[0].scene, IMP_SOURCE_DIR "/examples/arm.urdf", NULL, &error), IO_OK);
    assert_number(r[0].scene.coupling_count, >, 0);
    assert_int_equal(io_scene_save(&r[0].scene, path, &error), IO_OK);
    assert_int_equal(io_scene_load(&r[1].scene, path, NULL, &error), IO_OK);
    for (int i = 0; i < 2; i++)
    {
        assert_int_equal(io_world3_make(&r[i].scene, NULL, &r[i].world, &error), IO_OK);
        for (int k = 0; k < 60; k++)
        {
            step(&r[i]);
        }
        assert_int_equal(imp3_world_hash(r[i].world.world, &hashes[i]), IMP_OK);
        drop(&r[i]);
    }
    assert_true(hashes[0] == hashes[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mimics_follow_at_all_times),  cmocka_unit_test(equalities_follow_at_all_times),
        cmocka_unit_test(rows_count_as_their_axes),    cmocka_unit_test(tendons_hold_limit_and_pull),
        cmocka_unit_test(what_is_no_coupling_is_said), cmocka_unit_test(saved_robots_are_the_same),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
