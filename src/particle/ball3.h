// SPDX-License-Identifier: MIT
//
// A particle as a filled sphere. ball2.h has the same of a circle.

#ifndef IMP3I_BALL_H
#define IMP3I_BALL_H

#define IMP3I_BALL_INERTIA 0.4f  // in m r^2

static inline float imp3i_ball_volume(float radius)
{
    return 4.18879020f * radius * radius * radius;
}

/// The part of it that lies below a plane at a height above its centre, from -1 to 1 radii.
static inline float imp3i_ball_part(float height)
{
    return 0.25f * (2.0f + height * (3.0f - height * height));
}

#endif
