// SPDX-License-Identifier: MIT
//
// Contacts of a world, for this sub-room and the ones below it.

#ifndef AXES
#include "../joint/joint2.h"

#include "../../math/dim2.h"
#endif

#define IMPI_SURELY 1.125f  // of the margin: beyond it there are no manifolds, whatever the rounding

/// Whether a body of a contact moves in this step.
static inline bool FNI(contact_moves)(const World* w, const Contact* c)
{
    return w->sims.data[c->body_a].row != ~0 || w->sims.data[c->body_b].row != ~0;
}

/// Prefetches the fields of a contact that each step reads: all cache lines up to its cache.
static inline void FNI(contact_ask)(const Contact* c)
{
    for (size_t at = 0; at < offsetof(Contact, cache); at += 64)
    {
        impi_prefetch((const char*)c + at);
    }
    impi_prefetch((const char*)&c->cache - 1);
}

/// Prefetches a contact that a pass over the list reads IMPI_AHEAD later.
static inline void FNI(contact_prefetch)(const World* w, const impi_contact_list* list, int32_t i)
{
    if (i + IMPI_AHEAD < list->count)
    {
        FNI(contact_ask)(&w->contacts.data[list->data[i + IMPI_AHEAD].slot]);
    }
}

/// Prefetches the contacts of some bits of a word of the list: they lie scattered in memory.
static inline void FNI(contacts_prefetch)(const World* w, const impi_contact_list* list, int32_t first, uint32_t bits)
{
    for (; bits != 0; bits &= bits - 1)
    {
        FNI(contact_ask)(&w->contacts.data[list->data[first + impi_lowest_bit(bits)].slot]);
    }
}

/// A bit for each contact in a word of the list.
static inline uint32_t FNI(all_of_word)(const impi_contact_list* list, int32_t first)
{
    int32_t left = list->count - first;
    return left < IMPI_WORD ? (1u << left) - 1u : UINT32_MAX;
}

/// Whether a manifold is for touch events only: neighbours carry its load (internal edges).
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

/// The point that was deepest when the manifold was made.
static inline int32_t FNI(deepest_made)(const Cache* t)
{
    int32_t deepest = 0;
    for (int32_t k = 1; k < t->manifold.count; ++k)
    {
        deepest = t->depth[k] > t->depth[deepest] ? k : deepest;
    }
    return deepest;
}

/// The sum of the impulses of all points of a manifold.
static inline float FNI(sum_of_points)(const float* impulses)
{
    float sum = impulses[0];
    for (int32_t k = 1; k < DIMI(POINTS); ++k)
    {
        sum += impulses[k];
    }
    return sum;
}

/// Whether a manifold has all points it can have, at any depth: motion along its normal hardly invalidates it, and a
/// body that sinks under a load keeps its lever arms. A body that passes a one-way collider is none of these.
static inline bool FNI(is_pressed)(const Contact* c, const Cache* t)
{
    bool passes = c->one_way && t->side != IMPI_SIDE_HELD;
    return !passes && t->manifold.count >= AXES && t->depth[FNI(deepest_made)(t)] > 0.0f;
}

/// The friction impulse of one point, in the axes of the world. A manifold has one for all points, shared by their normal
/// impulses.
static inline Spin FNI(friction_at)(const Cache* t, int32_t k)
{
    float whole = FNI(sum_of_points)(t->impulses.total);
    Vec normal = t->manifold.normal;
    Spin side_total = FNI(side_of_lever)(FNI(out_of_row)(t->impulses.side_total, normal), normal);
    return whole > 0.0f ? FNI(spin_scale)(side_total, t->impulses.total[k] / whole) : FNI(spin_none)();
}

/// Whether both colliders still exist. Contacts of a removed collider last until the next step.
static inline bool FNI(contact_is_whole)(const World* w, const Contact* c)
{
    return impi_pool_find(&w->collider_pool, c->handle_a.id) >= 0 &&
           impi_pool_find(&w->collider_pool, c->handle_b.id) >= 0;
}

/// Whether a manifold becomes a row (constraint).
static inline bool FNI(is_row)(const Contact* c, const Cache* t)
{
    return c->row_count > 0 && (c->row_count == c->manifold_count || !t->refused);
}

/// Whether all manifolds are rows: then the rows tell when the contact is to be collided.
static inline bool FNI(all_rows)(const Contact* c)
{
    return c->row_count > 0 && c->row_count == c->manifold_count;
}

static inline Cache* FNI(cache_of_lane)(const World* w, const Lane* lane)
{
    return lane->cache < 0 ? &w->contacts.data[lane->contact].cache : &w->caches.data[lane->cache];
}

