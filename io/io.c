// SPDX-License-Identifier: MIT
//
// The scene that readers fill, and the door through which they are called.

#include "io/io.h"

#include <stdio.h>
#include <string.h>

#include "io/reader.h"

void io_scene_init(io_scene* scene, const imp_allocator* allocator)
{
    *scene = (io_scene){.world = io_world_default(), .particles = {.def = io_particles_default()}};
    scene->space.world = io_world3_default();
    io_arena_init(&scene->arena, allocator);
}

static void drop_objects(io_scene* scene, size_t from)
{
    for (size_t i = from; i < scene->object_count; i++)
    {
        scene->vertex_count -= io_object_vertices(&scene->objects[i]);
        imp2_shape_free(&scene->objects[i].shape);
        imp2_compound_free(&scene->objects[i].compound);
    }
    scene->object_count = from;
}

void io_scene_free(io_scene* scene)
{
    const imp_allocator* allocator = &scene->arena.allocator;
    drop_objects(scene, 0);
    io_release(allocator, scene->objects, scene->object_capacity, sizeof *scene->objects);
    io_release(allocator, scene->notes, scene->note_capacity, sizeof *scene->notes);
    io_release(allocator, scene->files, scene->file_capacity, sizeof *scene->files);
    io_release(allocator, scene->bodies, scene->body_capacity, sizeof *scene->bodies);
    io_particles_free(&scene->particles, allocator);
    io_release(allocator, scene->joints, scene->joint_capacity, sizeof *scene->joints);
    io_release(allocator, scene->vehicles, scene->vehicle_capacity, sizeof *scene->vehicles);
    io_release(allocator, scene->couplings, scene->coupling_capacity, sizeof *scene->couplings);
    io_space_free(&scene->space, allocator);
    io_arena_free(&scene->arena);
    imp_allocator keep = *allocator;
    io_scene_init(scene, &keep);
}

// The plane, or space: not both in one scene.
static io_status take_dimension(io_reader* reader, const io_node* root)
{
    int64_t dimension = io_is_urdf(root) || io_is_mjcf(root) ? 3 : 2;
    io_status status = io_is_scene(root) ? io_integer_or(reader, root, "dimension", 2, &dimension) : IO_OK;
    if (!status && dimension != 2 && dimension != 3)
    {
        status = io_fail(reader, IO_ERR_MEANING, root, "'dimension' must be 2 or 3");
    }
    if (!status && reader->scene->dimension != 0 && reader->scene->dimension != dimension)
    {
        status = io_fail(reader, IO_ERR_MEANING, root, "a scene of %s, and one of %s was read before",
                         dimension == 3 ? "space" : "the plane", dimension == 3 ? "the plane" : "space");
    }
    reader->scene->dimension = status ? reader->scene->dimension : (int32_t)dimension;
    return status;
}

static io_status read_root(io_reader* reader, const io_node* root)
{
    io_status status = take_dimension(reader, root);
    if (status)
    {
        return status;
    }
    if (io_is_scene(root))
    {
        reader->scene->files[reader->file_index].is_scene = true;
        return reader->scene->dimension == 3 ? io_read_space(reader, root) : io_read_scene(reader, root);
    }
    if (io_is_ldtk(root))
    {
        reader->wants = "cells of integer grids would be, and entities";
        return io_read_ldtk(reader, root);
    }
    if (io_is_svg(root))
    {
        reader->wants = "path, rect, circle, ellipse, line, polyline and polygon would be, where they are visible";
        return io_read_svg(reader, root);
    }
    if (io_is_geojson(root))
    {
        reader->wants = "polygons, lines and points would be";
        return io_read_geojson(reader, root);
    }
    if (io_is_urdf(root) || io_is_mjcf(root))
    {
        return io_is_urdf(root) ? io_read_urdf(reader, root) : io_read_mjcf(reader, root);
    }
    if (io_is_tiled(root))
    {
        reader->wants = "objects would be, and tiles that are solid: by collision shapes, a property 'solid', or "
                        "--layer";
        return io_read_tiled(reader, root);
    }
    return io_fail(reader, IO_ERR_MEANING, root,
                   "neither a Tiled map (.tmx, .tmj), nor an LDtk project (.ldtk), nor an SVG drawing, nor GeoJSON, "
                   "nor a robot (URDF, MJCF), nor an Impinge scene");
}

// Of particles, arrays may have grown since.
static void go_back(io_particles* particles, const io_particles* before)
{
    particles->item_count = before->item_count;
    particles->force_count = before->force_count;
    particles->link_count = before->link_count;
    particles->count = before->count;
    particles->def = before->def;
    particles->is_there = before->is_there;
    particles->has_gravity = before->has_gravity;
}

