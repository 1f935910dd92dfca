// SPDX-License-Identifier: MIT
//
// The JSON of our own: what is documented, and that saving and reading is the identity.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/io_support.h"
#include "io/reader.h"

#define SCENE(objects) "{\"impinge\":\"scene\",\"version\":1,\"objects\":[" objects "]}"
#define OBJECT(shape) SCENE("{\"shape\":" shape "}")

static void test_all_kinds(void** state)
{
    (void)state;
    io_scene scene;
    load_text(
        &scene,
        SCENE(
            "{\"name\":\"a\",\"layer\":\"l\",\"static\":true,\"solid\":false,\"structure\":7,"
            "\"shape\":{\"kind\":\"circle\",\"radius\":2}},"
            "{\"shape\":{\"kind\":\"segment\",\"a\":[0,1],\"b\":[2,3]}},"
            "{\"shape\":{\"kind\":\"capsule\",\"a\":[0,1],\"b\":[2,3],\"radius\":0.5}},"
            "{\"pose\":{\"p\":[10,20]},\"shape\":{\"kind\":\"box\",\"lower\":[0,0],\"upper\":[1,2]}},"
            "{\"shape\":{\"kind\":\"oriented box\",\"center\":[1,1],\"half\":[2,1],\"turn\":[0,1]}},"
            "{\"pose\":{\"q\":[0,1]},\"shape\":{\"kind\":\"polygon\",\"points\":[[0,0],[1,0],[0,1]],\"radius\":0.25}},"
            "{\"pose\":{\"p\":[1,0],\"angle\":3.14159265},\"shape\":{\"kind\":\"segment\",\"a\":[0,0],\"b\":[1,0]}}"),
        NULL, NULL);
    assert_int_equal(scene.object_count, 7);
    const io_object* first = &scene.objects[0];
    EXPECT_SHAPE(first, IMP2_SHAPE_CIRCLE, 2, 0, 0);
    assert_string_equal(first->name, "a");
    assert_string_equal(first->layer, "l");
    assert_true(first->is_static);
    assert_false(first->is_solid);
    assert_number(first->structure, ==, 7);
    EXPECT_SHAPE(&scene.objects[1], IMP2_SHAPE_SEGMENT, 0, 0, 1, 2, 3);
    assert_string_equal(scene.objects[1].name, "segment");
    EXPECT_SHAPE(&scene.objects[2], IMP2_SHAPE_CAPSULE, 0.5f, 0, 1, 2, 3);
    expect_box(&scene.objects[3], 10, 20, 11, 22);
    EXPECT_SHAPE(&scene.objects[4], IMP2_SHAPE_ORIENTED_BOX, 0, 0, -1, 2, -1, 2, 3, 0, 3);
    EXPECT_SHAPE(&scene.objects[5], IMP2_SHAPE_POLYGON, 0.25f, 0, 0, 0, 1, -1, 0);
    EXPECT_SHAPE(&scene.objects[6], IMP2_SHAPE_SEGMENT, 0, 1, 0, 0, 0);
    io_scene_free(&scene);
}

