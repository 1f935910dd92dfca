// SPDX-License-Identifier: MIT
//
// A character in motion: shared by the call (character2.c) and the passes (character_walk2.c).

#ifndef AXES
#include "obstacles2.h"

#include "../math/dim2.h"
#endif

enum
{
    DIMI(CHARACTER_PLANES) = 8
};

/// A constraint of the velocity: not slower than speed along the normal.
typedef struct CharacterPlane
{
    DVec normal;
    double speed;
    int32_t obstacle;
} CharacterPlane;

/// One call.
typedef struct CharacterWalk
{
    // Definition and input.
    DVec up, right;                             // unit; right is some direction across up, that of the plane
    double height, skin, step, snap, steepest;  // steepest is the cosine of the slope
    double acceleration, air_acceleration;
    double rise;  // acceleration along up: buoyancy less gravity
    double drag, mass, push;
    DVec wanted;
    bool climbs;
    double time;  // of the whole call

    // State.
    Obstacles obstacles;
    Walker body;
    DVec velocity;
    uint32_t news;
    bool grounded, sliding;
    bool slides;     // has hit a surface that it slides along in this pass
    DVec normal;     // of the ground, or of that surface
    DVec contact;    // on the ground
    int32_t ground;  // obstacle, or -1
    DVec carry;      // velocity of the ground there
    CharacterPlane planes[DIMI(CHARACTER_PLANES)];
    int32_t plane_count;

    Vec origin;
    Box around;  // in the world: obstacles that touch it count
    CharacterReport* report;
} CharacterWalk;

/// Lets part of the time of a call pass.
void FNI(character_walk_pass)(CharacterWalk* w, double time);

/// Moves along a straight path at once, up to the first hit. Returns the part of the path.
double FNI(character_walk_shift)(CharacterWalk* w, DVec motion);

/// Reports a hit.
void FNI(character_walk_tell)(CharacterWalk* w, const Bump* b, DVec impulse, double speed);

/// Source of obstacles: passes all whose boxes touch a box, in the world, to character_walk_add.
typedef struct CharacterWalkSource
{
    imp_status (*gather)(void* context, const Box* box, CharacterWalk* w);
    void* context;
    const imp_allocator* allocator;
    const CharacterHooks* hooks;    // or null
    int32_t fault;                  // of the surroundings, or 0
    int32_t first, position, last;  // places of arguments: the character, the surroundings, the report
} CharacterWalkSource;

imp_status FNI(character_walk_add)(CharacterWalk* w, const CharacterWalkSource* source, const Obstacle* told);

/// Status of a gatherer: faults are its argument's, but a range fault of time and motion together has no argument.
static inline imp_status FNI(character_walk_blame)(imp_status status, int32_t position)
{
    int32_t fault = imp_status_fault(status);
    return fault == IMP_ERR_RANGE || !fault ? fault : fault | position << 8;
}

/// character_move with any source; on success, done takes the impulses, unless it is null.
imp_status FNI(character_move)(Character* character, const CharacterDef* def, const CharacterInput* input,
                               const CharacterWalkSource* source, float time, CharacterReport* report,
                               void (*done)(void* context, const CharacterWalk* w));
