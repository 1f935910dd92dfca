// SPDX-License-Identifier: MIT
//
// How large shapes of space are: the thickness around a point, the length along a direction, the outline that is seen
// along one, and what two shapes have between them that pass each other. Spatial, as what lies across a direction is a
// plane here, and a line in the plane.
//
// Outlines are convex, and known by their supports. The area is that of a polygon of supports in directions all around:
// its corners are those of the outline where that has corners. How far two outlines are apart is found by GJK in the
// plane across: of the two edges from the ends of the last one to a new support the nearer is kept, and each support
// tells a bound from below, which is what counts. Dropped: to keep the nearest point alone (Gilbert 1966), which goes to
// and fro between the ends of an edge and was not there after sixteen supports of two boxes.
//
// Source: Gilbert, Johnson and Keerthi 1988 (a fast procedure for computing the distance between complex objects).

#include "compound3.h"
#include "extent3.h"
#include "query3.h"

#include "../math/trig.h"

#include <float.h>
#include <math.h>

enum
{
    OUTLINE_POINTS = 64,
    PASS_STEPS = 16
};

float imp3i_shape_thickness(const imp3_shape* shape, imp3_vec point)
{
    imp3i_point_gap gap;
    imp3i_point_query(shape, imp3i_drot_of(imp3_pose_identity().q), imp3i_dvec_of(point), &gap);
    return gap.separation < 0.0 ? (float)-gap.separation : 0.0f;
}

double imp3i_extent_along(const imp3_shape* shape, imp3i_dvec direction)
{
    if (shape->kind == IMP3_SHAPE_HALF_SPACE)
    {
        return INFINITY;
    }
    int32_t vertex;
    const imp3i_dvec high = imp3i_support(shape, direction, &vertex),
                     low = imp3i_support(shape, imp3i_dnegate(direction), &vertex);
    return imp3i_ddot(direction, imp3i_dsub(high, low)) + 2.0 * (double)shape->radius;
}

// Outlines

/// Unit vectors across a unit direction: the first is nearest to the axis that is farthest from it.
static void plane_across(imp3i_dvec n, imp3i_dvec* u, imp3i_dvec* v)
{
    const double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
    imp3i_dvec axis = {0.0, 0.0, 0.0};
    axis.x = x <= y && x <= z ? 1.0 : 0.0;
    axis.y = axis.x <= 0.0 && y <= z ? 1.0 : 0.0;
    axis.z = axis.x <= 0.0 && axis.y <= 0.0 ? 1.0 : 0.0;
    *u = imp3i_dadd_scaled(axis, n, -imp3i_ddot(axis, n));
    *u = imp3i_ddivide(*u, sqrt(imp3i_ddot(*u, *u)));
    *v = imp3i_dcross(n, *u);
}

/// The point of triangles that is farthest along a direction, the first of equals.
static imp3i_dvec support_of_points(const imp3i_compound_block* b, imp3i_dvec d)
{
    imp3i_dvec best = imp3i_dvec_of(b->points[0]);
    double most = imp3i_ddot(best, d);
    for (int32_t k = 1; k < b->point_count; ++k)
    {
        const imp3i_dvec v = imp3i_dvec_of(b->points[k]);
        const double height = imp3i_ddot(v, d);
        best = height > most ? v : best;
        most = height > most ? height : most;
    }
    return best;
}

/// The point of a compound, with its radii, that is farthest along a unit direction; not of half-spaces.
static imp3i_dvec support_of_compound(const imp3_compound* c, imp3i_dvec d)
{
    if (c->kind == IMP3_COMPOUND_TRIANGLES)
    {
        const imp3i_compound_block* b = imp3i_compound_block_of(c);
        return imp3i_dadd_scaled(support_of_points(b, d), d, (double)b->radius);
    }
    imp3i_dvec best = imp3i_dvec_none();
    double most = -INFINITY;
    for (int32_t i = 0; i < c->part_count; ++i)
    {
        imp3_shape room;
        int32_t vertex;
        if (c->parts || imp3i_part_at(c, i, &room))
        {
            const imp3_shape* s = c->parts ? &c->parts[i] : &room;
            const imp3i_dvec v = imp3i_dadd_scaled(imp3i_support(s, d, &vertex), d, (double)s->radius);
            const double height = imp3i_ddot(v, d);
            best = height > most ? v : best;
            most = height > most ? height : most;
        }
    }
    return best;
}