// What only all of a file tells. Of our own scenes nothing is chosen.
static io_status end_file(io_reader* reader, size_t first)
{
    io_scene* scene = reader->scene;
    if (scene->files[reader->file_index].is_scene)
    {
        scene->has_length_unit = true;
        return IO_OK;
    }
    if (scene->dimension == 3)
    {
        return IO_OK;
    }
    io_status status = scene->object_count == first
                           ? io_note_add(reader, IO_NOTE_SKIP, "there is no shape in it: %s", reader->wants)
                           : IO_OK;
    return status ? status : io_length_unit_choose(reader);
}

static io_status load(io_reader* reader, const char* bytes, size_t size)
{
    io_scene* scene = reader->scene;
    size_t objects = scene->object_count;
    io_file* files =
        io_grow(reader->allocator, scene->files, &scene->file_capacity, scene->file_count + 1, sizeof *files);
    if (!files)
    {
        return io_fail_memory(reader);
    }
    scene->files = files;
    const char* name = io_arena_copy(&scene->arena, reader->file, strlen(reader->file));
    if (!name)
    {
        return io_fail_memory(reader);
    }
    files[scene->file_count++] = (io_file){.name = name, .format = "", .scale_from = "", .scale = 1.0};

    io_tree tree = {.root = NULL};
    io_status status = io_tree_parse(bytes, size, reader->allocator, &tree, reader->error);
    if (status)
    {
        snprintf(reader->error->file, sizeof reader->error->file, "%s", reader->file);
        reader->error->path[0] = 0;
        return status;
    }
    status = read_root(reader, tree.root);
    io_tree_free(&tree);
    reader->path[0] = 0;
    status = status ? status : end_file(reader, objects);
    if (!status && reader->options->layer_count > 0 && !reader->layer_found)
    {
        reader->path[0] = 0;
        return io_fail(reader, IO_ERR_MEANING, NULL, "no layer is called '%s'", reader->options->layers[0]);
    }
    return status;
}

io_reader io_reader_of(io_scene* scene, const char* path, const io_options* options, io_error* error)
{
    static const io_options standard = {.scale = 0};
    return (io_reader){.scene = scene,
                       .options = options ? options : &standard,
                       .allocator = &scene->arena.allocator,
                       .error = error,
                       .file = path,
                       .file_index = (int32_t)scene->file_count};
}

io_status io_scene_load_bytes(io_scene* scene, const char* path, const char* bytes, size_t size,
                              const io_options* options, io_error* error)
{
    io_reader reader = io_reader_of(scene, path, options, error);
    double scale = reader.options->scale;
    if (scale != 0 && !(scale >= 0x1p-60 && scale <= 0x1p60))
    {
        return io_fail(&reader, IO_ERR_MEANING, NULL, "the scale must be positive");
    }
    double tolerance = reader.options->tolerance;
    if (tolerance != 0 && !(tolerance >= 0x1p-60 && tolerance <= 0x1p60))
    {
        return io_fail(&reader, IO_ERR_MEANING, NULL, "the tolerance must be positive");
    }
    size_t objects = scene->object_count, notes = scene->note_count, files = scene->file_count;
    size_t bodies = scene->body_count, joints = scene->joint_count, vehicles = scene->vehicle_count;
    size_t couplings = scene->coupling_count;
    size_t bodies3 = scene->space.body_count, colliders3 = scene->space.collider_count;
    int32_t dimension = scene->dimension;
    imp2_world_def world = scene->world;
    imp3_world_def world3 = scene->space.world;
    bool has_length_unit = scene->has_length_unit;
    io_particles particles = scene->particles;
    int32_t structures = scene->structure_count;
    io_status status = load(&reader, bytes, size);
    if (status)
    {
        drop_objects(scene, objects);
        scene->note_count = notes;
        scene->file_count = files;
        scene->body_count = bodies;
        scene->joint_count = joints;
        scene->vehicle_count = vehicles;
        scene->coupling_count = couplings;
        scene->world = world;
        io_space_drop(&scene->space, bodies3, colliders3);
        scene->space.world = world3;
        scene->dimension = dimension;
        scene->has_length_unit = has_length_unit;
        go_back(&scene->particles, &particles);
        scene->structure_count = structures;
        return status;
    }
    scene->files[files].objects = (int32_t)(scene->object_count - objects + scene->space.collider_count - colliders3);
    return IO_OK;
}

io_status io_scene_load(io_scene* scene, const char* path, const io_options* options, io_error* error)
{
    const io_files standard = {io_file_read, NULL};
    const io_files* files = options && options->files ? options->files : &standard;
    char* bytes = NULL;
    size_t size = 0, capacity = 0;
    io_status status = files->read(files->user, path, &scene->arena.allocator, &bytes, &size, &capacity, error);
    if (status)
    {
        snprintf(error->file, sizeof error->file, "%s", path);
        error->path[0] = 0;
        return status;
    }
    status = io_scene_load_bytes(scene, path, bytes, size, options, error);
    io_release(&scene->arena.allocator, bytes, capacity, 1);
    return status;
}
