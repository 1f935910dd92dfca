// SPDX-License-Identifier: MIT
//
// Turning in space: against plain matrices of doubles, by what must hold for any of it, and by bodies that tumble.

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "math/spin3.h"
#include "support.h"

// A matrix by rows, and what is done to it.
typedef struct matrix
{
    double m[3][3];
} matrix;

typedef struct triple
{
    double v[3];
} triple;

static triple triple_of(imp3_vec v)
{
    const triple r = {{v.x, v.y, v.z}};
    return r;
}

static triple triple_of_d(imp3i_dvec v)
{
    const triple r = {{v.x, v.y, v.z}};
    return r;
}

static matrix product(matrix a, matrix b)
{
    matrix r;
    for (int i = 0; i < 9; ++i)
    {
        r.m[i / 3][i % 3] = 0.0;
        for (int k = 0; k < 3; ++k)
        {
            r.m[i / 3][i % 3] += a.m[i / 3][k] * b.m[k][i % 3];
        }
    }
    return r;
}

static matrix transpose(matrix a)
{
    matrix r;
    for (int i = 0; i < 9; ++i)
    {
        r.m[i / 3][i % 3] = a.m[i % 3][i / 3];
    }
    return r;
}

static triple times(matrix a, triple v)
{
    triple r;
    for (int i = 0; i < 3; ++i)
    {
        r.v[i] = a.m[i][0] * v.v[0] + a.m[i][1] * v.v[1] + a.m[i][2] * v.v[2];
    }
    return r;
}

static double inner(triple a, triple b)
{
    return a.v[0] * b.v[0] + a.v[1] * b.v[1] + a.v[2] * b.v[2];
}

static triple outer(triple a, triple b)
{
    const triple r = {
        {a.v[1] * b.v[2] - a.v[2] * b.v[1], a.v[2] * b.v[0] - a.v[0] * b.v[2], a.v[0] * b.v[1] - a.v[1] * b.v[0]}};
    return r;
}

static double size_of(triple a)
{
    return sqrt(inner(a, a));
}

static matrix matrix_of(imp3i_dinertia i)
{
    const matrix r = {{{i.xx, i.xy, i.zx}, {i.xy, i.yy, i.yz}, {i.zx, i.yz, i.zz}}};
    return r;
}

static matrix matrix_of_f(imp3i_inertia i)
{
    return matrix_of(imp3i_dinertia_of(i));
}

static matrix matrix_of_rot(imp3_rot q)
{
    const matrix r = {{{q.x.x, q.y.x, q.z.x}, {q.x.y, q.y.y, q.z.y}, {q.x.z, q.y.z, q.z.z}}};
    return r;
}

static matrix matrix_of_drot(imp3i_drot q)
{
    const matrix r = {{{q.x.x, q.y.x, q.z.x}, {q.x.y, q.y.y, q.z.y}, {q.x.z, q.y.z, q.z.z}}};
    return r;
}

// By Rodrigues: 1 + sin K + (1 - cos) K^2, of an axis of length 1.
static matrix turn_about(triple n, double angle)
{
    const matrix k = {{{0, -n.v[2], n.v[1]}, {n.v[2], 0, -n.v[0]}, {-n.v[1], n.v[0], 0}}}, kk = product(k, k);
    matrix r;
    for (int i = 0; i < 9; ++i)
    {
        r.m[i / 3][i % 3] = (i % 4 == 0) + sin(angle) * k.m[i / 3][i % 3] + (1.0 - cos(angle)) * kk.m[i / 3][i % 3];
    }
    return r;
}

static double unlike(matrix a, matrix b)
{
    double most = 0.0;
    for (int i = 0; i < 9; ++i)
    {
        most = fmax(most, fabs(a.m[i / 3][i % 3] - b.m[i / 3][i % 3]));
    }
    return most;
}

static double unlike_vec(triple a, triple b)
{
    return fmax(fabs(a.v[0] - b.v[0]), fmax(fabs(a.v[1] - b.v[1]), fabs(a.v[2] - b.v[2])));
}

