// SPDX-License-Identifier: MIT
//
// Contacts of two small polygons, capsules or segments, rounded or not.
//
// The separating axis test as everywhere (sides2.h), in A's frame. The best side is the reference, the other shape's
// side that faces it most squarely is clipped against it, and the two ends of the common stretch are the points, if one
// of them is as deep as the axis says. Otherwise, when the cores are apart, the nearest points are sought on the two
// sides, and believed when no corner of either shape lies in the gap between them. Everything of either shape stands in
// arrays of two, A's and B's, to be chosen without a branch. Rotations count as of unit length here, see
// imp2i_quick_door.

#include "../math/tolerance.h"
#include "quick2.h"
#include "sides2.h"

#include <math.h>

/// The arrays of A and of B, in A's frame.
typedef struct both_polygons
{
    const float *x[2], *y[2], *nx[2], *ny[2];
    int32_t last[2];  // last place
    bool flat[2];     // a segment: places 0 and 3 are one vertex, 1 and 2 the other
} both_polygons;

/// Two sides that face each other, and the ends of what they have in common.
typedef struct facing_sides
{
    int32_t side[2], next[2];  // of the reference and of the other: places of their two ends
    imp2_vec n, corner;        // normal and first end of the reference side
    float along[2], gap[2];    // of the ends: from corner along the side, and the separation of the cores there
    bool clipped[2];           // the end is a vertex of the reference
} facing_sides;

static inline int32_t next_place(int32_t i, int32_t last)
{
    return (i + 1) & -(int32_t)(i < last);
}

static inline int32_t vertex_of(const both_polygons* p, int32_t which, int32_t place)
{
    return p->flat[which] ? (place ^ place >> 1) & 1 : place;
}

static inline facing_sides face(const both_polygons* p, const imp2i_axis* axis, int32_t groups)
{
    int32_t ref = axis->on_b, other = 1 - ref, i = axis->side;
    facing_sides f;
    f.n.x = p->nx[ref][i];
    f.n.y = p->ny[ref][i];
    impi_lanes nx = impi_lanes_splat(-f.n.x), ny = impi_lanes_splat(-f.n.y);
    impi_lanes four =
        impi_lanes_mul_add(nx, impi_lanes_load(p->nx[other]), impi_lanes_mul(ny, impi_lanes_load(p->ny[other])));
    float squarely;
    int32_t j;
    if (groups == 2)
    {
        impi_lanes more = impi_lanes_mul_add(nx, impi_lanes_load(p->nx[other] + 4),
                                             impi_lanes_mul(ny, impi_lanes_load(p->ny[other] + 4)));
        j = impi_lanes_greatest_of_two(four, more, &squarely);
    }
    else
    {
        j = impi_lanes_greatest(four, &squarely);
    }
    int32_t i1 = next_place(i, p->last[ref]), j1 = next_place(j, p->last[other]);
    float x = p->x[ref][i], y = p->y[ref][i], end_x = p->x[ref][i1] - x, end_y = p->y[ref][i1] - y;
    // The other side runs against the reference: its second end comes first.
    float first_x = p->x[other][j1] - x, first_y = p->y[other][j1] - y;
    float last_x = p->x[other][j] - x, last_y = p->y[other][j] - y;
    float length = f.n.x * end_y - f.n.y * end_x, first = f.n.x * first_y - f.n.y * first_x;
    float last = f.n.x * last_y - f.n.y * last_x;
    float first_gap = f.n.x * first_x + f.n.y * first_y, last_gap = f.n.x * last_x + f.n.y * last_y;
    float slope = (last_gap - first_gap) / (last - first);
    f.side[0] = i;
    f.side[1] = j;
    f.next[0] = i1;
    f.next[1] = j1;
    f.corner.x = x;
    f.corner.y = y;
    f.clipped[0] = first < 0.0f;
    f.clipped[1] = last > length;
    f.along[0] = first > 0.0f ? first : 0.0f;
    f.along[1] = last < length ? last : length;
    f.gap[0] = first_gap + (f.along[0] - first) * slope;
    f.gap[1] = last_gap + (f.along[1] - last) * slope;
    return f;
}

