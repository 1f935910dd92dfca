// SPDX-License-Identifier: MIT
//
// Drawings, feature by feature: path data, curves, transforms, viewports, <use>, layers, and what is left out. Numbers
// that are expected are in units of the drawing, y down, as the file has them.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/io_support.h"

#define SVG(inside) "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'>" inside "</svg>"
#define LINE(d) SVG("<path fill='none' stroke='black' d='" d "'/>")

// One metre per unit, and curves so coarse that a cubic is its chord.
static const io_options plain = {.scale = 1, .tolerance = 1e6};

// As large as the drawing says.
static const io_options true_size = {.true_size = true};

enum
{
    POINTS_MAX = 4096
};

// The points of an object in units of the drawing, y down; -1 when it is neither chain nor segment.
static int32_t line_points(const io_object* object, imp2_vec* out)
{
    const imp2_compound* c = &object->compound;
    int32_t count = c->kind == IMP2_COMPOUND_CHAIN ? c->ring_starts[1] : 0;
    if (object->shape.kind == IMP2_SHAPE_SEGMENT)
    {
        (void)imp2_shape_vertex(&object->shape, 0, &out[0]);
        (void)imp2_shape_vertex(&object->shape, 1, &out[1]);
        count = 2;
    }
    for (int32_t i = 0; i < count; i++)
    {
        assert_in_range(count, 2, POINTS_MAX);
        out[i] = c->kind ? c->vertices[i] : out[i];
        out[i].y = -out[i].y;
    }
    return count ? count : -1;
}

static bool read_points(const char** text, imp2_vec* out, int32_t* count)
{
    double x, y;
    for (*count = 0; io_text_number(text, &x) && *(*text)++ == ',' && io_text_number(text, &y);)
    {
        out[(*count)++] = (imp2_vec){(float)x, (float)y};
    }
    *text += strspn(*text, " |");
    return *count > 0;
}

// Lines of a scene: "0,0 1,1 | 2,2 3,3"; one that ends in "Z" is closed.
static void expect_lines(const io_scene* scene, const char* wanted, const char* what)
{
    static imp2_vec got[POINTS_MAX], points[POINTS_MAX];
    const char* text = wanted;
    int32_t count = 0;
    size_t i = 0;
    for (; read_points(&text, points, &count); i++)
    {
        bool closed = *text == 'Z';
        text += closed;
        text += strspn(text, " |");
        bool right = i < scene->object_count && line_points(&scene->objects[i], got) == count &&
                     (scene->objects[i].compound.closed != 0) == closed;
        for (int32_t k = 0; k < count && right; k++)
        {
            right = fabsf(got[k].x - points[k].x) <= 1e-5f && fabsf(got[k].y - points[k].y) <= 1e-5f;
        }
        if (!right)
        {
            int32_t had = i < scene->object_count ? line_points(&scene->objects[i], got) : -1;
            print_message("line %zu:", i);
            for (int32_t k = 0; k < had; k++)
            {
                print_message(" %.9g,%.9g", (double)got[k].x, (double)got[k].y);
            }
            fail_msg("%s\n%s\nis not %s", "", what, wanted);
        }
    }
    if (i != scene->object_count)
    {
        fail_msg("%s: %zu lines, not %zu", what, scene->object_count, i);
    }
}

static void test_path_data(void** state)
{
    (void)state;
    static const struct
    {
        const char* d;
        const char* lines;
    } cases[] = {
        {"M1 2L3 4", "1,2 3,4"},
        {"  M 1,2 L 3 , 4 ", "1,2 3,4"},
        {"M1 2 3 4 5 6", "1,2 3,4 5,6"},
        {"m1 2 3 4 5 6", "1,2 4,6 9,12"},
        {"M1-2.5.5-3e1", "1,-2.5 0.5,-30"},
        {"M+1+2+3+4", "1,2 3,4"},
        {"M1e1 2E-1l.5.5.5-.5", "10,0.2 10.5,0.7 11,0.2"},
        {"M0 0H5V6h1v1", "0,0 5,0 5,6 6,6 6,7"},
        {"M0 0H1 2 3", "0,0 1,0 2,0 3,0"},
        {"M1 1h-1v-1z", "1,1 0,1 0,0 Z"},
        {"M1 1l1 0 0 1zl5 5", "1,1 2,1 2,2 Z | 1,1 6,6"},
        {"M1 1l1 0 0 1zm5 5l1 1", "1,1 2,1 2,2 Z | 6,6 7,7"},
        {"M0 0L1 1M2 2L3 3", "0,0 1,1 | 2,2 3,3"},
        {"M0 0 9 9M2 2M4 4L5 5z", "0,0 9,9 | 4,4 5,5"},
        {"M0 0C1 1 2 2 3 0", "0,0 3,0"},
        {"m5 5c1 1 2 2 3 0s1 1 2 0", "5,5 8,5 10,5"},
        {"M0 0Q1 1 2 0T4 0t2 0", "0,0 2,0 4,0 6,0"},
        {"M0 0q1 1 2 0 1 1 2 0", "0,0 2,0 4,0"},
        {"M0 0A0 5 0 0 1 3 4", "0,0 3,4"},
        {"M0 0a5 5 0 013 4", NULL},
        {"M1 1A5 5 0 0 1 1 1L2 2", "1,1 2,2"},
        {"M\n0\t0\r\nL\t1 1", "0,0 1,1"},
        {"M1.L2.5.5", NULL},  // ends before the first L's second number is there
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        char text[400];
        io_scene scene;
        snprintf(text, sizeof text, LINE("%s"), cases[i].d);
        load_text(&scene, text, NULL, &plain);
        if (cases[i].lines)
        {
            expect_lines(&scene, cases[i].lines, cases[i].d);
            assert_int_equal(count_notes(&scene, IO_NOTE_REPAIR, ""), 0);
        }
        io_scene_free(&scene);
    }
}

