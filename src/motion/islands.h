// SPDX-License-Identifier: MIT
//
// Islands: bodies in contact, directly or through others. They are found when a body could fall asleep, and not kept: a
// forest of places, joined contact by contact. Static bodies join nothing.
//
// Source: union and find with halved paths (Tarjan and van Leeuwen 1984). The root of a tree is its lowest place, so
// the answer does not depend on the order of the joins.

#ifndef IMPI_ISLANDS_H
#define IMPI_ISLANDS_H

#include <stdint.h>

/// Makes every place an island of its own.
static inline void impi_islands_begin(int32_t* parent, int32_t places)
{
    for (int32_t i = 0; i < places; ++i)
    {
        parent[i] = i;
    }
}

/// The lowest place of an island.
static inline int32_t impi_island_of(int32_t* parent, int32_t place)
{
    while (parent[place] != place)
    {
        parent[place] = parent[parent[place]];
        place = parent[place];
    }
    return place;
}

static inline void impi_islands_join(int32_t* parent, int32_t a, int32_t b)
{
    int32_t root_a = impi_island_of(parent, a), root_b = impi_island_of(parent, b);
    parent[root_a > root_b ? root_a : root_b] = root_a < root_b ? root_a : root_b;
}

#endif
