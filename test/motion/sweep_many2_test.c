// SPDX-License-Identifier: MIT
//
// Many things through a step: what can be worked out by hand. Balls between plates, in rows and in corners, lifts and
// crates; what passes, what is squeezed, what overlaps; memory that runs out. sweep_scenes2_test.c has random scenes.

#include "arena.h"

#include <math.h>
#include <string.h>

// Plates

/// Where a ball is that flies to and fro between 0 and 1 and keeps a part of its speed at each end.
static double between_plates(double at, double velocity, double restitution, double* end_velocity, int* bounces)
{
    double rest = 1.0;
    *bounces = 0;
    for (;;)
    {
        double until = velocity > 0.0 ? (1.0 - at) / velocity : -at / velocity;
        if (until >= rest)
        {
            *end_velocity = velocity;
            return at + velocity * rest;
        }
        rest -= until;
        at = velocity > 0.0 ? 1.0 : 0.0;
        velocity *= -restitution;
        *bounces += 1;
    }
}

typedef struct plates_case
{
    float half_length;  // of the plates
    float radius;
    imp2_vec origin;
    float angle;
    float restitution;
    float velocity;
} plates_case;

static void ball_between_plates(void** unused)
{
    (void)unused;
    const plates_case cases[] = {
        {1.0f, 0.05f, {0.0f, 0.0f}, 0.0f, 1.0f, 10.3f},   {1.0f, 0.25f, {0.0f, 0.0f}, 0.4f, 1.0f, -9.7f},
        {5.0f, 0.05f, {3.0f, -2.0f}, 1.1f, 1.0f, 12.9f},  {1.0f, 0.05f, {0.0f, 0.0f}, 0.0f, 0.875f, 20.3f},
        {50.0f, 0.1f, {0.0f, 0.0f}, 0.7f, 1.0f, 10.6f},   {2.0f, 0.3f, {0.0f, 0.0f}, 2.0f, 0.75f, 40.0f},
        {0.5f, 0.01f, {100.0f, 7.0f}, 0.0f, 1.0f, 31.5f}, {2.0f, 0.05f, {0.0f, 0.0f}, 3.0f, 1.0f, -30.2f},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k)
    {
        const plates_case* p = &cases[k];
        arena s;
        arena_start(&s);
        // The gap for the ball's centre is 1 m wide; plates are 1 cm thick. A line along them is no part of the answer.
        imp2_rot q;
        imp2_rot_make(p->angle, &q);
        imp2_pose pose = {p->origin, q};
        imp2_box lower = {{-p->half_length, -0.01f - p->radius}, {p->half_length, -p->radius}};
        imp2_box upper = {{-p->half_length, 1.0f + p->radius}, {p->half_length, 1.01f + p->radius}};
        arena_add(&s, arena_box(&s, lower), pose);
        arena_add(&s, arena_box(&s, upper), pose);
        float at = 0.375f;
        imp2_swept* ball = arena_add(&s, arena_circle(&s, p->radius), pose);
        ball->pose.p = imp2_pose_apply(pose, (imp2_vec){0.0f, at});
        ball->motion = imp2_rot_apply(q, (imp2_vec){0.0f, p->velocity});
        ball->response = IMP_RESPONSE_BOUNCE;
        ball->restitution = p->restitution;
        arena_run(&s);
        int bounces;
        double velocity, expected = between_plates(at, p->velocity, p->restitution, &velocity, &bounces);
        imp2_vec moved = imp2_rot_apply_inverse(q, imp2_vec_sub(s.result.ends[2].pose.p, p->origin));
        imp2_vec left = imp2_rot_apply_inverse(q, s.result.ends[2].motion);
        assert_number(bounces, >=, 9);
        assert_number(bounces, <=, 32);
        assert_int_equal(s.result.event_count, bounces);
        assert_int_equal(s.result.ends[2].events, bounces);
        assert_true(fabs(moved.y - expected) < 1e-4);
        assert_true(fabs(moved.x) < 1e-4);
        assert_true(fabs(left.y / velocity - 1.0) < 5e-6);  // so the energy within 1e-5
        assert_true(s.result.ends[2].time == 1.0f);
        for (int32_t i = 0; i < s.result.event_count; ++i)
        {
            assert_true(i == 0 || s.result.events[i].hit.time >= s.result.events[i - 1].hit.time);
            assert_int_equal(s.result.events[i].b, 2);
            assert_int_equal(s.result.events[i].a, (i % 2 == 0) == (p->velocity > 0.0f));
        }
        arena_end(&s);
    }
}

