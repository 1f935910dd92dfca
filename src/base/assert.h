// SPDX-License-Identifier: MIT
//
// IMP_ASSERT is for our own mistakes. What a caller can get wrong is answered by a status, in every build.

#ifndef IMPI_ASSERT_H
#define IMPI_ASSERT_H

#ifndef IMP_ASSERT
#if defined(NDEBUG)
#define IMP_ASSERT(condition) ((void)0)
#elif defined(__GNUC__)
#define IMP_ASSERT(condition) ((condition) ? (void)0 : __builtin_trap())
#else
#include <assert.h>
#define IMP_ASSERT(condition) assert(condition)
#endif
#endif

#endif
