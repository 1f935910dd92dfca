// SPDX-License-Identifier: MIT
//
// How deep two polytopes overlap: the axis along which they are least inside each other, over the normals of their
// faces and the cross products of their edges.
//
// The Minkowski difference of two polytopes has those for faces, and of the edges only pairs whose arcs on the Gauss map
// cross. Nearly all need not be looked at: along a normal that is a convex combination of those at the ends of an arc,
// the other shape's inscribed sphere and the shape's own edge bound how far the two can be apart. What the bound leaves
// is measured with supports in doubles, along the axis as it is in the world; so that no axis is better than it seems,
// and what floats, stored normals and rotations that are not quite orthonormal are off only decides what is looked at,
// with room to spare (AXIS_SLACK).
//
// An axis that was the best in the step before bounds what the best one is now, and what is worse need not be looked
// at. It only saves time: which axis wins does not depend on it, so that worlds need not keep it in their snapshots.
//
// Things without volume have normals in all directions along their sides: a flat shape is a prism of no height, a
// segment a prism of four sides and no ends. A flat box is one as it stands.
//
// Source: D. Gregorius, The Separating Axis Test between Convex Polyhedra, GDC 2013; the bound is our own.

#include "../base/bits.h"
#include "../math/lanes.h"
#include "pair3.h"

#include <math.h>
#include <string.h>

/// Bounds are worked out in floats and from matrices that are orthonormal to 2^-20: a part of the scale.
#define AXIS_SLACK 0x1p-17

/// Of edges more parallel than this sine, an axis would be no better than the one of a face by more than rounding.
#define PARALLEL_EDGES 0x1p-40

/// The cosine of an arc that is too long to judge from the rounded normals at its ends.
#define LONG_ARC -0.9

/// Normals that are looked at together, and arcs that are kept.
#define NORMALS_BLOCK 64
#define ARCS_BLOCK 64

/// Of shapes with more normals, how far the other is above each is not kept.
#define NORMALS_KEPT 256

/// The Gauss map of a core, in its own frame: the normals of faces, and arcs between them for edges.
typedef struct gauss_map
{
    const imp3_shape* shape;
    int32_t normals, arcs;
    const float *x, *y, *z, *plane;  // plane: how far a face is along its normal; null of a flat hull
    const imp3i_edge* edges;         // left and right are normals
    imp3i_dvec center;               // of an inscribed sphere
    double inner;                    // its radius
    double bend;                     // cosine of half the longest arc, or less
    float up[NORMALS_KEPT];          // how far the middle of the other shape is above each normal's plane
    float near[NORMALS_KEPT];        // the same of a point of it near the contact
    float own[4][8];
    imp3i_edge own_edges[12];
} gauss_map;

/// An arc of the Gauss map, and the edge it stands for; of A or B in the world.
typedef struct gauss_arc
{
    imp3i_dvec left, right;  // of B turned around
    imp3i_dvec from, along;  // the edge, with the direction of left x right
    imp3i_dvec outward;      // from the middle of the shape to the edge; of B turned around
    int32_t index;
} gauss_arc;

/// The best axis so far.
typedef struct axis_so_far
{
    imp3i_dvec normal;  // from A to B
    double apart;       // of the cores, along it
    double bias;        // only what is better by this is better
    int32_t of;         // AXIS_...
    int32_t index_a, index_b;
    imp3i_axis_counts counts;  // null where all axes do
    void* context;
    double floor;      // the best of all axes is known to be no less by more than rounding and bias
    imp3i_dvec known;  // along which that is known
    int32_t known_of;  // AXIS_...
    double known_apart;
} axis_so_far;

enum
{
    AXIS_NONE = 0,
    AXIS_FACE_A,
    AXIS_FACE_B,
    AXIS_EDGES
};

static axis_so_far start_axes(double least, double bias)
{
    const axis_so_far r = {{1.0, 0.0, 0.0}, least,           bias,      AXIS_NONE, 0, 0, NULL, NULL,
                           -INFINITY,       {1.0, 0.0, 0.0}, AXIS_NONE, -INFINITY};
    return r;
}

/// The gap above which an axis is worth a look.
static inline double least_of_axes(const axis_so_far* best)
{
    return best->apart > best->floor ? best->apart : best->floor;
}

static bool is_flat_hull(const imp3_shape* s)
{
    return s->kind == IMP3_SHAPE_HULL && imp3i_hull_of(s)->dimension < 3;
}

