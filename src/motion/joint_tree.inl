// SPDX-License-Identifier: MIT
//
// A tree of joints, solved whole: block elimination from the leaves to the root, in as many operations as there are
// joints. What the rows of a joint want holds exactly, whatever the ratio of masses.
//
//     factor   leaf -> root   inertia of a body and of all that hangs on it, as its parent feels it
//     answer   leaf -> root   momenta and biases, as the parent feels them
//              root -> leaf   impulses of the joints, velocities
//
// A body i has velocities v (linear, then angular), a mass matrix I and a momentum r; the rows of the joint to its
// parent p have J = (Jc, Jp), a bias b and a softness G >= 0 (of impulses):
//
//     I v = r + Jc^T impulse + (what its children do),     Jc v_i + Jp v_p + b + G impulse = 0
//
// With I = L L^T, W = Jc L^-T, D = W W^T + G = M M^T and P = M^-1 Jp the parent gets P^T P to its inertia and P^T f to
// its momentum, where f = M^-1 (-b - W L^-1 r). All are triangular solves without pivots: I is positive, and so is D as
// long as no row repeats another or G > 0.
//
// A factor is kept until what it was made of changes: only the bodies whose rows or masses have changed, and those
// between them and the root, are eliminated anew, with the sums of a whole factor, so the bits are the same.
//
// A parent has a lower number than its children. The numbers of tree k of several alike lie in lane k. A row at a bound
// is masked where it is: it has no answer, and what it gives is an impulse from outside.
//
// Code is made for each number of rows that joints mostly have, and for both strides: of trees in lanes, and of one
// alone; but where it is to be small.
//
// Source: Featherstone 1983 in maximal coordinates, as Baraff 1996; softness as in Catto 2011.

#if defined(__GNUC__) && !defined(__OPTIMIZE_SIZE__)
#define FOLDED __attribute__((always_inline)) static inline
#elif defined(_MSC_VER)
#define FOLDED static __forceinline
#else
#define FOLDED static inline
#endif

#define PLACE(name) DIMI(TREE_ROW_##name)  // of a number of a row
#define NUMBER(of, at) ((of) + (int64_t)(at)*stride)
#define ROW(at) NUMBER(row, at)
#define IS_PINNED(row) LESS(SPLAT(0.0f), LOAD(NUMBER(row, PLACE(PINNED))))

// out = L^-1 in, of a matrix whose diagonal is stored inverted.
TARGET FOLDED void KN(tree_forward)(const float* l, int32_t n, int32_t stride, const LANES* in, LANES* out)
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
TARGET FOLDED void KN(tree_backward)(const float* l, int32_t n, int32_t stride, const LANES* in, LANES* out)
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

TARGET FOLDED void KN(tree_load)(const float* from, int32_t n, int32_t stride, LANES* out)
{
    for (int32_t i = 0; i < n; ++i)
    {
        out[i] = LOAD(NUMBER(from, i));
    }
}

TARGET FOLDED void KN(tree_store)(float* to, int32_t n, int32_t stride, const LANES* in)
{
    for (int32_t i = 0; i < n; ++i)
    {
        STORE(NUMBER(to, i), in[i]);
    }
}

TARGET FOLDED LANES KN(tree_dot)(const LANES* a, const LANES* b)
{
    LANES sum = MUL(a[0], b[0]);
    for (int32_t i = 1; i < FREEDOMS; ++i)
    {
        sum = ADD(sum, MUL(a[i], b[i]));
    }
    return sum;
}

