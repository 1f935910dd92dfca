// SPDX-License-Identifier: MIT
//
// The JSON of our own, read: docs/scene-json.md says what is in it, scene_body.c reads what moves, and
// scene_particles.c particles. Numbers are metres with y up and are taken as they are, so that a saved scene comes back
// the same to the last bit.

#include <math.h>
#include <stdio.h>
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

// Arrays that grow while a shape is read, and go when it is made.
typedef struct outlines
{
    imp2_vec* points;
    int32_t *counts, *loop, *loop_starts;  // points of each ring; the parts of a cut
    size_t point_count, ring_count, loop_count, part_count;
    size_t point_capacity, ring_capacity, loop_capacity, part_capacity;
} outlines;

static void free_outlines(io_reader* reader, outlines* o)
{
    io_release(reader->allocator, o->points, o->point_capacity, sizeof *o->points);
    io_release(reader->allocator, o->counts, o->ring_capacity, sizeof *o->counts);
    io_release(reader->allocator, o->loop, o->loop_capacity, sizeof *o->loop);
    io_release(reader->allocator, o->loop_starts, o->part_capacity, sizeof *o->loop_starts);
}

static io_status append_number(io_reader* reader, int32_t** items, size_t* count, size_t* capacity, int32_t item)
{
    int32_t* grown = io_grow(reader->allocator, *items, capacity, *count + 1, sizeof *grown);
    if (!grown)
    {
        return io_fail_memory(reader);
    }
    *items = grown;
    grown[(*count)++] = item;
    return IO_OK;
}

// One ring: a list of [x, y].
static io_status read_ring(io_reader* reader, const io_node* node, const io_node* list, const char* name, outlines* o)
{
    if (!list || list->kind != IO_LIST || list->numbers || list->count < 1)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "'%s' must be a list of [x, y]", name);
    }
    size_t wanted = o->point_count + (size_t)list->count;
    imp2_vec* points = io_grow(reader->allocator, o->points, &o->point_capacity, wanted, sizeof *points);
    if (!points)
    {
        return io_fail_memory(reader);
    }
    o->points = points;
    int32_t index = 0;
    for (const io_node* item = list->child; item; item = item->next, index++)
    {
        if (!item->numbers || item->count != 2 || !isfinite(item->numbers[0]) || !isfinite(item->numbers[1]))
        {
            return io_fail(reader, IO_ERR_MEANING, item, "%s[%d] must be [x, y]", name, (int)index);
        }
        points[o->point_count++] = (imp2_vec){(float)item->numbers[0], (float)item->numbers[1]};
    }
    return append_number(reader, &o->counts, &o->ring_count, &o->ring_capacity, index);
}

// Either a list of lists of [x, y], or nothing.
static io_status read_rings(io_reader* reader, const io_node* node, outlines* o)
{
    const io_node* list = io_node_get(node, "rings");
    if (!list || list->kind != IO_LIST || list->numbers || list->count < 1)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "'rings' must be a list of lists of [x, y]");
    }
    io_status status = IO_OK;
    int32_t index = 0;
    for (const io_node* item = list->child; item && !status; item = item->next)
    {
        char name[32];
        snprintf(name, sizeof name, "rings[%d]", (int)index++);
        status = read_ring(reader, item, item, name, o);
    }
    return status;
}

// The parts of a cut: lists of positions among the vertices of all rings.
static io_status read_parts(io_reader* reader, const io_node* node, const io_node* list, outlines* o)
{
    if (list->kind != IO_LIST || list->numbers || list->count < 1)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "'parts' must be a list of lists of vertices");
    }
    io_status status = IO_OK;
    int32_t index = 0;
    for (const io_node* part = list->child; part && !status; part = part->next, index++)
    {
        status = append_number(reader, &o->loop_starts, &o->part_count, &o->part_capacity, (int32_t)o->loop_count);
        for (int32_t i = 0; i < (part->numbers ? part->count : 1) && !status; i++)
        {
            double vertex = part->numbers ? part->numbers[i] : -1;
            if (!(vertex >= 0 && vertex < (double)o->point_count) || vertex != floor(vertex))
            {
                status = io_fail(reader, IO_ERR_MEANING, part, "parts[%d] must be a list of vertices", (int)index);
            }
            status =
                status ? status : append_number(reader, &o->loop, &o->loop_count, &o->loop_capacity, (int32_t)vertex);
        }
    }
    status = status ? status
                    : append_number(reader, &o->loop_starts, &o->part_count, &o->part_capacity, (int32_t)o->loop_count);
    return status;  // part_count is one more than there are: the end of the last
}

