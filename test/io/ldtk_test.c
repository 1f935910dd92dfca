// SPDX-License-Identifier: MIT
//
// LDtk projects: integer grids, entities, levels, and what is left out. 16 px are 1 m.

#include <stdio.h>
#include <string.h>

#include "io/io_support.h"

#define DEFS                                                                                                           \
    "\"defs\":{\"layers\":[{\"identifier\":\"Walls\",\"intGridValues\":[{\"value\":1,\"identifier\":\"dirt\"},"        \
    "{\"value\":3,\"identifier\":null}]},{\"identifier\":\"Things\",\"intGridValues\":[]},"                            \
    "{\"identifier\":\"Far\",\"parallaxFactorX\":0.5,\"intGridValues\":[{\"value\":1,\"identifier\":\"x\"}]}]}"
#define PROJECT(levels) "{\"defaultGridSize\":16,\"worldLayout\":\"Free\"," DEFS ",\"levels\":[" levels "]}"
#define GRID                                                                                                           \
    "{\"__identifier\":\"Walls\",\"__cWid\":3,\"__cHei\":2,\"__gridSize\":16,\"__pxTotalOffsetX\":0,"                  \
    "\"__pxTotalOffsetY\":8,\"intGridCsv\":[1,1,3,1,1,0],\"entityInstances\":[]}"
#define ENTITIES                                                                                                       \
    "{\"__identifier\":\"Things\",\"__cWid\":3,\"__cHei\":2,\"__gridSize\":16,\"intGridCsv\":[],"                      \
    "\"entityInstances\":[{\"__identifier\":\"Hero\",\"__pivot\":[0.5,1],\"px\":[24,32],\"width\":16,\"height\":32}]}"
#define LEVEL(x, y, layers)                                                                                            \
    "{\"identifier\":\"L\",\"worldX\":" #x ",\"worldY\":" #y ",\"pxWid\":48,\"pxHei\":32,\"layerInstances\":[" layers  \
    "]}"

static void test_grids_and_entities(void** state)
{
    (void)state;
    io_scene scene;
    load_text(&scene, PROJECT(LEVEL(160, -32, GRID "," ENTITIES)), NULL, NULL);
    assert_int_equal(scene.object_count, 3);
    const io_object* dirt = object_at(&scene, "levels[0].layerInstances[0].cells[0,0 2x2]");
    expect_box(dirt, 10, -0.5f, 12, 1.5f);
    assert_string_equal(dirt->name, "Walls dirt");
    assert_true(dirt->is_static);
    assert_true(dirt->is_solid);
    assert_number(dirt->structure, >, 0);
    const io_object* other = object_at(&scene, "levels[0].layerInstances[0].cells[2,0 1x1]");
    expect_box(other, 12, 0.5f, 13, 1.5f);
    assert_string_equal(other->name, "Walls 3");
    assert_int_equal(other->structure, dirt->structure);
    const io_object* hero = object_at(&scene, "levels[0].layerInstances[1].entityInstances[0]");
    expect_box(hero, 11, 0, 12, 2);
    assert_string_equal(hero->name, "Hero");
    assert_string_equal(hero->layer, "Things");
    assert_false(hero->is_static);
    assert_true(hero->is_solid);
    assert_number(hero->structure, ==, 0);
    io_scene_free(&scene);
}

// A layer that only has tiles says why nothing is made of it.
static void test_tiles_without_a_grid(void** state)
{
    (void)state;
    io_scene scene;
    load_text(&scene,
              PROJECT(LEVEL(0, 0,
                            "{\"__identifier\":\"Walls\",\"intGridCsv\":[],\"entityInstances\":[],"
                            "\"gridTiles\":[{\"px\":[0,0]}]},{\"__identifier\":\"Things\",\"intGridCsv\":[],"
                            "\"entityInstances\":[],\"gridTiles\":[],\"autoLayerTiles\":[{\"px\":[0,0]}]},"
                            "{\"__identifier\":\"Far\",\"intGridCsv\":[],\"entityInstances\":[],"
                            "\"gridTiles\":[]}")),
              NULL, NULL);
    assert_int_equal(scene.object_count, 0);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "layer 'Walls' has tiles, but no integer grid"), 1);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "layer 'Things' has tiles, but no integer grid"), 1);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "no integer grid"), 2);
    io_scene_free(&scene);
}

