// SPDX-License-Identifier: MIT
//
// Convex decomposition of a closed mesh: cut what goes out of the solid too far, and merge what need not be parted.
//
//   mesh -> lattice -> pieces, cut one by one (decompose_choose3.c, decompose_cut3.c) -> parts, merged and
//   cut anew -> thinned -> a set of hulls
//
// The piece whose hull goes out of the solid farthest is cut next. A hull is held against the mesh itself, by bounds that
// are proved (decompose_depths3.c), before it counts as good; so the tolerance holds whatever planes are chosen. Pieces fill
// the solid, and a hull has all of its piece: inwards only the lattice is off.
//
// There is no tree search over cuts, as of CoACD: what was cut wrong is mended at the end, where parts are merged two and two
// (decompose_merge3.c), and three are cut anew into two (decompose_regroup3.c), as long as that helps. Then hulls of many
// corners get fewer (decompose_thin3.c).
//
// Source: approximate convex decomposition, Lien and Amato 2004; Wei and others 2022 (CoACD).

#include "decompose3.h"

#include "../base/alloc.h"
#include "../math/check.h"
#include "mesh_near3.h"

#include <math.h>
#include <string.h>

/// The least tolerance, in steps of the lattice.
#define LEAST_TOLERANCE 64.0

enum
{
    IDLE_CUTS = 2,         // in a row that may leave a piece as large as it was
    SPARE_TRIANGLES = 200  // that a piece may have besides twice those of the mesh
};

/// A piece has shrunk when its box has this share of the volume that it had.
#define SHRUNK 0.75

/// Pieces whose sides are no longer than this share of the tolerance have no point that is farther from their middle than half
/// of the tolerance: one point sorts them. 1 / sqrt(3), rounded down.
#define GRAIN 0.577

typedef struct decomposition
{
    const imp3_compound* mesh;
    const imp3_decompose_choice* def;
    const imp_allocator* allocator;
    double step, tolerance;  // of the lattice [m]; in steps
    imp3i_dvec origin;
    imp3i_depths field;
    imp3i_pieces open;  // that are too far out
    imp3i_pieces parts;
    int32_t most_corners;  // a piece that has more is made its hull
    double volume, done;   // of all, and of what is in parts
    imp3i_decompose_teller teller;
} decomposition;

// The mesh on the lattice

/// The step is a power of two, so that all points of the lattice are floats.
static void find_lattice(decomposition* d)
{
    const imp3i_compound_block* b = imp3i_compound_block_of(d->mesh);
    imp3_box box = {b->points[b->corners[0]], b->points[b->corners[0]]};
    for (int32_t i = 0; i < 3 * d->mesh->part_count; ++i)
    {
        const imp3_box point = {b->points[b->corners[i]], b->points[b->corners[i]]};
        imp3i_box_grow(&box, point);
    }
    imp3i_dvec low = imp3i_dvec_of(box.lower), high = imp3i_dvec_of(box.upper), size = imp3i_dsub(high, low);
    double widest = size.x > size.y ? size.x : size.y, far = 0.0;
    const double ends[6] = {low.x, low.y, low.z, high.x, high.y, high.z};
    widest = size.z > widest ? size.z : widest;
    for (int k = 0; k < 6; ++k)
    {
        far = fabs(ends[k]) > far ? fabs(ends[k]) : far;
    }
    d->step = 0x1p-90;
    while (widest > d->step * (double)((1 << IMP3I_LATTICE_BITS) - 8) || far > d->step * 0x1p23)
    {
        d->step *= 2.0;
    }
    d->origin.x = d->step * ((double)imp3i_whole_below(low.x / d->step) - 2.0);
    d->origin.y = d->step * ((double)imp3i_whole_below(low.y / d->step) - 2.0);
    d->origin.z = d->step * ((double)imp3i_whole_below(low.z / d->step) - 2.0);
    d->tolerance = (double)d->def->tolerance / d->step;
}

