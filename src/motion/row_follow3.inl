// SPDX-License-Identifier: MIT
//
// Rows at the start of a step: gaps, masses and the arms of tips follow the bodies, and manifolds expire.

// Sine of the rotation from one to the other, and of length 2 where that is more than a quarter (imp3i_turn_near).
TARGET static inline void LN(turn_since)(const LANES from[9], const LANES to[9], LANES out[3])
{
    LANES x[3], y[3], z[3];
    LN(cross3)(from, to, x);
    LN(cross3)(from + 3, to + 3, y);
    LN(cross3)(from + 6, to + 6, z);
    LANES trace = ADD(ADD(LN(dot3)(from, to), LN(dot3)(from + 3, to + 3)), LN(dot3)(from + 6, to + 6));
    MASK near = LESS(SPLAT(1.0f), trace);
    for (int32_t k = 0; k < 3; ++k)
    {
        LANES sine = MUL(SPLAT(0.5f), ADD(ADD(x[k], y[k]), z[k]));
        out[k] = PICK(near, sine, SPLAT(k == 0 ? 2.0f : 0.0f));
    }
}

TARGET static inline LANES LN(length3)(const LANES vec[3])
{
    return ROOT(LN(dot3)(vec, vec));
}

// The loss of length along itself of a unit vector that turns by such a sine (imp3i_turn_bend).
TARGET static inline LANES LN(bend_of)(const LANES turn[3], const LANES n[3])
{
    LANES across[3];
    LN(cross3)(turn, n, across);
    return MUL(SPLAT(0.5f), LN(dot3)(across, across));
}

// Approach speeds of the points, and their rebound speeds.
TARGET static inline void LN(measure_approach)(imp3i_rows* block, int32_t lane, ROW* r, LANES a[8][4], LANES b[8][4],
                                               const impi_row_step* step)
{
    LANES velocity[3], spin_a[3], spin_b[3], pulls[3], approach[IMP3I_POINTS];
    for (int32_t k = 0; k < 3; ++k)
    {
        velocity[k] = SUB(AT_FOUR(b, LN(AT_VELOCITY) + k), AT_FOUR(a, LN(AT_VELOCITY) + k));
        spin_a[k] = AT_FOUR(a, LN(AT_SPIN) + k);
        spin_b[k] = AT_FOUR(b, LN(AT_SPIN) + k);
        pulls[k] = SUB(AT_FOUR(b, LN(AT_PULL) + k), AT_FOUR(a, LN(AT_PULL) + k));
    }
    LN(into_axes)(r, velocity, r->between);
    LN(into_axes)(r, spin_a, r->spin_a);
    LN(into_axes)(r, spin_b, r->spin_b);
    LN(closing_at)(r, block, lane, IMP3I_POINTS, approach);
    LANES restitution = LOAD(block->restitution + lane), pull = LN(dot3)(pulls, r->n);
    for (int32_t k = 0; k < IMP3I_POINTS; ++k)
    {
        LANES depth = SUB(SPLAT(0.0f), LOAD(block->points[k].gap + lane));
        LANES rebound = LN(rebound_of)(approach[k], depth, pull, restitution, step->h);
        STORE(block->approach[k] + lane, approach[k]);
        STORE(block->rebound[k] + lane, WHERE(LESS(SPLAT(0.0f), restitution), rebound));
    }
}

// The vector turned by a spin for a time, as far as its end goes straight on.
TARGET static inline void LN(lead_vector)(const LANES vec[3], const LANES spin[3], LANES time, LANES out[3])
{
    LANES by[3], ahead[3], length = LN(length3)(vec);
    LN(cross3)(spin, vec, by);
    for (int32_t k = 0; k < 3; ++k)
    {
        ahead[k] = ADD(vec[k], MUL(time, by[k]));
    }
    LANES part = MUL(length, LN(inverse_or_zero)(LN(length3)(ahead)));
    for (int32_t k = 0; k < 3; ++k)
    {
        out[k] = MUL(part, ahead[k]);
    }
}

// The spoke of a disc with an axis to the point of its rim that is farthest along n, or against it by its sign.
TARGET static inline void LN(find_spoke)(const LANES axis[3], LANES sign, LANES rim, LANES out[3])
{
    LANES along = MUL(sign, axis[0]), zero = SPLAT(0.0f);
    const LANES across[3] = {SUB(sign, MUL(along, axis[0])), SUB(zero, MUL(along, axis[1])),
                             SUB(zero, MUL(along, axis[2]))};
    LANES part = MUL(rim, LN(inverse_or_zero)(LN(length3)(across)));
    for (int32_t k = 0; k < 3; ++k)
    {
        out[k] = MUL(part, across[k]);
    }
}

