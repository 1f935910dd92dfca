// SPDX-License-Identifier: MIT
//
// Tiled maps (.tmx, .tmj; orthogonal) to shapes. What counts, in the order in which it is asked:
//
//   tile layer   1. the tile has collision shapes: those, flipped with the tile
//                2. the tile has a property solid (or collides, collidable, collision): its whole cell, or nothing
//                3. the layer has that property, or "collision", "collide" or "solid" in its name or class, or it was
//                   asked for by name and has no tile of kind 1 or 2: all other tiles, whole cells. A layer that says
//                   it is not solid is left out.
//                4. else the tile is scenery, and a note says how many there are
//   object       every rectangle, ellipse, capsule, point, polygon, polyline and tile
//
// Hidden layers and objects count: collision layers are hidden more often than not. Layers that scroll with another
// speed than the map (parallax) have no place in it and are left out.

#include "io/tiled.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum
{
    CELL_COORDINATE_MAX = 1 << 28
};

#define QUARTER_PIXEL 0.25  // how exactly curves are followed

// A group that is being walked; the map itself is the outermost.
typedef struct group
{
    const io_node* next;  // layer
    int32_t index;        // of next
    const char* name;     // "outer/inner/", "" for the map
    size_t path_length;
    double x, y;  // offset [px]
    double parallax_x, parallax_y;
    int32_t solid;  // property
} group;

static bool is_layer(const io_node* node)
{
    return node->kind == IO_MAP && (io_node_is(node, "") || io_node_is(node, "layer") || io_node_is(node, "group") ||
                                    io_node_is(node, "objectgroup") || io_node_is(node, "imagelayer"));
}

static const io_node* next_layer(const io_node* node)
{
    while (node && !is_layer(node))
    {
        node = node->next;
    }
    return node;
}

static const io_node* first_layer(const tiled* t, const io_node* parent)
{
    if (t->xml)
    {
        return next_layer(parent->child);
    }
    const io_node* list = io_node_get(parent, "layers");
    return list && list->kind == IO_LIST ? next_layer(list->child) : NULL;
}

static bool name_says_solid(const char* text)
{
    static const char* const words[] = {"collision", "collide", "solid"};
    for (; *text; text++)
    {
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        {
            size_t k = 0;
            while (words[i][k] && (text[k] | 0x20) == words[i][k])
            {
                k++;
            }
            if (!words[i][k])
            {
                return true;
            }
        }
    }
    return false;
}

// Tile layers

typedef struct tile_layer
{
    io_label label;
    double x, y;    // offset [px]
    int32_t solid;  // what the layer says
    io_runs full;   // cells that are taken whole
    io_runs other;  // cells that say nothing themselves
    int64_t full_count, other_count, shaped_count, refused_count;
} tile_layer;

// The flip bits of a tile: mirrored at the diagonal first, then left and right, then up and down. Tells the size of the
// image afterwards.
static io_affine flip_tile(const tile_use* use, double* width, double* height)
{
    bool turned = use->flip_diagonal;
    *width = turned ? use->tile.height : use->tile.width;
    *height = turned ? use->tile.width : use->tile.height;
    io_affine diagonal = {turned ? 0 : 1, turned ? 1 : 0, 0, turned ? 1 : 0, turned ? 0 : 1, 0};
    io_affine mirror = io_affine_scale(use->flip_x ? -1 : 1, use->flip_y ? -1 : 1);
    mirror.x0 = use->flip_x ? *width : 0;
    mirror.y0 = use->flip_y ? *height : 0;
    return io_affine_then(&diagonal, &mirror);
}

// From the pixels of the tile's image to those of the map.
static io_affine tile_to_map(const tiled* t, const tile_use* use, double x, double y)
{
    double width, height;
    io_affine m = flip_tile(use, &width, &height);
    double dx = 0;
    if (use->set->fit_grid && width > 0 && height > 0)
    {
        double kx = t->tile_width / width, ky = t->tile_height / height;
        if (use->set->keep_aspect)
        {
            kx = ky = kx < ky ? kx : ky;
            dx = (t->tile_width - width * kx) / 2;
        }
        io_affine scale = io_affine_scale(kx, ky);
        m = io_affine_then(&m, &scale);
        height *= ky;
    }
    // A tile stands on the lower left corner of its cell, whatever its size.
    io_affine move = io_affine_move(x + dx + use->set->offset_x, y + t->tile_height - height + use->set->offset_y);
    return io_affine_then(&m, &move);
}