static void add_normal(gauss_map* g, imp3i_dvec n, imp3i_dvec on)
{
    int32_t k = g->normals++;
    double length = sqrt(imp3i_ddot(n, n));
    n = length > 0.0 ? imp3i_ddivide(n, length) : n;
    g->own[0][k] = (float)n.x;
    g->own[1][k] = (float)n.y;
    g->own[2][k] = (float)n.z;
    g->own[3][k] = (float)imp3i_ddot(n, on);
}

static void add_gauss_arc(gauss_map* g, int32_t from, int32_t to, int32_t left, int32_t right)
{
    const imp3i_edge e = {from, to, left, right};
    g->own_edges[g->arcs++] = e;
}

/// Normals 2 k and 2 k + 1 are those of axis k.
static void map_box(gauss_map* g)
{
    const imp3_shape* s = g->shape;
    imp3i_drot t = imp3i_drot_of(s->turn);
    const imp3i_dvec axes[3] = {t.x, t.y, t.z};
    imp3i_dvec half = imp3i_dscale(imp3i_dsub(imp3i_dvec_of(s->b), imp3i_dvec_of(s->a)), 0.5);
    for (int32_t k = 0; k < 3; ++k)
    {
        int32_t next = (k + 1) % 3, last = (k + 2) % 3;
        imp3i_dvec normal = imp3i_dcross(axes[next], axes[last]);  // turns are orthonormal only to 2^-20
        add_normal(g, imp3i_dnegate(normal), imp3i_vertex(s, 0));
        add_normal(g, normal, imp3i_vertex(s, 7));
        for (int32_t place = 0; place < 4; ++place)
        {
            int32_t from = (place & 1) << next | place >> 1 << last;
            int32_t one = 2 * next + (place & 1), other = 2 * last + (place >> 1);
            bool turned = place == 1 || place == 2;
            add_gauss_arc(g, from, from | 1 << k, turned ? other : one, turned ? one : other);
        }
    }
    g->inner = half.x < half.y ? half.x : half.y;
    g->inner = half.z < g->inner ? half.z : g->inner;
    g->center = imp3i_dscale(imp3i_dadd(imp3i_vertex(s, 0), imp3i_vertex(s, 7)), 0.5);
}

/// Sides in four directions.
static void map_segment(gauss_map* g, int32_t from, int32_t to)
{
    imp3i_dvec a = imp3i_vertex(g->shape, from), b = imp3i_vertex(g->shape, to), along = imp3i_dsub(b, a);
    double x = fabs(along.x), y = fabs(along.y), z = fabs(along.z);
    const imp3i_dvec off = {x <= y && x <= z ? 1.0 : 0.0, y < x && y <= z ? 1.0 : 0.0, z < x && z < y ? 1.0 : 0.0};
    imp3i_dvec side = imp3i_dcross(along, off), other = imp3i_dcross(along, side);
    add_normal(g, side, a);
    add_normal(g, other, a);
    add_normal(g, imp3i_dnegate(side), a);
    add_normal(g, imp3i_dnegate(other), a);
    for (int32_t k = 0; k < 4; ++k)
    {
        add_gauss_arc(g, from, to, k, (k + 1) & 3);
    }
    g->center = imp3i_dscale(imp3i_dadd(a, b), 0.5);
}

/// Normals 0 and 1 of the faces, then those of the sides.
static void map_triangle(gauss_map* g)
{
    const imp3_shape* s = g->shape;
    const imp3i_dvec corners[3] = {imp3i_dvec_of(s->a), imp3i_dvec_of(s->b), imp3i_dvec_of(s->c)};
    imp3i_dvec n = imp3i_dcross(imp3i_dsub(corners[1], corners[0]), imp3i_dsub(corners[2], corners[0]));
    add_normal(g, n, corners[0]);
    add_normal(g, imp3i_dnegate(n), corners[0]);
    for (int32_t k = 0; k < 3; ++k)
    {
        int32_t next = (k + 1) % 3;
        add_normal(g, imp3i_dcross(imp3i_dsub(corners[next], corners[k]), n), corners[k]);
        add_gauss_arc(g, k, next, 0, 2 + k);
        add_gauss_arc(g, k, next, 2 + k, 1);
    }
    g->center = imp3i_ddivide(imp3i_dadd(imp3i_dadd(corners[0], corners[1]), corners[2]), 3.0);
}

/// The two of its corners that are farthest apart.
static void map_flat_triangle(gauss_map* g)
{
    const imp3_shape* s = g->shape;
    int32_t best = 0;
    double most = -1.0;
    for (int32_t k = 0; k < 3; ++k)
    {
        imp3i_dvec side = imp3i_dsub(imp3i_vertex(s, (k + 1) % 3), imp3i_vertex(s, k));
        double square = imp3i_ddot(side, side);
        best = square > most ? k : best;
        most = square > most ? square : most;
    }
    map_segment(g, best, (best + 1) % 3);
}

