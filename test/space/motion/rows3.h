// SPDX-License-Identifier: MIT
//
// Rows of space: the constraints of a contact of two bodies, as in rows2.h, but in vectors. One row is one manifold of
// one point; friction along both tangents is limited by one cone.
//
// Free rotation keeps the angular momentum, and not the spin (spin3.h). The change of spin that follows is no impulse
// of a contact, and no part of a warm start (bent).

#ifndef IMP3I_ROWS_H
#define IMP3I_ROWS_H

#include "../base/bits.h"
#include "../math/spin3.h"
#include "../math/vec3.h"
#include "colours.h"
#include "impinge/narrow3.h"
#include "impinge/surface.h"
#include "row_step.h"

enum
{
    IMP3I_POINTS = 4  // of a manifold; spheres have one
};

/// A body while it is solved. Place 0 is what does not move.
typedef struct imp3i_solver_body
{
    imp3_vec velocity;  // of the centre [m/s]
    imp3i_spin spin;
    float fast;               // as the step ends: what is fast, as continuous2.h has it
    imp3_vec moved;           // from where it was at the beginning of the step
    imp3_rot turned, was, q;  // rotation since then; of the body then and now
    imp3i_inertia inertia, inverse;
    imp3i_momentum momentum;
    imp3i_spin bent;  // change of spin by free rotation, since forces acted
    uint32_t turn_locks;
} imp3i_solver_body;

/// A body with a velocity, before it moves.
static inline imp3i_solver_body imp3i_solver_body_of(imp3_vec velocity, imp3i_spin spin)
{
    const imp3_rot none = imp3_pose_identity().q;
    const imp3i_solver_body r = {.velocity = velocity, .spin = spin, .turned = none, .was = none, .q = none};
    return r;
}

