// SPDX-License-Identifier: MIT
//
// Convex parts as files. An OBJ has one object a part, with colours behind its points, as most that read OBJ take them. A
// GLB has one node a part below one that moves, as `impinge run` reads it, each with a material. A scene of our own names
// the mesh beside it, against which the parts are held when it is read.

#include "decompose_save.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "io/reader.h"

void decompose_color(int32_t part, double out[3])
{
    static const double turns[3] = {0, 4, 2};  // red, green, blue
    double hue = 6 * fmod(0.61803398875 * part, 1.0);
    for (int k = 0; k < 3; k++)
    {
        double much = fabs(fmod(hue + turns[k], 6.0) - 3) - 1;
        out[k] = 0.25 + 0.7 * fmin(fmax(much, 0), 1);
    }
}

static const char* stem_of(const char* path, int* length)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    *length = dot && dot > name ? (int)(dot - name) : (int)strlen(name);
    return name;
}

// A face's corners, in the caller's room.
static imp3_face face_of(const imp3_shape* part, int32_t number, int32_t* corners)
{
    imp3_face face = {.vertices = corners, .capacity = part->count};
    (void)imp3_shape_face(part, number, &face);
    return face;
}

static imp3_vec vertex_of(const imp3_shape* part, int32_t number)
{
    imp3_vec v = {0, 0, 0};
    (void)imp3_shape_vertex(part, number, &v);
    return v;
}

static int32_t most_corners(const imp3_compound* set)
{
    int32_t most = 0;
    for (int32_t i = 0; i < set->part_count; i++)
    {
        most = set->parts[i].count > most ? set->parts[i].count : most;
    }
    return most;
}

// OBJ

static void write_obj(FILE* file, const taken_apart* what, int32_t* corners)
{
    int32_t first = 1;
    fputs("# Convex parts, a colour each\n", file);
    for (int32_t i = 0; i < what->set->part_count; i++)
    {
        const imp3_shape* part = &what->set->parts[i];
        double color[3];
        decompose_color(i, color);
        fprintf(file, "o part%d\n", (int)i);
        for (int32_t k = 0; k < part->count; k++)
        {
            imp3_vec v = vertex_of(part, k);
            fprintf(file, "v %.9g %.9g %.9g %.3g %.3g %.3g\n", (double)v.x, (double)v.y, (double)v.z, color[0],
                    color[1], color[2]);
        }
        int32_t faces = 0;
        (void)imp3_shape_face_count(part, &faces);
        for (int32_t f = 0; f < faces; f++)
        {
            imp3_face face = face_of(part, f, corners);
            fputs("f", file);
            for (int32_t k = 0; k < face.count; k++)
            {
                fprintf(file, " %d", (int)(first + corners[k]));
            }
            fputc('\n', file);
        }
        first += part->count;
    }
}

// GLB: numbers are little-endian. Triangles have corners of their own, with the normal of their face.

static void put_u32(FILE* file, uint32_t word)
{
    for (int k = 0; k < 4; k++)
    {
        fputc((int)(word >> 8 * k & 255), file);
    }
}

static void put_vec(FILE* file, imp3_vec v)
{
    const float numbers[3] = {v.x, v.y, v.z};
    for (int k = 0; k < 3; k++)
    {
        uint32_t word;
        memcpy(&word, &numbers[k], sizeof word);
        put_u32(file, word);
    }
}

static uint32_t triangles_of(const imp3_shape* part, int32_t* corners)
{
    int32_t faces = 0;
    uint32_t count = 0;
    (void)imp3_shape_face_count(part, &faces);
    for (int32_t f = 0; f < faces; f++)
    {
        count += (uint32_t)face_of(part, f, corners).count - 2;
    }
    return count;
}

enum
{
    CORNER_BYTES = 24  // place and normal
};

static void put_part(FILE* file, const imp3_shape* part, int32_t* corners)
{
    int32_t faces = 0;
    (void)imp3_shape_face_count(part, &faces);
    for (int32_t f = 0; f < faces; f++)
    {
        imp3_face face = face_of(part, f, corners);
        for (int32_t k = 1; k + 1 < face.count; k++)
        {
            const int32_t turn[3] = {corners[0], corners[k], corners[k + 1]};
            for (int c = 0; c < 3; c++)
            {
                put_vec(file, vertex_of(part, turn[c]));
                put_vec(file, face.normal);
            }
        }
    }
}