// What is before a fault is drawn; the fault is named.
static void test_path_faults(void** state)
{
    (void)state;
    static const struct
    {
        const char* d;
        const char* lines;
        const char* note;
    } cases[] = {
        {"M1 1L2 2L3", "1,1 2,2", "before '3' (character 9)"},
        {"M1 1L2 2 3", "1,1 2,2", "before '3' (character 9)"},
        {"M1 1 2 2 X 4 4", "1,1 2,2", "before 'X 4 4' (character 9)"},
        {"M1 1L2 2,L3 3", "1,1 2,2", "before ',L3 3'"},
        {"M1 1L2 2,,3 3", "1,1 2,2", "before ',,3 3'"},
        {"M1 1L,2 2", "", "before ',2 2'"},
        {"L1 1 2 2", "", "before 'L1 1 2 2' (character 0)"},
        {"M1 1L2 2A1 1 0 2 0 3 3", "1,1 2,2", "before '1 1 0 2 0 3 3'"},
        {"M1 1L2 2L1e999 0", "1,1 2,2", "before '1e999 0'"},
        {"M1 1L2 2L-", "1,1 2,2", "before '-'"},
        {"M1 1L2 2z3 3", "1,1 2,2 1,1", "before '3 3'"},
        {"M1 1L2 2 nan 3", "1,1 2,2", "before 'nan 3'"},
        {"M1 1L2 2 0x10 3", "1,1 2,2", "before '0x10 3'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        char text[400];
        io_scene scene;
        snprintf(text, sizeof text, LINE("%s"), cases[i].d);
        load_text(&scene, text, NULL, &plain);
        if (i != 10)
        {
            expect_lines(&scene, cases[i].lines, cases[i].d);
        }
        if (count_notes(&scene, IO_NOTE_REPAIR, cases[i].note) != 1)
        {
            fail_msg("%s: %s", cases[i].d, scene.note_count > 1 ? scene.notes[1].text : "no note");
        }
        io_scene_free(&scene);
    }
}

static double distance_to_line(const imp2_vec* p, int32_t count, double x, double y)
{
    double best = INFINITY;
    for (int32_t i = 0; i + 1 < count; i++)
    {
        double ax = (double)p[i].x, ay = (double)p[i].y, dx = (double)p[i + 1].x - ax, dy = (double)p[i + 1].y - ay;
        double square = dx * dx + dy * dy, t = square > 0 ? ((x - ax) * dx + (y - ay) * dy) / square : 0;
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        double d = hypot(ax + t * dx - x, ay + t * dy - y);
        best = d < best ? d : best;
    }
    return best;
}

// The points of the one line in a drawing.
static int32_t draw(const char* d, double tolerance, imp2_vec* out)
{
    char text[600];
    io_scene scene;
    io_options options = {.scale = 1, .tolerance = tolerance};
    snprintf(text, sizeof text, LINE("%s"), d);
    load_text(&scene, text, NULL, &options);
    assert_int_equal(scene.object_count, 1);
    int32_t count = line_points(&scene.objects[0], out);
    io_scene_free(&scene);
    return count;
}

static void test_cubics(void** state)
{
    (void)state;
    static imp2_vec points[POINTS_MAX];
    test_rng rng = {test_seed()};
    uint64_t cases = test_n(300);
    double worst = 0;
    for (uint64_t n = 0; n < cases; n++)
    {
        double v[8], tolerance = pow(10, -test_rng_int(&rng, 0, 3));
        bool quadratic = test_rng_int(&rng, 0, 3) == 0;
        for (int i = 0; i < 8; i++)
        {
            v[i] = test_rng_int(&rng, -50, 50);
        }
        char d[200];
        if (quadratic)
        {
            snprintf(d, sizeof d, "M%g %gQ%g %g %g %g", v[0], v[1], v[2], v[3], v[6], v[7]);
            double bx = v[2], by = v[3];
            v[2] = v[0] + (bx - v[0]) * 2 / 3;
            v[3] = v[1] + (by - v[1]) * 2 / 3;
            v[4] = v[6] + (bx - v[6]) * 2 / 3;
            v[5] = v[7] + (by - v[7]) * 2 / 3;
        }
        else
        {
            snprintf(d, sizeof d, "M%g %gC%g %g %g %g %g %g", v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]);
        }
        if (v[0] == v[6] && v[1] == v[7])
        {
            continue;
        }
        int32_t count = draw(d, tolerance, points);
        for (int k = 0; k <= 100; k++)
        {
            // By de Casteljau.
            double t = k / 100.0, x[4] = {v[0], v[2], v[4], v[6]}, y[4] = {v[1], v[3], v[5], v[7]};
            for (int level = 3; level > 0; level--)
            {
                for (int i = 0; i < level; i++)
                {
                    x[i] += t * (x[i + 1] - x[i]);
                    y[i] += t * (y[i + 1] - y[i]);
                }
            }
            double away = distance_to_line(points, count, x[0], y[0]) / (tolerance + 1e-5);
            worst = away > worst ? away : worst;
            if (away > 1)
            {
                fail_msg("%s: %g tolerances of %g away, %d points", d, away, tolerance, (int)count);
            }
        }
    }
    assert_true(cases < 100 || worst > 0.3);  // it is not simply drawn too finely
    test_report("io_svg_cubics", cases);
}

