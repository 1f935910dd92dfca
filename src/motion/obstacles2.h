// SPDX-License-Identifier: MIT
//
// What is around a character while it moves: the obstacles that are near, the thing that goes among them, and what that
// meets first.
//
// Everything is told from an origin near the character, so being far from the world's origin costs nothing. The thing
// has two skins: its core, which is the shape, and a soft one, half a skin larger, which is swept. Mostly nothing is in
// the soft one; where something is, as in a corner that is too narrow, its core is swept past that.

#ifndef IMP2I_OBSTACLES_H
#define IMP2I_OBSTACLES_H

#include "../base/array.h"
#include "../math/dvec2.h"
#include "impinge/character2.h"
#include "impinge/narrow2.h"

typedef struct imp2i_obstacle
{
    imp2_obstacle told;  // its pose from the origin; its compound is the next field, as this is moved in memory
    imp2_compound compound;
    imp2_box box;                // from the origin, when it does not move
    bool moves;                  // in time
    bool through;                // does not count until the end of a pass: there is no room for the thing beside it
    double pushed;               // how much of what the character may give it has been given
    imp2i_dvec given, given_at;  // impulse, and where
} imp2i_obstacle;

typedef struct imp2i_obstacles
{
    IMPI_ARRAY(imp2i_obstacle)
} imp2i_obstacles;

/// What goes among them.
typedef struct imp2i_walker
{
    imp2_shape core, soft;
    imp2_box bounds;  // of the soft one at the origin
    double skin;
    imp2i_dvec at;
    uint64_t dropped[4];  // one-way obstacles that do not count
} imp2i_walker;

/// What is met.
typedef struct imp2i_bump
{
    double time;        // part of the motion
    imp2i_dvec normal;  // out of the obstacle
    imp2i_dvec point;   // from the origin
    double depth;       // by which the obstacle is in the soft skin already
    int32_t obstacle;   // or -1
    uint64_t id;
} imp2i_bump;

/// Adds an obstacle, as it is told in the world, if it touches a box and the caller's hook lets it count. A status
/// without an argument.
imp_status imp2i_obstacles_add(imp2i_obstacles* list, const imp_allocator* allocator, const imp2_character_hooks* hooks,
                               const imp2_obstacle* told, imp2_vec origin, const imp2_box* around);

/// The thing gets a shape. Sharp ones get round corners by their soft skin.
void imp2i_walker_wear(imp2i_walker* w, const imp2_shape* shape, double skin);

/// What is met first on a straight way, while obstacles move for a time; of what is met at once that with the least id.
/// False for nothing.
bool imp2i_bump_first(const imp2i_obstacles* list, const imp2i_walker* w, imp2i_dvec motion, double time,
                      imp2i_bump* out);

/// The nearest obstacle by distance from the core, or by depth in it, as far as it may push the thing: of one-way ones
/// those that it is on, if it does not move away. reach is how far to look. False for nothing.
bool imp2i_bump_nearest(const imp2i_obstacles* list, const imp2i_walker* w, imp2i_dvec velocity, double reach,
                        imp2i_bump* out);

/// Whether an obstacle is nearer than a distance.
bool imp2i_obstacle_near(const imp2i_obstacle* o, const imp2i_walker* w, double distance);

/// Lets time pass for obstacles.
void imp2i_obstacles_advance(imp2i_obstacles* list, double time);

/// The mean velocity of a point of an obstacle over a time.
imp2i_dvec imp2i_obstacle_velocity(const imp2i_obstacle* o, imp2i_dvec point, double time);

#endif
