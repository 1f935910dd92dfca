// SPDX-License-Identifier: MIT
//
// imp2_respond and its arcade form: conservation for any two bodies, and the closed forms of the textbook.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/check2.h"
#include "support.h"

static imp2_dynamics body(float x, float y, float vx, float vy, float inverse_mass, float inverse_inertia)
{
    imp2_dynamics d = {{x, y}, {vx, vy}, 0.0f, inverse_mass, inverse_inertia};
    return d;
}

static imp2_manifold touching(float nx, float ny, int count, imp2_vec p0, imp2_vec p1)
{
    imp2_manifold m;
    memset(&m, 0, sizeof m);
    m.normal.x = nx;
    m.normal.y = ny;
    m.count = count;
    m.points[0].point = p0;
    m.points[1].point = p1;
    m.points[0].id = 1;
    m.points[1].id = 2;
    return m;
}

static bool near(float a, double b, double tolerance)
{
    return fabs((double)a - b) <= tolerance;
}

// Any two bodies: static, unturning, heavy and light, one point or two, fast and slow.
static void any_two_bodies(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(60000), wrong = 0, pushed = 0;
    for (uint64_t i = 0; i < count; i++)
    {
        double angle = 6.3 * test_rng_unit(&rng);
        float nx = (float)cos(angle), ny = (float)sin(angle);
        imp2_vec at = {test_rng_range(&rng, -4.0f, 4.0f), test_rng_range(&rng, -4.0f, 4.0f)};
        float along = test_rng_range(&rng, 0.0f, 2.0f);
        imp2_vec p1 = {at.x - ny * along, at.y + nx * along};
        imp2_manifold m = touching(nx, ny, test_rng_int(&rng, 1, 2), at, p1);
        imp_surface s = {0};
        float still = 0.0f;
        if (test_rng_int(&rng, 0, 2))
        {
            s.restitution = test_rng_range(&rng, 0.0f, 1.0f);
        }
        if (test_rng_int(&rng, 0, 2))
        {
            s.friction = test_rng_range(&rng, 0.0f, 1.5f);
            still = test_rng_range(&rng, 0.0f, 2.0f);
        }
        imp2_dynamics before[2], after[2];
        for (int k = 0; k < 2; k++)
        {
            float side = k ? 1.0f : -1.0f, speed = (float)exp2(8.0 * test_rng_unit(&rng) - 4.0);
            before[k] = body(at.x + side * nx + test_rng_range(&rng, -0.5f, 0.5f),
                             at.y + side * ny + test_rng_range(&rng, -0.5f, 0.5f), test_rng_range(&rng, -speed, speed),
                             test_rng_range(&rng, -speed, speed), (float)exp2(12.0 * test_rng_unit(&rng) - 6.0), 0.0f);
            if (test_rng_int(&rng, 0, 4))
            {
                before[k].inverse_inertia = before[k].inverse_mass * test_rng_range(&rng, 0.5f, 8.0f);
                before[k].angular_velocity = test_rng_range(&rng, -3.0f, 3.0f);
            }
            if (test_rng_int(&rng, 0, 5) == 0)
            {
                before[k] = body(before[k].center.x, before[k].center.y, 0.0f, 0.0f, 0.0f, 0.0f);
            }
            after[k] = before[k];
        }
        imp2_impulse impulse;
        memset(&impulse, 0x5a, sizeof impulse);
        assert_int_equal(imp2_respond(&m, &s, &after[0], &after[1], still, &impulse), IMP_OK);
        const char* fault = check2_respond(&m, &s, still, before, after, &impulse);
        pushed += impulse.normal[0] > 0.0f || (m.count == 2 && impulse.normal[1] > 0.0f);
        wrong += fault != NULL;
        if (fault && check2_first(fault))
        {
            printf("%s\n  normal {%a, %a}, count %d, points {%a, %a} {%a, %a}, surface {%a, %a, %a}\n", fault,
                   (double)nx, (double)ny, m.count, (double)at.x, (double)at.y, (double)p1.x, (double)p1.y,
                   (double)s.restitution, (double)s.friction, (double)still);
            for (int k = 0; k < 4; k++)
            {
                const imp2_dynamics* d = k < 2 ? &before[k] : &after[k - 2];
                printf("  %s %c: center {%a, %a}, velocity {%a, %a}, spin %a, 1/m %a, 1/I %a\n",
                       k < 2 ? "before" : "after", k % 2 ? 'b' : 'a', (double)d->center.x, (double)d->center.y,
                       (double)d->velocity.x, (double)d->velocity.y, (double)d->angular_velocity,
                       (double)d->inverse_mass, (double)d->inverse_inertia);
            }
            printf("  impulses %a %a, tangent %a %a\n", (double)impulse.normal[0], (double)impulse.normal[1],
                   (double)impulse.tangent[0], (double)impulse.tangent[1]);
        }
    }
    check2_print_worst();
    check2_print_faults();
    test_report("respond2: any two bodies", count);
    assert_int_equal(wrong, 0);
    assert_true(count < 1000 || pushed > count / 4);
}

