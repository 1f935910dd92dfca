// SPDX-License-Identifier: MIT
//
// particles.inl, for space.

#include "impinge/world_particles3.h"

#include "../../base/sort.h"
#include "../../broad/index3.h"
#include "../../particle/particle3.h"
#include "../contact/contact3.h"

#include <math.h>

#include "../../math/dim3.h"

#include "particles.inl"

#include "../../math/dim_end.h"
