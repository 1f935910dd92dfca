// SPDX-License-Identifier: MIT
//
// Couplings and wheels, as they are in both dimensions.

#include "impinge/joint.h"

#include "../../base/arithmetic.h"

imp_coupling_def imp_coupling_default(void)
{
    const imp_coupling_def def = {.ratio_a = 1.0f, .ratio_b = 1.0f, .axis = {.kind = IMP_AXIS_LOCKED}};
    return def;
}

imp_wheel imp_wheel_default(void)
{
    const imp_wheel wheel = {.hertz = 2.0f, .damping_ratio = 0.5f};
    return wheel;
}
