// SPDX-License-Identifier: MIT
//
// Joints of a world of space (joint.h).

#ifndef IMPINGE_JOINT3_H
#define IMPINGE_JOINT3_H

#include "joint.h"
#include "world3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Axes of a joint: of frame B's origin along the axes of frame A; of its turn against frame A, the twist about x and the
/// swing of x towards z (about y) and towards y (about z), as in a rotation vector; and the distance of both origins.
enum
{
    IMP3_AXIS_X = 0,
    IMP3_AXIS_Y,
    IMP3_AXIS_Z,
    IMP3_AXIS_TWIST,
    IMP3_AXIS_SWING_Y,
    IMP3_AXIS_SWING_Z,
    IMP3_AXIS_DISTANCE,
    IMP3_AXIS_COUNT
};

/// Definition of a joint. Begin with imp3_joint_default or imp3_world_joint_at.
///
/// Joints by the names they have elsewhere, and their axes that are not locked; calls below make them:
///
///     weld                 none (imp3_world_joint_at)
///     ball                 TWIST, SWING_Y and SWING_Z free, limited or with springs; with cone_y and cone_z in a cone
///     hinge                TWIST free, limited or driven
///     universal            SWING_Y and SWING_Z free, cardan; without that a joint of constant velocity
///     slider               X free, limited or driven; with TWIST free, too, it is a cylinder
///     wheel                Z with a spring, TWIST free or with a motor, SWING_Z as it is steered
///     distance             all free, DISTANCE limited from lower = upper, or with a spring
///     rope                 all free, DISTANCE limited from 0
///     friction             X to SWING_Z with a motor of speed 0 and a greatest force
///     motor                X to SWING_Z with a spring and a greatest force
///     mouse                A is the world; X, Y and Z with a spring and a greatest force, turns free
///     6-dof                each as it is wanted (imp3_world_joint_at)
typedef struct imp3_joint_def
{
    imp_body a, b;      ///< a may be zero: the world
    imp3_pose frame_a;  ///< in the frame of body A, or in the world
    imp3_pose frame_b;  ///< in the frame of body B
    imp_axis axes[IMP3_AXIS_COUNT];
    float cone_y;        ///< the swing stays within a cone that opens so far about y of A,
    float cone_z;        ///< and so far about z; at most pi, both 0 for none [rad]
    bool cardan;         ///< TWIST is the angle of a cross whose arms are y of A and z of B: less than a quarter turn
    float break_force;   ///< the joint ends after a step in which it has borne more [N]; 0 for never
    float break_torque;  ///< the same [N m]
    bool collide;        ///< colliders of both bodies meet, too
    uint64_t user;       ///< passed on unread
} imp3_joint_def;

/// A joint whose bodies do not move against each other, as if they were one; its frames are at their origins.
IMP_API imp3_joint_def imp3_joint_default(void);

/// The same with both frames at one pose of the world, as the bodies stand now.
///
/// a         may be zero: the world
/// at        where both frames are
/// out       untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE, and those of imp3_pose_check
IMP_API imp_status imp3_world_joint_at(const imp3_world* world, imp_body a, imp_body b, const imp3_pose* at,
                                       imp3_joint_def* out);

// Joints by their names: definitions for imp3_world_add_joint, with frames at a place of the world as the bodies stand
// now. Limits, springs and motors are set on their axes; a is zero for the world. All cost O(1).

/// Bodies that turn about a point of both in any way.
///
/// at        in the world [m]
/// out       untouched on error
/// returns   as imp3_world_joint_at
IMP_API imp_status imp3_world_joint_ball(const imp3_world* world, imp_body a, imp_body b, imp3_vec at,
                                         imp3_joint_def* out);

/// Bodies that turn about an axis of both: TWIST.
///
/// axis      in the world, of any length but zero
/// returns   as imp3_world_joint_at, IMP_ERR_RANGE for the zero vector
IMP_API imp_status imp3_world_joint_hinge(const imp3_world* world, imp_body a, imp_body b, imp3_vec at, imp3_vec axis,
                                          imp3_joint_def* out);

/// B slides along an axis of A, without turning.
///
/// returns   as imp3_world_joint_hinge
IMP_API imp_status imp3_world_joint_slider(const imp3_world* world, imp_body a, imp_body b, imp3_vec at, imp3_vec axis,
                                           imp3_joint_def* out);

