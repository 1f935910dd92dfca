// SPDX-License-Identifier: MIT
//
// Rows: what the solver knows of a contact of two bodies in the plane. One row is one manifold, of one or two points.
//
// Frame. A row works in the axes of its contact: n, the normal from A to B, and t, n turned by a quarter to the left.
// Of an arm r from a body's centre to a point only two numbers are needed,
//
//     along = r . n        across = r x n
//
// since the velocity of the point is u + w across along n, and u + w along along t, for a centre with velocity u and a
// spin w. So linear velocities are touched once when they are fetched and once when they are put back; between, an
// impulse is a few products. Both points are measured before either is pushed, and what the first impulse does to the
// second point is added (response). That shortens the chain of operations that wait for each other, and is the same
// sequential solve. Both points lie on one line along t, so friction at either is the same: there is one for both, at
// the height of the deeper one, limited by both normal impulses.
//
// Rows outlast steps. As long as a contact lasts, its rows stay where they are and keep their impulses; as long as its
// bodies hardly move, a step only measures gaps again (follow), from where the bodies are to where they were when the
// manifold was made, so that nothing adds up. Arms are of that moment, too.
//
// Gaps follow the bodies as they turn within a step, but a round surface does not come nearer or leave by turning: the
// part of an arm that is radius stays along n. So what rolls is not lifted and dropped at every step.
//
// Softness. A contact is a damped spring, stiff but not rigid: the velocity that it asks for is limited, so deep
// overlaps part calmly, and springs cannot be stiffer than the time step can follow. Each sub-step is solved with the
// spring, which pushes apart, and relaxed without it, which takes out the velocity that the push has given.
//
// A bounce. Found within a step, a contact is deeper, or less near, than it was when the surfaces met. The speed at
// which they met follows from the speed now and from what gravity does on the way between: so the rebound brings a body
// to the height that its restitution says, wherever in a step it came down. What is about to bounce is not pushed out
// beside.
//
// Rows lie in blocks of sixteen lanes, one array for each number, whatever the width that the processor has. A pile's
// rows do not fit into the nearer caches, so passes are as slow as memory is: the fewer numbers, the better.
//
// Source: Catto 2024 (Soft Step: sub-steps, soft contacts, relaxation), after Macklin et al. 2019 (small steps) and
// Nordby (soft constraints for sub-steps). Contact frame and joint measuring of both points are ours.

#ifndef IMP2I_ROWS_H
#define IMP2I_ROWS_H

#include "../math/spin2.h"
#include "../math/vec2.h"
#include "colours.h"
#include "impinge/narrow2.h"
#include "impinge/surface.h"

enum
{
    IMP2I_POINTS = 2  // of a manifold
};

/// A body while it is solved. Place 0 is what does not move.
typedef struct imp2i_solver_body
{
    float x, y, spin;              // velocity of the centre [m/s], [rad/s]
    float fast;                    // as the step ends: what is fast, as continuous2.h has it
    float moved_x, moved_y, c, s;  // from where and how it was at the beginning of the step
} imp2i_solver_body;               // 32 bytes: two to a line of the cache

// A solved body, for worlds: they are written in words that know no components.

/// A body with a velocity, before it moves.
static inline imp2i_solver_body imp2i_solver_body_of(imp2_vec velocity, imp2i_spin spin)
{
    const imp2i_solver_body r = {.x = velocity.x, .y = velocity.y, .spin = spin, .c = 1.0f};
    return r;
}

/// What it resists turning with: in the plane that does not turn.
static inline void imp2i_solver_body_turns(imp2i_solver_body* m, imp2i_inertia inertia, imp2i_inertia inverse,
                                           imp2_rot q, uint32_t locks)
{
    (void)m;
    (void)inertia;
    (void)inverse;
    (void)q;
    (void)locks;
}

static inline imp2_vec imp2i_solver_velocity(const imp2i_solver_body* m)
{
    const imp2_vec r = {m->x, m->y};
    return r;
}

