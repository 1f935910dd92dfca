// SPDX-License-Identifier: MIT
//
// Rows of bodies that respond with their trees (row_touch.inl): their answers in the axes of the contacts, nn, tt,
// nt, ww, nw, tw; masses of points, of friction and of rolling by these; and impulses.

// Begins a row of bodies that respond with their trees.
TARGET static inline void LN(tie_row)(ROW* r, const imp2i_rows* block, int32_t lane, const impi_row_step* step)
{
    imp2i_touch_answer* touches = (imp2i_touch_answer*)step->touches;
    r->ties = (const imp2i_row_ties*)step->ties + (block - (const imp2i_rows*)step->rows);
    memset(r->nowhere, 0, sizeof r->nowhere);
    for (int32_t k = 0; k < WIDTH; ++k)
    {
        int32_t a = block->a[lane + k], b = block->b[lane + k];
        r->touch_a[k] = a < 0 ? (void*)r->nowhere : (void*)touches[a].impulse;
        r->touch_b[k] = b < 0 ? (void*)r->nowhere : (void*)touches[b].impulse;
    }
    r->normal = r->side = r->lever_a = r->lever_b = SPLAT(0.0f);
}

// The answer of a body to an impulse along n and t and to a lever: along n, along t, and its spin.
TARGET static inline void LN(answer_tied)(const float of[IMP2I_TIES][IMPI_ROW_LANES], int32_t lane, LANES normal,
                                          LANES side, LANES lever, LANES out[3])
{
    LANES nt = LOAD(of[2] + lane), nw = LOAD(of[4] + lane), tw = LOAD(of[5] + lane);
    out[0] = ADD(ADD(MUL(LOAD(of[0] + lane), normal), MUL(nt, side)), MUL(nw, lever));
    out[1] = ADD(ADD(MUL(nt, normal), MUL(LOAD(of[1] + lane), side)), MUL(tw, lever));
    out[2] = ADD(ADD(MUL(nw, normal), MUL(tw, side)), MUL(LOAD(of[3] + lane), lever));
}

// Applies impulses along n and t, and their levers.
TARGET static inline void LN(push_tied)(ROW* r, int32_t lane, LANES normal, LANES side, LANES lever_a, LANES lever_b)
{
    LANES a[3], b[3];
    LN(answer_tied)(r->ties->a, lane, normal, side, lever_a, a);
    LN(answer_tied)(r->ties->b, lane, normal, side, lever_b, b);
    r->a[0][0] = SUB(r->a[0][0], SUB(MUL(a[0], r->nx), MUL(a[1], r->ny)));
    r->a[0][1] = SUB(r->a[0][1], ADD(MUL(a[0], r->ny), MUL(a[1], r->nx)));
    r->a[0][2] = SUB(r->a[0][2], a[2]);
    r->b[0][0] = ADD(r->b[0][0], SUB(MUL(b[0], r->nx), MUL(b[1], r->ny)));
    r->b[0][1] = ADD(r->b[0][1], ADD(MUL(b[0], r->ny), MUL(b[1], r->nx)));
    r->b[0][2] = ADD(r->b[0][2], b[2]);
    r->normal = ADD(r->normal, normal);
    r->side = ADD(r->side, side);
    r->lever_a = ADD(r->lever_a, lever_a);
    r->lever_b = ADD(r->lever_b, lever_b);
}

// The same at both points.
TARGET static inline void LN(push_tied_points)(ROW* r, const imp2i_rows* block, int32_t lane, const LANES impulse[2])
{
    const imp2i_point_rows *p = &block->points[0], *q = &block->points[1];
    LANES lever_a = ADD(MUL(LOAD(p->across_a + lane), impulse[0]), MUL(LOAD(q->across_a + lane), impulse[1]));
    LANES lever_b = ADD(MUL(LOAD(p->across_b + lane), impulse[0]), MUL(LOAD(q->across_b + lane), impulse[1]));
    LN(push_tied)(r, lane, ADD(impulse[0], impulse[1]), SPLAT(0.0f), lever_a, lever_b);
}

