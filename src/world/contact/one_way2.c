// SPDX-License-Identifier: MIT
//
// one_way.inl, for the plane.

#include "../../math/trig.h"
#include "../../motion/one_way2.h"
#include "contact2.h"

#include <float.h>

#include "../../math/dim2.h"

#include "one_way.inl"

#include "../../math/dim_end.h"
