// SPDX-License-Identifier: MIT
//
// Clipping straight motion against the lines of all sides in floats, four at once (Cyrus and Beck 1978).
//
// Each line is crossed at a time that is known up to some slack, so there are four times that count: earliest and
// latest way in, earliest and latest way out. A miss is told by the first and the last, before it is known which side
// is which; a hit by the middle two. Grazing, sliding along a side, touching and thin things are none of both.

#ifndef IMP2I_CLIP_H
#define IMP2I_CLIP_H

#include "../math/lanes.h"
#include "../math/tolerance.h"
#include "impinge/shape2.h"

#include <math.h>

#define IMP2I_CLIP_GROUPS (2 * IMP2_SMALL_COUNT / 4)

typedef struct imp2i_clip
{
    impi_lanes doubt;                     // of a separation, the motion's rounding included
    impi_lanes in_early, in_late;         // the greatest of this lane's sides
    impi_lanes out_early, out_late;       // the least, negated, so that all four are greatest ones
    int32_t close;                        // lanes with a side too close to call
    int32_t front, miss;                  // lanes with one that is beyond its side, with such a one that is not closing
    impi_lanes late[IMP2I_CLIP_GROUPS];   // latest way in, -INFINITY for a way out
    impi_lanes times[IMP2I_CLIP_GROUPS];  // of the way in, -INFINITY for a way out
} imp2i_clip;

static inline void imp2i_clip_start(imp2i_clip* c, impi_lanes doubt)
{
    c->doubt = doubt;
    c->in_early = c->in_late = impi_lanes_splat(-INFINITY);
    c->out_early = c->out_late = impi_lanes_splat(-1.0f);
    c->close = c->front = c->miss = 0;
}

/// Four sides: their separations, and the rates at which these change. The new operand of each maximum stands first: if
/// it is no number, because a side is slid along exactly, the old one stays.
static inline void imp2i_clip_four(imp2i_clip* c, int32_t group, impi_lanes separation, impi_lanes rate)
{
    const impi_lanes zero = impi_lanes_splat(0.0f), never = impi_lanes_splat(-INFINITY);
    rate = impi_lanes_add(rate, zero);  // no -0, which would turn the sign of what follows
    c->close |= impi_lanes_less(impi_lanes_abs(separation), c->doubt);
    int32_t front = impi_lanes_less(c->doubt, separation);
    c->front |= front;
    c->miss |= front & ~impi_lanes_less(rate, zero);
    impi_lanes per_rate = impi_lanes_div(impi_lanes_splat(1.0f), rate);
    impi_lanes back = impi_lanes_mul(separation, per_rate), time = impi_lanes_sub(zero, back);
    impi_lanes slack = impi_lanes_abs(impi_lanes_mul(impi_lanes_add(c->doubt, c->doubt), per_rate));
    impi_lanes early = impi_lanes_sub(time, slack), late = impi_lanes_add(time, slack);
    c->in_early = impi_lanes_max(impi_lanes_if_negative(rate, early, never), c->in_early);
    c->late[group] = impi_lanes_if_negative(rate, late, never);
    c->in_late = impi_lanes_max(c->late[group], c->in_late);
    c->out_early = impi_lanes_max(impi_lanes_if_negative(rate, never, impi_lanes_add(back, slack)), c->out_early);
    c->out_late = impi_lanes_max(impi_lanes_if_negative(rate, never, impi_lanes_sub(back, slack)), c->out_late);
    c->times[group] = impi_lanes_if_negative(rate, time, never);
}

/// The greatest of x plus the greatest of y.
static inline float imp2i_sum_of_greatest(impi_lanes x, impi_lanes y)
{
    impi_lanes m = impi_lanes_max(impi_lanes_mix(x, 0, 1, y, 0, 1), impi_lanes_mix(x, 2, 3, y, 2, 3));
    float four[4];
    impi_lanes_store(four, impi_lanes_max(m, impi_lanes_swap(m)));
    return four[0] + four[2];
}

enum
{
    IMP2I_CLIP_MISS = 0,
    IMP2I_CLIP_HIT = 1,
    IMP2I_CLIP_UNSURE = -1
};

static inline int imp2i_clip_verdict(const imp2i_clip* c)
{
    if (c->close || !c->front)
    {
        return IMP2I_CLIP_UNSURE;
    }
    if ((c->miss != 0) | (imp2i_sum_of_greatest(c->in_early, c->out_late) > 0.0f))
    {
        return IMP2I_CLIP_MISS;
    }
    return imp2i_sum_of_greatest(c->in_late, c->out_early) < 0.0f ? IMP2I_CLIP_HIT : IMP2I_CLIP_UNSURE;
}

/// After a hit: the side that is entered through, or -1 when two may be. A slow one and a steep one that are crossed at
/// nearly the same time must not be taken for each other: the time of the slow one is known less well.
static inline int32_t imp2i_entered_side(const imp2i_clip* c, int32_t groups)
{
    static const int8_t only[16] = {-1, 0, 1, -1, 2, -1, -1, -1, 3, -1, -1, -1, -1, -1, -1, -1};
    impi_lanes early = impi_lanes_max(c->in_early, impi_lanes_swap(c->in_early));
    early = impi_lanes_max(early, impi_lanes_mix(early, 2, 3, early, 0, 1));
    int32_t side = -1;
    for (int32_t g = 0; g < groups; ++g)
    {
        int32_t may = 15 & ~impi_lanes_less(c->late[g], early);
        if (may)
        {
            side = side < 0 && only[may] >= 0 ? 4 * g + only[may] : IMP2_SMALL_COUNT * 4;
        }
    }
    return side < IMP2_SMALL_COUNT * 4 ? side : -1;
}

/// The time of a hit is above 0.
static inline float imp2i_some_time(float time)
{
    return time < IMP_MAGNITUDE_MIN ? IMP_MAGNITUDE_MIN : time;
}

#endif