static void print_glb(FILE* out, const taken_apart* what, int32_t* corners, uint32_t bytes)
{
    int length;
    const char* stem = stem_of(what->of->file, &length);
    int32_t count = what->set->part_count;
    char name[256];
    snprintf(name, sizeof name, "%.*s-rigid", length < 240 ? length : 240, stem);
    fprintf(out,
            "{\"asset\":{\"version\":\"2.0\",\"generator\":\"impinge %s\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
            "\"nodes\":[{\"name\":",
            imp_version_text());
    write_json_text(out, name);
    fputs(",\"children\":[", out);
    for (int32_t i = 0; i < count; i++)
    {
        fprintf(out, i ? ",%d" : "%d", (int)i + 1);
    }
    fputs("]}", out);
    double density = (double)(what->report->solid_volume / what->report->volume);
    for (int32_t i = 0; i < count; i++)
    {
        fprintf(out, ",{\"name\":\"part%d\",\"mesh\":%d,\"extras\":{\"density\":%.9g,\"as\":\"hull\"}}", (int)i, (int)i,
                density);
    }
    fputs("],\"materials\":[", out);
    for (int32_t i = 0; i < count; i++)
    {
        double c[3];
        decompose_color(i, c);
        fprintf(out, "%s{\"pbrMetallicRoughness\":{\"baseColorFactor\":[%.3g,%.3g,%.3g,1],\"metallicFactor\":0}}",
                i ? "," : "", c[0], c[1], c[2]);
    }
    fputs("],\"meshes\":[", out);
    for (int32_t i = 0; i < count; i++)
    {
        fprintf(out, "%s{\"primitives\":[{\"attributes\":{\"POSITION\":%d,\"NORMAL\":%d},\"material\":%d}]}",
                i ? "," : "", (int)(2 * i), (int)(2 * i + 1), (int)i);
    }
    fprintf(out,
            "],\"buffers\":[{\"byteLength\":%u}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":%u,\"byteStride\":%d}],"
            "\"accessors\":[",
            bytes, bytes, CORNER_BYTES);
    uint32_t at = 0;
    for (int32_t i = 0; i < count; i++)
    {
        uint32_t corner_count = 3 * triangles_of(&what->set->parts[i], corners);
        imp3_vec low = vertex_of(&what->set->parts[i], 0), high = low;
        for (int32_t k = 1; k < what->set->parts[i].count; k++)
        {
            imp3_vec v = vertex_of(&what->set->parts[i], k);
            low = (imp3_vec){fminf(low.x, v.x), fminf(low.y, v.y), fminf(low.z, v.z)};
            high = (imp3_vec){fmaxf(high.x, v.x), fmaxf(high.y, v.y), fmaxf(high.z, v.z)};
        }
        fprintf(out,
                "%s{\"bufferView\":0,\"byteOffset\":%u,\"componentType\":5126,\"count\":%u,\"type\":\"VEC3\","
                "\"min\":[%.9g,%.9g,%.9g],\"max\":[%.9g,%.9g,%.9g]},"
                "{\"bufferView\":0,\"byteOffset\":%u,\"componentType\":5126,\"count\":%u,\"type\":\"VEC3\"}",
                i ? "," : "", at, corner_count, (double)low.x, (double)low.y, (double)low.z, (double)high.x,
                (double)high.y, (double)high.z, at + 12, corner_count);
        at += corner_count * CORNER_BYTES;
    }
    fputs("]}", out);
}

