// SPDX-License-Identifier: MIT
//
// Regions of contact of two meshes.

#ifndef IMPINGE_TOOLS_MESH_REGIONS_H
#define IMPINGE_TOOLS_MESH_REGIONS_H

#include "mesh_check.h"

/// Parts crossings into regions, and puts them in the order of these. Two crossings are in one region when they have a
/// triangle in common, and the others of them have a corner in common: so a curve on which surfaces meet is followed from
/// triangle to triangle, and four legs in one large triangle of a floor are four regions.
///
/// crossings   in the order of part_a, then part_b, as imp3_mesh_meet writes them
/// regions     room for count
/// returns     IMP_OK, IMP_ERR_MEMORY
imp_status find_regions(const body* a, const body* b, imp3_mesh_pair* crossings, int32_t count, mesh_region* regions,
                        int32_t* region_count);

#endif
