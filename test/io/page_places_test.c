// SPDX-License-Identifier: MIT
//
// Places of interest on the pages in a browser: the row of the deepest overlap goes to its time and place and marks
// both things, and one-sided chains show where they are felt.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/io_browser.h"
#include "io/io_command.h"
#include "io/io_support.h"

// A light ring at what is marked: the pixels around a place in metres that differ from those of the same picture without.
#define DIFFERENCES                                                                                                    \
    "const told = document.body.dataset, press = key => dispatchEvent(new KeyboardEvent('keydown', {key}));"           \
    "const differ = (one, other, x, y, r) => { let n = 0;"                                                             \
    "  const cx = Math.round(toX(x)), cy = Math.round(toY(y));"                                                        \
    "  for (let j = cy - r; j <= cy + r; j++) for (let i = cx - r; i <= cx + r; i++) { const k = 4 * (j * width + i);" \
    "    n += i >= 0 && i < width && [0, 1, 2, 3].some(c => one[k + c] !== other[k + c]); } return n; };"

// Three pairs that overlap, the deepest the second of them, far from the first.
static void test_check(void** state)
{
    (void)state;
    write_file("deep.json", "{\"impinge\":\"scene\",\"version\":1,\"objects\":["
                            "{\"name\":\"a\",\"shape\":{\"kind\":\"box\",\"lower\":[0,0],\"upper\":[1,1]}},"
                            "{\"name\":\"b\",\"shape\":{\"kind\":\"box\",\"lower\":[0.9,0],\"upper\":[2,1]}},"
                            "{\"name\":\"crate\",\"shape\":{\"kind\":\"box\",\"lower\":[50,0],\"upper\":[51,1]}},"
                            "{\"name\":\"shelf\",\"shape\":{\"kind\":\"box\",\"lower\":[50.5,-2],\"upper\":[53,3]}},"
                            "{\"name\":\"e\",\"shape\":{\"kind\":\"circle\",\"radius\":1,\"center\":[90,0]}},"
                            "{\"name\":\"f\",\"shape\":{\"kind\":\"circle\",\"radius\":1,\"center\":[91.8,0]}}]}");
    open_page("check deep.json", 1,
              DIFFERENCES
              "told.said = $('deepest').textContent;"
              "const picture = () => marks.getImageData(0, 0, width, height).data;"
              "$('deepest').click(); frame(0); frame(1e6);"
              "const x = chosen && chosen.atX, y = chosen && chosen.atY;"
              "told.both = chosen && chosen.type === 'contacts' ? chosen.a.name + ' ' + chosen.b.name : '';"
              "told.off = Math.round(Math.hypot(toX(x) - width / 2, toY(y) - height / 2));"
              "told.at = Math.round(1000 * x); told.lit = document.querySelector('.row.on').textContent;"
              "const marked = picture(); choose(null); frame(2e6); const plain = picture();"
              "told.first = differ(marked, plain, 50, 0.25, 2); told.second = differ(marked, plain, 53, 0.25, 2);"
              "fit(); frame(3e6); frame(4e6); press('d'); frame(5e6); frame(6e6); told.key = chosen ? 1 : 0;",
              "theme=light");
    assert_non_null(strstr(page_document(), "data-said=\"deepest0.5 mcrate and shelf\""));
    assert_non_null(strstr(page_document(), "data-both=\"crate shelf\""));
    assert_non_null(strstr(page_document(), "data-lit=\"crate and shelf0.5 m\""));
    assert_number(attribute("off"), <=, 1);
    assert_number(attribute("at"), >=, 50500);
    assert_number(attribute("at"), <=, 51000);
    assert_number(attribute("first"), >, 2);
    assert_number(attribute("second"), >, 2);
    assert_int_equal(attribute("key"), 1);
}

// Where nothing overlaps there is no such row.
static void test_apart(void** state)
{
    (void)state;
    write_file("free.json", "{\"impinge\":\"scene\",\"version\":1,\"objects\":["
                            "{\"shape\":{\"kind\":\"box\",\"lower\":[0,0],\"upper\":[1,1]}},"
                            "{\"shape\":{\"kind\":\"box\",\"lower\":[1,0],\"upper\":[2,1]}}]}");
    open_page("check free.json", 1, "document.body.dataset.hidden = $('deepest').hidden ? 1 : 0;", "theme=light");
    assert_int_equal(attribute("hidden"), 1);
    write_file("falls.json", "{\"impinge\":\"scene\",\"version\":1,\"objects\":["
                             "{\"shape\":{\"kind\":\"circle\",\"radius\":1}}]}");
    open_page("run falls.json --seconds 0.5", 0,
              "ready.then(() => { document.body.dataset.hidden = $('deepest').hidden ? 1 : 0; });", "theme=light");
    assert_int_equal(attribute("hidden"), 1);
}

enum
{
    RUN_STEPS = 120
};

