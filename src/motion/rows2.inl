// SPDX-License-Identifier: MIT
//
// The passes over rows (rows2.h), in the words of lanes_scalar.h. All lanes of a colour are independent of each other,
// so the width changes nothing but the time.

#define ROW KN(row)
#define LN(name) KN(imp2i_##name)
#define ROWS imp2i_rows
#define PASSES(width) imp2i_row_passes_##width
#define SINGULAR 0x1p-10f  // least determinant of two points, for 1 on the diagonal: below it is rounding

#include "row_lanes.inl"

// The bodies of one width of rows.
typedef struct ROW
{
    const void *from_a[WIDTH], *from_b[WIDTH];
    void *to_a[WIDTH], *to_b[WIDTH];
    LANES a[2][4], b[2][4];  // halves of imp2i_solver_body
    LANES nx, ny;
    float nowhere[4];  // stores of bodies that are not moved go here
    // For bodies that answer with what hangs at them:
    const imp2i_row_ties* ties;             // else NULL
    void *touch_a[WIDTH], *touch_b[WIDTH];  // what this pass gives goes there
    LANES normal, side, lever_a, lever_b;
} ROW;

TARGET static inline void KN(fetch_row)(ROW* r, const imp2i_rows* block, int32_t lane, imp2i_solver_body* motions,
                                        int32_t halves)
{
    for (int32_t k = 0; k < WIDTH; ++k)
    {
        int32_t a = block->a[lane + k], b = block->b[lane + k];
        imp2i_solver_body *motion_a = motions + (a < 0 ? ~a : a), *motion_b = motions + (b < 0 ? ~b : b);
        r->from_a[k] = motion_a;
        r->from_b[k] = motion_b;
        r->to_a[k] = a < 0 ? (void*)r->nowhere : (void*)motion_a;
        r->to_b[k] = b < 0 ? (void*)r->nowhere : (void*)motion_b;
    }
    LOAD_FOURS(r->from_a, 0, halves, 16, r->a);
    LOAD_FOURS(r->from_b, 0, halves, 16, r->b);
    r->nx = LOAD(block->normal_x + lane);
    r->ny = LOAD(block->normal_y + lane);
    r->ties = NULL;
}

#include "row_tied2.inl"

TARGET static inline void KN(put_row)(ROW* r)
{
    if (r->ties)
    {
        LN(put_tied)(r);
    }
    STORE_FOURS(r->to_a, 0, r->a[0]);
    STORE_FOURS(r->to_b, 0, r->b[0]);
}

// Applies impulses along n and t to linear velocities, and sets angular velocities.
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

// Points that are about to bounce get no bias: they count as just touching.
TARGET static inline MASK KN(point_bounces)(const imp2i_rows* block, int32_t k, int32_t lane, LANES gap,
                                            const impi_row_step* step)
{
    const LANES zero = SPLAT(0.0f);
    MASK fast = LESS(LOAD(block->approach[k] + lane), SPLAT(-step->bounce_speed));
    return AND(LESS(zero, LOAD(block->restitution + lane)), AND(fast, LESS(gap, zero)));
}

// Current gap of a point.
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

// Relative velocity along t, less the tangent speed.
TARGET static inline LANES KN(sliding_velocity)(const ROW* r, const imp2i_rows* block, int32_t lane)
{
    LANES slide = SUB(MUL(SUB(r->b[0][1], r->a[0][1]), r->nx), MUL(SUB(r->b[0][0], r->a[0][0]), r->ny));
    LANES turning = SUB(MUL(r->b[0][2], LOAD(block->along_b + lane)), MUL(r->a[0][2], LOAD(block->along_a + lane)));
    return ADD(SUB(slide, LOAD(block->belt + lane)), turning);
}

