// SPDX-License-Identifier: MIT
//
// `impinge run` with a mesh that bends: recorded and replayed, too fast, and on the page in a browser. And nodes of
// foreign files whose morph targets are animated.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/io_browser.h"
#include "io/io_command.h"
#include "io/mesh.h"
#include "io/mesh_foreign.h"
#include "io/reader.h"
#include "support.h"

// A sheet that goes up by 1 m from 0.5 s to 1.5 s, and a ball on it; its body stands 2 m to the side.
static const char sheet[] =
    "{\"impinge\":\"scene\",\"version\":1,\"dimension\":3,\"world\":{\"gravity\":[0,0,-10]},\"bodies\":["
    "{\"name\":\"sheet\",\"kind\":\"kinematic\",\"pose\":{\"p\":[2,0,0]},\"colliders\":[{\"shape\":{\"kind\":\"mesh\","
    "\"points\":[[-2,-2,0],[2,-2,0],[2,2,0],[-2,2,0]],\"triangles\":[[0,1,2],[0,2,3]],\"bends\":[{\"kind\":\"morph\","
    "\"loop\":false,\"targets\":[[[0,0,1],[0,0,1],[0,0,1],[0,0,1]]],\"times\":[0.5,1.5],\"weights\":[0.25,1.25]}]}}]},"
    "{\"name\":\"ball\",\"pose\":{\"p\":[2.5,0.5,0.75]},\"colliders\":[{\"shape\":{\"kind\":\"sphere\",\"radius\":0.5}}]}]}";

static void is_replayed(void** state)
{
    (void)state;
    write_file("sheet.json", sheet);
    assert_int_equal(run("run sheet.json --seconds 3 --record sheet.rec"), 0);
    expect_words("2: 1 sphere, 1 mesh");
    expect_words("1 of 2 bodies that can move");
    assert_int_equal(run("replay sheet.rec --verify --threads 2"), 0);
    expect_words("the same to the last bit");
}

static void is_named_when_it_is_too_fast(void** state)
{
    (void)state;
    static char text[2000];
    strcpy(text, sheet);
    memcpy(strstr(text, "1.25"), "1e18", 4);
    memcpy(strstr(text, "1.5]"), "0.6]", 4);
    write_file("fast.json", text);
    assert_int_equal(run("run fast.json --seconds 3"), 2);
    expect_words("fast.json: bodies[0].colliders[0]: ");
}

static void is_seen_on_the_page(void** state)
{
    (void)state;
    if (!browser())
    {
        skip();
    }
    write_file("sheet.json", sheet);
    open_page(
        "run sheet.json --seconds 3", 0,
        "ready.then(() => {"
        "const told = document.body.dataset, s = shapes[0], height = time => (bendTo(s, time), Math.round(1000 * s.points[2]));"
        "told.frames = s.bent.frames.length; told.kept = new Set(s.bent.frames).size; told.triangles = s.points.length / 9;"
        "told.edges = s.edges.length / 6; told.first = height(0); told.middle = height(60); told.last = height(lastFrame);"
        "told.between = Math.round(10 * (height(60.5) - (height(60) + height(61)) / 2)); told.top = Math.round(1000 * s.upper[2]);"
        "told.normal = Math.round(100 * Math.abs(s.faces[5])); seek(60); frame(performance.now());"
        "told.drawn = Math.round(1000 * s.points[2]); eye.target = [1, -1, 0.75]; eye.distance = 4; eye.pitch = 1.5;"
        "told.hit = bodyAt(canvas.clientWidth / 2, canvas.clientHeight / 2) === bodies[0] ? 1 : 0;"
        "})",
        "frame=0");
    assert_int_equal(attribute("frames"), 181);
    assert_true(attribute("kept") >= 60 && attribute("kept") <= 62);
    assert_int_equal(attribute("triangles"), 2);
    assert_int_equal(attribute("edges"), 5);
    assert_true(labs(attribute("first") - 250) <= 1 && labs(attribute("middle") - 750) <= 1);
    assert_true(labs(attribute("last") - 1250) <= 1 && labs(attribute("top") - 1250) <= 1);
    assert_true(labs(attribute("between")) <= 10);
    assert_int_equal(attribute("normal"), 100);
    assert_int_equal(attribute("hit"), 1);
    assert_true(labs(attribute("drawn") - 750) <= 1);
}

// Nodes, as the reader of foreign formats tells them: a square, and where its points are at a weight of 1.

