// SPDX-License-Identifier: MIT
//
// An oriented box with a radius against sixteen upright boxes, for one width of lanes: separating axes.
//
// An axis of the boxes is a comparison of sides. Along an axis u of the probe, the middles are |u (m - c)| apart, and a
// box reaches |u| h to both sides of its middle, the probe its half. Twice of all is compared, which saves halving.
// Errors: m - c and h are rounded, and so are products and sums, by less than 2^-21 of |m - c| + h. A box that no upright
// axis separates has |m - c| <= h + extent; so a little of h, of the extent and of c is added once.
// A free lane is inside out: no comparison with it is true.
// Tried and dropped: axes across an edge of each. Of two scanned meshes they part a tenth of the pairs of boxes that are
// left, and cost what that saves.

#ifndef KN
#include "../math/lanes_scalar.h"
#include "bvh_kernels3.h"
#define KN(name) name##_scalar
#endif

// Lanes, of WIDTH from i on, that upright axes do not separate.
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

// Lanes that an axis of the probe does not separate; reach is twice what the probe extends along it.
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

// Bounds of sixteen boxes that are turned and moved, rounded outward; of a free lane they are no numbers.
TARGET static void KN(turn_block)(const imp3i_box_block* from, const imp3i_bvh_turn* t, imp3i_box_block* to)
{
    const LANES half = SPLAT(0.5f);
    for (int i = 0; i < IMPI_LANES_OF_BLOCK; i += WIDTH)
    {
        LANES middle[3], size[3];
        for (int k = 0; k < 3; ++k)
        {
            LANES lower = LOAD(from->lower[k] + i), upper = LOAD(from->upper[k] + i);
            middle[k] = MUL(half, ADD(lower, upper));
            size[k] = MUL(half, SUB(upper, lower));
        }
        for (int k = 0; k < 3; ++k)
        {
            LANES at = ADD(MUL(SPLAT(t->turn[k][0]), middle[0]), MUL(SPLAT(t->turn[k][1]), middle[1]));
            LANES far = ADD(MUL(SPLAT(t->reach[k][0]), size[0]), MUL(SPLAT(t->reach[k][1]), size[1]));
            at = ADD(at, ADD(MUL(SPLAT(t->turn[k][2]), middle[2]), SPLAT(t->shift[k])));
            far = ADD(far, ADD(MUL(SPLAT(t->reach[k][2]), size[2]), SPLAT(t->box_doubt)));
            STORE(to->lower[k] + i, SUB(at, far));
            STORE(to->upper[k] + i, ADD(at, far));
        }
    }
}

// Lanes, of WIDTH from i on, that meet a box given by six numbers.
TARGET static inline MASK KN(meet_block_sides)(const imp3i_box_block* block, int i, const LANES lower[3],
                                               const LANES upper[3])
{
    MASK in = AND(AT_MOST(LOAD(block->lower[0] + i), upper[0]), AT_MOST(lower[0], LOAD(block->upper[0] + i)));
    in = AND(in, AND(AT_MOST(LOAD(block->lower[1] + i), upper[1]), AT_MOST(lower[1], LOAD(block->upper[1] + i))));
    return AND(in, AND(AT_MOST(LOAD(block->lower[2] + i), upper[2]), AT_MOST(lower[2], LOAD(block->upper[2] + i))));
}

TARGET static uint32_t KN(meet_whole)(const imp3i_box_block* block, const imp3_box* box)
{
    const LANES lower[3] = {SPLAT(box->lower.x), SPLAT(box->lower.y), SPLAT(box->lower.z)};
    const LANES upper[3] = {SPLAT(box->upper.x), SPLAT(box->upper.y), SPLAT(box->upper.z)};
    uint32_t found = 0;
    for (int i = 0; i < IMPI_LANES_OF_BLOCK; i += WIDTH)
    {
        found |= BITS(KN(meet_block_sides)(block, i, lower, upper)) << i;
    }
    return found;
}

// All boxes of one side are turned at once, then each row is compared along the axes of both frames.
TARGET static int32_t KN(meet_blocks)(const imp3i_bvh_between* between, const imp3i_box_block* a, const imp3_box* box_a,
                                      const imp3i_box_block* b, const imp3_box* box_b, uint32_t wanted,
                                      uint16_t rows[IMP3I_BVH_CHILDREN])
{
    imp3i_box_block a_seen, b_seen;
    KN(turn_block)(b, &between->b_in_a, &b_seen);
    uint32_t left = wanted & KN(meet_whole)(&b_seen, box_a);
    for (int j = 0; j < IMP3I_BVH_CHILDREN; ++j)
    {
        rows[j] = 0;
    }
    if (!left)
    {
        return 0;
    }
    KN(turn_block)(a, &between->a_in_b, &a_seen);
    const uint32_t columns = KN(meet_whole)(&a_seen, box_b);
    const int32_t count = impi_count_bits(left);
    for (; left && columns; left &= left - 1)
    {
        const int32_t j = impi_lowest_bit(left);
        LANES lower[3], upper[3], own_lower[3], own_upper[3];
        for (int k = 0; k < 3; ++k)
        {
            lower[k] = SPLAT(b_seen.lower[k][j]);
            upper[k] = SPLAT(b_seen.upper[k][j]);
            own_lower[k] = SPLAT(b->lower[k][j]);
            own_upper[k] = SPLAT(b->upper[k][j]);
        }
        uint32_t found = 0;
        for (int i = 0; i < IMPI_LANES_OF_BLOCK; i += WIDTH)
        {
            MASK in = KN(meet_block_sides)(a, i, lower, upper);
            found |= BITS(AND(in, KN(meet_block_sides)(&a_seen, i, own_lower, own_upper))) << i;
        }
        rows[j] = (uint16_t)(found & columns);
    }
    return count;
}
