// SPDX-License-Identifier: MIT
//
// Many fast bodies: nothing passes whatever it is, a pile that is shaken stays in its box, and the bits are the same with
// threads, after a snapshot, and where memory ends on the way.

#include <math.h>
#include <stdio.h>

#include "scenes2.h"

#define DT (1.0f / 60.0f)

enum
{
    BODIES = 60,
    ROOM = 1 << 20
};

static uint8_t bytes[ROOM];

static void add_walls(imp2_world* world, imp_body box, float half)
{
    for (int side = 0; side < 4; ++side)
    {
        imp2_shape wall;
        imp2_vec middle = {side < 2 ? (half + 1.0f) * (side ? -1.0f : 1.0f) : 0.0f,
                           side < 2 ? 0.0f : (half + 1.0f) * (side > 2 ? -1.0f : 1.0f)};
        float x = side < 2 ? 1.0f : half + 2.0f, y = side < 2 ? half + 2.0f : 1.0f;
        imp2_box around = {{middle.x - x, middle.y - y}, {middle.x + x, middle.y + y}};
        assert_int_equal(imp2_box_make(around, &wall), IMP_OK);
        scene_wear(world, box, &wall, (imp2_collider_def){.material = {.friction = 0.4f, .restitution = 0.2f}});
    }
}

// Balls, bars and boxes in a box that is shaken, with a sensor in the middle.
static imp_body add_rattle(imp2_world* world, imp_body* bodies, int32_t count, float half, float restitution)
{
    imp_body box = scene_place(world, IMP_BODY_KINEMATIC, 0.0f, 0.0f);
    imp2_shape shapes[3] = {scene_ball(0.2f), scene_box(0.4f, 0.05f), scene_box(0.25f, 0.25f)};
    add_walls(world, box, half);
    int32_t across = (int32_t)(2.0f * half - 1.0f);
    for (int32_t i = 0; i < count; ++i)
    {
        imp2_body_def def = {.kind = IMP_BODY_DYNAMIC, .bullet = i % 7 == 0};
        def.pose = scene_pose((float)(i % across) + 1.0f - half, 0.6f * (float)(i / across) + 0.5f - half, 0.0f);
        def.velocity.x = 300.0f * (float)(i % 5 - 2);
        def.angular_velocity = 40.0f * (float)(i % 3 - 1);
        assert_int_equal(imp2_world_add_body(world, &def, &bodies[i]), IMP_OK);
        scene_wear(world, bodies[i], &shapes[i % 3],
                   (imp2_collider_def){.density = 1.0f, .material = {.friction = 0.4f, .restitution = restitution}});
    }
    scene_wear(world, scene_place(world, IMP_BODY_STATIC, 0.0f, 0.0f), &shapes[1], (imp2_collider_def){.sensor = true});
    return box;
}

static void shake(imp2_world* world, imp_body box, int step, float speed)
{
    imp2_vec velocity = {step / 4 % 2 ? -speed : speed, step / 4 % 2 ? 0.3f * speed : -0.3f * speed};
    assert_int_equal(imp2_world_set_velocity(world, box, velocity, 0.0f), IMP_OK);
}

static imp2_world* rattle_world(const imp_jobs* jobs, const imp_allocator* allocator)
{
    imp2_world_def def = {.gravity = {0.0f, -10.0f}, .impact_speed = 5.0f, .jobs = jobs, .allocator = allocator};
    imp2_world* world;
    assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
    return world;
}

static uint64_t told_hash(const imp2_world* world)
{
    imp_touch_events touches = scene_touches(world);
    int32_t impacts;
    (void)imp2_world_impact_events(world, NULL, 0, &impacts);
    return scene_hash(world) * 31 + (uint64_t)(touches.begun_count + 1000 * touches.ended_count) +
           1000000u * (uint64_t)(touches.entered_count + 1000 * impacts);
}

