// SPDX-License-Identifier: MIT
//
// solid_compound.inl, for space: surfaces of triangles may have one side, and parts of a set a common inside.

#include "particle3.h"

#include "../math/check.h"
#include "../shape/compound3.h"
#include "impinge/narrow3.h"

#include <math.h>

#include "../math/dim3.h"

#include "solid_compound.inl"

#include "../math/dim_end.h"

#define SOLID_ON_SURFACE 0x1p-17  // a point is so near to a surface, as a part of the scale
#define SOLID_BALL 0x1p-14f       // of the scale: much more than that
#define SOLID_ALIGNED 0x1p-9f     // a normal so near to that of a face is that
#define SOLID_OFF 0x1p-20f        // by how much the nearest point may be off, as a part of the scale
#define SOLID_THICKNESS 0x1p-12f  // of surfaces with one side, as a part of their reach
#define SOLID_LEVEL 0x1p-12       // what rises less than this part of its size does not go on beyond a face

// The box of the root, placed: the smallest one would look at every part in every step.
imp_status imp3i_solid_compound_bounds(const imp3_solid* solid, imp3_box* out)
{
    const imp3_compound* c = solid->compound;
    if (c->kind == IMP3_COMPOUND_SHAPE)
    {
        return imp3_shape_bounds(c->parts, &solid->pose, out);
    }
    imp3_box all = imp3i_node_box(c, false, imp3i_node_root(c, false));
    imp3_shape box;
    imp_status status = imp3_box_make(all, &box);
    return status ? imp3_compound_bounds(c, &solid->pose, out) : imp3_shape_bounds(&box, &solid->pose, out);
}

const imp3_shape* imp3i_solid_part(const imp3_compound* c, int32_t i, imp3_shape* room)
{
    return c->parts ? &c->parts[i] : imp3i_part_at(c, i, room) ? room : NULL;
}

static float thickness_of(const imp3_compound* c, const imp3_shape* part)
{
    return SOLID_THICKNESS * (c->reach + part->radius);
}

// Who has come a little way through a face is still pushed out of it.
bool imp3i_solid_part_faces(const imp3_compound* c, const imp3_shape* part, imp3_vec local)
{
    return !c->one_sided || imp3_vec_dot(part->normal, imp3_vec_sub(local, part->a)) >= -thickness_of(c, part);
}

bool imp3i_solid_plane_is_own(const imp3_solid* solid, int32_t i, const imp3i_solid_plane* plane)
{
    const imp3i_drot q = imp3i_drot_of(solid->pose.q);
    imp3i_dvec at = imp3i_drot_solve(q, imp3i_dsub(imp3i_dvec_of(plane->point), imp3i_dvec_of(solid->pose.p)));
    imp3i_dvec n = imp3i_drot_apply_inverse(q, imp3i_dvec_of(plane->normal));
    double scale = (double)solid->compound->reach + imp3i_dnorm1(imp3i_dvec_of(solid->pose.p));
    return imp3i_normal_is_own(solid->compound, i, at, n, SOLID_ON_SURFACE * scale, SOLID_LEVEL);
}

// Between a point and a face near it there are few bits left for a normal. On a seam each of two faces would have its own.
void imp3i_solid_plane_align(const imp3_solid* solid, const imp3_shape* part, imp3_vec point, imp3i_solid_plane* plane)
{
    if (part->kind != IMP3_SHAPE_TRIANGLE || !imp3i_vec_bits(part->normal) || !imp3i_vec_bits(plane->normal))
    {
        return;
    }
    float scale = imp3i_vec_taxicab(point) + imp3i_vec_taxicab(solid->pose.p) + part->reach + part->radius;
    imp3_vec n = imp3_rot_apply(solid->pose.q, part->normal);
    bool behind = imp3_vec_dot(n, plane->normal) < 0.0f;
    if (solid->compound->one_sided && behind && plane->distance <= thickness_of(solid->compound, part))
    {
        plane->normal = imp3_vec_negate(plane->normal);
        plane->distance = -plane->distance - 2.0f * part->radius;
        behind = false;
    }
    n = behind ? imp3_vec_negate(n) : n;
    imp3_vec off = imp3_vec_sub(plane->normal, n);
    float away = fabsf(plane->distance + part->radius), most = SOLID_ALIGNED * away + SOLID_OFF * scale;
    if (imp3_vec_dot(off, off) * away * away <= most * most)
    {
        imp3_vec corner = imp3_pose_apply(solid->pose, part->a);
        plane->normal = n;
        plane->distance = imp3_vec_dot(n, imp3_vec_sub(point, corner)) - part->radius;
        plane->point = imp3i_vec_add_scaled(point, n, -plane->distance);
    }
}

