// SPDX-License-Identifier: MIT
//
// Narrow phase of compounds: any number of manifolds, one for each pair of parts that is near.
//
//     poses -> apart, by boxes? -> manifolds -> internal edges -> impulses of the old ones -> caches
//              any thread                                         one thread: all but the first go to a store all share

#ifndef AXES
#include "contact2.h"
#include <math.h>
#include <string.h>

#include "../../math/dim2.h"
#endif

#define ONE_PLANE (1.0f - 0x1p-12f)  // a cosine

// The colliders of a contact, at the poses where its manifolds are made.
typedef struct placed_pair
{
    Compound a, b;
    Pose pose_a, pose_b;
    float near;  // how far apart parts may be that have a manifold
    int slider;
} placed_pair;

static placed_pair placed_pair_of(const World* w, const Contact* c)
{
    placed_pair r = {.a = FNI(collider_compound)(&w->colliders.data[c->collider_a]),
                     .b = FNI(collider_compound)(&w->colliders.data[c->collider_b]),
                     .near = FNI(world_near)(w) + FNI(bend_reach)(w, c),
                     .slider = c->slider};
    FNI(relative_poses)(c, &r.pose_a, &r.pose_b);
    return r;
}

// A lower bound of the motion of compounds until there may be a manifold, by the boxes of their parts; not above 0 if
// now.
static float separation_around(const placed_pair* p)
{
    double near = (double)(IMPI_SURELY * p->near);
    if (FNI(compound_pair_status)(&p->a, &p->pose_a, &p->b, &p->pose_b))
    {
        return 0.0f;
    }
    CompoundPair couple = FNI(compound_pair_of)(&p->a, &p->pose_a, &p->b, &p->pose_b);
    double room = FNI(boxes_apart)(&couple, near) - near;
    if (!(room > 0.0) && !FNI(is_single)(&p->a) && !FNI(is_single)(&p->b) && !FNI(have_fields)(&p->a, &p->b))
    {
        // One lies within a concavity of the other; of those with fields it may be inside of it.
        double look = (double)(p->a.reach < p->b.reach ? p->a.reach : p->b.reach);
        Near pair = FNI(near_start)(&couple, look);
        room = FNI(near_next)(&couple, &pair) ? 0.0 : look - near;
    }
    return (float)room;
}

bool FNI(parts_overlap)(const World* w, Contact* c)
{
    bool overlap = false;
    FNI(note_poses)(w, c);
    placed_pair p = placed_pair_of(w, c);
    return !FN(compound_overlap)(&p.a, &p.pose_a, &p.b, &p.pose_b, &overlap) && overlap;
}

bool FNI(parts_clear)(const World* w, Contact* c)
{
    placed_pair p = placed_pair_of(w, c);
    c->separation = c->manifold_count == 0 ? separation_around(&p) : 0.0f;
    const bool clear = c->separation > 0.0f;
    c->corrected = c->corrected && !clear;
    if (FNI(contact_bends)(w, c))
    {
        // It lasts for this step alone, and cannot be found again.
        c->separation = 0.0f;
        c->corrected = w->step.stepping;
    }
    return clear;
}

// Finds manifolds, and stores as many as there is room for. Returns how many there are; none far out of range.
static int32_t find_manifolds(const placed_pair* p, PartManifold* out, int32_t room)
{
    int32_t count;
    (void)FNI(compound_manifolds)(&p->a, &p->pose_a, &p->b, &p->pose_b, p->near, p->slider, out, room, &count);
    return count;
}

