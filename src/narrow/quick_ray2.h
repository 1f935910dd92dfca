// SPDX-License-Identifier: MIT
//
// The shortcuts of rays at circles and capsules, a pair in each lane (a single call uses one), all floats.
//
// Each answers what it can decide with certainty: every comparison comes out as a margin, positive when it holds by
// more than the doubt, and a verdict is the least of all that it needs, or the greatest of those that suffice. What is
// no sure hit and no sure miss - starting inside or on the boundary, grazing, a ray without length - is left to the
// careful way.
//
// Verdicts are separating axes of a segment and the shape. Nothing is divided before it is known what is hit: so slow
// crossings need no care of their own, and the caller, who goes on by whether there is a hit, waits less. The doubt is
// 2^-19 of all sizes added, well above what the roundings here can add up to.
//
// Tried and dropped: clipping by times (Cyrus and Beck), where each time has a slack of its own; answering without a
// branch on the verdict, since the caller has one; boxes as two slabs, slower alone than four sides in lanes.

#ifndef IMP2I_QUICK_RAY_H
#define IMP2I_QUICK_RAY_H

#include "../math/lanes.h"
#include "../math/tolerance.h"
#include "impinge/narrow2.h"

/// Rays, and the poses of what they are cast at, by lane.
typedef struct imp2i_lane_rays
{
    impi_lanes x, y, motion_x, motion_y;
    impi_lanes px, py, c, s;
} imp2i_lane_rays;

/// What they meet, by lane. Nothing is sure where neither margin is positive.
typedef struct imp2i_lane_hits
{
    impi_lanes hit, miss;
    impi_lanes time, normal_x, normal_y;  // of a hit, in the world; else anything
} imp2i_lane_hits;

/// a b + c d.
static inline impi_lanes imp2i_two(impi_lanes a, impi_lanes b, impi_lanes c, impi_lanes d)
{
    return impi_lanes_add(impi_lanes_mul(a, b), impi_lanes_mul(c, d));
}

/// a b - c d.
static inline impi_lanes imp2i_cross(impi_lanes a, impi_lanes b, impi_lanes c, impi_lanes d)
{
    return impi_lanes_sub(impi_lanes_mul(a, b), impi_lanes_mul(c, d));
}

static inline impi_lanes imp2i_abs_sum(impi_lanes a, impi_lanes b)
{
    return impi_lanes_add(impi_lanes_abs(a), impi_lanes_abs(b));
}

static inline impi_lanes imp2i_minus(impi_lanes a)
{
    return impi_lanes_sub(impi_lanes_splat(0.0f), a);
}

/// 1 / |q| where square is |q|^2.
static inline impi_lanes imp2i_lane_unit(impi_lanes square)
{
    return impi_lanes_sub(impi_lanes_splat(1.5f), impi_lanes_mul(impi_lanes_splat(0.5f), square));
}

#include "../math/lanes_four.h"

#define FN(name) imp2i_##name

#include "ray_circles2.inl"

#undef FN

#include "../math/lanes_end.h"

/// Circles, by centre and radius.
static inline imp2i_lane_hits imp2i_rays_at_circles(const imp2i_lane_rays* r, impi_lanes center_x, impi_lanes center_y,
                                                    impi_lanes radius)
{
    imp2i_lane_circle k;
    imp2i_lane_hits h;
    imp2i_see_circle(&k, r->x, r->y, r->motion_x, r->motion_y, r->px, r->py, r->c, r->s, center_x, center_y, radius);
    imp2i_judge_circle(&k);
    h.hit = k.hit;
    h.miss = k.miss;
    h.time = imp2i_enter_circle(&k, &h.normal_x, &h.normal_y);
    return h;
}

/// Capsules that have length: from a to b, with the unit normal of that side.
typedef struct imp2i_lane_capsules
{
    impi_lanes ax, ay, bx, by, normal_x, normal_y, radius;
} imp2i_lane_capsules;

