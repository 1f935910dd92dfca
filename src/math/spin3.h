// SPDX-License-Identifier: MIT
//
// Turning in space (spin.h has the words): a spin is a vector, an inertia a symmetric matrix. spin2.h has the same
// functions. What comes from doubles is rounded once.

#ifndef IMP3I_SPIN_H
#define IMP3I_SPIN_H

#include <math.h>

#include "check3.h"
#include "spin.h"

typedef imp3_vec imp3i_spin;
typedef imp3i_dvec imp3i_dspin;

typedef imp3_inertia imp3i_inertia;

typedef struct imp3i_dinertia
{
    double xx, yy, zz, xy, yz, zx;
} imp3i_dinertia;

/// A rotation in doubles: the turned axes.
typedef struct imp3i_drot
{
    imp3i_dvec x, y, z;
} imp3i_drot;

/// Angular momentum as a state: what turns freely keeps it, and not its spin.
typedef struct imp3i_momentum
{
    imp3i_spin spin;  // that belongs to it
    imp3_vec momentum;
} imp3i_momentum;

enum
{
    IMP3I_SPIN_FIELDS = 3,
    IMP3I_INERTIA_FIELDS = 6,
    IMP3I_ROT_FIELDS = 9,
    IMP3I_TURN_LOCKS = 7  // all of them
};

// Numbers, for what saves them

static inline float* imp3i_spin_numbers(imp3i_spin* spin)
{
    return &spin->x;
}

static inline float* imp3i_inertia_numbers(imp3i_inertia* inertia)
{
    return &inertia->xx;
}

static inline float* imp3i_rot_numbers(imp3_rot* q)
{
    return &q->x.x;
}

// Spins

static inline imp3i_spin imp3i_spin_none(void)
{
    imp3i_spin r = {0.0f, 0.0f, 0.0f};
    return r;
}

static inline imp3i_spin imp3i_spin_add(imp3i_spin a, imp3i_spin b)
{
    return imp3_vec_add(a, b);
}

static inline imp3i_spin imp3i_spin_sub(imp3i_spin a, imp3i_spin b)
{
    return imp3_vec_sub(a, b);
}

static inline imp3i_spin imp3i_spin_scale(imp3i_spin spin, float k)
{
    return imp3_vec_scale(spin, k);
}

static inline imp3i_spin imp3i_spin_divide(imp3i_spin spin, float k)
{
    const imp3i_spin r = {spin.x / k, spin.y / k, spin.z / k};
    return r;
}

static inline float imp3i_spin_length(imp3i_spin spin)
{
    imp3i_dvec d = imp3i_dvec_of(spin);
    return (float)sqrt(imp3i_ddot(d, d));
}

/// 0 for no spin, and else not.
static inline uint32_t imp3i_spin_bits(imp3i_spin spin)
{
    return impi_magnitude_bits(spin.x) | impi_magnitude_bits(spin.y) | impi_magnitude_bits(spin.z);
}

/// 0, IMP_ERR_NAN, or IMP_ERR_MAGNITUDE above 2^60.
static inline int32_t imp3i_spin_fault_large(imp3i_spin spin)
{
    int32_t fault = impi_number_fault_large(spin.x);
    fault = fault ? fault : impi_number_fault_large(spin.y);
    return fault ? fault : impi_number_fault_large(spin.z);
}

/// Without what is locked.
static inline imp3i_spin imp3i_spin_locked(imp3i_spin spin, uint32_t locks)
{
    imp3i_spin r = {locks & 1 ? 0.0f : spin.x, locks & 2 ? 0.0f : spin.y, locks & 4 ? 0.0f : spin.z};
    return r;
}

/// Velocity of a point at an arm from the centre.
static inline imp3_vec imp3i_spin_velocity(imp3i_spin spin, imp3_vec arm)
{
    return imp3_vec_cross(spin, arm);
}

/// That velocity along a direction.
static inline float imp3i_spin_along(imp3i_spin spin, imp3_vec arm, imp3_vec direction)
{
    return imp3_vec_dot(spin, imp3_vec_cross(arm, direction));
}

/// How a spin that turns with another one changes in a second.
static inline imp3i_spin imp3i_spin_carried(imp3i_spin by, imp3i_spin spin)
{
    return imp3_vec_cross(by, spin);
}

