// SPDX-License-Identifier: MIT

#include "arena.h"

#include <string.h>

void arena_start(arena* s)
{
    memset(s, 0, sizeof *s);
    assert_int_equal(imp2_sweeps_make(NULL, &s->sweeps), IMP_OK);
}

void arena_end(arena* s)
{
    for (int32_t i = 0; i < s->shape_count; ++i)
    {
        imp2_compound_free(&s->compounds[i]);
        imp2_shape_free(&s->shapes[i]);
    }
    imp2_sweeps_free(s->sweeps);
}

void arena_run(arena* s)
{
    assert_int_equal(imp2_sweep_many(s->sweeps, s->things, s->count, 0, &s->result), IMP_OK);
    assert_int_equal(s->result.end_count, s->count);
}

static imp2_compound* add_shape(arena* s, imp_status status)
{
    assert_int_equal(status, IMP_OK);
    imp2_compound* c = &s->compounds[s->shape_count];
    assert_int_equal(imp2_compound_of_shape(&s->shapes[s->shape_count], c), IMP_OK);
    s->shape_count += 1;
    return c;
}

imp2_compound* arena_circle(arena* s, float radius)
{
    assert_true(s->shape_count < ARENA_SHAPES);
    return add_shape(s, imp2_circle_make((imp2_vec){0.0f, 0.0f}, radius, &s->shapes[s->shape_count]));
}

imp2_compound* arena_box(arena* s, imp2_box box)
{
    assert_true(s->shape_count < ARENA_SHAPES);
    return add_shape(s, imp2_box_make(box, &s->shapes[s->shape_count]));
}

imp2_compound* arena_capsule(arena* s, imp2_vec a, imp2_vec b, float radius)
{
    assert_true(s->shape_count < ARENA_SHAPES);
    return add_shape(s, imp2_capsule_make(a, b, radius, &s->shapes[s->shape_count]));
}

imp2_compound* arena_polygon(arena* s, const imp2_vec* points, int32_t count)
{
    assert_true(s->shape_count < ARENA_SHAPES);
    return add_shape(s, imp2_polygon_make(points, count, 0.0f, NULL, &s->shapes[s->shape_count], NULL));
}

imp2_compound* arena_region(arena* s, const imp2_vec* points, int32_t count)
{
    assert_true(s->shape_count < ARENA_SHAPES);
    const imp2_outlines outlines = {points, &count, 1, IMP_FILL_EVEN_ODD};
    imp2_compound* c = &s->compounds[s->shape_count++];
    assert_int_equal(imp2_region_make(&outlines, NULL, c, NULL), IMP_OK);
    return c;
}

imp2_swept* arena_add(arena* s, const imp2_compound* compound, imp2_pose pose)
{
    assert_true(s->count < ARENA_THINGS);
    imp2_swept* t = &s->things[s->count++];
    memset(t, 0, sizeof *t);
    t->compound = compound;
    t->pose = pose;
    return t;
}

imp2_swept* arena_at(arena* s, const imp2_compound* compound, float x, float y)
{
    imp2_pose pose = imp2_pose_identity();
    pose.p.x = x;
    pose.p.y = y;
    return arena_add(s, compound, pose);
}
