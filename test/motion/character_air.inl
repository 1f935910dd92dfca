// SPDX-License-Identifier: MIT
//
// The conformance suite of characters, off the ground and with what moves: jumps, lifts, walls that push, one-way surfaces,
// ladders, water; and where no character should be. stage_interface.inl says how it is played.

#ifndef AXES
#include "motion/stage2.h"
#endif

#include <math.h>
#include <stdlib.h>

static void stairs(stage* s, float height)
{
    stage_box(s, -20.0f, -1.0f, 0.0f, 0.0f);
    for (int i = 0; i < 10; i++)
    {
        stage_box(s, 0.3f * (float)i, -1.0f, i < 9 ? 0.3f * (float)(i + 1) : 20.0f, height * (float)(i + 1));
    }
}

// Jumps

static void jumps_as_high_as_it_should(stage* s)
{
    stage_floor_at(s, 0.0f);
    stage_settle(s, 0.0f, 0.05f);
    stage_jump(s, 6.0f);
    stage_true(s, "tells", s->news & DIM(CHARACTER_JUMPED));
    double time = stage_time_to_land(s, 3.0f) + 1.0 / (double)s->rate;
    stage_near(s, "height", (double)s->highest, STAGE_GAP + 1.8, 1e-3);
    stage_near(s, "time", time, 1.2, 1.01 / (double)s->rate);
}

static void jumps_as_far_as_it_should(stage* s)
{
    stage_floor_at(s, 0.0f);
    stage_settle(s, -10.0f, 0.05f);
    s->def.air_acceleration = 1e-6f;
    stage_wants(s, 5.0f, 0.0f);
    stage_run(s, 1.0f);
    stage_jump(s, 6.0f);
    stage_run(s, 1.0f - 1.0f / s->rate);
    stage_near(s, "x in the air", stage_x(s), 0.0, 1e-3);
    stage_near(s, "y in the air", stage_y(s), STAGE_GAP + 1.0, 1e-3);
    stage_near(s, "speed", (double)s->character.velocity.y, -4.0, 1e-3);
}

static void jumps_against_a_ceiling(stage* s)
{
    stage_floor_at(s, 0.0f);
    stage_box(s, -5.0f, 2.5f, 5.0f, 3.0f);
    stage_settle(s, 0.0f, 0.05f);
    stage_jump(s, 8.0f);
    double time = stage_time_to_land(s, 3.0f) + 1.0 / (double)s->rate;
    stage_near(s, "height", (double)s->highest, 0.7 - STAGE_GAP, STAGE_GAP);
    stage_true(s, "tells", s->news & DIM(CHARACTER_CEILING));
    stage_near(s, "time", time, 0.8 - sqrt(0.64 - 0.14) + sqrt(0.14), 2.0 * STAGE_EVENT + 1.0 / (double)s->rate);
}

static void steers_in_the_air(stage* s)
{
    stage_floor_at(s, 0.0f);
    s->def.air_acceleration = 4.0f;
    stage_put(s, 0.0f, 20.0f);
    stage_wants(s, 8.0f, 0.0f);
    stage_run(s, 1.0f);
    stage_near(s, "x", stage_x(s), 2.0, 1e-4);
    stage_near(s, "y", stage_y(s), 15.0, 1e-4);
}

static void falls_along_a_wall(stage* s)
{
    stage_box(s, 1.0f, -50.0f, 2.0f, 50.0f);
    stage_put(s, 0.5f, 10.0f);
    stage_wants(s, 5.0f, 0.0f);
    stage_run(s, 1.0f);
    stage_near(s, "x", stage_x(s), 0.7 - STAGE_GAP, 1e-4);
    stage_near(s, "y", stage_y(s), 5.0, 1e-3);
}

