// SPDX-License-Identifier: MIT
//
// Contacts of two small polygons, rounded or not, whose cores overlap, or which are clearly apart.
//
// The separating axis test as everywhere (sides2.h), in A's frame. When no side parts the two, the best side is the
// reference, the other polygon's side that faces it most squarely is clipped against it, and the two ends of the common
// stretch are the points. Everything of either polygon stands in arrays of two, A's and B's, to be chosen without a
// branch. Rotations count as of unit length here, see imp2i_quick_door.

#include "../math/tolerance.h"
#include "quick2.h"
#include "sides2.h"

#include <math.h>

/// The arrays of A and of B, in A's frame.
typedef struct both_polygons
{
    const float *x[2], *y[2], *nx[2], *ny[2];
    int32_t last[2];  // last place
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

static inline facing_sides face(const both_polygons* p, const imp2i_axis* axis)
{
    int32_t ref = axis->on_b, other = 1 - ref, i = axis->side;
    facing_sides f;
    f.n.x = p->nx[ref][i];
    f.n.y = p->ny[ref][i];
    impi_lanes nx = impi_lanes_splat(-f.n.x), ny = impi_lanes_splat(-f.n.y);
    impi_lanes four =
        impi_lanes_mul_add(nx, impi_lanes_load(p->nx[other]), impi_lanes_mul(ny, impi_lanes_load(p->ny[other])));
    impi_lanes more = impi_lanes_mul_add(nx, impi_lanes_load(p->nx[other] + 4),
                                         impi_lanes_mul(ny, impi_lanes_load(p->ny[other] + 4)));
    float squarely;
    int32_t j = impi_lanes_greatest_of_two(four, more, &squarely);
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

static inline uint32_t end_id(const facing_sides* f, int32_t on_b, int32_t end)
{
    int32_t clipped = f->clipped[end], ref = f->side[0], other = f->side[1];
    // At the lower end: the first of the reference or the second of the other; at the upper end the other way round.
    ref ^= (ref ^ f->next[0]) & -(clipped & end);
    other ^= (other ^ f->next[1]) & -((1 - clipped) & (1 - end));
    int32_t exchange = (ref ^ other) & -on_b;
    return imp2i_contact_id(IMP2I_VERTEX_ON_SIDE_A - (uint32_t)(clipped ^ on_b), ref ^ exchange, other ^ exchange);
}

/// distance and the gaps are of the cores.
static inline void write_polygon_manifold(const facing_sides* f, int32_t on_b, const imp2_pose* pose,
                                          const float radius[2], float distance, float margin, imp2_manifold* out)
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
        contacts[end].id = end_id(f, on_b, end);
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

imp_status imp2i_collide_polygons(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b,
                                  const imp2_pose* pose_b, float margin, imp2_manifold* out)
{
    imp2i_dpose da = imp2i_pose_a(pose_a), db = imp2i_pose_b(pose_a, pose_b);
    imp2i_relative rel = imp2i_relative_of(da, db);
    imp2i_sides s;
    imp2i_separate_groups(a, b, &rel, &s, 2);
    const float radius[2] = {a->radius, b->radius};
    float doubt = IMPI_FLOAT_DOUBT * imp2i_scale(a, da, b, db), radii = a->radius + b->radius;
    impi_lanes limit = impi_lanes_splat((margin > doubt ? margin : doubt) + radii);
    impi_lanes most_a = impi_lanes_max(impi_lanes_load(s.separation_a), impi_lanes_load(s.separation_a + 4));
    impi_lanes most_b = impi_lanes_max(impi_lanes_load(s.separation_b), impi_lanes_load(s.separation_b + 4));
    if (impi_lanes_less(limit, impi_lanes_max(most_a, most_b)))
    {
        const imp2_manifold nothing = {.count = 0};
        *out = nothing;
        return IMP_OK;
    }
    imp2i_axis axis;
    imp2i_best_axis(a, b, &s, 2, &axis);
    both_polygons both = {
        {a->x, s.bx}, {a->y, s.by}, {a->normal_x, s.bnx}, {a->normal_y, s.bny}, {a->count - 1, b->count - 1}};
    facing_sides f = face(&both, &axis);
    float least = f.gap[0] < f.gap[1] ? f.gap[0] : f.gap[1];
    if (axis.separation >= -doubt || !(f.along[1] - f.along[0] > IMPI_FLOAT_DOUBT * (a->reach + b->reach)) ||
        !(least <= axis.separation + 0.125f * doubt))
    {
        return imp2i_collide_any(a, pose_a, b, pose_b, margin, out);
    }
    write_polygon_manifold(&f, axis.on_b, pose_a, radius, axis.separation, margin, out);
    return IMP_OK;
}
