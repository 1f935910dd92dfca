// SPDX-License-Identifier: MIT
//
// Worlds of the plane: targets that are reached, explosions by their definition, another origin at run time.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenes2.h"
#include "world_probe2.h"

#include "broad/index2.h"

#define DT (1.0f / 60.0f)

static imp2_world* new_world(float gravity, int32_t sub_steps)
{
    imp2_world_def def = {.gravity = {0.0f, -gravity}, .sub_steps = sub_steps};
    imp2_world* world;
    assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
    return world;
}

static double turn_between(imp2_rot a, imp2_rot b)
{
    return atan2((double)a.c * b.s - (double)a.s * b.c, (double)a.c * b.c + (double)a.s * b.s);
}

// Targets

static void comes_to_targets(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(2000);
    double worst_way = 0.0, worst_turn = 0.0;
    for (uint64_t i = 0; i < count; ++i)
    {
        int32_t sub_steps = test_rng_int(&rng, 0, 8);
        imp2_world* world = new_world(10.0f, sub_steps);
        float x = test_rng_range(&rng, -8.0f, 8.0f);
        float y = test_rng_range(&rng, -8.0f, 8.0f);
        // Its origin is far from what it wears: it turns about the origin of its pose.
        imp2_shape shape;
        assert_int_equal(imp2_circle_make((imp2_vec){x, y}, 0.5f, &shape), IMP_OK);
        float angle = test_rng_range(&rng, -3.0f, 3.0f);
        imp_body body = scene_body(world, IMP_BODY_KINEMATIC, scene_pose(x, -y, angle), &shape,
                                   (scene_matter){1.0f, 0.0f, 0.0f, 0.0f});
        float time = test_rng_range(&rng, 0.001f, 0.2f);
        for (int step = 0; step < 3; ++step)
        {
            imp2_pose from = scene_state(world, body).pose, to;
            x = test_rng_range(&rng, -8.0f, 8.0f);
            y = test_rng_range(&rng, -8.0f, 8.0f);
            to = scene_pose(x, y, test_rng_range(&rng, -3.1f, 3.1f));
            double turn = turn_between(from.q, to.q);
            int least = sub_steps ? sub_steps : 4;
            imp_status status = imp2_world_set_target_pose(world, body, &to, time);
            if (status)
            {
                assert_int_equal(imp_status_fault(status), IMP_ERR_RANGE);
                assert_number(fabs(turn) / least, >, 1.5);
                continue;
            }
            assert_true(fabs(turn) / least < 1.57);
            assert_int_equal(status, IMP_OK);
            scene_run(world, 1, time);
            imp2_pose there = scene_state(world, body).pose;
            double way = fabs((double)to.p.x - from.p.x) + fabs((double)to.p.y - from.p.y);
            double off = fmax(fabs((double)there.p.x - to.p.x), fabs((double)there.p.y - to.p.y));
            worst_way = fmax(worst_way, (off - 0x1p-21) / way / 0x1p-23);
            // Near a quarter in each sub-step the tangent is steep, and its rounding is felt.
            double steep = 1.0 + pow(tan(fabs(turn) / least), 2.0);
            worst_turn = fmax(worst_turn, fabs(turn_between(there.q, to.q)) / (sub_steps == 1 ? steep : 1.0));
        }
        imp2_world_free(world);
    }
    printf("targets missed by %.1f ulp of the way, %.1e rad\n", worst_way, worst_turn);
    assert_number(worst_way, <, 8.0);
    assert_number(worst_turn, <, 0x1p-20);
    test_report("control2 comes to targets", count);
}

