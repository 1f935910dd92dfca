// SPDX-License-Identifier: MIT
//
// sweep_many_interface.inl, for the plane.

#ifndef IMP2I_SWEEP_MANY_H
#define IMP2I_SWEEP_MANY_H

#include "../math/dvec2.h"
#include "../shape/compound2.h"
#include "impinge/broad.h"
#include "impinge/motion.h"
#include "impinge/motion2.h"

#include "../math/dim2.h"

#include "sweep_many_interface.inl"

#include "../math/dim_end.h"

#endif
