// SPDX-License-Identifier: MIT
//
// The bodies of a width of rows in the axes of their contacts: what is loaded of them, how impulses change them, and how
// far the points of a contact are apart.

// The bodies of one width of rows, in the axes of their contacts.
typedef struct ROW
{
    void *to_a[WIDTH], *to_b[WIDTH];
    LANES a[4][4], b[4][4];  // imp3i_solver_body
    LANES n[3], u[3], v[3];  // the axes, in the world
    LANES mass_a, mass_b;    // inverse ones
    LANES inertia_a[6], inertia_b[6];
    LANES offset[2];   // of B's arms against A's
    LANES between[3];  // velocity of B's centre against A's
    LANES spin_a[3], spin_b[3];
    LANES impulse[3];            // on B by this pass,
    LANES turn_a[3], turn_b[3];  // and the changes of spin
    float nowhere[8];            // stores of bodies that are not moved go here
    // For bodies that answer with what hangs at them:
    const imp3i_row_ties* ties;           // else NULL
    void *touch_a[WIDTH], *touch_b[WIDTH];  // what this pass gives goes there
    LANES move_a[3], move_b[3];           // changes of velocity
    LANES lever_a[3], lever_b[3];
} ROW;

TARGET static inline LANES LN(dot3)(const LANES a[3], const LANES b[3])
{
    return ADD(ADD(MUL(a[0], b[0]), MUL(a[1], b[1])), MUL(a[2], b[2]));
}

TARGET static inline void LN(cross3)(const LANES a[3], const LANES b[3], LANES out[3])
{
    out[0] = SUB(MUL(a[1], b[2]), MUL(a[2], b[1]));
    out[1] = SUB(MUL(a[2], b[0]), MUL(a[0], b[2]));
    out[2] = SUB(MUL(a[0], b[1]), MUL(a[1], b[0]));
}

// A vector of the world in three axes.
TARGET static inline void LN(into_axes)(const ROW* r, const LANES vec[3], LANES out[3])
{
    out[0] = LN(dot3)(vec, r->n);
    out[1] = LN(dot3)(vec, r->u);
    out[2] = LN(dot3)(vec, r->v);
}

// Component k in the world of a vector in the axes.
TARGET static inline LANES LN(out_of_axes)(const ROW* r, const LANES vec[3], int32_t k)
{
    return ADD(ADD(MUL(vec[0], r->n[k]), MUL(vec[1], r->u[k])), MUL(vec[2], r->v[k]));
}

// Two directions across a normal; n, u, v are right-handed. Source: Duff et al. 2017.
TARGET static inline void LN(find_tangents)(ROW* r)
{
    const LANES zero = SPLAT(0.0f), one = SPLAT(1.0f);
    LANES sign = PICK(LESS(r->n[2], zero), SPLAT(-1.0f), one), a = DIV(SPLAT(-1.0f), ADD(sign, r->n[2]));
    LANES b = MUL(MUL(r->n[0], r->n[1]), a);
    r->u[0] = ADD(one, MUL(MUL(sign, MUL(r->n[0], r->n[0])), a));
    r->u[1] = MUL(sign, b);
    r->u[2] = SUB(zero, MUL(sign, r->n[0]));
    r->v[0] = b;
    r->v[1] = ADD(sign, MUL(MUL(r->n[1], r->n[1]), a));
    r->v[2] = SUB(zero, r->n[1]);
}

// A symmetric matrix (nn, uu, vv, nu, uv, vn) times a vector.
TARGET static inline void LN(apply_inertia)(const LANES m[6], const LANES vec[3], LANES out[3])
{
    out[0] = ADD(ADD(MUL(m[0], vec[0]), MUL(m[3], vec[1])), MUL(m[5], vec[2]));
    out[1] = ADD(ADD(MUL(m[3], vec[0]), MUL(m[1], vec[1])), MUL(m[4], vec[2]));
    out[2] = ADD(ADD(MUL(m[5], vec[0]), MUL(m[4], vec[1])), MUL(m[2], vec[2]));
}

