// SPDX-License-Identifier: MIT
//
// Trees of joints in lanes: random trees, each lane with its own numbers, against what they solve, and against each
// tree alone. Rows at bounds come and go as passes are taken, so lanes settle one after the other.

#include "support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum
{
    MOST_BODIES = 6,
    MOST_ROWS = 4,  // of a joint
    PASSES = 3,
    ROUNDS = 4,
    F = DIMI(FREEDOMS),
    ROW = DIMI(TREE_ROW_NUMBERS),
    LANES_OF_TREE = DIMI(TREE_LANES)
};

/// Numbers of trees in lanes.
typedef struct forest
{
    JointTree tree;
    TreeBody bodies[MOST_BODIES];
    float mass[MOST_BODIES * F * F * LANES_OF_TREE], factor[MOST_BODIES * F * F * LANES_OF_TREE];
    float momentum[MOST_BODIES * F * LANES_OF_TREE], velocity[MOST_BODIES * F * LANES_OF_TREE];
    float speed[MOST_BODIES * F * LANES_OF_TREE], left[MOST_BODIES * F * LANES_OF_TREE];
    float rows[MOST_BODIES * MOST_ROWS * ROW * LANES_OF_TREE], active[LANES_OF_TREE];
} forest;

static void point_tree(forest* f)
{
    f->tree.bodies = f->bodies;
    f->tree.mass = f->mass;
    f->tree.factor = f->factor;
    f->tree.momentum = f->momentum;
    f->tree.velocity = f->velocity;
    f->tree.speed = f->speed;
    f->tree.left = f->left;
    f->tree.rows = f->rows;
    f->tree.active = f->active;
}

static float any(test_rng* rng)
{
    return test_rng_range(rng, -1.0f, 1.0f);
}

static void fill_row(test_rng* rng, float* row, int32_t stride)
{
    bool limited = test_rng_range(rng, 0.0f, 1.0f) < 0.4f;
    for (int32_t k = 0; k < 2 * F; ++k)
    {
        row[k * stride] = any(rng);
    }
    row[DIMI(TREE_ROW_SOFTNESS) * stride] = 0.01f + fabsf(any(rng));
    row[DIMI(TREE_ROW_PUSH) * stride] = any(rng);
    row[DIMI(TREE_ROW_RELAX) * stride] = any(rng);
    row[DIMI(TREE_ROW_DRIFT) * stride] = 0.1f * any(rng);
    row[DIMI(TREE_ROW_LEAST) * stride] = limited ? -0.2f : -INFINITY;
    row[DIMI(TREE_ROW_MOST) * stride] = limited ? 0.1f : INFINITY;
    row[DIMI(TREE_ROW_FREES) * stride] = any(rng) > 0.0f ? 1.0f : 0.0f;
}

static void open_forest(test_rng* rng, forest* f)
{
    memset(f, 0, sizeof *f);
    point_tree(f);
    const int32_t stride = LANES_OF_TREE;
    f->tree.count = 1 + test_rng_int(rng, 0, MOST_BODIES - 1);
    f->tree.lanes = 1 + test_rng_int(rng, 0, LANES_OF_TREE - 1);
    f->tree.stride = stride;
    for (int32_t i = 0; i < f->tree.count; ++i)
    {
        TreeBody* b = &f->bodies[i];
        b->parent = i > 0 ? test_rng_int(rng, 0, i - 1) : -1;
        b->row = f->tree.row_count;
        b->rows = test_rng_int(rng, 0, MOST_ROWS);
        b->stale = true;
        f->tree.row_count += b->rows;
        for (int32_t lane = 0; lane < f->tree.lanes; ++lane)
        {
            for (int32_t k = 0; k < F; ++k)
            {
                f->mass[((i * F + k) * F + k) * stride + lane] = 0.5f + fabsf(any(rng));
                f->speed[(i * F + k) * stride + lane] = any(rng);
            }
        }
    }
    f->tree.first_loop = f->tree.row_count;
    for (int32_t lane = 0; lane < f->tree.lanes; ++lane)
    {
        f->active[lane] = 1.0f;
        for (int32_t k = 0; k < f->tree.row_count; ++k)
        {
            fill_row(rng, f->rows + k * ROW * stride + lane, stride);
        }
    }
}

static void pick(const float* from, int32_t count, int32_t lane, float* out)
{
    for (int32_t k = 0; k < count; ++k)
    {
        out[k] = from[k * LANES_OF_TREE + lane];
    }
}

/// One tree of a forest, by itself.
static void take_lane(const forest* f, int32_t lane, forest* out)
{
    *out = *f;
    point_tree(out);
    out->tree.lanes = out->tree.stride = 1;
    out->active[0] = 1.0f;
    pick(f->mass, f->tree.count * F * F, lane, out->mass);
    pick(f->speed, f->tree.count * F, lane, out->speed);
    pick(f->rows, f->tree.row_count * ROW, lane, out->rows);
}