static void jumps_from_a_lift(stage* s)
{
    int lift = stage_box(s, -2.0f, -1.0f, 2.0f, 0.0f);
    stage_settle(s, 0.0f, 0.05f);
    s->obstacles[lift].velocity.y = 2.0f;
    stage_run(s, 0.5f);
    double y = stage_y(s);
    s->highest = (float)y;
    stage_jump(s, 6.0f);
    stage_run(s, 0.9f);
    stage_near(s, "height", (double)s->highest - y, 3.2, 2e-3);
}

// Crouching

static void tunnel(stage* s)
{
    stage_floor_at(s, 0.0f);
    stage_box(s, 1.0f, 1.3f, 5.0f, 3.0f);
    s->def.crouched = &s->small;
    stage_settle(s, 0.0f, 0.05f);
}

static void crouches_through_a_tunnel(stage* s)
{
    tunnel(s);
    s->input.crouch = true;
    stage_wants(s, 2.0f, 0.0f);
    stage_run(s, 1.5f);
    stage_near(s, "x", stage_x(s), 3.0, 1e-3);
    s->input.crouch = false;
    stage_wants(s, 0.0f, 0.0f);
    stage_run(s, 0.5f);
    stage_true(s, "stays crouched", s->character.crouched);
    stage_wants(s, 2.0f, 0.0f);
    stage_run(s, 2.0f);
    stage_near(s, "x", stage_x(s), 7.0, 1e-3);
    stage_true(s, "has risen", !s->character.crouched);
}

static void does_not_fit_into_a_tunnel(stage* s)
{
    tunnel(s);
    stage_wants(s, 2.0f, 0.0f);
    stage_run(s, 2.0f);
    stage_true(s, "is blocked", stage_x(s) < 1.0 && stage_x(s) > 0.6);
}

// What moves

static void lift(stage* s, float speed)
{
    int number = stage_box(s, -2.0f, -1.0f, 2.0f, 0.0f);
    stage_settle(s, 0.5f, 0.05f);
    s->obstacles[number].velocity.y = speed;
}

static void lift_up(stage* s)
{
    lift(s, 2.0f);
    stage_true(s, "stays", stage_stays_on_ground(s, 3.0f));
    stage_near(s, "y", stage_y(s), 6.0 + STAGE_GAP, 1e-4);
    stage_near(s, "velocity", (double)s->character.velocity.y, 2.0, 1e-5);
}

static void lift_up_fast(stage* s)
{
    lift(s, 30.0f);
    stage_true(s, "stays", stage_stays_on_ground(s, 1.0f));
    stage_near(s, "y", stage_y(s), 30.0 + STAGE_GAP, 1e-3);
}

static void lift_down(stage* s)
{
    lift(s, -2.0f);
    stage_true(s, "stays", stage_stays_on_ground(s, 3.0f));
    stage_near(s, "y", stage_y(s), -6.0 + STAGE_GAP, 1e-4);
}

static void lift_down_too_fast(stage* s)
{
    lift(s, -20.0f);
    stage_run(s, 0.5f);
    stage_near(s, "y", stage_y(s), -1.25 + STAGE_GAP, 1e-3);
    stage_true(s, "is in the air", !s->character.grounded);
}

static void lift_that_turns_back(stage* s)
{
    lift(s, 1.0f);
    bool stays = stage_stays_on_ground(s, 2.0f);
    s->obstacles[0].velocity.y = -1.0f;
    stays = stage_stays_on_ground(s, 1.0f) && stays;
    stage_true(s, "stays", stays);
    stage_near(s, "y", stage_y(s), 1.0 + STAGE_GAP, 1e-4);
}

static void lift_that_stops_throws(stage* s)
{
    lift(s, 8.0f);
    stage_run(s, 1.0f);
    double y = stage_y(s);
    s->obstacles[0].velocity.y = 0.0f;
    stage_run(s, 1.0f);
    stage_near(s, "height", (double)s->highest, y + 3.2, 2e-3);
    stage_true(s, "lands again", stage_time_to_land(s, 2.0f) > 0.0);
    stage_near(s, "y", stage_y(s), y, 1e-3);
}

