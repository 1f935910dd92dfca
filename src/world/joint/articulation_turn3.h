// SPDX-License-Identifier: MIT
//
// Turning of joints in the coordinates that their values are, in space, in doubles: the rotation of three values, the
// spins of their rates, and what these spins add to the acceleration as they change.
//
// A twist t about x, then a swing by the rotation vector s = (0, y, z): R = exp(s) Rx(t). The spin of their rates,
// in frame A, is exp(s) x t' + J(s) s', where J = 1 + a [s] + b [s]^2 is the left Jacobian of the rotations (Bullo,
// Murray 1995), with a = (1 - cos h) / h^2, b = (h - sin h) / h^3 and h = |s|. The power series of a, b and their
// derivatives by h^2 are summed: they are even in h and need no special case at 0.

#ifndef IMP3I_ARTICULATION_TURN_H
#define IMP3I_ARTICULATION_TURN_H

#include "joint_axes3.h"

#define IMP3I_SWING_MOST 3.1415926  // beyond a half turn a swing has another name

static inline imp3i_dspin imp3i_dspin_cross(imp3i_dspin a, imp3i_dspin b)
{
    return imp3i_dcross(a, b);
}

/// A spin in the world, from its components in a frame.
static inline imp3i_dspin imp3i_dspin_in_world(imp3i_drot frame, imp3i_dspin own)
{
    return imp3i_drot_apply(frame, own);
}

/// The components of a spin in a frame.
static inline imp3i_dspin imp3i_dspin_seen(imp3i_drot frame, imp3i_dspin spin)
{
    return imp3i_drot_apply_inverse(frame, spin);
}

/// An inertia in the world, from its components in a frame.
static inline imp3i_dinertia imp3i_dinertia_in_world(imp3i_drot q, imp3i_dinertia i)
{
    const imp3i_dvec x = {i.xx, i.xy, i.zx}, y = {i.xy, i.yy, i.yz}, z = {i.zx, i.yz, i.zz};
    // The rows, turned, are the columns of a matrix whose rows are turned once more.
    const imp3i_dvec a = imp3i_drot_apply(q, x), b = imp3i_drot_apply(q, y), c = imp3i_drot_apply(q, z);
    const imp3i_dvec rows[3] = {{a.x, b.x, c.x}, {a.y, b.y, c.y}, {a.z, b.z, c.z}};
    const imp3i_dvec m = imp3i_drot_apply(q, rows[0]), n = imp3i_drot_apply(q, rows[1]),
                     o = imp3i_drot_apply(q, rows[2]);
    const imp3i_dinertia r = {m.x, n.y, o.z, m.y, n.z, o.x};
    return r;
}

/// The product of rotations a b: b is within the frame that a turns.
static inline imp3i_drot imp3i_drot_within(imp3i_drot a, imp3i_drot b)
{
    const imp3i_drot r = {imp3i_drot_apply(a, b.x), imp3i_drot_apply(a, b.y), imp3i_drot_apply(a, b.z)};
    return r;
}

/// The rotation back.
static inline imp3i_drot imp3i_drot_back(imp3i_drot q)
{
    const imp3i_drot r = {{q.x.x, q.y.x, q.z.x}, {q.x.y, q.y.y, q.z.y}, {q.x.z, q.y.z, q.z.z}};
    return r;
}

/// Axis i of a frame.
static inline imp3i_dvec imp3i_drot_axis(imp3i_drot q, int32_t i)
{
    return i == 0 ? q.x : i == 1 ? q.y : q.z;
}

static inline double* imp3i_dspin_numbers(imp3i_dspin* spin)
{
    return &spin->x;
}

static inline imp3i_dvec imp3i_swing_of(const double* values)
{
    const imp3i_dvec s = {0.0, values[1], values[2]};
    return s;
}

/// Whether a rotation has these values of turning and no others.
static inline bool imp3i_turn_is_unique(const double* values)
{
    return values[1] * values[1] + values[2] * values[2] <= IMP3I_SWING_MOST * IMP3I_SWING_MOST;
}

/// a, b, and twice their derivatives by h^2.
static inline void imp3i_turn_series(imp3i_dvec swing, double* of)
{
    const double square = imp3i_ddot(swing, swing);
    double a = 0.5, b = 1.0 / 6.0;  // the terms of h^(2 k)
    of[0] = a;
    of[1] = b;
    of[2] = of[3] = 0.0;
    for (int32_t k = 1; k < 20; ++k)
    {
        const double n = 2.0 * k;
        // The derivative: n times the term, by h^2 less.
        const double a_less = -a / ((n + 1.0) * (n + 2.0)), b_less = -b / ((n + 2.0) * (n + 3.0));
        of[2] += n * a_less;
        of[3] += n * b_less;
        a = a_less * square;
        b = b_less * square;
        of[0] += a;
        of[1] += b;
    }
}