// What was left out with a note leaves both kinds at 0.
static io_status make_region(io_reader* reader, const io_node* node, const outlines* o, int32_t fill,
                             imp2_compound* out)
{
    imp2_outlines rings = {o->points, o->counts, (int32_t)o->ring_count, fill};
    imp2_outline_report report;
    imp_status made = imp2_region_make(&rings, reader->allocator, out, &report);
    if (imp_status_fault(made) == IMP_ERR_CROSSING)
    {
        return io_note_crossing(reader, &report);
    }
    if (made)
    {
        return io_fail_status(reader, node, made);
    }
    io_status status = io_note_repair(reader, NULL, &report);
    if (status)
    {
        imp2_compound_free(out);
    }
    return status;
}

static io_status load_region(io_reader* reader, const io_node* node, outlines* o, imp2_compound* out)
{
    // Counts become starts.
    int32_t start = 0;
    for (size_t i = 0; i < o->ring_count; i++)
    {
        int32_t count = o->counts[i];
        o->counts[i] = start;
        start += count;
    }
    io_status status = append_number(reader, &o->counts, &o->ring_count, &o->ring_capacity, start);
    imp2_region_cut cut = {
        o->points, o->counts, o->loop_starts, o->loop, (int32_t)o->ring_count - 1, (int32_t)o->part_count - 1};
    imp_status made = status ? IMP_OK : imp2_region_load(&cut, reader->allocator, out);
    return made ? io_fail_status(reader, node, made) : status;
}

static io_status read_region(io_reader* reader, const io_node* node, outlines* o, imp2_compound* out)
{
    const char* fill = io_node_text(node, "fill", "even-odd");
    bool non_zero = strcmp(fill, "non-zero") == 0;
    if (!non_zero && strcmp(fill, "even-odd") != 0)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "'fill' must be even-odd or non-zero");
    }
    io_status status = read_rings(reader, node, o);
    const io_node* parts = io_node_get(node, "parts");
    if (status || !parts)
    {
        return status ? status : make_region(reader, node, o, non_zero ? IMP_FILL_NON_ZERO : IMP_FILL_EVEN_ODD, out);
    }
    status = read_parts(reader, node, parts, o);
    return status ? status : load_region(reader, node, o, out);
}

// Of a node whose members have been looked at.
static bool read_flag(const io_node* node, const char* name, bool otherwise)
{
    const io_node* flag = io_node_get(node, name);
    return flag && flag->kind == IO_BOOL ? flag->number != 0 : otherwise;
}

static io_status read_chain(io_reader* reader, const io_node* node, outlines* o, imp2_compound* out)
{
    io_status status = read_ring(reader, node, io_node_get(node, "points"), "points", o);
    if (status)
    {
        return status;
    }
    imp2_polyline line = {o->points, (int32_t)o->point_count, read_flag(node, "closed", false),
                          read_flag(node, "one_sided", false)};
    imp2_outline_report report;
    imp_status made = imp2_chain_make(&line, reader->allocator, out, &report);
    if (made)
    {
        return io_fail_status(reader, node, made);
    }
    // A closed chain may say its first point again.
    report.welded -= line.closed && report.welded > 0 && line.points[0].x == line.points[line.count - 1].x &&
                     line.points[0].y == line.points[line.count - 1].y;
    status = report.welded ? io_note_add(reader, IO_NOTE_REPAIR, "chain: %d equal points welded", (int)report.welded)
                           : IO_OK;
    if (status)
    {
        imp2_compound_free(out);
    }
    return status;
}

