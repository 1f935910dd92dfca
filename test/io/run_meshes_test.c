// SPDX-License-Identifier: MIT
//
// Meshes through time: files as bodies of space by their nodes, and `impinge run` with them.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/io_command.h"
#include "io/mesh.h"
#include "io/mesh_foreign.h"
#include "io/reader.h"
#include "support.h"

static const char terrain[] = "v -5 0 -5\nv 5 0 -5\nv 5 0 5\nv -5 0 5\nf 4 3 2 1\n";
static const char crate[] = "v -1 2 -1\nv 1 2 -1\nv 1 2 1\nv -1 2 1\nv -1 4 -1\nv 1 4 -1\nv 1 4 1\nv -1 4 1\n"
                            "f 1 2 3 4\nf 8 7 6 5\nf 1 5 6 2\nf 2 6 7 3\nf 3 7 8 4\nf 4 8 5 1\n";

static void stands_or_moves(void** state)
{
    (void)state;
    write_file("ground.obj", terrain);
    write_file("crate.obj", crate);
    assert_int_equal(run("run ground.obj --seconds 0.1"), 0);
    expect_words("ground.obj: OBJ");
    expect_words("1 body: 0 dynamic, 0 kinematic, 1 static");
    expect_words("nothing in it falls: --drop 20 drops things on it");
    assert_int_equal(run("run ground.obj crate.obj --dynamic crate --seconds 3"), 0);
    expect_words("2: 1 hull, 1 mesh");
    expect_words("1 pairs touch in 4 points");
    expect_words("1 of 1 bodies that can move");
    assert_int_equal(run("run crate.obj --dynamic 'cr*' --seconds 3"), 0);
    expect_words("put under it, since nothing in it stands (--no-floor)");
    expect_words("1 pairs touch");
    // Where z is up it falls along z; y is up when nobody says more, in the pages of check, too.
    assert_int_equal(run("run crate.obj --dynamic crate --no-floor --seconds 3 --up z"), 0);
    expect_words("gravity 0, 0, -10 m/s^2");
    expect_words("1 body fell out of the scene");
    assert_int_equal(run("run crate.obj --dynamic crate --seconds 0.1 --up z --gravity 0,0,-2"), 0);
    expect_words("gravity 0, 0, -2 m/s^2");
    for (int z_up = 0; z_up < 2; z_up++)
    {
        static char page[1 << 18];
        assert_int_equal(run(z_up ? "check crate.obj ground.obj --html page.html --up z"
                                  : "check crate.obj ground.obj --html page.html"),
                         0);
        read_file("page.html", page, sizeof page);
        assert_non_null(strstr(page, z_up ? "\"up\":\"z\"" : "\"up\":\"y\""));
    }
    assert_int_equal(run("run ground.obj --drop 60 --seconds 3 --record drop.rec --threads 2"), 0);
    expect_words("60 balls and boxes of 0.25 m dropped on it (--drop)");
    expect_words("61 bodies: 60 dynamic");
    assert_int_equal(run("replay drop.rec --verify"), 0);
    expect_words("the same to the last bit");
    write_file("scene.json",
               "{\"impinge\":\"scene\",\"version\":1,\"dimension\":3,\"bodies\":["
               "{\"kind\":\"static\",\"colliders\":[{\"shape\":{\"kind\":\"mesh\",\"file\":\"ground.obj\"}}]},"
               "{\"colliders\":[{\"shape\":{\"kind\":\"hull\",\"file\":\"crate.obj\",\"scale\":0.5}}]}]}");
    assert_int_equal(run("run scene.json --seconds 3"), 0);
    expect_words("2: 1 hull, 1 mesh");
    expect_words("1 pairs touch in 4 points");
    static const char* const faults[][2] = {
        {"run ground.obj --dynamic crate", "nothing called 'crate' can move; there are: ground"},
        {"run ground.obj --drop 0", "--drop wants a whole number from 1 to 100000"},
        {"run ground.obj --drop 5 --gravity 0,0,0", "nothing can be dropped: there is no gravity"},
        {"run ground.obj --up x", "--up wants y or z, not x"},
        {"run ground.obj scene.json --up z", "--up is not for scenes, which say their gravity"},
        {"check flat.json --up z", "--up is not for scenes of the plane"},
        {"run none.obj", "none.obj: cannot be opened"},
        {"run flat.json --drop 5", "--drop is not for scenes of the plane"},
        {"run flat.json ground.obj", "meshes are of space, and a scene of the plane was read before"}};
    write_file("flat.json", "{\"impinge\":\"scene\",\"version\":1,\"objects\":["
                            "{\"shape\":{\"kind\":\"circle\",\"radius\":1}}]}");
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
    {
        assert_int_equal(run(faults[i][0]), 2);
        expect_words(faults[i][1]);
    }
}

