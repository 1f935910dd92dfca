// SPDX-License-Identifier: MIT
//
// Many things through a step in space: what can be worked out by hand, a break shot against a reference that goes from
// event to event in doubles, and random scenes, sampled up to each first event.

#include "impinge/impinge.h"
#include "support.h"

#include <math.h>
#include <string.h>

enum
{
    THINGS = 64,
    SHAPES = 16,
    BALLS = 15,
    WALLS = 6,
    KINDS = 7,
    CORNERS = 9,
    SCENE = 10,
    SAMPLES = 12,
    STAGES = 3
};

typedef struct arena
{
    imp3_sweeps* sweeps;
    imp3_sweep_result result;
    int32_t count, shape_count;
    imp3_swept things[THINGS];
    imp3_shape shapes[SHAPES];
    imp3_compound compounds[SHAPES];
} arena;

static void start(arena* s)
{
    memset(s, 0, sizeof *s);
    assert_int_equal(imp3_sweeps_make(NULL, &s->sweeps), IMP_OK);
}

static void end(arena* s)
{
    for (int32_t i = 0; i < s->shape_count; ++i)
    {
        imp3_compound_free(&s->compounds[i]);
        imp3_shape_free(&s->shapes[i]);
    }
    imp3_sweeps_free(s->sweeps);
}

static void run(arena* s)
{
    assert_int_equal(imp3_sweep_many(s->sweeps, s->things, s->count, 0, &s->result), IMP_OK);
    assert_int_equal(s->result.end_count, s->count);
}

static imp3_vec vec(float x, float y, float z)
{
    const imp3_vec r = {x, y, z};
    return r;
}

static imp3_compound* made(arena* s, imp_status status)
{
    assert_int_equal(status, IMP_OK);
    imp3_compound* c = &s->compounds[s->shape_count];
    assert_int_equal(imp3_compound_of_shape(&s->shapes[s->shape_count], c), IMP_OK);
    s->shape_count += 1;
    return c;
}

static imp3_compound* sphere(arena* s, float radius)
{
    return made(s, imp3_sphere_make(vec(0.0f, 0.0f, 0.0f), radius, &s->shapes[s->shape_count]));
}

static imp3_compound* box(arena* s, float x, float y, float z)
{
    const imp3_box b = {vec(-x, -y, -z), vec(x, y, z)};
    return made(s, imp3_box_make(b, &s->shapes[s->shape_count]));
}

static imp3_swept* add(arena* s, const imp3_compound* compound, imp3_vec at)
{
    assert_true(s->count < THINGS);
    imp3_swept* t = &s->things[s->count++];
    memset(t, 0, sizeof *t);
    t->compound = compound;
    t->pose = imp3_pose_identity();
    t->pose.p = at;
    return t;
}

static void bounces(imp3_swept* t, float inverse_mass, float restitution)
{
    t->response = IMP_RESPONSE_BOUNCE;
    t->restitution = restitution;
    t->inverse_mass = inverse_mass;
}

// Closed forms

// As if the ball went on in a space that is folded at the plates, which are turned against all axes.
static void ball_between_plates(void** unused)
{
    (void)unused;
    for (int k = 0; k < 8; ++k)
    {
        arena s;
        imp3_rot q;
        start(&s);
        assert_int_equal(imp3_rot_make(vec(1.0f, 2.0f, -1.0f), 0.4f * (float)k, &q), IMP_OK);
        const float radius = k % 2 ? 0.25f : 0.05f, wide = 1.0f + (float)k, way = 9.7f + 1.3f * (float)k;
        imp3_compound* plate = box(&s, wide, 0.01f, wide);
        for (int side = 0; side < 2; ++side)
        {
            imp3_swept* t = add(&s, plate, imp3_rot_apply(q, vec(0.0f, side ? 1.01f + radius : -0.01f - radius, 0.0f)));
            t->pose.q = q;
        }
        imp3_swept* ball = add(&s, sphere(&s, radius), imp3_rot_apply(q, vec(0.0f, 0.375f, 0.0f)));
        ball->motion = imp3_rot_apply(q, vec(0.0f, way, 0.0f));
        bounces(ball, 1.0f, 1.0f);
        run(&s);
        double folded = fmod(0.375 + (double)way, 2.0);
        int count = (int)(0.375 + (double)way);
        imp3_vec at = imp3_rot_apply_inverse(q, s.result.ends[2].pose.p);
        imp3_vec left = imp3_rot_apply_inverse(q, s.result.ends[2].motion);
        assert_int_equal(s.result.event_count, count);
        assert_int_equal(s.result.ends[2].events, count);
        assert_number(fabs((double)at.y - (folded > 1.0 ? 2.0 - folded : folded)), <, 1e-4);
        assert_number(fabs((double)at.x) + fabs((double)at.z), <, 2e-4);
        assert_number(fabs((double)left.y / (folded > 1.0 ? -way : way) - 1.0), <, 5e-6);
        for (int32_t i = 0; i < s.result.event_count; ++i)
        {
            assert_int_equal(s.result.events[i].a, (i + 1) % 2);
            assert_int_equal(s.result.events[i].b, 2);
        }
        end(&s);
    }
}

