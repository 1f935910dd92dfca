// SPDX-License-Identifier: MIT
//
// Turning in space: against plain matrices of doubles, and by what must hold for any of it.

#include <stdio.h>

#include "matrices3.h"

static void spins_are_vectors(void** state)
{
    (void)state;
    test_rng rng = {test_seed()};
    uint64_t count = test_n(50000);
    double worst = 0.0;
    for (uint64_t i = 0; i < count; ++i)
    {
        const float size = some_size(&rng), long_arm = some_size(&rng);
        const imp3i_spin a = some_vec(&rng, size), b = some_vec(&rng, size);
        const imp3_vec arm = some_vec(&rng, long_arm), n = some_vec(&rng, 1.0f);
        const imp3i_dspin da = imp3i_dspin_of(a), db = imp3i_dspin_of(b), dn = imp3i_dvec_of(n);
        const imp3i_dvec darm = imp3i_dvec_of(arm);
        const triple ta = triple_of(a), tb = triple_of(b), tarm = triple_of(arm), tn = triple_of(n);
        const double unit = 0x1p-24 * (double)size, moment = unit * (double)long_arm;
        for (int k = 0; k < 3; ++k)
        {
            assert_true(triple_of(imp3i_spin_add(a, b)).v[k] == (double)(float)(ta.v[k] + tb.v[k]));
            assert_true(triple_of(imp3i_spin_sub(a, b)).v[k] == (double)(float)(ta.v[k] - tb.v[k]));
            assert_true(triple_of(imp3i_spin_scale(a, 0.7f)).v[k] == (double)(float)(ta.v[k] * (double)0.7f));
            assert_true(triple_of_d(imp3i_dspin_add(da, db)).v[k] == ta.v[k] + tb.v[k]);
            assert_true(triple_of_d(imp3i_dspin_sub(da, db)).v[k] == ta.v[k] - tb.v[k]);
            assert_true(triple_of_d(imp3i_dspin_scale(da, 0.7)).v[k] == ta.v[k] * 0.7);
            assert_true(triple_of_d(imp3i_dspin_divide(da, 0.7)).v[k] == ta.v[k] / 0.7);
        }
        const imp3i_spin back = imp3i_spin_of(da);
        assert_true(same_bits(&back, &a, sizeof a));
        assert_true(fabs((double)imp3i_spin_length(a) - size_of(ta)) <= 0x1p-24 * size_of(ta));
        assert_true(fabs(imp3i_dspin_length(da) - size_of(ta)) <= 0x1p-51 * size_of(ta));
        triple r = triple_of(imp3i_spin_velocity(a, arm));
        worst = fmax(worst, unlike_vec(r, outer(ta, tarm)) / moment);
        r = triple_of(imp3i_spin_lever(arm, a));
        worst = fmax(worst, unlike_vec(r, outer(tarm, ta)) / moment);
        double along = inner(outer(ta, tarm), tn);
        worst = fmax(worst, fabs((double)imp3i_spin_along(a, arm, n) - along) / (3.0 * moment));
        assert_true(unlike_vec(triple_of_d(imp3i_dspin_velocity(da, darm)), outer(ta, tarm)) <= 0x1p-27 * moment);
        assert_true(unlike_vec(triple_of_d(imp3i_dspin_lever(darm, da)), outer(tarm, ta)) <= 0x1p-27 * moment);
        assert_true(fabs(imp3i_dspin_along(da, darm, dn) - along) <= 0x1p-26 * moment);
        const double most = 0.5 * (double)size;
        triple limited = triple_of_d(imp3i_dspin_limit(da, most));
        assert_true(size_of(limited) <= most * (1.0 + 0x1p-50));
        assert_true(size_of(outer(limited, ta)) <= 0x1p-26 * unit * most);
        assert_true(size_of(ta) > most || unlike_vec(limited, ta) == 0.0);
        assert_true(size_of(ta) < most || size_of(limited) >= most * (1.0 - 0x1p-50));
        // Six numbers against a matrix.
        const imp3i_inertia inertia = some_inertia(&rng, long_arm);
        const matrix m = matrix_of_f(inertia);
        const imp3i_dinertia d = imp3i_dinertia_of(inertia);
        worst = fmax(worst, unlike_vec(triple_of(imp3i_inertia_apply(inertia, a)), times(m, ta)) / (4.0 * moment));
        assert_true(unlike_vec(triple_of_d(imp3i_dinertia_apply(d, da)), times(m, ta)) <= 0x1p-24 * moment);
        assert_true(fabs(imp3i_dinertia_energy(d, da) - 0.5 * inner(ta, times(m, ta))) <= 0x1p-23 * moment * size);
        assert_true(fabs(imp3i_dinertia_response(d, da) - inner(ta, times(m, ta))) <= 0x1p-22 * moment * size);
        assert_true(fabs(imp3i_dinertia_response_at(d, da, db) - inner(tb, times(m, ta))) <= 0x1p-22 * moment * size);
        const imp3i_inertia again = imp3i_inertia_of(d);
        assert_true(same_bits(&again, &inertia, sizeof again));
    }
    printf("worst: products of floats %.3g x 2^-24 (bound 3)\n", worst);
    assert_true(worst <= 3.0);
    test_report("spin3: vectors", count);
}

