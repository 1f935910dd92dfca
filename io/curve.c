// SPDX-License-Identifier: MIT
//
// Curves become points by additions, multiplications, divisions and square roots alone, so that they are the same
// everywhere. The number of pieces comes from a bound on the distance between curve and chord:
//
//   cubic   n equal pieces are within 6/8 M / n^2, M the larger second difference of its points (Wang 1984)
//   circle  a chord over the angle x lies inside by r (1 - cos(x / 2)), less than r x^2 / 8
//
// A circular arc up to a quarter is drawn as the rational parabola that it is (weight cos(angle / 2)): its points lie
// on the circle and need no sine. Subdividing until it is flat was tried first; it takes more code and, by powers of
// two, more points.

#include "io/curve.h"

#include <math.h>

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
    // Up to an eighth of a turn the ninth terms of the two series are below a double's last bit.
    double quarters = floor(degrees / 90 + 0.5);
    double angle = (degrees - quarters * 90) * (3.14159265358979323846 / 180);
    double x = 1, y = angle, square = angle * angle;
    double term_x = 1, term_y = angle;
    for (int k = 1; k <= 9; k++)
    {
        term_x *= -square / ((2 * k - 1) * (2 * k));
        term_y *= -square / ((2 * k) * (2 * k + 1));
        x += term_x;
        y += term_y;
    }
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

double io_affine_stretch(const io_affine* m)
{
    // The larger singular value.
    double sum = m->xx * m->xx + m->xy * m->xy + m->yx * m->yx + m->yy * m->yy;
    double area = 2 * (m->xx * m->yy - m->xy * m->yx);
    double rest = (sum - area) * (sum + area);
    return sqrt((sum + sqrt(rest > 0 ? rest : 0)) / 2);
}

static double length_of(double x, double y)
{
    return sqrt(x * x + y * y);
}

void io_pen_free(io_pen* pen)
{
    io_release(pen->allocator, pen->points, pen->capacity, sizeof *pen->points);
    pen->points = NULL;
    pen->count = pen->capacity = 0;
}

void io_pen_line(io_pen* pen, io_point to)
{
    if (pen->no_memory || pen->too_many)
    {
        return;
    }
    io_point* points = NULL;
    pen->too_many = pen->count == IO_VERTEX_MAX;
    if (!pen->too_many)
    {
        points = io_grow(pen->allocator, pen->points, &pen->capacity, pen->count + 1, sizeof *points);
        pen->no_memory = !points;
    }
    if (points)
    {
        pen->points = points;
        points[pen->count++] = to;
    }
}

// A number of pieces, least or more; what is not finite needs too many.
static int32_t whole_pieces(io_pen* pen, double wanted, double least)
{
    wanted = ceil(wanted > least ? wanted : least);
    if (wanted >= 1 && wanted <= (double)IO_PIECE_MAX)
    {
        return (int32_t)wanted;
    }
    bool few = wanted < 1;
    pen->coarse = pen->coarse || !few;
    return few ? 1 : IO_PIECE_MAX;
}

void io_pen_cubic(io_pen* pen, io_point b, io_point c, io_point to)
{
    if (pen->count == 0)
    {
        return;
    }
    io_point a = pen->points[pen->count - 1];
    double first = length_of(a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y);
    double second = length_of(b.x - 2 * c.x + to.x, b.y - 2 * c.y + to.y);
    double bend = second > first ? second : first;
    int32_t count = whole_pieces(pen, sqrt(0.75 * bend / pen->tolerance), 1);
    for (int32_t i = 1; i < count; i++)
    {
        double t = (double)i / count, s = 1 - t;
        double p = s * s * s, q = 3 * s * s * t, r = 3 * s * t * t, u = t * t * t;
        io_point at = {p * a.x + q * b.x + r * c.x + u * to.x, p * a.y + q * b.y + r * c.y + u * to.y};
        io_pen_line(pen, at);
    }
    io_pen_line(pen, to);
}

void io_pen_arc(io_pen* pen, const io_affine* m, io_point a, io_point b)
{
    double dot = a.x * b.x + a.y * b.y, chord = length_of(b.x - a.x, b.y - a.y);
    io_point middle = {(a.x + b.x) / (1 + dot), (a.y + b.y) / (1 + dot)};
    double weight = length_of(a.x + b.x, a.y + b.y) / 2;
    // The parameter runs fastest in the middle, with this angle per unit. A full turn has 12 pieces or more.
    double fastest = 2 * chord / (1 + weight);
    int32_t count = whole_pieces(pen, fastest * sqrt(io_affine_stretch(m) / (8 * pen->tolerance)), 2.1 * chord);
    for (int32_t i = 1; i < count; i++)
    {
        double t = (double)i / count, s = 1 - t;
        double p = s * s, q = 2 * weight * s * t, r = t * t, sum = p + q + r;
        io_point at = {(p * a.x + q * middle.x + r * b.x) / sum, (p * a.y + q * middle.y + r * b.y) / sum};
        io_pen_line(pen, io_affine_apply(m, at));
    }
    io_pen_line(pen, io_affine_apply(m, b));
}

void io_pen_ellipse(io_pen* pen, const io_affine* m)
{
    io_point from = {1, 0};
    for (int i = 0; i < 4; i++)
    {
        io_point to = {-from.y, from.x};
        io_pen_arc(pen, m, from, to);
        from = to;
    }
}