// Nodes, as the reader of foreign formats tells them. Their mesh is a cube.

static const imp3_vec corners_of_cube[8] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                            {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
static const int32_t triangles_of_cube[36] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                              1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};

static io_status load_nodes(io_scene* scene, const char* text, const char* moving)
{
    imp3_vec points[8];
    int32_t corners[36];
    memcpy(points, corners_of_cube, sizeof points);
    memcpy(corners, triangles_of_cube, sizeof corners);
    const io_mesh mesh = {.points = points, .corners = corners, .point_count = 8, .corner_count = 36};
    io_tree tree;
    io_error error;
    io_scene_init(scene, NULL);
    scene->dimension = 3;
    io_status status = io_tree_parse_json(text, strlen(text), NULL, &tree, &error);
    if (!status)
    {
        const io_options options = {.moving = &moving, .moving_count = moving ? 1 : 0};
        io_reader reader = {.scene = scene,
                            .options = &options,
                            .allocator = &scene->arena.allocator,
                            .error = &error,
                            .file = "cubes.glb"};
        status = io_space_add_nodes(&reader, &mesh, &tree, 1);
        io_tree_free(&tree);
    }
    return status;
}

#define TURNED "0,-2,0,3, 2,0,0,4, 0,0,2,5"  // by a quarter about z, twice as large
#define NODE(name, parent, place, rest) "{\"name\":\"" name "\",\"parent\":" parent ",\"place\":[" place "]," rest "}"
#define CUBE "\"meshes\":[0]"
#define TOLD(text) CUBE ",\"told\":{" text "}"
#define HERE "1,0,0,0, 0,1,0,0, 0,0,1,0"

static const char cubes[] =
    "{\"points\":[8],\"nodes\":[" NODE("root", "-1", HERE, "\"meshes\":[]") "," NODE(
        "wall", "0", "1,0,0,9, 0,1,0,0, 0,0,1,0",
        CUBE) "," NODE("crate-rigid.001",
                       "0", TURNED, CUBE) "," NODE("Crate_RIGID", "0", "2,0,0,-3, 0,2,0,0, 0,0,2,0",
                                                   CUBE) "," NODE("lid", "3", "-1,0,0,-3, 0,1,0,7, 0,0,1,0",
                                                                  CUBE) "," NODE("told", "0",
                                                                                 "1,0.5,0,0, 0,1,0,20, 0,0,1,0",
                                                                                 TOLD("\"kind\":\"dynamic\",\"density\":2.5,\"velocity\":[1,2,3],\"lock_x\":7")) "," NODE("khr",
                                                                                                                                                                          "0", "0,-1,0,0, 1,0,0,30, 0,0,1,0",
                                                                                                                                                                          TOLD(
                                                                                                                                                                              "\"extensions\":{\"KHR_physics_rigid_bodies\":{\"motion\":{"
                                                                                                                                                                              "\"mass\":4,\"linearVelocity\":[1,0,0],\"gravityFactor\":0.5}}}")) "," NODE("lift",
                                                                                                                                                                                                                                                          "0", HERE, TOLD("\"kind\":\"kinematic\",\"spin\":[0,1,0]")) "," NODE("gone-noimp",
                                                                                                                                                                                                                                                                                                                               "0",
                                                                                                                                                                                                                                                                                                                               HERE,
                                                                                                                                                                                                                                                                                                                               CUBE) "," NODE("asked",
                                                                                                                                                                                                                                                                                                                                              "0",
                                                                                                                                                                                                                                                                                                                                              HERE,
                                                                                                                                                                                                                                                                                                                                              CUBE) "]}";

