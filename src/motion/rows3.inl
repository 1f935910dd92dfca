// SPDX-License-Identifier: MIT
//
// The passes over rows of space (rows3.h), in the words of lanes_scalar.h. All lanes of a colour are independent of each
// other, so the width changes nothing but the time.

#define ROW KN(row3)
#define LN(name) KN(imp3i_##name)
#define FLAT 0x1p-10f    // area of a contact patch, as a part of its length squared: below it, it is a line
#define TURNED 0x1p-12f  // of the inertia: if more has turned in a step, masses follow
#define FAR 0x1p-5f      // of a free rotation in a sub-step [rad]

#include "row_lanes.inl"

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
}

// Changes the bodies by what the pass has done. A spin is changed by the difference alone, so what gets nothing keeps its
// bits.
TARGET static inline void LN(put_row3)(ROW* r)
{
    for (int32_t k = 0; k < 3; ++k)
    {
        LANES impulse = LN(out_of_axes)(r, r->impulse, k);
        r->a[0][k] = SUB(r->a[0][k], MUL(r->mass_a, impulse));
        r->b[0][k] = ADD(r->b[0][k], MUL(r->mass_b, impulse));
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

// Velocity of B against A along n at each point.
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

// How far rotation moves a point with an arm along n: by[0] and by[1] are for each unit of its arms along u and v. Exact:
// a quaternion (q, w) moves an arm r along n by 2 w q . (r x n) + 2 ((q . n) (q . r) - q^2 r . n).
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

// What sets a row: numbers of a body, of imp3i_body_sim.
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
    LANES m[6], along[3][3];
    for (int32_t k = 0; k < 6; ++k)
    {
        m[k] = AT_FOUR(body, LN(AT_INERTIA) + k);
    }
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
    // Of the three ways round four points the one round the convex polygon has the greatest area.
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
    const LANES made_arm[3] = {p.arm[0][0], p.arm[0][1], height}, offset[3] = {r.offset[0], r.offset[1], SUB(zero, seen[0])};
    for (int32_t k = 0; k < 3; ++k)
    {
        LN(set_where)(block->made_arm[k], lane, set, made_arm[k]);
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

// Arms of tips are those at the middle of the sub-steps: where the point is by then, as the body turns. With the arm at
// the start of the step tops and coins gain energy: the torque lags behind the turn.
TARGET static inline void LN(lead_tips)(imp3i_rows* block, int32_t lane, ROW* r, LANES a[8][4], LANES b[8][4],
                                        const impi_row_step* step)
{
    const LANES zero = SPLAT(0.0f), one = SPLAT(1.0f), time = SPLAT(step->lead);
    LANES of = LOAD(block->tip_of + lane), sign = SUB(zero, of), rim = LOAD(block->tip_rim + lane);
    MASK of_a = LESS(of, zero), of_b = LESS(zero, of), any = OR(of_a, of_b);
    LANES spin[3], seen_spin[3], axis[3], seen_axis[3], apart[3], seen_apart[3], core[3], next_axis[3];
    for (int32_t k = 0; k < 3; ++k)
    {
        spin[k] = PICK(of_b, AT_FOUR(b, LN(AT_SPIN) + k), AT_FOUR(a, LN(AT_SPIN) + k));
        apart[k] = SUB(AT_FOUR(b, LN(AT_VELOCITY) + k), AT_FOUR(a, LN(AT_VELOCITY) + k));
        axis[k] = LOAD(block->tip_axis[k] + lane);
    }
    LN(into_axes)(r, spin, seen_spin);
    LN(into_axes)(r, axis, seen_axis);
    LN(into_axes)(r, apart, seen_apart);
    for (int32_t k = 0; k < 3; ++k)
    {
        LANES arm = LOAD(block->made_arm[(k + 2) % 3] + lane), offset = LOAD(block->made_offset[(k + 2) % 3] + lane);
        core[k] = ADD(arm, WHERE(of_b, offset));
    }
    core[0] = SUB(core[0], MUL(sign, LOAD(block->tip_radius + lane)));
    LANES spoke[3], next_spoke[3], center[3], next_center[3], ahead[3], ahead_a[3], ahead_b[3];
    LN(find_spoke)(seen_axis, sign, rim, spoke);
    LN(lead_vector)(seen_axis, seen_spin, time, next_axis);
    LN(find_spoke)(next_axis, sign, rim, next_spoke);
    for (int32_t k = 0; k < 3; ++k)
    {
        center[k] = SUB(core[k], spoke[k]);
    }
    LN(lead_vector)(center, seen_spin, time, next_center);
    for (int32_t k = 0; k < 3; ++k)
    {
        ahead[k] = ADD(SUB(next_center[k], center[k]), SUB(next_spoke[k], spoke[k]));
        LANES way = MUL(time, seen_apart[k]);
        ahead_a[k] = PICK(of_b, ADD(ahead[k], way), WHERE(of_a, ahead[k]));
        ahead_b[k] = PICK(of_b, ahead[k], WHERE(of_a, SUB(ahead[k], way)));
    }
    for (int32_t k = 0; k < 2; ++k)
    {
        LANES arm = ADD(LOAD(block->made_arm[k] + lane), ahead_a[k + 1]);
        LANES offset = ADD(LOAD(block->made_offset[k] + lane), SUB(ahead_b[k + 1], ahead_a[k + 1]));
        LN(set_where)(block->points[0].arm[k], lane, any, arm);
        LN(set_where)(block->center[k], lane, any, arm);
        LN(set_where)(block->offset[k], lane, any, offset);
        LN(set_where)(block->ahead_a[k], lane, any, ahead_a[k + 1]);
        LN(set_where)(block->ahead_b[k], lane, any, ahead_b[k + 1]);
    }
    LANES height = LOAD(block->made_arm[2] + lane);
    LN(set_where)(block->height_a, lane, any, ADD(height, ahead_a[0]));
    LN(set_where)(block->height_b, lane, any, ADD(ADD(height, LOAD(block->made_offset[2] + lane)), ahead_b[0]));
    (void)one;
}

TARGET static uint32_t LN(follow_rows)(imp3i_rows* block, const imp3i_body_sim* sims, const impi_row_step* step)
{
    uint32_t kept = 0;
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
            if (k == 0 && block->tips)
            {
                MASK tip = LESS(SPLAT(0.0f), ABS(LOAD(block->tip_of + lane)));
                u = PICK(tip, LOAD(block->made_arm[0] + lane), u);
                v = PICK(tip, LOAD(block->made_arm[1] + lane), v);
                r.offset[0] = LOAD(block->made_offset[0] + lane);
                r.offset[1] = LOAD(block->made_offset[1] + lane);
            }
            LANES by_a = SUB(MUL(u_a, v), MUL(v_a, u));
            LANES by_b = SUB(MUL(u_b, ADD(v, r.offset[1])), MUL(v_b, ADD(u, r.offset[0])));
            STORE(p->gap + lane, SUB(ADD(parted, SUB(by_b, by_a)), LOAD(block->depth[k] + lane)));
        }
        if (block->tips)
        {
            LN(lead_tips)(block, lane, &r, a, b, step);
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
TARGET static inline void LN(turn_against)(ROW* r, LANES about_n, LANES about_u, LANES about_v)
{
    const LANES lever[3] = {about_n, about_u, about_v};
    LN(turn_row3)(r, lever, lever);
}

// Warm start: applies the impulses of the last sub-step. Resets those of the whole step.
TARGET static void LN(warm_rows)(imp3i_rows* blocks, int32_t count, imp3i_solver_body* motions,
                                 const impi_row_step* step)
{
    bool other = step->longer < 1.0f || step->longer > 1.0f;
    const LANES zero = SPLAT(0.0f);
    for (int32_t i = 0; i < count; i += WIDTH)
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
        (&r, LOAD(block->twist_impulse + lane), LOAD(block->rolling_impulse[0] + lane),
         LOAD(block->rolling_impulse[1] + lane));
        LN(put_row3)(&r);
    }
}

// The points of a row as they are swept.
typedef struct LN(row_sweep)
{
    LANES closing[IMP3I_POINTS], change[IMP3I_POINTS];  // velocities, and changes of impulses so far
    LANES own[IMP3I_POINTS];                            // response of a point to an impulse at itself
} LN(row_sweep);

TARGET static inline void LN(begin_sweep)(const ROW* r, const imp3i_rows* block, int32_t lane, int32_t points,
                                          LN(row_sweep) * s)
{
    LN(closing_at)(r, block, lane, points, s->closing);
    for (int32_t k = 0; k < points; ++k)
    {
        s->change[k] = SPLAT(0.0f);
        s->own[k] = LN(inverse_or_zero)(LOAD(block->points[k].mass + lane));
    }
}

// Turns of the sweeps of a pass, twice there and back; and the point at one of them, which begins with the first point.
static inline int32_t LN(turns_of)(int32_t points)
{
    return points > 1 ? 4 * points - 3 : 1;
}

static inline int32_t LN(point_at)(int32_t turn, int32_t points)
{
    int32_t round = 2 * points - 2, at = turn >= round && points > 1 ? turn - round : turn;
    at = at >= round && points > 1 ? at - round : at;
    return at < points ? at : round - at;
}

// Changes the impulse of point i by as much as is wanted of the velocity there, but not below 0. The closing speeds
// follow.
TARGET static inline void LN(add_impulse)(imp3i_rows* block, int32_t lane, int32_t points, int32_t i, LANES wanted,
                                          LN(row_sweep) * s)
{
    float* impulse = block->points[i].impulse + lane;
    LANES old = LOAD(impulse), sum = MAX(ADD(old, wanted), SPLAT(0.0f)), by = SUB(sum, old);
    STORE(impulse, sum);
    s->change[i] = ADD(s->change[i], by);
    for (int32_t j = 0; j < points; ++j)
    {
        LANES response = j == i ? s->own[i] : LOAD(block->response[LN(pair_of_points)(i, j)] + lane);
        s->closing[j] = ADD(s->closing[j], MUL(response, by));
    }
}

// Normal impulses with bias: penetrations are pushed apart; speculative contacts may close their gap and no more.
TARGET static void LN(push_rows)(imp3i_rows* blocks, int32_t count, imp3i_solver_body* motions,
                                 const impi_row_step* step)
{
    const LANES zero = SPLAT(0.0f), one = SPLAT(1.0f), rate = SPLAT(step->rate), fastest = SPLAT(step->push_speed);
    for (int32_t i = 0; i < count; i += WIDTH)
    {
        imp3i_rows* block = blocks + i / IMPI_ROW_LANES;
        int32_t lane = i % IMPI_ROW_LANES, points = LN(points_of)(block);
        ROW r;
        LN(fetch_row3)(&r, block, lane, motions, 4);
        INTS places = OR_INT(LOAD_INT(block->a + lane), LOAD_INT(block->b + lane));
        MASK both_move = LESS_INT(places, SPLAT_INT(0x80000000u));
        LANES soft_rate = PICK(both_move, SPLAT(step->soft.rate), SPLAT(step->harder.rate));
        LANES soft_part = PICK(both_move, SPLAT(step->soft.part), SPLAT(step->harder.part));
        LANES soft_relief = PICK(both_move, SPLAT(step->soft.relief), SPLAT(step->harder.relief));
        LANES gap[IMP3I_POINTS];
        LN(row_sweep) s;
        LN(gaps_of_points)(&r, block, lane, points, step, gap);
        LN(begin_sweep)(&r, block, lane, points, &s);
        for (int32_t turn = 0; turn < LN(turns_of)(points); ++turn)
        {
            int32_t k = LN(point_at)(turn, points);
            const imp3i_point_rows* p = &block->points[k];
            MASK apart = LESS(zero, gap[k]);
            LANES gain = MUL(LOAD(p->mass + lane), PICK(apart, one, soft_part));
            LANES pull = MUL(gain, MUL(PICK(apart, rate, soft_rate), gap[k]));
            LANES spring = SUB(MUL(PICK(apart, zero, SUB(zero, soft_relief)), LOAD(p->impulse + lane)), pull);
            spring = MIN(spring, MUL(gain, fastest));
            LN(add_impulse)(block, lane, points, k, SUB(spring, MUL(gain, s.closing[k])), &s);
        }
        LN(push_points)(&r, block, lane, points, s.change);
        LN(put_row3)(&r);
    }
}

// Friction as it is solved: impulses at the centre, about n, and of rolling resistance.
typedef struct LN(friction)
{
    LANES side[2], twist, rolling[2];
    MASK slides;  // beyond the limit
} LN(friction);

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
    LN(turn_against)(r, SPLAT(0.0f), SUB(f->rolling[0], old[0]), SUB(f->rolling[1], old[1]));
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
    LN(turn_against)(r, SUB(f->twist, old_twist), zero, zero);
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

// Relax: normal impulses without bias, in the other order of points; then friction and rolling resistance, limited by them.
// Friction before them, too, as in the plane, moves the boxes of a wall farther aside.
TARGET static void LN(relax_rows)(imp3i_rows* blocks, int32_t count, imp3i_solver_body* motions,
                                  const impi_row_step* step)
{
    const LANES zero = SPLAT(0.0f), rate = SPLAT(step->rate);
    for (int32_t i = 0; i < count; i += WIDTH)
    {
        imp3i_rows* block = blocks + i / IMPI_ROW_LANES;
        int32_t lane = i % IMPI_ROW_LANES, points = LN(points_of)(block);
        ROW r;
        LN(friction) f;
        LN(row_sweep) s;
        LANES gap[IMP3I_POINTS], impulse[IMP3I_POINTS];
        LN(fetch_row3)(&r, block, lane, motions, 4);
        if (LN(bits_at)(LESS(zero, ADD(r.a[1][3], r.b[1][3])), 0) != 0)
        {
            LN(follow_turned)(block, lane, &r, (const imp3i_body_sim*)step->sims);
        }
        f.twist = LOAD(block->twist_impulse + lane);
        f.slides = LESS(zero, zero);
        for (int32_t k = 0; k < 2; ++k)
        {
            f.side[k] = LOAD(block->side_impulse[k] + lane);
            f.rolling[k] = LOAD(block->rolling_impulse[k] + lane);
        }
        LN(gaps_of_points)(&r, block, lane, points, step, gap);
        LN(begin_sweep)(&r, block, lane, points, &s);
        for (int32_t turn = 0; turn < LN(turns_of)(points); ++turn)
        {
            int32_t k = points - 1 - LN(point_at)(turn, points);
            LANES open = MUL(MAX(gap[k], zero), rate);
            LANES wanted = SUB(zero, MUL(LOAD(block->points[k].mass + lane), ADD(s.closing[k], open)));
            LN(add_impulse)(block, lane, points, k, wanted, &s);
        }
        LN(push_points)(&r, block, lane, points, s.change);
        LN(load_impulses)(block, lane, points, impulse);
        LANES load = LN(sum_of)(impulse, points);
        if (block->rolls)
        {
            LN(stop_rolling)(&r, block, lane, load, &f);
        }
        LN(stop_sliding)(&r, block, lane, load, false, &f);
        for (int32_t k = 0; k < points; ++k)
        {
            STORE(block->points[k].total + lane, ADD(LOAD(block->points[k].total + lane), impulse[k]));
        }
        for (int32_t k = 0; k < 2; ++k)
        {
            STORE(block->side_impulse[k] + lane, f.side[k]);
            STORE(block->side_total[k] + lane, ADD(LOAD(block->side_total[k] + lane), f.side[k]));
            STORE(block->rolling_impulse[k] + lane, f.rolling[k]);
        }
        STORE(block->twist_impulse + lane, f.twist);
        STORE(block->twist_total + lane, ADD(LOAD(block->twist_total + lane), f.twist));
        LN(put_row3)(&r);
    }
}

enum
{
    LN(AGREE) = 8
};

// Restitution: points that approached fast and got an impulse rebound. The points of a row iterate until they agree:
// one pass would let each undo the others, and add energy. Friction is that of the whole step, with the bounce.
TARGET static void LN(bounce_rows)(imp3i_rows* blocks, int32_t count, imp3i_solver_body* motions,
                                   const impi_row_step* step)
{
    const LANES zero = SPLAT(0.0f), one = SPLAT(1.0f), slowest = SPLAT(-step->bounce_speed);
    for (int32_t i = 0; i < count; i += WIDTH)
    {
        imp3i_rows* block = blocks + i / IMPI_ROW_LANES;
        int32_t lane = i % IMPI_ROW_LANES, points = LN(points_of)(block);
        if (!block->springy)
        {
            continue;
        }
        ROW r;
        LN(fetch_row3)(&r, block, lane, motions, 2);
        LANES wrong[IMP3I_POINTS], total[IMP3I_POINTS], before[IMP3I_POINTS], mass[IMP3I_POINTS],
            softness[IMP3I_POINTS], change[IMP3I_POINTS];
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
}

// Bodies that move for a sub-step, with their free rotation; fours of imp3i_body_force.
typedef struct LN(turning_bodies)
{
    LANES momentum[3], inverse[6], q[4];
} LN(turning_bodies);

// A vector turned by a quaternion, or back: r + 2 w (q x r) + 2 q x (q x r).
TARGET static inline void LN(turn_by_quat)(const LANES q[4], bool back, const LANES vec[3], LANES out[3])
{
    LANES first[3], second[3], w = MUL(SPLAT(back ? -2.0f : 2.0f), q[3]);
    LN(cross3)(q, vec, first);
    LN(cross3)(q, first, second);
    for (int32_t k = 0; k < 3; ++k)
    {
        out[k] = ADD(vec[k], ADD(MUL(w, first[k]), MUL(SPLAT(2.0f), second[k])));
    }
}

// The spin of a momentum: by the inverse inertia at the start of the step, as seen by what has turned since then.
TARGET static inline void LN(spin_of)(const LN(turning_bodies) * m, const LANES momentum[3], LANES out[3])
{
    LANES own[3], spin[3];
    LN(turn_by_quat)(m->q, true, momentum, own);
    LN(apply_inertia)(m->inverse, own, spin);
    LN(turn_by_quat)(m->q, false, spin, out);
}

// The mean spin of a sub-step of h, right to the third order. Source: Buss 2000, with the second derivative of the spin,
// too (Magnus 1954): without it the energy drifts many times as far.
TARGET static inline void LN(find_mean_spin)(const LN(turning_bodies) * m, const LANES spin[3], float h, LANES out[3])
{
    LANES torque[3], a[3], bend[3], first[3], second[3], jerk[3], b[3];
    LN(cross3)(m->momentum, spin, torque);
    LN(spin_of)(m, torque, a);
    LN(cross3)(spin, a, bend);
    LN(cross3)(m->momentum, a, first);
    LN(cross3)(spin, torque, second);
    for (int32_t k = 0; k < 3; ++k)
    {
        jerk[k] = SUB(first[k], second[k]);
    }
    LN(spin_of)(m, jerk, b);
    for (int32_t k = 0; k < 3; ++k)
    {
        LANES twelfth = MUL(SPLAT(h * h / 12.0f), ADD(bend[k], MUL(SPLAT(2.0f), b[k])));
        out[k] = ADD(ADD(spin[k], MUL(SPLAT(0.5f * h), a[k])), twelfth);
    }
}

// Turns by a spin for h, at most by a half turn: half the angle is within a quarter, where few terms of sine and cosine
// do.
TARGET static inline void LN(turn_on)(const LANES spin[3], float h, LANES q[4])
{
    const LANES one = SPLAT(1.0f), most = SPLAT(1.57079633f);
    LANES x = MUL(SPLAT(0.5f * h), LN(length3)(spin));
    LANES part = MUL(SPLAT(0.5f * h), PICK(LESS(most, x), DIV(most, x), one));
    x = MIN(x, most);
    LANES z = MUL(x, x);
    LANES sine = ADD(SPLAT(-1.0f / 5040.0f), MUL(z, ADD(SPLAT(1.0f / 362880.0f), MUL(z, SPLAT(-1.0f / 39916800.0f)))));
    sine = ADD(one, MUL(z, ADD(SPLAT(-1.0f / 6.0f), MUL(z, ADD(SPLAT(1.0f / 120.0f), MUL(z, sine))))));
    LANES cosine = ADD(SPLAT(-1.0f / 720.0f), MUL(z, ADD(SPLAT(1.0f / 40320.0f), MUL(z, SPLAT(-1.0f / 3628800.0f)))));
    cosine = ADD(one, MUL(z, ADD(SPLAT(-0.5f), MUL(z, ADD(SPLAT(1.0f / 24.0f), MUL(z, cosine))))));
    LANES by[3], w = q[3], along[3], across[3];
    for (int32_t k = 0; k < 3; ++k)
    {
        by[k] = MUL(MUL(part, spin[k]), sine);
    }
    LN(cross3)(by, q, across);
    for (int32_t k = 0; k < 3; ++k)
    {
        along[k] = ADD(ADD(MUL(cosine, q[k]), MUL(w, by[k])), across[k]);
    }
    LANES left = SUB(MUL(cosine, w), LN(dot3)(by, q));
    LANES length = ROOT(ADD(LN(dot3)(along, along), MUL(left, left)));
    for (int32_t k = 0; k < 3; ++k)
    {
        q[k] = DIV(along[k], length);
    }
    q[3] = DIV(left, length);
}

// Turns for a sub-step of h. What turns far is turned by steps at the midpoint, in doubles.
TARGET static inline void LN(turn_freely)(LN(turning_bodies) * m, const LANES spin[3], float h)
{
    LANES mean[3], own[3], about[3];
    LN(turn_by_quat)(m->q, true, m->momentum, own);
    LN(apply_inertia)(m->inverse, own, about);
    uint32_t far = LN(bits_at)(LESS(SPLAT(FAR), MUL(SPLAT(h), LN(length3)(about))), 0);
    float inverse[6][WIDTH], momentum[3][WIDTH], before[4][WIDTH], after[4][WIDTH];
    for (int32_t k = 0; k < 4 && far != 0; ++k)
    {
        STORE(before[k], m->q[k]);
    }
    LN(find_mean_spin)(m, spin, h, mean);
    LN(turn_on)(mean, h, m->q);
    if (far == 0)
    {
        return;
    }
    for (int32_t k = 0; k < 6; ++k)
    {
        STORE(inverse[k], m->inverse[k]);
    }
    for (int32_t k = 0; k < 3; ++k)
    {
        STORE(momentum[k], m->momentum[k]);
    }
    for (int32_t k = 0; k < 4; ++k)
    {
        STORE(after[k], m->q[k]);
    }
    for (int32_t i = 0; i < WIDTH; ++i)
    {
        if ((far >> i & 1u) != 0)
        {
            const imp3i_inertia of = {inverse[0][i], inverse[1][i], inverse[2][i],
                                      inverse[3][i], inverse[4][i], inverse[5][i]};
            const imp3_vec l = {momentum[0][i], momentum[1][i], momentum[2][i]};
            const imp3_quat q = {before[0][i], before[1][i], before[2][i], before[3][i]};
            imp3_quat turned = imp3i_turn_far(of, l, h, q);
            after[0][i] = turned.x;
            after[1][i] = turned.y;
            after[2][i] = turned.z;
            after[3][i] = turned.w;
        }
    }
    for (int32_t k = 0; k < 4; ++k)
    {
        m->q[k] = LOAD(after[k]);
    }
}

// Takes into the momentum what has changed the spin since it was kept. A spin that is the same to the bit has not
// changed: else the momentum would drift by rounding.
TARGET static inline void LN(follow_momentum)(const LANES inertia[6], const LANES spin[3], const LANES kept[3],
                                              LANES momentum[3])
{
    LANES change[3], by[3];
    for (int32_t k = 0; k < 3; ++k)
    {
        change[k] = SUB(spin[k], kept[k]);
    }
    LN(apply_inertia)(inertia, change, by);
    for (int32_t k = 0; k < 3; ++k)
    {
        momentum[k] = ADD(momentum[k], by[k]);
    }
}

// Whether a body's inertia in the world differs much from that at the start of the step. The traces of it and of
// its inverse say how far from round it is.
TARGET static inline MASK LN(has_turned)(const LANES inertia[6], const LN(turning_bodies) * m)
{
    LANES traces =
        MUL(ADD(ADD(inertia[0], inertia[1]), inertia[2]), ADD(ADD(m->inverse[0], m->inverse[1]), m->inverse[2]));
    return LESS(SPLAT(TURNED), MUL(SUB(traces, SPLAT(9.0f)), LN(dot3)(m->q, m->q)));
}

// Moves the bodies over a sub-step of h; free rotation keeps their angular momentum. The spin changes by the difference of
// two spins of that momentum: inertia times its inverse is not quite 1, so the spin itself would drift.
TARGET static void LN(move_motions)(imp3i_solver_body* motions, imp3i_body_force* forces, int32_t count, float h)
{
    imp3i_solver_body nobody = imp3i_solver_body_of(imp3i_vec_none(), imp3i_spin_none());
    imp3i_body_force no_force = {.added = {0.0f, 0.0f, 0.0f}};
    for (int32_t i = 0; i < count; i += WIDTH)
    {
        void *moved[WIDTH], *kept[WIDTH];
        LANES m[4][4], f[6][4], old[3], spin[3], next[3];
        LN(turning_bodies) body;
        for (int32_t k = 0; k < WIDTH; ++k)
        {
            moved[k] = i + k < count ? &motions[i + k] : &nobody;
            kept[k] = i + k < count ? &forces[i + k].turning : &no_force.turning;
        }
        LOAD_FOURS((const void* const*)moved, 0, 4, 16, m);
        LOAD_FOURS((const void* const*)kept, 0, 6, 16, f);
        LANES inertia[6];
        for (int32_t k = 0; k < 6; ++k)
        {
            inertia[k] = AT_FOUR(f, 12 + k);
            body.inverse[k] = AT_FOUR(f, 18 + k);
        }
        for (int32_t k = 0; k < 3; ++k)
        {
            spin[k] = m[1][k];
            old[k] = f[0][k];
            body.momentum[k] = f[1][k];
            m[2][k] = ADD(m[2][k], MUL(SPLAT(h), m[0][k]));
        }
        for (int32_t k = 0; k < 4; ++k)
        {
            body.q[k] = m[3][k];
        }
        LN(follow_momentum)(inertia, spin, old, body.momentum);
        // Where the inverse inertia is none the spin stays.
        LN(spin_of)(&body, body.momentum, old);
        LN(turn_freely)(&body, spin, h);
        LN(spin_of)(&body, body.momentum, next);
        for (int32_t k = 0; k < 3; ++k)
        {
            LANES bent = SUB(next[k], old[k]);
            f[2][k] = ADD(f[2][k], bent);
            f[0][k] = m[1][k] = ADD(spin[k], bent);
            f[1][k] = body.momentum[k];
        }
        for (int32_t k = 0; k < 4; ++k)
        {
            m[3][k] = body.q[k];
        }
        m[1][3] = WHERE(LN(has_turned)(inertia, &body), SPLAT(1.0f));
        STORE_FOURS(moved, 16, m[1]);
        STORE_FOURS(moved, 32, m[2]);
        STORE_FOURS(moved, 48, m[3]);
        STORE_FOURS(kept, 0, f[0]);
        STORE_FOURS(kept, 16, f[1]);
        STORE_FOURS(kept, 32, f[2]);
    }
}

const imp3i_row_passes KN(imp3i_row_passes) = {LN(set_rows),   LN(follow_rows), LN(warm_rows),    LN(push_rows),
                                               LN(relax_rows), LN(bounce_rows), LN(move_motions), LN(pushed_rows)};

#undef ROW
#undef LN
#undef FLAT
#undef FAR
#undef TURNED
#undef AT_FOUR
