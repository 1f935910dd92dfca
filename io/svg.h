// SPDX-License-Identifier: MIT
//
// What the parts of the SVG reader share. svg.c walks the elements, svg_shape.c draws one of them, svg_path.c reads
// path data, svg_text.c all other small languages that attributes are written in.

#ifndef IMPINGE_IO_SVG_H
#define IMPINGE_IO_SVG_H

#include "io/reader.h"

/// A part of a text.
typedef struct svg_span
{
    const char* at;  // null when there is none
    size_t length;
} svg_span;

/// What an element has from those around it.
typedef struct svg_style
{
    io_affine m;  // to the units of the whole drawing
    const char* layer;
    bool wanted;  // the layer is
    bool visible, filled, stroked;
    int32_t fill_rule;     // IMP_FILL_...
    double width, height;  // of the viewport, for percentages
    bool copied;           // inside a <use>
} svg_style;

/// One subpath: points of the pen.
typedef struct svg_ring
{
    size_t first, count;
    bool closed;
} svg_ring;

/// A path on its way to outlines. What is drawn is after `m`.
typedef struct svg_drawing
{
    io_pen pen;
    io_affine m;
    svg_ring* rings;
    size_t ring_count, ring_capacity;
} svg_drawing;

typedef struct svg_id
{
    const char* id;
    const io_node* node;
    size_t order;
} svg_id;

typedef struct svg
{
    io_reader* reader;
    svg_id* ids;  // sorted
    size_t id_count, id_capacity;
    uint64_t work;  // points drawn, and characters gone through again by <use>
} svg;

/// The name of an element without the prefix svg:.
const char* svg_name(const io_node* node);

/// An attribute; null when there is none.
const io_node* svg_attribute(const io_node* node, const char* name);

/// The attribute data-name: a drawing's property.
const io_node* svg_data(const io_node* node, const char* name);

/// A property: from the attribute style, or else the attribute of its name.
svg_span svg_property(const io_node* node, const char* name);
bool svg_span_is(svg_span span, const char* text);

/// One number as SVG writes them; *text moves behind it.
bool svg_number(const char** text, double* out);

/// Blanks, and one comma if there is one.
void svg_separator(const char** text);

/// A length attribute in pixels, `otherwise` when it is missing; percentages are of `whole`.
bool svg_length(const io_node* node, const char* name, double whole, double otherwise, double* out);

/// The attribute transform; the identity when there is none.
bool svg_transform(const io_node* node, io_affine* out);

/// The four numbers of viewBox; false when there is none that gives a size.
bool svg_box(const io_node* node, double* out);

/// How viewBox and preserveAspectRatio fit into a viewport; *width and *height become those inside.
io_affine svg_view(const io_node* node, double* width, double* height);

/// Starts a subpath, and ends the one before.
void svg_begin(svg_drawing* drawing, io_point at);
void svg_end(svg_drawing* drawing, bool closed);

/// Draws path data as far as it is right; *end is the place of the first fault, or -1.
void svg_path(svg_drawing* drawing, const char* data, int32_t* end);

/// Makes objects of one element; others than shapes are noted, or passed over when they never show anything.
io_status svg_shape(svg* s, const io_node* node, const svg_style* style);

/// Counts work that is done; there is an end to it.
io_status svg_work(svg* s, const io_node* node, size_t amount);

#endif
