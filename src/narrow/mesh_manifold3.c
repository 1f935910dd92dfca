// SPDX-License-Identifier: MIT
//
// One contact of two meshes that cross, from the pairs of triangles that touch.
//
// The surfaces cross along closed curves. Seen with A's normals up, the part of A that is inside B lies to the left of
// n_a x n_b, so half the sum of r x dr along the curves is the vector area of that part: its mean normal, whatever
// happens inside (Volino and Magnenat-Thalmann 2006 have the idea for cloth). It needs no search and no closed mesh, and
// small triangles count for little. Where the curves enclose nothing, the triangles' own normals are summed.

#include "../math/trig.h"
#include "../shape/compound3.h"
#include "mesh_pair3.h"
#include "mesh_push3.h"
#include "reduce3.h"

#include <math.h>
#include <string.h>

enum
{
    RIM_DIRECTIONS = 16  // in the plane of contact, in which the farthest points are kept
};

/// Vector areas below this part of the square of the curve's length are noise of what cancels.
#define ENCLOSES_NOTHING 0x1p-20

typedef struct mesh_contact
{
    imp3i_push push;
    const imp3_mesh_pairs* pairs;
    imp3i_dvec u, v;  // axes of the plane of contact
    float size;       // of the curve along them
} mesh_contact;

static imp3i_dvec normal_of_part(const mesh_contact* c, int side, int32_t part)
{
    const imp3i_push_side* s = &c->push.sides[side];
    imp3i_dtriangle t = imp3i_mesh_triangle(s->block, part, &s->turn, s->shift);
    return imp3i_dcross(imp3i_dsub(t.corners[1], t.corners[0]), imp3i_dsub(t.corners[2], t.corners[0]));
}

/// The mean normal from A to B, of about unit length.
static imp3i_dvec contact_normal(const mesh_contact* c)
{
    const imp3_mesh_pair* pairs = c->pairs->pairs;
    imp3i_dvec area = imp3i_dvec_none(), sum = area, from = imp3i_dvec_of(pairs[0].crossing.from);
    double length = 0.0;
    for (int32_t i = 0; i < c->pairs->count; ++i)
    {
        imp3i_dvec a = normal_of_part(c, 0, pairs[i].part_a), b = normal_of_part(c, 1, pairs[i].part_b);
        imp3i_dvec r = imp3i_dsub(imp3i_dvec_of(pairs[i].crossing.from), from);
        imp3i_dvec dr = imp3i_dsub(imp3i_dsub(imp3i_dvec_of(pairs[i].crossing.to), from), r);
        double along = imp3i_ddot(dr, imp3i_dcross(a, b));
        area = imp3i_dadd_scaled(area, imp3i_dcross(r, dr), along < 0.0 ? -0.5 : 0.5);
        sum = imp3i_dadd(sum, imp3i_dsub(a, b));
        length += sqrt(imp3i_ddot(dr, dr));
    }
    bool encloses = imp3i_ddot(area, area) > ENCLOSES_NOTHING * ENCLOSES_NOTHING * length * length * length * length;
    imp3i_dvec n = encloses ? area : sum;
    double norm = sqrt(imp3i_ddot(n, n));
    const imp3i_dvec z = {0.0, 0.0, 1.0};
    return norm > 0.0 ? imp3i_ddivide(n, norm) : z;
}

static void set_contact_plane(mesh_contact* c, imp3i_dvec n)
{
    imp3i_dvec u = imp3i_dcross(n, imp3i_daxis_beside(n));
    c->u = imp3i_ddivide(u, sqrt(imp3i_ddot(u, u)));
    c->v = imp3i_dcross(n, c->u);
}

