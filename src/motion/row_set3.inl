// SPDX-License-Identifier: MIT
//
// Rows that are set from manifolds: points, friction's middle and lever, and masses.

#define FLAT 0x1p-10f  // area of a contact patch, as a part of its length squared: below it, it is a line

// A vector turned by a matrix of columns, each of three numbers.
TARGET static inline void LN(turn_vector)(const LANES columns[9], const LANES vec[3], LANES out[3])
{
    for (int32_t k = 0; k < 3; ++k)
    {
        out[k] = ADD(ADD(MUL(columns[k], vec[0]), MUL(columns[3 + k], vec[1])), MUL(columns[6 + k], vec[2]));
    }
}

// Number k of fours that have been loaded.
#define AT_FOUR(fours, k) ((fours)[(k) / 4][(k) % 4])

// Numbers of a body (imp3i_body_sim) that set a row.
typedef struct LN(body_of_row)
{
    LANES middle[3];  // turned, from its own origin
    LANES mass, inertia[6], extent;
} LN(body_of_row);

enum
{
    LN(AT_MIDDLE) = 12,
    LN(AT_VELOCITY) = 15,
    LN(AT_SPIN) = 18,
    LN(AT_MASS) = 21,
    LN(AT_INERTIA) = 22,
    LN(AT_PULL) = 28,
    LN(AT_EXTENT) = 31
};

// The inverse inertia of a body in the axes of a contact.
TARGET static inline void LN(take_inertia)(const ROW* r, LANES body[8][4], LANES out[6])
{
    // xx, yy, zz, xy, yz, zx stand as nn, uu, vv, nu, uv, vn
    LANES m[6];
    for (int32_t k = 0; k < 6; ++k)
    {
        m[k] = AT_FOUR(body, LN(AT_INERTIA) + k);
    }
    LN(turn_symmetric)(r, m, out);
}

// Response along n at a point to a unit impulse along n at another one, by the turning of a body.
TARGET static inline LANES LN(response_of)(const LANES inertia[6], const LANES arm[2], const LANES other[2])
{
    LANES about_u = SUB(MUL(inertia[1], arm[1]), MUL(inertia[4], arm[0]));
    LANES about_v = SUB(MUL(inertia[4], arm[1]), MUL(inertia[2], arm[0]));
    return SUB(MUL(about_u, other[1]), MUL(about_v, other[0]));
}

// Adds the response of a body along u and v to impulses there: uu, vv, uv.
TARGET static inline void LN(add_side_response)(const LANES inertia[6], LANES height, const LANES arm[2], LANES out[3])
{
    const LANES zero = SPLAT(0.0f);
    const LANES by_u[3] = {SUB(zero, arm[1]), zero, height}, by_v[3] = {arm[0], SUB(zero, height), zero};
    LANES turn_u[3], turn_v[3];
    LN(apply_inertia)(inertia, by_u, turn_u);
    LN(apply_inertia)(inertia, by_v, turn_v);
    out[0] = ADD(out[0], LN(dot3)(turn_u, by_u));
    out[1] = ADD(out[1], LN(dot3)(turn_v, by_v));
    out[2] = ADD(out[2], LN(dot3)(turn_u, by_v));
}

// The contact patch of up to four points: which are there, where along u, v and n from A's centre, and how deep.
typedef struct LN(patch)
{
    MASK there[IMP3I_POINTS];
    LANES arm[IMP3I_POINTS][2], height[IMP3I_POINTS], depth[IMP3I_POINTS];
} LN(patch);

// Twice the area of the triangle of two points and the centre, and the integral of the distance from the centre over it:
// the mean of that along the edge (Simpson 1743) is 3 / 2 of the mean over the triangle.
TARGET static inline void LN(add_triangle)(const LANES a[2], const LANES b[2], LANES* area, LANES* moment)
{
    const LANES half = SPLAT(0.5f);
    LANES x = MUL(half, ADD(a[0], b[0])), y = MUL(half, ADD(a[1], b[1]));
    LANES from_a = ROOT(ADD(MUL(a[0], a[0]), MUL(a[1], a[1]))), from_b = ROOT(ADD(MUL(b[0], b[0]), MUL(b[1], b[1])));
    LANES middle = ROOT(ADD(MUL(x, x), MUL(y, y))), twice = ABS(SUB(MUL(a[0], b[1]), MUL(a[1], b[0])));
    *area = ADD(*area, twice);
    *moment = ADD(*moment, MUL(twice, ADD(ADD(from_a, from_b), MUL(SPLAT(4.0f), middle))));
}

