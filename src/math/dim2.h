// SPDX-License-Identifier: MIT
//
// The dictionary of the plane. An .inl is written in these words and compiled once with them and once with those of
// dim3.h; dim_end.h takes them away again. dim3.h has the same words.

#include "impinge/math2.h"
#include "spin2.h"
#include "vec2.h"

#define FN(name) imp2_##name     // public names
#define FNI(name) imp2i_##name   // all others, static ones too: the library in one file holds both
#define DIM(name) IMP2_##name    // public constants
#define DIMI(name) IMP2I_##name  // all others that depend on the dimension
#define AXES 2
#define Vec imp2_vec
#define Box imp2_box
#define AT(vec, axis) (((const float*)(const void*)&(vec))[axis])  // a component
#define SET_AT(vec, axis, k) (((float*)(void*)&(vec))[axis] = (k))
#define DAT(vec, axis) (((const double*)(const void*)&(vec))[axis])  // in doubles; a DBox is lower, then upper
#define SET_DAT(vec, axis, k) (((double*)(void*)&(vec))[axis] = (k))

#include "dim_words.h"