static void numbers_are_judged(void** state)
{
    (void)state;
    for (int k = 0; k < 3; ++k)
    {
        imp3i_spin spin = NO_SPIN;
        float* number = imp3i_spin_numbers(&spin) + k;
        assert_false(imp3i_spin_bits(spin) || imp3i_dspin_some(imp3i_dspin_of(spin)));
        *number = -0.0f;
        assert_false(imp3i_spin_bits(spin) || imp3i_dspin_some(imp3i_dspin_of(spin)));
        *number = -0x1p-149f;
        assert_true(imp3i_spin_bits(spin));
        assert_true(imp3i_dspin_some(imp3i_dspin_of(spin)));
        *number = 0x1p-149f;
        assert_true(imp3i_spin_bits(spin));
        assert_true(imp3i_dspin_some(imp3i_dspin_of(spin)));
        *number = 0x1p60f;
        assert_int_equal(imp3i_spin_fault_large(spin), 0);
        *number = 0x1p61f;
        assert_int_equal(imp3i_spin_fault_large(spin), IMP_ERR_MAGNITUDE);
        *number = NAN;
        assert_int_equal(imp3i_spin_fault_large(spin), IMP_ERR_NAN);
        imp3i_dspin d = imp3i_dspin_of(spin);
        assert_false(imp3i_dspin_fits(d));
        double* size = k == 0 ? &d.x : k == 1 ? &d.y : &d.z;
        for (int sign = -1; sign <= 1; sign += 2)
        {
            *size = sign * (double)FLT_MAX;
            assert_true(imp3i_dspin_fits(d));
            *size = sign * 0x1p128;
            assert_false(imp3i_dspin_fits(d));
        }
        for (uint32_t locks = 0; locks <= IMP3I_TURN_LOCKS; ++locks)
        {
            const imp3i_spin all = {1, 2, 3};
            imp3i_spin free = imp3i_spin_locked(all, locks);
            assert_true(imp3i_spin_numbers(&free)[k] == (locks >> k & 1u ? 0.0f : (float)(k + 1)));
        }
    }
    for (int k = 0; k < 6; ++k)
    {
        imp3i_inertia inertia = imp3i_inertia_none();
        float* number = imp3i_inertia_numbers(&inertia) + k;
        assert_int_equal(imp3i_inertia_fault(inertia), 0);
        assert_false(imp3i_inertia_some(inertia) || imp3i_dinertia_some(imp3i_dinertia_none()));
        *number = 1.0f;
        assert_int_equal(imp3i_inertia_some(inertia), k < 3);
        assert_int_equal(imp3i_dinertia_some(imp3i_dinertia_of(inertia)), k < 3);
        *number = -1.0f;
        assert_int_equal(imp3i_inertia_fault(inertia), k < 3 ? IMP_ERR_NEGATIVE : 0);
        *number = 0x1p-70f;
        assert_int_equal(imp3i_inertia_fault(inertia), IMP_ERR_MAGNITUDE);
        assert_int_equal(imp3i_inertia_fault_large(inertia), 0);
        *number = 0x1p61f;
        assert_int_equal(imp3i_inertia_fault(inertia), IMP_ERR_MAGNITUDE);
        assert_int_equal(imp3i_inertia_fault_large(inertia), IMP_ERR_MAGNITUDE);
        *number = NAN;
        assert_int_equal(imp3i_inertia_fault(inertia), IMP_ERR_NAN);
        assert_int_equal(imp3i_inertia_fault_large(inertia), IMP_ERR_NAN);
        (void)imp3i_inertia_inverse(inertia, 0);  // ends
    }
    imp3_rot q = imp3_pose_identity().q;
    imp3i_rot_numbers(&q)[7] = 3.0f;
    assert_true(q.z.y == 3.0f);
    assert_true(sizeof q == IMP3I_ROT_FIELDS * sizeof(float));
    assert_true(sizeof(imp3i_spin) == IMP3I_SPIN_FIELDS * sizeof(float));
    assert_true(sizeof(imp3i_inertia) == IMP3I_INERTIA_FIELDS * sizeof(float));
    const imp3i_spin none = imp3i_spin_none(), none_d = imp3i_spin_of(imp3i_dspin_none());
    assert_true(same_bits(&none, &NO_SPIN, sizeof none));
    assert_true(same_bits(&none_d, &NO_SPIN, sizeof none));
    memset(&q, 0, sizeof q);
    q.y.x = -0.0f;
    q = imp3i_rot_or_none(q);
    const imp3_rot one = imp3_pose_identity().q;
    assert_true(same_bits(&q, &one, sizeof q));
    q.x.x = -1.0f;
    q.y.y = -1.0f;
    const imp3_rot kept = imp3i_rot_or_none(q);
    assert_true(same_bits(&kept, &q, sizeof q));
    for (int k = 0; k < IMP3I_ROT_FIELDS; ++k)
    {
        memset(&q, 0, sizeof q);
        imp3i_rot_numbers(&q)[k] = 1.0f;
        const imp3_rot as = imp3i_rot_or_none(q);  // for the check to refuse
        assert_true(same_bits(&as, &q, sizeof q));
    }
}