// A dynamic body turns about its centre of mass, and still its origin comes where it was told.
static void sends_dynamic_bodies(void** state)
{
    (void)state;
    imp2_world* world = new_world(0.0f, 0);
    imp2_shape shape;
    assert_int_equal(imp2_circle_make((imp2_vec){2.0f, 1.0f}, 0.5f, &shape), IMP_OK);
    imp_body body = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(1.0f, 2.0f, 0.5f), &shape,
                               (scene_matter){1.0f, 0.0f, 0.0f, 0.0f});
    imp2_pose to = scene_pose(1.5f, 1.0f, 1.75f);
    assert_int_equal(imp2_world_set_target_pose(world, body, &to, DT), IMP_OK);
    scene_run(world, 1, DT);
    imp2_pose there = scene_state(world, body).pose;
    assert_number(fabsf(there.p.x - to.p.x), <, 2e-6f);
    assert_number(fabsf(there.p.y - to.p.y), <, 2e-6f);
    assert_true(fabs(turn_between(there.q, to.q)) < 2e-6);
    imp2_world_free(world);
}

// Explosions

static imp2_vec momentum_of(const imp2_body_state* s)
{
    return imp2_vec_scale(s->velocity, s->mass);
}

static void explodes_as_it_says(void** state)
{
    (void)state;
    imp2_world* world = new_world(0.0f, 0);
    imp2_shape ball = scene_ball(0.5f), box = scene_box(1.0f, 0.25f);
    scene_matter matter = {1.0f, 0.0f, 0.0f, 0.0f};
    imp_body near = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(2.5f, 0.0f, 0.0f), &ball, matter);   // 2 m away
    imp_body half = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(-4.5f, 0.0f, 0.0f), &ball, matter);  // 4 m
    imp_body far = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 5.6f, 0.0f), &ball, matter);
    imp_body flat = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, -1.25f, 0.0f), &box, matter);
    imp_body stone = scene_body(world, IMP_BODY_STATIC, scene_pose(0.0f, 1.0f, 0.0f), &ball, matter);
    imp2_explosion e = {.radius = 3.0f, .falloff = 2.0f, .impulse_per_length = 6.0f};
    assert_int_equal(imp2_world_set_awake(world, near, false), IMP_OK);
    assert_int_equal(imp2_world_explode(world, &e), IMP_OK);
    imp2_body_state s = scene_state(world, near);
    assert_true(s.awake);
    assert_number(fabsf(momentum_of(&s).x - 6.0f), <, 1e-5f);
    assert_number(momentum_of(&s).y, ==, 0.0f);
    assert_number(s.angular_velocity, ==, 0.0f);
    s = scene_state(world, half);
    assert_true(fabsf(momentum_of(&s).x + 3.0f) < 1e-5f);
    s = scene_state(world, flat);
    assert_number(fabsf(momentum_of(&s).y + 12.0f), <, 1e-5f);
    assert_number(fabsf(s.angular_velocity), <, 1e-4f);
    assert_number(scene_state(world, far).velocity.y, ==, 0.0f);
    assert_number(scene_state(world, stone).velocity.y, ==, 0.0f);

    // What contains the centre goes the way of its centre of mass; where that is the same, nowhere.
    e.center = (imp2_vec){2.25f, 0.0f};
    e.impulse_per_length = -3.0f;
    e.radius = 0.01f;
    e.falloff = 0.0f;
    assert_int_equal(imp2_world_explode(world, &e), IMP_OK);
    s = scene_state(world, near);
    assert_number(fabsf(momentum_of(&s).x - 3.0f), <, 1e-5f);
    assert_number(s.angular_velocity, ==, 0.0f);
    e.center = (imp2_vec){2.5f, 0.0f};
    assert_int_equal(imp2_world_explode(world, &e), IMP_OK);
    assert_true(scene_state(world, near).velocity.x == s.velocity.x);
    // Its centre of mass is to the right of the centre, and the nearest way out above.
    s = scene_state(world, flat);
    e.center = (imp2_vec){s.pose.p.x - 0.75f, s.pose.p.y};
    e.impulse_per_length = 3.0f;
    imp2_vec before = momentum_of(&s);
    assert_int_equal(imp2_world_explode(world, &e), IMP_OK);
    s = scene_state(world, flat);
    assert_number(fabsf(momentum_of(&s).x - before.x - 1.5f), <, 1e-5f);
    assert_number(fabsf(momentum_of(&s).y - before.y), <, 1e-5f);
    imp2_world_free(world);
}

