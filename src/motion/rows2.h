// SPDX-License-Identifier: MIT
//
// Rows: contact constraints of two bodies in the plane. One row is one manifold, of one or two points.
//
// Frame. A row works in the axes of its contact: n, the normal from A to B, and t, n turned by a quarter to the left.
// An arm r from a body's centre of mass to a point needs only two numbers,
//
//     along = r . n        across = r x n
//
// since the velocity of the point is u + w across along n, and u + w along along t, for a centre with velocity u and an
// angular velocity w. So linear velocities are loaded once and stored once; between, an impulse is a few products. Both
// points are measured before either gets an impulse, and the effect of the first impulse on the second point is added
// (response). That shortens the chain of dependent operations, and is the same sequential solve. Both points lie on one
// line along t, so friction at either is the same: there is one friction constraint for both, at the height of the
// deeper one, limited by both normal impulses.
//
// Rows persist. As long as a contact lasts, its rows keep their lanes and their impulses; as long as its bodies hardly
// move, a step only measures gaps again (follow), from the poses of the manifold to those now, so that no error adds
// up. Arms are of the manifold's poses, too.
//
// Gaps follow the bodies as they turn within a step, but a round surface does not come nearer or leave by turning: the
// radius in an arm stays along n. So a rolling body is not lifted and dropped at every step.
//
// Soft contacts. A contact is a damped spring, stiff but not rigid: its bias velocity is limited, so deep penetrations
// part slowly, and springs cannot be stiffer than the time step can follow. Each sub-step is solved with the bias, and
// relaxed without it, which takes out the velocity that the bias has added.
//
// Restitution. A contact found within a step is deeper, or less near, than at its impact. The speed of the impact
// follows from the speed now and from gravity between: so the rebound brings a body to the height that its restitution
// says, wherever in a step it came down. A point that is about to bounce gets no bias.
//
// Rows lie in blocks of sixteen lanes, one array for each number, whatever the width that the processor has. A pile's
// rows do not fit into the nearer caches, so passes are bound by memory: the fewer numbers, the better.
//
// Source: Catto 2024 (Soft Step: sub-steps, soft contacts, relaxation), after Macklin et al. 2019 (small steps) and
// Nordby (soft constraints for sub-steps). The contact frame and the joint solve of both points are new.

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

/// A body of the solver. Place 0 is for bodies that do not move.
typedef struct imp2i_solver_body
{
    float x, y, spin;              // velocity of the centre of mass [m/s], angular velocity [rad/s]
    float fast;                    // at the end of the step, for continuous collision
    float moved_x, moved_y, c, s;  // translation and rotation since the start of the step
} imp2i_solver_body;               // 32 bytes: two in a cache line

// Access for worlds, which are written without components.

/// A body with a velocity, at the start of a step.
static inline imp2i_solver_body imp2i_solver_body_of(imp2_vec velocity, imp2i_spin spin)
{
    const imp2i_solver_body r = {.x = velocity.x, .y = velocity.y, .spin = spin, .c = 1.0f};
    return r;
}

/// Sets the inertia of a body and its rotation: in the plane rotation does not change it.
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

/// Translation of the centre of mass in the step, and rotation.
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

/// Forces on a moving body in each sub-step, and its velocity before contacts.
typedef struct imp2i_body_force
{
    float x, y, spin;  // change of velocity by forces
    float slowed_x, slowed_y, slowed_spin;
    float before_x, before_y, before_spin;
} imp2i_body_force;

/// From the change of velocities in a sub-step, and the factors of damping for linear and angular velocity; 0 along
/// locked axes.
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

/// Before the first sub-step, without contact impulses.
static inline void imp2i_body_force_begin(imp2i_body_force* d, const imp2i_solver_body* m)
{
    d->before_x = m->x;
    d->before_y = m->y;
    d->before_spin = m->spin;
}

/// Applies the forces of a sub-step, and the contact impulses of the one before: a warm start of all rows at once.
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

/// One point of sixteen contacts, as every pass needs it.
typedef struct imp2i_point_rows
{
    float across_a[IMPI_ROW_LANES], across_b[IMPI_ROW_LANES];
    float gap[IMPI_ROW_LANES];      // at the start of the step [m]
    float mass[IMPI_ROW_LANES];     // effective mass along n [kg]; 0 where there is no such point
    float impulse[IMPI_ROW_LANES];  // along n, in a sub-step [N s]
    float total[IMPI_ROW_LANES];    // of the whole step
} imp2i_point_rows;

