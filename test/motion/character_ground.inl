// SPDX-License-Identifier: MIT
//
// The conformance suite of characters, on the ground: slopes, steps, corners, gaps, joints. stage_interface.inl says how it is played.

#ifndef AXES
#include "motion/stage2.h"
#endif

#include <math.h>
#include <stdlib.h>

// A floor to x = 0, and from there a slope up.
static void floor_and_slope(stage* s, double degrees)
{
    float x = (float)(20.0 * cos(degrees * STAGE_RADIANS)), y = (float)(20.0 * sin(degrees * STAGE_RADIANS));
    const imp2_vec slope[3] = {{0.0f, 0.0f}, {x, 0.0f}, {x, y}};
    stage_box(s, -50.0f, -1.0f, 0.0f, 0.0f);
    stage_polygon(s, slope, 3);
}

// One slope through the origin, downwards to the right when degrees are above 0.
static void slope_alone(stage* s, double degrees)
{
    float x = (float)(40.0 * cos(degrees * STAGE_RADIANS)), y = (float)(40.0 * sin(degrees * STAGE_RADIANS));
    const imp2_vec slope[4] = {{-x, y}, {-x, -50.0f}, {x, -50.0f}, {x, -y}};
    stage_polygon(s, slope, 4);
}

// Where the feet are when the hero touches, but for the gap, a slope through the origin above x.
static double feet_on_slope(double degrees, double x)
{
    return (0.3 + STAGE_GAP) / cos(degrees * STAGE_RADIANS) - 0.3 - x * tan(degrees * STAGE_RADIANS);
}

// Standing and walking

static void stands_still_for_a_minute(stage* s)
{
    stage_floor_at(s, 0.0f);
    stage_settle(s, 0.0f, 0.05f);
    float y = s->character.position.y;
    stage_true(s, "stays", stage_stays_on_ground(s, 60.0f));
    stage_near(s, "x", stage_x(s), 0.0, 0.0);
    stage_near(s, "y", stage_y(s), (double)y, 1e-6);
    stage_near(s, "gap", stage_y(s), STAGE_GAP, 1e-5);
}

static void stands_still_on_a_slope(stage* s)
{
    slope_alone(s, 40.0);
    stage_settle(s, 1.0f, -0.5f);
    double x = stage_x(s);
    stage_true(s, "stays", stage_stays_on_ground(s, 20.0f));
    stage_near(s, "x", stage_x(s), x, 1e-6);
    stage_near(s, "y", stage_y(s), feet_on_slope(40.0, x), 1e-4);
}

static void walks_on_a_floor(stage* s)
{
    stage_floor_at(s, 0.0f);
    stage_settle(s, -10.0f, 0.05f);
    stage_wants(s, 5.0f, 0.0f);
    stage_run(s, 4.0f);
    stage_near(s, "x", stage_x(s), 10.0, 1e-4);
    stage_near(s, "y", stage_y(s), STAGE_GAP, 1e-5);
    stage_near(s, "velocity", (double)s->character.velocity.x, 5.0, 1e-6);
}

static void gathers_speed(stage* s)
{
    stage_floor_at(s, 0.0f);
    s->def.acceleration = 10.0f;
    stage_settle(s, 0.0f, 0.05f);
    stage_wants(s, 5.0f, 0.0f);
    stage_run(s, 1.0f);
    stage_near(s, "x", stage_x(s), 5.0 - 5.0 * 5.0 / 20.0, 1e-4);
    stage_wants(s, 0.0f, 0.0f);
    stage_run(s, 1.0f);
    stage_near(s, "x after stopping", stage_x(s), 5.0, 1e-4);
    stage_near(s, "velocity", (double)s->character.velocity.x, 0.0, 1e-6);
}

static void walks_up_a_slope(stage* s)
{
    slope_alone(s, -30.0);
    stage_settle(s, 0.0f, 0.1f);
    double x = stage_x(s);
    stage_wants(s, 3.0f, 0.0f);
    stage_true(s, "stays", stage_stays_on_ground(s, 2.0f));
    stage_near(s, "x", stage_x(s), x + 6.0 * cos(30.0 * STAGE_RADIANS), 1e-3);
    stage_near(s, "y", stage_y(s), feet_on_slope(-30.0, stage_x(s)), 1e-3);
}

