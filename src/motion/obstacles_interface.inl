// SPDX-License-Identifier: MIT
//
// Surroundings of a moving character: near obstacles, the walker among them, and its first hit.
//
// All is relative to an origin near the character, so being far from the world's origin costs no precision. The walker
// has two shapes: its core, which is the shape itself, and a soft one, half a skin larger, which is swept. Mostly
// nothing penetrates the soft one; where something does, as in a corner that is too narrow, its core is swept past
// that.

#ifndef AXES
#include "../base/array.h"
#include "../math/dvec2.h"
#include "impinge/character2.h"
#include "impinge/narrow2.h"

#include "../math/dim2.h"
#endif

typedef struct WalkObstacle
{
    Obstacle told;  // its pose relative to the origin; its compound is the next field, as this is moved in memory
    Compound compound;
    Box box;               // relative to the origin, when it does not move
    bool moves;            // in time
    bool through;          // ignored until the end of a pass: there is no room for the walker beside it
    double pushed;         // part used of the impulse that the character may apply to it
    DVec given, given_at;  // impulse, and its point
} WalkObstacle;

typedef struct Obstacles
{
    IMPI_ARRAY(WalkObstacle)
} Obstacles;

/// The thing that moves among obstacles.
typedef struct Walker
{
    Shape core, soft;
    Box bounds;  // of the soft one at the origin
    double skin;
    DVec at;
    uint64_t dropped[4];  // one-way obstacles that are ignored
} Walker;

/// A hit of the walker.
typedef struct Bump
{
    double time;       // part of the motion
    DVec normal;       // out of the obstacle
    DVec point;        // relative to the origin
    double depth;      // of the penetration of the soft shape at the start
    int32_t obstacle;  // or -1
    uint64_t id;
} Bump;

/// Adds an obstacle, given in the world, if it touches a box and the caller's filter accepts it. Returns a status
/// without an argument.
imp_status FNI(obstacles_add)(Obstacles* list, const imp_allocator* allocator, const CharacterHooks* hooks,
                              const Obstacle* told, Vec origin, const Box* around);

/// Sets the shape of the walker. The soft shape of a sharp one has round corners.
void FNI(walker_wear)(Walker* w, const Shape* shape, double skin);

/// First hit on a straight path, while obstacles move for a time; of hits at the same time that with the least id.
/// False for none.
bool FNI(bump_first)(const Obstacles* list, const Walker* w, DVec motion, double time, Bump* out);

/// The obstacle nearest to the core, or deepest in it, that may push the walker: of one-way ones those that it is on,
/// if it does not move away. reach limits the distance. False for none.
bool FNI(bump_nearest)(const Obstacles* list, const Walker* w, DVec velocity, double reach, Bump* out);

/// Whether an obstacle is nearer than a distance.
bool FNI(obstacle_near)(const WalkObstacle* o, const Walker* w, double distance);

/// Moves obstacles over a time.
void FNI(obstacles_advance)(Obstacles* list, double time);

/// Mean velocity of a point of an obstacle over a time.
DVec FNI(obstacle_velocity)(const WalkObstacle* o, DVec point, double time);
