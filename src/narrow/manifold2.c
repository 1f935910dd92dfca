// SPDX-License-Identifier: MIT
//
// Contact points of any two shapes. The gap says which features meet; two facing sides are clipped against each other
// and give two points, everything else gives one. Points are named by the vertex and the side that meet, whichever
// shape is the reference, so that names survive a change of reference; two points stand in the order of their names.

#include "../math/tolerance.h"
#include "pair2.h"
#include "quick2.h"

#include <math.h>

static uint32_t gap_id(const imp2_shape* a, const imp2_shape* b, const imp2i_gap* gap)
{
    int32_t feature_a = gap->side_a ? gap->place_a : imp2i_vertex_of_place(a, gap->place_a);
    int32_t feature_b = gap->side_b ? gap->place_b : imp2i_vertex_of_place(b, gap->place_b);
    return imp2i_contact_id(gap->side_a   ? IMP2I_VERTEX_ON_SIDE_A
                            : gap->side_b ? IMP2I_VERTEX_ON_SIDE_B
                                          : IMP2I_TWO_VERTICES,
                            feature_a, feature_b);
}

/// Between the two surfaces: from a point on B's core, back along the normal over B's radius and half the gap.
static imp2_vec midway(const imp2_pose* pose_a, const imp2i_gap* gap, imp2i_dvec on_b, double radius_b, double distance)
{
    double back = radius_b + 0.5 * distance;
    imp2_vec r = {(float)(pose_a->p.x + on_b.x - gap->normal.x * back),
                  (float)(pose_a->p.y + on_b.y - gap->normal.y * back)};
    return r;
}

static imp2_contact single_contact(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b,
                                   const imp2i_gap* gap)
{
    imp2_contact c;
    c.point = midway(pose_a, gap, gap->on_b, b->radius, gap->distance);
    c.depth = 0.0f - gap->distance;
    c.id = gap_id(a, b, gap);
    return c;
}

/// Where one end of the common stretch of two sides lies.
typedef struct clip_end
{
    imp2i_dvec on_incident;
    bool is_reference_vertex;
    int end;  // 0 or 1: of the reference side or of the incident side
} clip_end;

/// The stretch of the incident side that lies in front of the reference side. False when it is nearly a point.
static bool clip_sides(const imp2i_gap* gap, double least, clip_end ends[2])
{
    const imp2i_dvec *r = gap->reference_ends, *q = gap->incident_ends;
    imp2i_dvec along = {-gap->reference_normal.y, gap->reference_normal.x};
    double length = imp2i_ddot(along, imp2i_dsub(r[1], r[0]));
    double first = imp2i_ddot(along, imp2i_dsub(q[1], r[0])), last = imp2i_ddot(along, imp2i_dsub(q[0], r[0]));
    double low = first > 0.0 ? first : 0.0, high = last < length ? last : length;
    if (!(high - low > least))
    {
        return false;
    }
    imp2i_dvec e = imp2i_dsub(q[0], q[1]);
    double t = (low - first) / (last - first), u = (high - first) / (last - first);
    ends[0].is_reference_vertex = first < 0.0;
    ends[0].end = first < 0.0 ? 0 : 1;
    ends[0].on_incident.x = q[1].x + (first < 0.0 ? t * e.x : 0.0);
    ends[0].on_incident.y = q[1].y + (first < 0.0 ? t * e.y : 0.0);
    ends[1].is_reference_vertex = last > length;
    ends[1].end = last > length ? 1 : 0;
    ends[1].on_incident.x = last > length ? q[1].x + u * e.x : q[0].x;
    ends[1].on_incident.y = last > length ? q[1].y + u * e.y : q[0].y;
    return true;
}

static uint32_t clip_id(const imp2_shape* a, const imp2_shape* b, const imp2i_gap* gap, const clip_end* end)
{
    bool on_b = gap->axis.on_b;
    const imp2_shape *ref = on_b ? b : a, *inc = on_b ? a : b;
    imp2i_outline ro = imp2i_outline_of(ref), io = imp2i_outline_of(inc);
    const imp2_shape* owner = end->is_reference_vertex ? ref : inc;
    int32_t sides = end->is_reference_vertex ? ro.sides : io.sides;
    int32_t place = (end->is_reference_vertex ? gap->axis.side : gap->incident) + end->end;
    int32_t vertex = imp2i_vertex_of_place(owner, place < sides ? place : 0);
    int32_t side = end->is_reference_vertex ? gap->incident : gap->axis.side;
    bool vertex_is_a = end->is_reference_vertex != on_b;
    return vertex_is_a ? imp2i_contact_id(IMP2I_VERTEX_ON_SIDE_B, vertex, side)
                       : imp2i_contact_id(IMP2I_VERTEX_ON_SIDE_A, side, vertex);
}

