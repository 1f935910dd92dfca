// SPDX-License-Identifier: MIT
//
// The page in a browser: it opens from the disk, finds the shapes, draws them red and yellow, and answers to the mouse.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "io/inflate.h"
#include "io/io_support.h"

static char folder[] = "/tmp/impinge-page-XXXXXX";
static char page[8 << 20];
static char document[16 << 20];  // the page's elements after its script has run

static int make_folder(void** state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void** state)
{
    (void)state;
    char line[200];
    snprintf(line, sizeof line, "rm -r %s", folder);
    return system(line);
}

static const char* browser(void)
{
    static const char* const names[] = {"chromium", "chromium-browser", "google-chrome"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
        char line[100];
        snprintf(line, sizeof line, "command -v %s > /dev/null", names[i]);
        if (system(line) == 0)
        {
            return names[i];
        }
    }
    return NULL;
}

static size_t read_all(const char* name, char* out, size_t room)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE* file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(out, 1, room - 1, file);
    fclose(file);
    out[size] = 0;
    assert_true(size < room - 1);
    return size;
}

// Makes the page of a file, adds a script of the test to it, and opens it.
static void open_page(const char* input, const char* script, const char* theme)
{
    char line[2000];
    snprintf(line, sizeof line, "%s/impinge check '%s' --html %s/page.html > %s/output 2>&1", IMP_BUILD_DIR, input,
             folder, folder);
    int status = system(line);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    size_t size = read_all("page.html", page, sizeof page - 4000);
    assert_null(strstr(page, "://"));  // nothing from elsewhere
    snprintf(page + size, 4000, "<script>%s</script>", script);
    snprintf(line, sizeof line, "%s/page.html", folder);
    FILE* file = fopen(line, "wb");
    assert_non_null(file);
    fputs(page, file);
    fclose(file);
    snprintf(line, sizeof line,
             "cd %s && HOME=%s timeout 60 %s --headless --no-sandbox --disable-gpu --disable-background-networking "
             "--hide-scrollbars --user-data-dir=%s/profile --virtual-time-budget=1000 --window-size=1200,800 "
             "--screenshot=%s/shot.png --dump-dom 'file://%s/page.html#theme=%s' > dom 2> log",
             folder, folder, browser(), folder, folder, folder, theme);
    status = system(line);
    if (status != 0)
    {
        read_all("log", document, sizeof document);
        fail_msg("the browser failed: %s", document);
    }
    read_all("dom", document, sizeof document);
}

static long attribute(const char* name)
{
    char start[64];
    snprintf(start, sizeof start, "data-%s=\"", name);
    const char* body = strstr(document, "<body");
    const char* at = body ? strstr(body, start) : NULL;
    if (!at)
    {
        fail_msg("the page does not tell '%s'", name);
        return -1;
    }
    return strtol(at + strlen(start), NULL, 10);
}

