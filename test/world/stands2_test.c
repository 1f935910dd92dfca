// SPDX-License-Identifier: MIT
//
// What stands, stands: columns to a hundred boxes, what is heavy on what is light, pyramids that something falls on,
// whatever the rate, gravity, and size. Nothing is ever faster than what it has fallen allows, and it comes to rest.

#include <math.h>

#include "scenes2.h"

#define SPARE_FALL 0.1  // [size]: overlap that is parted, and what tilts, go no faster than from so high

enum
{
    MOST = 128
};

// Bodies each of which stands at a place on another one.
typedef struct pile
{
    imp2_world* world;
    imp_body bodies[MOST];
    imp2_vec at[MOST];     // where they began,
    int32_t on[MOST];      // on which one, or -1 for the floor,
    imp2_vec place[MOST];  // and where they are to be on it
    int32_t count;
    float size, radius, g, hertz;
} pile;

static pile make_pile(float size, float g, float hertz, float unit)
{
    pile p = {.size = size, .g = g, .hertz = hertz};
    imp2_world_def def = {.gravity = {0.0f, -g}, .length_unit = unit};
    imp2_shape slab = scene_box(100.0f * size, size);
    assert_int_equal(imp2_world_make(&def, &p.world), IMP_OK);
    scene_body(p.world, IMP_BODY_STATIC, scene_pose(0.0f, -size, 0.0f), &slab, (scene_matter){.friction = 0.6f});
    return p;
}

static int32_t put(pile* p, int32_t on, float x, float y, float higher, const imp2_shape* shape, float density)
{
    int32_t i = p->count++;
    imp2_vec below = on >= 0 ? p->at[on] : (imp2_vec){0.0f, 0.0f};
    p->on[i] = on;
    p->place[i] = (imp2_vec){x, y};
    p->at[i] = (imp2_vec){below.x + x, below.y + y + higher};
    p->bodies[i] = scene_body(p->world, IMP_BODY_DYNAMIC, scene_pose(p->at[i].x, p->at[i].y, 0.0f), shape,
                              (scene_matter){.density = density, .friction = 0.6f});
    return i;
}

static int32_t put_box(pile* p, int32_t on, float x, float higher, float density)
{
    imp2_shape box;
    float half = 0.5f * p->size - p->radius;
    const imp2_vec corners[4] = {{-half, -half}, {half, -half}, {half, half}, {-half, half}};
    assert_int_equal(imp2_polygon_make(corners, 4, p->radius, NULL, &box, NULL), IMP_OK);
    return put(p, on, x, on >= 0 ? p->size : 0.5f * p->size, higher, &box, density);
}

static int32_t put_column(pile* p, int count, float shift, test_rng* rng)
{
    int32_t top = -1;
    float was = 0.0f;
    for (int i = 0; i < count; ++i)
    {
        float x = p->size * test_rng_range(rng, -shift, shift);
        top = put_box(p, top, x - was, 0.0f, 1.0f);
        was = x;
    }
    return top;
}

static int32_t put_pyramid(pile* p, int base)
{
    int32_t row = -1, below = -1;
    for (int length = base; length > 0; --length, below = row)
    {
        row = p->count;
        for (int i = 0; i < length; ++i)
        {
            (void)put_box(p, below >= 0 ? below + i : -1, (below >= 0 ? 0.5f : (float)i) * p->size, 0.0f, 1.0f);
        }
    }
    return row;
}

// Goes on for so long, or until all sleep. Returns how long, or less than 0 for what has fallen.
static float watch(pile* p, float seconds, const char* what)
{
    double fall = 0.0;
    int32_t steps = (int32_t)(seconds * p->hertz), i = 0;
    for (bool awake = true; i < steps && awake; ++i)
    {
        scene_run(p->world, 1, 1.0f / p->hertz);
        double fastest = 0.0;
        awake = false;
        for (int32_t k = 0; k < p->count; ++k)
        {
            imp2_body_state s = scene_state(p->world, p->bodies[k]);
            fastest = fmax(fastest, sqrt((double)imp2_vec_dot(s.velocity, s.velocity)));
            fall = fmax(fall, (double)p->at[k].y - (double)s.center.y);
            awake |= s.awake;
        }
        double most = sqrt(2.0 * (double)p->g * (fall + SPARE_FALL * (double)p->size));
        if (!(fastest <= most))
        {
            fail_msg("%s: %g m/s in step %d, after a fall of %g m", what, fastest, i, fall);
        }
    }
    bool fell = false;
    for (int32_t k = 0; k < p->count; ++k)
    {
        imp2_vec at = scene_state(p->world, p->bodies[k]).center, below = {0.0f, 0.0f};
        below = p->on[k] >= 0 ? scene_state(p->world, p->bodies[p->on[k]]).center : below;
        fell |= fabsf(at.x - below.x - p->place[k].x) > 0.3f * p->size;
        fell |= fabsf(at.y - below.y - p->place[k].y) > 0.3f * p->size;
    }
    imp2_world_free(p->world);
    return fell ? -1.0f : (float)i / p->hertz;
}

