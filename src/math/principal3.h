// SPDX-License-Identifier: MIT
//
// Principal axes, of inertias and of clouds of points.

#ifndef IMP3I_PRINCIPAL_H
#define IMP3I_PRINCIPAL_H

#include "../base/arithmetic.h"

/// The principal axes of a symmetric matrix: it becomes diagonal, and they the columns of v.
void imp3i_principal_axes(double a[3][3], double v[3][3]);

#endif
