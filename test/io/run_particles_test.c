// SPDX-License-Identifier: MIT
//
// `impinge run` with particles, as a user calls it: what it says of them, with any number of threads, and what a recording
// has of them.

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "io/io_command.h"
#include "io/io_support.h"

enum
{
    RUN_STEPS = 120
};

// A box on a bed of grains, in a tray that one particle is beside; a rope to a nail; a wind.
static const char bed[] =
    "{\"impinge\":\"scene\",\"version\":1,\"bodies\":[{\"name\":\"tray\",\"kind\":\"static\",\"colliders\":[{\"shape\":{"
    "\"kind\":\"chain\",\"points\":[[-2,3],[-2,0],[2,0],[2,3]]}}]},{\"name\":\"box\",\"pose\":{\"p\":[0,2]},\"colliders\":["
    "{\"density\":20,\"shape\":{\"kind\":\"box\",\"lower\":[-0.5,-0.5],\"upper\":[0.5,0.5]}}]}],\"particles\":{\"collide\":true,"
    "\"turn\":true,\"items\":[{\"lower\":[-2,0],\"upper\":[2,1],\"spacing\":0.25,\"radius\":0.125},{\"position\":[3,2],"
    "\"name\":\"stray\"},{\"position\":[-1,3],\"name\":\"bob\"}],\"forces\":[{\"kind\":\"drag\",\"wind\":[1,0],\"linear\":0.01}],"
    "\"links\":[{\"kind\":\"cable\",\"a\":{\"particle\":\"bob\"},\"b\":{\"point\":[-2,3]}}]}}";

// The hashes of bodies and of particles after a run by calls.
static void hash_by_calls(uint64_t* bodies, uint64_t* particles)
{
    io_scene scene;
    io_world world;
    io_error error;
    io_scene_init(&scene, NULL);
    assert_int_equal(io_scene_load_bytes(&scene, "bed", bed, strlen(bed), NULL, &error), IO_OK);
    assert_int_equal(io_world_make(&scene, NULL, &world, &error), IO_OK);
    for (int i = 0; i < RUN_STEPS; i++)
    {
        assert_int_equal(imp2_world_step_particles(world.world, world.particles, (float)(1 / 60.0)), IMP_OK);
        assert_int_equal(imp2_world_step(world.world, (float)(1 / 60.0)), IMP_OK);
    }
    assert_int_equal(imp2_world_hash(world.world, bodies), IMP_OK);
    assert_int_equal(imp2_particles_hash(world.particles, particles), IMP_OK);
    io_world_free(&world);
    io_scene_free(&scene);
}

