// SPDX-License-Identifier: MIT
//
// record.inl, for space.

#include "record3.h"
#include "../../base/alloc.h"
#include "snapshot3.h"

#include <string.h>

#include "../../math/dim3.h"

#include "record.inl"

#include "../../math/dim_end.h"
