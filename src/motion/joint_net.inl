// SPDX-License-Identifier: MIT
//
// Nets of joints, whose loops are too many to be solved whole: each joint is solved alone, in lanes, colour by colour,
// so that no two of a colour share a body that moves. As contacts are: soft in passes that push, rigid in those that
// relax.
//
//     points     AXES rows that hold a point, as one block: arms turn with the bodies from sub-step to sub-step
//     rows       all others, each alone and within its bounds
//
// Impulses last from step to step; that they begin a sub-step is the solver's doing (body_force_act).
//
// Source: Catto 2024 (soft step).

#define LN(name) KN(net_##name)
#define NET KN(net_body_pair)

#define TURN_FIELDS DIMI(TURNINGS)
#define MASS_FIELDS DIMI(INERTIA_FIELDS)
#define LITTLE 1e-6f  // added to what points answer, of it

// The bodies of one width of joints.
typedef struct KN(net_body_pair)
{
    void *to_a[WIDTH], *to_b[WIDTH];
    LANES a[4][4], b[4][4];
    float nowhere[8];  // stores of bodies that are not moved go here
} NET;

TARGET static inline void LN(fetch)(NET* r, const int32_t* a, const int32_t* b, SolverBody* motions, int32_t fours)
{
    const void *from_a[WIDTH], *from_b[WIDTH];
    for (int32_t k = 0; k < WIDTH; ++k)
    {
        SolverBody *motion_a = motions + (a[k] < 0 ? ~a[k] : a[k]), *motion_b = motions + (b[k] < 0 ? ~b[k] : b[k]);
        from_a[k] = motion_a;
        from_b[k] = motion_b;
        r->to_a[k] = a[k] < 0 ? (void*)r->nowhere : (void*)motion_a;
        r->to_b[k] = b[k] < 0 ? (void*)r->nowhere : (void*)motion_b;
    }
    LOAD_FOURS(from_a, 0, fours, 16, r->a);
    LOAD_FOURS(from_b, 0, fours, 16, r->b);
}

TARGET static inline void LN(put)(NET* r)
{
    for (int32_t k = 0; k < VELOCITY_FOURS; ++k)
    {
        STORE_FOURS(r->to_a, (size_t)k * 16, r->a[k]);
        STORE_FOURS(r->to_b, (size_t)k * 16, r->b[k]);
    }
}

TARGET static inline void LN(load)(const float (*from)[IMPI_ROW_LANES], int32_t count, int32_t lane, LANES* out)
{
    for (int32_t k = 0; k < count; ++k)
    {
        out[k] = LOAD(from[k] + lane);
    }
}

TARGET static inline LANES LN(dot)(const LANES* a, const LANES* b, int32_t count)
{
    LANES sum = MUL(a[0], b[0]);
    for (int32_t k = 1; k < count; ++k)
    {
        sum = ADD(sum, MUL(a[k], b[k]));
    }
    return sum;
}

// Points

// The moments of all axes at the arms of one end, and what they turn it by.
TARGET static inline void LN(levers)(const float (*arms)[IMPI_ROW_LANES], const float (*inertias)[IMPI_ROW_LANES],
                                     int32_t lane, LANES lever[AXES][TURN_FIELDS], LANES turn[AXES][TURN_FIELDS])
{
    LANES arm[AXES], inertia[MASS_FIELDS];
    LN(load)(arms, AXES, lane, arm);
    LN(load)(inertias, MASS_FIELDS, lane, inertia);
    KN(levers_of)(arm, lever);
    for (int32_t k = 0; k < AXES; ++k)
    {
        KN(turn_by)(inertia, lever[k], turn[k]);
    }
}

// The Cholesky factor of a matrix, its diagonal inverted. What is not positive gets nothing.
TARGET static inline void LN(factor)(LANES m[AXES][AXES])
{
    const LANES zero = SPLAT(0.0f), one = SPLAT(1.0f);
    for (int32_t i = 0; i < AXES; ++i)
    {
        for (int32_t k = 0; k <= i; ++k)
        {
            LANES sum = m[i][k];
            for (int32_t j = 0; j < k; ++j)
            {
                sum = SUB(sum, MUL(m[i][j], m[k][j]));
            }
            MASK positive = LESS(zero, sum);
            m[i][k] = i == k ? WHERE(positive, DIV(one, ROOT(PICK(positive, sum, one)))) : MUL(sum, m[k][k]);
        }
    }
}

