// SPDX-License-Identifier: MIT
//
// sweep_many_interface.inl, for the plane.

#ifndef IMP2I_SWEEP_MANY_H
#define IMP2I_SWEEP_MANY_H

#include "../math/dvec2.h"
#include "../shape/compound2.h"
#include "impinge/motion2.h"

#include "../math/dim2.h"

#include "sweep_many_interface.inl"

#include "../math/dim_end.h"

/// imp2i_thing_turned, by its cosine and sine.
static inline void imp2i_thing_rotation(const imp2i_thing* m, double time, double* c, double* s)
{
    imp2i_drot q = imp2i_thing_turned(m, time);
    *c = q.c;
    *s = q.s;
}

#endif
