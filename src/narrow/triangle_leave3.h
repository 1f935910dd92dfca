// SPDX-License-Identifier: MIT
//
// When one of two triangles that moves along a line leaves the other.

#ifndef IMP3I_TRIANGLE_LEAVE_H
#define IMP3I_TRIANGLE_LEAVE_H

#include "triangle_distance3.h"

/// The last time at which B, which moves along x by 1 in a time of 1, touches A; rather late by rounding than early. False
/// when it passes. normal is not of unit length: from A to B, of the features that part then, and may be none.
bool imp3i_triangles_leave(const imp3i_dtriangle* a, const imp3i_dtriangle* b, double* time, imp3i_dvec* normal);

#endif
