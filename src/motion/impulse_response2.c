// SPDX-License-Identifier: MIT
//
// impulse_response.inl, for the plane.

#include "impulse_response2.h"
#include "surface.h"
#include "../math/check.h"
#include "../math/dvec2.h"
#include "impinge/motion2.h"

#include <math.h>

#include "../math/dim2.h"

#include "impulse_response.inl"

#include "../math/dim_end.h"
