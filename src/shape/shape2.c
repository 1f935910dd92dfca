// SPDX-License-Identifier: MIT
//
// Making the simple shapes, and what can be asked of any shape that is placed somewhere.

#include "shape2.h"
#include "kept2.h"

#include "../base/alloc.h"
#include "../math/round.h"
#include "../math/tolerance.h"

#include <math.h>
#include <string.h>

/// Outward unit normal of the edge from a to b, the outline being on its left.
static imp2_vec edge_normal(imp2_vec a, imp2_vec b)
{
    double x = (double)b.y - (double)a.y, y = (double)a.x - (double)b.x;
    double length = sqrt(x * x + y * y);
    imp2_vec r = {(float)(x / length), (float)(y / length)};
    return r;
}

static void fill_arrays(float* x, float* y, float* normal_x, float* normal_y, const imp2_vec* corners, int32_t count)
{
    for (int32_t i = 0; i < count; ++i)
    {
        imp2_vec n = edge_normal(corners[i], corners[i + 1 < count ? i + 1 : 0]);
        x[i] = corners[i].x;
        y[i] = corners[i].y;
        normal_x[i] = n.x;
        normal_y[i] = n.y;
    }
}

static void fill_segment(imp2_shape* s, imp2_vec a, imp2_vec b)
{
    imp2_vec n = edge_normal(a, b);
    const imp2_vec corners[4] = {a, b, b, a};
    const imp2_vec normals[4] = {n, {-n.y, n.x}, {-n.x, -n.y}, {n.y, -n.x}};
    for (int32_t i = 0; i < 4; ++i)
    {
        s->x[i] = corners[i].x;
        s->y[i] = corners[i].y;
        s->normal_x[i] = normals[i].x;
        s->normal_y[i] = normals[i].y;
    }
}

void imp2i_shape_fill(imp2_shape* out, int32_t kind, const imp2_vec* corners, int32_t count, float radius,
                      imp2i_block* block)
{
    imp2_shape s = {.kind = kind, .count = count, .radius = radius};
    double reach = 0.0;
    for (int32_t i = 0; i < count; ++i)
    {
        double x = corners[i].x, y = corners[i].y;
        double square = x * x + y * y;
        reach = square > reach ? square : reach;
    }
    s.reach = impi_round_up(sqrt(reach) * (1.0 + 0x1p-50));
    if (count > IMP2_SMALL_COUNT)
    {
        float* f = (float*)(block + 1);
        fill_arrays(f, f + count, f + 2 * (size_t)count, f + 3 * (size_t)count, corners, count);
        s.block = block;
        *out = s;
        return;
    }
    int32_t used = count > 2 ? count : count == 2 ? 4 : 1;
    if (count > 2)
    {
        fill_arrays(s.x, s.y, s.normal_x, s.normal_y, corners, count);
    }
    else if (count == 2)
    {
        fill_segment(&s, corners[0], corners[1]);
    }
    else
    {
        s.x[0] = corners[0].x;
        s.y[0] = corners[0].y;
    }
    for (int32_t i = used; i < IMP2_SMALL_COUNT; ++i)
    {
        s.x[i] = s.x[used - 1];
        s.y[i] = s.y[used - 1];
        s.normal_x[i] = s.normal_x[used - 1];
        s.normal_y[i] = s.normal_y[used - 1];
    }
    *out = s;
}

static void make_core(imp2_shape* out, int32_t kind, imp2_vec a, imp2_vec b, float radius)
{
    const imp2_vec ends[2] = {a, b};
    bool same = a.x == b.x && a.y == b.y;
    if (out)
    {
        imp2i_shape_fill(out, kind, ends, same ? 1 : 2, radius, NULL);
    }
}

imp_status imp2_circle_make(imp2_vec center, float radius, imp2_shape* out)
{
    int32_t fault = imp2i_vec_fault(center);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    fault = impi_number_fault_negative(radius);
    if (fault)
    {
        return impi_error(fault, 2);
    }
    make_core(out, IMP2_SHAPE_CIRCLE, center, center, radius);
    return IMP_OK;
}

