// SPDX-License-Identifier: MIT
//
// Places of links in doubles, and what weighs: mass, centre and inertia.

#ifndef IMPINGE_IO_ROBOT_PLACE_H
#define IMPINGE_IO_ROBOT_PLACE_H

#include "io/space_place.h"

/// Mass, centre and inertia; the latter is about the centre: xx, yy, zz, xy, yz, zx, with I_xy = -integral of x y.
typedef struct io_robot_mass
{
    double mass, center[3], inertia[6];
} io_robot_mass;

io_place io_place_none(void);

/// The place `inner` of a frame that is at `outer`.
io_place io_place_of(const io_place* outer, const io_place* inner);
void io_place_point(const io_place* place, const double* point, double* out);
void io_place_turn(const io_place* place, const double* vector, double* out);

/// Turned about an axis of length 1 through a point, or moved by a way.
io_place io_place_about(const double* point, const double* axis, double angle);
io_place io_place_moved(const double* way);

/// Turned as a quaternion w, x, y, z says, of any length but zero.
io_place io_place_quat(const double* q);

/// Whose z axis is along a direction of length 1, turned the shortest way.
io_place io_place_along(const double* z);

/// One turn after another: about axes that turn with it (small letters: x, y, z), or stand (X, Y, Z).
bool io_place_euler(const char* sequence, const double* angles, io_place* out);

double io_dot3(const double* a, const double* b);
void io_cross3(const double* a, const double* b, double* out);

/// Makes its length 1; false of zero.
bool io_unit3(double* v);

/// A place as seen from a frame that is at a place of another.
io_robot_mass io_mass_at(const io_place* place, const io_robot_mass* mass);

/// Both together.
io_robot_mass io_mass_sum(const io_robot_mass* a, const io_robot_mass* b);
io_robot_mass io_mass_scaled(const io_robot_mass* mass, double factor);

/// Whether something could weigh that: the inertia is positive about every axis.
bool io_mass_turns(const io_robot_mass* mass);

#endif
