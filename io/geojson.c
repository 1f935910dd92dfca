// SPDX-License-Identifier: MIT
//
// GeoJSON (RFC 7946): polygons become regions or convex shapes, lines chains, points points; one object for each, and
// those of one Multi... or collection are one structure. Everything stands still. Altitudes are left out.
//
// Numbers are metres times the scale asked for, also when they are degrees: nothing is projected. A map is often small
// and far from the origin, where a float has few digits left; then all objects get the middle of the map as the
// position of their pose, and their vertices are relative to it.

#include <math.h>
#include <string.h>

#include "io/reader.h"

enum
{
    OPEN_MAX = IO_DEPTH_MAX
};

// What a geometry is called and belongs to.
typedef struct geo_owner
{
    io_label label;
    bool wanted;
} geo_owner;

// A list whose items are being read.
typedef struct open_list
{
    const io_node* next;
    int32_t index;
    const char* name;  // of the member that holds it
    size_t path_length;
    geo_owner owner;
} open_list;

static const char* const types[] = {"Point",        "MultiPoint", "LineString",        "MultiLineString",   "Polygon",
                                    "MultiPolygon", "Feature",    "FeatureCollection", "GeometryCollection"};

enum
{
    FEATURE = 6,
    FEATURES,
    GEOMETRIES
};

// The type of a GeoJSON object; -1 when it is none.
static int32_t type_of(const io_node* node)
{
    const char* type = node && node->kind == IO_MAP ? io_node_text(node, "type", "") : "";
    for (int32_t i = 0; i < (int32_t)(sizeof types / sizeof *types); i++)
    {
        if (strcmp(type, types[i]) == 0)
        {
            return i;
        }
    }
    return -1;
}

bool io_is_geojson(const io_node* root)
{
    return type_of(root) >= 0;
}

static io_status read_position(io_reader* reader, const io_node* node, io_point* out)
{
    if (!node->numbers || node->count < 2 || !isfinite(node->numbers[0]) || !isfinite(node->numbers[1]))
    {
        return io_fail(reader, IO_ERR_MEANING, node, "a position must be [x, y]");
    }
    *out = (io_point){node->numbers[0], node->numbers[1]};
    return IO_OK;
}

// y points up in the file: turned over here, so that it comes out as it was.
static const io_affine turned_over = {1, 0, 0, 0, -1, 0};

static io_status read_positions(io_reader* reader, const io_node* list, io_pen* pen)
{
    if (list->kind != IO_LIST || list->numbers)
    {
        return io_fail(reader, IO_ERR_MEANING, list, "positions must be a list of [x, y]");
    }
    io_status status = IO_OK;
    int32_t index = 0;
    for (const io_node* node = list->child; node && !status; node = node->next, index++)
    {
        io_point p;
        size_t length = io_path_push(reader, "[%d]", (int)index);
        status = read_position(reader, node, &p);
        io_path_pop(reader, length);
        if (!status)
        {
            io_pen_line(pen, p);
        }
    }
    if (!status && (pen->no_memory || pen->too_many))
    {
        status = pen->no_memory ? io_fail_memory(reader)
                                : io_fail(reader, IO_ERR_LIMIT, NULL, "more than %d points", IO_VERTEX_MAX);
    }
    return status;
}

static io_status add_point(io_reader* reader, const io_node* node, const geo_owner* owner)
{
    io_point p;
    io_status status = read_position(reader, node, &p);
    io_outline point = {.kind = IO_OUTLINE_POINT, .count = 1, .points = &p};
    io_label label = owner->label;
    label.is_solid = false;
    return status ? status : io_outline_add(reader, &point, &turned_over, &label, false);
}

static io_status add_line(io_reader* reader, const io_node* node, const geo_owner* owner)
{
    io_pen pen = {.allocator = reader->allocator};
    io_status status = read_positions(reader, node, &pen);
    if (!status)
    {
        io_outline line = {.kind = IO_OUTLINE_POLYLINE, .count = (int32_t)pen.count, .points = pen.points};
        status = pen.count < 2 ? io_note_add(reader, IO_NOTE_SKIP, "a line needs two points")
                               : io_outline_add(reader, &line, &turned_over, &owner->label, false);
    }
    io_pen_free(&pen);
    return status;
}

