// SPDX-License-Identifier: MIT
//
// stage.inl, for the plane.

#include "motion/stage2.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STAGE_DEPTH 0.0f

static imp2_vec placed_by(float scale, float x, float y)
{
    return (imp2_vec){x * scale, y * scale};
}

static imp2_vec placed(const stage* s, float x, float y)
{
    return placed_by(s->scale, x, y);
}

static imp2_box box_of(const stage* s, float x0, float y0, float x1, float y1, float depth)
{
    (void)depth;
    return (imp2_box){placed(s, x0, y0), placed(s, x1, y1)};
}

static float belt_of(const imp2_obstacle* o)
{
    return o->tangent_speed;
}

// After a time.
static imp2_pose moved(const imp2_obstacle* o, float time)
{
    imp2_rot turn;
    assert_int_equal(imp2_rot_make(o->angular_velocity * time, &turn), IMP_OK);
    imp2_vec q = imp2_rot_apply(turn, (imp2_vec){o->pose.q.c, o->pose.q.s});
    float length = sqrtf(imp2_vec_dot(q, q));
    return (imp2_pose){imp2_vec_add(o->pose.p, imp2_vec_scale(o->velocity, time)), {q.x / length, q.y / length}};
}

#include "motion/stage.inl"

void stage_belt(stage* s, int obstacle, float speed)
{
    s->obstacles[obstacle].tangent_speed = speed;
}

void stage_turns(stage* s, int obstacle, float rate)
{
    s->obstacles[obstacle].angular_velocity = rate;
}

int stage_polygon(stage* s, const imp2_vec* profile, int count)
{
    imp2_vec scaled[16];
    int i = add(s);
    for (int k = 0; k < count; k++)
    {
        scaled[k] = placed(s, profile[k].x, profile[k].y);
    }
    return add_shape(s, imp2_polygon_make(scaled, count, 0.0f, NULL, &s->shapes[i], NULL));
}

int stage_chain(stage* s, const imp2_vec* profile, int count)
{
    int i = add(s);
    imp2_vec* scaled = malloc((size_t)count * sizeof *scaled);
    for (int k = 0; k < count; k++)
    {
        scaled[k] = placed(s, profile[k].x, profile[k].y);
    }
    const imp2_polyline line = {scaled, count, false, false};
    assert_int_equal(imp2_chain_make(&line, NULL, &s->compounds[i], NULL), IMP_OK);
    s->owned[i] = true;
    free(scaled);
    return i;
}

int stage_region(stage* s, const imp2_vec* profile, int count)
{
    int i = add(s);
    imp2_vec* scaled = malloc((size_t)count * sizeof *scaled);
    for (int k = 0; k < count; k++)
    {
        scaled[k] = placed(s, profile[k].x, profile[k].y);
    }
    const int32_t counts[1] = {count};
    const imp2_outlines outlines = {scaled, counts, 1, IMP_FILL_EVEN_ODD};
    assert_int_equal(imp2_region_make(&outlines, NULL, &s->compounds[i], NULL), IMP_OK);
    s->owned[i] = true;
    free(scaled);
    return i;
}
