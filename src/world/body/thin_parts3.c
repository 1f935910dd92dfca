// SPDX-License-Identifier: MIT
//
// Thin parts of compounds: the face of a flat shape as a fan of triangles, the disc that a cylinder or cone without height
// is, and the line that is left of what has no surface.

#include "thin_parts3.h"

#include <math.h>

// The axis along which a box is thinnest.
static int thinnest_axis(const imp3_shape* s)
{
    const float size[3] = {s->b.x - s->a.x, s->b.y - s->a.y, s->b.z - s->a.z};
    int axis = size[1] < size[0] ? 1 : 0;
    return size[2] < size[axis] ? 2 : axis;
}

// The face that a flat shape is; -1 where it is none.
static int32_t flat_face(const imp3_shape* s)
{
    return s->kind == IMP3_SHAPE_BOX ? 2 * thinnest_axis(s) : imp3i_face_count(s) > 0 ? 0 : -1;
}

static void triangle_as_mass(imp3i_dvec a, imp3i_dvec b, imp3i_dvec c, imp3i_thin_part* t)
{
    const imp3i_dvec corners[3] = {a, b, c};
    t->mass = 0.5 * imp3i_dcross_length(imp3i_dsub(b, a), imp3i_dsub(c, a));
    t->center = imp3i_ddivide(imp3i_dadd(imp3i_dadd(a, b), c), 3.0);
    t->inertia = imp3i_dinertia_none();
    for (int k = 0; k < 3; ++k)
    {
        const imp3i_dvec arm = imp3i_dsub(corners[k], t->center);
        t->inertia = imp3i_dinertia_add(t->inertia, imp3i_dinertia_of_point(t->mass / 12.0, arm));
    }
}

static void line_as_mass(imp3i_dvec a, imp3i_dvec b, imp3i_thin_part* t)
{
    const imp3i_dvec line = imp3i_dsub(b, a);
    t->mass = sqrt(imp3i_ddot(line, line));
    t->center = imp3i_dscale(imp3i_dadd(a, b), 0.5);
    t->inertia = imp3i_dinertia_of_point(t->mass / 12.0, line);
}

// The larger disc of what has no height.
static void disc_as_mass(const imp3_shape* s, imp3i_thin_part* t)
{
    const double pi = 3.14159265358979323846, disc = s->disc_a > s->disc_b ? s->disc_a : s->disc_b;
    const imp3i_dvec axis = imp3i_axis_of(s), n = imp3i_ddivide(axis, sqrt(imp3i_ddot(axis, axis)));
    t->mass = pi * disc * disc;
    t->center = imp3i_dscale(imp3i_dadd(imp3i_dvec_of(s->a), imp3i_dvec_of(s->b)), 0.5);
    // m r^2 / 4 across the axis, twice that about it.
    const double quarter = 0.25 * t->mass * disc * disc;
    const imp3i_dinertia round = {quarter * (1.0 + n.x * n.x), quarter * (1.0 + n.y * n.y), quarter * (1.0 + n.z * n.z),
                                  quarter * (n.x * n.y),       quarter * (n.y * n.z),       quarter * (n.z * n.x)};
    t->inertia = round;
}

// The longest side of a triangle that lies on a line, the diagonal of a box, else from the first end to the last.
static void longest_line(const imp3_shape* s, imp3i_thin_part* t)
{
    if (imp3i_is_curved(s))
    {
        line_as_mass(imp3i_dvec_of(s->a), imp3i_dvec_of(s->b), t);
        return;
    }
    imp3i_thin_part best = *t;
    best.mass = -1.0;
    for (int32_t k = 0; k < (s->kind == IMP3_SHAPE_TRIANGLE ? 3 : 1); ++k)
    {
        const int32_t to = s->kind == IMP3_SHAPE_TRIANGLE ? (k + 1) % 3 : s->count - 1;
        line_as_mass(imp3i_vertex(s, k), imp3i_vertex(s, to), t);
        best = t->mass > best.mass ? *t : best;
    }
    *t = best;
}

static int32_t count_pieces(const imp3_shape* s, int32_t dimension)
{
    const bool curved = imp3i_is_curved(s), disc = curved && imp3i_vec_equal(s->a, s->b);
    const int32_t face = curved ? -1 : flat_face(s);
    if (dimension == 1)
    {
        return disc || s->kind == IMP3_SHAPE_HALF_SPACE || s->kind == IMP3_SHAPE_HULL ? 0 : 1;
    }
    return disc ? 1 : face >= 0 ? imp3i_face_corner_count(s, face) - 2 : 0;
}

static void piece_as_mass(const imp3_shape* s, int32_t piece, imp3i_thin_part* t)
{
    if (t->dimension == 1)
    {
        longest_line(s, t);
    }
    else if (imp3i_is_curved(s))
    {
        disc_as_mass(s, t);
    }
    else
    {
        const int32_t face = flat_face(s);
        triangle_as_mass(imp3i_vertex(s, imp3i_face_corner(s, face, 0)),
                         imp3i_vertex(s, imp3i_face_corner(s, face, piece + 1)),
                         imp3i_vertex(s, imp3i_face_corner(s, face, piece + 2)), t);
    }
}

bool imp3i_next_thin_part(const imp3_compound* compound, imp3i_thin_part* t)
{
    for (; t->part < compound->part_count; ++t->part, t->piece = 0)
    {
        imp3_shape room;
        const imp3_shape* s = compound->parts ? &compound->parts[t->part] : &room;
        if ((compound->parts || imp3i_part_at(compound, t->part, &room)) && t->piece < count_pieces(s, t->dimension))
        {
            piece_as_mass(s, t->piece++, t);
            return true;
        }
    }
    return false;
}
