// SPDX-License-Identifier: MIT
//
// The conformance suite of characters: named situations, each with what closed forms say of it. Every one is played with
// a list of obstacles, with an index and in a world, at 30, 60 and 144 calls a second; the expectations are the same.
//
// The hero is a capsule, 1.8 m high and 0.6 m wide, with a gap of 1.8 m / 128, under 10 m/s^2. What happens on the way
// is found within 1/120 s, so where an event counts, the tolerance is what is gone in that time.

#include "motion/stage2.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GAP (1.8 / 128.0)
#define EVENT (1.0 / 120.0)
#define RADIANS (3.14159265358979323846 / 180.0)

static void floor_at(stage* s, float y)
{
    stage_box(s, -50.0f, y - 1.0f, 50.0f, y);
}

// A floor to x = 0, and from there a slope up.
static void floor_and_slope(stage* s, double degrees)
{
    float x = (float)(20.0 * cos(degrees * RADIANS)), y = (float)(20.0 * sin(degrees * RADIANS));
    const imp2_vec slope[3] = {{0.0f, 0.0f}, {x, 0.0f}, {x, y}};
    stage_box(s, -50.0f, -1.0f, 0.0f, 0.0f);
    stage_polygon(s, slope, 3);
}

// One slope through the origin, downwards to the right when degrees are above 0.
static void slope_alone(stage* s, double degrees)
{
    float x = (float)(40.0 * cos(degrees * RADIANS)), y = (float)(40.0 * sin(degrees * RADIANS));
    const imp2_vec slope[4] = {{-x, y}, {-x, -50.0f}, {x, -50.0f}, {x, -y}};
    stage_polygon(s, slope, 4);
}

// Where the feet are when the hero touches, but for the gap, a slope through the origin above x.
static double feet_on_slope(double degrees, double x)
{
    return (0.3 + GAP) / cos(degrees * RADIANS) - 0.3 - x * tan(degrees * RADIANS);
}

static void box_hero(stage* s)
{
    const imp2_box box = {{-0.3f, 0.0f}, {0.3f, 1.8f}};
    assert_int_equal(imp2_box_make(box, &s->hero), IMP_OK);
}

static void wants(stage* s, float x, float y)
{
    s->input.velocity = (imp2_vec){x, y};
}

// Runs until the hero stands, and tells for how long, or -1.
static double time_to_land(stage* s, float most)
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

static void jump(stage* s, float speed)
{
    s->input.jump = speed;
    stage_call(s);
    s->input.jump = 0.0f;
}

// Runs, and tells whether it stood after every call.
static bool stays_on_ground(stage* s, float seconds)
{
    bool r = true;
    for (int i = 0; i < (int)(seconds * s->rate + 0.5f); i++)
    {
        stage_call(s);
        r = r && s->character.grounded;
    }
    return r;
}

static void settle(stage* s, float x, float y)
{
    stage_put(s, x, y);
    stage_run(s, 0.5f);
    stage_true(s, "stands at first", s->character.grounded);
    s->news = 0;
}

// Standing and walking

static void stands_still_for_a_minute(stage* s)
{
    floor_at(s, 0.0f);
    settle(s, 0.0f, 0.05f);
    float y = s->character.position.y;
    stage_true(s, "stays", stays_on_ground(s, 60.0f));
    stage_near(s, "x", stage_x(s), 0.0, 0.0);
    stage_near(s, "y", stage_y(s), (double)y, 1e-6);
    stage_near(s, "gap", stage_y(s), GAP, 1e-5);
}

static void stands_still_on_a_slope(stage* s)
{
    slope_alone(s, 40.0);
    settle(s, 1.0f, -0.5f);
    double x = stage_x(s);
    stage_true(s, "stays", stays_on_ground(s, 20.0f));
    stage_near(s, "x", stage_x(s), x, 1e-6);
    stage_near(s, "y", stage_y(s), feet_on_slope(40.0, x), 1e-4);
}

static void walks_on_a_floor(stage* s)
{
    floor_at(s, 0.0f);
    settle(s, -10.0f, 0.05f);
    wants(s, 5.0f, 0.0f);
    stage_run(s, 4.0f);
    stage_near(s, "x", stage_x(s), 10.0, 1e-4);
    stage_near(s, "y", stage_y(s), GAP, 1e-5);
    stage_near(s, "velocity", (double)s->character.velocity.x, 5.0, 1e-6);
}

static void gathers_speed(stage* s)
{
    floor_at(s, 0.0f);
    s->def.acceleration = 10.0f;
    settle(s, 0.0f, 0.05f);
    wants(s, 5.0f, 0.0f);
    stage_run(s, 1.0f);
    stage_near(s, "x", stage_x(s), 5.0 - 5.0 * 5.0 / 20.0, 1e-4);
    wants(s, 0.0f, 0.0f);
    stage_run(s, 1.0f);
    stage_near(s, "x after stopping", stage_x(s), 5.0, 1e-4);
    stage_near(s, "velocity", (double)s->character.velocity.x, 0.0, 1e-6);
}

static void walks_up_a_slope(stage* s)
{
    slope_alone(s, -30.0);
    settle(s, 0.0f, 0.1f);
    double x = stage_x(s);
    wants(s, 3.0f, 0.0f);
    stage_true(s, "stays", stays_on_ground(s, 2.0f));
    stage_near(s, "x", stage_x(s), x + 6.0 * cos(30.0 * RADIANS), 1e-3);
    stage_near(s, "y", stage_y(s), feet_on_slope(-30.0, stage_x(s)), 1e-3);
}

static void walks_down_a_slope(stage* s)
{
    slope_alone(s, 30.0);
    settle(s, 0.0f, 0.1f);
    double x = stage_x(s);
    wants(s, 5.0f, 0.0f);
    stage_true(s, "stays", stays_on_ground(s, 2.0f));
    stage_near(s, "x", stage_x(s), x + 10.0 * cos(30.0 * RADIANS), 1e-3);
}

