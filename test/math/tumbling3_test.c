// SPDX-License-Identifier: MIT
//
// Bodies that turn freely in space: angular momentum and energy are kept, the equations of Euler are followed.

#include <stdio.h>

#include "matrices3.h"

// A body that turns freely.
typedef struct tumbler
{
    imp3i_inertia inverse;  // in its own frame
    matrix inertia;
    imp3_rot q;
    imp3i_spin spin;
    imp3i_momentum momentum;
} tumbler;

static tumbler tumbler_of(float x, float y, float z, imp3_rot q, imp3i_spin spin)
{
    const imp3i_inertia own = {x, y, z, 0, 0, 0};
    tumbler r = {imp3i_inertia_inverse(own, 0), matrix_of_f(own), q, spin, {NO_SPIN, NO_SPIN}};
    r.momentum = imp3i_momentum_of(imp3i_inertia_turned(own, q), spin);
    return r;
}

static triple momentum_of_tumbler(const tumbler* t)
{
    const matrix r = matrix_of_rot(t->q);
    return times(product(product(r, t->inertia), transpose(r)), triple_of(t->spin));
}

static double energy_of_tumbler(const tumbler* t)
{
    return 0.5 * inner(momentum_of_tumbler(t), triple_of(t->spin));
}

static void step_tumbler(tumbler* t, float h)
{
    const imp3i_inertia own = {
        (float)t->inertia.m[0][0], (float)t->inertia.m[1][1], (float)t->inertia.m[2][2], 0, 0, 0};
    imp3i_momentum_follow(&t->momentum, imp3i_inertia_turned(own, t->q), t->spin);
    t->spin = imp3i_momentum_turn(&t->momentum, t->inverse, 0, h, &t->q);
}

// The middle axis is the one that nothing turns about for long: it flips, and keeps its momentum and its energy.
static void tumbling_keeps_momentum(void** state)
{
    (void)state;
    const imp3i_spin spin = {0.01f, 10.0f, 0.01f};
    test_rng rng = {test_seed() + 9};
    tumbler t = tumbler_of(1.0f, 2.0f, 3.0f, some_rot(&rng), spin);
    t.spin = imp3_rot_apply(t.q, spin);
    step_tumbler(&t, 0.0f);
    const triple first = momentum_of_tumbler(&t);
    const double energy = energy_of_tumbler(&t);
    double off = 0.0, least = energy, most = energy;
    int flips = 0;
    float side = 1.0f;
    for (int i = 0; i < 10000; ++i)
    {
        step_tumbler(&t, 1.0f / 240.0f);
        off = fmax(off, unlike_vec(momentum_of_tumbler(&t), first) / size_of(first));
        least = fmin(least, energy_of_tumbler(&t));
        most = fmax(most, energy_of_tumbler(&t));
        float about = imp3_rot_apply_inverse(t.q, t.spin).y;
        flips += about * side < -9.0f;
        side = about * side < -9.0f ? -side : side;
        assert_true(is_rotation(t.q));
    }
    printf("worst: momentum off by %.3g (bound 1e-5), energy from %.5f to %.5f (bound 1e-4), flips %d\n", off,
           least / energy, most / energy, flips);
    assert_true(off <= 1e-5);
    assert_true(least >= (1.0 - 1e-4) * energy);
    assert_true(most <= (1.0 + 1e-4) * energy);
    assert_true(flips >= 10);
}

// A body of inertia 1:2:3 after a time, in tiny steps of doubles: Euler's equations in its frame, and its rotation, by
// the midpoint rule.
static matrix tumbled(imp3i_spin spin, double time, int steps)
{
    double w[3] = {spin.x, spin.y, spin.z};
    const double h = time / steps;
    matrix q = ONE;
    for (int i = 0; i < steps; ++i)
    {
        double m[3] = {w[0] - 0.5 * h * w[1] * w[2], w[1] + 0.5 * h * w[2] * w[0], w[2] - 0.5 * h * w[0] * w[1] / 3.0};
        const triple mid = {{m[0], m[1], m[2]}};
        double length = size_of(mid);
        const triple n = {{m[0] / length, m[1] / length, m[2] / length}};
        q = product(q, turn_about(n, length * h));
        w[0] -= h * m[1] * m[2];
        w[1] += h * m[2] * m[0];
        w[2] -= h * m[0] * m[1] / 3.0;
    }
    return q;
}

