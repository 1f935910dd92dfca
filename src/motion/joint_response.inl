// SPDX-License-Identifier: MIT
//
// The response of bodies of a tree to an impulse when all that hangs at them is counted, from its factor (joint_tree.inl),
// which includes this file. From the root to the leaves, in its words:
//
//     O = (L L^T)^-1 - Y D^-1 Y^T + T Op T^T,   Y = (L L^T)^-1 Jc^T,   T = Y D^-1 Jp
//       = L^-T (1 - Z^T (1 - P Op P^T) Z) L^-1,   Z = M^-1 W
//
// Only bodies on the way to those whose response is asked for are visited. Of several bodies of a tree that are pushed
// at once each then answers by its own mass and a share of what hangs at it.
//
// Source: Featherstone 1983 (inverse inertias of articulated bodies), in maximal coordinates; shares as in mass
// splitting, Tonge, Benevolenski, Voroshilov 2012.

// The rows of a joint that hold anything in some lane.
typedef struct KN(held_rows)
{
    const float* numbers[DIMI(TREE_ROWS)];
    int32_t at[DIMI(TREE_ROWS)];  // place in the joint
    int32_t count;
} KN(held_rows);

TARGET static inline KN(held_rows) KN(find_held)(int32_t count, const float* rows, int32_t stride)
{
    KN(held_rows) r;
    r.count = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        const float* row = NUMBER(rows, i * PLACE(NUMBERS));
        if (BITS(LESS(SPLAT(0.0f), LOAD(ROW(PLACE(M) + i)))) != 0)
        {
            r.numbers[r.count] = row;
            r.at[r.count++] = i;
        }
    }
    return r;
}

// Z of the rows of a joint.
TARGET static inline void KN(response_rows)(int32_t count, const KN(held_rows) * rows, int32_t stride,
                                            LANES z[DIMI(TREE_ROWS)][FREEDOMS])
{
    for (int32_t i = 0; i < count; ++i)
    {
        const float* row = rows->numbers[i];
        KN(tree_load)(NUMBER(row, PLACE(W)), FREEDOMS, stride, z[i]);
        for (int32_t k = 0; k <= i; ++k)
        {
            const LANES m = LOAD(ROW(PLACE(M) + rows->at[k]));
            for (int32_t j = 0; j < FREEDOMS; ++j)
            {
                z[i][j] = k == i ? MUL(z[i][j], m) : SUB(z[i][j], MUL(m, z[k][j]));
            }
        }
    }
}

// The place of a number of a symmetric matrix whose lower half is kept by rows.
TARGET static inline int32_t KN(response_place)(int32_t i, int32_t k)
{
    return k <= i ? i * (i + 1) / 2 + k : k * (k + 1) / 2 + i;
}

// 1 - P Op P^T of the rows of a joint.
TARGET static inline void KN(response_held)(int32_t count, const KN(held_rows) * rows, const float* parent,
                                            int32_t stride, LANES c[DIMI(TREE_ROWS)][DIMI(TREE_ROWS)])
{
    LANES p[FREEDOMS], by[FREEDOMS];
    for (int32_t i = 0; i < count; ++i)
    {
        KN(tree_load)(NUMBER(rows->numbers[i], PLACE(P)), FREEDOMS, stride, p);
        for (int32_t k = 0; k < FREEDOMS && parent; ++k)
        {
            by[k] = MUL(LOAD(NUMBER(parent, KN(response_place)(k, 0))), p[0]);
            for (int32_t j = 1; j < FREEDOMS; ++j)
            {
                by[k] = ADD(by[k], MUL(LOAD(NUMBER(parent, KN(response_place)(k, j))), p[j]));
            }
        }
        for (int32_t k = 0; k <= i; ++k)
        {
            c[i][k] = SPLAT(i == k ? 1.0f : 0.0f);
            for (int32_t j = 0; j < FREEDOMS && parent; ++j)
            {
                c[i][k] = SUB(c[i][k], MUL(by[j], LOAD(NUMBER(rows->numbers[k], PLACE(P) + j))));
            }
            c[k][i] = c[i][k];
        }
    }
}

