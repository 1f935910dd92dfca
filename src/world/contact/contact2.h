// SPDX-License-Identifier: MIT
//
// Contacts of a world of the plane, for this sub-room and those below it.

#ifndef IMP2I_CONTACT_H
#define IMP2I_CONTACT_H

#include "../body/body2.h"

#define IMP2I_SURELY 1.125f  // of what is near: with all rounding, there are no manifolds beyond

/// Whether a body of a contact moves in this step.
static inline bool imp2i_contact_moves(const imp2_world* w, const imp2i_contact* c)
{
    return w->stances.data[c->body_a].row != ~0 || w->stances.data[c->body_b].row != ~0;
}

/// While a list of contacts is gone through at i: what all steps read of those that come soon is fetched.
static inline void imp2i_contact_soon(const imp2_world* w, const impi_contact_list* list, int32_t i)
{
    if (i + IMP2I_AHEAD < list->count)
    {
        const imp2i_contact* c = &w->contacts.data[list->data[i + IMP2I_AHEAD].place];
        impi_prefetch(c);
        impi_prefetch(&c->more);
    }
}

/// Contacts of a word of a list, of which the bits say which: they are found here and there, so all are on their way to
/// the cache before the first is read.
static inline void imp2i_contacts_soon(const imp2_world* w, const impi_contact_list* list, int32_t first, uint32_t bits)
{
    for (; bits != 0; bits &= bits - 1)
    {
        const imp2i_contact* c = &w->contacts.data[list->data[first + impi_lowest_bit(bits)].place];
        impi_prefetch(c);
        impi_prefetch(&c->more);
    }
}

/// A bit for each contact of a word of a list.
static inline uint32_t imp2i_all_of_word(const impi_contact_list* list, int32_t first)
{
    int32_t left = list->count - first;
    return left < IMP2I_WORD ? (1u << left) - 1u : UINT32_MAX;
}

/// Whether a manifold only tells that two touch, as neighbours of one carry the other.
static inline bool imp2i_is_carried(const imp2i_contact* c, const imp2i_touch* t)
{
    return c->mended && t->manifold.count > 0 && imp2i_is_carried_point(t->manifold.points[0].id);
}

/// Whether a manifold has all points that there can be, however deep they come: motion along its normal hardly counts
/// then, and what sinks under a load keeps its arms. What passes a one-way collider is not pressed against it.
static inline bool imp2i_is_pressed(const imp2i_contact* c, const imp2i_touch* t)
{
    bool passes = c->one_way && t->way != IMP2I_WAY_HELD;
    return !passes && t->manifold.count > 1 && (t->depth[0] > 0.0f || t->depth[1] > 0.0f);
}

/// Friction is one impulse for both points. Each has the part of it that it has of the normal impulses.
static inline float imp2i_friction_at(const imp2i_touch* t, int32_t k)
{
    float whole = t->impulses.total[0] + t->impulses.total[1];
    return whole > 0.0f ? t->impulses.side_total * (t->impulses.total[k] / whole) : 0.0f;
}

/// Whether both colliders of a contact are still there. What is taken away has contacts until the next step.
static inline bool imp2i_contact_whole(const imp2_world* w, const imp2i_contact* c)
{
    return impi_pool_find(&w->collider_pool, c->handle_a.id) >= 0 &&
           impi_pool_find(&w->collider_pool, c->handle_b.id) >= 0;
}

/// Whether a manifold is to be a row.
static inline bool imp2i_is_row(const imp2i_contact* c, const imp2i_touch* t)
{
    return c->row_count > 0 && (c->row_count == c->touch_count || !t->refused);
}

/// Whether all manifolds of a contact are rows: then these tell when it is to be looked at.
static inline bool imp2i_all_rows(const imp2i_contact* c)
{
    return c->row_count > 0 && c->row_count == c->touch_count;
}

static inline imp2i_touch* imp2i_touch_of_lane(const imp2_world* w, const imp2i_lane* lane)
{
    return lane->touch < 0 ? &w->contacts.data[lane->contact].touch : &w->touches.data[lane->touch];
}

/// The row of a touch is soon read: its impulses are fetched.
static inline void imp2i_row_soon(const imp2_world* w, const imp2i_touch* t)
{
    int32_t lane = t->row > 0 ? t->row - 1 : 0;
    const imp2i_rows* rows = t->row > 0 ? &w->solver.rows.data[lane / IMPI_ROW_LANES] : NULL;
    for (int32_t k = 0; rows && k < 2; ++k)
    {
        impi_prefetch(&rows->points[k].impulse[lane % IMPI_ROW_LANES]);
        impi_prefetch(&rows->points[k].total[lane % IMPI_ROW_LANES]);
    }
    if (rows)
    {
        impi_prefetch(&rows->side_impulse[lane % IMPI_ROW_LANES]);
        impi_prefetch(&rows->side_total[lane % IMPI_ROW_LANES]);
        impi_prefetch(&rows->rolling_impulse[lane % IMPI_ROW_LANES]);
    }
}

