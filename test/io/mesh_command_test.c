// SPDX-License-Identifier: MIT
//
// The command with meshes as a user calls it: exit status, words, JSON, and the page in a browser.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/io_browser.h"
#include "io/io_command.h"
#include "io/io_support.h"

// Boxes as text, each behind those before.
typedef struct text
{
    char bytes[20000];
    size_t length;
    int points;
} text;

static void add_box(text* out, double x, double y, double z, double sx, double sy, double sz)
{
    static const char* const faces[] = {"1 3 4 2", "5 6 8 7", "1 2 6 5", "3 7 8 4", "1 5 7 3", "2 4 8 6"};
    for (int i = 0; i < 8; i++)
    {
        out->length += (size_t)snprintf(out->bytes + out->length, sizeof out->bytes - out->length, "v %g %g %g\n",
                                        x + (i & 1 ? sx : 0), y + (i & 2 ? sy : 0), z + (i & 4 ? sz : 0));
    }
    for (int f = 0; f < 6; f++)
    {
        int c[4];
        assert_int_equal(sscanf(faces[f], "%d %d %d %d", &c[0], &c[1], &c[2], &c[3]), 4);
        out->length += (size_t)snprintf(out->bytes + out->length, sizeof out->bytes - out->length, "f %d %d %d %d\n",
                                        c[0] + out->points, c[1] + out->points, c[2] + out->points, c[3] + out->points);
    }
    out->points += 8;
}

static void write_box(const char* name, double x, double y, double z, double sx, double sy, double sz)
{
    text out = {.length = 0};
    add_box(&out, x, y, z, sx, sy, sz);
    write_file(name, out.bytes);
}

static void test_touch(void** state)
{
    (void)state;
    write_box("a.obj", 0, 0, 0, 1, 1, 1);
    write_box("b.obj", 0.75, 0.125, 0.25, 1, 1, 1);
    write_box("far.obj", 3, 0, 0, 1, 1, 1);
    assert_int_equal(run("check a.obj b.obj far.obj"), 1);
    expect_words("a.obj: OBJ\n");
    expect_words("triangles 12, of 8 points");
    expect_words("closed, 1 m^3");
    expect_words("faces with more than three corners, cut into triangles");
    expect_words("3 bodies, 1 pair touches\n  a.obj  and  b.obj: ");
    expect_words(" in 1 region, 0.25 m deep; the second comes free along (1, 0, 0)");
    assert_int_equal(run("check a.obj far.obj"), 0);
    expect_words("0 pairs touch\n");
    assert_int_equal(run("check a.obj far.obj b.obj --clearance 1.3"), 1);
    expect_words("1 more pair is nearer than 1.3 m\n  1.25 m  far.obj  and  b.obj");
    assert_int_equal(run("check a.obj far.obj --clearance 2"), 0);
    assert_int_equal(run("check a.obj far.obj --clearance 2.001"), 1);
    assert_int_equal(run("check a.obj a.obj --scale 0.001"), 1);
    expect_words("0.001 x 0.001 x 0.001 m");
    expect_words("a.obj (0)  and  a.obj (1)");
}

// Four legs in one floor are four regions, since they touch nowhere; legs in a row that touch each other are one.
static void test_regions(void** state)
{
    (void)state;
    text table = {.length = 0};
    for (int i = 0; i < 4; i++)
    {
        add_box(&table, i & 1 ? 2 : 0, i & 2 ? 2 : 0, -0.1, 0.1, 0.1, 1);
    }
    write_file("table.obj", table.bytes);
    write_file("floor.obj", "v -5 -5 0\nv 5 -5 0\nv 5 5 0\nv -5 5 0\nf 1 2 3 4\n");
    assert_int_equal(run("check floor.obj table.obj"), 1);
    expect_words(" in 4 regions\n");
    expect_words("0.1 x 0.1 x 0 m, a line of 0.4 m");
    expect_words("4 edges with one triangle: it is open");
}

static void test_inside(void** state)
{
    (void)state;
    write_box("large.obj", 0, 0, 0, 4, 4, 4);
    write_box("small.obj", 1, 1, 1, 1, 1, 1);
    assert_int_equal(run("check large.obj small.obj"), 1);
    expect_words("the second lies in the first, 2 m deep");
    assert_int_equal(run("check small.obj large.obj"), 1);
    expect_words("the first lies in the second");
}

