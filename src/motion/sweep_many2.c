// SPDX-License-Identifier: MIT
//
// sweep_many.inl, for the plane.

#include "sweep_many2.h"
#include "../base/alloc.h"
#include "../broad/index.h"
#include "event_queue.h"
#include "impinge/broad2.h"

#include <math.h>
#include <string.h>

#include "../math/dim2.h"

#include "sweep_many.inl"

#include "../math/dim_end.h"