// Of so many no more than one in fifty falls.
static void check_fallen(const char* what, uint64_t fallen, uint64_t count)
{
    if (fallen > count / 50)
    {
        fail_msg("%s: %d of %d have fallen", what, (int)fallen, (int)count);
    }
    test_report(what, count);
}

// Soft contacts buckle: a column stands because its manifolds last while it sinks.
static void columns_stand(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(8), fallen = 0;
    for (uint64_t i = 0; i < count; ++i)
    {
        pile p = make_pile(1.0f, 10.0f, 60.0f, 0.0f);
        p.radius = i / 4 % 2 ? 0.02f : 0.0f;
        (void)put_column(&p, i % 4 ? test_rng_int(&rng, 10, 80) : 100, i % 2 ? 0.01f : 0.0f, &rng);
        fallen += watch(&p, 12.0f, "column") < 0.0f;
    }
    check_fallen("stands2 columns", fallen, count);
}

static void columns_sleep(void** state)
{
    (void)state;
    for (int round = 0; round < 2; ++round)
    {
        test_rng rng = {0};
        pile p = make_pile(1.0f, 10.0f, 60.0f, 0.0f);
        p.radius = round ? 0.02f : 0.0f;
        (void)put_column(&p, 100, 0.0f, &rng);
        float slept = watch(&p, 30.0f, "column of 100");
        assert_number(slept, >, 0.0f);
        assert_number(slept, <, 29.0f);
    }
}

// From 50 to 400 times as heavy as what it lies on or falls on. Overlap parts at a bounded speed, and slower with a length
// unit that is small for the boxes, but that bounds no load.
static void loads_are_borne(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(24), fallen = 0;
    for (uint64_t i = 0; i < count; ++i)
    {
        pile p = make_pile(1.0f, 10.0f, 60.0f, i % 4 == 1 ? 0.1f : 0.0f);
        int32_t top = put_column(&p, 3 + (int)(i % 8), 0.0f, &rng);
        (void)put_box(&p, top, 0.0f, i % 3 ? test_rng_range(&rng, 0.0f, 2.0f) : 0.0f,
                      test_rng_range(&rng, 50.0f, 400.0f));
        fallen += watch(&p, 4.0f, "load") < 0.0f;
    }
    check_fallen("stands2 loads", fallen, count);
}

static void pyramids_bear(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(10), fallen = 0;
    for (uint64_t i = 0; i < count; ++i)
    {
        pile p = make_pile(1.0f, 10.0f, 60.0f, 0.0f);
        int32_t top = put_pyramid(&p, 4 + (int)(i % 5));
        (void)put_box(&p, top, 0.0f, test_rng_range(&rng, 0.2f, 2.5f), test_rng_range(&rng, 50.0f, 350.0f));
        fallen += watch(&p, 4.0f, "pyramid") < 0.0f;
    }
    check_fallen("stands2 pyramids", fallen, count);
}

// Any of them, at all rates, in all gravities and sizes, with the length unit and without.
static void scale_does_not_matter(void** state)
{
    (void)state;
    static const float HERTZ[] = {30.0f, 45.0f, 60.0f, 120.0f, 240.0f}, PULL[] = {1.0f, 3.0f, 10.0f, 30.0f, 100.0f},
                       SIZE[] = {0.3f, 1.0f, 3.0f, 10.0f};
    test_rng rng = {test_seed()};
    uint64_t count = test_n(60), fallen = 0;
    for (uint64_t i = 0; i < count; ++i)
    {
        int by = (int)(i % 3);
        float hertz = by == 0 ? HERTZ[i / 3 % 5] : 60.0f, g = by == 1 ? PULL[i / 3 % 5] : 10.0f;
        float size = by == 2 ? SIZE[i / 3 % 4] : 1.0f;
        pile p = make_pile(size, g, hertz, by == 2 && i / 12 % 2 ? size : 0.0f);
        imp2_shape capsule;
        const imp2_vec left = {-0.5f * size, 0.0f}, right = {0.5f * size, 0.0f};
        int32_t top = -1;
        switch (i / 3 % 4)
        {
        case 0: (void)put_column(&p, 20, 0.01f, &rng); break;
        case 1: (void)put_pyramid(&p, 7); break;
        case 2:
            top = put_column(&p, 5, 0.0f, &rng);
            (void)put_box(&p, top, 0.0f, test_rng_range(&rng, 0.0f, 0.5f) * size, 20.0f);
            break;
        default:
            assert_int_equal(imp2_capsule_make(left, right, 0.25f * size, &capsule), IMP_OK);
            for (int k = 0; k < 8; ++k)
            {
                top = put(&p, top, 0.0f, (k > 0 ? 0.5f : 0.25f) * size, 0.02f * size, &capsule, 1.0f);
            }
        }
        fallen += watch(&p, 4.0f * sqrtf(size), "pile") < 0.0f;
    }
    check_fallen("stands2 piles", fallen, count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_stand), cmocka_unit_test(columns_sleep),         cmocka_unit_test(loads_are_borne),
        cmocka_unit_test(pyramids_bear), cmocka_unit_test(scale_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
