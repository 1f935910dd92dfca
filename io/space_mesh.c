// SPDX-License-Identifier: MIT
//
// Meshes and hulls in the JSON of our own: points and triangles as they stand there, or those of a file beside the
// scene.

#include "io/space_mesh.h"

#include <math.h>
#include <string.h>

io_status io_points3(io_reader* reader, const io_node* list, const char* what, io_mesh* out)
{
    if (!list || list->kind != IO_LIST || list->numbers || list->count < 1)
    {
        return io_fail(reader, IO_ERR_MEANING, list, "%s must be a list of [x, y, z]", what);
    }
    imp3_vec* points =
        io_grow(reader->allocator, out->points, &out->point_capacity, (size_t)list->count, sizeof *points);
    out->points = points ? points : out->points;
    out->point_count = 0;
    if (!points)
    {
        return io_fail_memory(reader);
    }
    for (const io_node* item = list->child; item; item = item->next)
    {
        if (!item->numbers || item->count != 3)
        {
            return io_fail(reader, IO_ERR_MEANING, item, "points[%d] must be [x, y, z]", (int)out->point_count);
        }
        const double* n = item->numbers;
        out->points[out->point_count++] = (imp3_vec){(float)n[0], (float)n[1], (float)n[2]};
    }
    return IO_OK;
}

static io_status read_corners(io_reader* reader, const io_node* node, io_mesh* out)
{
    const io_node* list = io_node_get(node, "triangles");
    if (!list || list->kind != IO_LIST || list->numbers || list->count < 1)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "'triangles' must be a list of [i, j, k]");
    }
    out->corners =
        io_grow(reader->allocator, NULL, &out->corner_capacity, 3 * (size_t)list->count, sizeof *out->corners);
    if (!out->corners)
    {
        return io_fail_memory(reader);
    }
    for (const io_node* item = list->child; item; item = item->next)
    {
        for (int32_t k = 0; k < 3; k++)
        {
            double index = item->numbers && item->count == 3 ? item->numbers[k] : -1;
            if (!(index >= 0 && index < (double)out->point_count) || index != floor(index))
            {
                return io_fail(reader, IO_ERR_MEANING, item, "triangles[%d] must be three points",
                               (int)(out->corner_count / 3));
            }
            out->corners[out->corner_count++] = (int32_t)index;
        }
    }
    return IO_OK;
}

static io_status read_mesh_file(io_reader* reader, const io_node* node, io_mesh* mesh)
{
    const io_files standard = {io_file_read, NULL};
    const io_files* files = reader->options->files ? reader->options->files : &standard;
    const char *name = io_node_text(node, "file", ""), *end = strrchr(reader->file, '/');
    const char* path =
        io_print(reader, "%.*s%s", name[0] == '/' || !end ? 0 : (int)(end + 1 - reader->file), reader->file, name);
    char* bytes = NULL;
    size_t size = 0, capacity = 0;
    double scale = 1;
    int32_t kind = io_mesh_kind_of(name);
    io_status status = io_number_or(reader, node, "scale", 1, &scale);
    if (status || !path)
    {
        return status ? status : io_fail_memory(reader);
    }
    if (kind == IO_MESH_NONE || !(scale >= 0x1p-60 && scale <= 0x1p60))
    {
        return io_fail(reader, IO_ERR_MEANING, node,
                       kind ? "'scale' must be above 0" : "'file' must end in .obj, .stl or .ply");
    }
    io_error error = {.line = 0};
    status = files->read(files->user, path, reader->allocator, &bytes, &size, &capacity, &error);
    io_status read = status ? status : io_mesh_read_bytes(kind, bytes, size, reader->allocator, mesh, &error);
    io_release(reader->allocator, bytes, capacity, 1);
    if (read)
    {
        return io_fail(reader, read, node, "%.100s: %.100s", path, error.text);
    }
    for (size_t i = 0; i < mesh->point_count; i++)
    {
        mesh->points[i] = imp3_vec_scale(mesh->points[i], (float)scale);
    }
    return IO_OK;
}