// The inertia of a body is eliminated: a Cholesky factor of its lower half, whose diagonal is inverted. What is not
// positive gets nothing.
TARGET FOLDED void KN(tree_eliminate)(float* a, int32_t stride)
{
    const LANES zero = SPLAT(0.0f), one = SPLAT(1.0f);
    LANES l[FREEDOMS][FREEDOMS];
    for (int32_t i = 0; i < FREEDOMS; ++i)
    {
        for (int32_t k = 0; k <= i; ++k)
        {
            LANES sum = LOAD(NUMBER(a, i * FREEDOMS + k));
            for (int32_t m = 0; m < k; ++m)
            {
                sum = SUB(sum, MUL(l[i][m], l[k][m]));
            }
            MASK positive = LESS(zero, sum);
            l[i][k] = i == k ? WHERE(positive, DIV(one, ROOT(PICK(positive, sum, one)))) : MUL(sum, l[k][k]);
            STORE(NUMBER(a, i * FREEDOMS + k), l[i][k]);
        }
    }
}

// The parent of a body feels its inertia through the rows of the joint.
TARGET FOLDED void KN(tree_factor_rows)(int32_t count, const float* mass, float* rows, int32_t stride)
{
    LANES w[DIMI(TREE_ROWS)][FREEDOMS], p[DIMI(TREE_ROWS)][FREEDOMS], m[DIMI(TREE_ROWS)][DIMI(TREE_ROWS)];
    LANES child[FREEDOMS];  // not in the loop: G++ would need its runtime of exceptions for that
    const LANES zero = SPLAT(0.0f), one = SPLAT(1.0f);
    for (int32_t i = 0; i < count; ++i)
    {
        float* row = NUMBER(rows, i * PLACE(NUMBERS));
        const MASK held = NOT(IS_PINNED(row));
        for (int32_t k = 0; k < FREEDOMS; ++k)
        {
            child[k] = WHERE(held, LOAD(ROW(PLACE(CHILD) + k)));
            p[i][k] = WHERE(held, LOAD(ROW(PLACE(PARENT) + k)));
        }
        KN(tree_forward)(mass, FREEDOMS, stride, child, w[i]);
        KN(tree_store)(NUMBER(row, PLACE(W)), FREEDOMS, stride, w[i]);
        // Row i of the Cholesky factor of D, and of P = M^-1 Jp along with it.
        for (int32_t k = 0; k <= i; ++k)
        {
            LANES sum = KN(tree_dot)(w[i], w[k]);
            sum = i == k ? ADD(sum, WHERE(held, LOAD(ROW(PLACE(SOFTNESS))))) : sum;
            for (int32_t j = 0; j < k; ++j)
            {
                sum = SUB(sum, MUL(m[i][j], m[k][j]));
            }
            MASK positive = LESS(zero, sum);
            m[i][k] = i == k ? WHERE(positive, DIV(one, ROOT(PICK(positive, sum, one)))) : MUL(sum, m[k][k]);
            STORE(NUMBER(row, PLACE(M) + k), m[i][k]);
            for (int32_t j = 0; j < FREEDOMS; ++j)
            {
                p[i][j] = i == k ? MUL(p[i][j], m[i][k]) : SUB(p[i][j], MUL(m[i][k], p[k][j]));
            }
        }
        KN(tree_store)(NUMBER(row, PLACE(P)), FREEDOMS, stride, p[i]);
    }
}

// Adds what a parent feels to its inertia.
TARGET FOLDED void KN(tree_feel)(int32_t count, float* parent_mass, const float* rows, int32_t stride)
{
    for (int32_t k = 0; k < FREEDOMS; ++k)
    {
        for (int32_t j = 0; j <= k; ++j)
        {
            float* at = NUMBER(parent_mass, k * FREEDOMS + j);
            LANES sum = LOAD(at);
            for (int32_t i = 0; i < count; ++i)
            {
                const float* p = NUMBER(rows, i * PLACE(NUMBERS) + PLACE(P));
                sum = ADD(sum, MUL(LOAD(NUMBER(p, k)), LOAD(NUMBER(p, j))));
            }
            STORE(at, sum);
        }
    }
}

