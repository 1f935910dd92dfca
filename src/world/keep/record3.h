// SPDX-License-Identifier: MIT
//
// record_interface.inl, for space.

#ifndef IMP3I_RECORD_H
#define IMP3I_RECORD_H

#include "../body/calls3.h"
#include "../query/query3.h"
#include "../../base/bytes.h"
#include "impinge/world_record3.h"

#include "../../math/dim3.h"

#include "record_interface.inl"

#include "../../math/dim_end.h"

#endif