// The short forms are the same curves as the long ones.
static void test_smooth_curves(void** state)
{
    (void)state;
    static const char* const pairs[][2] = {
        {"M0 0C0 9 9 9 9 0S20-9 20 0", "M0 0C0 9 9 9 9 0C9-9 20-9 20 0"},
        {"m1 1c0 9 9 9 9 0s11-9 11 0-5-5 2 7", "M1 1C1 10 10 10 10 1C10-8 21-8 21 1C21 10 16-4 23 8"},
        {"M0 0S5 9 9 0", "M0 0C0 0 5 9 9 0"},
        {"M0 0C0 9 9 9 9 0H10S15 9 20 0", "M0 0C0 9 9 9 9 0H10C10 0 15 9 20 0"},
        {"M0 0Q5 9 9 0S15 9 20 0", "M0 0Q5 9 9 0C9 0 15 9 20 0"},
        {"M0 0Q5 9 9 0T20 0 30 5", "M0 0Q5 9 9 0Q13-9 20 0Q27 9 30 5"},
        {"M0 0q5 9 9 0t11 0", "M0 0Q5 9 9 0Q13-9 20 0"},
        {"M0 0L5 5T9 2", "M0 0L5 5Q5 5 9 2"},
        {"M0 0C0 9 9 9 9 0T20 5T30 0", "M0 0C0 9 9 9 9 0Q9 0 20 5Q31 10 30 0"},
        {"M3 3a5 4 20 1 0 3 3", "M3 3A5 4 20 1 0 6 6"},
        {"M3 3A5 4 20 104 6", "M3 3A5 4 20 1 0 4 6"},
    };
    static imp2_vec a[POINTS_MAX], b[POINTS_MAX];
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    {
        int32_t count = draw(pairs[i][0], 0.01, a);
        if (draw(pairs[i][1], 0.01, b) != count)
        {
            fail_msg("%s is not %s", pairs[i][0], pairs[i][1]);
        }
        for (int32_t k = 0; k < count; k++)
        {
            if (fabsf(a[k].x - b[k].x) > 1e-5f || fabsf(a[k].y - b[k].y) > 1e-5f)
            {
                fail_msg("%s is not %s", pairs[i][0], pairs[i][1]);
            }
        }
    }
}

// Against the standard's own way to the centre, by angles (SVG 1.1, F.6.5).
static void test_arcs(void** state)
{
    (void)state;
    static imp2_vec points[POINTS_MAX];
    test_rng rng = {test_seed()};
    uint64_t cases = test_n(300);
    for (uint64_t n = 0; n < cases; n++)
    {
        double x1 = test_rng_int(&rng, -40, 40), y1 = test_rng_int(&rng, -40, 40), x2 = test_rng_int(&rng, -40, 40);
        double y2 = test_rng_int(&rng, -40, 40), rx = test_rng_int(&rng, 1, 60), ry = test_rng_int(&rng, 1, 60);
        double phi = test_rng_int(&rng, -360, 360), tolerance = pow(10, -test_rng_int(&rng, 0, 3));
        int large = test_rng_int(&rng, 0, 1), sweep = test_rng_int(&rng, 0, 1);
        if (x1 == x2 && y1 == y2)
        {
            continue;
        }
        char d[200];
        snprintf(d, sizeof d, "M%g %gA%g %g %g %d%d%g %g", x1, y1, rx, ry, phi, large, sweep, x2, y2);
        int32_t count = draw(d, tolerance, points);

        double c = cos(phi * 3.14159265358979 / 180), s = sin(phi * 3.14159265358979 / 180);
        double px = c * (x1 - x2) / 2 + s * (y1 - y2) / 2, py = -s * (x1 - x2) / 2 + c * (y1 - y2) / 2;
        double lambda = px * px / (rx * rx) + py * py / (ry * ry);
        if (lambda > 1)
        {
            rx *= sqrt(lambda);
            ry *= sqrt(lambda);
        }
        double top = rx * rx * ry * ry - rx * rx * py * py - ry * ry * px * px;
        double k = sqrt((top > 0 ? top : 0) / (rx * rx * py * py + ry * ry * px * px)) * (large == sweep ? -1 : 1);
        double qx = k * rx * py / ry, qy = -k * ry * px / rx;
        double cx = c * qx - s * qy + (x1 + x2) / 2, cy = s * qx + c * qy + (y1 + y2) / 2;
        double from = atan2((py - qy) / ry, (px - qx) / rx), to = atan2((-py - qy) / ry, (-px - qx) / rx);
        double turn = to - from;
        turn += sweep && turn < 0 ? 6.283185307179586 : !sweep && turn > 0 ? -6.283185307179586 : 0;
        double length = 0, drawn = 0, bx = x1, by = y1;
        for (int i = 0; i <= 1000; i++)
        {
            double angle = from + turn * i / 1000;
            double x = cx + c * rx * cos(angle) - s * ry * sin(angle);
            double y = cy + s * rx * cos(angle) + c * ry * sin(angle);
            length += hypot(x - bx, y - by);
            bx = x;
            by = y;
            if (distance_to_line(points, count, x, y) > tolerance + 1e-4)
            {
                fail_msg("%s: %g, %g is %g away", d, x, y, distance_to_line(points, count, x, y));
            }
        }
        for (int32_t i = 0; i + 1 < count; i++)
        {
            drawn +=
                hypot((double)points[i + 1].x - (double)points[i].x, (double)points[i + 1].y - (double)points[i].y);
        }
        if (drawn > length * 1.001 || drawn < length * 0.95)
        {
            fail_msg("%s: %g long, not %g", d, drawn, length);
        }
    }
    test_report("io_svg_arcs", cases);
}

