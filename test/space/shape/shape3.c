// SPDX-License-Identifier: MIT
//
// Shapes of space: made, copied, bounded, weighed.

#include "shape3.h"

#include "../base/status.h"
#include "../math/vec3.h"
#include "extent3.h"

#include <float.h>

#define ROUNDED 0x1p-21f  // margin of the box of a placed sphere, as a part of the scale
#define PI 3.14159265358979324

imp_status imp3_sphere_make(imp3_vec center, float radius, imp3_shape* out)
{
    int32_t fault = imp3i_vec_fault(center), fault_radius = impi_number_fault_negative(radius);
    if (fault || fault_radius)
    {
        return fault ? impi_error(fault, 1) : impi_error(fault_radius, 2);
    }
    if (out)
    {
        const imp3_shape r = {.kind = IMP3_SHAPE_SPHERE, .radius = radius, .center = center};
        *out = r;
        out->reach = sqrtf(imp3_vec_dot(center, center));
    }
    return IMP_OK;
}

imp_status imp3_half_space_make(imp3_vec normal, imp3_shape* out)
{
    int32_t fault = imp3i_vec_fault(normal);
    fault = fault ? fault : imp3i_vec_bits(normal) ? 0 : IMP_ERR_RANGE;
    if (fault)
    {
        return impi_error(fault, 1);
    }
    if (out)
    {
        const imp3_shape r = {.kind = IMP3_SHAPE_HALF_SPACE,
                              .reach = IMP3_HALF_SPACE_REACH,
                              .normal = imp3i_vec_tidy(imp3i_dunit_of(normal))};
        *out = r;
    }
    return IMP_OK;
}

imp_status imp3_box_make(imp3_box box, imp3_shape* out)
{
    (void)box;
    (void)out;
    return impi_error(IMP_ERR_SHAPE, 1);
}

void imp3_shape_free(imp3_shape* shape)
{
    if (shape)
    {
        const imp3_shape none = {.kind = IMP3_SHAPE_NONE};
        *shape = none;
    }
}

imp_status imp3i_shape_copy(const imp3_shape* shape, const imp_allocator* allocator, imp3_shape* out)
{
    (void)allocator;
    *out = *shape;
    return IMP_OK;
}

void imp3i_shape_tell_from(imp3_shape* copy, const imp3_shape* shape, imp3_vec origin)
{
    copy->center = imp3i_vec_tidied(imp3_vec_sub(shape->center, origin));
    copy->reach =
        shape->kind == IMP3_SHAPE_SPHERE ? sqrtf(imp3_vec_dot(copy->center, copy->center)) : IMP3_HALF_SPACE_REACH;
}

// The box of a half-space with an upright normal ends at its plane.
static void bound_half_space(imp3_vec normal, imp3_vec at, imp3_box* box)
{
    const float n[3] = {normal.x, normal.y, normal.z}, p[3] = {at.x, at.y, at.z};
    float *lower[3] = {&box->lower.x, &box->lower.y, &box->lower.z},
          *upper[3] = {&box->upper.x, &box->upper.y, &box->upper.z};
    for (int k = 0; k < 3; ++k)
    {
        *upper[k] = n[k] >= 1.0f ? p[k] : *upper[k];
        *lower[k] = n[k] <= -1.0f ? p[k] : *lower[k];
    }
}

imp_status imp3_shape_bounds(const imp3_shape* shape, const imp3_pose* pose, imp3_box* out)
{
    int32_t fault = imp3i_shape_fault(shape), fault_pose = fault ? 0 : imp3i_pose_fault(pose);
    fault = fault ? fault : fault_pose;
    if (fault || !out)
    {
        return impi_error(fault ? fault : IMP_ERR_NULL, fault_pose ? 2 : fault ? 1 : 3);
    }
    imp3_vec center = imp3_pose_apply(*pose, shape->center);
    float scale = shape->reach + shape->radius + imp3i_vec_taxicab(pose->p);
    bool round = shape->kind == IMP3_SHAPE_SPHERE;
    *out = imp3i_box_around(round ? center : pose->p, round ? shape->radius + ROUNDED * scale : IMP3_HALF_SPACE_BOX);
    if (!round)
    {
        bound_half_space(imp3_rot_apply(pose->q, shape->normal), center, out);
    }
    return IMP_OK;
}

imp_status imp3i_shape_box(const imp3_shape* shape, const imp3_pose* pose, imp3_box* out)
{
    return imp3_shape_bounds(shape, pose, out);
}

imp_status imp3_shape_mass(const imp3_shape* shape, float density, imp3_mass* out)
{
    int32_t fault = imp3i_shape_fault(shape), fault_density = impi_number_fault_negative(density);
    if (fault || fault_density || !out)
    {
        return fault           ? impi_error(fault, 1)
               : fault_density ? impi_error(fault_density, 2)
                               : impi_error(IMP_ERR_NULL, 3);
    }
    double r = (double)shape->radius, volume = 4.0 / 3.0 * PI * r * r * r, mass = volume * (double)density;
    double inertia = 0.4 * mass * r * r;
    if (!(mass <= (double)IMP_MAGNITUDE_MAX && inertia <= (double)IMP_MAGNITUDE_MAX))
    {
        return impi_error(IMP_ERR_RANGE, 0);
    }
    const imp3i_inertia about = {(float)inertia, (float)inertia, (float)inertia, 0.0f, 0.0f, 0.0f};
    const imp3_mass m = {(float)volume, (float)mass, about, shape->center};
    *out = m;
    return IMP_OK;
}

float imp3i_shape_thickness(const imp3_shape* shape, imp3_vec point)
{
    (void)point;
    return shape->kind == IMP3_SHAPE_SPHERE ? shape->radius : IMP3_HALF_SPACE_REACH;
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
    imp3_vec between = imp3_vec_sub(imp3_pose_apply(*pose_b, b->center), imp3_pose_apply(*pose_a, a->center));
    imp3_vec across = imp3_vec_cross(between, along);
    return sqrtf(imp3_vec_dot(across, across)) - (a->radius + b->radius) * length;
}
