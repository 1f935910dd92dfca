// SPDX-License-Identifier: MIT
//
// Vehicles in both dimensions, against closed forms. The wrapper adds add_wheels (forward is x, up is y), inertia_of about
// z, and UP and TURN, the axes of wheels.

#include "kit.inl"

#define G 9.81f
#define RADIUS 0.4f
#define MOST_WHEELS 4

static const imp_body NONE = {0};

typedef struct car
{
    World* world;
    imp_body chassis, bodies[MOST_WHEELS];
    imp_joint wheels[MOST_WHEELS];
} car;

enum
{
    WHEELS = 2 * (AXES - 1)
};

static void refused(imp_status status, int32_t fault, int32_t argument)
{
    assert_int_equal(imp_status_fault(status), fault);
    assert_int_equal(imp_status_argument(status), argument);
}

static float part_of(Vec v, int k)
{
    return AT(v, k);
}

static ColliderDef rubber_of(float density, float friction)
{
    return matter_of(density, friction, 0.0f, 0.0f);
}

// A car whose wheels touch a floor; its centre of mass is `ahead` of the middle of its wheels.
static car new_car(float friction, float hertz, float ahead, float height)
{
    car c = {.world = new_world(G)};
    const Shape slab = box_of(200.0f, 1.0f, 40.0f), box = box_of(1.0f, 0.2f, 0.5f), ball = ball_of(RADIUS);
    const ColliderDef road = rubber_of(1.0f, friction), matter = rubber_of(300.0f, 0.3f), tyre = rubber_of(40.0f, friction);
    (void)add_with(c.world, IMP_BODY_STATIC, pose_of(at(0.0f, -1.0f, 0.0f), 0.0f), &slab, &road, NULL);
    c.chassis = add_with(c.world, IMP_BODY_DYNAMIC, pose_of(at(ahead, 0.7f + height, 0.0f), 0.0f), &box, &matter, NULL);
    imp_wheel wheels[MOST_WHEELS];
    for (int32_t i = 0; i < WHEELS; ++i)
    {
        const Vec hub = at(i % 2 == 0 ? -1.3f : 1.3f, RADIUS + height, i / 2 == 0 ? -0.8f : 0.8f);
        c.bodies[i] = add_with(c.world, IMP_BODY_DYNAMIC, pose_of(hub, 0.0f), &ball, &tyre, NULL);
        wheels[i] = imp_wheel_default();
        wheels[i].body = c.bodies[i];
        wheels[i].hertz = hertz;
    }
    assert_int_equal(add_wheels(c.world, c.chassis, wheels, WHEELS, c.wheels), IMP_OK);
    return c;
}

static float value_of(const car* c, int32_t wheel, int32_t axis)
{
    JointState s;
    assert_int_equal(FN(world_get_joint)(c->world, c->wheels[wheel], &s), IMP_OK);
    return s.values[axis];
}

static void drive(const car* c, float speed, float torque)
{
    for (int32_t i = 0; i < WHEELS; ++i)
    {
        assert_int_equal(FN(world_drive_wheel)(c->world, c->wheels[i], speed, torque), IMP_OK);
    }
}

static float speed_of(const car* c)
{
    return part_of(state_of(c->world, c->chassis).velocity, 0);
}

// What moves with the car: of wheels that roll their turning, too.
static double mass_of(const car* c, bool rolls)
{
    double mass = state_of(c->world, c->chassis).mass;
    for (int32_t i = 0; i < WHEELS; ++i)
    {
        mass += state_of(c->world, c->bodies[i]).mass;
        mass += rolls ? inertia_of(c->world, c->bodies[i]) / (RADIUS * RADIUS) : 0.0;
    }
    return mass;
}

static void roll(const car* c, float speed)
{
    const Vec velocity = at(speed, 0.0f, 0.0f);
    assert_int_equal(FN(world_set_velocity)(c->world, c->chassis, velocity, spin_about(0.0f)), IMP_OK);
    for (int32_t i = 0; i < WHEELS; ++i)
    {
        assert_int_equal(FN(world_set_velocity)(c->world, c->bodies[i], velocity, spin_about(-speed / RADIUS)), IMP_OK);
    }
}

