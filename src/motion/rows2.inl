// SPDX-License-Identifier: MIT
//
// The passes over rows (rows2.h), in the words of lanes_scalar.h. All lanes of a colour are independent of each other,
// so the width changes nothing but the time.

#define ROW KN(row)

// The bodies of one width of rows.
typedef struct ROW
{
    const void *from_a[WIDTH], *from_b[WIDTH];
    void *to_a[WIDTH], *to_b[WIDTH];
    LANES a[2][4], b[2][4];  // imp2i_motion, its halves
    LANES nx, ny;
    float nowhere[4];  // what is not moved is written here
} ROW;

TARGET static inline void KN(fetch_row)(ROW* r, const imp2i_rows* block, int32_t lane, imp2i_motion* motions,
                                        int32_t halves)
{
    for (int32_t k = 0; k < WIDTH; ++k)
    {
        int32_t a = block->a[lane + k], b = block->b[lane + k];
        imp2i_motion *motion_a = motions + (a < 0 ? ~a : a), *motion_b = motions + (b < 0 ? ~b : b);
        r->from_a[k] = motion_a;
        r->from_b[k] = motion_b;
        r->to_a[k] = a < 0 ? (void*)r->nowhere : (void*)motion_a;
        r->to_b[k] = b < 0 ? (void*)r->nowhere : (void*)motion_b;
    }
    LOAD_FOURS(r->from_a, 0, halves, 16, r->a);
    LOAD_FOURS(r->from_b, 0, halves, 16, r->b);
    r->nx = LOAD(block->normal_x + lane);
    r->ny = LOAD(block->normal_y + lane);
}

TARGET static inline void KN(put_row)(ROW* r)
{
    STORE_FOURS(r->to_a, 0, r->a[0]);
    STORE_FOURS(r->to_b, 0, r->b[0]);
}

// Impulses along n and t at the centres, and the spins as they have become.
TARGET static inline void KN(push_row)(ROW* r, const imp2i_rows* block, int32_t lane, LANES normal, LANES side,
                                       LANES spin_a, LANES spin_b)
{
    LANES x = SUB(MUL(normal, r->nx), MUL(side, r->ny)), y = ADD(MUL(normal, r->ny), MUL(side, r->nx));
    LANES mass_a = LOAD(block->mass_a + lane), mass_b = LOAD(block->mass_b + lane);
    r->a[0][0] = SUB(r->a[0][0], MUL(mass_a, x));
    r->a[0][1] = SUB(r->a[0][1], MUL(mass_a, y));
    r->a[0][2] = spin_a;
    r->b[0][0] = ADD(r->b[0][0], MUL(mass_b, x));
    r->b[0][1] = ADD(r->b[0][1], MUL(mass_b, y));
    r->b[0][2] = spin_b;
}

// Springy points that come fast are not pushed out beside their bounce: they count as just touching.
TARGET static inline MASK KN(point_bounces)(const imp2i_rows* block, int32_t k, int32_t lane, LANES gap,
                                            const impi_row_step* step)
{
    const LANES zero = SPLAT(0.0f);
    MASK fast = LESS(LOAD(block->approach[k] + lane), SPLAT(-step->bounce_speed));
    return AND(LESS(zero, LOAD(block->restitution + lane)), AND(fast, LESS(gap, zero)));
}

// The gap of a point as it is now.
TARGET static inline LANES KN(gap_of_point)(const ROW* r, const imp2i_rows* block, int32_t k, int32_t lane,
                                            const impi_row_step* step)
{
    const imp2i_point_rows* p = &block->points[k];
    const LANES one = SPLAT(1.0f);
    LANES gap = LOAD(p->gap + lane);
    if (block->springy)
    {
        gap = PICK(KN(point_bounces)(block, k, lane, gap, step), SPLAT(0.0f), gap);
    }
    LANES moved = ADD(MUL(SUB(r->b[1][0], r->a[1][0]), r->nx), MUL(SUB(r->b[1][1], r->a[1][1]), r->ny));
    LANES of_a = MUL(SUB(r->a[1][2], one), LOAD(block->core_a + lane));
    LANES of_b = MUL(SUB(r->b[1][2], one), LOAD(block->core_b + lane));
    of_a = ADD(of_a, MUL(r->a[1][3], LOAD(p->across_a + lane)));
    of_b = ADD(of_b, MUL(r->b[1][3], LOAD(p->across_b + lane)));
    return ADD(gap, ADD(moved, SUB(of_b, of_a)));
}