static void test_basic_shapes(void** state)
{
    (void)state;
    io_scene scene;
    load_text(&scene,
              SVG("<rect x='1' y='2' width='3' height='4' id='box'/>"
                  "<circle cx='5' cy='6' r='2'/><ellipse cx='5' cy='6' rx='2' ry='2'/>"
                  "<line x1='1' y1='2' x2='3' y2='4' stroke='red'/>"
                  "<polyline points='0,0 4 0,4,4' fill='none' stroke='red'/>"
                  "<polygon points='0,0 4,0 4,4'/>"
                  "<polyline points='0-1 4-1 4,3'/>"
                  "<rect width='3' height='4' fill='none' style='stroke:#000'/>"
                  "<rect width='10' height='10' rx='2'/><rect width='4' height='2' rx='50' ry='1'/>"
                  "<ellipse rx='2' ry='1'/>"),
              NULL, &plain);
    assert_int_equal(scene.object_count, 11);
    expect_box(&scene.objects[0], 1, -6, 4, -2);
    assert_string_equal(scene.objects[0].name, "box");
    assert_string_equal(scene.objects[0].path, "rect[0]");
    assert_true(scene.objects[0].is_solid);
    assert_false(scene.objects[0].is_static);
    EXPECT_SHAPE(&scene.objects[1], IMP2_SHAPE_CIRCLE, 2, 5, -6);
    EXPECT_SHAPE(&scene.objects[2], IMP2_SHAPE_CIRCLE, 2, 5, -6);
    EXPECT_SHAPE(&scene.objects[3], IMP2_SHAPE_SEGMENT, 0, 1, -2, 3, -4);
    expect_rings(&scene.objects[4], IMP2_COMPOUND_CHAIN, "0,0 4,0 4,-4");
    EXPECT_SHAPE(&scene.objects[5], IMP2_SHAPE_POLYGON, 0, 0, 0, 4, -4, 4, 0);
    EXPECT_SHAPE(&scene.objects[6], IMP2_SHAPE_POLYGON, 0, 0, 1, 4, -3, 4, 1);
    expect_rings(&scene.objects[7], IMP2_COMPOUND_CHAIN, "0,0 3,0 3,-4 0,-4");
    assert_true(scene.objects[7].compound.closed);
    // Rounded corners are quarters of at least three pieces.
    assert_int_equal(scene.objects[8].shape.count, 16);
    const imp2_box box = bounds_of(&scene.objects[8]);
    assert_vec(box.lower, 0, -10);
    assert_vec(box.upper, 10, 0);
    assert_int_equal(scene.objects[9].shape.count, 12);
    assert_int_equal(count_notes(&scene, IO_NOTE_REPAIR, ""), 1);  // the ellipse
    assert_int_equal(scene.objects[10].shape.count, 12);
    io_scene_free(&scene);
}

static void test_transforms(void** state)
{
    (void)state;
    static const struct
    {
        const char* transform;
        const char* line;  // of 1,0 3,2
    } cases[] = {
        {"translate(10)", "11,0 13,2"},
        {"translate(10 -5)", "11,-5 13,-3"},
        {" scale( 2 ) ", "2,0 6,4"},
        {"scale(2,-1)", "2,0 6,-2"},
        {"rotate(90)", "0,1 -2,3"},
        {"rotate(-90,1,1)", "0,1 2,-1"},
        {"rotate(30)", "0.8660254,0.5 1.5980762,3.2320508"},
        {"skewX(45)", "1,0 5,2"},
        {"skewY(45)", "1,1 3,5"},
        {"matrix(1 2 3 4 5 6)", "6,8 14,20"},
        {"translate(10) scale(2)", "12,0 16,4"},
        {"scale(2),translate(10)", "22,0 26,4"},
        {"scale(2)translate(1e1-1)", "22,-2 26,2"},
        {"", "1,0 3,2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        char text[400];
        io_scene scene;
        snprintf(text, sizeof text, SVG("<line x1='1' y1='0' x2='3' y2='2' stroke='#000' transform='%s'/>"),
                 cases[i].transform);
        load_text(&scene, text, NULL, &plain);
        expect_lines(&scene, cases[i].line, cases[i].transform);
        io_scene_free(&scene);
    }
    static const char* const faults[] = {"scale()", "scale(1 2 3)", "turn(5)",           "rotate(1 2)", "scale(2",
                                         "scale 2", "translate(a)", "matrix(1 2 3 4 5)", "skewX(90)",   "rotate(1e99)"};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
    {
        char text[400];
        io_scene scene;
        snprintf(text, sizeof text, SVG("<rect width='1' height='1' transform='%s'/><circle r='1'/>"), faults[i]);
        load_text(&scene, text, NULL, &plain);
        assert_int_equal(scene.object_count, 1);
        assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "its transform cannot be read"), 1);
        io_scene_free(&scene);
    }
    io_scene scene;
    load_text(&scene,
              SVG("<g transform='translate(10,0)'><g transform='rotate(90)'><rect x='1' y='2' width='3' height='4'/>"
                  "<circle r='1' transform='scale(1 -1)'/></g></g>"
                  "<rect width='2' height='2' transform='rotate(45)'/>"
                  "<circle r='1' transform='scale(2 1)'/>"),
              NULL, &plain);
    expect_box(object_at(&scene, "g[0].g[0].rect[0]"), 4, -4, 8, -1);
    EXPECT_SHAPE(object_at(&scene, "g[0].g[0].circle[1]"), IMP2_SHAPE_CIRCLE, 1, 10, 0);
    assert_int_equal(object_at(&scene, "rect[1]")->shape.kind, IMP2_SHAPE_ORIENTED_BOX);
    assert_int_equal(object_at(&scene, "circle[2]")->shape.kind, IMP2_SHAPE_POLYGON);
    io_scene_free(&scene);
}

