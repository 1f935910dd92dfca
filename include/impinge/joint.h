// SPDX-License-Identifier: MIT
//
// Joints of worlds of the plane (joint2.h) and of space (joint3.h): what both have.
//
// A joint ties a frame of one body to a frame of another. Each axis along which the second frame can move against the
// first is free, locked or limited, and may have a spring and a motor: a hinge is a joint with one free axis. Trees of
// joints are solved whole, so what is locked does not stretch, whatever hangs on it.

#ifndef IMPINGE_JOINT_H
#define IMPINGE_JOINT_H

#include "world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A joint of a world; zero is none. The handle of a joint that is gone is refused for ever.
typedef struct imp_joint
{
    uint64_t id;  ///< below 2^53
} imp_joint;

/// Kinds of axes of a joint.
enum
{
    IMP_AXIS_FREE = 0,
    IMP_AXIS_LOCKED,   ///< the value stays 0
    IMP_AXIS_LIMITED,  ///< the value stays from lower to upper
    IMP_AXIS_KIND_COUNT
};

/// An axis of a joint. Its value is a length [m] or an angle [rad]; all zero is free.
///
/// A spring pulls the value to its target, and a motor brings its rate to a speed; both at once are a drive. They are
/// solved implicitly: any stiffness is stable, and a spring without damping loses amplitude as exp(-w^2 h t / 2), where
/// w is its frequency and h the length of a sub-step.
typedef struct imp_axis
{
    int32_t kind;         ///< IMP_AXIS_...
    float lower, upper;   ///< if limited: lower <= upper
    float stiffness;      ///< of the spring [N/m, N m/rad]; 0 for none
    float damping;        ///< towards the speed [N s/m, N m s/rad]
    float hertz;          ///< above 0: stiffness and damping are found from the frequency [1/s] and the damping ratio,
    float damping_ratio;  ///< for the masses of both bodies
    float target;         ///< of the spring
    float speed;          ///< of the motor, and that at which the target of the spring moves [m/s, rad/s]
    bool motor;           ///< holds the speed
    float most;           ///< greatest force or torque of spring and motor [N, N m]; 0 for any
} imp_axis;

/// A wheel of a vehicle (imp2_world_add_wheels, imp3_world_add_wheels). Begin with imp_wheel_default.
typedef struct imp_wheel
{
    imp_body body;        ///< its origin is the hub, and is now where it is under no load
    float hertz;          ///< of the suspension, with the part of the chassis that it bears [1/s]; 0: it is rigid
    float damping_ratio;  ///< the same
    float travel_up;      ///< how far the hub may move up the chassis and down; both 0 for any
    float travel_down;
} imp_wheel;

/// A wheel of no body yet, sprung by 2 Hz with half of the critical damping.
IMP_API imp_wheel imp_wheel_default(void);

/// A coupling of a world; zero is none. The handle of a coupling that is gone is refused for ever.
typedef struct imp_coupling
{
    uint64_t id;  ///< below 2^53
} imp_coupling;

/// Definition of a coupling: an axis for a sum of two values. Begin with imp_coupling_default, or with a call that
/// makes one by its name (joint2.h, joint3.h).
///
///     ratio_a * (value of an axis of joint A) + ratio_b * (value of an axis of joint B)
///
/// Limited from lower = upper it is a gear, a rack or a pulley; limited from 0 to a length, ropes of a pulley; with a
/// spring or a motor, a tendon. A may be B: of its slide and its turn, that is a screw. The axes may be free otherwise.
typedef struct imp_coupling_def
{
    imp_joint a, b;
    int32_t axis_a, axis_b;  ///< IMP2_AXIS_... or IMP3_AXIS_...
    float ratio_a, ratio_b;  ///< not 0; of lengths and angles, in metres per radian
    imp_axis axis;           ///< of the sum
    float break_force;       ///< the coupling ends after a step in which it has borne more [N, N m]; 0 for never
    uint64_t user;           ///< passed on unread
} imp_coupling_def;

/// A coupling whose sum stays 0, both ratios 1, of joints that are to be named.
IMP_API imp_coupling_def imp_coupling_default(void);

/// State of a coupling, as of the last step.
typedef struct imp_coupling_state
{
    imp_joint a, b;
    float value;  ///< the sum
    float force;  ///< along it: the axis of a joint gets its ratio times this [N, N m]
    uint64_t user;
} imp_coupling_state;

#ifdef __cplusplus
}
#endif

#endif