// A point within parts that lie flush, or overlap: the nearest way out of all of them. A single part would tell of a face
// that is inside of another. A small ball is asked for it, as between two flush parts a point is in neither.
static bool imp3i_way_out(const imp3_solid* solid, imp3_vec point, imp3i_solid_plane* out)
{
    const float radius = SOLID_BALL * (solid->compound->reach + imp3i_vec_taxicab(solid->pose.p));
    imp3_pose at = imp3_pose_identity();
    imp3_shape ball;
    imp3_compound single;
    imp3_compound_nearest found;
    at.p = point;
    if (imp3_sphere_make(imp3i_vec_none(), radius, &ball) || imp3_compound_of_shape(&ball, &single) ||
        imp3_compound_distance(solid->compound, &solid->pose, &single, &at, &found))
    {
        return false;
    }
    out->distance = found.nearest.distance + radius;
    out->normal = found.nearest.normal;
    out->point = imp3i_vec_add_scaled(point, out->normal, -out->distance);
    return true;
}

// Finds the nearest front of a surface that has turned its back on the point where it is nearest: in growing boxes.
static bool imp3i_nearest_in_front(const imp3_solid* solid, imp3_vec point, imp3_vec local, float reach, float least,
                                   imp3i_solid_plane* out)
{
    float far = 2.0f * (solid->compound->reach + imp3i_vec_taxicab(local)), all = reach < far ? reach : far;
    float little = SOLID_OFF * all, within = least > little ? least : little;
    bool found = false;
    while (within < all && !(found && out->distance <= within))
    {
        within = 4.0f * within < all ? 4.0f * within : all;
        found = imp3i_nearest_of_sides(solid, point, local, within, out);
    }
    return found;
}

bool imp3i_solid_nearest(const imp3_solid* solid, imp3_vec point, imp3_vec local, float reach, imp3i_solid_plane* out)
{
    const imp3_compound* c = solid->compound;
    imp3_vec closest;
    float distance;
    int32_t i;
    imp3_shape room;
    if (imp3_compound_closest(c, &solid->pose, point, &closest, &distance, &i))
    {
        return false;
    }
    imp3i_make_plane(point, closest, distance, out);
    const imp3_shape* part = imp3i_part_ref(c, i, &room);
    imp3i_solid_plane_align(solid, part, point, out);
    if (!imp3i_solid_part_faces(c, part, local))
    {
        return imp3i_nearest_in_front(solid, point, local, reach, fabsf(distance), out);
    }
    return !(c->kind == IMP3_COMPOUND_SET && distance <= 0.0f) || imp3i_way_out(solid, point, out);
}

// Not where they touch or overlap at the start: distances know how to leave.
bool imp3i_solid_compound_cast(const imp3_solid* solid, imp3_vec from, imp3_vec motion, float radius, float* time,
                               imp3i_solid_plane* out, bool* met)
{
    imp3_pose at = imp3_pose_identity();
    imp3_shape ball;
    imp3_compound single;
    imp3_compound_hit first;
    at.p = imp3i_vec_tidied(from);
    if (imp3_sphere_make(imp3i_vec_none(), radius, &ball) || imp3_compound_of_shape(&ball, &single) ||
        imp3_compound_cast(solid->compound, &solid->pose, &single, &at, motion, &first) ||
        (first.hit.kind != IMP_SWEEP_NEVER && first.hit.kind != IMP_SWEEP_HIT))
    {
        return false;
    }
    *met = first.hit.kind == IMP_SWEEP_HIT;
    if (*met)
    {
        out->distance = radius;
        out->normal = first.hit.normal;
        out->point = imp3i_vec_add_scaled(imp3i_vec_add_scaled(from, motion, first.hit.time), out->normal, -radius);
        *time = first.hit.time;
    }
    return true;
}
