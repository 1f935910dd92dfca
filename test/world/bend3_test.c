// SPDX-License-Identifier: MIT
//
// Meshes that bend under worlds: what they throw, carry and drag, against closed forms; nothing is passed, however fast; and
// they are saved, recorded and refused as all else is.

#include <stdlib.h>
#include <string.h>

#include "impinge/compound3.h"
#include "impinge/mesh3.h"
#include "impinge/world_draw3.h"
#include "impinge/world_record3.h"
#include "kit3.h"
#include "tape.h"

enum
{
    SIDE = 11,  // points along a side of a sheet
    POINTS = SIDE * SIDE,
    TRIANGLES = 2 * (SIDE - 1) * (SIDE - 1),
    BYTES_MOST = 1 << 18
};

static const imp3_vec NONE = {0.0f, 0.0f, 0.0f};

// A level sheet about the origin, of so many metres.
static void sheet_points(float size, imp3_vec out[POINTS])
{
    for (int32_t k = 0; k < POINTS; ++k)
    {
        const float step = size / (float)(SIDE - 1);
        out[k] = vec(step * (float)(k % SIDE) - 0.5f * size, step * (float)(k / SIDE) - 0.5f * size, 0.0f);
    }
}

static imp3_compound sheet_of(const imp3_vec points[POINTS], const imp_allocator* allocator)
{
    int32_t corners[3 * TRIANGLES], n = 0;
    for (int32_t k = 0; k < (SIDE - 1) * (SIDE - 1); ++k)
    {
        const int32_t a = k / (SIDE - 1) * SIDE + k % (SIDE - 1),
                      square[6] = {a, a + 1, a + SIDE + 1, a, a + SIDE + 1, a + SIDE};
        memcpy(corners + n, square, sizeof square);
        n += 6;
    }
    imp3_triangles t;
    memset(&t, 0, sizeof t);
    t.points = points;
    t.point_count = POINTS;
    t.corners = corners;
    t.count = TRIANGLES;
    imp3_compound mesh;
    assert_int_equal(imp3_triangles_make(&t, allocator, &mesh, NULL), IMP_OK);
    return mesh;
}

typedef struct sheet
{
    imp3_world* world;
    imp_body body;
    imp_collider collider;
    imp3_vec points[POINTS];
} sheet;

static sheet sheet_in(imp3_world* w, float size, float friction, float restitution)
{
    sheet s = {.world = w};
    sheet_points(size, s.points);
    imp3_compound mesh = sheet_of(s.points, NULL);
    imp3_collider_def def = imp3_collider_default();
    def.material.friction = friction;
    def.material.restitution = restitution;
    s.body = add_body(w, IMP_BODY_KINEMATIC, NONE, NONE);
    assert_int_equal(imp3_world_add_compound(w, s.body, &mesh, &def, &s.collider), IMP_OK);
    imp3_compound_free(&mesh);
    return s;
}

static void send(sheet* s, float time)
{
    assert_int_equal(imp3_world_set_target_points(s->world, s->collider, s->points, POINTS, time), IMP_OK);
}

static void lift(sheet* s, imp3_vec by)
{
    for (int32_t k = 0; k < POINTS; ++k)
    {
        s->points[k] = imp3_vec_add(s->points[k], by);
    }
}

// 1

