// SPDX-License-Identifier: MIT

#include "motion/stage2.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

stage* stage_new(const char* name, int way, float rate)
{
    stage* s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->name = name;
    s->way = way;
    s->rate = rate;
    s->scale = 1.0f;
    s->character = (imp2_character){.position = {0.0f, 0.0f}};
    s->def.gravity = 10.0f;
    return s;
}

void stage_free(stage* s)
{
    imp2_index_free(s->index);
    imp2_world_free(s->world);
    for (int i = 0; i < s->count; i++)
    {
        if (s->owned[i])
        {
            imp2_compound_free(&s->compounds[i]);
        }
        imp2_shape_free(&s->shapes[i]);
    }
    free(s);
}

static imp2_vec placed(const stage* s, float x, float y)
{
    return (imp2_vec){x * s->scale, y * s->scale};
}

static int add(stage* s)
{
    assert_number(s->count, <, STAGE_MOST);
    assert_false(s->built);
    int i = s->count++;
    s->obstacles[i] =
        (imp2_obstacle){.compound = &s->compounds[i], .pose = {s->offset, {1.0f, 0.0f}}, .id = (uint64_t)i + 1};
    return i;
}

int stage_polygon(stage* s, const imp2_vec* points, int count)
{
    imp2_vec scaled[16];
    int i = add(s);
    for (int k = 0; k < count; k++)
    {
        scaled[k] = placed(s, points[k].x, points[k].y);
    }
    assert_int_equal(imp2_polygon_make(scaled, count, 0.0f, NULL, &s->shapes[i], NULL), IMP_OK);
    assert_int_equal(imp2_compound_of_shape(&s->shapes[i], &s->compounds[i]), IMP_OK);
    return i;
}

int stage_box(stage* s, float x0, float y0, float x1, float y1)
{
    int i = add(s);
    const imp2_box box = {placed(s, x0, y0), placed(s, x1, y1)};
    assert_int_equal(imp2_box_make(box, &s->shapes[i]), IMP_OK);
    assert_int_equal(imp2_compound_of_shape(&s->shapes[i], &s->compounds[i]), IMP_OK);
    return i;
}

int stage_chain(stage* s, const imp2_vec* points, int count)
{
    int i = add(s);
    imp2_vec* scaled = malloc((size_t)count * sizeof *scaled);
    for (int k = 0; k < count; k++)
    {
        scaled[k] = placed(s, points[k].x, points[k].y);
    }
    const imp2_polyline line = {scaled, count, false, false};
    assert_int_equal(imp2_chain_make(&line, NULL, &s->compounds[i], NULL), IMP_OK);
    s->owned[i] = true;
    free(scaled);
    return i;
}

int stage_region(stage* s, const imp2_vec* points, int count)
{
    int i = add(s);
    imp2_vec* scaled = malloc((size_t)count * sizeof *scaled);
    for (int k = 0; k < count; k++)
    {
        scaled[k] = placed(s, points[k].x, points[k].y);
    }
    const int32_t counts[1] = {count};
    const imp2_outlines outlines = {scaled, counts, 1, IMP_FILL_EVEN_ODD};
    assert_int_equal(imp2_region_make(&outlines, NULL, &s->compounds[i], NULL), IMP_OK);
    s->owned[i] = true;
    free(scaled);
    return i;
}

static imp2_box bounds_of(const stage* s, int i)
{
    imp2_box box;
    assert_int_equal(imp2_compound_bounds(&s->compounds[i], &s->obstacles[i].pose, &box), IMP_OK);
    return box;
}

static void build_world(stage* s)
{
    const imp2_world_def def = {.gravity = {0.0f, -10.0f}, .length_unit = s->scale};
    assert_int_equal(imp2_world_make(&def, &s->world), IMP_OK);
    for (int i = 0; i < s->count; i++)
    {
        const imp2_obstacle* o = &s->obstacles[i];
        const imp2_body_def body = {.kind = s->density[i] > 0.0f ? IMP_BODY_DYNAMIC : IMP_BODY_KINEMATIC,
                                    .pose = o->pose,
                                    .velocity = o->velocity,
                                    .angular_velocity = o->angular_velocity};
        const imp2_collider_def collider = {.density = s->density[i],
                                            .material = {.tangent_speed = o->tangent_speed, .friction = 0.5f},
                                            .one_way = o->one_way,
                                            .tolerance = o->tolerance};
        assert_int_equal(imp2_world_add_body(s->world, &body, &s->bodies[i]), IMP_OK);
        assert_int_equal(
            s->owned[i] ? imp2_world_add_compound(s->world, s->bodies[i], &s->compounds[i], &collider, &s->colliders[i])
                        : imp2_world_add_collider(s->world, s->bodies[i], &s->shapes[i], &collider, &s->colliders[i]),
            IMP_OK);
    }
}

