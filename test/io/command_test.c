// SPDX-License-Identifier: MIT
//
// The command as a user calls it: exit status, words, JSON, files.

#define _XOPEN_SOURCE 700  // posix_openpt, fork

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/io_command.h"
#include "io/io_support.h"

// A floor and a step that meets it by a corner, a crate 4 px deep in it, a ball that rests on it, and a box far away.
static const char level[] =
    "<map tilewidth='16' tileheight='16' width='4' height='2'><tileset firstgid='1' tilewidth='16' tileheight='16'/>"
    "<layer name='solid' width='4' height='2'><data encoding='csv'>0,0,0,2,1,1,1,0</data></layer>"
    "<objectgroup name='things'><object id='1' name='crate' x='0' y='4' width='16' height='16'/>"
    "<object id='2' name='ball' x='20' y='0' width='16' height='16'><ellipse/></object>"
    "<object id='3' name='far' x='0' y='-64' width='16' height='16'/></objectgroup></map>";

// Checks so many lines side by side, all pairs of which are near and none touch, with a terminal that is read into
// output.
static void check_lines(int count)
{
    enum
    {
        LINES_MOST = 12000
    };
    static char text[LINES_MOST * 60 + 200];
    assert_number(count, <=, LINES_MOST);
    size_t length = (size_t)snprintf(text, sizeof text, "<svg stroke='red' viewBox='0 0 99999 99999'>");
    for (int i = 0; i < count; i++)
    {
        length +=
            (size_t)snprintf(text + length, sizeof text - length, "<line x1='%d' x2='%d' y2='50000'/>", i, i + 50000);
    }
    snprintf(text + length, sizeof text - length, "</svg>");
    write_file("lines.svg", text);
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    const char* name = ptsname(terminal);
    int other = open(name, O_RDWR | O_NOCTTY), status = -1;
    char line[1000];
    snprintf(line, sizeof line, "cd %s && %s/impinge check lines.svg > output", test_folder, IMP_BUILD_DIR);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
    {
        (void)dup2(other, 2);
        close(other);
        close(terminal);
        execl("/bin/sh", "sh", "-c", line, (char*)NULL);
        _exit(127);
    }
    // Read while it writes, as a terminal keeps little; it ends when nobody has its other end.
    close(other);
    size_t said = 0;
    for (ssize_t got = 1; got > 0;)
    {
        got = read(terminal, output + said, sizeof output - 1 - said);
        said += got > 0 ? (size_t)got : 0;
    }
    output[said] = 0;
    close(terminal);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

// Millions of pairs take seconds, as many as that may be: a terminal is told how far it is.
static void test_progress(void** state)
{
    (void)state;
    output[0] = 0;
    for (int count = 3000; !strstr(output, " pairs looked at, 0 touch"); count = count * 5 / 4)
    {
        check_lines(count);
    }
    expect_words(" %  ");
}

static void test_contacts(void** state)
{
    (void)state;
    write_file("level.tmx", level);
    assert_int_equal(run("check level.tmx"), 1);
    expect_words("2 pairs touch: 1 overlap, 1 just touch");
    expect_words("0.2500 m  solid (layers[0].cells[0,1 3x1])  and  crate (layers[1].objects[0])");
    expect_words("not counted: 1 pair within one tile layer");
    expect_words("one tile is 1 m wide");
    assert_int_equal(run("check level.tmx --seams"), 1);
    expect_words("1 pair within one tile layer or outline\n");
    assert_int_equal(run("check --layer things level.tmx"), 0);
    expect_words("0 pairs touch\n");
}

static void test_json(void** state)
{
    (void)state;
    write_file("level.tmx", level);
    assert_int_equal(run("check level.tmx --json --move 0,3"), 1);
    io_tree tree;
    io_error error;
    assert_int_equal(io_tree_parse_json(output, strlen(output), NULL, &tree, &error), IO_OK);
    const io_node* root = tree.root;
    const io_node* counts = member(root, "counts");
    assert_number(value(counts, "objects"), ==, 5);
    assert_number(value(counts, "pairs"), ==, 2);
    assert_number(value(counts, "overlapping"), ==, 1);
    assert_number(value(counts, "touching"), ==, 1);
    assert_number(value(counts, "seams"), ==, 1);
    assert_int_equal(member(counts, "complete")->number, 1);
    assert_true(value(member(root, "files")->child, "scale") == 0.0625);
    assert_int_equal(member(root, "objects")->count, 5);

    const io_node* pair = member(root, "pairs")->child;
    assert_string_equal(io_node_text(member(pair, "a"), "path", ""), "layers[0].cells[0,1 3x1]");
    assert_string_equal(io_node_text(member(pair, "b"), "name", ""), "crate");
    const io_node* normal = member(pair, "normal");
    assert_number(normal->numbers[0], ==, 0);  // up, out of the floor
    assert_number(normal->numbers[1], ==, 1);
    assert_true(value(pair, "depth") == 0.25);
    const io_node* points = member(pair, "points");
    assert_int_equal(points->count, 2);
    assert_true(value(points->child, "depth") == 0.25);

    // Upwards the ball leaves the floor and meets nothing; the crate is in the floor from the start.
    assert_true(value(root, "moved") == 3);
    const io_node* hits = member(root, "hits");
    assert_int_equal(hits->count, 1);
    assert_string_equal(io_node_text(member(hits->child, "mover"), "name", ""), "crate");
    assert_string_equal(io_node_text(hits->child, "kind", ""), "overlap");
    assert_number(value(hits->child, "time"), ==, 0);
    assert_number(value(hits->child, "depth"), ==, 0.25);
    member(root, "taken");
    member(root, "repairs");
    member(root, "skips");
    assert_true(value(member(root, "time"), "check_ms") >= 0);
    io_tree_free(&tree);
}

static void test_move(void** state)
{
    (void)state;
    write_file("drop.json",
               "{\"impinge\":\"scene\",\"version\":1,\"objects\":["
               "{\"name\":\"floor\",\"static\":true,\"shape\":{\"kind\":\"box\",\"lower\":[-9,-1],\"upper\":[9,0]}},"
               "{\"name\":\"ball\",\"pose\":{\"p\":[0,3]},\"shape\":{\"kind\":\"circle\",\"radius\":1}},"
               "{\"name\":\"sledge\",\"shape\":{\"kind\":\"box\",\"lower\":[4,0],\"upper\":[5,1]}}]}");
    assert_int_equal(run("check drop.json --move 0,-4"), 1);
    expect_words("1 of 2 objects meet something on the way");
    expect_words("t = 0.5000  ball (objects[1])  meets  floor (objects[0])");
    expect_words("touches and presses");
    // Sideways the sledge only slides, and the ball meets nothing: still one pair that touches.
    assert_int_equal(run("check drop.json --move -2.5,0"), 1);
    expect_words("0 of 2 objects meet something on the way");
    expect_words("0 touch and press on");
    write_file("still.json", "{\"impinge\":\"scene\",\"version\":1,\"objects\":["
                             "{\"static\":true,\"shape\":{\"kind\":\"box\",\"lower\":[-9,-1],\"upper\":[9,0]}}]}");
    assert_int_equal(run("check still.json --move 0,-4"), 0);
    expect_words("Nothing was moved: all objects are static");
}

// 200 things, some of them static and some at the same place twice: pairs and first hits are those of every object
// against every other.
static void expect_all_of(const io_scene* scene, imp2_vec move, const io_node* root)
{
    const io_node *pair = member(root, "pairs")->child, *hit = member(root, "hits")->child;
    int pairs = 0, hits = 0;
    for (size_t i = 0; i < scene->object_count; i++)
    {
        const io_object* a = &scene->objects[i];
        imp2_compound p = io_object_compound(a);
        imp2_compound_mover mover = {&p, a->pose, move, 0};
        imp2_hit best = {.time = 2};
        size_t target = 0;
        for (size_t k = 0; k < scene->object_count; k++)
        {
            const io_object* b = &scene->objects[k];
            imp2_compound q = io_object_compound(b);
            imp2_compound_mover stands = {&q, b->pose, {0, 0}, 0};
            bool touch;
            imp2_compound_hit found;
            assert_int_equal(imp2_compound_overlap(&p, &a->pose, &q, &b->pose, &touch), IMP_OK);
            assert_int_equal(imp2_compound_sweep(&stands, &mover, &found), IMP_OK);
            if (i < k && touch)
            {
                assert_non_null(pair);
                assert_true(value(member(pair, "a"), "object") == (double)i);
                assert_true(value(member(pair, "b"), "object") == (double)k);
                pair = pair->next;
                pairs++;
            }
            bool met = found.hit.kind != IMP_SWEEP_NEVER && found.hit.kind != IMP_SWEEP_REST;
            if (i != k && !a->is_static && met && found.hit.time < best.time)
            {
                best = found.hit;
                target = k;
            }
        }
        if (best.time <= 1)
        {
            assert_non_null(hit);
            assert_true(value(member(hit, "mover"), "object") == (double)i);
            assert_true(value(member(hit, "target"), "object") == (double)target);
            assert_true((float)value(hit, "time") == best.time);
            hit = hit->next;
            hits++;
        }
    }
    assert_null(pair);
    assert_null(hit);
    assert_number(pairs, >, 50);
    assert_number(hits, >, 50);
}

static void test_every_object(void** state)
{
    (void)state;
    static const char* const shapes[] = {
        "\"box\",\"lower\":[-1,-0.5],\"upper\":[1,0.5]",
        "\"circle\",\"radius\":0.75",
        "\"polygon\",\"points\":[[-0.5,-0.5],[0.75,-0.5],[0,0.625]]",
        "\"chain\",\"points\":[[-1,0],[0,0.5],[1,0],[1.5,1]]",
        "\"region\",\"rings\":[[[-1,-1],[2,-1],[0,0],[2,2],[-1,1]]]",
        "\"chain\",\"points\":[[-30,-30],[-30,30],[30,30]]",  // its box is around nearly all, and it meets little
    };
    static const imp2_vec moves[] = {{1.5f, -2.5f}, {-12, 0}, {0, 0}, {40, 30}};
    static char text[1 << 16];
    test_rng rng = {test_seed()};
    for (size_t m = 0; m < sizeof moves / sizeof *moves; m++)
    {
        size_t length = (size_t)snprintf(text, sizeof text, "{\"impinge\":\"scene\",\"version\":1,\"objects\":[");
        for (int i = 0; i < 200; i++)
        {
            // A coarse grid: many touch exactly, and hits come at the same time.
            length += (size_t)snprintf(
                text + length, sizeof text - length,
                "%s{\"static\":%s,\"pose\":{\"p\":[%g,%g],\"angle\":%g},\"shape\":{\"kind\":%s}}", i ? "," : "",
                i % 7 ? "false" : "true", test_rng_int(&rng, 0, 80) * 0.5, test_rng_int(&rng, 0, 60) * 0.5,
                i % 3 ? 0.0 : (double)test_rng_range(&rng, -3, 3), shapes[i % 16 ? test_rng_int(&rng, 0, 4) : 5]);
        }
        snprintf(text + length, sizeof text - length, "]}");
        write_file("many.json", text);
        char line[100];
        snprintf(line, sizeof line, "check many.json --json --move %g,%g", (double)moves[m].x, (double)moves[m].y);
        assert_int_equal(run(line), 1);
        io_scene scene;
        io_tree tree;
        io_error error;
        io_scene_init(&scene, NULL);
        assert_int_equal(io_scene_load_bytes(&scene, "many.json", text, strlen(text), NULL, &error), IO_OK);
        assert_int_equal(io_tree_parse_json(output, strlen(output), NULL, &tree, &error), IO_OK);
        expect_all_of(&scene, moves[m], tree.root);
        io_tree_free(&tree);
        io_scene_free(&scene);
    }
}

// A cup: thrown things meet its floor and its walls from inside, and are pushed out of all of it at once.
static void test_region(void** state)
{
    (void)state;
    static const struct
    {
        const char* box;
        const char* move;
        const char* kind;  // of the hit
        double time, normal_x, normal_y, depth;
    } cases[] = {
        {"[2,1.5],\"upper\":[3,2.5]", "0,-1", "hit", 0.5, 0, 1, 0},
        {"[2,1.5],\"upper\":[3,2.5]", "4,0", "hit", 0.5, -1, 0, 0},
        {"[2,1],\"upper\":[3,2]", "4,0", "hit", 0.5, -1, 0, 0},
        {"[2,0.75],\"upper\":[4,2]", "0,1", "overlap", 0, 0, 1, 0.25},
        {"[0.75,0.5],\"upper\":[2,2]", "1,1", "overlap", 0, 0.447213595, 0.894427191, 0.559016994},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        char text[600], line[100];
        snprintf(text, sizeof text,
                 "{\"impinge\":\"scene\",\"version\":1,\"objects\":[{\"static\":true,\"shape\":{\"kind\":\"region\","
                 "\"rings\":[[[0,0],[6,0],[6,4],[5,4],[5,1],[1,1],[1,4],[0,4]]]}},"
                 "{\"shape\":{\"kind\":\"box\",\"lower\":%s}}]}",
                 cases[i].box);
        write_file("cup.json", text);
        snprintf(line, sizeof line, "check cup.json --json --move %s", cases[i].move);
        assert_int_equal(run(line), 1);
        io_tree tree;
        io_error error;
        assert_int_equal(io_tree_parse_json(output, strlen(output), NULL, &tree, &error), IO_OK);
        const io_node* hit = member(tree.root, "hits")->child;
        assert_string_equal(io_node_text(hit, "kind", ""), cases[i].kind);
        assert_true(fabs(value(hit, "time") - cases[i].time) < 1e-6);
        assert_string_equal(io_node_text(member(tree.root, "objects")->child, "kind", ""), "region");
        const io_node* pair = member(tree.root, "pairs")->child;
        const io_node* normal = member(cases[i].depth > 0 ? pair : hit, "normal");
        assert_true(fabs(normal->numbers[0] - cases[i].normal_x) < 1e-6);
        assert_true(fabs(normal->numbers[1] - cases[i].normal_y) < 1e-6);
        assert_true(cases[i].depth == 0 || fabs(value(pair, "depth") - cases[i].depth) < 1e-6);
        const io_node* point = pair ? member(pair, "points")->child : NULL;
        assert_true(!point || member(point, "parts")->count == 2);
        io_tree_free(&tree);
    }
}

static void test_save_and_several_files(void** state)
{
    (void)state;
    write_file("level.tmx", level);
    assert_int_equal(run("check level.tmx --save saved.json"), 1);
    assert_int_equal(run("check saved.json --save again.json"), 1);
    expect_words("2 pairs touch: 1 overlap, 1 just touch");
    expect_words("not counted: 1 pair");
    char line[300];
    snprintf(line, sizeof line, "cmp %s/saved.json %s/again.json", test_folder, test_folder);
    assert_int_equal(system(line), 0);
    // The same level twice: each shape lies on its double.
    assert_int_equal(run("check level.tmx saved.json"), 1);
    expect_words("far (level.tmx: layers[1].objects[2])  and  far (saved.json: objects[4])");
    assert_int_equal(run("check level.tmx --scale 2"), 1);
    expect_words("8.0000 m  solid");
}

// A drawing and a map of the land in one scene; the tolerance asked for.
static void test_drawing(void** state)
{
    (void)state;
    write_file("drawing.svg", "<svg width='1000mm' viewBox='0 0 10 10'><g id='g'><path d='M0 0H4L0 4 1 1'/>"
                              "<path d='M5 5a3 3 0 0 1 4 4z'/></g></svg>");
    write_file("land.geojson", "{\"type\":\"Polygon\",\"coordinates\":[[[0,-1],[2,-1],[2,0],[0,0],[0,-1]]]}");
    assert_int_equal(run("check drawing.svg land.geojson --save saved.json"), 1);
    expect_words("SVG drawing of 10 x 10 units");
    expect_words("0.1 m per unit of the file (the drawing is 1000mm wide)");
    expect_words("3: 2 polygons, 1 region");
    expect_words("curves are followed to within 0.000244 m");
    expect_words("land.geojson: GeoJSON\n");
    expect_words("path (drawing.svg: g[0].path[0])  and  geometry (land.geojson: coordinates)");
    assert_int_equal(run("check saved.json"), 1);
    assert_int_equal(run("check drawing.svg --tolerance 0.01"), 0);
    expect_words("curves are followed to within 0.01 m");
}

static void test_faults(void** state)
{
    (void)state;
    static const struct
    {
        const char* arguments;
        const char* words;
    } cases[] = {
        {"check broken.tmx", "broken.tmx:3: mismatched tag"},
        {"check broken.json", "broken.json:2: not JSON from here on"},
        {"check picture.png", "picture.png:1: neither XML nor JSON"},
        {"check bad.tmx", "bad.tmx:2: layers[0].objects[1]: 'x' is not a finite number"},
        {"check level.tmx missing.tmx", "missing.tmx: cannot be opened: No such file or directory"},
        {"check .", ".: is not a regular file"},
        {"check /dev/zero", "/dev/zero: is not a regular file"},
        {"check level.tmx --layer nothing", "level.tmx: no layer is called 'nothing'"},
        {"check level.tmx --html gone/x.html", "gone/x.html: cannot be written"},
        {"check level.tmx --save gone/x.json", "gone/x.json: cannot be written"},
        {"check level.tmx --move 1", "--move wants two numbers"},
        {"check level.tmx --move 1,x", "--move wants two numbers"},
        {"check level.tmx --move 1e30,0", "--move wants two numbers"},
        {"check level.tmx --scale 0", "--scale wants a positive number"},
        {"check level.tmx --scale -1", "--scale wants a positive number"},
        {"check level.tmx --tolerance 0", "--tolerance wants a positive number"},
        {"check level.tmx --tolerance 1e-30", "the tolerance must be positive"},
        {"check level.tmx --unknown", "unrecognized option"},
        {"check level.tmx --html", "requires an argument"},
        {"check", "no file to check"},
        {"frobnicate", "unknown command frobnicate"},
        {"", "impinge check FILE..."},
    };
    write_file("level.tmx", level);
    write_file("picture.png", "\x89PNG\r\n\x1a\n");
    write_file("broken.tmx", "<map>\n<a>\n</b></map>");
    write_file("broken.json", "{\"a\": 1,\n\"b\" 2}");
    write_file("bad.tmx", "<map tilewidth='1' tileheight='1'><objectgroup><object x='0' y='0'/>\n<object x='?' y='0'/>"
                          "</objectgroup></map>");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        int status = run(cases[i].arguments);
        expect_words(cases[i].words);
        assert_int_equal(status, 2);
    }
}

