// SPDX-License-Identifier: MIT
//
// Readers of meshes: what is in a file comes out, whatever is wrong with it is said, with its line; round trips to the
// last bit; numbers in any locale; files in blocks.

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/io_command.h"
#include "io/mesh_reader.h"
#include "support.h"

static void read_mesh(int32_t kind, const char* bytes, size_t size, io_mesh* mesh)
{
    io_error error;
    if (io_mesh_read_bytes(kind, bytes, size, NULL, mesh, &error))
    {
        fail_msg("line %d: %s", (int)error.line, error.text);
    }
}

static void read_text(int32_t kind, const char* text, io_mesh* mesh)
{
    read_mesh(kind, text, strlen(text), mesh);
}

static void refuse(int32_t kind, const char* bytes, size_t size, io_status status, int32_t line, const char* words)
{
    io_mesh mesh = {.format = "untouched"};
    io_error error;
    assert_int_equal(io_mesh_read_bytes(kind, bytes, size, NULL, &mesh, &error), status);
    assert_int_equal(error.status, status);
    if (!strstr(error.text, words) || error.line != line)
    {
        fail_msg("not '%s' in line %d, but '%s' in line %d", words, (int)line, error.text, (int)error.line);
    }
    assert_string_equal(mesh.format, "untouched");
    assert_null(mesh.points);
}

static void refuse_text(int32_t kind, const char* text, io_status status, int32_t line, const char* words)
{
    refuse(kind, text, strlen(text), status, line, words);
}

static void expect_corners(const io_mesh* mesh, const int32_t* corners, size_t count)
{
    assert_int_equal(mesh->corner_count, count);
    for (size_t i = 0; i < count; i++)
    {
        assert_int_equal(mesh->corners[i], corners[i]);
    }
}

#define EXPECT_CORNERS(mesh, ...)                                                                                      \
    do                                                                                                                 \
    {                                                                                                                  \
        const int32_t wanted_[] = {__VA_ARGS__};                                                                       \
        expect_corners(mesh, wanted_, sizeof wanted_ / sizeof *wanted_);                                               \
    } while (0)

#define THREE "v 0 0 0\nv 1 0 0\nv 0 1 0\n"

static void test_obj(void** state)
{
    (void)state;
    io_mesh mesh;
    read_text(IO_MESH_OBJ, "# head\n\n" THREE "vn 0 0 1\nvt 0 0\nf 1/1/1 2//1 3/1 # tail\nf -1 -3 \\\n -2\n", &mesh);
    assert_string_equal(mesh.format, "OBJ");
    assert_int_equal(mesh.point_count, 3);
    EXPECT_CORNERS(&mesh, 0, 1, 2, 2, 0, 1);
    assert_int_equal(mesh.unknown + mesh.curves + mesh.thin + mesh.polygons, 0);
    io_mesh_free(&mesh);

    // Lines that end in any way, the last one in none; tabs; numbers in all their forms.
    read_text(IO_MESH_OBJ, "v\t.5  -1e-1 +2.E+1 1\r\nv 0 0 0\rv 1 1 1\r\nf 1 2 3", &mesh);
    assert_true(mesh.points[0].x == 0.5f && mesh.points[0].y == -0.1f && mesh.points[0].z == 20.0f);
    assert_int_equal(mesh.point_count, 3);
    io_mesh_free(&mesh);

    // Faces before points; what is no surface; what is no statement.
    read_text(IO_MESH_OBJ, "12 34\nf 1 2 3\nl 1 2\np 1\nf 1 2\nhello\n" THREE, &mesh);
    EXPECT_CORNERS(&mesh, 0, 1, 2);
    assert_int_equal(mesh.unknown, 2);
    assert_int_equal(mesh.unknown_line, 1);
    assert_int_equal(mesh.curves, 2);
    assert_int_equal(mesh.thin, 1);
    io_mesh_free(&mesh);

    // Numbers so small that the library would refuse them.
    read_text(IO_MESH_OBJ, "v 1e-30 0 0\nv 1 0 0\nv 0 1 1e-400\nf 1 2 3\n", &mesh);
    assert_int_equal(mesh.tiny, 1);
    assert_true(mesh.points[0].x == 0.0f);
    io_mesh_free(&mesh);
}