// Cell by cell: five boxes that stand alone.
static void test_cells_by_themselves(void** state)
{
    (void)state;
    const io_options options = {.tiles = true};
    io_scene scene;
    load_text(&scene, PROJECT(LEVEL(160, -32, GRID "," ENTITIES)), NULL, &options);
    assert_int_equal(scene.object_count, 6);
    assert_int_equal(count_notes(&scene, IO_NOTE_TAKEN, "5 cells kept as 5 boxes"), 1);
    const io_object* dirt = object_at(&scene, "levels[0].layerInstances[0].cells[1,1 1x1]");
    expect_box(dirt, 11, -0.5f, 12, 0.5f);
    assert_string_equal(dirt->name, "Walls dirt");
    assert_true(dirt->is_static);
    assert_true(dirt->is_solid);
    assert_number(dirt->structure, ==, 0);
    assert_string_equal(object_at(&scene, "levels[0].layerInstances[0].cells[2,0 1x1]")->name, "Walls 3");
    io_scene_free(&scene);
}

// Values are apart, also where they lie side by side; a hole is one.
static void test_outlines(void** state)
{
    (void)state;
    io_scene scene;
    load_text(&scene,
              PROJECT(LEVEL(0, 0,
                            "{\"__identifier\":\"Walls\",\"__cWid\":4,\"__cHei\":3,\"__gridSize\":16,"
                            "\"intGridCsv\":[1,1,1,3,1,0,1,3,1,1,1,0]}")),
              NULL, NULL);
    assert_int_equal(scene.object_count, 2);
    const io_object* dirt = object_at(&scene, "levels[0].layerInstances[0].cells[0,0 3x3]");
    expect_rings(dirt, IMP2_COMPOUND_REGION, "0,0 0,-3 3,-3 3,0 | 1,-1 2,-1 2,-2 1,-2");
    assert_string_equal(dirt->name, "Walls dirt");
    expect_box(object_at(&scene, "levels[0].layerInstances[0].cells[3,0 1x2]"), 3, -2, 4, 0);
    assert_int_equal(count_notes(&scene, IO_NOTE_TAKEN, "10 cells merged into 2 outlines with 1 hole"), 1);
    io_scene_free(&scene);
}

static void test_levels(void** state)
{
    (void)state;
    // Side by side in the world: one structure, so that the seam between the levels is no contact.
    io_scene scene;
    load_text(&scene, PROJECT(LEVEL(0, 0, GRID) "," LEVEL(48, 0, GRID)), NULL, NULL);
    assert_int_equal(scene.object_count, 4);
    assert_int_equal(scene.objects[0].structure, scene.objects[3].structure);
    expect_box(object_at(&scene, "levels[1].layerInstances[0].cells[0,0 2x2]"), 3, -2.5f, 5, -0.5f);
    io_scene_free(&scene);

    static const struct
    {
        const char* layout;
        float x, y;  // of the second level's entity
    } cases[] = {{"LinearHorizontal", 4, -2}, {"LinearVertical", 1, -4}, {"Free", -1 / 16.0f + 1, 1 / 16.0f - 2}};
    for (size_t i = 0; i < 3; i++)
    {
        char text[3000];
        snprintf(text, sizeof text,
                 "{\"worldLayout\":\"%s\"," DEFS
                 ",\"levels\":[" LEVEL(-1, -1, ENTITIES) "," LEVEL(-1, -1, ENTITIES) "]}",
                 cases[i].layout);
        load_text(&scene, text, NULL, NULL);
        expect_box(&scene.objects[1], cases[i].x, cases[i].y, cases[i].x + 1, cases[i].y + 2);
        io_scene_free(&scene);
    }
}

static void test_worlds_and_depth(void** state)
{
    (void)state;
    io_scene scene;
    load_text(&scene,
              "{" DEFS ",\"levels\":[],\"worlds\":[{\"worldLayout\":\"Free\",\"levels\":[" LEVEL(
                  0, 0, ENTITIES) ",{\"identifier\":\"Cellar\",\"worldDepth\":-1,\"layerInstances\":[" ENTITIES "]}]},"
                                  "{\"identifier\":\"Moon\",\"levels\":[" LEVEL(0, 0, ENTITIES) "]}]}",
              NULL, NULL);
    assert_int_equal(scene.object_count, 1);
    object_at(&scene, "worlds[0].levels[0].layerInstances[0].entityInstances[0]");
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "'Cellar' is at depth -1"), 1);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "'Moon'"), 1);
    io_scene_free(&scene);
}