// All shapes, against the definition: nearest points of the pair test, supports to both sides.
static void explodes_by_the_definition(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(150), pushed = 0;
    double worst = 0.0;
    for (uint64_t i = 0; i < count; ++i)
    {
        imp2_world* world = new_world(0.0f, 0);
        imp2_vec away = {i % 2 ? 0x1p20f : 0.0f, 0.0f};
        imp2_shape shapes[12];
        imp_body bodies[12];
        for (int k = 0; k < 12; ++k)
        {
            imp2_vec points[5];
            for (int m = 0; m < 5; ++m)
            {
                float size = test_rng_range(&rng, 0.2f, 1.0f);
                points[m] = imp2_pose_apply(scene_pose(0.0f, 0.0f, 1.2566f * (float)m), (imp2_vec){0.7f, 0.2f * size});
            }
            assert_int_equal(imp2_polygon_make(points, test_rng_int(&rng, 1, 3), 0.25f, NULL, &shapes[k], NULL),
                             IMP_OK);
            float x = 0.25f * (float)test_rng_int(&rng, -24, 24);
            float y = 0.25f * (float)test_rng_int(&rng, -24, 24);
            imp2_pose pose = scene_pose(x + away.x, y, test_rng_range(&rng, -3.0f, 3.0f));
            bodies[k] = scene_body(world, IMP_BODY_DYNAMIC, pose, &shapes[k], (scene_matter){1.0f, 0.0f, 0.0f, 0.0f});
        }
        imp2_explosion e = {.center = away, .radius = 2.0f, .falloff = 4.0f, .impulse_per_length = 5.0f};
        e.center.x += 0.125f;
        assert_int_equal(imp2_world_explode(world, &e), IMP_OK);
        for (int k = 0; k < 12; ++k)
        {
            imp2_body_state s = scene_state(world, bodies[k]);
            imp2_pose pose = {imp2_vec_sub(s.pose.p, e.center), s.pose.q}, here = imp2_pose_identity();
            imp2_vec low, high;
            imp2_mass mass;
            assert_int_equal(imp2_shape_mass(&shapes[k], 1.0f, &mass), IMP_OK);
            imp2_vec middle = imp2_pose_apply(pose, mass.centroid);
            imp2_nearest n;
            imp2_shape dot = scene_ball(0.0f);
            assert_int_equal(imp2_distance(&dot, &here, &shapes[k], &pose, &n), IMP_OK);
            if (n.distance < 0.0f || s.mass == 0.0f)
            {
                continue;
            }
            imp2_vec across = imp2_vec_left(n.normal);
            assert_int_equal(imp2_shape_support(&shapes[k], &pose, across, &high, NULL), IMP_OK);
            assert_int_equal(imp2_shape_support(&shapes[k], &pose, imp2_vec_negate(across), &low, NULL), IMP_OK);
            float length = imp2_vec_dot(imp2_vec_sub(high, low), across);
            float part = n.distance < 2.0f ? 1.0f : n.distance < 6.0f ? 1.0f - (n.distance - 2.0f) / 4.0f : 0.0f;
            imp2_vec push = imp2_vec_scale(n.normal, 5.0f * part * length), got = momentum_of(&s);
            float spin = s.inertia > 0.0f ? imp2_vec_cross(imp2_vec_sub(n.point_b, middle), push) / s.inertia : 0.0f;
            double scale = (double)(1.0f + fabsf(push.x) + fabsf(push.y));
            worst = fmax(worst, (fabs((double)got.x - push.x) + fabs((double)got.y - push.y)) / scale);
            worst = fmax(worst, fabs((double)spin - s.angular_velocity) / (1.0 + fabs((double)spin)));
            pushed += part > 0.0f;
        }
        imp2_world_free(world);
    }
    printf("%d pushes off by %.1e\n", (int)pushed, worst);
    assert_number(pushed, >, 4 * count);
    assert_number(worst, <, 1e-5);
    test_report("control2 explodes", count);
}

// Another origin

// A pile beyond a thousand metres, so that all its coordinates have the same rounding wherever it is shifted.
typedef struct pile
{
    imp2_world* world;
    imp_body bodies[64];
    int count;
    imp2_vec origin;  // where its world's origin is
} pile;

