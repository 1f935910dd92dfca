// SPDX-License-Identifier: MIT
//
// What is fast against what does not give way: things that turn slammed down on floors of all kinds, containers of all
// kinds that are shaken and turned with things in them, bullets against plates before a wall. What comes
// of it is judged by poses alone.

#include <math.h>
#include <stdio.h>

#include "scenes2.h"

#define DT (1.0f / 60.0f)

static uint64_t seed_of(uint64_t what)
{
    return test_seed() * 1000003u + what;
}

static imp2_compound region_of(const imp2_vec* points, int32_t count)
{
    imp2_compound out;
    const imp2_outlines outline = {points, &count, 1, IMP_FILL_EVEN_ODD};
    assert_int_equal(imp2_region_make(&outline, NULL, &out, NULL), IMP_OK);
    return out;
}

static imp2_compound chain_of(const imp2_vec* points, int32_t count, bool closed)
{
    imp2_compound out;
    const imp2_polyline line = {.points = points, .count = count, .closed = closed};
    assert_int_equal(imp2_chain_make(&line, NULL, &out, NULL), IMP_OK);
    return out;
}

// A thing that does not move, or as it is told to: one body with some colliders.
enum
{
    PARTS_MOST = 64
};

typedef struct ground
{
    imp_body body;
    int32_t shapes, compounds;
    imp2_shape shape[PARTS_MOST];
    imp2_compound compound[1];
} ground;

static void ground_end(ground* g)
{
    for (int32_t i = 0; i < g->compounds; ++i)
    {
        imp2_compound_free(&g->compound[i]);
    }
}

static void ground_wear(imp2_world* world, ground* g, float friction)
{
    const imp2_collider_def def = {.material = {.friction = friction}};
    for (int32_t i = 0; i < g->shapes; ++i)
    {
        scene_wear(world, g->body, &g->shape[i], def);
    }
    for (int32_t i = 0; i < g->compounds; ++i)
    {
        assert_int_equal(imp2_world_add_compound(world, g->body, &g->compound[i], &def, NULL), IMP_OK);
    }
}

// Slams

enum
{
    FLOOR_BOX,
    FLOOR_CHAIN,
    FLOOR_REGION,
    FLOOR_SEGMENTS,
    FLOORS
};

static void make_floor(imp2_world* world, int kind, ground* g)
{
    *g = (ground){.body = scene_place(world, IMP_BODY_STATIC, 0.0f, 0.0f)};
    imp2_vec points[34];
    switch (kind)
    {
    case FLOOR_BOX:
        assert_int_equal(imp2_box_make((imp2_box){{-10.0f, -1.0f}, {10.0f, 0.0f}}, &g->shape[0]), IMP_OK);
        g->shapes = 1;
        break;
    case FLOOR_CHAIN:
        for (int32_t i = 0; i < 16; ++i)
        {
            points[i] = (imp2_vec){10.0f - 1.25f * (float)i, 0.0f};
        }
        points[16] = (imp2_vec){-10.0f, 0.0f};
        g->compound[0] = chain_of(points, 17, false);
        g->compounds = 1;
        break;
    case FLOOR_REGION:
        points[0] = (imp2_vec){-10.0f, -2.0f};
        points[1] = (imp2_vec){0.2f, -2.0f};
        points[2] = (imp2_vec){0.2f, -1.0f};
        points[3] = (imp2_vec){0.3f, -1.0f};
        points[4] = (imp2_vec){0.3f, -2.0f};
        points[5] = (imp2_vec){10.0f, -2.0f};
        points[6] = (imp2_vec){10.0f, 0.0f};
        points[7] = (imp2_vec){-10.0f, 0.0f};
        g->compound[0] = region_of(points, 8);
        g->compounds = 1;
        break;
    default:
        for (int32_t i = 0; i < 16; ++i)
        {
            assert_int_equal(imp2_segment_make((imp2_vec){-10.0f + 1.25f * (float)i, 0.0f},
                                               (imp2_vec){-8.75f + 1.25f * (float)i, 0.0f}, &g->shape[i]),
                             IMP_OK);
        }
        g->shapes = 16;
        break;
    }
    ground_wear(world, g, 0.4f);
}

