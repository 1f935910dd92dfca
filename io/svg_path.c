// SPDX-License-Identifier: MIT
//
// Path data (the attribute d): all commands, numbers run together as SVG allows, flags without blanks. A fault ends the
// path; what is before it is drawn, as the standard says.
//
// An arc from p to q is the image of a part of the unit circle. Both ends are put into the frame of that circle, where
// finding its centre is a matter of one square root, and the part is drawn in pieces of up to a quarter.

#include <math.h>
#include <string.h>

#include "io/svg.h"

typedef struct path
{
    svg_drawing* drawing;
    const char* at;
    io_point now, start;
    io_point control;  // of the curve before, for S and T
    char before;       // the command before, as a capital
    bool open;         // a subpath is
} path;

void svg_end(svg_drawing* drawing, bool closed)
{
    io_pen* pen = &drawing->pen;
    svg_ring* ring = drawing->ring_count > 0 ? &drawing->rings[drawing->ring_count - 1] : NULL;
    if (!ring || ring->count > 0 || ring->first == pen->count)
    {
        return;
    }
    ring->count = pen->count - ring->first;
    ring->closed = closed;
}

void svg_begin(svg_drawing* drawing, io_point at)
{
    io_pen* pen = &drawing->pen;
    svg_end(drawing, false);
    svg_ring* rings = io_grow(pen->allocator, drawing->rings, &drawing->ring_capacity, drawing->ring_count + 1,
                              sizeof *drawing->rings);
    if (!rings)
    {
        pen->no_memory = true;
        return;
    }
    drawing->rings = rings;
    rings[drawing->ring_count++] = (svg_ring){pen->count, 0, false};
    io_pen_line(pen, io_affine_apply(&drawing->m, at));
}

// After a Z the next subpath begins where the last one did, without an M.
static void draw(path* p)
{
    if (!p->open)
    {
        p->start = p->now;
        svg_begin(p->drawing, p->now);
        p->open = true;
    }
}

static void line_to(path* p, io_point to)
{
    draw(p);
    io_pen_line(&p->drawing->pen, io_affine_apply(&p->drawing->m, to));
    p->now = to;
}

static void cubic_to(path* p, io_point b, io_point c, io_point to)
{
    const io_affine* m = &p->drawing->m;
    draw(p);
    io_pen_cubic(&p->drawing->pen, io_affine_apply(m, b), io_affine_apply(m, c), io_affine_apply(m, to));
    p->now = to;
}

// A parabola is the cubic whose inner points are two thirds of the way to its own.
static void quadratic_to(path* p, io_point b, io_point to)
{
    io_point c = {p->now.x + (b.x - p->now.x) * 2 / 3, p->now.y + (b.y - p->now.y) * 2 / 3};
    io_point d = {to.x + (b.x - to.x) * 2 / 3, to.y + (b.y - to.y) * 2 / 3};
    cubic_to(p, c, d, to);
    p->control = b;
}

static double dot(io_point a, io_point b)
{
    return a.x * b.x + a.y * b.y;
}

static void arc_to(path* p, double rx, double ry, double degrees, bool large, bool clockwise, io_point to)
{
    io_point from = p->now;
    rx = fabs(rx);
    ry = fabs(ry);
    if (from.x == to.x && from.y == to.y)
    {
        return;
    }
    if (rx == 0 || ry == 0 || !(fabs(degrees) <= 1e9))
    {
        line_to(p, to);
        return;
    }
    // Both ends from their middle, in the frame of the unit circle; the middle is at 0.
    io_affine turn = io_affine_turn(degrees);
    io_point half = {(to.x - from.x) / 2, (to.y - from.y) / 2};
    io_point u = {(turn.xx * half.x + turn.yx * half.y) / rx, (turn.xy * half.x + turn.yy * half.y) / ry};
    double length = sqrt(dot(u, u));
    double grown = length > 1 ? length : 1;  // too small a circle grows until it reaches both
    rx *= grown;
    ry *= grown;
    u.x /= grown;
    u.y /= grown;
    double square = dot(u, u);
    if (!(square > 0x1p-100))
    {
        line_to(p, to);
        return;
    }
    double height = square < 1 ? sqrt((1 - square) / square) : 0;
    height = large == clockwise ? -height : height;
    io_point center = {-u.y * height, u.x * height};
    io_point a = {-u.x - center.x, -u.y - center.y}, b = {u.x - center.x, u.y - center.y};
    // From the frame of the circle to the drawing.
    io_affine scale = io_affine_scale(rx, ry), m = io_affine_then(&scale, &turn);
    io_affine move = io_affine_move((from.x + to.x) / 2, (from.y + to.y) / 2);
    io_affine back = io_affine_move(center.x, center.y);
    m = io_affine_then(&back, &m);
    m = io_affine_then(&m, &move);
    m = io_affine_then(&m, &p->drawing->m);
    draw(p);
    io_pen* pen = &p->drawing->pen;
    // A half is two quarters at most; what is left after them is less than a half again.
    for (int quarters = large ? 2 : 0, more = 1; quarters > 0 || (more > 0 && dot(a, b) < 0);)
    {
        io_point next = {clockwise ? -a.y : a.y, clockwise ? a.x : -a.x};
        io_pen_arc(pen, &m, a, next);
        a = next;
        *(quarters > 0 ? &quarters : &more) -= 1;
    }
    io_pen_arc(pen, &m, a, b);
    if (!pen->no_memory && !pen->too_many)
    {
        pen->points[pen->count - 1] = io_affine_apply(&p->drawing->m, to);
    }
    p->now = to;
}

