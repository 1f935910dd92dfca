// SPDX-License-Identifier: MIT
//
// LDtk projects (.ldtk, with levels inside or in .ldtkl files) to shapes.
//
//   integer grids  cells above 0, merged into outlines of one value each; static
//   entities       rectangles placed by their pivot
//   levels         stand where the world has them; only depth 0 is read, others are other storeys
//
// The grids of one layer are one structure through all levels, so that levels side by side do not "collide".

#include <stdlib.h>
#include <string.h>

#include "io/reader.h"

enum
{
    NAMED_LAYERS_MAX = 256
};

typedef struct value_names
{
    int32_t count;       // values 0 to count - 1
    const char** names;  // "layer value"
} value_names;

typedef struct grid_layer
{
    const char* name;
    int32_t structure;
    value_names values;
    bool scrolls;  // with another speed than the world
} grid_layer;

typedef struct ldtk
{
    io_reader* reader;
    io_arena arena;
    grid_layer layers[NAMED_LAYERS_MAX];
    int32_t layer_count;
    const char* layout;
    double along;  // where the next level of a linear layout starts
} ldtk;

bool io_is_ldtk(const io_node* root)
{
    return root->kind == IO_MAP && io_node_get(root, "levels") && io_node_get(root, "defs");
}

static const io_node* first_item(const io_node* node, const char* name)
{
    const io_node* list = io_node_get(node, name);
    return list && list->kind == IO_LIST ? list->child : NULL;
}

// Names of the values of a grid, from the definitions.
static io_status read_values(ldtk* l, const io_node* node, grid_layer* out)
{
    int64_t highest = 0, value;
    io_reader* reader = l->reader;
    for (const io_node* item = first_item(node, "intGridValues"); item; item = item->next)
    {
        io_status status = io_integer_or(reader, item, "value", 0, &value);
        if (status)
        {
            return status;
        }
        highest = value > highest ? value : highest;
    }
    if (highest > 4095)
    {
        return io_fail(reader, IO_ERR_LIMIT, node, "a value of an integer grid is above 4095");
    }
    out->values.names = io_arena_take(&l->arena, (size_t)(highest + 1) * sizeof *out->values.names);
    if (!out->values.names)
    {
        return io_fail_memory(reader);
    }
    out->values.count = (int32_t)highest + 1;
    for (const io_node* item = first_item(node, "intGridValues"); item; item = item->next)
    {
        io_status status = io_integer_or(reader, item, "value", 0, &value);
        if (!status && value >= 0)
        {
            const char* name = io_node_text(item, "identifier", NULL);
            out->values.names[value] =
                name ? io_print(reader, "%s %s", out->name, name) : io_print(reader, "%s %d", out->name, (int)value);
            status = out->values.names[value] ? IO_OK : io_fail_memory(reader);
        }
        if (status)
        {
            return status;
        }
    }
    return IO_OK;
}

static io_status read_definitions(ldtk* l, const io_node* root)
{
    io_reader* reader = l->reader;
    int32_t index = 0;
    for (const io_node* node = first_item(io_node_get(root, "defs"), "layers"); node; node = node->next, index++)
    {
        if (l->layer_count == NAMED_LAYERS_MAX)
        {
            return io_fail(reader, IO_ERR_LIMIT, node, "more than %d layers", NAMED_LAYERS_MAX);
        }
        size_t length = io_path_push(reader, "defs.layers[%d]", (int)index);
        grid_layer* layer = &l->layers[l->layer_count++];
        double px, py;
        layer->name = io_print(reader, "%s", io_node_text(node, "identifier", ""));
        layer->structure = io_structure_new(reader);
        io_status status = layer->name ? IO_OK : io_fail_memory(reader);
        status = status ? status : io_number_or(reader, node, "parallaxFactorX", 0, &px);
        status = status ? status : io_number_or(reader, node, "parallaxFactorY", 0, &py);
        status = status ? status : read_values(l, node, layer);
        if (status)
        {
            return status;
        }
        layer->scrolls = px != 0 || py != 0;
        io_path_pop(reader, length);
    }
    return IO_OK;
}

