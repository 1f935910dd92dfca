// SPDX-License-Identifier: MIT
//
// Polygons and polylines of a file (its own units, y down) become convex shapes, regions and chains (metres, y up).
//
// All arithmetic is in double; each coordinate is rounded to float once. Everything comes out in one frame for the
// whole file, so that two outlines with a common edge in the file have exactly the same floats there and touch,
// whatever the scale. The exception are polygons so far out that this rounding would dent them or make them cross: they
// get a frame of their own, at their first corner.
//
// What is convex becomes a convex shape, which costs less than a region. Corners that would have to be reordered for
// that are not a convex polygon but one that crosses itself: that is for the region to judge.

#include <math.h>
#include <stdio.h>

#include "io/reader.h"

// One outline on its way: what it became, or why it did not.
typedef struct polygon
{
    imp2_vec* points;  // in the objects' frame
    imp2_shape shape;
    imp2_compound region;
    imp2_repair repair;
    imp2_outline_report report;
    imp_status made;  // of the shape or the region
} polygon;

io_status io_to_float(io_reader* reader, double x, double y, imp2_vec* out)
{
    if (!(fabs(x) <= (double)IMP_MAGNITUDE_MAX) || !(fabs(y) <= (double)IMP_MAGNITUDE_MAX))
    {
        return io_fail(reader, IO_ERR_MEANING, NULL, "a coordinate is too large");
    }
    // What is smaller than a shape may be is 0: it lies within the rounding of any map.
    out->x = fabs(x) < (double)IMP_MAGNITUDE_MIN ? 0.0f : (float)x;
    out->y = fabs(y) < (double)IMP_MAGNITUDE_MIN ? 0.0f : (float)y;
    return IO_OK;
}

io_status io_to_world(io_reader* reader, io_point p, imp2_vec* out)
{
    return io_to_float(reader, p.x * reader->scale - (double)reader->origin.x,
                       -p.y * reader->scale - (double)reader->origin.y, out);
}

io_status io_fail_status(io_reader* reader, const io_node* node, imp_status made)
{
    return imp_status_fault(made) == IMP_ERR_MEMORY
               ? io_fail_memory(reader)
               : io_fail(reader, IO_ERR_MEANING, node, "%s", imp_status_text(made));
}

static imp2_pose frame_of(const io_reader* reader)
{
    imp2_pose pose = imp2_pose_identity();
    pose.p = reader->origin;
    return pose;
}

io_status io_shape_add(io_reader* reader, const io_label* label, imp_status made, imp2_shape* shape)
{
    imp2_pose pose = frame_of(reader);
    return made ? io_fail_status(reader, NULL, made) : io_object_add(reader, label, shape, &pose);
}

static io_status note_mended(io_reader* reader, const imp2_outline_report* report)
{
    const struct
    {
        int32_t count;
        const char* what;
    } parts[] = {{report->welded, "equal corners welded"},
                 {report->collinear, "corners on an edge left out"},
                 {report->crossings, "corners added where it crosses itself, filled by its rule"},
                 {report->cancelled, "stretches of edge left out that run twice or within"},
                 {report->empty, "rings left out that bound nothing"}};
    char text[240] = "";
    size_t length = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    {
        if (parts[i].count)
        {
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%d %s",
                                       length ? ", " : "region: ", (int)parts[i].count, parts[i].what);
        }
    }
    io_status status = length ? io_note_add(reader, IO_NOTE_REPAIR, "%s", text) : IO_OK;
    return status || !report->touches
               ? status
               : io_note_add(reader, IO_NOTE_TAKEN, "its outline touches itself in %d places", (int)report->touches);
}

io_status io_note_repair(io_reader* reader, const imp2_repair* repair, const imp2_outline_report* report)
{
    io_status status = IO_OK;
    if (repair && (repair->welded || repair->collinear || repair->reordered))
    {
        status =
            io_note_add(reader, IO_NOTE_REPAIR, "polygon: %d equal corners welded, %d on an edge left out%s",
                        (int)repair->welded, (int)repair->collinear, repair->reordered ? ", corners reordered" : "");
    }
    return status || !report ? status : note_mended(reader, report);
}

