// SPDX-License-Identifier: MIT
//
// Collision response by impulses, as worlds and imp2_respond share it.

#ifndef IMP2I_RESPOND_H
#define IMP2I_RESPOND_H

#include "../math/spin2.h"
#include "impulse_response.h"
#include "impinge/motion2.h"

#include "../math/dim2.h"

#include "impulse_response_interface.inl"

#include "../math/dim_end.h"

#endif