static void pile_make(pile* p, float x, float y)
{
    p->world = new_world(10.0f, 0);
    p->count = 0;
    p->origin = (imp2_vec){0.0f, 0.0f};
    imp2_shape ground = scene_box(40.0f, 1.0f), box = scene_box(0.5f, 0.5f), ball = scene_ball(0.4f);
    scene_matter matter = {1.0f, 0.5f, 0.1f, 0.1f};
    p->bodies[p->count++] = scene_body(p->world, IMP_BODY_STATIC, scene_pose(x, y - 1.0f, 0.0f), &ground, matter);
    for (int i = 0; i < 36; ++i)
    {
        imp2_pose pose = scene_pose(x + 1.125f * (float)(i % 6) + 0.25f * (float)(i / 6 % 2),
                                    y + 1.0f + 1.25f * (float)(i / 6), 0.0f);
        p->bodies[p->count++] = scene_body(p->world, IMP_BODY_DYNAMIC, pose, i % 3 ? &box : &ball, matter);
    }
    imp2_vec fast = {0.0f, -90.0f};  // swept
    assert_int_equal(imp2_world_set_velocity(p->world, p->bodies[20], fast, 0.0f), IMP_OK);
}

// The index is whole, its boxes are around what they are of, and those of then have come along.
static void check_boxes(const imp2_world* world)
{
    const imp2_index* index = probe_index(world);
    const imp2i_tree* tree = &index->tree;
    const char* fault = imp2i_tree_fault(tree, index->place, index->number_count);
    if (fault)
    {
        fail_msg("%s", fault);
    }
    for (int32_t i = 0; i < probe_figures_of(world).colliders; ++i)
    {
        const probe_collider c = probe_collider_at(world, i);
        int32_t place = index->place[c.number];
        imp2_box box, now = imp2i_block_get(&tree->now[place >> 4], place & 15);
        imp2_box then = imp2i_block_get(&tree->then[place >> 4], place & 15);
        assert_int_equal(imp2_compound_bounds(&c.shape, &c.pose, &box), IMP_OK);
        assert_number(now.lower.x, <=, box.lower.x);
        assert_number(now.lower.y, <=, box.lower.y);
        assert_number(now.upper.x, >=, box.upper.x);
        assert_number(now.upper.y, >=, box.upper.y);
        assert_number(fabsf(then.lower.x - now.lower.x), <, 9.0f);
        assert_number(fabsf(then.upper.y - now.upper.y), <, 9.0f);
    }
}

static void pile_shift(pile* p, imp2_vec offset)
{
    assert_int_equal(imp2_world_shift_origin(p->world, offset), IMP_OK);
    p->origin = imp2_vec_add(p->origin, offset);
    check_boxes(p->world);
}

static void same_touches(const pile* a, const pile* b)
{
    imp_touch_events s, t;
    assert_int_equal(imp2_world_touch_events(a->world, &s), IMP_OK);
    assert_int_equal(imp2_world_touch_events(b->world, &t), IMP_OK);
    assert_number(s.begun_count, ==, t.begun_count);
    assert_number(s.ended_count, ==, t.ended_count);
    assert_memory_equal(s.begun, t.begun, (size_t)s.begun_count * sizeof *s.begun);
    assert_memory_equal(s.ended, t.ended, (size_t)s.ended_count * sizeof *s.ended);
}

static void same_contacts(const pile* a, const pile* b)
{
    static imp2_world_contact s[512], t[512];
    int32_t count, count_b;
    assert_int_equal(imp2_world_contacts(a->world, s, 512, &count), IMP_OK);
    assert_int_equal(imp2_world_contacts(b->world, t, 512, &count_b), IMP_OK);
    assert_int_equal(count, count_b);
    for (int32_t i = 0; i < count; ++i)
    {
        assert_number(s[i].a.id, ==, t[i].a.id);
        assert_number(s[i].b.id, ==, t[i].b.id);
        assert_memory_equal(s[i].normal_impulse, t[i].normal_impulse, sizeof s[i].normal_impulse);
        assert_memory_equal(s[i].tangent_impulse, t[i].tangent_impulse, sizeof s[i].tangent_impulse);
        assert_number(s[i].manifold.depth, ==, t[i].manifold.depth);
        assert_number(s[i].manifold.count, ==, t[i].manifold.count);
    }
}

