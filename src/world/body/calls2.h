// SPDX-License-Identifier: MIT
//
// recorder.inl, for the plane.

#ifndef IMP2I_CALLS_H
#define IMP2I_CALLS_H

#include "../world2.h"
#include "calls.h"

#include "../../math/dim2.h"

#include "recorder.inl"

#include "../../math/dim_end.h"

#endif
