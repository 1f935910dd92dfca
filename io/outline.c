// SPDX-License-Identifier: MIT
//
// Outlines of a file (its own units, y down) become shapes (metres, y up).
//
// Boxes stay boxes, circles and capsules stay round, as long as the map of the plane leaves them so; what an ellipse
// becomes is in curve.c, polygons and polylines are in polygon.c.

#include "io/reader.h"

#include <math.h>
#include <string.h>

// Directions that differ by less are the same: far below what a file's digits can say.
#define SAME 1e-9

static bool at_right_angle(io_point u, io_point v)
{
    double dot = u.x * v.x + u.y * v.y;
    return fabs(dot) <= SAME * hypot(u.x, u.y) * hypot(v.x, v.y);
}

static bool along_axis(io_point u)
{
    return fabs(u.x) <= SAME * fabs(u.y) || fabs(u.y) <= SAME * fabs(u.x);
}

// The corner of a box that comes first, and its two edges, after m.
static void box_frame(const io_outline* outline, const io_affine* m, io_point* corner, io_point* u, io_point* v)
{
    io_point a = outline->points[0], b = outline->points[1];
    *corner = io_affine_apply(m, a);
    *u = (io_point){m->xx * (b.x - a.x), m->yx * (b.x - a.x)};
    *v = (io_point){m->xy * (b.y - a.y), m->yy * (b.y - a.y)};
}

static float lower_of(float a, float b)
{
    return b < a ? b : a;
}

static float upper_of(float a, float b)
{
    return b > a ? b : a;
}

static io_status add_box(io_reader* reader, const io_outline* outline, const io_affine* m, const io_label* label)
{
    io_point corner, u, v;
    box_frame(outline, m, &corner, &u, &v);
    imp2_shape shape;
    if (along_axis(u) && along_axis(v))
    {
        imp2_vec a, b;
        io_point opposite = io_affine_apply(m, outline->points[1]);
        io_status status = io_to_world(reader, corner, &a);
        status = status ? status : io_to_world(reader, opposite, &b);
        if (status)
        {
            return status;
        }
        imp2_box box = {{lower_of(a.x, b.x), lower_of(a.y, b.y)}, {upper_of(a.x, b.x), upper_of(a.y, b.y)}};
        return io_shape_add(reader, label, imp2_box_make(box, &shape), &shape);
    }
    if (at_right_angle(u, v))
    {
        io_point middle = {corner.x + (u.x + v.x) / 2, corner.y + (u.y + v.y) / 2};
        io_point size = {hypot(u.x, u.y) / 2, hypot(v.x, v.y) / 2};
        io_point along = u.x != 0 || u.y != 0 ? u : (io_point){-v.y, v.x};
        double length = hypot(along.x, along.y);
        imp2_vec center, half, direction = {(float)(along.x / length), (float)(-along.y / length)};
        imp2_rot turn;
        io_status status = io_to_world(reader, middle, &center);
        status = status ? status : io_to_float(reader, size.x * reader->scale, size.y * reader->scale, &half);
        if (status)
        {
            return status;
        }
        imp_status made = imp2_rot_towards(direction, &turn);
        return io_shape_add(reader, label, made ? made : imp2_oriented_box_make(center, half, turn, &shape), &shape);
    }
    io_point a = outline->points[0], b = outline->points[1];
    io_point corners[4] = {a, {b.x, a.y}, b, {a.x, b.y}};
    io_outline polygon = {.kind = IO_OUTLINE_POLYGON, .count = 4, .points = corners};
    bool usable;
    return io_polygon_add(reader, &polygon, m, label, true, &usable);
}