// The same with any number of threads, and from a snapshot at every step.
static void has_the_same_bits(void** state)
{
    (void)state;
    enum
    {
        STEPS = 24
    };
    uint64_t want[STEPS];
    imp_body bodies[BODIES];
    for (int threads = 1; threads <= 4; threads += 3)
    {
        imp_pool* pool;
        imp_jobs jobs;
        assert_int_equal(imp_pool_make(threads, NULL, &pool), IMP_OK);
        assert_int_equal(imp_pool_jobs(pool, &jobs), IMP_OK);
        imp2_world *world = rattle_world(&jobs, NULL), *other = rattle_world(NULL, NULL);
        imp_body box = add_rattle(world, bodies, BODIES, 5.0f, 0.5f);
        for (int step = 0; step < STEPS; ++step)
        {
            shake(world, box, step, 60.0f);
            int32_t count;
            assert_int_equal(imp2_world_save(world, bytes, ROOM, &count), IMP_OK);
            assert_int_equal(imp2_world_load(other, bytes, count), IMP_OK);
            scene_run(world, 1, DT);
            scene_run(other, 1, DT);
            want[step] = threads == 1 ? told_hash(world) : want[step];
            assert_true(told_hash(world) == want[step]);
            assert_true(told_hash(other) == want[step]);
        }
        imp2_world_free(world);
        imp2_world_free(other);
        imp_pool_free(pool);
    }
}

static bool agree(void* user, imp_collider a, imp_collider b)
{
    (void)user;
    return a.id != b.id;
}

// A filter that refuses nothing changes nothing: those whom it is asked about look one after the other, and leave what
// others have found.
static void filters_change_nothing(void** state)
{
    (void)state;
    imp2_world* worlds[2] = {rattle_world(NULL, NULL), rattle_world(NULL, NULL)};
    const imp2_hooks hooks = {.filter = agree};
    imp_body bodies[BODIES], boxes[2];
    assert_int_equal(imp2_world_set_hooks(worlds[1], &hooks), IMP_OK);
    for (int i = 0; i < 2; ++i)
    {
        boxes[i] = add_rattle(worlds[i], bodies, BODIES, 5.0f, 0.5f);
    }
    for (int step = 0; step < 40; ++step)
    {
        for (int i = 0; i < 2; ++i)
        {
            shake(worlds[i], boxes[i], step, 60.0f);
            scene_run(worlds[i], 1, DT);
        }
        assert_true(told_hash(worlds[0]) == told_hash(worlds[1]));
    }
    imp2_world_free(worlds[0]);
    imp2_world_free(worlds[1]);
}

// A step that has not the memory does what it would have done when it is made again.
static void goes_on_without_memory(void** state)
{
    (void)state;
    uint64_t want = 0;
    int64_t failed = 0;
    for (int64_t fail_at = -1;; ++fail_at)
    {
        test_allocator memory = {.fail_at = -1};
        imp_allocator allocator = test_allocator_get(&memory);
        imp2_world* world = rattle_world(NULL, &allocator);
        imp_body bodies[10], box = add_rattle(world, bodies, 10, 3.0f, 0.5f);
        memory.calls = 0;
        memory.fail_at = fail_at;
        uint64_t hash = 0;
        for (int step = 0; step < 8; ++step)
        {
            shake(world, box, step, 60.0f);
            imp_status status = imp2_world_step(world, DT);
            failed += status != IMP_OK;
            assert_true(!status || imp2_world_step(world, DT) == IMP_OK);
            hash = hash * 31 + told_hash(world);
        }
        want = fail_at < 0 ? hash : want;
        assert_true(hash == want);
        int64_t calls = memory.calls;
        imp2_world_free(world);
        assert_int_equal(memory.live_blocks, 0);
        if (fail_at >= calls)
        {
            break;
        }
    }
    test_report("fast_many2 allocations failed", (uint64_t)failed);
    assert_true(failed > 20);
}

