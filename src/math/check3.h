// SPDX-License-Identifier: MIT
//
// The door of calls of space (check.h has what it judges by).

#ifndef IMP3I_CHECK_H
#define IMP3I_CHECK_H

#include "check.h"
#include "dvec3.h"

/// As floats that every call accepts.
static inline imp3_vec imp3i_vec_tidy(imp3i_dvec v)
{
    imp3_vec r = {impi_tidy((float)v.x), impi_tidy((float)v.y), impi_tidy((float)v.z)};
    return r;
}

static inline int32_t imp3i_vec_fault(imp3_vec v)
{
    int32_t fault = impi_number_fault(v.x);
    fault = fault ? fault : impi_number_fault(v.y);
    return fault ? fault : impi_number_fault(v.z);
}

static inline int32_t imp3i_vec_fault_large(imp3_vec v)
{
    int32_t fault = impi_number_fault_large(v.x);
    fault = fault ? fault : impi_number_fault_large(v.y);
    return fault ? fault : impi_number_fault_large(v.z);
}

/// 0 for the zero vector, and else not.
static inline uint32_t imp3i_vec_bits(imp3_vec v)
{
    return impi_magnitude_bits(v.x) | impi_magnitude_bits(v.y) | impi_magnitude_bits(v.z);
}

/// Whether the columns are orthonormal to 2^-20 and right-handed. Products of floats are exact in doubles, sums of three
/// are off by less than 2^-51.
static inline bool imp3i_rot_near_unit(imp3_rot q)
{
    imp3i_dvec x = imp3i_dvec_of(q.x), y = imp3i_dvec_of(q.y), z = imp3i_dvec_of(q.z);
    const double unlike[6] = {imp3i_ddot(x, x) - 1.0, imp3i_ddot(y, y) - 1.0, imp3i_ddot(z, z) - 1.0,
                              imp3i_ddot(x, y),       imp3i_ddot(y, z),       imp3i_ddot(z, x)};
    bool near = imp3i_ddot(imp3i_dcross(x, y), z) > 0.0;
    for (int k = 0; k < 6; ++k)
    {
        near = near && unlike[k] >= -0x1p-20 && unlike[k] <= 0x1p-20;
    }
    return near;
}

static inline int32_t imp3i_rot_fault(imp3_rot q)
{
    int32_t fault = imp3i_vec_fault(q.x);
    fault = fault ? fault : imp3i_vec_fault(q.y);
    fault = fault ? fault : imp3i_vec_fault(q.z);
    return fault ? fault : imp3i_rot_near_unit(q) ? 0 : IMP_ERR_ROTATION;
}

/// The quaternion of a rotation, whatever its numbers are: unlike imp3_rot_to_quat it refuses none, such as those that
/// are smaller than a call accepts. None of what is no rotation.
imp3_quat imp3i_quat_of(imp3_rot q);

/// 0, or IMP_ERR_NULL, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_ROTATION.
static inline int32_t imp3i_pose_fault(const imp3_pose* pose)
{
    if (!pose)
    {
        return IMP_ERR_NULL;
    }
    const float* numbers = (const float*)pose;
    if (impi_eight_ok(impi_lanes_load(numbers), impi_lanes_load(numbers + 4)) &&
        impi_four_ok(impi_lanes_load(numbers + 8)))
    {
        return imp3i_rot_near_unit(pose->q) ? 0 : IMP_ERR_ROTATION;
    }
    int32_t fault = imp3i_vec_fault(pose->p);
    return fault ? fault : imp3i_rot_fault(pose->q);
}

#endif
