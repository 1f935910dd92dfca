// SPDX-License-Identifier: MIT
//
// Contacts of two boxes, each with its sides along its own axes.
//
// A box has two axes, so there are four that can separate: lanes 0 and 1 are A's x and y, lanes 2 and 3 are B's. What
// follows from an axis being the best - which side is the reference, what faces it, where the two points are - is
// worked out for all four at once, and the best lane is read at the end.
//
// In each lane: the reference box is the owner of the axis, with the axis as the normal n towards the other box, and
// t, n turned left, along the side. The other box is at (u, v) = (along n, along t) from the centre of the reference,
// turned by (c, s). The side that faces n is nearest to one of the four directions; which one, and how steep it is, the
// greater and the lesser of c and s tell.
//
//         t ^      ______ facing side: its middle is at mid along t, and as high as base above the
//           |     |      |  reference side; it goes up by slope per length along t
//        +--+--+  |(u, v)|
//        |  +--|--|-> n  |
//        +-----+  |______|
//
// Nothing here is far from the origin: the positions of the poses are subtracted first and added last.

#include "../math/lanes.h"
#include "../math/tolerance.h"
#include "quick2.h"

#include <math.h>

/// Both placed boxes; in lanes A x, A y, B x, B y.
typedef struct placed_boxes
{
    impi_lanes cosine, sine;  // of A twice, of B twice
    impi_lanes half;          // half sizes
    impi_lanes offset;        // from the pose's position to the middle
    impi_lanes reach;         // no point of the box is farther from the pose's position
    impi_lanes apart;         // from A's middle to B's, in the box's own frame
} placed_boxes;

static inline placed_boxes place_boxes(const imp2_shape* a, impi_lanes pose_a, const imp2_shape* b, impi_lanes pose_b)
{
    const impi_lanes one_half = impi_lanes_splat(0.5f);
    const impi_lanes minus_plus = impi_lanes_set(-0.0f, 0.0f, -0.0f, 0.0f);
    const impi_lanes plus_minus = impi_lanes_set(0.0f, -0.0f, 0.0f, -0.0f);
    impi_lanes c = impi_lanes_mix(pose_a, 2, 2, pose_b, 2, 2), s = impi_lanes_mix(pose_a, 3, 3, pose_b, 3, 3);

    // Vertex 0 is the lower corner, vertex 2 the upper.
    impi_lanes xa = impi_lanes_load(a->x), ya = impi_lanes_load(a->y);
    impi_lanes xb = impi_lanes_load(b->x), yb = impi_lanes_load(b->y);
    impi_lanes box_a = impi_lanes_mix(xa, 0, 2, ya, 0, 2), box_b = impi_lanes_mix(xb, 0, 2, yb, 0, 2);
    impi_lanes lower = impi_lanes_mix(box_a, 0, 2, box_b, 0, 2), upper = impi_lanes_mix(box_a, 1, 3, box_b, 1, 3);
    impi_lanes center = impi_lanes_mul(one_half, impi_lanes_add(upper, lower));

    placed_boxes r;
    r.half = impi_lanes_mul(one_half, impi_lanes_sub(upper, lower));
    r.offset = impi_lanes_mul_add(c, center, impi_lanes_mul(impi_lanes_flip(s, minus_plus), impi_lanes_swap(center)));
    r.reach = impi_lanes_add(impi_lanes_abs(center), r.half);
    r.reach = impi_lanes_add(r.reach, impi_lanes_swap(r.reach));
    r.cosine = c;
    r.sine = s;
    impi_lanes between = impi_lanes_sub(impi_lanes_mix(r.offset, 2, 3, r.offset, 2, 3), r.offset);
    between = impi_lanes_add(impi_lanes_sub(pose_b, pose_a), between);
    between = impi_lanes_mix(between, 0, 1, between, 0, 1);
    r.apart = impi_lanes_mul_add(r.cosine, between,
                                 impi_lanes_mul(impi_lanes_flip(r.sine, plus_minus), impi_lanes_swap(between)));
    return r;
}

/// What the best lane is read from.
typedef struct lane_results
{
    float normal_x[4], normal_y[4], separation[4];
    struct
    {
        float x[4], y[4], separation[4];
    } ends[2];           // of the common stretch, the lower along t first
    int32_t clipped[2];  // a bit for each lane: the end is a vertex of the reference
    int32_t beyond[2];   // a bit for each lane: farther than the margin there
} lane_results;

/// The contact at one end of lane k's stretch.
static inline void write_contact(const lane_results* r, int32_t end, int32_t k, int32_t side, int32_t facing,
                                 imp2_contact* out)
{
    // The facing side runs against the reference: its second vertex is at the lower end.
    int32_t on_b = k >> 1, clipped = r->clipped[end] >> k & 1;
    int32_t ref = (side + (end & clipped)) & 3, other = (facing + (~end & ~clipped & 1)) & 3;
    int32_t exchange = (ref ^ other) & -on_b;
    out->point.x = r->ends[end].x[k];
    out->point.y = r->ends[end].y[k];
    out->depth = 0.0f - r->ends[end].separation[k];
    out->id = imp2i_contact_id(IMP2I_VERTEX_ON_SIDE_A - (uint32_t)(clipped ^ on_b), ref ^ exchange, other ^ exchange);
}