static void inertia_turns_with_its_body(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 1};
    uint64_t count = test_n(50000);
    double worst = 0.0, back = 0.0;
    for (uint64_t i = 0; i < count; ++i)
    {
        const imp3i_inertia inertia = some_inertia(&rng, some_size(&rng));
        const imp3_rot q = some_rot(&rng);
        const matrix r = matrix_of_rot(q), m = matrix_of_f(inertia), wanted = product(product(r, m), transpose(r));
        const imp3i_inertia turned = imp3i_inertia_turned(inertia, q);
        worst = fmax(worst, unlike(matrix_of_f(turned), wanted) / greatest(wanted));
        const imp3i_inertia again = imp3i_inertia_turned(turned, rot_of_matrix(transpose(r)));
        back = fmax(back, unlike(matrix_of_f(again), m) / greatest(m));
        const imp3i_inertia same = imp3i_inertia_turned(inertia, imp3_pose_identity().q);
        assert_true(same_bits(&same, &inertia, sizeof same));
    }
    printf("worst: inertia turned %.3g x 2^-24 (bound 1), and back %.3g x 2^-24 (bound 8)\n", worst * 0x1p24,
           back * 0x1p24);
    assert_true(worst <= 0x1p-24);
    assert_true(back <= 0x1p-21);
    test_report("spin3: inertia turned", count);
}

static void inverse_is_that_of_free_axes(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 2};
    uint64_t count = test_n(20000);
    double worst = 0.0, solved = 0.0;
    for (uint64_t i = 0; i < count; ++i)
    {
        const imp3i_inertia inertia = some_inertia(&rng, some_size(&rng));
        const uint32_t locks = (uint32_t)test_rng_int(&rng, 0, 7);
        const matrix m = matrix_of_f(inertia), inverse = matrix_of_f(imp3i_inertia_inverse(inertia, locks));
        matrix free = m, wanted = ONE;
        for (int k = 0; k < 3; ++k)
        {
            for (int j = 0; j < 3; ++j)
            {
                bool locked = locks >> k & 1u || locks >> j & 1u;
                free.m[k][j] = locked ? 0.0 : m.m[k][j];
                wanted.m[k][j] = locked ? 0.0 : wanted.m[k][j];
                assert_true(!locked || inverse.m[k][j] == 0.0);
            }
        }
        worst = fmax(worst, unlike(product(free, inverse), wanted));
        const imp3i_dspin spin = imp3i_dvec_of(some_vec(&rng, 1.0f));
        const triple x = triple_of_d(imp3i_dinertia_solve(imp3i_dinertia_of(inertia), spin));
        solved = fmax(solved, unlike_vec(times(m, x), triple_of_d(spin)));
    }
    printf("worst: inertia times its inverse off by %.3g x 2^-24 (bound 16), solved by %.3g x 2^-50 (bound 16)\n",
           worst * 0x1p24, solved * 0x1p50);
    assert_true(worst <= 0x1p-20);
    assert_true(solved <= 0x1p-46);
    const imp3i_inertia upright = {3.0f, 7.0f, 11.0f, 0, 0, 0}, exact = imp3i_inertia_inverse(upright, 0);
    const imp3i_inertia wanted = {1.0f / 3.0f, 1.0f / 7.0f, 1.0f / 11.0f, 0, 0, 0};
    assert_true(same_bits(&exact, &wanted, sizeof exact));
    test_report("spin3: inverses", count);
}

