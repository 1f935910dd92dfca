// SPDX-License-Identifier: MIT

#ifndef AXES
#include "motion/stage2.h"
#endif

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
    s->character = (Character){.crouched = false};
    s->def.gravity = 10.0f;
    return s;
}

void stage_free(stage* s)
{
    FN(index_free)(s->index);
    FN(world_free)(s->world);
    for (int i = 0; i < s->count; i++)
    {
        if (s->owned[i])
        {
            FN(compound_free)(&s->compounds[i]);
        }
        FN(shape_free)(&s->shapes[i]);
    }
    free(s);
}

static int add(stage* s)
{
    assert_number(s->count, <, STAGE_MOST);
    assert_false(s->built);
    int i = s->count++;
    s->obstacles[i] = (Obstacle){.compound = &s->compounds[i], .pose = FN(pose_identity)(), .id = (uint64_t)i + 1};
    s->obstacles[i].pose.p = s->offset;
    return i;
}

static int add_shape(stage* s, imp_status status)
{
    int i = s->count - 1;
    assert_int_equal(status, IMP_OK);
    assert_int_equal(FN(compound_of_shape)(&s->shapes[i], &s->compounds[i]), IMP_OK);
    return i;
}

static Box bounds_of(const stage* s, int i)
{
    Box box;
    assert_int_equal(FN(compound_bounds)(&s->compounds[i], &s->obstacles[i].pose, &box), IMP_OK);
    return box;
}

static void build_world(stage* s)
{
    const WorldDef def = {.gravity = placed(s, 0.0f, -10.0f / s->scale), .length_unit = s->scale};
    assert_int_equal(FN(world_make)(&def, &s->world), IMP_OK);
    for (int i = 0; i < s->count; i++)
    {
        const Obstacle* o = &s->obstacles[i];
        const BodyDef body = {.kind = s->density[i] > 0.0f ? IMP_BODY_DYNAMIC : IMP_BODY_KINEMATIC,
                              .pose = o->pose,
                              .velocity = o->velocity,
                              .angular_velocity = o->angular_velocity};
        const ColliderDef collider = {.density = s->density[i],
                                      .material = {.tangent_speed = belt_of(o), .friction = 0.5f},
                                      .one_way = o->one_way,
                                      .tolerance = o->tolerance};
        assert_int_equal(FN(world_add_body)(s->world, &body, &s->bodies[i]), IMP_OK);
        imp_status status =
            s->owned[i] ? FN(world_add_compound)(s->world, s->bodies[i], &s->compounds[i], &collider, &s->colliders[i])
                        : FN(world_add_collider)(s->world, s->bodies[i], &s->shapes[i], &collider, &s->colliders[i]);
        assert_int_equal(status, IMP_OK);
    }
}