typedef struct worst
{
    float depth;
    int32_t step;
    imp2_vec at;
} worst;

static worst worst_of(const char* name)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", test_folder, name);
    io_scene scene;
    io_world world;
    io_error error;
    worst found = {0};
    io_scene_init(&scene, NULL);
    assert_int_equal(io_scene_load(&scene, path, NULL, &error), IO_OK);
    assert_int_equal(io_world_make(&scene, NULL, &world, &error), IO_OK);
    for (int32_t step = 1; step <= RUN_STEPS; step++)
    {
        imp2_world_contact contacts[20];
        int32_t count = 0;
        assert_int_equal(imp2_world_step(world.world, (float)(1 / 60.0)), IMP_OK);
        assert_int_equal(imp2_world_contacts(world.world, contacts, 20, &count), IMP_OK);
        for (int32_t i = 0; i < count; i++)
        {
            for (int32_t k = 0; k < contacts[i].manifold.count; k++)
            {
                imp2_contact point = contacts[i].manifold.points[k];
                found = point.depth > found.depth ? (worst){point.depth, step, point.point} : found;
            }
        }
    }
    io_world_free(&world);
    io_scene_free(&scene);
    return found;
}

// A ball falls on a floor, and is the deepest in it some time after: the row goes to that frame. A ledge above it is
// felt from above, and a spinning gate from its outside, whichever way it is turned.
static void test_run(void** state)
{
    (void)state;
    write_file(
        "fall.json",
        "{\"impinge\":\"scene\",\"version\":1,\"world\":{\"gravity\":[0,-10]},\"objects\":["
        "{\"name\":\"floor\",\"static\":true,\"shape\":{\"kind\":\"box\",\"lower\":[-1.5,-1],\"upper\":[1.5,0]}},"
        "{\"name\":\"ledge\",\"static\":true,\"shape\":{\"kind\":\"chain\",\"points\":[[1,5],[-1,5]],"
        "\"one_sided\":true}},"
        "{\"name\":\"ball\",\"pose\":{\"p\":[0.5,3]},\"shape\":{\"kind\":\"circle\",\"radius\":0.5}}]}");
    open_page(
        "run fall.json --seconds 2", 0,
        DIFFERENCES
        "const picture = () => g.getImageData(0, 0, canvas.width, canvas.height).data;"
        "const dark = (of, dy) => { let n = 0; for (let x = toX(-1); x < toX(1); x++) {"
        "  const i = 4 * ((Math.round(toY(5)) + dy) * width + Math.round(x)); n += of[i] < 170; } return n; };"
        "const report = () => {"
        "  const ledge = picture(); told.above = dark(ledge, -5); told.below = dark(ledge, 5);"
        "  told.said = $('deepest').textContent; $('deepest').click(); frame(0);"
        "  told.frame = now; told.x = Math.round(view.x * 1e4); told.y = Math.round(view.y * 1e4);"
        "  told.told = $('detail').textContent;"
        "  const marked = picture(); press('Escape'); frame(0); const plain = picture();"
        "  const ball = poseOf(moving[0], now);"
        "  told.first = differ(marked, plain, -1.5, -0.5, 2); told.second = differ(marked, plain, ball.x, ball.y + 0.5, 2);"
        "  told.ring = differ(marked, plain, view.x - 13 / view.scale, view.y, 2);"
        "  press('Home'); press('d'); frame(0); told.key = now; };"
        "ready.then(report).catch(e => { told.fault = e.message; });",
        "theme=light&frame=0");
    worst most = worst_of("fall.json");
    assert_null(strstr(page_document(), "data-fault"));
    assert_number(most.step, >, 30);
    assert_int_equal(attribute("frame"), most.step);
    assert_int_equal(attribute("key"), most.step);
    assert_number(labs(attribute("x") - (long)(1e4 * (double)most.at.x)), <=, 2);
    assert_number(labs(attribute("y") - (long)(1e4 * (double)most.at.y)), <=, 2);
    char wanted[100];
    snprintf(wanted, sizeof wanted, "and %s%.2f s\"", "ball", (double)most.step / 60);
    assert_non_null(strstr(page_document(), wanted));
    assert_non_null(strstr(page_document(), "data-told=\"floor and ball are deepest in each other here: "));
    assert_number(attribute("first"), >, 2);
    assert_number(attribute("second"), >, 2);
    assert_number(attribute("ring"), >, 2);
    print_message("deepest at step %d; ticks %ld above, %ld below\n", (int)most.step, attribute("above"),
                  attribute("below"));
    assert_number(attribute("above"), >, 10);
    assert_int_equal(attribute("below"), 0);
}

int main(void)
{
    if (!is_command_built() || !browser())
    {
        printf("skip: %s\n", is_command_built() ? "no chromium" : "the command is not built");
        return 0;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_check), cmocka_unit_test(test_apart),
                                       cmocka_unit_test(test_run)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
