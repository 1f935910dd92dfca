// SPDX-License-Identifier: MIT
//
// Points and compounds of space: is it in a part, and where is the nearest place of a part's boundary.
//
// Both ask the parts near the point. The nearest place is looked for in growing boxes: the first one reaches as far as
// the middle of some part near the point, the last one as far as the best that has been found.

#include "../math/tolerance.h"
#include "compound3.h"

#include <math.h>

/// A point in a compound's frame, and by how much it may be off there.
typedef struct imp3i_local_point
{
    imp3i_dvec p;
    double slack;
} imp3i_local_point;

static imp3i_local_point imp3i_point_in_frame(const imp3_compound* c, const imp3_pose* pose, imp3_vec point)
{
    imp3i_local_point r;
    imp3i_dvec w = imp3i_dsub(imp3i_dvec_of(point), imp3i_dvec_of(pose->p));
    double scale = imp3i_dnorm1(imp3i_dvec_of(point)) + imp3i_dnorm1(imp3i_dvec_of(pose->p)) + (double)c->reach;
    r.p = imp3i_drot_solve(imp3i_drot_of(pose->q), w);
    r.slack = 0x1p-44 * scale;
    return r;
}

static imp3i_dbox imp3i_box_around_point(const imp3i_local_point* at, double distance)
{
    imp3i_dvec d = imp3i_dvec_all(distance + at->slack);
    const imp3i_dbox box = {imp3i_dsub(at->p, d), imp3i_dadd(at->p, d)};
    return box;
}

#include "../math/dim3.h"

#include "compound_query.inl"

#include "../math/dim_end.h"

/// The nearest place so far.
typedef struct nearest_place3
{
    imp3_vec closest;
    float distance;
    int32_t part;
} nearest_place3;

/// Looks at the parts whose boxes come within a distance of the point; the distance shrinks to the best.
static void search_within3(const imp3_compound* c, const imp3_pose* pose, imp3_vec point, const imp3i_local_point* at,
                           double distance, nearest_place3* best)
{
    imp3i_dbox box = imp3i_box_around_point(at, distance);
    imp3i_part_walk walk;
    imp3i_part_walk_start(&walk, c, &box);
    for (int32_t i; (i = imp3i_part_walk_next(&walk)) < c->part_count;)
    {
        imp3_shape part;
        nearest_place3 n = {{0.0f, 0.0f, 0.0f}, 0.0f, i};
        if (imp3i_part_at(c, i, &part) && !imp3_shape_closest(&part, pose, point, &n.closest, &n.distance) &&
            (best->part < 0 || n.distance < best->distance))
        {
            *best = n;
            double far = n.distance > 0.0f ? (double)n.distance * (1.0 + 0x1p-18) : 0.0;
            box = imp3i_box_around_point(at, far < distance ? far : distance);
            imp3i_part_walk_shrink(&walk, &box);
        }
    }
}

/// How far the far corner of a box is from a point.
static double far_corner(imp3_box box, imp3i_dvec p)
{
    imp3i_dvec low = imp3i_dsub(p, imp3i_dvec_of(box.lower)), up = imp3i_dsub(imp3i_dvec_of(box.upper), p), far;
    far.x = low.x > up.x ? low.x : up.x;
    far.y = low.y > up.y ? low.y : up.y;
    far.z = low.z > up.z ? low.z : up.z;
    return sqrt(imp3i_ddot(far, far));
}

/// A distance within which something of the compound is sure to lie: down the tree, to the nearest box each time.
static double sure_distance(const imp3_compound* c, const imp3i_local_point* at)
{
    const imp3i_compound_block* b = imp3i_compound_block_of(c);
    if (!b)
    {
        return INFINITY;
    }
    int32_t node = imp3i_node_root(c, false), children[IMP3I_NODE_CHILDREN];
    double best = far_corner(imp3i_node_box(c, false, node), at->p);
    while (impi_node_level(node) > 0)
    {
        int32_t count = imp3i_node_children(c, false, node, children);
        double least = INFINITY;
        for (int32_t k = 0; k < count; ++k)
        {
            double far = far_corner(imp3i_node_box(c, false, children[k]), at->p);
            node = far < least || k == 0 ? children[k] : node;
            least = far < least ? far : least;
        }
        best = least < best ? least : best;
    }
    return b->holes ? INFINITY : best * (1.0 + 0x1p-18);
}

imp_status imp3_compound_closest(const imp3_compound* compound, const imp3_pose* pose, imp3_vec point,
                                 imp3_vec* closest, float* distance, int32_t* part)
{
    imp_status status = compound_point_status(compound, pose, point, closest);
    if (status)
    {
        return status;
    }
    imp3i_local_point at = imp3i_point_in_frame(compound, pose, point);
    nearest_place3 best = {{0.0f, 0.0f, 0.0f}, 0.0f, -1};
    search_within3(compound, pose, point, &at, sure_distance(compound, &at), &best);
    *closest = best.closest;
    if (distance)
    {
        *distance = best.distance;
    }
    if (part)
    {
        *part = best.part;
    }
    return IMP_OK;
}