/// The moment of a vector, such as a force, at an arm.
static inline imp3i_spin imp3i_spin_lever(imp3_vec arm, imp3_vec vector)
{
    return imp3_vec_cross(arm, vector);
}

static inline float imp3i_spin_dot(imp3i_spin a, imp3i_spin b)
{
    return imp3_vec_dot(a, b);
}

// Inertias

static inline imp3i_inertia imp3i_inertia_none(void)
{
    imp3i_inertia r = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f};
    return r;
}

/// Whether anything resists, or of an inverse one, whether anything gives way.
static inline bool imp3i_inertia_some(imp3i_inertia inertia)
{
    return inertia.xx > 0.0f || inertia.yy > 0.0f || inertia.zz > 0.0f;
}

/// 0, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, or IMP_ERR_NEGATIVE.
static inline int32_t imp3i_inertia_fault(imp3i_inertia inertia)
{
    int32_t fault = impi_number_fault_negative(inertia.xx);
    fault = fault ? fault : impi_number_fault_negative(inertia.yy);
    fault = fault ? fault : impi_number_fault_negative(inertia.zz);
    fault = fault ? fault : impi_number_fault(inertia.xy);
    fault = fault ? fault : impi_number_fault(inertia.yz);
    return fault ? fault : impi_number_fault(inertia.zx);
}

/// 0, IMP_ERR_NAN, or IMP_ERR_MAGNITUDE above 2^60.
static inline int32_t imp3i_inertia_fault_large(imp3i_inertia inertia)
{
    imp3i_spin diagonal = {inertia.xx, inertia.yy, inertia.zz}, beside = {inertia.xy, inertia.yz, inertia.zx};
    int32_t fault = imp3i_spin_fault_large(diagonal);
    return fault ? fault : imp3i_spin_fault_large(beside);
}

/// The momentum of a spin; of an inverse inertia, the spin that an impulse gives.
static inline imp3i_spin imp3i_inertia_apply(imp3i_inertia inertia, imp3i_spin spin)
{
    imp3i_spin r = {inertia.xx * spin.x + inertia.xy * spin.y + inertia.zx * spin.z,
                    inertia.xy * spin.x + inertia.yy * spin.y + inertia.yz * spin.z,
                    inertia.zx * spin.x + inertia.yz * spin.y + inertia.zz * spin.z};
    return r;
}

/// The mean of an inertia over all axes.
static inline float imp3i_inertia_mean(imp3i_inertia inertia)
{
    return (inertia.xx + inertia.yy + inertia.zz) / 3.0f;
}

/// In the frame that q turns into: in the world, of what is told in the body. Not inline: the straight-line vectoriser of
/// GCC 12 leaves out roundings to floats that become doubles again.
imp3i_inertia imp3i_inertia_turned(imp3i_inertia inertia, imp3_rot q);

/// The inverse about the axes that are free; 0 about those with hardly any inertia, which need not be those of a frame.
imp3i_inertia imp3i_inertia_inverse(imp3i_inertia inertia, uint32_t locks);

// The same in doubles

static inline imp3i_dspin imp3i_dspin_of(imp3i_spin spin)
{
    return imp3i_dvec_of(spin);
}

static inline imp3i_spin imp3i_spin_of(imp3i_dspin spin)
{
    imp3i_spin r = {(float)spin.x, (float)spin.y, (float)spin.z};
    return r;
}

static inline imp3i_dspin imp3i_dspin_none(void)
{
    imp3i_dspin r = {0.0, 0.0, 0.0};
    return r;
}

static inline imp3i_dspin imp3i_dspin_add(imp3i_dspin a, imp3i_dspin b)
{
    imp3i_dspin r = {a.x + b.x, a.y + b.y, a.z + b.z};
    return r;
}

static inline imp3i_dspin imp3i_dspin_sub(imp3i_dspin a, imp3i_dspin b)
{
    imp3i_dspin r = {a.x - b.x, a.y - b.y, a.z - b.z};
    return r;
}

static inline imp3i_dspin imp3i_dspin_scale(imp3i_dspin spin, double k)
{
    imp3i_dspin r = {spin.x * k, spin.y * k, spin.z * k};
    return r;
}

