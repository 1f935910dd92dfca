// SPDX-License-Identifier: MIT
//
// Contacts of a world, for this sub-room and those below it.

#ifndef AXES
#include "../body/body2.h"
#include "../../math/dim2.h"
#endif

#define IMPI_SURELY 1.125f  // of what is near: with all rounding, there are no manifolds beyond

/// Whether a body of a contact moves in this step.
static inline bool FNI(contact_moves)(const World* w, const Contact* c)
{
    return w->sims.data[c->body_a].row != ~0 || w->sims.data[c->body_b].row != ~0;
}

/// While a list of contacts is gone through at i: what all steps read of those that come soon is fetched.
static inline void FNI(contact_soon)(const World* w, const impi_contact_list* list, int32_t i)
{
    if (i + IMPI_AHEAD < list->count)
    {
        const Contact* c = &w->contacts.data[list->data[i + IMPI_AHEAD].place];
        impi_prefetch(c);
        impi_prefetch(&c->more);
    }
}

/// Contacts of a word of a list, of which the bits say which: they are found here and there, so all are on their way to
/// the cache before the first is read.
static inline void FNI(contacts_soon)(const World* w, const impi_contact_list* list, int32_t first, uint32_t bits)
{
    for (; bits != 0; bits &= bits - 1)
    {
        const Contact* c = &w->contacts.data[list->data[first + impi_lowest_bit(bits)].place];
        impi_prefetch(c);
        impi_prefetch(&c->more);
    }
}

/// A bit for each contact of a word of a list.
static inline uint32_t FNI(all_of_word)(const impi_contact_list* list, int32_t first)
{
    int32_t left = list->count - first;
    return left < IMPI_WORD ? (1u << left) - 1u : UINT32_MAX;
}

/// Whether a manifold only tells that two touch, as neighbours of one carry the other.
static inline bool FNI(is_carried)(const Contact* c, const Cache* t)
{
    return c->corrected && t->manifold.count > 0 && FNI(is_carried_point)(t->manifold.points[0].id);
}

/// The deepest point of a manifold: the first of equals.
static inline int32_t FNI(deepest_point)(const Manifold* m)
{
    int32_t deepest = 0;
    for (int32_t k = 1; k < m->count; ++k)
    {
        deepest = m->points[k].depth > m->points[deepest].depth ? k : deepest;
    }
    return deepest;
}

/// The same as the manifold was made.
static inline int32_t FNI(deepest_made)(const Cache* t)
{
    int32_t deepest = 0;
    for (int32_t k = 1; k < t->manifold.count; ++k)
    {
        deepest = t->depth[k] > t->depth[deepest] ? k : deepest;
    }
    return deepest;
}

/// The sum of what points bear.
static inline float FNI(sum_of_points)(const float* impulses)
{
    float sum = impulses[0];
    for (int32_t k = 1; k < DIMI(POINTS); ++k)
    {
        sum += impulses[k];
    }
    return sum;
}

/// Whether a manifold has all points that there can be, however deep they come: motion along its normal hardly counts
/// then, and what sinks under a load keeps its arms. What passes a one-way collider is not pressed against it.
static inline bool FNI(is_pressed)(const Contact* c, const Cache* t)
{
    bool passes = c->one_way && t->side != IMPI_SIDE_HELD;
    return !passes && t->manifold.count >= AXES && t->depth[FNI(deepest_made)(t)] > 0.0f;
}

/// Friction is one impulse for all points. Each has the part of it that it has of the normal impulses.
static inline Spin FNI(friction_at)(const Cache* t, int32_t k)
{
    float whole = FNI(sum_of_points)(t->impulses.total);
    return whole > 0.0f ? FNI(spin_scale)(t->impulses.side_total, t->impulses.total[k] / whole) : FNI(spin_none)();
}

/// Whether both colliders of a contact are still there. What is taken away has contacts until the next step.
static inline bool FNI(contact_whole)(const World* w, const Contact* c)
{
    return impi_pool_find(&w->collider_pool, c->handle_a.id) >= 0 &&
           impi_pool_find(&w->collider_pool, c->handle_b.id) >= 0;
}

/// Whether a manifold is to be a row.
static inline bool FNI(is_row)(const Contact* c, const Cache* t)
{
    return c->row_count > 0 && (c->row_count == c->manifold_count || !t->refused);
}

