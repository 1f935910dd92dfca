// SPDX-License-Identifier: MIT
//
// Features of a mesh at which its contacts with distance fields are sought.
//
// A contact of two solids has its deepest place at a vertex or an edge of one of them, or inside of faces of both, where
// a grid of points of each face finds it. Only convex edges are features: into a concave one something of the other goes,
// which is a feature there. Edges that are flat, by less than 5 degrees, are none; of a finely cut smooth surface one vertex
// is enough for each few cells and degrees, and of edges shorter than a cell one for each cell. Vertices that edges go
// through are ends of these.

#include "field3.h"

#include "../base/sort.h"
#include "../math/round.h"

#include <math.h>

enum
{
    PIECES_MOST = 4096,  // of an edge
    PIECE_CELLS = 4,     // cells of a piece
    FACE_CELLS = 4,      // cells between points of a face, and of a smooth surface
    NORMAL_SIDE = 9,     // bins of normals along an edge of a cube around the directions
    FACE_STEPS = 64      // points along a side
};

/// The cosine of 5 degrees.
#define FLAT_EDGE 0.9961946980917455

/// Edges turn by less than 30 degrees where they go on.
#define STRAIGHT_ON (-0.8660254037844387)

typedef struct feature_list
{
    const imp3i_compound_block* block;
    double cell;
    imp3i_mesh_feature* out;
    int64_t room, count;
} feature_list;

static imp3i_dvec feature_point(const feature_list* l, int32_t part, int corner)
{
    return imp3i_dvec_of(l->block->points[l->block->corners[3 * (size_t)part + (size_t)corner]]);
}

static imp3i_dvec feature_unit(imp3i_dvec v)
{
    double length = sqrt(imp3i_ddot(v, v));
    return length > 0.0 ? imp3i_ddivide(v, length) : imp3i_dvec_none();
}

static imp3i_dvec feature_face_normal(const feature_list* l, int32_t part)
{
    imp3i_dvec a = feature_point(l, part, 0);
    return feature_unit(
        imp3i_dcross(imp3i_dsub(feature_point(l, part, 1), a), imp3i_dsub(feature_point(l, part, 2), a)));
}

static void add_feature(feature_list* l, imp3i_dvec a, imp3i_dvec b, imp3i_dvec normal, int32_t part, bool smooth)
{
    if (l->count < l->room)
    {
        imp3i_mesh_feature* f = &l->out[l->count];
        f->a = imp3i_vec_of(a);
        f->b = imp3i_vec_of(b);
        f->normal = imp3i_vec_of(feature_unit(normal));
        f->part = part;
        f->smooth = smooth;
        f->has_a = f->has_b = f->end_a = f->end_b = 0;
    }
    ++l->count;
}

int32_t imp3i_field_across(const imp3i_compound_block* b, int32_t p, int32_t q)
{
    for (int32_t i = b->first[p]; i < b->first[p + 1]; ++i)
    {
        const int32_t* v = b->corners + 3 * (size_t)b->around[i];
        if ((v[0] == q && v[1] == p) || (v[1] == q && v[2] == p) || (v[2] == q && v[0] == p))
        {
            return b->around[i];
        }
    }
    return -1;
}

/// Kinds of edges.
enum
{
    EDGE_FLAT,
    EDGE_CONVEX,
    EDGE_CONCAVE
};

/// The kind of the edge from a corner of a triangle to the next; the normal of the other triangle, and the way along.
static int kind_of_edge(const feature_list* l, int32_t part, int corner, imp3i_dvec* m, imp3i_dvec* way)
{
    const imp3i_compound_block* b = l->block;
    const int32_t* v = b->corners + 3 * (size_t)part;
    int32_t p = v[corner], q = v[(corner + 1) % 3], other = imp3i_field_across(b, p, q);
    imp3i_dvec n = feature_face_normal(l, part);
    *m = feature_face_normal(l, other < 0 ? part : other);
    *way = imp3i_dsub(imp3i_dvec_of(b->points[q]), imp3i_dvec_of(b->points[p]));
    return imp3i_ddot(n, *m) > FLAT_EDGE                 ? EDGE_FLAT
           : imp3i_ddot(imp3i_dcross(n, *m), *way) > 0.0 ? EDGE_CONVEX
                                                         : EDGE_CONCAVE;
}

