// SPDX-License-Identifier: MIT
//
// Normals of a triangle of a surface against another polytope that lean little from those of its face: the face's own,
// those of the other's faces, and cross products of edges. No others are normals of the whole surface
// (imp3i_surface_lean). Nearly all of them are left out by their angle before anything is measured: a normal that leans
// little is across an edge only if that edge lies along the triangle's plane.

#include "compound_pair3.h"

#include <math.h>
#include <string.h>

/// Stored normals and placed edges are off by less than this, as a tangent.
#define LEAN_SLACK 0x1p-16

/// The square of the sine of the angle of edges that have no normal.
#define PARALLEL_EDGES 0x1p-60

/// A search among normals that lead out of the triangle.
typedef struct leaning_search
{
    const imp3i_pair* p;
    bool is_b;  // the triangle
    const imp3_shape* other;
    imp3i_dvec corners[3], sides[3];  // side k from corner k to the next
    imp3i_dvec normal;                // unit
    double sine, cosine;              // of how far they lean at most
    double least;                     // cores that are less far apart do not count any more
    imp3i_axis_counts counts;
    void* context;
} leaning_search;

/// Asks about a unit normal.
static void try_leaning(leaning_search* s, imp3i_dvec out)
{
    int32_t vertex;
    imp3i_dvec n = s->is_b ? imp3i_dnegate(out) : out;
    imp3i_dvec on_a = imp3i_support_a(s->p, n, &vertex), on_b = imp3i_support_b(s->p, imp3i_dnegate(n), &vertex);
    double apart = imp3i_ddot(n, imp3i_dsub(on_b, on_a));
    if (apart > s->least && s->counts(s->context, n))
    {
        s->least = apart;
    }
}

/// An edge of the other, in the frame of the pair; and in the other's own, with the normals of its faces, where it is not
/// the lowest of all edges along it, as is one of four of a box.
typedef struct other_edge
{
    imp3i_dvec from, along;
    bool lowest;
    imp3i_dvec own, left, right;
} other_edge;

/// Whether nothing of the other is farther than an edge, along a direction across that, in its own frame.
static bool is_between_faces(const other_edge* e, imp3i_dvec out)
{
    double wide = imp3i_ddot(imp3i_dcross(e->left, e->right), e->own), sign = wide < 0.0 ? -1.0 : 1.0;
    double little = -LEAN_SLACK * imp3i_dnorm1(e->own);
    return sign * imp3i_ddot(imp3i_dcross(out, e->right), e->own) >= little &&
           sign * imp3i_ddot(imp3i_dcross(e->left, out), e->own) >= little;
}

/// A normal of a face of the other, in its frame.
static void try_other_face(leaning_search* s, imp3i_dvec own)
{
    imp3i_dvec n = imp3i_drot_normal(s->is_b ? s->p->qa : s->p->qb, own);
    n = imp3i_ddivide(n, -sqrt(imp3i_ddot(n, n)));
    if (fabs(imp3i_ddot(n, s->normal)) >= s->cosine)
    {
        try_leaning(s, n);
    }
}

/// The normals of an edge of the other and the triangle's sides.
static void try_other_edge(leaning_search* s, const other_edge* e)
{
    const imp3i_drot q = s->is_b ? s->p->qa : s->p->qb;
    double up = imp3i_ddot(e->along, s->normal), square = imp3i_ddot(e->along, e->along);
    if (up * up > s->sine * s->sine * square)
    {
        return;
    }
    for (int k = 0; k < 3; ++k)
    {
        imp3i_dvec n = imp3i_dcross(s->sides[k], e->along), outward = imp3i_dcross(s->sides[k], s->normal);
        double length = sqrt(imp3i_ddot(n, n)), out = imp3i_ddot(n, outward);
        // Parallel edges have no normal of their own.
        if (!(length * length > PARALLEL_EDGES * square * imp3i_ddot(s->sides[k], s->sides[k])) ||
            fabs(imp3i_ddot(n, s->normal)) < s->cosine * length)
        {
            continue;
        }
        n = imp3i_ddivide(n, out < 0.0 ? -length : length);
        if (e->lowest || (imp3i_ddot(n, imp3i_dsub(e->from, s->corners[k])) > s->least &&
                          is_between_faces(e, imp3i_drot_apply_inverse(q, imp3i_dnegate(n)))))
        {
            try_leaning(s, n);
        }
    }
}