static const double places[][3][4] = {{{0, -2, 0, 3}, {2, 0, 0, 4}, {0, 0, 2, 5}},
                                      {{2, 0, 0, -3}, {0, 2, 0, 0}, {0, 0, 2, 0}},
                                      {{-1, 0, 0, -3}, {0, 1, 0, 7}, {0, 0, 1, 0}},
                                      {{1, 0.5, 0, 0}, {0, 1, 0, 20}, {0, 0, 1, 0}}};

// All corners of a placed hull are corners of the cube at a place, and the other way round.
static void expect_cube_at(const io_scene* scene, size_t collider, int32_t part, const double place[3][4])
{
    const io_collider3* c = &scene->space.colliders[collider];
    const imp3_compound compound = io_collider3_compound(c);
    const imp3_shape* hull = &compound.parts[part];
    unsigned found = 0;
    assert_int_equal(hull->count, 8);
    for (int32_t i = 0; i < 8; i++)
    {
        imp3_vec v;
        assert_int_equal(imp3_shape_vertex(hull, i, &v), IMP_OK);
        v = imp3_pose_apply(scene->space.bodies[c->body].def.pose, v);
        for (unsigned k = 0; k < 8; k++)
        {
            const imp3_vec from = corners_of_cube[k];
            double off = 0, at[3] = {(double)v.x, (double)v.y, (double)v.z};
            for (int r = 0; r < 3; r++)
            {
                off += fabs(place[r][0] * (double)from.x + place[r][1] * (double)from.y + place[r][2] * (double)from.z +
                            place[r][3] - at[r]);
            }
            found |= off < 1e-5 ? 1u << k : 0;
        }
    }
    assert_int_equal(found, 255);
}

static void takes_nodes_as_bodies(void** state)
{
    (void)state;
    io_scene scene;
    assert_int_equal(load_nodes(&scene, cubes, "ask*"), IO_OK);
    const io_space* space = &scene.space;
    static const char* const names[] = {"wall", "crate-rigid.001", "Crate_RIGID", "told", "khr", "lift", "asked"};
    static const int32_t kinds[] = {IMP_BODY_STATIC,  IMP_BODY_DYNAMIC,   IMP_BODY_DYNAMIC, IMP_BODY_DYNAMIC,
                                    IMP_BODY_DYNAMIC, IMP_BODY_KINEMATIC, IMP_BODY_DYNAMIC};
    assert_int_equal(space->body_count, 7);
    assert_int_equal(space->collider_count, 7);  // the lid moves with its crate: one set
    for (size_t i = 0; i < 7; i++)
    {
        assert_string_equal(space->bodies[i].name, names[i]);
        assert_int_equal(space->bodies[i].def.kind, kinds[i]);
    }
    assert_int_equal(space->colliders[0].compound.part_count, 12);
    assert_int_equal(space->colliders[2].compound.part_count, 2);
    expect_cube_at(&scene, 1, 0, places[0]);
    expect_cube_at(&scene, 2, 0, places[1]);
    expect_cube_at(&scene, 2, 1, places[2]);
    expect_cube_at(&scene, 3, 0, places[3]);
    assert_true(fabsf(space->bodies[1].def.pose.q.x.y - 1.0f) < 1e-6f);
    assert_true(space->colliders[3].def.density == 2.5f && space->bodies[3].def.velocity.z == 3.0f);
    assert_true(fabsf(space->colliders[4].def.density - 0.5f) < 1e-6f);  // 4 kg in 8 m^3
    assert_true(fabsf(space->bodies[4].def.velocity.y - 1.0f) < 1e-6f && space->bodies[4].gravity == 0.5f);
    assert_true(space->bodies[5].def.angular_velocity.y == 1.0f);
    bool noted = false;
    for (size_t i = 0; i < scene.note_count; i++)
    {
        noted = noted || strstr(scene.notes[i].text, "'told': its 'lock_x' is not true or false");
    }
    assert_true(noted);
    io_world3 world;
    io_error error;
    assert_int_equal(io_world3_make(&scene, NULL, &world, &error), IO_OK);
    assert_int_equal(imp3_world_step(world.world, 1.0f / 60.0f), IMP_OK);
    io_world3_free(&world);
    io_scene_free(&scene);
}

