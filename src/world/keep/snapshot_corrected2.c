// SPDX-License-Identifier: MIT
//
// Snapshots of worlds of the plane: manifolds that were made at internal edges. They are saved whole, as neighbours
// from when they were made may be gone. Planar, as
// internal edges are.

#include "snapshot2.h"

enum
{
    CORRECTED_WORDS = 10  // of a manifold at least
};

// A manifold that its two colliders alone would not have.
static void visit_whole_manifold(impi_bytes* b, imp2_part_manifold* m, int32_t parts_a, int32_t parts_b)
{
    impi_visit_int(b, &m->part_a, 0, parts_a - 1);
    impi_visit_int(b, &m->part_b, 0, parts_b - 1);
    imp2i_visit_vec(b, &m->manifold.normal, impi_number_fault_large);
    impi_visit_float(b, &m->manifold.depth, impi_number_fault_large);
    impi_visit_int(b, &m->manifold.count, 1, 2);
    for (int32_t k = 0; k < m->manifold.count; ++k)
    {
        imp2i_visit_vec(b, &m->manifold.points[k].point, impi_number_fault_large);
        impi_visit_float(b, &m->manifold.points[k].depth, impi_number_fault_large);
        imp2i_visit_id(b, &m->manifold.points[k].id);
    }
}

static int32_t parts_of(const imp2i_collider* c)
{
    return c->convex ? 1 : c->compound.part_count;
}

void imp2i_visit_corrected(impi_bytes* b, imp2_world* w, imp2i_contact* c, int32_t count)
{
    int32_t parts_a = parts_of(&w->colliders.data[c->collider_a]);
    int32_t parts_b = parts_of(&w->colliders.data[c->collider_b]);
    const imp2i_cache* t = &c->cache;
    impi_visit_room(b, (int64_t)count * CORRECTED_WORDS);
    b->bad |= b->reading && count > (int64_t)parts_a * parts_b;
    w->collide.manifolds.count = 0;
    for (int32_t i = 0; i < count && !b->bad; ++i)
    {
        imp2_part_manifold m = {.part_a = 0};
        if (!b->reading)
        {
            m.part_a = t->part_a;
            m.part_b = t->part_b;
            m.manifold = t->manifold;
            for (int32_t k = 0; k < m.manifold.count; ++k)
            {
                m.manifold.points[k].depth = t->depth[k];
            }
            t = imp2i_next_cache(w, c, t);
        }
        visit_whole_manifold(b, &m, parts_a, parts_b);
        if (b->reading && !b->bad)
        {
            impi_visit_memory(b, impi_array_reserve(&w->collide.manifolds, &w->allocator, (int64_t)i + 1));
        }
        if (b->reading && !b->bad)
        {
            w->collide.manifolds.data[w->collide.manifolds.count++] = m;
        }
    }
    if (b->reading && !b->bad)
    {
        impi_visit_memory(b, imp2i_contact_take_manifolds(w, c, w->collide.manifolds.data, w->collide.manifolds.count));
        c->corrected = true;
    }
}
