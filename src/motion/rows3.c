// SPDX-License-Identifier: MIT
//
// Lanes of rows in space, bodies that turn freely, and the passes for this processor.

#include "rows3.h"

#include "../base/cpu.h"
#include "same_impulse3.h"

#include <math.h>

#define ROUND 0x1p-10f  // part of the inertia: whose principal ones differ less turns like a ball

// The lever of an impulse along u and v (n x u = v, n x v = -u), and the twist about n, in the axes of the row.
static imp3i_spin lever_of(const float side[2][IMPI_ROW_LANES], const float* twist, int32_t lane)
{
    const imp3i_spin r = {twist[lane], -side[1][lane], side[0][lane]};
    return r;
}

imp3i_row_impulses imp3i_row_get(const imp3i_rows* block, int32_t lane)
{
    imp3i_row_impulses r;
    for (int32_t k = 0; k < IMP3I_POINTS; ++k)
    {
        r.normal[k] = block->points[k].impulse[lane];
        r.total[k] = block->points[k].total[lane];
    }
    r.tangent = lever_of(block->side_impulse, block->twist_impulse, lane);
    r.side_total = lever_of(block->side_total, block->twist_total, lane);
    const imp3i_spin rolling = {0.0f, block->rolling_impulse[0][lane], block->rolling_impulse[1][lane]};
    r.rolling = rolling;
    return r;
}

float imp3i_row_speed(const imp3i_rows* block, int32_t lane)
{
    float speed = 0.0f;
    for (int32_t k = 0; k < IMP3I_POINTS; ++k)
    {
        const imp3i_point_rows* p = &block->points[k];
        speed = p->total[lane] > 0.0f && -block->approach[k][lane] > speed ? -block->approach[k][lane] : speed;
    }
    return speed;
}

static bool turns_like_a_ball(imp3i_inertia m)
{
    float least = m.xx < m.yy ? m.xx : m.yy, most = m.xx < m.yy ? m.yy : m.xx;
    least = m.zz < least ? m.zz : least;
    most = m.zz > most ? m.zz : most;
    float off = fabsf(m.xy) + fabsf(m.yz) + fabsf(m.zx);
    return (most - least) + off <= ROUND * most;
}

void imp3i_body_force_turns(imp3i_body_force* d, imp3i_inertia inertia, imp3i_inertia inverse, imp3_rot q,
                            uint32_t locks)
{
    bool turns = (locks & IMP3I_TURN_LOCKS) == 0 && imp3i_inertia_some(inverse) && !turns_like_a_ball(inertia);
    d->turning.inertia = turns ? imp3i_inertia_turned(inertia, q) : imp3i_inertia_none();
    d->turning.inverse = turns ? inverse : imp3i_inertia_none();
}

imp3i_inertia imp3i_body_force_follow(imp3i_body_force* d, imp3i_solver_body* m, imp3i_inertia inertia,
                                      imp3i_inertia inverse, imp3_rot q)
{
    imp3i_inertia before = d->turning.inertia, now = imp3i_inertia_turned(inverse, q);
    imp3i_spin turned = imp3i_spin_sub(imp3i_spin_sub(m->spin, d->before_spin), d->turning.bent);
    d->turning.bent = imp3i_spin_add(d->turning.bent, imp3i_spin_sub(turned, imp3i_same_impulse(turned, before, now)));
    d->added_spin = imp3i_same_impulse(d->added_spin, before, now);
    d->turning.inertia = imp3i_inertia_turned(inertia, q);
    m->has_turned = 1.0f;
    return now;
}

#include "../math/dim3.h"

#include "row_levels.inl"

#include "../math/dim_end.h"
