// SPDX-License-Identifier: MIT
//
// Bodies and colliders of a world, for this sub-room and the ones below it.

#ifndef AXES
#include "calls2.h"

#include "../../math/dim2.h"
#endif

/// Room for this many bodies. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status FNI(reserve_bodies)(World* w, int64_t count);

/// Sets a body's velocity, without locked axes; does nothing if it is out of range.
void FNI(body_set_velocity)(World* w, int32_t body, Vec velocity, Spin spin);

/// Updates the boxes of a body's colliders after its pose was set.
void FNI(body_refresh)(World* w, int32_t body);

/// The inverse inertia of a body in the world. What may turn about some axes of the world alone does not take part about
/// the others.
static inline Inertia FNI(inverse_inertia_now)(const Body* b)
{
    const uint32_t locks = b->locks >> AXES;
    return locks == 0 || locks == DIMI(TURN_LOCKS)
               ? FNI(inertia_turned)(b->inverse_inertia, b->pose.q)
               : FNI(inertia_inverse)(FNI(inertia_turned)(b->inertia, b->pose.q), locks);
}

/// Wakes a body, and the island that fell asleep with it.
void FNI(body_wake)(World* w, int32_t body);

/// Wakes the bodies in contact with one that has changed while they slept.
void FNI(wake_neighbours)(World* w, int32_t body);

/// Marks a body at a pose that no step has seen: the next step collides its contacts even if it does not move.
void FNI(body_note_arrival)(World* w, int32_t body);

/// Common checks of all calls that change a collider, the second argument: its slot, or a status.
imp_status FNI(open_collider)(const World* w, imp_collider collider, int32_t* at);

/// Sets mass, centre of mass and extent from the colliders, and their copies relative to the centre. Returns IMP_OK, or
/// IMP_ERR_RANGE with nothing changed.
imp_status FNI(body_update_mass)(World* w, int32_t body);

/// The status of body_update_mass, were the body of this kind.
imp_status FNI(body_mass_status)(const World* w, int32_t body, int32_t kind);

/// Room for this many colliders. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status FNI(reserve_colliders)(World* w, int64_t count);

/// An upper bound of the distance from a point of the body's frame to anything of a collider.
float FNI(collider_extent)(const Collider* c, Vec from);

/// Measures the middle of a collider, its extent and its thickness there. For a compound the thickness is a guess.
void FNI(collider_measure)(Collider* c);

/// Makes the copy of a dynamic body's collider relative to its centre. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status FNI(collider_copy_centered)(World* w, Collider* c);

/// Gives the colliders of a body copies of their own relative to its centre, before that may move. Returns IMP_OK or
/// IMP_ERR_MEMORY.
imp_status FNI(body_own_centered)(World* w, int32_t body);

/// Shares the copy of a hull that is alone in its body, whose centre is its own then, with bodies that have an equal one.
/// Without the memory for that it keeps its own.
void FNI(body_share_centered)(World* w, int32_t body);

/// Makes the bulk of a region of many parts. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status FNI(collider_find_bulk)(const World* w, Collider* c);

/// Frees the shapes of a collider.
void FNI(collider_free)(const World* w, Collider* c);

/// Tells the recorder, if there is one, that a collider was added.
void FNI(collider_record)(World* w, int32_t collider, const ColliderDef* def);

/// Removes a collider from the index and the pool. Its body is left as it is.
void FNI(collider_drop)(World* w, int32_t collider);

/// Adds a collider to the index, under a new number. Returns IMP_OK, or IMP_ERR_MEMORY with nothing changed.
imp_status FNI(collider_enter)(World* w, int32_t collider);

/// Adds all non-dynamic colliders of the index to the index of those, which is empty. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status FNI(colliders_enter_fixed)(World* w);

/// Moves a collider to its new box (world_box) in the index of non-dynamic ones, if it is there.
void FNI(collider_move_fixed)(World* w, const Collider* c, const Box* box);

/// Removes a collider from the index, if it is there.
void FNI(collider_leave)(World* w, int32_t collider);

/// Whether a collider is a mesh with a distance field.
static inline bool FNI(has_field)(const Collider* c)
{
    return !c->convex && FNI(have_fields)(&c->compound, &c->compound);
}

/// Asks the caller whether two colliders may have a contact (yes without a hook), and whether a manifold is solved.
bool FNI(ask_filter)(World* w, imp_collider a, imp_collider b);
bool FNI(ask_solve)(World* w, const WorldContact* seen, imp_surface* surface);

/// Takes the time of a stage of a step that has ended; -1 before the first one.
void FNI(ask_clock)(World* w, int32_t stage);

/// Saves the poses of bodies as a step begins, for one-way colliders.
void FNI(one_way_begin)(World* w);

/// Counts one-way colliders as one becomes so, or is so no longer.
void FNI(one_way_count)(World* w, Vec before, Vec now);

/// Removes the joints of a body.
void FNI(joints_drop)(World* w, int32_t body);

/// Wakes the bodies that joints tie to one.
void FNI(joined_wake)(World* w, int32_t body);

/// Puts a dynamic body to sleep alone, as an island of one.
void FNI(body_lay_down)(World* w, int32_t body);

/// Tells the recorder, if there is one, the answer of a hook.
void FNI(note_answer)(World* w, int32_t hook, bool yes, const imp_surface* surface);

// neighbours.inl

/// Notes neighbours of a non-dynamic collider with a new box in the index: all of them may have internal edges.
void FNI(neighbours_note)(World* w, int32_t collider, const Box* box);

/// The same for a dynamic body's collider, among the ones after it in the list of the body.
void FNI(neighbours_note_siblings)(World* w, int32_t collider);

/// Whether two colliders of one body lie side by side.
bool FNI(are_flush)(const World* w, const Collider* a, const Collider* b);

/// Whether a body across two others rests on both alike: they are one, or non-dynamic with the same velocity.
static inline bool FNI(moves_alike)(const Body* a, const Body* b)
{
    bool spins = FNI(spin_bits)(a->spin) | FNI(spin_bits)(b->spin);
    return a == b || (a->kind != IMP_BODY_DYNAMIC && b->kind != IMP_BODY_DYNAMIC && !spins &&
                      FNI(vec_equal)(a->velocity, b->velocity));
}

/// The fault of a mass that is set, or 0.
int32_t FNI(mass_fault)(const Mass* m);

/// Changes the kind of a body; its colliders get new numbers in the indexes, and it is to be weighed then. Returns
/// IMP_OK, or IMP_ERR_MEMORY with nothing changed.
imp_status FNI(body_change_kind)(World* w, int32_t body, int32_t kind);
