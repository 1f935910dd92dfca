// SPDX-License-Identifier: MIT
//
// Contacts of a small polygon and a circle.
//
// The side that the centre is farthest in front of tells the region. Along its normal n and its direction t the centre
// is at (front, aside) from the nearest point of the polygon: aside is 0 in front of the side and behind it, and what
// the centre is beyond one of its ends otherwise; then the vertex there is nearest. The same formulas serve all
// regions.
//
// Normals are rounded, so a side may be named that is a few places off. What is found stands because it is tested: a
// point in front of a side is nearest to it, and one beyond the ends of both sides of a vertex is nearest to the
// vertex.

#include "../math/lanes.h"
#include "../math/tolerance.h"
#include "quick2.h"

#include <math.h>

/// A placed circle as its polygon sees it.
typedef struct placed_circle
{
    imp2_vec center;  // in the polygon's frame
    imp2_vec offset;  // from the circle's position to its centre, in the world
    float scale;
} placed_circle;

static inline placed_circle place_circle(const imp2_shape* polygon, const imp2_pose* pose, const imp2_shape* circle,
                                         const imp2_pose* at)
{
    float c = pose->q.c, s = pose->q.s, cx = circle->x[0], cy = circle->y[0];
    float x = at->p.x - pose->p.x, y = at->p.y - pose->p.y;
    placed_circle r;
    r.scale = (polygon->reach + polygon->radius) + (circle->reach + circle->radius) + (fabsf(x) + fabsf(y));
    r.offset.x = at->q.c * cx - at->q.s * cy;
    r.offset.y = at->q.s * cx + at->q.c * cy;
    x += r.offset.x;
    y += r.offset.y;
    r.center.x = c * x + s * y;
    r.center.y = c * y - s * x;
    return r;
}

/// Four sides: how far the centre is in front of each.
static inline impi_lanes four_sides(const imp2_shape* polygon, int32_t from, imp2_vec center)
{
    impi_lanes x = impi_lanes_sub(impi_lanes_splat(center.x), impi_lanes_load(polygon->x + from));
    impi_lanes y = impi_lanes_sub(impi_lanes_splat(center.y), impi_lanes_load(polygon->y + from));
    return impi_lanes_mul_add(impi_lanes_load(polygon->normal_x + from), x,
                              impi_lanes_mul(impi_lanes_load(polygon->normal_y + from), y));
}

/// Without a branch, for a yes that hangs on the numbers.
static inline int32_t choose(bool yes, int32_t if_yes, int32_t if_no)
{
    return if_no ^ ((if_yes ^ if_no) & -(int32_t)yes);
}

/// x and y are the normal in the polygon's frame.
static inline void write_circle_manifold(const imp2_shape* circle, const imp2_pose* pose, const imp2_pose* at,
                                         const placed_circle* seen, imp2_vec normal, float distance, imp2_manifold* out)
{
    const imp2_contact none = {{0.0f, 0.0f}, 0.0f, 0};
    imp2_vec n = {pose->q.c * normal.x - pose->q.s * normal.y, pose->q.s * normal.x + pose->q.c * normal.y};
    float back = circle->radius + 0.5f * distance;
    out->normal = n;
    out->depth = 0.0f - distance;
    out->count = 1;
    out->points[0].point.x = at->p.x + (seen->offset.x - n.x * back);
    out->points[0].point.y = at->p.y + (seen->offset.y - n.y * back);
    out->points[0].depth = out->depth;
    out->points[1] = none;
}

imp_status imp2i_collide_polygon_circle(const imp2_shape* polygon, const imp2_pose* pose, const imp2_shape* circle,
                                        const imp2_pose* at, float margin, imp2_manifold* out)
{
    const imp2_manifold nothing = {.count = 0};
    placed_circle seen = place_circle(polygon, pose, circle, at);
    imp2_vec p = seen.center;
    float doubt = IMPI_FLOAT_DOUBT * seen.scale, radii = polygon->radius + circle->radius;
    float limit = margin > doubt ? margin : doubt;
    impi_lanes limits = impi_lanes_splat(limit + radii), sides = four_sides(polygon, 0, p);
    impi_lanes more = four_sides(polygon, 4, p);  // unused places repeat the last
    if (!imp2i_quick_rotations(imp2i_pose_lanes(pose), imp2i_pose_lanes(at)))
    {
        return imp2i_collide_any(polygon, pose, circle, at, margin, out);
    }
    if (impi_lanes_less(limits, impi_lanes_max(sides, more)))
    {
        *out = nothing;
        return IMP_OK;
    }
    float front;
    int32_t i = impi_lanes_greatest_of_two(sides, more, &front);

    // From both ends of the side, along it and inwards; at most one is below zero.
    int32_t last = polygon->count - 1, next = (i + 1) & -(int32_t)(i < last);
    float nx = polygon->normal_x[i], ny = polygon->normal_y[i];
    float from_start = nx * (p.y - polygon->y[i]) - ny * (p.x - polygon->x[i]);
    float from_end = nx * (polygon->y[next] - p.y) - ny * (polygon->x[next] - p.x);
    float aside = 0.5f * ((from_start - fabsf(from_start)) - (from_end - fabsf(from_end)));
    float height = fabsf(front), square = height * height + aside * aside;
    float x = nx * height - ny * aside, y = ny * height + nx * aside;  // from the nearest point to the centre

    // The other side of the vertex; and too near to the boundary the direction is lost.
    bool ahead = from_end < from_start;
    int32_t beyond = choose(ahead, next, choose(i > 0, i - 1, last));
    float onward = x * polygon->normal_y[beyond] - y * polygon->normal_x[beyond];  // against the way around
    float least = 0x1p-10f * seen.scale;
    if ((onward * aside < 0.0f) | (front * fabsf(aside) < 0.0f) | !(square > least * least + 0x1p-100f))
    {
        return imp2i_collide_any(polygon, pose, circle, at, margin, out);
    }
    float root = sqrtf(square), inverse = 1.0f / root, distance = (front + (root - height)) - radii;
    if (distance > limit)
    {
        *out = nothing;
        return IMP_OK;
    }
    if (fabsf(distance) <= doubt)
    {
        return imp2i_collide_any(polygon, pose, circle, at, margin, out);
    }

    imp2_vec normal = {x * inverse, y * inverse};
    write_circle_manifold(circle, pose, at, &seen, normal, distance, out);
    bool corner = (aside < 0.0f) | (aside > 0.0f);
    int32_t feature = choose(corner & ahead, next, i);
    int32_t kind = choose(corner, IMP2I_TWO_VERTICES, IMP2I_VERTEX_ON_SIDE_A);
    out->points[0].id = imp2i_contact_id((uint32_t)kind, feature, 0);
    return IMP_OK;
}

