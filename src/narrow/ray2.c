// SPDX-License-Identifier: MIT
//
// Rays. A ray is a cast of a point; at a circle, a capsule or a small sharp polygon it takes a shortcut in floats,
// which decides what is clearly met or missed.

#include "quick2.h"
#include "sweep2.h"

imp_status imp2i_ray_any(const imp2_shape* target, const imp2_pose* pose, imp2_vec origin, imp2_vec motion,
                         imp2_hit* out)
{
    const int32_t faults[4] = {imp2i_shape_fault(target), imp2i_pose_fault(pose), imp2i_vec_fault(origin),
                               imp2i_vec_fault_large(motion)};
    for (int i = 0; i < 4; ++i)
    {
        if (faults[i])
        {
            return impi_error(faults[i], i + 1);
        }
    }
    if (!out)
    {
        return impi_error(IMP_ERR_NULL, 5);
    }
    const imp2_shape dot = {.kind = IMP2_SHAPE_CIRCLE, .count = 1};
    const imp2_pose at = {origin, {1.0f, 0.0f}};
    imp2i_dvec m = {motion.x, motion.y};
    imp2i_sweep(target, pose, &dot, &at, m, out);
    return IMP_OK;
}

imp_status imp2_ray(const imp2_shape* target, const imp2_pose* pose_target, imp2_vec origin, imp2_vec motion,
                    imp2_hit* out)
{
    if (target && pose_target && out &&
        (uint32_t)target->kind - IMP2_SHAPE_CIRCLE <= IMP2_SHAPE_POLYGON - IMP2_SHAPE_CIRCLE)
    {
        if (target->radius == 0.0f && (uint32_t)target->count - 2 <= IMP2_SMALL_COUNT - 2)
        {
            return imp2i_ray_at_sides(target, pose_target, origin, motion, out);
        }
        if (target->count == 1)
        {
            return imp2i_ray_at_circle(target, pose_target, origin, motion, out);
        }
        if (target->count == 2)
        {
            return imp2i_ray_at_capsule(target, pose_target, origin, motion, out);
        }
    }
    return imp2i_ray_any(target, pose_target, origin, motion, out);
}
