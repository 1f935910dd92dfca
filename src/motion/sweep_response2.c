// SPDX-License-Identifier: MIT
//
// sweep_response.inl, for the plane.

#include "along2.h"
#include "sweep_many2.h"

#include <math.h>

#include "../math/dim2.h"

#include "sweep_response.inl"

#include "../math/dim_end.h"
