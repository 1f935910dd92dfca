// SPDX-License-Identifier: MIT
//
// Making the shapes of space but hulls, and reading the vertices and faces of all.
//
// A box keeps its eight vertices and its six faces when it is flat, a triangle its three vertices when they lie on one
// line: then some are in one place, and whoever asks for the best of them takes the lowest. A triangle on one line has
// no faces, and its normal is 0; whether it is one is decided exactly.

#include "shape3.h"

#include "../base/alloc.h"
#include "../math/exact.h"
#include "../math/round.h"

#include <math.h>

/// A cross product so much smaller than its terms is computed exactly.
#define CANCELLED_CROSS 0x1p-20

static imp3_shape start_shape(int32_t kind, int32_t count, float radius)
{
    imp3_shape s = {0};
    s.kind = kind;
    s.count = count;
    s.radius = radius;
    s.turn = imp3_pose_identity().q;
    return s;
}

static double larger_square(double most, imp3i_dvec v)
{
    double square = imp3i_ddot(v, v);
    return square > most ? square : most;
}

/// The length of the longest vertex, rounded up, from its square.
static float reach_of_square(double square)
{
    return impi_round_up(sqrt(square) * (1.0 + 0x1p-48));
}

static float reach_of_vertices(const imp3_shape* s)
{
    double most = 0.0;
    for (int32_t i = 0; i < s->count; ++i)
    {
        most = larger_square(most, imp3i_vertex(s, i));
    }
    return reach_of_square(most);
}

/// The status of so many points, and of a radius after them.
static imp_status points_status(const imp3_vec* points, int32_t count, float radius)
{
    for (int32_t i = 0; i < count; ++i)
    {
        int32_t fault = imp3i_vec_fault(points[i]);
        if (fault)
        {
            return impi_error(fault, i + 1);
        }
    }
    int32_t fault = impi_number_fault_negative(radius);
    return fault ? impi_error(fault, count + 1) : IMP_OK;
}

imp_status imp3_sphere_make(imp3_vec center, float radius, imp3_shape* out)
{
    imp_status status = points_status(&center, 1, radius);
    if (!status && out)
    {
        imp3_shape s = start_shape(IMP3_SHAPE_SPHERE, 1, radius);
        s.a = center;
        s.reach = reach_of_vertices(&s);
        *out = s;
    }
    return status;
}

imp_status imp3_capsule_make(imp3_vec a, imp3_vec b, float radius, imp3_shape* out)
{
    const imp3_vec ends[2] = {a, b};
    imp_status status = points_status(ends, 2, radius);
    if (!status && out)
    {
        bool same = a.x == b.x && a.y == b.y && a.z == b.z;
        imp3_shape s = start_shape(IMP3_SHAPE_CAPSULE, same ? 1 : 2, radius);
        s.a = a;
        s.b = b;
        s.reach = reach_of_vertices(&s);
        *out = s;
    }
    return status;
}

/// Whether a difference is not 0 beyond doubt.
static bool is_clear_difference(double left, double right)
{
    return fabs(left - right) > CANCELLED_CROSS * (fabs(left) + fabs(right));
}

/// (v1 - v0) (v3 - v2) - (v5 - v4) (v7 - v6), to 2^-31 of its own size; its sign is exact.
static double cross_component(const float v[8])
{
    double left = ((double)v[1] - (double)v[0]) * ((double)v[3] - (double)v[2]);
    double right = ((double)v[5] - (double)v[4]) * ((double)v[7] - (double)v[6]);
    // A product is 0 only where a factor is.
    if (is_clear_difference(left, right) || (left == 0.0 && right == 0.0))
    {
        return left - right;
    }
    impi_exact difference[4], number;
    for (int k = 0; k < 4; ++k)
    {
        impi_exact_set(&difference[k], (double)v[2 * k + 1]);
        impi_exact_set(&number, (double)v[2 * k]);
        impi_exact_sub(&difference[k], &difference[k], &number);
    }
    impi_exact_mul(&difference[0], &difference[0], &difference[1]);
    impi_exact_mul(&difference[2], &difference[2], &difference[3]);
    impi_exact_sub(&difference[0], &difference[0], &difference[2]);
    return impi_exact_get(&difference[0]);
}

