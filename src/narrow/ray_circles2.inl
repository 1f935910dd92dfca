// SPDX-License-Identifier: MIT
//
// A ray at a circle, one pair per lane: see quick_ray2.h. In the words of lanes_scalar.h, because batches have lanes of
// other widths.

/// A ray at a circle, in any frame: the circle's centre from the ray's origin, and the motion.
typedef struct FN(lane_circle)
{
    LANES x, y, motion_x, motion_y, radius, doubt;
    LANES length;  // of the motion
    LANES hit, miss;
} FN(lane_circle);

/// In the world, from origin and motion of the ray, and pose, centre and radius of the circle.
TARGET static inline void FN(see_circle)(FN(lane_circle) * k, LANES x, LANES y, LANES motion_x, LANES motion_y,
                                         LANES px, LANES py, LANES c, LANES s, LANES center_x, LANES center_y,
                                         LANES radius)
{
    LANES dx = SUB(px, x), dy = SUB(py, y);
    LANES size = ADD(ADD(ABS(center_x), ABS(center_y)), radius);
    size = ADD(ADD(ABS(dx), ABS(dy)), ADD(ADD(ABS(motion_x), ABS(motion_y)), size));
    k->x = ADD(dx, SUB(MUL(c, center_x), MUL(s, center_y)));
    k->y = ADD(dy, ADD(MUL(s, center_x), MUL(c, center_y)));
    k->motion_x = motion_x;
    k->motion_y = motion_y;
    k->radius = radius;
    k->doubt = MUL(SPLAT(2.0f * IMPI_FLOAT_DOUBT), size);
}

/// A hit starts outside with its line within the circle, goes towards the centre, and ends inside or past the centre.
TARGET static inline void FN(judge_circle)(FN(lane_circle) * k)
{
    const LANES zero = SPLAT(0.0f);
    LANES x = k->x, y = k->y, mx = k->motion_x, my = k->motion_y;
    LANES end_x = SUB(x, mx), end_y = SUB(y, my), round = MUL(k->radius, k->radius);
    LANES square = ADD(MUL(mx, mx), MUL(my, my)), ahead = ADD(MUL(x, mx), MUL(y, my));
    LANES aside = ABS(SUB(MUL(mx, y), MUL(my, x)));
    k->length = ROOT(square);
    LANES start = SUB(ADD(MUL(x, x), MUL(y, y)), round);
    LANES end = SUB(ADD(MUL(end_x, end_x), MUL(end_y, end_y)), round);
    start = SUB(start, MUL(k->doubt, ADD(ADD(ABS(x), ABS(y)), k->radius)));
    LANES end_doubt = MUL(k->doubt, ADD(ADD(ABS(end_x), ABS(end_y)), k->radius));
    LANES near = MUL(SUB(k->radius, k->doubt), k->length), far = MUL(ADD(k->radius, k->doubt), k->length);

    // The centre is surely before or behind an end that is outside, where the line is within the circle.
    LANES within = MIN(start, SUB(near, aside)), out = SUB(end, end_doubt), past = SUB(square, ahead);
    LANES reached = MAX(SUB(SUB(zero, end), end_doubt), MIN(out, past));
    LANES never = MAX(SUB(zero, ahead), MIN(out, SUB(zero, past)));
    k->hit = MIN(within, MIN(ahead, reached));
    k->miss = MAX(SUB(aside, far), MIN(within, never));
}

/// The time, and the normal there. The root is of a difference of squares, in the form that does not cancel, and with
/// it the normal has unit length.
TARGET static inline LANES FN(enter_circle)(const FN(lane_circle) * k, LANES* nx, LANES* ny)
{
    const LANES one = SPLAT(1.0f);
    LANES inverse = DIV(one, k->length), per_radius = DIV(one, k->radius);
    LANES ux = MUL(k->motion_x, inverse), uy = MUL(k->motion_y, inverse);
    LANES ahead = ADD(MUL(k->x, ux), MUL(k->y, uy)), aside = SUB(MUL(ux, k->y), MUL(uy, k->x));
    LANES far = ABS(aside), deep = ROOT(MUL(SUB(k->radius, far), ADD(k->radius, far)));
    LANES sine = MUL(aside, per_radius), cosine = MUL(deep, per_radius);
    *nx = SUB(MUL(sine, uy), MUL(cosine, ux));
    *ny = SUB(SPLAT(0.0f), ADD(MUL(sine, ux), MUL(cosine, uy)));
    return MUL(SUB(ahead, deep), inverse);
}