static io_status add_cell(tiled* t, const io_node* node, tile_layer* layer, uint32_t gid, int32_t x, int32_t y)
{
    tile_use use;
    io_status status = tiled_tile(t, node, NULL, gid, &use);
    if (status)
    {
        return status;
    }
    if (use.tile.has_shapes && !use.tile.full)
    {
        layer->shaped_count++;
        io_affine m = tile_to_map(t, &use, layer->x + x * t->tile_width, layer->y + y * t->tile_height);
        io_label label = layer->label;
        label.name = use.tile.name[0] ? use.tile.name : io_print(t->reader, "tile %d", (int)use.tile.id);
        label.structure = t->reader->options->tiles ? io_structure_new(t->reader) : label.structure;
        for (int32_t i = 0; i < use.tile.count && !status; i++)
        {
            io_affine place = io_affine_then(&use.tile.shapes[i].frame, &m);
            status = io_outline_add(t->reader, &use.tile.shapes[i].outline, &place, &label, true);
        }
        return status;
    }
    if (use.tile.full || use.tile.solid == 1)
    {
        layer->full_count++;
        return io_runs_add(t->reader, &layer->full, x, y, 0);
    }
    if (use.tile.solid == 0)
    {
        layer->refused_count++;
        return IO_OK;
    }
    layer->other_count++;
    return io_runs_add(t->reader, &layer->other, x, y, 0);
}

// The tiles of a layer or of one of its chunks. `data` holds them; `format` their encoding.
static io_status add_cells(tiled* t, const io_node* node, const io_node* data, const io_node* format, tile_layer* layer,
                           bool chunk)
{
    int64_t x0, y0, width, height;
    io_reader* reader = t->reader;
    io_status status = io_integer_or(reader, node, "width", t->map_width, &width);
    status = status ? status : io_integer_or(reader, node, "height", t->map_height, &height);
    status = status ? status : io_integer_or(reader, chunk ? node : NULL, "x", 0, &x0);
    status = status ? status : io_integer_or(reader, chunk ? node : NULL, "y", 0, &y0);
    if (status)
    {
        return status;
    }
    int64_t limit = CELL_COORDINATE_MAX;
    if (width < 0 || height < 0 || width > limit || height > limit || x0 < -limit || x0 > limit || y0 < -limit ||
        y0 > limit)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "position or size is out of range");
    }
    if ((uint64_t)width * (uint64_t)height > IO_CELL_MAX - reader->cells)
    {
        return io_fail(reader, IO_ERR_LIMIT, node, "more than %d tiles", IO_CELL_MAX);
    }
    size_t count = (size_t)(width * height), capacity = 0;
    reader->cells += count;
    uint32_t* gids = io_grow(reader->allocator, NULL, &capacity, count, sizeof *gids);
    if (!gids)
    {
        return io_fail_memory(reader);
    }
    size_t length = io_path_push(reader, ".data");
    status = tiled_data(t, data, t->xml, io_node_text(format, "encoding", ""), io_node_text(format, "compression", ""),
                        count, gids);
    size_t bare = io_path_push(reader, "%s", "");
    for (size_t i = 0; i < count && !status; i++)
    {
        if (gids[i] & 0x0fffffff)
        {
            io_path_push(reader, "[%zu]", i);
            status = add_cell(t, data, layer, gids[i], (int32_t)(x0 + (int64_t)i % width),
                              (int32_t)(y0 + (int64_t)i / width));
            io_path_pop(reader, bare);
        }
    }
    io_path_pop(reader, length);
    io_release(reader->allocator, gids, capacity, sizeof *gids);
    return status;
}

