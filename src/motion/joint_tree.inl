// SPDX-License-Identifier: MIT
//
// A tree of joints, solved whole: block elimination from the leaves to the root, in as many operations as there are
// joints. What the rows of a joint want holds exactly, whatever the ratio of masses.
//
//     factor   leaf -> root   inertia of a body and of all that hangs on it, as its parent feels it (articulated inertia)
//     answer   leaf -> root   momenta and biases, as the parent feels them
//              root -> leaf   impulses of the joints, velocities
//
// A body i has velocities v (linear, then angular), a mass matrix I and a momentum r; the rows of the joint to its parent
// p have J = (Jc, Jp), a bias b and a softness G >= 0 (of impulses):
//
//     I v = r + Jc^T impulse + (what its children do),     Jc v_i + Jp v_p + b + G impulse = 0
//
// With I = L L^T, W = Jc L^-T, D = W W^T + G = M M^T and P = M^-1 Jp the parent gets P^T P to its inertia and P^T f to its
// momentum, where f = M^-1 (-b - W L^-1 r). All are triangular solves without pivots: I is positive, and so is D as long as
// no row repeats another or G > 0.
//
// A parent has a lower number than its children. The numbers of tree k of several alike lie in lane k.
//
// Source: Featherstone 1983 in maximal coordinates, as Baraff 1996; softness as in Catto 2011.

#define LN(name) KN(name)

// Numbers of a row.
enum
{
    ROW_CHILD = DIMI(TREE_ROW_CHILD),
    ROW_PARENT = DIMI(TREE_ROW_PARENT),
    ROW_BIAS = DIMI(TREE_ROW_BIAS),
    ROW_SOFTNESS = DIMI(TREE_ROW_SOFTNESS),
    ROW_IMPULSE = DIMI(TREE_ROW_IMPULSE),
    ROW_W = ROW_IMPULSE + 1,
    ROW_P = ROW_W + FREEDOMS,
    ROW_M = ROW_P + FREEDOMS,
    ROW_F = ROW_M + DIMI(TREE_ROWS)
};

#define NUMBER(of, at) ((of) + (int64_t)(at)*stride)

// out = L^-1 in, of a matrix whose diagonal is stored inverted.
TARGET static inline void LN(tree_forward)(const float* l, int32_t n, int32_t stride, const LANES* in, LANES* out)
{
    for (int32_t i = 0; i < n; ++i)
    {
        LANES sum = in[i];
        for (int32_t k = 0; k < i; ++k)
        {
            sum = SUB(sum, MUL(LOAD(NUMBER(l, i * FREEDOMS + k)), out[k]));
        }
        out[i] = MUL(sum, LOAD(NUMBER(l, i * FREEDOMS + i)));
    }
}

// out = L^-T in.
TARGET static inline void LN(tree_backward)(const float* l, int32_t n, int32_t stride, const LANES* in, LANES* out)
{
    for (int32_t i = n - 1; i >= 0; --i)
    {
        LANES sum = in[i];
        for (int32_t k = i + 1; k < n; ++k)
        {
            sum = SUB(sum, MUL(LOAD(NUMBER(l, k * FREEDOMS + i)), out[k]));
        }
        out[i] = MUL(sum, LOAD(NUMBER(l, i * FREEDOMS + i)));
    }
}

// Cholesky factor of the lower half of a matrix, in place, with its diagonal inverted. What is not positive, as redundant
// rows without softness are, gets nothing.
TARGET static inline void LN(tree_cholesky)(float* a, int32_t n, int32_t stride)
{
    const LANES zero = SPLAT(0.0f), one = SPLAT(1.0f);
    for (int32_t i = 0; i < n; ++i)
    {
        for (int32_t k = 0; k <= i; ++k)
        {
            LANES sum = LOAD(NUMBER(a, i * FREEDOMS + k));
            for (int32_t m = 0; m < k; ++m)
            {
                sum = SUB(sum, MUL(LOAD(NUMBER(a, i * FREEDOMS + m)), LOAD(NUMBER(a, k * FREEDOMS + m))));
            }
            if (i == k)
            {
                MASK positive = LESS(zero, sum);
                sum = WHERE(positive, DIV(one, ROOT(PICK(positive, sum, one))));
            }
            else
            {
                sum = MUL(sum, LOAD(NUMBER(a, k * FREEDOMS + k)));
            }
            STORE(NUMBER(a, i * FREEDOMS + k), sum);
        }
    }
}

TARGET static inline void LN(tree_load)(const float* from, int32_t n, int32_t stride, LANES* out)
{
    for (int32_t i = 0; i < n; ++i)
    {
        out[i] = LOAD(NUMBER(from, i));
    }
}

TARGET static inline void LN(tree_store)(float* to, int32_t n, int32_t stride, const LANES* in)
{
    for (int32_t i = 0; i < n; ++i)
    {
        STORE(NUMBER(to, i), in[i]);
    }
}

