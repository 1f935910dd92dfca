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

// A car, gears with a rack, a pulley and a winch: numbers of joints go on through wheels.
static const char machines[] =
    "{\"impinge\":\"scene\",\"version\":1,\"bodies\":["
    "{\"name\":\"floor\",\"kind\":\"static\",\"colliders\":[{\"shape\":{\"kind\":\"box\",\"lower\":[-90,-1],\"upper\":[90,0]}}]},"
    "{\"name\":\"car\",\"pose\":{\"p\":[0,1]},\"colliders\":[{\"density\":50,\"shape\":{\"kind\":\"box\",\"lower\":[-1,-0.2],"
    "\"upper\":[1,0.2]}}]},"
    "{\"name\":\"rear\",\"pose\":{\"p\":[-0.8,0.4]},\"colliders\":[{\"friction\":1,\"shape\":{\"kind\":\"circle\",\"radius\":0.4}}]},"
    "{\"name\":\"front\",\"pose\":{\"p\":[0.8,0.4]},\"colliders\":[{\"friction\":1,\"shape\":{\"kind\":\"circle\",\"radius\":0.4}}]},"
    "{\"name\":\"sun\",\"pose\":{\"p\":[0,9]},\"mass\":1,\"inertia\":0.5},{\"name\":\"moon\",\"pose\":{\"p\":[3,9]},\"mass\":1,"
    "\"inertia\":0.5},{\"name\":\"bar\",\"pose\":{\"p\":[6,9]},\"mass\":1,\"inertia\":0.5},"
    "{\"name\":\"heavy\",\"pose\":{\"p\":[-6,6]},\"mass\":3,\"inertia\":1},{\"name\":\"light\",\"pose\":{\"p\":[-4,6]},\"mass\":1,"
    "\"inertia\":1}],"
    "\"joints\":["
    "{\"kind\":\"revolute\",\"name\":\"sun\",\"b\":\"sun\",\"axes\":{\"turn\":{\"motor\":true,\"speed\":2}}},"
    "{\"kind\":\"revolute\",\"b\":\"moon\"},"
    "{\"kind\":\"prismatic\",\"name\":\"bar\",\"b\":\"bar\",\"axis\":[0,1]},"
    "{\"kind\":\"rope\",\"name\":\"left\",\"b\":\"heavy\",\"at_a\":[-6,9],\"axes\":{\"distance\":{}}},"
    "{\"kind\":\"rope\",\"name\":\"right\",\"b\":\"light\",\"at_a\":[-4,9],\"axes\":{\"distance\":{}}}],"
    "\"vehicles\":[{\"chassis\":\"car\",\"up\":[0,3],\"wheels\":["
    "{\"body\":\"rear\",\"hertz\":3,\"damping_ratio\":0.7,\"travel_up\":0.25,\"travel_down\":0.125,\"speed\":10,\"torque\":500},"
    "{\"body\":\"front\",\"name\":\"front\"}]}],"
    "\"couplings\":["
    "{\"kind\":\"gear\",\"a\":\"sun\",\"b\":1,\"ratio\":-2},"
    "{\"kind\":\"rack\",\"a\":1,\"b\":\"bar\",\"radius\":0.5},"
    "{\"kind\":\"pulley\",\"a\":\"left\",\"b\":\"right\",\"ratio\":1.5,\"slack\":true},"
    "{\"kind\":\"sum\",\"a\":5,\"b\":\"front\",\"axis_a\":\"turn\",\"axis_b\":\"turn\",\"ratio_b\":-1,\"axis\":{\"hertz\":2,"
    "\"damping_ratio\":0.5,\"most\":100},\"break_force\":1000000}]}";

