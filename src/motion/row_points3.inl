// SPDX-License-Identifier: MIT
//
// The normal impulses of a row's points, all at once.
//
// Those that bear, or are about to, are active: the impulses that give them the velocities they want are one linear system
// of up to four, which is solved directly. One that would pull gets none, and the others are solved again. Where that is
// not yet right, points change one after another, each as it finds the others, as long as it takes to be hardly felt.
//
// Four points of a rigid pair have three degrees of freedom, so their system is singular. A little softness makes it regular,
// and shares a change of load among all four as evenly as it can be. What is symmetric stays so: with the points one after
// another, in whatever order, the first bears too much, and walls and arches rock across by millimetres for ever.

#define EVEN 0x1p-8f  // softness of points against changes, as a part of their own response

enum
{
    LN(ROUNDS) = 3  // of points one after another
};

// A row's points as they are solved.
typedef struct LN(points)
{
    MASK there[IMP3I_POINTS];
    LANES closing[IMP3I_POINTS];        // velocity along n before the pass
    LANES old[IMP3I_POINTS];            // impulses before the pass
    LANES change[IMP3I_POINTS];         // of them
    LANES wanted[IMP3I_POINTS];         // change of velocity along n
    LANES own[IMP3I_POINTS];            // response of a point to an impulse at itself
    LANES response[IMP3I_POINT_PAIRS];  // and to one at another
    LANES soft[IMP3I_POINTS];           // softness of a point, as a part of its own response
} LN(points);

// The impulses of the active points that change velocities as wanted; those of the others go.
TARGET static inline void LN(solve_active)(const LN(points) * s, const MASK active[IMP3I_POINTS],
                                           LANES out[IMP3I_POINTS])
{
    const LANES zero = SPLAT(0.0f), one = SPLAT(1.0f);
    LANES low[IMP3I_POINTS][IMP3I_POINTS], by[IMP3I_POINTS], fixed[IMP3I_POINTS];
    for (int32_t i = 0; i < IMP3I_POINTS; ++i)
    {
        fixed[i] = PICK(active[i], zero, SUB(zero, s->old[i]));
        out[i] = s->wanted[i];
    }
    for (int32_t i = 0; i < IMP3I_POINTS; ++i)
    {
        for (int32_t j = 0; j < i; ++j)
        {
            LANES response = s->response[LN(pair_of_points)(i, j)];
            out[i] = SUB(out[i], MUL(response, fixed[j]));
            out[j] = SUB(out[j], MUL(response, fixed[i]));
            low[i][j] = WHERE(AND(active[i], active[j]), response);
        }
        low[i][i] = PICK(active[i], MUL(s->own[i], ADD(SPLAT(1.0f + EVEN), s->soft[i])), one);
    }
    // Cholesky: the lower half times its diagonal times its transpose.
    for (int32_t j = 0; j < IMP3I_POINTS; ++j)
    {
        out[j] = WHERE(active[j], out[j]);
        for (int32_t k = 0; k < j; ++k)
        {
            LANES scaled = MUL(low[j][k], by[k]);
            low[j][j] = SUB(low[j][j], MUL(low[j][k], scaled));
            low[j][k] = scaled;
            out[j] = SUB(out[j], MUL(scaled, out[k]));
        }
        by[j] = DIV(one, low[j][j]);
        for (int32_t i = j + 1; i < IMP3I_POINTS; ++i)
        {
            for (int32_t k = 0; k < j; ++k)
            {
                low[i][j] = SUB(low[i][j], MUL(low[i][k], low[j][k]));
            }
        }
    }
    for (int32_t j = IMP3I_POINTS - 1; j >= 0; --j)
    {
        out[j] = MUL(out[j], by[j]);
        for (int32_t i = j + 1; i < IMP3I_POINTS; ++i)
        {
            out[j] = SUB(out[j], MUL(low[i][j], out[i]));
        }
    }
    for (int32_t i = 0; i < IMP3I_POINTS; ++i)
    {
        out[i] = PICK(active[i], out[i], fixed[i]);
    }
}

// Active points that pull.
TARGET static inline MASK LN(find_pulling)(const LN(points) * s, const MASK active[IMP3I_POINTS],
                                           MASK pulling[IMP3I_POINTS])
{
    const LANES zero = SPLAT(0.0f);
    MASK any = LESS(zero, zero);
    for (int32_t k = 0; k < IMP3I_POINTS; ++k)
    {
        pulling[k] = AND(active[k], LESS(ADD(s->old[k], s->change[k]), zero));
        any = OR(any, pulling[k]);
    }
    return any;
}

// Residuals of the velocities that are wanted.
TARGET static inline void LN(find_left)(const LN(points) * s, LANES left[IMP3I_POINTS])
{
    for (int32_t i = 0; i < IMP3I_POINTS; ++i)
    {
        left[i] = SUB(s->wanted[i], MUL(MUL(s->own[i], ADD(SPLAT(1.0f), s->soft[i])), s->change[i]));
        for (int32_t j = 0; j < IMP3I_POINTS; ++j)
        {
            left[i] = j == i ? left[i] : SUB(left[i], MUL(s->response[LN(pair_of_points)(i, j)], s->change[j]));
        }
    }
}

