// SPDX-License-Identifier: MIT
//
// Colliders that bend: meshes of kinematic bodies whose points go somewhere.
//
//     target points, time -> each step: boxes grown by the way left       before pairs are found
//                                       share of that way                  when the time of the part is known
//                                       contacts that look ahead, rows     as everywhere
//                                       points moved, tree refitted        after bodies are
//
// A mesh that bends is the collider's own. Its tree keeps its groups and its triangles their order, so a refit depends on
// the points alone, whatever the way there: a snapshot has the points of which the tree was built, and those of now.
//
// Contacts see a surface that moves: rows have its velocity at each point (row_set_rise) and along it (row_set_belt).
// Manifolds are made anew in each step, also of what is still apart, but may be brought together within the step: by the
// way of the points and by what the two bodies do. So nothing is passed, and what bends is not swept.

#ifndef IMP3I_BEND_H
#define IMP3I_BEND_H

#include "calls3.h"

struct imp3i_bend
{
    imp3_vec *base, *target;  // the points of which the tree was built; where they go
    int32_t count;
    float left;   // time until they are there [s]
    bool moved;   // the step before moved them, or the caller: contacts are of the surface as it was
    float way;    // the farthest that a point has to go [m]
    float share;  // of what is left of their way, in this step
    float rate;   // the velocity of a point for each metre that is left [1/s]
    float reach;  // the farthest that a point goes in this step [m]
};

/// Whether the surface of a collider is not the one that its contacts have seen, or moves.
static inline bool imp3i_collider_bends(const imp3i_collider* c)
{
    return c->bend && (c->bend->left > 0.0f || c->bend->moved);
}

static inline bool imp3i_contact_bends(const imp3_world* w, const imp3i_contact* c)
{
    return w->bends > 0 && (imp3i_collider_bends(&w->colliders.data[c->collider_a]) ||
                            imp3i_collider_bends(&w->colliders.data[c->collider_b]));
}

/// Makes a collider that is a mesh one that may bend: with a mesh of its own. Returns IMP_OK, or IMP_ERR_MEMORY with
/// nothing changed.
imp_status imp3i_bend_make(const imp3_world* w, imp3i_collider* c);
void imp3i_bend_free(imp3i_bend* b, const imp_allocator* allocator);

/// Sends the points of a collider to others, in the order in which the mesh was given them.
imp_status imp3i_bend_set(imp3_world* w, imp_collider collider, const imp3_vec* points, int32_t count, float time);

/// Leaves the points of a collider where they are.
void imp3i_bend_stop(imp3_world* w, imp3i_collider* c);

/// Counts a collider that was loaded. False where it must not bend.
bool imp3i_bend_count(imp3_world* w, const imp3i_collider* c);

/// A part of a step: before pairs are found boxes grow by all that may happen in a time, in which it ends at the latest;
/// it begins when its own time is known, and ends.
void imp3i_bends_grow(imp3_world* w, float time);
void imp3i_bends_begin(imp3_world* w, float time);
void imp3i_bends_end(imp3_world* w, float time);

// bend_contacts3.c

/// The largest approach of the colliders of a contact in this step, if one of them bends; else 0.
float imp3i_bend_reach(const imp3_world* w, const imp3i_contact* c);

/// Whether a manifold of two that are apart is of no use, as nothing in this step brings them together.
bool imp3i_bend_misses(const imp3_world* w, const imp3i_contact* c, const imp3_shape* shape_a,
                       const imp3_shape* shape_b, const imp3_part_manifold* m);

/// Replaces manifolds of what is apart as this step begins by those of all that the two would meet in it, where they
/// move far. Returns how many there are; more than there is room for are not stored.
int32_t imp3i_bend_meets(const imp3_world* w, const imp3i_contact* c, imp3_part_manifold* manifolds, int32_t count,
                         int32_t room);

/// Sets the motion of the surface in a row that was just set.
void imp3i_bend_set_row(const imp3_world* w, const imp3i_contact* c, const imp3i_cache* t, imp3i_rows* rows,
                        int32_t lane);

#endif