// A rod has no inertia about itself, a point has none at all: what does not resist is not turned.
static void rods_and_points_have_an_inverse(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 3};
    uint64_t count = test_n(20000);
    for (uint64_t i = 0; i < count; ++i)
    {
        const float mass = some_size(&rng);
        const triple n = some_axis(&rng);
        const imp3i_dvec along = {n.v[0], n.v[1], n.v[2]};
        const imp3i_inertia rod = imp3i_inertia_of(imp3i_dinertia_of_point((double)mass, along));
        const imp3i_inertia inverse = imp3i_inertia_inverse(rod, 0);
        const matrix a = matrix_of_f(rod), b = matrix_of_f(inverse);
        assert_true(unlike(product(product(a, b), a), a) <= 0x1p-20 * (double)mass);  // Penrose
        assert_true(size_of(times(b, n)) <= 0x1p-20 / (double)mass);
        assert_true(fabs(b.m[0][0] + b.m[1][1] + b.m[2][2] - 2.0 / (double)mass) <= 0x1p-20 / (double)mass);
        const imp3i_dspin twist = imp3i_dspin_scale(along, 5.0);
        assert_true(imp3i_dspin_length(imp3i_dinertia_solve(imp3i_dinertia_of(rod), twist)) <= 1e-5 / (double)mass);
    }
    const imp3i_inertia none = imp3i_inertia_none(), little = {0x1p-61f, 0x1p-61f, 0x1p-61f, 0, 0, 0};
    const imp3i_inertia of_none = imp3i_inertia_inverse(none, 0), of_little = imp3i_inertia_inverse(little, 0);
    assert_true(same_bits(&of_none, &none, sizeof none));
    assert_true(same_bits(&of_little, &none, sizeof none));
    // A needle, a thousand times as long as thick, still turns about itself; what is thinner than floats tell does not.
    const imp3i_inertia needle = {1.0f, 1.0f, 6e-6f, 0, 0, 0}, hair = {1.0f, 1.0f, 6e-8f, 0, 0, 0};
    assert_true(imp3i_inertia_inverse(needle, 0).zz == 1.0f / 6e-6f);
    assert_true(imp3i_inertia_inverse(hair, 0).zz == 0.0f);
    test_report("spin3: rods", count);
}

// A box of density 1 about its own centre.
static imp3i_dinertia inertia_of_box(double x, double y, double z)
{
    double part = x * y * z / 12.0;
    const imp3i_dinertia r = {part * (y * y + z * z), part * (z * z + x * x), part * (x * x + y * y), 0.0, 0.0, 0.0};
    return r;
}

