// SPDX-License-Identifier: MIT
//
// Times of impact against doubles, over ways from a tenth of the sizes to ten thousand times as long, with walls down
// to a thousandth, and turning: no miss, nothing late, and early by no more than stated.
//
//     two things that are apart, motions, turns  ->  the time  ->  separation there: nearly touching
//                                                       |
//                            marched up to it: never nearer than - depth
//
// The march is as long as the speed allows and at least a quarter of the depth that it looks for; so it steps over
// nothing that is 1.25 times as deep. Where it finds something, the time is bisected. Separations are those of
// definition2_separation, of all pairs of parts whose boxes are near. time_of_impact2_test.c has pairs of convex shapes
// on ways about their size, in all arrangements; here they are far apart and fast.

#include <math.h>
#include <stdio.h>

#include "motion/arena.h"
#include "oracle/compounds2.h"
#include "oracle/oracle2.h"
#include "oracle/pairs2.h"

enum
{
    BUDGET = 20000,  // separations for each pair; those with more are not decided
    WALL = COMPOUND2_SORTS,
    SORTS
};

typedef struct flight
{
    imp2_compound_mover a, b;
    imp2_compound bodies[2];
    imp2_shape shapes[2];
    double speed;  // no points of the two come together faster [lengths in a step]
    double size;   // the larger reach and radius
    double ulp;    // of the scale, with the motions
    int budget;
} flight;

// What has no inside at all may be passed without a negative separation.
static bool is_point(const imp2_compound* c)
{
    const imp2_shape* s = c->parts;
    imp2_vec first = oracle2_vertex(s, 0), last = oracle2_vertex(s, s->count - 1);
    return c->part_count == 1 && s->radius == 0.0f && s->count <= 2 && first.x == last.x && first.y == last.y;
}

static void make_wall(test_rng* rng, imp2_shape* shape, imp2_compound* out)
{
    float half = 0.5f * (float)pow(10.0, -3.0 * test_rng_unit(rng)), length = test_rng_range(rng, 0.5f, 5.0f);
    imp2_vec low = {0.0f, -length}, high = {0.0f, length};
    imp2_box box = {{-half, -length}, {half, length}};
    assert_int_equal(test_rng_int(rng, 0, 1) ? imp2_box_make(box, shape) : imp2_capsule_make(low, high, half, shape),
                     IMP_OK);
    assert_int_equal(imp2_compound_of_shape(shape, out), IMP_OK);
}

static void make_body(test_rng* rng, int sort, flight* f, int side)
{
    imp2_compound* c = &f->bodies[side];
    if (sort == WALL)
    {
        make_wall(rng, &f->shapes[side], c);
        return;
    }
    compounds2_make(rng, sort, false, &f->shapes[side], c);
    while (is_point(c))
    {
        imp2_compound_free(c);
        compounds2_make(rng, sort, false, &f->shapes[side], c);
    }
}

static double size_of(const imp2_compound* c)
{
    return (double)c->reach + (double)c->parts->radius;
}

static imp2_vec vec_of(double x, double y)
{
    imp2_vec v = {fabs(x) < 0x1p-59 ? 0.0f : (float)x, fabs(y) < 0x1p-59 ? 0.0f : (float)y};
    return v;
}

static double length_of(imp2_vec v)
{
    return hypot((double)v.x, (double)v.y);
}

static float some_turn(test_rng* rng)
{
    double most = pow(10.0, -2.0 + 3.2 * test_rng_unit(rng));
    return test_rng_int(rng, 0, 2) ? (float)(most * (2.0 * test_rng_unit(rng) - 1.0)) : 0.0f;
}

// B comes by A within about the sum of their sizes, some time in the step; and both may move.
static void make_flight(test_rng* rng, uint64_t i, flight* f)
{
    make_body(rng, (int)(i % SORTS), f, 0);
    make_body(rng, (int)(i / SORTS % SORTS), f, 1);
    double sizes[2] = {size_of(&f->bodies[0]), size_of(&f->bodies[1])};
    double way = (sizes[0] + sizes[1]) * pow(10.0, 5.0 * test_rng_unit(rng) - 1.0), when = test_rng_unit(rng);
    double angle = 6.3 * test_rng_unit(rng), aside = 0.8 * (sizes[0] + sizes[1]) * (2.0 * test_rng_unit(rng) - 1.0);
    double x = way * cos(angle), y = way * sin(angle), common = test_rng_int(rng, 0, 1) ? 1.0 : 0.0;
    imp2_vec with = vec_of(common * test_rng_range(rng, -1.0f, 1.0f), common * way * (test_rng_unit(rng) - 0.5));
    imp2_compound_mover a = {&f->bodies[0], imp2_pose_identity(), with, some_turn(rng)};
    imp2_compound_mover b = {&f->bodies[1], imp2_pose_identity(), vec_of((double)with.x + x, (double)with.y + y),
                             some_turn(rng)};
    a.pose.p = vec_of(test_rng_range(rng, -3.0f, 3.0f), test_rng_range(rng, -3.0f, 3.0f));
    b.pose.p =
        vec_of((double)a.pose.p.x - when * x - aside * sin(angle), (double)a.pose.p.y - when * y + aside * cos(angle));
    assert_int_equal(imp2_rot_make(test_rng_range(rng, -3.1f, 3.1f), &a.pose.q), IMP_OK);
    assert_int_equal(imp2_rot_make(test_rng_range(rng, -3.1f, 3.1f), &b.pose.q), IMP_OK);
    double apart = hypot((double)a.pose.p.x - (double)b.pose.p.x, (double)a.pose.p.y - (double)b.pose.p.y);
    f->a = a;
    f->b = b;
    f->size = fmax(sizes[0], sizes[1]);
    f->speed = hypot((double)b.motion.x - (double)a.motion.x, (double)b.motion.y - (double)a.motion.y) +
               1.001 * (fabs((double)a.turn) * sizes[0] + fabs((double)b.turn) * sizes[1]);
    f->ulp = 0x1p-23 * fmax(fmax(f->size, apart), fmax(length_of(a.motion), length_of(b.motion)));
    f->budget = BUDGET;
}

