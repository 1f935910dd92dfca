// SPDX-License-Identifier: MIT
//
// Types shared by drawings of worlds of the plane (world_draw2.h) and of space (world_draw3.h).

#ifndef IMPINGE_WORLD_DRAW_H
#define IMPINGE_WORLD_DRAW_H

#include "base.h"

/// Kinds of lines.
enum
{
    IMP_DRAW_OUTLINES =
        1,                 ///< of all colliders; a circle has its x axis, what is one-sided ticks where it is felt, and
                           ///< what is one-way an arrow
    IMP_DRAW_BOXES = 2,    ///< as the index has them
    IMP_DRAW_CENTERS = 4,  ///< of mass, as crosses; and the x axis there, of what moves
    IMP_DRAW_CONTACTS = 8,  ///< points as crosses, with their normals
    IMP_DRAW_ISLANDS = 16,  ///< what fell asleep together: a ring through the centres
    IMP_DRAW_JOINTS = 32  ///< anchors as crosses, with lines to the centres of their bodies and between them; axes that
                          ///< are not free in their frame, limits of lengths, where limits of turns lie, and the edge
                          ///< of a cone; coupled axes as they stand, with a line between both: of a pulley its rope
};

#endif
