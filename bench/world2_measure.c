// SPDX-License-Identifier: MIT
//
// world_measure.inl, for the plane.

#include "world2.h"

#include <math.h>
#include <stdlib.h>

#include "world_words2.h"

#include "world_measure.inl"

/// Parts of compounds share the memory of those.
static placed* place_shapes(const world2_engine* engine, void* world, const world2_scene* scene, int32_t* count,
                            void** memory)
{
    imp2_compound* compounds = bench_alloc((uint64_t)scene->outline_count + 1, sizeof *compounds);
    *memory = compounds;
    *count = scene->shape_count;
    for (int32_t i = 0; i < scene->outline_count; ++i)
    {
        bool made = !world2_compound(&scene->outlines[i], &compounds[i]);
        *count += made ? compounds[i].part_count : 0;
    }
    placed* all = bench_alloc((uint64_t)*count, sizeof *all);
    placed* next = all;
    for (int32_t i = 0; i < scene->shape_count; ++i)
    {
        const world2_shape* s = &scene->shapes[i];
        imp2_shape shape = {.kind = 0};
        imp2_polygon_make(s->corners, s->count, s->radius, NULL, &shape, NULL);
        place_shape(engine, world, scene, s->body, &shape, next++);
    }
    for (int32_t i = 0; i < scene->outline_count; ++i)
    {
        for (int32_t k = 0; k < compounds[i].part_count; ++k)
        {
            place_shape(engine, world, scene, scene->outlines[i].body, &compounds[i].parts[k], next++);
        }
    }
    return all;
}

static void free_shapes(const world2_scene* scene, void* memory)
{
    imp2_compound* compounds = memory;
    for (int32_t i = 0; i < scene->outline_count; ++i)
    {
        imp2_compound_free(&compounds[i]);
    }
    free(compounds);
}

static double spin_energy(const world2_state* state)
{
    return 0.5 * (double)state->inertia * (double)state->spin * (double)state->spin;
}

bool world2_crosses(double from_x, double from_y, double to_x, double to_y, double half)
{
    double y = from_y + (to_y - from_y) * from_x / (from_x - to_x);
    return from_x < 0.0 && !(to_x < 0.0) && !(fabs(y) > half);
}