static void slope_just_below_the_limit(stage* s)
{
    floor_and_slope(s, 49.9);
    settle(s, -2.0f, 0.05f);
    wants(s, 3.0f, 0.0f);
    stage_true(s, "stays", stays_on_ground(s, 3.0f));
    // 2 m, less what the round feet reach ahead, then along the slope.
    double reach = (0.3 + GAP) * tan(0.5 * 49.9 * RADIANS), up = 9.0 - (2.0 - reach);
    stage_near(s, "x", stage_x(s), -reach + up * cos(49.9 * RADIANS), 0.02);
    stage_near(s, "y", stage_y(s), GAP + up * sin(49.9 * RADIANS), 0.02);
}

static void slope_just_above_the_limit(stage* s)
{
    floor_and_slope(s, 50.1);
    settle(s, -2.0f, 0.05f);
    wants(s, 3.0f, 0.0f);
    stage_true(s, "stays", stays_on_ground(s, 3.0f));
    stage_near(s, "x", stage_x(s), -(0.3 + GAP) * tan(0.5 * 50.1 * RADIANS), GAP);
    stage_near(s, "y", stage_y(s), GAP, 1e-4);
    stage_true(s, "is blocked", s->news & IMP2_CHARACTER_BLOCKED);
}

static void slides_down_what_is_too_steep(stage* s)
{
    slope_alone(s, 60.0);
    double sine = sin(60.0 * RADIANS), y = feet_on_slope(60.0, 0.0);
    stage_put(s, 0.0f, (float)y);
    stage_run(s, 1.0f);
    stage_near(s, "x", stage_x(s), 5.0 * sine * cos(60.0 * RADIANS), 0.02);
    stage_near(s, "y", stage_y(s), y - 5.0 * sine * sine, 0.03);
    stage_near(s, "speed", hypot((double)s->character.velocity.x, (double)s->character.velocity.y), 10.0 * sine, 0.02);
    stage_true(s, "slides", s->character.sliding);
}

static void does_not_climb_what_is_too_steep(stage* s)
{
    slope_alone(s, -60.0);
    stage_put(s, 0.0f, (float)feet_on_slope(-60.0, 0.0));
    wants(s, 5.0f, 0.0f);
    stage_run(s, 1.0f);
    // The first call throws it at the slope with 5 m/s, of which 2.5 go up along it.
    double most = 2.5 * 2.5 / (2.0 * 10.0 * sin(60.0 * RADIANS)) * sin(60.0 * RADIANS);
    stage_true(s, "does not rise", (double)s->highest < feet_on_slope(-60.0, 0.0) + most + 0.01);
    stage_true(s, "is on its way down", s->character.velocity.y < -4.0f);
}

// Steps

static void stairs(stage* s, float height)
{
    stage_box(s, -20.0f, -1.0f, 0.0f, 0.0f);
    for (int i = 0; i < 10; i++)
    {
        stage_box(s, 0.3f * (float)i, -1.0f, i < 9 ? 0.3f * (float)(i + 1) : 20.0f, height * (float)(i + 1));
    }
}

static void stairs_up(stage* s)
{
    stairs(s, 0.2f);
    settle(s, -2.0f, 0.05f);
    wants(s, 3.0f, 0.0f);
    stage_true(s, "stays", stays_on_ground(s, 3.0f));
    stage_near(s, "y", stage_y(s), 2.0 + GAP, 1e-4);
    stage_true(s, "gets on", stage_x(s) > 4.0 && stage_x(s) < 7.1);
    stage_true(s, "steps", s->news & IMP2_CHARACTER_STEPPED);
}

static void stairs_up_with_flat_feet(stage* s)
{
    box_hero(s);
    stairs(s, 0.2f);
    settle(s, -2.0f, 0.05f);
    wants(s, 3.0f, 0.0f);
    stage_true(s, "stays", stays_on_ground(s, 3.0f));
    stage_near(s, "x", stage_x(s), 7.0, 10.0 * 2.0 * GAP);
    stage_near(s, "y", stage_y(s), 2.0 + GAP, 1e-4);
}

static void stairs_down(stage* s)
{
    stairs(s, 0.2f);
    settle(s, 5.0f, 2.05f);
    wants(s, -3.0f, 0.0f);
    stage_true(s, "stays", stays_on_ground(s, 3.0f));
    stage_near(s, "y", stage_y(s), GAP, 1e-4);
    stage_near(s, "x", stage_x(s), -4.0, 0.7);
}

static void stops_on_stairs(stage* s)
{
    stairs(s, 0.2f);
    settle(s, -1.0f, 0.05f);
    wants(s, 3.0f, 0.0f);
    stage_run(s, 0.7f);
    wants(s, 0.0f, 0.0f);
    stage_run(s, 0.1f);
    double x = stage_x(s), y = stage_y(s);
    stage_true(s, "stays", stays_on_ground(s, 5.0f));
    stage_near(s, "x", stage_x(s), x, 1e-5);
    stage_near(s, "y", stage_y(s), y, 1e-5);
}

static void one_step(stage* s, float height)
{
    stage_box(s, -20.0f, -1.0f, 0.0f, 0.0f);
    stage_box(s, 0.0f, -1.0f, 20.0f, height);
    settle(s, -2.0f, 0.05f);
    wants(s, 3.0f, 0.0f);
    stage_run(s, 2.0f);
}

static void step_just_low_enough(stage* s)
{
    one_step(s, 0.4499f);
    stage_near(s, "y", stage_y(s), 0.4499 + GAP, 1e-4);
    stage_near(s, "x", stage_x(s), 4.0, 2.0 * GAP);
}

static void step_just_too_high(stage* s)
{
    one_step(s, 0.4505f);
    stage_near(s, "y", stage_y(s), GAP, 1e-4);
    stage_near(s, "x", stage_x(s), -0.3 - GAP, GAP);
    stage_true(s, "is blocked", s->news & IMP2_CHARACTER_BLOCKED);
}

