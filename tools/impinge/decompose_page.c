// SPDX-License-Identifier: MIT
//
// The page of `impinge decompose --html`: meshes.html, in which each part is a body with a colour of its own, and the mesh
// one that is not shown at first; with the data that mesh_page.c tells.

#include <stdlib.h>

#include "check.h"
#include "decompose_save.h"
#include "meshes_html.h"  // static const unsigned char meshes_html[], made from meshes.html by page.cmake
#include "page.h"

typedef struct page_data
{
    const taken_apart* what;
    bool z_up;
} page_data;

static void write_box(FILE* file, imp3_box box)
{
    page_write_vec(file, "lower", box.lower);
    fputc(',', file);
    page_write_vec(file, "upper", box.upper);
    fputs(",\"pose\":[0,0,0,1,0,0,0,1,0,0,0,1],\"levels\":[],\"hit\":[],", file);
}

static void put_triangles(page_bytes* out, const imp3_shape* part)
{
    int32_t faces = 0;
    int32_t* corners = malloc((size_t)part->count * sizeof *corners);
    (void)imp3_shape_face_count(part, &faces);
    for (int32_t f = 0; corners && f < faces; f++)
    {
        imp3_face face = {.vertices = corners, .capacity = part->count};
        (void)imp3_shape_face(part, f, &face);
        for (int32_t k = 1; k + 1 < face.count; k++)
        {
            const int32_t turn[3] = {corners[0], corners[k], corners[k + 1]};
            for (int c = 0; c < 3; c++)
            {
                imp3_vec v = {0, 0, 0};
                (void)imp3_shape_vertex(part, turn[c], &v);
                page_put_vec(out, v);
            }
        }
    }
    free(corners);
}

static void write_part(FILE* file, const taken_apart* what, int32_t number)
{
    const imp3_shape* part = &what->set->parts[number];
    const imp3_pose here = imp3_pose_identity();
    imp3_mass mass = {.mass = 0};
    imp3_box box = {{0, 0, 0}, {0, 0, 0}};
    double c[3];
    decompose_color(number, c);
    (void)imp3_shape_bounds(part, &here, &box);
    (void)imp3_shape_mass(part, 1, &mass);
    fprintf(file,
            ",\n{\"file\":\"part%d\",\"format\":\"%d corners\",\"notes\":[\"%.4g m^3\"],"
            "\"tint\":[%.3g,%.3g,%.3g],",
            (int)number, (int)part->count, (double)mass.mass, c[0], c[1], c[2]);
    write_box(file, box);
    page_bytes out = page_bytes_begin(file, "points");
    put_triangles(&out, part);
    page_bytes_end(&out);
    fputc('}', file);
}

static void write_mesh(FILE* file, const body* it)
{
    fputs("{\"file\":", file);
    write_json_text(file, it->file);
    fprintf(file, ",\"format\":\"%d triangles\",\"notes\":[\"%.4g m^3\"],\"hidden\":true,",
            (int)it->compound.part_count, (double)it->volume);
    write_box(file, it->box);
    page_write_mesh(file, &it->mesh);
    fputc('}', file);
}

static void write_data(FILE* file, const void* data)
{
    const page_data* d = data;
    const imp3_decompose_report* r = d->what->report;
    fprintf(file, "{\"version\":\"%s\",\"clearance\":0,\"up\":\"%s\",\"scene\":", imp_version_text(),
            d->z_up ? "z" : "y");
    write_json_text(file, d->what->of->file);
    fprintf(file, ",\"parts\":{\"count\":%d,\"tolerance\":%.4g,\"outwards\":%.4g,\"inwards\":%.4g},\"bodies\":[",
            (int)r->parts, d->what->tolerance, (double)r->outwards, (double)r->inwards);
    write_mesh(file, d->what->of);
    for (int32_t i = 0; i < d->what->set->part_count; i++)
    {
        write_part(file, d->what, i);
    }
    fputs("],\n\"findings\":[]}", file);
}

io_status decompose_page(const char* path, const taken_apart* what, bool z_up, io_error* error)
{
    const page_data data = {what, z_up};
    return page_write(path, meshes_html, sizeof meshes_html, write_data, &data, error);
}