static grid_layer* find_layer(ldtk* l, const char* name)
{
    for (int32_t i = 0; i < l->layer_count; i++)
    {
        if (strcmp(l->layers[i].name, name) == 0)
        {
            return &l->layers[i];
        }
    }
    return NULL;
}

// Whether a value of a grid is taken: all are, or those asked for as "layer/value".
static bool value_wanted(ldtk* l, const grid_layer* layer, bool whole, int32_t value)
{
    const char* name = value < layer->values.count ? layer->values.names[value] : NULL;
    if (whole || !name)
    {
        return whole;
    }
    char full[256];
    size_t length = strlen(layer->name);
    if (strlen(name) >= sizeof full)
    {
        return false;
    }
    strcpy(full, name);
    full[length] = '/';
    return io_layer_wanted(l->reader, full, full);
}

static io_status read_grid(ldtk* l, const io_node* node, const grid_layer* layer, double x, double y)
{
    io_reader* reader = l->reader;
    const io_node* grid = io_node_get(node, "intGridCsv");
    int64_t width, height;
    double cell;
    io_status status = io_integer_or(reader, node, "__cWid", 0, &width);
    status = status ? status : io_integer_or(reader, node, "__cHei", 0, &height);
    status = status ? status : io_number(reader, node, "__gridSize", &cell);
    if (status)
    {
        return status;
    }
    if (width < 0 || height < 0 || width > IO_CELL_MAX || height > IO_CELL_MAX || !grid->numbers ||
        (int64_t)grid->count != width * height)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "'intGridCsv' must have __cWid x __cHei numbers");
    }
    if (!(cell >= 0x1p-20 && cell <= 0x1p20))
    {
        return io_fail(reader, IO_ERR_MEANING, node, "'__gridSize' must be positive");
    }
    bool whole = io_layer_wanted(reader, layer->name, layer->name);
    io_runs runs = {0};
    int64_t count = 0;
    for (int32_t i = 0; i < grid->count && !status; i++)
    {
        double value = grid->numbers[i];
        if (!(value >= 0 && value < layer->values.count) || (double)(int32_t)value != value)
        {
            status = io_fail(reader, IO_ERR_MEANING, node, "intGridCsv[%d] is a value that is not defined", (int)i);
        }
        else if (value > 0 && value_wanted(l, layer, whole, (int32_t)value))
        {
            count++;
            status = io_runs_add(reader, &runs, i % (int32_t)width, i / (int32_t)width, (int32_t)value);
        }
    }
    // Values that are used without a definition of their own have no name.
    for (size_t i = 0; i < runs.count && !status; i++)
    {
        const char** name = &layer->values.names[runs.items[i].value];
        *name = *name ? *name : io_print(reader, "%s %d", layer->name, (int)runs.items[i].value);
        status = *name ? IO_OK : io_fail_memory(reader);
    }
    io_label label = {
        .name = layer->name, .layer = layer->name, .structure = layer->structure, .is_static = true, .is_solid = true};
    io_affine m = io_affine_move(x, y);
    io_cells found;
    status = status ? status : io_runs_outline(reader, &runs, cell, cell, &m, &label, layer->values.names, &found);
    io_runs_free(reader, &runs);
    if (status || count == 0)
    {
        return status;
    }
    char became[80];
    io_cells_print(reader, &found, became, sizeof became);
    return io_note_add(reader, IO_NOTE_TAKEN, "integer grid '%s': %lld cells %s", layer->name, (long long)count,
                       became);
}

static io_status read_pair(io_reader* reader, const io_node* node, const char* name, double* x, double* y)
{
    const io_node* list = io_node_get(node, name);
    if (!list || !list->numbers || list->count < 2)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "'%s' must be [x, y]", name);
    }
    *x = list->numbers[0];
    *y = list->numbers[1];
    return IO_OK;
}

// Value of a field of an entity, or of a level.
static const io_node* field(const io_node* node, const char* name)
{
    const io_node* item = first_item(node, "fieldInstances");
    while (item && strcmp(io_node_text(item, "__identifier", ""), name) != 0)
    {
        item = item->next;
    }
    const io_node* value = io_node_get(item, "__value");
    return value && value->kind != IO_NULL ? value : NULL;
}

