// SPDX-License-Identifier: MIT
//
// A point and a placed shape, in doubles.

#ifndef IMP3I_QUERY_H
#define IMP3I_QUERY_H

#include "shape3.h"

/// A point against a placed shape; all told from the pose's position.
typedef struct imp3i_point_gap
{
    double separation;   // to the rounded surface, negative inside
    imp3i_dvec normal;   // unit, out of the shape
    imp3i_dvec on_core;  // point of the core, of its boundary when inside, that is nearest
} imp3i_point_gap;

/// Off by less than IMPI_DOUBLE_DOUBT of the scale; near to a hull, or in it, by IMPI_FLOAT_DOUBT of it and the slack
/// of its faces.
void imp3i_point_query(const imp3_shape* shape, imp3i_drot q, imp3i_dvec point, imp3i_point_gap* out);

#endif