// Block solver of both normal constraints: each impulse reaches its target or is clamped at zero. The two are solved
// exactly, as one after the other would turn a symmetric pair. For a point alone, `wanted` is the impulse that brings
// it to rest, and `gain` the impulse for a unit of velocity. If both points nearly coincide, the system is singular,
// and they are solved one after the other. Returns the changes of the impulses.
TARGET static inline void KN(add_impulses)(imp2i_rows* block, int32_t lane, const LANES wanted[2], const LANES gain[2],
                                           LANES impulse[2])
{
    const LANES zero = SPLAT(0.0f), one = SPLAT(1.0f);
    imp2i_point_rows *p = &block->points[0], *q = &block->points[1];
    LANES response = LOAD(block->response + lane), echo[2] = {MUL(gain[0], response), MUL(gain[1], response)};
    LANES old[2] = {LOAD(p->impulse + lane), LOAD(q->impulse + lane)};
    LANES determinant = SUB(one, MUL(echo[0], echo[1]));
    LANES first = DIV(SUB(wanted[0], MUL(echo[0], wanted[1])), determinant);
    first = PICK(LESS(SPLAT(SINGULAR), determinant), first, wanted[0]);
    first = MAX(first, SUB(zero, old[0]));
    LANES second = MAX(ADD(old[1], SUB(wanted[1], MUL(echo[1], first))), zero);
    impulse[1] = SUB(second, old[1]);
    LANES sum = MAX(ADD(old[0], SUB(wanted[0], MUL(echo[0], impulse[1]))), zero);
    impulse[0] = SUB(sum, old[0]);
    STORE(p->impulse + lane, sum);
    STORE(q->impulse + lane, second);
}

// Angular velocities after impulses along n at both points.
TARGET static inline void KN(turn_both)(const ROW* r, const imp2i_rows* block, int32_t lane, const LANES impulse[2],
                                        LANES* spin_a, LANES* spin_b)
{
    const imp2i_point_rows *p = &block->points[0], *q = &block->points[1];
    LANES arm_a = ADD(MUL(LOAD(p->across_a + lane), impulse[0]), MUL(LOAD(q->across_a + lane), impulse[1]));
    LANES arm_b = ADD(MUL(LOAD(p->across_b + lane), impulse[0]), MUL(LOAD(q->across_b + lane), impulse[1]));
    *spin_a = SUB(r->a[0][2], MUL(LOAD(block->inertia_a + lane), arm_a));
    *spin_b = ADD(r->b[0][2], MUL(LOAD(block->inertia_b + lane), arm_b));
}

// Angular velocities after an impulse along t; where bodies answer with their tree, all velocities.
TARGET static inline void KN(turn_along)(ROW* r, const imp2i_rows* block, int32_t lane, LANES side)
{
    LANES arm_a = MUL(LOAD(block->along_a + lane), side), arm_b = MUL(LOAD(block->along_b + lane), side);
    if (r->ties)
    {
        LN(push_tied)(r, lane, SPLAT(0.0f), side, arm_a, arm_b);
        return;
    }
    r->a[0][2] = SUB(r->a[0][2], MUL(LOAD(block->inertia_a + lane), arm_a));
    r->b[0][2] = ADD(r->b[0][2], MUL(LOAD(block->inertia_b + lane), arm_b));
}

// Angular velocities after an angular impulse between both.
TARGET static inline void KN(turn_against)(ROW* r, const imp2i_rows* block, int32_t lane, LANES torque)
{
    if (r->ties)
    {
        LN(push_tied)(r, lane, SPLAT(0.0f), SPLAT(0.0f), torque, torque);
        return;
    }
    r->a[0][2] = SUB(r->a[0][2], MUL(LOAD(block->inertia_a + lane), torque));
    r->b[0][2] = ADD(r->b[0][2], MUL(LOAD(block->inertia_b + lane), torque));
}

// The angular impulse that stops the relative rotation.
TARGET static inline LANES KN(turning_impulse)(const ROW* r, const imp2i_rows* block, int32_t lane)
{
    return MUL(LOAD(block->rolling_mass + lane), SUB(r->b[0][2], r->a[0][2]));
}

