// SPDX-License-Identifier: MIT
//
// Wide trees inside: what a block of sixteen boxes answers in lanes, compiled once for each width. All widths give the
// same bits.

#ifndef IMP3I_BVH_KERNELS_H
#define IMP3I_BVH_KERNELS_H

#include "bvh3.h"

/// How upright boxes of one frame lie in another, in floats.
typedef struct imp3i_bvh_turn
{
    float turn[3][3];   // component i of axis j
    float reach[3][3];  // the same without signs, and a little more
    float shift[3];
    float point_doubt, box_doubt;  // what rounding may do to a coordinate of a point, and to a side of a box
} imp3i_bvh_turn;

/// Two wide trees: how each lies in the other's frame.
typedef struct imp3i_bvh_between
{
    imp3i_bvh_turn b_in_a, a_in_b;
} imp3i_bvh_between;

enum
{
    IMP3I_PACKED = 64,       // most triangles that are packed; a multiple of every width
    IMP3I_SIFTED_ABOVE = 8,  // bits of what was sifted
    IMP3I_SIFTED_SURE = 14
};

/// Triangles as structures of arrays, in A's frame: corner[c][k] is component k of corner c.
typedef struct imp3i_bvh_packed
{
    int32_t count;
    float corner[3][3][IMP3I_PACKED];
    float lower[3][IMP3I_PACKED], upper[3][IMP3I_PACKED];
    float normal[3][IMP3I_PACKED];   // twice their area long
    int32_t triangle[IMP3I_PACKED];  // which they are
} imp3i_bvh_packed;

/// A packed triangle that was sifted out: its place, and from IMP3I_SIFTED_ABOVE on which of its corners are above the
/// plane of the one it was held against, and which of that one's are above its own; IMP3I_SIFTED_SURE says that all
/// others are below.
typedef struct imp3i_bvh_sifted
{
    uint32_t code;
    float doubt;  // what a determinant of their corners may be off
} imp3i_bvh_sifted;

imp3i_bvh_turn imp3i_bvh_turn_of(const imp3i_bvh* tree, const imp3i_frame* frame);

typedef struct imp3i_bvh_kernels
{
    /// imp3i_bvh_meet.
    uint32_t (*meet)(const imp3i_box_block* block, const imp3i_probe* probe);

    /// Which boxes of a block of A meet each box of a block of B: rows[j] has those that meet box j. Only those of A that
    /// box_b, in B's frame, meets, and of the wanted ones of B those that box_a does are looked at. Returns how many rows that were.
    int32_t (*meet_blocks)(const imp3i_bvh_between* between, const imp3i_box_block* a, const imp3_box* box_a,
                           const imp3i_box_block* b, const imp3_box* box_b, uint32_t wanted,
                           uint16_t rows[IMP3I_BVH_CHILDREN]);

    /// Fills in all but the corners of packed triangles; turns them into A's frame first when they are B's, or null.
    void (*prepare_triangles)(imp3i_bvh_packed* packed, const imp3i_bvh_turn* turn);

    /// Sifts those that may touch the triangle at a place of others; a corner of B's may be off by the doubt. Returns
    /// how many.
    int32_t (*sift_triangles)(const imp3i_bvh_packed* packed, const imp3i_bvh_packed* others, int32_t place,
                              float doubt, imp3i_bvh_sifted* out);

    /// imp3i_bvh_reach.
    void (*reach)(const imp3i_box_block* block, const imp3i_probe* probe, float* out);

    /// imp3i_bvh_enter.
    uint32_t (*enter)(const imp3i_box_block* block, const imp3i_bvh_ray* ray, float until, float* out);

    /// imp3i_bvh_pierced; so many triangles from the first on, at most sixteen.
    uint32_t (*pierced)(const imp3i_bvh_triangles* triangles, int32_t first, int32_t count, const imp3i_bvh_ray* ray);

    /// imp3i_bvh_near and imp3i_bvh_touched.
    uint32_t (*near_ball)(const imp3i_box_block* block, const imp3i_bvh_ball* ball);
    uint32_t (*touched)(const imp3i_bvh_triangles* triangles, const int32_t* parts, int32_t count,
                        const imp3i_bvh_ball* ball);
} imp3i_bvh_kernels;

const imp3i_bvh_kernels* imp3i_bvh_kernels_scalar(void);
const imp3i_bvh_kernels* imp3i_bvh_kernels_four(void);
const imp3i_bvh_kernels* imp3i_bvh_kernels_avx2(void);
const imp3i_bvh_kernels* imp3i_bvh_kernels_avx512(void);

/// The kernels for a level of base/cpu.h, which the processor must have.
const imp3i_bvh_kernels* imp3i_bvh_kernels_of(int level);

/// Kernels of the widest level.
const imp3i_bvh_kernels* imp3i_bvh_kernels_now(void);

/// imp3i_bvh_enter for one who has the kernels at hand.
static inline uint32_t imp3i_bvh_enter_by(const imp3i_bvh_kernels* lanes, const imp3i_bvh* tree, int32_t group,
                                          const imp3i_bvh_ray* ray, float until, float out[IMP3I_BVH_CHILDREN])
{
    return tree->blocks ? lanes->enter(&tree->blocks[group], ray, until, out)
                        : imp3i_bvh_enter(tree, group, ray, until, out);
}

#endif