/// A vertex as its edges have it.
typedef struct seen_vertex
{
    imp3i_dvec normal;  // of any length
    int32_t convex, concave;
    int32_t owner;  // where the first of the convex edges leads to
    bool is_feature;
} seen_vertex;

/// A vertex is a feature but where convex edges go through it, nearly straight, as of these pieces are, or where only concave
/// ones meet: into these something of the other goes.
static seen_vertex see_vertex(const feature_list* l, int32_t vertex)
{
    const imp3i_compound_block* b = l->block;
    seen_vertex r = {imp3i_dvec_none(), 0, 0, -1, false};
    imp3i_dvec ways[2] = {imp3i_dvec_none(), imp3i_dvec_none()};
    for (int32_t i = b->first[vertex]; i < b->first[vertex + 1]; ++i)
    {
        const int32_t part = b->around[i], *v = b->corners + 3 * (size_t)part;
        const int corner = v[0] == vertex ? 0 : v[1] == vertex ? 1 : 2;
        imp3i_dvec m, way;
        const int kind = kind_of_edge(l, part, corner, &m, &way);
        r.normal = imp3i_dadd(r.normal, feature_face_normal(l, part));
        r.concave += kind == EDGE_CONCAVE;
        if (kind == EDGE_CONVEX)
        {
            r.owner = r.convex == 0 ? v[(corner + 1) % 3] : r.owner;
            ways[r.convex < 2 ? r.convex : 1] = feature_unit(way);
            ++r.convex;
        }
    }
    bool through = r.convex == 2 && imp3i_ddot(ways[0], ways[1]) < STRAIGHT_ON;
    r.is_feature = !through && (r.convex > 0 || r.concave == 0);
    return r;
}

static void add_vertex_features(feature_list* l)
{
    const imp3i_compound_block* b = l->block;
    for (int32_t k = 0; k < b->point_count; ++k)
    {
        const seen_vertex seen = see_vertex(l, k);
        const imp3i_dvec at = imp3i_dvec_of(b->points[k]);
        if (seen.is_feature)
        {
            add_feature(l, at, at, seen.normal, b->around[b->first[k]], seen.convex == 0);
        }
    }
}

/// Whether the edge to another vertex stands for a vertex, too.
static bool has_vertex(const feature_list* l, int32_t vertex, int32_t other)
{
    const seen_vertex seen = see_vertex(l, vertex);
    return !seen.is_feature && seen.owner == other;
}

static void add_edge_features(feature_list* l, int32_t part, int corner)
{
    const int32_t* v = l->block->corners + 3 * (size_t)part;
    const int32_t p = v[corner], q = v[(corner + 1) % 3];
    imp3i_dvec n = feature_face_normal(l, part), m, way, a = feature_point(l, part, corner);
    if (p > q || kind_of_edge(l, part, corner, &m, &way) != EDGE_CONVEX)
    {
        return;
    }
    double pieces = imp3i_field_ceil(sqrt(imp3i_ddot(way, way)) / ((double)PIECE_CELLS * l->cell));
    int32_t count = pieces < (double)PIECES_MOST ? (int32_t)pieces : (int32_t)PIECES_MOST;
    const bool has_p = has_vertex(l, p, q), has_q = has_vertex(l, q, p);
    for (int32_t k = 0; k < count; ++k)
    {
        add_feature(l, imp3i_dadd_scaled(a, way, (double)k / count), imp3i_dadd_scaled(a, way, (double)(k + 1) / count),
                    imp3i_dadd(n, m), part, false);
        if (l->count <= l->room)
        {
            l->out[l->count - 1].has_a = k > 0 || has_p;
            l->out[l->count - 1].has_b = k == count - 1 && has_q;
        }
    }
}

