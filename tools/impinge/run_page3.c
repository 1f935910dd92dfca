// SPDX-License-Identifier: MIT
//
// The page of a run in space: run.html with the scripts of space (page.cmake), and the data in it.

#include <inttypes.h>
#include <string.h>

#include "check.h"
#include "page.h"
#include "run.h"
#include "run3_html.h"  // static const unsigned char run3_html[], made from run.html by page.cmake

#define UNSEEN 1e-5f  // part of a shape's size

typedef struct run_data3
{
    const io_scene* scene;
    const run_result* result;
    bool failed;
} run_data3;

// Where a collider's shape is in the page: of what stands in the world, else as seen from its body's centre of mass.
static imp3_pose pose_in_page(const run_data3* d, const io_collider3* c)
{
    imp3_pose pose = d->scene->space.bodies[c->body].def.pose;
    if (d->result->space.bodies[c->body].kind != IMP_BODY_STATIC)
    {
        pose = imp3_pose_identity();
        pose.p = imp3_vec_negate(d->result->frames.centers3[c->body]);
    }
    return pose;
}

// Whether two are drawn alike: centres of mass of bodies that are turned differ by their rounding, which no one sees.
static bool is_same_shape(const run_data3* d, const io_collider3* a, const io_collider3* b)
{
    imp3_pose pose_a = pose_in_page(d, a), pose_b = pose_in_page(d, b);
    imp3_vec apart = imp3_vec_sub(pose_a.p, pose_b.p);
    float reach = io_collider3_compound(a).reach;
    return a->compound.kind == b->compound.kind && a->compound.block == b->compound.block &&
           memcmp(&a->shape, &b->shape, sizeof a->shape) == 0 && memcmp(&pose_a.q, &pose_b.q, sizeof pose_a.q) == 0 &&
           imp3_vec_dot(apart, apart) <= UNSEEN * UNSEEN * reach * reach;
}

// [body, kind, name, path, form]: the form is [triangles], [lines], nine and six numbers each, or the number of an
// earlier shape that has the same. Of a mesh that bends it is [triangles] alone, as numbers of its points, of which the
// frames tell where they are.
static bool write_collider(FILE* file, const run_data3* d, size_t index)
{
    const io_collider3 *all = d->scene->space.colliders, *c = &all[index];
    fprintf(file, "[%d,", (int)c->body);
    write_json_text(file, io_collider3_kind(c));
    fputc(',', file);
    write_json_text(file, c->name);
    fputc(',', file);
    write_json_text(file, c->path);
    for (int32_t i = 0; c->bend && i < c->bend->corner_count; i++)
    {
        fprintf(file, i ? ",%d" : ",[[%d", (int)c->bend->corners[i]);
    }
    if (c->bend)
    {
        fputs("]]]", file);
        return true;
    }
    size_t first = index > 256 ? index - 256 : 0;
    for (size_t i = first; i < index; i++)
    {
        if (!all[i].bend && is_same_shape(d, &all[i], c))
        {
            fprintf(file, ",%d]", (int)i);
            return true;
        }
    }
    const imp3_pose pose = pose_in_page(d, c);
    fputs(",[[", file);
    bool ok = page_write_drawing(file, c, pose, false);
    fputs("],[", file);
    ok = page_write_drawing(file, c, pose, true) && ok;
    fputs("]]]", file);
    return ok;
}

// As of the plane (run_page.c); gravity has three numbers, deepest is [depth, step, x, y, z, two shapes].
static void write_run3(FILE* file, const void* data)
{
    run_data3* d = (run_data3*)(uintptr_t)data;
    const run_result* r = d->result;
    const run_frames* frames = &r->frames;
    imp3_vec gravity = d->scene->space.world.gravity;
    fprintf(file, "{\"version\":\"%s\",\"dimension\":3,\"file\":", imp_version_text());
    write_json_text(file, d->scene->file_count ? d->scene->files[0].name : "");
    fprintf(file, ",\"hz\":%.9g,\"steps\":%" PRId64 ",\"stride\":%d,\"unit\":%.9g,\"gravity\":[%.6g,%.6g,%.6g],", r->hz,
            r->steps, (int)frames->stride, frames->unit, (double)gravity.x, (double)gravity.y, (double)gravity.z);
    fprintf(file, "\"hash\":\"%016" PRIx64 "\",\"lost\":%d,\n\"bodies\":[", r->hash, (int)r->lost);
    for (int32_t i = 0; i < r->space.body_count; i++)
    {
        fprintf(file, "%s[%d,", i ? "," : "", (int)r->space.bodies[i].kind);
        write_json_text(file, r->space.bodies[i].name);
        fputc(']', file);
    }
    fprintf(file, "],\n\"movers\":[");
    for (int32_t i = 0; i < frames->mover_count; i++)
    {
        fprintf(file, i ? ",%d" : "%d", (int)frames->movers[i]);
    }
    fprintf(file, "],\n\"shapes\":[");
    for (size_t i = 0; i < d->scene->space.collider_count; i++)
    {
        fputs(i ? ",\n" : "\n", file);
        d->failed = !write_collider(file, d, i) || d->failed;
    }
    fprintf(file, "],\n");
    run_write_joints(file, d->scene, r);
    run_write_figures(file, frames);
    if (r->depth_objects[0] >= 0)
    {
        imp3_vec p = r->depth_place3;
        fprintf(file, "\"deepest\":[%.6g,%" PRId64 ",%.9g,%.9g,%.9g,%d,%d],\n", (double)r->depth_most, r->depth_step,
                (double)p.x, (double)p.y, (double)p.z, (int)r->depth_objects[0], (int)r->depth_objects[1]);
    }
    d->failed = !run_write_packed(file, "poses", &frames->poses) || d->failed;
    d->failed = !run_write_packed(file, "contacts", &frames->contacts) || d->failed;
    d->failed = !run_write_bends(file, d->scene, r) || d->failed;
    if (d->scene->particles.is_there)
    {
        d->failed = !run_write_particles(file, d->scene, r) || d->failed;
    }
    fprintf(file, "\"frames\":%d}", (int)frames->count);
}

io_status run_page3(const char* path, const io_scene* scene, const run_result* result, io_error* error)
{
    run_data3 data = {scene, result, false};
    io_status status = page_write(path, run3_html, sizeof run3_html, write_run3, &data, error);
    if (!status && data.failed)
    {
        snprintf(error->file, sizeof error->file, "%s", path);
        return io_error_set(error, IO_ERR_MEMORY, 0, "out of memory");
    }
    return status;
}
