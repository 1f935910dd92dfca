// SPDX-License-Identifier: MIT
//
// Thinning of convex parts: fewer corners, and nothing of the solid left out.
//
// An edge is collapsed to the point that is above the planes of all faces at its ends and adds least volume. All of the hull is
// in the hull of what is left and that point, since it sees just these faces. So a hull gets fewer corners, each time those
// of edges that have no face in common, the cheapest first: points that are least far from the part. A point that is too far
// from the part, or from the solid, is not taken. In the end all is scaled by what roundings have left out, about the middle
// of the hull, so that flat sides stay flat; and held against the part, which it must contain, and against the mesh, as all
// parts are. If it does not do, less is tried, and then the part stays as it was.
//
// Source: progressive hulls by edge collapse, Sander and others 2000; here of convex hulls, by collapses that are independent.

#include "decompose3.h"

#include "../base/alloc.h"
#include "../base/sort.h"
#include "mesh_near3.h"

#include <math.h>
#include <string.h>

enum
{
    THIN_CORNERS = 16,  // a part with no more is left alone
    THIN_STAR = 24,     // most faces at the ends of an edge that is collapsed
    THIN_SHARE = 3,     // one of so many edges that may be collapsed is, at most, before costs are found anew
    THIN_TRIES = 12,
    THIN_VISIBLE = 8,  // most faces seen from a place that is to stay outside
    THIN_OUTSIDE = 48  // most such places
};

/// Corners are no farther from the part than this share of the tolerance: flat sides stay where they are.
#define THIN_REACH 0.75

/// Of tries, each is a little more careful than the one before.
#define THIN_CARE 0.9

/// What comes before them all collapses only what is no farther than this share.
#define THIN_FIRST 0.1

/// And no farther from the solid than this one: the bounds that are proved come out higher.
#define THIN_DEPTH 0.875

/// Steps that corners are scaled outwards by beyond what they leave out, for roundings of what is scaled and of planes.
#define THIN_MARGIN 0.5

/// Corners are rounded to this share of a step: three corners more on a plane mostly stay in one face then, and near the
/// origin they are floats as those of the lattice are. Farther away they are off by half a step when they become floats,
/// which the bounds of the distance allow for.
#define THIN_GRAIN 0.125

/// The point that an edge is collapsed to.
typedef struct thin_collapse
{
    imp3i_dvec at;
    int32_t edge;
} thin_collapse;

/// A place that was too far out of the solid, and the faces of the hull that it is above: while it is above one that is
/// kept, it stays outside.
typedef struct thin_outside
{
    imp3i_dvec at;
    int32_t count, faces[THIN_VISIBLE];
} thin_outside;

typedef struct thin_work
{
    const imp3i_hull* part;
    imp3i_depths* field;
    double reach, depth;  // of points from the part and from the solid, at most
    imp3_shape now;
    imp3i_bulge bulge;
    thin_outside outside[THIN_OUTSIDE];
    int32_t outside_count;
    // Room for one round.
    double* areas;          // of faces
    uint8_t *taken, *gone;  // faces; corners
    thin_collapse* collapses;
    impi_keyed *order, *scratch;
    imp3_vec* points;
} thin_work;

static const imp3i_hull* hull_now(const thin_work* w)
{
    return (const imp3i_hull*)w->now.block;
}

static void lay_out_round(thin_work* w, impi_layout* l)
{
    const imp3i_hull* h = hull_now(w);
    size_t faces = (size_t)h->face_count, edges = (size_t)h->edge_count, corners = (size_t)h->vertex_count;
    w->areas = (double*)impi_take(l, faces, sizeof *w->areas);
    w->taken = (uint8_t*)impi_take(l, faces, sizeof *w->taken);
    w->gone = (uint8_t*)impi_take(l, corners, sizeof *w->gone);
    w->collapses = (thin_collapse*)impi_take(l, edges, sizeof *w->collapses);
    w->order = (impi_keyed*)impi_take(l, edges, sizeof *w->order);
    w->scratch = (impi_keyed*)impi_take(l, edges, sizeof *w->scratch);
    w->points = (imp3_vec*)impi_take(l, corners, sizeof *w->points);
}

