// SPDX-License-Identifier: MIT
//
// Bounding volumes of some triangles, for the builders and for those who refit.

#ifndef IMP3I_BVH_VOLUME_H
#define IMP3I_BVH_VOLUME_H

#include "bvh3.h"

/// Cost of a volume where meshes meet, as multiples of an upright box of the same surface. Measured: the test of an
/// oriented box takes 0.9, as in another frame both are turned; that of a sphere 0.45, but where it lets more through than
/// another volume, that costs more than the test saves.
#define IMP3I_BVH_COST_BALL 0.8
#define IMP3I_BVH_COST_OBB 0.9

/// Some triangles that follow each other: those that order has from first on, or they themselves when it is null.
typedef struct imp3i_bvh_some
{
    const imp3i_bvh_triangles* triangles;
    const int32_t* order;
    int32_t first, count;
} imp3i_bvh_some;

imp3i_ball imp3i_bvh_ball_of(const imp3i_bvh_some* some);
imp3i_obb imp3i_bvh_obb_of(const imp3i_bvh_some* some);

/// The oriented box with these axes.
imp3i_obb imp3i_bvh_obb_along(const imp3i_bvh_some* some, imp3_rot turn);

double imp3i_bvh_surface(const imp3_volume* volume);
imp3_volume imp3i_bvh_volume_of_box(imp3_box box);
imp3_volume imp3i_bvh_volume_of_ball(imp3i_ball ball);
imp3_volume imp3i_bvh_volume_of_obb(imp3i_obb obb);

#endif