/// Sets the inertia of a body, in its frame, and its rotation.
static inline void imp3i_solver_body_turns(imp3i_solver_body* m, imp3i_inertia inertia, imp3i_inertia inverse,
                                           imp3_rot q, uint32_t locks)
{
    m->was = m->q = q;
    m->inertia = inertia;
    m->inverse = inverse;
    m->momentum = imp3i_momentum_of(imp3i_inertia_turned(inertia, q), m->spin);
    m->turn_locks = locks;
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

static inline imp3_vec imp3i_solver_moved(const imp3i_solver_body* m)
{
    return m->moved;
}

static inline imp3_rot imp3i_solver_turned(const imp3i_solver_body* m)
{
    return m->turned;
}

static inline void imp3i_solver_set_moved(imp3i_solver_body* m, imp3_vec moved, imp3_rot turned)
{
    m->moved = moved;
    m->turned = turned;
}

/// What acts on a body that moves, in each sub-step, and its velocity before contacts acted.
typedef struct imp3i_body_force
{
    imp3_vec added, slowed, before;
    imp3i_spin added_spin, slowed_spin, before_spin;
} imp3i_body_force;

/// Of velocities that a sub-step adds, and the factors of damping; 0 along and about locked axes.
static inline imp3i_body_force imp3i_body_force_of(imp3_vec added, imp3i_spin added_spin, float slowed,
                                                   float slowed_spin, uint32_t locks)
{
    const imp3_vec left = {slowed, slowed, slowed}, left_spin = {slowed_spin, slowed_spin, slowed_spin};
    const imp3i_body_force r = {.added = added,
                                .slowed = imp3i_vec_locked(left, locks),
                                .added_spin = added_spin,
                                .slowed_spin = imp3i_spin_locked(left_spin, locks >> 3)};
    return r;
}

/// Before the first sub-step: no contact has acted.
static inline void imp3i_body_force_begin(imp3i_body_force* d, const imp3i_solver_body* m)
{
    d->before = m->velocity;
    d->before_spin = m->spin;
}

/// Each component times that of the other one.
static inline imp3_vec imp3i_slowed(imp3_vec v, imp3_vec part)
{
    const imp3_vec r = {v.x * part.x, v.y * part.y, v.z * part.z};
    return r;
}

/// Forces of a sub-step, and once more what contacts have done in the one before.
static inline void imp3i_body_force_act(imp3i_body_force* d, imp3i_solver_body* m)
{
    imp3_vec pushed = imp3_vec_sub(m->velocity, d->before);
    imp3i_spin turned = imp3i_spin_sub(imp3i_spin_sub(m->spin, d->before_spin), m->bent);
    d->before = imp3i_slowed(imp3_vec_add(m->velocity, d->added), d->slowed);
    d->before_spin = imp3i_slowed(imp3i_spin_add(m->spin, d->added_spin), d->slowed_spin);
    m->velocity = imp3_vec_add(d->before, pushed);
    m->spin = imp3i_spin_add(d->before_spin, turned);
    m->bent = imp3i_spin_none();
}

/// One point of sixteen contacts.
typedef struct imp3i_point_rows
{
    float gap[IMPI_ROW_LANES];      // at the beginning of the step [m]
    float impulse[IMPI_ROW_LANES];  // in a sub-step [N s]
    float total[IMPI_ROW_LANES];    // of the whole step
} imp3i_point_rows;

/// Sixteen rows.
typedef struct imp3i_rows
{
    int32_t a[IMPI_ROW_LANES], b[IMPI_ROW_LANES];  // impi_row_bodies; both ~0 in lanes that are not in use
    imp3_vec normal[IMPI_ROW_LANES];
    imp3_vec along[2][IMPI_ROW_LANES];                     // tangents; with the normal, a right-handed frame
    float mass_a[IMPI_ROW_LANES], mass_b[IMPI_ROW_LANES];  // inverse ones
    imp3i_inertia inertia_a[IMPI_ROW_LANES], inertia_b[IMPI_ROW_LANES];  // inverse ones, in the world
    imp3_vec arm_a[IMPI_ROW_LANES], arm_b[IMPI_ROW_LANES];               // from the centres to the point
    imp3_vec core_a[IMPI_ROW_LANES], core_b[IMPI_ROW_LANES];             // the same without what is round
    float mass[IMPI_ROW_LANES];             // what resists along the normal [kg]; 0 where there is no point
    imp3i_point_rows points[IMP3I_POINTS];  // all but the first are none
    float side_mass[3][IMPI_ROW_LANES];     // effective mass along both tangents: uu, vv, uv
    float side_impulse[IMPI_ROW_LANES][2];  // in a sub-step [N s]
    float side_total[IMPI_ROW_LANES][2];    // of the whole step
    float friction[IMPI_ROW_LANES];
    float rolling_impulse[IMPI_ROW_LANES];  // none: there is no rolling resistance yet
    float restitution[IMPI_ROW_LANES];      // 0 for none
    float rebound[IMPI_ROW_LANES];          // velocity along the normal that a bounce is to give [m/s]
    float approach[IMPI_ROW_LANES];         // the same before the step's forces [m/s]
    // When the manifold was made: its depth, from centre to centre, and how both bodies were turned.
    float depth[IMPI_ROW_LANES];
    imp3_vec between[IMPI_ROW_LANES];
    imp3_rot turn_a[IMPI_ROW_LANES], turn_b[IMPI_ROW_LANES];
    float parting[IMPI_ROW_LANES];  // 1 where a motion along the normal counts as one along the surface
    float extent_a[IMPI_ROW_LANES], extent_b[IMPI_ROW_LANES];
    int32_t body_a[IMPI_ROW_LANES], body_b[IMPI_ROW_LANES];  // places of their sims, or -1
    uint32_t used, second;                                   // bits: lanes that have a first, and a second point
    uint32_t springy, rolls;                                 // lanes with restitution, and with rolling resistance
    uint32_t told;                                           // lanes whose contact is known to touch
} imp3i_rows;

#include "../math/dim3.h"

#include "row_interface.inl"

#include "../math/dim_end.h"

#endif