static void walks_down_a_slope(stage* s)
{
    slope_alone(s, 30.0);
    stage_settle(s, 0.0f, 0.1f);
    double x = stage_x(s);
    stage_wants(s, 5.0f, 0.0f);
    stage_true(s, "stays", stage_stays_on_ground(s, 2.0f));
    stage_near(s, "x", stage_x(s), x + 10.0 * cos(30.0 * STAGE_RADIANS), 1e-3);
}

static void slope_just_below_the_limit(stage* s)
{
    floor_and_slope(s, 49.9);
    stage_settle(s, -2.0f, 0.05f);
    stage_wants(s, 3.0f, 0.0f);
    stage_true(s, "stays", stage_stays_on_ground(s, 3.0f));
    // 2 m, less what the round feet reach ahead, then along the slope.
    double reach = (0.3 + STAGE_GAP) * tan(0.5 * 49.9 * STAGE_RADIANS), up = 9.0 - (2.0 - reach);
    stage_near(s, "x", stage_x(s), -reach + up * cos(49.9 * STAGE_RADIANS), 0.02);
    stage_near(s, "y", stage_y(s), STAGE_GAP + up * sin(49.9 * STAGE_RADIANS), 0.02);
}

static void slope_just_above_the_limit(stage* s)
{
    floor_and_slope(s, 50.1);
    stage_settle(s, -2.0f, 0.05f);
    stage_wants(s, 3.0f, 0.0f);
    stage_true(s, "stays", stage_stays_on_ground(s, 3.0f));
    stage_near(s, "x", stage_x(s), -(0.3 + STAGE_GAP) * tan(0.5 * 50.1 * STAGE_RADIANS), STAGE_GAP);
    stage_near(s, "y", stage_y(s), STAGE_GAP, 1e-4);
    stage_true(s, "is blocked", s->news & DIM(CHARACTER_BLOCKED));
}

static void slides_down_what_is_too_steep(stage* s)
{
    slope_alone(s, 60.0);
    double sine = sin(60.0 * STAGE_RADIANS), y = feet_on_slope(60.0, 0.0);
    stage_put(s, 0.0f, (float)y);
    stage_run(s, 1.0f);
    stage_near(s, "x", stage_x(s), 5.0 * sine * cos(60.0 * STAGE_RADIANS), 0.02);
    stage_near(s, "y", stage_y(s), y - 5.0 * sine * sine, 0.03);
    stage_near(s, "speed", hypot((double)s->character.velocity.x, (double)s->character.velocity.y), 10.0 * sine, 0.02);
    stage_true(s, "slides", s->character.sliding);
}

static void does_not_climb_what_is_too_steep(stage* s)
{
    slope_alone(s, -60.0);
    stage_put(s, 0.0f, (float)feet_on_slope(-60.0, 0.0));
    stage_wants(s, 5.0f, 0.0f);
    stage_run(s, 1.0f);
    // The first call throws it at the slope with 5 m/s, of which 2.5 go up along it.
    double most = 2.5 * 2.5 / (2.0 * 10.0 * sin(60.0 * STAGE_RADIANS)) * sin(60.0 * STAGE_RADIANS);
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
    stage_settle(s, -2.0f, 0.05f);
    stage_wants(s, 3.0f, 0.0f);
    stage_true(s, "stays", stage_stays_on_ground(s, 3.0f));
    stage_near(s, "y", stage_y(s), 2.0 + STAGE_GAP, 1e-4);
    stage_true(s, "gets on", stage_x(s) > 4.0 && stage_x(s) < 7.0 + 10.0 * 2.0 * STAGE_GAP);
    stage_true(s, "steps", s->news & DIM(CHARACTER_STEPPED));
}

static void stairs_up_with_flat_feet(stage* s)
{
    stage_box_hero(s);
    stairs(s, 0.2f);
    stage_settle(s, -2.0f, 0.05f);
    stage_wants(s, 3.0f, 0.0f);
    stage_true(s, "stays", stage_stays_on_ground(s, 3.0f));
    stage_near(s, "x", stage_x(s), 7.0, 10.0 * 2.0 * STAGE_GAP);
    stage_near(s, "y", stage_y(s), 2.0 + STAGE_GAP, 1e-4);
}

