// SPDX-License-Identifier: MIT
//
// Compounds as solids, part by part: a particle in the corner of a chain touches two of them, in that of a room three.
//
// The nearest part has the first plane. Of the others only those count whose surface rises above the planes that are
// there already: so the joints of a floor, and the sides behind a convex corner, add nothing. In space, where the nearest
// place of a part is often at its rim, it counts only if the normal there is one of the whole, too.

#ifndef AXES
#include "particle3.h"

#include "../math/check.h"
#include "../shape/compound3.h"

#include <math.h>

#include "../math/dim3.h"
#endif

#define RISES 0x1p-10f  // of the reach and the distance: above a plane

// Functions that depend on the dimension, in solid_compound2.c and solid_compound3.c

/// Part i; null where there is none. room is for where it has to be made.
const Shape* FNI(solid_part)(const Compound* c, int32_t i, Shape* room);

/// Whether a part collides on the side on which a point of the compound's frame is.
bool FNI(solid_part_faces)(const Compound* c, const Shape* part, Vec local);

/// The nearest plane of those parts that collide where the point is. Of one farther away than reach it may tell nothing.
bool FNI(solid_nearest)(const Solid* solid, Vec point, Vec local, float reach, SolidPlane* out);

/// Whether the normal of part i at a point of its surface is one of the whole.
bool FNI(solid_plane_is_own)(const Solid* solid, int32_t i, const SolidPlane* plane);

/// Rids the plane of a part of what rounding did to it, where the normal of a face is known.
void FNI(solid_plane_align)(const Solid* solid, const Shape* part, Vec point, SolidPlane* plane);

int32_t FNI(solid_compound_fault)(const Solid* solid)
{
    return FNI(compound_fault)(solid->compound);
}

// A plane through the nearest point of a boundary, of which the distance is known. Without a normal if the point is on
// it.
static void FNI(make_plane)(Vec point, Vec closest, float distance, SolidPlane* out)
{
    Vec away = FN(vec_sub)(point, closest);
    float length = sqrtf(FN(vec_dot)(away, away));
    out->point = closest;
    out->normal = length > 0.0f ? FNI(vec_divide)(away, distance < 0.0f ? -length : length) : FNI(vec_none)();
    out->distance = length > 0.0f ? distance : 0.0f;
}

// The plane of part i. False where there is none that collides on the side of the point.
static bool FNI(make_plane_of_part)(const Solid* solid, int32_t i, Vec point, Vec local, SolidPlane* out)
{
    Shape room;
    const Shape* part = FNI(solid_part)(solid->compound, i, &room);
    Vec closest;
    float distance;
    if (!part || !FNI(solid_part_faces)(solid->compound, part, local) ||
        FN(shape_closest)(part, &solid->pose, point, &closest, &distance) != IMP_OK)
    {
        return false;
    }
    FNI(make_plane)(point, closest, distance, out);
    FNI(solid_plane_align)(solid, part, point, out);
    return true;
}

static bool FNI(rises)(const SolidPlane* plane, const SolidPlane* found, int32_t count, float reach)
{
    for (int32_t i = 0; i < count; ++i)
    {
        Vec from = FN(vec_sub)(plane->point, found[i].point);
        if (!(FN(vec_dot)(found[i].normal, from) > RISES * (reach + fabsf(found[i].distance))))
        {
            return false;
        }
    }
    return true;
}

static DBox FNI(box_of_reach)(Vec local, float reach)
{
    DBox box;
    for (int k = 0; k < AXES; ++k)
    {
        SET_DAT(box, k, (double)AT(local, k) - (double)reach);
        SET_DAT(box, AXES + k, (double)AT(local, k) + (double)reach);
    }
    return box;
}

// The nearest plane of the parts within reach that collide where the point is: of a chain or a surface with one side.
static bool FNI(nearest_of_sides)(const Solid* solid, Vec point, Vec local, float reach, SolidPlane* out)
{
    const Compound* c = solid->compound;
    const DBox box = FNI(box_of_reach)(local, reach);
    bool any = false;
    PartWalk walk;
    FNI(part_walk_start)(&walk, c, &box);
    for (int32_t i; (i = FNI(part_walk_next)(&walk)) < c->part_count;)
    {
        SolidPlane plane;
        if (FNI(make_plane_of_part)(solid, i, point, local, &plane))
        {
            *out = !any || plane.distance < out->distance ? plane : *out;
            any = true;
        }
    }
    return any;
}

int32_t FNI(solid_compound_planes)(const Solid* solid, Vec point, float reach, SolidPlane* out)
{
    const Compound* c = solid->compound;
    point = FNI(vec_tidied)(point);  // particles may be as near to 0 as they like
    Vec local = FN(rot_apply_inverse)(solid->pose.q, FN(vec_sub)(point, solid->pose.p));
    if (!FNI(solid_nearest)(solid, point, local, reach, &out[0]) || out[0].distance > reach)
    {
        return 0;
    }
    int32_t count = 1;
    if (c->kind == DIM(COMPOUND_SHAPE) || out[0].distance <= 0.0f || !(reach < INFINITY))
    {
        return count;
    }
    const DBox box = FNI(box_of_reach)(local, reach * 1.001f);
    PartWalk walk;
    FNI(part_walk_start)(&walk, c, &box);
    for (int32_t i; count < IMPI_PLANES_MOST && (i = FNI(part_walk_next)(&walk)) < c->part_count;)
    {
        SolidPlane* next = &out[count];
        count += FNI(make_plane_of_part)(solid, i, point, local, next) && next->distance > 0.0f &&
                 next->distance <= reach && FNI(rises)(next, out, count, reach) &&
                 FNI(solid_plane_is_own)(solid, i, next);
    }
    return count;
}
