// SPDX-License-Identifier: MIT
//
// One triangle against many of another tree, for one width of lanes: those that it may touch.
//
// Triangles are left out that are beside the other along an upright axis, or all on one side of its plane, by more than
// errors can be. Corners of the tree that is turned are off by a doubt e, so a determinant of three differences of
// corners, whose bounds measure D in all, is off by 6 e D^2, and by 2^-20 D^3 for roundings; or by what is too small
// for floats. Edges are not asked: doubles decide about the rest, which is hardly more than what touches.

#ifndef KN
#include "../math/lanes_scalar.h"
#include "bvh_kernels3.h"
#define KN(name) name##_scalar
#endif

TARGET static inline LANES KN(least_of)(const LANES v[3])
{
    return MIN(MIN(v[0], v[1]), v[2]);
}

TARGET static inline LANES KN(most_of)(const LANES v[3])
{
    return MAX(MAX(v[0], v[1]), v[2]);
}

// a b - c d.
TARGET static inline LANES KN(cross_part)(LANES a, LANES b, LANES c, LANES d)
{
    return SUB(MUL(a, b), MUL(c, d));
}

// The last triangle again in the lanes behind it; corners into A's frame, when they are B's; bounds and normals.
TARGET static void KN(prepare_triangles)(imp3i_bvh_packed* p, const imp3i_bvh_turn* t)
{
    for (int32_t i = p->count; i % WIDTH != 0; ++i)
    {
        for (int k = 0; k < 9; ++k)
        {
            p->corner[k / 3][k % 3][i] = p->corner[k / 3][k % 3][p->count - 1];
        }
    }
    for (int32_t i = 0; i < p->count; i += WIDTH)
    {
        LANES at[3][3];  // [axis][corner]
        for (int c = 0; c < 3; ++c)
        {
            LANES x = LOAD(p->corner[c][0] + i), y = LOAD(p->corner[c][1] + i), z = LOAD(p->corner[c][2] + i);
            const LANES stored[3] = {x, y, z};
            for (int k = 0; k < 3; ++k)
            {
                at[k][c] = stored[k];
                if (t)
                {
                    at[k][c] = ADD(ADD(MUL(SPLAT(t->turn[k][0]), x), MUL(SPLAT(t->turn[k][1]), y)),
                                   ADD(MUL(SPLAT(t->turn[k][2]), z), SPLAT(t->shift[k])));
                    STORE(p->corner[c][k] + i, at[k][c]);
                }
            }
        }
        LANES u[3], v[3];
        for (int k = 0; k < 3; ++k)
        {
            STORE(p->lower[k] + i, KN(least_of)(at[k]));
            STORE(p->upper[k] + i, KN(most_of)(at[k]));
            u[k] = SUB(at[k][1], at[k][0]);
            v[k] = SUB(at[k][2], at[k][0]);
        }
        STORE(p->normal[0] + i, KN(cross_part)(u[1], v[2], u[2], v[1]));
        STORE(p->normal[1] + i, KN(cross_part)(u[2], v[0], u[0], v[2]));
        STORE(p->normal[2] + i, KN(cross_part)(u[0], v[1], u[1], v[0]));
    }
}

// Whether three heights are surely on one side; of what is no number, they are not.
TARGET static inline MASK KN(all_beside)(const LANES heights[3], LANES doubt)
{
    return OR(LESS(doubt, KN(least_of)(heights)), LESS(KN(most_of)(heights), SUB(SPLAT(0.0f), doubt)));
}

// Writes what is known of those lanes that are left.
TARGET static int32_t KN(list_sifted)(const LANES own[3], const LANES others[3], LANES doubt, int32_t first,
                                      uint32_t left, imp3i_bvh_sifted* out)
{
    uint32_t above[6], sure = left;
    float doubts[WIDTH];
    STORE(doubts, doubt);
    for (int c = 0; c < 6; ++c)
    {
        LANES height = c < 3 ? own[c] : others[c - 3];
        above[c] = BITS(LESS(doubt, height));
        sure &= above[c] | BITS(LESS(height, SUB(SPLAT(0.0f), doubt)));
    }
    int32_t count = 0;
    for (; left; left &= left - 1)
    {
        int32_t lane = impi_lowest_bit(left);
        uint32_t code = (uint32_t)(first + lane) | (sure >> lane & 1) << IMP3I_SIFTED_SURE;
        for (int c = 0; c < 6; ++c)
        {
            code |= (above[c] >> lane & 1) << (IMP3I_SIFTED_ABOVE + c);
        }
        out[count].code = code;
        out[count++].doubt = doubts[lane];
    }
    return count;
}

TARGET static int32_t KN(sift_triangles)(const imp3i_bvh_packed* p, const imp3i_bvh_packed* one, int32_t place,
                                         float doubt, imp3i_bvh_sifted* out)
{
    int32_t found = 0;
    for (int32_t i = 0; i < p->count; i += WIDTH)
    {
        LANES size = SPLAT(4.0f * doubt);
        MASK apart = LESS(size, size);
        for (int k = 0; k < 3; ++k)
        {
            LANES lower = LOAD(p->lower[k] + i), upper = LOAD(p->upper[k] + i);
            LANES own_lower = SPLAT(one->lower[k][place]), own_upper = SPLAT(one->upper[k][place]);
            apart = OR(apart, OR(LESS(ADD(own_upper, SPLAT(doubt)), lower), LESS(upper, SUB(own_lower, SPLAT(doubt)))));
            size = ADD(size, SUB(MAX(upper, own_upper), MIN(lower, own_lower)));
        }
        uint32_t left = p->count - i < WIDTH ? (1u << (p->count - i)) - 1 : (1u << WIDTH) - 1;
        left &= ~BITS(apart);
        if (!left)
        {
            continue;
        }
        LANES of_volume = ADD(SPLAT(6.0f * doubt), MUL(SPLAT(0x1p-20f), size));
        of_volume = ADD(MUL(of_volume, MUL(size, size)), SPLAT(0x1p-120f));
        LANES own[3], others[3];
        for (int c = 0; c < 3; ++c)
        {
            own[c] = others[c] = SPLAT(0.0f);
            for (int k = 0; k < 3; ++k)
            {
                LANES way = SUB(LOAD(p->corner[c][k] + i), SPLAT(one->corner[0][k][place]));
                own[c] = ADD(own[c], MUL(SPLAT(one->normal[k][place]), way));
                way = SUB(SPLAT(one->corner[c][k][place]), LOAD(p->corner[0][k] + i));
                others[c] = ADD(others[c], MUL(LOAD(p->normal[k] + i), way));
            }
        }
        left &= ~(BITS(KN(all_beside)(own, of_volume)) | BITS(KN(all_beside)(others, of_volume)));
        if (left)
        {
            found += KN(list_sifted)(own, others, of_volume, i, left, out + found);
        }
    }
    return found;
}
