// SPDX-License-Identifier: MIT
//
// sweep_many_interface.inl, for space.

#ifndef IMP3I_SWEEP_MANY_H
#define IMP3I_SWEEP_MANY_H

#include "../math/dvec3.h"
#include "../shape/compound3.h"
#include "impinge/broad.h"
#include "impinge/motion.h"
#include "impinge/motion3.h"

#include "../math/dim3.h"

#include "sweep_many_interface.inl"

#include "../math/dim_end.h"

#endif
