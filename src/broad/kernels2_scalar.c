// SPDX-License-Identifier: MIT
//
// The inner loops of indexes of the plane, one lane at a time.

#include "index2.h"

#include <float.h>

#include "../math/dim2.h"
#include "../math/lanes_scalar.h"

#define KN(name) FNI(name##_scalar)

#include "kernels.inl"

#include "../math/dim_end.h"
#include "../math/lanes_end.h"