// Turns a body by impulses at arms that have changed so.
TARGET static inline void LN(turn_more)(LANES v[4][4], const LANES change[AXES],
                                        const float (*inertias)[IMPI_ROW_LANES], int32_t lane,
                                        const LANES impulse[AXES])
{
    LANES lever[AXES][TURN_FIELDS], inertia[MASS_FIELDS], turn[TURN_FIELDS];
    KN(levers_of)(change, lever);
    LN(load)(inertias, MASS_FIELDS, lane, inertia);
    for (int32_t k = 0; k < AXES; ++k)
    {
        KN(turn_by)(inertia, lever[k], turn);
        for (int32_t i = 0; i < TURN_FIELDS; ++i)
        {
            FREEDOM(v, AXES + i) = ADD(FREEDOM(v, AXES + i), MUL(turn[i], impulse[k]));
        }
    }
}

// Impulses of the sub-step, with which the next one begins, are moved to where arms are now. Left where they were they
// lag behind what turns, and what is taut swings more and more.
TARGET static inline void LN(move_impulses)(NET* r, const NetPoints* block, int32_t lane, const LANES now_a[AXES],
                                            const LANES now_b[AXES])
{
    LANES impulse[AXES], change_a[AXES], change_b[AXES];
    LN(load)(block->impulse, AXES, lane, impulse);
    for (int32_t k = 0; k < AXES; ++k)
    {
        change_a[k] = SUB(LOAD(block->now_a[k] + lane), now_a[k]);  // the other way: A gets what B gives
        change_b[k] = SUB(now_b[k], LOAD(block->now_b[k] + lane));
    }
    LN(turn_more)(r->a, change_a, block->inertia_a, lane, impulse);
    LN(turn_more)(r->b, change_b, block->inertia_b, lane, impulse);
    LN(put)(r);
}

TARGET static inline void LN(follow_points)(NetPoints* block, int32_t lane, SolverBody* motions, bool first)
{
    NET r;
    LANES arm[AXES], now_a[AXES], now_b[AXES];
    LANES lever_a[AXES][TURN_FIELDS], turn_a[AXES][TURN_FIELDS], lever_b[AXES][TURN_FIELDS], turn_b[AXES][TURN_FIELDS];
    LN(fetch)(&r, block->a + lane, block->b + lane, motions, FOURS);
    LN(load)((const float(*)[IMPI_ROW_LANES])block->arm_a, AXES, lane, arm);
    KN(turn_arm)(r.a, arm, now_a);
    LN(load)((const float(*)[IMPI_ROW_LANES])block->arm_b, AXES, lane, arm);
    KN(turn_arm)(r.b, arm, now_b);
    if (!first)
    {
        LN(move_impulses)(&r, block, lane, now_a, now_b);
    }
    for (int32_t k = 0; k < AXES; ++k)
    {
        STORE(block->now_a[k] + lane, now_a[k]);
        STORE(block->now_b[k] + lane, now_b[k]);
        LANES between = ADD(LOAD(block->between[k] + lane), SUB(MOVED(r.b, k), MOVED(r.a, k)));
        STORE(block->value[k] + lane, ADD(between, SUB(now_b[k], now_a[k])));
    }
    LN(levers)
    ((const float(*)[IMPI_ROW_LANES])block->now_a, (const float(*)[IMPI_ROW_LANES])block->inertia_a, lane, lever_a,
     turn_a);
    LN(levers)
    ((const float(*)[IMPI_ROW_LANES])block->now_b, (const float(*)[IMPI_ROW_LANES])block->inertia_b, lane, lever_b,
     turn_b);
    LANES mass = ADD(LOAD(block->mass_a + lane), LOAD(block->mass_b + lane)), answer[AXES][AXES];
    for (int32_t i = 0; i < AXES; ++i)
    {
        for (int32_t k = 0; k <= i; ++k)
        {
            LANES sum = ADD(LN(dot)(lever_a[i], turn_a[k], TURN_FIELDS), LN(dot)(lever_b[i], turn_b[k], TURN_FIELDS));
            answer[i][k] = i == k ? MUL(ADD(sum, mass), SPLAT(1.0f + LITTLE)) : sum;
        }
    }
    LN(factor)(answer);
    for (int32_t i = 0; i < AXES; ++i)
    {
        for (int32_t k = 0; k <= i; ++k)
        {
            STORE(block->factor[i * AXES + k] + lane, answer[i][k]);
        }
    }
}

