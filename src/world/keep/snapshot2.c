// SPDX-License-Identifier: MIT
//
// snapshot.inl, for the plane.

#include "snapshot2.h"
#include "../../broad/index2.h"

#include "../../math/dim2.h"

#include "snapshot.inl"

#include "../../math/dim_end.h"