static void map_hull(gauss_map* g)
{
    const imp3i_hull* h = imp3i_hull_of(g->shape);
    g->center = imp3i_dvec_of(h->center);
    g->inner = (double)h->inner - (double)h->slack;
    g->inner = g->inner > 0.0 ? g->inner : 0.0;
    g->edges = h->edges;
    g->x = h->normal_x;
    g->y = h->normal_y;
    g->z = h->normal_z;
    g->plane = h->plane;
    g->normals = h->face_count;
    g->arcs = h->edge_count;
    g->bend = (double)h->bend;
    if (is_flat_hull(g->shape))
    {
        g->plane = NULL;
        g->normals = 2 + h->edge_count;
        g->arcs = 2 * h->edge_count;
        g->bend = 0.70703125;
    }
}

static void map_shape(const imp3_shape* s, gauss_map* g)
{
    g->shape = s;
    g->normals = g->arcs = 0;
    g->inner = 0.0;
    g->bend = 0.70703125;  // of right angles
    g->center = imp3i_vertex(s, 0);
    g->x = g->own[0];
    g->y = g->own[1];
    g->z = g->own[2];
    g->plane = g->own[3];
    g->edges = g->own_edges;
    memset(g->own, 0, sizeof g->own);
    switch (s->kind)
    {
    case IMP3_SHAPE_BOX: map_box(g); break;
    case IMP3_SHAPE_HULL: map_hull(g); break;
    case IMP3_SHAPE_CAPSULE: map_segment(g, 0, 1); break;
    case IMP3_SHAPE_TRIANGLE: imp3i_vec_bits(s->normal) ? map_triangle(g) : map_flat_triangle(g); break;
    default: break;
    }
}

static inline imp3i_edge arc_edge(const gauss_map* g, int32_t index)
{
    if (g->plane)
    {
        return g->edges[index];
    }
    imp3i_edge e = g->edges[index >> 1];
    int32_t side = 2 + (index >> 1);
    e.right = index & 1 ? e.right : side;
    e.left = index & 1 ? side : e.left;
    return e;
}

/// A normal in the shape's frame; of a flat hull's sides not of length 1.
static inline imp3i_dvec own_normal(const gauss_map* g, int32_t k)
{
    if (g->plane || k < 2)
    {
        const imp3i_dvec r = {g->x[k], g->y[k], g->z[k]};
        return r;
    }
    const imp3i_edge* e = &g->edges[k - 2];
    const imp3i_dvec face = {g->x[e->left], g->y[e->left], g->z[e->left]};
    return imp3i_dcross(imp3i_dsub(imp3i_vertex(g->shape, e->to), imp3i_vertex(g->shape, e->from)), face);
}

/// Those that are stored are of length 1 to the rounding of floats.
static inline imp3i_dvec unit_gauss_normal(const gauss_map* g, int32_t k)
{
    imp3i_dvec n = own_normal(g, k);
    if (g->plane || k < 2)
    {
        return n;
    }
    double square = imp3i_ddot(n, n);
    return square > 0.0 ? imp3i_ddivide(n, sqrt(square)) : n;
}

/// How far a point of the shape's frame is above the plane of a normal.
static inline double above(const gauss_map* g, int32_t k, imp3i_dvec point)
{
    if (g->plane)
    {
        return point.x * (double)g->x[k] + point.y * (double)g->y[k] + point.z * (double)g->z[k] - (double)g->plane[k];
    }
    int32_t vertex = k < 2 ? 0 : g->edges[k - 2].from;
    return imp3i_ddot(unit_gauss_normal(g, k), imp3i_dsub(point, imp3i_vertex(g->shape, vertex)));
}

/// A normal in the world, of length 1; 0 where there is none.
static imp3i_dvec world_normal(imp3i_drot q, imp3i_dvec own)
{
    imp3i_dvec n = imp3i_drot_normal(q, own);
    double square = imp3i_ddot(n, n);
    return square > 0.0 ? imp3i_ddivide(n, sqrt(square)) : imp3i_dvec_none();
}

/// How far the cores are apart along a direction from A to B, of length 1.
static double measure_apart(const imp3i_pair* p, imp3i_dvec n)
{
    int32_t vertex;
    imp3i_dvec on_a = imp3i_support_a(p, n, &vertex), on_b = imp3i_support_b(p, imp3i_dnegate(n), &vertex);
    return imp3i_ddot(n, imp3i_dsub(on_b, on_a));
}