/// Sixteen rows. Members of all passes come first, then those of friction, then those of restitution and those read
/// once a step.
typedef struct imp2i_rows
{
    int32_t a[IMPI_ROW_LANES], b[IMPI_ROW_LANES];  // impi_row_bodies; both ~0 in lanes that are not in use
    float normal_x[IMPI_ROW_LANES], normal_y[IMPI_ROW_LANES];
    float mass_a[IMPI_ROW_LANES], mass_b[IMPI_ROW_LANES];        // inverse masses
    float inertia_a[IMPI_ROW_LANES], inertia_b[IMPI_ROW_LANES];  // inverse inertias
    float core_a[IMPI_ROW_LANES], core_b[IMPI_ROW_LANES];        // along, without the radius: that does not turn
    float response[IMPI_ROW_LANES];  // velocity along n at one point for a unit impulse at the other
    imp2i_point_rows points[2];
    float along_a[IMPI_ROW_LANES], along_b[IMPI_ROW_LANES];  // of the deeper point
    float side_mass[IMPI_ROW_LANES];                         // effective mass along t [kg]
    float side_impulse[IMPI_ROW_LANES];                      // along t, in a sub-step [N s]
    float side_total[IMPI_ROW_LANES];                        // of the whole step
    float friction[IMPI_ROW_LANES];
    float belt[IMPI_ROW_LANES];          // tangent speed: wanted velocity along t of B's surface against A's [m/s]
    float rolling[IMPI_ROW_LANES];       // rolling resistance: most angular impulse per normal impulse [m]; 0 for none
    float rolling_mass[IMPI_ROW_LANES];  // effective inertia of the relative rotation [kg m^2]
    float rolling_impulse[IMPI_ROW_LANES];  // in a sub-step [N m s]
    float rolling_total[IMPI_ROW_LANES];    // of the whole step
    float restitution[IMPI_ROW_LANES];      // 0 for none
    float rebound[2][IMPI_ROW_LANES];       // velocity along n of each point after a bounce [m/s]
    float approach[2][IMPI_ROW_LANES];      // velocity along n of each point before the step's forces [m/s]
    // At the poses of the manifold: depths of both points, from centre to centre, and rotations of both bodies.
    float depth[2][IMPI_ROW_LANES];
    float between_x[IMPI_ROW_LANES], between_y[IMPI_ROW_LANES];
    float turn_a[2][IMPI_ROW_LANES], turn_b[2][IMPI_ROW_LANES];  // cosine and sine
    float parting[IMPI_ROW_LANES];  // 1 where motion along n expires the manifold as one along t does
    float extent_a[IMPI_ROW_LANES], extent_b[IMPI_ROW_LANES];  // of the bodies, about their centres
    int32_t body_a[IMPI_ROW_LANES], body_b[IMPI_ROW_LANES];    // places of the body sims, or -1
    uint32_t used, second;                                     // bits: lanes with a first, and a second point
    uint32_t springy, rolls;                                   // lanes with restitution, and with rolling resistance
    uint32_t told;                                             // lanes whose contact is known to touch
} imp2i_rows;

/// A soft constraint: bias rate, and scales of the rigid impulse and of the accumulated impulse.
typedef struct impi_softness
{
    float rate, part, relief;
} impi_softness;

/// Parameters of all rows in a step.
typedef struct impi_row_step
{
    float h, rate;               // a sub-step, and its inverse [s], [1/s]
    float longer;                // ratio of the sub-step to that of the rows' impulses, for the warm start
    impi_softness soft, harder;  // between two moving bodies, and against a body that does not move
    float push_speed;            // greatest bias velocity of a penetration [m/s]
    float bounce_speed;          // slower approaches do not bounce [m/s]
    float keep;                  // a manifold expires when B has moved so far in A's frame [m]
    float keep_part;             // or this part of the lesser extent
    float keep_turn;             // or one of both has turned so far [rad]
    float borne;                 // a contact that changes a body's velocity by more than this bears it [m/s]
    float uneven;                // a body that bears so many times its own mass is laden
    bool watched;                // all rows need approaches
} impi_row_step;

