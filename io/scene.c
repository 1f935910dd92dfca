// SPDX-License-Identifier: MIT
//
// The JSON of our own, read: docs/scene-json.md says what is in it. Numbers are metres with y up and are taken as they
// are, so that a saved scene comes back the same to the last bit.

#include <math.h>
#include <string.h>

#include "io/reader.h"

bool io_is_scene(const io_node* root)
{
    return strcmp(io_node_text(root, "impinge", ""), "scene") == 0;
}

static io_status read_float(io_reader* reader, const io_node* node, const char* name, float* out)
{
    double value;
    io_status status = io_number(reader, node, name, &value);
    *out = status ? 0.0f : (float)value;
    return status;
}

static io_status read_vec(io_reader* reader, const io_node* node, const char* name, imp2_vec* out)
{
    const io_node* list = io_node_get(node, name);
    if (!list || !list->numbers || list->count != 2 || !isfinite(list->numbers[0]) || !isfinite(list->numbers[1]))
    {
        return io_fail(reader, IO_ERR_MEANING, node, "'%s' must be [x, y]", name);
    }
    out->x = (float)list->numbers[0];
    out->y = (float)list->numbers[1];
    return IO_OK;
}

static io_status read_points(io_reader* reader, const io_node* node, float radius, imp2_shape* shape)
{
    const io_node* list = io_node_get(node, "points");
    if (!list || list->kind != IO_LIST || list->numbers || list->count < 1)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "'points' must be a list of [x, y]");
    }
    size_t capacity = 0;
    imp2_vec* points = io_grow(reader->allocator, NULL, &capacity, (size_t)list->count, sizeof *points);
    if (!points)
    {
        return io_fail_memory(reader);
    }
    io_status status = IO_OK;
    int32_t count = 0;
    for (const io_node* item = list->child; item && !status; item = item->next, count++)
    {
        if (!item->numbers || item->count != 2 || !isfinite(item->numbers[0]) || !isfinite(item->numbers[1]))
        {
            status = io_fail(reader, IO_ERR_MEANING, item, "points[%d] must be [x, y]", (int)count);
            break;
        }
        points[count] = (imp2_vec){(float)item->numbers[0], (float)item->numbers[1]};
    }
    imp2_repair repair = {0};
    imp_status made = IMP_OK;
    if (!status)
    {
        made = imp2_polygon_make(points, count, radius, reader->allocator, shape, &repair);
    }
    io_release(reader->allocator, points, capacity, sizeof *points);
    if (imp_status_fault(made) == IMP_ERR_MEMORY)
    {
        return io_fail_memory(reader);
    }
    if (imp_status_fault(made) == IMP_ERR_CONCAVE)
    {
        shape->kind = IMP2_SHAPE_NONE;
        return io_note_add(reader, IO_NOTE_SKIP, "concave outline of %d corners: only convex ones can be tested",
                           (int)count);
    }
    if (made)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "%s", imp_status_text(made));
    }
    if (!status && (repair.welded || repair.collinear || repair.reordered))
    {
        status = io_note_add(reader, IO_NOTE_REPAIR, "polygon: %d equal corners welded, %d on an edge left out%s",
                             (int)repair.welded, (int)repair.collinear, repair.reordered ? ", corners reordered" : "");
        if (status)
        {
            imp2_shape_free(shape);
        }
    }
    return status;
}

static io_status read_rot(io_reader* reader, const io_node* node, const char* name, imp2_rot* out)
{
    imp2_vec turn = {1.0f, 0.0f};
    if (io_node_get(node, "angle"))
    {
        float angle;
        io_status status = read_float(reader, node, "angle", &angle);
        if (!status && imp2_rot_make(angle, out))
        {
            status = io_fail(reader, IO_ERR_MEANING, node, "'angle' is too large");
        }
        return status;
    }
    io_status status = io_node_get(node, name) ? read_vec(reader, node, name, &turn) : IO_OK;
    *out = (imp2_rot){turn.x, turn.y};
    return status;
}