static imp_status two_points_status(imp2_vec a, imp2_vec b)
{
    int32_t fault = imp2i_vec_fault(a);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    fault = imp2i_vec_fault(b);
    return fault ? impi_error(fault, 2) : IMP_OK;
}

imp_status imp2_segment_make(imp2_vec a, imp2_vec b, imp2_shape* out)
{
    imp_status status = two_points_status(a, b);
    if (!status)
    {
        make_core(out, IMP2_SHAPE_SEGMENT, a, b, 0.0f);
    }
    return status;
}

imp_status imp2_capsule_make(imp2_vec a, imp2_vec b, float radius, imp2_shape* out)
{
    imp_status status = two_points_status(a, b);
    int32_t fault = impi_number_fault_negative(radius);
    if (!status && fault)
    {
        status = impi_error(fault, 3);
    }
    if (!status)
    {
        make_core(out, IMP2_SHAPE_CAPSULE, a, b, radius);
    }
    return status;
}

imp_status imp2_box_make(imp2_box box, imp2_shape* out)
{
    imp2_vec lo = box.lower, hi = box.upper;
    int32_t fault = imp2i_vec_fault(lo);
    fault = fault ? fault : imp2i_vec_fault(hi);
    if (!fault && (lo.x > hi.x || lo.y > hi.y))
    {
        fault = IMP_ERR_ORDER;
    }
    if (fault)
    {
        return impi_error(fault, 1);
    }
    if (lo.x == hi.x || lo.y == hi.y)
    {
        make_core(out, IMP2_SHAPE_BOX, lo, hi, 0.0f);
    }
    else if (out)
    {
        const imp2_vec corners[4] = {lo, {hi.x, lo.y}, hi, {lo.x, hi.y}};
        imp2i_shape_fill(out, IMP2_SHAPE_BOX, corners, 4, 0.0f, NULL);
    }
    return IMP_OK;
}

imp_status imp2i_shape_copy(const imp2_shape* shape, const imp_allocator* allocator, imp2_shape* out)
{
    imp2_shape copy = *shape;
    const imp2i_block* block = (const imp2i_block*)shape->block;
    if (block)
    {
        imp2i_block* own = (imp2i_block*)impi_alloc_resize(allocator, NULL, 0, block->size, 1);
        if (!own)
        {
            return impi_error(IMP_ERR_MEMORY, 0);
        }
        memcpy(own, block, block->size);
        own->allocator = impi_alloc_or_default(allocator);
        copy.block = own;
    }
    *out = copy;
    return IMP_OK;
}

void imp2i_shape_tell_from(imp2_shape* copy, const imp2_shape* shape, imp2_vec origin)
{
    imp2i_outline from = imp2i_outline_of(shape);
    int32_t places = imp2i_is_small(shape) ? IMP2_SMALL_COUNT : shape->count;
    float* x = imp2i_is_small(shape) ? copy->x : (float*)((imp2i_block*)copy->block + 1);
    float* y = imp2i_is_small(shape) ? copy->y : x + shape->count;
    double reach = 0.0;
    for (int32_t i = 0; i < places; ++i)
    {
        x[i] = impi_tidy(from.x[i] - origin.x);
        y[i] = impi_tidy(from.y[i] - origin.y);
        double square = (double)x[i] * (double)x[i] + (double)y[i] * (double)y[i];
        reach = square > reach ? square : reach;
    }
    copy->reach = impi_round_up(sqrt(reach) * (1.0 + 0x1p-50));
}

void imp2_shape_free(imp2_shape* shape)
{
    if (!shape)
    {
        return;
    }
    imp2i_block* block = (imp2i_block*)shape->block;
    if (block)
    {
        imp_allocator allocator = block->allocator;
        impi_alloc_free(&allocator, block, block->size, 1);
    }
    const imp2_shape none = {0};
    *shape = none;
}

