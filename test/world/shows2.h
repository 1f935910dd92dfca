// SPDX-License-Identifier: MIT
//
// Twelve scenes of the plane that go on: something is done to them in every step. Between them they have all that a
// world can hold and be told. Golden hashes are made of them, and whatever must not change what happens is tried on
// them: lanes, threads, lack of memory.

#ifndef IMP_TEST_SHOWS2_H
#define IMP_TEST_SHOWS2_H

#include "scenes2.h"

enum
{
    SHOW_COUNT = 12,
    SHOW_STEPS = 120,
    SHOW_BODIES = 160
};

typedef struct show
{
    int which;
    imp2_world* world;
    imp2_hooks hooks;  // those of the world
    imp_body bodies[SHOW_BODIES];
    imp_collider colliders[SHOW_BODIES];  // the first of each
    int32_t count;
    test_rng rng;
    int32_t retries;  // calls that failed for lack of memory, and were repeated
} show;

const char* show_name(int which);

/// Opens a scene; jobs and allocator may be null.
void show_open(show* s, int which, const imp_jobs* jobs, const imp_allocator* allocator);

/// What happens before a step, and the step. A call that fails for lack of memory is repeated until it does not.
void show_step(show* s, int step);

/// A hash of the world as it is, and of all that the last step has told.
uint64_t show_hash(const show* s);

void show_close(show* s);

#endif
