// SPDX-License-Identifier: MIT
//
// Colliders that bend are meshes, which the plane has not: there none does.

#ifndef IMP2I_BEND_H
#define IMP2I_BEND_H

#include "calls2.h"

static inline bool imp2i_collider_bends(const imp2i_collider* c)
{
    (void)c;
    return false;
}

static inline bool imp2i_contact_bends(const imp2_world* w, const imp2i_contact* c)
{
    (void)w;
    (void)c;
    return false;
}

static inline imp_status imp2i_bend_set(imp2_world* w, imp_collider collider, const imp2_vec* points, int32_t count,
                                        float time)
{
    (void)w;
    (void)collider;
    (void)points;
    (void)count;
    (void)time;
    return impi_error(IMP_ERR_FORMAT, 1);
}

static inline void imp2i_bend_stop(imp2_world* w, imp2i_collider* c)
{
    (void)w;
    (void)c;
}

static inline void imp2i_bend_free(imp2i_bend* b, const imp_allocator* allocator)
{
    (void)b;
    (void)allocator;
}

static inline bool imp2i_bend_count(imp2_world* w, const imp2i_collider* c)
{
    (void)w;
    (void)c;
    return true;
}

static inline void imp2i_bends_grow(imp2_world* w, float time)
{
    (void)w;
    (void)time;
}

static inline void imp2i_bends_begin(imp2_world* w, float time)
{
    (void)w;
    (void)time;
}

static inline void imp2i_bends_end(imp2_world* w, float time)
{
    (void)w;
    (void)time;
}

static inline float imp2i_bend_reach(const imp2_world* w, const imp2i_contact* c)
{
    (void)w;
    (void)c;
    return 0.0f;
}

static inline bool imp2i_bend_misses(const imp2_world* w, const imp2i_contact* c, const imp2_shape* shape_a,
                                     const imp2_shape* shape_b, const imp2_part_manifold* m)
{
    (void)w;
    (void)c;
    (void)shape_a;
    (void)shape_b;
    (void)m;
    return false;
}

static inline int32_t imp2i_bend_meets(const imp2_world* w, const imp2i_contact* c, imp2_part_manifold* manifolds,
                                       int32_t count, int32_t room)
{
    (void)w;
    (void)c;
    (void)manifolds;
    (void)room;
    return count;
}

static inline void imp2i_bend_set_row(const imp2_world* w, const imp2i_contact* c, const imp2i_cache* t,
                                      imp2i_rows* rows, int32_t lane)
{
    (void)w;
    (void)c;
    (void)t;
    (void)rows;
    (void)lane;
}

#endif
