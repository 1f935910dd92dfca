// SPDX-License-Identifier: MIT
//
// Twelve scenes that go on: something is done to them in every step. Between them they have all that a world can hold
// and be told. Golden hashes are made of them, and whatever must not change what happens is tried on them: lanes,
// threads, lack of memory, snapshots.

// Both are in one library of tests.
#define show FNI(show)
#define show_name FNI(show_name)
#define show_open FNI(show_open)
#define show_step FNI(show_step)
#define show_hash FNI(show_hash)
#define show_set_level FNI(show_set_level)
#define show_close FNI(show_close)

enum
{
    SHOW_COUNT = 12,
    SHOW_BODIES = 160,
    SHOW_LIST = 4096  // contacts or events
};

typedef struct show
{
    int which;
    World* world;
    Hooks hooks;  // those of the world
    imp_body bodies[SHOW_BODIES];
    imp_collider colliders[SHOW_BODIES];  // the first of each
    int32_t count;
    test_rng rng;
    int32_t retries;       // calls that failed for lack of memory, and were repeated
    Particles* particles;  // among the bodies; or null
    Character character;   // if one walks
    bool walks;
} show;

const char* show_name(int which);

/// Opens a scene; jobs and allocator may be null.
void show_open(show* s, int which, const imp_jobs* jobs, const imp_allocator* allocator);

/// What happens before a step, and the step. A call that fails for lack of memory is repeated until it does not.
void show_step(show* s, int step);

/// A hash of the world as it is, of what is among its bodies, and of all that the last step has told.
uint64_t show_hash(const show* s);

/// Lanes get a width: IMPI_LEVEL_..., not above impi_cpu_level.
void show_set_level(show* s, int level);

void show_close(show* s);
