// SPDX-License-Identifier: MIT
//
// Shapes and compounds of space as worlds keep them: shared, copied, told from another origin, and in boxes that are
// found soon.
//
// The body's own colliders are told from its origin and shared. What contacts and sweeps of a dynamic body need is told
// from its centre of mass, so that is a copy, of the same parts in the same order: no name of a feature changes.

#include "kept3.h"

#include "../base/alloc.h"
#include "../math/lanes.h"
#include "hull_block3.h"
#include "told_triangles3.h"

#include <math.h>
#include <string.h>

// Told from another origin

static imp3_vec point_told_from(imp3_vec at, imp3_vec origin)
{
    return imp3i_vec_tidy(imp3i_dsub(imp3i_dvec_of(at), imp3i_dvec_of(origin)));
}

static void tell_box_from(imp3_shape* copy, const imp3_shape* s, imp3_vec origin)
{
    const imp3i_dvec by = imp3i_drot_solve(imp3i_drot_of(s->turn), imp3i_dvec_of(origin));
    const imp3_box box = {imp3i_vec_tidy(imp3i_dsub(imp3i_dvec_of(s->a), by)),
                          imp3i_vec_tidy(imp3i_dsub(imp3i_dvec_of(s->b), by))};
    imp3i_box_fill(box, s->turn, s->radius, copy);
}

static void tell_half_space_from(imp3_shape* copy, const imp3_shape* s, imp3_vec origin)
{
    const double along = imp3i_ddot(imp3i_dvec_of(s->normal), imp3i_dvec_of(origin));
    imp3i_half_space_fill(s->normal, impi_tidy((float)((double)s->offset - along)), copy);
}

void imp3i_shape_tell_from(imp3_shape* copy, const imp3_shape* shape, imp3_vec origin)
{
    const imp3_vec a = point_told_from(shape->a, origin), b = point_told_from(shape->b, origin),
                   c = point_told_from(shape->c, origin);
    const float radius = shape->radius;
    switch (shape->kind)
    {
    case IMP3_SHAPE_SPHERE: (void)imp3_sphere_make(a, radius, copy); break;
    case IMP3_SHAPE_CAPSULE: (void)imp3_capsule_make(a, b, radius, copy); break;
    case IMP3_SHAPE_TRIANGLE: (void)imp3_triangle_make(a, b, c, radius, copy); break;
    case IMP3_SHAPE_CYLINDER: (void)imp3_cylinder_make(a, b, shape->disc_a, radius, copy); break;
    case IMP3_SHAPE_CONE: (void)imp3_cone_make(a, b, shape->disc_a, shape->disc_b, radius, copy); break;
    case IMP3_SHAPE_BOX: tell_box_from(copy, shape, origin); break;
    case IMP3_SHAPE_HALF_SPACE: tell_half_space_from(copy, shape, origin); break;
    default:
    {
        imp3i_hull* own = (imp3i_hull*)(uintptr_t)copy->block;
        imp3i_hull_tell_from(own, imp3i_hull_of(shape), origin);
        imp3i_hull_fill(own, radius, copy);
    }
    }
}

static void tell_set_from(imp3_compound* copy, const imp3_compound* set, imp3_vec origin)
{
    imp3i_compound_block* b = (imp3i_compound_block*)copy->block;
    const imp3_pose here = imp3_pose_identity();
    copy->reach = 0.0f;
    for (int32_t i = 0; i < b->leaves; ++i)
    {
        imp3i_shape_tell_from(&b->parts[i], &set->parts[i], origin);
        (void)imp3_shape_bounds(&b->parts[i], &here, &b->tree.boxes[0][i]);
        copy->reach = b->parts[i].reach > copy->reach ? b->parts[i].reach : copy->reach;
    }
    imp3i_part_tree_fill(&b->tree, b->leaves);
    b->centroid = imp3i_dsub(b->centroid, imp3i_dvec_of(origin));
}