static void add_face_features(feature_list* l, int32_t part)
{
    imp3i_dvec a = feature_point(l, part, 0), ab = imp3i_dsub(feature_point(l, part, 1), a);
    imp3i_dvec ac = imp3i_dsub(feature_point(l, part, 2), a), bc = imp3i_dsub(ac, ab);
    double longest = imp3i_ddot(ab, ab);
    longest = imp3i_ddot(ac, ac) > longest ? imp3i_ddot(ac, ac) : longest;
    longest = imp3i_ddot(bc, bc) > longest ? imp3i_ddot(bc, bc) : longest;
    double wanted = imp3i_field_ceil(sqrt(longest) / ((double)FACE_CELLS * l->cell));
    int32_t steps = wanted < (double)FACE_STEPS ? (int32_t)wanted : (int32_t)FACE_STEPS;
    imp3i_dvec n = feature_face_normal(l, part);
    for (int32_t i = 1; i < steps; ++i)
    {
        for (int32_t k = 1; i + k < steps; ++k)
        {
            imp3i_dvec at = imp3i_dadd_scaled(imp3i_dadd_scaled(a, ab, (double)i / steps), ac, (double)k / steps);
            add_feature(l, at, at, n, part, true);
        }
    }
}

// Those that others stand for

/// Numbers of bins, of places and of normals: the same for features of which one is enough.
static uint64_t bin_of_place(imp3i_dvec at, double size)
{
    uint64_t x = (uint64_t)(int64_t)imp3i_field_floor(at.x / size),
             y = (uint64_t)(int64_t)imp3i_field_floor(at.y / size);
    uint64_t z = (uint64_t)(int64_t)imp3i_field_floor(at.z / size);
    const uint64_t mask = (UINT64_C(1) << 18) - 1;
    return ((x & mask) << 18 | (y & mask)) << 18 | (z & mask);
}

static uint64_t bin_of_normal(imp3_vec n)
{
    return (uint64_t)(int64_t)((float)NORMAL_SIDE * 0.5f * (n.x + 1.0f)) << 8 |
           (uint64_t)(int64_t)((float)NORMAL_SIDE * 0.5f * (n.y + 1.0f)) << 4 |
           (uint64_t)(int64_t)((float)NORMAL_SIDE * 0.5f * (n.z + 1.0f));
}

/// The key of a feature: of those with the same, and about the same normal, one is enough.
static uint64_t key_of_feature(const imp3i_mesh_feature* f, double cell)
{
    imp3i_dvec a = imp3i_dvec_of(f->a), middle = imp3i_dscale(imp3i_dadd(a, imp3i_dvec_of(f->b)), 0.5);
    bool point = f->a.x == f->b.x && f->a.y == f->b.y && f->a.z == f->b.z;
    uint64_t kind = f->smooth ? 0 : point ? 1 : 2;
    return kind << 54 | bin_of_place(middle, f->smooth ? (double)FACE_CELLS * cell : cell);
}

/// Leaves out features for which an earlier one stands. Returns how many stay.
static int64_t thin_features(imp3i_mesh_feature* f, int64_t count, double cell, impi_keyed* order, impi_keyed* scratch)
{
    for (int pass = 0; pass < 2; ++pass)
    {
        // By normals, then by places: a sort is stable.
        for (int32_t i = 0; i < (int32_t)count; ++i)
        {
            int32_t k = pass ? order[i].value : i;
            order[i].value = k;
            order[i].key = pass ? key_of_feature(&f[k], cell) : bin_of_normal(f[k].normal);
        }
        impi_sort(order, scratch, (int32_t)count);
    }
    for (int32_t i = (int32_t)count - 1; i > 0; --i)
    {
        imp3i_mesh_feature *one = &f[order[i].value], *before = &f[order[i - 1].value];
        if (order[i].key == order[i - 1].key && bin_of_normal(one->normal) == bin_of_normal(before->normal))
        {
            one->part = -1;
        }
    }
    int64_t left = 0;
    for (int64_t i = 0; i < count; ++i)
    {
        f[left] = f[i];
        left += f[left].part >= 0;
    }
    return left;
}