static void step_just_low_enough_for_flat_feet(stage* s)
{
    box_hero(s);
    one_step(s, 0.4499f);
    stage_near(s, "y", stage_y(s), 0.4499 + GAP, 1e-4);
}

static void step_just_too_high_for_flat_feet(stage* s)
{
    box_hero(s);
    one_step(s, 0.4505f);
    stage_near(s, "y", stage_y(s), GAP, 1e-4);
}

static void step_without_room_above(stage* s)
{
    box_hero(s);
    stage_box(s, -20.0f, 2.0f, 20.0f, 3.0f);
    one_step(s, 0.3f);
    stage_near(s, "y", stage_y(s), GAP, 1e-4);
    stage_near(s, "x", stage_x(s), -0.3 - GAP, GAP);
}

static void step_with_just_room_above(stage* s)
{
    box_hero(s);
    stage_box(s, -20.0f, 2.15f, 20.0f, 3.0f);
    one_step(s, 0.3f);
    stage_near(s, "y", stage_y(s), 0.3 + GAP, 1e-4);
}

static void ledge_within_snap(stage* s)
{
    stage_box(s, -20.0f, -1.0f, 0.0f, 0.44f);
    stage_box(s, -20.0f, -1.0f, 20.0f, 0.0f);
    settle(s, -2.0f, 0.5f);
    wants(s, 3.0f, 0.0f);
    stage_true(s, "stays", stays_on_ground(s, 2.0f));
    stage_near(s, "y", stage_y(s), GAP, 1e-4);
}

static void ledge_beyond_snap(stage* s)
{
    box_hero(s);
    stage_box(s, -20.0f, -1.0f, 0.0f, 3.0f);
    stage_box(s, -20.0f, -1.0f, 40.0f, 0.0f);
    settle(s, -2.0f, 3.05f);
    wants(s, 5.0f, 0.0f);
    while (s->character.grounded && stage_x(s) < 2.0)
    {
        stage_call(s);
    }
    stage_near(s, "leaves at", stage_x(s), 0.3 + 0.5 * GAP, 5.0 / (double)s->rate + 5.0 * EVENT);
    stage_true(s, "tells", s->news & IMP2_CHARACTER_LEFT);
    stage_true(s, "lands", time_to_land(s, 2.0f) > 0.0);
    stage_near(s, "lands at", stage_x(s), 0.3 + 0.5 * GAP + 5.0 * sqrt(0.6), 5.0 / (double)s->rate + 5.0 * EVENT);
}

// Corners and gaps

static void wall_and_floor(stage* s)
{
    floor_at(s, 0.0f);
    stage_box(s, 1.0f, 0.0f, 2.0f, 5.0f);
    settle(s, 0.0f, 0.05f);
    wants(s, 5.0f, 0.0f);
    stage_true(s, "stays", stays_on_ground(s, 2.0f));
    stage_near(s, "x", stage_x(s), 0.7 - GAP, 1e-4);
    stage_near(s, "velocity", (double)s->character.velocity.x, 0.0, 1e-6);
}

static void pit_of_one_region(stage* s)
{
    const imp2_vec pit[8] = {{-3, -1}, {3, -1}, {3, 3}, {1, 3}, {1, 0}, {-1, 0}, {-1, 3}, {-3, 3}};
    stage_region(s, pit, 8);
    settle(s, 0.0f, 0.05f);
    wants(s, 5.0f, 0.0f);
    stage_run(s, 1.0f);
    stage_near(s, "right", stage_x(s), 0.7 - GAP, 1e-4);
    wants(s, -5.0f, 0.0f);
    stage_run(s, 1.0f);
    stage_near(s, "left", stage_x(s), -0.7 + GAP, 1e-4);
    stage_near(s, "y", stage_y(s), GAP, 1e-5);
}

static void ditch(stage* s, double degrees)
{
    float x = (float)(5.0 * cos(degrees * RADIANS)), y = (float)(5.0 * sin(degrees * RADIANS));
    const imp2_vec left[3] = {{-x, 0.0f}, {0.0f, 0.0f}, {-x, y}}, right[3] = {{0.0f, 0.0f}, {x, 0.0f}, {x, y}};
    stage_polygon(s, left, 3);
    stage_polygon(s, right, 3);
}

static void ditch_to_walk_through(stage* s)
{
    ditch(s, 40.0);
    settle(s, 0.0f, 0.5f);
    stage_near(s, "y", stage_y(s), (0.3 + GAP) / cos(40.0 * RADIANS) - 0.3, GAP);
    wants(s, 3.0f, 0.0f);
    stage_true(s, "stays", stays_on_ground(s, 1.0f));
    stage_near(s, "x", stage_x(s), 3.0 * cos(40.0 * RADIANS), 0.02);
}

static void ditch_too_steep(stage* s)
{
    ditch(s, 70.0);
    stage_put(s, 0.0f, 2.0f);
    stage_run(s, 2.0f);
    stage_true(s, "stands wedged", stays_on_ground(s, 1.0f));
    stage_near(s, "y", stage_y(s), (0.3 + GAP) / cos(70.0 * RADIANS) - 0.3, 3.0 * GAP);
    double y = stage_y(s);
    s->highest = (float)y;
    jump(s, 4.0f);
    stage_run(s, 0.5f);
    stage_near(s, "jumps", (double)s->highest, y + 0.8, 0.01);
}

static void hole_wide_enough(stage* s)
{
    stage_box(s, -20.0f, -1.0f, -0.308f, 0.0f);
    stage_box(s, 0.308f, -1.0f, 20.0f, 0.0f);
    stage_put(s, 0.0f, 0.5f);
    stage_run(s, 0.5f);
    stage_near(s, "y", stage_y(s), 0.5 - 1.25, 1e-4);
}

