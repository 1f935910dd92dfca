// SPDX-License-Identifier: MIT
//
// Tilesets of Tiled: sizes, alignment, and the collision shapes of their tiles. Outlines that cannot be used are said
// once here, however often the tile is used.

#include <stdlib.h>
#include <string.h>

#include "io/tiled.h"

const io_node* tiled_first(const io_node* node, bool xml, const char* xml_name, const char* json_name)
{
    if (!xml)
    {
        const io_node* list = io_node_get(node, json_name);
        return list && list->kind == IO_LIST ? list->child : NULL;
    }
    for (const io_node* item = node->child; item; item = item->next)
    {
        if (item->kind == IO_MAP && io_node_is(item, xml_name))
        {
            return item;
        }
    }
    return NULL;
}

const io_node* tiled_next(const io_node* item)
{
    const io_node* next = item->next;
    while (next && !io_node_is(next, item->name))
    {
        next = next->next;
    }
    return next;
}

const io_node* tiled_property(const io_node* node, const char* name)
{
    const io_node* properties = io_node_get(node, "properties");
    for (const io_node* item = properties ? properties->child : NULL; item; item = item->next)
    {
        if (strcmp(io_node_text(item, "name", ""), name) == 0)
        {
            return io_node_get(item, "value");
        }
    }
    return NULL;
}

int32_t tiled_flag(const io_node* node, const char* name)
{
    const io_node* value = tiled_property(node, name);
    if (!value)
    {
        return -1;
    }
    if (value->kind == IO_TEXT)
    {
        return strcmp(value->text, "true") == 0 || strcmp(value->text, "1") == 0;
    }
    return value->number != 0;
}

int32_t tiled_solid(const io_node* node)
{
    static const char* const names[] = {"solid", "collides", "collidable", "collision"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
        int32_t flag = tiled_flag(node, names[i]);
        if (flag >= 0)
        {
            return flag;
        }
    }
    return -1;
}

const char* tiled_class(const io_node* node)
{
    return io_node_text(node, "class", io_node_text(node, "type", ""));
}

// Points "x,y x,y ..." in XML, [{"x": .., "y": ..}, ...] in JSON.
static io_status read_points(tiled* t, const io_node* node, io_outline* out)
{
    io_point* points = NULL;
    size_t count = 0, capacity = 0;
    io_status status = IO_OK;
    const char* text = io_node_text(node, "points", "");
    const io_node* item = node->kind == IO_LIST ? node->child : NULL;
    for (;;)
    {
        io_point p;
        if (node->kind == IO_LIST)
        {
            if (!item)
            {
                break;
            }
            status = io_number(t->reader, item, "x", &p.x);
            status = status ? status : io_number(t->reader, item, "y", &p.y);
            item = item->next;
        }
        else
        {
            text += strspn(text, " \t\r\n");
            if (!*text)
            {
                break;
            }
            if (!io_text_number(&text, &p.x) || *text++ != ',' || !io_text_number(&text, &p.y) ||
                (*text && !strchr(" \t\r\n", *text)))
            {
                status = io_fail(t->reader, IO_ERR_MEANING, node, "'points' must be numbers like 0,0 16,0 16,8");
            }
        }
        io_point* grown = NULL;
        if (!status)
        {
            grown = io_grow(t->reader->allocator, points, &capacity, count + 1, sizeof *points);
            status = grown ? IO_OK : io_fail_memory(t->reader);
        }
        if (status)
        {
            break;
        }
        points = grown;
        points[count++] = p;
    }
    int32_t least = out->kind == IO_OUTLINE_POLYGON ? 1 : 2;
    if (!status && (count < (size_t)least || count > IMP2_VERTEX_MAX))
    {
        status = io_fail(t->reader, IO_ERR_MEANING, node, "an outline must have at least %d points", (int)least);
    }
    if (!status)
    {
        io_point* kept = io_arena_take(&t->arena, count * sizeof *kept);
        status = kept ? IO_OK : io_fail_memory(t->reader);
        if (kept)
        {
            memcpy(kept, points, count * sizeof *kept);
        }
        out->points = kept;
        out->count = (int32_t)count;
    }
    io_release(t->reader->allocator, points, capacity, sizeof *points);
    return status;
}

