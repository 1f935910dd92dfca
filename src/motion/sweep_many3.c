// SPDX-License-Identifier: MIT
//
// sweep_many.inl, for space.

#include "sweep_many3.h"
#include "../base/alloc.h"
#include "../broad/index.h"
#include "event_queue.h"
#include "impinge/broad3.h"

#include <math.h>
#include <string.h>

#include "../math/dim3.h"

#include "sweep_many.inl"

#include "../math/dim_end.h"
