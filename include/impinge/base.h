// SPDX-License-Identifier: MIT
//
// Version, status, allocator: every other header needs them.
//
// Conventions of the whole library:
// - Every function that can fail returns an imp_status, in release builds too. A call that fails has written nothing,
//   unless the function says what: where the fault is, or how much room it needs.
// - SI units and radians; counter-clockwise is positive; normals point from A to B.
// - Numbers are read as they are: a float is the exact real number that it stands for. A magnitude is accepted when it
//   is zero or between 2^-60 and 2^60 (IMP_MAGNITUDE_MIN, IMP_MAGNITUDE_MAX).
// - Nothing here keeps global state; every function may be called from any thread at any time. Only what a call takes
//   without const (an index, a pool) is used by one call at a time.

#ifndef IMPINGE_BASE_H
#define IMPINGE_BASE_H

#include <stddef.h>
#include <stdint.h>

#ifndef __cplusplus
#include <stdbool.h>
#endif

#ifndef IMP_API
#if defined(IMP_SHARED) && defined(_WIN32)
#ifdef IMP_BUILDING
#define IMP_API __declspec(dllexport)
#else
#define IMP_API __declspec(dllimport)
#endif
#elif defined(__GNUC__) && !defined(_WIN32)
#define IMP_API __attribute__((visibility("default")))
#else
#define IMP_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define IMP_VERSION_MAJOR 0
#define IMP_VERSION_MINOR 1
#define IMP_VERSION_PATCH 0

/// Version of the library that is linked: major << 16 | minor << 8 | patch.
///
/// cost      O(1)
IMP_API uint32_t imp_version(void);

/// The version as text, for example "0.1.0".
IMP_API const char* imp_version_text(void);

/// Smallest and largest magnitude of a number that is not zero: 2^-60 and 2^60.
#define IMP_MAGNITUDE_MIN 8.673617379884035e-19f
#define IMP_MAGNITUDE_MAX 1152921504606846976.0f

/// The result of a call: 0, or a fault and the argument to blame for it.
///
/// Bits 0 to 7 hold one of the IMP_ERR_ codes below, bits 8 to 11 the position of the argument (1 for the first; 0 when
/// none is to blame). Test `if (status)`, or compare imp_status_fault(status) with a code.
typedef int32_t imp_status;

enum
{
    IMP_OK = 0,
    IMP_ERR_NULL = 1,       ///< a pointer that must not be null is null
    IMP_ERR_NAN = 2,        ///< a number is not finite
    IMP_ERR_MAGNITUDE = 3,  ///< a number is not zero and its magnitude is outside 2^-60..2^60
    IMP_ERR_NEGATIVE = 4,   ///< a number is negative where only zero and above make sense
    IMP_ERR_ROTATION = 5,   ///< not a rotation, by more than 2^-20: cos^2 + sin^2, or products of columns
    IMP_ERR_SHAPE = 6,      ///< not a shape that a make function has made
    IMP_ERR_COUNT = 7,      ///< too few or too many elements
    IMP_ERR_CONCAVE = 8,    ///< an outline that must be convex is not
    IMP_ERR_ORDER = 9,      ///< a lower bound is above its upper bound
    IMP_ERR_RANGE = 10,     ///< a number is outside the range that the function states
    IMP_ERR_MEMORY = 11,    ///< the allocator returned null
    IMP_ERR_HANDLE = 12,    ///< a handle that was never given out or is no longer valid
    IMP_ERR_COMPOUND = 13,  ///< not a compound that a make function has made
    IMP_ERR_CROSSING = 14,  ///< an outline crosses itself or another
    IMP_ERR_EMPTY = 15,     ///< outlines enclose nothing, or all points of a chain are the same
    IMP_ERR_CUT = 16,       ///< parts do not cover their outline, each place once
    IMP_ERR_SPACE = 17,     ///< more results than there is room for
    IMP_ERR_BUSY = 18,      ///< a function of the caller's, called by a step, may not change what steps
    IMP_ERR_FORMAT = 19,    ///< bytes that are not what they should be, or damaged
    IMP_ERR_VERSION = 20,   ///< bytes that another version has written
    IMP_ERR_STOPPED = 21,   ///< a function of the caller's has said to stop
    IMP_STATUS_COUNT = 22
};

/// The fault without the argument: IMP_OK or one of the IMP_ERR_ codes.
static inline int32_t imp_status_fault(imp_status status)
{
    return status & 0xff;
}

/// Position of the argument to blame, 1 for the first; 0 when there is none.
static inline int32_t imp_status_argument(imp_status status)
{
    return (status >> 8) & 0xf;
}

/// One line of English for a status. Never null; unknown codes have a text too.
///
/// cost      O(1); the text lives as long as the program
IMP_API const char* imp_status_text(imp_status status);

/// Memory as the caller wants it: one function that allocates, resizes and frees.
///
/// resize    block is null to allocate; new_size is 0 to free (the result is then ignored). Sizes in bytes; old_size is
///           what was asked for before. The result is aligned to 16 bytes. Null means failure and leaves block as it
///           was.
/// user      passed on unread
///
/// Wherever an allocator is asked for, a null pointer to one means malloc, realloc and free.
typedef struct imp_allocator
{
    void* (*resize)(void* user, void* block, size_t old_size, size_t new_size);
    void* user;
} imp_allocator;

/// Whom a long call tells how far it is, and who may end it.
///
/// go_on     told how much is done, 0 to 1, which never falls; false ends the call with IMP_ERR_STOPPED
/// user      passed on unread
typedef struct imp_progress
{
    bool (*go_on)(void* user, float done);
    void* user;
} imp_progress;

#ifdef __cplusplus
}
#endif

#endif
