// SPDX-License-Identifier: MIT
//
// Scenes of space in the JSON of our own: what is documented, faults with their places, and that saving and reading is
// the identity; and a world of such a scene.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/io_support.h"
#include "io/reader.h"

#define SPACE(bodies) "{\"impinge\":\"scene\",\"version\":1,\"dimension\":3,\"bodies\":[" bodies "]}"
#define SHAPE(shape) SPACE("{\"kind\":\"static\",\"colliders\":[{\"shape\":" shape "}]}")

// One of each kind of shape, and of each way to say a turn.
static const char everything[] =
    "{\"impinge\":\"scene\",\"version\":1,\"dimension\":3,"
    "\"world\":{\"gravity\":[0,0,-9.8],\"length_unit\":0.5,\"sub_steps\":6},\"bodies\":["
    "{\"name\":\"floor\",\"kind\":\"static\",\"colliders\":["
    "{\"shape\":{\"kind\":\"half-space\",\"normal\":[0,0,1],\"offset\":0.25},\"friction\":0.9},"
    "{\"shape\":{\"kind\":\"mesh\",\"points\":[[0,0,0],[1,0,0],[0,1,0],[1,1,0.5]],\"triangles\":[[0,1,2],[2,1,3]],"
    "\"one_sided\":true}},"
    "{\"shape\":{\"kind\":\"height field\",\"columns\":3,\"step\":[1,2],\"heights\":[0,1,0,2,0,1],\"holes\":[1]}}]},"
    "{\"name\":\"all\",\"layer\":\"l\",\"pose\":{\"p\":[1,2,3],\"axis\":[1,2,3],\"angle\":0.7},\"velocity\":[1,0,0.1],"
    "\"spin\":[0,3,0],\"damping\":0.1,\"gravity_scale\":0.5,\"lock_z\":true,\"lock_turn_x\":true,\"bullet\":true,"
    "\"colliders\":["
    "{\"name\":\"ball\",\"shape\":{\"kind\":\"sphere\",\"center\":[0,0,0.1],\"radius\":0.5},\"restitution\":0.5},"
    "{\"shape\":{\"kind\":\"capsule\",\"a\":[0,0,0],\"b\":[1,0,0.3],\"radius\":0.25},\"rolling\":0.01},"
    "{\"shape\":{\"kind\":\"box\",\"lower\":[-1,-2,-3],\"upper\":[1,2,3.1]},\"sensor\":true},"
    "{\"shape\":{\"kind\":\"oriented box\",\"center\":[1,0,0],\"half\":[1,2,3],\"axis\":[0,0,1],\"angle\":0.3,"
    "\"radius\":0.1},\"one_way\":[0,0,1],\"tolerance\":0.01},"
    "{\"shape\":{\"kind\":\"cylinder\",\"a\":[0,0,0],\"b\":[0,0,2],\"disc\":0.7},\"group\":3},"
    "{\"shape\":{\"kind\":\"cone\",\"a\":[0,0,0],\"b\":[0,1,2],\"disc_a\":0.7,\"radius\":0.05},\"mask\":5},"
    "{\"shape\":{\"kind\":\"triangle\",\"a\":[0,0,0],\"b\":[0,1,2],\"c\":[1,0,0],\"radius\":0.05}},"
    "{\"shape\":{\"kind\":\"hull\",\"points\":[[0,0,0],[1,0,0],[0,1,0],[0,0,1],[0.1,0.1,0.1]],\"radius\":0.02}}]},"
    "{\"kind\":\"kinematic\",\"pose\":{\"q\":[0,0,0.6,0.8]}}]}";

