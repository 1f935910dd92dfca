// SPDX-License-Identifier: MIT
//
// Floors of many things along x, made in all ways, whose upper side is at 0 in a frame that is turned by a slope; and what
// slides on them.

#ifndef IMP_TEST_FLOORS2_H
#define IMP_TEST_FLOORS2_H

#include "scenes2.h"

#define FLOOR_G 10.0f
#define FLOOR_TILE 1.0f

/// How a floor is made.
enum
{
    BODIES,    // tiles, each a static body
    WORN,      // tiles, all of one static body
    CARRIED,   // tiles, each a kinematic body at rest
    CHAINS,    // pieces of a polyline
    HALVES,    // the same, felt from above only
    CUT,       // oblique pieces of a cut bar, drawn in the world's frame
    REGIONS,   // regions with a hole below, side by side
    JUNCTION,  // small tiles beside slabs of other heights, a row of tiles below them
    LAYOUTS,
    LONG = LAYOUTS  // one box
};

typedef struct floor_def
{
    int layout;
    int tiles;  // from x = -2 on
    float slope, friction;
    float uneven;  // gaps and steps, up to this
    uint64_t seed;
} floor_def;

enum
{
    BOX,
    BALL,
    CAPSULE,
    ROUNDED,
    WEDGE,
    SHAPES
};

imp2_pose floor_pose(const floor_def* f, float x, float y);

/// A vector in the frame of the floor.
imp2_vec floor_along(const floor_def* f, imp2_vec v);

/// One box of it, and all of it.
void floor_box(imp2_world* world, const floor_def* f, int32_t kind, float x0, float x1, float y0, float y1);
void floor_lay(imp2_world* world, const floor_def* f);

/// A world whose gravity is that of the slope's frame.
imp2_world* floor_world(const floor_def* f, const imp_jobs* jobs);

/// Shapes of half a height of 0.3.
imp2_shape slide_shape(int kind);

typedef struct slide
{
    imp2_world* world;
    imp_body body;
    float rest;  // height at which it lies
} slide;

/// Something that lies on a floor and then slides.
slide slide_make(const floor_def* f, int shape, float speed, float hertz);

#endif
