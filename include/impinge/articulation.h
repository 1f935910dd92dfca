// SPDX-License-Identifier: MIT
//
// Articulations: trees of joints as robots and animals are, in the plane (articulation2.h) and in space
// (articulation3.h): what both have.
//
// An articulation is no thing of its own: it is bodies and joints of a world, and a list of those joints. One call
// makes all of them of a description; others speak of the whole tree in the freedoms of its joints: where it is, how it
// moves, to which pose its drives are to bring it, and what its forces and accelerations have to do with each other.

#ifndef IMPINGE_ARTICULATION_H
#define IMPINGE_ARTICULATION_H

#include "joint.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The parent of a link that is on none before it.
enum
{
    IMP_LINK_FREE = -1,  ///< nothing: it has no joint
    IMP_LINK_BASE = -2   ///< the base: a body of the world, or the world itself
};

/// A tree of joints that are in a world, and the one of its bodies that hangs on none of them.
///
/// Its freedoms are numbered: those of a free root come first; then those of the joints, in their order, by axis. A
/// root has as many as it can move along and about (in the plane 3, in space 6); a joint one for each axis that is not
/// locked, nor limited to one value. A joint with its distance limited (a rope, a rod) is no joint of a tree; it may
/// tie bodies of one. What the values of a joint are is in joint2.h and joint3.h; the value of a root is where its
/// origin is, and how it is turned (in space: a rotation vector), and its rates are the velocity of its origin, and its
/// angular velocity. Forces and torques do work at these rates: that of an axis is what its drive would exert.
typedef struct imp_articulation
{
    imp_body root;            ///< dynamic; zero where the tree hangs on the world, and on bodies that are not dynamic
    const imp_joint* joints;  ///< one of whose bodies is in the tree by then, or what it hangs on; and the other is not
    int32_t joint_count;
} imp_articulation;

/// A freedom of an articulation.
typedef struct imp_freedom
{
    int32_t joint;  ///< place among its joints, or -1: of the root
    int32_t axis;   ///< IMP2_AXIS_... or IMP3_AXIS_...
} imp_freedom;

#ifdef __cplusplus
}
#endif

#endif
