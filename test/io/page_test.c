// SPDX-License-Identifier: MIT
//
// The page in a browser: it opens from the disk, finds the shapes, draws them red and yellow, answers to the mouse, and
// steps through ten thousand shapes.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/inflate.h"
#include "io/io_browser.h"
#include "io/io_command.h"
#include "io/io_support.h"

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
    static uint8_t png[4 << 20];
    size_t size = photograph_page(png, sizeof png);
    assert_number(size, >, 100);
    uint32_t width = big_endian(png + 16), height = big_endian(png + 20);
    uint32_t pixel = png[25] == 6 ? 4 : 3;
    assert_number(width, >, 100);
    assert_number(width, <, 5000);
    assert_number(height, >, 100);
    assert_number(height, <, 5000);
    assert_number(png[24], ==, 8);
    uint8_t* packed = malloc(size);
    size_t stride = (size_t)width * pixel, length = 0;
    uint8_t* rows = malloc((stride + 1) * height);
    assert_true(packed);
    assert_true(rows);
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
        for (uint32_t x = 0; x < width - 360; x++)
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
        "check '" IMP_SOURCE_DIR "/examples/demo.tmx'", 1,
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
        "step('contacts', 1); document.body.dataset.next = chosen.type === 'contacts' ? 1 : 0; choose(null); fit();",
        "theme=light");
    io_scene scene;
    io_error error;
    io_scene_init(&scene, NULL);
    assert_int_equal(io_scene_load(&scene, IMP_SOURCE_DIR "/examples/demo.tmx", NULL, &error), IO_OK);
    assert_int_equal(attribute("objects"), scene.object_count);
    io_scene_free(&scene);
    assert_number(attribute("pairs"), >, 10);
    assert_number(attribute("touching"), >, 10);
    assert_int_equal(attribute("drawn"), 1);
    assert_int_equal(attribute("zoomed"), 1);
    assert_int_equal(attribute("panned"), 1);
    assert_int_equal(attribute("next"), 1);
    assert_non_null(strstr(page_document(), "data-tip=\"player actors/thingscapsule, 0.875 × 1.75 m"));
    assert_non_null(strstr(page_document(), "touches slab"));
    size_t red, yellow;
    count_colours(&red, &yellow);
    print_message("red pixels %zu, yellow pixels %zu\n", red, yellow);
    assert_number(red, >, 20000);
    assert_number(yellow, >, 5000);
}