// Centre of mass of a turned body, from its origin.
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
        LANES a[4][4], b[4][4], made[1][4], turn[1][4];  // imp2i_body_sim, imp2i_row_poses
        LANES found[3][4], radii[1][4], impulses[1][4], totals[1][4], surfaces[1][4];  // imp2i_cache
        const void* const* touches = sources->cache + lane;
        LOAD_FOURS(sources->a + lane, 0, 4, 16, a);
        LOAD_FOURS(sources->b + lane, 0, 4, 16, b);
        LOAD_FOURS(sources->poses + lane, 0, 1, 16, made);
        LOAD_FOURS(sources->poses + lane, offsetof(imp2i_row_poses, turn_a), 1, 16, turn);
        LOAD_FOURS(touches, offsetof(imp2i_cache, manifold), 3, 16, found);
        LOAD_FOURS(touches, offsetof(imp2i_cache, depth), 1, 16, radii);
        LOAD_FOURS(touches, offsetof(imp2i_cache, impulses.normal), 1, 16, impulses);
        LOAD_FOURS(touches, offsetof(imp2i_cache, impulses.total), 1, 16, totals);
        LOAD_FOURS(touches, offsetof(imp2i_cache, surface), 1, 16, surfaces);
        LANES nx = found[0][0], ny = found[0][1], depths[2] = {radii[0][0], radii[0][1]};
        LANES masses = ADD(a[2][1], b[2][1]), inertia_a = a[2][2], inertia_b = b[2][2];
        INTS count = BITS_INT(found[0][3]);
        MASK set = LESS(zero, LOAD(sources->set + lane));
        MASK there[2] = {LESS_INT(SPLAT_INT(0), count), LESS_INT(SPLAT_INT(1), count)};

        // Arms from the centres of mass, at the rotations of the manifold, in A's frame: positions in the world have
        // lost digits far from its origin.
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
            LN(set_where)(p->across_a, lane, set, across_a[k]);
            LN(set_where)(p->across_b, lane, set, across_b[k]);
            LN(set_where)(p->mass, lane, set, WHERE(there[k], LN(inverse_or_zero)(resists)));
            LN(set_where)(p->impulse, lane, set, WHERE(there[k], impulses[0][k]));
            LN(set_where)(block->depth[k], lane, set, WHERE(there[k], depths[k]));
        }
        MASK other = AND(there[1], LESS(depths[0], depths[1]));
        LANES height_a = PICK(other, along_a[1], along_a[0]), height_b = PICK(other, along_b[1], along_b[0]);
        LANES rolling_a = MUL(inertia_a, MUL(height_a, height_a)), rolling_b = MUL(inertia_b, MUL(height_b, height_b));
        LANES turn_a = MUL(inertia_a, MUL(across_a[0], across_a[1]));
        LANES turn_b = MUL(inertia_b, MUL(across_b[0], across_b[1]));
        LN(set_where)(block->normal_x, lane, set, nx);
        LN(set_where)(block->normal_y, lane, set, ny);
        LN(set_where)(block->mass_a, lane, set, a[2][1]);
        LN(set_where)(block->mass_b, lane, set, b[2][1]);
        LN(set_where)(block->inertia_a, lane, set, inertia_a);
        LN(set_where)(block->inertia_b, lane, set, inertia_b);
        LN(set_where)(block->core_a, lane, set, SUB(height_a, radii[0][2]));
        LN(set_where)(block->core_b, lane, set, ADD(height_b, radii[0][3]));
        LN(set_where)(block->response, lane, set, WHERE(there[1], ADD(ADD(masses, turn_a), turn_b)));
        LN(set_where)(block->along_a, lane, set, height_a);
        LN(set_where)(block->along_b, lane, set, height_b);
        LN(set_where)(block->side_mass, lane, set, LN(inverse_or_zero)(ADD(ADD(masses, rolling_a), rolling_b)));
        LN(set_where)(block->side_impulse, lane, set, impulses[0][2]);
        LN(set_where)(block->friction, lane, set, surfaces[0][0]);
        LN(set_where)(block->restitution, lane, set, surfaces[0][1]);
        LN(set_where)(block->rolling, lane, set, surfaces[0][2]);
        LN(set_where)(block->belt, lane, set, surfaces[0][3]);
        LN(set_where)(block->rolling_mass, lane, set, LN(inverse_or_zero)(ADD(inertia_a, inertia_b)));
        LN(set_where)(block->rolling_impulse, lane, set, WHERE(LESS(zero, surfaces[0][2]), totals[0][3]));
        LN(set_where)(block->between_x, lane, set, SUB(middle_b[0], middle_a[0]));
        LN(set_where)(block->between_y, lane, set, SUB(middle_b[1], middle_a[1]));
        for (int32_t k = 0; k < 2; ++k)
        {
            LN(set_where)(block->turn_a[k], lane, set, turn[0][k]);
            LN(set_where)(block->turn_b[k], lane, set, turn[0][2 + k]);
        }
        LN(set_where)(block->extent_a, lane, set, a[3][1]);
        LN(set_where)(block->extent_b, lane, set, b[3][1]);
        all |= LN(bits_at)(set, lane);
        second |= LN(bits_at)(there[1], lane);
        springy |= LN(bits_at)(LESS(zero, LOAD(block->restitution + lane)), lane);
        rolls |= LN(bits_at)(LESS(zero, LOAD(block->rolling + lane)), lane);
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