static void hole_too_narrow(stage* s)
{
    stage_box(s, -20.0f, -1.0f, -0.295f, 0.0f);
    stage_box(s, 0.295f, -1.0f, 20.0f, 0.0f);
    stage_put(s, 0.0f, 0.5f);
    stage_run(s, 2.0f);
    stage_near(s, "y", stage_y(s), sqrt((0.3 + GAP) * (0.3 + GAP) - 0.295 * 0.295) - 0.3, 2.0 * GAP);
    stage_true(s, "stands", s->character.grounded);
}

static void corridor_wide_enough(stage* s)
{
    floor_at(s, 0.0f);
    stage_box(s, 1.0f, 1.83f, 5.0f, 3.0f);
    settle(s, 0.0f, 0.05f);
    wants(s, 3.0f, 0.0f);
    stage_run(s, 2.0f);
    stage_near(s, "x", stage_x(s), 6.0, 1e-3);
}

static void corridor_too_low(stage* s)
{
    floor_at(s, 0.0f);
    stage_box(s, 1.0f, 1.79f, 5.0f, 3.0f);
    settle(s, 0.0f, 0.05f);
    wants(s, 3.0f, 0.0f);
    stage_run(s, 2.0f);
    stage_true(s, "is blocked", stage_x(s) < 1.0);
    stage_near(s, "y", stage_y(s), GAP, 1e-4);
}

// Jumps

static void jumps_as_high_as_it_should(stage* s)
{
    floor_at(s, 0.0f);
    settle(s, 0.0f, 0.05f);
    jump(s, 6.0f);
    stage_true(s, "tells", s->news & IMP2_CHARACTER_JUMPED);
    double time = time_to_land(s, 3.0f) + 1.0 / (double)s->rate;
    stage_near(s, "height", (double)s->highest, GAP + 1.8, 1e-3);
    stage_near(s, "time", time, 1.2, 1.01 / (double)s->rate);
}

static void jumps_as_far_as_it_should(stage* s)
{
    floor_at(s, 0.0f);
    settle(s, -10.0f, 0.05f);
    s->def.air_acceleration = 1e-6f;
    wants(s, 5.0f, 0.0f);
    stage_run(s, 1.0f);
    jump(s, 6.0f);
    stage_run(s, 1.0f - 1.0f / s->rate);
    stage_near(s, "x in the air", stage_x(s), 0.0, 1e-3);
    stage_near(s, "y in the air", stage_y(s), GAP + 1.0, 1e-3);
    stage_near(s, "speed", (double)s->character.velocity.y, -4.0, 1e-3);
}

static void jumps_against_a_ceiling(stage* s)
{
    floor_at(s, 0.0f);
    stage_box(s, -5.0f, 2.5f, 5.0f, 3.0f);
    settle(s, 0.0f, 0.05f);
    jump(s, 8.0f);
    double time = time_to_land(s, 3.0f) + 1.0 / (double)s->rate;
    stage_near(s, "height", (double)s->highest, 0.7 - GAP, GAP);
    stage_true(s, "tells", s->news & IMP2_CHARACTER_HEAD);
    stage_near(s, "time", time, 0.8 - sqrt(0.64 - 0.14) + sqrt(0.14), 2.0 * EVENT + 1.0 / (double)s->rate);
}

static void steers_in_the_air(stage* s)
{
    floor_at(s, 0.0f);
    s->def.air_acceleration = 4.0f;
    stage_put(s, 0.0f, 20.0f);
    wants(s, 8.0f, 0.0f);
    stage_run(s, 1.0f);
    stage_near(s, "x", stage_x(s), 2.0, 1e-4);
    stage_near(s, "y", stage_y(s), 15.0, 1e-4);
}

static void falls_along_a_wall(stage* s)
{
    stage_box(s, 1.0f, -50.0f, 2.0f, 50.0f);
    stage_put(s, 0.5f, 10.0f);
    wants(s, 5.0f, 0.0f);
    stage_run(s, 1.0f);
    stage_near(s, "x", stage_x(s), 0.7 - GAP, 1e-4);
    stage_near(s, "y", stage_y(s), 5.0, 1e-3);
}

static void jumps_from_a_lift(stage* s)
{
    int lift = stage_box(s, -2.0f, -1.0f, 2.0f, 0.0f);
    settle(s, 0.0f, 0.05f);
    s->obstacles[lift].velocity.y = 2.0f;
    stage_run(s, 0.5f);
    double y = stage_y(s);
    s->highest = (float)y;
    jump(s, 6.0f);
    stage_run(s, 0.9f);
    stage_near(s, "height", (double)s->highest - y, 3.2, 2e-3);
}

// Crouching

static void tunnel(stage* s)
{
    floor_at(s, 0.0f);
    stage_box(s, 1.0f, 1.3f, 5.0f, 3.0f);
    s->def.crouched = &s->small;
    settle(s, 0.0f, 0.05f);
}

static void crouches_through_a_tunnel(stage* s)
{
    tunnel(s);
    s->input.crouch = true;
    wants(s, 2.0f, 0.0f);
    stage_run(s, 1.5f);
    stage_near(s, "x", stage_x(s), 3.0, 1e-3);
    s->input.crouch = false;
    wants(s, 0.0f, 0.0f);
    stage_run(s, 0.5f);
    stage_true(s, "stays crouched", s->character.crouched);
    wants(s, 2.0f, 0.0f);
    stage_run(s, 2.0f);
    stage_near(s, "x", stage_x(s), 7.0, 1e-3);
    stage_true(s, "has risen", !s->character.crouched);
}

static void does_not_fit_into_a_tunnel(stage* s)
{
    tunnel(s);
    wants(s, 2.0f, 0.0f);
    stage_run(s, 2.0f);
    stage_true(s, "is blocked", stage_x(s) < 1.0 && stage_x(s) > 0.6);
}

// What moves

static void lift(stage* s, float speed)
{
    int number = stage_box(s, -2.0f, -1.0f, 2.0f, 0.0f);
    settle(s, 0.5f, 0.05f);
    s->obstacles[number].velocity.y = speed;
}

