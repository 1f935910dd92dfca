// SPDX-License-Identifier: MIT
//
// Which contacts there are, by the two numbers of their colliders: an array that is always sorted. An index tells pairs
// that begin and end in the same order, so a step's changes are one pass along it, and nothing else (no table, no
// lists) is needed to find a contact again. Everything that a step does goes along this array, so its order depends on
// what there is and not on how it came.

#ifndef IMPI_CONTACT_LIST_H
#define IMPI_CONTACT_LIST_H

#include "../../base/array.h"
#include "impinge/broad.h"

/// A contact: its numbers, a << 32 | b, where its record is, and whether it has rows, and all of them have lanes.
typedef struct impi_contact_key
{
    uint64_t key;
    int32_t place;
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

/// Where the contact of a pair is in the list, or -1.
int32_t impi_contact_list_find(const impi_contact_list* list, imp_pair pair);

/// The same when it is looked for from a place on, where the last one was: questions that come nearly in order cost
/// little each.
int32_t impi_contact_list_find_from(const impi_contact_list* list, imp_pair pair, int32_t* from);

/// Takes out those whose place is below 0.
void impi_contact_list_close(impi_contact_list* list);

/// Puts in what another list has; there must be room, and no key may be in both.
void impi_contact_list_merge(impi_contact_list* list, const impi_contact_list* more);

#endif