// The first ring is outside, the others are holes; even-odd, since many files have them the wrong way round.
static io_status add_polygon(io_reader* reader, const io_node* node, const geo_owner* owner)
{
    if (node->kind != IO_LIST || node->numbers)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "a polygon must be a list of rings");
    }
    io_pen pen = {.allocator = reader->allocator};
    int32_t* counts = NULL;
    size_t capacity = 0;
    int32_t rings = 0, index = 0;
    io_status status = IO_OK;
    for (const io_node* ring = node->child; ring && !status; ring = ring->next)
    {
        size_t first = pen.count;
        size_t length = io_path_push(reader, "[%d]", (int)index++);
        status = read_positions(reader, ring, &pen);
        io_path_pop(reader, length);
        // Rings say their first point again at the end.
        if (!status && pen.count > first + 1)
        {
            io_point a = pen.points[first], b = pen.points[pen.count - 1];
            pen.count -= a.x == b.x && a.y == b.y;
        }
        int32_t* grown =
            status ? NULL : io_grow(reader->allocator, counts, &capacity, (size_t)rings + 1, sizeof *counts);
        if (!status && !grown)
        {
            status = io_fail_memory(reader);
        }
        if (grown)
        {
            counts = grown;
            counts[rings] = (int32_t)(pen.count - first);
            pen.count = counts[rings] < 3 ? first : pen.count;
            rings += counts[rings] >= 3;
        }
    }
    if (!status)
    {
        io_outline outline = {.kind = IO_OUTLINE_POLYGON, .count = (int32_t)pen.count, .points = pen.points};
        outline.rings = counts;
        outline.ring_count = rings;
        status = rings ? io_outline_add(reader, &outline, &turned_over, &owner->label, false)
                       : io_note_add(reader, IO_NOTE_SKIP, "its outline encloses nothing");
    }
    io_release(reader->allocator, counts, capacity, sizeof *counts);
    io_pen_free(&pen);
    return status;
}

// One of the first six types.
static io_status add_geometry(io_reader* reader, const io_node* node, int32_t type, const geo_owner* owner)
{
    const io_node* coordinates = io_node_get(node, "coordinates");
    if (!coordinates || coordinates->kind != IO_LIST)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "'coordinates' must be a list");
    }
    io_status (*const add[])(io_reader*, const io_node*, const geo_owner*) = {add_point, add_point,   add_line,
                                                                              add_line,  add_polygon, add_polygon};
    size_t length = io_path_push(reader, "%scoordinates", reader->path[0] ? "." : "");
    io_status status = IO_OK;
    if (coordinates->count == 0)
    {
        status = io_note_add(reader, IO_NOTE_SKIP, "it has no points");
    }
    else if (type % 2 == 0)
    {
        status = add[type](reader, coordinates, owner);
    }
    else
    {
        geo_owner part = *owner;
        part.label.structure = part.label.structure ? part.label.structure : io_structure_new(reader);
        int32_t index = 0;
        for (const io_node* item = coordinates->child; item && !status; item = item->next)
        {
            size_t inner = io_path_push(reader, "[%d]", (int)index++);
            status = add[type](reader, item, &part);
            io_path_pop(reader, inner);
        }
    }
    io_path_pop(reader, length);
    return status;
}

static io_status read_feature(io_reader* reader, const io_node* node, geo_owner* out)
{
    const io_node* properties = io_node_get(node, "properties");
    properties = properties && properties->kind == IO_MAP ? properties : NULL;
    const char* name =
        io_node_text(properties, "name", io_node_text(properties, "Name", io_node_text(node, "id", NULL)));
    const char* layer = io_node_text(properties, "layer", io_node_text(properties, "Layer", ""));
    double id;
    out->label.name = name                                           ? io_print(reader, "%s", name)
                      : io_node_number(io_node_get(node, "id"), &id) ? io_print(reader, "feature %.17g", id)
                                                                     : "feature";
    out->label.layer = io_print(reader, "%s", layer);
    out->wanted = io_layer_wanted(reader, layer, layer);
    return out->label.name && out->label.layer ? io_motion_read(reader, properties, io_node_get, &out->label)
                                               : io_fail_memory(reader);
}

