// SPDX-License-Identifier: MIT
//
// Points in compounds: the parts near the point are asked. The door of all questions about a point.

#ifndef AXES
#include "compound3.h"

#include "../math/dim3.h"
#endif

/// The lowest part that contains a point, or part_count.
static int32_t part_with(const Compound* c, const Pose* pose, Vec point, const LocalPoint* at)
{
    DBox box = FNI(box_around_point)(at, 0.0);
    PartWalk walk;
    FNI(part_walk_start)(&walk, c, &box);
    int32_t i;
    while ((i = FNI(part_walk_next)(&walk)) < c->part_count)
    {
        Shape room;
        bool inside;
        if (!FN(shape_contains)(FNI(part_ref)(c, i, &room), pose, point, &inside) && inside)
        {
            break;
        }
    }
    return i;
}

static imp_status compound_point_status(const Compound* compound, const Pose* pose, Vec point, const void* out)
{
    imp_status status = FNI(placed_compound_status)(compound, pose);
    if (status)
    {
        return status;
    }
    int32_t fault = FNI(vec_fault)(point);
    if (fault)
    {
        return impi_error(fault, 3);
    }
    return out ? IMP_OK : impi_error(IMP_ERR_NULL, 4);
}

imp_status FN(compound_contains)(const Compound* compound, const Pose* pose, Vec point, bool* out, int32_t* part)
{
    imp_status status = compound_point_status(compound, pose, point, out);
    if (status)
    {
        return status;
    }
    LocalPoint at = FNI(point_in_frame)(compound, pose, point);
    int32_t found = part_with(compound, pose, point, &at);
    *out = found < compound->part_count;
    if (part)
    {
        *part = *out ? found : -1;
    }
    return IMP_OK;
}
