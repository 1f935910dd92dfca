// SPDX-License-Identifier: MIT
//
// Unpacking by zlib.

#include "io/inflate.h"

#include <zlib.h>

typedef union header
{
    size_t size;
    char pad[16];
} header;

static void* zlib_take(void* user, unsigned count, unsigned size)
{
    const imp_allocator* allocator = user;
    size_t whole = (size_t)count * size + sizeof(header);
    header* block = allocator->resize(allocator->user, NULL, 0, whole);
    if (!block)
    {
        return NULL;
    }
    block->size = whole;
    return block + 1;
}

static void zlib_give(void* user, void* block)
{
    const imp_allocator* allocator = user;
    header* start = (header*)block - 1;
    allocator->resize(allocator->user, start, start->size, 0);
}

io_status io_inflate(const uint8_t* bytes, size_t size, const imp_allocator* allocator, uint8_t* out, size_t out_size)
{
    imp_allocator memory = io_allocator(allocator);
    z_stream stream = {.zalloc = zlib_take, .zfree = zlib_give, .opaque = &memory};
    if (size > UINT32_MAX || out_size > UINT32_MAX)
    {
        return IO_ERR_MEANING;
    }
    if (inflateInit2(&stream, 15 + 32) != Z_OK)  // 32: zlib or gzip, told by their headers
    {
        return IO_ERR_MEMORY;
    }
    stream.next_in = (Bytef*)(uintptr_t)bytes;
    stream.avail_in = (uInt)size;
    stream.next_out = out;
    stream.avail_out = (uInt)out_size;
    int result = inflate(&stream, Z_FINISH);
    bool whole = result == Z_STREAM_END && stream.avail_out == 0;
    inflateEnd(&stream);
    return whole ? IO_OK : result == Z_MEM_ERROR ? IO_ERR_MEMORY : IO_ERR_MEANING;
}