static void ferry(stage* s)
{
    lift(s, 0.0f);
    s->obstacles[0].velocity.x = 3.0f;
    stage_true(s, "stays", stage_stays_on_ground(s, 2.0f));
    stage_near(s, "x", stage_x(s), 6.5, 1e-4);
    stage_wants(s, -3.0f, 0.0f);
    stage_run(s, 0.5f);
    stage_near(s, "x of who walks back", stage_x(s), 6.5, 1e-3);
}

static void ferry_passes_a_wall(stage* s)
{
    stage_box(s, -2.0f, -1.0f, 2.0f, 0.0f);
    stage_box(s, 1.5f, 0.1f, 2.0f, 5.0f);
    stage_settle(s, 0.5f, 0.05f);
    s->obstacles[0].velocity.x = 2.0f;
    stage_run(s, 1.0f);
    stage_near(s, "x", stage_x(s), 1.2 - STAGE_GAP, STAGE_GAP);
    stage_near(s, "y", stage_y(s), STAGE_GAP, 1e-3);
}

static void turntable(stage* s)
{
    int beam = stage_box(s, -5.0f, -0.1f, 5.0f, 0.1f);
    stage_settle(s, 2.0f, 0.15f);
    stage_turns(s, beam, 0.5f);
    stage_true(s, "stays", stage_stays_on_ground(s, 1.0f));
    // Along the beam its feet, which do not turn, roll.
    double along = 2.0 + 0.5 * (0.3 + STAGE_GAP), above = 0.1 + 0.3 + STAGE_GAP, c = cos(0.5), n = sin(0.5);
    stage_near(s, "x", stage_x(s), along * c - above * n, 0.005);
    stage_near(s, "y", stage_y(s), along * n + above * c - 0.3, 0.005);
}

static void belt(stage* s)
{
    stage_floor_at(s, 0.0f);
    stage_belt(s, 0, 2.0f);
    stage_settle(s, 0.0f, 0.05f);
    double x = stage_x(s);
    stage_run(s, 2.0f);
    stage_near(s, "x", stage_x(s), x - 4.0, 1e-3);
    stage_wants(s, 2.0f, 0.0f);
    stage_run(s, 2.0f);
    stage_near(s, "x against it", stage_x(s), x - 4.0, 1e-3);
}

static void wall_that_pushes(stage* s)
{
    stage_floor_at(s, 0.0f);
    int wall = stage_box(s, -3.0f, 0.1f, -2.0f, 3.0f);
    stage_settle(s, 0.0f, 0.05f);
    s->obstacles[wall].velocity.x = 2.0f;
    stage_run(s, 2.0f);
    stage_near(s, "x", stage_x(s), 2.3 + STAGE_GAP, STAGE_GAP);
    stage_true(s, "tells", s->news & DIM(CHARACTER_PUSHED));
    stage_near(s, "y", stage_y(s), STAGE_GAP, 1e-4);
}

static void thin_fast_wall_that_pushes(stage* s)
{
    stage_floor_at(s, 0.0f);
    int wall = stage_box(s, -3.0f, 0.1f, -2.99f, 3.0f);
    stage_settle(s, 0.0f, 0.05f);
    s->obstacles[wall].velocity.x = 40.0f;
    stage_run(s, 0.5f);
    stage_near(s, "x", stage_x(s), 17.31 + STAGE_GAP, STAGE_GAP);
}

static void wall_that_hits_in_the_air(stage* s)
{
    int wall = stage_box(s, -3.0f, -50.0f, -2.0f, 50.0f);
    s->obstacles[wall].velocity.x = 4.0f;
    s->def.air_acceleration = 1e-6f;
    stage_put(s, 0.0f, 10.0f);
    stage_run(s, 1.0f);
    stage_near(s, "x", stage_x(s), 2.3 + STAGE_GAP, STAGE_GAP);
    stage_near(s, "y", stage_y(s), 5.0, 1e-3);
}

