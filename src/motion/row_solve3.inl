// SPDX-License-Identifier: MIT
//
// The passes of a sub-step over rows, in the order in which they run, and restitution at the end of a step.

TARGET static uint32_t LN(pushed_rows)(const imp3i_rows* block, const impi_row_step* step, bool* laden)
{
    const LANES zero = SPLAT(0.0f);
    uint32_t pushed = 0, bears = 0;
    for (int32_t lane = 0; lane < IMPI_ROW_LANES; lane += WIDTH)
    {
        LANES load = zero, least = SPLAT(IMP_MAGNITUDE_MAX);
        for (int32_t k = 0; k < IMP3I_POINTS; ++k)
        {
            load = ADD(load, LOAD(block->points[k].total + lane));
            least = MIN(least, LOAD(block->points[k].gap + lane));
        }
        LANES to_a = MUL(load, LOAD(block->mass_a + lane)), to_b = MUL(load, LOAD(block->mass_b + lane));
        LANES lesser = MIN(to_a, to_b);
        MASK much = LESS(MUL(SPLAT(step->uneven), lesser), MAX(to_a, to_b));
        bears |= LN(bits_at)(AND(LESS(SPLAT(step->borne), lesser), much), lane);
        pushed |= LN(bits_at)(OR(LESS(zero, load), AT_MOST(least, zero)), lane);
    }
    *laden = (bears & block->used) != 0;
    return pushed & block->used;
}

// Scales impulses of sub-steps of another length to this one's.
TARGET static inline void LN(scale_impulses)(imp3i_rows* block, int32_t lane, float longer)
{
    float* impulses[] = {block->points[0].impulse, block->points[1].impulse,  block->points[2].impulse,
                         block->points[3].impulse, block->side_impulse[0],    block->side_impulse[1],
                         block->twist_impulse,     block->rolling_impulse[0], block->rolling_impulse[1]};
    for (size_t k = 0; k < sizeof impulses / sizeof *impulses; ++k)
    {
        STORE(impulses[k] + lane, MUL(SPLAT(longer), LOAD(impulses[k] + lane)));
    }
}

// Turns both bodies against each other.
TARGET static inline void LN(turn_against)(ROW* r, int32_t lane, LANES about_n, LANES about_u, LANES about_v)
{
    const LANES lever[3] = {about_n, about_u, about_v}, zero = SPLAT(0.0f), nothing[3] = {zero, zero, zero};
    if (r->ties)
    {
        LN(push_tied)(r, lane, nothing, lever, lever);
        return;
    }
    LN(turn_row3)(r, lever, lever);
}

// Warm start: applies the impulses of the last sub-step. Resets those of the whole step.
TARGET static void LN(warm_rows)(imp3i_rows* blocks, int32_t first, int32_t end, imp3i_solver_body* motions,
                                 const impi_row_step* step)
{
    bool other = step->longer < 1.0f || step->longer > 1.0f;
    const LANES zero = SPLAT(0.0f);
    for (int32_t i = first; i < end; i += WIDTH)
    {
        imp3i_rows* block = blocks + i / IMPI_ROW_LANES;
        int32_t lane = i % IMPI_ROW_LANES;
        ROW r;
        LANES impulse[IMP3I_POINTS];
        LN(fetch_row3)(&r, block, lane, motions, 2);
        if (other)
        {
            LN(scale_impulses)(block, lane, step->longer);
        }
        LN(load_impulses)(block, lane, IMP3I_POINTS, impulse);
        for (int32_t k = 0; k < IMP3I_POINTS; ++k)
        {
            STORE(block->points[k].total + lane, zero);
        }
        const LANES side[2] = {LOAD(block->side_impulse[0] + lane), LOAD(block->side_impulse[1] + lane)};
        STORE(block->side_total[0] + lane, zero);
        STORE(block->side_total[1] + lane, zero);
        STORE(block->twist_total + lane, zero);
        LN(push_points)(&r, block, lane, IMP3I_POINTS, impulse);
        LN(push_aside)(&r, block, lane, side);
        LN(turn_against)
        (&r, lane, LOAD(block->twist_impulse + lane), LOAD(block->rolling_impulse[0] + lane),
         LOAD(block->rolling_impulse[1] + lane));
        LN(put_row3)(&r);
    }
}

// Friction as it is solved: impulses at the centre, about n, and of rolling resistance.
typedef struct LN(friction)
{
    LANES side[2], twist, rolling[2];
    MASK slides;  // beyond the limit
} LN(friction);

