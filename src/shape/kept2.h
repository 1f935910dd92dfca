// SPDX-License-Identifier: MIT
//
// Shapes and compounds as a world keeps them: copies of its own, told from a body's centre of mass, in boxes that are
// found soon.

#ifndef IMP2I_KEPT_H
#define IMP2I_KEPT_H

#include "compound2.h"
#include "shape2.h"

/// A copy of a shape, told from another origin: its corners are rounded anew, all else is as it was.
void imp2i_shape_tell_from(imp2_shape* copy, const imp2_shape* shape, imp2_vec origin);

/// A box that has all of a valid shape, by some roundings larger than that of imp2_shape_bounds, and sooner found. Returns
/// IMP_OK, or what is wrong with the pose.
imp_status imp2i_shape_box(const imp2_shape* shape, const imp2_pose* pose, imp2_box* out);

/// The same at a pose without a fault: a body of many shapes has one.
imp_status imp2i_shape_box_at(const imp2_shape* shape, const imp2_pose* pose, imp2_box* out);

enum
{
    IMP2I_SHAPES_SEEN = 1
};

/// A copy of a shape: polygons are small, so none is shared.
static inline imp_status imp2i_shape_share(imp2_shape* seen, const imp2_shape* shape, const imp_allocator* allocator,
                                           imp2_shape* out)
{
    (void)seen;
    return imp2i_shape_copy(shape, allocator, out);
}

/// Whether a copy of a shape may share its memory with others.
static inline bool imp2i_shape_may_share(const imp2_shape* shape)
{
    (void)shape;
    return false;
}

/// A shape with a larger radius, which shares its memory.
static inline imp2_shape imp2i_shape_grown(const imp2_shape* shape, float by)
{
    imp2_shape grown = *shape;
    grown.radius = shape->radius + by;
    grown.kind = shape->count == 1 ? IMP2_SHAPE_CIRCLE : shape->count == 2 ? IMP2_SHAPE_CAPSULE : IMP2_SHAPE_POLYGON;
    return grown;
}

/// A region or a chain with memory of its own. Returns IMP_OK or IMP_ERR_MEMORY, without an argument.
imp_status imp2i_compound_copy(const imp2_compound* compound, const imp_allocator* allocator, imp2_compound* out);

/// A compound as a world keeps it and gives it out.
static inline imp_status imp2i_compound_share(const imp2_compound* compound, const imp_allocator* allocator,
                                              imp2_compound* out)
{
    return imp2i_compound_copy(compound, allocator, out);
}

/// A copy of a region or a chain, told from another origin: its corners are rounded anew, all else is as it was.
void imp2i_compound_tell_from(imp2_compound* copy, const imp2_compound* compound, imp2_vec origin);

/// The mass of a compound as a body has it.
static inline imp_status imp2i_body_mass_of(const imp2_compound* compound, float density, imp2_mass* out)
{
    return imp2_compound_mass(compound, density, out);
}

#endif
