// SPDX-License-Identifier: MIT
//
// Touches of compounds in a world of the plane: any number of manifolds, one for each pair of parts that is near.
//
//     poses -> far apart? -> manifolds -> seams -> impulses of those that were there -> touches
//              any thread                          one thread: those beyond the first go to a store that all share

#include "contact2.h"

#include <string.h>

// The colliders of a contact, and where they were when it was made.
typedef struct placed_couple
{
    imp2_compound a, b;
    imp2_pose pose_a, pose_b;
} placed_couple;

static placed_couple couple_at(const imp2_world* w, const imp2i_contact* c)
{
    placed_couple r = {.a = imp2i_collider_compound(&w->colliders.data[c->collider_a]),
                       .b = imp2i_collider_compound(&w->colliders.data[c->collider_b])};
    imp2i_relative_poses(c, &r.pose_a, &r.pose_b);
    return r;
}

// How far compounds may move before parts of them touch, by their boxes; not above 0 where they may touch now.
static float room_around(const imp2_world* w, const placed_couple* p)
{
    double near = (double)(IMP2I_SURELY * imp2i_world_near(w));
    if (imp2i_couple_status(&p->a, &p->pose_a, &p->b, &p->pose_b))
    {
        return 0.0f;
    }
    imp2i_couple couple = imp2i_couple_of(&p->a, &p->pose_a, &p->b, &p->pose_b);
    double room = imp2i_boxes_apart(&couple, near) - near;
    if (!(room > 0.0) && !imp2i_is_single(&p->a) && !imp2i_is_single(&p->b))
    {
        // One is within the bends of the other.
        double look = (double)(p->a.reach < p->b.reach ? p->a.reach : p->b.reach);
        imp2i_near pair = imp2i_near_start(&couple, look);
        room = imp2i_near_next(&couple, &pair) ? 0.0 : look - near;
    }
    return (float)room;
}

bool imp2i_parts_overlap(const imp2_world* w, imp2i_contact* c)
{
    bool overlap = false;
    imp2i_note_poses(w, c);
    placed_couple p = couple_at(w, c);
    return !imp2_compound_overlap(&p.a, &p.pose_a, &p.b, &p.pose_b, &overlap) && overlap;
}

bool imp2i_parts_clear(const imp2_world* w, imp2i_contact* c)
{
    placed_couple p = couple_at(w, c);
    c->room = c->touch_count == 0 ? room_around(w, &p) : 0.0f;
    c->mended = c->mended && !(c->room > 0.0f);
    return c->room > 0.0f;
}

// Manifolds of which as many are kept as there is room for. Returns how many there are; of what is far out of range none.
static int32_t find_manifolds(const imp2_world* w, const placed_couple* p, imp2_part_manifold* out, int32_t room)
{
    int32_t count;
    (void)imp2i_compound_manifolds(&p->a, &p->pose_a, &p->b, &p->pose_b, imp2i_world_near(w), out, room, &count);
    return count;
}

// Manifolds at seams are other ones, or none; where all that there are miss, there are none. Returns whether there was a
// seam.
static bool mend_manifolds(imp2_world* w, const imp2i_contact* c, const placed_couple* p, imp2_part_manifold* manifolds,
                           int32_t* count, bool* missed)
{
    int32_t left = 0;
    bool mended = false;
    for (int32_t i = 0; i < *count; ++i)
    {
        imp2_part_manifold m = manifolds[i];
        mended |= imp2i_seam_of_contact(w, c, m.part_a, m.part_b, &m.manifold);
        bool joined = false;
        for (int32_t k = 0; k < left && !joined && m.manifold.count == 1; ++k)
        {
            joined = imp2i_seam_join(w, &manifolds[k], &m);
        }
        manifolds[left] = m;
        left += m.manifold.count > 0 && !joined;
        mended |= joined;
    }
    *missed = left > 0;
    for (int32_t i = 0; i < left && *missed; ++i)
    {
        const imp2_part_manifold* m = &manifolds[i];
        *missed = imp2i_misses(w, c, &p->a.parts[m->part_a], &p->b.parts[m->part_b], &m->manifold);
    }
    *count = *missed ? 0 : left;
    return mended;
}