// The middle of the points, at which friction acts. The centre of pressure, by the impulses of the last sub-step, was tried:
// it moves as impulses do, and walls creep.
TARGET static inline void LN(find_middle)(const LN(patch) * p, LANES out[2])
{
    LANES count = SPLAT(0.0f), sums[2] = {SPLAT(0.0f), SPLAT(0.0f)};
    for (int32_t k = 0; k < IMP3I_POINTS; ++k)
    {
        count = ADD(count, WHERE(p->there[k], SPLAT(1.0f)));
        sums[0] = ADD(sums[0], p->arm[k][0]);
        sums[1] = ADD(sums[1], p->arm[k][1]);
    }
    LANES share = LN(inverse_or_zero)(count);
    out[0] = MUL(sums[0], share);
    out[1] = MUL(sums[1], share);
}

// The mean distance of the patch from the middle of its points: of a polygon by its triangles, of a line a quarter of its
// length, of a disc two thirds of its radius.
TARGET static inline LANES LN(find_lever)(const LN(patch) * p, const LANES middle[2], LANES disc)
{
    const LANES zero = SPLAT(0.0f);
    LANES at[IMP3I_POINTS][2], farthest = zero;
    for (int32_t k = 0; k < IMP3I_POINTS; ++k)
    {
        // Points that are not there lie on the first.
        at[k][0] = SUB(PICK(p->there[k], p->arm[k][0], p->arm[0][0]), middle[0]);
        at[k][1] = SUB(PICK(p->there[k], p->arm[k][1], p->arm[0][1]), middle[1]);
        farthest = MAX(farthest, ADD(MUL(at[k][0], at[k][0]), MUL(at[k][1], at[k][1])));
    }
    // The way round the convex polygon has the greatest area of the three ways round four points.
    static const uint8_t WAYS[3][IMP3I_POINTS] = {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 1, 3, 2}};
    LANES greatest = zero, lever = MUL(SPLAT(0.5f), ROOT(farthest));
    for (int32_t way = 0; way < 3; ++way)
    {
        LANES area = zero, moment = zero, shoelace = zero;
        for (int32_t k = 0; k < IMP3I_POINTS; ++k)
        {
            const LANES *a = at[WAYS[way][k]], *b = at[WAYS[way][(k + 1) % IMP3I_POINTS]];
            LN(add_triangle)(a, b, &area, &moment);
            shoelace = ADD(shoelace, SUB(MUL(a[0], b[1]), MUL(a[1], b[0])));
        }
        shoelace = ABS(shoelace);
        MASK round = AND(LESS(greatest, shoelace), LESS(MUL(SPLAT(FLAT), farthest), area));
        lever = PICK(round, DIV(moment, MUL(SPLAT(9.0f), area)), lever);
        greatest = PICK(round, shoelace, greatest);
    }
    return PICK(LESS(zero, disc), MUL(SPLAT(2.0f / 3.0f), ROOT(farthest)), lever);
}

// Sets the points of a width of lanes.
TARGET static inline void LN(set_points)(imp3i_rows* block, int32_t lane, MASK set, const LN(patch) * p,
                                         const LANES impulses[IMP3I_POINTS])
{
    for (int32_t k = 0; k < IMP3I_POINTS; ++k)
    {
        imp3i_point_rows* points = &block->points[k];
        LN(set_where)(points->arm[0], lane, set, p->arm[k][0]);
        LN(set_where)(points->arm[1], lane, set, p->arm[k][1]);
        LN(set_where)(points->impulse, lane, set, WHERE(p->there[k], impulses[k]));
        LN(set_where)(block->depth[k], lane, set, PICK(p->there[k], p->depth[k], SPLAT(-IMP_MAGNITUDE_MAX)));
    }
}

