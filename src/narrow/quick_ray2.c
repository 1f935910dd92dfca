// SPDX-License-Identifier: MIT
//
// Single rays by shortcuts: circles and capsules as in quick_ray2.h, in the first lane; and small sharp polygons, for
// which the lanes are the sides. Each function is all of imp2_ray for its kind of shape; what it cannot decide with
// certainty it hands to imp2i_ray_any.
//
// A polygon is asked which of its vertices are left of the ray's line. Where the line goes from left to right the ray
// enters: no side that is nearly parallel can be taken for another, and things without thickness are like all others.
//
//         v3 ______ v2     sides run counter-clockwise, side i from vertex i
//           |      |
//    ray ---|------|--->   v3 is left, v0 right: in through side 3
//           |      |       v1 is right, v2 left: out through side 1
//         v0 ------ v1
//
// It is hit when it starts in front of the side that it enters through and ends behind it; missed when both ends are in
// front of the same side, or all vertices on one side of the line.

#include "quick_ray2.h"
#include "quick2.h"
#include "sweep2.h"

/// Whether the ray passes the door and the rotation is a common one; then also in lanes, the same in all.
static inline bool take_ray(const imp2_pose* pose, imp2_vec origin, imp2_vec motion, imp2i_lane_rays* out)
{
    impi_lanes line = impi_lanes_load_two(&origin.x, &motion.x), place = imp2i_pose_lanes(pose);
    out->x = impi_lanes_mix(line, 0, 0, line, 0, 0);
    out->y = impi_lanes_mix(line, 1, 1, line, 1, 1);
    out->motion_x = impi_lanes_mix(line, 2, 2, line, 2, 2);
    out->motion_y = impi_lanes_mix(line, 3, 3, line, 3, 3);
    out->px = impi_lanes_mix(place, 0, 0, place, 0, 0);
    out->py = impi_lanes_mix(place, 1, 1, place, 1, 1);
    out->c = impi_lanes_mix(place, 2, 2, place, 2, 2);
    out->s = impi_lanes_mix(place, 3, 3, place, 3, 3);
    return impi_poses_ok(line, place, imp2i_rotation_squares(place, place));
}

static inline void write_ray_hit(imp2_vec origin, imp2_vec motion, float time, float nx, float ny, imp2_hit* out)
{
    out->kind = IMP_SWEEP_HIT;
    out->time = time;
    out->normal.x = nx;
    out->normal.y = ny;
    out->point.x = motion.x * time + origin.x;
    out->point.y = motion.y * time + origin.y;
    out->depth = 0.0f;
}

static inline void write_ray_miss(imp2_hit* out)
{
    const imp2_hit none = {.kind = IMP_SWEEP_NEVER};
    *out = none;
}

/// False when nothing is sure; then nothing is written.
static inline bool write_first_lane(const imp2i_lane_hits* h, imp2_vec origin, imp2_vec motion, imp2_hit* out)
{
    if (impi_lanes_first(h->hit) > 0.0f)
    {
        write_ray_hit(origin, motion, impi_lanes_first(h->time), impi_lanes_first(h->normal_x),
                      impi_lanes_first(h->normal_y), out);
        return true;
    }
    if (impi_lanes_first(h->miss) > 0.0f)
    {
        write_ray_miss(out);
        return true;
    }
    return false;
}

imp_status imp2i_ray_at_circle(const imp2_shape* circle, const imp2_pose* pose, imp2_vec origin, imp2_vec motion,
                               imp2_hit* out)
{
    imp2i_lane_rays r;
    if (take_ray(pose, origin, motion, &r))
    {
        imp2i_lane_hits h = imp2i_rays_at_circles(&r, impi_lanes_splat(circle->x[0]), impi_lanes_splat(circle->y[0]),
                                                  impi_lanes_splat(circle->radius));
        if (write_first_lane(&h, origin, motion, out))
        {
            return IMP_OK;
        }
    }
    return imp2i_ray_any(circle, pose, origin, motion, out);
}

imp_status imp2i_ray_at_capsule(const imp2_shape* s, const imp2_pose* pose, imp2_vec origin, imp2_vec motion,
                                imp2_hit* out)
{
    imp2i_lane_rays r;
    if (take_ray(pose, origin, motion, &r))
    {
        const imp2i_lane_capsules capsule = {impi_lanes_splat(s->x[0]),        impi_lanes_splat(s->y[0]),
                                             impi_lanes_splat(s->x[1]),        impi_lanes_splat(s->y[1]),
                                             impi_lanes_splat(s->normal_x[0]), impi_lanes_splat(s->normal_y[0]),
                                             impi_lanes_splat(s->radius)};
        imp2i_lane_hits h = imp2i_rays_at_capsules(&r, &capsule);
        if (write_first_lane(&h, origin, motion, out))
        {
            return IMP_OK;
        }
    }
    return imp2i_ray_any(s, pose, origin, motion, out);
}