static imp3i_dvec hull_corner(const imp3i_hull* h, int32_t k)
{
    const imp3i_dvec r = {(double)h->x[k], (double)h->y[k], (double)h->z[k]};
    return r;
}

static imp3i_dvec hull_normal(const imp3i_hull* h, int32_t f)
{
    const imp3i_dvec r = {(double)h->normal_x[f], (double)h->normal_y[f], (double)h->normal_z[f]};
    return r;
}

/// How far a point is above the planes of a hull, the most; no more than its distance.
static double height_over_planes(const imp3i_hull* h, imp3i_dvec at)
{
    double most = -INFINITY;
    for (int32_t k = 0; k < h->face_count; ++k)
    {
        double above = imp3i_ddot(hull_normal(h, k), at) - (double)h->plane[k];
        most = above > most ? above : most;
    }
    return most;
}

static void measure_faces(thin_work* w)
{
    const imp3i_hull* h = hull_now(w);
    for (int32_t f = 0; f < h->face_count; ++f)
    {
        imp3i_dvec first = hull_corner(h, h->corners[h->starts[f]]);
        w->areas[f] = 0.0;
        for (int32_t k = h->starts[f] + 2; k < h->starts[f + 1]; ++k)
        {
            imp3i_dvec one = imp3i_dsub(hull_corner(h, h->corners[k - 1]), first);
            w->areas[f] += imp3i_dcross_length(one, imp3i_dsub(hull_corner(h, h->corners[k]), first));
        }
    }
}

/// The faces at both ends of an edge. 0 when they are too many.
static int32_t find_star(const imp3i_hull* h, const imp3i_edge* e, int32_t star[THIN_STAR])
{
    int32_t a = h->links[e->from], a_end = h->links[e->from + 1], b = h->links[e->to], b_end = h->links[e->to + 1];
    int32_t count = 0;
    while (a < a_end || b < b_end)
    {
        int32_t one = a < a_end ? h->around[a] : INT32_MAX, two = b < b_end ? h->around[b] : INT32_MAX;
        if (count == THIN_STAR)
        {
            return 0;
        }
        star[count++] = one < two ? one : two;
        a += one <= two;
        b += two <= one;
    }
    return count;
}

/// The planes of a star, from a point near it.
typedef struct star_planes
{
    int32_t count;
    imp3i_dvec normals[THIN_STAR];
    double heights[THIN_STAR];
} star_planes;

/// The point that three planes have in common, when it is above all the others.
static bool meet_above(const star_planes* s, int32_t i, int32_t j, int32_t k, imp3i_dvec* at)
{
    imp3i_dvec jk = imp3i_dcross(s->normals[j], s->normals[k]);
    double volume = imp3i_ddot(s->normals[i], jk);
    if (fabs(volume) < 1e-6)
    {
        return false;
    }
    *at = imp3i_dscale(jk, s->heights[i]);
    *at = imp3i_dadd_scaled(*at, imp3i_dcross(s->normals[k], s->normals[i]), s->heights[j]);
    *at = imp3i_dadd_scaled(*at, imp3i_dcross(s->normals[i], s->normals[j]), s->heights[k]);
    *at = imp3i_dscale(*at, 1.0 / volume);
    for (int32_t f = 0; f < s->count; ++f)
    {
        bool own = f == i || f == j || f == k;
        if (!own && imp3i_ddot(s->normals[f], *at) < s->heights[f])
        {
            return false;
        }
    }
    return true;
}

