// SPDX-License-Identifier: MIT
//
// Convex shapes that were made deep in each other part calmly: no faster than they are pushed, and without a speed of
// their own when they have parted. In rows, in piles, of many sizes, against walls, in a box that is too full; and what
// is pressed stays pressed. The wrapper adds hull_of.

#include "kit.inl"

#define PUSHED 3.0f  // [m/s]
#define CALM 5.0f    // [m/s]

enum
{
    BODIES_MOST = 128,
    CONTACTS_MOST = 20000
};

typedef struct heap
{
    World* world;
    imp_body bodies[BODIES_MOST];
    Vec before[BODIES_MOST];
    int32_t count;
    float fastest, farthest;  // speed of a body; and what its origin moves by in a step, as a speed [m/s]
} heap;

static heap heap_of(float gravity)
{
    heap h;
    memset(&h, 0, sizeof h);
    h.world = new_world(gravity);
    return h;
}

static void heap_add(heap* h, float x, float y, float z)
{
    BodyDef def = FN(body_default)();
    def.kind = IMP_BODY_DYNAMIC;
    def.pose.p = at(x, y, z);
    assert_int_equal(FN(world_add_body)(h->world, &def, &h->bodies[h->count]), IMP_OK);
    h->before[h->count++] = def.pose.p;
}

static void heap_step(heap* h)
{
    run(h->world, 1);
    for (int32_t i = 0; i < h->count; ++i)
    {
        BodyState s = state_of(h->world, h->bodies[i]);
        h->fastest = fmaxf(length_of(s.velocity), h->fastest);
        h->farthest = fmaxf(distance_of(s.pose.p, h->before[i]) / DT, h->farthest);
        h->before[i] = s.pose.p;
    }
}

static float deepest_of(const World* world, int32_t* manifolds)
{
    static WorldContact contacts[CONTACTS_MOST];
    float deepest = -1.0f;
    assert_int_equal(FN(world_contacts)(world, contacts, CONTACTS_MOST, manifolds), IMP_OK);
    for (int32_t i = 0; i < *manifolds; ++i)
    {
        for (int32_t k = 0; k < contacts[i].manifold.count; ++k)
        {
            deepest = fmaxf(contacts[i].manifold.points[k].depth, deepest);
        }
    }
    return deepest;
}

static void heap_add_convex(heap* h, const Shape* shape, float x, float y, float z)
{
    heap_add(h, x, y, z);
    assert_int_equal(FN(world_add_collider)(h->world, h->bodies[h->count - 1], shape, NULL, NULL), IMP_OK);
}

// A box, a ball or a hull.
static Shape convex_of(int32_t kind, float half)
{
    return kind == 0 ? box_of(half, half, half) : kind == 1 ? ball_of(half) : hull_of(half);
}

static void heap_wall(heap* h, float x, float y, float half_x, float half_y)
{
    const Shape shape = box_of(half_x, half_y, 20.0f);
    (void)add(h->world, IMP_BODY_STATIC, at(x, y, 0.0f), &shape);
}

// Steps until all have parted, or so many times. Returns the steps.
static int32_t heap_part(heap* h, int32_t most)
{
    int32_t step = 0, manifolds;
    do
    {
        heap_step(h);
        ++step;
    } while (step < most && deepest_of(h->world, &manifolds) > 0.01f);
    return step;
}

static float speed_now(const heap* h)
{
    float most = 0.0f;
    for (int32_t i = 0; i < h->count; ++i)
    {
        most = fmaxf(length_of(state_of(h->world, h->bodies[i]).velocity), most);
    }
    return most;
}

