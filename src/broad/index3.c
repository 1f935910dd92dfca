// SPDX-License-Identifier: MIT
//
// index.inl, index_move.inl and index_find.inl, for space.

#include "index3.h"

#include "../base/alloc.h"
#include "../base/assert.h"
#include "../base/sort.h"
#include "../math/check.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "../math/dim3.h"

#include "index.inl"
#include "index_move.inl"
#include "index_find.inl"

#include "../math/dim_end.h"
