// SPDX-License-Identifier: MIT
//
// What holds for any character of space among anything: it ends outside of everything, memory that fails changes
// nothing, a copy goes the same way, lists, indexes and worlds give the same bits; and what only space has: corridors
// met at an angle, creases, corners of three walls, stairs from aside, tables that turn about the vertical, any up.

#include "motion/stage3.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    GRID = 24  // samples of a side of the random ground
};

static const float rates[3] = {30.0f, 60.0f, 240.0f};

static imp3_vec vector(double x, double y, double z)
{
    return (imp3_vec){(float)x, (float)y, (float)z};
}

static imp3_vec random_vector(test_rng* rng, float most)
{
    float x = test_rng_range(rng, -most, most), y = test_rng_range(rng, -most, most);
    float z = test_rng_range(rng, -most, most);
    return (imp3_vec){x, y, z};
}

// What is built in space

static int add_obstacle(stage* s)
{
    int i = s->count++;
    s->obstacles[i].compound = &s->compounds[i];
    s->obstacles[i].pose = imp3_pose_identity();
    s->obstacles[i].id = (uint64_t)i + 1;
    return i;
}

static int add_convex(stage* s)
{
    int i = add_obstacle(s);
    assert_int_equal(imp3_compound_of_shape(&s->shapes[i], &s->compounds[i]), IMP_OK);
    return i;
}

static int add_box(stage* s, imp3_vec lower, imp3_vec upper)
{
    assert_int_equal(imp3_box_make((imp3_box){lower, upper}, &s->shapes[s->count]), IMP_OK);
    return add_convex(s);
}

// A wall of a normal through a point, without end behind it.
static int add_plane_wall(stage* s, imp3_vec normal, imp3_vec at)
{
    float offset = imp3_vec_dot(normal, at) / sqrtf(imp3_vec_dot(normal, normal));
    assert_int_equal(imp3_half_space_make(normal, offset, &s->shapes[s->count]), IMP_OK);
    return add_convex(s);
}

static int add_triangles(stage* s, const imp3_vec* points, int32_t point_count, const int32_t* corners, int32_t count)
{
    int i = add_obstacle(s);
    const imp3_triangles told = {.points = points, .point_count = point_count, .corners = corners, .count = count};
    assert_int_equal(imp3_triangles_make(&told, NULL, &s->compounds[i], NULL), IMP_OK);
    s->owned[i] = true;
    return i;
}

// Hilly ground of GRID by GRID samples, y up, as triangles or as a height field, whose z turns up.
static int add_hills(stage* s, test_rng* rng, bool field, float step, float height)
{
    static float heights[GRID * GRID];
    static imp3_vec points[GRID * GRID];
    static int32_t corners[GRID * GRID * 6];
    int32_t count = 0;
    float half = 0.5f * step * (float)(GRID - 1);
    for (int k = 0; k < GRID * GRID; k++)
    {
        heights[k] = test_rng_range(rng, -height, height);
        points[k] = (imp3_vec){step * (float)(k % GRID) - half, heights[k], half - step * (float)(k / GRID)};
    }
    if (field)
    {
        int i = add_obstacle(s);
        const imp3_heights told = {.heights = heights, .columns = GRID, .rows = GRID, .step_x = step, .step_y = step};
        assert_int_equal(imp3_height_field_make(&told, NULL, &s->compounds[i]), IMP_OK);
        s->owned[i] = true;
        assert_int_equal(
            imp3_pose_make(vector(-half, 0.0, half), vector(1.0, 0.0, 0.0), -1.57079633f, &s->obstacles[i].pose),
            IMP_OK);
        return i;
    }
    for (int k = 0; k < GRID * (GRID - 1); k++)
    {
        const int32_t quad[6] = {k, k + 1, k + GRID + 1, k, k + GRID + 1, k + GRID};
        if (k % GRID < GRID - 1)
        {
            memcpy(corners + 3 * count, quad, sizeof quad);
            count += 2;
        }
    }
    return add_triangles(s, points, GRID * GRID, corners, count);
}