// Convex in any order of its corners; else a region of the order as it is.
static io_status read_polygon(io_reader* reader, const io_node* node, float radius, outlines* o, imp2_shape* shape,
                              imp2_compound* compound)
{
    io_status status = read_ring(reader, node, io_node_get(node, "points"), "points", o);
    if (status)
    {
        return status;
    }
    imp2_repair repair;
    int32_t count = (int32_t)o->point_count;
    imp_status made = imp2_polygon_make(o->points, count, radius, reader->allocator, shape, &repair);
    if (imp_status_fault(made) == IMP_ERR_CONCAVE)
    {
        return radius == 0
                   ? make_region(reader, node, o, IMP_FILL_EVEN_ODD, compound)
                   : io_note_add(reader, IO_NOTE_SKIP, "a concave polygon of %d corners cannot be rounded", (int)count);
    }
    status = made ? io_fail_status(reader, node, made) : io_note_repair(reader, &repair, NULL);
    if (status)
    {
        imp2_shape_free(shape);
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

// Outlines of any number of points, by their kind.
static io_status read_outline(io_reader* reader, const io_node* node, const char* kind, float radius, imp2_shape* shape,
                              imp2_compound* compound)
{
    outlines o = {.points = NULL};
    io_status status = kind[0] == 'p'   ? read_polygon(reader, node, radius, &o, shape, compound)
                       : kind[0] == 'r' ? read_region(reader, node, &o, compound)
                                        : read_chain(reader, node, &o, compound);
    free_outlines(reader, &o);
    return status;
}

// The members of each kind.
static const char* const shape_members[][2] = {
    {"circle", "tkind acenter nradius"},
    {"segment", "tkind aa ab"},
    {"capsule", "tkind aa ab nradius"},
    {"box", "tkind alower aupper"},
    {"oriented box", "tkind acenter ahalf aturn nangle"},
    {"polygon", "tkind apoints nradius"},
    {"region", "tkind arings tfill aparts"},
    {"chain", "tkind apoints bclosed bone_sided"},
};

io_status io_scene_shape(io_reader* reader, const io_node* node, imp2_shape* shape, imp2_compound* compound)
{
    const char* kind = io_node_text(node, "kind", "");
    const char* members = NULL;
    for (size_t i = 0; i < sizeof shape_members / sizeof *shape_members; i++)
    {
        members = strcmp(kind, shape_members[i][0]) == 0 ? shape_members[i][1] : members;
    }
    if (!members)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "unknown kind of shape '%s'", kind);
    }
    imp_status made = IMP_OK;
    imp2_vec a = {0}, b = {0};
    float radius = 0;
    imp2_rot turn;
    io_status status = io_scene_members(reader, node, members);
    *shape = (imp2_shape){.kind = IMP2_SHAPE_NONE};
    *compound = (imp2_compound){.kind = IMP2_COMPOUND_NONE};
    bool has_radius = io_node_get(node, "radius") != NULL;
    if (!status && (has_radius || strcmp(kind, "circle") == 0 || strcmp(kind, "capsule") == 0))
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
    else
    {
        return read_outline(reader, node, kind, radius, shape, compound);
    }
    if (!status && made)
    {
        shape->kind = IMP2_SHAPE_NONE;
        return io_fail(reader, IO_ERR_MEANING, node, "%s", imp_status_text(made));
    }
    return status;
}