static inline void imp2i_solver_set_velocity(imp2i_solver_body* m, imp2_vec velocity, imp2i_spin spin)
{
    m->x = velocity.x;
    m->y = velocity.y;
    m->spin = spin;
}

static inline imp2i_spin imp2i_solver_spin(const imp2i_solver_body* m)
{
    return m->spin;
}

/// How far the centre has come in the step, and how the body has turned.
static inline imp2_vec imp2i_solver_moved(const imp2i_solver_body* m)
{
    const imp2_vec r = {m->moved_x, m->moved_y};
    return r;
}

static inline imp2_rot imp2i_solver_turned(const imp2i_solver_body* m)
{
    const imp2_rot r = {m->c, m->s};
    return r;
}

static inline void imp2i_solver_set_moved(imp2i_solver_body* m, imp2_vec moved, imp2_rot turned)
{
    m->moved_x = moved.x;
    m->moved_y = moved.y;
    m->c = turned.c;
    m->s = turned.s;
}

/// What acts on a body that moves, in each sub-step, and its velocity before contacts acted.
typedef struct imp2i_body_force
{
    float x, y, spin;  // velocity that forces add
    float slowed_x, slowed_y, slowed_spin;
    float before_x, before_y, before_spin;
} imp2i_body_force;

/// Of velocities that a sub-step adds, and the parts that damping leaves of linear and angular velocity; along what is
/// locked nothing is left.
static inline imp2i_body_force imp2i_body_force_of(imp2_vec added, imp2i_spin added_spin, float slowed,
                                                   float slowed_spin, uint32_t locks)
{
    const imp2_vec left = {slowed, slowed}, open = imp2i_vec_locked(left, locks);
    const imp2i_body_force r = {.x = added.x,
                                .y = added.y,
                                .spin = added_spin,
                                .slowed_x = open.x,
                                .slowed_y = open.y,
                                .slowed_spin = slowed_spin};
    return r;
}

/// Before the first sub-step: no contact has acted.
static inline void imp2i_body_force_begin(imp2i_body_force* d, const imp2i_solver_body* m)
{
    d->before_x = m->x;
    d->before_y = m->y;
    d->before_spin = m->spin;
}

/// Forces of a sub-step, and once more what contacts have done in the one before: that is its warm start, all rows at
/// once.
static inline void imp2i_body_force_act(imp2i_body_force* d, imp2i_solver_body* m)
{
    float pushed_x = m->x - d->before_x, pushed_y = m->y - d->before_y, turned = m->spin - d->before_spin;
    d->before_x = (m->x + d->x) * d->slowed_x;
    d->before_y = (m->y + d->y) * d->slowed_y;
    d->before_spin = (m->spin + d->spin) * d->slowed_spin;
    m->x = d->before_x + pushed_x;
    m->y = d->before_y + pushed_y;
    m->spin = d->before_spin + turned;
}

/// What one point of sixteen contacts needs in every pass.
typedef struct imp2i_point_rows
{
    float across_a[IMPI_ROW_LANES], across_b[IMPI_ROW_LANES];
    float gap[IMPI_ROW_LANES];      // at the beginning of the step [m]
    float mass[IMPI_ROW_LANES];     // what resists along n [kg]; 0 where there is no such point
    float impulse[IMPI_ROW_LANES];  // along n, in a sub-step [N s]
    float total[IMPI_ROW_LANES];    // of the whole step
} imp2i_point_rows;