/// Sine of the angle from one rotation to another; 2 where that is more than a right angle.
static inline float imp2i_sine_between(imp2_rot from, imp2_rot to)
{
    return from.c * to.c + from.s * to.s > 0.0f ? from.c * to.s - from.s * to.c : 2.0f;
}

/// The key of two colliders in lists of contacts: their numbers, the lower one first.
static inline imp_pair imp2i_pair_of_colliders(const imp2i_collider* a, const imp2i_collider* b)
{
    bool first = a->number < b->number;
    const imp_pair r = {first ? a->number : b->number, first ? b->number : a->number};
    return r;
}

// contact2.c

/// Whether two colliders meet whose filters agree: the caller is asked last.
bool imp2i_may_meet(imp2_world* w, const imp2i_collider* a, const imp2i_collider* b);

/// Whether a collider is there, with that number in the index.
bool imp2i_number_used(const imp2_world* w, int32_t collider, int32_t number);

/// Where the contact of two colliders is in a list, or below 0; and the contact itself, or null.
int32_t imp2i_contact_at(const impi_contact_list* list, const imp2i_collider* a, const imp2i_collider* b);
imp2i_contact* imp2i_contact_in(const imp2_world* w, const impi_contact_list* list, const imp2i_collider* a,
                                const imp2i_collider* b);

/// The contact of two colliders, awake or asleep, or null.
imp2i_contact* imp2i_contact_between(const imp2_world* w, const imp2i_collider* a, const imp2i_collider* b);

/// A contact of two colliders, without a surface and manifolds.
void imp2i_contact_fill(const imp2_world* w, imp2i_contact* c, int32_t collider_a, int32_t collider_b);

/// Whether a contact touches now: begins or ends a touch when that is new.
void imp2i_contact_touch(imp2_world* w, imp2i_contact* c, bool touching);

/// Gives back all manifolds of a contact but the first.
void imp2i_contact_drop_more(imp2_world* w, imp2i_contact* c);

// separation_bound2.c

/// How far the bodies of a contact without manifolds may still move, from such poses, until there may be some; or none,
/// if not above 0.
float imp2i_contact_slack(const imp2_world* w, const imp2i_contact* c, const imp2_pose* a, const imp2_pose* b);

/// How much of that the motion of a body in this step may use up.
float imp2i_motion_reach(const imp2_world* w, int32_t body);

/// Whether two colliders have a contact and are sure to stay apart in this step. Questions that come nearly in order
/// are quick when they start from the same place, to begin with 0.
bool imp2i_surely_apart(const imp2_world* w, const imp2i_collider* a, const imp2i_collider* b, int32_t* from);

// lanes2.c

/// Lanes for rows that have none: for those that want some after imp2i_contacts_settle, or for all. Returns IMP_OK or
/// IMP_ERR_MEMORY; a call that follows does the same.
imp_status imp2i_rows_colour(imp2_world* w);

/// Depths and impulses go back into their touches, and lanes stay. For steps; others say that rows are stale.
void imp2i_rows_fall(imp2_world* w);

/// The same for the rows of one contact, whether they stand or no more.
void imp2i_rows_leave(const imp2_world* w, imp2i_contact* c);

/// No row has a lane any more. For steps; others say that lanes are stale.
void imp2i_lanes_fall(imp2_world* w);

/// A touch is a row no more.
void imp2i_lane_end(imp2_world* w, imp2i_touch* t);

/// Touches of a contact are rows no more.
void imp2i_lanes_end(imp2_world* w, imp2i_contact* c);

/// A touch has taken over the lane of another, and is at its place now.
void imp2i_lane_move(imp2_world* w, const imp2i_touch* t);

/// Whether the next step goes on with the lanes that there are: then they are part of what the world is.
bool imp2i_lanes_last(const imp2_world* w);

/// Room for so many blocks of lanes, when there are none. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status imp2i_lanes_reserve(imp2_world* w, int32_t blocks);

/// Rows have the lanes that their touches say, of blocks whose colours are known. Returns whether they can have them.
bool imp2i_lanes_put_back(imp2_world* w);

/// A touch with its depths and impulses, wherever they are; and its impulses alone.
imp2i_touch imp2i_touch_now(const imp2_world* w, const imp2i_touch* t);
imp2i_row_impulses imp2i_impulses_now(const imp2_world* w, const imp2i_touch* t);

// one_way2.c

