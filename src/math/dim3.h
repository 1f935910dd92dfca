// SPDX-License-Identifier: MIT
//
// The dictionary of space. An .inl is written in these words and compiled once with them and once with those of
// dim2.h; dim_end.h takes them away again. dim2.h has the same words.

#include "impinge/math3.h"
#include "spin3.h"
#include "vec3.h"

#define FN(name) imp3_##name     // public names
#define FNI(name) imp3i_##name   // all others, static ones too: the library in one file holds both
#define DIM(name) IMP3_##name    // public constants
#define DIMI(name) IMP3I_##name  // all others that depend on the dimension
#define AXES 3
#define Vec imp3_vec
#define Box imp3_box
#define AT(vec, axis) (((const float*)(const void*)&(vec))[axis])  // a component
#define SET_AT(vec, axis, k) (((float*)(void*)&(vec))[axis] = (k))
#define DAT(vec, axis) (((const double*)(const void*)&(vec))[axis])  // in doubles; a DBox is lower, then upper
#define SET_DAT(vec, axis, k) (((double*)(void*)&(vec))[axis] = (k))

#include "dim_words.h"
