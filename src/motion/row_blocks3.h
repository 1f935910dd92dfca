// SPDX-License-Identifier: MIT
//
// Solver bodies and blocks of rows of space, as passes have them (rows3.h has the why).

#ifndef IMP3I_ROW_BLOCKS_H
#define IMP3I_ROW_BLOCKS_H

#include "../base/bits.h"
#include "../math/check3.h"
#include "../math/spin3.h"
#include "../math/vec3.h"
#include "colours.h"
#include "impinge/narrow3.h"
#include "impinge/surface.h"
#include "row_step.h"

#include <float.h>

enum
{
    IMP3I_POINTS = IMP3_POINT_MAX,
    IMP3I_POINT_PAIRS = IMP3I_POINTS * (IMP3I_POINTS - 1) / 2,
    IMP3I_TIES = 21,          // numbers of a symmetric matrix of six rows
    IMP3I_TOUCH_ANSWER = 24,  // these and a flag, in fours
    IMP3I_TOUCH_IMPULSE = 8
};

/// Most of a contact's spring in a sub-step [oscillations]: with more, walls of boxes rock.
#define IMP3I_STIFFEST 0.125f

/// Most that contacts of small things may be stiffer than that, damped as much more: with 3, stacks of 20 fall.
#define IMP3I_FIRMEST 2.0f

/// Damping ratio of contacts: far more than critical, so that penetration goes away, and does not spring back. With more,
/// arches sink less, and walls of boxes sway more.
#define IMP3I_DAMPING 11.0f

/// Two tangents of a normal; n, u, v are right-handed. Source: Duff et al. 2017.
static inline void imp3i_row_tangents(imp3_vec n, imp3_vec* u, imp3_vec* v)
{
    float sign = n.z < 0.0f ? -1.0f : 1.0f, a = -1.0f / (sign + n.z), b = n.x * n.y * a;
    const imp3_vec first = {1.0f + sign * (n.x * n.x) * a, sign * b, -(sign * n.x)};
    const imp3_vec second = {b, sign + n.y * n.y * a, -n.y};
    *u = first;
    *v = second;
}

/// A lever in the axes of the row with normal n: about n, u and v.
static inline imp3i_spin imp3i_in_row(imp3i_spin lever, imp3_vec n)
{
    imp3_vec u, v;
    imp3i_row_tangents(n, &u, &v);
    const imp3i_spin r = {imp3_vec_dot(lever, n), imp3_vec_dot(lever, u), imp3_vec_dot(lever, v)};
    return r;
}

/// The same in the axes of the world.
static inline imp3i_spin imp3i_out_of_row(imp3i_spin lever, imp3_vec n)
{
    imp3_vec u, v;
    imp3i_row_tangents(n, &u, &v);
    return imp3_vec_add(imp3_vec_add(imp3_vec_scale(n, lever.x), imp3_vec_scale(u, lever.y)),
                        imp3_vec_scale(v, lever.z));
}

/// The push across a normal that has a lever about it, as sides of rows are kept.
static inline imp3_vec imp3i_side_of_lever(imp3i_spin lever, imp3_vec n)
{
    return imp3_vec_cross(lever, n);
}

/// The rotation of a quaternion of unit length; NaNs stay.
static inline imp3i_drot imp3i_drot_of_quat(imp3_quat quat)
{
    double x = quat.x, y = quat.y, z = quat.z, w = quat.w;
    imp3i_drot r = {{1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)},
                    {2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)},
                    {2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)}};
    return r;
}

/// A body of the solver. Place 0 is for bodies that do not move.
typedef struct imp3i_solver_body
{
    imp3_vec velocity;  // of the centre of mass [m/s]
    float fast;         // at the end of the step, for continuous collision
    imp3i_spin spin;
    float has_turned;  // 1 where the inertia has turned far in this step: masses follow it
    imp3_vec moved;    // translation since the start of the step
    float unused[1];
    imp3_quat turned;  // rotation since then
} imp3i_solver_body;   // 64 bytes: a cache line