TARGET static inline LANES LN(tree_dot)(const LANES* a, const LANES* b)
{
    LANES sum = MUL(a[0], b[0]);
    for (int32_t i = 1; i < FREEDOMS; ++i)
    {
        sum = ADD(sum, MUL(a[i], b[i]));
    }
    return sum;
}

// The inertia of a body is eliminated, and its parent feels it through the joint.
TARGET static void LN(tree_factor_body)(const TreeBody* b, float* mass, float* parent_mass, float* rows, int32_t stride)
{
    LANES w[DIMI(TREE_ROWS)][FREEDOMS], p[DIMI(TREE_ROWS)][FREEDOMS];
    float* m = NUMBER(rows, ROW_M);
    LN(tree_cholesky)(mass, FREEDOMS, stride);
    for (int32_t i = 0; i < b->rows; ++i)
    {
        float* row = NUMBER(rows, i * DIMI(TREE_ROW_NUMBERS));
        LN(tree_load)(NUMBER(row, ROW_CHILD), FREEDOMS, stride, p[0]);
        LN(tree_forward)(mass, FREEDOMS, stride, p[0], w[i]);
        LN(tree_store)(NUMBER(row, ROW_W), FREEDOMS, stride, w[i]);
        for (int32_t k = 0; k <= i; ++k)
        {
            LANES d = LN(tree_dot)(w[i], w[k]);
            STORE(NUMBER(row, ROW_M + k), i == k ? ADD(d, LOAD(NUMBER(row, ROW_SOFTNESS))) : d);
        }
    }
    // Cholesky of D, whose rows are in the rows of the joint; and P = M^-1 Jp along with it.
    const LANES zero = SPLAT(0.0f), one = SPLAT(1.0f);
    for (int32_t i = 0; i < b->rows; ++i)
    {
        float* row = NUMBER(rows, i * DIMI(TREE_ROW_NUMBERS));
        LANES own[DIMI(TREE_ROWS)];
        LN(tree_load)(NUMBER(row, ROW_PARENT), FREEDOMS, stride, p[i]);
        for (int32_t k = 0; k <= i; ++k)
        {
            const float* other = NUMBER(m, k * DIMI(TREE_ROW_NUMBERS));
            LANES sum = LOAD(NUMBER(row, ROW_M + k));
            for (int32_t j = 0; j < k; ++j)
            {
                sum = SUB(sum, MUL(own[j], i == k ? own[j] : LOAD(NUMBER(other, j))));
            }
            MASK positive = LESS(zero, sum);
            own[k] =
                i == k ? WHERE(positive, DIV(one, ROOT(PICK(positive, sum, one)))) : MUL(sum, LOAD(NUMBER(other, k)));
            STORE(NUMBER(row, ROW_M + k), own[k]);
            for (int32_t j = 0; j < FREEDOMS; ++j)
            {
                p[i][j] = i == k ? MUL(p[i][j], own[k]) : SUB(p[i][j], MUL(own[k], p[k][j]));
            }
        }
        LN(tree_store)(NUMBER(row, ROW_P), FREEDOMS, stride, p[i]);
        for (int32_t k = 0; parent_mass && k < FREEDOMS; ++k)
        {
            for (int32_t j = 0; j <= k; ++j)
            {
                float* at = NUMBER(parent_mass, k * FREEDOMS + j);
                STORE(at, ADD(LOAD(at), MUL(p[i][k], p[i][j])));
            }
        }
    }
}

// Momenta from the leaves to the root. What a body has for its own is kept in its velocity.
TARGET static void LN(tree_answer_up)(const TreeBody* b, const float* mass, const float* momentum, float* velocity,
                                      float* parent_velocity, float* rows, int32_t stride)
{
    LANES r[FREEDOMS], z[FREEDOMS], w[FREEDOMS];
    LN(tree_load)(velocity, FREEDOMS, stride, z);
    LN(tree_load)(momentum, FREEDOMS, stride, r);
    for (int32_t k = 0; k < FREEDOMS; ++k)
    {
        r[k] = ADD(r[k], z[k]);
    }
    LN(tree_forward)(mass, FREEDOMS, stride, r, z);
    LN(tree_store)(velocity, FREEDOMS, stride, z);
    for (int32_t i = 0; i < b->rows; ++i)
    {
        float* row = NUMBER(rows, i * DIMI(TREE_ROW_NUMBERS));
        LN(tree_load)(NUMBER(row, ROW_W), FREEDOMS, stride, w);
        LANES f = SUB(SUB(SPLAT(0.0f), LOAD(NUMBER(row, ROW_BIAS))), LN(tree_dot)(w, z));
        for (int32_t k = 0; k < i; ++k)
        {
            f = SUB(f, MUL(LOAD(NUMBER(row, ROW_M + k)), LOAD(NUMBER(rows, k * DIMI(TREE_ROW_NUMBERS) + ROW_F))));
        }
        f = MUL(f, LOAD(NUMBER(row, ROW_M + i)));
        STORE(NUMBER(row, ROW_F), f);
        for (int32_t k = 0; parent_velocity && k < FREEDOMS; ++k)
        {
            float* at = NUMBER(parent_velocity, k);
            STORE(at, ADD(LOAD(at), MUL(LOAD(NUMBER(row, ROW_P + k)), f)));
        }
    }
}

