// SPDX-License-Identifier: MIT
//
// internal_edges.inl, for space; and what differs there: faces and directions along them, and the normals of two parts.

#include "../../broad/index3.h"
#include "../../motion/one_way3.h"
#include "../../narrow/compound_pair3.h"
#include "../../narrow/contact_id3.h"
#include "../../shape/query3.h"
#include "contact3.h"

#include <math.h>
#include <string.h>

#include "../../math/dim3.h"

#include "internal_edges.inl"

#include "internal_edges_hits.inl"

#include "../../math/dim_end.h"

static bool has_sharp_edges(const imp3_compound* c, int32_t part)
{
    imp3_shape room;
    const imp3_shape* s = imp3i_part_ref(c, part, &room);
    return s->radius <= 0.0f && s->count > 2;
}

static imp3i_dvec support_of(const imp3_shape* s, imp3i_dvec n)
{
    int32_t vertex;
    if (s->kind == IMP3_SHAPE_HALF_SPACE)
    {
        // A half-space has its support at the range limit: along the plane, or out of it.
        imp3i_dvec out = imp3i_dvec_of(s->normal), along = imp3i_dadd_scaled(n, out, -imp3i_ddot(n, out));
        return imp3i_dadd_scaled(imp3i_dscale(out, (double)s->offset), along, (double)IMP_MAGNITUDE_MAX);
    }
    return imp3i_dadd_scaled(imp3i_support(s, n, &vertex), n, (double)s->radius);
}

static double nearest_of(const imp3_shape* s, imp3i_dvec point, imp3i_dvec* out)
{
    imp3i_point_gap gap;
    imp3i_point_query(s, imp3i_drot_of(imp3_pose_identity().q), point, &gap);
    *out = imp3i_dadd_scaled(gap.on_core, gap.normal, (double)s->radius);
    return gap.separation;
}

static void ways_along_face(imp3i_dvec normal, imp3i_dvec out[EDGE_WAYS])
{
    imp3i_dvec u = imp3i_dcross(normal, imp3i_daxis_beside(normal));
    u = imp3i_dscale(u, 1.0 / sqrt(imp3i_ddot(u, u)));
    imp3i_dvec v = imp3i_dcross(normal, u);
    out[0] = u;
    out[1] = imp3i_dnegate(u);
    out[2] = v;
    out[3] = imp3i_dnegate(v);
}

// Visits the unit normals of a part's faces.
static bool face_normal_at(const imp3_shape* s, int32_t k, imp3i_dvec* out)
{
    imp3_face face;
    memset(&face, 0, sizeof face);
    (void)imp3_shape_face(s, k, &face);
    double square = imp3i_ddot(imp3i_dvec_of(face.normal), imp3i_dvec_of(face.normal));
    *out = imp3i_dscale(imp3i_dvec_of(face.normal), square > 0.0 ? 1.0 / sqrt(square) : 0.0);
    return square > 0.0;
}

static int32_t face_count_of(const imp3_shape* s)
{
    int32_t count = 0;
    (void)imp3_shape_face_count(s, &count);
    return count;
}

static imp3i_dvec front_of(const imp3_shape* s)
{
    return imp3i_dvec_of(s->normal);
}

// A search of normals of a placed pair.
typedef struct pair_search
{
    own_search* own;
    imp3i_pair pair;
} pair_search;

static bool is_own_normal(void* context, imp3i_dvec n)
{
    const pair_search* p = (const pair_search*)context;
    imp3_manifold m;
    imp3i_gap gap;
    imp3i_gap_along(&p->pair, n, &gap);
    if (gap.distance > p->own->margin)
    {
        return false;
    }
    imp3i_manifold_of_faces(&p->pair, p->own->margin, &gap, &m);
    return takes_manifold(p->own, n, gap.distance, &m);
}

// Round sides have no faces: only the normals of the other's are tried.
static void search_own_faces(pair_search* s)
{
    const imp3i_pair* p = &s->pair;
    double least = -s->own->deepest;
    for (int of_b = 0; of_b < 2; ++of_b)
    {
        const imp3_shape* shape = of_b ? p->b : p->a;
        int32_t count = face_count_of(shape);
        for (int32_t k = 0; k < count; ++k)
        {
            imp3i_gap gap;
            imp3i_dvec n;
            if (face_normal_at(shape, k, &n))
            {
                n = imp3i_drot_normal(of_b ? p->qb : p->qa, n);
                n = imp3i_dscale(n, (of_b ? -1.0 : 1.0) / sqrt(imp3i_ddot(n, n)));
                imp3i_gap_along(p, n, &gap);
                least = gap.distance > least && is_own_normal(s, n) ? gap.distance : least;
            }
        }
    }
}

static void search_normals(own_search* s)
{
    const edge_side* sides = s->q->sides;
    pair_search p = {s, imp3i_pair_of(s->a, &sides[0].at, s->b, &sides[1].at)};
    if (imp3i_is_polytope(s->a) && imp3i_is_polytope(s->b))
    {
        imp3i_penetration_among(&p.pair, s->deepest, is_own_normal, &p);
        return;
    }
    search_own_faces(&p);
}

// A patch of contact has its extreme points, wherever the faces below it end.
static bool trim_manifold(edge_question* q, imp3_manifold* m)
{
    (void)q;
    (void)m;
    return false;
}

// Neighbours that a mover is in are hit at the start of its way, which contacts decide.
static bool has_passed_neighbour(const edge_question* q, const imp3_compound_mover* moves, const imp3_compound_hit* hit)
{
    (void)q;
    (void)moves;
    (void)hit;
    return false;
}
