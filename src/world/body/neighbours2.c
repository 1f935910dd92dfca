// SPDX-License-Identifier: MIT
//
// Neighbours: which colliders may have internal edges with others, as something flush may lie beside them.
//
// What is not dynamic is told by its index, a body that gives way by the list of its colliders. A collider remembers that
// something came near: what has no neighbours is never asked (contact/internal_edges2.c).

#include "../../broad/index2.h"
#include "body2.h"

#include <math.h>

void imp2i_seams_note(imp2_world* w, int32_t collider, const imp2_box* box)
{
    const imp_filter all = {0, 0};
    const imp2_vec still = {0.0f, 0.0f};
    imp_index_hit near[IMP2I_BESIDE_MOST];
    imp2i_box_search search = imp2i_search_of_sweep(*box, still);
    search.limit = 0.0f;
    for (int32_t count = IMP2I_BESIDE_MOST; count == IMP2I_BESIDE_MOST;)
    {
        count = imp2i_search_all(w->fixed_index, &search, all, near, IMP2I_BESIDE_MOST);
        for (int32_t i = 0; i < count; ++i)
        {
            int32_t other = w->fixed_of.data[near[i].thing];
            if (other != collider)
            {
                w->colliders.data[other].company = true;
                w->colliders.data[collider].company = true;
            }
            search.after = near[i];
        }
    }
}

bool imp2i_are_flush(const imp2_world* w, const imp2i_collider* a, const imp2i_collider* b)
{
    if (!a->convex || !b->convex)
    {
        return true;
    }
    const imp2_pose here = imp2_pose_identity();
    float flush = IMP2I_FLUSH * w->unit;
    imp2_box box_a, box_b;
    imp2i_gap gap = {.distance = INFINITY};
    bool sound = !imp2_shape_bounds(&a->shape, &here, &box_a) && !imp2_shape_bounds(&b->shape, &here, &box_b);
    if (sound && box_a.lower.x - flush <= box_b.upper.x && box_b.lower.x - flush <= box_a.upper.x &&
        box_a.lower.y - flush <= box_b.upper.y && box_b.lower.y - flush <= box_a.upper.y)
    {
        imp2i_gap_of(&a->shape, &here, &b->shape, &here, flush, &gap);
    }
    return fabsf(gap.distance) <= flush;
}

void imp2i_seams_note_siblings(imp2_world* w, int32_t collider)
{
    imp2i_collider* c = &w->colliders.data[collider];
    bool dynamic = w->bodies.data[c->body].kind == IMP_BODY_DYNAMIC;
    for (int32_t place = c->next; place >= 0 && dynamic; place = w->colliders.data[place].next)
    {
        imp2i_collider* sibling = &w->colliders.data[place];
        if (imp2i_are_flush(w, c, sibling))
        {
            c->company = true;
            sibling->company = true;
        }
    }
}