// Approach speeds of both points, and their rebound speeds.
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
        LANES rebound = LN(rebound_of)(approach, depth, pull, restitution, step->h);
        STORE(block->approach[k] + lane, approach);
        STORE(block->rebound[k] + lane, WHERE(LESS(SPLAT(0.0f), restitution), rebound));
    }
}

TARGET static uint32_t KN(follow_rows)(imp2i_rows* block, const imp2i_body_sim* sims, const impi_row_step* step)
{
    const LANES half = SPLAT(0.5f);
    uint32_t kept = 0;
    for (int32_t lane = 0; lane < IMPI_ROW_LANES && block->tied; lane += WIDTH)
    {
        LN(find_own_masses)(block, lane);
    }
    block->tied = 0;
    for (int32_t lane = 0; lane < IMPI_ROW_LANES; lane += WIDTH)
    {
        const void *bodies_a[WIDTH], *bodies_b[WIDTH];
        for (int32_t k = 0; k < WIDTH; ++k)
        {
            int32_t body_a = block->body_a[lane + k], body_b = block->body_b[lane + k];
            bodies_a[k] = body_a < 0 ? &imp2i_nobody : sims + body_a;
            bodies_b[k] = body_b < 0 ? &imp2i_nobody : sims + body_b;
        }
        LANES a[2][4], b[2][4], middle_a[2], middle_b[2];
        LOAD_FOURS(bodies_a, 0, 2, 16, a);
        LOAD_FOURS(bodies_b, 0, 2, 16, b);
        KN(turn_middle)(a[0][2], a[0][3], a[1][0], a[1][1], middle_a);
        KN(turn_middle)(b[0][2], b[0][3], b[1][0], b[1][1], middle_b);
        LANES between_x = SUB(ADD(SUB(b[0][0], a[0][0]), middle_b[0]), middle_a[0]);
        LANES between_y = SUB(ADD(SUB(b[0][1], a[0][1]), middle_b[1]), middle_a[1]);
        LANES made_x = LOAD(block->between_x + lane), made_y = LOAD(block->between_y + lane);
        LANES nx = LOAD(block->normal_x + lane), ny = LOAD(block->normal_y + lane);
        LANES turn_a = KN(turned)(LOAD(block->turn_a[0] + lane), LOAD(block->turn_a[1] + lane), a[0][2], a[0][3]);
        LANES turn_b = KN(turned)(LOAD(block->turn_b[0] + lane), LOAD(block->turn_b[1] + lane), b[0][2], b[0][3]);
        LANES bend_a = MUL(half, MUL(turn_a, turn_a)), bend_b = MUL(half, MUL(turn_b, turn_b));
        LANES moved_x = SUB(between_x, made_x), moved_y = SUB(between_y, made_y);
        LANES seen_x = ADD(moved_x, ADD(MUL(turn_a, made_y), MUL(bend_a, made_x)));
        LANES seen_y = SUB(moved_y, SUB(MUL(turn_a, made_x), MUL(bend_a, made_y)));
        LANES aside = ABS(SUB(MUL(seen_y, nx), MUL(seen_x, ny))), away = ABS(ADD(MUL(seen_x, nx), MUL(seen_y, ny)));
        LANES lesser = MIN(LOAD(block->extent_a + lane), LOAD(block->extent_b + lane));
        LANES path = ADD(aside, MUL(MAX(LOAD(block->parting + lane), SPLAT(step->keep_part)), away));
        path = ADD(path, MUL(ABS(SUB(turn_b, turn_a)), lesser));
        LANES most = MIN(SPLAT(step->keep), MUL(SPLAT(step->keep_part), lesser));
        MASK upright = LESS(MAX(ABS(turn_a), ABS(turn_b)), SPLAT(step->keep_turn));
        kept |= LN(bits_at)(AND(upright, LESS(path, most)), lane);
        LANES bend = SUB(MUL(bend_a, LOAD(block->core_a + lane)), MUL(bend_b, LOAD(block->core_b + lane)));
        LANES parted = ADD(ADD(MUL(moved_x, nx), MUL(moved_y, ny)), bend);
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

TARGET static uint32_t KN(pushed_rows)(const imp2i_rows* block, const impi_row_step* step, bool* laden)
{
    const imp2i_point_rows *p = &block->points[0], *q = &block->points[1];
    const LANES zero = SPLAT(0.0f);
    uint32_t pushed = 0, first = 0, second = 0, bears = 0;
    for (int32_t lane = 0; lane < IMPI_ROW_LANES; lane += WIDTH)
    {
        MASK either = OR(LESS(zero, LOAD(p->total + lane)), LESS(zero, LOAD(q->total + lane)));
        pushed |= LN(bits_at)(either, lane);
        LANES load = ADD(LOAD(p->total + lane), LOAD(q->total + lane));
        LANES to_a = MUL(load, LOAD(block->mass_a + lane)), to_b = MUL(load, LOAD(block->mass_b + lane));
        LANES lesser = MIN(to_a, to_b);
        MASK much = LESS(MUL(SPLAT(step->uneven), lesser), MAX(to_a, to_b));
        bears |= LN(bits_at)(AND(LESS(SPLAT(step->borne), lesser), much), lane);
        first |= LN(bits_at)(AT_MOST(LOAD(p->gap + lane), zero), lane);
        second |= LN(bits_at)(AT_MOST(LOAD(q->gap + lane), zero), lane);
    }
    *laden = (bears & block->used) != 0;
    return ((pushed | first) & block->used) | (second & block->second);
}

// Scales impulses of sub-steps of another length to this one's.
TARGET static inline void KN(scale_impulses)(imp2i_rows* block, int32_t lane, float longer)
{
    float* impulses[4] = {block->points[0].impulse, block->points[1].impulse, block->side_impulse,
                          block->rolling_impulse};
    for (int32_t k = 0; k < 4; ++k)
    {
        STORE(impulses[k] + lane, MUL(SPLAT(longer), LOAD(impulses[k] + lane)));
    }
}

// Warm start: applies the impulses of the last sub-step. Resets those of the whole step.
TARGET static void KN(warm_rows)(imp2i_rows* blocks, int32_t first, int32_t end, imp2i_solver_body* motions,
                                 const impi_row_step* step)
{
    bool other = step->longer < 1.0f || step->longer > 1.0f;
    for (int32_t i = first; i < end; i += WIDTH)
    {
        imp2i_rows* block = blocks + i / IMPI_ROW_LANES;
        int32_t lane = i % IMPI_ROW_LANES;
        ROW r;
        KN(fetch_row)(&r, block, lane, motions, 1);
        if (other)
        {
            KN(scale_impulses)(block, lane, step->longer);
        }
        const LANES normal[2] = {LOAD(block->points[0].impulse + lane), LOAD(block->points[1].impulse + lane)};
        STORE(block->points[0].total + lane, SPLAT(0.0f));
        STORE(block->points[1].total + lane, SPLAT(0.0f));
        STORE(block->side_total + lane, SPLAT(0.0f));
        LANES side = LOAD(block->side_impulse + lane);
        KN(turn_both)(&r, block, lane, normal, &r.a[0][2], &r.b[0][2]);
        KN(turn_along)(&r, block, lane, side);
        if (block->rolls)
        {
            STORE(block->rolling_total + lane, SPLAT(0.0f));
            KN(turn_against)(&r, block, lane, LOAD(block->rolling_impulse + lane));
        }
        KN(push_row)(&r, block, lane, ADD(normal[0], normal[1]), side, r.a[0][2], r.b[0][2]);
        KN(put_row)(&r);
    }
}

// Normal impulses with bias: penetrations are pushed apart; speculative contacts may close their gap and no more.
TARGET static inline void KN(push_width)(imp2i_rows* block, int32_t lane, bool tied, imp2i_solver_body* motions,
                                         const impi_row_step* step)
{
    const LANES zero = SPLAT(0.0f), one = SPLAT(1.0f), rate = SPLAT(step->rate), fastest = SPLAT(step->push_speed);
    ROW r;
    KN(fetch_row)(&r, block, lane, motions, 2);
    if (tied)
    {
        LN(tie_row)(&r, block, lane, step);
    }
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
        gain[k] = MUL(LOAD(p->mass + lane), PICK(apart, one, soft_part));
        LANES pull = MUL(gain[k], MUL(PICK(apart, rate, soft_rate), gap));
        LANES spring = SUB(MUL(PICK(apart, zero, SUB(zero, soft_relief)), LOAD(p->impulse + lane)), pull);
        spring = MIN(spring, MUL(gain[k], fastest));
        wanted[k] = SUB(spring, MUL(gain[k], KN(normal_velocity)(&r, p, lane)));
    }
    KN(add_impulses)(block, lane, wanted, gain, impulse);
    if (r.ties)
    {
        LN(push_tied_points)(&r, block, lane, impulse);
    }
    else
    {
        LANES spin_a, spin_b;
        KN(turn_both)(&r, block, lane, impulse, &spin_a, &spin_b);
        KN(push_row)(&r, block, lane, ADD(impulse[0], impulse[1]), zero, spin_a, spin_b);
    }
    KN(put_row)(&r);
}

TARGET static void KN(push_rows)(imp2i_rows* blocks, int32_t first, int32_t end, imp2i_solver_body* motions,
                                 const impi_row_step* step){TIED_PASS(KN(push_width), 0, push)}

// Relax: friction and rolling resistance, limited by the accumulated normal impulses, then normal impulses without
// bias. Friction comes first, so that normal impulses respond to it: the other way round, houses of cards do not come
// to rest.
TARGET static inline void KN(relax_width)(imp2i_rows* block, int32_t lane, bool tied, imp2i_solver_body* motions,
                                          const impi_row_step* step)
{
    const LANES tally = SPLAT(step->tally);
    const LANES zero = SPLAT(0.0f), rate = SPLAT(step->rate);
    imp2i_point_rows* points = block->points;
    ROW r;
    KN(fetch_row)(&r, block, lane, motions, 2);
    if (tied)
    {
        LN(tie_row)(&r, block, lane, step);
    }

    LANES load = ADD(LOAD(points[0].impulse + lane), LOAD(points[1].impulse + lane));
    LANES old_torque = LOAD(block->rolling_impulse + lane), no_turning = zero, torque = zero;
    if (block->rolls)
    {
        no_turning = SUB(old_torque, KN(turning_impulse)(&r, block, lane));
        torque = LN(within)(no_turning, MUL(LOAD(block->rolling + lane), load));
        KN(turn_against)(&r, block, lane, SUB(torque, old_torque));
    }
    LANES old = LOAD(block->side_impulse + lane), friction = LOAD(block->friction + lane);
    LANES side_mass = LOAD(block->side_mass + lane);
    LANES no_sliding = SUB(old, MUL(side_mass, KN(sliding_velocity)(&r, block, lane)));
    LANES side = LN(within)(no_sliding, MUL(friction, load));
    KN(turn_along)(&r, block, lane, SUB(side, old));

    LANES wanted[2], gain[2], impulse[2];
    for (int32_t k = 0; k < 2; ++k)
    {
        const imp2i_point_rows* p = &points[k];
        LANES open = MUL(MAX(KN(gap_of_point)(&r, block, k, lane, step), zero), rate);
        gain[k] = LOAD(p->mass + lane);
        wanted[k] = SUB(zero, MUL(gain[k], ADD(KN(normal_velocity)(&r, p, lane), open)));
    }
    KN(add_impulses)(block, lane, wanted, gain, impulse);
    if (r.ties)
    {
        LN(push_tied_points)(&r, block, lane, impulse);
    }
    else
    {
        KN(turn_both)(&r, block, lane, impulse, &r.a[0][2], &r.b[0][2]);
    }

    // Clamp both again, to the cones of the new normal impulses: an excess is taken back, and where the contact
    // still slides or rolls, a larger cone is used up. Else a body that sinks would slide too far.
    load = ADD(LOAD(points[0].impulse + lane), LOAD(points[1].impulse + lane));
    LANES masses = ADD(LOAD(block->mass_a + lane), LOAD(block->mass_b + lane));
    LANES slid = r.ties ? zero : MUL(SUB(side, old), masses);
    LANES sliding = ADD(KN(sliding_velocity)(&r, block, lane), slid);
    LANES held = PICK(LESS(ABS(side), ABS(no_sliding)), SUB(side, MUL(side_mass, sliding)), side);
    held = LN(within)(held, MUL(friction, load));
    KN(turn_along)(&r, block, lane, SUB(held, side));
    if (block->rolls)
    {
        LANES turning = KN(turning_impulse)(&r, block, lane);
        LANES resisted = PICK(LESS(ABS(torque), ABS(no_turning)), SUB(torque, turning), torque);
        resisted = LN(within)(resisted, MUL(LOAD(block->rolling + lane), load));
        KN(turn_against)(&r, block, lane, SUB(resisted, torque));
        STORE(block->rolling_impulse + lane, resisted);
        STORE(block->rolling_total + lane, ADD(LOAD(block->rolling_total + lane), MUL(tally, resisted)));
    }
    STORE(block->side_impulse + lane, held);
    STORE(block->side_total + lane, ADD(LOAD(block->side_total + lane), MUL(tally, held)));
    for (int32_t k = 0; k < 2; ++k)
    {
        STORE(points[k].total + lane, ADD(LOAD(points[k].total + lane), MUL(tally, LOAD(points[k].impulse + lane))));
    }
    if (!r.ties)
    {
        KN(push_row)(&r, block, lane, ADD(impulse[0], impulse[1]), SUB(held, old), r.a[0][2], r.b[0][2]);
    }
    KN(put_row)(&r);
}

TARGET static void KN(relax_rows)(imp2i_rows* blocks, int32_t first, int32_t end, imp2i_solver_body* motions,
                                  const impi_row_step* step){TIED_PASS(KN(relax_width), 0, relax)}

// Integrates positions over a sub-step of h.
TARGET static void KN(move_motions)(imp2i_solver_body* motions, imp2i_body_force* forces, int32_t count, float h)
{
    (void)forces;
    const LANES steps = SPLAT(h);
    imp2i_solver_body nobody = {.c = 1.0f};
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

// Restitution: points that approached fast and got an impulse rebound. Both points of a row iterate until they agree:
// one pass would let each undo the other, and add energy. Friction is that of the whole step, with the bounce.
TARGET static inline void KN(bounce_width)(imp2i_rows* block, int32_t lane, bool tied, imp2i_solver_body* motions,
                                           const impi_row_step* step)
{
    const LANES zero = SPLAT(0.0f), one = SPLAT(1.0f), slowest = SPLAT(-step->bounce_speed);
    if (!block->springy)
    {
        return;
    }
    LANES restitution = LOAD(block->restitution + lane), response = LOAD(block->response + lane);
    ROW r;
    KN(fetch_row)(&r, block, lane, motions, 1);
    if (tied)
    {
        LN(tie_row)(&r, block, lane, step);
    }
    LANES wrong[2], total[2], before[2], mass[2],
        softness[2];  // velocity error; change of velocity for a unit impulse
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
    LANES impulse[2];
    for (int32_t k = 0; k < 2; ++k)
    {
        // No warm start from it: the body has bounced away.
        STORE(block->points[k].total + lane, total[k]);
        impulse[k] = SUB(total[k], before[k]);
    }
    if (r.ties)
    {
        LN(push_tied_points)(&r, block, lane, impulse);
    }
    else
    {
        KN(turn_both)(&r, block, lane, impulse, &r.a[0][2], &r.b[0][2]);
        KN(push_row)(&r, block, lane, ADD(impulse[0], impulse[1]), zero, r.a[0][2], r.b[0][2]);
    }

    // Friction and rolling resistance of the bounce.
    MASK bounced = OR(LESS(zero, mass[0]), LESS(zero, mass[1]));
    LANES old = LOAD(block->side_total + lane), load = ADD(total[0], total[1]);
    LANES side = SUB(old, MUL(LOAD(block->side_mass + lane), KN(sliding_velocity)(&r, block, lane)));
    side = PICK(bounced, LN(within)(side, MUL(LOAD(block->friction + lane), load)), old);
    STORE(block->side_total + lane, side);
    KN(turn_along)(&r, block, lane, SUB(side, old));
    if (block->rolls)
    {
        LANES old_torque = LOAD(block->rolling_total + lane);
        LANES resisted = SUB(old_torque, KN(turning_impulse)(&r, block, lane));
        resisted = LN(within)(resisted, MUL(LOAD(block->rolling + lane), load));
        resisted = PICK(bounced, resisted, old_torque);
        STORE(block->rolling_total + lane, resisted);
        KN(turn_against)(&r, block, lane, SUB(resisted, old_torque));
    }
    if (!r.ties)
    {
        KN(push_row)(&r, block, lane, zero, SUB(side, old), r.a[0][2], r.b[0][2]);
    }
    KN(put_row)(&r);
}

TARGET static void KN(bounce_rows)(imp2i_rows* blocks, int32_t first, int32_t end, imp2i_solver_body* motions,
                                   const impi_row_step* step)
{
    TIED_PASS(KN(bounce_width), 0, bounce)
}

const imp2i_row_passes KN(imp2i_row_passes) = {KN(set_rows),  KN(follow_rows),  KN(warm_rows),
                                               KN(push_rows), KN(relax_rows),   KN(bounce_rows),
                                               LN(tie_rows),  KN(move_motions), KN(pushed_rows)};

#undef TIED_PASS
#undef NARROWER
#undef ROWS
#undef PASSES
#undef ROW
#undef LN
#undef SINGULAR
