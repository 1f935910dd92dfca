// SPDX-License-Identifier: MIT
//
// Contacts of a small polygon and a circle.
//
// The side that the centre is farthest in front of tells the region. Along its normal n and its direction t the centre
// is at (front, aside) from the nearest point of the polygon: aside is 0 in front of the side and behind it, and what
// the centre is beyond one of its ends otherwise; then the vertex there is nearest. The same formulas serve all
// regions.
//
// A side may be named that is a few places off: normals are rounded, and the last bits of the separations make room for
// the number of the side, so that the greatest brings its number along. What is found stands because it is tested: a
// point in front of a side is nearest to it, and one beyond the ends of both sides of a vertex is nearest to the
// vertex. Inside, the side alone counts: next to a vertex with less depth another side would be named.
//
// The time goes where the processor waits. Until the best side is known, all that hangs on it fills the queues; whether
// the two are far apart is a coin's toss, lost half the time, and known the later the longer it takes to place the
// centre. Tried and slower: all in the world's frame, with turned normals (more work, a tenth); the formulas for one
// side instead of for all (a longer wait, a fifth); anything by region that a compiler makes a branch of (a third).

#include "../math/lanes.h"
#include "../math/tolerance.h"
#include "quick2.h"

#include <math.h>

/// A placed circle as its polygon sees it.
typedef struct placed_circle
{
    impi_lanes cosine, sine;  // of the polygon; sine as -s, s, -s, s
    impi_lanes center;        // in the world: x, y
    impi_lanes local;         // in the polygon's frame: x, y
    float apart;              // of the poses, along x and y added
} placed_circle;

