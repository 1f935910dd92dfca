// SPDX-License-Identifier: MIT
//
// obstacles_interface.inl, for the plane.

#ifndef IMP2I_OBSTACLES_H
#define IMP2I_OBSTACLES_H

#include "../base/array.h"
#include "../math/dvec2.h"
#include "impinge/character2.h"
#include "impinge/narrow2.h"

#include "../math/dim2.h"

#include "obstacles_interface.inl"

#include "../math/dim_end.h"

#endif
