// SPDX-License-Identifier: MIT
//
// The response of bodies of a tree to an impulse when all that hangs at them is counted, from its factor (joint_tree.inl),
// which includes this file. From the root to the leaves, in its words:
//
//     O = (L L^T)^-1 - Y D^-1 Y^T + T Op T^T,   Y = (L L^T)^-1 Jc^T,   T = Y D^-1 Jp
//       = L^-T (1 - Z^T (1 - P Op P^T) Z) L^-1,   Z = M^-1 W
//
// Only bodies that lead to others that are asked for are gone through.
//
// Source: Featherstone 1983 (inverse inertias of articulated bodies), in maximal coordinates.

// Z of the rows of a joint.
TARGET static inline void KN(response_rows)(int32_t count, const float* rows, int32_t stride,
                                            LANES z[DIMI(TREE_ROWS)][FREEDOMS])
{
    for (int32_t i = 0; i < count; ++i)
    {
        const float* row = NUMBER(rows, i * PLACE(NUMBERS));
        KN(tree_load)(NUMBER(row, PLACE(W)), FREEDOMS, stride, z[i]);
        for (int32_t k = 0; k <= i; ++k)
        {
            const LANES m = LOAD(ROW(PLACE(M) + k));
            for (int32_t j = 0; j < FREEDOMS; ++j)
            {
                z[i][j] = k == i ? MUL(z[i][j], m) : SUB(z[i][j], MUL(m, z[k][j]));
            }
        }
    }
}

// 1 - P Op P^T of the rows of a joint.
TARGET static inline void KN(response_held)(int32_t count, const float* rows, const float* parent, int32_t stride,
                                            LANES c[DIMI(TREE_ROWS)][DIMI(TREE_ROWS)])
{
    LANES p[FREEDOMS], by[FREEDOMS];
    for (int32_t i = 0; i < count; ++i)
    {
        KN(tree_load)(NUMBER(rows, i * PLACE(NUMBERS) + PLACE(P)), FREEDOMS, stride, p);
        for (int32_t k = 0; k < FREEDOMS && parent; ++k)
        {
            by[k] = MUL(LOAD(NUMBER(parent, k * FREEDOMS)), p[0]);
            for (int32_t j = 1; j < FREEDOMS; ++j)
            {
                by[k] = ADD(by[k], MUL(LOAD(NUMBER(parent, k * FREEDOMS + j)), p[j]));
            }
        }
        for (int32_t k = 0; k <= i; ++k)
        {
            c[i][k] = SPLAT(i == k ? 1.0f : 0.0f);
            for (int32_t j = 0; j < FREEDOMS && parent; ++j)
            {
                c[i][k] = SUB(c[i][k], MUL(by[j], LOAD(NUMBER(rows, k * PLACE(NUMBERS) + PLACE(P) + j))));
            }
            c[k][i] = c[i][k];
        }
    }
}

// The answer of one body; `parent` is that of its parent, or NULL.
TARGET static inline void KN(respond_body)(int32_t count, const float* mass, const float* rows, const float* parent,
                                           int32_t stride, float* out)
{
    LANES z[DIMI(TREE_ROWS)][FREEDOMS], c[DIMI(TREE_ROWS)][DIMI(TREE_ROWS)], in[FREEDOMS], solved[FREEDOMS];
    KN(response_rows)(count, rows, stride, z);
    KN(response_held)(count, rows, parent, stride, c);
    LANES b[FREEDOMS][FREEDOMS];
    for (int32_t i = 0; i < FREEDOMS; ++i)
    {
        for (int32_t k = 0; k < FREEDOMS; ++k)
        {
            b[i][k] = SPLAT(i == k ? 1.0f : 0.0f);
        }
    }
    for (int32_t i = 0; i < count; ++i)
    {
        for (int32_t k = 0; k < FREEDOMS; ++k)
        {
            in[k] = SPLAT(0.0f);
            for (int32_t j = 0; j < count; ++j)
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
    for (int32_t i = 0; i < FREEDOMS; ++i)
    {
        for (int32_t k = 0; k < FREEDOMS; ++k)
        {
            in[k] = k <= i ? b[i][k] : b[k][i];
        }
        KN(tree_backward)(mass, FREEDOMS, stride, in, solved);
        KN(tree_store)(NUMBER(out, i * FREEDOMS), FREEDOMS, stride, solved);
    }
    for (int32_t k = 0; k < FREEDOMS; ++k)
    {
        for (int32_t i = 0; i < FREEDOMS; ++i)
        {
            in[i] = LOAD(NUMBER(out, i * FREEDOMS + k));
        }
        KN(tree_backward)(mass, FREEDOMS, stride, in, solved);
        for (int32_t i = 0; i < FREEDOMS; ++i)
        {
            STORE(NUMBER(out, i * FREEDOMS + k), solved[i]);
        }
    }
}

TARGET static void KN(respond_tree)(const JointTree* t, const bool* asked, float* out)
{
    const int32_t stride = t->stride;
    for (int32_t lane = 0; lane < t->lanes; lane += WIDTH)
    {
        for (int32_t i = 0; i < t->count; ++i)
        {
            const TreeBody* b = &t->bodies[i];
            const float* mass = NUMBER(t->factor, i * FREEDOMS * FREEDOMS) + lane;
            const float* rows = NUMBER(t->rows, b->row * PLACE(NUMBERS)) + lane;
            const float* parent = b->parent >= 0 ? NUMBER(out, b->parent * FREEDOMS * FREEDOMS) + lane : NULL;
            if (asked[i])
            {
                KN(respond_body)(b->rows, mass, rows, parent, stride, NUMBER(out, i * FREEDOMS * FREEDOMS) + lane);
            }
        }
    }
}