// The same by calls, in a world that has the bodies.
static void build_machines(imp2_world* world, const io_world_body* bodies)
{
    const imp2_vec up = {0, 3}, along = {0, 1}, pins[2] = {{0, 9}, {3, 9}};
    const imp2_vec hooks[2] = {{-6, 9}, {-4, 9}}, loads[2] = {{-6, 6}, {-4, 6}}, at = {6, 9};
    const imp_body none = {0};
    imp_joint joints[7];
    imp2_joint_def def;
    for (int i = 0; i < 2; i++)
    {
        assert_int_equal(imp2_world_joint_revolute(world, none, bodies[4 + i].handle, pins[i], &def), IMP_OK);
        def.axes[IMP2_AXIS_TURN].motor = i == 0;
        def.axes[IMP2_AXIS_TURN].speed = i == 0 ? 2 : 0;
        assert_int_equal(imp2_world_add_joint(world, &def, &joints[i]), IMP_OK);
    }
    assert_int_equal(imp2_world_joint_prismatic(world, none, bodies[6].handle, at, along, &def), IMP_OK);
    assert_int_equal(imp2_world_add_joint(world, &def, &joints[2]), IMP_OK);
    for (int i = 0; i < 2; i++)
    {
        assert_int_equal(imp2_world_joint_rope(world, none, bodies[7 + i].handle, hooks[i], loads[i], &def), IMP_OK);
        def.axes[IMP2_AXIS_DISTANCE] = (imp_axis){.kind = IMP_AXIS_FREE};
        assert_int_equal(imp2_world_add_joint(world, &def, &joints[3 + i]), IMP_OK);
    }
    imp_wheel wheels[2] = {imp_wheel_default(), imp_wheel_default()};
    wheels[0] = (imp_wheel){bodies[2].handle, 3, 0.7f, 0.25f, 0.125f};
    wheels[1].body = bodies[3].handle;
    assert_int_equal(imp2_world_add_wheels(world, bodies[1].handle, up, wheels, 2, joints + 5), IMP_OK);
    assert_int_equal(imp2_world_drive_wheel(world, joints[5], 10, 500), IMP_OK);
    imp_coupling_def couplings[4];
    imp_coupling coupling;
    assert_int_equal(imp2_world_coupling_gear(world, joints[0], joints[1], -2, &couplings[0]), IMP_OK);
    assert_int_equal(imp2_world_coupling_rack(world, joints[1], joints[2], 0.5f, &couplings[1]), IMP_OK);
    assert_int_equal(imp2_world_coupling_pulley(world, joints[3], joints[4], 1.5f, true, &couplings[2]), IMP_OK);
    couplings[3] = imp_coupling_default();
    couplings[3].a = joints[5];
    couplings[3].b = joints[6];
    couplings[3].axis_a = couplings[3].axis_b = IMP2_AXIS_TURN;
    couplings[3].ratio_b = -1;
    couplings[3].axis = (imp_axis){.kind = IMP_AXIS_FREE, .hertz = 2, .damping_ratio = 0.5f, .most = 100};
    couplings[3].break_force = 1000000;
    for (int i = 0; i < 4; i++)
    {
        assert_int_equal(imp2_world_add_coupling(world, &couplings[i], &coupling), IMP_OK);
    }
}

static void test_machines(void** state)
{
    (void)state;
    char text[sizeof machines], hash[40];
    io_scene scene;
    io_world world;
    io_error error;
    snprintf(text, sizeof text, "%.*s}", (int)(strstr(machines, ",\"joints\"") - machines), machines);
    io_scene_init(&scene, NULL);
    assert_int_equal(io_scene_load_bytes(&scene, "machines", text, strlen(text), NULL, &error), IO_OK);
    assert_int_equal(io_world_make(&scene, NULL, &world, &error), IO_OK);
    build_machines(world.world, world.bodies);
    snprintf(hash, sizeof hash, "%016" PRIx64, hash_after(world.world));
    io_world_free(&world);
    io_scene_free(&scene);
    write_file("machines.json", machines);
    assert_int_equal(run("run machines.json --json --seconds 2"), 0);
    assert_non_null(strstr(output, hash));
    assert_non_null(strstr(output, "\"joints\": {\"all\": 7, \"broken\": 0}"));
    assert_non_null(strstr(output, "\"couplings\": {\"all\": 4, \"broken\": 0}"));
    // Saved, twice: the second time it is the same text.
    static char saved[2][1 << 16];
    assert_number(run("check machines.json --save saved.json"), <, 2);
    assert_number(run("check saved.json --save again.json"), <, 2);
    (void)read_file("saved.json", saved[0], sizeof saved[0]);
    (void)read_file("again.json", saved[1], sizeof saved[1]);
    assert_string_equal(saved[0], saved[1]);
    assert_int_equal(run("run saved.json --json --seconds 2"), 0);
    assert_non_null(strstr(output, hash));
    // Two files make one scene: numbers are those of each file, and are written as those of all.
    write_file(
        "first.json",
        "{\"impinge\":\"scene\",\"version\":1,\"bodies\":[{\"mass\":1,\"inertia\":1},{\"mass\":1,\"inertia\":1}],"
        "\"joints\":[{\"kind\":\"revolute\",\"name\":\"sun\",\"b\":0}],\"vehicles\":[{\"chassis\":0,\"up\":"
        "[0,1],\"wheels\":[{\"body\":1}]}],\"couplings\":[{\"kind\":\"gear\",\"a\":0,\"b\":1,\"ratio\":3}]}");
    assert_number(run("check first.json machines.json --save both.json"), <, 2);
    assert_int_equal(run("run first.json machines.json --json --seconds 1"), 0);
    const char* found = strstr(output, "\"hash\": \"");
    assert_non_null(found);
    snprintf(hash, sizeof hash, "%.26s", found);
    assert_int_equal(run("run both.json --json --seconds 1"), 0);
    assert_non_null(strstr(output, hash));
    // The page, and a recording.
    static char page[1 << 20];
    assert_int_equal(run("run machines.json --seconds 2 --html page.html"), 0);
    expect_words("joints       7, of which 0 broke; 4 couplings, of which 0 broke");
    (void)read_file("page.html", page, sizeof page);
    assert_non_null(strstr(page, "\"couplings\":[[0,1,0,-1],[1,2,0,-1],[3,4,1,-1],[5,6,0,-1]],"));
    assert_int_equal(run("run machines.json --seconds 2 --record machines.rec"), 0);
    assert_int_equal(run("replay machines.rec --verify"), 0);
}