static void lift_up(stage* s)
{
    lift(s, 2.0f);
    stage_true(s, "stays", stays_on_ground(s, 3.0f));
    stage_near(s, "y", stage_y(s), 6.0 + GAP, 1e-4);
    stage_near(s, "velocity", (double)s->character.velocity.y, 2.0, 1e-5);
}

static void lift_up_fast(stage* s)
{
    lift(s, 30.0f);
    stage_true(s, "stays", stays_on_ground(s, 1.0f));
    stage_near(s, "y", stage_y(s), 30.0 + GAP, 1e-3);
}

static void lift_down(stage* s)
{
    lift(s, -2.0f);
    stage_true(s, "stays", stays_on_ground(s, 3.0f));
    stage_near(s, "y", stage_y(s), -6.0 + GAP, 1e-4);
}

static void lift_down_too_fast(stage* s)
{
    lift(s, -20.0f);
    stage_run(s, 0.5f);
    stage_near(s, "y", stage_y(s), -1.25 + GAP, 1e-3);
    stage_true(s, "is in the air", !s->character.grounded);
}

static void lift_that_turns_back(stage* s)
{
    lift(s, 1.0f);
    bool stays = stays_on_ground(s, 2.0f);
    s->obstacles[0].velocity.y = -1.0f;
    stays = stays_on_ground(s, 1.0f) && stays;
    stage_true(s, "stays", stays);
    stage_near(s, "y", stage_y(s), 1.0 + GAP, 1e-4);
}

static void lift_that_stops_throws(stage* s)
{
    lift(s, 8.0f);
    stage_run(s, 1.0f);
    double y = stage_y(s);
    s->obstacles[0].velocity.y = 0.0f;
    stage_run(s, 1.0f);
    stage_near(s, "height", (double)s->highest, y + 3.2, 2e-3);
    stage_true(s, "lands again", time_to_land(s, 2.0f) > 0.0);
    stage_near(s, "y", stage_y(s), y, 1e-3);
}

static void ferry(stage* s)
{
    lift(s, 0.0f);
    s->obstacles[0].velocity.x = 3.0f;
    stage_true(s, "stays", stays_on_ground(s, 2.0f));
    stage_near(s, "x", stage_x(s), 6.5, 1e-4);
    wants(s, -3.0f, 0.0f);
    stage_run(s, 0.5f);
    stage_near(s, "x of who walks back", stage_x(s), 6.5, 1e-3);
}

static void ferry_passes_a_wall(stage* s)
{
    stage_box(s, -2.0f, -1.0f, 2.0f, 0.0f);
    stage_box(s, 1.5f, 0.1f, 2.0f, 5.0f);
    settle(s, 0.5f, 0.05f);
    s->obstacles[0].velocity.x = 2.0f;
    stage_run(s, 1.0f);
    stage_near(s, "x", stage_x(s), 1.2 - GAP, GAP);
    stage_near(s, "y", stage_y(s), GAP, 1e-3);
}

static void turntable(stage* s)
{
    int beam = stage_box(s, -5.0f, -0.1f, 5.0f, 0.1f);
    settle(s, 2.0f, 0.15f);
    s->obstacles[beam].spin = 0.5f;
    stage_true(s, "stays", stays_on_ground(s, 1.0f));
    // Along the beam its feet, which do not turn, roll.
    double along = 2.0 + 0.5 * (0.3 + GAP), above = 0.1 + 0.3 + GAP, c = cos(0.5), n = sin(0.5);
    stage_near(s, "x", stage_x(s), along * c - above * n, 0.005);
    stage_near(s, "y", stage_y(s), along * n + above * c - 0.3, 0.005);
}

static void belt(stage* s)
{
    floor_at(s, 0.0f);
    s->obstacles[0].belt = 2.0f;
    settle(s, 0.0f, 0.05f);
    double x = stage_x(s);
    stage_run(s, 2.0f);
    stage_near(s, "x", stage_x(s), x - 4.0, 1e-3);
    wants(s, 2.0f, 0.0f);
    stage_run(s, 2.0f);
    stage_near(s, "x against it", stage_x(s), x - 4.0, 1e-3);
}

static void wall_that_pushes(stage* s)
{
    floor_at(s, 0.0f);
    int wall = stage_box(s, -3.0f, 0.1f, -2.0f, 3.0f);
    settle(s, 0.0f, 0.05f);
    s->obstacles[wall].velocity.x = 2.0f;
    stage_run(s, 2.0f);
    stage_near(s, "x", stage_x(s), 2.3 + GAP, GAP);
    stage_true(s, "tells", s->news & IMP2_CHARACTER_PUSHED);
    stage_near(s, "y", stage_y(s), GAP, 1e-4);
}

static void thin_fast_wall_that_pushes(stage* s)
{
    floor_at(s, 0.0f);
    int wall = stage_box(s, -3.0f, 0.1f, -2.99f, 3.0f);
    settle(s, 0.0f, 0.05f);
    s->obstacles[wall].velocity.x = 40.0f;
    stage_run(s, 0.5f);
    stage_near(s, "x", stage_x(s), 17.31 + GAP, GAP);
}

static void wall_that_hits_in_the_air(stage* s)
{
    int wall = stage_box(s, -3.0f, -50.0f, -2.0f, 50.0f);
    s->obstacles[wall].velocity.x = 4.0f;
    s->def.air_acceleration = 1e-6f;
    stage_put(s, 0.0f, 10.0f);
    stage_run(s, 1.0f);
    stage_near(s, "x", stage_x(s), 2.3 + GAP, GAP);
    stage_near(s, "y", stage_y(s), 5.0, 1e-3);
}