TARGET static inline void LN(load_friction)(const imp3i_rows* block, int32_t lane, LN(friction) * f)
{
    f->twist = LOAD(block->twist_impulse + lane);
    f->slides = LESS(f->twist, f->twist);
    for (int32_t k = 0; k < 2; ++k)
    {
        f->side[k] = LOAD(block->side_impulse[k] + lane);
        f->rolling[k] = LOAD(block->rolling_impulse[k] + lane);
    }
}

TARGET static inline void LN(store_friction)(imp3i_rows* block, int32_t lane, const LN(friction) * f)
{
    STORE(block->twist_impulse + lane, f->twist);
    for (int32_t k = 0; k < 2; ++k)
    {
        STORE(block->side_impulse[k] + lane, f->side[k]);
        STORE(block->rolling_impulse[k] + lane, f->rolling[k]);
    }
}

// Impulses that would stop what the bodies do against each other; beyond their cones they are cut to them.
TARGET static inline void LN(stop_rolling)(ROW* r, const imp3i_rows* block, int32_t lane, LANES load, LN(friction) * f)
{
    const LANES turning[2] = {SUB(r->spin_b[1], r->spin_a[1]), SUB(r->spin_b[2], r->spin_a[2])};
    LANES stop[2], old[2] = {f->rolling[0], f->rolling[1]}, most = MUL(LOAD(block->rolling + lane), load);
    LN(apply_mass)(block->rolling_mass, lane, turning, stop);
    for (int32_t k = 0; k < 2; ++k)
    {
        f->rolling[k] = SUB(old[k], stop[k]);
    }
    LN(within_disc)(f->rolling, most);
    LN(turn_against)(r, lane, SPLAT(0.0f), SUB(f->rolling[0], old[0]), SUB(f->rolling[1], old[1]));
}

// The square of an impulse of friction, to compare with the limit of the patch: sliding and twist share one, an ellipsoid, so
// that what spins fast hardly resists being pushed aside. Source: Howe, Cutkosky 1996 (limit surfaces).
TARGET static inline LANES LN(square_of_friction)(const LANES side[2], LANES twist, LANES inverse_lever)
{
    LANES at_lever = MUL(twist, inverse_lever);
    return ADD(ADD(MUL(side[0], side[0]), MUL(side[1], side[1])), MUL(at_lever, at_lever));
}

// Within the limit friction stops the patch. Beyond, its direction is that of the sliding, and not of the impulse that
// would stop it, which leans towards where the bodies turn less: a step along the sliding, as short as the lesser of both
// masses, is cut to the limit. With `again` only where the limit was used up: elsewhere they stay, but for it.
TARGET static inline void LN(stop_sliding)(ROW* r, const imp3i_rows* block, int32_t lane, LANES load, bool again,
                                           LN(friction) * f)
{
    const LANES zero = SPLAT(0.0f);
    LANES most = MUL(LOAD(block->friction + lane), load), lever = LOAD(block->lever + lane);
    LANES inverse_lever = LN(inverse_or_zero)(lever), twisting = SUB(r->spin_b[0], r->spin_a[0]);
    LANES uu = LOAD(block->side_mass[0] + lane), vv = LOAD(block->side_mass[1] + lane),
          uv = LOAD(block->side_mass[2] + lane);
    LANES apart = SUB(uu, vv), spread = ROOT(ADD(MUL(apart, apart), MUL(SPLAT(4.0f), MUL(uv, uv))));
    LANES step = MAX(MUL(SPLAT(0.5f), SUB(ADD(uu, vv), spread)), zero);
    LANES sliding[2], stop[2], change[2], stops[2], slips[2], twist_slips = f->twist;
    LN(sliding_at)(r, block, lane, sliding);
    LN(apply_mass)(block->side_mass, lane, sliding, stop);
    for (int32_t k = 0; k < 2; ++k)
    {
        LANES stopped = SUB(f->side[k], stop[k]);
        stops[k] = again ? PICK(f->slides, stopped, f->side[k]) : stopped;
        slips[k] = SUB(f->side[k], MUL(step, sliding[k]));
        change[k] = SUB(stops[k], f->side[k]);
    }
    LN(push_aside)(r, block, lane, change);
    LANES twist_stops = SUB(f->twist, MUL(LOAD(block->twist_mass + lane), SUB(r->spin_b[0], r->spin_a[0])));
    twist_stops = again ? PICK(f->slides, twist_stops, f->twist) : twist_stops;
    twist_stops = WHERE(LESS(zero, lever), twist_stops);
    twist_slips = WHERE(LESS(zero, lever), SUB(twist_slips, MUL(MUL(step, MUL(lever, lever)), twisting)));

    LANES limit = MUL(most, most), old_twist = f->twist;
    f->slides = LESS(limit, LN(square_of_friction)(stops, twist_stops, inverse_lever));
    LANES square = LN(square_of_friction)(slips, twist_slips, inverse_lever);
    LANES part = PICK(LESS(limit, square), DIV(most, ROOT(square)), SPLAT(1.0f));
    for (int32_t k = 0; k < 2; ++k)
    {
        f->side[k] = PICK(f->slides, MUL(slips[k], part), stops[k]);
        change[k] = SUB(f->side[k], stops[k]);
    }
    f->twist = PICK(f->slides, MUL(twist_slips, part), twist_stops);
    LN(push_aside)(r, block, lane, change);
    LN(turn_against)(r, lane, SUB(f->twist, old_twist), zero, zero);
}

