// SPDX-License-Identifier: MIT
//
// impulse_response_interface.inl, for space.

#ifndef IMP3I_RESPOND_H
#define IMP3I_RESPOND_H

#include "impulse_response.h"
#include "../math/spin3.h"
#include "impinge/motion3.h"

#include "../math/dim3.h"

#include "impulse_response_interface.inl"

#include "../math/dim_end.h"

#endif
