// SPDX-License-Identifier: MIT
//
// one_way.inl, for the plane.

#ifndef IMP2I_ONE_WAY_H
#define IMP2I_ONE_WAY_H

#include "../math/dvec2.h"
#include "impinge/math2.h"
#include <math.h>

#include "../math/dim2.h"

#include "one_way.inl"

#include "../math/dim_end.h"

#endif