static void add_random_hull(stage* s, test_rng* rng, float size)
{
    imp3_vec points[10];
    for (int k = 0; k < 10; k++)
    {
        points[k] = random_vector(rng, size);
    }
    assert_int_equal(imp3_hull_make(points, 10, 0.0f, NULL, &s->shapes[s->count], NULL), IMP_OK);
    (void)add_convex(s);
}

// A heap of boxes and hulls on hills, within walls.
static void random_scene(stage* s, test_rng* rng, int hills)
{
    float step = test_rng_range(rng, 0.3f, 1.2f), height = test_rng_range(rng, 0.0f, 1.0f);
    if (hills)
    {
        (void)add_hills(s, rng, hills == 2, step, height);
    }
    (void)add_box(s, vector(-20.0, -4.0, -20.0), vector(20.0, hills ? -2.0 : 0.0, 20.0));
    for (int i = 0; i < 14; i++)
    {
        imp3_vec half = random_vector(rng, 1.0f), at = random_vector(rng, 6.0f), axis = random_vector(rng, 1.0f);
        float angle = test_rng_int(rng, 0, 1) ? test_rng_range(rng, -3.0f, 3.0f) : 0.0f;
        half = vector(0.1 + fabs((double)half.x), 0.1 + fabs((double)half.y), 0.1 + fabs((double)half.z));
        int made = s->count;
        if (i % 3)
        {
            (void)add_box(s, imp3_vec_scale(half, -1.0f), half);
        }
        else
        {
            add_random_hull(s, rng, half.x + 0.3f);
        }
        at.y = test_rng_range(rng, -0.5f, 3.0f);
        assert_int_equal(imp3_pose_make(at, axis, angle, &s->obstacles[made].pose), IMP_OK);
    }
}

static void random_hero(stage* s, test_rng* rng)
{
    if (test_rng_int(rng, 0, 1))
    {
        float w = test_rng_range(rng, 0.1f, 0.5f);
        assert_int_equal(imp3_box_make((imp3_box){{-w, 0.0f, -w}, {w, 1.8f, w}}, &s->hero), IMP_OK);
    }
    s->def.crouched = test_rng_int(rng, 0, 1) ? &s->small : NULL;
    s->def.air_acceleration = test_rng_int(rng, 0, 1) ? 20.0f : 0.0f;
    s->def.acceleration = test_rng_int(rng, 0, 1) ? 30.0f : 0.0f;
}

static void random_input(stage* s, test_rng* rng)
{
    float fast = test_rng_int(rng, 0, 9) ? 1.0f : 60.0f;
    imp3_vec velocity = random_vector(rng, 6.0f);
    s->input = (imp3_character_input){.jump = 0.0f};
    s->input.velocity = vector((double)(fast * velocity.x), (double)velocity.y, (double)(fast * velocity.z));
    s->input.jump = test_rng_int(rng, 0, 2) ? 0.0f : test_rng_range(rng, 1.0f, 8.0f);
    s->input.crouch = test_rng_int(rng, 0, 3) == 0;
    s->input.climb = test_rng_int(rng, 0, 5) == 0;
    s->input.drag = test_rng_int(rng, 0, 5) ? 0.0f : 3.0f;
}