static inline imp3i_dspin imp3i_dspin_divide(imp3i_dspin spin, double k)
{
    imp3i_dspin r = {spin.x / k, spin.y / k, spin.z / k};
    return r;
}

static inline double imp3i_dspin_length(imp3i_dspin spin)
{
    return sqrt(imp3i_ddot(spin, spin));
}

/// Whether anything turns.
static inline bool imp3i_dspin_some(imp3i_dspin spin)
{
    return spin.x < 0.0 || spin.x > 0.0 || spin.y < 0.0 || spin.y > 0.0 || spin.z < 0.0 || spin.z > 0.0;
}

/// Whether floats hold it.
static inline bool imp3i_dspin_fits(imp3i_dspin spin)
{
    const double most = 3.4028234663852886e38;
    return spin.x <= most && spin.x >= -most && spin.y <= most && spin.y >= -most && spin.z <= most && spin.z >= -most;
}

/// Not longer than that.
static inline imp3i_dspin imp3i_dspin_limit(imp3i_dspin spin, double most)
{
    double length = imp3i_dspin_length(spin);
    return length > most ? imp3i_dspin_scale(spin, most / length) : spin;
}

/// Velocity of a point at an arm from the centre.
static inline imp3i_dvec imp3i_dspin_velocity(imp3i_dspin spin, imp3i_dvec arm)
{
    return imp3i_dcross(spin, arm);
}

/// That velocity along a direction.
static inline double imp3i_dspin_along(imp3i_dspin spin, imp3i_dvec arm, imp3i_dvec direction)
{
    return imp3i_ddot(spin, imp3i_dcross(arm, direction));
}

/// The moment of a vector, such as an impulse, at an arm.
static inline imp3i_dspin imp3i_dspin_lever(imp3i_dvec arm, imp3i_dvec vector)
{
    return imp3i_dcross(arm, vector);
}

static inline imp3i_dinertia imp3i_dinertia_of(imp3i_inertia inertia)
{
    imp3i_dinertia r = {inertia.xx, inertia.yy, inertia.zz, inertia.xy, inertia.yz, inertia.zx};
    return r;
}

static inline imp3i_inertia imp3i_inertia_of(imp3i_dinertia inertia)
{
    imp3i_inertia r = {(float)inertia.xx, (float)inertia.yy, (float)inertia.zz,
                       (float)inertia.xy, (float)inertia.yz, (float)inertia.zx};
    return r;
}

static inline imp3i_dinertia imp3i_dinertia_none(void)
{
    imp3i_dinertia r = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    return r;
}

/// Whether anything resists, or of an inverse one, whether anything gives way.
static inline bool imp3i_dinertia_some(imp3i_dinertia inertia)
{
    return inertia.xx > 0.0 || inertia.yy > 0.0 || inertia.zz > 0.0;
}

static inline imp3i_dinertia imp3i_dinertia_add(imp3i_dinertia a, imp3i_dinertia b)
{
    imp3i_dinertia r = {a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.yz + b.yz, a.zx + b.zx};
    return r;
}

static inline imp3i_dinertia imp3i_dinertia_divide(imp3i_dinertia inertia, double k)
{
    imp3i_dinertia r = {inertia.xx / k, inertia.yy / k, inertia.zz / k, inertia.xy / k, inertia.yz / k, inertia.zx / k};
    return r;
}

/// The inertia of a point mass at an arm from the centre (parallel axes).
static inline imp3i_dinertia imp3i_dinertia_of_point(double mass, imp3i_dvec arm)
{
    double xx = arm.x * arm.x, yy = arm.y * arm.y, zz = arm.z * arm.z;
    imp3i_dinertia r = {mass * (yy + zz),        mass * (zz + xx),        mass * (xx + yy),
                        -mass * (arm.x * arm.y), -mass * (arm.y * arm.z), -mass * (arm.z * arm.x)};
    return r;
}