static void tumbling_follows_the_equations(void** state)
{
    (void)state;
    const imp3i_spin spin = {0.5f, 10.0f, 0.5f};
    const matrix wanted = tumbled(spin, 1.0, 200000);
    double off[2], first = 0.0;
    for (int k = 0; k < 2; ++k)
    {
        tumbler t = tumbler_of(1.0f, 2.0f, 3.0f, imp3_pose_identity().q, spin);
        int steps = k ? 960 : 240;
        for (int i = 0; i < steps; ++i)
        {
            step_tumbler(&t, 1.0f / (float)steps);
        }
        off[k] = unlike(matrix_of_rot(t.q), wanted);
    }
    // A single sub-step is right to the third order: without one of its terms it is off by 1e-5 and more.
    test_rng rng = {test_seed() + 11};
    for (int i = 0; i < 200; ++i)
    {
        imp3i_spin other = some_vec(&rng, 8.0f);
        tumbler t = tumbler_of(1.0f, 2.0f, 3.0f, imp3_pose_identity().q, other);
        step_tumbler(&t, 1.0f / 120.0f);
        first = fmax(first, unlike(matrix_of_rot(t.q), tumbled(other, 1.0 / 120.0, 400)));
    }
    printf(
        "worst: tumbling for a second off by %.3g, %.3g with four times the steps (bounds 1e-5, 3e-6), for a sub-step "
        "%.3g (bound 4e-6)\n",
        off[0], off[1], first);
    assert_true(off[0] <= 1e-5);
    assert_true(off[1] <= 3e-6);
    assert_true(first <= 4e-6);
}

static void what_acts_on_a_body_is_taken_in(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 10};
    uint64_t count = test_n(5000);
    double worst = 0.0;
    for (uint64_t i = 0; i < count; ++i)
    {
        tumbler t = tumbler_of(1.0f, 2.0f, 2.5f, some_rot(&rng), some_vec(&rng, 3.0f));
        const imp3i_inertia own = {1.0f, 2.0f, 2.5f, 0, 0, 0};
        const imp3i_inertia world = imp3i_inertia_turned(own, t.q), inverse = imp3i_inertia_turned(t.inverse, t.q);
        const imp3i_momentum before = t.momentum;
        imp3i_momentum_follow(&t.momentum, world, t.spin);
        assert_true(same_bits(&before, &t.momentum, sizeof before));
        // An impulse at an arm, through the inverse inertia that rows use.
        const imp3i_spin lever = imp3i_spin_lever(some_vec(&rng, 1.0f), some_vec(&rng, 1.0f));
        t.spin = imp3i_spin_add(t.spin, imp3i_inertia_apply(inverse, lever));
        imp3i_momentum_follow(&t.momentum, world, t.spin);
        const triple sum = triple_of(imp3i_spin_add(before.momentum, lever));
        worst = fmax(worst, unlike_vec(triple_of(t.momentum.momentum), sum));
        assert_true(same_bits(&t.momentum.spin, &t.spin, sizeof t.spin));
    }
    printf("worst: impulse taken in off by %.3g (bound 1e-5)\n", worst);
    assert_true(worst <= 1e-5);
    // Locked, or without inertia: the spin stays, and turns.
    const imp3i_spin spin = {0.3f, 0, 2.0f};
    for (int k = 0; k < 2; ++k)
    {
        tumbler t = tumbler_of(1.0f, 2.0f, 3.0f, some_rot(&rng), spin);
        const imp3_rot spun = imp3i_rot_spun(t.q, spin, 0.1f);
        const imp3i_inertia none = imp3i_inertia_none();
        const imp3i_spin is = imp3i_momentum_turn(&t.momentum, k ? t.inverse : none, k ? 2u : 0u, 0.1f, &t.q);
        assert_true(same_bits(&is, &spin, sizeof is));
        assert_true(same_bits(&spun, &t.q, sizeof spun));
    }
    // A ball keeps its spin, however it turns; what rests keeps its rotation to the bit.
    tumbler ball = tumbler_of(2.0f, 2.0f, 2.0f, some_rot(&rng), spin),
            rests = tumbler_of(1, 2, 3, some_rot(&rng), NO_SPIN);
    const imp3_rot lies = rests.q;
    for (int i = 0; i < 1000; ++i)
    {
        step_tumbler(&ball, 0.01f);
        step_tumbler(&rests, 0.01f);
    }
    assert_true(unlike_vec(triple_of(ball.spin), triple_of(spin)) <= 1e-6);
    assert_true(same_bits(&lies, &rests.q, sizeof lies));
    test_report("spin3: impulses", count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tumbling_keeps_momentum),
        cmocka_unit_test(tumbling_follows_the_equations),
        cmocka_unit_test(what_acts_on_a_body_is_taken_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
