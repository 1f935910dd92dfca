// SPDX-License-Identifier: MIT
//
// An arena for imp2_sweep_many: things, and the shapes that they have.

#ifndef IMP_TEST_MOTION_ARENA_H
#define IMP_TEST_MOTION_ARENA_H

#include "impinge/impinge.h"
#include "support.h"

enum
{
    ARENA_THINGS = 128,
    ARENA_SHAPES = 32
};

typedef struct arena
{
    imp2_sweeps* sweeps;
    imp2_sweep_result result;
    int32_t count, shape_count;
    imp2_swept things[ARENA_THINGS];
    imp2_shape shapes[ARENA_SHAPES];
    imp2_compound compounds[ARENA_SHAPES];
} arena;

void arena_start(arena* s);
void arena_end(arena* s);

/// Asks for a step, which must succeed.
void arena_run(arena* s);

// Shapes, about the origin of their frame.
imp2_compound* arena_circle(arena* s, float radius);
imp2_compound* arena_box(arena* s, imp2_box box);
imp2_compound* arena_capsule(arena* s, imp2_vec a, imp2_vec b, float radius);
imp2_compound* arena_polygon(arena* s, const imp2_vec* points, int32_t count);
imp2_compound* arena_region(arena* s, const imp2_vec* points, int32_t count);

/// A thing that is firm and stands.
imp2_swept* arena_add(arena* s, const imp2_compound* compound, imp2_pose pose);
imp2_swept* arena_at(arena* s, const imp2_compound* compound, float x, float y);

#endif