/// Sixteen rows. What all passes read comes first, then what friction needs, then what only bounces do and what is read
/// once a step.
typedef struct imp2i_rows
{
    int32_t a[IMPI_ROW_LANES], b[IMPI_ROW_LANES];  // impi_row_bodies; both ~0 in lanes that are not in use
    float normal_x[IMPI_ROW_LANES], normal_y[IMPI_ROW_LANES];
    float mass_a[IMPI_ROW_LANES], mass_b[IMPI_ROW_LANES];        // inverse ones
    float inertia_a[IMPI_ROW_LANES], inertia_b[IMPI_ROW_LANES];  // inverse ones
    float core_a[IMPI_ROW_LANES], core_b[IMPI_ROW_LANES];        // along, without what is round: that does not turn
    float response[IMPI_ROW_LANES];  // velocity along n at one point for a unit impulse at the other
    imp2i_point_rows points[2];
    float along_a[IMPI_ROW_LANES], along_b[IMPI_ROW_LANES];  // of the deeper point
    float side_mass[IMPI_ROW_LANES];                         // what resists along t [kg]
    float side_impulse[IMPI_ROW_LANES];                      // along t, in a sub-step [N s]
    float side_total[IMPI_ROW_LANES];                        // of the whole step
    float friction[IMPI_ROW_LANES];
    float belt[IMPI_ROW_LANES];             // velocity along t that B's surface is to have against A's [m/s]
    float rolling[IMPI_ROW_LANES];          // most torque impulse for a unit of normal impulse [m]; 0 for none
    float rolling_mass[IMPI_ROW_LANES];     // what resists turning against each other [kg m^2]
    float rolling_impulse[IMPI_ROW_LANES];  // in a sub-step [N m s]
    float rolling_total[IMPI_ROW_LANES];    // of the whole step
    float restitution[IMPI_ROW_LANES];      // 0 for none
    float rebound[2][IMPI_ROW_LANES];       // velocity along n that a bounce is to give to each point [m/s]
    float approach[2][IMPI_ROW_LANES];      // velocity along n of each point before the step's forces [m/s]
    // When the manifold was made: depths of both points, from centre to centre, and how both bodies were turned.
    float depth[2][IMPI_ROW_LANES];
    float between_x[IMPI_ROW_LANES], between_y[IMPI_ROW_LANES];
    float turn_a[2][IMPI_ROW_LANES], turn_b[2][IMPI_ROW_LANES];  // cosine and sine
    float parting[IMPI_ROW_LANES];                               // 1 where a motion along n counts as one along t
    float extent_a[IMPI_ROW_LANES], extent_b[IMPI_ROW_LANES];    // of the bodies, around their centres
    int32_t body_a[IMPI_ROW_LANES], body_b[IMPI_ROW_LANES];      // places of their stances, or -1
    uint32_t used, second;                                       // bits: lanes that have a first, and a second point
    uint32_t springy, rolls;                                     // lanes with restitution, and with rolling resistance
    uint32_t told;                                               // lanes whose contact is known to touch
} imp2i_rows;

/// A spring as the solver wants it: how fast a gap closes, and how much of a rigid impulse, and of the impulse that is
/// there, it takes.
typedef struct impi_softness
{
    float rate, part, relief;
} impi_softness;

/// What holds for all rows of a step.
typedef struct impi_row_step
{
    float h, rate;               // a sub-step, and its inverse [s], [1/s]
    float longer;                // than those of which rows have their impulses: as a factor
    impi_softness soft, harder;  // between two moving bodies, and against what does not move
    float push_speed;            // fastest that overlap is parted [m/s]
    float bounce_speed;          // slower approaches do not bounce [m/s]
    float keep;                  // a manifold lasts until B has moved so far in A's frame [m]
    float keep_part;             // or this part of the lesser extent
    float keep_turn;             // or one of both has turned so far [rad]
    float borne;                 // a body that a contact makes faster by more than this is borne by it [m/s]
    float uneven;                // and laden is who bears so many times its own mass
    bool watched;                // approaches are wanted of all rows
} impi_row_step;

/// How a body stands as a step begins, as its contacts want it: they read nothing else of bodies, and it is a quarter
/// of one. Points that are told after the step lie relative to it.
typedef struct imp2i_body_sim
{
    imp2_pose pose;
    imp2_vec middle;    // the centre of mass, in the body's frame
    imp2_vec velocity;  // of the centre; zero, as the inverse masses, for what does not move or sleeps
    float spin;
    float inverse_mass;
    float inverse_inertia;
    imp2_vec pull;  // how gravity makes it faster [m/s^2]
    float extent;
    int32_t row;  // place, or ~place of what rows do not move
    bool asleep, bullet;
    bool swept;    // a bullet, or what goes through this step like one
} imp2i_body_sim;  // 64 bytes