// A symmetric matrix (xx, yy, zz, xy, yz, zx) in the axes of a contact.
TARGET static inline void LN(turn_symmetric)(const ROW* r, const LANES m[6], LANES out[6])
{
    LANES along[3][3];
    LN(apply_inertia)(m, r->n, along[0]);
    LN(apply_inertia)(m, r->u, along[1]);
    LN(apply_inertia)(m, r->v, along[2]);
    out[0] = LN(dot3)(along[0], r->n);
    out[1] = LN(dot3)(along[1], r->u);
    out[2] = LN(dot3)(along[2], r->v);
    out[3] = LN(dot3)(along[0], r->u);
    out[4] = LN(dot3)(along[1], r->v);
    out[5] = LN(dot3)(along[2], r->n);
}

TARGET static inline void LN(fetch_row3)(ROW* r, const imp3i_rows* block, int32_t lane, imp3i_solver_body* motions,
                                         int32_t fours)
{
    const void *from_a[WIDTH], *from_b[WIDTH];
    for (int32_t k = 0; k < WIDTH; ++k)
    {
        int32_t a = block->a[lane + k], b = block->b[lane + k];
        imp3i_solver_body *motion_a = motions + (a < 0 ? ~a : a), *motion_b = motions + (b < 0 ? ~b : b);
        from_a[k] = motion_a;
        from_b[k] = motion_b;
        r->to_a[k] = a < 0 ? (void*)r->nowhere : (void*)motion_a;
        r->to_b[k] = b < 0 ? (void*)r->nowhere : (void*)motion_b;
    }
    LOAD_FOURS(from_a, 0, fours, 16, r->a);
    LOAD_FOURS(from_b, 0, fours, 16, r->b);
    LANES between[3];
    for (int32_t k = 0; k < 3; ++k)
    {
        r->n[k] = LOAD(block->normal[k] + lane);
        r->impulse[k] = r->turn_a[k] = r->turn_b[k] = SPLAT(0.0f);
        between[k] = SUB(r->b[0][k], r->a[0][k]);
    }
    LN(find_tangents)(r);
    LN(into_axes)(r, between, r->between);
    LN(into_axes)(r, r->a[1], r->spin_a);
    LN(into_axes)(r, r->b[1], r->spin_b);
    r->mass_a = LOAD(block->mass_a + lane);
    r->mass_b = LOAD(block->mass_b + lane);
    for (int32_t k = 0; k < 6; ++k)
    {
        r->inertia_a[k] = LOAD(block->inertia_a[k] + lane);
        r->inertia_b[k] = LOAD(block->inertia_b[k] + lane);
    }
    r->offset[0] = LOAD(block->offset[0] + lane);
    r->offset[1] = LOAD(block->offset[1] + lane);
    r->ties = NULL;
}

// From here on bodies answer with what hangs at them.
TARGET static inline void LN(tie_row3)(ROW* r, const imp3i_rows* block, int32_t lane, const impi_row_step* step)
{
    imp3i_touch_answer* touches = (imp3i_touch_answer*)step->touches;
    r->ties = (const imp3i_row_ties*)step->ties + (block - (const imp3i_rows*)step->rows);
    memset(r->nowhere, 0, sizeof r->nowhere);
    for (int32_t k = 0; k < WIDTH; ++k)
    {
        int32_t a = block->a[lane + k], b = block->b[lane + k];
        r->touch_a[k] = a < 0 ? (void*)r->nowhere : (void*)touches[a].impulse;
        r->touch_b[k] = b < 0 ? (void*)r->nowhere : (void*)touches[b].impulse;
    }
    for (int32_t k = 0; k < 3; ++k)
    {
        r->move_a[k] = r->move_b[k] = r->lever_a[k] = r->lever_b[k] = SPLAT(0.0f);
    }
}

