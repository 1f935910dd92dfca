// SPDX-License-Identifier: MIT
//
// The page of `impinge check --html` about meshes: meshes.html with the data in it. What is long, points, corners,
// segments and volumes of the trees, is there as bytes in base 64, little-endian.

#include "mesh_check.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "meshes_html.h"  // static const unsigned char meshes_html[], made from meshes.html by page.cmake
#include "page.h"

enum
{
    LEVELS_MAX = 24,
    VOLUMES_MAX = 6000,  // of a level that is drawn
    VOLUME_NUMBERS = 16  // kind, center, half, turn
};

// Triangles of a body that touch something, as they stand in its file; some may be told several times.
static void write_hit(FILE* file, const bodies* all, const mesh_result* result, int32_t number)
{
    page_bytes out = page_bytes_begin(file, "hit");
    for (size_t i = 0; i < result->finding_count; i++)
    {
        const mesh_finding* f = &result->findings[i];
        for (int32_t k = 0; k < f->crossing_count && (f->a == number || f->b == number); k++)
        {
            const imp3_mesh_pair* p = &result->crossings[f->first_crossing + k];
            int32_t source = 0;
            (void)imp3_compound_source(&all->items[number].compound, f->a == number ? p->part_a : p->part_b, &source);
            page_put_word(&out, (uint32_t)source);
        }
    }
    page_bytes_end(&out);
}

static void write_level(FILE* file, const imp3_volume* volumes, int32_t count, bool first)
{
    fputs(first ? "\"" : ",\"", file);
    page_bytes out = {.file = file};
    for (int32_t i = 0; i < count; i++)
    {
        const imp3_volume* v = &volumes[i];
        page_put_float(&out, (float)v->kind);
        page_put_vec(&out, v->center);
        page_put_vec(&out, v->half);
        page_put_vec(&out, v->turn.x);
        page_put_vec(&out, v->turn.y);
        page_put_vec(&out, v->turn.z);
    }
    page_bytes_end(&out);
}

// Levels of the tree down to one that has too many volumes to be seen; none where there is no memory for them.
static void write_levels(FILE* file, const body* it)
{
    imp3_bvh_stats stats = {.depth = 0};
    imp3_volume* volumes = malloc(VOLUMES_MAX * sizeof *volumes);
    fprintf(file, "\"levels\":[");
    if (volumes && imp3_mesh_stats(&it->compound, &stats) == IMP_OK)
    {
        int32_t count = 0;
        for (int32_t level = 0; level < stats.depth && level < LEVELS_MAX; level++)
        {
            if (imp3_mesh_volumes(&it->compound, level, volumes, VOLUMES_MAX, &count))
            {
                break;
            }
            write_level(file, volumes, count, level == 0);
        }
    }
    free(volumes);
    fputc(']', file);
}

static void write_notes(FILE* file, const body* it)
{
    const imp3_triangles_report* s = &it->surface;
    const struct
    {
        int64_t count;
        const char* what;
    } notes[] = {{s->border, "edges with one triangle"},
                 {s->non_manifold, "edges with more than two triangles"},
                 {s->reversed, "edges whose triangles look to different sides"},
                 {s->flat, "triangles without an area, left out"},
                 {s->doubled, "triangles that are there twice, left out"},
                 {it->mesh.polygons, "faces cut into triangles"},
                 {it->mesh.crossed, "faces whose outlines cross themselves"}};
    const char* before = "";
    fprintf(file, "\"notes\":[");
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++)
    {
        if (notes[i].count > 0)
        {
            fprintf(file, "%s\"%lld %s\"", before, (long long)notes[i].count, notes[i].what);
            before = ",";
        }
    }
    fputc(']', file);
}

