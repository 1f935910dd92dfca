// SPDX-License-Identifier: MIT
//
// One element of a drawing becomes an outline. What is filled is what its outlines enclose by its fill rule; what only
// has a stroke is a line without width. Rectangles, circles and ellipses stay what they are where they can; everything
// else is drawn as a path.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/svg.h"

enum
{
    POINT_COST = 4  // in svg.work
};

io_status svg_work(svg* s, const io_node* node, size_t amount)
{
    // As much as the largest file: only references to references, or curves as long as light years, get there.
    s->work += amount;
    return s->work <= IO_FILE_SIZE_MAX
               ? IO_OK
               : io_fail(s->reader, IO_ERR_LIMIT, node, "its curves or what <use> repeats have no end");
}

static io_status note_skip(svg* s, const char* text)
{
    return io_note_add(s->reader, IO_NOTE_SKIP, "%s", text);
}

static io_status pen_status(svg* s, const io_pen* pen)
{
    return pen->no_memory  ? io_fail_memory(s->reader)
           : pen->too_many ? io_fail(s->reader, IO_ERR_LIMIT, NULL, "more than %d points", IO_VERTEX_MAX)
                           : IO_OK;
}

static const io_affine as_it_is = {1, 0, 0, 0, 1, 0};

// A closed ring need not say its first point again, not even with another rounding.
static size_t ring_length(const io_reader* reader, const svg_drawing* d, const svg_ring* ring)
{
    const io_point* p = d->pen.points + ring->first;
    size_t count = ring->count;
    while (count > 1 && (float)(p[count - 1].x * reader->scale) == (float)(p[0].x * reader->scale) &&
           (float)(p[count - 1].y * reader->scale) == (float)(p[0].y * reader->scale))
    {
        count--;
    }
    return count;
}

static io_status add_filled(svg* s, svg_drawing* d, const svg_style* style, const io_label* label)
{
    io_reader* reader = s->reader;
    size_t capacity = 0, count = 0;
    int32_t* counts = io_grow(reader->allocator, NULL, &capacity, d->ring_count, sizeof *counts);
    if (!counts)
    {
        return io_fail_memory(reader);
    }
    // Rings are packed; one of less than three points encloses nothing.
    int32_t rings = 0;
    for (size_t i = 0; i < d->ring_count; i++)
    {
        size_t length = ring_length(reader, d, &d->rings[i]);
        if (length >= 3)
        {
            memmove(d->pen.points + count, d->pen.points + d->rings[i].first, length * sizeof *d->pen.points);
            counts[rings++] = (int32_t)length;
            count += length;
        }
    }
    io_outline outline = {.kind = IO_OUTLINE_POLYGON, .count = (int32_t)count, .points = d->pen.points};
    outline.rings = counts;
    outline.ring_count = rings;
    outline.fill = style->fill_rule | IMP_FILL_RESOLVE;
    io_status status = rings ? io_outline_add(reader, &outline, &as_it_is, label, false)
                             : note_skip(s, "its outline encloses nothing");
    io_release(reader->allocator, counts, capacity, sizeof *counts);
    return status;
}

static io_status add_lines(svg* s, svg_drawing* d, io_label* label)
{
    io_reader* reader = s->reader;
    io_status status = IO_OK;
    size_t lines = 0;
    for (size_t i = 0; i < d->ring_count; i++)
    {
        lines += d->rings[i].count > 1;
    }
    label->structure = lines > 1 ? io_structure_new(reader) : 0;
    for (size_t i = 0; i < d->ring_count && !status; i++)
    {
        svg_ring ring = d->rings[i];
        if (ring.count < 2)
        {
            continue;
        }
        io_outline line = {.kind = IO_OUTLINE_POLYLINE, .points = d->pen.points + ring.first};
        line.count = (int32_t)ring.count;
        line.is_closed = ring.closed;
        char which[32] = "";
        if (lines > 1)
        {
            snprintf(which, sizeof which, ".subpath[%zu]", i);
        }
        size_t length = io_path_push(reader, "%s", which);
        status = io_outline_add(reader, &line, &as_it_is, label, false);
        io_path_pop(reader, length);
    }
    return status || lines ? status : note_skip(s, "a line of one point");
}

static void draw_points(svg_drawing* d, const char* text, bool closed, bool* right)
{
    for (svg_separator(&text), *right = true; *text; svg_separator(&text))
    {
        io_point p;
        *right = svg_number(&text, &p.x);
        svg_separator(&text);
        *right = *right && svg_number(&text, &p.y);
        if (!*right)
        {
            break;
        }
        if (d->ring_count == 0)
        {
            svg_begin(d, p);
        }
        else
        {
            io_pen_line(&d->pen, io_affine_apply(&d->m, p));
        }
    }
    svg_end(d, closed);
}

