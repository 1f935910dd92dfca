// SPDX-License-Identifier: MIT
//
// The inner loop of points, for one width of lanes and one number of dimensions: one point against a row of others.

#ifndef AXES
#include "../math/dim3.h"
#include "../math/lanes_scalar.h"
#include "index3.h"
#define KN(name) FNI(name##_scalar)
#endif

TARGET static void KN(near)(const FNI(cloud) * cloud, int32_t point, int32_t first, int32_t end, FNI(sink) * sink)
{
    LANES here[AXES];
    for (int k = 0; k < AXES; ++k)
    {
        here[k] = SPLAT(cloud->at[k][point]);
    }
    const LANES sure = SPLAT(cloud->sure), most = SPLAT(cloud->most);
    for (int32_t i = first; i < end; i += WIDTH)
    {
        LANES square = SPLAT(0.0f);
        for (int k = 0; k < AXES; ++k)
        {
            LANES away = SUB(LOAD(cloud->at[k] + i), here[k]);
            square = ADD(square, MUL(away, away));
        }
        uint32_t all = end - i < WIDTH ? (1u << (end - i)) - 1 : ~0u >> (32 - WIDTH);
        uint32_t found = (BITS(LESS(most, square)) ^ all) & all, doubt = (BITS(LESS(square, sure)) ^ all) & found;
        for (; found; found &= found - 1)
        {
            int32_t lane = impi_lowest_bit(found), other = i + lane;
            if ((doubt >> lane & 1) && !FNI(points_near)(cloud, point, other))
            {
                continue;
            }
            if (sink->count < sink->capacity)
            {
                int32_t a = cloud->numbers[point], b = cloud->numbers[other];
                uint64_t low = (uint64_t)(a < b ? a : b), high = (uint64_t)(a < b ? b : a);
                sink->keys[sink->count] = low << cloud->shift | high;
            }
            ++sink->count;
        }
    }
}