static void try_box(leaning_search* s)
{
    imp3i_drot own = imp3i_drot_of(s->other->turn), q = s->is_b ? s->p->qa : s->p->qb;
    const imp3i_dvec axes[3] = {own.x, own.y, own.z};
    other_edge e;
    memset(&e, 0, sizeof e);
    e.lowest = true;
    for (int k = 0; k < 3; ++k)
    {
        imp3i_dvec n = imp3i_dcross(axes[(k + 1) % 3], axes[(k + 2) % 3]);
        n = imp3i_dvec_of(imp3i_vec_of(imp3i_ddivide(n, sqrt(imp3i_ddot(n, n)))));  // as floats, like those of hulls
        try_other_face(s, imp3i_dnegate(n));
        try_other_face(s, n);
    }
    for (int k = 0; k < 3; ++k)
    {
        e.along = imp3i_drot_apply(q, imp3i_dsub(imp3i_vertex(s->other, 1 << k), imp3i_vertex(s->other, 0)));
        try_other_edge(s, &e);
    }
}

static imp3i_dvec face_of_hull(const imp3i_hull* h, int32_t k)
{
    const imp3i_dvec r = {h->normal_x[k], h->normal_y[k], h->normal_z[k]};
    return r;
}

static void try_hull(leaning_search* s)
{
    const imp3i_hull* h = imp3i_hull_of(s->other);
    imp3i_drot q = s->is_b ? s->p->qa : s->p->qb;
    imp3i_dvec n = imp3i_drot_apply_inverse(q, s->normal);
    other_edge edge;
    edge.lowest = false;
    for (int32_t k = 0; k < h->face_count; ++k)
    {
        imp3i_dvec face = face_of_hull(h, k);
        if (fabs(imp3i_ddot(face, n)) >= s->cosine - LEAN_SLACK)
        {
            try_other_face(s, face);
        }
    }
    for (int32_t k = 0; k < h->edge_count; ++k)
    {
        const imp3i_edge* e = &h->edges[k];
        imp3i_dvec from = {h->x[e->from], h->y[e->from], h->z[e->from]};
        imp3i_dvec to = {h->x[e->to], h->y[e->to], h->z[e->to]}, along = imp3i_dsub(to, from);
        double up = imp3i_ddot(along, n);
        if (up * up <= s->sine * s->sine * imp3i_ddot(along, along) * (1.0 + 0x1p-10))
        {
            edge.from = s->is_b ? imp3i_place_a(s->p, from) : imp3i_place_b(s->p, from);
            edge.along = imp3i_drot_apply(q, along);
            edge.own = along;
            edge.left = face_of_hull(h, e->left);
            edge.right = face_of_hull(h, e->right);
            try_other_edge(s, &edge);
        }
    }
}

bool imp3i_leaning_normals(const imp3i_pair* p, bool is_b, double lean, double deepest, imp3i_axis_counts counts,
                           void* context)
{
    leaning_search s;
    s.p = p;
    s.is_b = is_b;
    s.other = is_b ? p->a : p->b;
    s.counts = counts;
    s.context = context;
    s.least = p->radii - deepest;
    int32_t kind = s.other->kind;
    if (s.other->count == 0 || kind == IMP3_SHAPE_TRIANGLE ||
        (kind == IMP3_SHAPE_HULL && imp3i_hull_of(s.other)->dimension < 3))
    {
        return false;
    }
    for (int32_t k = 0; k < 3; ++k)
    {
        s.corners[k] = imp3i_placed_vertex(p, is_b, k);
    }
    const imp3_shape* triangle = is_b ? p->b : p->a;
    const imp3i_drot q = is_b ? p->qb : p->qa;
    for (int32_t k = 0; k < 3; ++k)
    {
        imp3i_dvec side = imp3i_dsub(imp3i_vertex(triangle, k < 2 ? k + 1 : 0), imp3i_vertex(triangle, k));
        s.sides[k] = imp3i_drot_apply(q, side);
    }
    imp3i_dvec n = imp3i_drot_normal(q, imp3i_dvec_of(triangle->normal));
    double length = sqrt(imp3i_ddot(n, n)), most = lean + LEAN_SLACK;
    if (!(length > 0.0))
    {
        return false;
    }
    s.normal = imp3i_ddivide(n, length);
    s.cosine = 1.0 / sqrt(1.0 + most * most);
    s.sine = most * s.cosine;
    try_leaning(&s, s.normal);
    try_leaning(&s, imp3i_dnegate(s.normal));
    if (kind == IMP3_SHAPE_BOX)
    {
        try_box(&s);
    }
    else if (kind == IMP3_SHAPE_HULL)
    {
        try_hull(&s);
    }
    else if (s.other->count == 2)
    {
        other_edge e;
        memset(&e, 0, sizeof e);
        e.lowest = true;
        e.along = imp3i_dsub(imp3i_vertex(s.other, 1), imp3i_vertex(s.other, 0));
        e.along = imp3i_drot_apply(is_b ? p->qa : p->qb, e.along);
        try_other_edge(&s, &e);
    }
    return true;
}