// Access for worlds, which are written without components.

/// A body with a velocity, at the start of a step.
static inline imp3i_solver_body imp3i_solver_body_of(imp3_vec velocity, imp3i_spin spin)
{
    const imp3i_solver_body r = {.velocity = velocity, .spin = spin, .turned = {0.0f, 0.0f, 0.0f, 1.0f}};
    return r;
}

static inline imp3_vec imp3i_solver_velocity(const imp3i_solver_body* m)
{
    return m->velocity;
}

static inline void imp3i_solver_set_velocity(imp3i_solver_body* m, imp3_vec velocity, imp3i_spin spin)
{
    m->velocity = velocity;
    m->spin = spin;
}

static inline imp3i_spin imp3i_solver_spin(const imp3i_solver_body* m)
{
    return m->spin;
}

/// Translation of the centre of mass in the step, and rotation.
static inline imp3_vec imp3i_solver_moved(const imp3i_solver_body* m)
{
    return m->moved;
}

static inline imp3_rot imp3i_solver_turned(const imp3i_solver_body* m)
{
    return imp3i_rot_of(imp3i_drot_of_quat(m->turned));
}

/// Whether its inertia has turned far since the start of the step.
static inline bool imp3i_solver_has_turned(const imp3i_solver_body* m)
{
    return m->has_turned > 0.0f;
}

static inline void imp3i_solver_set_moved(imp3i_solver_body* m, imp3_vec moved, imp3_rot turned)
{
    m->moved = moved;
    m->turned = imp3i_quat_of(turned);
}

/// Free rotation of a body, which keeps its angular momentum. The inertia is the one with which rows change the
/// spin, the inverse that at the start of the step, both in the world; none where the spin stays: round bodies, and
/// those whose rotation is locked.
typedef struct imp3i_free_turn
{
    imp3i_spin spin;  // that belongs to the momentum
    float unused;
    imp3_vec momentum;
    float unused_too;
    imp3i_spin bent;  // change of spin since forces acted: no impulse of a contact
    float unused_three;
    imp3i_inertia inertia, inverse;
} imp3i_free_turn;

/// Turns a body freely for a time, however far: by q it has turned since the inverse inertia was set, in the axes of
/// the world, where its momentum stays. Energy is kept to rounding.
imp3_quat imp3i_turn_far(imp3i_inertia inverse, imp3_vec momentum, float time, imp3_quat q);

/// Forces on a moving body in each sub-step, its velocity before contacts, and its free rotation.
typedef struct imp3i_body_force
{
    imp3i_free_turn turning;
    imp3_vec added, slowed, before;
    imp3i_spin added_spin, slowed_spin, before_spin;
} imp3i_body_force;

/// Sets the change of velocities in a sub-step, and the factors of damping for linear and angular velocity; 0 along
/// locked axes.
static inline void imp3i_body_force_set(imp3i_body_force* d, imp3_vec added, imp3i_spin added_spin, float slowed,
                                        float slowed_spin, uint32_t locks)
{
    const imp3_vec left = {slowed, slowed, slowed}, left_spin = {slowed_spin, slowed_spin, slowed_spin};
    d->added = added;
    d->slowed = imp3i_vec_locked(left, locks);
    d->added_spin = added_spin;
    d->slowed_spin = imp3i_spin_locked(left_spin, locks >> 3);
    d->turning.unused = d->turning.unused_too = d->turning.unused_three = 0.0f;
}

/// Sets the inertia in the frame of the body, which is turned by q, and its inverse in the axes of the world.
void imp3i_body_force_turns(imp3i_body_force* d, imp3i_inertia inertia, imp3i_inertia inverse, imp3_rot q,
                            uint32_t locks);