// Head on, no spin: v' = v + (1 + e) m2 / (m1 + m2) (v2 - v1).
static void head_on(void** state)
{
    (void)state;
    static const float restitutions[3] = {0.0f, 0.5f, 1.0f}, masses[4] = {0.25f, 1.0f, 3.0f, 1000.0f};
    imp2_vec middle = {0, 0};
    imp2_manifold m = touching(1, 0, 1, middle, middle);
    for (int i = 0; i < 48; i++)
    {
        imp_surface s = {.friction = 0.5f, .restitution = restitutions[i % 3]};
        float m1 = masses[i / 3 % 4], m2 = masses[i / 12];
        imp2_dynamics a = body(-1, 0, 4, 0, 1.0f / m1, 1.0f / m1), b = body(1, 0, -2, 0, 1.0f / m2, 1.0f / m2);
        imp2_impulse j;
        assert_int_equal(imp2_respond(&m, &s, &a, &b, 0.0f, &j), IMP_OK);
        double e = (double)s.restitution, sum = (double)m1 + (double)m2;
        assert_true(near(a.velocity.x, 4.0 - (1.0 + e) * (double)m2 / sum * 6.0, 1e-5));
        assert_true(near(b.velocity.x, -2.0 + (1.0 + e) * (double)m1 / sum * 6.0, 1e-5));
        assert_number(a.angular_velocity, ==, 0.0f);
        assert_number(b.angular_velocity, ==, 0.0f);
        assert_number(a.velocity.y, ==, 0.0f);
        assert_number(b.velocity.y, ==, 0.0f);
        assert_true(j.tangent[0] == 0.0f);
    }
}

// A box that lands flat on the ground does not start to turn, however unevenly its points lie under it.
static void landing_flat(void** state)
{
    (void)state;
    static const float ends[4][2] = {{-0.5f, 0.5f}, {-0.5f, 0.3f}, {-0.1f, 0.5f}, {0.5f, -0.5f}};
    for (int i = 0; i < 12; i++)
    {
        imp_surface s = {.restitution = 0.5f * (float)(i / 4)};
        imp2_vec p0 = {ends[i % 4][0], 0}, p1 = {ends[i % 4][1], 0};
        imp2_manifold m = touching(0, 1, 2, p0, p1);
        imp2_dynamics ground = body(0, -1, 0, 0, 0, 0), box = body(0, 0.5f, 0, -4, 1, 6);
        imp2_impulse j;
        assert_int_equal(imp2_respond(&m, &s, &ground, &box, 0.0f, &j), IMP_OK);
        assert_true(near(box.angular_velocity, 0.0, 1e-5));
        assert_true(near(box.velocity.y, 4.0 * (double)s.restitution, 1e-5));
        assert_true(near(j.normal[0] + j.normal[1], 4.0 * (1.0 + (double)s.restitution), 1e-5));
    }
    // Beyond its centre of mass it must tip.
    imp_surface s = {0};
    imp2_vec p0 = {0.1f, 0}, p1 = {0.5f, 0};
    imp2_manifold m = touching(0, 1, 2, p0, p1);
    imp2_dynamics ground = body(0, -1, 0, 0, 0, 0), box = body(0, 0.5f, 0, -4, 1, 6);
    assert_int_equal(imp2_respond(&m, &s, &ground, &box, 0.0f, NULL), IMP_OK);
    assert_number(box.angular_velocity, >, 0.1f);
    assert_number(box.velocity.y, <, -0.01f);
}