// shape->kind stays IMP2_SHAPE_NONE when it was left out with a note.
static io_status read_shape(io_reader* reader, const io_node* node, imp2_shape* shape)
{
    const char* kind = io_node_text(node, "kind", "");
    imp_status made = IMP_OK;
    imp2_vec a = {0}, b = {0};
    float radius = 0;
    imp2_rot turn;
    io_status status = IO_OK;
    *shape = (imp2_shape){.kind = IMP2_SHAPE_NONE};
    bool has_radius = io_node_get(node, "radius") != NULL;
    if (has_radius || strcmp(kind, "circle") == 0 || strcmp(kind, "capsule") == 0)
    {
        status = read_float(reader, node, "radius", &radius);
    }
    if (status)
    {
        return status;
    }
    if (strcmp(kind, "circle") == 0)
    {
        status = io_node_get(node, "center") ? read_vec(reader, node, "center", &a) : IO_OK;
        made = status ? IMP_OK : imp2_circle_make(a, radius, shape);
    }
    else if (strcmp(kind, "segment") == 0 || strcmp(kind, "capsule") == 0)
    {
        status = read_vec(reader, node, "a", &a);
        status = status ? status : read_vec(reader, node, "b", &b);
        if (!status)
        {
            made = kind[0] == 's' ? imp2_segment_make(a, b, shape) : imp2_capsule_make(a, b, radius, shape);
        }
    }
    else if (strcmp(kind, "box") == 0)
    {
        status = read_vec(reader, node, "lower", &a);
        status = status ? status : read_vec(reader, node, "upper", &b);
        imp2_box box = {a, b};
        made = status ? IMP_OK : imp2_box_make(box, shape);
    }
    else if (strcmp(kind, "oriented box") == 0)
    {
        status = io_node_get(node, "center") ? read_vec(reader, node, "center", &a) : IO_OK;
        status = status ? status : read_vec(reader, node, "half", &b);
        status = status ? status : read_rot(reader, node, "turn", &turn);
        made = status ? IMP_OK : imp2_oriented_box_make(a, b, turn, shape);
    }
    else if (strcmp(kind, "polygon") == 0)
    {
        return read_points(reader, node, radius, shape);
    }
    else
    {
        return io_fail(reader, IO_ERR_MEANING, node, "unknown kind of shape '%s'", kind);
    }
    if (!status && made)
    {
        shape->kind = IMP2_SHAPE_NONE;
        return io_fail(reader, IO_ERR_MEANING, node, "%s", imp_status_text(made));
    }
    return status;
}

static io_status read_pose(io_reader* reader, const io_node* node, imp2_pose* out)
{
    *out = imp2_pose_identity();
    const io_node* pose = io_node_get(node, "pose");
    if (!pose)
    {
        return IO_OK;
    }
    io_status status = io_node_get(pose, "p") ? read_vec(reader, pose, "p", &out->p) : IO_OK;
    status = status ? status : read_rot(reader, pose, "q", &out->q);
    if (!status)
    {
        imp_status checked = imp2_pose_check(out);
        status = checked ? io_fail(reader, IO_ERR_MEANING, node, "pose: %s", imp_status_text(checked)) : IO_OK;
    }
    return status;
}

static bool read_flag(const io_node* node, const char* name, bool otherwise)
{
    const io_node* flag = io_node_get(node, name);
    return flag && flag->kind == IO_BOOL ? flag->number != 0 : otherwise;
}

static io_status read_object(io_reader* reader, const io_node* node, int32_t first_structure)
{
    if (node->kind != IO_MAP)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "an object must be {...}");
    }
    const char* layer = io_node_text(node, "layer", "");
    if (!io_layer_wanted(reader, layer, layer))
    {
        return IO_OK;
    }
    int64_t structure;
    io_status status = io_integer_or(reader, node, "structure", 0, &structure);
    if (!status && (structure < 0 || structure > IO_OBJECT_MAX))
    {
        status = io_fail(reader, IO_ERR_MEANING, node, "'structure' must be 0 to %d", IO_OBJECT_MAX);
    }
    imp2_pose pose = {.q = {1.0f, 0.0f}};
    status = status ? status : read_pose(reader, node, &pose);
    const io_node* what = io_node_get(node, "shape");
    if (!status && !what)
    {
        status = io_fail(reader, IO_ERR_MEANING, node, "'shape' is missing");
    }
    if (status)
    {
        return status;
    }
    imp2_shape shape;
    status = read_shape(reader, what, &shape);
    if (status || shape.kind == IMP2_SHAPE_NONE)
    {
        return status;
    }
    const char* name = io_node_text(node, "name", NULL);
    io_label label = {.name = name ? io_print(reader, "%s", name) : io_shape_name(shape.kind),
                      .layer = io_print(reader, "%s", layer),
                      .is_static = read_flag(node, "static", false),
                      .is_solid = read_flag(node, "solid", true)};
    if (structure > 0)
    {
        label.structure = first_structure + (int32_t)structure;
        int32_t* highest = &reader->scene->structure_count;
        *highest = label.structure > *highest ? label.structure : *highest;
    }
    return io_object_add(reader, &label, &shape, &pose);
}

io_status io_read_scene(io_reader* reader, const io_node* root)
{
    io_file* file = &reader->scene->files[reader->file_index];
    file->format = "Impinge scene";
    file->scale_from = "the file is in metres";
    reader->scale = 1;
    double version;
    io_status status = io_number(reader, root, "version", &version);
    if (!status && version != 1)
    {
        status = io_fail(reader, IO_ERR_MEANING, root, "version %g is unknown; this program reads version 1", version);
    }
    const io_node* objects = io_node_get(root, "objects");
    if (!status && (!objects || objects->kind != IO_LIST || objects->numbers))
    {
        status = io_fail(reader, IO_ERR_MEANING, root, "'objects' must be a list of objects");
    }
    if (!status && reader->options->scale != 0)
    {
        status = io_note_add(reader, IO_NOTE_TAKEN, "the scale asked for is not applied: this file is in metres");
    }
    int32_t first_structure = reader->scene->structure_count;
    int32_t index = 0;
    for (const io_node* node = status ? NULL : objects->child; node && !status; node = node->next)
    {
        size_t length = io_path_push(reader, "objects[%d]", (int)index++);
        status = read_object(reader, node, first_structure);
        io_path_pop(reader, length);
    }
    return status;
}
