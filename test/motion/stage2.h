// SPDX-License-Identifier: MIT
//
// stage_interface.inl, for the plane; its words stay.

#ifndef IMP_TEST_STAGE2_H
#define IMP_TEST_STAGE2_H

#include "impinge/impinge2.h"
#include "support.h"

#include "math/dim2.h"

#include "motion/stage_interface.inl"

#endif