// Sets the surface, and the impulses of friction and rolling resistance.
TARGET static inline void LN(set_friction)(imp3i_rows* block, int32_t lane, MASK set, const LN(patch) * p,
                                           const imp3i_row_sources* sources)
{
    const LANES zero = SPLAT(0.0f);
    const void* const* caches = sources->cache + lane;
    LANES middle[2], tangent[1][4], rolling[1][4], surface[1][4];
    LN(find_middle)(p, middle);
    LN(set_where)(block->center[0], lane, set, middle[0]);
    LN(set_where)(block->center[1], lane, set, middle[1]);
    LOAD_FOURS(caches, offsetof(imp3i_cache, impulses.tangent), 1, 16, tangent);
    LOAD_FOURS(caches, offsetof(imp3i_cache, impulses.rolling), 1, 16, rolling);
    LOAD_FOURS(caches, offsetof(imp3i_cache, surface), 1, 16, surface);
    // A row that does not roll in a block where others do has kept zeros, of either sign.
    LANES rolls = WHERE(LESS(zero, surface[0][2]), SPLAT(1.0f));
    LN(set_where)(block->side_impulse[0], lane, set, tangent[0][2]);
    LN(set_where)(block->side_impulse[1], lane, set, SUB(SPLAT(-0.0f), tangent[0][1]));
    // Rolling resistance is a patch of that radius, even at one point: else balls would spin on it for ever.
    LN(set_where)
    (block->lever, lane, set, MAX(LN(find_lever)(p, middle, LOAD(sources->disc + lane)), surface[0][2]));
    // One point without has no twist: only its normal turned.
    MASK twists = OR(p->there[1], LESS(zero, surface[0][2]));
    LN(set_where)(block->twist_impulse, lane, set, WHERE(twists, tangent[0][0]));
    LN(set_where)(block->rolling_impulse[0], lane, set, MUL(rolls, rolling[0][1]));
    LN(set_where)(block->rolling_impulse[1], lane, set, MUL(rolls, rolling[0][2]));
    for (int32_t k = 0; k < IMP3I_POINTS; ++k)
    {
        LN(set_where)(block->rise[k], lane, set, zero);
    }
    LN(set_where)(block->belt[0], lane, set, zero);
    LN(set_where)(block->belt[1], lane, set, zero);
    LN(set_where)(block->friction, lane, set, surface[0][0]);
    LN(set_where)(block->restitution, lane, set, surface[0][1]);
    LN(set_where)(block->rolling, lane, set, surface[0][2]);
}

// The arm along n of the deepest point, without the radius: the first of equals.
TARGET static inline LANES LN(deepest_height)(const LN(patch) * p)
{
    LANES depth = p->depth[0], height = p->height[0];
    for (int32_t k = 1; k < IMP3I_POINTS; ++k)
    {
        MASK deeper = AND(p->there[k], LESS(depth, p->depth[k]));
        depth = PICK(deeper, p->depth[k], depth);
        height = PICK(deeper, p->height[k], height);
    }
    return height;
}