// A rectangle with corners that are quarters of an ellipse.
static void draw_rectangle(svg_drawing* d, io_point at, io_point size, io_point radius)
{
    static const io_point corners[] = {{1, 0}, {1, 1}, {0, 1}, {0, 0}};  // clockwise from the upper right one
    static const io_point ways[] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    bool round = radius.x > 0 && radius.y > 0;
    svg_begin(d, (io_point){at.x + (round ? radius.x : 0), at.y});
    for (int i = 0; i < 4; i++)
    {
        io_point corner = {at.x + corners[i].x * size.x, at.y + corners[i].y * size.y};
        if (!round)
        {
            io_pen_line(&d->pen, io_affine_apply(&d->m, corner));
            continue;
        }
        io_point in = {corners[i].x > 0 ? -radius.x : radius.x, corners[i].y > 0 ? -radius.y : radius.y};
        io_affine frame = {radius.x, 0, corner.x + in.x, 0, radius.y, corner.y + in.y};
        frame = io_affine_then(&frame, &d->m);
        if (i % 2 ? size.y > 2 * radius.y : size.x > 2 * radius.x)
        {
            io_pen_line(&d->pen, io_affine_apply(&frame, ways[i]));
        }
        io_pen_arc(&d->pen, &frame, ways[i], ways[i + 1]);
    }
    svg_end(d, true);
}

// <rect>, <circle> and <ellipse> where they may stay what they are: *outline gets a kind.
static bool read_rectangle(svg_drawing* d, const io_node* node, const svg_style* style, io_point* corners,
                           io_outline* outline)
{
    double x, y, w, h, rx, ry;
    bool right = svg_length(node, "x", style->width, 0, &x) && svg_length(node, "y", style->height, 0, &y) &&
                 svg_length(node, "width", style->width, 0, &w) && svg_length(node, "height", style->height, 0, &h) &&
                 svg_length(node, "rx", style->width, -1, &rx) && svg_length(node, "ry", style->height, -1, &ry);
    if (!right || w <= 0 || h <= 0)
    {
        return false;
    }
    rx = rx < 0 ? ry : rx;
    ry = ry < 0 ? rx : ry;
    rx = rx > w / 2 ? w / 2 : rx;
    ry = ry > h / 2 ? h / 2 : ry;
    corners[0] = (io_point){x, y};
    corners[1] = (io_point){x + w, y + h};
    if (style->filled && !(rx > 0 && ry > 0))
    {
        outline->kind = IO_OUTLINE_BOX;
        return true;
    }
    draw_rectangle(d, corners[0], (io_point){w, h}, (io_point){rx, ry});
    return true;
}

static bool read_ellipse(svg_drawing* d, const io_node* node, const svg_style* style, io_point* corners,
                         io_outline* outline)
{
    double cx, cy, r, rx, ry, whole = sqrt((style->width * style->width + style->height * style->height) / 2);
    bool right = svg_length(node, "cx", style->width, 0, &cx) && svg_length(node, "cy", style->height, 0, &cy) &&
                 svg_length(node, "r", whole, 0, &r) && svg_length(node, "rx", style->width, -1, &rx) &&
                 svg_length(node, "ry", style->height, -1, &ry);
    if (strcmp(svg_name(node), "circle") == 0)
    {
        rx = ry = r;
    }
    rx = rx < 0 ? ry : rx;
    ry = ry < 0 ? rx : ry;
    if (!right || !(rx > 0 && ry > 0))
    {
        return false;
    }
    corners[0] = (io_point){cx - rx, cy - ry};
    corners[1] = (io_point){cx + rx, cy + ry};
    if (style->filled)
    {
        outline->kind = IO_OUTLINE_ELLIPSE;
        return true;
    }
    io_affine frame = {rx, 0, cx, 0, ry, cy};
    svg_begin(d, (io_point){cx + rx, cy});
    frame = io_affine_then(&frame, &d->m);
    io_pen_ellipse(&d->pen, &frame);
    svg_end(d, true);
    return true;
}

static bool read_line(svg_drawing* d, const io_node* node, const svg_style* style)
{
    io_point a, b;
    bool right = svg_length(node, "x1", style->width, 0, &a.x) && svg_length(node, "y1", style->height, 0, &a.y) &&
                 svg_length(node, "x2", style->width, 0, &b.x) && svg_length(node, "y2", style->height, 0, &b.y);
    if (right)
    {
        svg_begin(d, a);
        io_pen_line(&d->pen, io_affine_apply(&d->m, b));
        svg_end(d, false);
    }
    return right;
}

