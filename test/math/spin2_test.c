// SPDX-License-Identifier: MIT
//
// Turning in the plane: each function against the plain expression that it stands for, bit for bit, and against closed
// forms.

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "math/spin2.h"
#include "support.h"

// Of all sizes, with zeros of both signs and the least and greatest that calls accept.
static float some_float(test_rng* rng)
{
    static const float odd[] = {0.0f, -0.0f, 1.0f, -1.0f, 0x1p60f, -0x1p60f, 0x1p-60f, -0x1p-60f, 0x1p-140f};
    int which = test_rng_int(rng, 0, 80);
    float wide = (float)exp2(120.0 * test_rng_unit(rng) - 60.0);
    float size = which < 40 ? 1.0f : which < 60 ? (float)exp2(20.0 * test_rng_unit(rng) - 10.0) : wide;
    return which < 9 ? odd[which] : size * test_rng_range(rng, -1.0f, 1.0f);
}

static double some_double(test_rng* rng)
{
    return (double)some_float(rng) * (1.0 + 0x1p-30 * test_rng_unit(rng));
}

static imp2_vec some_vec(test_rng* rng)
{
    imp2_vec v;
    v.x = some_float(rng);
    v.y = some_float(rng);
    return v;
}

static imp2i_dvec some_dvec(test_rng* rng)
{
    imp2i_dvec v;
    v.x = some_double(rng);
    v.y = some_double(rng);
    return v;
}

static imp2_rot some_rot(test_rng* rng)
{
    static const imp2_rot odd[] = {{1, 0}, {1, -0.0f}, {-1, 0}, {-1, -0.0f}, {0, 1}, {-0.0f, -1}};
    int which = test_rng_int(rng, 0, 40);
    double angle = 3.2 * (2.0 * test_rng_unit(rng) - 1.0) * (which < 20 ? 0.01 : 1.0);
    imp2_rot q = {(float)cos(angle), (float)sin(angle)};
    return which < 6 ? odd[which] : q;
}

