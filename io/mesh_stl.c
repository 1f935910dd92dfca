// SPDX-License-Identifier: MIT
//
// STL as text and binary. Both may begin with "solid": a file is binary when its size is that of the count of triangles
// that it states, or when it does not begin so. Normals are passed over. Each triangle has points of its own; whoever
// makes a compound of them joins those that are the same.

#include <string.h>

#include "io/mesh_reader.h"

enum
{
    HEAD = 84,   // 80 bytes of anything, and the count
    RECORD = 50  // normal, three corners, two bytes of anything
};

static uint32_t little_word(const unsigned char* b)
{
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static double little_float(const unsigned char* b)
{
    uint32_t bits = little_word(b);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static io_status add_corner(io_mesh_reader* reader, const double xyz[3])
{
    io_status status = io_mesh_point(reader, xyz);
    return status ? status : io_mesh_corner(reader, (int64_t)reader->mesh->point_count - 1);
}

static io_status read_binary(io_mesh_reader* reader)
{
    unsigned char bytes[HEAD];
    uint64_t size = reader->stream->size;
    reader->mesh->format = "STL, binary";
    reader->line = 0;
    if (!io_mesh_take(reader, HEAD, bytes))
    {
        return io_mesh_fail(reader, IO_ERR_SYNTAX, "too short for an STL");
    }
    uint64_t count = little_word(bytes + 80), wanted = HEAD + RECORD * count;
    if (size && wanted > size)
    {
        return io_mesh_fail(reader, IO_ERR_SYNTAX, "says it has %u triangles, but ends before the %u-th",
                            (unsigned)count, (unsigned)((size - HEAD) / RECORD + 1));
    }
    io_status status = IO_OK;
    for (uint64_t i = 0; i < count && !status; i++)
    {
        if (!io_mesh_take(reader, RECORD, bytes))
        {
            return io_mesh_fail(reader, IO_ERR_SYNTAX, "says it has %u triangles, but ends in the %u-th",
                                (unsigned)count, (unsigned)i + 1);
        }
        for (int k = 0; k < 3 && !status; k++)
        {
            const unsigned char* at = bytes + 12 + 12 * k;
            const double xyz[3] = {little_float(at), little_float(at + 4), little_float(at + 8)};
            status = add_corner(reader, xyz);
        }
        status = status ? status : io_mesh_end_polygon(reader);
    }
    reader->mesh->trailing = size ? (int64_t)(size - wanted) : 0;
    return status;
}

static io_status read_vertex(io_mesh_reader* reader)
{
    double xyz[3];
    for (int i = 0; i < 3; i++)
    {
        if (!io_mesh_next_word(reader))
        {
            return io_mesh_fail(reader, IO_ERR_SYNTAX, "ends in the middle of a triangle");
        }
        if (!io_mesh_word_number(reader, &xyz[i]))
        {
            return io_mesh_fail(reader, IO_ERR_SYNTAX, "'%s' is not a number", reader->word);
        }
    }
    return add_corner(reader, xyz);
}

static io_status read_text(io_mesh_reader* reader)
{
    bool in_normal = false, in_loop = false;
    io_status status = IO_OK;
    reader->mesh->format = "STL, text";
    while (!status && io_mesh_next_word(reader))
    {
        if (io_mesh_word_is(reader, "vertex") && in_loop)
        {
            status = read_vertex(reader);
        }
        else if (io_mesh_word_is(reader, "outer"))
        {
            in_normal = false;
            in_loop = true;
        }
        else if (io_mesh_word_is(reader, "endloop") && in_loop)
        {
            in_loop = false;
            status = io_mesh_end_polygon(reader);
        }
        else if (io_mesh_word_is(reader, "facet"))
        {
            in_normal = true;
        }
        else if (io_mesh_word_is(reader, "solid") || io_mesh_word_is(reader, "endsolid"))
        {
            io_mesh_skip_line(reader);
        }
        else if (!in_normal && !io_mesh_word_is(reader, "loop") && !io_mesh_word_is(reader, "endfacet"))
        {
            return io_mesh_fail(reader, IO_ERR_SYNTAX, "'%s' is no word that an STL has there", reader->word);
        }
    }
    return status || !in_loop ? status : io_mesh_fail(reader, IO_ERR_SYNTAX, "ends in the middle of a triangle");
}

io_status io_mesh_read_stl(io_mesh_reader* reader)
{
    // The first block is there, untaken.
    bool any = io_mesh_peek(reader) >= 0, fits = false;
    const unsigned char* block = (const unsigned char*)reader->block;
    size_t at = 0;
    while (at < reader->end && strchr(" \t\r\n", reader->block[at]) && reader->block[at])
    {
        at++;
    }
    bool solid = any && reader->end - at >= 5 && memcmp(reader->block + at, "solid", 5) == 0;
    if (any && reader->end >= HEAD)
    {
        fits = reader->stream->size == HEAD + RECORD * (uint64_t)little_word(block + 80);
    }
    return solid && !fits ? read_text(reader) : read_binary(reader);
}