/// Lists all features, as many as there is room for. Returns how many there are.
static int64_t list_mesh_features(const imp3i_compound_block* b, float cell, imp3i_mesh_feature* out, int64_t room)
{
    feature_list l = {b, (double)cell, out, room, 0};
    add_vertex_features(&l);
    for (int32_t part = 0; part < b->leaves; ++part)
    {
        for (int corner = 0; corner < 3; ++corner)
        {
            add_edge_features(&l, part, corner);
        }
        add_face_features(&l, part);
    }
    return l.count;
}

int64_t imp3i_field_features_most(const imp3i_compound_block* b, float cell)
{
    return list_mesh_features(b, cell, NULL, 0);
}

int64_t imp3i_field_features(const imp3i_compound_block* b, float cell, int64_t most, imp3i_mesh_feature* out,
                             impi_keyed* order)
{
    int64_t count = list_mesh_features(b, cell, out, most);
    return thin_features(out, count, (double)cell, order, order + count);
}

// Their ends

/// The place of an end among those of a leaf; a new one comes last.
static uint8_t place_of_end(imp3_vec end, imp3_vec ends[2 * IMP3I_FEATURE_FANOUT], int32_t* count)
{
    int32_t k = 0;
    while (k < *count && !imp3i_vec_equal(ends[k], end))
    {
        ++k;
    }
    ends[k] = end;
    *count += k == *count;
    return (uint8_t)k;
}

int32_t imp3i_field_list_ends(imp3i_mesh_feature* features, int32_t count, imp3i_ends* out, int32_t* first)
{
    int32_t fours = 0;
    for (int32_t from = 0; from < count; from += IMP3I_FEATURE_FANOUT)
    {
        imp3_vec ends[2 * IMP3I_FEATURE_FANOUT];
        int32_t listed = 0;
        for (int32_t i = from; i < from + IMP3I_FEATURE_FANOUT && i < count; ++i)
        {
            features[i].end_a = place_of_end(features[i].a, ends, &listed);
            features[i].end_b = place_of_end(features[i].b, ends, &listed);
        }
        for (int32_t k = 0; k < (listed + 3) / 4 * 4 && out; ++k)
        {
            const imp3_vec end = ends[k < listed ? k : listed - 1];
            float(*at)[4] = out[fours + k / 4].at;
            at[0][k % 4] = end.x;
            at[1][k % 4] = end.y;
            at[2][k % 4] = end.z;
        }
        if (first)
        {
            first[from / IMP3I_FEATURE_FANOUT] = fours;
            first[from / IMP3I_FEATURE_FANOUT + 1] = fours + (listed + 3) / 4;
        }
        fours += (listed + 3) / 4;
    }
    return fours;
}

// Their tree

static imp3i_ball ball_around(imp3_box box)
{
    imp3i_dvec low = imp3i_dvec_of(box.lower), up = imp3i_dvec_of(box.upper), half = imp3i_dsub(up, low);
    imp3i_ball r;
    r.center = imp3i_vec_of(imp3i_dscale(imp3i_dadd(low, up), 0.5));
    r.radius = impi_round_up(0.5 * sqrt(imp3i_ddot(half, half)) * (1.0 + 0x1p-20));
    return r;
}

void imp3i_field_fill_balls(imp3i_field* f, imp3_box* boxes)
{
    int32_t below = f->feature_count;
    for (int32_t i = 0; i < below; ++i)
    {
        const imp3_vec ends[3] = {f->features[i].a, f->features[i].b, f->features[i].b};
        boxes[i] = imp3i_box_of_corners(ends, 0.0f);
    }
    for (int32_t level = 0; level < f->levels; ++level)
    {
        int32_t count = imp3i_field_nodes(f, level);
        for (int32_t i = 0; i < count; ++i)
        {
            int32_t first = i * IMP3I_FEATURE_FANOUT, end = first + IMP3I_FEATURE_FANOUT;
            imp3_box box = boxes[first];
            for (int32_t k = first + 1; k < end && k < below; ++k)
            {
                imp3i_box_grow(&box, boxes[k]);
            }
            f->balls[level][i] = ball_around(box);
            boxes[i] = box;
        }
        below = count;
    }
}