// A table of three cubes in a row, as `impinge decompose` saves parts: hulls of one body become one set, over whose seams a
// ball rolls as over one cube.
static void hulls_of_a_body_are_one_set(void** state)
{
    (void)state;
    static const char table[] = "{\"points\":[8],\"nodes\":[" NODE(
        "table", "-1", HERE, "\"meshes\":[],\"told\":{\"kind\":\"kinematic\"}") "," NODE(
        "a", "0", "1,0,0,-2, 0,1,0,0, 0,0,1,0", TOLD("\"as\":\"hull\"")) "," NODE("b", "0", HERE,
                                                                                  TOLD("\"as\":\"hull\"")) "," NODE(
        "c", "0", "1,0,0,2, 0,1,0,0, 0,0,1,0", TOLD("\"as\":\"hull\"")) "]}";
    io_scene scene;
    assert_int_equal(load_nodes(&scene, table, NULL), IO_OK);
    assert_int_equal(scene.space.body_count, 1);
    assert_int_equal(scene.space.collider_count, 1);
    const io_collider3* it = &scene.space.colliders[0];
    assert_int_equal(it->compound.kind, IMP3_COMPOUND_SET);
    assert_int_equal(it->compound.part_count, 3);
    imp3_world_def def = imp3_world_default();
    imp3_world* world;
    imp_body body, ball;
    imp3_shape sphere;
    def.gravity = (imp3_vec){0, 0, -10};
    assert_int_equal(imp3_world_make(&def, &world), IMP_OK);
    assert_int_equal(imp3_world_add_body(world, &scene.space.bodies[0].def, &body), IMP_OK);
    assert_int_equal(imp3_world_add_compound(world, body, &it->compound, &it->def, NULL), IMP_OK);
    imp3_body_def rolls = imp3_body_default();
    const float radius = 0.25f, speed = 2.0f;
    rolls.kind = IMP_BODY_DYNAMIC;
    rolls.pose.p = (imp3_vec){-2.5f, 0.1f, 1.0f + radius};
    rolls.velocity = (imp3_vec){speed, 0, 0};
    rolls.angular_velocity = (imp3_vec){0, speed / radius, 0};
    assert_int_equal(imp3_world_add_body(world, &rolls, &ball), IMP_OK);
    assert_int_equal(imp3_sphere_make((imp3_vec){0, 0, 0}, radius, &sphere), IMP_OK);
    assert_int_equal(imp3_world_add_collider(world, ball, &sphere, NULL, NULL), IMP_OK);
    float least = 9, most = -9;
    for (int step = 0; step < 140; step++)
    {
        imp3_body_state now;
        assert_int_equal(imp3_world_step(world, 1 / 60.0f), IMP_OK);
        assert_int_equal(imp3_world_get_body(world, ball, &now), IMP_OK);
        if (step >= 20)
        {
            least = fminf(least, now.pose.p.z);
            most = fmaxf(most, now.pose.p.z);
        }
        assert_true(fabsf(now.velocity.x - speed) < 2e-4f && fabsf(now.velocity.y) < 1e-4f);
    }
    printf("    heights differ by %g m\n", (double)(most - least));
    assert_true(most - least < 1e-4f);
    imp3_world_free(world);
    io_scene_free(&scene);
}