// A square with a hole, a ball in its wall, a ledge that is felt from above, and a crate that touches nothing. The
// mouse tells the square from its hole and the parts from each other; the parts that are drawn add up to the square;
// seams are drawn inside it, when asked for; ticks are above the ledge and not below.
static void test_region(void** state)
{
    (void)state;
    write_file("region.json",
               "{\"impinge\":\"scene\",\"version\":1,\"objects\":["
               "{\"name\":\"frame\",\"shape\":{\"kind\":\"region\",\"rings\":[[[0,0],[10,0],[10,10],[0,10]],"
               "[[3,3],[7,3],[7,7],[3,7]]]}},"
               "{\"name\":\"ball\",\"shape\":{\"kind\":\"circle\",\"radius\":0.5,\"center\":[1,9.75]}},"
               "{\"name\":\"ledge\",\"shape\":{\"kind\":\"chain\",\"points\":[[9,12],[1,12]],\"one_sided\":true}},"
               "{\"name\":\"crate\",\"shape\":{\"kind\":\"box\",\"lower\":[12,0],\"upper\":[14,2]}}]}");
    open_page(
        "check region.json", 1,
        "const told = document.body.dataset, frame0 = objects[0];"
        "const hover = (x, y) => { canvas.dispatchEvent(new PointerEvent('pointermove',"
        "  {clientX: toX(x), clientY: toY(y), cancelable: true, pointerId: 1}));"
        "  return hovered ? $('tip').textContent : 'nothing'; };"
        "told.hole = hover(5, 5) === 'nothing' ? 1 : 0; told.tip = hover(1.5, 5);"
        "const seen = new Set(); let sum = 0;"
        "for (let i = 0; i < 40; i++) for (let k = 0; k < 40; k++) {"
        "  const x = i / 4 + 0.11, y = k / 4 + 0.07, inside = !(x > 3 && x < 7 && y > 3 && y < 7);"
        "  const part = partAt(frame0, x, y); if ((part >= 0) !== inside) told.fault = x + ' ' + y; seen.add(part); }"
        "told.seen = seen.size - 1; told.parts = partCount(frame0);"
        "for (let p = 0; p < partCount(frame0); p++)"
        "  eachPartSide(frame0, p, (ax, ay, bx, by) => { sum += (ax * by - bx * ay) / 2; });"
        "told.area = sum; hover(-5, -5);"
        "const picture = () => ground.getImageData(0, 0, width, height).data;"
        "const key = k => { dispatchEvent(new KeyboardEvent('keydown', {key: k})); frame(1e6); };"
        "frame(0); const on = picture(); key('S'); const off = picture(); key('S'); let changed = 0, astray = 0;"
        "for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) {"
        "  const i = 4 * (y * width + x); if (on[i] === off[i] && on[i + 1] === off[i + 1]) continue;"
        "  const wx = fromX(x), wy = fromY(y), out = wx < -0.1 || wx > 10.1 || wy < -0.1 || wy > 10.1;"
        "  const hole = wx > 3.1 && wx < 6.9 && wy > 3.1 && wy < 6.9; changed++; astray += out || hole; }"
        "told.changed = changed; told.astray = astray;"
        "const dashes = of => { let n = 0; for (let x = 0.3; x < 9.7; x += 0.02) for (let y = 0.3; y < 8.8; y += 0.05)"
        "  if (x < 2.8 || x > 7.2 || y < 2.8 || y > 7.2)"
        "    n += of[4 * (Math.round(toY(y)) * width + Math.round(toX(x)))] < 190; return n; };"
        "told.dashes = dashes(on); told.plain = dashes(off);"
        "const dark = dy => { let n = 0; for (let x = 0; x < width; x++) {"
        "  const i = 4 * ((Math.round(toY(12)) + dy) * width + x); n += on[i] < 200 && on[i + 2] < 100; } return n; };"
        "const colour = (x, y) => { const i = 4 * (Math.round(toY(y)) * width + Math.round(toX(x)));"
        "  return on[i + 1] > 0.6 * on[i] ? 'yellow' : 'red'; };"
        "told.colours = [colour(1.3, 1.6), colour(1.1, 9.4), colour(13.2, 1.2)].join(' ');"
        "told.above = dark(-4); told.below = dark(4);",
        "theme=light");
    assert_int_equal(attribute("objects"), 4);
    assert_int_equal(attribute("pairs"), 1);
    assert_int_equal(attribute("hole"), 1);
    assert_non_null(strstr(page_document(), "data-tip=\"frame region, 10 × 10 m, 8 corners, 1 hole, "));
    assert_non_null(strstr(page_document(), ", area 84 m²"));
    assert_non_null(strstr(page_document(), "here: part "));
    assert_null(strstr(page_document(), "data-fault"));
    assert_non_null(strstr(page_document(), "data-colours=\"red red yellow\""));
    assert_number(attribute("parts"), >=, 4);
    assert_number(attribute("seen"), ==, attribute("parts"));
    assert_int_equal(attribute("area"), 84);
    print_message("%ld parts, %ld pixels differ without them, %ld astray; on seams %ld; ticks %ld above, %ld below\n",
                  attribute("parts"), attribute("changed"), attribute("astray"), attribute("dashes"),
                  attribute("above"), attribute("below"));
    assert_number(attribute("changed"), >, 1000);
    assert_number(attribute("astray"), ==, 0);
    assert_number(attribute("dashes"), >, 5);
    assert_number(attribute("plain"), ==, 0);
    assert_number(attribute("above"), >, 10);
    assert_number(attribute("below"), ==, 0);
}

