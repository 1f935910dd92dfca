// SPDX-License-Identifier: MIT
//
// Many things through a step, against others who know: a break shot against balls in doubles that go from event to
// event in the simplest way; random scenes of all shapes and answers against samples of where things would be if
// nothing met, pair by pair. A scene is checked up to its first meeting, and then taken up again from a little later,
// where a step that ends there has left it.

#include "arena.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Balls, in doubles

enum
{
    BALLS = 16,
    WALLS = 4
};

#define BALL_RADIUS 0.5
#define TABLE_X 12.0
#define TABLE_Y 7.0

typedef struct billiards
{
    double x[BALLS], y[BALLS], vx[BALLS], vy[BALLS];
    double restitution;
    int events;
} billiards;

static double time_of_balls(const billiards* t, int i, int j)
{
    double x = t->x[j] - t->x[i], y = t->y[j] - t->y[i], vx = t->vx[j] - t->vx[i], vy = t->vy[j] - t->vy[i];
    double b = x * vx + y * vy, c = x * x + y * y - 4.0 * BALL_RADIUS * BALL_RADIUS, a = vx * vx + vy * vy;
    double d = b * b - a * c;
    return b < 0.0 && d >= 0.0 ? (-b - sqrt(d)) / a : INFINITY;
}

static double time_of_wall(const billiards* t, int i, int wall)
{
    double at = wall < 2 ? t->x[i] : t->y[i], v = wall < 2 ? t->vx[i] : t->vy[i];
    double end = (wall < 2 ? TABLE_X : TABLE_Y) - BALL_RADIUS;
    return wall % 2 ? (v > 0.0 ? (end - at) / v : INFINITY) : (v < 0.0 ? (-end - at) / v : INFINITY);
}

static void meet_balls(billiards* t, int i, int j)
{
    double x = t->x[j] - t->x[i], y = t->y[j] - t->y[i], length = sqrt(x * x + y * y);
    x /= length;
    y /= length;
    double closing = (t->vx[i] - t->vx[j]) * x + (t->vy[i] - t->vy[j]) * y,
           impulse = 0.5 * (1.0 + t->restitution) * closing;
    t->vx[i] -= impulse * x;
    t->vy[i] -= impulse * y;
    t->vx[j] += impulse * x;
    t->vy[j] += impulse * y;
}

static void play_billiards(billiards* t, double time)
{
    for (;;)
    {
        double first = time;
        int who = -1, whom = -1;
        for (int i = 0; i < BALLS; ++i)
        {
            for (int j = 0; j < WALLS + i; ++j)
            {
                double when = j < WALLS ? time_of_wall(t, i, j) : time_of_balls(t, i, j - WALLS);
                if (when < first)
                {
                    first = when;
                    who = i;
                    whom = j;
                }
            }
        }
        for (int i = 0; i < BALLS; ++i)
        {
            t->x[i] += t->vx[i] * first;
            t->y[i] += t->vy[i] * first;
        }
        time -= first;
        if (who < 0)
        {
            return;
        }
        t->events += 1;
        if (whom >= WALLS)
        {
            meet_balls(t, who, whom - WALLS);
        }
        else if (whom < 2)
        {
            t->vx[who] *= -t->restitution;
        }
        else
        {
            t->vy[who] *= -t->restitution;
        }
    }
}