// How long one unit is, and why; where the box (0, 0) (10, 10) lies.
static void test_sizes(void** state)
{
    (void)state;
    static const double px = 0.0254 / 96;
    static const struct
    {
        const char* root;
        double scale;
        double width, height;  // of the box, in units
        const char* why;
    } cases[] = {
        {"width='297mm' height='210mm' viewBox='0 0 297 210'", 0.001, 10, 10, "the drawing is 297mm wide"},
        {"width='29.7cm' height='21cm' viewBox='0 0 297 210'", 0.001, 10, 10, "the drawing is 29.7cm wide"},
        {"width='1in' viewBox='0 0 254 100'", 0.0001, 10, 10, "the drawing is 1in wide"},
        {"height='72pt' viewBox='-5 -5 100 254'", 0.0001, 10, 10, "1 px is 1/96 inch"},
        {"width='6pc' height='6pc' viewBox='0 0 254 254'", 0.0001, 10, 10, "the drawing is 6pc wide"},
        {"width='100' height='100' viewBox='0 0 100 100'", px, 10, 10, "the drawing is 100 wide"},
        {"width='200px' height='100px' viewBox='0 0 100 100'", px, 10, 10, NULL},
        {"width='200px' height='100px' viewBox='0 0 100 100' preserveAspectRatio='xMinYMax slice'", 2 * px, 10, 10,
         NULL},
        {"width='200px' height='100px' viewBox='0 0 100 100' preserveAspectRatio='none'", 2 * px, 10, 5, NULL},
        {"width='100%' height='100%' viewBox='0 0 100 50'", px, 10, 10, NULL},
        {"width='50%' height='50%' viewBox='0 0 100 50'", px / 2, 10, 10, NULL},
        {"viewBox='0 0 100 50'", px, 10, 10, "1 px is 1/96 inch"},
        {"width='100mm'", px, 10, 10, NULL},
        {"viewBox='0,0,0,50'", px, 10, 10, NULL},
        {"viewBox='a'", px, 10, 10, NULL},
        {"width='auto' height='-3' viewBox='0 0 100 50'", px, 10, 10, NULL},
        {"transform='scale(3)'", px, 30, 30, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        char text[400];
        io_scene scene;
        snprintf(text, sizeof text, "<svg %s><rect width='10' height='10'/></svg>", cases[i].root);
        load_text(&scene, text, NULL, &true_size);
        const io_file* file = &scene.files[0];
        if (fabs(file->scale / cases[i].scale - 1) > 1e-9 || (cases[i].why && strcmp(file->scale_from, cases[i].why)))
        {
            fail_msg("%s: %.9g m (%s), not %.9g", cases[i].root, file->scale, file->scale_from, cases[i].scale);
        }
        const imp2_box box = bounds_of(&scene.objects[0]);
        assert_true(fabs((double)box.upper.x / file->scale - cases[i].width) < 1e-4);
        assert_true(fabs((double)box.lower.y / file->scale + cases[i].height) < 1e-4);
        assert_number(box.lower.x, ==, 0);
        assert_number(box.upper.y, ==, 0);
        io_scene_free(&scene);

        load_text(&scene, text, NULL, &plain);
        assert_true(scene.files[0].scale == 1);
        io_scene_free(&scene);
    }
    // Lengths with units, and parts of the viewport.
    io_scene scene;
    load_text(&scene,
              SVG("<rect x='1in' y='10%' width='25.4mm' height='50%'/><circle r='10%' cx='1em' cy='1q'/>"
                  "<rect width='1 in' height='1' /><rect width='1furlong' height='1'/><rect width='1'/>"
                  "<rect width='-1' height='1'/><circle/><circle r='-1'/>"),
              NULL, &plain);
    assert_int_equal(scene.object_count, 3);
    expect_box(&scene.objects[0], 96, -60, 192, -10);
    EXPECT_SHAPE(&scene.objects[1], IMP2_SHAPE_CIRCLE, 10, 16, -0.944881916f);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "its sizes are missing"), 5);
    io_scene_free(&scene);
}

static void test_nested_viewports(void** state)
{
    (void)state;
    static const struct
    {
        const char* inner;
        float x0, y0, x1, y1;  // of the box (0, 0) (10, 10) inside, y down
    } cases[] = {
        {"x='5' y='6'", 5, 6, 15, 16},
        {"x='5' y='6' width='20' height='20' viewBox='0 0 10 10'", 5, 6, 25, 26},
        {"width='40' height='20' viewBox='0 0 10 10'", 10, 0, 30, 20},
        {"width='40' height='20' viewBox='0 0 10 10' preserveAspectRatio='xMinYMin'", 0, 0, 20, 20},
        {"width='40' height='20' viewBox='0 0 10 10' preserveAspectRatio='xMaxYMin meet'", 20, 0, 40, 20},
        {"width='40' height='20' viewBox='0 0 10 10' preserveAspectRatio='xMidYMid slice'", 0, -10, 40, 30},
        {"width='40' height='20' viewBox='0 0 10 10' preserveAspectRatio='xMidYMax slice'", 0, -20, 40, 20},
        {"width='40' height='20' viewBox='0 0 10 10' preserveAspectRatio='none'", 0, 0, 40, 20},
        {"width='20' height='20' viewBox='5 -5 10 10'", -10, 10, 10, 30},
        {"width='50%' height='50%' viewBox='0 0 10 10'", 0, 0, 50, 50},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        char text[400];
        io_scene scene;
        snprintf(text, sizeof text, SVG("<svg %s><rect width='10' height='10'/></svg>"), cases[i].inner);
        load_text(&scene, text, NULL, &plain);
        assert_int_equal(scene.object_count, 1);
        expect_box(&scene.objects[0], cases[i].x0, -cases[i].y1, cases[i].x1, -cases[i].y0);
        io_scene_free(&scene);
        // A symbol is placed the same way, by <use>.
        if (i > 1)
        {
            snprintf(text, sizeof text,
                     SVG("<symbol id='s' %s><rect width='10' height='10'/></symbol><use href='#s'/>"), cases[i].inner);
            load_text(&scene, text, NULL, &plain);
            expect_box(&scene.objects[0], cases[i].x0, -cases[i].y1, cases[i].x1, -cases[i].y0);
            io_scene_free(&scene);
        }
    }
}

static void test_use(void** state)
{
    (void)state;
    io_scene scene;
    load_text(&scene,
              SVG("<defs><rect id='r' width='1' height='2'/><g id='pair'><use href='#r'/><use href='#r' x='3'/></g>"
                  "<symbol id='s' viewBox='0 0 1 1'><rect width='1' height='1'/></symbol></defs>"
                  "<symbol><rect width='9' height='9'/></symbol>"
                  "<use xlink:href='#r' x='10' y='20'/><use href='#pair' transform='scale(2)'/>"
                  "<use href='#s' x='5' width='4' height='4'/><use href='#gone'/><use href='other.svg#r'/><use/>"
                  "<g id='self'><use href='#self'/><circle r='1'/></g><use id='u' href='#u'/>"
                  "<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>"
                  "<g fill='none' stroke='red'><use href='#r'/></g>"),
              NULL, &plain);
    expect_box(object_at(&scene, "use[2]#r"), 10, -22, 11, -20);
    expect_box(object_at(&scene, "use[3]#pair.use[0]#r"), 0, -4, 2, 0);
    expect_box(object_at(&scene, "use[3]#pair.use[1]#r"), 6, -4, 8, 0);
    expect_box(object_at(&scene, "use[4]#s.rect[0]"), 5, -4, 9, 0);
    object_at(&scene, "g[8].circle[1]");
    assert_int_equal(object_at(&scene, "g[12].use[0]#r")->compound.kind, IMP2_COMPOUND_CHAIN);
    assert_int_equal(scene.object_count, 6);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "is no element of this file"), 3);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "it refers to what it is in"), 4);
    io_scene_free(&scene);
}

