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

static placed* place_shapes(const world2_engine* engine, void* world, const world2_scene* scene, int32_t* count)
{
    *count = scene->shape_count + scene->loop_count;
    placed* all = bench_alloc((uint64_t)*count, sizeof *all);
    for (int32_t i = 0; i < *count; ++i)
    {
        placed* p = &all[i];
        int32_t link = i - scene->shape_count;
        imp_status status;
        if (link < 0)
        {
            const world2_shape* s = &scene->shapes[i];
            status = imp2_polygon_make(s->corners, s->count, s->radius, NULL, &p->shape, NULL);
            p->body = s->body;
        }
        else
        {
            status = imp2_segment_make(scene->loop[link], scene->loop[(link + 1) % scene->loop_count], &p->shape);
        }
        p->pose = engine->state(world, p->body).pose;
        p->dynamic = scene->bodies[p->body].kind == IMP_BODY_DYNAMIC;
        status = status ? status : imp2_shape_bounds(&p->shape, &p->pose, &p->box);
        if (status)  // what has left the numbers is nowhere
        {
            p->box.lower.x = p->box.upper.x = HUGE_VALF;
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

world2_measures world2_measure(const world2_engine* engine, void* world, const world2_scene* scene)
{
    world2_measures m = {.pairs = 0};
    int32_t count;
    placed* all = place_shapes(engine, world, scene, &count);
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