// Tells bodies what this pass has given them.
TARGET static inline void LN(put_tied)(ROW* r)
{
    LANES to_a[1][4], to_b[1][4], x = SUB(MUL(r->normal, r->nx), MUL(r->side, r->ny)),
                                  y = ADD(MUL(r->normal, r->ny), MUL(r->side, r->nx));
    LOAD_FOURS((const void* const*)r->touch_a, 0, 1, 16, to_a);
    LOAD_FOURS((const void* const*)r->touch_b, 0, 1, 16, to_b);
    to_a[0][0] = SUB(to_a[0][0], x);
    to_a[0][1] = SUB(to_a[0][1], y);
    to_a[0][2] = SUB(to_a[0][2], r->lever_a);
    to_b[0][0] = ADD(to_b[0][0], x);
    to_b[0][1] = ADD(to_b[0][1], y);
    to_b[0][2] = ADD(to_b[0][2], r->lever_b);
    STORE_FOURS(r->touch_a, 0, to_a[0]);
    STORE_FOURS(r->touch_b, 0, to_b[0]);
}

// The answers of a width of bodies in the axes of their contacts: those of bodies at which nothing hangs are by mass
// and inertia.
TARGET static inline void LN(turn_answers)(LANES nx, LANES ny, const void* const* touches, LANES mass, LANES inertia,
                                           float out[IMP2I_TIES][IMPI_ROW_LANES], int32_t lane)
{
    LANES of[2][4];
    LOAD_FOURS(touches, offsetof(imp2i_touch_answer, answer), 2, 16, of);
    LANES xx = of[0][0], yy = of[0][1], xy = of[0][2], xw = of[1][0], yw = of[1][1];
    const MASK tied = LESS(SPLAT(0.0f), of[1][2]);
    LANES n_x = ADD(MUL(xx, nx), MUL(xy, ny)), n_y = ADD(MUL(xy, nx), MUL(yy, ny));
    LANES t_x = SUB(MUL(xy, nx), MUL(xx, ny)), t_y = SUB(MUL(yy, nx), MUL(xy, ny));
    STORE(out[0] + lane, PICK(tied, ADD(MUL(n_x, nx), MUL(n_y, ny)), mass));
    STORE(out[1] + lane, PICK(tied, SUB(MUL(t_y, nx), MUL(t_x, ny)), mass));
    STORE(out[2] + lane, WHERE(tied, SUB(MUL(n_y, nx), MUL(n_x, ny))));
    STORE(out[3] + lane, PICK(tied, of[0][3], inertia));
    STORE(out[4] + lane, WHERE(tied, ADD(MUL(xw, nx), MUL(yw, ny))));
    STORE(out[5] + lane, WHERE(tied, SUB(MUL(yw, nx), MUL(xw, ny))));
}

// The rate along one impulse and its lever by another: both along n, or both along t.
TARGET static inline LANES LN(tied_response)(const float of[IMP2I_TIES][IMPI_ROW_LANES], int32_t lane, bool aside,
                                             LANES lever, LANES other)
{
    LANES straight = LOAD(of[aside ? 1 : 0] + lane), mixed = LOAD(of[aside ? 5 : 4] + lane);
    return ADD(ADD(straight, MUL(mixed, ADD(lever, other))), MUL(LOAD(of[3] + lane), MUL(lever, other)));
}

// Masses of a width of lanes by their bodies alone, to the bit as they are set.
TARGET static inline void LN(find_own_masses)(imp2i_rows* block, int32_t lane)
{
    LANES masses = ADD(LOAD(block->mass_a + lane), LOAD(block->mass_b + lane));
    LANES inertia_a = LOAD(block->inertia_a + lane), inertia_b = LOAD(block->inertia_b + lane), a[2], b[2];
    for (int32_t k = 0; k < 2; ++k)
    {
        imp2i_point_rows* p = &block->points[k];
        a[k] = LOAD(p->across_a + lane);
        b[k] = LOAD(p->across_b + lane);
        LANES resists = ADD(ADD(masses, MUL(inertia_a, MUL(a[k], a[k]))), MUL(inertia_b, MUL(b[k], b[k])));
        MASK there = LN(lanes_of)(k == 0 ? block->used : block->second, lane);
        STORE(p->mass + lane, WHERE(there, LN(inverse_or_zero)(resists)));
    }
    LANES height_a = LOAD(block->along_a + lane), height_b = LOAD(block->along_b + lane);
    LANES rolling_a = MUL(inertia_a, MUL(height_a, height_a)), rolling_b = MUL(inertia_b, MUL(height_b, height_b));
    LANES both = ADD(ADD(masses, MUL(inertia_a, MUL(a[0], a[1]))), MUL(inertia_b, MUL(b[0], b[1])));
    STORE(block->response + lane, WHERE(LN(lanes_of)(block->second, lane), both));
    STORE(block->side_mass + lane, LN(inverse_or_zero)(ADD(ADD(masses, rolling_a), rolling_b)));
    STORE(block->rolling_mass + lane, LN(inverse_or_zero)(ADD(inertia_a, inertia_b)));
}

