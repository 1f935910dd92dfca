// SPDX-License-Identifier: MIT
//
// Features of a polytope along a direction, and nearest to a point: its vertices, edges and faces by the
// names that they have in ids, whichever way to a contact asks.
//
// The face that is meant is the one, of all around what is farthest, that looks there most squarely. Where an edge is
// farthest, both its ends are, to rounding, and only its own faces are asked: others at one of the ends come and go.

#include "../base/bits.h"
#include "quick3.h"

#include <math.h>

/// Vertices are equally far along a direction to this part of the scale.
#define FAR_TIE 0x1p-30

/// The square of the sine by which a segment may be off lying across a direction: half a right angle, as for capsules.
#define SEGMENT_LEAN 0.5

static uint32_t edge_of_box(int32_t from, int32_t to)
{
    int32_t axis = (from ^ to) >> 1, low = axis == 0 ? 1 : 0, high = axis == 2 ? 1 : 2;
    return (uint32_t)(4 * axis + (from >> low & 1) + 2 * (from >> high & 1));
}

static void add_corner(imp3i_feature* f, imp3i_dvec at, int32_t vertex, uint32_t side)
{
    int32_t k = f->count++;
    f->points[k] = at;
    f->vertices[k] = IMP3I_NAME_VERTEX | (uint32_t)vertex;
    f->sides[k] = IMP3I_NAME_EDGE | side;
}

/// The face of a box along a direction of its frame, and the cosine to it. One that has no area is none.
static int32_t facing_of_box(const imp3_shape* s, imp3i_dvec d, double* cosine)
{
    imp3i_dvec own = imp3i_drot_apply_inverse(imp3i_drot_of(s->turn), d);
    const double along[3] = {own.x, own.y, own.z};
    const bool wide[3] = {s->a.x < s->b.x, s->a.y < s->b.y, s->a.z < s->b.z};
    const double weight[3] = {(double)IMP3I_FACING_FIRST, (double)IMP3I_FACING_SECOND, 1.0};
    double most = *cosine;
    int32_t best = -1;
    for (int32_t k = 0; k < 3; ++k)
    {
        if (wide[(k + 1) % 3] && wide[(k + 2) % 3] && fabs(along[k]) * weight[k] > most)
        {
            most = fabs(along[k]) * weight[k];
            *cosine = fabs(along[k]);
            best = 2 * k + (along[k] > 0.0);
        }
    }
    return best;
}

/// Another vertex of a hull that is at least so far along a direction: the first; or -1. Floats sift.
static int32_t other_farthest(const imp3_shape* s, imp3i_dvec d, int32_t vertex, double least)
{
    const imp3i_hull* h = imp3i_hull_of(s);
    impi_lanes x = impi_lanes_splat((float)d.x), y = impi_lanes_splat((float)d.y), z = impi_lanes_splat((float)d.z);
    impi_lanes rough = impi_lanes_splat((float)least - IMPI_FLOAT_DOUBT * s->reach * (float)imp3i_dnorm1(d));
    for (int32_t first = 0; first < h->vertex_count; first += 4)
    {
        impi_lanes up =
            impi_lanes_mul_add(y, impi_lanes_load(h->y + first), impi_lanes_mul(x, impi_lanes_load(h->x + first)));
        up = impi_lanes_mul_add(z, impi_lanes_load(h->z + first), up);
        for (uint32_t far = 15u & ~(uint32_t)impi_lanes_less(up, rough); far != 0; far &= far - 1)
        {
            int32_t i = first + impi_lowest_bit(far);
            if (i != vertex && i < h->vertex_count && imp3i_ddot(d, imp3i_vertex(s, i)) >= least)
            {
                return i;
            }
        }
    }
    return -1;
}

/// The same of a hull: of the faces that hold what is farthest, a vertex or both ends of an edge, the one that looks there
/// most squarely. level is what the farthest vertices are equally far to.
static int32_t facing_of_hull(const imp3_shape* s, imp3i_dvec d, double level, double* cosine)
{
    const imp3i_hull* h = imp3i_hull_of(s);
    int32_t best = 0, most = 0, vertex;
    double least = imp3i_ddot(d, imp3i_support(s, d, &vertex)) - level;
    int32_t other = other_farthest(s, d, vertex, least);
    int32_t at = h->links[vertex], end = h->links[vertex + 1];
    int32_t at_other = other < 0 ? 0 : h->links[other], end_other = other < 0 ? 0 : h->links[other + 1];
    *cosine = -2.0;
    while (at < end || at_other < end_other)
    {
        int32_t one = at < end ? h->around[at] : INT32_MAX,
                two = at_other < end_other ? h->around[at_other] : INT32_MAX;
        int32_t f = one < two ? one : two, holds = (one == f) + (two == f);
        at += one == f;
        at_other += two == f;
        if (holds < most)
        {
            continue;
        }
        double along = d.x * (double)h->normal_x[f] + d.y * (double)h->normal_y[f] + d.z * (double)h->normal_z[f];
        if (holds > most || along > *cosine + (double)IMPI_CONTACT_TIE)
        {
            best = f;
            most = holds;
            *cosine = along;
        }
    }
    return best;
}