/// Takes a depth out of a manifold: of two that lie so deep in each other. Its points are as deep as the deepest then.
static inline void FNI(take_depth)(Manifold* m, float depth)
{
    m->depth -= depth;
    for (int32_t k = 0; k < m->count; ++k)
    {
        m->points[k].depth = m->depth;
    }
}

/// Whether the two of a contact lie deep in each other.
static inline bool FNI(is_deep)(const Contact* c)
{
    return c->deep > 0.0f;
}

/// Whether a contact is of two convex shapes that lie deep in each other, or were pushed so.
static inline bool FNI(is_deep_convex)(const Contact* c)
{
    return c->convex && (FNI(is_deep)(c) || c->pushed < 0.0f);
}

/// Counts a contact in deep_contacts, or no longer, when its depth has been set.
static inline void FNI(contact_count_deep)(World* w, Contact* c)
{
    w->deep_contacts += FNI(is_deep)(c) - c->counted;
    c->counted = FNI(is_deep)(c);
}

/// Sets how deep the two of a contact lie in each other; 0 if they do not.
static inline void FNI(contact_set_deep)(World* w, Contact* c, float deep)
{
    c->deep = deep;
    c->pushed = 0.0f;
    FNI(contact_count_deep)(w, c);
}

/// Prefetches the impulses in the row of a manifold.
static inline void FNI(row_prefetch)(const World* w, const Cache* t)
{
    int32_t lane = t->row - 1;
    if (lane >= 0)
    {
        FNI(rows_prefetch)(&w->solver.rows.data[lane / IMPI_ROW_LANES], lane % IMPI_ROW_LANES);
    }
}

/// The key of two colliders in the lists of contacts: their numbers in the index, the lower one first.
static inline imp_pair FNI(pair_of_colliders)(const Collider* a, const Collider* b)
{
    bool first = a->number < b->number;
    const imp_pair r = {first ? a->number : b->number, first ? b->number : a->number};
    return r;
}

// contact.inl

/// Whether two colliders whose filters agree may have a contact; the caller's hook is asked last.
bool FNI(may_meet)(World* w, const Collider* a, const Collider* b);

/// Whether a collider exists, with that number in the index.
bool FNI(number_used)(const World* w, int32_t collider, int32_t number);

/// The index of two colliders' contact in a list, or below 0; and the contact itself, or null.
int32_t FNI(contact_at)(const impi_contact_list* list, const Collider* a, const Collider* b);
Contact* FNI(contact_in)(const World* w, const impi_contact_list* list, const Collider* a, const Collider* b);

/// The contact of two colliders, awake or asleep, or null.
Contact* FNI(contact_between)(const World* w, const Collider* a, const Collider* b);

/// Initializes a contact of two colliders, without a surface or manifolds.
void FNI(contact_fill)(const World* w, Contact* c, int32_t collider_a, int32_t collider_b);

/// Notes whether a surface of a contact moves beside its body.
void FNI(belt_note)(const World* w, Contact* c);

/// The velocity of B's body against A's that surface velocities want, where its manifolds were made.
Vec FNI(belt_between)(const World* w, const Contact* c);

/// Sets the surface velocity of a collider. Returns a status.
imp_status FNI(belt_set)(World* w, imp_collider collider, Vec belt);

/// Sets whether a contact touches, with an event when that changes.
void FNI(contact_set_touching)(World* w, Contact* c, bool touching);

/// Frees all manifolds of a contact but the first.
void FNI(contact_free_manifolds)(World* w, Contact* c);

// separation_bound.inl

/// A lower bound of the motion of the bodies of a contact without manifolds from these poses until there may be one;
/// unknown if not above 0.
float FNI(separation_left)(const World* w, const Contact* c, const Pose* a, const Pose* b);

/// The separation at the start of the step of two colliders that have a contact, at least; below 0 if it is unknown.
/// Queries in nearly ascending order are quick with the same `from`, 0 at first.
float FNI(separation_of_pair)(const World* w, const Collider* a, const Collider* b, int32_t* from);

/// An upper bound of how much of a separation the motion of a body uses up in this step.
float FNI(separation_used)(const World* w, int32_t body);

// lanes.inl

/// Gives lanes to rows without one: to the contacts that want some after contacts_settle, or to all. Returns IMP_OK or
/// IMP_ERR_MEMORY; then a repeated call does the same.
imp_status FNI(rows_colour)(World* w);

/// Writes depths and impulses of all rows back into their caches; lanes stay. For steps; others mark rows as stale.
void FNI(rows_write_back)(World* w);

/// The same for the rows of one contact, in use or given up.
void FNI(contact_write_back)(const World* w, Contact* c);

/// Drops all lanes. For steps; others mark lanes as stale.
void FNI(lanes_clear)(World* w);

/// Frees the lane of a manifold that is no row any more.
void FNI(lane_free)(World* w, Cache* t);

