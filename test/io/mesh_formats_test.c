// SPDX-License-Identifier: MIT
//
// What comes of a mesh in each format that Assimp reads: an L of height 1, twice, the second by a node that mirrors it and
// makes it twice as large. Volume and area tell whether places, units, order of corners and cuts of polygons are right.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/io_command.h"
#include "io/mesh_foreign.h"
#include "support.h"

enum
{
    POINTS = 12,
    POLYGONS = 8,
    TRIANGLES = 20,
    TEXT_MAX = 8000
};

// Below a hexagon with one concave corner, above the same, and six sides between them.
static const int outline[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
static const int bottom[6] = {1, 0, 5, 4, 3, 2}, top[6] = {7, 8, 9, 10, 11, 6};  // fans from their first are no cuts

static const float whole_volume = 3 + 24, whole_area = 14 + 56;

typedef struct text
{
    char bytes[TEXT_MAX];
    size_t length;
} text;

static void add(text* out, const char* format, double number)
{
    out->length += (size_t)snprintf(out->bytes + out->length, TEXT_MAX - out->length, format, number);
    assert_true(out->length < TEXT_MAX);
}

static void point_of(int i, int xyz[3])
{
    xyz[0] = outline[i % 6][0];
    xyz[1] = outline[i % 6][1];
    xyz[2] = i / 6;
}

static int polygon_of(int number, int ring[6])
{
    const int a = number, b = (number + 1) % 6;
    const int side[4] = {a, b, 6 + b, 6 + a};
    memcpy(ring, number == 6 ? bottom : number == 7 ? top : side, (number < 6 ? 4 : 6) * sizeof *ring);
    return number < 6 ? 4 : 6;
}

// Fans from the corners at the origin, which see all others.
static void triangle_of(int number, int corners[3])
{
    int ring[6], count = 4, first = 0, k = number % 2;
    if (number < 12)
    {
        (void)polygon_of(number / 2, ring);
    }
    else
    {
        count = polygon_of(number < 16 ? 6 : 7, ring);
        first = number < 16 ? 1 : 5;  // 0 of the bottom, 6 of the top
        k = (number - 12) % 4;
    }
    corners[0] = ring[first];
    corners[1] = ring[(first + k + 1) % count];
    corners[2] = ring[(first + k + 2) % count];
}

// Loading

// Whether there is an Assimp whose throws do not end the child: those of C++ end what is sanitized as C.
static bool has_assimp(void)
{
#if defined IO_MESH_UNLIMITED
    printf("skip: Assimp under a sanitizer\n");
    return false;
#endif
    char path[200];
    io_mesh mesh;
    io_error error;
    write_file("one.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
    snprintf(path, sizeof path, "%s/one.off", test_folder);
    bool has = io_mesh_load_foreign(path, 1, NULL, &mesh, &error) == IO_OK;
    if (has)
    {
        io_mesh_free(&mesh);
    }
    else
    {
        printf("skip: built without Assimp\n");
    }
    return has;
}

static double length_of(imp3_vec v)
{
    return sqrt((double)imp3_vec_dot(v, v));
}

static imp3_box box_with(imp3_box box, imp3_vec v)
{
    const imp3_vec low = {fminf(box.lower.x, v.x), fminf(box.lower.y, v.y), fminf(box.lower.z, v.z)};
    const imp3_vec high = {fmaxf(box.upper.x, v.x), fmaxf(box.upper.y, v.y), fmaxf(box.upper.z, v.z)};
    return (imp3_box){low, high};
}

// The file, held against the two of them in units of so many metres, with lines and points that are left out.
static void expect_two(const char* name, const char* format, double unit, double told, int64_t thin)
{
    char path[200];
    io_mesh mesh;
    io_error error;
    snprintf(path, sizeof path, "%s/%s", test_folder, name);
    if (io_mesh_load_foreign(path, 1, NULL, &mesh, &error))
    {
        fail_msg("%s: %s", name, error.text);
    }
    double volume = 0, area = 0;
    imp3_box box = {mesh.points[mesh.corners[0]], mesh.points[mesh.corners[0]]};
    for (size_t i = 0; i < mesh.corner_count; i += 3)
    {
        const imp3_vec *a = &mesh.points[mesh.corners[i]], *b = &mesh.points[mesh.corners[i + 1]],
                       *c = &mesh.points[mesh.corners[i + 2]];
        imp3_vec normal = imp3_vec_cross(imp3_vec_sub(*b, *a), imp3_vec_sub(*c, *a));
        volume += (double)imp3_vec_dot(*a, normal) / 6;
        area += length_of(normal) / 2;
        for (int k = 0; k < 3; k++)
        {
            box = box_with(box, mesh.points[mesh.corners[i + (size_t)k]]);
        }
    }
    print_message("%s: volume %.9g, area %.9g\n", name, volume, area);
    assert_int_equal(mesh.corner_count, 2 * 3 * TRIANGLES);
    assert_string_equal(mesh.format, format);
    assert_int_equal(mesh.thin, thin);
    assert_number(fabs(mesh.unit - told), <=, 1e-9 * told);
    assert_number(fabs(volume / (unit * unit * unit) / (double)whole_volume - 1), <, 1e-4);
    assert_number(fabs(area / (unit * unit) / (double)whole_area - 1), <, 1e-5);
    const imp3_vec expected_low = {6, 0, 0}, expected_high = {12, 9, 2};
    imp3_vec off = imp3_vec_sub(imp3_vec_scale(expected_low, (float)unit), box.lower);
    assert_number(length_of(off), <, 1e-5 * unit);
    off = imp3_vec_sub(imp3_vec_scale(expected_high, (float)unit), box.upper);
    assert_number(length_of(off), <, 1e-5 * unit);
    io_mesh_free(&mesh);
}

static void expect_refused(const char* name, io_status status, const char* words)
{
    char path[200];
    io_mesh mesh;
    io_error error;
    snprintf(path, sizeof path, "%s/%s", test_folder, name);
    assert_int_equal(io_mesh_load_foreign(path, 1, NULL, &mesh, &error), status);
    if (!strstr(error.text, words))
    {
        fail_msg("%s: not said: %s\n%s", name, words, error.text);
    }
    assert_int_equal(error.line, 0);
}

// glTF: a mesh of triangles and one of a line and points; a node with two children that name the same mesh

enum
{
    GLTF_INDICES = 4 * 3 * POINTS,
    GLTF_SIZE = GLTF_INDICES + 2 * 3 * TRIANGLES
};

static void fill_gltf(unsigned char bytes[GLTF_SIZE], bool with_infinity)
{
    for (int i = 0; i < POINTS; i++)
    {
        int xyz[3];
        point_of(i, xyz);
        for (int k = 0; k < 3; k++)
        {
            // 0, 1 and 2 as floats, in little-endian order
            static const unsigned char floats[3][4] = {{0, 0, 0, 0}, {0, 0, 0x80, 0x3f}, {0, 0, 0, 0x40}};
            static const unsigned char infinity[4] = {0, 0, 0x80, 0x7f};
            memcpy(bytes + 4 * (3 * i + k), with_infinity && i == 5 ? infinity : floats[xyz[k]], 4);
        }
    }
    for (int i = 0; i < TRIANGLES; i++)
    {
        int corners[3];
        triangle_of(i, corners);
        for (int k = 0; k < 3; k++)
        {
            bytes[GLTF_INDICES + 2 * (3 * i + k)] = (unsigned char)corners[k];
            bytes[GLTF_INDICES + 2 * (3 * i + k) + 1] = 0;
        }
    }
}

static void write_gltf_text(text* out, const char* source)
{
    out->length = (size_t)snprintf(
        out->bytes, TEXT_MAX,
        "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0,3]}],\"nodes\":["
        "{\"children\":[1,2],\"translation\":[10,0,0]},{\"mesh\":0},"
        "{\"mesh\":0,\"translation\":[0,5,0],\"scale\":[-2,2,2]},{\"mesh\":1}],"
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]},{\"primitives\":["
        "{\"attributes\":{\"POSITION\":0},\"mode\":1},{\"attributes\":{\"POSITION\":0},\"mode\":0}]}],"
        "\"buffers\":[{%s\"byteLength\":%d}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":%d},"
        "{\"buffer\":0,\"byteOffset\":%d,\"byteLength\":%d}],\"accessors\":["
        "{\"bufferView\":0,\"componentType\":5126,\"count\":%d,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[2,2,1]},"
        "{\"bufferView\":1,\"componentType\":5123,\"count\":%d,\"type\":\"SCALAR\"}]}",
        source, (int)GLTF_SIZE, (int)GLTF_INDICES, (int)GLTF_INDICES, (int)(GLTF_SIZE - GLTF_INDICES), (int)POINTS,
        3 * (int)TRIANGLES);
}