static void write_body(FILE* file, const bodies* all, const mesh_result* result, int32_t number)
{
    const body* it = &all->items[number];
    const imp3_pose* p = &it->pose;
    fprintf(file, "{\"file\":");
    write_json_text(file, it->file);
    fprintf(file, ",\"format\":");
    write_json_text(file, it->mesh.format);
    fprintf(file, ",\"triangles\":%zu,\"closed\":%s,\"volume\":%.9g,", it->mesh.corner_count / 3,
            it->closed ? "true" : "false", (double)it->volume);
    page_write_vec(file, "lower", it->box.lower);
    fputc(',', file);
    page_write_vec(file, "upper", it->box.upper);
    fprintf(file, ",\"pose\":[%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g],", (double)p->p.x,
            (double)p->p.y, (double)p->p.z, (double)p->q.x.x, (double)p->q.x.y, (double)p->q.x.z, (double)p->q.y.x,
            (double)p->q.y.y, (double)p->q.y.z, (double)p->q.z.x, (double)p->q.z.y, (double)p->q.z.z);
    write_notes(file, it);
    fputc(',', file);
    write_levels(file, it);
    fputc(',', file);
    page_write_mesh(file, &it->mesh);
    fputc(',', file);
    write_hit(file, all, result, number);
    fputc('}', file);
}

static void write_region(FILE* file, const mesh_result* result, const mesh_region* r)
{
    fprintf(file, "{\"pairs\":%d,\"length\":%.9g,", (int)r->count, r->length);
    page_write_vec(file, "middle", r->middle);
    fputc(',', file);
    page_write_vec(file, "lower", r->box.lower);
    fputc(',', file);
    page_write_vec(file, "upper", r->box.upper);
    fputc(',', file);
    page_bytes out = page_bytes_begin(file, "segments");
    for (int32_t i = 0; i < r->count; i++)
    {
        const imp3_crossing* c = &result->crossings[r->first + i].crossing;
        page_put_vec(&out, c->from);
        page_put_vec(&out, c->to);
    }
    page_bytes_end(&out);
    fputc('}', file);
}

static void write_finding(FILE* file, const mesh_result* result, const mesh_finding* f)
{
    static const char* const inside[] = {"null", "\"a\"", "\"b\""};
    fprintf(file, "{\"a\":%d,\"b\":%d,\"touch\":%s,\"inside\":%s,\"pairs\":%d,", (int)f->a, (int)f->b,
            f->touch ? "true" : "false", inside[f->inside], (int)f->crossing_count);
    if (f->has_depth)
    {
        fprintf(file, "\"depth\":%.9g,", (double)f->depth);
        page_write_vec(file, "normal", f->normal);
        fputc(',', file);
    }
    if (!f->touch)
    {
        fprintf(file, "\"distance\":%.9g,", (double)f->nearest.nearest.distance);
        page_write_vec(file, "point_a", f->nearest.nearest.point_a);
        fputc(',', file);
        page_write_vec(file, "point_b", f->nearest.nearest.point_b);
        fputc(',', file);
    }
    fprintf(file, "\"regions\":[");
    for (int32_t i = 0; i < f->region_count; i++)
    {
        fputs(i ? ",\n" : "", file);
        write_region(file, result, &result->regions[f->first_region + i]);
    }
    fprintf(file, "]}");
}

typedef struct page_data
{
    const bodies* all;
    const mesh_result* result;
    bool z_up;
} page_data;

static void write_data(FILE* file, const void* data)
{
    const page_data* d = data;
    fprintf(file, "{\"version\":\"%s\",\"clearance\":%.9g,\"up\":\"%s\",\"bodies\":[", imp_version_text(),
            (double)d->result->clearance, d->z_up ? "z" : "y");
    for (int32_t i = 0; i < d->all->count; i++)
    {
        fputs(i ? ",\n" : "\n", file);
        write_body(file, d->all, d->result, i);
    }
    fprintf(file, "],\n\"findings\":[");
    for (size_t i = 0; i < d->result->finding_count; i++)
    {
        fputs(i ? ",\n" : "\n", file);
        write_finding(file, d->result, &d->result->findings[i]);
    }
    fprintf(file, "]}");
}

io_status mesh_page(const char* path, const bodies* all, const mesh_result* result, bool z_up, io_error* error)
{
    const page_data data = {all, result, z_up};
    return page_write(path, meshes_html, sizeof meshes_html, write_data, &data, error);
}
