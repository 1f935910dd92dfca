// SPDX-License-Identifier: MIT
//
// impulse_response_interface.inl, for the plane.

#ifndef IMP2I_RESPOND_H
#define IMP2I_RESPOND_H

#include "../math/dim2.h"

#include "impulse_response_interface.inl"

#include "../math/dim_end.h"

#endif