// The answer of a body to an impulse and a lever, of numbers of imp3i_row_ties.
TARGET static inline void LN(answer_tied)(const float of[IMP3I_TIES][IMPI_ROW_LANES], int32_t lane,
                                          const LANES impulse[3], const LANES lever[3], LANES move[3], LANES turn[3])
{
    LANES moves[6], turns[6], mixed[9];
    for (int32_t k = 0; k < 6; ++k)
    {
        moves[k] = LOAD(of[k] + lane);
        turns[k] = LOAD(of[6 + k] + lane);
    }
    for (int32_t k = 0; k < 9; ++k)
    {
        mixed[k] = LOAD(of[12 + k] + lane);
    }
    LN(apply_inertia)(moves, impulse, move);
    LN(apply_inertia)(turns, lever, turn);
    for (int32_t k = 0; k < 3; ++k)
    {
        move[k] = ADD(move[k], LN(dot3)(mixed + 3 * k, lever));
        for (int32_t m = 0; m < 3; ++m)
        {
            turn[k] = ADD(turn[k], MUL(mixed[3 * m + k], impulse[m]));
        }
    }
}

// Applies an impulse and its levers.
TARGET static inline void LN(push_tied)(ROW* r, int32_t lane, const LANES impulse[3], const LANES lever_a[3],
                                        const LANES lever_b[3])
{
    LANES move_a[3], move_b[3], turn_a[3], turn_b[3];
    LN(answer_tied)(r->ties->a, lane, impulse, lever_a, move_a, turn_a);
    LN(answer_tied)(r->ties->b, lane, impulse, lever_b, move_b, turn_b);
    for (int32_t k = 0; k < 3; ++k)
    {
        r->impulse[k] = ADD(r->impulse[k], impulse[k]);
        r->lever_a[k] = ADD(r->lever_a[k], lever_a[k]);
        r->lever_b[k] = ADD(r->lever_b[k], lever_b[k]);
        r->move_a[k] = ADD(r->move_a[k], move_a[k]);
        r->move_b[k] = ADD(r->move_b[k], move_b[k]);
        r->turn_a[k] = ADD(r->turn_a[k], turn_a[k]);
        r->turn_b[k] = ADD(r->turn_b[k], turn_b[k]);
        r->between[k] = ADD(r->between[k], ADD(move_a[k], move_b[k]));
        r->spin_a[k] = SUB(r->spin_a[k], turn_a[k]);
        r->spin_b[k] = ADD(r->spin_b[k], turn_b[k]);
    }
}

TARGET static inline void LN(put_tied)(ROW* r)
{
    LANES to_a[2][4], to_b[2][4];
    LOAD_FOURS((const void* const*)r->touch_a, 0, 2, 16, to_a);
    LOAD_FOURS((const void* const*)r->touch_b, 0, 2, 16, to_b);
    for (int32_t k = 0; k < 3; ++k)
    {
        LANES impulse = LN(out_of_axes)(r, r->impulse, k);
        r->a[0][k] = SUB(r->a[0][k], LN(out_of_axes)(r, r->move_a, k));
        r->b[0][k] = ADD(r->b[0][k], LN(out_of_axes)(r, r->move_b, k));
        to_a[0][k] = SUB(to_a[0][k], impulse);
        to_b[0][k] = ADD(to_b[0][k], impulse);
        to_a[1][k] = SUB(to_a[1][k], LN(out_of_axes)(r, r->lever_a, k));
        to_b[1][k] = ADD(to_b[1][k], LN(out_of_axes)(r, r->lever_b, k));
    }
    for (int32_t k = 0; k < 2; ++k)
    {
        STORE_FOURS(r->touch_a, (size_t)(16 * k), to_a[k]);
        STORE_FOURS(r->touch_b, (size_t)(16 * k), to_b[k]);
    }
}

// Changes the bodies by what the pass has done. A spin is changed by the difference alone, so what gets nothing keeps its
// bits.
TARGET static inline void LN(put_row3)(ROW* r)
{
    if (r->ties)
    {
        LN(put_tied)(r);
    }
    for (int32_t k = 0; k < 3; ++k)
    {
        if (!r->ties)
        {
            LANES impulse = LN(out_of_axes)(r, r->impulse, k);
            r->a[0][k] = SUB(r->a[0][k], MUL(r->mass_a, impulse));
            r->b[0][k] = ADD(r->b[0][k], MUL(r->mass_b, impulse));
        }
        r->a[1][k] = SUB(r->a[1][k], LN(out_of_axes)(r, r->turn_a, k));
        r->b[1][k] = ADD(r->b[1][k], LN(out_of_axes)(r, r->turn_b, k));
    }
    STORE_FOURS(r->to_a, 0, r->a[0]);
    STORE_FOURS(r->to_b, 0, r->b[0]);
    STORE_FOURS(r->to_a, 16, r->a[1]);
    STORE_FOURS(r->to_b, 16, r->b[1]);
}

