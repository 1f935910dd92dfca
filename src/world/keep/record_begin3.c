// SPDX-License-Identifier: MIT
//
// record_begin.inl, for space.

#include "record3.h"
#include "../../base/alloc.h"

#include <string.h>

#include "../../math/dim3.h"

#include "record_begin.inl"

#include "../../math/dim_end.h"