static bool same(float a, float b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

static bool same_d(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

static bool same_vec(imp2_vec v, float x, float y)
{
    return same(v.x, x) && same(v.y, y);
}

static bool same_rot(imp2_rot q, float c, float s)
{
    return same(q.c, c) && same(q.s, s);
}

static bool same_dvec(imp2i_dvec v, double x, double y)
{
    return same_d(v.x, x) && same_d(v.y, y);
}

static void spins_are_numbers(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(200000);
    for (uint64_t i = 0; i < count; ++i)
    {
        const float a = some_float(&rng), b = some_float(&rng), k = some_float(&rng);
        const imp2_vec arm = some_vec(&rng), v = some_vec(&rng), n = some_vec(&rng);
        assert_true(same(imp2i_spin_add(a, b), a + b));
        assert_true(same(imp2i_spin_sub(a, b), a - b));
        assert_true(same(imp2i_spin_scale(a, k), a * k));
        assert_true(same(imp2i_spin_length(a), fabsf(a)));
        assert_int_equal(imp2i_spin_bits(a) != 0, a != 0.0f);
        assert_int_equal(imp2i_spin_bits(a), impi_magnitude_bits(a));
        assert_int_equal(imp2i_spin_fault_large(a), impi_number_fault_large(a));
        assert_true(same(imp2i_spin_locked(a, 0), a));
        assert_true(same(imp2i_spin_locked(a, IMP2I_TURN_LOCKS), 0.0f));
        // The velocity of another centre.
        imp2_vec moved = imp2_vec_add(v, imp2_vec_scale(imp2_vec_left(arm), a));
        assert_true(same_vec(imp2_vec_add(v, imp2i_spin_velocity(a, arm)), moved.x, moved.y));
        assert_true(same(imp2i_spin_along(b, arm, n) - imp2i_spin_along(a, v, n),
                         b * imp2_vec_cross(arm, n) - a * imp2_vec_cross(v, n)));
        assert_true(same(imp2i_spin_lever(arm, v), imp2_vec_cross(arm, v)));
        assert_true(same(imp2i_spin_length(imp2i_spin_lever(n, v)), fabsf(imp2_vec_cross(n, v))));
        // A push, a force in a sub-step, and its damping.
        imp2i_spin lever = imp2i_spin_lever(arm, v);
        assert_true(same(imp2i_spin_add(a, imp2i_inertia_apply(k, lever)), a + k * imp2_vec_cross(arm, v)));
        assert_true(same(imp2i_spin_scale(imp2i_inertia_apply(k, b), a), a * (b * k)));
        assert_true(same(imp2i_spin_scale(imp2i_spin_add(a, b), k), (a + b) * k));
        assert_true(same(imp2i_inertia_turned(a, some_rot(&rng)), a));
        assert_int_equal(imp2i_inertia_some(a), a > 0.0f);
        assert_int_equal(imp2i_inertia_fault(a), impi_number_fault_negative(a));
        assert_int_equal(imp2i_inertia_fault_large(a), impi_number_fault_large(a));
        assert_true(same(imp2i_inertia_inverse(a, 0), a >= IMP_MAGNITUDE_MIN ? 1.0f / a : 0.0f));
        assert_true(same(imp2i_inertia_inverse(a, IMP2I_TURN_LOCKS), 0.0f));
    }
    const float bad[] = {NAN, INFINITY, 0x1p61f};
    for (int k = 0; k < 3; ++k)
    {
        assert_int_equal(imp2i_spin_fault_large(bad[k]), k < 2 ? IMP_ERR_NAN : IMP_ERR_MAGNITUDE);
        assert_int_equal(imp2i_inertia_fault(bad[k]), k < 2 ? IMP_ERR_NAN : IMP_ERR_MAGNITUDE);
    }
    assert_int_equal(imp2i_inertia_fault(-1.0f), IMP_ERR_NEGATIVE);
    assert_true(same(imp2i_inertia_inverse(NAN, 0), 0.0f));
    assert_true(same(imp2i_spin_none(), 0.0f));
    assert_true(same(imp2i_inertia_none(), 0.0f));
    test_report("spin2: floats", count);
}

static void spins_are_numbers_in_doubles(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 1};
    uint64_t count = test_n(200000);
    for (uint64_t i = 0; i < count; ++i)
    {
        const double a = some_double(&rng), b = some_double(&rng), k = some_double(&rng), j = some_double(&rng);
        const double most = fabs(some_double(&rng));
        const float f = some_float(&rng);
        const imp2i_dvec arm = some_dvec(&rng), other = some_dvec(&rng), n = some_dvec(&rng), v = some_dvec(&rng);
        assert_true(same_d(imp2i_dspin_of(f), (double)f));
        assert_true(same(imp2i_spin_of(a), (float)a));
        assert_true(same_d(imp2i_dinertia_of(f), (double)f));
        assert_true(same(imp2i_inertia_of(a), (float)a));
        assert_true(same_d(imp2i_dspin_add(a, b), a + b));
        assert_true(same_d(imp2i_dspin_sub(a, b), a - b));
        assert_true(same_d(imp2i_dspin_scale(a, k), a * k));
        assert_true(same_d(imp2i_dspin_divide(a, k), a / k));
        assert_true(same_d(imp2i_dspin_length(a), fabs(a)));
        assert_int_equal(imp2i_dspin_some(a), a < 0.0 || a > 0.0);
        assert_int_equal(imp2i_dinertia_some(a), a > 0.0);
        double limited = a > most ? most : a < -most ? -most : a;
        assert_true(same_d(imp2i_dspin_limit(a, most), limited));
        assert_true(fabs(limited) <= most);
        // Both points of a hit against each other, in the three ways in which that is added up.
        imp2i_dvec va = imp2i_dspin_velocity(a, arm), vb = imp2i_dspin_velocity(b, other);
        imp2i_dvec r = imp2i_dadd_scaled(v, imp2i_dsub(vb, va), 1.0);
        assert_true(same_dvec(r, v.x + (a * arm.y - b * other.y), v.y + (b * other.x - a * arm.x)));
        r = imp2i_dsub(imp2i_dsub(imp2i_dadd_scaled(v, vb, 1.0), n), va);
        assert_true(same_dvec(r, v.x - b * other.y - n.x + a * arm.y, v.y + b * other.x - n.y - a * arm.x));
        r = imp2i_dadd_scaled(v, va, 1.0);
        assert_true(same_dvec(r, v.x - a * arm.y, v.y + a * arm.x));
        // A motion seen from what turns, at its beginning and its end.
        r = imp2i_dsub(v, imp2i_dspin_velocity(a, arm));
        imp2i_dvec to = imp2i_dsub(r, imp2i_dspin_velocity(imp2i_dspin_scale(a, k), v));
        assert_true(same_dvec(r, v.x + a * arm.y, v.y - a * arm.x));
        assert_true(same_dvec(to, r.x + a * k * v.y, r.y - a * k * v.x));
        assert_true(same_d(imp2i_dspin_along(a, n, v), a * imp2i_dcross(n, v)));
        // Impulses.
        double lever = imp2i_dspin_lever(arm, n), second = imp2i_dspin_lever(other, n);
        assert_true(same_d(lever, imp2i_dcross(arm, n)));
        assert_true(same_d(imp2i_dspin_add(a, imp2i_dspin_scale(imp2i_dinertia_apply(k, lever), j)),
                           a + imp2i_dcross(arm, n) * k * j));
        assert_true(same_d(imp2i_dspin_sub(a, imp2i_dinertia_apply(k, imp2i_dspin_scale(lever, j))),
                           a - imp2i_dcross(arm, n) * j * k));
        assert_true(same_d(imp2i_dinertia_response(k, lever), lever * lever * k));
        assert_true(
            same_d(imp2i_dinertia_response_at(k, lever, second), k * imp2i_dcross(arm, n) * imp2i_dcross(other, n)));
        double resists = imp2i_dinertia_add(k, j), stop = resists > 0.0 ? (a - b) / resists : 0.0;
        assert_true(same_d(imp2i_dinertia_solve(resists, imp2i_dspin_sub(a, b)), stop));
        // Parallel axes: the body so far, what is added, and a thin line.
        double part = imp2i_dinertia_of_point(k * j, arm), square = arm.x * arm.x + arm.y * arm.y, sum = a;
        sum += b + k * j * (arm.x * arm.x + arm.y * arm.y);
        assert_true(same_d(imp2i_dinertia_add(a, imp2i_dinertia_add(b, part)), sum));
        assert_true(same_d(imp2i_dinertia_divide(imp2i_dinertia_of_point(k, arm), 12.0), k * square / 12.0));
        assert_true(fabs(imp2i_dinertia_energy(2.0, a) - a * a) <= 0x1p-50 * a * a);
    }
    const double bad[] = {NAN, INFINITY, -INFINITY, 0x1p128};
    for (int k = 0; k < 4; ++k)
    {
        assert_false(imp2i_dspin_fits(bad[k]));
    }
    assert_true(imp2i_dspin_fits((double)FLT_MAX));
    assert_true(imp2i_dspin_fits(-(double)FLT_MAX));
    assert_true(same_d(imp2i_dspin_none(), 0.0));
    assert_true(same_d(imp2i_dinertia_none(), 0.0));
    assert_false(imp2i_dspin_some(NAN));
    test_report("spin2: doubles", count);
}

static void rotations_in_doubles(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 2};
    uint64_t count = test_n(100000);
    for (uint64_t i = 0; i < count; ++i)
    {
        const imp2_rot f = some_rot(&rng), g = some_rot(&rng);
        const imp2i_drot q = imp2i_drot_of(f);
        const imp2i_dvec v = some_dvec(&rng);
        const double wide = 30.0 * (2.0 * test_rng_unit(&rng) - 1.0), time = test_rng_unit(&rng);
        const double spin = i % 16 == 0 ? 0.0 : i % 16 == 1 ? 1e-9 * wide : wide;
        double s, c;
        assert_true(same_d(q.c, (double)f.c));
        assert_true(same_d(q.s, (double)f.s));
        assert_true(same_rot(imp2i_rot_of(q), impi_tidy((float)q.c), impi_tidy((float)q.s)));
        impi_sincos_d(spin * time, &s, &c);
        imp2i_drot by = imp2i_drot_of_spin(spin, time), spun = imp2i_drot_spun(q, spin, time);
        assert_true(same_d(by.c, c));
        assert_true(same_d(by.s, s));
        bool turns = spin * time < 0.0 || spin * time > 0.0;
        double spun_c = turns ? c * q.c - s * q.s : q.c, spun_s = turns ? s * q.c + c * q.s : q.s;
        assert_true(same_d(spun.c, spun_c));
        assert_true(same_d(spun.s, spun_s));
        // An obstacle that turns, and a hit that is posed: without a turn both are the same to the bit, too.
        double now_c = c * f.c - s * f.s, now_s = s * f.c + c * f.s, length = sqrt(now_c * now_c + now_s * now_s);
        imp2i_drot unit = imp2i_drot_unit(spun);
        assert_true(
            same_rot(imp2i_rot_of(unit), impi_tidy((float)(now_c / length)), impi_tidy((float)(now_s / length))));
        assert_true(same_rot(imp2i_rot_of(spun), impi_tidy((float)now_c), impi_tidy((float)now_s)));
        imp2i_dvec r = imp2i_drot_apply(spun, v);
        assert_true(same_dvec(r, spun.c * v.x - spun.s * v.y, spun.s * v.x + spun.c * v.y));
        r = imp2i_drot_apply_inverse(spun, v);
        assert_true(same_dvec(r, spun.c * v.x + spun.s * v.y, spun.c * v.y - spun.s * v.x));
        imp2i_drot seen = imp2i_drot_seen(unit, spun);
        assert_true(same_d(seen.c, unit.c * spun.c + unit.s * spun.s));
        assert_true(same_d(seen.s, unit.c * spun.s - unit.s * spun.c));
        imp2_rot since = imp2i_drot_since(imp2i_drot_of(g), spun);
        assert_true(same(since.c, (float)(spun.c * g.c + spun.s * g.s)));
        assert_true(same(since.s, (float)(spun.s * g.c - spun.c * g.s)));
        const imp2_pose pose = {some_vec(&rng), f};
        const imp2_vec point = some_vec(&rng);
        r = imp2i_pose_place(pose, point);
        assert_true(same_d(r.x, (double)pose.p.x + (double)f.c * point.x - (double)f.s * point.y));
        assert_true(same_d(r.y, (double)pose.p.y + (double)f.s * point.x + (double)f.c * point.y));
        // What turns and carries a point along.
        imp2i_dvec is = imp2i_dadd_scaled(v, imp2i_dspin_mean_velocity(spin, r, time), 1.0), was = v;
        bool little = fabs(spin * time) < 0x1p-20;
        was.x = little ? v.x - spin * r.y : v.x + (c * r.x - s * r.y - r.x) / time;
        was.y = little ? v.y + spin * r.x : v.y + (s * r.x + c * r.y - r.y) / time;
        assert_true(same_dvec(is, was.x, was.y));
    }
    imp2i_drot none = imp2i_drot_of_spin(NAN, 1.0), far = imp2i_drot_of_spin(0x1p40, 1.0);
    assert_true(same_d(none.c, 1.0));
    assert_true(same_d(none.s, 0.0));
    assert_true(fabs(far.c * far.c + far.s * far.s - 1.0) < 1e-14);
    none = imp2i_drot_of_spin(-0x1p80, 0x1p80);
    assert_true(same_d(none.c, 1.0));
    assert_true(none.s == 0.0);
    impi_sincos_of(0x1p40f, &none.s, &none.c);
    assert_true(same_d(none.c, far.c));
    assert_true(same_d(none.s, far.s));
    const imp2_rot unset = {0.0f, -0.0f}, half = {-1.0f, 0.0f}, quarter = {0.0f, 1.0f};
    assert_true(same_rot(imp2i_rot_or_none(unset), 1.0f, -0.0f));
    assert_true(same_rot(imp2i_rot_or_none(half), -1.0f, 0.0f));
    assert_true(same_rot(imp2i_rot_or_none(quarter), 0.0f, 1.0f));
    test_report("spin2: rotations in doubles", count);
}

