// SPDX-License-Identifier: MIT
//
// Plain matrices of doubles, as a reference for turning in space; and random input for its tests.

#ifndef IMP_TEST_MATRICES3_H
#define IMP_TEST_MATRICES3_H

#include <float.h>
#include <math.h>
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

static inline triple triple_of(imp3_vec v)
{
    const triple r = {{v.x, v.y, v.z}};
    return r;
}

static inline triple triple_of_d(imp3i_dvec v)
{
    const triple r = {{v.x, v.y, v.z}};
    return r;
}

static inline matrix product(matrix a, matrix b)
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

static inline matrix transpose(matrix a)
{
    matrix r;
    for (int i = 0; i < 9; ++i)
    {
        r.m[i / 3][i % 3] = a.m[i % 3][i / 3];
    }
    return r;
}

static inline triple times(matrix a, triple v)
{
    triple r;
    for (int i = 0; i < 3; ++i)
    {
        r.v[i] = a.m[i][0] * v.v[0] + a.m[i][1] * v.v[1] + a.m[i][2] * v.v[2];
    }
    return r;
}

static inline double inner(triple a, triple b)
{
    return a.v[0] * b.v[0] + a.v[1] * b.v[1] + a.v[2] * b.v[2];
}

static inline triple outer(triple a, triple b)
{
    const triple r = {
        {a.v[1] * b.v[2] - a.v[2] * b.v[1], a.v[2] * b.v[0] - a.v[0] * b.v[2], a.v[0] * b.v[1] - a.v[1] * b.v[0]}};
    return r;
}

static inline double size_of(triple a)
{
    return sqrt(inner(a, a));
}

static inline matrix matrix_of(imp3i_dinertia i)
{
    const matrix r = {{{i.xx, i.xy, i.zx}, {i.xy, i.yy, i.yz}, {i.zx, i.yz, i.zz}}};
    return r;
}

static inline matrix matrix_of_f(imp3i_inertia i)
{
    return matrix_of(imp3i_dinertia_of(i));
}

static inline matrix matrix_of_rot(imp3_rot q)
{
    const matrix r = {{{q.x.x, q.y.x, q.z.x}, {q.x.y, q.y.y, q.z.y}, {q.x.z, q.y.z, q.z.z}}};
    return r;
}

static inline matrix matrix_of_drot(imp3i_drot q)
{
    const matrix r = {{{q.x.x, q.y.x, q.z.x}, {q.x.y, q.y.y, q.z.y}, {q.x.z, q.y.z, q.z.z}}};
    return r;
}

// By Rodrigues: 1 + sin K + (1 - cos) K^2, of an axis of length 1.
static inline matrix turn_about(triple n, double angle)
{
    const matrix k = {{{0, -n.v[2], n.v[1]}, {n.v[2], 0, -n.v[0]}, {-n.v[1], n.v[0], 0}}}, kk = product(k, k);
    matrix r;
    for (int i = 0; i < 9; ++i)
    {
        r.m[i / 3][i % 3] = (i % 4 == 0) + sin(angle) * k.m[i / 3][i % 3] + (1.0 - cos(angle)) * kk.m[i / 3][i % 3];
    }
    return r;
}

static inline double unlike(matrix a, matrix b)
{
    double most = 0.0;
    for (int i = 0; i < 9; ++i)
    {
        most = fmax(most, fabs(a.m[i / 3][i % 3] - b.m[i / 3][i % 3]));
    }
    return most;
}

static inline double unlike_vec(triple a, triple b)
{
    return fmax(fabs(a.v[0] - b.v[0]), fmax(fabs(a.v[1] - b.v[1]), fabs(a.v[2] - b.v[2])));
}

static inline double greatest(matrix a)
{
    const matrix zero = {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    return unlike(a, zero);
}

static const matrix ONE = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
static const imp3i_spin NO_SPIN = {0, 0, 0};

static inline imp3_vec some_vec(test_rng* rng, float size)
{
    imp3_vec v;
    v.x = size * test_rng_range(rng, -1.0f, 1.0f);
    v.y = size * test_rng_range(rng, -1.0f, 1.0f);
    v.z = size * test_rng_range(rng, -1.0f, 1.0f);
    return v;
}

static inline float some_size(test_rng* rng)
{
    return (float)exp2(40.0 * test_rng_unit(rng) - 20.0);
}

static inline triple some_axis(test_rng* rng)
{
    triple n = triple_of(some_vec(rng, 1.0f));
    int flat = test_rng_int(rng, 0, 9);
    n.v[0] = flat == 0 ? 0.0 : n.v[0] + 1e-3;
    n.v[1] = flat <= 1 ? 0.0 : n.v[1];
    double length = size_of(n);
    const triple r = {{n.v[0] / length, n.v[1] / length, n.v[2] / length}};
    return length > 0.1 ? r : some_axis(rng);
}

static inline imp3_rot rot_of_matrix(matrix m)
{
    const imp3i_drot d = {
        {m.m[0][0], m.m[1][0], m.m[2][0]}, {m.m[0][1], m.m[1][1], m.m[2][1]}, {m.m[0][2], m.m[1][2], m.m[2][2]}};
    return imp3i_rot_of(d);
}

static inline imp3_rot some_rot(test_rng* rng)
{
    return rot_of_matrix(turn_about(some_axis(rng), 3.2 * (2.0 * test_rng_unit(rng) - 1.0)));
}

// Of principal inertias that a body may have, by how unlike they are.
static inline imp3i_inertia some_inertia(test_rng* rng, float size)
{
    float a = test_rng_range(rng, 0.1f, 1.0f), b = test_rng_range(rng, 0.1f, 1.0f), c = test_rng_range(rng, 0.1f, 1.0f);
    imp3i_inertia r = {size * (a + b), size * (b + c), size * (c + a), 0.0f, 0.0f, 0.0f};
    return imp3i_inertia_turned(r, some_rot(rng));
}

static inline bool is_rotation(imp3_rot q)
{
    const imp3_pose pose = {{0, 0, 0}, q};
    return imp3_pose_check(&pose) == IMP_OK;
}

static inline bool same_bits(const void* a, const void* b, size_t size)
{
    return memcmp(a, b, size) == 0;
}

#endif
