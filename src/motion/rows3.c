// SPDX-License-Identifier: MIT
//
// What a lane of rows in space has, bodies that turn freely, and the passes for this processor.

#include "rows3.h"

#include "../base/cpu.h"

#include <math.h>

#define STEP_ANGLE 0.25  // most angle of a step of free rotation [rad], but for most steps
#define ROUND 0x1p-10f   // part of the inertia: whose principal ones differ less turns like a ball

enum
{
    NEWTON_STEPS = 4,
    MOST_STEPS = 16
};

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
    d->turning.inverse = turns ? imp3i_inertia_turned(inverse, q) : imp3i_inertia_none();
}

// Half the mean spin of a step of free rotation, times a time: the tangent of half the angle, along the axis. The
// momentum is told in the axes of the inertia.
//
// The implicit midpoint rule keeps all that is quadratic in the momentum: its length and the energy, at any step.
// It turns the momentum by the rotation of Cayley of the mean spin, so turning the body by the same keeps the
// momentum in the world. That holds for any time, and with the tangent steady rotation is right. In floats, rods
// 100 : 1 gained spin about their axes by rounding. Source: Austin, Krishnaprasad, Wang 1993; Newton's method.
static imp3i_dvec half_turn_at_midpoint(imp3i_dinertia inverse, imp3i_dvec momentum, double time)
{
    imp3i_dvec spin = imp3i_dinertia_apply(inverse, momentum), middle = momentum;
    double speed = imp3i_dspin_length(spin), x = 0.5 * time * speed;
    x = x < 0.785398163397448 ? x : 0.785398163397448;
    double tangent = x * (15.0 - x * x) / (15.0 - 6.0 * x * x), half = speed > 0.0 ? tangent / speed : 0.0;
    const imp3i_dvec axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    for (int32_t i = 0; i < NEWTON_STEPS; ++i)
    {
        spin = imp3i_dinertia_apply(inverse, middle);
        imp3i_dvec j[3], off = imp3i_dsub(middle, momentum);
        off = imp3i_dsub(off, imp3i_dscale(imp3i_dcross(middle, spin), half));
        for (int32_t k = 0; k < 3; ++k)
        {
            imp3i_dvec by = imp3i_dcross(middle, imp3i_dinertia_apply(inverse, axes[k]));
            j[k] = imp3i_dsub(axes[k], imp3i_dscale(imp3i_dadd(imp3i_dcross(axes[k], spin), by), half));
        }
        imp3i_dvec vw = imp3i_dcross(j[1], j[2]), wu = imp3i_dcross(j[2], j[0]), uv = imp3i_dcross(j[0], j[1]);
        double volume = imp3i_ddot(j[0], vw), share = volume > 0.0 || volume < 0.0 ? 1.0 / volume : 0.0;
        middle.x -= imp3i_ddot(vw, off) * share;
        middle.y -= imp3i_ddot(wu, off) * share;
        middle.z -= imp3i_ddot(uv, off) * share;
    }
    return imp3i_dscale(imp3i_dinertia_apply(inverse, middle), half);
}

imp3_quat imp3i_turn_far(imp3i_inertia inverse, imp3_vec momentum, float time, imp3_quat q)
{
    imp3i_dinertia own = imp3i_dinertia_of(inverse);
    imp3i_dvec l = imp3i_dvec_of(momentum), v = {q.x, q.y, q.z};
    double w = q.w;
    int32_t steps = 1;
    for (int32_t i = 0; i < steps; ++i)
    {
        // r - 2 w (v x r) + 2 v x (v x r): turned back.
        imp3i_dvec first = imp3i_dcross(v, l), second = imp3i_dcross(v, first);
        imp3i_dvec seen = imp3i_dadd(l, imp3i_dscale(imp3i_dsub(second, imp3i_dscale(first, w)), 2.0));
        if (i == 0)
        {
            double needed = imp3i_dspin_length(imp3i_dinertia_apply(own, seen)) * (double)time / STEP_ANGLE;
            steps = needed < (double)MOST_STEPS ? 1 + (int32_t)needed : MOST_STEPS;
        }
        imp3i_dvec by = half_turn_at_midpoint(own, seen, (double)time / steps);
        imp3i_dvec along = imp3i_dadd(imp3i_dadd(v, imp3i_dscale(by, w)), imp3i_dcross(v, by));
        double left = w - imp3i_ddot(v, by), length = sqrt(imp3i_ddot(along, along) + left * left);
        v = imp3i_dscale(along, 1.0 / length);
        w = left / length;
    }
    const imp3_quat r = {(float)v.x, (float)v.y, (float)v.z, (float)w};
    return r;
}

// A change of spin that the same impulse makes with another inertia.
static imp3i_spin same_impulse(imp3i_spin spin, imp3i_inertia inertia, imp3i_inertia inverse)
{
    imp3i_dspin impulse = imp3i_dinertia_apply(imp3i_dinertia_of(inertia), imp3i_dspin_of(spin));
    return imp3i_spin_of(imp3i_dinertia_apply(imp3i_dinertia_of(inverse), impulse));
}

void imp3i_body_force_follow(imp3i_body_force* d, const imp3i_solver_body* m, imp3i_inertia inertia,
                             imp3i_inertia inverse, imp3_rot q)
{
    imp3i_inertia before = d->turning.inertia, now = imp3i_inertia_turned(inverse, q);
    imp3i_spin turned = imp3i_spin_sub(imp3i_spin_sub(m->spin, d->before_spin), d->turning.bent);
    d->turning.bent = imp3i_spin_add(d->turning.bent, imp3i_spin_sub(turned, same_impulse(turned, before, now)));
    d->added_spin = same_impulse(d->added_spin, before, now);
    d->turning.inertia = imp3i_inertia_turned(inertia, q);
}

#include "../math/dim3.h"

#include "row_levels.inl"

#include "../math/dim_end.h"