// Ends go at 3 m/s and no faster, so a row takes as long as its half has to go.
static void rows_part_calmly(void** state)
{
    (void)state;
    static const int32_t counts[3] = {2, 10, 50};
    static const float spacings[3] = {0.1f, 0.5f, 0.9f};
    for (int32_t which = 0; which < 27; ++which)
    {
        heap h = heap_of(0.0f);
        int32_t kind = which % 3, count = counts[which / 3 % 3];
        float spacing = spacings[which / 9];
        Shape shape = convex_of(kind, 0.5f);
        for (int32_t i = 0; i < count; ++i)
        {
            heap_add_convex(&h, &shape, spacing * (float)i, 0.0f, 0.0f);
        }
        FN(shape_free)(&shape);
        int32_t way = (int32_t)(0.5f * (1.0f - spacing) * (float)count / (PUSHED * DT));
        int32_t steps = heap_part(&h, 1000);
        if (h.fastest > 1.0f || steps > 2 * way + 10)
        {
            printf("%d of kind %d, each %g m on: fastest %.3g m/s; parted after %d steps, %d at the greatest speed\n",
                   (int)count, (int)kind, (double)spacing, (double)h.fastest, (int)steps, (int)way);
        }
        assert_true(h.fastest < 1.0f && h.farthest < PUSHED + 1.0f);
        assert_true(steps <= 2 * way + 10);
        FN(world_free)(h.world);
    }
}

// Thirty boxes at one point, a hundred balls at nearly one, a hundred things of all kinds and sizes.
static void piles_part_calmly(void** state)
{
    (void)state;
    test_rng rng = {7};
    for (int32_t which = 0; which < 3; ++which)
    {
        heap h = heap_of(0.0f);
        for (int32_t i = 0; i < (which == 0 ? 30 : 100); ++i)
        {
            float half = which < 2 ? 0.5f : (i % 7 == 0) ? 1.5f : test_rng_range(&rng, 0.1f, 0.5f);
            float x = which == 0 ? 0.0f : test_rng_range(&rng, -0.1f, 0.1f) * (which == 1 ? 1.0f : 10.0f);
            float y = which == 0 ? 0.0f : test_rng_range(&rng, -0.1f, 0.1f) * (which == 1 ? 1.0f : 10.0f);
            Shape shape = convex_of(which < 2 ? which : i % 3, half);
            heap_add_convex(&h, &shape, x, y, 0.5f * (x - y));
            FN(shape_free)(&shape);
        }
        int32_t steps = heap_part(&h, 600);
        printf("pile %d: fastest %.3g m/s, %.3g m/s with the push; parted after %d steps\n", (int)which,
               (double)h.fastest, (double)h.farthest, (int)steps);
        assert_true(steps < 600);
        assert_true(h.fastest < 1.0f && h.farthest < CALM);
        FN(world_free)(h.world);
    }
}

// A row whose first box lies in a wall, and a column on a floor, under its weight. They come to rest.
static void walls_part_calmly(void** state)
{
    (void)state;
    for (int32_t which = 0; which < 2; ++which)
    {
        heap h = heap_of(10.0f);
        const Shape box = box_of(0.5f, 0.5f, 0.5f);
        heap_wall(&h, 0.0f, -5.0f, 100.0f, 5.0f);
        heap_wall(&h, -10.0f, 2.0f, 10.0f, 2.0f);
        for (int32_t i = 0; i < 10; ++i)
        {
            heap_add_convex(&h, &box, which == 0 ? 0.4f * (float)i : 3.0f, which == 0 ? 0.5f : 0.5f + 0.4f * (float)i,
                            0.0f);
        }
        int32_t steps = heap_part(&h, 300);
        printf("%s: fastest %.3g m/s, %.3g m/s with the push; parted after %d steps\n", which == 0 ? "wall" : "column",
               (double)h.fastest, (double)h.farthest, (int)steps);
        assert_true(steps < 300);
        assert_true(h.fastest < CALM && h.farthest < CALM + PUSHED);
        for (int32_t step = 0; step < 240; ++step)
        {
            heap_step(&h);
        }
        assert_true(speed_now(&h) < 0.01f);
        if (which == 1)
        {
            assert_number(fabsf(place_of(h.world, h.bodies[9], 1) - 9.5f), <, 0.05f);
        }
        FN(world_free)(h.world);
    }
}