/// In the frame of the capsule's axis. The straight sides span a strip; where the ray enters it, or starts in it, tells
/// whether the side is met there or, if anything, the circle at the nearer end.
static inline imp2i_lane_hits imp2i_rays_at_capsules(const imp2i_lane_rays* r, const imp2i_lane_capsules* shape)
{
    const impi_lanes zero = impi_lanes_splat(0.0f), half = impi_lanes_splat(0.5f), one = impi_lanes_splat(1.0f);
    impi_lanes square = imp2i_two(r->c, r->c, r->s, r->s);
    impi_lanes radius = impi_lanes_mul(shape->radius, impi_lanes_mul_add(half, square, half));
    impi_lanes nx = imp2i_cross(r->c, shape->normal_x, r->s, shape->normal_y);
    impi_lanes ny = imp2i_two(r->s, shape->normal_x, r->c, shape->normal_y);
    impi_lanes middle_x = impi_lanes_mul(half, impi_lanes_add(shape->ax, shape->bx));
    impi_lanes middle_y = impi_lanes_mul(half, impi_lanes_add(shape->ay, shape->by));
    impi_lanes span_x = impi_lanes_sub(shape->bx, shape->ax), span_y = impi_lanes_sub(shape->by, shape->ay);
    impi_lanes reach = imp2i_cross(shape->normal_x, span_y, shape->normal_y, span_x);
    reach = impi_lanes_mul(impi_lanes_mul(half, reach), square);

    // Along the axis, which is the normal turned left, and along the normal: the middle from the origin, the motion.
    impi_lanes dx = impi_lanes_sub(r->px, r->x), dy = impi_lanes_sub(r->py, r->y);
    impi_lanes x = impi_lanes_add(dx, imp2i_cross(r->c, middle_x, r->s, middle_y));
    impi_lanes y = impi_lanes_add(dy, imp2i_two(r->s, middle_x, r->c, middle_y));
    impi_lanes along = imp2i_cross(nx, y, ny, x), aside = imp2i_two(nx, x, ny, y);
    imp2i_lane_circle k;
    k.motion_x = imp2i_cross(nx, r->motion_y, ny, r->motion_x);
    k.motion_y = imp2i_two(nx, r->motion_x, ny, r->motion_y);
    impi_lanes size = impi_lanes_add(imp2i_abs_sum(middle_x, middle_y), impi_lanes_add(reach, radius));
    size = impi_lanes_add(imp2i_abs_sum(dx, dy), impi_lanes_add(imp2i_abs_sum(r->motion_x, r->motion_y), size));
    impi_lanes doubt = impi_lanes_mul(impi_lanes_splat(2.0f * IMPI_FLOAT_DOUBT), size);

    // The place on the axis where the strip is entered, times the closing speed; or, in the strip, where the start is.
    // It needs no doubt: where a side ends its circle begins, and what is told of either holds for that one's own sake.
    impi_lanes front = impi_lanes_sub(impi_lanes_abs(aside), radius), closing = impi_lanes_flip(k.motion_y, aside);
    impi_lanes by = impi_lanes_if_negative(imp2i_minus(front), closing, one);
    impi_lanes place = imp2i_cross(k.motion_x, impi_lanes_max(front, zero), along, by);
    impi_lanes over = impi_lanes_sub(impi_lanes_abs(place), impi_lanes_mul(reach, by));
    impi_lanes start = impi_lanes_sub(front, doubt), rest = impi_lanes_sub(front, closing);

    k.x = impi_lanes_add(along, impi_lanes_flip(reach, place));
    k.y = aside;
    k.radius = radius;
    k.doubt = doubt;
    imp2i_judge_circle(&k);
    impi_lanes round = impi_lanes_min(over, impi_lanes_sub(impi_lanes_abs(front), doubt));
    impi_lanes side = impi_lanes_min(imp2i_minus(over), start);
    side = impi_lanes_min(side, impi_lanes_sub(imp2i_minus(rest), doubt));
    impi_lanes hit = impi_lanes_max(side, impi_lanes_min(round, k.hit));
    impi_lanes miss = impi_lanes_min(start, impi_lanes_sub(rest, doubt));
    miss = impi_lanes_max(miss, impi_lanes_min(round, k.miss));

    // Out of the side the normal is (0, 1) or (0, -1) here, against the way to the middle.
    impi_lanes normal_along, normal_aside, time = imp2i_enter_circle(&k, &normal_along, &normal_aside);
    impi_lanes outward = impi_lanes_flip(impi_lanes_splat(-1.0f), aside), unit = imp2i_lane_unit(square);
    normal_along = impi_lanes_mul(unit, impi_lanes_if_negative(over, zero, normal_along));
    normal_aside = impi_lanes_mul(unit, impi_lanes_if_negative(over, outward, normal_aside));
    time = impi_lanes_if_negative(over, impi_lanes_div(front, closing), time);
    const imp2i_lane_hits h = {hit, miss, time, imp2i_cross(nx, normal_aside, ny, normal_along),
                               imp2i_two(ny, normal_aside, nx, normal_along)};
    return h;
}

#endif