static void break_shot(void** unused)
{
    (void)unused;
    test_rng rng = {test_seed()};
    uint64_t shots = test_n(40);
    int events = 0;
    double worst = 0.0;
    for (uint64_t shot = 0; shot < shots; ++shot)
    {
        billiards t = {.restitution = shot % 2 ? 1.0 : 0.9};
        arena s;
        arena_start(&s);
        imp2_compound* ball = arena_circle(&s, (float)BALL_RADIUS);
        float gap = test_rng_range(&rng, 0.002f, 0.05f);
        imp2_vec places[BALLS] = {{-8.0f, test_rng_range(&rng, -0.4f, 0.4f)}};
        for (int row = 0, i = 1; row < 5; ++row)
        {
            for (int k = 0; k <= row; ++k, ++i)
            {
                places[i].x = (1.0f + gap) * 0.8660254f * (float)row + test_rng_range(&rng, 0.0f, 0.05f * gap);
                places[i].y = (1.0f + gap) * ((float)k - 0.5f * (float)row) + test_rng_range(&rng, 0.0f, 0.05f * gap);
            }
        }
        for (int i = 0; i < BALLS; ++i)
        {
            imp2_swept* one = arena_at(&s, ball, places[i].x, places[i].y);
            one->response = IMP_RESPONSE_BOUNCE;
            one->restitution = (float)t.restitution;
            one->inverse_mass = 1.0f;
            one->motion.x = i ? 0.0f : 40.0f;
            t.x[i] = places[i].x;
            t.y[i] = places[i].y;
            t.vx[i] = one->motion.x;
        }
        t.restitution = s.things[0].restitution;
        const float x = (float)TABLE_X, y = (float)TABLE_Y;
        imp2_compound* side = arena_box(&s, (imp2_box){{-1.0f, -y - 2.0f}, {1.0f, y + 2.0f}});
        imp2_compound* end = arena_box(&s, (imp2_box){{-x - 2.0f, -1.0f}, {x + 2.0f, 1.0f}});
        arena_at(&s, side, -x - 1.0f, 0.0f);
        arena_at(&s, side, x + 1.0f, 0.0f);
        arena_at(&s, end, 0.0f, -y - 1.0f);
        arena_at(&s, end, 0.0f, y + 1.0f);
        arena_run(&s);
        double before = 0.0, after = 0.0, off = 0.0;
        play_billiards(&t, 1.0);
        for (int i = 0; i < BALLS; ++i)
        {
            const imp2_swept_end* e = &s.result.ends[i];
            off = fmax(off, hypot(e->pose.p.x - t.x[i], e->pose.p.y - t.y[i]));
            before += t.vx[i] * t.vx[i] + t.vy[i] * t.vy[i];
            after += (double)e->motion.x * e->motion.x + (double)e->motion.y * e->motion.y;
            assert_true(e->time == 1.0f);
        }
        assert_int_equal(s.result.event_count, t.events);
        assert_true(fabs(after / before - 1.0) < 1e-4);
        assert_true(t.restitution < 1.0 || fabs(after / 1600.0 - 1.0) < 1e-6);
        worst = fmax(worst, off);
        events += t.events;
        arena_end(&s);
    }
    // Each meeting makes what is off several times as much.
    print_message("break shots: %d events, at most %.3g m off\n", events, worst);
    assert_true(worst < 2e-3);
    assert_true((uint64_t)events > 20 * shots);
}

// Random scenes

enum
{
    SAMPLES = 40,
    STAGES = 4
};

static imp2_vec some_vec(test_rng* rng, float most)
{
    float x = test_rng_range(rng, -most, most), y = test_rng_range(rng, -most, most);
    return (imp2_vec){x, y};
}

static void make_shapes(arena* s, test_rng* rng)
{
    for (int i = 0; i < 4; ++i)
    {
        float size = test_rng_range(rng, 0.1f, 0.6f), thin = test_rng_range(rng, 0.01f, 0.4f);
        arena_circle(s, size);
        arena_box(s, (imp2_box){{-size, -thin}, {size, thin}});
        arena_capsule(s, (imp2_vec){-size, 0.0f}, (imp2_vec){size, 0.1f}, thin);
        arena_polygon(s, (imp2_vec[]){{size, 0.0f}, {0.0f, size}, {-size, 0.3f * size}, {0.0f, -size}}, 4);
        arena_region(
            s, (imp2_vec[]){{-size, -size}, {size, -size}, {size, 0.0f}, {0.0f, 0.0f}, {0.0f, size}, {-size, size}}, 6);
    }
    arena_box(s, (imp2_box){{-8.0f, -0.05f}, {8.0f, 0.05f}});
    arena_region(s,
                 (imp2_vec[]){{-3, -3},
                              {3, -3},
                              {3, 3},
                              {-3, 3},
                              {-3, 0},
                              {-2.5f, 0},
                              {-2.5f, 2.5f},
                              {2.5f, 2.5f},
                              {2.5f, -2.5f},
                              {-2.5f, -2.5f},
                              {-2.5f, -1},
                              {-3, -1}},
                 12);
}

