// SPDX-License-Identifier: MIT
//
// Outlines of a file (its own units, y down) become shapes (metres, y up).
//
// All arithmetic is in double; each coordinate is rounded to float once. Everything comes out in world coordinates with
// the identity as pose, so that two rectangles with a common edge in the file have exactly the same floats there and
// touch, whatever the scale. The exception are polygons so far out that this rounding would dent them.

#include "io/reader.h"

#include <math.h>
#include <string.h>

enum
{
    ELLIPSE_CORNERS_MIN = 12,
    ELLIPSE_CORNERS_MAX = 128
};

// How far inside an ellipse its polygon may lie, in units of the file (pixels).
#define ELLIPSE_TOLERANCE 0.25

// Directions that differ by less are the same: far below what a file's digits can say.
#define SAME 1e-9

io_point io_affine_apply(const io_affine* m, io_point p)
{
    io_point r = {m->xx * p.x + m->xy * p.y + m->x0, m->yx * p.x + m->yy * p.y + m->y0};
    return r;
}

io_affine io_affine_then(const io_affine* a, const io_affine* b)
{
    io_affine r;
    r.xx = b->xx * a->xx + b->xy * a->yx;
    r.xy = b->xx * a->xy + b->xy * a->yy;
    r.yx = b->yx * a->xx + b->yy * a->yx;
    r.yy = b->yx * a->xy + b->yy * a->yy;
    r.x0 = b->xx * a->x0 + b->xy * a->y0 + b->x0;
    r.y0 = b->yx * a->x0 + b->yy * a->y0 + b->y0;
    return r;
}

io_affine io_affine_move(double x, double y)
{
    io_affine r = {1, 0, x, 0, 1, y};
    return r;
}

io_affine io_affine_scale(double x, double y)
{
    io_affine r = {x, 0, 0, 0, y, 0};
    return r;
}

io_affine io_affine_turn(double degrees)
{
    double quarters = floor(degrees / 90 + 0.5);
    double rest = degrees - quarters * 90;
    float s = 0, c = 1;
    if (rest != 0)
    {
        (void)imp_sincos((float)(rest * (3.14159265358979323846 / 180)), &s, &c);
    }
    double x = (double)c, y = (double)s;
    int quarter = (int)fmod(quarters, 4);
    for (quarter = quarter < 0 ? quarter + 4 : quarter; quarter > 0; quarter--)
    {
        double t = x;
        x = -y;
        y = t;
    }
    io_affine r = {x, -y, 0, y, x, 0};
    return r;
}

// To metres, y up. What is smaller than a shape may be is 0: it lies within the rounding of any map.
static bool to_world(const io_reader* reader, io_point p, imp2_vec* out)
{
    double x = p.x * reader->scale, y = -p.y * reader->scale;
    if (!(fabs(x) <= (double)IMP_MAGNITUDE_MAX) || !(fabs(y) <= (double)IMP_MAGNITUDE_MAX))
    {
        return false;
    }
    out->x = fabs(x) < (double)IMP_MAGNITUDE_MIN ? 0.0f : (float)x;
    out->y = fabs(y) < (double)IMP_MAGNITUDE_MIN ? 0.0f : (float)y;
    return true;
}

static io_status too_large(io_reader* reader)
{
    return io_fail(reader, IO_ERR_MEANING, NULL, "a coordinate is too large");
}

static io_status from_status(io_reader* reader, imp_status status)
{
    if (imp_status_fault(status) == IMP_ERR_MEMORY)
    {
        return io_fail_memory(reader);
    }
    return io_fail(reader, IO_ERR_MEANING, NULL, "%s", imp_status_text(status));
}

static io_status add_shape(io_reader* reader, const io_label* label, imp_status made, imp2_shape* shape)
{
    imp2_pose here = imp2_pose_identity();
    return made ? from_status(reader, made) : io_object_add(reader, label, shape, &here);
}

static io_status note_repair(io_reader* reader, const imp2_repair* repair)
{
    if (!repair->welded && !repair->collinear && !repair->reordered)
    {
        return IO_OK;
    }
    return io_note_add(reader, IO_NOTE_REPAIR, "polygon: %d equal corners welded, %d on an edge left out%s",
                       (int)repair->welded, (int)repair->collinear, repair->reordered ? ", corners reordered" : "");
}

