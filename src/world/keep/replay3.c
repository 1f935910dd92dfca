// SPDX-License-Identifier: MIT
//
// replay.inl, for space.

#include "../../base/alloc.h"
#include "record3.h"
#include "snapshot3.h"

#include <string.h>

#include "../../math/dim3.h"

#include "replay.inl"

#include "../../math/dim_end.h"
