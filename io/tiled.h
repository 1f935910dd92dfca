// SPDX-License-Identifier: MIT
//
// What the parts of the Tiled reader share. tiled.c walks layers and objects, tiled_set.c reads tilesets and outlines,
// tiled_data.c unpacks the tiles of a layer.
//
// XML and JSON differ little in Tiled's case: a list is elements of one name here and an array there. The functions
// below hide that; `xml` says which one a tree is, since a map of one kind may use a tileset of the other.

#ifndef IMPINGE_IO_TILED_H
#define IMPINGE_IO_TILED_H

#include "io/reader.h"

typedef struct tile_shape
{
    io_outline outline;
    io_affine frame;  // to pixels from the upper left corner of the tile's image
} tile_shape;

typedef struct tile
{
    int32_t id;
    int32_t solid;    // its property: 1 yes, 0 no, -1 says nothing
    bool has_shapes;  // it has collision shapes, even if none can be used
    bool full;        // they are one box that fills a cell of the map
    int32_t count;    // of shapes that can be used
    tile_shape* shapes;
    double width, height;  // of its image
    const char* name;      // class; may be ""
} tile;

typedef struct tileset
{
    uint32_t first;    // global id of its tile 0
    const char* path;  // of its file; "" when it is inside the map
    tile* tiles;       // those the file says something about, by id
    int32_t tile_count;
    double tile_width, tile_height, offset_x, offset_y;
    double align_x, align_y;  // where an object's position is in its tile: 0, 0.5, 1 from the upper left
    bool fit_grid, keep_aspect;
} tileset;

typedef struct tile_use
{
    const tileset* set;
    tile tile;
    bool flip_x, flip_y, flip_diagonal;
} tile_use;

typedef struct template_file
{
    const char* source;
    io_tree tree;  // root is null when it cannot be read
    tileset* set;  // null when it has none
} template_file;

typedef struct tiled
{
    io_reader* reader;
    bool xml;
    io_arena arena;  // everything below; gone after reading
    tileset* sets;
    int32_t set_count;
    size_t set_capacity;
    template_file* templates;
    size_t template_count, template_capacity;
    int64_t map_width, map_height;   // tiles
    double tile_width, tile_height;  // pixels
} tiled;

/// First and next item of a list: elements `xml_name`, or the array `json_name`.
const io_node* tiled_first(const io_node* node, bool xml, const char* xml_name, const char* json_name);
const io_node* tiled_next(const io_node* item);

/// A property by its name; null when it is not there.
const io_node* tiled_property(const io_node* node, const char* name);

/// A yes or no property: 1, 0, or -1 when it is not there.
int32_t tiled_flag(const io_node* node, const char* name);

/// What the properties say about being solid: 1, 0, or -1 when they do not.
int32_t tiled_solid(const io_node* node);

/// Class of an object, tile or layer ("type" before Tiled 1.9); "" when it has none.
const char* tiled_class(const io_node* node);

/// The outline of an object relative to its position; `base` is its template or null. kind is -1 for a text.
io_status tiled_outline(tiled* t, const io_node* object, const io_node* base, io_outline* out);

/// Reads a tileset, in place or from its own file.
io_status tiled_set(tiled* t, const io_node* node, bool xml, const char* base_path, tileset* out);

/// The tile behind a global id with its flip bits.
io_status tiled_tile(tiled* t, const io_node* node, const tileset* own, uint32_t gid, tile_use* out);

/// The `count` global ids of a layer or a chunk. encoding and compression are those of the layer.
io_status tiled_data(tiled* t, const io_node* data, bool xml, const char* encoding, const char* compression,
                     size_t count, uint32_t* out);

#endif
