// SPDX-License-Identifier: MIT
//
// query_interface.inl, for the plane.

#ifndef IMP2I_WORLD_QUERY_H
#define IMP2I_WORLD_QUERY_H

#include "../contact/contact2.h"
#include "impinge/world_record2.h"

#include "../../math/dim2.h"

#include "query_interface.inl"

#include "../../math/dim_end.h"

#endif
