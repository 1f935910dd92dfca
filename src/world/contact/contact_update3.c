// SPDX-License-Identifier: MIT
//
// contact_update.inl, for space.

#include "contact3.h"

#include <string.h>

#include "../../math/dim3.h"

#include "contact_update.inl"

#include "../../math/dim_end.h"