// Momenta from the leaves to the root. What a body has for its own is kept in its velocity.
TARGET FOLDED void KN(tree_up_rows)(int32_t count, const LANES* z, float* parent_velocity, float* rows,
                                    int32_t stride)
{
    LANES f[DIMI(TREE_ROWS)], w[FREEDOMS];
    for (int32_t i = 0; i < count; ++i)
    {
        float* row = NUMBER(rows, i * PLACE(NUMBERS));
        KN(tree_load)(NUMBER(row, PLACE(W)), FREEDOMS, stride, w);
        const LANES bias = WHERE(NOT(IS_PINNED(row)), LOAD(ROW(PLACE(BIAS))));
        f[i] = SUB(SUB(SPLAT(0.0f), bias), KN(tree_dot)(w, z));
        for (int32_t k = 0; k < i; ++k)
        {
            f[i] = SUB(f[i], MUL(LOAD(NUMBER(row, PLACE(M) + k)), f[k]));
        }
        f[i] = MUL(f[i], LOAD(NUMBER(row, PLACE(M) + i)));
        STORE(NUMBER(row, PLACE(F)), f[i]);
    }
    for (int32_t k = 0; parent_velocity && k < FREEDOMS; ++k)
    {
        LANES sum = LOAD(NUMBER(parent_velocity, k));
        for (int32_t i = 0; i < count; ++i)
        {
            sum = ADD(sum, MUL(LOAD(NUMBER(rows, i * PLACE(NUMBERS) + PLACE(P) + k)), f[i]));
        }
        STORE(NUMBER(parent_velocity, k), sum);
    }
}

// Impulses of the joint, and what they change.
TARGET FOLDED void KN(tree_down_rows)(int32_t count, LANES* z, const float* parent_velocity, float* rows,
                                      int32_t stride)
{
    LANES parent[FREEDOMS], p[FREEDOMS], impulse[DIMI(TREE_ROWS)];
    for (int32_t k = 0; k < FREEDOMS; ++k)
    {
        parent[k] = parent_velocity ? LOAD(NUMBER(parent_velocity, k)) : SPLAT(0.0f);
    }
    for (int32_t i = count - 1; i >= 0; --i)
    {
        float* row = NUMBER(rows, i * PLACE(NUMBERS));
        impulse[i] = LOAD(NUMBER(row, PLACE(F)));
        if (parent_velocity)
        {
            KN(tree_load)(NUMBER(row, PLACE(P)), FREEDOMS, stride, p);
            impulse[i] = SUB(impulse[i], KN(tree_dot)(p, parent));
        }
        for (int32_t k = i + 1; k < count; ++k)
        {
            LANES m = LOAD(NUMBER(rows, k * PLACE(NUMBERS) + PLACE(M) + i));
            impulse[i] = SUB(impulse[i], MUL(m, impulse[k]));
        }
        impulse[i] = MUL(impulse[i], LOAD(NUMBER(row, PLACE(M) + i)));
        STORE(NUMBER(row, PLACE(IMPULSE)), impulse[i]);
        for (int32_t k = 0; k < FREEDOMS; ++k)
        {
            z[k] = ADD(z[k], MUL(LOAD(NUMBER(row, PLACE(W) + k)), impulse[i]));
        }
    }
}

// Joints have one of a few numbers of rows mostly, for which there is code without loops.
#define BY_COUNT(count, CALL)                                                                                          \
    switch (count)                                                                                                     \
    {                                                                                                                  \
    case 0: break;                                                                                                     \
    case 1: CALL(1); break;                                                                                            \
    case 2: CALL(2); break;                                                                                            \
    case 3: CALL(3); break;                                                                                            \
    case 5: CALL(5); break;                                                                                            \
    case 6: CALL(6); break;                                                                                            \
    default: CALL(count); break;                                                                                       \
    }

// Calls for all trees, so many at once.
#define EACH_TREE(CALL)                                                                                                \
    for (int32_t at = 0; at < t->lanes; at += WIDTH)                                                                   \
    {                                                                                                                  \
        if (WIDTH == 1 && t->stride == 1)                                                                              \
        {                                                                                                              \
            CALL(0, 1);                                                                                                \
        }                                                                                                              \
        else                                                                                                           \
        {                                                                                                              \
            CALL(at, DIMI(TREE_LANES));                                                                                \
        }                                                                                                              \
    }

