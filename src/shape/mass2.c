// SPDX-License-Identifier: MIT
//
// Area, centroid and inertia of a rounded polygon: the core by triangles from its first vertex, a rectangle on every
// edge, a sector at every vertex. All sums are doubles, taken relative to the first vertex. Where doubles would lose
// the area of a thin triangle it is taken from exact integers.
//
// The parts of a compound are added one by one, each to the centroid of those before: then all that is added to the
// inertia is positive, and nothing is lost far from the origin.

#include "../math/predicate2.h"
#include "../math/trig.h"
#include "compound2.h"

#include <math.h>

/// Area and its moments about the first vertex.
typedef struct moments
{
    double area, x, y, polar;
} moments;

/// A part of a given area: its centroid, and its polar moment about the origin.
static void add_part(moments* m, double area, double x, double y, double polar)
{
    m->area += area;
    m->x += area * x;
    m->y += area * y;
    m->polar += polar;
}

/// A cross product so much smaller than its two halves is computed exactly.
#define CANCELLED 0x1p-20

/// Twice the area of the triangle between vertices 0, i and i + 1.
static double triangle_area(const imp2i_outline* o, int32_t i)
{
    double ax = (double)o->x[i] - o->x[0], ay = (double)o->y[i] - o->y[0];
    double bx = (double)o->x[i + 1] - o->x[0], by = (double)o->y[i + 1] - o->y[0];
    double left = ax * by, right = ay * bx, area = left - right;
    if (fabs(area) >= CANCELLED * (fabs(left) + fabs(right)))
    {
        return area;
    }
    const imp2_vec p = {o->x[0], o->y[0]}, q = {o->x[i], o->y[i]}, r = {o->x[i + 1], o->y[i + 1]};
    impi_exact exact;
    imp2i_cross_exact(p, q, p, r, &exact);
    return impi_exact_get(&exact);
}

static void add_core(moments* m, const imp2i_outline* o, int32_t n)
{
    for (int32_t i = 1; i + 1 < n; ++i)
    {
        double ax = (double)o->x[i] - o->x[0], ay = (double)o->y[i] - o->y[0];
        double bx = (double)o->x[i + 1] - o->x[0], by = (double)o->y[i + 1] - o->y[0];
        double area = 0.5 * triangle_area(o, i);
        double square = ax * ax + ay * ay + bx * bx + by * by + ax * bx + ay * by;
        add_part(m, area, (ax + bx) / 3.0, (ay + by) / 3.0, area * square / 6.0);
    }
}

static imp2i_dvec unit_normal(const imp2i_outline* o, int32_t i, int32_t k)
{
    double x = (double)o->y[k] - o->y[i], y = (double)o->x[i] - o->x[k];
    double length = sqrt(x * x + y * y);
    imp2i_dvec r = {x / length, y / length};
    return r;
}

/// The strip outside one edge, as wide as the radius.
static void add_strip(moments* m, const imp2i_outline* o, int32_t i, int32_t k, double r)
{
    imp2i_dvec n = unit_normal(o, i, k);
    double ex = (double)o->x[k] - o->x[i], ey = (double)o->y[k] - o->y[i];
    double length = sqrt(ex * ex + ey * ey), area = length * r;
    double x = (double)o->x[i] - o->x[0] + 0.5 * (ex + n.x * r), y = (double)o->y[i] - o->y[0] + 0.5 * (ey + n.y * r);
    add_part(m, area, x, y, area * ((length * length + r * r) / 12.0 + x * x + y * y));
}

/// The sector at vertex i, between the normals of the edges before and after it.
static void add_sector(moments* m, const imp2i_outline* o, int32_t i, imp2i_dvec before, imp2i_dvec after, double angle,
                       double r)
{
    double x = (double)o->x[i] - o->x[0], y = (double)o->y[i] - o->y[0];
    double area = 0.5 * r * r * angle;
    double cube = r * r * r / 3.0;
    double mx = cube * (after.y - before.y), my = cube * (before.x - after.x);
    m->area += area;
    m->x += area * x + mx;
    m->y += area * y + my;
    m->polar += area * (x * x + y * y) + 2.0 * (x * mx + y * my) + 0.5 * area * r * r;
}

