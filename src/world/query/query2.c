// SPDX-License-Identifier: MIT
//
// query.inl, for the plane.

#include "impinge/world_query2.h"
#include "../../broad/index2.h"
#include "../../narrow/sweep2.h"
#include "../../shape/compound2.h"
#include "../contact/contact2.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "../../math/dim2.h"

#include "query.inl"

#include "../../math/dim_end.h"