static void test_help(void** state)
{
    (void)state;
    assert_int_equal(run("--help"), 0);
    expect_words("--move DX,DY");
    assert_int_equal(run("check --help"), 0);
    assert_int_equal(run("--version"), 0);
    expect_words(imp_version_text());
}

// The times go, all else of the study must stay from run to run.
static void cut_times(char* text)
{
    static const char* const times[][2] = {{"\"ns\":[", "]"}, {"\"timed\":{", "}"}};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
    {
        for (char* at = text; (at = strstr(at, times[i][0])) != NULL;)
        {
            char* end = strstr(at, times[i][1]);
            assert_non_null(end);
            memmove(at, end, strlen(end) + 1);
        }
    }
}

// The way's mistakes among the pairs that have names: "name; name; ".
static void list_mistakes(const io_node* rectangles, int way, char* out, size_t room)
{
    *out = 0;
    for (const io_node* c = member(rectangles, "cases")->child; c; c = c->next)
    {
        const io_node* answer = member(c, "answers")->child;
        for (int i = 0; i < way; i++)
        {
            answer = answer->next;
        }
        if (answer->number != member(c, "touch")->number)
        {
            size_t length = strlen(out);
            snprintf(out + length, room - length, "%s; ", member(c, "name")->text);
        }
    }
}