static float lowest_of(const imp2_shape* shape, const imp2_pose* pose)
{
    imp2_box box;
    assert_int_equal(imp2_shape_bounds(shape, pose, &box), IMP_OK);
    return box.lower.y;
}

typedef struct slam_counts
{
    uint64_t cases, deep, under;
    float deepest;
} slam_counts;

// Half the sizes of a plank, a bar and a brick.
static const imp2_vec slammed[3] = {{1.0f, 0.03f}, {0.5f, 0.05f}, {0.3f, 0.15f}};

// One end 1 mm above the floor, as a step begins, or somewhere above it.
static void slam(int floor, bool bullet, test_rng* rng, slam_counts* counts)
{
    static const float speeds[] = {1.0f, 3.0f, 10.0f, 20.0f, 40.0f, 100.0f};
    imp2_vec half = slammed[test_rng_int(rng, 0, 2)];
    imp2_shape shape = scene_box(half.x, half.y);
    float angle = test_rng_range(rng, 0.02f, 1.4f), spin = -speeds[test_rng_int(rng, 0, 5)];
    imp2_pose pose = scene_pose(test_rng_range(rng, -1.0f, 1.0f), 0.0f, angle);
    float high = test_rng_int(rng, 0, 2) > 0 ? 0.001f : test_rng_range(rng, 0.0f, 0.5f);
    pose.p.y = high - lowest_of(&shape, &pose);
    // About that end, or falling as a whole.
    float fall = test_rng_int(rng, 0, 1) ? spin * half.x * cosf(angle) : -test_rng_range(rng, 0.0f, 40.0f);
    imp2_world* world = scene_world(10.0f, 0.0f);
    ground g;
    make_floor(world, floor, &g);
    imp2_body_def def = {
        .kind = IMP_BODY_DYNAMIC, .pose = pose, .velocity = {0.0f, fall}, .angular_velocity = spin, .bullet = bullet};
    imp_body body;
    assert_int_equal(imp2_world_add_body(world, &def, &body), IMP_OK);
    scene_wear(world, body, &shape, (imp2_collider_def){.density = 1.0f, .material = {.friction = 0.4f}});
    float deepest = 0.0f;
    bool under = false;
    for (int step = 0; step < 30; ++step)
    {
        scene_run(world, 1, DT);
        imp2_body_state s = scene_state(world, body);
        float deep = -lowest_of(&shape, &s.pose);
        deepest = deep > deepest && fabsf(s.center.x) < 8.0f ? deep : deepest;
        under = under || (s.center.y < -0.05f && fabsf(s.center.x) < 8.0f);
    }
    counts->cases += 1;
    counts->deep += deepest > 0.03f;
    counts->under += under;
    counts->deepest = deepest > counts->deepest ? deepest : counts->deepest;
    ground_end(&g);
    imp2_world_free(world);
}

static void is_slammed(void** state)
{
    (void)state;
    test_rng rng = {seed_of(1)};
    uint64_t cases = test_n(40);
    slam_counts all[2] = {{0}, {0}};
    for (int floor = 0; floor < FLOORS; ++floor)
    {
        for (int bullet = 0; bullet < 2; ++bullet)
        {
            slam_counts counts = {0};
            for (uint64_t i = 0; i < cases; ++i)
            {
                slam(floor, bullet, &rng, &counts);
            }
            printf("floor %d, bullet %d: of %d, deeper than 3 cm %d, under %d, deepest %g\n", floor, bullet,
                   (int)counts.cases, (int)counts.deep, (int)counts.under, (double)counts.deepest);
            all[bullet].cases += counts.cases;
            all[bullet].deep += counts.deep;
            all[bullet].under += counts.under;
            all[bullet].deepest = counts.deepest > all[bullet].deepest ? counts.deepest : all[bullet].deepest;
        }
    }
    assert_number(100 * all[0].deep, <=, all[0].cases);
    assert_number(all[1].deep, ==, 0);
    assert_number(all[0].under, ==, 0);
    assert_number(all[0].deepest, <, 0.11f);
    test_report("is_slammed", all[0].cases + all[1].cases);
}