enum
{
    MANY = 10000,
    STEPS = 100,
    STEP_MS = 50  // generous: it is about 3 ms on an idle machine
};

// A scene of all kinds of shapes, and a name that wants to be a script.
static void write_many(void)
{
    char path[200];
    snprintf(path, sizeof path, "%s/many.json", test_folder);
    FILE* file = fopen(path, "wb");
    assert_non_null(file);
    fprintf(file,
            "{\"impinge\":\"scene\",\"version\":1,\"objects\":[{\"name\":\"</script><script>document.title='x'</script>"
            "<b>\",\"shape\":{\"kind\":\"circle\",\"radius\":1}}");
    static const char* const shapes[] = {
        "\"circle\",\"radius\":0.5",
        "\"box\",\"lower\":[-0.5,-0.4],\"upper\":[0.5,0.4]",
        "\"capsule\",\"a\":[-0.4,0],\"b\":[0.4,0.2],\"radius\":0.3",
        "\"polygon\",\"points\":[[-0.5,-0.5],[0.7,-0.4],[0,0.6]]",
        "\"segment\",\"a\":[-0.7,0],\"b\":[0.7,0.3]",
        "\"box\",\"lower\":[-3,-2],\"upper\":[4,2]",
        "\"region\",\"rings\":[[[-2,-2],[2,-2],[0,-1],[2,2],[-2,1]],[[-1,-1],[-1,0],[0,0]]]",
        "\"chain\",\"points\":[[-1,0],[0,0.5],[1,0],[1.5,1]],\"one_sided\":true",
    };
    test_rng rng = {test_seed()};
    for (int i = 1; i < MANY; i++)
    {
        fprintf(file, ",\n{\"name\":\"thing %d\",\"pose\":{\"p\":[%.3f,%.3f],\"angle\":%.2f},\"shape\":{\"kind\":%s}}",
                i, (double)test_rng_range(&rng, -100, 100), (double)test_rng_range(&rng, -80, 80),
                (double)test_rng_range(&rng, -3, 3), shapes[i % 50 < 3 ? 5 + i % 50 : i % 5]);
    }
    fprintf(file, "]}");
    fclose(file);
}

