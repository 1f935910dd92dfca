// SPDX-License-Identifier: MIT
//
// Impulses on a body that turns, kept as changes of spin while its inertia turns with it.

#ifndef IMP3I_SAME_IMPULSE_H
#define IMP3I_SAME_IMPULSE_H

#include "../math/spin3.h"

/// The change of spin that the impulse of another one makes, with another inertia, given by its inverse.
static inline imp3i_spin imp3i_same_impulse(imp3i_spin spin, imp3i_inertia inertia, imp3i_inertia inverse)
{
    imp3i_dspin impulse = imp3i_dinertia_apply(imp3i_dinertia_of(inertia), imp3i_dspin_of(spin));
    return imp3i_spin_of(imp3i_dinertia_apply(imp3i_dinertia_of(inverse), impulse));
}

#endif
