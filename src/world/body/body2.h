// SPDX-License-Identifier: MIT
//
// body_interface.inl, for the plane.

#ifndef IMP2I_BODY_H
#define IMP2I_BODY_H

#include "bend2.h"

#include "../../math/dim2.h"

#include "body_interface.inl"

#include "../../math/dim_end.h"

#endif