static uint32_t big_endian(const uint8_t* b)
{
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static int paeth(int a, int b, int c)
{
    int p = a + b - c, pa = abs(p - a), pb = abs(p - b), pc = abs(p - c);
    return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

// Counts the reddish and the yellowish pixels of the screenshot (PNG, 8 bits, RGB or RGBA).
static void count_colours(size_t* red, size_t* yellow)
{
    static char raw[4 << 20];
    size_t size = read_all("shot.png", raw, sizeof raw);
    const uint8_t* png = (const uint8_t*)raw;
    uint32_t width = big_endian(png + 16), height = big_endian(png + 20);
    uint32_t pixel = png[25] == 6 ? 4 : 3;
    assert_true(width > 100 && width < 5000 && height > 100 && height < 5000 && png[24] == 8);
    uint8_t* packed = malloc(size);
    size_t stride = (size_t)width * pixel, length = 0;
    uint8_t* rows = malloc((stride + 1) * height);
    assert_true(packed && rows);
    for (size_t at = 8; at + 12 <= size;)
    {
        uint32_t chunk = big_endian(png + at);
        assert_true(chunk <= size - at - 12);
        if (memcmp(png + at + 4, "IDAT", 4) == 0)
        {
            memcpy(packed + length, png + at + 8, chunk);
            length += chunk;
        }
        at += 12 + chunk;
    }
    assert_int_equal(io_inflate(packed, length, NULL, rows, (stride + 1) * height), IO_OK);
    *red = *yellow = 0;
    for (uint32_t y = 0; y < height; y++)
    {
        uint8_t* row = rows + y * (stride + 1) + 1;
        const uint8_t* above = y ? row - stride - 1 : NULL;
        for (size_t i = 0; i < stride; i++)
        {
            int a = i >= pixel ? row[i - pixel] : 0, b = above ? above[i] : 0,
                c = above && i >= pixel ? above[i - pixel] : 0;
            int guess = row[-1] == 1   ? a
                        : row[-1] == 2 ? b
                        : row[-1] == 3 ? (a + b) / 2
                        : row[-1] == 4 ? paeth(a, b, c)
                                       : 0;
            row[i] = (uint8_t)(row[i] + guess);
        }
        // The panel at the right has red and yellow things of its own.
        for (uint32_t x = 0; x < width - 340; x++)
        {
            const uint8_t* p = row + x * pixel;
            *red += p[0] > 140 && p[1] < p[0] * 2 / 3 && p[2] < p[0] * 2 / 3;
            *yellow += p[0] > 140 && p[1] > p[0] * 2 / 3 && p[2] < p[1] * 3 / 4;
        }
    }
    free(packed);
    free(rows);
}

static void test_demo(void** state)
{
    (void)state;
    open_page(
        IMP_SOURCE_DIR "/examples/demo.tmx",
        "const s = objects.find(o => o.name === 'player'), at = (x, y) => ({clientX: toX(x), clientY: toY(y),"
        " cancelable: true, pointerId: 1});"
        "canvas.dispatchEvent(new PointerEvent('pointermove', at((s.x0 + s.x1) / 2, (s.y0 + s.y1) / 2)));"
        "document.body.dataset.tip = $('tip').textContent;"
        "const z = view.scale, wx = fromX(300);"
        "canvas.dispatchEvent(new WheelEvent('wheel', {deltaY: -200, clientX: 300, clientY: 300, cancelable: true}));"
        "document.body.dataset.zoomed = view.scale > z * 1.1 && Math.abs(fromX(300) - wx) < 1e-6 ? 1 : 0;"
        "const x = view.x, y = view.y;"
        "try { canvas.dispatchEvent(new PointerEvent('pointerdown', {clientX: 300, clientY: 300, pointerId: 1})); }"
        "catch (e) {}"
        "canvas.dispatchEvent(new PointerEvent('pointermove', {clientX: 340, clientY: 300, pointerId: 1}));"
        "canvas.dispatchEvent(new PointerEvent('pointerup', {clientX: 340, clientY: 300, pointerId: 1}));"
        "document.body.dataset.panned = Math.abs((x - view.x) * view.scale - 40) < 0.01 && view.y === y ? 1 : 0;"
        "canvas.dispatchEvent(new PointerEvent('pointerleave', {}));"
        "showNext(); document.body.dataset.next = chosen ? 1 : 0; chosen = null; fit();",
        "light");
    io_scene scene;
    io_error error;
    io_scene_init(&scene, NULL);
    assert_int_equal(io_scene_load(&scene, IMP_SOURCE_DIR "/examples/demo.tmx", NULL, &error), IO_OK);
    assert_int_equal(attribute("objects"), scene.object_count);
    io_scene_free(&scene);
    assert_true(attribute("pairs") > 10 && attribute("touching") > 10);
    assert_int_equal(attribute("drawn"), 1);
    assert_int_equal(attribute("zoomed"), 1);
    assert_int_equal(attribute("panned"), 1);
    assert_int_equal(attribute("next"), 1);
    assert_non_null(strstr(document, "data-tip=\"player actors/thingscapsule, 0.875 × 1.75 m"));
    assert_non_null(strstr(document, "touches slab"));
    size_t red, yellow;
    count_colours(&red, &yellow);
    print_message("red pixels %zu, yellow pixels %zu\n", red, yellow);
    assert_true(red > 20000 && yellow > 20000);
}

// Thousands of shapes, and a name that wants to be a script.
static void test_many(void** state)
{
    (void)state;
    char path[200];
    snprintf(path, sizeof path, "%s/many.json", folder);
    FILE* file = fopen(path, "wb");
    assert_non_null(file);
    fprintf(file,
            "{\"impinge\":\"scene\",\"version\":1,\"objects\":[{\"name\":\"</script><script>document.title='x'</script>"
            "<b>\",\"shape\":{\"kind\":\"circle\",\"radius\":1}}");
    test_rng rng = {test_seed()};
    for (int i = 0; i < 6000; i++)
    {
        fprintf(file, ",\n{\"pose\":{\"p\":[%.3f,%.3f]},\"shape\":{\"kind\":\"circle\",\"radius\":%.3f}}",
                (double)test_rng_range(&rng, -100, 100), (double)test_rng_range(&rng, -80, 80),
                (double)test_rng_range(&rng, 0.1f, 0.9f));
    }
    fprintf(file, "]}");
    fclose(file);
    open_page(
        path,
        "const t = performance.now(); draw(); draw(); document.body.dataset.ms = Math.ceil((performance.now() - t) / 2);",
        "dark");
    assert_int_equal(attribute("objects"), 6001);
    assert_true(attribute("pairs") > 500);
    assert_non_null(strstr(document, "<title>Impinge check: many.json</title>"));
    size_t red, yellow;
    count_colours(&red, &yellow);
    print_message("red pixels %zu, yellow pixels %zu, one drawing of 6001 shapes %ld ms\n", red, yellow,
                  attribute("ms"));
    assert_true(red > 20000 && yellow > 20000);
}

int main(void)
{
    FILE* command = fopen(IMP_BUILD_DIR "/impinge", "rb");
    if (!command || !browser())
    {
        printf("skip: %s\n", command ? "no chromium" : "the command is not built");
        return 0;
    }
    fclose(command);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_demo), cmocka_unit_test(test_many)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