io_status io_space_mesh(io_reader* reader, const io_node* node, io_mesh* out)
{
    *out = (io_mesh){.allocator = *reader->allocator};
    if (io_node_get(node, "file"))
    {
        return read_mesh_file(reader, node, out);
    }
    io_status status = io_points3(reader, io_node_get(node, "points"), "'points'", out);
    status = status ? status : read_corners(reader, node, out);
    if (status)
    {
        io_mesh_free(out);
    }
    return status;
}

static bool is_set(const io_node* node, const char* name)
{
    const io_node* flag = io_node_get(node, name);
    return flag && flag->kind == IO_BOOL && flag->number != 0;
}

static io_status read_radius(io_reader* reader, const io_node* node, float* out)
{
    double value = 0;
    io_status status = io_number_or(reader, node, "radius", 0, &value);
    *out = status ? 0.0f : (float)value;
    return status;
}

io_status io_space_triangles(io_reader* reader, const io_node* node, const char* name, const imp3_triangles* triangles,
                             imp3_compound* out)
{
    imp3_triangles_report report;
    imp_status made = imp3_triangles_make(triangles, reader->allocator, out, &report);
    if (made)
    {
        return io_fail(reader, made == IMP_ERR_MEMORY ? IO_ERR_MEMORY : IO_ERR_MEANING, node, "%s",
                       imp_status_text(made));
    }
    io_status status =
        report.flat + report.doubled > 0
            ? io_note_add(reader, IO_NOTE_REPAIR, "%.100s: %d triangles without area and %d doubled ones left out",
                          name, (int)report.flat, (int)report.doubled)
            : IO_OK;
    if (status)
    {
        imp3_compound_free(out);
    }
    return status;
}

// With the field that it may have for what is to fit into it.
io_status io_space_read_mesh(io_reader* reader, const io_node* node, io_collider3* out)
{
    io_mesh mesh;
    double cell = 0;
    io_status status = io_number_or(reader, node, "field", 0, &cell);
    status = status ? status : io_space_mesh(reader, node, &mesh);
    if (status)
    {
        return status;
    }
    imp3_triangles triangles = {.points = mesh.points,
                                .point_count = (int32_t)mesh.point_count,
                                .corners = mesh.corners,
                                .count = (int32_t)(mesh.corner_count / 3),
                                .one_sided = is_set(node, "one_sided")};
    status = read_radius(reader, node, &triangles.radius);
    status = status ? status : io_space_read_bends(reader, node, &mesh, &out->bend);
    status = status ? status : io_space_triangles(reader, node, "mesh", &triangles, &out->compound);
    io_mesh_free(&mesh);
    if (!status && io_node_get(node, "field"))
    {
        imp_status made = imp3_mesh_add_field(&out->compound, (float)cell);
        status = made ? io_fail(reader, made == IMP_ERR_MEMORY ? IO_ERR_MEMORY : IO_ERR_MEANING, node, "field: %s",
                                imp_status_text(made))
                      : IO_OK;
        if (status)
        {
            imp3_compound_free(&out->compound);
        }
    }
    return status;
}

io_status io_space_read_hull(io_reader* reader, const io_node* node, imp3_shape* out)
{
    io_mesh mesh = {.allocator = *reader->allocator};
    float radius;
    io_status status = io_node_get(node, "file") ? read_mesh_file(reader, node, &mesh)
                                                 : io_points3(reader, io_node_get(node, "points"), "'points'", &mesh);
    status = status ? status : read_radius(reader, node, &radius);
    if (!status)
    {
        imp_status made = imp3_hull_make(mesh.points, (int32_t)mesh.point_count, radius, reader->allocator, out, NULL);
        status = made ? io_fail(reader, IO_ERR_MEANING, node, "%s", imp_status_text(made)) : IO_OK;
    }
    io_mesh_free(&mesh);
    return status;
}
