// SPDX-License-Identifier: MIT
//
// Solver bodies and blocks of rows of the plane, as passes have them (rows2.h has the why). Planar: the frame of a contact
// is two axes, an arm two numbers, and a manifold two points.

#ifndef IMP2I_ROW_BLOCKS_H
#define IMP2I_ROW_BLOCKS_H

#include "../base/bits.h"
#include "../math/spin2.h"
#include "../math/vec2.h"
#include "colours.h"
#include "impinge/narrow2.h"
#include "impinge/surface.h"
#include "row_step.h"

#include <float.h>

enum
{
    IMP2I_POINTS = 2,        // of a manifold
    IMP2I_TIES = 6,          // numbers of a symmetric matrix of three rows
    IMP2I_TOUCH_ANSWER = 8,  // these and a flag, in fours
    IMP2I_TOUCH_IMPULSE = 4
};

/// Most of a contact's spring in a sub-step [oscillations].
#define IMP2I_STIFFEST (5.0f / 24.0f)

/// Most that contacts of small things may be stiffer than that, damped as much more: with 1.5, stacks of 5 sway.
#define IMP2I_FIRMEST 1.0f

/// Damping ratio of contacts: far more than critical, so that penetration goes away, and does not spring back.
#define IMP2I_DAMPING 10.0f

/// A lever in the axes of a row, and in those of the world: the same, about the one axis there is.
static inline imp2i_spin imp2i_in_row(imp2i_spin lever, imp2_vec n)
{
    (void)n;
    return lever;
}

static inline imp2i_spin imp2i_out_of_row(imp2i_spin lever, imp2_vec n)
{
    (void)n;
    return lever;
}

/// The push along the tangent of a normal, as sides of rows are kept.
static inline float imp2i_side_of_lever(imp2i_spin lever, imp2_vec n)
{
    (void)n;
    return lever;
}

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

/// The inertia is the same however a body turns.
static inline bool imp2i_solver_has_turned(const imp2i_solver_body* m)
{
    (void)m;
    return false;
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

/// Sets the change of velocities in a sub-step, and the factors of damping for linear and angular velocity; 0 along
/// locked axes.
static inline void imp2i_body_force_set(imp2i_body_force* d, imp2_vec added, imp2i_spin added_spin, float slowed,
                                        float slowed_spin, uint32_t locks)
{
    const imp2_vec left = {slowed, slowed}, open = imp2i_vec_locked(left, locks);
    d->x = added.x;
    d->y = added.y;
    d->spin = added_spin;
    d->slowed_x = open.x;
    d->slowed_y = open.y;
    d->slowed_spin = slowed_spin;
}

/// Sets the inertia of a body that is turned by q: in the plane free rotation does not change a spin.
static inline void imp2i_body_force_turns(imp2i_body_force* d, imp2i_inertia inertia, imp2i_inertia inverse, imp2_rot q,
                                          uint32_t locks)
{
    (void)d;
    (void)inertia;
    (void)inverse;
    (void)q;
    (void)locks;
}

/// The inverse inertia after a turn: in the plane the same.
static inline imp2i_inertia imp2i_body_force_follow(imp2i_body_force* d, imp2i_solver_body* m, imp2i_inertia inertia,
                                                    imp2i_inertia inverse, imp2_rot q)
{
    (void)m;
    imp2i_body_force_turns(d, inertia, inverse, q, 0);
    return inverse;
}

/// Before the first sub-step, without contact impulses.
static inline void imp2i_body_force_begin(imp2i_body_force* d, const imp2i_solver_body* m)
{
    d->before_x = m->x;
    d->before_y = m->y;
    d->before_spin = m->spin;
}

/// The velocities of a body in this sub-step without contacts: takes a body back to them. Returns what contacts have changed.
static inline imp2_vec imp2i_body_force_without(const imp2i_body_force* d, imp2i_solver_body* m, imp2i_spin* spin)
{
    const imp2_vec change = {m->x - d->before_x, m->y - d->before_y};
    *spin = m->spin - d->before_spin;
    m->x = d->before_x;
    m->y = d->before_y;
    m->spin = d->before_spin;
    return change;
}

/// A change of velocity that a contact would have made: the next sub-step begins with it.
static inline void imp2i_body_force_owe(imp2i_body_force* d, imp2_vec velocity, imp2i_spin spin)
{
    d->before_x -= velocity.x;
    d->before_y -= velocity.y;
    d->before_spin -= spin;
}

/// A change of velocity in this sub-step that is no contact's: the next one does not begin with it.
static inline void imp2i_body_force_kick(imp2i_body_force* d, imp2i_solver_body* m, imp2_vec velocity, imp2i_spin spin)
{
    m->x += velocity.x;
    m->y += velocity.y;
    m->spin += spin;
    d->before_x += velocity.x;
    d->before_y += velocity.y;
    d->before_spin += spin;
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

/// No inertia turns.
static inline bool imp2i_body_force_turned(const imp2i_body_force* d, const imp2i_solver_body* m)
{
    (void)d;
    (void)m;
    return false;
}

/// The acceleration of a spin by free rotation: none in the plane.
static inline imp2i_spin imp2i_free_bend(imp2i_inertia inertia, imp2i_inertia inverse, imp2i_spin spin)
{
    (void)inertia;
    (void)inverse;
    (void)spin;
    return imp2i_spin_none();
}

/// The inertia by which a body turns freely; 0 in the plane.
static inline imp2i_inertia imp2i_body_force_inertia(const imp2i_body_force* d)
{
    (void)d;
    return 0.0f;
}

/// imp2i_free_bend of a body.
static inline imp2i_spin imp2i_body_force_bends(const imp2i_body_force* d, imp2i_inertia inverse, imp2i_spin spin)
{
    (void)d;
    (void)inverse;
    (void)spin;
    return imp2i_spin_none();
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
    uint32_t tied;  // lanes of bodies that respond with their trees (row_touch.inl)
} imp2i_rows;

/// The normal of a lane, from A to B.
static inline imp2_vec imp2i_row_normal(const imp2i_rows* rows, int32_t lane)
{
    const imp2_vec r = {rows->normal_x[lane], rows->normal_y[lane]};
    return r;
}

/// The velocity of B's body against A's that surface velocities want, beside the tangent speed of the surface.
static inline void imp2i_row_set_belt(imp2i_rows* rows, int32_t lane, imp2_vec wanted)
{
    rows->belt[lane] += rows->normal_x[lane] * wanted.y - rows->normal_y[lane] * wanted.x;
}

static inline void imp2i_prefetch_friction(const imp2i_rows* rows, int32_t lane)
{
    impi_prefetch(&rows->side_impulse[lane]);
    impi_prefetch(&rows->side_total[lane]);
    impi_prefetch(&rows->rolling_impulse[lane]);
}

#endif