static const io_node* pick(const io_node* object, const io_node* base, const char* name)
{
    const io_node* child = io_node_get(object, name);
    child = child ? child : io_node_get(base, name);
    return child && child->kind == IO_BOOL && child->number == 0 ? NULL : child;
}

io_status tiled_outline(tiled* t, const io_node* object, const io_node* base, io_outline* out)
{
    *out = (io_outline){.kind = -1};
    const io_node* points = pick(object, base, "polygon");
    if (points)
    {
        out->kind = IO_OUTLINE_POLYGON;
        return read_points(t, points, out);
    }
    points = pick(object, base, "polyline");
    if (points)
    {
        out->kind = IO_OUTLINE_POLYLINE;
        return read_points(t, points, out);
    }
    if (pick(object, base, "text"))
    {
        return IO_OK;
    }
    double width, height;
    io_status status = io_number_or(t->reader, io_node_get(object, "width") ? object : base, "width", 0, &width);
    status =
        status ? status : io_number_or(t->reader, io_node_get(object, "height") ? object : base, "height", 0, &height);
    if (status)
    {
        return status;
    }
    io_point* corners = io_arena_take(&t->arena, 2 * sizeof *corners);
    if (!corners)
    {
        return io_fail_memory(t->reader);
    }
    corners[1] = (io_point){width, height};
    out->kind = pick(object, base, "ellipse")   ? IO_OUTLINE_ELLIPSE
                : pick(object, base, "capsule") ? IO_OUTLINE_CAPSULE
                                                : IO_OUTLINE_BOX;
    out->count = 2;
    out->points = corners;
    if (pick(object, base, "point") || (width == 0 && height == 0))
    {
        out->kind = IO_OUTLINE_POINT;
        out->count = 1;
    }
    return IO_OK;
}

// From the frame of a tile's collision object to the tile's image.
static io_status read_frame(tiled* t, const io_node* object, io_affine* out)
{
    double x, y, rotation;
    io_status status = io_number_or(t->reader, object, "x", 0, &x);
    status = status ? status : io_number_or(t->reader, object, "y", 0, &y);
    status = status ? status : io_number_or(t->reader, object, "rotation", 0, &rotation);
    if (!status)
    {
        io_affine turn = io_affine_turn(rotation), move = io_affine_move(x, y);
        *out = io_affine_then(&turn, &move);
    }
    return status;
}

static io_status read_tile_shapes(tiled* t, const io_node* node, bool xml, tile* out)
{
    const io_node* group = io_node_get(node, "objectgroup");
    const io_node* object = group ? tiled_first(group, xml, "object", "objects") : NULL;
    int32_t index = 0;
    for (const io_node* item = object; item; item = tiled_next(item))
    {
        index++;
    }
    if (index == 0)
    {
        return IO_OK;
    }
    out->has_shapes = true;
    out->shapes = io_arena_take(&t->arena, (size_t)index * sizeof *out->shapes);
    if (!out->shapes)
    {
        return io_fail_memory(t->reader);
    }
    index = 0;
    io_status status = IO_OK;
    for (; object && !status; object = tiled_next(object))
    {
        size_t length = io_path_push(t->reader, ".objects[%d]", (int)index++);
        tile_shape shape;
        bool usable = false;
        status = tiled_outline(t, object, NULL, &shape.outline);
        status = status ? status : read_frame(t, object, &shape.frame);
        if (!status && shape.outline.kind >= 0)
        {
            status = io_outline_check(t->reader, &shape.outline, &usable);
        }
        if (usable)
        {
            out->shapes[out->count++] = shape;
        }
        io_path_pop(t->reader, length);
    }
    return status;
}

