// SPDX-License-Identifier: MIT
//
// Things of space as sets of convex parts. There are none of more than one part yet.

#ifndef IMPINGE_COMPOUND3_H
#define IMPINGE_COMPOUND3_H

#include "shape3.h"

enum
{
    IMP3_COMPOUND_NONE = 0,
    IMP3_COMPOUND_SHAPE = 3  ///< one convex shape that lives elsewhere
};

typedef struct imp3_compound
{
    int32_t kind;        ///< IMP3_COMPOUND_...
    int32_t part_count;  ///< 1
    float reach;         ///< [m]
    const imp3_shape* parts;
} imp3_compound;

IMP_API imp_status imp3_compound_of_shape(const imp3_shape* shape, imp3_compound* out);
IMP_API void imp3_compound_free(imp3_compound* compound);
IMP_API imp_status imp3_compound_bounds(const imp3_compound* compound, const imp3_pose* pose, imp3_box* out);
IMP_API imp_status imp3_compound_mass(const imp3_compound* compound, float density, imp3_mass* out);
IMP_API imp_status imp3_compound_contains(const imp3_compound* compound, const imp3_pose* pose, imp3_vec point,
                                          bool* out, int32_t* part);

#endif
