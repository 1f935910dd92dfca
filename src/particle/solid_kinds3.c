// SPDX-License-Identifier: MIT
//
// Kinds of solids in space: half-spaces and boxes with a radius.

#include "particle3.h"

static int32_t none_fault(const imp3_solid* solid)
{
    (void)solid;
    return 0;
}

static int32_t no_planes(const imp3_solid* solid, imp3_vec point, float reach, imp3i_solid_plane* out)
{
    (void)solid;
    (void)point;
    (void)reach;
    (void)out;
    return 0;
}

static imp_status no_bounds(const imp3_solid* solid, imp3_box* out)
{
    *out = imp3i_box_around(solid->pose.p, 0.0f);
    return IMP_OK;
}

const imp3i_solid_kind imp3i_solid_kinds[IMP_SOLID_KIND_COUNT] = {
    {none_fault, no_bounds, no_planes},
    {imp3i_half_space_fault, NULL, imp3i_half_space_planes},
    {imp3i_rounded_box_fault, imp3i_rounded_box_bounds, imp3i_rounded_box_planes},
};
