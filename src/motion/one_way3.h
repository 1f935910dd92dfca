// SPDX-License-Identifier: MIT
//
// one_way.inl, for space.

#ifndef IMP3I_ONE_WAY_H
#define IMP3I_ONE_WAY_H

#include "../math/dvec3.h"
#include "impinge/math3.h"
#include <math.h>

#include "../math/dim3.h"

#include "one_way.inl"

#include "../math/dim_end.h"

#endif