static void put_word(unsigned char* out, size_t word)
{
    for (int i = 0; i < 4; i++)
    {
        out[i] = (unsigned char)(word >> 8 * i & 255);
    }
}

// The text, and the bytes behind it.
static void write_glb(const char* name, const unsigned char bytes[GLTF_SIZE])
{
    static unsigned char file[TEXT_MAX + GLTF_SIZE + 40];
    text json;
    write_gltf_text(&json, "");
    while (json.length % 4 != 0)
    {
        add(&json, " ", 0);
    }
    const size_t size = 12 + 8 + json.length + 8 + GLTF_SIZE;
    memcpy(file, "glTF", 4);
    put_word(file + 4, 2);
    put_word(file + 8, size);
    put_word(file + 12, json.length);
    memcpy(file + 16, "JSON", 4);
    memcpy(file + 20, json.bytes, json.length);
    put_word(file + 20 + json.length, GLTF_SIZE);
    memcpy(file + 24 + json.length, "BIN", 4);
    memcpy(file + 28 + json.length, bytes, GLTF_SIZE);
    write_bytes(name, file, size);
}

static void test_gltf(void** state)
{
    (void)state;
    unsigned char bytes[GLTF_SIZE];
    text json;
    if (!has_assimp())
    {
        return;
    }
    fill_gltf(bytes, false);
    write_gltf_text(&json, "\"uri\":\"l.bin\",");
    write_file("l.gltf", json.bytes);
    expect_refused("l.gltf", IO_ERR_MEANING, "cannot be read: GLTF: could not open referenced file \"l.bin\"");
    write_bytes("l.bin", bytes, sizeof bytes);
    expect_two("l.gltf", "glTF, read by Assimp", 1, 0, POINTS / 2 + POINTS);
    write_glb("l.glb", bytes);
    expect_two("l.glb", "glTF, binary, read by Assimp", 1, 0, POINTS / 2 + POINTS);
    fill_gltf(bytes, true);
    write_glb("far.glb", bytes);
    expect_refused("far.glb", IO_ERR_MEANING, "point 6 is");
    write_bytes("cut.glb", "glTF\1\0\0\0", 8);
    expect_refused("cut.glb", IO_ERR_MEANING, "is of a format or version that this build of Assimp does not read");
}

