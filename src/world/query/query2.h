// SPDX-License-Identifier: MIT
//
// What a world of the plane is asked, for those who keep it.

#ifndef IMP2I_QUERY_H
#define IMP2I_QUERY_H

#include "../contact/contact2.h"
#include "impinge/world_record2.h"

/// The numbers of a body, IMP2_FIELD_COUNT of them.
void imp2i_body_numbers(const imp2i_body* b, float* numbers);

#endif