static void test_all_kinds(void** state)
{
    (void)state;
    static const int32_t kinds[8] = {IMP3_SHAPE_SPHERE,   IMP3_SHAPE_CAPSULE, IMP3_SHAPE_BOX,      IMP3_SHAPE_BOX,
                                     IMP3_SHAPE_CYLINDER, IMP3_SHAPE_CONE,    IMP3_SHAPE_TRIANGLE, IMP3_SHAPE_HULL};
    io_scene scene;
    load_text(&scene, everything, NULL, NULL);
    const io_space* space = &scene.space;
    assert_int_equal(scene.dimension, 3);
    assert_int_equal(space->body_count, 3);
    assert_int_equal(space->collider_count, 11);
    assert_true(space->world.gravity.z == -9.8f && space->world.length_unit == 0.5f && space->world.sub_steps == 6);
    assert_int_equal(space->colliders[1].compound.kind, IMP3_COMPOUND_TRIANGLES);
    assert_true(space->colliders[1].compound.one_sided);
    assert_int_equal(space->colliders[1].compound.part_count, 2);
    assert_int_equal(space->colliders[2].compound.kind, IMP3_COMPOUND_HEIGHT_FIELD);
    for (int i = 0; i < 8; i++)
    {
        assert_int_equal(space->colliders[3 + i].shape.kind, kinds[i]);
        assert_int_equal(space->colliders[3 + i].body, 1);
    }
    assert_string_equal(space->colliders[3].name, "ball");
    assert_string_equal(space->colliders[4].name, "all");
    assert_string_equal(space->colliders[4].path, "bodies[1].colliders[1]");
    const imp3_body_def* def = &space->bodies[1].def;
    assert_int_equal(def->locks, IMP3_LOCK_Z | IMP3_LOCK_TURN_X);
    assert_true(def->bullet && def->angular_velocity.y == 3 && space->bodies[1].gravity == 0.5f);
    assert_int_equal(space->bodies[2].def.kind, IMP_BODY_KINEMATIC);
    assert_number(fabs((double)(space->bodies[2].def.pose.q.x.x) - 0.28), <,
                  1e-6);  // cosine of twice the angle of (0.6, 0.8)
    assert_number(fabs((double)(space->bodies[2].def.pose.q.x.y) - 0.96), <, 1e-6);
    io_scene_free(&scene);
}