// All wheels give g / w^2, wherever the centre of mass is, so the chassis stays level; it swings at its frequency.
static void springs_give_as_much_as_they_say(void** state)
{
    (void)state;
    static const float HERTZ[3] = {1.5f, 2.0f, 4.0f}, AHEAD[3] = {0.0f, 0.5f, -0.7f};
    for (int32_t i = 0; i < 3; ++i)
    {
        car c = new_car(1.0f, HERTZ[i], AHEAD[i], 0.0f);
        run(c.world, 300);
        const double w = 6.283185307 * HERTZ[i], sag = G / (w * w);
        for (int32_t k = 0; k < WHEELS; ++k)
        {
            assert_number(fabs(value_of(&c, k, UP) - sag), <, 0.01 * sag);
            assert_number(fabs(value_of(&c, k, UP == 0 ? 1 : 0)), <, 1e-4);
        }
        assert_number(turn_between(state_of(c.world, c.chassis).pose.q, turn_about(0.0f)), <, 2e-3);
        printf("%.1f Hz: gives %.5f of %.5f m\n", (double)HERTZ[i], (double)value_of(&c, 0, UP), sag);
        FN(world_free)(c.world);
    }
}

// On what does not slip, torques accelerate all that moves and turns: a = sum of T / r by that.
static void torque_accelerates(void** state)
{
    (void)state;
    car c = new_car(2.0f, 3.0f, 0.0f, 0.0f);
    run(c.world, 120);
    const float torque = 40.0f;
    drive(&c, 1000.0f, torque);
    const double before = speed_of(&c), wanted = WHEELS * torque / RADIUS / mass_of(&c, true);
    run(c.world, 120);
    printf("%.5f m/s^2 of %.5f\n", (speed_of(&c) - before) / 2.0, wanted);
    assert_number(fabs((speed_of(&c) - before) / 2.0 - wanted), <, 0.01 * wanted);
    // As fast as its motors turn, and no faster.
    drive(&c, 8.0f, 400.0f);
    run(c.world, 240);
    assert_number(fabs(speed_of(&c) - 8.0 * RADIUS), <, 0.02);
    // Backwards, too; and without a torque it rolls on.
    drive(&c, -8.0f, 400.0f);
    run(c.world, 240);
    assert_number(fabs(speed_of(&c) + 8.0 * RADIUS), <, 0.02);
    drive(&c, 0.0f, 0.0f);
    run(c.world, 120);
    assert_number(fabs(speed_of(&c) + 8.0 * RADIUS), <, 0.05);
    FN(world_free)(c.world);
}

// With wheels that are held it slides: v^2 / (2 mu g).
static void brakes_stop_it(void** state)
{
    (void)state;
    static const float FRICTION[2] = {0.4f, 0.8f};
    for (int32_t i = 0; i < 2; ++i)
    {
        car c = new_car(FRICTION[i], 3.0f, 0.0f, 0.0f);
        run(c.world, 120);
        roll(&c, 8.0f);
        run(c.world, 30);
        const float from = place_of(c.world, c.chassis, 0), speed = speed_of(&c);
        drive(&c, 0.0f, 1e5f);
        run(c.world, 240);
        const double wanted = 0.5 * speed * speed / (FRICTION[i] * G), way = (double)place_of(c.world, c.chassis, 0) - from;
        printf("friction %.1f: from %.3f m/s in %.4f m of %.4f\n", (double)FRICTION[i], (double)speed, way, wanted);
        assert_number(fabs(way - wanted), <, 0.03 * wanted);
        assert_number(fabs(speed_of(&c)), <, 1e-3);
        FN(world_free)(c.world);
    }
}

