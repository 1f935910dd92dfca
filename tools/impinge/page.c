// SPDX-License-Identifier: MIT
//
// The page of `impinge check --html`: page.html and its scripts, which the build turns into bytes, with the data in it.
// One file without references to others, so that it opens without a server and can be sent to somebody.

#include <errno.h>
#include <string.h>

#include "check.h"
#include "page.h"
#include "page_html.h"  // static const unsigned char page_html[], made from page.html by page.cmake

static void write_ints(FILE* file, const int32_t* values, int32_t count)
{
    fprintf(file, ",[");
    for (int32_t i = 0; i < count; i++)
    {
        fprintf(file, i ? ",%d" : "%d", (int)values[i]);
    }
    fputc(']', file);
}

static void write_vertex(FILE* file, const io_object* object, imp2_vec v, bool first)
{
    v = imp2_pose_apply(object->pose, v);
    fprintf(file, "%s%.9g,%.9g", first ? "" : ",", (double)v.x, (double)v.y);
}

// [kind, name, layer, path, file, flags, radius, [x, y, ...]], of compounds also [ring starts], of regions also
// [loop starts], [loop], [beyond], as in imp2_compound. Kinds above those of shapes are those of compounds; vertices
// are in the world; flags: 1 static, 2 solid, 4 one-sided, 8 closed.
static void write_object(FILE* file, const io_object* object)
{
    const imp2_shape* shape = &object->shape;
    const imp2_compound* compound = &object->compound;
    fprintf(file, "[%d,", (int)(compound->kind ? IMP2_SHAPE_POLYGON + compound->kind : shape->kind));
    write_json_text(file, object->name);
    fputc(',', file);
    write_json_text(file, object->layer);
    fputc(',', file);
    write_json_text(file, object->path);
    int flags = object->is_static + 2 * object->is_solid + 4 * compound->one_sided + 8 * compound->closed;
    fprintf(file, ",%d,%d,%.9g,[", (int)object->file, flags, (double)shape->radius);
    for (int32_t i = 0; i < shape->count; i++)
    {
        imp2_vec v = {0};
        (void)imp2_shape_vertex(shape, i, &v);
        write_vertex(file, object, v, i == 0);
    }
    for (int32_t i = 0; compound->kind && i < compound->ring_starts[compound->ring_count]; i++)
    {
        write_vertex(file, object, compound->vertices[i], i == 0);
    }
    fputc(']', file);
    if (compound->kind)
    {
        write_ints(file, compound->ring_starts, compound->ring_count + 1);
    }
    if (compound->kind == IMP2_COMPOUND_REGION)
    {
        int32_t length = compound->loop_starts[compound->part_count];
        write_ints(file, compound->loop_starts, compound->part_count + 1);
        write_ints(file, compound->loop, length);
        write_ints(file, compound->beyond, length);
    }
    fputc(']', file);
}

// [a, b, normal x, normal y, depth, [[part of a, part of b, normal x, normal y, x, y, depth, ...], ...]]
static void write_pairs(FILE* file, const check_result* result)
{
    for (size_t i = 0; i < result->pair_count; i++)
    {
        const check_pair* pair = &result->pairs[i];
        const check_point* points = result->points + pair->first;
        fprintf(file, "%s[%d,%d,%.6g,%.6g,%.9g,[", i ? ",\n" : "", (int)pair->a, (int)pair->b, (double)pair->normal.x,
                (double)pair->normal.y, (double)pair->depth);
        for (int32_t k = 0; k < pair->count; k++)
        {
            const check_point* p = &points[k];
            if (k == 0 || p->part_a != p[-1].part_a || p->part_b != p[-1].part_b)
            {
                fprintf(file, "%s[%d,%d,%.6g,%.6g", k ? "]," : "", (int)p->part_a, (int)p->part_b, (double)p->normal.x,
                        (double)p->normal.y);
            }
            fprintf(file, ",%.9g,%.9g,%.6g", (double)p->contact.point.x, (double)p->contact.point.y,
                    (double)p->contact.depth);
        }
        fprintf(file, "]]]");
    }
}