// A pass as a world takes it; returns how often rows were settled.
static int32_t take_pass(const TreePasses* passes, const JointTree* t, bool push)
{
    int32_t round = 0;
    bool changed = true;
    if (push && passes->begin(t))
    {
        passes->factor(t);
    }
    for (; round <= ROUNDS && changed; ++round)
    {
        passes->ask(t, push ? DIMI(TREE_PUSH) : DIMI(TREE_RELAX));
        passes->answer(t);
        changed = round < ROUNDS && passes->settle(t, round == ROUNDS - 1);
        if (changed)
        {
            passes->factor(t);
        }
    }
    passes->keep(t);
    for (int32_t i = 0; i < t->count * F * t->stride; ++i)
    {
        t->speed[i] += t->velocity[i];
    }
    return round;
}

static void take_passes(const TreePasses* passes, const JointTree* t)
{
    passes->factor(t);
    for (int32_t k = 0; k < PASSES; ++k)
    {
        (void)take_pass(passes, t, k % 2 == 0);
    }
}

static void lanes_give_the_bits_of_each_tree(void** state)
{
    (void)state;
    static forest of, wide, alone;
    test_rng rng = {11};
    for (uint64_t n = 0; n < test_n(200); ++n)
    {
        open_forest(&rng, &of);
        for (int level = 0; level <= impi_cpu_level(); ++level)
        {
            wide = of;
            point_tree(&wide);
            take_passes(FNI(tree_passes_at)(level), &wide.tree);
            for (int32_t lane = 0; lane < of.tree.lanes; ++lane)
            {
                float speed[MOST_BODIES * F], rows[MOST_BODIES * MOST_ROWS * ROW];
                take_lane(&of, lane, &alone);
                take_passes(&FNI(tree_passes_scalar), &alone.tree);
                pick(wide.speed, of.tree.count * F, lane, speed);
                pick(wide.rows, of.tree.row_count * ROW, lane, rows);
                assert_memory_equal(speed, alone.speed, (size_t)of.tree.count * F * sizeof *speed);
                for (int32_t k = 0; k < of.tree.row_count; ++k)
                {
                    for (int32_t at = DIMI(TREE_ROW_TOTAL); at <= DIMI(TREE_ROW_PINNED); ++at)
                    {
                        assert_memory_equal(&rows[k * ROW + at], &alone.rows[k * ROW + at], sizeof *rows);
                    }
                }
            }
        }
    }
}

// The impulses of rows on a body.
static double momentum_of(const forest* f, int32_t body, int32_t freedom)
{
    double sum = 0.0;
    for (int32_t i = 0; i < f->tree.count; ++i)
    {
        for (int32_t k = f->bodies[i].row; k < f->bodies[i].row + f->bodies[i].rows; ++k)
        {
            const float* row = f->rows + k * ROW;
            double change = (double)row[DIMI(TREE_ROW_PINNED)] > 0.0 ? (double)row[DIMI(TREE_ROW_GIVEN)]
                                                                     : (double)row[DIMI(TREE_ROW_IMPULSE)];
            sum += i == body ? change * (double)row[freedom] : 0.0;
            sum += f->bodies[i].parent == body ? change * (double)row[F + freedom] : 0.0;
        }
    }
    return sum;
}

// Bodies move by the impulses of their rows; rows in the matrix have the rates that they want; those at bounds are there
// for a reason.
static void answers_solve_their_rows(void** state)
{
    (void)state;
    static forest of, t;
    test_rng rng = {12};
    int32_t pinned = 0;
    for (uint64_t n = 0; n < test_n(300); ++n)
    {
        open_forest(&rng, &of);
        take_lane(&of, 0, &t);
        const TreePasses* passes = &FNI(tree_passes_scalar);
        passes->factor(&t.tree);
        bool changed = true;
        for (int32_t round = 0; round < 2 * ROUNDS && changed; ++round)
        {
            passes->ask(&t.tree, DIMI(TREE_PUSH));
            passes->answer(&t.tree);
            changed = passes->settle(&t.tree, round >= ROUNDS);
            if (changed)
            {
                passes->factor(&t.tree);
            }
        }
        if (changed)
        {
            continue;
        }
        for (int32_t i = 0; i < t.tree.count; ++i)
        {
            for (int32_t k = 0; k < F; ++k)
            {
                double mass = (double)t.mass[(i * F + k) * F + k];
                assert_true(fabs(mass * (double)t.velocity[i * F + k] - momentum_of(&t, i, k)) < 2e-4);
            }
            for (int32_t k = t.bodies[i].row; k < t.bodies[i].row + t.bodies[i].rows; ++k)
            {
                const float* row = t.rows + k * ROW;
                double rate = (double)row[DIMI(TREE_ROW_PUSH)] + (double)row[DIMI(TREE_ROW_DRIFT)];
                for (int32_t m = 0; m < F; ++m)
                {
                    int32_t p = t.bodies[i].parent;
                    rate += (double)row[m] * ((double)t.speed[i * F + m] + (double)t.velocity[i * F + m]);
                    int32_t at = p * F + m;
                    rate += p < 0 ? 0.0 : (double)row[F + m] * ((double)t.speed[at] + (double)t.velocity[at]);
                }
                bool out = row[DIMI(TREE_ROW_PINNED)] > 0.0f;
                double given = (double)row[out ? DIMI(TREE_ROW_GIVEN) : DIMI(TREE_ROW_IMPULSE)];
                rate += (double)row[DIMI(TREE_ROW_SOFTNESS)] * given;
                pinned += out ? 1 : 0;
                assert_true(out || fabs(rate) < 2e-4);
                assert_true(given >= (double)row[DIMI(TREE_ROW_LEAST)] - 1e-6);
                assert_true(given <= (double)row[DIMI(TREE_ROW_MOST)] + 1e-6);
            }
        }
    }
    assert_true(pinned > 0);
}

