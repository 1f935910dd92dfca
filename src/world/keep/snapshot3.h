// SPDX-License-Identifier: MIT
//
// snapshot_interface.inl, for space.

#ifndef IMP3I_SNAPSHOT_H
#define IMP3I_SNAPSHOT_H

#include "../../math/visit3.h"
#include "../contact/contact3.h"

#include "../../math/dim3.h"

#include "snapshot_interface.inl"

#include "../../math/dim_end.h"

#endif