static inline void write_box_manifold(const lane_results* r, int32_t k, int32_t side, int32_t facing,
                                      imp2_manifold* out)
{
    const imp2_contact none = {{0.0f, 0.0f}, 0.0f, 0};
    int32_t far0 = r->beyond[0] >> k & 1, far1 = r->beyond[1] >> k & 1;
    out->normal.x = r->normal_x[k];
    out->normal.y = r->normal_y[k];
    out->depth = 0.0f - r->separation[k];
    out->count = 2 - far0 - far1;
    write_contact(r, far0, k, side, facing, &out->points[0]);
    out->points[1] = none;
    if (out->count == 2)
    {
        imp2_contact second;
        write_contact(r, 1, k, side, facing, &second);
        uint32_t swap = second.id < out->points[0].id;
        out->points[1] = out->points[0];
        out->points[1 - swap] = second;
    }
}

/// Whether neither box is turned, and they just touch: things laid out on a grid, which four comparisons decide.
static bool touch_upright(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b, const imp2_pose* pose_b)
{
    return imp2i_is_upright(a, pose_a) && imp2i_is_upright(b, pose_b) &&
           imp2i_upright_relation(a, pose_a->p, b, pose_b->p) == 0;
}

imp_status imp2i_collide_boxes(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b,
                               const imp2_pose* pose_b, float margin, imp2_manifold* out)
{
    const impi_lanes zero = impi_lanes_splat(0.0f), one_half = impi_lanes_splat(0.5f);
    const impi_lanes plus_minus = impi_lanes_set(0.0f, -0.0f, 0.0f, -0.0f);
    const impi_lanes in_b = impi_lanes_set(0.0f, 0.0f, -0.0f, -0.0f);
    impi_lanes pa = imp2i_pose_lanes(pose_a), pb = imp2i_pose_lanes(pose_b);
    placed_boxes boxes = place_boxes(a, pa, b, pb);

    // The other box as the reference sees it, and its steepness.
    impi_lanes c = boxes.cosine, s = boxes.sine;
    impi_lanes other_c = impi_lanes_mix(c, 2, 2, c, 0, 0), other_s = impi_lanes_mix(s, 2, 2, s, 0, 0);
    impi_lanes turn_c = impi_lanes_mul_add(c, other_c, impi_lanes_mul(s, other_s));
    impi_lanes turn_s = impi_lanes_sub(impi_lanes_mul(c, other_s), impi_lanes_mul(s, other_c));
    impi_lanes abs_c = impi_lanes_abs(turn_c), abs_s = impi_lanes_abs(turn_s);
    impi_lanes quarter = impi_lanes_sub(abs_c, abs_s);  // negative: nearer to one
    impi_lanes major = impi_lanes_if_negative(quarter, turn_s, turn_c);
    impi_lanes minor = impi_lanes_if_negative(quarter, turn_c, impi_lanes_sub(zero, turn_s));
    impi_lanes across = impi_lanes_abs(major), slant = impi_lanes_flip(minor, major);
    impi_lanes slope = impi_lanes_div(minor, major);

    // Its half sizes along the normal of the facing side and along that side; how far they reach along n and t.
    impi_lanes half = boxes.half, half_t = impi_lanes_swap(half), other = impi_lanes_mix(half, 2, 3, half, 0, 1);
    impi_lanes other_t = impi_lanes_swap(other);
    impi_lanes high = impi_lanes_if_negative(quarter, other_t, other);
    impi_lanes wide = impi_lanes_if_negative(quarter, other, other_t);
    impi_lanes height = impi_lanes_mul_add(across, high, half), width = impi_lanes_mul(across, wide);
    impi_lanes extent = impi_lanes_mul_add(abs_c, other, impi_lanes_mul(abs_s, other_t));
    extent = impi_lanes_add(extent, half);

    impi_lanes to = impi_lanes_flip(boxes.apart, in_b);  // to the other box, in the reference's frame
    impi_lanes u = impi_lanes_abs(to), v = impi_lanes_flip(impi_lanes_flip(impi_lanes_swap(to), plus_minus), to);
    impi_lanes separation = impi_lanes_sub(u, extent), base = impi_lanes_sub(u, height);

    float reach[4];
    impi_lanes_store(reach, boxes.reach);
    float reaches = reach[0] + reach[2];
    float doubt = IMPI_FLOAT_DOUBT * (reaches + fabsf(pose_b->p.x - pose_a->p.x) + fabsf(pose_b->p.y - pose_a->p.y));
    if (impi_lanes_less(impi_lanes_splat(margin > doubt ? margin : doubt), separation))
    {
        const imp2_manifold nothing = {.count = 0};
        *out = nothing;
        return IMP_OK;
    }
    float bias = IMPI_REFERENCE_BIAS * reaches, best;
    int32_t k = impi_lanes_greatest(impi_lanes_sub(separation, impi_lanes_set(0.0f, 0.0f, bias, bias)), &best);

    // The common stretch of the two sides, and the separation at its ends; at the nearer end that is the box's.
    impi_lanes mid = impi_lanes_mul_add(slant, high, v);
    impi_lanes first = impi_lanes_sub(mid, width), last = impi_lanes_add(mid, width),
               start = impi_lanes_sub(zero, half_t);
    impi_lanes low = impi_lanes_max(first, start), up = impi_lanes_min(last, half_t);
    impi_lanes low_gap = impi_lanes_mul_add(slope, impi_lanes_sub(low, mid), base);
    impi_lanes up_gap = impi_lanes_mul_add(slope, impi_lanes_sub(up, mid), base);
    impi_lanes doubts = impi_lanes_splat(doubt);
    impi_lanes tight = impi_lanes_mul_add(impi_lanes_splat(0.125f), doubts, separation);
    int32_t stretched = impi_lanes_less(impi_lanes_splat(IMPI_FLOAT_DOUBT * reaches), impi_lanes_sub(up, low));
    int32_t sure = stretched & impi_lanes_less(doubts, impi_lanes_abs(separation)) &
                   impi_lanes_less(impi_lanes_min(low_gap, up_gap), tight);
    if (!(sure >> k & 1))
    {
        if (!(stretched >> k & 1) || !touch_upright(a, pose_a, b, pose_b))
        {
            return imp2i_collide_any(a, pose_a, b, pose_b, margin, out);
        }
        separation = low_gap = up_gap = zero;
    }

    // n is (c, s) or (-s, c), or against it. Points are midway between the surfaces.
    lane_results r;
    impi_lanes columns = impi_lanes_mix(c, 0, 2, s, 0, 2);
    columns = impi_lanes_mix(columns, 0, 2, columns, 1, 3);
    impi_lanes nx = impi_lanes_flip(impi_lanes_flip(columns, plus_minus), to);
    impi_lanes ny = impi_lanes_flip(impi_lanes_swap(columns), to);
    impi_lanes_store(r.normal_x, impi_lanes_flip(nx, in_b));
    impi_lanes_store(r.normal_y, impi_lanes_flip(ny, in_b));
    impi_lanes_store(r.separation, separation);
    impi_lanes center_x = impi_lanes_mix(boxes.offset, 0, 0, boxes.offset, 2, 2);
    impi_lanes center_y = impi_lanes_mix(boxes.offset, 1, 1, boxes.offset, 3, 3);
    impi_lanes world_x = impi_lanes_mix(pa, 0, 0, pb, 0, 0), world_y = impi_lanes_mix(pa, 1, 1, pb, 1, 1);
    impi_lanes nearer = impi_lanes_sub(up_gap, low_gap);  // negative: the upper end is
    for (int32_t end = 0; end < 2; ++end)
    {
        impi_lanes along = end ? up : low, gap = end ? up_gap : low_gap;
        impi_lanes out_n = impi_lanes_mul_add(one_half, gap, half);
        impi_lanes x = impi_lanes_sub(impi_lanes_mul(nx, out_n), impi_lanes_mul(ny, along));
        impi_lanes y = impi_lanes_mul_add(ny, out_n, impi_lanes_mul(nx, along));
        impi_lanes_store(r.ends[end].x, impi_lanes_add(impi_lanes_add(x, center_x), world_x));
        impi_lanes_store(r.ends[end].y, impi_lanes_add(impi_lanes_add(y, center_y), world_y));
        // The deepest point and the manifold measure the same gap; let them say the same.
        impi_lanes shown = impi_lanes_max(gap, separation);
        shown =
            end ? impi_lanes_if_negative(nearer, separation, shown) : impi_lanes_if_negative(nearer, shown, separation);
        impi_lanes_store(r.ends[end].separation, shown);
        r.beyond[end] = impi_lanes_less(impi_lanes_splat(margin), shown);
    }
    r.clipped[0] = impi_lanes_less(first, start);
    r.clipped[1] = impi_lanes_less(half_t, last);

    // Sides are numbered counter-clockwise from -y; the facing one is opposite, but for the nearest quarter of the
    // turn.
    int32_t side = (1 + (k & 1) + 2 * (impi_lanes_signs(to) >> k & 1)) & 3;
    int32_t turned = (impi_lanes_less(quarter, zero) >> k & 1) + 2 * (impi_lanes_signs(major) >> k & 1);
    write_box_manifold(&r, k, side, (side + 2 - turned) & 3, out);
    return IMP_OK;
}