imp_status imp2_shape_vertex(const imp2_shape* shape, int32_t index, imp2_vec* out)
{
    int32_t fault = imp2i_shape_fault(shape);
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
    imp2i_outline o = imp2i_outline_of(shape);
    out->x = o.x[index];
    out->y = o.y[index];
    return IMP_OK;
}

/// The door of the functions that take a placed shape.
static imp_status placed_status(const imp2_shape* shape, const imp2_pose* pose)
{
    int32_t fault = imp2i_shape_fault(shape);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    fault = imp2i_pose_fault(pose);
    return fault ? impi_error(fault, 2) : IMP_OK;
}

imp_status imp2_shape_bounds(const imp2_shape* shape, const imp2_pose* pose, imp2_box* out)
{
    imp_status status = placed_status(shape, pose);
    if (status || !out)
    {
        return status ? status : impi_error(IMP_ERR_NULL, 3);
    }
    imp2i_outline o = imp2i_outline_of(shape);
    double c = pose->q.c, s = pose->q.s;
    double x0 = INFINITY, y0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY;
    for (int32_t i = 0; i < shape->count; ++i)
    {
        double x = c * o.x[i] - s * o.y[i], y = s * o.x[i] + c * o.y[i];
        x0 = x < x0 ? x : x0;
        y0 = y < y0 ? y : y0;
        x1 = x > x1 ? x : x1;
        y1 = y > y1 ? y : y1;
    }
    // Two roundings in the turn, two more below, each at most 2^-53 of what is added up.
    double px = pose->p.x, py = pose->p.y, r = shape->radius;
    double slack = 0x1p-50 * ((double)shape->reach + r);
    double slack_x = slack + 0x1p-50 * fabs(px), slack_y = slack + 0x1p-50 * fabs(py);
    bool exact = s == 0.0 && r == 0.0 && px == 0.0 && py == 0.0 && c == 1.0;
    slack_x = exact ? 0.0 : slack_x;
    slack_y = exact ? 0.0 : slack_y;
    out->lower.x = impi_round_down(x0 - r + px - slack_x);
    out->lower.y = impi_round_down(y0 - r + py - slack_y);
    out->upper.x = impi_round_up(x1 + r + px + slack_x);
    out->upper.y = impi_round_up(y1 + r + py + slack_y);
    return IMP_OK;
}

imp_status imp2i_shape_box(const imp2_shape* shape, const imp2_pose* pose, imp2_box* out)
{
    int32_t fault = imp2i_pose_fault(pose);
    return fault ? impi_error(fault, 2) : imp2i_shape_box_at(shape, pose, out);
}

imp_status imp2i_shape_box_at(const imp2_shape* shape, const imp2_pose* pose, imp2_box* out)
{
    imp2i_outline o = imp2i_outline_of(shape);
    float c = pose->q.c, s = pose->q.s;
    float x0 = INFINITY, y0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY;
    for (int32_t i = 0; i < shape->count; ++i)
    {
        float x = c * o.x[i] - s * o.y[i], y = s * o.x[i] + c * o.y[i];
        x0 = x < x0 ? x : x0;
        y0 = y < y0 ? y : y0;
        x1 = x > x1 ? x : x1;
        y1 = y > y1 ? y : y1;
    }
    // Three roundings in the turn and one below, each at most 2^-24 of a number; and one of the place.
    float more = shape->radius + 0x1p-21f * (shape->reach + shape->radius), off_x = 0x1p-22f * fabsf(pose->p.x),
          off_y = 0x1p-22f * fabsf(pose->p.y);
    out->lower.x = pose->p.x + (x0 - more) - off_x;
    out->lower.y = pose->p.y + (y0 - more) - off_y;
    out->upper.x = pose->p.x + (x1 + more) + off_x;
    out->upper.y = pose->p.y + (y1 + more) + off_y;
    return IMP_OK;
}

