// SPDX-License-Identifier: MIT
//
// record.inl, for the plane.

#include "record2.h"
#include "../../base/alloc.h"
#include "snapshot2.h"

#include <string.h>

#include "../../math/dim2.h"

#include "record.inl"

#include "../../math/dim_end.h"