void imp2i_parts_find(imp2_world* w, const imp2i_contact* c, imp2i_parts_found* out)
{
    placed_couple p = couple_at(w, c);
    out->count = find_manifolds(w, &p, out->few, IMP2I_FEW_PARTS);
    out->room = 0.0f;
    out->on_way = false;
    out->mended = out->count <= IMP2I_FEW_PARTS && mend_manifolds(w, c, &p, out->few, &out->count, &out->on_way);
    if (c->touch_count > 0 && out->count == 0 && !out->mended && !out->on_way)
    {
        out->room = room_around(w, &p);
    }
}

static float radius_of(const imp2i_collider* c, int32_t part)
{
    return c->convex ? c->shape.radius : c->compound.parts[part].radius;
}

static void set_touch(imp2_world* w, imp2i_contact* c, const imp2_part_manifold* m, imp2i_touch* t)
{
    memset(t, 0, sizeof *t);
    t->manifold = m->manifold;
    t->part_a = m->part_a;
    t->part_b = m->part_b;
    imp2i_measure_touch(c, t, radius_of(&w->colliders.data[c->collider_a], m->part_a),
                        radius_of(&w->colliders.data[c->collider_b], m->part_b));
    for (imp2i_touch* old = c->touch_count > 0 ? &c->touch : NULL; old; old = imp2i_next_touch(w, c, old))
    {
        if (old->part_a == t->part_a && old->part_b == t->part_b)
        {
            imp2i_keep_impulses(w, old, &t->manifold, &t->impulses);
            t->way = old->way;
            t->lane = old->lane;
            old->lane = 0;
        }
    }
}

imp_status imp2i_contact_take(imp2_world* w, imp2i_contact* c, const imp2_part_manifold* manifolds, int32_t count)
{
    // The new ones stand beside the old ones until they have taken what they keep.
    if (impi_array_reserve(&w->touches, &w->allocator, (int64_t)w->touches.count + count))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    if (w->solver.colours.rounds > 1)
    {
        imp2i_lanes_fall(w);  // what is coloured anew depends on the order of manifolds
    }
    imp2i_touch first;
    int32_t more = -1;
    memset(&first, 0, sizeof first);
    for (int32_t i = count - 1; i >= 0; --i)
    {
        imp2i_touch t;
        set_touch(w, c, &manifolds[i], &t);
        if (i == 0)
        {
            first = t;
            continue;
        }
        int32_t place = w->free_touch >= 0 ? w->free_touch : w->touches.count++;
        if (place == w->free_touch)
        {
            w->free_touch = w->touches.data[place].next;
        }
        t.next = more;
        w->touches.data[place] = t;
        more = place;
    }
    c->room = 0.0f;
    imp2i_lanes_end(w, c);
    imp2i_contact_drop_more(w, c);
    c->touch = first;
    c->more = more;
    c->touch_count = count;
    if (count == 0)
    {
        imp2i_end_passing(c);
    }
    for (const imp2i_touch* t = &c->touch; t; t = imp2i_next_touch(w, c, t))
    {
        imp2i_lane_move(w, t);
    }
    return IMP_OK;
}

// All of them, where there may be many.
static imp_status take_many(imp2_world* w, imp2i_contact* c, bool alone)
{
    placed_couple p = couple_at(w, c);
    int32_t count = find_manifolds(w, &p, w->collide.manifolds.data, w->collide.manifolds.capacity);
    if (count > w->collide.manifolds.capacity)
    {
        if (impi_array_reserve(&w->collide.manifolds, &w->allocator, count))
        {
            return impi_error(IMP_ERR_MEMORY, 0);
        }
        count = find_manifolds(w, &p, w->collide.manifolds.data, count);
    }
    bool missed = false, touched = c->touch_count > 0;
    bool mended = !alone && mend_manifolds(w, c, &p, w->collide.manifolds.data, &count, &missed);
    if (imp2i_contact_take(w, c, w->collide.manifolds.data, count))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    c->mended = mended;
    c->room = touched && count == 0 && !mended ? room_around(w, &p) : 0.0f;
    if (missed)
    {
        imp2i_collide_again(w, c);
    }
    return IMP_OK;
}

imp_status imp2i_parts_take(imp2_world* w, imp2i_contact* c, const imp2i_parts_found* found)
{
    if (found->count > IMP2I_FEW_PARTS)
    {
        return take_many(w, c, false);
    }
    if (imp2i_contact_take(w, c, found->few, found->count))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    c->mended = found->mended;
    c->room = found->room;
    if (found->on_way)
    {
        imp2i_collide_again(w, c);
    }
    return IMP_OK;
}

imp_status imp2i_parts_collide(imp2_world* w, imp2i_contact* c)
{
    return take_many(w, c, true);
}
