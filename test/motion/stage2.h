// SPDX-License-Identifier: MIT
//
// A stage for characters: obstacles that move as they are told, and a character among them, by itself (a list, an
// index) or in a world. What is built is the same; so must be what happens.
//
// The conformance suite are situations by name, each with what closed forms say of it: with a list at 30, 60 and 144
// calls a second, with an index at 144, in a world at 30 and 60. Expectations are the same for all. What happens on the
// way is found within 1/120 s (STAGE_EVENT), so where an event counts, the tolerance is what is gone in that time. Set
// SITUATION to a name to play it alone.

#ifndef IMP_TEST_STAGE2_H
#define IMP_TEST_STAGE2_H

#include "support.h"

#include "impinge/impinge2.h"

enum
{
    STAGE_MOST = 2048
};

enum
{
    STAGE_LIST,
    STAGE_INDEX,
    STAGE_WORLD,
    STAGE_WAYS
};

typedef struct stage
{
    const char* name;
    int way;      // STAGE_...
    float rate;   // calls in a second
    float scale;  // of all that is built, told and asked
    imp2_vec offset;
    int failed;

    imp2_obstacle obstacles[STAGE_MOST];
    imp2_compound compounds[STAGE_MOST];
    imp2_shape shapes[STAGE_MOST];
    imp_collider colliders[STAGE_MOST];
    imp_body bodies[STAGE_MOST];
    bool owned[STAGE_MOST];
    float density[STAGE_MOST];
    int count;
    imp2_index* index;
    imp2_world* world;
    bool built;

    imp2_shape hero, small;
    imp2_character_def def;
    imp2_character_input input;
    imp2_character character;
    imp2_character_hooks hooks;
    imp2_character_report report;
    imp2_character_contact contacts[16];
    uint32_t news;  // of all calls since they were last asked
    imp_status status;
    float highest;  // since it was last set
} stage;

/// A hero: a capsule 1.8 m high and 0.6 m wide, with its feet at the origin; gravity is 10 m/s^2.
stage* stage_new(const char* name, int way, float rate);
void stage_free(stage* s);

/// What is built; each returns the number of an obstacle.
int stage_box(stage* s, float x0, float y0, float x1, float y1);
int stage_polygon(stage* s, const imp2_vec* points, int count);
int stage_chain(stage* s, const imp2_vec* points, int count);
int stage_region(stage* s, const imp2_vec* points, int count);

/// Puts the character somewhere, standing or in the air.
void stage_put(stage* s, float x, float y);

/// Lets time pass, with the input as it is.
void stage_run(stage* s, float seconds);

/// One call.
void stage_call(stage* s);

/// Where it is: relative to the offset and in units of the scale.
double stage_x(const stage* s);
double stage_y(const stage* s);

/// The least distance to any obstacle that has one, below 0 for a depth.
double stage_gap(const stage* s);

/// The hero's gap; in what time an event is found [s]; a degree.
#define STAGE_GAP (1.8 / 128.0)
#define STAGE_EVENT (1.0 / 120.0)
#define STAGE_RADIANS (3.14159265358979323846 / 180.0)

/// What many situations are made of: a wide floor; a box for a hero; what it wants; a call in which it jumps.
void stage_floor_at(stage* s, float y);
void stage_box_hero(stage* s);
void stage_wants(stage* s, float x, float y);
void stage_jump(stage* s, float speed);

/// Puts the hero near the ground and sees to it that it stands.
void stage_settle(stage* s, float x, float y);

/// Runs, and tells whether it stood after every call.
bool stage_stays_on_ground(stage* s, float seconds);

/// Runs until the hero stands, and tells for how long, or -1.
double stage_time_to_land(stage* s, float most);

/// Complains, with the situation's name.
void stage_near(stage* s, const char* what, double value, double expected, double tolerance);
void stage_true(stage* s, const char* what, bool holds);

typedef struct stage_situation
{
    const char* name;
    void (*play)(stage* s);
    bool longer;  // played with an index at all rates, and in a world at one
} stage_situation;

#define STAGE_SITUATION(name)                                                                                          \
    {                                                                                                                  \
#name, name, false                                                                                             \
    }
#define STAGE_LONGER(name)                                                                                             \
    {                                                                                                                  \
#name, name, true                                                                                              \
    }

/// Plays situations, and fails the test if one complains.
void stage_play(const char* test, const stage_situation* situations, size_t count);

#endif