static void try_axis(const imp3i_pair* p, imp3i_dvec n, int32_t of, int32_t index_a, int32_t index_b, axis_so_far* best)
{
    if (!(imp3i_ddot(n, n) > 0.0))
    {
        return;
    }
    double apart = measure_apart(p, n);
    if (apart > best->apart + (best->of == of ? 0.0 : best->bias) && (!best->counts || best->counts(best->context, n)))
    {
        best->apart = apart;
        best->normal = n;
        best->of = of;
        best->index_a = index_a;
        best->index_b = index_b;
    }
}

static void try_face(const imp3i_pair* p, const gauss_map* g, bool on_b, int32_t k, axis_so_far* best)
{
    imp3i_dvec n = world_normal(on_b ? p->qb : p->qa, own_normal(g, k));
    try_axis(p, on_b ? imp3i_dnegate(n) : n, on_b ? AXIS_FACE_B : AXIS_FACE_A, on_b ? 0 : k, on_b ? k : 0, best);
}

/// How far a point is above the planes of so many normals, the last repeated to a multiple of four.
static void measure_above(const gauss_map* g, int32_t first, int32_t count, imp3i_dvec point, float* out)
{
    if (!g->plane)
    {
        for (int32_t k = 0; k < count; ++k)
        {
            out[k] = (float)above(g, first + k, point);
        }
        return;
    }
    impi_lanes x = impi_lanes_splat((float)point.x), y = impi_lanes_splat((float)point.y);
    impi_lanes z = impi_lanes_splat((float)point.z);
    for (int32_t k = 0; k < count; k += 4)
    {
        int32_t i = first + k;
        impi_lanes up = impi_lanes_mul_add(y, impi_lanes_load(g->y + i), impi_lanes_mul(x, impi_lanes_load(g->x + i)));
        up = impi_lanes_mul_add(z, impi_lanes_load(g->z + i), up);
        impi_lanes_store(out + k, impi_lanes_sub(up, impi_lanes_load(g->plane + i)));
    }
}

/// Which of so many is the greatest, a multiple of four.
static inline int32_t greatest_of(const float* of, int32_t count, float* value)
{
    impi_lanes most = impi_lanes_load(of);
    for (int32_t k = 4; k < count; k += 4)
    {
        most = impi_lanes_max(most, impi_lanes_load(of + k));
    }
    (void)impi_lanes_greatest(most, value);
    impi_lanes least = impi_lanes_splat(*value);
    int32_t k = 0, less = 15;
    while (k < count && (less = impi_lanes_less(impi_lanes_load(of + k), least)) == 15)
    {
        k += 4;
    }
    return k < count ? k + impi_lowest_bit(~(uint32_t)less) : 0;
}

/// A shape as it is seen from the other: a point at v of its own is at turn v + from there. In floats.
typedef struct core_seen
{
    const imp3i_hull* hull;  // null where the other is none
    imp3_vec x, y, z, from;
} core_seen;

static core_seen see_core(const imp3i_pair* p, const gauss_map* other, bool on_b)
{
    imp3i_drot q = on_b ? p->qb : p->qa, own = on_b ? p->qa : p->qb;
    imp3i_dvec between = on_b ? imp3i_dnegate(p->shift) : p->shift;
    core_seen r;
    r.hull = other->shape->kind == IMP3_SHAPE_HULL ? imp3i_hull_of(other->shape) : NULL;
    r.x = imp3i_vec_of(imp3i_drot_apply_inverse(q, own.x));
    r.y = imp3i_vec_of(imp3i_drot_apply_inverse(q, own.y));
    r.z = imp3i_vec_of(imp3i_drot_apply_inverse(q, own.z));
    r.from = imp3i_vec_of(imp3i_drot_apply_inverse(q, between));
    return r;
}

/// How far another hull is above the plane of a normal, in floats.
static float measure_roughly(const gauss_map* g, int32_t k, const core_seen* other)
{
    const imp3i_hull* h = other->hull;
    const imp3_vec n = {g->x[k], g->y[k], g->z[k]};
    impi_lanes x = impi_lanes_splat(imp3_vec_dot(n, other->x)), y = impi_lanes_splat(imp3_vec_dot(n, other->y));
    impi_lanes z = impi_lanes_splat(imp3_vec_dot(n, other->z)), least = impi_lanes_splat(INFINITY);
    for (int32_t i = 0; i < h->vertex_count; i += 4)
    {
        impi_lanes up = impi_lanes_mul_add(y, impi_lanes_load(h->y + i), impi_lanes_mul(x, impi_lanes_load(h->x + i)));
        least = impi_lanes_min(least, impi_lanes_mul_add(z, impi_lanes_load(h->z + i), up));
    }
    float down;
    (void)impi_lanes_greatest(impi_lanes_sub(impi_lanes_splat(0.0f), least), &down);
    return imp3_vec_dot(n, other->from) - down - g->plane[k];
}

