// SPDX-License-Identifier: MIT
//
// Things of the plane in a lane: number k of a thing is at k times the lanes of a batch. lane_words3.h has the same.

#ifndef IMP2I_LANE_WORDS_H
#define IMP2I_LANE_WORDS_H

#include "../../motion/joint_tree2.h"
#include "../joint/joint_axes2.h"
#include "../../math/pick.h"
#include "solver2.h"

enum
{
    IMP2I_TURNED_FIELDS = 2,  // of how a solver body has turned
    IMP2I_FOLLOW_FIELDS = 1   // of a body whose inertia turns with it: there is none
};

static inline imp2_vec imp2i_lane_vec(const float* at)
{
    const imp2_vec r = {at[0], at[IMP2I_TREE_LANES]};
    return r;
}

static inline void imp2i_set_lane_vec(float* at, imp2_vec v)
{
    at[0] = v.x;
    at[IMP2I_TREE_LANES] = v.y;
}

static inline imp2i_spin imp2i_lane_spin(const float* at)
{
    return at[0];
}

static inline void imp2i_set_lane_spin(float* at, imp2i_spin spin)
{
    at[0] = spin;
}

static inline imp2_rot imp2i_lane_rot(const float* at)
{
    const imp2_rot r = {at[0], at[IMP2I_TREE_LANES]};
    return r;
}

static inline void imp2i_set_lane_rot(float* at, imp2_rot q)
{
    at[0] = q.c;
    at[IMP2I_TREE_LANES] = q.s;
}

static inline imp2i_spin imp2i_lane_spin_unit(int32_t axis)
{
    (void)axis;
    return 1.0f;
}

/// The column of a matrix whose rows have so many numbers.
static inline void imp2i_set_lane_column(float* at, int32_t numbers, imp2i_spin spin)
{
    (void)numbers;
    at[0] = spin;
}

static inline imp2_vec imp2i_vec_where(bool which, imp2_vec yes, imp2_vec no)
{
    const imp2_vec r = {impi_pick(which, yes.x, no.x), impi_pick(which, yes.y, no.y)};
    return r;
}

static inline imp2i_inertia imp2i_lane_inertia(const float* at)
{
    return at[0];
}

static inline void imp2i_set_lane_inertia(float* at, imp2i_inertia inertia)
{
    at[0] = inertia;
}

/// The rotation of a solver body since the step began.
static inline void imp2i_set_lane_turned(float* at, const imp2i_solver_body* m)
{
    at[0] = m->c;
    at[IMP2I_TREE_LANES] = m->s;
}

/// imp2i_rot_turned by that.
static inline imp2_rot imp2i_lane_turned(imp2_rot q, const float* by)
{
    return imp2i_rot_turned(q, imp2i_lane_rot(by));
}

/// No inertia turns.
static inline void imp2i_set_lane_follow(float* at, const imp2i_body_force* d, const imp2i_solver_body* m)
{
    (void)d;
    (void)m;
    at[0] = 0.0f;
}

static inline void imp2i_lane_follow(float* at, float* inertia, float* inverse, imp2i_inertia turned,
                                     imp2i_inertia turned_inverse)
{
    (void)at;
    (void)inertia;
    (void)inverse;
    (void)turned;
    (void)turned_inverse;
}

static inline bool imp2i_take_lane_follow(const float* at, const float* inertia, imp2i_body_force* d,
                                          imp2i_solver_body* m)
{
    (void)at;
    (void)inertia;
    (void)d;
    (void)m;
    return false;
}

static inline imp2_vec imp2i_lane_axis(const float* q, int32_t axis)
{
    return imp2i_frame_axis(imp2i_lane_rot(q), axis);
}

#endif
