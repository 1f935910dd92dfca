// SPDX-License-Identifier: MIT
//
// Walls, bodies and tallies of the scene fast (fast2.c).

#ifndef BENCH_FAST_THINGS2_H
#define BENCH_FAST_THINGS2_H

#include "world2.h"

enum
{
    WALL_POINTS = 24,
    SIDES = 2,  // ours, the peer's
    QUICK_PART = 4
};

/// What walls are made of.
typedef enum wall
{
    POLYGONS,
    CHAIN,
    REGION,
    SEGMENTS,
    WALLS
} wall;

extern const char* const FAST_WALL_NAMES[WALLS];

typedef struct surface
{
    double friction, restitution;
} surface;

typedef enum form
{
    CIRCLE,
    BOX,
    CAPSULE,
    TRIANGLE,
    ROD,
    TRIANGLE_REGION,
    HOOK,
    FORMS
} form;

/// How often something went wrong, and how far it went at most.
typedef struct tally
{
    int all, wrong[SIDES];
    double most[SIDES];
} tally;

const world2_engine* fast_side_of(int side);

imp2_vec fast_on_circle(double radius, double angle);

void fast_set_surface(world2_shape* s, surface of);

/// Adds a wall from one point to the next, felt from the right; outer points are behind them.
void fast_add_wall(world2_scene* s, wall made_of, const imp2_vec* inner, const imp2_vec* outer, int count, bool closed,
                   surface of);

/// A body of about this size, without a place; it and what it wears are the last ones of the scene.
world2_body* fast_add_thing(world2_scene* s, form what, double size, surface of);

void fast_throw_from(world2_body* b, double x, double y, double angle, imp2_vec velocity, double spin);

void fast_count_case(tally* const* into, int count, int side, bool wrong, double far);

void fast_report_count(bench* b, const char* kind, const char* name, const char* figure, const tally* t, double bar);

void fast_report_counts_by(bench* b, const char* kind, const char* by, const double* values, const tally* tallies,
                           int count, const char* figure, double bar);

/// The greatest of all cases, both sides'; and ours against a limit, if there is one.
void fast_report_most(bench* b, const char* row, const char* figure, const tally* t, double scale, const char* unit,
                      double limit);

#endif