TARGET static inline LANES KN(normal_velocity)(const ROW* r, const imp2i_point_rows* p, int32_t lane)
{
    LANES u = ADD(MUL(SUB(r->b[0][0], r->a[0][0]), r->nx), MUL(SUB(r->b[0][1], r->a[0][1]), r->ny));
    return ADD(u, SUB(MUL(r->b[0][2], LOAD(p->across_b + lane)), MUL(r->a[0][2], LOAD(p->across_a + lane))));
}

// The impulse that a point is given: limited, so that all of it together is not negative. Returns the change.
TARGET static inline LANES KN(add_impulse)(imp2i_point_rows* p, int32_t lane, LANES wanted)
{
    LANES old = LOAD(p->impulse + lane), sum = MAX(ADD(old, wanted), SPLAT(0.0f));
    STORE(p->impulse + lane, sum);
    return SUB(sum, old);
}

// The spins after impulses along n at both points.
TARGET static inline void KN(turn_both)(const ROW* r, const imp2i_rows* block, int32_t lane, const LANES impulse[2],
                                        LANES* spin_a, LANES* spin_b)
{
    const imp2i_point_rows *p = &block->points[0], *q = &block->points[1];
    LANES arm_a = ADD(MUL(LOAD(p->across_a + lane), impulse[0]), MUL(LOAD(q->across_a + lane), impulse[1]));
    LANES arm_b = ADD(MUL(LOAD(p->across_b + lane), impulse[0]), MUL(LOAD(q->across_b + lane), impulse[1]));
    *spin_a = SUB(r->a[0][2], MUL(LOAD(block->inertia_a + lane), arm_a));
    *spin_b = ADD(r->b[0][2], MUL(LOAD(block->inertia_b + lane), arm_b));
}

// The spins after an impulse along t.
TARGET static inline void KN(turn_along)(ROW* r, const imp2i_rows* block, int32_t lane, LANES side)
{
    LANES arm_a = MUL(LOAD(block->along_a + lane), side), arm_b = MUL(LOAD(block->along_b + lane), side);
    r->a[0][2] = SUB(r->a[0][2], MUL(LOAD(block->inertia_a + lane), arm_a));
    r->b[0][2] = ADD(r->b[0][2], MUL(LOAD(block->inertia_b + lane), arm_b));
}

// The spins after a torque between both.
TARGET static inline void KN(turn_against)(ROW* r, const imp2i_rows* block, int32_t lane, LANES torque)
{
    r->a[0][2] = SUB(r->a[0][2], MUL(LOAD(block->inertia_a + lane), torque));
    r->b[0][2] = ADD(r->b[0][2], MUL(LOAD(block->inertia_b + lane), torque));
}

TARGET static inline LANES KN(inverse_or_zero)(LANES x)
{
    return WHERE(LESS(SPLAT(0.0f), x), DIV(SPLAT(1.0f), x));
}

// The speed at which to part, so that it is `restitution` of the one at which the surfaces met. Both are of bodies that
// are moved in sub-steps of h, first their velocity and then their place: with v^2 / 2 + g y, such a fall keeps - g h v
// / 2.
TARGET static inline LANES KN(rebound_of)(LANES approach, LANES depth, LANES pull, LANES restitution, float h)
{
    const LANES zero = SPLAT(0.0f), steps = SPLAT(h);
    LANES met = ADD(MUL(approach, approach), MUL(pull, ADD(MUL(SPLAT(2.0f), depth), MUL(approach, steps))));
    LANES climb = MUL(MUL(SPLAT(-2.0f), pull), MAX(depth, zero)), lost = MUL(MUL(SPLAT(-0.5f), pull), steps);
    LANES back = ADD(ADD(MUL(MUL(restitution, restitution), MAX(met, zero)), climb), MUL(lost, lost));
    MASK bounces = AND(LESS(approach, zero), LESS(zero, back));
    return WHERE(bounces, ADD(lost, ROOT(back)));
}

// Which lanes of a block's all are among these.
TARGET static inline uint32_t KN(bits_at)(MASK mask, int32_t lane)
{
    return BITS(mask) << lane;
}