/// The face of a core that looks along a direction of the pair's frame most squarely, or -1 where it has no faces; and
/// the cosine to it.
static int32_t facing_of(const imp3i_pair* p, bool on_b, imp3i_dvec direction, double* cosine)
{
    const imp3_shape* s = on_b ? p->b : p->a;
    imp3i_dvec d = imp3i_drot_apply_inverse(on_b ? p->qb : p->qa, direction);
    *cosine = -1.0;
    switch (s->kind)
    {
    case IMP3_SHAPE_BOX: return facing_of_box(s, d, cosine);
    case IMP3_SHAPE_HULL: return facing_of_hull(s, d, FAR_TIE * p->scale, cosine);
    case IMP3_SHAPE_TRIANGLE:
    {
        double along = imp3i_ddot(imp3i_dvec_of(s->normal), d);
        *cosine = fabs(along);
        return imp3i_vec_bits(s->normal) ? along < 0.0 : -1;
    }
    default: return -1;
    }
}

/// Of a long face, the corners that are farthest in directions all around it.
static void keep_outer_corners(const imp3i_pair* p, bool on_b, const imp3i_hull* h, int32_t face, imp3i_feature* out)
{
    int32_t first = h->starts[face], count = h->starts[face + 1] - first, last = -1;
    imp3i_dvec n = {h->normal_x[face], h->normal_y[face], h->normal_z[face]};
    imp3i_dvec off = {fabs(n.x) < 0.5 ? 1.0 : 0.0, fabs(n.x) < 0.5 ? 0.0 : 1.0, 0.0};
    imp3i_dvec u = imp3i_dcross(n, off), v = imp3i_dcross(n, u);
    const imp3_shape* s = on_b ? p->b : p->a;
    bool kept[IMP3I_FEATURE_MAX];
    int32_t corner[IMP3I_FEATURE_MAX];
    for (int32_t k = 0; k < IMP3I_FEATURE_MAX; ++k)
    {
        // Directions of equal steps of the tangent of half the angle would crowd; on a square's rim they are even enough.
        int32_t side = k >> 2, step = k & 3;
        double along = -1.0 + 0.5 * step, c = side == 0 ? 1.0 : side == 1 ? -along : side == 2 ? -1.0 : along;
        double t = side == 0 ? along : side == 1 ? 1.0 : side == 2 ? -along : -1.0;
        double most = -INFINITY;
        corner[k] = 0;
        for (int32_t i = 0; i < count; ++i)
        {
            imp3i_dvec at = imp3i_vertex(s, h->corners[first + i]);
            double far = c * imp3i_ddot(u, at) + t * imp3i_ddot(v, at);
            corner[k] = far > most ? i : corner[k];
            most = far > most ? far : most;
        }
        kept[k] = corner[k] != last && !(k > 0 && corner[k] == corner[0]);
        last = corner[k];
    }
    for (int32_t k = 0; k < IMP3I_FEATURE_MAX; ++k)
    {
        if (kept[k])
        {
            int32_t i = first + corner[k], side = h->sides[i];
            add_corner(out, imp3i_placed_vertex(p, on_b, h->corners[i]), h->corners[i],
                       (uint32_t)(side < 0 ? -1 - side : side));
        }
    }
}