// Normal impulses with bias: penetrations are pushed apart; speculative contacts may close their gap and no more. Then
// friction, limited by them.
TARGET static inline void LN(push_width)(imp3i_rows* block, int32_t lane, bool tied, imp3i_solver_body* motions,
                                         const impi_row_step* step)
{
    const LANES zero = SPLAT(0.0f), rate = SPLAT(step->rate), fastest = SPLAT(step->push_speed);
    int32_t points = LN(points_of)(block);
    ROW r;
    LN(fetch_row3)(&r, block, lane, motions, 4);
    if (tied)
    {
        LN(tie_row3)(&r, block, lane, step);
    }
    INTS places = OR_INT(LOAD_INT(block->a + lane), LOAD_INT(block->b + lane));
    MASK both_move = LESS_INT(places, SPLAT_INT(0x80000000u));
    LANES soft_rate = PICK(both_move, SPLAT(step->soft.rate), SPLAT(step->harder.rate));
    LANES softness =
        PICK(both_move, SPLAT(step->soft.relief / step->soft.part), SPLAT(step->harder.relief / step->harder.part));
    LANES gap[IMP3I_POINTS], impulse[IMP3I_POINTS];
    LN(friction) f;
    LN(points) s;
    LN(gaps_of_points)(&r, block, lane, points, step, gap);
    LN(begin_points)(&r, block, lane, points, &s);
    for (int32_t k = 0; k < points; ++k)
    {
        MASK apart = LESS(zero, gap[k]);
        s.soft[k] = PICK(apart, zero, softness);
        LANES bias = SUB(zero, MUL(PICK(apart, rate, soft_rate), gap[k]));
        LANES spring = SUB(bias, MUL(MUL(s.soft[k], s.own[k]), s.old[k]));
        s.wanted[k] = SUB(MIN(spring, fastest), s.closing[k]);
    }
    LN(end_points)(&r, block, lane, points, &s, impulse);
    LN(load_friction)(block, lane, &f);
    LN(stop_sliding)(&r, block, lane, LN(sum_of)(impulse, points), false, &f);
    LN(store_friction)(block, lane, &f);
    LN(put_row3)(&r);
}

TARGET static void LN(push_rows)(imp3i_rows* blocks, int32_t first, int32_t end, imp3i_solver_body* motions,
                                 const impi_row_step* step){TIED_PASS(LN(push_width), 0, push)}

// Relax: normal impulses without bias, then friction and rolling resistance.
TARGET static inline void LN(relax_width)(imp3i_rows* block, int32_t lane, bool tied, imp3i_solver_body* motions,
                                          const impi_row_step* step)
{
    const LANES zero = SPLAT(0.0f), rate = SPLAT(step->rate), tally = SPLAT(step->tally);
    int32_t points = LN(points_of)(block);
    ROW r;
    LN(friction) f;
    LN(points) s;
    LANES gap[IMP3I_POINTS], impulse[IMP3I_POINTS];
    LN(fetch_row3)(&r, block, lane, motions, 4);
    if (tied)
    {
        LN(tie_row3)(&r, block, lane, step);
    }
    else if (LN(bits_at)(LESS(zero, ADD(r.a[1][3], r.b[1][3])), 0) != 0)
    {
        LN(follow_turned)(block, lane, &r, (const imp3i_body_sim*)step->sims);
    }
    LN(load_friction)(block, lane, &f);
    LN(gaps_of_points)(&r, block, lane, points, step, gap);
    LN(begin_points)(&r, block, lane, points, &s);
    for (int32_t k = 0; k < points; ++k)
    {
        s.soft[k] = zero;
        s.wanted[k] = SUB(zero, ADD(s.closing[k], MUL(MAX(gap[k], zero), rate)));
    }
    LN(end_points)(&r, block, lane, points, &s, impulse);
    LANES load = LN(sum_of)(impulse, points);
    LN(stop_sliding)(&r, block, lane, load, false, &f);
    if (block->rolls)
    {
        LN(stop_rolling)(&r, block, lane, load, &f);
    }
    for (int32_t k = 0; k < points; ++k)
    {
        STORE(block->points[k].total + lane, ADD(LOAD(block->points[k].total + lane), MUL(tally, impulse[k])));
    }
    for (int32_t k = 0; k < 2; ++k)
    {
        STORE(block->side_total[k] + lane, ADD(LOAD(block->side_total[k] + lane), MUL(tally, f.side[k])));
    }
    STORE(block->twist_total + lane, ADD(LOAD(block->twist_total + lane), MUL(tally, f.twist)));
    LN(store_friction)(block, lane, &f);
    LN(put_row3)(&r);
}

