// SPDX-License-Identifier: MIT
//
// A ray against sixteen upright boxes, and against the triangles of a leaf, for one width of lanes.
//
// Boxes: slabs (Kay and Kajiya 1986). The difference of two floats has the right sign; it, inverse and the product are
// rounded, so times are off by less than 2^-21 of themselves, or by less than the smallest normal float, and are moved
// that much apart at the end. No number is none: inverse is finite, and no difference is infinite but with the empty box,
// which is never entered.
//
// Triangles: on which sides of the ray's line their edges pass, by the sign of way . (a x e), where a leads from the ray's
// start to a corner and e along the edge (Pluecker coordinates; as seen from the start, numbers are as small as they can
// be). The greatest component of way is less than 2. Each of six terms is rounded eight times: together they are off by
// less than 2^-19 of the sum of |e| times the greatest |a|, and by as much as from is. Edges within that tell nothing.

#ifndef KN
#include "../math/lanes_scalar.h"
#include "bvh_kernels3.h"
#define KN(name) name##_scalar
#endif

#include <float.h>

TARGET static uint32_t KN(enter_block)(const imp3i_box_block* block, const imp3i_bvh_ray* ray, float until, float* out)
{
    const float* const sides[6] = {block->lower[0], block->lower[1], block->lower[2],
                                   block->upper[0], block->upper[1], block->upper[2]};
    const float *near[3], *far[3];
    LANES near_from[3], far_from[3], inverse[3];
    for (int k = 0; k < 3; ++k)
    {
        near[k] = sides[ray->near_side[k]];
        far[k] = sides[ray->far_side[k]];
        near_from[k] = SPLAT(ray->near_from[k]);
        far_from[k] = SPLAT(ray->far_from[k]);
        inverse[k] = SPLAT(ray->inverse[k]);
    }
    uint32_t entered = 0;
    for (int i = 0; i < IMPI_LANES_OF_BLOCK; i += WIDTH)
    {
        LANES first = MAX(MUL(SUB(LOAD(near[0] + i), near_from[0]), inverse[0]), SPLAT(0.0f));
        LANES last = MUL(SUB(LOAD(far[0] + i), far_from[0]), inverse[0]);
        for (int k = 1; k < 3; ++k)
        {
            first = MAX(MUL(SUB(LOAD(near[k] + i), near_from[k]), inverse[k]), first);
            last = MIN(MUL(SUB(LOAD(far[k] + i), far_from[k]), inverse[k]), last);
        }
        first = MUL(first, SPLAT(1.0f - 0x1p-21f));
        last = MIN(ADD(MUL(last, SPLAT(1.0f + 0x1p-21f)), SPLAT(FLT_MIN)), SPLAT(until));
        STORE(out + i, first);
        entered |= BITS(AT_MOST(first, last)) << i;
    }
    return entered;
}

// Corners of triangles, one triangle in each lane.
typedef struct KN(corners)
{
    LANES x[3], y[3], z[3];
} KN(corners);

// Loads the corners of WIDTH triangles, by their numbers.
TARGET static inline void KN(load_corners)(const imp3i_bvh_triangles* t, const int32_t* parts, KN(corners) * out)
{
    const void* corner[3][WIDTH];
    for (int32_t i = 0; i < WIDTH; ++i)
    {
        const int32_t* three = t->corners + 3 * (size_t)parts[i];
        corner[0][i] = &t->points[three[0]];
        corner[1][i] = &t->points[three[1]];
        corner[2][i] = &t->points[three[2]];
    }
    for (int k = 0; k < 3; ++k)
    {
        LANES four[1][4];
        LOAD_FOURS(corner[k], 0, 1, sizeof(imp3_vec), four);
        out->x[k] = four[0][0];
        out->y[k] = four[0][1];
        out->z[k] = four[0][2];
    }
}

TARGET static uint32_t KN(pierce_triangles)(const imp3i_bvh_triangles* t, int32_t first, int32_t count,
                                            const imp3i_bvh_ray* ray)
{
    LANES wx = SPLAT(ray->way.x), wy = SPLAT(ray->way.y), wz = SPLAT(ray->way.z), doubt = SPLAT(ray->doubt);
    LANES from_x = SPLAT(ray->from.x), from_y = SPLAT(ray->from.y), from_z = SPLAT(ray->from.z);
    uint32_t pierced = 0;
    for (int32_t i = 0; i < count; i += WIDTH)
    {
        KN(corners) c;
        int32_t parts[WIDTH];
        for (int32_t k = 0; k < WIDTH; ++k)
        {
            parts[k] = first + (i + k < count ? i + k : count - 1);
        }
        KN(load_corners)(t, parts, &c);
        MASK left = LESS(SPLAT(1.0f), SPLAT(0.0f)), right = left;
        for (int k = 0; k < 3; ++k)
        {
            int j = k < 2 ? k + 1 : 0;
            LANES ax = SUB(c.x[k], from_x), ay = SUB(c.y[k], from_y), az = SUB(c.z[k], from_z);
            LANES ex = SUB(c.x[j], c.x[k]), ey = SUB(c.y[j], c.y[k]), ez = SUB(c.z[j], c.z[k]);
            LANES side = MUL(wx, SUB(MUL(ay, ez), MUL(az, ey)));
            side = ADD(side, MUL(wy, SUB(MUL(az, ex), MUL(ax, ez))));
            side = ADD(side, MUL(wz, SUB(MUL(ax, ey), MUL(ay, ex))));
            LANES much = ADD(MUL(ADD(ADD(ABS(ex), ABS(ey)), ABS(ez)), doubt), SPLAT(FLT_MIN));
            left = OR(left, LESS(much, side));
            right = OR(right, LESS(side, SUB(SPLAT(0.0f), much)));
        }
        pierced |= BITS(NOT(AND(left, right))) << i;
    }
    return pierced & ((1u << count) - 1u);
}