static void test_obj_refused(void** state)
{
    (void)state;
    refuse_text(IO_MESH_OBJ, "", IO_ERR_MEANING, 0, "no triangles");
    refuse_text(IO_MESH_OBJ, THREE, IO_ERR_MEANING, 0, "no triangles");
    refuse_text(IO_MESH_OBJ, "v 1 2\n", IO_ERR_SYNTAX, 1, "less than three");
    refuse_text(IO_MESH_OBJ, "\nv 1 2 nan\n", IO_ERR_SYNTAX, 2, "'nan' is not a number");
    refuse_text(IO_MESH_OBJ, "v 1 2 inf\n", IO_ERR_SYNTAX, 1, "'inf'");
    refuse_text(IO_MESH_OBJ, "v 1 2 0x10\n", IO_ERR_SYNTAX, 1, "'0x10'");
    refuse_text(IO_MESH_OBJ, "v 1 2 1,5\n", IO_ERR_SYNTAX, 1, "'1,5'");
    refuse_text(IO_MESH_OBJ, "v 1 2 1e999\n", IO_ERR_SYNTAX, 1, "'1e999'");
    refuse_text(IO_MESH_OBJ, "v 1 2 1e30\n", IO_ERR_MEANING, 1, "too far away");
    refuse_text(IO_MESH_OBJ, THREE "f 1 2 4\n\nf 1 2 3\n", IO_ERR_MEANING, 4, "corner 4, but there are 3 points");
    refuse_text(IO_MESH_OBJ, THREE "f 1 2 -4\n", IO_ERR_MEANING, 4, "no point");
    refuse_text(IO_MESH_OBJ, THREE "f 1 0 2\n", IO_ERR_SYNTAX, 4, "'0' is no corner");
    refuse_text(IO_MESH_OBJ, THREE "f 1 2 1.5\n", IO_ERR_SYNTAX, 4, "'1.5' is no corner");
    refuse_text(IO_MESH_OBJ, THREE "f 1 2 1e300\n", IO_ERR_SYNTAX, 4, "is no corner");
    refuse_text(IO_MESH_OBJ, THREE "f 1 2 99999999999\n", IO_ERR_MEANING, 4, "no point");

    size_t room = 8 * (IO_MESH_POLYGON_MAX + 10);
    char* many = malloc(room);
    assert_non_null(many);
    size_t length = (size_t)snprintf(many, room, THREE "f");
    for (int i = 0; i <= IO_MESH_POLYGON_MAX; i++)
    {
        length += (size_t)snprintf(many + length, room - length, " %d", i % 3 + 1);
    }
    refuse_text(IO_MESH_OBJ, many, IO_ERR_LIMIT, 4, "more than 4096 corners");
    free(many);
}

#define FACET "facet normal 0 0 1\n outer loop\n vertex 0 0 0\n vertex 1 0 0\n vertex 0 1e0 0\n endloop\nendfacet\n"

static void test_stl_text(void** state)
{
    (void)state;
    io_mesh mesh;
    read_text(IO_MESH_STL, "\n solid a facet here\n" FACET FACET "endsolid a\nsolid b\n" FACET "endsolid\n", &mesh);
    assert_string_equal(mesh.format, "STL, text");
    assert_int_equal(mesh.point_count, 9);
    EXPECT_CORNERS(&mesh, 0, 1, 2, 3, 4, 5, 6, 7, 8);
    io_mesh_free(&mesh);
    read_text(
        IO_MESH_STL,
        "solid\nFACET NORMAL nan nan nan\nOUTER LOOP\nVERTEX 1 2 3\r\nVERTEX 4 5 6\nVERTEX 7 8 0\nENDLOOP\nENDFACET",
        &mesh);
    assert_true(mesh.points[0].z == 3.0f);
    assert_int_equal(mesh.corner_count, 3);
    io_mesh_free(&mesh);

    refuse_text(IO_MESH_STL, "solid\n" FACET "facet normal 0 0 1\n outer loop\n vertex 0 0 0\n", IO_ERR_SYNTAX, 12,
                "middle of a triangle");
    refuse_text(IO_MESH_STL, "solid\n" FACET "facet normal 0 0 1\n outer loop\n vertex 0 0\n endloop\n", IO_ERR_SYNTAX,
                12, "'endloop' is not a number");
    refuse_text(IO_MESH_STL, "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 nan 0\n", IO_ERR_SYNTAX, 4, "'nan'");
    refuse_text(IO_MESH_STL, "solid\nhello\n", IO_ERR_SYNTAX, 2, "'hello' is no word");
    refuse_text(IO_MESH_STL, "solid\nendsolid\n", IO_ERR_MEANING, 0, "no triangles");
}