static void test_hashes(void** state)
{
    (void)state;
    write_file("bed.json", bed);
    uint64_t bodies, particles;
    char hash[40], particle_hash[40];
    hash_by_calls(&bodies, &particles);
    snprintf(hash, sizeof hash, "%016" PRIx64, bodies);
    snprintf(particle_hash, sizeof particle_hash, "%016" PRIx64, particles);
    static const char* const ways[] = {"", " --threads 2", " --threads 4 --html page.html"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
    {
        char line[200];
        snprintf(line, sizeof line, "run bed.json --json --seconds 2%s", ways[i]);
        assert_int_equal(run(line), 0);
        io_tree tree;
        io_error error;
        assert_int_equal(io_tree_parse_json(output, strlen(output), NULL, &tree, &error), IO_OK);
        const io_node* told = io_node_get(tree.root, "particles");
        assert_string_equal(io_node_text(tree.root, "hash", ""), hash);
        assert_string_equal(io_node_text(told, "hash", ""), particle_hash);
        assert_number(value(told, "all"), ==, 66);
        assert_number(value(told, "forces"), ==, 1);
        assert_number(value(told, "links"), ==, 1);
        assert_number(value(told, "contacts"), >=, 64);
        assert_number(value(told, "most_contacts"), >=, value(told, "contacts"));
        assert_number(value(told, "bounces"), >=, 0);
        assert_number(value(told, "lost"), ==, 1);
        assert_number(value(io_node_get(tree.root, "bodies"), "lost"), ==, 0);
        io_tree_free(&tree);
    }
    assert_int_equal(run("run bed.json --seconds 2"), 0);
    assert_non_null(strstr(output, "particles    66; 1 force, 1 link\n"));
    assert_non_null(strstr(output, "1 fell out of the scene, with nothing below\n"));
    assert_non_null(strstr(output, hash));
    assert_non_null(strstr(output, particle_hash));
    // Their gravity is the world's, also when that is asked for.
    assert_int_equal(run("run bed.json --seconds 2 --gravity 0,0 --json"), 0);
    assert_non_null(strstr(output, "\"lost\": 0, \"hash\""));
    // Where there are none, nothing is said of them.
    write_file("none.json", "{\"impinge\":\"scene\",\"version\":1,\"bodies\":[]}");
    assert_int_equal(run("run none.json --seconds 1"), 0);
    assert_null(strstr(output, "particles"));
    write_file("alone.json", "{\"impinge\":\"scene\",\"version\":1,\"particles\":{\"items\":[{\"position\":[0,0]}]}}");
    assert_int_equal(run("run alone.json --seconds 1 --html page.html"), 0);
    assert_non_null(strstr(output, "particles    1; 0 forces, 0 links\n"));
    write_file("empty.json", "{\"impinge\":\"scene\",\"version\":1,\"particles\":{}}");
    assert_int_equal(run("run empty.json --seconds 1 --html page.html"), 0);
    assert_non_null(strstr(output, "particles    0; 0 forces, 0 links\n"));
}

// Bodies move in a replay as they did, pushed by impulses.
static void test_recording(void** state)
{
    (void)state;
    uint64_t bodies, particles;
    char hash[40];
    write_file("bed.json", bed);
    hash_by_calls(&bodies, &particles);
    snprintf(hash, sizeof hash, "state hash %016" PRIx64, bodies);
    assert_int_equal(run("run bed.json --seconds 2 --record bed.rec"), 0);
    assert_int_equal(run("replay bed.rec --verify"), 0);
    assert_non_null(strstr(output, hash));
    assert_non_null(strstr(output, "the same to the last bit"));
}

// A scene that is checked keeps its particles, and runs the same when it has been saved.
static void test_saved(void** state)
{
    (void)state;
    static char first[1 << 16];
    write_file("bed.json", bed);
    assert_int_equal(run("check bed.json --save saved.json"), 0);
    assert_int_equal(run("run bed.json --seconds 1"), 0);
    const char* hash = strstr(output, "their hash");
    assert_non_null(hash);
    snprintf(first, sizeof first, "%.29s", hash);
    assert_int_equal(run("run saved.json --seconds 1"), 0);
    assert_non_null(strstr(output, first));
}

// The same in space: a box on a bed of grains in a tray, a rope, a wind. By calls, saved and loaded, on threads, and
// recorded.
static void test_space(void** state)
{
    (void)state;
    static const char bed3[] =
        "{\"impinge\":\"scene\",\"version\":1,\"dimension\":3,\"bodies\":[{\"name\":\"tray\",\"kind\":\"static\",\"colliders\":[{"
        "\"shape\":{\"kind\":\"box\",\"lower\":[-2,-1,-1],\"upper\":[2,0,1]}}]},{\"name\":\"box\",\"pose\":{\"p\":[0,1,0]},"
        "\"colliders\":[{\"density\":20,\"shape\":{\"kind\":\"box\",\"lower\":[-0.5,-0.4,-0.5],\"upper\":[0.5,0.4,0.5]}}]}],"
        "\"particles\":{\"collide\":true,\"turn\":true,\"items\":[{\"lower\":[-1,0,-0.5],\"upper\":[1,0.5,0.5],\"spacing\":0.25,"
        "\"radius\":0.125},{\"position\":[3,2,0]},{\"position\":[-1,2,0],\"name\":\"bob\"}],\"forces\":[{\"kind\":\"drag\","
        "\"wind\":[0,0,1],\"linear\":0.01},{\"kind\":\"spring\",\"a\":{\"body\":\"box\",\"point\":[0,0.4,0]},\"b\":{\"point\":"
        "[0,3,0]},\"stiffness\":5}],\"links\":[{\"kind\":\"cable\",\"a\":{\"particle\":\"bob\"},\"b\":{\"body\":\"box\"}}]}}";
    static const char* const ways[] = {"bed3.json", "saved3.json --threads 2 --html page.html",
                                       "bed3.json --record bed3.rec"};
    io_scene scene;
    io_world3 world;
    io_error error;
    char hash[40], bodies[40];
    uint64_t number;
    write_file("bed3.json", bed3);
    io_scene_init(&scene, NULL);
    assert_int_equal(io_scene_load_bytes(&scene, "bed3", bed3, strlen(bed3), NULL, &error), IO_OK);
    assert_int_equal(io_world3_make(&scene, NULL, &world, &error), IO_OK);
    for (int i = 0; i < RUN_STEPS / 4; i++)
    {
        assert_int_equal(imp3_world_step_particles(world.world, world.particles, (float)(1 / 60.0)), IMP_OK);
        assert_int_equal(imp3_world_step(world.world, (float)(1 / 60.0)), IMP_OK);
    }
    assert_int_equal(imp3_particles_hash(world.particles, &number), IMP_OK);
    snprintf(hash, sizeof hash, "their hash   %016" PRIx64, number);
    assert_int_equal(imp3_world_hash(world.world, &number), IMP_OK);
    snprintf(bodies, sizeof bodies, "state hash   %016" PRIx64, number);
    io_world3_free(&world);
    io_scene_free(&scene);
    assert_int_equal(run("check bed3.json --save saved3.json"), 0);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
    {
        char line[100];
        snprintf(line, sizeof line, "run --seconds 0.5 %s", ways[i]);
        assert_int_equal(run(line), 0);
        assert_non_null(strstr(output, hash));
        assert_non_null(strstr(output, bodies));
        assert_non_null(strstr(output, "particles    66; 2 forces, 1 link\n"));
    }
    assert_int_equal(run("replay bed3.rec --verify"), 0);
    assert_non_null(strstr(output, "the same to the last bit"));
}

// What the library refuses names the place.
static void test_refused(void** state)
{
    (void)state;
    write_file("far.json", "{\"impinge\":\"scene\",\"version\":1,\"particles\":{\"items\":[{\"position\":[1e30,0]}]}}");
    assert_int_equal(run("run far.json"), 2);
    assert_non_null(strstr(output, "far.json: particles.items[0]: 'position' must be [x, y]"));
}

int main(void)
{
    if (!is_command_built())
    {
        printf("skip: the command is not built\n");
        return 0;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_hashes), cmocka_unit_test(test_recording),
                                       cmocka_unit_test(test_saved), cmocka_unit_test(test_space),
                                       cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