static inline uint32_t end_id(const both_polygons* p, const facing_sides* f, int32_t on_b, int32_t end)
{
    int32_t clipped = f->clipped[end], ref = f->side[0], other = f->side[1];
    // At the lower end: the first of the reference or the second of the other; at the upper end the other way round.
    ref ^= (ref ^ f->next[0]) & -(clipped & end);
    other ^= (other ^ f->next[1]) & -((1 - clipped) & (1 - end));
    ref = clipped ? vertex_of(p, on_b, ref) : ref;
    other = clipped ? other : vertex_of(p, 1 - on_b, other);
    int32_t exchange = (ref ^ other) & -on_b;
    return imp2i_contact_id(IMP2I_VERTEX_ON_SIDE_A - (uint32_t)(clipped ^ on_b), ref ^ exchange, other ^ exchange);
}

/// distance and the gaps are of the cores.
static inline void write_polygon_manifold(const both_polygons* p, const facing_sides* f, int32_t on_b,
                                          const imp2_pose* pose, const float radius[2], float distance, float margin,
                                          imp2_manifold* out)
{
    const imp2_contact none = {{0.0f, 0.0f}, 0.0f, 0};
    float c = pose->q.c, s = pose->q.s, radii = radius[0] + radius[1], sign = (float)(1 - 2 * on_b);
    imp2_vec n = {c * f->n.x - s * f->n.y, s * f->n.x + c * f->n.y};
    imp2_vec corner = {c * f->corner.x - s * f->corner.y, s * f->corner.x + c * f->corner.y};
    int32_t deeper = f->gap[1] < f->gap[0];
    imp2_contact contacts[2];
    bool near[2];
    for (int32_t end = 0; end < 2; ++end)
    {
        // The deepest point and the manifold measure the same gap; let them say the same.
        float gap = f->gap[end] > distance && end != deeper ? f->gap[end] : distance;
        float up = radius[on_b] + 0.5f * (gap - radii), along = f->along[end];
        contacts[end].point.x = pose->p.x + (corner.x + (n.x * up - n.y * along));
        contacts[end].point.y = pose->p.y + (corner.y + (n.y * up + n.x * along));
        contacts[end].depth = 0.0f - (gap - radii);
        contacts[end].id = end_id(p, f, on_b, end);
        near[end] = gap - radii <= margin;
    }
    out->normal.x = n.x * sign;
    out->normal.y = n.y * sign;
    out->depth = 0.0f - (distance - radii);
    out->count = (int32_t)near[0] + (int32_t)near[1];
    int32_t first = near[0] && near[1] ? contacts[1].id < contacts[0].id : near[1];
    out->points[0] = contacts[first];
    out->points[1] = out->count == 2 ? contacts[1 - first] : none;
}

/// The nearest points of two sides of cores that are apart: a vertex, and its foot on the other side or that one's end.
typedef struct nearest_points
{
    imp2_vec n, on_a;  // unit, A to B; and the point of A's core
    float distance;    // of the cores
    uint32_t id;
    bool corners;  // both are vertices
} nearest_points;