/// The points of the curve that are farthest in directions of the plane of contact, from its first point.
static void find_rim(mesh_contact* c, imp3i_points* rim)
{
    const imp3_mesh_pair* pairs = c->pairs->pairs;
    imp3i_dvec from = imp3i_dvec_of(pairs[0].crossing.from);
    double farthest[RIM_DIRECTIONS], sine, cosine;
    rim->count = RIM_DIRECTIONS;
    c->size = 0.0f;
    for (int32_t k = 0; k < RIM_DIRECTIONS; ++k)
    {
        farthest[k] = -INFINITY;
        impi_sincos_d(k * (2.0 * 3.141592653589793 / (double)RIM_DIRECTIONS), &sine, &cosine);
        for (int32_t i = 0; i < 2 * c->pairs->count; ++i)
        {
            const imp3_crossing* crossing = &pairs[i / 2].crossing;
            imp3i_dvec r = imp3i_dsub(imp3i_dvec_of(i % 2 ? crossing->to : crossing->from), from);
            double u = imp3i_ddot(r, c->u), v = imp3i_ddot(r, c->v), height = u * cosine + v * sine;
            if (height > farthest[k])
            {
                farthest[k] = height;
                rim->u[k] = (float)u;
                rim->v[k] = (float)v;
                rim->name[k] = (uint32_t)i;
            }
        }
    }
    for (int32_t k = 0; k < RIM_DIRECTIONS / 2; ++k)
    {
        float wide = (float)(farthest[k] + farthest[k + RIM_DIRECTIONS / 2]);
        c->size = wide > c->size ? wide : c->size;
    }
}

static void write_rim(mesh_contact* c, imp3_manifold* out)
{
    imp3i_points rim;
    int32_t chosen[IMP3_POINT_MAX];
    find_rim(c, &rim);
    for (int32_t k = 0; k < RIM_DIRECTIONS; ++k)
    {
        rim.gap[k] = -out->depth;
    }
    out->count = imp3i_reduce(&rim, c->size, chosen);
    for (int32_t k = 0; k < out->count; ++k)
    {
        uint32_t end = rim.name[chosen[k]];
        const imp3_mesh_pair* pair = &c->pairs->pairs[end / 2];
        out->points[k].point = end % 2 ? pair->crossing.to : pair->crossing.from;
        out->points[k].depth = out->depth;
        out->points[k].id = (uint64_t)pair->part_a << 26 | (uint64_t)pair->part_b;
    }
}

static imp_status mesh_pairs_status(const imp3_compound* a, const imp3_compound* b, const imp3_mesh_pairs* pairs)
{
    if (!pairs || (pairs->capacity > 0 && !pairs->pairs))
    {
        return impi_error(IMP_ERR_NULL, 5);
    }
    if (pairs->count < 0 || pairs->count > pairs->capacity)
    {
        return impi_error(IMP_ERR_COUNT, 5);
    }
    for (int32_t i = 0; i < pairs->count; ++i)
    {
        const imp3_mesh_pair* p = &pairs->pairs[i];
        int32_t fault = imp3i_vec_fault(p->crossing.from);
        fault = fault ? fault : imp3i_vec_fault(p->crossing.to);
        bool there = (uint32_t)p->part_a < (uint32_t)a->part_count && (uint32_t)p->part_b < (uint32_t)b->part_count;
        if (!there || fault)
        {
            return impi_error(there ? fault : IMP_ERR_RANGE, 5);
        }
    }
    return IMP_OK;
}

imp_status imp3_mesh_manifold(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                              const imp3_pose* pose_b, const imp3_mesh_pairs* pairs, imp3_manifold* out)
{
    imp_status status = imp3i_mesh_pair_status(a, pose_a, b, pose_b);
    status = status ? status : mesh_pairs_status(a, b, pairs);
    if (status || !out)
    {
        return status ? status : impi_error(IMP_ERR_NULL, 6);
    }
    imp3_manifold manifold;
    memset(&manifold, 0, sizeof manifold);
    if (pairs->count > 0)
    {
        mesh_contact c;
        c.pairs = pairs;
        imp3i_push_start(&c.push, a, pose_a, b, pose_b);
        imp3i_dvec n = contact_normal(&c);
        manifold.normal = imp3i_vec_of(n);
        (void)imp3i_push_along(&c.push, manifold.normal, INFINITY);
        const imp3i_mesh_side side_a = {imp3i_bvh_of(a), imp3i_bvh_triangles_of(a), *pose_a};
        const imp3i_mesh_side side_b = {imp3i_bvh_of(b), imp3i_bvh_triangles_of(b), *pose_b};
        imp3i_mesh_couple couple = imp3i_mesh_couple_of(&side_a, &side_b);
        manifold.depth = imp3i_parting_depth(&couple, manifold.normal, c.push.length);
        set_contact_plane(&c, n);
        write_rim(&c, &manifold);
    }
    *out = manifold;
    return IMP_OK;
}
