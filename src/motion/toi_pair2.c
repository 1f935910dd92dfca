// SPDX-License-Identifier: MIT
//
// toi_pair.inl, for the plane.

#include "../math/check.h"
#include "../math/tolerance.h"
#include "../math/trig.h"
#include "pair_gap2.h"
#include "sweep_many2.h"

#include <math.h>

#include "../math/dim2.h"

#include "toi_pair.inl"

#include "../math/dim_end.h"