static void test_faults(void** state)
{
    (void)state;
    static const struct
    {
        const char* text;
        const char* line;
    } cases[] = {
        {"{\"impinge\":\"scene\",\"objects\":[]}", "maps/level.tmx: 'version' is missing"},
        {"{\"impinge\":\"scene\",\"version\":2,\"objects\":[]}",
         "maps/level.tmx: version 2 is unknown; this program reads version 1"},
        {"{\"impinge\":\"scene\",\"version\":1}", "maps/level.tmx: 'objects' must be a list of objects"},
        {SCENE("7"), "maps/level.tmx: 'objects' must be a list of objects"},
        {SCENE("{},[]"), "maps/level.tmx: objects[0]: 'shape' is missing"},
        {SCENE("null"), "maps/level.tmx: objects[0]: an object must be {...}"},
        {OBJECT("{}"), "maps/level.tmx: objects[0]: unknown kind of shape ''"},
        {OBJECT("{\"kind\":\"circle\"}"), "maps/level.tmx: objects[0]: 'radius' is missing"},
        {OBJECT("{\"kind\":\"segment\",\"a\":[0],\"b\":[1,2]}"), "maps/level.tmx: objects[0]: 'a' must be [x, y]"},
        {OBJECT("{\"kind\":\"segment\",\"a\":[0,1e999],\"b\":[1,2]}"),
         "maps/level.tmx: objects[0]: 'a' must be [x, y]"},
        {OBJECT("{\"kind\":\"polygon\",\"points\":[[0,0],[1]]}"),
         "maps/level.tmx: objects[0]: points[1] must be [x, y]"},
        {OBJECT("{\"kind\":\"polygon\",\"points\":[]}"),
         "maps/level.tmx: objects[0]: 'points' must be a list of [x, y]"},
        {OBJECT("{\"kind\":\"region\"}"), "maps/level.tmx: objects[0]: 'rings' must be a list of lists of [x, y]"},
        {OBJECT("{\"kind\":\"region\",\"rings\":[[0,1]]}"),
         "maps/level.tmx: objects[0]: 'rings[0]' must be a list of [x, y]"},
        {OBJECT("{\"kind\":\"region\",\"rings\":[[[0,0],[1,0],[0,1]],[[0,\"1\"]]]}"),
         "maps/level.tmx: objects[0]: rings[1][0] must be [x, y]"},
        {OBJECT("{\"kind\":\"region\",\"fill\":\"red\",\"rings\":[]}"),
         "maps/level.tmx: objects[0]: 'fill' must be even-odd or non-zero"},
        {OBJECT("{\"kind\":\"region\",\"rings\":[[[0,0],[1,0],[2,0]]]}"),
         "maps/level.tmx: objects[0]: outlines that enclose nothing, or points that are all the same"},
        {OBJECT("{\"kind\":\"region\",\"rings\":[[[0,0],[1,0],[0,1]]],\"parts\":7}"),
         "maps/level.tmx: objects[0]: 'parts' must be a list of lists of vertices"},
        {OBJECT("{\"kind\":\"region\",\"rings\":[[[0,0],[1,0],[0,1]]],\"parts\":[[0,1,3]]}"),
         "maps/level.tmx: objects[0]: parts[0] must be a list of vertices"},
        {OBJECT("{\"kind\":\"region\",\"rings\":[[[0,0],[1,0],[0,1]]],\"parts\":[[0,1,2],[0,-1,2]]}"),
         "maps/level.tmx: objects[0]: parts[1] must be a list of vertices"},
        {OBJECT("{\"kind\":\"region\",\"rings\":[[[0,0],[1,0],[0,1]]],\"parts\":[[0,1.5,2]]}"),
         "maps/level.tmx: objects[0]: parts[0] must be a list of vertices"},
        {OBJECT("{\"kind\":\"region\",\"rings\":[[[0,0],[1,0],[0,1]]],\"parts\":[[0,1,2],{}]}"),
         "maps/level.tmx: objects[0]: parts[1] must be a list of vertices"},
        {OBJECT("{\"kind\":\"region\",\"rings\":[[[0,0],[1,0],[1,1],[0,1]]],\"parts\":[[0,1,2]]}"),
         "maps/level.tmx: objects[0]: parts do not cover their outline, each place once"},
        {OBJECT("{\"kind\":\"region\",\"rings\":[[[0,0],[1,0],[1,1],[0,1]]],\"parts\":[[0,2,1],[0,3,2]]}"),
         "maps/level.tmx: objects[0]: an outline that must be convex is not"},
        {OBJECT("{\"kind\":\"chain\",\"points\":[[0,0],[0,0]]}"),
         "maps/level.tmx: objects[0]: outlines that enclose nothing, or points that are all the same"},
        {OBJECT("{\"kind\":\"chain\",\"points\":[[0,0]]}"), "maps/level.tmx: objects[0]: too few or too many elements"},
        {SCENE("{\"structure\":-1,\"shape\":{\"kind\":\"circle\",\"radius\":1}}"),
         "maps/level.tmx: objects[0]: 'structure' must be 0 to 1048576"},
    };
    char line[1200];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        refuse_text(cases[i].text, NULL, NULL, IO_ERR_MEANING, line, sizeof line);
        assert_string_equal(line, cases[i].line);
    }
    // What the library refuses is refused with its words.
    static const char* const refused[] = {
        OBJECT("{\"kind\":\"circle\",\"radius\":-1}"),
        OBJECT("{\"kind\":\"circle\",\"radius\":1e-30}"),
        OBJECT("{\"kind\":\"box\",\"lower\":[1,0],\"upper\":[0,0]}"),
        OBJECT("{\"kind\":\"oriented box\",\"half\":[1,1],\"turn\":[1,1]}"),
        OBJECT("{\"kind\":\"polygon\",\"points\":[[0,0],[1,1e30]]}"),
        SCENE("{\"pose\":{\"q\":[2,0]},\"shape\":{\"kind\":\"circle\",\"radius\":1}}"),
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
    {
        refuse_text(refused[i], NULL, NULL, IO_ERR_MEANING, line, sizeof line);
        assert_non_null(strstr(line, "objects[0]: "));
    }
    io_scene scene;
    load_text(&scene, OBJECT("{\"kind\":\"polygon\",\"points\":[[0,0],[4,0],[1,1],[0,4]]}"), NULL, NULL);
    assert_int_equal(scene.object_count, 1);
    expect_rings(&scene.objects[0], IMP2_COMPOUND_REGION, "0,0 4,0 1,1 0,4");
    io_scene_free(&scene);
    load_text(&scene, OBJECT("{\"kind\":\"polygon\",\"points\":[[0,0],[4,0],[1,1],[0,4]],\"radius\":1}"), NULL, NULL);
    assert_int_equal(scene.object_count, 0);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "a concave polygon of 4 corners cannot be rounded"), 1);
    io_scene_free(&scene);
}

