// SPDX-License-Identifier: MIT
//
// Maps that nobody on this project made, from ../shared/data; the demo level, which somebody did.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/io_support.h"

#define DATA IMP_SOURCE_DIR "/../shared/data/maps/"

static bool load_map(io_scene* scene, const char* path)
{
    io_error error = {0};
    FILE* file = fopen(path, "rb");
    if (!file)
    {
        print_message("skip: no %s\n", path);
        return false;
    }
    fclose(file);
    io_scene_init(scene, NULL);
    if (io_scene_load(scene, path, NULL, &error) != IO_OK)
    {
        char line[1200];
        io_error_print(&error, line, sizeof line);
        fail_msg("%s", line);
    }
    return true;
}

static size_t count_kind(const io_scene* scene, const char* kind)
{
    size_t count = 0;
    for (size_t i = 0; i < scene->object_count; i++)
    {
        count += strcmp(io_object_kind(&scene->objects[i]), kind) == 0;
    }
    return count;
}

// By its rings; its parts must have the same.
static double area_of(const io_object* object)
{
    const imp2_compound* c = &object->compound;
    double twice = 0;
    if (c->kind == IMP2_COMPOUND_NONE)
    {
        imp2_mass mass;
        assert_int_equal(imp2_shape_mass(&object->shape, 1, &mass), IMP_OK);
        return (double)mass.area;
    }
    for (int32_t r = 0; r < c->ring_count; r++)
    {
        int32_t first = c->ring_starts[r], end = c->ring_starts[r + 1];
        for (int32_t i = first; i < end; i++)
        {
            imp2_vec a = c->vertices[i], b = c->vertices[i + 1 < end ? i + 1 : first];
            twice += (double)a.x * (double)b.y - (double)a.y * (double)b.x;
        }
    }
    imp2_mass whole;
    assert_int_equal(imp2_compound_mass(c, 1, &whole), IMP_OK);
    double parts = 0;
    for (int32_t i = 0; i < c->part_count; i++)
    {
        imp2_mass one;
        assert_int_equal(imp2_shape_mass(&c->parts[i], 1, &one), IMP_OK);
        parts += (double)one.area;
    }
    double tolerance = 1e-6 * twice;
    assert_number(fabs((double)whole.area - twice / 2), <=, tolerance);
    assert_number(fabs(parts - twice / 2), <=, tolerance);
    return twice / 2;
}

static void test_sticker_knight(void** state)
{
    (void)state;
    io_scene scene;
    if (!load_map(&scene, DATA "sticker-knight.tmx"))
    {
        skip();
    }
    // 101 objects in layers that do not scroll, 9 of them from templates that are not there; 16 in three that do.
    assert_int_equal(scene.object_count, 92);
    assert_int_equal(count_kind(&scene, "box"), 92);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "parallax"), 3);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "template"), 9);
    // <object id="2" gid="31" x="0" y="1087" width="256" height="96"> with bodyType static, and a hidden wall.
    const io_object* ground = object_at(&scene, "layers[4].objects[0]");
    expect_box(ground, 0, -1087 / 32.0f, 8, -991 / 32.0f);
    assert_true(ground->is_static);
    expect_box(object_at(&scene, "layers[10].objects[1]"), 0, -31, 1, 0);
    // <object id="159" gid="29" x="1952" y="415" width="192" height="64" rotation="-90"/>: up and to the left.
    bool found = false;
    for (size_t i = 0; i < scene.object_count; i++)
    {
        if (strcmp(scene.objects[i].name, "object 159") == 0)
        {
            found = true;
            expect_box(&scene.objects[i], 59, -415 / 32.0f, 61, -223 / 32.0f);
        }
    }
    assert_true(found);
    io_scene_free(&scene);
}

static void test_outside(void** state)
{
    (void)state;
    io_scene scene;
    if (!load_map(&scene, DATA "outside.tmx"))
    {
        skip();
    }
    assert_int_equal(scene.object_count, 29);
    assert_int_equal(count_kind(&scene, "chain"), 2);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "scenery"), 2);
    assert_int_equal(count_kind(&scene, "region"), 1);
    assert_int_equal(scene.note_count, 3);
    expect_box(object_at(&scene, "layers[2].objects[0]"), 435 / 16.0f, -173 / 16.0f, 590 / 16.0f, -74 / 16.0f);
    io_scene_free(&scene);

    // Its fringe, taken as solid: 190 cells, all of them and no more.
    const char* name = "Fringe";
    io_options options = {.layers = &name, .layer_count = 1};
    io_error error;
    io_scene_init(&scene, NULL);
    assert_int_equal(io_scene_load(&scene, DATA "outside.tmx", &options, &error), IO_OK);
    double area = 0;
    for (size_t i = 0; i < scene.object_count; i++)
    {
        area += area_of(&scene.objects[i]);
    }
    assert_true(area == 190);
    assert_true(scene.object_count < 190);
    io_scene_free(&scene);
}

