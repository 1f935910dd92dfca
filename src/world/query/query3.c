// SPDX-License-Identifier: MIT
//
// query.inl, for space.

#include "impinge/world_query3.h"
#include "../../broad/index3.h"
#include "../../narrow/sweep3.h"
#include "../../shape/compound3.h"
#include "../contact/contact3.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "../../math/dim3.h"

#include "query.inl"

#include "../../math/dim_end.h"
