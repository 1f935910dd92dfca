// SPDX-License-Identifier: MIT
//
// Particles of a run, in both dimensions: their places in the bytes of frames, and what the page is told of them. A place
// is kept as the x and y of bodies are (run_frames.c), in space also z: in 1024ths of the length unit or, where the
// smallest particle is small, in 32nds of its radius.

#include <string.h>

#include "run.h"

static int32_t axes_of(const io_scene* scene)
{
    return scene->dimension == 3 ? 3 : 2;
}

bool run_begin_particles(run_frames* f, const io_scene* scene)
{
    imp_allocator allocator = io_allocator(NULL);
    const io_particles* all = &scene->particles;
    size_t room = (size_t)all->count + 1, axes = (size_t)axes_of(scene);
    f->particle_count = all->count;
    f->particle_unit = f->unit;
    for (size_t i = 0; i < all->item_count; i++)
    {
        double unit = (double)all->items[i].particle.radius / 32;
        f->particle_unit = unit > 0 && unit < f->particle_unit ? unit : f->particle_unit;
    }
    f->places = io_grow(&allocator, NULL, &f->places_capacity, axes * room, sizeof *f->places);
    f->particle_last = io_grow(&allocator, NULL, &f->particle_last_capacity, room, sizeof *f->particle_last);
    if (f->particle_last)
    {
        memset(f->particle_last, 0, f->particle_last_capacity * sizeof *f->particle_last);
    }
    return f->places && f->particle_last;
}

bool run_put_particles(run_result* result)
{
    run_frames* f = &result->frames;
    int32_t count = 0, axes = result->space.world ? 3 : 2;
    bool ok = true;
    if (f->particle_count > 0 && axes == 3)
    {
        (void)imp3_particles_positions(result->space.particles, (imp3_vec*)(void*)f->places, f->particle_count, &count);
    }
    else if (f->particle_count > 0)
    {
        (void)imp2_particles_positions(result->world.particles, (imp2_vec*)(void*)f->places, f->particle_count, &count);
    }
    for (int32_t part = 0; part < axes; part++)
    {
        for (int32_t i = 0; i < count && ok; i++)
        {
            int32_t value = run_round_to((double)f->places[axes * i + part], f->particle_unit);
            int32_t last[2] = {f->particle_last[i][0][part], f->particle_last[i][1][part]};
            ok = run_put_on_course(&f->particles, last, value, f->count == 0);
            f->particle_last[i][0][part] = last[0];
            f->particle_last[i][1][part] = last[1];
        }
    }
    return ok;
}

// The page

static void write_numbers(FILE* file, imp3_vec v, int32_t axes)
{
    fprintf(file, "%.6g,%.6g", (double)v.x, (double)v.y);
    if (axes == 3)
    {
        fprintf(file, ",%.6g", (double)v.z);
    }
}

// A point of a body, as seen from its centre of mass; of one that stands in the world.
static imp3_vec place_in_plane(const io_scene* scene, const run_result* r, const imp3_end* end, int64_t* body)
{
    int64_t object = io_end_is_object(end->solid);
    const imp2_pose pose = object >= 0 ? scene->objects[object].pose : scene->bodies[*body].def.pose;
    imp2_vec at = {end->point.x, end->point.y};
    *body = object >= 0 ? r->world.wearers[object] : *body;
    bool stands = r->world.bodies[*body].kind == IMP_BODY_STATIC;
    at = stands ? imp2_pose_apply(pose, at) : imp2_vec_sub(at, r->frames.centers[*body]);
    *body = stands ? -1 : *body;
    return (imp3_vec){at.x, at.y, 0};
}

static imp3_vec place_in_space(const io_scene* scene, const run_result* r, const imp3_end* end, int64_t* body)
{
    const io_body3* b = &scene->space.bodies[*body];
    bool stands = b->def.kind == IMP_BODY_STATIC;
    imp3_vec at =
        stands ? imp3_pose_apply(b->def.pose, end->point) : imp3_vec_sub(end->point, r->frames.centers3[*body]);
    *body = stands ? -1 : *body;
    return at;
}