// Impulses of the joint, and the velocity that it leaves.
TARGET static void LN(tree_answer_down)(const TreeBody* b, const float* mass, float* velocity,
                                        const float* parent_velocity, float* rows, int32_t stride)
{
    LANES z[FREEDOMS], parent[FREEDOMS], impulse[DIMI(TREE_ROWS)];
    LN(tree_load)(velocity, FREEDOMS, stride, z);
    if (parent_velocity)
    {
        LN(tree_load)(parent_velocity, FREEDOMS, stride, parent);
    }
    for (int32_t i = b->rows - 1; i >= 0; --i)
    {
        float* row = NUMBER(rows, i * DIMI(TREE_ROW_NUMBERS));
        impulse[i] = LOAD(NUMBER(row, ROW_F));
        if (parent_velocity)
        {
            LANES p[FREEDOMS];
            LN(tree_load)(NUMBER(row, ROW_P), FREEDOMS, stride, p);
            impulse[i] = SUB(impulse[i], LN(tree_dot)(p, parent));
        }
        for (int32_t k = i + 1; k < b->rows; ++k)
        {
            LANES m = LOAD(NUMBER(rows, k * DIMI(TREE_ROW_NUMBERS) + ROW_M + i));
            impulse[i] = SUB(impulse[i], MUL(m, impulse[k]));
        }
        impulse[i] = MUL(impulse[i], LOAD(NUMBER(row, ROW_M + i)));
        STORE(NUMBER(row, ROW_IMPULSE), impulse[i]);
        for (int32_t k = 0; k < FREEDOMS; ++k)
        {
            z[k] = ADD(z[k], MUL(LOAD(NUMBER(row, ROW_W + k)), impulse[i]));
        }
    }
    LN(tree_backward)(mass, FREEDOMS, stride, z, parent);
    LN(tree_store)(velocity, FREEDOMS, stride, parent);
}

// The passes, over as many trees as there are lanes

TARGET static void LN(tree_factor)(const JointTree* t, int32_t lane)
{
    int32_t stride = t->lanes;
    for (int32_t i = t->count - 1; i >= 0; --i)
    {
        const TreeBody* b = &t->bodies[i];
        float* mass = NUMBER(t->mass, i * FREEDOMS * FREEDOMS) + lane;
        float* parent = b->parent >= 0 ? NUMBER(t->mass, b->parent * FREEDOMS * FREEDOMS) + lane : NULL;
        float* rows = NUMBER(t->rows, b->row * DIMI(TREE_ROW_NUMBERS)) + lane;
        LN(tree_factor_body)(b, mass, parent, rows, stride);
    }
}

TARGET static void LN(tree_answer)(const JointTree* t, int32_t lane)
{
    int32_t stride = t->lanes;
    const LANES zero = SPLAT(0.0f);
    for (int32_t i = 0; i < t->count * FREEDOMS; ++i)
    {
        STORE(NUMBER(t->velocity, i) + lane, zero);
    }
    for (int32_t i = t->count - 1; i >= 0; --i)
    {
        const TreeBody* b = &t->bodies[i];
        float* parent = b->parent >= 0 ? NUMBER(t->velocity, b->parent * FREEDOMS) + lane : NULL;
        LN(tree_answer_up)
        (b, NUMBER(t->mass, i * FREEDOMS * FREEDOMS) + lane, NUMBER(t->momentum, i * FREEDOMS) + lane,
         NUMBER(t->velocity, i * FREEDOMS) + lane, parent, NUMBER(t->rows, b->row * DIMI(TREE_ROW_NUMBERS)) + lane,
         stride);
    }
    for (int32_t i = 0; i < t->count; ++i)
    {
        const TreeBody* b = &t->bodies[i];
        const float* parent = b->parent >= 0 ? NUMBER(t->velocity, b->parent * FREEDOMS) + lane : NULL;
        LN(tree_answer_down)
        (b, NUMBER(t->mass, i * FREEDOMS * FREEDOMS) + lane, NUMBER(t->velocity, i * FREEDOMS) + lane, parent,
         NUMBER(t->rows, b->row * DIMI(TREE_ROW_NUMBERS)) + lane, stride);
    }
}

TARGET static void LN(factor)(const JointTree* t)
{
    for (int32_t lane = 0; lane < t->lanes; lane += WIDTH)
    {
        LN(tree_factor)(t, lane);
    }
}

TARGET static void LN(answer_tree)(const JointTree* t)
{
    for (int32_t lane = 0; lane < t->lanes; lane += WIDTH)
    {
        LN(tree_answer)(t, lane);
    }
}

const TreePasses KN(tree_passes) = {LN(factor), LN(answer_tree)};

#undef NUMBER
#undef LN