static void make_things(arena* s, test_rng* rng)
{
    bool turns = test_rng_int(rng, 0, 2) == 0;
    int count = test_rng_int(rng, 2, 6);
    float fast = test_rng_int(rng, 0, 1) ? 20.0f : 2.0f;
    s->count = 0;
    for (int i = 0; i < count; ++i)
    {
        imp2_pose pose;
        imp2_vec place = some_vec(rng, 4.0f);
        imp2_pose_make(place, test_rng_int(rng, 0, 2) ? test_rng_range(rng, -3.0f, 3.0f) : 0.0f, &pose);
        imp2_swept* t = arena_add(s, &s->compounds[test_rng_int(rng, 0, s->shape_count - 1)], pose);
        t->response = test_rng_int(rng, 0, IMP_RESPONSE_COUNT - 1);
        t->restitution = (float)test_rng_int(rng, 0, 2) * 0.5f;
        t->inverse_mass = (float)test_rng_int(rng, 0, 2);
        t->inverse_inertia = turns && test_rng_int(rng, 0, 1) ? 4.0f : 0.0f;
        t->turn = turns && test_rng_int(rng, 0, 1) ? test_rng_range(rng, -3.0f, 3.0f) : 0.0f;
        t->motion = test_rng_int(rng, 0, 3) ? some_vec(rng, fast) : (imp2_vec){0.0f, 0.0f};
        t->filter.category = test_rng_int(rng, 0, 5) ? 1 : 2;
        t->filter.mask = test_rng_int(rng, 0, 5) ? 3 : 1;
    }
}

static bool can_meet(const imp2_swept* a, const imp2_swept* b)
{
    return (a->filter.category & b->filter.mask) && (b->filter.category & a->filter.mask) &&
           (a->response != IMP_RESPONSE_FIRM || b->response != IMP_RESPONSE_FIRM);
}

static imp2_pose straight_on(const imp2_swept* t, double time)
{
    float s = 0.0f, c = 1.0f;
    imp2_pose r = t->pose;
    r.p.x = (float)(t->pose.p.x + t->motion.x * time);
    r.p.y = (float)(t->pose.p.y + t->motion.y * time);
    if (t->turn != 0.0f)
    {
        imp_sincos((float)(t->turn * time), &s, &c);
        double x = (double)c * r.q.c - (double)s * r.q.s, y = (double)s * r.q.c + (double)c * r.q.s, l = hypot(x, y);
        r.q = (imp2_rot){(float)(x / l), (float)(y / l)};
    }
    return r;
}

static double size_of(const imp2_swept* t)
{
    return (double)t->compound->reach + (double)t->compound->parts->radius;
}

static double speed_of(const imp2_swept* t)
{
    return hypot(t->motion.x, t->motion.y) + fabs((double)t->turn) * size_of(t);
}

static bool overlap_at(const imp2_swept* a, const imp2_swept* b, double time)
{
    bool r;
    imp2_pose pose_a = straight_on(a, time), pose_b = straight_on(b, time);
    if (hypot(pose_b.p.x - pose_a.p.x, pose_b.p.y - pose_a.p.y) > size_of(a) + size_of(b) + 0.01)
    {
        return false;
    }
    assert_int_equal(imp2_compound_overlap(a->compound, &pose_a, b->compound, &pose_b, &r), IMP_OK);
    return r;
}

static double distance_at(const imp2_swept* a, const imp2_swept* b, imp2_pose pose_a, imp2_pose pose_b)
{
    imp2_compound_nearest n;
    assert_int_equal(imp2_compound_distance(a->compound, &pose_a, b->compound, &pose_b, &n), IMP_OK);
    return n.nearest.distance;
}

/// How near two things that have met are to touching; what turns may have put others nearer.
static double tolerance_of(const arena* s, const imp2_swept* a, const imp2_swept* b)
{
    double sizes = size_of(a) + size_of(b), far = 0x1p-22 * 30.0;
    bool turns = false;
    for (int32_t i = 0; i < s->count; ++i)
    {
        turns = turns || s->things[i].turn != 0.0f || s->things[i].inverse_inertia > 0.0f;
    }
    return far + 4e-6 * sizes + 4e-7 * (speed_of(a) + speed_of(b)) + (turns ? 0x1p-11 * sizes : 0.0);
}

