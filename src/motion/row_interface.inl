// SPDX-License-Identifier: MIT
//
// Contact constraints as worlds use them: cached manifolds, sources of rows, passes, and blocks of rows. Worlds know
// nothing else of a row.

#ifndef AXES
#include "row_blocks2.h"

#include "../math/dim2.h"
#endif

/// A body at the start of a step: all that contacts read of it, a quarter of its size. Contact points reported after
/// the step are relative to it.
typedef struct BodySim
{
    Pose pose;
    Vec middle;    // centre of mass, in the body's frame
    Vec velocity;  // of the centre of mass; zero, like the inverse masses, for static and sleeping bodies
    Spin spin;
    float inverse_mass;
    Inertia inverse_inertia;
    Vec pull;  // acceleration by gravity [m/s^2]
    float extent;
    int32_t row;  // place of the solver body, or ~place where rows do not move it
    bool asleep, bullet;
    bool swept;     // a bullet, or handled as one in this step
    uint8_t locks;  // of axes and of rotations
} BodySim;          // 64 bytes in the plane

/// The body sim of lanes that are not in use.
extern const BodySim FNI(nobody);

/// Impulses that a contact keeps from step to step: of a sub-step, for the warm start, and of the whole last step. Spins
/// are in the axes of the row (in_row), so that a row that is made from them has the bits of the one that wrote them.
typedef struct RowImpulses
{
    float normal[DIMI(POINTS)];
    Spin tangent;  // of friction: the lever of its impulse about the normal
    float total[DIMI(POINTS)];
    Spin side_total;  // the same
    Spin rolling;     // of a sub-step
} RowImpulses;

/// A persistent manifold, with its impulses.
typedef struct Cache
{
    Manifold manifold;          // points relative to the origin of A's pose
    float depth[DIMI(POINTS)];  // of the points, at the poses of the manifold
    float radius_a, radius_b;
    RowImpulses impulses;
    int32_t row;   // like lane, while the row holds depths and impulses; or 0: they are here
    int32_t lane;  // 1 + the lane of its row (lane), or 0 for no row
    imp_surface surface;
    bool refused;  // for this step: by the caller's filter, or by a one-way surface
    uint8_t side;  // of a one-way contact: IMPI_SIDE_...
    int32_t part_a, part_b;
    int32_t next;  // of a compound: the next one of the pair, or -1
} Cache;

/// Poses of a row's bodies when its manifold was made: its arms and depths are measured there.
typedef struct RowPoses
{
    Vec between;  // from A's origin to B's
    Rot turn_a, turn_b;
} RowPoses;

/// Tips: the points of contacts at one point, where a vertex of one body, or a point of the rim of a disc, is on a face of
/// the other; and contacts of sets and meshes, whose points go with one of both.
typedef struct RowTips
{
    float of[IMPI_ROW_LANES];          // 1 for one of B, -1 for one of A, 0 for none
    float radius[IMPI_ROW_LANES];      // of the shape,
    float rim[IMPI_ROW_LANES];         // and of the disc: 0 for a vertex [m]
    float axis[AXES][IMPI_ROW_LANES];  // of the disc, unit, at the poses of the manifold
    float turn[IMPI_ROW_LANES];        // bodies that turn farther in half a step have arms as they were [rad]
} RowTips;

/// Sources of a block of rows: for each lane a contact, and the body sims of both bodies; empty ones for lanes that do
/// not change.
typedef struct RowSources
{
    const void *a[IMPI_ROW_LANES], *b[IMPI_ROW_LANES];  // body_sim
    const void* poses[IMPI_ROW_LANES];                  // row_poses
    const void* cache[IMPI_ROW_LANES];                  // cache
    float set[IMPI_ROW_LANES];                          // 1, or 0
    float disc[IMPI_ROW_LANES];                         // 1 where the points of the manifold stand for a disc
    RowTips tips;                                       // of space
} RowSources;

/// The impulses of one lane.
RowImpulses FNI(row_get)(const Rows* block, int32_t lane);

/// Approach speed of one lane before the step, of the points that got impulses in it; 0 for none.
float FNI(row_speed)(const Rows* block, int32_t lane);

#include "row_touch.inl"

/// One pass over the rows of a colour: lanes first to end - 1 of consecutive blocks, some of which may be holes. They
/// begin a block, or are so many as a narrower width holds.
typedef void RowPass(Rows* blocks, int32_t first, int32_t end, SolverBody* motions, const impi_row_step* step);

/// The passes: set prepares lanes; follow measures gaps at the start of a step; warm start, solve with bias (push) and
/// relax of a sub-step; restitution (bounce) at the end; tie tells rows what their bodies answer by now (step->touches); move integrates positions; pushed finds lanes with impulses or
/// overlap.
typedef struct RowPasses
{
    void (*set)(Rows* block, const RowSources* sources);
    /// Returns bits of lanes whose manifolds have expired, as their bodies have moved too far.
    uint32_t (*follow)(Rows* block, const BodySim* sims, const impi_row_step* step);
    RowPass *warm, *push, *relax, *bounce, *tie;
    void (*move)(SolverBody* motions, BodyForce* forces, int32_t count, float h);
    /// Also finds whether one of the bodies bears much more than its own mass (laden).
    uint32_t (*pushed)(const Rows* block, const impi_row_step* step, bool* laden);
} RowPasses;

/// The passes for a width of lanes: IMPI_LEVEL_..., not above impi_cpu_level. All give the same bits.
const RowPasses* FNI(row_passes_at)(int level);

// Blocks of rows, for worlds

/// Empties a block.
static inline void FNI(rows_clear)(Rows* rows)
{
    rows->used = rows->second = rows->springy = rows->rolls = rows->told = rows->tied = 0;
}

/// Says whose row a lane is, before its manifold is set: of two body sims by their slots, or of none. Where it has all
/// the points it can have at any depth (pressed), motion along its normal hardly expires it.
static inline void FNI(rows_assign)(Rows* rows, int32_t lane, const BodySim* a, int32_t body_a, const BodySim* b,
                                    int32_t body_b, bool touching, bool pressed)
{
    uint32_t bit = 1u << lane;
    rows->a[lane] = a->row;
    rows->b[lane] = b->row;
    rows->body_a[lane] = body_a;
    rows->body_b[lane] = body_b;
    rows->used = (rows->used & ~bit) | (body_a >= 0 ? bit : 0u);
    rows->told = (rows->told & ~bit) | (touching ? bit : 0u);
    rows->parting[lane] = pressed ? 0.0f : 1.0f;
}

/// Lanes that begin to touch: those with impulses or overlap whose contact was not known to touch, and is from now on.
static inline uint32_t FNI(rows_begin_touching)(Rows* rows, uint32_t pushed)
{
    uint32_t begun = pushed & ~rows->told;
    rows->told |= begun;
    return begun;
}

/// The least gap of a lane's points at the start of the step.
static inline float FNI(row_least_gap)(const Rows* rows, int32_t lane)
{
    float least = FLT_MAX;
    for (int32_t k = 0; k < DIMI(POINTS); ++k)
    {
        float gap = rows->points[k].mass[lane] > 0.0f ? rows->points[k].gap[lane] : FLT_MAX;
        least = gap < least ? gap : least;
    }
    return least;
}

/// Prefetches the impulses of a lane.
static inline void FNI(rows_prefetch)(const Rows* rows, int32_t lane)
{
    for (int32_t k = 0; k < DIMI(POINTS); ++k)
    {
        impi_prefetch(&rows->points[k].impulse[lane]);
        impi_prefetch(&rows->points[k].total[lane]);
    }
    FNI(prefetch_friction)(rows, lane);
}