static void squeezed_between_walls(stage* s)
{
    floor_at(s, 0.0f);
    stage_box(s, 1.0f, 0.0f, 1.1f, 3.0f);
    int wall = stage_box(s, -3.0f, 0.1f, -2.0f, 3.0f);
    settle(s, 0.0f, 0.05f);
    s->obstacles[wall].velocity.x = 2.0f;
    stage_run(s, 1.0f);
    stage_true(s, "not yet", !(s->news & IMP2_CHARACTER_SQUEEZED));
    stage_run(s, 0.5f);
    stage_true(s, "tells", s->news & IMP2_CHARACTER_SQUEEZED);
    stage_true(s, "tells how deep", s->character.inside > 0.05f);
    stage_true(s, "stays before the wall", stage_x(s) < 0.7 + 1e-4);
    stage_true(s, "stays above the floor", stage_y(s) > -1e-4);
    s->obstacles[wall].velocity.x = -2.0f;
    stage_run(s, 1.0f);
    stage_true(s, "is free again", !(s->character.news & IMP2_CHARACTER_SQUEEZED));
    stage_true(s, "and where it was", stage_x(s) < 0.7 && stage_y(s) > 0.0);
}

static void squeezed_below_a_ceiling(stage* s)
{
    stage_box(s, -2.0f, -1.0f, 2.0f, 0.0f);
    stage_box(s, -5.0f, 2.5f, 5.0f, 2.6f);
    settle(s, 0.5f, 0.05f);
    s->obstacles[0].velocity.y = 1.0f;
    stage_run(s, 0.5f);
    stage_true(s, "not yet", !(s->news & IMP2_CHARACTER_SQUEEZED));
    stage_run(s, 1.0f);
    stage_true(s, "tells", s->news & IMP2_CHARACTER_SQUEEZED);
    stage_true(s, "stays below the ceiling", stage_y(s) + 1.8 < 2.5 + 1e-4);
}

// One-way

static int platform(stage* s, float y)
{
    int number = stage_box(s, -3.0f, y - 0.2f, 3.0f, y);
    s->obstacles[number].one_way = (imp2_vec){0.0f, 1.0f};
    return number;
}

static void one_way_from_below(stage* s)
{
    floor_at(s, 0.0f);
    platform(s, 2.0f);
    settle(s, 0.0f, 0.05f);
    jump(s, 8.0f);
    stage_run(s, 2.0f);
    stage_near(s, "height", (double)s->highest, 3.2 + GAP, 2e-3);
    stage_near(s, "y", stage_y(s), 2.0 + GAP, 1e-4);
    stage_true(s, "stands", s->character.grounded);
}

static void one_way_not_reached(stage* s)
{
    floor_at(s, 0.0f);
    platform(s, 2.0f);
    settle(s, 0.0f, 0.05f);
    jump(s, 6.0f);
    stage_run(s, 2.0f);
    stage_near(s, "height", (double)s->highest, 1.8 + GAP, 2e-3);
    stage_near(s, "y", stage_y(s), GAP, 1e-4);
}

static void one_way_from_the_side(stage* s)
{
    floor_at(s, 0.0f);
    platform(s, 1.0f);
    settle(s, -6.0f, 0.05f);
    wants(s, 4.0f, 0.0f);
    stage_run(s, 3.0f);
    stage_near(s, "x", stage_x(s), 6.0, 1e-3);
    stage_near(s, "y", stage_y(s), GAP, 1e-4);
}

static void one_way_dropped_through(stage* s)
{
    floor_at(s, -5.0f);
    platform(s, 0.0f);
    platform(s, -2.5f);
    settle(s, 0.0f, 0.05f);
    s->input.drop = true;
    stage_call(s);
    s->input.drop = false;
    stage_run(s, 1.5f);
    stage_near(s, "y", stage_y(s), -2.5 + GAP, 1e-4);
    stage_true(s, "stands on the next", s->character.grounded);
}

static void one_way_tiles_dropped_through(stage* s)
{
    floor_at(s, -5.0f);
    for (int i = 0; i < 6; i++)
    {
        int tile = stage_box(s, 0.5f * (float)(i - 3), -0.3f, 0.5f * (float)(i - 2), 0.0f);
        s->obstacles[tile].one_way.y = 1.0f;
    }
    settle(s, 0.0f, 0.05f);
    s->input.drop = true;
    stage_call(s);
    s->input.drop = false;
    stage_run(s, 2.0f);
    stage_near(s, "y", stage_y(s), -5.0 + GAP, 1e-4);
}

static void one_way_lift(stage* s)
{
    floor_at(s, 0.0f);
    int number = platform(s, -3.0f);
    s->obstacles[number].velocity.y = 2.0f;
    settle(s, 0.0f, 0.05f);
    stage_run(s, 2.0f);
    stage_near(s, "y", stage_y(s), 2.0 + GAP, 5e-3);
    stage_true(s, "rides", s->character.grounded);
}

static void one_way_chain(stage* s)
{
    const imp2_vec line[4] = {{-3, 2}, {-1, 2}, {1, 2}, {3, 2}};
    floor_at(s, 0.0f);
    s->obstacles[stage_chain(s, line, 4)].one_way.y = 1.0f;
    settle(s, 0.0f, 0.05f);
    jump(s, 8.0f);
    stage_run(s, 2.0f);
    stage_near(s, "y", stage_y(s), 2.0 + GAP, 1e-4);
}

// Joints

static void rolls_over_joints(stage* s, const char* what, double deviation)
{
    settle(s, 2.0f, 0.05f);
    wants(s, 16.0f, 0.0f);
    double x = stage_x(s), worst = 0.0;
    bool stays = true;
    for (int i = 0; i < (int)(6.0f * s->rate); i++)
    {
        stage_call(s);
        double off = fabs(stage_y(s) - GAP);
        worst = off > worst ? off : worst;
        stays = stays && s->character.grounded;
    }
    stage_true(s, what, stays);
    stage_near(s, "way", stage_x(s), x + 96.0, 96.0 * 1e-3);
    stage_near(s, "height", worst, 0.0, deviation);
    stage_true(s, "no wall", !(s->news & (IMP2_CHARACTER_BLOCKED | IMP2_CHARACTER_STEPPED)));
}