// A random float with all kinds of exponents, now and then a round one.
static float any_float(test_rng* rng)
{
    static const float scales[] = {1e-9f, 1e-3f, 1, 1, 1, 100, 1e6f};
    float v = test_rng_range(rng, -1, 1) * scales[test_rng_int(rng, 0, 6)];
    return test_rng_int(rng, 0, 3) ? v : (float)test_rng_int(rng, -3, 3);
}

static imp2_vec any_vec(test_rng* rng)
{
    imp2_vec v = {any_float(rng), any_float(rng)};
    return v;
}

static bool any_shape(test_rng* rng, imp2_shape* out)
{
    imp2_vec a = any_vec(rng), b = any_vec(rng), points[24];
    float radius = any_float(rng);
    radius = radius < 0 ? -radius : radius;
    imp2_box box = {{a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y}, {a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y}};
    int32_t count = test_rng_int(rng, 1, 24);
    switch (test_rng_int(rng, 1, 6))
    {
    case IMP2_SHAPE_CIRCLE: return imp2_circle_make(a, radius, out) == IMP_OK;
    case IMP2_SHAPE_SEGMENT: return imp2_segment_make(a, b, out) == IMP_OK;
    case IMP2_SHAPE_CAPSULE: return imp2_capsule_make(a, b, radius, out) == IMP_OK;
    case IMP2_SHAPE_BOX: return imp2_box_make(box, out) == IMP_OK;
    case IMP2_SHAPE_ORIENTED_BOX: break;
    default:
        for (int32_t i = 0; i < count; i++)
        {
            imp2_rot q;
            (void)imp2_rot_make(6.2831853f * (float)i / (float)count, &q);
            points[i] = (imp2_vec){q.c * (1 + radius) + a.x, q.s * (1 + radius) + a.y};
        }
        return imp2_polygon_make(points, count, test_rng_int(rng, 0, 1) ? radius : 0, NULL, out, NULL) == IMP_OK;
    }
    imp2_rot turn;
    imp2_vec half = {radius, radius / 3};
    return imp2_rot_make(any_float(rng), &turn) == IMP_OK && imp2_oriented_box_make(a, half, turn, out) == IMP_OK;
}

