// SPDX-License-Identifier: MIT
//
// The sweep as the rest of the room sees it.

#ifndef IMP2I_SWEEP_H
#define IMP2I_SWEEP_H

#include "pair2.h"

/// Most that a mover may turn in one call [rad].
#define IMP2I_TURN_MAX 1024.0f

#include "../math/dim2.h"

#include "movers_interface.inl"

#include "../math/dim_end.h"

/// Fills in a hit from the gap of its moment, but for the time.
void imp2i_hit_of_gap(const imp2_shape* a, const imp2_pose* pose_a, const imp2i_gap* gap, int32_t kind, imp2_hit* out);

/// What the shortcuts have found out about two small sharp polygons before they move.
typedef struct imp2i_quick_pair
{
    imp2i_relative rel;
    imp2i_sides sides;
    float doubt;  // of a separation
} imp2i_quick_pair;

enum
{
    IMP2I_QUICK_APART,
    IMP2I_QUICK_OVERLAP,
    IMP2I_QUICK_UNSURE
};

/// Whether two sharp cores of 2 to IMP2_SMALL_COUNT vertices clearly overlap, then with the way out, or are clearly
/// apart.
int imp2i_quick_start(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b, const imp2_pose* pose_b,
                      imp2i_quick_pair* q, imp2_hit* out);

/// imp2i_sweep of two sharp cores of 2 to IMP2_SMALL_COUNT vertices. False when floats cannot tell; *out is then not to
/// be read.
bool imp2i_quick_sweep(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b, const imp2_pose* pose_b,
                       imp2i_dvec motion, imp2_hit* out);

/// The sides that hold two touching or nearly touching sharp shapes apart: their unit normals, A to B, in A's frame.
/// Two corners that meet have at most four; those of shapes without thickness more.
#define IMP2I_ACTIVE_MAX 8

typedef struct imp2i_active
{
    int32_t count;
    double tiny;
    imp2i_dvec normals[IMP2I_ACTIVE_MAX];
    imp2i_axis axes[IMP2I_ACTIVE_MAX];
} imp2i_active;

/// tiny is how far inside a side may be that still counts.
void imp2i_active_sides(const imp2_shape* a, const imp2_shape* b, const imp2i_relative* rel, double tiny,
                        imp2i_active* out);

/// The door of two movers that turn by at most turn_max.
static inline bool imp2i_movers_fine(const imp2_mover* a, const imp2_mover* b, const imp2_hit* out, float turn_max)
{
    if (!a || !b || !out || imp2i_shape_fault(a->shape) || imp2i_shape_fault(b->shape))
    {
        return false;
    }
    // Motions may be tiny; that is looked at when they are not all in the common range.
    bool motions = impi_four_ok(impi_lanes_load_two(&a->motion.x, &b->motion.x));
    motions = motions || (imp2i_vec_fault_large(a->motion) == 0 && imp2i_vec_fault_large(b->motion) == 0);
    return motions && imp2i_pose_ok(&a->pose) && imp2i_pose_ok(&b->pose) && fabsf(a->turn) <= turn_max &&
           fabsf(b->turn) <= turn_max;
}

#endif
