// SPDX-License-Identifier: MIT
//
// Soft constraints: bias rate and impulse scales of a spring, for sub-steps of a length.

#include "row_step.h"

#define PI 3.14159265f

impi_softness impi_softness_of(float hertz, float damping, float h)
{
    // A damped spring, integrated implicitly over a sub-step, as a soft constraint. Source: Catto 2024.
    float omega = 2.0f * PI * hertz, a = 2.0f * damping + h * omega, b = h * omega * a, c = 1.0f / (1.0f + b);
    impi_softness r = {omega / a, b * c, c};
    return r;
}