// 3MF: an object of triangles and one that has it for a part, in a zip of deflated parts

typedef struct archive
{
    unsigned char bytes[3 * TEXT_MAX], directory[1000];
    size_t size, directory_size;
    int count;
} archive;

static uint32_t checksum(const char* bytes, size_t size)
{
    uint32_t crc = ~0u;
    for (size_t i = 0; i < size; i++)
    {
        crc ^= (unsigned char)bytes[i];
        for (int k = 0; k < 8; k++)
        {
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
        }
    }
    return ~crc;
}

// One block of deflate that holds bytes as they are.
static void add_part(archive* out, const char* name, const char* bytes)
{
    size_t size = strlen(bytes), length = strlen(name);
    unsigned char head[26] = {20};  // version, flags, method, time, date, checksum, sizes, length of the name
    head[4] = 8;
    put_word(head + 10, checksum(bytes, size));
    put_word(head + 14, size + 5);
    put_word(head + 18, size);
    head[22] = (unsigned char)length;
    unsigned char* to = out->bytes + out->size;
    memcpy(to, "PK\3\4", 4);
    memcpy(to + 4, head, sizeof head);
    memcpy(to + 30, name, length);
    to += 30 + length;
    const unsigned char block[5] = {1, (unsigned char)(size & 255), (unsigned char)(size >> 8),
                                    (unsigned char)(~size & 255), (unsigned char)(~size >> 8 & 255)};
    memcpy(to, block, sizeof block);
    memcpy(to + 5, bytes, size);
    unsigned char* entry = out->directory + out->directory_size;
    memset(entry, 0, 46);
    memcpy(entry, "PK\1\2\24", 5);
    memcpy(entry + 6, head, sizeof head);
    put_word(entry + 42, out->size);
    memcpy(entry + 46, name, length);
    out->directory_size += 46 + length;
    out->size += 30 + length + 5 + size;
    out->count++;
}