// A ball lies on a sheet that rises, by a target in each step or by one for all of the way: it has the speed of the sheet,
// and leaves with it when that stops.
static void a_rising_sheet_throws_a_ball(void** state)
{
    (void)state;
    for (int way = 0; way < 2; ++way)
    {
        imp3_world* w = new_world(vec(0.0f, 0.0f, -G), NULL);
        sheet s = sheet_in(w, 4.0f, 0.5f, 0.0f);
        imp_body ball = add_ball(w, vec(0.13f, 0.21f, 0.25f), NONE, 0.25f, 0.5f, 0.0f);
        run(w, 10);
        const float speed = 3.0f;
        const int32_t steps = 30;
        for (int32_t i = 0; i < steps; ++i)
        {
            if (way == 0)
            {
                lift(&s, vec(0.0f, 0.0f, speed * DT));
                send(&s, DT);
            }
            else if (i == 0)
            {
                lift(&s, vec(0.0f, 0.0f, speed * DT * (float)steps));
                send(&s, DT * (float)steps);
            }
            run(w, 1);
            near_to(state_of(w, ball).pose.p.z, 0.25f + speed * DT * (float)(i + 1), SLOP);
        }
        near_to(state_of(w, ball).velocity.z, speed, 1e-3);
        near_to(length_of(state_of(w, ball).angular_velocity), 0.0, 1e-3);
        const float from = state_of(w, ball).pose.p.z;
        run(w, 18);  // 0.3 s: the top
        near_to(state_of(w, ball).pose.p.z - from, 0.5f * speed * speed / G, 0.02);
        run(w, 60);
        near_to(state_of(w, ball).pose.p.z, 0.25f + speed * DT * (float)steps, SLOP);
        imp3_world_free(w);
    }
}

// With restitution a ball at rest that is hit by a sheet at speed v leaves with (1 + e) v.
static void a_sheet_bats_a_ball(void** state)
{
    (void)state;
    imp3_world* w = new_world(NONE, NULL);
    sheet s = sheet_in(w, 4.0f, 0.5f, 0.5f);
    imp_body ball = add_ball(w, vec(0.13f, 0.21f, 0.5f), NONE, 0.25f, 0.5f, 0.5f);
    for (int32_t i = 0; i < 20; ++i)
    {
        lift(&s, vec(0.0f, 0.0f, 4.0f * DT));
        send(&s, DT);
        run(w, 1);
    }
    near_to(state_of(w, ball).velocity.z, 6.0, 0.02);
    imp3_world_free(w);
}

// 2

// A sheet that slides in its plane is a belt: friction brings a box to its speed by mu g.
static void a_sliding_sheet_drags_a_box(void** state)
{
    (void)state;
    for (int32_t way = 0; way < 3; ++way)
    {
        const float angle = 2.1f * (float)way + 0.2f;
        const imp3_vec speed = vec(2.0f * cosf(angle), 2.0f * sinf(angle), 0.0f);
        imp3_world* w = new_world(vec(0.0f, 0.0f, -G), NULL);
        sheet s = sheet_in(w, 12.0f, 0.5f, 0.0f);
        imp3_shape shape;
        const imp3_box half = {{-0.3f, -0.2f, -0.1f}, {0.3f, 0.2f, 0.1f}};
        assert_int_equal(imp3_box_make(half, &shape), IMP_OK);
        imp_body box = add_body(w, IMP_BODY_DYNAMIC, vec(0.1f, 0.2f, 0.1f), NONE);
        (void)wear(w, box, &shape, 0.5f, 0.0f);
        run(w, 5);
        for (int32_t i = 0; i < 60; ++i)
        {
            lift(&s, imp3_vec_scale(speed, DT));
            send(&s, DT);
            run(w, 1);
            if (i == 14)
            {
                near_to((double)imp3_vec_dot(state_of(w, box).velocity, speed) / 2.0, 0.5 * G * 0.25, 0.04);
            }
        }
        near_to(length_of(imp3_vec_sub(state_of(w, box).velocity, speed)), 0.0, 5e-3);
        near_to(state_of(w, box).pose.p.z, 0.1, SLOP);
        imp3_world_free(w);
    }
}

// 3

static float wave_at(float x, float time)
{
    return 0.2f * sinf(0.8f * x - 3.0f * time);
}

