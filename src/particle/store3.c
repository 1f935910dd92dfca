// SPDX-License-Identifier: MIT
//
// store.inl, for space.

#include "particle3.h"

#include "../base/alloc.h"
#include "../base/hash.h"
#include "../math/check.h"
#include "../motion/surface.h"

#include <string.h>

#include "../math/dim3.h"

#include "store.inl"

#include "../math/dim_end.h"