// The plank of 2 m whose end is 1 mm above a floor.
static void has_other_end(void** state)
{
    (void)state;
    for (int floor = 0; floor < FLOORS; ++floor)
    {
        imp2_world* world = scene_world(10.0f, 0.0f);
        ground g;
        make_floor(world, floor, &g);
        imp2_shape plank = scene_box(1.0f, 0.03f);
        imp2_body_def def = {
            .kind = IMP_BODY_DYNAMIC, .pose = scene_pose(0.0f, 0.0f, 0.6f), .angular_velocity = -40.0f, .bullet = true};
        def.velocity.y = -40.0f * cosf(0.6f);
        def.pose.p.y = 0.001f - lowest_of(&plank, &def.pose);
        imp_body body;
        assert_int_equal(imp2_world_add_body(world, &def, &body), IMP_OK);
        scene_wear(world, body, &plank, (imp2_collider_def){.density = 1.0f});
        float deepest = 0.0f;
        for (int step = 0; step < 20; ++step)
        {
            scene_run(world, 1, DT);
            imp2_body_state s = scene_state(world, body);
            deepest = fmaxf(deepest, -lowest_of(&plank, &s.pose));
        }
        printf("plank on floor %d: %g m deep\n", floor, (double)deepest);
        assert_true(deepest < 0.03f);
        ground_end(&g);
        imp2_world_free(world);
    }
}

// A triangle as a region against a chain of two points, which it touches as a step begins.
static void stays_above_line(void** state)
{
    (void)state;
    static const imp2_vec corners[] = {{-0.5f, -0.4f}, {0.5f, -0.4f}, {0.0f, 0.6f}};
    static const imp2_vec line[] = {{4.0f, 0.0f}, {-4.0f, 0.0f}};
    test_rng rng = {seed_of(2)};
    uint64_t cases = test_n(120), through = 0;
    for (uint64_t i = 0; i < cases; ++i)
    {
        imp2_world* world = scene_world(10.0f, 0.0f);
        imp2_compound triangle = region_of(corners, 3), chain = chain_of(line, 2, false);
        imp_body floor = scene_place(world, IMP_BODY_STATIC, 0.0f, 0.0f);
        assert_int_equal(imp2_world_add_compound(world, floor, &chain, NULL, NULL), IMP_OK);
        imp2_shape shape;
        imp2_pose pose = scene_pose(test_rng_range(&rng, -2.0f, 2.0f), 0.0f, test_rng_range(&rng, -3.1f, 3.1f));
        assert_int_equal(imp2_polygon_make(corners, 3, 0.0f, NULL, &shape, NULL), IMP_OK);
        pose.p.y = test_rng_range(&rng, -0.002f, 0.01f) - lowest_of(&shape, &pose);
        imp2_body_def def = {.kind = IMP_BODY_DYNAMIC, .pose = pose, .angular_velocity = 5.0f};
        def.velocity = (imp2_vec){test_rng_range(&rng, -20.0f, 20.0f), -test_rng_range(&rng, 60.0f, 140.0f)};
        imp_body body;
        assert_int_equal(imp2_world_add_body(world, &def, &body), IMP_OK);
        const imp2_collider_def wears = {.density = 1.0f};
        assert_int_equal(imp2_world_add_compound(world, body, &triangle, &wears, NULL), IMP_OK);
        bool under = false;
        for (int step = 0; step < 6; ++step)
        {
            scene_run(world, 1, DT);
            imp2_body_state s = scene_state(world, body);
            under = under || (fabsf(s.center.x) < 3.0f && s.center.y < 0.0f);
        }
        through += under;
        imp2_compound_free(&triangle);
        imp2_compound_free(&chain);
        imp2_world_free(world);
    }
    printf("triangles through a line: %d of %d\n", (int)through, (int)cases);
    assert_true(through == 0);
    test_report("stays_above_line", cases);
}

// Containers

enum
{
    OF_CHAIN,
    OF_REGION,
    OF_SEGMENTS,
    OF_POLYGONS,
    CONTAINERS,
    CONTENTS = 5
};

#define RING 2.0f  // radius