static double time_of(const io_node* run)
{
    return member(run, "ns")->numbers[0];
}

// Best places are the best, the rule is the one that it says it is, and what was counted is near what one expects.
static void expect_row(const io_node* row, double fill)
{
    double things = value(row, "things"), pairs = value(row, "pairs");
    const io_node *brute = member(row, "ways")->child, *timed = member(row, "timed");
    assert_int_equal(member(row, "ways")->count, 4);
    assert_int_equal(member(row, "ladder")->count, 7);
    assert_true(value(brute, "tests") >= things * (things - 1) / 2);
    for (const io_node* run = brute; run; run = run->next)
    {
        assert_number(value(run, "tests"), >=, pairs);
        assert_number(time_of(run), >, 0);
    }
    double fewest = 1e300, fastest = 1e300, at[7][2];
    int k = 0;
    for (const io_node* run = member(row, "ladder")->child; run; run = run->next, k++)
    {
        assert_number(value(run, "tests"), >=, pairs);
        assert_number(time_of(run), >, 0);
        at[k][0] = value(run, "tests");
        at[k][1] = time_of(run);
        fewest = fmin(fewest, at[k][0]);
        fastest = fmin(fastest, at[k][1]);
    }
    assert_number(at[(int)value(row, "fewest")][0], ==, fewest);
    assert_number(at[(int)value(timed, "fastest")][1], ==, fastest);
    assert_true(fabs(value(timed, "rule") - fmax(2, sqrt(2 * fill * things / pairs))) < 0.01);
    assert_number(value(timed, "rule_tests"), >=, pairs);
    assert_number(value(timed, "rule_ns"), >, 0);
    // Evenly spread, a thing of mean size 1 on 4 square metres overlaps half of one later thing.
    bool even = strcmp(member(row, "spread")->text, "even") == 0;
    assert_number(pairs / things, >, even ? 0.3 : 1.0);
    assert_number(pairs / things, <, even ? 0.6 : 4.0);
}

