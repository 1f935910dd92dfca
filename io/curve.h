// SPDX-License-Identifier: MIT
//
// Points of a file, maps of its plane, and curves as points.

#ifndef IMPINGE_IO_CURVE_H
#define IMPINGE_IO_CURVE_H

#include "io/memory.h"

typedef struct io_point
{
    double x, y;
} io_point;

/// (x, y) -> (xx x + xy y + x0, yx x + yy y + y0)
typedef struct io_affine
{
    double xx, xy, x0;
    double yx, yy, y0;
} io_affine;

io_point io_affine_apply(const io_affine* m, io_point p);

/// First inner, then outer.
io_affine io_affine_then(const io_affine* inner, const io_affine* outer);
io_affine io_affine_move(double x, double y);
io_affine io_affine_scale(double x, double y);

/// Clockwise on a screen with y down; multiples of 90 degrees are exact.
io_affine io_affine_turn(double degrees);

/// How much longer a vector can become.
double io_affine_stretch(const io_affine* m);

/// Points that a pen has come by. What goes wrong stays noted, so that one look at the end is enough.
typedef struct io_pen
{
    const imp_allocator* allocator;
    double tolerance;  // no curve is farther than this from the points' polyline
    io_point* points;
    size_t count, capacity;
    bool no_memory;
    bool too_many;  // more than IO_VERTEX_MAX points
    bool coarse;    // a curve would have needed more than IO_PIECE_MAX pieces
} io_pen;

enum
{
    IO_VERTEX_MAX = 1 << 24,  // vertices of a scene
    IO_PIECE_MAX = 1 << 12    // pieces of one curve
};

void io_pen_free(io_pen* pen);
void io_pen_line(io_pen* pen, io_point to);

/// From the last point on; nothing is drawn without one.
void io_pen_cubic(io_pen* pen, io_point b, io_point c, io_point to);

/// A part of the unit circle after a map, from a to b, both on the circle and about a quarter turn apart at most. The
/// first point is not drawn.
void io_pen_arc(io_pen* pen, const io_affine* m, io_point a, io_point b);

/// All of it, from (1, 0) on.
void io_pen_ellipse(io_pen* pen, const io_affine* m);

#endif
