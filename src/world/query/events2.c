// SPDX-License-Identifier: MIT
//
// events.inl, for the plane.

#include "../contact/contact2.h"

#include "../../math/dim2.h"

#include "events.inl"

#include "../../math/dim_end.h"
