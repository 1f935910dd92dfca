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

/// A ray at a circle, in any frame: the circle's centre from the ray's origin, and the motion.
typedef struct imp2i_lane_circle
{
    impi_lanes x, y, motion_x, motion_y, radius, doubt;
    impi_lanes length;  // of the motion
    impi_lanes hit, miss;
} imp2i_lane_circle;

/// A hit starts outside with its line within the circle, goes towards the centre, and ends inside or past the centre.
static inline void imp2i_judge_circle(imp2i_lane_circle* k)
{
    impi_lanes x = k->x, y = k->y, mx = k->motion_x, my = k->motion_y;
    impi_lanes end_x = impi_lanes_sub(x, mx), end_y = impi_lanes_sub(y, my),
               round = impi_lanes_mul(k->radius, k->radius);
    impi_lanes square = imp2i_two(mx, mx, my, my), ahead = imp2i_two(x, mx, y, my);
    impi_lanes aside = impi_lanes_abs(imp2i_cross(mx, y, my, x));
    k->length = impi_lanes_sqrt(square);
    impi_lanes start = impi_lanes_sub(imp2i_two(x, x, y, y), round);
    impi_lanes end = impi_lanes_sub(imp2i_two(end_x, end_x, end_y, end_y), round);
    start = impi_lanes_sub(start, impi_lanes_mul(k->doubt, impi_lanes_add(imp2i_abs_sum(x, y), k->radius)));
    impi_lanes end_doubt = impi_lanes_mul(k->doubt, impi_lanes_add(imp2i_abs_sum(end_x, end_y), k->radius));
    impi_lanes near = impi_lanes_mul(impi_lanes_sub(k->radius, k->doubt), k->length);
    impi_lanes far = impi_lanes_mul(impi_lanes_add(k->radius, k->doubt), k->length);

    // Where the line is within the circle and an end outside, the centre is surely before or behind that end.
    impi_lanes within = impi_lanes_min(start, impi_lanes_sub(near, aside)), out = impi_lanes_sub(end, end_doubt);
    impi_lanes past = impi_lanes_sub(square, ahead);
    impi_lanes reached = impi_lanes_max(impi_lanes_sub(imp2i_minus(end), end_doubt), impi_lanes_min(out, past));
    impi_lanes never = impi_lanes_max(imp2i_minus(ahead), impi_lanes_min(out, imp2i_minus(past)));
    k->hit = impi_lanes_min(within, impi_lanes_min(ahead, reached));
    k->miss = impi_lanes_max(impi_lanes_sub(aside, far), impi_lanes_min(within, never));
}

/// The root is of a difference of squares, in the form that does not cancel, and with it the normal has unit length.
static inline impi_lanes imp2i_enter_circle(const imp2i_lane_circle* k, impi_lanes* nx, impi_lanes* ny)
{
    const impi_lanes one = impi_lanes_splat(1.0f);
    impi_lanes inverse = impi_lanes_div(one, k->length), per_radius = impi_lanes_div(one, k->radius);
    impi_lanes ux = impi_lanes_mul(k->motion_x, inverse), uy = impi_lanes_mul(k->motion_y, inverse);
    impi_lanes ahead = imp2i_two(k->x, ux, k->y, uy), aside = imp2i_cross(ux, k->y, uy, k->x);
    impi_lanes far = impi_lanes_abs(aside);
    impi_lanes deep = impi_lanes_mul(impi_lanes_sub(k->radius, far), impi_lanes_add(k->radius, far));
    deep = impi_lanes_sqrt(deep);
    impi_lanes sine = impi_lanes_mul(aside, per_radius), cosine = impi_lanes_mul(deep, per_radius);
    *nx = imp2i_cross(sine, uy, cosine, ux);
    *ny = imp2i_minus(imp2i_two(sine, ux, cosine, uy));
    return impi_lanes_mul(impi_lanes_sub(ahead, deep), inverse);
}

/// Circles, by centre and radius.
static inline imp2i_lane_hits imp2i_rays_at_circles(const imp2i_lane_rays* r, impi_lanes center_x, impi_lanes center_y,
                                                    impi_lanes radius)
{
    impi_lanes dx = impi_lanes_sub(r->px, r->x), dy = impi_lanes_sub(r->py, r->y), nx, ny;
    impi_lanes size = impi_lanes_add(imp2i_abs_sum(center_x, center_y), radius);
    size = impi_lanes_add(imp2i_abs_sum(dx, dy), impi_lanes_add(imp2i_abs_sum(r->motion_x, r->motion_y), size));
    imp2i_lane_circle k;
    k.x = impi_lanes_add(dx, imp2i_cross(r->c, center_x, r->s, center_y));
    k.y = impi_lanes_add(dy, imp2i_two(r->s, center_x, r->c, center_y));
    k.motion_x = r->motion_x;
    k.motion_y = r->motion_y;
    k.radius = radius;
    k.doubt = impi_lanes_mul(impi_lanes_splat(2.0f * IMPI_FLOAT_DOUBT), size);
    imp2i_judge_circle(&k);
    impi_lanes time = imp2i_enter_circle(&k, &nx, &ny);
    const imp2i_lane_hits h = {k.hit, k.miss, time, nx, ny};
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