static void plates_that_close(void** unused)
{
    (void)unused;
    // The gap closes to nothing: bounces without end. The ball has as many as it may, stands, and that is told.
    arena s;
    arena_start(&s);
    imp2_compound* plate = arena_box(&s, (imp2_box){{-1.0f, -0.5f}, {1.0f, 0.5f}});
    arena_at(&s, plate, 0.0f, -1.0f)->motion.y = 1.0f;
    arena_at(&s, plate, 0.0f, 1.0f)->motion.y = -1.0f;
    imp2_swept* ball = arena_at(&s, arena_circle(&s, 0.1f), 0.0f, 0.1f);
    ball->response = IMP_RESPONSE_BOUNCE;
    ball->restitution = 1.0f;
    ball->motion.y = 3.0f;
    arena_run(&s);
    const imp2_swept_end* end = &s.result.ends[2];
    assert_int_equal(end->events, 32);
    assert_int_equal(s.result.event_count, 32);
    assert_number(end->time, <, 0.401f);
    assert_number(end->time, >, 0.3f);  // the plates leave it no room at 0.4
    assert_number(end->pose.p.y, >, -0.1f);
    assert_number(end->pose.p.y, <, 0.1f);
    // Plates are firm and are where they are told to be.
    assert_number(s.result.ends[0].pose.p.y, ==, 0.0f);
    assert_number(s.result.ends[1].pose.p.y, ==, 0.0f);
    assert_number(s.result.ends[0].time, ==, 1.0f);
    assert_number(s.result.ends[0].events, ==, 0);
    // Fewer, and more, when the caller says so.
    assert_int_equal(imp2_sweep_many(s.sweeps, s.things, s.count, 5, &s.result), IMP_OK);
    assert_int_equal(s.result.ends[2].events, 5);
    assert_int_equal(s.result.event_count, 5);
    assert_int_equal(imp2_sweep_many(s.sweeps, s.things, s.count, 100, &s.result), IMP_OK);
    assert_int_equal(s.result.ends[2].events, 100);
    arena_end(&s);
}

// Rows

static void cradle_with_gaps(void** unused)
{
    (void)unused;
    // Balls of one mass swap their velocities: the first one's goes through the row, and each is left where the one
    // before has touched it.
    arena s;
    arena_start(&s);
    imp2_compound* circle = arena_circle(&s, 0.5f);
    for (int i = 0; i < 6; ++i)
    {
        imp2_swept* ball = arena_at(&s, circle, 1.25f * (float)i, 2.0f);
        ball->response = IMP_RESPONSE_BOUNCE;
        ball->restitution = 1.0f;
        ball->inverse_mass = 2.0f;
    }
    s.things[0].motion.x = 4.0f;
    arena_run(&s);
    assert_int_equal(s.result.event_count, 5);
    for (int i = 0; i < 5; ++i)
    {
        const imp2_sweep_event* e = &s.result.events[i];
        assert_int_equal(e->a, i);
        assert_int_equal(e->b, i + 1);
        assert_true(fabs(e->hit.time - 0.0625 * (i + 1)) < 1e-6);
        assert_true(fabs(e->speed - 4.0) < 1e-5);
        assert_true(fabs(s.result.ends[i].pose.p.x - (1.25 * i + 0.25)) < 2e-6);
        assert_true(fabs(s.result.ends[i].motion.x) < 1e-6);
    }
    assert_true(fabs(s.result.ends[5].pose.p.x - (1.25 * 5 + 4.0 - 1.25)) < 1e-5);
    assert_true(fabs(s.result.ends[5].motion.x - 4.0) < 1e-6);
    arena_end(&s);
}

static void three_in_a_line(void** unused)
{
    (void)unused;
    // 1 kg at 6 m hits 2 kg, and that hits 1 kg, elastic: 6 -> -2 and 4; 4 -> 4/3 and 16/3.
    arena s;
    arena_start(&s);
    imp2_compound* circle = arena_circle(&s, 0.25f);
    const float inverse_masses[3] = {1.0f, 0.5f, 1.0f};
    for (int i = 0; i < 3; ++i)
    {
        imp2_swept* ball = arena_at(&s, circle, 1.0f * (float)i, 0.0f);
        ball->response = IMP_RESPONSE_BOUNCE;
        ball->restitution = 1.0f;
        ball->inverse_mass = inverse_masses[i];
    }
    s.things[0].motion.x = 6.0f;
    arena_run(&s);
    assert_int_equal(s.result.event_count, 2);
    const double expected[3] = {-2.0, 4.0 / 3.0, 16.0 / 3.0};
    for (int i = 0; i < 3; ++i)
    {
        assert_true(fabs(s.result.ends[i].motion.x - expected[i]) < 1e-6);
    }
    double first = 0.5 / 6.0, second = first + 0.5 / 4.0;
    assert_true(fabs(s.result.events[0].hit.time - first) < 1e-6);
    assert_true(fabs(s.result.events[1].hit.time - second) < 1e-6);
    assert_true(fabs(s.result.ends[2].pose.p.x - (2.0 + expected[2] * (1.0 - second))) < 1e-5);
    arena_end(&s);
}

