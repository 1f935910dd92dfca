// SPDX-License-Identifier: MIT
//
// A scene of space as a world: each body with its colliders, in the order of the scene, so that a world of the same
// calls by hand has the same bits.

#include <stdio.h>

#include "io/reader.h"

static io_status fail3(const io_scene* scene, int32_t file, const char* path, imp_status status, io_error* error)
{
    snprintf(error->file, sizeof error->file, "%s", scene->file_count ? scene->files[file].name : "");
    snprintf(error->path, sizeof error->path, "%s", path);
    return io_error_set(error, status == IMP_ERR_MEMORY ? IO_ERR_MEMORY : IO_ERR_MEANING, 0, "%s",
                        imp_status_text(status));
}

static imp_status add_body(io_world3* out, const io_body3* body)
{
    io_world_body* made = &out->bodies[out->body_count];
    *made = (io_world_body){.name = body->name, .kind = body->def.kind, .gravity = body->gravity};
    imp_status status = imp3_world_add_body(out->world, &body->def, &made->handle);
    out->body_count += !status;
    return status ? status : imp3_world_set_gravity_scale(out->world, made->handle, body->gravity);
}

static io_status fill(const io_scene* scene, io_world3* out, io_error* error)
{
    const io_space* space = &scene->space;
    for (size_t i = 0; i < space->body_count; i++)
    {
        imp_status status = add_body(out, &space->bodies[i]);
        if (status)
        {
            return fail3(scene, space->bodies[i].file, space->bodies[i].path, status, error);
        }
    }
    for (size_t i = 0; i < space->collider_count; i++)
    {
        const io_collider3* c = &space->colliders[i];
        imp3_collider_def def = c->def;
        imp_body body = out->bodies[c->body].handle;
        def.user = i;
        imp_status status = c->compound.kind == IMP3_COMPOUND_NONE
                                ? imp3_world_add_collider(out->world, body, &c->shape, &def, NULL)
                                : imp3_world_add_compound(out->world, body, &c->compound, &def, NULL);
        if (status)
        {
            return fail3(scene, c->file, c->path, status, error);
        }
    }
    return IO_OK;
}

io_status io_world3_make(const io_scene* scene, const imp_jobs* jobs, io_world3* out, io_error* error)
{
    *out = (io_world3){.allocator = scene->arena.allocator};
    imp3_world_def def = scene->space.world;
    def.allocator = &scene->arena.allocator;
    def.jobs = jobs;
    size_t room = 0;
    imp_status status = imp3_world_make(&def, &out->world);
    out->bodies =
        status ? NULL : io_grow(&out->allocator, NULL, &room, scene->space.body_count + 1, sizeof *out->bodies);
    out->body_room = room;
    status = status || out->bodies ? status : IMP_ERR_MEMORY;
    io_status failed = status ? fail3(scene, 0, "world", status, error) : fill(scene, out, error);
    if (failed)
    {
        io_world3_free(out);
    }
    return failed;
}

void io_world3_free(io_world3* world)
{
    imp3_world_free(world->world);
    io_release(&world->allocator, world->bodies, world->body_room, sizeof *world->bodies);
    *world = (io_world3){.world = NULL};
}
