// SPDX-License-Identifier: MIT
//
// Lanes of rows in the plane, and the passes for this processor.

#include "rows2.h"

#include "../base/cpu.h"

imp2i_row_impulses imp2i_row_get(const imp2i_rows* block, int32_t lane)
{
    const imp2i_point_rows *p = &block->points[0], *q = &block->points[1];
    imp2i_row_impulses r = {{p->impulse[lane], q->impulse[lane]},
                            block->side_impulse[lane],
                            {p->total[lane], q->total[lane]},
                            block->side_total[lane],
                            block->rolling_impulse[lane]};
    return r;
}

float imp2i_row_speed(const imp2i_rows* block, int32_t lane)
{
    float speed = 0.0f;
    for (int32_t k = 0; k < 2; ++k)
    {
        const imp2i_point_rows* p = &block->points[k];
        speed = p->total[lane] > 0.0f && -block->approach[k][lane] > speed ? -block->approach[k][lane] : speed;
    }
    return speed;
}

#include "../math/dim2.h"

#include "row_levels.inl"

#include "../math/dim_end.h"
