// SPDX-License-Identifier: MIT
//
// GeoJSON, feature by feature: every type, holes, what is far away, layers, and what is wrong. y points up already.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/io_support.h"

#define GEOMETRY(type, coordinates) "{\"type\":\"" type "\",\"coordinates\":" coordinates "}"
#define FEATURE(properties, geometry) "{\"type\":\"Feature\",\"properties\":" properties ",\"geometry\":" geometry "}"
#define FEATURES(list) "{\"type\":\"FeatureCollection\",\"features\":[" list "]}"
#define SQUARE "[[0,0],[6,0],[6,6],[0,6],[0,0]]"
#define HOLE "[[2,2],[4,2],[4,4],[2,4],[2,2]]"

static void test_types(void** state)
{
    (void)state;
    io_scene scene;
    load_text(&scene, GEOMETRY("Polygon", "[" SQUARE "]"), NULL, NULL);
    assert_int_equal(scene.object_count, 1);
    EXPECT_SHAPE(object_at(&scene, "coordinates"), IMP2_SHAPE_POLYGON, 0, 0, 0, 6, 0, 6, 6, 0, 6);
    assert_true(scene.objects[0].is_static);
    assert_true(scene.objects[0].is_solid);
    assert_string_equal(scene.files[0].format, "GeoJSON");
    assert_int_equal(count_notes(&scene, IO_NOTE_REPAIR, ""), 0);
    io_scene_free(&scene);

    // A hole, whichever way round, and an island in it.
    load_text(&scene, GEOMETRY("Polygon", "[" SQUARE "," HOLE ",[[3,3,9],[3.5,3,9],[3,3.5,9],[3,3,9]]]"), NULL, NULL);
    expect_rings(&scene.objects[0], IMP2_COMPOUND_REGION, "0,0 6,0 6,6 0,6 | 2,2 2,4 4,4 4,2 | 3,3 3.5,3 3,3.5");
    io_scene_free(&scene);

    load_text(&scene, GEOMETRY("MultiPolygon", "[[" SQUARE "," HOLE "],[[[7,0],[9,0],[7,1],[9,3],[7,0]]]]"), NULL,
              NULL);
    expect_rings(object_at(&scene, "coordinates[0]"), IMP2_COMPOUND_REGION, "0,0 6,0 6,6 0,6 | 2,2 2,4 4,4 4,2");
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "crosses itself"), 1);
    assert_true(scene.objects[0].structure > 0);
    io_scene_free(&scene);

    load_text(&scene, GEOMETRY("LineString", "[[0,0],[1,2,3],[3,4]]"), NULL, NULL);
    expect_rings(object_at(&scene, "coordinates"), IMP2_COMPOUND_CHAIN, "0,0 1,2 3,4");
    assert_false(scene.objects[0].compound.closed);
    io_scene_free(&scene);

    load_text(&scene, GEOMETRY("MultiLineString", "[[[0,0],[1,2],[3,4],[0,0]],[[5,5],[6,6]]]"), NULL, NULL);
    expect_rings(object_at(&scene, "coordinates[0]"), IMP2_COMPOUND_CHAIN, "0,0 1,2 3,4");
    assert_true(scene.objects[0].compound.closed);
    EXPECT_SHAPE(object_at(&scene, "coordinates[1]"), IMP2_SHAPE_SEGMENT, 0, 5, 5, 6, 6);
    assert_int_equal(scene.objects[0].structure, scene.objects[1].structure);
    io_scene_free(&scene);

    load_text(&scene, GEOMETRY("MultiPoint", "[[1,2],[3,4,5]]"), NULL, NULL);
    EXPECT_SHAPE(object_at(&scene, "coordinates[1]"), IMP2_SHAPE_CIRCLE, 0, 3, 4);
    assert_false(scene.objects[0].is_solid);
    io_scene_free(&scene);
}

