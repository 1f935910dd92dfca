// SPDX-License-Identifier: MIT
//
// Types shared by recordings of worlds of the plane (world_record2.h) and of space (world_record3.h).

#ifndef IMPINGE_WORLD_RECORD_H
#define IMPINGE_WORLD_RECORD_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A receiver of bytes.
///
/// write     takes so many bytes; false when it cannot, and then nothing more comes
/// user      passed on unread
typedef struct imp_sink
{
    bool (*write)(void* user, const uint8_t* bytes, int32_t count);
    void* user;
} imp_sink;

/// The first difference of a replay.
enum
{
    IMP_REPLAY_SAME = 0,  ///< nothing
    IMP_REPLAY_CALL,      ///< a call that succeeded fails, or gives another handle
    IMP_REPLAY_HOOK,      ///< a hook is asked something else
    IMP_REPLAY_HASH,      ///< bodies; which of them was not recorded
    IMP_REPLAY_BODY       ///< a number of a body
};

#ifdef __cplusplus
}
#endif

#endif