static void parts_weigh_as_the_whole(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 4};
    uint64_t count = test_n(20000);
    for (uint64_t i = 0; i < count; ++i)
    {
        const double x = 0.1 + test_rng_unit(&rng), y = 0.1 + test_rng_unit(&rng), z = 0.1 + test_rng_unit(&rng);
        const double cut = x * (0.1 + 0.8 * test_rng_unit(&rng)), rest = x - cut;
        // From the centre of the whole; all of it stands askew.
        const matrix r = turn_about(some_axis(&rng), 3.0 * test_rng_unit(&rng));
        const triple first = {{0.5 * (cut - x), 0.0, 0.0}}, second = {{0.5 * (x - rest), 0.0, 0.0}};
        const triple a = times(r, first), b = times(r, second);
        const imp3i_dvec arm_a = {a.v[0], a.v[1], a.v[2]}, arm_b = {b.v[0], b.v[1], b.v[2]};
        matrix sum = matrix_of(imp3i_dinertia_add(imp3i_dinertia_of_point(cut * y * z, arm_a),
                                                  imp3i_dinertia_of_point(rest * y * z, arm_b)));
        const imp3i_dinertia own = imp3i_dinertia_add(inertia_of_box(cut, y, z), inertia_of_box(rest, y, z));
        const matrix turned = product(product(r, matrix_of(own)), transpose(r));
        for (int k = 0; k < 9; ++k)
        {
            sum.m[k / 3][k % 3] += turned.m[k / 3][k % 3];
        }
        const matrix whole = product(product(r, matrix_of(inertia_of_box(x, y, z))), transpose(r));
        assert_true(unlike(sum, whole) <= 0x1p-48 * greatest(whole));
        // A thin line is a twelfth of a point at its length.
        const imp3i_dvec line = {a.v[0], a.v[1], a.v[2]};
        const matrix thin = matrix_of(imp3i_dinertia_divide(imp3i_dinertia_of_point(3.0, line), 12.0));
        double square = inner(a, a);
        for (int k = 0; k < 9; ++k)
        {
            double about = 0.25 * ((k % 4 == 0 ? square : 0.0) - a.v[k / 3] * a.v[k % 3]);
            assert_true(fabs(thin.m[k / 3][k % 3] - about) <= 0x1p-48 * (1.0 + square));
        }
    }
    test_report("spin3: parallel axes", count);
}

static void rotations_are_those_of_matrices(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 5};
    uint64_t count = test_n(50000);
    double worst = 0.0, turned = 0.0;
    for (uint64_t i = 0; i < count; ++i)
    {
        const triple n = some_axis(&rng);
        const double speed = 30.0 * test_rng_unit(&rng), time = 2.0 * test_rng_unit(&rng) - 1.0;
        const imp3i_dspin spin = {speed * n.v[0], speed * n.v[1], speed * n.v[2]};
        const imp3_rot f = some_rot(&rng), g = some_rot(&rng), e = some_rot(&rng);
        const imp3i_drot q = imp3i_drot_of(f), by = imp3i_drot_of_spin(spin, time),
                         spun = imp3i_drot_spun(q, spin, time);
        const matrix mf = matrix_of_rot(f), mg = matrix_of_rot(g), about = turn_about(n, speed * time);
        worst = fmax(worst, unlike(matrix_of_drot(by), about));
        worst = fmax(worst, unlike(matrix_of_drot(spun), product(about, mf)));
        assert_true(unlike(matrix_of_drot(q), mf) == 0.0);
        assert_true(is_rotation(imp3i_rot_of(spun)));

        const imp3i_dvec v = imp3i_dvec_of(some_vec(&rng, 1.0f));
        assert_true(unlike_vec(triple_of_d(imp3i_drot_apply(spun, v)), times(matrix_of_drot(spun), triple_of_d(v))) <=
                    0x1p-50);
        assert_true(unlike_vec(triple_of_d(imp3i_drot_apply_inverse(spun, v)),
                               times(transpose(matrix_of_drot(spun)), triple_of_d(v))) <= 0x1p-50);
        // Seen from the other in its frame; since the other, in the world.
        const matrix seen = matrix_of_drot(imp3i_drot_seen(q, imp3i_drot_of(g)));
        assert_true(unlike(seen, product(transpose(mf), mg)) <= 0x1p-50);
        const matrix since = matrix_of_rot(imp3i_drot_since(q, imp3i_drot_of(g)));
        assert_true(unlike(since, product(mg, transpose(mf))) <= 0x1p-24);

        const imp3i_drot unit = imp3i_drot_unit(q);
        assert_true(unlike(product(transpose(matrix_of_drot(unit)), matrix_of_drot(unit)), ONE) <= 0x1p-50);
        assert_true(unlike(matrix_of_drot(unit), mf) <= 0x1p-22);

        const imp3_rot both = imp3i_rot_turned(f, g);
        assert_true(is_rotation(both));
        turned = fmax(turned, unlike(matrix_of_rot(both), product(mg, mf)));
        // (e g) f = e (g f)
        const imp3_rot left = imp3i_rot_turned(f, imp3i_rot_turned(g, e)), right = imp3i_rot_turned(both, e);
        turned = fmax(turned, unlike(matrix_of_rot(left), matrix_of_rot(right)));

        // A point that is carried along.
        const double wait = 0.01 + test_rng_unit(&rng);
        const triple start = triple_of_d(v), end = times(turn_about(n, speed * wait), start);
        const triple mean = {
            {(end.v[0] - start.v[0]) / wait, (end.v[1] - start.v[1]) / wait, (end.v[2] - start.v[2]) / wait}};
        assert_true(unlike_vec(triple_of_d(imp3i_dspin_mean_velocity(spin, v, wait)), mean) <=
                    1e-13 * (1.0 + 1.0 / wait));

        const imp3_pose pose = {some_vec(&rng, 10.0f), f};
        const imp3_vec middle = some_vec(&rng, 2.0f), moved = some_vec(&rng, 1.0f);
        const triple place = times(mf, triple_of(middle));
        triple center = {{pose.p.x + place.v[0], pose.p.y + place.v[1], pose.p.z + place.v[2]}};
        assert_true(unlike_vec(triple_of_d(imp3i_pose_place(pose, middle)), center) <= 0x1p-48);
        const imp3_pose later = imp3i_pose_moved(pose, middle, moved, g);
        const triple is = triple_of_d(imp3i_pose_place(later, middle));
        center.v[0] += moved.x;
        center.v[1] += moved.y;
        center.v[2] += moved.z;
        assert_true(unlike_vec(is, center) <= 16.0 * 0x1p-23);
        assert_true(same_bits(&later.q, &both, sizeof both));
    }
    printf("worst: rotation by a spin %.3g (bound 2e-14), product of rotations %.3g x 2^-24 (bound 6)\n", worst,
           turned * 0x1p24);
    assert_true(worst <= 2e-14);
    assert_true(turned <= 6.0 * 0x1p-24);
    test_report("spin3: rotations", count);
}

