// SPDX-License-Identifier: MIT
//
// The calls that change a world, and its hooks, as recordings name them.

#ifndef IMPI_CALLS_H
#define IMPI_CALLS_H

enum
{
#define CALL(name, recorded, again) IMPI_CALL_##name,
#include "calls.inl"
#undef CALL
    IMPI_CALL_COUNT
};

enum
{
    IMPI_HOOK_FILTER = 0,
    IMPI_HOOK_MIX,
    IMPI_HOOK_SOLVE,
    IMPI_HOOK_COUNT
};

/// Reports a call that has succeeded to the recorder, if there is one: its name, then its fields in the order of Call.
#define IMPI_RECORD(w, name, ...)                                                                                      \
    do                                                                                                                 \
    {                                                                                                                  \
        if ((w)->recorder)                                                                                             \
        {                                                                                                              \
            const Call recorded = {.kind = IMPI_CALL_##name, __VA_ARGS__};                                             \
            (w)->recorder->call((w), &recorded);                                                                       \
        }                                                                                                              \
    } while (0)

#endif