// The passes, over as many trees as there are lanes

// Bodies that are eliminated anew begin from their own mass.
TARGET FOLDED void KN(tree_factor)(const JointTree* t, int32_t lane, int32_t stride)
{
    for (int32_t i = 0; i < t->count; ++i)
    {
        const int64_t first = (int64_t)i * FREEDOMS * FREEDOMS * stride + lane;
        for (int32_t k = 0; t->bodies[i].stale && k < FREEDOMS * FREEDOMS; ++k)
        {
            STORE(NUMBER(t->factor + first, k), LOAD(NUMBER(t->mass + first, k)));
        }
    }
    for (int32_t i = t->count - 1; i >= 0; --i)
    {
        const TreeBody* b = &t->bodies[i];
        float* mass = NUMBER(t->factor, i * FREEDOMS * FREEDOMS) + lane;
        float* rows = NUMBER(t->rows, b->row * PLACE(NUMBERS)) + lane;
        if (b->stale)
        {
            KN(tree_eliminate)(mass, stride);
#define FACTOR_ROWS(n) KN(tree_factor_rows)(n, mass, rows, stride)
            BY_COUNT(b->rows, FACTOR_ROWS)
#undef FACTOR_ROWS
        }
        if (b->parent >= 0 && t->bodies[b->parent].stale)
        {
            float* parent = NUMBER(t->factor, b->parent * FREEDOMS * FREEDOMS) + lane;
#define FEEL(n) KN(tree_feel)(n, parent, rows, stride)
            BY_COUNT(b->rows, FEEL)
#undef FEEL
        }
    }
}

TARGET FOLDED void KN(tree_answer)(const JointTree* t, int32_t lane, int32_t stride)
{
    LANES z[FREEDOMS], r[FREEDOMS];
    for (int32_t i = 0; i < t->count * FREEDOMS; ++i)
    {
        STORE(NUMBER(t->velocity, i) + lane, LOAD(NUMBER(t->momentum, i) + lane));
    }
    for (int32_t i = t->count - 1; i >= 0; --i)
    {
        const TreeBody* b = &t->bodies[i];
        const float* mass = NUMBER(t->factor, i * FREEDOMS * FREEDOMS) + lane;
        float* velocity = NUMBER(t->velocity, i * FREEDOMS) + lane;
        float* parent = b->parent >= 0 ? NUMBER(t->velocity, b->parent * FREEDOMS) + lane : NULL;
        float* rows = NUMBER(t->rows, b->row * PLACE(NUMBERS)) + lane;
        KN(tree_load)(velocity, FREEDOMS, stride, r);
        KN(tree_forward)(mass, FREEDOMS, stride, r, z);
        KN(tree_store)(velocity, FREEDOMS, stride, z);
#define UP(n) KN(tree_up_rows)(n, z, parent, rows, stride)
        BY_COUNT(b->rows, UP)
#undef UP
    }
    for (int32_t i = 0; i < t->count; ++i)
    {
        const TreeBody* b = &t->bodies[i];
        const float* mass = NUMBER(t->factor, i * FREEDOMS * FREEDOMS) + lane;
        float* velocity = NUMBER(t->velocity, i * FREEDOMS) + lane;
        const float* parent = b->parent >= 0 ? NUMBER(t->velocity, b->parent * FREEDOMS) + lane : NULL;
        float* rows = NUMBER(t->rows, b->row * PLACE(NUMBERS)) + lane;
        KN(tree_load)(velocity, FREEDOMS, stride, z);
#define DOWN(n) KN(tree_down_rows)(n, z, parent, rows, stride)
        BY_COUNT(b->rows, DOWN)
#undef DOWN
        KN(tree_backward)(mass, FREEDOMS, stride, z, r);
        KN(tree_store)(velocity, FREEDOMS, stride, r);
    }
}

