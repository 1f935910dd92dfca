// SPDX-License-Identifier: MIT
//
// The state of a body as numbers, for hashes and recordings.

#ifndef AXES
#include "../contact/contact2.h"
#include "impinge/world_record2.h"

#include "../../math/dim2.h"
#endif

/// The numbers of a body, FIELD_COUNT of them: position, rotation, velocity, angular velocity.
void FNI(body_numbers)(const Body* b, float* numbers);