// Lanes that are not set stay as they are.
TARGET static inline void KN(put)(float* numbers, int32_t lane, MASK set, LANES x)
{
    STORE(numbers + lane, PICK(set, x, LOAD(numbers + lane)));
}

// The middle of a body that is turned.
TARGET static inline void KN(turn_middle)(LANES c, LANES s, LANES x, LANES y, LANES out[2])
{
    out[0] = SUB(MUL(c, x), MUL(s, y));
    out[1] = ADD(MUL(s, x), MUL(c, y));
}

TARGET static void KN(set_rows)(imp2i_rows* block, const imp2i_row_sources* sources)
{
    const LANES zero = SPLAT(0.0f);
    uint32_t second = 0, springy = 0, rolls = 0, all = 0;
    for (int32_t lane = 0; lane < IMPI_ROW_LANES; lane += WIDTH)
    {
        LANES a[4][4], b[4][4], made[1][4], turn[1][4];  // imp2i_stance, imp2i_row_poses
        LANES found[3][4], radii[1][4], impulses[1][4], totals[1][4], surfaces[1][4];  // imp2i_touch
        const void* const* touches = sources->touch + lane;
        LOAD_FOURS(sources->a + lane, 0, 4, 16, a);
        LOAD_FOURS(sources->b + lane, 0, 4, 16, b);
        LOAD_FOURS(sources->poses + lane, 0, 1, 16, made);
        LOAD_FOURS(sources->poses + lane, offsetof(imp2i_row_poses, turn_a), 1, 16, turn);
        LOAD_FOURS(touches, offsetof(imp2i_touch, manifold), 3, 16, found);
        LOAD_FOURS(touches, offsetof(imp2i_touch, depth), 1, 16, radii);
        LOAD_FOURS(touches, offsetof(imp2i_touch, impulses.normal), 1, 16, impulses);
        LOAD_FOURS(touches, offsetof(imp2i_touch, impulses.total), 1, 16, totals);
        LOAD_FOURS(touches, offsetof(imp2i_touch, surface), 1, 16, surfaces);
        LANES nx = found[0][0], ny = found[0][1], depths[2] = {radii[0][0], radii[0][1]};
        LANES masses = ADD(a[2][1], b[2][1]), inertia_a = a[2][2], inertia_b = b[2][2];
        INTS count = BITS_INT(found[0][3]);
        MASK set = LESS(zero, LOAD(sources->set + lane));
        MASK there[2] = {LESS_INT(SPLAT_INT(0), count), LESS_INT(SPLAT_INT(1), count)};

        // Arms from the middles, as both bodies were turned when the manifold was made. Centres are not taken: far from
        // the world's origin they have lost digits.
        LANES middle_a[2], middle_b[2], along_a[2], along_b[2], across_a[2], across_b[2];
        KN(turn_middle)(turn[0][0], turn[0][1], a[1][0], a[1][1], middle_a);
        KN(turn_middle)(turn[0][2], turn[0][3], b[1][0], b[1][1], middle_b);
        middle_b[0] = ADD(made[0][0], middle_b[0]);
        middle_b[1] = ADD(made[0][1], middle_b[1]);
        for (int32_t k = 0; k < 2; ++k)
        {
            imp2i_point_rows* p = &block->points[k];
            LANES from_a_x = SUB(found[1 + k][0], middle_a[0]), from_a_y = SUB(found[1 + k][1], middle_a[1]);
            LANES from_b_x = SUB(found[1 + k][0], middle_b[0]), from_b_y = SUB(found[1 + k][1], middle_b[1]);
            along_a[k] = WHERE(there[k], ADD(MUL(from_a_x, nx), MUL(from_a_y, ny)));
            along_b[k] = WHERE(there[k], ADD(MUL(from_b_x, nx), MUL(from_b_y, ny)));
            across_a[k] = WHERE(there[k], SUB(MUL(from_a_x, ny), MUL(from_a_y, nx)));
            across_b[k] = WHERE(there[k], SUB(MUL(from_b_x, ny), MUL(from_b_y, nx)));
            LANES turning_a = MUL(inertia_a, MUL(across_a[k], across_a[k]));
            LANES turning_b = MUL(inertia_b, MUL(across_b[k], across_b[k]));
            LANES resists = ADD(ADD(masses, turning_a), turning_b);
            KN(put)(p->across_a, lane, set, across_a[k]);
            KN(put)(p->across_b, lane, set, across_b[k]);
            KN(put)(p->mass, lane, set, WHERE(there[k], KN(inverse_or_zero)(resists)));
            KN(put)(p->impulse, lane, set, WHERE(there[k], impulses[0][k]));
            KN(put)(block->depth[k], lane, set, WHERE(there[k], depths[k]));
        }
        MASK other = AND(there[1], LESS(depths[0], depths[1]));
        LANES height_a = PICK(other, along_a[1], along_a[0]), height_b = PICK(other, along_b[1], along_b[0]);
        LANES rolling_a = MUL(inertia_a, MUL(height_a, height_a)), rolling_b = MUL(inertia_b, MUL(height_b, height_b));
        LANES turn_a = MUL(inertia_a, MUL(across_a[0], across_a[1]));
        LANES turn_b = MUL(inertia_b, MUL(across_b[0], across_b[1]));
        KN(put)(block->normal_x, lane, set, nx);
        KN(put)(block->normal_y, lane, set, ny);
        KN(put)(block->mass_a, lane, set, a[2][1]);
        KN(put)(block->mass_b, lane, set, b[2][1]);
        KN(put)(block->inertia_a, lane, set, inertia_a);
        KN(put)(block->inertia_b, lane, set, inertia_b);
        KN(put)(block->core_a, lane, set, SUB(height_a, radii[0][2]));
        KN(put)(block->core_b, lane, set, ADD(height_b, radii[0][3]));
        KN(put)(block->response, lane, set, WHERE(there[1], ADD(ADD(masses, turn_a), turn_b)));
        KN(put)(block->along_a, lane, set, height_a);
        KN(put)(block->along_b, lane, set, height_b);
        KN(put)(block->side_mass, lane, set, KN(inverse_or_zero)(ADD(ADD(masses, rolling_a), rolling_b)));
        KN(put)(block->side_impulse, lane, set, impulses[0][2]);
        KN(put)(block->friction, lane, set, surfaces[0][0]);
        KN(put)(block->restitution, lane, set, surfaces[0][1]);
        KN(put)(block->rolling, lane, set, surfaces[0][2]);
        KN(put)(block->belt, lane, set, surfaces[0][3]);
        KN(put)(block->rolling_mass, lane, set, KN(inverse_or_zero)(ADD(inertia_a, inertia_b)));
        KN(put)(block->rolling_impulse, lane, set, WHERE(LESS(zero, surfaces[0][2]), totals[0][3]));
        KN(put)(block->between_x, lane, set, SUB(middle_b[0], middle_a[0]));
        KN(put)(block->between_y, lane, set, SUB(middle_b[1], middle_a[1]));
        for (int32_t k = 0; k < 2; ++k)
        {
            KN(put)(block->turn_a[k], lane, set, turn[0][k]);
            KN(put)(block->turn_b[k], lane, set, turn[0][2 + k]);
        }
        KN(put)(block->extent_a, lane, set, a[3][1]);
        KN(put)(block->extent_b, lane, set, b[3][1]);
        all |= KN(bits_at)(set, lane);
        second |= KN(bits_at)(there[1], lane);
        springy |= KN(bits_at)(LESS(zero, LOAD(block->restitution + lane)), lane);
        rolls |= KN(bits_at)(LESS(zero, LOAD(block->rolling + lane)), lane);
    }
    block->second = (block->second & ~all) | (second & all);
    block->springy = springy;
    block->rolls = rolls;
}

