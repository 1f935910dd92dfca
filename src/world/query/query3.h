// SPDX-License-Identifier: MIT
//
// query_interface.inl, for space.

#ifndef IMP3I_WORLD_QUERY_H
#define IMP3I_WORLD_QUERY_H

#include "../contact/contact3.h"
#include "impinge/world_record3.h"

#include "../../math/dim3.h"

#include "query_interface.inl"

#include "../../math/dim_end.h"

#endif