// A car on steered wheels with a bar against rolling, a cone, a joint of constant velocity, and one of 6 freedoms.
static const char machines3[] =
    "{\"impinge\":\"scene\",\"version\":1,\"dimension\":3,\"world\":{\"gravity\":[0,0,-10]},\"bodies\":["
    "{\"name\":\"floor\",\"kind\":\"static\",\"colliders\":[{\"shape\":{\"kind\":\"half-space\",\"normal\":[0,0,1]}}]},"
    "{\"name\":\"car\",\"pose\":{\"p\":[0,0,0.75]},\"colliders\":[{\"density\":200,\"shape\":{\"kind\":\"box\","
    "\"lower\":[-1,-0.5,-0.125],\"upper\":[1,0.5,0.125]}}]},"
    "{\"name\":\"fl\",\"pose\":{\"p\":[0.75,0.75,0.5]},\"colliders\":[{\"friction\":1,\"density\":100,\"shape\":{\"kind\":"
    "\"sphere\",\"radius\":0.5}}]},"
    "{\"name\":\"fr\",\"pose\":{\"p\":[0.75,-0.75,0.5]},\"colliders\":[{\"friction\":1,\"density\":100,\"shape\":{\"kind\":"
    "\"sphere\",\"radius\":0.5}}]},"
    "{\"name\":\"back\",\"pose\":{\"p\":[-0.75,0,0.5]},\"colliders\":[{\"friction\":1,\"density\":100,\"shape\":{\"kind\":"
    "\"sphere\",\"radius\":0.5}}]},"
    "{\"name\":\"bob\",\"pose\":{\"p\":[9,0,5]},\"colliders\":[{\"shape\":{\"kind\":\"box\",\"lower\":[0,-0.1,-0.1],"
    "\"upper\":[2,0.1,0.1]}}]},"
    "{\"name\":\"shaft\",\"pose\":{\"p\":[9,5,5]},\"spin\":[2,0,0],\"colliders\":[{\"shape\":{\"kind\":\"box\",\"lower\":"
    "[0,-0.1,-0.2],\"upper\":[2,0.1,0.2]}}]},"
    "{\"name\":\"free\",\"pose\":{\"p\":[9,9,5]},\"spin\":[1,2,0],\"colliders\":[{\"shape\":{\"kind\":\"box\",\"lower\":"
    "[-0.5,-0.1,-0.2],\"upper\":[0.5,0.1,0.2]}}]}],"
    "\"joints\":["
    "{\"kind\":\"cone\",\"name\":\"bob\",\"b\":\"bob\",\"axis\":[1,0,0],\"cone_y\":0.5},"
    "{\"kind\":\"universal\",\"name\":\"shaft\",\"b\":\"shaft\",\"axis\":[1,0,0],\"cardan\":false},"
    "{\"kind\":\"weld\",\"b\":\"free\",\"axis\":[0,1,0],\"up\":[1,0,0],\"cone_y\":0.5,\"cone_z\":1,\"cardan\":true,"
    "\"axes\":{\"x\":{\"lower\":-1,\"upper\":2},\"z\":{\"hertz\":2},\"twist\":{},\"swing_y\":{},\"swing_z\":{}}}],"
    "\"vehicles\":[{\"chassis\":\"car\",\"up\":[0,0,2],\"forward\":[3,0,1],\"wheels\":["
    "{\"body\":\"fl\",\"name\":\"fl\",\"steer\":0.25},{\"body\":\"fr\",\"name\":\"fr\",\"steer\":0.25},"
    "{\"body\":\"back\",\"speed\":4,\"torque\":900}]}],"
    "\"couplings\":[{\"kind\":\"roll bar\",\"a\":\"fl\",\"b\":\"fr\",\"stiffness\":5000},"
    "{\"kind\":\"sum\",\"a\":\"bob\",\"b\":\"shaft\",\"axis_a\":\"swing_y\",\"axis_b\":\"swing_y\",\"axis\":{\"hertz\":1}}]}";

