// SPDX-License-Identifier: MIT
//
// solve.inl, for the plane.

#include "../../narrow/batch_kernels2.h"
#include "solver2.h"
#include "tips2.h"

#include <math.h>
#include <string.h>

#include "../../math/dim2.h"

#include "solve.inl"

#include "../../math/dim_end.h"
