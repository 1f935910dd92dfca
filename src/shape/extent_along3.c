// SPDX-License-Identifier: MIT
//
// How long a shape of space is along a direction: from its farthest points both ways.

#include "../math/check3.h"
#include "extent3.h"

double imp3i_extent_along(const imp3_shape* shape, imp3i_dvec direction)
{
    const imp3_pose here = imp3_pose_identity();
    const imp3_vec ahead = imp3i_vec_tidy(direction), back = imp3i_vec_tidy(imp3i_dnegate(direction));
    imp3_vec high, low;
    if (imp3_shape_support(shape, &here, ahead, &high, NULL) || imp3_shape_support(shape, &here, back, &low, NULL))
    {
        return 0.0;
    }
    return imp3i_ddot(direction, imp3i_dsub(imp3i_dvec_of(high), imp3i_dvec_of(low)));
}