// A wave carries balls that stay at their places: up and down with it. Its top acceleration is 1.8 of 10 m/s^2.
static void a_wave_carries_balls(void** state)
{
    (void)state;
    imp3_world* w = new_world(vec(0.0f, 0.0f, -G), NULL);
    sheet s = sheet_in(w, 10.0f, 0.0f, 0.0f);
    imp_body balls[5];
    for (int32_t k = 0; k < POINTS; ++k)
    {
        s.points[k].z = wave_at(s.points[k].x, 0.0f);
    }
    send(&s, 0.0f);
    for (int32_t k = 0; k < 5; ++k)
    {
        const float x = -4.0f + 2.0f * (float)k;  // on a row of points
        const imp3_vec with_it = vec(0.0f, 0.0f, -0.6f * cosf(0.8f * x));
        balls[k] = add_ball(w, vec(x, 0.0f, wave_at(x, 0.0f) + 0.1f), with_it, 0.1f, 0.0f, 0.0f);
        assert_int_equal(imp3_world_set_locks(w, balls[k], IMP3_LOCK_X | IMP3_LOCK_Y), IMP_OK);
    }
    for (int32_t i = 1; i <= 240; ++i)
    {
        for (int32_t k = 0; k < POINTS; ++k)
        {
            s.points[k].z = wave_at(s.points[k].x, DT * (float)i);
        }
        send(&s, DT);
        run(w, 1);
        for (int32_t k = 0; k < 5; ++k)
        {
            // The ball touches beside its middle where the sheet is steep: by r (1 / cos - 1), and chords are below arcs.
            const float z = wave_at(-4.0f + 2.0f * (float)k, DT * (float)i) + 0.1f;
            const float off = state_of(w, balls[k]).pose.p.z - z;
            if (!(off > -0.012f && off < 0.012f))
            {
                printf("    step %d ball %d off %g\n", i, k, (double)off);
            }
            assert_true(off > -0.012f && off < 0.012f);
        }
    }
    imp3_world_free(w);
}

// 4

static float height_below(const sheet* s, float size, imp3_vec p)
{
    const float step = size / (float)(SIDE - 1), x = (p.x + 0.5f * size) / step, y = (p.y + 0.5f * size) / step;
    const int32_t i = (int32_t)x, k = (int32_t)y, a = k * SIDE + i;
    const float u = x - (float)i, v = y - (float)k, z = s->points[a].z, across = s->points[a + SIDE + 1].z;
    return u > v ? z + u * (s->points[a + 1].z - z) + v * (across - s->points[a + 1].z)
                 : z + v * (s->points[a + SIDE].z - z) + u * (across - s->points[a + SIDE].z);
}

// Balls above a sheet that jumps about by metres in a step: none gets below it, whoever comes faster.
static void nothing_passes_a_fast_sheet(void** state)
{
    (void)state;
    test_rng rng = {41};
    const float size = 10.0f;
    int32_t held = 0;
    for (int32_t round = 0; round < 8; ++round)
    {
        imp3_world* w = new_world(vec(0.0f, 0.0f, -G), NULL);
        sheet s = sheet_in(w, size, 0.3f, 0.0f);
        imp_body balls[9];
        float radius[9];
        for (int32_t k = 0; k < 9; ++k)
        {
            radius[k] = test_rng_range(&rng, 0.05f, 0.4f);
            const imp3_vec velocity = vec(0.0f, 0.0f, test_rng_range(&rng, -100.0f, 0.0f));
            balls[k] = add_ball(
                w, vec(3.0f * (float)(k % 3) - 3.0f, 3.0f * (float)(k / 3) - 3.0f, test_rng_range(&rng, 0.5f, 4.0f)),
                velocity, radius[k], 0.3f, 0.0f);
        }
        for (int32_t i = 0; i < 40; ++i)
        {
            const float tilt_x = test_rng_range(&rng, -0.05f, 0.05f), tilt_y = test_rng_range(&rng, -0.05f, 0.05f);
            const float up = test_rng_range(&rng, -2.0f, 2.0f);
            for (int32_t k = 0; k < POINTS; ++k)
            {
                s.points[k].z =
                    up + tilt_x * s.points[k].x + tilt_y * s.points[k].y + test_rng_range(&rng, 0.0f, 0.01f);
            }
            send(&s, DT);
            run(w, 1);
            for (int32_t k = 0; k < 9; ++k)
            {
                imp3_pose pose = state_of(w, balls[k]).pose;
                const imp3_vec p = pose.p;
                if (fabsf(p.x) > 4.5f || fabsf(p.y) > 4.5f)
                {
                    pose.p = vec(p.y > 0.0f ? -2.0f : 2.0f, p.x > 0.0f ? -2.0f : 2.0f, up + 4.0f);  // off it: again
                    assert_int_equal(imp3_world_set_pose(w, balls[k], &pose), IMP_OK);
                    assert_int_equal(imp3_world_set_velocity(w, balls[k], NONE, NONE), IMP_OK);
                    continue;
                }
                ++held;
                const float above = p.z - height_below(&s, size, p);
                if (!(above > 0.0f))
                {
                    printf("    round %d step %d ball %d: %g above, radius %g\n", round, i, k, (double)above,
                           (double)radius[k]);
                }
                assert_true(above > 0.0f);
            }
        }
        imp3_world_free(w);
    }
    shows(held, >, 8 * 9 * 20);
}

