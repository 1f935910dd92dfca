// SPDX-License-Identifier: MIT
//
// contact.inl, for space.

#include "../../narrow/batch_kernels3.h"
#include "contact3.h"

#include <string.h>

#include "../../math/dim3.h"

#include "contact.inl"

#include "../../math/dim_end.h"
