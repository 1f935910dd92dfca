// SPDX-License-Identifier: MIT
//
// Contacts of two shapes that have at most two vertices: capsules, segments, and a circle with one of these.
//
// The nearest points of two segments that do not cross are a vertex of one and its foot on the other, or two vertices:
// four vertices are tried at once, B's two against A's edge and A's two against B's. If it is a foot, the other end of
// that segment gives the second point, where it runs along the edge (within half a right angle) or where the edge ends.
// A circle is a segment without length.
//
// Everything is in the directions of the world and from A's position. Segments that cross, and whatever is in doubt, go
// on to the separating axis, where all shapes are polygons.

#include "../math/tolerance.h"
#include "pair2.h"
#include "quick2.h"

#include <math.h>

/// Vertices against the edges of the other: b0, b1, a0, a1.
typedef struct four_ways
{
    float ex[4], ey[4], length[4];  // of the edge, and its square
    float x0[4], y0[4];             // where it begins
    float dx[4], dy[4], foot[4];    // from the foot to the vertex; the foot from 0 to 1
    float along[4];                 // the same before it is kept on the edge
    float left[4];                  // how far the vertex is to the left of the edge, times the length
    int32_t beside;                 // a bit for each: the foot is an end of the edge
} four_ways;

static inline imp2_contact contact_at(const four_ways* w, int32_t k, float foot, imp2_vec up, imp2_vec origin,
                                      float depth, uint32_t id)
{
    imp2_contact c;
    c.point.x = origin.x + ((w->x0[k] + foot * w->ex[k]) + up.x);
    c.point.y = origin.y + ((w->y0[k] + foot * w->ey[k]) + up.y);
    c.depth = depth;
    c.id = id;
    return c;
}

static imp_status pass_on(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b, const imp2_pose* pose_b,
                          float margin, imp2_manifold* out)
{
    bool sides = imp2i_has_sides(a) && imp2i_has_sides(b) && imp2i_quick_door(pose_a, pose_b);
    return sides ? imp2i_collide_polygons(a, pose_a, b, pose_b, margin, out)
                 : imp2i_collide_any(a, pose_a, b, pose_b, margin, out);
}

/// What follows from the shortest way, the k-th, which is as long as core. origin is A's position.
static inline void write_capsule_manifold(const four_ways* w, int32_t k, float core, const imp2_shape* a,
                                          const imp2_shape* b, imp2_vec origin, float margin, imp2_manifold* out)
{
    float radii = a->radius + b->radius, distance = core - radii;
    int32_t on_b = k >> 1, vertex = k & 1, other = k ^ 1, corners = w->beside >> k & 1;
    const imp2_shape* shape[2] = {a, b};
    const imp2_shape *edge = shape[on_b], *ended = shape[1 - on_b];

    // From the edge to the other: across the edge, unless both are corners.
    float edge_length = sqrtf(w->length[k]), per_length = 1.0f / edge_length, per_core = 1.0f / core;
    int32_t is_left = w->left[k] > 0.0f;
    float right = (float)(1 - 2 * is_left) * per_length;
    imp2_vec n = {corners ? w->dx[k] * per_core : w->ey[k] * right, corners ? w->dy[k] * per_core : -w->ex[k] * right};

    // The other end of the segment that ends here, and where it leaves the edge.
    float from = w->foot[k], to = w->along[other], kept = w->foot[other];
    float height = -w->left[other] * right, rise = height - core, run = to - from;
    float end_height = core + (kept - from) / run * rise, end_distance = end_height - radii;
    bool two = (corners == 0) & (fabsf(kept - from) * edge_length > IMPI_FLOAT_DOUBT * (a->reach + b->reach)) &
               (fabsf(run) * edge_length > fabsf(rise)) & (end_distance <= margin);

    // The longer sides of a segment are 0, to its right, and 2.
    int32_t side = 2 * is_left, facing = 2 * (is_left != ((run > 0.0f) != vertex));
    int32_t end = (from > 0.0f) & (edge->count - 1), tip = vertex & (ended->count - 1);
    bool clipped = to < 0.0f || to > 1.0f;
    int32_t features[2][2] = {{corners ? end : side, tip}, {clipped ? to > 1.0f : side, clipped ? facing : 1 - vertex}};
    uint32_t on_edge = IMP2I_VERTEX_ON_SIDE_A - (uint32_t)on_b, on_ended = IMP2I_VERTEX_ON_SIDE_B + (uint32_t)on_b;
    uint32_t id =
        imp2i_contact_id(corners ? (uint32_t)IMP2I_TWO_VERTICES : on_edge, features[0][on_b], features[0][1 - on_b]);
    uint32_t end_id = imp2i_contact_id(clipped ? on_ended : on_edge, features[1][on_b], features[1][1 - on_b]);

    float up = edge->radius + 0.5f * distance, end_up = edge->radius + 0.5f * end_distance;
    const imp2_vec at = {n.x * up, n.y * up}, end_at = {n.x * end_up, n.y * end_up};
    const imp2_contact none = {{0.0f, 0.0f}, 0.0f, 0};
    float depth = 0.0f - distance, end_depth = 0.0f - end_distance;
    imp2_contact first = contact_at(w, k, from, at, origin, depth, id);
    imp2_contact second =
        two ? contact_at(w, k, kept, end_at, origin, end_depth < depth ? end_depth : depth, end_id) : none;
    bool exchange = two & (end_id < id);
    out->normal.x = on_b ? -n.x : n.x;
    out->normal.y = on_b ? -n.y : n.y;
    out->depth = depth;
    out->count = 1 + (int32_t)two;
    out->points[0] = exchange ? second : first;
    out->points[1] = exchange ? first : second;
}