static void plates_that_close(void** unused)
{
    (void)unused;
    arena s;
    start(&s);
    imp3_compound* plate = box(&s, 1.0f, 0.5f, 1.0f);
    add(&s, plate, vec(0.0f, -1.0f, 0.0f))->motion.y = 1.0f;
    add(&s, plate, vec(0.0f, 1.0f, 0.0f))->motion.y = -1.0f;
    imp3_swept* ball = add(&s, sphere(&s, 0.1f), vec(0.0f, 0.1f, 0.0f));
    bounces(ball, 0.0f, 1.0f);
    ball->motion.y = 3.0f;
    run(&s);
    const imp3_swept_end* e = &s.result.ends[2];
    assert_int_equal(e->events, 32);
    assert_int_equal(s.result.event_count, 32);
    assert_number(e->time, <, 0.401f);
    assert_number(e->time, >, 0.3f);  // the plates leave it no room at 0.4
    assert_number(fabsf(e->pose.p.y), <, 0.1f);
    assert_number(s.result.ends[0].pose.p.y, ==, 0.0f);
    assert_number(s.result.ends[1].time, ==, 1.0f);
    assert_int_equal(imp3_sweep_many(s.sweeps, s.things, s.count, 5, &s.result), IMP_OK);
    assert_int_equal(s.result.ends[2].events, 5);
    end(&s);
}

// Balls of one mass hand their velocity on along a row, with gaps and without.
static void rows_of_balls(void** unused)
{
    (void)unused;
    for (int gaps = 0; gaps < 2; ++gaps)
    {
        arena s;
        start(&s);
        imp3_compound* ball = sphere(&s, 0.5f);
        const imp3_vec along = vec(2.0f / 3.0f, -1.0f / 3.0f, 2.0f / 3.0f);
        const float apart = gaps ? 1.2f : 1.0f;
        for (int i = 0; i < 6; ++i)
        {
            float far = apart * (float)i + (i > 0 && !gaps ? 1.0f : 0.0f);
            bounces(add(&s, ball, imp3_vec_scale(along, far)), 1.0f, 1.0f);
        }
        s.things[0].motion = imp3_vec_scale(along, 4.0f);
        run(&s);
        assert_int_equal(s.result.event_count, 5);
        for (int i = 0; i < 6; ++i)
        {
            double speed = (double)imp3_vec_dot(along, s.result.ends[i].motion);
            double far = (double)imp3_vec_dot(along, s.result.ends[i].pose.p);
            double wanted = gaps ? (i < 5 ? 1.2 * i + 0.2 : 6.0 + 3.0) : (i < 5 ? (double)(i + 1) : 9.0);
            wanted = gaps || i > 0 ? wanted : 1.0;
            assert_number(fabs(speed - (i < 5 ? 0.0 : 4.0)), <, 1e-5);
            assert_number(fabs(far - wanted), <, 1e-4);
            assert_true(i == 5 || s.result.events[i].a == i);
        }
        end(&s);
    }
}