/// After a sub-step in which the body has turned to q: forces and impulses of contacts, kept as changes of spin,
/// stay the same impulses. Masses of its rows follow. Returns the inverse as turned.
imp3i_inertia imp3i_body_force_follow(imp3i_body_force* d, imp3i_solver_body* m, imp3i_inertia inertia,
                                      imp3i_inertia inverse, imp3_rot q);

/// Before the first sub-step, without contact impulses.
static inline void imp3i_body_force_begin(imp3i_body_force* d, const imp3i_solver_body* m)
{
    d->before = m->velocity;
    d->before_spin = m->spin;
    const imp3i_momentum now = imp3i_momentum_of(d->turning.inertia, m->spin);
    d->turning.spin = now.spin;
    d->turning.momentum = now.momentum;
    d->turning.bent = imp3i_spin_none();
}

static inline imp3_vec imp3i_slowed(imp3_vec v, imp3_vec by)
{
    const imp3_vec r = {v.x * by.x, v.y * by.y, v.z * by.z};
    return r;
}

/// The velocities of a body in this sub-step without contacts: takes a body back to them. Returns what contacts have changed.
static inline imp3_vec imp3i_body_force_without(const imp3i_body_force* d, imp3i_solver_body* m, imp3i_spin* spin)
{
    const imp3_vec change = imp3_vec_sub(m->velocity, d->before);
    *spin = imp3i_spin_sub(m->spin, d->before_spin);
    m->velocity = d->before;
    m->spin = d->before_spin;
    return change;
}

/// A change of velocity that a contact would have made: the next sub-step begins with it.
static inline void imp3i_body_force_owe(imp3i_body_force* d, imp3_vec velocity, imp3i_spin spin)
{
    d->before = imp3_vec_sub(d->before, velocity);
    d->before_spin = imp3i_spin_sub(d->before_spin, spin);
}

/// A change of velocity in this sub-step that is no contact's: the next one does not begin with it.
static inline void imp3i_body_force_kick(imp3i_body_force* d, imp3i_solver_body* m, imp3_vec velocity, imp3i_spin spin)
{
    m->velocity = imp3_vec_add(m->velocity, velocity);
    m->spin = imp3i_spin_add(m->spin, spin);
    d->before = imp3_vec_add(d->before, velocity);
    d->before_spin = imp3i_spin_add(d->before_spin, spin);
}

/// Applies the forces of a sub-step, and the contact impulses of the one before: a warm start of all rows at once.
static inline void imp3i_body_force_act(imp3i_body_force* d, imp3i_solver_body* m)
{
    imp3_vec pushed = imp3_vec_sub(m->velocity, d->before);
    imp3i_spin turned = imp3i_spin_sub(imp3i_spin_sub(m->spin, d->before_spin), d->turning.bent);
    d->before = imp3i_slowed(imp3_vec_add(m->velocity, d->added), d->slowed);
    d->before_spin = imp3i_slowed(imp3i_spin_add(m->spin, d->added_spin), d->slowed_spin);
    m->velocity = imp3_vec_add(d->before, pushed);
    m->spin = imp3i_spin_add(d->before_spin, turned);
    d->turning.bent = imp3i_spin_none();
}

/// Whether a body whose inertia turns with it has turned in the step by more than 0.0005 rad.
static inline bool imp3i_body_force_turned(const imp3i_body_force* d, const imp3i_solver_body* m)
{
    const imp3_quat q = m->turned;
    return imp3i_inertia_some(d->turning.inverse) && q.x * q.x + q.y * q.y + q.z * q.z > 0x1p-24f;
}

/// The acceleration of a spin by free rotation, from the inertia and its inverse as a body is turned now.
static inline imp3i_spin imp3i_free_bend(imp3i_inertia inertia, imp3i_inertia inverse, imp3i_spin spin)
{
    const imp3_vec momentum = imp3i_inertia_apply(inertia, spin);
    return imp3i_inertia_apply(inverse, imp3_vec_cross(momentum, spin));
}