static io_status add_ellipse(io_reader* reader, const io_outline* outline, const io_affine* m, const io_label* label,
                             bool quiet)
{
    io_point corner, u, v;
    box_frame(outline, m, &corner, &u, &v);
    io_point middle = {corner.x + (u.x + v.x) / 2, corner.y + (u.y + v.y) / 2};
    double a = hypot(u.x, u.y) / 2, b = hypot(v.x, v.y) / 2;
    if (a == 0 || b == 0)
    {
        return add_box(reader, outline, m, label);
    }
    if (fabs(a - b) <= SAME * a && at_right_angle(u, v))
    {
        imp2_shape shape;
        imp2_vec center, radius;
        io_point size = {a, 0};
        io_status status = io_to_world(reader, middle, &center);
        status = status ? status : io_to_float(reader, size.x * reader->scale, size.y * reader->scale, &radius);
        if (status)
        {
            return status;
        }
        return io_shape_add(reader, label, imp2_circle_make(center, radius.x, &shape), &shape);
    }
    io_pen pen = {.allocator = reader->allocator, .tolerance = reader->tolerance};
    io_affine frame = {u.x / 2, v.x / 2, middle.x, u.y / 2, v.y / 2, middle.y};
    io_pen_ellipse(&pen, &frame);
    io_affine as_it_is = io_affine_move(0, 0);
    io_outline polygon = {.kind = IO_OUTLINE_POLYGON, .count = (int32_t)pen.count, .points = pen.points};
    bool usable;
    io_status status =
        pen.no_memory ? io_fail_memory(reader) : io_polygon_add(reader, &polygon, &as_it_is, label, true, &usable);
    io_pen_free(&pen);
    return status || quiet ? status
                           : io_note_add(reader, IO_NOTE_REPAIR,
                                         "ellipse %g x %g became a polygon of %d corners, at most %.2g inside it",
                                         2 * a, 2 * b, (int)polygon.count, reader->tolerance);
}

static io_status add_capsule(io_reader* reader, const io_outline* outline, const io_affine* m, const io_label* label,
                             bool quiet)
{
    io_point corner, u, v;
    box_frame(outline, m, &corner, &u, &v);
    double a = hypot(u.x, u.y), b = hypot(v.x, v.y);
    if (a == 0 || b == 0)
    {
        return add_box(reader, outline, m, label);
    }
    double stretch = hypot(m->xx, m->yx) / hypot(m->xy, m->yy);
    if (fabs(stretch - 1) > SAME || !at_right_angle(u, v))
    {
        return quiet ? IO_OK : io_note_add(reader, IO_NOTE_SKIP, "a capsule that is stretched is no capsule any more");
    }
    double radius = (a < b ? a : b) / 2;
    io_point middle = {corner.x + (u.x + v.x) / 2, corner.y + (u.y + v.y) / 2};
    io_point axis = a > b ? u : v;
    double part = a > b ? 0.5 - radius / a : 0.5 - radius / b;
    io_point p = {middle.x - axis.x * part, middle.y - axis.y * part};
    io_point q = {middle.x + axis.x * part, middle.y + axis.y * part};
    io_point size = {radius, 0};
    imp2_vec from, to, round;
    imp2_shape shape;
    io_status status = io_to_world(reader, p, &from);
    status = status ? status : io_to_world(reader, q, &to);
    status = status ? status : io_to_float(reader, size.x * reader->scale, size.y * reader->scale, &round);
    if (status)
    {
        return status;
    }
    return io_shape_add(reader, label, imp2_capsule_make(from, to, round.x, &shape), &shape);
}

io_status io_outline_add(io_reader* reader, const io_outline* outline, const io_affine* m, const io_label* label,
                         bool quiet)
{
    imp2_shape shape;
    imp2_vec at;
    bool usable;
    io_status status;
    switch (outline->kind)
    {
    case IO_OUTLINE_BOX: return add_box(reader, outline, m, label);
    case IO_OUTLINE_ELLIPSE: return add_ellipse(reader, outline, m, label, quiet);
    case IO_OUTLINE_CAPSULE: return add_capsule(reader, outline, m, label, quiet);
    case IO_OUTLINE_POLYGON: return io_polygon_add(reader, outline, m, label, quiet, &usable);
    case IO_OUTLINE_POLYLINE: return io_polyline_add(reader, outline, m, label);
    default:
        status = io_to_world(reader, io_affine_apply(m, outline->points[0]), &at);
        return status ? status : io_shape_add(reader, label, imp2_circle_make(at, 0.0f, &shape), &shape);
    }
}

io_status io_outline_check(io_reader* reader, const io_outline* outline, bool* usable)
{
    *usable = true;
    io_affine as_it_is = io_affine_move(0, 0);
    return outline->kind == IO_OUTLINE_POLYGON ? io_polygon_add(reader, outline, &as_it_is, NULL, false, usable)
                                               : IO_OK;
}