static imp_status take_mesh(const decomposition* d, imp3i_piece* out)
{
    const imp3i_compound_block* b = imp3i_compound_block_of(d->mesh);
    int32_t corners = 3 * d->mesh->part_count;
    memset(out, 0, sizeof *out);
    if (impi_array_reserve(&out->points, d->allocator, b->point_count) ||
        impi_array_reserve(&out->corners, d->allocator, corners))
    {
        imp3i_piece_free(out, d->allocator);
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    for (int32_t i = 0; i < b->point_count; ++i)
    {
        imp3i_dvec at = imp3i_dsub(imp3i_dvec_of(b->points[i]), d->origin);
        const double numbers[3] = {at.x, at.y, at.z};
        for (int k = 0; k < 3; ++k)
        {
            out->points.data[i].at[k] = (int32_t)imp3i_whole_below(numbers[k] / d->step + 0.5);
        }
    }
    memcpy(out->corners.data, b->corners, (size_t)corners * sizeof *b->corners);
    out->points.count = b->point_count;
    out->corners.count = corners;
    return IMP_OK;
}

// Pieces

/// The box of a hull: where it begins and how long it is along each axis.
static void hull_box(const imp3i_hull* h, double lower[3], double sides[3])
{
    const float* const rows[3] = {h->x, h->y, h->z};
    for (int axis = 0; axis < 3; ++axis)
    {
        double low = (double)rows[axis][0], high = low;
        for (int32_t k = 1; k < h->vertex_count; ++k)
        {
            double at = (double)rows[axis][k];
            low = at < low ? at : low;
            high = at > high ? at : high;
        }
        lower[axis] = low;
        sides[axis] = high - low;
    }
}

/// The distance of the corner of a hull that is farthest from a point.
static double reach_of_hull(const imp3i_hull* h, imp3i_dvec from)
{
    double most = 0.0;
    for (int32_t k = 0; k < h->vertex_count; ++k)
    {
        const imp3i_dvec at = {(double)h->x[k] - from.x, (double)h->y[k] - from.y, (double)h->z[k] - from.z};
        double square = imp3i_ddot(at, at);
        most = square > most ? square : most;
    }
    return sqrt(most);
}

/// Notes how much a piece has shrunk since that was enough the last time. No side counts as shorter than half of the
/// longest one that a piece which is not sorted by one point may have.
static void mark_progress(const decomposition* d, imp3i_piece* p)
{
    double lower[3], sides[3], least = 0.5 * GRAIN * d->tolerance, volume = 1.0;
    hull_box((const imp3i_hull*)p->hull.block, lower, sides);
    for (int k = 0; k < 3; ++k)
    {
        volume *= sides[k] > least ? sides[k] : least;
    }
    bool shrunk = p->idle == 0 || volume <= SHRUNK * p->bulk;
    p->bulk = shrunk ? volume : p->bulk;
    p->idle = shrunk ? 1 : p->idle + 1;
}

/// A piece is a part, stays open, or is nothing: also where all of it is outside of the solid, as of meshes that cross
/// themselves. One point tells that of small pieces: no other is farther out than that one and what it is away from it.
static imp_status sort_piece(decomposition* d, int32_t at, bool* stays)
{
    imp3i_piece* p = &d->open.data[at];
    bool thin;
    *stays = false;
    imp_status status = imp3i_piece_hull(p, d->allocator, &thin);
    if (status || thin)
    {
        return status;
    }
    const imp3i_hull* hull = (const imp3i_hull*)p->hull.block;
    double lower[3], sides[3];
    hull_box(hull, lower, sides);
    const imp3i_dvec middle = {lower[0] + 0.5 * sides[0], lower[1] + 0.5 * sides[1], lower[2] + 0.5 * sides[2]};
    double reach = reach_of_hull(hull, middle);
    p->bulge.at = middle;
    p->bulge.least = imp3i_depths_out(&d->field, middle, 0.0);
    p->bulge.most = p->bulge.least + reach;
    if (p->bulge.least <= reach && p->bulge.most > d->tolerance)
    {
        status = imp3i_depths_measure(&d->field, hull, 0.25 * d->tolerance, d->tolerance, INFINITY, &p->bulge);
        reach = reach_of_hull(hull, p->bulge.at);
    }
    bool outside = p->bulge.least > reach;
    p->hull_volume = outside ? 0.0 : p->hull_volume;
    *stays = !status && !outside && p->bulge.most > d->tolerance;
    if (!*stays)
    {
        return status;
    }
    mark_progress(d, p);
    int32_t turns = 1;
    p->convex = p->convex || p->corners.count > d->most_corners || imp3i_piece_convex(p, &turns);
    if (turns < 1)
    {
        p->hull_volume = 0.0;
        *stays = false;
        return IMP_OK;
    }
    return p->convex ? imp3i_piece_become_hull(p, d->allocator) : IMP_OK;
}

/// Makes a part of a piece, which is given up.
static imp_status finish_piece(decomposition* d, imp3i_piece* p)
{
    imp_status status = impi_array_reserve(&d->parts, d->allocator, (int64_t)d->parts.count + 1);
    if (!status)
    {
        p->fresh = true;
        d->parts.data[d->parts.count++] = *p;
        d->done += p->volume;
        memset(p, 0, sizeof *p);
    }
    return status;
}

/// Looks at open pieces from one on: those that are good become parts.
static imp_status sort_pieces(decomposition* d, int32_t from)
{
    int32_t kept = from;
    imp_status status = IMP_OK;
    for (int32_t k = from; k < d->open.count; ++k)
    {
        bool stays = true;
        status = status ? status : sort_piece(d, k, &stays);
        if (!status && !stays && d->open.data[k].hull_volume > 0.0)
        {
            status = finish_piece(d, &d->open.data[k]);
        }
        if (status || stays)
        {
            d->open.data[kept++] = d->open.data[k];
        }
        else
        {
            imp3i_piece_free(&d->open.data[k], d->allocator);
        }
    }
    d->open.count = kept;
    return status;
}

static int32_t worst_piece(const decomposition* d)
{
    int32_t worst = 0;
    for (int32_t k = 1; k < d->open.count; ++k)
    {
        worst = d->open.data[k].bulge.least > d->open.data[worst].bulge.least ? k : worst;
    }
    return worst;
}

/// The plane that halves the longest side of a piece's box.
static imp3i_lattice_plane halving_plane(const imp3i_piece* p)
{
    imp3i_lattice_plane r = {{0, 0, 0}, 0};
    double lower[3], sides[3];
    int longest = 0;
    hull_box((const imp3i_hull*)p->hull.block, lower, sides);
    for (int k = 1; k < 3; ++k)
    {
        longest = sides[k] > sides[longest] ? k : longest;
    }
    r.normal[longest] = 1;
    r.offset = imp3i_whole_below(lower[longest] + 0.5 * sides[longest]);
    return r;
}

/// Cuts the worst piece by the best plane. Pieces that do not shrink by that, or that no plane parts, are halved.
static imp_status cut_worst(decomposition* d)
{
    int32_t worst = worst_piece(d);
    imp3i_piece piece = d->open.data[worst], halves[2];
    imp3i_lattice_plane plane;
    int32_t found = !piece.convex && piece.idle <= IDLE_CUTS;
    imp_status status = found ? imp3i_piece_choose(&piece, NULL, d->allocator, &plane, &found) : IMP_OK;
    if (status)
    {
        return status;
    }
    if (found == 0)
    {
        plane = halving_plane(&piece);
    }
    status = imp3i_piece_cut(&piece, &plane, d->allocator, halves);
    if (status)
    {
        return status;
    }
    imp3i_piece_free(&piece, d->allocator);
    d->open.data[worst] = d->open.data[--d->open.count];
    int32_t from = d->open.count;
    for (int k = 0; k < 2; ++k)
    {
        status = status ? status : imp3i_piece_part(&halves[k], d->allocator, &d->open);
        imp3i_piece_free(&halves[k], d->allocator);
    }
    return status ? status : sort_pieces(d, from);
}

static imp_status cut_all(decomposition* d)
{
    imp_status status = sort_pieces(d, 0);
    while (!status && d->open.count > 0)
    {
        bool enough = d->def->most_parts > 0 && d->open.count + d->parts.count >= 2 * d->def->most_parts;
        if (enough)
        {
            imp3i_piece* last = &d->open.data[d->open.count - 1];
            status = finish_piece(d, last);
            d->open.count -= !status;
        }
        else
        {
            status = cut_worst(d);
        }
        double share =
            d->done < d->volume ? d->done / d->volume : 1.0;  // pieces may overlap where the mesh crosses itself
        if (!status && !imp3i_decompose_goes_on(&d->teller, 0.7 * share))
        {
            status = impi_error(IMP_ERR_STOPPED, 0);
        }
    }
    return status;
}

// The result

/// A part as a shape in metres: points of the lattice are floats.
static imp_status part_in_metres(const decomposition* d, const imp3i_piece* part, imp3_shape* out)
{
    const imp3i_hull* h = (const imp3i_hull*)part->hull.block;
    size_t count = (size_t)h->vertex_count;
    imp3_vec* points = (imp3_vec*)impi_alloc_resize(d->allocator, NULL, 0, count, sizeof *points);
    if (!points)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    for (size_t i = 0; i < count; ++i)
    {
        const imp3i_dvec at = {(double)h->x[i], (double)h->y[i], (double)h->z[i]};
        points[i] = imp3i_vec_tidy(imp3i_dadd_scaled(d->origin, at, d->step));
    }
    imp_status status =
        imp3_hull_make(points, h->vertex_count, imp3i_compound_block_of(d->mesh)->radius, d->allocator, out, NULL);
    impi_alloc_free(d->allocator, points, count, sizeof *points);
    return status;
}

static imp_status make_set(const decomposition* d, imp3_compound* out)
{
    size_t count = (size_t)d->parts.count;
    imp3_shape* shapes = (imp3_shape*)impi_alloc_resize(d->allocator, NULL, 0, count, sizeof *shapes);
    if (!shapes)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    memset(shapes, 0, count * sizeof *shapes);
    imp_status status = IMP_OK;
    for (size_t i = 0; i < count && !status; ++i)
    {
        status = part_in_metres(d, &d->parts.data[i], &shapes[i]);
    }
    status = status ? status : imp3_compound_make(shapes, d->parts.count, d->allocator, out);
    for (size_t i = 0; i < count; ++i)
    {
        imp3_shape_free(&shapes[i]);
    }
    impi_alloc_free(d->allocator, shapes, count, sizeof *shapes);
    return status;
}

/// How far a point is above the planes of a part, the most; no more than its distance.
static double height_over_part(const imp3i_hull* h, imp3i_dvec at)
{
    double most = -INFINITY;
    for (int32_t k = 0; k < h->face_count; ++k)
    {
        double above = (double)h->normal_x[k] * at.x + (double)h->normal_y[k] * at.y + (double)h->normal_z[k] * at.z -
                       (double)h->plane[k];
        most = above > most ? above : most;
    }
    return most;
}

/// How far the mesh's corners are from the set. Only those are measured that may be farther than all before.
static double measure_inwards(const decomposition* d, const imp3_compound* set)
{
    const imp3i_compound_block* b = imp3i_compound_block_of(d->mesh);
    const imp3_pose here = imp3_pose_identity();
    double most = 0.0;
    int32_t last = 0;
    for (int32_t i = 0; i < 3 * d->mesh->part_count; ++i)
    {
        imp3_vec point = b->points[b->corners[i]], closest;
        imp3i_dvec at = imp3i_ddivide(imp3i_dsub(imp3i_dvec_of(point), d->origin), d->step);
        float distance;
        bool near = false;
        for (int32_t k = 0; k < d->parts.count && !near; ++k)  // that of the last corner first
        {
            int32_t part = (last + k) % d->parts.count;
            near = height_over_part((const imp3i_hull*)d->parts.data[part].hull.block, at) * d->step <= most;
            last = near ? part : last;
        }
        if (!near && !imp3_compound_closest(set, &here, point, &closest, &distance, NULL))
        {
            most = (double)distance > most ? (double)distance : most;
        }
    }
    return most;
}

static imp_status measure_result(decomposition* d, const imp3_compound* set, imp3_decompose_report* out)
{
    memset(out, 0, sizeof *out);
    double outwards = 0.0, volume = 0.0;
    for (int32_t k = 0; k < d->parts.count; ++k)
    {
        imp3i_bulge bulge;
        const imp3i_hull* hull = (const imp3i_hull*)d->parts.data[k].hull.block;
        if (imp3i_depths_measure(&d->field, hull, 0.25 * d->tolerance, 0.25 * d->tolerance, INFINITY, &bulge))
        {
            return impi_error(IMP_ERR_MEMORY, 0);
        }
        outwards = bulge.least > outwards ? bulge.least : outwards;
        volume += d->parts.data[k].hull_volume;
    }
    double cube = d->step * d->step * d->step;
    out->parts = d->parts.count;
    out->outwards = impi_tidy((float)(outwards * d->step));
    out->inwards = impi_tidy((float)(measure_inwards(d, set)));
    out->volume = imp3i_volume_told(volume * cube);
    out->solid_volume = imp3i_volume_told(d->volume * cube);
    return IMP_OK;
}

static imp_status decompose(decomposition* d, imp3_compound* out, imp3_decompose_report* report)
{
    imp3i_piece whole;
    bool closed;
    imp_status status = take_mesh(d, &whole);
    if (status)
    {
        return status;
    }
    status = imp3i_mesh_closed(d->mesh, d->allocator, &closed);
    if (!status && !closed)
    {
        status = impi_error(IMP_ERR_EMPTY, 1);
    }
    status = status ? status : imp3i_piece_part(&whole, d->allocator, &d->open);
    imp3i_piece_free(&whole, d->allocator);
    for (int32_t k = 0; k < d->open.count; ++k)
    {
        d->volume += d->open.data[k].volume;
    }
    if (!status && !(d->volume > 0.0))
    {
        status = impi_error(IMP_ERR_EMPTY, 1);
    }
    status = status ? status : imp3i_depths_start(&d->field, d->mesh, d->origin, d->step, d->allocator);
    status = status ? status : cut_all(d);
    if (!status && d->parts.count == 0)
    {
        status = impi_error(IMP_ERR_EMPTY, 1);
    }
    for (bool changed = true; changed && !status;)
    {
        status = imp3i_parts_merge(&d->parts, &d->field, d->tolerance, 0, &d->teller);
        status = status ? status : imp3i_parts_regroup(&d->parts, &d->field, d->tolerance, &d->teller, &changed);
    }
    if (!status && d->def->most_parts > 0 && d->parts.count > d->def->most_parts)
    {
        status = imp3i_parts_merge(&d->parts, &d->field, d->tolerance, d->def->most_parts, &d->teller);
    }
    status = status ? status : imp3i_parts_thin(&d->parts, &d->field, d->tolerance, &d->teller);
    imp3_compound set = {0};
    imp3_decompose_report found;
    status = status ? status : make_set(d, &set);
    if (!status)
    {
        imp3i_set_weigh(&set, d->mesh);
    }
    status = status || !report ? status : measure_result(d, &set, &found);
    if (status)
    {
        imp3_compound_free(&set);
        return status;
    }
    if (report)
    {
        *report = found;
    }
    *out = set;
    return IMP_OK;
}

static imp_status decompose_status(const imp3_compound* mesh, const imp3_decompose_choice* def,
                                   const imp_progress* progress, const imp_allocator* allocator,
                                   const imp3_compound* out)
{
    int32_t fault = imp3i_mesh_fault(mesh);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    if (!def || (progress && !progress->go_on) || !impi_alloc_valid(allocator) || !out)
    {
        bool told = !progress || progress->go_on;
        return impi_error(IMP_ERR_NULL, !def ? 2 : !told ? 3 : out ? 4 : 5);
    }
    fault = impi_number_fault_negative(def->tolerance);
    if (fault)
    {
        return impi_error(fault, 2);
    }
    return def->most_parts < 0 ? impi_error(IMP_ERR_COUNT, 2) : IMP_OK;
}

imp_status imp3_mesh_decompose(const imp3_compound* mesh, const imp3_decompose_choice* def,
                               const imp_progress* progress, const imp_allocator* allocator, imp3_compound* out,
                               imp3_decompose_report* fit)
{
    imp_status status = decompose_status(mesh, def, progress, allocator, out);
    if (status)
    {
        return status;
    }
    decomposition d;
    memset(&d, 0, sizeof d);
    d.mesh = mesh;
    d.def = def;
    d.allocator = allocator;
    d.field.allocator = allocator;
    d.teller.progress = progress;
    find_lattice(&d);
    d.most_corners = 3 * (mesh->part_count < INT32_MAX / 8 ? 2 * mesh->part_count + SPARE_TRIANGLES : INT32_MAX / 3);
    if (!(d.tolerance >= LEAST_TOLERANCE))
    {
        return impi_error(IMP_ERR_RANGE, 2);
    }
    status = decompose(&d, out, fit);
    for (int32_t k = 0; k < d.open.count; ++k)
    {
        imp3i_piece_free(&d.open.data[k], allocator);
    }
    for (int32_t k = 0; k < d.parts.count; ++k)
    {
        imp3i_piece_free(&d.parts.data[k], allocator);
    }
    impi_array_free(&d.open, allocator);
    impi_array_free(&d.parts, allocator);
    imp3i_depths_end(&d.field);
    int32_t fault = imp_status_fault(status);
    return status ? impi_error(fault, fault == IMP_ERR_MEMORY ? 4 : fault == IMP_ERR_STOPPED ? 3 : 1) : IMP_OK;
}
