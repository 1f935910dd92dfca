// SPDX-License-Identifier: MIT
//
// An oriented box with a radius against sixteen upright boxes, for one width of lanes: separating axes.
//
// An axis of the boxes is a comparison of sides. Along an axis u of the probe, the middles are |u (m - c)| apart, and a
// box reaches |u| h to both sides of its middle, the probe its half. Twice of all is compared, which saves halving.
// Errors: m - c and h are rounded, and so are products and sums, by less than 2^-21 of |m - c| + h. A box that no upright
// axis separates has |m - c| <= h + extent; so a little of h, of the extent and of c is added once.
// A free lane is inside out: no comparison with it is true.

#ifndef KN
#include "../math/lanes_scalar.h"
#include "bvh_kernels3.h"
#define KN(name) name##_scalar
#endif

// Of WIDTH lanes from i on, those that upright axes do not separate.
TARGET static inline MASK KN(meet_upright)(const imp3i_box_block* block, const imp3i_probe* p, int i)
{
    MASK in = AND(AT_MOST(LOAD(block->lower[0] + i), SPLAT(p->center.x + p->extent.x)),
                  AT_MOST(SPLAT(p->center.x - p->extent.x), LOAD(block->upper[0] + i)));
    in = AND(in, AT_MOST(LOAD(block->lower[1] + i), SPLAT(p->center.y + p->extent.y)));
    in = AND(in, AT_MOST(SPLAT(p->center.y - p->extent.y), LOAD(block->upper[1] + i)));
    in = AND(in, AT_MOST(LOAD(block->lower[2] + i), SPLAT(p->center.z + p->extent.z)));
    return AND(in, AT_MOST(SPLAT(p->center.z - p->extent.z), LOAD(block->upper[2] + i)));
}

// Twice the way from the probe's centre to the middles of boxes, and their sizes.
typedef struct KN(spans)
{
    LANES way[3], size[3];
} KN(spans);

TARGET static inline KN(spans) KN(measure_spans)(const imp3i_box_block* block, const imp3i_probe* p, int i)
{
    const float center[3] = {p->center.x, p->center.y, p->center.z};
    KN(spans) r;
    for (int k = 0; k < 3; ++k)
    {
        LANES lower = LOAD(block->lower[k] + i), upper = LOAD(block->upper[k] + i);
        r.way[k] = SUB(ADD(lower, upper), SPLAT(2.0f * center[k]));
        r.size[k] = SUB(upper, lower);
    }
    return r;
}

// Those that an axis of the probe does not separate; reach is twice what the probe extends along it.
TARGET static inline MASK KN(meet_along)(const KN(spans) * s, imp3_vec axis, float reach)
{
    const float more = 1.0f + 0x1p-18f;
    LANES way = ADD(ADD(MUL(SPLAT(axis.x), s->way[0]), MUL(SPLAT(axis.y), s->way[1])), MUL(SPLAT(axis.z), s->way[2]));
    LANES far = ADD(MUL(SPLAT(fabsf(axis.x) * more), s->size[0]), MUL(SPLAT(fabsf(axis.y) * more), s->size[1]));
    far = ADD(ADD(far, MUL(SPLAT(fabsf(axis.z) * more), s->size[2])), SPLAT(reach));
    return AT_MOST(ABS(way), far);
}

TARGET static uint32_t KN(meet_block)(const imp3i_box_block* block, const imp3i_probe* p)
{
    float more = 0x1p-18f * (fabsf(p->center.x) + fabsf(p->center.y) + fabsf(p->center.z) + p->extent.x + p->extent.y +
                             p->extent.z);
    uint32_t found = 0;
    for (int i = 0; i < IMPI_LANES_OF_BLOCK; i += WIDTH)
    {
        MASK in = KN(meet_upright)(block, p, i);
        KN(spans) s = KN(measure_spans)(block, p, i);
        in = AND(in, KN(meet_along)(&s, p->turn.x, 2.0f * (p->half.x + p->radius) + more));
        in = AND(in, KN(meet_along)(&s, p->turn.y, 2.0f * (p->half.y + p->radius) + more));
        in = AND(in, KN(meet_along)(&s, p->turn.z, 2.0f * (p->half.z + p->radius) + more));
        found |= BITS(in) << i;
    }
    return found;
}