static void test_features(void** state)
{
    (void)state;
    io_scene scene;
    load_text(
        &scene,
        FEATURES(FEATURE("{\"name\":\"isle\",\"layer\":\"land\"}", GEOMETRY("Point", "[1,2]")) "," FEATURE("null", "null") ",{\"type\":\"Feature\",\"id\":12,\"geometry\":" GEOMETRY(
            "Point",
            "[3,4]") "}," FEATURE("{}",
                                  "{\"type\":\"GeometryCollection\",\"geometries\":[" GEOMETRY(
                                      "Point",
                                      "[5,6]") ",{\"type\":\"GeometryCollection\",\"geometries\":[" GEOMETRY("Point",
                                                                                                             "[7,8]") "]}]}")),
        NULL, NULL);
    assert_int_equal(scene.object_count, 4);
    const io_object* isle = object_at(&scene, "features[0].geometry.coordinates");
    assert_string_equal(isle->name, "isle");
    assert_string_equal(isle->layer, "land");
    assert_string_equal(object_at(&scene, "features[2].geometry.coordinates")->name, "feature 12");
    const io_object* a = object_at(&scene, "features[3].geometry.geometries[0].coordinates");
    const io_object* b = object_at(&scene, "features[3].geometry.geometries[1].geometries[0].coordinates");
    EXPECT_SHAPE(b, IMP2_SHAPE_CIRCLE, 0, 7, 8);
    assert_number(a->structure, >, 0);
    assert_number(a->structure, ==, b->structure);
    assert_number(isle->structure, ==, 0);
    io_scene_free(&scene);

    const char* layer = "land";
    io_options options = {.layers = &layer, .layer_count = 1};
    load_text(&scene,
              FEATURES(FEATURE("{\"Layer\":\"land\"}", GEOMETRY("Point", "[1,2]")) "," FEATURE(
                  "{\"layer\":\"sea\"}", GEOMETRY("Point", "[1,2]")) "," FEATURE("{}", GEOMETRY("Point", "[1,2]"))),
              NULL, &options);
    assert_int_equal(scene.object_count, 1);
    io_scene_free(&scene);
}

// Two fields with a common edge, four million metres north: floats are half a metre apart there, the fields are not.
static void test_far_away(void** state)
{
    (void)state;
    io_scene scene;
    load_text(
        &scene,
        FEATURES(FEATURE(
            "{}",
            GEOMETRY(
                "Polygon",
                "[[[500000.1,4000000.1],[500010.3,4000000.2],[500010.4,4000010.3],"
                "[500000.1,4000000.1]]]")) "," FEATURE("{}",
                                                       GEOMETRY(
                                                           "Polygon",
                                                           "[[[500010.3,4000000.2],[500020.3,4000000.2],[500010.4,4000010.3],"
                                                           "[500010.3,4000000.2]]]"))),
        NULL, NULL);
    assert_int_equal(count_notes(&scene, IO_NOTE_TAKEN, "positions are kept relative to (500010.188, 4000005.25) m"),
                     1);
    assert_int_equal(scene.object_count, 2);
    const io_object *a = &scene.objects[0], *b = &scene.objects[1];
    assert_vec(a->pose.p, 500010.1875f, 4000005.25f);
    imp2_vec corner = {0};
    (void)imp2_shape_vertex(&a->shape, 0, &corner);
    assert_true(fabs((double)corner.x + (double)a->pose.p.x - 500000.1) < 1e-6);
    assert_true(fabs((double)corner.y + (double)a->pose.p.y - 4000000.1) < 1e-6);
    imp2_manifold m;
    assert_int_equal(imp2_collide(&a->shape, &a->pose, &b->shape, &b->pose, 0.0f, &m), IMP_OK);
    assert_number(m.count, >, 0);
    assert_number(m.depth, <, 1e-6f);
    io_scene_free(&scene);

    // Around the origin nothing is moved; the scale is applied before.
    io_options options = {.scale = 2};
    load_text(&scene, GEOMETRY("Point", "[1.5,-2]"), NULL, &options);
    EXPECT_SHAPE(&scene.objects[0], IMP2_SHAPE_CIRCLE, 0, 3, -4);
    io_scene_free(&scene);
    load_text(&scene, GEOMETRY("LineString", "[[-1,0],[3,0],[3,1]]"), NULL, NULL);
    assert_number(scene.objects[0].pose.p.x, ==, 0);
    assert_int_equal(scene.note_count, 0);
    io_scene_free(&scene);
}