// Sixteen steps of doubling, eight steps of ten times, and a chain of references without end are too much.
static void test_use_without_end(void** state)
{
    (void)state;
    static char text[200000];
    static const struct
    {
        int levels, copies;
        const char* inside;
        const char* line;
    } cases[] = {
        {40, 1, "<circle r='1'/>", NULL},
        {80, 1, "<circle r='1'/>", "elements and <use> are nested too deeply"},
        {14, 4, "<metadata/>", "what <use> repeats have no end"},
        {30, 2, "<g/>", "what <use> repeats have no end"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        size_t length = (size_t)snprintf(text, sizeof text, "<svg><g id='g0'>%s</g>", cases[i].inside);
        for (int k = 1; k <= cases[i].levels; k++)
        {
            length += (size_t)snprintf(text + length, sizeof text - length, "<defs><g id='g%d'>", k);
            for (int copy = 0; copy < cases[i].copies; copy++)
            {
                length += (size_t)snprintf(text + length, sizeof text - length, "<use href='#g%d'/>", k - 1);
            }
            length += (size_t)snprintf(text + length, sizeof text - length, "</g></defs>");
        }
        snprintf(text + length, sizeof text - length, "<use href='#g%d'/></svg>", cases[i].levels);
        char line[1200];
        if (cases[i].line)
        {
            refuse_text(text, NULL, NULL, IO_ERR_LIMIT, line, sizeof line);
            assert_non_null(strstr(line, cases[i].line));
        }
    }
    // Much to read, again and again.
    size_t length = (size_t)snprintf(text, sizeof text, "<svg><defs><path id='p' d='M0 0");
    memset(text + length, ' ', 100000);
    length += 100000;
    length += (size_t)snprintf(text + length, sizeof text - length, "'/><g id='g'>");
    for (int k = 0; k < 100; k++)
    {
        length += (size_t)snprintf(text + length, sizeof text - length, "<use href='#p'/>");
    }
    length += (size_t)snprintf(text + length, sizeof text - length, "</g></defs>");
    for (int k = 0; k < 100; k++)
    {
        length += (size_t)snprintf(text + length, sizeof text - length, "<use href='#g'/>");
    }
    snprintf(text + length, sizeof text - length, "</svg>");
    char line[1200];
    refuse_text(text, NULL, NULL, IO_ERR_LIMIT, line, sizeof line);
    assert_non_null(strstr(line, "what <use> repeats have no end"));
}

static void test_style(void** state)
{
    (void)state;
    io_scene scene;
    load_text(
        &scene,
        SVG("<rect width='1' height='1'/><rect width='1' height='1' style='display:none'/>"
            "<g display='none'><rect width='1' height='1'/></g>"
            "<g visibility='hidden'><rect width='1' height='1'/><rect width='2' height='2' "
            "style='visibility: visible'/></g>"
            "<g fill='none'><rect width='1' height='1'/><rect width='1' height='1' style=' fill : red !important ;'/>"
            "<rect width='1' height='1' fill='inherit' stroke='blue'/></g>"
            "<line x1='1' x2='2'/><path d='M0 0H1V1' fill='red' style='fill:none;stroke:red'/>"
            "<path d='M0 0H1V1' style='fill:none;x-fill:red'/>"),
        NULL, &plain);
    expect_box(object_at(&scene, "rect[0]"), 0, -1, 1, 0);
    expect_box(object_at(&scene, "g[3].rect[1]"), 0, -2, 2, 0);
    expect_box(object_at(&scene, "g[4].rect[1]"), 0, -1, 1, 0);
    assert_int_equal(object_at(&scene, "g[4].rect[2]")->compound.kind, IMP2_COMPOUND_CHAIN);
    assert_int_equal(object_at(&scene, "path[6]")->compound.kind, IMP2_COMPOUND_CHAIN);
    assert_int_equal(scene.object_count, 5);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "display: none"), 2);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "it is not visible"), 1);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "neither fill nor stroke"), 3);
    io_scene_free(&scene);
}

static void test_filled(void** state)
{
    (void)state;
    io_scene scene;
    load_text(
        &scene,
        SVG("<path d='M0 0H6V6H0zM2 2H4V4H2z'/><path d='M0 0H6V6H0zM2 2V4H4V2z'/>"
            "<path d='M0 0H6V6H0zM2 2H4V4H2z' fill-rule='evenodd'/>"
            "<path d='M0 0H4L0 4 1 1'/><path d='M0 0H9V9H0V0M5 5z'/><path d='M0 0L4 4V0L0 4'/><path d='M0 0H5M3 3'/>"
            "<path/><path d='M0 0H6V6H0zM3 3H9V9H3z' fill-rule='evenodd'/>"),
        NULL, &plain);
    expect_rings(object_at(&scene, "path[1]"), IMP2_COMPOUND_REGION, "0,0 0,-6 6,-6 6,0 | 2,-2 4,-2 4,-4 2,-4");
    expect_rings(object_at(&scene, "path[2]"), IMP2_COMPOUND_REGION, "0,0 0,-6 6,-6 6,0 | 2,-2 4,-2 4,-4 2,-4");
    expect_rings(object_at(&scene, "path[3]"), IMP2_COMPOUND_REGION, "0,0 1,-1 0,-4 4,0");
    EXPECT_SHAPE(object_at(&scene, "path[4]"), IMP2_SHAPE_POLYGON, 0, 0, -9, 9, -9, 9, 0, 0, 0);
    // A square in a square the same way round is no hole by winding number.
    expect_rings(object_at(&scene, "path[0]"), IMP2_COMPOUND_REGION, "0,0 0,-6 6,-6 6,0");
    // What crosses is filled by the rule.
    expect_rings(object_at(&scene, "path[5]"), IMP2_COMPOUND_REGION, "0,0 0,-4 2,-2 | 2,-2 4,-4 4,0");
    expect_rings(object_at(&scene, "path[8]"), IMP2_COMPOUND_REGION,
                 "0,0 0,-6 3,-6 3,-3 6,-3 6,0 | 3,-6 3,-9 9,-9 9,-3 6,-3 6,-6");
    assert_int_equal(scene.object_count, 7);
    assert_int_equal(count_notes(&scene, IO_NOTE_REPAIR, "1 corners added where it crosses itself"), 1);
    assert_int_equal(count_notes(&scene, IO_NOTE_REPAIR, "2 corners added where it crosses itself"), 1);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "encloses nothing"), 1);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "it has no points"), 1);
    io_scene_free(&scene);
}

