// SPDX-License-Identifier: MIT
//
// The memory that a hull is: its head and its arrays in one block.

#ifndef IMP3I_HULL_BLOCK_H
#define IMP3I_HULL_BLOCK_H

#include "../math/dvec3.h"
#include "hull3.h"

/// Memory for a hull of so many vertices, edges and faces; null when there is none. The caller sets vertices, edges,
/// starts, corners and sides.
imp3i_hull* imp3i_hull_allocate(const imp_allocator* allocator, int32_t vertices, int32_t edges, int32_t faces,
                                int32_t dimension);

/// The same hull in memory of its own; null when there is none.
imp3i_hull* imp3i_hull_copy(const imp3i_hull* h, const imp_allocator* allocator);

void imp3i_hull_set_vertex(imp3i_hull* h, int32_t i, imp3_vec v);

static inline imp3i_dvec imp3i_hull_vertex(const imp3i_hull* h, int32_t i)
{
    imp3i_dvec r = {h->x[i], h->y[i], h->z[i]};
    return r;
}

/// Links vertices that share an edge, and lists the faces around each.
void imp3i_hull_link(imp3i_hull* h);

/// Planes of the faces, each through the highest of its corners, to rounding. No vertex is farther than extent from
/// another. Slack becomes the most by which a corner is below the plane of its face, or anything above that of an exact
/// face.
void imp3i_hull_set_planes(imp3i_hull* h, double extent);

/// The middle of the vertices, which is the center of a flat hull.
imp3_vec imp3i_hull_middle(const imp3i_hull* h);

/// How sharp its sharpest edge is.
void imp3i_hull_measure_bend(imp3i_hull* h);

/// A copy of a hull, told from another origin: its vertices are rounded anew, normals stay, and planes, slack and what is
/// inside follow. Vertices are rounded by so little that what may be above a plane then is known without a look at all.
void imp3i_hull_tell_from(imp3i_hull* copy, const imp3i_hull* h, imp3_vec origin);

/// Repeats the last vertex and the last plane up to whole lanes.
void imp3i_hull_fill_lanes(imp3i_hull* h);

/// Finds a sphere inside of a solid hull whose slack is known.
void imp3i_hull_inscribe(imp3i_hull* h);

/// The hull of a cloud of dimension 2; null when memory is out. welded says how many points are the same as a vertex.
struct imp3i_hull_cloud;
imp3i_hull* imp3i_hull_make_flat(const struct imp3i_hull_cloud* cloud, int32_t* welded);

#endif
