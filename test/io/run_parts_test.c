// SPDX-License-Identifier: MIT
//
// Concave meshes that move: `impinge run` of a file that is a heap of copies, what they wear, and convex parts in scenes of
// our own.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/io_command.h"
#include "io/io_support.h"
#include "io/mesh.h"
#include "io/reader.h"
#include "support.h"

// An L of 5 squares of a metre, 1 m thick: its hull has half a square more.
static const char angle[] = "v 0 0 0\nv 3 0 0\nv 3 1 0\nv 1 1 0\nv 1 3 0\nv 0 3 0\n"
                            "v 0 0 1\nv 3 0 1\nv 3 1 1\nv 1 1 1\nv 1 3 1\nv 0 3 1\n"
                            "f 6 5 4 3 2 1\nf 7 8 9 10 11 12\n"
                            "f 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\n";
static const char open_angle[] =
    "v 0 0 0\nv 3 0 0\nv 3 1 0\nv 1 1 0\nv 1 3 0\nv 0 3 0\n"
    "v 0 0 1\nv 3 0 1\nv 3 1 1\nv 1 1 1\nv 1 3 1\nv 0 3 1\n"
    "f 6 5 4 3 2 1\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\n";

#define POINTS                                                                                                         \
    "\"points\":[[0,0,0],[3,0,0],[3,1,0],[1,1,0],[1,3,0],[0,3,0],"                                                     \
    "[0,0,1],[3,0,1],[3,1,1],[1,1,1],[1,3,1],[0,3,1]]"
#define SIDES                                                                                                          \
    "\"triangles\":[[0,3,1],[1,3,2],[0,5,3],[3,5,4],[6,7,9],[7,8,9],[6,9,11],[9,10,11],"                               \
    "[0,1,7],[0,7,6],[1,2,8],[1,8,7],[2,3,9],[2,9,8],[3,4,10],[3,10,9],[4,5,11],[4,11,10],[5,0,6],[5,6,11]]"
// The two boxes that it is made of.
#define PARTS(more) "\"parts\":[[[0,0,0],[3,0,0],[3,1,0],[0,1,0],[0,0,1],[3,0,1],[3,1,1],[0,1,1]]" more "]"
#define PILLAR "[[0,1,0],[1,1,0],[1,3,0],[0,3,0],[0,1,1],[1,1,1],[1,3,1],[0,3,1]]"
#define SPACE(shape)                                                                                                   \
    "{\"impinge\":\"scene\",\"version\":1,\"dimension\":3,\"bodies\":[{\"colliders\":[{\"shape\":" shape "}]}]}"

