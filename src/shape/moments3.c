// SPDX-License-Identifier: MIT
//
// Moments of a rounded polytope, in doubles. It is cut into its core (tetrahedra from the origin), a prism on each
// face, a wedge of a cylinder along each edge, and at each vertex the cone of a ball over its normals. Each has a
// closed form, and of the cones most cancels: over all vertices the normals make one whole sphere, and what a vertex
// has more of them to one side is, edge by edge, the angle of the edge along it. So nothing has to be known of a vertex
// but its solid angle, 2 pi less the angles of the faces' corners there.
//
// A face's normal is that of its area, from its corners: stored ones are floats. Where doubles would lose the volume of
// a thin tetrahedron it is taken from exact integers.
//
// Source: Mirtich 1996 (polyhedra), Arvo 1995 (moments of spherical polygons).

#include "moments3.h"

#include "../math/exact.h"
#include "../math/trig.h"

#include <math.h>

/// A determinant so much smaller than its terms is computed exactly.
#define CANCELLED_VOLUME 0x1p-22

/// Adds k (a b^T + b a^T).
static void add_product(imp3i_tensor* t, imp3i_dvec a, imp3i_dvec b, double k)
{
    t->xx += 2.0 * k * a.x * b.x;
    t->yy += 2.0 * k * a.y * b.y;
    t->zz += 2.0 * k * a.z * b.z;
    t->xy += k * (a.x * b.y + a.y * b.x);
    t->yz += k * (a.y * b.z + a.z * b.y);
    t->zx += k * (a.z * b.x + a.x * b.z);
}

static void add_everywhere(imp3i_tensor* t, double k)
{
    t->xx += k;
    t->yy += k;
    t->zz += k;
}

// The core as faces

static imp3i_dvec told_corner(const imp3i_polytope* p, int32_t vertex)
{
    return imp3i_dsub(imp3i_vertex(p->s, vertex), p->origin);
}

static int32_t corners_of(const imp3i_polytope* p, int32_t face)
{
    return p->flat_axis >= 0 ? 4 : imp3i_face_corner_count(p->s, face);
}

/// Vertex k of a face. The lower side of a flat box has the places of the upper one in the other order.
static int32_t face_vertex(const imp3i_polytope* p, int32_t face, int32_t k)
{
    return imp3i_face_corner(p->s, p->flat_axis >= 0 ? 2 * p->flat_axis + face : face, k);
}

/// The face on the other side of side k of a face, from corner k to the next.
static int32_t face_beyond(const imp3i_polytope* p, int32_t face, int32_t k)
{
    if (p->faces == 2)
    {
        return 1 - face;
    }
    if (p->s->kind == IMP3_SHAPE_BOX)
    {
        int32_t from = face_vertex(p, face, k), to = face_vertex(p, face, (k + 1) % 4), run = (from ^ to) >> 1;
        int32_t axis = 3 - face / 2 - run;
        return 2 * axis + (from >> axis & 1);
    }
    const imp3i_hull* h = imp3i_hull_of(p->s);
    int32_t side = h->sides[h->starts[face] + k];
    const imp3i_edge* e = &h->edges[side >= 0 ? side : -1 - side];
    return e->left == face ? e->right : e->left;
}

/// Twice the area of a face, along its normal.
static imp3i_dvec area_of(const imp3i_polytope* p, int32_t face)
{
    int32_t n = corners_of(p, face);
    imp3i_dvec first = told_corner(p, face_vertex(p, face, 0));
    imp3i_dvec before = imp3i_dsub(told_corner(p, face_vertex(p, face, 1)), first), sum = imp3i_dvec_none();
    for (int32_t k = 2; k < n; ++k)
    {
        imp3i_dvec next = imp3i_dsub(told_corner(p, face_vertex(p, face, k)), first);
        sum = imp3i_dadd(sum, imp3i_dcross(before, next));
        before = next;
    }
    return sum;
}

static imp3i_dvec normal_of(const imp3i_polytope* p, int32_t face)
{
    imp3i_dvec area = area_of(p, face);
    double length = sqrt(imp3i_ddot(area, area));
    return length > 0.0 ? imp3i_ddivide(area, length) : area;
}

/// Adds to a sum the product of three numbers.
static void add_triple(impi_exact* sum, double a, double b, double c, bool minus)
{
    impi_exact x, y;
    impi_exact_set(&x, minus ? -a : a);
    impi_exact_set(&y, b);
    impi_exact_mul(&x, &x, &y);
    impi_exact_set(&y, c);
    impi_exact_mul(&x, &x, &y);
    impi_exact_add(sum, sum, &x);
}