// Sine of the angle from one rotation to another; 2 where that is more than a quarter.
TARGET static inline LANES KN(turned)(LANES from_c, LANES from_s, LANES c, LANES s)
{
    MASK less = LESS(SPLAT(0.0f), ADD(MUL(from_c, c), MUL(from_s, s)));
    return PICK(less, SUB(MUL(from_c, s), MUL(from_s, c)), SPLAT(2.0f));
}

// The approach of points, and how they are to part.
TARGET static inline void KN(measure_approach)(imp2i_rows* block, int32_t lane, const void* const* bodies_a,
                                               const void* const* bodies_b, const impi_row_step* step)
{
    LANES a[3][4], b[3][4];
    LOAD_FOURS(bodies_a, 16, 3, 16, a);
    LOAD_FOURS(bodies_b, 16, 3, 16, b);
    LANES nx = LOAD(block->normal_x + lane), ny = LOAD(block->normal_y + lane);
    LANES speed = ADD(MUL(SUB(b[0][2], a[0][2]), nx), MUL(SUB(b[0][3], a[0][3]), ny));
    LANES pull = ADD(MUL(SUB(b[1][3], a[1][3]), nx), MUL(SUB(b[2][0], a[2][0]), ny));
    LANES restitution = LOAD(block->restitution + lane);
    for (int32_t k = 0; k < 2; ++k)
    {
        const imp2i_point_rows* p = &block->points[k];
        LANES turning = SUB(MUL(b[1][0], LOAD(p->across_b + lane)), MUL(a[1][0], LOAD(p->across_a + lane)));
        LANES approach = ADD(speed, turning), depth = SUB(SPLAT(0.0f), LOAD(p->gap + lane));
        LANES rebound = KN(rebound_of)(approach, depth, pull, restitution, step->h);
        STORE(block->approach[k] + lane, approach);
        STORE(block->rebound[k] + lane, WHERE(LESS(SPLAT(0.0f), restitution), rebound));
    }
}

