// SPDX-License-Identifier: MIT
//
// Neighbours: which colliders may have internal edges with others, as something flush may lie beside them.
//
// For a non-dynamic collider they are found in the index of those, for a dynamic body's in its list of colliders. A
// collider remembers that something came near: one without neighbours needs no search (contact/internal_edges.inl).

#ifndef AXES
#include "../../broad/index2.h"
#include "../../motion/pair_gap2.h"
#include "body2.h"
#include <math.h>

#include "../../math/dim2.h"
#endif

void FNI(neighbours_note)(World* w, int32_t collider, const Box* box)
{
    const imp_filter all = {0, 0};
    imp_index_hit near[IMPI_BESIDE_MOST];
    FNI(box_search) search = FNI(search_of_sweep)(*box, FNI(vec_none)());
    search.limit = 0.0f;
    for (int32_t count = IMPI_BESIDE_MOST; count == IMPI_BESIDE_MOST;)
    {
        count = FNI(search_all)(w->fixed_index, &search, all, near, IMPI_BESIDE_MOST);
        for (int32_t i = 0; i < count; ++i)
        {
            int32_t other = w->fixed_of.data[near[i].thing];
            if (other != collider)
            {
                w->colliders.data[other].has_neighbours = true;
                w->colliders.data[collider].has_neighbours = true;
            }
            search.after = near[i];
        }
    }
}

bool FNI(are_flush)(const World* w, const Collider* a, const Collider* b)
{
    if (!a->convex || !b->convex)
    {
        return true;
    }
    const Pose here = FN(pose_identity)();
    float flush = IMPI_FLUSH * w->unit;
    Box box_a, box_b;
    float gap = INFINITY;
    bool sound = !FN(shape_bounds)(&a->shape, &here, &box_a) && !FN(shape_bounds)(&b->shape, &here, &box_b);
    if (sound && FNI(boxes_near)(box_a, box_b, flush))
    {
        gap = FNI(gap_within)(&a->shape, &here, &b->shape, &here, flush);
    }
    return fabsf(gap) <= flush;
}

void FNI(neighbours_note_siblings)(World* w, int32_t collider)
{
    Collider* c = &w->colliders.data[collider];
    bool dynamic = w->bodies.data[c->body].kind == IMP_BODY_DYNAMIC;
    for (int32_t slot = c->next; slot >= 0 && dynamic; slot = w->colliders.data[slot].next)
    {
        Collider* sibling = &w->colliders.data[slot];
        if (FNI(are_flush)(w, c, sibling))
        {
            c->has_neighbours = true;
            sibling->has_neighbours = true;
        }
    }
}
