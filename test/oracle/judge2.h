// SPDX-License-Identifier: MIT
//
// How the judges of check2.h measure: against a bound, remembering the worst. For the files that hold judges only.

#ifndef IMP_TEST_JUDGE2_H
#define IMP_TEST_JUDGE2_H

#include "check2.h"
#include "oracle2.h"

/// Null, or the name of the measure when `error`, in units, is beyond its bound.
const char* judge2(int which, double error, double unit);

#define JUDGE(which, error, unit)                                                                                      \
    do                                                                                                                 \
    {                                                                                                                  \
        const char* wrong_ = judge2(which, error, unit);                                                               \
        if (wrong_)                                                                                                    \
        {                                                                                                              \
            return wrong_;                                                                                             \
        }                                                                                                              \
    } while (0)

#define DEMAND(condition, text)                                                                                        \
    do                                                                                                                 \
    {                                                                                                                  \
        if (!(condition))                                                                                              \
        {                                                                                                              \
            return text;                                                                                               \
        }                                                                                                              \
    } while (0)

/// One rounding of a world coordinate, both axes together.
double judge2_coordinate_ulp(imp2_vec v);

/// What is left of an error after an allowance.
double judge2_excess(double error, double allowance);

/// How far the point, moved by `move`, is off the surface of the body.
double judge2_off_surface(const oracle2_body* body, imp2_vec point, oracle2_shift move);

static const oracle2_shift judge2_no_shift = {0.0, 0.0, 0.0, 0.0};

#endif
