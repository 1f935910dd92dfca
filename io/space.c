// SPDX-License-Identifier: MIT
//
// Scenes of space in the JSON of our own: bodies and their colliders (particles: scene_particles.c). Members and defaults are those of the plane where
// the words mean the same (motion.c has the tables); points have three numbers, a turn is an axis and an angle, a
// quaternion or the nine numbers of a matrix, as which it is saved, to come back the same to the last bit.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/reader.h"
#include "io/space_mesh.h"

static io_status read_vec3(io_reader* reader, const io_node* node, const char* name, imp3_vec* out)
{
    const io_node* list = io_node_get(node, name);
    bool good = list && list->numbers && list->count == 3;
    for (int32_t i = 0; good && i < 3; i++)
    {
        good = isfinite(list->numbers[i]);
    }
    if (!good)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "'%s' must be [x, y, z]", name);
    }
    *out = (imp3_vec){(float)list->numbers[0], (float)list->numbers[1], (float)list->numbers[2]};
    return IO_OK;
}

static io_status read_vec3_or_none(io_reader* reader, const io_node* node, const char* name, imp3_vec* out)
{
    *out = (imp3_vec){0, 0, 0};
    return io_node_get(node, name) ? read_vec3(reader, node, name, out) : IO_OK;
}

static io_status read_size(io_reader* reader, const io_node* node, const char* name, bool needed, float* out)
{
    double value = 0;
    io_status status = needed ? io_number(reader, node, name, &value) : io_number_or(reader, node, name, 0, &value);
    *out = status ? 0.0f : (float)value;
    return status;
}

// "axis" and "angle", or "q" of four numbers (a quaternion) or nine (the turned axes).
static io_status read_turn(io_reader* reader, const io_node* node, imp3_rot* out)
{
    const io_node* q = io_node_get(node, "q");
    imp_status made = IMP_OK;
    *out = imp3_pose_identity().q;
    if (io_node_get(node, "axis") || io_node_get(node, "angle"))
    {
        imp3_vec axis;
        float angle;
        io_status status = read_vec3(reader, node, "axis", &axis);
        status = status ? status : read_size(reader, node, "angle", true, &angle);
        if (status)
        {
            return status;
        }
        made = imp3_rot_make(axis, angle, out);
    }
    else if (q && q->numbers && q->count == 4)
    {
        const double* n = q->numbers;
        imp3_quat quat = {(float)n[0], (float)n[1], (float)n[2], (float)n[3]};
        made = imp3_rot_of_quat(quat, out);
    }
    else if (q && q->numbers && q->count == 9)
    {
        const double* n = q->numbers;
        *out = (imp3_rot){{(float)n[0], (float)n[1], (float)n[2]},
                          {(float)n[3], (float)n[4], (float)n[5]},
                          {(float)n[6], (float)n[7], (float)n[8]}};
    }
    else if (q)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "'q' must be four numbers or nine");
    }
    return made ? io_fail(reader, IO_ERR_MEANING, node, "turn: %s", imp_status_text(made)) : IO_OK;
}

static io_status read_pose(io_reader* reader, const io_node* node, imp3_pose* out)
{
    *out = imp3_pose_identity();
    const io_node* pose = io_node_get(node, "pose");
    if (!pose)
    {
        return IO_OK;
    }
    io_status status = io_scene_members(reader, pose, "ap aq aaxis nangle");
    status = status ? status : read_vec3_or_none(reader, pose, "p", &out->p);
    status = status ? status : read_turn(reader, pose, &out->q);
    if (!status)
    {
        imp_status checked = imp3_pose_check(out);
        status = checked ? io_fail(reader, IO_ERR_MEANING, node, "pose: %s", imp_status_text(checked)) : IO_OK;
    }
    return status;
}