// Boxes in a box that goes to and fro with 30 metres a second and more: none leaves.
static void stays_in_the_box(void** state)
{
    (void)state;
    static const float speeds[] = {30.0f, 36.0f};
    for (int i = 0; i < 2; ++i)
    {
        imp2_world* world = rattle_world(NULL, NULL);
        imp_body bodies[100], box = scene_place(world, IMP_BODY_KINEMATIC, 0.0f, 0.0f);
        imp2_shape shape = scene_box(0.5f, 0.5f);
        add_walls(world, box, 6.5f);
        for (int k = 0; k < 100; ++k)
        {
            imp2_pose pose = scene_pose(1.05f * ((float)(k % 10) - 4.5f), 1.02f * (float)(k / 10) - 5.9f, 0.0f);
            bodies[k] = scene_body(world, IMP_BODY_DYNAMIC, pose, &shape, scene_wood);
        }
        for (int step = 0; step < 60; ++step)
        {
            shake(world, box, step, speeds[i]);
            scene_run(world, 1, DT);
            imp2_vec middle = scene_state(world, box).pose.p;
            for (int k = 0; k < 100; ++k)
            {
                imp2_vec at = imp2_vec_sub(scene_state(world, bodies[k]).pose.p, middle);
                assert_number(fabsf(at.x), <, 6.5f);
                assert_number(fabsf(at.y), <, 6.5f);
            }
        }
        imp2_world_free(world);
    }
}

// Few bodies in a box that goes to and fro with up to 150 metres a second: they are hit as often as a body may be in
// a step, and then the walls take them along.
static void stays_when_all_hits_are_spent(void** state)
{
    (void)state;
    enum
    {
        FEW = 16,
        STEPS = 120
    };
    static const float speeds[] = {60.0f, 100.0f, 150.0f};
    uint64_t spent = 0;
    for (int i = 0; i < 3 * 3 * 2; ++i)
    {
        float speed = speeds[i % 3], bounce = i / 9 ? 0.5f : 0.0f;
        imp2_world* world = rattle_world(NULL, NULL);
        imp_body bodies[FEW], box = scene_place(world, IMP_BODY_KINEMATIC, 0.0f, 0.0f);
        imp2_shape shapes[2] = {scene_ball(0.5f), scene_box(0.5f, 0.5f)};
        scene_matter matter = {1.0f, 0.4f, bounce, 0.0f};
        add_walls(world, box, 2.7f);
        for (int k = 0; k < FEW; ++k)
        {
            imp2_pose pose = scene_pose(1.05f * ((float)(k % 4) - 1.5f), 1.02f * (float)(k / 4) - 2.18f, 0.0f);
            bodies[k] = scene_body(world, IMP_BODY_DYNAMIC, pose, &shapes[i / 3 % 3 == 2 ? k % 2 : i / 3 % 3], matter);
        }
        for (int step = 0; step < STEPS; ++step)
        {
            shake(world, box, step, speed);
            scene_run(world, 1, DT);
            imp2_vec middle = scene_state(world, box).pose.p;
            for (int k = 0; k < FEW; ++k)
            {
                imp2_vec at = imp2_vec_sub(scene_state(world, bodies[k]).pose.p, middle);
                assert_number(fabsf(at.x), <, 2.7f);
                assert_number(fabsf(at.y), <, 2.7f);
            }
            imp2_move_event moves[FEW + 1];
            int32_t count;
            assert_int_equal(imp2_world_move_events(world, moves, FEW + 1, &count), IMP_OK);
            for (int32_t k = 0; k < count; ++k)
            {
                spent += (moves[k].flags & IMP_MOVE_SPENT) > 0;
            }
        }
        imp2_world_free(world);
    }
    test_report("fast_many2 spent bodies", spent);
    assert_true(spent > 100);
}

enum
{
    MANY = 800
};

