// SPDX-License-Identifier: MIT
//
// Indexes inside: index_types.inl, for space.

#ifndef IMP3I_INDEX_H
#define IMP3I_INDEX_H

#include "impinge/broad3.h"
#include "index.h"

#include "../math/dim3.h"

#include "index_types.inl"

#include "../math/dim_end.h"

#endif
