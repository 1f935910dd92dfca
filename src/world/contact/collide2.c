// SPDX-License-Identifier: MIT
//
// collide.inl, for the plane.

#include "contact2.h"
#include "../../motion/pair_gap2.h"
#include "../../narrow/batch_kernels2.h"

#include <math.h>
#include <string.h>

#include "../../math/dim2.h"

#include "collide.inl"

#include "../../math/dim_end.h"