/// Frees the lanes of all manifolds of a contact.
void FNI(lanes_free)(World* w, Contact* c);

/// A manifold has taken over a lane: the lane refers to its cache from now on.
void FNI(lane_renew)(World* w, const Cache* t);

/// Whether the next step continues with the present lanes: then they are part of the world's state.
bool FNI(lanes_persist)(const World* w);

/// Room for this many blocks of lanes, when there are none. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status FNI(lanes_reserve)(World* w, int32_t blocks);

/// Restores the lanes that caches name, in blocks whose colours are known. Returns whether that is possible.
bool FNI(lanes_restore)(World* w);

/// A manifold with its present depths and impulses, from its row if it has one; and the impulses alone.
Cache FNI(cache_now)(const World* w, const Cache* t);
RowImpulses FNI(impulses_now)(const World* w, const Cache* t);

// one_way.inl

/// Notes which of the two is one-way, in a solved contact.
void FNI(one_way_note)(const World* w, Contact* c);

/// Decides which manifolds of a one-way contact are held, as they are now; a repeated call decides the same.
void FNI(one_way_decide)(const World* w, Contact* c);

/// Whether a one-way contact is undecided yet: all its manifolds are apart.
bool FNI(one_way_waits)(const World* w, const Contact* c);

/// Whether two colliders that hit each other in a sweep, with this normal from A to B, pass through each other.
bool FNI(one_way_passes)(const World* w, const Collider* a, const Collider* b, Vec normal);

// internal_edges.inl

/// Corrects the manifold of two parts at an internal edge; it may lose all points. Returns whether it has changed.
bool FNI(edges_correct_contact)(World* w, const Contact* c, int32_t part_a, int32_t part_b, Manifold* m);

// manifold_join.inl

/// Joins the manifolds of different parts on one straight face into one with the extreme points of both, as on a face
/// of one part: all are solved together, and share their friction. Returns whether it did; the result is in m.
bool FNI(edges_join)(const World* w, const Contact* c, PartManifold* m, const PartManifold* other);

// internal_edges.inl

/// The rule for which neighbours of a collider count in a cast or a sweep.
typedef struct EdgeNeighbours
{
    imp_filter filter;  // for non-dynamic neighbours
    bool (*counts)(void* context, const Collider* neighbour);
    void* context;
} EdgeNeighbours;

/// Corrects the first hit of a moving compound, or its overlap at the start: a hit at an internal edge of a collider
/// becomes the first hit that is not, or none. The collider is A, at the pose of its mover.
void FNI(edges_correct_cast)(const World* w, const Collider* c, const CompoundMover* mover_a,
                             const CompoundMover* mover_b, const EdgeNeighbours* has_neighbours, CompoundHit* hit);

/// The same for a collider that is swept through a step. A hit at an inclined joint becomes one with the side that ends
/// there, if the motion comes to it.
void FNI(edges_correct_sweep)(World* w, const Collider* c, const CompoundMover* mover_a, const Collider* fast,
                              const CompoundMover* mover_b, CompoundHit* hit);

// manifold_cache.inl

/// Stores the poses of a contact's bodies: manifolds are made there from now on.
void FNI(note_poses)(const World* w, Contact* c);

/// The poses at which the manifolds of a contact were made, relative to A's origin.
void FNI(relative_poses)(const Contact* c, Pose* a, Pose* b);

/// Whether a contact that is solved is of two with distance fields: steps are taken in parts for it, and it is not swept.
static inline bool FNI(is_fit)(const World* w, const Contact* c)
{
    return !c->convex && c->solved &&
           FNI(have_fields)(&w->colliders.data[c->collider_a].compound, &w->colliders.data[c->collider_b].compound);
}

/// Takes over impulses of an old manifold by feature id, and the same share of its friction. The result may be written
/// over the old ones.
void FNI(keep_impulses)(const World* w, const Cache* old, const Manifold* manifold, RowImpulses* out);

/// Sets all of a cache that follows from its manifold.
void FNI(measure_cache)(const Contact* c, Cache* t, const Shape* shape_a, const Shape* shape_b);

/// Resets the one-way state of a contact that is apart.
void FNI(reset_one_way)(Contact* c);

/// Whether two shapes are too near to miss each other in this step, by the depth of their manifold before it is
/// corrected, which is below 0: no way leads past at more than their gap, and turning may use up that.
bool FNI(is_near)(const World* w, const Contact* c, float depth);

/// Whether two convex shapes with a gap miss each other in this step: along their straight motion they do not overlap,
/// however they turn meanwhile. A row would stop them, as its plane does not end where the shapes do.
bool FNI(misses)(const World* w, const Contact* c, const Shape* shape_a, const Shape* shape_b, const Manifold* m);

/// Whether a contact bounces, and is that of a bullet, or of a body that may be swept like one.
bool FNI(may_be_swept)(const World* w, const Contact* c);

