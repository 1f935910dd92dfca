// SPDX-License-Identifier: MIT
//
// The command `impinge decompose` as a user calls it: what it tells, the files that it writes and that they come back.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/io_browser.h"
#include "io/io_command.h"
#include "io/io_support.h"

// A U of 7 cubes, 3 m wide.
static const char trough[] = "v 0 0 0\nv 3 0 0\nv 3 3 0\nv 2 3 0\nv 2 1 0\nv 1 1 0\nv 1 3 0\nv 0 3 0\n"
                             "v 0 0 1\nv 3 0 1\nv 3 3 1\nv 2 3 1\nv 2 1 1\nv 1 1 1\nv 1 3 1\nv 0 3 1\n"
                             "f 8 7 6 5 4 3 2 1\nf 9 10 11 12 13 14 15 16\nf 1 2 10 9\nf 2 3 11 10\nf 3 4 12 11\n"
                             "f 4 5 13 12\nf 5 6 14 13\nf 6 7 15 14\nf 7 8 16 15\nf 8 1 9 16\n";

static char bytes[1 << 20];

static void tells_and_refuses(void** state)
{
    (void)state;
    write_file("trough.obj", trough);
    write_file("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    assert_int_equal(run("decompose trough.obj"), 0);
    expect_words("parts     3, of 24 corners");
    expect_words("tolerance 0.06 m; they go out of the solid by 0 m");
    expect_words("volume    7 m^3, the solid has 7 m^3");
    assert_int_equal(run("decompose trough.obj --json --tolerance 0.5 --scale 2"), 0);
    expect_words("\"parts\": 3, \"corners\": 24, \"tolerance\": 0.5");
    expect_words("\"volume\": 56, \"solid_volume\": 56");
    static const char* const faults[][2] = {
        {"decompose open.obj", "the mesh is open: only what encloses a volume has parts"},
        {"decompose trough.obj --tolerance 1e-6", "the tolerance is too small for the size of the mesh"},
        {"decompose trough.obj --save parts.stl", "parts.stl: parts are saved as .obj, .glb or .json"},
        {"decompose trough.obj --save none/parts.obj", "none/parts.obj: No such file"},
        {"decompose trough.obj --seconds 2", "decompose does not take --seconds"},
        {"decompose trough.obj open.obj", "decompose takes one mesh, not open.obj"}};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
    {
        assert_int_equal(run(faults[i][0]), 2);
        expect_words(faults[i][1]);
    }
}

static uint32_t word_at(size_t at)
{
    const unsigned char* b = (const unsigned char*)bytes + at;
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

// A GLB by its standard: lengths of chunks, JSON that parses, accessors within the buffer.
static void writes_gltf(void** state)
{
    (void)state;
    write_file("trough.obj", trough);
    assert_int_equal(run("decompose trough.obj --save parts.glb"), 0);
    expect_words("saved the parts as parts.glb");
    size_t size = read_file("parts.glb", bytes, sizeof bytes);
    assert_memory_equal(bytes, "glTF", 4);
    assert_int_equal(word_at(4), 2);
    assert_int_equal(word_at(8), size);
    uint32_t json = word_at(12), data = word_at(20 + json);
    assert_memory_equal(bytes + 16, "JSON", 4);
    assert_memory_equal(bytes + 24 + json, "BIN", 4);
    assert_true(json % 4 == 0 && 28 + json + data == size);
    io_tree tree;
    io_error error;
    assert_int_equal(io_tree_parse_json(bytes + 20, json, NULL, &tree, &error), IO_OK);
    const io_node *accessors = io_node_get(tree.root, "accessors"), *materials = io_node_get(tree.root, "materials");
    assert_int_equal(io_node_get(tree.root, "nodes")->count, 4);
    assert_int_equal(materials->count, 3);
    assert_int_equal(accessors->count, 6);
    double corners = 0;
    for (const io_node* a = accessors->child; a; a = a->next)
    {
        double from = io_node_get(a, "byteOffset")->number, count = io_node_get(a, "count")->number;
        assert_true(from + 24 * (count - 1) + 12 <= data);
        corners += count;
    }
    assert_true(corners / 2 * 24 == data);
    io_tree_free(&tree);
    if (run("run parts.glb --seconds 2") == 0)  // which needs Assimp
    {
        expect_words("2 bodies: 1 dynamic");
        expect_words("3 hulls");
    }
}

// What was saved beside its mesh is not taken apart again, and is refused when it is another's.
static void comes_back_checked(void** state)
{
    (void)state;
    write_file("trough.obj", trough);
    assert_int_equal(run("decompose trough.obj --save parts.json --tolerance 0.05"), 0);
    size_t size = read_file("parts.json", bytes, sizeof bytes);
    assert_non_null(strstr(bytes, "\"file\": \"trough.obj\""));
    assert_int_equal(run("run parts.json --copies 4 --seconds 2"), 0);
    expect_words("4 sets of parts");
    char* at = strstr(bytes, "[3, ");
    assert_true(at && size < sizeof bytes);
    at[1] = '4';
    write_file("changed.json", bytes);
    assert_int_equal(run("run changed.json --copies 4 --seconds 2"), 2);
    expect_words("bodies[0].colliders[0]: 'parts' are not of this mesh");
    // Without its third part.
    read_file("parts.json", bytes, sizeof bytes);
    at = strstr(bytes, "]],");
    char* end = strstr(at + 3, "]],");
    assert_true(at && end);
    memmove(at + 2, end + 2, strlen(end + 2) + 1);
    write_file("lost.json", bytes);
    assert_int_equal(run("run lost.json --copies 4 --seconds 2"), 2);
    expect_words("'parts' are not of this mesh");
    write_file("trough.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    assert_int_equal(run("run parts.json --copies 4 --seconds 2"), 2);
    expect_words("'parts' are not of this mesh");
    expect_words("42 times its volume");
}

static void writes_a_page(void** state)
{
    (void)state;
    write_file("trough.obj", trough);
    assert_int_equal(run("decompose trough.obj --html parts.html --save parts.obj"), 0);
    expect_words("wrote the page parts.html");
    size_t size = read_file("parts.obj", bytes, sizeof bytes);
    assert_true(size > 0 && strstr(bytes, "o part2\n") && !strstr(bytes, "o part3\n"));
    read_file("parts.html", bytes, sizeof bytes);
    const char* data = strstr(bytes, "\"parts\":{\"count\":3");
    assert_non_null(data);
    assert_non_null(strstr(data, "\"file\":\"part2\""));
    assert_null(strstr(data, "\"file\":\"part3\""));
    if (browser())
    {
        open_page("decompose trough.obj", 0,
                  "document.body.dataset.rows = document.querySelectorAll('#scroll .row').length;"
                  "document.body.dataset.shown = document.querySelectorAll('#scroll input:checked').length;"
                  "document.body.dataset.parts = document.querySelector('#tiles b').textContent;",
                  "");
        assert_int_equal(attribute("rows"), 4);
        assert_int_equal(attribute("shown"), 3);  // the mesh is not
        assert_int_equal(attribute("parts"), 3);
    }
}

int main(void)
{
    if (!is_command_built())
    {
        return 77;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(tells_and_refuses), cmocka_unit_test(writes_gltf),
                                       cmocka_unit_test(comes_back_checked), cmocka_unit_test(writes_a_page)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