/// The point above all planes of an edge's star after which the hull has least volume more. That is at the meeting of three.
static bool find_collapse(const thin_work* w, int32_t edge, imp3i_dvec* out)
{
    const imp3i_hull* h = hull_now(w);
    int32_t star[THIN_STAR];
    star_planes s;
    imp3i_dvec from = hull_corner(h, h->edges[edge].from), weight = imp3i_dvec_none();
    double least = INFINITY;
    s.count = find_star(h, &h->edges[edge], star);
    for (int32_t k = 0; k < s.count; ++k)
    {
        s.normals[k] = hull_normal(h, star[k]);
        s.heights[k] = (double)h->plane[star[k]] - imp3i_ddot(s.normals[k], from);
        weight = imp3i_dadd_scaled(weight, s.normals[k], w->areas[star[k]]);
    }
    for (int32_t i = 0; i < s.count; ++i)
    {
        for (int32_t j = i + 1; j < s.count; ++j)
        {
            for (int32_t k = j + 1; k < s.count; ++k)
            {
                imp3i_dvec at;
                if (meet_above(&s, i, j, k, &at) && imp3i_ddot(weight, at) < least)
                {
                    least = imp3i_ddot(weight, at);
                    *out = imp3i_dadd(from, at);
                }
            }
        }
    }
    return least < INFINITY;
}

/// Heights as numbers that are sorted; what is below 0 counts as 0.
static uint64_t height_key(double height)
{
    uint64_t bits;
    height = height > 0.0 ? height : 0.0;
    memcpy(&bits, &height, sizeof bits);
    return bits;
}

/// Lists the edges that may be collapsed, the cheapest first.
static int32_t list_collapses(thin_work* w)
{
    const imp3i_hull* h = hull_now(w);
    int32_t count = 0;
    measure_faces(w);
    for (int32_t k = 0; k < h->edge_count; ++k)
    {
        thin_collapse c;
        c.edge = k;
        double height = find_collapse(w, k, &c.at) ? height_over_planes(w->part, c.at) : INFINITY;
        if (height <= w->reach)
        {
            w->order[count].key = height_key(height);
            w->order[count].value = count;
            w->collapses[count++] = c;
        }
    }
    impi_sort(w->order, w->scratch, count);
    return count;
}

static float round_number(double x)
{
    return (float)(THIN_GRAIN * (double)imp3i_whole_below(x / THIN_GRAIN + 0.5));
}

static imp3_vec round_point(imp3i_dvec at)
{
    const imp3_vec r = {round_number(at.x), round_number(at.y), round_number(at.z)};
    return r;
}

/// Finds the faces that places are above. More of them than are kept are no matter.
static void look_from_outside(thin_work* w)
{
    const imp3i_hull* h = hull_now(w);
    for (int32_t i = 0; i < w->outside_count; ++i)
    {
        thin_outside* o = &w->outside[i];
        o->count = 0;
        for (int32_t k = 0; k < h->face_count && o->count < THIN_VISIBLE; ++k)
        {
            if (imp3i_ddot(hull_normal(h, k), o->at) > (double)h->plane[k])
            {
                o->faces[o->count++] = k;
            }
        }
    }
}

/// Whether the faces that are taken leave every place above one that is not.
static bool keeps_outside(const thin_work* w)
{
    for (int32_t i = 0; i < w->outside_count; ++i)
    {
        const thin_outside* o = &w->outside[i];
        bool kept = o->count == 0;
        for (int32_t k = 0; k < o->count && !kept; ++k)
        {
            kept = !w->taken[o->faces[k]];
        }
        if (!kept)
        {
            return false;
        }
    }
    return true;
}

static void mark_faces(thin_work* w, const int32_t* faces, int32_t count, uint8_t taken)
{
    for (int32_t k = 0; k < count; ++k)
    {
        w->taken[faces[k]] = taken;
    }
}

