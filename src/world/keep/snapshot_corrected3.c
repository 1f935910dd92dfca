// SPDX-License-Identifier: MIT
//
// snapshot_corrected.inl, for space.

#include "snapshot3.h"

#include "../../math/dim3.h"

#include "snapshot_corrected.inl"

#include "../../math/dim_end.h"
