// SPDX-License-Identifier: MIT
//
// Parameters of contact constraints in a step, in all dimensions.

#ifndef IMPI_ROW_STEP_H
#define IMPI_ROW_STEP_H

#include "../base/arithmetic.h"

#include <stdbool.h>

/// A soft constraint: bias rate, and scales of the rigid impulse and of the accumulated impulse.
typedef struct impi_softness
{
    float rate, part, relief;
} impi_softness;

/// Parameters of all rows in a step.
typedef struct impi_row_step
{
    float h, rate;               // a sub-step, and its inverse [s], [1/s]
    float longer;                // ratio of the sub-step to that of the rows' impulses, for the warm start
    impi_softness soft, harder;  // between two moving bodies, and against a body that does not move
    float push_speed;            // greatest bias velocity of a penetration [m/s]
    float bounce_speed;          // slower approaches do not bounce [m/s]
    float keep;                  // a manifold expires when B has moved so far in A's frame [m]
    float keep_part;             // or this part of the lesser extent
    float keep_turn;             // or one of both has turned so far [rad]
    float borne;                 // a contact that changes a body's velocity by more than this bears it [m/s]
    float uneven;                // a body that bears so many times its own mass is laden
    const void* sims;            // body sims, whose inertias follow bodies that turn far
    bool watched;                // all rows need approaches
    float lead;                  // half of the step: tips are where they are by then [s]
    float passed;                // since the step began, where bodies are now [s]
    float tally;                 // part of the impulses that a relax pass adds to those of the step: 0 if it is repeated
    void* touches;               // answers of bodies to what touches them (row_touch.inl); NULL where there are none
    void* ties;                  // by block, of `rows`, where they are in the axes of the contacts
    const void* rows;
} impi_row_step;

/// Soft constraint of a spring with a frequency and a damping ratio, in sub-steps of h.
impi_softness impi_softness_of(float hertz, float damping, float h);

#endif
