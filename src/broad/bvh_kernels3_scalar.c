// SPDX-License-Identifier: MIT
//
// What blocks of wide trees answer, one lane at a time.

#include "bvh_kernels3.h"

#include "../math/lanes_scalar.h"

#define KN(name) name##_scalar

#include "bvh_leaves.inl"
#include "bvh_meet.inl"
#include "bvh_reach.inl"
#include "bvh_enter.inl"

const imp3i_bvh_kernels* imp3i_bvh_kernels_scalar(void)
{
    static const imp3i_bvh_kernels kernels = {KN(meet_block),      KN(meet_blocks), KN(prepare_triangles),
                                              KN(sift_triangles),  KN(reach_block), KN(enter_block),
                                              KN(pierce_triangles)};
    return &kernels;
}

#include "../math/lanes_end.h"
