// SPDX-License-Identifier: MIT
//
// Whether a mesh encloses a point: by its winding number (bvh_winding3.c), in the frame of the mesh.

#include "mesh_near3.h"

imp_status imp3_mesh_contains(const imp3_compound* mesh, const imp3_pose* pose, imp3_vec point, bool* out,
                              float* winding)
{
    imp_status status = imp3i_placed_mesh_status(mesh, pose);
    if (status)
    {
        return status;
    }
    int32_t fault = imp3i_vec_fault(point);
    if (fault || !out)
    {
        return fault ? impi_error(fault, 3) : impi_error(IMP_ERR_NULL, 4);
    }
    imp3i_dvec from = imp3i_dsub(imp3i_dvec_of(point), imp3i_dvec_of(pose->p));
    double number = imp3i_mesh_winding(mesh, imp3i_drot_solve(imp3i_drot_of(pose->q), from));
    *out = number > 0.5;
    if (winding)
    {
        *winding = impi_tidy((float)number);
    }
    return IMP_OK;
}
