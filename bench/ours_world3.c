// SPDX-License-Identifier: MIT
//
// ours_world.inl, for space.

#include "world3.h"

#include <stdio.h>
#include <stdlib.h>

#include "world_words3.h"

#include "ours_world.inl"

static void add_joint(ours* w, const world3_joint* from)
{
    const imp3_pose at = {from->at, imp3_pose_identity().q};
    imp3_joint_def def;
    imp_joint joint;
    must(imp3_world_joint_at(w->world, w->bodies[from->a], w->bodies[from->b], &at, &def), "joint");
    for (int i = IMP3_AXIS_TWIST; i < IMP3_AXIS_DISTANCE; ++i)
    {
        def.axes[i].kind = IMP_AXIS_FREE;
    }
    must(imp3_world_add_joint(w->world, &def, &joint), "joint");
}

/// A list of points makes a hull, or triangles, once for all that have it.
static void add_parts(ours* w, const world3_scene* scene)
{
    imp3_compound* made = bench_alloc((uint64_t)scene->list_count + 1, sizeof *made);
    imp3_shape* hulls = bench_alloc((uint64_t)scene->list_count + 1, sizeof *hulls);
    for (int32_t i = 0; i < scene->shape_count; ++i)
    {
        const world3_shape* from = &scene->shapes[i];
        imp3_shape plain;
        imp3_shape* shape = from->kind == WORLD3_HULL ? &hulls[from->points] : &plain;
        imp3_compound* mesh = &made[from->points];
        imp3_collider_def def = {.density = from->density,
                                 .material = {from->friction, from->restitution, 0.0f, 0.0f},
                                 .group = (uint32_t)from->group};
        if (from->kind == WORLD3_MESH)
        {
            must(mesh->kind ? IMP_OK : world3_make_mesh(scene, from, mesh), "mesh");
            must(imp3_world_add_compound(w->world, w->bodies[from->body], mesh, &def, NULL), "compound");
            continue;
        }
        must(shape != &plain && shape->count > 0 ? IMP_OK : world3_make_shape(scene, from, shape), "shape");
        must(imp3_world_add_collider(w->world, w->bodies[from->body], shape, &def, NULL), "collider");
    }
    for (int32_t i = 0; i < scene->list_count; ++i)
    {
        imp3_compound_free(&made[i]);
        imp3_shape_free(&hulls[i]);
    }
    free(made);
    free(hulls);
    for (int32_t i = 0; i < scene->joint_count; ++i)
    {
        add_joint(w, &scene->joints[i]);
    }
}
