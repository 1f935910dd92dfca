// SPDX-License-Identifier: MIT
//
// Things of many corners, alone and of many parts, come to rest on a plane, wherever they fall: each corner that comes down
// next is a point of the manifold before it touches, and four of many are those that touch first. Else they rock from one
// choice of points to the next, sink in between, and are pushed out with energy that nobody gave them.

#include <string.h>

#include "kit3.h"

// More than twice the longest that any took of 120 of each.
#define PATIENCE 10.0f

// Pushes that part what has sunk in lift it: no farther than a tenth of the slop.
#define MOST_RISE (0.1f * SLOP * G)

static float about(test_rng* rng)
{
    return test_rng_range(rng, -1.0f, 1.0f);
}

// A direction, all alike.
static imp3_vec any_way(test_rng* rng)
{
    imp3_vec v;
    float square;
    do
    {
        v = vec(about(rng), about(rng), about(rng));
        square = imp3_vec_dot(v, v);
    } while (square > 1.0f || square < 0.01f);
    return imp3_vec_scale(v, 1.0f / sqrtf(square));
}

static imp3_shape hull_of(const imp3_vec* points, int32_t count)
{
    imp3_shape r;
    assert_int_equal(imp3_hull_make(points, count, 0.0f, NULL, &r, NULL), IMP_OK);
    return r;
}

// An ellipsoid's points, evenly spread.
static imp3_shape make_egg(int32_t count, imp3_vec half)
{
    imp3_vec points[256];
    for (int32_t i = 0; i < count; ++i)
    {
        const float z = 1.0f - 2.0f * ((float)i + 0.5f) / (float)count, r = sqrtf(1.0f - z * z);
        const float angle = 2.399963f * (float)i;
        points[i] = vec(half.x * r * cosf(angle), half.y * r * sinf(angle), half.z * z);
    }
    return hull_of(points, count);
}

static imp3_shape make_stone(test_rng* rng, imp3_vec middle, float size, int32_t count)
{
    imp3_vec points[256];
    const imp3_vec half = vec(test_rng_range(rng, 0.5f, 1.5f), test_rng_range(rng, 0.5f, 1.5f), size);
    for (int32_t i = 0; i < count; ++i)
    {
        const imp3_vec v = any_way(rng);
        points[i] = imp3_vec_add(middle, vec(size * half.x * v.x, size * half.y * v.y, half.z * v.z));
    }
    return hull_of(points, count);
}

static imp3_compound set_of(imp3_shape* shapes, int32_t count)
{
    imp3_compound r;
    assert_int_equal(imp3_compound_make(shapes, count, NULL, &r), IMP_OK);
    for (int32_t i = 0; i < count; ++i)
    {
        imp3_shape_free(&shapes[i]);
    }
    return r;
}

// A tube along a closed line, each piece between two of its rings a part: a torus, or a trefoil knot.
static imp3_compound make_tube(bool knot)
{
    enum
    {
        PIECES = 32,
        AROUND = 12
    };
    imp3_shape parts[PIECES];
    const float thick = knot ? 0.07f : 0.12f, turn = 6.2831853f;
    for (int32_t i = 0; i < PIECES; ++i)
    {
        imp3_vec points[2 * AROUND];
        for (int32_t k = 0; k < 2 * AROUND; ++k)
        {
            const float t = turn * (float)(i + k / AROUND) / (float)PIECES, a = turn * (float)k / (float)AROUND;
            const float out = knot ? 0.25f + 0.1f * cosf(3.0f * t) : 0.35f, on = knot ? 2.0f * t : t;
            const float r = out + thick * cosf(a), z = (knot ? 0.13f * sinf(3.0f * t) : 0.0f) + thick * sinf(a);
            points[k] = vec(r * cosf(on), r * sinf(on), z);
        }
        parts[i] = hull_of(points, 2 * AROUND);
    }
    return set_of(parts, PIECES);
}

static imp3_compound make_heap_of_stones(test_rng* rng)
{
    imp3_shape parts[10];
    const int32_t count = test_rng_int(rng, 2, 10);
    for (int32_t i = 0; i < count; ++i)
    {
        const imp3_vec middle = vec(0.3f * about(rng), 0.3f * about(rng), 0.3f * about(rng));
        parts[i] = make_stone(rng, middle, test_rng_range(rng, 0.1f, 0.22f), test_rng_int(rng, 8, 48));
    }
    return set_of(parts, count);
}

enum
{
    EGG,
    LENS,
    BALL,
    STONE,
    TORUS,
    KNOT,
    STONES,
    THINGS
};

