// SPDX-License-Identifier: MIT
//
// Surfaces and materials: the default, and checks.

#include "surface.h"

#include "../math/check.h"

#include <math.h>

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

int32_t impi_material_fault(const imp_material* m)
{
    imp_surface alone = {m->friction, m->restitution, m->rolling_resistance, m->tangent_speed};
    int32_t fault = impi_surface_fault(&alone);
    return fault ? fault : m->kind < 0 || m->kind > IMPI_KIND_MAX ? IMP_ERR_RANGE : 0;
}

imp_surface impi_surface_by_rule(const imp_material* a, const imp_material* b)
{
    imp_surface r = {sqrtf(a->friction * b->friction),
                     a->restitution > b->restitution ? a->restitution : b->restitution,
                     a->rolling_resistance > b->rolling_resistance ? a->rolling_resistance : b->rolling_resistance,
                     a->tangent_speed + b->tangent_speed};
    return r;
}
