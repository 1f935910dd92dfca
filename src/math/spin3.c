// SPDX-License-Identifier: MIT
//
// The longer functions of turning in space.
//
// The inverse of an inertia goes by its principal axes, as there may be none about one of them: of a rod that stands
// askew that is no axis of the frame. A locked axis becomes such a one when its row and column are 0: what is left is
// the inverse of the block of free axes, as a torque holds the others.
//
// A body that turns freely keeps its angular momentum L, and its spin follows from that. Integrating the spin instead
// gains or loses energy by half within a minute. A sub-step turns by a mean spin, right to the third order. Source: Buss
// 2000, with the second derivative of the spin, too (Magnus 1954): without it the energy drifts many times as far.

#include "spin3.h"

#include "principal3.h"

#define HARDLY 0x1p-20  // part of the greatest principal inertia: floats cannot tell it from none

// The inverse about the principal axes with no less inertia than that, and than a part of the greatest.
static imp3i_dinertia invert_inertia(imp3i_dinertia m, double least)
{
    double a[3][3] = {{m.xx, m.xy, m.zx}, {m.xy, m.yy, m.yz}, {m.zx, m.yz, m.zz}};
    double v[3][3];
    imp3i_principal_axes(a, v);
    imp3i_dinertia r = imp3i_dinertia_none();
    for (int k = 0; k < 3; ++k)
    {
        least = HARDLY * a[k][k] > least ? HARDLY * a[k][k] : least;
    }
    for (int k = 0; k < 3; ++k)
    {
        double x = v[0][k], y = v[1][k], z = v[2][k], part = a[k][k] >= least && a[k][k] > 0.0 ? 1.0 / a[k][k] : 0.0;
        const imp3i_dinertia along = {part * x * x, part * y * y, part * z * z,
                                      part * x * y, part * y * z, part * z * x};
        r = imp3i_dinertia_add(r, along);
    }
    return r;
}

imp3i_inertia imp3i_inertia_turned(imp3i_inertia inertia, imp3_rot q)
{
    return imp3i_inertia_turned_in_lane(inertia, q);
}

imp3i_inertia imp3i_inertia_inverse(imp3i_inertia inertia, uint32_t locks)
{
    imp3i_dinertia m = imp3i_dinertia_of(inertia);
    m.xx = locks & 1 ? 0.0 : m.xx;
    m.yy = locks & 2 ? 0.0 : m.yy;
    m.zz = locks & 4 ? 0.0 : m.zz;
    m.xy = locks & 3 ? 0.0 : m.xy;
    m.yz = locks & 6 ? 0.0 : m.yz;
    m.zx = locks & 5 ? 0.0 : m.zx;
    return imp3i_inertia_of(invert_inertia(m, (double)IMP_MAGNITUDE_MIN));
}

imp3i_dspin imp3i_dinertia_solve(imp3i_dinertia inertia, imp3i_dspin spin)
{
    return imp3i_dinertia_apply(invert_inertia(inertia, 0.0), spin);
}

imp3i_spin imp3i_turn_bound(imp3_rot made, imp3i_spin about)
{
    imp3i_dspin sine = imp3i_dspin_of(imp3i_turn_of(made)), spun = imp3i_dspin_of(about);
    double trace = (double)made.x.x + made.y.y + made.z.z, length = imp3i_dspin_length(spun);
    if (trace > 2.0 && length < 1.5)
    {
        return imp3i_spin_of(imp3i_dspin_scale(sine, 1.0 + 0.29 * imp3i_ddot(sine, sine)));
    }
    // Without a spin the axis is that of the rotation, or any.
    const imp3i_dspin any = {1.0, 0.0, 0.0}, axis = length > 0.0 ? spun : imp3i_dspin_some(sine) ? sine : any;
    return imp3i_spin_of(imp3i_dspin_scale(axis, (length > 3.2 ? length : 3.2) / imp3i_dspin_length(axis)));
}

