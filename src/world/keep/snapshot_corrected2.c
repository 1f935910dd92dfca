// SPDX-License-Identifier: MIT
//
// snapshot_corrected.inl, for the plane.

#include "snapshot2.h"

#include "../../math/dim2.h"

#include "snapshot_corrected.inl"

#include "../../math/dim_end.h"
