// SPDX-License-Identifier: MIT
//
// Objects of Tiled maps: their shapes, tiles as objects, where both come to stand (1 px = 1/16 m, y up).

#include <math.h>
#include <stdio.h>

#include "io/io_support.h"
#include "io/tiled_maps.h"

static void test_shapes(void** state)
{
    (void)state;
    io_scene scene;
    load_text(&scene,
              MAP(OBJECTS("<object id='1' name='box' x='16' y='32' width='48' height='16'/>"
                          "<object id='2' x='0' y='0' width='32' height='32'><ellipse/></object>"
                          "<object id='3' x='64' y='16'><point/></object>"
                          "<object id='4' type='Rock' x='16' y='16'><polygon points='0,0 32,0 32,-16'/></object>"
                          "<object id='5' x='0' y='16'><polyline points='0,0 16,0 16,16'/></object>"
                          "<object id='6' x='0' y='0' width='16' height='48'><capsule/></object>"
                          "<object id='7' x='16' y='16'/>"
                          "<object id='8' x='32' y='0' width='48' height='16'><capsule/></object>"
                          "<object id='9' x='8' y='8' width='16' height='16'><capsule/></object>")),
              NULL, NULL);
    assert_int_equal(scene.object_count, 9);
    const io_object* box = object_at(&scene, "layers[0].objects[0]");
    expect_box(box, 1, -3, 4, -2);
    assert_string_equal(box->name, "box");
    assert_string_equal(box->layer, "things");
    assert_true(box->is_solid);
    assert_false(box->is_static);
    assert_number(box->structure, ==, 0);
    EXPECT_SHAPE(object_at(&scene, "layers[0].objects[1]"), IMP2_SHAPE_CIRCLE, 1, 1, -1);
    const io_object* point = object_at(&scene, "layers[0].objects[2]");
    EXPECT_SHAPE(point, IMP2_SHAPE_CIRCLE, 0, 4, -1);
    assert_false(point->is_solid);
    const io_object* rock = object_at(&scene, "layers[0].objects[3]");
    EXPECT_SHAPE(rock, IMP2_SHAPE_POLYGON, 0, 1, -1, 3, -1, 3, 0);
    assert_string_equal(rock->name, "Rock 4");
    const io_object* line = object_at(&scene, "layers[0].objects[4]");
    expect_rings(line, IMP2_COMPOUND_CHAIN, "0,-1 1,-1 1,-2");
    assert_false(line->compound.closed);
    assert_false(line->compound.one_sided);
    assert_number(line->structure, ==, 0);
    EXPECT_SHAPE(object_at(&scene, "layers[0].objects[5]"), IMP2_SHAPE_CAPSULE, 0.5f, 0.5f, -2.5f, 0.5f, -0.5f);
    EXPECT_SHAPE(object_at(&scene, "layers[0].objects[6]"), IMP2_SHAPE_CIRCLE, 0, 1, -1);
    assert_string_equal(object_at(&scene, "layers[0].objects[6]")->name, "object 7");
    EXPECT_SHAPE(object_at(&scene, "layers[0].objects[7]"), IMP2_SHAPE_CAPSULE, 0.5f, 2.5f, -0.5f, 4.5f, -0.5f);
    assert_int_equal(object_at(&scene, "layers[0].objects[8]")->shape.kind, IMP2_SHAPE_CAPSULE);
    io_scene_free(&scene);
}

static void test_rotation(void** state)
{
    (void)state;
    io_scene scene;
    // Clockwise on the screen, about the object's position.
    load_text(&scene,
              MAP(OBJECTS("<object id='1' x='32' y='16' width='32' height='16' rotation='90'/>"
                          "<object id='2' x='32' y='16' width='32' height='16' rotation='45'/>"
                          "<object id='3' x='32' y='16' rotation='-90'><polygon points='0,0 32,0 32,16'/></object>"
                          "<object id='4' x='32' y='16' width='16' height='48' rotation='450'><capsule/></object>"
                          "<object id='5' x='32' y='16' width='32' height='32' rotation='30'><ellipse/></object>")),
              NULL, NULL);
    expect_box(object_at(&scene, "layers[0].objects[0]"), 1, -3, 2, -1);
    // Along the width: (1, -1) / sqrt 2; along the height: (-1, -1) / sqrt 2.
    float r = sqrtf(0.5f);
    EXPECT_SHAPE(object_at(&scene, "layers[0].objects[1]"), IMP2_SHAPE_ORIENTED_BOX, 0, 2 - r, -1 - r, 2 + r,
                 -1 - 3 * r, 2 + 2 * r, -1 - 2 * r, 2, -1);
    EXPECT_SHAPE(object_at(&scene, "layers[0].objects[2]"), IMP2_SHAPE_POLYGON, 0, 2, -1, 3, 1, 2, 1);
    EXPECT_SHAPE(object_at(&scene, "layers[0].objects[3]"), IMP2_SHAPE_CAPSULE, 0.5f, -0.5f, -1.5f, 1.5f, -1.5f);
    float c = cosf(0.523598776f), s = 0.5f;
    EXPECT_SHAPE(object_at(&scene, "layers[0].objects[4]"), IMP2_SHAPE_CIRCLE, 1, 2 + c - s, -1 - c - s);
    io_scene_free(&scene);
}

