// SPDX-License-Identifier: MIT
//
// Things of space in a lane: number k of a thing is at k times the lanes of a batch. lane_words2.h has the same.

#ifndef IMP3I_LANE_WORDS_H
#define IMP3I_LANE_WORDS_H

#include "../../motion/joint_tree3.h"
#include "../../motion/same_impulse3.h"
#include "../joint/joint_axes3.h"
#include "../../math/pick.h"
#include "solver3.h"

enum
{
    IMP3I_TURNED_FIELDS = 4,  // of how a solver body has turned
    IMP3I_FOLLOW_BENT = 3,    // of a body whose inertia turns with it: what contacts have changed of its spin first,
    IMP3I_FOLLOW_ADDED = 6,   // then what free rotation and forces change,
    IMP3I_FOLLOWS = 9,        // and whether it does, 1 or 0
    IMP3I_FOLLOW_FIELDS
};

static inline imp3_vec imp3i_lane_vec(const float* at)
{
    const imp3_vec r = {at[0], at[IMP3I_TREE_LANES], at[2 * IMP3I_TREE_LANES]};
    return r;
}

static inline void imp3i_set_lane_vec(float* at, imp3_vec v)
{
    at[0] = v.x;
    at[IMP3I_TREE_LANES] = v.y;
    at[2 * IMP3I_TREE_LANES] = v.z;
}

static inline imp3i_spin imp3i_lane_spin(const float* at)
{
    return imp3i_lane_vec(at);
}

static inline void imp3i_set_lane_spin(float* at, imp3i_spin spin)
{
    imp3i_set_lane_vec(at, spin);
}

static inline imp3_rot imp3i_lane_rot(const float* at)
{
    const imp3_rot r = {imp3i_lane_vec(at), imp3i_lane_vec(at + 3 * IMP3I_TREE_LANES),
                        imp3i_lane_vec(at + 6 * IMP3I_TREE_LANES)};
    return r;
}

static inline void imp3i_set_lane_rot(float* at, imp3_rot q)
{
    imp3i_set_lane_vec(at, q.x);
    imp3i_set_lane_vec(at + 3 * IMP3I_TREE_LANES, q.y);
    imp3i_set_lane_vec(at + 6 * IMP3I_TREE_LANES, q.z);
}

static inline imp3i_spin imp3i_lane_spin_unit(int32_t axis)
{
    const imp3i_spin r = {axis == 0 ? 1.0f : 0.0f, axis == 1 ? 1.0f : 0.0f, axis == 2 ? 1.0f : 0.0f};
    return r;
}

/// The column of a matrix whose rows have so many numbers.
static inline void imp3i_set_lane_column(float* at, int32_t numbers, imp3i_spin spin)
{
    at[0] = spin.x;
    at[numbers * IMP3I_TREE_LANES] = spin.y;
    at[2 * numbers * IMP3I_TREE_LANES] = spin.z;
}

static inline imp3_vec imp3i_vec_where(bool which, imp3_vec yes, imp3_vec no)
{
    const imp3_vec r = {impi_pick(which, yes.x, no.x), impi_pick(which, yes.y, no.y), impi_pick(which, yes.z, no.z)};
    return r;
}

static inline imp3i_inertia imp3i_lane_inertia(const float* at)
{
    const imp3_vec diagonal = imp3i_lane_vec(at), beside = imp3i_lane_vec(at + 3 * IMP3I_TREE_LANES);
    const imp3i_inertia r = {diagonal.x, diagonal.y, diagonal.z, beside.x, beside.y, beside.z};
    return r;
}

static inline void imp3i_set_lane_inertia(float* at, imp3i_inertia inertia)
{
    const imp3_vec diagonal = {inertia.xx, inertia.yy, inertia.zz}, beside = {inertia.xy, inertia.yz, inertia.zx};
    imp3i_set_lane_vec(at, diagonal);
    imp3i_set_lane_vec(at + 3 * IMP3I_TREE_LANES, beside);
}

/// The rotation of a solver body since the step began.
static inline void imp3i_set_lane_turned(float* at, const imp3i_solver_body* m)
{
    const imp3_vec axis = {m->turned.x, m->turned.y, m->turned.z};
    imp3i_set_lane_vec(at, axis);
    at[3 * IMP3I_TREE_LANES] = m->turned.w;
}