// A rod that hits a post with its end, as imp3_respond says of that point.
static void spins_are_shared(void** unused)
{
    (void)unused;
    arena s;
    start(&s);
    add(&s, sphere(&s, 0.25f), vec(0.75f, 1.0f, 0.05f));
    imp3_swept* rod = add(&s, box(&s, 1.0f, 0.125f, 0.125f), vec(0.0f, 0.0f, 0.0f));
    bounces(rod, 1.0f, 0.5f);
    rod->inverse_inertia.xx = 20.0f;
    rod->inverse_inertia.yy = rod->inverse_inertia.zz = 3.0f;
    rod->motion.y = 2.0f;
    run(&s);
    imp3_manifold m = {.normal = vec(0.0f, -1.0f, 0.0f), .count = 1};
    m.points[0].point = vec(0.75f, 0.75f, 0.05f);
    imp_surface surface = {.restitution = 0.5f};
    imp3_dynamics post = {.center = vec(0.75f, 1.0f, 0.05f)}, expected = {.center = vec(0.0f, 0.625f, 0.0f)};
    expected.velocity.y = 2.0f;
    expected.inverse_mass = 1.0f;
    expected.inverse_inertia = rod->inverse_inertia;
    assert_int_equal(imp3_respond(&m, &surface, &post, &expected, 0.0f, NULL), IMP_OK);
    assert_number(fabs((double)s.result.events[0].hit.time - 0.3125), <, 1e-6);
    imp3_vec off = imp3_vec_sub(s.result.ends[1].motion, expected.velocity);
    assert_number(imp3_vec_dot(off, off), <, 1e-9f);
    off = imp3_vec_sub(s.result.ends[1].turn, expected.angular_velocity);
    assert_number(imp3_vec_dot(off, off), <, 1e-9f);
    assert_number(imp3_vec_dot(expected.angular_velocity, expected.angular_velocity), >, 1.0f);
    end(&s);
}

// What slides into the edge of two walls goes on along it; into a corner of three, stays.
static void slides_into_corners(void** unused)
{
    (void)unused;
    for (int walls = 2; walls < 4; ++walls)
    {
        arena s;
        start(&s);
        imp3_compound* wall = box(&s, 10.0f, 10.0f, 1.0f);
        const imp3_vec along[3] = {{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}};
        for (int k = 0; k < walls; ++k)
        {
            imp3_swept* t = add(&s, wall, imp3_vec_scale(along[k], -1.5f));
            imp3_vec axis = k == 0 ? vec(0.0f, 1.0f, 0.0f) : vec(1.0f, 0.0f, 0.0f);
            assert_int_equal(imp3_rot_make(axis, k == 2 ? 0.0f : 1.57079633f, &t->pose.q), IMP_OK);
        }
        imp3_swept* t = add(&s, sphere(&s, 0.5f), vec(1.0f, 1.5f, 2.0f));
        t->response = IMP_RESPONSE_SLIDE;
        t->motion = vec(-3.0f, -4.0f, -4.0f);
        run(&s);
        imp3_vec at = s.result.ends[walls].pose.p, left = s.result.ends[walls].motion;
        assert_number(s.result.ends[walls].time, ==, 1.0f);
        assert_number(s.result.ends[walls].events, <, 8);
        assert_number(fabsf(at.x) + fabsf(at.y), <, 1e-3f);
        assert_number(fabsf(left.x) + fabsf(left.y), <, 1e-5f);
        assert_number(fabsf(at.z - (walls == 2 ? -2.0f : 0.0f)), <, 1e-3f);
        assert_number(fabsf(left.z - (walls == 2 ? -4.0f : 0.0f)), <, 1e-5f);
        end(&s);
    }
}

