// SPDX-License-Identifier: MIT
//
// Surfaces and materials: the default, and checks.

#include "surface.h"

#include "../math/check.h"

imp_material imp_material_default(void)
{
    const imp_material wood = {.friction = 0.6f};
    return wood;
}

int32_t impi_surface_fault(const imp_surface* s)
{
    if (!s)
    {
        return IMP_ERR_NULL;
    }
    int32_t fault = impi_number_fault_negative(s->friction);
    fault = fault ? fault : impi_number_fault_negative(s->restitution);
    fault = fault ? fault : impi_number_fault_negative(s->rolling_resistance);
    fault = fault ? fault : impi_number_fault_large(s->tangent_speed);
    return fault ? fault : s->restitution > 1.0f ? IMP_ERR_RANGE : 0;
}