static void put_word(unsigned char* at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
    {
        at[i] = (unsigned char)(value >> 8 * i);
    }
}

// Any mesh as a binary STL; returns its size.
static size_t write_stl(unsigned char* out, const char* head, const float* xyz, uint32_t count)
{
    memset(out, 0, 84);
    memcpy(out, head, strlen(head));
    put_word(out + 80, count);
    for (uint32_t i = 0; i < count; i++)
    {
        unsigned char* at = out + 84 + 50 * i;
        memset(at, 0x41, 50);
        for (int k = 0; k < 9; k++)
        {
            uint32_t bits;
            memcpy(&bits, &xyz[9 * i + (uint32_t)k], sizeof bits);
            put_word(at + 12 + 4 * k, bits);
        }
    }
    return 84 + 50 * (size_t)count;
}

static void test_stl_binary(void** state)
{
    (void)state;
    static const float two[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, -1, 2, 3, 0x1p-40f, 5, 6, 7, 8, 9};
    static unsigned char bytes[300];
    io_mesh mesh;
    for (int i = 0; i < 2; i++)
    {
        size_t size = write_stl(bytes, i ? "solid as some begin" : "head", two, 2);
        read_mesh(IO_MESH_STL, (const char*)bytes, size, &mesh);
        assert_string_equal(mesh.format, "STL, binary");
        assert_int_equal(mesh.point_count, 6);
        assert_memory_equal(mesh.points, two, sizeof two);
        io_mesh_free(&mesh);
    }
    size_t size = write_stl(bytes, "head", two, 2);
    read_mesh(IO_MESH_STL, (const char*)bytes, size + 7, &mesh);
    assert_int_equal(mesh.trailing, 7);
    io_mesh_free(&mesh);
    refuse(IO_MESH_STL, (const char*)bytes, size - 1, IO_ERR_SYNTAX, 0,
           "says it has 2 triangles, but ends before the 2-");
    refuse(IO_MESH_STL, (const char*)bytes, 83, IO_ERR_SYNTAX, 0, "too short");
    put_word(bytes + 80, 0xffffffffu);
    refuse(IO_MESH_STL, (const char*)bytes, size, IO_ERR_SYNTAX, 0, "says it has 4294967295 triangles");
    static const float bad[] = {0, 0, 0, 1, NAN, 0, 0, 1, 0};
    size = write_stl(bytes, "head", bad, 1);
    refuse(IO_MESH_STL, (const char*)bytes, size, IO_ERR_MEANING, 0, "point 2 is not a number");
}

#define PLY(format, rest) "ply\nformat " format " 1.0\ncomment made here\n" rest
#define XYZ "property float x\nproperty float y\nproperty float z\n"
#define FACES "property list uchar int vertex_indices\n"