static const char* const NAMES[THINGS] = {"egg", "lens", "ball", "stone", "torus", "knot", "heap of stones"};

static void wear_thing(imp3_world* w, imp_body body, int thing, test_rng* rng)
{
    if (thing >= TORUS)
    {
        imp3_compound set = thing == STONES ? make_heap_of_stones(rng) : make_tube(thing == KNOT);
        assert_int_equal(imp3_world_add_compound(w, body, &set, NULL, NULL), IMP_OK);
        imp3_compound_free(&set);
        return;
    }
    imp3_shape s = thing == EGG    ? make_egg(256, vec(0.3f, 0.25f, 0.4f))
                   : thing == LENS ? make_egg(256, vec(0.4f, 0.4f, 0.15f))
                   : thing == BALL ? make_egg(256, vec(0.3f, 0.3f, 0.3f))
                                   : make_stone(rng, vec(0.0f, 0.0f, 0.0f), 0.3f, test_rng_int(rng, 12, 200));
    assert_int_equal(imp3_world_add_collider(w, body, &s, NULL, NULL), IMP_OK);
    imp3_shape_free(&s);
}

static imp_body throw_thing(imp3_world* w, int thing, imp3_vec at, test_rng* rng)
{
    imp_body body;
    imp3_body_def def = imp3_body_default();
    def.kind = IMP_BODY_DYNAMIC;
    assert_int_equal(imp3_pose_make(at, any_way(rng), test_rng_range(rng, 0.0f, 6.0f), &def.pose), IMP_OK);
    assert_int_equal(imp3_world_add_body(w, &def, &body), IMP_OK);
    wear_thing(w, body, thing, rng);
    return body;
}

// All energy of a body for each kilogram.
static float energy_of(const imp3_body_state* s)
{
    const imp3_vec o = imp3_rot_apply_inverse(s->pose.q, s->angular_velocity);
    const imp3_inertia* i = &s->inertia;
    const imp3_vec l = vec(i->xx * o.x + i->xy * o.y + i->zx * o.z, i->xy * o.x + i->yy * o.y + i->yz * o.z,
                           i->zx * o.x + i->yz * o.y + i->zz * o.z);
    return 0.5f * imp3_vec_dot(s->velocity, s->velocity) + 0.5f * imp3_vec_dot(o, l) / s->mass + G * s->center.z;
}

static float deepest_of(const imp3_world* w)
{
    static imp3_world_contact contacts[4096];
    int32_t count = 0;
    float deepest = 0.0f;
    assert_int_equal(imp3_world_contacts(w, contacts, 4096, &count), IMP_OK);
    for (int32_t i = 0; i < count; ++i)
    {
        deepest = fmaxf(deepest, contacts[i].manifold.depth);
    }
    return deepest;
}

static void each_comes_to_rest(void** state)
{
    (void)state;
    const int32_t times = (int32_t)test_n(4);
    for (int thing = 0; thing < THINGS; ++thing)
    {
        float longest = 0.0f, deepest = 0.0f, rise = 0.0f;
        test_rng rng = {test_seed() + (uint64_t)thing};
        for (int32_t i = 0; i < times; ++i)
        {
            imp3_world* w = new_world(vec(0.0f, 0.0f, -G), NULL);
            (void)add_ground(w, vec(0.0f, 0.0f, 1.0f), 0.6f, 0.0f);
            const imp_body body = throw_thing(w, thing, vec(0.0f, 0.0f, 0.8f), &rng);
            imp3_body_state now = state_of(w, body);
            int32_t step = 0;
            for (float least = 1e9f; now.awake && (float)step * DT < PATIENCE; ++step)
            {
                run(w, 1);
                now = state_of(w, body);
                if (step >= 120)  // it has bumped
                {
                    least = fminf(least, energy_of(&now));
                    rise = fmaxf(rise, energy_of(&now) - least);
                    deepest = fmaxf(deepest, deepest_of(w));
                }
            }
            longest = fmaxf(longest, (float)step * DT);
            assert_false(now.awake);
            imp3_world_free(w);
        }
        printf("    %s: asleep after %.2f s, %.3g m deep, energy rose by %.3g J/kg\n", NAMES[thing], (double)longest,
               (double)deepest, (double)rise);
        assert_number(deepest, <, SLOP);
        assert_number(rise, <, MOST_RISE);
    }
}

