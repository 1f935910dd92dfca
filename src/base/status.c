// SPDX-License-Identifier: MIT
//
// Texts of the status codes, and the version.
//
// A text names the fault alone, so that it can be a constant; which argument is to blame is a number that
// imp_status_argument gives. Values that no call returns have a text too.

#include "base/status.h"

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

uint32_t imp_version(void)
{
    return IMP_VERSION_MAJOR << 16 | IMP_VERSION_MINOR << 8 | IMP_VERSION_PATCH;
}

const char* imp_version_text(void)
{
    return TEXT(IMP_VERSION_MAJOR) "." TEXT(IMP_VERSION_MINOR) "." TEXT(IMP_VERSION_PATCH);
}

// A switch and not a table: a table of pointers would be data that a loader has to write.
const char* imp_status_text(imp_status status)
{
    switch (imp_status_fault(status))
    {
    case IMP_OK: return "ok";
    case IMP_ERR_NULL: return "a pointer is null";
    case IMP_ERR_NAN: return "a number is not finite";
    case IMP_ERR_MAGNITUDE: return "a number is not zero and its magnitude is outside 2^-60 to 2^60";
    case IMP_ERR_NEGATIVE: return "a number is negative";
    case IMP_ERR_ROTATION: return "a rotation's cos^2 + sin^2 is off from 1 by more than 2^-20";
    case IMP_ERR_SHAPE: return "not a shape that a make function has made";
    case IMP_ERR_COUNT: return "too few or too many elements";
    case IMP_ERR_CONCAVE: return "an outline that must be convex is not";
    case IMP_ERR_ORDER: return "a lower bound is above its upper bound";
    case IMP_ERR_RANGE: return "a number is out of range";
    case IMP_ERR_MEMORY: return "out of memory";
    case IMP_ERR_HANDLE: return "a handle is not valid, or no longer";
    case IMP_ERR_COMPOUND: return "not a compound that a make function has made";
    case IMP_ERR_CROSSING: return "an outline crosses itself or another";
    case IMP_ERR_EMPTY: return "outlines that enclose nothing, or points that are all the same";
    case IMP_ERR_CUT: return "parts do not cover their outline, each place once";
    case IMP_ERR_SPACE: return "more results than there is room for";
    case IMP_ERR_BUSY: return "may not be changed while it steps";
    case IMP_ERR_FORMAT: return "bytes are not what they should be, or damaged";
    case IMP_ERR_VERSION: return "bytes were written by another version";
    case IMP_ERR_STOPPED: return "a function of the caller's has said to stop";
    default: return "unknown status";
    }
}