// A sheet that goes away is not where it was: what follows it more slowly flies on.
static void a_sheet_that_goes_away_is_not_met(void** state)
{
    (void)state;
    imp3_world* w = new_world(NONE, NULL);
    sheet s = sheet_in(w, 4.0f, 0.5f, 0.0f);
    imp_body ball = add_ball(w, vec(0.13f, 0.21f, 0.3f), vec(0.0f, 0.0f, -30.0f), 0.25f, 0.5f, 0.0f);
    for (int32_t i = 1; i <= 10; ++i)
    {
        lift(&s, vec(0.0f, 0.0f, -31.0f * DT));
        send(&s, DT);
        run(w, 1);
        near_to(state_of(w, ball).pose.p.z, 0.3f - 30.0f * DT * (float)i, 1e-4);
    }
    // It stands: the ball, which is 0.05 + 10 / 60 above it, comes to rest there.
    run(w, 10);
    near_to(state_of(w, ball).pose.p.z - s.points[0].z, 0.25, SLOP);
    imp3_world_free(w);
}

// What flies beside the edge of a sheet does not feel it.
static void what_flies_past_is_let_past(void** state)
{
    (void)state;
    imp3_world* w = new_world(NONE, NULL);
    sheet s = sheet_in(w, 4.0f, 0.5f, 0.0f);
    imp_body down = add_ball(w, vec(2.4f, 0.2f, 3.0f), vec(0.0f, 0.0f, -60.0f), 0.25f, 0.5f, 0.0f);
    imp_body along = add_ball(w, vec(-3.0f, 0.2f, 0.4f), vec(60.0f, 0.0f, 0.0f), 0.25f, 0.5f, 0.0f);
    for (int32_t i = 1; i <= 12; ++i)
    {
        for (int32_t k = 0; k < POINTS; ++k)
        {
            s.points[k].z = 0.02f * sinf((float)(i + k));
        }
        send(&s, DT);
        run(w, 1);
    }
    near_to(state_of(w, down).velocity.z, -60.0, 1e-5);
    near_to(state_of(w, along).velocity.x, 60.0, 1e-5);
    imp3_world_free(w);
}

// 5

// A sheet that has been bent gives the contacts of one that was made so.
static void a_bent_sheet_is_one_that_was_made_so(void** state)
{
    (void)state;
    test_rng rng = {42};
    for (int32_t round = 0; round < 20; ++round)
    {
        imp3_world *bent = new_world(vec(0.0f, 0.0f, -G), NULL), *made = new_world(vec(0.0f, 0.0f, -G), NULL);
        sheet s = sheet_in(bent, 4.0f, 0.5f, 0.0f);
        for (int32_t k = 0; k < POINTS; ++k)
        {
            s.points[k] =
                imp3_vec_add(s.points[k], vec(test_rng_range(&rng, -0.1f, 0.1f), test_rng_range(&rng, -0.1f, 0.1f),
                                              test_rng_range(&rng, -0.3f, 0.3f)));
        }
        send(&s, 0.0f);
        run(bent, 2);
        run(made, 2);
        imp3_compound mesh = sheet_of(s.points, NULL);
        imp_body body = add_body(made, IMP_BODY_KINEMATIC, NONE, NONE);
        imp3_collider_def def = imp3_collider_default();
        def.material.friction = 0.5f;
        def.material.restitution = 0.0f;
        assert_int_equal(imp3_world_add_compound(made, body, &mesh, &def, NULL), IMP_OK);
        imp3_compound_free(&mesh);
        const float x = test_rng_range(&rng, -1.5f, 1.5f), y = test_rng_range(&rng, -1.5f, 1.5f);
        imp_body a = add_ball(bent, vec(x, y, 0.35f), NONE, 0.25f, 0.5f, 0.0f),
                 b = add_ball(made, vec(x, y, 0.35f), NONE, 0.25f, 0.5f, 0.0f);
        for (int32_t i = 0; i < 30; ++i)
        {
            run(bent, 1);
            run(made, 1);
            assert_number(length_of(imp3_vec_sub(state_of(bent, a).pose.p, state_of(made, b).pose.p)), <=, 1e-5f);
        }
        imp3_world_free(bent);
        imp3_world_free(made);
    }
}