static void build(stage* s)
{
    s->built = true;
    if (!s->hero.kind)
    {
        assert_int_equal(FN(capsule_make)(placed(s, 0.0f, 0.3f), placed(s, 0.0f, 1.5f), 0.3f * s->scale, &s->hero),
                         IMP_OK);
    }
    if (!s->small.kind)
    {
        assert_int_equal(FN(capsule_make)(placed(s, 0.0f, 0.3f), placed(s, 0.0f, 0.6f), 0.3f * s->scale, &s->small),
                         IMP_OK);
    }
    s->def.shape = &s->hero;
    s->report.contacts = s->contacts;
    s->report.capacity = 16;
    if (s->way == STAGE_INDEX)
    {
        assert_int_equal(FN(index_make)(NULL, &s->index), IMP_OK);
        for (int i = 0; i < s->count; i++)
        {
            const Thing thing = {.box = bounds_of(s, i)};
            assert_int_equal(FN(index_add)(s->index, &thing, 1, NULL), IMP_OK);
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
        Obstacle* o = &s->obstacles[i];
        if (!FNI(vec_bits)(o->velocity) && !FNI(spin_bits)(o->angular_velocity))
        {
            continue;
        }
        o->pose = moved(o, time);
        if (s->index)
        {
            Box box = bounds_of(s, i);
            assert_int_equal(FN(index_move)(s->index, &i, &box, 1), IMP_OK);
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
    if (s->left_out)
    {
        return;
    }
    if (s->world)
    {
        for (int i = 0; i < s->count; i++)
        {
            if (s->density[i] <= 0.0f)
            {
                (void)FN(world_set_velocity)(s->world, s->bodies[i], s->obstacles[i].velocity,
                                             s->obstacles[i].angular_velocity);
            }
        }
        s->status = FN(world_move_character)(s->world, &s->character, &s->def,
                                             &(WorldWalk){.input = s->input, .hooks = &s->hooks}, time, &s->report);
        assert_int_equal(FN(world_step)(s->world, time), IMP_OK);
        for (int i = 0; i < s->count; i++)
        {
            BodyState b;
            assert_int_equal(FN(world_get_body)(s->world, s->bodies[i], &b), IMP_OK);
            s->obstacles[i].pose = b.pose;
        }
    }
    else
    {
        const Surroundings around = {s->obstacles, s->count, s->index, &s->hooks};
        s->status = FN(character_move)(&s->character, &s->def, &s->input, &around, time, &s->report);
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
    Vec at = placed(s, x, y);
    s->character = (Character){.position = FN(vec_add)(at, s->offset)};
    s->highest = y;
}

double stage_x(const stage* s)
{
    const Character* c = &s->character;
    return ((double)c->position.x - (double)s->offset.x + (double)c->fraction.x) / (double)s->scale;
}

double stage_y(const stage* s)
{
    const Character* c = &s->character;
    return ((double)c->position.y - (double)s->offset.y + (double)c->fraction.y) / (double)s->scale;
}

double stage_gap(const stage* s)
{
    double least = INFINITY;
    Compound own;
    Pose pose = FN(pose_identity)();
    pose.p = s->character.position;
    assert_int_equal(FN(compound_of_shape)(s->character.crouched ? s->def.crouched : s->def.shape, &own), IMP_OK);
    for (int i = 0; i < s->count; i++)
    {
        CompoundNearest near;
        const Obstacle* o = &s->obstacles[i];
        if (!FNI(vec_bits)(o->one_way))
        {
            assert_int_equal(FN(compound_distance)(&s->compounds[i], &o->pose, &own, &pose, &near), IMP_OK);
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
    if (!(fabs(value - expected) <= tolerance) && !s->left_out)
    {
        complain(s, what);
        printf("    %.6f, expected %.6f within %.6f\n", value, expected, tolerance);
    }
}

void stage_true(stage* s, const char* what, bool holds)
{
    if (!holds && !s->left_out)
    {
        complain(s, what);
    }
}

int stage_box(stage* s, float x0, float y0, float x1, float y1)
{
    int i = add(s);
    return add_shape(s, FN(box_make)(box_of(s, x0, y0, x1, y1, STAGE_DEPTH), &s->shapes[i]));
}

void stage_one_way(stage* s, int obstacle)
{
    s->obstacles[obstacle].one_way = placed_by(1.0f, 0.0f, 1.0f);
}

void stage_offset(stage* s, float x, float y)
{
    s->offset = placed_by(1.0f, x, y);
}

void stage_floor_at(stage* s, float y)
{
    stage_box(s, -50.0f, y - 1.0f, 50.0f, y);
}

void stage_box_hero(stage* s)
{
    assert_int_equal(FN(box_make)(box_of(s, -0.3f, 0.0f, 0.3f, 1.8f, 0.3f), &s->hero), IMP_OK);
}

void stage_wants(stage* s, float x, float y)
{
    s->input.velocity = placed_by(1.0f, x, y);
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
    static const float rates[3] = {30.0f, 60.0f, AXES == 2 ? 144.0f : 240.0f};
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
                played += !s->left_out;
                stage_free(s);
            }
        }
    }
    test_report(test, played);
    assert_int_equal(wrong, 0);
}