static void test_poses(void** state)
{
    (void)state;
    write_box("a.obj", -0.5, -0.5, -0.5, 1, 1, 1);
    static const struct
    {
        const char* poses;
        int status;
        const char* words;
    } cases[] = {
        {"[{}, {\"position\": [2, 0, 0]}]", 0, "0 pairs touch"},
        {"[{\"position\": [0, 0, 0.25]}, {\"position\": [1, 0, 0], \"axis\": [0, 0, 2], \"angle\": 0.785398163}]", 1,
         "1 pair touches"},
        {"[{\"position\": [0, 0, 5]}, {\"quaternion\": [0, 0, 0.5, 2], \"position\": [0, 1, 5]}]", 1, "1 pair touches"},
        {"[{}, {}, {}]", 2, "poses.json: [2]: there are not so many bodies"},
        {"[{\"turn\": 1}]", 2, "[0]: 'turn' is not position"},
        {"[{\"position\": [1, 2]}]", 2, "[0]: 'position' is not position [x, y, z]"},
        {"[{\"axis\": [0, 0, 1]}]", 2, "either a quaternion, or an axis and an angle"},
        {"[{\"quaternion\": [0, 0, 0, 0]}]", 2, "[0]: "},
        {"[{\"position\": [1e35, 0, 0]}]", 2, "[0]: "},
        {"[3]", 2, "a list"},
        {"{}", 2, "a list"},
        {"[", 2, "poses.json"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        write_file("poses.json", cases[i].poses);
        assert_int_equal(run("check a.obj a.obj --pose poses.json"), cases[i].status);
        expect_words(cases[i].words);
    }
    assert_int_equal(run("check a.obj --pose none.json"), 2);
    expect_words("none.json: cannot be opened");
}

static void test_formats(void** state)
{
    (void)state;
    write_file("a.stl",
               "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n");
    write_file("b.PLY",
               "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
               "element face 1\nproperty list uchar int vertex_index\nend_header\n.2 .2 -1 .2 .2 1 .3 .3 1\n3 0 1 2\n");
    assert_int_equal(run("check a.stl b.PLY"), 1);
    expect_words("a.stl: STL, text");
    expect_words("b.PLY: PLY, text");
    expect_words(": 1 pair of triangles in 1 region");
    write_file("c.off", "OFF\n3 1 0\n.2 .2 -1\n.2 .2 1\n.3 .3 1\n3 0 1 2\n");
    int status = run("check a.stl c.off");
    expect_words("Assimp");
    assert_true(status == 1 || status == 2);  // as it was built
}

static void test_refused(void** state)
{
    (void)state;
    write_box("a.obj", 0, 0, 0, 1, 1, 1);
    write_file("bad.obj", "v 0 0 0\nv 1 0 x\n");
    write_file("flat.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n");
    write_file("scene.json", "{\"impinge\":\"scene\",\"version\":1,\"objects\":[]}");
    static const char* const cases[][2] = {{"a.obj bad.obj", "bad.obj:2: 'x' is not a number"},
                                           {"a.obj none.obj", "none.obj: cannot be opened"},
                                           {"flat.obj", "flat.obj: has no triangle with an area"},
                                           {"a.obj scene.json", "either all files are meshes or none is"},
                                           {"a.obj --layer x", "--layer is not for meshes"},
                                           {"a.obj --move 1,0", "--move is not for meshes"},
                                           {"scene.json --clearance 1", "--clearance is not for scenes"},
                                           {"scene.json --pose x", "--pose is not for scenes"},
                                           {"a.obj --clearance 0", "--clearance wants a positive number"},
                                           {"a.obj --clearance -1", "--clearance wants a positive number"},
                                           {"a.obj --html /nowhere/x.html", "cannot be written"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        char line[200];
        snprintf(line, sizeof line, "check %s", cases[i][0]);
        assert_int_equal(run(line), 2);
        expect_words(cases[i][1]);
    }
    assert_int_equal(run("check a.obj"), 0);
    expect_words("1 body, 0 pairs touch");
}

// The study of a mesh against itself: all trees agree, and the page has them all.
static void test_study(void** state)
{
    (void)state;
    text steps = {.length = 0};
    for (int i = 0; i < 20; i++)
    {
        add_box(&steps, 0.2 * i, 0, 0.1 * i, 0.25, 1, 0.1);
    }
    write_file("steps.obj", steps.bytes);
    assert_int_equal(run("study meshes steps.obj --quick"), 0);
    expect_words("All trees find the same pairs.");
    expect_words("octants  turned boxes");
    assert_int_equal(run("study meshes steps.obj steps.obj --quick --json"), 0);
    io_tree tree;
    io_error error;
    assert_int_equal(io_tree_parse_json(output, strlen(output), NULL, &tree, &error), IO_OK);
    const io_node *meshes = io_node_get(tree.root, "meshes"), *trees = io_node_get(meshes, "trees");
    assert_int_equal(trees->count, 20);
    for (const io_node* it = trees->child; it; it = it->next)
    {
        double leaves = 0, pairs = 0;
        assert_true(io_node_number(io_node_get(it, "leaves"), &leaves) && leaves >= 15);
        assert_true(io_node_number(io_node_get(io_node_get(it, "all"), "triangles"), &pairs) && pairs > 0);
        assert_int_equal(io_node_get(it, "same")->number, 1);
    }
    io_tree_free(&tree);
    assert_int_equal(run("study meshes"), 2);
    assert_int_equal(run("study meshes none.obj"), 2);
    expect_words("none.obj: cannot be opened");
    assert_int_equal(run("study steps.obj"), 2);
    assert_int_equal(run("study meshes steps.obj steps.obj steps.obj"), 2);
    if (browser())
    {
        open_page("study meshes steps.obj --quick", 0,
                  "const told = document.body.dataset; told.bars = document.querySelectorAll('#mesh-bars i').length;"
                  "told.others = $('rectangles').hidden && $('blocks').hidden ? 1 : 0;"
                  "document.querySelectorAll('#mesh-choose button')[7].click();"
                  "told.memory = /bytes/.test($('mesh-bars').textContent) ? 1 : 0;",
                  "theme=light");
        assert_int_equal(attribute("trees"), 20);
        assert_int_equal(attribute("bars"), 20);
        assert_int_equal(attribute("others"), 1);
        assert_int_equal(attribute("memory"), 1);
    }
}

static void test_json(void** state)
{
    (void)state;
    write_box("a.obj", 0, 0, 0, 1, 1, 1);
    write_box("b.obj", 0.75, 0.125, 0.25, 1, 1, 1);
    write_box("far.obj", 3, 0, 0, 1, 1, 1);
    assert_int_equal(run("check a.obj b.obj far.obj --json --clearance 1.5"), 1);
    io_tree tree;
    io_error error;
    assert_int_equal(io_tree_parse_json(output, strlen(output), NULL, &tree, &error), IO_OK);
    const io_node *root = tree.root, *counts = io_node_get(root, "counts");
    assert_string_equal(io_node_text(root, "impinge", ""), "check");
    assert_number(value(counts, "bodies"), ==, 3);
    assert_number(value(counts, "touching"), ==, 1);
    assert_number(value(counts, "near"), ==, 1);
    const io_node *bodies = io_node_get(root, "bodies"), *touching = io_node_get(root, "touching"),
                  *near = io_node_get(root, "near");
    assert_int_equal(bodies->count, 3);
    assert_number(value(bodies->child, "triangles"), ==, 12);
    assert_number(value(bodies->child, "volume"), ==, 1);
    assert_int_equal(touching->count, 1);
    assert_number(fabs(value(touching->child, "depth") - 0.25), <, 0.0125);
    const io_node* region = io_node_get(touching->child, "regions")->child;
    assert_number(value(region, "pairs"), ==, value(touching->child, "pairs"));
    assert_int_equal(io_node_get(region, "triangles")->count, value(region, "pairs"));
    // The outline of a quarter by seven eighths by three quarters, twice around each corner: a loop of six edges.
    assert_number(fabs(value(region, "length") - 2 * (0.25 + 0.875 + 0.75)), <, 1e-5);
    assert_int_equal(near->count, 1);
    assert_number(value(near->child, "distance"), ==, 1.25);
    assert_number(value(near->child, "a"), ==, 1);
    assert_number(value(near->child, "b"), ==, 2);
    io_tree_free(&tree);
    assert_int_equal(run("check a.obj far.obj --json"), 0);
    assert_int_equal(io_tree_parse_json(output, strlen(output), NULL, &tree, &error), IO_OK);
    io_tree_free(&tree);
}

// What the page draws: red where triangles touch, whichever way it draws.
static const char looking[] =
    "const told = document.body.dataset, size = canvas.width * canvas.height;"
    "function pixels() { draw(); const copy = document.createElement('canvas'); copy.width = canvas.width; copy.height ="
    " canvas.height; const c = copy.getContext('2d'); c.drawImage(canvas, 0, 0); const p = c.getImageData(0, 0, copy.width,"
    " copy.height).data; let red = 0, all = 0; for (let i = 0; i < p.length; i += 4) { all += p[i + 3] > 0; red += p[i + 3] >"
    " 0 && p[i] > 1.8 * p[i + 1]; } return [red, all]; }"
    "let [red, all] = pixels(); told.red = red; told.all = all;"
    "bodies[0].shown = false; told.without = pixels()[1]; bodies[0].shown = true;"
    "const before = eye.at.join(); const at = (x, y) => ({clientX: x, clientY: y, pointerId: 1, buttons: 1, bubbles: true});"
    "canvas.setPointerCapture = () => {};"
    "canvas.dispatchEvent(new PointerEvent('pointerdown', at(200, 200)));"
    "canvas.dispatchEvent(new PointerEvent('pointermove', at(260, 220)));"
    "canvas.dispatchEvent(new PointerEvent('pointerup', at(260, 220)));"
    "told.orbited = eye.at.join() !== before ? 1 : 0;"
    "const far = eye.distance; canvas.dispatchEvent(new WheelEvent('wheel', {deltaY: -100, cancelable: true}));"
    "told.zoomed = eye.distance < far ? 1 : 0;"
    "dispatchEvent(new KeyboardEvent('keydown', {key: 'n'})); told.chosen = spots.indexOf(chosen);"
    "told.detail = $('detail').textContent; told.still = $('still').hidden ? 0 : 1;"
    "setLevel(0); told.level = level; told.lines = linesNow().length;"
    "told.wide = document.documentElement.scrollWidth > innerWidth ? 1 : 0;";

static void test_page(void** state)
{
    (void)state;
    if (!browser())
    {
        printf("skip: no chromium\n");
        return;
    }
    write_box("a.obj", 0, 0, 0, 1, 1, 1);
    write_box("b.obj", 0.75, 0.125, 0.25, 1, 1, 1);
    for (int still = 0; still < 2; still++)
    {
        open_page("check a.obj b.obj", 1, looking, still ? "theme=dark&webgl=off" : "theme=light");
        assert_int_equal(attribute("bodies"), 2);
        assert_int_equal(attribute("touching"), 1);
        assert_int_equal(attribute("spots"), 1);
        assert_number(attribute("red"), >, 1000);
        assert_number(attribute("all"), >, attribute("without"));
        assert_number(attribute("without"), >, 1000);
        assert_int_equal(attribute("orbited"), 1);
        assert_int_equal(attribute("zoomed"), 1);
        assert_int_equal(attribute("chosen"), 0);
        assert_int_equal(attribute("level"), 0);
        assert_int_equal(attribute("lines"), 3);
        assert_int_equal(attribute("wide"), 0);
        assert_non_null(strstr(page_document(), "data-detail=\"a.obj touches b.obj"));
        assert_true(!still || attribute("still") == 1);
    }
}

int main(void)
{
    if (!is_command_built())
    {
        printf("skip: the command is not built\n");
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_touch), cmocka_unit_test(test_regions), cmocka_unit_test(test_inside),
        cmocka_unit_test(test_poses), cmocka_unit_test(test_formats), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_json),  cmocka_unit_test(test_page),    cmocka_unit_test(test_study)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