static void test_left_out(void** state)
{
    (void)state;
    static const struct
    {
        const char* text;
        const char* note;
    } cases[] = {
        {GEOMETRY("Polygon", "[]"), "it has no points"},
        {GEOMETRY("MultiPoint", "[]"), "it has no points"},
        {GEOMETRY("Polygon", "[[]]"), "its outline encloses nothing"},
        {GEOMETRY("Polygon", "[[[1,2]]]"), "its outline encloses nothing"},
        {GEOMETRY("MultiPolygon", "[[]]"), "its outline encloses nothing"},
        {GEOMETRY("MultiLineString", "[[]]"), "a line needs two points"},
        {GEOMETRY("LineString", "[[1,2]]"), "a line needs two points"},
        {GEOMETRY("Polygon", "[[[0,0],[1,1],[0,0]]]"), "its outline encloses nothing"},
        {GEOMETRY("Polygon", "[[[0,0],[2,2],[2,0],[0,2],[0,0]]]"), "crosses itself: edge 0 and edge 2, at (1, 1)"},
        {GEOMETRY("Polygon", "[" SQUARE ",[[3,3],[9,3],[9,4]]]"), "crosses another of its rings: edge 1 of ring 0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        io_scene scene;
        load_text(&scene, cases[i].text, NULL, NULL);
        assert_int_equal(scene.object_count, 0);
        if (count_notes(&scene, IO_NOTE_SKIP, cases[i].note) != 1)
        {
            fail_msg("%s: %s", cases[i].text, scene.note_count ? scene.notes[scene.note_count - 1].text : "no note");
        }
        io_scene_free(&scene);
    }
}

static void test_faults(void** state)
{
    (void)state;
    static const struct
    {
        const char* text;
        const char* line;
    } cases[] = {
        {"{\"type\":\"Polygon\"}", "maps/level.tmx: 'coordinates' must be a list"},
        {"{\"type\":\"Point\",\"coordinates\":7}", "maps/level.tmx: 'coordinates' must be a list"},
        {GEOMETRY("Point", "[1]"), "maps/level.tmx: coordinates: a position must be [x, y]"},
        {GEOMETRY("Point", "[1,1e999]"), "maps/level.tmx: coordinates: a position must be [x, y]"},
        {GEOMETRY("Point", "[[1,2]]"), "maps/level.tmx: coordinates: a position must be [x, y]"},
        {GEOMETRY("MultiPoint", "[[1,2],[3,null]]"), "maps/level.tmx: coordinates[1]: a position must be [x, y]"},
        {GEOMETRY("LineString", "[1,2]"), "maps/level.tmx: coordinates: positions must be a list of [x, y]"},
        {GEOMETRY("Polygon", "[[[1,2],[3,4],[5]]]"), "maps/level.tmx: coordinates[0][2]: a position must be [x, y]"},
        {GEOMETRY("Polygon", "[[1,2],[3,4]]"), "maps/level.tmx: coordinates[0]: positions must be a list of [x, y]"},
        {GEOMETRY("MultiPolygon", "[[1,2]]"), "maps/level.tmx: coordinates[0]: a polygon must be a list of rings"},
        {FEATURES("7"), "maps/level.tmx: 'features' must be a list"},
        {FEATURES("{},[]"), "maps/level.tmx: features[0]: 'type' is none of GeoJSON's"},
        {FEATURES(FEATURE("{}", "{\"type\":\"Sphere\"}")),
         "maps/level.tmx: features[0].geometry: 'type' is none of GeoJSON's"},
        {FEATURES(FEATURE("{}", FEATURES(""))), "maps/level.tmx: features[0].geometry: 'type' is none of GeoJSON's"},
        {"{\"type\":\"GeometryCollection\"}", "maps/level.tmx: 'geometries' must be a list"},
        {GEOMETRY("Point", "[1e30,0]"), "maps/level.tmx: coordinates: a coordinate is too large"},
        {GEOMETRY("LineString", "[[-1e30,0],[1e30,0]]"), "maps/level.tmx: coordinates: a coordinate is too large"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        char line[1200];
        refuse_text(cases[i].text, NULL, NULL, IO_ERR_MEANING, line, sizeof line);
        assert_string_equal(line, cases[i].line);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_types),    cmocka_unit_test(test_features), cmocka_unit_test(test_far_away),
        cmocka_unit_test(test_left_out), cmocka_unit_test(test_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