TARGET static void LN(relax_rows)(imp3i_rows* blocks, int32_t first, int32_t end, imp3i_solver_body* motions,
                                  const impi_row_step* step)
{
    TIED_PASS(LN(relax_width), 0, relax)
}

enum
{
    LN(AGREE) = 8
};

// Restitution: points that approached fast and got an impulse rebound. The points of a row iterate until they agree:
// one pass would let each undo the others, and add energy. Friction is that of the whole step, with the bounce.
TARGET static inline void LN(bounce_width)(imp3i_rows* block, int32_t lane, bool tied, imp3i_solver_body* motions,
                                           const impi_row_step* step)
{
    const LANES zero = SPLAT(0.0f), one = SPLAT(1.0f), slowest = SPLAT(-step->bounce_speed);
    int32_t points = LN(points_of)(block);
    if (!block->springy)
    {
        return;
    }
    ROW r;
    LN(fetch_row3)(&r, block, lane, motions, 2);
    if (tied)
    {
        LN(tie_row3)(&r, block, lane, step);
    }
    LANES wrong[IMP3I_POINTS], total[IMP3I_POINTS], before[IMP3I_POINTS], mass[IMP3I_POINTS], softness[IMP3I_POINTS],
        change[IMP3I_POINTS];
    MASK bounced = LESS(zero, zero);
    LN(closing_at)(&r, block, lane, points, wrong);
    for (int32_t k = 0; k < points; ++k)
    {
        const imp3i_point_rows* p = &block->points[k];
        before[k] = total[k] = LOAD(p->total + lane);
        MASK fast = AND(LESS(LOAD(block->approach[k] + lane), slowest), LESS(zero, total[k]));
        fast = AND(fast, LESS(zero, LOAD(block->restitution + lane)));
        wrong[k] = SUB(wrong[k], LOAD(block->rebound[k] + lane));
        mass[k] = WHERE(fast, LOAD(p->mass + lane));
        softness[k] = WHERE(LESS(zero, mass[k]), DIV(one, LOAD(p->mass + lane)));
        bounced = OR(bounced, LESS(zero, mass[k]));
    }
    for (int32_t round = 0; round < LN(AGREE) * points; ++round)
    {
        int32_t k = round % points;
        LANES sum = MAX(SUB(total[k], MUL(mass[k], wrong[k])), zero), by = SUB(sum, total[k]);
        total[k] = sum;
        for (int32_t j = 0; j < points; ++j)
        {
            LANES response = j == k ? softness[k] : LOAD(block->response[LN(pair_of_points)(j, k)] + lane);
            wrong[j] = ADD(wrong[j], MUL(response, by));
        }
    }
    for (int32_t k = 0; k < points; ++k)
    {
        // No warm start from it: the body has bounced away.
        STORE(block->points[k].total + lane, total[k]);
        change[k] = SUB(total[k], before[k]);
    }
    LN(push_points)(&r, block, lane, points, change);

    // Friction of the bounce.
    LN(friction) f;
    f.twist = LOAD(block->twist_total + lane);
    f.slides = bounced;
    for (int32_t k = 0; k < 2; ++k)
    {
        f.side[k] = LOAD(block->side_total[k] + lane);
        f.rolling[k] = zero;
    }
    LANES load = LN(sum_of)(total, points);
    LN(stop_sliding)(&r, block, lane, load, true, &f);
    STORE(block->twist_total + lane, f.twist);
    STORE(block->side_total[0] + lane, f.side[0]);
    STORE(block->side_total[1] + lane, f.side[1]);
    LN(put_row3)(&r);
}

TARGET static void LN(bounce_rows)(imp3i_rows* blocks, int32_t first, int32_t end, imp3i_solver_body* motions,
                                   const impi_row_step* step)
{
    TIED_PASS(LN(bounce_width), 0, bounce)
}
