// SPDX-License-Identifier: MIT
//
// Wide trees inside: what a block of sixteen boxes answers in lanes, compiled once for each width. All widths give the
// same bits.

#ifndef IMP3I_BVH_KERNELS_H
#define IMP3I_BVH_KERNELS_H

#include "bvh3.h"

typedef struct imp3i_bvh_kernels
{
    /// imp3i_bvh_meet.
    uint32_t (*meet)(const imp3i_box_block* block, const imp3i_probe* probe);
} imp3i_bvh_kernels;

const imp3i_bvh_kernels* imp3i_bvh_kernels_scalar(void);
const imp3i_bvh_kernels* imp3i_bvh_kernels_four(void);
const imp3i_bvh_kernels* imp3i_bvh_kernels_avx2(void);
const imp3i_bvh_kernels* imp3i_bvh_kernels_avx512(void);

/// The kernels for a level of base/cpu.h, which the processor must have.
const imp3i_bvh_kernels* imp3i_bvh_kernels_of(int level);

/// Those of the widest level.
const imp3i_bvh_kernels* imp3i_bvh_kernels_now(void);

#endif