/// From the polygon's position to the circle's and on to its centre, then turned back. All places of a circle's arrays
/// hold its centre.
static inline placed_circle place_circle(const imp2_pose* pose, const imp2_shape* circle, const imp2_pose* at)
{
    const impi_lanes minus_plus = impi_lanes_set(-0.0f, 0.0f, -0.0f, 0.0f);
    impi_lanes p = imp2i_pose_lanes(pose), q = imp2i_pose_lanes(at), to = impi_lanes_sub(q, p);
    impi_lanes across = impi_lanes_flip(impi_lanes_mix(q, 3, 2, q, 3, 2), minus_plus);
    impi_lanes turned = impi_lanes_mul_add(impi_lanes_mix(q, 2, 3, q, 2, 3), impi_lanes_load(circle->x),
                                           impi_lanes_mul(across, impi_lanes_load(circle->y)));
    impi_lanes from_position = impi_lanes_add(to, turned), size = impi_lanes_abs(to);
    placed_circle r;
    r.cosine = impi_lanes_mix(p, 2, 2, p, 2, 2);
    r.sine = impi_lanes_flip(impi_lanes_mix(p, 3, 3, p, 3, 3), minus_plus);
    r.center = impi_lanes_add(q, turned);
    r.local =
        impi_lanes_sub(impi_lanes_mul(r.cosine, from_position), impi_lanes_mul(r.sine, impi_lanes_swap(from_position)));
    r.apart = impi_lanes_first(impi_lanes_add(size, impi_lanes_swap(size)));
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

/// How far the centre is beyond their ends: less than zero behind the end, more before the start. Others are the sides
/// that follow.
static inline impi_lanes beyond_ends(const four_sides* s, const four_sides* others)
{
    const impi_lanes zero = impi_lanes_splat(0.0f);
    impi_lanes x = shift_lanes(s->x, others->x), y = shift_lanes(s->y, others->y);
    impi_lanes from_start = impi_lanes_sub(impi_lanes_mul(s->normal_x, s->y), impi_lanes_mul(s->normal_y, s->x));
    impi_lanes from_end = impi_lanes_sub(impi_lanes_mul(s->normal_y, x), impi_lanes_mul(s->normal_x, y));
    return impi_lanes_sub(impi_lanes_min(from_end, zero), impi_lanes_min(from_start, zero));
}

/// way leads from the nearest point of the polygon to the centre (inside: on through the side), as x, y, x, y in the
/// polygon's frame, and is as long as root; distance is between the surfaces.
static inline void write_circle_manifold(const placed_circle* seen, float radius, impi_lanes way, impi_lanes root,
                                         float distance, uint32_t id, imp2_manifold* out)
{
    way = impi_lanes_mul_add(seen->cosine, way, impi_lanes_mul(seen->sine, impi_lanes_swap(way)));
    impi_lanes normal = impi_lanes_div(way, root), back = impi_lanes_splat(0.5f * distance + radius);
    impi_lanes point =
        impi_lanes_sub(impi_lanes_mix(seen->center, 0, 1, seen->center, 0, 1), impi_lanes_mul(normal, back));
    float depth = 0.0f - distance;
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
    impi_lanes px = impi_lanes_mix(seen.local, 0, 0, seen.local, 0, 0);
    impi_lanes py = impi_lanes_mix(seen.local, 1, 1, seen.local, 1, 1);
    four_sides low = load_sides(polygon, 0, px, py), high = load_sides(polygon, 4, px, py);
    impi_lanes sides = front_of(&low), more = front_of(&high);
    float radii = polygon->radius + circle->radius, scale = ((polygon->reach + circle->reach) + radii) + seen.apart;
    float doubt = IMPI_FLOAT_DOUBT * scale, limit = margin > doubt ? margin : doubt;
    impi_lanes reach = impi_lanes_splat(limit + radii);
    int32_t far = impi_lanes_signs(impi_lanes_sub(reach, sides)) | impi_lanes_signs(impi_lanes_sub(reach, more));
    if (!imp2i_quick_door(pose, at))
    {
        return imp2i_collide_any(polygon, pose, circle, at, margin, out);
    }
    if (far)
    {
        write_nothing(out);
        return IMP_OK;
    }
    // Work on the best side holds up the next call, so it is little: all sides first, no branch by region. The
    // last side is found in the last place, which repeats it and is followed by vertex 0; but inside, where it was.
    int32_t key = impi_lanes_greatest_key(sides, more), place = key & 7, last = polygon->count - 1;
    float fronts[IMP2_SMALL_COUNT], asides[IMP2_SMALL_COUNT];
    impi_lanes_store(fronts, sides);
    impi_lanes_store(fronts + 4, more);
    impi_lanes_store(asides, beyond_ends(&low, &high));
    impi_lanes_store(asides + 4, beyond_ends(&high, &low));
    int32_t bits;  // of aside: zero inside. Times, because a mask becomes a branch.
    memcpy(&bits, &asides[place], sizeof bits);
    bits *= (int32_t)(1 - ((uint32_t)key >> 31));
    float aside;
    memcpy(&aside, &bits, sizeof aside);
    float front = fronts[place], height = fabsf(front), square = height * height + aside * aside;
    float nx = polygon->normal_x[place], ny = polygon->normal_y[place];
    float x = nx * height + ny * aside, y = ny * height - nx * aside;  // from the nearest point to the centre

    // The nearest vertex, or the side, and what the centre is beyond the other side there: the other way, for a vertex.
    // Too near to a vertex the direction is lost.
    int32_t end = (int32_t)((uint32_t)bits >> 31), feature = (place + end) & (IMP2_SMALL_COUNT - 1);
    feature = feature < last ? feature : last;
    float other = asides[(feature + end - 1) & (IMP2_SMALL_COUNT - 1)];
    float root = sqrtf(square), distance = (front + (root - height)) - radii;
    if (aside * (other + IMPI_FLOAT_DOUBT * aside) > 0.0f || !(square > doubt * scale + 0x1p-100f) ||
        fabsf(distance) <= doubt)
    {
        return imp2i_collide_any(polygon, pose, circle, at, margin, out);
    }
    if (distance > limit)
    {
        write_nothing(out);
        return IMP_OK;
    }
    uint32_t kind = IMP2I_VERTEX_ON_SIDE_A + (uint32_t)(bits != 0);
    write_circle_manifold(&seen, circle->radius, impi_lanes_set(x, y, x, y), impi_lanes_splat(root), distance,
                          imp2i_contact_id(kind, feature, 0), out);
    return IMP_OK;
}

/// The same for a box, where all is known by its half sizes.
imp_status imp2i_collide_box_circle(const imp2_shape* box, const imp2_pose* pose, const imp2_shape* circle,
                                    const imp2_pose* at, float margin, imp2_manifold* out)
{
    const impi_lanes zero = impi_lanes_splat(0.0f);
    placed_circle seen = place_circle(pose, circle, at);
    // In front of the sides to the right, left, below and above.
    impi_lanes center = impi_lanes_mix(seen.local, 0, 0, seen.local, 1, 1);
    impi_lanes fronts = impi_lanes_sub(center, impi_lanes_load_two(box->x + 2, box->y + 1));
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
    float distance = (impi_lanes_first(root) - 2.0f * impi_lanes_first(inside)) - radius;
    if (!(impi_lanes_first(square) > doubt * scale + 0x1p-100f) || fabsf(distance) <= doubt)
    {
        return imp2i_collide_any(box, pose, circle, at, margin, out);
    }
    if (distance > limit)
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
    write_circle_manifold(&seen, radius, way, root, distance, imp2i_contact_id(kind, feature, 0), out);
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
