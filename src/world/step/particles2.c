// SPDX-License-Identifier: MIT
//
// particles.inl, for the plane.

#include "impinge/world_particles2.h"

#include "../../base/sort.h"
#include "../../broad/index2.h"
#include "../../particle/particle2.h"
#include "../contact/contact2.h"

#include <math.h>

#include "../../math/dim2.h"

#include "particles.inl"

#include "../../math/dim_end.h"