static void squeezed_between_walls(stage* s)
{
    stage_floor_at(s, 0.0f);
    stage_box(s, 1.0f, 0.0f, 1.1f, 3.0f);
    int wall = stage_box(s, -3.0f, 0.1f, -2.0f, 3.0f);
    stage_settle(s, 0.0f, 0.05f);
    s->obstacles[wall].velocity.x = 2.0f;
    stage_run(s, 1.0f);
    stage_true(s, "not yet", !(s->news & DIM(CHARACTER_SQUEEZED)));
    stage_run(s, 0.5f);
    stage_true(s, "tells", s->news & DIM(CHARACTER_SQUEEZED));
    stage_true(s, "tells how deep", s->character.inside > 0.05f);
    stage_true(s, "stays before the wall", stage_x(s) < 0.7 + 1e-4);
    stage_true(s, "stays above the floor", stage_y(s) > -1e-4);
    s->obstacles[wall].velocity.x = -2.0f;
    stage_run(s, 1.0f);
    stage_true(s, "is free again", !(s->character.flags & DIM(CHARACTER_SQUEEZED)));
    stage_true(s, "and where it was", stage_x(s) < 0.7 && stage_y(s) > 0.0);
}

static void squeezed_below_a_ceiling(stage* s)
{
    stage_box(s, -2.0f, -1.0f, 2.0f, 0.0f);
    stage_box(s, -5.0f, 2.5f, 5.0f, 2.6f);
    stage_settle(s, 0.5f, 0.05f);
    s->obstacles[0].velocity.y = 1.0f;
    stage_run(s, 0.5f);
    stage_true(s, "not yet", !(s->news & DIM(CHARACTER_SQUEEZED)));
    stage_run(s, 1.0f);
    stage_true(s, "tells", s->news & DIM(CHARACTER_SQUEEZED));
    stage_true(s, "stays below the ceiling", stage_y(s) + 1.8 < 2.5 + 1e-4);
}

// One-way

static int platform(stage* s, float y)
{
    int number = stage_box(s, -3.0f, y - 0.2f, 3.0f, y);
    stage_one_way(s, number);
    return number;
}

static void one_way_from_below(stage* s)
{
    stage_floor_at(s, 0.0f);
    platform(s, 2.0f);
    stage_settle(s, 0.0f, 0.05f);
    stage_jump(s, 8.0f);
    stage_run(s, 2.0f);
    stage_near(s, "height", (double)s->highest, 3.2 + STAGE_GAP, 2e-3);
    stage_near(s, "y", stage_y(s), 2.0 + STAGE_GAP, 1e-4);
    stage_true(s, "stands", s->character.grounded);
}

static void one_way_not_reached(stage* s)
{
    stage_floor_at(s, 0.0f);
    platform(s, 2.0f);
    stage_settle(s, 0.0f, 0.05f);
    stage_jump(s, 6.0f);
    stage_run(s, 2.0f);
    stage_near(s, "height", (double)s->highest, 1.8 + STAGE_GAP, 2e-3);
    stage_near(s, "y", stage_y(s), STAGE_GAP, 1e-4);
}

static void one_way_from_the_side(stage* s)
{
    stage_floor_at(s, 0.0f);
    platform(s, 1.0f);
    stage_settle(s, -6.0f, 0.05f);
    stage_wants(s, 4.0f, 0.0f);
    stage_run(s, 3.0f);
    stage_near(s, "x", stage_x(s), 6.0, 1e-3);
    stage_near(s, "y", stage_y(s), STAGE_GAP, 1e-4);
}

static void one_way_dropped_through(stage* s)
{
    stage_floor_at(s, -5.0f);
    platform(s, 0.0f);
    platform(s, -2.5f);
    stage_settle(s, 0.0f, 0.05f);
    s->input.drop = true;
    stage_call(s);
    s->input.drop = false;
    stage_run(s, 1.5f);
    stage_near(s, "y", stage_y(s), -2.5 + STAGE_GAP, 1e-4);
    stage_true(s, "stands on the next", s->character.grounded);
}