// Applies levers of impulses (arm times impulse) to the spins.
TARGET static inline void LN(turn_row3)(ROW* r, const LANES lever_a[3], const LANES lever_b[3])
{
    LANES turn_a[3], turn_b[3];
    LN(apply_inertia)(r->inertia_a, lever_a, turn_a);
    LN(apply_inertia)(r->inertia_b, lever_b, turn_b);
    for (int32_t k = 0; k < 3; ++k)
    {
        r->turn_a[k] = ADD(r->turn_a[k], turn_a[k]);
        r->turn_b[k] = ADD(r->turn_b[k], turn_b[k]);
        r->spin_a[k] = SUB(r->spin_a[k], turn_a[k]);
        r->spin_b[k] = ADD(r->spin_b[k], turn_b[k]);
    }
}

// Applies an impulse along axis k to the centres.
TARGET static inline void LN(push_row3)(ROW* r, int32_t k, LANES impulse)
{
    r->impulse[k] = ADD(r->impulse[k], impulse);
    r->between[k] = ADD(r->between[k], MUL(ADD(r->mass_a, r->mass_b), impulse));
}

// Applies impulses along n at the points.
TARGET static inline void LN(push_points)(ROW* r, const imp3i_rows* block, int32_t lane, int32_t points,
                                          const LANES impulse[IMP3I_POINTS])
{
    const LANES zero = SPLAT(0.0f);
    LANES sum = zero, along_u = zero, along_v = zero;
    for (int32_t k = 0; k < points; ++k)
    {
        sum = ADD(sum, impulse[k]);
        along_u = ADD(along_u, MUL(LOAD(block->points[k].arm[0] + lane), impulse[k]));
        along_v = ADD(along_v, MUL(LOAD(block->points[k].arm[1] + lane), impulse[k]));
    }
    const LANES lever_a[3] = {zero, along_v, SUB(zero, along_u)};
    const LANES lever_b[3] = {zero, ADD(along_v, MUL(r->offset[1], sum)),
                              SUB(zero, ADD(along_u, MUL(r->offset[0], sum)))};
    if (r->ties)
    {
        const LANES along[3] = {sum, zero, zero};
        LN(push_tied)(r, lane, along, lever_a, lever_b);
        return;
    }
    LN(push_row3)(r, 0, sum);
    LN(turn_row3)(r, lever_a, lever_b);
}

// Applies an impulse along u and v at the centre of friction.
TARGET static inline void LN(push_aside)(ROW* r, const imp3i_rows* block, int32_t lane, const LANES side[2])
{
    const LANES zero = SPLAT(0.0f);
    LANES u = LOAD(block->center[0] + lane), v = LOAD(block->center[1] + lane);
    LANES height_a = LOAD(block->height_a + lane), height_b = LOAD(block->height_b + lane);
    LANES u_b = ADD(u, r->offset[0]), v_b = ADD(v, r->offset[1]);
    const LANES lever_a[3] = {SUB(MUL(u, side[1]), MUL(v, side[0])), SUB(zero, MUL(height_a, side[1])),
                              MUL(height_a, side[0])};
    const LANES lever_b[3] = {SUB(MUL(u_b, side[1]), MUL(v_b, side[0])), SUB(zero, MUL(height_b, side[1])),
                              MUL(height_b, side[0])};
    if (r->ties)
    {
        const LANES aside[3] = {zero, side[0], side[1]};
        LN(push_tied)(r, lane, aside, lever_a, lever_b);
        return;
    }
    LN(push_row3)(r, 1, side[0]);
    LN(push_row3)(r, 2, side[1]);
    LN(turn_row3)(r, lever_a, lever_b);
}

