// SPDX-License-Identifier: MIT
//
// toi_pair.inl, for space.

#include "../math/check.h"
#include "../math/tolerance.h"
#include "../math/trig.h"
#include "pair_gap3.h"
#include "sweep_many3.h"

#include <math.h>

#include "../math/dim3.h"

#include "toi_pair.inl"

#include "../math/dim_end.h"
