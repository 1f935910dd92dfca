// SPDX-License-Identifier: MIT
//
// step.inl, for the plane.

#include "../continuous/continuous2.h"
#include "../continuous/fits2.h"
#include "../solver/solver2.h"
#include "../../motion/islands.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "../../math/dim2.h"

#include "step.inl"

#include "../../math/dim_end.h"
