// SPDX-License-Identifier: MIT
//
// control.inl, for space.

#include "../../broad/index3.h"
#include "../../math/trig.h"
#include "../../shape/shape3.h"
#include "../../shape/extent3.h"
#include "body3.h"

#include <float.h>
#include <math.h>

#include "../../math/dim3.h"

#include "control.inl"

#include "../../math/dim_end.h"
