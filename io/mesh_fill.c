// SPDX-License-Identifier: MIT
//
// The mesh that readers fill. A polygon is laid down as a fan around its first corner as it comes; when all points are
// known, those that are not convex are cut anew in the same place, since any way of cutting makes as many triangles.

#include <math.h>
#include <string.h>

#include "io/mesh_reader.h"

static io_status fail_memory(io_mesh_reader* reader)
{
    return io_mesh_fail(reader, IO_ERR_MEMORY, "out of memory");
}

io_status io_mesh_point(io_mesh_reader* reader, const double xyz[3])
{
    io_mesh* mesh = reader->mesh;
    float v[3];
    if (mesh->point_count == IO_MESH_POINT_MAX)
    {
        return io_mesh_fail(reader, IO_ERR_LIMIT, "more than %d points", IO_MESH_POINT_MAX);
    }
    for (int i = 0; i < 3; i++)
    {
        double x = xyz[i] * reader->scale;
        if (!(fabs(x) <= 0x1p60))
        {
            return io_mesh_fail(reader, IO_ERR_MEANING, "point %zu is %s", mesh->point_count + 1,
                                x == x ? "too far away" : "not a number");
        }
        bool tiny = x != 0 && fabs(x) < 0x1p-60;
        mesh->tiny += tiny;
        v[i] = tiny ? 0.0f : (float)x;
    }
    imp3_vec* points =
        io_grow(&mesh->allocator, mesh->points, &mesh->point_capacity, mesh->point_count + 1, sizeof *points);
    if (!points)
    {
        return fail_memory(reader);
    }
    mesh->points = points;
    points[mesh->point_count++] = (imp3_vec){v[0], v[1], v[2]};
    return IO_OK;
}

static io_status add_triangle(io_mesh_reader* reader, int32_t a, int32_t b, int32_t c)
{
    io_mesh* mesh = reader->mesh;
    if (mesh->corner_count / 3 == IO_MESH_TRIANGLE_MAX)
    {
        return io_mesh_fail(reader, IO_ERR_LIMIT, "more than %d triangles", IO_MESH_TRIANGLE_MAX);
    }
    int32_t* corners =
        io_grow(&mesh->allocator, mesh->corners, &mesh->corner_capacity, mesh->corner_count + 3, sizeof *corners);
    if (!corners)
    {
        return fail_memory(reader);
    }
    mesh->corners = corners;
    corners[mesh->corner_count++] = a;
    corners[mesh->corner_count++] = b;
    corners[mesh->corner_count++] = c;
    return IO_OK;
}

io_status io_mesh_corner(io_mesh_reader* reader, int64_t index)
{
    if (index < 0 || index >= IO_MESH_POINT_MAX)
    {
        return io_mesh_fail(reader, IO_ERR_MEANING, "a face has a corner that is no point");
    }
    if (reader->ring_count == IO_MESH_POLYGON_MAX)
    {
        return io_mesh_fail(reader, IO_ERR_LIMIT, "a face has more than %d corners", IO_MESH_POLYGON_MAX);
    }
    int32_t corner = (int32_t)index;
    if (corner > reader->highest)
    {
        reader->highest = corner;
        reader->highest_line = reader->line;
    }
    io_status status = IO_OK;
    if (reader->ring_count == 0)
    {
        reader->ring_first = corner;
    }
    else if (reader->ring_count >= 2)
    {
        status = add_triangle(reader, reader->ring_first, reader->ring_last, corner);
    }
    reader->ring_last = corner;
    reader->ring_count++;
    return status;
}

io_status io_mesh_end_polygon(io_mesh_reader* reader)
{
    io_mesh* mesh = reader->mesh;
    int32_t count = reader->ring_count;
    reader->ring_count = 0;
    mesh->thin += count < 3;
    if (count <= 3)
    {
        return IO_OK;
    }
    mesh->polygons++;
    io_polygon_run* runs =
        io_grow(&mesh->allocator, reader->runs, &reader->run_capacity, reader->run_count + 1, sizeof *runs);
    if (!runs)
    {
        return fail_memory(reader);
    }
    reader->runs = runs;
    runs[reader->run_count++] = (io_polygon_run){mesh->corner_count - 3 * (size_t)(count - 2), count};
    return IO_OK;
}

typedef struct cut_space
{
    double flat[2 * IO_MESH_POLYGON_MAX];
    int32_t ring[IO_MESH_POLYGON_MAX];
    int32_t chain[IO_MESH_POLYGON_MAX];
} cut_space;

static io_status cut_polygons(io_mesh_reader* reader)
{
    io_mesh* mesh = reader->mesh;
    if (reader->run_count == 0)
    {
        return IO_OK;
    }
    size_t room = 0;
    cut_space* space = io_grow(&mesh->allocator, NULL, &room, 1, sizeof *space);
    if (!space)
    {
        return fail_memory(reader);
    }
    for (size_t i = 0; i < reader->run_count; i++)
    {
        const io_polygon_run* run = &reader->runs[i];
        int32_t* corners = mesh->corners + run->first;
        space->ring[0] = corners[0];
        space->ring[1] = corners[1];
        for (int32_t k = 2; k < run->count; k++)
        {
            space->ring[k] = corners[3 * (k - 2) + 2];
        }
        mesh->crossed += !io_mesh_cut(mesh->points, space->ring, run->count, corners, space->flat, space->chain);
    }
    io_release(&mesh->allocator, space, room, sizeof *space);
    return IO_OK;
}

io_status io_mesh_finish(io_mesh_reader* reader)
{
    const io_mesh* mesh = reader->mesh;
    if (reader->highest >= 0 && (size_t)reader->highest >= mesh->point_count)
    {
        reader->line = reader->highest_line;
        return io_mesh_fail(reader, IO_ERR_MEANING, "a face has corner %d, but there are %zu points",
                            reader->highest + 1, mesh->point_count);
    }
    if (mesh->corner_count == 0)
    {
        reader->line = 0;
        return io_mesh_fail(reader, IO_ERR_MEANING, "has no triangles");
    }
    return cut_polygons(reader);
}