/// Bodies that turn about a point of both: x of B stays within an eighth of a turn from x of A, and B twists as far. Set
/// cone_y, cone_z and TWIST to what they are to be; for an elliptic cone, make frames that lie as it does
/// (imp3_world_joint_at).
///
/// axis      x of both frames, in the world, of any length but zero
/// returns   as imp3_world_joint_hinge
IMP_API imp_status imp3_world_joint_cone(const imp3_world* world, imp_body a, imp_body b, imp3_vec at, imp3_vec axis,
                                         imp3_joint_def* out);

/// The joint of Cardan and Hooke: both shafts hold a cross, A an arm along y, B one along z. With a bend the turn of B runs
/// ahead of that of A and behind it: tan(turn of B) = tan(turn of A) * cos(bend), from where the arm of A is across the
/// bend. Two of them with equal bends and arms that lie alike on the shaft between make up for it. Where `cardan` is
/// cleared, TWIST itself is held, and a shaft that goes on with a bend turns as fast: a joint of constant velocity.
///
/// axis      of both shafts, in the world, of any length but zero
/// returns   as imp3_world_joint_hinge
IMP_API imp_status imp3_world_joint_universal(const imp3_world* world, imp_body a, imp_body b, imp3_vec at,
                                              imp3_vec axis, imp3_joint_def* out);

/// B slides up and down A and turns about an axle through its own origin, the hub of a wheel. Give axis Z a spring, to
/// carry A; TWIST a motor, to drive; SWING_Z is its steering: limit it to where the wheel is to look.
///
/// axis      the axle, in the world, of any length but zero
/// up        along which it is sprung; what of it is along the axle is left out
/// returns   as imp3_world_joint_hinge, IMP_ERR_RANGE also where both are along one line
IMP_API imp_status imp3_world_joint_wheel(const imp3_world* world, imp_body a, imp_body b, imp3_vec axis, imp3_vec up,
                                          imp3_joint_def* out);

/// Two places stay as far from each other as they are: a rod without mass.
///
/// at_a      in the world
/// at_b      the same
/// returns   as imp3_world_joint_at
IMP_API imp_status imp3_world_joint_distance(const imp3_world* world, imp_body a, imp_body b, imp3_vec at_a,
                                             imp3_vec at_b, imp3_joint_def* out);

/// Two places come no farther from each other than they are.
///
/// returns   as imp3_world_joint_at
IMP_API imp_status imp3_world_joint_rope(const imp3_world* world, imp_body a, imp_body b, imp3_vec at_a, imp3_vec at_b,
                                         imp3_joint_def* out);

/// B is braked against A: seen from above, what lies on a floor. Their colliders meet.
///
/// force     greatest, along each axis, at B's origin [N]; 0 for none
/// torque    greatest [N m]; 0 for none
/// returns   as imp3_world_joint_at, IMP_ERR_NEGATIVE
IMP_API imp_status imp3_world_joint_friction(const imp3_world* world, imp_body a, imp_body b, float force, float torque,
                                             imp3_joint_def* out);

/// B is brought to where it is against A, by springs of 5 Hz without overshoot. Frame A is the pose of B in it, and is
/// changed to bring it elsewhere (imp3_world_set_joint_frames). Their colliders meet.
///
/// force     greatest, along each axis, at B's origin [N]; 0 for none
/// torque    greatest [N m]; 0 for none
/// returns   as imp3_world_joint_at, IMP_ERR_NEGATIVE
IMP_API imp_status imp3_world_joint_motor(const imp3_world* world, imp_body a, imp_body b, float force, float torque,
                                          imp3_joint_def* out);

/// A place of B is pulled to a place of the world, by springs of 5 Hz without overshoot. The place of the world moves by
/// imp3_world_set_joint_frames: p of frame_a.
///
/// at        in the world: what is taken, and where it is pulled to
/// force     greatest, along each axis [N]; 0 for none
/// returns   as imp3_world_joint_at, IMP_ERR_NEGATIVE
IMP_API imp_status imp3_world_joint_mouse(const imp3_world* world, imp_body b, imp3_vec at, float force,
                                          imp3_joint_def* out);

/// State of a joint, as of the last step.
typedef struct imp3_joint_state
{
    imp_body a, b;
    float values[IMP3_AXIS_COUNT];  ///< the twist counts on past a half turn
    imp3_vec force;                 ///< on B at the origin of its frame, in the world [N]
    imp3_vec torque;                ///< on B [N m]
    uint64_t user;
} imp3_joint_state;