/// Sharp, with 2 to 4 * groups vertices. False when nothing is sure; then nothing is written.
static inline bool ray_at_groups(const imp2_shape* s, const imp2_pose* pose, imp2_vec origin, imp2_vec motion,
                                 int32_t groups, imp2_hit* out)
{
    imp2i_lane_rays r;
    if (!take_ray(pose, origin, motion, &r))
    {
        return false;
    }
    // To the shape's frame, but for the square of |q|: by that the shape is made larger.
    impi_lanes dx = impi_lanes_sub(r.x, r.px), dy = impi_lanes_sub(r.y, r.py), square = imp2i_two(r.c, r.c, r.s, r.s);
    impi_lanes x = imp2i_two(r.c, dx, r.s, dy), y = imp2i_cross(r.c, dy, r.s, dx);
    impi_lanes mx = imp2i_two(r.c, r.motion_x, r.s, r.motion_y), my = imp2i_cross(r.c, r.motion_y, r.s, r.motion_x);
    impi_lanes way = imp2i_abs_sum(r.motion_x, r.motion_y), line = impi_lanes_add(imp2i_abs_sum(dx, dy), way);

    int32_t left = 0, right = 0, start = 0, end = 0, through = 0;
    float times[IMP2_SMALL_COUNT];
    for (int32_t g = 0; g < 4 * groups; g += 4)
    {
        impi_lanes nx = impi_lanes_load(s->normal_x + g), ny = impi_lanes_load(s->normal_y + g);
        impi_lanes vx = impi_lanes_load(s->x + g), vy = impi_lanes_load(s->y + g);
        impi_lanes size = impi_lanes_add(line, imp2i_abs_sum(vx, vy));
        impi_lanes doubt = impi_lanes_mul(impi_lanes_splat(2.0f * IMPI_FLOAT_DOUBT), size), minus = imp2i_minus(doubt);
        impi_lanes doubt_across = impi_lanes_mul(doubt, way), minus_across = imp2i_minus(doubt_across);
        impi_lanes to_x = impi_lanes_sub(impi_lanes_mul(square, vx), x);
        impi_lanes to_y = impi_lanes_sub(impi_lanes_mul(square, vy), y);
        impi_lanes across = imp2i_cross(mx, to_y, my, to_x);
        impi_lanes front = imp2i_two(nx, to_x, ny, to_y), rate = imp2i_two(nx, mx, ny, my);  // negative: in front
        impi_lanes rest = impi_lanes_sub(front, rate);                                       // the same at the end
        left |= impi_lanes_less(doubt_across, across) << g;
        right |= impi_lanes_less(across, minus_across) << g;
        start |= impi_lanes_less(front, minus) << g;
        end |= impi_lanes_less(rest, minus) << g;
        through |= impi_lanes_less(doubt, rest) << g;
        impi_lanes_store(times + g, impi_lanes_div(front, rate));
    }
    static const uint8_t first[16] = {4, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0};
    int32_t places = 4 * groups, all = (1 << places) - 1;
    int32_t entered = left & (right >> 1 | right << (places - 1));
    bool clear = (left | right) == all;
    if (clear & ((entered & start & through) != 0))
    {
        int32_t low = first[entered & 15], i = (low + (first[entered >> 4] & -(low >> 2))) & (IMP2_SMALL_COUNT - 1);
        float c = pose->q.c, z = pose->q.s, nx = s->normal_x[i], ny = s->normal_y[i];
        float unit = impi_lanes_first(imp2i_lane_unit(square));
        write_ray_hit(origin, motion, times[i], (c * nx - z * ny) * unit, (z * nx + c * ny) * unit, out);
        return true;
    }
    if (((start & end) != 0) | (clear & (entered == 0)))
    {
        write_ray_miss(out);
        return true;
    }
    return false;
}

imp_status imp2i_ray_at_sides(const imp2_shape* s, const imp2_pose* pose, imp2_vec origin, imp2_vec motion,
                              imp2_hit* out)
{
    bool told =
        s->count <= 4 ? ray_at_groups(s, pose, origin, motion, 1, out) : ray_at_groups(s, pose, origin, motion, 2, out);
    return told ? IMP_OK : imp2i_ray_any(s, pose, origin, motion, out);
}
