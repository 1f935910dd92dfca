// SPDX-License-Identifier: MIT
//
// A tree of boxes without pointers, over leaves that stand in an order in which neighbours in the array are neighbours
// in space: boxes[0] has one box for each leaf, boxes[k] one around each 4 of boxes[k - 1], up to a single one.
//
// A search goes through the leaves in rising order and, where a box of 4^k leaves is not met, steps over all of them; so
// it needs no stack, and finds in the order of law 10.

#ifndef AXES
#include "../math/dim3.h"
#include "part_tree3.h"
#endif

void FNI(part_tree_lay_out)(PartTree* tree, int32_t leaves, impi_layout* l)
{
    for (int32_t n = leaves;; n = impi_groups_of_four(n))
    {
        tree->boxes[tree->levels++] = (Box*)impi_take(l, (size_t)n, sizeof *tree->boxes[0]);
        if (n == 1)
        {
            return;
        }
    }
}

void FNI(part_tree_fill)(PartTree* tree, int32_t leaves)
{
    int32_t below = leaves;
    for (int32_t level = 1; level < tree->levels; ++level)
    {
        int32_t n = impi_groups_of_four(below);
        for (int32_t i = 0; i < n; ++i)
        {
            const Box* four = &tree->boxes[level - 1][4 * i];
            Box box = four[0];
            for (int32_t k = 1; k < 4 && 4 * i + k < below; ++k)
            {
                FNI(box_grow)(&box, four[k]);
            }
            tree->boxes[level][i] = box;
        }
        below = n;
    }
}

int32_t FNI(part_tree_next)(const PartTree* tree, int32_t leaves, const DBox* box, int32_t from)
{
    int32_t level = 0, index = from;
    while (index << (2 * level) < leaves)
    {
        while (level + 1 < tree->levels && (index & 3) == 0)
        {
            ++level;
            index >>= 2;
        }
        while (FNI(boxes_meet)(tree->boxes[level][index], box))
        {
            if (level == 0)
            {
                return index;
            }
            --level;
            index <<= 2;
        }
        ++index;
    }
    return leaves;
}