static void nothing_happens(void** state)
{
    (void)state;
    imp2_vec middle = {0, 0};
    imp_surface s = {.friction = 0.5f, .restitution = 0.5f};
    imp2_dynamics a = body(0, -1, 1, 2, 1, 1), b = body(0, 1, -3, 5, 2, 3), was_a = a, was_b = b;
    imp2_manifold m = touching(0, 1, 1, middle, middle);
    imp2_impulse j, none;
    memset(&none, 0, sizeof none);
    assert_int_equal(imp2_respond(&m, &s, &a, &b, 0.0f, &j), IMP_OK);  // leaving already
    assert_memory_equal(&a, &was_a, sizeof a);
    assert_memory_equal(&b, &was_b, sizeof b);
    assert_number(j.normal[0], ==, 0.0f);
    assert_number(j.tangent[0], ==, 0.0f);
    m.count = 0;
    b.velocity.y = -5.0f;
    was_b = b;
    assert_int_equal(imp2_respond(&m, &s, &a, &b, 0.0f, &j), IMP_OK);
    assert_memory_equal(&b, &was_b, sizeof b);
    m.count = 1;  // two things that cannot move
    a.inverse_mass = a.inverse_inertia = b.inverse_mass = b.inverse_inertia = 0.0f;
    was_a = a;
    was_b = b;
    assert_int_equal(imp2_respond(&m, &s, &a, &b, 0.0f, &j), IMP_OK);
    assert_memory_equal(&a, &was_a, sizeof a);
    assert_memory_equal(&b, &was_b, sizeof b);
}

// A disc of mass 1 and radius 1 on the ground at one point; 1/I = 2.
static void friction_of_a_disc(void** state)
{
    (void)state;
    imp2_vec foot = {0, 0};
    imp2_manifold m = touching(0, 1, 1, foot, foot);
    imp2_dynamics ground = body(0, -1, 0, 0, 0, 0), disc;
    imp2_impulse j;

    // Needed to stop the foot: 3 / (1 + 2) = 1. There is 2 * 2: it sticks and rolls.
    imp_surface sticky = {.friction = 2.0f};
    disc = body(0, 1, 3, -2, 1, 2);
    assert_int_equal(imp2_respond(&m, &sticky, &ground, &disc, 0.0f, &j), IMP_OK);
    assert_true(near(j.normal[0], 2.0, 1e-6));
    assert_true(near(fabsf(j.tangent[0]), 1.0, 1e-6));
    assert_true(near(disc.velocity.x, 2.0, 1e-6));
    assert_true(near(disc.angular_velocity, -2.0, 1e-6));
    assert_true(near(disc.velocity.y, 0.0, 1e-6));

    // Only 0.2 * 2 = 0.4 of it: it slides on.
    imp_surface slippery = {.friction = 0.2f};
    disc = body(0, 1, 3, -2, 1, 2);
    assert_int_equal(imp2_respond(&m, &slippery, &ground, &disc, 0.0f, &j), IMP_OK);
    assert_true(near(disc.velocity.x, 2.6, 1e-6));
    assert_true(near(disc.angular_velocity, -0.8, 1e-6));

    // Static friction holds up to 0.6 * 2; when it does not, sliding friction is what is left.
    disc = body(0, 1, 3, -2, 1, 2);
    assert_int_equal(imp2_respond(&m, &slippery, &ground, &disc, 0.6f, &j), IMP_OK);
    assert_true(near(disc.velocity.x, 2.0, 1e-6));
    disc = body(0, 1, 6, -2, 1, 2);
    assert_int_equal(imp2_respond(&m, &slippery, &ground, &disc, 0.6f, &j), IMP_OK);
    assert_true(near(disc.velocity.x, 5.6, 1e-6));

    // Static friction below sliding friction is taken as that.
    disc = body(0, 1, 3, -2, 1, 2);
    assert_int_equal(imp2_respond(&m, &sticky, &ground, &disc, 0.1f, &j), IMP_OK);
    assert_true(near(disc.velocity.x, 2.0, 1e-6));

    // Backspin: the foot slides forwards though the disc stands.
    disc = body(0, 1, 0, -2, 1, 2);
    disc.angular_velocity = 3.0f;
    assert_int_equal(imp2_respond(&m, &sticky, &ground, &disc, 0.0f, &j), IMP_OK);
    assert_true(near(disc.velocity.x, -1.0, 1e-6));
    assert_true(near(disc.angular_velocity, 1.0, 1e-6));
}

