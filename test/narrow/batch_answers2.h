// SPDX-License-Identifier: MIT
//
// What tests of batches share: answers as words, so that every bit is compared and none may be written after a fault,
// and input that is hard.

#ifndef IMP_TEST_BATCH_ANSWERS2_H
#define IMP_TEST_BATCH_ANSWERS2_H

#include "impinge/impinge2.h"
#include "narrow/batch_kernels2.h"
#include "support.h"

enum
{
    BATCH_MOST = 600,  // pairs; more than two runs
    BATCH_WORDS = 12,  // of a manifold
    BATCH_HIT_WORDS = 7
};

extern const char* const batch_level_names[IMPI_LEVEL_COUNT];

/// An array of exactly count things, so that a sanitizer sees a step too far; free gives it back.
void* batch_room(int32_t count, size_t size);

/// Columns of words as the output of a call.
imp2_manifolds batch_manifolds(uint32_t* const out[BATCH_WORDS]);
imp2_hits batch_hits(uint32_t* const out[BATCH_HIT_WORDS]);

/// Fills columns with a pattern; whether it is still there.
void batch_clear(uint32_t* const* out, int words, int32_t count);
bool batch_is_untouched(uint32_t* const* out, int words, int32_t count);

/// A rotation as it is after some hundred steps that nobody has normalised.
void batch_wear_out(test_rng* rng, imp2_pose* pose);

/// From a place mostly towards another, sometimes anywhere, nowhere or next to nothing.
imp2_vec batch_motion(test_rng* rng, imp2_vec from, imp2_vec to);

#endif
