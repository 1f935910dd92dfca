// SPDX-License-Identifier: MIT
//
// The page of `impinge check --html` of a scene in space: meshes.html, in which each collider is a body, with the data that
// mesh_page.c tells. Meshes and height fields have the triangles of their parts, and those that touch are marked; what is
// convex, and sets of parts, are drawn as the library's debug drawing does, and marked as a whole, unless it has no end.

#include <math.h>
#include <string.h>

#include "check.h"
#include "check_space.h"
#include "meshes_html.h"  // static const unsigned char meshes_html[], made from meshes.html by page.cmake
#include "page.h"

typedef struct page_data
{
    const io_scene* scene;
    const space_result* result;
    bool failed;
} page_data;

static bool is_of_parts(const io_collider3* c)
{
    return c->compound.kind == IMP3_COMPOUND_TRIANGLES || c->compound.kind == IMP3_COMPOUND_HEIGHT_FIELD;
}

static bool is_touched(const space_result* result, int32_t number)
{
    bool yes = false;
    for (size_t i = 0; i < result->count; i++)
    {
        yes = yes || result->pairs[i].a == number || result->pairs[i].b == number;
    }
    return yes;
}

// Parts of a collider that touch something; some may be told several times.
static void write_hit(FILE* file, const space_result* result, int32_t number)
{
    page_bytes out = page_bytes_begin(file, "hit");
    for (size_t i = 0; i < result->count; i++)
    {
        const space_pair* p = &result->pairs[i];
        for (int32_t k = 0; k < p->count && (p->a == number || p->b == number); k++)
        {
            const space_point* at = &result->points[p->first + k];
            page_put_word(&out, (uint32_t)(p->a == number ? at->part_a : at->part_b));
        }
    }
    page_bytes_end(&out);
}

// Three corners of each part; of a hole in a height field one place.
static void write_parts(FILE* file, const imp3_compound* compound)
{
    page_bytes out = page_bytes_begin(file, "points");
    for (int32_t i = 0; i < compound->part_count; i++)
    {
        imp3_shape part = {.kind = IMP3_SHAPE_NONE};
        (void)imp3_compound_part(compound, i, &part);
        page_put_vec(&out, part.a);
        page_put_vec(&out, part.b);
        page_put_vec(&out, part.c);
    }
    page_bytes_end(&out);
}

static void write_body(FILE* file, page_data* d, int32_t number)
{
    const io_collider3* c = &d->scene->space.colliders[number];
    const imp3_pose* p = &d->scene->space.bodies[c->body].def.pose;
    imp3_compound shape = io_collider3_compound(c);
    imp3_box box = {{0, 0, 0}, {0, 0, 0}};
    bool endless = c->shape.kind == IMP3_SHAPE_HALF_SPACE;
    if (!endless)
    {
        (void)imp3_compound_bounds(&shape, p, &box);
    }
    fprintf(file, "{\"file\":");
    write_json_text(file, c->name);
    fprintf(file, ",\"format\":");
    write_json_text(file, io_collider3_kind(c));
    fprintf(file, ",\"notes\":[");
    write_json_text(file, c->path);
    fprintf(file, "],\"levels\":[],\"endless\":%s,\"stands\":%s,", endless ? "true" : "false",
            d->scene->space.bodies[c->body].def.kind == IMP_BODY_STATIC ? "true" : "false");
    page_write_vec(file, "lower", box.lower);
    fputc(',', file);
    page_write_vec(file, "upper", box.upper);
    fprintf(file, ",\"pose\":[%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g],", (double)p->p.x,
            (double)p->p.y, (double)p->p.z, (double)p->q.x.x, (double)p->q.x.y, (double)p->q.x.z, (double)p->q.y.x,
            (double)p->q.y.y, (double)p->q.y.z, (double)p->q.z.x, (double)p->q.z.y, (double)p->q.z.z);
    if (is_of_parts(c))
    {
        write_parts(file, &shape);
        fputc(',', file);
        write_hit(file, d->result, number);
    }
    else
    {
        const imp3_pose none = imp3_pose_identity();
        fprintf(file, "\"points\":[");
        d->failed = !page_write_drawing(file, c, none, false) || d->failed;
        fprintf(file, "],\"outline\":[");
        d->failed = !page_write_drawing(file, c, none, true) || d->failed;
        fprintf(file, "],\"hit\":%s", !endless && is_touched(d->result, number) ? "true" : "[]");
    }
    fputc('}', file);
}

static void write_pair(FILE* file, const space_result* result, const space_pair* p)
{
    fprintf(file, "{\"a\":%d,\"b\":%d,\"touch\":true,\"inside\":null,\"pairs\":%d,\"depth\":%.9g,", (int)p->a,
            (int)p->b, (int)p->parts, (double)p->depth);
    page_write_vec(file, "normal", p->normal);
    fputc(',', file);
    page_write_vec(file, "point", p->point);
    fputc(',', file);
    page_bytes out = page_bytes_begin(file, "points");
    for (int32_t k = 0; k < p->count; k++)
    {
        page_put_vec(&out, result->points[p->first + k].point);
    }
    page_bytes_end(&out);
    fputc('}', file);
}

// The finding of a move: a is what is hit, b what moves.
static void write_move(FILE* file, const space_hit* h)
{
    fprintf(file, "{\"a\":%d,\"b\":%d,\"touch\":false,\"inside\":null,\"time\":%.9g,", (int)h->target, (int)h->mover,
            (double)h->hit.time);
    page_write_vec(file, "normal", h->hit.normal);
    fputc(',', file);
    page_write_vec(file, "point", h->hit.point);
    fputc('}', file);
}

static void write_data(FILE* file, const void* data)
{
    page_data* d = (page_data*)(uintptr_t)data;
    const space_result* r = d->result;
    imp3_vec g = d->scene->space.world.gravity;
    fprintf(file, "{\"version\":\"%s\",\"clearance\":0,\"up\":\"%s\",\"scene\":", imp_version_text(),
            fabsf(g.z) > fabsf(g.y) ? "z" : "y");
    write_json_text(file, d->scene->file_count ? d->scene->files[0].name : "a scene");
    fputc(',', file);
    page_write_vec(file, "move", r->move);
    fprintf(file, ",\"bodies\":[");
    for (size_t i = 0; i < d->scene->space.collider_count; i++)
    {
        fputs(i ? ",\n" : "\n", file);
        write_body(file, d, (int32_t)i);
    }
    fprintf(file, "],\n\"findings\":[");
    const char* before = "\n";
    for (size_t i = 0; i < r->count; i++, before = ",\n")
    {
        fputs(before, file);
        write_pair(file, r, &r->pairs[i]);
    }
    for (size_t i = 0; i < r->hit_count; i++, before = ",\n")
    {
        fputs(before, file);
        write_move(file, &r->hits[i]);
    }
    fprintf(file, "]}");
}

io_status space_page(const char* path, const io_scene* scene, const space_result* result, io_error* error)
{
    page_data data = {scene, result, false};
    io_status status = page_write(path, meshes_html, sizeof meshes_html, write_data, &data, error);
    if (!status && data.failed)
    {
        snprintf(error->file, sizeof error->file, "%s", path);
        return io_error_set(error, IO_ERR_MEMORY, 0, "out of memory");
    }
    return status;
}