// Bodies between a stale one and the root are stale, too.
static void KN(mark_stale)(const JointTree* t)
{
    for (int32_t i = t->count - 1; i >= 0; --i)
    {
        const TreeBody* b = &t->bodies[i];
        if (b->stale && b->parent >= 0)
        {
            t->bodies[b->parent].stale = true;
        }
    }
}

TARGET static void KN(factor)(const JointTree* t)
{
    KN(mark_stale)(t);
#define FACTOR(lane, stride) KN(tree_factor)(t, lane, stride)
    EACH_TREE(FACTOR)
#undef FACTOR
    for (int32_t i = 0; i < t->count; ++i)
    {
        t->bodies[i].stale = false;
    }
}

// Rows and their bodies, one after the other

// The rate of a row by velocities of its bodies.
TARGET FOLDED LANES KN(tree_rate)(const float* row, const float* velocity, const int32_t* bodies, int32_t ends,
                                  int32_t stride)
{
    LANES rate = SPLAT(0.0f);
    for (int32_t e = 0; e < ends; ++e)
    {
        const float* v = NUMBER(velocity, (int64_t)bodies[e] * FREEDOMS);
        LANES of_body = SPLAT(0.0f);
        for (int32_t k = 0; k < FREEDOMS && bodies[e] >= 0; ++k)
        {
            of_body = ADD(of_body, MUL(LOAD(ROW(e * FREEDOMS + k)), LOAD(NUMBER(v, k))));
        }
        rate = ADD(rate, of_body);
    }
    return rate;
}

TARGET FOLDED void KN(tree_ask_row)(const JointTree* t, float* row, const int32_t* bodies, int32_t ends,
                                    TreeAsk what, int32_t lane, int32_t stride)
{
    const LANES zero = SPLAT(0.0f), given = LOAD(ROW(PLACE(GIVEN)));
    if (what == DIMI(TREE_BEND))
    {
        STORE(ROW(PLACE(BIAS)), SUB(LOAD(ROW(PLACE(PUSH))), LOAD(ROW(PLACE(PULL)))));
        return;
    }
    LANES bias = ADD(KN(tree_rate)(row, t->speed + lane, bodies, ends, stride), LOAD(ROW(PLACE(DRIFT))));
    bias = ADD(bias, LOAD(ROW(what == DIMI(TREE_PUSH) ? PLACE(PUSH) : PLACE(RELAX))));
    STORE(ROW(PLACE(BIAS)), ADD(bias, MUL(LOAD(ROW(PLACE(SOFTNESS))), LOAD(ROW(PLACE(TOTAL))))));
    const MASK some = OR(LESS(given, zero), LESS(zero, given));
    for (int32_t e = 0; e < ends && BITS(some) != 0; ++e)
    {
        float* r = NUMBER(t->momentum + lane, (int64_t)bodies[e] * FREEDOMS);
        for (int32_t k = 0; k < FREEDOMS && bodies[e] >= 0; ++k)
        {
            const LANES part = WHERE(some, MUL(LOAD(ROW(e * FREEDOMS + k)), given));
            STORE(NUMBER(r, k), ADD(LOAD(NUMBER(r, k)), part));
        }
    }
}