/// Adds a joint. Both bodies wake.
///
/// out       untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE (also where both bodies are one), IMP_ERR_ROTATION,
///           IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_RANGE (a kind, lower > upper), IMP_ERR_MEMORY
IMP_API imp_status imp3_world_add_joint(imp3_world* world, const imp3_joint_def* def, imp_joint* out);

/// Removes a joint. Both bodies wake. A removed body removes its joints.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE
IMP_API imp_status imp3_world_remove_joint(imp3_world* world, imp_joint joint);

/// The state of a joint.
///
/// out       untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE
IMP_API imp_status imp3_world_get_joint(const imp3_world* world, imp_joint joint, imp3_joint_state* out);

/// The definition of a joint, as it was made and has been changed since.
///
/// out       untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE
IMP_API imp_status imp3_world_get_joint_def(const imp3_world* world, imp_joint joint, imp3_joint_def* out);

/// The joints that broke in the last step: they are gone.
///
/// joints    room for capacity of them; null when capacity is 0
/// count     how many there are
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_COUNT (capacity below 0), IMP_ERR_SPACE when there are more than capacity:
///           then only count is written
/// cost      O(joints that broke)
IMP_API imp_status imp3_world_broken_joints(const imp3_world* world, imp_joint* joints, int32_t capacity,
                                            int32_t* count);

/// Changes an axis of a joint, its drive or its limits. Both bodies wake.
///
/// axis      IMP3_AXIS_...
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE,
///           IMP_ERR_RANGE (a kind, lower > upper, no such axis)
IMP_API imp_status imp3_world_set_axis(imp3_world* world, imp_joint joint, int32_t axis, const imp_axis* value);

/// Changes the frames of a joint: what a mouse pulls to, where a motor or a drive is to bring its body. Both bodies wake.
///
/// frame_a   in body A, or in the world; null leaves it
/// frame_b   in body B; null leaves it
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE, and those of imp3_pose_check
IMP_API imp_status imp3_world_set_joint_frames(imp3_world* world, imp_joint joint, const imp3_pose* frame_a,
                                               const imp3_pose* frame_b);

// Vehicles: a chassis and wheels are bodies as others are, and these calls make joints of wheel kind between them. Nothing
// else is stored: wheels are changed as joints are (imp3_world_set_axis), and a vehicle ends with its bodies.

/// Joins wheels to a chassis. Springs are as stiff as their frequencies say for the parts of the chassis that they bear
/// at rest, as it stands now: under gravity g a wheel gives g / (2 pi hertz)^2. Of loads that bear it, those whose squares
/// have the least sum; none is taken for less than a tenth of an equal part.
///
/// chassis   a body with mass
/// heading   in the world: x is forward, y along the axles to the left, z along which wheels are sprung
/// wheels    their bodies are where they are to be
/// count     1 or more
/// joints    room for count of them; untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE, IMP_ERR_COUNT, IMP_ERR_NAN, IMP_ERR_MAGNITUDE,
///           IMP_ERR_NEGATIVE, IMP_ERR_ROTATION, IMP_ERR_RANGE (a chassis without mass), IMP_ERR_MEMORY: all wheels or none
/// cost      O(count)
IMP_API imp_status imp3_world_add_wheels(imp3_world* world, imp_body chassis, imp3_rot heading,
                                         const imp_wheel* wheels, int32_t count, imp_joint* joints);

/// Lets a motor turn a wheel, or brakes it: with a speed of 0. Of TWIST only motor, speed and most are changed, so it does for
/// any joint that turns. Both bodies wake.
///
/// speed     wanted; above zero rolls forward, about the axle to the left [rad/s]
/// torque    greatest [N m]; 0: it rolls freely
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE
IMP_API imp_status imp3_world_drive_wheel(imp3_world* world, imp_joint wheel, float speed, float torque);

/// Steers a wheel: SWING_Z is held at an angle. Both bodies wake.
///
/// angle     to the left, at most a quarter turn to both sides [rad]
/// returns   as imp3_world_drive_wheel, IMP_ERR_RANGE
IMP_API imp_status imp3_world_steer_wheel(imp3_world* world, imp_joint wheel, float angle);

