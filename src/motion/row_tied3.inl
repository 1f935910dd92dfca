// SPDX-License-Identifier: MIT
//
// Rows of bodies that answer with what hangs at them (row_touch.inl): their answers in the axes of the contacts, and the
// masses of points, of friction and of rolling by these.

// The answers of a width of bodies in the axes of their contacts: those of bodies at which nothing hangs are by mass
// and inertia.
TARGET static inline void LN(turn_answers)(const ROW* r, const void* const* touches, LANES mass, const LANES inertia[6],
                                           float out[IMP3I_TIES][IMPI_ROW_LANES], int32_t lane)
{
    const LANES zero = SPLAT(0.0f);
    LANES of[6][4], moves[6], turns[6], turned[6];
    LOAD_FOURS(touches, offsetof(imp3i_touch_answer, answer), 6, 16, of);
    const MASK tied = LESS(zero, AT_FOUR(of, IMP3I_TIES));
    for (int32_t k = 0; k < 6; ++k)
    {
        moves[k] = AT_FOUR(of, k);
        turns[k] = AT_FOUR(of, 6 + k);
    }
    LN(turn_symmetric)(r, moves, turned);
    for (int32_t k = 0; k < 6; ++k)
    {
        STORE(out[k] + lane, PICK(tied, turned[k], k < 3 ? mass : zero));
    }
    LN(turn_symmetric)(r, turns, turned);
    for (int32_t k = 0; k < 6; ++k)
    {
        STORE(out[6 + k] + lane, PICK(tied, turned[k], inertia[k]));
    }
    const LANES* axes[3] = {r->n, r->u, r->v};
    for (int32_t m = 0; m < 3; ++m)
    {
        LANES by[3];
        for (int32_t k = 0; k < 3; ++k)
        {
            const LANES row[3] = {AT_FOUR(of, 12 + 3 * k), AT_FOUR(of, 13 + 3 * k), AT_FOUR(of, 14 + 3 * k)};
            by[k] = LN(dot3)(row, axes[m]);
        }
        for (int32_t k = 0; k < 3; ++k)
        {
            STORE(out[12 + 3 * k + m] + lane, WHERE(tied, LN(dot3)(axes[k], by)));
        }
    }
}

// The rate along one impulse and its lever by another.
TARGET static inline LANES LN(tied_response)(const float of[IMP3I_TIES][IMPI_ROW_LANES], int32_t lane,
                                             const LANES impulse[3], const LANES lever[3], const LANES other[3],
                                             const LANES other_lever[3])
{
    LANES move[3], turn[3];
    LN(answer_tied)(of, lane, impulse, lever, move, turn);
    return ADD(LN(dot3)(move, other), LN(dot3)(turn, other_lever));
}

