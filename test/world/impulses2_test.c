// SPDX-License-Identifier: MIT
//
// What is told of contacts is what acted: the impulses of a body's contacts are what its velocity and its spin have
// changed by in the step, beside gravity, and friction is within Coulomb's cone. Friction and rolling resistance follow
// the normal impulse, in landings and bounces, too.

#include <math.h>

#include "scenes2.h"

#define G 10.0
#define EXACT 1e-3      // of what is told
#define ROUNDING 1e-5   // of velocities
#define KEPT 0.008      // arms are off by so much at most while a manifold lasts [m],
#define KEPT_TURN 0.03  // and by so much of themselves

enum
{
    MOST = 16,
    STEPS = 90
};

// Bodies that fall, slide, roll and lie on a floor and on each other, some a hundred times as heavy as others.
typedef struct pile
{
    imp2_world* world;
    imp_body bodies[MOST];
    imp_collider colliders[MOST];                  // one each
    double friction[MOST + 1], rolling[MOST + 1];  // the floor's come last
    int32_t count;
    imp2_vec gravity;
    float time;  // of a step
} pile;

// What is told of one body in one step.
typedef struct told
{
    double x, y, turn;  // impulse; and about its centre
    double sum;         // of sizes
    double rolling;     // the most that rolling resistance turns
    double lever;       // the most by which arms may be off
    double low, high;   // depths of points on the floor,
    double on_floor;    // and friction there
} told;

static float any_of(test_rng* rng, const float* values, int count)
{
    return values[test_rng_int(rng, 0, count - 1)];
}

static imp2_shape any_shape(test_rng* rng, float size)
{
    imp2_shape s;
    const imp2_vec left = {-size, 0.0f}, right = {size, 0.0f};
    const imp2_vec five[5] = {{-size, -0.7f * size},
                              {size, -0.7f * size},
                              {1.2f * size, 0.2f * size},
                              {0.0f, size},
                              {-1.2f * size, 0.3f * size}};
    switch (test_rng_int(rng, 0, 3))
    {
    case 0: return scene_ball(size);
    case 1: assert_int_equal(imp2_capsule_make(left, right, 0.5f * size, &s), IMP_OK); return s;
    case 2: assert_int_equal(imp2_polygon_make(five, 5, 0.05f * size, NULL, &s, NULL), IMP_OK); return s;
    default: return scene_box(size, test_rng_range(rng, 0.4f, 1.0f) * size);
    }
}

static void add_floor(imp2_world* world, bool tiles, imp_material material)
{
    imp_body body = scene_place(world, IMP_BODY_STATIC, 0.0f, 0.0f);
    for (float x = tiles ? -30.0f : -60.0f; x < 30.0f; x += tiles ? 1.0f : 120.0f)
    {
        imp2_shape box;
        assert_int_equal(imp2_box_make((imp2_box){{x, -1.0f}, {x + (tiles ? 1.0f : 120.0f), 0.0f}}, &box), IMP_OK);
        scene_wear(world, body, &box, (imp2_collider_def){.material = material});
    }
}

static pile make_pile(test_rng* rng, float restitution)
{
    static const float HERTZ[] = {30.0f, 60.0f, 120.0f, 240.0f}, FRICTION[] = {0.0f, 0.1f, 0.4f, 0.9f},
                       ROLLING[] = {0.0f, 0.0f, 0.02f}, DENSITY[] = {1.0f, 1.0f, 1.0f, 3.0f, 100.0f};
    float hertz = any_of(rng, HERTZ, 4), slope = test_rng_range(rng, -0.2f, 0.2f);
    pile p = {.count = test_rng_int(rng, 1, MOST), .time = 1.0f / hertz};
    p.gravity = (imp2_vec){(float)G * slope, -(float)G};
    // At 240 Hz nothing here is so fast that it is swept.
    imp2_world_def def = {
        .gravity = p.gravity, .no_continuous = hertz < 240.0f, .sub_steps = test_rng_int(rng, 0, 1) * 8};
    assert_int_equal(imp2_world_make(&def, &p.world), IMP_OK);
    add_floor(p.world, test_rng_int(rng, 0, 1), (imp_material){.friction = 0.9f});
    p.friction[p.count] = 0.9;
    for (int32_t i = 0; i < p.count; ++i)
    {
        imp2_body_def body = {.kind = IMP_BODY_DYNAMIC};
        bool upright = test_rng_int(rng, 0, 1);
        float turn = test_rng_range(rng, -0.3f, 0.3f), size = test_rng_range(rng, 0.2f, 0.5f);
        body.pose = scene_pose(test_rng_range(rng, -0.4f, 0.4f), 0.62f + 1.25f * (float)i, upright ? 0.0f : turn);
        body.velocity = (imp2_vec){test_rng_range(rng, -3.0f, 3.0f), test_rng_range(rng, -2.0f, 0.0f)};
        body.angular_velocity = test_rng_range(rng, -3.0f, 3.0f);
        imp_material material = {.restitution = restitution};
        material.friction = any_of(rng, FRICTION, 4);
        material.rolling_resistance = any_of(rng, ROLLING, 3);
        imp2_shape shape = any_shape(rng, size);
        assert_int_equal(imp2_world_add_body(p.world, &body, &p.bodies[i]), IMP_OK);
        p.colliders[i] = scene_wear(p.world, p.bodies[i], &shape,
                                    (imp2_collider_def){.density = any_of(rng, DENSITY, 5), .material = material});
        p.friction[i] = (double)material.friction;
        p.rolling[i] = (double)material.rolling_resistance;
    }
    return p;
}

