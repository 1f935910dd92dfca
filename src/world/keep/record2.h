// SPDX-License-Identifier: MIT
//
// record_interface.inl, for the plane.

#ifndef IMP2I_RECORD_H
#define IMP2I_RECORD_H

#include "../body/calls2.h"
#include "../query/query2.h"
#include "../../base/bytes.h"
#include "impinge/world_record2.h"

#include "../../math/dim2.h"

#include "record_interface.inl"

#include "../../math/dim_end.h"

#endif