// Half of the steps go through the contacts, half through the shapes, by the keys. What must be chosen is worked out
// from the data alone; what is marked is asked of the canvas: a spot on the outline has the colour of the mark. After
// each step (every tenth glides, the others jump) the place is in the middle, one row is lit, it has the right name,
// and there are no rows out of view.
static const char stepping[] =
    "const spent = [], faults = [], told = document.body.dataset;"
    "const press = key => dispatchEvent(new KeyboardEvent('keydown', {key}));"
    "const fault = (what, i) => { if (faults.length < 5) faults.push(what + ' at step ' + i); };"
    "const deepest = data.pairs.map((p, i) => [p[4], i]).sort((p, q) => q[0] - p[0] || p[1] - q[1]).map(p => p[1]);"
    "const spots = s => { const n = s.v.length / 2, all = n === 1 ? [[s.v[0] + s.radius, s.v[1]], [s.v[0] - s.radius, s.v[1]]] : [];"
    "  for (let i = 0; n > 1 && !s.radius && i + 1 < n; i++) {"
    "    all.push([(s.v[2 * i] + s.v[2 * i + 2]) / 2, (s.v[2 * i + 1] + s.v[2 * i + 3]) / 2]); }"
    "  return all.map(p => [Math.round(toX(p[0])), Math.round(toY(p[1]))])"
    "    .filter(p => p[0] > 2 && p[1] > 2 && p[0] < width - 2 && p[1] < height - 2); };"
    "const lightAt = (x, y) => { const c = marks.getImageData(x - 1, y - 1, 3, 3).data;"
    "  return [...Array(9).keys()].some(i => c[4 * i + 3] > 200 && c[4 * i] > 200 && c[4 * i + 2] > 200); };"
    "const marked = s => { const some = spots(s); return !some.length || some.some(p => lightAt(...p)); };"
    "for (let i = 0; i < STEPS; i++) {"
    "  const half = STEPS / 2, pair = i < half, t = performance.now();"
    "  press(pair ? 'n' : 'j'); if (i % 10) glide.time = 0; else frame(1e6 * i - 1000); frame(1e6 * i);"
    "  spent.push(performance.now() - t);"
    "  const at = data.pairs[deepest[i]], wanted = pair ? [at[0], at[1]] : [i - half];"
    "  const names = wanted.map(k => data.objects[k][1]), lit = document.querySelectorAll('.row.on');"
    "  const got = pair ? chosen.type === 'contacts' && [chosen.a.id, chosen.b.id] : chosen.type === 'shapes' && [chosen.id];"
    "  if (String(got) !== String(wanted)) fault('not chosen', i);"
    "  if (lit.length !== 1 || !names.every(n => lit[0].textContent.includes(n))) fault('row', i);"
    "  if (!names.every(n => $('detail').textContent.includes(n))) fault('words', i);"
    "  if (document.querySelectorAll('.row').length > 60) fault('rows', i);"
    "  const x = pair ? chosen.atX : chosen.x, y = pair ? chosen.atY : chosen.y;"
    "  if (Math.hypot(toX(x) - width / 2, toY(y) - height / 2) > 1) fault('not in the middle', i);"
    "  if (!wanted.every(k => marked(objects[k]))) fault('not marked', i);"
    "}"
    "press('p'); told.back = pairs.length && chosen.id === deepest[STEPS / 2 - 2] ? 1 : 0;"
    "$('query').value = 'thing 77'; $('query').dispatchEvent(new Event('input'));"
    "told.found = listed('shapes').length;"
    "$('query').value = ''; $('query').dispatchEvent(new Event('input'));"
    "press('Escape'); press('f'); frame(1e9); frame(1e9 + 1000);"
    "spent.sort((a, b) => a - b);"
    "told.steps = spent.length; told.median = Math.ceil(spent[STEPS / 2]); told.worst = Math.ceil(spent[STEPS - 1]);"
    "told.faults = faults.length; told.fault = faults.join(', ');";

static void test_many(void** state)
{
    (void)state;
    char script[sizeof stepping + 40];
    write_many();
    snprintf(script, sizeof script, "const STEPS = %d; %s", STEPS, stepping);
    open_page("check many.json", 1, script, "theme=dark");
    assert_int_equal(attribute("objects"), MANY);
    assert_true(attribute("pairs") > 500);
    assert_non_null(strstr(page_document(), "<title>Impinge check: many.json</title>"));
    print_message("opened in %ld ms of script; a step: median %ld ms, worst %ld ms\n", attribute("ms"),
                  attribute("median"), attribute("worst"));
    if (attribute("faults"))
    {
        fail_msg("%.200s", strstr(page_document(), "data-fault="));
    }
    assert_int_equal(attribute("steps"), STEPS);
    assert_int_equal(attribute("back"), 1);
    assert_int_equal(attribute("found"), 1 + 10 + 100);  // 77, 770 to 779, 7700 to 7799
    assert_true(attribute("median") <= STEP_MS);
    size_t red, yellow;
    count_colours(&red, &yellow);
    print_message("red pixels %zu, yellow pixels %zu\n", red, yellow);
    assert_number(red, >, 20000);
    assert_number(yellow, >, 5000);
}

// Of three things that fall, one meets the floor on the way; the others lie on it, and in it, from the start.
static void test_falling(void** state)
{
    (void)state;
    write_file("fall.json", "{\"impinge\":\"scene\",\"version\":1,\"objects\":["
                            "{\"static\":true,\"shape\":{\"kind\":\"box\",\"lower\":[-9,-1],\"upper\":[9,0]}},"
                            "{\"pose\":{\"p\":[0,3]},\"shape\":{\"kind\":\"circle\",\"radius\":1}},"
                            "{\"shape\":{\"kind\":\"box\",\"lower\":[4,0],\"upper\":[5,1]}},"
                            "{\"shape\":{\"kind\":\"box\",\"lower\":[-5,-0.5],\"upper\":[-4,1]}}]}");
    open_page("check fall.json --move 0,-4", 1,
              "const card = [...$('tiles').children].find(e => e.textContent.includes('first hits'));"
              "document.body.dataset.card = card ? parseInt(card.textContent) : -1;",
              "theme=light");
    assert_int_equal(attribute("hits"), 3);
    assert_int_equal(attribute("card"), 1);
}