/// A body at the start of a step: all that contacts read of it, a quarter of its size. Contact points reported after
/// the step are relative to it.
typedef struct imp2i_body_sim
{
    imp2_pose pose;
    imp2_vec middle;    // centre of mass, in the body's frame
    imp2_vec velocity;  // of the centre of mass; zero, like the inverse masses, for static and sleeping bodies
    float spin;
    float inverse_mass;
    float inverse_inertia;
    imp2_vec pull;  // acceleration by gravity [m/s^2]
    float extent;
    int32_t row;  // place of the solver body, or ~place where rows do not move it
    bool asleep, bullet;
    bool swept;    // a bullet, or handled as one in this step
} imp2i_body_sim;  // 64 bytes

/// The body sim of lanes that are not in use.
extern const imp2i_body_sim imp2i_nobody;

/// Impulses that a contact keeps from step to step: of a sub-step, for the warm start, and of the whole last step.
typedef struct imp2i_row_impulses
{
    float normal[2];
    imp2i_spin tangent;  // of friction: the lever of its impulse about the normal
    float total[2];
    imp2i_spin side_total;  // the same
    imp2i_spin rolling;     // of a sub-step
} imp2i_row_impulses;

/// A persistent manifold, with its impulses.
typedef struct imp2i_cache
{
    imp2_manifold manifold;  // points relative to the origin of A's pose
    float depth[2];          // of the points, at the poses of the manifold
    float radius_a, radius_b;
    imp2i_row_impulses impulses;
    int32_t row;   // like lane, while the row holds depths and impulses; or 0: they are here
    int32_t lane;  // 1 + the lane of its row (imp2i_lane), or 0 for no row
    imp_surface surface;
    bool refused;  // for this step: by the caller's filter, or by a one-way surface
    uint8_t side;  // of a one-way contact: IMP2I_WAY_...
    int32_t part_a, part_b;
    int32_t next;  // of a compound: the next one of the pair, or -1
} imp2i_cache;

/// Poses of a row's bodies when its manifold was made: its arms and depths are measured there.
typedef struct imp2i_row_poses
{
    imp2_vec between;  // from A's origin to B's
    imp2_rot turn_a, turn_b;
} imp2i_row_poses;

/// Sources of a block of rows: for each lane a contact, and the body sims of both bodies; empty ones for lanes that do
/// not change.
typedef struct imp2i_row_sources
{
    const void *a[IMPI_ROW_LANES], *b[IMPI_ROW_LANES];  // imp2i_body_sim
    const void* poses[IMPI_ROW_LANES];                  // imp2i_row_poses
    const void* cache[IMPI_ROW_LANES];                  // imp2i_cache
    float set[IMPI_ROW_LANES];                          // 1, or 0
} imp2i_row_sources;

/// Soft constraint of a spring with a frequency and a damping ratio, in sub-steps of h.
impi_softness impi_softness_of(float hertz, float damping, float h);

/// The impulses of one lane.
imp2i_row_impulses imp2i_row_get(const imp2i_rows* block, int32_t lane);

/// Approach speed of one lane before the step, of the points that got impulses in it; 0 for none.
float imp2i_row_speed(const imp2i_rows* block, int32_t lane);

/// One pass over the rows of a colour: lanes 0 to count - 1 of consecutive blocks, some of which may be holes.
typedef void imp2i_row_pass(imp2i_rows* blocks, int32_t count, imp2i_solver_body* motions, const impi_row_step* step);

/// The passes: set prepares lanes; follow measures gaps at the start of a step; warm start, solve with bias (push) and
/// relax of a sub-step; restitution (bounce) at the end; move integrates positions; pushed finds lanes with impulses or
/// overlap.
typedef struct imp2i_row_passes
{
    void (*set)(imp2i_rows* block, const imp2i_row_sources* sources);
    /// Returns bits of lanes whose manifolds have expired, as their bodies have moved too far.
    uint32_t (*follow)(imp2i_rows* block, const imp2i_body_sim* sims, const impi_row_step* step);
    imp2i_row_pass *warm, *push, *relax, *bounce;
    void (*move)(imp2i_solver_body* motions, int32_t count, float h);
    /// Also finds whether one of the bodies is laden.
    uint32_t (*pushed)(const imp2i_rows* block, const impi_row_step* step, bool* laden);
} imp2i_row_passes;

/// The passes for a width of lanes: IMPI_LEVEL_..., not above impi_cpu_level. All give the same bits.
const imp2i_row_passes* imp2i_row_passes_at(int level);

extern const imp2i_row_passes imp2i_row_passes_scalar, imp2i_row_passes_four, imp2i_row_passes_avx2,
    imp2i_row_passes_avx512;

#endif