/// The normals of one shape; center is that of the other's sphere in the shape's frame, inner its radius. Those that are
/// no better in floats are not measured.
static void try_faces(const imp3i_pair* p, gauss_map* g, const gauss_map* of, bool on_b, imp3i_dvec center, double far,
                      axis_so_far* best)
{
    double slack = AXIS_SLACK * p->scale, inner = of->inner;
    const core_seen other = see_core(p, of, on_b);
    for (int32_t first = 0; first < g->normals && best->apart <= far; first += NORMALS_BLOCK)
    {
        float up[NORMALS_BLOCK];
        int32_t count = g->normals - first < NORMALS_BLOCK ? g->normals - first : NORMALS_BLOCK;
        measure_above(g, first, count, center, up);
        if (first + NORMALS_BLOCK <= NORMALS_KEPT)
        {
            memcpy(g->up + first, up, sizeof up);
        }
        for (; count & 3; ++count)
        {
            up[count] = -INFINITY;
        }
        float most;
        int32_t k = greatest_of(up, count, &most);
        while ((double)most - inner + slack > least_of_axes(best) && best->apart <= far)
        {
            if (!other.hull || !g->plane || (double)measure_roughly(g, first + k, &other) + slack > least_of_axes(best))
            {
                try_face(p, g, on_b, first + k, best);
            }
            up[k] = -INFINITY;
            k = greatest_of(up, count, &most);
        }
    }
}

/// Whether a linear function may be more than a value anywhere on an arc of unit vectors, from what it is at its ends
/// and their cosine. Of an arc of nearly half a circle the ends do not tell.
static inline bool is_more_on_arc(double left, double right, double cosine, double value)
{
    double rest = 1.0 - cosine * cosine;
    if (cosine < LONG_ARC)
    {
        return true;
    }
    if (right <= cosine * left || left <= cosine * right || rest <= 0.0)
    {
        return left > value || right > value;
    }
    return value < 0.0 || left * left + right * right - 2.0 * cosine * left * right > value * value * rest;
}

/// How much of it a linear function needs at one end of an arc at least, in floats, to be more than that on it: no more
/// on an arc than at its ends but by how much it bends.
static float least_at_ends(const gauss_map* g, double least, double slack)
{
    return (float)((least > 0.0 ? least * g->bend : least) - slack);
}

/// Which normals two linear functions leave: a bit where they are not less than these.
static void mark_normals(const gauss_map* g, float least, float least_near, uint8_t* marks)
{
    for (int32_t k = 0; k < g->normals; ++k)
    {
        marks[k] = (uint8_t)((g->up[k] >= least) | (g->near[k] >= least_near) << 1);
    }
}

/// Lists arcs from *next on, at least so many, that may hold an axis better than the best; advances *next.
static int32_t list_arcs(const imp3i_pair* p, const gauss_map* g, double inner, const axis_so_far* best, int32_t* next,
                         int32_t* out)
{
    double slack = AXIS_SLACK * p->scale, apart = least_of_axes(best);
    float least = least_at_ends(g, apart + inner - slack, slack);
    float least_near = least_at_ends(g, apart - slack, slack);
    bool kept = g->normals <= NORMALS_KEPT && least > -INFINITY;
    uint8_t marks[NORMALS_KEPT];
    int32_t count = 0;
    if (kept)
    {
        mark_normals(g, least, least_near, marks);
    }
    for (; *next < g->arcs && count < ARCS_BLOCK; ++*next)
    {
        out[count] = *next;
        if (g->plane && kept)
        {
            const imp3i_edge* e = &g->edges[*next];
            count += (marks[e->left] | marks[e->right]) == 3;
            continue;
        }
        imp3i_edge e = arc_edge(g, *next);
        count += !kept || (marks[e.left] | marks[e.right]) == 3;
    }
    return count;
}

static void place_arc(const imp3i_pair* p, const gauss_map* g, bool on_b, int32_t index, gauss_arc* out)
{
    imp3i_edge e = arc_edge(g, index);
    imp3i_drot q = on_b ? p->qb : p->qa;
    imp3i_dvec l = unit_gauss_normal(g, e.left), r = unit_gauss_normal(g, e.right);
    imp3i_dvec from = imp3i_vertex(g->shape, e.from), to = imp3i_vertex(g->shape, e.to);
    out->left = imp3i_drot_normal(q, on_b ? imp3i_dnegate(l) : l);
    out->right = imp3i_drot_normal(q, on_b ? imp3i_dnegate(r) : r);
    out->outward = imp3i_drot_apply(q, imp3i_dsub(from, g->center));
    out->outward = on_b ? imp3i_dnegate(out->outward) : out->outward;
    out->along = imp3i_drot_apply(q, imp3i_dsub(to, from));
    out->from = on_b ? imp3i_place_b(p, from) : imp3i_place_a(p, from);
    out->index = index;
}

