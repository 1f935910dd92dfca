// SPDX-License-Identifier: MIT
//
// shows_interface.inl, for space; its words stay.

#ifndef IMP_TEST_SHOWS3_H
#define IMP_TEST_SHOWS3_H

#include "impinge/impinge3.h"
#include "support.h"

#include "math/dim3.h"

#define SHOW_STEPS 48

#include "shows_interface.inl"

#endif