TARGET static uint32_t KN(follow_rows)(imp2i_rows* block, const imp2i_stance* stances, const impi_row_step* step)
{
    uint32_t kept = 0;
    for (int32_t lane = 0; lane < IMPI_ROW_LANES; lane += WIDTH)
    {
        const void *bodies_a[WIDTH], *bodies_b[WIDTH];
        for (int32_t k = 0; k < WIDTH; ++k)
        {
            int32_t body_a = block->body_a[lane + k], body_b = block->body_b[lane + k];
            bodies_a[k] = body_a < 0 ? &imp2i_nobody : stances + body_a;
            bodies_b[k] = body_b < 0 ? &imp2i_nobody : stances + body_b;
        }
        LANES a[2][4], b[2][4], middle_a[2], middle_b[2];
        LOAD_FOURS(bodies_a, 0, 2, 16, a);
        LOAD_FOURS(bodies_b, 0, 2, 16, b);
        KN(turn_middle)(a[0][2], a[0][3], a[1][0], a[1][1], middle_a);
        KN(turn_middle)(b[0][2], b[0][3], b[1][0], b[1][1], middle_b);
        LANES between_x = SUB(ADD(SUB(b[0][0], a[0][0]), middle_b[0]), middle_a[0]);
        LANES between_y = SUB(ADD(SUB(b[0][1], a[0][1]), middle_b[1]), middle_a[1]);
        LANES moved_x = SUB(between_x, LOAD(block->between_x + lane));
        LANES moved_y = SUB(between_y, LOAD(block->between_y + lane));
        LANES turn_a = KN(turned)(LOAD(block->turn_a[0] + lane), LOAD(block->turn_a[1] + lane), a[0][2], a[0][3]);
        LANES turn_b = KN(turned)(LOAD(block->turn_b[0] + lane), LOAD(block->turn_b[1] + lane), b[0][2], b[0][3]);
        LANES extent_a = LOAD(block->extent_a + lane), extent_b = LOAD(block->extent_b + lane);
        LANES way_a = MUL(ABS(turn_a), extent_a), way_b = MUL(ABS(turn_b), extent_b);
        LANES way = ADD(ADD(ABS(moved_x), ABS(moved_y)), ADD(way_a, way_b));
        LANES most = MIN(SPLAT(step->keep), MUL(SPLAT(step->keep_part), MIN(extent_a, extent_b)));
        kept |= KN(bits_at)(LESS(way, most), lane);
        LANES parted = ADD(MUL(moved_x, LOAD(block->normal_x + lane)), MUL(moved_y, LOAD(block->normal_y + lane)));
        for (int32_t k = 0; k < 2; ++k)
        {
            imp2i_point_rows* p = &block->points[k];
            LANES turning = SUB(MUL(turn_b, LOAD(p->across_b + lane)), MUL(turn_a, LOAD(p->across_a + lane)));
            STORE(p->gap + lane, SUB(ADD(parted, turning), LOAD(block->depth[k] + lane)));
        }
        if (block->springy || step->watched)
        {
            KN(measure_approach)(block, lane, bodies_a, bodies_b, step);
        }
    }
    return block->used & ~kept;
}

