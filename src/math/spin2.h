// SPDX-License-Identifier: MIT
//
// Turning in the plane (spin.h has the words): a spin and an inertia are numbers. spin3.h has the same functions.

#ifndef IMP2I_SPIN_H
#define IMP2I_SPIN_H

#include <math.h>

#include "check.h"
#include "spin.h"

typedef float imp2i_spin;
typedef double imp2i_dspin;
typedef float imp2i_inertia;
typedef double imp2i_dinertia;

/// A rotation in doubles.
typedef struct imp2i_drot
{
    double c, s;
} imp2i_drot;

/// Angular momentum as a state: in the plane the spin alone.
typedef struct imp2i_momentum
{
    imp2i_spin spin;  // that belongs to it
} imp2i_momentum;

enum
{
    IMP2I_SPIN_FIELDS = 1,
    IMP2I_INERTIA_FIELDS = 1,
    IMP2I_ROT_FIELDS = 2,
    IMP2I_TURN_LOCKS = 1  // all of them
};

// Numbers, for what saves them

static inline float* imp2i_spin_numbers(imp2i_spin* spin)
{
    return spin;
}

static inline float* imp2i_inertia_numbers(imp2i_inertia* inertia)
{
    return inertia;
}

static inline float* imp2i_rot_numbers(imp2_rot* q)
{
    return &q->c;
}

// Spins

static inline imp2i_spin imp2i_spin_none(void)
{
    return 0.0f;
}

static inline imp2i_spin imp2i_spin_add(imp2i_spin a, imp2i_spin b)
{
    return a + b;
}

static inline imp2i_spin imp2i_spin_sub(imp2i_spin a, imp2i_spin b)
{
    return a - b;
}

static inline imp2i_spin imp2i_spin_scale(imp2i_spin spin, float k)
{
    return spin * k;
}

static inline imp2i_spin imp2i_spin_divide(imp2i_spin spin, float k)
{
    return spin / k;
}

static inline float imp2i_spin_length(imp2i_spin spin)
{
    return fabsf(spin);
}

/// 0 for no spin, and else not.
static inline uint32_t imp2i_spin_bits(imp2i_spin spin)
{
    return impi_magnitude_bits(spin);
}

/// 0, IMP_ERR_NAN, or IMP_ERR_MAGNITUDE above 2^60.
static inline int32_t imp2i_spin_fault_large(imp2i_spin spin)
{
    return impi_number_fault_large(spin);
}

/// Without what is locked.
static inline imp2i_spin imp2i_spin_locked(imp2i_spin spin, uint32_t locks)
{
    return locks & 1 ? 0.0f : spin;
}

/// Velocity of a point at an arm from the centre.
static inline imp2_vec imp2i_spin_velocity(imp2i_spin spin, imp2_vec arm)
{
    return imp2_vec_scale(imp2_vec_left(arm), spin);
}

/// That velocity along a direction.
static inline float imp2i_spin_along(imp2i_spin spin, imp2_vec arm, imp2_vec direction)
{
    return spin * imp2_vec_cross(arm, direction);
}

/// How a spin that turns with another one changes in a second: in the plane, not at all.
static inline imp2i_spin imp2i_spin_carried(imp2i_spin by, imp2i_spin spin)
{
    (void)by;
    (void)spin;
    return 0.0f;
}

/// The moment of a vector, such as a force, at an arm.
static inline imp2i_spin imp2i_spin_lever(imp2_vec arm, imp2_vec vector)
{
    return imp2_vec_cross(arm, vector);
}

static inline float imp2i_spin_dot(imp2i_spin a, imp2i_spin b)
{
    return a * b;
}

// Inertias

static inline imp2i_inertia imp2i_inertia_none(void)
{
    return 0.0f;
}

/// Whether anything resists, or of an inverse one, whether anything gives way.
static inline bool imp2i_inertia_some(imp2i_inertia inertia)
{
    return inertia > 0.0f;
}

/// 0, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, or IMP_ERR_NEGATIVE.
static inline int32_t imp2i_inertia_fault(imp2i_inertia inertia)
{
    return impi_number_fault_negative(inertia);
}