static void stairs_down(stage* s)
{
    stairs(s, 0.2f);
    stage_settle(s, 5.0f, 2.05f);
    stage_wants(s, -3.0f, 0.0f);
    stage_true(s, "stays", stage_stays_on_ground(s, 3.0f));
    stage_near(s, "y", stage_y(s), STAGE_GAP, 1e-4);
    stage_near(s, "x", stage_x(s), -4.0, 0.7);
}

static void stops_on_stairs(stage* s)
{
    stairs(s, 0.2f);
    stage_settle(s, -1.0f, 0.05f);
    stage_wants(s, 3.0f, 0.0f);
    stage_run(s, 0.7f);
    stage_wants(s, 0.0f, 0.0f);
    stage_run(s, 0.1f);
    double x = stage_x(s), y = stage_y(s);
    stage_true(s, "stays", stage_stays_on_ground(s, 5.0f));
    stage_near(s, "x", stage_x(s), x, 1e-5);
    stage_near(s, "y", stage_y(s), y, 1e-5);
}

static void one_step(stage* s, float height)
{
    stage_box(s, -20.0f, -1.0f, 0.0f, 0.0f);
    stage_box(s, 0.0f, -1.0f, 20.0f, height);
    stage_settle(s, -2.0f, 0.05f);
    stage_wants(s, 3.0f, 0.0f);
    stage_run(s, 2.0f);
}

static void step_just_low_enough(stage* s)
{
    one_step(s, 0.4499f);
    stage_near(s, "y", stage_y(s), 0.4499 + STAGE_GAP, 1e-4);
    stage_near(s, "x", stage_x(s), 4.0, 2.0 * STAGE_GAP);
}

static void step_just_too_high(stage* s)
{
    one_step(s, 0.4505f);
    stage_near(s, "y", stage_y(s), STAGE_GAP, 1e-4);
    stage_near(s, "x", stage_x(s), -0.3 - STAGE_GAP, STAGE_GAP);
    stage_true(s, "is blocked", s->news & DIM(CHARACTER_BLOCKED));
}

static void step_just_low_enough_for_flat_feet(stage* s)
{
    stage_box_hero(s);
    one_step(s, 0.4499f);
    stage_near(s, "y", stage_y(s), 0.4499 + STAGE_GAP, 1e-4);
}

static void step_just_too_high_for_flat_feet(stage* s)
{
    stage_box_hero(s);
    one_step(s, 0.4505f);
    stage_near(s, "y", stage_y(s), STAGE_GAP, 1e-4);
}

static void step_without_room_above(stage* s)
{
    stage_box_hero(s);
    stage_box(s, -20.0f, 2.0f, 20.0f, 3.0f);
    one_step(s, 0.3f);
    stage_near(s, "y", stage_y(s), STAGE_GAP, 1e-4);
    stage_near(s, "x", stage_x(s), -0.3 - STAGE_GAP, STAGE_GAP);
}

static void step_with_just_room_above(stage* s)
{
    stage_box_hero(s);
    stage_box(s, -20.0f, 2.15f, 20.0f, 3.0f);
    one_step(s, 0.3f);
    stage_near(s, "y", stage_y(s), 0.3 + STAGE_GAP, 1e-4);
}

static void ledge_within_snap(stage* s)
{
    stage_box(s, -20.0f, -1.0f, 0.0f, 0.44f);
    stage_box(s, -20.0f, -1.0f, 20.0f, 0.0f);
    stage_settle(s, -2.0f, 0.5f);
    stage_wants(s, 3.0f, 0.0f);
    stage_true(s, "stays", stage_stays_on_ground(s, 2.0f));
    stage_near(s, "y", stage_y(s), STAGE_GAP, 1e-4);
}

static void ledge_beyond_snap(stage* s)
{
    stage_box_hero(s);
    stage_box(s, -20.0f, -1.0f, 0.0f, 3.0f);
    stage_box(s, -20.0f, -1.0f, 40.0f, 0.0f);
    stage_settle(s, -2.0f, 3.05f);
    stage_wants(s, 5.0f, 0.0f);
    while (s->character.grounded && stage_x(s) < 2.0)
    {
        stage_call(s);
    }
    stage_near(s, "leaves at", stage_x(s), 0.3 + 0.5 * STAGE_GAP, 5.0 / (double)s->rate + 5.0 * STAGE_EVENT);
    stage_true(s, "tells", s->news & DIM(CHARACTER_LEFT));
    stage_true(s, "lands", stage_time_to_land(s, 2.0f) > 0.0);
    stage_near(s, "lands at", stage_x(s), 0.3 + 0.5 * STAGE_GAP + 5.0 * sqrt(0.6),
               5.0 / (double)s->rate + 5.0 * STAGE_EVENT);
}