// Sets one width of lanes. Returns bits of those that have a second point.
TARGET static uint32_t LN(set_lanes)(imp3i_rows* block, const imp3i_row_sources* sources, int32_t lane)
{
    ROW r;
    LN(patch) p;
    LANES a[8][4], b[8][4], made[6][4], found[2][4], points[IMP3I_POINTS][4], depths[1][4], radii[1][4];
    const void* const* caches = sources->cache + lane;
    LOAD_FOURS(sources->a + lane, 0, 8, 16, a);
    LOAD_FOURS(sources->b + lane, 0, 8, 16, b);
    LOAD_FOURS(sources->poses + lane, 0, 5, 16, made);
    LOAD_FOURS(sources->poses + lane, sizeof(imp3i_row_poses) - 16, 1, 16, made + 5);
    LOAD_FOURS(caches, offsetof(imp3i_cache, manifold), 2, 16, found);
    LOAD_FOURS(caches, offsetof(imp3i_cache, manifold.points), IMP3I_POINTS, sizeof(imp3_contact), points);
    LOAD_FOURS(caches, offsetof(imp3i_cache, depth), 1, 16, depths);
    LOAD_FOURS(caches, offsetof(imp3i_cache, radius_a), 1, 16, radii);
    LANES normals[1][4];
    LOAD_FOURS(caches, offsetof(imp3i_cache, impulses.normal), 1, 16, normals);
    INTS count = BITS_INT(found[1][0]);
    MASK set = LESS(SPLAT(0.0f), LOAD(sources->set + lane));

    // Arms from the centres of mass, at the rotations of the manifold, in A's frame: positions in the world have lost
    // digits far from its origin.
    LANES turn_a[9], turn_b[9], of_a[3], of_b[3], middle_a[3], middle_b[3], between[3], seen[3];
    for (int32_t k = 0; k < 9; ++k)
    {
        turn_a[k] = AT_FOUR(made, 3 + k);
        turn_b[k] = k < 8 ? AT_FOUR(made, 12 + k) : made[5][3];
    }
    for (int32_t k = 0; k < 3; ++k)
    {
        r.n[k] = found[0][k];
        of_a[k] = AT_FOUR(a, LN(AT_MIDDLE) + k);
        of_b[k] = AT_FOUR(b, LN(AT_MIDDLE) + k);
    }
    LN(turn_vector)(turn_a, of_a, middle_a);
    LN(turn_vector)(turn_b, of_b, middle_b);
    LN(find_tangents)(&r);
    for (int32_t k = 0; k < 3; ++k)
    {
        middle_b[k] = ADD(AT_FOUR(made, k), middle_b[k]);
        between[k] = SUB(middle_b[k], middle_a[k]);
        LN(set_where)(block->normal[k], lane, set, r.n[k]);
        LN(set_where)(block->between[k], lane, set, between[k]);
    }
    LN(into_axes)(&r, between, seen);
    const LANES zero = SPLAT(0.0f);
    r.offset[0] = SUB(zero, seen[1]);
    r.offset[1] = SUB(zero, seen[2]);
    for (int32_t k = 0; k < IMP3I_POINTS; ++k)
    {
        LANES from_a[3], arm[3];
        for (int32_t c = 0; c < 3; ++c)
        {
            from_a[c] = SUB(points[k][c], middle_a[c]);
        }
        LN(into_axes)(&r, from_a, arm);
        p.there[k] = LESS_INT(SPLAT_INT(k), count);
        p.height[k] = WHERE(p.there[k], arm[0]);
        p.arm[k][0] = WHERE(p.there[k], arm[1]);
        p.arm[k][1] = WHERE(p.there[k], arm[2]);
        p.depth[k] = depths[0][k];
    }
    LANES extent_a = AT_FOUR(a, LN(AT_EXTENT)), extent_b = AT_FOUR(b, LN(AT_EXTENT));
    LN(set_points)(block, lane, set, &p, normals[0]);
    LN(set_friction)(block, lane, set, &p, sources);
    LANES height = LN(deepest_height)(&p);
    const LANES center[3] = {LOAD(block->center[0] + lane), LOAD(block->center[1] + lane), height},
                offset[3] = {r.offset[0], r.offset[1], SUB(zero, seen[0])};
    for (int32_t k = 0; k < IMP3I_POINTS; ++k)
    {
        LN(set_where)(block->made_arm[k][0], lane, set, p.arm[k][0]);
        LN(set_where)(block->made_arm[k][1], lane, set, p.arm[k][1]);
    }
    for (int32_t k = 0; k < 3; ++k)
    {
        LN(set_where)(block->made_center[k], lane, set, center[k]);
        LN(set_where)(block->made_offset[k], lane, set, offset[k]);
        LN(set_where)(block->tip_axis[k], lane, set, LOAD(sources->tips.axis[k] + lane));
    }
    for (int32_t k = 0; k < 2; ++k)
    {
        LN(set_where)(block->ahead_a[k], lane, set, zero);
        LN(set_where)(block->ahead_b[k], lane, set, zero);
    }
    LN(set_where)(block->tip_of, lane, set, LOAD(sources->tips.of + lane));
    LN(set_where)(block->tip_radius, lane, set, LOAD(sources->tips.radius + lane));
    LN(set_where)(block->tip_rim, lane, set, LOAD(sources->tips.rim + lane));
    LN(set_where)(block->tip_turn, lane, set, LOAD(sources->tips.turn + lane));
    LN(set_where)(block->height_a, lane, set, height);
    LN(set_where)(block->height_b, lane, set, SUB(height, seen[0]));
    LN(set_where)(block->core_a, lane, set, SUB(height, radii[0][0]));
    LN(set_where)(block->core_b, lane, set, ADD(SUB(height, seen[0]), radii[0][1]));
    LN(set_where)(block->offset[0], lane, set, r.offset[0]);
    LN(set_where)(block->offset[1], lane, set, r.offset[1]);
    for (int32_t k = 0; k < 9; ++k)
    {
        LN(set_where)(block->turn_a[k], lane, set, turn_a[k]);
        LN(set_where)(block->turn_b[k], lane, set, turn_b[k]);
    }
    LN(set_where)(block->extent_a, lane, set, extent_a);
    LN(set_where)(block->extent_b, lane, set, extent_b);
    return LN(bits_at)(p.there[1], lane);
}

TARGET static void LN(set_rows)(imp3i_rows* block, const imp3i_row_sources* sources)
{
    const LANES zero = SPLAT(0.0f);
    uint32_t second = 0, springy = 0, rolls = 0, tips = 0, all = 0;
    for (int32_t lane = 0; lane < IMPI_ROW_LANES; lane += WIDTH)
    {
        second |= LN(set_lanes)(block, sources, lane);
        tips |= LN(bits_at)(LESS(zero, ABS(LOAD(block->tip_of + lane))), lane);
        all |= LN(bits_at)(LESS(zero, LOAD(sources->set + lane)), lane);
        springy |= LN(bits_at)(LESS(zero, LOAD(block->restitution + lane)), lane);
        rolls |= LN(bits_at)(LESS(zero, LOAD(block->rolling + lane)), lane);
    }
    block->second = (block->second & ~all) | (second & all);
    block->springy = springy;
    block->rolls = rolls;
    block->tips = tips;
    block->belts &= ~all;
    block->rises &= ~all;
}

