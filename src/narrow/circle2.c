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
    impi_lanes cosine, sine;  // of the polygon; sine as -s, s, -s, s
    impi_lanes center;        // in the polygon's frame: x, x, y, y
    float apart;              // of the poses, along x and y added
} placed_circle;

/// The circle's position and rotation are turned back at once, then its centre is put there.
static inline placed_circle place_circle(const imp2_pose* pose, const imp2_shape* circle, const imp2_pose* at)
{
    const impi_lanes minus_plus = impi_lanes_set(-0.0f, 0.0f, -0.0f, 0.0f), zero = impi_lanes_splat(0.0f);
    impi_lanes p = imp2i_pose_lanes(pose), q = imp2i_pose_lanes(at);
    impi_lanes to = impi_lanes_sub(q, impi_lanes_mix(p, 0, 1, zero, 0, 1));
    placed_circle r;
    r.cosine = impi_lanes_mix(p, 2, 2, p, 2, 2);
    r.sine = impi_lanes_flip(impi_lanes_mix(p, 3, 3, p, 3, 3), minus_plus);
    impi_lanes turned = impi_lanes_swap(to);
    r.apart = impi_lanes_first(impi_lanes_add(impi_lanes_abs(to), impi_lanes_abs(turned)));
    to = impi_lanes_sub(impi_lanes_mul(r.cosine, to), impi_lanes_mul(r.sine, turned));
    // x = to.x + (c x - s y), y = to.y + (s x + c y)
    impi_lanes local = impi_lanes_set(circle->x[0], circle->y[0], circle->y[0], circle->x[0]);
    impi_lanes products = impi_lanes_mul(impi_lanes_mix(to, 2, 3, to, 2, 3), local);
    products = impi_lanes_flip(products, impi_lanes_set(0.0f, -0.0f, 0.0f, 0.0f));
    r.center = impi_lanes_add(impi_lanes_mix(to, 0, 0, to, 1, 1), impi_lanes_add(products, impi_lanes_swap(products)));
    return r;
}

/// Four sides, and the centre as seen from the vertices where they begin.
typedef struct four_sides
{
    impi_lanes x, y, normal_x, normal_y;
} four_sides;

static inline four_sides load_sides(const imp2_shape* polygon, int32_t from, impi_lanes px, impi_lanes py)
{
    four_sides s = {impi_lanes_sub(px, impi_lanes_load(polygon->x + from)),
                    impi_lanes_sub(py, impi_lanes_load(polygon->y + from)), impi_lanes_load(polygon->normal_x + from),
                    impi_lanes_load(polygon->normal_y + from)};
    return s;
}

/// How far the centre is in front of them.
static inline impi_lanes front_of(const four_sides* s)
{
    return impi_lanes_mul_add(s->normal_x, s->x, impi_lanes_mul(s->normal_y, s->y));
}

/// From lane k to lane k + 1, of which others has the last.
static inline impi_lanes shift_lanes(impi_lanes a, impi_lanes others)
{
    return impi_lanes_mix(a, 1, 2, impi_lanes_mix(a, 3, 3, others, 0, 0), 0, 2);
}

/// How far the centre is beyond their ends: less than zero before the start, more behind the end. Others are the
/// sides that follow.
static inline impi_lanes beyond_ends(const four_sides* s, const four_sides* others)
{
    const impi_lanes zero = impi_lanes_splat(0.0f);
    impi_lanes x = shift_lanes(s->x, others->x), y = shift_lanes(s->y, others->y);
    impi_lanes from_start = impi_lanes_sub(impi_lanes_mul(s->normal_x, s->y), impi_lanes_mul(s->normal_y, s->x));
    impi_lanes from_end = impi_lanes_sub(impi_lanes_mul(s->normal_y, x), impi_lanes_mul(s->normal_x, y));
    return impi_lanes_sub(impi_lanes_min(from_start, zero), impi_lanes_min(from_end, zero));
}

/// Without a branch, for a yes that hangs on the numbers.
static inline int32_t choose(bool yes, int32_t if_yes, int32_t if_no)
{
    return if_no ^ ((if_yes ^ if_no) & -(int32_t)yes);
}