// Velocity of B's surface against A's along u and v at the centre of friction.
TARGET static inline void LN(sliding_at)(const ROW* r, const imp3i_rows* block, int32_t lane, LANES out[2])
{
    LANES u = LOAD(block->center[0] + lane), v = LOAD(block->center[1] + lane);
    LANES height_a = LOAD(block->height_a + lane), height_b = LOAD(block->height_b + lane);
    LANES u_b = ADD(u, r->offset[0]), v_b = ADD(v, r->offset[1]);
    LANES of_a[2] = {SUB(MUL(r->spin_a[2], height_a), MUL(r->spin_a[0], v)),
                     SUB(MUL(r->spin_a[0], u), MUL(r->spin_a[1], height_a))};
    LANES of_b[2] = {SUB(MUL(r->spin_b[2], height_b), MUL(r->spin_b[0], v_b)),
                     SUB(MUL(r->spin_b[0], u_b), MUL(r->spin_b[1], height_b))};
    out[0] = ADD(r->between[1], SUB(of_b[0], of_a[0]));
    out[1] = ADD(r->between[2], SUB(of_b[1], of_a[1]));
    for (int32_t k = 0; k < 2 && block->belts; ++k)
    {
        out[k] = SUB(out[k], LOAD(block->belt[k] + lane));
    }
}

// Velocity of B against A along n at each point, as surfaces that bend see it.
TARGET static inline void LN(closing_at)(const ROW* r, const imp3i_rows* block, int32_t lane, int32_t points,
                                         LANES out[IMP3I_POINTS])
{
    LANES u = SUB(r->spin_b[2], r->spin_a[2]), v = SUB(r->spin_b[1], r->spin_a[1]);
    LANES all = ADD(r->between[0], SUB(MUL(r->spin_b[1], r->offset[1]), MUL(r->spin_b[2], r->offset[0])));
    for (int32_t k = 0; k < points; ++k)
    {
        LANES turning = SUB(MUL(v, LOAD(block->points[k].arm[1] + lane)), MUL(u, LOAD(block->points[k].arm[0] + lane)));
        out[k] = ADD(all, turning);
    }
    for (int32_t k = 0; k < points && block->rises; ++k)
    {
        out[k] = SUB(out[k], LOAD(block->rise[k] + lane));
    }
}

// The place of a pair of points in `response`.
static inline int32_t LN(pair_of_points)(int32_t i, int32_t j)
{
    int32_t low = i < j ? i : j, high = i < j ? j : i;
    return low * (2 * IMP3I_POINTS - 1 - low) / 2 + high - low - 1;
}

// Points that are about to bounce get no bias: they count as just touching.
TARGET static inline MASK LN(point_bounces)(const imp3i_rows* block, int32_t k, int32_t lane, LANES gap,
                                            const impi_row_step* step)
{
    const LANES zero = SPLAT(0.0f);
    MASK fast = LESS(LOAD(block->approach[k] + lane), SPLAT(-step->bounce_speed));
    return AND(LESS(zero, LOAD(block->restitution + lane)), AND(fast, LESS(gap, zero)));
}

// The displacement along n that rotation gives to a point at an arm: by[0] and by[1] are for each unit of its arms
// along u and v. Exact: a quaternion (q, w) moves an arm r along n by 2 w q . (r x n) + 2 ((q . n) (q . r) - q^2 r .
// n).
TARGET static inline LANES LN(turned_by)(const ROW* r, const LANES turned[4], LANES height, LANES by[2])
{
    LANES q[3];
    LN(into_axes)(r, turned, q);
    const LANES two = SPLAT(2.0f);
    LANES twice = MUL(two, q[0]), w = MUL(two, turned[3]);
    by[0] = SUB(MUL(twice, q[1]), MUL(w, q[2]));
    by[1] = ADD(MUL(twice, q[2]), MUL(w, q[1]));
    return MUL(MUL(two, ADD(MUL(q[1], q[1]), MUL(q[2], q[2]))), SUB(SPLAT(0.0f), height));
}