static void read_face(const imp3i_pair* p, bool on_b, int32_t face, imp3i_feature* out)
{
    const imp3_shape* s = on_b ? p->b : p->a;
    out->count = 0;
    out->name = IMP3I_NAME_FACE | (uint32_t)face;
    if (s->kind == IMP3_SHAPE_TRIANGLE)
    {
        for (int32_t k = 0; k < 3; ++k)
        {
            int32_t vertex = face == 0 ? k : (3 - k) % 3, side = face == 0 ? k : 2 - k;
            add_corner(out, imp3i_placed_vertex(p, on_b, vertex), vertex, (uint32_t)side);
        }
        return;
    }
    if (s->kind == IMP3_SHAPE_BOX)
    {
        int32_t axis = face >> 1, next = (axis + 1) % 3, last = (axis + 2) % 3, corners[4];
        for (int32_t k = 0; k < 4; ++k)
        {
            int32_t step = face & 1 ? k : 3 - k;
            corners[k] = (face & 1) << axis | (step == 1 || step == 2) << next | (step >= 2) << last;
        }
        for (int32_t k = 0; k < 4; ++k)
        {
            add_corner(out, imp3i_placed_vertex(p, on_b, corners[k]), corners[k],
                       edge_of_box(corners[k], corners[(k + 1) & 3]));
        }
        return;
    }
    const imp3i_hull* h = imp3i_hull_of(s);
    if (h->starts[face + 1] - h->starts[face] > IMP3I_FEATURE_MAX)
    {
        keep_outer_corners(p, on_b, h, face, out);
        return;
    }
    for (int32_t k = h->starts[face]; k < h->starts[face + 1]; ++k)
    {
        int32_t side = h->sides[k] < 0 ? -1 - h->sides[k] : h->sides[k];
        add_corner(out, imp3i_placed_vertex(p, on_b, h->corners[k]), h->corners[k], (uint32_t)side);
    }
}

/// Looks at an edge at a vertex: is it the one that is nearest to lying across the direction?
typedef struct edge_choice
{
    int32_t from, to;
    uint32_t edge;
    double least;  // squared sine
} edge_choice;

static void look_at_edge(const imp3_shape* s, imp3i_dvec d, int32_t from, int32_t to, uint32_t edge, edge_choice* best)
{
    imp3i_dvec along = imp3i_dsub(imp3i_vertex(s, to), imp3i_vertex(s, from));
    double up = imp3i_ddot(along, d), square = imp3i_ddot(along, along);
    if (up * up < best->least * square)
    {
        best->least = up * up / square;
        best->from = from < to ? from : to;
        best->to = from < to ? to : from;
        best->edge = edge;
    }
}

/// The edge that lies across a direction, else the vertex.
static void read_edge(const imp3i_pair* p, bool on_b, imp3i_dvec direction, imp3i_feature* out)
{
    const imp3_shape* s = on_b ? p->b : p->a;
    imp3i_dvec d = imp3i_drot_apply_inverse(on_b ? p->qb : p->qa, direction);
    int32_t vertex;
    imp3i_support(s, d, &vertex);
    edge_choice best = {vertex, -1, 0, s->count == 2 ? SEGMENT_LEAN : (double)IMPI_ALIGNED * (double)IMPI_ALIGNED};
    if (s->kind == IMP3_SHAPE_BOX)
    {
        for (int32_t k = 0; k < 3; ++k)
        {
            look_at_edge(s, d, vertex & ~(1 << k), vertex | 1 << k, edge_of_box(vertex, vertex ^ 1 << k), &best);
        }
    }
    else if (s->kind == IMP3_SHAPE_HULL)
    {
        const imp3i_hull* h = imp3i_hull_of(s);
        for (int32_t k = 0; k < h->edge_count; ++k)
        {
            if (h->edges[k].from == vertex || h->edges[k].to == vertex)
            {
                look_at_edge(s, d, h->edges[k].from, h->edges[k].to, (uint32_t)k, &best);
            }
        }
    }
    else
    {
        for (int32_t k = 0; k < (s->count == 3 ? 3 : s->count - 1); ++k)
        {
            int32_t next = k + 1 < s->count ? k + 1 : 0;
            if (k == vertex || next == vertex)
            {
                look_at_edge(s, d, k, next, (uint32_t)k, &best);
            }
        }
    }
    out->count = 0;
    out->name = best.to < 0 ? IMP3I_NAME_VERTEX | (uint32_t)vertex : IMP3I_NAME_EDGE | best.edge;
    add_corner(out, imp3i_placed_vertex(p, on_b, best.from), best.from, best.edge);
    if (best.to >= 0)
    {
        add_corner(out, imp3i_placed_vertex(p, on_b, best.to), best.to, best.edge);
    }
}

