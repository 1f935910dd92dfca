// SPDX-License-Identifier: MIT
//
// Wavefront OBJ: v and f. Corners of faces count points from 1, or back from the last one from -1, and may come before
// the points. Texture coordinates, normals, groups and materials are passed over; points, lines, curves and free-form
// surfaces are counted and left out, as are lines that are no statement.

#include <math.h>
#include <string.h>

#include "io/mesh_reader.h"

static io_status read_point(io_mesh_reader* reader)
{
    double xyz[3];
    for (int i = 0; i < 3; i++)
    {
        if (!io_mesh_word(reader))
        {
            return io_mesh_fail(reader, IO_ERR_SYNTAX, "a point has less than three coordinates");
        }
        if (!io_mesh_word_number(reader, &xyz[i]))
        {
            return io_mesh_fail(reader, IO_ERR_SYNTAX, "'%s' is not a number", reader->word);
        }
    }
    return io_mesh_point(reader, xyz);
}

static io_status read_face(io_mesh_reader* reader)
{
    io_status status = IO_OK;
    while (!status && io_mesh_word(reader) && reader->word[0] != '#')
    {
        double number;
        const char* end = io_mesh_number(reader->word, &number);
        if (!end || (*end != 0 && *end != '/') || !(fabs(number) < 0x1p53) || number != floor(number) || number == 0)
        {
            return io_mesh_fail(reader, IO_ERR_SYNTAX, "'%s' is no corner of a face", reader->word);
        }
        int64_t index = (int64_t)number;
        status = io_mesh_corner(reader, index > 0 ? index - 1 : (int64_t)reader->mesh->point_count + index);
    }
    return status ? status : io_mesh_end_polygon(reader);
}

static bool is_one_of(const io_mesh_reader* reader, const char* const* words)
{
    size_t i = 0;
    while (words[i] && strcmp(reader->word, words[i]) != 0)
    {
        i++;
    }
    return words[i] != NULL;
}

static void pass_over(io_mesh_reader* reader)
{
    static const char* const nothing[] = {
        "vn",     "vt",     "vp",    "o",        "g",        "s",    "mg",         "usemtl",    "mtllib",
        "usemap", "maplib", "bevel", "c_interp", "d_interp", "lod",  "shadow_obj", "trace_obj", "cstype",
        "deg",    "bmat",   "step",  "parm",     "trim",     "hole", "scrv",       "sp",        "end",
        "con",    "ctech",  "stech", "call",     "csh",      NULL};
    static const char* const curves[] = {"p", "l", "curv", "curv2", "surf", NULL};
    io_mesh* mesh = reader->mesh;
    if (is_one_of(reader, curves))
    {
        mesh->curves++;
    }
    else if (reader->word[0] != '#' && !is_one_of(reader, nothing))
    {
        mesh->unknown_line = mesh->unknown++ ? mesh->unknown_line : reader->line;
    }
}

io_status io_mesh_read_obj(io_mesh_reader* reader)
{
    reader->mesh->format = "OBJ";
    io_status status = IO_OK;
    do
    {
        if (!io_mesh_word(reader))
        {
            continue;
        }
        if (strcmp(reader->word, "v") == 0)
        {
            status = read_point(reader);
        }
        else if (strcmp(reader->word, "f") == 0 || strcmp(reader->word, "fo") == 0)
        {
            status = read_face(reader);
        }
        else
        {
            pass_over(reader);
        }
    } while (!status && io_mesh_skip_line(reader));
    return status;
}
