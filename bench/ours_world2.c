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

static void add_parts(ours* w, const world2_scene* scene)
{
    for (int32_t i = 0; i < scene->shape_count; ++i)
    {
        add_shape(w, &scene->shapes[i]);
    }
    for (int32_t i = 0; i < scene->outline_count; ++i)
    {
        add_outline(w, &scene->outlines[i]);
    }
}
