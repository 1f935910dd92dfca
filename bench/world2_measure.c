// SPDX-License-Identifier: MIT
//
// The ruler of world2: how deep shapes lie in each other, from the poses that an engine tells. Boxes sorted by their
// left ends and swept; it need not be fast.

#include "world2.h"

#include <math.h>
#include <stdlib.h>

#define NEAR 0.005f  // [m]

typedef struct placed
{
    imp2_shape shape;
    imp2_pose pose;
    imp2_box box;
    int32_t body;
    bool dynamic;
} placed;

static int by_left_end(const void* a, const void* b)
{
    float x = ((const placed*)a)->box.lower.x, y = ((const placed*)b)->box.lower.x;
    return (x > y) - (x < y);
}

static void place_shape(const world2_engine* engine, void* world, const world2_scene* scene, int32_t body,
                        const imp2_shape* shape, placed* p)
{
    p->shape = *shape;
    p->body = body;
    p->pose = engine->state(world, body).pose;
    p->dynamic = scene->bodies[body].kind == IMP_BODY_DYNAMIC;
    if (imp2_shape_bounds(&p->shape, &p->pose, &p->box))  // what has left the numbers is nowhere
    {
        p->box.lower.x = p->box.upper.x = HUGE_VALF;
    }
}

/// Parts of compounds share the memory of those.
static placed* place_shapes(const world2_engine* engine, void* world, const world2_scene* scene,
                            imp2_compound* compounds, int32_t* count)
{
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
    qsort(all, (size_t)*count, sizeof *all, by_left_end);
    return all;
}

static void measure_pair(const placed* a, const placed* b, world2_measures* m)
{
    imp2_manifold manifold = {.count = 0};
    if (imp2_collide(&a->shape, &a->pose, &b->shape, &b->pose, NEAR, &manifold) || manifold.count == 0)
    {
        return;
    }
    double depth = fmax((double)manifold.depth, 0.0);
    m->pairs += 1;
    m->mean += depth;
    m->deepest = fmax(m->deepest, depth);
}

bool world2_crosses(double from_x, double from_y, double to_x, double to_y, double half)
{
    double y = from_y + (to_y - from_y) * from_x / (from_x - to_x);
    return from_x < 0.0 && !(to_x < 0.0) && !(fabs(y) > half);
}

world2_measures world2_measure(const world2_engine* engine, void* world, const world2_scene* scene)
{
    world2_measures m = {.pairs = 0};
    int32_t count;
    imp2_compound* compounds = bench_alloc((uint64_t)scene->outline_count + 1, sizeof *compounds);
    placed* all = place_shapes(engine, world, scene, compounds, &count);
    for (int32_t i = 0; i < count; ++i)
    {
        const placed* a = &all[i];
        for (int32_t k = i + 1; k < count && all[k].box.lower.x <= a->box.upper.x + NEAR; ++k)
        {
            const placed* b = &all[k];
            bool meet = a->box.lower.y <= b->box.upper.y + NEAR && b->box.lower.y <= a->box.upper.y + NEAR;
            if (meet && a->body != b->body && (a->dynamic || b->dynamic))
            {
                measure_pair(a, b, &m);
            }
        }
    }
    free(all);
    for (int32_t i = 0; i < scene->outline_count; ++i)
    {
        imp2_compound_free(&compounds[i]);
    }
    free(compounds);
    m.mean /= m.pairs > 0 ? m.pairs : 1;
    for (int32_t i = 0; i < scene->body_count; ++i)
    {
        if (scene->bodies[i].kind == IMP_BODY_DYNAMIC)
        {
            world2_state s = engine->state(world, i);
            double squared = (double)s.velocity.x * s.velocity.x + (double)s.velocity.y * s.velocity.y;
            m.energy += 0.5 * (s.mass * squared + (double)s.inertia * s.spin * s.spin);
            m.awake += s.awake;
        }
    }
    return m;
}
