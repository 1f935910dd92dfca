// SPDX-License-Identifier: MIT
//
// Joints of scenes: worlds of them are those of the same calls, a scene that is saved comes back the same, and what
// cannot be is refused with its place.

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "io/io_command.h"
#include "io/io_support.h"

// A car on two wheels that pulls a sledge by a rope, a door on an object, a weight that two springs hold.
static const char plane[] =
    "{\"impinge\":\"scene\",\"version\":1,\"bodies\":["
    "{\"name\":\"floor\",\"kind\":\"static\",\"colliders\":[{\"shape\":{\"kind\":\"box\",\"lower\":[-9,-1],\"upper\":[30,0]}}]},"
    "{\"name\":\"car\",\"pose\":{\"p\":[0,1]},\"colliders\":[{\"shape\":{\"kind\":\"box\",\"lower\":[-1,-0.2],\"upper\":[1,0.2]}}]},"
    "{\"name\":\"wheel\",\"pose\":{\"p\":[-0.8,0.5]},\"colliders\":[{\"friction\":1,\"shape\":{\"kind\":\"circle\",\"radius\":0.4}}]},"
    "{\"name\":\"wheel\",\"pose\":{\"p\":[0.8,0.5]},\"colliders\":[{\"friction\":1,\"shape\":{\"kind\":\"circle\",\"radius\":0.4}}]},"
    "{\"name\":\"sledge\",\"pose\":{\"p\":[-3,0.25]},\"colliders\":[{\"friction\":0.1,\"shape\":{\"kind\":\"box\","
    "\"lower\":[-0.5,-0.25],\"upper\":[0.5,0.25]}}]}],"
    "\"objects\":[{\"name\":\"door\",\"pose\":{\"p\":[6,5]},\"shape\":{\"kind\":\"box\",\"lower\":[0,-0.1],\"upper\":[2,0.1]}}],"
    "\"joints\":["
    "{\"kind\":\"wheel\",\"a\":\"car\",\"b\":2,\"axis\":[0,2],\"axes\":{\"x\":{\"hertz\":4,\"damping_ratio\":0.7},"
    "\"turn\":{\"motor\":true,\"speed\":-10,\"most\":20}}},"
    "{\"kind\":\"wheel\",\"a\":\"car\",\"b\":3,\"axis\":[0,2],\"axes\":{\"x\":{\"hertz\":4,\"damping_ratio\":0.7}}},"
    "{\"kind\":\"rope\",\"a\":\"car\",\"b\":\"sledge\",\"at_a\":[-1,1],\"at_b\":[-2.5,0.25],\"break_force\":10000},"
    "{\"kind\":\"revolute\",\"b\":\"door\",\"at\":[6,5],\"axes\":{\"turn\":{\"lower\":-1,\"upper\":0.25}}}]}";

static const char space[] =
    "{\"impinge\":\"scene\",\"version\":1,\"dimension\":3,\"bodies\":["
    "{\"name\":\"rod\",\"pose\":{\"p\":[1,0,0]},\"colliders\":[{\"shape\":{\"kind\":\"box\",\"lower\":[-1,-0.1,-0.1],"
    "\"upper\":[1,0.1,0.1]}}]},"
    "{\"name\":\"bob\",\"pose\":{\"p\":[2.5,0,0]},\"spin\":[0,1,0],\"colliders\":[{\"shape\":{\"kind\":\"sphere\",\"radius\":0.3}}]}],"
    "\"joints\":["
    "{\"kind\":\"hinge\",\"b\":\"rod\",\"at\":[0,0,0],\"axis\":[0,0,3]},"
    "{\"kind\":\"ball\",\"a\":\"rod\",\"b\":\"bob\",\"at\":[2,0,0],\"axes\":{\"twist\":{\"kind\":\"locked\"}}},"
    "{\"kind\":\"weld\",\"a\":\"rod\",\"b\":\"bob\",\"axis\":[1,0,0],\"up\":[0,1,1],\"axes\":{\"x\":{},\"y\":{},\"z\":{},"
    "\"twist\":{},\"swing_y\":{\"hertz\":2},\"swing_z\":{}}}]}";

static imp_axis spring(float hertz, float ratio)
{
    const imp_axis axis = {.kind = IMP_AXIS_FREE, .hertz = hertz, .damping_ratio = ratio};
    return axis;
}