static void test_ellipses_become_polygons(void** state)
{
    (void)state;
    io_scene scene;
    load_text(&scene, MAP(OBJECTS("<object id='1' x='0' y='0' width='320' height='64'><ellipse/></object>")), NULL,
              NULL);
    assert_int_equal(scene.object_count, 1);
    assert_int_equal(count_notes(&scene, IO_NOTE_REPAIR, "ellipse"), 1);
    const imp2_shape* shape = &scene.objects[0].shape;
    assert_int_equal(shape->kind, IMP2_SHAPE_POLYGON);
    assert_true(shape->count >= 12);
    for (int32_t i = 0; i < shape->count; i++)
    {
        imp2_vec v = {0}, w = {0};
        (void)imp2_shape_vertex(shape, i, &v);
        (void)imp2_shape_vertex(shape, (i + 1) % shape->count, &w);
        double x = ((double)v.x - 10) / 10, y = ((double)v.y + 2) / 2;
        assert_true(fabs(x * x + y * y - 1) < 1e-6);  // corners lie on the ellipse
        // The middle of an edge is inside by at most a quarter of a pixel, measured along the way out from the centre.
        x = (((double)v.x + (double)w.x) / 2 - 10) / 10;
        y = (((double)v.y + (double)w.y) / 2 + 2) / 2;
        double part = sqrt(x * x + y * y), away = hypot(x * 10, y * 2);
        assert_number(part, <=, 1);
        assert_number(away * (1 / part - 1), <=, 0.25 / 16 + 1e-6);
    }
    io_scene_free(&scene);
}

#define GEM_SET                                                                                                        \
    "<tileset firstgid='1' name='t' tilewidth='16' tileheight='16'>"                                                   \
    "<tile id='0' type='gem'><objectgroup><object id='1' x='4' y='0' width='12' height='8'/></objectgroup></tile>"     \
    "<tile id='1'><image width='32' height='64' source='x.png'/></tile></tileset>"

static void test_tile_objects(void** state)
{
    (void)state;
    io_scene scene;
    load_text(&scene,
              MAP(GEM_SET OBJECTS("<object id='1' gid='3' x='16' y='32' width='32' height='16'/>"
                                  "<object id='2' gid='1' x='16' y='32' width='32' height='16'/>"
                                  "<object id='3' gid='2147483649' x='16' y='32' width='32' height='16'/>"
                                  "<object id='4' gid='1073741825' x='16' y='32' width='32' height='16'/>"
                                  "<object id='5' gid='3' x='16' y='32' width='32' height='16' rotation='90'/>"
                                  "<object id='6' gid='2' x='0' y='64'/>")),
              NULL, NULL);
    assert_int_equal(scene.object_count, 6);
    expect_box(object_at(&scene, "layers[0].objects[0]"), 1, -2, 3, -1);
    // The gem's box is 4..16 x 0..8 of 16 x 16, here of 32 x 16 px.
    expect_box(object_at(&scene, "layers[0].objects[1]"), 1.5f, -1.5f, 3, -1);
    assert_string_equal(object_at(&scene, "layers[0].objects[1]")->name, "gem 2");
    expect_box(object_at(&scene, "layers[0].objects[2]"), 1, -1.5f, 2.5f, -1);
    expect_box(object_at(&scene, "layers[0].objects[3]"), 1.5f, -2, 3, -1.5f);
    // The lower left corner stays; the box that stood above it now lies to its right.
    expect_box(object_at(&scene, "layers[0].objects[4]"), 1, -4, 2, -2);
    expect_box(object_at(&scene, "layers[0].objects[5]"), 0, -4, 2, 0);  // the size of its own image
    io_scene_free(&scene);
}