// A blade turns by half a turn: nothing is left behind it.
static void blade_pushes(void** unused)
{
    (void)unused;
    arena s;
    start(&s);
    const imp3_box of_blade = {vec(0.0f, -0.05f, -0.5f), vec(4.0f, 0.05f, 0.5f)};
    imp3_swept* blade = add(&s, made(&s, imp3_box_make(of_blade, &s.shapes[s.shape_count])), vec(0.0f, 0.0f, 0.0f));
    blade->turn.z = 3.0f;
    imp3_compound* ball = sphere(&s, 0.2f);
    for (int i = 0; i < 3; ++i)
    {
        imp3_swept* t = add(&s, ball, vec(1.0f + (float)i, 0.5f, 0.1f * (float)i));
        bounces(t, 1.0f, 1.0f);
        t->response = i == 0 ? IMP_RESPONSE_BOUNCE : i == 1 ? IMP_RESPONSE_STOP : IMP_RESPONSE_SLIDE;
    }
    run(&s);
    for (int32_t i = 1; i < 4; ++i)
    {
        const imp3_swept_end* e = &s.result.ends[i];
        imp3_vec seen = imp3_rot_apply_inverse(s.result.ends[0].pose.q, e->pose.p);
        assert_number(e->time, ==, 1.0f);
        assert_number(e->events, >, 0);
        assert_true(seen.y > 0.249f || imp3_vec_dot(seen, seen) > 16.0f);
    }
    end(&s);
}

static void answers_and_errors(void** unused)
{
    (void)unused;
    arena s;
    start(&s);
    imp3_compound* ball = sphere(&s, 0.5f);
    add(&s, ball, vec(0.0f, 0.0f, 0.0f));
    imp3_swept* through = add(&s, ball, vec(-3.0f, 0.0f, 0.0f));
    through->response = IMP_RESPONSE_PASS;
    through->motion.x = 6.0f;
    run(&s);
    assert_int_equal(s.result.event_count, 1);
    assert_number(fabsf(s.result.events[0].hit.time - 1.0f / 3.0f), <, 1e-6f);
    assert_number(s.result.events[0].hit.normal.x, ==, -1.0f);
    assert_number(s.result.ends[1].pose.p.x, ==, 3.0f);
    through->filter.category = through->filter.mask = 2;
    s.things[0].filter.category = s.things[0].filter.mask = 1;
    run(&s);
    assert_int_equal(s.result.event_count, 0);
    const imp3_swept before = *through;
    through->turn.y = 1025.0f;
    assert_int_equal(imp3_sweep_many(s.sweeps, s.things, 2, 0, &s.result), IMP_ERR_RANGE | 2 << 8);
    *through = before;
    through->turn.z = NAN;
    assert_int_equal(imp3_sweep_many(s.sweeps, s.things, 2, 0, &s.result), IMP_ERR_NAN | 2 << 8);
    *through = before;
    through->inverse_inertia.yy = -1.0f;
    assert_int_equal(imp3_sweep_many(s.sweeps, s.things, 2, 0, &s.result), IMP_ERR_NEGATIVE | 2 << 8);
    *through = before;
    assert_int_equal(imp3_sweep_many(s.sweeps, s.things, 2, 0, NULL), IMP_ERR_NULL | 5 << 8);
    assert_int_equal(imp3_sweeps_make(NULL, NULL), IMP_ERR_NULL | 2 << 8);
    end(&s);
}

static void memory_runs_out(void** unused)
{
    (void)unused;
    imp3_shape shape;
    imp3_compound compound;
    imp3_swept things[2] = {{.compound = &compound}, {.compound = &compound}};
    assert_int_equal(imp3_sphere_make(vec(0.0f, 0.0f, 0.0f), 0.5f, &shape), IMP_OK);
    assert_int_equal(imp3_compound_of_shape(&shape, &compound), IMP_OK);
    things[0].pose = things[1].pose = imp3_pose_identity();
    things[1].pose.p.x = 3.0f;
    things[1].motion.x = -4.0f;
    bounces(&things[1], 1.0f, 1.0f);
    for (int64_t fail_at = 0;; ++fail_at)
    {
        test_allocator counting = {.fail_at = fail_at};
        const imp_allocator allocator = test_allocator_get(&counting);
        imp3_sweeps* sweeps;
        imp3_sweep_result result = {0};
        imp_status status = imp3_sweeps_make(&allocator, &sweeps);
        if (!status)
        {
            status = imp3_sweep_many(sweeps, things, 2, 0, &result);
            assert_true(!status || !result.events);
            assert_int_equal(imp3_sweep_many(sweeps, things, 2, 0, &result), IMP_OK);
            assert_int_equal(result.event_count, 1);
            imp3_sweeps_free(sweeps);
        }
        assert_int_equal(counting.live_blocks, 0);
        if (!status)
        {
            assert_number(fail_at, >, 8);
            return;
        }
        assert_int_equal(status & 0xff, IMP_ERR_MEMORY);
    }
}

