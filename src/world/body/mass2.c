// SPDX-License-Identifier: MIT
//
// mass.inl, for the plane; and what is wrong with a mass, which has an area here.

#include "../../shape/compound2.h"
#include "../../shape/extent2.h"
#include "body2.h"
#include "thin_parts2.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "../../math/dim2.h"

#include "mass.inl"

#include "../../math/dim_end.h"

int32_t imp2i_mass_fault(const imp2_mass* m)
{
    int32_t fault = impi_number_fault_negative(m->mass);
    fault = fault ? fault : imp2i_inertia_fault(m->inertia);
    fault = fault ? fault : impi_number_fault_negative(m->area);
    fault = fault ? fault : imp2i_vec_fault(m->centroid);
    return fault ? fault : m->mass > 0.0f ? 0 : IMP_ERR_RANGE;
}
