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

/// Definition of a joint. Begin with imp3_joint_default.
typedef struct imp3_joint_def
{
    imp_body a, b;             ///< a may be zero: the world
    imp3_pose frame_a;         ///< in the frame of body A, or in the world
    imp3_pose frame_b;         ///< in the frame of body B
    imp_axis axes[IMP3_AXIS_COUNT];
    float break_force;   ///< the joint ends when it bears more in a step [N]; 0 for never
    float break_torque;  ///< the same [N m]
    bool collide;        ///< colliders of both bodies meet, too
    uint64_t user;       ///< passed on unread
} imp3_joint_def;

/// The defaults of a null definition: nothing moves, as if both were one; frames at the origins.
IMP_API imp3_joint_def imp3_joint_default(void);

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
/// returns   IMP_OK, IMP_ERR_NULL, IMP_ERR_BUSY, IMP_ERR_HANDLE (also where both bodies are one), IMP_ERR_NAN,
///           IMP_ERR_MAGNITUDE, IMP_ERR_NEGATIVE, IMP_ERR_RANGE (a kind, lower > upper), IMP_ERR_MEMORY
IMP_API imp_status imp3_world_add_joint(imp3_world* world, const imp3_joint_def* def, imp_joint* out);

/// Removes a joint. Both bodies wake. A removed body removes its joints.
IMP_API imp_status imp3_world_remove_joint(imp3_world* world, imp_joint joint);

/// The state of a joint.
IMP_API imp_status imp3_world_get_joint(const imp3_world* world, imp_joint joint, imp3_joint_state* out);

/// Changes an axis of a joint, its drive or its limits. Both bodies wake.
IMP_API imp_status imp3_world_set_axis(imp3_world* world, imp_joint joint, int32_t axis, const imp_axis* value);

#ifdef __cplusplus
}
#endif

#endif
