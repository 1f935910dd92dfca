// SPDX-License-Identifier: MIT
//
// Meshes of scenes that bend: where their points are, by closed forms; in a world; saved; and told as wrongly as can be.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/io_command.h"
#include "io/io_hostile.h"

#define SQUARE "\"points\":[[-2,0,-2],[2,0,-2],[2,0,2],[-2,0,2]],\"triangles\":[[0,2,1],[0,3,2]]"
#define BODY(kind, shape)                                                                                              \
    "{\"impinge\":\"scene\",\"version\":1,\"dimension\":3,\"bodies\":[{\"kind\":\"" kind                               \
    "\",\"colliders\":[{\"shape\":{\"kind\":\"mesh\"," shape "}}]}]}"
#define BENDS(list) BODY("kinematic", SQUARE ",\"bends\":[" list "]")

#define UP "[[0,1,0],[0,1,0],[0,1,0],[0,1,0]]"
#define ASIDE "[[0.5,0,0],[0.5,0,0],[0.5,0,0],[0.5,0,0]]"
#define WAVE "{\"kind\":\"wave\",\"amplitude\":[0,0.25,0],\"along\":[3,0,4],\"length\":2.5,\"period\":1.5}"

static void load(io_scene* scene, const char* text)
{
    io_error error;
    io_scene_init(scene, NULL);
    if (io_scene_load_bytes(scene, "level.json", text, strlen(text), NULL, &error))
    {
        char line[1024];
        io_error_print(&error, line, sizeof line);
        fail_msg("%s", line);
    }
    assert_non_null(scene->space.colliders[0].bend);
}

static void expect_at(const io_scene* scene, double time, double x, double y)
{
    imp3_vec points[4];
    io_bend_at(scene->space.colliders[0].bend, time, points);
    for (int i = 0; i < 4; i++)
    {
        const double from = i == 1 || i == 2 ? 2 : -2;
        assert_number(fabs((double)points[i].x - from - x), <, 1e-6);
        assert_number(fabs((double)points[i].y - y), <, 1e-6);
        assert_true(points[i].z == (i < 2 ? -2.0f : 2.0f));
    }
}

static void weights_go_from_key_to_key(void** state)
{
    (void)state;
    io_scene scene;
    load(&scene,
         BENDS("{\"kind\":\"morph\",\"targets\":[" UP "," ASIDE "],\"times\":[1,2,4],\"weights\":[0,2,1,0,-1,4]}"));
    expect_at(&scene, 0, 1, 0);
    expect_at(&scene, 1, 1, 0);
    expect_at(&scene, 1.25, 0.75, 0.25);
    expect_at(&scene, 2, 0, 1);
    expect_at(&scene, 3, 1, 0);
    expect_at(&scene, 4, 2, -1);
    expect_at(&scene, 5.25, 0.75, 0.25);  // begun anew at 4 s
    expect_at(&scene, 4e6 + 3, 1, 0);
    io_scene_free(&scene);
    load(&scene,
         BENDS("{\"kind\":\"morph\",\"interpolation\":\"step\",\"loop\":false,\"targets\":[" UP "],\"times\":[0,1,2],"
               "\"weights\":[1,2,3]}"));
    expect_at(&scene, 0.999, 0, 1);
    expect_at(&scene, 1, 0, 2);
    expect_at(&scene, 99, 0, 3);
    io_scene_free(&scene);
    // t^3 - 2 t has the slopes -2, 1 and 10 at 0, 1 and 2: a cubic spline is exact.
    load(&scene, BENDS("{\"kind\":\"morph\",\"interpolation\":\"cubic spline\",\"loop\":false,\"targets\":[" UP "],"
                       "\"times\":[0,1,2],\"weights\":[0,0,-2, 1,-1,1, 10,4,0]}"));
    for (double t = 0; t <= 2; t += 0.125)
    {
        expect_at(&scene, t, 0, t * t * t - 2 * t);
    }
    io_scene_free(&scene);
}

static void waves_travel(void** state)
{
    (void)state;
    io_scene scene;
    const double turn = 6.283185307179586;
    load(&scene,
         BENDS(WAVE ",{\"kind\":\"wave\",\"amplitude\":[0,0,0.5],\"along\":[0,1,0],\"length\":1,\"period\":8}"));
    for (double t = 0; t < 10; t += 0.0625)
    {
        imp3_vec points[4];
        io_bend_at(scene.space.colliders[0].bend, t, points);
        for (int i = 0; i < 4; i++)
        {
            const double x = i == 1 || i == 2 ? 2 : -2, z = i < 2 ? -2 : 2, way = 0.6 * x + 0.8 * z;
            assert_number(fabs((double)points[i].y - 0.25 * sin(turn * (way / 2.5 - t / 1.5))), <, 0.25 * 7e-5);
            assert_number(fabs((double)points[i].z - z + 0.5 * sin(turn * t / 8)), <, 0.5 * 7e-5);
        }
    }
    io_scene_free(&scene);
}