/// The stance in lanes that are not in use.
extern const imp2i_body_sim imp2i_nobody;

/// Impulses that a contact keeps from step to step: of a sub-step, to begin with, and of the whole last step.
typedef struct imp2i_row_impulses
{
    float normal[2];
    imp2i_spin tangent;  // of friction: the lever of its impulse about the normal
    float total[2];
    imp2i_spin side_total;  // the same
    imp2i_spin rolling;     // of a sub-step
} imp2i_row_impulses;

/// A manifold that lasts, with what pushed at its points.
typedef struct imp2i_cache
{
    imp2_manifold manifold;  // points relative to the origin of A's pose
    float depth[2];          // of the points, when the manifold was made
    float radius_a, radius_b;
    imp2i_row_impulses impulses;
    int32_t row;   // as lane, while that has its depths and impulses; or 0: they are here
    int32_t lane;  // 1 + the lane of its row (imp2i_lane), or 0 when it is none
    imp_surface surface;
    bool refused;  // by the caller, or as it lets through what passes, for this step
    uint8_t side;  // of a one-way contact: IMP2I_WAY_...
    int32_t part_a, part_b;
    int32_t next;  // of a compound: the next one among the world's touches, or -1
} imp2i_cache;

/// Where the bodies of a row were when its manifold was made: there its arms and depths are measured.
typedef struct imp2i_row_poses
{
    imp2_vec between;  // from A's origin to B's
    imp2_rot turn_a, turn_b;
} imp2i_row_poses;

/// What becomes a block of rows: for each lane a touch, and the stances of both bodies; lanes that stay as they are
/// have empty ones.
typedef struct imp2i_row_sources
{
    const void *a[IMPI_ROW_LANES], *b[IMPI_ROW_LANES];  // imp2i_stance
    const void* poses[IMPI_ROW_LANES];                  // imp2i_row_poses
    const void* cache[IMPI_ROW_LANES];                  // imp2i_touch
    float set[IMPI_ROW_LANES];                          // 1, or 0
} imp2i_row_sources;

/// How springs of so many hertz and such damping act in sub-steps of h.
impi_softness impi_softness_of(float hertz, float damping, float h);

/// The impulses of one lane.
imp2i_row_impulses imp2i_row_get(const imp2i_rows* block, int32_t lane);

/// How fast the points of one lane approached before the step, of those that were pushed in it; 0 for none.
float imp2i_row_speed(const imp2i_rows* block, int32_t lane);

/// One pass over rows of a colour: lanes 0 to count - 1 of blocks that follow each other, some of which may be holes.
typedef void imp2i_row_pass(imp2i_rows* blocks, int32_t count, imp2i_solver_body* motions, const impi_row_step* step);

/// What is done to a block of rows: lanes are set; their gaps follow the bodies as a step begins; the passes of a
/// sub-step in their order, and of the step's end; motions go on; which lanes were pushed or overlap.
typedef struct imp2i_row_passes
{
    void (*set)(imp2i_rows* block, const imp2i_row_sources* sources);
    /// Returns bits of lanes whose bodies have moved too far since their manifolds were made.
    uint32_t (*follow)(imp2i_rows* block, const imp2i_body_sim* sims, const impi_row_step* step);
    imp2i_row_pass *warm, *push, *relax, *bounce;
    void (*move)(imp2i_solver_body* motions, int32_t count, float h);
    /// Also tells whether one of the bodies is laden.
    uint32_t (*pushed)(const imp2i_rows* block, const impi_row_step* step, bool* laden);
} imp2i_row_passes;

/// The passes for a width of lanes: IMPI_LEVEL_..., not above impi_cpu_level. All give the same bits.
const imp2i_row_passes* imp2i_row_passes_at(int level);

extern const imp2i_row_passes imp2i_row_passes_scalar, imp2i_row_passes_four, imp2i_row_passes_avx2,
    imp2i_row_passes_avx512;

#endif