// Corrects manifolds at internal edges, and drops all if all of them miss. Returns whether any was corrected.
static bool correct_manifolds(World* w, const Contact* c, const placed_pair* p, PartManifold* manifolds, int32_t* count,
                              bool* missed)
{
    int32_t left = 0;
    bool corrected = false;
    float deepest = -INFINITY;
    for (int32_t i = 0; i < *count; ++i)
    {
        PartManifold m = manifolds[i];
        const float depth = m.manifold.depth;
        corrected |= FNI(edges_correct_contact)(w, c, m.part_a, m.part_b, &m.manifold);
        bool joined = false;
        for (int32_t k = 0; k < left && !joined; ++k)
        {
            joined = FNI(edges_join)(w, c, &manifolds[k], &m);
        }
        manifolds[left] = m;
        const bool stays = m.manifold.count > 0 && !joined;
        deepest = stays && depth > deepest ? depth : deepest;
        left += stays;
        corrected |= joined;
    }
    *missed = left > 0 && !FNI(have_fields)(&p->a, &p->b) && !FNI(is_near)(w, c, deepest);
    for (int32_t i = 0; i < left && *missed; ++i)
    {
        const PartManifold* m = &manifolds[i];
        Shape room_a, room_b;
        *missed = FNI(misses)(w, c, FNI(part_ref)(&p->a, m->part_a, &room_a), FNI(part_ref)(&p->b, m->part_b, &room_b),
                              &m->manifold);
    }
    *count = *missed ? 0 : left;
    return corrected;
}

// Drops what the step does not bring together, where a surface bends, and adds what it does. Returns how many there are,
// which may be more than there is room for. Such manifolds are not found again, as the surface has gone on.
static int32_t choose_met(const World* w, const Contact* c, const placed_pair* p, PartManifold* manifolds, int32_t count,
                          int32_t room)
{
    int32_t left = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        const PartManifold m = manifolds[i];
        Shape room_a, room_b;
        manifolds[left] = m;
        left += !FNI(bend_misses)(w, c, FNI(part_ref)(&p->a, m.part_a, &room_a),
                                  FNI(part_ref)(&p->b, m.part_b, &room_b), &m);
    }
    return FNI(bend_meets)(w, c, manifolds, left, room);
}

static PartManifold* manifolds_of(World* w, PartsFound* found)
{
    return found->room > IMPI_FEW_PARTS ? &w->collide.manifolds.data[found->first] : found->few;
}

void FNI(parts_find)(World* w, const Contact* c, PartsFound* out)
{
    placed_pair p = placed_pair_of(w, c);
    PartManifold* to = manifolds_of(w, out);
    out->count = 1;
    out->separation = 0.0f;
    out->corrected = out->on_way = false;
    out->done = true;
    if (FNI(find_deep)(w, c, to, &out->deep))
    {
        return;
    }
    const bool bends = FNI(contact_bends)(w, c);
    out->count = find_manifolds(&p, to, out->room);
    if (bends && out->count <= out->room)
    {
        out->count = choose_met(w, c, &p, to, out->count, out->room);
    }
    out->done = out->count <= out->room;
    out->corrected = out->done && (bends || correct_manifolds(w, c, &p, to, &out->count, &out->on_way));
    if (c->manifold_count > 0 && out->count == 0 && !out->corrected && !out->on_way)
    {
        out->separation = separation_around(&p);
    }
}

static const Shape* roundness_of(const Collider* c, int32_t part, Shape* room)
{
    return c->convex ? &c->shape : FNI(part_roundness)(&c->compound, part, room);
}

// Whether a manifold goes on where another one, of other parts of one plane, was held by a one-way collider.
static bool is_held_on(const World* w, const Cache* held, const Cache* t)
{
    return held->side == IMPI_SIDE_HELD && FN(vec_dot)(held->manifold.normal, t->manifold.normal) > ONE_PLANE &&
           t->manifold.depth <= held->manifold.depth + FNI(world_near)(w);
}

// The number of points of a manifold that a cache had before.
static int32_t points_before(const World* w, const Cache* old, const Manifold* m)
{
    int32_t from[DIMI(POINTS)], count = 0;
    FNI(points_kept)(&old->manifold, m, w->solver.row_step.keep, from);
    for (int32_t k = 0; k < m->count; ++k)
    {
        count += from[k] >= 0;
    }
    return count;
}

// Manifolds of fields are clusters, and no parts name them: what goes on is the cache that had most of its points.
static const Cache* cache_before(const World* w, Contact* c, const PartManifold* m)
{
    const Cache* best = NULL;
    int32_t most = 0;
    for (const Cache* old = c->manifold_count > 0 ? &c->cache : NULL; old; old = FNI(next_cache)(w, c, old))
    {
        bool same = old->part_a == m->part_a && old->part_b == m->part_b;
        int32_t count = 2 * points_before(w, old, &m->manifold) + same;
        best = count > most ? old : best;
        most = count > most ? count : most;
    }
    return best;
}