static void spins_without_sense_do_no_harm(void** state)
{
    (void)state;
    const imp3i_dspin bad[] = {{NAN, 0, 0}, {0, INFINITY, 0}, {1e300, 1e300, 0}, {0, 0, 0}};
    const imp3i_dspin far = {0x1p40, -0x1p50, 3.0};
    for (int k = 0; k < 4; ++k)
    {
        (void)imp3i_drot_of_spin(bad[k], 1.0);
        (void)imp3i_drot_spun(imp3i_drot_of(imp3_pose_identity().q), bad[k], 1.0);
        (void)imp3i_dturn_of_step(imp3_pose_identity().q, imp3i_spin_of(bad[k]), 0.1f, 4);
        (void)imp3i_turn_bound(imp3_pose_identity().q, imp3i_spin_of(bad[k]));
    }
    assert_true(unlike(matrix_of_drot(imp3i_drot_of_spin(bad[3], 1.0)), ONE) == 0.0);
    assert_true(is_rotation(imp3i_rot_of(imp3i_drot_of_spin(far, 1.0))));
    const imp3i_spin fast = {0x1p60f, 0x1p60f, -0x1p60f};
    const imp3_rot askew = {{0.6f, 0.8f, 0}, {-0.8f, 0.6f, 0}, {0, 0, 1}};
    assert_true(is_rotation(imp3i_rot_spun(askew, fast, 1.0f)));
    const imp3_rot still = imp3i_rot_spun(askew, NO_SPIN, 1.0f);
    assert_true(same_bits(&still, &askew, sizeof still));
    // What calls do not accept becomes 0; what hardly turns goes by its spin alone.
    const imp3_pose tiny = {{0x1p-70f, -0x1p-70f, 0x1p-70f}, askew};
    const imp3_vec nowhere = {0, 0, 0};
    assert_true(imp3i_spin_bits(imp3i_pose_moved(tiny, nowhere, nowhere, askew).p) == 0);
    const imp3i_dspin slow = {1e-7, -2e-7, 3e-7};
    const imp3i_dvec arm = {0.3, 0.7, -0.2}, mean = imp3i_dspin_mean_velocity(slow, arm, 0.01);
    assert_true(unlike_vec(triple_of_d(mean), triple_of_d(imp3i_dspin_velocity(slow, arm))) == 0.0);
    const imp3i_dspin turn = imp3i_dturn_of_step(askew, fast, 0x1p60f, 64);
    assert_true(imp3i_dspin_length(turn) <= 4100.0);
}

