// SPDX-License-Identifier: MIT
//
// Tiled maps, feature by feature: layers, cells and files against the shapes they must give (1 px = 1/16 m, y up).

#include <stdio.h>
#include <string.h>

#include "io/io_support.h"
#include "io/tiled_maps.h"

// 1 1 0 1
// 1 1 0 0
// 0 0 1 1
#define CSV "<data encoding='csv'>\n1,1,0,1,\n1,1,0,0,\n0,0,1,1\n</data>"

static void expect_three_rectangles(const io_scene* scene, const char* folder)
{
    char path[64];
    assert_int_equal(scene->object_count, 3);
    snprintf(path, sizeof path, "%s.cells[0,0 2x2]", folder);
    expect_box(object_at(scene, path), 0, -2, 2, 0);
    snprintf(path, sizeof path, "%s.cells[3,0 1x1]", folder);
    expect_box(object_at(scene, path), 3, -1, 4, 0);
    snprintf(path, sizeof path, "%s.cells[2,2 2x1]", folder);
    expect_box(object_at(scene, path), 2, -3, 4, -2);
    for (size_t i = 0; i < 3; i++)
    {
        assert_true(scene->objects[i].is_static);
        assert_true(scene->objects[i].is_solid);
        assert_int_equal(scene->objects[i].structure, scene->objects[0].structure);
        assert_string_equal(scene->objects[i].layer, "ground");
    }
    assert_true(scene->objects[0].structure > 0);
}

static void test_encodings(void** state)
{
    (void)state;
    static const char* const maps[] = {
        MAP(PLAIN_SET LAYER(CSV)),
        MAP(PLAIN_SET LAYER(
            "<data encoding='base64'>\n  AQAAAAEAAAAAAAAAAQAAAAEAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAEAAAABAAAA"
            "\n </data>")),
        MAP(PLAIN_SET LAYER("<data encoding='base64' compression='zlib'>eNpjZGBgYGSAAEYkjA5g4gAA+AAI</data>")),
        MAP(PLAIN_SET LAYER("<data encoding='base64' compression='gzip'>"
                            "H4sIAAAAAAACA2NkYGBgZIAARiSMDmDiAPIsGPQwAAAA</data>")),
        MAP(PLAIN_SET LAYER("<data><tile gid='1'/><tile gid='1'/><tile/><tile gid='1'/><tile gid='1'/><tile gid='1'/>"
                            "<tile gid='0'/><tile/><tile/><tile/><tile gid='1'/><tile gid='1'/></data>")),
        "{\"width\":4,\"height\":3,\"tilewidth\":16,\"tileheight\":16,\"orientation\":\"orthogonal\","
        "\"tilesets\":[{\"firstgid\":1,\"tilewidth\":16,\"tileheight\":16}],\"layers\":[{\"type\":\"tilelayer\","
        "\"name\":\"ground\",\"width\":4,\"height\":3,\"data\":[1,1,0,1,1,1,0,0,0,0,1,1],"
        "\"properties\":[{\"name\":\"solid\",\"type\":\"bool\",\"value\":true}]}]}",
        "{\"width\":4,\"height\":3,\"tilewidth\":16,\"tileheight\":16,\"orientation\":\"orthogonal\","
        "\"tilesets\":[{\"firstgid\":1,\"tilewidth\":16,\"tileheight\":16}],\"layers\":[{\"type\":\"tilelayer\","
        "\"name\":\"ground\",\"width\":4,\"height\":3,\"encoding\":\"base64\",\"compression\":\"zlib\","
        "\"data\":\"eNpjZGBgYGSAAEYkjA5g4gAA+AAI\","
        "\"properties\":[{\"name\":\"solid\",\"type\":\"bool\",\"value\":true}]}]}",
    };
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
    {
        io_scene scene;
        load_text(&scene, maps[i], NULL, NULL);
        expect_three_rectangles(&scene, "layers[0]");
        io_scene_free(&scene);
    }
}

static void test_infinite_maps(void** state)
{
    (void)state;
    // Two chunks side by side, given from right to left: the floor runs through both.
    static const char* const maps[] = {
        MAP(PLAIN_SET LAYER("<data encoding='csv'>"
                            "<chunk x='0' y='-2' width='2' height='2'>0,0,1,1</chunk>"
                            "<chunk x='-2' y='-2' width='2' height='2'>0,1,1,1</chunk></data>")),
        "{\"width\":4,\"height\":3,\"tilewidth\":16,\"tileheight\":16,\"infinite\":true,"
        "\"tilesets\":[{\"firstgid\":1,\"tilewidth\":16,\"tileheight\":16}],\"layers\":[{\"type\":\"tilelayer\","
        "\"name\":\"solid ground\",\"width\":4,\"height\":2,\"chunks\":["
        "{\"x\":0,\"y\":-2,\"width\":2,\"height\":2,\"data\":[0,0,1,1]},"
        "{\"x\":-2,\"y\":-2,\"width\":2,\"height\":2,\"data\":[0,1,1,1]}]}]}",
    };
    for (size_t i = 0; i < 2; i++)
    {
        io_scene scene;
        load_text(&scene, maps[i], NULL, NULL);
        assert_int_equal(scene.object_count, 1);
        expect_rings(object_at(&scene, "layers[0].cells[-2,-2 4x2]"), IMP2_COMPOUND_REGION,
                     "-2,0 2,0 2,1 0,1 0,2 -1,2 -1,1 -2,1");
        io_scene_free(&scene);
    }
}