// Solves n equations in doubles, with pivots.
static void solve_dense(double* a, double* b, int32_t n)
{
    for (int32_t k = 0; k < n; ++k)
    {
        int32_t most = k;
        for (int32_t i = k + 1; i < n; ++i)
        {
            most = fabs(a[i * n + k]) > fabs(a[most * n + k]) ? i : most;
        }
        for (int32_t m = 0; m < n; ++m)
        {
            double of = a[k * n + m];
            a[k * n + m] = a[most * n + m];
            a[most * n + m] = of;
        }
        double of = b[k];
        b[k] = b[most];
        b[most] = of;
        for (int32_t i = k + 1; i < n; ++i)
        {
            double part = a[i * n + k] / a[k * n + k];
            for (int32_t m = k; m < n; ++m)
            {
                a[i * n + m] -= part * a[k * n + m];
            }
            b[i] -= part * b[k];
        }
    }
    for (int32_t k = n - 1; k >= 0; --k)
    {
        for (int32_t m = k + 1; m < n; ++m)
        {
            b[k] -= a[k * n + m] * b[m];
        }
        b[k] /= a[k * n + k];
    }
}

// Masses and rows of a tree as one matrix, with what a unit impulse at a freedom of a body does: velocities of all.
static void answer_dense(const forest* t, int32_t body, int32_t freedom, double* velocities)
{
    enum
    {
        MOST = MOST_BODIES * (F + MOST_ROWS)
    };
    static double a[MOST * MOST], b[MOST];
    const int32_t moves = t->tree.count * F, n = moves + t->tree.row_count;
    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
    b[body * F + freedom] = 1.0;
    for (int32_t i = 0; i < t->tree.count; ++i)
    {
        for (int32_t k = 0; k < F * F; ++k)
        {
            a[(i * F + k / F) * n + i * F + k % F] = (double)t->mass[i * F * F + k];
        }
        for (int32_t k = t->bodies[i].row; k < t->bodies[i].row + t->bodies[i].rows; ++k)
        {
            const float* row = t->rows + k * ROW;
            const bool pinned = row[DIMI(TREE_ROW_PINNED)] > 0.0f;
            const int32_t ends[2] = {i, t->bodies[i].parent}, at = moves + k;
            a[at * n + at] = pinned ? 1.0 : (double)row[DIMI(TREE_ROW_SOFTNESS)];
            for (int32_t m = 0; m < 2 * F && !pinned; ++m)
            {
                if (ends[m / F] >= 0)
                {
                    a[at * n + ends[m / F] * F + m % F] = (double)row[m];
                    a[(ends[m / F] * F + m % F) * n + at] = -(double)row[m];
                }
            }
        }
    }
    solve_dense(a, b, n);
    memcpy(velocities, b, (size_t)moves * sizeof *b);
}

// Asks each body of trees side by side for an answer: by all that hangs at it, or by a share of it and by what its own
// mass adds. Bodies have unit masses of their own there, and inertias of 1/2.
static void ask_all(float* responses, int32_t bodies, int32_t lanes, float share, float least)
{
    for (int32_t k = 0; k < bodies * DIMI(RESPONSE_NUMBERS) * lanes; ++k)
    {
        const int32_t number = k / lanes % DIMI(RESPONSE_NUMBERS), field = number - DIMI(RESPONSE_INERTIA);
        responses[k] = number == DIMI(RESPONSE_MASS)    ? 1.0f
                       : number == DIMI(RESPONSE_SHARE) ? share
                       : number == DIMI(RESPONSE_LEAST) ? least
                       : field >= 0 && field < F - AXES ? 2.0f
                                                        : 0.0f;
    }
}

