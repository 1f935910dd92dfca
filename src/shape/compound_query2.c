// SPDX-License-Identifier: MIT
//
// Points and compounds: is it inside, and where is the nearest place of the boundary.
//
// Inside is asked of the parts near the point, exactly. The nearest place is looked for among the edges that are no
// seams, in the parts that are not farther than the best so far; the first guess is a vertex, for every vertex of a
// region lies on its outline.

#include "../math/tolerance.h"
#include "compound2.h"

#include <math.h>

/// A point in a compound's frame, and by how much it may be off.
typedef struct imp2i_local_point
{
    imp2i_dvec p;
    double slack;
} imp2i_local_point;

static imp2i_local_point imp2i_point_in_frame(const imp2_compound* c, const imp2_pose* pose, imp2_vec point)
{
    imp2i_local_point r;
    r.p = imp2i_to_local(pose, point);
    double scale = fabs((double)point.x) + fabs((double)point.y) + fabs((double)pose->p.x) + fabs((double)pose->p.y);
    r.slack = 0x1p-48 * (scale + c->reach);
    return r;
}

static imp2i_dbox imp2i_box_around_point(const imp2i_local_point* at, double distance)
{
    double d = distance + at->slack;
    const imp2i_dbox box = {at->p.x - d, at->p.y - d, at->p.x + d, at->p.y + d};
    return box;
}

#include "../math/dim2.h"

#include "compound_query.inl"

#include "../math/dim_end.h"

/// The nearest place so far, and whether the point lies exactly there.
typedef struct nearest_place
{
    imp2i_dvec p;
    double distance;
    bool on;
} nearest_place;

/// The edges of part i that are no seams, one after the other: false when there are no more.
static bool next_outline_edge(const imp2_compound* c, int32_t i, int32_t* k, imp2_vec ends[2])
{
    if (c->kind == IMP2_COMPOUND_CHAIN)
    {
        const imp2_shape* s = &c->parts[i];
        ends[0].x = s->x[0];
        ends[0].y = s->y[0];
        ends[1].x = s->x[1];
        ends[1].y = s->y[1];
        return (*k)++ == 0;
    }
    int32_t start = c->loop_starts[i], count = c->loop_starts[i + 1] - start;
    while (*k < count && c->beyond[start + *k] >= 0)
    {
        ++*k;
    }
    if (*k == count)
    {
        return false;
    }
    ends[0] = c->vertices[c->loop[start + *k]];
    ends[1] = c->vertices[c->loop[start + (*k + 1 < count ? *k + 1 : 0)]];
    ++*k;
    return true;
}

/// The place of an edge that is nearest to p.
static nearest_place place_on_edge(const imp2_vec ends[2], imp2i_dvec p)
{
    double ex = (double)ends[1].x - ends[0].x, ey = (double)ends[1].y - ends[0].y;
    double wx = p.x - ends[0].x, wy = p.y - ends[0].y;
    double t = (wx * ex + wy * ey) / (ex * ex + ey * ey);
    t = t > 0.0 ? t : 0.0;
    double x = t < 1.0 ? wx - t * ex : p.x - ends[1].x, y = t < 1.0 ? wy - t * ey : p.y - ends[1].y;
    const nearest_place r = {{p.x - x, p.y - y}, sqrt(x * x + y * y), false};
    return r;
}

static double box_distance(imp2_box box, imp2i_dvec p)
{
    double x = p.x < box.lower.x ? box.lower.x - p.x : p.x > box.upper.x ? p.x - box.upper.x : 0.0;
    double y = p.y < box.lower.y ? box.lower.y - p.y : p.y > box.upper.y ? p.y - box.upper.y : 0.0;
    return x * x + y * y;
}

/// The first vertex of a part that is not far: down the tree, into the nearest box each time.
static imp2_vec vertex_nearby(const imp2_compound* c, imp2i_dvec p)
{
    const imp2i_compound_block* block = (const imp2i_compound_block*)c->block;
    int32_t at = 0, counts[IMPI_PART_LEVELS];
    counts[0] = c->part_count;
    for (int32_t level = 1; level < block->parts.levels; ++level)
    {
        counts[level] = (counts[level - 1] + 3) / 4;
    }
    for (int32_t level = block->parts.levels - 2; level >= 0; --level)
    {
        int32_t first = 4 * at;
        at = first;
        for (int32_t i = first + 1; i < first + 4 && i < counts[level]; ++i)
        {
            at =
                box_distance(block->parts.boxes[level][i], p) < box_distance(block->parts.boxes[level][at], p) ? i : at;
        }
    }
    imp2i_outline o = imp2i_outline_of(&c->parts[at]);
    const imp2_vec v = {o.x[0], o.y[0]};
    return v;
}

/// Looks at all edges that may be nearest. Those that may run through the point are asked exactly.
static nearest_place search_nearest(const imp2_compound* c, const imp2_pose* pose, imp2_vec point,
                                    const imp2i_local_point* at)
{
    imp2_vec first = vertex_nearby(c, at->p);
    double x = first.x - at->p.x, y = first.y - at->p.y;
    nearest_place best = {{first.x, first.y}, sqrt(x * x + y * y), false};
    best.distance += at->slack;  // so that its own edges count
    for (int32_t i = 0;; ++i)
    {
        imp2i_dbox box = imp2i_box_around_point(at, best.distance);
        i = imp2i_part_near(c, &box, i);
        if (i == c->part_count)
        {
            return best;
        }
        imp2_vec ends[2];
        for (int32_t k = 0; next_outline_edge(c, i, &k, ends);)
        {
            nearest_place here = place_on_edge(ends, at->p);
            imp2_shape edge;
            if (here.distance <= 2.0 * at->slack && !best.on && !imp2_segment_make(ends[0], ends[1], &edge))
            {
                (void)imp2_shape_contains(&edge, pose, point, &here.on);
            }
            best = here.on || (here.distance < best.distance && !best.on) ? here : best;
        }
    }
}

imp_status imp2_compound_closest(const imp2_compound* compound, const imp2_pose* pose, imp2_vec point,
                                 imp2_vec* closest, float* distance)
{
    imp_status status = compound_point_status(compound, pose, point, closest);
    if (status || compound->kind == IMP2_COMPOUND_SHAPE)
    {
        return status ? status : imp2_shape_closest(compound->parts, pose, point, closest, distance);
    }
    imp2i_local_point at = imp2i_point_in_frame(compound, pose, point);
    nearest_place best = search_nearest(compound, pose, point, &at);
    double c = pose->q.c, s = pose->q.s;
    closest->x = (float)(c * best.p.x - s * best.p.y + pose->p.x);
    closest->y = (float)(s * best.p.x + c * best.p.y + pose->p.y);
    if (distance)
    {
        bool inside = part_with(compound, pose, point, &at) < compound->part_count;
        float tiny = IMPI_TINY * (compound->reach + fabsf((float)at.p.x) + fabsf((float)at.p.y));
        float d = (float)(best.distance * sqrt(c * c + s * s));
        d = d > tiny ? d : tiny;
        *distance = best.on ? 0.0f : inside ? -d : d;
    }
    return IMP_OK;
}