static float sine_between(imp2_rot from, imp2_rot to)
{
    return from.c * to.c + from.s * to.s > 0.0f ? from.c * to.s - from.s * to.c : 2.0f;
}

static void poses_and_turns(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 3};
    uint64_t count = test_n(200000);
    for (uint64_t i = 0; i < count; ++i)
    {
        const imp2_rot q = some_rot(&rng), by = some_rot(&rng), made = some_rot(&rng);
        const imp2_vec middle = some_vec(&rng), moved = some_vec(&rng);
        const imp2_pose pose = {some_vec(&rng), q}, here = imp2_pose_identity();
        const float spin = 20.0f * test_rng_range(&rng, -1.0f, 1.0f), h = 0.01f * test_rng_range(&rng, 0.1f, 1.0f);

        imp2_rot r = {q.c * by.c - q.s * by.s, q.s * by.c + q.c * by.s};
        float length = sqrtf(r.c * r.c + r.s * r.s);
        r.c = impi_tidy(r.c / length);
        r.s = impi_tidy(r.s / length);
        assert_true(same_rot(imp2i_rot_turned(q, by), r.c, r.s));
        imp2_vec turned = imp2_vec_sub(imp2_rot_apply(q, middle), imp2_rot_apply(r, middle));
        imp2_pose is = imp2i_pose_moved(pose, middle, moved, by);
        assert_true(same_rot(is.q, r.c, r.s));
        assert_true(same(is.p.x, impi_tidy(pose.p.x + (moved.x + turned.x))));
        assert_true(same(is.p.y, impi_tidy(pose.p.y + (moved.y + turned.y))));

        float angle = h * spin, c = q.c - angle * q.s, s = q.s + angle * q.c;
        length = sqrtf(c * c + s * s);
        r = imp2i_rot_spun(q, spin, h);
        assert_true(same_rot(r, c / length, s / length));
        imp2i_momentum m = imp2i_momentum_of(3.0f, 7.0f);
        assert_true(same(m.spin, 7.0f));
        imp2i_momentum_follow(&m, 3.0f, spin);
        r = q;
        assert_true(same(imp2i_momentum_turn(&m, 0.3f, 0, h, &r), spin));
        assert_true(same(m.spin, spin));
        assert_true(same_rot(r, c / length, s / length));

        assert_true(same(imp2i_turn_of(q), q.s));
        assert_true(same(imp2i_turn_between(q, by), q.c * by.s - q.s * by.c));
        assert_true(same(imp2i_turn_near(q, by), sine_between(q, by)));
        float reach = imp2i_spin_length(imp2i_turn_near(here.q, by));
        assert_true(same(reach, by.c > 0.0f ? fabsf(by.s) : 2.0f));
        float turn = sine_between(q, by), bend = 0.5f * (turn * turn);
        imp2_vec seen = imp2i_turn_seen(moved, turn, middle);
        assert_true(same_vec(seen, moved.x + (turn * middle.y + bend * middle.x),
                             moved.y - (turn * middle.x - bend * middle.y)));
        assert_true(same(imp2i_turn_bend(turn, middle), bend));

        float about = 0.2f * spin, bound = made.s + 0.25f * made.s * made.s * made.s;
        float far = fabsf(about) > 3.2f ? fabsf(about) : 3.2f;
        bound = made.c > 0.5f && fabsf(about) < 1.5f ? bound : made.s < 0.0f ? -far : far;
        assert_true(same(imp2i_turn_bound(made, about), bound));
    }
    test_report("spin2: poses", count);
}

