// SPDX-License-Identifier: MIT
//
// record_begin.inl, for the plane.

#include "record2.h"
#include "../../base/alloc.h"

#include <string.h>

#include "../../math/dim2.h"

#include "record_begin.inl"

#include "../../math/dim_end.h"
