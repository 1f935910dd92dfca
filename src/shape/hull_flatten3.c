// SPDX-License-Identifier: MIT
//
// Faces of a hull that are nearly in one plane, joined: what was flat before its corners were rounded is flat again.
//
// Cells, the exact faces, are gathered around the largest: what can be reached from it over cells whose corners are all
// within the limit of its plane, and that look to the same side. Gathered so, all are tried at once, and then every face
// has to prove itself: its boundary is one convex polygon of at least three corners in its own plane, it meets no other
// face twice, no vertex is above its plane and no corner below by more than the tolerance, and no vertex that is left
// out is farther from it. Faces that fail, and those around one that has lost its corners, are tried again with an
// eighth of the limit, and at last as the cells that they were, which is always right.
//
// The result does not depend on the order of points: cells do not, and a gathering is all that can be reached.
// Joining face by face, each time a convex one (Gregorius 2014), was considered: a fan around a vertex that noise has
// lifted out of a face is stuck half-way, because half a fan is not convex.

#include "hull_faces3.h"

#include "../math/check3.h"
#include "../math/tolerance.h"

#include <math.h>
#include <string.h>

enum
{
    TRIES = 24,
    PATIENCE = 8  // tries after which a face that fails becomes cells at once
};

#define LEAST_LIMIT 0x1p-10  // of the tolerance

static imp3i_dvec surface_point(const imp3i_surface* s, int32_t h)
{
    return imp3i_dvec_of(s->place[s->corner[h]]);
}

/// Twice the area of a face times its normal, by its corners.
static imp3i_dvec area_vector(const imp3i_surface* s, int32_t start)
{
    int32_t h = imp3i_next_corner(s, start);
    imp3i_dvec a = surface_point(s, start), u = imp3i_dsub(surface_point(s, h), a), sum = imp3i_dvec_none();
    for (h = imp3i_next_corner(s, h); h != start; h = imp3i_next_corner(s, h))
    {
        imp3i_dvec v = imp3i_dsub(surface_point(s, h), a);
        sum = imp3i_dadd(sum, imp3i_dcross(u, v));
        u = v;
    }
    return sum;
}

static imp3i_dvec unit_or_zero(imp3i_dvec v)
{
    double length = sqrt(imp3i_ddot(v, v));
    return length > 0.0 ? imp3i_dscale(v, 1.0 / length) : v;
}

/// Takes the exact faces as cells, sorted by falling area into keys; of equal ones in the order of faces.
static int32_t take_cells(imp3i_surface* s, double tolerance)
{
    imp3i_flat_work* w = &s->flat;
    imp3i_surface_sort(s);
    memcpy(w->cell, s->group, (size_t)s->triangles * sizeof *w->cell);
    memcpy(w->start, s->start, (size_t)s->triangles * sizeof *w->start);
    for (int32_t v = 0; v < s->vertices; ++v)
    {
        w->sharp[v] = s->name[v] >= 0;
    }
    for (int32_t i = 0; i < s->groups; ++i)
    {
        int32_t h = s->keys[i].value, cell = s->group[h / 3];
        imp3i_dvec area = area_vector(s, h);
        float size = (float)(sqrt(imp3i_ddot(area, area)) * s->cloud->scale * s->cloud->scale);
        w->normal[cell] = unit_or_zero(area);
        w->limit[cell] = tolerance;
        s->keys[i].key = ~impi_sort_key(size);
        s->keys[i].value = cell;
    }
    impi_sort(s->keys, s->sorted, s->groups);
    return s->groups;
}

/// Whether a cell is within a distance of a plane, and looks to the same side. The surface still has cells for faces.
static bool lies_along(const imp3i_surface* s, int32_t cell, imp3i_dvec n, double plane, double limit)
{
    const imp3i_flat_work* w = &s->flat;
    limit = limit < w->limit[cell] ? limit : w->limit[cell];
    if (!(imp3i_ddot(n, w->normal[cell]) > 0.0) || limit == 0.0)
    {
        return false;
    }
    int32_t h = w->start[cell];
    do
    {
        double height = imp3i_ddot(n, surface_point(s, h)) - plane;
        if (!(fabs(height) <= limit))
        {
            return false;
        }
        h = imp3i_next_corner(s, h);
    } while (h != w->start[cell]);
    return true;
}

