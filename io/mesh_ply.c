// SPDX-License-Identifier: MIT
//
// PLY as text and binary, of either byte order: points from the element vertex, triangles from the lists vertex_indices
// or vertex_index of the element face. All other elements and properties are passed over.

#include <math.h>
#include <string.h>

#include "io/mesh_reader.h"

enum
{
    ELEMENTS_MAX = 16,
    PROPERTIES_MAX = 64  // of an element
};

typedef enum type
{
    TYPE_NONE = 0,
    TYPE_INT8,
    TYPE_UINT8,
    TYPE_INT16,
    TYPE_UINT16,
    TYPE_INT32,
    TYPE_UINT32,
    TYPE_FLOAT,
    TYPE_DOUBLE
} type;

typedef enum role
{
    ROLE_NONE = 0,
    ROLE_X,
    ROLE_Y,
    ROLE_Z,
    ROLE_CORNERS
} role;

typedef enum order
{
    ORDER_TEXT = 0,
    ORDER_LITTLE,
    ORDER_BIG
} order;

typedef struct property
{
    type type, count_type;  // count_type of a list, else TYPE_NONE
    role role;
} property;

typedef struct element
{
    bool is_vertex, is_face;
    int64_t count;
    int32_t property_count;
    property properties[PROPERTIES_MAX];
} element;

typedef struct ply
{
    io_mesh_reader* reader;
    order order;
    int32_t element_count;
    element elements[ELEMENTS_MAX];
} ply;

static io_status fail_syntax(ply* p, const char* what)
{
    return io_mesh_fail(p->reader, IO_ERR_SYNTAX, "%s", what);
}

// Header

static type read_type(ply* p)
{
    static const struct
    {
        const char* name;
        type type;
    } names[] = {{"char", TYPE_INT8},   {"int8", TYPE_INT8},     {"uchar", TYPE_UINT8},   {"uint8", TYPE_UINT8},
                 {"short", TYPE_INT16}, {"int16", TYPE_INT16},   {"ushort", TYPE_UINT16}, {"uint16", TYPE_UINT16},
                 {"int", TYPE_INT32},   {"int32", TYPE_INT32},   {"uint", TYPE_UINT32},   {"uint32", TYPE_UINT32},
                 {"float", TYPE_FLOAT}, {"float32", TYPE_FLOAT}, {"double", TYPE_DOUBLE}, {"float64", TYPE_DOUBLE}};
    if (io_mesh_word(p->reader))
    {
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        {
            if (strcmp(p->reader->word, names[i].name) == 0)
            {
                return names[i].type;
            }
        }
    }
    return TYPE_NONE;
}

static io_status read_format(ply* p)
{
    static const char* const names[] = {"ascii", "binary_little_endian", "binary_big_endian"};
    static const char* const formats[] = {"PLY, text", "PLY, binary", "PLY, binary, big-endian"};
    bool any = io_mesh_word(p->reader);
    for (int i = 0; any && i < 3; i++)
    {
        if (strcmp(p->reader->word, names[i]) == 0)
        {
            p->order = (order)i;
            p->reader->mesh->format = formats[i];
            return IO_OK;
        }
    }
    return fail_syntax(p, "neither ascii nor binary_little_endian nor binary_big_endian");
}

static io_status read_element(ply* p)
{
    double count = 0;
    if (p->element_count == ELEMENTS_MAX)
    {
        return io_mesh_fail(p->reader, IO_ERR_LIMIT, "more than %d elements", ELEMENTS_MAX);
    }
    element* e = &p->elements[p->element_count++];
    *e = (element){.is_vertex = false};
    if (io_mesh_word(p->reader))
    {
        e->is_vertex = strcmp(p->reader->word, "vertex") == 0;
        e->is_face = strcmp(p->reader->word, "face") == 0;
    }
    if (!io_mesh_word(p->reader) || !io_mesh_word_number(p->reader, &count) || !(count >= 0 && count <= 0x1p53))
    {
        return fail_syntax(p, "an element has no count");
    }
    e->count = (int64_t)count;
    return IO_OK;
}