imp_status imp2_shape_support(const imp2_shape* shape, const imp2_pose* pose, imp2_vec direction, imp2_vec* point,
                              int32_t* index)
{
    imp_status status = placed_status(shape, pose);
    if (status)
    {
        return status;
    }
    int32_t fault = imp2i_vec_fault(direction);
    fault = fault ? fault : direction.x == 0.0f && direction.y == 0.0f ? IMP_ERR_RANGE : 0;
    if (fault)
    {
        return impi_error(fault, 3);
    }
    if (!point)
    {
        return impi_error(IMP_ERR_NULL, 4);
    }
    imp2i_outline o = imp2i_outline_of(shape);
    double c = pose->q.c, s = pose->q.s, dx = direction.x, dy = direction.y;
    double length = sqrt(dx * dx + dy * dy);
    dx /= length;
    dy /= length;
    double local_x = c * dx + s * dy, local_y = c * dy - s * dx;
    int32_t best = 0;
    double best_value = -INFINITY;
    for (int32_t i = 0; i < shape->count; ++i)
    {
        double value = local_x * o.x[i] + local_y * o.y[i];
        if (value > best_value)
        {
            best_value = value;
            best = i;
        }
    }
    double x = o.x[best], y = o.y[best], r = shape->radius;
    point->x = (float)(c * x - s * y + pose->p.x + dx * r);
    point->y = (float)(s * x + c * y + pose->p.y + dy * r);
    if (index)
    {
        *index = best;
    }
    return IMP_OK;
}

static imp_status point_status(const imp2_shape* shape, const imp2_pose* pose, imp2_vec point, const void* out)
{
    imp_status status = placed_status(shape, pose);
    if (status)
    {
        return status;
    }
    int32_t fault = imp2i_vec_fault(point);
    if (fault)
    {
        return impi_error(fault, 3);
    }
    return out ? IMP_OK : impi_error(IMP_ERR_NULL, 4);
}

/// -1 outside, 0 on the boundary, 1 inside; exact.
static int point_side(const imp2_shape* shape, const imp2_pose* pose, imp2_vec point, imp2i_dvec local,
                      const imp2i_point_gap* gap)
{
    double scale = fabs(local.x) + fabs(local.y) + shape->reach + shape->radius;
    if (fabs(gap->separation) > (double)IMPI_FLOAT_DOUBT * scale)
    {
        return gap->separation < 0.0 ? 1 : -1;
    }
    imp2_shape dot;
    make_core(&dot, IMP2_SHAPE_CIRCLE, point, point, 0.0f);
    const imp2_pose origin = {{0.0f, 0.0f}, {1.0f, 0.0f}};
    return imp2i_relation(shape, pose, &dot, &origin);
}

imp_status imp2_shape_contains(const imp2_shape* shape, const imp2_pose* pose, imp2_vec point, bool* out)
{
    imp_status status = point_status(shape, pose, point, out);
    if (status)
    {
        return status;
    }
    imp2i_dvec local = imp2i_to_local(pose, point);
    imp2i_point_gap gap;
    imp2i_point_query(shape, local, &gap);
    *out = point_side(shape, pose, point, local, &gap) >= 0;
    return IMP_OK;
}

imp_status imp2_shape_closest(const imp2_shape* shape, const imp2_pose* pose, imp2_vec point, imp2_vec* closest,
                              float* distance)
{
    imp_status status = point_status(shape, pose, point, closest);
    if (status)
    {
        return status;
    }
    imp2i_dvec local = imp2i_to_local(pose, point);
    imp2i_point_gap gap;
    imp2i_point_query(shape, local, &gap);
    int side = point_side(shape, pose, point, local, &gap);
    double x = gap.on_core.x + gap.normal.x * shape->radius, y = gap.on_core.y + gap.normal.y * shape->radius;
    double c = pose->q.c, s = pose->q.s;
    closest->x = (float)(c * x - s * y + pose->p.x);
    closest->y = (float)(s * x + c * y + pose->p.y);
    if (distance)
    {
        float tiny = IMPI_TINY * (shape->reach + shape->radius + fabsf((float)local.x) + fabsf((float)local.y));
        float d = (float)gap.separation;
        *distance = side < 0 ? (d > tiny ? d : tiny) : side == 0 ? 0.0f : (d < -tiny ? d : -tiny);
    }
    return IMP_OK;
}