static void test_levels_in_files(void** state)
{
    (void)state;
    static const memory_file files[] = {{"maps/p/L.ldtkl", "{\"layerInstances\":[" ENTITIES "]}"}, {NULL, NULL}};
    io_scene scene;
    load_text(&scene,
              PROJECT("{\"identifier\":\"L\",\"worldX\":16,\"worldY\":0,\"layerInstances\":null,"
                      "\"externalRelPath\":\"p/L.ldtkl\"}"),
              files, NULL);
    expect_box(object_at(&scene, "levels[0].layerInstances[0].entityInstances[0]"), 2, -2, 3, 0);
    io_scene_free(&scene);
}

static void test_layers(void** state)
{
    (void)state;
    static const struct
    {
        const char* name;
        size_t count;
    } cases[] = {{"Walls", 2}, {"Walls/dirt", 1}, {"Things", 1}};
    for (size_t i = 0; i < 3; i++)
    {
        io_options options = {.layers = &cases[i].name, .layer_count = 1};
        io_scene scene;
        load_text(&scene, PROJECT(LEVEL(0, 0, GRID "," ENTITIES)), NULL, &options);
        assert_int_equal(scene.object_count, cases[i].count);
        io_scene_free(&scene);
    }
    io_scene scene;
    load_text(&scene,
              PROJECT(LEVEL(0, 0,
                            "{\"__identifier\":\"Far\",\"__cWid\":1,\"__cHei\":1,\"__gridSize\":16,"
                            "\"intGridCsv\":[1]}")),
              NULL, NULL);
    assert_int_equal(scene.object_count, 0);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "parallax"), 1);
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
        {PROJECT(LEVEL(0, 0,
                       "{\"__identifier\":\"Walls\",\"__cWid\":2,\"__cHei\":2,\"__gridSize\":16,\"intGridCsv\":[1]}")),
         "maps/level.tmx: levels[0].layerInstances[0]: 'intGridCsv' must have __cWid x __cHei numbers"},
        {PROJECT(LEVEL(0, 0,
                       "{\"__identifier\":\"Walls\",\"__cWid\":1,\"__cHei\":1,\"__gridSize\":16,\"intGridCsv\":[9]}")),
         "maps/level.tmx: levels[0].layerInstances[0]: intGridCsv[0] is a value that is not defined"},
        {PROJECT(
             LEVEL(0, 0, "{\"__identifier\":\"Walls\",\"__cWid\":1,\"__cHei\":1,\"__gridSize\":0,\"intGridCsv\":[1]}")),
         "maps/level.tmx: levels[0].layerInstances[0]: '__gridSize' must be positive"},
        {PROJECT(LEVEL(0, 0, "{\"__identifier\":\"Nothing\"}")),
         "maps/level.tmx: levels[0].layerInstances[0]: layer 'Nothing' is not defined"},
        {PROJECT(LEVEL(0, 0, "{\"__identifier\":\"Things\",\"entityInstances\":[{\"__pivot\":[0,0]}]}")),
         "maps/level.tmx: levels[0].layerInstances[0].entityInstances[0]: 'px' must be [x, y]"},
        {PROJECT(LEVEL(0, 0,
                       "{\"__identifier\":\"Things\",\"entityInstances\":[{\"__pivot\":[0,0],\"px\":[1e999,0],"
                       "\"width\":1,\"height\":1}]}")),
         "maps/level.tmx: levels[0].layerInstances[0].entityInstances[0]: a coordinate is too large"},
        {"{\"defaultGridSize\":-1,\"defs\":{},\"levels\":[]}", "maps/level.tmx: 'defaultGridSize' must be positive"},
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
        cmocka_unit_test(test_grids_and_entities),
        cmocka_unit_test(test_cells_by_themselves),
        cmocka_unit_test(test_tiles_without_a_grid),
        cmocka_unit_test(test_outlines),
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_worlds_and_depth),
        cmocka_unit_test(test_levels_in_files),
        cmocka_unit_test(test_layers),
        cmocka_unit_test(test_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