static void touching_row(void** unused)
{
    (void)unused;
    // Without gaps all of it happens at one time, in the order of the row.
    arena s;
    arena_start(&s);
    imp2_compound* circle = arena_circle(&s, 0.5f);
    for (int i = 0; i < 5; ++i)
    {
        imp2_swept* ball = arena_at(&s, circle, (float)i + (i > 0 ? 1.0f : 0.0f), 0.0f);
        ball->response = IMP_RESPONSE_BOUNCE;
        ball->restitution = 1.0f;
        ball->inverse_mass = 1.0f;
    }
    s.things[0].motion.x = 2.0f;
    arena_run(&s);
    assert_int_equal(s.result.event_count, 4);
    for (int i = 0; i < 4; ++i)
    {
        assert_int_equal(s.result.events[i].a, i);
        assert_true(fabs(s.result.events[i].hit.time - 0.5) < 1e-5);
        assert_true(fabs(s.result.ends[i].motion.x) < 1e-6);
    }
    assert_true(fabs(s.result.ends[4].motion.x - 2.0) < 1e-6);
    assert_true(fabs(s.result.ends[4].pose.p.x - 6.0) < 1e-5);
    arena_end(&s);
}

// Answers of two

static void answers_of_two(void** unused)
{
    (void)unused;
    enum
    {
        FIRM = IMP_RESPONSE_FIRM,
        STOP = IMP_RESPONSE_STOP,
        SLIDE = IMP_RESPONSE_SLIDE,
        BOUNCE = IMP_RESPONSE_BOUNCE
    };
    // A at 0, B at 3, both 1 m wide; their velocities along x before and after, and A's along y, which is 1 before.
    const struct
    {
        int answer_a, answer_b;
        float mass_a, mass_b;  // inverse
        double before_a, before_b, after_a, after_b, across;
    } cases[] = {
        {FIRM, BOUNCE, 0, 0, 4, 0, 4, 8, 1},   {FIRM, SLIDE, 0, 1, 4, 0, 4, 4, 1},
        {FIRM, STOP, 0, 1, 4, 0, 4, 4, 1},     {BOUNCE, FIRM, 1, 0, 4, 0, -4, 0, 1},
        {SLIDE, FIRM, 1, 0, 4, 0, 0, 0, 1},    {STOP, FIRM, 1, 0, 4, 0, 0, 0, 0},
        {SLIDE, FIRM, 0, 0, 4, 1, 1, 1, 1},    {STOP, FIRM, 0, 0, 6, 1, 0, 1, 0},
        {BOUNCE, FIRM, 0, 0, 4, 1, -2, 1, 1},  {BOUNCE, BOUNCE, 1, 1, 4, -2, -2, 4, 1},
        {BOUNCE, BOUNCE, 0, 0, 4, 0, 0, 4, 1}, {BOUNCE, BOUNCE, 0, 1, 4, 0, 4, 8, 1},
        {SLIDE, SLIDE, 1, 1, 4, 0, 2, 2, 1},   {SLIDE, SLIDE, 0, 1, 4, 0, 4, 4, 1},
        {SLIDE, SLIDE, 1, 0, 4, 0, 0, 0, 1},   {STOP, STOP, 1, 1, 4, 0, 0, 0, 0},
        {STOP, SLIDE, 1, 1, 4, 0, 0, 0, 0},    {BOUNCE, STOP, 1, 1, 4, 0, 0, 4, 1},
        {BOUNCE, STOP, 1, 0, 4, 0, -4, 0, 1},  {SLIDE, STOP, 1, 0, 4, -1, 0, 0, 1},
        {SLIDE, STOP, 1, 3, 4, -1, 3, 3, 1},   {SLIDE, BOUNCE, 1, 1, 4, 0, 0, 4, 1},
        {STOP, BOUNCE, 1, 1, 4, 0, 0, 0, 0},   {STOP, BOUNCE, 1, 1, 4, -2, -2, 0, 0},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k)
    {
        for (int swapped = 0; swapped < 2; ++swapped)
        {
            arena s;
            arena_start(&s);
            imp2_compound* box = arena_box(&s, (imp2_box){{-0.5f, -9.0f}, {0.5f, 9.0f}});
            for (int i = 0; i < 2; ++i)
            {
                bool is_a = i == swapped;
                imp2_swept* t = arena_at(&s, box, is_a ? 0.0f : 3.0f, 0.0f);
                t->response = is_a ? cases[k].answer_a : cases[k].answer_b;
                t->inverse_mass = is_a ? cases[k].mass_a : cases[k].mass_b;
                t->motion.x = (float)(is_a ? cases[k].before_a : cases[k].before_b);
                t->motion.y = is_a ? 1.0f : 0.0f;
                t->restitution = 1.0f;
            }
            arena_run(&s);
            const imp2_swept_end *a = &s.result.ends[swapped], *b = &s.result.ends[1 - swapped];
            double time = 2.0 / (cases[k].before_a - cases[k].before_b);
            assert_int_equal(s.result.event_count, 1);
            assert_true(fabs(s.result.events[0].hit.time - time) < 1e-6);
            assert_true(s.result.events[0].hit.normal.x == (swapped ? -1.0f : 1.0f));
            assert_number(fabs(a->motion.x - cases[k].after_a), <, 1e-6);
            assert_number(fabs(b->motion.x - cases[k].after_b), <, 1e-6);
            assert_number(fabs(a->motion.y - cases[k].across), <, 1e-6);
            assert_number(b->motion.y, ==, 0.0f);
            double where = cases[k].before_a * time + cases[k].after_a * (1.0 - time);
            assert_true(fabs(a->pose.p.x - where) < 3e-5);  // the skin, of tall boxes
            arena_end(&s);
        }
    }
}