void imp3i_compound_tell_from(imp3_compound* copy, const imp3_compound* compound, imp3_vec origin)
{
    imp3i_compound_block* b = (imp3i_compound_block*)copy->block;
    if (compound->kind == IMP3_COMPOUND_SET)
    {
        tell_set_from(copy, compound, origin);
    }
    if (compound->kind == IMP3_COMPOUND_TRIANGLES)
    {
        const imp3i_compound_block* from = imp3i_compound_block_of(compound);
        const imp3i_bvh_triangles triangles = {b->points, b->corners, b->leaves};
        for (int32_t k = 0; k < b->point_count; ++k)
        {
            b->points[k] = point_told_from(from->points[k], origin);
        }
        b->field_shift = imp3_vec_add(from->field_shift, origin);
        (void)imp3i_bvh_refit(&b->bvh, &triangles);
        imp3i_triangles_follow(b, &copy->reach);
        imp3i_triangles_find_leans(b);
    }
}

void imp3i_triangles_bend(imp3_compound* mesh)
{
    imp3i_compound_block* b = (imp3i_compound_block*)mesh->block;
    const imp3i_bvh_triangles triangles = {b->points, b->corners, b->leaves};
    (void)imp3i_bvh_refit(&b->bvh, &triangles);
    imp3i_triangles_follow(b, &mesh->reach);
    imp3i_triangles_forget_leans(b);
    b->bent = true;
    imp3i_field_release(b->field);
    b->field = NULL;
}

// Shared and copied

imp_status imp3i_compound_share(const imp3_compound* compound, const imp_allocator* allocator, imp3_compound* out)
{
    if (compound->kind == IMP3_COMPOUND_TRIANGLES && imp3i_compound_block_of(compound)->bent)
    {
        const imp3i_told_triangles told = imp3i_triangles_told(compound);
        return imp3i_triangles_make_again(&told, allocator, out);
    }
    *out = imp3i_compound_refer(compound);
    return IMP_OK;
}

// A pointer into a block, in a copy of it.
static void* moved_to_copy(void* own, const void* from, const void* place)
{
    return place ? (char*)own + ((const char*)place - (const char*)from) : NULL;
}

// Places of the arrays of a copied block.
static void move_arrays(imp3i_compound_block* own, const imp3i_compound_block* from)
{
    for (int32_t k = 0; k < own->tree.levels; ++k)
    {
        own->tree.boxes[k] = (imp3_box*)moved_to_copy(own, from, from->tree.boxes[k]);
    }
    own->sources = (int32_t*)moved_to_copy(own, from, from->sources);
    own->parts = (imp3_shape*)moved_to_copy(own, from, from->parts);
    own->points = (imp3_vec*)moved_to_copy(own, from, from->points);
    own->corners = (int32_t*)moved_to_copy(own, from, from->corners);
    own->first = (int32_t*)moved_to_copy(own, from, from->first);
    own->around = (int32_t*)moved_to_copy(own, from, from->around);
    own->given = (int32_t*)moved_to_copy(own, from, from->given);
    own->leans = (uint8_t*)moved_to_copy(own, from, from->leans);
}

// Hulls of a copied set. On a failure those that are not copied are left out.
static imp_status copy_hulls(imp3i_compound_block* own, const imp_allocator* allocator)
{
    imp_status status = IMP_OK;
    for (int32_t i = 0; own->parts && i < own->leaves; ++i)
    {
        if (status || imp3i_shape_copy(&own->parts[i], allocator, &own->parts[i]))
        {
            status = IMP_ERR_MEMORY;
            own->parts[i].block = NULL;
        }
    }
    return status;
}