static io_status add_chunks(tiled* t, const io_node* node, const io_node* data, tile_layer* layer, bool* any)
{
    // XML keeps encoding and chunks in <data>, JSON in the layer.
    const io_node* holder = t->xml ? data : node;
    const io_node* chunk = holder ? tiled_first(holder, t->xml, "chunk", "chunks") : NULL;
    *any = chunk != NULL;
    io_status status = IO_OK;
    for (int32_t i = 0; chunk && !status; chunk = tiled_next(chunk), i++)
    {
        size_t length = io_path_push(t->reader, ".chunks[%d]", (int)i);
        status = add_cells(t, chunk, t->xml ? chunk : io_node_get(chunk, "data"), holder, layer, true);
        io_path_pop(t->reader, length);
    }
    return status;
}

static io_status take_cells(tiled* t, const io_node* node, const group* place, tile_layer* layer)
{
    io_reader* reader = t->reader;
    const char* why = layer->solid == 1 ? "by the layer's property" : NULL;
    if (!why && (name_says_solid(io_node_text(node, "name", "")) || name_says_solid(tiled_class(node))))
    {
        why = "by the layer's name";
    }
    if (!why && reader->options->layer_count > 0 && layer->full_count + layer->shaped_count == 0)
    {
        why = "because the layer was asked for";
    }
    io_affine m = io_affine_move(place->x, place->y);
    io_cells found;
    io_status status = IO_OK;
    for (size_t i = 0; why && i < layer->other.count && !status; i++)
    {
        io_run run = layer->other.items[i];
        io_run* items =
            io_grow(reader->allocator, layer->full.items, &layer->full.capacity, layer->full.count + 1, sizeof *items);
        if (!items)
        {
            return io_fail_memory(reader);
        }
        items[layer->full.count++] = run;
        layer->full.items = items;
    }
    status = io_runs_outline(reader, &layer->full, t->tile_width, t->tile_height, &m, &layer->label, NULL, &found);
    int64_t by_layer = why ? layer->other_count : 0;
    if (!status && layer->full_count + layer->shaped_count + by_layer > 0)
    {
        char parts[3][80] = {"", "", ""}, became[80];
        io_cells_print(reader, &found, became, sizeof became);
        snprintf(parts[0], layer->shaped_count ? 80 : 1, ", %lld with collision shapes",
                 (long long)layer->shaped_count);
        snprintf(parts[1], layer->full_count ? 80 : 1, ", %lld solid by their tile", (long long)layer->full_count);
        snprintf(parts[2], by_layer ? 80 : 1, ", %lld solid %s", (long long)by_layer, why ? why : "");
        status = io_note_add(reader, IO_NOTE_TAKEN, "tile layer '%s'%s%s%s; whole cells %s", layer->label.layer,
                             parts[0], parts[1], parts[2], became);
    }
    int64_t scenery = layer->other_count - by_layer;
    if (!status && scenery > 0)
    {
        status = io_note_add(reader, IO_NOTE_SKIP,
                             "tile layer '%s': %lld tiles are scenery (no collision shape, no property 'solid'); "
                             "--layer takes them",
                             layer->label.layer, (long long)scenery);
    }
    if (!status && layer->refused_count > 0)
    {
        status = io_note_add(reader, IO_NOTE_SKIP, "tile layer '%s': %lld tiles say that they are not solid",
                             layer->label.layer, (long long)layer->refused_count);
    }
    return status;
}

static io_status read_tile_layer(tiled* t, const io_node* node, const group* place, const char* name)
{
    tile_layer layer = {.label = {.name = name,
                                  .layer = name,
                                  .structure = io_structure_new(t->reader),
                                  .is_static = true,
                                  .is_solid = true},
                        .x = place->x,
                        .y = place->y,
                        .solid = place->solid};
    const io_node* data = io_node_get(node, "data");
    bool chunked = false;
    io_status status = io_motion_read(t->reader, node, tiled_property, &layer.label);
    status = status ? status : add_chunks(t, node, data, &layer, &chunked);
    if (!status && !chunked)
    {
        status = add_cells(t, node, data, t->xml ? data : node, &layer, false);
    }
    status = status ? status : take_cells(t, node, place, &layer);
    io_runs_free(t->reader, &layer.full);
    io_runs_free(t->reader, &layer.other);
    return status;
}

