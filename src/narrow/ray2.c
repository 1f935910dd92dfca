// SPDX-License-Identifier: MIT
//
// Rays. A ray is a cast of a point; the common one, at a small sharp polygon that it clearly meets or misses, takes a
// shortcut in floats.

#include "clip2.h"
#include "sweep2.h"

/// Any ray: it is a cast of a point.
static imp_status ray_as_cast(const imp2_shape* target, const imp2_pose* pose, imp2_vec origin, imp2_vec motion,
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

/// A ray at a sharp core of 3 to IMP2_SMALL_COUNT vertices. False when floats cannot tell; *out is then not to be read.
static inline bool quick_ray(const imp2_shape* target, const imp2_pose* pose, imp2_vec origin, imp2_vec motion,
                             int32_t groups, imp2_hit* out)
{
    // Origin and motion from the shape's position, and turned back. 1 / |q|^2 is 2 - |q|^2 to 2^-40.
    const impi_lanes plus_minus = impi_lanes_set(0.0f, -0.0f, 0.0f, -0.0f);
    double c = pose->q.c, s = pose->q.s, square = c * c + s * s;
    float inverse = (float)(2.0 - square);
    impi_lanes place = imp2i_pose_lanes(pose), zero = impi_lanes_splat(0.0f);
    impi_lanes line = impi_lanes_load_two(&origin.x, &motion.x);
    line = impi_lanes_sub(line, impi_lanes_mix(place, 0, 1, zero, 2, 3));
    impi_lanes along = impi_lanes_mul(line, impi_lanes_splat(pose->q.c * inverse));
    impi_lanes across = impi_lanes_mul(impi_lanes_swap(line), impi_lanes_splat(pose->q.s * inverse));
    line = impi_lanes_add(along, impi_lanes_flip(across, plus_minus));
    impi_lanes size = impi_lanes_abs(line);
    size = impi_lanes_add(size, impi_lanes_swap(size));
    size = impi_lanes_add(size, impi_lanes_mix(size, 2, 3, size, 0, 1));
    size = impi_lanes_add(size, impi_lanes_splat(target->reach));
    imp2i_clip clip;
    imp2i_clip_start(&clip, impi_lanes_mul(impi_lanes_splat(2.0f * IMPI_FLOAT_DOUBT), size));  // all of it is in floats
    impi_lanes x = impi_lanes_mix(line, 0, 0, line, 0, 0), y = impi_lanes_mix(line, 1, 1, line, 1, 1);
    impi_lanes mx = impi_lanes_mix(line, 2, 2, line, 2, 2), my = impi_lanes_mix(line, 3, 3, line, 3, 3);
    for (int32_t g = 0; g < groups; ++g)
    {
        impi_lanes nx = impi_lanes_load(target->normal_x + 4 * g), ny = impi_lanes_load(target->normal_y + 4 * g);
        impi_lanes to_x = impi_lanes_sub(x, impi_lanes_load(target->x + 4 * g));
        impi_lanes to_y = impi_lanes_sub(y, impi_lanes_load(target->y + 4 * g));
        impi_lanes separation = impi_lanes_add(impi_lanes_mul(nx, to_x), impi_lanes_mul(ny, to_y));
        imp2i_clip_four(&clip, g, separation, impi_lanes_add(impi_lanes_mul(nx, mx), impi_lanes_mul(ny, my)));
    }
    int verdict = imp2i_clip_verdict(&clip);
    if (verdict != IMP2I_CLIP_HIT)
    {
        const imp2_hit none = {.kind = IMP_SWEEP_NEVER};
        *out = none;
        return verdict == IMP2I_CLIP_MISS;
    }
    // The time once more in doubles, with the normal turned to the world instead of everything else turned back.
    int32_t side = imp2i_entered_side(&clip, groups);
    if (side < 0)
    {
        return false;
    }
    double nx = target->normal_x[side], ny = target->normal_y[side], vx = target->x[side], vy = target->y[side];
    double wx = c * nx - s * ny, wy = s * nx + c * ny;
    double ox = (double)origin.x - (double)pose->p.x, oy = (double)origin.y - (double)pose->p.y;
    double t = ((nx * vx + ny * vy) * square - (wx * ox + wy * oy)) / (wx * motion.x + wy * motion.y);
    double unit = 1.5 - 0.5 * square;
    out->kind = IMP_SWEEP_HIT;
    out->time = imp2i_some_time((float)t);
    out->normal.x = (float)(wx * unit);
    out->normal.y = (float)(wy * unit);
    out->point.x = (float)(origin.x + motion.x * t);
    out->point.y = (float)(origin.y + motion.y * t);
    out->depth = 0.0f;
    return true;
}

imp_status imp2_ray(const imp2_shape* target, const imp2_pose* pose_target, imp2_vec origin, imp2_vec motion,
                    imp2_hit* out)
{
    if (target && pose_target && out)
    {
        // The door and the shortcut's own conditions at once; who fails goes through the full door.
        bool plain = ((uint32_t)target->kind - IMP2_SHAPE_CIRCLE <= IMP2_SHAPE_POLYGON - IMP2_SHAPE_CIRCLE) &
                     ((uint32_t)target->count - 3 <= IMP2_SMALL_COUNT - 3) & (target->radius == 0.0f);
        plain = plain && impi_four_ok(impi_lanes_load_two(&origin.x, &motion.x)) && imp2i_pose_ok(pose_target);
        if (plain && (target->count <= 4 ? quick_ray(target, pose_target, origin, motion, 1, out)
                                         : quick_ray(target, pose_target, origin, motion, 2, out)))
        {
            return IMP_OK;
        }
    }
    return ray_as_cast(target, pose_target, origin, motion, out);
}