static void spins_are_shared(void** unused)
{
    (void)unused;
    // A rod that hits a post with its end: as imp2_respond says of the same manifold.
    arena s;
    arena_start(&s);
    arena_at(&s, arena_circle(&s, 0.25f), 0.75f, 1.0f);
    imp2_swept* rod = arena_at(&s, arena_box(&s, (imp2_box){{-1.0f, -0.125f}, {1.0f, 0.125f}}), 0.0f, 0.0f);
    rod->response = IMP_RESPONSE_BOUNCE;
    rod->restitution = 0.5f;
    rod->inverse_mass = 1.0f;
    rod->inverse_inertia = 3.0f;
    rod->motion.y = 2.0f;
    arena_run(&s);
    imp2_manifold m = {{0.0f, -1.0f}, 0.0f, 1, {{{0.75f, 0.75f}, 0.0f, 0}}};
    imp_surface surface = {.restitution = 0.5f};
    imp2_dynamics post = {{0.75f, 1.0f}, {0.0f, 0.0f}, 0.0f, 0.0f, 0.0f};
    imp2_dynamics expected = {{0.0f, 0.625f}, {0.0f, 2.0f}, 0.0f, 1.0f, 3.0f};
    assert_int_equal(imp2_respond(&m, &surface, &post, &expected, 0.0f, NULL), IMP_OK);
    assert_int_equal(s.result.events[0].a, 0);
    assert_true(fabs(s.result.events[0].hit.time - 0.3125) < 1e-6);
    assert_true(fabs(s.result.ends[1].motion.y - expected.velocity.y) < 1e-5);
    assert_true(fabs(s.result.ends[1].turn - expected.angular_velocity) < 1e-5);
    float angle;
    imp2_rot_angle(s.result.ends[1].pose.q, &angle);
    assert_true(fabs(angle - expected.angular_velocity * 0.6875) < 1e-3);
    arena_end(&s);
}

static void blade_pushes(void** unused)
{
    (void)unused;
    // A blade turns by half a turn and sweeps everything in its half out of the way: nothing is left behind it.
    arena s;
    arena_start(&s);
    imp2_swept* blade = arena_at(&s, arena_box(&s, (imp2_box){{0.0f, -0.05f}, {4.0f, 0.05f}}), 0.0f, 0.0f);
    blade->turn = 3.0f;
    imp2_compound* circle = arena_circle(&s, 0.2f);
    for (int i = 0; i < 3; ++i)
    {
        imp2_swept* t = arena_at(&s, circle, 1.0f + (float)i, 0.5f);
        t->response = i == 0 ? IMP_RESPONSE_BOUNCE : i == 1 ? IMP_RESPONSE_STOP : IMP_RESPONSE_SLIDE;
        t->inverse_mass = 1.0f;
        t->restitution = 1.0f;
    }
    arena_run(&s);
    for (int32_t i = 1; i < 4; ++i)
    {
        const imp2_swept_end* end = &s.result.ends[i];
        imp2_nearest n;
        assert_number(end->time, ==, 1.0f);
        assert_number(end->events, >, 0);
        assert_int_equal(imp2_distance(s.things[0].compound->parts, &s.result.ends[0].pose, s.things[i].compound->parts,
                                       &end->pose, &n),
                         IMP_OK);
        // In front of it, or farther out.
        imp2_vec seen = imp2_rot_apply_inverse(s.result.ends[0].pose.q, end->pose.p);
        assert_number(n.distance, >, -1e-4f);
        assert_true(seen.y > 0.0f || imp2_vec_dot(seen, seen) > 16.0f);
    }
    arena_end(&s);
}

static void ways_are_long(void** unused)
{
    (void)unused;
    // However long the way is, what stops is where it touches, and never in the wall: 3 km to a wall of 1 mm.
    for (int k = 0; k < 20; ++k)
    {
        arena s;
        arena_start(&s);
        float way = 2000.0f + 97.3f * (float)k, slant = 0.01f * (float)(k % 5);
        arena_at(&s, arena_box(&s, (imp2_box){{0.0f, -1.0f}, {0.001f, 1.0f}}), 0.7f, 0.3f);
        imp2_swept* t = arena_at(&s, arena_circle(&s, 0.25f), 0.0f, 0.0f);
        t->pose.p = (imp2_vec){0.7f - way, 0.3f - slant};
        t->motion = (imp2_vec){2.7f * way, 2.7f * slant};
        t->response = IMP_RESPONSE_STOP;
        arena_run(&s);
        imp2_nearest n;
        assert_int_equal(imp2_distance(s.things[0].compound->parts, &s.things[0].pose, s.things[1].compound->parts,
                                       &s.result.ends[1].pose, &n),
                         IMP_OK);
        assert_number(n.distance, >=, 0.0f);
        assert_number(n.distance, <, 4e-6f);
        arena_end(&s);
    }
}

