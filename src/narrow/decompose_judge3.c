// SPDX-License-Identifier: MIT
//
// Planes that may cut a piece, held against each other: the best leaves hulls of least volume on both sides.
//
// A hull takes long, and most planes are far from the best. So each is asked first for the hulls of the points that are
// extreme along some directions: they are in the hull of all, and have no more volume. Planes are judged in the order of that,
// until it is more than what the best of them have, or enough were judged.

#include "decompose3.h"

#include "../shape/quickhull3.h"

#include <math.h>
#include <string.h>

enum
{
    EXTREME_AXES = 13,
    JUDGED_PLANES = 24,   // that are judged whatever they take
    JUDGED_POINTS = 8000  // of all clouds until which more are: of small pieces
};

/// Rounding error of the volume of a hull.
#define HULL_VOLUME_DOUBT (1.0 - 1e-9)

/// Whether a hull has one of some points.
static bool has_witness(const imp3i_hull_cloud* cloud, const imp3i_witnesses* witnesses)
{
    for (int32_t i = 0; i < witnesses->count; ++i)
    {
        imp3i_dvec at = imp3i_dscale(imp3i_dsub(witnesses->at[i], cloud->middle), cloud->scale);
        bool inside = true;
        for (int32_t k = 0; k < cloud->triangles.count && inside; ++k)
        {
            const imp3i_triangle* t = &cloud->triangles.data[k];
            inside = t->mark == IMP3I_TRIANGLE_FREE ||
                     (double)t->x * at.x + (double)t->y * at.y + (double)t->z * at.z <= (double)t->plane;
        }
        if (inside)
        {
            return true;
        }
    }
    return false;
}

/// The volume of the hull of a cloud, infinite of one that has a witness; 0 of a flat one.
static imp_status volume_without(const imp3_vec* points, int32_t count, const imp3i_witnesses* witnesses,
                                 const imp_allocator* allocator, double* out)
{
    imp3i_hull_cloud cloud;
    *out = 0.0;
    if (count < 4)
    {
        return IMP_OK;
    }
    imp_status status = imp3i_cloud_survey(&cloud, points, count, allocator);
    if (!status && cloud.dimension == 3)
    {
        status = imp3i_cloud_hull(&cloud);
        for (int32_t k = 0; k < cloud.triangles.count && !status; ++k)
        {
            const imp3i_triangle* t = &cloud.triangles.data[k];
            if (t->mark != IMP3I_TRIANGLE_FREE)
            {
                imp3i_dvec from = imp3i_dvec_of(points[0]);
                imp3i_dvec a = imp3i_dsub(imp3i_dvec_of(points[t->corner[0]]), from);
                imp3i_dvec b = imp3i_dsub(imp3i_dvec_of(points[t->corner[1]]), from);
                imp3i_dvec c = imp3i_dsub(imp3i_dvec_of(points[t->corner[2]]), from);
                *out += imp3i_ddot(a, imp3i_dcross(b, c)) / 6.0;
            }
        }
        *out = !status && witnesses && has_witness(&cloud, witnesses) ? INFINITY : *out;
    }
    imp3i_cloud_end(&cloud);
    return status;
}

imp_status imp3i_hull_volume_of(const imp3_vec* points, int32_t count, const imp_allocator* allocator, double* out)
{
    return volume_without(points, count, NULL, allocator, out);
}

/// Puts the points of both sides into clouds; false when one has none that is clear of the plane.
static bool gather_sides(imp3i_cut_sample* s, const imp3i_lattice_plane* plane, int32_t counts[2])
{
    double band = (double)imp3i_plane_band(plane);
    int32_t strict[2] = {0, 0};
    counts[0] = counts[1] = 0;
    for (int32_t k = 0; k < s->point_count; ++k)
    {
        double height = (double)imp3i_plane_side(plane, s->points[k]);
        for (int side = 0; side < 2; ++side)
        {
            double above = side == 0 ? height : -height;
            strict[side] += above > band;
            if (above >= -band)
            {
                s->clouds[side][counts[side]++] = imp3i_vec_of(imp3i_lattice_dvec(s->points[k]));
            }
        }
    }
    if (strict[0] == 0 || strict[1] == 0)
    {
        return false;
    }
    for (int32_t k = 0; k < s->end_count; k += 2)
    {
        double from = (double)imp3i_plane_side(plane, s->points[s->ends[k]]);
        double to = (double)imp3i_plane_side(plane, s->points[s->ends[k + 1]]);
        if ((from > band && to < -band) || (from < -band && to > band))
        {
            imp3i_dvec a = imp3i_lattice_dvec(s->points[s->ends[k]]), b = imp3i_lattice_dvec(s->points[s->ends[k + 1]]);
            imp3_vec at = imp3i_vec_of(imp3i_dadd_scaled(a, imp3i_dsub(b, a), from / (from - to)));
            s->clouds[0][counts[0]++] = at;
            s->clouds[1][counts[1]++] = at;
        }
    }
    return true;
}

/// A plane on its way: where it was among all, and the volumes of both hulls, or no more than that.
typedef struct judged_plane
{
    int32_t at;
    double least[2];
} judged_plane;