/// Nothing that was apart and goes straight on has overlapped before the first event, and that is one.
static void check_first_event(const arena* s, uint64_t number)
{
    double first = s->result.event_count > 0 ? (double)s->result.events[0].hit.time : 1.0;
    for (int32_t i = 0; i < s->count; ++i)
    {
        for (int32_t j = i + 1; j < s->count; ++j)
        {
            const imp2_swept *a = &s->things[i], *b = &s->things[j];
            if (!can_meet(a, b) || overlap_at(a, b, 0.0))
            {
                continue;
            }
            double before = first * (1.0 - 1e-6) - 1e-6;  // a float's time
            for (int k = 1; k <= SAMPLES && before > 0.0; ++k)
            {
                double time = before * k / SAMPLES;
                if (overlap_at(a, b, time) &&
                    distance_at(a, b, straight_on(a, time), straight_on(b, time)) < -tolerance_of(s, a, b))
                {
                    fail_msg("scene %d: %d and %d overlap at %.9g, the first event is at %.9g", (int)number, i, j, time,
                             first);
                }
            }
        }
    }
    if (s->result.event_count > 0)
    {
        const imp2_sweep_event* e = &s->result.events[0];
        const imp2_swept *a = &s->things[e->a], *b = &s->things[e->b];
        double gap = distance_at(a, b, straight_on(a, e->hit.time), straight_on(b, e->hit.time));
        assert_true(can_meet(a, b));
        if (e->hit.kind == IMP_SWEEP_HIT && !overlap_at(a, b, 0.0) && fabs(gap) > tolerance_of(s, a, b))
        {
            fail_msg("scene %d: %d and %d are %g apart when they meet", (int)number, e->a, e->b, gap);
        }
        assert_true(e->hit.kind != IMP_SWEEP_OVERLAP || (e->hit.depth > 0.0f && e->hit.time == 0.0f));
        bool passes = a->response == IMP_RESPONSE_PASS || b->response == IMP_RESPONSE_PASS;
        assert_true(passes || e->speed > 0.0f);
    }
}

static void check_order(const arena* s)
{
    int32_t answered[ARENA_THINGS] = {0};
    for (int32_t i = 0; i < s->result.event_count; ++i)
    {
        const imp2_sweep_event* e = &s->result.events[i];
        const imp2_swept *a = &s->things[e->a], *b = &s->things[e->b];
        assert_number(e->a, >=, 0);
        assert_number(e->a, <, e->b);
        assert_number(e->b, <, s->count);
        assert_number(e->hit.time, >=, (i ? s->result.events[i - 1].hit.time : 0.0f));
        assert_number(e->hit.time, <=, 1.0f);
        bool passes = a->response == IMP_RESPONSE_PASS || b->response == IMP_RESPONSE_PASS;
        answered[e->a] += !passes && a->response != IMP_RESPONSE_FIRM;
        answered[e->b] += !passes && b->response != IMP_RESPONSE_FIRM;
        for (int32_t k = 0; k < i && passes; ++k)
        {
            assert_false(s->result.events[k].a == e->a && s->result.events[k].b == e->b);
        }
    }
    for (int32_t i = 0; i < s->count; ++i)
    {
        // What stands is met by others, but does not answer.
        const imp2_swept_end* e = &s->result.ends[i];
        assert_number(e->events, <=, 32);
        if (e->time < 1.0f)
        {
            assert_int_equal(e->events, 32);
            assert_number(answered[i], >=, 32);
        }
        else
        {
            assert_int_equal(answered[i], e->events);
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
            const imp2_swept *a = &s->things[i], *b = &s->things[j];
            const imp2_swept_end *end_a = &s->result.ends[i], *end_b = &s->result.ends[j];
            bool passes = a->response == IMP_RESPONSE_PASS || b->response == IMP_RESPONSE_PASS;
            // What stands may be run over by what is firm.
            bool firm = a->response == IMP_RESPONSE_FIRM || b->response == IMP_RESPONSE_FIRM;
            if (!can_meet(a, b) || passes || overlap_at(a, b, 0.0) ||
                (firm && (end_a->time < 1.0f || end_b->time < 1.0f)))
            {
                continue;
            }
            double gap = distance_at(a, b, end_a->pose, end_b->pose);
            if (gap < -tolerance_of(s, a, b) -
                          4e-6 * (hypot(end_a->motion.x, end_a->motion.y) + hypot(end_b->motion.x, end_b->motion.y)))
            {
                fail_msg("scene %d: %d and %d end %g deep", (int)number, i, j, -gap);
            }
        }
    }
}

static void run_step(arena* s)
{
    assert_int_equal(imp2_sweep_many(s->sweeps, s->things, s->count, 0, &s->result), IMP_OK);
}