// Arms of tips are those at the middle of the step, as far as the bodies go on as they do. With arms at its start the torque
// lags behind the turn by half a step: tops fall that stand, and coins gain energy.
// Arms follow the turn and the way of bodies since the manifold was made, too.
TARGET static inline void LN(lead_tips)(imp3i_rows* block, int32_t lane, ROW* r, LANES a[8][4], LANES b[8][4],
                                        const LANES turn_a[3], const LANES turn_b[3], const LANES moved[3],
                                        const impi_row_step* step)
{
    const LANES zero = SPLAT(0.0f), one = SPLAT(1.0f), time = SPLAT(step->lead);
    LANES of = LOAD(block->tip_of + lane), sign = SUB(zero, of), rim = LOAD(block->tip_rim + lane);
    MASK of_a = LESS(of, zero), of_b = LESS(zero, of), any = OR(of_a, of_b);
    LANES turn[3], seen_turn[3], axis[3], seen_axis[3], apart[3], seen_apart[3], core[3], next_axis[3];
    for (int32_t k = 0; k < 3; ++k)
    {
        LANES spin = PICK(of_b, AT_FOUR(b, LN(AT_SPIN) + k), AT_FOUR(a, LN(AT_SPIN) + k));
        LANES speed = SUB(AT_FOUR(b, LN(AT_VELOCITY) + k), AT_FOUR(a, LN(AT_VELOCITY) + k));
        turn[k] = ADD(PICK(of_b, turn_b[k], turn_a[k]), MUL(spin, time));
        apart[k] = ADD(moved[k], MUL(speed, time));
        axis[k] = LOAD(block->tip_axis[k] + lane);
    }
    MASK holds = LESS(LN(length3)(turn), LOAD(block->tip_turn + lane));
    LN(into_axes)(r, turn, seen_turn);
    LN(into_axes)(r, axis, seen_axis);
    LN(into_axes)(r, apart, seen_apart);
    for (int32_t k = 0; k < 3; ++k)
    {
        LANES arm = LOAD(block->made_center[(k + 2) % 3] + lane), offset = LOAD(block->made_offset[(k + 2) % 3] + lane);
        core[k] = ADD(arm, WHERE(of_b, offset));
    }
    core[0] = SUB(core[0], MUL(sign, LOAD(block->tip_radius + lane)));
    LANES spoke[3], next_spoke[3], center[3], next_center[3], ahead[3], ahead_a[3], ahead_b[3];
    LN(find_spoke)(seen_axis, sign, rim, spoke);
    LN(lead_vector)(seen_axis, seen_turn, one, next_axis);
    LN(find_spoke)(next_axis, sign, rim, next_spoke);
    for (int32_t k = 0; k < 3; ++k)
    {
        center[k] = SUB(core[k], spoke[k]);
    }
    LN(lead_vector)(center, seen_turn, one, next_center);
    for (int32_t k = 0; k < 3; ++k)
    {
        ahead[k] = ADD(SUB(next_center[k], center[k]), SUB(next_spoke[k], spoke[k]));
        ahead_a[k] = WHERE(holds, PICK(of_b, ADD(ahead[k], seen_apart[k]), WHERE(of_a, ahead[k])));
        ahead_b[k] = WHERE(holds, PICK(of_b, ahead[k], WHERE(of_a, SUB(ahead[k], seen_apart[k]))));
    }
    for (int32_t k = 0; k < 2; ++k)
    {
        LANES middle = ADD(LOAD(block->made_center[k] + lane), ahead_a[k + 1]);
        LANES offset = ADD(LOAD(block->made_offset[k] + lane), SUB(ahead_b[k + 1], ahead_a[k + 1]));
        for (int32_t i = 0; i < IMP3I_POINTS; ++i)
        {
            LANES arm = ADD(LOAD(block->made_arm[i][k] + lane), ahead_a[k + 1]);
            LN(set_where)(block->points[i].arm[k], lane, any, arm);
        }
        LN(set_where)(block->center[k], lane, any, middle);
        LN(set_where)(block->offset[k], lane, any, offset);
        LN(set_where)(block->ahead_a[k], lane, any, ahead_a[k + 1]);
        LN(set_where)(block->ahead_b[k], lane, any, ahead_b[k + 1]);
    }
    LANES height = LOAD(block->made_center[2] + lane);
    LN(set_where)(block->height_a, lane, any, ADD(height, ahead_a[0]));
    LN(set_where)(block->height_b, lane, any, ADD(ADD(height, LOAD(block->made_offset[2] + lane)), ahead_b[0]));
}