/// (b - a) x (c - a): each component to 2^-31 of its own size, and 0 exactly when it is.
static imp3i_dvec corner_cross(imp3_vec a, imp3_vec b, imp3_vec c)
{
    const float x[8] = {a.y, b.y, a.z, c.z, a.z, b.z, a.y, c.y}, y[8] = {a.z, b.z, a.x, c.x, a.x, b.x, a.z, c.z},
                z[8] = {a.x, b.x, a.y, c.y, a.y, b.y, a.x, c.x};
    imp3i_dvec r = {cross_component(x), cross_component(y), cross_component(z)};
    return r;
}

bool imp3i_corners_flat(imp3_vec a, imp3_vec b, imp3_vec c)
{
    imp3i_dvec ab = imp3i_dsub(imp3i_dvec_of(b), imp3i_dvec_of(a)), ac = imp3i_dsub(imp3i_dvec_of(c), imp3i_dvec_of(a));
    if (is_clear_difference(ab.y * ac.z, ab.z * ac.y) || is_clear_difference(ab.z * ac.x, ab.x * ac.z) ||
        is_clear_difference(ab.x * ac.y, ab.y * ac.x))
    {
        return false;
    }
    imp3i_dvec n = corner_cross(a, b, c);
    return n.x == 0.0 && n.y == 0.0 && n.z == 0.0;
}

/// Of unit length, as floats; 0 stays 0.
static imp3_vec unit_or_none(imp3i_dvec v)
{
    double length = sqrt(imp3i_ddot(v, v));
    return length > 0.0 ? imp3i_vec_tidy(imp3i_ddivide(v, length)) : imp3i_vec_none();
}

void imp3i_triangle_fill(imp3_vec a, imp3_vec b, imp3_vec c, float radius, imp3_shape* out)
{
    double most = 0.0;
    const imp3_vec corners[3] = {a, b, c};
    *out = start_shape(IMP3_SHAPE_TRIANGLE, 3, radius);
    out->a = a;
    out->b = b;
    out->c = c;
    out->normal = unit_or_none(corner_cross(a, b, c));
    for (int k = 0; k < 3; ++k)
    {
        most = larger_square(most, imp3i_dvec_of(corners[k]));
    }
    out->reach = reach_of_square(most);
}

imp_status imp3_triangle_make(imp3_vec a, imp3_vec b, imp3_vec c, float radius, imp3_shape* out)
{
    const imp3_vec corners[3] = {a, b, c};
    imp_status status = points_status(corners, 3, radius);
    if (!status && out)
    {
        imp3i_triangle_fill(a, b, c, radius, out);
    }
    return status;
}

void imp3i_box_fill(imp3_box box, imp3_rot turn, float radius, imp3_shape* out)
{
    imp3_shape s = start_shape(IMP3_SHAPE_BOX, 8, radius);
    s.a = box.lower;
    s.b = box.upper;
    s.turn = turn;
    s.reach = reach_of_vertices(&s);
    *out = s;
}

imp_status imp3_box_make(imp3_box box, imp3_shape* out)
{
    imp3_vec lo = box.lower, hi = box.upper;
    int32_t fault = imp3i_vec_fault(lo);
    fault = fault ? fault : imp3i_vec_fault(hi);
    if (!fault && (lo.x > hi.x || lo.y > hi.y || lo.z > hi.z))
    {
        fault = IMP_ERR_ORDER;
    }
    if (fault)
    {
        return impi_error(fault, 1);
    }
    if (out)
    {
        imp3i_box_fill(box, imp3_pose_identity().q, 0.0f, out);
    }
    return IMP_OK;
}

static int32_t half_sizes_fault(imp3_vec half)
{
    int32_t fault = impi_number_fault_negative(half.x);
    fault = fault ? fault : impi_number_fault_negative(half.y);
    return fault ? fault : impi_number_fault_negative(half.z);
}

imp_status imp3_oriented_box_make(imp3_vec center, imp3_vec half, imp3_rot turn, float radius, imp3_shape* out)
{
    const int32_t faults[4] = {imp3i_vec_fault(center), half_sizes_fault(half), imp3i_rot_fault(turn),
                               impi_number_fault_negative(radius)};
    for (int k = 0; k < 4; ++k)
    {
        if (faults[k])
        {
            return impi_error(faults[k], k + 1);
        }
    }
    imp3i_dvec middle = imp3i_drot_solve(imp3i_drot_of(turn), imp3i_dvec_of(center)), size = imp3i_dvec_of(half);
    const imp3_box box = {imp3i_vec_tidy(imp3i_dsub(middle, size)), imp3i_vec_tidy(imp3i_dadd(middle, size))};
    int32_t turned = imp3i_vec_fault(imp3i_vec_tidy(middle)), fault = imp3i_vec_fault(box.lower);
    fault = fault ? fault : imp3i_vec_fault(box.upper);
    if (turned || fault)
    {
        return turned ? impi_error(turned, 1) : impi_error(fault, 2);
    }
    if (out)
    {
        imp3i_box_fill(box, turn, radius, out);
    }
    return IMP_OK;
}

