// SPDX-License-Identifier: MIT
//
// Bodies and colliders of a world, for this sub-room and those below it.

#ifndef AXES
#include "calls2.h"
#include "../../math/dim2.h"
#endif

enum
{
    IMPI_BESIDE_MOST = 64  // colliders beside one that are looked at; what comes after is as if it were not there
};

/// Room for so many places of bodies. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status FNI(reserve_bodies)(World* w, int64_t count);

/// Gives a body a velocity, without what is locked; one that is beyond the range is not taken.
void FNI(body_set_velocity)(World* w, int32_t body, Vec velocity, Spin spin);

/// New boxes for the colliders of a body that was put elsewhere.
void FNI(body_refresh)(World* w, int32_t body);

/// Wakes a body, and all that fell asleep with it.
void FNI(body_wake)(World* w, int32_t body);

/// Wakes what touches a body that has changed while others slept against it.
void FNI(wake_neighbours)(World* w, int32_t body);

/// A body stands, or is seen, where it was not before: the next step looks at its contacts even if it does not move.
void FNI(body_arrive)(World* w, int32_t body);

/// The door of all calls that change a collider, the second argument: its place, or a status.
imp_status FNI(open_collider)(const World* w, imp_collider collider, int32_t* at);

/// Mass, centre and extent from the colliders, which are told from the centre, too. Returns IMP_OK or IMP_ERR_RANGE, and
/// then nothing is changed.
imp_status FNI(body_weigh)(World* w, int32_t body);

/// Room for so many places of colliders. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status FNI(reserve_colliders)(World* w, int64_t count);

/// How thick a collider is around its middle. Of a compound that is a guess.
void FNI(collider_measure)(Collider* c);

/// Room for what is told from the centre of a dynamic body. Returns IMP_OK or IMP_ERR_MEMORY.
imp_status FNI(collider_double)(World* w, Collider* c);

/// Gives back what a collider's shape owns.
void FNI(collider_free)(Collider* c);

/// Takes a collider out of the index and the pool. Its body is left as it is.
void FNI(collider_drop)(World* w, int32_t collider);

/// Puts a collider into the index, under a new number. Returns IMP_OK or IMP_ERR_MEMORY, and then nothing is changed.
imp_status FNI(collider_enter)(World* w, int32_t collider);

/// Puts what is not dynamic, and is in the index, into the index of those, which is empty. Returns IMP_OK or
/// IMP_ERR_MEMORY.
imp_status FNI(colliders_enter_fixed)(World* w);

/// What has another box in the index (world_box) has it in the index of what is not dynamic, if it is there.
void FNI(collider_move_fixed)(World* w, const Collider* c, const Box* box);

/// Takes a collider out of the index, if it is there.
void FNI(collider_leave)(World* w, int32_t collider);

/// Asks the caller whether two colliders meet, and whether a manifold is solved; what there is no hook for is as it is.
bool FNI(ask_filter)(World* w, imp_collider a, imp_collider b);
bool FNI(ask_solve)(World* w, const WorldContact* seen, imp_surface* surface);

/// A stage of a step has ended; before the first one, stage is -1.
void FNI(ask_clock)(World* w, int32_t stage);

/// What is wrong with a material: 0, or a fault.
int32_t FNI(material_fault)(const imp_material* m);

/// As a step begins: where bodies come from.
void FNI(one_way_begin)(World* w);

/// A collider becomes one-way, or is so no longer.
void FNI(one_way_count)(World* w, Vec before, Vec now);

/// Lays a dynamic body down to sleep, alone: a ring of one.
void FNI(body_lay_down)(World* w, int32_t body);

/// Tells the recorder, if there is one, what a hook has answered.
void FNI(note_answer)(World* w, int32_t hook, bool yes, const imp_surface* surface);

// neighbours2.c

/// A collider that is not dynamic has come to a box of the index: it and what is near it may have seams.
void FNI(neighbours_note)(World* w, int32_t collider, const Box* box);

/// The same of a collider, and those that come after it, of a body that is dynamic.
void FNI(neighbours_note_siblings)(World* w, int32_t collider);

/// Whether two colliders of one body lie side by side.
bool FNI(are_flush)(const World* w, const Collider* a, const Collider* b);

/// Whether what lies across two bodies lies on both alike: what is not dynamic, and moves the same way.
static inline bool FNI(moves_alike)(const Body* a, const Body* b)
{
    bool spins = FNI(spin_bits)(a->spin) | FNI(spin_bits)(b->spin);
    return a == b || (a->kind != IMP_BODY_DYNAMIC && b->kind != IMP_BODY_DYNAMIC && !spins &&
                      FNI(vec_equal)(a->velocity, b->velocity));
}

/// What is wrong with what a body is said to weigh: 0, or a fault.
int32_t FNI(mass_fault)(const Mass* m);

/// Makes a body one of another kind, with its colliders under new numbers in the indexes; it is to be weighed then.
/// Returns IMP_OK or IMP_ERR_MEMORY; then nothing has changed.
imp_status FNI(body_become)(World* w, int32_t body, int32_t kind);