// A break shot: balls in a closed room, in doubles from event to event

typedef struct balls
{
    double at[BALLS][3], v[BALLS][3];
    double restitution;
    int events;
} balls;

static const double half_room[3] = {6.0, 4.0, 5.0}, radius_of_balls = 0.5;

static double time_of_balls(const balls* t, int i, int j)
{
    double b = 0.0, c = -4.0 * radius_of_balls * radius_of_balls, a = 0.0;
    for (int k = 0; k < 3; ++k)
    {
        double d = t->at[j][k] - t->at[i][k], v = t->v[j][k] - t->v[i][k];
        b += d * v;
        c += d * d;
        a += v * v;
    }
    double root = b * b - a * c;
    return b < 0.0 && root >= 0.0 ? (-b - sqrt(root)) / a : INFINITY;
}

static double time_of_wall(const balls* t, int i, int wall)
{
    double at = t->at[i][wall / 2], v = t->v[i][wall / 2], last = half_room[wall / 2] - radius_of_balls;
    return wall % 2 ? (v > 0.0 ? (last - at) / v : INFINITY) : (v < 0.0 ? (-last - at) / v : INFINITY);
}

static void meet(balls* t, int i, int j)
{
    double closing = 0.0, square = 0.0;
    for (int k = 0; k < 3; ++k)
    {
        double d = t->at[j][k] - t->at[i][k];
        closing += d * (t->v[i][k] - t->v[j][k]);
        square += d * d;
    }
    for (int k = 0; k < 3; ++k)
    {
        double impulse = 0.5 * (1.0 + t->restitution) * closing / square * (t->at[j][k] - t->at[i][k]);
        t->v[i][k] -= impulse;
        t->v[j][k] += impulse;
    }
}

static void play(balls* t)
{
    for (double rest = 1.0;;)
    {
        double first = rest;
        int who = -1, whom = -1;
        for (int i = 0; i < BALLS; ++i)
        {
            for (int j = 0; j < WALLS + i; ++j)
            {
                double when = j < WALLS ? time_of_wall(t, i, j) : time_of_balls(t, i, j - WALLS);
                bool sooner = when < first;
                who = sooner ? i : who;
                whom = sooner ? j : whom;
                first = sooner ? when : first;
            }
        }
        for (int i = 0; i < BALLS; ++i)
        {
            for (int k = 0; k < 3; ++k)
            {
                t->at[i][k] += t->v[i][k] * first;
            }
        }
        rest -= first;
        if (who < 0)
        {
            return;
        }
        t->events += 1;
        if (whom >= WALLS)
        {
            meet(t, who, whom - WALLS);
        }
        else
        {
            t->v[who][whom / 2] *= -t->restitution;
        }
    }
}