/// Keeps arcs from *next on that may hold an axis better than the best; advances *next. Returns how many.
static int32_t keep_arcs(const imp3i_pair* p, const gauss_map* g, bool on_b, imp3i_dvec center, double inner,
                         const axis_so_far* best, int32_t* next, gauss_arc* out)
{
    double least = least_of_axes(best) + inner - AXIS_SLACK * p->scale;
    int32_t listed[ARCS_BLOCK], list = list_arcs(p, g, inner, best, next, listed), count = 0;
    for (int32_t i = 0; i < list; ++i)
    {
        imp3i_edge e = arc_edge(g, listed[i]);
        double left = above(g, e.left, center), right = above(g, e.right, center);
        imp3i_dvec l = unit_gauss_normal(g, e.left), r = unit_gauss_normal(g, e.right);
        if (is_more_on_arc(left, right, imp3i_ddot(l, r), least))
        {
            place_arc(p, g, on_b, listed[i], &out[count++]);
        }
    }
    return count;
}

/// Whether two arcs of the Gauss map cross. Without branches, as none could be foreseen.
static inline bool arcs_cross(const gauss_arc* a, const gauss_arc* b)
{
    double bl = imp3i_ddot(b->left, a->along), br = imp3i_ddot(b->right, a->along);
    double al = imp3i_ddot(a->left, b->along), ar = imp3i_ddot(a->right, b->along);
    return (bl * br < 0.0) & (al * ar < 0.0) & (bl * ar > 0.0);
}

/// The unit normal of two edges, from A to B; 0 where they are parallel.
static imp3i_dvec cross_of_edges(const gauss_arc* a, const gauss_arc* b)
{
    imp3i_dvec n = imp3i_dcross(a->along, b->along);
    double square = imp3i_ddot(n, n), most = imp3i_ddot(a->along, a->along) * imp3i_ddot(b->along, b->along);
    if (!(square > PARALLEL_EDGES * PARALLEL_EDGES * most))
    {
        return imp3i_dvec_none();
    }
    double length = sqrt(square), size = imp3i_dnorm1(a->outward) + imp3i_dnorm1(b->outward);
    double outward = imp3i_ddot(n, imp3i_dadd(a->outward, b->outward));
    // Flat things in their own plane have no outside there.
    outward = fabs(outward) > AXIS_SLACK * size * length ? outward : imp3i_ddot(n, imp3i_dsub(b->from, a->from));
    return imp3i_ddivide(n, outward < 0.0 ? -length : length);
}

/// The axes of an arc of A and those of B.
static void try_arcs(const imp3i_pair* p, const gauss_arc* a, const gauss_arc* of_b, int32_t count, double far,
                     axis_so_far* best)
{
    for (int32_t k = 0; k < count && best->apart <= far; ++k)
    {
        if (!arcs_cross(a, &of_b[k]))
        {
            continue;
        }
        // The two edges are no less far apart than the shapes are.
        imp3i_dvec n = cross_of_edges(a, &of_b[k]);
        double apart = imp3i_ddot(n, imp3i_dsub(of_b[k].from, a->from));
        if (apart > best->apart + best->bias && apart > best->floor)
        {
            try_axis(p, n, AXIS_EDGES, a->index, of_b[k].index, best);
        }
    }
}

/// Heights above all normals of a shape, where they are kept.
static void measure_all(gauss_map* g, imp3i_dvec point, float* out)
{
    for (int32_t first = 0; first < g->normals && g->normals <= NORMALS_KEPT; first += NORMALS_BLOCK)
    {
        int32_t count = g->normals - first < NORMALS_BLOCK ? g->normals - first : NORMALS_BLOCK;
        measure_above(g, first, count, point, out + first);
    }
}

/// A point, moved towards the middle of a shape until it is in it; both are in the shape's frame. Writes over g->near.
static imp3i_dvec pull_inside(gauss_map* g, imp3i_dvec point)
{
    double part = 0.0;
    if (!(g->inner > 0.0) || g->normals > NORMALS_KEPT)
    {
        return g->center;
    }
    measure_all(g, point, g->near);
    for (int32_t k = 0; k < g->normals; ++k)
    {
        double over = (double)g->near[k];
        part = over > 0.0 && over > part * (over + g->inner) ? over / (over + g->inner) : part;
    }
    return imp3i_dadd_scaled(point, imp3i_dsub(g->center, point), part);
}