// Whether a point that is on no edge is inside an outline: what is to its left is crossed an odd number of times.
static bool is_inside(const io_object* object, double x, double y)
{
    const imp2_compound* c = &object->compound;
    imp2_vec box[4] = {{0}};
    for (int32_t i = 0; !c->kind && i < 4; i++)
    {
        assert_int_equal(imp2_shape_vertex(&object->shape, i, &box[i]), IMP_OK);
    }
    bool inside = false;
    for (int32_t r = 0; r < (c->kind ? c->ring_count : 1); r++)
    {
        const imp2_vec* ring = c->kind ? c->vertices + c->ring_starts[r] : box;
        int32_t count = c->kind ? c->ring_starts[r + 1] - c->ring_starts[r] : 4;
        for (int32_t i = 0; i < count; i++)
        {
            imp2_vec a = ring[i], b = ring[(i + 1) % count];
            inside ^= ((double)a.y > y) != ((double)b.y > y) && (double)a.x < x;
        }
    }
    return inside;
}

enum
{
    GRID = 12
};

// Numbers the sets of cells that hang together by their sides: the lowest index in each, by spreading it.
static int32_t find_sets(const int* cells, int width, int height, int* sets)
{
    int32_t count = 0;
    for (int i = 0; i < width * height; i++)
    {
        sets[i] = cells[i] ? i : -1;
    }
    for (bool changed = true; changed;)
    {
        changed = false;
        for (int i = 0; i < width * height; i++)
        {
            int near[2] = {i % width ? i - 1 : i, i >= width ? i - width : i};
            for (int k = 0; k < 2; k++)
            {
                int *a = &sets[i], *b = &sets[near[k]];
                if (*a >= 0 && *b >= 0 && *a != *b)
                {
                    *a = *b = *a < *b ? *a : *b;
                    changed = true;
                }
            }
        }
    }
    for (int i = 0; i < width * height; i++)
    {
        count += sets[i] == i;
    }
    return count;
}

// Any grid: the outlines enclose exactly the solid cells, each set that hangs together in one of its own, and turn at
// every vertex.
// The same grid tile by tile: a box where a cell is solid, alone, and nothing else. Points anywhere are in a box when
// they are in an outline.
static void check_tiles(test_rng* rng, const char* text, const io_scene* outlines, const int* cells, int width,
                        int height)
{
    const io_options options = {.tiles = true};
    io_scene scene;
    load_text(&scene, text, NULL, &options);
    size_t count = 0;
    for (int i = 0; i < width * height; i++)
    {
        if (cells[i])
        {
            int x = i % width, y = i / width;
            char path[80];
            snprintf(path, sizeof path, "layers[0].cells[%d,%d 1x1]", x, y);
            const io_object* box = object_at(&scene, path);
            expect_box(box, (float)x, (float)(-y - 1), (float)(x + 1), (float)-y);
            assert_true(box->is_static);
            assert_true(box->is_solid);
            assert_number(box->structure, ==, 0);
            assert_number(box->body, <, 0);
            count++;
        }
    }
    assert_int_equal(scene.object_count, count);
    for (int i = 0; i < 20; i++)
    {
        double x = test_rng_range(rng, -1.0f, (float)width + 1.0f);
        double y = test_rng_range(rng, (float)-height - 1.0f, 1.0f);
        bool in_outline = false, in_box = false;
        for (size_t k = 0; k < outlines->object_count; k++)
        {
            in_outline = in_outline || is_inside(&outlines->objects[k], x, y);
        }
        for (size_t k = 0; k < scene.object_count; k++)
        {
            in_box = in_box || is_inside(&scene.objects[k], x, y);
        }
        assert_int_equal(in_outline, in_box);
    }
    io_scene_free(&scene);
}

