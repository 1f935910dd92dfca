// SPDX-License-Identifier: MIT
//
// Any list of points as a polygon. What comes out has every corner of the hull as it was given and nothing else, counts
// what it left out, does not depend on the order of the points beyond saying so, and is its own repair.

#include <math.h>

#include "bytes.h"

enum
{
    POINTS_MAX = 40
};

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static imp2_vec points[POINTS_MAX];
static int32_t count;
static float radius;

static void explain(void)
{
    printf("  radius %a\n", (double)radius);
    for (int32_t i = 0; i < count; ++i)
    {
        explain_vec("point", points[i]);
    }
}

static bool same(imp2_vec a, imp2_vec b)
{
    return a.x == b.x && a.y == b.y;
}

static imp2_vec vertex(const imp2_shape* shape, int32_t i)
{
    imp2_vec v;
    MUST(imp2_shape_vertex(shape, i, &v) == IMP_OK);
    return v;
}

static void same_shape(const imp2_shape* a, const imp2_shape* b)
{
    MUST(a->kind == b->kind && a->count == b->count && a->radius == b->radius && a->reach == b->reach);
    for (int32_t i = 0; i < a->count; ++i)
    {
        MUST(same(vertex(a, i), vertex(b, i)));
    }
}

static void check_refused(imp_status status)
{
    int32_t fault = imp_status_fault(status);
    MUST(fault == IMP_ERR_CONCAVE || fault == IMP_ERR_COUNT);
    MUST(fault != IMP_ERR_COUNT || count == 0);
    MUST(fault != IMP_ERR_CONCAVE || count > 3);
}

static void check_points(const imp2_shape* shape)
{
    imp2_pose origin = imp2_pose_identity();
    imp2_box bounds;
    MUST(imp2_shape_bounds(shape, &origin, &bounds) == IMP_OK);
    for (int32_t i = 0; i < count; ++i)
    {
        bool inside;
        MUST(imp2_shape_contains(shape, &origin, points[i], &inside) == IMP_OK && inside);
        MUST(points[i].x >= bounds.lower.x && points[i].x <= bounds.upper.x);
        MUST(points[i].y >= bounds.lower.y && points[i].y <= bounds.upper.y);
        imp2_vec closest;
        float distance;
        MUST(imp2_shape_closest(shape, &origin, points[i], &closest, &distance) == IMP_OK);
        MUST(distance <= 0.0f && isfinite(distance) && isfinite(closest.x) && isfinite(closest.y));
    }
    for (int32_t i = 0; i < shape->count; ++i)
    {
        imp2_vec v = vertex(shape, i);
        bool given = false;
        for (int32_t k = 0; k < count; ++k)
        {
            given = given || same(v, points[k]);
        }
        MUST(given);
        imp2_vec first = vertex(shape, 0);
        MUST(first.x < v.x || (first.x == v.x && first.y <= v.y));
        MUST(hypot((double)v.x, (double)v.y) <= (double)shape->reach);
        imp2_vec found;
        int32_t index;
        imp2_vec direction = {v.x - points[0].x, v.y - points[0].y};
        if (imp2_shape_support(shape, &origin, direction, &found, &index) == IMP_OK)
        {
            MUST(index >= 0 && index < shape->count && isfinite(found.x) && isfinite(found.y));
        }
    }
}

static void check_mass(const imp2_shape* shape)
{
    imp2_mass mass;
    imp_status status = imp2_shape_mass(shape, 1.0f, &mass);
    MUST(status == IMP_OK || imp_status_fault(status) == IMP_ERR_RANGE);
    if (status == IMP_OK)
    {
        MUST(isfinite(mass.area) && mass.area >= 0.0f && isfinite(mass.mass) && isfinite(mass.inertia));
        MUST(mass.inertia >= 0.0f && isfinite(mass.centroid.x) && isfinite(mass.centroid.y));
    }
}

// Points that mostly make a convex outline, some of them a few ulp off.
static imp2_vec on_ellipse(bytes* in, bool flat)
{
    imp2_rot q;
    imp2_rot_make((float)next_byte(in) * 0.024543693f, &q);
    uint8_t off = next_byte(in);
    float x = 100.0f * q.c;
    float y = (flat ? 0.01f : 100.0f) * q.s;
    imp2_vec v = {x * (1.0f + (float)(off & 7) * 0x1p-23f), y * (1.0f + (float)(off >> 3 & 7) * 0x1p-23f)};
    return v;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    bytes in = {data, data + size};
    uint8_t how = next_byte(&in);
    radius = how & 1 ? next_size(&in) : 0.0f;
    count = 0;
    while (in.at < in.end && count < POINTS_MAX)
    {
        points[count++] = how & 2 ? on_ellipse(&in, how & 4) : next_vec(&in);
    }
    imp2_shape shape, again;
    imp2_repair repair, repair_again;
    imp_status status = imp2_polygon_make(points, count, radius, NULL, &shape, &repair);
    MUST(imp2_polygon_make(points, count, radius, NULL, NULL, &repair_again) == status);
    if (status)
    {
        check_refused(status);
        return 0;
    }
    MUST(memcmp(&repair, &repair_again, sizeof repair) == 0);
    MUST(shape.count >= 1 && shape.count <= count);
    MUST(repair.welded >= 0 && repair.collinear >= 0 && (repair.reordered & ~1) == 0);
    MUST(repair.welded + repair.collinear + shape.count == count);
    check_points(&shape);
    check_mass(&shape);

    // Its own corners need no repair.
    imp2_vec corners[POINTS_MAX];
    for (int32_t i = 0; i < shape.count; ++i)
    {
        corners[i] = vertex(&shape, i);
    }
    imp2_repair none = {0, 0, 0};
    MUST(imp2_polygon_make(corners, shape.count, radius, NULL, &again, &repair_again) == IMP_OK);
    MUST(memcmp(&repair_again, &none, sizeof none) == 0);
    same_shape(&shape, &again);
    imp2_shape_free(&again);

    // The same points the other way round, begun elsewhere.
    imp2_vec turned[POINTS_MAX];
    for (int32_t i = 0; i < count; ++i)
    {
        turned[i] = points[(2 * count - 1 - i + how) % count];
    }
    MUST(imp2_polygon_make(turned, count, radius, NULL, &again, &repair_again) == IMP_OK);
    MUST(repair_again.welded == repair.welded && repair_again.collinear == repair.collinear);
    same_shape(&shape, &again);
    imp2_shape_free(&again);
    imp2_shape_free(&shape);
    return 0;
}
