// SPDX-License-Identifier: MIT
//
// Sorting by whole-number keys: stable, so equal keys stay in the order in which they came.

#ifndef IMPI_SORT_H
#define IMPI_SORT_H

#include <stdint.h>

/// An item that is sorted: a key, and what it belongs to.
typedef struct impi_keyed
{
    uint64_t key;
    int32_t value;
} impi_keyed;

/// Sorts by rising key, with room for as many items again in scratch. O(n) for each byte in which keys differ.
void impi_sort(impi_keyed* items, impi_keyed* scratch, int32_t count);

/// Sorts words by their bits from low to high - 1, with room for as many again in scratch; those in which these are
/// equal stay in their order. Returns where they are then: items or scratch. O(n) for each eleven bits.
uint64_t* impi_sort_words(uint64_t* items, uint64_t* scratch, int32_t count, int low, int high);

/// A float as a key: rises with the number; -0 counts as 0. Not for NaN.
uint32_t impi_sort_key(float x);

/// Place of a cell along the Hilbert curve through a square of 2^16 cells a side (Hilbert 1891): neighbours on it are
/// neighbours in the plane.
uint32_t impi_hilbert(uint32_t x, uint32_t y);

#endif
