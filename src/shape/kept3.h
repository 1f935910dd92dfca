// SPDX-License-Identifier: MIT
//
// Shapes and compounds as a world keeps them: copies of its own, told from a body's centre of mass, in boxes that are
// found soon.

#ifndef IMP3I_KEPT_H
#define IMP3I_KEPT_H

#include "compound3.h"
#include "shape3.h"

/// A copy of a shape, told from another origin: its corners are rounded anew, all else is as it was.
void imp3i_shape_tell_from(imp3_shape* copy, const imp3_shape* shape, imp3_vec origin);

/// A box that has all of a valid shape, by some roundings larger than that of imp3_shape_bounds, and sooner found. Returns
/// IMP_OK, or what is wrong with the pose.
imp_status imp3i_shape_box(const imp3_shape* shape, const imp3_pose* pose, imp3_box* out);

/// The same at a pose without a fault: a body of many shapes has one.
imp_status imp3i_shape_box_at(const imp3_shape* shape, const imp3_pose* pose, imp3_box* out);

enum
{
    IMP3I_SHAPES_SEEN = 64
};

/// A copy of a shape that shares its hull with an equal one of those last seen, or becomes one of them. Worlds are full
/// of equal hulls: shared ones stay in the cache. Returns IMP_OK or IMP_ERR_MEMORY, without an argument.
///
/// seen      IMP3I_SHAPES_SEEN of them, at first all zero; to be freed
imp_status imp3i_shape_share(imp3_shape* seen, const imp3_shape* shape, const imp_allocator* allocator,
                             imp3_shape* out);

/// Whether a copy of a shape may share its memory with others.
static inline bool imp3i_shape_may_share(const imp3_shape* shape)
{
    return shape->kind == IMP3_SHAPE_HULL;
}

/// A shape with a larger radius, which shares its memory.
static inline imp3_shape imp3i_shape_grown(const imp3_shape* shape, float by)
{
    imp3_shape grown = *shape;
    grown.radius = shape->radius + by;
    return grown;
}

/// A compound as a world keeps it and gives it out: another reference to the same one, but of a mesh that was bent one
/// that is made anew as it is, so that all meshes of worlds are as their maker leaves them. Returns IMP_OK; of bent
/// meshes also IMP_ERR_MEMORY and IMP_ERR_EMPTY.
imp_status imp3i_compound_share(const imp3_compound* compound, const imp_allocator* allocator, imp3_compound* out);

/// A set or triangles with memory of its own, to be told from another origin; another reference to a height field, which
/// is not, as it is of no dynamic body. Returns IMP_OK or IMP_ERR_MEMORY, without an argument.
imp_status imp3i_compound_copy(const imp3_compound* compound, const imp_allocator* allocator, imp3_compound* out);

/// A copy of a set or triangles, told from another origin: its corners are rounded anew, and boxes follow. A height field
/// stays.
void imp3i_compound_tell_from(imp3_compound* copy, const imp3_compound* compound, imp3_vec origin);

/// Triangles whose points the caller has moved, and whose memory nobody shares: their tree follows, with the groups that
/// it has, and a field is left behind.
void imp3i_triangles_bend(imp3_compound* mesh);

/// The mass of a compound as a body has it: IMP_ERR_RANGE for half-spaces and height fields, which are for bodies that are
/// not dynamic.
imp_status imp3i_body_mass_of(const imp3_compound* compound, float density, imp3_mass* out);

#endif