// More than there is room for stays in its box, and comes to rest as it lies.
static void full_box_stays_calm(void** state)
{
    (void)state;
    heap h = heap_of(0.0f);
    const Shape box = box_of(0.5f, 0.5f, 0.5f);
    heap_wall(&h, -2.5f, 0.0f, 0.5f, 5.0f);
    heap_wall(&h, 2.5f, 0.0f, 0.5f, 5.0f);
    heap_wall(&h, 0.0f, -2.5f, 5.0f, 0.5f);
    heap_wall(&h, 0.0f, 2.5f, 5.0f, 0.5f);
    for (int32_t i = 0; i < 49; ++i)
    {
        heap_add_convex(&h, &box, 0.5f * (float)(i % 7 - 3), 0.5f * (float)(i / 7 - 3), 0.0f);
        assert_int_equal(FN(world_set_locks)(h.world, h.bodies[i], LOCKS_OF_PLANE), IMP_OK);
    }
    for (int32_t step = 0; step < 300; ++step)
    {
        heap_step(&h);
    }
    printf("full box: fastest %.3g m/s, %.3g m/s with the push, %.3g m/s in the end\n", (double)h.fastest,
           (double)h.farthest, (double)speed_now(&h));
    assert_true(h.fastest < CALM && h.farthest < CALM + PUSHED && speed_now(&h) < 0.1f);
    for (int32_t i = 0; i < h.count; ++i)
    {
        assert_number(fabsf(place_of(h.world, h.bodies[i], 0)), <, 1.6f);
        assert_number(fabsf(place_of(h.world, h.bodies[i], 1)), <, 1.6f);
    }
    FN(world_free)(h.world);
}

static void none_is_made(const World* world)
{
    for (int32_t i = 0; i < world->awake.count; ++i)
    {
        assert_number(world->contacts.data[world->awake.data[i].slot].deep, <=, 0.0f);
    }
}

// What came to overlap by its own motion, or is pressed, is not taken apart as poses: two boxes that a press drives
// into each other, and two that meet fast.
static void pressed_is_not_made(void** state)
{
    (void)state;
    heap h = heap_of(0.0f);
    const Shape box = box_of(0.5f, 0.5f, 0.5f), plate = box_of(0.5f, 2.0f, 2.0f);
    int32_t manifolds;
    float deepest = 0.0f;
    (void)add(h.world, IMP_BODY_STATIC, at(-1.0f, 0.0f, 0.0f), &plate);
    imp_body press = add(h.world, IMP_BODY_KINEMATIC, at(2.0f, 0.0f, 0.0f), &plate);
    heap_add_convex(&h, &box, 0.0f, 0.0f, 0.0f);
    heap_add_convex(&h, &box, 1.0f, 0.0f, 0.0f);
    assert_int_equal(FN(world_set_velocity)(h.world, press, at(-0.2f, 0.0f, 0.0f), spin_about(0.0f)), IMP_OK);
    for (int32_t step = 0; step < 120; ++step)
    {
        heap_step(&h);
        none_is_made(h.world);
    }
    assert_number(deepest_of(h.world, &manifolds), >, 0.1f);
    FN(world_free)(h.world);
    for (int32_t k = 0; k < 10; ++k)
    {
        h = heap_of(0.0f);
        heap_add_convex(&h, &box, 0.0f, 0.0f, 0.0f);
        heap_add_convex(&h, &box, 2.0f + 0.03f * (float)k, 0.0f, 0.0f);
        for (int32_t i = 0; i < 2; ++i)
        {
            assert_int_equal(
                FN(world_set_velocity)(h.world, h.bodies[i], at(i ? -10.0f : 10.0f, 0.0f, 0.0f), spin_about(0.0f)),
                IMP_OK);
        }
        for (int32_t step = 0; step < 10; ++step)
        {
            heap_step(&h);
            none_is_made(h.world);
            deepest = fmaxf(deepest_of(h.world, &manifolds), deepest);
        }
        FN(world_free)(h.world);
    }
    assert_number(deepest, >, 0.1f);
}

