// SPDX-License-Identifier: MIT
//
// Trees of boxes in both dimensions: the parts that they share.

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

/// A node of a tree over parts as a number: its place in its level, and its level, 0 for leaves.
static inline int32_t impi_node_at(int32_t level, int32_t index)
{
    return index << 4 | level;
}

static inline int32_t impi_node_level(int32_t node)
{
    return node & 15;
}

static inline int32_t impi_node_index(int32_t node)
{
    return node >> 4;
}

/// The children of a node above the leaves. Returns how many.
static inline int32_t impi_children_of_four(int32_t leaves, int32_t node, int32_t* out)
{
    int32_t below = impi_node_level(node) - 1, first = 4 * impi_node_index(node);
    int32_t boxes = (int32_t)(((int64_t)leaves + ((int64_t)1 << (2 * below)) - 1) >> (2 * below));
    int32_t count = boxes - first < 4 ? boxes - first : 4;
    for (int32_t k = 0; k < count; ++k)
    {
        out[k] = impi_node_at(below, first + k);
    }
    return count;
}

#endif