/// Finds how far a point of each shape is above the other's planes: what is farthest along the best axis, and across from
/// it. No axis is better than any point of the other shape says.
static void find_near(const imp3i_pair* p, gauss_map* a, gauss_map* b, const axis_so_far* best)
{
    int32_t vertex;
    bool known = best->known_apart > best->apart;
    int32_t of = known ? best->known_of : best->of;
    double apart = known ? best->known_apart : best->apart;
    imp3i_dvec n = known ? best->known : best->normal, on_a, on_b;
    if (of == AXIS_NONE)
    {
        on_a = imp3i_place_a(p, a->center);
        on_b = imp3i_place_b(p, b->center);
    }
    else if (of == AXIS_FACE_B)
    {
        on_a = imp3i_support_a(p, n, &vertex);
        on_b = imp3i_dsub(imp3i_dadd_scaled(on_a, n, apart), p->shift);
        on_b = imp3i_place_b(p, pull_inside(b, imp3i_drot_apply_inverse(p->qb, on_b)));
    }
    else
    {
        on_b = imp3i_support_b(p, imp3i_dnegate(n), &vertex);
        on_a = imp3i_dadd_scaled(on_b, n, -apart);
        on_a = imp3i_place_a(p, pull_inside(a, imp3i_drot_apply_inverse(p->qa, on_a)));
    }
    measure_all(a, imp3i_drot_apply_inverse(p->qa, on_b), a->near);
    measure_all(b, imp3i_drot_apply_inverse(p->qb, imp3i_dsub(on_a, p->shift)), b->near);
}

static void try_edges(const imp3i_pair* p, gauss_map* a, gauss_map* b, imp3i_dvec b_in_a, imp3i_dvec a_in_b, double far,
                      axis_so_far* best)
{
    gauss_arc of_a[ARCS_BLOCK], of_b[ARCS_BLOCK];
    find_near(p, a, b, best);
    for (int32_t next_a = 0; next_a < a->arcs;)
    {
        int32_t count_a = keep_arcs(p, a, false, b_in_a, b->inner, best, &next_a, of_a);
        for (int32_t next_b = 0; next_b < b->arcs && count_a > 0;)
        {
            int32_t count_b = keep_arcs(p, b, true, a_in_b, a->inner, best, &next_b, of_b);
            for (int32_t i = 0; i < count_a; ++i)
            {
                try_arcs(p, &of_a[i], of_b, count_b, far, best);
            }
        }
    }
}

/// The arc of an index, if there is one.
static bool find_arc(const imp3i_pair* p, const gauss_map* g, bool on_b, int32_t index, gauss_arc* out)
{
    if (index >= g->arcs)
    {
        return false;
    }
    place_arc(p, g, on_b, index, out);
    return true;
}

/// The axis of the last call: two bits of what it is, then which.
static void try_cached(const imp3i_pair* p, const gauss_map* a, const gauss_map* b, uint32_t axis, axis_so_far* best)
{
    uint32_t of = axis & 3;
    int32_t face = (int32_t)(axis >> 2), index_a = (int32_t)(axis >> 17), index_b = (int32_t)(axis >> 2 & 0x7fff);
    gauss_arc arc_a, arc_b;
    if (of == AXIS_EDGES)
    {
        if (find_arc(p, a, false, index_a, &arc_a) && find_arc(p, b, true, index_b, &arc_b))
        {
            try_axis(p, cross_of_edges(&arc_a, &arc_b), AXIS_EDGES, index_a, index_b, best);
        }
    }
    else if (of != AXIS_NONE && face < (of == AXIS_FACE_A ? a->normals : b->normals))
    {
        try_face(p, of == AXIS_FACE_A ? a : b, of == AXIS_FACE_B, face, best);
    }
}

static uint32_t axis_code(const axis_so_far* best)
{
    if (best->of == AXIS_EDGES)
    {
        bool fits = best->index_a <= 0x7fff && best->index_b <= 0x7fff;
        return fits ? (uint32_t)best->index_a << 17 | (uint32_t)best->index_b << 2 | AXIS_EDGES : 0;
    }
    return (uint32_t)(best->index_a + best->index_b) << 2 | (uint32_t)best->of;
}

