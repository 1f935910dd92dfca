// SPDX-License-Identifier: MIT
//
// continuous_interface.inl, for space.

#ifndef IMP3I_WAYS_H
#define IMP3I_WAYS_H

#include "../../broad/index3.h"
#include "../../motion/sweep_many3.h"
#include "../solver/solver3.h"

#include "../../math/dim3.h"

#include "continuous_interface.inl"

#include "../../math/dim_end.h"

#endif
