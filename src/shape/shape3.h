// SPDX-License-Identifier: MIT
//
// How the other rooms read a shape of space: its fault, if it is none, its vertices, its support.
//
// A placed core is the image of the stored one under q v + p with the stored q, which is a rotation only to 2^-20. So a
// support direction d of the world is q^T d in the shape's frame, exactly; a normal n of the frame is cof(q) n in the
// world, and q n only to 2^-20. Radii are added afterwards.

#ifndef IMP3I_SHAPE_H
#define IMP3I_SHAPE_H

#include "../math/check3.h"
#include "../math/spin3.h"
#include "hull3.h"
#include "impinge/shape3.h"

/// 0, IMP_ERR_NULL or IMP_ERR_SHAPE.
static inline int32_t imp3i_shape_fault(const imp3_shape* s)
{
    if (!s)
    {
        return IMP_ERR_NULL;
    }
    bool known = (uint32_t)s->kind - IMP3_SHAPE_SPHERE <= IMP3_SHAPE_HALF_SPACE - IMP3_SHAPE_SPHERE;
    int32_t most = s->kind == IMP3_SHAPE_HULL ? IMP3_VERTEX_MAX : s->kind == IMP3_SHAPE_BOX ? 8 : s->kind;
    bool counted = s->kind > IMP3_SHAPE_HULL ? s->count == 0 : s->count >= 1 && s->count <= most;
    return known && counted && (s->kind != IMP3_SHAPE_HULL || s->block) ? 0 : IMP_ERR_SHAPE;
}

/// The origin alone.
static inline imp3_shape imp3i_shape_of_point(void)
{
    imp3_shape r = {0};
    r.kind = IMP3_SHAPE_SPHERE;
    r.count = 1;
    return r;
}

/// Whether the core is the hull of vertices: all but cylinders, cones and half-spaces.
static inline bool imp3i_is_polytope(const imp3_shape* s)
{
    return s->count > 0;
}

/// Whether the core is the hull of two discs.
static inline bool imp3i_is_curved(const imp3_shape* s)
{
    return s->kind == IMP3_SHAPE_CYLINDER || s->kind == IMP3_SHAPE_CONE;
}

static inline const imp3i_hull* imp3i_hull_of(const imp3_shape* s)
{
    return (const imp3i_hull*)s->block;
}

/// A normal of the shape's frame in the world, by the cofactors; not of unit length.
static inline imp3i_dvec imp3i_drot_normal(imp3i_drot q, imp3i_dvec n)
{
    imp3i_dvec r = imp3i_dscale(imp3i_dcross(q.y, q.z), n.x);
    r = imp3i_dadd_scaled(r, imp3i_dcross(q.z, q.x), n.y);
    return imp3i_dadd_scaled(r, imp3i_dcross(q.x, q.y), n.z);
}

/// The frame's point that q places at v: by the true inverse of a q that is a little off a rotation.
static inline imp3i_dvec imp3i_drot_solve(imp3i_drot q, imp3i_dvec v)
{
    imp3i_dvec x = imp3i_dcross(q.y, q.z), y = imp3i_dcross(q.z, q.x), z = imp3i_dcross(q.x, q.y);
    double volume = imp3i_ddot(q.x, x);
    imp3i_dvec r = {imp3i_ddot(x, v) / volume, imp3i_ddot(y, v) / volume, imp3i_ddot(z, v) / volume};
    return r;
}

/// From a to b of a cylinder or cone, not of unit length: where its disc is all there is, across x.
static inline imp3i_dvec imp3i_axis_of(const imp3_shape* s)
{
    imp3i_dvec r = imp3i_dsub(imp3i_dvec_of(s->b), imp3i_dvec_of(s->a));
    r.x = imp3i_dnorm1(r) > 0.0 ? r.x : 1.0;
    return r;
}

/// The door of the functions that take a placed shape as their first two arguments.
static inline imp_status imp3i_placed_status(const imp3_shape* shape, const imp3_pose* pose)
{
    int32_t fault = imp3i_shape_fault(shape);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    fault = imp3i_pose_fault(pose);
    return fault ? impi_error(fault, 2) : IMP_OK;
}

/// Vertex i of a core that has vertices, in the shape's frame; rounded to doubles only in a turned box. Bit k of i
/// chooses the upper side of a box along its axis k.
static inline imp3i_dvec imp3i_vertex(const imp3_shape* s, int32_t i)
{
    if (s->kind == IMP3_SHAPE_HULL)
    {
        const imp3i_hull* h = imp3i_hull_of(s);
        imp3i_dvec r = {h->x[i], h->y[i], h->z[i]};
        return r;
    }
    if (s->kind == IMP3_SHAPE_BOX)
    {
        imp3i_dvec v = {i & 1 ? s->b.x : s->a.x, i & 2 ? s->b.y : s->a.y, i & 4 ? s->b.z : s->a.z};
        return imp3i_drot_apply(imp3i_drot_of(s->turn), v);
    }
    return imp3i_dvec_of(i == 0 ? s->a : i == 1 ? s->b : s->c);
}

/// The faces of a core: of a triangle its front and its back, of a box the lower and the upper side along each axis of
/// its frame. Corners are counter-clockwise seen from outside; a corner is the index of a vertex.
int32_t imp3i_face_count(const imp3_shape* s);
int32_t imp3i_face_corner_count(const imp3_shape* s, int32_t face);
int32_t imp3i_face_corner(const imp3_shape* s, int32_t face, int32_t k);

/// The point of a core that is farthest in a direction of the shape's frame, of any length but zero; not of a
/// half-space. Among vertices the choice is right to rounding in doubles, the lowest of equals. *vertex is -1 where the
/// core has none.
imp3i_dvec imp3i_support(const imp3_shape* s, imp3i_dvec direction, int32_t* vertex);

/// A box by its corners in the axes of its turn, and a half-space by a normal of about unit length: of good numbers.
void imp3i_box_fill(imp3_box box, imp3_rot turn, float radius, imp3_shape* out);

/// The same of a triangle.
void imp3i_triangle_fill(imp3_vec a, imp3_vec b, imp3_vec c, float radius, imp3_shape* out);
void imp3i_half_space_fill(imp3_vec normal, float offset, imp3_shape* out);

/// The shape of a hull, whose memory becomes the shape's.
void imp3i_hull_fill(const imp3i_hull* hull, float radius, imp3_shape* out);

/// A shape of its own: a hull is copied. Returns IMP_OK or IMP_ERR_MEMORY, without an argument; the shape is valid.
imp_status imp3i_shape_copy(const imp3_shape* shape, const imp_allocator* allocator, imp3_shape* out);

/// How two placed shapes lie, neither of them a cylinder or a cone, decided exactly: -1 apart, 0 touching in boundary
/// points only, 1 deeper. Shapes without volume that share points touch.
int imp3i_relation(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b, const imp3_pose* pose_b);

/// Whether three accepted points lie on one line: exact.
bool imp3i_corners_flat(imp3_vec a, imp3_vec b, imp3_vec c);

#endif