// On a slope of 0.35 it stays where its brakes hold it, and rolls when they are let go.
static void brakes_hold_it_on_a_slope(void** state)
{
    (void)state;
    car c = new_car(0.8f, 3.0f, 0.0f, 0.0f);
    const float slope = 0.35f;
    drive(&c, 0.0f, 1e4f);
    assert_int_equal(FN(world_set_gravity)(c.world, at(-G * sinf(slope), -G * cosf(slope), 0.0f)), IMP_OK);
    run(c.world, 180);
    const float from = place_of(c.world, c.chassis, 0);
    run(c.world, 600);
    printf("moves %.1e m in 10 s\n", (double)place_of(c.world, c.chassis, 0) - (double)from);
    assert_number(fabs((double)place_of(c.world, c.chassis, 0) - from), <, 5e-3);
    drive(&c, 0.0f, 0.0f);
    const double wanted = G * sinf(slope) * mass_of(&c, false) / mass_of(&c, true);
    run(c.world, 60);
    assert_number(fabs(speed_of(&c) + wanted), <, 0.02 * wanted);
    FN(world_free)(c.world);
}

// Over stones and from two metres of height: nothing falls through, no wheel leaves its chassis or its travel.
static void cars_drive_over_stones(void** state)
{
    (void)state;
    for (uint64_t seed = 0; seed < test_n(3); ++seed)
    {
        car c = new_car(1.0f, 2.5f, 0.0f, 2.0f);
        test_rng rng = {test_seed() + seed};
        for (int32_t i = 0; i < WHEELS; ++i)
        {
            imp_axis spring;
            JointDef def;
            assert_int_equal(FN(world_get_joint_def)(c.world, c.wheels[i], &def), IMP_OK);
            spring = def.axes[UP];
            spring.kind = IMP_AXIS_LIMITED;
            spring.lower = -0.2f;
            spring.upper = 0.25f;
            assert_int_equal(FN(world_set_axis)(c.world, c.wheels[i], UP, &spring), IMP_OK);
        }
        for (int32_t i = 0; i < 60; ++i)
        {
            const Shape stone = box_of(test_rng_range(&rng, 0.1f, 0.5f), 0.25f, test_rng_range(&rng, 0.2f, 3.0f));
            const Vec place = at(1.5f + 0.9f * (float)i, -0.15f, test_rng_range(&rng, -1.0f, 1.0f));
            const ColliderDef rock = rubber_of(1.0f, 0.9f);
            (void)add_with(c.world, IMP_BODY_STATIC, pose_of(place, test_rng_range(&rng, -0.3f, 0.3f)), &stone, &rock, NULL);
        }
        drive(&c, 25.0f, 150.0f);
        double aside = 0.0, past = 0.0, lowest = 1.0;
        for (int32_t step = 0; step < 420; ++step)
        {
            run(c.world, 1);
            for (int32_t i = 0; i < WHEELS; ++i)
            {
                const float value = value_of(&c, i, UP);
                aside = fmax(aside, fabs((double)value_of(&c, i, UP == 0 ? 1 : 0)));
                past = fmax(past, fmax(value - 0.25, -0.2 - value));
                lowest = fmin(lowest, place_of(c.world, c.bodies[i], 1));
            }
        }
        printf("%.1f m far, hubs %.1e m aside, %.1e m past their travel, at least %.3f m high\n",
               (double)place_of(c.world, c.chassis, 0), aside, past, lowest);
        assert_number(lowest, >, RADIUS - 0.05);
        assert_number(aside, <, 0.01);
        assert_number(past, <, 0.02);
        assert_number(place_of(c.world, c.chassis, 0), >, 5.0);
        FN(world_free)(c.world);
    }
}

