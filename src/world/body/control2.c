// SPDX-License-Identifier: MIT
//
// control.inl, for the plane.

#include "../../broad/index2.h"
#include "../../math/trig.h"
#include "../../shape/shape2.h"
#include "../../shape/extent2.h"
#include "body2.h"

#include <float.h>
#include <math.h>

#include "../../math/dim2.h"

#include "control.inl"

#include "../../math/dim_end.h"