/// 0, IMP_ERR_NAN, or IMP_ERR_MAGNITUDE above 2^60.
static inline int32_t imp2i_inertia_fault_large(imp2i_inertia inertia)
{
    return impi_number_fault_large(inertia);
}

/// The momentum of a spin; of an inverse inertia, the spin that an impulse gives.
static inline imp2i_spin imp2i_inertia_apply(imp2i_inertia inertia, imp2i_spin spin)
{
    return inertia * spin;
}

/// The mean of an inertia over all axes.
static inline float imp2i_inertia_mean(imp2i_inertia inertia)
{
    return inertia;
}

/// In the frame that q turns into: in the world, of what is told in the body.
static inline imp2i_inertia imp2i_inertia_turned(imp2i_inertia inertia, imp2_rot q)
{
    (void)q;
    return inertia;
}

/// The inverse about the axes that are free; 0 about those with hardly any inertia.
static inline imp2i_inertia imp2i_inertia_inverse(imp2i_inertia inertia, uint32_t locks)
{
    return !(locks & 1) && inertia >= IMP_MAGNITUDE_MIN ? 1.0f / inertia : 0.0f;
}

// The same in doubles

static inline imp2i_dspin imp2i_dspin_of(imp2i_spin spin)
{
    return spin;
}

static inline imp2i_spin imp2i_spin_of(imp2i_dspin spin)
{
    return (float)spin;
}

static inline imp2i_dspin imp2i_dspin_none(void)
{
    return 0.0;
}

static inline imp2i_dspin imp2i_dspin_add(imp2i_dspin a, imp2i_dspin b)
{
    return a + b;
}

static inline imp2i_dspin imp2i_dspin_sub(imp2i_dspin a, imp2i_dspin b)
{
    return a - b;
}

static inline imp2i_dspin imp2i_dspin_scale(imp2i_dspin spin, double k)
{
    return spin * k;
}

static inline imp2i_dspin imp2i_dspin_divide(imp2i_dspin spin, double k)
{
    return spin / k;
}

static inline double imp2i_dspin_length(imp2i_dspin spin)
{
    return fabs(spin);
}

/// Whether anything turns.
static inline bool imp2i_dspin_some(imp2i_dspin spin)
{
    return spin < 0.0 || spin > 0.0;
}

/// Whether floats hold it.
static inline bool imp2i_dspin_fits(imp2i_dspin spin)
{
    return spin <= 3.4028234663852886e38 && spin >= -3.4028234663852886e38;
}

/// Not longer than that.
static inline imp2i_dspin imp2i_dspin_limit(imp2i_dspin spin, double most)
{
    return spin > most ? most : spin < -most ? -most : spin;
}

/// Velocity of a point at an arm from the centre.
static inline imp2i_dvec imp2i_dspin_velocity(imp2i_dspin spin, imp2i_dvec arm)
{
    imp2i_dvec r = {-arm.y * spin, arm.x * spin};
    return r;
}

/// That velocity along a direction.
static inline double imp2i_dspin_along(imp2i_dspin spin, imp2i_dvec arm, imp2i_dvec direction)
{
    return spin * imp2i_dcross(arm, direction);
}

/// The moment of a vector, such as an impulse, at an arm.
static inline imp2i_dspin imp2i_dspin_lever(imp2i_dvec arm, imp2i_dvec vector)
{
    return imp2i_dcross(arm, vector);
}

static inline imp2i_dinertia imp2i_dinertia_of(imp2i_inertia inertia)
{
    return inertia;
}

static inline imp2i_inertia imp2i_inertia_of(imp2i_dinertia inertia)
{
    return (float)inertia;
}

static inline imp2i_dinertia imp2i_dinertia_none(void)
{
    return 0.0;
}

/// Whether anything resists, or of an inverse one, whether anything gives way.
static inline bool imp2i_dinertia_some(imp2i_dinertia inertia)
{
    return inertia > 0.0;
}

static inline imp2i_dinertia imp2i_dinertia_add(imp2i_dinertia a, imp2i_dinertia b)
{
    return a + b;
}