// Objects

// What a template says, read once. A missing one is told with the object; its entry has no root.
static io_status find_template(tiled* t, const io_node* node, const char* source, template_file** out)
{
    for (size_t i = t->template_count; i-- > 0;)
    {
        if (strcmp(t->templates[i].source, source) == 0)
        {
            *out = &t->templates[i];
            return IO_OK;
        }
    }
    template_file* grown =
        io_grow(t->reader->allocator, t->templates, &t->template_capacity, t->template_count + 1, sizeof *grown);
    if (!grown)
    {
        return io_fail_memory(t->reader);
    }
    t->templates = grown;
    template_file* entry = &grown[t->template_count];
    *entry = (template_file){.source = source};
    const char* path = "";
    io_status status = io_external(t->reader, node, t->reader->file, source, &entry->tree, &path);
    if (status && status != IO_ERR_FILE)
    {
        return status;
    }
    t->template_count++;
    *out = entry;
    const io_node* set = status ? NULL : io_node_get(entry->tree.root, "tileset");
    if (!set)
    {
        return IO_OK;
    }
    entry->set = io_arena_take(&t->arena, sizeof *entry->set);
    return entry->set ? tiled_set(t, set, entry->tree.root->name[0] != 0, path, entry->set) : io_fail_memory(t->reader);
}

static bool says_static(const io_node* node)
{
    const io_node* body = tiled_property(node, "bodyType");
    body = body ? body : tiled_property(node, "body");
    return tiled_flag(node, "static") == 1 ||
           (body && (strcmp(body->text, "static") == 0 || strcmp(body->text, "Static") == 0));
}

// From an object's own frame to the map; its position is where it is turned about.
static io_affine object_to_map(double x, double y, double rotation, const group* place)
{
    io_affine turn = io_affine_turn(rotation), move = io_affine_move(x + place->x, y + place->y);
    return io_affine_then(&turn, &move);
}

static io_status add_tile_object(tiled* t, const io_node* sized, const tile_use* use, const io_affine* to_map,
                                 io_label* label)
{
    io_reader* reader = t->reader;
    double width, height;
    io_status status = io_number_or(reader, sized, "width", use->tile.width, &width);
    status = status ? status : io_number_or(reader, sized, "height", use->tile.height, &height);
    if (status)
    {
        return status;
    }
    const tileset* set = use->set;
    double x = -set->align_x * width, y = -set->align_y * height;
    double image_width, image_height;
    io_affine m = flip_tile(use, &image_width, &image_height);
    double kx = image_width > 0 ? width / image_width : 1, ky = image_height > 0 ? height / image_height : 1;
    io_affine place = io_affine_move(x + set->offset_x * kx, y + set->offset_y * ky);
    if (!use->tile.has_shapes)
    {
        io_point corners[2] = {{0, 0}, {width, height}};
        io_outline box = {.kind = IO_OUTLINE_BOX, .count = 2, .points = corners};
        m = io_affine_then(&place, to_map);
        return io_outline_add(reader, &box, &m, label, false);
    }
    io_affine scale = io_affine_scale(kx, ky);
    m = io_affine_then(&m, &scale);
    m = io_affine_then(&m, &place);
    m = io_affine_then(&m, to_map);
    if (use->tile.count > 1)
    {
        label->structure = io_structure_new(reader);
    }
    for (int32_t i = 0; i < use->tile.count && !status; i++)
    {
        io_affine shape_to_map = io_affine_then(&use->tile.shapes[i].frame, &m);
        status = io_outline_add(reader, &use->tile.shapes[i].outline, &shape_to_map, label, false);
    }
    return status;
}

static const io_node* either(const io_node* object, const io_node* base, const char* name)
{
    return io_node_get(object, name) ? object : base;
}