/// Which of the two is one-way, in a contact that is solved.
void imp2i_one_way_note(const imp2_world* w, imp2i_contact* c);

/// Decides what becomes of the manifolds of a one-way contact, as they are now: the same when it is asked again.
void imp2i_one_way_decide(const imp2_world* w, imp2i_contact* c);

/// Whether a contact is one-way and has nothing to say yet: all its manifolds are apart.
bool imp2i_one_way_waits(const imp2_world* w, const imp2i_contact* c);

/// Whether two colliders that meet on their ways, with such a normal from A to B, pass through each other.
bool imp2i_one_way_passes(const imp2_world* w, const imp2i_collider* a, const imp2i_collider* b, imp2_vec normal);

// internal_edges2.c

/// What becomes of the manifold of two parts of a contact where there is a seam; it may lose all its points. Returns
/// whether it is another one.
bool imp2i_seam_of_contact(imp2_world* w, const imp2i_contact* c, int32_t part_a, int32_t part_b, imp2_manifold* m);

/// Two single points on one straight face, of different parts, are one manifold of two, as on a face of one part: both
/// are solved together, and share their friction. Returns whether it is so; then m has them.
bool imp2i_seam_join(const imp2_world* w, imp2_part_manifold* m, const imp2_part_manifold* other);

/// Who counts as a neighbour of a collider that something has met.
typedef struct imp2i_seam_company
{
    imp_filter filter;  // of what is not dynamic
    bool (*counts)(void* context, const imp2i_collider* neighbour);
    void* context;
} imp2i_seam_company;

/// What a moving compound has met, or touches from the start: if that is a seam between a collider and others, the hit
/// becomes the first one with the collider that is not, or none. The collider is A, where it stands as the mover says.
void imp2i_seam_of_cast(const imp2_world* w, const imp2i_collider* c, const imp2_compound_mover* stands,
                        const imp2_compound_mover* moves, const imp2i_seam_company* company, imp2_compound_hit* hit);

/// The same of a collider that is swept over its way of a step. Where it meets a joint askew, the hit becomes one with the
/// side that ends there, if it comes to that.
void imp2i_seam_of_sweep(imp2_world* w, const imp2i_collider* c, const imp2_compound_mover* stands,
                         const imp2i_collider* fast, const imp2_compound_mover* moves, imp2_compound_hit* hit);

// manifold_cache2.c

/// Where the bodies of a contact are: there manifolds are made from now on.
void imp2i_note_poses(const imp2_world* w, imp2i_contact* c);

/// Where they were when its manifolds were made, seen from the origin of A's pose.
void imp2i_relative_poses(const imp2i_contact* c, imp2_pose* a, imp2_pose* b);

/// Impulses of an old manifold for the points of a new one that have the same names, and of friction as much as it keeps
/// of them. They may be written where the old ones are.
void imp2i_keep_impulses(const imp2_world* w, const imp2i_touch* old, const imp2_manifold* manifold,
                         imp2i_row_impulses* out);

/// All else of a touch that follows from its manifold.
void imp2i_measure_touch(const imp2i_contact* c, imp2i_touch* t, float radius_a, float radius_b);

/// What is apart begins anew.
void imp2i_end_passing(imp2i_contact* c);

/// Whether two convex shapes with a gap miss each other in this step: along their straight motion they do not overlap,
/// however they turn meanwhile. Their row would stop them, as its plane does not end where the shapes do.
bool imp2i_misses(const imp2_world* w, const imp2i_contact* c, const imp2_shape* shape_a, const imp2_shape* shape_b,
                  const imp2_manifold* m);

/// Whether a contact bounces, and is that of a bullet, or of what may be swept like one.
bool imp2i_may_hurry(const imp2_world* w, const imp2i_contact* c);

/// Whether that is now so fast to where it would touch, or away from there, that its manifold is to be made anew: it may
/// be left to be swept.
bool imp2i_hurries(const imp2_world* w, const imp2i_contact* c);

/// Whether what is swept is not there yet, and is going to bounce, or away after it has. So it bounces off one after the
/// other, in the order of time. Rows would answer all at once, and that costs energy.
bool imp2i_is_on_its_way(const imp2_world* w, const imp2i_contact* c, const imp2_manifold* m);

/// Whether the manifolds of a contact still hold; their depths are then as they are now. Where there are none, slack is
/// how far the two may still move. The same to the bit as for rows (rows2.inl): where a contact is kept does not decide
/// whether it is.
bool imp2i_keep_manifolds(imp2_world* w, imp2i_contact* c, float* slack);

/// A contact without manifolds is collided in the next step, however little it has moved.
void imp2i_collide_again(const imp2_world* w, imp2i_contact* c);