// A thrown disc that slides begins to roll at two thirds of its speed; a block loses mu g per second.
static void sliding_and_rolling(void** state)
{
    (void)state;
    const float g = 10.0f, dt = 1.0f / 60.0f;
    imp_surface s = {.friction = 0.2f};
    imp2_vec foot = {0, 0}, left = {-0.5f, 0}, right = {0.5f, 0};
    imp2_manifold one = touching(0, 1, 1, foot, foot), two = touching(0, 1, 2, left, right);
    imp2_dynamics ground = body(0, -1, 0, 0, 0, 0), disc = body(0, 1, 6, 0, 1, 2);
    int rolling = 0;
    for (int i = 0; i < 240; i++)
    {
        disc.velocity.y -= g * dt;
        assert_int_equal(imp2_respond(&one, &s, &ground, &disc, 0.0f, NULL), IMP_OK);
        rolling += fabsf(disc.velocity.x + disc.angular_velocity) > 1e-4f;
    }
    assert_true(near(disc.velocity.x, 4.0, 1e-4));
    assert_true(near(disc.angular_velocity, -4.0, 1e-4));
    assert_true(abs(rolling - 60) <= 1);  // (v0 - 2/3 v0) / (mu g) = 1 s

    // A block on two points that cannot turn: exact Coulomb.
    imp2_dynamics block = body(0, 0.5f, 3, 0, 1, 0);
    for (int i = 0; i < 60; i++)
    {
        block.velocity.y -= g * dt;
        assert_int_equal(imp2_respond(&two, &s, &ground, &block, 0.0f, NULL), IMP_OK);
    }
    assert_true(near(block.velocity.x, 1.0, 1e-4));
    assert_true(near(block.velocity.y, 0.0, 1e-5));
    for (int i = 0; i < 60; i++)
    {
        block.velocity.y -= g * dt;
        assert_int_equal(imp2_respond(&two, &s, &ground, &block, 0.0f, NULL), IMP_OK);
    }
    assert_true(near(block.velocity.x, 0.0, 1e-6));

    // One that can turn, low and wide: the same on the whole.
    imp2_dynamics plank = body(0, 0.05f, 3, 0, 1, 12);
    for (int i = 0; i < 60; i++)
    {
        plank.velocity.y -= g * dt;
        assert_int_equal(imp2_respond(&two, &s, &ground, &plank, 0.0f, NULL), IMP_OK);
    }
    assert_true(near(plank.velocity.x, 1.0, 0.2));
    assert_number(fabsf(plank.angular_velocity), <, 0.1f);
}

// Arcade: a slope of angle theta, gravity in steps.
static imp2_vec slide_down(double theta, const imp_surface* s, float still, int steps)
{
    const float g = 10.0f, dt = 1.0f / 60.0f;
    imp2_vec normal = {(float)sin(theta), (float)cos(theta)}, v = {0, 0}, step = {0, -g * dt};
    for (int i = 0; i < steps; i++)
    {
        v = imp2_vec_add(v, step);
        assert_int_equal(imp2_respond_arcade(v, normal, s, step, still, &v), IMP_OK);
        assert_true(imp2_vec_dot(v, normal) >= -1e-6f * (1.0f + fabsf(v.x) + fabsf(v.y)));
    }
    return v;
}

static void arcade_slopes(void** state)
{
    (void)state;
    for (int i = 1; i < 80; i++)
    {
        double theta = i * 0.01745;
        for (int k = 0; k < 10; k++)
        {
            double mu = 0.1 * k;
            imp_surface s = {.friction = (float)mu};
            imp2_vec v = slide_down(theta, &s, 0.0f, 60);
            double speed = hypot((double)v.x, (double)v.y);
            if (mu > tan(theta) * 1.001)
            {
                assert_true(speed <= 1e-6);
            }
            else if (mu < tan(theta) * 0.999)
            {
                double expected = 10.0 * (sin(theta) - mu * cos(theta));
                assert_true(fabs(speed - expected) <= 1e-3 * expected + 1e-4);
                assert_number(v.x, >, 0.0f);
                assert_number(v.y, <, 0.0f);
            }
        }
    }
    // Static friction holds what sliding friction alone would not.
    imp_surface icy = {.friction = 0.1f};
    imp2_vec v = slide_down(0.6, &icy, 1.0f, 60);
    assert_true(hypot((double)v.x, (double)v.y) <= 1e-6);
    test_report("respond2: arcade slopes", 790);
}