// Sliding

static void slides_along_walls(void** unused)
{
    (void)unused;
    for (int k = 0; k < 8; ++k)
    {
        // Down onto a slope of some angle, and along it with what is left.
        arena s;
        arena_start(&s);
        float angle = 0.15f * (float)(k - 3);
        imp2_rot q;
        imp2_rot_make(angle, &q);
        imp2_pose pose = {{2.0f, 3.0f}, q};
        arena_add(&s, arena_box(&s, (imp2_box){{-100.0f, -1.0f}, {100.0f, 0.0f}}), pose);
        imp2_swept* t = arena_add(
            &s, k % 2 ? arena_circle(&s, 0.5f) : arena_box(&s, (imp2_box){{-0.5f, -0.5f}, {0.5f, 0.5f}}), pose);
        t->pose.p = imp2_pose_apply(pose, (imp2_vec){1.0f, 1.5f});
        t->motion = imp2_rot_apply(q, (imp2_vec){30.0f, -4.0f});
        t->response = IMP_RESPONSE_SLIDE;
        arena_run(&s);
        imp2_vec end = imp2_rot_apply_inverse(q, imp2_vec_sub(s.result.ends[1].pose.p, pose.p));
        imp2_vec left = imp2_rot_apply_inverse(q, s.result.ends[1].motion);
        assert_true(s.result.ends[1].time == 1.0f);
        assert_in_range(s.result.event_count, 1, 2);
        assert_true(fabs(s.result.events[0].hit.time - 0.25) < 1e-5);
        assert_number(fabs(end.x - 31.0), <, 2e-4);
        assert_number(fabs(end.y - 0.5), <, 2e-4);
        assert_number(fabs(left.x - 30.0), <, 1e-5);
        assert_number(fabs(left.y), <, 1e-5);
        arena_end(&s);
    }
}

static void slides_into_corners(void** unused)
{
    (void)unused;
    // Along a floor into a wall that leans over it, or back: in the first it stays, up the second it goes on.
    for (int k = 0; k < 6; ++k)
    {
        float angle = 0.5f * IMP_PI - 0.75f + 0.3f * (float)k;  // of the wall, against the way ahead
        arena s;
        arena_start(&s);
        imp2_vec wall = {cosf(angle), sinf(angle)};
        imp2_vec outline[4] = {{-50.0f, 0.0f}, {0.0f, 0.0f}, {50.0f * wall.x, 50.0f * wall.y}, {50.0f, -50.0f}};
        imp2_compound* ground = arena_region(&s, outline, 4);
        // The same as one thing, and as two that are separate.
        imp2_box floor = {{-50.0f, -1.0f}, {0.0f, 0.0f}}, leaning = {{0.0f, -1.0f}, {50.0f, 0.0f}};
        bool one = k % 2 == 0;
        imp2_pose pose = imp2_pose_identity();
        arena_add(&s, one ? ground : arena_box(&s, floor), pose);
        if (!one)
        {
            imp2_rot_make(angle, &pose.q);
            arena_add(&s, arena_box(&s, leaning), pose);
        }
        imp2_swept* ball = arena_at(&s, arena_circle(&s, 0.25f), -4.0f, 1.0f);
        ball->response = IMP_RESPONSE_SLIDE;
        ball->motion.x = 8.0f;
        ball->motion.y = -3.0f;
        arena_run(&s);
        const imp2_swept_end* end = &s.result.ends[s.count - 1];
        assert_true(end->time == 1.0f);
        assert_number(end->events, >=, 2);
        assert_number(end->events, <, 6);
        double speed = sqrt(end->motion.x * end->motion.x + end->motion.y * end->motion.y);
        // Towards the wall it keeps the part along it; where that leads up, it leaves the floor.
        double along = 8.0 * cos(angle);
        if (angle > 0.5 * 3.14159)
        {
            // The wall leads back and up, over the floor: to slide along it would lead into the floor.
            assert_true(speed < 1e-4);
            // In the corner the ball touches both.
            assert_true(fabs(end->pose.p.y - 0.25) < 1e-4);
        }
        else
        {
            assert_true(fabs(speed - fabs(along)) < 1e-4);
            assert_true(end->pose.p.y > 0.25f);
        }
        arena_end(&s);
    }
}