static void expect_blocks(const io_node* blocks)
{
    static const char* const keys[] = {"brute", "sweep", "tree", "grid"};
    const io_node* way = member(blocks, "ways")->child;
    for (int i = 0; i < 4; i++, way = way->next)
    {
        assert_string_equal(member(way, "key")->text, keys[i]);
    }
    assert_int_equal(member(blocks, "agree")->number, 1);
    assert_int_equal(member(blocks, "sizes")->count, 7);
    const io_node* timed = member(blocks, "timed");
    double fill = value(timed, "fill"), root = sqrt(value(timed, "visit") / value(timed, "test"));
    assert_number(fill, >, 0);
    assert_true(fill == 8 || fabs(root - fill) < 0.01 * fill);
    int rows = 0;
    for (const io_node* row = member(blocks, "rows")->child; row; row = row->next, rows++)
    {
        expect_row(row, fill);
    }
    assert_int_equal(rows, 6);
}

static void expect_rectangles(const io_node* rectangles)
{
    static const struct
    {
        const char* key;
        const char* mistakes;  // among the pairs that have names
        int wrong;             // among the random ones: -1 says no, 1 says yes, 0 none
    } wanted[] = {
        {"circles", "past a corner; thin, beside; ", 1},
        {"corners_published", "crossed; crossed off the middle; star; poking; thin; ", -1},
        {"corners", "", 0},
        {"feet_published", "crossed; crossed off the middle; star; poking; thin; without width; ", -1},
        {"feet", "", 0},
        {"outcodes_published", "past a corner; ", 1},
        {"outcodes", "", 0},
        {"axes", "", 0},
        {"circles_axes", "", 0},
        {"batch", "", 0},
        {"overlap", "", 0},
    };
    const io_node* way = member(rectangles, "ways")->child;
    for (int i = 0; i < (int)(sizeof wanted / sizeof *wanted); i++, way = way->next)
    {
        char mistakes[500];
        list_mistakes(rectangles, i, mistakes, sizeof mistakes);
        assert_string_equal(member(way, "key")->text, wanted[i].key);
        assert_string_equal(mistakes, wanted[i].mistakes);
        const io_node* total = member(way, "total");
        double yes = value(total, "false_yes"), no = value(total, "false_no");
        assert_true(value(total, "right") + yes + no == 80000);
        assert_int_equal(yes > 1000, wanted[i].wrong > 0);
        assert_int_equal(no > 1000, wanted[i].wrong < 0);
        assert_true(wanted[i].wrong != 0 || yes + no == 0);
        // Within rounding of touching, only what is exact is right.
        const io_node* barely = member(way, "families")->child->next->next->next->next;
        assert_true((value(barely, "right") == 20000) == (i >= 9));
    }
    assert_null(way);
}

