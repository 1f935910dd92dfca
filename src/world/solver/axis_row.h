// SPDX-License-Identifier: MIT
//
// Rows of one axis of a joint in a sub-step, which hold, limit or drive it, without a branch: so they are the same for
// one joint as for joints alike in lanes (group_lanes.inl).

#ifndef IMPI_AXIS_ROW_H
#define IMPI_AXIS_ROW_H

#include "../../math/pick.h"
#include "impinge/joint.h"

#include <math.h>

#define IMPI_JOINT_BETA 0.3f     // of the value of a held row that a sub-step takes away
#define IMPI_JOINT_BEYOND 20.0f  // slops beyond a bound that are pushed back
#define IMPI_JOINT_LITTLE 1e-6f  // softness of held rows, of what they answer: rows that repeat each other have an answer

typedef struct impi_axis_row
{
    float value;        // error of the constraint, or the deflection of a spring
    float least, most;  // impulse in a sub-step
    float softness;
    float push, relax;  // biases of the passes
    bool bounded;       // below or above
    bool waits;         // one-sided, and not reached yet
} impi_axis_row;

/// The row that holds an axis, or limits it, which has such a value; of the length of a sub-step, and what bodies answer
/// along it.
static inline impi_axis_row impi_held_row(const imp_axis* a, float value, float h, float answer)
{
    const bool locked = a->kind == IMP_AXIS_LOCKED, limited = !locked & (a->lower < a->upper);
    const bool above = value - a->lower > a->upper - value;
    const float bound = impi_pick(above & limited, a->upper, a->lower), left = value - impi_pick(locked, 0.0f, bound);
    const float beyond = impi_pick(above, -left, left);
    const bool waits = limited & (beyond > 0.0f);
    const float ahead = left / h, held = IMPI_JOINT_BETA / h * left;
    const float least = impi_pick(limited & !above, 0.0f, -INFINITY);
    const float most = impi_pick(limited & above, 0.0f, INFINITY), relax = impi_pick(waits, ahead, 0.0f);
    const impi_axis_row r = {left,  least,   most, IMPI_JOINT_LITTLE * answer, impi_pick(waits, ahead, held),
                             relax, limited, waits};
    return r;
}

/// The row that drives it: a spring or a motor pulls as it does in both passes.
static inline impi_axis_row impi_driven_row(const imp_axis* a, float value, float h, float answer)
{
    const float hertz = 6.2831853f * a->hertz, mass = impi_pick(answer > 0.0f, 1.0f / answer, 0.0f);
    const bool tuned = a->hertz > 0.0f;
    const float own = mass * hertz * hertz, damps = 2.0f * mass * a->damping_ratio * hertz, off = value - a->target;
    const float stiff = impi_pick(tuned, own, a->stiffness), damped = impi_pick(tuned, damps, a->damping);
    const float most = impi_pick(a->most > 0.0f, a->most * h, INFINITY), hard = damped + h * stiff;
    const float pulls = (stiff * off - damped * a->speed) / hard, push = impi_pick(hard > 0.0f, pulls, -a->speed);
    const float softness = impi_pick(hard > 0.0f, 1.0f / (h * hard), IMPI_JOINT_LITTLE * answer);
    const impi_axis_row r = {off, -most, most, softness, push, push, most < INFINITY, false};
    return r;
}

/// The bias of a held row that is open by more than that: what is open farther is closed (group_close.inl), not pushed.
/// A bounded row is pushed back as if it were no farther beyond its bound than some times that: a joint that has been turned
/// past its limit by whole turns would be flung back.
static inline float impi_bias_within(const impi_axis_row* r, float slop)
{
    const float open = fabsf(r->value), most = slop * impi_pick(r->bounded, IMPI_JOINT_BEYOND, 1.0f);
    return impi_pick(!r->waits & (open > most), r->push * (most / open), r->push);
}

#endif