/// Four vertices against four sides: the ends of the other's side against the reference, and the other way round. False
/// when they are too near for a direction.
static inline bool find_nearest(const both_polygons* p, const facing_sides* f, int32_t on_b, float least,
                                nearest_points* out)
{
    int32_t ref = on_b, other = 1 - on_b;
    const int32_t place[4] = {f->side[1], f->next[1], f->side[0], f->next[0]};
    float rx = p->x[ref][place[3]] - f->corner.x, ry = p->y[ref][place[3]] - f->corner.y;
    float x0 = p->x[other][place[0]] - f->corner.x, y0 = p->y[other][place[0]] - f->corner.y;
    float x1 = p->x[other][place[1]] - f->corner.x, y1 = p->y[other][place[1]] - f->corner.y;
    impi_lanes wx = impi_lanes_set(x0, x1, -x0, rx - x0), wy = impi_lanes_set(y0, y1, -y0, ry - y0);
    impi_lanes ex = impi_lanes_set(rx, rx, x1 - x0, x1 - x0), ey = impi_lanes_set(ry, ry, y1 - y0, y1 - y0);
    impi_lanes dot = impi_lanes_mul_add(wx, ex, impi_lanes_mul(wy, ey));
    impi_lanes length = impi_lanes_mul_add(ex, ex, impi_lanes_mul(ey, ey));
    // A side without length has its second end for a foot.
    impi_lanes zero = impi_lanes_splat(0.0f);
    impi_lanes t = impi_lanes_max(impi_lanes_min(impi_lanes_div(dot, length), impi_lanes_splat(1.0f)), zero);
    impi_lanes dx = impi_lanes_sub(wx, impi_lanes_mul(t, ex)), dy = impi_lanes_sub(wy, impi_lanes_mul(t, ey));
    impi_lanes square = impi_lanes_mul_add(dx, dx, impi_lanes_mul(dy, dy));
    int32_t beside = impi_lanes_less(dot, zero) | impi_lanes_less(length, dot) | ~impi_lanes_less(zero, length);
    float from_x[4], from_y[4], foot[4], nearest;
    int32_t k = impi_lanes_greatest(impi_lanes_sub(zero, square), &nearest);
    impi_lanes_store(from_x, dx);
    impi_lanes_store(from_y, dy);
    impi_lanes_store(foot, t);
    if (!(-nearest > least * least + 0x1p-100f))
    {
        return false;
    }
    float distance = sqrtf(-nearest), inverse = 1.0f / distance;
    int32_t of_ref = k >> 1;        // the vertex is the reference's
    int32_t of_b = on_b == of_ref;  // or B's
    float sign = (float)(2 * of_b - 1) * inverse;
    imp2_vec tip = {p->x[of_b][place[k]], p->y[of_b][place[k]]};
    out->distance = distance;
    out->n.x = from_x[k] * sign;
    out->n.y = from_y[k] * sign;
    out->on_a.x = of_b ? tip.x - from_x[k] : tip.x;
    out->on_a.y = of_b ? tip.y - from_y[k] : tip.y;
    out->corners = beside >> k & 1;
    const int32_t* ends = &place[2 - 2 * of_ref];
    int32_t vertex = vertex_of(p, of_b, place[k]);
    int32_t facing = out->corners ? vertex_of(p, 1 - of_b, ends[foot[k] > 0.0f]) : ends[0];
    uint32_t on_side = IMP2I_VERTEX_ON_SIDE_B + (uint32_t)of_b;
    uint32_t kind = out->corners ? (uint32_t)IMP2I_TWO_VERTICES : on_side;
    out->id = imp2i_contact_id(kind, of_b ? facing : vertex, of_b ? vertex : facing);
    return true;
}

/// How far the cores are apart along n.
static inline float gap_along(const both_polygons* p, imp2_vec n, int32_t groups)
{
    impi_lanes nx = impi_lanes_splat(n.x), ny = impi_lanes_splat(n.y), at[2];
    for (int32_t which = 0; which < 2; ++which)
    {
        impi_lanes back = impi_lanes_splat(which ? -1.0f : 1.0f), kx = impi_lanes_mul(nx, back);
        impi_lanes ky = impi_lanes_mul(ny, back);
        const float *x = p->x[which], *y = p->y[which];
        at[which] = impi_lanes_mul_add(kx, impi_lanes_load(x), impi_lanes_mul(ky, impi_lanes_load(y)));
        for (int32_t g = 4; g < 4 * groups; g += 4)
        {
            impi_lanes more =
                impi_lanes_mul_add(kx, impi_lanes_load(x + g), impi_lanes_mul(ky, impi_lanes_load(y + g)));
            at[which] = impi_lanes_max(at[which], more);
        }
    }
    float most_a, most_b;
    (void)impi_lanes_greatest(at[0], &most_a);
    (void)impi_lanes_greatest(at[1], &most_b);
    return -most_b - most_a;
}