static uint64_t hash_after(imp2_world* world)
{
    uint64_t hash = 0;
    for (int i = 0; i < 120; i++)
    {
        assert_int_equal(imp2_world_step(world, (float)(1 / 60.0)), IMP_OK);
    }
    assert_int_equal(imp2_world_hash(world, &hash), IMP_OK);
    return hash;
}

// The scene as a world without its joints, and these by calls.
static uint64_t hash_by_calls(void)
{
    char text[sizeof plane];
    io_scene scene;
    io_world world;
    io_error error;
    snprintf(text, sizeof text, "%.*s}", (int)(strstr(plane, ",\"joints\"") - plane), plane);
    io_scene_init(&scene, NULL);
    assert_int_equal(io_scene_load_bytes(&scene, "car", text, strlen(text), NULL, &error), IO_OK);
    assert_int_equal(io_world_make(&scene, NULL, &world, &error), IO_OK);
    imp_body bodies[6], none = {0};
    for (int i = 0; i < 6; i++)
    {
        bodies[i] = world.bodies[i].handle;
    }
    const imp2_vec up = {0, 1}, from = {-1, 1}, to = {-2.5f, 0.25f}, pivot = {6, 5};
    imp2_joint_def def;
    imp_joint joint;
    for (int i = 0; i < 2; i++)
    {
        const imp_axis drive = {.kind = IMP_AXIS_FREE, .motor = true, .speed = -10, .most = 20};
        assert_int_equal(imp2_world_joint_wheel(world.world, bodies[1], bodies[2 + i], up, &def), IMP_OK);
        def.axes[IMP2_AXIS_X] = spring(4, 0.7f);
        def.axes[IMP2_AXIS_TURN] = i == 0 ? drive : def.axes[IMP2_AXIS_TURN];
        assert_int_equal(imp2_world_add_joint(world.world, &def, &joint), IMP_OK);
    }
    assert_int_equal(imp2_world_joint_rope(world.world, bodies[1], bodies[4], from, to, &def), IMP_OK);
    def.break_force = 10000;
    assert_int_equal(imp2_world_add_joint(world.world, &def, &joint), IMP_OK);
    assert_int_equal(imp2_world_joint_revolute(world.world, none, bodies[5], pivot, &def), IMP_OK);
    def.axes[IMP2_AXIS_TURN] = (imp_axis){.kind = IMP_AXIS_LIMITED, .lower = -1, .upper = 0.25f};
    assert_int_equal(imp2_world_add_joint(world.world, &def, &joint), IMP_OK);
    uint64_t hash = hash_after(world.world);
    io_world_free(&world);
    io_scene_free(&scene);
    return hash;
}

static void test_worlds(void** state)
{
    (void)state;
    char hash[40];
    snprintf(hash, sizeof hash, "%016" PRIx64, hash_by_calls());
    write_file("car.json", plane);
    assert_int_equal(run("run car.json --json --seconds 2"), 0);
    assert_non_null(strstr(output, hash));
    // The page has both ends of each: of a wheel its hub, of a door that hangs in the world the place.
    static char page[1 << 20];
    assert_int_equal(run("run car.json --seconds 2 --html page.html"), 0);
    (void)read_file("page.html", page, sizeof page);
    assert_non_null(strstr(
        page, "\"joints\":[[[1,-0.8,-0.5],[2,0,0]],[[1,0.8,-0.5],[3,0,0]],[[1,-1,0],[4,0.5,0]],[[6,5],[5,-1,0]]],"));
    // Once more as it was saved.
    assert_number(run("check car.json --save saved.json"), <, 2);  // the wheels overlap the car
    assert_int_equal(run("run saved.json --json --seconds 2"), 0);
    assert_non_null(strstr(output, hash));
    assert_int_equal(run("run car.json --seconds 2 --record car.rec"), 0);
    assert_int_equal(run("replay car.rec --verify"), 0);
    assert_non_null(strstr(output, "the same to the last bit"));
}

