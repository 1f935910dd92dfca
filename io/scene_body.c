// SPDX-License-Identifier: MIT
//
// Bodies and the world in the JSON of our own. Numbers, flags and vectors are in tables (motion.c), which the writer
// goes through, too; here is what is not: names, poses, colliders. A member that nobody knows is refused, since it is
// a word that was misspelt, or one of a later version, and either would run otherwise than was meant.

#include <stdio.h>
#include <string.h>

#include "io/reader.h"

io_status io_scene_world(io_reader* reader, const io_node* root)
{
    const io_node* node = io_node_get(root, "world");
    size_t length = io_path_push(reader, "world");
    io_status status = node ? io_scene_keys(reader, node, io_world_keys, NULL, &reader->scene->world) : IO_OK;
    io_path_pop(reader, length);
    return status;
}

static io_status read_collider(io_reader* reader, const io_node* node, const io_body* body, int32_t index,
                               int32_t structure, const char* layer)
{
    if (node->kind != IO_MAP)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "a collider must be {...}");
    }
    io_object object = {.collider = io_motion_default().collider};
    io_status status = io_scene_keys(reader, node, io_collider_keys, "tname mshape", &object.collider);
    const io_node* what = io_node_get(node, "shape");
    if (!status && !what)
    {
        status = io_fail(reader, IO_ERR_MEANING, node, "'shape' is missing");
    }
    status = status ? status : io_scene_shape(reader, what, &object.shape, &object.compound);
    bool is_shape = object.shape.kind != IMP2_SHAPE_NONE;
    if (status || (!is_shape && object.compound.kind == IMP2_COMPOUND_NONE))
    {
        return status;
    }
    const char* name = io_node_text(node, "name", body->name);
    io_label label = {.name = io_print(reader, "%s", name),
                      .layer = layer,
                      .structure = structure,
                      .is_static = body->def.kind == IMP_BODY_STATIC,
                      .is_solid = !object.collider.sensor};
    status = is_shape ? io_object_add(reader, &label, &object.shape, &body->def.pose)
                      : io_compound_add(reader, &label, &object.compound, &body->def.pose);
    if (!status)
    {
        io_object* added = &reader->scene->objects[reader->scene->object_count - 1];
        added->body = index;
        added->collider = object.collider;
    }
    return status;
}

static io_status read_colliders(io_reader* reader, const io_node* node, const io_body* body, int32_t index,
                                const char* layer)
{
    const io_node* list = io_node_get(node, "colliders");
    if (list && list->numbers)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "'colliders' must be a list of colliders");
    }
    int32_t structure = list && list->count > 1 ? io_structure_new(reader) : 0, count = 0;
    io_status status = IO_OK;
    for (const io_node* item = list ? list->child : NULL; item && !status; item = item->next)
    {
        size_t length = io_path_push(reader, ".colliders[%d]", (int)count++);
        status = read_collider(reader, item, body, index, structure, layer);
        io_path_pop(reader, length);
    }
    return status;
}

static io_status read_body(io_reader* reader, const io_node* node)
{
    if (node->kind != IO_MAP)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "a body must be {...}");
    }
    const char* layer = io_node_text(node, "layer", "");
    if (!io_layer_wanted(reader, layer, layer))
    {
        return IO_OK;
    }
    io_body body = io_motion_default().body;
    io_status status = io_scene_keys(reader, node, io_body_keys, "tname tlayer tkind mpose lcolliders", &body);
    const char* kind = io_node_text(node, "kind", io_body_kinds[IMP_BODY_DYNAMIC]);
    body.def.kind = 0;
    while (body.def.kind < IMP_BODY_KIND_COUNT && strcmp(kind, io_body_kinds[body.def.kind]) != 0)
    {
        body.def.kind++;
    }
    if (!status && body.def.kind == IMP_BODY_KIND_COUNT)
    {
        status = io_fail(reader, IO_ERR_MEANING, node, "'kind' must be static, kinematic or dynamic");
    }
    status = status ? status : io_scene_pose(reader, node, &body.def.pose);
    layer = io_print(reader, "%s", layer);
    body.name = io_print(reader, "%s", io_node_text(node, "name", "body"));
    int32_t index = 0;
    status = status ? status : io_body_add(reader, &body, &index);
    return status ? status : read_colliders(reader, node, &body, index, layer);
}

io_status io_scene_bodies(io_reader* reader, const io_node* root)
{
    const io_node* list = io_node_get(root, "bodies");
    if (list && list->numbers)
    {
        return io_fail(reader, IO_ERR_MEANING, root, "'bodies' must be a list of bodies");
    }
    io_status status = IO_OK;
    int32_t index = 0;
    for (const io_node* node = list ? list->child : NULL; node && !status; node = node->next)
    {
        size_t length = io_path_push(reader, "bodies[%d]", (int)index++);
        status = read_body(reader, node);
        io_path_pop(reader, length);
    }
    return status;
}