// Takes Z^T (1 - P Op P^T) Z from the lower half of a matrix; `parent` is the answer of the parent, or NULL.
TARGET static inline void KN(respond_rows)(int32_t count, const KN(held_rows) * rows, const float* parent,
                                           int32_t stride, LANES b[FREEDOMS][FREEDOMS])
{
    LANES z[DIMI(TREE_ROWS)][FREEDOMS], c[DIMI(TREE_ROWS)][DIMI(TREE_ROWS)];
    KN(response_rows)(count, rows, stride, z);
    KN(response_held)(count, rows, parent, stride, c);
    for (int32_t i = 0; i < count; ++i)
    {
        LANES in[FREEDOMS];
        for (int32_t k = 0; k < FREEDOMS; ++k)
        {
            in[k] = MUL(c[i][0], z[0][k]);
            for (int32_t j = 1; j < count; ++j)
            {
                in[k] = ADD(in[k], MUL(c[i][j], z[j][k]));
            }
        }
        for (int32_t j = 0; j < FREEDOMS; ++j)
        {
            for (int32_t k = 0; k <= j; ++k)
            {
                b[j][k] = SUB(b[j][k], MUL(z[i][j], in[k]));
            }
        }
    }
}

// L^-1, its lower half.
TARGET static inline void KN(response_inverse)(const float* l, int32_t stride, LANES s[FREEDOMS][FREEDOMS])
{
    for (int32_t i = 0; i < FREEDOMS; ++i)
    {
        const LANES own = LOAD(NUMBER(l, i * FREEDOMS + i));
        for (int32_t k = 0; k < i; ++k)
        {
            LANES sum = SPLAT(0.0f);
            for (int32_t j = k; j < i; ++j)
            {
                sum = SUB(sum, MUL(LOAD(NUMBER(l, i * FREEDOMS + j)), s[j][k]));
            }
            s[i][k] = MUL(sum, own);
        }
        s[i][i] = own;
    }
}

// The answer of one body.
TARGET static void KN(respond_body)(int32_t count, const float* mass, const float* rows, const float* parent,
                                    int32_t stride, float* out)
{
    LANES b[FREEDOMS][FREEDOMS], s[FREEDOMS][FREEDOMS], by[FREEDOMS];
    for (int32_t i = 0; i < FREEDOMS; ++i)
    {
        for (int32_t k = 0; k <= i; ++k)
        {
            b[i][k] = SPLAT(i == k ? 1.0f : 0.0f);
        }
    }
    const KN(held_rows) held = KN(find_held)(count, rows, stride);
#define RESPOND(n) KN(respond_rows)(n, &held, parent, stride, b)
    BY_COUNT(held.count, RESPOND)
#undef RESPOND
    KN(response_inverse)(mass, stride, s);
    // L^-T b L^-1, column by column.
    for (int32_t k = 0; k < FREEDOMS; ++k)
    {
        for (int32_t j = k; j < FREEDOMS; ++j)
        {
            by[j] = MUL(b[j][k], s[k][k]);
            for (int32_t m = k + 1; m < FREEDOMS; ++m)
            {
                by[j] = ADD(by[j], MUL(m <= j ? b[j][m] : b[m][j], s[m][k]));
            }
        }
        for (int32_t i = k; i < FREEDOMS; ++i)
        {
            LANES sum = MUL(s[i][i], by[i]);
            for (int32_t j = i + 1; j < FREEDOMS; ++j)
            {
                sum = ADD(sum, MUL(s[j][i], by[j]));
            }
            STORE(NUMBER(out, KN(response_place)(i, k)), sum);
        }
    }
}

// The answer of a body alone, its lower half.
TARGET static inline void KN(load_own)(const float* numbers, int32_t stride, LANES own[FREEDOMS][FREEDOMS])
{
    for (int32_t i = 0; i < FREEDOMS; ++i)
    {
        for (int32_t k = 0; k <= i; ++k)
        {
            const int32_t turning = impi_place_of_symmetric(i - AXES, k - AXES, FREEDOMS - AXES);
            own[i][k] = k >= AXES ? LOAD(NUMBER(numbers, DIMI(RESPONSE_INERTIA) + turning))
                        : i == k  ? LOAD(NUMBER(numbers, DIMI(RESPONSE_MASS)))
                                  : SPLAT(0.0f);
        }
    }
}

