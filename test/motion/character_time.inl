// SPDX-License-Identifier: MIT
//
// The conformance suite of characters, in the middle of a call: what is on the way is met when it is there, not when
// the call ends; many things in one call, too. stage_interface.inl says how it is played.
//
// Expectations do not know the rate: what is early or late by more than character2.h says is outside of them.

#include <math.h>

#ifndef AXES
#include "motion/stage2.h"
#endif

// Where a box hero that comes to a ledge at x = 0 leaves it, and is two milliseconds into a call.
static void walk_to_ledge(stage* s, double seconds)
{
    stage_box_hero(s);
    stage_box(s, -20.0f, -1.0f, 0.0f, 3.0f);
    stage_box(s, -20.0f, -9.0f, 40.0f, -8.0f);
    stage_settle(s, (float)(0.3 + 0.5 * STAGE_GAP - 5.0 * (seconds + 0.002)), 3.05f);
    stage_wants(s, 5.0f, 0.0f);
}

// It falls from where the ledge was left, at the latest when an event is found.
static void falls_from_ledge(stage* s, double seconds, double found)
{
    double fallen = 5.0 * seconds * seconds;
    stage_true(s, "is in the air", !s->character.grounded);
    stage_near(s, "x", stage_x(s), 0.3 + 0.5 * STAGE_GAP + 5.0 * seconds, 1e-3);
    stage_near(s, "y", stage_y(s), 3.0 + STAGE_GAP - fallen, 10.0 * seconds * found);
}

static void ledge_in_the_middle_of_a_call(stage* s)
{
    walk_to_ledge(s, 0.5);
    stage_true(s, "stays", stage_stays_on_ground(s, 0.5f));
    stage_run(s, 0.5f);
    falls_from_ledge(s, 0.498, STAGE_EVENT);
}

// A call of a fifth of a second: an event is found in an eighth of that.
static void ledge_in_a_long_call(stage* s)
{
    walk_to_ledge(s, 0.4);
    s->rate = 5.0f;
    stage_true(s, "stays", stage_stays_on_ground(s, 0.4f));
    stage_run(s, 0.6f);
    falls_from_ledge(s, 0.598, 0.2 / 8.0);
}

// Landing: what is met is met exactly, so it is as far on as if there were no calls.
static void lands_in_the_middle_of_a_call(stage* s)
{
    stage_floor_at(s, 0.0f);
    stage_put(s, 0.0f, (float)(5.0 * 0.402 * 0.402 + STAGE_GAP));
    s->def.air_acceleration = 1e-9f;
    stage_wants(s, 6.0f, 0.0f);
    stage_run(s, 1.0f);
    stage_true(s, "stands", s->character.grounded);
    stage_near(s, "x", stage_x(s), 6.0 * 0.598, 6.0 * STAGE_EVENT);
}

// 23 meetings in 1/6 s.
static void stairs_at_a_run(stage* s)
{
    stage_box_hero(s);
    stage_box(s, -20.0f, -1.0f, 0.0f, 0.0f);
    for (int i = 0; i < 10; i++)
    {
        stage_box(s, 0.3f * (float)i, -1.0f, i < 9 ? 0.3f * (float)(i + 1) : 20.0f, 0.2f * (float)(i + 1));
    }
    stage_settle(s, -2.0f, 0.05f);
    stage_wants(s, 54.0f, 0.0f);
    stage_run(s, 1.0f / 6.0f);
    stage_true(s, "stands", s->character.grounded);
    stage_near(s, "x", stage_x(s), 7.0, 10.0 * 2.0 * STAGE_GAP);
    stage_near(s, "y", stage_y(s), 2.0 + STAGE_GAP, 1e-4);
}

// A hundred facets of a metre, each turned up by 0.4 degrees; 79 joints in 1/6 s, from one side to the same height on
// the other. Round feet cut a joint short by twice their radius times the tangent of half its angle.
static void bowl_at_a_run(stage* s)
{
    static imp2_vec points[101];
    double turn = 0.4 * STAGE_RADIANS, x[101] = {0.0}, y[101] = {0.0};
    for (int i = 0; i < 100; i++)
    {
        x[i + 1] = x[i] + cos((i - 49.5) * turn);
        y[i + 1] = y[i] + sin((i - 49.5) * turn);
    }
    for (int i = 0; i < 101; i++)
    {
        points[i].x = (float)(x[i] - x[50]);
        points[i].y = (float)(y[i] - y[50]);
    }
    double way = 79.0 - 79.0 * 2.0 * (0.3 + STAGE_GAP) * tan(0.5 * turn);
    double start = 0.5 * (x[10] + x[11]) - x[50] + (0.3 + STAGE_GAP) * sin(39.5 * turn);
    stage_chain(s, points, 101);
    stage_settle(s, (float)start, (float)(0.5 * (y[10] + y[11]) - y[50] + 0.1));
    double from_x = stage_x(s), from_y = stage_y(s);
    stage_wants(s, (float)(6.0 * way), 0.0f);
    stage_true(s, "stays", stage_stays_on_ground(s, 1.0f / 6.0f));
    // It touches the middle of a facet at first, or nearly.
    stage_near(s, "x", stage_x(s), -start + (from_x - start), 0.02);
    stage_near(s, "y", stage_y(s), from_y, 0.02);
}

static const stage_situation situations[] = {
    STAGE_SITUATION(ledge_in_the_middle_of_a_call),
    STAGE_SITUATION(ledge_in_a_long_call),
    STAGE_SITUATION(lands_in_the_middle_of_a_call),
    STAGE_SITUATION(stairs_at_a_run),
    STAGE_SITUATION(bowl_at_a_run),
};

static void all_situations(void** state)
{
    (void)state;
    stage_play(TEST_NAME ": situations in the middle of a call", situations, sizeof situations / sizeof *situations);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_situations)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