/// The inertia by which a body turns freely; 0 where it turns like a ball.
static inline imp3i_inertia imp3i_body_force_inertia(const imp3i_body_force* d)
{
    return d->turning.inertia;
}

/// imp3i_free_bend of a body.
static inline imp3i_spin imp3i_body_force_bends(const imp3i_body_force* d, imp3i_inertia inverse, imp3i_spin spin)
{
    return imp3i_free_bend(d->turning.inertia, inverse, spin);
}

/// One point of sixteen contacts, as every pass needs it.
typedef struct imp3i_point_rows
{
    float arm[2][IMPI_ROW_LANES];   // from A's centre of mass along u and v
    float gap[IMPI_ROW_LANES];      // at the start of the step [m]
    float mass[IMPI_ROW_LANES];     // effective mass along n [kg]; 0 where there is no such point
    float impulse[IMPI_ROW_LANES];  // along n, in a sub-step [N s]
    float total[IMPI_ROW_LANES];    // of the whole step
} imp3i_point_rows;

/// Sixteen rows. Members of all passes come first, then those of friction, then those of restitution and those read
/// once a step. Inertias are inverse ones, in the axes of the contact: nn, uu, vv, nu, uv, vn.
typedef struct imp3i_rows
{
    int32_t a[IMPI_ROW_LANES], b[IMPI_ROW_LANES];  // impi_row_bodies; both ~0 in lanes that are not in use
    float normal[3][IMPI_ROW_LANES];
    float mass_a[IMPI_ROW_LANES], mass_b[IMPI_ROW_LANES];  // inverse masses
    float inertia_a[6][IMPI_ROW_LANES], inertia_b[6][IMPI_ROW_LANES];
    float offset[2][IMPI_ROW_LANES];                       // of B's arms against A's, along u and v
    float core_a[IMPI_ROW_LANES], core_b[IMPI_ROW_LANES];  // arms along n, without the radius: that does not turn
    float response[IMP3I_POINT_PAIRS]
                  [IMPI_ROW_LANES];  // of two points: velocity at one for a unit impulse at the other
    imp3i_point_rows points[IMP3I_POINTS];
    float height_a[IMPI_ROW_LANES], height_b[IMPI_ROW_LANES];  // arms along n of the deepest point: where friction acts
    float center[2][IMPI_ROW_LANES];                           // A's arm to the middle of the points along u and v
    float side_mass[3][IMPI_ROW_LANES];                        // effective mass along u and v: uu, vv, uv [kg]
    float side_impulse[2][IMPI_ROW_LANES];                     // in a sub-step [N s]
    float side_total[2][IMPI_ROW_LANES];                       // of the whole step
    float friction[IMPI_ROW_LANES];
    float lever[IMPI_ROW_LANES];  // mean distance of the contact patch from the centre: friction's lever about n [m]
    float twist_mass[IMPI_ROW_LANES];
    float twist_impulse[IMPI_ROW_LANES];  // about n, in a sub-step [N m s]
    float twist_total[IMPI_ROW_LANES];
    float rolling[IMPI_ROW_LANES];  // rolling resistance: most angular impulse per normal impulse [m]; 0 for none
    float rolling_mass[3][IMPI_ROW_LANES];         // effective inertia of the relative rotation about u and v [kg m^2]
    float rolling_impulse[2][IMPI_ROW_LANES];      // in a sub-step [N m s]
    float belt[2][IMPI_ROW_LANES];                 // wanted velocity of B's body against A's along u and v [m/s]
    float rise[IMP3I_POINTS][IMPI_ROW_LANES];      // the same along n, at each point, where a surface bends
    float restitution[IMPI_ROW_LANES];             // 0 for none
    float rebound[IMP3I_POINTS][IMPI_ROW_LANES];   // velocity along n of each point after a bounce [m/s]
    float approach[IMP3I_POINTS][IMPI_ROW_LANES];  // velocity along n of each point before the step's forces [m/s]
    // At the poses of the manifold: depths of the points, from centre to centre, and rotations of both bodies.
    float depth[IMP3I_POINTS][IMPI_ROW_LANES];
    float between[3][IMPI_ROW_LANES];
    float turn_a[9][IMPI_ROW_LANES], turn_b[9][IMPI_ROW_LANES];  // the turned axes
    float parting[IMPI_ROW_LANES];  // 1 where motion along n expires the manifold as one along a tangent does
    float extent_a[IMPI_ROW_LANES], extent_b[IMPI_ROW_LANES];  // of the bodies, about their centres
    // Tips: their arms at the poses of the manifold, along u, v and n, and how far they are ahead of those.
    float tip_of[IMPI_ROW_LANES];      // 1 for one of B, -1 for one of A, 0 for none
    float tip_radius[IMPI_ROW_LANES];  // of the shape, and of the disc on whose rim it is
    float tip_rim[IMPI_ROW_LANES];
    float tip_turn[IMPI_ROW_LANES];                                // bodies that turn farther have no arms ahead [rad]
    float tip_axis[3][IMPI_ROW_LANES];                             // of the disc, unit, in the world
    float made_arm[IMP3I_POINTS][2][IMPI_ROW_LANES];               // A's
    float made_center[3][IMPI_ROW_LANES];                          // A's to the middle, at the height of the deepest
    float made_offset[3][IMPI_ROW_LANES];                          // of B's against A's
    float ahead_a[2][IMPI_ROW_LANES], ahead_b[2][IMPI_ROW_LANES];  // along u and v
    int32_t body_a[IMPI_ROW_LANES], body_b[IMPI_ROW_LANES];        // places of the body sims, or -1
    uint32_t used, second;                                         // bits: lanes with a first, and a second point
    uint32_t springy, rolls, belts;  // lanes with restitution, with rolling resistance, and with surface velocities
    uint32_t rises;                  // lanes where a surface bends
    uint32_t told;                   // lanes whose contact is known to touch
    uint32_t tips;                   // lanes with a tip
    uint32_t tied;                   // lanes of bodies that respond with their trees (row_touch.inl)
} imp3i_rows;

