// SPDX-License-Identifier: MIT
//
// Shortcuts of imp2_collide for common pairs. Each takes what it can decide with certainty in floats: a gap or a depth
// beyond IMPI_FLOAT_DOUBT of the scale, features that agree with it. Everything else is false, *out is then not to be
// read, and the general code decides. They give what the general code would give, but for rounding.
//
// They are quick because they compute in lanes what could be chosen, and choose at the end: nothing that depends on the
// numbers is a branch, except whether the shapes are apart.

#ifndef IMP2I_QUICK_H
#define IMP2I_QUICK_H

#include "../shape/shape2.h"
#include "impinge/narrow2.h"

enum
{
    IMP2I_VERTEX_ON_SIDE_B = 1,  // a vertex of A on a side of B
    IMP2I_VERTEX_ON_SIDE_A = 2,
    IMP2I_TWO_VERTICES = 3
};

static inline uint32_t imp2i_contact_id(uint32_t kind, int32_t feature_a, int32_t feature_b)
{
    return kind << 30 | ((uint32_t)feature_a & 0x7fff) << 15 | ((uint32_t)feature_b & 0x7fff);
}

/// A box that has area.
static inline bool imp2i_is_plain_box(const imp2_shape* s)
{
    return s->kind == IMP2_SHAPE_BOX && s->count == 4;
}

/// Two boxes that have area.
bool imp2i_collide_boxes(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b, const imp2_pose* pose_b,
                         float margin, imp2_manifold* out);

#endif
