// SPDX-License-Identifier: MIT
//
// The page of `impinge run --html`: run.html and its scripts with the data in it. Frames are packed by zlib and written
// as base64, which browsers unpack by themselves.

#include <inttypes.h>
#include <string.h>

#include <zlib.h>

#include "check.h"
#include "page.h"
#include "run.h"
#include "run_html.h"  // static const unsigned char run_html[], made from run.html by page.cmake

typedef struct run_data
{
    const io_scene* scene;
    const run_result* result;
    bool failed;
} run_data;

static void write_vertex(FILE* file, const imp2_pose* pose, imp2_vec v, bool first)
{
    v = imp2_pose_apply(*pose, v);
    fprintf(file, "%s%.6g,%.6g", first ? "" : ",", (double)v.x, (double)v.y);
}

// [body, kind, name, path, flags, radius, [x, y, ...]], of compounds also [ring starts]. Kinds above those of shapes
// are those of compounds; vertices are as seen from the body's centre of mass, of static bodies in the world; flags: 1
// closed, 2 one-sided.
static void write_object(FILE* file, const run_result* result, const io_object* object, int32_t wearer)
{
    const imp2_shape* shape = &object->shape;
    const imp2_compound* compound = &object->compound;
    imp2_vec center = result->frames.centers[wearer];
    imp2_pose pose = {{-center.x, -center.y}, {1, 0}};
    pose = result->world.bodies[wearer].kind == IMP_BODY_STATIC ? object->pose : pose;
    fprintf(file, "[%d,%d,", (int)wearer, (int)(compound->kind ? IMP2_SHAPE_POLYGON + compound->kind : shape->kind));
    write_json_text(file, object->name);
    fputc(',', file);
    write_json_text(file, object->path);
    fprintf(file, ",%d,%.6g,[", compound->closed + 2 * compound->one_sided, (double)shape->radius);
    for (int32_t i = 0; i < shape->count; i++)
    {
        imp2_vec v = {0};
        (void)imp2_shape_vertex(shape, i, &v);
        write_vertex(file, &pose, v, i == 0);
    }
    for (int32_t i = 0; compound->kind && i < compound->ring_starts[compound->ring_count]; i++)
    {
        write_vertex(file, &pose, compound->vertices[i], i == 0);
    }
    fputc(']', file);
    for (int32_t i = 0; compound->kind && i <= compound->ring_count; i++)
    {
        fprintf(file, i ? ",%d" : ",[%d", (int)compound->ring_starts[i]);
    }
    fputs(compound->kind ? "]]" : "]", file);
}

bool run_write_packed(FILE* file, const char* name, const run_bytes* bytes)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    imp_allocator allocator = io_allocator(NULL);
    uLong size = compressBound((uLong)bytes->count);
    size_t room = 0;
    uint8_t* packed = io_grow(&allocator, NULL, &room, size + 3, 1);
    uint8_t nothing = 0;
    if (!packed || compress2(packed, &size, bytes->items ? bytes->items : &nothing, (uLong)bytes->count, 9) != Z_OK)
    {
        io_release(&allocator, packed, room, 1);
        return false;
    }
    memset(packed + size, 0, 3);
    fprintf(file, "\"%s\":\"", name);
    for (uLong i = 0; i < size; i += 3)
    {
        uint32_t three = (uint32_t)packed[i] << 16 | (uint32_t)packed[i + 1] << 8 | packed[i + 2];
        for (uint32_t k = 0; k < 4; k++)
        {
            fputc(i + k > size ? '=' : digits[three >> (18 - 6 * k) & 63], file);
        }
    }
    fprintf(file, "\",\n");
    io_release(&allocator, packed, room, 1);
    return true;
}

void run_write_figures(FILE* file, const run_frames* frames)
{
    fprintf(file, "\"figures\":[");
    for (int32_t i = 0; i < frames->count; i++)
    {
        const run_figures* f = &frames->figures[i];
        fprintf(file, "%s[%.6g,%.6g,%.4g,%d,%d,%.4g", i ? "," : "", f->kinetic, f->potential, (double)f->depth,
                (int)f->contacts, (int)f->awake, f->ms);
        if (frames->particle_count > 0)
        {
            fprintf(file, ",%d,%d", (int)f->particle_contacts, (int)f->impacts);
        }
        fputc(']', file);
    }
    fprintf(file, "],\n");
}

