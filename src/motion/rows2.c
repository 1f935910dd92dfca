// SPDX-License-Identifier: MIT
//
// The passes for this processor, and what a lane has.

#include "rows2.h"

#include "../base/cpu.h"

const imp2i_body_sim imp2i_nobody = {.row = ~0};

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

const imp2i_row_passes* imp2i_row_passes_at(int level)
{
#if defined(IMPI_WIDE)
    if (level >= IMPI_LEVEL_AVX512)
    {
        return &imp2i_row_passes_avx512;
    }
    if (level == IMPI_LEVEL_AVX2)
    {
        return &imp2i_row_passes_avx2;
    }
#endif
#if defined(IMPI_FOUR)
    if (level >= IMPI_LEVEL_FOUR)
    {
        return &imp2i_row_passes_four;
    }
#endif
    (void)level;
    return &imp2i_row_passes_scalar;
}