static void test_merging(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t cases = test_n(200);
    for (uint64_t n = 0; n < cases; n++)
    {
        int width = test_rng_int(&rng, 1, GRID), height = test_rng_int(&rng, 1, GRID), dense = test_rng_int(&rng, 1, 9);
        int cells[GRID * GRID], sets[GRID * GRID];
        char text[1200];
        size_t length =
            (size_t)snprintf(text, sizeof text,
                             "<map tilewidth='16' tileheight='16'><tileset firstgid='1'/><layer name='solid' "
                             "width='%d' height='%d'><data encoding='csv'>",
                             width, height);
        for (int i = 0; i < width * height; i++)
        {
            cells[i] = test_rng_int(&rng, 0, 9) < dense;
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%d", i ? "," : "", cells[i]);
        }
        snprintf(text + length, sizeof text - length, "</data></layer></map>");
        io_scene scene;
        load_text(&scene, text, NULL, NULL);
        assert_int_equal(scene.object_count, find_sets(cells, width, height, sets));
        int owner[GRID * GRID];
        for (int i = 0; i < width * height; i++)
        {
            owner[i] = -1;
            for (size_t k = 0; k < scene.object_count; k++)
            {
                if (is_inside(&scene.objects[k], i % width + 0.5, -(i / width) - 0.5))
                {
                    assert_int_equal(owner[i], -1);
                    owner[i] = (int)k;
                }
            }
            assert_int_equal(owner[i] >= 0, cells[i]);
            assert_true(!cells[i] || owner[i] == owner[sets[i]]);
        }
        for (size_t k = 0; k < scene.object_count; k++)
        {
            const imp2_compound* c = &scene.objects[k].compound;
            for (int32_t r = 0; r < c->ring_count; r++)
            {
                const imp2_vec* ring = c->vertices + c->ring_starts[r];
                int32_t count = c->ring_starts[r + 1] - c->ring_starts[r];
                for (int32_t i = 0; i < count; i++)
                {
                    imp2_vec a = ring[i], b = ring[(i + 1) % count], d = ring[(i + 2) % count];
                    assert_true((a.x == b.x && b.y == d.y) || (a.y == b.y && b.x == d.x));
                }
            }
        }
        check_tiles(&rng, text, &scene, cells, width, height);
        io_scene_free(&scene);
    }
    test_report("io_merged_grids", cases);
}

// Cells that meet only by a corner are apart; an outline may touch itself there.
static void test_corners_that_meet(void** state)
{
    (void)state;
    io_scene scene;
    load_text(&scene, MAP(PLAIN_SET LAYER("<data encoding='csv'>1,0,1,1,0,1,1,0,0,1,1,1</data>")), NULL, NULL);
    assert_int_equal(scene.object_count, 2);
    expect_box(object_at(&scene, "layers[0].cells[0,0 1x1]"), 0, -1, 1, 0);
    expect_rings(object_at(&scene, "layers[0].cells[1,0 3x3]"), IMP2_COMPOUND_REGION,
                 "1,-1 1,-3 4,-3 4,-2 3,-2 3,-1 4,-1 4,0 2,0 2,-1");
    assert_int_equal(scene.objects[0].structure, scene.objects[1].structure);
    io_scene_free(&scene);
    // A hole that touches the outside of its set.
    load_text(&scene, MAP(PLAIN_SET LAYER("<data encoding='csv'>1,1,1,0,1,0,1,1,1,1,0,1</data>")), NULL, NULL);
    assert_int_equal(scene.object_count, 1);
    assert_int_equal(count_notes(&scene, IO_NOTE_TAKEN, "merged into 1 outline with 1 hole"), 1);
    expect_rings(&scene.objects[0], IMP2_COMPOUND_REGION,
                 "0,0 0,-3 2,-3 2,-2 3,-2 3,-3 4,-3 4,-1 3,-1 3,0 | 1,-1 2,-1 2,-2 1,-2");
    io_scene_free(&scene);
}

// The triangle (0, 0) (16, 0) (0, 8) in all eight positions.
static void test_flip_bits(void** state)
{
    (void)state;
    // x' = xx x + xy y + x0, y' = yx x + yy y + y0, in tiles, y down: mirrored at the diagonal first, then left and
    // right, then up and down.
    static const int places[8][6] = {
        {1, 0, 0, 0, 1, 0},  {0, 1, 0, 1, 0, 0},  {1, 0, 0, 0, -1, 1},  {0, 1, 0, -1, 0, 1},
        {-1, 0, 1, 0, 1, 0}, {0, -1, 1, 1, 0, 0}, {-1, 0, 1, 0, -1, 1}, {0, -1, 1, -1, 0, 1},
    };
    for (unsigned bits = 0; bits < 8; bits++)
    {
        char text[1200];
        snprintf(text, sizeof text,
                 "<map width='1' height='1' tilewidth='16' tileheight='16'><tileset firstgid='5' tilewidth='16' "
                 "tileheight='16'><tile id='2'><objectgroup><object id='1' x='0' y='0'>"
                 "<polygon points='0,0 16,0 0,8'/></object></objectgroup></tile></tileset>"
                 "<layer name='l' width='1' height='1'><data encoding='csv'>%u</data></layer></map>",
                 7u | bits << 29);
        io_scene scene;
        load_text(&scene, text, NULL, NULL);
        assert_int_equal(scene.object_count, 1);
        static const float points[3][2] = {{0, 0}, {1, 0}, {0, 0.5f}};
        const int* m = places[bits];
        for (int i = 0; i < 3; i++)
        {
            imp2_vec wanted = {(float)m[0] * points[i][0] + (float)m[1] * points[i][1] + (float)m[2],
                               -((float)m[3] * points[i][0] + (float)m[4] * points[i][1] + (float)m[5])};
            bool found = false;
            for (int32_t k = 0; k < 3; k++)
            {
                imp2_vec v = {0};
                assert_int_equal(imp2_shape_vertex(&scene.objects[0].shape, k, &v), IMP_OK);
                found = found || (v.x == wanted.x && v.y == wanted.y);
            }
            if (!found)
            {
                fail_msg("flip bits %u: no corner at %g, %g", bits, (double)wanted.x, (double)wanted.y);
            }
        }
        io_scene_free(&scene);
    }
}