static void free_flight(flight* f)
{
    for (int k = 0; k < 2; ++k)
    {
        imp2_compound_free(&f->bodies[k]);
        imp2_shape_free(&f->shapes[k]);
    }
}

// Parts, as they lie at a time, seen from A's pose at the start.
typedef struct placed
{
    definition2_body bodies[64];
    double boxes[64][4];
    int count;
} placed;

static void place_parts(const imp2_compound_mover* m, imp2_vec origin, double t, placed* out)
{
    double turn = t * (double)m->turn, ct = cos(turn), st = sin(turn), q = (double)m->pose.q.c, r = (double)m->pose.q.s;
    double x = ((double)m->pose.p.x - (double)origin.x) + t * (double)m->motion.x;
    double y = ((double)m->pose.p.y - (double)origin.y) + t * (double)m->motion.y;
    out->count = m->compound->part_count;
    assert_true(out->count <= 64);
    for (int i = 0; i < out->count; ++i)
    {
        definition2_body* b = &out->bodies[i];
        definition2_place(&m->compound->parts[i], ct * q - st * r, st * q + ct * r, x, y, b);
        double* box = out->boxes[i];
        box[0] = box[1] = INFINITY;
        box[2] = box[3] = -INFINITY;
        for (int k = 0; k < b->count; ++k)
        {
            box[0] = fmin(box[0], b->x[k] - b->radius);
            box[1] = fmin(box[1], b->y[k] - b->radius);
            box[2] = fmax(box[2], b->x[k] + b->radius);
            box[3] = fmax(box[3], b->y[k] + b->radius);
        }
    }
}

static double separation_at(flight* f, double t)
{
    static placed a, b;
    double best = INFINITY, nx, ny;
    place_parts(&f->a, f->a.pose.p, t, &a);
    place_parts(&f->b, f->a.pose.p, t, &b);
    for (int i = 0; i < a.count; ++i)
    {
        for (int k = 0; k < b.count; ++k)
        {
            const double *p = a.boxes[i], *q = b.boxes[k];
            bool near = fmax(fmax(q[0] - p[2], p[0] - q[2]), fmax(q[1] - p[3], p[1] - q[3])) < best;
            best = near ? fmin(best, definition2_separation(&a.bodies[i], &b.bodies[k], &nx, &ny)) : best;
        }
    }
    f->budget -= 1;
    return best;
}

// When they are first as deep in each other as that; INFINITY if not before `until`.
static double time_of_depth(flight* f, double until, double depth)
{
    double t = 0.0, s = separation_at(f, 0.0), least = 0.25 * depth / f->speed;
    while (t < until && f->budget > 0)
    {
        double next = fmin(until, t + fmax((s + depth) / f->speed, least));
        s = separation_at(f, next);
        if (s < -depth)
        {
            for (int k = 0; k < 50; ++k)
            {
                double middle = 0.5 * (t + next);
                *(separation_at(f, middle) < -depth ? &next : &t) = middle;
            }
            return next;
        }
        t = next;
    }
    return INFINITY;
}

typedef struct counts
{
    uint64_t never, hit, undecided;
} counts;

static void complain(const flight* f, uint64_t number, const char* what, const imp2_hit* hit, double figure)
{
    const imp2_compound_mover* movers[2] = {&f->a, &f->b};
    for (int k = 0; k < 2; ++k)
    {
        const imp2_compound_mover* m = movers[k];
        printf("p {%a, %a}, q {%a, %a}, motion {%a, %a}, turn %a\n", (double)m->pose.p.x, (double)m->pose.p.y,
               (double)m->pose.q.c, (double)m->pose.q.s, (double)m->motion.x, (double)m->motion.y, (double)m->turn);
        for (int i = 0; i < m->compound->part_count; ++i)
        {
            pair2_print_shape(k ? "b" : "a", &m->compound->parts[i]);
        }
    }
    fail_msg("flight %d is %s: kind %d at %.9g, %g (ulp %g, size %g, speed %g)", (int)number, what, hit->kind,
             (double)hit->time, figure, f->ulp, f->size, f->speed);
}