// A drawing for each way, each pair with a name and each mistake that is shown; every way said right or wrong.
static const char drawings[] =
    "const shown = data.rectangles, bad = e => !e.getBBox().width;"
    "told.wanted = shown.ways.reduce((n, w) => n + 1 + w.wrong.length, shown.cases.length);"
    "told.undrawn = [...document.querySelectorAll('#rectangles svg')].filter(bad).length;"
    "told.right = document.querySelectorAll('#wrong .ok').length;"
    "told.outside = [...document.querySelectorAll('#rectangles .a, #rectangles .b')].filter(e => { const r = e.getBBox();"
    "  return !(r.x >= 0 && r.y >= 0 && r.x + r.width <= 240 && r.y + r.height <= 150); }).length;"
    "document.querySelector('#sets button').click();"
    "told.set = document.querySelector('#sets button').getAttribute('aria-pressed') === 'true' ? 1 : 0;"
    "const bars = [...document.querySelectorAll('#times i')].map(e => e.getBoundingClientRect().width);"
    "told.bars = bars.filter(w => w > 5).length;";

// Charts of both spreads, by time and by tests: a line for each way or number of things, all within the frame, with the
// best and the ruled size marked. The blocks that are drawn are counted once more, block by block.
static const char charts[] =
    "const all = [...document.querySelectorAll('#blocks svg')], study = data.blocks;"
    "told.svgs = all.length; told.empty = all.filter(e => !e.getBBox().width).length; let lost = 0; const seen = new Set();"
    "const count = q => document.querySelectorAll(q).length, click = i => document.querySelectorAll('.choose')[1].children[i].click();"
    "for (const i of [0, 3, 1, 2]) { click(i); seen.add($('ladder').innerHTML);"
    "  for (const e of document.querySelectorAll('.chart :not(title)')) { const b = e.getBBox();"
    "    lost += !(b.x >= 0 && b.y >= 0 && b.x + b.width <= 900 && b.y + b.height <= 360); }"
    "  told.lines = count('#growth polyline') * 100 + count('#ladder polyline') * 10 + count('#ladder .best'); }"
    "told.ruled = count('#ladder .ruled'); told.lost = lost; told.seen = seen.size;"
    "told.pressed = [...document.querySelectorAll('.choose')].map(c =>"
    "  [...c.children].map(b => b.getAttribute('aria-pressed') === 'true' ? 1 : 0).join('')).join(' ');"
    "told.tables = count('#growth-table tr') * 100 + count('#ladder-table tr');"
    "const said = [...document.querySelectorAll('#block-sizes figure')].map(f => f.textContent.match(/(\\d+) blocks in use, (\\d+) tests/));"
    "told.miscounted = [1.5, 3, 6].filter((size, n) => { let tests = 0; const used = new Set();"
    "  study.sample.forEach((p, i) => { const at = b => [Math.floor(b[0] / size), Math.floor(b[1] / size)], x = at(p);"
    "    used.add(String(x)); for (const q of study.sample.slice(0, i)) {"
    "      const y = at(q); tests += Math.max(Math.abs(x[0] - y[0]), Math.abs(x[1] - y[1])) <= 1; } });"
    "  return +said[n][1] !== used.size || +said[n][2] !== tests; }).length;"
    "told.undone = /undefined|NaN|null|Infinity/.test(document.querySelector('main').innerText) ? 1 : 0;";

