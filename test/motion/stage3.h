// SPDX-License-Identifier: MIT
//
// stage_interface.inl, for space; its words stay.

#ifndef IMP_TEST_STAGE3_H
#define IMP_TEST_STAGE3_H

#include "impinge/impinge3.h"
#include "support.h"

#include "math/dim3.h"

#include "motion/stage_interface.inl"

#endif