/// The normal of a lane, from A to B.
static inline imp3_vec imp3i_row_normal(const imp3i_rows* rows, int32_t lane)
{
    const imp3_vec r = {rows->normal[0][lane], rows->normal[1][lane], rows->normal[2][lane]};
    return r;
}

/// The velocity of B's body against A's that surface velocities want.
static inline void imp3i_row_set_belt(imp3i_rows* rows, int32_t lane, imp3_vec wanted)
{
    const imp3_vec n = {rows->normal[0][lane], rows->normal[1][lane], rows->normal[2][lane]};
    const imp3i_spin of = imp3i_in_row(wanted, n);
    rows->belt[0][lane] = of.y;
    rows->belt[1][lane] = of.z;
    rows->belts |= 1u << lane;
}

/// The velocity of B's body against A's that a surface that bends wants at one point; set_belt tells the rest.
static inline void imp3i_row_set_rise(imp3i_rows* rows, int32_t lane, int32_t point, imp3_vec wanted)
{
    const imp3_vec n = {rows->normal[0][lane], rows->normal[1][lane], rows->normal[2][lane]};
    rows->rise[point][lane] = imp3_vec_dot(wanted, n);
    rows->rises |= 1u << lane;
}

static inline void imp3i_prefetch_friction(const imp3i_rows* rows, int32_t lane)
{
    for (int32_t k = 0; k < 2; ++k)
    {
        impi_prefetch(&rows->side_impulse[k][lane]);
        impi_prefetch(&rows->side_total[k][lane]);
        impi_prefetch(&rows->rolling_impulse[k][lane]);
    }
    impi_prefetch(&rows->twist_impulse[lane]);
    impi_prefetch(&rows->twist_total[lane]);
}

#endif
