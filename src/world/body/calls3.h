// SPDX-License-Identifier: MIT
//
// recorder.inl, for space.

#ifndef IMP3I_CALLS_H
#define IMP3I_CALLS_H

#include "../world3.h"
#include "calls.h"

#include "../../math/dim3.h"

#include "recorder.inl"

#include "../../math/dim_end.h"

#endif