static void turns_between_rotations(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 6};
    uint64_t count = test_n(50000);
    const double pi = 3.14159265358979323846;
    double worst = 0.0, worst_sine = 0.0;
    for (uint64_t i = 0; i < count; ++i)
    {
        const triple n = some_axis(&rng);
        const double near[] = {
            0.0, 1e-6, 0.5 * pi, pi - 1e-3, pi, 1e-3 * test_rng_unit(&rng), pi * test_rng_unit(&rng)};
        const double angle = near[i % 7];
        const imp3_rot from = some_rot(&rng), to = rot_of_matrix(product(turn_about(n, angle), matrix_of_rot(from)));
        const triple turn = triple_of_d(imp3i_dturn_between(from, to));
        triple wanted = {{angle * n.v[0], angle * n.v[1], angle * n.v[2]}};
        double off = unlike_vec(turn, wanted);
        if (angle > 3.0)  // of a half turn both axes are right
        {
            const triple other = {
                {-(2.0 * pi - angle) * n.v[0], -(2.0 * pi - angle) * n.v[1], -(2.0 * pi - angle) * n.v[2]}};
            off = fmin(off, unlike_vec(turn, other));
        }
        worst = fmax(worst, off);
        const triple sine = triple_of(imp3i_turn_between(from, to));
        const triple wanted_sine = {{sin(angle) * n.v[0], sin(angle) * n.v[1], sin(angle) * n.v[2]}};
        worst_sine = fmax(worst_sine, unlike_vec(sine, wanted_sine));
        const imp3_rot one = imp3_pose_identity().q;
        const imp3i_spin of = imp3i_turn_of(to), between = imp3i_turn_between(one, to);
        assert_true(unlike_vec(triple_of(of), triple_of(between)) <= 0x1p-25);
        const imp3i_spin close = imp3i_turn_near(from, to);
        if (angle < 0.5 * pi - 1e-6)
        {
            assert_true(unlike_vec(triple_of(close), sine) <= 0x1p-22);  // in floats
        }
        else if (angle > 0.5 * pi + 1e-6)
        {
            assert_true(imp3i_spin_length(close) == 2.0f);
        }
        // The bound of a step's turn, by the spin of one that turns evenly.
        const imp3_rot made = rot_of_matrix(turn_about(n, angle));
        const imp3i_spin about = {(float)wanted.v[0], (float)wanted.v[1], (float)wanted.v[2]};
        const double bound = (double)imp3i_spin_length(imp3i_turn_bound(made, about));
        assert_true(bound >= angle * (1.0 - 1e-6) - 1e-6);
        assert_true(angle > 1.0 || bound <= angle * (1.0 + 0.3 * angle * angle) + 1e-6);
        assert_true(size_of(outer(triple_of(imp3i_turn_bound(made, about)), n)) <= 3e-6 || angle > 3.1);
    }
    printf("worst: angle between rotations %.3g rad (bound 4e-7), its sine %.3g x 2^-24 (bound 3)\n", worst,
           worst_sine * 0x1p24);
    assert_true(worst <= 4e-7);
    assert_true(worst_sine <= 3.0 * 0x1p-24);
    // Half turns about the axes, without any doubt.
    const imp3_rot half[] = {
        {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, {{-1, 0, 0}, {0, 1, 0}, {0, 0, -1}}, {{-1, 0, 0}, {0, -1, 0}, {0, 0, 1}}};
    for (int k = 0; k < 3; ++k)
    {
        triple turn = triple_of_d(imp3i_dturn_between(imp3_pose_identity().q, half[k]));
        assert_true(fabs(fabs(turn.v[k]) - pi) < 1e-12);
        assert_true(fabs(size_of(turn) - pi) < 1e-12);
        const imp3i_spin none = {0, 0, 0};
        assert_true(imp3i_spin_length(imp3i_turn_bound(half[k], none)) >= 3.2f);
        assert_true(imp3i_spin_length(imp3i_turn_bound(half[k], half[k].x)) >= 3.2f);
    }
    const imp3i_spin fast = {0, 0, 9.0f};
    assert_true(imp3i_turn_bound(imp3_pose_identity().q, fast).z == 9.0f);
    test_report("spin3: turns", count);
}