io_status io_note_crossing(io_reader* reader, const imp2_outline_report* report)
{
    bool own = report->ring_a == report->ring_b;
    char ring_a[24] = "", ring_b[24] = "";
    if (!own || report->ring_a != 0)
    {
        snprintf(ring_a, sizeof ring_a, " of ring %d", (int)report->ring_a);
        snprintf(ring_b, sizeof ring_b, " of ring %d", (int)report->ring_b);
    }
    return io_note_add(reader, IO_NOTE_SKIP, "its outline crosses %s: edge %d%s and edge %d%s, at (%.9g, %.9g)",
                       own ? "itself" : "another of its rings", (int)report->edge_a, ring_a, (int)report->edge_b,
                       ring_b, (double)reader->origin.x + (double)report->at.x,
                       (double)reader->origin.y + (double)report->at.y);
}

// Places all points. Files have no rule for the sense of rotation, and turning it is no repair: a single ring comes out
// counter-clockwise.
static io_status place(io_reader* reader, const io_outline* outline, const io_affine* m, imp2_vec* out)
{
    double area = 0;
    io_point first = io_affine_apply(m, outline->points[0]), before = first;
    for (int32_t i = 0; i < outline->count; i++)
    {
        io_point p = io_affine_apply(m, outline->points[i]);
        area += (before.x - first.x) * (p.y - first.y) - (before.y - first.y) * (p.x - first.x);
        before = p;
        io_status status = io_to_world(reader, p, &out[i]);
        if (status)
        {
            return status;
        }
    }
    // A positive area with y down is clockwise.
    for (int32_t i = 0; area > 0 && outline->ring_count < 2 && i < outline->count / 2; i++)
    {
        imp2_vec t = out[i];
        out[i] = out[outline->count - 1 - i];
        out[outline->count - 1 - i] = t;
    }
    return IO_OK;
}

// A convex shape or a region from points that are placed. Statuses are in `made`.
static void make_polygon(io_reader* reader, const io_outline* outline, polygon* p)
{
    bool single = outline->ring_count < 2;
    p->made = IMP_ERR_CONCAVE;
    if (single)
    {
        p->made = imp2_polygon_make(p->points, outline->count, 0.0f, reader->allocator, &p->shape, &p->repair);
        if (p->made ? imp_status_fault(p->made) != IMP_ERR_CONCAVE : !p->repair.reordered)
        {
            return;
        }
    }
    imp2_outlines rings = {p->points, single ? &outline->count : outline->rings, single ? 1 : outline->ring_count,
                           outline->fill};
    imp_status made = imp2_region_make(&rings, reader->allocator, &p->region, &p->report);
    // Corners out of order that enclose nothing are those of a line.
    if (imp_status_fault(made) != IMP_ERR_EMPTY || p->made)
    {
        imp2_shape_free(&p->shape);
        p->shape.kind = IMP2_SHAPE_NONE;
        p->made = made;
    }
}

static io_status finish_polygon(io_reader* reader, polygon* p, const io_label* label, bool quiet, bool* usable)
{
    imp2_pose pose = frame_of(reader);
    bool convex = p->shape.kind != IMP2_SHAPE_NONE;
    io_status status = IO_OK;
    *usable = p->made == IMP_OK;
    switch (imp_status_fault(p->made))
    {
    case IMP_OK: break;
    case IMP_ERR_CROSSING: return quiet ? IO_OK : io_note_crossing(reader, &p->report);
    case IMP_ERR_EMPTY: return quiet ? IO_OK : io_note_add(reader, IO_NOTE_SKIP, "its outline encloses nothing");
    default: return io_fail_status(reader, NULL, p->made);
    }
    if (!label)
    {
        imp2_shape_free(&p->shape);
        imp2_compound_free(&p->region);
    }
    else
    {
        status =
            convex ? io_object_add(reader, label, &p->shape, &pose) : io_compound_add(reader, label, &p->region, &pose);
    }
    return status || quiet ? status : io_note_repair(reader, convex ? &p->repair : NULL, convex ? NULL : &p->report);
}