TARGET static uint32_t KN(pushed_rows)(const imp2i_rows* block)
{
    const imp2i_point_rows *p = &block->points[0], *q = &block->points[1];
    const LANES zero = SPLAT(0.0f);
    uint32_t pushed = 0, first = 0, second = 0;
    for (int32_t lane = 0; lane < IMPI_ROW_LANES; lane += WIDTH)
    {
        MASK either = OR(LESS(zero, LOAD(p->total + lane)), LESS(zero, LOAD(q->total + lane)));
        pushed |= KN(bits_at)(either, lane);
        first |= KN(bits_at)(AT_MOST(LOAD(p->gap + lane), zero), lane);
        second |= KN(bits_at)(AT_MOST(LOAD(q->gap + lane), zero), lane);
    }
    return ((pushed | first) & block->used) | (second & block->second);
}

// The impulses of the last sub-step once more. Those of the whole step begin anew.
TARGET static void KN(warm_rows)(imp2i_rows* blocks, int32_t count, imp2i_motion* motions, const impi_row_step* step)
{
    (void)step;
    for (int32_t i = 0; i < count; i += WIDTH)
    {
        imp2i_rows* block = blocks + i / IMPI_ROW_LANES;
        int32_t lane = i % IMPI_ROW_LANES;
        ROW r;
        KN(fetch_row)(&r, block, lane, motions, 1);
        const LANES normal[2] = {LOAD(block->points[0].impulse + lane), LOAD(block->points[1].impulse + lane)};
        STORE(block->points[0].total + lane, SPLAT(0.0f));
        STORE(block->points[1].total + lane, SPLAT(0.0f));
        STORE(block->side_total + lane, SPLAT(0.0f));
        LANES side = LOAD(block->side_impulse + lane);
        KN(turn_both)(&r, block, lane, normal, &r.a[0][2], &r.b[0][2]);
        KN(turn_along)(&r, block, lane, side);
        if (block->rolls)
        {
            KN(turn_against)(&r, block, lane, LOAD(block->rolling_impulse + lane));
        }
        KN(push_row)(&r, block, lane, ADD(normal[0], normal[1]), side, r.a[0][2], r.b[0][2]);
        KN(put_row)(&r);
    }
}

// Normal impulses with springs: what overlaps is pushed apart, what is apart may close its gap and no more.
TARGET static void KN(push_rows)(imp2i_rows* blocks, int32_t count, imp2i_motion* motions, const impi_row_step* step)
{
    const LANES zero = SPLAT(0.0f), one = SPLAT(1.0f), rate = SPLAT(step->rate), fastest = SPLAT(-step->push_speed);
    for (int32_t i = 0; i < count; i += WIDTH)
    {
        imp2i_rows* block = blocks + i / IMPI_ROW_LANES;
        int32_t lane = i % IMPI_ROW_LANES;
        ROW r;
        KN(fetch_row)(&r, block, lane, motions, 2);
        INTS places = OR_INT(LOAD_INT(block->a + lane), LOAD_INT(block->b + lane));
        MASK both_move = LESS_INT(places, SPLAT_INT(0x80000000u));
        LANES soft_rate = PICK(both_move, SPLAT(step->soft.rate), SPLAT(step->harder.rate));
        LANES soft_part = PICK(both_move, SPLAT(step->soft.part), SPLAT(step->harder.part));
        LANES soft_relief = PICK(both_move, SPLAT(step->soft.relief), SPLAT(step->harder.relief));
        LANES wanted[2], gain[2], impulse[2];
        for (int32_t k = 0; k < 2; ++k)
        {
            const imp2i_point_rows* p = &block->points[k];
            LANES gap = KN(gap_of_point)(&r, block, k, lane, step);
            MASK apart = LESS(zero, gap);
            LANES bias = PICK(apart, MUL(gap, rate), MAX(MUL(soft_rate, gap), fastest));
            gain[k] = MUL(LOAD(p->mass + lane), PICK(apart, one, soft_part));
            LANES relief = MUL(PICK(apart, zero, soft_relief), LOAD(p->impulse + lane));
            wanted[k] = SUB(SUB(zero, MUL(gain[k], ADD(KN(normal_velocity)(&r, p, lane), bias))), relief);
        }
        impulse[0] = KN(add_impulse)(&block->points[0], lane, wanted[0]);
        LANES echo = MUL(gain[1], MUL(LOAD(block->response + lane), impulse[0]));
        impulse[1] = KN(add_impulse)(&block->points[1], lane, SUB(wanted[1], echo));
        LANES spin_a, spin_b;
        KN(turn_both)(&r, block, lane, impulse, &spin_a, &spin_b);
        KN(push_row)(&r, block, lane, ADD(impulse[0], impulse[1]), zero, spin_a, spin_b);
        KN(put_row)(&r);
    }
}

