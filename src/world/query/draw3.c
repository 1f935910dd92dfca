// SPDX-License-Identifier: MIT
//
// draw.inl, for space.

#include "impinge/world_draw3.h"

#include "../contact/contact3.h"
#include "../joint/joint_axes3.h"

#include <math.h>

#include "../../math/dim3.h"

#include "draw.inl"

#include "../../math/dim_end.h"

#include "draw_shapes3.h"