// Points one after another, each followed by the one across from it, in some of the lanes.
TARGET static inline void LN(solve_in_turn)(LN(points) * s, MASK lanes, LANES left[IMP3I_POINTS])
{
    static const uint8_t ACROSS[IMP3I_POINTS] = {0, 2, 1, 3};
    const LANES zero = SPLAT(0.0f), one = SPLAT(1.0f);
    LANES gain[IMP3I_POINTS];
    for (int32_t k = 0; k < IMP3I_POINTS; ++k)
    {
        LANES own = MUL(s->own[k], ADD(one, s->soft[k]));
        gain[k] = WHERE(AND(lanes, s->there[k]), DIV(one, own));
    }
    for (int32_t turn = 0; turn < LN(ROUNDS) * IMP3I_POINTS; ++turn)
    {
        int32_t i = ACROSS[turn % IMP3I_POINTS];
        LANES most = MAX(ADD(s->change[i], MUL(gain[i], left[i])), SUB(zero, s->old[i]));
        LANES by = WHERE(lanes, SUB(most, s->change[i]));
        s->change[i] = ADD(s->change[i], by);
        for (int32_t j = 0; j < IMP3I_POINTS; ++j)
        {
            LANES response = j == i ? MUL(s->own[i], ADD(one, s->soft[i])) : s->response[LN(pair_of_points)(i, j)];
            left[j] = SUB(left[j], MUL(response, by));
        }
    }
}

// Finds the changes of the impulses of up to four points.
TARGET static inline void LN(solve_points)(LN(points) * s)
{
    const LANES zero = SPLAT(0.0f);
    MASK active[IMP3I_POINTS], pulling[IMP3I_POINTS];
    LANES change[IMP3I_POINTS], left[IMP3I_POINTS];
    for (int32_t k = 0; k < IMP3I_POINTS; ++k)
    {
        active[k] = AND(s->there[k], OR(LESS(zero, s->old[k]), LESS(zero, s->wanted[k])));
    }
    LN(solve_active)(s, active, s->change);
    MASK wrong = LN(find_pulling)(s, active, pulling);
    if (BITS(wrong) != 0)
    {
        for (int32_t k = 0; k < IMP3I_POINTS; ++k)
        {
            active[k] = AND(active[k], NOT(pulling[k]));
        }
        LN(solve_active)(s, active, change);
        for (int32_t k = 0; k < IMP3I_POINTS; ++k)
        {
            s->change[k] = PICK(wrong, change[k], s->change[k]);
        }
    }
    wrong = LN(find_pulling)(s, active, pulling);
    for (int32_t k = 0; k < IMP3I_POINTS; ++k)
    {
        s->change[k] = PICK(pulling[k], SUB(zero, s->old[k]), s->change[k]);
    }
    LN(find_left)(s, left);
    for (int32_t k = 0; k < IMP3I_POINTS; ++k)
    {
        wrong = OR(wrong, AND(s->there[k], AND(NOT(active[k]), LESS(zero, left[k]))));
    }
    if (BITS(wrong) != 0)
    {
        LN(solve_in_turn)(s, wrong, left);
    }
}

// The points of a width of rows: what is the same for all passes.
TARGET static inline void LN(begin_points)(const ROW* r, const imp3i_rows* block, int32_t lane, int32_t points,
                                           LN(points) * s)
{
    for (int32_t k = points; k < IMP3I_POINTS; ++k)
    {
        s->closing[k] = SPLAT(0.0f);
    }
    LN(load_impulses)(block, lane, points, s->old);
    LN(closing_at)(r, block, lane, points, s->closing);
    for (int32_t k = 0; k < points; ++k)
    {
        LANES mass = LOAD(block->points[k].mass + lane);
        s->there[k] = LESS(SPLAT(0.0f), mass);
        s->own[k] = LN(inverse_or_zero)(mass);
    }
    for (int32_t k = 0; k < (points > 1 ? IMP3I_POINT_PAIRS : 0); ++k)
    {
        s->response[k] = LOAD(block->response[k] + lane);
    }
}

// Changes the impulses by what velocities are wanted, but none below 0; tells the impulses, and applies the changes.
TARGET static inline void LN(end_points)(ROW* r, imp3i_rows* block, int32_t lane, int32_t points, LN(points) * s,
                                         LANES impulse[IMP3I_POINTS])
{
    const LANES zero = SPLAT(0.0f);
    if (points > 1)
    {
        LN(solve_points)(s);
    }
    else
    {
        LANES own = MUL(s->own[0], ADD(SPLAT(1.0f), s->soft[0]));
        s->change[0] = WHERE(s->there[0], DIV(s->wanted[0], own));
    }
    for (int32_t k = 0; k < points; ++k)
    {
        impulse[k] = MAX(ADD(s->old[k], s->change[k]), zero);
        s->change[k] = SUB(impulse[k], s->old[k]);
        STORE(block->points[k].impulse + lane, impulse[k]);
    }
    LN(push_points)(r, block, lane, points, s->change);
}

#undef EVEN