// Friction and rolling, by the normal impulses that are there, then normal impulses without springs, which have the
// last word.
TARGET static void KN(relax_rows)(imp2i_rows* blocks, int32_t count, imp2i_motion* motions, const impi_row_step* step)
{
    const LANES zero = SPLAT(0.0f), rate = SPLAT(step->rate);
    for (int32_t i = 0; i < count; i += WIDTH)
    {
        imp2i_rows* block = blocks + i / IMPI_ROW_LANES;
        int32_t lane = i % IMPI_ROW_LANES;
        imp2i_point_rows* points = block->points;
        ROW r;
        KN(fetch_row)(&r, block, lane, motions, 2);

        LANES most = ADD(LOAD(points[0].impulse + lane), LOAD(points[1].impulse + lane));
        if (block->rolls)
        {
            LANES torque = LOAD(block->rolling_impulse + lane), limit = MUL(LOAD(block->rolling + lane), most);
            LANES slowed = SUB(torque, MUL(LOAD(block->rolling_mass + lane), SUB(r.b[0][2], r.a[0][2])));
            slowed = MAX(SUB(zero, limit), MIN(slowed, limit));
            STORE(block->rolling_impulse + lane, slowed);
            KN(turn_against)(&r, block, lane, SUB(slowed, torque));
        }

        LANES slide = SUB(MUL(SUB(r.b[0][1], r.a[0][1]), r.nx), MUL(SUB(r.b[0][0], r.a[0][0]), r.ny));
        LANES turning = SUB(MUL(r.b[0][2], LOAD(block->along_b + lane)), MUL(r.a[0][2], LOAD(block->along_a + lane)));
        LANES velocity = ADD(SUB(slide, LOAD(block->belt + lane)), turning);
        LANES bound = MUL(LOAD(block->friction + lane), most), old = LOAD(block->side_impulse + lane);
        LANES sum = SUB(old, MUL(LOAD(block->side_mass + lane), velocity));
        sum = MAX(SUB(zero, bound), MIN(sum, bound));
        STORE(block->side_impulse + lane, sum);
        STORE(block->side_total + lane, ADD(LOAD(block->side_total + lane), sum));
        LANES side = SUB(sum, old);
        KN(turn_along)(&r, block, lane, side);

        LANES wanted[2], impulse[2];
        for (int32_t k = 0; k < 2; ++k)
        {
            const imp2i_point_rows* p = &points[k];
            LANES open = MUL(MAX(KN(gap_of_point)(&r, block, k, lane, step), zero), rate);
            wanted[k] = SUB(zero, MUL(LOAD(p->mass + lane), ADD(KN(normal_velocity)(&r, p, lane), open)));
        }
        impulse[0] = KN(add_impulse)(&points[0], lane, wanted[0]);
        LANES answer = MUL(LOAD(points[1].mass + lane), MUL(LOAD(block->response + lane), impulse[0]));
        impulse[1] = KN(add_impulse)(&points[1], lane, SUB(wanted[1], answer));
        for (int32_t k = 0; k < 2; ++k)
        {
            STORE(points[k].total + lane, ADD(LOAD(points[k].total + lane), LOAD(points[k].impulse + lane)));
        }
        LANES spin_a, spin_b;
        KN(turn_both)(&r, block, lane, impulse, &spin_a, &spin_b);
        KN(push_row)(&r, block, lane, ADD(impulse[0], impulse[1]), side, spin_a, spin_b);
        KN(put_row)(&r);
    }
}