// The same bits in base64: all four bytes of a number count.
static void test_flip_bits_in_base64(void** state)
{
    (void)state;
    io_scene scene;
    load_text(&scene,
              "<map tilewidth='16' tileheight='16'><tileset firstgid='1' tilewidth='16' tileheight='16'><tile id='0'>"
              "<objectgroup><object x='0' y='0' width='4' height='8'/></objectgroup></tile></tileset>"
              "<layer name='l' width='2' height='1'><data encoding='base64'>AQAAwAEAACA=</data></layer></map>",
              NULL, NULL);
    expect_box(&scene.objects[0], 0.75f, -1, 1, -0.5f);
    expect_box(&scene.objects[1], 1, -0.25f, 1.5f, 0);
    io_scene_free(&scene);
}

#define RULE_SET                                                                                                       \
    "<tileset firstgid='1' tilewidth='16' tileheight='16'>"                                                            \
    "<tile id='0'><objectgroup><object id='1' x='0' y='0' width='16' height='16'/></objectgroup></tile>"               \
    "<tile id='1'><properties><property name='collides' type='bool' value='true'/></properties></tile>"                \
    "<tile id='2'><properties><property name='solid' type='bool' value='false'/></properties></tile>"                  \
    "<tile id='3'><objectgroup><object id='1' x='0' y='8' width='16' height='8'/></objectgroup></tile></tileset>"

static void test_what_is_solid(void** state)
{
    (void)state;
    io_scene scene;
    // A full shape and a property count as whole cells and merge; 3 says no; 5 says nothing.
    load_text(&scene,
              MAP_OF(5, 1,
                     RULE_SET "<layer name='a' width='5' height='1'><data encoding='csv'>1,2,3,4,5</data>"
                              "</layer>"),
              NULL, NULL);
    assert_int_equal(scene.object_count, 2);
    expect_box(object_at(&scene, "layers[0].cells[0,0 2x1]"), 0, -1, 2, 0);
    expect_box(object_at(&scene, "layers[0].data[3]"), 3, -1, 4, -0.5f);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "1 tiles are scenery"), 1);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "1 tiles say that they are not solid"), 1);
    assert_int_equal(count_notes(&scene, IO_NOTE_TAKEN, "1 with collision shapes, 2 solid by their tile"), 1);
    assert_int_equal(object_at(&scene, "layers[0].data[3]")->structure, scene.objects[0].structure);
    io_scene_free(&scene);
    // Tile by tile, one with a shape of its own is no part of the layer either.
    const io_options by_tile = {.tiles = true};
    load_text(&scene,
              MAP_OF(5, 1,
                     RULE_SET "<layer name='a' width='5' height='1'><data encoding='csv'>1,2,3,4,4</data>"
                              "</layer>"),
              NULL, &by_tile);
    assert_int_equal(scene.object_count, 4);
    assert_int_equal(count_notes(&scene, IO_NOTE_TAKEN, "whole cells kept as 2 boxes"), 1);
    assert_true(object_at(&scene, "layers[0].data[3]")->structure != object_at(&scene, "layers[0].data[4]")->structure);
    io_scene_free(&scene);

    // The layer's name, its class, its property, the property of a group around it.
    static const char* const layers[] = {
        "<layer name='My Collision Layer' width='2' height='1'><data encoding='csv'>7,7</data></layer>",
        "<layer name='a' class='Solid' width='2' height='1'><data encoding='csv'>7,7</data></layer>",
        "<layer name='a' width='2' height='1'>" SOLID "<data encoding='csv'>7,7</data></layer>",
        "<group name='g'>" SOLID "<layer name='a' width='2' height='1'><data encoding='csv'>7,7</data></layer></group>",
    };
    for (size_t i = 0; i < sizeof layers / sizeof *layers; i++)
    {
        char text[1200];
        snprintf(text, sizeof text, MAP_OF(2, 1, PLAIN_SET "%s"), layers[i]);
        load_text(&scene, text, NULL, NULL);
        assert_int_equal(scene.object_count, 1);
        expect_box(&scene.objects[0], 0, -1, 2, 0);
        io_scene_free(&scene);
    }

    // Asked for by name; the other layer is not read.
    static const char* const names[] = {"b"};
    io_options options = {.layers = names, .layer_count = 1};
    const char* two = MAP_OF(2, 1,
                             PLAIN_SET "<layer name='a' width='2' height='1'><data encoding='csv'>7,7</data></layer>"
                                       "<layer name='b' width='2' height='1'><data encoding='csv'>0,7</data></layer>");
    load_text(&scene, two, NULL, &options);
    assert_int_equal(scene.object_count, 1);
    expect_box(&scene.objects[0], 1, -1, 2, 0);
    io_scene_free(&scene);
    load_text(&scene, two, NULL, NULL);
    assert_int_equal(scene.object_count, 0);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "scenery"), 2);
    io_scene_free(&scene);

    // Asked for, but with shapes of its own: then those.
    load_text(&scene,
              MAP_OF(2, 1, RULE_SET "<layer name='b' width='2' height='1'><data encoding='csv'>4,7</data></layer>"),
              NULL, &options);
    assert_int_equal(scene.object_count, 1);
    io_scene_free(&scene);

    // A layer that says no.
    load_text(&scene,
              MAP_OF(1, 1,
                     RULE_SET "<layer name='b' width='1' height='1'><properties><property name='solid' "
                              "value='false'/></properties><data encoding='csv'>1</data></layer>"),
              NULL, NULL);
    assert_int_equal(scene.object_count, 0);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "says that it is not solid"), 1);
    io_scene_free(&scene);
}