static void thousand_tiles(stage* s)
{
    for (int i = 0; i < 1000; i++)
    {
        stage_box(s, 0.1f * (float)i, -0.1f, 0.1f * (float)(i + 1), 0.0f);
    }
    rolls_over_joints(s, "tiles", 1e-4);
}

static void thousand_tiles_not_quite_flush(stage* s)
{
    for (int i = 0; i < 1000; i++)
    {
        stage_box(s, 0.1f * (float)i, -0.1f, 0.1f * (float)(i + 1) - 0.00125f, i % 3 == 1 ? 0.00125f : 0.0f);
    }
    rolls_over_joints(s, "tiles", 0.00126);
}

static void thousand_joints_of_a_chain(stage* s)
{
    static imp2_vec points[1001];
    for (int i = 0; i < 1001; i++)
    {
        points[i] = (imp2_vec){0.1f * (float)i, 0.0f};
    }
    stage_chain(s, points, 1001);
    rolls_over_joints(s, "chain", 1e-4);
}

static void walls_on_the_floor_below(stage* s)
{
    // T-junctions: other tiles end below the joints.
    for (int i = 0; i < 500; i++)
    {
        stage_box(s, 0.2f * (float)i, -0.2f, 0.2f * (float)(i + 1), 0.0f);
        stage_box(s, 0.2f * (float)i + 0.05f, -0.4f, 0.2f * (float)i + 0.15f, 0.0f);
    }
    rolls_over_joints(s, "junctions", 1e-4);
}

static void flat_feet_over_tiles(stage* s)
{
    box_hero(s);
    thousand_tiles_not_quite_flush(s);
}

static void falls_along_a_wall_of_tiles(stage* s)
{
    for (int i = 0; i < 100; i++)
    {
        stage_box(s, 1.0f, -0.5f * (float)(i + 1), 1.5f, -0.5f * (float)i);
    }
    stage_put(s, 0.5f, -2.0f);
    wants(s, 5.0f, 0.0f);
    stage_run(s, 2.0f);
    stage_near(s, "y", stage_y(s), -22.0, 22.0 * 1e-3);
}

// Ladders and water

static void on_ladder(void* user, const imp2_character* c, imp2_character_input* input)
{
    (void)user;
    input->climb = c->position.x > 1.0f && c->position.x < 2.0f;
}

static void ladder(stage* s)
{
    floor_at(s, 0.0f);
    s->hooks.enter = on_ladder;
    settle(s, 0.0f, 0.05f);
    wants(s, 3.0f, 0.0f);
    stage_run(s, 0.5f);
    wants(s, 0.0f, 2.0f);
    stage_run(s, 1.5f);
    stage_near(s, "y", stage_y(s), 3.0 + GAP, 2.0 / (double)s->rate);
    wants(s, 0.0f, 0.0f);
    double y = stage_y(s);
    stage_run(s, 1.0f);
    stage_near(s, "holds on", stage_y(s), y, 1e-6);
    wants(s, 0.0f, -2.0f);
    stage_run(s, 3.0f);
    stage_near(s, "down again", stage_y(s), GAP, 1e-4);
}

static void sinks_in_water(stage* s)
{
    floor_at(s, -50.0f);
    s->input.drag = 2.0f;
    stage_put(s, 0.0f, 0.0f);
    stage_run(s, 2.0f);
    stage_near(s, "y", stage_y(s), -5.0 * 2.0 + 2.5 * (1.0 - exp(-4.0)), 1e-4);
    stage_near(s, "speed", (double)s->character.velocity.y, -5.0 * (1.0 - exp(-4.0)), 1e-4);
}

static void floats_in_water(stage* s)
{
    floor_at(s, -50.0f);
    s->input.drag = 3.0f;
    s->input.lift = 10.0f;
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
    wants(s, 4.0f, 3.0f);
    stage_run(s, 2.0f);
    stage_near(s, "x", stage_x(s), 2.7 - GAP, GAP);
    stage_near(s, "y", stage_y(s), 6.0, 1e-3);
}

// Where it should not be

static void put_into_the_floor(stage* s)
{
    floor_at(s, 0.0f);
    stage_put(s, 0.0f, -0.2f);
    stage_run(s, 0.5f);
    stage_near(s, "y", stage_y(s), GAP, 1e-4);
    stage_near(s, "x", stage_x(s), 0.0, 1e-5);
    stage_true(s, "stands", s->character.grounded);
}

static void put_into_a_wall(stage* s)
{
    floor_at(s, 0.0f);
    stage_box(s, 0.0f, -1.0f, 3.0f, 4.0f);
    stage_put(s, -0.1f, 0.1f);
    stage_run(s, 0.5f);
    stage_near(s, "x", stage_x(s), -0.3 - GAP, GAP);
    stage_near(s, "y", stage_y(s), GAP, 1e-4);
}

static void put_deep_into_rock(stage* s)
{
    stage_box(s, -100.0f, -100.0f, 100.0f, 100.0f);
    stage_put(s, 0.0f, 0.0f);
    wants(s, 5.0f, 0.0f);
    stage_call(s);
    stage_true(s, "tells", s->news & IMP2_CHARACTER_SQUEEZED);
    stage_true(s, "tells how deep", s->character.inside > 90.0f);
    stage_run(s, 0.5f);
}

static void ten_kilometres_a_second(stage* s)
{
    stage_box(s, 50.0f, -9.0f, 50.001f, 9.0f);
    s->def.gravity = 0.0f;
    s->def.air_acceleration = 1.0f;
    stage_put(s, 0.0f, 0.0f);
    s->character.velocity.x = 10000.0f;
    wants(s, 10000.0f, 0.0f);
    stage_run(s, 1.0f);
    stage_near(s, "x", stage_x(s), 49.7 - GAP, GAP);
}

static void ten_kilometres_a_second_downwards(stage* s)
{
    const imp2_vec line[3] = {{-9, -30}, {1, -30}, {9, -30}};
    stage_chain(s, line, 3);
    stage_put(s, 0.0f, 0.0f);
    s->character.velocity.y = -10000.0f;
    stage_run(s, 0.5f);
    stage_near(s, "y", stage_y(s), -30.0 + GAP, 1e-3);
}

