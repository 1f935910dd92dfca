// SPDX-License-Identifier: MIT
//
// stage.inl, for space: profiles become as deep as the stage. Corners of triangles lie beside the middle, so that who
// walks along x crosses their edges at all angles.

#include "motion/stage3.h"

#include "impinge/compound2.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STAGE_DEPTH 50.0f

static imp3_vec placed_by(float scale, float x, float y)
{
    return (imp3_vec){x * scale, y * scale, 0.0f};
}

static imp3_vec placed(const stage* s, float x, float y)
{
    return placed_by(s->scale, x, y);
}

static imp3_box box_of(const stage* s, float x0, float y0, float x1, float y1, float depth)
{
    imp3_box r = {placed(s, x0, y0), placed(s, x1, y1)};
    r.lower.z = -depth * s->scale;
    r.upper.z = depth * s->scale;
    return r;
}

static float belt_of(const imp3_obstacle* o)
{
    (void)o;
    return 0.0f;
}

// After a time.
static imp3_pose moved(const imp3_obstacle* o, float time)
{
    float rate = sqrtf(imp3_vec_dot(o->angular_velocity, o->angular_velocity));
    imp3_pose r = {imp3_vec_add(o->pose.p, imp3_vec_scale(o->velocity, time)), o->pose.q};
    if (rate > 0.0f)
    {
        imp3_rot turn;
        assert_int_equal(imp3_rot_make(o->angular_velocity, rate * time, &turn), IMP_OK);
        r.q = imp3i_rot_turned(o->pose.q, turn);
    }
    return r;
}

#include "motion/stage.inl"

void stage_belt(stage* s, int obstacle, float speed)
{
    s->left_out = s->way == STAGE_WORLD;
    s->obstacles[obstacle].surface_velocity = placed_by(1.0f, -speed, 0.0f);
}

void stage_turns(stage* s, int obstacle, float rate)
{
    s->obstacles[obstacle].angular_velocity.z = rate;
}

static imp_status make_prism(const stage* s, const imp2_vec* profile, int count, imp3_shape* out)
{
    imp3_vec points[32];
    for (int k = 0; k < 2 * count; k++)
    {
        points[k] = placed(s, profile[k / 2].x, profile[k / 2].y);
        points[k].z = (k % 2 ? STAGE_DEPTH : -STAGE_DEPTH) * s->scale;
    }
    return imp3_hull_make(points, 2 * count, 0.0f, NULL, out, NULL);
}

int stage_polygon(stage* s, const imp2_vec* profile, int count)
{
    int i = add(s);
    return add_shape(s, make_prism(s, profile, count, &s->shapes[i]));
}

int stage_chain(stage* s, const imp2_vec* profile, int count)
{
    static const float across[4] = {-STAGE_DEPTH, -0.13f, 0.07f, STAGE_DEPTH};
    int i = add(s), rows = 4, triangles = 0;
    imp3_vec* points = malloc((size_t)(rows * count) * sizeof *points);
    int32_t* corners = malloc((size_t)(rows * count * 6) * sizeof *corners);
    for (int k = 0; k < rows * count; k++)
    {
        points[k] = placed(s, profile[k / rows].x, profile[k / rows].y);
        points[k].z = across[k % rows] * s->scale;
    }
    for (int k = 0; k < rows * (count - 1); k++)
    {
        const int32_t quad[6] = {k, k + 1, k + rows, k + rows, k + 1, k + rows + 1};
        if (k % rows < rows - 1)
        {
            memcpy(corners + 3 * triangles, quad, sizeof quad);
            triangles += 2;
        }
    }
    const imp3_triangles told = {.points = points, .point_count = rows * count, .corners = corners, .count = triangles};
    assert_int_equal(imp3_triangles_make(&told, NULL, &s->compounds[i], NULL), IMP_OK);
    s->owned[i] = true;
    free(points);
    free(corners);
    return i;
}

int stage_region(stage* s, const imp2_vec* profile, int count)
{
    int i = add(s);
    const int32_t counts[1] = {count};
    const imp2_outlines outlines = {profile, counts, 1, IMP_FILL_EVEN_ODD};
    imp2_compound flat;
    imp3_shape prisms[32];
    assert_int_equal(imp2_region_make(&outlines, NULL, &flat, NULL), IMP_OK);
    assert_number(flat.part_count, <=, 32);
    for (int32_t k = 0; k < flat.part_count; k++)
    {
        const imp2_shape* part = &flat.parts[k];
        imp2_vec corners[16];
        assert_number(part->count, <=, 16);
        for (int32_t c = 0; c < part->count; c++)
        {
            assert_int_equal(imp2_shape_vertex(part, c, &corners[c]), IMP_OK);
        }
        assert_int_equal(make_prism(s, corners, part->count, &prisms[k]), IMP_OK);
    }
    assert_int_equal(imp3_compound_make(prisms, flat.part_count, NULL, &s->compounds[i]), IMP_OK);
    s->owned[i] = true;
    for (int32_t k = 0; k < flat.part_count; k++)
    {
        imp3_shape_free(&prisms[k]);
    }
    imp2_compound_free(&flat);
    return i;
}
