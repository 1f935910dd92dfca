// SPDX-License-Identifier: MIT
//
// Seams between colliders of a world of the plane: seams2.c for the files that ask it.

#ifndef IMP2I_SEAMS_H
#define IMP2I_SEAMS_H

#include "world2.h"

enum
{
    IMP2I_BESIDE_MOST = 64  // colliders beside one that are looked at; what comes after is as if it were not there
};

/// A collider that is not dynamic has come to a box of the index: it and what is near it may have seams.
void imp2i_seams_note(imp2_world* w, int32_t collider, const imp2_box* box);

/// The same of a collider, and those that come after it, of a body that is dynamic.
void imp2i_seams_note_siblings(imp2_world* w, int32_t collider);

/// What becomes of the manifold of two parts of a contact where there is a seam; it may lose all its points. Returns
/// whether it is another one.
bool imp2i_seam_of_contact(imp2_world* w, const imp2i_contact* c, int32_t part_a, int32_t part_b, imp2_manifold* m);

/// Whether what lies across two bodies lies on both alike: what is not dynamic, and moves the same way.
static inline bool imp2i_moves_alike(const imp2i_body* a, const imp2i_body* b)
{
    bool spins = a->spin != 0.0f || b->spin != 0.0f;
    return a == b || (a->kind != IMP_BODY_DYNAMIC && b->kind != IMP_BODY_DYNAMIC && !spins &&
                      a->velocity.x == b->velocity.x && a->velocity.y == b->velocity.y);
}

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

#endif
