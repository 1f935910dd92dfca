// SPDX-License-Identifier: MIT
//
// A stage for characters: obstacles that move as they are told, and a character among them, by itself (a list, an
// index) or in a world. What is built is the same; so must be what happens. It is drawn in the plane; in space it is as
// deep as it is wide and stands across z, so that the same closed forms hold.
//
// The conformance suite are situations by name, each with what closed forms say of it: with a list at 30, 60 and 144
// calls a second (in space 240), with an index at the last, in a world at 30 and 60. Expectations are the same for all. What happens on the
// way is found within 1/120 s (STAGE_EVENT), so where an event counts, the tolerance is what is gone in that time. Set
// SITUATION to a name to play it alone.

#ifndef AXES
#include "impinge/impinge2.h"
#include "support.h"

#include "math/dim2.h"
#endif

// Both are in one library of tests.
#define stage FNI(stage)
#define stage_belt FNI(stage_belt)
#define stage_box FNI(stage_box)
#define stage_box_hero FNI(stage_box_hero)
#define stage_call FNI(stage_call)
#define stage_chain FNI(stage_chain)
#define stage_floor_at FNI(stage_floor_at)
#define stage_free FNI(stage_free)
#define stage_gap FNI(stage_gap)
#define stage_jump FNI(stage_jump)
#define stage_near FNI(stage_near)
#define stage_new FNI(stage_new)
#define stage_offset FNI(stage_offset)
#define stage_one_way FNI(stage_one_way)
#define stage_play FNI(stage_play)
#define stage_polygon FNI(stage_polygon)
#define stage_put FNI(stage_put)
#define stage_region FNI(stage_region)
#define stage_run FNI(stage_run)
#define stage_settle FNI(stage_settle)
#define stage_situation FNI(stage_situation)
#define stage_stays_on_ground FNI(stage_stays_on_ground)
#define stage_time_to_land FNI(stage_time_to_land)
#define stage_true FNI(stage_true)
#define stage_turns FNI(stage_turns)
#define stage_wants FNI(stage_wants)
#define stage_x FNI(stage_x)
#define stage_y FNI(stage_y)

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
    Vec offset;
    int failed;
    bool left_out;  // this way cannot play it

    Obstacle obstacles[STAGE_MOST];
    Compound compounds[STAGE_MOST];
    Shape shapes[STAGE_MOST];
    imp_collider colliders[STAGE_MOST];
    imp_body bodies[STAGE_MOST];
    bool owned[STAGE_MOST];
    float density[STAGE_MOST];
    int count;
    Index* index;
    World* world;
    bool built;

    Shape hero, small;
    CharacterDef def;
    CharacterInput input;
    Character character;
    CharacterHooks hooks;
    CharacterReport report;
    CharacterContact contacts[16];
    uint32_t news;  // of all calls since they were last asked
    imp_status status;
    float highest;  // since it was last set
} stage;

/// A hero: a capsule 1.8 m high and 0.6 m wide, with its feet at the origin; gravity is 10 m/s^2.
stage* stage_new(const char* name, int way, float rate);
void stage_free(stage* s);

/// What is built, from profiles in the plane; each returns the number of an obstacle.
int stage_box(stage* s, float x0, float y0, float x1, float y1);
int stage_polygon(stage* s, const imp2_vec* profile, int count);
int stage_chain(stage* s, const imp2_vec* profile, int count);
int stage_region(stage* s, const imp2_vec* profile, int count);

/// How an obstacle is: collides from above, moves its surface along x when that is up (not in a world of space), turns.
void stage_one_way(stage* s, int obstacle);
void stage_belt(stage* s, int obstacle, float speed);
void stage_turns(stage* s, int obstacle, float rate);

/// Moves all by an offset.
void stage_offset(stage* s, float x, float y);

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