static void small_turns_are_right_to_the_second_order(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 7};
    uint64_t count = test_n(50000);
    for (uint64_t i = 0; i < count; ++i)
    {
        const triple n = some_axis(&rng);
        const double angle = 0.1 * test_rng_unit(&rng), sine = sin(angle), third = angle * angle * angle;
        const matrix r = turn_about(n, angle);
        const imp3i_spin turn = {(float)(sine * n.v[0]), (float)(sine * n.v[1]), (float)(sine * n.v[2])};
        const imp3_vec before = some_vec(&rng, 1.0f), moved = some_vec(&rng, 1.0f);
        const triple now = times(r, triple_of(before)), start = triple_of(before), way = triple_of(moved);
        const triple wanted = {{way.v[0] - (now.v[0] - start.v[0]), way.v[1] - (now.v[1] - start.v[1]),
                                way.v[2] - (now.v[2] - start.v[2])}};
        assert_true(unlike_vec(triple_of(imp3i_turn_seen(moved, turn, before)), wanted) <= third + 3e-7);
        const triple m = some_axis(&rng), carried = times(r, m);
        const imp3_vec normal = {(float)m.v[0], (float)m.v[1], (float)m.v[2]};
        assert_true(fabs((double)imp3i_turn_bend(turn, normal) - (1.0 - inner(carried, m))) <= third + 3e-7);
    }
    test_report("spin3: small turns", count);
}

static void sub_steps_come_to_their_angle(void** state)
{
    (void)state;
    test_rng rng = {test_seed() + 8};
    uint64_t count = test_n(5000);
    double worst = 0.0, missed = 0.0;
    for (uint64_t i = 0; i < count; ++i)
    {
        const triple n = some_axis(&rng);
        const int32_t sub_steps = test_rng_int(&rng, 1, 64);
        const float h = (float)exp2(8.0 * test_rng_unit(&rng) - 10.0);
        const double speed = test_rng_unit(&rng) * exp2(8.0 * test_rng_unit(&rng)) * 0.01 / (double)h;
        const imp3i_spin spin = {(float)(speed * n.v[0]), (float)(speed * n.v[1]), (float)(speed * n.v[2])};
        const imp3_rot from = some_rot(&rng), to = some_rot(&rng);
        const imp3i_spin there = imp3i_spin_towards(from, to, h, sub_steps);
        imp3_rot made = imp3_pose_identity().q, reached = from;
        for (int32_t k = 0; k < sub_steps; ++k)
        {
            made = imp3i_rot_spun(made, spin, h);
            reached = imp3i_rot_spun(reached, there, h);
        }
        assert_true(is_rotation(made));
        assert_true(is_rotation(reached));
        const double angle = speed * (double)h * sub_steps;
        const triple wanted = {{angle * n.v[0], angle * n.v[1], angle * n.v[2]}};
        worst = fmax(worst, unlike(matrix_of_rot(made), turn_about(n, angle)));
        // Where whole turns come to a half one, its axis is that of the spin up to what floats tell.
        const double off = fmod(angle, 6.283185307179586);
        const triple told = triple_of_d(imp3i_dturn_of_step(made, spin, h, sub_steps));
        bool doubtful = angle >= 2.0 && (fabs(off - 3.141592653589793) < 1e-3 || off < 1e-3 || off > 6.2821);
        assert_true(doubtful || unlike_vec(told, wanted) <= 1e-4 * (1.0 + angle));
        assert_true(fabs(size_of(told) - angle) <= 1e-4 * (1.0 + angle) || doubtful);
        missed = fmax(missed, unlike(matrix_of_rot(reached), matrix_of_rot(to)));
    }
    printf("worst: n sub-steps off by %.3g (bound 3e-5), a target missed by %.3g (bound 3e-6)\n", worst, missed);
    assert_true(worst <= 3e-5);
    assert_true(missed <= 3e-6);
    test_report("spin3: sub-steps", count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spins_are_vectors),
        cmocka_unit_test(numbers_are_judged),
        cmocka_unit_test(inertia_turns_with_its_body),
        cmocka_unit_test(inverse_is_that_of_free_axes),
        cmocka_unit_test(rods_and_points_have_an_inverse),
        cmocka_unit_test(parts_weigh_as_the_whole),
        cmocka_unit_test(rotations_are_those_of_matrices),
        cmocka_unit_test(spins_without_sense_do_no_harm),
        cmocka_unit_test(turns_between_rotations),
        cmocka_unit_test(small_turns_are_right_to_the_second_order),
        cmocka_unit_test(sub_steps_come_to_their_angle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