// Others with the same mesh keep it; what is told of it is the mesh as it is.
static void a_shared_mesh_stays(void** state)
{
    (void)state;
    imp3_world* w = new_world(vec(0.0f, 0.0f, -G), NULL);
    imp3_vec points[POINTS];
    sheet_points(4.0f, points);
    imp3_compound mesh = sheet_of(points, NULL), got;
    sheet s = {.world = w};
    s.body = add_body(w, IMP_BODY_KINEMATIC, NONE, NONE);
    imp_collider other;
    imp_body fixed = add_body(w, IMP_BODY_STATIC, vec(10.0f, 0.0f, 0.0f), NONE);
    assert_int_equal(imp3_world_add_compound(w, s.body, &mesh, NULL, &s.collider), IMP_OK);
    assert_int_equal(imp3_world_add_compound(w, fixed, &mesh, NULL, &other), IMP_OK);
    memcpy(s.points, points, sizeof points);
    lift(&s, vec(0.0f, 0.0f, 1.0f));
    send(&s, DT);
    run(w, 1);
    imp3_shape part;
    for (int k = 0; k < 2; ++k)
    {
        assert_int_equal(imp3_world_get_compound(w, k ? s.collider : other, &got), IMP_OK);
        assert_int_equal(imp3_compound_part(&got, 7, &part), IMP_OK);
        near_to(part.a.z, k ? 1.0 : 0.0, 0.0);
        imp3_compound_free(&got);
    }
    assert_int_equal(imp3_compound_part(&mesh, 7, &part), IMP_OK);
    near_to(part.a.z, 0.0, 0.0);
    imp3_compound_free(&mesh);
    imp3_world_free(w);
}

static void a_sheet_wakes_who_sleeps(void** state)
{
    (void)state;
    for (int32_t far = 0; far < 2; ++far)
    {
        imp3_world* w = new_world(vec(0.0f, 0.0f, -G), NULL);
        sheet s = sheet_in(w, 4.0f, 0.5f, 0.0f);
        if (far)
        {
            (void)add_wall(w, vec(0.0f, 0.0f, 0.2f), vec(0.0f, 0.0f, 1.0f), 0.5f, 0.0f);
        }
        imp_body ball = add_ball(w, vec(0.1f, 0.2f, 0.25f + (far ? 0.2f : 0.0f)), NONE, 0.25f, 0.5f, 0.0f);
        run(w, 120);
        assert_false(state_of(w, ball).awake);
        lift(&s, vec(0.0f, 0.0f, 1.0f));
        send(&s, 1.0f);
        run(w, 60);
        assert_true(state_of(w, ball).awake);
        near_to(state_of(w, ball).pose.p.z, 1.25, SLOP);
        run(w, 120);
        assert_false(state_of(w, ball).awake);
        imp3_world_free(w);
    }
}

// 6

