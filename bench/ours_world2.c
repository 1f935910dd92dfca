// SPDX-License-Identifier: MIT
//
// ours_world.inl, for the plane.

#include "world2.h"

#include <stdio.h>
#include <stdlib.h>

#include "world_words2.h"

#include "ours_world.inl"

static void add_shape(ours* w, const world2_shape* from)
{
    imp2_shape shape;
    must(imp2_polygon_make(from->corners, from->count, from->radius, NULL, &shape, NULL), "shape");
    imp2_collider_def def = {.density = from->density,
                             .material = {from->friction, from->restitution, 0.0f, 0.0f},
                             .group = (uint32_t)from->group};
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

static void add_joint(ours* w, const world2_joint* from)
{
    const imp2_pose at = {from->at, {1.0f, 0.0f}};
    imp2_joint_def def;
    imp_joint joint;
    must(imp2_world_joint_at(w->world, w->bodies[from->a], w->bodies[from->b], &at, &def), "joint");
    imp_axis* turn = &def.axes[IMP2_AXIS_TURN];
    turn->kind = from->lower < from->upper ? IMP_AXIS_LIMITED : IMP_AXIS_FREE;
    turn->lower = from->lower;
    turn->upper = from->upper;
    turn->hertz = from->hertz;
    turn->damping_ratio = from->damping_ratio;
    turn->motor = from->speed > 0.0f;
    turn->speed = from->speed;
    turn->most = from->torque;
    must(imp2_world_add_joint(w->world, &def, &joint), "joint");
}

static void add_parts(ours* w, const world2_scene* scene)
{
    for (; w->shapes < scene->shape_count && scene->shapes[w->shapes].body < w->made; ++w->shapes)
    {
        add_shape(w, &scene->shapes[w->shapes]);
    }
    for (; w->outlines < scene->outline_count && scene->outlines[w->outlines].body < w->made; ++w->outlines)
    {
        add_outline(w, &scene->outlines[w->outlines]);
    }
    for (; w->joints < scene->joint_count && scene->joints[w->joints].a < w->made &&
           scene->joints[w->joints].b < w->made;
         ++w->joints)
    {
        add_joint(w, &scene->joints[w->joints]);
    }
}
