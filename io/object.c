// SPDX-License-Identifier: MIT
//
// Objects and bodies of a scene: how readers add them, what they are called, how many vertices they have.

#include <string.h>

#include "io/reader.h"

const char* io_shape_name(int32_t kind)
{
    switch (kind)
    {
    case IMP2_SHAPE_CIRCLE: return "circle";
    case IMP2_SHAPE_SEGMENT: return "segment";
    case IMP2_SHAPE_CAPSULE: return "capsule";
    case IMP2_SHAPE_BOX: return "box";
    case IMP2_SHAPE_ORIENTED_BOX: return "oriented box";
    case IMP2_SHAPE_POLYGON: return "polygon";
    default: return "none";
    }
}

const char* io_object_kind(const io_object* object)
{
    switch (object->compound.kind)
    {
    case IMP2_COMPOUND_REGION: return "region";
    case IMP2_COMPOUND_CHAIN: return "chain";
    default: return io_shape_name(object->shape.kind);
    }
}

imp2_compound io_object_compound(const io_object* object)
{
    imp2_compound result = object->compound;
    if (result.kind == IMP2_COMPOUND_NONE)
    {
        (void)imp2_compound_of_shape(&object->shape, &result);
    }
    return result;
}

size_t io_object_vertices(const io_object* object)
{
    const imp2_compound* compound = &object->compound;
    int32_t count =
        compound->kind == IMP2_COMPOUND_NONE ? object->shape.count : compound->ring_starts[compound->ring_count];
    return (size_t)count;
}

io_status io_body_add(io_reader* reader, const io_body* body, int32_t* index)
{
    io_scene* scene = reader->scene;
    io_body* bodies =
        io_grow(reader->allocator, scene->bodies, &scene->body_capacity, scene->body_count + 1, sizeof *bodies);
    const char* path = io_arena_copy(&scene->arena, reader->path, strlen(reader->path));
    if (!bodies || !path || !body->name)
    {
        scene->bodies = bodies ? bodies : scene->bodies;
        return io_fail_memory(reader);
    }
    scene->bodies = bodies;
    *index = (int32_t)scene->body_count++;
    bodies[*index] = *body;
    bodies[*index].path = path;
    bodies[*index].file = reader->file_index;
    return IO_OK;
}

// The body of an object, where the file says something about it: the parts of one structure that come one after the
// other share one.
static io_status find_body(io_reader* reader, const io_label* label, io_object* object)
{
    const io_scene* scene = reader->scene;
    object->body = -1;
    object->collider = label->motion ? label->motion->collider : io_motion_default().collider;
    object->collider.sensor = object->collider.sensor || !label->is_solid;
    if (!label->motion)
    {
        return IO_OK;
    }
    const io_object* last = scene->object_count ? &scene->objects[scene->object_count - 1] : NULL;
    if (label->structure > 0 && last && last->structure == label->structure && last->body >= 0 &&
        memcmp(&last->pose, &object->pose, sizeof last->pose) == 0)
    {
        object->body = last->body;
        return IO_OK;
    }
    io_body body = label->motion->body;
    body.name = label->name;
    body.def.pose = object->pose;
    return io_body_add(reader, &body, &object->body);
}

// Takes over the object's shape or compound.
static io_status add_object(io_reader* reader, const io_label* label, io_object* object)
{
    io_scene* scene = reader->scene;
    io_object* objects = NULL;
    size_t vertices = io_object_vertices(object);
    const char* path = io_arena_copy(&scene->arena, reader->path, strlen(reader->path));
    bool full = scene->object_count >= IO_OBJECT_MAX || scene->vertex_count + vertices > IO_VERTEX_MAX;
    if (!full && path && label->name && label->layer)
    {
        objects = io_grow(reader->allocator, scene->objects, &scene->object_capacity, scene->object_count + 1,
                          sizeof *objects);
    }
    if (!objects)
    {
        imp2_shape_free(&object->shape);
        imp2_compound_free(&object->compound);
        return full ? io_fail(reader, IO_ERR_LIMIT, NULL, "more than %d objects or %d vertices", IO_OBJECT_MAX,
                              IO_VERTEX_MAX)
                    : io_fail_memory(reader);
    }
    object->name = label->name;
    object->layer = label->layer;
    object->path = path;
    object->file = reader->file_index;
    object->structure = label->structure;
    object->is_static = label->is_static;
    object->is_solid = label->is_solid;
    scene->objects = objects;
    io_status status = find_body(reader, label, object);
    if (status)
    {
        imp2_shape_free(&object->shape);
        imp2_compound_free(&object->compound);
        return status;
    }
    scene->vertex_count += vertices;
    objects[scene->object_count++] = *object;
    return IO_OK;
}

io_status io_object_add(io_reader* reader, const io_label* label, imp2_shape* shape, const imp2_pose* pose)
{
    io_object object = {.shape = *shape, .pose = *pose};
    return add_object(reader, label, &object);
}

io_status io_compound_add(io_reader* reader, const io_label* label, imp2_compound* compound, const imp2_pose* pose)
{
    io_object object = {.compound = *compound, .pose = *pose};
    return add_object(reader, label, &object);
}
