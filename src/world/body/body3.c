// SPDX-License-Identifier: MIT
//
// body.inl, for space.

#include "body3.h"

#include <string.h>

#include "../../math/dim3.h"

#include "body.inl"

#include "../../math/dim_end.h"