// A sheet that goes up by 1 m in 1 s and stays: a ball lies on it all the time, and it is not told to go where it is.
static void a_world_follows(void** state)
{
    (void)state;
    io_scene scene;
    io_world3 world;
    io_error error;
    load(
        &scene,
        "{\"impinge\":\"scene\",\"version\":1,\"dimension\":3,\"bodies\":[{\"kind\":\"kinematic\",\"colliders\":[{\"shape\":{"
        "\"kind\":\"mesh\"," SQUARE ",\"bends\":[{\"kind\":\"morph\",\"loop\":false,\"targets\":[" UP
        "],\"times\":[0.5,1.5],"
        "\"weights\":[0.25,1.25]}]}}]},{\"pose\":{\"p\":[0.5,0.75,0.5]},\"colliders\":[{\"shape\":{\"kind\":\"sphere\","
        "\"radius\":0.5}}]}]}");
    assert_int_equal(io_world3_make(&scene, NULL, &world, &error), IO_OK);
    for (int i = 1; i <= 180; i++)
    {
        imp3_body_state ball;
        const double t = i / 60.0, sheet = t < 0.5 ? 0.25 : t < 1.5 ? t - 0.25 : 1.25;
        assert_int_equal(io_world3_bend(&scene, &world, 1 / 60.0f, NULL), IMP_OK);
        assert_int_equal(imp3_world_step(world.world, 1 / 60.0f), IMP_OK);
        assert_int_equal(imp3_world_get_body(world.world, world.bodies[1].handle, &ball), IMP_OK);
        assert_number(fabs((double)ball.pose.p.y - 0.5 - sheet), <, 0.05);
        assert_number(fabs((double)world.bends[0].points[0].y - sheet), <, 1e-5);
    }
    imp3_body_state ball;
    assert_int_equal(imp3_world_get_body(world.world, world.bodies[1].handle, &ball), IMP_OK);
    assert_false(ball.awake);
    io_world3_free(&world);
    io_scene_free(&scene);
}

static char* save(const io_scene* scene)
{
    static char bytes[1 << 16];
    char path[300];
    io_error error;
    snprintf(path, sizeof path, "%s/saved.json", test_folder);
    assert_int_equal(io_scene_save(scene, path, &error), IO_OK);
    read_file("saved.json", bytes, sizeof bytes);
    return bytes;
}

static void saving_is_the_identity(void** state)
{
    (void)state;
    io_scene scene, again;
    static char first[1 << 16];
    load(&scene,
         BENDS(WAVE ",{\"kind\":\"morph\",\"targets\":[" UP "," ASIDE "],\"times\":[0,0.1],\"weights\":[0,2,1,0.7]},"
                    "{\"kind\":\"morph\",\"interpolation\":\"cubic spline\",\"loop\":false,\"targets\":[" ASIDE "],"
                    "\"times\":[0.3],\"weights\":[0,0.3,1]}"));
    strcpy(first, save(&scene));
    load(&again, first);
    assert_string_equal(save(&again), first);
    for (double t = 0; t < 4; t += 0.07)
    {
        imp3_vec a[4], b[4];
        io_bend_at(scene.space.colliders[0].bend, t, a);
        io_bend_at(again.space.colliders[0].bend, t, b);
        assert_memory_equal(a, b, sizeof a);
    }
    io_scene_free(&scene);
    io_scene_free(&again);
}

