// SPDX-License-Identifier: MIT
//
// Rows that close loops of a tree: few, so they are dense. What they answer to each other comes from the tree's answer
// to each of them.

#ifndef AXES
#include "group_solver2.h"
#include <math.h>
#include <string.h>

#include "../../math/dim2.h"
#endif

// The rate of a row by velocities.
static float rate_of_loop(const GroupSolver* s, int32_t row, const float* velocities)
{
    return FNI(group_rate)(s, s->tree.first_loop + row, s->tree.loops[row].bodies, 4, velocities);
}

// Adds an impulse of a row to the momenta of its bodies.
static void add_loop_impulse(const GroupSolver* s, int32_t row, float impulse)
{
    const int32_t* bodies = s->tree.loops[row].bodies;
    for (int32_t e = 0; e < 4; ++e)
    {
        float* momentum = s->tree.momentum + (int64_t)bodies[e] * DIMI(FREEDOMS) * s->tree.stride;
        for (int32_t k = 0; k < DIMI(FREEDOMS) && bodies[e] >= 0; ++k)
        {
            float end = *FNI(group_number)(s, s->tree.first_loop + row, e * DIMI(FREEDOMS) + k);
            momentum[(int64_t)k * s->tree.stride] += end * impulse;
        }
    }
}

// The answers of loop rows to each other, through the tree.
static void find_loop_answers(const GroupSolver* s)
{
    int32_t n = s->g->loop_rows;
    size_t bytes = (size_t)s->g->count * DIMI(FREEDOMS) * sizeof(float);
    for (int32_t k = 0; k < s->tree.first_loop; ++k)
    {
        *FNI(group_number)(s, k, DIMI(TREE_ROW_BIAS)) = 0.0f;
    }
    for (int32_t q = 0; q < n; ++q)
    {
        memset(s->tree.momentum, 0, bytes);
        add_loop_impulse(s, q, 1.0f);
        s->passes->answer(&s->tree);
        for (int32_t i = q; i < n; ++i)
        {
            float answer = rate_of_loop(s, i, s->tree.velocity);
            float softness = *FNI(group_number)(s, s->tree.first_loop + i, DIMI(TREE_ROW_SOFTNESS));
            s->dense[i * n + q] = i == q ? answer + softness : answer;
        }
    }
}

// The Cholesky factor of what loops answer, its diagonal inverted. Rows at a bound have no answer.
static void factor_loops(const GroupSolver* s)
{
    int32_t n = s->g->loop_rows;
    for (int32_t i = 0; i < n; ++i)
    {
        for (int32_t k = 0; k <= i; ++k)
        {
            bool part = *FNI(group_number)(s, s->tree.first_loop + i, DIMI(TREE_ROW_PINNED)) == 0.0f &&
                        *FNI(group_number)(s, s->tree.first_loop + k, DIMI(TREE_ROW_PINNED)) == 0.0f;
            float sum = part ? s->dense[i * n + k] : i == k ? 1.0f : 0.0f;
            for (int32_t m = 0; m < k; ++m)
            {
                sum -= s->inverse[i * n + m] * s->inverse[k * n + m];
            }
            s->inverse[i * n + k] = i > k ? sum * s->inverse[k * n + k] : sum > 0.0f ? 1.0f / sqrtf(sum) : 0.0f;
        }
    }
}

void FNI(group_factor_loops)(const GroupSolver* s)
{
    find_loop_answers(s);
    factor_loops(s);
}

void FNI(group_solve_loops)(const GroupSolver* s)
{
    int32_t n = s->g->loop_rows;
    const int64_t next = (int64_t)DIMI(TREE_ROW_NUMBERS) * s->tree.stride;
    float* wanted = FNI(group_number)(s, s->tree.first_loop, DIMI(TREE_ROW_IMPULSE));
    for (int32_t i = 0; i < n; ++i)
    {
        float sum =
            -*FNI(group_number)(s, s->tree.first_loop + i, DIMI(TREE_ROW_BIAS)) - rate_of_loop(s, i, s->tree.velocity);
        bool pinned = *FNI(group_number)(s, s->tree.first_loop + i, DIMI(TREE_ROW_PINNED)) > 0.0f;
        sum = pinned ? 0.0f : sum;
        for (int32_t k = 0; k < i; ++k)
        {
            sum -= s->inverse[i * n + k] * wanted[k * next];
        }
        wanted[i * next] = sum * s->inverse[i * n + i];
    }
    for (int32_t i = n - 1; i >= 0; --i)
    {
        float sum = wanted[i * next];
        for (int32_t k = i + 1; k < n; ++k)
        {
            sum -= s->inverse[k * n + i] * wanted[k * next];
        }
        wanted[i * next] = sum * s->inverse[i * n + i];
        add_loop_impulse(s, i, wanted[i * next]);
    }
    s->passes->answer(&s->tree);
}