static double greatest(matrix a)
{
    const matrix zero = {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    return unlike(a, zero);
}

static const matrix ONE = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
static const imp3i_spin NO_SPIN = {0, 0, 0};

static imp3_vec some_vec(test_rng* rng, float size)
{
    imp3_vec v;
    v.x = size * test_rng_range(rng, -1.0f, 1.0f);
    v.y = size * test_rng_range(rng, -1.0f, 1.0f);
    v.z = size * test_rng_range(rng, -1.0f, 1.0f);
    return v;
}

static float some_size(test_rng* rng)
{
    return (float)exp2(40.0 * test_rng_unit(rng) - 20.0);
}

static triple some_axis(test_rng* rng)
{
    triple n = triple_of(some_vec(rng, 1.0f));
    int flat = test_rng_int(rng, 0, 9);
    n.v[0] = flat == 0 ? 0.0 : n.v[0] + 1e-3;
    n.v[1] = flat <= 1 ? 0.0 : n.v[1];
    double length = size_of(n);
    const triple r = {{n.v[0] / length, n.v[1] / length, n.v[2] / length}};
    return length > 0.1 ? r : some_axis(rng);
}

static imp3_rot rot_of_matrix(matrix m)
{
    const imp3i_drot d = {
        {m.m[0][0], m.m[1][0], m.m[2][0]}, {m.m[0][1], m.m[1][1], m.m[2][1]}, {m.m[0][2], m.m[1][2], m.m[2][2]}};
    return imp3i_rot_of(d);
}

static imp3_rot some_rot(test_rng* rng)
{
    return rot_of_matrix(turn_about(some_axis(rng), 3.2 * (2.0 * test_rng_unit(rng) - 1.0)));
}

// Of principal inertias that a body may have, by how unlike they are.
static imp3i_inertia some_inertia(test_rng* rng, float size)
{
    float a = test_rng_range(rng, 0.1f, 1.0f), b = test_rng_range(rng, 0.1f, 1.0f), c = test_rng_range(rng, 0.1f, 1.0f);
    imp3i_inertia r = {size * (a + b), size * (b + c), size * (c + a), 0.0f, 0.0f, 0.0f};
    return imp3i_inertia_turned(r, some_rot(rng));
}

static bool is_rotation(imp3_rot q)
{
    const imp3_pose pose = {{0, 0, 0}, q};
    return imp3_pose_check(&pose) == IMP_OK;
}

static bool same_bits(const void* a, const void* b, size_t size)
{
    return memcmp(a, b, size) == 0;
}

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
        assert_true(size_of(limited) <= most * (1.0 + 0x1p-50) && size_of(outer(limited, ta)) <= 0x1p-26 * unit * most);
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
        assert_true(imp3i_spin_bits(spin) && imp3i_dspin_some(imp3i_dspin_of(spin)));
        *number = 0x1p-149f;
        assert_true(imp3i_spin_bits(spin) && imp3i_dspin_some(imp3i_dspin_of(spin)));
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
    assert_true(q.z.y == 3.0f && sizeof q == IMP3I_ROT_FIELDS * sizeof(float));
    assert_true(sizeof(imp3i_spin) == IMP3I_SPIN_FIELDS * sizeof(float));
    assert_true(sizeof(imp3i_inertia) == IMP3I_INERTIA_FIELDS * sizeof(float));
    const imp3i_spin none = imp3i_spin_none(), none_d = imp3i_spin_of(imp3i_dspin_none());
    assert_true(same_bits(&none, &NO_SPIN, sizeof none) && same_bits(&none_d, &NO_SPIN, sizeof none));
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
    assert_true(worst <= 0x1p-24 && back <= 0x1p-21);
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
    assert_true(worst <= 0x1p-20 && solved <= 0x1p-46);
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
    assert_true(same_bits(&of_none, &none, sizeof none) && same_bits(&of_little, &none, sizeof none));
    // A needle, a thousand times as long as thick, still turns about itself; what is thinner than floats tell does not.
    const imp3i_inertia needle = {1.0f, 1.0f, 6e-6f, 0, 0, 0}, hair = {1.0f, 1.0f, 6e-8f, 0, 0, 0};
    assert_true(imp3i_inertia_inverse(needle, 0).zz == 1.0f / 6e-6f && imp3i_inertia_inverse(hair, 0).zz == 0.0f);
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
        assert_true(unlike(matrix_of_drot(q), mf) == 0.0 && is_rotation(imp3i_rot_of(spun)));

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
    assert_true(worst <= 2e-14 && turned <= 6.0 * 0x1p-24);
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
            assert_true(unlike_vec(triple_of(close), sine) == 0.0);
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
    assert_true(worst <= 4e-7 && worst_sine <= 3.0 * 0x1p-24);
    // Half turns about the axes, without any doubt.
    const imp3_rot half[] = {
        {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, {{-1, 0, 0}, {0, 1, 0}, {0, 0, -1}}, {{-1, 0, 0}, {0, -1, 0}, {0, 0, 1}}};
    for (int k = 0; k < 3; ++k)
    {
        triple turn = triple_of_d(imp3i_dturn_between(imp3_pose_identity().q, half[k]));
        assert_true(fabs(fabs(turn.v[k]) - pi) < 1e-12 && fabs(size_of(turn) - pi) < 1e-12);
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
        assert_true(is_rotation(made) && is_rotation(reached));
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
    assert_true(worst <= 3e-5 && missed <= 3e-6);
    test_report("spin3: sub-steps", count);
}

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
    assert_true(off <= 1e-5 && least >= (1.0 - 1e-4) * energy && most <= (1.0 + 1e-4) * energy && flips >= 10);
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
    assert_true(off[0] <= 1e-5 && off[1] <= 3e-6 && first <= 4e-6);
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
        assert_true(same_bits(&is, &spin, sizeof is) && same_bits(&spun, &t.q, sizeof spun));
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
        cmocka_unit_test(tumbling_keeps_momentum),
        cmocka_unit_test(tumbling_follows_the_equations),
        cmocka_unit_test(what_acts_on_a_body_is_taken_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