// Masses of a width of lanes, by the answers of their bodies.
TARGET static inline void LN(find_tied_masses)(imp2i_rows* block, const imp2i_row_ties* ties, int32_t lane)
{
    LANES a[2], b[2], height_a = LOAD(block->along_a + lane), height_b = LOAD(block->along_b + lane);
    MASK there[2];
    for (int32_t k = 0; k < 2; ++k)
    {
        imp2i_point_rows* p = &block->points[k];
        a[k] = LOAD(p->across_a + lane);
        b[k] = LOAD(p->across_b + lane);
        there[k] = LN(lanes_of)(k == 0 ? block->used : block->second, lane);
        LANES own = ADD(LN(tied_response)(ties->a, lane, false, a[k], a[k]),
                        LN(tied_response)(ties->b, lane, false, b[k], b[k]));
        STORE(p->mass + lane, WHERE(there[k], LN(inverse_or_zero)(own)));
    }
    LANES both =
        ADD(LN(tied_response)(ties->a, lane, false, a[0], a[1]), LN(tied_response)(ties->b, lane, false, b[0], b[1]));
    LANES side = ADD(LN(tied_response)(ties->a, lane, true, height_a, height_a),
                     LN(tied_response)(ties->b, lane, true, height_b, height_b));
    LANES turn = ADD(LOAD(ties->a[3] + lane), LOAD(ties->b[3] + lane));
    STORE(block->response + lane, WHERE(there[1], both));
    STORE(block->side_mass + lane, LN(inverse_or_zero)(side));
    STORE(block->rolling_mass + lane, LN(inverse_or_zero)(turn));
}

// Tells a width of rows, which are tied, what their bodies answer by now.
TARGET static inline void LN(tie_width)(imp2i_rows* block, int32_t lane, bool tied, imp2i_solver_body* motions,
                                        const impi_row_step* step)
{
    const imp2i_touch_answer* touches = (const imp2i_touch_answer*)step->touches;
    imp2i_row_ties* ties = (imp2i_row_ties*)step->ties + (block - (const imp2i_rows*)step->rows);
    const void *of_a[WIDTH], *of_b[WIDTH];
    (void)motions;
    (void)tied;
    for (int32_t k = 0; k < WIDTH; ++k)
    {
        int32_t a = block->a[lane + k], b = block->b[lane + k];
        of_a[k] = &touches[a < 0 ? 0 : a];
        of_b[k] = &touches[b < 0 ? 0 : b];
    }
    LANES nx = LOAD(block->normal_x + lane), ny = LOAD(block->normal_y + lane);
    LN(turn_answers)(nx, ny, of_a, LOAD(block->mass_a + lane), LOAD(block->inertia_a + lane), ties->a, lane);
    LN(turn_answers)(nx, ny, of_b, LOAD(block->mass_b + lane), LOAD(block->inertia_b + lane), ties->b, lane);
    LN(find_tied_masses)(block, ties, lane);
}

// Finds the rows of bodies that respond with trees. A block without any stays as it is.
static void LN(find_tied)(imp2i_rows* block, const imp2i_touch_answer* touches)
{
    block->tied = 0;
    for (int32_t lane = 0; lane < IMPI_ROW_LANES; ++lane)
    {
        int32_t a = block->a[lane], b = block->b[lane];
        bool tied = (a > 0 && touches[a].answer[IMP2I_TIES] > 0.0f) || (b > 0 && touches[b].answer[IMP2I_TIES] > 0.0f);
        block->tied |= (uint32_t)tied << lane;
    }
}

TARGET static void LN(tie_rows)(imp2i_rows* blocks, int32_t first, int32_t end, imp2i_solver_body* motions,
                                const impi_row_step* step)
{
    for (int32_t i = (first + IMPI_ROW_LANES - 1) / IMPI_ROW_LANES; IMPI_ROW_LANES * i < end; ++i)
    {
        LN(find_tied)(blocks + i, (const imp2i_touch_answer*)step->touches);
    }
    TIED_PASS(LN(tie_width), 1, tie)
}