void imp3i_find_features(const imp3i_pair* p, imp3i_dvec n, imp3i_feature features[2])
{
    const double least = sqrt(1.0 - (double)IMPI_ALIGNED * (double)IMPI_ALIGNED);
    const imp3i_dvec directions[2] = {n, imp3i_dnegate(n)};
    const imp3_shape* shapes[2] = {p->a, p->b};
    int32_t face[2] = {-1, -1};
    double cosine[2] = {0.0, 0.0};
    bool flush = false;
    for (int k = 0; k < 2; ++k)
    {
        if (imp3i_is_polytope(shapes[k]))
        {
            face[k] = facing_of(p, k, directions[k], &cosine[k]);
            flush = flush || (face[k] >= 0 && cosine[k] >= least);
        }
        else
        {
            imp3i_feature_curved(p, k, directions[k], &features[k]);
            flush = flush || features[k].count > 2;
        }
    }
    for (int k = 0; k < 2; ++k)
    {
        if (!imp3i_is_polytope(shapes[k]))
        {
            continue;
        }
        if (flush && face[k] >= 0 && cosine[k] >= (double)IMPI_ALIGNED)
        {
            read_face(p, k, face[k], &features[k]);
        }
        else
        {
            read_edge(p, k, directions[k], &features[k]);
        }
    }
}

void imp3i_find_beside(const imp3i_pair* p, bool on_b, imp3i_dvec direction, imp3i_feature* out)
{
    const imp3_shape* s = on_b ? p->b : p->a;
    const imp3i_hull* h = imp3i_hull_of(s);
    imp3i_dvec d = imp3i_drot_apply_inverse(on_b ? p->qb : p->qa, direction);
    int32_t vertex;
    const imp3i_dvec from = imp3i_support(s, d, &vertex);
    out->count = 0;
    out->name = IMP3I_NAME_VERTEX | (uint32_t)vertex;
    for (int32_t k = h->links[vertex]; k < h->links[vertex + 1] && out->count < IMP3I_FEATURE_MAX; ++k)
    {
        // Each face around it has the corner after it, which is the one before it of the next face.
        const int32_t face = h->around[k], first = h->starts[face], end = h->starts[face + 1];
        int32_t at = first;
        for (; h->corners[at] != vertex; ++at)
        {
        }
        const int32_t next = h->corners[at + 1 < end ? at + 1 : first];
        const imp3i_dvec along = imp3i_dsub(imp3i_vertex(s, next), from);
        double down = imp3i_ddot(along, d), least = (double)IMPI_ALIGNED * (double)IMPI_ALIGNED;
        if (down * down <= least * imp3i_ddot(along, along))
        {
            add_corner(out, imp3i_placed_vertex(p, on_b, next), next, 0);
        }
    }
}

/// What of a face or an edge a point is nearest to, where one that is beyond a side by at most the tie counts as within.
static uint32_t name_nearest_part(const imp3i_feature* f, imp3i_dvec point)
{
    imp3i_dvec normal = imp3i_dvec_none(), from = imp3i_dsub(point, f->points[0]);
    double size = 0.0, nearest = INFINITY;
    uint32_t vertex = f->name, side = f->name;
    bool inside = true, beside = false;
    for (int32_t k = 1; k < f->count; ++k)
    {
        imp3i_dvec to = imp3i_dsub(f->points[k], f->points[0]);
        imp3i_dvec next = imp3i_dsub(f->points[k + 1 < f->count ? k + 1 : 0], f->points[0]);
        double far = imp3i_dnorm1(to);
        size = far > size ? far : size;
        normal = imp3i_dadd(normal, imp3i_dcross(to, next));
    }
    double tie = (double)IMPI_CONTACT_TIE * size, area = sqrt(imp3i_ddot(normal, normal));
    for (int32_t k = 0; k < (f->count == 2 ? 1 : f->count); ++k)
    {
        imp3i_dvec along = imp3i_dsub(f->points[k + 1 < f->count ? k + 1 : 0], f->points[k]);
        from = imp3i_dsub(point, f->points[k]);
        double length = sqrt(imp3i_ddot(along, along)), at = imp3i_ddot(from, along);
        bool beyond = f->count == 2 || imp3i_ddot(imp3i_dcross(along, normal), from) > tie * length * area;
        inside = inside && !beyond;
        if (beyond && at >= -tie * length && at <= (length + tie) * length)
        {
            beside = true;
            side = f->sides[k];
        }
    }
    for (int32_t k = 0; k < f->count; ++k)
    {
        from = imp3i_dsub(point, f->points[k]);
        double square = imp3i_ddot(from, from);
        vertex = square < nearest ? f->vertices[k] : vertex;
        nearest = square < nearest ? square : nearest;
    }
    return inside ? f->name : beside ? side : vertex;
}

uint32_t imp3i_name_nearest(const imp3i_pair* p, bool on_b, imp3i_dvec direction, imp3i_dvec point)
{
    imp3i_feature f;
    double cosine;
    int32_t face = facing_of(p, on_b, direction, &cosine);
    if (face >= 0)
    {
        read_face(p, on_b, face, &f);
    }
    else
    {
        read_edge(p, on_b, direction, &f);
    }
    return name_nearest_part(&f, point);
}