// Whatever a tree says, it is a status: each byte of one changed in turn.
static void survives_broken_trees(void** state)
{
    (void)state;
    static const char signs[] = "9-,]{\"e";
    char text[sizeof cubes];
    int32_t read = 0, refused = 0;
    for (size_t i = 0; i < sizeof cubes - 1; i++)
    {
        memcpy(text, cubes, sizeof text);
        text[i] = signs[i % (sizeof signs - 1)];
        io_scene scene;
        io_world3 world;
        io_error error;
        io_status status = load_nodes(&scene, text, NULL);
        read += !status;
        refused += status != IO_OK;
        if (!status && io_world3_make(&scene, NULL, &world, &error) == IO_OK)
        {
            io_world3_free(&world);
        }
        io_scene_free(&scene);
    }
    assert_true(read > 100 && refused > 100);
}

// A glTF, if there is Assimp: the same, through its reader.
static void reads_gltf(void** state)
{
    (void)state;
    static const char gltf[] =
        "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0,1,2]}],\"nodes\":["
        "{\"name\":\"ground\",\"mesh\":0,\"scale\":[20,1,20]},"
        "{\"name\":\"stone-rigid\",\"mesh\":0,\"translation\":[0,3,0]},"
        "{\"name\":\"ball\",\"mesh\":0,\"translation\":[5,3,0],\"extras\":{\"kind\":\"dynamic\",\"velocity\":[0.5,0,-1]}}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\",\"min\":[0,0,0],"
        "\"max\":[1,1,1]},{\"bufferView\":1,\"componentType\":5123,\"count\":12,\"type\":\"SCALAR\"}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteOffset\":0,\"byteLength\":48},"
        "{\"buffer\":0,\"byteOffset\":48,\"byteLength\":24}],"
        "\"buffers\":[{\"byteLength\":72,\"uri\":\"four.bin\"}]}";
    static const float points[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint16_t corners[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2};
    char bytes[72];
    memcpy(bytes, points, 48);
    memcpy(bytes + 48, corners, 24);
    write_bytes("four.bin", bytes, sizeof bytes);
    write_file("four.gltf", gltf);
    if (run("run four.gltf --seconds 1 --record four.rec") == 2 && strstr(output, "Assimp"))
    {
        print_message("skip: built without Assimp\n");
        return;
    }
    expect_words("four.gltf: glTF, read by Assimp");
    expect_words("3 bodies: 2 dynamic, 0 kinematic, 1 static");
    expect_words("3: 2 hulls, 1 mesh");
    assert_int_equal(run("replay four.rec --verify"), 0);
    io_scene scene;
    io_error error;
    char path[300];
    snprintf(path, sizeof path, "%s/four.gltf", test_folder);
    io_scene_init(&scene, NULL);
    assert_int_equal(io_scene_load_meshes(&scene, path, NULL, &error), IO_OK);
    assert_true(scene.space.bodies[2].def.velocity.x == 0.5f && scene.space.bodies[2].def.velocity.z == -1.0f);
    io_scene_free(&scene);
    char broken[sizeof gltf];
    memcpy(broken, gltf, sizeof broken);
    broken[sizeof gltf / 2] = 0;
    write_file("broken.gltf", broken);
    assert_int_equal(run("run broken.gltf"), 2);
    write_bytes("four.bin", bytes, 20);
    assert_int_equal(run("run four.gltf"), 2);
}

int main(void)
{
    if (!is_command_built())
    {
        return 77;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(stands_or_moves), cmocka_unit_test(takes_nodes_as_bodies),
                                       cmocka_unit_test(survives_broken_trees),
                                       cmocka_unit_test(hulls_of_a_body_are_one_set), cmocka_unit_test(reads_gltf)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