static void write_archive(archive* out, const char* name)
{
    unsigned char end[22] = "PK\5\6";
    end[8] = end[10] = (unsigned char)out->count;
    put_word(end + 12, out->directory_size);
    put_word(end + 16, out->size);
    memcpy(out->bytes + out->size, out->directory, out->directory_size);
    memcpy(out->bytes + out->size + out->directory_size, end, sizeof end);
    write_bytes(name, out->bytes, out->size + out->directory_size + sizeof end);
}

static void write_3mf(const char* name, const char* unit)
{
    static archive file;
    static text model;
    memset(&file, 0, sizeof file);
    model.length = (size_t)snprintf(
        model.bytes, TEXT_MAX,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<model %s xml:lang=\"en-US\""
        " xmlns=\"http://schemas.microsoft.com/3dmanufacturing/core/2015/02\"><resources><object id=\"1\" type=\"model\">"
        "<mesh><vertices>",
        unit);
    for (int i = 0; i < POINTS; i++)
    {
        int xyz[3];
        point_of(i, xyz);
        add(&model, "<vertex x=\"%g\"", xyz[0]);
        add(&model, " y=\"%g\"", xyz[1]);
        add(&model, " z=\"%g\"/>", xyz[2]);
    }
    add(&model, "</vertices><triangles>", 0);
    for (int i = 0; i < TRIANGLES; i++)
    {
        int corners[3];
        triangle_of(i, corners);
        add(&model, "<triangle v1=\"%g\"", corners[0]);
        add(&model, " v2=\"%g\"", corners[1]);
        add(&model, " v3=\"%g\"/>", corners[2]);
    }
    add(&model,
        "</triangles></mesh></object><object id=\"2\" type=\"model\"><components><component objectid=\"1\""
        " transform=\"-2 0 0 0 2 0 0 0 2 0 5 0\"/></components></object></resources>"
        "<build><item objectid=\"1\" transform=\"1 0 0 0 1 0 0 0 1 10 0 0\"/>"
        "<item objectid=\"2\" transform=\"1 0 0 0 1 0 0 0 1 10 0 0\"/></build></model>",
        0);
    add_part(
        &file, "[Content_Types].xml",
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
        "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
        "<Default Extension=\"model\" ContentType=\"application/vnd.ms-package.3dmanufacturing-3dmodel+xml\"/></Types>");
    add_part(&file, "_rels/.rels",
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
             "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
             "<Relationship Target=\"/3D/3dmodel.model\" Id=\"rel0\""
             " Type=\"http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel\"/></Relationships>");
    add_part(&file, "3D/3dmodel.model", model.bytes);
    write_archive(&file, name);
}

