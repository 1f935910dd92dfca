// SPDX-License-Identifier: MIT
//
// world_measure.inl, for space.

#include "world3.h"

#include <math.h>
#include <stdlib.h>

#include "world_words3.h"

#include "world_measure.inl"

typedef struct made
{
    imp3_shape* shapes;
    imp3_compound* meshes;
} made;

/// Hulls and triangles share the memory of what was made of the scene's shapes.
static placed* place_shapes(const world3_engine* engine, void* world, const world3_scene* scene, int32_t* count,
                            void** memory)
{
    made* m = bench_alloc(1, sizeof *m);
    m->shapes = bench_alloc((uint64_t)scene->shape_count + 1, sizeof *m->shapes);
    m->meshes = bench_alloc((uint64_t)scene->shape_count + 1, sizeof *m->meshes);
    *memory = m;
    *count = 0;
    for (int32_t i = 0; i < scene->shape_count; ++i)
    {
        const world3_shape* s = &scene->shapes[i];
        bool mesh = s->kind == WORLD3_MESH;
        imp_status status =
            mesh ? world3_make_mesh(scene, s, &m->meshes[i]) : world3_make_shape(scene, s, &m->shapes[i]);
        *count += status ? 0 : mesh ? m->meshes[i].part_count : 1;
    }
    placed* all = bench_alloc((uint64_t)*count + 1, sizeof *all);
    placed* next = all;
    for (int32_t i = 0; i < scene->shape_count; ++i)
    {
        int32_t body = scene->shapes[i].body;
        if (m->meshes[i].kind == 0 && next < all + *count)
        {
            place_shape(engine, world, scene, body, &m->shapes[i], next++);
        }
        for (int32_t k = 0; k < m->meshes[i].part_count; ++k)
        {
            imp3_shape part = {.kind = 0};
            imp3_compound_part(&m->meshes[i], k, &part);
            place_shape(engine, world, scene, body, &part, next++);
        }
    }
    return all;
}

static void free_shapes(const world3_scene* scene, void* memory)
{
    made* m = memory;
    for (int32_t i = 0; i < scene->shape_count; ++i)
    {
        imp3_shape_free(&m->shapes[i]);
        imp3_compound_free(&m->meshes[i]);
    }
    free(m->shapes);
    free(m->meshes);
    free(m);
}

static double spin_energy(const world3_state* state)
{
    imp3_vec w = imp3_rot_apply_inverse(state->pose.q, state->spin);
    imp3_inertia j = state->inertia;
    imp3_vec momentum = {j.xx * w.x + j.xy * w.y + j.zx * w.z, j.xy * w.x + j.yy * w.y + j.yz * w.z,
                         j.zx * w.x + j.yz * w.y + j.zz * w.z};
    return 0.5 * (double)imp3_vec_dot(w, momentum);
}