static inline imp2i_dinertia imp2i_dinertia_divide(imp2i_dinertia inertia, double k)
{
    return inertia / k;
}

/// The inertia of a point mass at an arm from the centre (parallel axes).
static inline imp2i_dinertia imp2i_dinertia_of_point(double mass, imp2i_dvec arm)
{
    return mass * (arm.x * arm.x + arm.y * arm.y);
}

/// The momentum of a spin; of an inverse inertia, the spin that an impulse gives.
static inline imp2i_dspin imp2i_dinertia_apply(imp2i_dinertia inertia, imp2i_dspin spin)
{
    return inertia * spin;
}

/// By how much an impulse makes its own point faster by turning: of its lever, and the inverse inertia.
static inline double imp2i_dinertia_response(imp2i_dinertia inverse, imp2i_dspin lever)
{
    return lever * lever * inverse;
}

/// The same at another point, of both levers.
static inline double imp2i_dinertia_response_at(imp2i_dinertia inverse, imp2i_dspin lever, imp2i_dspin other)
{
    return inverse * lever * other;
}

/// The inverse, applied: of the inverse inertias of two together, what stops them from turning against each other. 0
/// about axes with hardly any inertia.
static inline imp2i_dspin imp2i_dinertia_solve(imp2i_dinertia inertia, imp2i_dspin spin)
{
    return inertia > 0.0 ? spin / inertia : 0.0;
}

/// Kinetic energy of turning.
static inline double imp2i_dinertia_energy(imp2i_dinertia inertia, imp2i_dspin spin)
{
    return 0.5 * (inertia * spin * spin);
}

// Rotations

static inline imp2i_drot imp2i_drot_of(imp2_rot q)
{
    imp2i_drot r = {q.c, q.s};
    return r;
}

/// As floats that every call accepts.
static inline imp2_rot imp2i_rot_of(imp2i_drot q)
{
    imp2_rot r = {impi_tidy((float)q.c), impi_tidy((float)q.s)};
    return r;
}

/// The rotation of a definition, or the identity where all of it is 0.
static inline imp2_rot imp2i_rot_or_none(imp2_rot q)
{
    q.c = q.c == 0.0f && q.s == 0.0f ? 1.0f : q.c;
    return q;
}

/// Normalizes a rotation.
static inline imp2i_drot imp2i_drot_unit(imp2i_drot q)
{
    double length = sqrt(q.c * q.c + q.s * q.s);
    q.c /= length;
    q.s /= length;
    return q;
}

static inline imp2i_dvec imp2i_drot_apply(imp2i_drot q, imp2i_dvec v)
{
    imp2i_dvec r = {q.c * v.x - q.s * v.y, q.s * v.x + q.c * v.y};
    return r;
}

/// imp2i_inertia_turned for a loop over lanes.
static inline imp2i_inertia imp2i_inertia_turned_in_lane(imp2i_inertia inertia, imp2_rot q)
{
    return imp2i_inertia_turned(inertia, q);
}

/// Turns back.
static inline imp2i_dvec imp2i_drot_apply_inverse(imp2i_drot q, imp2i_dvec v)
{
    imp2i_dvec r = {q.c * v.x + q.s * v.y, q.c * v.y - q.s * v.x};
    return r;
}

/// A point of a pose's frame, in the world.
static inline imp2i_dvec imp2i_pose_place(imp2_pose pose, imp2_vec point)
{
    imp2i_dvec r = {(double)pose.p.x + (double)pose.q.c * point.x - (double)pose.q.s * point.y,
                    (double)pose.p.y + (double)pose.q.s * point.x + (double)pose.q.c * point.y};
    return r;
}

/// As seen from another one.
static inline imp2i_drot imp2i_drot_seen(imp2i_drot from, imp2i_drot q)
{
    imp2i_drot r = {from.c * q.c + from.s * q.s, from.c * q.s - from.s * q.c};
    return r;
}

