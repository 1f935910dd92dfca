// SPDX-License-Identifier: MIT
//
// Recordings of worlds of space: what was called, what hooks answered, what came of it; to be replayed and
// verified, here or on another machine.
//
// A recording begins with a snapshot (imp3_world_save). Then each call that has changed the world follows, with what it
// was given; what hooks answered meanwhile, so that a replay asks nobody; after each step the hash of all bodies, and,
// if wanted, where each one is. Calls that failed are left out: they have changed nothing.

#ifndef IMPINGE_WORLD_RECORD3_H
#define IMPINGE_WORLD_RECORD3_H

#include "world3.h"
#include "world_record.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Records a world from now on, or no longer. A recording does not outlive its world; one that was going on ends where
/// another begins. It never disturbs the world: where it has no memory, or its sink refuses, it ends there; and where
/// anything is called between a step that had not the memory to end and the same step once more.
///
/// sink      copied; null to end a recording
/// states    after each so many steps all bodies are written, so that a replay can tell which one differs; 0 for never
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_COUNT (states below 0), IMP_ERR_MEMORY, IMP_ERR_SPACE (the
///           sink refused). At the end of a recording it says whether that was why it had ended before.
/// cost      O(world) at the beginning; then O(bodies) a step, for the hash
IMP_API imp_status imp3_world_record(imp3_world* world, const imp_sink* sink, int32_t states);

/// A recording that is played.
typedef struct imp3_replay imp3_replay;

/// Numbers of a body in a recording.
enum
{
    IMP3_FIELD_X = 0,
    IMP3_FIELD_Y,
    IMP3_FIELD_Z,
    IMP3_FIELD_ROTATION = 3,  ///< nine of them, column by column
    IMP3_FIELD_VELOCITY_X = 12,
    IMP3_FIELD_VELOCITY_Y,
    IMP3_FIELD_VELOCITY_Z,
    IMP3_FIELD_ANGULAR_VELOCITY_X = 15,
    IMP3_FIELD_ANGULAR_VELOCITY_Y,
    IMP3_FIELD_ANGULAR_VELOCITY_Z,
    IMP3_FIELD_COUNT
};

/// How far a replay has come.
typedef struct imp3_replay_report
{
    int32_t calls, steps;  ///< made so far
    bool ended;            ///< there is no more
    int32_t difference;    ///< IMP_REPLAY_...: the first one
    int32_t step;          ///< in which it was, counted from 1; 0 for before the first
    imp_body body;         ///< IMP_REPLAY_BODY: whose
    int32_t field;         ///< which number: IMP3_FIELD_...
    float recorded, replayed;
} imp3_replay_report;

/// Opens a recording, to be played in a world: that becomes what it was when it was recorded, and its hooks are
/// answered from the recording.
///
/// bytes     stay where they are for as long as it is played
/// world     outlives the replay. Whatever else is done to it may make it differ.
/// out       to be freed; untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_COUNT, IMP_ERR_FORMAT, IMP_ERR_VERSION, IMP_ERR_MEMORY
IMP_API imp_status imp3_replay_make(const uint8_t* bytes, int32_t count, imp3_world* world, imp3_replay** out);

/// Gives back all memory; the world has no hooks then. Null is allowed. From within a call of that world nothing is
/// done.
IMP_API void imp3_replay_free(imp3_replay* replay);

/// Plays on until the next step has been made, or all has been played.
///
/// report    how far it has come; a difference does not end it, what is told stays the first one
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_FORMAT (what comes next is no recording), IMP_ERR_MEMORY: the
///           next call goes on
/// cost      that of the calls
IMP_API imp_status imp3_replay_step(imp3_replay* replay, imp3_replay_report* report);

#ifdef __cplusplus
}
#endif

#endif