// Applies an impulse at the points.
TARGET static inline void LN(push_points)(NET* r, const NetPoints* block, int32_t lane, const LANES impulse[AXES])
{
    LANES lever_a[AXES][TURN_FIELDS], turn_a[AXES][TURN_FIELDS], lever_b[AXES][TURN_FIELDS], turn_b[AXES][TURN_FIELDS];
    LANES mass_a = LOAD(block->mass_a + lane), mass_b = LOAD(block->mass_b + lane);
    LN(levers)
    ((const float(*)[IMPI_ROW_LANES])block->now_a, (const float(*)[IMPI_ROW_LANES])block->inertia_a, lane, lever_a,
     turn_a);
    LN(levers)
    ((const float(*)[IMPI_ROW_LANES])block->now_b, (const float(*)[IMPI_ROW_LANES])block->inertia_b, lane, lever_b,
     turn_b);
    for (int32_t k = 0; k < AXES; ++k)
    {
        FREEDOM(r->a, k) = SUB(FREEDOM(r->a, k), MUL(mass_a, impulse[k]));
        FREEDOM(r->b, k) = ADD(FREEDOM(r->b, k), MUL(mass_b, impulse[k]));
        for (int32_t i = 0; i < TURN_FIELDS; ++i)
        {
            FREEDOM(r->a, AXES + i) = SUB(FREEDOM(r->a, AXES + i), MUL(turn_a[k][i], impulse[k]));
            FREEDOM(r->b, AXES + i) = ADD(FREEDOM(r->b, AXES + i), MUL(turn_b[k][i], impulse[k]));
        }
    }
}

// The velocity of B's point against A's.
TARGET static inline void LN(rates_of_points)(NET* r, const NetPoints* block, int32_t lane, LANES out[AXES])
{
    LANES arm[AXES], lever_a[AXES][TURN_FIELDS], lever_b[AXES][TURN_FIELDS];
    LN(load)((const float(*)[IMPI_ROW_LANES])block->now_a, AXES, lane, arm);
    KN(levers_of)(arm, lever_a);
    LN(load)((const float(*)[IMPI_ROW_LANES])block->now_b, AXES, lane, arm);
    KN(levers_of)(arm, lever_b);
    for (int32_t k = 0; k < AXES; ++k)
    {
        out[k] = SUB(FREEDOM(r->b, k), FREEDOM(r->a, k));
        for (int32_t i = 0; i < TURN_FIELDS; ++i)
        {
            LANES turning =
                SUB(MUL(lever_b[k][i], FREEDOM(r->b, AXES + i)), MUL(lever_a[k][i], FREEDOM(r->a, AXES + i)));
            out[k] = ADD(out[k], turning);
        }
    }
}

TARGET static inline void LN(solve_points)(NetPoints* block, int32_t lane, SolverBody* motions, const NetStep* step)
{
    NET r;
    LANES rate[AXES], x[AXES], m[AXES * AXES];
    LN(fetch)(&r, block->a + lane, block->b + lane, motions, VELOCITY_FOURS);
    LN(rates_of_points)(&r, block, lane, rate);
    LN(load)((const float(*)[IMPI_ROW_LANES])block->factor, AXES * AXES, lane, m);
    for (int32_t i = 0; i < AXES; ++i)
    {
        x[i] = ADD(rate[i], MUL(LOAD(block->value[i] + lane), SPLAT(step->soft.rate)));
        for (int32_t k = 0; k < i; ++k)
        {
            x[i] = SUB(x[i], MUL(m[i * AXES + k], x[k]));
        }
        x[i] = MUL(x[i], m[i * AXES + i]);
    }
    for (int32_t i = AXES - 1; i >= 0; --i)
    {
        for (int32_t k = i + 1; k < AXES; ++k)
        {
            x[i] = SUB(x[i], MUL(m[k * AXES + i], x[k]));
        }
        x[i] = MUL(x[i], m[i * AXES + i]);
    }
    for (int32_t i = 0; i < AXES; ++i)
    {
        LANES before = LOAD(block->impulse[i] + lane);
        x[i] = SUB(MUL(x[i], SPLAT(-step->soft.part)), MUL(before, SPLAT(step->soft.relief)));
        STORE(block->impulse[i] + lane, ADD(before, x[i]));
    }
    LN(push_points)(&r, block, lane, x);
    LN(put)(&r);
}

TARGET static inline void LN(warm_points)(NetPoints* block, int32_t lane, SolverBody* motions)
{
    NET r;
    LANES impulse[AXES];
    LN(fetch)(&r, block->a + lane, block->b + lane, motions, VELOCITY_FOURS);
    LN(load)((const float(*)[IMPI_ROW_LANES])block->impulse, AXES, lane, impulse);
    LN(push_points)(&r, block, lane, impulse);
    LN(put)(&r);
}

// Rows

