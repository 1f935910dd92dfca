// SPDX-License-Identifier: MIT
//
// How impulses on what turns are kept as changes of spin, while its inertia turns with it.

#ifndef IMP3I_SAME_IMPULSE_H
#define IMP3I_SAME_IMPULSE_H

#include "../math/spin3.h"

/// A change of spin that the same impulse makes with another inertia, whose inverse is told.
static inline imp3i_spin imp3i_same_impulse(imp3i_spin spin, imp3i_inertia inertia, imp3i_inertia inverse)
{
    imp3i_dspin impulse = imp3i_dinertia_apply(imp3i_dinertia_of(inertia), imp3i_dspin_of(spin));
    return imp3i_spin_of(imp3i_dinertia_apply(imp3i_dinertia_of(inverse), impulse));
}

#endif