static int32_t find_body(const pile* p, imp_collider c)
{
    int32_t i = 0;
    while (i < p->count && p->colliders[i].id != c.id)
    {
        ++i;
    }
    return i;
}

static void add_told(told* t, const imp2_world_contact* c, imp2_vec center, double sign, double rolling, bool on_floor)
{
    const imp2_manifold* m = &c->manifold;
    double nx = (double)m->normal.x, ny = (double)m->normal.y, friction = 0.0;
    double low = on_floor ? t->low : (double)m->points[0].depth, high = on_floor ? t->high : low;
    for (int32_t k = 0; k < m->count; ++k)
    {
        double n = sign * (double)c->normal_impulse[k], f = sign * (double)c->tangent_impulse[k];
        double x = n * nx - f * ny, y = n * ny + f * nx;
        double arm_x = (double)m->points[k].point.x - (double)center.x;
        double arm_y = (double)m->points[k].point.y - (double)center.y;
        t->x += x;
        t->y += y;
        t->turn += arm_x * y - arm_y * x;
        t->sum += fabs(n) + fabs(f);
        t->rolling += fabs(n) * rolling;
        t->lever += (fabs(n) + fabs(f)) * (KEPT + KEPT_TURN * sqrt(arm_x * arm_x + arm_y * arm_y));
        low = fmin(low, (double)m->points[k].depth);
        high = fmax(high, (double)m->points[k].depth);
        friction += fabs(f);
    }
    // Of two points, friction is at the height of the deeper one. What lies across two tiles has one at each.
    t->lever += on_floor ? 0.0 : 0.5 * (high - low) * friction;
    t->on_floor += on_floor ? friction : 0.0;
    t->low = on_floor ? low : t->low;
    t->high = on_floor ? high : t->high;
}

// Of each point, as of both. Returns how much of the bound is used.
static double check_cone(const imp2_world_contact* c, double friction)
{
    double used = 0.0;
    for (int32_t k = 0; k < 2; ++k)
    {
        double bound = friction * (double)c->normal_impulse[k], held = fabs((double)c->tangent_impulse[k]);
        assert_number(c->normal_impulse[k], >=, 0.0f);
        assert_number(held, <=, bound * (1.0 + 2e-6) + 1e-12);
        used = bound > 0.0 ? fmax(used, held / bound) : used;
    }
    return used;
}

static void check_body(const pile* p, const told* t, const imp2_body_state* before, const imp2_body_state* now)
{
    double m = (double)now->mass, time = (double)p->time, g = G * time;
    double x = m * ((double)now->velocity.x - (double)before->velocity.x - (double)p->gravity.x * time) - t->x;
    double y = m * ((double)now->velocity.y - (double)before->velocity.y - (double)p->gravity.y * time) - t->y;
    double turn = (double)now->inertia * ((double)now->angular_velocity - (double)before->angular_velocity) - t->turn;
    double speed = fabs((double)before->velocity.x) + fabs((double)before->velocity.y) + g;
    double spin = fabs((double)before->angular_velocity) + fabs((double)now->angular_velocity);
    double off = sqrt(x * x + y * y), bound = EXACT * t->sum + ROUNDING * m * speed;
    double bound_turn = t->rolling + t->lever + 0.5 * (t->high - t->low) * t->on_floor;
    bound_turn += ROUNDING * ((double)now->inertia * spin + m * speed);
    if (!(off <= bound && fabs(turn) <= bound_turn))
    {
        fail_msg("of impulses of %g in %g s: off by %g of %g, about the centre by %g of %g", t->sum, time, off, bound,
                 fabs(turn), bound_turn);
    }
}