static void test_study(void** state)
{
    (void)state;
    char script[sizeof drawings + sizeof charts + 60];
    snprintf(script, sizeof script, "const told = document.body.dataset; %s%s", drawings, charts);
    open_page("study --quick", 0, script, "theme=dark");
    assert_int_equal(attribute("drawn"), attribute("wanted"));
    assert_int_equal(attribute("ways"), 11);
    assert_int_equal(attribute("bars"), 11);
    assert_int_equal(attribute("right"), 7);
    assert_number(attribute("cases"), >=, 15);
    assert_number(attribute("set"), ==, 1);
    assert_int_equal(attribute("undrawn"), 0);
    assert_int_equal(attribute("outside"), 0);

    assert_int_equal(attribute("rows"), 6);
    assert_int_equal(attribute("svgs"), 2 + 3 + 4);
    assert_int_equal(attribute("empty"), 0);
    assert_int_equal(attribute("lines"), 533);
    assert_int_equal(attribute("ruled"), 3);
    assert_int_equal(attribute("lost"), 0);
    assert_int_equal(attribute("seen"), 4);
    assert_non_null(strstr(page_document(), "data-pressed=\"0110 0110\""));
    assert_int_equal(attribute("tables"), 707);
    assert_int_equal(attribute("miscounted"), 0);
    assert_int_equal(attribute("undone"), 0);
}

// What the replay says of the demo level: poses and contacts as a world of the same scene has them, and what hands do.
static const char replaying[] =
    "const told = document.body.dataset, press = (key, more) => dispatchEvent(new KeyboardEvent('keydown', {key, ...more}));"
    "const report = () => {"
    "  told.frames = data.frames; told.movers = movers; told.plots = document.querySelectorAll('#plots canvas').length;"
    "  press('End'); frame(0);"
    "  told.poses = moving.map(b => { const p = poseOf(b, lastFrame);"
    "    return [Math.round(p.x / data.unit), Math.round(p.y / data.unit), p.c.toFixed(4), p.s.toFixed(4),"
    "            isAwake(b, lastFrame) ? 1 : 0].join(' '); }).join(' ');"
    "  told.points = contactsOf(lastFrame).length; told.end = $('time').textContent;"
    "  press('Home'); press('ArrowRight'); press('ArrowRight', {shiftKey: true}); frame(0); told.eleven = now;"
    "  const at = (type, x, y) => canvas.dispatchEvent(new PointerEvent(type, {clientX: x, clientY: y, pointerId: 1}));"
    "  const b = moving.find(b => b.name === 'weight'), p = poseOf(b, now);"
    "  at('pointerdown', toX(p.x), toY(p.y)); at('pointerup', toX(p.x), toY(p.y)); frame(0);"
    "  told.chosen = $('detail').textContent;"
    "  press('t'); press('End'); frame(0); const q = poseOf(b, lastFrame);"
    "  told.followed = Math.abs(toX(q.x) - width / 2) + Math.abs(toY(q.y) - height / 2) < 1 ? 1 : 0;"
    "  press('Escape'); press('f'); frame(0);"
    "  const picture = () => g.getImageData(0, 0, canvas.width, canvas.height).data, plain = picture();"
    "  const differ = key => { press(key); frame(0); const other = picture(); press(key); let n = 0;"
    "    for (let i = 0; i < plain.length; i += 4) n += plain[i] !== other[i] || plain[i + 2] !== other[i + 2]; return n; };"
    "  told.contacts = differ('c'); told.velocities = differ('v'); press('Home'); frame(0);"
    "  press(' '); told.playing = playing ? 1 : 0; frame(lastTick - 40); told.back = now < 0 ? 1 : 0;"
    "  lastTick -= 50; frame(lastTick + 100); told.on = now > 3 ? 1 : 0;"
    "  press(' '); told.paused = playing ? 0 : 1; told.undone = /undefined|NaN|null|Infinity/.test(document.body.innerText) ? 1 : 0;"
    "  frame(0); };"
    "ready.then(report).catch(e => { told.fault = e.message; });";

