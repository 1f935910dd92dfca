// SPDX-License-Identifier: MIT
//
// The time, for telling how long something took.

#ifndef IMPINGE_TOOLS_CLOCK_H
#define IMPINGE_TOOLS_CLOCK_H

#include <time.h>

static inline double clock_ms(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

#endif