static io_status load_nodes(io_scene* scene, const char* text)
{
    imp3_vec points[8] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0},
                          {-1, -1, 0}, {1, -1, 0}, {1, 1, 3}, {-1, 1, 0}};
    int32_t corners[6] = {0, 1, 2, 0, 2, 3};
    const io_mesh mesh = {.points = points, .corners = corners, .point_count = 8, .corner_count = 6};
    const io_options options = {.scale = 0};
    io_tree tree;
    io_error error;
    io_scene_init(scene, NULL);
    scene->dimension = 3;
    io_status status = io_tree_parse_json(text, strlen(text), NULL, &tree, &error);
    if (!status)
    {
        io_reader reader = {.scene = scene,
                            .options = &options,
                            .allocator = &scene->arena.allocator,
                            .error = &error,
                            .file = "skin.glb"};
        status = io_space_add_nodes(&reader, &mesh, &tree, 1);
        io_tree_free(&tree);
    }
    return status;
}

// By a quarter about z, twice as large.
#define NODE(name, told, weights)                                                                                      \
    "{\"points\":[4],\"targets\":[1],\"nodes\":[{\"name\":\"" name "\",\"parent\":-1,"                                 \
    "\"place\":[0,-2,0,3, 2,0,0,4, 0,0,2,5],\"meshes\":[0],\"told\":{" told "},\"morph\":{\"targets\":1,"              \
    "\"times\":[0.5,1.5],\"weights\":[" weights "]}}]}"

