// SPDX-License-Identifier: MIT
//
// snapshot_interface.inl, for the plane.

#ifndef IMP2I_SNAPSHOT_H
#define IMP2I_SNAPSHOT_H

#include "../../math/visit2.h"
#include "../contact/contact2.h"

#include "../../math/dim2.h"

#include "snapshot_interface.inl"

#include "../../math/dim_end.h"

#endif