static void test_study(void** state)
{
    (void)state;
    static char first[sizeof output];
    assert_int_equal(run("study --quick --json"), 0);
    io_tree tree;
    io_error error;
    assert_int_equal(io_tree_parse_json(output, strlen(output), NULL, &tree, &error), IO_OK);
    expect_rectangles(member(tree.root, "rectangles"));
    expect_blocks(member(tree.root, "blocks"));
    io_tree_free(&tree);
    cut_times(output);
    strcpy(first, output);
    assert_int_equal(run("study --quick --json"), 0);
    cut_times(output);
    assert_string_equal(first, output);
    assert_int_equal(run("study --quick --html study.html"), 0);
    expect_words("separating axes (5)\n    Right, but for ");
    expect_words("imp2_overlap (exact)\n    Right, always.\n");
    expect_words("A yes is right, but it misses ");
    expect_words("All ways list as many pairs.");
    expect_words("sweep and prune\n    When to use it: ");
    expect_words("wrote the page study.html");
    assert_int_equal(run("study level.tmx"), 2);
    assert_int_equal(run("study --seams"), 2);
    assert_int_equal(run("study --quick --html /nowhere/study.html"), 2);
    expect_words("/nowhere/study.html: cannot be written");
    write_file("level.tmx", level);
    assert_int_equal(run("check level.tmx --quick"), 2);
    expect_words("check does not take --quick");
}

int main(void)
{
    if (!is_command_built())
    {
        printf("skip: the command is not built\n");
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_contacts),     cmocka_unit_test(test_progress),
        cmocka_unit_test(test_region),       cmocka_unit_test(test_drawing),
        cmocka_unit_test(test_json),         cmocka_unit_test(test_move),
        cmocka_unit_test(test_every_object), cmocka_unit_test(test_save_and_several_files),
        cmocka_unit_test(test_faults),       cmocka_unit_test(test_help),
        cmocka_unit_test(test_study),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
