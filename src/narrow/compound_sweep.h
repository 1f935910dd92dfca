// SPDX-License-Identifier: MIT
//
// By what call the pairs of a sweep of compounds are answered.

#ifndef IMPI_COMPOUND_SWEEP_H
#define IMPI_COMPOUND_SWEEP_H

enum
{
    IMPI_BY_SWEEP,
    IMPI_BY_IMPACT,
    IMPI_BY_CAST,
    IMPI_BY_RAY
};

#endif
