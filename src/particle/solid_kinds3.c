// SPDX-License-Identifier: MIT
//
// Kinds of solids in space: half-spaces and boxes with a radius.

#include "particle3.h"

const imp3i_solid_kind imp3i_solid_kinds[IMP_SOLID_KIND_COUNT] = {
    {imp3i_no_solid_fault, imp3i_no_solid_bounds, imp3i_no_solid_planes},
    {imp3i_half_space_fault, NULL, imp3i_half_space_planes},
    {imp3i_rounded_box_fault, imp3i_rounded_box_bounds, imp3i_rounded_box_planes},
};
