// SPDX-License-Identifier: MIT
//
// Meshes from regular files, block by block.

#define _POSIX_C_SOURCE 200809L  // stat

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "io/mesh.h"

static bool read_block(void* user, char* out, size_t room, size_t* count)
{
    FILE* file = user;
    *count = fread(out, 1, room, file);
    return !ferror(file);
}

static io_status load(const char* path, io_stream* stream, double scale, const imp_allocator* allocator, io_mesh* out,
                      io_error* error)
{
    struct stat info;
    errno = 0;
    if (stat(path, &info) != 0)
    {
        return io_error_set(error, IO_ERR_FILE, 0, "cannot be opened: %s", strerror(errno));
    }
    if (!S_ISREG(info.st_mode))
    {
        return io_error_set(error, IO_ERR_FILE, 0, "is not a regular file");
    }
    FILE* file = fopen(path, "rb");
    if (!file)
    {
        return io_error_set(error, IO_ERR_FILE, 0, "cannot be opened: %s", strerror(errno));
    }
    stream->user = file;
    stream->size = (uint64_t)info.st_size;
    io_status status = io_mesh_read(io_mesh_kind_of(path), stream, scale, allocator, out, error);
    fclose(file);
    return status;
}

io_status io_mesh_load(const char* path, double scale, bool (*progress)(void*, uint64_t, uint64_t), void* watcher,
                       const imp_allocator* allocator, io_mesh* out, io_error* error)
{
    io_stream stream = {.read = read_block, .progress = progress, .watcher = watcher};
    *error = (io_error){.status = IO_OK};
    io_status status = load(path, &stream, scale, allocator, out, error);
    if (status)
    {
        snprintf(error->file, sizeof error->file, "%s", path);
        error->path[0] = 0;
    }
    return status;
}
