// SPDX-License-Identifier: MIT
//
// contact_interface.inl, for the plane.

#ifndef IMP2I_CONTACT_H
#define IMP2I_CONTACT_H

#include "../body/body2.h"
#include "curved_parts2.h"

#include "../../math/dim2.h"

#include "contact_interface.inl"

#include "../../math/dim_end.h"

#endif