// Pins a row that is beyond its bounds, and frees one that would leave its bound. Its rates are by the velocities before
// this pass, and by what changes them. Returns whether it has changed.
TARGET FOLDED bool KN(tree_settle_row)(const JointTree* t, float* row, const int32_t* bodies, int32_t ends,
                                       bool last, int32_t lane, int32_t stride)
{
    const LANES zero = SPLAT(0.0f), least = LOAD(ROW(PLACE(LEAST))), most = LOAD(ROW(PLACE(MOST)));
    const MASK bounded =
        AND(OR(LESS(SPLAT(-INFINITY), least), LESS(most, SPLAT(INFINITY))), LESS(zero, LOAD(t->active + lane)));
    if (BITS(bounded) == 0)
    {
        return false;
    }
    const MASK pinned = IS_PINNED(row);
    const LANES before = LOAD(ROW(PLACE(TOTAL))), given = LOAD(ROW(PLACE(GIVEN)));
    const LANES total = ADD(before, PICK(pinned, given, LOAD(ROW(PLACE(IMPULSE)))));
    LANES within = PICK(LESS(total, least), least, total), passes = zero;
    within = PICK(LESS(most, within), most, within);
    if (!last)
    {
        passes = ADD(LOAD(ROW(PLACE(BIAS))), MUL(LOAD(ROW(PLACE(SOFTNESS))), given));
        passes = ADD(passes, KN(tree_rate)(row, t->velocity + lane, bodies, ends, stride));
    }
    const MASK lower = AT_MOST(SUB(total, least), SUB(most, total));
    const MASK stays = OR(AND(lower, AT_MOST(zero, passes)), AND(NOT(lower), AT_MOST(passes, zero)));
    const MASK beyond = OR(LESS(within, total), LESS(total, within));
    const MASK now = OR(AND(pinned, stays), AND(NOT(pinned), beyond));
    const LANES gives = PICK(pinned, given, SUB(within, before));
    STORE(ROW(PLACE(PINNED)), PICK(bounded, WHERE(now, SPLAT(1.0f)), LOAD(ROW(PLACE(PINNED)))));
    STORE(ROW(PLACE(GIVEN)), PICK(bounded, WHERE(now, gives), given));
    return BITS(AND(bounded, XOR(now, pinned))) != 0;
}

TARGET FOLDED bool KN(tree_begin_row)(float* row, int32_t stride)
{
    const MASK pinned = IS_PINNED(row), freed = AND(pinned, LESS(SPLAT(0.0f), LOAD(ROW(PLACE(FREES)))));
    const MASK now = AND(pinned, NOT(freed));
    STORE(ROW(PLACE(PINNED)), WHERE(now, SPLAT(1.0f)));
    STORE(ROW(PLACE(GIVEN)), WHERE(now, LOAD(ROW(PLACE(TOTAL)))));
    STORE(ROW(PLACE(TOTAL)), SPLAT(0.0f));
    return BITS(freed) != 0;
}

TARGET FOLDED void KN(tree_keep_row)(const JointTree* t, float* row, int32_t lane, int32_t stride)
{
    const MASK active = LESS(SPLAT(0.0f), LOAD(t->active + lane));
    const LANES least = LOAD(ROW(PLACE(LEAST))), most = LOAD(ROW(PLACE(MOST))), before = LOAD(ROW(PLACE(TOTAL)));
    const LANES given = LOAD(ROW(PLACE(GIVEN)));
    LANES total = ADD(before, PICK(IS_PINNED(row), given, LOAD(ROW(PLACE(IMPULSE)))));
    total = PICK(LESS(total, least), least, total);
    total = PICK(LESS(most, total), most, total);
    STORE(ROW(PLACE(TOTAL)), PICK(active, total, before));
    STORE(ROW(PLACE(GIVEN)), PICK(active, SPLAT(0.0f), given));
}

TARGET static void KN(answer_tree)(const JointTree* t)
{
#define ANSWER(lane, stride) KN(tree_answer)(t, lane, stride)
    EACH_TREE(ANSWER)
#undef ANSWER
}

TARGET FOLDED void KN(tree_ask)(const JointTree* t, TreeAsk what, int32_t lane, int32_t stride)
{
    for (int32_t i = 0; i < t->count * FREEDOMS; ++i)
    {
        STORE(NUMBER(t->momentum + lane, i), SPLAT(0.0f));
    }
    for (int32_t i = 0; i < t->count; ++i)
    {
        const TreeBody* b = &t->bodies[i];
        const int32_t bodies[2] = {i, b->parent};
        for (int32_t k = b->row; k < b->row + b->rows; ++k)
        {
            KN(tree_ask_row)(t, NUMBER(t->rows, k * PLACE(NUMBERS)) + lane, bodies, 2, what, lane, stride);
        }
    }
    for (int32_t k = t->first_loop; k < t->row_count; ++k)
    {
        const int32_t* bodies = t->loops[k - t->first_loop].bodies;
        KN(tree_ask_row)(t, NUMBER(t->rows, k * PLACE(NUMBERS)) + lane, bodies, 4, what, lane, stride);
    }
}

