// SPDX-License-Identifier: MIT
//
// mass.inl, for space; and what is wrong with a mass.

#include "../../shape/compound3.h"
#include "../../shape/extent3.h"
#include "body3.h"
#include "thin_parts3.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "../../math/dim3.h"

#include "mass.inl"

#include "../../math/dim_end.h"

int32_t imp3i_mass_fault(const imp3_mass* m)
{
    int32_t fault = impi_number_fault_negative(m->mass);
    fault = fault ? fault : imp3i_inertia_fault(m->inertia);
    fault = fault ? fault : imp3i_vec_fault(m->centroid);
    return fault ? fault : m->mass > 0.0f ? 0 : IMP_ERR_RANGE;
}