static void test_platformer(void** state)
{
    (void)state;
    io_scene scene;
    if (!load_map(&scene, DATA "platformer.ldtk"))
    {
        skip();
    }
    static const double cells[] = {657, 719, 400, 322};
    double area[4] = {0};
    size_t entities = 0;
    for (size_t i = 0; i < scene.object_count; i++)
    {
        const io_object* object = &scene.objects[i];
        if (object->is_static)
        {
            area[object->path[7] - '0'] += area_of(object);
        }
        else
        {
            entities++;
        }
    }
    for (int i = 0; i < 4; i++)
    {
        assert_true(area[i] == cells[i]);
    }
    assert_int_equal(entities, 15);
    // The player: 24 x 24, pivot (0.5, 1) at 184, 208.
    const io_object* player = object_at(&scene, "levels[0].layerInstances[0].entityInstances[0]");
    assert_string_equal(player->name, "Player");
    expect_box(player, 172 / 16.0f, -13, 196 / 16.0f, -184 / 16.0f);
    io_scene_free(&scene);
}

// A race track as one line, drawn in millimetres.
static void test_track(void** state)
{
    (void)state;
    io_scene scene;
    if (!load_map(&scene, DATA "track.svg"))
    {
        skip();
    }
    assert_int_equal(scene.object_count, 1);
    const io_object* line = object_at(&scene, "g[2].path[0]");
    assert_string_equal(line->name, "path1");
    assert_string_equal(line->layer, "Layer 1");
    // "m 63.500002,201.08333 103.187498,0 ... 0,37.04166": 33 points, the last of which rounds to the first.
    assert_int_equal(line->compound.kind, IMP2_COMPOUND_CHAIN);
    assert_int_equal(line->compound.part_count, 32);
    assert_true(line->compound.closed);
    assert_number(line->compound.ring_starts[1], ==, 32);
    const imp2_vec* v = line->compound.vertices;
    assert_number(fabsf(v[0].x - 0.063500002f), <, 1e-8f);
    assert_number(fabsf(v[0].y + 0.20108333f), <, 1e-8f);
    assert_number(fabsf(v[1].x - 0.1666875f), <, 1e-8f);
    assert_number(v[1].y, ==, v[0].y);
    assert_true(scene.files[0].scale == 0.001);
    io_scene_free(&scene);
}

// Levels as joined outlines and tile by tile: what slides and falls in them takes the same way for ten seconds, to a
// thousandth of a tile, but where a start that is a thousandth aside leads elsewhere.
enum
{
    JOINED,
    ASIDE,
    TILES,
    WAYS
};

typedef struct level
{
    io_scene scene;
    io_world made;
    imp_body body;
    imp2_pose pose;
} level;

static void level_make(level* l, const char* path, bool tiles, float friction)
{
    io_options options = {.tiles = tiles};
    io_error error;
    io_scene_init(&l->scene, NULL);
    assert_int_equal(io_scene_load(&l->scene, path, &options, &error), IO_OK);
    for (size_t i = 0; i < l->scene.object_count; i++)
    {
        l->scene.objects[i].is_static = true;
        l->scene.objects[i].collider.material.friction = friction;
    }
    assert_int_equal(io_world_make(&l->scene, NULL, &l->made, &error), IO_OK);
}

static void level_drop(level* l, const imp2_shape* shape, imp2_vec at, imp2_vec velocity, float friction)
{
    imp2_body_def def = {.kind = IMP_BODY_DYNAMIC, .pose = {at, {1.0f, 0.0f}}, .locks = IMP2_LOCK_ROTATION};
    imp2_collider_def collider = {.density = 1.0f, .material = {.friction = friction}};
    assert_int_equal(imp2_world_add_body(l->made.world, &def, &l->body), IMP_OK);
    assert_int_equal(imp2_world_add_collider(l->made.world, l->body, shape, &collider, NULL), IMP_OK);
    assert_int_equal(imp2_world_set_velocity(l->made.world, l->body, velocity, 0.0f), IMP_OK);
}

// False once it falls fast: where that ends is another matter.
static bool level_step(level* l)
{
    imp2_body_state state;
    assert_int_equal(imp2_world_step(l->made.world, 1.0f / 120.0f), IMP_OK);
    assert_int_equal(imp2_world_get_body(l->made.world, l->body, &state), IMP_OK);
    l->pose = state.pose;
    return state.velocity.y > -15.0f;
}

