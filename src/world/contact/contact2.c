// SPDX-License-Identifier: MIT
//
// contact.inl, for the plane.

#include "../../narrow/batch_kernels2.h"
#include "contact2.h"

#include <string.h>

#include "../../math/dim2.h"

#include "contact.inl"

#include "../../math/dim_end.h"
