// SPDX-License-Identifier: MIT
//
// Internal edges in space: there are no shapes with edges yet, so nothing is corrected.

#include "contact3.h"

bool imp3i_edges_correct_contact(imp3_world* w, const imp3i_contact* c, int32_t part_a, int32_t part_b,
                                 imp3_manifold* m)
{
    (void)w;
    (void)c;
    (void)part_a;
    (void)part_b;
    (void)m;
    return false;
}

bool imp3i_edges_join(const imp3_world* w, imp3_part_manifold* m, const imp3_part_manifold* other)
{
    (void)w;
    (void)m;
    (void)other;
    return false;
}

void imp3i_edges_correct_cast(const imp3_world* w, const imp3i_collider* c, const imp3_compound_mover* stands,
                              const imp3_compound_mover* moves, const imp3i_edge_neighbours* has_neighbours,
                              imp3_compound_hit* hit)
{
    (void)w;
    (void)c;
    (void)stands;
    (void)moves;
    (void)has_neighbours;
    (void)hit;
}

void imp3i_edges_correct_sweep(imp3_world* w, const imp3i_collider* c, const imp3_compound_mover* stands,
                               const imp3i_collider* fast, const imp3_compound_mover* moves, imp3_compound_hit* hit)
{
    (void)w;
    (void)c;
    (void)stands;
    (void)fast;
    (void)moves;
    (void)hit;
}
