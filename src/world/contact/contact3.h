// SPDX-License-Identifier: MIT
//
// contact_interface.inl, for space.

#ifndef IMP3I_CONTACT_H
#define IMP3I_CONTACT_H

#include "../body/body3.h"
#include "curved_parts3.h"

#include "../../math/dim3.h"

#include "contact_interface.inl"

#include "../../math/dim_end.h"

#endif
