// SPDX-License-Identifier: MIT
//
// A character in motion: between the door of a call (character2.c) and the way it goes (character_walk2.c).

#ifndef AXES
#include "obstacles2.h"
#include "../math/dim2.h"
#endif

enum
{
    IMPI_CHARACTER_WALK_PLANES = 8
};

/// What holds the way: along the normal, not slower than speed.
typedef struct CharacterPlane
{
    DVec normal;
    double speed;
    int32_t obstacle;
} CharacterPlane;

/// One call.
typedef struct CharacterWalk
{
    // What it is, and what it is to do.
    DVec up, right;                             // unit
    double height, skin, step, snap, steepest;  // steepest is the cosine of the slope
    double acceleration, air_acceleration;
    double rise;  // acceleration along up: lift less gravity
    double drag, mass, push;
    DVec wanted;
    bool climbs;
    double time;  // of the whole call

    // Where it is, and how it moves.
    Obstacles obstacles;
    Walker body;
    DVec velocity;
    uint32_t news;
    bool grounded, sliding;
    bool slides;     // has met what it slides along in this pass
    DVec normal;     // of the ground, or of what it slides along
    DVec contact;    // on the ground
    int32_t ground;  // obstacle, or -1
    DVec carry;      // velocity of the ground there
    CharacterPlane planes[IMPI_CHARACTER_WALK_PLANES];
    int32_t plane_count;

    Vec origin;
    Box around;  // in the world: what counts
    CharacterReport* report;
} CharacterWalk;

/// Lets part of the time of a call pass.
void FNI(character_walk_pass)(CharacterWalk* w, double time);

/// Goes a straight way at once, until something is met. Returns what part of it.
double FNI(character_walk_shift)(CharacterWalk* w, DVec motion);

/// Notes that something has been met.
void FNI(character_walk_tell)(CharacterWalk* w, const Bump* b, DVec impulse, double speed);

/// Where obstacles come from: all whose boxes touch a box, in the world, to character_walk_add.
typedef struct CharacterWalkSource
{
    imp_status (*gather)(void* context, const Box* box, CharacterWalk* w);
    void* context;
    const imp_allocator* allocator;
    const CharacterHooks* hooks;    // or null
    int32_t fault;                  // of what is around, or 0
    int32_t first, position, last;  // places of arguments: the character, what is around, the report
} CharacterWalkSource;

imp_status FNI(character_walk_add)(CharacterWalk* w, const CharacterWalkSource* source, const Obstacle* told);

/// What a gatherer answers: faults are its argument's, but that time and motion together are too much is nobody's.
static inline imp_status FNI(character_walk_blame)(imp_status status, int32_t position)
{
    int32_t fault = imp_status_fault(status);
    return fault == IMP_ERR_RANGE || !fault ? fault : fault | position << 8;
}

/// character_move with any source; after all has gone well, done is asked to take the impulses, or null.
imp_status FNI(character_move)(Character* character, const CharacterDef* def, const CharacterInput* input,
                               const CharacterWalkSource* source, float time, CharacterReport* report,
                               void (*done)(void* context, const CharacterWalk* w));
