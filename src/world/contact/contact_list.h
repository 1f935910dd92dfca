// SPDX-License-Identifier: MIT
//
// The list of contacts: an array sorted by the index numbers of the two colliders.
//
// The broadphase tells pairs that begin and end in the same order, so the changes of a step are one pass along the
// array, and nothing else (no table, no lists) is needed to find a contact again. A step goes along this array, so its
// order depends on what exists, and not on how it came to be.

#ifndef IMPI_CONTACT_LIST_H
#define IMPI_CONTACT_LIST_H

#include "../../base/array.h"
#include "impinge/broad.h"

/// A contact: its numbers, a << 32 | b, the slot of its record, and whether it has rows and all of them have lanes.
typedef struct impi_contact_key
{
    uint64_t key;
    int32_t slot;
    bool has_rows;
} impi_contact_key;

typedef struct impi_contact_list
{
    IMPI_ARRAY(impi_contact_key)
} impi_contact_list;

static inline uint64_t impi_contact_key_of(imp_pair pair)
{
    return (uint64_t)(uint32_t)pair.a << 32 | (uint32_t)pair.b;
}

/// The index of a pair's contact in the list, or -1.
int32_t impi_contact_list_find(const impi_contact_list* list, imp_pair pair);

/// The same, searching from *from, the last result: queries in nearly ascending order cost little each.
int32_t impi_contact_list_find_from(const impi_contact_list* list, imp_pair pair, int32_t* from);

/// Removes entries whose slot is below 0.
void impi_contact_list_close(impi_contact_list* list);

/// Merges another list in; there must be room, and no key may be in both.
void impi_contact_list_merge(impi_contact_list* list, const impi_contact_list* more);

#endif