static void break_shot(void** unused)
{
    (void)unused;
    test_rng rng = {test_seed()};
    uint64_t shots = test_n(30);
    int events = 0;
    double worst = 0.0;
    for (uint64_t shot = 0; shot < shots; ++shot)
    {
        balls t = {.restitution = shot % 2 ? 1.0 : 0.875};
        arena s;
        start(&s);
        imp3_compound* ball = sphere(&s, (float)radius_of_balls);
        float gap = test_rng_range(&rng, 0.01f, 0.05f), step = 1.02f + gap;
        for (int i = 0; i < BALLS; ++i)
        {
            // A pile of two layers, and the ball that breaks it.
            float x = step * (float)(i / 2 % 2), y = step * ((float)(i / 4) - 1.5f), z = step * ((float)(i % 2) - 0.5f);
            float along = test_rng_range(&rng, 0.0f, 0.01f), across = test_rng_range(&rng, -0.01f, 0.01f);
            imp3_vec at = vec(i ? x + along : -4.0f, i ? y : 0.3f, i ? z + across : 0.1f);
            imp3_swept* one = add(&s, ball, at);
            bounces(one, 1.0f, (float)t.restitution);
            one->motion = i ? vec(0.0f, 0.0f, 0.0f) : vec(20.0f, across, along);
            const double place[3] = {at.x, at.y, at.z}, way[3] = {one->motion.x, one->motion.y, one->motion.z};
            memcpy(t.at[i], place, sizeof place);
            memcpy(t.v[i], way, sizeof way);
        }
        for (int wall = 0; wall < WALLS; ++wall)
        {
            float out = (wall % 2 ? 1.0f : -1.0f) * ((float)half_room[wall / 2] + 1.0f);
            imp3_vec size = vec(8.0f, 8.0f, 8.0f), at = vec(0.0f, 0.0f, 0.0f);
            ((float*)(void*)&size)[wall / 2] = 1.0f;
            ((float*)(void*)&at)[wall / 2] = out;
            add(&s, box(&s, size.x, size.y, size.z), at);
        }
        run(&s);
        play(&t);
        double after = 0.0;
        for (int i = 0; i < BALLS; ++i)
        {
            const imp3_swept_end* e = &s.result.ends[i];
            double x = (double)e->pose.p.x - t.at[i][0], y = (double)e->pose.p.y - t.at[i][1],
                   z = (double)e->pose.p.z - t.at[i][2], off = sqrt(x * x + y * y + z * z);
            worst = off > worst ? off : worst;
            after += (double)imp3_vec_dot(e->motion, e->motion);
            assert_number(e->time, ==, 1.0f);
        }
        assert_int_equal(s.result.event_count, t.events);
        assert_true(t.restitution < 1.0 || fabs(after / 400.0 - 1.0) < 1e-5);
        events += t.events;
        end(&s);
    }
    print_message("break shots: %d events, at most %.3g m off\n", events, worst);
    assert_number(worst, <, 2e-3);
    assert_number((uint64_t)events, >, 10 * shots);
}

// Random scenes

static imp3_vec some_vec(test_rng* rng, float most)
{
    imp3_vec r;
    r.x = test_rng_range(rng, -most, most);
    r.y = test_rng_range(rng, -most, most);
    r.z = test_rng_range(rng, -most, most);
    return r;
}

static void make_shapes(arena* s, test_rng* rng)
{
    for (int kind = 0; kind < KINDS; ++kind)
    {
        float size = test_rng_range(rng, 0.2f, 0.6f), thin = test_rng_range(rng, 0.02f, 0.2f);
        imp3_vec points[CORNERS], up = vec(0.0f, size, 0.0f), down = vec(0.0f, -size, 0.0f);
        for (int i = 0; i < CORNERS; ++i)
        {
            points[i] = some_vec(rng, size);
        }
        imp3_shape* to = &s->shapes[s->shape_count];
        const imp3_box rod = {vec(-1.5f, -thin, -thin), vec(1.5f, thin, thin)};
        (void)made(s, kind == 0   ? imp3_sphere_make(up, size, to)
                      : kind == 1 ? imp3_capsule_make(up, down, thin, to)
                      : kind == 2 ? imp3_cylinder_make(up, down, size, 0.0f, to)
                      : kind == 3 ? imp3_cone_make(up, down, size, thin, 0.0f, to)
                      : kind == 4 ? imp3_triangle_make(points[0], points[1], points[2], 0.0f, to)
                      : kind == 5 ? imp3_box_make(rod, to)
                                  : imp3_hull_make(points, CORNERS, 0.0f, NULL, to, NULL));
    }
}