// Current gaps of the points.
TARGET static inline void LN(gaps_of_points)(const ROW* r, const imp3i_rows* block, int32_t lane, int32_t points,
                                             const impi_row_step* step, LANES out[IMP3I_POINTS])
{
    LANES by_a[2], by_b[2], moved[3];
    for (int32_t k = 0; k < 3; ++k)
    {
        moved[k] = SUB(r->b[2][k], r->a[2][k]);
    }
    LANES of_a = LN(turned_by)(r, r->a[3], LOAD(block->core_a + lane), by_a);
    LANES of_b = LN(turned_by)(r, r->b[3], LOAD(block->core_b + lane), by_b);
    of_b = ADD(of_b, ADD(MUL(by_b[0], r->offset[0]), MUL(by_b[1], r->offset[1])));
    LANES all = ADD(LN(dot3)(moved, r->n), SUB(of_b, of_a)), u = SUB(by_b[0], by_a[0]), v = SUB(by_b[1], by_a[1]);
    if (block->tips)
    {
        // Gaps are those of points as they were, which arms have left behind.
        LANES ahead_a = ADD(MUL(by_a[0], LOAD(block->ahead_a[0] + lane)), MUL(by_a[1], LOAD(block->ahead_a[1] + lane)));
        LANES ahead_b = ADD(MUL(by_b[0], LOAD(block->ahead_b[0] + lane)), MUL(by_b[1], LOAD(block->ahead_b[1] + lane)));
        all = ADD(all, SUB(ahead_a, ahead_b));
    }
    for (int32_t k = 0; k < points; ++k)
    {
        const imp3i_point_rows* p = &block->points[k];
        LANES gap = LOAD(p->gap + lane);
        if (block->springy)
        {
            gap = PICK(LN(point_bounces)(block, k, lane, gap, step), SPLAT(0.0f), gap);
        }
        LANES turning = ADD(MUL(u, LOAD(p->arm[0] + lane)), MUL(v, LOAD(p->arm[1] + lane)));
        out[k] = ADD(gap, ADD(all, turning));
    }
    for (int32_t k = 0; k < points && block->rises; ++k)
    {
        out[k] = SUB(out[k], MUL(SPLAT(step->passed), LOAD(block->rise[k] + lane)));
    }
}

// Scales two components to a length of at most `most`.
TARGET static inline void LN(within_disc)(LANES side[2], LANES most)
{
    LANES square = ADD(MUL(side[0], side[0]), MUL(side[1], side[1]));
    MASK beyond = LESS(MUL(most, most), square);
    LANES part = PICK(beyond, DIV(most, ROOT(square)), SPLAT(1.0f));
    side[0] = MUL(side[0], part);
    side[1] = MUL(side[1], part);
}

// A symmetric matrix (uu, vv, uv) of the block times two components.
TARGET static inline void LN(apply_mass)(const float mass[3][IMPI_ROW_LANES], int32_t lane, const LANES of[2],
                                         LANES out[2])
{
    LANES uv = LOAD(mass[2] + lane);
    out[0] = ADD(MUL(LOAD(mass[0] + lane), of[0]), MUL(uv, of[1]));
    out[1] = ADD(MUL(uv, of[0]), MUL(LOAD(mass[1] + lane), of[1]));
}

// The inverse of a symmetric matrix (uu, vv, uv); none where it has none.
TARGET static inline void LN(invert)(const LANES m[3], LANES out[3])
{
    LANES determinant = SUB(MUL(m[0], m[1]), MUL(m[2], m[2]));
    LANES inverse = LN(inverse_or_zero)(determinant);
    out[0] = MUL(m[1], inverse);
    out[1] = MUL(m[0], inverse);
    out[2] = MUL(SUB(SPLAT(0.0f), m[2]), inverse);
}

TARGET static inline LANES LN(sum_of)(const LANES of[IMP3I_POINTS], int32_t points)
{
    LANES sum = of[0];
    for (int32_t k = 1; k < points; ++k)
    {
        sum = ADD(sum, of[k]);
    }
    return sum;
}

TARGET static inline void LN(load_impulses)(const imp3i_rows* block, int32_t lane, int32_t points,
                                            LANES out[IMP3I_POINTS])
{
    for (int32_t k = 0; k < points; ++k)
    {
        out[k] = LOAD(block->points[k].impulse + lane);
    }
}

TARGET static inline int32_t LN(points_of)(const imp3i_rows* block)
{
    return block->second ? IMP3I_POINTS : 1;
}