imp_status imp3i_compound_copy(const imp3_compound* compound, const imp_allocator* allocator, imp3_compound* out)
{
    if (compound->kind == IMP3_COMPOUND_HEIGHT_FIELD)
    {
        *out = imp3i_compound_refer(compound);
        return IMP_OK;
    }
    const imp3i_compound_block* from = imp3i_compound_block_of(compound);
    imp3i_compound_block* own = (imp3i_compound_block*)impi_alloc_resize(allocator, NULL, 0, from->size, 1);
    if (!own)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    // All arrays lie in the block, at the same distances; but a count of references may change while it is read.
    memcpy((char*)own + sizeof *own, (const char*)from + sizeof *from, from->size - sizeof *from);
    memset(own, 0, sizeof *own);
    own->allocator = impi_alloc_or_default(allocator);
    own->size = from->size;
    own->references = 1;
    own->tree.levels = from->tree.levels;
    own->leaves = from->leaves;
    own->point_count = from->point_count;
    own->given_count = from->given_count;
    own->radius = from->radius;
    own->closed = from->closed;
    own->field = imp3i_field_refer(from->field);
    own->field_shift = from->field_shift;
    move_arrays(own, from);
    imp3_compound copy = *compound;
    copy.parts = own->parts;
    copy.block = own;
    imp_status status = copy_hulls(own, allocator);
    if (!status && from->bvh.memory)
    {
        status = imp3i_bvh_copy(&from->bvh, allocator, &own->bvh);
    }
    if (status)
    {
        imp3_compound_free(&copy);
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    *out = copy;
    return IMP_OK;
}

imp_status imp3i_body_mass_of(const imp3_compound* compound, float density, imp3_mass* out)
{
    return compound->kind == IMP3_COMPOUND_HEIGHT_FIELD ? impi_error(IMP_ERR_RANGE, 1)
                                                        : imp3_compound_mass(compound, density, out);
}

// Boxes

// From where to where something reaches along the axes of the world.
typedef struct box_span
{
    float low[3], high[3];
} box_span;

// Rows of a matrix whose columns are turned axes.
typedef struct matrix_rows
{
    imp3_vec row[3];
} matrix_rows;

static matrix_rows rows_of(imp3_rot q)
{
    const matrix_rows r = {{{q.x.x, q.y.x, q.z.x}, {q.x.y, q.y.y, q.z.y}, {q.x.z, q.y.z, q.z.z}}};
    return r;
}

static void join_point(box_span* s, int axis, float at, float around)
{
    s->low[axis] = at - around < s->low[axis] ? at - around : s->low[axis];
    s->high[axis] = at + around > s->high[axis] ? at + around : s->high[axis];
}

static void span_of_corners(const imp3_shape* s, const matrix_rows* m, box_span* out)
{
    const imp3_vec corners[3] = {s->a, s->b, s->c};
    for (int k = 0; k < 3; ++k)
    {
        for (int32_t i = 0; i < s->count; ++i)
        {
            join_point(out, k, imp3_vec_dot(m->row[k], corners[i]), 0.0f);
        }
    }
}

static void span_of_discs_fast(const imp3_shape* s, const matrix_rows* m, box_span* out)
{
    for (int k = 0; k < 3; ++k)
    {
        const imp3_vec aside = imp3_vec_cross(m->row[k], s->normal);
        const float outward = sqrtf(imp3_vec_dot(aside, aside));
        join_point(out, k, imp3_vec_dot(m->row[k], s->a), outward * s->disc_a);
        join_point(out, k, imp3_vec_dot(m->row[k], s->b), outward * s->disc_b);
    }
}

static void span_of_turned_box(const imp3_shape* s, imp3_rot q, box_span* out)
{
    const imp3_rot turned = {imp3_rot_apply(q, s->turn.x), imp3_rot_apply(q, s->turn.y), imp3_rot_apply(q, s->turn.z)};
    const matrix_rows m = rows_of(turned);
    const imp3_vec middle = imp3_vec_scale(imp3_vec_add(s->a, s->b), 0.5f),
                   half = imp3_vec_scale(imp3_vec_sub(s->b, s->a), 0.5f);
    for (int k = 0; k < 3; ++k)
    {
        const imp3_vec r = m.row[k];
        const float around = fabsf(r.x) * half.x + fabsf(r.y) * half.y + fabsf(r.z) * half.z;
        join_point(out, k, imp3_vec_dot(r, middle), around);
    }
}

// The least of each of three, the last one twice.
static inline impi_lanes least_of_three(impi_lanes x, impi_lanes y, impi_lanes z)
{
    const impi_lanes xy = impi_lanes_min(impi_lanes_mix(x, 0, 1, y, 0, 1), impi_lanes_mix(x, 2, 3, y, 2, 3));
    const impi_lanes zz = impi_lanes_min(impi_lanes_mix(z, 0, 1, z, 0, 1), impi_lanes_mix(z, 2, 3, z, 2, 3));
    return impi_lanes_min(impi_lanes_mix(xy, 0, 2, zz, 0, 2), impi_lanes_mix(xy, 1, 3, zz, 1, 3));
}

static inline impi_lanes along_row(imp3_vec row, impi_lanes x, impi_lanes y, impi_lanes z)
{
    const impi_lanes at =
        impi_lanes_add(impi_lanes_mul(impi_lanes_splat(row.x), x), impi_lanes_mul(impi_lanes_splat(row.y), y));
    return impi_lanes_add(at, impi_lanes_mul(impi_lanes_splat(row.z), z));
}

// Four vertices at a time; behind the last one it is repeated.
static void span_of_hull_fast(const imp3i_hull* h, const matrix_rows* m, box_span* out)
{
    const impi_lanes none = impi_lanes_splat(0.0f);
    impi_lanes low[3], high[3];
    for (int k = 0; k < 3; ++k)
    {
        low[k] = impi_lanes_splat(INFINITY);
        high[k] = impi_lanes_splat(-INFINITY);
    }
    for (int32_t i = 0; i < h->vertex_count; i += 4)
    {
        const impi_lanes x = impi_lanes_load(h->x + i), y = impi_lanes_load(h->y + i), z = impi_lanes_load(h->z + i);
        for (int k = 0; k < 3; ++k)
        {
            const impi_lanes at = along_row(m->row[k], x, y, z);
            low[k] = impi_lanes_min(at, low[k]);
            high[k] = impi_lanes_max(at, high[k]);
        }
    }
    float lows[4], highs[4];
    for (int k = 0; k < 3; ++k)
    {
        high[k] = impi_lanes_sub(none, high[k]);
    }
    impi_lanes_store(lows, least_of_three(low[0], low[1], low[2]));
    impi_lanes_store(highs, least_of_three(high[0], high[1], high[2]));
    for (int k = 0; k < 3; ++k)
    {
        out->low[k] = lows[k];
        out->high[k] = -highs[k];
    }
}

// Two turns of numbers below the reach, with fewer than eight roundings each.
#define BOX_DOUBT 0x1p-19f

imp_status imp3i_shape_box(const imp3_shape* shape, const imp3_pose* pose, imp3_box* out)
{
    const int32_t fault = imp3i_pose_fault(pose);
    return fault ? impi_error(fault, 2) : imp3i_shape_box_at(shape, pose, out);
}

imp_status imp3i_shape_box_at(const imp3_shape* shape, const imp3_pose* pose, imp3_box* out)
{
    if (shape->kind == IMP3_SHAPE_HALF_SPACE)
    {
        return imp3_shape_bounds(shape, pose, out);
    }
    const matrix_rows m = rows_of(pose->q);
    box_span s = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    switch (shape->kind)
    {
    case IMP3_SHAPE_BOX: span_of_turned_box(shape, pose->q, &s); break;
    case IMP3_SHAPE_HULL: span_of_hull_fast(imp3i_hull_of(shape), &m, &s); break;
    case IMP3_SHAPE_CYLINDER:
    case IMP3_SHAPE_CONE: span_of_discs_fast(shape, &m, &s); break;
    default: span_of_corners(shape, &m, &s);
    }
    const float more = shape->radius + BOX_DOUBT * (shape->reach + shape->radius);
    const float p[3] = {pose->p.x, pose->p.y, pose->p.z};
    float low[3], high[3];
    for (int k = 0; k < 3; ++k)
    {
        const float off = 0x1p-22f * fabsf(p[k]);
        low[k] = p[k] + (s.low[k] - more) - off;
        high[k] = p[k] + (s.high[k] + more) + off;
    }
    const imp3_box box = {{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
    *out = box;
    return IMP_OK;
}
