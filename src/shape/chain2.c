// SPDX-License-Identifier: MIT
//
// Chains: points that follow each other, without those that repeat the one before. Segments stay in the order of the
// chain, which keeps neighbours together in space well enough.

#include "../base/alloc.h"
#include "compound2.h"

static bool same_place(imp2_vec a, imp2_vec b)
{
    return a.x == b.x && a.y == b.y;
}

static imp_status line_status(const imp2_polyline* line)
{
    if (!line || !line->points)
    {
        return impi_error(IMP_ERR_NULL, 1);
    }
    if (line->count < 2 || line->count > IMP2I_PART_MAX)
    {
        return impi_error(IMP_ERR_COUNT, 1);
    }
    for (int32_t i = 0; i < line->count; ++i)
    {
        int32_t fault = imp2i_vec_fault(line->points[i]);
        if (fault)
        {
            return impi_error(fault, 1);
        }
    }
    return IMP_OK;
}

/// Copies the points without repetition; out may be null to count.
static int32_t weld(const imp2_polyline* line, imp2_vec* out)
{
    const imp2_vec* p = line->points;
    int32_t last = 0, count = 1;
    for (int32_t i = 1; i < line->count; ++i)
    {
        if (same_place(p[i], p[last]))
        {
            continue;
        }
        if (out)
        {
            out[count] = p[i];
        }
        last = i;
        ++count;
    }
    if (out)
    {
        out[0] = p[0];
    }
    return line->closed && count > 1 && same_place(p[last], p[0]) ? count - 1 : count;
}

imp_status imp2_chain_make(const imp2_polyline* line, const imp_allocator* allocator, imp2_compound* out,
                           imp2_outline_report* report)
{
    imp_status status = line_status(line);
    if (status)
    {
        return status;
    }
    if (!impi_alloc_valid(allocator))
    {
        return impi_error(IMP_ERR_NULL, 2);
    }
    int32_t count = weld(line, NULL);
    if (count < 2)
    {
        return impi_error(IMP_ERR_EMPTY, 1);
    }
    if (out)
    {
        imp2_vec* points = (imp2_vec*)impi_alloc_resize(allocator, NULL, 0, (size_t)line->count, sizeof *points);
        if (!points)
        {
            return impi_error(IMP_ERR_MEMORY, 2);
        }
        weld(line, points);
        bool closed = line->closed && count > 2;
        const int32_t ring_starts[2] = {0, count};
        imp2i_cut cut = {.kind = IMP2_COMPOUND_CHAIN, .one_sided = line->one_sided, .closed = closed};
        cut.vertices = points;
        cut.ring_starts = ring_starts;
        cut.ring_count = 1;
        cut.part_count = closed ? count : count - 1;
        status = imp2i_compound_build(&cut, allocator, out) ? impi_error(IMP_ERR_MEMORY, 2) : IMP_OK;
        impi_alloc_free(allocator, points, (size_t)line->count, sizeof *points);
    }
    if (!status && report)
    {
        const imp2_outline_report found = {.welded = line->count - count};
        *report = found;
    }
    return status;
}