/// The momentum of a spin; of an inverse inertia, the spin that an impulse gives.
static inline imp3i_dspin imp3i_dinertia_apply(imp3i_dinertia inertia, imp3i_dspin spin)
{
    imp3i_dspin r = {inertia.xx * spin.x + inertia.xy * spin.y + inertia.zx * spin.z,
                     inertia.xy * spin.x + inertia.yy * spin.y + inertia.yz * spin.z,
                     inertia.zx * spin.x + inertia.yz * spin.y + inertia.zz * spin.z};
    return r;
}

/// By how much an impulse makes its own point faster by turning: of its lever, and the inverse inertia.
static inline double imp3i_dinertia_response(imp3i_dinertia inverse, imp3i_dspin lever)
{
    return imp3i_ddot(lever, imp3i_dinertia_apply(inverse, lever));
}

/// The same at another point, of both levers.
static inline double imp3i_dinertia_response_at(imp3i_dinertia inverse, imp3i_dspin lever, imp3i_dspin other)
{
    return imp3i_ddot(imp3i_dinertia_apply(inverse, lever), other);
}

/// The inverse, applied: of the inverse inertias of two together, what stops them from turning against each other. 0
/// about axes with hardly any inertia.
imp3i_dspin imp3i_dinertia_solve(imp3i_dinertia inertia, imp3i_dspin spin);

/// Kinetic energy of turning.
static inline double imp3i_dinertia_energy(imp3i_dinertia inertia, imp3i_dspin spin)
{
    return 0.5 * imp3i_ddot(imp3i_dinertia_apply(inertia, spin), spin);
}

// Rotations

static inline imp3i_drot imp3i_drot_of(imp3_rot q)
{
    imp3i_drot r = {imp3i_dvec_of(q.x), imp3i_dvec_of(q.y), imp3i_dvec_of(q.z)};
    return r;
}

/// As floats that every call accepts.
static inline imp3_rot imp3i_rot_of(imp3i_drot q)
{
    imp3_rot r = {imp3i_vec_tidy(q.x), imp3i_vec_tidy(q.y), imp3i_vec_tidy(q.z)};
    return r;
}

/// The rotation of a definition, or the identity where all of it is 0.
static inline imp3_rot imp3i_rot_or_none(imp3_rot q)
{
    bool zero = !(imp3i_spin_bits(q.x) | imp3i_spin_bits(q.y) | imp3i_spin_bits(q.z));
    return zero ? imp3_pose_identity().q : q;
}

/// Normalizes a rotation. Source: Gram 1883, Schmidt 1907.
static inline imp3i_drot imp3i_drot_unit(imp3i_drot q)
{
    imp3i_drot r;
    r.x = imp3i_dspin_divide(q.x, imp3i_dspin_length(q.x));
    r.y = imp3i_dspin_sub(q.y, imp3i_dspin_scale(r.x, imp3i_ddot(r.x, q.y)));
    r.y = imp3i_dspin_divide(r.y, imp3i_dspin_length(r.y));
    r.z = imp3i_dcross(r.x, r.y);
    return r;
}

static inline imp3i_dvec imp3i_drot_apply(imp3i_drot q, imp3i_dvec v)
{
    imp3i_dvec r = {q.x.x * v.x + q.y.x * v.y + q.z.x * v.z, q.x.y * v.x + q.y.y * v.y + q.z.y * v.z,
                    q.x.z * v.x + q.y.z * v.y + q.z.z * v.z};
    return r;
}

/// imp3i_inertia_turned for a loop over lanes.
static inline imp3i_inertia imp3i_inertia_turned_in_lane(imp3i_inertia inertia, imp3_rot q)
{
    // Columns of q times the inertia; and the rows of that times q turned over.
    imp3i_dinertia m = imp3i_dinertia_of(inertia);
    imp3i_drot d = imp3i_drot_of(q);
    const imp3i_dvec rows[3] = {{m.xx, m.xy, m.zx}, {m.xy, m.yy, m.yz}, {m.zx, m.yz, m.zz}};
    const imp3i_dvec x = imp3i_drot_apply(d, rows[0]), y = imp3i_drot_apply(d, rows[1]),
                     z = imp3i_drot_apply(d, rows[2]);
    const imp3i_dinertia r = {x.x * d.x.x + y.x * d.y.x + z.x * d.z.x, x.y * d.x.y + y.y * d.y.y + z.y * d.z.y,
                              x.z * d.x.z + y.z * d.y.z + z.z * d.z.z, x.x * d.x.y + y.x * d.y.y + z.x * d.z.y,
                              x.y * d.x.z + y.y * d.y.z + z.y * d.z.z, x.z * d.x.x + y.z * d.y.x + z.z * d.z.x};
    return imp3i_inertia_of(r);
}

