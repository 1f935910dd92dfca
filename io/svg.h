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

enum
{
    SVG_PAPERS_MAX = 64
};

/// A box in units of the whole drawing, y down.
typedef struct svg_rect
{
    io_point lower, upper;
} svg_rect;

/// What is learnt of the shapes of a drawing before any of them is made.
typedef struct svg_survey
{
    double *filled, *lines;  // sizes
    size_t filled_count, line_count, filled_capacity, line_capacity;
    svg_rect first, others;  // the first shape, and all that come after it, without paper
    bool first_is_plain;     // a filled rectangle that is nothing else by its attributes
    size_t count;            // of shapes, without paper
} svg_survey;

typedef struct svg
{
    io_reader* reader;
    svg_rect papers[SVG_PAPERS_MAX];  // pages: what covers one is a background
    int32_t paper_count;
    bool first_is_paper;  // there are no pages, and the first shape lies under all others
    bool surveying;
    svg_survey survey;
    size_t shapes;  // that were there so far
    svg_id* ids;    // sorted
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

/// Whether a length attribute is one that a ruler measures: in millimetres, inches and the like.
bool svg_is_measured(const io_node* node, const char* name);

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

/// Notes the pages of a drawing whose root has such a place: its viewport when `sized`, and those of Inkscape.
void svg_find_papers(svg* s, const io_node* root, const io_affine* m, bool sized);

/// Takes what one element draws into the survey: an outline that has a kind, or else points of the pen.
io_status svg_survey_add(svg* s, const svg_drawing* d, const io_outline* outline, bool filled, bool plain);

/// Decides what is paper, and the scale when `own`, which the drawing says, need not be kept.
///
/// measured  the drawing says its size as a ruler does
/// out       the scale
/// returns   why it is that; null when memory runs out
const char* svg_survey_end(svg* s, double own, const char* own_from, bool measured, double* out);

/// Whether what an element draws is only paper.
bool svg_is_paper(const svg* s, const svg_drawing* d, const io_outline* outline, bool filled, bool plain);

/// Makes objects of one element; others than shapes are noted, or passed over when they never show anything.
io_status svg_shape(svg* s, const io_node* node, const svg_style* style);

/// Counts work that is done; there is an end to it.
io_status svg_work(svg* s, const io_node* node, size_t amount);

#endif