/// The same for a box, where all is known by its half sizes.
imp_status imp2i_collide_box_circle(const imp2_shape* box, const imp2_pose* pose, const imp2_shape* circle,
                                    const imp2_pose* at, float margin, imp2_manifold* out)
{
    const imp2_manifold nothing = {.count = 0};
    placed_circle seen = place_circle(box, pose, circle, at);
    float doubt = IMPI_FLOAT_DOUBT * seen.scale, limit = margin > doubt ? margin : doubt, radius = circle->radius;
    float x = seen.center.x - 0.5f * (box->x[0] + box->x[2]), y = seen.center.y - 0.5f * (box->y[0] + box->y[2]);
    float beyond_x = fabsf(x) - 0.5f * (box->x[2] - box->x[0]), beyond_y = fabsf(y) - 0.5f * (box->y[2] - box->y[0]);
    float front = beyond_x > beyond_y ? beyond_x : beyond_y;
    if (!imp2i_quick_rotations(imp2i_pose_lanes(pose), imp2i_pose_lanes(at)))
    {
        return imp2i_collide_any(box, pose, circle, at, margin, out);
    }
    if (front > limit + radius)
    {
        *out = nothing;
        return IMP_OK;
    }
    // From the nearest point to the centre, but for its signs: inside, that is across the nearest side.
    int32_t by_x = beyond_x > beyond_y;
    float inside = 0.5f * (fabsf(front) - front), to_x = (float)by_x;
    float gx = 0.5f * (beyond_x + fabsf(beyond_x)) + to_x * inside;
    float gy = 0.5f * (beyond_y + fabsf(beyond_y)) + (1.0f - to_x) * inside;
    float square = gx * gx + gy * gy, root = sqrtf(square), inverse = 1.0f / root;
    float distance = (root - 2.0f * inside) - radius, least = 0x1p-10f * seen.scale;
    if (!(square > least * least + 0x1p-100f) || fabsf(distance) <= doubt)
    {
        return imp2i_collide_any(box, pose, circle, at, margin, out);
    }
    if (distance > limit)
    {
        *out = nothing;
        return IMP_OK;
    }
    int32_t right = x > 0.0f, upper = y > 0.0f;
    imp2_vec normal = {gx * inverse * (float)(2 * right - 1), gy * inverse * (float)(2 * upper - 1)};
    write_circle_manifold(circle, pose, at, &seen, normal, distance, out);
    // Vertices and sides count from below, left to right and round.
    bool corner = (beyond_x > 0.0f) & (beyond_y > 0.0f);
    int32_t feature = choose(corner, right ^ (3 * upper), choose(by_x, 3 - 2 * right, 2 * upper));
    int32_t kind = choose(corner, IMP2I_TWO_VERTICES, IMP2I_VERTEX_ON_SIDE_A);
    out->points[0].id = imp2i_contact_id((uint32_t)kind, feature, 0);
    return IMP_OK;
}

imp_status imp2i_collide_circle_polygon(const imp2_shape* circle, const imp2_pose* at, const imp2_shape* polygon,
                                        const imp2_pose* pose, float margin, imp2_manifold* out)
{
    // A fault would be told of the wrong argument.
    if (!imp2i_quick_rotations(imp2i_pose_lanes(at), imp2i_pose_lanes(pose)))
    {
        return imp2i_collide_any(circle, at, polygon, pose, margin, out);
    }
    imp_status status = imp2i_collide_polygon_circle(polygon, pose, circle, at, margin, out);
    if (!status && out->count > 0)
    {
        uint32_t id = out->points[0].id, kind = id >> 30;
        out->normal.x = -out->normal.x;
        out->normal.y = -out->normal.y;
        kind = kind == IMP2I_TWO_VERTICES ? kind : (uint32_t)IMP2I_VERTEX_ON_SIDE_B;
        out->points[0].id = imp2i_contact_id(kind, 0, (int32_t)(id >> 15 & 0x7fff));
    }
    return status;
}