static void test_3mf(void** state)
{
    (void)state;
    if (!has_assimp())
    {
        return;
    }
    static const struct
    {
        const char* attribute;
        double unit;
    } cases[] = {{"unit=\"millimeter\"", 1e-3}, {"unit='micron'", 1e-6},  {"unit=\"inch\"", 0.0254},
                 {"unit=\"meter\"", 1},         {"id=\"unit\"", 1e-3},    {"unit=\"meters\"", 1e-3},
                 {"unit=\"centimeter\"", 1e-2}, {"unit=\"foot\"", 0.3048}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        write_3mf("l.3mf", cases[i].attribute);
        expect_two("l.3mf", "3MF, read by Assimp", cases[i].unit, cases[i].unit, 0);
    }
    write_bytes("none.3mf", "PK\5\6 and no more", 16);
    expect_refused("none.3mf", IO_ERR_MEANING, "read");
}

// Archives that are cut anywhere, or point anywhere: no unit is found in them, and nothing else happens.
static void test_3mf_unit(void** state)
{
    (void)state;
    static char whole[3 * TEXT_MAX];
    char path[200];
    write_3mf("l.3mf", "unit=\"inch\"");
    snprintf(path, sizeof path, "%s/l.3mf", test_folder);
    assert_true(io_mesh_3mf_unit(path) == 0.0254);
    size_t size = read_file("l.3mf", whole, sizeof whole);
    for (size_t cut = 0; cut < size; cut += 1 + size / 200)
    {
        write_bytes("l.3mf", whole, cut);
        assert_true(io_mesh_3mf_unit(path) == 1e-3);
    }
    for (size_t at = 1; at <= 250; at++)
    {
        char kept = whole[size - at];
        whole[size - at] = (char)(kept ^ 0x55);
        write_bytes("l.3mf", whole, size);
        double unit = io_mesh_3mf_unit(path);
        assert_true(unit == 1e-3 || unit == 0.0254);
        whole[size - at] = kept;
    }
    assert_true(io_mesh_3mf_unit("/nowhere/a.3mf") == 1e-3);
}

// Collada and FBX: polygons as they are

static void add_polygons(text* out, bool last_negative, const char* between)
{
    for (int i = 0; i < POLYGONS; i++)
    {
        int ring[6], count = polygon_of(i, ring);
        for (int k = 0; k < count; k++)
        {
            add(out, "%g", last_negative && k == count - 1 ? -ring[k] - 1 : ring[k]);
            add(out, i == POLYGONS - 1 && k == count - 1 ? "" : between, 0);
        }
    }
}

static void add_coordinates(text* out, const char* between)
{
    for (int i = 0; i < POINTS; i++)
    {
        int xyz[3];
        point_of(i, xyz);
        for (int k = 0; k < 3; k++)
        {
            add(out, "%g", xyz[k]);
            add(out, i == POINTS - 1 && k == 2 ? "" : between, 0);
        }
    }
}

static void test_collada(void** state)
{
    (void)state;
    text dae = {.length = 0};
    if (!has_assimp())
    {
        return;
    }
    add(&dae,
        "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">"
        "<asset><unit name=\"decimeter\" meter=\"0.1\"/><up_axis>Y_UP</up_axis></asset>"
        "<library_geometries><geometry id=\"g\"><mesh><source id=\"p\"><float_array id=\"pa\" count=\"36\">",
        0);
    add_coordinates(&dae, " ");
    add(&dae,
        "</float_array><technique_common><accessor source=\"#pa\" count=\"12\" stride=\"3\"><param name=\"X\""
        " type=\"float\"/><param name=\"Y\" type=\"float\"/><param name=\"Z\" type=\"float\"/></accessor>"
        "</technique_common></source><vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>"
        "<polylist count=\"8\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><vcount>4 4 4 4 4 4 6 6</vcount><p>",
        0);
    add_polygons(&dae, false, " ");
    add(&dae,
        "</p></polylist><lines count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1</p></lines></mesh>"
        "</geometry></library_geometries><library_visual_scenes><visual_scene id=\"s\"><node><translate>10 0 0</translate>"
        "<node><instance_geometry url=\"#g\"/></node><node><translate>0 5 0</translate><scale>-2 2 2</scale>"
        "<instance_geometry url=\"#g\"/></node></node></visual_scene></library_visual_scenes>"
        "<scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>",
        0);
    write_file("l.dae", dae.bytes);
    expect_two("l.dae", "Collada, read by Assimp", 0.1, 0, 2);
}

