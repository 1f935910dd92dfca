// SPDX-License-Identifier: MIT
//
// Ids of contact points of the plane: which features touch.

#ifndef IMP2I_CONTACT_ID_H
#define IMP2I_CONTACT_ID_H

#include "impinge/narrow2.h"
#include "../base/bytes.h"

enum
{
    IMP2I_CARRIED = 0,           // any of the others, where a neighbour carries what lies on it
    IMP2I_VERTEX_ON_SIDE_B = 1,  // a vertex of A on a side of B
    IMP2I_VERTEX_ON_SIDE_A = 2,
    IMP2I_TWO_VERTICES = 3
};

/// Whether a point is a vertex of A on a side of B.
static inline bool imp2i_is_on_side_of_b(uint32_t id)
{
    return id >> 30 == IMP2I_VERTEX_ON_SIDE_B;
}

/// Whether a point only tells that two touch, and is not to be pushed at.
static inline bool imp2i_is_carried_point(uint32_t id)
{
    return id >> 30 == IMP2I_CARRIED;
}

/// Whether a point is a vertex of A, or with of_b of B, on a side of the other; then which.
static inline bool imp2i_is_vertex_of(uint32_t id, bool of_b, int32_t* vertex, int32_t* side)
{
    int32_t feature_a = (int32_t)(id >> 15 & 0x7fff), feature_b = (int32_t)(id & 0x7fff);
    *vertex = of_b ? feature_b : feature_a;
    *side = of_b ? feature_a : feature_b;
    return id >> 30 == (uint32_t)(of_b ? IMP2I_VERTEX_ON_SIDE_A : IMP2I_VERTEX_ON_SIDE_B);
}

/// Whether two ids have the same features, one carried or not.
static inline bool imp2i_has_same_features(uint32_t id, uint32_t other)
{
    return ((id ^ other) & UINT32_MAX >> 2) == 0;
}

/// For each point of a manifold the one before with its id, or -1.
static inline void imp2i_points_kept(const imp2_manifold* before, const imp2_manifold* now, float near, int32_t from[2])
{
    (void)near;
    for (int32_t k = 0; k < now->count; ++k)
    {
        from[k] = -1;
        for (int32_t m = 0; m < before->count; ++m)
        {
            from[k] = before->points[m].id == now->points[k].id ? m : from[k];
        }
    }
}

/// The id of a point that only tells that two touch.
static inline uint32_t imp2i_id_carried(uint32_t id)
{
    return id & UINT32_MAX >> 2;
}

static inline void imp2i_visit_id(impi_bytes* b, uint32_t* id)
{
    impi_visit_word(b, id);
}

#endif
