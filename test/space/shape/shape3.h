// SPDX-License-Identifier: MIT
//
// How the other rooms read a shape of space.

#ifndef IMP3I_SHAPE_H
#define IMP3I_SHAPE_H

#include "../math/check3.h"
#include "impinge/shape3.h"

/// The origin alone.
static inline imp3_shape imp3i_shape_of_point(void)
{
    const imp3_shape r = {.kind = IMP3_SHAPE_SPHERE};
    return r;
}

/// 0, IMP_ERR_NULL or IMP_ERR_SHAPE.
static inline int32_t imp3i_shape_fault(const imp3_shape* s)
{
    return !s ? IMP_ERR_NULL : s->kind == IMP3_SHAPE_SPHERE || s->kind == IMP3_SHAPE_HALF_SPACE ? 0 : IMP_ERR_SHAPE;
}

/// A shape of its own. Returns IMP_OK.
imp_status imp3i_shape_copy(const imp3_shape* shape, const imp_allocator* allocator, imp3_shape* out);

/// A copy of a shape, told from another origin.
void imp3i_shape_tell_from(imp3_shape* copy, const imp3_shape* shape, imp3_vec origin);

/// The box of imp3_shape_bounds.
imp_status imp3i_shape_box(const imp3_shape* shape, const imp3_pose* pose, imp3_box* out);

#endif