TARGET static uint32_t LN(follow_rows)(imp3i_rows* block, const imp3i_body_sim* sims, const impi_row_step* step)
{
    uint32_t kept = 0;
    block->tied = 0;
    for (int32_t lane = 0; lane < IMPI_ROW_LANES; lane += WIDTH)
    {
        const void *bodies_a[WIDTH], *bodies_b[WIDTH];
        for (int32_t k = 0; k < WIDTH; ++k)
        {
            int32_t body_a = block->body_a[lane + k], body_b = block->body_b[lane + k];
            bodies_a[k] = body_a < 0 ? &imp3i_nobody : sims + body_a;
            bodies_b[k] = body_b < 0 ? &imp3i_nobody : sims + body_b;
        }
        ROW r;
        LANES a[8][4], b[8][4], now_a[9], now_b[9], made_a[9], made_b[9], own_a[3], own_b[3], middle_a[3], middle_b[3];
        LOAD_FOURS(bodies_a, 0, 8, 16, a);
        LOAD_FOURS(bodies_b, 0, 8, 16, b);
        for (int32_t k = 0; k < 9; ++k)
        {
            now_a[k] = AT_FOUR(a, 3 + k);
            now_b[k] = AT_FOUR(b, 3 + k);
            made_a[k] = LOAD(block->turn_a[k] + lane);
            made_b[k] = LOAD(block->turn_b[k] + lane);
        }
        for (int32_t k = 0; k < 3; ++k)
        {
            own_a[k] = AT_FOUR(a, LN(AT_MIDDLE) + k);
            own_b[k] = AT_FOUR(b, LN(AT_MIDDLE) + k);
            r.n[k] = LOAD(block->normal[k] + lane);
        }
        LN(turn_vector)(now_a, own_a, middle_a);
        LN(turn_vector)(now_b, own_b, middle_b);
        LANES made[3], moved[3], seen[3], turn_a[3], turn_b[3], first[3], second[3], aside[3], against[3];
        LN(turn_since)(made_a, now_a, turn_a);
        LN(turn_since)(made_b, now_b, turn_b);
        for (int32_t k = 0; k < 3; ++k)
        {
            made[k] = LOAD(block->between[k] + lane);
            LANES now = SUB(ADD(SUB(AT_FOUR(b, k), AT_FOUR(a, k)), middle_b[k]), middle_a[k]);
            moved[k] = SUB(now, made[k]);
            against[k] = SUB(turn_b[k], turn_a[k]);
        }
        LN(cross3)(turn_a, made, first);
        LN(cross3)(turn_a, first, second);
        for (int32_t k = 0; k < 3; ++k)
        {
            seen[k] = SUB(moved[k], ADD(first[k], MUL(second[k], SPLAT(0.5f))));
        }
        LN(cross3)(r.n, seen, aside);
        LANES lesser = MIN(LOAD(block->extent_a + lane), LOAD(block->extent_b + lane));
        LANES path = ADD(LN(length3)(aside),
                         MUL(MAX(LOAD(block->parting + lane), SPLAT(step->keep_part)), ABS(LN(dot3)(seen, r.n))));
        path = ADD(path, MUL(LN(length3)(against), lesser));
        LANES most = MIN(SPLAT(step->keep), MUL(SPLAT(step->keep_part), lesser));
        MASK upright = LESS(MAX(LN(length3)(turn_a), LN(length3)(turn_b)), SPLAT(step->keep_turn));
        kept |= LN(bits_at)(AND(upright, LESS(path, most)), lane);
        LANES bend = SUB(MUL(LN(bend_of)(turn_a, r.n), LOAD(block->core_a + lane)),
                         MUL(LN(bend_of)(turn_b, r.n), LOAD(block->core_b + lane)));
        LANES parted = ADD(LN(dot3)(moved, r.n), bend);
        LN(find_tangents)(&r);
        r.offset[0] = LOAD(block->offset[0] + lane);
        r.offset[1] = LOAD(block->offset[1] + lane);
        LANES u_a = LN(dot3)(turn_a, r.u), v_a = LN(dot3)(turn_a, r.v), u_b = LN(dot3)(turn_b, r.u),
              v_b = LN(dot3)(turn_b, r.v);
        for (int32_t k = 0; k < IMP3I_POINTS; ++k)
        {
            imp3i_point_rows* p = &block->points[k];
            LANES u = LOAD(p->arm[0] + lane), v = LOAD(p->arm[1] + lane);
            if (block->tips)
            {
                MASK tip = LESS(SPLAT(0.0f), ABS(LOAD(block->tip_of + lane)));
                u = PICK(tip, LOAD(block->made_arm[k][0] + lane), u);
                v = PICK(tip, LOAD(block->made_arm[k][1] + lane), v);
                r.offset[0] = LOAD(block->made_offset[0] + lane);
                r.offset[1] = LOAD(block->made_offset[1] + lane);
            }
            LANES by_a = SUB(MUL(u_a, v), MUL(v_a, u));
            LANES by_b = SUB(MUL(u_b, ADD(v, r.offset[1])), MUL(v_b, ADD(u, r.offset[0])));
            STORE(p->gap + lane, SUB(ADD(parted, SUB(by_b, by_a)), LOAD(block->depth[k] + lane)));
        }
        if (block->tips)
        {
            LN(lead_tips)(block, lane, &r, a, b, turn_a, turn_b, moved, step);
            r.offset[0] = LOAD(block->offset[0] + lane);
            r.offset[1] = LOAD(block->offset[1] + lane);
        }
        LN(find_masses)(block, lane, &r, a, b);
        if (block->springy || step->watched)
        {
            LN(measure_approach)(block, lane, &r, a, b, step);
        }
    }
    return block->used & ~kept;
}