// By the quaternion of the rotation: its axis is sure near a half turn, too. Source: Shepperd 1978.
imp3i_dspin imp3i_dturn_between(imp3_rot from, imp3_rot to)
{
    imp3i_drot a = imp3i_drot_of(from), b = imp3i_drot_of(to);
    const imp3i_dvec rows[3] = {{a.x.x, a.y.x, a.z.x}, {a.x.y, a.y.y, a.z.y}, {a.x.z, a.y.z, a.z.z}};
    const imp3i_dvec x = imp3i_drot_apply(b, rows[0]), y = imp3i_drot_apply(b, rows[1]),
                     z = imp3i_drot_apply(b, rows[2]);
    const imp3i_dspin differences = {y.z - z.y, z.x - x.z, x.y - y.x};
    const imp3i_dspin of[4] = {{1.0 + x.x - y.y - z.z, y.x + x.y, x.z + z.x},
                               {y.x + x.y, 1.0 - x.x + y.y - z.z, z.y + y.z},
                               {x.z + z.x, z.y + y.z, 1.0 - x.x - y.y + z.z},
                               differences};
    const double ws[4] = {differences.x, differences.y, differences.z, 1.0 + x.x + y.y + z.z};
    const double squares[4] = {of[0].x, of[1].y, of[2].z, ws[3]};
    int greatest = 3;
    for (int k = 0; k < 3; ++k)
    {
        greatest = squares[k] > squares[greatest] ? k : greatest;
    }
    imp3i_dspin axis = of[greatest];
    double w = ws[greatest], length = imp3i_dspin_length(axis);
    if (!(length > 0.0))
    {
        return imp3i_dspin_none();
    }
    double angle = 2.0 * impi_atan2_d(length, fabs(w));
    return imp3i_dspin_scale(axis, w < 0.0 ? -angle / length : angle / length);
}

imp3i_dspin imp3i_dturn_of_step(imp3_rot made, imp3i_spin spin, float h, int32_t sub_steps)
{
    const double whole = 6.283185307179586;
    imp3i_dspin turn = imp3i_dturn_between(imp3_pose_identity().q, made), about = imp3i_dspin_of(spin);
    double of_one = imp3i_dspin_length(about) * (double)h, angle = imp3i_dspin_length(turn);
    double expected = (of_one < 0.5 * whole ? of_one : 0.5 * whole) * sub_steps;
    if (!(expected >= 2.0))
    {
        return turn;
    }
    // Along the axis of the rotation, where that leads the same way as the spin.
    imp3i_dspin axis =
        angle > 0.0 ? imp3i_dspin_divide(turn, angle) : imp3i_dspin_divide(about, imp3i_dspin_length(about));
    bool back = imp3i_ddot(axis, about) < 0.0;
    expected = expected < 0x1p12 ? expected : 0x1p12;
    double turns = ((back ? -expected : expected) - angle) / whole;
    return imp3i_dspin_scale(axis, angle + whole * (double)(int32_t)(turns < 0.0 ? turns - 0.5 : turns + 0.5));
}

// Velocity of turning that belongs to a momentum, of what is turned by q.
static imp3i_dspin spin_with(imp3i_dinertia inverse, imp3i_drot q, imp3i_dspin momentum)
{
    return imp3i_drot_apply(q, imp3i_dinertia_apply(inverse, imp3i_drot_apply_inverse(q, momentum)));
}

imp3i_spin imp3i_momentum_turn(imp3i_momentum* m, imp3i_inertia inverse, uint32_t locks, float h, imp3_rot* q)
{
    if ((locks & IMP3I_TURN_LOCKS) != 0 || !imp3i_inertia_some(inverse))
    {
        *q = imp3i_rot_spun(*q, m->spin, h);
        return m->spin;
    }
    imp3i_dinertia own = imp3i_dinertia_of(inverse);
    imp3i_drot before = imp3i_drot_of(*q);
    imp3i_dspin l = imp3i_dspin_of(m->momentum), w = spin_with(own, before, l);
    // The derivatives of the spin are a, and w x a + b; the mean spin, w + h a / 2 + h^2 (w x a + 2 b) / 12.
    imp3i_dspin torque = imp3i_dcross(l, w), a = spin_with(own, before, torque), bend = imp3i_dcross(w, a);
    imp3i_dspin b = spin_with(own, before, imp3i_dspin_sub(imp3i_dcross(l, a), imp3i_dcross(w, torque)));
    double half = 0.5 * (double)h, twelfth = (double)h * (double)h / 12.0;
    imp3i_dspin mean = {w.x + half * a.x + twelfth * (bend.x + 2.0 * b.x),
                        w.y + half * a.y + twelfth * (bend.y + 2.0 * b.y),
                        w.z + half * a.z + twelfth * (bend.z + 2.0 * b.z)};
    imp3i_drot after = imp3i_drot_unit(imp3i_drot_spun(before, mean, (double)h));
    *q = imp3i_dspin_some(mean) ? imp3i_rot_of(after) : *q;
    m->spin = imp3i_spin_of(spin_with(own, imp3i_drot_of(*q), l));
    return m->spin;
}
