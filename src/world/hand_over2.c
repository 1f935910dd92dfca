// SPDX-License-Identifier: MIT
//
// Impulses of contacts of a world of the plane that go on from one thing to the next: what slides from tile to tile, or
// rolls, keeps what holds it up. A vertex of it is on one tile in one step and on the next one in the other; to begin
// anew there would let it sink and be pushed out again at every joint, and friction follows that.
//
//     manifold made anew, contact ended -> what its points have lost -> points that are new, and of the same vertex
//
// It is one step's business: who loses a vertex and who gains it are collided in the same one. Both are contacts with
// what is not dynamic.

#include "world2.h"

#include "../narrow/quick2.h"

#define ALONG (1.0f - 0x1p-10f)  // a cosine: what held something up holds it up still

// The vertex of the slider at a point; -1 for none.
static int32_t vertex_at(uint32_t id, bool of_b)
{
    int32_t vertex, side;
    return imp2i_is_vertex_of(id, of_b, &vertex, &side) ? vertex : -1;
}

static bool has_point(const imp2_manifold* m, uint32_t id)
{
    bool has = false;
    for (int32_t k = 0; m && k < m->count; ++k)
    {
        has |= m->points[k].id == id;
    }
    return has;
}

static imp2i_handed thing_at(const imp2i_contact* c, const imp2i_touch* t, imp2_vec normal, int slider, int32_t vertex)
{
    imp2i_handed r = {.vertex = vertex, .normal = slider ? normal : imp2_vec_scale(normal, -1.0f)};
    r.collider = slider ? c->collider_b : c->collider_a;
    r.part = slider ? t->part_b : t->part_a;
    return r;
}

bool imp2i_hand_loses(const imp2i_contact* c, const imp2i_touch* t, const imp2_manifold* next)
{
    bool loses = false;
    for (int32_t k = 0; k < t->manifold.count && c->slider >= 0; ++k)
    {
        uint32_t id = t->manifold.points[k].id;
        loses |= vertex_at(id, c->slider) >= 0 && !has_point(next, id);
    }
    return loses;
}

imp_status imp2i_hand_lost(imp2_world* w, const imp2i_contact* c, const imp2i_touch* t, const imp2_manifold* next)
{
    int slider = c->slider;
    const imp2_manifold* m = &t->manifold;
    if (slider < 0 || m->count == 0)
    {
        return IMP_OK;
    }
    if (impi_array_reserve(&w->handed, &w->allocator, (int64_t)w->handed.count + 2))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    const imp2i_row_impulses now = imp2i_impulses_now(w, t);
    float all = now.normal[0] + now.normal[1];
    for (int32_t k = 0; k < m->count; ++k)
    {
        int32_t vertex = vertex_at(m->points[k].id, slider);
        if (vertex >= 0 && now.normal[k] > 0.0f && !has_point(next, m->points[k].id))
        {
            imp2i_handed h = thing_at(c, t, m->normal, slider, vertex);
            h.impulse = now.normal[k];
            h.tangent = now.tangent * (now.normal[k] / all);
            w->handed.data[w->handed.count++] = h;
        }
    }
    return IMP_OK;
}

bool imp2i_hand_wanted(const imp2i_contact* c, const imp2i_touch* before, const imp2_manifold* manifold)
{
    int slider = c->slider;
    bool wanted = false;
    for (int32_t k = 0; k < manifold->count && slider >= 0; ++k)
    {
        uint32_t id = manifold->points[k].id;
        wanted |= vertex_at(id, slider) >= 0 && !(before && has_point(&before->manifold, id));
    }
    return wanted;
}

imp_status imp2i_hand_compare(imp2_world* w, imp2i_contact* c, const imp2_part_manifold* manifolds, int32_t count)
{
    for (const imp2i_touch* t = c->touch_count > 0 ? &c->touch : NULL; t; t = imp2i_next_touch(w, c, t))
    {
        const imp2_manifold* next = NULL;
        for (int32_t i = 0; i < count && !next; ++i)
        {
            const imp2_part_manifold* m = &manifolds[i];
            next = m->part_a == t->part_a && m->part_b == t->part_b ? &m->manifold : NULL;
        }
        if (imp2i_hand_lost(w, c, t, next))
        {
            return impi_error(IMP_ERR_MEMORY, 0);
        }
    }
    c->gains = true;
    return IMP_OK;
}

// The first of what a collider has lost, among the keys.
static int32_t first_of(const imp2_world* w, int32_t collider)
{
    int32_t low = 0, high = w->handed.count;
    while (low < high)
    {
        int32_t middle = low + (high - low) / 2;
        bool before = w->handed_keys.data[middle].key < (uint64_t)collider;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low;
}

static void take_over(const imp2_world* w, const imp2i_contact* c, imp2i_touch* t)
{
    int slider = c->slider;
    int32_t first = slider < 0 ? w->handed.count : first_of(w, slider ? c->collider_b : c->collider_a);
    for (int32_t k = 0; k < t->manifold.count; ++k)
    {
        int32_t vertex = vertex_at(t->manifold.points[k].id, slider > 0);
        imp2i_handed own = thing_at(c, t, t->manifold.normal, slider, vertex);
        bool wants = vertex >= 0 && !(t->impulses.normal[k] > 0.0f);
        for (int32_t i = first; wants && i < w->handed.count; ++i)
        {
            const imp2i_handed* h = &w->handed.data[w->handed_keys.data[i].value];
            wants = h->collider == own.collider;
            if (wants && h->part == own.part && h->vertex == vertex && imp2_vec_dot(h->normal, own.normal) > ALONG)
            {
                t->impulses.normal[k] = h->impulse;
                t->impulses.tangent += h->tangent;
                wants = false;
            }
        }
    }
}

static void deal_out(imp2_world* w, imp2i_contact* c)
{
    for (imp2i_touch* t = c->gains && c->touch_count > 0 ? &c->touch : NULL; t; t = imp2i_next_touch(w, c, t))
    {
        take_over(w, c, t);
    }
    c->gains = false;
}

imp_status imp2i_hand_over(imp2_world* w, const impi_contact_list* list)
{
    if (impi_array_reserve(&w->handed_keys, &w->allocator, 2 * (int64_t)w->handed.count))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    int32_t count = w->handed.count;
    for (int32_t i = 0; i < count; ++i)
    {
        const impi_keyed key = {(uint64_t)w->handed.data[i].collider, i};
        w->handed_keys.data[i] = key;
    }
    if (count > 0)
    {
        impi_sort(w->handed_keys.data, w->handed_keys.data + count, count);
    }
    for (int32_t first = 0; first < list->count; first += IMP2I_WORD)
    {
        for (uint32_t news = w->stirred.data[first / IMP2I_WORD]; news != 0; news &= news - 1)
        {
            deal_out(w, &w->contacts.data[list->data[first + impi_lowest_bit(news)].place]);
        }
    }
    w->handed.count = 0;
    return IMP_OK;
}