// With and without another origin now and then: the same bits, as long as coordinates have the same rounding.
static void shifts_to_the_bit(void** state)
{
    (void)state;
    static const imp2_vec offsets[] = {
        {128.0f, 0.0f}, {0.0f, -64.0f}, {-256.0f, 32.0f}, {-0.5f, 128.0f}, {128.5f, -96.0f}};
    pile a, b;
    pile_make(&a, 1500.0f, 1500.0f);
    pile_make(&b, 1500.0f, 1500.0f);
    for (int step = 0; step < 420; ++step)
    {
        if (step % 7 == 3)
        {
            pile_shift(&b, offsets[step / 7 % 5]);
            same_contacts(&a, &b);
        }
        scene_run(a.world, 1, DT);
        scene_run(b.world, 1, DT);
        same_touches(&a, &b);
        for (int i = 0; i < a.count; ++i)
        {
            imp2_body_state s = scene_state(a.world, a.bodies[i]), t = scene_state(b.world, b.bodies[i]);
            imp2_vec p = imp2_vec_add(t.pose.p, b.origin);
            assert_vec(s.pose.p, p.x, p.y);
            assert_number(s.awake, ==, t.awake);
            assert_memory_equal(&s.pose.q, &t.pose.q, sizeof s.pose.q);
            assert_memory_equal(&s.velocity, &t.velocity, sizeof s.velocity);
            assert_true(s.angular_velocity == t.angular_velocity);
        }
    }
    assert_int_equal(scene_stats(a.world).awake, 0);
    imp2_world_free(a.world);
    imp2_world_free(b.world);
}

// Where floats do not have the differences, what lies still lies on: nothing wakes, nothing begins or ends. Then it is
// all as alive as before.
static void shifts_what_sleeps(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    pile p;
    pile_make(&p, 0.3f, 0.7f);
    scene_run(p.world, 600, DT);
    assert_int_equal(scene_stats(p.world).awake, 0);
    int32_t manifolds, left;
    (void)imp2_world_contacts(p.world, NULL, 0, &manifolds);  // no room: only counted
    for (int i = 0; i < 50; ++i)
    {
        float x = test_rng_range(&rng, -3000.0f, 3000.0f);
        float y = test_rng_range(&rng, -3000.0f, 3000.0f);
        pile_shift(&p, (imp2_vec){x, y});
        scene_run(p.world, 1, DT);
        imp_touch_events touches;
        assert_int_equal(imp2_world_touch_events(p.world, &touches), IMP_OK);
        assert_int_equal(touches.begun_count, 0);
        assert_int_equal(touches.ended_count, 0);
        assert_int_equal(scene_stats(p.world).awake, 0);
        (void)imp2_world_contacts(p.world, NULL, 0, &left);  // no room: only counted
        assert_int_equal(left, manifolds);
    }
    pile_shift(&p, imp2_vec_negate(p.origin));
    assert_int_equal(imp2_world_set_awake(p.world, p.bodies[1], true), IMP_OK);
    scene_run(p.world, 300, DT);
    for (int i = 1; i < p.count; ++i)
    {
        imp2_body_state s = scene_state(p.world, p.bodies[i]);
        assert_number(s.pose.p.y, >, 1.0f);
        assert_number(fabsf(s.velocity.x) + fabsf(s.velocity.y), <, 0.01f);
    }
    imp2_world_free(p.world);
}

static int by_key(const void* a, const void* b)
{
    const imp_pair *p = a, *q = b;
    return p->a != q->a ? (p->a > q->a) - (p->a < q->a) : (p->b > q->b) - (p->b < q->b);
}