/// way leads from the nearest point of the polygon to the centre (inside: on through the side), as x, y, x, y in the
/// polygon's frame, and is as long as root; distance is between the surfaces. The latter two in all lanes.
static inline void write_circle_manifold(const placed_circle* seen, const imp2_pose* pose, float radius, impi_lanes way,
                                         impi_lanes root, impi_lanes distance, uint32_t id, imp2_manifold* out)
{
    const impi_lanes zero = impi_lanes_splat(0.0f);
    // Both to the world; the centre has its position, too.
    impi_lanes both = impi_lanes_mix(way, 0, 1, seen->center, 0, 2);
    both = impi_lanes_mul_add(seen->cosine, both, impi_lanes_mul(seen->sine, impi_lanes_swap(both)));
    both = impi_lanes_add(both, impi_lanes_mix(zero, 0, 1, imp2i_pose_lanes(pose), 0, 1));
    impi_lanes normal = impi_lanes_div(impi_lanes_mix(both, 0, 1, both, 0, 1), root);
    impi_lanes back = impi_lanes_mul_add(impi_lanes_splat(0.5f), distance, impi_lanes_splat(radius));
    impi_lanes point = impi_lanes_sub(both, impi_lanes_mul(normal, back));
    float depth = 0.0f - impi_lanes_first(distance);
    impi_lanes_store_two(&out->normal.x, &out->points[0].point.x, impi_lanes_mix(normal, 0, 1, point, 2, 3));
    out->depth = depth;
    out->count = 1;
    out->points[0].depth = depth;
    out->points[0].id = id;
    memset(&out->points[1], 0, sizeof out->points[1]);
}

static inline void write_nothing(imp2_manifold* out)
{
    memset(out, 0, sizeof *out);
}

imp_status imp2i_collide_polygon_circle(const imp2_shape* polygon, const imp2_pose* pose, const imp2_shape* circle,
                                        const imp2_pose* at, float margin, imp2_manifold* out)
{
    placed_circle seen = place_circle(pose, circle, at);
    impi_lanes px = impi_lanes_mix(seen.center, 0, 0, seen.center, 0, 0);
    impi_lanes py = impi_lanes_mix(seen.center, 2, 2, seen.center, 2, 2);
    four_sides low = load_sides(polygon, 0, px, py), high = load_sides(polygon, 4, px, py);
    impi_lanes sides = front_of(&low), more = front_of(&high);
    float radii = polygon->radius + circle->radius, scale = ((polygon->reach + circle->reach) + radii) + seen.apart;
    float doubt = IMPI_FLOAT_DOUBT * scale, limit = margin > doubt ? margin : doubt;
    impi_lanes reach = impi_lanes_splat(limit + radii);
    int32_t far = impi_lanes_less(reach, sides) | impi_lanes_less(reach, more);
    if (!imp2i_quick_door(pose, at))
    {
        return imp2i_collide_any(polygon, pose, circle, at, margin, out);
    }
    if (far)
    {
        write_nothing(out);
        return IMP_OK;
    }
    // What hangs on the best side is the longest chain of the call, so it is made short: all sides first, then the
    // index. The last side is looked up in the last place, which repeats it and is followed by vertex 0.
    float asides[IMP2_SMALL_COUNT], front;
    impi_lanes_store(asides, beyond_ends(&low, &high));
    impi_lanes_store(asides + 4, beyond_ends(&high, &low));
    int32_t i = impi_lanes_greatest_of_two(sides, more, &front), last = polygon->count - 1;
    int32_t next = (i + 1) & -(int32_t)(i < last);
    float aside = asides[i | ((IMP2_SMALL_COUNT - 1) & -(int32_t)(i >= last))];
    float nx = polygon->normal_x[i], ny = polygon->normal_y[i];
    float height = fabsf(front), square = height * height + aside * aside;
    float x = nx * height - ny * aside, y = ny * height + nx * aside;  // from the nearest point to the centre

    // The nearest vertex, or the side, and the other side there; too near to a vertex the direction is lost.
    bool corner = (aside < 0.0f) | (aside > 0.0f), end = aside > 0.0f;
    int32_t feature = choose(end, next, i), beyond = choose(end, next, i > 0 ? i - 1 : last);
    float onward = x * polygon->normal_y[beyond] - y * polygon->normal_x[beyond];  // against the way around
    float root = sqrtf(square), distance = (front + (root - height)) - radii;
    if (onward * aside < 0.0f || front * fabsf(aside) < 0.0f || !(square > doubt * scale + 0x1p-100f) ||
        fabsf(distance) <= doubt)
    {
        return imp2i_collide_any(polygon, pose, circle, at, margin, out);
    }
    if (distance > limit)
    {
        write_nothing(out);
        return IMP_OK;
    }
    uint32_t id = imp2i_contact_id(IMP2I_VERTEX_ON_SIDE_A + (uint32_t)corner, feature, 0);
    write_circle_manifold(&seen, pose, circle->radius, impi_lanes_set(x, y, x, y), impi_lanes_splat(root),
                          impi_lanes_splat(distance), id, out);
    return IMP_OK;
}