static void test_left_out(void** state)
{
    (void)state;
    io_scene scene;
    load_text(
        &scene,
        "<?xml version='1.0'?><svg:svg xmlns:svg='http://www.w3.org/2000/svg'><style>a{}</style><metadata/>"
        "<sodipodi:namedview/><svg:text>hello</svg:text><image/><clipPath><rect width='1' height='1'/></clipPath>"
        "<svg:rect width='1' height='1' clip-path='url(#a)'/><g mask='url(#b)' clip-path='none'/><a><circle r='2'/></a>"
        "<linearGradient><stop/></linearGradient></svg:svg>",
        NULL, &plain);
    assert_int_equal(scene.object_count, 2);
    expect_box(&scene.objects[0], 0, -1, 1, 0);
    assert_string_equal(scene.objects[1].path, "a[8].circle[0]");
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "style sheets"), 1);
    assert_int_equal(count_notes(&scene, IO_NOTE_SKIP, "has no outline"), 2);
    assert_int_equal(count_notes(&scene, IO_NOTE_REPAIR, "clip-path"), 2);
    io_scene_free(&scene);
}

static void test_layers(void** state)
{
    (void)state;
    static const char* const text =
        SVG("<circle r='1'/><g inkscape:label='Walls' inkscape:groupmode='layer' id='layer1'><circle r='2'/>"
            "<g id='g7'><circle r='3'/></g><g inkscape:label='Doors'><circle r='4' inkscape:label='red door'/></g></g>"
            "<g id='Deco'><circle r='5'/></g>");
    io_scene scene;
    load_text(&scene, text, NULL, &plain);
    static const char* const layers[] = {"", "Walls", "Walls", "Walls/Doors", "Deco"};
    assert_int_equal(scene.object_count, 5);
    for (size_t i = 0; i < 5; i++)
    {
        assert_string_equal(scene.objects[i].layer, layers[i]);
    }
    assert_string_equal(scene.objects[3].name, "red door");
    io_scene_free(&scene);
    static const struct
    {
        const char* layer;
        size_t count;
    } cases[] = {{"Walls", 3}, {"Doors", 1}, {"Walls/Doors", 1}, {"Deco", 1}};
    for (size_t i = 0; i < 4; i++)
    {
        io_options options = plain;
        options.layers = &cases[i].layer;
        options.layer_count = 1;
        load_text(&scene, text, NULL, &options);
        assert_int_equal(scene.object_count, cases[i].count);
        io_scene_free(&scene);
    }
}

