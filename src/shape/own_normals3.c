// SPDX-License-Identifier: MIT
//
// Internal edges of compounds in space: whether a normal of a part is one of the whole.
//
// A part knows only itself: a box that slides over two flush parts of a floor has, just as it comes upon the second, its
// least penetration of that one sideways, against a face or an edge that the floor as a whole does not have (a ghost
// collision). At a point of the boundary, the normals that a convex part has are those along which it goes no farther:
// n is one of them exactly when the point is a support along n. The same asked of every other part that has the point
// tells which of them are normals of the whole. So a convex edge between two triangles keeps the arc between both
// normals, a flat one their common normal, and a concave one nothing (Voronoi regions of features, active edges).
//
// Which feature of a triangle has a normal follows from the normal alone. The parts around its corners are stored or follow
// from the grid, and heights of their corners are all that is asked. In a set the parts that have the point are found by
// their boxes.
//
// Triangles that close around a corner may all look one way, as seen along the face of one of them. Then none of its
// normals leans farther than the face of another. For in the direction in which a normal leans, one of the others
// begins at the corner, and must not rise above it. So a bound of the leaning is stored for each triangle (a cone of
// normals, as of Johnson and Cohen 2001), and most parts near a shape are known to have no contact with it before any
// is looked for.

#include "compound3.h"

#include <math.h>
#include <string.h>

/// How steeply a point goes on beyond another along n; 0 where the two are one.
static double rise_above(imp3_vec v, imp3i_dvec from, imp3i_dvec n)
{
    imp3i_dvec w = imp3i_dsub(imp3i_dvec_of(v), from);
    double far = imp3i_dnorm1(w);
    return far > 0.0 ? imp3i_ddot(w, n) / far : 0.0;
}

/// The parts around a point of the surface; room is for those of a height field.
static const int32_t* parts_around(const imp3i_compound_block* b, int32_t point, int32_t room[6], int32_t* count)
{
    if (b->heights)
    {
        *count = imp3i_field_around(b, point, room);
        return room;
    }
    *count = b->first[point + 1] - b->first[point];
    return b->around + b->first[point];
}

/// Triangles: the corners of the feature that lies along n are all that other parts must share to have it. Corners that
/// are lower by less than `level` of the size lie along it too. Tells the part that rises most steeply, or any that rises;
/// -1 for none.
static int32_t beyond_of_surface(const imp3i_compound_block* b, int32_t i, imp3i_dvec n, double level, bool any)
{
    int32_t mine[3], at[3], count = 0;
    if (!imp3i_surface_corners(b, i, mine))
    {
        return i;
    }
    double heights[3], most = -INFINITY, size = 0.0;
    imp3i_dvec v[3];
    for (int k = 0; k < 3; ++k)
    {
        v[k] = imp3i_dvec_of(imp3i_surface_point(b, mine[k]));
        heights[k] = imp3i_ddot(v[k], n);
        most = heights[k] > most ? heights[k] : most;
        double side = imp3i_dnorm1(imp3i_dsub(v[k], v[0]));
        size = side > size ? side : size;
    }
    for (int k = 0; k < 3; ++k)
    {
        if (heights[k] >= most - level * size)
        {
            at[count++] = k;
        }
    }
    if (count == 3 || (!b->heights && !b->first))
    {
        return -1;  // the face, or a soup, in which nobody knows of neighbours
    }
    int32_t room[6], around, beyond = -1;
    double steepest = level;
    const int32_t* parts = parts_around(b, mine[at[0]], room, &around);
    for (int32_t k = 0; k < around && !(any && beyond >= 0); ++k)
    {
        int32_t other[3];
        (void)imp3i_surface_corners(b, parts[k], other);
        int32_t end = mine[at[count - 1]];
        bool shares = count == 1 || other[0] == end || other[1] == end || other[2] == end;
        for (int c = 0; shares && parts[k] != i && c < 3; ++c)
        {
            double rise = rise_above(imp3i_surface_point(b, other[c]), v[at[0]], n);
            beyond = rise > steepest ? parts[k] : beyond;
            steepest = rise > steepest ? rise : steepest;
        }
    }
    return beyond;
}

// How far normals lean

/// Points with more parts around them are not looked at.
#define RING_MOST 16

/// Greater tangents are not told apart from none; what is stored is the square root of their part of that.
#define LEAN_MOST 1.0
#define LEAN_STEPS 254
#define LEAN_UNKNOWN 255

/// The parts around a point.
typedef struct surface_ring
{
    const int32_t* parts;
    int32_t count, room[6];
    imp3i_dvec normals[RING_MOST];  // of length 1
    double rise;                    // what IMP3I_LEVEL_RISE lets normals lean more, a tangent
} surface_ring;

/// Whether each part's side to its next corner is another's side from its last, so that parts close around a point.
static bool is_ring_closed(const int32_t next[RING_MOST], const int32_t last[RING_MOST], int32_t count)
{
    bool closed = true;
    for (int32_t k = 0; k < count; ++k)
    {
        bool found = false;
        for (int32_t i = 0; i < count; ++i)
        {
            found |= last[i] == next[k];
        }
        closed &= found;
    }
    return closed;
}