/// All cells that can be reached from one within its limit become its region.
static void gather_region(imp3i_surface* s, int32_t seed)
{
    imp3i_flat_work* w = &s->flat;
    imp3i_dvec n = w->normal[seed];
    double plane = imp3i_ddot(n, surface_point(s, w->start[seed]));
    int32_t count = 0;
    w->region[seed] = w->asked[seed] = seed;
    w->queue[count++] = seed;
    for (int32_t i = 0; i < count && w->limit[seed] > 0.0; ++i)
    {
        int32_t start = w->start[w->queue[i]], h = start;
        do
        {
            int32_t cell = w->cell[s->twin[h] / 3];
            if (w->region[cell] < 0 && w->asked[cell] != seed)
            {
                w->asked[cell] = seed;
                if (lies_along(s, cell, n, plane, 0.25 * w->limit[seed]))
                {
                    w->region[cell] = seed;
                    w->queue[count++] = cell;
                }
            }
            h = imp3i_next_border(s, h);
        } while (h != start);
    }
}

/// Makes faces of all regions. Returns whether any has more than one cell.
static bool gather(imp3i_surface* s, int32_t cells)
{
    imp3i_flat_work* w = &s->flat;
    memcpy(s->group, w->cell, (size_t)s->triangles * sizeof *s->group);
    imp3i_surface_name(s);
    memset(w->region, 0xff, (size_t)s->triangles * sizeof *w->region);
    memset(w->asked, 0xff, (size_t)s->triangles * sizeof *w->asked);
    bool joined = false;
    for (int32_t i = 0; i < cells; ++i)
    {
        int32_t cell = s->keys[i].value;
        if (w->region[cell] < 0)
        {
            gather_region(s, cell);
        }
        joined = joined || w->region[cell] != cell;
    }
    for (int32_t t = 0; t < s->triangles; ++t)
    {
        s->group[t] = w->region[w->cell[t]];
    }
    imp3i_surface_name(s);
    return joined;
}

/// Whether a vertex that was left out is within the tolerance of a face: of one of its sides, or else over its inside
/// and within half of it of the plane, for the corners may be as far on the other side.
static bool is_near_face(const imp3i_surface* s, int32_t start, imp3i_dvec n, double plane, imp3i_dvec v,
                         double tolerance)
{
    bool inside = fabs(imp3i_ddot(n, v) - plane) <= 0.5 * tolerance, near = false;
    int32_t h = start;
    do
    {
        int32_t next = imp3i_next_corner(s, h);
        imp3i_dvec a = surface_point(s, h), along = imp3i_dsub(surface_point(s, next), a), off = imp3i_dsub(v, a);
        double square = imp3i_ddot(along, along), part = imp3i_ddot(off, along) / square;
        part = part < 0.0 ? 0.0 : part > 1.0 ? 1.0 : part;
        imp3i_dvec apart = imp3i_dadd_scaled(off, along, -part);
        inside = inside && imp3i_ddot(n, imp3i_dcross(along, off)) >= 0.0;
        near = near || imp3i_ddot(apart, apart) <= tolerance * tolerance;
        h = next;
    } while (h != start);
    return inside || near;
}

/// Whether the corners of a face turn left all the way, seen against a normal, beyond rounding.
static bool is_convex(const imp3i_surface* s, int32_t start, imp3i_dvec n)
{
    int32_t h = start;
    do
    {
        int32_t next = imp3i_next_corner(s, h);
        imp3i_dvec a = surface_point(s, h), b = surface_point(s, next),
                   c = surface_point(s, imp3i_next_corner(s, next));
        imp3i_dvec u = imp3i_dsub(b, a), v = imp3i_dsub(c, b);
        double turn = imp3i_ddot(n, imp3i_dcross(u, v));
        if (!(turn > 0.0 && turn * turn > 0x1p-80 * imp3i_ddot(u, u) * imp3i_ddot(v, v)))
        {
            return false;
        }
        h = next;
    } while (h != start);
    return true;
}

/// Lists the triangles of every group, and counts its cells and its half-edges on the boundary.
static void list_groups(imp3i_surface* s, int32_t cells)
{
    imp3i_flat_work* w = &s->flat;
    size_t bytes = (size_t)s->triangles * sizeof(int32_t);
    memset(w->first, 0xff, bytes);
    memset(w->cells, 0, bytes);
    memset(w->borders, 0, bytes);
    memset(w->blamed, 0, (size_t)s->triangles);
    for (int32_t t = s->triangles - 1; t >= 0; --t)
    {
        int32_t g = s->group[t];
        w->next[t] = w->first[g];
        w->first[g] = t;
        for (int32_t k = 0; k < 3; ++k)
        {
            w->borders[g] += imp3i_is_border(s, 3 * t + k);
        }
    }
    for (int32_t i = 0; i < cells; ++i)
    {
        ++w->cells[w->region[s->keys[i].value]];
    }
}

