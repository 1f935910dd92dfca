// SPDX-License-Identifier: MIT
//
// Speed that approaches another at a rate, or at once.

#ifndef IMPI_APPROACH_H
#define IMPI_APPROACH_H

#include <math.h>

/// The speed after a time, and its path. A rate of 0 is at once.
static inline double impi_approach(double from, double to, double rate, double time, double* path)
{
    double left = to - from, needed = rate > 0.0 ? fabs(left) / rate : 0.0;
    if (needed >= time && rate > 0.0)
    {
        double k = left < 0.0 ? -rate : rate;
        *path = (from + 0.5 * k * time) * time;
        return from + k * time;
    }
    *path = 0.5 * (from + to) * needed + to * (time - needed);
    return to;
}

#endif