// Masses of a width of lanes, by the answers of their bodies.
TARGET static inline void LN(find_tied_masses)(imp3i_rows* block, const imp3i_row_ties* ties, int32_t lane)
{
    const LANES zero = SPLAT(0.0f), one = SPLAT(1.0f), along[3] = {one, zero, zero};
    LANES offset[2] = {LOAD(block->offset[0] + lane), LOAD(block->offset[1] + lane)};
    LANES lever_a[IMP3I_POINTS][3], lever_b[IMP3I_POINTS][3];
    for (int32_t i = 0; i < IMP3I_POINTS; ++i)
    {
        imp3i_point_rows* p = &block->points[i];
        LANES u = LOAD(p->arm[0] + lane), v = LOAD(p->arm[1] + lane);
        const LANES levers_a[3] = {zero, v, SUB(zero, u)},
                    levers_b[3] = {zero, ADD(v, offset[1]), SUB(zero, ADD(u, offset[0]))};
        MASK there = LESS(SPLAT(-IMP_MAGNITUDE_MAX), LOAD(block->depth[i] + lane));
        for (int32_t k = 0; k < 3; ++k)
        {
            lever_a[i][k] = levers_a[k];
            lever_b[i][k] = levers_b[k];
        }
        for (int32_t j = 0; j <= i; ++j)
        {
            LANES response = ADD(LN(tied_response)(ties->a, lane, along, lever_a[i], along, lever_a[j]),
                                 LN(tied_response)(ties->b, lane, along, lever_b[i], along, lever_b[j]));
            if (j < i)
            {
                STORE(block->response[LN(pair_of_points)(i, j)] + lane, WHERE(there, response));
            }
            else
            {
                STORE(p->mass + lane, WHERE(there, LN(inverse_or_zero)(response)));
            }
        }
    }
    LANES u = LOAD(block->center[0] + lane), v = LOAD(block->center[1] + lane);
    LANES u_b = ADD(u, offset[0]), v_b = ADD(v, offset[1]);
    LANES height_a = LOAD(block->height_a + lane), height_b = LOAD(block->height_b + lane);
    const LANES to_u[3] = {zero, one, zero}, to_v[3] = {zero, zero, one};
    const LANES u_of_a[3] = {SUB(zero, v), zero, height_a}, v_of_a[3] = {u, SUB(zero, height_a), zero};
    const LANES u_of_b[3] = {SUB(zero, v_b), zero, height_b}, v_of_b[3] = {u_b, SUB(zero, height_b), zero};
    LANES response[3], side[3], rolling[3], against[4];
    response[0] = ADD(LN(tied_response)(ties->a, lane, to_u, u_of_a, to_u, u_of_a),
                      LN(tied_response)(ties->b, lane, to_u, u_of_b, to_u, u_of_b));
    response[1] = ADD(LN(tied_response)(ties->a, lane, to_v, v_of_a, to_v, v_of_a),
                      LN(tied_response)(ties->b, lane, to_v, v_of_b, to_v, v_of_b));
    response[2] = ADD(LN(tied_response)(ties->a, lane, to_u, u_of_a, to_v, v_of_a),
                      LN(tied_response)(ties->b, lane, to_u, u_of_b, to_v, v_of_b));
    for (int32_t k = 0; k < 3; ++k)
    {
        static const int32_t ABOUT[3] = {7, 8, 10};  // uu, vv, uv
        against[k] = ADD(LOAD(ties->a[ABOUT[k]] + lane), LOAD(ties->b[ABOUT[k]] + lane));
    }
    LN(invert)(response, side);
    LN(invert)(against, rolling);
    for (int32_t k = 0; k < 3; ++k)
    {
        STORE(block->side_mass[k] + lane, side[k]);
        STORE(block->rolling_mass[k] + lane, rolling[k]);
    }
    STORE(block->twist_mass + lane, LN(inverse_or_zero)(ADD(LOAD(ties->a[6] + lane), LOAD(ties->b[6] + lane))));
}

// Tells a width of rows, which are tied, what their bodies answer by now.
TARGET static inline void LN(tie_width)(imp3i_rows* block, int32_t lane, bool tied, imp3i_solver_body* motions,
                                        const impi_row_step* step)
{
    const imp3i_touch_answer* touches = (const imp3i_touch_answer*)step->touches;
    imp3i_row_ties* ties = (imp3i_row_ties*)step->ties + (block - (const imp3i_rows*)step->rows);
    const void *of_a[WIDTH], *of_b[WIDTH];
    (void)tied;
    ROW r;
    for (int32_t k = 0; k < WIDTH; ++k)
    {
        int32_t a = block->a[lane + k], b = block->b[lane + k];
        of_a[k] = &touches[a < 0 ? 0 : a];
        of_b[k] = &touches[b < 0 ? 0 : b];
    }
    LN(fetch_row3)(&r, block, lane, motions, 2);
    if (LN(bits_at)(LESS(SPLAT(0.0f), ADD(r.a[1][3], r.b[1][3])), 0) != 0)
    {
        LN(follow_turned)(block, lane, &r, (const imp3i_body_sim*)step->sims);
    }
    LN(turn_answers)(&r, of_a, r.mass_a, r.inertia_a, ties->a, lane);
    LN(turn_answers)(&r, of_b, r.mass_b, r.inertia_b, ties->b, lane);
    LN(find_tied_masses)(block, ties, lane);
}

// Finds the rows of bodies that respond with trees. A block without any stays as it is.
static void LN(find_tied)(imp3i_rows* block, const imp3i_touch_answer* touches)
{
    block->tied = 0;
    for (int32_t lane = 0; lane < IMPI_ROW_LANES; ++lane)
    {
        int32_t a = block->a[lane], b = block->b[lane];
        bool tied = (a > 0 && touches[a].answer[IMP3I_TIES] > 0.0f) || (b > 0 && touches[b].answer[IMP3I_TIES] > 0.0f);
        block->tied |= (uint32_t)tied << lane;
    }
}

TARGET static void LN(tie_rows)(imp3i_rows* blocks, int32_t first, int32_t end, imp3i_solver_body* motions,
                                const impi_row_step* step)
{
    for (int32_t i = (first + IMPI_ROW_LANES - 1) / IMPI_ROW_LANES; IMPI_ROW_LANES * i < end; ++i)
    {
        LN(find_tied)(blocks + i, (const imp3i_touch_answer*)step->touches);
    }
    TIED_PASS(LN(tie_width), 1, tie)
}