/// Takes collapses that have no face in common. Returns how many.
static int32_t take_collapses(thin_work* w, int32_t count, int32_t* points)
{
    const imp3i_hull* h = hull_now(w);
    int32_t taken = 0, most = (count + THIN_SHARE - 1) / THIN_SHARE;
    memset(w->taken, 0, (size_t)h->face_count);
    memset(w->gone, 0, (size_t)h->vertex_count);
    *points = 0;
    look_from_outside(w);
    for (int32_t i = 0; i < count && taken < most; ++i)
    {
        const thin_collapse* c = &w->collapses[w->order[i].value];
        const imp3i_edge* e = &h->edges[c->edge];
        int32_t star[THIN_STAR], faces = find_star(h, e, star);
        bool alone = true;
        for (int32_t k = 0; k < faces; ++k)
        {
            alone = alone && !w->taken[star[k]];
        }
        mark_faces(w, star, alone ? faces : 0, 1);
        if (alone && (!keeps_outside(w) || imp3i_depths_out(w->field, c->at, w->depth) > 0.0))
        {
            mark_faces(w, star, faces, 0);
            alone = false;
        }
        if (alone)
        {
            w->gone[e->from] = w->gone[e->to] = 1;
            w->points[(*points)++] = round_point(c->at);
            taken += 1;
        }
    }
    for (int32_t k = 0; k < h->vertex_count; ++k)
    {
        if (!w->gone[k])
        {
            const imp3_vec at = {h->x[k], h->y[k], h->z[k]};
            w->points[(*points)++] = at;
        }
    }
    return taken;
}

/// Makes the hull of some points the one of now.
static imp_status take_hull(thin_work* w, const imp3_vec* points, int32_t count)
{
    imp3_shape made;
    memset(&made, 0, sizeof made);
    if (imp3_hull_make(points, count, 0.0f, w->field->allocator, &made, NULL))
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    imp3_shape_free(&w->now);
    w->now = made;
    return IMP_OK;
}

/// Collapses what may be at once. *goes_on is whether that was any.
static imp_status thin_round(thin_work* w, bool* goes_on)
{
    impi_layout l = {NULL, 0};
    int32_t points, before = hull_now(w)->vertex_count;
    lay_out_round(w, &l);
    size_t size = l.size;
    l.base = (char*)impi_alloc_resize(w->field->allocator, NULL, 0, size, 1);
    if (!l.base)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    l.size = 0;
    lay_out_round(w, &l);
    imp_status status = IMP_OK;
    *goes_on = take_collapses(w, list_collapses(w), &points) > 0;
    if (*goes_on)
    {
        status = take_hull(w, w->points, points);
        *goes_on = !status && hull_now(w)->vertex_count < before;
    }
    impi_alloc_free(w->field->allocator, l.base, size, 1);
    return status;
}

/// How far the part's corners are above the planes of the hull, the most.
static double left_out(const thin_work* w)
{
    double most = 0.0;
    for (int32_t k = 0; k < w->part->vertex_count; ++k)
    {
        double height = height_over_planes(hull_now(w), hull_corner(w->part, k));
        most = height > most ? height : most;
    }
    return most;
}

/// Scales the hull about its middle until the part is in it.
static imp_status scale_hull(thin_work* w)
{
    const imp3i_hull* h = hull_now(w);
    size_t count = (size_t)h->vertex_count;
    imp3_vec* points = (imp3_vec*)impi_alloc_resize(w->field->allocator, NULL, 0, count, sizeof *points);
    if (!points)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    imp3i_dvec middle = imp3i_dvec_of(h->center);
    double by = 1.0 + (left_out(w) + THIN_MARGIN) / (double)h->inner;
    for (size_t k = 0; k < count; ++k)
    {
        points[k] = round_point(imp3i_dadd_scaled(middle, imp3i_dsub(hull_corner(h, (int32_t)k), middle), by));
    }
    imp_status status = take_hull(w, points, (int32_t)count);
    impi_alloc_free(w->field->allocator, points, count, sizeof *points);
    return status;
}

/// Collapses until none may be.
static imp_status thin_hull(thin_work* w, imp3i_decompose_teller* teller, double done)
{
    imp_status status = IMP_OK;
    for (bool goes_on = true; goes_on && !status;)
    {
        status = thin_round(w, &goes_on);
        if (!status && !imp3i_decompose_goes_on(teller, done))
        {
            status = impi_error(IMP_ERR_STOPPED, 0);
        }
    }
    return status;
}