/// a . (b x c), six times the volume of a tetrahedron.
static double volume_of(imp3i_dvec a, imp3i_dvec b, imp3i_dvec c)
{
    imp3i_dvec across = imp3i_dcross(b, c);
    double volume = imp3i_ddot(a, across);
    double most = fabs(a.x) * (fabs(b.y * c.z) + fabs(b.z * c.y)) + fabs(a.y) * (fabs(b.z * c.x) + fabs(b.x * c.z)) +
                  fabs(a.z) * (fabs(b.x * c.y) + fabs(b.y * c.x));
    if (fabs(volume) >= CANCELLED_VOLUME * most)
    {
        return volume;
    }
    impi_exact sum;
    impi_exact_set(&sum, 0.0);
    add_triple(&sum, a.x, b.y, c.z, false);
    add_triple(&sum, a.x, b.z, c.y, true);
    add_triple(&sum, a.y, b.z, c.x, false);
    add_triple(&sum, a.y, b.x, c.z, true);
    add_triple(&sum, a.z, b.x, c.y, false);
    add_triple(&sum, a.z, b.y, c.x, true);
    return impi_exact_get(&sum);
}

// The parts of a rounded polytope

/// The tetrahedron from the origin to a triangle.
static void add_tetrahedron(imp3i_moments* m, imp3i_dvec a, imp3i_dvec b, imp3i_dvec c)
{
    double volume = volume_of(a, b, c) / 6.0;
    imp3i_dvec sum = imp3i_dadd(imp3i_dadd(a, b), c);
    m->volume += volume;
    m->first = imp3i_dadd_scaled(m->first, sum, volume / 4.0);
    imp3i_add_square(&m->second, sum, volume / 20.0);
    imp3i_add_square(&m->second, a, volume / 20.0);
    imp3i_add_square(&m->second, b, volume / 20.0);
    imp3i_add_square(&m->second, c, volume / 20.0);
}

/// The prism of height r on a triangle of a face.
static void add_prism(imp3i_moments* m, imp3i_dvec a, imp3i_dvec b, imp3i_dvec c, imp3i_dvec normal, double r)
{
    double area = 0.5 * imp3i_ddot(normal, imp3i_dcross(imp3i_dsub(b, a), imp3i_dsub(c, a)));
    imp3i_dvec sum = imp3i_dadd(imp3i_dadd(a, b), c), middle = imp3i_ddivide(sum, 3.0);
    m->volume += area * r;
    m->first = imp3i_dadd_scaled(m->first, middle, area * r);
    m->first = imp3i_dadd_scaled(m->first, normal, 0.5 * area * r * r);
    double k = area * r / 12.0;
    imp3i_add_square(&m->second, sum, k);
    imp3i_add_square(&m->second, a, k);
    imp3i_add_square(&m->second, b, k);
    imp3i_add_square(&m->second, c, k);
    add_product(&m->second, middle, normal, 0.5 * area * r * r);
    imp3i_add_square(&m->second, normal, area * r * r * r / 3.0);
}

/// The wedge along an edge, between the normals of the faces to its left and to its right; and of the balls at its ends
/// what its angle turns to one side.
static void add_wedge(imp3i_moments* m, imp3i_dvec from, imp3i_dvec to, imp3i_dvec left, imp3i_dvec right, double r)
{
    imp3i_dvec edge = imp3i_dsub(to, from), middle = imp3i_dscale(imp3i_dadd(from, to), 0.5);
    double length = sqrt(imp3i_ddot(edge, edge));
    imp3i_dvec t = imp3i_ddivide(edge, length), w = imp3i_dcross(t, left);
    double sine = imp3i_ddot(imp3i_dcross(left, right), t), cosine = imp3i_ddot(left, right);
    double angle = impi_atan2_d(sine, cosine);
    angle = angle < -0.5 * MASS_PI ? angle + 2.0 * MASS_PI : angle;  // two sides of a flat thing
    double volume = 0.5 * length * r * r * angle, cube = length * r * r * r / 3.0,
           fourth = length * r * r * r * r / 4.0;
    imp3i_dvec turned = imp3i_dadd_scaled(imp3i_dscale(left, sine), w, 1.0 - cosine);
    m->volume += volume;
    m->first = imp3i_dadd_scaled(m->first, middle, volume);
    m->first = imp3i_dadd_scaled(m->first, turned, cube);
    imp3i_add_square(&m->second, middle, volume);
    imp3i_add_square(&m->second, t, volume * length * length / 12.0 + fourth * angle);
    add_product(&m->second, middle, turned, cube);
    imp3i_add_square(&m->second, left, 0.5 * fourth * (angle + sine * cosine));
    imp3i_add_square(&m->second, w, 0.5 * fourth * (angle - sine * cosine));
    add_product(&m->second, left, w, 0.5 * fourth * sine * sine);
}