static int32_t shape_number(const run_result* r, int32_t object)
{
    int32_t number = 0;
    for (int32_t i = 0; i < object; i++)
    {
        number += r->world.wearers[i] >= 0;
    }
    return number;
}

// [depth, step, x, y, two shapes by their numbers]
static void write_deepest(FILE* file, const run_result* r)
{
    if (r->depth_objects[0] >= 0)
    {
        fprintf(file, "\"deepest\":[%.6g,%" PRId64 ",%.9g,%.9g,%d,%d],\n", (double)r->depth_most, r->depth_step,
                (double)r->depth_place.x, (double)r->depth_place.y, (int)shape_number(r, r->depth_objects[0]),
                (int)shape_number(r, r->depth_objects[1]));
    }
}

// {version, file, hz, steps, stride, unit, gravity, hash, bodies: [[kind, name], ...], movers, shapes, joints, couplings,
// figures: [[kinetic, potential, depth, contacts, awake, ms], ...], poses, contacts, lost}; with particles also {particles,
// grains: their frames, particlesLost}, and in figures their contacts and impacts; where anything overlapped, deepest
static void write_run(FILE* file, const void* data)
{
    run_data* d = (run_data*)(uintptr_t)data;
    const run_result* r = d->result;
    const run_frames* frames = &r->frames;
    fprintf(file, "{\"version\":\"%s\",\"file\":", imp_version_text());
    write_json_text(file, d->scene->file_count ? d->scene->files[0].name : "");
    fprintf(file, ",\"hz\":%.9g,\"steps\":%" PRId64 ",\"stride\":%d,\"unit\":%.9g,\"gravity\":[%.6g,%.6g],", r->hz,
            r->steps, (int)frames->stride, frames->unit, (double)d->scene->world.gravity.x,
            (double)d->scene->world.gravity.y);
    fprintf(file, "\"hash\":\"%016" PRIx64 "\",\"lost\":%d,\n\"bodies\":[", r->hash, (int)r->lost);
    for (int32_t i = 0; i < r->world.body_count; i++)
    {
        fprintf(file, "%s[%d,", i ? "," : "", (int)r->world.bodies[i].kind);
        write_json_text(file, r->world.bodies[i].name);
        fputc(']', file);
    }
    fprintf(file, "],\n\"movers\":[");
    for (int32_t i = 0; i < frames->mover_count; i++)
    {
        fprintf(file, i ? ",%d" : "%d", (int)frames->movers[i]);
    }
    fprintf(file, "],\n\"shapes\":[");
    const char* before = "\n";
    for (size_t i = 0; i < d->scene->object_count; i++)
    {
        if (r->world.wearers[i] >= 0)
        {
            fputs(before, file);
            write_object(file, r, &d->scene->objects[i], r->world.wearers[i]);
            before = ",\n";
        }
    }
    fprintf(file, "],\n");
    run_write_joints(file, d->scene, r);
    run_write_figures(file, frames);
    write_deepest(file, r);
    d->failed =
        !run_write_packed(file, "poses", &frames->poses) || !run_write_packed(file, "contacts", &frames->contacts);
    if (d->scene->particles.is_there)
    {
        d->failed = !run_write_particles(file, d->scene, r) || d->failed;
    }
    fprintf(file, "\"frames\":%d}", (int)frames->count);
}

io_status run_page(const char* path, const io_scene* scene, const run_result* result, io_error* error)
{
    if (scene->dimension == 3)
    {
        return run_page3(path, scene, result, error);
    }
    run_data data = {scene, result, false};
    io_status status = page_write(path, run_html, sizeof run_html, write_run, &data, error);
    if (!status && data.failed)
    {
        snprintf(error->file, sizeof error->file, "%s", path);
        return io_error_set(error, IO_ERR_MEMORY, 0, "out of memory");
    }
    return status;
}