static void what_is_wrong_is_refused(void** state)
{
    (void)state;
    imp3_world* w = new_world(vec(0.0f, 0.0f, -G), NULL);
    sheet s = sheet_in(w, 4.0f, 0.5f, 0.0f);
    run(w, 1);
    const uint64_t before = hash_of(w);
    const imp_collider none = {12345};
    s.points[3].y = NAN;
    assert_int_equal(imp3_world_set_target_points(w, s.collider, s.points, POINTS, DT), IMP_ERR_NAN | 3 << 8);
    s.points[3].y = INFINITY;
    assert_int_equal(imp_status_fault(imp3_world_set_target_points(w, s.collider, s.points, POINTS, DT)), IMP_ERR_NAN);
    s.points[3].y = 0.0f;
    assert_int_equal(imp_status_fault(imp3_world_set_target_points(w, s.collider, s.points, POINTS - 1, DT)),
                     IMP_ERR_COUNT);
    assert_int_equal(imp_status_fault(imp3_world_set_target_points(w, s.collider, NULL, POINTS, DT)), IMP_ERR_NULL);
    assert_int_equal(imp_status_fault(imp3_world_set_target_points(NULL, s.collider, s.points, POINTS, DT)),
                     IMP_ERR_NULL);
    assert_int_equal(imp_status_fault(imp3_world_set_target_points(w, none, s.points, POINTS, DT)), IMP_ERR_HANDLE);
    assert_int_equal(imp_status_fault(imp3_world_set_target_points(w, s.collider, s.points, POINTS, -1.0f)),
                     IMP_ERR_NEGATIVE);
    assert_int_equal(imp_status_fault(imp3_world_set_target_points(w, s.collider, s.points, POINTS, NAN)), IMP_ERR_NAN);
    s.points[3].x = 0x1p50f;
    assert_int_equal(imp_status_fault(imp3_world_set_target_points(w, s.collider, s.points, POINTS, 0x1p-30f)),
                     IMP_ERR_RANGE);
    assert_true(hash_of(w) == before);
    imp_body ball = add_body(w, IMP_BODY_KINEMATIC, vec(0.0f, 0.0f, 9.0f), NONE);
    imp3_shape sphere;
    assert_int_equal(imp3_sphere_make(NONE, 0.3f, &sphere), IMP_OK);
    imp_collider worn = wear(w, ball, &sphere, 0.5f, 0.0f);
    assert_int_equal(imp_status_fault(imp3_world_set_target_points(w, worn, s.points, POINTS, DT)), IMP_ERR_COMPOUND);
    sheet_points(4.0f, s.points);
    send(&s, 0.5f);
    run(w, 2);
    // One that changes its kind stops; static ones stay as they are.
    assert_int_equal(imp3_world_set_kind(w, s.body, IMP_BODY_STATIC), IMP_OK);
    assert_int_equal(imp_status_fault(imp3_world_set_target_points(w, s.collider, s.points, POINTS, DT)),
                     IMP_ERR_RANGE);
    run(w, 2);
    assert_int_equal(imp3_world_set_kind(w, s.body, IMP_BODY_KINEMATIC), IMP_OK);
    send(&s, 0.5f);
    run(w, 2);
    assert_int_equal(imp3_world_set_enabled(w, s.body, false), IMP_OK);
    run(w, 2);
    send(&s, DT);
    send(&s, 0.0f);
    assert_int_equal(imp3_world_set_enabled(w, s.body, true), IMP_OK);
    run(w, 2);
    send(&s, 0.5f);
    assert_int_equal(imp3_world_remove_collider(w, s.collider), IMP_OK);
    run(w, 2);
    assert_int_equal(imp_status_fault(imp3_world_set_target_points(w, s.collider, s.points, POINTS, DT)),
                     IMP_ERR_HANDLE);
    imp3_world_free(w);
}

