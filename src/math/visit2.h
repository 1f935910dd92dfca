// SPDX-License-Identifier: MIT
//
// visit.inl, for the plane.

#ifndef IMP2I_VISIT_H
#define IMP2I_VISIT_H

#include "../base/bytes.h"

#include "dim2.h"

#include "visit.inl"

#include "dim_end.h"

#endif