// A polygon from an outline after m; out is null to only look. *convex tells whether it could be made.
static io_status make_polygon(io_reader* reader, const io_outline* outline, const io_affine* m, imp2_shape* out,
                              imp2_repair* repair, bool* convex)
{
    const io_point* points = outline->points;
    int32_t count = outline->count;
    imp2_vec few[ELLIPSE_CORNERS_MAX];
    size_t capacity = 0;
    imp2_vec* world = few;
    if (count > ELLIPSE_CORNERS_MAX)
    {
        world = io_grow(reader->allocator, NULL, &capacity, (size_t)count, sizeof *world);
        if (!world)
        {
            return io_fail_memory(reader);
        }
    }
    io_status status = IO_OK;
    double area = 0;
    io_point first = io_affine_apply(m, points[0]), before = first;
    for (int32_t i = 0; i < count && !status; i++)
    {
        io_point p = io_affine_apply(m, points[i]);
        area += (before.x - first.x) * (p.y - first.y) - (before.y - first.y) * (p.x - first.x);
        before = p;
        status = to_world(reader, p, &world[i]) ? IO_OK : too_large(reader);
    }
    // Files have no rule for the sense of rotation: turning it is no repair. A positive area with y down is clockwise.
    for (int32_t i = 0; area > 0 && i < count / 2; i++)
    {
        imp2_vec t = world[i];
        world[i] = world[count - 1 - i];
        world[count - 1 - i] = t;
    }
    if (!status)
    {
        imp_status made = imp2_polygon_make(world, count, 0.0f, reader->allocator, out, repair);
        *convex = made == IMP_OK;
        if (made && imp_status_fault(made) != IMP_ERR_CONCAVE)
        {
            status = from_status(reader, made);
        }
    }
    if (world != few)
    {
        io_release(reader->allocator, world, capacity, sizeof *world);
    }
    return status;
}

static io_status add_polygon(io_reader* reader, const io_outline* outline, const io_affine* m, const io_label* label,
                             bool quiet)
{
    imp2_shape shape;
    imp2_repair repair;
    imp2_pose pose = imp2_pose_identity();
    bool convex;
    io_status status = make_polygon(reader, outline, m, &shape, &repair, &convex);
    if (!status && !convex)
    {
        // Far from the origin the rounding alone can dent it: once more with the corners relative to the first one.
        io_affine near = *m;
        (void)to_world(reader, io_affine_apply(m, outline->points[0]), &pose.p);
        near.x0 -= (double)pose.p.x / reader->scale;
        near.y0 += (double)pose.p.y / reader->scale;
        status = make_polygon(reader, outline, &near, &shape, &repair, &convex);
    }
    if (status)
    {
        return status;
    }
    if (!convex)
    {
        return io_note_add(reader, IO_NOTE_SKIP, "concave outline of %d corners: only convex ones can be tested",
                           (int)outline->count);
    }
    status = io_object_add(reader, label, &shape, &pose);
    return status || quiet ? status : note_repair(reader, &repair);
}

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
        if (!to_world(reader, corner, &a) || !to_world(reader, opposite, &b))
        {
            return too_large(reader);
        }
        imp2_box box = {{lower_of(a.x, b.x), lower_of(a.y, b.y)}, {upper_of(a.x, b.x), upper_of(a.y, b.y)}};
        return add_shape(reader, label, imp2_box_make(box, &shape), &shape);
    }
    if (at_right_angle(u, v))
    {
        io_point middle = {corner.x + (u.x + v.x) / 2, corner.y + (u.y + v.y) / 2};
        io_point size = {hypot(u.x, u.y) / 2, -hypot(v.x, v.y) / 2};
        io_point along = u.x != 0 || u.y != 0 ? u : (io_point){-v.y, v.x};
        double length = hypot(along.x, along.y);
        imp2_vec center, half, direction = {(float)(along.x / length), (float)(-along.y / length)};
        imp2_rot turn;
        if (!to_world(reader, middle, &center) || !to_world(reader, size, &half))
        {
            return too_large(reader);
        }
        imp_status made = imp2_rot_towards(direction, &turn);
        return add_shape(reader, label, made ? made : imp2_oriented_box_make(center, half, turn, &shape), &shape);
    }
    io_point a = outline->points[0], b = outline->points[1];
    io_point corners[4] = {a, {b.x, a.y}, b, {a.x, b.y}};
    io_outline polygon = {IO_OUTLINE_POLYGON, 4, corners};
    return add_polygon(reader, &polygon, m, label, true);
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
        if (!to_world(reader, middle, &center) || !to_world(reader, size, &radius))
        {
            return too_large(reader);
        }
        return add_shape(reader, label, imp2_circle_make(center, radius.x, &shape), &shape);
    }
    // A chord of 2 pi / n lies inside a circle of radius r by r (1 - cos(pi / n)), about r (pi / n)^2 / 2.
    double r = a > b ? a : b;
    double wanted = ceil(3.14159265358979 * sqrt(r / (2 * ELLIPSE_TOLERANCE)) / 4) * 4;
    int32_t count = wanted < ELLIPSE_CORNERS_MIN   ? ELLIPSE_CORNERS_MIN
                    : wanted < ELLIPSE_CORNERS_MAX ? (int32_t)wanted
                                                   : ELLIPSE_CORNERS_MAX;
    io_point points[ELLIPSE_CORNERS_MAX];
    for (int32_t i = 0; i < count; i++)
    {
        io_affine turn = io_affine_turn(360.0 * i / count);
        points[i].x = middle.x + (turn.xx * u.x + turn.yx * v.x) / 2;
        points[i].y = middle.y + (turn.xx * u.y + turn.yx * v.y) / 2;
    }
    io_affine as_it_is = io_affine_move(0, 0);
    io_outline polygon = {IO_OUTLINE_POLYGON, count, points};
    io_status status = add_polygon(reader, &polygon, &as_it_is, label, true);
    double angle = 3.14159265358979 / count;
    return status || quiet ? status
                           : io_note_add(reader, IO_NOTE_REPAIR,
                                         "ellipse %g x %g became a polygon of %d corners, at most %.2g inside it",
                                         2 * a, 2 * b, (int)count, r * angle * angle / 2);
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
    if (!to_world(reader, p, &from) || !to_world(reader, q, &to) || !to_world(reader, size, &round))
    {
        return too_large(reader);
    }
    return add_shape(reader, label, imp2_capsule_make(from, to, round.x, &shape), &shape);
}