/// Notes the places of the hull that are too far out.
static void note_outside(thin_work* w, double tolerance)
{
    imp3i_witnesses found;
    imp3i_depths_find_witnesses(w->field, hull_now(w), tolerance, &found);
    for (int32_t k = -1; k < found.count && w->outside_count < THIN_OUTSIDE; ++k)
    {
        w->outside[w->outside_count++].at = k < 0 ? w->bulge.at : found.at[k];
    }
}

/// Holds what is left against the part and the mesh.
static imp_status hold_hull(thin_work* w, double tolerance, bool* good)
{
    *good = false;
    imp_status status = scale_hull(w);
    if (!status && left_out(w) <= 0.0)
    {
        status = imp3i_depths_measure(w->field, hull_now(w), 0.0625 * tolerance, tolerance, tolerance, &w->bulge);
        *good = !status && w->bulge.most <= tolerance;
        if (!status && !*good)
        {
            note_outside(w, tolerance);
        }
    }
    return status;
}

/// Gives a part its thinned hull.
static imp_status take_thinned(thin_work* w, imp3i_piece* part)
{
    imp3i_cloud_points cloud;
    memset(&cloud, 0, sizeof cloud);
    imp3_shape old = part->hull;
    part->hull = w->now;
    w->now = old;
    part->bulge = w->bulge;
    imp_status status = imp3i_pieces_cloud((const imp3i_piece* const*)&part, 1, w->field->allocator, &cloud);
    status = status ? status : imp3i_hull_volume_of(cloud.data, cloud.count, w->field->allocator, &part->hull_volume);
    impi_array_free(&cloud, w->field->allocator);
    return status;
}

/// Begins anew with a hull.
static imp_status start_from(thin_work* w, const imp3i_hull* h)
{
    size_t count = (size_t)h->vertex_count;
    imp3_vec* points = (imp3_vec*)impi_alloc_resize(w->field->allocator, NULL, 0, count, sizeof *points);
    if (!points)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    for (size_t k = 0; k < count; ++k)
    {
        const imp3_vec at = {h->x[k], h->y[k], h->z[k]};
        points[k] = at;
    }
    imp_status status = take_hull(w, points, (int32_t)count);
    impi_alloc_free(w->field->allocator, points, count, sizeof *points);
    return status;
}

static imp_status thin_part(imp3i_piece* part, imp3i_depths* field, double tolerance, imp3i_decompose_teller* teller,
                            double done)
{
    bool good = false;
    imp3_shape first;
    thin_work w;
    memset(&w, 0, sizeof w);
    memset(&first, 0, sizeof first);
    w.part = (const imp3i_hull*)part->hull.block;
    w.field = field;
    w.reach = THIN_FIRST * tolerance;
    w.depth = THIN_DEPTH * tolerance;
    imp_status status = start_from(&w, w.part);
    status = status ? status : thin_hull(&w, teller, done);
    if (!status)
    {
        first = w.now;
        memset(&w.now, 0, sizeof w.now);
        w.reach = THIN_REACH * tolerance;
    }
    for (int k = 0; k < THIN_TRIES && !good && !status; ++k)
    {
        status = start_from(&w, (const imp3i_hull*)first.block);
        status = status ? status : thin_hull(&w, teller, done);
        status = status ? status : hold_hull(&w, tolerance, &good);
        w.reach *= THIN_CARE;
    }
    good = good && hull_now(&w)->vertex_count < w.part->vertex_count;
    status = status || !good ? status : take_thinned(&w, part);
    imp3_shape_free(&first);
    imp3_shape_free(&w.now);
    return status;
}

imp_status imp3i_parts_thin(imp3i_pieces* parts, imp3i_depths* field, double tolerance, imp3i_decompose_teller* teller)
{
    imp_status status = IMP_OK;
    for (int32_t k = 0; k < parts->count && !status; ++k)
    {
        imp3i_piece* part = &parts->data[k];
        if (((const imp3i_hull*)part->hull.block)->vertex_count > THIN_CORNERS)
        {
            status = thin_part(part, field, tolerance, teller, 0.95 + 0.05 * k / parts->count);
        }
    }
    return status;
}
