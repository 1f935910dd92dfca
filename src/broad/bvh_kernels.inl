// SPDX-License-Identifier: MIT
//
// The kernels of trees at one width of lanes, and their table.

#include "bvh_leaves.inl"
#include "bvh_meet.inl"
#include "bvh_reach.inl"
#include "bvh_enter.inl"
#include "bvh_touch.inl"

const imp3i_bvh_kernels* KN(imp3i_bvh_kernels)(void)
{
    static const imp3i_bvh_kernels kernels = {KN(meet_block),       KN(meet_blocks), KN(prepare_triangles),
                                              KN(sift_triangles),   KN(reach_block), KN(enter_block),
                                              KN(pierce_triangles), KN(near_block),  KN(touch_triangles)};
    return &kernels;
}