static bool is_free(const level* l, imp2_vec at)
{
    imp2_shape around;
    imp2_compound compound;
    imp_collider hit;
    int32_t count = 0;
    const imp2_placed placed = {&compound, {at, {1.0f, 0.0f}}};
    assert_int_equal(imp2_circle_make((imp2_vec){0.0f, 0.0f}, 0.6f, &around), IMP_OK);
    assert_int_equal(imp2_compound_of_shape(&around, &compound), IMP_OK);
    return imp2_world_overlap(l->made.world, &placed, NULL, &hit, 1, &count) == IMP_OK && count == 0;
}

static float apart(const level* a, const level* b)
{
    return fmaxf(fabsf(a->pose.p.x - b->pose.p.x), fabsf(a->pose.p.y - b->pose.p.y));
}

static imp2_shape thing(int kind)
{
    imp2_shape s;
    imp2_box box = {{-0.4f, -0.3f}, {0.4f, 0.3f}};
    imp2_vec left = {-0.2f, 0.0f}, right = {0.2f, 0.0f}, middle = {0.0f, 0.0f};
    imp_status status = kind == 0   ? imp2_box_make(box, &s)
                        : kind == 1 ? imp2_circle_make(middle, 0.3f, &s)
                                    : imp2_capsule_make(left, right, 0.2f, &s);
    assert_int_equal(status, IMP_OK);
    return s;
}

static void test_tile_by_tile(void** state)
{
    (void)state;
    level levels[WAYS];
    test_rng rng = {test_seed()};
    uint64_t count = test_n(24), calm = 0, beyond = 0;
    io_scene there;
    if (!load_map(&there, DATA "platformer.ldtk"))
    {
        skip();
    }
    io_scene_free(&there);
    for (int rough = 0; rough < 2; rough++)
    {
        float friction = rough ? 0.3f : 0.0f;
        for (int k = 0; k < WAYS; k++)
        {
            level_make(&levels[k], DATA "platformer.ldtk", k == TILES, friction);
        }
        assert_true(levels[TILES].scene.object_count > 10 * levels[JOINED].scene.object_count);
        for (uint64_t i = 0; i < count / 2; i++)
        {
            imp2_shape shape = thing((int)(i % 3));
            imp2_vec at, velocity = {test_rng_range(&rng, -3.0f, 3.0f), 0.0f};
            do
            {
                at = (imp2_vec){test_rng_range(&rng, 5.0f, 72.0f), test_rng_range(&rng, -37.0f, 22.0f)};
            } while (!is_free(&levels[TILES], at));
            for (int k = 0; k < WAYS; k++)
            {
                imp2_vec from = {at.x + (k == ASIDE ? 1e-3f : 0.0f), at.y};
                level_drop(&levels[k], &shape, from, velocity, friction);
            }
            float off = 0.0f, swing = 0.0f;
            bool on = true;
            for (int step = 0; step < 1200 && on; step++)
            {
                for (int k = 0; k < WAYS; k++)
                {
                    on = level_step(&levels[k]) && on;
                }
                off = fmaxf(off, apart(&levels[JOINED], &levels[TILES]));
                swing = fmaxf(swing, apart(&levels[JOINED], &levels[ASIDE]));
            }
            for (int k = 0; k < WAYS; k++)
            {
                assert_int_equal(imp2_world_remove_body(levels[k].made.world, levels[k].body), IMP_OK);
            }
            calm += swing < 3e-3f;
            beyond += swing < 3e-3f && off >= 1e-3f;
        }
        for (int k = 0; k < WAYS; k++)
        {
            io_world_free(&levels[k].made);
            io_scene_free(&levels[k].scene);
        }
    }
    print_message("maps: %d of %d calm paths are more than 1e-3 of a tile apart\n", (int)beyond, (int)calm);
    assert_number(2 * calm, >=, count);
    assert_number(50 * beyond, <=, calm);
    test_report("maps tile by tile", count);
}

static void test_demo(void** state)
{
    (void)state;
    io_scene scene;
    assert_true(load_map(&scene, IMP_SOURCE_DIR "/examples/demo.tmx"));
    static const char* const kinds[] = {"circle", "capsule", "box", "oriented box", "polygon", "region", "chain"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    {
        assert_true(count_kind(&scene, kinds[i]) > 0);
    }
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "parallax"), 1);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "scenery"), 1);
    assert_int_equal(count_notes(&scene, IO_NOTE_REPAIR, "ellipse"), 1);
    io_scene_free(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sticker_knight), cmocka_unit_test(test_outside),      cmocka_unit_test(test_platformer),
        cmocka_unit_test(test_track),          cmocka_unit_test(test_tile_by_tile), cmocka_unit_test(test_demo),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
