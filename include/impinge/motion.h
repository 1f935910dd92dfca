// SPDX-License-Identifier: MIT
//
// Responses of things that move, in both dimensions.

#ifndef IMPINGE_MOTION_H
#define IMPINGE_MOTION_H

/// Response of a thing at its time of impact.
enum
{
    IMP_RESPONSE_FIRM = 0,  ///< keeps its motion, and gives way to nothing: walls, lifts
    IMP_RESPONSE_STOP,      ///< its own motion ends; others push it
    IMP_RESPONSE_SLIDE,     ///< loses its motion into the other, and goes on along it
    IMP_RESPONSE_BOUNCE,    ///< rebounds
    IMP_RESPONSE_PASS,      ///< goes on, and so does the other: sensors, and bullets that count what they cross
    IMP_RESPONSE_COUNT
};

#endif
