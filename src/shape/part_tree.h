// SPDX-License-Identifier: MIT
//
// What the trees of boxes share in both dimensions.

#ifndef IMPI_PART_TREE_H
#define IMPI_PART_TREE_H

#include <stdint.h>

enum
{
    IMPI_PART_LEVELS = 13  // of boxes: 4^12 leaves
};

static inline int32_t impi_groups_of_four(int32_t count)
{
    return (count + 3) / 4;
}

#endif
