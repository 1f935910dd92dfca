// SPDX-License-Identifier: MIT
//
// continuous_interface.inl, for the plane.

#ifndef IMP2I_WAYS_H
#define IMP2I_WAYS_H

#include "../../broad/index2.h"
#include "../../motion/sweep_many2.h"
#include "../solver/solver2.h"

#include "../../math/dim2.h"

#include "continuous_interface.inl"

#include "../../math/dim_end.h"

#endif