static void test_fbx(void** state)
{
    (void)state;
    static const double units[] = {1, 2.54, 100};  // in centimetres
    if (!has_assimp())
    {
        return;
    }
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    {
        text fbx = {.length = 0};
        add(&fbx,
            "; FBX 7.4.0 project file\nFBXHeaderExtension:  {\n\tFBXHeaderVersion: 1003\n\tFBXVersion: 7400\n}\n"
            "GlobalSettings:  {\n\tVersion: 1000\n\tProperties70:  {\n"
            "\t\tP: \"UnitScaleFactor\", \"double\", \"Number\", \"\",%g\n\t}\n}\n",
            units[i]);
        add(&fbx, "Objects:  {\n\tGeometry: 1, \"Geometry::\", \"Mesh\" {\n\t\tVertices: *%g {\n\t\t\ta: ", 3 * POINTS);
        add_coordinates(&fbx, ",");
        add(&fbx, "\n\t\t}\n\t\tPolygonVertexIndex: *%g {\n\t\t\ta: ", 36);
        add_polygons(&fbx, true, ",");
        add(&fbx,
            "\n\t\t}\n\t\tGeometryVersion: 124\n\t}\n\tModel: 2, \"Model::one\", \"Mesh\" {\n\t\tVersion: 232\n"
            "\t\tProperties70:  {\n\t\t\tP: \"Lcl Translation\", \"Lcl Translation\", \"\", \"A\",10,0,0\n\t\t}\n\t}\n"
            "\tModel: 3, \"Model::two\", \"Mesh\" {\n\t\tVersion: 232\n\t\tProperties70:  {\n"
            "\t\t\tP: \"Lcl Translation\", \"Lcl Translation\", \"\", \"A\",10,5,0\n"
            "\t\t\tP: \"Lcl Scaling\", \"Lcl Scaling\", \"\", \"A\",-2,2,2\n\t\t}\n\t}\n}\n"
            "Connections:  {\n\tC: \"OO\",2,0\n\tC: \"OO\",3,0\n\tC: \"OO\",1,2\n\tC: \"OO\",1,3\n}\n",
            0);
        write_file("l.fbx", fbx.bytes);
        expect_two("l.fbx", "FBX, read by Assimp", 0.01 * units[i], 0.01 * units[i], 0);
    }
}

static void test_step(void** state)
{
    (void)state;
    if (!has_assimp())
    {
        return;
    }
    static const char step[] =
        "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\n"
        "FILE_SCHEMA(('AUTOMOTIVE_DESIGN'));\nENDSEC;\nDATA;\n#1=CARTESIAN_POINT('',(0.,0.,0.));\nENDSEC;\n"
        "END-ISO-10303-21;\n";
    write_file("l.step", step);
    write_file("l.STP", step);
    expect_refused("l.step", IO_ERR_MEANING, "is a STEP that Assimp does not read");
    expect_refused("l.STP", IO_ERR_MEANING, "is a STEP that Assimp does not read");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_gltf),     cmocka_unit_test(test_3mf),
                                       cmocka_unit_test(test_3mf_unit), cmocka_unit_test(test_collada),
                                       cmocka_unit_test(test_fbx),      cmocka_unit_test(test_step)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