// Whether a tile's only collision shape is its whole image, and that is a cell of the map.
static bool fills_cell(const tiled* t, const tileset* set, const tile* one)
{
    if (one->count != 1 || one->shapes->outline.kind != IO_OUTLINE_BOX || set->offset_x != 0 || set->offset_y != 0)
    {
        return false;
    }
    const io_outline* box = &one->shapes->outline;
    io_point a = io_affine_apply(&one->shapes->frame, box->points[0]);
    io_point b = io_affine_apply(&one->shapes->frame, box->points[1]);
    bool fits = set->fit_grid ? !set->keep_aspect : one->width == t->tile_width && one->height == t->tile_height;
    return fits && a.x == 0 && a.y == 0 && b.x == one->width && b.y == one->height;
}

static io_status read_tile(tiled* t, const io_node* node, bool xml, const tileset* set, tile* out)
{
    int64_t id;
    io_status status = io_integer_or(t->reader, node, "id", -1, &id);
    if (!status && (id < 0 || id >= 1 << 28))
    {
        status = io_fail(t->reader, IO_ERR_MEANING, node, "'id' of a tile must be 0 or more");
    }
    *out = (tile){.id = (int32_t)id, .solid = tiled_solid(node)};
    out->width = set->tile_width;
    out->height = set->tile_height;
    const io_node* image = io_node_get(node, "image");
    bool element = image && image->kind == IO_MAP;  // in JSON it is the name of the file
    status = status ? status
                    : io_number_or(t->reader, element ? image : node, element ? "width" : "imagewidth", out->width,
                                   &out->width);
    status = status ? status
                    : io_number_or(t->reader, element ? image : node, element ? "height" : "imageheight", out->height,
                                   &out->height);
    status = status ? status : io_number_or(t->reader, node, "width", out->width, &out->width);
    status = status ? status : io_number_or(t->reader, node, "height", out->height, &out->height);
    status = status ? status : read_tile_shapes(t, node, xml, out);
    if (status)
    {
        return status;
    }
    out->full = fills_cell(t, set, out);
    out->name = io_print(t->reader, "%s", tiled_class(node));
    return out->name ? IO_OK : io_fail_memory(t->reader);
}

static int by_id(const void* left, const void* right)
{
    const tile *a = left, *b = right;
    return (a->id > b->id) - (a->id < b->id);
}

static void read_alignment(const io_node* node, tileset* out)
{
    const char* align = io_node_text(node, "objectalignment", "bottomleft");
    bool top = strncmp(align, "top", 3) == 0, bottom = strncmp(align, "bottom", 6) == 0;
    bool left = strstr(align, "left") != NULL, right = strstr(align, "right") != NULL;
    if (strcmp(align, "unspecified") == 0)
    {
        bottom = left = true;
    }
    out->align_x = left ? 0 : right ? 1 : 0.5;
    out->align_y = top ? 0 : bottom ? 1 : 0.5;
}

static io_status read_set(tiled* t, const io_node* node, bool xml, tileset* out)
{
    io_reader* reader = t->reader;
    const io_node* offset = io_node_get(node, "tileoffset");
    io_status status = io_number_or(reader, node, "tilewidth", t->tile_width, &out->tile_width);
    status = status ? status : io_number_or(reader, node, "tileheight", t->tile_height, &out->tile_height);
    status = status ? status : io_number_or(reader, offset, "x", 0, &out->offset_x);
    status = status ? status : io_number_or(reader, offset, "y", 0, &out->offset_y);
    out->fit_grid = strcmp(io_node_text(node, "tilerendersize", ""), "grid") == 0;
    out->keep_aspect = strcmp(io_node_text(node, "fillmode", ""), "preserve-aspect-fit") == 0;
    read_alignment(node, out);
    const io_node* tiles = io_node_get(node, "tiles");
    if (!status && !xml && tiles && tiles->kind == IO_MAP)
    {
        status = io_fail(reader, IO_ERR_MEANING, node, "this is how Tiled before 1.2 saved tiles; save it again");
    }
    int32_t count = 0;
    const io_node* first = tiled_first(node, xml, "tile", "tiles");
    for (const io_node* item = first; item; item = tiled_next(item))
    {
        count++;
    }
    if (!status)
    {
        out->tiles = io_arena_take(&t->arena, (size_t)count * sizeof *out->tiles);
        status = out->tiles ? IO_OK : io_fail_memory(reader);
    }
    for (const io_node* item = first; item && !status; item = tiled_next(item))
    {
        size_t length = io_path_push(reader, ".tiles[%d]", (int)out->tile_count);
        status = read_tile(t, item, xml, out, &out->tiles[out->tile_count++]);
        io_path_pop(reader, length);
    }
    if (!status && count > 1)
    {
        qsort(out->tiles, (size_t)count, sizeof *out->tiles, by_id);
    }
    return status;
}

