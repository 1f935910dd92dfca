// SPDX-License-Identifier: MIT
//
// How a status is put together: the fault in bits 0 to 7, the position of the argument in bits 8 to 11.

#ifndef IMPI_STATUS_H
#define IMPI_STATUS_H

#include "arithmetic.h"
#include "impinge/base.h"

/// fault is one of the IMP_ERR_ codes, argument its position, 1 for the first.
static inline imp_status impi_error(int32_t fault, int argument)
{
    return fault | argument << 8;
}

#endif
