// SPDX-License-Identifier: MIT
//
// A choice without a branch: by bits, so that no compiler makes a jump of it, and loops over lanes become lanes.

#ifndef IMPI_PICK_H
#define IMPI_PICK_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline float impi_pick(bool which, float yes, float no)
{
    const uint32_t mask = 0u - (uint32_t)which;
    uint32_t a, b;
    float r;
    memcpy(&a, &yes, sizeof a);
    memcpy(&b, &no, sizeof b);
    a = (a & mask) | (b & ~mask);
    memcpy(&r, &a, sizeof r);
    return r;
}

#endif