/// The part of the ball at a vertex that so large a solid angle has.
static void add_angle(imp3i_moments* m, imp3i_dvec vertex, double angle, double r)
{
    double volume = angle * r * r * r / 3.0;
    m->first = imp3i_dadd_scaled(m->first, vertex, volume);
    imp3i_add_square(&m->second, vertex, volume);
}

static double angle_between(imp3i_dvec a, imp3i_dvec b)
{
    return impi_atan2_d(imp3i_dcross_length(a, b), imp3i_ddot(a, b));
}

/// The parts of the rounding of a face: its prism, its corners' angles, and the edges that it comes to first.
static void add_rounding(imp3i_moments* m, const imp3i_polytope* p, int32_t face, double r)
{
    int32_t n = corners_of(p, face);
    imp3i_dvec normal = normal_of(p, face), first = told_corner(p, face_vertex(p, face, 0));
    imp3i_dvec before = told_corner(p, face_vertex(p, face, n - 1)), here = first;
    for (int32_t k = 0; k < n; ++k)
    {
        imp3i_dvec next = k + 1 < n ? told_corner(p, face_vertex(p, face, k + 1)) : first;
        if (k > 0 && k + 1 < n)
        {
            add_prism(m, first, here, next, normal, r);
        }
        add_angle(m, here, -angle_between(imp3i_dsub(before, here), imp3i_dsub(next, here)), r);
        int32_t beyond = face_beyond(p, face, k);
        if (face < beyond)
        {
            add_wedge(m, here, next, normal, normal_of(p, beyond), r);
        }
        before = here;
        here = next;
    }
}

/// All that a radius adds. Over all vertices the balls make one.
static void add_roundings(imp3i_moments* m, const imp3i_polytope* p, double r)
{
    for (int32_t face = 0; face < p->faces; ++face)
    {
        add_rounding(m, p, face, r);
    }
    for (int32_t i = 0; i < p->vertices; ++i)
    {
        add_angle(m, told_corner(p, p->flat_axis >= 0 ? face_vertex(p, 0, i) : i), 2.0 * MASS_PI, r);
    }
    m->volume += 4.0 / 3.0 * MASS_PI * r * r * r;
    add_everywhere(&m->second, 4.0 / 15.0 * MASS_PI * r * r * r * r * r);
}

static void add_tetrahedra(imp3i_moments* m, const imp3i_polytope* p)
{
    for (int32_t face = 0; face < p->faces; ++face)
    {
        imp3i_dvec first = told_corner(p, face_vertex(p, face, 0)), before = told_corner(p, face_vertex(p, face, 1));
        for (int32_t k = 2; k < corners_of(p, face); ++k)
        {
            imp3i_dvec next = told_corner(p, face_vertex(p, face, k));
            add_tetrahedron(m, first, before, next);
            before = next;
        }
    }
}

imp3i_dvec imp3i_middle_of_face(const imp3i_polytope* p)
{
    imp3i_dvec normal = normal_of(p, 0), sum = imp3i_dvec_none();
    imp3i_dvec first = told_corner(p, face_vertex(p, 0, 0)), before = told_corner(p, face_vertex(p, 0, 1));
    double area = 0.0;
    for (int32_t k = 2; k < corners_of(p, 0); ++k)
    {
        imp3i_dvec next = told_corner(p, face_vertex(p, 0, k));
        double part = imp3i_ddot(normal, imp3i_dcross(imp3i_dsub(before, first), imp3i_dsub(next, first)));
        sum = imp3i_dadd_scaled(sum, imp3i_dadd(imp3i_dadd(first, before), next), part / 3.0);
        area += part;
        before = next;
    }
    return area > 0.0 ? imp3i_ddivide(sum, area) : first;
}

imp3i_moments imp3i_moments_of(const imp3i_polytope* p)
{
    imp3i_moments m = {0.0, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 0.0, 0.0, 0.0}};
    if (p->faces > 2)
    {
        add_tetrahedra(&m, p);
    }
    if (p->s->radius > 0.0f)
    {
        add_roundings(&m, p, (double)p->s->radius);
    }
    return m;
}
