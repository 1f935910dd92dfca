// SPDX-License-Identifier: MIT
//
// forces.inl, for the plane.

#include "particle2.h"

#include "../math/check.h"
#include "../math/trig.h"

#include <math.h>

#include "../math/dim2.h"

#include "forces.inl"

#include "../math/dim_end.h"
