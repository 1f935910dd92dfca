// SPDX-License-Identifier: MIT
//
// Things of space in a lane: number k of a thing is at k times the lanes of a batch. lane_words2.h has the same.

#ifndef IMP3I_LANE_WORDS_H
#define IMP3I_LANE_WORDS_H

#include "../../motion/joint_tree3.h"
#include "../joint/joint_axes3.h"
#include "../../math/pick.h"
#include "solver3.h"

enum
{
    IMP3I_TURNED_FIELDS = 4  // of how a solver body has turned
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

/// How a solver body has turned.
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

static inline imp3_vec imp3i_lane_axis(const float* q, int32_t axis)
{
    return imp3i_lane_vec(q + (int64_t)3 * axis * IMP3I_TREE_LANES);
}

#endif