/// The points of a cloud that are extreme along some directions, in the proportions of the sample's box. Returns how many.
static int32_t find_extreme_points(const imp3i_cut_sample* s, const imp3_vec* points, int32_t count,
                                   imp3_vec out[2 * EXTREME_AXES])
{
    double ends[2 * EXTREME_AXES];
    int32_t at[2 * EXTREME_AXES], kept = 0;
    const double sx = 1.0 / (s->upper.x - s->lower.x + 1.0), sy = 1.0 / (s->upper.y - s->lower.y + 1.0),
                 sz = 1.0 / (s->upper.z - s->lower.z + 1.0);
    for (int k = 0; k < 2 * EXTREME_AXES; ++k)
    {
        ends[k] = k < EXTREME_AXES ? INFINITY : -INFINITY;
        at[k] = 0;
    }
    for (int32_t i = 0; i < count; ++i)
    {
        double x = (double)points[i].x * sx, y = (double)points[i].y * sy, z = (double)points[i].z * sz;
        const double along[EXTREME_AXES] = {x,     y,     z,         x + y,     x - y,     y + z,     y - z,
                                            z + x, z - x, x + y + z, x + y - z, x - y + z, -x + y + z};
        for (int k = 0; k < EXTREME_AXES; ++k)
        {
            int high = k + EXTREME_AXES;
            at[k] = along[k] < ends[k] ? i : at[k];
            ends[k] = along[k] < ends[k] ? along[k] : ends[k];
            at[high] = along[k] > ends[high] ? i : at[high];
            ends[high] = along[k] > ends[high] ? along[k] : ends[high];
        }
    }
    for (int k = 0; k < 2 * EXTREME_AXES; ++k)
    {
        int32_t same = 0;
        for (; same < k && at[same] != at[k]; ++same)
        {
        }
        if (same == k)
        {
            out[kept++] = points[at[k]];
        }
    }
    return kept;
}

/// No more than the volumes of the hulls of both sides; the first is infinite of planes that are out.
static imp_status bound_plane(imp3i_cut_sample* s, const imp3i_lattice_plane* plane, judged_plane* out)
{
    int32_t counts[2];
    imp_status status = IMP_OK;
    out->least[0] = INFINITY;
    out->least[1] = 0.0;
    if (!gather_sides(s, plane, counts))
    {
        return IMP_OK;
    }
    for (int side = 0; side < 2 && !status; ++side)
    {
        imp3_vec extremes[2 * EXTREME_AXES];
        int32_t count = find_extreme_points(s, s->clouds[side], counts[side], extremes);
        status = volume_without(extremes, count, s->witnesses, s->allocator, &out->least[side]);
        if (!(out->least[side] < INFINITY))
        {
            out->least[0] = INFINITY;
            break;
        }
    }
    return status;
}

/// The volumes of the hulls of both sides, as far as they are less than `enough` together; INFINITY of planes that are out.
/// *spent grows by the points that these are of.
static imp_status judge_plane(imp3i_cut_sample* s, const imp3i_lattice_plane* plane, const judged_plane* known,
                              double enough, int32_t* spent, double* out)
{
    int32_t counts[2];
    double above, below = 0.0;
    *out = INFINITY;
    (void)gather_sides(s, plane, counts);
    *spent += counts[0] + counts[1];
    imp_status status = volume_without(s->clouds[0], counts[0], s->witnesses, s->allocator, &above);
    if (!status && (above + known->least[1]) * HULL_VOLUME_DOUBT <= enough && above < INFINITY)
    {
        status = volume_without(s->clouds[1], counts[1], s->witnesses, s->allocator, &below);
    }
    if (!status && above > 0.0 && below > 0.0)
    {
        *out = above + below;
    }
    return status;
}

static double least_of_plane(const judged_plane* j)
{
    return (j->least[0] + j->least[1]) * HULL_VOLUME_DOUBT;
}

/// Puts a plane into a list of those with less, and of those with the same of lower numbers.
static void put_plane(judged_plane* list, int32_t count, judged_plane j)
{
    double sum = j.least[0] + j.least[1];
    int32_t at = count;
    for (; at > 0; --at)
    {
        double other = list[at - 1].least[0] + list[at - 1].least[1];
        if (other < sum || (other <= sum && list[at - 1].at < j.at))
        {
            break;
        }
        list[at] = list[at - 1];
    }
    list[at] = j;
}

imp_status imp3i_planes_judge(imp3i_cut_sample* s, int32_t most, imp3i_lattice_plane* planes, int32_t* count)
{
    imp3i_lattice_plane best[IMP3I_JUDGED_PLANES];
    judged_plane bounds[IMP3I_JUDGED_PLANES + 1], judged[IMP3I_JUDGED_PLANES + 1];
    int32_t bounded = 0, found = 0, spent = 0;
    imp_status status = IMP_OK;
    for (int32_t k = 0; k < *count && !status; ++k)
    {
        judged_plane j = {k, {0.0, 0.0}};
        status = bound_plane(s, &planes[k], &j);
        if (!status && j.least[0] < INFINITY)
        {
            put_plane(bounds, bounded++, j);
        }
    }
    for (int32_t k = 0; k < bounded && (k < JUDGED_PLANES || spent < JUDGED_POINTS) && !status; ++k)
    {
        double volume, enough = found < most ? INFINITY : judged[most - 1].least[0];
        if (least_of_plane(&bounds[k]) > enough)
        {
            break;
        }
        status = judge_plane(s, &planes[bounds[k].at], &bounds[k], enough, &spent, &volume);
        if (!status && volume <= enough && volume < INFINITY)
        {
            const judged_plane j = {bounds[k].at, {volume, 0.0}};
            put_plane(judged, found, j);
            found += found < most;
        }
    }
    for (int32_t k = 0; k < found; ++k)
    {
        best[k] = planes[judged[k].at];
    }
    memcpy(planes, best, (size_t)found * sizeof *best);
    *count = found;
    return status;
}