/// How far the disc around a centre reaches from the origin.
static double reach_of_disc(imp3_vec center, imp3i_dvec axis, float disc)
{
    imp3i_dvec c = imp3i_dvec_of(center);
    double length = sqrt(imp3i_ddot(axis, axis));
    double along = imp3i_ddot(c, axis) / length, across = imp3i_dcross_length(c, axis) / length + (double)disc;
    return sqrt(along * along + across * across);
}

static void fill_cone(int32_t kind, const imp3_vec ends[2], const float discs[2], float radius, imp3_shape* out)
{
    if (out)
    {
        imp3_shape s = start_shape(kind, 0, radius);
        s.a = ends[0];
        s.b = ends[1];
        s.disc_a = discs[0];
        s.disc_b = discs[1];
        imp3i_dvec axis = imp3i_axis_of(&s);
        s.normal = unit_or_none(axis);
        double at_a = reach_of_disc(s.a, axis, s.disc_a), at_b = reach_of_disc(s.b, axis, s.disc_b);
        s.reach = impi_round_up((at_a > at_b ? at_a : at_b) * (1.0 + 0x1p-48));
        *out = s;
    }
}

imp_status imp3_cylinder_make(imp3_vec a, imp3_vec b, float disc, float radius, imp3_shape* out)
{
    const imp3_vec ends[2] = {a, b};
    const float discs[2] = {disc, disc};
    imp_status status = points_status(ends, 2, disc);
    int32_t fault = impi_number_fault_negative(radius);
    if (!status && fault)
    {
        status = impi_error(fault, 4);
    }
    if (!status)
    {
        fill_cone(IMP3_SHAPE_CYLINDER, ends, discs, radius, out);
    }
    return status;
}

imp_status imp3_cone_make(imp3_vec a, imp3_vec b, float disc_a, float disc_b, float radius, imp3_shape* out)
{
    const imp3_vec ends[2] = {a, b};
    const float discs[2] = {disc_a, disc_b};
    imp_status status = points_status(ends, 2, disc_a);
    int32_t fault = impi_number_fault_negative(disc_b);
    if (!status && fault)
    {
        status = impi_error(fault, 4);
    }
    fault = impi_number_fault_negative(radius);
    if (!status && fault)
    {
        status = impi_error(fault, 5);
    }
    if (!status)
    {
        fill_cone(IMP3_SHAPE_CONE, ends, discs, radius, out);
    }
    return status;
}

void imp3i_half_space_fill(imp3_vec normal, float offset, imp3_shape* out)
{
    imp3_shape s = start_shape(IMP3_SHAPE_HALF_SPACE, 0, 0.0f);
    s.normal = normal;
    s.offset = offset;
    imp3i_dvec n = imp3i_dvec_of(normal);
    s.reach = impi_round_up(fabs((double)offset) / sqrt(imp3i_ddot(n, n)) * (1.0 + 0x1p-48));
    *out = s;
}

imp_status imp3_half_space_make(imp3_vec normal, float offset, imp3_shape* out)
{
    int32_t fault = imp3i_vec_fault(normal);
    if (fault || !imp3i_vec_bits(normal))
    {
        return impi_error(fault ? fault : IMP_ERR_RANGE, 1);
    }
    fault = impi_number_fault(offset);
    if (fault)
    {
        return impi_error(fault, 2);
    }
    if (out)
    {
        imp3i_half_space_fill(unit_or_none(imp3i_dvec_of(normal)), offset, out);
    }
    return IMP_OK;
}

void imp3_shape_free(imp3_shape* shape)
{
    if (!shape)
    {
        return;
    }
    imp3i_hull* hull = (imp3i_hull*)shape->block;
    if (hull && --hull->users == 0)
    {
        imp_allocator allocator = hull->allocator;
        impi_alloc_free(&allocator, hull, hull->size, 1);
    }
    const imp3_shape none = {0};
    *shape = none;
}

