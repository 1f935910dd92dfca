// SPDX-License-Identifier: MIT
//
// ours_particles.inl, for the plane.

#include "particles.h"

#include "impinge/particles2.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/math/dim2.h"

#include "ours_particles.inl"

const particles_side PARTICLES_OURS2 = {"impinge",  "",        AXES,      FNI(make),   FNI(end),
                                        FNI(reset), FNI(push), FNI(step), FNI(counts), FNI(state)};