// Returns how many bodies were pushed. Counts contacts whose friction is at its bound.
static uint64_t step_pile(const pile* p, uint64_t* sliding)
{
    imp2_body_state before[MOST];
    told all[MOST + 1] = {{0}};
    imp2_world_contact contacts[8 * MOST];
    int32_t count = 0;
    uint64_t pushed = 0;
    for (int32_t i = 0; i < p->count; ++i)
    {
        before[i] = scene_state(p->world, p->bodies[i]);
    }
    scene_run(p->world, 1, p->time);
    assert_int_equal(imp2_world_contacts(p->world, contacts, 8 * MOST, &count), IMP_OK);
    for (int32_t i = 0; i < count; ++i)
    {
        const imp2_world_contact* c = &contacts[i];
        int32_t a = find_body(p, c->a), b = find_body(p, c->b);
        double rolling = fmax(p->rolling[a], p->rolling[b]);
        *sliding += check_cone(c, sqrt(p->friction[a] * p->friction[b])) > 0.999;
        add_told(&all[a], c, before[a % p->count].center, -1.0, rolling, b == p->count);
        add_told(&all[b], c, before[b % p->count].center, 1.0, rolling, a == p->count);
    }
    for (int32_t i = 0; i < p->count; ++i)
    {
        imp2_body_state now = scene_state(p->world, p->bodies[i]);
        if (before[i].awake && now.awake)
        {
            check_body(p, &all[i], &before[i], &now);
            pushed += all[i].sum > 0.0;
        }
    }
    return pushed;
}

// Piles of all shapes, at several rates, with sub-steps that double under what is heavy, over tiles and over one floor.
static void told_is_what_acted(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(150), pushed = 0, sliding = 0;
    for (uint64_t i = 0; i < count; ++i)
    {
        pile p = make_pile(&rng, i % 3 == 0 ? 0.4f : 0.0f);
        for (int step = 0; step < STEPS; ++step)
        {
            pushed += step_pile(&p, &sliding);
        }
        imp2_world_free(p.world);
    }
    assert_number(pushed, >, 100 * count);
    assert_number(sliding, >, 10 * count);
    test_report("impulses2 body-steps", pushed);
}

// A ball that comes down askew, once or again and again: as long as it slides and spins, what slows it is friction times
// the normal impulse, and what turns it is rolling resistance times that, whichever part of a step it lands in. The arm of
// friction ends in the middle of the gap or the overlap that a landing is found with.
static void landings_rub(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    static const float HERTZ[] = {30.0f, 60.0f, 120.0f, 240.0f}, BOUNCE[] = {0.0f, 0.4f, 0.9f}, RADIUS = 0.4f;
    uint64_t count = test_n(240);
    for (uint64_t i = 0; i < count; ++i)
    {
        float hertz = HERTZ[i % 4], restitution = BOUNCE[i / 4 % 3];
        imp2_world_def def = {.gravity = {0.0f, -(float)G}, .no_continuous = i / 24 % 2};
        imp2_world* world;
        assert_int_equal(imp2_world_make(&def, &world), IMP_OK);
        const double mu = i % 24 < 12 ? 0.02 : 0.0, lever = i % 24 < 12 ? 0.0 : 0.01;
        imp_material material = {.friction = (float)mu, .restitution = restitution, .rolling_resistance = (float)lever};
        add_floor(world, false, material);
        imp2_shape ball = scene_ball(RADIUS);
        imp2_body_def body = {.kind = IMP_BODY_DYNAMIC, .angular_velocity = 30.0f, .no_sleep = true};
        body.pose = scene_pose(-10.0f, RADIUS + test_rng_range(&rng, 0.0f, 0.5f), 0.0f);
        body.velocity = (imp2_vec){8.0f, test_rng_range(&rng, -3.0f, 0.0f)};
        imp_body b;
        assert_int_equal(imp2_world_add_body(world, &body, &b), IMP_OK);
        scene_wear(world, b, &ball, (imp2_collider_def){.density = 1.0f, .material = material});
        for (int step = 1; step <= (int)hertz; ++step)
        {
            scene_run(world, 1, 1.0f / hertz);
            imp2_body_state s = scene_state(world, b);
            double m = (double)s.mass, time = (double)step / (double)hertz;
            double load = m * ((double)s.velocity.y - (double)body.velocity.y + G * time);
            double slowed = m * (8.0 - (double)s.velocity.x),
                   turned = (double)s.inertia * (30.0 - (double)s.angular_velocity);
            double due = mu * load, due_turn = (lever + mu * (double)RADIUS) * load;
            double off = fabs(slowed - due), off_turn = fabs(turned - due_turn),
                   ahead = 0.5 * (0.02 + 5.0 / (double)hertz) * due;
            if (!(off <= EXACT * due + 5e-5 * m && off_turn <= EXACT * due_turn + ahead + 5e-5 * m))
            {
                fail_msg("%g Hz, bounce %g, discrete %d, step %d: slowed %g of %g, turned %g of %g", (double)hertz,
                         (double)restitution, def.no_continuous, step, slowed, due, turned, due_turn);
            }
        }
        imp2_world_free(world);
    }
    test_report("impulses2 landings", count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(told_is_what_acted),
        cmocka_unit_test(landings_rub),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
