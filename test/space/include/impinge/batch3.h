// SPDX-License-Identifier: MIT
//
// Many manifolds at once.

#ifndef IMPINGE_BATCH3_H
#define IMPINGE_BATCH3_H

#include "narrow3.h"

typedef struct imp3_manifolds
{
    imp3_manifold* each;
} imp3_manifolds;

static inline imp3_manifold imp3_manifolds_get(const imp3_manifolds* manifolds, int32_t i)
{
    return manifolds->each[i];
}

#endif