/// A touch of a contact with its depths and impulses, and its points where they were when contacts were last looked at,
/// from the origin of A's pose: a manifold that lasts is not made anew, but its vertices go with their bodies.
imp2i_touch imp2i_touch_seen(const imp2_world* w, const imp2i_contact* c, const imp2i_touch* t);

// manifold_merge2.c

/// Whether a contact is that of a slider with something fixed beside which there may be others: their manifolds are made
/// at once.
bool imp2i_has_siblings(const imp2_world* w, const imp2i_contact* c);

/// The contact with which another one shares a row, or null.
imp2i_contact* imp2i_mate_of(const imp2_world* w, const imp2i_contact* c);

/// Of two contacts that share a row, the one that has it and the one that is only told that it touches: which point is
/// the other one's, or below 0.
int32_t imp2i_point_of_mate(const imp2i_contact* row, const imp2i_contact* told);

/// A manifold as the caller sees it: of what shares a row, with its own point.
imp2_world_contact imp2i_contact_seen(const imp2_world* w, const imp2i_contact* c, const imp2i_touch* t);

/// Of a contact that shares a row, both are made anew with the next step. For one that shares none, nothing.
void imp2i_row_expire(imp2_world* w, imp2i_contact* c);

/// Remembers what vertices of the slider bear in a contact. Returns IMP_OK, or where there was no room for two points of
/// each manifold, IMP_ERR_MEMORY.
imp_status imp2i_reduce_note(imp2_world* w, const imp2i_contact* c);

/// Contacts of a list that are made anew (w->collide.parted): those beside them become so, too, and what they bear is noted.
/// Returns IMP_OK or IMP_ERR_MEMORY; a call that follows does the same.
imp_status imp2i_reduce_begin(imp2_world* w, const impi_contact_list* list);

/// As they have been made anew: vertices have their impulses again, and single points on one plane are one row.
void imp2i_reduce_end(imp2_world* w, const impi_contact_list* list);

// collide_parts2.c

/// Whether a sensor sees the other one.
bool imp2i_parts_overlap(const imp2_world* w, imp2i_contact* c);

/// Whether a contact of compounds that has no manifolds is sure to have none now either.
bool imp2i_parts_clear(const imp2_world* w, imp2i_contact* c);

/// Manifolds of a contact of compounds, in w->collide.parts_found: found by any thread, and taken by one. Returns IMP_OK or
/// IMP_ERR_MEMORY.
void imp2i_parts_find(imp2_world* w, const imp2i_contact* c, imp2i_parts_found* out);
imp_status imp2i_parts_take(imp2_world* w, imp2i_contact* c, const imp2i_parts_found* found);

/// Both, as if the two colliders were alone.
imp_status imp2i_parts_collide(imp2_world* w, imp2i_contact* c);

/// Makes manifolds those of a contact of compounds, with impulses where there are older ones. Returns IMP_OK or
/// IMP_ERR_MEMORY.
imp_status imp2i_contact_take(imp2_world* w, imp2i_contact* c, const imp2_part_manifold* manifolds, int32_t count);

// collide2.c

/// Manifolds of a contact from where its bodies were, as if both colliders were alone. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status imp2i_contact_make(imp2_world* w, imp2i_contact* c);

/// Manifolds of contacts in a list, from stances, and who is woken by them: of all, or where it is chosen which, of those
/// with a bit in w->collide.unsettled. Returns IMP_OK or IMP_ERR_MEMORY; a call that follows does the same.
imp_status imp2i_contacts_collide(imp2_world* w, const impi_contact_list* list, bool chosen);

// combine2.c

/// What two materials are to each other.
imp_surface imp2i_surface_of(imp2_world* w, const imp_material* a, const imp_material* b);

/// The same by the rule of surface.h alone.
imp_surface imp2i_surface_by_rule(const imp_material* a, const imp_material* b);

/// Finds out again what surfaces are to each other: for contacts of a collider, or for all when it is -1. What sleeps on
/// a contact whose surface is another one now wakes.
void imp2i_contacts_mix(imp2_world* w, int32_t collider);

// contact_update2.c

/// Contacts of pairs that have begun and ended. Returns IMP_OK or IMP_ERR_MEMORY; then they wait for the next call.
imp_status imp2i_contacts_update(imp2_world* w);

/// Contacts of which no body is active go to sleep, others wake.
void imp2i_contacts_sort(imp2_world* w);

/// What becomes of contacts that are awake, in their order: the caller is asked, touches are told, rows counted. If not
/// for all, then for those about which something was new in the last imp2i_contacts_collide, which was of w->awake.
/// In w->collide.unsettled is then who wants lanes.
void imp2i_contacts_settle(imp2_world* w, bool all);

#endif