static void no_time_at_all(stage* s)
{
    floor_at(s, 0.0f);
    settle(s, 0.0f, 0.05f);
    imp2_character before = s->character;
    const imp2_surroundings around = {s->obstacles, s->count, NULL, NULL};
    wants(s, 5.0f, 0.0f);
    assert_int_equal(imp2_character_move(&s->character, &s->def, &s->input, &around, 0.0f, NULL), IMP_OK);
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
    wants(s, 4.0f * k, 0.0f);
    stage_run(s, 1.0f);
    jump(s, 4.0f * k);
    stage_run(s, 4.0f);
    *x = stage_x(s);
    *y = stage_y(s);
}

static void same_as_course(stage* s)
{
    double x, y, expected_x, expected_y;
    stage* plain = stage_new("plain course", s->way, s->rate);
    plain->offset.x = s->offset.x > 0.0f ? 1.0f : 0.0f;
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
    s->offset = (imp2_vec){65536.0f, -32768.0f};
    same_as_course(s);
}

typedef struct situation
{
    const char* name;
    void (*play)(stage* s);
    bool longer;  // played with an index at all rates, and in a world at one
} situation;

#define SITUATION(name)                                                                                                \
    {                                                                                                                  \
#name, name, false                                                                                             \
    }
#define LONGER(name)                                                                                                   \
    {                                                                                                                  \
#name, name, true                                                                                              \
    }

static const situation situations[] = {
    LONGER(stands_still_for_a_minute),
    LONGER(stands_still_on_a_slope),
    SITUATION(walks_on_a_floor),
    SITUATION(gathers_speed),
    SITUATION(walks_up_a_slope),
    SITUATION(walks_down_a_slope),
    SITUATION(slope_just_below_the_limit),
    SITUATION(slope_just_above_the_limit),
    SITUATION(slides_down_what_is_too_steep),
    SITUATION(does_not_climb_what_is_too_steep),
    SITUATION(stairs_up),
    SITUATION(stairs_up_with_flat_feet),
    SITUATION(stairs_down),
    SITUATION(stops_on_stairs),
    SITUATION(step_just_low_enough),
    SITUATION(step_just_too_high),
    SITUATION(step_just_low_enough_for_flat_feet),
    SITUATION(step_just_too_high_for_flat_feet),
    SITUATION(step_without_room_above),
    SITUATION(step_with_just_room_above),
    SITUATION(ledge_within_snap),
    SITUATION(ledge_beyond_snap),
    SITUATION(wall_and_floor),
    SITUATION(pit_of_one_region),
    SITUATION(ditch_to_walk_through),
    SITUATION(ditch_too_steep),
    SITUATION(hole_wide_enough),
    SITUATION(hole_too_narrow),
    SITUATION(corridor_wide_enough),
    SITUATION(corridor_too_low),
    SITUATION(jumps_as_high_as_it_should),
    SITUATION(jumps_as_far_as_it_should),
    SITUATION(jumps_against_a_ceiling),
    SITUATION(steers_in_the_air),
    SITUATION(falls_along_a_wall),
    SITUATION(jumps_from_a_lift),
    SITUATION(crouches_through_a_tunnel),
    SITUATION(does_not_fit_into_a_tunnel),
    SITUATION(lift_up),
    SITUATION(lift_up_fast),
    SITUATION(lift_down),
    SITUATION(lift_down_too_fast),
    SITUATION(lift_that_turns_back),
    SITUATION(lift_that_stops_throws),
    SITUATION(ferry),
    SITUATION(ferry_passes_a_wall),
    SITUATION(turntable),
    SITUATION(belt),
    SITUATION(wall_that_pushes),
    SITUATION(thin_fast_wall_that_pushes),
    SITUATION(wall_that_hits_in_the_air),
    SITUATION(squeezed_between_walls),
    SITUATION(squeezed_below_a_ceiling),
    SITUATION(one_way_from_below),
    SITUATION(one_way_not_reached),
    SITUATION(one_way_from_the_side),
    SITUATION(one_way_dropped_through),
    SITUATION(one_way_tiles_dropped_through),
    SITUATION(one_way_lift),
    SITUATION(one_way_chain),
    LONGER(thousand_tiles),
    LONGER(thousand_tiles_not_quite_flush),
    LONGER(thousand_joints_of_a_chain),
    LONGER(walls_on_the_floor_below),
    LONGER(flat_feet_over_tiles),
    SITUATION(falls_along_a_wall_of_tiles),
    SITUATION(ladder),
    SITUATION(sinks_in_water),
    SITUATION(floats_in_water),
    SITUATION(flies),
    SITUATION(put_into_the_floor),
    SITUATION(put_into_a_wall),
    SITUATION(put_deep_into_rock),
    SITUATION(ten_kilometres_a_second),
    SITUATION(ten_kilometres_a_second_downwards),
    SITUATION(no_time_at_all),
    SITUATION(course_of_a_giant),
    SITUATION(course_of_a_mite),
    SITUATION(course_far_away),
};

static void all_situations(void** state)
{
    (void)state;
    static const float rates[3] = {30.0f, 60.0f, 144.0f};
    const char* only = getenv("SITUATION");
    int wrong = 0, played = 0;
    for (size_t i = 0; i < sizeof situations / sizeof *situations; i++)
    {
        for (int k = 0; k < 9 && (!only || !strcmp(only, situations[i].name)); k++)
        {
            int way = k / 3;
            if (situations[i].longer && (way == STAGE_LIST || (way == STAGE_WORLD && k % 3 != 1)))
            {
                continue;
            }
            stage* s = stage_new(situations[i].name, way, rates[k % 3]);
            situations[i].play(s);
            wrong += s->failed;
            stage_free(s);
            played++;
        }
    }
    test_report("character2: situations", (uint64_t)played);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_situations)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