// Masses follow the bodies as they turn: those of a width of lanes, by the inertias at the start of the step.
TARGET static inline void LN(find_masses)(imp3i_rows* block, int32_t lane, ROW* r, LANES a[8][4], LANES b[8][4])
{
    const LANES zero = SPLAT(0.0f);
    LANES arm_a[IMP3I_POINTS][2], arm_b[IMP3I_POINTS][2],
        masses = ADD(AT_FOUR(a, LN(AT_MASS)), AT_FOUR(b, LN(AT_MASS)));
    LN(take_inertia)(r, a, r->inertia_a);
    LN(take_inertia)(r, b, r->inertia_b);
    STORE(block->mass_a + lane, AT_FOUR(a, LN(AT_MASS)));
    STORE(block->mass_b + lane, AT_FOUR(b, LN(AT_MASS)));
    for (int32_t k = 0; k < 6; ++k)
    {
        STORE(block->inertia_a[k] + lane, r->inertia_a[k]);
        STORE(block->inertia_b[k] + lane, r->inertia_b[k]);
    }
    for (int32_t i = 0; i < IMP3I_POINTS; ++i)
    {
        imp3i_point_rows* points = &block->points[i];
        for (int32_t c = 0; c < 2; ++c)
        {
            arm_a[i][c] = LOAD(points->arm[c] + lane);
            arm_b[i][c] = ADD(arm_a[i][c], r->offset[c]);
        }
        MASK there = LESS(SPLAT(-IMP_MAGNITUDE_MAX), LOAD(block->depth[i] + lane));
        for (int32_t j = 0; j < i; ++j)
        {
            LANES turning = ADD(LN(response_of)(r->inertia_a, arm_a[i], arm_a[j]),
                                LN(response_of)(r->inertia_b, arm_b[i], arm_b[j]));
            STORE(block->response[LN(pair_of_points)(i, j)] + lane, WHERE(there, ADD(masses, turning)));
        }
        LANES own =
            ADD(LN(response_of)(r->inertia_a, arm_a[i], arm_a[i]), LN(response_of)(r->inertia_b, arm_b[i], arm_b[i]));
        STORE(points->mass + lane, WHERE(there, LN(inverse_or_zero)(ADD(masses, own))));
    }
    const LANES center_a[2] = {LOAD(block->center[0] + lane), LOAD(block->center[1] + lane)};
    const LANES center_b[2] = {ADD(center_a[0], r->offset[0]), ADD(center_a[1], r->offset[1])};
    LANES response[3] = {masses, masses, zero}, side[3], rolling[3];
    const LANES against[3] = {ADD(r->inertia_a[1], r->inertia_b[1]), ADD(r->inertia_a[2], r->inertia_b[2]),
                              ADD(r->inertia_a[4], r->inertia_b[4])};
    LN(add_side_response)(r->inertia_a, LOAD(block->height_a + lane), center_a, response);
    LN(add_side_response)(r->inertia_b, LOAD(block->height_b + lane), center_b, response);
    LN(invert)(response, side);
    LN(invert)(against, rolling);
    for (int32_t k = 0; k < 3; ++k)
    {
        STORE(block->side_mass[k] + lane, side[k]);
        STORE(block->rolling_mass[k] + lane, rolling[k]);
    }
    STORE(block->twist_mass + lane, LN(inverse_or_zero)(ADD(r->inertia_a[0], r->inertia_b[0])));
}

// Masses follow bodies that have turned far in this step, whose sims have their inertias of now: a rod would gain
// much energy by an impulse along what has been its axis.
TARGET static void LN(follow_turned)(imp3i_rows* block, int32_t lane, ROW* r, const imp3i_body_sim* sims)
{
    const void *bodies_a[WIDTH], *bodies_b[WIDTH];
    LANES a[8][4], b[8][4];
    for (int32_t k = 0; k < WIDTH; ++k)
    {
        int32_t body_a = block->body_a[lane + k], body_b = block->body_b[lane + k];
        bodies_a[k] = body_a < 0 ? &imp3i_nobody : sims + body_a;
        bodies_b[k] = body_b < 0 ? &imp3i_nobody : sims + body_b;
    }
    LOAD_FOURS(bodies_a, 0, 8, 16, a);
    LOAD_FOURS(bodies_b, 0, 8, 16, b);
    LN(find_masses)(block, lane, r, a, b);
}

#undef FLAT