static void set_cache(World* w, Contact* c, const PartManifold* m, Cache* t)
{
    const Collider *a = &w->colliders.data[c->collider_a], *b = &w->colliders.data[c->collider_b];
    const bool fields = !a->convex && !b->convex && FNI(have_fields)(&a->compound, &b->compound);
    const Cache* before = fields ? cache_before(w, c, m) : NULL;
    Shape room_a, room_b;
    bool known = false, held = false;
    memset(t, 0, sizeof *t);
    t->manifold = m->manifold;
    t->part_a = m->part_a;
    t->part_b = m->part_b;
    FNI(measure_cache)
    (c, t, roundness_of(a, m->part_a, &room_a), roundness_of(b, m->part_b, &room_b));
    for (Cache* old = c->manifold_count > 0 ? &c->cache : NULL; old; old = FNI(next_cache)(w, c, old))
    {
        if (fields ? old == before : old->part_a == t->part_a && old->part_b == t->part_b)
        {
            FNI(keep_impulses)(w, old, &t->manifold, &t->impulses);
            t->side = old->side;
            t->lane = old->lane;
            old->lane = 0;
            known = true;
        }
        held |= is_held_on(w, old, t);
    }
    if (!known && held)
    {
        t->side = IMPI_SIDE_HELD;
    }
}

imp_status FNI(contact_take_manifolds)(World* w, Contact* c, const PartManifold* manifolds, int32_t count)
{
    // New caches stand beside the old ones until they have taken over their impulses.
    if (impi_array_reserve(&w->caches, &w->allocator, (int64_t)w->caches.count + count))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    if (!impi_colours_kept(&w->solver.colours))
    {
        FNI(lanes_clear)(w);  // a new colouring depends on the order of manifolds
    }
    Cache first;
    int32_t more = -1;
    memset(&first, 0, sizeof first);
    for (int32_t i = count - 1; i >= 0; --i)
    {
        Cache t;
        set_cache(w, c, &manifolds[i], &t);
        if (i == 0)
        {
            first = t;
            continue;
        }
        int32_t slot = w->free_cache >= 0 ? w->free_cache : w->caches.count++;
        if (slot == w->free_cache)
        {
            w->free_cache = w->caches.data[slot].next;
        }
        t.next = more;
        w->caches.data[slot] = t;
        more = slot;
    }
    c->separation = 0.0f;
    FNI(lanes_free)(w, c);
    FNI(contact_free_manifolds)(w, c);
    c->cache = first;
    c->more = more;
    c->manifold_count = count;
    if (count == 0)
    {
        FNI(reset_one_way)(c);
    }
    for (const Cache* t = &c->cache; t; t = FNI(next_cache)(w, c, t))
    {
        FNI(lane_renew)(w, t);
    }
    return IMP_OK;
}

imp_status FNI(parts_store)(World* w, Contact* c, PartsFound* found)
{
    if (FNI(contact_take_manifolds)(w, c, manifolds_of(w, found), found->count))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    FNI(contact_set_deep)(w, c, found->deep);
    c->corrected = found->corrected;
    c->separation = found->separation;
    if (found->on_way)
    {
        FNI(collide_again)(w, c);
    }
    return IMP_OK;
}

imp_status FNI(parts_collide)(World* w, Contact* c)
{
    placed_pair p = placed_pair_of(w, c);
    PartManifold way_out;
    float deep;
    bool touched = c->manifold_count > 0;
    bool one = FNI(find_deep)(w, c, &way_out, &deep);
    int32_t count = one ? 1 : find_manifolds(&p, w->collide.manifolds.data, w->collide.manifolds.capacity);
    if (count > w->collide.manifolds.capacity && !one)
    {
        if (impi_array_reserve(&w->collide.manifolds, &w->allocator, count))
        {
            return impi_error(IMP_ERR_MEMORY, 0);
        }
        count = find_manifolds(&p, w->collide.manifolds.data, count);
    }
    if (FNI(contact_take_manifolds)(w, c, one ? &way_out : w->collide.manifolds.data, count))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    FNI(contact_set_deep)(w, c, deep);
    c->corrected = false;
    c->separation = touched && count == 0 ? separation_around(&p) : 0.0f;
    return IMP_OK;
}