// A hit of two that were apart: `slack` is how deep they may be before it, `early` how far apart at it.
static void judge(flight* f, uint64_t number, const imp2_hit* hit, double slack, double early, counts* seen)
{
    bool hits = hit->kind == IMP_SWEEP_HIT;
    double until = hits ? (double)hit->time : 1.0, found = time_of_depth(f, until, slack);
    seen->never += !hits;
    seen->hit += hits;
    seen->undecided += f->budget <= 0;
    if (found <= until)
    {
        complain(f, number, hits ? "late" : "a miss", hit, separation_at(f, until));
    }
    double gap = hits ? separation_at(f, until) : 0.0;
    if (gap > early)
    {
        complain(f, number, "early", hit, gap);
    }
    assert_true(hit->kind == IMP_SWEEP_NEVER || (hits && hit->time > 0.0f && hit->time <= 1.0f));
}

// Convex pairs are asked by both calls, which are to agree.
static imp2_hit hit_of(const flight* f)
{
    imp2_compound_hit hit;
    assert_int_equal(imp2_compound_time_of_impact(&f->a, &f->b, &hit), IMP_OK);
    if (f->a.compound->kind == IMP2_COMPOUND_SHAPE && f->b.compound->kind == IMP2_COMPOUND_SHAPE)
    {
        imp2_mover a = {f->a.compound->parts, f->a.pose, f->a.motion, f->a.turn};
        imp2_mover b = {f->b.compound->parts, f->b.pose, f->b.motion, f->b.turn};
        imp2_hit single;
        assert_int_equal(imp2_time_of_impact(&a, &b, &single), IMP_OK);
        assert_memory_equal(&single, &hit.hit, sizeof single);
    }
    return hit.hit;
}

static void check_counts(const char* name, const counts* seen, uint64_t count)
{
    printf("%s: never %d, hit %d, not decided %d\n", name, (int)seen->never, (int)seen->hit, (int)seen->undecided);
    test_report(name, count);
    assert_true(count < 200 || (seen->never > count / 8 && seen->hit > count / 4 && seen->undecided <= count / 50));
}

static void nothing_is_late(void** unused)
{
    (void)unused;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(4000);
    counts seen = {0, 0, 0};
    for (uint64_t i = 0; i < count; ++i)
    {
        flight f = {.budget = 0};
        make_flight(&rng, i, &f);
        if (separation_at(&f, 0.0) > 64.0 * f.ulp)
        {
            imp2_hit hit = hit_of(&f);
            judge(&f, i, &hit, 17.0 * f.ulp, 0x1p-12 * f.size + 17.0 * f.ulp, &seen);
        }
        free_flight(&f);
    }
    check_counts("flights2: times of impact", &seen, count);
}

// The first event of two things without a world: its error is that of the sizes, but for the float that tells the time.
static void nothing_is_late_without_a_world(void** unused)
{
    (void)unused;
    static arena s;
    test_rng rng = {test_seed() + 1};
    uint64_t count = test_n(4000);
    counts seen = {0, 0, 0};
    arena_start(&s);
    for (uint64_t i = 0; i < count; ++i)
    {
        flight f = {.budget = 0};
        make_flight(&rng, i, &f);
        double sizes = size_of(f.a.compound) + size_of(f.b.compound);
        double told = 0x1p-23 * (sizes + length_of(f.a.pose.p)) + 0x1p-24 * f.speed + f.ulp;
        if (separation_at(&f, 0.0) > 64.0 * f.ulp)
        {
            const imp2_compound_mover* movers[2] = {&f.a, &f.b};
            s.count = 0;
            for (int k = 0; k < 2; ++k)
            {
                imp2_swept* thing = arena_add(&s, movers[k]->compound, movers[k]->pose);
                thing->motion = movers[k]->motion;
                thing->turn = movers[k]->turn;
                thing->response = k ? IMP_RESPONSE_STOP : IMP_RESPONSE_FIRM;
            }
            arena_run(&s);
            imp2_hit hit = {.kind = IMP_SWEEP_NEVER};
            hit = s.result.event_count > 0 ? s.result.events[0].hit : hit;
            bool turns = f.a.turn != 0.0f || f.b.turn != 0.0f;
            double turning = turns ? 0x1p-12 * f.size : 0.0;  // by so much all is told then
            judge(&f, i, &hit, 4.0 * told + turning, 4.0 * told + 2.0 * turning, &seen);
        }
        free_flight(&f);
    }
    arena_end(&s);
    check_counts("flights2: first events", &seen, count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_late),
        cmocka_unit_test(nothing_is_late_without_a_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