static void test_faults(void** state)
{
    (void)state;
    static const struct
    {
        const char* text;
        io_status status;
        const char* line;
    } cases[] = {
        {"<svg>\n<g>\n</svg>", IO_ERR_SYNTAX, "maps/level.tmx:3: mismatched tag"},
        {"<svg width='1e300' height='1e300' viewBox='0 0 1e-300 1e-300'/>", IO_ERR_MEANING,
         "maps/level.tmx:1: width, height and viewBox do not give a size"},
        {"<svg transform='x'/>", IO_ERR_MEANING, "maps/level.tmx:1: its transform cannot be read"},
        {"<svg>\n<g><rect/><path d='M0 0L1e30 0 0 1'/></g></svg>", IO_ERR_MEANING,
         "maps/level.tmx: g[0].path[1]: a coordinate is too large"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        char line[1200];
        refuse_text(cases[i].text, NULL, &true_size, cases[i].status, line, sizeof line);
        assert_string_equal(line, cases[i].line);
    }
}

// What is not asked for follows the things: the scale, and the length unit of the world.
static void test_scales_that_fit(void** state)
{
    (void)state;
    static const struct
    {
        const char* text;
        double scale;
        float unit;
    } cases[] = {
        // 800 px are no 800 m: three boxes of 40 px, and a ground.
        {"<svg width='800' height='600'><rect width='40' height='40'/><rect width='40' height='30'/>"
         "<rect width='30' height='40'/><rect width='700' height='20'/></svg>",
         0.02, 1},
        {"<svg viewBox='0 0 24 24'><circle cx='12' cy='12' r='10'/></svg>", 0.05, 1},
        {"<svg viewBox='0 0 8000 8000'><rect width='5' height='5'/><rect x='7995' width='5' height='5'/></svg>", 0.01,
         0.03125f},
        // Lines count when nothing is filled.
        {"<svg><path fill='none' stroke='black' d='M0 0L300 0'/></svg>", 0.002, 1},
        // A drawing in millimetres keeps its size, when its things are of common size.
        {"<svg width='2000mm' height='1000mm' viewBox='0 0 2000 1000'><circle r='100'/><circle r='70'/></svg>", 0.001,
         1},
        {"<svg width='297mm' height='210mm' viewBox='0 0 297 210'><circle r='10'/></svg>", 0.05, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        io_scene scene;
        load_text(&scene, cases[i].text, NULL, NULL);
        if (scene.files[0].scale != cases[i].scale || scene.world.length_unit != cases[i].unit)
        {
            fail_msg("%s: %.9g m (%s), unit %g m", cases[i].text, scene.files[0].scale, scene.files[0].scale_from,
                     (double)scene.world.length_unit);
        }
        io_scene_free(&scene);
    }
    // Where the scale is asked for, the length unit makes up for it.
    io_scene scene;
    load_text(&scene, cases[0].text, NULL, &(io_options){.scale = 1});
    assert_number(scene.world.length_unit, ==, 32);
    assert_int_equal(count_notes(&scene, IO_NOTE_TAKEN, "length unit 32 m: half of its things are up to 40 m large"),
                     1);
    io_scene_free(&scene);
    load_text(&scene, "<svg data-length_unit='3'><circle r='1000'/></svg>", NULL, &plain);
    assert_number(scene.world.length_unit, ==, 3);
    io_scene_free(&scene);
}

// Pages and what covers them are no bodies, but for what says so, or is all there is.
static void test_paper(void** state)
{
    (void)state;
    static const struct
    {
        const char* text;
        size_t objects;
        int papers;
    } cases[] = {
        {SVG("<rect width='100' height='100'/><circle r='5'/>"), 1, 1},
        {SVG("<rect x='-50' y='-50' width='300' height='300'/><circle r='5'/>"), 1, 1},
        {SVG("<rect x='4' y='4' width='92' height='92'/><circle r='5'/>"), 1, 1},
        {SVG("<path d='M0 0H100V100H0z'/><circle r='5'/>"), 1, 1},
        {SVG("<g transform='scale(10)'><polygon points='0,0 10,0 10,10 0,10 0,0'/></g><circle r='5'/>"), 1, 1},
        {SVG("<rect width='100%' height='100%'/>"), 1, 0},
        {SVG("<rect width='100' height='100' data-kind='static'/><circle r='5'/>"), 2, 0},
        {SVG("<rect width='100' height='100' fill='none' stroke='red'/><circle r='5'/>"), 2, 0},
        {SVG("<rect width='100' height='50'/><circle r='5'/>"), 2, 0},
        {SVG("<circle r='60' cx='50' cy='50'/><circle r='5'/>"), 2, 0},
        {"<svg width='50mm' height='50mm'><rect width='100%' height='100%'/><circle r='5'/></svg>", 1, 1},
        // Inkscape's pages
        {"<svg viewBox='0 0 10 10'><sodipodi:namedview><inkscape:page x='0' y='0' width='10' height='10'/>"
         "<inkscape:page x='20' y='0' width='30' height='30'/></sodipodi:namedview>"
         "<rect x='20' width='30' height='30'/><circle r='2'/></svg>",
         1, 1},
        // without a page: a rectangle under all others
        {"<svg><rect width='50' height='50'/><circle cx='9' cy='9' r='5'/><circle cx='20' cy='9' r='5'/></svg>", 2, 1},
        {"<svg><circle cx='9' cy='9' r='5'/><rect width='50' height='50'/></svg>", 2, 0},
        {"<svg><rect width='50' height='50'/><circle r='5'/></svg>", 2, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        for (int k = 0; k < 2; k++)
        {
            io_scene scene;
            load_text(&scene, cases[i].text, NULL, k ? &plain : NULL);
            if (scene.object_count != cases[i].objects ||
                count_notes(&scene, IO_NOTE_SKIP, "covers the page like paper") != cases[i].papers)
            {
                fail_msg("%s: %zu objects", cases[i].text, scene.object_count);
            }
            io_scene_free(&scene);
        }
    }
}

// A floor lies under what would fall for ever, below the things and below the page.
static void test_floor(void** state)
{
    (void)state;
    static const struct
    {
        const char* text;
        bool floor;
        float top;
    } cases[] = {
        {SVG("<circle r='5' cx='50' cy='20'/>"), true, -100},
        {SVG("<circle r='5' cx='50' cy='120'/>"), true, -125},
        {"<svg><circle r='5' cy='20'/></svg>", true, -25},
        {SVG("<circle r='5'/><rect width='9' height='9' data-kind='static'/>"), false, 0},
        {SVG("<circle r='5'/><path fill='none' stroke='red' d='M0 90H99'/>"), false, 0},
        {"<svg data-gravity='0'><circle r='5'/></svg>", false, 0},
        {"<svg/>", false, 0},
        {"{\"impinge\": \"scene\", \"version\": 1, \"objects\": []}", false, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        io_scene scene;
        io_error error = {0};
        bool added;
        load_text(&scene, cases[i].text, NULL, &plain);
        size_t before = scene.object_count;
        assert_int_equal(io_scene_add_floor(&scene, &added, &error), IO_OK);
        assert_int_equal(added, cases[i].floor);
        assert_int_equal(scene.object_count, before + added);
        if (added)
        {
            const io_object* floor = object_at(&scene, "floor");
            imp2_box box = bounds_of(floor);
            assert_true(floor->is_static && io_object_stands(floor));
            assert_number(fabsf(box.upper.y - cases[i].top), <=, 1e-4f);
            assert_true(box.lower.x <= -5 && box.upper.x >= 55 - 50 * (i == 2));
            assert_int_equal(io_scene_add_floor(&scene, &added, &error), IO_OK);
            assert_false(added);
        }
        io_scene_free(&scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_path_data),
        cmocka_unit_test(test_path_faults),
        cmocka_unit_test(test_cubics),
        cmocka_unit_test(test_smooth_curves),
        cmocka_unit_test(test_arcs),
        cmocka_unit_test(test_basic_shapes),
        cmocka_unit_test(test_transforms),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_nested_viewports),
        cmocka_unit_test(test_use),
        cmocka_unit_test(test_use_without_end),
        cmocka_unit_test(test_style),
        cmocka_unit_test(test_filled),
        cmocka_unit_test(test_left_out),
        cmocka_unit_test(test_layers),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_scales_that_fit),
        cmocka_unit_test(test_paper),
        cmocka_unit_test(test_floor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