TARGET static void KN(ask_tree)(const JointTree* t, TreeAsk what)
{
#define ASK(lane, stride) KN(tree_ask)(t, what, lane, stride)
    EACH_TREE(ASK)
#undef ASK
}

TARGET FOLDED bool KN(tree_settle)(const JointTree* t, bool last, int32_t lane, int32_t stride)
{
    bool any = false;
    for (int32_t i = 0; i < t->count; ++i)
    {
        TreeBody* b = &t->bodies[i];
        const int32_t bodies[2] = {i, b->parent};
        for (int32_t k = b->row; k < b->row + b->rows; ++k)
        {
            float* row = NUMBER(t->rows, k * PLACE(NUMBERS)) + lane;
            b->stale |= KN(tree_settle_row)(t, row, bodies, 2, last, lane, stride);
        }
        any |= b->stale;
    }
    for (int32_t k = t->first_loop; k < t->row_count; ++k)
    {
        const int32_t* bodies = t->loops[k - t->first_loop].bodies;
        any |= KN(tree_settle_row)(t, NUMBER(t->rows, k * PLACE(NUMBERS)) + lane, bodies, 4, last, lane, stride);
    }
    return any;
}

TARGET static bool KN(settle_tree)(const JointTree* t, bool last)
{
    bool any = false;
#define SETTLE(lane, stride) any |= KN(tree_settle)(t, last, lane, stride)
    EACH_TREE(SETTLE)
#undef SETTLE
    return any;
}

TARGET FOLDED bool KN(tree_begin)(const JointTree* t, int32_t lane, int32_t stride)
{
    bool any = false;
    for (int32_t i = 0; i < t->count; ++i)
    {
        TreeBody* b = &t->bodies[i];
        for (int32_t k = b->row; k < b->row + b->rows; ++k)
        {
            b->stale |= KN(tree_begin_row)(NUMBER(t->rows, k * PLACE(NUMBERS)) + lane, stride);
        }
        any |= b->stale;
    }
    for (int32_t k = t->first_loop; k < t->row_count; ++k)
    {
        any |= KN(tree_begin_row)(NUMBER(t->rows, k * PLACE(NUMBERS)) + lane, stride);
    }
    return any;
}

TARGET static bool KN(begin_tree)(const JointTree* t)
{
    bool any = false;
#define BEGIN(lane, stride) any |= KN(tree_begin)(t, lane, stride)
    EACH_TREE(BEGIN)
#undef BEGIN
    return any;
}

TARGET FOLDED void KN(tree_keep)(const JointTree* t, int32_t lane, int32_t stride)
{
    for (int32_t k = 0; k < t->row_count; ++k)
    {
        KN(tree_keep_row)(t, NUMBER(t->rows, k * PLACE(NUMBERS)) + lane, lane, stride);
    }
}

TARGET static void KN(keep_tree)(const JointTree* t)
{
#define KEEP(lane, stride) KN(tree_keep)(t, lane, stride)
    EACH_TREE(KEEP)
#undef KEEP
}

#include "joint_response.inl"

const TreePasses KN(tree_passes) = {KN(factor),      KN(begin_tree),  KN(ask_tree),    KN(answer_tree),
                                    KN(settle_tree), KN(keep_tree),   KN(respond_tree)};

#undef BY_COUNT
#undef EACH_TREE
#undef FOLDED
#undef IS_PINNED
#undef ROW
#undef NUMBER
#undef PLACE