static void test_ply_text(void** state)
{
    (void)state;
    io_mesh mesh;
    read_text(
        IO_MESH_PLY,
        PLY("ascii",
            "element vertex 4\n" XYZ "property float nonsense\nelement face 2\nproperty uchar flag\n" FACES
            "element edge 1\nproperty int a\nend_header\n") "0 0 0 nan\n1 0 0 inf\n1 1 0 x\n0 1 0 0\n9 3 0 1 2\n9 4 0 1 2 3\n1\n",
        &mesh);
    assert_string_equal(mesh.format, "PLY, text");
    EXPECT_CORNERS(&mesh, 0, 1, 2, 0, 1, 2, 0, 2, 3);
    assert_int_equal(mesh.polygons, 1);
    io_mesh_free(&mesh);
    refuse_text(IO_MESH_PLY, "plx\n", IO_ERR_SYNTAX, 1, "does not begin");
    refuse_text(IO_MESH_PLY, "ply\nformat ascii 1.0\nelement vertex 3\n", IO_ERR_SYNTAX, 4, "ends in its header");
    refuse_text(IO_MESH_PLY, "ply\nformat morse 1.0\n", IO_ERR_SYNTAX, 2, "neither ascii");
    refuse_text(IO_MESH_PLY, "ply\nelement vertex -1\n", IO_ERR_SYNTAX, 2, "no count");
    refuse_text(IO_MESH_PLY, "ply\nproperty float x\n", IO_ERR_SYNTAX, 2, "of no element");
    refuse_text(IO_MESH_PLY, "ply\nelement vertex 1\nproperty list float int x\n", IO_ERR_SYNTAX, 3, "not a property");
    refuse_text(IO_MESH_PLY, PLY("ascii", "element vertex 1\nproperty float x\nelement face 1\n" FACES "end_header\n"),
                IO_ERR_MEANING, 9, "x, y and z");
    refuse_text(IO_MESH_PLY, PLY("ascii", "element vertex 1\n" XYZ "end_header\n0 0 0\n"), IO_ERR_MEANING, 9,
                "vertex and face");
#define BODY(rest) PLY("ascii", "element vertex 3\n" XYZ "element face 1\n" FACES "end_header\n0 0 0\n1 0 0\n" rest)
    refuse_text(IO_MESH_PLY, BODY("0 x 0\n3 0 1 2\n"), IO_ERR_SYNTAX, 13, "'x' is not a number");
    refuse_text(IO_MESH_PLY, BODY("0 1 0\n3 0 1 3\n"), IO_ERR_MEANING, 14, "corner 4, but there are 3 points");
    refuse_text(IO_MESH_PLY, BODY("0 1 0\n3 0 1 -1\n"), IO_ERR_MEANING, 14, "no point");
    refuse_text(IO_MESH_PLY, BODY("0 1 0\n3 0 1"), IO_ERR_SYNTAX, 14, "ends before");
    refuse_text(IO_MESH_PLY, BODY("0 1 0\n3.5 0 1 2"), IO_ERR_SYNTAX, 14, "no length");
    refuse_text(IO_MESH_PLY,
                PLY("ascii", "element vertex 9007199254740992\n" XYZ "element face 1\n" FACES "end_header\n0 0 0\n"),
                IO_ERR_SYNTAX, 12, "ends before");
}