/// Where two lines come nearest, on the first; where they are parallel, its start.
static imp3i_dvec nearest_on_line(imp3i_dvec from, imp3i_dvec along, imp3i_dvec other_from, imp3i_dvec other)
{
    imp3i_dvec cross = imp3i_dcross(along, other);
    double square = imp3i_ddot(cross, cross);
    double t = imp3i_ddot(imp3i_dcross(imp3i_dsub(other_from, from), other), cross);
    return square > 0.0 ? imp3i_dadd_scaled(from, along, t / square) : from;
}

static void write_axis(const imp3i_pair* p, const gauss_map* a, const gauss_map* b, const axis_so_far* best,
                       imp3i_gap* out)
{
    int32_t vertex;
    out->normal = best->normal;
    out->distance = best->apart - p->radii;
    out->relation = 0;
    gauss_arc arc_a, arc_b;
    if (best->of == AXIS_EDGES && find_arc(p, a, false, best->index_a, &arc_a) &&
        find_arc(p, b, true, best->index_b, &arc_b))
    {
        out->on_a = nearest_on_line(arc_a.from, arc_a.along, arc_b.from, arc_b.along);
        out->on_b = imp3i_dadd_scaled(out->on_a, best->normal, best->apart);
    }
    else if (best->of == AXIS_FACE_B)
    {
        out->on_a = imp3i_support_a(p, best->normal, &vertex);
        out->on_b = imp3i_dadd_scaled(out->on_a, best->normal, best->apart);
    }
    else
    {
        out->on_b = imp3i_support_b(p, imp3i_dnegate(best->normal), &vertex);
        out->on_a = imp3i_dadd_scaled(out->on_b, best->normal, -best->apart);
    }
}

static void try_all(const imp3i_pair* p, gauss_map* a, gauss_map* b, double limit, axis_so_far* best)
{
    imp3i_dvec at_a = imp3i_place_a(p, a->center), at_b = imp3i_place_b(p, b->center);
    imp3i_dvec b_in_a = imp3i_drot_apply_inverse(p->qa, at_b);
    imp3i_dvec a_in_b = imp3i_drot_apply_inverse(p->qb, imp3i_dsub(at_a, p->shift));
    try_faces(p, a, b, false, b_in_a, limit, best);
    try_faces(p, b, a, true, a_in_b, limit, best);
    if (best->apart <= limit)
    {
        try_edges(p, a, b, b_in_a, a_in_b, limit, best);
    }
}

void imp3i_penetration(const imp3i_pair* p, double far, imp3_cache* cache, imp3i_gap* out)
{
    gauss_map a, b;
    map_shape(p->a, &a);
    map_shape(p->b, &b);
    axis_so_far best = start_axes(-INFINITY, (double)IMPI_REFERENCE_BIAS * p->scale);
    if (cache)
    {
        try_cached(p, &a, &b, cache->axis, &best);
    }
    try_all(p, &a, &b, far + p->radii, &best);
    if (best.of == AXIS_NONE)
    {
        // Two points.
        imp3i_dvec between = imp3i_dsub(imp3i_place_b(p, b.center), imp3i_place_a(p, a.center));
        double length = sqrt(imp3i_ddot(between, between));
        best.normal = length > 0.0 ? imp3i_ddivide(between, length) : best.normal;
        best.apart = length;
    }
    if (cache)
    {
        cache->axis = axis_code(&best);
    }
    write_axis(p, &a, &b, &best, out);
}

bool imp3i_penetration_known(const imp3i_pair* p, double far, uint32_t* axis, imp3i_gap* out)
{
    gauss_map a, b;
    map_shape(p->a, &a);
    map_shape(p->b, &b);
    double bias = (double)IMPI_REFERENCE_BIAS * p->scale;
    axis_so_far best = start_axes(-INFINITY, bias), last = best;
    try_cached(p, &a, &b, *axis, &last);
    out->distance = last.apart - p->radii;
    if (out->distance > far)
    {
        return true;
    }
    if (last.apart > -0.5 * (double)IMPI_FLOAT_DOUBT * p->scale)
    {
        return false;
    }
    // The face of one shape, that of the other, and an edge each need be better by the bias.
    best.floor = last.apart - 2.0 * bias;
    best.known = last.normal;
    best.known_of = last.of;
    best.known_apart = last.apart;
    try_all(p, &a, &b, far + p->radii, &best);
    *axis = axis_code(&best);
    write_axis(p, &a, &b, &best, out);
    return true;
}

void imp3i_penetration_among(const imp3i_pair* p, double deepest, imp3i_axis_counts counts, void* context)
{
    gauss_map a, b;
    map_shape(p->a, &a);
    map_shape(p->b, &b);
    axis_so_far best = start_axes(p->radii - deepest, 0.0);
    best.counts = counts;
    best.context = context;
    try_all(p, &a, &b, INFINITY, &best);
}