// Bodies of all kinds and masses that fly and turn among each other, some bullets and some asleep. What moved before
// and moves after each step is the same, whatever runs out: hits of a body, hits of the step, room for paths.
static void check_momentum(test_rng* rng, int32_t count, int32_t hits, float restitution, uint64_t* spent)
{
    static imp_body bodies[MANY];
    static double mass[MANY];
    static imp2_move_event moves[MANY];
    const imp2_world_def def = {.continuous_steps = hits};
    int32_t across = (int32_t)ceil(sqrt((double)count));
    float spacing = test_rng_range(rng, 0.5f, 1.2f);
    imp2_world* world;
    assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
    for (int32_t i = 0; i < count; ++i)
    {
        float r = test_rng_range(rng, 0.1f, 0.24f);
        imp2_shape shapes[3] = {scene_ball(r), scene_box(r, 0.5f * r), scene_box(0.9f * r, 0.02f)};
        imp2_body_def body = {.kind = IMP_BODY_DYNAMIC, .bullet = i % 11 == 0, .asleep = i % 7 == 3};
        imp2_vec at = {(float)(i % across), (float)(i / across)};
        body.pose = scene_pose(spacing * at.x, spacing * at.y, test_rng_range(rng, 0.0f, 6.0f));
        imp2_vec inwards = {3.0f * (0.5f * (float)across - at.x), 3.0f * (0.5f * (float)across - at.y)};
        body.velocity.x = body.asleep ? 0.0f : inwards.x + test_rng_range(rng, -120.0f, 120.0f);
        body.velocity.y = body.asleep ? 0.0f : inwards.y + test_rng_range(rng, -120.0f, 120.0f);
        body.angular_velocity = body.asleep ? 0.0f : test_rng_range(rng, -60.0f, 60.0f);
        assert_int_equal(imp2_world_add_body(world, &body, &bodies[i]), IMP_OK);
        imp2_collider_def wears = {.density = test_rng_range(rng, 0.1f, 20.0f),
                                   .material = {.friction = 0.5f, .restitution = restitution}};
        scene_wear(world, bodies[i], &shapes[i % 3], wears);
        mass[i] = (double)scene_state(world, bodies[i]).mass;
    }
    double before[2] = {0.0, 0.0};
    for (int step = 0; step < 12; ++step)
    {
        double now[2] = {0.0, 0.0}, scale = 0.0;
        for (int32_t i = 0; i < count; ++i)
        {
            imp2_vec v = scene_state(world, bodies[i]).velocity;
            now[0] += mass[i] * (double)v.x;
            now[1] += mass[i] * (double)v.y;
            scale += mass[i] * hypot((double)v.x, (double)v.y);
        }
        assert_true(step == 0 || hypot(now[0] - before[0], now[1] - before[1]) < 1e-5 * scale);
        before[0] = now[0];
        before[1] = now[1];
        scene_run(world, 1, DT);
        int32_t moved = 0;
        assert_int_equal(imp2_world_move_events(world, moves, MANY, &moved), IMP_OK);
        for (int32_t i = 0; i < moved; ++i)
        {
            *spent += (moves[i].flags & IMP_MOVE_SPENT) > 0;
        }
    }
    imp2_world_free(world);
}

static void keeps_momentum_whatever_runs_out(void** state)
{
    (void)state;
    static const int32_t counts[] = {4, 20, 100, MANY}, most[] = {1, 2, 3, 8, 32};
    test_rng rng = {test_seed()};
    uint64_t spent = 0, worlds = test_n(20);
    for (uint64_t i = 0; i < worlds; ++i)
    {
        check_momentum(&rng, counts[i % 4], most[i / 4 % 5], i / 20 % 2 ? 0.7f : 0.0f, &spent);
    }
    test_report("fast_many2 spent in the void", spent);
    assert_true(spent > 500);
}