/// J(s) v.
static inline imp3i_dvec imp3i_swing_spin(imp3i_dvec swing, const double* of, imp3i_dvec v)
{
    const imp3i_dvec across = imp3i_dcross(swing, v);
    return imp3i_dadd_scaled(imp3i_dadd_scaled(v, across, of[0]), imp3i_dcross(swing, across), of[1]);
}

/// The rotation of frame B in frame A.
static inline imp3i_drot imp3i_turn_rot(const double* values)
{
    const imp3i_drot swing = imp3i_drot_of_spin(imp3i_swing_of(values), 1.0);
    const imp3i_dspin about_x = {values[0], 0.0, 0.0};
    return imp3i_drot_within(swing, imp3i_drot_of_spin(about_x, 1.0));
}

/// The spins of the rates, one of each, in frame A.
static inline void imp3i_turn_axes(const double* values, imp3i_dspin* axes)
{
    const imp3i_dvec swing = imp3i_swing_of(values), y = {0.0, 1.0, 0.0}, z = {0.0, 0.0, 1.0};
    double of[4];
    imp3i_turn_series(swing, of);
    axes[0] = imp3i_drot_of_spin(swing, 1.0).x;
    axes[1] = imp3i_swing_spin(swing, of, y);
    axes[2] = imp3i_swing_spin(swing, of, z);
}

/// The acceleration of the spin at constant rates: d(exp(s) x) t' + dJ(s) s', in frame A.
static inline imp3i_dspin imp3i_turn_bias(const double* values, const double* rates)
{
    const imp3i_dvec swing = imp3i_swing_of(values), rate = imp3i_swing_of(rates), across = imp3i_dcross(swing, rate);
    double of[4];
    imp3i_turn_series(swing, of);
    const double along = imp3i_ddot(swing, rate);
    imp3i_dspin r = imp3i_dscale(across, of[2] * along);
    r = imp3i_dadd_scaled(r, imp3i_dcross(swing, across), of[3] * along);
    r = imp3i_dadd_scaled(r, imp3i_dcross(rate, across), of[1]);
    const imp3i_dvec x = imp3i_drot_of_spin(swing, 1.0).x;
    return imp3i_dadd_scaled(r, imp3i_dcross(imp3i_swing_spin(swing, of, rate), x), rates[0]);
}

/// The values of frame B against frame A; the twist is that one which is nearest to the one before.
static inline void imp3i_turn_values(imp3i_drot a, imp3i_drot b, double before, double* values)
{
    const double whole = 6.283185307179586;
    const imp3i_dvec across = imp3i_dcross(a.x, b.x);
    const double along = imp3i_ddot(a.x, b.x), length = sqrt(imp3i_ddot(across, across));
    const double both = imp3i_ddot(a.y, b.y) + imp3i_ddot(a.z, b.z), w = 1.0 + along + both, x = 1.0 + along - both,
                 product = imp3i_ddot(a.z, b.y) - imp3i_ddot(a.y, b.z);
    const double twist = 2.0 * (w >= x ? impi_atan2_d(product, w) : impi_atan2_d(x, product));
    const double scale = length > 0x1p-40 ? impi_atan2_d(length, along) / length : 1.0;
    values[0] = twist + whole * floor((before - twist) / whole + 0.5);
    values[1] = scale * imp3i_ddot(across, a.y);
    values[2] = scale * imp3i_ddot(across, a.z);
}

/// Torques that work at one of the rates each, in frame A: the spin of a rate is no lever of the others. None where the
/// axes do not span space.
static inline void imp3i_turn_levers(const imp3i_dspin* axes, imp3i_dspin* levers)
{
    const imp3i_dvec of[3] = {imp3i_dcross(axes[1], axes[2]), imp3i_dcross(axes[2], axes[0]),
                              imp3i_dcross(axes[0], axes[1])};
    const double volume = imp3i_ddot(axes[0], of[0]);
    for (int32_t k = 0; k < 3; ++k)
    {
        levers[k] = fabs(volume) > 0x1p-30 ? imp3i_ddivide(of[k], volume) : imp3i_dvec_none();
    }
}

/// The rates of a spin in frame A.
static inline void imp3i_turn_rates(const imp3i_dspin* axes, imp3i_dspin spin, double* rates)
{
    imp3i_dspin levers[3];
    imp3i_turn_levers(axes, levers);
    for (int32_t k = 0; k < 3; ++k)
    {
        rates[k] = imp3i_ddot(levers[k], spin);
    }
}

#endif
