// SPDX-License-Identifier: MIT
//
// Recordings of worlds in memory, and their replay: the same to the last bit.

#ifndef IMP_TEST_TAPE_H
#define IMP_TEST_TAPE_H

#include "impinge/impinge2.h"
#include "impinge/impinge3.h"

/// The recording of a world. Start from a zeroed one; the sink must be at the same place as long as the world records.
typedef struct test_tape
{
    uint8_t* bytes;
    int32_t count, room;
    bool limited;
    int32_t limit;  // it takes no more bytes, where it is limited
} test_tape;

imp_sink test_tape_sink(test_tape* t);
void test_tape_free(test_tape* t);

/// Plays a tape in another world to its end; returns the last report.
imp2_replay_report imp2i_tape_play(const test_tape* t, imp2_world* stage);
imp3_replay_report imp3i_tape_play(const test_tape* t, imp3_world* stage);

/// The same, and it must go as it was recorded: the world that was is as it is at the end of the tape. Frees the tape.
imp2_replay_report imp2i_tape_same(test_tape* t, imp2_world* stage, const imp2_world* recorded);
imp3_replay_report imp3i_tape_same(test_tape* t, imp3_world* stage, const imp3_world* recorded);

#endif