/// The same for a box, where all is known by its half sizes.
imp_status imp2i_collide_box_circle(const imp2_shape* box, const imp2_pose* pose, const imp2_shape* circle,
                                    const imp2_pose* at, float margin, imp2_manifold* out)
{
    const impi_lanes zero = impi_lanes_splat(0.0f);
    placed_circle seen = place_circle(pose, circle, at);
    // In front of the sides to the right, left, below and above.
    impi_lanes fronts = impi_lanes_sub(seen.center, impi_lanes_load_two(box->x + 2, box->y + 1));
    fronts = impi_lanes_flip(fronts, impi_lanes_set(0.0f, -0.0f, -0.0f, 0.0f));

    float radius = circle->radius, scale = ((box->reach + circle->reach) + radius) + seen.apart;
    float doubt = IMPI_FLOAT_DOUBT * scale, limit = margin > doubt ? margin : doubt;
    int32_t far = impi_lanes_less(impi_lanes_splat(limit + radius), fronts);
    if (!imp2i_quick_door(pose, at))
    {
        return imp2i_collide_any(box, pose, circle, at, margin, out);
    }
    if (far)
    {
        write_nothing(out);
        return IMP_OK;
    }
    impi_lanes beyond =
        impi_lanes_max(impi_lanes_mix(fronts, 0, 3, fronts, 0, 3), impi_lanes_mix(fronts, 1, 2, fronts, 1, 2));
    // From the nearest point to the centre, but for its signs: inside, that is across the nearest side.
    impi_lanes turned = impi_lanes_swap(beyond);
    impi_lanes by_y =
        impi_lanes_sub(impi_lanes_mix(beyond, 0, 0, beyond, 0, 0), impi_lanes_mix(beyond, 1, 1, beyond, 1, 1));
    impi_lanes inside = impi_lanes_max(impi_lanes_sub(zero, impi_lanes_max(beyond, turned)), zero);
    impi_lanes axis =
        impi_lanes_if_negative(by_y, impi_lanes_set(0.0f, 1.0f, 0.0f, 1.0f), impi_lanes_set(1.0f, 0.0f, 1.0f, 0.0f));
    impi_lanes gap = impi_lanes_mul_add(inside, axis, impi_lanes_max(beyond, zero)), squares = impi_lanes_mul(gap, gap);
    impi_lanes square = impi_lanes_add(squares, impi_lanes_swap(squares)), root = impi_lanes_sqrt(square);
    impi_lanes distance =
        impi_lanes_sub(impi_lanes_sub(root, impi_lanes_add(inside, inside)), impi_lanes_splat(radius));
    float d = impi_lanes_first(distance);
    if (!(impi_lanes_first(square) > doubt * scale + 0x1p-100f) || fabsf(d) <= doubt)
    {
        return imp2i_collide_any(box, pose, circle, at, margin, out);
    }
    if (d > limit)
    {
        write_nothing(out);
        return IMP_OK;
    }
    impi_lanes from_middle =
        impi_lanes_sub(impi_lanes_mix(fronts, 0, 3, fronts, 0, 3), impi_lanes_mix(fronts, 1, 2, fronts, 1, 2));
    impi_lanes way = impi_lanes_flip(gap, from_middle);
    // By the signs: right and upper, left and upper, right and lower, left and lower. Vertices and sides are counted
    // from below, left to right and round.
    static const uint8_t features[3][4] = {{1, 3, 1, 3}, {2, 2, 0, 0}, {2, 3, 1, 0}};
    int32_t corner = (impi_lanes_less(zero, beyond) & 3) == 3, which = corner ? 2 : impi_lanes_signs(by_y) & 1;
    int32_t feature = features[which][impi_lanes_signs(from_middle) & 3];
    uint32_t kind = IMP2I_VERTEX_ON_SIDE_A + (uint32_t)corner;
    write_circle_manifold(&seen, pose, radius, way, root, distance, imp2i_contact_id(kind, feature, 0), out);
    return IMP_OK;
}

imp_status imp2i_collide_circle_polygon(const imp2_shape* circle, const imp2_pose* at, const imp2_shape* polygon,
                                        const imp2_pose* pose, float margin, imp2_manifold* out)
{
    // Here, lest a fault be told of the wrong argument.
    if (!imp2i_quick_door(at, pose))
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