/// A bar against rolling: of two wheels the one that is up pushes the other up.
///
/// stiffness of the difference of both Z [N/m]
/// out       for imp3_world_add_coupling; untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE (also where both are one), IMP_ERR_NEGATIVE, IMP_ERR_NAN,
///           IMP_ERR_MAGNITUDE
IMP_API imp_status imp3_world_coupling_roll_bar(const imp3_world* world, imp_joint a, imp_joint b, float stiffness,
                                                imp_coupling_def* out);

// Couplings: gears, racks, pulleys, screws. A coupling is solved together with the trees of both of its joints, so
// neither ratio nor sum drifts, whatever the masses; a turn counts on past a half turn, and is exact up to 10^7 rad. A
// group of more than 64 rows that close loops (one of each coupling, too), or of more than 24 whose square is beyond 40
// times the rows of its trees, is solved row by row instead, and gives.

/// Two joints that turn by a ratio: TWIST of A + ratio * TWIST of B stays as it is now. Two wheels whose rims roll on each
/// other have a ratio of the radius of B by that of A; a belt around both has that, negative.
///
/// out       untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE, IMP_ERR_RANGE (a ratio of 0), IMP_ERR_NAN, IMP_ERR_MAGNITUDE
/// cost      O(1)
IMP_API imp_status imp3_world_coupling_gear(const imp3_world* world, imp_joint a, imp_joint b, float ratio,
                                            imp_coupling_def* out);

/// A wheel that moves a rack: X of B - radius * TWIST of A stays as it is now.
///
/// a         turns
/// b         slides along its X
/// radius    of the wheel [m]; negative, where the rack goes the other way
/// returns   as imp3_world_coupling_gear
IMP_API imp_status imp3_world_coupling_rack(const imp3_world* world, imp_joint a, imp_joint b, float radius,
                                            imp_coupling_def* out);

/// A rope over two wheels: DISTANCE of A + ratio * DISTANCE of B stays as it is now. The joints are of rope or distance
/// kind, from a wheel to what hangs there, with DISTANCE free, or limited to how far a rope reaches.
///
/// ratio     how many strands hold B for each that holds A
/// slack     the sum may also be less
/// returns   as imp3_world_coupling_gear, IMP_ERR_NEGATIVE (a ratio below 0)
IMP_API imp_status imp3_world_coupling_pulley(const imp3_world* world, imp_joint a, imp_joint b, float ratio,
                                              bool slack, imp_coupling_def* out);

/// Adds a coupling. All bodies of both joints wake. It ends with the first of its joints that is removed or breaks.
///
/// out       untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE,
///           IMP_ERR_RANGE (a kind, lower > upper, no such axis, the same axis of one joint twice, a ratio of 0),
///           IMP_ERR_MEMORY
/// cost      in each sub-step that of its bodies and joints once more (motion/joint_tree.inl: an answer)
IMP_API imp_status imp3_world_add_coupling(imp3_world* world, const imp_coupling_def* def, imp_coupling* out);

/// The couplings that broke in the last step: they are gone. Those of joints that broke are not among them.
///
/// couplings  room for capacity of them; null when capacity is 0
/// count     how many there are
/// returns   as imp3_world_broken_joints
/// cost      O(couplings that broke)
IMP_API imp_status imp3_world_broken_couplings(const imp3_world* world, imp_coupling* couplings, int32_t capacity,
                                                int32_t* count);

/// Removes a coupling. All bodies of both joints wake.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE
IMP_API imp_status imp3_world_remove_coupling(imp3_world* world, imp_coupling coupling);

/// The state of a coupling.
///
/// out       untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE
IMP_API imp_status imp3_world_get_coupling(const imp3_world* world, imp_coupling coupling, imp_coupling_state* out);

/// The definition of a coupling, as it was made and has been changed since.
///
/// out       untouched on error
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_HANDLE
IMP_API imp_status imp3_world_get_coupling_def(const imp3_world* world, imp_coupling coupling, imp_coupling_def* out);

/// Changes the axis of a coupling's sum: a winch pays out rope, a clutch is let go. All bodies of both joints wake.
///
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE, IMP_ERR_NAN, IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE,
///           IMP_ERR_RANGE (a kind, lower > upper)
IMP_API imp_status imp3_world_set_coupling(imp3_world* world, imp_coupling coupling, const imp_axis* axis);

#ifdef __cplusplus
}
#endif

#endif