static char* bytes_of(const char* path, size_t* size)
{
    FILE* file = fopen(path, "rb");
    assert_non_null(file);
    char* bytes = malloc(1 << 20);
    *size = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

static void test_saving_is_the_identity(void** state)
{
    (void)state;
    io_scene scene, again;
    io_error error;
    size_t size, size_again;
    const char *path = IMP_BUILD_DIR "/space-saved.json", *path_again = IMP_BUILD_DIR "/space-again.json";
    load_text(&scene, everything, NULL, NULL);
    assert_int_equal(io_scene_save(&scene, path, &error), IO_OK);
    io_scene_init(&again, NULL);
    assert_int_equal(io_scene_load(&again, path, NULL, &error), IO_OK);
    assert_int_equal(io_scene_save(&again, path_again, &error), IO_OK);
    char *bytes = bytes_of(path, &size), *bytes_again = bytes_of(path_again, &size_again);
    assert_int_equal(size, size_again);
    assert_memory_equal(bytes, bytes_again, size);
    for (size_t i = 0; i < scene.space.collider_count; i++)
    {
        const io_collider3 *a = &scene.space.colliders[i], *b = &again.space.colliders[i];
        const imp3_pose pose = imp3_pose_identity();
        imp3_box box_a, box_b;
        imp3_compound whole_a = io_collider3_compound(a), whole_b = io_collider3_compound(b);
        assert_int_equal(imp3_compound_bounds(&whole_a, &pose, &box_a), IMP_OK);
        assert_int_equal(imp3_compound_bounds(&whole_b, &pose, &box_b), IMP_OK);
        assert_memory_equal(&box_a, &box_b, sizeof box_a);
        assert_memory_equal(&a->def.material, &b->def.material, sizeof a->def.material);
        assert_int_equal(a->def.sensor, b->def.sensor);
    }
    for (size_t i = 0; i < scene.space.body_count; i++)
    {
        assert_memory_equal(&scene.space.bodies[i].def.pose, &again.space.bodies[i].def.pose, sizeof(imp3_pose));
    }
    free(bytes);
    free(bytes_again);
    io_scene_free(&scene);
    io_scene_free(&again);
}

static void test_faults(void** state)
{
    (void)state;
    static const struct
    {
        const char* text;
        const char* line;
    } cases[] = {
        {"{\"impinge\":\"scene\",\"version\":1,\"dimension\":4,\"bodies\":[]}", "'dimension' must be 2 or 3"},
        {"{\"impinge\":\"scene\",\"version\":1,\"dimension\":3}", "'bodies' must be a list of bodies"},
        {"{\"impinge\":\"scene\",\"version\":1,\"dimension\":3,\"objects\":[]}", "unknown member 'objects'"},
        {SPACE("{\"velocity\":[1,2]}"), "bodies[0]: 'velocity' must be [x, y, z]"},
        {SPACE("{\"pose\":{\"q\":[1,0]}}"), "bodies[0]: 'q' must be four numbers or nine"},
        {SPACE("{\"lock_turn\":true}"), "bodies[0]: unknown member 'lock_turn'"},
        {SHAPE("{\"kind\":\"circle\",\"radius\":1}"), "bodies[0].colliders[0]: unknown kind of shape 'circle'"},
        {SHAPE("{\"kind\":\"sphere\"}"), "bodies[0].colliders[0]: 'radius' is missing"},
        {SHAPE("{\"kind\":\"box\",\"lower\":[0,0,0]}"), "bodies[0].colliders[0]: 'upper' must be [x, y, z]"},
        {SHAPE("{\"kind\":\"mesh\",\"points\":[[0,0,0]],\"triangles\":[[0,1,2]]}"),
         "bodies[0].colliders[0]: triangles[0] must be three points"},
        {SHAPE("{\"kind\":\"mesh\",\"file\":\"a.txt\"}"),
         "bodies[0].colliders[0]: 'file' must end in .obj, .stl or .ply"},
        {SHAPE("{\"kind\":\"height field\",\"columns\":3,\"step\":[1,1],\"heights\":[1,2,3,4]}"),
         "bodies[0].colliders[0]: 'heights' must be two or more rows of 'columns' numbers each"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        io_scene scene;
        io_error error;
        char line[1024], wanted[1024];
        io_scene_init(&scene, NULL);
        assert_int_not_equal(
            io_scene_load_bytes(&scene, "level.json", cases[i].text, strlen(cases[i].text), NULL, &error), IO_OK);
        io_error_print(&error, line, sizeof line);
        snprintf(wanted, sizeof wanted, "level.json: %s", cases[i].line);
        assert_string_equal(line, wanted);
        assert_int_equal(scene.space.body_count + scene.space.collider_count + (size_t)scene.dimension, 0);
        io_scene_free(&scene);
    }
}

static void test_world(void** state)
{
    (void)state;
    static const char text[] = SPACE(
        "{\"kind\":\"static\",\"colliders\":[{\"shape\":{\"kind\":\"half-space\",\"normal\":[0,1,0]}}]},"
        "{\"name\":\"ball\",\"pose\":{\"p\":[0,2,0]},\"colliders\":[{\"shape\":{\"kind\":\"sphere\",\"radius\":0.5}}]},"
        "{\"name\":\"floats\",\"pose\":{\"p\":[5,2,0]},\"gravity_scale\":0,"
        "\"colliders\":[{\"shape\":{\"kind\":\"sphere\",\"radius\":0.5}}]}");
    io_scene scene;
    io_world3 world;
    io_error error;
    imp3_body_state ball, other;
    load_text(&scene, text, NULL, NULL);
    assert_int_equal(io_world3_make(&scene, NULL, &world, &error), IO_OK);
    for (int i = 0; i < 120; i++)
    {
        assert_int_equal(imp3_world_step(world.world, 1.0f / 60.0f), IMP_OK);
    }
    assert_int_equal(imp3_world_get_body(world.world, world.bodies[1].handle, &ball), IMP_OK);
    assert_int_equal(imp3_world_get_body(world.world, world.bodies[2].handle, &other), IMP_OK);
    assert_number(fabs((double)(ball.pose.p.y) - 0.5), <, 0.01);
    assert_true(other.pose.p.y == 2.0f);
    io_world3_free(&world);
    io_scene_free(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_kinds), cmocka_unit_test(test_saving_is_the_identity),
                                       cmocka_unit_test(test_faults), cmocka_unit_test(test_world)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