/// Turns back.
static inline imp3i_dvec imp3i_drot_apply_inverse(imp3i_drot q, imp3i_dvec v)
{
    imp3i_dvec r = {imp3i_ddot(q.x, v), imp3i_ddot(q.y, v), imp3i_ddot(q.z, v)};
    return r;
}

/// A point of a pose's frame, in the world.
static inline imp3i_dvec imp3i_pose_place(imp3_pose pose, imp3_vec point)
{
    return imp3i_dspin_add(imp3i_dvec_of(pose.p), imp3i_drot_apply(imp3i_drot_of(pose.q), imp3i_dvec_of(point)));
}

/// As seen from another one.
static inline imp3i_drot imp3i_drot_seen(imp3i_drot from, imp3i_drot q)
{
    imp3i_drot r = {imp3i_drot_apply_inverse(from, q.x), imp3i_drot_apply_inverse(from, q.y),
                    imp3i_drot_apply_inverse(from, q.z)};
    return r;
}

/// The rotation from one to the other, in the world; as floats.
static inline imp3_rot imp3i_drot_since(imp3i_drot from, imp3i_drot to)
{
    const imp3i_dvec x = {from.x.x, from.y.x, from.z.x}, y = {from.x.y, from.y.y, from.z.y},
                     z = {from.x.z, from.y.z, from.z.z};
    imp3_rot r = {imp3i_spin_of(imp3i_drot_apply(to, x)), imp3i_spin_of(imp3i_drot_apply(to, y)),
                  imp3i_spin_of(imp3i_drot_apply(to, z))};
    return r;
}

/// The rotation of a spin over a time, up to 2^12 rad. Source: Rodrigues 1840.
static inline imp3i_drot imp3i_drot_of_spin(imp3i_dspin spin, double time)
{
    double length = imp3i_dspin_length(spin), s, c;
    imp3i_dspin n = length > 0.0 ? imp3i_dspin_divide(spin, length) : imp3i_dspin_none();
    impi_sincos_turn(length * time, &s, &c);
    c = length > 0.0 ? c : 1.0;
    double rest = 1.0 - c;
    imp3i_drot r = {{c + n.x * n.x * rest, n.x * n.y * rest + n.z * s, n.x * n.z * rest - n.y * s},
                    {n.x * n.y * rest - n.z * s, c + n.y * n.y * rest, n.y * n.z * rest + n.x * s},
                    {n.x * n.z * rest + n.y * s, n.y * n.z * rest - n.x * s, c + n.z * n.z * rest}};
    return r;
}

/// Turned by a spin over a time, up to 2^12 rad.
static inline imp3i_drot imp3i_drot_spun(imp3i_drot q, imp3i_dspin spin, double time)
{
    double angle = imp3i_dspin_length(spin) * time;
    if (angle < 0.0 || angle > 0.0)
    {
        imp3i_drot by = imp3i_drot_of_spin(spin, time);
        imp3i_drot r = {imp3i_drot_apply(by, q.x), imp3i_drot_apply(by, q.y), imp3i_drot_apply(by, q.z)};
        return r;
    }
    return q;
}

/// A spin that has turned with a body; of the body's own one nothing changes.
static inline imp3i_dspin imp3i_dspin_turned(imp3i_dspin own, imp3i_dspin spin, double time)
{
    return imp3i_drot_apply(imp3i_drot_of_spin(spin, time), own);
}