static void rests_on_floors(void** unused)
{
    (void)unused;
    // A hero with gravity in his motion, a thousand steps: he stays on the floor and at the wall, and loses nothing.
    arena s;
    arena_start(&s);
    imp2_vec outline[4] = {{-3.0f, 0.0f}, {600.0f, 0.0f}, {600.0f, -2.0f}, {-3.0f, -2.0f}};
    arena_add(&s, arena_region(&s, outline, 4), imp2_pose_identity());
    imp2_swept* hero = arena_at(&s, arena_box(&s, (imp2_box){{-0.4f, 0.0f}, {0.4f, 1.8f}}), 0.0f, 0.1f);
    hero->response = IMP_RESPONSE_SLIDE;
    float first = 0.0f;
    for (int step = 0; step < 1000; ++step)
    {
        hero->motion.x = 0.5f;
        hero->motion.y = -0.3f;
        arena_run(&s);
        hero->pose = s.result.ends[1].pose;
        assert_true(s.result.ends[1].events <= 2);
        assert_true(s.result.ends[1].motion.x == 0.5f);
        assert_true(hero->pose.p.y >= 0.0f);
        first = step == 10 ? hero->pose.p.y : first;
    }
    assert_number(fabsf(hero->pose.p.y - first), <, 1e-5f);
    assert_number(fabsf(hero->pose.p.x - 500.0f), <, 0.05f);
    arena_end(&s);
}

static void lifts_and_crates(void** unused)
{
    (void)unused;
    // A lift takes a hero up until he meets a ceiling; a hero pushes a crate to a wall, and both stop there.
    arena s;
    arena_start(&s);
    arena_at(&s, arena_box(&s, (imp2_box){{-1.0f, -0.5f}, {1.0f, 0.0f}}), 0.0f, 0.0f)->motion.y = 2.0f;
    imp2_swept* hero = arena_at(&s, arena_box(&s, (imp2_box){{-0.5f, 0.0f}, {0.5f, 1.0f}}), 0.0f, 0.5f);
    hero->response = IMP_RESPONSE_SLIDE;
    hero->motion.y = -1.0f;
    arena_run(&s);
    assert_int_equal(s.result.event_count, 1);
    assert_number(fabs(s.result.ends[1].pose.p.y - 2.0), <, 1e-5);
    assert_number(fabs(s.result.ends[1].motion.y - 2.0), <, 1e-6);
    arena_end(&s);

    arena_start(&s);
    imp2_compound* box = arena_box(&s, (imp2_box){{-0.5f, -0.5f}, {0.5f, 0.5f}});
    for (int pusher = 0; pusher < 2; ++pusher)
    {
        arena_at(&s, box, 5.0f, 0.0f);
        imp2_swept* crate = arena_at(&s, box, 3.0f, 0.0f);
        crate->response = IMP_RESPONSE_SLIDE;
        crate->inverse_mass = 1.0f;
        hero = arena_at(&s, box, 0.0f, 0.0f);
        hero->response = IMP_RESPONSE_SLIDE;
        hero->inverse_mass = pusher ? 0.0f : 1.0f;
        hero->motion.x = 10.0f;
        arena_run(&s);
        assert_number(fabs(s.result.ends[1].pose.p.x - 4.0), <, 1e-4);
        assert_number(fabs(s.result.ends[2].pose.p.x - 3.0), <, 1e-4);
        s.count = 0;
    }
    arena_end(&s);
}

// Passing