// A disc of parts on more feet than a manifold has points, of which some are shorter: all that bear are there.
static void every_foot_is_felt(void** state)
{
    (void)state;
    enum
    {
        FEET = 11
    };
    for (int32_t low = 0; low < FEET; ++low)
    {
        imp3_shape parts[FEET + 1];
        for (int32_t i = 0; i <= FEET; ++i)
        {
            // Three feet bear, about a third of a turn apart; the others end above the floor by up to the margin.
            const bool bears = i % FEET == low || i == (low + 4) % FEET || i == (low + 8) % FEET;
            const float angle = 6.2831853f * (float)i / (float)FEET, x = 0.4f * cosf(angle), y = 0.4f * sinf(angle);
            const float foot = bears ? 0.0f : 0.003f + 0.0015f * (float)(i * 7 % FEET);
            const imp3_box leg = {{x - 0.03f, y - 0.03f, foot}, {x + 0.03f, y + 0.03f, 0.3f}};
            const imp3_box top = {{-0.45f, -0.45f, 0.3f}, {0.45f, 0.45f, 0.35f}};
            assert_int_equal(imp3_box_make(i == FEET ? top : leg, &parts[i]), IMP_OK);
        }
        imp3_compound set = set_of(parts, FEET + 1);
        imp3_world* w = new_world(vec(0.0f, 0.0f, -G), NULL);
        (void)add_ground(w, vec(0.0f, 0.0f, 1.0f), 0.6f, 0.0f);
        imp_body table;
        imp3_body_def def = imp3_body_default();
        def.kind = IMP_BODY_DYNAMIC;
        const float angle = (float)low, tilt = 0.05f;
        assert_int_equal(imp3_pose_make(vec(0.0f, 0.0f, 0.05f), vec(cosf(angle), sinf(angle), 0.0f), tilt, &def.pose),
                         IMP_OK);
        assert_int_equal(imp3_world_add_body(w, &def, &table), IMP_OK);
        assert_int_equal(imp3_world_add_compound(w, table, &set, NULL, NULL), IMP_OK);
        imp3_compound_free(&set);
        float deepest = 0.0f;
        for (int32_t step = 0; step < 180; ++step)
        {
            run(w, 1);
            const imp3_pose pose = state_of(w, table).pose;
            for (int32_t i = 0; i < 3; ++i)
            {
                const float turned = 6.2831853f * (float)((low + 4 * i) % FEET) / (float)FEET;
                const imp3_vec foot = vec(0.4f * cosf(turned), 0.4f * sinf(turned), 0.0f);
                deepest = fmaxf(deepest, -imp3_pose_apply(pose, foot).z);
            }
        }
        const imp3_body_state now = state_of(w, table);
        assert_number(deepest, <, SLOP);
        assert_number(fabsf(now.pose.p.z), <, 1e-3f);
        assert_number(now.pose.q.z.z, >, 1.0f - 1e-6f);
        assert_false(now.awake);
        imp3_world_free(w);
    }
}

// A heap of all of them: nothing moves any more when it is asleep, nor is deep in another.
static void a_heap_comes_to_rest(void** state)
{
    (void)state;
    enum
    {
        SIDE = 3,
        COUNT = SIDE * SIDE * SIDE
    };
    imp_body bodies[COUNT];
    test_rng rng = {test_seed()};
    imp3_world* w = new_world(vec(0.0f, 0.0f, -G), NULL);
    (void)add_ground(w, vec(0.0f, 0.0f, 1.0f), 0.6f, 0.0f);
    for (int32_t i = 0; i < COUNT; ++i)
    {
        const imp3_vec at = vec(1.0f * (float)(i % SIDE), 1.0f * (float)(i / SIDE % SIDE), 0.8f + (float)(i / 9));
        bodies[i] = throw_thing(w, i % THINGS, at, &rng);
    }
    imp_world_stats stats = {.awake = COUNT};
    int32_t step = 0;
    for (; stats.awake > 0 && (float)step * DT < 2.0f * PATIENCE; ++step)
    {
        run(w, 1);
        assert_int_equal(imp3_world_stats(w, &stats), IMP_OK);
    }
    printf("    %d of %d awake after %.2f s, %.3g m deep\n", stats.awake, COUNT, (double)((float)step * DT),
           (double)deepest_of(w));
    assert_int_equal(stats.awake, 0);
    assert_number(deepest_of(w), <, SLOP);
    const uint64_t hash = hash_of(w);
    run(w, 60);
    assert_true(hash_of(w) == hash);
    for (int32_t i = 0; i < COUNT; ++i)
    {
        assert_number(state_of(w, bodies[i]).center.z, >, 0.0f);
    }
    imp3_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_comes_to_rest),
        cmocka_unit_test(every_foot_is_felt),
        cmocka_unit_test(a_heap_comes_to_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