/// Whether it now closes or parts so fast that its manifold expires: it may be left to the sweep.
bool FNI(is_swept_now)(const World* w, const Contact* c);

/// Whether a swept body has not arrived yet and will bounce, or leaves after it has. So it bounces off one thing after
/// the other, in the order of time; rows would solve all at once, and that costs energy.
bool FNI(is_left_to_sweep)(const World* w, const Contact* c, const Manifold* m);

/// The part of a manifold's depth by which two convex shapes were made overlapping, and that they have not been pushed
/// apart yet; or 0.
float FNI(depth_made)(const World* w, const Contact* c, const Manifold* m);

/// Whether the manifolds of a contact still hold; their depths are then updated. Without manifolds, *separation is how
/// far the two may still move. The result is that of rows to the bit (rows2.inl): it does not depend on where a contact
/// is kept.
bool FNI(keep_manifolds)(World* w, Contact* c, float* separation);

/// Makes the next step collide a contact without manifolds, however little it moves.
void FNI(collide_again)(const World* w, Contact* c);

/// A manifold with its depths and impulses, and its points where contacts were last collided, relative to A's origin: a
/// cached manifold is not made again, but its vertices move with their bodies.
Cache FNI(cache_seen)(const World* w, const Contact* c, const Cache* t);

// manifold_merge.inl

/// Whether a slider is in contact with a non-dynamic collider that may have neighbours: they are collided together.
bool FNI(has_siblings)(const World* w, const Contact* c);

/// A manifold as the caller sees it: of a shared row, its own point.
WorldContact FNI(contact_seen)(const World* w, const Contact* c, const Cache* t);

/// Expires both contacts that share a row. Does nothing to a contact that shares none.
void FNI(merged_row_expire)(World* w, Contact* c);

/// Notes the impulses at the slider's vertices in a contact. Returns IMP_OK, or IMP_ERR_MEMORY if there was no room for
/// the points of each manifold.
imp_status FNI(merge_note)(World* w, const Contact* c);

/// Prepares the contacts of a list that are collided again (w->collide.parted): their siblings join them, and vertex
/// impulses are noted. Returns IMP_OK or IMP_ERR_MEMORY; then a repeated call does the same.
imp_status FNI(merge_begin)(World* w, const impi_contact_list* list);

/// Completes them: vertices get their impulses back, and all points on one plane become one row.
void FNI(merge_end)(World* w, const impi_contact_list* list);

// collide_parts.inl

/// Whether a sensor overlaps the other collider.
bool FNI(parts_overlap)(const World* w, Contact* c);

/// Whether a contact of compounds without manifolds surely has none now, either.
bool FNI(parts_clear)(const World* w, Contact* c);

/// Finds the manifolds of a contact of compounds, on any thread; and takes them over, on one. The latter returns IMP_OK
/// or IMP_ERR_MEMORY. Where there is no room for all manifolds, they
/// are to be found again with out->room for their count.
void FNI(parts_find)(World* w, const Contact* c, PartsFound* out);
imp_status FNI(parts_store)(World* w, Contact* c, PartsFound* found);

/// Both, as if the two colliders were alone.
imp_status FNI(parts_collide)(World* w, Contact* c);

/// Replaces the manifolds of a contact of compounds, and keeps impulses. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status FNI(contact_take_manifolds)(World* w, Contact* c, const PartManifold* manifolds, int32_t count);

// collide.inl

/// Collides a contact at its stored poses, as if both colliders were alone. Convex shapes lie deep if they did.
/// Returns IMP_OK or IMP_ERR_MEMORY.
imp_status FNI(contact_collide_alone)(World* w, Contact* c);

/// Collides the contacts of a list at the body sims, and wakes bodies: all contacts, or if chosen the ones with a bit
/// in w->collide.unsettled. Returns IMP_OK or IMP_ERR_MEMORY; then a repeated call does the same.
imp_status FNI(contacts_collide)(World* w, const impi_contact_list* list, bool chosen);

// combine.inl

/// The combined surface of two materials.
imp_surface FNI(surface_of)(World* w, const imp_material* a, const imp_material* b);

// contact_update.inl

/// Begins and ends contacts as pairs of boxes do. Returns IMP_OK or IMP_ERR_MEMORY; then pairs wait for the next call.
imp_status FNI(contacts_update)(World* w);

/// Moves contacts between the lists of awake and sleeping ones: a contact is awake if a body of it is active.
void FNI(contacts_sort_awake)(World* w);

/// Settles awake contacts in their order: calls pre_solve, reports touch events, counts rows. If not all, then
/// the ones that have changed in the last contacts_collide, which was of w->awake. In w->collide.unsettled are then
/// the contacts that need lanes.
void FNI(contacts_settle)(World* w, bool all);
