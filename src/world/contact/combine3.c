// SPDX-License-Identifier: MIT
//
// combine.inl, for space.

#include "contact3.h"

#include <math.h>
#include <string.h>

#include "../../math/dim3.h"

#include "combine.inl"

#include "../../math/dim_end.h"

imp_status imp3_world_set_surface_velocity(imp3_world* w, imp_collider collider, imp3_vec velocity)
{
    return imp3i_belt_set(w, collider, velocity);
}