static io_status read_object(tiled* t, const io_node* node, const group* place, const io_label* layer)
{
    io_reader* reader = t->reader;
    const io_node* base = NULL;
    const tileset* own_set = NULL;
    const char* source = io_node_text(node, "template", NULL);
    io_status status = IO_OK;
    if (source)
    {
        template_file* file = NULL;
        status = find_template(t, node, source, &file);
        if (status)
        {
            return status;
        }
        base = file->tree.root ? io_node_get(file->tree.root, "object") : NULL;
        own_set = file->set;
        if (!base)
        {
            return io_note_add(reader, IO_NOTE_SKIP, "its template '%s' cannot be read", source);
        }
    }
    double x, y, rotation, gid;
    status = io_number_or(reader, node, "x", 0, &x);
    status = status ? status : io_number_or(reader, node, "y", 0, &y);
    status = status ? status : io_number_or(reader, either(node, base, "rotation"), "rotation", 0, &rotation);
    status = status ? status : io_number_or(reader, either(node, base, "gid"), "gid", 0, &gid);
    if (status)
    {
        return status;
    }
    if (!(fabs(rotation) <= 1e9))
    {
        return io_fail(reader, IO_ERR_MEANING, node, "'rotation' is too large");
    }
    if (!(gid >= 0 && gid <= 4294967295.0) || gid != floor(gid))
    {
        return io_fail(reader, IO_ERR_MEANING, node, "'gid' is not a whole number of 32 bits");
    }
    int32_t solid = tiled_solid(node), sensor = tiled_flag(node, "sensor"), trigger = tiled_flag(node, "trigger");
    const char* id = io_node_text(node, "id", "");
    double number = 0;
    char id_text[32];
    if (!id[0] && io_node_number(io_node_get(node, "id"), &number))
    {
        snprintf(id_text, sizeof id_text, "%.0f", number);
        id = id_text;
    }
    const char* name = io_node_text(either(node, base, "name"), "name", "");
    const char* kind = tiled_class(node);
    kind = kind[0] || !base ? kind : tiled_class(base);
    tile_use use = {.set = NULL};
    if (gid != 0)
    {
        status = tiled_tile(t, node, io_node_get(node, "gid") ? NULL : own_set, (uint32_t)gid, &use);
        if (status)
        {
            return status;
        }
        kind = kind[0] ? kind : use.tile.name;  // as Tiled does: an object is of its tile's class
    }
    io_label label = *layer;
    label.name = name[0] ? io_print(reader, "%s", name)
                         : io_print(reader, "%s%s%s", kind[0] ? kind : "object", id[0] ? " " : "", id);
    label.is_static = layer->is_static || says_static(node) || (base && says_static(base));
    label.is_solid = (solid < 0 ? layer->is_solid : solid == 1) && sensor != 1 && trigger != 1;
    status = base ? io_motion_read(reader, base, tiled_property, &label) : IO_OK;
    status = status ? status : io_motion_read(reader, node, tiled_property, &label);
    if (status)
    {
        return status;
    }

    io_affine m = object_to_map(x, y, rotation, place);
    if (gid != 0)
    {
        return add_tile_object(t, either(node, base, "width"), &use, &m, &label);
    }
    io_outline outline;
    status = tiled_outline(t, node, base, &outline);
    if (status)
    {
        return status;
    }
    if (outline.kind < 0)
    {
        return io_note_add(reader, IO_NOTE_SKIP, "text has no shape");
    }
    label.is_solid = label.is_solid && outline.kind != IO_OUTLINE_POINT;
    return io_outline_add(reader, &outline, &m, &label, false);
}