static inline void write_nearest(const nearest_points* near, const imp2_pose* pose, float radius_a, float radii,
                                 imp2_manifold* out)
{
    const imp2_contact none = {{0.0f, 0.0f}, 0.0f, 0};
    float c = pose->q.c, s = pose->q.s, distance = near->distance - radii, up = radius_a + 0.5f * distance;
    imp2_vec n = {c * near->n.x - s * near->n.y, s * near->n.x + c * near->n.y};
    out->normal = n;
    out->depth = 0.0f - distance;
    out->count = 1;
    out->points[0].point.x = pose->p.x + ((c * near->on_a.x - s * near->on_a.y) + n.x * up);
    out->points[0].point.y = pose->p.y + ((s * near->on_a.x + c * near->on_a.y) + n.y * up);
    out->points[0].depth = out->depth;
    out->points[0].id = near->id;
    out->points[1] = none;
}

/// groups of four places of each shape: a constant where it is called.
static inline imp_status collide_groups(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b,
                                        const imp2_pose* pose_b, float margin, imp2_manifold* out, int32_t groups)
{
    const imp2_manifold nothing = {.count = 0};
    imp2i_dpose da = imp2i_pose_a(pose_a), db = imp2i_pose_b(pose_a, pose_b);
    imp2i_relative rel = imp2i_relative_of(da, db);
    imp2i_sides s;
    imp2i_separate_groups(a, b, &rel, &s, groups);
    const float radius[2] = {a->radius, b->radius};
    float scale = imp2i_scale(a, da, b, db), doubt = IMPI_FLOAT_DOUBT * scale, radii = a->radius + b->radius;
    impi_lanes limit = impi_lanes_splat((margin > doubt ? margin : doubt) + radii);
    impi_lanes most = impi_lanes_max(impi_lanes_load(s.separation_a), impi_lanes_load(s.separation_b));
    if (groups == 2)
    {
        most = impi_lanes_max(most, impi_lanes_load(s.separation_a + 4));
        most = impi_lanes_max(most, impi_lanes_load(s.separation_b + 4));
    }
    if (impi_lanes_less(limit, most))
    {
        *out = nothing;
        return IMP_OK;
    }
    imp2i_axis axis;
    imp2i_best_axis(a, b, &s, groups, &axis);
    both_polygons both = {{a->x, s.bx},
                          {a->y, s.by},
                          {a->normal_x, s.bnx},
                          {a->normal_y, s.bny},
                          {imp2i_side_count(a) - 1, imp2i_side_count(b) - 1},
                          {a->count == 2, b->count == 2}};
    facing_sides f = face(&both, &axis, groups);
    float least = f.gap[0] < f.gap[1] ? f.gap[0] : f.gap[1];
    bool stretch = f.along[1] - f.along[0] > IMPI_FLOAT_DOUBT * (a->reach + b->reach);
    if (fabsf(axis.separation) > doubt && fabsf(axis.separation - radii) > doubt && axis.separation - radii <= margin &&
        stretch && least <= axis.separation + 0.125f * doubt)
    {
        write_polygon_manifold(&both, &f, axis.on_b, pose_a, radius, axis.separation, margin, out);
        return IMP_OK;
    }
    nearest_points near;
    if (axis.separation > doubt && find_nearest(&both, &f, axis.on_b, 0x1p-10f * scale, &near) &&
        (near.corners || !stretch) && fabsf(near.distance - radii) > doubt &&
        gap_along(&both, near.n, groups) >= near.distance - 0.5f * doubt)
    {
        if (near.distance - radii > margin)
        {
            *out = nothing;
        }
        else
        {
            write_nearest(&near, pose_a, a->radius, radii, out);
        }
        return IMP_OK;
    }
    return imp2i_collide_any(a, pose_a, b, pose_b, margin, out);
}

imp_status imp2i_collide_polygons(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b,
                                  const imp2_pose* pose_b, float margin, imp2_manifold* out)
{
    return a->count <= 4 && b->count <= 4 ? collide_groups(a, pose_a, b, pose_b, margin, out, 1)
                                          : collide_groups(a, pose_a, b, pose_b, margin, out, 2);
}