static io_status read_property(ply* p)
{
    property it = {.role = ROLE_NONE};
    if (p->element_count == 0)
    {
        return fail_syntax(p, "a property of no element");
    }
    element* e = &p->elements[p->element_count - 1];
    if (e->property_count == PROPERTIES_MAX)
    {
        return io_mesh_fail(p->reader, IO_ERR_LIMIT, "more than %d properties", PROPERTIES_MAX);
    }
    it.type = read_type(p);
    bool list = it.type == TYPE_NONE && strcmp(p->reader->word, "list") == 0;
    if (list)
    {
        it.count_type = read_type(p);
        it.type = read_type(p);
    }
    if (it.type == TYPE_NONE || (list && (it.count_type == TYPE_NONE || it.count_type >= TYPE_FLOAT)) ||
        !io_mesh_word(p->reader))
    {
        return fail_syntax(p, "not a property");
    }
    const char* name = p->reader->word;
    if (e->is_vertex && !list && name[0] >= 'x' && name[0] <= 'z' && name[1] == 0)
    {
        it.role = (role)(ROLE_X + (name[0] - 'x'));
    }
    if (e->is_face && list && (strcmp(name, "vertex_indices") == 0 || strcmp(name, "vertex_index") == 0))
    {
        it.role = ROLE_CORNERS;
    }
    e->properties[e->property_count++] = it;
    return IO_OK;
}

static bool has_role(const element* e, role wanted)
{
    int32_t found = 0;
    for (int32_t i = 0; i < e->property_count; i++)
    {
        found += e->properties[i].role == wanted;
    }
    return found == 1;
}

static io_status check_header(ply* p)
{
    int32_t vertices = 0, faces = 0;
    for (int32_t i = 0; i < p->element_count; i++)
    {
        const element* e = &p->elements[i];
        vertices += e->is_vertex;
        faces += e->is_face;
        if (e->is_vertex && !(has_role(e, ROLE_X) && has_role(e, ROLE_Y) && has_role(e, ROLE_Z)))
        {
            return io_mesh_fail(p->reader, IO_ERR_MEANING, "the element vertex has not x, y and z");
        }
        if (e->is_face && !has_role(e, ROLE_CORNERS))
        {
            return io_mesh_fail(p->reader, IO_ERR_MEANING, "the element face has no list vertex_indices");
        }
    }
    if (vertices != 1 || faces != 1)
    {
        return io_mesh_fail(p->reader, IO_ERR_MEANING, "has no elements vertex and face, or several");
    }
    return IO_OK;
}

static io_status read_header(ply* p)
{
    io_mesh_reader* in = p->reader;
    if (!io_mesh_word(in) || strcmp(in->word, "ply") != 0)
    {
        return fail_syntax(p, "does not begin with 'ply'");
    }
    bool has_format = false;
    io_status status = IO_OK;
    while (!status && io_mesh_skip_line(in))
    {
        if (!io_mesh_word(in))
        {
            continue;
        }
        if (strcmp(in->word, "end_header") == 0)
        {
            if (!has_format || !io_mesh_skip_line(in))
            {
                return fail_syntax(p, has_format ? "ends with the header" : "has no format");
            }
            return check_header(p);
        }
        if (strcmp(in->word, "format") == 0)
        {
            status = read_format(p);
            has_format = true;
        }
        else if (strcmp(in->word, "element") == 0)
        {
            status = read_element(p);
        }
        else if (strcmp(in->word, "property") == 0)
        {
            status = read_property(p);
        }
        else if (strcmp(in->word, "comment") != 0 && strcmp(in->word, "obj_info") != 0)
        {
            status = io_mesh_fail(in, IO_ERR_SYNTAX, "'%s' is no word of a header", in->word);
        }
    }
    return status ? status : fail_syntax(p, "ends in its header");
}

// Values