imp_status imp3_shape_vertex(const imp3_shape* shape, int32_t index, imp3_vec* out)
{
    int32_t fault = imp3i_shape_fault(shape);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    if (index < 0 || index >= shape->count)
    {
        return impi_error(IMP_ERR_COUNT, 2);
    }
    if (!out)
    {
        return impi_error(IMP_ERR_NULL, 3);
    }
    *out = imp3i_vec_tidy(imp3i_vertex(shape, index));
    return IMP_OK;
}

int32_t imp3i_face_count(const imp3_shape* s)
{
    switch (s->kind)
    {
    case IMP3_SHAPE_TRIANGLE: return imp3i_vec_bits(s->normal) ? 2 : 0;
    case IMP3_SHAPE_BOX: return 6;
    case IMP3_SHAPE_HULL: return imp3i_hull_of(s)->face_count;
    default: return 0;
    }
}

imp_status imp3_shape_face_count(const imp3_shape* shape, int32_t* out)
{
    int32_t fault = imp3i_shape_fault(shape);
    if (fault || !out)
    {
        return fault ? impi_error(fault, 1) : impi_error(IMP_ERR_NULL, 2);
    }
    *out = imp3i_face_count(shape);
    return IMP_OK;
}

int32_t imp3i_face_corner_count(const imp3_shape* s, int32_t face)
{
    const imp3i_hull* h = imp3i_hull_of(s);
    return s->kind == IMP3_SHAPE_TRIANGLE ? 3 : s->kind == IMP3_SHAPE_BOX ? 4 : h->starts[face + 1] - h->starts[face];
}

int32_t imp3i_face_corner(const imp3_shape* s, int32_t face, int32_t k)
{
    if (s->kind == IMP3_SHAPE_TRIANGLE)
    {
        return face == 0 ? k : (3 - k) % 3;
    }
    if (s->kind == IMP3_SHAPE_BOX)
    {
        int32_t axis = face / 2, upper = face & 1, next = (axis + 1) % 3, last = (axis + 2) % 3;
        int32_t step = upper ? k : 3 - k;
        return upper << axis | (step == 1 || step == 2) << next | (step >= 2) << last;
    }
    const imp3i_hull* h = imp3i_hull_of(s);
    return h->corners[h->starts[face] + k];
}

static imp3_vec face_normal(const imp3_shape* s, int32_t face)
{
    if (s->kind == IMP3_SHAPE_TRIANGLE)
    {
        return face == 0 ? s->normal : imp3_vec_negate(s->normal);
    }
    if (s->kind == IMP3_SHAPE_BOX)
    {
        double side = face & 1 ? 1.0 : -1.0;
        imp3i_dvec along = {face / 2 == 0 ? side : 0.0, face / 2 == 1 ? side : 0.0, face / 2 == 2 ? side : 0.0};
        return unit_or_none(imp3i_drot_normal(imp3i_drot_of(s->turn), along));
    }
    const imp3i_hull* h = imp3i_hull_of(s);
    const imp3_vec r = {h->normal_x[face], h->normal_y[face], h->normal_z[face]};
    return r;
}

imp_status imp3_shape_face(const imp3_shape* shape, int32_t index, imp3_face* out)
{
    int32_t fault = imp3i_shape_fault(shape);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    if (index < 0 || index >= imp3i_face_count(shape))
    {
        return impi_error(IMP_ERR_COUNT, 2);
    }
    if (!out)
    {
        return impi_error(IMP_ERR_NULL, 3);
    }
    int32_t count = imp3i_face_corner_count(shape, index);
    out->count = count;
    if (out->vertices && count > out->capacity)
    {
        return impi_error(IMP_ERR_SPACE, 3);
    }
    out->normal = face_normal(shape, index);
    imp3i_dvec normal = imp3i_dvec_of(out->normal);
    double most = -INFINITY;
    for (int32_t k = 0; k < count; ++k)
    {
        int32_t vertex = imp3i_face_corner(shape, index, k);
        double height = imp3i_ddot(normal, imp3i_vertex(shape, vertex));
        most = height > most ? height : most;
        if (out->vertices)
        {
            out->vertices[k] = vertex;
        }
    }
    out->offset = impi_tidy((float)most);
    return IMP_OK;
}