static void build(stage* s)
{
    s->built = true;
    if (!s->hero.kind)
    {
        assert_int_equal(imp2_capsule_make(placed(s, 0.0f, 0.3f), placed(s, 0.0f, 1.5f), 0.3f * s->scale, &s->hero),
                         IMP_OK);
    }
    if (!s->small.kind)
    {
        assert_int_equal(imp2_capsule_make(placed(s, 0.0f, 0.3f), placed(s, 0.0f, 0.6f), 0.3f * s->scale, &s->small),
                         IMP_OK);
    }
    s->def.shape = &s->hero;
    s->report.contacts = s->contacts;
    s->report.capacity = 16;
    if (s->way == STAGE_INDEX)
    {
        assert_int_equal(imp2_index_make(NULL, &s->index), IMP_OK);
        for (int i = 0; i < s->count; i++)
        {
            const imp2_thing thing = {.box = bounds_of(s, i)};
            assert_int_equal(imp2_index_add(s->index, &thing, 1, NULL), IMP_OK);
        }
    }
    if (s->way == STAGE_WORLD)
    {
        build_world(s);
    }
}

static void move_obstacles(stage* s, float time)
{
    for (int32_t i = 0; i < s->count; i++)
    {
        imp2_obstacle* o = &s->obstacles[i];
        if (o->velocity.x == 0.0f && o->velocity.y == 0.0f && o->angular_velocity == 0.0f)
        {
            continue;
        }
        imp2_rot turn;
        assert_int_equal(imp2_rot_make(o->angular_velocity * time, &turn), IMP_OK);
        imp2_vec q = imp2_rot_apply(turn, (imp2_vec){o->pose.q.c, o->pose.q.s});
        float length = sqrtf(imp2_vec_dot(q, q));
        o->pose.q = (imp2_rot){q.x / length, q.y / length};
        o->pose.p = imp2_vec_add(o->pose.p, imp2_vec_scale(o->velocity, time));
        if (s->index)
        {
            imp2_box box = bounds_of(s, i);
            assert_int_equal(imp2_index_move(s->index, &i, &box, 1), IMP_OK);
        }
    }
}

void stage_call(stage* s)
{
    float time = 1.0f / s->rate;
    if (!s->built)
    {
        build(s);
    }
    if (s->world)
    {
        for (int i = 0; i < s->count; i++)
        {
            if (s->density[i] <= 0.0f)
            {
                (void)imp2_world_set_velocity(s->world, s->bodies[i], s->obstacles[i].velocity,
                                              s->obstacles[i].angular_velocity);
            }
        }
        s->status =
            imp2_world_move_character(s->world, &s->character, &s->def,
                                      &(imp2_world_walk){.input = s->input, .hooks = &s->hooks}, time, &s->report);
        assert_int_equal(imp2_world_step(s->world, time), IMP_OK);
        for (int i = 0; i < s->count; i++)
        {
            imp2_body_state b;
            assert_int_equal(imp2_world_get_body(s->world, s->bodies[i], &b), IMP_OK);
            s->obstacles[i].pose = b.pose;
        }
    }
    else
    {
        const imp2_surroundings around = {s->obstacles, s->count, s->index, &s->hooks};
        s->status = imp2_character_move(&s->character, &s->def, &s->input, &around, time, &s->report);
        move_obstacles(s, time);
    }
    if (s->status && !s->failed)
    {
        printf("%s (way %d, %g Hz): status %s, argument %d\n", s->name, s->way, (double)s->rate,
               imp_status_text(s->status), imp_status_argument(s->status));
        s->failed++;
    }
    s->news |= s->character.flags;
    s->highest = stage_y(s) > (double)s->highest ? (float)stage_y(s) : s->highest;
}

void stage_run(stage* s, float seconds)
{
    int calls = (int)(seconds * s->rate + 0.5f);
    for (int i = 0; i < calls; i++)
    {
        stage_call(s);
    }
}

