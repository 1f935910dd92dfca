// SPDX-License-Identifier: MIT
//
// events.inl, for space.

#include "../contact/contact3.h"

#include "../../math/dim3.h"

#include "events.inl"

#include "../../math/dim_end.h"
