// SPDX-License-Identifier: MIT
//
// contacts.inl, for space.

#include "particle3.h"

#include <math.h>
#include <string.h>

#include "../math/dim3.h"

#include "contacts.inl"

#include "../math/dim_end.h"