// A row saved while it parts goes on as the saved one does.
static void row_is_saved(void** state)
{
    (void)state;
    static uint8_t bytes[1 << 20];
    int32_t count;
    heap h = heap_of(10.0f);
    heap_wall(&h, 0.0f, -5.0f, 100.0f, 5.0f);
    for (int32_t i = 0; i < 30; ++i)
    {
        Shape shape = convex_of(i % 3, 0.5f);
        heap_add_convex(&h, &shape, 0.3f * (float)(i % 10), 0.5f + 0.3f * (float)(i / 10), 0.0f);
        FN(shape_free)(&shape);
    }
    World* loaded = new_world(0.0f);
    for (int32_t step = 0; step < 60; ++step)
    {
        run(h.world, 1);
        if (step > 0)
        {
            run(loaded, 1);
            assert_true(hash_of(h.world) == hash_of(loaded));
        }
        assert_int_equal(FN(world_save)(h.world, bytes, sizeof bytes, &count), IMP_OK);
        assert_int_equal(FN(world_load)(loaded, bytes, count), IMP_OK);
        judge(h.world);
    }
    FN(world_free)(h.world);
    FN(world_free)(loaded);
}

// Two that lie deep in each other are pushed while one is woken that was made before them: by a bullet, in the same
// step. The pushes are those of the two, and not of their neighbours in the order of bodies: each two move as they do
// where the others are not.
static void pushes_are_of_those_pushed(void** state)
{
    (void)state;
    enum
    {
        ALL,
        WITHOUT_BULLET,
        WITHOUT_DEEP,
        WORLDS
    };
    static const float places[4] = {0.0f, 20.0f, 20.4f, -5.0f};
    Pose poses[WORLDS][4];
    for (int32_t which = 0; which < WORLDS; ++which)
    {
        heap h = heap_of(0.0f);
        const Shape ball = ball_of(0.5f);
        for (int32_t i = 0; i < 4; ++i)
        {
            bool deep = i == 1 || i == 2;
            bool far = which == (deep ? WITHOUT_DEEP : WITHOUT_BULLET);
            heap_add_convex(&h, &ball, places[i], far ? 100.0f * (float)(i + 1) : 0.0f, 0.0f);
        }
        assert_int_equal(FN(world_set_awake)(h.world, h.bodies[0], false), IMP_OK);
        const Vec fast = at(600.0f, 0.0f, 0.0f);
        assert_int_equal(FN(world_set_velocity)(h.world, h.bodies[3], fast, spin_about(0.0f)), IMP_OK);
        run(h.world, 1);
        assert_true(is_awake(h.world, h.bodies[0]) == (which != WITHOUT_BULLET));
        for (int32_t i = 0; i < 4; ++i)
        {
            poses[which][i] = state_of(h.world, h.bodies[i]).pose;
        }
        FN(world_free)(h.world);
    }
    for (int32_t i = 0; i < 4; ++i)
    {
        bool deep = i == 1 || i == 2;
        assert_memory_equal(&poses[ALL][i], &poses[deep ? WITHOUT_BULLET : WITHOUT_DEEP][i], sizeof poses[0][0]);
        assert_true(!deep || distance_of(poses[ALL][i].p, at(places[i], 0.0f, 0.0f)) > 0.01f);
    }
}

// What is told of a contact that has not been collided again is how deep it is now.
static void depth_of_what_is_kept_is_now(void** state)
{
    (void)state;
    heap h = heap_of(10.0f);
    const Shape box = box_of(0.5f, 0.5f, 0.5f);
    int32_t manifolds;
    heap_wall(&h, 0.0f, -5.0f, 100.0f, 5.0f);
    heap_add_convex(&h, &box, 0.0f, 0.501f, 0.0f);
    for (int32_t step = 0; step < 20; ++step)
    {
        WorldContact contact;
        heap_step(&h);
        assert_int_equal(FN(world_contacts)(h.world, &contact, 1, &manifolds), IMP_OK);
        assert_number(fabsf(contact.manifold.depth - deepest_of(h.world, &manifolds)), <, 1e-6f);
    }
    FN(world_free)(h.world);
}

#define HEAP_TESTS                                                                                                     \
    cmocka_unit_test(rows_part_calmly), cmocka_unit_test(piles_part_calmly), cmocka_unit_test(walls_part_calmly),      \
        cmocka_unit_test(full_box_stays_calm), cmocka_unit_test(pressed_is_not_made), cmocka_unit_test(row_is_saved),  \
        cmocka_unit_test(pushes_are_of_those_pushed), cmocka_unit_test(depth_of_what_is_kept_is_now)