static io_status read_object_layer(tiled* t, const io_node* node, const group* place, const char* name)
{
    io_label label = {.name = name, .layer = name, .is_static = says_static(node), .is_solid = place->solid != 0};
    size_t before = t->reader->scene->object_count;
    io_status status = io_motion_read(t->reader, node, tiled_property, &label);
    const io_node* object = tiled_first(node, t->xml, "object", "objects");
    for (int32_t i = 0; object && !status; object = tiled_next(object), i++)
    {
        size_t length = io_path_push(t->reader, ".objects[%d]", (int)i);
        status = read_object(t, object, place, &label);
        io_path_pop(t->reader, length);
    }
    size_t taken = t->reader->scene->object_count - before;
    return status || taken == 0 ? status
                                : io_note_add(t->reader, IO_NOTE_TAKEN, "object layer '%s': %zu shape%s", name, taken,
                                              taken == 1 ? "" : "s");
}

// Layers

static io_status read_place(tiled* t, const io_node* node, const group* parent, group* out)
{
    io_reader* reader = t->reader;
    double x, y, parallax_x, parallax_y;
    io_status status = io_number_or(reader, node, "offsetx", 0, &x);
    status = status ? status : io_number_or(reader, node, "offsety", 0, &y);
    status = status ? status : io_number_or(reader, node, "parallaxx", 1, &parallax_x);
    status = status ? status : io_number_or(reader, node, "parallaxy", 1, &parallax_y);
    if (status)
    {
        return status;
    }
    int32_t solid = tiled_solid(node);
    *out = (group){.x = parent->x + x,
                   .y = parent->y + y,
                   .parallax_x = parent->parallax_x * parallax_x,
                   .parallax_y = parent->parallax_y * parallax_y,
                   .solid = solid < 0 ? parent->solid : solid};
    return IO_OK;
}

static int64_t count_objects(const tiled* t, const io_node* node)
{
    int64_t count = 0;
    for (const io_node* object = tiled_first(node, t->xml, "object", "objects"); object; object = tiled_next(object))
    {
        count++;
    }
    return count;
}

// One layer that is not a group.
static io_status read_layer(tiled* t, const io_node* node, const char* type, const group* place, const char* name)
{
    io_reader* reader = t->reader;
    if (!io_layer_wanted(reader, io_node_text(node, "name", ""), name))
    {
        return IO_OK;
    }
    bool tiles = strcmp(type, "layer") == 0 || strcmp(type, "tilelayer") == 0;
    bool objects = strcmp(type, "objectgroup") == 0;
    if (!tiles && !objects)
    {
        return io_note_add(reader, IO_NOTE_SKIP, "image layer '%s' has no shapes", name);
    }
    if (place->parallax_x != 1 || place->parallax_y != 1)
    {
        return io_note_add(reader, IO_NOTE_SKIP, "%s layer '%s' scrolls with parallax %g, %g%s",
                           tiles ? "tile" : "object", name, place->parallax_x, place->parallax_y,
                           objects && count_objects(t, node) ? ": its objects have no fixed place" : "");
    }
    if (tiles && place->solid == 0)
    {
        return io_note_add(reader, IO_NOTE_SKIP, "tile layer '%s' says that it is not solid", name);
    }
    return tiles ? read_tile_layer(t, node, place, name) : read_object_layer(t, node, place, name);
}

// Groups nest as deep as the file likes: a stack instead of recursion.
static io_status read_layers(tiled* t, const io_node* root)
{
    io_reader* reader = t->reader;
    group stack[IO_DEPTH_MAX];
    int32_t depth = 0;
    stack[0] = (group){first_layer(t, root), 0, "", 0, 0, 0, 1, 1, -1};
    while (depth >= 0)
    {
        group* top = &stack[depth];
        const io_node* node = top->next;
        if (!node)
        {
            io_path_pop(reader, top->path_length);
            depth--;
            continue;
        }
        top->next = next_layer(node->next);
        const char* type = t->xml ? node->name : io_node_text(node, "type", "");
        const char* name = io_print(reader, "%s%s", top->name, io_node_text(node, "name", ""));
        size_t length = io_path_push(reader, "%slayers[%d]", depth ? "." : "", (int)top->index++);
        group place;
        io_status status = name ? read_place(t, node, top, &place) : io_fail_memory(reader);
        if (status)
        {
            return status;
        }
        if (strcmp(type, "group") == 0)
        {
            if (depth + 1 == IO_DEPTH_MAX)
            {
                return io_fail(reader, IO_ERR_LIMIT, node, "groups are nested too deeply");
            }
            place.next = first_layer(t, node);
            place.path_length = length;
            place.name = io_print(reader, "%s/", name);
            if (!place.name)
            {
                return io_fail_memory(reader);
            }
            stack[++depth] = place;
            continue;
        }
        status = read_layer(t, node, type, &place, name);
        if (status)
        {
            return status;
        }
        io_path_pop(reader, length);
    }
    return IO_OK;
}