static void test_capsule_in_a_tile(void** state)
{
    (void)state;
    io_scene scene;
    load_text(
        &scene,
        MAP("<tileset firstgid='1' tilewidth='16' tileheight='16'><tile id='0'><objectgroup>"
            "<object x='0' y='0' width='8' height='16'><capsule/></object></objectgroup></tile></tileset>" OBJECTS(
                "<object id='1' gid='1' x='0' y='32' width='32' height='32'/>"
                "<object id='2' gid='1' x='0' y='32' width='32' height='16'/>")),
        NULL, NULL);
    assert_int_equal(scene.object_count, 1);
    EXPECT_SHAPE(object_at(&scene, "layers[0].objects[0]"), IMP2_SHAPE_CAPSULE, 0.5f, 0.5f, -1.5f, 0.5f, -0.5f);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "a capsule that is stretched"), 1);
    io_scene_free(&scene);
}

static void test_object_alignment(void** state)
{
    (void)state;
    static const struct
    {
        const char* name;
        float x, y;  // lower left corner of a box of 2 x 1 at (10, -10)
    } cases[] = {
        {"unspecified", 10, -10}, {"bottomleft", 10, -10}, {"bottom", 9, -10},   {"bottomright", 8, -10},
        {"left", 10, -10.5f},     {"center", 9, -10.5f},   {"right", 8, -10.5f}, {"topleft", 10, -11},
        {"top", 9, -11},          {"topright", 8, -11},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        char text[800];
        snprintf(text, sizeof text,
                 MAP("<tileset firstgid='1' tilewidth='16' tileheight='16' objectalignment='%s'/>" OBJECTS(
                     "<object id='1' gid='1' x='160' y='160' width='32' height='16'/>")),
                 cases[i].name);
        io_scene scene;
        load_text(&scene, text, NULL, NULL);
        float x = cases[i].x, y = cases[i].y;
        expect_box(object_at(&scene, "layers[0].objects[0]"), x, y, x + 2, y + 1);
        io_scene_free(&scene);
    }
}

// A tile of another size than the grid stands on the lower left corner of its cell; tileoffset shifts it.
static void test_tile_sizes(void** state)
{
    (void)state;
#define TALL(attributes, offset)                                                                                       \
    MAP_OF(1, 1,                                                                                                       \
           "<tileset firstgid='1' tilewidth='16' tileheight='32' " attributes ">" offset                               \
           "<tile id='0'><objectgroup><object id='1' x='0' y='0' width='8' height='32'/></objectgroup></tile>"         \
           "</tileset><layer name='l' width='1' height='1'><data encoding='csv'>1</data></layer>")
    io_scene scene;
    load_text(&scene, TALL("", ""), NULL, NULL);
    expect_box(&scene.objects[0], 0, -1, 0.5f, 1);
    io_scene_free(&scene);
    load_text(&scene, TALL("", "<tileoffset x='16' y='32'/>"), NULL, NULL);
    expect_box(&scene.objects[0], 1, -3, 1.5f, -1);
    io_scene_free(&scene);
    load_text(&scene, TALL("tilerendersize='grid'", ""), NULL, NULL);
    expect_box(&scene.objects[0], 0, -1, 0.5f, 0);
    io_scene_free(&scene);
    load_text(&scene, TALL("tilerendersize='grid' fillmode='preserve-aspect-fit'", ""), NULL, NULL);
    expect_box(&scene.objects[0], 0.25f, -1, 0.5f, 0);
    io_scene_free(&scene);
}

static void test_concave_and_mended(void** state)
{
    (void)state;
    io_scene scene;
    load_text(
        &scene,
        MAP("<tileset firstgid='1' tilewidth='16' tileheight='16'><tile id='0'><objectgroup>"
            "<object id='1' x='0' y='0'><polygon points='0,0 16,0 8,4 0,16'/></object>"
            "<object id='2' x='0' y='0'><polygon points='0,0 16,16 16,0 0,16'/></object></objectgroup></tile></tileset>"
            "<layer name='l' width='4' height='3'><data encoding='csv'>1,1,1,1,1,1,1,1,1,1,1,1</data></layer>" OBJECTS(
                "<object id='1' x='0' y='0'><polygon points='0,0 16,0 8,4 0,16'/></object>"
                "<object id='2' x='0' y='0'><polygon points='0,0 8,0 16,0 16,16 16,16 0,16'/></object>"
                "<object id='3' x='0' y='0'><polygon points='0,0 0,16 16,16 16,0'/></object>"
                "<object id='4' x='0' y='0'><polygon points='0,0 16,16 16,0 0,16'/></object>"
                "<object id='5' x='0' y='0'><polygon points='0,0 5,5 2,2'/></object>"
                "<object id='6' x='0' y='0'><polygon points='0,0 0,16 8,4 8,4 16,16 16,8 16,0'/></object>")),
        NULL, NULL);
    // The tile's outline is judged once, not twelve times, and the sense of rotation is no fault.
    assert_int_equal(scene.object_count, 12 + 5);
    expect_rings(object_at(&scene, "layers[0].data[0]"), IMP2_COMPOUND_REGION, "0,0 0,-1 0.5,-0.25 1,0");
    expect_rings(object_at(&scene, "layers[1].objects[0]"), IMP2_COMPOUND_REGION, "0,0 0,-1 0.5,-0.25 1,0");
    expect_rings(object_at(&scene, "layers[1].objects[5]"), IMP2_COMPOUND_REGION, "0,0 0,-1 0.5,-0.25 1,-1 1,0");
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "its outline crosses itself: edge 0 and edge 2, at (0.5, -0.5)"),
                     2);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, ""), 2);
    assert_int_equal(count_notes(&scene, IO_NOTE_REPAIR, "polygon: 1 equal corners welded, 1 on an edge left out"), 1);
    assert_int_equal(
        count_notes(&scene, IO_NOTE_REPAIR, "region: 1 equal corners welded, 1 corners on an edge left out"), 1);
    assert_int_equal(count_notes(&scene, IO_NOTE_REPAIR, ""), 3);
    io_scene_free(&scene);
}

