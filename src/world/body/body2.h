// SPDX-License-Identifier: MIT
//
// Bodies and colliders of a world of the plane, for this sub-room and those below it.

#ifndef IMP2I_BODY_H
#define IMP2I_BODY_H

#include "calls2.h"

enum
{
    IMP2I_BESIDE_MOST = 64  // colliders beside one that are looked at; what comes after is as if it were not there
};

/// Room for so many places of bodies. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status imp2i_reserve_bodies(imp2_world* w, int64_t count);

/// Gives a body a velocity, without what is locked; one that is beyond the range is not taken.
void imp2i_body_set_velocity(imp2_world* w, int32_t body, imp2_vec velocity, float spin);

/// New boxes for the colliders of a body that was put elsewhere.
void imp2i_body_refresh(imp2_world* w, int32_t body);

/// Wakes a body, and all that fell asleep with it.
void imp2i_body_wake(imp2_world* w, int32_t body);

/// Wakes what touches a body that has changed while others slept against it.
void imp2i_wake_neighbours(imp2_world* w, int32_t body);

/// A body stands, or is seen, where it was not before: the next step looks at its contacts even if it does not move.
void imp2i_body_arrive(imp2_world* w, int32_t body);

/// The door of all calls that change a collider, the second argument: its place, or a status.
imp_status imp2i_open_collider(const imp2_world* w, imp_collider collider, int32_t* at);

/// Mass, centre and extent from the colliders, which are told from the centre, too. Returns IMP_OK or IMP_ERR_RANGE, and
/// then nothing is changed.
imp_status imp2i_body_weigh(imp2_world* w, int32_t body);

/// Room for so many places of colliders. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status imp2i_reserve_colliders(imp2_world* w, int64_t count);

/// How thick a collider is around its middle. Of a compound that is a guess.
void imp2i_collider_measure(imp2i_collider* c);

/// Room for what is told from the centre of a dynamic body. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status imp2i_collider_double(imp2_world* w, imp2i_collider* c);

/// Gives back what a collider's shape owns.
void imp2i_collider_free(imp2i_collider* c);

/// Takes a collider out of the index and the pool. Its body is left as it is.
void imp2i_collider_drop(imp2_world* w, int32_t collider);

/// Puts a collider into the index, under a new number. Returns IMP_OK or IMP_ERR_MEMORY, and then nothing is changed.
imp_status imp2i_collider_enter(imp2_world* w, int32_t collider);

/// Puts what is not dynamic, and is in the index, into the index of those, which is empty. Returns IMP_OK or
/// IMP_ERR_MEMORY.
imp_status imp2i_colliders_enter_fixed(imp2_world* w);

/// What has another box in the index (imp2i_world_box) has it in the index of what is not dynamic, if it is there.
void imp2i_collider_move_fixed(imp2_world* w, const imp2i_collider* c, const imp2_box* box);

/// Takes a collider out of the index, if it is there.
void imp2i_collider_leave(imp2_world* w, int32_t collider);

/// Asks the caller whether two colliders meet, and whether a manifold is solved; what there is no hook for is as it is.
bool imp2i_ask_filter(imp2_world* w, imp_collider a, imp_collider b);
bool imp2i_ask_solve(imp2_world* w, const imp2_world_contact* seen, imp_surface* surface);

/// A stage of a step has ended; before the first one, stage is -1.
void imp2i_ask_clock(imp2_world* w, int32_t stage);

/// What is wrong with a material: 0, or a fault.
int32_t imp2i_material_fault(const imp_material* m);

/// As a step begins: where bodies come from.
void imp2i_one_way_begin(imp2_world* w);

/// A collider becomes one-way, or is so no longer.
void imp2i_one_way_count(imp2_world* w, imp2_vec before, imp2_vec now);

/// Lays a dynamic body down to sleep, alone: a ring of one.
void imp2i_body_lay_down(imp2_world* w, int32_t body);

/// Tells the recorder, if there is one, what a hook has answered.
void imp2i_note_answer(imp2_world* w, int32_t hook, bool yes, const imp_surface* surface);

// neighbours2.c

/// A collider that is not dynamic has come to a box of the index: it and what is near it may have seams.
void imp2i_seams_note(imp2_world* w, int32_t collider, const imp2_box* box);

/// The same of a collider, and those that come after it, of a body that is dynamic.
void imp2i_seams_note_siblings(imp2_world* w, int32_t collider);

/// Whether two colliders of one body lie side by side.
bool imp2i_are_flush(const imp2_world* w, const imp2i_collider* a, const imp2i_collider* b);

/// Whether what lies across two bodies lies on both alike: what is not dynamic, and moves the same way.
static inline bool imp2i_moves_alike(const imp2i_body* a, const imp2i_body* b)
{
    bool spins = a->spin != 0.0f || b->spin != 0.0f;
    return a == b || (a->kind != IMP_BODY_DYNAMIC && b->kind != IMP_BODY_DYNAMIC && !spins &&
                      a->velocity.x == b->velocity.x && a->velocity.y == b->velocity.y);
}

/// What is wrong with what a body is said to weigh: 0, or a fault.
int32_t imp2i_mass_fault(const imp2_mass* m);

/// Makes a body one of another kind, with its colliders under new numbers in the indexes; it is to be weighed then.
/// Returns IMP_OK or IMP_ERR_MEMORY; then nothing has changed.
imp_status imp2i_body_become(imp2_world* w, int32_t body, int32_t kind);

#endif