// The numbers of one command, relative ones as they are; flags of arcs are single digits.
static bool read_values(path* p, char command, int count, bool first, double* out)
{
    const char* at = p->at;
    for (int i = 0; i < count; i++)
    {
        if (first && i == 0)
        {
            at += strspn(at, " \t\r\n\f");
        }
        else
        {
            svg_separator(&at);
        }
        if (command == 'A' && (i == 3 || i == 4))
        {
            if (*at != '0' && *at != '1')
            {
                return false;
            }
            out[i] = *at++ - '0';
        }
        else if (!svg_number(&at, &out[i]))
        {
            return false;
        }
    }
    p->at = at;
    return true;
}

// One command with its numbers; points in v are absolute.
static void run_command(path* p, char command, const double* v)
{
    io_point a = {v[0], v[1]}, b = {v[2], v[3]}, c = {v[4], v[5]}, d = {v[5], v[6]};
    io_point mirrored = {2 * p->now.x - p->control.x, 2 * p->now.y - p->control.y};
    bool after_cubic = p->before == 'C' || p->before == 'S', after_quadratic = p->before == 'Q' || p->before == 'T';
    switch (command)
    {
    case 'M':
        p->now = p->start = a;
        svg_begin(p->drawing, a);
        p->open = true;
        break;
    case 'L': line_to(p, a); break;
    case 'H': line_to(p, (io_point){v[0], p->now.y}); break;
    case 'V': line_to(p, (io_point){p->now.x, v[0]}); break;
    case 'C':
        cubic_to(p, a, b, c);
        p->control = b;
        break;
    case 'S':
        cubic_to(p, after_cubic ? mirrored : p->now, a, b);
        p->control = a;
        break;
    case 'Q': quadratic_to(p, a, b); break;
    case 'T': quadratic_to(p, after_quadratic ? mirrored : p->now, a); break;
    case 'A': arc_to(p, v[0], v[1], v[2], v[3] != 0, v[4] != 0, d); break;
    default: break;
    }
    p->before = command;
}

static int value_count(char command)
{
    switch (command)
    {
    case 'M':
    case 'L':
    case 'T': return 2;
    case 'H':
    case 'V': return 1;
    case 'S':
    case 'Q': return 4;
    case 'C': return 6;
    case 'A': return 7;
    case 'Z': return 0;
    default: return -1;
    }
}

// A command letter and all sets of numbers that follow it.
static bool read_command(path* p)
{
    char letter = *p->at, command = (char)(letter >= 'a' && letter <= 'z' ? letter - 0x20 : letter);
    bool relative = letter != command;
    int count = value_count(command);
    if (count < 0 || (p->before == 0 && command != 'M'))
    {
        return false;
    }
    p->at++;
    if (command == 'Z')
    {
        svg_end(p->drawing, true);
        p->now = p->start;
        p->open = false;
        p->before = command;
        return true;
    }
    for (bool first = true;; first = false)
    {
        double v[7] = {0};
        if (!read_values(p, command, count, first, v))
        {
            // No more sets: fine, unless a comma or the beginning of one is left.
            const char* next = p->at + strspn(p->at, " \t\r\n\f");
            return !first && (*next == 0 || value_count((char)(*next & ~0x20)) >= 0);
        }
        for (int i = command == 'A' ? 5 : 0; relative && i < count; i++)
        {
            bool vertical = command == 'V' || (command != 'H' && i % 2 == (command == 'A' ? 0 : 1));
            v[i] += vertical ? p->now.y : p->now.x;
        }
        run_command(p, command, v);
        command = command == 'M' ? 'L' : command;
    }
}

void svg_path(svg_drawing* drawing, const char* data, int32_t* end)
{
    path p = {.drawing = drawing, .at = data};
    *end = -1;
    for (;;)
    {
        p.at += strspn(p.at, " \t\r\n\f");
        if (*p.at == 0 || drawing->pen.no_memory || drawing->pen.too_many)
        {
            break;
        }
        if (!read_command(&p))
        {
            p.at += strspn(p.at, " \t\r\n\f");
            *end = (int32_t)(p.at - data);
            break;
        }
    }
    svg_end(drawing, false);
}