static void test_layers(void** state)
{
    (void)state;
    io_scene scene;
    load_text(
        &scene,
        MAP("<group name='outer' offsetx='16' offsety='32'>"
            "<objectgroup name='inner' offsetx='-8' visible='0'><object id='1' x='0' y='0' width='16' height='16'/>"
            "</objectgroup><group name='deep'><objectgroup name='a'><object id='2' x='0' y='0'/></objectgroup></group>"
            "</group>"
            "<imagelayer name='sky'/>"
            "<objectgroup name='far' parallaxx='0.5'><object id='3' x='0' y='0' width='16' height='16'/></objectgroup>"
            "<group name='up and down' parallaxx='2'><objectgroup name='c' parallaxx='0.5'>"
            "<object id='9' x='0' y='0' width='32' height='16'/></objectgroup></group>"
            "<group name='farther' parallaxy='2'><objectgroup name='b'><object id='4' x='0' y='0'/></objectgroup>"
            "</group>"
            "<objectgroup name='last'><object id='5' x='0' y='0'><text>hello</text></object>"
            "<object id='6' x='0' y='0' width='8' height='8' visible='0'/></objectgroup>"),
        NULL, NULL);
    assert_int_equal(scene.object_count, 4);
    expect_box(object_at(&scene, "layers[3].layers[0].objects[0]"), 0, -1, 2, 0);  // twice by half is once
    const io_object* inner = object_at(&scene, "layers[0].layers[0].objects[0]");
    expect_box(inner, 0.5f, -3, 1.5f, -2);
    assert_string_equal(inner->layer, "outer/inner");
    EXPECT_SHAPE(object_at(&scene, "layers[0].layers[1].layers[0].objects[0]"), IMP2_SHAPE_CIRCLE, 0, 1, -2);
    expect_box(object_at(&scene, "layers[5].objects[1]"), 0, -0.5f, 0.5f, 0);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "image layer"), 1);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "parallax"), 2);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "text"), 1);
    io_scene_free(&scene);
}

