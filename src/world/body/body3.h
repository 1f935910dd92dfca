// SPDX-License-Identifier: MIT
//
// body_interface.inl, for space.

#ifndef IMP3I_BODY_H
#define IMP3I_BODY_H

#include "bend3.h"

#include "../../math/dim3.h"

#include "body_interface.inl"

#include "../../math/dim_end.h"

#endif