static io_status write_glb(FILE* file, const taken_apart* what, int32_t* corners)
{
    uint32_t bytes = 0;
    for (int32_t i = 0; i < what->set->part_count; i++)
    {
        bytes += 3 * CORNER_BYTES * triangles_of(&what->set->parts[i], corners);
    }
    // The JSON's length stands before it: it is written to a file that is gone at the end, and copied.
    FILE* json = tmpfile();
    if (!json)
    {
        return IO_ERR_FILE;
    }
    print_glb(json, what, corners, bytes);
    long length = ftell(json);
    uint32_t padded = ((uint32_t)length + 3) / 4 * 4;
    rewind(json);
    put_u32(file, 0x46546C67);
    put_u32(file, 2);
    put_u32(file, 12 + 8 + padded + 8 + bytes);
    put_u32(file, padded);
    put_u32(file, 0x4E4F534A);
    for (long i = 0; i < length; i++)
    {
        fputc(fgetc(json), file);
    }
    for (uint32_t i = (uint32_t)length; i < padded; i++)
    {
        fputc(' ', file);
    }
    bool bad = ferror(json) != 0;
    fclose(json);
    put_u32(file, bytes);
    put_u32(file, 0x004E4942);
    for (int32_t i = 0; i < what->set->part_count; i++)
    {
        put_part(file, &what->set->parts[i], corners);
    }
    return bad ? IO_ERR_FILE : IO_OK;
}

// JSON

// The mesh's file as a scene beside it names it; null when the scene is elsewhere, or of a format that scenes do not name.
static const char* name_beside(const char* path, const char* mesh)
{
    const char *a = strrchr(path, '/'), *b = strrchr(mesh, '/');
    size_t folder_a = a ? (size_t)(a - path) : 0, folder_b = b ? (size_t)(b - mesh) : 0;
    bool beside = folder_a == folder_b && strncmp(path, mesh, folder_a) == 0;
    return io_mesh_kind_of(mesh) == IO_MESH_NONE ? NULL : beside && b ? b + 1 : beside || mesh[0] == '/' ? mesh : NULL;
}

static void write_scene(FILE* file, const char* path, const taken_apart* what)
{
    int length;
    const char *stem = stem_of(what->of->file, &length), *mesh = name_beside(path, what->of->file);
    char name[256];
    snprintf(name, sizeof name, "%.*s", length < 240 ? length : 240, stem);
    fputs("{\n  \"impinge\": \"scene\",\n  \"version\": 1,\n  \"dimension\": 3,\n  \"bodies\": [{\"name\": ", file);
    write_json_text(file, name);
    fputs(", \"colliders\": [{\"shape\": {\"kind\": \"parts\", ", file);
    if (mesh)
    {
        fputs("\"file\": ", file);
        write_json_text(file, mesh);
        fprintf(file, ", \"scale\": %.17g, \"tolerance\": %.9g,\n       ", what->scale, what->tolerance);
    }
    io_write_parts(file, what->set);
    fputc('}', file);
    if (!mesh)
    {
        fprintf(file, ", \"density\": %.9g", (double)(what->report->solid_volume / what->report->volume));
    }
    fputs("}]}]\n}\n", file);
}

static bool ends_in(const char* path, const char* end)
{
    size_t length = strlen(path), count = strlen(end);
    return length > count && strcmp(path + length - count, end) == 0;
}

io_status decompose_save(const char* path, const taken_apart* what, io_error* error)
{
    bool obj = ends_in(path, ".obj"), glb = ends_in(path, ".glb"), json = ends_in(path, ".json");
    *error = (io_error){.line = 0};
    snprintf(error->file, sizeof error->file, "%s", path);
    if (!obj && !glb && !json)
    {
        return io_error_set(error, IO_ERR_MEANING, 0, "parts are saved as .obj, .glb or .json");
    }
    int32_t* corners = malloc((size_t)most_corners(what->set) * sizeof *corners);
    FILE* file = corners ? fopen(path, "wb") : NULL;
    if (!file)
    {
        free(corners);
        return corners ? io_error_set(error, IO_ERR_FILE, 0, "%s", strerror(errno))
                       : io_error_set(error, IO_ERR_MEMORY, 0, "out of memory");
    }
    io_status status = IO_OK;
    if (obj)
    {
        write_obj(file, what, corners);
    }
    else if (glb)
    {
        status = write_glb(file, what, corners);
    }
    else
    {
        write_scene(file, path, what);
    }
    bool bad = ferror(file) != 0;
    bad = fclose(file) != 0 || bad;
    free(corners);
    return status || bad ? io_error_set(error, status ? status : IO_ERR_FILE, 0, "could not be written") : IO_OK;
}