static void one_way_tiles_dropped_through(stage* s)
{
    stage_floor_at(s, -5.0f);
    for (int i = 0; i < 6; i++)
    {
        int tile = stage_box(s, 0.5f * (float)(i - 3), -0.3f, 0.5f * (float)(i - 2), 0.0f);
        stage_one_way(s, tile);
    }
    stage_settle(s, 0.0f, 0.05f);
    s->input.drop = true;
    stage_call(s);
    s->input.drop = false;
    stage_run(s, 2.0f);
    stage_near(s, "y", stage_y(s), -5.0 + STAGE_GAP, 1e-4);
}

static void one_way_lift(stage* s)
{
    stage_floor_at(s, 0.0f);
    int number = platform(s, -3.0f);
    s->obstacles[number].velocity.y = 2.0f;
    stage_settle(s, 0.0f, 0.05f);
    stage_run(s, 2.0f);
    stage_near(s, "y", stage_y(s), 2.0 + STAGE_GAP, 5e-3);
    stage_true(s, "rides", s->character.grounded);
}

static void one_way_chain(stage* s)
{
    const imp2_vec line[4] = {{-3, 2}, {-1, 2}, {1, 2}, {3, 2}};
    stage_floor_at(s, 0.0f);
    stage_one_way(s, stage_chain(s, line, 4));
    stage_settle(s, 0.0f, 0.05f);
    stage_jump(s, 8.0f);
    stage_run(s, 2.0f);
    stage_near(s, "y", stage_y(s), 2.0 + STAGE_GAP, 1e-4);
}

// Ladders and water

static void on_ladder(void* user, const Character* c, CharacterInput* input)
{
    (void)user;
    input->climb = c->position.x > 1.0f && c->position.x < 2.0f;
}

static void ladder(stage* s)
{
    stage_floor_at(s, 0.0f);
    s->hooks.enter = on_ladder;
    stage_settle(s, 0.0f, 0.05f);
    stage_wants(s, 3.0f, 0.0f);
    stage_run(s, 0.5f);
    stage_wants(s, 0.0f, 2.0f);
    stage_run(s, 1.5f);
    stage_near(s, "y", stage_y(s), 3.0 + STAGE_GAP, 2.0 / (double)s->rate);
    stage_wants(s, 0.0f, 0.0f);
    double y = stage_y(s);
    stage_run(s, 1.0f);
    stage_near(s, "holds on", stage_y(s), y, 1e-6);
    stage_wants(s, 0.0f, -2.0f);
    stage_run(s, 3.0f);
    stage_near(s, "down again", stage_y(s), STAGE_GAP, 1e-4);
}

static void sinks_in_water(stage* s)
{
    stage_floor_at(s, -50.0f);
    s->input.drag = 2.0f;
    stage_put(s, 0.0f, 0.0f);
    stage_run(s, 2.0f);
    stage_near(s, "y", stage_y(s), -5.0 * 2.0 + 2.5 * (1.0 - exp(-4.0)), 1e-4);
    stage_near(s, "speed", (double)s->character.velocity.y, -5.0 * (1.0 - exp(-4.0)), 1e-4);
}

static void floats_in_water(stage* s)
{
    stage_floor_at(s, -50.0f);
    s->input.drag = 3.0f;
    s->input.buoyancy = 10.0f;
    stage_put(s, 0.0f, 0.0f);
    s->character.velocity.y = -6.0f;
    stage_run(s, 1.0f);
    stage_near(s, "y", stage_y(s), -2.0 * (1.0 - exp(-3.0)), 1e-4);
}

static void flies(stage* s)
{
    s->input.climb = true;
    stage_box(s, 3.0f, -10.0f, 4.0f, 10.0f);
    stage_put(s, 0.0f, 0.0f);
    stage_wants(s, 4.0f, 3.0f);
    stage_run(s, 2.0f);
    stage_near(s, "x", stage_x(s), 2.7 - STAGE_GAP, STAGE_GAP);
    stage_near(s, "y", stage_y(s), 6.0, 1e-3);
}