static void build_machines3(imp3_world* world, const io_world_body* bodies)
{
    const imp_body none = {0};
    const imp3_vec x = {1, 0, 0}, bob = {9, 0, 5}, shaft = {9, 5, 5};
    imp_joint joints[6], wheels[3];
    imp3_joint_def def;
    assert_int_equal(imp3_world_joint_cone(world, none, bodies[5].handle, bob, x, &def), IMP_OK);
    def.cone_y = 0.5f;
    assert_int_equal(imp3_world_add_joint(world, &def, &joints[0]), IMP_OK);
    assert_int_equal(imp3_world_joint_universal(world, none, bodies[6].handle, shaft, x, &def), IMP_OK);
    def.cardan = false;
    assert_int_equal(imp3_world_add_joint(world, &def, &joints[1]), IMP_OK);
    // x along y of the world, z along x, so y along z.
    const imp3_pose at = {{9, 9, 5}, {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}};
    assert_int_equal(imp3_world_joint_at(world, none, bodies[7].handle, &at, &def), IMP_OK);
    def.cone_y = 0.5f;
    def.cone_z = 1;
    def.cardan = true;
    def.axes[IMP3_AXIS_X] = (imp_axis){.kind = IMP_AXIS_LIMITED, .lower = -1, .upper = 2};
    def.axes[IMP3_AXIS_Z] = spring(2, 0);
    for (int i = IMP3_AXIS_TWIST; i <= IMP3_AXIS_SWING_Z; i++)
    {
        def.axes[i] = (imp_axis){.kind = IMP_AXIS_FREE};
    }
    assert_int_equal(imp3_world_add_joint(world, &def, &joints[2]), IMP_OK);
    imp_wheel told[3];
    for (int i = 0; i < 3; i++)
    {
        told[i] = imp_wheel_default();
        told[i].body = bodies[2 + i].handle;
    }
    assert_int_equal(imp3_world_add_wheels(world, bodies[1].handle, imp3_pose_identity().q, told, 3, wheels), IMP_OK);
    assert_int_equal(imp3_world_steer_wheel(world, wheels[0], 0.25f), IMP_OK);
    assert_int_equal(imp3_world_steer_wheel(world, wheels[1], 0.25f), IMP_OK);
    assert_int_equal(imp3_world_drive_wheel(world, wheels[2], 4, 900), IMP_OK);
    imp_coupling_def bar, swings = imp_coupling_default();
    imp_coupling coupling;
    assert_int_equal(imp3_world_coupling_roll_bar(world, wheels[0], wheels[1], 5000, &bar), IMP_OK);
    assert_int_equal(imp3_world_add_coupling(world, &bar, &coupling), IMP_OK);
    swings.a = joints[0];
    swings.b = joints[1];
    swings.axis_a = swings.axis_b = IMP3_AXIS_SWING_Y;
    swings.axis = spring(1, 0);
    assert_int_equal(imp3_world_add_coupling(world, &swings, &coupling), IMP_OK);
}

static void test_machines_in_space(void** state)
{
    (void)state;
    char text[sizeof machines3], by_calls[40];
    io_scene scene;
    io_world3 world;
    io_error error;
    uint64_t hash;
    snprintf(text, sizeof text, "%.*s}", (int)(strstr(machines3, ",\"joints\"") - machines3), machines3);
    io_scene_init(&scene, NULL);
    assert_int_equal(io_scene_load_bytes(&scene, "machines", text, strlen(text), NULL, &error), IO_OK);
    assert_int_equal(io_world3_make(&scene, NULL, &world, &error), IO_OK);
    build_machines3(world.world, world.bodies);
    for (int i = 0; i < 120; i++)
    {
        assert_int_equal(imp3_world_step(world.world, (float)(1 / 60.0)), IMP_OK);
    }
    // It has gone forward, and to the left.
    imp3_body_state car;
    assert_int_equal(imp3_world_get_body(world.world, world.bodies[1].handle, &car), IMP_OK);
    assert_number(car.center.x, >, 0.5);
    assert_number(car.center.y, >, 0.1);
    assert_int_equal(imp3_world_hash(world.world, &hash), IMP_OK);
    snprintf(by_calls, sizeof by_calls, "%016" PRIx64, hash);
    io_world3_free(&world);
    io_scene_free(&scene);
    write_file("machines3.json", machines3);
    assert_int_equal(run("run machines3.json --json --seconds 2 --no-floor"), 0);
    assert_non_null(strstr(output, by_calls));
    assert_number(run("check machines3.json --save saved3.json"), <, 2);
    assert_int_equal(run("run saved3.json --json --seconds 2"), 0);
    assert_non_null(strstr(output, by_calls));
    assert_int_equal(run("run saved3.json --seconds 2 --html page3.html"), 0);
    expect_words("joints       6, of which 0 broke; 2 couplings, of which 0 broke");
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_worlds),
        cmocka_unit_test(test_space),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_machines),
        cmocka_unit_test(test_machines_in_space),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
