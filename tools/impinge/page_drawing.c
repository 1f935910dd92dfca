// SPDX-License-Identifier: MIT
//
// What a collider of space looks like: asked of the library's debug drawing, in a world of its own.

#include <stdlib.h>

#include "page.h"

#define FINENESS 48.0f  // pixels of a shape

// A world with one body that does not move and wears the collider.
static imp3_world* world_of(const io_collider3* c, imp3_pose pose)
{
    imp3_world* world = NULL;
    imp3_body_def def = {.kind = IMP_BODY_STATIC, .pose = pose};
    imp_body body;
    imp_status status = imp3_world_make(NULL, &world);
    status = status ? status : imp3_world_add_body(world, &def, &body);
    status = status                                   ? status
             : c->compound.kind == IMP3_COMPOUND_NONE ? imp3_world_add_collider(world, body, &c->shape, NULL, NULL)
                                                      : imp3_world_add_compound(world, body, &c->compound, NULL, NULL);
    if (status)
    {
        imp3_world_free(world);
        return NULL;
    }
    return world;
}

bool page_write_drawing(FILE* file, const io_collider3* c, imp3_pose pose, bool lines)
{
    imp3_compound shape = io_collider3_compound(c);
    const imp3_pose none = imp3_pose_identity();
    imp3_box box = {{0, 0, 0}, {1, 1, 1}};
    (void)imp3_compound_bounds(&shape, &none, &box);
    imp3_vec wide = imp3_vec_sub(box.upper, box.lower);
    float size = wide.x > wide.y ? wide.x : wide.y;
    size = wide.z > size ? wide.z : size;
    imp3_draw_def def = {.lines = IMP_DRAW_OUTLINES, .pixel = size < 1e6f && size > 0 ? size / FINENESS : 0};
    imp_status (*draw)(const imp3_world*, const imp3_draw_def*, imp3_draw_vertex*, int32_t, int32_t*) =
        lines ? imp3_world_draw_lines : imp3_world_draw_fills;
    imp3_world* world = world_of(c, pose);
    int32_t count = 0;
    if (world)
    {
        (void)draw(world, &def, NULL, 0, &count);
    }
    imp3_draw_vertex* vertices = malloc(((size_t)count + 1) * sizeof *vertices);
    bool ok = world && vertices && draw(world, &def, vertices, count, &count) == IMP_OK;
    for (int32_t i = 0; ok && i < count; i++)
    {
        imp3_vec p = vertices[i].point;
        fprintf(file, "%s%.5g,%.5g,%.5g", i ? "," : "", (double)p.x, (double)p.y, (double)p.z);
    }
    free(vertices);
    imp3_world_free(world);
    return ok;
}
