// SPDX-License-Identifier: MIT
//
// Meshes inside, as searches for what is near see them: their tree, and their triangles placed in doubles.

#ifndef IMP3I_MESH_NEAR_H
#define IMP3I_MESH_NEAR_H

#include "../broad/bvh3.h"
#include "../shape/compound3.h"
#include "impinge/mesh3.h"
#include "triangle_distance3.h"

/// Distances are measured along the axes of the world, bounds of them in the frame of a mesh. A pose's matrix is
/// orthonormal to 2^-20, so one may be this part longer than the other.
#define IMP3I_FRAME_DOUBT 0x1p-18

/// 0, IMP_ERR_NULL, or IMP_ERR_COMPOUND of what is no mesh.
static inline int32_t imp3i_mesh_fault(const imp3_compound* mesh)
{
    int32_t fault = imp3i_compound_fault(mesh);
    return fault ? fault : mesh->kind == IMP3_COMPOUND_TRIANGLES ? 0 : IMP_ERR_COMPOUND;
}

/// The door of functions of a placed mesh.
static inline imp_status imp3i_placed_mesh_status(const imp3_compound* mesh, const imp3_pose* pose)
{
    int32_t fault = imp3i_mesh_fault(mesh);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    fault = imp3i_pose_fault(pose);
    return fault ? impi_error(fault, 2) : IMP_OK;
}

/// The door of functions whose first arguments are two placed meshes.
static inline imp_status imp3i_mesh_pair_status(const imp3_compound* a, const imp3_pose* pose_a, const imp3_compound* b,
                                                const imp3_pose* pose_b)
{
    const int32_t faults[4] = {imp3i_mesh_fault(a), imp3i_pose_fault(pose_a), imp3i_mesh_fault(b),
                               imp3i_pose_fault(pose_b)};
    for (int k = 0; k < 4; ++k)
    {
        if (faults[k])
        {
            return impi_error(faults[k], k + 1);
        }
    }
    return IMP_OK;
}

/// The greatest half side of a volume: of two, the larger one is opened.
static inline float imp3i_volume_extent(const imp3_volume* v)
{
    float most = v->half.x > v->half.y ? v->half.x : v->half.y;
    return v->half.z > most ? v->half.z : most;
}

/// The door of a walk, but for what it counts.
static inline imp_status imp3i_walk_status(const imp3_mesh_walk* walk, int32_t argument)
{
    bool known = !walk || (uint32_t)walk->order <= IMP3_WALK_BEST;
    return known ? IMP_OK : impi_error(IMP_ERR_RANGE, argument);
}

/// A triangle of a mesh, turned and moved.
static inline imp3i_dtriangle imp3i_mesh_triangle(const imp3i_compound_block* b, int32_t part, const imp3i_drot* turn,
                                                  imp3i_dvec shift)
{
    imp3i_dtriangle r;
    for (int k = 0; k < 3; ++k)
    {
        imp3i_dvec v = imp3i_dvec_of(b->points[b->corners[3 * (size_t)part + (size_t)k]]);
        r.corners[k] = imp3i_dadd(imp3i_drot_apply(*turn, v), shift);
    }
    return r;
}

/// Part of a mesh as a shape without a radius.
static inline imp3_shape imp3i_mesh_core(const imp3_compound* mesh, int32_t part)
{
    const imp3i_compound_block* b = imp3i_compound_block_of(mesh);
    const int32_t* v = b->corners + 3 * (size_t)part;
    return imp3i_triangle_of(b->points[v[0]], b->points[v[1]], b->points[v[2]], 0.0f);
}

/// The volume of a box that is turned around its origin.
imp3_volume imp3i_volume_of_box(imp3_box box, imp3_rot turn);

/// The volume around a shape that is no half-space, in its frame, but for its radius.
imp3_volume imp3i_volume_of_shape(const imp3_shape* s);

/// imp3_mesh_nearest of valid arguments, of a point in doubles. Returns how many.
int32_t imp3i_mesh_nearest(const imp3_compound* mesh, const imp3_pose* pose, imp3i_dvec point, float far, int32_t most,
                           imp3_mesh_near* out);

/// The winding number of a mesh around a point of its frame.
static inline double imp3i_mesh_winding(const imp3_compound* mesh, imp3i_dvec point)
{
    const imp3i_bvh_triangles triangles = imp3i_bvh_triangles_of(mesh);
    return imp3i_bvh_winding(imp3i_bvh_of(mesh), &triangles, point);
}

#endif