// As a step tells it: up to whole turns.
static double turn_of(imp2_rot made, float spin, float h, int32_t sub_steps)
{
    double turn = impi_atan2_d((double)made.s, (double)made.c), whole = 6.283185307179586;
    double a_sub_step = (double)spin * (double)h;
    double expected = fabs(a_sub_step) * sub_steps < 2.0 ? turn : impi_atan2_d(a_sub_step, 1.0) * sub_steps;
    double turns = (expected - turn) / whole;
    return turn + whole * (double)(int32_t)(turns < 0.0 ? turns - 0.5 : turns + 0.5);
}

static void sub_steps_come_to_their_angle(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 4};
    uint64_t count = test_n(20000);
    double worst = 0.0, missed = 0.0;
    for (uint64_t i = 0; i < count; ++i)
    {
        const imp2_rot from = some_rot(&rng), to = some_rot(&rng);
        const int32_t sub_steps = test_rng_int(&rng, 1, 64);
        const float h = (float)exp2(8.0 * test_rng_unit(&rng) - 10.0);
        const float spin = test_rng_range(&rng, -1.0f, 1.0f) * (float)exp2(8.0 * test_rng_unit(&rng)) / h * 0.01f;

        double angle = impi_atan2_d((double)from.c * to.s - (double)from.s * to.c,
                                    (double)from.c * to.c + (double)from.s * to.s),
               s, c;
        assert_true(same_d(imp2i_dturn_between(from, to), angle));
        impi_sincos_d(angle / (double)sub_steps, &s, &c);
        float there = c > 0x1p-10 ? (float)(s / c / (double)h) : INFINITY;
        assert_true(same(imp2i_spin_towards(from, to, h, sub_steps), there));

        // What a spin comes to: the arc tangent of each sub-step.
        imp2_rot made = imp2_pose_identity().q, reached = from;
        for (int32_t k = 0; k < sub_steps; ++k)
        {
            made = imp2i_rot_spun(made, spin, h);
            reached = imp2i_rot_spun(reached, isfinite(there) ? there : 0.0f, h);
        }
        double turn = made.s < 0.0f || made.s > 0.0f || made.c < 0.0f ? turn_of(made, spin, h, sub_steps) : 0.0;
        assert_true(same_d(imp2i_dturn_of_step(made, spin, h, sub_steps), turn));
        worst = fmax(worst, fabs(turn - atan((double)spin * (double)h) * sub_steps));
        missed = isfinite(there) ? fmax(missed, fabs((double)imp2i_turn_between(reached, to))) : missed;
    }
    printf("worst: turn of a step %.3g rad (bound 1e-5), of a target %.3g (bound 1e-5)\n", worst, missed);
    assert_true(worst <= 1e-5);
    assert_true(missed <= 1e-5);
    // What stands upright to the bit has not turned, whatever its spin; half a turn has no sine, too.
    const imp2_rot upright = {1.0f, -0.0f}, half = {-1.0f, 0.0f};
    assert_true(same_d(imp2i_dturn_of_step(upright, 10.0f, 0.1f, 8), 0.0));
    assert_true(same_d(imp2i_dturn_of_step(half, 1.0f, 0.1f, 4), turn_of(half, 1.0f, 0.1f, 4)));
    assert_true(imp2i_dturn_of_step(half, 10.0f, 0.1f, 12) > 9.42);
    test_report("spin2: sub-steps", count);
}

static void numbers_are_listed(void** state)
{
    (void)state;
    imp2i_spin spin = 3.0f;
    imp2i_inertia inertia = 4.0f;
    imp2_rot q = {5.0f, 6.0f};
    assert_int_equal(sizeof spin, IMP2I_SPIN_FIELDS * sizeof(float));
    assert_int_equal(sizeof inertia, IMP2I_INERTIA_FIELDS * sizeof(float));
    assert_int_equal(sizeof q, IMP2I_ROT_FIELDS * sizeof(float));
    assert_true(imp2i_spin_numbers(&spin)[0] == 3.0f);
    assert_true(imp2i_inertia_numbers(&inertia)[0] == 4.0f);
    assert_true(imp2i_rot_numbers(&q)[0] == 5.0f);
    assert_true(imp2i_rot_numbers(&q)[1] == 6.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spins_are_numbers),
        cmocka_unit_test(spins_are_numbers_in_doubles),
        cmocka_unit_test(rotations_in_doubles),
        cmocka_unit_test(poses_and_turns),
        cmocka_unit_test(sub_steps_come_to_their_angle),
        cmocka_unit_test(numbers_are_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