/// The rotation from one to the other, in the world; as floats.
static inline imp2_rot imp2i_drot_since(imp2i_drot from, imp2i_drot to)
{
    imp2_rot r = {(float)(to.c * from.c + to.s * from.s), (float)(to.s * from.c - to.c * from.s)};
    return r;
}

/// The rotation of a spin over a time, up to 2^12 rad.
static inline imp2i_drot imp2i_drot_of_spin(imp2i_dspin spin, double time)
{
    imp2i_drot r;
    impi_sincos_turn(spin * time, &r.s, &r.c);
    return r;
}

/// Turned by a spin over a time, up to 2^12 rad.
static inline imp2i_drot imp2i_drot_spun(imp2i_drot q, imp2i_dspin spin, double time)
{
    double angle = spin * time;
    if (angle < 0.0 || angle > 0.0)
    {
        imp2i_drot by = imp2i_drot_of_spin(spin, time), r = {by.c * q.c - by.s * q.s, by.s * q.c + by.c * q.s};
        return r;
    }
    return q;
}

/// A spin and an inertia that have turned with a body: in the plane nothing changes.
static inline imp2i_dspin imp2i_dspin_turned(imp2i_dspin own, imp2i_dspin spin, double time)
{
    (void)spin;
    (void)time;
    return own;
}

static inline imp2i_dinertia imp2i_dinertia_turned(imp2i_dinertia inertia, imp2i_dspin spin, double time)
{
    (void)spin;
    (void)time;
    return inertia;
}

/// The mean velocity of a point at an arm, while it turns for a time.
static inline imp2i_dvec imp2i_dspin_mean_velocity(imp2i_dspin spin, imp2i_dvec arm, double time)
{
    if (fabs(spin * time) < 0x1p-20)
    {
        return imp2i_dspin_velocity(spin, arm);
    }
    imp2i_dvec r = imp2i_drot_apply(imp2i_drot_of_spin(spin, time), arm);
    r.x = (r.x - arm.x) / time;
    r.y = (r.y - arm.y) / time;
    return r;
}

/// One after the other, of unit length, as every call accepts it.
static inline imp2_rot imp2i_rot_turned(imp2_rot q, imp2_rot by)
{
    imp2_rot r = {q.c * by.c - q.s * by.s, q.s * by.c + q.c * by.s};
    float length = sqrtf(r.c * r.c + r.s * r.s);
    r.c = impi_tidy(r.c / length);
    r.s = impi_tidy(r.s / length);
    return r;
}

/// The same, of unit length but for rounding.
static inline imp2_rot imp2i_rot_carried(imp2_rot q, imp2_rot by)
{
    const imp2_rot r = {q.c * by.c - q.s * by.s, q.s * by.c + q.c * by.s};
    return r;
}

/// Turned for a sub-step, as passes do it: in the plane by the arc tangent.
static inline imp2_rot imp2i_rot_spun(imp2_rot q, imp2i_spin spin, float h)
{
    float angle = h * spin;
    imp2_rot r = {q.c - angle * q.s, q.s + angle * q.c};
    float length = sqrtf(r.c * r.c + r.s * r.s);
    r.c /= length;
    r.s /= length;
    return r;
}

/// A pose of which the middle has moved, and all has turned about that.
static inline imp2_pose imp2i_pose_moved(imp2_pose pose, imp2_vec middle, imp2_vec moved, imp2_rot by)
{
    imp2_rot q = imp2i_rot_turned(pose.q, by);
    imp2_vec turned = imp2_vec_sub(imp2_rot_apply(pose.q, middle), imp2_rot_apply(q, middle));
    imp2_pose r = {{impi_tidy(pose.p.x + (moved.x + turned.x)), impi_tidy(pose.p.y + (moved.y + turned.y))}, q};
    return r;
}

// Turns between rotations

/// The sine of a rotation.
static inline imp2i_spin imp2i_turn_of(imp2_rot q)
{
    return q.s;
}

/// The sine of what turns one into the other.
static inline imp2i_spin imp2i_turn_between(imp2_rot from, imp2_rot to)
{
    return from.c * to.s - from.s * to.c;
}

