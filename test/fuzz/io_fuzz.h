// SPDX-License-Identifier: MIT
//
// What the fuzzers of the readers share: any bytes into a scene, with neighbours to refer to. A scene that comes out
// holds only shapes that the library takes, and lives through a few steps if it can be made a world; one that does not
// is as it was.

#ifndef IMP_TEST_FUZZ_IO_H
#define IMP_TEST_FUZZ_IO_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/io.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

// A path that ends in x gets a tileset, in t a template, in l a level, in j a mesh; all others cannot be opened.
static const char fuzz_set[] = "<tileset tilewidth='8' tileheight='8'><tile id='0'><objectgroup><object x='0' y='0'>"
                               "<polygon points='0,0 8,0 8,8'/></object></objectgroup></tile></tileset>";
static const char fuzz_template[] = "<template><tileset firstgid='1' source='x'/><object gid='1' width='8' height='8'/>"
                                    "</template>";
static const char fuzz_level[] = "{\"layerInstances\":[{\"__identifier\":\"W\",\"__cWid\":1,\"__cHei\":1,"
                                 "\"__gridSize\":8,\"intGridCsv\":[1]}]}";

static const char fuzz_mesh[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";

static io_status fuzz_read(void* user, const char* path, const imp_allocator* allocator, char** bytes, size_t* size,
                           size_t* capacity, io_error* error)
{
    (void)user;
    char last = path[0] ? path[strlen(path) - 1] : 0;
    const char* text = last == 'x' ? fuzz_set : last == 't' ? fuzz_template : last == 'l' ? fuzz_level : last == 'j' ? fuzz_mesh : NULL;
    if (!text)
    {
        return io_error_set(error, IO_ERR_FILE, 0, "cannot be opened");
    }
    imp_allocator memory = io_allocator(allocator);
    *size = strlen(text);
    *capacity = 0;
    *bytes = io_grow(&memory, NULL, capacity, *size, 1);
    if (!*bytes)
    {
        return io_error_set(error, IO_ERR_MEMORY, 0, "out of memory");
    }
    memcpy(*bytes, text, *size);
    return IO_OK;
}

static void fuzz_require(bool holds, const char* what)
{
    if (!holds)
    {
        printf("does not hold: %s\n", what);
        abort();
    }
}

// Bodies and joints of space, if a world can be made of them.
static void fuzz_live(const io_scene* scene)
{
    io_world3 world;
    io_error error;
    for (size_t i = 0; i < scene->space.collider_count; i++)
    {
        const io_collider3* c = &scene->space.colliders[i];
        fuzz_require(c->name && c->path, "colliders are named");
        fuzz_require(c->body >= 0 && c->body < (int32_t)scene->space.body_count, "their bodies are there");
    }
    for (size_t i = 0; i < scene->joint_count; i++)
    {
        const io_joint* j = &scene->joints[i];
        const int64_t count = (int64_t)scene->space.body_count;
        fuzz_require(io_end_is_body(j->b) >= 0 && io_end_is_body(j->b) < count, "a joint has a body");
        fuzz_require(j->is_of_world || (io_end_is_body(j->a) >= 0 && io_end_is_body(j->a) < count), "or two");
    }
    for (size_t i = 0; i < scene->coupling_count; i++)
    {
        const io_coupling* c = &scene->couplings[i];
        fuzz_require(c->a < scene->joint_count && c->b < scene->joint_count, "a coupling has joints");
    }
    if (scene->space.collider_count < 100 && io_world3_make(scene, NULL, &world, &error) == IO_OK)
    {
        for (int i = 0; i < 3; i++)
        {
            (void)io_world3_bend(scene, &world, 1.0f / 60.0f, NULL);
            fuzz_require(imp3_world_step(world.world, 1.0f / 60.0f) == IMP_OK, "time passes in space");
        }
        io_world3_free(&world);
    }
}

static inline void fuzz_load(const uint8_t* data, size_t size)
{
    io_files files = {fuzz_read, NULL};
    io_options options = {.files = &files};
    io_scene scene;
    io_error error = {0};
    io_scene_init(&scene, NULL);
    io_status status = io_scene_load_bytes(&scene, "level", (const char*)data, size, &options, &error);
    if (status)
    {
        fuzz_require(error.status == status && error.text[0], "an error says what it is");
        fuzz_require(!scene.object_count && !scene.note_count && !scene.file_count &&
                         !scene.space.body_count && !scene.space.collider_count && !scene.joint_count &&
                         !scene.vehicle_count && !scene.coupling_count,
                     "a failed load leaves nothing");
    }
    for (size_t i = 0; i < scene.object_count; i++)
    {
        const io_object* object = &scene.objects[i];
        imp2_box box;
        fuzz_require(object->name && object->layer && object->path, "objects are named");
        imp2_compound whole = io_object_compound(object);
        fuzz_require(imp2_compound_bounds(&whole, &object->pose, &box) == IMP_OK, "objects are shapes or compounds");
        fuzz_require(object->body >= -1 && object->body < (int32_t)scene.body_count, "bodies are there");
    }
    if (scene.dimension == 3)
    {
        fuzz_live(&scene);
    }
    io_world world;
    if (scene.dimension == 2 && scene.object_count < 100 && scene.vertex_count < 1000 && io_world_make(&scene, NULL, &world, &error) == IO_OK)
    {
        for (int i = 0; i < 3; i++)
        {
            fuzz_require(imp2_world_step(world.world, 1.0f / 60.0f) == IMP_OK, "time passes");
        }
        io_world_free(&world);
    }
    io_scene_free(&scene);
}

#endif