// Any walk among what stands: it never ends in anything, but where it was put into something at first.
static void never_inside(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    int scenes = (int)test_n(60), wrong = 0;
    uint64_t moves = 0;
    for (int i = 0; i < scenes; i++)
    {
        stage* s = stage_new("random walk", i % 2 ? STAGE_INDEX : STAGE_LIST, rates[i % 3]);
        random_scene(s, &rng, i % 3);
        random_hero(s, &rng);
        float x = test_rng_range(&rng, -5.0f, 5.0f);
        stage_put(s, x, 6.0f);
        stage_call(s);
        bool free = stage_gap(s) > 0.0;
        for (int k = 0; k < 60; k++)
        {
            if (k % 10 == 0)
            {
                random_input(s, &rng);
            }
            stage_call(s);
            s->input.jump = 0.0f;
            double gap = stage_gap(s);
            moves++;
            if (free && gap < -1e-4 && !s->failed)
            {
                s->failed++;
                printf("scene %d, move %d: %g inside, flags %u\n", i, k, -gap, s->character.flags);
            }
            free = free || gap > 0.0;
        }
        wrong += s->failed;
        stage_free(s);
    }
    test_report("character3: random walks", moves);
    assert_int_equal(wrong, 0);
}

// A list, an index and a world of the same things; and a copy of the state in the middle.
static void same_bits(void** state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 6; seed++)
    {
        imp3_character ends[STAGE_WAYS];
        for (int way = 0; way < STAGE_WAYS; way++)
        {
            test_rng rng = {seed};
            stage* s = stage_new("same bits", way, 60.0f);
            random_scene(s, &rng, 0);
            random_hero(s, &rng);
            stage_put(s, 0.0f, 6.0f);
            imp3_character kept = s->character;
            test_rng kept_rng = rng;
            for (int k = 0; k < 180; k++)
            {
                // Then again, from a copy of the state.
                if (k == 60)
                {
                    kept = s->character;
                    kept_rng = rng;
                }
                if (k == 120)
                {
                    ends[way] = s->character;
                    s->character = kept;
                    rng = kept_rng;
                }
                if (k % 10 == 0)
                {
                    random_input(s, &rng);
                }
                stage_call(s);
            }
            assert_memory_equal(&s->character, &ends[way], offsetof(imp3_character, ground));
            // Ids are other ones in a world.
            assert_memory_equal(&ends[way], &ends[0], offsetof(imp3_character, ground));
            assert_int_equal(ends[way].flags, ends[0].flags);
            assert_int_equal(s->failed, 0);
            stage_free(s);
        }
    }
}

// Each allocation fails in turn: a status, and nothing has changed.
static void memory_fails(void** state)
{
    (void)state;
    test_rng rng = {7};
    stage* s = stage_new("memory", STAGE_INDEX, 60.0f);
    random_scene(s, &rng, 1);
    stage_put(s, 0.0f, 6.0f);
    stage_call(s);
    int failures = 0;
    for (int64_t at = 0;; at++)
    {
        test_allocator counted = {.fail_at = at};
        imp_allocator allocator = test_allocator_get(&counted);
        imp3_character before = s->character;
        imp3_character_contact contacts[2];
        imp3_character_report report = {contacts, 2, -7};
        const imp3_surroundings around = {s->obstacles, s->count, s->index, NULL};
        s->def.allocator = &allocator;
        imp_status status = imp3_character_move(&s->character, &s->def, &s->input, &around, 0.02f, &report);
        s->def.allocator = NULL;
        assert_int_equal(counted.live_blocks, 0);
        if (!status)
        {
            break;
        }
        failures++;
        assert_int_equal(imp_status_fault(status), IMP_ERR_MEMORY);
        assert_memory_equal(&s->character, &before, sizeof before);
        assert_int_equal(report.count, -7);
    }
    assert_true(failures >= 2);
    stage_free(s);
}

// Closed forms of space

static double z_of(const stage* s)
{
    return (double)s->character.position.z + (double)s->character.fraction.z;
}

static void wants_at(stage* s, double speed, double degrees)
{
    s->input.velocity = vector(speed * cos(degrees * STAGE_RADIANS), 0.0, speed * sin(degrees * STAGE_RADIANS));
}