// Members that say a shape of one make function.
static io_status read_convex(io_reader* reader, const io_node* node, const char* kind, io_collider3* collider)
{
    imp3_shape* out = &collider->shape;
    bool is_ball = strcmp(kind, "sphere") == 0, is_box = strcmp(kind, "box") == 0;
    bool is_oriented = strcmp(kind, "oriented box") == 0, is_plane = strcmp(kind, "half-space") == 0;
    bool is_capsule = strcmp(kind, "capsule") == 0, is_cylinder = strcmp(kind, "cylinder") == 0;
    bool is_cone = strcmp(kind, "cone") == 0, is_triangle = strcmp(kind, "triangle") == 0;
    imp3_vec a = {0, 0, 0}, b = {0, 0, 0}, c = {0, 0, 0};
    imp3_rot turn;
    float radius, disc_a, disc_b;
    io_status status = read_size(reader, node, "radius", is_ball || is_capsule, &radius);
    if (!status && (is_ball || is_oriented))
    {
        status = read_vec3_or_none(reader, node, "center", &a);
    }
    else if (!status && !is_plane)
    {
        status = read_vec3(reader, node, is_box ? "lower" : "a", &a);
    }
    if (!status && !is_ball && !is_plane)
    {
        status = read_vec3(reader, node, is_box ? "upper" : is_oriented ? "half" : "b", &b);
    }
    status = status || !is_triangle ? status : read_vec3(reader, node, "c", &c);
    status = status || !is_plane ? status : read_vec3(reader, node, "normal", &a);
    status = status ? status : read_size(reader, node, "disc", is_cylinder, &disc_a);
    status = status || !is_cone ? status : read_size(reader, node, "disc_a", true, &disc_a);
    status = status ? status : read_size(reader, node, is_plane ? "offset" : "disc_b", false, &disc_b);
    status = status ? status : read_turn(reader, node, &turn);
    if (status)
    {
        return status;
    }
    const imp3_box box = {a, b};
    collider->center = is_oriented ? a : collider->center;
    collider->half = is_oriented ? b : collider->half;
    imp_status made = is_ball       ? imp3_sphere_make(a, radius, out)
                      : is_box      ? imp3_box_make(box, out)
                      : is_oriented ? imp3_oriented_box_make(a, b, turn, radius, out)
                      : is_capsule  ? imp3_capsule_make(a, b, radius, out)
                      : is_cylinder ? imp3_cylinder_make(a, b, disc_a, radius, out)
                      : is_cone     ? imp3_cone_make(a, b, disc_a, disc_b, radius, out)
                      : is_triangle ? imp3_triangle_make(a, b, c, radius, out)
                                    : imp3_half_space_make(a, disc_b, out);
    return made ? io_fail(reader, IO_ERR_MEANING, node, "%s", imp_status_text(made)) : IO_OK;
}

static bool is_set(const io_node* node, const char* name)
{
    const io_node* flag = io_node_get(node, name);
    return flag && flag->kind == IO_BOOL && flag->number != 0;
}

// Heights live in the scene's arena, for the writer.
static io_status read_heights(io_reader* reader, const io_node* node, io_collider3* collider)
{
    const io_node *list = io_node_get(node, "heights"), *steps = io_node_get(node, "step");
    const io_node* holes = io_node_get(node, "holes");
    int64_t columns = 0;
    io_status status = io_integer_or(reader, node, "columns", 0, &columns);
    bool good = list && list->numbers && columns >= 2 && list->count % columns == 0 && list->count / columns >= 2;
    if (!status && !good)
    {
        status = io_fail(reader, IO_ERR_MEANING, node, "'heights' must be two or more rows of 'columns' numbers each");
    }
    if (!status && !(steps && steps->numbers && steps->count == 2))
    {
        status = io_fail(reader, IO_ERR_MEANING, node, "'step' must be [x, y]");
    }
    if (status)
    {
        return status;
    }
    int32_t rows = (int32_t)(list->count / columns);
    size_t cells = (size_t)(columns - 1) * (size_t)(rows - 1);
    float* heights = io_arena_take(&reader->scene->arena, (size_t)list->count * sizeof *heights);
    uint8_t* open = io_arena_take(&reader->scene->arena, cells);
    if (!heights || !open)
    {
        return io_fail_memory(reader);
    }
    for (int32_t i = 0; i < list->count; i++)
    {
        heights[i] = (float)list->numbers[i];
    }
    memset(open, 0, cells);
    for (int32_t i = 0; holes && holes->numbers && i < holes->count; i++)
    {
        double cell = holes->numbers[i];
        if (!(cell >= 0 && cell < (double)cells) || cell != floor(cell))
        {
            return io_fail(reader, IO_ERR_MEANING, node, "'holes' must be cells");
        }
        open[(size_t)cell] = 1;
    }
    collider->heights = (imp3_heights){.heights = heights,
                                       .holes = holes && holes->numbers ? open : NULL,
                                       .columns = (int32_t)columns,
                                       .rows = rows,
                                       .step_x = (float)steps->numbers[0],
                                       .step_y = (float)steps->numbers[1],
                                       .two_sided = is_set(node, "two_sided")};
    imp_status made = imp3_height_field_make(&collider->heights, reader->allocator, &collider->compound);
    return made ? io_fail(reader, IO_ERR_MEANING, node, "%s", imp_status_text(made)) : IO_OK;
}