io_status tiled_set(tiled* t, const io_node* node, bool xml, const char* base_path, tileset* out)
{
    *out = (tileset){.path = ""};
    int64_t first;
    io_status status = io_integer_or(t->reader, node, "firstgid", 1, &first);
    if (!status && (first < 1 || first >= 1 << 28))
    {
        status = io_fail(t->reader, IO_ERR_MEANING, node, "'firstgid' must be 1 or more");
    }
    if (status)
    {
        return status;
    }
    out->first = (uint32_t)first;
    const char* source = io_node_text(node, "source", NULL);
    if (!source)
    {
        return read_set(t, node, xml, out);
    }
    io_tree tree;
    status = io_external(t->reader, node, base_path, source, &tree, &out->path);
    if (status && status != IO_ERR_MEMORY && status != IO_ERR_LIMIT && !t->reader->options->all_files)
    {
        // Its tiles say nothing then: whether they are solid their layer may say.
        char why[sizeof t->reader->error->text];
        memcpy(why, t->reader->error->text, sizeof why);
        out->path = "";
        out->tile_width = t->tile_width;
        out->tile_height = t->tile_height;
        return io_note_add(t->reader, IO_NOTE_SKIP, "the tileset '%.80s', and with it all that its tiles say: %s",
                           source, why);
    }
    if (!status)
    {
        const char* map = t->reader->file;
        t->reader->file = out->path;
        status = read_set(t, tree.root, tree.root->name[0] != 0, out);
        t->reader->file = map;
        io_tree_free(&tree);
    }
    return status;
}

io_status tiled_tile(tiled* t, const io_node* node, const tileset* own, uint32_t gid, tile_use* out)
{
    *out = (tile_use){.flip_x = gid >> 31 & 1, .flip_y = gid >> 30 & 1, .flip_diagonal = gid >> 29 & 1};
    gid &= 0x0fffffff;
    if (own)
    {
        out->set = own;
    }
    else
    {
        // The last set that starts at or before it; sets are in order.
        int32_t lo = 0, hi = t->set_count;
        while (lo < hi)
        {
            int32_t middle = (lo + hi) / 2;
            if (t->sets[middle].first <= gid)
            {
                lo = middle + 1;
            }
            else
            {
                hi = middle;
            }
        }
        out->set = lo > 0 ? &t->sets[lo - 1] : NULL;
    }
    if (!out->set || gid < out->set->first)
    {
        return io_fail(t->reader, IO_ERR_MEANING, node, "tile %u is in no tileset", (unsigned)gid);
    }
    tile key = {.id = (int32_t)(gid - out->set->first)};
    const tile* found = out->set->tile_count > 0
                            ? bsearch(&key, out->set->tiles, (size_t)out->set->tile_count, sizeof key, by_id)
                            : NULL;
    if (found)
    {
        out->tile = *found;
        return IO_OK;
    }
    key.solid = -1;
    key.width = out->set->tile_width;
    key.height = out->set->tile_height;
    key.name = "";
    out->tile = key;
    return IO_OK;
}
