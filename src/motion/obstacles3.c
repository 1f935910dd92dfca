// SPDX-License-Identifier: MIT
//
// obstacles.inl, for space.

#include "obstacles3.h"
#include "../math/check.h"
#include "../math/trig.h"
#include "../shape/kept3.h"
#include "one_way3.h"

#include <math.h>
#include <stddef.h>

#include "../math/dim3.h"

#include "obstacles.inl"

#include "../math/dim_end.h"