static const char* const members3[][2] = {
    {"sphere", "tkind acenter nradius"},
    {"capsule", "tkind aa ab nradius"},
    {"triangle", "tkind aa ab ac nradius"},
    {"box", "tkind alower aupper"},
    {"oriented box", "tkind acenter ahalf aq aaxis nangle nradius"},
    {"cylinder", "tkind aa ab ndisc nradius"},
    {"cone", "tkind aa ab ndisc_a ndisc_b nradius"},
    {"half-space", "tkind anormal noffset"},
    {"hull", "tkind apoints tfile nscale nradius"},
    {"mesh", "tkind apoints atriangles tfile nscale bone_sided nfield nradius lbends"},
    {"parts", "tkind lparts apoints atriangles tfile nscale ntolerance nradius"},
    {"height field", "tkind ncolumns aheights aholes astep btwo_sided"},
};

static io_status read_shape(io_reader* reader, const io_node* node, io_collider3* out)
{
    const char *kind = io_node_text(node, "kind", ""), *members = NULL;
    for (size_t i = 0; i < sizeof members3 / sizeof *members3; i++)
    {
        members = strcmp(kind, members3[i][0]) == 0 ? members3[i][1] : members;
    }
    if (!members)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "unknown kind of shape '%s'", kind);
    }
    io_status status = io_scene_members(reader, node, members);
    if (status)
    {
        return status;
    }
    if (strcmp(kind, "hull") == 0)
    {
        return io_space_read_hull(reader, node, &out->shape);
    }
    if (strcmp(kind, "mesh") == 0)
    {
        return io_space_read_mesh(reader, node, out);
    }
    if (strcmp(kind, "parts") == 0)
    {
        return io_space_read_parts(reader, node, out);
    }
    return strcmp(kind, "height field") == 0 ? read_heights(reader, node, out) : read_convex(reader, node, kind, out);
}

io_status io_collider3_add(io_reader* reader, const io_collider3* collider)
{
    io_space* space = &reader->scene->space;
    const char* path = io_arena_copy(&reader->scene->arena, reader->path, strlen(reader->path));
    io_collider3* colliders = io_grow(reader->allocator, space->colliders, &space->collider_capacity,
                                      space->collider_count + 1, sizeof *colliders);
    space->colliders = colliders ? colliders : space->colliders;
    if (!colliders || !path || !collider->name)
    {
        return io_fail_memory(reader);
    }
    colliders[space->collider_count] = *collider;
    colliders[space->collider_count++].path = path;
    return IO_OK;
}

static io_status read_collider3(io_reader* reader, const io_node* node, const char* name)
{
    if (node->kind != IO_MAP)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "a collider must be {...}");
    }
    io_collider3 collider = {.file = reader->file_index, .def = io_collider3_default()};
    collider.body = (int32_t)reader->scene->space.body_count - 1;
    io_status status = io_scene_keys(reader, node, io_collider3_keys, "tname mshape", &collider.def);
    const io_node* what = io_node_get(node, "shape");
    if (!status && !what)
    {
        status = io_fail(reader, IO_ERR_MEANING, node, "'shape' is missing");
    }
    status = status ? status : read_shape(reader, what, &collider);
    if (status)
    {
        return status;
    }
    collider.name = io_print(reader, "%s", io_node_text(node, "name", name));
    status = io_collider3_add(reader, &collider);
    if (status)
    {
        imp3_shape_free(&collider.shape);
        imp3_compound_free(&collider.compound);
    }
    return status;
}

io_status io_body3_add(io_reader* reader, const io_body3* body)
{
    io_space* space = &reader->scene->space;
    const char* path = io_arena_copy(&reader->scene->arena, reader->path, strlen(reader->path));
    io_body3* bodies =
        io_grow(reader->allocator, space->bodies, &space->body_capacity, space->body_count + 1, sizeof *bodies);
    space->bodies = bodies ? bodies : space->bodies;
    if (!bodies || !path || !body->name || !body->layer)
    {
        return io_fail_memory(reader);
    }
    bodies[space->body_count] = *body;
    bodies[space->body_count++].path = path;
    return IO_OK;
}