static bool read_binary_value(ply* p, type t, double* out)
{
    static const uint8_t sizes[] = {0, 1, 1, 2, 2, 4, 4, 4, 8};
    unsigned char raw[8];
    size_t size = sizes[t];
    if (!io_mesh_take(p->reader, size, raw))
    {
        return false;
    }
    uint64_t bits = 0;
    for (size_t i = 0; i < size; i++)
    {
        bits |= (uint64_t)raw[p->order == ORDER_LITTLE ? i : size - 1 - i] << 8 * i;
    }
    uint32_t low = (uint32_t)bits;
    float single;
    switch (t)
    {
    case TYPE_INT8: *out = low < 0x80 ? (double)low : (double)low - 256; break;
    case TYPE_INT16: *out = low < 0x8000 ? (double)low : (double)low - 65536; break;
    case TYPE_INT32: *out = low < 0x80000000u ? (double)low : (double)low - 0x1p32; break;
    case TYPE_FLOAT:
        memcpy(&single, &low, sizeof single);
        *out = (double)single;
        break;
    case TYPE_DOUBLE: memcpy(out, &bits, sizeof *out); break;
    default: *out = (double)low; break;
    }
    return true;
}

// Reads a value; one that nobody asks for need not be a number.
static io_status read_value(ply* p, type t, bool wanted, double* out)
{
    io_mesh_reader* in = p->reader;
    if (p->order != ORDER_TEXT)
    {
        return read_binary_value(p, t, out) ? IO_OK : fail_syntax(p, "ends before all that its header tells");
    }
    if (!io_mesh_next_word(in))
    {
        return fail_syntax(p, "ends before all that its header tells");
    }
    if (wanted && !io_mesh_word_number(in, out))
    {
        return io_mesh_fail(in, IO_ERR_SYNTAX, "'%s' is not a number", in->word);
    }
    return IO_OK;
}

static io_status read_list(ply* p, const property* it)
{
    double count = 0, value = 0;
    bool corners = it->role == ROLE_CORNERS;
    io_status status = read_value(p, it->count_type, true, &count);
    if (!status && !(count >= 0 && count <= 0x1p32 && count == floor(count)))
    {
        return fail_syntax(p, "a list has no length");
    }
    for (double i = 0; i < count && !status; i++)
    {
        status = read_value(p, it->type, corners, &value);
        if (!status && corners)
        {
            bool whole = value >= 0 && value < (double)IO_MESH_POINT_MAX && value == floor(value);
            status = io_mesh_corner(p->reader, whole ? (int64_t)value : -1);
        }
    }
    return !status && corners ? io_mesh_end_polygon(p->reader) : status;
}

static io_status read_item(ply* p, const element* e)
{
    double xyz[3] = {0, 0, 0}, other;
    io_status status = IO_OK;
    for (int32_t k = 0; k < e->property_count && !status; k++)
    {
        const property* it = &e->properties[k];
        bool coordinate = it->role >= ROLE_X && it->role <= ROLE_Z;
        status = it->count_type ? read_list(p, it)
                                : read_value(p, it->type, coordinate, coordinate ? &xyz[it->role - ROLE_X] : &other);
    }
    return status || !e->is_vertex ? status : io_mesh_point(p->reader, xyz);
}

io_status io_mesh_read_ply(io_mesh_reader* reader)
{
    ply p = {.reader = reader};
    io_status status = read_header(&p);
    reader->line = p.order == ORDER_TEXT ? reader->line : 0;
    for (int32_t i = 0; i < p.element_count && !status; i++)
    {
        const element* e = &p.elements[i];
        for (int64_t k = 0; e->property_count && k < e->count && !status; k++)
        {
            status = read_item(&p, e);
        }
    }
    uint64_t taken = reader->done - (reader->end - reader->at);
    reader->mesh->trailing =
        p.order != ORDER_TEXT && reader->stream->size > taken ? (int64_t)(reader->stream->size - taken) : 0;
    return status;
}