// Along a wall it keeps what leads along.
static void slides_along_a_wall(stage* s)
{
    double degrees = 60.0;
    stage_floor_at(s, 0.0f);
    stage_box(s, 1.0f, 0.0f, 2.0f, 5.0f);
    stage_settle(s, 0.0f, 0.05f);
    wants_at(s, 4.0, degrees);
    stage_true(s, "stays", stage_stays_on_ground(s, 2.0f));
    stage_near(s, "x", stage_x(s), 0.7 - STAGE_GAP, STAGE_GAP);
    stage_near(s, "z", z_of(s), 8.0 * sin(degrees * STAGE_RADIANS), 1e-3);
    stage_near(s, "velocity", (double)s->character.velocity.z, 4.0 * sin(degrees * STAGE_RADIANS), 1e-5);
    stage_near(s, "y", stage_y(s), STAGE_GAP, 1e-4);
}

// The same in the air: a wall takes no speed of the fall.
static void falls_along_a_wall_aside(stage* s)
{
    stage_box(s, 1.0f, -50.0f, 2.0f, 50.0f);
    stage_put(s, 0.0f, 10.0f);
    wants_at(s, 4.0, 45.0);
    stage_run(s, 1.0f);
    stage_near(s, "x", stage_x(s), 0.7 - STAGE_GAP, STAGE_GAP);
    stage_near(s, "y", stage_y(s), 5.0, 1e-3);
    stage_near(s, "z", z_of(s), 4.0 * sin(45.0 * STAGE_RADIANS), 1e-3);
}

// Walls that narrow to a wedge stop it where both touch.
static void wedge_of_walls(stage* s)
{
    double half = 20.0 * STAGE_RADIANS;
    stage_floor_at(s, 0.0f);
    (void)add_plane_wall(s, vector(-sin(half), 0.0, cos(half)), vector(5.0, 0.0, 0.0));
    (void)add_plane_wall(s, vector(-sin(half), 0.0, -cos(half)), vector(5.0, 0.0, 0.0));
    stage_settle(s, 0.0f, 0.05f);
    wants_at(s, 4.0, 7.0);
    stage_true(s, "stays", stage_stays_on_ground(s, 4.0f));
    stage_near(s, "x", stage_x(s), 5.0 - (0.3 + STAGE_GAP) / sin(half), 3.0 * STAGE_GAP);
    stage_near(s, "z", z_of(s), 0.0, STAGE_GAP);
    stage_true(s, "is not squeezed", !(s->news & IMP3_CHARACTER_SQUEEZED));
    double x = stage_x(s), z = z_of(s);
    stage_run(s, 1.0f);
    stage_near(s, "x stays", stage_x(s), x, 0.5 * STAGE_GAP);
    stage_near(s, "z stays", z_of(s), z, 0.5 * STAGE_GAP);
}

// In the crease of two walls it falls, and in the corner of three it stops.
static void corner_of_three(stage* s)
{
    stage_box(s, 1.0f, -50.0f, 2.0f, 50.0f);
    (void)add_plane_wall(s, vector(0.0, 0.0, -1.0), vector(0.0, 0.0, 1.0));
    (void)add_plane_wall(s, vector(-1.0, 1.0, -1.0), vector(1.0, 0.0, 1.0));
    stage_put(s, 0.0f, 6.0f);
    s->input.climb = true;
    s->input.velocity = vector(3.0, -1.0, 2.0);
    stage_run(s, 1.0f);
    stage_near(s, "falls along x", stage_x(s), 0.7 - STAGE_GAP, STAGE_GAP);
    stage_near(s, "falls along z", z_of(s), 0.7 - STAGE_GAP, STAGE_GAP);
    stage_near(s, "falls", stage_y(s), 5.0, 0.01);
    s->input.velocity = vector(3.0, -2.0, 3.0);
    stage_run(s, 4.0f);
    imp3_vec at = s->character.position;
    stage_run(s, 1.0f);
    imp3_vec off = imp3_vec_sub(s->character.position, at);
    stage_near(s, "stops", sqrt((double)imp3_vec_dot(off, off)), 0.0, STAGE_GAP);
    stage_true(s, "is not squeezed", !(s->news & IMP3_CHARACTER_SQUEEZED));
}