static void test_space(void** state)
{
    (void)state;
    static const char* const names[] = {"rod.json", "saved3.json"};
    char first[24] = "";
    write_file("rod.json", space);
    assert_int_equal(run("check rod.json --save saved3.json"), 0);
    for (int i = 0; i < 2; i++)
    {
        io_scene scene;
        io_world3 world;
        io_error error;
        uint64_t hash;
        char path[200];
        snprintf(path, sizeof path, "%s/%s", test_folder, names[i]);
        io_scene_init(&scene, NULL);
        assert_int_equal(io_scene_load(&scene, path, NULL, &error), IO_OK);
        assert_int_equal(scene.joint_count, 3);
        assert_int_equal(io_world3_make(&scene, NULL, &world, &error), IO_OK);
        for (int step = 0; step < 120; step++)
        {
            assert_int_equal(imp3_world_step(world.world, (float)(1 / 60.0)), IMP_OK);
        }
        imp3_joint_state s;
        for (int j = 0; j < 2; j++)
        {
            assert_int_equal(imp3_world_get_joint(world.world, world.joints[j], &s), IMP_OK);
            assert_number(s.values[IMP3_AXIS_DISTANCE], <, 1e-3);
        }
        assert_int_equal(imp3_world_hash(world.world, &hash), IMP_OK);
        char text[24];
        snprintf(text, sizeof text, "%016" PRIx64, hash);
        if (i > 0)
        {
            assert_string_equal(text, first);
        }
        memcpy(first, text, sizeof first);
        io_world3_free(&world);
        io_scene_free(&scene);
    }
}

static void test_refused(void** state)
{
    (void)state;
    static const struct
    {
        const char *joint, *text;
    } cases[] = {
        {"{\"kind\":\"glue\",\"b\":0}", "joints[0]: unknown kind of joint 'glue'"},
        {"{\"kind\":\"ball\",\"b\":0}", "unknown kind of joint 'ball'"},
        {"{\"kind\":\"revolute\"}", "'b' is missing"},
        {"{\"kind\":\"revolute\",\"b\":7}", "there is no body 7"},
        {"{\"kind\":\"revolute\",\"b\":\"x\"}", "no body is called 'x'"},
        {"{\"kind\":\"revolute\",\"a\":1,\"b\":1}", "there is no joint of a body with itself"},
        {"{\"kind\":\"revolute\",\"b\":1,\"axis\":[1,0]}", "unknown member 'axis'"},
        {"{\"kind\":\"prismatic\",\"b\":1}", "'axis' is missing"},
        {"{\"kind\":\"wheel\",\"b\":1,\"axis\":[1,0],\"up\":[0,1]}", "unknown member 'up'"},
        {"{\"kind\":\"mouse\",\"a\":0,\"b\":1}", "unknown member 'a'"},
        {"{\"kind\":\"revolute\",\"b\":1,\"axes\":{\"twist\":{}}}", "unknown axis 'twist'"},
        {"{\"kind\":\"revolute\",\"b\":1,\"axes\":{\"turn\":{\"lower\":1,\"upper\":0}}}", "axes.turn: a lower bound"},
        {"{\"kind\":\"revolute\",\"b\":1,\"axes\":{\"turn\":{\"most\":-1}}}", "'most' must be a number of 0 or more"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        char text[600];
        snprintf(text, sizeof text,
                 "{\"impinge\":\"scene\",\"version\":1,\"bodies\":[{},{\"name\":\"n\"}],\"joints\":[%s]}",
                 cases[i].joint);
        io_scene scene;
        io_error error;
        io_scene_init(&scene, NULL);
        assert_int_equal(io_scene_load_bytes(&scene, "s", text, strlen(text), NULL, &error), IO_ERR_MEANING);
        assert_int_equal(scene.joint_count, 0);
        char line[sizeof error.path + sizeof error.text + 2];
        snprintf(line, sizeof line, "%s: %s", error.path, error.text);
        if (!strstr(line, cases[i].text))
        {
            fail_msg("%s: %s", cases[i].joint, line);
        }
        io_scene_free(&scene);
    }
    // What only the bodies tell: the axis of a slider that has no length.
    write_file("zero.json", "{\"impinge\":\"scene\",\"version\":1,\"bodies\":[{}],\"joints\":[{\"kind\":\"prismatic\","
                            "\"b\":0,\"axis\":[0,0]}]}");
    assert_int_equal(run("run zero.json --seconds 1"), 2);
}

int main(void)
{
    if (!is_command_built())
    {
        printf("skip: the command is not built\n");
        return 0;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_worlds), cmocka_unit_test(test_space),
                                       cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
