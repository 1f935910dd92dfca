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
    bool free = imp3_vec_dot(from->axis, from->axis) == 0.0f;
    const imp3_pose at = free ? (imp3_pose){from->at, imp3_pose_identity().q} : world3_frame_of(from);
    imp3_joint_def def;
    imp_joint joint;
    must(imp3_world_joint_at(w->world, w->bodies[from->a], w->bodies[from->b], &at, &def), "joint");
    for (int i = IMP3_AXIS_TWIST; i < IMP3_AXIS_DISTANCE; ++i)
    {
        bool twist = i == IMP3_AXIS_TWIST, turns = twist || from->cone > 0.0f;
        imp_axis* a = &def.axes[i];
        a->kind = free || (twist && !(from->lower < from->upper)) ? IMP_AXIS_FREE
                  : turns                                         ? IMP_AXIS_LIMITED
                                                                  : IMP_AXIS_LOCKED;
        a->lower = twist ? from->lower : -from->cone;
        a->upper = twist ? from->upper : from->cone;
        a->hertz = turns ? from->hertz : 0.0f;
        a->damping_ratio = turns ? from->damping_ratio : 0.0f;
    }
    must(imp3_world_add_joint(w->world, &def, &joint), "joint");
}

/// A list of points makes a hull, or triangles, once for all that have it.
static void add_parts(ours* w, const world3_scene* scene)
{
    imp3_compound* made = bench_alloc((uint64_t)scene->list_count + 1, sizeof *made);
    imp3_shape* hulls = bench_alloc((uint64_t)scene->list_count + 1, sizeof *hulls);
    for (; w->shapes < scene->shape_count && scene->shapes[w->shapes].body < w->made; ++w->shapes)
    {
        const world3_shape* from = &scene->shapes[w->shapes];
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
    for (; w->joints < scene->joint_count && scene->joints[w->joints].a < w->made &&
           scene->joints[w->joints].b < w->made;
         ++w->joints)
    {
        add_joint(w, &scene->joints[w->joints]);
    }
}
