// SPDX-License-Identifier: MIT
//
// The door through which readers of meshes are called.

#include "io/mesh.h"

#include <math.h>
#include <string.h>

#include "io/mesh_reader.h"

io_status io_mesh_read(int32_t kind, const io_stream* stream, double scale, const imp_allocator* allocator,
                       io_mesh* out, io_error* error)
{
    io_mesh mesh = {.allocator = io_allocator(allocator), .format = ""};
    size_t room = 0;
    *error = (io_error){.status = IO_OK};
    io_mesh_reader* reader = io_grow(&mesh.allocator, NULL, &room, 1, sizeof *reader);
    if (!reader)
    {
        return io_error_set(error, IO_ERR_MEMORY, 0, "out of memory");
    }
    memset(reader, 0, offsetof(io_mesh_reader, block));
    reader->mesh = &mesh;
    reader->stream = stream;
    reader->error = error;
    reader->scale = scale;
    reader->highest = -1;
    reader->line = 1;
    io_status status = kind == IO_MESH_OBJ   ? io_mesh_read_obj(reader)
                       : kind == IO_MESH_STL ? io_mesh_read_stl(reader)
                       : kind == IO_MESH_PLY ? io_mesh_read_ply(reader)
                                             : io_mesh_fail(reader, IO_ERR_MEANING, "no kind of mesh");
    status = status ? status : error->status;  // when a file breaks off between two statements
    status = status ? status : io_mesh_finish(reader);
    io_release(&mesh.allocator, reader->runs, reader->run_capacity, sizeof *reader->runs);
    io_release(&mesh.allocator, reader, room, sizeof *reader);
    if (status)
    {
        io_mesh_free(&mesh);
        return status;
    }
    *out = mesh;
    return IO_OK;
}

typedef struct bytes_left
{
    const char* bytes;
    size_t size;
} bytes_left;

static bool read_bytes(void* user, char* out, size_t room, size_t* count)
{
    bytes_left* left = user;
    *count = left->size < room ? left->size : room;
    if (*count > 0)
    {
        memcpy(out, left->bytes, *count);
        left->bytes += *count;
        left->size -= *count;
    }
    return true;
}

io_status io_mesh_read_bytes(int32_t kind, const char* bytes, size_t size, const imp_allocator* allocator, io_mesh* out,
                             io_error* error)
{
    bytes_left left = {bytes, size};
    io_stream stream = {.read = read_bytes, .user = &left, .size = size};
    return io_mesh_read(kind, &stream, 1.0, allocator, out, error);
}

void io_mesh_free(io_mesh* mesh)
{
    io_release(&mesh->allocator, mesh->points, mesh->point_capacity, sizeof *mesh->points);
    io_release(&mesh->allocator, mesh->corners, mesh->corner_capacity, sizeof *mesh->corners);
    *mesh = (io_mesh){.allocator = mesh->allocator};
}

int32_t io_mesh_kind_of(const char* path)
{
    static const char* const endings[] = {".obj", ".stl", ".ply"};
    const char* dot = strrchr(path, '.');
    for (int32_t i = 0; dot && i < 3; i++)
    {
        size_t k = 0;
        while (k < 4 && dot[k] && (dot[k] | 32) == (endings[i][k] | 32))
        {
            k++;
        }
        if (k == 4 && dot[4] == 0)
        {
            return IO_MESH_OBJ + i;
        }
    }
    return IO_MESH_NONE;
}