/// The same things where they are a little after the first event, with what is left of the step. False at the end.
static bool go_past_first_event(arena* s)
{
    double until = (s->result.event_count > 0 ? (double)s->result.events[0].hit.time : 1.0) + 0x1p-16;
    if (until >= 0.999)
    {
        return false;
    }
    imp2_swept whole[ARENA_THINGS];
    memcpy(whole, s->things, sizeof whole);
    for (int32_t i = 0; i < s->count; ++i)
    {
        s->things[i].motion = imp2_vec_scale(whole[i].motion, (float)until);
        s->things[i].turn = whole[i].turn * (float)until;
    }
    run_step(s);
    memcpy(s->things, whole, sizeof whole);
    for (int32_t i = 0; i < s->count; ++i)
    {
        const imp2_swept_end* e = &s->result.ends[i];
        if (e->time < 1.0f || fabsf(e->turn) > 10.0f * (float)until)
        {
            return false;
        }
        float rest = (float)((1.0 - until) / until);
        s->things[i].pose = e->pose;
        s->things[i].motion = imp2_vec_scale(e->motion, rest);
        s->things[i].turn = e->turn * rest;
    }
    return true;
}

static void random_scenes(void** unused)
{
    (void)unused;
    test_rng rng = {test_seed()};
    uint64_t scenes = test_n(2500), steps = 0, events = 0;
    arena s;
    arena_start(&s);
    make_shapes(&s, &rng);
    for (uint64_t number = 0; number < scenes; ++number)
    {
        make_things(&s, &rng);
        for (int stage = 0; stage < STAGES; ++stage)
        {
            run_step(&s);
            steps += 1;
            events += (uint64_t)s.result.event_count;
            check_order(&s);
            check_end(&s, number);
            check_first_event(&s, number);
            if (s.result.event_count == 0 || !go_past_first_event(&s))
            {
                break;
            }
        }
    }
    arena_end(&s);
    test_report("scenes", scenes);
    print_message("%d steps, %d events\n", (int)steps, (int)events);
    assert_true(events > 2 * scenes);
}

// Another order

// Planks, capsules and triangles that push and turn each other: two that were apart are so in the end, to 16 ulp of the
// scene, however little they meet by, and also where one of them has had all its meetings.
static void what_turns_stays_apart(void** unused)
{
    (void)unused;
    enum
    {
        MOST = 8
    };
    static const float speeds[] = {0.001f, 1.0f, 20.0f};
    static const int32_t answers[] = {IMP_RESPONSE_FIRM, IMP_RESPONSE_STOP, IMP_RESPONSE_SLIDE, IMP_RESPONSE_BOUNCE,
                                      IMP_RESPONSE_BOUNCE};
    test_rng rng = {test_seed()};
    imp2_sweeps* sweeps;
    assert_int_equal(imp2_sweeps_make(NULL, &sweeps), IMP_OK);
    double deepest = 0.0;
    uint64_t scenes = test_n(8000), pairs = 0;
    for (uint64_t scene = 0; scene < scenes; ++scene)
    {
        imp2_shape shapes[MOST];
        imp2_compound compounds[MOST];
        imp2_swept things[MOST];
        imp2_sweep_result result;
        int32_t count = test_rng_int(&rng, 2, MOST);
        float speed = speeds[scene % 3];
        bool few = scene / 2 % 2;
        for (int32_t i = 0; i < count; ++i)
        {
            float r = test_rng_range(&rng, 0.2f, 0.5f), angle = test_rng_range(&rng, 0.0f, 6.0f);
            const imp2_vec corners[3] = {{-r, -0.5f * r}, {r, -0.5f * r}, {0.0f, r}}, left = {-r, 0.0f},
                           right = {r, 0.0f};
            const imp2_box box = {{-r, -0.4f * r}, {r, 0.4f * r}};
            int kind = test_rng_int(&rng, 0, 2);
            assert_int_equal(kind == 0   ? imp2_box_make(box, &shapes[i])
                             : kind == 1 ? imp2_capsule_make(left, right, 0.1f, &shapes[i])
                                         : imp2_polygon_make(corners, 3, 0.0f, NULL, &shapes[i], NULL),
                             IMP_OK);
            assert_int_equal(imp2_compound_of_shape(&shapes[i], &compounds[i]), IMP_OK);
            imp2_swept t = {.compound = &compounds[i],
                            .filter = {1, 1},
                            .response = answers[i == 0 ? 4 : test_rng_int(&rng, 0, 4)]};
            t.pose.p.x = 1.25f * (float)(i % 3) + test_rng_range(&rng, -0.1f, 0.1f);
            t.pose.p.y = 1.25f * (float)(i / 3) + test_rng_range(&rng, -0.1f, 0.1f);
            t.pose.q.c = (float)cos((double)angle);
            t.pose.q.s = (float)sin((double)angle);
            t.motion.x = test_rng_range(&rng, -speed, speed);
            t.motion.y = test_rng_range(&rng, -speed, speed);
            t.turn = scene % 2 ? test_rng_range(&rng, -2.0f, 2.0f) : 0.0f;
            if (few && t.response == IMP_RESPONSE_FIRM)
            {
                t.motion.x = t.motion.y = t.turn = 0.0f;
            }
            t.restitution = test_rng_int(&rng, 0, 1) ? test_rng_range(&rng, 0.0f, 1.0f) : 0.0f;
            t.inverse_mass = test_rng_range(&rng, 0.2f, 2.0f);
            t.inverse_inertia = test_rng_range(&rng, 0.0f, 10.0f);
            things[i] = t;
        }
        assert_int_equal(imp2_sweep_many(sweeps, things, count, few ? 2 : 200, &result), IMP_OK);
        for (int32_t k = 0; k < count * count; ++k)
        {
            int32_t i = k / count, j = k % count;
            int32_t stand = (result.ends[i].time < 1.0f) + (result.ends[j].time < 1.0f);
            bool whole = i < j && stand < (few ? 2 : 1);  // what is firm and comes goes through what stands
            if (whole && distance_at(&things[i], &things[j], things[i].pose, things[j].pose) > 0.0 &&
                can_meet(&things[i], &things[j]))
            {
                double gap = distance_at(&things[i], &things[j], result.ends[i].pose, result.ends[j].pose);
                deepest = -gap > deepest ? -gap : deepest;
                ++pairs;
            }
        }
    }
    printf("what turns overlaps by %.2g\n", deepest);
    test_report("sweep_scenes2 pairs that turn", pairs);
    assert_number(pairs, >, scenes);
    assert_number(deepest, <, 16.0 * 0x1p-21);
    imp2_sweeps_free(sweeps);
}