// Corners and gaps

static void wall_and_floor(stage* s)
{
    stage_floor_at(s, 0.0f);
    stage_box(s, 1.0f, 0.0f, 2.0f, 5.0f);
    stage_settle(s, 0.0f, 0.05f);
    stage_wants(s, 5.0f, 0.0f);
    stage_true(s, "stays", stage_stays_on_ground(s, 2.0f));
    stage_near(s, "x", stage_x(s), 0.7 - STAGE_GAP, 1e-4);
    stage_near(s, "velocity", (double)s->character.velocity.x, 0.0, 1e-6);
}

static void pit_of_one_region(stage* s)
{
    const imp2_vec pit[8] = {{-3, -1}, {3, -1}, {3, 3}, {1, 3}, {1, 0}, {-1, 0}, {-1, 3}, {-3, 3}};
    stage_region(s, pit, 8);
    stage_settle(s, 0.0f, 0.05f);
    stage_wants(s, 5.0f, 0.0f);
    stage_run(s, 1.0f);
    stage_near(s, "right", stage_x(s), 0.7 - STAGE_GAP, 1e-4);
    stage_wants(s, -5.0f, 0.0f);
    stage_run(s, 1.0f);
    stage_near(s, "left", stage_x(s), -0.7 + STAGE_GAP, 1e-4);
    stage_near(s, "y", stage_y(s), STAGE_GAP, 1e-5);
}

static void ditch(stage* s, double degrees)
{
    float x = (float)(5.0 * cos(degrees * STAGE_RADIANS)), y = (float)(5.0 * sin(degrees * STAGE_RADIANS));
    const imp2_vec left[3] = {{-x, 0.0f}, {0.0f, 0.0f}, {-x, y}}, right[3] = {{0.0f, 0.0f}, {x, 0.0f}, {x, y}};
    stage_polygon(s, left, 3);
    stage_polygon(s, right, 3);
}

static void ditch_to_walk_through(stage* s)
{
    ditch(s, 40.0);
    stage_settle(s, 0.0f, 0.5f);
    stage_near(s, "y", stage_y(s), (0.3 + STAGE_GAP) / cos(40.0 * STAGE_RADIANS) - 0.3, STAGE_GAP);
    stage_wants(s, 3.0f, 0.0f);
    stage_true(s, "stays", stage_stays_on_ground(s, 1.0f));
    stage_near(s, "x", stage_x(s), 3.0 * cos(40.0 * STAGE_RADIANS), 0.02);
}

static void ditch_too_steep(stage* s)
{
    ditch(s, 70.0);
    stage_put(s, 0.0f, 2.0f);
    stage_run(s, 2.0f);
    stage_true(s, "stands wedged", stage_stays_on_ground(s, 1.0f));
    stage_near(s, "y", stage_y(s), (0.3 + STAGE_GAP) / cos(70.0 * STAGE_RADIANS) - 0.3, 3.0 * STAGE_GAP);
    double y = stage_y(s);
    s->highest = (float)y;
    stage_jump(s, 4.0f);
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
    stage_near(s, "y", stage_y(s), sqrt((0.3 + STAGE_GAP) * (0.3 + STAGE_GAP) - 0.295 * 0.295) - 0.3, 2.0 * STAGE_GAP);
    stage_true(s, "stands", s->character.grounded);
}

static void corridor_wide_enough(stage* s)
{
    stage_floor_at(s, 0.0f);
    stage_box(s, 1.0f, 1.83f, 5.0f, 3.0f);
    stage_settle(s, 0.0f, 0.05f);
    stage_wants(s, 3.0f, 0.0f);
    stage_run(s, 2.0f);
    stage_near(s, "x", stage_x(s), 6.0, 1e-3);
}

