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

// The gap of a point as it is now.
TARGET static inline LANES KN(gap_of_point)(const ROW* r, const imp2i_rows* block, int32_t k, int32_t lane)
{
    const imp2i_point_rows* p = &block->points[k];
    const LANES one = SPLAT(1.0f);
    LANES moved = ADD(MUL(SUB(r->b[1][0], r->a[1][0]), r->nx), MUL(SUB(r->b[1][1], r->a[1][1]), r->ny));
    LANES core_a = SUB(LOAD(p->along_a + lane), LOAD(block->radius_a + lane));
    LANES core_b = ADD(LOAD(p->along_b + lane), LOAD(block->radius_b + lane));
    LANES of_a = ADD(MUL(SUB(r->a[1][2], one), core_a), MUL(r->a[1][3], LOAD(p->across_a + lane)));
    LANES of_b = ADD(MUL(SUB(r->b[1][2], one), core_b), MUL(r->b[1][3], LOAD(p->across_b + lane)));
    return ADD(LOAD(p->gap + lane), ADD(moved, SUB(of_b, of_a)));
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

// The same along t.
TARGET static inline void KN(turn_both_along)(const ROW* r, const imp2i_rows* block, int32_t lane,
                                              const LANES impulse[2], LANES* spin_a, LANES* spin_b)
{
    const imp2i_point_rows *p = &block->points[0], *q = &block->points[1];
    LANES arm_a = ADD(MUL(LOAD(p->along_a + lane), impulse[0]), MUL(LOAD(q->along_a + lane), impulse[1]));
    LANES arm_b = ADD(MUL(LOAD(p->along_b + lane), impulse[0]), MUL(LOAD(q->along_b + lane), impulse[1]));
    *spin_a = SUB(r->a[0][2], MUL(LOAD(block->inertia_a + lane), arm_a));
    *spin_b = ADD(r->b[0][2], MUL(LOAD(block->inertia_b + lane), arm_b));
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

// What rows are made of, as lanes.
typedef struct KN(row_source)
{
    LANES a[4][4], b[4][4];  // imp2i_stance
    LANES found[3][4];       // imp2_manifold
    LANES radii[1][4];
    LANES impulses[1][4];
    LANES surface[1][4];
} KN(row_source);

// The numbers of one point; there is none in the lanes that are not `there`.
TARGET static inline void KN(set_point)(imp2i_rows* block, int32_t lane, int32_t k, const KN(row_source) * s,
                                        MASK there, const impi_row_step* step)
{
    imp2i_point_rows* p = &block->points[k];
    const LANES *a_0 = s->a[0], *a_1 = s->a[1], *a_2 = s->a[2], *b_0 = s->b[0], *b_1 = s->b[1], *b_2 = s->b[2];
    LANES nx = s->found[0][0], ny = s->found[0][1];
    // The middle is turned, not the centre taken: far from the world's origin the centre has lost digits.
    LANES from_a_x = SUB(s->found[1 + k][0], a_1[0]), from_a_y = SUB(s->found[1 + k][1], a_1[1]);
    LANES from_b_x = SUB(s->found[1 + k][0], ADD(SUB(b_0[0], a_0[0]), b_1[0]));
    LANES from_b_y = SUB(s->found[1 + k][1], ADD(SUB(b_0[1], a_0[1]), b_1[1]));
    LANES along_a = ADD(MUL(from_a_x, nx), MUL(from_a_y, ny)), along_b = ADD(MUL(from_b_x, nx), MUL(from_b_y, ny));
    LANES across_a = SUB(MUL(from_a_x, ny), MUL(from_a_y, nx)), across_b = SUB(MUL(from_b_x, ny), MUL(from_b_y, nx));
    LANES masses = ADD(a_2[1], b_2[1]), inertia_a = a_2[2], inertia_b = b_2[2];
    LANES resists = ADD(ADD(masses, MUL(inertia_a, MUL(across_a, across_a))), MUL(inertia_b, MUL(across_b, across_b)));
    LANES side_resists =
        ADD(ADD(masses, MUL(inertia_a, MUL(along_a, along_a))), MUL(inertia_b, MUL(along_b, along_b)));
    LANES approach = ADD(ADD(MUL(SUB(b_1[2], a_1[2]), nx), MUL(SUB(b_1[3], a_1[3]), ny)),
                         SUB(MUL(b_2[0], across_b), MUL(a_2[0], across_a)));
    LANES depth = s->found[1 + k][2], gap = SUB(SPLAT(0.0f), depth), rebound = SPLAT(0.0f), restitution = s->surface[0][1];
    MASK springy = LESS(SPLAT(0.0f), restitution);
    if (BITS(springy))
    {
        LANES pull = ADD(MUL(SUB(b_2[3], a_2[3]), nx), MUL(SUB(s->b[3][0], s->a[3][0]), ny));
        MASK bounces = AND(springy, AND(LESS(approach, SPLAT(-step->bounce_speed)), LESS(SPLAT(0.0f), depth)));
        rebound = WHERE(springy, KN(rebound_of)(approach, depth, pull, restitution, step->h));
        gap = PICK(bounces, SPLAT(0.0f), gap);
    }
    STORE(p->along_a + lane, WHERE(there, along_a));
    STORE(p->along_b + lane, WHERE(there, along_b));
    STORE(p->across_a + lane, WHERE(there, across_a));
    STORE(p->across_b + lane, WHERE(there, across_b));
    STORE(p->gap + lane, WHERE(there, gap));
    STORE(p->mass + lane, WHERE(there, KN(inverse_or_zero)(resists)));
    STORE(p->impulse + lane, WHERE(there, s->impulses[0][k]));
    STORE(p->side_mass + lane, WHERE(there, KN(inverse_or_zero)(side_resists)));
    STORE(p->side_impulse + lane, WHERE(there, s->impulses[0][2 + k]));
    STORE(p->total + lane, SPLAT(0.0f));
    STORE(p->side_total + lane, SPLAT(0.0f));
    STORE(p->rebound + lane, WHERE(there, rebound));
    STORE(p->approach + lane, WHERE(there, approach));
}

TARGET static void KN(set_rows)(imp2i_rows* block, const imp2i_row_sources* sources, const impi_row_step* step)
{
    const LANES zero = SPLAT(0.0f);
    for (int32_t lane = 0; lane < IMPI_ROW_LANES; lane += WIDTH)
    {
        KN(row_source) s;
        LANES rolled[1][4];
        LOAD_FOURS(sources->a + lane, 0, 4, 16, s.a);
        LOAD_FOURS(sources->b + lane, 0, 4, 16, s.b);
        const void* const* touches = (const void* const*)(sources->touch + lane);
        LOAD_FOURS(touches, offsetof(imp2i_touch, manifold), 3, 16, s.found);
        LOAD_FOURS(touches, offsetof(imp2i_touch, depth), 1, 16, s.radii);
        LOAD_FOURS(touches, offsetof(imp2i_touch, impulses.normal), 1, 16, s.impulses);
        LOAD_FOURS(touches, offsetof(imp2i_touch, impulses.rolling), 1, 16, rolled);
        LOAD_FOURS(touches, offsetof(imp2i_touch, surface), 1, 16, s.surface);
        LANES masses = ADD(s.a[2][1], s.b[2][1]), inertia_a = s.a[2][2], inertia_b = s.b[2][2];
        LANES rolling = s.surface[0][2];
        STORE(block->normal_x + lane, s.found[0][0]);
        STORE(block->normal_y + lane, s.found[0][1]);
        STORE(block->mass_a + lane, s.a[2][1]);
        STORE(block->mass_b + lane, s.b[2][1]);
        STORE(block->inertia_a + lane, inertia_a);
        STORE(block->inertia_b + lane, inertia_b);
        STORE(block->radius_a + lane, s.radii[0][2]);
        STORE(block->radius_b + lane, s.radii[0][3]);
        STORE(block->friction + lane, s.surface[0][0]);
        STORE(block->restitution + lane, s.surface[0][1]);
        STORE(block->rolling + lane, rolling);
        STORE(block->belt + lane, s.surface[0][3]);
        STORE(block->rolling_mass + lane, KN(inverse_or_zero)(ADD(inertia_a, inertia_b)));
        STORE(block->rolling_impulse + lane, WHERE(LESS(zero, rolling), rolled[0][0]));
        INTS count = BITS_INT(s.found[0][3]);
        MASK both = LESS_INT(SPLAT_INT(1), count);
        KN(set_point)(block, lane, 0, &s, LESS_INT(SPLAT_INT(0), count), step);
        KN(set_point)(block, lane, 1, &s, both, step);
        const imp2i_point_rows *p = &block->points[0], *q = &block->points[1];
        LANES turn_a = MUL(LOAD(p->across_a + lane), LOAD(q->across_a + lane));
        LANES turn_b = MUL(LOAD(p->across_b + lane), LOAD(q->across_b + lane));
        LANES side_a = MUL(LOAD(p->along_a + lane), LOAD(q->along_a + lane));
        LANES side_b = MUL(LOAD(p->along_b + lane), LOAD(q->along_b + lane));
        STORE(block->response + lane, WHERE(both, ADD(ADD(masses, MUL(inertia_a, turn_a)), MUL(inertia_b, turn_b))));
        STORE(block->side_response + lane, WHERE(both, ADD(ADD(masses, MUL(inertia_a, side_a)), MUL(inertia_b, side_b))));
    }
}

TARGET static void KN(get_rows)(const imp2i_rows* block, const imp2i_row_sources* sources)
{
    const imp2i_point_rows *p = &block->points[0], *q = &block->points[1];
    for (int32_t lane = 0; lane < IMPI_ROW_LANES; lane += WIDTH)
    {
        const LANES last[4] = {LOAD(p->impulse + lane), LOAD(q->impulse + lane), LOAD(p->side_impulse + lane),
                               LOAD(q->side_impulse + lane)};
        const LANES whole[4] = {LOAD(p->total + lane), LOAD(q->total + lane), LOAD(p->side_total + lane),
                                LOAD(q->side_total + lane)};
        STORE_FOURS(sources->touch + lane, offsetof(imp2i_touch, impulses.normal), last);
        STORE_FOURS(sources->touch + lane, offsetof(imp2i_touch, impulses.total), whole);
    }
    for (int32_t lane = 0; lane < IMPI_ROW_LANES; ++lane)
    {
        ((imp2i_touch*)sources->touch[lane])->impulses.rolling = block->rolling_impulse[lane];
    }
}

// The impulses of the last sub-step once more.
TARGET static void KN(warm_rows)(imp2i_rows* blocks, int32_t count, imp2i_motion* motions, const impi_row_step* step)
{
    (void)step;
    for (int32_t i = 0; i < count; i += WIDTH)
    {
        imp2i_rows* block = blocks + i / IMPI_ROW_LANES;
        int32_t lane = i % IMPI_ROW_LANES;
        ROW r;
        KN(fetch_row)(&r, block, lane, motions, 1);
        LANES normal[2], side[2];
        for (int32_t k = 0; k < 2; ++k)
        {
            normal[k] = LOAD(block->points[k].impulse + lane);
            side[k] = LOAD(block->points[k].side_impulse + lane);
        }
        KN(turn_both)(&r, block, lane, normal, &r.a[0][2], &r.b[0][2]);
        KN(turn_both_along)(&r, block, lane, side, &r.a[0][2], &r.b[0][2]);
        LANES rolling = LOAD(block->rolling_impulse + lane);
        LANES spin_a = SUB(r.a[0][2], MUL(LOAD(block->inertia_a + lane), rolling));
        LANES spin_b = ADD(r.b[0][2], MUL(LOAD(block->inertia_b + lane), rolling));
        KN(push_row)(&r, block, lane, ADD(normal[0], normal[1]), ADD(side[0], side[1]), spin_a, spin_b);
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
        MASK hard = LESS(zero, LOAD(block->hard + lane));
        LANES soft_rate = PICK(hard, SPLAT(step->harder.rate), SPLAT(step->soft.rate));
        LANES soft_part = PICK(hard, SPLAT(step->harder.part), SPLAT(step->soft.part));
        LANES soft_relief = PICK(hard, SPLAT(step->harder.relief), SPLAT(step->soft.relief));
        LANES wanted[2], gain[2], impulse[2];
        for (int32_t k = 0; k < 2; ++k)
        {
            const imp2i_point_rows* p = &block->points[k];
            LANES gap = KN(gap_of_point)(&r, block, k, lane);
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
        LANES torque = LOAD(block->rolling_impulse + lane), limit = MUL(LOAD(block->rolling + lane), most);
        LANES slowed = SUB(torque, MUL(LOAD(block->rolling_mass + lane), SUB(r.b[0][2], r.a[0][2])));
        slowed = MAX(SUB(zero, limit), MIN(slowed, limit));
        STORE(block->rolling_impulse + lane, slowed);
        torque = SUB(slowed, torque);
        r.a[0][2] = SUB(r.a[0][2], MUL(LOAD(block->inertia_a + lane), torque));
        r.b[0][2] = ADD(r.b[0][2], MUL(LOAD(block->inertia_b + lane), torque));

        LANES slide = SUB(MUL(SUB(r.b[0][1], r.a[0][1]), r.nx), MUL(SUB(r.b[0][0], r.a[0][0]), r.ny));
        slide = SUB(slide, LOAD(block->belt + lane));
        LANES side[2], sides = zero, echo = zero;
        for (int32_t k = 0; k < 2; ++k)
        {
            imp2i_point_rows* p = &points[k];
            LANES turning = SUB(MUL(r.b[0][2], LOAD(p->along_b + lane)), MUL(r.a[0][2], LOAD(p->along_a + lane)));
            LANES old = LOAD(p->side_impulse + lane), velocity = ADD(ADD(slide, turning), echo);
            LANES bound = MUL(LOAD(block->friction + lane), LOAD(p->impulse + lane));
            LANES sum = SUB(old, MUL(LOAD(p->side_mass + lane), velocity));
            sum = MAX(SUB(zero, bound), MIN(sum, bound));
            STORE(p->side_impulse + lane, sum);
            STORE(p->side_total + lane, ADD(LOAD(p->side_total + lane), sum));
            side[k] = SUB(sum, old);
            sides = ADD(sides, side[k]);
            echo = MUL(LOAD(block->side_response + lane), side[k]);
        }
        KN(turn_both_along)(&r, block, lane, side, &r.a[0][2], &r.b[0][2]);

        LANES wanted[2], impulse[2];
        for (int32_t k = 0; k < 2; ++k)
        {
            const imp2i_point_rows* p = &points[k];
            LANES open = MUL(MAX(KN(gap_of_point)(&r, block, k, lane), zero), rate);
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
        KN(push_row)(&r, block, lane, ADD(impulse[0], impulse[1]), sides, spin_a, spin_b);
        KN(put_row)(&r);
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
        LANES restitution = LOAD(block->restitution + lane), response = LOAD(block->response + lane);
        if (!BITS(LESS(zero, restitution)))
        {
            continue;
        }
        ROW r;
        KN(fetch_row)(&r, block, lane, motions, 1);
        LANES wrong[2], total[2], before[2], mass[2],
            softness[2];  // velocity beyond the wanted one; change by an impulse
        for (int32_t k = 0; k < 2; ++k)
        {
            const imp2i_point_rows* p = &block->points[k];
            LANES approach = LOAD(p->approach + lane);
            before[k] = total[k] = LOAD(p->total + lane);
            MASK fast = AND(LESS(zero, restitution), AND(LESS(approach, slowest), LESS(zero, total[k])));
            wrong[k] = SUB(KN(normal_velocity)(&r, p, lane), LOAD(p->rebound + lane));
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

const imp2i_row_passes KN(imp2i_row_passes) = {KN(set_rows),   KN(warm_rows),   KN(push_rows),
                                                KN(relax_rows), KN(bounce_rows), KN(get_rows)};

#undef ROW
