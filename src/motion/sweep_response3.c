// SPDX-License-Identifier: MIT
//
// sweep_response.inl, for space.

#include "along3.h"
#include "sweep_many3.h"

#include <math.h>

#include "../math/dim3.h"

#include "sweep_response.inl"

#include "../math/dim_end.h"