static io_status read_sets(tiled* t, const io_node* root)
{
    io_reader* reader = t->reader;
    io_status status = IO_OK;
    const io_node* node = tiled_first(root, t->xml, "tileset", "tilesets");
    for (; node && !status; node = tiled_next(node))
    {
        tileset* sets = io_grow(reader->allocator, t->sets, &t->set_capacity, (size_t)t->set_count + 1, sizeof *sets);
        if (!sets)
        {
            return io_fail_memory(reader);
        }
        t->sets = sets;
        size_t length = io_path_push(reader, "tilesets[%d]", (int)t->set_count);
        status = tiled_set(t, node, t->xml, reader->file, &sets[t->set_count]);
        if (!status && t->set_count > 0 && sets[t->set_count].first <= sets[t->set_count - 1].first)
        {
            status = io_fail(reader, IO_ERR_MEANING, node, "'firstgid' must grow from set to set");
        }
        t->set_count++;
        io_path_pop(reader, length);
    }
    return status;
}

static io_status read_head(tiled* t, const io_node* root)
{
    io_reader* reader = t->reader;
    const char* orientation = io_node_text(root, "orientation", "orthogonal");
    if (strcmp(orientation, "orthogonal") != 0)
    {
        return io_fail(reader, IO_ERR_MEANING, root, "orientation '%s' cannot be read, only orthogonal maps can",
                       orientation);
    }
    io_status status = io_integer_or(reader, root, "width", 0, &t->map_width);
    status = status ? status : io_integer_or(reader, root, "height", 0, &t->map_height);
    status = status ? status : io_number(reader, root, "tilewidth", &t->tile_width);
    status = status ? status : io_number(reader, root, "tileheight", &t->tile_height);
    if (!status &&
        !(t->tile_width >= 0x1p-20 && t->tile_width <= 0x1p20 && t->tile_height >= 0x1p-20 && t->tile_height <= 0x1p20))
    {
        status = io_fail(reader, IO_ERR_MEANING, root, "'tilewidth' and 'tileheight' must be positive");
    }
    if (status)
    {
        return status;
    }
    io_scale_set(reader, 1 / t->tile_width, "one tile is 1 m wide", QUARTER_PIXEL);
    io_file* file = &reader->scene->files[reader->file_index];
    file->is_turned = true;
    file->format = io_print(reader, "Tiled map of %lld x %lld tiles of %g x %g px", (long long)t->map_width,
                            (long long)t->map_height, t->tile_width, t->tile_height);
    return file->format ? IO_OK : io_fail_memory(reader);
}

bool io_is_tiled(const io_node* root)
{
    return root->kind == IO_MAP &&
           (io_node_is(root, "map") || (io_node_get(root, "layers") && io_node_get(root, "tilewidth")));
}

io_status io_read_tiled(io_reader* reader, const io_node* root)
{
    tiled t = {.reader = reader, .xml = root->name[0] != 0};
    io_arena_init(&t.arena, reader->allocator);
    io_status status = read_head(&t, root);
    status = status ? status : io_world_read(reader, root, tiled_property);
    status = status ? status : read_sets(&t, root);
    status = status ? status : read_layers(&t, root);
    for (size_t i = 0; i < t.template_count; i++)
    {
        io_tree_free(&t.templates[i].tree);
    }
    io_release(reader->allocator, t.templates, t.template_capacity, sizeof *t.templates);
    io_release(reader->allocator, t.sets, t.set_capacity, sizeof *t.sets);
    io_arena_free(&t.arena);
    return status;
}
