// SPDX-License-Identifier: MIT
//
// Convex parts that were made before, held against their mesh: by the bounds that decomposition itself goes by.

#include "decompose3.h"

#include "mesh_near3.h"

#include <math.h>
#include <string.h>

typedef struct fit_lattice
{
    imp3i_dvec origin;
    double step;
} fit_lattice;

/// A lattice that both are within.
static fit_lattice lattice_around(const imp3_compound* mesh, const imp3_compound* set)
{
    const imp3_pose here = imp3_pose_identity();
    imp3_box box, other;
    memset(&box, 0, sizeof box);
    memset(&other, 0, sizeof other);
    (void)imp3_compound_bounds(mesh, &here, &box);
    (void)imp3_compound_bounds(set, &here, &other);
    imp3i_box_grow(&box, other);
    imp3i_dvec low = imp3i_dvec_of(box.lower), size = imp3i_dsub(imp3i_dvec_of(box.upper), low);
    double widest = size.x > size.y ? size.x : size.y;
    widest = size.z > widest ? size.z : widest;
    fit_lattice l;
    l.step = 0x1p-90;
    while (widest > l.step * (double)((1 << IMP3I_LATTICE_BITS) - 8))
    {
        l.step *= 2.0;
    }
    const imp3i_dvec margin = imp3i_dvec_all(2.0 * l.step);
    l.origin = imp3i_dsub(low, margin);
    return l;
}

/// A part as the lattice has it, in floats: what that rounds is less than a step.
static imp_status part_in_lattice(const imp3_shape* part, const fit_lattice* l, const imp_allocator* allocator,
                                  imp3_shape* out)
{
    int32_t room = part->count;
    imp3_vec* points = (imp3_vec*)impi_alloc_resize(allocator, NULL, 0, (size_t)room, sizeof *points);
    if (!points)
    {
        return impi_error(IMP_ERR_MEMORY, 0);
    }
    for (int32_t i = 0; i < room; ++i)
    {
        imp3_vec v;
        v.x = v.y = v.z = 0.0f;
        (void)imp3_shape_vertex(part, i, &v);
        points[i] = imp3i_vec_of(imp3i_ddivide(imp3i_dsub(imp3i_dvec_of(v), l->origin), l->step));
    }
    imp_status status = imp3_hull_make(points, room, 0.0f, allocator, out, NULL);
    impi_alloc_free(allocator, points, (size_t)room, sizeof *points);
    return status;
}

static imp_status find_out(const imp3_compound* mesh, const imp3_compound* set, float tolerance,
                           const imp_allocator* allocator, double* out)
{
    const fit_lattice l = lattice_around(mesh, set);
    double within = 0.25 * (double)tolerance / l.step, most = 0.0;
    imp3i_depths field;
    if (!(within >= 1.0))
    {
        return impi_error(IMP_ERR_RANGE, 3);
    }
    imp_status status = imp3i_depths_start(&field, mesh, l.origin, l.step, allocator);
    for (int32_t k = 0; k < set->part_count && !status; ++k)
    {
        imp3_shape part;
        imp3i_bulge bulge;
        status = part_in_lattice(&set->parts[k], &l, allocator, &part);
        if (!status)
        {
            status =
                imp3i_depths_measure(&field, (const imp3i_hull*)part.block, within, 3.0 * within, INFINITY, &bulge);
            imp3_shape_free(&part);
        }
        most = !status && bulge.most > most ? bulge.most : most;
    }
    imp3i_depths_end(&field);
    *out = most * l.step;
    return imp_status_fault(status) == IMP_ERR_MEMORY ? impi_error(IMP_ERR_MEMORY, 4) : status;
}

/// How high a point is over a hull, at least.
static double height_over_set_part(const imp3i_hull* h, imp3_vec point)
{
    double most = -INFINITY;
    for (int32_t k = 0; k < h->face_count; ++k)
    {
        double above = (double)h->normal_x[k] * (double)point.x + (double)h->normal_y[k] * (double)point.y +
                       (double)h->normal_z[k] * (double)point.z - (double)h->plane[k];
        most = above > most ? above : most;
    }
    return most;
}

/// How far corners of the mesh are from the set, the most. Only those are measured that may be farther than all before.
static double find_left_out(const imp3_compound* mesh, const imp3_compound* set)
{
    const imp3i_compound_block* b = imp3i_compound_block_of(mesh);
    const imp3_pose here = imp3_pose_identity();
    double most = 0.0;
    int32_t last = 0;
    for (int32_t i = 0; i < b->point_count; ++i)
    {
        imp3_vec closest;
        float distance;
        bool near = false;
        for (int32_t k = 0; k < set->part_count && !near; ++k)  // that of the last corner first
        {
            int32_t part = (last + k) % set->part_count;
            near = height_over_set_part((const imp3i_hull*)set->parts[part].block, b->points[i]) <= most;
            last = near ? part : last;
        }
        if (!near && !imp3_compound_closest(set, &here, b->points[i], &closest, &distance, NULL))
        {
            most = (double)distance > most ? (double)distance : most;
        }
    }
    return most;
}

static imp_status fit_status(const imp3_compound* mesh, const imp3_compound* set, float tolerance,
                             const imp_allocator* allocator, const imp3_decompose_report* out)
{
    int32_t fault = imp3i_mesh_fault(mesh);
    if (fault)
    {
        return impi_error(fault, 1);
    }
    fault = imp3i_compound_fault(set);
    if (fault)
    {
        return impi_error(fault, 2);
    }
    for (int32_t k = 0; k < set->part_count; ++k)
    {
        if (set->kind != IMP3_COMPOUND_SET || set->parts[k].kind != IMP3_SHAPE_HULL)
        {
            return impi_error(IMP_ERR_SHAPE, 2);
        }
    }
    fault = impi_number_fault_negative(tolerance);
    if (fault)
    {
        return impi_error(fault, 3);
    }
    return !impi_alloc_valid(allocator) || !out ? impi_error(IMP_ERR_NULL, out ? 4 : 5) : IMP_OK;
}

imp_status imp3_mesh_fit_parts(const imp3_compound* mesh, imp3_compound* set, float tolerance,
                               const imp_allocator* allocator, imp3_decompose_report* out)
{
    imp_status status = fit_status(mesh, set, tolerance, allocator, out);
    if (status)
    {
        return status;
    }
    double solid = imp3i_compound_volume(mesh);
    bool closed;
    status = imp3i_mesh_closed(mesh, allocator, &closed);
    if (status)
    {
        return impi_error(IMP_ERR_MEMORY, 4);
    }
    if (!closed || !(solid > 0.0))
    {
        return impi_error(IMP_ERR_EMPTY, 1);
    }
    double outwards = 0.0;
    status = find_out(mesh, set, tolerance, allocator, &outwards);
    if (status)
    {
        return status;
    }
    memset(out, 0, sizeof *out);
    out->parts = set->part_count;
    out->outwards = impi_tidy((float)outwards);
    out->inwards = impi_tidy((float)find_left_out(mesh, set));
    out->volume = imp3i_volume_told(imp3i_compound_volume(set));
    out->solid_volume = imp3i_volume_told(solid);
    imp3i_set_weigh(set, mesh);
    return IMP_OK;
}