// A sheet that heaves under balls and boxes, in one body with a ball of its own that turns.
static sheet add_scene(imp3_world* w)
{
    sheet s = sheet_in(w, 6.0f, 0.5f, 0.2f);
    for (int32_t k = 0; k < 9; ++k)
    {
        const imp3_vec at = vec(1.2f * (float)(k % 3) - 1.2f, 1.1f * (float)(k / 3) - 1.1f, 0.4f + 0.1f * (float)k);
        if (k % 2)
        {
            (void)add_ball(w, at, NONE, 0.2f, 0.5f, k == 3 ? 0.8f : 0.0f);
            continue;
        }
        imp3_shape box;
        const imp3_box half = {{-0.2f, -0.25f, -0.15f}, {0.2f, 0.25f, 0.15f}};
        assert_int_equal(imp3_box_make(half, &box), IMP_OK);
        (void)wear(w, add_body(w, IMP_BODY_DYNAMIC, at, NONE), &box, 0.5f, 0.1f);
    }
    return s;
}

static void heave(sheet* s, int32_t step)
{
    // It rests from time to time, goes for several steps, and jumps once.
    if (step % 40 >= 25 || step % 3 == 1)
    {
        return;
    }
    for (int32_t k = 0; k < POINTS; ++k)
    {
        s->points[k].z = 0.3f * sinf(s->points[k].x + 0.1f * (float)step) + 0.1f * cosf(2.0f * s->points[k].y);
    }
    send(s, step == 21 ? 0.0f : DT * (1.0f + (float)(step % 3)));
}

static int32_t save(const imp3_world* w, uint8_t* bytes)
{
    int32_t count;
    assert_int_equal(imp3_world_save(w, bytes, BYTES_MOST, &count), IMP_OK);
    return count;
}

static void it_is_saved_in_each_step(void** state)
{
    (void)state;
    uint8_t *bytes = (uint8_t*)malloc(BYTES_MOST), *again = (uint8_t*)malloc(BYTES_MOST);
    assert_non_null(bytes);
    assert_non_null(again);
    imp3_world *w = new_world(vec(0.0f, 0.0f, -G), NULL), *other = new_world(vec(0.0f, 0.0f, -G), NULL);
    sheet s = add_scene(w);
    for (int32_t k = 0; k < 120; ++k)
    {
        heave(&s, k);
        int32_t count = save(w, bytes);
        assert_int_equal(imp3_world_load(other, bytes, count), IMP_OK);
        assert_int_equal(save(other, again), count);
        assert_memory_equal(bytes, again, (size_t)count);
        run(w, 1);
        run(other, 1);
        assert_true(hash_of(w) == hash_of(other));
        count = save(w, bytes);
        assert_int_equal(save(other, again), count);
        assert_memory_equal(bytes, again, (size_t)count);
    }
    // Forged bytes are refused, or make a world that steps.
    test_rng rng = {43};
    const int32_t count = save(w, bytes);
    for (int32_t k = 0; k < 400; ++k)
    {
        memcpy(again, bytes, (size_t)count);
        again[test_rng_next(&rng) % (uint32_t)count] ^= (uint8_t)(1u << k % 8);
        if (!imp3_world_load(other, again, count))
        {
            (void)imp3_world_step(other, DT);
        }
    }
    imp3_world_free(w);
    imp3_world_free(other);
    free(bytes);
    free(again);
}

// The drawing of a sheet is where the sheet is after each step, and as large.
static void it_is_drawn_where_it_is(void** state)
{
    (void)state;
    static imp3_draw_vertex drawn[1 << 14];
    imp3_world* w = new_world(vec(0.0f, 0.0f, -G), NULL);
    sheet s = sheet_in(w, 4.0f, 0.5f, 0.0f);
    const imp3_draw_def def = {.lines = IMP_DRAW_OUTLINES, .pixel = 0.01f};
    for (int32_t step = 1; step <= 12; ++step)
    {
        const float slope = 0.02f * (float)step;
        for (int32_t k = 0; k < POINTS; ++k)
        {
            s.points[k].z = slope * s.points[k].x;
        }
        if (step % 2)
        {
            send(&s, DT);
            run(w, 1);
        }
        else
        {
            send(&s, 0.0f);
        }
        for (int32_t lines = 0; lines < 2; ++lines)
        {
            int32_t count;
            float highest = 0.0f;
            assert_int_equal((lines ? imp3_world_draw_lines : imp3_world_draw_fills)(w, &def, drawn, 1 << 14, &count), IMP_OK);
            for (int32_t k = 0; k < count; ++k)
            {
                assert_number(fabsf(drawn[k].point.z - slope * drawn[k].point.x), <, 1e-5f);
                highest = fmaxf(highest, drawn[k].point.z);
            }
            assert_number(fabsf(highest - 2.0f * slope), <, 1e-5f);
        }
    }
    imp3_world_free(w);
}