// The part of their energy that elastic bodies still have after ten seconds in a box.
static double energy_left(test_rng* rng, int32_t count, const imp2_shape* shape, float radius, float speed)
{
    static imp_body bodies[MANY];
    static double mass[MANY], inertia[MANY];
    const float half = 5.0f;
    double first = 0.0, last = 0.0;
    imp2_world* world = scene_world(0.0f, 0.0f);
    for (int side = 0; side < 4; ++side)
    {
        float out = (half + 0.5f) * (side % 2 ? 1.0f : -1.0f);
        imp2_shape wall = side < 2 ? scene_box(0.5f, half + 1.0f) : scene_box(half + 1.0f, 0.5f);
        scene_body(world, IMP_BODY_STATIC, scene_pose(side < 2 ? out : 0.0f, side < 2 ? 0.0f : out, 0.0f), &wall,
                   (scene_matter){1.0f, 0.0f, 1.0f, 0.0f});
    }
    int32_t across = (int32_t)ceil(sqrt((double)count));
    float spacing = 2.0f * half / (float)across, free = 0.5f * spacing - 1.05f * radius;
    for (int32_t i = 0; i < count; ++i)
    {
        float x = ((float)(i % across) + 0.5f) * spacing - half, y = ((float)(i / across) + 0.5f) * spacing - half;
        imp2_pose pose = scene_pose(x + test_rng_range(rng, -free, free), y + test_rng_range(rng, -free, free), 0.0f);
        bodies[i] = scene_body(world, IMP_BODY_DYNAMIC, pose, shape, (scene_matter){1.0f, 0.0f, 1.0f, 0.0f});
        imp2_vec v = {test_rng_range(rng, -speed, speed), test_rng_range(rng, -speed, speed)};
        assert_int_equal(imp2_world_set_velocity(world, bodies[i], v, 0.0f), IMP_OK);
        imp2_body_state s = scene_state(world, bodies[i]);
        mass[i] = (double)s.mass;
        inertia[i] = (double)s.inertia;
        first += mass[i] * (double)imp2_vec_dot(v, v);
    }
    scene_run(world, 600, DT);
    for (int32_t i = 0; i < count; ++i)
    {
        imp2_body_state s = scene_state(world, bodies[i]);
        last += mass[i] * (double)imp2_vec_dot(s.velocity, s.velocity) +
                inertia[i] * (double)s.angular_velocity * (double)s.angular_velocity;
    }
    imp2_world_free(world);
    return last / first;
}

// No number of elastic bodies is too many, as long as the events of a step suffice.
static void elastic_crowds_keep_their_energy(void** state)
{
    (void)state;
    static const float radii[] = {0.1f, 0.25f, 0.4f}, speeds[] = {2.0f, 5.0f, 20.0f};
    test_rng rng = {test_seed()};
    double worst[4] = {0.0, 0.0, 0.0, 0.0};
    uint64_t worlds = test_n(54);
    for (uint64_t i = 0; i < worlds; ++i)
    {
        float radius = radii[i % 3], speed = speeds[i / 3 % 3];
        bool many = i / 9 % 2, boxes = i / 18 % 3 == 2;
        if (many && radius > 0.3f && speed > 10.0f)
        {
            radius = 0.15f;  // more of these meet in a step than it has events
        }
        imp2_shape shape = boxes ? scene_box(0.7f * radius, 0.7f * radius) : scene_ball(radius);
        double lost = fabs(1.0 - energy_left(&rng, many ? 100 : 30, &shape, radius, speed));
        double* most = &worst[2 * boxes + many];
        *most = lost > *most ? lost : *most;
    }
    printf("elastic crowds: balls lose %.2g, %.2g, boxes %.2g, %.2g\n", worst[0], worst[1], worst[2], worst[3]);
    test_report("fast_many2 elastic crowds", worlds);
    assert_number(worst[0], <, 1e-3);
    assert_number(worst[1], <, 1e-2);
    assert_number(worst[2], <, 1e-2);
    assert_number(worst[3], <, 1e-2);
}

static imp2_shape shape_of(int kind)
{
    imp2_shape shape;
    imp2_vec a = {0.0f, -0.1f}, b = {0.0f, 0.1f}, three[3] = {{-0.1f, -0.1f}, {0.1f, -0.1f}, {0.0f, 0.1f}};
    imp_status status = kind == 0   ? imp2_circle_make((imp2_vec){0.0f, 0.0f}, 0.05f, &shape)
                        : kind == 1 ? imp2_capsule_make(a, b, 0.03f, &shape)
                        : kind == 2 ? imp2_segment_make(a, b, &shape)
                        : kind == 3 ? imp2_polygon_make(three, 3, 0.0f, NULL, &shape, NULL)
                                    : imp2_box_make((imp2_box){{-0.1f, -0.1f}, {0.1f, 0.1f}}, &shape);
    assert_int_equal(status, IMP_OK);
    return shape;
}

