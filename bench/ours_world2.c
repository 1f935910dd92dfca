// SPDX-License-Identifier: MIT
//
// This library behind the interface of world2.

#include "world2.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct ours
{
    imp2_world* world;
    imp_pool* pool;
    imp_body* bodies;
    int64_t bytes;
    float time;  // of a step
} ours;

/// A refusal is a fault of the benchmark, or of the library: figures would say nothing.
static void must(imp_status status, const char* what)
{
    if (status)
    {
        fprintf(stderr, "impinge-bench: %s: %s\n", what, imp_status_text(status));
        exit(1);
    }
}

static void add_body(ours* w, const world2_body* from, int32_t i)
{
    const imp2_body_def def = {.kind = from->kind,
                               .pose = from->pose,
                               .velocity = from->velocity,
                               .angular_velocity = from->spin,
                               .asleep = from->asleep,
                               .no_sleep = from->sleepless,
                               .bullet = from->bullet};
    must(imp2_world_add_body(w->world, &def, &w->bodies[i]), "body");
}

static void add_shape(ours* w, const world2_shape* from)
{
    imp2_shape shape;
    must(imp2_polygon_make(from->corners, from->count, from->radius, NULL, &shape, NULL), "shape");
    imp2_collider_def def = {.density = from->density, .material = {from->friction, from->restitution, 0.0f, 0.0f}};
    must(imp2_world_add_collider(w->world, w->bodies[from->body], &shape, &def, NULL), "collider");
}

static void add_outline(ours* w, const world2_outline* from)
{
    imp2_compound compound;
    must(world2_compound(from, &compound), "outline");
    imp2_collider_def def = {.density = from->density, .material = {from->friction, from->restitution, 0.0f, 0.0f}};
    must(imp2_world_add_compound(w->world, w->bodies[from->body], &compound, &def, NULL), "compound");
    imp2_compound_free(&compound);
}

static void* resize_counted(void* user, void* block, size_t old_size, size_t new_size)
{
    void* to = NULL;
    if (new_size == 0)
    {
        free(block);
    }
    else
    {
        to = realloc(block, new_size);
    }
    *(int64_t*)user += to || new_size == 0 ? (int64_t)new_size - (int64_t)old_size : 0;
    return to;
}

static void* make(const world2_scene* scene, int threads, bool counted)
{
    ours* w = bench_alloc(1, sizeof *w);
    w->bodies = bench_alloc((uint64_t)scene->body_count, sizeof *w->bodies);
    imp_jobs jobs;
    imp2_world_def def = {.gravity = scene->gravity,
                          .length_unit = scene->length_unit,
                          .sub_steps = world2_sub_steps(scene),
                          .no_sleep = scene->sleepless,
                          .continuous_steps = scene->hits};
    w->time = 1.0f / (float)world2_hertz(scene);
    if (threads > 1)
    {
        must(imp_pool_make(threads, NULL, &w->pool), "pool");
        must(imp_pool_jobs(w->pool, &jobs), "pool");
        def.jobs = &jobs;
    }
    const imp_allocator allocator = {resize_counted, &w->bytes};
    def.allocator = counted ? &allocator : NULL;
    must(imp2_world_make(&def, &w->world), "world");
    for (int32_t i = 0; i < scene->body_count; ++i)
    {
        add_body(w, &scene->bodies[i], i);
    }
    for (int32_t i = 0; i < scene->shape_count; ++i)
    {
        add_shape(w, &scene->shapes[i]);
    }
    for (int32_t i = 0; i < scene->outline_count; ++i)
    {
        add_outline(w, &scene->outlines[i]);
    }
    return w;
}

static void end(void* world)
{
    ours* w = world;
    imp2_world_free(w->world);
    imp_pool_free(w->pool);
    free(w->bodies);
    free(w);
}

static void step(void* world)
{
    ours* w = world;
    must(imp2_world_step(w->world, w->time), "step");
}

static void set_velocity(void* world, int32_t body, imp2_vec velocity, float spin)
{
    ours* w = world;
    must(imp2_world_set_velocity(w->world, w->bodies[body], velocity, spin), "velocity");
}

static world2_state state(void* world, int32_t body)
{
    ours* w = world;
    imp2_body_state s;
    must(imp2_world_get_body(w->world, w->bodies[body], &s), "state");
    const world2_state r = {s.pose, s.center, s.velocity, s.angular_velocity, s.mass, s.inertia, s.awake};
    return r;
}

static int64_t bytes(void* world)
{
    return ((ours*)world)->bytes;
}

const world2_engine WORLD2_OURS = {"ours", "", make, end, step, set_velocity, state, bytes};