/// The same, and one of length 2 where that is more than a quarter.
static inline imp2i_spin imp2i_turn_near(imp2_rot from, imp2_rot to)
{
    return from.c * to.c + from.s * to.s > 0.0f ? from.c * to.s - from.s * to.c : 2.0f;
}

/// The length of such a sine, or of a distance.
static inline float imp2i_turn_length(imp2i_spin turn)
{
    return imp2i_spin_length(turn);
}

/// How far something has moved, as seen from what has turned by such a sine meanwhile: from where it was, to the second
/// order.
static inline imp2_vec imp2i_turn_seen(imp2_vec moved, imp2i_spin turn, imp2_vec before)
{
    float bend = 0.5f * (turn * turn);
    imp2_vec r = {moved.x + (turn * before.y + bend * before.x), moved.y - (turn * before.x - bend * before.y)};
    return r;
}

/// The loss of length along itself of a unit vector that turns by such a sine, to the second order.
static inline float imp2i_turn_bend(imp2i_spin turn, imp2_vec n)
{
    (void)n;
    return 0.5f * (turn * turn);
}

/// The turn of a step, or, where that is not small, one at least as long: from the rotation that it has made, and the
/// spin times its time.
static inline imp2i_spin imp2i_turn_bound(imp2_rot made, imp2i_spin about)
{
    if (made.c > 0.5f && fabsf(about) < 1.5f)
    {
        return made.s + 0.25f * made.s * made.s * made.s;
    }
    float turn = fabsf(about) > 3.2f ? fabsf(about) : 3.2f;
    return made.s < 0.0f ? -turn : turn;
}

/// The angle by which one turns into the other.
static inline imp2i_dspin imp2i_dturn_between(imp2_rot from, imp2_rot to)
{
    return impi_atan2_d((double)from.c * to.s - (double)from.s * to.c, (double)from.c * to.c + (double)from.s * to.s);
}

/// The angle of a step: that is told up to whole turns, and the spin tells how many sub-steps made of it.
static inline imp2i_dspin imp2i_dturn_of_step(imp2_rot made, imp2i_spin spin, float h, int32_t sub_steps)
{
    if (!(made.s < 0.0f || made.s > 0.0f || made.c < 0.0f))
    {
        return 0.0;
    }
    double turn = impi_atan2_d((double)made.s, (double)made.c), whole = 6.283185307179586;
    double a_sub_step = (double)spin * (double)h;
    double expected = fabs(a_sub_step) * sub_steps < 2.0 ? turn : impi_atan2_d(a_sub_step, 1.0) * sub_steps;
    double turns = (expected - turn) / whole;
    return turn + whole * (double)(int32_t)(turns < 0.0 ? turns - 0.5 : turns + 0.5);
}

/// The spin by which sub-steps of h turn one into the other; without end where that is beyond what they can.
static inline imp2i_spin imp2i_spin_towards(imp2_rot from, imp2_rot to, float h, int32_t sub_steps)
{
    double s, c;
    impi_sincos_d(imp2i_dturn_between(from, to) / (double)sub_steps, &s, &c);
    return c > IMPI_QUARTER_TURN ? (float)(s / c / (double)h) : INFINITY;
}

// Momentum

/// The momentum of a spin.
static inline imp2i_momentum imp2i_momentum_of(imp2i_inertia inertia, imp2i_spin spin)
{
    (void)inertia;
    imp2i_momentum r = {spin};
    return r;
}

/// Takes in what has changed a spin since: the inertia is the one with which that was done.
static inline void imp2i_momentum_follow(imp2i_momentum* m, imp2i_inertia inertia, imp2i_spin spin)
{
    (void)inertia;
    m->spin = spin;
}

/// Turns freely for a sub-step. Inverse inertia, in the frame that q turns; returns the spin from now on.
static inline imp2i_spin imp2i_momentum_turn(imp2i_momentum* m, imp2i_inertia inverse, uint32_t locks, float h,
                                             imp2_rot* q)
{
    (void)inverse;
    (void)locks;
    *q = imp2i_rot_spun(*q, m->spin, h);
    return m->spin;
}

#endif