/// imp3i_rot_turned by that, without a branch.
static inline imp3_rot imp3i_lane_turned(imp3_rot q, const float* by)
{
    const imp3_quat quat = {by[0], by[IMP3I_TREE_LANES], by[2 * IMP3I_TREE_LANES], by[3 * IMP3I_TREE_LANES]};
    const imp3_rot turned = imp3i_rot_of(imp3i_drot_of_quat(quat));
    const imp3i_drot d = imp3i_drot_of(turned);
    const imp3i_drot far = {imp3i_drot_apply(d, imp3i_dvec_of(q.x)), imp3i_drot_apply(d, imp3i_dvec_of(q.y)),
                            imp3i_drot_apply(d, imp3i_dvec_of(q.z))};
    imp3_rot r = imp3i_rot_of(imp3i_drot_unit(far));
    const uint32_t one = impi_float_bits(1.0f);
    const uint32_t differs = (impi_float_bits(turned.x.x) ^ one) | (impi_float_bits(turned.y.y) ^ one) |
                             (impi_float_bits(turned.z.z) ^ one) | impi_float_bits(turned.x.y) |
                             impi_float_bits(turned.x.z) | impi_float_bits(turned.y.x) | impi_float_bits(turned.y.z) |
                             impi_float_bits(turned.z.x) | impi_float_bits(turned.z.y);
    r.x.x = impi_pick(differs != 0, r.x.x, q.x.x);
    r.x.y = impi_pick(differs != 0, r.x.y, q.x.y);
    r.x.z = impi_pick(differs != 0, r.x.z, q.x.z);
    r.y.x = impi_pick(differs != 0, r.y.x, q.y.x);
    r.y.y = impi_pick(differs != 0, r.y.y, q.y.y);
    r.y.z = impi_pick(differs != 0, r.y.z, q.y.z);
    r.z.x = impi_pick(differs != 0, r.z.x, q.z.x);
    r.z.y = impi_pick(differs != 0, r.z.y, q.z.y);
    r.z.z = impi_pick(differs != 0, r.z.z, q.z.z);
    return r;
}

/// The numbers of a body that imp3i_body_force_follow begins with, and whether it turned far.
static inline void imp3i_set_lane_follow(float* at, const imp3i_body_force* d, const imp3i_solver_body* m)
{
    const imp3i_spin turned = imp3i_spin_sub(imp3i_spin_sub(m->spin, d->before_spin), d->turning.bent);
    imp3i_set_lane_spin(at, turned);
    imp3i_set_lane_spin(at + IMP3I_FOLLOW_BENT * IMP3I_TREE_LANES, d->turning.bent);
    imp3i_set_lane_spin(at + IMP3I_FOLLOW_ADDED * IMP3I_TREE_LANES, d->added_spin);
    at[IMP3I_FOLLOWS * IMP3I_TREE_LANES] =
        imp3i_solver_has_turned(m) || imp3i_body_force_turned(d, m) ? 1.0f : 0.0f;
}

static inline imp3i_inertia imp3i_inertia_where(bool which, imp3i_inertia yes, imp3i_inertia no)
{
    const imp3i_inertia r = {impi_pick(which, yes.xx, no.xx), impi_pick(which, yes.yy, no.yy),
                             impi_pick(which, yes.zz, no.zz), impi_pick(which, yes.xy, no.xy),
                             impi_pick(which, yes.yz, no.yz), impi_pick(which, yes.zx, no.zx)};
    return r;
}

/// imp3i_body_force_follow of that, without a branch; takes the inertia of its free rotation and its inverse, and those
/// as turned.
static inline void imp3i_lane_follow(float* at, float* inertia, float* inverse, imp3i_inertia turned,
                                     imp3i_inertia turned_inverse)
{
    float *bent = at + IMP3I_FOLLOW_BENT * IMP3I_TREE_LANES, *added = at + IMP3I_FOLLOW_ADDED * IMP3I_TREE_LANES;
    const bool follows = at[IMP3I_FOLLOWS * IMP3I_TREE_LANES] > 0.0f;
    const imp3i_inertia before = imp3i_lane_inertia(inertia);
    const imp3i_spin spin = imp3i_lane_spin(at);
    const imp3i_spin off = imp3i_spin_sub(spin, imp3i_same_impulse(spin, before, turned_inverse));
    imp3i_set_lane_spin(bent, imp3i_spin_add(imp3i_lane_spin(bent), off));
    imp3i_set_lane_spin(added, imp3i_same_impulse(imp3i_lane_spin(added), before, turned_inverse));
    imp3i_set_lane_inertia(inertia, imp3i_inertia_where(follows, turned, before));
    imp3i_set_lane_inertia(inverse, imp3i_inertia_where(follows, turned_inverse, imp3i_lane_inertia(inverse)));
}

/// Gives that to the body. Returns whether it follows.
static inline bool imp3i_take_lane_follow(const float* at, const float* inertia, imp3i_body_force* d,
                                          imp3i_solver_body* m)
{
    if (!(at[IMP3I_FOLLOWS * IMP3I_TREE_LANES] > 0.0f))
    {
        return false;
    }
    d->turning.bent = imp3i_lane_spin(at + IMP3I_FOLLOW_BENT * IMP3I_TREE_LANES);
    d->added_spin = imp3i_lane_spin(at + IMP3I_FOLLOW_ADDED * IMP3I_TREE_LANES);
    d->turning.inertia = imp3i_lane_inertia(inertia);
    m->has_turned = 1.0f;
    return true;
}

static inline imp3_vec imp3i_lane_axis(const float* q, int32_t axis)
{
    return imp3i_lane_vec(q + (int64_t)3 * axis * IMP3I_TREE_LANES);
}

#endif