static void drop_polygon(polygon* p)
{
    imp2_shape_free(&p->shape);
    imp2_compound_free(&p->region);
}

// Whether rounding where the points are is coarse for their size.
static bool is_far_out(const imp2_vec* points, int32_t count)
{
    imp2_vec lower = points[0], upper = points[0];
    for (int32_t i = 1; i < count; i++)
    {
        lower.x = points[i].x < lower.x ? points[i].x : lower.x;
        lower.y = points[i].y < lower.y ? points[i].y : lower.y;
        upper.x = points[i].x > upper.x ? points[i].x : upper.x;
        upper.y = points[i].y > upper.y ? points[i].y : upper.y;
    }
    float size = fmaxf(upper.x - lower.x, upper.y - lower.y);
    return fmaxf(fabsf(lower.x + upper.x), fabsf(lower.y + upper.y)) > 256 * size;
}

// Leaves reader->origin where the frame of the result is.
static io_status try_polygon(io_reader* reader, const io_outline* outline, const io_affine* m, polygon* p)
{
    io_status status = place(reader, outline, m, p->points);
    if (status)
    {
        return status;
    }
    make_polygon(reader, outline, p);
    if (p->shape.kind != IMP2_SHAPE_NONE || !is_far_out(p->points, outline->count))
    {
        return IO_OK;
    }
    polygon own = {.points = p->points};
    imp2_vec origin = reader->origin;
    reader->origin = imp2_vec_add(origin, p->points[0]);
    status = place(reader, outline, m, own.points);
    if (!status)
    {
        make_polygon(reader, outline, &own);
    }
    if (!status && (own.shape.kind != IMP2_SHAPE_NONE || (p->made && !own.made)))
    {
        drop_polygon(p);
        *p = own;
        return IO_OK;
    }
    drop_polygon(&own);
    reader->origin = origin;
    return status;
}

io_status io_polygon_add(io_reader* reader, const io_outline* outline, const io_affine* m, const io_label* label,
                         bool quiet, bool* usable)
{
    size_t capacity = 0;
    polygon p = {.points = io_grow(reader->allocator, NULL, &capacity, (size_t)outline->count, sizeof *p.points)};
    if (!p.points)
    {
        return io_fail_memory(reader);
    }
    imp2_vec origin = reader->origin;
    io_status status = try_polygon(reader, outline, m, &p);
    status = status ? status : finish_polygon(reader, &p, label, quiet, usable);
    reader->origin = origin;
    io_release(reader->allocator, p.points, capacity, sizeof *p.points);
    return status;
}

// Two points are a segment; so are more points that are all the same.
io_status io_polyline_add(io_reader* reader, const io_outline* outline, const io_affine* m, const io_label* label)
{
    int32_t count = outline->count;
    size_t capacity = 0;
    imp2_vec* world = io_grow(reader->allocator, NULL, &capacity, (size_t)count, sizeof *world);
    if (!world)
    {
        return io_fail_memory(reader);
    }
    io_status status = IO_OK;
    for (int32_t i = 0; i < count && !status; i++)
    {
        status = io_to_world(reader, io_affine_apply(m, outline->points[i]), &world[i]);
    }
    bool meets = count > 2 && world[0].x == world[count - 1].x && world[0].y == world[count - 1].y;
    imp2_polyline line = {.points = world, .count = count, .closed = meets || outline->is_closed};
    imp2_pose pose = frame_of(reader);
    imp2_compound chain;
    imp_status made = IMP_ERR_EMPTY;
    if (!status && count > 2)
    {
        made = imp2_chain_make(&line, reader->allocator, &chain, NULL);
    }
    if (!status && imp_status_fault(made) == IMP_ERR_EMPTY)
    {
        imp2_shape shape;
        status = io_shape_add(reader, label, imp2_segment_make(world[0], world[count - 1], &shape), &shape);
    }
    else if (!status)
    {
        status = made ? io_fail_status(reader, NULL, made) : io_compound_add(reader, label, &chain, &pose);
    }
    io_release(reader->allocator, world, capacity, sizeof *world);
    return status;
}