static void make_container(imp2_world* world, int kind, int sides, ground* g)
{
    *g = (ground){.body = scene_place(world, IMP_BODY_KINEMATIC, 0.0f, 0.0f)};
    imp2_vec inner[PARTS_MOST], outer[PARTS_MOST];
    for (int i = 0; i < sides; ++i)
    {
        float angle = 6.2831853f * (float)i / (float)sides;
        inner[i] = (imp2_vec){RING * cosf(angle), RING * sinf(angle)};
        outer[i] = (imp2_vec){1.15f * inner[i].x, 1.15f * inner[i].y};
    }
    if (kind == OF_CHAIN)
    {
        g->compound[g->compounds++] = chain_of(inner, sides, true);
    }
    else if (kind == OF_REGION)
    {
        imp2_vec points[2 * PARTS_MOST];
        const int32_t counts[2] = {sides, sides};
        for (int i = 0; i < sides; ++i)
        {
            points[i] = outer[i];
            points[sides + i] = inner[i];
        }
        const imp2_outlines outlines = {points, counts, 2, IMP_FILL_EVEN_ODD};
        assert_int_equal(imp2_region_make(&outlines, NULL, &g->compound[g->compounds++], NULL), IMP_OK);
    }
    for (int i = 0; i < sides && kind >= OF_SEGMENTS; ++i)
    {
        int next = i + 1 < sides ? i + 1 : 0;
        const imp2_vec side[4] = {inner[i], outer[i], outer[next], inner[next]};
        assert_int_equal(kind == OF_SEGMENTS ? imp2_segment_make(inner[i], inner[next], &g->shape[i])
                                             : imp2_polygon_make(side, 4, 0.0f, NULL, &g->shape[i], NULL),
                         IMP_OK);
        g->shapes = i + 1;
    }
    ground_wear(world, g, 0.5f);
}

static void add_content(imp2_world* world, int kind, imp2_pose pose, imp_body* body)
{
    static const imp2_vec hook[] = {{-0.25f, -0.25f}, {0.25f, -0.25f}, {0.25f, -0.05f},
                                    {-0.05f, -0.05f}, {-0.05f, 0.25f}, {-0.25f, 0.25f}};
    static const imp2_vec wedge[] = {{-0.25f, -0.2f}, {0.25f, -0.2f}, {0.0f, 0.3f}};
    imp2_body_def def = {.kind = IMP_BODY_DYNAMIC, .pose = pose};
    const imp2_collider_def wears = {.density = 1.0f, .material = {.friction = 0.4f}};
    assert_int_equal(imp2_world_add_body(world, &def, body), IMP_OK);
    imp2_shape shape;
    switch (kind % 5)
    {
    case 0: shape = scene_box(0.25f, 0.1f); break;
    case 1: shape = scene_ball(0.2f); break;
    case 2: shape = scene_box(0.4f, 0.03f); break;
    case 3: assert_int_equal(imp2_polygon_make(wedge, 3, 0.0f, NULL, &shape, NULL), IMP_OK); break;
    default:
    {
        imp2_compound region = region_of(hook, 6);
        assert_int_equal(imp2_world_add_compound(world, *body, &region, &wears, NULL), IMP_OK);
        imp2_compound_free(&region);
        return;
    }
    }
    scene_wear(world, *body, &shape, wears);
}

static int container_escapes(int kind, float speed, float spin, test_rng* rng)
{
    imp2_world* world = scene_world(10.0f, 0.0f);
    ground g;
    int sides = spin > 0.0f || test_rng_int(rng, 0, 1) ? 40 : 8;  // what turns is round
    make_container(world, kind, sides, &g);
    imp_body bodies[CONTENTS];
    for (int i = 0; i < CONTENTS; ++i)
    {
        imp2_pose pose = scene_pose(i < 4 ? (i & 1 ? 0.6f : -0.6f) : 0.0f, i < 4 ? (i & 2 ? 0.6f : -0.6f) : 0.0f,
                                    test_rng_range(rng, -3.0f, 3.0f));
        add_content(world, test_rng_int(rng, 0, 4), pose, &bodies[i]);
    }
    int out = 0;
    for (int step = 0; step < 40; ++step)
    {
        float angle = test_rng_range(rng, -3.1f, 3.1f);
        imp2_vec v = {speed * cosf(angle), speed * sinf(angle)};
        assert_int_equal(imp2_world_set_velocity(world, g.body, v, step % 4 == 0 ? -spin : spin), IMP_OK);
        scene_run(world, 1, DT);
    }
    imp2_vec at = scene_state(world, g.body).pose.p;
    for (int i = 0; i < CONTENTS; ++i)
    {
        imp2_body_state s = scene_state(world, bodies[i]);
        imp2_vec off = {s.center.x - at.x, s.center.y - at.y};
        out += !(sqrtf(off.x * off.x + off.y * off.y) < RING);
    }
    ground_end(&g);
    imp2_world_free(world);
    return out;
}

