// SPDX-License-Identifier: MIT
//
// Free rotation of a body that turns far in a sub-step: no step of third order holds its energy there (row_turn3.inl has that
// of slower ones), so it takes several steps of a rule that keeps energy and momentum whatever their length.

#include "../math/spin3.h"
#include "row_blocks3.h"

#include <math.h>

#define STEP_ANGLE 0.25  // most angle of a step [rad], but for most steps

enum
{
    NEWTON_STEPS = 4,
    MOST_STEPS = 16
};

// Half the mean spin of a step of free rotation, times a time: the tangent of half the angle, along the axis. The
// momentum is given in the axes of the inertia.
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