// A place in the world; one of a body with its number before it; or the number of a particle.
static void write_end(FILE* file, const io_scene* scene, const run_result* r, const imp3_end* end)
{
    int64_t body = io_end_is_body(end->solid);
    imp3_vec at = end->point;
    if (end->kind == IMP_END_PARTICLE)
    {
        fprintf(file, ",%d", (int)end->particle);
        return;
    }
    if (end->kind == IMP_END_SOLID)
    {
        at = scene->dimension == 3 ? place_in_space(scene, r, end, &body) : place_in_plane(scene, r, end, &body);
    }
    fputs(",[", file);
    if (end->kind == IMP_END_SOLID && body >= 0)
    {
        fprintf(file, "%d,", (int)body);
    }
    write_numbers(file, at, axes_of(scene));
    fputc(']', file);
}

static bool is_alike(const io_particle* a, const io_particle* b)
{
    return a->count == 1 && b->count == 1 && memcmp(&a->particle.radius, &b->particle.radius, sizeof(float)) == 0;
}

static void write_groups(FILE* file, const io_particles* all)
{
    const char* before = "";
    for (size_t i = 0, last; i < all->item_count; i = last)
    {
        int32_t count = all->items[i].count;
        for (last = i + 1; last < all->item_count && is_alike(&all->items[i], &all->items[last]); last++)
        {
            count += all->items[last].count;
        }
        fprintf(file, "%s[%d,%.6g]", before, (int)count, (double)all->items[i].particle.radius);
        before = ",";
    }
}

// Kinds of links: 1 rod, 2 cable, 3 spring, 4 bungee.
static void write_links(FILE* file, const io_scene* scene, const run_result* r)
{
    const io_particles* all = &scene->particles;
    const char* before = "";
    for (size_t i = 0; i < all->link_count; i++)
    {
        const imp3_link* link = &all->links[i].link;
        fprintf(file, "%s[%d", before, (int)link->kind);
        write_end(file, scene, r, &link->a);
        write_end(file, scene, r, &link->b);
        fputc(']', file);
        before = ",";
    }
    for (size_t i = 0; i < all->force_count; i++)
    {
        const imp3_force* f = &all->forces[i].force;
        if (f->kind == IMP_FORCE_SPRING || f->kind == IMP_FORCE_BUNGEE)
        {
            fprintf(file, "%s[%d", before, f->kind == IMP_FORCE_SPRING ? 3 : 4);
            write_end(file, scene, r, &f->a);
            write_end(file, scene, r, &f->b);
            fputc(']', file);
            before = ",";
        }
    }
}

// Corners of one raft float on the same surface.
static void write_surfaces(FILE* file, const io_scene* scene)
{
    const io_particles* all = &scene->particles;
    const imp3_force* last = NULL;
    for (size_t i = 0; i < all->force_count; i++)
    {
        const imp3_force* f = &all->forces[i].force;
        if (f->kind == IMP_FORCE_BUOYANCY && (!last || memcmp(&last->center, &f->center, sizeof f->center) != 0 ||
                                              memcmp(&last->vector, &f->vector, sizeof f->vector) != 0))
        {
            fputs(last ? ",[" : "[", file);
            write_numbers(file, f->center, axes_of(scene));
            fputc(',', file);
            write_numbers(file, f->vector, axes_of(scene));
            fputc(']', file);
            last = f;
        }
    }
}

bool run_write_particles(FILE* file, const io_scene* scene, const run_result* result)
{
    fprintf(file, "\"particles\":{\"unit\":%.9g,\"groups\":[", result->frames.particle_unit);
    write_groups(file, &scene->particles);
    fprintf(file, "],\"links\":[");
    write_links(file, scene, result);
    fprintf(file, "],\"surfaces\":[");
    write_surfaces(file, scene);
    fprintf(file, "]},\n\"particlesLost\":%d,\n", (int)result->particles.lost);
    return run_write_packed(file, "grains", &result->frames.particles);
}