// A value in the order of the file.
static size_t put(unsigned char* at, bool big, uint64_t bits, size_t size)
{
    for (size_t i = 0; i < size; i++)
    {
        at[big ? size - 1 - i : i] = (unsigned char)(bits >> 8 * i);
    }
    return size;
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void test_ply_binary(void** state)
{
    (void)state;
    static unsigned char bytes[1000];
    for (int big = 0; big < 2; big++)
    {
        io_mesh mesh;
        size_t size = (size_t)snprintf((char*)bytes, sizeof bytes,
                                       "ply\nformat binary_%s_endian 1.0\nelement vertex 3\n"
                                       "property short x\nproperty double y\nproperty char z\nelement face 1\n"
                                       "property list ushort uint vertex_index\nproperty float q\nend_header\n",
                                       big ? "big" : "little");
        for (int i = 0; i < 3; i++)
        {
            size += put(bytes + size, big, (uint64_t)(-300 + i), 2);
            size += put(bytes + size, big, bits_of(0.1 * i), 8);
            size += put(bytes + size, big, (uint64_t)(-i), 1);
        }
        size += put(bytes + size, big, 3, 2);
        for (unsigned i = 0; i < 3; i++)
        {
            size += put(bytes + size, big, 2 - i, 4);
        }
        size += put(bytes + size, big, 0x7fc00000, 4);  // NaN, where nobody looks
        read_mesh(IO_MESH_PLY, (const char*)bytes, size, &mesh);
        assert_string_equal(mesh.format, big ? "PLY, binary, big-endian" : "PLY, binary");
        EXPECT_CORNERS(&mesh, 2, 1, 0);
        assert_true(mesh.points[1].x == -299.0f && mesh.points[1].y == 0.1f && mesh.points[2].z == -2.0f);
        io_mesh_free(&mesh);
        for (size_t cut = 1; cut < 40; cut++)
        {
            refuse(IO_MESH_PLY, (const char*)bytes, size - cut, IO_ERR_SYNTAX, 0, "ends before");
        }
    }
}

// Polygons

static double area_of(imp3_vec a, imp3_vec b, imp3_vec c)
{
    return 0.5 * (((double)b.x - (double)a.x) * ((double)c.y - (double)a.y) -
                  ((double)b.y - (double)a.y) * ((double)c.x - (double)a.x));
}

// Area of the triangles, all of which must turn the way the polygon does.
static double cut_area(const char* text, bool clean)
{
    io_mesh mesh;
    double sum = 0;
    read_text(IO_MESH_OBJ, text, &mesh);
    for (size_t i = 0; i < mesh.corner_count; i += 3)
    {
        double area =
            area_of(mesh.points[mesh.corners[i]], mesh.points[mesh.corners[i + 1]], mesh.points[mesh.corners[i + 2]]);
        assert_true(!clean || area > 0);
        sum += area;
    }
    assert_int_equal(mesh.crossed, !clean);
    assert_int_equal(mesh.corner_count, 3 * (mesh.point_count - 2));
    io_mesh_free(&mesh);
    return sum;
}

static void test_polygons(void** state)
{
    (void)state;
    // An arrow, whose fan would leave it; a square with a corner in the middle of its first side; a comb; one with a
    // hole that a slit leads to; a bow.
    assert_true(cut_area("v 0 0 0\nv 4 0 0\nv 4 4 0\nv 2 1 0\nv 0 4 0\nf 1 2 3 4 5\n", true) == 10);
    assert_true(cut_area("v 0 0 0\nv 1 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nf 1 2 3 4 5\n", true) == 4);
    assert_true(cut_area("v 0 0 0\nv 6 0 0\nv 6 4 0\nv 5 1 0\nv 4 4 0\nv 3 1 0\nv 2 4 0\nv 1 1 0\nv 0 4 0\n"
                         "f 1 2 3 4 5 6 7 8 9\n",
                         true) == 24 - 9);
    assert_true(cut_area("v 0 0 0\nv 6 0 0\nv 6 6 0\nv 0 6 0\nv 0 0 0\nv 2 2 0\nv 2 4 0\nv 4 4 0\nv 4 2 0\nv 2 2 0\n"
                         "f 1 2 3 4 5 6 7 8 9 10\n",
                         true) == 32);
    cut_area("v 0 0 0\nv 1 1 0\nv 1 0 0\nv 0 1 0\nf 1 2 3 4\n", false);

    // The side that a face looks to stays, whatever the axis along which it is cut.
    static const char* const turned[] = {"v 0 0 0\nv 4 0 0\nv 4 4 0\nv 2 1 0\nv 0 4 0\n",
                                         "v 0 0 0\nv 0 4 0\nv 0 4 4\nv 0 2 1\nv 0 0 4\n",
                                         "v 0 0 0\nv 0 0 4\nv 4 0 4\nv 1 0 2\nv 4 0 0\n"};
    for (int i = 0; i < 6; i++)
    {
        char text[200];
        io_mesh mesh;
        snprintf(text, sizeof text, "%sf %s\n", turned[i / 2], i % 2 ? "5 4 3 2 1" : "1 2 3 4 5");
        read_text(IO_MESH_OBJ, text, &mesh);
        for (size_t k = 0; k < mesh.corner_count; k += 3)
        {
            const imp3_vec *p = mesh.points, a = p[mesh.corners[k]];
            imp3_vec n =
                imp3_vec_cross(imp3_vec_sub(p[mesh.corners[k + 1]], a), imp3_vec_sub(p[mesh.corners[k + 2]], a));
            float along = i / 2 == 0 ? n.z : i / 2 == 1 ? n.x : n.y;
            assert_true(i % 2 ? along < 0 : along > 0);
        }
        assert_int_equal(mesh.crossed, 0);
        io_mesh_free(&mesh);
    }
}

// Stars of random radii: the areas of the triangles are that of the outline.
static void test_random_polygons(void** state)
{
    (void)state;
    test_rng rng = {7};
    for (int round = 0; round < 300; round++)
    {
        int32_t count = test_rng_int(&rng, 4, 40);
        imp3_vec points[40];
        int32_t ring[40], corners[3 * 38], chain[40];
        double flat[80], whole = 0, sum = 0;
        for (int32_t i = 0; i < count; i++)
        {
            float r = test_rng_range(&rng, 0.1f, 1.0f);
            double angle = 2 * 3.14159265358979 * i / count;
            points[i] = (imp3_vec){r * (float)cos(angle), r * (float)sin(angle), r};
            ring[i] = i;
        }
        for (int32_t i = 1; i + 1 < count; i++)
        {
            whole += area_of(points[0], points[i], points[i + 1]);
        }
        assert_true(io_mesh_cut(points, ring, count, corners, flat, chain));
        for (int32_t i = 0; i < 3 * (count - 2); i += 3)
        {
            double area = area_of(points[corners[i]], points[corners[i + 1]], points[corners[i + 2]]);
            assert_true(area > 0);
            sum += area;
        }
        assert_true(fabs(sum - whole) < 1e-12);
    }
}

// Numbers

static void test_numbers(void** state)
{
    (void)state;
    static const char* const texts[] = {"0",
                                        "-0",
                                        "1",
                                        "-1.5",
                                        ".5",
                                        "5.",
                                        "1e3",
                                        "1E-3",
                                        "1e+3",
                                        "123456789012345678901234567890",
                                        "0.000000000000000000000000000000001",
                                        "1e22",
                                        "1e-22",
                                        "9007199254740993",
                                        "1e-300",
                                        "0e99999999999",
                                        "3.4028234663852886e38",
                                        "1.17549435e-38",
                                        "000000000000000000000000012.5"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    {
        double value = 0, wanted = strtod(texts[i], NULL);
        const char* end = io_mesh_number(texts[i], &value);
        assert_non_null(end);
        assert_int_equal(*end, 0);
        assert_true(fabs(value - wanted) <= 0x1p-51 * fabs(wanted));
        assert_true(signbit(value) == signbit(wanted));
    }
    static const char* const none[] = {"", "-", ".", "e5", "+e5", "nan", "inf", "-inf", "1e999"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
    {
        double value = 0;
        assert_null(io_mesh_number(none[i], &value));
    }
    double value = 0;
    assert_string_equal(io_mesh_number("1e", &value), "e");
    assert_string_equal(io_mesh_number("1.2.3", &value), ".3");
    assert_string_equal(io_mesh_number("0x10", &value), "x10");
}

// Any float, printed with nine digits, comes back; in a locale with a decimal comma, too, where there is one.
static void test_round_trip(void** state)
{
    (void)state;
    static const char* const locales[] = {"C", "de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"};
    enum
    {
        COUNT = 3000
    };
    static float xyz[9 * COUNT];
    static char text[9 * COUNT * 24];
    test_rng rng = {3};
    for (size_t i = 0; i < 9 * COUNT; i++)
    {
        int exponent = test_rng_int(&rng, -40, 40);
        float mantissa = test_rng_range(&rng, -1.0f, 1.0f);
        xyz[i] = ldexpf(mantissa, exponent);
    }
    size_t length = 0;
    for (size_t i = 0; i < 3 * COUNT; i++)
    {
        length += (size_t)snprintf(text + length, sizeof text - length, "v %.9g %.9g %.9g\n", (double)xyz[3 * i],
                                   (double)xyz[3 * i + 1], (double)xyz[3 * i + 2]);
    }
    length += (size_t)snprintf(text + length, sizeof text - length, "f 1 2 3\n");
    for (size_t i = 0; i < sizeof locales / sizeof *locales; i++)
    {
        if (setlocale(LC_NUMERIC, locales[i]))
        {
            io_mesh mesh;
            read_mesh(IO_MESH_OBJ, text, length, &mesh);
            assert_int_equal(mesh.point_count, 3 * COUNT);
            assert_memory_equal(mesh.points, xyz, sizeof xyz);
            io_mesh_free(&mesh);
        }
    }
    setlocale(LC_NUMERIC, "C");
    static unsigned char bytes[84 + 50 * COUNT];
    io_mesh mesh;
    read_mesh(IO_MESH_STL, (const char*)bytes, write_stl(bytes, "round", xyz, COUNT), &mesh);
    assert_memory_equal(mesh.points, xyz, sizeof xyz);
    io_mesh_free(&mesh);
}

// Blocks

typedef struct dripping
{
    const char* bytes;
    size_t size, at, most, asked, limit;
    bool fails;
} dripping;

static bool drip(void* user, char* out, size_t room, size_t* count)
{
    dripping* d = user;
    size_t left = d->size - d->at, some = left < d->most ? left : d->most;
    some = some < room ? some : room;
    memcpy(out, d->bytes + d->at, some);
    d->at += some;
    *count = some;
    return !d->fails || some > 0;
}

static bool watch(void* watcher, uint64_t done, uint64_t size)
{
    dripping* d = watcher;
    d->asked++;
    return done <= size && d->asked <= d->limit;
}

// The same mesh, however few bytes come at a time; each block is told; who stops is obeyed.
static void test_blocks(void** state)
{
    (void)state;
    static const char text[] = "# a\r\n" THREE "v 1 10e-1 0\r\nf 1 2 4 3\r\nf -1 \\\r\n -2 -3\r\n";
    for (size_t most = 1; most < 20; most++)
    {
        dripping d = {text, sizeof text - 1, 0, most, 0, SIZE_MAX, false};
        io_stream stream = {drip, &d, sizeof text - 1, watch, &d};
        io_mesh mesh;
        io_error error;
        assert_int_equal(io_mesh_read(IO_MESH_OBJ, &stream, 2.0, NULL, &mesh, &error), IO_OK);
        assert_true(mesh.points[3].x == 2.0f && mesh.points[3].y == 2.0f);
        EXPECT_CORNERS(&mesh, 0, 1, 3, 0, 3, 2, 3, 2, 1);
        assert_true(d.asked >= d.size / most);
        io_mesh_free(&mesh);
    }
    dripping stopped = {text, sizeof text - 1, 0, 4, 0, 3, false};
    io_stream stream = {drip, &stopped, sizeof text - 1, watch, &stopped};
    io_mesh mesh;
    io_error error;
    assert_int_equal(io_mesh_read(IO_MESH_OBJ, &stream, 1.0, NULL, &mesh, &error), IO_ERR_FILE);
    assert_string_equal(error.text, "stopped");
    dripping broken = {text, sizeof text - 1, 0, 4, 0, SIZE_MAX, true};
    stream = (io_stream){drip, &broken, 0, NULL, NULL};
    assert_int_equal(io_mesh_read(IO_MESH_OBJ, &stream, 1.0, NULL, &mesh, &error), IO_ERR_FILE);
    assert_string_equal(error.text, "cannot be read");
}

static void test_files(void** state)
{
    (void)state;
    io_mesh mesh;
    io_error error;
    char path[200];
    write_file("three.Obj", THREE "f 1 2 3\n");
    snprintf(path, sizeof path, "%s/three.Obj", test_folder);
    assert_int_equal(io_mesh_load(path, 0.5, NULL, NULL, NULL, &mesh, &error), IO_OK);
    assert_true(mesh.points[1].x == 0.5f);
    io_mesh_free(&mesh);
    assert_int_equal(io_mesh_load("/nowhere/a.obj", 1, NULL, NULL, NULL, &mesh, &error), IO_ERR_FILE);
    assert_string_equal(error.file, "/nowhere/a.obj");
    assert_int_equal(io_mesh_load(test_folder, 1, NULL, NULL, NULL, &mesh, &error), IO_ERR_FILE);
    assert_non_null(strstr(error.text, "regular"));
    assert_int_equal(io_mesh_kind_of("a.b/c.STL"), IO_MESH_STL);
    assert_int_equal(io_mesh_kind_of("a.ply/c"), IO_MESH_NONE);
    assert_int_equal(io_mesh_kind_of("a.objx"), IO_MESH_NONE);
    assert_int_equal(io_mesh_kind_of("a.ob"), IO_MESH_NONE);
    assert_int_equal(io_mesh_kind_of(""), IO_MESH_NONE);
}

// Memory that runs out anywhere: a status, and nothing is lost.
static void test_memory(void** state)
{
    (void)state;
    static const char text[] = THREE "v 1 1 0\nf 1 2 4 3\nf 1 2 3\n";
    for (int64_t at = 0; at < 100; at++)
    {
        test_allocator memory = {.fail_at = at};
        imp_allocator allocator = test_allocator_get(&memory);
        io_mesh mesh;
        io_error error;
        io_status status = io_mesh_read_bytes(IO_MESH_OBJ, text, sizeof text - 1, &allocator, &mesh, &error);
        if (status == IO_OK)
        {
            io_mesh_free(&mesh);
            assert_int_equal(memory.live_bytes, 0);
            return;
        }
        assert_int_equal(status, IO_ERR_MEMORY);
        assert_int_equal(memory.live_bytes, 0);
    }
    fail_msg("never enough memory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_obj),        cmocka_unit_test(test_obj_refused),     cmocka_unit_test(test_stl_text),
        cmocka_unit_test(test_stl_binary), cmocka_unit_test(test_ply_text),        cmocka_unit_test(test_ply_binary),
        cmocka_unit_test(test_polygons),   cmocka_unit_test(test_random_polygons), cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_blocks),          cmocka_unit_test(test_files),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