static void faults_are_named(void** state)
{
    (void)state;
#define MORPH(members) BENDS("{\"kind\":\"morph\"," members "}")
#define AT "bodies[0].colliders[0]"
    static const struct
    {
        const char *text, *line;
    } cases[] = {
        {BODY("dynamic", SQUARE ",\"bends\":[" WAVE "]"), AT ": 'bends' is for meshes of kinematic bodies"},
        {BODY("kinematic", SQUARE ",\"bends\":[1]"), AT ": 'bends' must be a list of at most 64 morphs and waves"},
        {BODY("kinematic", SQUARE ",\"bends\":{}"), AT ": 'bends' must be a list in [...]"},
        {BENDS("{}"), AT ".bends[0]: 'kind' must be morph or wave"},
        {BENDS(WAVE ",[]"), AT ".bends[1]: 'kind' must be morph or wave"},
        {MORPH("\"colour\":1"), AT ".bends[0]: unknown member 'colour'"},
        {MORPH("\"times\":[0]"), AT ".bends[0]: 'targets' must be a list of displacements of all points"},
        {MORPH("\"targets\":[[[0,0,1]]]"), AT ".bends[0]: targets[0] must be 4 times [x, y, z], one for each point"},
        {MORPH("\"targets\":[" UP ",[[0,0,1],[0,0,1],[0,0,1],[0,0,1e19]]]"),
         AT ".bends[0]: targets[1] must be 4 times [x, y, z], one for each point"},
        {MORPH("\"targets\":[" UP "],\"times\":[0,1,1]"),
         AT ".bends[0]: 'times' must be a list of rising numbers of 0 or more"},
        {MORPH("\"targets\":[" UP "],\"times\":[-1]"),
         AT ".bends[0]: 'times' must be a list of rising numbers of 0 or more"},
        {MORPH("\"targets\":[" UP "],\"times\":[0,1],\"weights\":[1]"),
         AT ".bends[0]: 'weights' must be 2 numbers: 1 for each of 2 times"},
        {MORPH("\"targets\":[" UP "],\"times\":[0,1],\"weights\":[1,1e300]"),
         AT ".bends[0]: 'weights' must be 2 numbers: 1 for each of 2 times"},
        {MORPH("\"targets\":[" UP "],\"times\":[0,1],\"weights\":[1,1],\"interpolation\":\"cubic spline\""),
         AT ".bends[0]: 'weights' must be 6 numbers: 3 for each of 2 times"},
        {MORPH("\"interpolation\":\"square\""), AT ".bends[0]: 'interpolation' must be linear, step or cubic spline"},
        {BENDS("{\"kind\":\"wave\",\"amplitude\":[0,1]}"), AT ".bends[0]: 'amplitude' must be [x, y, z]"},
        {BENDS("{\"kind\":\"wave\",\"amplitude\":[0,1,0],\"along\":[0,0,0]}"),
         AT ".bends[0]: 'along' must be [x, y, z], and not all 0"},
        {BENDS("{\"kind\":\"wave\",\"amplitude\":[0,1,0],\"along\":[0,0,1],\"period\":1}"),
         AT ".bends[0]: 'length' is missing"},
        {BENDS("{\"kind\":\"wave\",\"amplitude\":[0,1,0],\"along\":[0,0,1],\"length\":1,\"period\":0}"),
         AT ".bends[0]: 'period' must be a number above 0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        char line[1024], wanted[1024];
        refuse_text(cases[i].text, NULL, NULL, IO_ERR_MEANING, line, sizeof line);
        snprintf(wanted, sizeof wanted, ": %s", cases[i].line);
        if (!strstr(line, wanted))
        {
            fail_msg("%s, not%s", line, wanted);
        }
    }
}

// A step in which a point would go faster than anything may tells of which collider it is, and leaves it where it was.
static void what_is_too_fast_is_named(void** state)
{
    (void)state;
    io_scene scene;
    io_world3 world;
    io_error error;
    const char* path = "";
    load(&scene, BENDS("{\"kind\":\"morph\",\"interpolation\":\"step\",\"targets\":[" UP
                       "],\"times\":[0,1],\"weights\":[0,1e18]}"));
    assert_int_equal(io_world3_make(&scene, NULL, &world, &error), IO_OK);
    assert_int_equal(io_world3_bend(&scene, &world, 0.5f, &path), IMP_OK);
    assert_int_equal(imp_status_fault(io_world3_bend(&scene, &world, 0.5f, &path)), IMP_ERR_RANGE);
    assert_string_equal(path, "bodies[0].colliders[0]");
    assert_true(world.time == 0.5 && world.bends[0].points[0].y == 0.0f);
    io_world3_free(&world);
    io_scene_free(&scene);
}

static const char* const texts[] = {
    BENDS(WAVE ",{\"kind\":\"morph\",\"loop\":true,\"targets\":[" UP "," ASIDE
               "],\"times\":[0,0.1],\"weights\":[0.1,2,1,0.7]}"),
    BENDS("{\"kind\":\"morph\",\"interpolation\":\"cubic spline\",\"targets\":[" UP
          "],\"times\":[0,1],\"weights\":[0,1,0,1,0,0]}"),
};
static const hostile_files files = {
    "io_bends", "maps/level", "{\"impinge\":\"scene\",\"version\":1,\"dimension\":3,\"bodies\":[{}]}", NULL, texts, 2};

static void hostile_texts_get_a_status(void** state)
{
    (void)state;
    hostile_prefixes(&files, IO_ERR_MEANING);
    hostile_bytes(&files, test_n(1500), 4);
    hostile_memory(&files);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(weights_go_from_key_to_key),
                                       cmocka_unit_test(waves_travel),
                                       cmocka_unit_test(a_world_follows),
                                       cmocka_unit_test(saving_is_the_identity),
                                       cmocka_unit_test(faults_are_named),
                                       cmocka_unit_test(what_is_too_fast_is_named),
                                       cmocka_unit_test(hostile_texts_get_a_status)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