/// Whether all that was left out of a face is near it.
static bool keeps_its_vertices(const imp3i_surface* s, int32_t group, imp3i_dvec n, double plane, double tolerance)
{
    const imp3i_flat_work* w = &s->flat;
    for (int32_t t = w->first[group]; t >= 0; t = w->next[t])
    {
        for (int32_t h = 3 * t; h < 3 * t + 3; ++h)
        {
            int32_t v = s->corner[h];
            if (w->sharp[v] && s->name[v] < 0 &&
                !is_near_face(s, s->start[group], n, plane, surface_point(s, h), tolerance))
            {
                return false;
            }
        }
    }
    return true;
}

/// Whether a face of several cells is one, all but what concerns its neighbours.
static bool is_one_face(const imp3i_surface* s, int32_t group, double tolerance)
{
    int32_t start = s->start[group], h = start, walked = 0;
    do
    {
        ++walked;
        h = imp3i_next_border(s, h);
    } while (h != start);
    if (walked != s->flat.borders[group])
    {
        return false;
    }
    imp3i_dvec n = imp3i_dvec_of(imp3i_vec_tidy(unit_or_zero(area_vector(s, start))));  // as it will be stored
    double top = -INFINITY, bottom = INFINITY;
    do
    {
        double height = imp3i_ddot(n, surface_point(s, h));
        top = height > top ? height : top;
        bottom = height < bottom ? height : bottom;
        h = imp3i_next_corner(s, h);
    } while (h != start);
    return top - bottom <= 0.5 * tolerance && is_convex(s, start, n) &&
           imp3i_surface_climb(s, start, n) - top <= 0.5 * tolerance && keeps_its_vertices(s, group, n, top, tolerance);
}

/// Whether a face has three corners or more, and meets each of its neighbours at one side.
static bool fits_its_neighbours(imp3i_surface* s, int32_t group)
{
    imp3i_flat_work* w = &s->flat;
    int32_t start = s->start[group], h = start, corners = 0;
    if (start < 0)
    {
        return false;
    }
    do
    {
        int32_t other = s->group[s->twin[h] / 3];
        if (w->asked[other] == group)
        {
            return false;
        }
        w->asked[other] = group;
        ++corners;
        h = imp3i_next_corner(s, h);
    } while (h != start);
    return corners >= 3;
}

/// Looks at all faces; those that fail are blamed, and with one that does not fit also those around it.
static bool prove(imp3i_surface* s, int32_t cells, double tolerance)
{
    imp3i_flat_work* w = &s->flat;
    bool good = true;
    list_groups(s, cells);
    memset(w->asked, 0xff, (size_t)s->triangles * sizeof *w->asked);
    for (int32_t i = 0; i < cells; ++i)
    {
        int32_t g = s->keys[i].value;
        if (w->region[g] != g)
        {
            continue;
        }
        if (!fits_its_neighbours(s, g))
        {
            good = false;
            w->blamed[g] = 1;
            for (int32_t t = w->first[g]; t >= 0; t = w->next[t])
            {
                for (int32_t h = 3 * t; h < 3 * t + 3; ++h)
                {
                    w->blamed[s->group[s->twin[h] / 3]] = 1;
                }
            }
        }
        else if (w->cells[g] > 1 && !is_one_face(s, g, tolerance))
        {
            good = false;
            w->blamed[g] = 1;
        }
    }
    return good;
}

void imp3i_surface_flatten(imp3i_surface* s)
{
    imp3i_flat_work* w = &s->flat;
    const imp3i_hull_cloud* c = s->cloud;
    double x = (double)c->upper.x - c->lower.x, y = (double)c->upper.y - c->lower.y,
           z = (double)c->upper.z - c->lower.z;
    double tolerance = IMPI_COPLANAR * (x > y ? (x > z ? x : z) : (y > z ? y : z));
    int32_t cells = take_cells(s, tolerance);
    for (int32_t k = 0; (s->flattened = gather(s, cells)) && k <= TRIES && !prove(s, cells, tolerance); ++k)
    {
        for (int32_t i = 0; i < cells; ++i)
        {
            int32_t cell = s->keys[i].value;
            double limit = 0.125 * w->limit[cell];
            bool at_last =
                k == TRIES || (w->blamed[w->region[cell]] && k >= PATIENCE) || limit < LEAST_LIMIT * tolerance;
            if (w->blamed[w->region[cell]] || k == TRIES)
            {
                w->limit[cell] = at_last ? 0.0 : limit;
            }
        }
    }
}
