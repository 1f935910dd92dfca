// SPDX-License-Identifier: MIT
//
// store.inl, for the plane.

#include "particle2.h"

#include "../base/alloc.h"
#include "../base/hash.h"
#include "../math/check.h"
#include "../motion/surface.h"

#include <string.h>

#include "../math/dim2.h"

#include "store.inl"

#include "../math/dim_end.h"