/// Two points from two facing sides. Returns how many are within the margin; 0 when the sides share no stretch.
static int32_t side_contacts(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b, float margin,
                             float scale, const imp2i_gap* gap, imp2_contact contacts[2])
{
    clip_end ends[2];
    if (!clip_sides(gap, (double)IMPI_FLOAT_DOUBT * scale, ends))
    {
        return 0;
    }
    double distances[2];
    int32_t count = 0;
    bool on_b = gap->axis.on_b;
    double radii = (double)a->radius + b->radius;
    for (int k = 0; k < 2; ++k)
    {
        imp2i_dvec p = ends[k].on_incident;
        double separation = imp2i_ddot(gap->reference_normal, imp2i_dsub(p, gap->reference_ends[0])) * gap->unit_a;
        double distance = separation - radii;
        if (distance > margin)
        {
            continue;
        }
        // Turned to the world, and from A's surface to B's core when the incident side is A's.
        double x = pose_a->q.c * p.x - pose_a->q.s * p.y, y = pose_a->q.s * p.x + pose_a->q.c * p.y;
        imp2i_dvec on_core_b = {x + (on_b ? gap->normal.x * separation : 0.0),
                                y + (on_b ? gap->normal.y * separation : 0.0)};
        distances[count] = distance;
        contacts[count].point = midway(pose_a, gap, on_core_b, b->radius, distance);
        contacts[count].depth = (float)-distance;
        contacts[count].id = clip_id(a, b, gap, &ends[k]);
        ++count;
    }
    if (count > 0)
    {
        // The deepest point and the manifold measure the same gap; let them say the same.
        int deepest = count == 2 && distances[1] < distances[0];
        contacts[deepest].depth = 0.0f - gap->distance;
        int other = 1 - deepest;
        if (count == 2 && contacts[other].depth > contacts[deepest].depth)
        {
            contacts[other].depth = contacts[deepest].depth;
        }
    }
    if (count == 2 && contacts[1].id < contacts[0].id)
    {
        imp2_contact swap = contacts[0];
        contacts[0] = contacts[1];
        contacts[1] = swap;
    }
    return count;
}

void imp2i_manifold_of_gap(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b, float margin,
                           const imp2i_gap* gap, imp2_manifold* out)
{
    imp2_manifold m = {.count = 0};
    m.normal.x = (float)gap->normal.x;
    m.normal.y = (float)gap->normal.y;
    m.depth = 0.0f - gap->distance;
    if (!imp2i_is_point(a) && !imp2i_is_point(b) && !gap->corners)
    {
        m.count = side_contacts(a, pose_a, b, margin, a->reach + b->reach, gap, m.points);
    }
    if (m.count == 0)
    {
        m.points[0] = single_contact(a, pose_a, b, gap);
        m.count = 1;
    }
    *out = m;
}

imp_status imp2i_collide_any(const imp2_shape* a, const imp2_pose* pose_a, const imp2_shape* b, const imp2_pose* pose_b,
                             float margin, imp2_manifold* out)
{
    imp_status status = imp2i_pair_status(a, pose_a, b, pose_b);
    if (status)
    {
        return status;
    }
    int32_t fault = impi_number_fault_negative(margin);
    if (fault || !out)
    {
        return fault ? impi_error(fault, 5) : impi_error(IMP_ERR_NULL, 6);
    }
    const imp2_manifold none = {.count = 0};
    imp2i_gap gap;
    imp2i_gap_of(a, pose_a, b, pose_b, margin, &gap);
    if (gap.distance > margin)
    {
        *out = none;
        return IMP_OK;
    }
    imp2i_manifold_of_gap(a, pose_a, b, margin, &gap, out);
    return IMP_OK;
}

imp_status imp2_manifold_push(const imp2_manifold* manifold, float inverse_mass_a, float inverse_mass_b,
                              imp2_vec* move_a, imp2_vec* move_b)
{
    if (!manifold)
    {
        return impi_error(IMP_ERR_NULL, 1);
    }
    int32_t fault = imp2i_vec_fault_large(manifold->normal);
    fault = fault ? fault : impi_number_fault_large(manifold->depth);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    fault = impi_number_fault_negative(inverse_mass_a);
    if (fault)
    {
        return impi_error(fault, 2);
    }
    fault = impi_number_fault_negative(inverse_mass_b);
    if (fault)
    {
        return impi_error(fault, 3);
    }
    if (!move_a || !move_b)
    {
        return impi_error(IMP_ERR_NULL, move_a ? 5 : 4);
    }
    double sum = (double)inverse_mass_a + inverse_mass_b;
    double depth = manifold->count > 0 && manifold->depth > 0.0f && sum > 0.0 ? manifold->depth : 0.0;
    double share_a = sum > 0.0 ? depth * (inverse_mass_a / sum) : 0.0;
    double share_b = sum > 0.0 ? depth * (inverse_mass_b / sum) : 0.0;
    imp2_vec n = manifold->normal;
    move_a->x = (float)(-share_a * n.x);
    move_a->y = (float)(-share_a * n.y);
    move_b->x = (float)(share_b * n.x);
    move_b->y = (float)(share_b * n.y);
    return IMP_OK;
}