/// Whether all manifolds of a contact are rows: then these tell when it is to be looked at.
static inline bool FNI(all_rows)(const Contact* c)
{
    return c->row_count > 0 && c->row_count == c->manifold_count;
}

static inline Cache* FNI(cache_of_lane)(const World* w, const Lane* lane)
{
    return lane->cache < 0 ? &w->contacts.data[lane->contact].cache : &w->caches.data[lane->cache];
}

/// The row of a touch is soon read: its impulses are fetched.
static inline void FNI(row_soon)(const World* w, const Cache* t)
{
    int32_t lane = t->row > 0 ? t->row - 1 : 0;
    const Rows* rows = t->row > 0 ? &w->solver.rows.data[lane / IMPI_ROW_LANES] : NULL;
    for (int32_t k = 0; rows && k < DIMI(POINTS); ++k)
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

/// The key of two colliders in lists of contacts: their numbers, the lower one first.
static inline imp_pair FNI(pair_of_colliders)(const Collider* a, const Collider* b)
{
    bool first = a->number < b->number;
    const imp_pair r = {first ? a->number : b->number, first ? b->number : a->number};
    return r;
}

// contact2.c

/// Whether two colliders meet whose filters agree: the caller is asked last.
bool FNI(may_meet)(World* w, const Collider* a, const Collider* b);

/// Whether a collider is there, with that number in the index.
bool FNI(number_used)(const World* w, int32_t collider, int32_t number);

/// Where the contact of two colliders is in a list, or below 0; and the contact itself, or null.
int32_t FNI(contact_at)(const impi_contact_list* list, const Collider* a, const Collider* b);
Contact* FNI(contact_in)(const World* w, const impi_contact_list* list, const Collider* a, const Collider* b);

/// The contact of two colliders, awake or asleep, or null.
Contact* FNI(contact_between)(const World* w, const Collider* a, const Collider* b);

/// A contact of two colliders, without a surface and manifolds.
void FNI(contact_fill)(const World* w, Contact* c, int32_t collider_a, int32_t collider_b);

/// Whether a contact touches now: begins or ends a touch when that is new.
void FNI(contact_touch)(World* w, Contact* c, bool touching);

/// Gives back all manifolds of a contact but the first.
void FNI(contact_drop_more)(World* w, Contact* c);

// separation_bound2.c

/// How far the bodies of a contact without manifolds may still move, from such poses, until there may be some; or none,
/// if not above 0.
float FNI(separation_left)(const World* w, const Contact* c, const Pose* a, const Pose* b);

/// How much of that the motion of a body in this step may use up.
float FNI(motion_bound)(const World* w, int32_t body);

/// Whether two colliders have a contact and are sure to stay apart in this step. Questions that come nearly in order
/// are quick when they start from the same place, to begin with 0.
bool FNI(surely_apart)(const World* w, const Collider* a, const Collider* b, int32_t* from);

// lanes2.c

/// Lanes for rows that have none: for those that want some after contacts_settle, or for all. Returns IMP_OK or
/// IMP_ERR_MEMORY; a call that follows does the same.
imp_status FNI(rows_colour)(World* w);

/// Depths and impulses go back into their touches, and lanes stay. For steps; others say that rows are stale.
void FNI(rows_fall)(World* w);

/// The same for the rows of one contact, whether they stand or no more.
void FNI(rows_leave)(const World* w, Contact* c);

/// No row has a lane any more. For steps; others say that lanes are stale.
void FNI(lanes_fall)(World* w);

/// A touch is a row no more.
void FNI(lane_end)(World* w, Cache* t);

/// Touches of a contact are rows no more.
void FNI(lanes_end)(World* w, Contact* c);

/// A touch has taken over the lane of another, and is at its place now.
void FNI(lane_move)(World* w, const Cache* t);

/// Whether the next step goes on with the lanes that there are: then they are part of what the world is.
bool FNI(lanes_last)(const World* w);

/// Room for so many blocks of lanes, when there are none. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status FNI(lanes_reserve)(World* w, int32_t blocks);

/// Rows have the lanes that their touches say, of blocks whose colours are known. Returns whether they can have them.
bool FNI(lanes_put_back)(World* w);

/// A touch with its depths and impulses, wherever they are; and its impulses alone.
Cache FNI(cache_now)(const World* w, const Cache* t);
RowImpulses FNI(impulses_now)(const World* w, const Cache* t);

// one_way2.c

/// Which of the two is one-way, in a contact that is solved.
void FNI(one_way_note)(const World* w, Contact* c);

/// Decides what becomes of the manifolds of a one-way contact, as they are now: the same when it is asked again.
void FNI(one_way_decide)(const World* w, Contact* c);

/// Whether a contact is one-way and has nothing to say yet: all its manifolds are apart.
bool FNI(one_way_waits)(const World* w, const Contact* c);

/// Whether two colliders that meet on their ways, with such a normal from A to B, pass through each other.
bool FNI(one_way_passes)(const World* w, const Collider* a, const Collider* b, Vec normal);

// internal_edges2.c

/// What becomes of the manifold of two parts of a contact where there is a seam; it may lose all its points. Returns
/// whether it is another one.
bool FNI(edges_correct_contact)(World* w, const Contact* c, int32_t part_a, int32_t part_b, Manifold* m);

/// Two single points on one straight face, of different parts, are one manifold of two, as on a face of one part: both
/// are solved together, and share their friction. Returns whether it is so; then m has them.
bool FNI(edges_join)(const World* w, PartManifold* m, const PartManifold* other);

/// Who counts as a neighbour of a collider that something has met.
typedef struct EdgeNeighbours
{
    imp_filter filter;  // of what is not dynamic
    bool (*counts)(void* context, const Collider* neighbour);
    void* context;
} EdgeNeighbours;

/// What a moving compound has met, or touches from the start: if that is a seam between a collider and others, the hit
/// becomes the first one with the collider that is not, or none. The collider is A, where it stands as the mover says.
void FNI(edges_correct_cast)(const World* w, const Collider* c, const CompoundMover* stands, const CompoundMover* moves,
                             const EdgeNeighbours* has_neighbours, CompoundHit* hit);

/// The same of a collider that is swept over its way of a step. Where it meets a joint askew, the hit becomes one with the
/// side that ends there, if it comes to that.
void FNI(edges_correct_sweep)(World* w, const Collider* c, const CompoundMover* stands, const Collider* fast,
                              const CompoundMover* moves, CompoundHit* hit);

// manifold_cache2.c

/// Where the bodies of a contact are: there manifolds are made from now on.
void FNI(note_poses)(const World* w, Contact* c);

/// Where they were when its manifolds were made, seen from the origin of A's pose.
void FNI(relative_poses)(const Contact* c, Pose* a, Pose* b);

/// Impulses of an old manifold for the points of a new one that have the same names, and of friction as much as it keeps
/// of them. They may be written where the old ones are.
void FNI(keep_impulses)(const World* w, const Cache* old, const Manifold* manifold, RowImpulses* out);

/// All else of a touch that follows from its manifold.
void FNI(measure_cache)(const Contact* c, Cache* t, float radius_a, float radius_b);

/// What is apart begins anew.
void FNI(end_passing)(Contact* c);

/// Whether two convex shapes with a gap miss each other in this step: along their straight motion they do not overlap,
/// however they turn meanwhile. Their row would stop them, as its plane does not end where the shapes do.
bool FNI(misses)(const World* w, const Contact* c, const Shape* shape_a, const Shape* shape_b, const Manifold* m);

/// Whether a contact bounces, and is that of a bullet, or of what may be swept like one.
bool FNI(may_hurry)(const World* w, const Contact* c);

/// Whether that is now so fast to where it would touch, or away from there, that its manifold is to be made anew: it may
/// be left to be swept.
bool FNI(hurries)(const World* w, const Contact* c);

/// Whether what is swept is not there yet, and is going to bounce, or away after it has. So it bounces off one after the
/// other, in the order of time. Rows would answer all at once, and that costs energy.
bool FNI(is_on_its_way)(const World* w, const Contact* c, const Manifold* m);

/// Whether the manifolds of a contact still hold; their depths are then as they are now. Where there are none, slack is
/// how far the two may still move. The same to the bit as for rows (rows2.inl): where a contact is kept does not decide
/// whether it is.
bool FNI(keep_manifolds)(World* w, Contact* c, float* separation);

/// A contact without manifolds is collided in the next step, however little it has moved.
void FNI(collide_again)(const World* w, Contact* c);

/// A touch of a contact with its depths and impulses, and its points where they were when contacts were last looked at,
/// from the origin of A's pose: a manifold that lasts is not made anew, but its vertices go with their bodies.
Cache FNI(cache_seen)(const World* w, const Contact* c, const Cache* t);

// manifold_merge2.c

/// Whether a contact is that of a slider with something fixed beside which there may be others: their manifolds are made
/// at once.
bool FNI(has_siblings)(const World* w, const Contact* c);

/// The contact with which another one shares a row, or null.
Contact* FNI(merged_contact)(const World* w, const Contact* c);

/// Of two contacts that share a row, the one that has it and the one that is only told that it touches: which point is
/// the other one's, or below 0.
int32_t FNI(point_of_merged)(const Contact* row, const Contact* told);

/// A manifold as the caller sees it: of what shares a row, with its own point.
WorldContact FNI(contact_seen)(const World* w, const Contact* c, const Cache* t);

/// Of a contact that shares a row, both are made anew with the next step. For one that shares none, nothing.
void FNI(row_expire)(World* w, Contact* c);

/// Remembers what vertices of the slider bear in a contact. Returns IMP_OK, or where there was no room for two points of
/// each manifold, IMP_ERR_MEMORY.
imp_status FNI(merge_note)(World* w, const Contact* c);

/// Contacts of a list that are made anew (w->collide.parted): those beside them become so, too, and what they bear is noted.
/// Returns IMP_OK or IMP_ERR_MEMORY; a call that follows does the same.
imp_status FNI(merge_begin)(World* w, const impi_contact_list* list);

/// As they have been made anew: vertices have their impulses again, and single points on one plane are one row.
void FNI(merge_end)(World* w, const impi_contact_list* list);

// collide_parts2.c

/// Whether a sensor sees the other one.
bool FNI(parts_overlap)(const World* w, Contact* c);

/// Whether a contact of compounds that has no manifolds is sure to have none now either.
bool FNI(parts_clear)(const World* w, Contact* c);

/// Manifolds of a contact of compounds, in w->collide.parts_found: found by any thread, and taken by one. Returns IMP_OK or
/// IMP_ERR_MEMORY.
void FNI(parts_find)(World* w, const Contact* c, PartsFound* out);
imp_status FNI(parts_take)(World* w, Contact* c, const PartsFound* found);

/// Both, as if the two colliders were alone.
imp_status FNI(parts_collide)(World* w, Contact* c);

/// Makes manifolds those of a contact of compounds, with impulses where there are older ones. Returns IMP_OK or
/// IMP_ERR_MEMORY.
imp_status FNI(contact_take)(World* w, Contact* c, const PartManifold* manifolds, int32_t count);

// collide2.c

/// Manifolds of a contact from where its bodies were, as if both colliders were alone. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status FNI(contact_make)(World* w, Contact* c);

/// Manifolds of contacts in a list, from stances, and who is woken by them: of all, or where it is chosen which, of those
/// with a bit in w->collide.unsettled. Returns IMP_OK or IMP_ERR_MEMORY; a call that follows does the same.
imp_status FNI(contacts_collide)(World* w, const impi_contact_list* list, bool chosen);

// combine2.c

/// What two materials are to each other.
imp_surface FNI(surface_of)(World* w, const imp_material* a, const imp_material* b);

/// The same by the rule of surface.h alone.
imp_surface FNI(surface_by_rule)(const imp_material* a, const imp_material* b);

/// Finds out again what surfaces are to each other: for contacts of a collider, or for all when it is -1. What sleeps on
/// a contact whose surface is another one now wakes.
void FNI(contacts_combine)(World* w, int32_t collider);

// contact_update2.c

/// Contacts of pairs that have begun and ended. Returns IMP_OK or IMP_ERR_MEMORY; then they wait for the next call.
imp_status FNI(contacts_update)(World* w);

/// Contacts of which no body is active go to sleep, others wake.
void FNI(contacts_sort)(World* w);

/// What becomes of contacts that are awake, in their order: the caller is asked, touches are told, rows counted. If not
/// for all, then for those about which something was new in the last contacts_collide, which was of w->awake.
/// In w->collide.unsettled is then who wants lanes.
void FNI(contacts_settle)(World* w, bool all);