/// An inertia that has turned with a body.
static inline imp3i_dinertia imp3i_dinertia_turned(imp3i_dinertia inertia, imp3i_dspin spin, double time)
{
    const imp3i_drot q = imp3i_drot_of_spin(spin, time);
    const imp3i_dvec x = {inertia.xx, inertia.xy, inertia.zx}, y = {inertia.xy, inertia.yy, inertia.yz},
                     z = {inertia.zx, inertia.yz, inertia.zz};
    // The rows, turned, are the columns of a matrix whose rows are turned once more.
    const imp3i_dvec a = imp3i_drot_apply(q, x), b = imp3i_drot_apply(q, y), c = imp3i_drot_apply(q, z);
    imp3i_dinertia r = {a.x * q.x.x + b.x * q.y.x + c.x * q.z.x, a.y * q.x.y + b.y * q.y.y + c.y * q.z.y,
                        a.z * q.x.z + b.z * q.y.z + c.z * q.z.z, a.x * q.x.y + b.x * q.y.y + c.x * q.z.y,
                        a.y * q.x.z + b.y * q.y.z + c.y * q.z.z, a.z * q.x.x + b.z * q.y.x + c.z * q.z.x};
    return r;
}

/// The mean velocity of a point at an arm, while it turns for a time.
static inline imp3i_dvec imp3i_dspin_mean_velocity(imp3i_dspin spin, imp3i_dvec arm, double time)
{
    if (fabs(imp3i_dspin_length(spin) * time) < 0x1p-20)
    {
        return imp3i_dspin_velocity(spin, arm);
    }
    imp3i_dvec r = imp3i_drot_apply(imp3i_drot_of_spin(spin, time), arm);
    return imp3i_dspin_divide(imp3i_dspin_sub(r, arm), time);
}

/// One after the other, of unit length, as every call accepts it. What does not turn stays as it is to the bit.
static inline imp3_rot imp3i_rot_turned(imp3_rot q, imp3_rot by)
{
    const imp3_rot none = imp3_pose_identity().q;
    if (memcmp(&by, &none, sizeof by) == 0)
    {
        return q;
    }
    imp3i_drot d = imp3i_drot_of(by);
    imp3i_drot r = {imp3i_drot_apply(d, imp3i_dvec_of(q.x)), imp3i_drot_apply(d, imp3i_dvec_of(q.y)),
                    imp3i_drot_apply(d, imp3i_dvec_of(q.z))};
    return imp3i_rot_of(imp3i_drot_unit(r));
}

/// The same, of unit length but for rounding.
static inline imp3_rot imp3i_rot_carried(imp3_rot q, imp3_rot by)
{
    const imp3_rot r = {imp3_rot_apply(by, q.x), imp3_rot_apply(by, q.y), imp3_rot_apply(by, q.z)};
    return r;
}

/// Turned for a sub-step. What does not turn stays as it is to the bit.
static inline imp3_rot imp3i_rot_spun(imp3_rot q, imp3i_spin spin, float h)
{
    if (!imp3i_spin_bits(spin))
    {
        return q;
    }
    return imp3i_rot_of(imp3i_drot_unit(imp3i_drot_spun(imp3i_drot_of(q), imp3i_dspin_of(spin), (double)h)));
}

/// A pose of which the middle has moved, and all has turned about that.
static inline imp3_pose imp3i_pose_moved(imp3_pose pose, imp3_vec middle, imp3_vec moved, imp3_rot by)
{
    imp3_rot q = imp3i_rot_turned(pose.q, by);
    imp3_vec turned = imp3_vec_sub(imp3_rot_apply(pose.q, middle), imp3_rot_apply(q, middle));
    imp3_vec p = imp3_vec_add(pose.p, imp3_vec_add(moved, turned));
    imp3_pose r = {{impi_tidy(p.x), impi_tidy(p.y), impi_tidy(p.z)}, q};
    return r;
}

// Turns between rotations

/// The sine of a rotation.
static inline imp3i_spin imp3i_turn_of(imp3_rot q)
{
    imp3i_dspin r = {0.5 * ((double)q.y.z - q.z.y), 0.5 * ((double)q.z.x - q.x.z), 0.5 * ((double)q.x.y - q.y.x)};
    return imp3i_spin_of(r);
}

/// The sine of what turns one into the other.
static inline imp3i_spin imp3i_turn_between(imp3_rot from, imp3_rot to)
{
    imp3i_drot a = imp3i_drot_of(from), b = imp3i_drot_of(to);
    imp3i_dspin twice =
        imp3i_dspin_add(imp3i_dspin_add(imp3i_dcross(a.x, b.x), imp3i_dcross(a.y, b.y)), imp3i_dcross(a.z, b.z));
    return imp3i_spin_of(imp3i_dspin_scale(twice, 0.5));
}

