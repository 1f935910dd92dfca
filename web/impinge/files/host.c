// SPDX-License-Identifier: MIT
//
// The files at hand by their paths, and the scene behind them.

#include "host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct entry
{
    char* path;
    char* tree;
    uint32_t size;
} entry;

struct host_files
{
    entry* entries;
    size_t count, capacity;
    io_scene scene;
    io_world made;  // without the world itself
    io_error error;
    char fault[1100];
    char missing[512];
};

host_files* host_files_make(void)
{
    host_files* files = calloc(1, sizeof *files);
    if (files)
    {
        io_scene_init(&files->scene, NULL);
    }
    return files;
}

void host_files_free(host_files* files)
{
    if (files)
    {
        io_world_free(&files->made);
        io_scene_free(&files->scene);
        for (size_t i = 0; i < files->count; ++i)
        {
            free(files->entries[i].path);
            free(files->entries[i].tree);
        }
        free(files->entries);
        free(files);
    }
}

bool host_files_put(host_files* files, const char* path, char* tree, uint32_t size)
{
    const imp_allocator memory = io_allocator(NULL);
    entry* entries = io_grow(&memory, files->entries, &files->capacity, files->count + 1, sizeof *entries);
    files->entries = entries ? entries : files->entries;
    char* copy = entries ? strdup(path) : NULL;
    if (!copy)
    {
        free(tree);
        return false;
    }
    entries[files->count++] = (entry){copy, tree, size};
    return true;
}

static io_status read_entry(void* user, const char* path, const imp_allocator* allocator, char** bytes, size_t* size,
                            size_t* capacity, io_error* error)
{
    host_files* files = user;
    for (size_t i = 0; i < files->count; ++i)
    {
        const entry* e = &files->entries[i];
        if (strcmp(e->path, path) == 0)
        {
            *capacity = 0;
            *bytes = io_grow(allocator, NULL, capacity, e->size, 1);
            if (!*bytes)
            {
                return io_error_set(error, IO_ERR_MEMORY, 0, "out of memory");
            }
            memcpy(*bytes, e->tree, e->size);
            *size = e->size;
            return IO_OK;
        }
    }
    snprintf(files->missing, sizeof files->missing, "%s", path);
    return io_error_set(error, IO_ERR_FILE, 0, "is not among the files");
}

int32_t host_files_read(host_files* files, const char* path, double scale, double tolerance, bool to_run)
{
    const io_files source = {read_entry, files};
    const io_options options = {
        .scale = scale, .tolerance = tolerance, .true_size = !to_run, .all_files = true, .files = &source};
    io_world_free(&files->made);
    io_scene_free(&files->scene);
    memset(&files->error, 0, sizeof files->error);
    files->missing[0] = 0;
    io_status status = io_scene_load(&files->scene, path, &options, &files->error);
    bool added;
    return (int32_t)(status || !to_run ? status : io_scene_add_floor(&files->scene, &added, &files->error));
}

const char* host_files_fault(host_files* files)
{
    io_error_print(&files->error, files->fault, sizeof files->fault);
    return files->fault;
}

const char* host_files_missing(const host_files* files)
{
    return files->missing;
}

bool host_files_object(const host_files* files, uint32_t i, host_object* out)
{
    if (i >= files->scene.object_count)
    {
        return false;
    }
    const io_object* o = &files->scene.objects[i];
    bool compound = o->compound.kind != IMP2_COMPOUND_NONE;
    *out = (host_object){o->name,
                         o->layer,
                         o->path,
                         o->file,
                         o->structure,
                         o->is_static,
                         o->is_solid,
                         compound ? NULL : &o->shape,
                         compound ? &o->compound : NULL,
                         o->pose};
    return true;
}

bool host_files_note(const host_files* files, uint32_t i, host_note* out)
{
    if (i >= files->scene.note_count)
    {
        return false;
    }
    const io_note* n = &files->scene.notes[i];
    *out = (host_note){n->kind, n->file, n->path, n->text};
    return true;
}

bool host_files_file(const host_files* files, uint32_t i, host_file* out)
{
    if (i >= files->scene.file_count)
    {
        return false;
    }
    const io_file* f = &files->scene.files[i];
    *out = (host_file){f->name, f->format, f->scale_from, (float)f->scale, f->objects, f->is_turned};
    return true;
}

int32_t host_files_world(host_files* files, host_world* out)
{
    io_world_free(&files->made);
    memset(&files->error, 0, sizeof files->error);
    io_status status = io_world_make(&files->scene, NULL, &files->made, &files->error);
    if (!status)
    {
        *out = (host_world){files->made.world, files->made.particles};
        files->made.world = NULL;
        files->made.particles = NULL;
    }
    return (int32_t)status;
}

bool host_files_body(const host_files* files, uint32_t i, host_body* out)
{
    if (i >= (uint32_t)files->made.body_count)
    {
        return false;
    }
    const io_world_body* b = &files->made.bodies[i];
    *out = (host_body){b->handle, b->name, b->kind};
    return true;
}

bool host_files_joint(const host_files* files, uint32_t i, host_joint* out)
{
    if (!files->made.joints || i >= files->scene.joint_count)
    {
        return false;
    }
    const char* name = files->scene.joints[i].name;
    *out = (host_joint){files->made.joints[i], name ? name : ""};
    return true;
}

bool host_files_coupling(const host_files* files, uint32_t i, imp_coupling* out)
{
    bool known = files->made.couplings && i < files->scene.coupling_count;
    *out = known ? files->made.couplings[i] : *out;
    return known;
}

int32_t host_files_wearer(const host_files* files, uint32_t object)
{
    bool known = files->made.wearers && object < files->scene.object_count;
    return known ? files->made.wearers[object] : -1;
}

/// There are no files but those that were put in.
io_status io_file_read(void* user, const char* path, const imp_allocator* allocator, char** bytes, size_t* size,
                       size_t* capacity, io_error* error)
{
    (void)user, (void)path, (void)allocator, (void)bytes, (void)size, (void)capacity;
    return io_error_set(error, IO_ERR_FILE, 0, "cannot be opened");
}