static void test_layer_by_group(void** state)
{
    (void)state;
    const char* text = MAP("<group name='g'><objectgroup name='a'><object id='1' x='0' y='0'/></objectgroup>"
                           "<objectgroup name='b'><object id='2' x='0' y='0'/></objectgroup></group>"
                           "<objectgroup name='a'><object id='3' x='0' y='0'/></objectgroup>");
    static const struct
    {
        const char* name;
        size_t count;
    } cases[] = {{"g", 2}, {"a", 2}, {"b", 1}, {"g/a", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        io_options options = {.layers = &cases[i].name, .layer_count = 1};
        io_scene scene;
        load_text(&scene, text, NULL, &options);
        assert_int_equal(scene.object_count, cases[i].count);
        io_scene_free(&scene);
    }
    char line[1200];
    const char* none = "c";
    io_options options = {.layers = &none, .layer_count = 1};
    refuse_text(text, NULL, &options, IO_ERR_MEANING, line, sizeof line);
    assert_string_equal(line, "maps/level.tmx: no layer is called 'c'");
}

static void test_flags(void** state)
{
    (void)state;
#define FLAG(name, value) "<properties><property name='" name "' value='" value "'/></properties>"
    io_scene scene;
    load_text(&scene,
              MAP(OBJECTS("<object id='1' x='0' y='0' width='8' height='8'>" FLAG(
                  "bodyType", "static") "</object>"
                                        "<object id='2' x='0' y='0' width='8' height='8'>" FLAG(
                                            "static",
                                            "true") "</object>"
                                                    "<object id='3' x='0' y='0' width='8' height='8'>" FLAG(
                                                        "sensor",
                                                        "true") "</object>"
                                                                "<object id='4' x='0' y='0' width='8' height='8'>" FLAG(
                                                                    "solid", "false") "</object>")),
              NULL, NULL);
    assert_true(scene.objects[0].is_static);
    assert_true(scene.objects[1].is_static);
    assert_false(scene.objects[2].is_static);
    assert_false(scene.objects[2].is_solid);
    assert_false(scene.objects[3].is_solid);
    io_scene_free(&scene);
}

static void test_other_files(void** state)
{
    (void)state;
    static const memory_file files[] = {
        {"maps/sets/a.tsx", "<tileset tilewidth='16' tileheight='16'><tile id='1'><objectgroup>"
                            "<object id='1' x='0' y='0' width='8' height='16'/></objectgroup></tile></tileset>"},
        {"../../up.tsx", "<tileset/>"},
        {"maps/b.tsj", "{\"tilewidth\":16,\"tileheight\":16,\"tiles\":[{\"id\":1,\"type\":\"half\",\"objectgroup\":"
                       "{\"objects\":[{\"id\":1,\"x\":8,\"y\":0,\"width\":8,\"height\":16}]}}]}"},
        {"maps/t/hero.tx", "<template><tileset firstgid='1' source='../sets/a.tsx'/>"
                           "<object name='hero' gid='2' width='32' height='32'/></template>"},
        {"maps/t/block.tj", "{\"type\":\"template\",\"object\":{\"name\":\"block\",\"width\":16,\"height\":32,"
                            "\"rotation\":0,\"type\":\"Block\"}}"},
        {NULL, NULL},
    };
    io_scene scene;
    load_text(&scene,
              MAP_OF(2, 1,
                     "<tileset firstgid='1' source='sets/a.tsx'/><tileset firstgid='100' source='./b.tsj'/>"
                     "<tileset firstgid='200' source='../maps//..\\..\\../up.tsx'/>"
                     "<layer name='l' width='2' height='1'><data encoding='csv'>2,101</data></layer>"
                     "<objectgroup name='o'><object id='1' template='t/hero.tx' x='32' y='64'/>"
                     "<object id='2' template='t/block.tj' x='0' y='0'/>"
                     "<object id='3' template='t/block.tj' name='wide' x='0' y='0' width='64'/>"
                     "<object id='4' template='t/missing.tx' x='0' y='0'/>"
                     "<object id='5' template='t/missing.tx' x='0' y='0'/></objectgroup>"),
              files, NULL);
    expect_box(object_at(&scene, "layers[0].data[0]"), 0, -1, 0.5f, 0);
    expect_box(object_at(&scene, "layers[0].data[1]"), 1.5f, -1, 2, 0);
    assert_string_equal(object_at(&scene, "layers[0].data[1]")->name, "half");
    expect_box(object_at(&scene, "layers[1].objects[0]"), 2, -4, 3, -2);
    assert_string_equal(object_at(&scene, "layers[1].objects[0]")->name, "hero");
    expect_box(object_at(&scene, "layers[1].objects[1]"), 0, -2, 1, 0);
    expect_box(object_at(&scene, "layers[1].objects[2]"), 0, -2, 4, 0);
    assert_string_equal(object_at(&scene, "layers[1].objects[2]")->name, "wide");
    assert_int_equal(scene.object_count, 5);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "template"), 2);
    io_scene_free(&scene);

    char line[1200];
    const io_options all = {.all_files = true};
    refuse_text(MAP("\n<tileset firstgid='1' source='gone.tsx'/>"), files, &all, IO_ERR_FILE, line, sizeof line);
    assert_string_equal(line, "maps/level.tmx:2: tilesets[0]: 'maps/gone.tsx': cannot be opened");
    static const char* const absolute[] = {"/etc/passwd", "\\\\host\\x", "C:/x.tsx", ""};
    for (size_t i = 0; i < sizeof absolute / sizeof *absolute; i++)
    {
        char text[400];
        snprintf(text, sizeof text, MAP("<tileset firstgid='1' source='%s'/>"), absolute[i]);
        refuse_text(text, files, &all, IO_ERR_MEANING, line, sizeof line);
        assert_non_null(strstr(line, "must be a path relative to this file"));
    }
}

// A tileset that is not there, or cannot be read, costs what its tiles say; all else of the map stays.
static void test_missing_tileset(void** state)
{
    (void)state;
    static const memory_file files[] = {{"maps/broken.tsx", "<tileset><tile"}, {NULL, NULL}};
    static const char* const sources[] = {"gone.tsx", "broken.tsx", "/etc/passwd"};
    static const char* const why[] = {"cannot be opened", "unclosed token", "must be a path relative"};
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
    {
        char text[1000];
        io_scene scene;
        snprintf(text, sizeof text,
                 MAP_OF(2, 1,
                        "<tileset firstgid='1' source='%s'/><tileset firstgid='10' tilewidth='16' tileheight='16'>"
                        "<tile id='0'><properties><property name='solid' type='bool' value='true'/></properties></tile>"
                        "</tileset><layer name='l' width='2' height='1'><data encoding='csv'>1,10</data></layer>"
                        "<layer name='solid' width='2' height='1'><data encoding='csv'>2,0</data></layer>"
                        "<objectgroup name='o'><object x='32' y='64' width='16' height='16'/></objectgroup>"),
                 sources[i]);
        load_text(&scene, text, files, NULL);
        expect_box(object_at(&scene, "layers[0].cells[1,0 1x1]"), 1, -1, 2, 0);
        expect_box(object_at(&scene, "layers[1].cells[0,0 1x1]"), 0, -1, 1, 0);
        expect_box(object_at(&scene, "layers[2].objects[0]"), 2, -5, 3, -4);
        assert_int_equal(scene.object_count, 3);
        assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, sources[i]), 1);
        assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, why[i]), 1);
        assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "1 tiles are scenery"), 1);
        io_scene_free(&scene);
    }
}