// What moves goes on for a sub-step of h.
TARGET static void KN(move_motions)(imp2i_motion* motions, int32_t count, float h)
{
    const LANES steps = SPLAT(h);
    imp2i_motion nobody = {.c = 1.0f};
    for (int32_t i = 0; i < count; i += WIDTH)
    {
        void* moved[WIDTH];
        LANES m[2][4];
        for (int32_t k = 0; k < WIDTH; ++k)
        {
            moved[k] = i + k < count ? &motions[i + k] : &nobody;
        }
        LOAD_FOURS((const void* const*)moved, 0, 2, 16, m);
        LANES angle = MUL(steps, m[0][2]), c = SUB(m[1][2], MUL(angle, m[1][3])), s = ADD(m[1][3], MUL(angle, m[1][2]));
        LANES length = ROOT(ADD(MUL(c, c), MUL(s, s)));
        m[1][0] = ADD(m[1][0], MUL(steps, m[0][0]));
        m[1][1] = ADD(m[1][1], MUL(steps, m[0][1]));
        m[1][2] = DIV(c, length);
        m[1][3] = DIV(s, length);
        STORE_FOURS(moved, 16, m[1]);
    }
}

enum
{
    KN(AGREE) = 8
};

// Who came fast and was pushed goes back with the part of its speed that restitution says. Both points of a row push
// until they agree: one after the other, each would undo what the other has done, and energy would be made.
TARGET static void KN(bounce_rows)(imp2i_rows* blocks, int32_t count, imp2i_motion* motions, const impi_row_step* step)
{
    const LANES zero = SPLAT(0.0f), one = SPLAT(1.0f), slowest = SPLAT(-step->bounce_speed);
    for (int32_t i = 0; i < count; i += WIDTH)
    {
        imp2i_rows* block = blocks + i / IMPI_ROW_LANES;
        int32_t lane = i % IMPI_ROW_LANES;
        if (!block->springy)
        {
            continue;
        }
        LANES restitution = LOAD(block->restitution + lane), response = LOAD(block->response + lane);
        ROW r;
        KN(fetch_row)(&r, block, lane, motions, 1);
        LANES wrong[2], total[2], before[2], mass[2],
            softness[2];  // velocity beyond the wanted one; change by an impulse
        for (int32_t k = 0; k < 2; ++k)
        {
            const imp2i_point_rows* p = &block->points[k];
            LANES approach = LOAD(block->approach[k] + lane);
            before[k] = total[k] = LOAD(p->total + lane);
            MASK fast = AND(LESS(zero, restitution), AND(LESS(approach, slowest), LESS(zero, total[k])));
            wrong[k] = SUB(KN(normal_velocity)(&r, p, lane), LOAD(block->rebound[k] + lane));
            mass[k] = WHERE(fast, LOAD(p->mass + lane));
            softness[k] = WHERE(LESS(zero, mass[k]), DIV(one, LOAD(p->mass + lane)));
        }
        for (int32_t round = 0; round < KN(AGREE); ++round)
        {
            for (int32_t k = 0; k < 2; ++k)
            {
                LANES sum = MAX(SUB(total[k], MUL(mass[k], wrong[k])), zero), change = SUB(sum, total[k]);
                total[k] = sum;
                wrong[k] = ADD(wrong[k], MUL(softness[k], change));
                wrong[1 - k] = ADD(wrong[1 - k], MUL(response, change));
            }
        }
        LANES impulse[2], spin_a, spin_b;
        for (int32_t k = 0; k < 2; ++k)
        {
            // It is not kept to begin the next step with: what has bounced is on its way.
            STORE(block->points[k].total + lane, total[k]);
            impulse[k] = SUB(total[k], before[k]);
        }
        KN(turn_both)(&r, block, lane, impulse, &spin_a, &spin_b);
        KN(push_row)(&r, block, lane, ADD(impulse[0], impulse[1]), zero, spin_a, spin_b);
        KN(put_row)(&r);
    }
}

const imp2i_row_passes KN(imp2i_row_passes) = {KN(set_rows),   KN(follow_rows), KN(warm_rows),   KN(push_rows),
                                                KN(relax_rows), KN(bounce_rows), KN(move_motions), KN(pushed_rows)};

#undef ROW
