// SPDX-License-Identifier: MIT
//
// Vectors, rotations and spins in bytes (base/bytes.h), component by component.

#ifndef AXES
#include "../base/bytes.h"

#include "dim3.h"
#endif

static inline void FNI(visit_vec)(impi_bytes* b, Vec* v, int32_t (*fault)(float))
{
    for (int k = 0; k < AXES; ++k)
    {
        impi_visit_float(b, &FNI(vec_numbers)(v)[k], fault);
    }
}

static inline void FNI(visit_rot)(impi_bytes* b, Rot* q)
{
    for (int k = 0; k < DIMI(ROT_FIELDS); ++k)
    {
        impi_visit_float(b, &FNI(rot_numbers)(q)[k], NULL);
    }
}

static inline void FNI(visit_spin)(impi_bytes* b, Spin* spin, int32_t (*fault)(float))
{
    for (int k = 0; k < DIMI(SPIN_FIELDS); ++k)
    {
        impi_visit_float(b, &FNI(spin_numbers)(spin)[k], fault);
    }
}