// Reads the element: what it draws is in d, or in an outline that has a kind. *note says what was wrong about it.
static bool read_element(svg_drawing* d, const io_node* node, const svg_style* style, io_point* corners,
                         io_outline* outline, char* note, size_t note_size)
{
    const char* name = svg_name(node);
    if (strcmp(name, "path") == 0)
    {
        int32_t end;
        const io_node* data = svg_attribute(node, "d");
        svg_path(d, data ? data->text : "", &end);
        if (end >= 0)
        {
            snprintf(note, note_size, "its path data ends before '%.16s' (character %d)", data->text + end, (int)end);
        }
        return true;
    }
    if (strcmp(name, "rect") == 0)
    {
        return read_rectangle(d, node, style, corners, outline);
    }
    if (strcmp(name, "circle") == 0 || strcmp(name, "ellipse") == 0)
    {
        return read_ellipse(d, node, style, corners, outline);
    }
    if (strcmp(name, "line") == 0)
    {
        return read_line(d, node, style);
    }
    bool right;
    const io_node* points = svg_attribute(node, "points");
    draw_points(d, points ? points->text : "", strcmp(name, "polygon") == 0, &right);
    if (!right)
    {
        snprintf(note, note_size, "its points end at the first that is not two numbers");
    }
    return true;
}

static io_status add_element(svg* s, svg_drawing* d, const io_node* node, const svg_style* style, io_label* label)
{
    io_reader* reader = s->reader;
    io_point corners[2];
    io_outline outline = {.kind = -1, .count = 2, .points = corners};
    char note[100] = "";
    if (!read_element(d, node, style, corners, &outline, note, sizeof note))
    {
        return note_skip(s, "its sizes are missing, not above 0 or no lengths");
    }
    io_status status = note[0] ? io_note_add(reader, IO_NOTE_REPAIR, "%s", note) : IO_OK;
    status = status ? status : pen_status(s, &d->pen);
    status = status ? status : svg_work(s, node, d->pen.count * POINT_COST);
    if (status)
    {
        return status;
    }
    if (d->pen.coarse)
    {
        status = io_note_add(reader, IO_NOTE_REPAIR, "a curve has only %d pieces and is coarser than the tolerance",
                             IO_PIECE_MAX);
    }
    bool filled = style->filled && strcmp(svg_name(node), "line") != 0;
    if (!status && (s->surveying || outline.kind >= 0 || d->ring_count > 0))
    {
        s->shapes++;
    }
    if (status || s->surveying)
    {
        return status ? status : svg_survey_add(s, d, &outline, filled, !label->motion);
    }
    if (svg_is_paper(s, d, &outline, filled, !label->motion))
    {
        return note_skip(s, "it covers the page like paper, so it is none of the things on it (data-kind='static' "
                            "makes it one)");
    }
    if (outline.kind >= 0)
    {
        return io_outline_add(reader, &outline, &d->m, label, false);
    }
    if (d->ring_count == 0)
    {
        return note_skip(s, "it has no points");
    }
    return filled ? add_filled(s, d, style, label) : add_lines(s, d, label);
}

io_status svg_shape(svg* s, const io_node* node, const svg_style* style)
{
    static const char* const shapes[] = {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"};
    static const char* const others[] = {"text", "image", "foreignObject", "flowRoot", "video", "canvas"};
    const char* name = svg_name(node);
    if (strcmp(name, "style") == 0)
    {
        return note_skip(s, "style sheets are not read, only attributes are");
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    {
        if (strcmp(name, others[i]) == 0)
        {
            return io_note_add(s->reader, IO_NOTE_SKIP, "<%s> has no outline", name);
        }
    }
    bool is_shape = false;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes && !is_shape; i++)
    {
        is_shape = strcmp(name, shapes[i]) == 0;
    }
    if (!is_shape)
    {
        return IO_OK;
    }
    bool line = strcmp(name, "line") == 0;
    if (!style->visible || (!style->stroked && (line || !style->filled)))
    {
        return note_skip(s, style->visible ? "it has neither fill nor stroke" : "it is not visible");
    }
    io_reader* reader = s->reader;
    const io_node* title = svg_attribute(node, "inkscape:label");
    title = title ? title : svg_attribute(node, "id");
    io_label label = {.layer = style->layer, .is_solid = true};
    label.name = io_print(reader, "%s", title ? title->text : name);
    const io_node* data = svg_attribute(node, line ? "x1" : strcmp(name, "path") == 0 ? "d" : "points");
    io_status status = label.name ? io_motion_read(reader, node, svg_data, &label) : io_fail_memory(reader);
    status = status ? status : svg_work(s, node, data && style->copied ? data->length : 0);
    if (status)
    {
        return status;
    }
    svg_drawing d = {.pen = {.allocator = reader->allocator, .tolerance = reader->tolerance}, .m = style->m};
    status = add_element(s, &d, node, style, &label);
    io_pen_free(&d.pen);
    io_release(reader->allocator, d.rings, d.ring_capacity, sizeof *d.rings);
    return status;
}
