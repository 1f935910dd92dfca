// SPDX-License-Identifier: MIT
//
// snapshot_load.inl, for the plane.

#include "record2.h"
#include "snapshot2.h"
#include "../../broad/index2.h"
#include "../../motion/one_way2.h"

#include "../../math/dim2.h"

#include "snapshot_load.inl"

#include "../../math/dim_end.h"
