// SPDX-License-Identifier: MIT
//
// contact_update.inl, for the plane.

#include "contact2.h"

#include <string.h>

#include "../../math/dim2.h"

#include "contact_update.inl"

#include "../../math/dim_end.h"