imp_status imp2i_collide_capsules(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b,
                                  const imp2_pose* pose_b, float margin, imp2_manifold* out)
{
    // a0, a1, b0, b1.
    impi_lanes pa = imp2i_pose_lanes(pose_a), pb = imp2i_pose_lanes(pose_b), shift = impi_lanes_sub(pb, pa);
    impi_lanes zero = impi_lanes_splat(0.0f), one = impi_lanes_splat(1.0f);
    impi_lanes vx = impi_lanes_load_two(a->x, b->x), vy = impi_lanes_load_two(a->y, b->y);
    impi_lanes c = impi_lanes_mix(pa, 2, 2, pb, 2, 2), s = impi_lanes_mix(pa, 3, 3, pb, 3, 3);
    impi_lanes x = impi_lanes_add(impi_lanes_sub(impi_lanes_mul(c, vx), impi_lanes_mul(s, vy)),
                                  impi_lanes_mix(zero, 0, 0, shift, 0, 0));
    impi_lanes y = impi_lanes_add(impi_lanes_add(impi_lanes_mul(s, vx), impi_lanes_mul(c, vy)),
                                  impi_lanes_mix(zero, 0, 0, shift, 1, 1));

    impi_lanes x0 = impi_lanes_mix(x, 0, 0, x, 2, 2), y0 = impi_lanes_mix(y, 0, 0, y, 2, 2);
    impi_lanes ex = impi_lanes_sub(impi_lanes_mix(x, 1, 1, x, 3, 3), x0);
    impi_lanes ey = impi_lanes_sub(impi_lanes_mix(y, 1, 1, y, 3, 3), y0);
    impi_lanes wx = impi_lanes_sub(impi_lanes_mix(x, 2, 3, x, 0, 1), x0);
    impi_lanes wy = impi_lanes_sub(impi_lanes_mix(y, 2, 3, y, 0, 1), y0);
    impi_lanes dot = impi_lanes_mul_add(wx, ex, impi_lanes_mul(wy, ey));
    impi_lanes length = impi_lanes_mul_add(ex, ex, impi_lanes_mul(ey, ey));
    impi_lanes left = impi_lanes_sub(impi_lanes_mul(ex, wy), impi_lanes_mul(ey, wx));
    // An edge without length has its end for a foot: min and max answer their second number when the first is none.
    impi_lanes along = impi_lanes_div(dot, length), foot = impi_lanes_max(impi_lanes_min(along, one), zero);
    impi_lanes dx = impi_lanes_sub(wx, impi_lanes_mul(foot, ex)), dy = impi_lanes_sub(wy, impi_lanes_mul(foot, ey));
    float nearest;
    int32_t k = impi_lanes_greatest(impi_lanes_sub(zero, impi_lanes_mul_add(dx, dx, impi_lanes_mul(dy, dy))), &nearest);

    float scale = a->reach + b->reach + a->radius + b->radius +
                  (fabsf(pose_b->p.x - pose_a->p.x) + fabsf(pose_b->p.y - pose_a->p.y));
    float radii = a->radius + b->radius, doubt = IMPI_FLOAT_DOUBT * scale, least = 0x1p-10f * scale;
    float far = (margin > doubt ? margin : doubt) + radii, square = -nearest;
    int32_t signs = impi_lanes_signs(left);
    bool crossing = ((signs ^ signs >> 1) & 5) == 5;
    if (!imp2i_quick_door(pose_a, pose_b) || crossing)
    {
        return pass_on(a, pose_a, b, pose_b, margin, out);
    }
    if (square > far * far)
    {
        memset(out, 0, sizeof *out);
        return IMP_OK;
    }
    // Too near to each other the direction is lost.
    float core = sqrtf(square), distance = core - radii;
    bool sure =
        (square > least * least + 0x1p-100f) & (fabsf(distance) > doubt) & ((distance < 0.0f) | (distance <= margin));
    if (!sure)
    {
        return pass_on(a, pose_a, b, pose_b, margin, out);
    }

    four_ways w;
    impi_lanes_store(w.x0, x0);
    impi_lanes_store(w.y0, y0);
    impi_lanes_store(w.ex, ex);
    impi_lanes_store(w.ey, ey);
    impi_lanes_store(w.dx, dx);
    impi_lanes_store(w.dy, dy);
    impi_lanes_store(w.length, length);
    impi_lanes_store(w.left, left);
    impi_lanes_store(w.along, along);
    impi_lanes_store(w.foot, foot);
    w.beside = impi_lanes_less(dot, zero) | impi_lanes_less(length, dot) | ~impi_lanes_less(zero, length);
    write_capsule_manifold(&w, k, core, a, b, pose_a->p, margin, out);
    return IMP_OK;
}