static io_status read_entity(ldtk* l, const io_node* node, const grid_layer* layer, double x, double y)
{
    io_reader* reader = l->reader;
    double px = 0, py = 0, pivot_x = 0, pivot_y = 0, width = 0, height = 0;
    io_status status = read_pair(reader, node, "px", &px, &py);
    status = status ? status : read_pair(reader, node, "__pivot", &pivot_x, &pivot_y);
    status = status ? status : io_number(reader, node, "width", &width);
    status = status ? status : io_number(reader, node, "height", &height);
    if (status)
    {
        return status;
    }
    io_point corners[2] = {{0, 0}, {width, height}};
    io_outline box = {
        .kind = width == 0 && height == 0 ? IO_OUTLINE_POINT : IO_OUTLINE_BOX, .count = 2, .points = corners};
    io_affine m = io_affine_move(x + px - pivot_x * width, y + py - pivot_y * height);
    io_label label = {.layer = layer->name, .is_solid = box.kind == IO_OUTLINE_BOX};
    label.name = io_print(reader, "%s", io_node_text(node, "__identifier", "entity"));
    status = io_motion_read(reader, node, field, &label);
    return status ? status : io_outline_add(reader, &box, &m, &label, false);
}

static io_status read_layer(ldtk* l, const io_node* node, double level_x, double level_y)
{
    io_reader* reader = l->reader;
    const char* name = io_node_text(node, "__identifier", "");
    const grid_layer* layer = find_layer(l, name);
    if (!layer)
    {
        return io_fail(reader, IO_ERR_MEANING, node, "layer '%s' is not defined", name);
    }
    double x, y;
    io_status status = io_number_or(reader, node, "__pxTotalOffsetX", 0, &x);
    status = status ? status : io_number_or(reader, node, "__pxTotalOffsetY", 0, &y);
    if (status)
    {
        return status;
    }
    x += level_x;
    y += level_y;
    const io_node* grid = io_node_get(node, "intGridCsv");
    const io_node* entity = first_item(node, "entityInstances");
    bool has_grid = grid && grid->kind == IO_LIST && grid->count > 0;
    if (layer->scrolls && (has_grid || entity))
    {
        return io_note_add(reader, IO_NOTE_SKIP, "layer '%s' scrolls with parallax", name);
    }
    if (has_grid)
    {
        status = read_grid(l, node, layer, x, y);
    }
    else if (!entity && (first_item(node, "gridTiles") || first_item(node, "autoLayerTiles")) &&
             io_layer_wanted(reader, name, name))
    {
        return io_note_add(
            reader, IO_NOTE_SKIP,
            "layer '%s' has tiles, but no integer grid: that is what tells in LDtk where things are solid", name);
    }
    if (status || !entity || !io_layer_wanted(reader, name, name))
    {
        return status;
    }
    int32_t count = 0;
    for (; entity && !status; entity = entity->next)
    {
        size_t length = io_path_push(reader, ".entityInstances[%d]", (int)count++);
        status = read_entity(l, entity, layer, x, y);
        io_path_pop(reader, length);
    }
    return status ? status
                  : io_note_add(reader, IO_NOTE_TAKEN, "entity layer '%s': %d entit%s", name, (int)count,
                                count == 1 ? "y" : "ies");
}

static io_status read_layers(ldtk* l, const io_node* level, double x, double y)
{
    io_reader* reader = l->reader;
    io_status status = IO_OK;
    int32_t index = 0;
    for (const io_node* node = first_item(level, "layerInstances"); node && !status; node = node->next)
    {
        size_t length = io_path_push(reader, ".layerInstances[%d]", (int)index++);
        status = read_layer(l, node, x, y);
        io_path_pop(reader, length);
    }
    return status;
}