// Two slopes that are too steep leave a crease: along that it slides where it is steep, and stands where it is not.
static void crease(stage* s, double slope, double gradient)
{
    // Their line goes down along x.
    double tilt = tan(gradient * STAGE_RADIANS), side = tan(slope * STAGE_RADIANS);
    (void)add_plane_wall(s, vector(tilt, 1.0, side), vector(0.0, 0.0, 0.0));
    (void)add_plane_wall(s, vector(tilt, 1.0, -side), vector(0.0, 0.0, 0.0));
    stage_put(s, 0.0f, 3.0f);
}

static void crease_that_is_steep(stage* s)
{
    crease(s, 70.0, 55.0);
    stage_run(s, 1.0f);
    double before = (double)s->character.velocity.x;
    stage_run(s, 1.0f);
    double gradient = 55.0 * STAGE_RADIANS, gained = (double)s->character.velocity.x - before;
    stage_near(s, "gains speed", gained, 10.0 * sin(gradient) * cos(gradient), 0.1);
    stage_near(s, "in the crease", z_of(s), 0.0, 2.0 * STAGE_GAP);
    stage_true(s, "slides", s->character.sliding);
}

static void crease_that_holds(stage* s)
{
    crease(s, 70.0, 20.0);
    stage_run(s, 2.0f);
    double x = stage_x(s), y = stage_y(s);
    stage_true(s, "stands", stage_stays_on_ground(s, 1.0f));
    stage_near(s, "x", stage_x(s), x, STAGE_GAP);
    stage_near(s, "y", stage_y(s), y, STAGE_GAP);
}

// Across a slope it walks as fast as on the level, and where it heads; a slope that is too steep it cannot climb aside.
static void walks_across_a_slope(stage* s)
{
    double gradient = 35.0 * STAGE_RADIANS, heading = 30.0 * STAGE_RADIANS;
    (void)add_plane_wall(s, vector(-sin(gradient), cos(gradient), 0.0), vector(0.0, 0.0, 0.0));
    stage_settle(s, 0.0f, 0.1f);
    double x = stage_x(s), y = stage_y(s), z = z_of(s);
    wants_at(s, 3.0, 30.0);
    stage_true(s, "stays", stage_stays_on_ground(s, 2.0f));
    double rise = cos(heading) * tan(gradient), level = 6.0 / sqrt(1.0 + rise * rise);
    stage_near(s, "x", stage_x(s), x + level * cos(heading), 2e-3);
    stage_near(s, "y", stage_y(s), y + level * rise, 2e-3);
    stage_near(s, "z", z_of(s), z + level * sin(heading), 2e-3);
}

// Stairs met at an angle: all of them, without losing what leads along.
static void stairs_from_aside(stage* s)
{
    stage_box(s, -20.0f, -1.0f, 0.0f, 0.0f);
    for (int i = 0; i < 10; i++)
    {
        stage_box(s, 0.3f * (float)i, -1.0f, i < 9 ? 0.3f * (float)(i + 1) : 20.0f, 0.2f * (float)(i + 1));
    }
    stage_settle(s, -1.0f, 0.05f);
    wants_at(s, 3.0, 60.0);
    stage_true(s, "stays", stage_stays_on_ground(s, 4.0f));
    stage_near(s, "y", stage_y(s), 2.0 + STAGE_GAP, 1e-4);
    // Each step may give it two skins along its heading, and two onto the step.
    stage_near(s, "x", stage_x(s), 5.0 + 10.0 * 1.5 * STAGE_GAP, 10.0 * 1.5 * STAGE_GAP);
    stage_near(s, "z", z_of(s), 12.0 * sin(60.0 * STAGE_RADIANS) + 10.0 * STAGE_GAP, 10.0 * STAGE_GAP);
    stage_true(s, "is not blocked", !(s->news & IMP3_CHARACTER_BLOCKED));
}