// Hundreds of thousands of tiles away a float is a quarter of a pixel: round things must not be taken for concave.
static void test_far_away(void** state)
{
    (void)state;
    io_scene scene;
    load_text(
        &scene,
        MAP(OBJECTS("<object id='1' x='3000000.3' y='5000000.7' width='15' height='9'><ellipse/></object>"
                    "<object id='2' x='-9000000.3' y='700000.7'><polygon points='0,0 5,-1 9,0 11,3 11.5,6 9,9 4,10 "
                    "-1,7 -2,3'/></object>")),
        NULL, NULL);
    assert_int_equal(scene.object_count, 2);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, ""), 0);
    assert_int_equal(scene.objects[1].shape.count, 9);
    for (size_t i = 0; i < 2; i++)
    {
        const imp2_box box = bounds_of(&scene.objects[i]);
        double x = i ? -9000002.3 : 3000000.3, y = i ? 700010.7 : 5000009.7;  // left and lower side
        assert_number(fabs((double)box.lower.x * 16 - x), <, 1);
        assert_number(fabs((double)box.lower.y * 16 + y), <, 1);
    }
    io_scene_free(&scene);
}

static void test_scale(void** state)
{
    (void)state;
    io_scene scene;
    io_options options = {.scale = 0.5};
    load_text(&scene, MAP(OBJECTS("<object id='1' x='2' y='4' width='6' height='8'/>")), NULL, &options);
    expect_box(&scene.objects[0], 1, -6, 4, -2);
    assert_true(scene.files[0].scale == 0.5);
    io_scene_free(&scene);
    load_text(&scene, MAP(OBJECTS("<object id='1' x='2' y='4' width='6' height='8'/>")), NULL, NULL);
    assert_true(scene.files[0].scale == 0.0625);
    io_scene_free(&scene);
}

// Every edge that two things share in the file is the same floats in both: they touch, whatever the scale.
static void test_neighbours_touch(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t cases = test_n(300);
    for (uint64_t i = 0; i < cases; i++)
    {
        int x = test_rng_int(&rng, -4000, 4000), y = test_rng_int(&rng, -4000, 4000);
        int w = test_rng_int(&rng, 1, 300), h = test_rng_int(&rng, 1, 300);
        char text[600];
        snprintf(
            text, sizeof text,
            "<map tilewidth='48' tileheight='48'><objectgroup name='o'><object id='1' x='%d.3' y='%d.7' width='%d' "
            "height='%d.1'/><object id='2' x='%d.3' y='%d.7' width='%d' height='%d'/></objectgroup></map>",
            x > 0 ? x : 1, y > 0 ? y : 1, w, h, (x > 0 ? x : 1) + w, y > 0 ? y : 1, w + 3, h + 9);
        io_scene scene;
        load_text(&scene, text, NULL, NULL);
        bool touch = false;
        assert_int_equal(imp2_overlap(&scene.objects[0].shape, &scene.objects[0].pose, &scene.objects[1].shape,
                                      &scene.objects[1].pose, &touch),
                         IMP_OK);
        assert_true(touch);
        io_scene_free(&scene);
    }
    test_report("io_neighbours", cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_rotation),
        cmocka_unit_test(test_ellipses_become_polygons),
        cmocka_unit_test(test_tile_objects),
        cmocka_unit_test(test_capsule_in_a_tile),
        cmocka_unit_test(test_object_alignment),
        cmocka_unit_test(test_tile_sizes),
        cmocka_unit_test(test_concave_and_mended),
        cmocka_unit_test(test_far_away),
        cmocka_unit_test(test_scale),
        cmocka_unit_test(test_neighbours_touch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