static void make_things(arena* s, test_rng* rng)
{
    s->count = 0;
    for (int i = 0; i < SCENE; ++i)
    {
        int shape = test_rng_int(rng, 0, KINDS - 1), answer = test_rng_int(rng, 0, IMP_RESPONSE_COUNT - 1);
        int turns = test_rng_int(rng, 0, 2);
        imp3_vec at = some_vec(rng, 3.0f), axis = some_vec(rng, 1.0f), turn = some_vec(rng, 3.0f);
        float angle = test_rng_range(rng, -3.0f, 3.0f), mass = test_rng_range(rng, 0.0f, 2.0f);
        axis.x += 2.0f;
        imp3_swept* t = add(s, &s->compounds[shape], at);
        assert_int_equal(imp3_rot_make(axis, angle, &t->pose.q), IMP_OK);
        t->motion = some_vec(rng, 5.0f);
        t->response = answer;
        t->restitution = test_rng_range(rng, 0.0f, 1.0f);
        t->inverse_mass = mass;
        t->turn = turns ? turn : vec(0.0f, 0.0f, 0.0f);
        float inverse = turns == 2 ? 4.0f * mass : 0.0f;
        t->inverse_inertia.xx = t->inverse_inertia.yy = t->inverse_inertia.zz = inverse;
    }
}

static imp3_pose straight_on(const imp3_swept* t, double time)
{
    imp3_pose r = t->pose;
    imp3_rot turn;
    float angle = sqrtf(imp3_vec_dot(t->turn, t->turn)) * (float)time;
    r.p = imp3_vec_add(t->pose.p, imp3_vec_scale(t->motion, (float)time));
    if (angle > 0.0f)
    {
        assert_int_equal(imp3_rot_make(t->turn, angle, &turn), IMP_OK);
        const imp3_rot q = {imp3_rot_apply(turn, r.q.x), imp3_rot_apply(turn, r.q.y), imp3_rot_apply(turn, r.q.z)};
        r.q = q;
    }
    return r;
}

static double distance_at(const imp3_swept* a, const imp3_swept* b, const imp3_pose* at_a, const imp3_pose* at_b)
{
    imp3_nearest n;
    assert_int_equal(imp3_distance(a->compound->parts, at_a, b->compound->parts, at_b, &n), IMP_OK);
    return (double)n.distance;
}

static bool may_meet(const imp3_swept* a, const imp3_swept* b)
{
    bool passes = a->response == IMP_RESPONSE_PASS || b->response == IMP_RESPONSE_PASS;
    return passes || a->response != IMP_RESPONSE_FIRM || b->response != IMP_RESPONSE_FIRM;
}

static double tolerance_of(const imp3_swept* a, const imp3_swept* b)
{
    return 2e-5 + 0x1p-11 * (double)(a->compound->reach + b->compound->reach + a->compound->parts->radius +
                                     b->compound->parts->radius);
}

/// Nothing that was apart has overlapped before the first event, and that is one.
static void check_first_event(const arena* s, uint64_t number)
{
    double first = s->result.event_count > 0 ? (double)s->result.events[0].hit.time : 1.0;
    for (int32_t i = 0; i < s->count; ++i)
    {
        for (int32_t j = i + 1; j < s->count; ++j)
        {
            const imp3_swept *a = &s->things[i], *b = &s->things[j];
            if (!may_meet(a, b) || distance_at(a, b, &a->pose, &b->pose) <= 0.0)
            {
                continue;
            }
            for (int k = 1; k <= SAMPLES; ++k)
            {
                double time = first * (1.0 - 1e-5) * k / SAMPLES;
                const imp3_pose at_a = straight_on(a, time), at_b = straight_on(b, time);
                double gap = distance_at(a, b, &at_a, &at_b);
                if (gap < -tolerance_of(a, b))
                {
                    fail_msg("scene %d: %d and %d overlap by %g at %.9g, the first event is at %.9g", (int)number,
                             (int)i, (int)j, -gap, time, first);
                }
            }
        }
    }
    if (s->result.event_count > 0)
    {
        const imp3_sweep_event* e = &s->result.events[0];
        const imp3_swept *a = &s->things[e->a], *b = &s->things[e->b];
        const imp3_pose at_a = straight_on(a, (double)e->hit.time), at_b = straight_on(b, (double)e->hit.time);
        double gap = distance_at(a, b, &at_a, &at_b);
        assert_true(may_meet(a, b));
        if (e->hit.kind == IMP_SWEEP_HIT && distance_at(a, b, &a->pose, &b->pose) > 0.0 &&
            fabs(gap) > 2.0 * tolerance_of(a, b))
        {
            fail_msg("scene %d: %d and %d are %g apart when they meet", (int)number, e->a, e->b, gap);
        }
    }
}