// Where it should not be

static void put_into_the_floor(stage* s)
{
    stage_floor_at(s, 0.0f);
    stage_put(s, 0.0f, -0.2f);
    stage_run(s, 0.5f);
    stage_near(s, "y", stage_y(s), STAGE_GAP, 1e-4);
    stage_near(s, "x", stage_x(s), 0.0, 1e-5);
    stage_true(s, "stands", s->character.grounded);
}

static void put_into_a_wall(stage* s)
{
    stage_floor_at(s, 0.0f);
    stage_box(s, 0.0f, -1.0f, 3.0f, 4.0f);
    stage_put(s, -0.1f, 0.1f);
    stage_run(s, 0.5f);
    stage_near(s, "x", stage_x(s), -0.3 - STAGE_GAP, STAGE_GAP);
    stage_near(s, "y", stage_y(s), STAGE_GAP, 1e-4);
}

static void put_deep_into_rock(stage* s)
{
    stage_box(s, -100.0f, -100.0f, 100.0f, 100.0f);
    stage_put(s, 0.0f, 0.0f);
    stage_wants(s, 5.0f, 0.0f);
    stage_call(s);
    stage_true(s, "tells", s->news & DIM(CHARACTER_SQUEEZED));
    stage_true(s, "tells how deep", s->character.inside > 45.0f);
    stage_run(s, 0.5f);
}

static void ten_kilometres_a_second(stage* s)
{
    stage_box(s, 50.0f, -9.0f, 50.001f, 9.0f);
    s->def.gravity = 0.0f;
    s->def.air_acceleration = 1.0f;
    stage_put(s, 0.0f, 0.0f);
    s->character.velocity.x = 10000.0f;
    stage_wants(s, 10000.0f, 0.0f);
    stage_run(s, 1.0f);
    stage_near(s, "x", stage_x(s), 49.7 - STAGE_GAP, STAGE_GAP);
}

static void ten_kilometres_a_second_downwards(stage* s)
{
    const imp2_vec line[3] = {{-9, -30}, {1, -30}, {9, -30}};
    stage_chain(s, line, 3);
    stage_put(s, 0.0f, 0.0f);
    s->character.velocity.y = -10000.0f;
    stage_run(s, 0.5f);
    stage_near(s, "y", stage_y(s), -30.0 + STAGE_GAP, 1e-3);
}

static void no_time_at_all(stage* s)
{
    stage_floor_at(s, 0.0f);
    stage_settle(s, 0.0f, 0.05f);
    Character before = s->character;
    const Surroundings around = {s->obstacles, s->count, NULL, NULL};
    stage_wants(s, 5.0f, 0.0f);
    assert_int_equal(FN(character_move)(&s->character, &s->def, &s->input, &around, 0.0f, NULL), IMP_OK);
    stage_near(s, "x", (double)s->character.position.x, (double)before.position.x, 0.0);
    stage_near(s, "y", (double)s->character.position.y, (double)before.position.y, 1e-6);
}

// All of it: stairs, a slope, a jump, a wall, a lift. Speeds are in units of the scale.
static void course(stage* s, double* x, double* y)
{
    float k = s->scale;
    stairs(s, 0.2f);
    const imp2_vec slope[3] = {{6, 2}, {10, 2}, {10, 4}};
    stage_polygon(s, slope, 3);
    stage_box(s, 10.0f, 1.0f, 12.0f, 4.0f);
    int lift_number = stage_box(s, 14.0f, 1.0f, 18.0f, 2.0f);
    stage_box(s, 17.0f, 2.0f, 18.0f, 20.0f);
    // Far away, floats have no room for what moves so slowly.
    s->obstacles[lift_number].velocity.y = s->offset.x > 0.0f ? 0.0f : 0.25f * k;
    s->def.gravity = 10.0f * k;
    s->def.air_acceleration = 20.0f * k;
    stage_put(s, -2.0f, 0.1f);
    stage_run(s, 0.5f);
    stage_wants(s, 4.0f * k, 0.0f);
    stage_run(s, 1.0f);
    stage_jump(s, 4.0f * k);
    stage_run(s, 4.0f);
    *x = stage_x(s);
    *y = stage_y(s);
}