/// The same, and one of length 2 where that is more than a quarter; in floats, as rows measure it in lanes.
static inline imp3i_spin imp3i_turn_near(imp3_rot from, imp3_rot to)
{
    const imp3i_spin far = {2.0f, 0.0f, 0.0f};
    imp3_vec twice = imp3_vec_add(imp3_vec_add(imp3_vec_cross(from.x, to.x), imp3_vec_cross(from.y, to.y)),
                                  imp3_vec_cross(from.z, to.z));
    float trace = imp3_vec_dot(from.x, to.x) + imp3_vec_dot(from.y, to.y) + imp3_vec_dot(from.z, to.z);
    return trace > 1.0f ? imp3_vec_scale(twice, 0.5f) : far;
}

/// The length of such a sine, or of a distance; in floats, too.
static inline float imp3i_turn_length(imp3i_spin turn)
{
    return sqrtf(imp3_vec_dot(turn, turn));
}

/// How far something has moved, as seen from what has turned by such a sine meanwhile: from where it was, to the second
/// order.
static inline imp3_vec imp3i_turn_seen(imp3_vec moved, imp3i_spin turn, imp3_vec before)
{
    imp3_vec first = imp3_vec_cross(turn, before), second = imp3_vec_scale(imp3_vec_cross(turn, first), 0.5f);
    return imp3_vec_sub(moved, imp3_vec_add(first, second));
}

/// The loss of length along itself of a unit vector that turns by such a sine, to the second order.
static inline float imp3i_turn_bend(imp3i_spin turn, imp3_vec n)
{
    imp3_vec across = imp3_vec_cross(turn, n);
    return 0.5f * imp3_vec_dot(across, across);
}

/// The turn of a step, or, where that is not small, one at least as long: from the rotation that it has made, and the
/// spin times its time.
imp3i_spin imp3i_turn_bound(imp3_rot made, imp3i_spin about);

/// The angle by which one turns into the other.
imp3i_dspin imp3i_dturn_between(imp3_rot from, imp3_rot to);

/// The angle of a step: that is told up to whole turns, and the spin tells how many sub-steps made of it.
imp3i_dspin imp3i_dturn_of_step(imp3_rot made, imp3i_spin spin, float h, int32_t sub_steps);

/// The spin by which sub-steps of h turn one into the other; without end where that is beyond what they can.
static inline imp3i_spin imp3i_spin_towards(imp3_rot from, imp3_rot to, float h, int32_t sub_steps)
{
    return imp3i_spin_of(imp3i_dspin_divide(imp3i_dturn_between(from, to), (double)h * (double)sub_steps));
}

// Momentum

/// The momentum of a spin.
static inline imp3i_momentum imp3i_momentum_of(imp3i_inertia inertia, imp3i_spin spin)
{
    imp3i_dspin momentum = imp3i_dinertia_apply(imp3i_dinertia_of(inertia), imp3i_dspin_of(spin));
    imp3i_momentum r = {spin, imp3i_spin_of(momentum)};
    return r;
}

/// Takes in what has changed a spin since: the inertia is the one with which that was done. A spin that is the same to
/// the bit has not changed: momentum does not drift by rounding.
static inline void imp3i_momentum_follow(imp3i_momentum* m, imp3i_inertia inertia, imp3i_spin spin)
{
    if (memcmp(&m->spin, &spin, sizeof spin) != 0)
    {
        imp3i_dspin change = imp3i_dspin_sub(imp3i_dspin_of(spin), imp3i_dspin_of(m->spin));
        change = imp3i_dinertia_apply(imp3i_dinertia_of(inertia), change);
        m->momentum = imp3i_spin_of(imp3i_dspin_add(imp3i_dspin_of(m->momentum), change));
        m->spin = spin;
    }
}

/// Turns freely for a sub-step. Inverse inertia, in the frame that q turns; returns the spin from now on. Where an axis
/// is locked, or nothing gives way, the spin stays as it is.
imp3i_spin imp3i_momentum_turn(imp3i_momentum* m, imp3i_inertia inverse, uint32_t locks, float h, imp3_rot* q);

#endif
