// SPDX-License-Identifier: MIT
//
// replay.inl, for the plane.

#include "../../base/alloc.h"
#include "record2.h"
#include "snapshot2.h"

#include <string.h>

#include "../../math/dim2.h"

#include "replay.inl"

#include "../../math/dim_end.h"
