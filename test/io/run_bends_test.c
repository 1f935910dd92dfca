// SPDX-License-Identifier: MIT
//
// `impinge run` with a mesh that bends: recorded and replayed, too fast, and on the page in a browser.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/io_browser.h"
#include "io/io_command.h"
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
    open_page("run sheet.json --seconds 3", 0,
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

int main(void)
{
    if (!is_command_built())
    {
        return 77;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(is_replayed), cmocka_unit_test(is_named_when_it_is_too_fast),
                                       cmocka_unit_test(is_seen_on_the_page)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