// Every shape at walls of all kinds down to a millimetre, up to ten kilometres a second, turning or not.
static void passes_nothing(void** state)
{
    (void)state;
    static const float speeds[] = {20.0f, 200.0f, 2000.0f, 10000.0f}, thick[] = {0.001f, 0.05f};
    uint64_t count = 0;
    for (int kind = 0; kind < 5; ++kind)
    {
        for (int i = 0; i < 4 * 2 * 3 * 2 * 2; ++i)
        {
            float speed = speeds[i % 4], half = 0.5f * thick[i / 4 % 2], bounce = i / 24 % 2 ? 0.7f : 0.0f;
            int wall_kind = i / 8 % 3;
            imp2_world* world = scene_world(0.0f, 0.0f);
            imp2_shape shape = shape_of(kind), wall = scene_box(half, 30.0f);
            scene_matter matter = {1e6f, 0.3f, bounce, 0.0f}, light = {1.0f, 0.3f, bounce, 0.0f};
            imp_body plate = scene_body(world, wall_kind, scene_pose(0.0f, 0.0f, 0.0f), &wall, matter);
            imp_body body = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(-3.0f, 0.3f, 0.2f), &shape, light);
            float meets = wall_kind == IMP_BODY_KINEMATIC ? -0.3f * speed : 0.0f;
            assert_int_equal(imp2_world_set_velocity(world, plate, (imp2_vec){meets, 0.0f}, 0.0f), IMP_OK);
            assert_int_equal(imp2_world_set_velocity(world, body, (imp2_vec){speed, 1.0f}, i / 48 ? 200.0f : 0.0f),
                             IMP_OK);
            for (int step = 0; step < 20; ++step)
            {
                scene_run(world, 1, DT);
                float to = scene_state(world, body).pose.p.x - scene_state(world, plate).pose.p.x;
                if (to > 0.0f)
                {
                    printf("shape %d at wall %d of %g, %g m/s: passed\n", kind, wall_kind, (double)half * 2.0,
                           (double)speed);
                    fail();
                }
            }
            imp2_world_free(world);
            ++count;
        }
    }
    test_report("fast_many2 passes nothing", count);
}

// A bar turns in a dense crowd, so fast that all events of a step are spent: it is where one is that turns alone, nothing
// gets from its front to its back, and what it has swept has at least half the energy of what rides along with it.
static void sweeps_a_crowd(void** state)
{
    (void)state;
    enum
    {
        SIDE = 20,
        CROWD = SIDE * SIDE,
        STEPS = 6
    };
    const float spin = 12.5f, half = 8.0f, mass = 0.25f * 3.14159265f * 0.35f * 0.35f;
    const scene_matter matter = {0.25f, 0.1f, 0.1f, 0.0f};
    imp2_world *world = scene_world(0.0f, 0.0f), *empty = scene_world(0.0f, 0.0f);
    imp2_shape ball = scene_ball(0.35f), shape;
    assert_int_equal(imp2_capsule_make((imp2_vec){0.0f, -half}, (imp2_vec){0.0f, half}, 0.2f, &shape), IMP_OK);
    imp_body bar = scene_body(world, IMP_BODY_KINEMATIC, scene_pose(0.0f, 0.0f, 0.0f), &shape, matter), crowd[CROWD];
    imp_body alone = scene_body(empty, IMP_BODY_KINEMATIC, scene_pose(0.0f, 0.0f, 0.0f), &shape, matter);
    assert_int_equal(imp2_world_set_velocity(world, bar, (imp2_vec){0.0f, 0.0f}, spin), IMP_OK);
    assert_int_equal(imp2_world_set_velocity(empty, alone, (imp2_vec){0.0f, 0.0f}, spin), IMP_OK);
    imp2_vec before[CROWD];
    float turned = spin * DT * (float)STEPS, riding = 0.0f, energy = 0.0f;
    for (int i = 0; i < CROWD; ++i)
    {
        before[i].x = 0.75f * ((float)(i % SIDE) - 0.5f * (float)(SIDE - 1));
        before[i].y = 0.75f * ((float)(i / SIDE) - 0.5f * (float)(SIDE - 1));
        before[i].x += before[i].x > 0.0f ? 0.5f : -0.5f;
        crowd[i] = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(before[i].x, before[i].y, 0.0f), &ball, matter);
        float square = imp2_vec_dot(before[i], before[i]), angle = atan2f(-before[i].x, before[i].y);
        angle += angle < 0.0f ? 3.14159265f : 0.0f;
        riding += angle < turned && square < half * half ? 0.5f * mass * spin * spin * square : 0.0f;
    }
    for (int step = 0; step < STEPS; ++step)
    {
        scene_run(world, 1, DT);
        scene_run(empty, 1, DT);
        imp2_rot q = scene_state(world, bar).pose.q, free = scene_state(empty, alone).pose.q;
        assert_number(fabsf(q.c - free.c), <, 1e-5f);
        assert_number(fabsf(q.s - free.s), <, 1e-5f);
        energy = 0.0f;
        for (int i = 0; i < CROWD; ++i)
        {
            imp2_body_state s = scene_state(world, crowd[i]);
            imp2_vec now = imp2_rot_apply_inverse(q, s.pose.p);
            bool beside = fabsf(now.y) < half && fabsf(before[i].y) < half && now.y * before[i].y > 0.0f;
            assert_false(beside && before[i].x * before[i].y < 0.0f && now.x * now.y > 0.0f);
            before[i] = now;
            energy += 0.5f * mass * imp2_vec_dot(s.velocity, s.velocity);
        }
    }
    assert_true(energy > 0.5f * riding);
    imp2_world_free(world);
    imp2_world_free(empty);
    test_report("fast_many2 sweeps a crowd", CROWD);
}