TARGET static inline void LN(push_row)(NET* r, const NetRows* block, int32_t lane, LANES impulse)
{
    LANES mass_a = LOAD(block->mass_a + lane), mass_b = LOAD(block->mass_b + lane);
    for (int32_t k = 0; k < AXES; ++k)
    {
        LANES along_a = LOAD(block->ends[k] + lane), along_b = LOAD(block->ends[AXES + TURN_FIELDS + k] + lane);
        FREEDOM(r->a, k) = ADD(FREEDOM(r->a, k), MUL(MUL(mass_a, along_a), impulse));
        FREEDOM(r->b, k) = ADD(FREEDOM(r->b, k), MUL(MUL(mass_b, along_b), impulse));
    }
    for (int32_t k = 0; k < TURN_FIELDS; ++k)
    {
        FREEDOM(r->a, AXES + k) = ADD(FREEDOM(r->a, AXES + k), MUL(LOAD(block->turns[k] + lane), impulse));
        FREEDOM(r->b, AXES + k) =
            ADD(FREEDOM(r->b, AXES + k), MUL(LOAD(block->turns[TURN_FIELDS + k] + lane), impulse));
    }
}

TARGET static inline void LN(solve_row)(NetRows* block, int32_t lane, SolverBody* motions, const NetStep* step)
{
    NET r;
    const LANES one = SPLAT(1.0f);
    LN(fetch)(&r, block->a + lane, block->b + lane, motions, VELOCITY_FOURS);
    LANES rate = LOAD((step->push ? block->push : block->relax) + lane), before = LOAD(block->impulse + lane);
    for (int32_t k = 0; k < AXES + TURN_FIELDS; ++k)
    {
        rate = ADD(rate, MUL(LOAD(block->ends[k] + lane), FREEDOM(r.a, k)));
        rate = ADD(rate, MUL(LOAD(block->ends[AXES + TURN_FIELDS + k] + lane), FREEDOM(r.b, k)));
    }
    LANES held = LOAD(block->held + lane);
    LANES part = ADD(one, MUL(held, SPLAT(step->soft.part - 1.0f))), relief = MUL(held, SPLAT(step->soft.relief));
    rate = ADD(rate, MUL(LOAD(block->softness + lane), before));
    LANES impulse = SUB(before, ADD(MUL(MUL(rate, LOAD(block->gain + lane)), part), MUL(before, relief)));
    impulse = MAX(LOAD(block->least + lane), MIN(impulse, LOAD(block->most + lane)));
    STORE(block->impulse + lane, impulse);
    LN(push_row)(&r, block, lane, SUB(impulse, before));
    LN(put)(&r);
}

TARGET static inline void LN(warm_row)(NetRows* block, int32_t lane, SolverBody* motions)
{
    NET r;
    LN(fetch)(&r, block->a + lane, block->b + lane, motions, VELOCITY_FOURS);
    LN(push_row)(&r, block, lane, LOAD(block->impulse + lane));
    LN(put)(&r);
}

// The passes, over a block

TARGET static void LN(follow)(NetPoints* block, SolverBody* motions, bool first)
{
    for (int32_t lane = 0; lane < IMPI_ROW_LANES; lane += WIDTH)
    {
        LN(follow_points)(block, lane, motions, first);
    }
}

TARGET static void LN(warm)(NetPoints* block, SolverBody* motions)
{
    for (int32_t lane = 0; lane < IMPI_ROW_LANES; lane += WIDTH)
    {
        LN(warm_points)(block, lane, motions);
    }
}

TARGET static void LN(points)(NetPoints* block, SolverBody* motions, const NetStep* step)
{
    for (int32_t lane = 0; lane < IMPI_ROW_LANES; lane += WIDTH)
    {
        LN(solve_points)(block, lane, motions, step);
    }
}

TARGET static void LN(warm_rows)(NetRows* block, SolverBody* motions)
{
    for (int32_t lane = 0; lane < IMPI_ROW_LANES; lane += WIDTH)
    {
        LN(warm_row)(block, lane, motions);
    }
}

TARGET static void LN(rows)(NetRows* block, SolverBody* motions, const NetStep* step)
{
    for (int32_t lane = 0; lane < IMPI_ROW_LANES; lane += WIDTH)
    {
        LN(solve_row)(block, lane, motions, step);
    }
}

const NetPasses KN(net_passes) = {LN(follow), LN(warm), LN(points), LN(warm_rows), LN(rows)};

#undef LITTLE
#undef MASS_FIELDS
#undef TURN_FIELDS
#undef NET
#undef LN