static void add_rim(moments* m, const imp2i_outline* o, int32_t n, double r)
{
    const double pi = 3.14159265358979323846;
    if (n == 1)
    {
        const imp2i_dvec any = {1.0, 0.0};
        add_sector(m, o, 0, any, any, 2.0 * pi, r);
        return;
    }
    imp2i_dvec before = unit_normal(o, n - 1, 0);
    for (int32_t i = 0; i < n; ++i)
    {
        int32_t k = i + 1 < n ? i + 1 : 0;
        imp2i_dvec after = unit_normal(o, i, k);
        double cross = before.x * after.y - before.y * after.x, dot = before.x * after.x + before.y * after.y;
        add_strip(m, o, i, k, r);
        add_sector(m, o, i, before, after, n == 2 ? pi : impi_atan2_d(cross, dot), r);
        before = after;
    }
}

/// The mass of a thing of density 1, its centre, and its inertia about that.
typedef struct bulk
{
    double area, x, y, inertia;
} bulk;

static bulk bulk_of(const imp2_shape* shape)
{
    imp2i_outline o = imp2i_outline_of(shape);
    moments m = {0.0, 0.0, 0.0, 0.0};
    add_core(&m, &o, shape->count);
    if (shape->radius > 0.0f)
    {
        add_rim(&m, &o, shape->count, shape->radius);
    }
    double x = 0.0, y = 0.0, inertia = 0.0;
    if (m.area > 0.0)
    {
        x = m.x / m.area;
        y = m.y / m.area;
        inertia = m.polar - m.area * (x * x + y * y);
    }
    else if (shape->count == 2)
    {
        x = 0.5 * ((double)o.x[1] - o.x[0]);
        y = 0.5 * ((double)o.y[1] - o.y[0]);
    }
    const bulk b = {m.area, o.x[0] + x, o.y[0] + y, inertia > 0.0 ? inertia : 0.0};
    return b;
}

/// Puts two things together, of weights that are not both 0.
static bulk add_bulk(bulk a, bulk b)
{
    double weight = a.area + b.area, share = b.area / weight, dx = b.x - a.x, dy = b.y - a.y;
    const bulk sum = {weight, a.x + share * dx, a.y + share * dy,
                      a.inertia + b.inertia + a.area * share * (dx * dx + dy * dy)};
    return sum;
}

static imp_status mass_status(int32_t fault, float density, const imp2_mass* out)
{
    if (fault)
    {
        return impi_error(fault, 1);
    }
    fault = impi_number_fault_negative(density);
    if (fault)
    {
        return impi_error(fault, 2);
    }
    return out ? IMP_OK : impi_error(IMP_ERR_NULL, 3);
}

static imp_status write_mass(bulk b, float density, imp2_mass* out)
{
    const double most = 3.4028234663852886e38;
    double mass = b.area * density, inertia = b.inertia * density;
    if (b.area > most || mass > most || inertia > most)
    {
        return impi_error(IMP_ERR_RANGE, 3);
    }
    out->area = (float)b.area;
    out->mass = (float)mass;
    out->inertia = (float)inertia;
    out->centroid.x = (float)b.x;
    out->centroid.y = (float)b.y;
    return IMP_OK;
}

imp_status imp2_shape_mass(const imp2_shape* shape, float density, imp2_mass* out)
{
    imp_status status = mass_status(imp2i_shape_fault(shape), density, out);
    return status ? status : write_mass(bulk_of(shape), density, out);
}

imp_status imp2_compound_mass(const imp2_compound* compound, float density, imp2_mass* out)
{
    imp_status status = mass_status(imp2i_compound_fault(compound), density, out);
    if (status)
    {
        return status;
    }
    bool lines = compound->kind == IMP2_COMPOUND_CHAIN;
    bulk sum = {0.0, 0.0, 0.0, 0.0};
    for (int32_t i = 0; i < compound->part_count; ++i)
    {
        bulk b = bulk_of(&compound->parts[i]);
        if (lines)
        {
            imp2i_outline o = imp2i_outline_of(&compound->parts[i]);
            double x = (double)o.x[1] - o.x[0], y = (double)o.y[1] - o.y[0];
            b.area = sqrt(x * x + y * y);  // weighs by its length, to find the middle
        }
        sum = i == 0 ? b : add_bulk(sum, b);
    }
    if (lines)
    {
        sum.area = sum.inertia = 0.0;
    }
    return write_mass(sum, density, out);
}
