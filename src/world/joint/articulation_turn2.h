// SPDX-License-Identifier: MIT
//
// Turning of joints in the coordinates that their values are, in the plane, in doubles: one angle, whose rate is the
// spin.

#ifndef IMP2I_ARTICULATION_TURN_H
#define IMP2I_ARTICULATION_TURN_H

#include "joint_axes2.h"

static inline imp2i_dspin imp2i_dspin_cross(imp2i_dspin a, imp2i_dspin b)
{
    (void)a;
    (void)b;
    return 0.0;
}

/// A spin in the world, from its components in a frame.
static inline imp2i_dspin imp2i_dspin_in_world(imp2i_drot frame, imp2i_dspin own)
{
    (void)frame;
    return own;
}

/// The components of a spin in a frame.
static inline imp2i_dspin imp2i_dspin_seen(imp2i_drot frame, imp2i_dspin spin)
{
    (void)frame;
    return spin;
}

/// An inertia in the world, from its components in a frame.
static inline imp2i_dinertia imp2i_dinertia_in_world(imp2i_drot q, imp2i_dinertia i)
{
    (void)q;
    return i;
}

/// The product of rotations a b: b is within the frame that a turns.
static inline imp2i_drot imp2i_drot_within(imp2i_drot a, imp2i_drot b)
{
    const imp2i_drot r = {a.c * b.c - a.s * b.s, a.s * b.c + a.c * b.s};
    return r;
}

/// The rotation back.
static inline imp2i_drot imp2i_drot_back(imp2i_drot q)
{
    const imp2i_drot r = {q.c, -q.s};
    return r;
}

/// Axis i of a frame.
static inline imp2i_dvec imp2i_drot_axis(imp2i_drot q, int32_t i)
{
    const imp2i_dvec x = {q.c, q.s}, y = {-q.s, q.c};
    return i == 0 ? x : y;
}

static inline double* imp2i_dspin_numbers(imp2i_dspin* spin)
{
    return spin;
}

/// Whether a rotation has these values of turning and no others.
static inline bool imp2i_turn_is_unique(const double* values)
{
    (void)values;
    return true;
}

/// The rotation of frame B in frame A.
static inline imp2i_drot imp2i_turn_rot(const double* values)
{
    return imp2i_drot_of_spin(values[0], 1.0);
}

/// The spins of the rates, one of each, in frame A.
static inline void imp2i_turn_axes(const double* values, imp2i_dspin* axes)
{
    (void)values;
    axes[0] = 1.0;
}

/// The acceleration of the spin at constant rates.
static inline imp2i_dspin imp2i_turn_bias(const double* values, const double* rates)
{
    (void)values;
    (void)rates;
    return 0.0;
}

/// The values of frame B against frame A; the turn is that one which is nearest to the one before.
static inline void imp2i_turn_values(imp2i_drot a, imp2i_drot b, double before, double* values)
{
    const double whole = 6.283185307179586, turn = impi_atan2_d(a.c * b.s - a.s * b.c, a.c * b.c + a.s * b.s);
    values[0] = turn + whole * floor((before - turn) / whole + 0.5);
}

/// The torque that works at the rate, in frame A.
static inline void imp2i_turn_levers(const imp2i_dspin* axes, imp2i_dspin* levers)
{
    (void)axes;
    levers[0] = 1.0;
}

/// The rates of a spin in frame A.
static inline void imp2i_turn_rates(const imp2i_dspin* axes, imp2i_dspin spin, double* rates)
{
    (void)axes;
    rates[0] = spin;
}

#endif
