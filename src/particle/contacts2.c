// SPDX-License-Identifier: MIT
//
// contacts.inl, for the plane.

#include "particle2.h"

#include <math.h>
#include <string.h>

#include "../math/dim2.h"

#include "contacts.inl"

#include "../math/dim_end.h"