/// What was apart is so at the end: touching, at most.
static void check_end(const arena* s, uint64_t number)
{
    for (int32_t i = 0; i < s->count; ++i)
    {
        for (int32_t j = i + 1; j < s->count; ++j)
        {
            const imp3_swept *a = &s->things[i], *b = &s->things[j];
            const imp3_swept_end *end_a = &s->result.ends[i], *end_b = &s->result.ends[j];
            bool passes = a->response == IMP_RESPONSE_PASS || b->response == IMP_RESPONSE_PASS;
            // What stands may be run over by what is firm.
            bool firm = a->response == IMP_RESPONSE_FIRM || b->response == IMP_RESPONSE_FIRM;
            if (!may_meet(a, b) || passes || distance_at(a, b, &a->pose, &b->pose) <= 0.0 ||
                (firm && (end_a->time < 1.0f || end_b->time < 1.0f)))
            {
                continue;
            }
            double gap = distance_at(a, b, &end_a->pose, &end_b->pose);
            if (gap < -tolerance_of(a, b))
            {
                fail_msg("scene %d: %d and %d end %g deep", (int)number, (int)i, (int)j, -gap);
            }
        }
    }
}

/// The same things where they are a little after the first event, with what is left of the step. False at the end.
static bool go_past_first_event(arena* s)
{
    double until = (s->result.event_count > 0 ? (double)s->result.events[0].hit.time : 1.0) + 0x1p-12;
    imp3_swept whole[THINGS];
    if (until >= 0.99)
    {
        return false;
    }
    memcpy(whole, s->things, sizeof whole);
    for (int32_t i = 0; i < s->count; ++i)
    {
        s->things[i].motion = imp3_vec_scale(whole[i].motion, (float)until);
        s->things[i].turn = imp3_vec_scale(whole[i].turn, (float)until);
    }
    run(s);
    memcpy(s->things, whole, sizeof whole);
    for (int32_t i = 0; i < s->count; ++i)
    {
        const imp3_swept_end* e = &s->result.ends[i];
        float rest = (float)((1.0 - until) / until);
        if (e->time < 1.0f || sqrtf(imp3_vec_dot(e->turn, e->turn)) * rest > 10.0f)
        {
            return false;
        }
        s->things[i].pose = e->pose;
        s->things[i].motion = imp3_vec_scale(e->motion, rest);
        s->things[i].turn = imp3_vec_scale(e->turn, rest);
    }
    return true;
}

static void random_scenes(void** unused)
{
    (void)unused;
    test_rng rng = {test_seed()};
    uint64_t scenes = test_n(500), steps = 0, events = 0;
    arena s;
    start(&s);
    make_shapes(&s, &rng);
    for (uint64_t number = 0; number < scenes; ++number)
    {
        make_things(&s, &rng);
        for (int stage = 0; stage < STAGES; ++stage)
        {
            run(&s);
            steps += 1;
            events += (uint64_t)s.result.event_count;
            check_end(&s, number);
            check_first_event(&s, number);
            if (s.result.event_count == 0 || !go_past_first_event(&s))
            {
                break;
            }
        }
    }
    end(&s);
    test_report("scenes", scenes);
    print_message("%d steps, %d events\n", (int)steps, (int)events);
    assert_number(events, >, 2 * scenes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ball_between_plates), cmocka_unit_test(plates_that_close),   cmocka_unit_test(rows_of_balls),
        cmocka_unit_test(spins_are_shared),    cmocka_unit_test(slides_into_corners), cmocka_unit_test(blade_pushes),
        cmocka_unit_test(answers_and_errors),  cmocka_unit_test(memory_runs_out),     cmocka_unit_test(break_shot),
        cmocka_unit_test(random_scenes),
    };
    return cmocka_run_group_tests_name("sweep_many3", tests, NULL, NULL);
}