static io_status read_level(ldtk* l, const io_node* level)
{
    io_reader* reader = l->reader;
    double x, y, width, height;
    int64_t depth;
    io_status status = io_number_or(reader, level, "worldX", 0, &x);
    status = status ? status : io_number_or(reader, level, "worldY", 0, &y);
    status = status ? status : io_integer_or(reader, level, "worldDepth", 0, &depth);
    status = status ? status : io_number_or(reader, level, "pxWid", 0, &width);
    status = status ? status : io_number_or(reader, level, "pxHei", 0, &height);
    if (status)
    {
        return status;
    }
    // In linear layouts worldX and worldY are -1 and mean nothing: the levels stand side by side.
    bool horizontal = strcmp(l->layout, "LinearHorizontal") == 0, vertical = strcmp(l->layout, "LinearVertical") == 0;
    if (horizontal || vertical)
    {
        x = horizontal ? l->along : 0;
        y = vertical ? l->along : 0;
        l->along += horizontal ? width : height;
    }
    const char* name = io_node_text(level, "identifier", "");
    if (depth != 0)
    {
        return io_note_add(reader, IO_NOTE_SKIP, "level '%s' is at depth %d; only depth 0 is read", name, (int)depth);
    }
    const io_node* layers = io_node_get(level, "layerInstances");
    const char* source = io_node_text(level, "externalRelPath", NULL);
    if (source && (!layers || layers->kind != IO_LIST))
    {
        io_tree tree;
        const char* path;
        status = io_external(reader, level, reader->file, source, &tree, &path);
        if (!status)
        {
            const char* file = reader->file;
            reader->file = path;
            status = read_layers(l, tree.root, x, y);
            reader->file = file;
            io_tree_free(&tree);
        }
        return status;
    }
    return read_layers(l, level, x, y);
}

static io_status read_levels(ldtk* l, const io_node* world)
{
    io_reader* reader = l->reader;
    io_status status = IO_OK;
    int32_t index = 0;
    for (const io_node* level = first_item(world, "levels"); level && !status; level = level->next)
    {
        size_t length = io_path_push(reader, "%slevels[%d]", reader->path[0] ? "." : "", (int)index++);
        status = read_level(l, level);
        io_path_pop(reader, length);
    }
    return status;
}

static io_status read_project(ldtk* l, const io_node* root)
{
    io_reader* reader = l->reader;
    double grid;
    io_status status = io_number_or(reader, root, "defaultGridSize", 16, &grid);
    if (!status && !(grid >= 0x1p-20 && grid <= 0x1p20))
    {
        status = io_fail(reader, IO_ERR_MEANING, root, "'defaultGridSize' must be positive");
    }
    if (status)
    {
        return status;
    }
    io_scale_set(reader, 1 / grid, "one cell of the default grid is 1 m", 0.25);
    io_file* file = &reader->scene->files[reader->file_index];
    file->is_turned = true;
    file->format = io_print(reader, "LDtk project with a grid of %g px", grid);
    if (!file->format)
    {
        return io_fail_memory(reader);
    }
    status = read_definitions(l, root);
    l->layout = io_node_text(root, "worldLayout", "Free");
    status = status ? status : read_levels(l, root);
    int32_t index = 0;
    for (const io_node* world = first_item(root, "worlds"); world && !status; world = world->next, index++)
    {
        // Worlds have no place with respect to each other: the first one with levels is read.
        size_t length = io_path_push(reader, "worlds[%d]", (int)index);
        l->layout = io_node_text(world, "worldLayout", "Free");
        status = index == 0 ? read_levels(l, world)
                            : io_note_add(reader, IO_NOTE_SKIP, "world '%s': only the first world is read",
                                          io_node_text(world, "identifier", ""));
        io_path_pop(reader, length);
    }
    return status;
}

io_status io_read_ldtk(io_reader* reader, const io_node* root)
{
    size_t capacity = 0;
    ldtk* l = io_grow(reader->allocator, NULL, &capacity, 1, sizeof *l);
    if (!l)
    {
        return io_fail_memory(reader);
    }
    *l = (ldtk){.reader = reader};
    io_arena_init(&l->arena, reader->allocator);
    io_status status = read_project(l, root);
    io_arena_free(&l->arena);
    io_release(reader->allocator, l, capacity, sizeof *l);
    return status;
}