// {version, files, objects, pairs, seams, move, hits, notes}
static void write_data(FILE* file, const io_scene* scene, const check_result* result)
{
    fprintf(file, "{\"version\":\"%s\",\"files\":[", imp_version_text());
    for (size_t i = 0; i < scene->file_count; i++)
    {
        const io_file* f = &scene->files[i];
        fputs(i ? ",[" : "[", file);
        write_json_text(file, f->name);
        fputc(',', file);
        write_json_text(file, f->format);
        fprintf(file, ",%.9g,", f->scale);
        write_json_text(file, f->scale_from);
        fputc(']', file);
    }
    fprintf(file, "],\n\"objects\":[");
    for (size_t i = 0; i < scene->object_count; i++)
    {
        fputs(i ? ",\n" : "\n", file);
        write_object(file, &scene->objects[i]);
    }
    fprintf(file, "],\n\"pairs\":[");
    write_pairs(file, result);
    fprintf(file, "],\n\"seams\":%zu,\"cut\":%s,\n", result->seam_total, result->cut ? "true" : "false");
    if (result->has_move)
    {
        fprintf(file, "\"move\":[%.9g,%.9g],\"moved\":%zu,\n", (double)result->move.x, (double)result->move.y,
                result->moved);
    }
    fprintf(file, "\"hits\":[");
    for (size_t i = 0; i < result->hit_count; i++)
    {
        const check_hit* h = &result->hits[i];
        fprintf(file, "%s[%d,%d,%d,%.9g,%.9g,%.9g,%.9g,%.9g]", i ? ",\n" : "", (int)h->mover, (int)h->target,
                (int)h->hit.kind, (double)h->hit.time, (double)h->hit.normal.x, (double)h->hit.normal.y,
                (double)h->hit.point.x, (double)h->hit.point.y);
    }
    fprintf(file, "],\n\"notes\":[");
    for (size_t i = 0; i < scene->note_count; i++)
    {
        const io_note* note = &scene->notes[i];
        fprintf(file, "%s[%d,%d,", i ? ",\n" : "", (int)note->kind, (int)note->file);
        write_json_text(file, note->path);
        fputc(',', file);
        write_json_text(file, note->text);
        fputc(']', file);
    }
    fprintf(file, "]}");
}

typedef struct check_data
{
    const io_scene* scene;
    const check_result* result;
} check_data;

static void write_check_data(FILE* file, const void* data)
{
    const check_data* d = data;
    write_data(file, d->scene, d->result);
}

io_status write_page(const char* path, const io_scene* scene, const check_result* result, io_error* error)
{
    const check_data data = {scene, result};
    return page_write(path, page_html, sizeof page_html, write_check_data, &data, error);
}

static const char marker[] = "/*DATA*/";

static const unsigned char* find_marker(const unsigned char* page, size_t size)
{
    for (size_t i = 0; i + sizeof marker - 1 <= size; i++)
    {
        if (memcmp(page + i, marker, sizeof marker - 1) == 0)
        {
            return page + i;
        }
    }
    return NULL;
}

io_status page_try(const char* path, io_error* error)
{
    FILE* file = fopen(path, "ab");
    if (!file)
    {
        snprintf(error->file, sizeof error->file, "%s", path);
        return io_error_set(error, IO_ERR_FILE, 0, "cannot be written: %s", strerror(errno));
    }
    fclose(file);
    return IO_OK;
}

io_status page_write(const char* path, const unsigned char* page, size_t size, page_data_writer* write_data_to,
                     const void* data, io_error* error)
{
    const unsigned char* at = find_marker(page, size);
    FILE* file = at ? fopen(path, "wb") : NULL;
    if (file)
    {
        const unsigned char* rest = at + sizeof marker - 1;
        fwrite(page, 1, (size_t)(at - page), file);
        write_data_to(file, data);
        fwrite(rest, 1, (size_t)(page + size - rest), file);
    }
    bool failed = !file || ferror(file);
    failed = (file && fclose(file) != 0) || failed;
    if (failed)
    {
        snprintf(error->file, sizeof error->file, "%s", path);
        return io_error_set(error, IO_ERR_FILE, 0, "cannot be written: %s", strerror(errno));
    }
    return IO_OK;
}

// Bytes in base 64

static void put_group(page_bytes* out, int bytes)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint32_t bits = out->bits << 8 * (3 - bytes);
    for (int i = 0; i < 4; i++)
    {
        fputc(i <= bytes ? digits[bits >> (18 - 6 * i) & 63] : '=', out->file);
    }
    out->bits = 0;
    out->have = 0;
}

void page_put_word(page_bytes* out, uint32_t word)
{
    for (int i = 0; i < 4; i++)
    {
        out->bits = out->bits << 8 | (word >> 8 * i & 255);
        if (++out->have == 3)
        {
            put_group(out, 3);
        }
    }
}

void page_put_float(page_bytes* out, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    page_put_word(out, bits);
}

void page_put_vec(page_bytes* out, imp3_vec v)
{
    page_put_float(out, v.x);
    page_put_float(out, v.y);
    page_put_float(out, v.z);
}

page_bytes page_bytes_begin(FILE* file, const char* name)
{
    fprintf(file, "\"%s\":\"", name);
    return (page_bytes){.file = file};
}

void page_bytes_end(page_bytes* out)
{
    if (out->have > 0)
    {
        put_group(out, out->have);
    }
    fputc('"', out->file);
}

void page_write_mesh(FILE* file, const io_mesh* mesh)
{
    page_bytes out = page_bytes_begin(file, "points");
    for (size_t i = 0; i < mesh->point_count; i++)
    {
        page_put_vec(&out, mesh->points[i]);
    }
    page_bytes_end(&out);
    fputc(',', file);
    out = page_bytes_begin(file, "corners");
    for (size_t i = 0; i < mesh->corner_count; i++)
    {
        page_put_word(&out, (uint32_t)mesh->corners[i]);
    }
    page_bytes_end(&out);
}

void page_write_vec(FILE* file, const char* name, imp3_vec v)
{
    fprintf(file, "\"%s\":[%.9g,%.9g,%.9g]", name, (double)v.x, (double)v.y, (double)v.z);
}