// Tiles of a road that bends a little from one to the next hold no wheel up: a car gets as far as its speed
// says. A group of joints that was stopped by each of them stood still at full speed.
static void bends_of_the_road_stop_no_car(void** state)
{
    (void)state;
    const float pace = 18.0f, bend = 0.03f;
    const Shape tile = box_of(1.0f, 1.0f, 4.0f);
    const ColliderDef road = rubber_of(1.0f, 1.0f);
    for (uint64_t seed = 0; seed < 2; ++seed)
    {
        car c = new_car(1.0f, 2.0f, 0.0f, 0.0f);
        test_rng rng = {test_seed() + seed};
        // The first rises out of the floor.
        float x = 4.0f, y = -0.1f, angle = bend;
        for (int32_t i = 0; i < 40; ++i)
        {
            float s, k;
            (void)imp_sincos(angle, &s, &k);
            const Vec middle = at(x + k + s, y + s - k, 0.0f);
            (void)add_with(c.world, IMP_BODY_STATIC, pose_of(middle, angle), &tile, &road, NULL);
            x += 2.0f * k;
            y += 2.0f * s;
            angle = (y > 0.2f ? -1.0f : 1.0f) * test_rng_range(&rng, 0.0f, bend);
        }
        roll(&c, pace);
        drive(&c, pace / RADIUS, 500.0f);
        double way = 0.0;
        const float from = place_of(c.world, c.chassis, 0);
        for (int32_t step = 0; step < 240; ++step)
        {
            run(c.world, 1);
            way += (double)speed_of(&c) * (double)DT;
        }
        const double far = (double)(place_of(c.world, c.chassis, 0) - from);
        printf("%.2f m far, of %.2f\n", far, way);
        assert_number(way, >, 0.8 * 4.0 * pace);
        assert_number(far, >, 0.98 * way);
        FN(world_free)(c.world);
    }
}

// Motorcycles, trailers, wheels behind the centre of mass: springs have a stiffness; what is rigid has none.
static void odd_vehicles_have_springs(void** state)
{
    (void)state;
    World* world = new_world(G);
    const Shape box = box_of(1.0f, 0.2f, 0.3f), ball = ball_of(0.3f);
    imp_body chassis = add(world, IMP_BODY_DYNAMIC, at(0.0f, 1.0f, 0.0f), &box);
    static const float PLACES[3][2] = {{-1.0f, 1.0f}, {0.0f, 0.0f}, {0.5f, 1.0f}};
    for (int32_t i = 0; i < 3; ++i)
    {
        imp_wheel wheels[2];
        imp_joint joints[2];
        double stiffness = 0.0;
        const double mass = state_of(world, chassis).mass, w = 6.283185307 * 2.0;
        for (int32_t k = 0; k < 2; ++k)
        {
            wheels[k] = imp_wheel_default();
            wheels[k].body = add(world, IMP_BODY_DYNAMIC, at(PLACES[i][k], 0.5f, 0.0f), &ball);
            wheels[k].travel_up = 0.5f;
        }
        assert_int_equal(add_wheels(world, chassis, wheels, 2, joints), IMP_OK);
        for (int32_t k = 0; k < 2; ++k)
        {
            JointDef def;
            assert_int_equal(FN(world_get_joint_def)(world, joints[k], &def), IMP_OK);
            assert_int_equal(def.axes[UP].kind, IMP_AXIS_LIMITED);
            assert_number(def.axes[UP].stiffness, >, 0.04 * mass * w * w);
            stiffness += def.axes[UP].stiffness;
        }
        assert_number(fabs(stiffness / (mass * w * w) - 1.0), <, i < 2 ? 1e-4 : 1.2);
    }
    imp_wheel rigid = imp_wheel_default();
    imp_joint joint;
    JointDef def;
    rigid.body = add(world, IMP_BODY_DYNAMIC, at(0.0f, 0.5f, 0.0f), &ball);
    rigid.hertz = 0.0f;
    assert_int_equal(add_wheels(world, chassis, &rigid, 1, &joint), IMP_OK);
    assert_int_equal(FN(world_get_joint_def)(world, joint, &def), IMP_OK);
    assert_int_equal(def.axes[UP].kind, IMP_AXIS_LOCKED);
    assert_true(!(def.axes[UP].stiffness > 0.0f));
    FN(world_free)(world);
}