void stage_put(stage* s, float x, float y)
{
    imp2_vec at = placed(s, x, y);
    s->character = (imp2_character){.position = imp2_vec_add(at, s->offset)};
    s->highest = y;
}

double stage_x(const stage* s)
{
    const imp2_character* c = &s->character;
    return ((double)c->position.x - (double)s->offset.x + (double)c->fraction.x) / (double)s->scale;
}

double stage_y(const stage* s)
{
    const imp2_character* c = &s->character;
    return ((double)c->position.y - (double)s->offset.y + (double)c->fraction.y) / (double)s->scale;
}

double stage_gap(const stage* s)
{
    double least = INFINITY;
    imp2_compound own;
    const imp2_pose pose = {s->character.position, {1.0f, 0.0f}};
    assert_int_equal(imp2_compound_of_shape(s->character.crouched ? s->def.crouched : s->def.shape, &own), IMP_OK);
    for (int i = 0; i < s->count; i++)
    {
        imp2_compound_nearest near;
        const imp2_obstacle* o = &s->obstacles[i];
        if (o->one_way.x == 0.0f && o->one_way.y == 0.0f)
        {
            assert_int_equal(imp2_compound_distance(&s->compounds[i], &o->pose, &own, &pose, &near), IMP_OK);
            least = (double)near.nearest.distance < least ? (double)near.nearest.distance : least;
        }
    }
    return least;
}

static void complain(stage* s, const char* what)
{
    s->failed++;
    printf("%s (way %d, %g Hz): %s\n", s->name, s->way, (double)s->rate, what);
}

void stage_near(stage* s, const char* what, double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
    {
        complain(s, what);
        printf("    %.6f, expected %.6f within %.6f\n", value, expected, tolerance);
    }
}

void stage_true(stage* s, const char* what, bool holds)
{
    if (!holds)
    {
        complain(s, what);
    }
}

void stage_floor_at(stage* s, float y)
{
    stage_box(s, -50.0f, y - 1.0f, 50.0f, y);
}

void stage_box_hero(stage* s)
{
    const imp2_box box = {{-0.3f, 0.0f}, {0.3f, 1.8f}};
    assert_int_equal(imp2_box_make(box, &s->hero), IMP_OK);
}

void stage_wants(stage* s, float x, float y)
{
    s->input.velocity = (imp2_vec){x, y};
}

void stage_jump(stage* s, float speed)
{
    s->input.jump = speed;
    stage_call(s);
    s->input.jump = 0.0f;
}

// Runs, and tells whether it stood after every call.
bool stage_stays_on_ground(stage* s, float seconds)
{
    bool r = true;
    for (int i = 0; i < (int)(seconds * s->rate + 0.5f); i++)
    {
        stage_call(s);
        r = r && s->character.grounded;
    }
    return r;
}

void stage_settle(stage* s, float x, float y)
{
    stage_put(s, x, y);
    stage_run(s, 0.5f);
    stage_true(s, "stands at first", s->character.grounded);
    s->news = 0;
}

// Runs until the hero stands, and tells for how long, or -1.
double stage_time_to_land(stage* s, float most)
{
    for (int i = 0; i < (int)(most * s->rate); i++)
    {
        stage_call(s);
        if (s->character.grounded)
        {
            return (i + 1) / (double)s->rate;
        }
    }
    return -1.0;
}

void stage_play(const char* test, const stage_situation* situations, size_t count)
{
    static const float rates[3] = {30.0f, 60.0f, 144.0f};
    // By way and rate.
    static const bool plays[2][STAGE_WAYS][3] = {{{true, true, true}, {false, false, true}, {true, true, false}},
                                                 {{false, false, false}, {true, true, true}, {false, true, false}}};
    const char* only = getenv("SITUATION");
    int wrong = 0;
    uint64_t played = 0;
    for (size_t i = 0; i < count; i++)
    {
        for (int k = 0; k < 3 * STAGE_WAYS; k++)
        {
            if (plays[situations[i].longer][k / 3][k % 3] && (!only || !strcmp(only, situations[i].name)))
            {
                stage* s = stage_new(situations[i].name, k / 3, rates[k % 3]);
                situations[i].play(s);
                wrong += s->failed;
                stage_free(s);
                played++;
            }
        }
    }
    test_report(test, played);
    assert_int_equal(wrong, 0);
}