static void test_round_trip(void** state)
{
    (void)state;
    static const char* const names[] = {"plain", "\"quoted\\\"", "tab\there", "gr\xc3\xbc\xc3\x9f", ""};
    test_rng rng = {test_seed()};
    io_scene scene, again;
    io_error error = {0};
    io_options options = {.scale = 0};
    io_scene_init(&scene, NULL);
    io_reader reader = {.scene = &scene,
                        .options = &options,
                        .allocator = &scene.arena.allocator,
                        .error = &error,
                        .file = "",
                        .scale = 1};
    uint64_t cases = test_n(2000);
    for (uint64_t i = 0; i < cases;)
    {
        imp2_shape shape;
        imp2_pose pose;
        if (!any_shape(&rng, &shape))
        {
            continue;
        }
        if (imp2_pose_make(any_vec(&rng), any_float(&rng), &pose) != IMP_OK)
        {
            imp2_shape_free(&shape);
            continue;
        }
        io_label label = {.name = names[i % 5],
                          .layer = names[i % 3],
                          .structure = (int32_t)(i % 4),
                          .is_static = i % 2 == 0,
                          .is_solid = i % 3 == 0};
        assert_int_equal(io_object_add(&reader, &label, &shape, &pose), IO_OK);
        i++;
    }
    char path[] = "/tmp/impinge-scene-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(io_scene_save(&scene, path, &error), IO_OK);
    io_scene_init(&again, NULL);
    if (io_scene_load(&again, path, NULL, &error) != IO_OK)
    {
        fail_msg("%s: %s", error.path, error.text);
    }
    remove(path);
    assert_int_equal(again.note_count, 0);
    expect_same_shapes(&scene, &again);
    for (size_t i = 0; i < scene.object_count; i++)
    {
        const io_object *a = &scene.objects[i], *b = &again.objects[i];
        assert_string_equal(a->name, b->name);
        assert_string_equal(a->layer, b->layer);
        assert_int_equal(a->structure, b->structure);
        bool box = a->shape.kind == IMP2_SHAPE_ORIENTED_BOX;
        assert_int_equal(box ? IMP2_SHAPE_POLYGON : a->shape.kind, b->shape.kind);
    }
    io_scene_free(&scene);
    io_scene_free(&again);
    test_report("io_round_trip", cases);
}

// A ring around the origin whose corners are in order of angle: simple, mostly concave.
static void write_star(test_rng* rng, char* out, size_t size, float least, float most)
{
    size_t length = (size_t)snprintf(out, size, "[");
    int count = test_rng_int(rng, 3, 24);
    for (int i = 0; i < count; i++)
    {
        imp2_rot q;
        (void)imp2_rot_make(6.2831853f * (float)i / (float)count, &q);
        float r = test_rng_range(rng, least, most);
        length += (size_t)snprintf(out + length, size - length, "%s[%.9g,%.9g]", i ? "," : "", (double)(q.c * r),
                                   (double)(q.s * r));
    }
    snprintf(out + length, size - length, "]");
}

static void test_compounds_round_trip(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t cases = test_n(200);
    char path[] = "/tmp/impinge-scene-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    for (uint64_t i = 0; i < cases; i++)
    {
        static char text[10000];
        char outer[1200], hole[1200], island[1200];
        // Even a triangle's sides come to the origin no nearer than half of its nearest corner.
        write_star(&rng, outer, sizeof outer, 9, 20);
        write_star(&rng, hole, sizeof hole, 2, 4);
        write_star(&rng, island, sizeof island, 0.1f, 0.9f);
        snprintf(
            text, sizeof text,
            SCENE(
                "{\"shape\":{\"kind\":\"region\",\"rings\":[%s,%s,%s]}},"
                "{\"shape\":{\"kind\":\"region\",\"fill\":\"non-zero\",\"rings\":[%s,%s]},\"pose\":{\"p\":[1,2],\"angle\":1}},"
                "{\"shape\":{\"kind\":\"chain\",\"points\":%s,\"closed\":true}},"
                "{\"shape\":{\"kind\":\"chain\",\"points\":%s,\"one_sided\":true}}"),
            outer, hole, island, outer, hole, outer, island);
        io_scene scene, again;
        io_error error;
        load_text(&scene, text, NULL, NULL);
        assert_int_equal(io_scene_save(&scene, path, &error), IO_OK);
        io_scene_init(&again, NULL);
        if (io_scene_load(&again, path, NULL, &error) != IO_OK)
        {
            fail_msg("%s: %s\n%s", error.path, error.text, text);
        }
        expect_same_shapes(&scene, &again);
        io_scene_free(&scene);
        io_scene_free(&again);
    }
    remove(path);
    test_report("io_compounds_round_trip", cases);
}

