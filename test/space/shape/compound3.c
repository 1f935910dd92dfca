// SPDX-License-Identifier: MIT
//
// Compounds of space: one shape each.

#include "compound3.h"

#include "../base/status.h"

imp_status imp3_compound_of_shape(const imp3_shape* shape, imp3_compound* out)
{
    int32_t fault = imp3i_shape_fault(shape);
    if (fault || !out)
    {
        return fault ? impi_error(fault, 1) : impi_error(IMP_ERR_NULL, 2);
    }
    const imp3_compound r = {IMP3_COMPOUND_SHAPE, 1, shape->reach, shape};
    *out = r;
    return IMP_OK;
}

void imp3_compound_free(imp3_compound* compound)
{
    if (compound)
    {
        const imp3_compound none = {.kind = IMP3_COMPOUND_NONE};
        *compound = none;
    }
}

imp_status imp3i_compound_copy(const imp3_compound* compound, const imp_allocator* allocator, imp3_compound* out)
{
    (void)compound;
    (void)allocator;
    (void)out;
    return impi_error(IMP_ERR_COMPOUND, 0);
}

static imp_status compound_status(const imp3_compound* compound)
{
    int32_t fault = imp3i_compound_fault(compound);
    return fault ? impi_error(fault, 1) : IMP_OK;
}

imp_status imp3_compound_bounds(const imp3_compound* compound, const imp3_pose* pose, imp3_box* out)
{
    imp_status status = compound_status(compound);
    return status ? status : imp3_shape_bounds(compound->parts, pose, out);
}

imp_status imp3_compound_mass(const imp3_compound* compound, float density, imp3_mass* out)
{
    imp_status status = compound_status(compound);
    return status ? status : imp3_shape_mass(compound->parts, density, out);
}