static double response_at(const float* responses, int32_t body, int32_t i, int32_t k)
{
    const int32_t low = i < k ? i : k, high = i < k ? k : i;
    return (double)responses[body * DIMI(RESPONSE_NUMBERS) + high * (high + 1) / 2 + low];
}

// How far a shared answer is from the one that solves ((1 - s) I + s O^-1) answer = 1, which is
// (1 - s) I answer + s O^-1 answer: O times it, (1 - s) O I answer + s answer = O, needs no inverse.
static double off_share(const float* whole, const float* shared, int32_t body, double share, double least)
{
    double worst = 0.0;
    for (int32_t i = 0; i < F; ++i)
    {
        for (int32_t k = 0; k < F; ++k)
        {
            double sum = 0.0, size = fabs(response_at(whole, body, i, k));
            for (int32_t m = 0; m < F; ++m)
            {
                const double mass = m < AXES ? 1.0 : 0.5, own = m == k ? least / mass : 0.0;
                const double of = (1.0 - share) * response_at(whole, body, i, m) * mass;
                const double by = response_at(shared, body, m, k) - own;
                sum += of * by + (m == i ? share * by : 0.0);
                size += fabs(of * by);
            }
            worst = fmax(worst, fabs(sum - response_at(whole, body, i, k)) / (1.0 + size));
        }
    }
    return worst;
}

// The response of a body to an impulse, with all that hangs at it, is that of one matrix of all: for each body, also where rows
// are at bounds; and in lanes to the bit as alone. Shares are those of own masses and of these.
static void responses_are_those_of_all_bodies(void** state)
{
    (void)state;
    static forest of, wide, alone;
    static float out[MOST_BODIES * DIMI(RESPONSE_NUMBERS) * LANES_OF_TREE];
    static float own[MOST_BODIES * DIMI(RESPONSE_NUMBERS)], whole[MOST_BODIES * DIMI(RESPONSE_NUMBERS)];
    bool asked[MOST_BODIES];
    test_rng rng = {13};
    double worst = 0.0, worst_share = 0.0;
    memset(asked, 1, sizeof asked);
    for (uint64_t n = 0; n < test_n(60); ++n)
    {
        open_forest(&rng, &of);
        for (int32_t k = 0; k < of.tree.row_count * LANES_OF_TREE; ++k)
        {
            of.rows[(k / LANES_OF_TREE * ROW + DIMI(TREE_ROW_PINNED)) * LANES_OF_TREE + k % LANES_OF_TREE] =
                any(&rng) < -0.6f ? 1.0f : 0.0f;
        }
        for (int32_t lane = 0; lane < of.tree.lanes; ++lane)
        {
            take_lane(&of, lane, &alone);
            FNI(tree_passes_scalar).factor(&alone.tree);
            const float share = 0.55f + 0.45f * any(&rng), least = 0.01f;
            ask_all(whole, of.tree.count, 1, 1.0f, 0.0f);
            FNI(tree_passes_scalar).respond(&alone.tree, asked, whole);
            ask_all(own, of.tree.count, 1, share, least);
            FNI(tree_passes_scalar).respond(&alone.tree, asked, own);
            for (int level = 0; level <= impi_cpu_level(); ++level)
            {
                wide = of;
                point_tree(&wide);
                FNI(tree_passes_at)(level)->factor(&wide.tree);
                ask_all(out, of.tree.count, LANES_OF_TREE, share, least);
                FNI(tree_passes_at)(level)->respond(&wide.tree, asked, out);
                for (int32_t k = 0; k < of.tree.count * DIMI(RESPONSE_NUMBERS); ++k)
                {
                    assert_memory_equal(&out[k * LANES_OF_TREE + lane], &own[k], sizeof *own);
                }
            }
            for (int32_t i = 0; i < of.tree.count && lane == 0; ++i)
            {
                for (int32_t k = 0; k < F; ++k)
                {
                    double velocities[MOST_BODIES * F];
                    answer_dense(&alone, i, k, velocities);
                    for (int32_t m = 0; m < F; ++m)
                    {
                        worst = fmax(worst, fabs(velocities[i * F + m] - response_at(whole, i, m, k)));
                    }
                }
                worst_share = fmax(worst_share, off_share(whole, own, i, (double)share, (double)least));
            }
        }
    }
    printf("responses off by %.1e, shares by %.1e\n", worst, worst_share);
    assert_true(worst < 2e-5);
    assert_true(worst_share < 1e-5);
}

#define JOINT_TREES_TESTS                                                                                              \
    cmocka_unit_test(lanes_give_the_bits_of_each_tree), cmocka_unit_test(answers_solve_their_rows),                    \
        cmocka_unit_test(responses_are_those_of_all_bodies)
