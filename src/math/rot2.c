// SPDX-License-Identifier: MIT
//
// Rotations and poses of the plane: made from angles and directions, and checked. A component that would lie below
// 2^-60 becomes 0, so that whatever is made here is accepted everywhere.

#include <math.h>

#include "check.h"
#include "trig.h"

static float without_tiny(float x)
{
    return imp2i_number_ok(x) ? x : 0.0f;
}

imp_status imp2_rot_make(float angle, imp2_rot* out)
{
    imp2_rot q;
    imp_status status = imp_sincos(angle, &q.s, &q.c);
    if (status)
    {
        return status;
    }
    if (!out)
    {
        return impi_error(IMP_ERR_NULL, 2);
    }
    out->c = without_tiny(q.c);
    out->s = without_tiny(q.s);
    return IMP_OK;
}

imp_status imp2_rot_towards(imp2_vec direction, imp2_rot* out)
{
    int32_t fault = imp2i_vec_fault(direction);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    double x = direction.x;
    double y = direction.y;
    double length = sqrt(x * x + y * y);
    if (length == 0.0)
    {
        return impi_error(IMP_ERR_RANGE, 1);
    }
    if (!out)
    {
        return impi_error(IMP_ERR_NULL, 2);
    }
    out->c = without_tiny((float)(x / length));
    out->s = without_tiny((float)(y / length));
    return IMP_OK;
}

imp_status imp2_rot_angle(imp2_rot q, float* out)
{
    int32_t fault = imp2i_rot_fault(q);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    if (!out)
    {
        return impi_error(IMP_ERR_NULL, 2);
    }
    *out = (float)impi_atan2_d(q.s, q.c);
    return IMP_OK;
}

imp_status imp2_pose_make(imp2_vec p, float angle, imp2_pose* out)
{
    int32_t fault = imp2i_vec_fault(p);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    imp2_rot q;
    imp_status status = imp2_rot_make(angle, &q);
    if (status)
    {
        return impi_error(imp_status_fault(status), 2);
    }
    if (!out)
    {
        return impi_error(IMP_ERR_NULL, 3);
    }
    out->p = p;
    out->q = q;
    return IMP_OK;
}

imp_status imp2_pose_check(const imp2_pose* pose)
{
    int32_t fault = imp2i_pose_fault(pose);
    return fault ? impi_error(fault, 1) : IMP_OK;
}