static void test_run(void** state)
{
    (void)state;
    enum
    {
        RUN_STEPS = 90
    };
    open_page("run '" IMP_SOURCE_DIR "/examples/demo.json' --seconds 1.5", 0, replaying, "theme=light");
    assert_null(strstr(page_document(), "data-fault"));
    io_scene scene;
    io_world world;
    io_error error;
    io_scene_init(&scene, NULL);
    assert_int_equal(io_scene_load(&scene, IMP_SOURCE_DIR "/examples/demo.json", NULL, &error), IO_OK);
    assert_int_equal(io_world_make(&scene, NULL, &world, &error), IO_OK);
    for (int i = 0; i < RUN_STEPS; i++)
    {
        assert_int_equal(imp2_world_step(world.world, (float)(1 / 60.0)), IMP_OK);
    }
    const char* at = strstr(page_document(), "data-poses=\"");
    assert_non_null(at);
    at += strlen("data-poses=\"");
    long movers = 0;
    for (int32_t i = 0; i < world.body_count; i++)
    {
        if (world.bodies[i].kind == IMP_BODY_STATIC)
        {
            continue;
        }
        imp2_body_state s;
        assert_int_equal(imp2_world_get_body(world.world, world.bodies[i].handle, &s), IMP_OK);
        const double wanted[] = {(double)s.center.x * 1024, (double)s.center.y * 1024, (double)s.pose.q.c,
                                 (double)s.pose.q.s, s.awake};
        const double slack[] = {0.51, 0.51, 3e-4, 3e-4, 0};
        for (int k = 0; k < 5; k++)
        {
            char* end;
            double found = strtod(at, &end);
            double off = found - wanted[k];
            if (end == at || !(off <= slack[k]) || !(off >= -slack[k]))
            {
                fail_msg("%s: number %d is %g, not %g", world.bodies[i].name, k, found, wanted[k]);
            }
            at = end;
        }
        movers++;
    }
    static imp2_world_contact contacts[4000];
    int32_t count = 0;
    long points = 0;
    assert_int_equal(imp2_world_contacts(world.world, contacts, 4000, &count), IMP_OK);
    for (int32_t i = 0; i < count; i++)
    {
        for (int32_t k = 0; k < contacts[i].manifold.count; k++)
        {
            points += contacts[i].normal_impulse[k] > 0;
        }
    }
    io_world_free(&world);
    io_scene_free(&scene);
    assert_int_equal(attribute("frames"), RUN_STEPS + 1);
    assert_int_equal(attribute("movers"), movers);
    assert_int_equal(attribute("points"), points);
    assert_int_equal(attribute("plots"), 4);
    assert_int_equal(attribute("eleven"), 11);
    assert_non_null(strstr(page_document(), "data-end=\"1.50 / 1.50 s\""));
    assert_non_null(strstr(page_document(), "data-chosen=\"weight, box"));
    print_message("%ld points; contacts change %ld pixels, velocities %ld\n", points, attribute("contacts"),
                  attribute("velocities"));
    assert_number(attribute("followed"), ==, 1);
    assert_number(attribute("contacts"), >, 1000);
    assert_number(attribute("velocities"), >, 300);
    assert_number(attribute("playing"), ==, 1);
    assert_number(attribute("on"), ==, 1);
    assert_number(attribute("paused"), ==, 1);
    assert_true(attribute("back") == 0);  // a frame may be of a time before it was asked for
    assert_int_equal(attribute("undone"), 0);
}