// Two points are a segment; so are more points that are all the same.
static io_status add_polyline(io_reader* reader, const io_outline* outline, const io_affine* m, const io_label* label)
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
        status = to_world(reader, io_affine_apply(m, outline->points[i]), &world[i]) ? IO_OK : too_large(reader);
    }
    bool closed = count > 2 && world[0].x == world[count - 1].x && world[0].y == world[count - 1].y;
    imp2_polyline line = {.points = world, .count = count, .closed = closed};
    imp2_pose here = imp2_pose_identity();
    imp2_compound chain;
    imp_status made = IMP_ERR_EMPTY;
    if (!status && count > 2)
    {
        made = imp2_chain_make(&line, reader->allocator, &chain, NULL);
    }
    if (!status && imp_status_fault(made) == IMP_ERR_EMPTY)
    {
        imp2_shape shape;
        status = add_shape(reader, label, imp2_segment_make(world[0], world[count - 1], &shape), &shape);
    }
    else if (!status)
    {
        status = made ? from_status(reader, made) : io_compound_add(reader, label, &chain, &here);
    }
    io_release(reader->allocator, world, capacity, sizeof *world);
    return status;
}

io_status io_outline_add(io_reader* reader, const io_outline* outline, const io_affine* m, const io_label* label,
                         bool quiet)
{
    imp2_shape shape;
    imp2_vec at;
    switch (outline->kind)
    {
    case IO_OUTLINE_BOX: return add_box(reader, outline, m, label);
    case IO_OUTLINE_ELLIPSE: return add_ellipse(reader, outline, m, label, quiet);
    case IO_OUTLINE_CAPSULE: return add_capsule(reader, outline, m, label, quiet);
    case IO_OUTLINE_POLYGON: return add_polygon(reader, outline, m, label, quiet);
    case IO_OUTLINE_POLYLINE: return add_polyline(reader, outline, m, label);
    default:
        if (!to_world(reader, io_affine_apply(m, outline->points[0]), &at))
        {
            return too_large(reader);
        }
        return add_shape(reader, label, imp2_circle_make(at, 0.0f, &shape), &shape);
    }
}

io_status io_outline_check(io_reader* reader, const io_outline* outline, bool* usable)
{
    *usable = true;
    if (outline->kind != IO_OUTLINE_POLYGON)
    {
        return IO_OK;
    }
    io_affine as_it_is = io_affine_move(0, 0);
    imp2_repair repair;
    io_status status = make_polygon(reader, outline, &as_it_is, NULL, &repair, usable);
    if (status)
    {
        return status;
    }
    return *usable ? note_repair(reader, &repair)
                   : io_note_add(reader, IO_NOTE_SKIP, "concave outline of %d corners: only convex ones can be tested",
                                 (int)outline->count);
}