static void keeps_in(void** state)
{
    (void)state;
    static const float speeds[] = {3.0f, 30.0f, 100.0f, 300.0f, 1000.0f, 3000.0f},
                       spins[] = {2.0f, 5.0f, 30.0f, 1000.0f};
    test_rng rng = {seed_of(3)};
    uint64_t cases = test_n(64);
    int all = 0;
    for (int kind = 0; kind < CONTAINERS; ++kind)
    {
        int out = 0;
        for (uint64_t i = 0; i < cases / CONTAINERS; ++i)
        {
            bool turns = i % 3 == 2;
            out += container_escapes(kind, turns ? 0.0f : speeds[i / 3 % 6], turns ? spins[i / 3 % 4] : 0.0f, &rng);
        }
        printf("container %d: %d out, of %d runs\n", kind, out, (int)(cases / CONTAINERS));
        all += out;
    }
    assert_true(all == 0);
    test_report("keeps_in", cases);
}

// Bullets against ten plates that give way before a wall of 2 cm.
static void stays_before_wall(void** state)
{
    (void)state;
    test_rng rng = {seed_of(4)};
    uint64_t cases = test_n(40), behind = 0;
    for (uint64_t i = 0; i < cases; ++i)
    {
        imp2_world* world = scene_world(0.0f, 0.0f);
        imp2_shape wall = scene_box(0.01f, 3.0f), plate = scene_box(test_rng_range(&rng, 0.01f, 0.1f), 1.0f),
                   ball = scene_ball(0.1f), brick = scene_box(0.2f, 0.1f);
        scene_body(world, IMP_BODY_STATIC, scene_pose(0.0f, 0.0f, 0.0f), &wall, scene_wood);
        imp_body bodies[11];
        for (int k = 0; k < 10; ++k)
        {
            bodies[k] = scene_body(world, IMP_BODY_DYNAMIC, scene_pose(-0.3f - 0.25f * (float)k, 0.0f, 0.0f), &plate,
                                   scene_wood);
        }
        imp2_body_def def = {
            .kind = IMP_BODY_DYNAMIC, .bullet = true, .angular_velocity = test_rng_range(&rng, -50.0f, 50.0f)};
        def.pose = scene_pose(-4.0f, test_rng_range(&rng, -0.5f, 0.5f), test_rng_range(&rng, -3.0f, 3.0f));
        def.velocity.x = 10.0f * powf(1100.0f, (float)test_rng_unit(&rng));
        assert_int_equal(imp2_world_add_body(world, &def, &bodies[10]), IMP_OK);
        scene_wear(world, bodies[10], i % 2 ? &ball : &brick, (imp2_collider_def){.density = 8.0f});
        scene_run(world, 30, DT);
        bool out = false;
        for (int k = 0; k < 11; ++k)
        {
            imp2_vec at = scene_state(world, bodies[k]).center;
            out = out || (at.x > 0.0f && fabsf(at.y) < 3.0f && at.x < 2.0f);
        }
        behind += out;
        imp2_world_free(world);
    }
    printf("behind the wall: %d of %d\n", (int)behind, (int)cases);
    assert_true(behind == 0);
    test_report("stays_before_wall", cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_slammed), cmocka_unit_test(has_other_end),     cmocka_unit_test(stays_above_line),
        cmocka_unit_test(keeps_in),   cmocka_unit_test(stays_before_wall),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