static void passes_in_order(void** unused)
{
    (void)unused;
    // A bullet through twenty walls of one mixed order, 1 mm thin, at 10 km/s; and sensors that see a ball come by
    // twice, of which they tell once.
    arena s;
    arena_start(&s);
    imp2_compound* wall = arena_box(&s, (imp2_box){{-0.0005f, -1.0f}, {0.0005f, 1.0f}});
    for (int i = 0; i < 20; ++i)
    {
        arena_at(&s, wall, 5.0f + (float)((i * 7) % 20), 0.0f)->response =
            i % 3 ? IMP_RESPONSE_FIRM : IMP_RESPONSE_SLIDE;
    }
    imp2_swept* bullet = arena_at(&s, arena_circle(&s, 0.004f), 0.0f, 0.0f);
    bullet->response = IMP_RESPONSE_PASS;
    bullet->motion.x = 10000.0f / 60.0f;
    arena_run(&s);
    assert_int_equal(s.result.event_count, 20);
    for (int i = 0; i < 20; ++i)
    {
        const imp2_sweep_event* e = &s.result.events[i];
        assert_number(e->a, ==, (i * 3) % 20);
        assert_number(e->b, ==, 20);
        double expected = (5.0 + i - 0.0045) / (10000.0 / 60.0);
        assert_true(fabs(e->hit.time - expected) < 1e-7);
    }
    assert_number(s.result.ends[20].events, ==, 0);
    assert_number(s.result.ends[20].pose.p.x, ==, bullet->motion.x);
    arena_end(&s);

    arena_start(&s);
    arena_at(&s, arena_box(&s, (imp2_box){{0.0f, -1.0f}, {1.0f, 1.0f}}), 4.0f, 0.0f);
    imp2_swept* sensor = arena_at(&s, arena_circle(&s, 0.5f), 2.0f, 0.0f);
    sensor->response = IMP_RESPONSE_PASS;
    imp2_swept* ball = arena_at(&s, arena_circle(&s, 0.1f), 0.0f, 0.0f);
    ball->response = IMP_RESPONSE_BOUNCE;
    ball->restitution = 1.0f;
    ball->motion.x = 8.0f;
    imp2_swept* other = arena_at(&s, arena_circle(&s, 0.25f), 2.0f, 0.25f);
    other->response = IMP_RESPONSE_PASS;
    arena_run(&s);
    // Two sensors are in each other at the start, and the ball goes through both to the wall and back.
    assert_int_equal(s.result.event_count, 4);
    assert_number(s.result.events[0].a, ==, 1);
    assert_number(s.result.events[0].b, ==, 3);
    assert_int_equal(s.result.events[0].hit.kind, IMP_SWEEP_OVERLAP);
    assert_number(s.result.events[1].a, ==, 1);
    assert_number(s.result.events[1].b, ==, 2);
    assert_number(s.result.events[2].a, ==, 2);
    assert_number(s.result.events[2].b, ==, 3);
    assert_number(s.result.events[3].a, ==, 0);
    assert_number(s.result.events[3].b, ==, 2);
    assert_true(fabs(s.result.ends[2].pose.p.x + 0.2) < 1e-5);
    arena_end(&s);
}

static void filters_and_firm(void** unused)
{
    (void)unused;
    arena s;
    arena_start(&s);
    imp2_compound* box = arena_box(&s, (imp2_box){{-0.5f, -0.5f}, {0.5f, 0.5f}});
    arena_at(&s, box, 3.0f, 0.0f)->filter = (imp_filter){2, UINT32_MAX};
    arena_at(&s, box, 6.0f, 0.0f)->motion.x = -6.0f;
    imp2_swept* t = arena_at(&s, box, 0.0f, 0.0f);
    t->filter = (imp_filter){1, 1};
    t->response = IMP_RESPONSE_STOP;
    t->motion.x = 4.0f;
    arena_run(&s);
    // It does not meet the first; two that are firm do not meet; the second takes it along.
    assert_int_equal(s.result.event_count, 1);
    assert_number(s.result.events[0].a, ==, 1);
    assert_number(s.result.events[0].b, ==, 2);
    assert_true(fabs(s.result.ends[2].motion.x + 6.0) < 1e-6);
    arena_end(&s);
}

// The start

static void starts_in_each_other(void** unused)
{
    (void)unused;
    // In a wall by 0.1: deeper is an event at 0, out and along are none.
    const imp2_vec motions[3] = {{2.0f, 1.0f}, {-2.0f, 1.0f}, {0.0f, 1.0f}};
    const double ends[3] = {0.0, -2.0, 0.0};
    for (int k = 0; k < 3; ++k)
    {
        arena s;
        arena_start(&s);
        imp2_compound* box = arena_box(&s, (imp2_box){{-0.5f, -5.0f}, {0.5f, 5.0f}});
        arena_at(&s, box, 0.9f, 0.0f);
        imp2_swept* t = arena_at(&s, box, 0.0f, 0.0f);
        t->response = IMP_RESPONSE_SLIDE;
        t->motion = motions[k];
        arena_run(&s);
        assert_int_equal(s.result.event_count, k == 0);
        if (k == 0)
        {
            assert_int_equal(s.result.events[0].hit.kind, IMP_SWEEP_OVERLAP);
            assert_number(fabs(s.result.events[0].hit.depth - 0.1), <, 1e-6);
            assert_number(s.result.events[0].hit.time, ==, 0.0f);
        }
        assert_true(fabs(s.result.ends[1].pose.p.x - ends[k]) < 1e-6);
        assert_true(fabs(s.result.ends[1].pose.p.y - 1.0) < 1e-6);
        arena_end(&s);
    }
    // In the floor of a room, it still does not get through the wall.
    arena s;
    arena_start(&s);
    imp2_vec outline[6] = {{-5.0f, -1.0f}, {9.0f, -1.0f}, {9.0f, 5.0f}, {8.0f, 5.0f}, {8.0f, 0.0f}, {-5.0f, 0.0f}};
    arena_add(&s, arena_region(&s, outline, 6), imp2_pose_identity());
    imp2_swept* t = arena_at(&s, arena_circle(&s, 0.5f), 0.0f, 0.45f);
    t->response = IMP_RESPONSE_SLIDE;
    t->motion.x = 100.0f;
    arena_run(&s);
    assert_true(fabs(s.result.ends[1].pose.p.x - 7.5) < 1e-3);
    arena_end(&s);
}