/// False where parts do not close around a point.
static bool find_ring(const imp3i_compound_block* b, int32_t point, surface_ring* out)
{
    int32_t next[RING_MOST], last[RING_MOST], v[3];
    out->parts = parts_around(b, point, out->room, &out->count);
    out->rise = 0.0;
    for (int32_t k = 0; k < out->count && out->count <= RING_MOST; ++k)
    {
        if (!imp3i_surface_corners(b, out->parts[k], v))
        {
            return false;
        }
        int at = v[0] == point ? 0 : v[1] == point ? 1 : 2;
        next[k] = v[at < 2 ? at + 1 : 0];
        last[k] = v[at > 0 ? at - 1 : 2];
        imp3i_dvec from = imp3i_dvec_of(imp3i_surface_point(b, point));
        imp3i_dvec one = imp3i_dsub(imp3i_dvec_of(imp3i_surface_point(b, next[k])), from);
        imp3i_dvec two = imp3i_dsub(imp3i_dvec_of(imp3i_surface_point(b, last[k])), from);
        imp3i_dvec n = imp3i_dcross(one, two);
        double area = sqrt(imp3i_ddot(n, n)), size = imp3i_dnorm1(one) + imp3i_dnorm1(two);
        if (!(area > 0.0))
        {
            return false;
        }
        out->normals[k] = imp3i_ddivide(n, area);
        double rise = 8.0 * IMP3I_LEVEL_RISE * size * size / area;  // a side that is level, over the least height
        out->rise = rise > out->rise ? rise : out->rise;
    }
    return out->count <= RING_MOST && is_ring_closed(next, last, out->count);
}

/// How far normals at the point lean from the face of one of the parts.
static double lean_in_ring(const surface_ring* r, int32_t of)
{
    double least = 1.0;
    for (int32_t k = 0; k < r->count; ++k)
    {
        double cosine = imp3i_ddot(r->normals[of], r->normals[k]);
        least = cosine < least ? cosine : least;
    }
    if (least < 0.25 || r->rise > 0.5)
    {
        return INFINITY;
    }
    return (sqrt(1.0 - least * least) / least + r->rise + 0x1p-24) / (1.0 - r->rise);
}

static uint8_t lean_code(double lean)
{
    return lean <= LEAN_MOST ? (uint8_t)ceil(sqrt(lean / LEAN_MOST) * LEAN_STEPS) : LEAN_UNKNOWN;
}

static double lean_of_code(uint8_t code)
{
    double part = (double)code / LEAN_STEPS;
    return code == LEAN_UNKNOWN ? INFINITY : LEAN_MOST * (part * part) * (1.0 + 0x1p-20);
}

double imp3i_surface_lean(const imp3i_compound_block* b, int32_t i)
{
    int32_t mine[3];
    if (b->leans)
    {
        return lean_of_code(b->leans[i]);
    }
    double most = 0.0;
    if (!b->heights || !imp3i_surface_corners(b, i, mine))
    {
        return INFINITY;
    }
    for (int k = 0; k < 3; ++k)
    {
        surface_ring ring;
        if (!find_ring(b, mine[k], &ring))
        {
            return INFINITY;
        }
        int32_t of = 0;
        while (of < ring.count - 1 && ring.parts[of] != i)
        {
            ++of;
        }
        double lean = lean_in_ring(&ring, of);
        most = lean > most ? lean : most;
    }
    return most;
}

void imp3i_triangles_forget_leans(imp3i_compound_block* b)
{
    if (b->leans)
    {
        memset(b->leans, LEAN_UNKNOWN, (size_t)b->leaves);
    }
}

void imp3i_triangles_find_leans(imp3i_compound_block* b)
{
    if (!b->leans)
    {
        return;
    }
    memset(b->leans, 0, (size_t)b->leaves);
    for (int32_t point = 0; point < b->point_count; ++point)
    {
        surface_ring ring;
        bool closed = find_ring(b, point, &ring);
        for (int32_t k = 0; k < ring.count; ++k)
        {
            uint8_t code = closed ? lean_code(lean_in_ring(&ring, k)) : LEAN_UNKNOWN;
            uint8_t* known = &b->leans[ring.parts[k]];
            *known = code > *known ? code : *known;
        }
    }
}

/// Whether a part is no farther from a point than that. Above a plane of a hull it is.
static bool imp3i_has_point(const imp3_shape* s, imp3i_dvec point, double within)
{
    if (s->kind == IMP3_SHAPE_HULL)
    {
        const imp3i_hull* h = imp3i_hull_of(s);
        double far = (within + (double)s->radius) * (1.0 + 0x1p-18) + (double)h->slack +
                     0x1p-20 * ((double)s->reach + imp3i_dnorm1(point));
        for (int32_t face = 0; face < h->face_count; ++face)
        {
            const imp3i_dvec n = {h->normal_x[face], h->normal_y[face], h->normal_z[face]};
            if (imp3i_ddot(n, point) - (double)h->plane[face] > far)
            {
                return false;
            }
        }
    }
    const imp3_pose here = imp3_pose_identity();
    imp3_vec nearest;
    float distance;
    return !imp3_shape_closest(s, &here, imp3i_vec_tidy(point), &nearest, &distance) && (double)distance <= within;
}

#include "../math/dim3.h"

#include "own_normals.inl"

#include "../math/dim_end.h"

int32_t imp3i_part_beyond(const imp3_compound* c, int32_t i, imp3i_dvec point, imp3i_dvec n, double tiny, double level)
{
    if (c->kind == IMP3_COMPOUND_SHAPE)
    {
        return -1;
    }
    return c->parts ? beyond_of_set(c, i, point, n, tiny, level)
                    : beyond_of_surface(imp3i_compound_block_of(c), i, n, level, false);
}

bool imp3i_normal_is_own(const imp3_compound* c, int32_t i, imp3i_dvec point, imp3i_dvec n, double tiny, double level)
{
    bool surface = c->kind != IMP3_COMPOUND_SHAPE && !c->parts;
    int32_t beyond = surface ? beyond_of_surface(imp3i_compound_block_of(c), i, n, level, true)
                             : imp3i_part_beyond(c, i, point, n, tiny, level);
    return beyond < 0;
}
