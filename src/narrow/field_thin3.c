// SPDX-License-Identifier: MIT
//
// Whether a mesh is too thin for a distance field: samples on both sides of a sheet that is thinner than a cell and a half
// have nothing inside of it.
//
// Below points of each triangle, by half of that, there must be no triangle nearer that faces the other way. A sharp
// edge is no sheet, down to an angle of 26 degrees.

#include "field3.h"

#include <math.h>

enum
{
    THIN_STEPS = 16  // points along a side of a large triangle
};

/// Two sides that face away from each other, by a cosine beyond this, and are nearer than so many cells, are a thin sheet.
#define FACES_AWAY (-0.9)
#define THIN_CELLS 1.5

typedef struct thin_triangle
{
    imp3i_dvec corner, ab, ac, normal;  // normal: unit, or none
} thin_triangle;

static thin_triangle thin_triangle_of(const imp3i_compound_block* b, int32_t part)
{
    const int32_t* v = b->corners + 3 * (size_t)part;
    thin_triangle r;
    r.corner = imp3i_dvec_of(b->points[v[0]]);
    r.ab = imp3i_dsub(imp3i_dvec_of(b->points[v[1]]), r.corner);
    r.ac = imp3i_dsub(imp3i_dvec_of(b->points[v[2]]), r.corner);
    imp3i_dvec n = imp3i_dcross(r.ab, r.ac);
    double length = sqrt(imp3i_ddot(n, n));
    r.normal = length > 0.0 ? imp3i_ddivide(n, length) : imp3i_dvec_none();
    return r;
}

/// Whether the other side of a sheet is near below a point of a triangle.
static bool is_thin_at(const imp3_compound* mesh, const thin_triangle* t, imp3i_dvec point, double cell)
{
    const imp3_pose here = imp3_pose_identity();
    double half = 0.5 * THIN_CELLS * cell;
    imp3_mesh_near near;
    imp3i_dvec below = imp3i_dadd_scaled(point, t->normal, -half);
    if (imp3i_mesh_nearest(mesh, &here, below, (float)(half * (1.0 - 0x1p-6)), 1, &near) == 0)
    {
        return false;
    }
    const thin_triangle other = thin_triangle_of(imp3i_compound_block_of(mesh), near.part);
    return imp3i_ddot(other.normal, t->normal) < FACES_AWAY;
}

bool imp3i_field_is_thin(const imp3_compound* mesh, float cell)
{
    const imp3i_compound_block* block = imp3i_compound_block_of(mesh);
    for (int32_t i = 0; i < block->leaves; ++i)
    {
        const thin_triangle t = thin_triangle_of(block, i);
        double ab = imp3i_ddot(t.ab, t.ab), ac = imp3i_ddot(t.ac, t.ac);
        double wanted = imp3i_field_ceil(sqrt(ab > ac ? ab : ac) / (4.0 * (double)cell));
        int32_t steps = wanted < (double)THIN_STEPS ? (int32_t)(wanted > 1.0 ? wanted : 1.0) : (int32_t)THIN_STEPS;
        for (int32_t a = 0; a < steps; ++a)
        {
            for (int32_t b = 0; a + b < steps; ++b)
            {
                imp3i_dvec at = imp3i_dadd_scaled(t.corner, t.ab, ((double)a + 1.0 / 3.0) / steps);
                if (is_thin_at(mesh, &t, imp3i_dadd_scaled(at, t.ac, ((double)b + 1.0 / 3.0) / steps), (double)cell))
                {
                    return true;
                }
            }
        }
    }
    return false;
}