static void arcade_bounces(void** state)
{
    (void)state;
    imp2_vec up = {0, 1}, step = {0, -10.0f / 600.0f}, v, zero = {0, 0};
    imp_surface s = {.restitution = 0.5f}, full = {.restitution = 1}, dead = {0};
    // Dropped from 1: comes back to e^2.
    double y = 1.0, top = 0.0;
    bool bounced = false;
    v = zero;
    for (int i = 0; i < 600; i++)
    {
        v = imp2_vec_add(v, step);
        y += (double)v.y / 600.0;
        if (y <= 0.0 && v.y < 0.0f)
        {
            assert_int_equal(imp2_respond_arcade(v, up, &s, step, 0.0f, &v), IMP_OK);
            if (bounced)
            {
                break;
            }
            bounced = true;
        }
        top = bounced && y > top ? y : top;
    }
    assert_true(fabs(top - 0.25) < 0.01);

    imp2_vec down = {3, -4}, leaving = {3, 4}, out;
    assert_int_equal(imp2_respond_arcade(down, up, &full, zero, 0.0f, &out), IMP_OK);
    assert_vec(out, 3.0f, 4.0f);
    assert_int_equal(imp2_respond_arcade(down, up, &dead, zero, 0.0f, &out), IMP_OK);
    assert_vec(out, 3.0f, 0.0f);
    assert_int_equal(imp2_respond_arcade(leaving, up, &full, zero, 0.0f, &out), IMP_OK);
    assert_vec(out, 3.0f, 4.0f);
    // What this step's gravity built up does not bounce: a thing at rest stays.
    imp2_vec resting = step;
    assert_int_equal(imp2_respond_arcade(resting, up, &full, step, 0.0f, &out), IMP_OK);
    assert_vec(out, 0.0f, 0.0f);
}

static void errors_change_nothing(void** state)
{
    (void)state;
    imp2_vec middle = {0, 0}, out = {7, 7}, nan = {NAN, 0}, up = {0, 1}, skew = {0, 1.01f};
    imp2_manifold m = touching(0, 1, 1, middle, middle), odd = m;
    odd.count = 3;
    imp_surface s = {.friction = 0.5f, .restitution = 0.5f}, bouncy = {.restitution = 1.5f};
    imp_surface negative = {.friction = -1};
    imp2_dynamics a = body(0, -1, 0, 1, 1, 1), b = body(0, 1, 0, -1, 1, 1), bad = b, was_a = a, was_b = b;
    imp2_impulse j, was_j;
    memset(&j, 0x5a, sizeof j);
    was_j = j;
    bad.inverse_mass = -1.0f;
    imp2_dynamics was_bad = bad;
    assert_int_equal(imp_status_fault(imp2_respond(NULL, &s, &a, &b, 0.0f, &j)), IMP_ERR_NULL);
    assert_int_equal(imp_status_fault(imp2_respond(&m, &bouncy, &a, &b, 0.0f, &j)), IMP_ERR_RANGE);
    assert_int_equal(imp_status_fault(imp2_respond(&m, &negative, &a, &b, 0.0f, &j)), IMP_ERR_NEGATIVE);
    assert_int_equal(imp_status_fault(imp2_respond(&odd, &s, &a, &b, 0.0f, &j)), IMP_ERR_RANGE);
    assert_int_equal(imp_status_fault(imp2_respond(&m, &s, &a, &bad, 0.0f, &j)), IMP_ERR_NEGATIVE);
    assert_memory_equal(&bad, &was_bad, sizeof bad);
    b.angular_velocity = NAN;
    assert_int_equal(imp_status_fault(imp2_respond(&m, &s, &a, &b, 0.0f, &j)), IMP_ERR_NAN);
    b.angular_velocity = 0.0f;
    assert_memory_equal(&a, &was_a, sizeof a);
    assert_memory_equal(&b, &was_b, sizeof b);
    assert_memory_equal(&j, &was_j, sizeof j);
    assert_int_equal(imp_status_fault(imp2_respond_arcade(nan, up, &s, middle, 0.0f, &out)), IMP_ERR_NAN);
    assert_int_equal(imp_status_fault(imp2_respond_arcade(up, skew, &s, middle, 0.0f, &out)), IMP_ERR_RANGE);
    assert_int_equal(imp_status_fault(imp2_respond_arcade(up, up, &bouncy, middle, 0.0f, &out)), IMP_ERR_RANGE);
    assert_vec(out, 7.0f, 7.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(head_on),        cmocka_unit_test(landing_flat),       cmocka_unit_test(nothing_happens),
        cmocka_unit_test(any_two_bodies), cmocka_unit_test(friction_of_a_disc), cmocka_unit_test(sliding_and_rolling),
        cmocka_unit_test(arcade_slopes),  cmocka_unit_test(arcade_bounces),     cmocka_unit_test(errors_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