static void order_does_not_matter(void** unused)
{
    (void)unused;
    test_rng rng = {test_seed()};
    uint64_t scenes = test_n(2000), compared = 0;
    arena s;
    arena_start(&s);
    make_shapes(&s, &rng);
    for (uint64_t number = 0; number < scenes; ++number)
    {
        make_things(&s, &rng);
        run_step(&s);
        // Few events, none at the same time or at the start: what is off by rounding stays small.
        bool clear = s.result.event_count < 4;
        for (int32_t i = 0; i < s.result.event_count; ++i)
        {
            float last = i ? s.result.events[i - 1].hit.time : 0.0f;
            clear = clear && s.result.events[i].hit.time > last + 1e-3f && s.result.events[i].speed > 0.1f;
        }
        for (int32_t i = 0; i < s.count; ++i)
        {
            clear = clear && s.things[i].turn == 0.0f && s.things[i].inverse_inertia == 0.0f;
        }
        if (!clear)
        {
            continue;
        }
        compared += 1;
        int32_t last = s.count - 1, event_count = s.result.event_count;
        imp2_sweep_event events[4];
        imp2_swept_end ends[ARENA_THINGS];
        imp2_swept things[ARENA_THINGS];
        memcpy(ends, s.result.ends, (size_t)s.count * sizeof *ends);
        memcpy(events, s.result.events, (size_t)event_count * sizeof *events);
        memcpy(things, s.things, sizeof things);
        for (int32_t i = 0; i < s.count; ++i)
        {
            s.things[i] = things[last - i];
        }
        run_step(&s);
        assert_int_equal(s.result.event_count, event_count);
        for (int32_t i = 0; i < event_count; ++i)
        {
            const imp2_sweep_event *e = &events[i], *f = &s.result.events[i];
            assert_number(e->a, ==, last - f->b);
            assert_number(e->b, ==, last - f->a);
            assert_true(fabsf(e->hit.time - f->hit.time) < 1e-4f);
        }
        for (int32_t i = 0; i < s.count; ++i)
        {
            imp2_vec off = imp2_vec_sub(ends[i].pose.p, s.result.ends[last - i].pose.p);
            assert_true(imp2_vec_dot(off, off) < 1e-5f);
        }
    }
    arena_end(&s);
    assert_true(compared > scenes / 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(break_shot),
        cmocka_unit_test(random_scenes),
        cmocka_unit_test(what_turns_stays_apart),
        cmocka_unit_test(order_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
