// SPDX-License-Identifier: MIT
//
// step.inl, for space.

#include "../continuous/continuous3.h"
#include "../continuous/fits3.h"
#include "../solver/solver3.h"
#include "../../motion/islands.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "../../math/dim3.h"

#include "step.inl"

#include "../../math/dim_end.h"