static void corridor_too_low(stage* s)
{
    stage_floor_at(s, 0.0f);
    stage_box(s, 1.0f, 1.79f, 5.0f, 3.0f);
    stage_settle(s, 0.0f, 0.05f);
    stage_wants(s, 3.0f, 0.0f);
    stage_run(s, 2.0f);
    stage_true(s, "is blocked", stage_x(s) < 1.0);
    stage_near(s, "y", stage_y(s), STAGE_GAP, 1e-4);
}

// Joints

static void rolls_over_joints(stage* s, const char* what, double deviation)
{
    stage_settle(s, 2.0f, 0.05f);
    stage_wants(s, 16.0f, 0.0f);
    double x = stage_x(s), worst = 0.0;
    bool stays = true;
    for (int i = 0; i < (int)(6.0f * s->rate); i++)
    {
        stage_call(s);
        double off = fabs(stage_y(s) - STAGE_GAP);
        worst = off > worst ? off : worst;
        stays = stays && s->character.grounded;
    }
    stage_true(s, what, stays);
    stage_near(s, "way", stage_x(s), x + 96.0, 96.0 * 1e-3);
    stage_near(s, "height", worst, 0.0, deviation);
    stage_true(s, "no wall", !(s->news & (DIM(CHARACTER_BLOCKED) | DIM(CHARACTER_STEPPED))));
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
    stage_box_hero(s);
    thousand_tiles_not_quite_flush(s);
}

static void falls_along_a_wall_of_tiles(stage* s)
{
    for (int i = 0; i < 100; i++)
    {
        stage_box(s, 1.0f, -0.5f * (float)(i + 1), 1.5f, -0.5f * (float)i);
    }
    stage_put(s, 0.5f, -2.0f);
    stage_wants(s, 5.0f, 0.0f);
    stage_run(s, 2.0f);
    stage_near(s, "y", stage_y(s), -22.0, 22.0 * 1e-3);
}

static const stage_situation situations[] = {
    STAGE_LONGER(stands_still_for_a_minute),
    STAGE_LONGER(stands_still_on_a_slope),
    STAGE_SITUATION(walks_on_a_floor),
    STAGE_SITUATION(gathers_speed),
    STAGE_SITUATION(walks_up_a_slope),
    STAGE_SITUATION(walks_down_a_slope),
    STAGE_SITUATION(slope_just_below_the_limit),
    STAGE_SITUATION(slope_just_above_the_limit),
    STAGE_SITUATION(slides_down_what_is_too_steep),
    STAGE_SITUATION(does_not_climb_what_is_too_steep),
    STAGE_SITUATION(stairs_up),
    STAGE_SITUATION(stairs_up_with_flat_feet),
    STAGE_SITUATION(stairs_down),
    STAGE_SITUATION(stops_on_stairs),
    STAGE_SITUATION(step_just_low_enough),
    STAGE_SITUATION(step_just_too_high),
    STAGE_SITUATION(step_just_low_enough_for_flat_feet),
    STAGE_SITUATION(step_just_too_high_for_flat_feet),
    STAGE_SITUATION(step_without_room_above),
    STAGE_SITUATION(step_with_just_room_above),
    STAGE_SITUATION(ledge_within_snap),
    STAGE_SITUATION(ledge_beyond_snap),
    STAGE_SITUATION(wall_and_floor),
    STAGE_SITUATION(pit_of_one_region),
    STAGE_SITUATION(ditch_to_walk_through),
    STAGE_SITUATION(ditch_too_steep),
    STAGE_SITUATION(hole_wide_enough),
    STAGE_SITUATION(hole_too_narrow),
    STAGE_SITUATION(corridor_wide_enough),
    STAGE_SITUATION(corridor_too_low),
    STAGE_LONGER(thousand_tiles),
    STAGE_LONGER(thousand_tiles_not_quite_flush),
    STAGE_LONGER(thousand_joints_of_a_chain),
    STAGE_LONGER(walls_on_the_floor_below),
    STAGE_LONGER(flat_feet_over_tiles),
    STAGE_SITUATION(falls_along_a_wall_of_tiles),
};

static void all_situations(void** state)
{
    (void)state;
    stage_play(TEST_NAME ": situations on the ground", situations, sizeof situations / sizeof *situations);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_situations)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
