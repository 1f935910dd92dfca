// SPDX-License-Identifier: MIT
//
// All of Impinge for the plane.

#ifndef IMPINGE_IMPINGE2_H
#define IMPINGE_IMPINGE2_H

#include "motion2.h"

#endif