// The inverse of (1 - share) I + share O^-1 by the inverse of I (own) and by O, which may be singular: U (U + V)^-1 V,
// where U = O / share, V = own / (1 - share). As a product it is as exact along what is heavy as O is; a difference
// would not be.
TARGET static inline void KN(share_response)(LANES own[FREEDOMS][FREEDOMS], LANES share, int32_t stride, float* numbers)
{
    const LANES zero = SPLAT(0.0f), one = SPLAT(1.0f);
    const MASK shares = LESS(share, one);
    const LANES of = DIV(one, share), alone = DIV(one, PICK(shares, SUB(one, share), one));
    LANES low[FREEDOMS][FREEDOMS], u[FREEDOMS][FREEDOMS], v[FREEDOMS][FREEDOMS];
    for (int32_t i = 0; i < FREEDOMS; ++i)
    {
        for (int32_t k = 0; k <= i; ++k)
        {
            u[i][k] = u[k][i] = MUL(LOAD(NUMBER(numbers, KN(response_place)(i, k))), of);
            v[i][k] = v[k][i] = MUL(own[i][k], alone);
        }
    }
    // low low^T = U + V, and both become low^-1 U and low^-1 V, row by row.
    for (int32_t i = 0; i < FREEDOMS; ++i)
    {
        for (int32_t k = 0; k <= i; ++k)
        {
            LANES sum = ADD(u[i][k], v[i][k]);
            for (int32_t m = 0; m < k; ++m)
            {
                sum = SUB(sum, MUL(low[i][m], low[k][m]));
            }
            const MASK positive = LESS(zero, sum);
            low[i][k] = i == k ? WHERE(positive, DIV(one, ROOT(PICK(positive, sum, one)))) : MUL(sum, low[k][k]);
        }
        for (int32_t k = 0; k < FREEDOMS; ++k)
        {
            for (int32_t m = 0; m < i; ++m)
            {
                u[i][k] = SUB(u[i][k], MUL(low[i][m], u[m][k]));
                v[i][k] = SUB(v[i][k], MUL(low[i][m], v[m][k]));
            }
            u[i][k] = MUL(u[i][k], low[i][i]);
            v[i][k] = MUL(v[i][k], low[i][i]);
        }
    }
    for (int32_t i = 0; i < FREEDOMS; ++i)
    {
        for (int32_t k = 0; k <= i; ++k)
        {
            LANES sum = MUL(u[0][i], v[0][k]);
            for (int32_t m = 1; m < FREEDOMS; ++m)
            {
                sum = ADD(sum, MUL(u[m][i], v[m][k]));
            }
            float* at = NUMBER(numbers, KN(response_place)(i, k));
            STORE(at, PICK(shares, sum, LOAD(at)));
        }
    }
}

// The answer of a body by what it shares, and by what it has at least.
TARGET static void KN(limit_response)(float* numbers, int32_t stride)
{
    const LANES share = LOAD(NUMBER(numbers, DIMI(RESPONSE_SHARE))),
                least = LOAD(NUMBER(numbers, DIMI(RESPONSE_LEAST)));
    LANES own[FREEDOMS][FREEDOMS];
    KN(load_own)(numbers, stride, own);
    if (BITS(LESS(share, SPLAT(1.0f))) != 0)
    {
        KN(share_response)(own, share, stride, numbers);
    }
    for (int32_t i = 0; i < FREEDOMS; ++i)
    {
        for (int32_t k = 0; k <= i; ++k)
        {
            float* at = NUMBER(numbers, KN(response_place)(i, k));
            STORE(at, ADD(LOAD(at), MUL(least, own[i][k])));
        }
    }
}

TARGET static void KN(respond_tree)(const JointTree* t, const bool* asked, float* out)
{
    const int32_t stride = t->stride;
    for (int32_t lane = 0; lane < t->lanes; lane += WIDTH)
    {
        float* answers = out + lane;
        for (int32_t i = 0; i < t->count; ++i)
        {
            const TreeBody* b = &t->bodies[i];
            const float* mass = NUMBER(t->factor, i * FREEDOMS * FREEDOMS) + lane;
            const float* rows = NUMBER(t->rows, b->row * PLACE(NUMBERS)) + lane;
            const float* parent = b->parent >= 0 ? NUMBER(answers, b->parent * DIMI(RESPONSE_NUMBERS)) : NULL;
            if (asked[i])
            {
                KN(respond_body)(b->rows, mass, rows, parent, stride, NUMBER(answers, i * DIMI(RESPONSE_NUMBERS)));
            }
        }
        for (int32_t i = 0; i < t->count; ++i)
        {
            if (asked[i])
            {
                KN(limit_response)(NUMBER(answers, i * DIMI(RESPONSE_NUMBERS)), stride);
            }
        }
    }
}