// The replay of a scene with particles: where they are as the library has them, and that they, links and liquids are
// drawn.
static const char scattering[] =
    "const told = document.body.dataset, press = key => dispatchEvent(new KeyboardEvent('keydown', {key}));"
    "const report = () => {"
    "  told.grains = grains; told.links = cloud.links.length; told.surfaces = cloud.surfaces.length;"
    "  told.plots = document.querySelectorAll('#plots canvas').length; told.unit = cloud.unit * 1e9;"
    "  press('End'); frame(0); told.touch = figures[lastFrame][6];"
    "  told.places = Array.from({length: grains}, (_, i) => placeOf(i, lastFrame).map(v => v.toFixed(6)).join(' ')).join(' ');"
    "  const raft = bodies.find(b => b.name === 'raft'), q = poseOf(raft, lastFrame);"
    "  const [ax, ay] = endOf([raft.id, 1, 2], lastFrame);"
    "  told.end = Math.hypot(ax - q.x - q.c + 2 * q.s, ay - q.y - q.s - 2 * q.c) < 1e-6 ? 1 : 0;"
    "  const picture = () => g.getImageData(0, 0, canvas.width, canvas.height).data, plain = picture();"
    "  const without = name => { const all = cloud[name]; cloud[name] = []; frame(0); const other = picture(); let n = 0;"
    "    cloud[name] = all; frame(0);"
    "    for (let i = 0; i < plain.length; i += 4) n += plain[i] !== other[i] || plain[i + 2] !== other[i + 2]; return n; };"
    "  told.round = without('groups'); told.long = without('links'); told.wet = without('surfaces');"
    "  told.undone = /undefined|NaN|null|Infinity/.test(document.body.innerText) ? 1 : 0; };"
    "ready.then(report).catch(e => { told.fault = e.message; });";

static void test_particles(void** state)
{
    (void)state;
    enum
    {
        PARTICLE_STEPS = 60
    };
    open_page("run '" IMP_SOURCE_DIR "/examples/particles.json' --seconds 1", 0, scattering, "theme=light");
    assert_null(strstr(page_document(), "data-fault"));
    io_scene scene;
    io_world world;
    io_error error;
    io_scene_init(&scene, NULL);
    assert_int_equal(io_scene_load(&scene, IMP_SOURCE_DIR "/examples/particles.json", NULL, &error), IO_OK);
    assert_int_equal(io_world_make(&scene, NULL, &world, &error), IO_OK);
    for (int i = 0; i < PARTICLE_STEPS; i++)
    {
        assert_int_equal(imp2_world_step_particles(world.world, world.particles, (float)(1 / 60.0)), IMP_OK);
        assert_int_equal(imp2_world_step(world.world, (float)(1 / 60.0)), IMP_OK);
    }
    const char* at = strstr(page_document(), "data-places=\"");
    assert_non_null(at);
    at += strlen("data-places=\"");
    for (int32_t i = 0; i < scene.particles.count; i++)
    {
        imp2_particle p;
        assert_int_equal(imp2_particles_get(world.particles, i, &p), IMP_OK);
        const double wanted[] = {(double)p.position.x, (double)p.position.y};
        for (int k = 0; k < 2; k++)
        {
            char* end;
            double found = strtod(at, &end), off = found - wanted[k];
            if (end == at || !(off <= 0.51 / 1024) || !(off >= -0.51 / 1024))
            {
                fail_msg("particle %d: number %d is %g, not %g", (int)i, k, found, wanted[k]);
            }
            at = end;
        }
    }
    imp_particle_stats stats;
    assert_int_equal(imp2_particles_stats(world.particles, &stats), IMP_OK);
    assert_int_equal(attribute("touch"), stats.contacts);
    assert_int_equal(attribute("grains"), scene.particles.count);
    assert_int_equal(attribute("links"), scene.particles.link_count + 1);  // and a spring
    assert_int_equal(attribute("surfaces"), 1);
    assert_int_equal(attribute("plots"), 5);
    assert_int_equal(attribute("end"), 1);
    print_message("particles change %ld pixels, links %ld, liquids %ld\n", attribute("round"), attribute("long"),
                  attribute("wet"));
    assert_number(attribute("round"), >, 10000);
    assert_number(attribute("long"), >, 300);
    assert_number(attribute("wet"), >, 50000);
    assert_int_equal(attribute("undone"), 0);
    io_world_free(&world);
    io_scene_free(&scene);
}

int main(void)
{
    if (!is_command_built() || !browser())
    {
        printf("skip: %s\n", is_command_built() ? "no chromium" : "the command is not built");
        return 0;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_demo),    cmocka_unit_test(test_region),
                                       cmocka_unit_test(test_falling), cmocka_unit_test(test_many),
                                       cmocka_unit_test(test_run),     cmocka_unit_test(test_particles),
                                       cmocka_unit_test(test_study)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
