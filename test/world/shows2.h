// SPDX-License-Identifier: MIT
//
// shows_interface.inl, for the plane; its words stay.

#ifndef IMP_TEST_SHOWS2_H
#define IMP_TEST_SHOWS2_H

#include "impinge/impinge2.h"
#include "scenes2.h"

#include "math/dim2.h"

#define SHOW_STEPS 120

#include "shows_interface.inl"

#endif
