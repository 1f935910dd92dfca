// SPDX-License-Identifier: MIT
//
// snapshot.inl, for space.

#include "snapshot3.h"
#include "../../broad/index3.h"

#include "../../math/dim3.h"

#include "snapshot.inl"

#include "../../math/dim_end.h"