// After coarse rounding: contacts are those of all pairs of boxes that touch, also of those that rounding has brought
// together, and memory that fails meanwhile is no loss.
static void shifts_and_misses_no_pair(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(60), brought = 0;
    for (uint64_t i = 0; i < count; ++i)
    {
        test_allocator memory = {.fail_at = -1};
        imp_allocator allocator = test_allocator_get(&memory);
        imp2_world_def def = {.allocator = &allocator};
        imp2_world* world;
        assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
        imp2_shape ball = scene_ball(0.25f);
        for (int k = 0; k < 60; ++k)
        {
            float x = test_rng_range(&rng, -6.0f, 6.0f);
            float y = test_rng_range(&rng, -6.0f, 6.0f);
            scene_body(world, IMP_BODY_DYNAMIC, scene_pose(x, y, 0.0f), &ball, (scene_matter){1.0f, 0.0f, 0.0f, 0.0f});
        }
        scene_run(world, 1, DT);
        int32_t before = scene_stats(world).contacts;
        float far = ldexpf(1.0f, test_rng_int(&rng, 18, 24));  // there a float has steps of 2^-5 to 2
        assert_int_equal(imp2_world_shift_origin(world, (imp2_vec){far, -far}), IMP_OK);
        check_boxes(world);
        memory.fail_at = memory.calls + test_rng_int(&rng, 0, 3);
        imp_status status = imp2_world_step(world, DT);
        memory.fail_at = -1;
        if (status)
        {
            assert_int_equal(imp_status_fault(status), IMP_ERR_MEMORY);
            scene_run(world, 1, DT);
        }
        // Boxes as they were when the step found its pairs are those of then.
        imp_pair want[2048], got[2048];
        int32_t wanted = 0, there = 0;
        const imp2_index* index = probe_index(world);
        const imp2i_tree* tree = &index->tree;
        for (int32_t a = 0; a < index->number_count; ++a)
        {
            for (int32_t b = a + 1; b < index->number_count; ++b)
            {
                int32_t p = index->place[a], q = index->place[b];
                if (imp2_box_overlap(imp2i_block_get(&tree->then[p >> 4], p & 15),
                                     imp2i_block_get(&tree->then[q >> 4], q & 15)))
                {
                    assert_true(wanted < 2048);
                    want[wanted++] = (imp_pair){a, b};
                }
            }
        }
        probe_contact c;
        for (; probe_contact_at(world, there, &c); ++there)
        {
            assert_in_range(there, 0, 2047);
            got[there] = c.numbers;
        }
        qsort(got, (size_t)there, sizeof *got, by_key);
        assert_int_equal(there, wanted);
        assert_memory_equal(got, want, (size_t)wanted * sizeof *want);
        brought += there > before;
        imp2_world_free(world);
        assert_int_equal(memory.live_blocks, 0);
    }
    printf("pairs brought together in %d of %d worlds\n", (int)brought, (int)count);
    assert_true(brought > count / 4);
    test_report("control2 shifts", count);
}

static void refuses_an_origin_too_far_away(void** state)
{
    (void)state;
    imp2_world* world = new_world(0.0f, 0);
    imp2_shape ball = scene_ball(0.25f);
    imp_body a = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(0.0f, 0.0f, 0.0f), &ball, (scene_matter){0});
    imp_body b = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(-0x1p59f, 0.0f, 0.0f), &ball, (scene_matter){0});
    uint64_t hash = scene_hash(world);
    imp_status status = imp2_world_shift_origin(world, (imp2_vec){0x1p60f, 0.0f});
    assert_int_equal(imp_status_fault(status), IMP_ERR_RANGE);
    assert_number(scene_hash(world), ==, hash);
    assert_int_equal(imp2_world_shift_origin(world, (imp2_vec){-0x1p59f, 0.0f}), IMP_OK);
    assert_number(scene_state(world, a).pose.p.x, ==, 0x1p59f);
    assert_number(scene_state(world, b).pose.p.x, ==, 0.0f);
    imp2_world_free(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comes_to_targets),          cmocka_unit_test(sends_dynamic_bodies),
        cmocka_unit_test(explodes_as_it_says),       cmocka_unit_test(explodes_by_the_definition),
        cmocka_unit_test(shifts_to_the_bit),         cmocka_unit_test(shifts_what_sleeps),
        cmocka_unit_test(shifts_and_misses_no_pair), cmocka_unit_test(refuses_an_origin_too_far_away)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
