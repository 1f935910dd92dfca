// SPDX-License-Identifier: MIT
//
// A stage for characters: obstacles that move as they are told, and a character among them, by itself (a list, an
// index) or in a world. What is built is the same; so must be what happens.

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

/// Complains, with the situation's name.
void stage_near(stage* s, const char* what, double value, double expected, double tolerance);
void stage_true(stage* s, const char* what, bool holds);

#endif