static void same_as_course(stage* s)
{
    double x, y, expected_x, expected_y;
    stage* plain = stage_new("plain course", s->way, s->rate);
    stage_offset(plain, s->offset.x > 0.0f ? 1.0f : 0.0f, 0.0f);
    course(plain, &expected_x, &expected_y);
    stage_true(plain, "gets up", expected_y > 2.0 && expected_x > 8.0);
    s->failed += plain->failed;
    stage_free(plain);
    course(s, &x, &y);
    stage_near(s, "x", x, expected_x, 1e-3);
    stage_near(s, "y", y, expected_y, 1e-3);
}

static void course_of_a_giant(stage* s)
{
    s->scale = 1024.0f;
    same_as_course(s);
}

static void course_of_a_mite(stage* s)
{
    s->scale = 1.0f / 1024.0f;
    same_as_course(s);
}

static void course_far_away(stage* s)
{
    stage_offset(s, 65536.0f, -32768.0f);
    same_as_course(s);
}

static const stage_situation situations[] = {
    STAGE_SITUATION(jumps_as_high_as_it_should),
    STAGE_SITUATION(jumps_as_far_as_it_should),
    STAGE_SITUATION(jumps_against_a_ceiling),
    STAGE_SITUATION(steers_in_the_air),
    STAGE_SITUATION(falls_along_a_wall),
    STAGE_SITUATION(jumps_from_a_lift),
    STAGE_SITUATION(crouches_through_a_tunnel),
    STAGE_SITUATION(does_not_fit_into_a_tunnel),
    STAGE_SITUATION(lift_up),
    STAGE_SITUATION(lift_up_fast),
    STAGE_SITUATION(lift_down),
    STAGE_SITUATION(lift_down_too_fast),
    STAGE_SITUATION(lift_that_turns_back),
    STAGE_SITUATION(lift_that_stops_throws),
    STAGE_SITUATION(ferry),
    STAGE_SITUATION(ferry_passes_a_wall),
    STAGE_SITUATION(turntable),
    STAGE_SITUATION(belt),
    STAGE_SITUATION(wall_that_pushes),
    STAGE_SITUATION(thin_fast_wall_that_pushes),
    STAGE_SITUATION(wall_that_hits_in_the_air),
    STAGE_SITUATION(squeezed_between_walls),
    STAGE_SITUATION(squeezed_below_a_ceiling),
    STAGE_SITUATION(one_way_from_below),
    STAGE_SITUATION(one_way_not_reached),
    STAGE_SITUATION(one_way_from_the_side),
    STAGE_SITUATION(one_way_dropped_through),
    STAGE_SITUATION(one_way_tiles_dropped_through),
    STAGE_SITUATION(one_way_lift),
    STAGE_SITUATION(one_way_chain),
    STAGE_SITUATION(ladder),
    STAGE_SITUATION(sinks_in_water),
    STAGE_SITUATION(floats_in_water),
    STAGE_SITUATION(flies),
    STAGE_SITUATION(put_into_the_floor),
    STAGE_SITUATION(put_into_a_wall),
    STAGE_SITUATION(put_deep_into_rock),
    STAGE_SITUATION(ten_kilometres_a_second),
    STAGE_SITUATION(ten_kilometres_a_second_downwards),
    STAGE_SITUATION(no_time_at_all),
    STAGE_SITUATION(course_of_a_giant),
    STAGE_SITUATION(course_of_a_mite),
    STAGE_SITUATION(course_far_away),
};

static void all_situations(void** state)
{
    (void)state;
    stage_play(TEST_NAME ": situations off the ground", situations, sizeof situations / sizeof *situations);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_situations)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