static io_status read_body3(io_reader* reader, const io_node* node)
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
    io_body3 body = io_body3_default();
    io_status status = io_scene_keys(reader, node, io_body3_keys, "tname tlayer tkind mpose lcolliders", &body);
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
    status = status ? status : read_pose(reader, node, &body.def.pose);
    body.file = reader->file_index;
    body.layer = io_print(reader, "%s", layer);
    body.name = io_print(reader, "%s", io_node_text(node, "name", "body"));
    status = status ? status : io_body3_add(reader, &body);
    const io_node* list = io_node_get(node, "colliders");
    if (!status && list && list->numbers)
    {
        status = io_fail(reader, IO_ERR_MEANING, node, "'colliders' must be a list of colliders");
    }
    int32_t count = 0;
    for (const io_node* item = list && !status ? list->child : NULL; item && !status; item = item->next)
    {
        size_t length = io_path_push(reader, ".colliders[%d]", (int)count++);
        status = read_collider3(reader, item, body.name);
        io_path_pop(reader, length);
    }
    return status;
}

io_status io_read_space(io_reader* reader, const io_node* root)
{
    io_file* file = &reader->scene->files[reader->file_index];
    file->format = "Impinge scene in space";
    file->scale_from = "the file is in metres";
    reader->scale = 1;
    double version = 0;
    io_status status = io_scene_members(reader, root,
                                        "timpinge nversion ndimension t$schema mworld lbodies ljoints lvehicles "
                                        "lcouplings mparticles");
    status = status ? status : io_number(reader, root, "version", &version);
    if (!status && version != 1)
    {
        status = io_fail(reader, IO_ERR_MEANING, root, "version %g is unknown; this program reads version 1", version);
    }
    const io_node *list = io_node_get(root, "bodies"), *world = io_node_get(root, "world");
    if (!status && ((!list && !io_node_get(root, "particles")) || (list && list->numbers)))
    {
        status = io_fail(reader, IO_ERR_MEANING, root, "'bodies' must be a list of bodies");
    }
    if (!status && reader->options->scale != 0)
    {
        status = io_note_add(reader, IO_NOTE_TAKEN, "the scale asked for is not applied: this file is in metres");
    }
    if (!status && world)
    {
        size_t length = io_path_push(reader, "world");
        status = io_scene_keys(reader, world, io_world3_keys, NULL, &reader->scene->space.world);
        io_path_pop(reader, length);
    }
    int32_t index = 0;
    size_t first_body = reader->scene->space.body_count;
    for (const io_node* node = list && !status ? list->child : NULL; node && !status; node = node->next)
    {
        size_t length = io_path_push(reader, "bodies[%d]", (int)index++);
        status = read_body3(reader, node);
        io_path_pop(reader, length);
    }
    status = status ? status : io_scene_joints(reader, root, first_body, reader->scene->object_count);
    return status ? status : io_scene_particles(reader, root, first_body, reader->scene->object_count);
}

void io_space_drop(io_space* space, size_t bodies, size_t colliders)
{
    for (size_t i = colliders; i < space->collider_count; i++)
    {
        imp3_shape none = {.kind = IMP3_SHAPE_NONE};
        imp3_compound empty = {.kind = IMP3_COMPOUND_NONE};
        imp3_shape_free(space->colliders[i].is_shared ? &none : &space->colliders[i].shape);
        imp3_compound_free(space->colliders[i].is_shared ? &empty : &space->colliders[i].compound);
    }
    space->body_count = bodies;
    space->collider_count = colliders;
}

void io_space_free(io_space* space, const imp_allocator* allocator)
{
    io_space_drop(space, 0, 0);
    io_release(allocator, space->bodies, space->body_capacity, sizeof *space->bodies);
    io_release(allocator, space->colliders, space->collider_capacity, sizeof *space->colliders);
}

imp3_compound io_collider3_compound(const io_collider3* collider)
{
    imp3_compound result = collider->compound;
    if (result.kind == IMP3_COMPOUND_NONE)
    {
        (void)imp3_compound_of_shape(&collider->shape, &result);
    }
    return result;
}

const char* io_collider3_kind(const io_collider3* collider)
{
    static const char* const names[] = {"none", "sphere",   "capsule", "triangle",  "box",
                                        "hull", "cylinder", "cone",    "half-space"};
    switch (collider->compound.kind)
    {
    case IMP3_COMPOUND_SET: return "set of parts";
    case IMP3_COMPOUND_TRIANGLES: return "mesh";
    case IMP3_COMPOUND_HEIGHT_FIELD: return "height field";
    default: return names[collider->shape.kind];
    }
}
