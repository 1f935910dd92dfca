// SPDX-License-Identifier: MIT
//
// Ids of contact points in space: which features touch. A bit beyond them tells that a point is carried: another
// contact of the same slider has its row.

#ifndef IMP3I_CONTACT_ID_H
#define IMP3I_CONTACT_ID_H

#include "../base/bytes.h"
#include "pair3.h"

#include <math.h>

#define IMP3I_ID_SIDE_BITS 26  // of the features of one shape
#define IMP3I_ID_CARRIED (UINT64_C(1) << 52)

static inline bool imp3i_is_name_of(uint32_t name, uint32_t kind)
{
    return (name & (IMP3I_NAME_EDGE | IMP3I_NAME_FACE)) == kind;
}

static inline uint32_t imp3i_name_of_a(uint64_t id)
{
    return (uint32_t)(id >> IMP3I_ID_SIDE_BITS) & ((1u << IMP3I_ID_SIDE_BITS) - 1u);
}

static inline uint32_t imp3i_name_of_b(uint64_t id)
{
    return (uint32_t)id & ((1u << IMP3I_ID_SIDE_BITS) - 1u);
}

/// Whether a point is a vertex of A on a face of B.
static inline bool imp3i_is_on_side_of_b(uint64_t id)
{
    return imp3i_is_name_of(imp3i_name_of_a(id), IMP3I_NAME_VERTEX) &&
           imp3i_is_name_of(imp3i_name_of_b(id), IMP3I_NAME_FACE);
}

static inline bool imp3i_is_carried_point(uint64_t id)
{
    return (id & IMP3I_ID_CARRIED) != 0;
}

/// Whether a point is a vertex of A, or with of_b of B, on a face of the other; then which.
static inline bool imp3i_is_vertex_of(uint64_t id, bool of_b, int32_t* vertex, int32_t* side)
{
    const uint32_t a = imp3i_name_of_a(id), b = imp3i_name_of_b(id);
    *vertex = (int32_t)(of_b ? b : a);
    *side = (int32_t)((of_b ? a : b) & ~(uint32_t)IMP3I_NAME_FACE);
    return imp3i_is_name_of(of_b ? b : a, IMP3I_NAME_VERTEX) && imp3i_is_name_of(of_b ? a : b, IMP3I_NAME_FACE);
}

static inline bool imp3i_has_same_features(uint64_t id, uint64_t other)
{
    return ((id ^ other) & ~IMP3I_ID_CARRIED) == 0;
}

static inline uint64_t imp3i_id_carried(uint64_t id)
{
    return id | IMP3I_ID_CARRIED;
}

static inline void imp3i_visit_id(impi_bytes* b, uint64_t* id)
{
    impi_visit_long(b, id);
}

/// For each point of a manifold the one before whose features it has; or else the nearest that is left, within
/// `near`: where features lie on each other names change. -1 for none.
static inline void imp3i_points_kept(const imp3_manifold* before, const imp3_manifold* now, float near,
                                     int32_t from[IMP3_POINT_MAX])
{
    uint32_t taken = 0;
    for (int32_t k = 0; k < now->count; ++k)
    {
        float least = INFINITY;
        from[k] = -1;
        for (int32_t m = 0; m < before->count; ++m)
        {
            // Manifolds of several parts that are joined may have points of one name.
            const imp3_vec apart = imp3_vec_sub(before->points[m].point, now->points[k].point);
            float square = imp3_vec_dot(apart, apart);
            bool same = before->points[m].id == now->points[k].id && square < least;
            least = same ? square : least;
            from[k] = same ? m : from[k];
        }
        taken |= from[k] >= 0 ? 1u << from[k] : 0u;
    }
    for (int32_t k = 0; k < now->count; ++k)
    {
        float least = near * near;
        for (int32_t m = 0, old = from[k]; m < before->count && old < 0; ++m)
        {
            const imp3_vec apart = imp3_vec_sub(before->points[m].point, now->points[k].point);
            float square = imp3_vec_dot(apart, apart);
            bool nearer = !(taken >> m & 1u) && square < least;
            least = nearer ? square : least;
            from[k] = nearer ? m : from[k];
        }
        taken |= from[k] >= 0 ? 1u << from[k] : 0u;
    }
}

#endif
