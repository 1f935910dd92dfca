// SPDX-License-Identifier: MIT
//
// Grids of solid cells, once as a box for each and once as regions of those that hang together: what falls and slides in
// them takes the same way.
//
// Over ten seconds the ways of what does not tumble are within a thousandth of a cell, but where they lead over a corner
// from which what starts a thousandth aside goes elsewhere: of each path the same is asked once more with such a start,
// and if that ends up farther off than three thousandths, nothing is demanded. (Manifolds last for 4 mm, and where one is
// made anew depends on when the last one was: so a few are off by a little more.)
//
// What tumbles and comes down on two cells at once is two rows on the one hand and one on the other, which are solved to
// within some percent of such an impact. Single steps from the same state are compared, and all but few must agree.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scenes2.h"

#define RATE 120.0f  // nothing is fast
#define CELL 1.0f
#define ASIDE (1e-3f * CELL)

enum
{
    WIDE = 14,
    HIGH = 9,
    BOX = 0,
    BALL,
    CAPSULE,
    POLYGON,
    SHAPES
};

typedef struct grid
{
    bool solid[HIGH][WIDE];
} grid;

// A tub with blocks in it; the upper rows are free.
static grid random_grid(test_rng* rng)
{
    grid g;
    for (int y = 0; y < HIGH; ++y)
    {
        for (int x = 0; x < WIDE; ++x)
        {
            bool wall = x == 0 || y == 0 || x == WIDE - 1, free = y > HIGH - 5;
            g.solid[y][x] = wall || (!free && test_rng_unit(rng) < 0.3);
        }
    }
    return g;
}

static void wear(imp2_world* world, imp_body body, const imp2_compound* compound, float friction)
{
    const imp2_collider_def def = {.material = {.friction = friction}};
    assert_int_equal(imp2_world_add_compound(world, body, compound, &def, NULL), IMP_OK);
}

static void lay_cells(imp2_world* world, const grid* g, float friction)
{
    imp2_shape cell;
    imp2_compound compound;
    assert_int_equal(imp2_box_make((imp2_box){{0.0f, 0.0f}, {CELL, CELL}}, &cell), IMP_OK);
    assert_int_equal(imp2_compound_of_shape(&cell, &compound), IMP_OK);
    for (int i = 0; i < HIGH * WIDE; ++i)
    {
        if (g->solid[i / WIDE][i % WIDE])
        {
            float x = CELL * (float)(i % WIDE), y = CELL * (float)(i / WIDE);
            wear(world, scene_place(world, IMP_BODY_STATIC, x, y), &compound, friction);
        }
    }
}

// Takes the cells that hang together with one out of a grid, and lists their outlines.
static int take_set(grid* g, int first, imp2_vec* points)
{
    int stack[HIGH * WIDE], depth = 0, count = 0;
    g->solid[first / WIDE][first % WIDE] = false;
    stack[depth++] = first;
    while (depth > 0)
    {
        static const int DX[4] = {1, -1, 0, 0}, DY[4] = {0, 0, 1, -1};
        int at = stack[--depth], x = at % WIDE, y = at / WIDE;
        for (int k = 0; k < 4; ++k)
        {
            const int corners[4][2] = {{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}};
            points[4 * count + k] = (imp2_vec){CELL * (float)corners[k][0], CELL * (float)corners[k][1]};
            int nx = x + DX[k], ny = y + DY[k];
            if (nx >= 0 && ny >= 0 && nx < WIDE && ny < HIGH && g->solid[ny][nx])
            {
                g->solid[ny][nx] = false;
                stack[depth++] = ny * WIDE + nx;
            }
        }
        ++count;
    }
    return count;
}

static void lay_regions(imp2_world* world, const grid* cells, float friction)
{
    grid g = *cells;
    for (int i = 0; i < HIGH * WIDE; ++i)
    {
        imp2_vec points[4 * HIGH * WIDE];
        int32_t counts[HIGH * WIDE];
        if (!g.solid[i / WIDE][i % WIDE])
        {
            continue;
        }
        int count = take_set(&g, i, points);
        for (int k = 0; k < count; ++k)
        {
            counts[k] = 4;
        }
        const imp2_outlines outlines = {points, counts, count, IMP_FILL_EVEN_ODD};
        imp2_compound region;
        assert_int_equal(imp2_region_make(&outlines, NULL, &region, NULL), IMP_OK);
        wear(world, scene_place(world, IMP_BODY_STATIC, 0.0f, 0.0f), &region, friction);
        imp2_compound_free(&region);
    }
}

typedef struct drop
{
    grid cells;
    int shape;
    bool upright;  // it never turns
    float friction, angle, spin;
    imp2_vec at, velocity;
} drop;

static drop random_drop(test_rng* rng, int shape, bool upright, float friction)
{
    drop d = {.cells = random_grid(rng), .shape = shape, .upright = upright, .friction = friction};
    d.at = (imp2_vec){test_rng_range(rng, 2.0f, WIDE - 2.0f), test_rng_range(rng, HIGH - 3.0f, HIGH - 1.0f)};
    d.velocity = (imp2_vec){test_rng_range(rng, -3.0f, 3.0f), 0.0f};
    d.angle = upright ? 0.0f : test_rng_range(rng, -3.0f, 3.0f);
    d.spin = upright ? 0.0f : test_rng_range(rng, -3.0f, 3.0f);
    return d;
}

