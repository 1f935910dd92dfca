// SPDX-License-Identifier: MIT
//
// Rotations and poses of space: made from axes, angles and quaternions, and checked. What is made here is computed in
// doubles and rounded once; a component that would lie below 2^-60 becomes 0, so that it is accepted everywhere.

#include <math.h>

#include "check3.h"
#include "trig.h"

imp_status imp3_rot_make(imp3_vec axis, float angle, imp3_rot* out)
{
    int32_t fault = imp3i_vec_fault(axis), fault_angle = impi_number_fault_large(angle);
    if (fault || fault_angle)
    {
        return fault ? impi_error(fault, 1) : impi_error(fault_angle, 2);
    }
    imp3i_dvec n = imp3i_dvec_of(axis);
    double length = sqrt(imp3i_ddot(n, n)), s, c;
    if (length == 0.0)
    {
        return impi_error(IMP_ERR_RANGE, 1);
    }
    if (!out)
    {
        return impi_error(IMP_ERR_NULL, 3);
    }
    n.x /= length;
    n.y /= length;
    n.z /= length;
    impi_sincos_of(angle, &s, &c);
    double rest = 1.0 - c;
    imp3i_dvec x = {c + n.x * n.x * rest, n.x * n.y * rest + n.z * s, n.x * n.z * rest - n.y * s};
    imp3i_dvec y = {n.x * n.y * rest - n.z * s, c + n.y * n.y * rest, n.y * n.z * rest + n.x * s};
    imp3i_dvec z = {n.x * n.z * rest + n.y * s, n.y * n.z * rest - n.x * s, c + n.z * n.z * rest};
    out->x = imp3i_vec_tidy(x);
    out->y = imp3i_vec_tidy(y);
    out->z = imp3i_vec_tidy(z);
    return IMP_OK;
}

imp_status imp3_rot_of_quat(imp3_quat quat, imp3_rot* out)
{
    const float four[4] = {quat.x, quat.y, quat.z, quat.w};
    int32_t fault = 0;
    for (int k = 0; k < 4 && !fault; ++k)
    {
        fault = impi_number_fault(four[k]);
    }
    if (fault)
    {
        return impi_error(fault, 1);
    }
    double x = quat.x, y = quat.y, z = quat.z, w = quat.w, squares = x * x + y * y + z * z + w * w;
    if (squares == 0.0)
    {
        return impi_error(IMP_ERR_RANGE, 1);
    }
    if (!out)
    {
        return impi_error(IMP_ERR_NULL, 2);
    }
    double k = 2.0 / squares;
    imp3i_dvec of_x = {1.0 - k * (y * y + z * z), k * (x * y + z * w), k * (x * z - y * w)};
    imp3i_dvec of_y = {k * (x * y - z * w), 1.0 - k * (x * x + z * z), k * (y * z + x * w)};
    imp3i_dvec of_z = {k * (x * z + y * w), k * (y * z - x * w), 1.0 - k * (x * x + y * y)};
    out->x = imp3i_vec_tidy(of_x);
    out->y = imp3i_vec_tidy(of_y);
    out->z = imp3i_vec_tidy(of_z);
    return IMP_OK;
}

// The diagonal of the matrix tells four times the squares of the components of a quaternion. The greatest is at least 1:
// the root of that one is sure, and the others follow from sums and differences beside the diagonal.
imp3_quat imp3i_quat_of(imp3_rot q)
{
    imp3i_dvec x = imp3i_dvec_of(q.x), y = imp3i_dvec_of(q.y), z = imp3i_dvec_of(q.z);
    const double diagonal[4] = {1.0 + x.x - y.y - z.z, 1.0 - x.x + y.y - z.z, 1.0 - x.x - y.y + z.z,
                                1.0 + x.x + y.y + z.z};
    const double sums[3] = {z.y + y.z, x.z + z.x, y.x + x.y}, differences[3] = {y.z - z.y, z.x - x.z, x.y - y.x};
    int greatest = 3;
    for (int k = 0; k < 3; ++k)
    {
        greatest = diagonal[k] > diagonal[greatest] ? k : greatest;
    }
    double four[4];
    for (int k = 0; k < 3; ++k)
    {
        four[k] = k == greatest ? diagonal[k] : greatest == 3 ? differences[k] : sums[3 - k - greatest];
    }
    four[3] = greatest == 3 ? diagonal[3] : differences[greatest];
    double length = sqrt(four[0] * four[0] + four[1] * four[1] + four[2] * four[2] + four[3] * four[3]);
    const imp3_quat none = {0.0f, 0.0f, 0.0f, 1.0f};
    if (!(length > 0.0 && length < INFINITY))
    {
        return none;
    }
    length = four[3] < 0.0 ? -length : length;
    imp3_quat r = {impi_tidy((float)(four[0] / length)), impi_tidy((float)(four[1] / length)),
                   impi_tidy((float)(four[2] / length)), impi_tidy((float)(four[3] / length))};
    return r;
}

imp_status imp3_rot_to_quat(imp3_rot q, imp3_quat* out)
{
    int32_t fault = imp3i_rot_fault(q);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    if (!out)
    {
        return impi_error(IMP_ERR_NULL, 2);
    }
    *out = imp3i_quat_of(q);
    return IMP_OK;
}

imp_status imp3_pose_make(imp3_vec p, imp3_vec axis, float angle, imp3_pose* out)
{
    int32_t fault = imp3i_vec_fault(p);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    imp3_rot q;
    imp_status status = imp3_rot_make(axis, angle, &q);
    if (status)
    {
        return impi_error(imp_status_fault(status), imp_status_argument(status) + 1);
    }
    if (!out)
    {
        return impi_error(IMP_ERR_NULL, 4);
    }
    out->p = p;
    out->q = q;
    return IMP_OK;
}

imp_status imp3_pose_check(const imp3_pose* pose)
{
    int32_t fault = imp3i_pose_fault(pose);
    return fault ? impi_error(fault, 1) : IMP_OK;
}
