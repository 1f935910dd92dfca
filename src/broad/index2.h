// SPDX-License-Identifier: MIT
//
// Indexes inside: index_types.inl, for the plane.

#ifndef IMP2I_INDEX_H
#define IMP2I_INDEX_H

#include "impinge/broad2.h"
#include "index.h"

#include "../math/dim2.h"

#include "index_types.inl"

#include "../math/dim_end.h"

#endif