// The corner of a step that is too high leads round; that of a low one up.
static void corner_of_a_step(stage* s)
{
    stage_floor_at(s, 0.0f);
    (void)add_box(s, vector(1.0, 0.0, -0.2), vector(3.0, 0.3, 3.0));
    stage_settle(s, 0.0f, 0.05f);
    s->input.velocity = vector(2.0, 0.0, 0.0);
    stage_true(s, "stays", stage_stays_on_ground(s, 1.0f));
    stage_near(s, "y", stage_y(s), 0.3 + STAGE_GAP, 1e-3);
}

// A table that turns carries in a circle, without end.
static void turntable_about_up(stage* s)
{
    int table = add_box(s, vector(-5.0, -0.2, -5.0), vector(5.0, 0.0, 5.0));
    stage_settle(s, 2.0f, 0.05f);
    s->obstacles[table].angular_velocity.y = 1.5f;
    stage_true(s, "stays", stage_stays_on_ground(s, 4.0f));
    stage_near(s, "x", stage_x(s), 2.0 * cos(6.0), 2e-3);
    stage_near(s, "z", z_of(s), -2.0 * sin(6.0), 2e-3);
    stage_near(s, "speed", hypot((double)s->character.velocity.x, (double)s->character.velocity.z), 3.0, 1e-2);
}

// A belt moves aside of where its frame is told; slopes take what leads out of them.
static void belt_aside(stage* s)
{
    s->left_out = s->way == STAGE_WORLD;
    int belt = add_box(s, vector(-50.0, -1.0, -50.0), vector(50.0, 0.0, 50.0));
    s->obstacles[belt].surface_velocity = vector(0.0, 5.0, 1.5);
    stage_settle(s, 0.0f, 0.05f);
    double z = z_of(s);
    stage_run(s, 2.0f);
    stage_near(s, "z", z_of(s), z + 3.0, 1e-3);
    stage_near(s, "y", stage_y(s), STAGE_GAP, 1e-4);
}

// A closing corridor: the way through is as long as the room for it.
static void corridor_that_narrows(stage* s)
{
    double half = 5.0 * STAGE_RADIANS;
    stage_floor_at(s, 0.0f);
    (void)add_plane_wall(s, vector(-sin(half), 0.0, cos(half)), vector(0.0, 0.0, -1.0));
    (void)add_plane_wall(s, vector(-sin(half), 0.0, -cos(half)), vector(0.0, 0.0, 1.0));
    stage_settle(s, 0.0f, 0.05f);
    wants_at(s, 5.0, 20.0);
    stage_run(s, 4.0f);
    double tip = 1.0 / tan(half);
    stage_near(s, "x", stage_x(s), tip - (0.3 + STAGE_GAP) / sin(half), 2.0 * STAGE_GAP / sin(half));
    stage_true(s, "is not inside", stage_gap(s) > -1e-4);
    stage_true(s, "is not squeezed", !(s->news & IMP3_CHARACTER_SQUEEZED));
}

static const stage_situation situations[] = {
    STAGE_SITUATION(slides_along_a_wall),  STAGE_SITUATION(falls_along_a_wall_aside),
    STAGE_SITUATION(wedge_of_walls),       STAGE_SITUATION(corner_of_three),
    STAGE_SITUATION(crease_that_is_steep), STAGE_SITUATION(crease_that_holds),
    STAGE_SITUATION(walks_across_a_slope), STAGE_SITUATION(stairs_from_aside),
    STAGE_SITUATION(corner_of_a_step),     STAGE_SITUATION(turntable_about_up),
    STAGE_SITUATION(belt_aside),           STAGE_SITUATION(corridor_that_narrows),
};

static void situations_of_space(void** state)
{
    (void)state;
    stage_play("character3: situations of space", situations, sizeof situations / sizeof *situations);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(never_inside),
        cmocka_unit_test(same_bits),
        cmocka_unit_test(memory_fails),
        cmocka_unit_test(situations_of_space),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
