// SPDX-License-Identifier: MIT
//
// How the other rooms read a compound of space.

#ifndef IMP3I_COMPOUND_H
#define IMP3I_COMPOUND_H

#include "impinge/compound3.h"
#include "shape3.h"

/// 0, IMP_ERR_NULL or IMP_ERR_COMPOUND.
static inline int32_t imp3i_compound_fault(const imp3_compound* c)
{
    bool sound = c && c->kind == IMP3_COMPOUND_SHAPE && c->part_count == 1 && !imp3i_shape_fault(c->parts);
    return !c ? IMP_ERR_NULL : sound ? 0 : IMP_ERR_COMPOUND;
}

/// The first part from part `from` on that may meet a box; part_count when there is none.
static inline int32_t imp3i_part_near(const imp3_compound* c, const imp3i_dbox* box, int32_t from)
{
    (void)c;
    (void)box;
    return from;
}

/// Refuses: no compound owns memory.
imp_status imp3i_compound_copy(const imp3_compound* compound, const imp_allocator* allocator, imp3_compound* out);

/// Nothing, as no compound of space is owned by a collider.
static inline void imp3i_compound_tell_from(imp3_compound* copy, const imp3_compound* compound, imp3_vec origin)
{
    (void)copy;
    (void)compound;
    (void)origin;
}

#endif
