// SPDX-License-Identifier: MIT
//
// What blocks of wide trees answer, eight lanes at a time.

#include "bvh_kernels3.h"

#ifdef IMPI_WIDE

#include "../math/lanes_avx2.h"

#define KN(name) name##_avx2

#include "bvh_leaves.inl"
#include "bvh_meet.inl"
#include "bvh_reach.inl"
#include "bvh_enter.inl"

const imp3i_bvh_kernels* imp3i_bvh_kernels_avx2(void)
{
    static const imp3i_bvh_kernels kernels = {KN(meet_block),      KN(meet_blocks), KN(prepare_triangles),
                                              KN(sift_triangles),  KN(reach_block), KN(enter_block),
                                              KN(pierce_triangles)};
    return &kernels;
}

#include "../math/lanes_end.h"

#endif