static void wheels_are_refused(void** state)
{
    (void)state;
    enum
    {
        WHEELS_AT = 4
    };
    World* world = new_world(G);
    const Shape ball = ball_of(0.3f);
    const imp_body stale = {77};
    imp_body chassis = add(world, IMP_BODY_DYNAMIC, at(0.0f, 1.0f, 0.0f), &ball),
             still = add(world, IMP_BODY_STATIC, at(0.0f, 0.0f, 0.0f), &ball);
    imp_wheel wheels[2] = {imp_wheel_default(), imp_wheel_default()};
    imp_joint joints[2] = {{7}, {7}};
    wheels[0].body = add(world, IMP_BODY_DYNAMIC, at(1.0f, 0.5f, 0.0f), &ball);
    refused(add_wheels(NULL, chassis, wheels, 1, joints), IMP_ERR_NULL, 1);
    refused(add_wheels(world, stale, wheels, 1, joints), IMP_ERR_HANDLE, 2);
    refused(add_wheels(world, still, wheels, 1, joints), IMP_ERR_RANGE, 2);
    refused(add_wheels(world, chassis, NULL, 1, joints), IMP_ERR_NULL, WHEELS_AT);
    refused(add_wheels(world, chassis, wheels, 0, joints), IMP_ERR_COUNT, WHEELS_AT + 1);
    refused(add_wheels(world, chassis, wheels, -3, joints), IMP_ERR_COUNT, WHEELS_AT + 1);
    refused(add_wheels(world, chassis, wheels, 1, NULL), IMP_ERR_NULL, WHEELS_AT + 2);
    // The second is of no body: the first is not joined either.
    refused(add_wheels(world, chassis, wheels, 2, joints), IMP_ERR_HANDLE, WHEELS_AT);
    wheels[1] = wheels[0];
    wheels[1].hertz = NAN;
    refused(add_wheels(world, chassis, wheels, 2, joints), IMP_ERR_NAN, WHEELS_AT);
    wheels[1].hertz = 1e15f;
    refused(add_wheels(world, chassis, wheels, 2, joints), IMP_ERR_MAGNITUDE, WHEELS_AT);
    wheels[1].hertz = 1.0f;
    wheels[1].travel_down = -1.0f;
    refused(add_wheels(world, chassis, wheels, 2, joints), IMP_ERR_NEGATIVE, WHEELS_AT);
    wheels[1].travel_down = 0.0f;
    wheels[1].body = chassis;
    refused(add_wheels(world, chassis, wheels, 2, joints), IMP_ERR_HANDLE, WHEELS_AT);
    assert_true(joints[0].id == 7 && joints[1].id == 7);
    assert_int_equal(stats_of(world).bodies, 3);
    assert_int_equal(add_wheels(world, chassis, wheels, 1, joints), IMP_OK);
    refused(FN(world_drive_wheel)(NULL, joints[0], 1.0f, 1.0f), IMP_ERR_NULL, 1);
    refused(FN(world_drive_wheel)(world, joints[1], 1.0f, 1.0f), IMP_ERR_HANDLE, 2);
    refused(FN(world_drive_wheel)(world, joints[0], NAN, 1.0f), IMP_ERR_NAN, 3);
    refused(FN(world_drive_wheel)(world, joints[0], 1.0f, -1.0f), IMP_ERR_NEGATIVE, 4);
    FN(world_free)(world);
    (void)NONE;
}

#define WHEEL_TESTS                                                                                                    \
    cmocka_unit_test(springs_give_as_much_as_they_say), cmocka_unit_test(torque_accelerates),                          \
        cmocka_unit_test(brakes_stop_it), cmocka_unit_test(brakes_hold_it_on_a_slope),                                 \
        cmocka_unit_test(cars_drive_over_stones), cmocka_unit_test(bends_of_the_road_stop_no_car),                     \
        cmocka_unit_test(odd_vehicles_have_springs), cmocka_unit_test(wheels_are_refused)
