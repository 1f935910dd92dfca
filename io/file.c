// SPDX-License-Identifier: MIT
//
// Bytes of a file. Only regular files: a map that names a device or a pipe must not hang the reader.

#define _POSIX_C_SOURCE 200809L  // stat

#include "io/io.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

io_status io_file_read(void* user, const char* path, const imp_allocator* allocator, char** bytes, size_t* size,
                       size_t* capacity, io_error* error)
{
    (void)user;
    imp_allocator memory = io_allocator(allocator);
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
    if (info.st_size > IO_FILE_SIZE_MAX)
    {
        return io_error_set(error, IO_ERR_LIMIT, 0, "larger than %d MB", IO_FILE_SIZE_MAX >> 20);
    }
    FILE* file = fopen(path, "rb");
    if (!file)
    {
        return io_error_set(error, IO_ERR_FILE, 0, "cannot be opened: %s", strerror(errno));
    }
    // One byte more than it says, to notice when it has grown.
    size_t room = 0, expected = (size_t)info.st_size;
    char* block = io_grow(&memory, NULL, &room, expected + 1, 1);
    if (!block)
    {
        fclose(file);
        return io_error_set(error, IO_ERR_MEMORY, 0, "out of memory");
    }
    size_t length = fread(block, 1, expected + 1, file);
    bool failed = ferror(file) || length > expected;
    fclose(file);
    if (failed)
    {
        io_release(&memory, block, room, 1);
        return io_error_set(error, IO_ERR_FILE, 0, "cannot be read, or changes while it is read");
    }
    *bytes = block;
    *size = length;
    *capacity = room;
    return IO_OK;
}
