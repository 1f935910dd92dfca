// SPDX-License-Identifier: MIT
//
// visit.inl, for space.

#ifndef IMP3I_VISIT_H
#define IMP3I_VISIT_H

#include "../base/bytes.h"

#include "dim3.h"

#include "visit.inl"

#include "dim_end.h"

#endif
