// SPDX-License-Identifier: MIT
//
// solve.inl, for space.

#include "../../narrow/batch_kernels3.h"
#include "solver3.h"
#include "tips3.h"

#include <math.h>
#include <string.h>

#include "../../math/dim3.h"

#include "solve.inl"

#include "../../math/dim_end.h"
