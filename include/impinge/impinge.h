// SPDX-License-Identifier: MIT
//
// All of Impinge.

#ifndef IMPINGE_IMPINGE_H
#define IMPINGE_IMPINGE_H

#include "impinge2.h"
#include "impinge3.h"

#endif