static imp2_shape shape_of(int kind)
{
    const imp2_vec five[5] = {{-0.3f, -0.3f}, {0.3f, -0.3f}, {0.4f, 0.1f}, {0.0f, 0.3f}, {-0.4f, 0.1f}};
    const imp2_vec left = {-0.3f, 0.0f}, right = {0.3f, 0.0f};
    imp2_shape s = kind == BOX ? scene_box(0.4f, 0.3f) : scene_ball(0.3f);
    if (kind == CAPSULE)
    {
        assert_int_equal(imp2_capsule_make(left, right, 0.2f, &s), IMP_OK);
    }
    if (kind == POLYGON)
    {
        assert_int_equal(imp2_polygon_make(five, 5, 0.0f, NULL, &s, NULL), IMP_OK);
    }
    return s;
}

typedef struct fall
{
    imp2_world* world;
    imp_body body;
} fall;

static fall fall_make(const drop* d, bool joined, float x)
{
    fall f = {.world = scene_world(10.0f, 0.0f)};
    imp2_shape shape = shape_of(d->shape);
    imp2_body_def def = {.kind = IMP_BODY_DYNAMIC, .locks = d->upright ? IMP2_LOCK_ROTATION : 0};
    def.pose = scene_pose(x, d->at.y, d->angle);
    (joined ? lay_regions : lay_cells)(f.world, &d->cells, d->friction);
    assert_int_equal(imp2_world_add_body(f.world, &def, &f.body), IMP_OK);
    scene_wear(f.world, f.body, &shape, (imp2_collider_def){.density = 1.0f, .material = {.friction = d->friction}});
    assert_int_equal(imp2_world_set_velocity(f.world, f.body, d->velocity, d->spin), IMP_OK);
    return f;
}

static float apart(const fall* a, const fall* b)
{
    imp2_vec p = scene_state(a->world, a->body).pose.p, q = scene_state(b->world, b->body).pose.p;
    return fmaxf(fabsf(p.x - q.x), fabsf(p.y - q.y));
}

static void free_falls(fall* falls, int count)
{
    for (int i = 0; i < count; ++i)
    {
        imp2_world_free(falls[i].world);
    }
}

// Balls, and whatever does not turn, for ten seconds.
static void paths_are_the_same(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(48), calm = 0, beyond = 0;
    for (uint64_t i = 0; i < count; ++i)
    {
        int shape = (int)(i % SHAPES);
        drop d = random_drop(&rng, shape, shape != BALL, i / SHAPES % 2 ? 0.3f : 0.0f);
        fall falls[3] = {fall_make(&d, false, d.at.x), fall_make(&d, true, d.at.x),
                         fall_make(&d, true, d.at.x + ASIDE)};
        float off = 0.0f, swing = 0.0f;
        for (int step = 0; step < (int)(10.0f * RATE); ++step)
        {
            for (int k = 0; k < 3; ++k)
            {
                scene_run(falls[k].world, 1, 1.0f / RATE);
            }
            off = fmaxf(off, apart(&falls[0], &falls[1]));
            swing = fmaxf(swing, apart(&falls[1], &falls[2]));
        }
        bool is_calm = swing < 3.0f * ASIDE;
        calm += is_calm;
        beyond += is_calm && off >= ASIDE;
        free_falls(falls, 3);
    }
    print_message("grids2: %d of %d calm paths are more than 1e-3 of a cell apart\n", (int)beyond, (int)calm);
    assert_number(2 * calm, >=, count);
    assert_number(25 * beyond, <=, calm);
    test_report("grids2 paths", count);
}

// What tumbles: single steps from the same state.
static void steps_are_the_same(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 1};
    uint64_t count = test_n(24), steps = 0, off = 0;
    for (uint64_t i = 0; i < count; ++i)
    {
        drop d = random_drop(&rng, (int)(i % SHAPES), false, i / SHAPES % 2 ? 0.3f : 0.0f);
        fall falls[2] = {fall_make(&d, false, d.at.x), fall_make(&d, true, d.at.x)};
        for (int step = 0; step < (int)(4.0f * RATE); ++step, ++steps)
        {
            scene_run(falls[0].world, 1, 1.0f / RATE);
            scene_run(falls[1].world, 1, 1.0f / RATE);
            float now = apart(&falls[0], &falls[1]);
            off += now > 1e-4f * CELL;
            if (now > 0.1f * CELL)
            {
                fail_msg("fall %d, step %d: %g apart", (int)i, step, (double)now);
            }
            imp2_body_state at = scene_state(falls[1].world, falls[1].body);
            for (int k = 0; k < 2; ++k)
            {
                assert_int_equal(imp2_world_set_pose(falls[k].world, falls[k].body, &at.pose), IMP_OK);
                assert_int_equal(
                    imp2_world_set_velocity(falls[k].world, falls[k].body, at.velocity, at.angular_velocity), IMP_OK);
            }
        }
        free_falls(falls, 2);
    }
    print_message("grids2: %d of %d steps are more than 1e-4 of a cell apart\n", (int)off, (int)steps);
    assert_true(off * 500 <= steps);
    test_report("grids2 steps", steps);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_are_the_same),
        cmocka_unit_test(steps_are_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
