// SPDX-License-Identifier: MIT
//
// What is around a character while it moves: the obstacles that are near, the thing that goes among them, and what that
// meets first.
//
// Everything is told from an origin near the character, so being far from the world's origin costs nothing. The thing
// has two skins: its core, which is the shape, and a soft one, half a skin larger, which is swept. Mostly nothing is in
// the soft one; where something is, as in a corner that is too narrow, its core is swept past that.

#ifndef AXES
#include "../base/array.h"
#include "../math/dim2.h"
#endif

typedef struct WalkObstacle
{
    Obstacle told;  // its pose from the origin; its compound is the next field, as this is moved in memory
    Compound compound;
    Box box;               // from the origin, when it does not move
    bool moves;            // in time
    bool through;          // does not count until the end of a pass: there is no room for the thing beside it
    double pushed;         // how much of what the character may give it has been given
    DVec given, given_at;  // impulse, and where
} WalkObstacle;

typedef struct Obstacles
{
    IMPI_ARRAY(WalkObstacle)
} Obstacles;

/// What goes among them.
typedef struct Walker
{
    Shape core, soft;
    Box bounds;  // of the soft one at the origin
    double skin;
    DVec at;
    uint64_t dropped[4];  // one-way obstacles that do not count
} Walker;

/// What is met.
typedef struct Bump
{
    double time;       // part of the motion
    DVec normal;       // out of the obstacle
    DVec point;        // from the origin
    double depth;      // by which the obstacle is in the soft skin already
    int32_t obstacle;  // or -1
    uint64_t id;
} Bump;

/// Adds an obstacle, as it is told in the world, if it touches a box and the caller's hook lets it count. A status
/// without an argument.
imp_status FNI(obstacles_add)(Obstacles* list, const imp_allocator* allocator, const CharacterHooks* hooks,
                              const Obstacle* told, Vec origin, const Box* around);

/// The thing gets a shape. Sharp ones get round corners by their soft skin.
void FNI(walker_wear)(Walker* w, const Shape* shape, double skin);

/// What is met first on a straight way, while obstacles move for a time; of what is met at once that with the least id.
/// False for nothing.
bool FNI(bump_first)(const Obstacles* list, const Walker* w, DVec motion, double time, Bump* out);

/// The nearest obstacle by distance from the core, or by depth in it, as far as it may push the thing: of one-way ones
/// those that it is on, if it does not move away. reach is how far to look. False for nothing.
bool FNI(bump_nearest)(const Obstacles* list, const Walker* w, DVec velocity, double reach, Bump* out);

/// Whether an obstacle is nearer than a distance.
bool FNI(obstacle_near)(const WalkObstacle* o, const Walker* w, double distance);

/// Lets time pass for obstacles.
void FNI(obstacles_advance)(Obstacles* list, double time);

/// The mean velocity of a point of an obstacle over a time.
DVec FNI(obstacle_velocity)(const WalkObstacle* o, DVec point, double time);