// Segments, which nothing may pass through, and balls that fly among each other, with a single event to a step and to a
// body: a step ends although the others that look for events meet segments when all events are used up. (It did not:
// a segment was no bullet to the one that answers an event, and one to the one that looks for it.)
static void ends_among_thin_bodies(void** state)
{
    (void)state;
    enum
    {
        FEW = 24,
        STEPS = 30
    };
    test_rng rng = {63};
    uint64_t spent = 0;
    for (int trial = 0; trial < 20; ++trial)
    {
        imp2_world_def def = {.continuous_steps = 1 + trial % 3};
        imp2_world* world;
        assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
        imp2_shape ball = scene_ball(0.2f), segment;
        assert_int_equal(imp2_segment_make((imp2_vec){-0.5f, 0.0f}, (imp2_vec){0.5f, 0.0f}, &segment), IMP_OK);
        add_walls(world, scene_place(world, IMP_BODY_STATIC, 0.0f, 0.0f), 2.5f);
        for (int i = 0; i < FEW; ++i)
        {
            imp2_pose pose = scene_pose(test_rng_range(&rng, -2.0f, 2.0f), test_rng_range(&rng, -2.0f, 2.0f), (float)i);
            imp_body body = scene_body(world, IMP_BODY_DYNAMIC, pose, i % 2 ? &ball : &segment,
                                       (scene_matter){1.0f, 0.4f, 0.5f, 0.0f});
            imp2_vec velocity = {test_rng_range(&rng, -90.0f, 90.0f), test_rng_range(&rng, -90.0f, 90.0f)};
            assert_int_equal(imp2_world_set_velocity(world, body, velocity, 10.0f), IMP_OK);
        }
        for (int step = 0; step < STEPS; ++step)
        {
            imp2_move_event moves[FEW + 1];
            int32_t count;
            scene_run(world, 1, DT);
            assert_int_equal(imp2_world_move_events(world, moves, FEW + 1, &count), IMP_OK);
            for (int32_t k = 0; k < count; ++k)
            {
                spent += (moves[k].flags & IMP_MOVE_SPENT) > 0;
            }
        }
        imp2_world_free(world);
    }
    assert_true(spent > 100);
    test_report("fast_many2 spent among thin bodies", spent);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(has_the_same_bits),
        cmocka_unit_test(filters_change_nothing),
        cmocka_unit_test(goes_on_without_memory),
        cmocka_unit_test(stays_in_the_box),
        cmocka_unit_test(stays_when_all_hits_are_spent),
        cmocka_unit_test(keeps_momentum_whatever_runs_out),
        cmocka_unit_test(elastic_crowds_keep_their_energy),
        cmocka_unit_test(passes_nothing),
        cmocka_unit_test(sweeps_a_crowd),
        cmocka_unit_test(ends_among_thin_bodies),
    };
    return cmocka_run_group_tests_name("fast_many2", tests, NULL, NULL);
}
