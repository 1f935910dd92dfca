// SPDX-License-Identifier: MIT
//
// snapshot_load.inl, for space.

#include "record3.h"
#include "snapshot3.h"
#include "../../broad/index3.h"
#include "../../motion/one_way3.h"

#include "../../math/dim3.h"

#include "snapshot_load.inl"

#include "../../math/dim_end.h"
