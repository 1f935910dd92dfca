// SPDX-License-Identifier: MIT
//
// Snapshots of worlds of the plane: what is visited, in the order in which it is read.

#ifndef IMP2I_SNAPSHOT_H
#define IMP2I_SNAPSHOT_H

#include "bytes.h"
#include "../contact/contact2.h"

enum
{
    IMP2I_SNAPSHOT_KIND = 0x32504d49,  // "IMP2"
    IMP2I_SNAPSHOT_VERSION = 13
};

static inline void imp2i_visit_vec(impi_bytes* b, imp2_vec* v, int32_t (*fault)(float))
{
    impi_visit_float(b, &v->x, fault);
    impi_visit_float(b, &v->y, fault);
}

void imp2i_visit_material(impi_bytes* b, imp_material* m);

/// What a world is made with.
void imp2i_visit_def(impi_bytes* b, imp2_world_def* def);

/// Which places are in use, and how many numbers the index has had.
void imp2i_visit_places(impi_bytes* b, imp2_world* w, int32_t* numbers);

/// What a collider looks like. What is read is the reader's, to be freed.
void imp2i_visit_shape(impi_bytes* b, imp2_shape* s, const imp_allocator* allocator);
void imp2i_visit_compound(impi_bytes* b, imp2_compound* c, const imp_allocator* allocator);

/// The shapes of colliders.
void imp2i_visit_geometry(impi_bytes* b, imp2_world* w);

/// Bodies and colliders, but for what follows from others.
void imp2i_visit_bodies(impi_bytes* b, imp2_world* w, int32_t numbers);

/// The numbers of the index, whose colliders are known.
void imp2i_visit_numbers(impi_bytes* b, imp2_world* w, int32_t numbers);

/// Contacts, what has happened in the last step, and its figures.
void imp2i_visit_contacts(impi_bytes* b, imp2_world* w);

/// So many manifolds of a contact that were made at a seam.
void imp2i_visit_mended(impi_bytes* b, imp2_world* w, imp2i_contact* c, int32_t count);

#endif
