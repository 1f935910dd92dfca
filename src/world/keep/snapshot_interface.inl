// SPDX-License-Identifier: MIT
//
// Snapshots of worlds: their parts, in the order in which they are read.

#ifndef AXES
#include "../../math/visit2.h"
#include "../contact/contact2.h"

#include "../../math/dim2.h"
#endif

enum
{
    DIMI(SNAPSHOT_KIND) = 0x30504d49 + (AXES << 24)  // "IMP2", "IMP3"
};

static inline void FNI(visit_mass)(impi_bytes* b, Mass* m)
{
    impi_visit_float(b, &m->mass, NULL);
    for (int k = 0; k < DIMI(INERTIA_FIELDS); ++k)
    {
        impi_visit_float(b, &FNI(inertia_numbers)(&m->inertia)[k], NULL);
    }
    FNI(visit_vec)(b, &m->centroid, NULL);
}

void FNI(visit_material)(impi_bytes* b, imp_material* m);

/// The surface velocity of a collider, where it can have one.
void FNI(visit_belt)(impi_bytes* b, Vec* belt);

/// The definition of a world.
void FNI(visit_def)(impi_bytes* b, WorldDef* def);

/// The used slots, and how many numbers the index has had.
void FNI(visit_places)(impi_bytes* b, World* w, int32_t* numbers);

/// The shape of a collider. One that is read is the reader's, to be freed.
void FNI(visit_shape)(impi_bytes* b, Shape* s, const imp_allocator* allocator);
void FNI(visit_compound)(impi_bytes* b, Compound* c, const imp_allocator* allocator);

/// The shapes of colliders.
void FNI(visit_geometry)(impi_bytes* b, World* w);

/// Bodies and colliders, except what follows from other state.
void FNI(visit_bodies)(impi_bytes* b, World* w, int32_t numbers);

/// The definition of a joint, unchecked.
void FNI(visit_joint_def)(impi_bytes* b, JointDef* def);

/// The members of a joint's definition that one dimension alone has.
void FNI(visit_joint_own)(impi_bytes* b, JointDef* def);

/// The definition of a coupling, unchecked.
void FNI(visit_coupling_def)(impi_bytes* b, imp_coupling_def* def);

/// Joints of bodies that are known, and couplings.
void FNI(visit_joints)(impi_bytes* b, World* w);

/// The numbers of the index, whose colliders are known.
void FNI(visit_numbers)(impi_bytes* b, World* w, int32_t numbers);

/// Contacts, the events of the last step, and its figures.
void FNI(visit_contacts)(impi_bytes* b, World* w);

/// This many manifolds of a contact, made at internal edges.
void FNI(visit_corrected)(impi_bytes* b, World* w, Contact* c, int32_t count);