io_status io_scene_pose(io_reader* reader, const io_node* node, imp2_pose* out)
{
    *out = imp2_pose_identity();
    const io_node* pose = io_node_get(node, "pose");
    if (!pose)
    {
        return IO_OK;
    }
    io_status status = io_scene_members(reader, pose, "ap aq nangle");
    status = status || !io_node_get(pose, "p") ? status : read_vec(reader, pose, "p", &out->p);
    status = status ? status : read_rot(reader, pose, "q", &out->q);
    if (!status)
    {
        imp_status checked = imp2_pose_check(out);
        status = checked ? io_fail(reader, IO_ERR_MEANING, node, "pose: %s", imp_status_text(checked)) : IO_OK;
    }
    return status;
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
    int64_t structure = 0;
    io_status status = io_scene_members(reader, node, "tname tlayer bstatic bsolid nstructure mpose mshape");
    status = status ? status : io_integer_or(reader, node, "structure", 0, &structure);
    if (!status && (structure < 0 || structure > IO_OBJECT_MAX))
    {
        status = io_fail(reader, IO_ERR_MEANING, node, "'structure' must be 0 to %d", IO_OBJECT_MAX);
    }
    imp2_pose pose = {.q = {1.0f, 0.0f}};
    status = status ? status : io_scene_pose(reader, node, &pose);
    const io_node* what = io_node_get(node, "shape");
    if (!status && !what)
    {
        status = io_fail(reader, IO_ERR_MEANING, node, "'shape' is missing");
    }
    if (status)
    {
        return status;
    }
    io_object object = {.pose = pose};
    status = io_scene_shape(reader, what, &object.shape, &object.compound);
    bool is_shape = object.shape.kind != IMP2_SHAPE_NONE;
    if (status || (!is_shape && object.compound.kind == IMP2_COMPOUND_NONE))
    {
        return status;
    }
    const char* name = io_node_text(node, "name", NULL);
    io_label label = {.name = name ? io_print(reader, "%s", name) : io_object_kind(&object),
                      .layer = io_print(reader, "%s", layer),
                      .is_static = read_flag(node, "static", false),
                      .is_solid = read_flag(node, "solid", true)};
    if (structure > 0)
    {
        label.structure = first_structure + (int32_t)structure;
        int32_t* highest = &reader->scene->structure_count;
        *highest = label.structure > *highest ? label.structure : *highest;
    }
    return is_shape ? io_object_add(reader, &label, &object.shape, &pose)
                    : io_compound_add(reader, &label, &object.compound, &pose);
}

io_status io_read_scene(io_reader* reader, const io_node* root)
{
    io_file* file = &reader->scene->files[reader->file_index];
    file->format = "Impinge scene";
    file->scale_from = "the file is in metres";
    reader->scale = 1;
    double version = 0;
    io_status status =
        io_scene_members(reader, root,
                         "timpinge nversion ndimension t$schema mworld lbodies lobjects ljoints lvehicles "
                         "lcouplings mparticles");
    status = status ? status : io_number(reader, root, "version", &version);
    if (!status && version != 1)
    {
        status = io_fail(reader, IO_ERR_MEANING, root, "version %g is unknown; this program reads version 1", version);
    }
    const io_node* objects = io_node_get(root, "objects");
    bool has_others = io_node_get(root, "bodies") || io_node_get(root, "particles");
    if (!status && (objects ? objects->numbers != NULL : !has_others))
    {
        status = io_fail(reader, IO_ERR_MEANING, root, "'objects' must be a list of objects");
    }
    if (!status && reader->options->scale != 0)
    {
        status = io_note_add(reader, IO_NOTE_TAKEN, "the scale asked for is not applied: this file is in metres");
    }
    int32_t first_structure = reader->scene->structure_count;
    size_t first_body = reader->scene->body_count, first_object = reader->scene->object_count;
    int32_t index = 0;
    for (const io_node* node = status || !objects ? NULL : objects->child; node && !status; node = node->next)
    {
        size_t length = io_path_push(reader, "objects[%d]", (int)index++);
        status = read_object(reader, node, first_structure);
        io_path_pop(reader, length);
    }
    status = status ? status : io_scene_world(reader, root);
    status = status ? status : io_scene_bodies(reader, root);
    status = status ? status : io_scene_joints(reader, root, first_body, first_object);
    return status ? status : io_scene_particles(reader, root, first_body, first_object);
}
