// SPDX-License-Identifier: MIT
//
// one_way.inl, for space.

#include "../../math/trig.h"
#include "../../motion/one_way3.h"
#include "contact3.h"

#include <float.h>

#include "../../math/dim3.h"

#include "one_way.inl"

#include "../../math/dim_end.h"