static void test_compounds(void** state)
{
    (void)state;
    io_scene scene;
    load_text(
        &scene,
        SCENE("{\"shape\":{\"kind\":\"region\",\"rings\":[[[0,0],[0,6],[6,6],[6,0]],[[2,2],[4,2],[4,4],[2,4]]]}},"
              "{\"shape\":{\"kind\":\"region\",\"fill\":\"non-zero\",\"rings\":[[[0,0],[6,0],[6,6],[0,6]],[[2,2],"
              "[4,2],[4,4],[2,4]]]}},"
              "{\"shape\":{\"kind\":\"region\",\"rings\":[[[0,0],[2,2],[2,0],[0,2]]]}},"
              "{\"shape\":{\"kind\":\"chain\",\"points\":[[0,0],[1,1],[2,0]]}},"
              "{\"shape\":{\"kind\":\"chain\",\"closed\":true,\"one_sided\":true,\"points\":[[0,0],[1,1],[2,0],[0,0]]},"
              "\"pose\":{\"p\":[1,0]}},"
              "{\"shape\":{\"kind\":\"chain\",\"points\":[[0,0],[1,1],[1,1],[2,0]]}}"),
        NULL, NULL);
    assert_int_equal(scene.object_count, 5);
    expect_rings(object_at(&scene, "objects[0]"), IMP2_COMPOUND_REGION, "0,0 6,0 6,6 0,6 | 2,2 2,4 4,4 4,2");
    expect_rings(object_at(&scene, "objects[1]"), IMP2_COMPOUND_REGION, "0,0 6,0 6,6 0,6");
    assert_string_equal(scene.objects[0].name, "region");
    const io_object* open = object_at(&scene, "objects[3]");
    expect_rings(open, IMP2_COMPOUND_CHAIN, "0,0 1,1 2,0");
    assert_false(open->compound.closed);
    assert_false(open->compound.one_sided);
    const io_object* closed = object_at(&scene, "objects[4]");
    expect_rings(closed, IMP2_COMPOUND_CHAIN, "1,0 2,1 3,0");
    assert_true(closed->compound.closed);
    assert_true(closed->compound.one_sided);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "crosses itself: edge 0 and edge 2, at (1, 1)"), 1);
    assert_int_equal(count_notes(&scene, IO_NOTE_REPAIR, "chain: 1 equal points welded"), 1);
    assert_int_equal(count_notes(&scene, IO_NOTE_REPAIR, "region: "), 1);  // the ring inside what is filled anyway
    assert_int_equal(scene.note_count, 3);
    io_scene_free(&scene);
}

// The cut of a file is taken, not made anew: here one that nobody would make.
static void test_saved_cut(void** state)
{
    (void)state;
    static const char text[] = OBJECT("{\"kind\":\"region\",\"rings\":[[[0,0],[4,0],[4,4],[0,4]]],"
                                      "\"parts\":[[0,1,2],[2,3,0]]}");
    io_scene scene;
    load_text(&scene, text, NULL, NULL);
    assert_int_equal(scene.object_count, 1);
    assert_int_equal(scene.objects[0].compound.part_count, 2);
    expect_rings(&scene.objects[0], IMP2_COMPOUND_REGION, "0,0 4,0 4,4 0,4");
    io_scene_free(&scene);
}

static void test_several_files_and_rollback(void** state)
{
    (void)state;
    const char* good = SCENE("{\"structure\":1,\"shape\":{\"kind\":\"circle\",\"radius\":1}}");
    const char* bad = SCENE("{\"structure\":1,\"shape\":{\"kind\":\"polygon\",\"points\":[[0,0],[9,0],[12,3],[13,5],"
                            "[13,9],[10,12],[8,13],[5,13],[2,11],[0,5]]}},{}");
    io_scene scene;
    io_error error;
    io_scene_init(&scene, NULL);
    assert_int_equal(io_scene_load_bytes(&scene, "a", good, strlen(good), NULL, &error), IO_OK);
    assert_int_equal(io_scene_load_bytes(&scene, "bad", bad, strlen(bad), NULL, &error), IO_ERR_MEANING);
    assert_int_equal(scene.object_count, 1);
    assert_int_equal(scene.file_count, 1);
    assert_int_equal(scene.vertex_count, 1);
    assert_int_equal(io_scene_load_bytes(&scene, "b", good, strlen(good), NULL, &error), IO_OK);
    assert_int_equal(scene.object_count, 2);
    assert_int_equal(scene.objects[1].file, 1);
    assert_int_not_equal(scene.objects[0].structure, scene.objects[1].structure);
    io_scene_free(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_kinds),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_compounds),
        cmocka_unit_test(test_compounds_round_trip),
        cmocka_unit_test(test_saved_cut),
        cmocka_unit_test(test_several_files_and_rollback),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
