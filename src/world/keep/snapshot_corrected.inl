// SPDX-License-Identifier: MIT
//
// Snapshots of worlds: manifolds that were made at internal edges. They are saved whole, as neighbours from when they were
// made may be gone.

#ifndef AXES
#include "snapshot2.h"

#include "../../math/dim2.h"
#endif

#define CORRECTED_WORDS (8 + AXES)  // of a manifold at least

// A manifold that its two colliders alone would not have.
static void visit_whole_manifold(impi_bytes* b, PartManifold* m, int32_t parts_a, int32_t parts_b)
{
    impi_visit_int(b, &m->part_a, 0, parts_a - 1);
    impi_visit_int(b, &m->part_b, 0, parts_b - 1);
    FNI(visit_vec)(b, &m->manifold.normal, impi_number_fault_large);
    impi_visit_float(b, &m->manifold.depth, impi_number_fault_large);
    impi_visit_int(b, &m->manifold.count, 1, DIMI(POINTS));
    for (int32_t k = 0; k < m->manifold.count; ++k)
    {
        FNI(visit_vec)(b, &m->manifold.points[k].point, impi_number_fault_large);
        impi_visit_float(b, &m->manifold.points[k].depth, impi_number_fault_large);
        FNI(visit_id)(b, &m->manifold.points[k].id);
    }
}

static int32_t part_count_of(const Collider* c)
{
    return c->convex ? 1 : c->compound.part_count;
}

void FNI(visit_corrected)(impi_bytes* b, World* w, Contact* c, int32_t count)
{
    int32_t parts_a = part_count_of(&w->colliders.data[c->collider_a]);
    int32_t parts_b = part_count_of(&w->colliders.data[c->collider_b]);
    const Cache* t = &c->cache;
    impi_visit_room(b, (int64_t)count * CORRECTED_WORDS);
    b->bad |= b->reading && count > (int64_t)parts_a * parts_b;
    w->collide.manifolds.count = 0;
    for (int32_t i = 0; i < count && !b->bad; ++i)
    {
        PartManifold m = {.part_a = 0};
        if (!b->reading)
        {
            m.part_a = t->part_a;
            m.part_b = t->part_b;
            m.manifold = t->manifold;
            for (int32_t k = 0; k < m.manifold.count; ++k)
            {
                m.manifold.points[k].depth = t->depth[k];
            }
            t = FNI(next_cache)(w, c, t);
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
        impi_visit_memory(b, FNI(contact_take_manifolds)(w, c, w->collide.manifolds.data, w->collide.manifolds.count));
        c->corrected = true;
    }
}

#undef CORRECTED_WORDS