// Beside the build, for readers that are called from here; write_file is for the command.
static void put_file(const char* name, const char* text)
{
    char path[400];
    snprintf(path, sizeof path, "%s/%s", IMP_BUILD_DIR, name);
    FILE* file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static size_t get_file(const char* path, char* out, size_t room)
{
    FILE* file = fopen(path, "r");
    assert_non_null(file);
    size_t size = fread(out, 1, room, file);
    fclose(file);
    return size;
}

static void write_angle(void)
{
    write_file("angle.obj", angle);
    write_file("open.obj", open_angle);
}

static void a_heap_in_one_line(void** state)
{
    (void)state;
    write_angle();
    assert_int_equal(run("run angle.obj --copies 12 --seconds 4 --record heap.rec --html heap.html --threads 2"), 0);
    expect_words("'angle' moves as 2 convex parts, which go out of it by 0 m at most");
    expect_words("12 of each that moves, in cubes of 4.45 m (--copies)");
    expect_words("12 sets of parts, 1 half-space");
    expect_words("13 bodies: 12 dynamic");
    expect_words("put under it, since nothing in it stands (--no-floor)");
    assert_int_equal(run("replay heap.rec --verify"), 0);
    expect_words("the same to the last bit");
    // Shapes are in the recording and the page once: a hundred bytes a body and step, and what a page is anyway.
    static char bytes[1 << 20];
    size_t recorded = read_file("heap.rec", bytes, sizeof bytes);
    assert_true(recorded < 12 * 240 * 64 + 16384);
    size_t drawn = read_file("heap.html", bytes, sizeof bytes), forms = 0;
    assert_true(drawn > 0);
    for (const char* at = strstr(bytes, "\"shapes\":["); (at = strstr(at, ",[[")); at++)
    {
        forms++;
    }
    assert_int_equal(forms, 2);
}

// Where they are at the start they do not touch, and stand above what stands.
static void copies_do_not_touch(void** state)
{
    (void)state;
    io_scene scene;
    io_error error;
    put_file("parts-ground.obj", "v -9 2 -9\nv 9 2 -9\nv 9 2 9\nv -9 2 9\nf 4 3 2 1\n");
    put_file("parts-angle.obj", angle);
    const char* moving = "parts-angle";
    const io_options options = {.moving = &moving, .moving_count = 1, .copies = 30};
    io_scene_init(&scene, NULL);
    assert_int_equal(io_scene_load_meshes(&scene, IMP_BUILD_DIR "/parts-ground.obj", &options, &error), IO_OK);
    assert_int_equal(io_scene_load_meshes(&scene, IMP_BUILD_DIR "/parts-angle.obj", &options, &error), IO_OK);
    assert_int_equal(io_scene_end_space(&scene, &options, 0, true, &error), IO_OK);
    const io_space* s = &scene.space;
    assert_int_equal(s->collider_count, 31);
    for (size_t i = 0; i < s->collider_count; i++)
    {
        imp3_compound a = io_collider3_compound(&s->colliders[i]);
        for (size_t k = 0; k < i; k++)
        {
            imp3_compound b = io_collider3_compound(&s->colliders[k]);
            bool touch = true;
            assert_int_equal(imp3_compound_overlap(&a, &s->bodies[s->colliders[i].body].def.pose, &b,
                                                   &s->bodies[s->colliders[k].body].def.pose, &touch),
                             IMP_OK);
            assert_false(touch);
        }
        imp3_box box;
        assert_int_equal(imp3_compound_bounds(&a, &s->bodies[s->colliders[i].body].def.pose, &box), IMP_OK);
        assert_true(i == 0 || box.lower.y > 2);
    }
    io_scene_free(&scene);
}

static void wears_what_is_asked(void** state)
{
    (void)state;
    write_angle();
    static const char* const asked[][3] = {
        {"parts", "moves as 2 convex parts", "1 set of parts"},
        {"hull", "moves with its convex hull: the mesh has hollows, or is not closed", "1 hull"},
        {"mesh", "moves with its 20 triangles", "1 mesh"},
        {"field", "moves with its 20 triangles and a distance field", "1 mesh"}};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
    {
        char line[200];
        snprintf(line, sizeof line, "run angle.obj --dynamic angle --seconds 3 --tolerance 0.1 --as %s", asked[i][0]);
        assert_int_equal(run(line), 0);
        expect_words(asked[i][1]);
        expect_words(asked[i][2]);
        expect_words("1 pairs touch");
        expect_words("1 of 1 bodies that can move");
    }
    assert_int_equal(run("run open.obj --dynamic open --seconds 0.1"), 0);
    expect_words("'open' moves with its convex hull: the mesh is not closed");
    static const char* const faults[][2] = {
        {"run angle.obj --dynamic angle --as brick", "--as wants parts, hull, mesh or field, not brick"},
        {"run angle.obj --copies 0", "--copies wants a whole number from 1 to 100000"},
        {"run angle.obj --copies 2 --gravity 0,0,0", "there are no copies: there is no gravity"},
        {"run angle.obj --copies 2 --tolerance 1e-7", "the tolerance is too small for its size"},
        {"run angle.obj --copies 2 --as field --tolerance 0.9", "it is too thin for a field of this tolerance"}};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
    {
        assert_int_equal(run(faults[i][0]), 2);
        expect_words(faults[i][1]);
    }
}

// A mass is that of the solid, however much parts overlap.
static void mass_is_the_solids(void** state)
{
    (void)state;
    io_scene scene;
    io_world3 world;
    io_error error;
    enum
    {
        AROUND = 24,
        ACROSS = 12
    };
    FILE* file = fopen(IMP_BUILD_DIR "/parts-ring.obj", "w");
    assert_non_null(file);
    for (int i = 0; i < AROUND * ACROSS; i++)
    {
        double a = 2 * 3.14159265358979 * (i / ACROSS) / AROUND, b = 2 * 3.14159265358979 * (i % ACROSS) / ACROSS;
        double r = 0.5 + 0.2 * cos(b);
        fprintf(file, "v %.9g %.9g %.9g\n", r * cos(a), 0.2 * sin(b), r * sin(a));
    }
    for (int i = 0; i < AROUND * ACROSS; i++)
    {
        int next = (i / ACROSS + 1) % AROUND * ACROSS, up = (i % ACROSS + 1) % ACROSS;
        fprintf(file, "f %d %d %d %d\n", i + 1, i / ACROSS * ACROSS + up + 1, next + up + 1, next + i % ACROSS + 1);
    }
    fclose(file);
    const char* moving = "parts-ring";
    const io_options options = {.moving = &moving, .moving_count = 1};
    io_scene_init(&scene, NULL);
    assert_int_equal(io_scene_load_meshes(&scene, IMP_BUILD_DIR "/parts-ring.obj", &options, &error), IO_OK);
    imp3_mass parts;
    assert_int_equal(scene.space.colliders[0].compound.kind, IMP3_COMPOUND_SET);
    assert_int_equal(imp3_compound_mass(&scene.space.colliders[0].compound, 1, &parts), IMP_OK);
    assert_int_equal(io_world3_make(&scene, NULL, &world, &error), IO_OK);
    imp3_body_state body;
    assert_int_equal(imp3_world_get_body(world.world, world.bodies[0].handle, &body), IMP_OK);
    // A polygon of 12 sides around one of 24: the volume is 2 pi R times the area, with both a little less than round.
    double area = 0.5 * ACROSS * 0.04 * sin(2 * 3.14159265358979 / ACROSS);
    double solid = AROUND * 0.5 * sin(2 * 3.14159265358979 / AROUND) * area;
    assert_true(fabs((double)body.mass - solid) < 2e-3 * solid);
    assert_true(fabs((double)parts.mass - solid) < 2e-3 * solid);
    io_world3_free(&world);
    io_scene_free(&scene);
}

// Faults of parts, and what is saved comes back to the same bytes without being taken apart again.
static void parts_in_scenes(void** state)
{
    (void)state;
    io_scene scene, again;
    io_error error;
    static char first[1 << 16], second[1 << 16];
    load_text(&scene, SPACE("{\"kind\":\"parts\"," POINTS "," SIDES ",\"tolerance\":0.05}"), NULL, NULL);
    assert_int_equal(scene.space.colliders[0].compound.kind, IMP3_COMPOUND_SET);
    assert_int_equal(scene.space.colliders[0].compound.part_count, 2);
    assert_int_equal(io_scene_save(&scene, IMP_BUILD_DIR "/parts-saved.json", &error), IO_OK);
    io_scene_init(&again, NULL);
    assert_int_equal(io_scene_load(&again, IMP_BUILD_DIR "/parts-saved.json", NULL, &error), IO_OK);
    assert_int_equal(again.space.colliders[0].compound.part_count, 2);
    assert_int_equal(io_scene_save(&again, IMP_BUILD_DIR "/parts-again.json", &error), IO_OK);
    size_t size = get_file(IMP_BUILD_DIR "/parts-saved.json", first, sizeof first);
    assert_int_equal(size, get_file(IMP_BUILD_DIR "/parts-again.json", second, sizeof second));
    assert_memory_equal(first, second, size);
    io_scene_free(&scene);
    io_scene_free(&again);
    // Parts that are told with their mesh are held against it: the two of the angle are, and one of them alone is not.
    load_text(&scene, SPACE("{\"kind\":\"parts\"," POINTS "," SIDES "," PARTS("," PILLAR) "}"), NULL, NULL);
    assert_int_equal(scene.space.colliders[0].compound.part_count, 2);
    io_scene_free(&scene);
    static const char* const faults[][2] = {
        {SPACE("{\"kind\":\"parts\"," POINTS "," SIDES "," PARTS("") "}"), "'parts' are not of this mesh"},
        {SPACE("{\"kind\":\"parts\"," POINTS "," SIDES "," PARTS("," PILLAR ",[[0,0,0],[3,3,0],[0,0,1]]") "}"),
         "'parts' are not of this mesh: they go out of it by"},
        {SPACE("{\"kind\":\"parts\"}"), "'parts', 'file' or 'points' is missing"},
        {SPACE("{\"kind\":\"parts\",\"parts\":[]}"), "'parts' must be a list of lists of [x, y, z]"},
        {SPACE("{\"kind\":\"parts\",\"parts\":[[[0,0,0],[1,0]]]}"), "points[1] must be [x, y, z]"},
        {SPACE("{\"kind\":\"parts\"," POINTS "," SIDES ",\"tolerance\":0}"), "'tolerance' must be above 0"},
        {SPACE("{\"kind\":\"parts\"," POINTS ",\"triangles\":[[0,3,1]]}"), "'parts': only a closed mesh has parts"},
        {SPACE("{\"kind\":\"mesh\"," POINTS "," SIDES ",\"field\":0}"), "field: "}};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
    {
        io_scene_init(&scene, NULL);
        assert_int_not_equal(io_scene_load_bytes(&scene, "a.json", faults[i][0], strlen(faults[i][0]), NULL, &error),
                             IO_OK);
        if (!strstr(error.text, faults[i][1]))
        {
            fail_msg("%s: %s", faults[i][0], error.text);
        }
        io_scene_free(&scene);
    }
}

int main(void)
{
    if (!is_command_built())
    {
        return 77;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_heap_in_one_line), cmocka_unit_test(copies_do_not_touch),
                                       cmocka_unit_test(wears_what_is_asked), cmocka_unit_test(mass_is_the_solids),
                                       cmocka_unit_test(parts_in_scenes)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