// One object: a geometry is added, a collection is opened.
static io_status visit(io_reader* reader, const io_node* node, const geo_owner* from, open_list* stack, int32_t* depth)
{
    int32_t type = type_of(node);
    geo_owner self = *from;
    size_t length = strlen(reader->path);
    io_status status = IO_OK;
    if (type == FEATURE)
    {
        status = read_feature(reader, node, &self);
        const io_node* geometry = io_node_get(node, "geometry");
        if (status || !self.wanted || !geometry || geometry->kind == IO_NULL)
        {
            return status;
        }
        io_path_push(reader, "%sgeometry", length ? "." : "");
        node = geometry;
        type = type_of(node);
        type = type == FEATURE || type == FEATURES ? -1 : type;
    }
    if (type < 0)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "'type' is none of GeoJSON's");
    }
    if (type < FEATURE)
    {
        status = self.wanted ? add_geometry(reader, node, type, &self) : IO_OK;
        io_path_pop(reader, length);
        return status;
    }
    const char* name = type == FEATURES ? "features" : "geometries";
    const io_node* list = io_node_get(node, name);
    if (!list || list->kind != IO_LIST || list->numbers)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "'%s' must be a list", name);
    }
    if (type == GEOMETRIES && self.label.structure == 0)
    {
        self.label.structure = io_structure_new(reader);
    }
    if (*depth + 1 == OPEN_MAX)
    {
        return io_fail(reader, IO_ERR_LIMIT, node, "collections are nested too deeply");
    }
    stack[++*depth] = (open_list){list->child, 0, name, length, self};
    return IO_OK;
}

// The box around all lists of numbers that may be positions; false when there are none.
static bool find_box(const io_node* root, io_point* lower, io_point* upper)
{
    const io_node* stack[IO_DEPTH_MAX + 1] = {root};
    *lower = (io_point){INFINITY, INFINITY};
    *upper = (io_point){-INFINITY, -INFINITY};
    for (int32_t depth = 0; depth >= 0;)
    {
        const io_node* node = stack[depth];
        stack[depth] = node->next;
        bool skip = strcmp(node->name, "properties") == 0 || strcmp(node->name, "bbox") == 0;
        const double* p = skip || node->count < 2 ? NULL : node->numbers;
        if (p && isfinite(p[0]) && isfinite(p[1]))
        {
            *lower = (io_point){fmin(lower->x, p[0]), fmin(lower->y, p[1])};
            *upper = (io_point){fmax(upper->x, p[0]), fmax(upper->y, p[1])};
        }
        stack[++depth] = skip || node->numbers ? NULL : node->child;
        while (depth >= 0 && !stack[depth])
        {
            depth--;
        }
    }
    return lower->x <= upper->x;
}

// Sets the frame of the objects when they would lose digits in the world's.
static io_status set_origin(io_reader* reader, const io_node* root)
{
    io_point lower, upper;
    if (!find_box(root, &lower, &upper))
    {
        return IO_OK;
    }
    double x = (lower.x + upper.x) / 2, y = (lower.y + upper.y) / 2;
    double size = fmax(upper.x - lower.x, upper.y - lower.y);
    double away = fmax(fabs(x), fabs(y));
    if (!(away > size) || away * reader->scale > (double)IMP_MAGNITUDE_MAX)
    {
        return IO_OK;  // what is too large is told where it stands
    }
    io_status status = io_to_float(reader, x * reader->scale, y * reader->scale, &reader->origin);
    return status ? status
                  : io_note_add(reader, IO_NOTE_TAKEN, "positions are kept relative to (%.9g, %.9g) m",
                                (double)reader->origin.x, (double)reader->origin.y);
}

io_status io_read_geojson(io_reader* reader, const io_node* root)
{
    reader->scene->files[reader->file_index].format = "GeoJSON";
    io_scale_set(reader, 1, "coordinates are taken as metres", 1);
    open_list stack[OPEN_MAX];
    int32_t depth = -1;
    geo_owner none = {.label = {.name = "geometry", .layer = "", .is_static = true, .is_solid = true}};
    none.wanted = reader->options->layer_count == 0;
    io_status status = set_origin(reader, root);
    status = status ? status : visit(reader, root, &none, stack, &depth);
    while (depth >= 0 && !status)
    {
        open_list* top = &stack[depth];
        const io_node* node = top->next;
        if (!node)
        {
            io_path_pop(reader, top->path_length);
            depth--;
            continue;
        }
        top->next = node->next;
        size_t length = io_path_push(reader, "%s%s[%d]", reader->path[0] ? "." : "", top->name, (int)top->index++);
        int32_t before = depth;
        status = visit(reader, node, &top->owner, stack, &depth);
        if (depth > before)
        {
            stack[depth].path_length = length;
        }
        else if (!status)
        {
            io_path_pop(reader, length);
        }
    }
    return status;
}