float imp3i_compound_silhouette(const imp3_compound* compound, imp3_rot q, imp3_vec direction)
{
    if (compound->kind == IMP3_COMPOUND_SHAPE && compound->parts->kind == IMP3_SHAPE_HALF_SPACE)
    {
        return 0.0f;
    }
    const imp3i_dvec along = imp3i_drot_apply_inverse(imp3i_drot_of(q), imp3i_dvec_of(direction));
    const double length = sqrt(imp3i_ddot(along, along));
    if (!(length > 0.0))
    {
        return 0.0f;
    }
    imp3i_dvec u, v, first = imp3i_dvec_none(), before = first;
    plane_across(imp3i_ddivide(along, length), &u, &v);
    double twice = 0.0;
    for (int32_t k = 0; k < OUTLINE_POINTS; ++k)
    {
        double sine, cosine;
        impi_sincos_d(6.28318530717958647693 * k / (double)OUTLINE_POINTS, &sine, &cosine);
        const imp3i_dvec at = support_of_compound(compound, imp3i_dadd_scaled(imp3i_dscale(u, cosine), v, sine));
        first = k == 0 ? at : first;
        const imp3i_dvec a = imp3i_dsub(before, first), b = imp3i_dsub(at, first);
        twice += k == 0 ? 0.0 : imp3i_ddot(a, u) * imp3i_ddot(b, v) - imp3i_ddot(a, v) * imp3i_ddot(b, u);
        before = at;
    }
    return twice > 0.0 ? (float)(0.5 * twice) : 0.0f;
}

// Passing

/// Two placed shapes, and axes across the way of one past the other.
typedef struct passing_pair
{
    const imp3_shape *a, *b;
    imp3i_drot turn_a, turn_b;
    imp3i_dvec between;  // from the origin of A to that of B
    imp3i_dvec u, v;
} passing_pair;

/// The cores' difference, B - A, as seen along the way.
static void difference_support(const passing_pair* p, const double d[2], double out[2])
{
    const imp3i_dvec n = imp3i_dadd_scaled(imp3i_dscale(p->u, d[0]), p->v, d[1]);
    int32_t vertex;
    const imp3i_dvec a = imp3i_support(p->a, imp3i_drot_apply_inverse(p->turn_a, imp3i_dnegate(n)), &vertex),
                     b = imp3i_support(p->b, imp3i_drot_apply_inverse(p->turn_b, n), &vertex);
    const imp3i_dvec from = imp3i_drot_apply(p->turn_a, a), to = imp3i_drot_apply(p->turn_b, b);
    const imp3i_dvec r = imp3i_dsub(imp3i_dadd(p->between, to), from);
    out[0] = imp3i_ddot(r, p->u);
    out[1] = imp3i_ddot(r, p->v);
}

/// The point of a segment that is nearest to the origin. Returns the square of its distance.
static double nearest_of_edge(const double a[2], const double b[2], double out[2])
{
    const double way[2] = {b[0] - a[0], b[1] - a[1]}, square = way[0] * way[0] + way[1] * way[1];
    double part = square > 0.0 ? -(a[0] * way[0] + a[1] * way[1]) / square : 0.0;
    part = part < 0.0 ? 0.0 : part > 1.0 ? 1.0 : part;
    out[0] = a[0] + part * way[0];
    out[1] = a[1] + part * way[1];
    return out[0] * out[0] + out[1] * out[1];
}

/// A lower bound of how far the outlines of two cores are apart; 0 where they may overlap.
static double outlines_apart(const passing_pair* p)
{
    double at[2] = {imp3i_ddot(p->between, p->u), imp3i_ddot(p->between, p->v)}, edge[2][2], best = 0.0;
    for (int k = 0; k < PASS_STEPS; ++k)
    {
        const double length = sqrt(at[0] * at[0] + at[1] * at[1]);
        if (!(length > 0.0) || (k > 0 && best >= length * (1.0 - 0x1p-10)))
        {
            return best;
        }
        const double d[2] = {-at[0] / length, -at[1] / length};
        double to[2], first[2], second[2];
        difference_support(p, d, to);
        const double apart = -(to[0] * d[0] + to[1] * d[1]);
        best = apart > best ? apart : best;
        // The first support is an edge without a length: where the walk begins is no point of the difference.
        const bool keeps_first = k == 0 || nearest_of_edge(edge[0], to, first) <= nearest_of_edge(edge[1], to, second);
        for (int i = 0; i < 2; ++i)
        {
            edge[0][i] = k == 0 ? to[i] : edge[keeps_first ? 0 : 1][i];
            edge[1][i] = to[i];
            at[i] = k == 0 ? to[i] : keeps_first ? first[i] : second[i];
        }
    }
    return best;
}

float imp3i_shapes_pass(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b, const imp3_pose* pose_b,
                        imp3_vec along, float length)
{
    if (a->kind == IMP3_SHAPE_HALF_SPACE || b->kind == IMP3_SHAPE_HALF_SPACE || !(length > 0.0f))
    {
        return -FLT_MAX;
    }
    passing_pair p;
    p.a = a;
    p.b = b;
    p.turn_a = imp3i_drot_of(pose_a->q);
    p.turn_b = imp3i_drot_of(pose_b->q);
    p.between = imp3i_dsub(imp3i_dvec_of(pose_b->p), imp3i_dvec_of(pose_a->p));
    const imp3i_dvec way = imp3i_dvec_of(along);
    plane_across(imp3i_ddivide(way, sqrt(imp3i_ddot(way, way))), &p.u, &p.v);
    const double apart = outlines_apart(&p) - ((double)a->radius + (double)b->radius);
    return (float)(apart * (double)length);
}