static void nodes_with_animated_targets_bend(void** state)
{
    (void)state;
    io_scene scene;
    imp3_vec at[4];
    assert_int_equal(load_nodes(&scene, NODE("skin", "", "0,1")), IO_OK);
    assert_int_equal(scene.space.body_count, 1);
    assert_int_equal(scene.space.bodies[0].def.kind, IMP_BODY_KINEMATIC);
    assert_int_equal(scene.space.colliders[0].compound.kind, IMP3_COMPOUND_TRIANGLES);
    assert_non_null(scene.space.colliders[0].bend);
    io_bend_at(scene.space.colliders[0].bend, 1.0, at);
    assert_true(at[0].z == 0 && at[2].z == 3 && at[2].x == 2 && at[2].y == 2);  // half of 3, twice as large
    io_scene_free(&scene);
    static const struct
    {
        const char* text;
        int32_t kind;
        const char* note;
    } others[] = {
        {NODE("skin", "\"kind\":\"static\"", "0,1"), IMP_BODY_STATIC,
         "'skin': its morph targets rest, since it is not kinematic"},
        {NODE("skin-rigid", "", "0,1"), IMP_BODY_DYNAMIC,
         "'skin-rigid': its morph targets rest, since it is not kinematic"},
        {NODE("skin", "", "0"), IMP_BODY_KINEMATIC, "'skin': weights of its morph targets cannot be used"},
        {NODE("skin", "", "0,null"), IMP_BODY_KINEMATIC, "'skin': weights of its morph targets cannot be used"},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    {
        bool noted = false;
        assert_int_equal(load_nodes(&scene, others[i].text), IO_OK);
        assert_int_equal(scene.space.body_count,
                         others[i].kind == IMP_BODY_DYNAMIC ? 0 : 1);  // what falls is no surface
        assert_true(scene.space.body_count == 0 || scene.space.bodies[0].def.kind == others[i].kind);
        assert_true(scene.space.body_count == 0 || !scene.space.colliders[0].bend);
        for (size_t k = 0; k < scene.note_count; k++)
        {
            noted = noted || strcmp(scene.notes[k].text, others[i].note) == 0;
        }
        assert_true(noted);
        io_scene_free(&scene);
    }
}

static void broken_nodes_get_a_status(void** state)
{
    (void)state;
    static const char bytes[] = "\"{}[],:0129-.eE tn";
    static const char whole[] = NODE("skin", "", "0,1");
    test_rng rng = {test_seed()};
    int read = 0, refused = 0;
    const int cases = (int)test_n(3000);
    for (int n = 0; n < cases; n++)
    {
        char text[sizeof whole];
        io_scene scene;
        memcpy(text, whole, sizeof text);
        for (int changes = test_rng_int(&rng, 1, 3); changes > 0; changes--)
        {
            text[test_rng_int(&rng, 0, (int)sizeof text - 2)] = bytes[test_rng_int(&rng, 0, (int)sizeof bytes - 2)];
        }
        const io_status status = load_nodes(&scene, text);
        read += !status;
        refused += status != IO_OK;
        if (!status && scene.space.collider_count > 0 && scene.space.colliders[0].bend)
        {
            imp3_vec at[8];
            io_bend_at(scene.space.colliders[0].bend, 0.7, at);
        }
        io_scene_free(&scene);
    }
    test_report("io_bends_broken_nodes", (uint64_t)cases);
    assert_true(read > cases / 30 && refused > cases / 30);
}

// A glTF, if there is Assimp: the same square, whose far corner goes up by 3 m in a second.
static void gltf_bends(void** state)
{
    (void)state;
    static const char gltf[] =
        "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":["
        "{\"name\":\"skin\",\"mesh\":0,\"translation\":[1,2,3],\"scale\":[2,2,2]}],\"meshes\":[{\"primitives\":[{\"attributes\":{"
        "\"POSITION\":0},\"indices\":1,\"targets\":[{\"POSITION\":2},{\"POSITION\":0}]}]}],\"animations\":[{\"samplers\":[{\"input\":3,"
        "\"output\":4}],\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"weights\"}}]}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\",\"min\":[-1,0,-1],\"max\":[1,0,1]},"
        "{\"bufferView\":1,\"componentType\":5123,\"count\":6,\"type\":\"SCALAR\"},"
        "{\"bufferView\":2,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[0,3,0]},"
        "{\"bufferView\":3,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\",\"min\":[0.5],\"max\":[1.5]},"
        "{\"bufferView\":4,\"componentType\":5126,\"count\":4,\"type\":\"SCALAR\"}],\"bufferViews\":["
        "{\"buffer\":0,\"byteOffset\":0,\"byteLength\":48},{\"buffer\":0,\"byteOffset\":48,\"byteLength\":12},"
        "{\"buffer\":0,\"byteOffset\":60,\"byteLength\":48},{\"buffer\":0,\"byteOffset\":108,\"byteLength\":8},"
        "{\"buffer\":0,\"byteOffset\":116,\"byteLength\":16}],\"buffers\":[{\"byteLength\":132,\"uri\":\"skin.bin\"}]}";
    static const float points[12] = {-1, 0, -1, -1, 0, 1, 1, 0, 1, 1, 0, -1},
                       ways[12] = {0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0};
    static const float times[2] = {0.5f, 1.5f}, weights[4] = {0, 0, 1, 0};
    static const uint16_t corners[6] = {0, 1, 2, 0, 2, 3};
    char bytes[132];
    memcpy(bytes, points, 48);
    memcpy(bytes + 48, corners, 12);
    memcpy(bytes + 60, ways, 48);
    memcpy(bytes + 108, times, 8);
    memcpy(bytes + 116, weights, 16);
    write_bytes("skin.bin", bytes, sizeof bytes);
    write_file("skin.gltf", gltf);
    if (run("run skin.gltf --drop 5 --seconds 2 --record skin.rec") == 2 && strstr(output, "Assimp"))
    {
        print_message("skip: built without Assimp\n");
        return;
    }
    expect_words("6 bodies: 5 dynamic, 1 kinematic, 0 static");
    assert_int_equal(run("replay skin.rec --verify"), 0);
    expect_words("the same to the last bit");
    assert_int_equal(run("check skin.gltf"), 0);
    expect_words("2, of 4 points");  // triangles; targets are no surface
    io_scene scene;
    io_error error;
    imp3_vec at[4];
    char path[300];
    snprintf(path, sizeof path, "%s/skin.gltf", test_folder);
    io_scene_init(&scene, NULL);
    assert_int_equal(io_scene_load_meshes(&scene, path, NULL, &error), IO_OK);
    const io_bend* bend = scene.space.colliders[0].bend;
    assert_non_null(bend);
    assert_true(bend->morph_count == 1 && bend->morphs[0].target_count == 2 && bend->morphs[0].key_count == 2);
    io_bend_at(bend, 1.0, at);
    for (int i = 0; i < 4; i++)
    {
        assert_true(at[i].y == (at[i].x > 0 && at[i].z > 0 ? 3.0f : 0.0f));
    }
    io_scene_free(&scene);
}

int main(void)
{
    if (!is_command_built())
    {
        return 77;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(is_replayed),
                                       cmocka_unit_test(is_named_when_it_is_too_fast),
                                       cmocka_unit_test(is_seen_on_the_page),
                                       cmocka_unit_test(nodes_with_animated_targets_bend),
                                       cmocka_unit_test(broken_nodes_get_a_status),
                                       cmocka_unit_test(gltf_bends)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