static void it_is_recorded(void** state)
{
    (void)state;
    test_tape t = {.bytes = NULL};
    const imp_sink sink = test_tape_sink(&t);
    imp3_world *w = new_world(vec(0.0f, 0.0f, -G), NULL), *other = new_world(NONE, NULL);
    sheet s = add_scene(w);
    assert_int_equal(imp3_world_record(w, &sink, 0), IMP_OK);
    for (int32_t k = 0; k < 60; ++k)
    {
        heave(&s, k);
        run(w, 1);
    }
    assert_int_equal(imp3_world_record(w, NULL, 0), IMP_OK);
    (void)imp3i_tape_same(&t, other, w);
    imp3_world_free(w);
    imp3_world_free(other);
}

// Each allocation fails once: calls and steps that failed are made again, and the run is the same.
static void it_lacks_memory(void** state)
{
    (void)state;
    imp3_world* sound = new_world(vec(0.0f, 0.0f, -G), NULL);
    sheet s = add_scene(sound);
    for (int32_t k = 0; k < 30; ++k)
    {
        heave(&s, k);
        run(sound, 1);
    }
    bool failed = true;
    for (int64_t fail = 0; failed; fail += 1 + fail / 12)
    {
        test_allocator memory = {.fail_at = -1};
        imp_allocator allocator = test_allocator_get(&memory);
        imp3_world_def def = imp3_world_default();
        imp3_world* w;
        def.gravity = vec(0.0f, 0.0f, -G);
        def.allocator = &allocator;
        assert_int_equal(imp3_world_make(&def, &w), IMP_OK);
        s = add_scene(w);
        memory.fail_at = memory.calls + fail;
        for (int32_t k = 0; k < 30; ++k)
        {
            const bool sends = !(k % 40 >= 25 || k % 3 == 1);
            if (sends)
            {
                for (int32_t i = 0; i < POINTS; ++i)
                {
                    s.points[i].z = 0.3f * sinf(s.points[i].x + 0.1f * (float)k) + 0.1f * cosf(2.0f * s.points[i].y);
                }
            }
            imp_status status = IMP_OK;
            do
            {
                status = sends ? imp3_world_set_target_points(w, s.collider, s.points, POINTS,
                                                              k == 21 ? 0.0f : DT * (1.0f + (float)(k % 3)))
                               : IMP_OK;
                assert_true(!status || imp_status_fault(status) == IMP_ERR_MEMORY);
            } while (status);
            while (imp3_world_step(w, DT))
            {
            }
        }
        assert_true(hash_of(w) == hash_of(sound));
        failed = memory.calls > memory.fail_at;
        imp3_world_free(w);
        assert_int_equal(memory.live_blocks, 0);
    }
    imp3_world_free(sound);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rising_sheet_throws_a_ball),
        cmocka_unit_test(a_sheet_bats_a_ball),
        cmocka_unit_test(a_sliding_sheet_drags_a_box),
        cmocka_unit_test(a_wave_carries_balls),
        cmocka_unit_test(nothing_passes_a_fast_sheet),
        cmocka_unit_test(a_sheet_that_goes_away_is_not_met),
        cmocka_unit_test(what_flies_past_is_let_past),
        cmocka_unit_test(a_bent_sheet_is_one_that_was_made_so),
        cmocka_unit_test(a_shared_mesh_stays),
        cmocka_unit_test(a_sheet_wakes_who_sleeps),
        cmocka_unit_test(what_is_wrong_is_refused),
        cmocka_unit_test(it_is_saved_in_each_step),
        cmocka_unit_test(it_is_drawn_where_it_is),
        cmocka_unit_test(it_is_recorded),
        cmocka_unit_test(it_lacks_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
