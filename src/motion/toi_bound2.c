// SPDX-License-Identifier: MIT
//
// toi_bound.inl, for the plane.

#include "../math/tolerance.h"
#include "../narrow/pair2.h"
#include "sweep_many2.h"

#include <math.h>

#include "../math/dim2.h"

#include "toi_bound.inl"

#include "../math/dim_end.h"