static void numbers_too_large(void** unused)
{
    (void)unused;
    arena s;
    arena_start(&s);
    imp2_swept* t = arena_at(&s, arena_circle(&s, 1.0f), 0x1p60f, 0.0f);
    t->motion.x = 0x1p60f;
    imp2_sweep_result before = s.result;
    assert_int_equal(imp_status_fault(imp2_sweep_many(s.sweeps, s.things, s.count, 0, &s.result)), IMP_ERR_RANGE);
    assert_memory_equal(&before, &s.result, sizeof before);
    t->motion.x = 0.0f;
    arena_run(&s);
    assert_int_equal(imp2_sweep_many(s.sweeps, NULL, 0, 0, &s.result), IMP_OK);
    assert_int_equal(s.result.event_count, 0);
    assert_int_equal(s.result.end_count, 0);
    arena_end(&s);
}

// Memory

static void make_crowd(arena* s)
{
    imp2_compound* circle = arena_circle(s, 0.4f);
    imp2_compound* wall = arena_box(s, (imp2_box){{-6.0f, -0.5f}, {6.0f, 0.5f}});
    arena_at(s, wall, 4.0f, -1.5f);
    arena_at(s, wall, 4.0f, 9.5f);
    for (int i = 0; i < 81; ++i)
    {
        imp2_swept* t = arena_at(s, circle, (float)(i % 9), (float)(i / 9));
        t->response = i % 7 == 0 ? IMP_RESPONSE_PASS : IMP_RESPONSE_BOUNCE;
        t->restitution = 1.0f;
        t->inverse_mass = 1.0f;
        t->motion.x = (float)((i * 37) % 11 - 5);
        t->motion.y = (float)((i * 53) % 13 - 6);
    }
}

static void memory_runs_out(void** unused)
{
    (void)unused;
    arena s;
    arena_start(&s);
    make_crowd(&s);
    arena_run(&s);
    assert_true(s.result.event_count > 100);
    int64_t needed = 0;
    for (int64_t fail = 0;; ++fail)
    {
        test_allocator memory = {.fail_at = fail};
        imp_allocator allocator = test_allocator_get(&memory);
        imp2_sweeps* sweeps = NULL;
        imp_status status = imp2_sweeps_make(&allocator, &sweeps);
        imp2_sweep_result result = {NULL, -1, NULL, -1};
        status = status ? status : imp2_sweep_many(sweeps, s.things, s.count, 0, &result);
        if (status)
        {
            assert_int_equal(imp_status_fault(status), IMP_ERR_MEMORY);
            assert_int_equal(result.event_count, -1);
            // Again, and now there is enough.
            status = sweeps ? imp2_sweep_many(sweeps, s.things, s.count, 0, &result) : IMP_OK;
            assert_int_equal(status, IMP_OK);
        }
        if (sweeps)
        {
            assert_int_equal(result.event_count, s.result.event_count);
            assert_memory_equal(result.events, s.result.events, (size_t)result.event_count * sizeof *result.events);
            assert_memory_equal(result.ends, s.result.ends, (size_t)result.end_count * sizeof *result.ends);
        }
        if (fail == 0)
        {
            assert_null(sweeps);
        }
        needed = memory.calls;
        imp2_sweeps_free(sweeps);
        assert_int_equal(memory.live_blocks, 0);
        if (fail >= needed)
        {
            break;
        }
    }
    assert_true(needed > 10);
    // What it keeps does not grow from call to call.
    test_allocator memory = {.fail_at = -1};
    imp_allocator allocator = test_allocator_get(&memory);
    imp2_sweeps* sweeps;
    assert_int_equal(imp2_sweeps_make(&allocator, &sweeps), IMP_OK);
    int64_t blocks = 0, bytes = 0;
    for (int32_t k = 0; k < 60; ++k)
    {
        assert_int_equal(imp2_sweep_many(sweeps, s.things, s.count - k % 5, 0, &s.result), IMP_OK);
        assert_true(k < 10 || (memory.live_blocks <= blocks && memory.live_bytes <= bytes));
        blocks = memory.live_blocks;
        bytes = memory.live_bytes;
    }
    imp2_sweeps_free(sweeps);
    arena_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ball_between_plates), cmocka_unit_test(plates_that_close),
        cmocka_unit_test(cradle_with_gaps),    cmocka_unit_test(three_in_a_line),
        cmocka_unit_test(touching_row),        cmocka_unit_test(answers_of_two),
        cmocka_unit_test(spins_are_shared),    cmocka_unit_test(blade_pushes),
        cmocka_unit_test(ways_are_long),       cmocka_unit_test(slides_along_walls),
        cmocka_unit_test(slides_into_corners), cmocka_unit_test(rests_on_floors),
        cmocka_unit_test(lifts_and_crates),    cmocka_unit_test(passes_in_order),
        cmocka_unit_test(filters_and_firm),    cmocka_unit_test(starts_in_each_other),
        cmocka_unit_test(numbers_too_large),   cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