// A file without shapes says what would be some.
static void test_without_shapes(void** state)
{
    (void)state;
    static const struct
    {
        const char *text, *note;
    } cases[] = {
        {MAP(""), "there is no shape in it: objects would be, and tiles"},
        {"<svg><text>no</text></svg>", "there is no shape in it: path, rect"},
        {"{\"type\": \"FeatureCollection\", \"features\": []}", "there is no shape in it: polygons"},
        {"{\"defs\": {\"layers\": []}, \"levels\": []}", "there is no shape in it: cells"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        io_scene scene;
        load_text(&scene, cases[i].text, NULL, NULL);
        assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, cases[i].note), 1);
        io_scene_free(&scene);
    }
}

static void test_faults(void** state)
{
    (void)state;
    static const struct
    {
        const char* text;
        io_status status;
        const char* line;
    } cases[] = {
        {"", IO_ERR_SYNTAX, "maps/level.tmx:1: the file is empty"},
        {"  \n ", IO_ERR_SYNTAX, "maps/level.tmx:1: the file is empty"},
        {"<map>\n<a>\n</b></map>", IO_ERR_SYNTAX, "maps/level.tmx:3: mismatched tag"},
        {"{\"layers\": [\n1,\n2,,]}", IO_ERR_SYNTAX, "maps/level.tmx:3: not JSON from here on"},
        {"{}\n{}", IO_ERR_SYNTAX, "maps/level.tmx:2: something follows the end of the JSON"},
        {"{}", IO_ERR_MEANING,
         "maps/level.tmx: neither a Tiled map (.tmx, .tmj), nor an LDtk project (.ldtk), nor an SVG "
         "drawing, nor GeoJSON, nor a robot (URDF, MJCF), nor an Impinge scene"},
        {"<html/>", IO_ERR_MEANING,
         "maps/level.tmx:1: neither a Tiled map (.tmx, .tmj), nor an LDtk project (.ldtk), nor an SVG "
         "drawing, nor GeoJSON, nor a robot (URDF, MJCF), nor an Impinge scene"},
        {"[1, 2]", IO_ERR_MEANING,
         "maps/level.tmx: neither a Tiled map (.tmx, .tmj), nor an LDtk project (.ldtk), nor an SVG "
         "drawing, nor GeoJSON, nor a robot (URDF, MJCF), nor an Impinge scene"},
        {"<!DOCTYPE x [<!ENTITY a 'b'>]><x/>", IO_ERR_LIMIT, "maps/level.tmx:1: entity declarations are not read"},
        {"<map/>", IO_ERR_MEANING, "maps/level.tmx:1: 'tilewidth' is missing"},
        {"<map tilewidth='0' tileheight='1'/>", IO_ERR_MEANING,
         "maps/level.tmx:1: 'tilewidth' and 'tileheight' must be positive"},
        {"<map tilewidth='16' tileheight='16' orientation='isometric'/>", IO_ERR_MEANING,
         "maps/level.tmx:1: orientation 'isometric' cannot be read, only orthogonal maps can"},
        {MAP(PLAIN_SET "<layer name='l' width='2' height='2'>\n<data encoding='csv'>1,1,1</data></layer>"),
         IO_ERR_MEANING, "maps/level.tmx:2: layers[0].data: there must be exactly 4 tiles"},
        {MAP(PLAIN_SET "<layer name='l' width='2' height='1'><data encoding='csv'>1,1,1</data></layer>"),
         IO_ERR_MEANING, "maps/level.tmx:1: layers[0].data: there must be exactly 2 tiles"},
        {MAP(PLAIN_SET "<layer name='l' width='2' height='1'><data encoding='csv'>1,-1</data></layer>"), IO_ERR_MEANING,
         "maps/level.tmx:1: layers[0].data: a tile is not a whole number of 32 bits"},
        {MAP(PLAIN_SET "<layer name='l' width='2' height='1'><data encoding='base64'>AQ*A</data></layer>"),
         IO_ERR_MEANING, "maps/level.tmx:1: layers[0].data: the tiles are not valid base64"},
        {MAP(PLAIN_SET "<layer name='l' width='2' height='1'><data encoding='base64'>AQAAAA==</data></layer>"),
         IO_ERR_MEANING, "maps/level.tmx:1: layers[0].data: there must be exactly 2 tiles"},
        {MAP(PLAIN_SET LAYER("<data encoding='base64' compression='zlib'>eNpjZGBgYGSAAEYkjA5g4gAA</data>")),
         IO_ERR_MEANING,
         "maps/level.tmx:1: layers[0].data: the packed tiles are broken or not as many as the layer has"},
        {MAP(PLAIN_SET LAYER("<data encoding='base64' compression='zstd'>AAAA</data>")), IO_ERR_MEANING,
         "maps/level.tmx:1: layers[0].data: compression 'zstd' cannot be read; zlib, gzip and none can (map properties in "
         "Tiled)"},
        {MAP("<layer name='l' width='1' height='1'><data encoding='csv'>1</data></layer>"), IO_ERR_MEANING,
         "maps/level.tmx:1: layers[0].data[0]: tile 1 is in no tileset"},
        {MAP("<layer name='l' width='1' height='1'/>"), IO_ERR_MEANING,
         "maps/level.tmx: layers[0].data: 'data' is missing"},
        {MAP("<layer name='l' width='100000' height='100000'/>"), IO_ERR_LIMIT,
         "maps/level.tmx:1: layers[0]: more than 33554432 tiles"},
        {MAP("<layer name='l' width='1e300' height='1'/>"), IO_ERR_MEANING,
         "maps/level.tmx:1: layers[0]: 'width' is not a whole number"},
        {MAP("<layer name='l' width='-1' height='1'/>"), IO_ERR_MEANING,
         "maps/level.tmx:1: layers[0]: position or size is out of range"},
        {MAP(OBJECTS("<object x='0' y='0'/><object x='1' y='nan'/>")), IO_ERR_MEANING,
         "maps/level.tmx:1: layers[0].objects[1]: 'y' is not a finite number"},
        {MAP(OBJECTS("<object x='1e999' y='0'/>")), IO_ERR_MEANING,
         "maps/level.tmx:1: layers[0].objects[0]: 'x' is not a finite number"},
        {MAP(OBJECTS("<object x='0x10' y='0'/>")), IO_ERR_MEANING,
         "maps/level.tmx:1: layers[0].objects[0]: 'x' is not a finite number"},
        {MAP(OBJECTS("<object x='1e30' y='0'/>")), IO_ERR_MEANING,
         "maps/level.tmx: layers[0].objects[0]: a coordinate is too large"},
        {MAP(OBJECTS("<object x='0' y='0'><polygon points='0,0 1'/></object>")), IO_ERR_MEANING,
         "maps/level.tmx:1: layers[0].objects[0]: 'points' must be numbers like 0,0 16,0 16,8"},
        {MAP(OBJECTS("<object x='0' y='0'><polyline points='0,0'/></object>")), IO_ERR_MEANING,
         "maps/level.tmx:1: layers[0].objects[0]: an outline must have at least 2 points"},
        {MAP(OBJECTS("<object gid='7' x='0' y='0'/>")), IO_ERR_MEANING,
         "maps/level.tmx:1: layers[0].objects[0]: tile 7 is in no tileset"},
        {MAP("<tileset firstgid='0'/>"), IO_ERR_MEANING, "maps/level.tmx:1: tilesets[0]: 'firstgid' must be 1 or more"},
        {MAP("<tileset firstgid='2'/><tileset firstgid='2'/>"), IO_ERR_MEANING,
         "maps/level.tmx:1: tilesets[1]: 'firstgid' must grow from set to set"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        char line[1200];
        refuse_text(cases[i].text, NULL, NULL, cases[i].status, line, sizeof line);
        assert_string_equal(line, cases[i].line);
    }
}

static void test_depth_and_size(void** state)
{
    (void)state;
    static char text[200000];
    char line[1200];
    size_t length = 0;
    length += (size_t)snprintf(text, sizeof text, "<map tilewidth='1' tileheight='1'>");
    for (int i = 0; i < 100; i++)
    {
        length += (size_t)snprintf(text + length, sizeof text - length, "<group>");
    }
    refuse_text(text, NULL, NULL, IO_ERR_LIMIT, line, sizeof line);
    assert_string_equal(line, "maps/level.tmx:1: elements are nested too deeply");

    memset(text, '[', 90);
    memset(text + 90, ']', 90);
    text[180] = 0;
    refuse_text(text, NULL, NULL, IO_ERR_LIMIT, line, sizeof line);
    memset(text, '[', sizeof text - 1);
    refuse_text(text, NULL, NULL, IO_ERR_SYNTAX, line, sizeof line);

    // 62 groups are deep, but fine.
    length = (size_t)snprintf(text, sizeof text, "<map tilewidth='1' tileheight='1'>");
    for (int i = 0; i < 60; i++)
    {
        length += (size_t)snprintf(text + length, sizeof text - length, "<group offsetx='1'>");
    }
    length += (size_t)snprintf(text + length, sizeof text - length,
                               "<objectgroup><object x='0' y='0' width='1' height='1'/></objectgroup>");
    for (int i = 0; i < 60; i++)
    {
        length += (size_t)snprintf(text + length, sizeof text - length, "</group>");
    }
    snprintf(text + length, sizeof text - length, "</map>");
    io_scene scene;
    load_text(&scene, text, NULL, NULL);
    expect_box(&scene.objects[0], 60, -1, 61, 0);
    io_scene_free(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_encodings),      cmocka_unit_test(test_infinite_maps),
        cmocka_unit_test(test_merging),        cmocka_unit_test(test_corners_that_meet),
        cmocka_unit_test(test_flip_bits),      cmocka_unit_test(test_flip_bits_in_base64),
        cmocka_unit_test(test_what_is_solid),  cmocka_unit_test(test_layers),
        cmocka_unit_test(test_layer_by_group), cmocka_unit_test(test_flags),
        cmocka_unit_test(test_other_files),    cmocka_unit_test(test_missing_tileset),
        cmocka_unit_test(test_without_shapes), cmocka_unit_test(test_faults),
        cmocka_unit_test(test_depth_and_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
